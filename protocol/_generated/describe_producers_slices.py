"""Written by `make generate` from protocol/messages/describe_producers.py. Do not edit."""

from kavka.protocol._generated.describe_producers import *
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import pack, read_uvarint, refuse, skip_tags, uvarint, write_tags

P_i = Struct('>i').pack
P_ihB = Struct('>ihB').pack
P_ih = Struct('>ih').pack
P_q2iqiq = Struct('>q2iqiq').pack
P_q2iqiqx = Struct('>q2iqiqx').pack

def scan_describe_producers_request_v0(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    h0 = p
    r0 = []
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 <= (e - p) // 3: raise DecodeError(f'DescribeProducersRequest: topics: count {c0}')
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
            if q > 32768: raise DecodeError(f'DescribeProducersRequest: topics.name: length {q}')
            if q: p += q - 1
            else: raise DecodeError(f'DescribeProducersRequest: topics.name: length {q}')
            h1 = p
            r1 = []
            c1 = b[p]
            p += 1
            if c1 > 127: c1, p = read_uvarint(b, p - 1)
            c1 -= 1
            if not 0 <= c1 <= (e - p) // 4: raise DecodeError(f'DescribeProducersRequest: topics.partition_indexes: count {c1}')
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
    if p > e: raise DecodeError(f'DescribeProducersRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

SCANNERS = (
    scan_describe_producers_request_v0,
)

def describe_producers_response_v0_head0(o0, l, out):
    a = l.append
    a(P_i(o0.throttle_time_ms))
def describe_producers_response_v0_each0(o0, l, out):
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
            v2 = o2.active_producers
            n = len(v2) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            for o3 in v2:
                if o3.unknown_tagged_fields:
                    a(P_q2iqiq(o3.producer_id, o3.producer_epoch, o3.last_sequence, o3.last_timestamp, o3.coordinator_epoch, o3.current_txn_start_offset))
                    a(write_tags(o3.unknown_tagged_fields))
                else:
                    a(P_q2iqiqx(o3.producer_id, o3.producer_epoch, o3.last_sequence, o3.last_timestamp, o3.coordinator_epoch, o3.current_txn_start_offset))
            if o2.unknown_tagged_fields:
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(b'\x00')
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
def describe_producers_response_v0_tail0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
def describe_producers_response_v0_head1(o0, l, out):
    a = l.append
    v = o0.name.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
def describe_producers_response_v0_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        v = o1.error_message
        if v is None: v = b''; n = 0
        else: v = v.encode(); n = len(v) + 1
        if n < 128: a(P_ihB(o1.partition_index, o1.error_code, n))
        else: a(P_ih(o1.partition_index, o1.error_code) + uvarint(n))
        a(v)
        v1 = o1.active_producers
        n = len(v1) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o2 in v1:
            if o2.unknown_tagged_fields:
                a(P_q2iqiq(o2.producer_id, o2.producer_epoch, o2.last_sequence, o2.last_timestamp, o2.coordinator_epoch, o2.current_txn_start_offset))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(P_q2iqiqx(o2.producer_id, o2.producer_epoch, o2.last_sequence, o2.last_timestamp, o2.coordinator_epoch, o2.current_txn_start_offset))
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
def describe_producers_response_v0_tail1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
def describe_producers_response_v0_head2(o0, l, out):
    a = l.append
    v = o0.error_message
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(P_ihB(o0.partition_index, o0.error_code, n))
    else: a(P_ih(o0.partition_index, o0.error_code) + uvarint(n))
    a(v)
def describe_producers_response_v0_each2(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields:
            a(P_q2iqiq(o1.producer_id, o1.producer_epoch, o1.last_sequence, o1.last_timestamp, o1.coordinator_epoch, o1.current_txn_start_offset))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_q2iqiqx(o1.producer_id, o1.producer_epoch, o1.last_sequence, o1.last_timestamp, o1.coordinator_epoch, o1.current_txn_start_offset))
def describe_producers_response_v0_tail2(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
describe_producers_response_v0 = (
    ('topics', 'name', describe_producers_response_v0_head0, describe_producers_response_v0_each0, describe_producers_response_v0_tail0),
    ('partitions', '', describe_producers_response_v0_head1, describe_producers_response_v0_each1, describe_producers_response_v0_tail1),
    ('active_producers', 'producer_id', describe_producers_response_v0_head2, describe_producers_response_v0_each2, describe_producers_response_v0_tail2),
)

PIECES = (
    (True, describe_producers_response_v0),
)
