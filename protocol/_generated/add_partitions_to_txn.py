"""Written by `make generate` from protocol/messages/add_partitions_to_txn.py. Do not edit."""

from kavka.protocol.message import Message, Part
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import new, new_message, pack, read_tags, read_uvarint, refuse, unpack_from, uvarint
from kavka.protocol.wire import write_tags

class AddPartitionsToTxnRequest(Message):
    __slots__ = ('transactions', 'v3_and_below_transactional_id', 'v3_and_below_producer_id', 'v3_and_below_producer_epoch', 'v3_and_below_topics', 'unknown_tagged_fields')
    API_KEY = 24
    MIN_VERSION = 0
    MAX_VERSION = 5
    FLEXIBLE_FROM = 3
    
    class AddPartitionsToTxnTopic(Part):
        __slots__ = ('name', 'partitions', 'unknown_tagged_fields')
        
        def __init__(self, name='', partitions=EMPTY, unknown_tagged_fields=()):
            self.name = name
            self.partitions = [] if partitions is EMPTY else partitions
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class AddPartitionsToTxnTransaction(Part):
        __slots__ = ('transactional_id', 'producer_id', 'producer_epoch', 'verify_only', 'topics', 'unknown_tagged_fields')
        
        def __init__(self, transactional_id='', producer_id=0, producer_epoch=0, verify_only=False, topics=EMPTY, unknown_tagged_fields=()):
            self.transactional_id = transactional_id
            self.producer_id = producer_id
            self.producer_epoch = producer_epoch
            self.verify_only = verify_only
            self.topics = [] if topics is EMPTY else topics
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, transactions=EMPTY, v3_and_below_transactional_id='', v3_and_below_producer_id=0, v3_and_below_producer_epoch=0, v3_and_below_topics=EMPTY, unknown_tagged_fields=()):
        self.transactions = [] if transactions is EMPTY else transactions
        self.v3_and_below_transactional_id = v3_and_below_transactional_id
        self.v3_and_below_producer_id = v3_and_below_producer_id
        self.v3_and_below_producer_epoch = v3_and_below_producer_epoch
        self.v3_and_below_topics = [] if v3_and_below_topics is EMPTY else v3_and_below_topics
        self.unknown_tagged_fields = unknown_tagged_fields

AddPartitionsToTxnRequest_AddPartitionsToTxnTopic = AddPartitionsToTxnRequest.AddPartitionsToTxnTopic

AddPartitionsToTxnRequest_AddPartitionsToTxnTransaction = AddPartitionsToTxnRequest.AddPartitionsToTxnTransaction

class AddPartitionsToTxnResponse(Message):
    __slots__ = ('throttle_time_ms', 'error_code', 'results_by_transaction', 'results_by_topic_v3_and_below', 'unknown_tagged_fields')
    API_KEY = 24
    MIN_VERSION = 0
    MAX_VERSION = 5
    FLEXIBLE_FROM = 3
    
    class AddPartitionsToTxnPartitionResult(Part):
        __slots__ = ('partition_index', 'partition_error_code', 'unknown_tagged_fields')
        
        def __init__(self, partition_index=0, partition_error_code=0, unknown_tagged_fields=()):
            self.partition_index = partition_index
            self.partition_error_code = partition_error_code
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class AddPartitionsToTxnTopicResult(Part):
        __slots__ = ('name', 'results_by_partition', 'unknown_tagged_fields')
        
        def __init__(self, name='', results_by_partition=EMPTY, unknown_tagged_fields=()):
            self.name = name
            self.results_by_partition = [] if results_by_partition is EMPTY else results_by_partition
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class AddPartitionsToTxnResult(Part):
        __slots__ = ('transactional_id', 'topic_results', 'unknown_tagged_fields')
        
        def __init__(self, transactional_id='', topic_results=EMPTY, unknown_tagged_fields=()):
            self.transactional_id = transactional_id
            self.topic_results = [] if topic_results is EMPTY else topic_results
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, throttle_time_ms=0, error_code=0, results_by_transaction=EMPTY, results_by_topic_v3_and_below=EMPTY, unknown_tagged_fields=()):
        self.throttle_time_ms = throttle_time_ms
        self.error_code = error_code
        self.results_by_transaction = [] if results_by_transaction is EMPTY else results_by_transaction
        self.results_by_topic_v3_and_below = [] if results_by_topic_v3_and_below is EMPTY else results_by_topic_v3_and_below
        self.unknown_tagged_fields = unknown_tagged_fields

AddPartitionsToTxnResponse_AddPartitionsToTxnPartitionResult = AddPartitionsToTxnResponse.AddPartitionsToTxnPartitionResult

AddPartitionsToTxnResponse_AddPartitionsToTxnTopicResult = AddPartitionsToTxnResponse.AddPartitionsToTxnTopicResult

AddPartitionsToTxnResponse_AddPartitionsToTxnResult = AddPartitionsToTxnResponse.AddPartitionsToTxnResult

U_h = Struct('>h').unpack_from
U_qhi = Struct('>qhi').unpack_from
U_i = Struct('>i').unpack_from
UNPACK_i = UNPACK['i']
U_qhB = Struct('>qhB').unpack_from
U_qhTB = Struct('>qh?B').unpack_from
P_h = Struct('>h').pack
P_qhi = Struct('>qhi').pack
F_ini = PackCache('>i%di')
P_qhB = Struct('>qhB').pack
P_qh = Struct('>qh').pack
F_ni = PackCache('>%di')
F_Bni = PackCache('>B%di')
F_nix = PackCache('>%dix')
F_Bnix = PackCache('>B%dix')
P_qhTB = Struct('>qh?B').pack
P_qhT = Struct('>qh?').pack
U_2i = Struct('>2i').unpack_from
I_ih = Struct('>ih').iter_unpack
U_iB = Struct('>iB').unpack_from
U_ihB = Struct('>ihB').unpack_from
P_2i = Struct('>2i').pack
P_i = Struct('>i').pack
P_ih = Struct('>ih').pack
P_iB = Struct('>iB').pack
P_ihx = Struct('>ihx').pack
P_ihB = Struct('>ihB').pack

def decode_add_partitions_to_txn_request_v0(b, p):
    e = len(b)
    o0 = new_message(AddPartitionsToTxnRequest)
    o0.transactions = []
    n, = U_h(b, p)
    p += 2
    if n < 0: raise DecodeError(f'AddPartitionsToTxnRequest: v3_and_below_transactional_id: length {n}')
    q = p + n
    o0.v3_and_below_transactional_id = b[p:q].decode()
    p = q
    o0.v3_and_below_producer_id, o0.v3_and_below_producer_epoch, c0 = U_qhi(b, p)
    p += 14
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'AddPartitionsToTxnRequest: v3_and_below_topics: count {c0}')
    o0.v3_and_below_topics = l0 = []
    for _ in range(c0):
        o1 = new(AddPartitionsToTxnRequest_AddPartitionsToTxnTopic)
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'AddPartitionsToTxnRequest: name: length {n}')
        q = p + n
        o1.name = b[p:q].decode()
        p = q
        c1, = U_i(b, p)
        p += 4
        if 0 < c1 < 9: o1.partitions = [*UNPACK_i[c1](b, p)]; p += c1 * 4
        elif c1 == 0: o1.partitions = []
        else:
            if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'AddPartitionsToTxnRequest: partitions: count {c1}')
            o1.partitions = [*unpack_from(f'>{c1}i', b, p)]
            p += c1 * 4
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_add_partitions_to_txn_request_v3(b, p):
    e = len(b)
    o0 = new_message(AddPartitionsToTxnRequest)
    o0.transactions = []
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n < 1: raise DecodeError(f'AddPartitionsToTxnRequest: v3_and_below_transactional_id: length {n}')
    q = p + n - 1
    o0.v3_and_below_transactional_id = b[p:q].decode()
    p = q
    o0.v3_and_below_producer_id, o0.v3_and_below_producer_epoch, c0 = U_qhB(b, p)
    p += 11
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 3 <= e - p: raise DecodeError(f'AddPartitionsToTxnRequest: v3_and_below_topics: count {c0}')
    o0.v3_and_below_topics = l0 = []
    for _ in range(c0):
        o1 = new(AddPartitionsToTxnRequest_AddPartitionsToTxnTopic)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'AddPartitionsToTxnRequest: name: length {n}')
        q = p + n - 1
        o1.name = b[p:q].decode()
        p = q
        c1 = b[p]
        p += 1
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if 0 < c1 < 9: o1.partitions = [*UNPACK_i[c1](b, p)]; p += c1 * 4
        elif c1 == 0: o1.partitions = []
        else:
            if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'AddPartitionsToTxnRequest: partitions: count {c1}')
            o1.partitions = [*unpack_from(f'>{c1}i', b, p)]
            p += c1 * 4
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

def decode_add_partitions_to_txn_request_v4(b, p):
    e = len(b)
    o0 = new_message(AddPartitionsToTxnRequest)
    o0.v3_and_below_transactional_id = ''
    o0.v3_and_below_producer_id = 0
    o0.v3_and_below_producer_epoch = 0
    o0.v3_and_below_topics = []
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 14 <= e - p: raise DecodeError(f'AddPartitionsToTxnRequest: transactions: count {c0}')
    o0.transactions = l0 = []
    for _ in range(c0):
        o1 = new(AddPartitionsToTxnRequest_AddPartitionsToTxnTransaction)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'AddPartitionsToTxnRequest: transactional_id: length {n}')
        q = p + n - 1
        o1.transactional_id = b[p:q].decode()
        p = q
        o1.producer_id, o1.producer_epoch, o1.verify_only, c1 = U_qhTB(b, p)
        p += 12
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 3 <= e - p: raise DecodeError(f'AddPartitionsToTxnRequest: topics: count {c1}')
        o1.topics = l1 = []
        for _ in range(c1):
            o2 = new(AddPartitionsToTxnRequest_AddPartitionsToTxnTopic)
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'AddPartitionsToTxnRequest: name: length {n}')
            q = p + n - 1
            o2.name = b[p:q].decode()
            p = q
            c2 = b[p]
            p += 1
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if 0 < c2 < 9: o2.partitions = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.partitions = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'AddPartitionsToTxnRequest: partitions: count {c2}')
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

AddPartitionsToTxnRequest.DECODERS = (
    decode_add_partitions_to_txn_request_v0,
    decode_add_partitions_to_txn_request_v0,
    decode_add_partitions_to_txn_request_v0,
    decode_add_partitions_to_txn_request_v3,
    decode_add_partitions_to_txn_request_v4,
    decode_add_partitions_to_txn_request_v4,
)

def encode_add_partitions_to_txn_request_v0(o0, l, out):
    a = l.append
    if o0.transactions or o0.unknown_tagged_fields: raise refuse(o0, 'transactions', 'unknown_tagged_fields')
    v = o0.v3_and_below_transactional_id.encode()
    n = len(v)
    a(P_h(n))
    a(v)
    v0 = o0.v3_and_below_topics
    n = len(v0)
    a(P_qhi(o0.v3_and_below_producer_id, o0.v3_and_below_producer_epoch, n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.name.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        s0 = o1.partitions
        n0 = len(s0)
        a(F_ini[n0](n0, *s0))

def encode_add_partitions_to_txn_request_v3(o0, l, out):
    a = l.append
    if o0.transactions: raise refuse(o0, 'transactions')
    v = o0.v3_and_below_transactional_id.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v0 = o0.v3_and_below_topics
    n = len(v0) + 1
    if n < 128: a(P_qhB(o0.v3_and_below_producer_id, o0.v3_and_below_producer_epoch, n))
    else: a(P_qh(o0.v3_and_below_producer_id, o0.v3_and_below_producer_epoch) + uvarint(n))
    for o1 in v0:
        v = o1.name.encode()
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
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

def encode_add_partitions_to_txn_request_v4(o0, l, out):
    a = l.append
    if o0.v3_and_below_transactional_id != '' or o0.v3_and_below_producer_id != 0 or o0.v3_and_below_producer_epoch != 0 or o0.v3_and_below_topics: raise refuse(o0, 'v3_and_below_transactional_id', 'v3_and_below_producer_id', 'v3_and_below_producer_epoch', 'v3_and_below_topics')
    v0 = o0.transactions
    n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        v = o1.transactional_id.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v1 = o1.topics
        n = len(v1) + 1
        if n < 128: a(P_qhTB(o1.producer_id, o1.producer_epoch, o1.verify_only, n))
        else: a(P_qhT(o1.producer_id, o1.producer_epoch, o1.verify_only) + uvarint(n))
        for o2 in v1:
            v = o2.name.encode()
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

AddPartitionsToTxnRequest.ENCODERS = (
    encode_add_partitions_to_txn_request_v0,
    encode_add_partitions_to_txn_request_v0,
    encode_add_partitions_to_txn_request_v0,
    encode_add_partitions_to_txn_request_v3,
    encode_add_partitions_to_txn_request_v4,
    encode_add_partitions_to_txn_request_v4,
)

def decode_add_partitions_to_txn_response_v0(b, p):
    e = len(b)
    o0 = new_message(AddPartitionsToTxnResponse)
    o0.error_code = 0
    o0.results_by_transaction = []
    o0.throttle_time_ms, c0 = U_2i(b, p)
    p += 8
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'AddPartitionsToTxnResponse: results_by_topic_v3_and_below: count {c0}')
    o0.results_by_topic_v3_and_below = l0 = []
    for _ in range(c0):
        o1 = new(AddPartitionsToTxnResponse_AddPartitionsToTxnTopicResult)
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'AddPartitionsToTxnResponse: name: length {n}')
        q = p + n
        o1.name = b[p:q].decode()
        p = q
        c1, = U_i(b, p)
        p += 4
        if not 0 <= c1 * 6 <= e - p: raise DecodeError(f'AddPartitionsToTxnResponse: results_by_partition: count {c1}')
        o1.results_by_partition = l1 = []
        q = p + c1 * 6
        for v0, v1 in I_ih(b[p:q]):
            o2 = new(AddPartitionsToTxnResponse_AddPartitionsToTxnPartitionResult)
            o2.partition_index = v0
            o2.partition_error_code = v1
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        p = q
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_add_partitions_to_txn_response_v3(b, p):
    e = len(b)
    o0 = new_message(AddPartitionsToTxnResponse)
    o0.error_code = 0
    o0.results_by_transaction = []
    o0.throttle_time_ms, c0 = U_iB(b, p)
    p += 5
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 3 <= e - p: raise DecodeError(f'AddPartitionsToTxnResponse: results_by_topic_v3_and_below: count {c0}')
    o0.results_by_topic_v3_and_below = l0 = []
    for _ in range(c0):
        o1 = new(AddPartitionsToTxnResponse_AddPartitionsToTxnTopicResult)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'AddPartitionsToTxnResponse: name: length {n}')
        q = p + n - 1
        o1.name = b[p:q].decode()
        p = q
        c1 = b[p]
        p += 1
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 7 <= e - p: raise DecodeError(f'AddPartitionsToTxnResponse: results_by_partition: count {c1}')
        o1.results_by_partition = l1 = []
        for _ in range(c1):
            o2 = new(AddPartitionsToTxnResponse_AddPartitionsToTxnPartitionResult)
            o2.partition_index, o2.partition_error_code, t = U_ihB(b, p)
            p += 7
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

def decode_add_partitions_to_txn_response_v4(b, p):
    e = len(b)
    o0 = new_message(AddPartitionsToTxnResponse)
    o0.results_by_topic_v3_and_below = []
    o0.throttle_time_ms, o0.error_code, c0 = U_ihB(b, p)
    p += 7
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 3 <= e - p: raise DecodeError(f'AddPartitionsToTxnResponse: results_by_transaction: count {c0}')
    o0.results_by_transaction = l0 = []
    for _ in range(c0):
        o1 = new(AddPartitionsToTxnResponse_AddPartitionsToTxnResult)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'AddPartitionsToTxnResponse: transactional_id: length {n}')
        q = p + n - 1
        o1.transactional_id = b[p:q].decode()
        p = q
        c1 = b[p]
        p += 1
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 3 <= e - p: raise DecodeError(f'AddPartitionsToTxnResponse: topic_results: count {c1}')
        o1.topic_results = l1 = []
        for _ in range(c1):
            o2 = new(AddPartitionsToTxnResponse_AddPartitionsToTxnTopicResult)
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'AddPartitionsToTxnResponse: name: length {n}')
            q = p + n - 1
            o2.name = b[p:q].decode()
            p = q
            c2 = b[p]
            p += 1
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if not 0 <= c2 * 7 <= e - p: raise DecodeError(f'AddPartitionsToTxnResponse: results_by_partition: count {c2}')
            o2.results_by_partition = l2 = []
            for _ in range(c2):
                o3 = new(AddPartitionsToTxnResponse_AddPartitionsToTxnPartitionResult)
                o3.partition_index, o3.partition_error_code, t = U_ihB(b, p)
                p += 7
                if t: o3.unknown_tagged_fields, p = read_tags(b, p - 1)
                else: o3.unknown_tagged_fields = ()
                l2.append(o3)
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

AddPartitionsToTxnResponse.DECODERS = (
    decode_add_partitions_to_txn_response_v0,
    decode_add_partitions_to_txn_response_v0,
    decode_add_partitions_to_txn_response_v0,
    decode_add_partitions_to_txn_response_v3,
    decode_add_partitions_to_txn_response_v4,
    decode_add_partitions_to_txn_response_v4,
)

def encode_add_partitions_to_txn_response_v0(o0, l, out):
    a = l.append
    if o0.results_by_transaction or o0.unknown_tagged_fields: raise refuse(o0, 'results_by_transaction', 'unknown_tagged_fields')
    v0 = o0.results_by_topic_v3_and_below
    n = len(v0)
    a(P_2i(o0.throttle_time_ms, n))
    for o1 in v0:
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

def encode_add_partitions_to_txn_response_v3(o0, l, out):
    a = l.append
    if o0.results_by_transaction: raise refuse(o0, 'results_by_transaction')
    v0 = o0.results_by_topic_v3_and_below
    n = len(v0) + 1
    if n < 128: a(P_iB(o0.throttle_time_ms, n))
    else: a(P_i(o0.throttle_time_ms) + uvarint(n))
    for o1 in v0:
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
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

def encode_add_partitions_to_txn_response_v4(o0, l, out):
    a = l.append
    if o0.results_by_topic_v3_and_below: raise refuse(o0, 'results_by_topic_v3_and_below')
    v0 = o0.results_by_transaction
    n = len(v0) + 1
    if n < 128: a(P_ihB(o0.throttle_time_ms, o0.error_code, n))
    else: a(P_ih(o0.throttle_time_ms, o0.error_code) + uvarint(n))
    for o1 in v0:
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
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

AddPartitionsToTxnResponse.ENCODERS = (
    encode_add_partitions_to_txn_response_v0,
    encode_add_partitions_to_txn_response_v0,
    encode_add_partitions_to_txn_response_v0,
    encode_add_partitions_to_txn_response_v3,
    encode_add_partitions_to_txn_response_v4,
    encode_add_partitions_to_txn_response_v4,
)
