"""Written by `make generate` from protocol/messages/alter_share_group_offsets.py. Do not edit."""

from kavka.protocol.message import Message, Part
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import new, new_message, pack, read_tags, read_uvarint, refuse, unpack_from, uvarint
from kavka.protocol.wire import write_tags

class AlterShareGroupOffsetsRequest(Message):
    __slots__ = ('group_id', 'topics', 'unknown_tagged_fields')
    API_KEY = 91
    MIN_VERSION = 0
    MAX_VERSION = 0
    FLEXIBLE_FROM = 0
    
    class AlterShareGroupOffsetsRequestPartition(Part):
        __slots__ = ('partition_index', 'start_offset', 'unknown_tagged_fields')
        
        def __init__(self, partition_index=0, start_offset=0, unknown_tagged_fields=()):
            self.partition_index = partition_index
            self.start_offset = start_offset
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class AlterShareGroupOffsetsRequestTopic(Part):
        __slots__ = ('topic_name', 'partitions', 'unknown_tagged_fields')
        
        def __init__(self, topic_name='', partitions=EMPTY, unknown_tagged_fields=()):
            self.topic_name = topic_name
            self.partitions = [] if partitions is EMPTY else partitions
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, group_id='', topics=EMPTY, unknown_tagged_fields=()):
        self.group_id = group_id
        self.topics = [] if topics is EMPTY else topics
        self.unknown_tagged_fields = unknown_tagged_fields

AlterShareGroupOffsetsRequest_AlterShareGroupOffsetsRequestPartition = AlterShareGroupOffsetsRequest.AlterShareGroupOffsetsRequestPartition

AlterShareGroupOffsetsRequest_AlterShareGroupOffsetsRequestTopic = AlterShareGroupOffsetsRequest.AlterShareGroupOffsetsRequestTopic

class AlterShareGroupOffsetsResponse(Message):
    __slots__ = ('throttle_time_ms', 'error_code', 'error_message', 'responses', 'unknown_tagged_fields')
    API_KEY = 91
    MIN_VERSION = 0
    MAX_VERSION = 0
    FLEXIBLE_FROM = 0
    
    class AlterShareGroupOffsetsResponsePartition(Part):
        __slots__ = ('partition_index', 'error_code', 'error_message', 'unknown_tagged_fields')
        
        def __init__(self, partition_index=0, error_code=0, error_message=None, unknown_tagged_fields=()):
            self.partition_index = partition_index
            self.error_code = error_code
            self.error_message = error_message
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class AlterShareGroupOffsetsResponseTopic(Part):
        __slots__ = ('topic_name', 'topic_id', 'partitions', 'unknown_tagged_fields')
        
        def __init__(self, topic_name='', topic_id=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', partitions=EMPTY, unknown_tagged_fields=()):
            self.topic_name = topic_name
            self.topic_id = topic_id
            self.partitions = [] if partitions is EMPTY else partitions
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, throttle_time_ms=0, error_code=0, error_message=None, responses=EMPTY, unknown_tagged_fields=()):
        self.throttle_time_ms = throttle_time_ms
        self.error_code = error_code
        self.error_message = error_message
        self.responses = [] if responses is EMPTY else responses
        self.unknown_tagged_fields = unknown_tagged_fields

AlterShareGroupOffsetsResponse_AlterShareGroupOffsetsResponsePartition = AlterShareGroupOffsetsResponse.AlterShareGroupOffsetsResponsePartition

AlterShareGroupOffsetsResponse_AlterShareGroupOffsetsResponseTopic = AlterShareGroupOffsetsResponse.AlterShareGroupOffsetsResponseTopic

U_iqB = Struct('>iqB').unpack_from
P_iq = Struct('>iq').pack
P_iqx = Struct('>iqx').pack
U_ihB = Struct('>ihB').unpack_from
U_16sB = Struct('>16sB').unpack_from
P_ihB = Struct('>ihB').pack
P_ih = Struct('>ih').pack
P_16sB = Struct('>16sB').pack
P_16s = Struct('>16s').pack

def decode_alter_share_group_offsets_request_v0(b, p):
    e = len(b)
    o0 = new_message(AlterShareGroupOffsetsRequest)
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n < 1: raise DecodeError(f'AlterShareGroupOffsetsRequest: group_id: length {n}')
    q = p + n - 1
    o0.group_id = b[p:q].decode()
    p = q
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 3 <= e - p: raise DecodeError(f'AlterShareGroupOffsetsRequest: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(AlterShareGroupOffsetsRequest_AlterShareGroupOffsetsRequestTopic)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'AlterShareGroupOffsetsRequest: topic_name: length {n}')
        q = p + n - 1
        o1.topic_name = b[p:q].decode()
        p = q
        c1 = b[p]
        p += 1
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 13 <= e - p: raise DecodeError(f'AlterShareGroupOffsetsRequest: partitions: count {c1}')
        o1.partitions = l1 = []
        for _ in range(c1):
            o2 = new(AlterShareGroupOffsetsRequest_AlterShareGroupOffsetsRequestPartition)
            o2.partition_index, o2.start_offset, t = U_iqB(b, p)
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

AlterShareGroupOffsetsRequest.DECODERS = (
    decode_alter_share_group_offsets_request_v0,
)

def encode_alter_share_group_offsets_request_v0(o0, l, out):
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
        v = o1.topic_name.encode()
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
                a(P_iq(o2.partition_index, o2.start_offset))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(P_iqx(o2.partition_index, o2.start_offset))
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

AlterShareGroupOffsetsRequest.ENCODERS = (
    encode_alter_share_group_offsets_request_v0,
)

def decode_alter_share_group_offsets_response_v0(b, p):
    e = len(b)
    o0 = new_message(AlterShareGroupOffsetsResponse)
    o0.throttle_time_ms, o0.error_code, n = U_ihB(b, p)
    p += 7
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n:
        q = p + n - 1
        o0.error_message = b[p:q].decode()
        p = q
    else:
        o0.error_message = None
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 19 <= e - p: raise DecodeError(f'AlterShareGroupOffsetsResponse: responses: count {c0}')
    o0.responses = l0 = []
    for _ in range(c0):
        o1 = new(AlterShareGroupOffsetsResponse_AlterShareGroupOffsetsResponseTopic)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'AlterShareGroupOffsetsResponse: topic_name: length {n}')
        q = p + n - 1
        o1.topic_name = b[p:q].decode()
        p = q
        o1.topic_id, c1 = U_16sB(b, p)
        p += 17
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 8 <= e - p: raise DecodeError(f'AlterShareGroupOffsetsResponse: partitions: count {c1}')
        o1.partitions = l1 = []
        for _ in range(c1):
            o2 = new(AlterShareGroupOffsetsResponse_AlterShareGroupOffsetsResponsePartition)
            o2.partition_index, o2.error_code, n = U_ihB(b, p)
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

AlterShareGroupOffsetsResponse.DECODERS = (
    decode_alter_share_group_offsets_response_v0,
)

def encode_alter_share_group_offsets_response_v0(o0, l, out):
    a = l.append
    v = o0.error_message
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(P_ihB(o0.throttle_time_ms, o0.error_code, n))
    else: a(P_ih(o0.throttle_time_ms, o0.error_code) + uvarint(n))
    a(v)
    v0 = o0.responses
    n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        v = o1.topic_name.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        if len(o1.topic_id) != 16: raise EncodeError(f'{o1.topic_id!r:.80} is not a uuid')
        v1 = o1.partitions
        n = len(v1) + 1
        if n < 128: a(P_16sB(o1.topic_id, n))
        else: a(P_16s(o1.topic_id) + uvarint(n))
        for o2 in v1:
            v = o2.error_message
            if v is None: v = b''; n = 0
            else: v = v.encode(); n = len(v) + 1
            if n < 128: a(P_ihB(o2.partition_index, o2.error_code, n))
            else: a(P_ih(o2.partition_index, o2.error_code) + uvarint(n))
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

AlterShareGroupOffsetsResponse.ENCODERS = (
    encode_alter_share_group_offsets_response_v0,
)
