"""Written by `make generate` from protocol/messages/offset_delete.py. Do not edit."""

from kavka.protocol.message import Message, Part
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import new, new_message, pack, read_tags, read_uvarint, refuse, unpack_from, uvarint
from kavka.protocol.wire import write_tags

class OffsetDeleteRequest(Message):
    __slots__ = ('group_id', 'topics')
    API_KEY = 47
    MIN_VERSION = 0
    MAX_VERSION = 0
    FLEXIBLE_FROM = 32767
    
    class OffsetDeleteRequestPartition(Part):
        __slots__ = ('partition_index',)
        
        def __init__(self, partition_index=0):
            self.partition_index = partition_index
    
    class OffsetDeleteRequestTopic(Part):
        __slots__ = ('name', 'partitions')
        
        def __init__(self, name='', partitions=EMPTY):
            self.name = name
            self.partitions = [] if partitions is EMPTY else partitions
    
    def __init__(self, group_id='', topics=EMPTY):
        self.group_id = group_id
        self.topics = [] if topics is EMPTY else topics

OffsetDeleteRequest_OffsetDeleteRequestPartition = OffsetDeleteRequest.OffsetDeleteRequestPartition

OffsetDeleteRequest_OffsetDeleteRequestTopic = OffsetDeleteRequest.OffsetDeleteRequestTopic

class OffsetDeleteResponse(Message):
    __slots__ = ('error_code', 'throttle_time_ms', 'topics')
    API_KEY = 47
    MIN_VERSION = 0
    MAX_VERSION = 0
    FLEXIBLE_FROM = 32767
    
    class OffsetDeleteResponsePartition(Part):
        __slots__ = ('partition_index', 'error_code')
        
        def __init__(self, partition_index=0, error_code=0):
            self.partition_index = partition_index
            self.error_code = error_code
    
    class OffsetDeleteResponseTopic(Part):
        __slots__ = ('name', 'partitions')
        
        def __init__(self, name='', partitions=EMPTY):
            self.name = name
            self.partitions = [] if partitions is EMPTY else partitions
    
    def __init__(self, error_code=0, throttle_time_ms=0, topics=EMPTY):
        self.error_code = error_code
        self.throttle_time_ms = throttle_time_ms
        self.topics = [] if topics is EMPTY else topics

OffsetDeleteResponse_OffsetDeleteResponsePartition = OffsetDeleteResponse.OffsetDeleteResponsePartition

OffsetDeleteResponse_OffsetDeleteResponseTopic = OffsetDeleteResponse.OffsetDeleteResponseTopic

U_h = Struct('>h').unpack_from
U_i = Struct('>i').unpack_from
I_i = Struct('>i').iter_unpack
P_h = Struct('>h').pack
P_i = Struct('>i').pack
U_h2i = Struct('>h2i').unpack_from
I_ih = Struct('>ih').iter_unpack
P_h2i = Struct('>h2i').pack
P_ih = Struct('>ih').pack

def decode_offset_delete_request_v0(b, p):
    e = len(b)
    o0 = new_message(OffsetDeleteRequest)
    n, = U_h(b, p)
    p += 2
    if n < 0: raise DecodeError(f'OffsetDeleteRequest: group_id: length {n}')
    q = p + n
    o0.group_id = b[p:q].decode()
    p = q
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'OffsetDeleteRequest: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(OffsetDeleteRequest_OffsetDeleteRequestTopic)
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'OffsetDeleteRequest: name: length {n}')
        q = p + n
        o1.name = b[p:q].decode()
        p = q
        c1, = U_i(b, p)
        p += 4
        if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'OffsetDeleteRequest: partitions: count {c1}')
        o1.partitions = l1 = []
        q = p + c1 * 4
        for v0, in I_i(b[p:q]):
            o2 = new(OffsetDeleteRequest_OffsetDeleteRequestPartition)
            o2.partition_index = v0
            l1.append(o2)
        p = q
        l0.append(o1)
    return o0, p

OffsetDeleteRequest.DECODERS = (
    decode_offset_delete_request_v0,
)

def encode_offset_delete_request_v0(o0, l, out):
    a = l.append
    v = o0.group_id.encode()
    n = len(v)
    a(P_h(n))
    a(v)
    v0 = o0.topics
    n = len(v0)
    a(P_i(n))
    for o1 in v0:
        v = o1.name.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v1 = o1.partitions
        n = len(v1)
        a(P_i(n))
        for o2 in v1:
            a(P_i(o2.partition_index))

OffsetDeleteRequest.ENCODERS = (
    encode_offset_delete_request_v0,
)

def decode_offset_delete_response_v0(b, p):
    e = len(b)
    o0 = new_message(OffsetDeleteResponse)
    o0.error_code, o0.throttle_time_ms, c0 = U_h2i(b, p)
    p += 10
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'OffsetDeleteResponse: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(OffsetDeleteResponse_OffsetDeleteResponseTopic)
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'OffsetDeleteResponse: name: length {n}')
        q = p + n
        o1.name = b[p:q].decode()
        p = q
        c1, = U_i(b, p)
        p += 4
        if not 0 <= c1 * 6 <= e - p: raise DecodeError(f'OffsetDeleteResponse: partitions: count {c1}')
        o1.partitions = l1 = []
        q = p + c1 * 6
        for v0, v1 in I_ih(b[p:q]):
            o2 = new(OffsetDeleteResponse_OffsetDeleteResponsePartition)
            o2.partition_index = v0
            o2.error_code = v1
            l1.append(o2)
        p = q
        l0.append(o1)
    return o0, p

OffsetDeleteResponse.DECODERS = (
    decode_offset_delete_response_v0,
)

def encode_offset_delete_response_v0(o0, l, out):
    a = l.append
    v0 = o0.topics
    n = len(v0)
    a(P_h2i(o0.error_code, o0.throttle_time_ms, n))
    for o1 in v0:
        v = o1.name.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v1 = o1.partitions
        n = len(v1)
        a(P_i(n))
        for o2 in v1:
            a(P_ih(o2.partition_index, o2.error_code))

OffsetDeleteResponse.ENCODERS = (
    encode_offset_delete_response_v0,
)
