"""Written by `make generate` from protocol/messages/find_coordinator.py. Do not edit."""

from kavka.protocol._generated.find_coordinator import *
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import pack, read_uvarint, refuse, skip_tags, uvarint, write_tags

U_h = Struct('>h').unpack_from
P_i = Struct('>i').pack
P_iB = Struct('>iB').pack
P_ihB = Struct('>ihB').pack
P_ih = Struct('>ih').pack

def scan_find_coordinator_request_v0(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    q, = U_h(b, p)
    p += 2
    if q >= 0: p += q
    else: raise DecodeError(f'FindCoordinatorRequest: key: length {q}')
    if p > e: raise DecodeError(f'FindCoordinatorRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_find_coordinator_request_v1(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    q, = U_h(b, p)
    p += 2
    if q >= 0: p += q
    else: raise DecodeError(f'FindCoordinatorRequest: key: length {q}')
    p += 1
    if p > e: raise DecodeError(f'FindCoordinatorRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_find_coordinator_request_v3(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    q = b[p]
    p += 1
    if q > 127: q, p = read_uvarint(b, p - 1)
    if q > 32768: raise DecodeError(f'FindCoordinatorRequest: key: length {q}')
    if q: p += q - 1
    else: raise DecodeError(f'FindCoordinatorRequest: key: length {q}')
    p += 1
    if b[p]: n, p = skip_tags(b, p, n)
    else: p += 1
    if p > e: raise DecodeError(f'FindCoordinatorRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_find_coordinator_request_v4(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    p += 1
    h0 = p
    r0 = []
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 <= (e - p) // 1: raise DecodeError(f'FindCoordinatorRequest: coordinator_keys: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            q = b[p]
            p += 1
            if q > 127: q, p = read_uvarint(b, p - 1)
            if q > 32768: raise DecodeError(f'FindCoordinatorRequest: coordinator_keys: length {q}')
            if q: p += q - 1
            else: raise DecodeError(f'FindCoordinatorRequest: coordinator_keys: length {q}')
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
    if p > e: raise DecodeError(f'FindCoordinatorRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

SCANNERS = (
    scan_find_coordinator_request_v0,
    scan_find_coordinator_request_v1,
    scan_find_coordinator_request_v1,
    scan_find_coordinator_request_v3,
    scan_find_coordinator_request_v4,
    scan_find_coordinator_request_v4,
    scan_find_coordinator_request_v4,
)

def find_coordinator_response_v4_head0(o0, l, out):
    a = l.append
    if o0.error_code != 0 or o0.node_id != 0 or o0.host != '' or o0.port != 0: raise refuse(o0, 'error_code', 'node_id', 'host', 'port')
    a(P_i(o0.throttle_time_ms))
def find_coordinator_response_v4_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        v = o1.key.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v = o1.host.encode()
        n = len(v) + 1
        if n < 128: a(P_iB(o1.node_id, n))
        else: a(P_i(o1.node_id) + uvarint(n))
        a(v)
        v = o1.error_message
        if v is None: v = b''; n = 0
        else: v = v.encode(); n = len(v) + 1
        if n < 128: a(P_ihB(o1.port, o1.error_code, n))
        else: a(P_ih(o1.port, o1.error_code) + uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
def find_coordinator_response_v4_tail0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
find_coordinator_response_v4 = (
    ('coordinators', '', find_coordinator_response_v4_head0, find_coordinator_response_v4_each0, find_coordinator_response_v4_tail0),
)

PIECES = (
    None,
    None,
    None,
    None,
    (True, find_coordinator_response_v4),
    (True, find_coordinator_response_v4),
    (True, find_coordinator_response_v4),
)
