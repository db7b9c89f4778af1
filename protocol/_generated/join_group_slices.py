"""Written by `make generate` from protocol/messages/join_group.py. Do not edit."""

from kavka.protocol._generated.join_group import *
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import pack, read_uvarint, refuse, skip_tags, uvarint, write_tags

U_h = Struct('>h').unpack_from
U_i = Struct('>i').unpack_from
P_hih = Struct('>hih').pack
P_h = Struct('>h').pack
P_i = Struct('>i').pack
P_ihih = Struct('>ihih').pack
P_ihiB = Struct('>ihiB').pack
P_ihi = Struct('>ihi').pack
P_TB = Struct('>?B').pack
P_T = Struct('>?').pack

def scan_join_group_request_v0(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    q, = U_h(b, p)
    p += 2
    if q >= 0: p += q
    else: raise DecodeError(f'JoinGroupRequest: group_id: length {q}')
    p += 4
    q, = U_h(b, p)
    p += 2
    if q >= 0: p += q
    else: raise DecodeError(f'JoinGroupRequest: member_id: length {q}')
    q, = U_h(b, p)
    p += 2
    if q >= 0: p += q
    else: raise DecodeError(f'JoinGroupRequest: protocol_type: length {q}')
    h0 = p
    r0 = []
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 <= (e - p) // 6: raise DecodeError(f'JoinGroupRequest: protocols: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            q, = U_h(b, p)
            p += 2
            if q >= 0: p += q
            else: raise DecodeError(f'JoinGroupRequest: protocols.name: length {q}')
            q, = U_i(b, p)
            p += 4
            if q >= 0: p += q
            else: raise DecodeError(f'JoinGroupRequest: protocols.metadata: length {q}')
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
    if p > e: raise DecodeError(f'JoinGroupRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_join_group_request_v1(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    q, = U_h(b, p)
    p += 2
    if q >= 0: p += q
    else: raise DecodeError(f'JoinGroupRequest: group_id: length {q}')
    p += 8
    q, = U_h(b, p)
    p += 2
    if q >= 0: p += q
    else: raise DecodeError(f'JoinGroupRequest: member_id: length {q}')
    q, = U_h(b, p)
    p += 2
    if q >= 0: p += q
    else: raise DecodeError(f'JoinGroupRequest: protocol_type: length {q}')
    h0 = p
    r0 = []
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 <= (e - p) // 6: raise DecodeError(f'JoinGroupRequest: protocols: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            q, = U_h(b, p)
            p += 2
            if q >= 0: p += q
            else: raise DecodeError(f'JoinGroupRequest: protocols.name: length {q}')
            q, = U_i(b, p)
            p += 4
            if q >= 0: p += q
            else: raise DecodeError(f'JoinGroupRequest: protocols.metadata: length {q}')
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
    if p > e: raise DecodeError(f'JoinGroupRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_join_group_request_v5(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    q, = U_h(b, p)
    p += 2
    if q >= 0: p += q
    else: raise DecodeError(f'JoinGroupRequest: group_id: length {q}')
    p += 8
    q, = U_h(b, p)
    p += 2
    if q >= 0: p += q
    else: raise DecodeError(f'JoinGroupRequest: member_id: length {q}')
    q, = U_h(b, p)
    p += 2
    if q >= 0: p += q
    elif q != -1: raise DecodeError(f'JoinGroupRequest: group_instance_id: length {q}')
    q, = U_h(b, p)
    p += 2
    if q >= 0: p += q
    else: raise DecodeError(f'JoinGroupRequest: protocol_type: length {q}')
    h0 = p
    r0 = []
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 <= (e - p) // 6: raise DecodeError(f'JoinGroupRequest: protocols: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            q, = U_h(b, p)
            p += 2
            if q >= 0: p += q
            else: raise DecodeError(f'JoinGroupRequest: protocols.name: length {q}')
            q, = U_i(b, p)
            p += 4
            if q >= 0: p += q
            else: raise DecodeError(f'JoinGroupRequest: protocols.metadata: length {q}')
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
    if p > e: raise DecodeError(f'JoinGroupRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_join_group_request_v6(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    q = b[p]
    p += 1
    if q > 127: q, p = read_uvarint(b, p - 1)
    if q > 32768: raise DecodeError(f'JoinGroupRequest: group_id: length {q}')
    if q: p += q - 1
    else: raise DecodeError(f'JoinGroupRequest: group_id: length {q}')
    p += 8
    q = b[p]
    p += 1
    if q > 127: q, p = read_uvarint(b, p - 1)
    if q > 32768: raise DecodeError(f'JoinGroupRequest: member_id: length {q}')
    if q: p += q - 1
    else: raise DecodeError(f'JoinGroupRequest: member_id: length {q}')
    q = b[p]
    p += 1
    if q > 127: q, p = read_uvarint(b, p - 1)
    if q > 32768: raise DecodeError(f'JoinGroupRequest: group_instance_id: length {q}')
    if q: p += q - 1
    q = b[p]
    p += 1
    if q > 127: q, p = read_uvarint(b, p - 1)
    if q > 32768: raise DecodeError(f'JoinGroupRequest: protocol_type: length {q}')
    if q: p += q - 1
    else: raise DecodeError(f'JoinGroupRequest: protocol_type: length {q}')
    h0 = p
    r0 = []
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 <= (e - p) // 3: raise DecodeError(f'JoinGroupRequest: protocols: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            q = b[p]
            p += 1
            if q > 127: q, p = read_uvarint(b, p - 1)
            if q > 32768: raise DecodeError(f'JoinGroupRequest: protocols.name: length {q}')
            if q: p += q - 1
            else: raise DecodeError(f'JoinGroupRequest: protocols.name: length {q}')
            q = b[p]
            p += 1
            if q > 127: q, p = read_uvarint(b, p - 1)
            if q: p += q - 1
            else: raise DecodeError(f'JoinGroupRequest: protocols.metadata: length {q}')
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
    if p > e: raise DecodeError(f'JoinGroupRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_join_group_request_v8(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    q = b[p]
    p += 1
    if q > 127: q, p = read_uvarint(b, p - 1)
    if q > 32768: raise DecodeError(f'JoinGroupRequest: group_id: length {q}')
    if q: p += q - 1
    else: raise DecodeError(f'JoinGroupRequest: group_id: length {q}')
    p += 8
    q = b[p]
    p += 1
    if q > 127: q, p = read_uvarint(b, p - 1)
    if q > 32768: raise DecodeError(f'JoinGroupRequest: member_id: length {q}')
    if q: p += q - 1
    else: raise DecodeError(f'JoinGroupRequest: member_id: length {q}')
    q = b[p]
    p += 1
    if q > 127: q, p = read_uvarint(b, p - 1)
    if q > 32768: raise DecodeError(f'JoinGroupRequest: group_instance_id: length {q}')
    if q: p += q - 1
    q = b[p]
    p += 1
    if q > 127: q, p = read_uvarint(b, p - 1)
    if q > 32768: raise DecodeError(f'JoinGroupRequest: protocol_type: length {q}')
    if q: p += q - 1
    else: raise DecodeError(f'JoinGroupRequest: protocol_type: length {q}')
    h0 = p
    r0 = []
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 <= (e - p) // 3: raise DecodeError(f'JoinGroupRequest: protocols: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            q = b[p]
            p += 1
            if q > 127: q, p = read_uvarint(b, p - 1)
            if q > 32768: raise DecodeError(f'JoinGroupRequest: protocols.name: length {q}')
            if q: p += q - 1
            else: raise DecodeError(f'JoinGroupRequest: protocols.name: length {q}')
            q = b[p]
            p += 1
            if q > 127: q, p = read_uvarint(b, p - 1)
            if q: p += q - 1
            else: raise DecodeError(f'JoinGroupRequest: protocols.metadata: length {q}')
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
    q = b[p]
    p += 1
    if q > 127: q, p = read_uvarint(b, p - 1)
    if q > 32768: raise DecodeError(f'JoinGroupRequest: reason: length {q}')
    if q: p += q - 1
    if b[p]: n, p = skip_tags(b, p, n)
    else: p += 1
    if p > e: raise DecodeError(f'JoinGroupRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

SCANNERS = (
    scan_join_group_request_v0,
    scan_join_group_request_v1,
    scan_join_group_request_v1,
    scan_join_group_request_v1,
    scan_join_group_request_v1,
    scan_join_group_request_v5,
    scan_join_group_request_v6,
    scan_join_group_request_v6,
    scan_join_group_request_v8,
    scan_join_group_request_v8,
)

def join_group_response_v0_head0(o0, l, out):
    a = l.append
    if o0.skip_assignment or o0.unknown_tagged_fields: raise refuse(o0, 'skip_assignment', 'unknown_tagged_fields')
    v = o0.protocol_name.encode()
    n = len(v)
    a(P_hih(o0.error_code, o0.generation_id, n))
    a(v)
    v = o0.leader.encode()
    n = len(v)
    a(P_h(n))
    a(v)
    v = o0.member_id.encode()
    n = len(v)
    a(P_h(n))
    a(v)
def join_group_response_v0_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.member_id.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v = o1.metadata
        n = len(v)
        a(P_i(n))
        a(v)
def join_group_response_v0_tail0(o0, l, out):
    a = l.append
join_group_response_v0 = (
    ('members', '', join_group_response_v0_head0, join_group_response_v0_each0, join_group_response_v0_tail0),
)

def join_group_response_v2_head0(o0, l, out):
    a = l.append
    if o0.skip_assignment or o0.unknown_tagged_fields: raise refuse(o0, 'skip_assignment', 'unknown_tagged_fields')
    v = o0.protocol_name.encode()
    n = len(v)
    a(P_ihih(o0.throttle_time_ms, o0.error_code, o0.generation_id, n))
    a(v)
    v = o0.leader.encode()
    n = len(v)
    a(P_h(n))
    a(v)
    v = o0.member_id.encode()
    n = len(v)
    a(P_h(n))
    a(v)
def join_group_response_v2_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.member_id.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v = o1.metadata
        n = len(v)
        a(P_i(n))
        a(v)
def join_group_response_v2_tail0(o0, l, out):
    a = l.append
join_group_response_v2 = (
    ('members', '', join_group_response_v2_head0, join_group_response_v2_each0, join_group_response_v2_tail0),
)

def join_group_response_v5_head0(o0, l, out):
    a = l.append
    if o0.skip_assignment or o0.unknown_tagged_fields: raise refuse(o0, 'skip_assignment', 'unknown_tagged_fields')
    v = o0.protocol_name.encode()
    n = len(v)
    a(P_ihih(o0.throttle_time_ms, o0.error_code, o0.generation_id, n))
    a(v)
    v = o0.leader.encode()
    n = len(v)
    a(P_h(n))
    a(v)
    v = o0.member_id.encode()
    n = len(v)
    a(P_h(n))
    a(v)
def join_group_response_v5_each0(o0, l, out):
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
        v = o1.metadata
        n = len(v)
        a(P_i(n))
        a(v)
def join_group_response_v5_tail0(o0, l, out):
    a = l.append
join_group_response_v5 = (
    ('members', '', join_group_response_v5_head0, join_group_response_v5_each0, join_group_response_v5_tail0),
)

def join_group_response_v6_head0(o0, l, out):
    a = l.append
    if o0.skip_assignment: raise refuse(o0, 'skip_assignment')
    v = o0.protocol_name.encode()
    n = len(v) + 1
    if n < 128: a(P_ihiB(o0.throttle_time_ms, o0.error_code, o0.generation_id, n))
    else: a(P_ihi(o0.throttle_time_ms, o0.error_code, o0.generation_id) + uvarint(n))
    a(v)
    v = o0.leader.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v = o0.member_id.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
def join_group_response_v6_each0(o0, l, out):
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
        v = o1.metadata
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
def join_group_response_v6_tail0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
join_group_response_v6 = (
    ('members', '', join_group_response_v6_head0, join_group_response_v6_each0, join_group_response_v6_tail0),
)

def join_group_response_v7_head0(o0, l, out):
    a = l.append
    if o0.skip_assignment: raise refuse(o0, 'skip_assignment')
    v = o0.protocol_type
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(P_ihiB(o0.throttle_time_ms, o0.error_code, o0.generation_id, n))
    else: a(P_ihi(o0.throttle_time_ms, o0.error_code, o0.generation_id) + uvarint(n))
    a(v)
    v = o0.protocol_name
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v = o0.leader.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v = o0.member_id.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
def join_group_response_v7_each0(o0, l, out):
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
        v = o1.metadata
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
def join_group_response_v7_tail0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
join_group_response_v7 = (
    ('members', '', join_group_response_v7_head0, join_group_response_v7_each0, join_group_response_v7_tail0),
)

def join_group_response_v9_head0(o0, l, out):
    a = l.append
    v = o0.protocol_type
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(P_ihiB(o0.throttle_time_ms, o0.error_code, o0.generation_id, n))
    else: a(P_ihi(o0.throttle_time_ms, o0.error_code, o0.generation_id) + uvarint(n))
    a(v)
    v = o0.protocol_name
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v = o0.leader.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v = o0.member_id.encode()
    n = len(v) + 1
    if n < 128: a(P_TB(o0.skip_assignment, n))
    else: a(P_T(o0.skip_assignment) + uvarint(n))
    a(v)
def join_group_response_v9_each0(o0, l, out):
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
        v = o1.metadata
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
def join_group_response_v9_tail0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
join_group_response_v9 = (
    ('members', '', join_group_response_v9_head0, join_group_response_v9_each0, join_group_response_v9_tail0),
)

PIECES = (
    (False, join_group_response_v0),
    (False, join_group_response_v0),
    (False, join_group_response_v2),
    (False, join_group_response_v2),
    (False, join_group_response_v2),
    (False, join_group_response_v5),
    (True, join_group_response_v6),
    (True, join_group_response_v7),
    (True, join_group_response_v7),
    (True, join_group_response_v9),
)
