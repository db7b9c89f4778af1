"""Written by `make generate` from protocol/messages/list_transactions.py. Do not edit."""

from kavka.protocol.message import Message, Part
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import new, new_message, pack, read_tags, read_uvarint, refuse, unpack_from, uvarint
from kavka.protocol.wire import write_tags

class ListTransactionsRequest(Message):
    __slots__ = ('state_filters', 'producer_id_filters', 'duration_filter', 'transactional_id_pattern', 'unknown_tagged_fields')
    API_KEY = 66
    MIN_VERSION = 0
    MAX_VERSION = 2
    FLEXIBLE_FROM = 0
    
    def __init__(self, state_filters=EMPTY, producer_id_filters=EMPTY, duration_filter=-1, transactional_id_pattern=None, unknown_tagged_fields=()):
        self.state_filters = [] if state_filters is EMPTY else state_filters
        self.producer_id_filters = [] if producer_id_filters is EMPTY else producer_id_filters
        self.duration_filter = duration_filter
        self.transactional_id_pattern = transactional_id_pattern
        self.unknown_tagged_fields = unknown_tagged_fields

class ListTransactionsResponse(Message):
    __slots__ = ('throttle_time_ms', 'error_code', 'unknown_state_filters', 'transaction_states', 'unknown_tagged_fields')
    API_KEY = 66
    MIN_VERSION = 0
    MAX_VERSION = 2
    FLEXIBLE_FROM = 0
    
    class TransactionState(Part):
        __slots__ = ('transactional_id', 'producer_id', 'transaction_state', 'unknown_tagged_fields')
        
        def __init__(self, transactional_id='', producer_id=0, transaction_state='', unknown_tagged_fields=()):
            self.transactional_id = transactional_id
            self.producer_id = producer_id
            self.transaction_state = transaction_state
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, throttle_time_ms=0, error_code=0, unknown_state_filters=EMPTY, transaction_states=EMPTY, unknown_tagged_fields=()):
        self.throttle_time_ms = throttle_time_ms
        self.error_code = error_code
        self.unknown_state_filters = [] if unknown_state_filters is EMPTY else unknown_state_filters
        self.transaction_states = [] if transaction_states is EMPTY else transaction_states
        self.unknown_tagged_fields = unknown_tagged_fields

ListTransactionsResponse_TransactionState = ListTransactionsResponse.TransactionState

UNPACK_q = UNPACK['q']
U_qB = Struct('>qB').unpack_from
F_nq = PackCache('>%dq')
F_Bnq = PackCache('>B%dq')
F_nqx = PackCache('>%dqx')
F_Bnqx = PackCache('>B%dqx')
F_nqq = PackCache('>%dqq')
F_Bnqq = PackCache('>B%dqq')
F_nqqx = PackCache('>%dqqx')
F_Bnqqx = PackCache('>B%dqqx')
F_nqqB = PackCache('>%dqqB')
F_BnqqB = PackCache('>B%dqqB')
U_ihB = Struct('>ihB').unpack_from
P_ihB = Struct('>ihB').pack
P_ih = Struct('>ih').pack
P_qB = Struct('>qB').pack
P_q = Struct('>q').pack

def decode_list_transactions_request_v0(b, p):
    e = len(b)
    o0 = new_message(ListTransactionsRequest)
    o0.duration_filter = -1
    o0.transactional_id_pattern = None
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 <= e - p: raise DecodeError(f'ListTransactionsRequest: state_filters: count {c0}')
    o0.state_filters = l0 = []
    for _ in range(c0):
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'ListTransactionsRequest: element: length {n}')
        q = p + n - 1
        v = b[p:q].decode()
        p = q
        l0.append(v)
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if 0 < c0 < 9: o0.producer_id_filters = [*UNPACK_q[c0](b, p)]; p += c0 * 8
    elif c0 == 0: o0.producer_id_filters = []
    else:
        if not 0 <= c0 * 8 <= e - p: raise DecodeError(f'ListTransactionsRequest: producer_id_filters: count {c0}')
        o0.producer_id_filters = [*unpack_from(f'>{c0}q', b, p)]
        p += c0 * 8
    t = b[p]
    p += 1
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

def decode_list_transactions_request_v1(b, p):
    e = len(b)
    o0 = new_message(ListTransactionsRequest)
    o0.transactional_id_pattern = None
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 <= e - p: raise DecodeError(f'ListTransactionsRequest: state_filters: count {c0}')
    o0.state_filters = l0 = []
    for _ in range(c0):
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'ListTransactionsRequest: element: length {n}')
        q = p + n - 1
        v = b[p:q].decode()
        p = q
        l0.append(v)
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if 0 < c0 < 9: o0.producer_id_filters = [*UNPACK_q[c0](b, p)]; p += c0 * 8
    elif c0 == 0: o0.producer_id_filters = []
    else:
        if not 0 <= c0 * 8 <= e - p: raise DecodeError(f'ListTransactionsRequest: producer_id_filters: count {c0}')
        o0.producer_id_filters = [*unpack_from(f'>{c0}q', b, p)]
        p += c0 * 8
    o0.duration_filter, t = U_qB(b, p)
    p += 9
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

def decode_list_transactions_request_v2(b, p):
    e = len(b)
    o0 = new_message(ListTransactionsRequest)
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 <= e - p: raise DecodeError(f'ListTransactionsRequest: state_filters: count {c0}')
    o0.state_filters = l0 = []
    for _ in range(c0):
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'ListTransactionsRequest: element: length {n}')
        q = p + n - 1
        v = b[p:q].decode()
        p = q
        l0.append(v)
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if 0 < c0 < 9: o0.producer_id_filters = [*UNPACK_q[c0](b, p)]; p += c0 * 8
    elif c0 == 0: o0.producer_id_filters = []
    else:
        if not 0 <= c0 * 8 <= e - p: raise DecodeError(f'ListTransactionsRequest: producer_id_filters: count {c0}')
        o0.producer_id_filters = [*unpack_from(f'>{c0}q', b, p)]
        p += c0 * 8
    o0.duration_filter, n = U_qB(b, p)
    p += 9
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n:
        q = p + n - 1
        o0.transactional_id_pattern = b[p:q].decode()
        p = q
    else:
        o0.transactional_id_pattern = None
    t = b[p]
    p += 1
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

ListTransactionsRequest.DECODERS = (
    decode_list_transactions_request_v0,
    decode_list_transactions_request_v1,
    decode_list_transactions_request_v2,
)

def encode_list_transactions_request_v0(o0, l, out):
    a = l.append
    if o0.duration_filter != -1 or o0.transactional_id_pattern is not None: raise refuse(o0, 'duration_filter', 'transactional_id_pattern')
    v0 = o0.state_filters
    n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        v = o1.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
    s0 = o0.producer_id_filters
    n0 = len(s0)
    if o0.unknown_tagged_fields:
        if n0 > 126:
            a(uvarint(n0 + 1))
            a(F_nq[n0](*s0))
        else:
            a(F_Bnq[n0](n0 + 1, *s0))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        if n0 > 126:
            a(uvarint(n0 + 1))
            a(F_nqx[n0](*s0))
        else:
            a(F_Bnqx[n0](n0 + 1, *s0))

def encode_list_transactions_request_v1(o0, l, out):
    a = l.append
    if o0.transactional_id_pattern is not None: raise refuse(o0, 'transactional_id_pattern')
    v0 = o0.state_filters
    n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        v = o1.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
    s0 = o0.producer_id_filters
    n0 = len(s0)
    if o0.unknown_tagged_fields:
        if n0 > 126:
            a(uvarint(n0 + 1))
            a(F_nqq[n0](*s0, o0.duration_filter))
        else:
            a(F_Bnqq[n0](n0 + 1, *s0, o0.duration_filter))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        if n0 > 126:
            a(uvarint(n0 + 1))
            a(F_nqqx[n0](*s0, o0.duration_filter))
        else:
            a(F_Bnqqx[n0](n0 + 1, *s0, o0.duration_filter))

def encode_list_transactions_request_v2(o0, l, out):
    a = l.append
    v0 = o0.state_filters
    n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        v = o1.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
    s0 = o0.producer_id_filters
    n0 = len(s0)
    v = o0.transactional_id_pattern
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n0 > 126:
        a(uvarint(n0 + 1))
        if n < 128: a(F_nqqB[n0](*s0, o0.duration_filter, n))
        else: a(F_nqq[n0](*s0, o0.duration_filter) + uvarint(n))
    else:
        if n < 128: a(F_BnqqB[n0](n0 + 1, *s0, o0.duration_filter, n))
        else: a(F_Bnqq[n0](n0 + 1, *s0, o0.duration_filter) + uvarint(n))
    a(v)
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

ListTransactionsRequest.ENCODERS = (
    encode_list_transactions_request_v0,
    encode_list_transactions_request_v1,
    encode_list_transactions_request_v2,
)

def decode_list_transactions_response_v0(b, p):
    e = len(b)
    o0 = new_message(ListTransactionsResponse)
    o0.throttle_time_ms, o0.error_code, c0 = U_ihB(b, p)
    p += 7
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 <= e - p: raise DecodeError(f'ListTransactionsResponse: unknown_state_filters: count {c0}')
    o0.unknown_state_filters = l0 = []
    for _ in range(c0):
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'ListTransactionsResponse: element: length {n}')
        q = p + n - 1
        v = b[p:q].decode()
        p = q
        l0.append(v)
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 11 <= e - p: raise DecodeError(f'ListTransactionsResponse: transaction_states: count {c0}')
    o0.transaction_states = l0 = []
    for _ in range(c0):
        o1 = new(ListTransactionsResponse_TransactionState)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'ListTransactionsResponse: transactional_id: length {n}')
        q = p + n - 1
        o1.transactional_id = b[p:q].decode()
        p = q
        o1.producer_id, n = U_qB(b, p)
        p += 9
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'ListTransactionsResponse: transaction_state: length {n}')
        q = p + n - 1
        o1.transaction_state = b[p:q].decode()
        p = q
        t = b[p]
        p += 1
        if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
        else: o1.unknown_tagged_fields = ()
        l0.append(o1)
    t = b[p]
    p += 1
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

ListTransactionsResponse.DECODERS = (
    decode_list_transactions_response_v0,
    decode_list_transactions_response_v0,
    decode_list_transactions_response_v0,
)

def encode_list_transactions_response_v0(o0, l, out):
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
    v0 = o0.transaction_states
    n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
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
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

ListTransactionsResponse.ENCODERS = (
    encode_list_transactions_response_v0,
    encode_list_transactions_response_v0,
    encode_list_transactions_response_v0,
)
