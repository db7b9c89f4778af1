"""Written by `make generate` from protocol/messages/list_partition_reassignments.py. Do not edit."""

from kavka.protocol._generated.list_partition_reassignments import *
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import pack, read_uvarint, refuse, skip_tags, uvarint, write_tags

P_ihB = Struct('>ihB').pack
P_ih = Struct('>ih').pack
P_i = Struct('>i').pack
F_ni = PackCache('>%di')
F_iBniBniBni = PackCache('>iB%diB%diB%di')
F_nix = PackCache('>%dix')
F_iBniBniBnix = PackCache('>iB%diB%diB%dix')

def scan_list_partition_reassignments_request_v0(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    p += 4
    h0 = p
    r0 = []
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not -1 <= c0 <= (e - p) // 3: raise DecodeError(f'ListPartitionReassignmentsRequest: topics: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            g0 = p
            v0 = n
            q = b[p]
            p += 1
            if q > 127: q, p = read_uvarint(b, p - 1)
            if q > 32768: raise DecodeError(f'ListPartitionReassignmentsRequest: topics.name: length {q}')
            if q: p += q - 1
            else: raise DecodeError(f'ListPartitionReassignmentsRequest: topics.name: length {q}')
            h1 = p
            r1 = []
            c1 = b[p]
            p += 1
            if c1 > 127: c1, p = read_uvarint(b, p - 1)
            c1 -= 1
            if not 0 <= c1 <= (e - p) // 4: raise DecodeError(f'ListPartitionReassignmentsRequest: topics.partition_indexes: count {c1}')
            if c1 > 0:
                for j in range(0, c1, w):
                    k = min(w, c1 - j)
                    q = p + k * 4
                    r1.append((k, p, q, None))
                    p = q
                    n += k
                    if n >= y: y = n + w; yield n
                z1 = p
            if b[p]: n, p = skip_tags(b, p, n)
            else: p += 1
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
    if b[p]: n, p = skip_tags(b, p, n)
    else: p += 1
    if p > e: raise DecodeError(f'ListPartitionReassignmentsRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

SCANNERS = (
    scan_list_partition_reassignments_request_v0,
)

def list_partition_reassignments_response_v0_head0(o0, l, out):
    a = l.append
    v = o0.error_message
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(P_ihB(o0.throttle_time_ms, o0.error_code, n))
    else: a(P_ih(o0.throttle_time_ms, o0.error_code) + uvarint(n))
    a(v)
def list_partition_reassignments_response_v0_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        v = o1.name.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v1 = o1.partitions
        n = len(v1) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o2 in v1:
            s0 = o2.replicas
            n0 = len(s0)
            s1 = o2.adding_replicas
            n1 = len(s1)
            s2 = o2.removing_replicas
            n2 = len(s2)
            if o2.unknown_tagged_fields:
                if n0 > 126 or n1 > 126 or n2 > 126:
                    a(P_i(o2.partition_index))
                    a(uvarint(n0 + 1))
                    a(F_ni[n0](*s0))
                    a(uvarint(n1 + 1))
                    a(F_ni[n1](*s1))
                    a(uvarint(n2 + 1))
                    a(F_ni[n2](*s2))
                else:
                    a(F_iBniBniBni[n0, n1, n2](o2.partition_index, n0 + 1, *s0, n1 + 1, *s1, n2 + 1, *s2))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                if n0 > 126 or n1 > 126 or n2 > 126:
                    a(P_i(o2.partition_index))
                    a(uvarint(n0 + 1))
                    a(F_ni[n0](*s0))
                    a(uvarint(n1 + 1))
                    a(F_ni[n1](*s1))
                    a(uvarint(n2 + 1))
                    a(F_nix[n2](*s2))
                else:
                    a(F_iBniBniBnix[n0, n1, n2](o2.partition_index, n0 + 1, *s0, n1 + 1, *s1, n2 + 1, *s2))
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
def list_partition_reassignments_response_v0_tail0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
def list_partition_reassignments_response_v0_head1(o0, l, out):
    a = l.append
    v = o0.name.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
def list_partition_reassignments_response_v0_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        s0 = o1.replicas
        n0 = len(s0)
        s1 = o1.adding_replicas
        n1 = len(s1)
        s2 = o1.removing_replicas
        n2 = len(s2)
        if o1.unknown_tagged_fields:
            if n0 > 126 or n1 > 126 or n2 > 126:
                a(P_i(o1.partition_index))
                a(uvarint(n0 + 1))
                a(F_ni[n0](*s0))
                a(uvarint(n1 + 1))
                a(F_ni[n1](*s1))
                a(uvarint(n2 + 1))
                a(F_ni[n2](*s2))
            else:
                a(F_iBniBniBni[n0, n1, n2](o1.partition_index, n0 + 1, *s0, n1 + 1, *s1, n2 + 1, *s2))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            if n0 > 126 or n1 > 126 or n2 > 126:
                a(P_i(o1.partition_index))
                a(uvarint(n0 + 1))
                a(F_ni[n0](*s0))
                a(uvarint(n1 + 1))
                a(F_ni[n1](*s1))
                a(uvarint(n2 + 1))
                a(F_nix[n2](*s2))
            else:
                a(F_iBniBniBnix[n0, n1, n2](o1.partition_index, n0 + 1, *s0, n1 + 1, *s1, n2 + 1, *s2))
def list_partition_reassignments_response_v0_tail1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
list_partition_reassignments_response_v0 = (
    ('topics', 'name', list_partition_reassignments_response_v0_head0, list_partition_reassignments_response_v0_each0, list_partition_reassignments_response_v0_tail0),
    ('partitions', '', list_partition_reassignments_response_v0_head1, list_partition_reassignments_response_v0_each1, list_partition_reassignments_response_v0_tail1),
)

PIECES = (
    (True, list_partition_reassignments_response_v0),
)
