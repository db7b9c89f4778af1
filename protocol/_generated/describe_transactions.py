"""Written by `make generate` from protocol/messages/describe_transactions.py. Do not edit."""

from kavka.protocol.message import Message, Part
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import new, new_message, pack, read_tags, read_uvarint, refuse, unpack_from, uvarint
from kavka.protocol.wire import write_tags

class DescribeTransactionsRequest(Message):
    __slots__ = ('transactional_ids', 'unknown_tagged_fields')
    API_KEY = 65
    MIN_VERSION = 0
    MAX_VERSION = 0
    FLEXIBLE_FROM = 0
    
    def __init__(self, transactional_ids=EMPTY, unknown_tagged_fields=()):
        self.transactional_ids = [] if transactional_ids is EMPTY else transactional_ids
        self.unknown_tagged_fields = unknown_tagged_fields

class DescribeTransactionsResponse(Message):
    __slots__ = ('throttle_time_ms', 'transaction_states', 'unknown_tagged_fields')
    API_KEY = 65
    MIN_VERSION = 0
    MAX_VERSION = 0
    FLEXIBLE_FROM = 0
    
    class TopicData(Part):
        __slots__ = ('topic', 'partitions', 'unknown_tagged_fields')
        
        def __init__(self, topic='', partitions=EMPTY, unknown_tagged_fields=()):
            self.topic = topic
            self.partitions = [] if partitions is EMPTY else partitions
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class TransactionState(Part):
        __slots__ = ('error_code', 'transactional_id', 'transaction_state', 'transaction_timeout_ms', 'transaction_start_time_ms', 'producer_id', 'producer_epoch', 'topics', 'unknown_tagged_fields')
        
        def __init__(self, error_code=0, transactional_id='', transaction_state='', transaction_timeout_ms=0, transaction_start_time_ms=0, producer_id=0, producer_epoch=0, topics=EMPTY, unknown_tagged_fields=()):
            self.error_code = error_code
            self.transactional_id = transactional_id
            self.transaction_state = transaction_state
            self.transaction_timeout_ms = transaction_timeout_ms
            self.transaction_start_time_ms = transaction_start_time_ms
            self.producer_id = producer_id
            self.producer_epoch = producer_epoch
            self.topics = [] if topics is EMPTY else topics
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, throttle_time_ms=0, transaction_states=EMPTY, unknown_tagged_fields=()):
        self.throttle_time_ms = throttle_time_ms
        self.transaction_states = [] if transaction_states is EMPTY else transaction_states
        self.unknown_tagged_fields = unknown_tagged_fields

DescribeTransactionsResponse_TopicData = DescribeTransactionsResponse.TopicData

DescribeTransactionsResponse_TransactionState = DescribeTransactionsResponse.TransactionState

U_iB = Struct('>iB').unpack_from
U_hB = Struct('>hB').unpack_from
U_i2qhB = Struct('>i2qhB').unpack_from
UNPACK_i = UNPACK['i']
P_iB = Struct('>iB').pack
P_i = Struct('>i').pack
P_hB = Struct('>hB').pack
P_h = Struct('>h').pack
P_i2qhB = Struct('>i2qhB').pack
P_i2qh = Struct('>i2qh').pack
F_ni = PackCache('>%di')
F_Bni = PackCache('>B%di')
F_nix = PackCache('>%dix')
F_Bnix = PackCache('>B%dix')

def decode_describe_transactions_request_v0(b, p):
    e = len(b)
    o0 = new_message(DescribeTransactionsRequest)
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 <= e - p: raise DecodeError(f'DescribeTransactionsRequest: transactional_ids: count {c0}')
    o0.transactional_ids = l0 = []
    for _ in range(c0):
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'DescribeTransactionsRequest: element: length {n}')
        q = p + n - 1
        v = b[p:q].decode()
        p = q
        l0.append(v)
    t = b[p]
    p += 1
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

DescribeTransactionsRequest.DECODERS = (
    decode_describe_transactions_request_v0,
)

def encode_describe_transactions_request_v0(o0, l, out):
    a = l.append
    v0 = o0.transactional_ids
    n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        v = o1.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

DescribeTransactionsRequest.ENCODERS = (
    encode_describe_transactions_request_v0,
)

def decode_describe_transactions_response_v0(b, p):
    e = len(b)
    o0 = new_message(DescribeTransactionsResponse)
    o0.throttle_time_ms, c0 = U_iB(b, p)
    p += 5
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 28 <= e - p: raise DecodeError(f'DescribeTransactionsResponse: transaction_states: count {c0}')
    o0.transaction_states = l0 = []
    for _ in range(c0):
        o1 = new(DescribeTransactionsResponse_TransactionState)
        o1.error_code, n = U_hB(b, p)
        p += 3
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'DescribeTransactionsResponse: transactional_id: length {n}')
        q = p + n - 1
        o1.transactional_id = b[p:q].decode()
        p = q
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'DescribeTransactionsResponse: transaction_state: length {n}')
        q = p + n - 1
        o1.transaction_state = b[p:q].decode()
        p = q
        o1.transaction_timeout_ms, o1.transaction_start_time_ms, o1.producer_id, o1.producer_epoch, c1 = U_i2qhB(b, p)
        p += 23
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 3 <= e - p: raise DecodeError(f'DescribeTransactionsResponse: topics: count {c1}')
        o1.topics = l1 = []
        for _ in range(c1):
            o2 = new(DescribeTransactionsResponse_TopicData)
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'DescribeTransactionsResponse: topic: length {n}')
            q = p + n - 1
            o2.topic = b[p:q].decode()
            p = q
            c2 = b[p]
            p += 1
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if 0 < c2 < 9: o2.partitions = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.partitions = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'DescribeTransactionsResponse: partitions: count {c2}')
                o2.partitions = [*unpack_from(f'>{c2}i', b, p)]
                p += c2 * 4
            t = b[p]
            p += 1
            if t: o2.unknown_tagged_fields, p = read_tags(b, p - 1)
            else: o2.unknown_tagged_fields = ()
            l1.append(o2)
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

DescribeTransactionsResponse.DECODERS = (
    decode_describe_transactions_response_v0,
)

def encode_describe_transactions_response_v0(o0, l, out):
    a = l.append
    v0 = o0.transaction_states
    n = len(v0) + 1
    if n < 128: a(P_iB(o0.throttle_time_ms, n))
    else: a(P_i(o0.throttle_time_ms) + uvarint(n))
    for o1 in v0:
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
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

DescribeTransactionsResponse.ENCODERS = (
    encode_describe_transactions_response_v0,
)
