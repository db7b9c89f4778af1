"""Written by `make generate` from protocol/messages/add_partitions_to_txn.py. Do not edit."""

from kavka.protocol._generated.add_partitions_to_txn import *
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import pack, read_uvarint, refuse, skip_tags, uvarint, write_tags

U_h = Struct('>h').unpack_from
U_i = Struct('>i').unpack_from
P_i = Struct('>i').pack
P_h = Struct('>h').pack
P_ih = Struct('>ih').pack
P_ihx = Struct('>ihx').pack

def scan_add_partitions_to_txn_request_v0(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    q, = U_h(b, p)
    p += 2
    if q >= 0: p += q
    else: raise DecodeError(f'AddPartitionsToTxnRequest: v3_and_below_transactional_id: length {q}')
    p += 10
    h0 = p
    r0 = []
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 <= (e - p) // 6: raise DecodeError(f'AddPartitionsToTxnRequest: v3_and_below_topics: count {c0}')
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
            else: raise DecodeError(f'AddPartitionsToTxnRequest: v3_and_below_topics.name: length {q}')
            h1 = p
            r1 = []
            c1, = U_i(b, p)
            p += 4
            if not 0 <= c1 <= (e - p) // 4: raise DecodeError(f'AddPartitionsToTxnRequest: v3_and_below_topics.partitions: count {c1}')
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
    if p > e: raise DecodeError(f'AddPartitionsToTxnRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_add_partitions_to_txn_request_v3(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    q = b[p]
    p += 1
    if q > 127: q, p = read_uvarint(b, p - 1)
    if q > 32768: raise DecodeError(f'AddPartitionsToTxnRequest: v3_and_below_transactional_id: length {q}')
    if q: p += q - 1
    else: raise DecodeError(f'AddPartitionsToTxnRequest: v3_and_below_transactional_id: length {q}')
    p += 10
    h0 = p
    r0 = []
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 <= (e - p) // 3: raise DecodeError(f'AddPartitionsToTxnRequest: v3_and_below_topics: count {c0}')
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
            if q > 32768: raise DecodeError(f'AddPartitionsToTxnRequest: v3_and_below_topics.name: length {q}')
            if q: p += q - 1
            else: raise DecodeError(f'AddPartitionsToTxnRequest: v3_and_below_topics.name: length {q}')
            h1 = p
            r1 = []
            c1 = b[p]
            p += 1
            if c1 > 127: c1, p = read_uvarint(b, p - 1)
            c1 -= 1
            if not 0 <= c1 <= (e - p) // 4: raise DecodeError(f'AddPartitionsToTxnRequest: v3_and_below_topics.partitions: count {c1}')
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
    if p > e: raise DecodeError(f'AddPartitionsToTxnRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_add_partitions_to_txn_request_v4(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    h0 = p
    r0 = []
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 <= (e - p) // 14: raise DecodeError(f'AddPartitionsToTxnRequest: transactions: count {c0}')
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
            if q > 32768: raise DecodeError(f'AddPartitionsToTxnRequest: transactions.transactional_id: length {q}')
            if q: p += q - 1
            else: raise DecodeError(f'AddPartitionsToTxnRequest: transactions.transactional_id: length {q}')
            p += 11
            h1 = p
            r1 = []
            c1 = b[p]
            p += 1
            if c1 > 127: c1, p = read_uvarint(b, p - 1)
            c1 -= 1
            if not 0 <= c1 <= (e - p) // 3: raise DecodeError(f'AddPartitionsToTxnRequest: transactions.topics: count {c1}')
            if c1 > 0:
                s1 = p
                k1 = 0
                m1 = n
                for _ in range(c1):
                    n += 1
                    g1 = p
                    v1 = n
                    q = b[p]
                    p += 1
                    if q > 127: q, p = read_uvarint(b, p - 1)
                    if q > 32768: raise DecodeError(f'AddPartitionsToTxnRequest: transactions.topics.name: length {q}')
                    if q: p += q - 1
                    else: raise DecodeError(f'AddPartitionsToTxnRequest: transactions.topics.name: length {q}')
                    h2 = p
                    r2 = []
                    c2 = b[p]
                    p += 1
                    if c2 > 127: c2, p = read_uvarint(b, p - 1)
                    c2 -= 1
                    if not 0 <= c2 <= (e - p) // 4: raise DecodeError(f'AddPartitionsToTxnRequest: transactions.topics.partitions: count {c2}')
                    if c2 > 0:
                        for j in range(0, c2, w):
                            k = min(w, c2 - j)
                            q = p + k * 4
                            r2.append((k, p, q, None))
                            p = q
                            n += k
                            if n >= y: y = n + w; yield n
                        z2 = p
                    if b[p]: n, p = skip_tags(b, p, n)
                    else: p += 1
                    if n - v1 > w and r2:
                        if k1: r1.append((k1, s1, g1, None))
                        r1.append((1, g1, p, (h2, z2, r2)))
                        s1 = p
                        k1 = 0
                        m1 = n
                        continue
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
    if p > e: raise DecodeError(f'AddPartitionsToTxnRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

SCANNERS = (
    scan_add_partitions_to_txn_request_v0,
    scan_add_partitions_to_txn_request_v0,
    scan_add_partitions_to_txn_request_v0,
    scan_add_partitions_to_txn_request_v3,
    scan_add_partitions_to_txn_request_v4,
    scan_add_partitions_to_txn_request_v4,
)

def add_partitions_to_txn_response_v0_head0(o0, l, out):
    a = l.append
    if o0.results_by_transaction or o0.unknown_tagged_fields: raise refuse(o0, 'results_by_transaction', 'unknown_tagged_fields')
    a(P_i(o0.throttle_time_ms))
def add_partitions_to_txn_response_v0_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.name.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v1 = o1.results_by_partition
        n = len(v1)
        a(P_i(n))
        for o2 in v1:
            if o2.unknown_tagged_fields: raise refuse(o2, 'unknown_tagged_fields')
            a(P_ih(o2.partition_index, o2.partition_error_code))
def add_partitions_to_txn_response_v0_tail0(o0, l, out):
    a = l.append
def add_partitions_to_txn_response_v0_head1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v = o0.name.encode()
    n = len(v)
    a(P_h(n))
    a(v)
def add_partitions_to_txn_response_v0_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        a(P_ih(o1.partition_index, o1.partition_error_code))
def add_partitions_to_txn_response_v0_tail1(o0, l, out):
    a = l.append
add_partitions_to_txn_response_v0 = (
    ('results_by_topic_v3_and_below', 'name', add_partitions_to_txn_response_v0_head0, add_partitions_to_txn_response_v0_each0, add_partitions_to_txn_response_v0_tail0),
    ('results_by_partition', '', add_partitions_to_txn_response_v0_head1, add_partitions_to_txn_response_v0_each1, add_partitions_to_txn_response_v0_tail1),
)

def add_partitions_to_txn_response_v3_head0(o0, l, out):
    a = l.append
    if o0.results_by_transaction: raise refuse(o0, 'results_by_transaction')
    a(P_i(o0.throttle_time_ms))
def add_partitions_to_txn_response_v3_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        v = o1.name.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v1 = o1.results_by_partition
        n = len(v1) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o2 in v1:
            if o2.unknown_tagged_fields:
                a(P_ih(o2.partition_index, o2.partition_error_code))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(P_ihx(o2.partition_index, o2.partition_error_code))
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
def add_partitions_to_txn_response_v3_tail0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
def add_partitions_to_txn_response_v3_head1(o0, l, out):
    a = l.append
    v = o0.name.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
def add_partitions_to_txn_response_v3_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields:
            a(P_ih(o1.partition_index, o1.partition_error_code))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_ihx(o1.partition_index, o1.partition_error_code))
def add_partitions_to_txn_response_v3_tail1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
add_partitions_to_txn_response_v3 = (
    ('results_by_topic_v3_and_below', 'name', add_partitions_to_txn_response_v3_head0, add_partitions_to_txn_response_v3_each0, add_partitions_to_txn_response_v3_tail0),
    ('results_by_partition', '', add_partitions_to_txn_response_v3_head1, add_partitions_to_txn_response_v3_each1, add_partitions_to_txn_response_v3_tail1),
)

def add_partitions_to_txn_response_v4_head0(o0, l, out):
    a = l.append
    if o0.results_by_topic_v3_and_below: raise refuse(o0, 'results_by_topic_v3_and_below')
    a(P_ih(o0.throttle_time_ms, o0.error_code))
def add_partitions_to_txn_response_v4_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        v = o1.transactional_id.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v1 = o1.topic_results
        n = len(v1) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o2 in v1:
            v = o2.name.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            v2 = o2.results_by_partition
            n = len(v2) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            for o3 in v2:
                if o3.unknown_tagged_fields:
                    a(P_ih(o3.partition_index, o3.partition_error_code))
                    a(write_tags(o3.unknown_tagged_fields))
                else:
                    a(P_ihx(o3.partition_index, o3.partition_error_code))
            if o2.unknown_tagged_fields:
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(b'\x00')
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
def add_partitions_to_txn_response_v4_tail0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
def add_partitions_to_txn_response_v4_head1(o0, l, out):
    a = l.append
    v = o0.transactional_id.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
def add_partitions_to_txn_response_v4_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        v = o1.name.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v1 = o1.results_by_partition
        n = len(v1) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o2 in v1:
            if o2.unknown_tagged_fields:
                a(P_ih(o2.partition_index, o2.partition_error_code))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(P_ihx(o2.partition_index, o2.partition_error_code))
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
def add_partitions_to_txn_response_v4_tail1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
def add_partitions_to_txn_response_v4_head2(o0, l, out):
    a = l.append
    v = o0.name.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
def add_partitions_to_txn_response_v4_each2(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields:
            a(P_ih(o1.partition_index, o1.partition_error_code))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_ihx(o1.partition_index, o1.partition_error_code))
def add_partitions_to_txn_response_v4_tail2(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
add_partitions_to_txn_response_v4 = (
    ('results_by_transaction', 'transactional_id', add_partitions_to_txn_response_v4_head0, add_partitions_to_txn_response_v4_each0, add_partitions_to_txn_response_v4_tail0),
    ('topic_results', 'name', add_partitions_to_txn_response_v4_head1, add_partitions_to_txn_response_v4_each1, add_partitions_to_txn_response_v4_tail1),
    ('results_by_partition', '', add_partitions_to_txn_response_v4_head2, add_partitions_to_txn_response_v4_each2, add_partitions_to_txn_response_v4_tail2),
)

PIECES = (
    (False, add_partitions_to_txn_response_v0),
    (False, add_partitions_to_txn_response_v0),
    (False, add_partitions_to_txn_response_v0),
    (True, add_partitions_to_txn_response_v3),
    (True, add_partitions_to_txn_response_v4),
    (True, add_partitions_to_txn_response_v4),
)
