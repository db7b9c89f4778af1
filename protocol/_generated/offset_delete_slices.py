"""Written by `make generate` from protocol/messages/offset_delete.py. Do not edit."""

from kavka.protocol._generated.offset_delete import *
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import pack, read_uvarint, refuse, skip_tags, uvarint, write_tags

U_h = Struct('>h').unpack_from
U_i = Struct('>i').unpack_from
P_hi = Struct('>hi').pack
P_h = Struct('>h').pack
P_i = Struct('>i').pack
P_ih = Struct('>ih').pack

def scan_offset_delete_request_v0(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    q, = U_h(b, p)
    p += 2
    if q >= 0: p += q
    else: raise DecodeError(f'OffsetDeleteRequest: group_id: length {q}')
    h0 = p
    r0 = []
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 <= (e - p) // 6: raise DecodeError(f'OffsetDeleteRequest: topics: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            g0 = p
            v0 = n
            q, = U_h(b, p)
            p += 2
            if q >= 0: p += q
            else: raise DecodeError(f'OffsetDeleteRequest: topics.name: length {q}')
            h1 = p
            r1 = []
            c1, = U_i(b, p)
            p += 4
            if not 0 <= c1 <= (e - p) // 4: raise DecodeError(f'OffsetDeleteRequest: topics.partitions: count {c1}')
            if c1 > 0:
                for j in range(0, c1, w):
                    k = min(w, c1 - j)
                    q = p + k * 4
                    r1.append((k, p, q, None))
                    p = q
                    n += k
                    if n >= y: y = n + w; yield n
                z1 = p
            if n - v0 > w and r1:
                if k0: r0.append((k0, s0, g0, None))
                r0.append((1, g0, p, (h1, z1, r1)))
                s0 = p
                k0 = 0
                m0 = n
                continue
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
    if p > e: raise DecodeError(f'OffsetDeleteRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

SCANNERS = (
    scan_offset_delete_request_v0,
)

def offset_delete_response_v0_head0(o0, l, out):
    a = l.append
    a(P_hi(o0.error_code, o0.throttle_time_ms))
def offset_delete_response_v0_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        v = o1.name.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v1 = o1.partitions
        n = len(v1)
        a(P_i(n))
        for o2 in v1:
            a(P_ih(o2.partition_index, o2.error_code))
def offset_delete_response_v0_tail0(o0, l, out):
    a = l.append
def offset_delete_response_v0_head1(o0, l, out):
    a = l.append
    v = o0.name.encode()
    n = len(v)
    a(P_h(n))
    a(v)
def offset_delete_response_v0_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        a(P_ih(o1.partition_index, o1.error_code))
def offset_delete_response_v0_tail1(o0, l, out):
    a = l.append
offset_delete_response_v0 = (
    ('topics', 'name', offset_delete_response_v0_head0, offset_delete_response_v0_each0, offset_delete_response_v0_tail0),
    ('partitions', '', offset_delete_response_v0_head1, offset_delete_response_v0_each1, offset_delete_response_v0_tail1),
)

PIECES = (
    (False, offset_delete_response_v0),
)
