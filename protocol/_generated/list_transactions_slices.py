"""Written by `make generate` from protocol/messages/list_transactions.py. Do not edit."""

from kavka.protocol._generated.list_transactions import *
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import pack, read_uvarint, refuse, skip_tags, uvarint, write_tags

P_ihB = Struct('>ihB').pack
P_ih = Struct('>ih').pack
P_qB = Struct('>qB').pack
P_q = Struct('>q').pack

def scan_list_transactions_request_v0(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    h0 = p
    r0 = []
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 <= (e - p) // 1: raise DecodeError(f'ListTransactionsRequest: state_filters: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            q = b[p]
            p += 1
            if q > 127: q, p = read_uvarint(b, p - 1)
            if q > 32768: raise DecodeError(f'ListTransactionsRequest: state_filters: length {q}')
            if q: p += q - 1
            else: raise DecodeError(f'ListTransactionsRequest: state_filters: length {q}')
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
    if not 0 <= c0 <= (e - p) // 8: raise DecodeError(f'ListTransactionsRequest: producer_id_filters: count {c0}')
    if c0 > 0:
        for j in range(0, c0, w):
            k = min(w, c0 - j)
            q = p + k * 8
            r0.append((k, p, q, None))
            p = q
            n += k
            if n >= y: y = n + w; yield n
        z0 = p
        out.append((h0, z0, r0))
    if b[p]: n, p = skip_tags(b, p, n)
    else: p += 1
    if p > e: raise DecodeError(f'ListTransactionsRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_list_transactions_request_v1(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    h0 = p
    r0 = []
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 <= (e - p) // 1: raise DecodeError(f'ListTransactionsRequest: state_filters: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            q = b[p]
            p += 1
            if q > 127: q, p = read_uvarint(b, p - 1)
            if q > 32768: raise DecodeError(f'ListTransactionsRequest: state_filters: length {q}')
            if q: p += q - 1
            else: raise DecodeError(f'ListTransactionsRequest: state_filters: length {q}')
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
    if not 0 <= c0 <= (e - p) // 8: raise DecodeError(f'ListTransactionsRequest: producer_id_filters: count {c0}')
    if c0 > 0:
        for j in range(0, c0, w):
            k = min(w, c0 - j)
            q = p + k * 8
            r0.append((k, p, q, None))
            p = q
            n += k
            if n >= y: y = n + w; yield n
        z0 = p
        out.append((h0, z0, r0))
    p += 8
    if b[p]: n, p = skip_tags(b, p, n)
    else: p += 1
    if p > e: raise DecodeError(f'ListTransactionsRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_list_transactions_request_v2(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    h0 = p
    r0 = []
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 <= (e - p) // 1: raise DecodeError(f'ListTransactionsRequest: state_filters: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            q = b[p]
            p += 1
            if q > 127: q, p = read_uvarint(b, p - 1)
            if q > 32768: raise DecodeError(f'ListTransactionsRequest: state_filters: length {q}')
            if q: p += q - 1
            else: raise DecodeError(f'ListTransactionsRequest: state_filters: length {q}')
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
    if not 0 <= c0 <= (e - p) // 8: raise DecodeError(f'ListTransactionsRequest: producer_id_filters: count {c0}')
    if c0 > 0:
        for j in range(0, c0, w):
            k = min(w, c0 - j)
            q = p + k * 8
            r0.append((k, p, q, None))
            p = q
            n += k
            if n >= y: y = n + w; yield n
        z0 = p
        out.append((h0, z0, r0))
    p += 8
    q = b[p]
    p += 1
    if q > 127: q, p = read_uvarint(b, p - 1)
    if q > 32768: raise DecodeError(f'ListTransactionsRequest: transactional_id_pattern: length {q}')
    if q: p += q - 1
    if b[p]: n, p = skip_tags(b, p, n)
    else: p += 1
    if p > e: raise DecodeError(f'ListTransactionsRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

SCANNERS = (
    scan_list_transactions_request_v0,
    scan_list_transactions_request_v1,
    scan_list_transactions_request_v2,
)

def list_transactions_response_v0_head0(o0, l, out):
    a = l.append
    v0 = o0.unknown_state_filters
    n = len(v0) + 1
    if n < 128: a(P_ihB(o0.throttle_time_ms, o0.error_code, n))
    else: a(P_ih(o0.throttle_time_ms, o0.error_code) + uvarint(n))
    for o1 in v0:
        v = o1.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
def list_transactions_response_v0_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        v = o1.transactional_id.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v = o1.transaction_state.encode()
        n = len(v) + 1
        if n < 128: a(P_qB(o1.producer_id, n))
        else: a(P_q(o1.producer_id) + uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
def list_transactions_response_v0_tail0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
list_transactions_response_v0 = (
    ('transaction_states', 'transactional_id', list_transactions_response_v0_head0, list_transactions_response_v0_each0, list_transactions_response_v0_tail0),
)

PIECES = (
    (True, list_transactions_response_v0),
    (True, list_transactions_response_v0),
    (True, list_transactions_response_v0),
)
