"""Written by `make generate` from protocol/messages/leave_group.py. Do not edit."""

from kavka.protocol._generated.leave_group import *
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import pack, read_uvarint, refuse, skip_tags, uvarint, write_tags

U_h = Struct('>h').unpack_from
U_i = Struct('>i').unpack_from
P_ih = Struct('>ih').pack
P_h = Struct('>h').pack
P_hx = Struct('>hx').pack

def scan_leave_group_request_v0(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    q, = U_h(b, p)
    p += 2
    if q >= 0: p += q
    else: raise DecodeError(f'LeaveGroupRequest: group_id: length {q}')
    q, = U_h(b, p)
    p += 2
    if q >= 0: p += q
    else: raise DecodeError(f'LeaveGroupRequest: member_id: length {q}')
    if p > e: raise DecodeError(f'LeaveGroupRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_leave_group_request_v3(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    q, = U_h(b, p)
    p += 2
    if q >= 0: p += q
    else: raise DecodeError(f'LeaveGroupRequest: group_id: length {q}')
    h0 = p
    r0 = []
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 <= (e - p) // 4: raise DecodeError(f'LeaveGroupRequest: members: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            q, = U_h(b, p)
            p += 2
            if q >= 0: p += q
            else: raise DecodeError(f'LeaveGroupRequest: members.member_id: length {q}')
            q, = U_h(b, p)
            p += 2
            if q >= 0: p += q
            elif q != -1: raise DecodeError(f'LeaveGroupRequest: members.group_instance_id: length {q}')
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
    if p > e: raise DecodeError(f'LeaveGroupRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_leave_group_request_v4(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    q = b[p]
    p += 1
    if q > 127: q, p = read_uvarint(b, p - 1)
    if q > 32768: raise DecodeError(f'LeaveGroupRequest: group_id: length {q}')
    if q: p += q - 1
    else: raise DecodeError(f'LeaveGroupRequest: group_id: length {q}')
    h0 = p
    r0 = []
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 <= (e - p) // 3: raise DecodeError(f'LeaveGroupRequest: members: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            q = b[p]
            p += 1
            if q > 127: q, p = read_uvarint(b, p - 1)
            if q > 32768: raise DecodeError(f'LeaveGroupRequest: members.member_id: length {q}')
            if q: p += q - 1
            else: raise DecodeError(f'LeaveGroupRequest: members.member_id: length {q}')
            q = b[p]
            p += 1
            if q > 127: q, p = read_uvarint(b, p - 1)
            if q > 32768: raise DecodeError(f'LeaveGroupRequest: members.group_instance_id: length {q}')
            if q: p += q - 1
            if b[p]: n, p = skip_tags(b, p, n)
            else: p += 1
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
    if p > e: raise DecodeError(f'LeaveGroupRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_leave_group_request_v5(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    q = b[p]
    p += 1
    if q > 127: q, p = read_uvarint(b, p - 1)
    if q > 32768: raise DecodeError(f'LeaveGroupRequest: group_id: length {q}')
    if q: p += q - 1
    else: raise DecodeError(f'LeaveGroupRequest: group_id: length {q}')
    h0 = p
    r0 = []
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 <= (e - p) // 4: raise DecodeError(f'LeaveGroupRequest: members: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            q = b[p]
            p += 1
            if q > 127: q, p = read_uvarint(b, p - 1)
            if q > 32768: raise DecodeError(f'LeaveGroupRequest: members.member_id: length {q}')
            if q: p += q - 1
            else: raise DecodeError(f'LeaveGroupRequest: members.member_id: length {q}')
            q = b[p]
            p += 1
            if q > 127: q, p = read_uvarint(b, p - 1)
            if q > 32768: raise DecodeError(f'LeaveGroupRequest: members.group_instance_id: length {q}')
            if q: p += q - 1
            q = b[p]
            p += 1
            if q > 127: q, p = read_uvarint(b, p - 1)
            if q > 32768: raise DecodeError(f'LeaveGroupRequest: members.reason: length {q}')
            if q: p += q - 1
            if b[p]: n, p = skip_tags(b, p, n)
            else: p += 1
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
    if p > e: raise DecodeError(f'LeaveGroupRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

SCANNERS = (
    scan_leave_group_request_v0,
    scan_leave_group_request_v0,
    scan_leave_group_request_v0,
    scan_leave_group_request_v3,
    scan_leave_group_request_v4,
    scan_leave_group_request_v5,
)

def leave_group_response_v3_head0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    a(P_ih(o0.throttle_time_ms, o0.error_code))
def leave_group_response_v3_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.member_id.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v = o1.group_instance_id
        if v is None: v = b''; n = -1
        else: v = v.encode(); n = len(v)
        a(P_h(n))
        a(v)
        a(P_h(o1.error_code))
def leave_group_response_v3_tail0(o0, l, out):
    a = l.append
leave_group_response_v3 = (
    ('members', '', leave_group_response_v3_head0, leave_group_response_v3_each0, leave_group_response_v3_tail0),
)

def leave_group_response_v4_head0(o0, l, out):
    a = l.append
    a(P_ih(o0.throttle_time_ms, o0.error_code))
def leave_group_response_v4_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        v = o1.member_id.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v = o1.group_instance_id
        if v is None: v = b''; n = 0
        else: v = v.encode(); n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(P_h(o1.error_code))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_hx(o1.error_code))
def leave_group_response_v4_tail0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
leave_group_response_v4 = (
    ('members', '', leave_group_response_v4_head0, leave_group_response_v4_each0, leave_group_response_v4_tail0),
)

PIECES = (
    None,
    None,
    None,
    (False, leave_group_response_v3),
    (True, leave_group_response_v4),
    (True, leave_group_response_v4),
)
