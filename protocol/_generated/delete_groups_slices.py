"""Written by `make generate` from protocol/messages/delete_groups.py. Do not edit."""

from kavka.protocol._generated.delete_groups import *
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import pack, read_uvarint, refuse, skip_tags, uvarint, write_tags

U_i = Struct('>i').unpack_from
U_h = Struct('>h').unpack_from
P_i = Struct('>i').pack
P_h = Struct('>h').pack
P_hx = Struct('>hx').pack
P_hB = Struct('>hB').pack

def scan_delete_groups_request_v0(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    h0 = p
    r0 = []
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 <= (e - p) // 2: raise DecodeError(f'DeleteGroupsRequest: groups_names: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            q, = U_h(b, p)
            p += 2
            if q >= 0: p += q
            else: raise DecodeError(f'DeleteGroupsRequest: groups_names: length {q}')
            k0 += 1
            if n - m0 >= w:
                r0.append((k0, s0, p, None))
                s0 = p
                k0 = 0
                m0 = n
                if n >= y: y = n + w; yield n
        if k0: r0.append((k0, s0, p, None))
        z0 = p
        out.append((h0, z0, r0))
    if p > e: raise DecodeError(f'DeleteGroupsRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_delete_groups_request_v2(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    h0 = p
    r0 = []
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 <= (e - p) // 1: raise DecodeError(f'DeleteGroupsRequest: groups_names: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            q = b[p]
            p += 1
            if q > 127: q, p = read_uvarint(b, p - 1)
            if q > 32768: raise DecodeError(f'DeleteGroupsRequest: groups_names: length {q}')
            if q: p += q - 1
            else: raise DecodeError(f'DeleteGroupsRequest: groups_names: length {q}')
            k0 += 1
            if n - m0 >= w:
                r0.append((k0, s0, p, None))
                s0 = p
                k0 = 0
                m0 = n
                if n >= y: y = n + w; yield n
        if k0: r0.append((k0, s0, p, None))
        z0 = p
        out.append((h0, z0, r0))
    if b[p]: n, p = skip_tags(b, p, n)
    else: p += 1
    if p > e: raise DecodeError(f'DeleteGroupsRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

SCANNERS = (
    scan_delete_groups_request_v0,
    scan_delete_groups_request_v0,
    scan_delete_groups_request_v2,
    scan_delete_groups_request_v2,
)

def delete_groups_response_v0_head0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    a(P_i(o0.throttle_time_ms))
def delete_groups_response_v0_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.group_id.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        a(P_h(o1.error_code))
def delete_groups_response_v0_tail0(o0, l, out):
    a = l.append
delete_groups_response_v0 = (
    ('results', 'group_id', delete_groups_response_v0_head0, delete_groups_response_v0_each0, delete_groups_response_v0_tail0),
)

def delete_groups_response_v2_head0(o0, l, out):
    a = l.append
    a(P_i(o0.throttle_time_ms))
def delete_groups_response_v2_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        v = o1.group_id.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(P_h(o1.error_code))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_hx(o1.error_code))
def delete_groups_response_v2_tail0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
delete_groups_response_v2 = (
    ('results', 'group_id', delete_groups_response_v2_head0, delete_groups_response_v2_each0, delete_groups_response_v2_tail0),
)

def delete_groups_response_v3_head0(o0, l, out):
    a = l.append
    a(P_i(o0.throttle_time_ms))
def delete_groups_response_v3_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        v = o1.group_id.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v = o1.error_message
        if v is None: v = b''; n = 0
        else: v = v.encode(); n = len(v) + 1
        if n < 128: a(P_hB(o1.error_code, n))
        else: a(P_h(o1.error_code) + uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
def delete_groups_response_v3_tail0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
delete_groups_response_v3 = (
    ('results', 'group_id', delete_groups_response_v3_head0, delete_groups_response_v3_each0, delete_groups_response_v3_tail0),
)

PIECES = (
    (False, delete_groups_response_v0),
    (False, delete_groups_response_v0),
    (True, delete_groups_response_v2),
    (True, delete_groups_response_v3),
)
