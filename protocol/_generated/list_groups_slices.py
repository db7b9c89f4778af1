"""Written by `make generate` from protocol/messages/list_groups.py. Do not edit."""

from kavka.protocol._generated.list_groups import *
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import pack, read_uvarint, refuse, skip_tags, uvarint, write_tags

P_h = Struct('>h').pack
P_ih = Struct('>ih').pack

def scan_list_groups_request_v0(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    if p > e: raise DecodeError(f'ListGroupsRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_list_groups_request_v3(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    if b[p]: n, p = skip_tags(b, p, n)
    else: p += 1
    if p > e: raise DecodeError(f'ListGroupsRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_list_groups_request_v4(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    h0 = p
    r0 = []
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 <= (e - p) // 1: raise DecodeError(f'ListGroupsRequest: states_filter: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            q = b[p]
            p += 1
            if q > 127: q, p = read_uvarint(b, p - 1)
            if q > 32768: raise DecodeError(f'ListGroupsRequest: states_filter: length {q}')
            if q: p += q - 1
            else: raise DecodeError(f'ListGroupsRequest: states_filter: length {q}')
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
    if p > e: raise DecodeError(f'ListGroupsRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_list_groups_request_v5(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    h0 = p
    r0 = []
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 <= (e - p) // 1: raise DecodeError(f'ListGroupsRequest: states_filter: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            q = b[p]
            p += 1
            if q > 127: q, p = read_uvarint(b, p - 1)
            if q > 32768: raise DecodeError(f'ListGroupsRequest: states_filter: length {q}')
            if q: p += q - 1
            else: raise DecodeError(f'ListGroupsRequest: states_filter: length {q}')
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
    h0 = p
    r0 = []
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 <= (e - p) // 1: raise DecodeError(f'ListGroupsRequest: types_filter: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            q = b[p]
            p += 1
            if q > 127: q, p = read_uvarint(b, p - 1)
            if q > 32768: raise DecodeError(f'ListGroupsRequest: types_filter: length {q}')
            if q: p += q - 1
            else: raise DecodeError(f'ListGroupsRequest: types_filter: length {q}')
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
    if p > e: raise DecodeError(f'ListGroupsRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

SCANNERS = (
    scan_list_groups_request_v0,
    scan_list_groups_request_v0,
    scan_list_groups_request_v0,
    scan_list_groups_request_v3,
    scan_list_groups_request_v4,
    scan_list_groups_request_v5,
)

def list_groups_response_v0_head0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    a(P_h(o0.error_code))
def list_groups_response_v0_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.group_id.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v = o1.protocol_type.encode()
        n = len(v)
        a(P_h(n))
        a(v)
def list_groups_response_v0_tail0(o0, l, out):
    a = l.append
list_groups_response_v0 = (
    ('groups', 'group_id', list_groups_response_v0_head0, list_groups_response_v0_each0, list_groups_response_v0_tail0),
)

def list_groups_response_v1_head0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    a(P_ih(o0.throttle_time_ms, o0.error_code))
def list_groups_response_v1_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.group_id.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v = o1.protocol_type.encode()
        n = len(v)
        a(P_h(n))
        a(v)
def list_groups_response_v1_tail0(o0, l, out):
    a = l.append
list_groups_response_v1 = (
    ('groups', 'group_id', list_groups_response_v1_head0, list_groups_response_v1_each0, list_groups_response_v1_tail0),
)

def list_groups_response_v3_head0(o0, l, out):
    a = l.append
    a(P_ih(o0.throttle_time_ms, o0.error_code))
def list_groups_response_v3_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        v = o1.group_id.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v = o1.protocol_type.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
def list_groups_response_v3_tail0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
list_groups_response_v3 = (
    ('groups', 'group_id', list_groups_response_v3_head0, list_groups_response_v3_each0, list_groups_response_v3_tail0),
)

def list_groups_response_v4_head0(o0, l, out):
    a = l.append
    a(P_ih(o0.throttle_time_ms, o0.error_code))
def list_groups_response_v4_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        v = o1.group_id.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v = o1.protocol_type.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v = o1.group_state.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
def list_groups_response_v4_tail0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
list_groups_response_v4 = (
    ('groups', 'group_id', list_groups_response_v4_head0, list_groups_response_v4_each0, list_groups_response_v4_tail0),
)

def list_groups_response_v5_head0(o0, l, out):
    a = l.append
    a(P_ih(o0.throttle_time_ms, o0.error_code))
def list_groups_response_v5_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        v = o1.group_id.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v = o1.protocol_type.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v = o1.group_state.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v = o1.group_type.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
def list_groups_response_v5_tail0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
list_groups_response_v5 = (
    ('groups', 'group_id', list_groups_response_v5_head0, list_groups_response_v5_each0, list_groups_response_v5_tail0),
)

PIECES = (
    (False, list_groups_response_v0),
    (False, list_groups_response_v1),
    (False, list_groups_response_v1),
    (True, list_groups_response_v3),
    (True, list_groups_response_v4),
    (True, list_groups_response_v5),
)
