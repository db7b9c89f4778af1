"""Written by `make generate` from protocol/messages/produce.py. Do not edit."""

from kavka.protocol.message import Message, Part
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import new, new_message, pack, read_tags, read_uvarint, refuse, unpack_from, uvarint
from kavka.protocol.wire import write_tags

class ProduceRequest(Message):
    __slots__ = ('transactional_id', 'acks', 'timeout_ms', 'topic_data', 'unknown_tagged_fields')
    API_KEY = 0
    MIN_VERSION = 0
    MAX_VERSION = 13
    FLEXIBLE_FROM = 9
    
    class PartitionProduceData(Part):
        __slots__ = ('index', 'records', 'unknown_tagged_fields')
        
        def __init__(self, index=0, records=b'', unknown_tagged_fields=()):
            self.index = index
            self.records = records
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class TopicProduceData(Part):
        __slots__ = ('name', 'topic_id', 'partition_data', 'unknown_tagged_fields')
        
        def __init__(self, name='', topic_id=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', partition_data=EMPTY, unknown_tagged_fields=()):
            self.name = name
            self.topic_id = topic_id
            self.partition_data = [] if partition_data is EMPTY else partition_data
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, transactional_id=None, acks=0, timeout_ms=0, topic_data=EMPTY, unknown_tagged_fields=()):
        self.transactional_id = transactional_id
        self.acks = acks
        self.timeout_ms = timeout_ms
        self.topic_data = [] if topic_data is EMPTY else topic_data
        self.unknown_tagged_fields = unknown_tagged_fields

ProduceRequest_PartitionProduceData = ProduceRequest.PartitionProduceData

ProduceRequest_TopicProduceData = ProduceRequest.TopicProduceData

class ProduceResponse(Message):
    __slots__ = ('responses', 'throttle_time_ms', 'node_endpoints', 'unknown_tagged_fields')
    API_KEY = 0
    MIN_VERSION = 0
    MAX_VERSION = 13
    FLEXIBLE_FROM = 9
    
    class BatchIndexAndErrorMessage(Part):
        __slots__ = ('batch_index', 'batch_index_error_message', 'unknown_tagged_fields')
        
        def __init__(self, batch_index=0, batch_index_error_message=None, unknown_tagged_fields=()):
            self.batch_index = batch_index
            self.batch_index_error_message = batch_index_error_message
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class LeaderIdAndEpoch(Part):
        __slots__ = ('leader_id', 'leader_epoch', 'unknown_tagged_fields')
        
        def __init__(self, leader_id=-1, leader_epoch=-1, unknown_tagged_fields=()):
            self.leader_id = leader_id
            self.leader_epoch = leader_epoch
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class PartitionProduceResponse(Part):
        __slots__ = ('index', 'error_code', 'base_offset', 'log_append_time_ms', 'log_start_offset', 'record_errors', 'error_message', 'current_leader', 'unknown_tagged_fields')
        
        def __init__(self, index=0, error_code=0, base_offset=0, log_append_time_ms=-1, log_start_offset=-1, record_errors=EMPTY, error_message=None, current_leader=None, unknown_tagged_fields=()):
            self.index = index
            self.error_code = error_code
            self.base_offset = base_offset
            self.log_append_time_ms = log_append_time_ms
            self.log_start_offset = log_start_offset
            self.record_errors = [] if record_errors is EMPTY else record_errors
            self.error_message = error_message
            self.current_leader = current_leader
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class TopicProduceResponse(Part):
        __slots__ = ('name', 'topic_id', 'partition_responses', 'unknown_tagged_fields')
        
        def __init__(self, name='', topic_id=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', partition_responses=EMPTY, unknown_tagged_fields=()):
            self.name = name
            self.topic_id = topic_id
            self.partition_responses = [] if partition_responses is EMPTY else partition_responses
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class NodeEndpoint(Part):
        __slots__ = ('node_id', 'host', 'port', 'rack', 'unknown_tagged_fields')
        
        def __init__(self, node_id=0, host='', port=0, rack=None, unknown_tagged_fields=()):
            self.node_id = node_id
            self.host = host
            self.port = port
            self.rack = rack
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, responses=EMPTY, throttle_time_ms=0, node_endpoints=EMPTY, unknown_tagged_fields=()):
        self.responses = [] if responses is EMPTY else responses
        self.throttle_time_ms = throttle_time_ms
        self.node_endpoints = [] if node_endpoints is EMPTY else node_endpoints
        self.unknown_tagged_fields = unknown_tagged_fields

ProduceResponse_BatchIndexAndErrorMessage = ProduceResponse.BatchIndexAndErrorMessage

ProduceResponse_LeaderIdAndEpoch = ProduceResponse.LeaderIdAndEpoch

ProduceResponse_PartitionProduceResponse = ProduceResponse.PartitionProduceResponse

ProduceResponse_TopicProduceResponse = ProduceResponse.TopicProduceResponse

ProduceResponse_NodeEndpoint = ProduceResponse.NodeEndpoint

U_h2i = Struct('>h2i').unpack_from
U_h = Struct('>h').unpack_from
U_i = Struct('>i').unpack_from
U_2i = Struct('>2i').unpack_from
U_hiB = Struct('>hiB').unpack_from
U_iB = Struct('>iB').unpack_from
U_16sB = Struct('>16sB').unpack_from
P_h2i = Struct('>h2i').pack
P_h = Struct('>h').pack
P_i = Struct('>i').pack
P_2i = Struct('>2i').pack
P_hiB = Struct('>hiB').pack
P_hi = Struct('>hi').pack
P_iB = Struct('>iB').pack
P_i2B = Struct('>i2B').pack
P_16sB = Struct('>16sB').pack
P_16s = Struct('>16s').pack
I_ihq = Struct('>ihq').iter_unpack
I_ih2q = Struct('>ih2q').iter_unpack
I_ih3q = Struct('>ih3q').iter_unpack
U_ih3qi = Struct('>ih3qi').unpack_from
U_ih = Struct('>ih').unpack_from
U_ih3qB = Struct('>ih3qB').unpack_from
U_2iB = Struct('>2iB').unpack_from
P_ihq = Struct('>ihq').pack
P_ih2q = Struct('>ih2q').pack
P_ih3q = Struct('>ih3q').pack
P_ih3qi = Struct('>ih3qi').pack
P_ih = Struct('>ih').pack
P_ih3qB = Struct('>ih3qB').pack
P_ix = Struct('>ix').pack
P_2ix = Struct('>2ix').pack

def decode_produce_request_v0(b, p):
    e = len(b)
    m = memoryview(b)
    o0 = new_message(ProduceRequest)
    o0.transactional_id = None
    o0.acks, o0.timeout_ms, c0 = U_h2i(b, p)
    p += 10
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'ProduceRequest: topic_data: count {c0}')
    o0.topic_data = l0 = []
    for _ in range(c0):
        o1 = new(ProduceRequest_TopicProduceData)
        o1.topic_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'ProduceRequest: name: length {n}')
        q = p + n
        o1.name = b[p:q].decode()
        p = q
        c1, = U_i(b, p)
        p += 4
        if not 0 <= c1 * 8 <= e - p: raise DecodeError(f'ProduceRequest: partition_data: count {c1}')
        o1.partition_data = l1 = []
        for _ in range(c1):
            o2 = new(ProduceRequest_PartitionProduceData)
            o2.index, n = U_2i(b, p)
            p += 8
            if n >= 0:
                q = p + n
                o2.records = m[p:q]
                p = q
            elif n != -1: raise DecodeError(f'ProduceRequest: records: length {n}')
            else:
                o2.records = None
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_produce_request_v3(b, p):
    e = len(b)
    m = memoryview(b)
    o0 = new_message(ProduceRequest)
    n, = U_h(b, p)
    p += 2
    if n >= 0:
        q = p + n
        o0.transactional_id = b[p:q].decode()
        p = q
    elif n != -1: raise DecodeError(f'ProduceRequest: transactional_id: length {n}')
    else:
        o0.transactional_id = None
    o0.acks, o0.timeout_ms, c0 = U_h2i(b, p)
    p += 10
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'ProduceRequest: topic_data: count {c0}')
    o0.topic_data = l0 = []
    for _ in range(c0):
        o1 = new(ProduceRequest_TopicProduceData)
        o1.topic_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'ProduceRequest: name: length {n}')
        q = p + n
        o1.name = b[p:q].decode()
        p = q
        c1, = U_i(b, p)
        p += 4
        if not 0 <= c1 * 8 <= e - p: raise DecodeError(f'ProduceRequest: partition_data: count {c1}')
        o1.partition_data = l1 = []
        for _ in range(c1):
            o2 = new(ProduceRequest_PartitionProduceData)
            o2.index, n = U_2i(b, p)
            p += 8
            if n >= 0:
                q = p + n
                o2.records = m[p:q]
                p = q
            elif n != -1: raise DecodeError(f'ProduceRequest: records: length {n}')
            else:
                o2.records = None
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_produce_request_v9(b, p):
    e = len(b)
    m = memoryview(b)
    o0 = new_message(ProduceRequest)
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n:
        q = p + n - 1
        o0.transactional_id = b[p:q].decode()
        p = q
    else:
        o0.transactional_id = None
    o0.acks, o0.timeout_ms, c0 = U_hiB(b, p)
    p += 7
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 3 <= e - p: raise DecodeError(f'ProduceRequest: topic_data: count {c0}')
    o0.topic_data = l0 = []
    for _ in range(c0):
        o1 = new(ProduceRequest_TopicProduceData)
        o1.topic_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'ProduceRequest: name: length {n}')
        q = p + n - 1
        o1.name = b[p:q].decode()
        p = q
        c1 = b[p]
        p += 1
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 6 <= e - p: raise DecodeError(f'ProduceRequest: partition_data: count {c1}')
        o1.partition_data = l1 = []
        for _ in range(c1):
            o2 = new(ProduceRequest_PartitionProduceData)
            o2.index, n = U_iB(b, p)
            p += 5
            if n > 127 and b[p] < 128: n += (b[p] << 7) - 128; p += 1
            elif n > 127: n, p = read_uvarint(b, p - 1)
            if n:
                q = p + n - 1
                o2.records = m[p:q]
                p = q
            else:
                o2.records = None
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

def decode_produce_request_v13(b, p):
    e = len(b)
    m = memoryview(b)
    o0 = new_message(ProduceRequest)
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n:
        q = p + n - 1
        o0.transactional_id = b[p:q].decode()
        p = q
    else:
        o0.transactional_id = None
    o0.acks, o0.timeout_ms, c0 = U_hiB(b, p)
    p += 7
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 18 <= e - p: raise DecodeError(f'ProduceRequest: topic_data: count {c0}')
    o0.topic_data = l0 = []
    for _ in range(c0):
        o1 = new(ProduceRequest_TopicProduceData)
        o1.name = ''
        o1.topic_id, c1 = U_16sB(b, p)
        p += 17
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 6 <= e - p: raise DecodeError(f'ProduceRequest: partition_data: count {c1}')
        o1.partition_data = l1 = []
        for _ in range(c1):
            o2 = new(ProduceRequest_PartitionProduceData)
            o2.index, n = U_iB(b, p)
            p += 5
            if n > 127 and b[p] < 128: n += (b[p] << 7) - 128; p += 1
            elif n > 127: n, p = read_uvarint(b, p - 1)
            if n:
                q = p + n - 1
                o2.records = m[p:q]
                p = q
            else:
                o2.records = None
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

ProduceRequest.DECODERS = (
    decode_produce_request_v0,
    decode_produce_request_v0,
    decode_produce_request_v0,
    decode_produce_request_v3,
    decode_produce_request_v3,
    decode_produce_request_v3,
    decode_produce_request_v3,
    decode_produce_request_v3,
    decode_produce_request_v3,
    decode_produce_request_v9,
    decode_produce_request_v9,
    decode_produce_request_v9,
    decode_produce_request_v9,
    decode_produce_request_v13,
)

def encode_produce_request_v0(o0, l, out):
    a = l.append
    if o0.transactional_id is not None or o0.unknown_tagged_fields: raise refuse(o0, 'transactional_id', 'unknown_tagged_fields')
    v0 = o0.topic_data
    n = len(v0)
    a(P_h2i(o0.acks, o0.timeout_ms, n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.name.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v1 = o1.partition_data
        n = len(v1)
        a(P_i(n))
        for o2 in v1:
            if o2.unknown_tagged_fields: raise refuse(o2, 'unknown_tagged_fields')
            v = o2.records
            if v is None: v = b''; n = -1
            else: n = len(v)
            a(P_2i(o2.index, n))
            if n < VIEW_BYTES_MIN: a(v)
            else: out.append(b''.join(l)); l.clear(); out.append(v)

def encode_produce_request_v3(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v = o0.transactional_id
    if v is None: v = b''; n = -1
    else: v = v.encode(); n = len(v)
    a(P_h(n))
    a(v)
    v0 = o0.topic_data
    n = len(v0)
    a(P_h2i(o0.acks, o0.timeout_ms, n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.name.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v1 = o1.partition_data
        n = len(v1)
        a(P_i(n))
        for o2 in v1:
            if o2.unknown_tagged_fields: raise refuse(o2, 'unknown_tagged_fields')
            v = o2.records
            if v is None: v = b''; n = -1
            else: n = len(v)
            a(P_2i(o2.index, n))
            if n < VIEW_BYTES_MIN: a(v)
            else: out.append(b''.join(l)); l.clear(); out.append(v)

def encode_produce_request_v9(o0, l, out):
    a = l.append
    v = o0.transactional_id
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v0 = o0.topic_data
    n = len(v0) + 1
    if n < 128: a(P_hiB(o0.acks, o0.timeout_ms, n))
    else: a(P_hi(o0.acks, o0.timeout_ms) + uvarint(n))
    for o1 in v0:
        v = o1.name.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v1 = o1.partition_data
        n = len(v1) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o2 in v1:
            v = o2.records
            if v is None: v = b''; n = 0
            else: n = len(v) + 1
            if n < 128: a(P_iB(o2.index, n))
            elif n < 16384: a(P_i2B(o2.index, n & 127 | 128, n >> 7))
            else: a(P_i(o2.index) + uvarint(n))
            if n < VIEW_BYTES_MIN: a(v)
            else: out.append(b''.join(l)); l.clear(); out.append(v)
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

def encode_produce_request_v13(o0, l, out):
    a = l.append
    v = o0.transactional_id
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v0 = o0.topic_data
    n = len(v0) + 1
    if n < 128: a(P_hiB(o0.acks, o0.timeout_ms, n))
    else: a(P_hi(o0.acks, o0.timeout_ms) + uvarint(n))
    for o1 in v0:
        if len(o1.topic_id) != 16: raise EncodeError(f'{o1.topic_id!r:.80} is not a uuid')
        v1 = o1.partition_data
        n = len(v1) + 1
        if n < 128: a(P_16sB(o1.topic_id, n))
        else: a(P_16s(o1.topic_id) + uvarint(n))
        for o2 in v1:
            v = o2.records
            if v is None: v = b''; n = 0
            else: n = len(v) + 1
            if n < 128: a(P_iB(o2.index, n))
            elif n < 16384: a(P_i2B(o2.index, n & 127 | 128, n >> 7))
            else: a(P_i(o2.index) + uvarint(n))
            if n < VIEW_BYTES_MIN: a(v)
            else: out.append(b''.join(l)); l.clear(); out.append(v)
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

ProduceRequest.ENCODERS = (
    encode_produce_request_v0,
    encode_produce_request_v0,
    encode_produce_request_v0,
    encode_produce_request_v3,
    encode_produce_request_v3,
    encode_produce_request_v3,
    encode_produce_request_v3,
    encode_produce_request_v3,
    encode_produce_request_v3,
    encode_produce_request_v9,
    encode_produce_request_v9,
    encode_produce_request_v9,
    encode_produce_request_v9,
    encode_produce_request_v13,
)

def decode_produce_response_v0(b, p):
    e = len(b)
    o0 = new_message(ProduceResponse)
    o0.throttle_time_ms = 0
    o0.node_endpoints = []
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'ProduceResponse: responses: count {c0}')
    o0.responses = l0 = []
    for _ in range(c0):
        o1 = new(ProduceResponse_TopicProduceResponse)
        o1.topic_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'ProduceResponse: name: length {n}')
        q = p + n
        o1.name = b[p:q].decode()
        p = q
        c1, = U_i(b, p)
        p += 4
        if not 0 <= c1 * 14 <= e - p: raise DecodeError(f'ProduceResponse: partition_responses: count {c1}')
        o1.partition_responses = l1 = []
        q = p + c1 * 14
        for v0, v1, v2 in I_ihq(b[p:q]):
            o2 = new(ProduceResponse_PartitionProduceResponse)
            o2.log_append_time_ms = -1
            o2.log_start_offset = -1
            o2.record_errors = []
            o2.error_message = None
            o2.current_leader = None
            o2.index = v0
            o2.error_code = v1
            o2.base_offset = v2
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        p = q
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_produce_response_v1(b, p):
    e = len(b)
    o0 = new_message(ProduceResponse)
    o0.node_endpoints = []
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'ProduceResponse: responses: count {c0}')
    o0.responses = l0 = []
    for _ in range(c0):
        o1 = new(ProduceResponse_TopicProduceResponse)
        o1.topic_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'ProduceResponse: name: length {n}')
        q = p + n
        o1.name = b[p:q].decode()
        p = q
        c1, = U_i(b, p)
        p += 4
        if not 0 <= c1 * 14 <= e - p: raise DecodeError(f'ProduceResponse: partition_responses: count {c1}')
        o1.partition_responses = l1 = []
        q = p + c1 * 14
        for v0, v1, v2 in I_ihq(b[p:q]):
            o2 = new(ProduceResponse_PartitionProduceResponse)
            o2.log_append_time_ms = -1
            o2.log_start_offset = -1
            o2.record_errors = []
            o2.error_message = None
            o2.current_leader = None
            o2.index = v0
            o2.error_code = v1
            o2.base_offset = v2
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        p = q
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.throttle_time_ms, = U_i(b, p)
    p += 4
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_produce_response_v2(b, p):
    e = len(b)
    o0 = new_message(ProduceResponse)
    o0.node_endpoints = []
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'ProduceResponse: responses: count {c0}')
    o0.responses = l0 = []
    for _ in range(c0):
        o1 = new(ProduceResponse_TopicProduceResponse)
        o1.topic_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'ProduceResponse: name: length {n}')
        q = p + n
        o1.name = b[p:q].decode()
        p = q
        c1, = U_i(b, p)
        p += 4
        if not 0 <= c1 * 22 <= e - p: raise DecodeError(f'ProduceResponse: partition_responses: count {c1}')
        o1.partition_responses = l1 = []
        q = p + c1 * 22
        for v0, v1, v2, v3 in I_ih2q(b[p:q]):
            o2 = new(ProduceResponse_PartitionProduceResponse)
            o2.log_start_offset = -1
            o2.record_errors = []
            o2.error_message = None
            o2.current_leader = None
            o2.index = v0
            o2.error_code = v1
            o2.base_offset = v2
            o2.log_append_time_ms = v3
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        p = q
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.throttle_time_ms, = U_i(b, p)
    p += 4
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_produce_response_v5(b, p):
    e = len(b)
    o0 = new_message(ProduceResponse)
    o0.node_endpoints = []
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'ProduceResponse: responses: count {c0}')
    o0.responses = l0 = []
    for _ in range(c0):
        o1 = new(ProduceResponse_TopicProduceResponse)
        o1.topic_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'ProduceResponse: name: length {n}')
        q = p + n
        o1.name = b[p:q].decode()
        p = q
        c1, = U_i(b, p)
        p += 4
        if not 0 <= c1 * 30 <= e - p: raise DecodeError(f'ProduceResponse: partition_responses: count {c1}')
        o1.partition_responses = l1 = []
        q = p + c1 * 30
        for v0, v1, v2, v3, v4 in I_ih3q(b[p:q]):
            o2 = new(ProduceResponse_PartitionProduceResponse)
            o2.record_errors = []
            o2.error_message = None
            o2.current_leader = None
            o2.index = v0
            o2.error_code = v1
            o2.base_offset = v2
            o2.log_append_time_ms = v3
            o2.log_start_offset = v4
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        p = q
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.throttle_time_ms, = U_i(b, p)
    p += 4
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_produce_response_v8(b, p):
    e = len(b)
    o0 = new_message(ProduceResponse)
    o0.node_endpoints = []
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'ProduceResponse: responses: count {c0}')
    o0.responses = l0 = []
    for _ in range(c0):
        o1 = new(ProduceResponse_TopicProduceResponse)
        o1.topic_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'ProduceResponse: name: length {n}')
        q = p + n
        o1.name = b[p:q].decode()
        p = q
        c1, = U_i(b, p)
        p += 4
        if not 0 <= c1 * 36 <= e - p: raise DecodeError(f'ProduceResponse: partition_responses: count {c1}')
        o1.partition_responses = l1 = []
        for _ in range(c1):
            o2 = new(ProduceResponse_PartitionProduceResponse)
            o2.current_leader = None
            o2.index, o2.error_code, o2.base_offset, o2.log_append_time_ms, o2.log_start_offset, c2 = U_ih3qi(b, p)
            p += 34
            if not 0 <= c2 * 6 <= e - p: raise DecodeError(f'ProduceResponse: record_errors: count {c2}')
            o2.record_errors = l2 = []
            for _ in range(c2):
                o3 = new(ProduceResponse_BatchIndexAndErrorMessage)
                o3.batch_index, n = U_ih(b, p)
                p += 6
                if n >= 0:
                    q = p + n
                    o3.batch_index_error_message = b[p:q].decode()
                    p = q
                elif n != -1: raise DecodeError(f'ProduceResponse: batch_index_error_message: length {n}')
                else:
                    o3.batch_index_error_message = None
                o3.unknown_tagged_fields = ()
                l2.append(o3)
            n, = U_h(b, p)
            p += 2
            if n >= 0:
                q = p + n
                o2.error_message = b[p:q].decode()
                p = q
            elif n != -1: raise DecodeError(f'ProduceResponse: error_message: length {n}')
            else:
                o2.error_message = None
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.throttle_time_ms, = U_i(b, p)
    p += 4
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_produce_response_v9(b, p):
    e = len(b)
    o0 = new_message(ProduceResponse)
    o0.node_endpoints = []
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 3 <= e - p: raise DecodeError(f'ProduceResponse: responses: count {c0}')
    o0.responses = l0 = []
    for _ in range(c0):
        o1 = new(ProduceResponse_TopicProduceResponse)
        o1.topic_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'ProduceResponse: name: length {n}')
        q = p + n - 1
        o1.name = b[p:q].decode()
        p = q
        c1 = b[p]
        p += 1
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 33 <= e - p: raise DecodeError(f'ProduceResponse: partition_responses: count {c1}')
        o1.partition_responses = l1 = []
        for _ in range(c1):
            o2 = new(ProduceResponse_PartitionProduceResponse)
            o2.current_leader = None
            o2.index, o2.error_code, o2.base_offset, o2.log_append_time_ms, o2.log_start_offset, c2 = U_ih3qB(b, p)
            p += 31
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if not 0 <= c2 * 6 <= e - p: raise DecodeError(f'ProduceResponse: record_errors: count {c2}')
            o2.record_errors = l2 = []
            for _ in range(c2):
                o3 = new(ProduceResponse_BatchIndexAndErrorMessage)
                o3.batch_index, n = U_iB(b, p)
                p += 5
                if n > 127: n, p = read_uvarint(b, p - 1)
                if n:
                    q = p + n - 1
                    o3.batch_index_error_message = b[p:q].decode()
                    p = q
                else:
                    o3.batch_index_error_message = None
                t = b[p]
                p += 1
                if t: o3.unknown_tagged_fields, p = read_tags(b, p - 1)
                else: o3.unknown_tagged_fields = ()
                l2.append(o3)
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n:
                q = p + n - 1
                o2.error_message = b[p:q].decode()
                p = q
            else:
                o2.error_message = None
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
    o0.throttle_time_ms, t = U_iB(b, p)
    p += 5
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

def decode_produce_response_v10(b, p):
    e = len(b)
    o0 = new_message(ProduceResponse)
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 3 <= e - p: raise DecodeError(f'ProduceResponse: responses: count {c0}')
    o0.responses = l0 = []
    for _ in range(c0):
        o1 = new(ProduceResponse_TopicProduceResponse)
        o1.topic_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'ProduceResponse: name: length {n}')
        q = p + n - 1
        o1.name = b[p:q].decode()
        p = q
        c1 = b[p]
        p += 1
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 33 <= e - p: raise DecodeError(f'ProduceResponse: partition_responses: count {c1}')
        o1.partition_responses = l1 = []
        for _ in range(c1):
            o2 = new(ProduceResponse_PartitionProduceResponse)
            o2.index, o2.error_code, o2.base_offset, o2.log_append_time_ms, o2.log_start_offset, c2 = U_ih3qB(b, p)
            p += 31
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if not 0 <= c2 * 6 <= e - p: raise DecodeError(f'ProduceResponse: record_errors: count {c2}')
            o2.record_errors = l2 = []
            for _ in range(c2):
                o3 = new(ProduceResponse_BatchIndexAndErrorMessage)
                o3.batch_index, n = U_iB(b, p)
                p += 5
                if n > 127: n, p = read_uvarint(b, p - 1)
                if n:
                    q = p + n - 1
                    o3.batch_index_error_message = b[p:q].decode()
                    p = q
                else:
                    o3.batch_index_error_message = None
                t = b[p]
                p += 1
                if t: o3.unknown_tagged_fields, p = read_tags(b, p - 1)
                else: o3.unknown_tagged_fields = ()
                l2.append(o3)
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n:
                q = p + n - 1
                o2.error_message = b[p:q].decode()
                p = q
            else:
                o2.error_message = None
            t = b[p]
            p += 1
            o2.current_leader = None
            o2.unknown_tagged_fields = ()
            if t:
                t, p = read_uvarint(b, p - 1)
                if t * 2 > e - p: raise DecodeError(f'{t} tagged fields in {e - p} bytes')
                u2 = []
                last2 = -1
                for _ in range(t):
                    t2, p = read_uvarint(b, p)
                    if t2 <= last2: raise DecodeError(f'tag {t2} after tag {last2}')
                    last2 = t2
                    n, p = read_uvarint(b, p)
                    q2 = p + n
                    if q2 > e: raise DecodeError(f'tag {t2}: {n} bytes in {e - p}')
                    if t2 == 0:
                        o3 = new(ProduceResponse_LeaderIdAndEpoch)
                        o3.leader_id, o3.leader_epoch, t = U_2iB(b, p)
                        p += 9
                        if t: o3.unknown_tagged_fields, p = read_tags(b, p - 1)
                        else: o3.unknown_tagged_fields = ()
                        o2.current_leader = o3
                        if p != q2: raise DecodeError(f'ProduceResponse: current_leader: size')
                    else:
                        u2.append((t2, bytes(b[p:q2])))
                        p = q2
                o2.unknown_tagged_fields = tuple(u2)
            l1.append(o2)
        t = b[p]
        p += 1
        if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
        else: o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.throttle_time_ms, t = U_iB(b, p)
    p += 5
    o0.node_endpoints = []
    o0.unknown_tagged_fields = ()
    if t:
        t, p = read_uvarint(b, p - 1)
        if t * 2 > e - p: raise DecodeError(f'{t} tagged fields in {e - p} bytes')
        u0 = []
        last0 = -1
        for _ in range(t):
            t0, p = read_uvarint(b, p)
            if t0 <= last0: raise DecodeError(f'tag {t0} after tag {last0}')
            last0 = t0
            n, p = read_uvarint(b, p)
            q0 = p + n
            if q0 > e: raise DecodeError(f'tag {t0}: {n} bytes in {e - p}')
            if t0 == 0:
                c0 = b[p]
                p += 1
                if c0 > 127: c0, p = read_uvarint(b, p - 1)
                c0 -= 1
                if not 0 <= c0 * 11 <= e - p: raise DecodeError(f'ProduceResponse: node_endpoints: count {c0}')
                o0.node_endpoints = l0 = []
                for _ in range(c0):
                    o1 = new(ProduceResponse_NodeEndpoint)
                    o1.node_id, n = U_iB(b, p)
                    p += 5
                    if n > 127: n, p = read_uvarint(b, p - 1)
                    if n < 1: raise DecodeError(f'ProduceResponse: host: length {n}')
                    q = p + n - 1
                    o1.host = b[p:q].decode()
                    p = q
                    o1.port, n = U_iB(b, p)
                    p += 5
                    if n > 127: n, p = read_uvarint(b, p - 1)
                    if n:
                        q = p + n - 1
                        o1.rack = b[p:q].decode()
                        p = q
                    else:
                        o1.rack = None
                    t = b[p]
                    p += 1
                    if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
                    else: o1.unknown_tagged_fields = ()
                    l0.append(o1)
                if p != q0: raise DecodeError(f'ProduceResponse: node_endpoints: size')
            else:
                u0.append((t0, bytes(b[p:q0])))
                p = q0
        o0.unknown_tagged_fields = tuple(u0)
    return o0, p

def decode_produce_response_v13(b, p):
    e = len(b)
    o0 = new_message(ProduceResponse)
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 18 <= e - p: raise DecodeError(f'ProduceResponse: responses: count {c0}')
    o0.responses = l0 = []
    for _ in range(c0):
        o1 = new(ProduceResponse_TopicProduceResponse)
        o1.name = ''
        o1.topic_id, c1 = U_16sB(b, p)
        p += 17
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 33 <= e - p: raise DecodeError(f'ProduceResponse: partition_responses: count {c1}')
        o1.partition_responses = l1 = []
        for _ in range(c1):
            o2 = new(ProduceResponse_PartitionProduceResponse)
            o2.index, o2.error_code, o2.base_offset, o2.log_append_time_ms, o2.log_start_offset, c2 = U_ih3qB(b, p)
            p += 31
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if not 0 <= c2 * 6 <= e - p: raise DecodeError(f'ProduceResponse: record_errors: count {c2}')
            o2.record_errors = l2 = []
            for _ in range(c2):
                o3 = new(ProduceResponse_BatchIndexAndErrorMessage)
                o3.batch_index, n = U_iB(b, p)
                p += 5
                if n > 127: n, p = read_uvarint(b, p - 1)
                if n:
                    q = p + n - 1
                    o3.batch_index_error_message = b[p:q].decode()
                    p = q
                else:
                    o3.batch_index_error_message = None
                t = b[p]
                p += 1
                if t: o3.unknown_tagged_fields, p = read_tags(b, p - 1)
                else: o3.unknown_tagged_fields = ()
                l2.append(o3)
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n:
                q = p + n - 1
                o2.error_message = b[p:q].decode()
                p = q
            else:
                o2.error_message = None
            t = b[p]
            p += 1
            o2.current_leader = None
            o2.unknown_tagged_fields = ()
            if t:
                t, p = read_uvarint(b, p - 1)
                if t * 2 > e - p: raise DecodeError(f'{t} tagged fields in {e - p} bytes')
                u2 = []
                last2 = -1
                for _ in range(t):
                    t2, p = read_uvarint(b, p)
                    if t2 <= last2: raise DecodeError(f'tag {t2} after tag {last2}')
                    last2 = t2
                    n, p = read_uvarint(b, p)
                    q2 = p + n
                    if q2 > e: raise DecodeError(f'tag {t2}: {n} bytes in {e - p}')
                    if t2 == 0:
                        o3 = new(ProduceResponse_LeaderIdAndEpoch)
                        o3.leader_id, o3.leader_epoch, t = U_2iB(b, p)
                        p += 9
                        if t: o3.unknown_tagged_fields, p = read_tags(b, p - 1)
                        else: o3.unknown_tagged_fields = ()
                        o2.current_leader = o3
                        if p != q2: raise DecodeError(f'ProduceResponse: current_leader: size')
                    else:
                        u2.append((t2, bytes(b[p:q2])))
                        p = q2
                o2.unknown_tagged_fields = tuple(u2)
            l1.append(o2)
        t = b[p]
        p += 1
        if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
        else: o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.throttle_time_ms, t = U_iB(b, p)
    p += 5
    o0.node_endpoints = []
    o0.unknown_tagged_fields = ()
    if t:
        t, p = read_uvarint(b, p - 1)
        if t * 2 > e - p: raise DecodeError(f'{t} tagged fields in {e - p} bytes')
        u0 = []
        last0 = -1
        for _ in range(t):
            t0, p = read_uvarint(b, p)
            if t0 <= last0: raise DecodeError(f'tag {t0} after tag {last0}')
            last0 = t0
            n, p = read_uvarint(b, p)
            q0 = p + n
            if q0 > e: raise DecodeError(f'tag {t0}: {n} bytes in {e - p}')
            if t0 == 0:
                c0 = b[p]
                p += 1
                if c0 > 127: c0, p = read_uvarint(b, p - 1)
                c0 -= 1
                if not 0 <= c0 * 11 <= e - p: raise DecodeError(f'ProduceResponse: node_endpoints: count {c0}')
                o0.node_endpoints = l0 = []
                for _ in range(c0):
                    o1 = new(ProduceResponse_NodeEndpoint)
                    o1.node_id, n = U_iB(b, p)
                    p += 5
                    if n > 127: n, p = read_uvarint(b, p - 1)
                    if n < 1: raise DecodeError(f'ProduceResponse: host: length {n}')
                    q = p + n - 1
                    o1.host = b[p:q].decode()
                    p = q
                    o1.port, n = U_iB(b, p)
                    p += 5
                    if n > 127: n, p = read_uvarint(b, p - 1)
                    if n:
                        q = p + n - 1
                        o1.rack = b[p:q].decode()
                        p = q
                    else:
                        o1.rack = None
                    t = b[p]
                    p += 1
                    if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
                    else: o1.unknown_tagged_fields = ()
                    l0.append(o1)
                if p != q0: raise DecodeError(f'ProduceResponse: node_endpoints: size')
            else:
                u0.append((t0, bytes(b[p:q0])))
                p = q0
        o0.unknown_tagged_fields = tuple(u0)
    return o0, p

ProduceResponse.DECODERS = (
    decode_produce_response_v0,
    decode_produce_response_v1,
    decode_produce_response_v2,
    decode_produce_response_v2,
    decode_produce_response_v2,
    decode_produce_response_v5,
    decode_produce_response_v5,
    decode_produce_response_v5,
    decode_produce_response_v8,
    decode_produce_response_v9,
    decode_produce_response_v10,
    decode_produce_response_v10,
    decode_produce_response_v10,
    decode_produce_response_v13,
)

def encode_produce_response_v0(o0, l, out):
    a = l.append
    if o0.node_endpoints or o0.unknown_tagged_fields: raise refuse(o0, 'node_endpoints', 'unknown_tagged_fields')
    v0 = o0.responses
    n = len(v0)
    a(P_i(n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.name.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v1 = o1.partition_responses
        n = len(v1)
        a(P_i(n))
        for o2 in v1:
            if (o2.current_leader is not None and o2.current_leader != ProduceResponse_LeaderIdAndEpoch()) or o2.unknown_tagged_fields: raise refuse(o2, 'current_leader', 'unknown_tagged_fields')
            a(P_ihq(o2.index, o2.error_code, o2.base_offset))

def encode_produce_response_v1(o0, l, out):
    a = l.append
    if o0.node_endpoints or o0.unknown_tagged_fields: raise refuse(o0, 'node_endpoints', 'unknown_tagged_fields')
    v0 = o0.responses
    n = len(v0)
    a(P_i(n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.name.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v1 = o1.partition_responses
        n = len(v1)
        a(P_i(n))
        for o2 in v1:
            if (o2.current_leader is not None and o2.current_leader != ProduceResponse_LeaderIdAndEpoch()) or o2.unknown_tagged_fields: raise refuse(o2, 'current_leader', 'unknown_tagged_fields')
            a(P_ihq(o2.index, o2.error_code, o2.base_offset))
    a(P_i(o0.throttle_time_ms))

def encode_produce_response_v2(o0, l, out):
    a = l.append
    if o0.node_endpoints or o0.unknown_tagged_fields: raise refuse(o0, 'node_endpoints', 'unknown_tagged_fields')
    v0 = o0.responses
    n = len(v0)
    a(P_i(n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.name.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v1 = o1.partition_responses
        n = len(v1)
        a(P_i(n))
        for o2 in v1:
            if (o2.current_leader is not None and o2.current_leader != ProduceResponse_LeaderIdAndEpoch()) or o2.unknown_tagged_fields: raise refuse(o2, 'current_leader', 'unknown_tagged_fields')
            a(P_ih2q(o2.index, o2.error_code, o2.base_offset, o2.log_append_time_ms))
    a(P_i(o0.throttle_time_ms))

def encode_produce_response_v5(o0, l, out):
    a = l.append
    if o0.node_endpoints or o0.unknown_tagged_fields: raise refuse(o0, 'node_endpoints', 'unknown_tagged_fields')
    v0 = o0.responses
    n = len(v0)
    a(P_i(n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.name.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v1 = o1.partition_responses
        n = len(v1)
        a(P_i(n))
        for o2 in v1:
            if (o2.current_leader is not None and o2.current_leader != ProduceResponse_LeaderIdAndEpoch()) or o2.unknown_tagged_fields: raise refuse(o2, 'current_leader', 'unknown_tagged_fields')
            a(P_ih3q(o2.index, o2.error_code, o2.base_offset, o2.log_append_time_ms, o2.log_start_offset))
    a(P_i(o0.throttle_time_ms))

def encode_produce_response_v8(o0, l, out):
    a = l.append
    if o0.node_endpoints or o0.unknown_tagged_fields: raise refuse(o0, 'node_endpoints', 'unknown_tagged_fields')
    v0 = o0.responses
    n = len(v0)
    a(P_i(n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.name.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v1 = o1.partition_responses
        n = len(v1)
        a(P_i(n))
        for o2 in v1:
            if (o2.current_leader is not None and o2.current_leader != ProduceResponse_LeaderIdAndEpoch()) or o2.unknown_tagged_fields: raise refuse(o2, 'current_leader', 'unknown_tagged_fields')
            v2 = o2.record_errors
            n = len(v2)
            a(P_ih3qi(o2.index, o2.error_code, o2.base_offset, o2.log_append_time_ms, o2.log_start_offset, n))
            for o3 in v2:
                if o3.unknown_tagged_fields: raise refuse(o3, 'unknown_tagged_fields')
                v = o3.batch_index_error_message
                if v is None: v = b''; n = -1
                else: v = v.encode(); n = len(v)
                a(P_ih(o3.batch_index, n))
                a(v)
            v = o2.error_message
            if v is None: v = b''; n = -1
            else: v = v.encode(); n = len(v)
            a(P_h(n))
            a(v)
    a(P_i(o0.throttle_time_ms))

def encode_produce_response_v9(o0, l, out):
    a = l.append
    if o0.node_endpoints: raise refuse(o0, 'node_endpoints')
    v0 = o0.responses
    n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        v = o1.name.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v1 = o1.partition_responses
        n = len(v1) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o2 in v1:
            if (o2.current_leader is not None and o2.current_leader != ProduceResponse_LeaderIdAndEpoch()): raise refuse(o2, 'current_leader')
            v2 = o2.record_errors
            n = len(v2) + 1
            if n < 128: a(P_ih3qB(o2.index, o2.error_code, o2.base_offset, o2.log_append_time_ms, o2.log_start_offset, n))
            else: a(P_ih3q(o2.index, o2.error_code, o2.base_offset, o2.log_append_time_ms, o2.log_start_offset) + uvarint(n))
            for o3 in v2:
                v = o3.batch_index_error_message
                if v is None: v = b''; n = 0
                else: v = v.encode(); n = len(v) + 1
                if n < 128: a(P_iB(o3.batch_index, n))
                else: a(P_i(o3.batch_index) + uvarint(n))
                a(v)
                if o3.unknown_tagged_fields:
                    a(write_tags(o3.unknown_tagged_fields))
                else:
                    a(b'\x00')
            v = o2.error_message
            if v is None: v = b''; n = 0
            else: v = v.encode(); n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            if o2.unknown_tagged_fields:
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(b'\x00')
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    if o0.unknown_tagged_fields:
        a(P_i(o0.throttle_time_ms))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_ix(o0.throttle_time_ms))

def encode_produce_response_v10(o0, l, out):
    a = l.append
    v0 = o0.responses
    n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        v = o1.name.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v1 = o1.partition_responses
        n = len(v1) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o2 in v1:
            v2 = o2.record_errors
            n = len(v2) + 1
            if n < 128: a(P_ih3qB(o2.index, o2.error_code, o2.base_offset, o2.log_append_time_ms, o2.log_start_offset, n))
            else: a(P_ih3q(o2.index, o2.error_code, o2.base_offset, o2.log_append_time_ms, o2.log_start_offset) + uvarint(n))
            for o3 in v2:
                v = o3.batch_index_error_message
                if v is None: v = b''; n = 0
                else: v = v.encode(); n = len(v) + 1
                if n < 128: a(P_iB(o3.batch_index, n))
                else: a(P_i(o3.batch_index) + uvarint(n))
                a(v)
                if o3.unknown_tagged_fields:
                    a(write_tags(o3.unknown_tagged_fields))
                else:
                    a(b'\x00')
            v = o2.error_message
            if v is None: v = b''; n = 0
            else: v = v.encode(); n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            if o2.current_leader is not None or o2.unknown_tagged_fields:
                g2 = list(o2.unknown_tagged_fields)
                if o2.current_leader is not None and o2.current_leader != ProduceResponse_LeaderIdAndEpoch():
                    w2 = []
                    a2 = w2.append
                    o3 = o2.current_leader
                    if o3.unknown_tagged_fields:
                        a2(P_2i(o3.leader_id, o3.leader_epoch))
                        a2(write_tags(o3.unknown_tagged_fields))
                    else:
                        a2(P_2ix(o3.leader_id, o3.leader_epoch))
                    g2.append((0, b''.join(w2)))
                a(write_tags(g2))
            else:
                a(b'\x00')
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    if o0.node_endpoints or o0.unknown_tagged_fields:
        a(P_i(o0.throttle_time_ms))
        g0 = list(o0.unknown_tagged_fields)
        if o0.node_endpoints:
            w0 = []
            a0 = w0.append
            v0 = o0.node_endpoints
            n = len(v0) + 1
            if n < 128: a0(BYTE[n])
            else: a0(uvarint(n))
            for o1 in v0:
                v = o1.host.encode()
                n = len(v) + 1
                if n < 128: a0(P_iB(o1.node_id, n))
                else: a0(P_i(o1.node_id) + uvarint(n))
                a0(v)
                v = o1.rack
                if v is None: v = b''; n = 0
                else: v = v.encode(); n = len(v) + 1
                if n < 128: a0(P_iB(o1.port, n))
                else: a0(P_i(o1.port) + uvarint(n))
                a0(v)
                if o1.unknown_tagged_fields:
                    a0(write_tags(o1.unknown_tagged_fields))
                else:
                    a0(b'\x00')
            g0.append((0, b''.join(w0)))
        a(write_tags(g0))
    else:
        a(P_ix(o0.throttle_time_ms))

def encode_produce_response_v13(o0, l, out):
    a = l.append
    v0 = o0.responses
    n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        if len(o1.topic_id) != 16: raise EncodeError(f'{o1.topic_id!r:.80} is not a uuid')
        v1 = o1.partition_responses
        n = len(v1) + 1
        if n < 128: a(P_16sB(o1.topic_id, n))
        else: a(P_16s(o1.topic_id) + uvarint(n))
        for o2 in v1:
            v2 = o2.record_errors
            n = len(v2) + 1
            if n < 128: a(P_ih3qB(o2.index, o2.error_code, o2.base_offset, o2.log_append_time_ms, o2.log_start_offset, n))
            else: a(P_ih3q(o2.index, o2.error_code, o2.base_offset, o2.log_append_time_ms, o2.log_start_offset) + uvarint(n))
            for o3 in v2:
                v = o3.batch_index_error_message
                if v is None: v = b''; n = 0
                else: v = v.encode(); n = len(v) + 1
                if n < 128: a(P_iB(o3.batch_index, n))
                else: a(P_i(o3.batch_index) + uvarint(n))
                a(v)
                if o3.unknown_tagged_fields:
                    a(write_tags(o3.unknown_tagged_fields))
                else:
                    a(b'\x00')
            v = o2.error_message
            if v is None: v = b''; n = 0
            else: v = v.encode(); n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            if o2.current_leader is not None or o2.unknown_tagged_fields:
                g2 = list(o2.unknown_tagged_fields)
                if o2.current_leader is not None and o2.current_leader != ProduceResponse_LeaderIdAndEpoch():
                    w2 = []
                    a2 = w2.append
                    o3 = o2.current_leader
                    if o3.unknown_tagged_fields:
                        a2(P_2i(o3.leader_id, o3.leader_epoch))
                        a2(write_tags(o3.unknown_tagged_fields))
                    else:
                        a2(P_2ix(o3.leader_id, o3.leader_epoch))
                    g2.append((0, b''.join(w2)))
                a(write_tags(g2))
            else:
                a(b'\x00')
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    if o0.node_endpoints or o0.unknown_tagged_fields:
        a(P_i(o0.throttle_time_ms))
        g0 = list(o0.unknown_tagged_fields)
        if o0.node_endpoints:
            w0 = []
            a0 = w0.append
            v0 = o0.node_endpoints
            n = len(v0) + 1
            if n < 128: a0(BYTE[n])
            else: a0(uvarint(n))
            for o1 in v0:
                v = o1.host.encode()
                n = len(v) + 1
                if n < 128: a0(P_iB(o1.node_id, n))
                else: a0(P_i(o1.node_id) + uvarint(n))
                a0(v)
                v = o1.rack
                if v is None: v = b''; n = 0
                else: v = v.encode(); n = len(v) + 1
                if n < 128: a0(P_iB(o1.port, n))
                else: a0(P_i(o1.port) + uvarint(n))
                a0(v)
                if o1.unknown_tagged_fields:
                    a0(write_tags(o1.unknown_tagged_fields))
                else:
                    a0(b'\x00')
            g0.append((0, b''.join(w0)))
        a(write_tags(g0))
    else:
        a(P_ix(o0.throttle_time_ms))

ProduceResponse.ENCODERS = (
    encode_produce_response_v0,
    encode_produce_response_v1,
    encode_produce_response_v2,
    encode_produce_response_v2,
    encode_produce_response_v2,
    encode_produce_response_v5,
    encode_produce_response_v5,
    encode_produce_response_v5,
    encode_produce_response_v8,
    encode_produce_response_v9,
    encode_produce_response_v10,
    encode_produce_response_v10,
    encode_produce_response_v10,
    encode_produce_response_v13,
)
