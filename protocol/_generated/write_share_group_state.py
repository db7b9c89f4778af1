"""Written by `make generate` from protocol/messages/write_share_group_state.py. Do not edit."""

from kavka.protocol.message import Message, Part
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import new, new_message, pack, read_tags, read_uvarint, refuse, unpack_from, uvarint
from kavka.protocol.wire import write_tags

class WriteShareGroupStateRequest(Message):
    __slots__ = ('group_id', 'topics', 'unknown_tagged_fields')
    API_KEY = 85
    MIN_VERSION = 0
    MAX_VERSION = 1
    FLEXIBLE_FROM = 0
    
    class StateBatch(Part):
        __slots__ = ('first_offset', 'last_offset', 'delivery_state', 'delivery_count', 'unknown_tagged_fields')
        
        def __init__(self, first_offset=0, last_offset=0, delivery_state=0, delivery_count=0, unknown_tagged_fields=()):
            self.first_offset = first_offset
            self.last_offset = last_offset
            self.delivery_state = delivery_state
            self.delivery_count = delivery_count
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class PartitionData(Part):
        __slots__ = ('partition', 'state_epoch', 'leader_epoch', 'start_offset', 'delivery_complete_count', 'state_batches', 'unknown_tagged_fields')
        
        def __init__(self, partition=0, state_epoch=0, leader_epoch=0, start_offset=0, delivery_complete_count=-1, state_batches=EMPTY, unknown_tagged_fields=()):
            self.partition = partition
            self.state_epoch = state_epoch
            self.leader_epoch = leader_epoch
            self.start_offset = start_offset
            self.delivery_complete_count = delivery_complete_count
            self.state_batches = [] if state_batches is EMPTY else state_batches
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class WriteStateData(Part):
        __slots__ = ('topic_id', 'partitions', 'unknown_tagged_fields')
        
        def __init__(self, topic_id=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', partitions=EMPTY, unknown_tagged_fields=()):
            self.topic_id = topic_id
            self.partitions = [] if partitions is EMPTY else partitions
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, group_id='', topics=EMPTY, unknown_tagged_fields=()):
        self.group_id = group_id
        self.topics = [] if topics is EMPTY else topics
        self.unknown_tagged_fields = unknown_tagged_fields

WriteShareGroupStateRequest_StateBatch = WriteShareGroupStateRequest.StateBatch

WriteShareGroupStateRequest_PartitionData = WriteShareGroupStateRequest.PartitionData

WriteShareGroupStateRequest_WriteStateData = WriteShareGroupStateRequest.WriteStateData

class WriteShareGroupStateResponse(Message):
    __slots__ = ('results', 'unknown_tagged_fields')
    API_KEY = 85
    MIN_VERSION = 0
    MAX_VERSION = 1
    FLEXIBLE_FROM = 0
    
    class PartitionResult(Part):
        __slots__ = ('partition', 'error_code', 'error_message', 'unknown_tagged_fields')
        
        def __init__(self, partition=0, error_code=0, error_message=None, unknown_tagged_fields=()):
            self.partition = partition
            self.error_code = error_code
            self.error_message = error_message
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class WriteStateResult(Part):
        __slots__ = ('topic_id', 'partitions', 'unknown_tagged_fields')
        
        def __init__(self, topic_id=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', partitions=EMPTY, unknown_tagged_fields=()):
            self.topic_id = topic_id
            self.partitions = [] if partitions is EMPTY else partitions
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, results=EMPTY, unknown_tagged_fields=()):
        self.results = [] if results is EMPTY else results
        self.unknown_tagged_fields = unknown_tagged_fields

WriteShareGroupStateResponse_PartitionResult = WriteShareGroupStateResponse.PartitionResult

WriteShareGroupStateResponse_WriteStateResult = WriteShareGroupStateResponse.WriteStateResult

U_16sB = Struct('>16sB').unpack_from
U_3iqB = Struct('>3iqB').unpack_from
U_2qbhB = Struct('>2qbhB').unpack_from
U_3iqiB = Struct('>3iqiB').unpack_from
P_16sB = Struct('>16sB').pack
P_16s = Struct('>16s').pack
P_3iqB = Struct('>3iqB').pack
P_3iq = Struct('>3iq').pack
P_2qbh = Struct('>2qbh').pack
P_2qbhx = Struct('>2qbhx').pack
P_3iqiB = Struct('>3iqiB').pack
P_3iqi = Struct('>3iqi').pack
U_ihB = Struct('>ihB').unpack_from
P_ihB = Struct('>ihB').pack
P_ih = Struct('>ih').pack

def decode_write_share_group_state_request_v0(b, p):
    e = len(b)
    o0 = new_message(WriteShareGroupStateRequest)
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n < 1: raise DecodeError(f'WriteShareGroupStateRequest: group_id: length {n}')
    q = p + n - 1
    o0.group_id = b[p:q].decode()
    p = q
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 18 <= e - p: raise DecodeError(f'WriteShareGroupStateRequest: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(WriteShareGroupStateRequest_WriteStateData)
        o1.topic_id, c1 = U_16sB(b, p)
        p += 17
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 22 <= e - p: raise DecodeError(f'WriteShareGroupStateRequest: partitions: count {c1}')
        o1.partitions = l1 = []
        for _ in range(c1):
            o2 = new(WriteShareGroupStateRequest_PartitionData)
            o2.delivery_complete_count = -1
            o2.partition, o2.state_epoch, o2.leader_epoch, o2.start_offset, c2 = U_3iqB(b, p)
            p += 21
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if not 0 <= c2 * 20 <= e - p: raise DecodeError(f'WriteShareGroupStateRequest: state_batches: count {c2}')
            o2.state_batches = l2 = []
            for _ in range(c2):
                o3 = new(WriteShareGroupStateRequest_StateBatch)
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

def decode_write_share_group_state_request_v1(b, p):
    e = len(b)
    o0 = new_message(WriteShareGroupStateRequest)
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n < 1: raise DecodeError(f'WriteShareGroupStateRequest: group_id: length {n}')
    q = p + n - 1
    o0.group_id = b[p:q].decode()
    p = q
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 18 <= e - p: raise DecodeError(f'WriteShareGroupStateRequest: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(WriteShareGroupStateRequest_WriteStateData)
        o1.topic_id, c1 = U_16sB(b, p)
        p += 17
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 26 <= e - p: raise DecodeError(f'WriteShareGroupStateRequest: partitions: count {c1}')
        o1.partitions = l1 = []
        for _ in range(c1):
            o2 = new(WriteShareGroupStateRequest_PartitionData)
            o2.partition, o2.state_epoch, o2.leader_epoch, o2.start_offset, o2.delivery_complete_count, c2 = U_3iqiB(b, p)
            p += 25
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if not 0 <= c2 * 20 <= e - p: raise DecodeError(f'WriteShareGroupStateRequest: state_batches: count {c2}')
            o2.state_batches = l2 = []
            for _ in range(c2):
                o3 = new(WriteShareGroupStateRequest_StateBatch)
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

WriteShareGroupStateRequest.DECODERS = (
    decode_write_share_group_state_request_v0,
    decode_write_share_group_state_request_v1,
)

def encode_write_share_group_state_request_v0(o0, l, out):
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
            v2 = o2.state_batches
            n = len(v2) + 1
            if n < 128: a(P_3iqB(o2.partition, o2.state_epoch, o2.leader_epoch, o2.start_offset, n))
            else: a(P_3iq(o2.partition, o2.state_epoch, o2.leader_epoch, o2.start_offset) + uvarint(n))
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

def encode_write_share_group_state_request_v1(o0, l, out):
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
            v2 = o2.state_batches
            n = len(v2) + 1
            if n < 128: a(P_3iqiB(o2.partition, o2.state_epoch, o2.leader_epoch, o2.start_offset, o2.delivery_complete_count, n))
            else: a(P_3iqi(o2.partition, o2.state_epoch, o2.leader_epoch, o2.start_offset, o2.delivery_complete_count) + uvarint(n))
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

WriteShareGroupStateRequest.ENCODERS = (
    encode_write_share_group_state_request_v0,
    encode_write_share_group_state_request_v1,
)

def decode_write_share_group_state_response_v0(b, p):
    e = len(b)
    o0 = new_message(WriteShareGroupStateResponse)
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 18 <= e - p: raise DecodeError(f'WriteShareGroupStateResponse: results: count {c0}')
    o0.results = l0 = []
    for _ in range(c0):
        o1 = new(WriteShareGroupStateResponse_WriteStateResult)
        o1.topic_id, c1 = U_16sB(b, p)
        p += 17
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 8 <= e - p: raise DecodeError(f'WriteShareGroupStateResponse: partitions: count {c1}')
        o1.partitions = l1 = []
        for _ in range(c1):
            o2 = new(WriteShareGroupStateResponse_PartitionResult)
            o2.partition, o2.error_code, n = U_ihB(b, p)
            p += 7
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
    t = b[p]
    p += 1
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

WriteShareGroupStateResponse.DECODERS = (
    decode_write_share_group_state_response_v0,
    decode_write_share_group_state_response_v0,
)

def encode_write_share_group_state_response_v0(o0, l, out):
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

WriteShareGroupStateResponse.ENCODERS = (
    encode_write_share_group_state_response_v0,
    encode_write_share_group_state_response_v0,
)
