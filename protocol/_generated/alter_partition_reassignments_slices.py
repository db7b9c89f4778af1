"""Written by `make generate` from protocol/messages/alter_partition_reassignments.py. Do not edit."""

from kavka.protocol._generated.alter_partition_reassignments import *
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import pack, read_uvarint, refuse, skip_tags, uvarint, write_tags

P_ihB = Struct('>ihB').pack
P_ih = Struct('>ih').pack
P_iThB = Struct('>i?hB').pack
P_iTh = Struct('>i?h').pack

def scan_alter_partition_reassignments_request_v0(b, p, w, out):
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
    if not 0 <= c0 <= (e - p) // 3: raise DecodeError(f'AlterPartitionReassignmentsRequest: topics: count {c0}')
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
            if q > 32768: raise DecodeError(f'AlterPartitionReassignmentsRequest: topics.name: length {q}')
            if q: p += q - 1
            else: raise DecodeError(f'AlterPartitionReassignmentsRequest: topics.name: length {q}')
            h1 = p
            r1 = []
            c1 = b[p]
            p += 1
            if c1 > 127: c1, p = read_uvarint(b, p - 1)
            c1 -= 1
            if not 0 <= c1 <= (e - p) // 6: raise DecodeError(f'AlterPartitionReassignmentsRequest: topics.partitions: count {c1}')
            if c1 > 0:
                s1 = p
                k1 = 0
                m1 = n
                for _ in range(c1):
                    n += 1
                    p += 4
                    c11 = b[p]
                    p += 1
                    if c11 > 127: c11, p = read_uvarint(b, p - 1)
                    c11 -= 1
                    if not -1 <= c11 <= (e - p) // 4: raise DecodeError(f'AlterPartitionReassignmentsRequest: topics.partitions.replicas: count {c11}')
                    if c11 > 0:
                        n += c11
                        p += c11 * 4
                        if n >= y: y = n + w; yield n
                    if b[p]: n, p = skip_tags(b, p, n)
                    else: p += 1
                    k1 += 1
                    if n - m1 >= w:
                        r1.append((k1, s1, p, None))
                        s1 = p
                        k1 = 0
                        m1 = n
                        if n >= y: y = n + w; yield n
                if k1: r1.append((k1, s1, p, None))
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
    if p > e: raise DecodeError(f'AlterPartitionReassignmentsRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_alter_partition_reassignments_request_v1(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    p += 5
    h0 = p
    r0 = []
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 <= (e - p) // 3: raise DecodeError(f'AlterPartitionReassignmentsRequest: topics: count {c0}')
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
            if q > 32768: raise DecodeError(f'AlterPartitionReassignmentsRequest: topics.name: length {q}')
            if q: p += q - 1
            else: raise DecodeError(f'AlterPartitionReassignmentsRequest: topics.name: length {q}')
            h1 = p
            r1 = []
            c1 = b[p]
            p += 1
            if c1 > 127: c1, p = read_uvarint(b, p - 1)
            c1 -= 1
            if not 0 <= c1 <= (e - p) // 6: raise DecodeError(f'AlterPartitionReassignmentsRequest: topics.partitions: count {c1}')
            if c1 > 0:
                s1 = p
                k1 = 0
                m1 = n
                for _ in range(c1):
                    n += 1
                    p += 4
                    c11 = b[p]
                    p += 1
                    if c11 > 127: c11, p = read_uvarint(b, p - 1)
                    c11 -= 1
                    if not -1 <= c11 <= (e - p) // 4: raise DecodeError(f'AlterPartitionReassignmentsRequest: topics.partitions.replicas: count {c11}')
                    if c11 > 0:
                        n += c11
                        p += c11 * 4
                        if n >= y: y = n + w; yield n
                    if b[p]: n, p = skip_tags(b, p, n)
                    else: p += 1
                    k1 += 1
                    if n - m1 >= w:
                        r1.append((k1, s1, p, None))
                        s1 = p
                        k1 = 0
                        m1 = n
                        if n >= y: y = n + w; yield n
                if k1: r1.append((k1, s1, p, None))
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
    if p > e: raise DecodeError(f'AlterPartitionReassignmentsRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

SCANNERS = (
    scan_alter_partition_reassignments_request_v0,
    scan_alter_partition_reassignments_request_v1,
)

def alter_partition_reassignments_response_v0_head0(o0, l, out):
    a = l.append
    v = o0.error_message
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(P_ihB(o0.throttle_time_ms, o0.error_code, n))
    else: a(P_ih(o0.throttle_time_ms, o0.error_code) + uvarint(n))
    a(v)
def alter_partition_reassignments_response_v0_each0(o0, l, out):
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
            v = o2.error_message
            if v is None: v = b''; n = 0
            else: v = v.encode(); n = len(v) + 1
            if n < 128: a(P_ihB(o2.partition_index, o2.error_code, n))
            else: a(P_ih(o2.partition_index, o2.error_code) + uvarint(n))
            a(v)
            if o2.unknown_tagged_fields:
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(b'\x00')
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
def alter_partition_reassignments_response_v0_tail0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
def alter_partition_reassignments_response_v0_head1(o0, l, out):
    a = l.append
    v = o0.name.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
def alter_partition_reassignments_response_v0_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        v = o1.error_message
        if v is None: v = b''; n = 0
        else: v = v.encode(); n = len(v) + 1
        if n < 128: a(P_ihB(o1.partition_index, o1.error_code, n))
        else: a(P_ih(o1.partition_index, o1.error_code) + uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
def alter_partition_reassignments_response_v0_tail1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
alter_partition_reassignments_response_v0 = (
    ('responses', 'name', alter_partition_reassignments_response_v0_head0, alter_partition_reassignments_response_v0_each0, alter_partition_reassignments_response_v0_tail0),
    ('partitions', '', alter_partition_reassignments_response_v0_head1, alter_partition_reassignments_response_v0_each1, alter_partition_reassignments_response_v0_tail1),
)

def alter_partition_reassignments_response_v1_head0(o0, l, out):
    a = l.append
    v = o0.error_message
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(P_iThB(o0.throttle_time_ms, o0.allow_replication_factor_change, o0.error_code, n))
    else: a(P_iTh(o0.throttle_time_ms, o0.allow_replication_factor_change, o0.error_code) + uvarint(n))
    a(v)
def alter_partition_reassignments_response_v1_each0(o0, l, out):
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
            v = o2.error_message
            if v is None: v = b''; n = 0
            else: v = v.encode(); n = len(v) + 1
            if n < 128: a(P_ihB(o2.partition_index, o2.error_code, n))
            else: a(P_ih(o2.partition_index, o2.error_code) + uvarint(n))
            a(v)
            if o2.unknown_tagged_fields:
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(b'\x00')
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
def alter_partition_reassignments_response_v1_tail0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
def alter_partition_reassignments_response_v1_head1(o0, l, out):
    a = l.append
    v = o0.name.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
def alter_partition_reassignments_response_v1_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        v = o1.error_message
        if v is None: v = b''; n = 0
        else: v = v.encode(); n = len(v) + 1
        if n < 128: a(P_ihB(o1.partition_index, o1.error_code, n))
        else: a(P_ih(o1.partition_index, o1.error_code) + uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
def alter_partition_reassignments_response_v1_tail1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
alter_partition_reassignments_response_v1 = (
    ('responses', 'name', alter_partition_reassignments_response_v1_head0, alter_partition_reassignments_response_v1_each0, alter_partition_reassignments_response_v1_tail0),
    ('partitions', '', alter_partition_reassignments_response_v1_head1, alter_partition_reassignments_response_v1_each1, alter_partition_reassignments_response_v1_tail1),
)

PIECES = (
    (True, alter_partition_reassignments_response_v0),
    (True, alter_partition_reassignments_response_v1),
)
