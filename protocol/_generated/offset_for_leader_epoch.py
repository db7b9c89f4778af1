"""Written by `make generate` from protocol/messages/offset_for_leader_epoch.py. Do not edit."""

from kavka.protocol.message import Message, Part
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import new, new_message, pack, read_tags, read_uvarint, refuse, unpack_from, uvarint
from kavka.protocol.wire import write_tags

class OffsetForLeaderEpochRequest(Message):
    __slots__ = ('replica_id', 'topics', 'unknown_tagged_fields')
    API_KEY = 23
    MIN_VERSION = 0
    MAX_VERSION = 4
    FLEXIBLE_FROM = 4
    
    class OffsetForLeaderPartition(Part):
        __slots__ = ('partition', 'current_leader_epoch', 'leader_epoch', 'unknown_tagged_fields')
        
        def __init__(self, partition=0, current_leader_epoch=-1, leader_epoch=0, unknown_tagged_fields=()):
            self.partition = partition
            self.current_leader_epoch = current_leader_epoch
            self.leader_epoch = leader_epoch
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class OffsetForLeaderTopic(Part):
        __slots__ = ('topic', 'partitions', 'unknown_tagged_fields')
        
        def __init__(self, topic='', partitions=EMPTY, unknown_tagged_fields=()):
            self.topic = topic
            self.partitions = [] if partitions is EMPTY else partitions
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, replica_id=-2, topics=EMPTY, unknown_tagged_fields=()):
        self.replica_id = replica_id
        self.topics = [] if topics is EMPTY else topics
        self.unknown_tagged_fields = unknown_tagged_fields

OffsetForLeaderEpochRequest_OffsetForLeaderPartition = OffsetForLeaderEpochRequest.OffsetForLeaderPartition

OffsetForLeaderEpochRequest_OffsetForLeaderTopic = OffsetForLeaderEpochRequest.OffsetForLeaderTopic

class OffsetForLeaderEpochResponse(Message):
    __slots__ = ('throttle_time_ms', 'topics', 'unknown_tagged_fields')
    API_KEY = 23
    MIN_VERSION = 0
    MAX_VERSION = 4
    FLEXIBLE_FROM = 4
    
    class EpochEndOffset(Part):
        __slots__ = ('error_code', 'partition', 'leader_epoch', 'end_offset', 'unknown_tagged_fields')
        
        def __init__(self, error_code=0, partition=0, leader_epoch=-1, end_offset=-1, unknown_tagged_fields=()):
            self.error_code = error_code
            self.partition = partition
            self.leader_epoch = leader_epoch
            self.end_offset = end_offset
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class OffsetForLeaderTopicResult(Part):
        __slots__ = ('topic', 'partitions', 'unknown_tagged_fields')
        
        def __init__(self, topic='', partitions=EMPTY, unknown_tagged_fields=()):
            self.topic = topic
            self.partitions = [] if partitions is EMPTY else partitions
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, throttle_time_ms=0, topics=EMPTY, unknown_tagged_fields=()):
        self.throttle_time_ms = throttle_time_ms
        self.topics = [] if topics is EMPTY else topics
        self.unknown_tagged_fields = unknown_tagged_fields

OffsetForLeaderEpochResponse_EpochEndOffset = OffsetForLeaderEpochResponse.EpochEndOffset

OffsetForLeaderEpochResponse_OffsetForLeaderTopicResult = OffsetForLeaderEpochResponse.OffsetForLeaderTopicResult

U_i = Struct('>i').unpack_from
U_h = Struct('>h').unpack_from
I_2i = Struct('>2i').iter_unpack
I_3i = Struct('>3i').iter_unpack
U_2i = Struct('>2i').unpack_from
U_iB = Struct('>iB').unpack_from
U_3iB = Struct('>3iB').unpack_from
P_i = Struct('>i').pack
P_h = Struct('>h').pack
P_2i = Struct('>2i').pack
P_3i = Struct('>3i').pack
P_iB = Struct('>iB').pack
P_3ix = Struct('>3ix').pack
I_hiq = Struct('>hiq').iter_unpack
I_h2iq = Struct('>h2iq').iter_unpack
U_h2iqB = Struct('>h2iqB').unpack_from
P_hiq = Struct('>hiq').pack
P_h2iq = Struct('>h2iq').pack
P_h2iqx = Struct('>h2iqx').pack

def decode_offset_for_leader_epoch_request_v0(b, p):
    e = len(b)
    o0 = new_message(OffsetForLeaderEpochRequest)
    o0.replica_id = -2
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'OffsetForLeaderEpochRequest: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(OffsetForLeaderEpochRequest_OffsetForLeaderTopic)
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'OffsetForLeaderEpochRequest: topic: length {n}')
        q = p + n
        o1.topic = b[p:q].decode()
        p = q
        c1, = U_i(b, p)
        p += 4
        if not 0 <= c1 * 8 <= e - p: raise DecodeError(f'OffsetForLeaderEpochRequest: partitions: count {c1}')
        o1.partitions = l1 = []
        q = p + c1 * 8
        for v0, v1 in I_2i(b[p:q]):
            o2 = new(OffsetForLeaderEpochRequest_OffsetForLeaderPartition)
            o2.current_leader_epoch = -1
            o2.partition = v0
            o2.leader_epoch = v1
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        p = q
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_offset_for_leader_epoch_request_v2(b, p):
    e = len(b)
    o0 = new_message(OffsetForLeaderEpochRequest)
    o0.replica_id = -2
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'OffsetForLeaderEpochRequest: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(OffsetForLeaderEpochRequest_OffsetForLeaderTopic)
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'OffsetForLeaderEpochRequest: topic: length {n}')
        q = p + n
        o1.topic = b[p:q].decode()
        p = q
        c1, = U_i(b, p)
        p += 4
        if not 0 <= c1 * 12 <= e - p: raise DecodeError(f'OffsetForLeaderEpochRequest: partitions: count {c1}')
        o1.partitions = l1 = []
        q = p + c1 * 12
        for v0, v1, v2 in I_3i(b[p:q]):
            o2 = new(OffsetForLeaderEpochRequest_OffsetForLeaderPartition)
            o2.partition = v0
            o2.current_leader_epoch = v1
            o2.leader_epoch = v2
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        p = q
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_offset_for_leader_epoch_request_v3(b, p):
    e = len(b)
    o0 = new_message(OffsetForLeaderEpochRequest)
    o0.replica_id, c0 = U_2i(b, p)
    p += 8
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'OffsetForLeaderEpochRequest: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(OffsetForLeaderEpochRequest_OffsetForLeaderTopic)
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'OffsetForLeaderEpochRequest: topic: length {n}')
        q = p + n
        o1.topic = b[p:q].decode()
        p = q
        c1, = U_i(b, p)
        p += 4
        if not 0 <= c1 * 12 <= e - p: raise DecodeError(f'OffsetForLeaderEpochRequest: partitions: count {c1}')
        o1.partitions = l1 = []
        q = p + c1 * 12
        for v0, v1, v2 in I_3i(b[p:q]):
            o2 = new(OffsetForLeaderEpochRequest_OffsetForLeaderPartition)
            o2.partition = v0
            o2.current_leader_epoch = v1
            o2.leader_epoch = v2
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        p = q
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_offset_for_leader_epoch_request_v4(b, p):
    e = len(b)
    o0 = new_message(OffsetForLeaderEpochRequest)
    o0.replica_id, c0 = U_iB(b, p)
    p += 5
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 3 <= e - p: raise DecodeError(f'OffsetForLeaderEpochRequest: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(OffsetForLeaderEpochRequest_OffsetForLeaderTopic)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'OffsetForLeaderEpochRequest: topic: length {n}')
        q = p + n - 1
        o1.topic = b[p:q].decode()
        p = q
        c1 = b[p]
        p += 1
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 13 <= e - p: raise DecodeError(f'OffsetForLeaderEpochRequest: partitions: count {c1}')
        o1.partitions = l1 = []
        for _ in range(c1):
            o2 = new(OffsetForLeaderEpochRequest_OffsetForLeaderPartition)
            o2.partition, o2.current_leader_epoch, o2.leader_epoch, t = U_3iB(b, p)
            p += 13
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

OffsetForLeaderEpochRequest.DECODERS = (
    decode_offset_for_leader_epoch_request_v0,
    decode_offset_for_leader_epoch_request_v0,
    decode_offset_for_leader_epoch_request_v2,
    decode_offset_for_leader_epoch_request_v3,
    decode_offset_for_leader_epoch_request_v4,
)

def encode_offset_for_leader_epoch_request_v0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v0 = o0.topics
    n = len(v0)
    a(P_i(n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.topic.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v1 = o1.partitions
        n = len(v1)
        a(P_i(n))
        for o2 in v1:
            if o2.unknown_tagged_fields: raise refuse(o2, 'unknown_tagged_fields')
            a(P_2i(o2.partition, o2.leader_epoch))

def encode_offset_for_leader_epoch_request_v2(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v0 = o0.topics
    n = len(v0)
    a(P_i(n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.topic.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v1 = o1.partitions
        n = len(v1)
        a(P_i(n))
        for o2 in v1:
            if o2.unknown_tagged_fields: raise refuse(o2, 'unknown_tagged_fields')
            a(P_3i(o2.partition, o2.current_leader_epoch, o2.leader_epoch))

def encode_offset_for_leader_epoch_request_v3(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v0 = o0.topics
    n = len(v0)
    a(P_2i(o0.replica_id, n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.topic.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v1 = o1.partitions
        n = len(v1)
        a(P_i(n))
        for o2 in v1:
            if o2.unknown_tagged_fields: raise refuse(o2, 'unknown_tagged_fields')
            a(P_3i(o2.partition, o2.current_leader_epoch, o2.leader_epoch))

def encode_offset_for_leader_epoch_request_v4(o0, l, out):
    a = l.append
    v0 = o0.topics
    n = len(v0) + 1
    if n < 128: a(P_iB(o0.replica_id, n))
    else: a(P_i(o0.replica_id) + uvarint(n))
    for o1 in v0:
        v = o1.topic.encode()
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
                a(P_3i(o2.partition, o2.current_leader_epoch, o2.leader_epoch))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(P_3ix(o2.partition, o2.current_leader_epoch, o2.leader_epoch))
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

OffsetForLeaderEpochRequest.ENCODERS = (
    encode_offset_for_leader_epoch_request_v0,
    encode_offset_for_leader_epoch_request_v0,
    encode_offset_for_leader_epoch_request_v2,
    encode_offset_for_leader_epoch_request_v3,
    encode_offset_for_leader_epoch_request_v4,
)

def decode_offset_for_leader_epoch_response_v0(b, p):
    e = len(b)
    o0 = new_message(OffsetForLeaderEpochResponse)
    o0.throttle_time_ms = 0
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'OffsetForLeaderEpochResponse: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(OffsetForLeaderEpochResponse_OffsetForLeaderTopicResult)
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'OffsetForLeaderEpochResponse: topic: length {n}')
        q = p + n
        o1.topic = b[p:q].decode()
        p = q
        c1, = U_i(b, p)
        p += 4
        if not 0 <= c1 * 14 <= e - p: raise DecodeError(f'OffsetForLeaderEpochResponse: partitions: count {c1}')
        o1.partitions = l1 = []
        q = p + c1 * 14
        for v0, v1, v2 in I_hiq(b[p:q]):
            o2 = new(OffsetForLeaderEpochResponse_EpochEndOffset)
            o2.leader_epoch = -1
            o2.error_code = v0
            o2.partition = v1
            o2.end_offset = v2
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        p = q
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_offset_for_leader_epoch_response_v1(b, p):
    e = len(b)
    o0 = new_message(OffsetForLeaderEpochResponse)
    o0.throttle_time_ms = 0
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'OffsetForLeaderEpochResponse: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(OffsetForLeaderEpochResponse_OffsetForLeaderTopicResult)
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'OffsetForLeaderEpochResponse: topic: length {n}')
        q = p + n
        o1.topic = b[p:q].decode()
        p = q
        c1, = U_i(b, p)
        p += 4
        if not 0 <= c1 * 18 <= e - p: raise DecodeError(f'OffsetForLeaderEpochResponse: partitions: count {c1}')
        o1.partitions = l1 = []
        q = p + c1 * 18
        for v0, v1, v2, v3 in I_h2iq(b[p:q]):
            o2 = new(OffsetForLeaderEpochResponse_EpochEndOffset)
            o2.error_code = v0
            o2.partition = v1
            o2.leader_epoch = v2
            o2.end_offset = v3
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        p = q
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_offset_for_leader_epoch_response_v2(b, p):
    e = len(b)
    o0 = new_message(OffsetForLeaderEpochResponse)
    o0.throttle_time_ms, c0 = U_2i(b, p)
    p += 8
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'OffsetForLeaderEpochResponse: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(OffsetForLeaderEpochResponse_OffsetForLeaderTopicResult)
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'OffsetForLeaderEpochResponse: topic: length {n}')
        q = p + n
        o1.topic = b[p:q].decode()
        p = q
        c1, = U_i(b, p)
        p += 4
        if not 0 <= c1 * 18 <= e - p: raise DecodeError(f'OffsetForLeaderEpochResponse: partitions: count {c1}')
        o1.partitions = l1 = []
        q = p + c1 * 18
        for v0, v1, v2, v3 in I_h2iq(b[p:q]):
            o2 = new(OffsetForLeaderEpochResponse_EpochEndOffset)
            o2.error_code = v0
            o2.partition = v1
            o2.leader_epoch = v2
            o2.end_offset = v3
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        p = q
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_offset_for_leader_epoch_response_v4(b, p):
    e = len(b)
    o0 = new_message(OffsetForLeaderEpochResponse)
    o0.throttle_time_ms, c0 = U_iB(b, p)
    p += 5
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 3 <= e - p: raise DecodeError(f'OffsetForLeaderEpochResponse: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(OffsetForLeaderEpochResponse_OffsetForLeaderTopicResult)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'OffsetForLeaderEpochResponse: topic: length {n}')
        q = p + n - 1
        o1.topic = b[p:q].decode()
        p = q
        c1 = b[p]
        p += 1
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 19 <= e - p: raise DecodeError(f'OffsetForLeaderEpochResponse: partitions: count {c1}')
        o1.partitions = l1 = []
        for _ in range(c1):
            o2 = new(OffsetForLeaderEpochResponse_EpochEndOffset)
            o2.error_code, o2.partition, o2.leader_epoch, o2.end_offset, t = U_h2iqB(b, p)
            p += 19
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

OffsetForLeaderEpochResponse.DECODERS = (
    decode_offset_for_leader_epoch_response_v0,
    decode_offset_for_leader_epoch_response_v1,
    decode_offset_for_leader_epoch_response_v2,
    decode_offset_for_leader_epoch_response_v2,
    decode_offset_for_leader_epoch_response_v4,
)

def encode_offset_for_leader_epoch_response_v0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v0 = o0.topics
    n = len(v0)
    a(P_i(n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.topic.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v1 = o1.partitions
        n = len(v1)
        a(P_i(n))
        for o2 in v1:
            if o2.unknown_tagged_fields: raise refuse(o2, 'unknown_tagged_fields')
            a(P_hiq(o2.error_code, o2.partition, o2.end_offset))

def encode_offset_for_leader_epoch_response_v1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v0 = o0.topics
    n = len(v0)
    a(P_i(n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.topic.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v1 = o1.partitions
        n = len(v1)
        a(P_i(n))
        for o2 in v1:
            if o2.unknown_tagged_fields: raise refuse(o2, 'unknown_tagged_fields')
            a(P_h2iq(o2.error_code, o2.partition, o2.leader_epoch, o2.end_offset))

def encode_offset_for_leader_epoch_response_v2(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v0 = o0.topics
    n = len(v0)
    a(P_2i(o0.throttle_time_ms, n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.topic.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v1 = o1.partitions
        n = len(v1)
        a(P_i(n))
        for o2 in v1:
            if o2.unknown_tagged_fields: raise refuse(o2, 'unknown_tagged_fields')
            a(P_h2iq(o2.error_code, o2.partition, o2.leader_epoch, o2.end_offset))

def encode_offset_for_leader_epoch_response_v4(o0, l, out):
    a = l.append
    v0 = o0.topics
    n = len(v0) + 1
    if n < 128: a(P_iB(o0.throttle_time_ms, n))
    else: a(P_i(o0.throttle_time_ms) + uvarint(n))
    for o1 in v0:
        v = o1.topic.encode()
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
                a(P_h2iq(o2.error_code, o2.partition, o2.leader_epoch, o2.end_offset))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(P_h2iqx(o2.error_code, o2.partition, o2.leader_epoch, o2.end_offset))
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

OffsetForLeaderEpochResponse.ENCODERS = (
    encode_offset_for_leader_epoch_response_v0,
    encode_offset_for_leader_epoch_response_v1,
    encode_offset_for_leader_epoch_response_v2,
    encode_offset_for_leader_epoch_response_v2,
    encode_offset_for_leader_epoch_response_v4,
)
