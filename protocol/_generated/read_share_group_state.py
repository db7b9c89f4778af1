"""Written by `make generate` from protocol/messages/read_share_group_state.py. Do not edit."""

from kavka.protocol.message import Message, Part
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import new, new_message, pack, read_tags, read_uvarint, refuse, unpack_from, uvarint
from kavka.protocol.wire import write_tags

class ReadShareGroupStateRequest(Message):
    __slots__ = ('group_id', 'topics', 'unknown_tagged_fields')
    API_KEY = 84
    MIN_VERSION = 0
    MAX_VERSION = 0
    FLEXIBLE_FROM = 0
    
    class PartitionData(Part):
        __slots__ = ('partition', 'leader_epoch', 'unknown_tagged_fields')
        
        def __init__(self, partition=0, leader_epoch=0, unknown_tagged_fields=()):
            self.partition = partition
            self.leader_epoch = leader_epoch
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class ReadStateData(Part):
        __slots__ = ('topic_id', 'partitions', 'unknown_tagged_fields')
        
        def __init__(self, topic_id=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', partitions=EMPTY, unknown_tagged_fields=()):
            self.topic_id = topic_id
            self.partitions = [] if partitions is EMPTY else partitions
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, group_id='', topics=EMPTY, unknown_tagged_fields=()):
        self.group_id = group_id
        self.topics = [] if topics is EMPTY else topics
        self.unknown_tagged_fields = unknown_tagged_fields

ReadShareGroupStateRequest_PartitionData = ReadShareGroupStateRequest.PartitionData

ReadShareGroupStateRequest_ReadStateData = ReadShareGroupStateRequest.ReadStateData

class ReadShareGroupStateResponse(Message):
    __slots__ = ('results', 'unknown_tagged_fields')
    API_KEY = 84
    MIN_VERSION = 0
    MAX_VERSION = 0
    FLEXIBLE_FROM = 0
    
    class StateBatch(Part):
        __slots__ = ('first_offset', 'last_offset', 'delivery_state', 'delivery_count', 'unknown_tagged_fields')
        
        def __init__(self, first_offset=0, last_offset=0, delivery_state=0, delivery_count=0, unknown_tagged_fields=()):
            self.first_offset = first_offset
            self.last_offset = last_offset
            self.delivery_state = delivery_state
            self.delivery_count = delivery_count
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class PartitionResult(Part):
        __slots__ = ('partition', 'error_code', 'error_message', 'state_epoch', 'start_offset', 'state_batches', 'unknown_tagged_fields')
        
        def __init__(self, partition=0, error_code=0, error_message=None, state_epoch=0, start_offset=0, state_batches=EMPTY, unknown_tagged_fields=()):
            self.partition = partition
            self.error_code = error_code
            self.error_message = error_message
            self.state_epoch = state_epoch
            self.start_offset = start_offset
            self.state_batches = [] if state_batches is EMPTY else state_batches
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class ReadStateResult(Part):
        __slots__ = ('topic_id', 'partitions', 'unknown_tagged_fields')
        
        def __init__(self, topic_id=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', partitions=EMPTY, unknown_tagged_fields=()):
            self.topic_id = topic_id
            self.partitions = [] if partitions is EMPTY else partitions
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, results=EMPTY, unknown_tagged_fields=()):
        self.results = [] if results is EMPTY else results
        self.unknown_tagged_fields = unknown_tagged_fields

ReadShareGroupStateResponse_StateBatch = ReadShareGroupStateResponse.StateBatch

ReadShareGroupStateResponse_PartitionResult = ReadShareGroupStateResponse.PartitionResult

ReadShareGroupStateResponse_ReadStateResult = ReadShareGroupStateResponse.ReadStateResult

U_16sB = Struct('>16sB').unpack_from
U_2iB = Struct('>2iB').unpack_from
P_16sB = Struct('>16sB').pack
P_16s = Struct('>16s').pack
P_2i = Struct('>2i').pack
P_2ix = Struct('>2ix').pack
U_ihB = Struct('>ihB').unpack_from
U_iqB = Struct('>iqB').unpack_from
U_2qbhB = Struct('>2qbhB').unpack_from
P_ihB = Struct('>ihB').pack
P_ih = Struct('>ih').pack
P_iqB = Struct('>iqB').pack
P_iq = Struct('>iq').pack
P_2qbh = Struct('>2qbh').pack
P_2qbhx = Struct('>2qbhx').pack

def decode_read_share_group_state_request_v0(b, p):
    e = len(b)
    o0 = new_message(ReadShareGroupStateRequest)
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n < 1: raise DecodeError(f'ReadShareGroupStateRequest: group_id: length {n}')
    q = p + n - 1
    o0.group_id = b[p:q].decode()
    p = q
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 18 <= e - p: raise DecodeError(f'ReadShareGroupStateRequest: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(ReadShareGroupStateRequest_ReadStateData)
        o1.topic_id, c1 = U_16sB(b, p)
        p += 17
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 9 <= e - p: raise DecodeError(f'ReadShareGroupStateRequest: partitions: count {c1}')
        o1.partitions = l1 = []
        for _ in range(c1):
            o2 = new(ReadShareGroupStateRequest_PartitionData)
            o2.partition, o2.leader_epoch, t = U_2iB(b, p)
            p += 9
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

ReadShareGroupStateRequest.DECODERS = (
    decode_read_share_group_state_request_v0,
)

def encode_read_share_group_state_request_v0(o0, l, out):
    a = l.append
    v = o0.group_id.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v0 = o0.topics
    n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        if len(o1.topic_id) != 16: raise EncodeError(f'{o1.topic_id!r:.80} is not a uuid')
        v1 = o1.partitions
        n = len(v1) + 1
        if n < 128: a(P_16sB(o1.topic_id, n))
        else: a(P_16s(o1.topic_id) + uvarint(n))
        for o2 in v1:
            if o2.unknown_tagged_fields:
                a(P_2i(o2.partition, o2.leader_epoch))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(P_2ix(o2.partition, o2.leader_epoch))
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

ReadShareGroupStateRequest.ENCODERS = (
    encode_read_share_group_state_request_v0,
)

def decode_read_share_group_state_response_v0(b, p):
    e = len(b)
    o0 = new_message(ReadShareGroupStateResponse)
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 18 <= e - p: raise DecodeError(f'ReadShareGroupStateResponse: results: count {c0}')
    o0.results = l0 = []
    for _ in range(c0):
        o1 = new(ReadShareGroupStateResponse_ReadStateResult)
        o1.topic_id, c1 = U_16sB(b, p)
        p += 17
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 21 <= e - p: raise DecodeError(f'ReadShareGroupStateResponse: partitions: count {c1}')
        o1.partitions = l1 = []
        for _ in range(c1):
            o2 = new(ReadShareGroupStateResponse_PartitionResult)
            o2.partition, o2.error_code, n = U_ihB(b, p)
            p += 7
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n:
                q = p + n - 1
                o2.error_message = b[p:q].decode()
                p = q
            else:
                o2.error_message = None
            o2.state_epoch, o2.start_offset, c2 = U_iqB(b, p)
            p += 13
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if not 0 <= c2 * 20 <= e - p: raise DecodeError(f'ReadShareGroupStateResponse: state_batches: count {c2}')
            o2.state_batches = l2 = []
            for _ in range(c2):
                o3 = new(ReadShareGroupStateResponse_StateBatch)
                o3.first_offset, o3.last_offset, o3.delivery_state, o3.delivery_count, t = U_2qbhB(b, p)
                p += 20
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

ReadShareGroupStateResponse.DECODERS = (
    decode_read_share_group_state_response_v0,
)

def encode_read_share_group_state_response_v0(o0, l, out):
    a = l.append
    v0 = o0.results
    n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        if len(o1.topic_id) != 16: raise EncodeError(f'{o1.topic_id!r:.80} is not a uuid')
        v1 = o1.partitions
        n = len(v1) + 1
        if n < 128: a(P_16sB(o1.topic_id, n))
        else: a(P_16s(o1.topic_id) + uvarint(n))
        for o2 in v1:
            v = o2.error_message
            if v is None: v = b''; n = 0
            else: v = v.encode(); n = len(v) + 1
            if n < 128: a(P_ihB(o2.partition, o2.error_code, n))
            else: a(P_ih(o2.partition, o2.error_code) + uvarint(n))
            a(v)
            v2 = o2.state_batches
            n = len(v2) + 1
            if n < 128: a(P_iqB(o2.state_epoch, o2.start_offset, n))
            else: a(P_iq(o2.state_epoch, o2.start_offset) + uvarint(n))
            for o3 in v2:
                if o3.unknown_tagged_fields:
                    a(P_2qbh(o3.first_offset, o3.last_offset, o3.delivery_state, o3.delivery_count))
                    a(write_tags(o3.unknown_tagged_fields))
                else:
                    a(P_2qbhx(o3.first_offset, o3.last_offset, o3.delivery_state, o3.delivery_count))
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

ReadShareGroupStateResponse.ENCODERS = (
    encode_read_share_group_state_response_v0,
)
