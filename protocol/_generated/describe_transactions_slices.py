"""Written by `make generate` from protocol/messages/describe_transactions.py. Do not edit."""

from kavka.protocol._generated.describe_transactions import *
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import pack, read_uvarint, refuse, skip_tags, uvarint, write_tags

P_i = Struct('>i').pack
P_hB = Struct('>hB').pack
P_h = Struct('>h').pack
P_i2qhB = Struct('>i2qhB').pack
P_i2qh = Struct('>i2qh').pack
F_ni = PackCache('>%di')
F_Bni = PackCache('>B%di')
F_nix = PackCache('>%dix')
F_Bnix = PackCache('>B%dix')

def scan_describe_transactions_request_v0(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    h0 = p
    r0 = []
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 <= (e - p) // 1: raise DecodeError(f'DescribeTransactionsRequest: transactional_ids: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            q = b[p]
            p += 1
            if q > 127: q, p = read_uvarint(b, p - 1)
            if q > 32768: raise DecodeError(f'DescribeTransactionsRequest: transactional_ids: length {q}')
            if q: p += q - 1
            else: raise DecodeError(f'DescribeTransactionsRequest: transactional_ids: length {q}')
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
    if p > e: raise DecodeError(f'DescribeTransactionsRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

SCANNERS = (
    scan_describe_transactions_request_v0,
)

def describe_transactions_response_v0_head0(o0, l, out):
    a = l.append
    a(P_i(o0.throttle_time_ms))
def describe_transactions_response_v0_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        v = o1.transactional_id.encode()
        n = len(v) + 1
        if n < 128: a(P_hB(o1.error_code, n))
        else: a(P_h(o1.error_code) + uvarint(n))
        a(v)
        v = o1.transaction_state.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v1 = o1.topics
        n = len(v1) + 1
        if n < 128: a(P_i2qhB(o1.transaction_timeout_ms, o1.transaction_start_time_ms, o1.producer_id, o1.producer_epoch, n))
        else: a(P_i2qh(o1.transaction_timeout_ms, o1.transaction_start_time_ms, o1.producer_id, o1.producer_epoch) + uvarint(n))
        for o2 in v1:
            v = o2.topic.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            s0 = o2.partitions
            n0 = len(s0)
            if o2.unknown_tagged_fields:
                if n0 > 126:
                    a(uvarint(n0 + 1))
                    a(F_ni[n0](*s0))
                else:
                    a(F_Bni[n0](n0 + 1, *s0))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                if n0 > 126:
                    a(uvarint(n0 + 1))
                    a(F_nix[n0](*s0))
                else:
                    a(F_Bnix[n0](n0 + 1, *s0))
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
def describe_transactions_response_v0_tail0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
def describe_transactions_response_v0_head1(o0, l, out):
    a = l.append
    v = o0.transactional_id.encode()
    n = len(v) + 1
    if n < 128: a(P_hB(o0.error_code, n))
    else: a(P_h(o0.error_code) + uvarint(n))
    a(v)
    v = o0.transaction_state.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    a(P_i2qh(o0.transaction_timeout_ms, o0.transaction_start_time_ms, o0.producer_id, o0.producer_epoch))
def describe_transactions_response_v0_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        v = o1.topic.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        s0 = o1.partitions
        n0 = len(s0)
        if o1.unknown_tagged_fields:
            if n0 > 126:
                a(uvarint(n0 + 1))
                a(F_ni[n0](*s0))
            else:
                a(F_Bni[n0](n0 + 1, *s0))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            if n0 > 126:
                a(uvarint(n0 + 1))
                a(F_nix[n0](*s0))
            else:
                a(F_Bnix[n0](n0 + 1, *s0))
def describe_transactions_response_v0_tail1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
describe_transactions_response_v0 = (
    ('transaction_states', 'transactional_id', describe_transactions_response_v0_head0, describe_transactions_response_v0_each0, describe_transactions_response_v0_tail0),
    ('topics', 'topic', describe_transactions_response_v0_head1, describe_transactions_response_v0_each1, describe_transactions_response_v0_tail1),
)

PIECES = (
    (True, describe_transactions_response_v0),
)
