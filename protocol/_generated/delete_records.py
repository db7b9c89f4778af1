"""Written by `make generate` from protocol/messages/delete_records.py. Do not edit."""

from kavka.protocol.message import Message, Part
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import new, new_message, pack, read_tags, read_uvarint, refuse, unpack_from, uvarint
from kavka.protocol.wire import write_tags

class DeleteRecordsRequest(Message):
    __slots__ = ('topics', 'timeout_ms', 'unknown_tagged_fields')
    API_KEY = 21
    MIN_VERSION = 0
    MAX_VERSION = 2
    FLEXIBLE_FROM = 2
    
    class DeleteRecordsPartition(Part):
        __slots__ = ('partition_index', 'offset', 'unknown_tagged_fields')
        
        def __init__(self, partition_index=0, offset=0, unknown_tagged_fields=()):
            self.partition_index = partition_index
            self.offset = offset
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class DeleteRecordsTopic(Part):
        __slots__ = ('name', 'partitions', 'unknown_tagged_fields')
        
        def __init__(self, name='', partitions=EMPTY, unknown_tagged_fields=()):
            self.name = name
            self.partitions = [] if partitions is EMPTY else partitions
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, topics=EMPTY, timeout_ms=0, unknown_tagged_fields=()):
        self.topics = [] if topics is EMPTY else topics
        self.timeout_ms = timeout_ms
        self.unknown_tagged_fields = unknown_tagged_fields

DeleteRecordsRequest_DeleteRecordsPartition = DeleteRecordsRequest.DeleteRecordsPartition

DeleteRecordsRequest_DeleteRecordsTopic = DeleteRecordsRequest.DeleteRecordsTopic

class DeleteRecordsResponse(Message):
    __slots__ = ('throttle_time_ms', 'topics', 'unknown_tagged_fields')
    API_KEY = 21
    MIN_VERSION = 0
    MAX_VERSION = 2
    FLEXIBLE_FROM = 2
    
    class DeleteRecordsPartitionResult(Part):
        __slots__ = ('partition_index', 'low_watermark', 'error_code', 'unknown_tagged_fields')
        
        def __init__(self, partition_index=0, low_watermark=0, error_code=0, unknown_tagged_fields=()):
            self.partition_index = partition_index
            self.low_watermark = low_watermark
            self.error_code = error_code
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class DeleteRecordsTopicResult(Part):
        __slots__ = ('name', 'partitions', 'unknown_tagged_fields')
        
        def __init__(self, name='', partitions=EMPTY, unknown_tagged_fields=()):
            self.name = name
            self.partitions = [] if partitions is EMPTY else partitions
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, throttle_time_ms=0, topics=EMPTY, unknown_tagged_fields=()):
        self.throttle_time_ms = throttle_time_ms
        self.topics = [] if topics is EMPTY else topics
        self.unknown_tagged_fields = unknown_tagged_fields

DeleteRecordsResponse_DeleteRecordsPartitionResult = DeleteRecordsResponse.DeleteRecordsPartitionResult

DeleteRecordsResponse_DeleteRecordsTopicResult = DeleteRecordsResponse.DeleteRecordsTopicResult

U_i = Struct('>i').unpack_from
U_h = Struct('>h').unpack_from
I_iq = Struct('>iq').iter_unpack
U_iqB = Struct('>iqB').unpack_from
U_iB = Struct('>iB').unpack_from
P_i = Struct('>i').pack
P_h = Struct('>h').pack
P_iq = Struct('>iq').pack
P_iqx = Struct('>iqx').pack
P_ix = Struct('>ix').pack
U_2i = Struct('>2i').unpack_from
I_iqh = Struct('>iqh').iter_unpack
U_iqhB = Struct('>iqhB').unpack_from
P_2i = Struct('>2i').pack
P_iqh = Struct('>iqh').pack
P_iB = Struct('>iB').pack
P_iqhx = Struct('>iqhx').pack

def decode_delete_records_request_v0(b, p):
    e = len(b)
    o0 = new_message(DeleteRecordsRequest)
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'DeleteRecordsRequest: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(DeleteRecordsRequest_DeleteRecordsTopic)
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'DeleteRecordsRequest: name: length {n}')
        q = p + n
        o1.name = b[p:q].decode()
        p = q
        c1, = U_i(b, p)
        p += 4
        if not 0 <= c1 * 12 <= e - p: raise DecodeError(f'DeleteRecordsRequest: partitions: count {c1}')
        o1.partitions = l1 = []
        q = p + c1 * 12
        for v0, v1 in I_iq(b[p:q]):
            o2 = new(DeleteRecordsRequest_DeleteRecordsPartition)
            o2.partition_index = v0
            o2.offset = v1
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        p = q
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.timeout_ms, = U_i(b, p)
    p += 4
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_delete_records_request_v2(b, p):
    e = len(b)
    o0 = new_message(DeleteRecordsRequest)
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 3 <= e - p: raise DecodeError(f'DeleteRecordsRequest: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(DeleteRecordsRequest_DeleteRecordsTopic)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'DeleteRecordsRequest: name: length {n}')
        q = p + n - 1
        o1.name = b[p:q].decode()
        p = q
        c1 = b[p]
        p += 1
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 13 <= e - p: raise DecodeError(f'DeleteRecordsRequest: partitions: count {c1}')
        o1.partitions = l1 = []
        for _ in range(c1):
            o2 = new(DeleteRecordsRequest_DeleteRecordsPartition)
            o2.partition_index, o2.offset, t = U_iqB(b, p)
            p += 13
            if t: o2.unknown_tagged_fields, p = read_tags(b, p - 1)
            else: o2.unknown_tagged_fields = ()
            l1.append(o2)
        t = b[p]
        p += 1
        if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
        else: o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.timeout_ms, t = U_iB(b, p)
    p += 5
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

DeleteRecordsRequest.DECODERS = (
    decode_delete_records_request_v0,
    decode_delete_records_request_v0,
    decode_delete_records_request_v2,
)

def encode_delete_records_request_v0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v0 = o0.topics
    n = len(v0)
    a(P_i(n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.name.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v1 = o1.partitions
        n = len(v1)
        a(P_i(n))
        for o2 in v1:
            if o2.unknown_tagged_fields: raise refuse(o2, 'unknown_tagged_fields')
            a(P_iq(o2.partition_index, o2.offset))
    a(P_i(o0.timeout_ms))

def encode_delete_records_request_v2(o0, l, out):
    a = l.append
    v0 = o0.topics
    n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
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
            if o2.unknown_tagged_fields:
                a(P_iq(o2.partition_index, o2.offset))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(P_iqx(o2.partition_index, o2.offset))
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    if o0.unknown_tagged_fields:
        a(P_i(o0.timeout_ms))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_ix(o0.timeout_ms))

DeleteRecordsRequest.ENCODERS = (
    encode_delete_records_request_v0,
    encode_delete_records_request_v0,
    encode_delete_records_request_v2,
)

def decode_delete_records_response_v0(b, p):
    e = len(b)
    o0 = new_message(DeleteRecordsResponse)
    o0.throttle_time_ms, c0 = U_2i(b, p)
    p += 8
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'DeleteRecordsResponse: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(DeleteRecordsResponse_DeleteRecordsTopicResult)
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'DeleteRecordsResponse: name: length {n}')
        q = p + n
        o1.name = b[p:q].decode()
        p = q
        c1, = U_i(b, p)
        p += 4
        if not 0 <= c1 * 14 <= e - p: raise DecodeError(f'DeleteRecordsResponse: partitions: count {c1}')
        o1.partitions = l1 = []
        q = p + c1 * 14
        for v0, v1, v2 in I_iqh(b[p:q]):
            o2 = new(DeleteRecordsResponse_DeleteRecordsPartitionResult)
            o2.partition_index = v0
            o2.low_watermark = v1
            o2.error_code = v2
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        p = q
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_delete_records_response_v2(b, p):
    e = len(b)
    o0 = new_message(DeleteRecordsResponse)
    o0.throttle_time_ms, c0 = U_iB(b, p)
    p += 5
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 3 <= e - p: raise DecodeError(f'DeleteRecordsResponse: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(DeleteRecordsResponse_DeleteRecordsTopicResult)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'DeleteRecordsResponse: name: length {n}')
        q = p + n - 1
        o1.name = b[p:q].decode()
        p = q
        c1 = b[p]
        p += 1
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 15 <= e - p: raise DecodeError(f'DeleteRecordsResponse: partitions: count {c1}')
        o1.partitions = l1 = []
        for _ in range(c1):
            o2 = new(DeleteRecordsResponse_DeleteRecordsPartitionResult)
            o2.partition_index, o2.low_watermark, o2.error_code, t = U_iqhB(b, p)
            p += 15
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

DeleteRecordsResponse.DECODERS = (
    decode_delete_records_response_v0,
    decode_delete_records_response_v0,
    decode_delete_records_response_v2,
)

def encode_delete_records_response_v0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v0 = o0.topics
    n = len(v0)
    a(P_2i(o0.throttle_time_ms, n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.name.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v1 = o1.partitions
        n = len(v1)
        a(P_i(n))
        for o2 in v1:
            if o2.unknown_tagged_fields: raise refuse(o2, 'unknown_tagged_fields')
            a(P_iqh(o2.partition_index, o2.low_watermark, o2.error_code))

def encode_delete_records_response_v2(o0, l, out):
    a = l.append
    v0 = o0.topics
    n = len(v0) + 1
    if n < 128: a(P_iB(o0.throttle_time_ms, n))
    else: a(P_i(o0.throttle_time_ms) + uvarint(n))
    for o1 in v0:
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
            if o2.unknown_tagged_fields:
                a(P_iqh(o2.partition_index, o2.low_watermark, o2.error_code))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(P_iqhx(o2.partition_index, o2.low_watermark, o2.error_code))
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

DeleteRecordsResponse.ENCODERS = (
    encode_delete_records_response_v0,
    encode_delete_records_response_v0,
    encode_delete_records_response_v2,
)
