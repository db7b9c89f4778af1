"""Written by `make generate` from protocol/messages/read_share_group_state_summary.py. Do not edit."""

from kavka.protocol.message import Message, Part
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import new, new_message, pack, read_tags, read_uvarint, refuse, unpack_from, uvarint
from kavka.protocol.wire import write_tags

class ReadShareGroupStateSummaryRequest(Message):
    __slots__ = ('group_id', 'topics', 'unknown_tagged_fields')
    API_KEY = 87
    MIN_VERSION = 0
    MAX_VERSION = 1
    FLEXIBLE_FROM = 0
    
    class PartitionData(Part):
        __slots__ = ('partition', 'leader_epoch', 'unknown_tagged_fields')
        
        def __init__(self, partition=0, leader_epoch=0, unknown_tagged_fields=()):
            self.partition = partition
            self.leader_epoch = leader_epoch
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class ReadStateSummaryData(Part):
        __slots__ = ('topic_id', 'partitions', 'unknown_tagged_fields')
        
        def __init__(self, topic_id=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', partitions=EMPTY, unknown_tagged_fields=()):
            self.topic_id = topic_id
            self.partitions = [] if partitions is EMPTY else partitions
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, group_id='', topics=EMPTY, unknown_tagged_fields=()):
        self.group_id = group_id
        self.topics = [] if topics is EMPTY else topics
        self.unknown_tagged_fields = unknown_tagged_fields

ReadShareGroupStateSummaryRequest_PartitionData = ReadShareGroupStateSummaryRequest.PartitionData

ReadShareGroupStateSummaryRequest_ReadStateSummaryData = ReadShareGroupStateSummaryRequest.ReadStateSummaryData

class ReadShareGroupStateSummaryResponse(Message):
    __slots__ = ('results', 'unknown_tagged_fields')
    API_KEY = 87
    MIN_VERSION = 0
    MAX_VERSION = 1
    FLEXIBLE_FROM = 0
    
    class PartitionResult(Part):
        __slots__ = ('partition', 'error_code', 'error_message', 'state_epoch', 'leader_epoch', 'start_offset', 'delivery_complete_count', 'unknown_tagged_fields')
        
        def __init__(self, partition=0, error_code=0, error_message=None, state_epoch=0, leader_epoch=0, start_offset=0, delivery_complete_count=-1, unknown_tagged_fields=()):
            self.partition = partition
            self.error_code = error_code
            self.error_message = error_message
            self.state_epoch = state_epoch
            self.leader_epoch = leader_epoch
            self.start_offset = start_offset
            self.delivery_complete_count = delivery_complete_count
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class ReadStateSummaryResult(Part):
        __slots__ = ('topic_id', 'partitions', 'unknown_tagged_fields')
        
        def __init__(self, topic_id=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', partitions=EMPTY, unknown_tagged_fields=()):
            self.topic_id = topic_id
            self.partitions = [] if partitions is EMPTY else partitions
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, results=EMPTY, unknown_tagged_fields=()):
        self.results = [] if results is EMPTY else results
        self.unknown_tagged_fields = unknown_tagged_fields

ReadShareGroupStateSummaryResponse_PartitionResult = ReadShareGroupStateSummaryResponse.PartitionResult

ReadShareGroupStateSummaryResponse_ReadStateSummaryResult = ReadShareGroupStateSummaryResponse.ReadStateSummaryResult

U_16sB = Struct('>16sB').unpack_from
U_2iB = Struct('>2iB').unpack_from
P_16sB = Struct('>16sB').pack
P_16s = Struct('>16s').pack
P_2i = Struct('>2i').pack
P_2ix = Struct('>2ix').pack
U_ihB = Struct('>ihB').unpack_from
U_2iqB = Struct('>2iqB').unpack_from
U_2iqiB = Struct('>2iqiB').unpack_from
P_ihB = Struct('>ihB').pack
P_ih = Struct('>ih').pack
P_2iq = Struct('>2iq').pack
P_2iqx = Struct('>2iqx').pack
P_2iqi = Struct('>2iqi').pack
P_2iqix = Struct('>2iqix').pack

def decode_read_share_group_state_summary_request_v0(b, p):
    e = len(b)
    o0 = new_message(ReadShareGroupStateSummaryRequest)
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n < 1: raise DecodeError(f'ReadShareGroupStateSummaryRequest: group_id: length {n}')
    q = p + n - 1
    o0.group_id = b[p:q].decode()
    p = q
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 18 <= e - p: raise DecodeError(f'ReadShareGroupStateSummaryRequest: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(ReadShareGroupStateSummaryRequest_ReadStateSummaryData)
        o1.topic_id, c1 = U_16sB(b, p)
        p += 17
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 9 <= e - p: raise DecodeError(f'ReadShareGroupStateSummaryRequest: partitions: count {c1}')
        o1.partitions = l1 = []
        for _ in range(c1):
            o2 = new(ReadShareGroupStateSummaryRequest_PartitionData)
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

ReadShareGroupStateSummaryRequest.DECODERS = (
    decode_read_share_group_state_summary_request_v0,
    decode_read_share_group_state_summary_request_v0,
)

def encode_read_share_group_state_summary_request_v0(o0, l, out):
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

ReadShareGroupStateSummaryRequest.ENCODERS = (
    encode_read_share_group_state_summary_request_v0,
    encode_read_share_group_state_summary_request_v0,
)

def decode_read_share_group_state_summary_response_v0(b, p):
    e = len(b)
    o0 = new_message(ReadShareGroupStateSummaryResponse)
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 18 <= e - p: raise DecodeError(f'ReadShareGroupStateSummaryResponse: results: count {c0}')
    o0.results = l0 = []
    for _ in range(c0):
        o1 = new(ReadShareGroupStateSummaryResponse_ReadStateSummaryResult)
        o1.topic_id, c1 = U_16sB(b, p)
        p += 17
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 24 <= e - p: raise DecodeError(f'ReadShareGroupStateSummaryResponse: partitions: count {c1}')
        o1.partitions = l1 = []
        for _ in range(c1):
            o2 = new(ReadShareGroupStateSummaryResponse_PartitionResult)
            o2.delivery_complete_count = -1
            o2.partition, o2.error_code, n = U_ihB(b, p)
            p += 7
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n:
                q = p + n - 1
                o2.error_message = b[p:q].decode()
                p = q
            else:
                o2.error_message = None
            o2.state_epoch, o2.leader_epoch, o2.start_offset, t = U_2iqB(b, p)
            p += 17
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

def decode_read_share_group_state_summary_response_v1(b, p):
    e = len(b)
    o0 = new_message(ReadShareGroupStateSummaryResponse)
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 18 <= e - p: raise DecodeError(f'ReadShareGroupStateSummaryResponse: results: count {c0}')
    o0.results = l0 = []
    for _ in range(c0):
        o1 = new(ReadShareGroupStateSummaryResponse_ReadStateSummaryResult)
        o1.topic_id, c1 = U_16sB(b, p)
        p += 17
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 28 <= e - p: raise DecodeError(f'ReadShareGroupStateSummaryResponse: partitions: count {c1}')
        o1.partitions = l1 = []
        for _ in range(c1):
            o2 = new(ReadShareGroupStateSummaryResponse_PartitionResult)
            o2.partition, o2.error_code, n = U_ihB(b, p)
            p += 7
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n:
                q = p + n - 1
                o2.error_message = b[p:q].decode()
                p = q
            else:
                o2.error_message = None
            o2.state_epoch, o2.leader_epoch, o2.start_offset, o2.delivery_complete_count, t = U_2iqiB(b, p)
            p += 21
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

ReadShareGroupStateSummaryResponse.DECODERS = (
    decode_read_share_group_state_summary_response_v0,
    decode_read_share_group_state_summary_response_v1,
)

def encode_read_share_group_state_summary_response_v0(o0, l, out):
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
                a(P_2iq(o2.state_epoch, o2.leader_epoch, o2.start_offset))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(P_2iqx(o2.state_epoch, o2.leader_epoch, o2.start_offset))
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

def encode_read_share_group_state_summary_response_v1(o0, l, out):
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
                a(P_2iqi(o2.state_epoch, o2.leader_epoch, o2.start_offset, o2.delivery_complete_count))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(P_2iqix(o2.state_epoch, o2.leader_epoch, o2.start_offset, o2.delivery_complete_count))
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

ReadShareGroupStateSummaryResponse.ENCODERS = (
    encode_read_share_group_state_summary_response_v0,
    encode_read_share_group_state_summary_response_v1,
)
