"""Written by `make generate` from protocol/messages/list_offsets.py. Do not edit."""

from kavka.protocol.message import Message, Part
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import new, new_message, pack, read_tags, read_uvarint, refuse, unpack_from, uvarint
from kavka.protocol.wire import write_tags

class ListOffsetsRequest(Message):
    __slots__ = ('replica_id', 'isolation_level', 'topics', 'timeout_ms', 'unknown_tagged_fields')
    API_KEY = 2
    MIN_VERSION = 0
    MAX_VERSION = 11
    FLEXIBLE_FROM = 6
    
    class ListOffsetsPartition(Part):
        __slots__ = ('partition_index', 'current_leader_epoch', 'timestamp', 'max_num_offsets', 'unknown_tagged_fields')
        
        def __init__(self, partition_index=0, current_leader_epoch=-1, timestamp=0, max_num_offsets=1, unknown_tagged_fields=()):
            self.partition_index = partition_index
            self.current_leader_epoch = current_leader_epoch
            self.timestamp = timestamp
            self.max_num_offsets = max_num_offsets
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class ListOffsetsTopic(Part):
        __slots__ = ('name', 'partitions', 'unknown_tagged_fields')
        
        def __init__(self, name='', partitions=EMPTY, unknown_tagged_fields=()):
            self.name = name
            self.partitions = [] if partitions is EMPTY else partitions
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, replica_id=0, isolation_level=0, topics=EMPTY, timeout_ms=0, unknown_tagged_fields=()):
        self.replica_id = replica_id
        self.isolation_level = isolation_level
        self.topics = [] if topics is EMPTY else topics
        self.timeout_ms = timeout_ms
        self.unknown_tagged_fields = unknown_tagged_fields

ListOffsetsRequest_ListOffsetsPartition = ListOffsetsRequest.ListOffsetsPartition

ListOffsetsRequest_ListOffsetsTopic = ListOffsetsRequest.ListOffsetsTopic

class ListOffsetsResponse(Message):
    __slots__ = ('throttle_time_ms', 'topics', 'unknown_tagged_fields')
    API_KEY = 2
    MIN_VERSION = 0
    MAX_VERSION = 11
    FLEXIBLE_FROM = 6
    
    class ListOffsetsPartitionResponse(Part):
        __slots__ = ('partition_index', 'error_code', 'old_style_offsets', 'timestamp', 'offset', 'leader_epoch', 'unknown_tagged_fields')
        
        def __init__(self, partition_index=0, error_code=0, old_style_offsets=EMPTY, timestamp=-1, offset=-1, leader_epoch=-1, unknown_tagged_fields=()):
            self.partition_index = partition_index
            self.error_code = error_code
            self.old_style_offsets = [] if old_style_offsets is EMPTY else old_style_offsets
            self.timestamp = timestamp
            self.offset = offset
            self.leader_epoch = leader_epoch
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class ListOffsetsTopicResponse(Part):
        __slots__ = ('name', 'partitions', 'unknown_tagged_fields')
        
        def __init__(self, name='', partitions=EMPTY, unknown_tagged_fields=()):
            self.name = name
            self.partitions = [] if partitions is EMPTY else partitions
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, throttle_time_ms=0, topics=EMPTY, unknown_tagged_fields=()):
        self.throttle_time_ms = throttle_time_ms
        self.topics = [] if topics is EMPTY else topics
        self.unknown_tagged_fields = unknown_tagged_fields

ListOffsetsResponse_ListOffsetsPartitionResponse = ListOffsetsResponse.ListOffsetsPartitionResponse

ListOffsetsResponse_ListOffsetsTopicResponse = ListOffsetsResponse.ListOffsetsTopicResponse

U_2i = Struct('>2i').unpack_from
U_h = Struct('>h').unpack_from
U_i = Struct('>i').unpack_from
I_iqi = Struct('>iqi').iter_unpack
I_iq = Struct('>iq').iter_unpack
U_ibi = Struct('>ibi').unpack_from
I_2iq = Struct('>2iq').iter_unpack
U_ibB = Struct('>ibB').unpack_from
U_2iqB = Struct('>2iqB').unpack_from
U_iB = Struct('>iB').unpack_from
P_2i = Struct('>2i').pack
P_h = Struct('>h').pack
P_i = Struct('>i').pack
P_iqi = Struct('>iqi').pack
P_iq = Struct('>iq').pack
P_ibi = Struct('>ibi').pack
P_2iq = Struct('>2iq').pack
P_ibB = Struct('>ibB').pack
P_ib = Struct('>ib').pack
P_2iqx = Struct('>2iqx').pack
P_ix = Struct('>ix').pack
U_ihi = Struct('>ihi').unpack_from
UNPACK_q = UNPACK['q']
I_ih2q = Struct('>ih2q').iter_unpack
I_ih2qi = Struct('>ih2qi').iter_unpack
U_ih2qiB = Struct('>ih2qiB').unpack_from
F_ihinq = PackCache('>ihi%dq')
P_ih2q = Struct('>ih2q').pack
P_ih2qi = Struct('>ih2qi').pack
P_iB = Struct('>iB').pack
P_ih2qix = Struct('>ih2qix').pack

def decode_list_offsets_request_v0(b, p):
    e = len(b)
    o0 = new_message(ListOffsetsRequest)
    o0.isolation_level = 0
    o0.timeout_ms = 0
    o0.replica_id, c0 = U_2i(b, p)
    p += 8
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'ListOffsetsRequest: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(ListOffsetsRequest_ListOffsetsTopic)
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'ListOffsetsRequest: name: length {n}')
        q = p + n
        o1.name = b[p:q].decode()
        p = q
        c1, = U_i(b, p)
        p += 4
        if not 0 <= c1 * 16 <= e - p: raise DecodeError(f'ListOffsetsRequest: partitions: count {c1}')
        o1.partitions = l1 = []
        q = p + c1 * 16
        for v0, v1, v2 in I_iqi(b[p:q]):
            o2 = new(ListOffsetsRequest_ListOffsetsPartition)
            o2.current_leader_epoch = -1
            o2.partition_index = v0
            o2.timestamp = v1
            o2.max_num_offsets = v2
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        p = q
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_list_offsets_request_v1(b, p):
    e = len(b)
    o0 = new_message(ListOffsetsRequest)
    o0.isolation_level = 0
    o0.timeout_ms = 0
    o0.replica_id, c0 = U_2i(b, p)
    p += 8
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'ListOffsetsRequest: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(ListOffsetsRequest_ListOffsetsTopic)
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'ListOffsetsRequest: name: length {n}')
        q = p + n
        o1.name = b[p:q].decode()
        p = q
        c1, = U_i(b, p)
        p += 4
        if not 0 <= c1 * 12 <= e - p: raise DecodeError(f'ListOffsetsRequest: partitions: count {c1}')
        o1.partitions = l1 = []
        q = p + c1 * 12
        for v0, v1 in I_iq(b[p:q]):
            o2 = new(ListOffsetsRequest_ListOffsetsPartition)
            o2.current_leader_epoch = -1
            o2.max_num_offsets = 1
            o2.partition_index = v0
            o2.timestamp = v1
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        p = q
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_list_offsets_request_v2(b, p):
    e = len(b)
    o0 = new_message(ListOffsetsRequest)
    o0.timeout_ms = 0
    o0.replica_id, o0.isolation_level, c0 = U_ibi(b, p)
    p += 9
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'ListOffsetsRequest: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(ListOffsetsRequest_ListOffsetsTopic)
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'ListOffsetsRequest: name: length {n}')
        q = p + n
        o1.name = b[p:q].decode()
        p = q
        c1, = U_i(b, p)
        p += 4
        if not 0 <= c1 * 12 <= e - p: raise DecodeError(f'ListOffsetsRequest: partitions: count {c1}')
        o1.partitions = l1 = []
        q = p + c1 * 12
        for v0, v1 in I_iq(b[p:q]):
            o2 = new(ListOffsetsRequest_ListOffsetsPartition)
            o2.current_leader_epoch = -1
            o2.max_num_offsets = 1
            o2.partition_index = v0
            o2.timestamp = v1
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        p = q
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_list_offsets_request_v4(b, p):
    e = len(b)
    o0 = new_message(ListOffsetsRequest)
    o0.timeout_ms = 0
    o0.replica_id, o0.isolation_level, c0 = U_ibi(b, p)
    p += 9
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'ListOffsetsRequest: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(ListOffsetsRequest_ListOffsetsTopic)
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'ListOffsetsRequest: name: length {n}')
        q = p + n
        o1.name = b[p:q].decode()
        p = q
        c1, = U_i(b, p)
        p += 4
        if not 0 <= c1 * 16 <= e - p: raise DecodeError(f'ListOffsetsRequest: partitions: count {c1}')
        o1.partitions = l1 = []
        q = p + c1 * 16
        for v0, v1, v2 in I_2iq(b[p:q]):
            o2 = new(ListOffsetsRequest_ListOffsetsPartition)
            o2.max_num_offsets = 1
            o2.partition_index = v0
            o2.current_leader_epoch = v1
            o2.timestamp = v2
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        p = q
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_list_offsets_request_v6(b, p):
    e = len(b)
    o0 = new_message(ListOffsetsRequest)
    o0.timeout_ms = 0
    o0.replica_id, o0.isolation_level, c0 = U_ibB(b, p)
    p += 6
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 3 <= e - p: raise DecodeError(f'ListOffsetsRequest: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(ListOffsetsRequest_ListOffsetsTopic)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'ListOffsetsRequest: name: length {n}')
        q = p + n - 1
        o1.name = b[p:q].decode()
        p = q
        c1 = b[p]
        p += 1
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 17 <= e - p: raise DecodeError(f'ListOffsetsRequest: partitions: count {c1}')
        o1.partitions = l1 = []
        for _ in range(c1):
            o2 = new(ListOffsetsRequest_ListOffsetsPartition)
            o2.max_num_offsets = 1
            o2.partition_index, o2.current_leader_epoch, o2.timestamp, t = U_2iqB(b, p)
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

def decode_list_offsets_request_v10(b, p):
    e = len(b)
    o0 = new_message(ListOffsetsRequest)
    o0.replica_id, o0.isolation_level, c0 = U_ibB(b, p)
    p += 6
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 3 <= e - p: raise DecodeError(f'ListOffsetsRequest: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(ListOffsetsRequest_ListOffsetsTopic)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'ListOffsetsRequest: name: length {n}')
        q = p + n - 1
        o1.name = b[p:q].decode()
        p = q
        c1 = b[p]
        p += 1
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 17 <= e - p: raise DecodeError(f'ListOffsetsRequest: partitions: count {c1}')
        o1.partitions = l1 = []
        for _ in range(c1):
            o2 = new(ListOffsetsRequest_ListOffsetsPartition)
            o2.max_num_offsets = 1
            o2.partition_index, o2.current_leader_epoch, o2.timestamp, t = U_2iqB(b, p)
            p += 17
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

ListOffsetsRequest.DECODERS = (
    decode_list_offsets_request_v0,
    decode_list_offsets_request_v1,
    decode_list_offsets_request_v2,
    decode_list_offsets_request_v2,
    decode_list_offsets_request_v4,
    decode_list_offsets_request_v4,
    decode_list_offsets_request_v6,
    decode_list_offsets_request_v6,
    decode_list_offsets_request_v6,
    decode_list_offsets_request_v6,
    decode_list_offsets_request_v10,
    decode_list_offsets_request_v10,
)

def encode_list_offsets_request_v0(o0, l, out):
    a = l.append
    if o0.isolation_level != 0 or o0.unknown_tagged_fields: raise refuse(o0, 'isolation_level', 'unknown_tagged_fields')
    v0 = o0.topics
    n = len(v0)
    a(P_2i(o0.replica_id, n))
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
            a(P_iqi(o2.partition_index, o2.timestamp, o2.max_num_offsets))

def encode_list_offsets_request_v1(o0, l, out):
    a = l.append
    if o0.isolation_level != 0 or o0.unknown_tagged_fields: raise refuse(o0, 'isolation_level', 'unknown_tagged_fields')
    v0 = o0.topics
    n = len(v0)
    a(P_2i(o0.replica_id, n))
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
            if o2.max_num_offsets != 1 or o2.unknown_tagged_fields: raise refuse(o2, 'max_num_offsets', 'unknown_tagged_fields')
            a(P_iq(o2.partition_index, o2.timestamp))

def encode_list_offsets_request_v2(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v0 = o0.topics
    n = len(v0)
    a(P_ibi(o0.replica_id, o0.isolation_level, n))
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
            if o2.max_num_offsets != 1 or o2.unknown_tagged_fields: raise refuse(o2, 'max_num_offsets', 'unknown_tagged_fields')
            a(P_iq(o2.partition_index, o2.timestamp))

def encode_list_offsets_request_v4(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v0 = o0.topics
    n = len(v0)
    a(P_ibi(o0.replica_id, o0.isolation_level, n))
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
            if o2.max_num_offsets != 1 or o2.unknown_tagged_fields: raise refuse(o2, 'max_num_offsets', 'unknown_tagged_fields')
            a(P_2iq(o2.partition_index, o2.current_leader_epoch, o2.timestamp))

def encode_list_offsets_request_v6(o0, l, out):
    a = l.append
    v0 = o0.topics
    n = len(v0) + 1
    if n < 128: a(P_ibB(o0.replica_id, o0.isolation_level, n))
    else: a(P_ib(o0.replica_id, o0.isolation_level) + uvarint(n))
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
            if o2.max_num_offsets != 1: raise refuse(o2, 'max_num_offsets')
            if o2.unknown_tagged_fields:
                a(P_2iq(o2.partition_index, o2.current_leader_epoch, o2.timestamp))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(P_2iqx(o2.partition_index, o2.current_leader_epoch, o2.timestamp))
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

def encode_list_offsets_request_v10(o0, l, out):
    a = l.append
    v0 = o0.topics
    n = len(v0) + 1
    if n < 128: a(P_ibB(o0.replica_id, o0.isolation_level, n))
    else: a(P_ib(o0.replica_id, o0.isolation_level) + uvarint(n))
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
            if o2.max_num_offsets != 1: raise refuse(o2, 'max_num_offsets')
            if o2.unknown_tagged_fields:
                a(P_2iq(o2.partition_index, o2.current_leader_epoch, o2.timestamp))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(P_2iqx(o2.partition_index, o2.current_leader_epoch, o2.timestamp))
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    if o0.unknown_tagged_fields:
        a(P_i(o0.timeout_ms))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_ix(o0.timeout_ms))

ListOffsetsRequest.ENCODERS = (
    encode_list_offsets_request_v0,
    encode_list_offsets_request_v1,
    encode_list_offsets_request_v2,
    encode_list_offsets_request_v2,
    encode_list_offsets_request_v4,
    encode_list_offsets_request_v4,
    encode_list_offsets_request_v6,
    encode_list_offsets_request_v6,
    encode_list_offsets_request_v6,
    encode_list_offsets_request_v6,
    encode_list_offsets_request_v10,
    encode_list_offsets_request_v10,
)

def decode_list_offsets_response_v0(b, p):
    e = len(b)
    o0 = new_message(ListOffsetsResponse)
    o0.throttle_time_ms = 0
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'ListOffsetsResponse: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(ListOffsetsResponse_ListOffsetsTopicResponse)
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'ListOffsetsResponse: name: length {n}')
        q = p + n
        o1.name = b[p:q].decode()
        p = q
        c1, = U_i(b, p)
        p += 4
        if not 0 <= c1 * 10 <= e - p: raise DecodeError(f'ListOffsetsResponse: partitions: count {c1}')
        o1.partitions = l1 = []
        for _ in range(c1):
            o2 = new(ListOffsetsResponse_ListOffsetsPartitionResponse)
            o2.timestamp = -1
            o2.offset = -1
            o2.leader_epoch = -1
            o2.partition_index, o2.error_code, c2 = U_ihi(b, p)
            p += 10
            if 0 < c2 < 9: o2.old_style_offsets = [*UNPACK_q[c2](b, p)]; p += c2 * 8
            elif c2 == 0: o2.old_style_offsets = []
            else:
                if not 0 <= c2 * 8 <= e - p: raise DecodeError(f'ListOffsetsResponse: old_style_offsets: count {c2}')
                o2.old_style_offsets = [*unpack_from(f'>{c2}q', b, p)]
                p += c2 * 8
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_list_offsets_response_v1(b, p):
    e = len(b)
    o0 = new_message(ListOffsetsResponse)
    o0.throttle_time_ms = 0
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'ListOffsetsResponse: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(ListOffsetsResponse_ListOffsetsTopicResponse)
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'ListOffsetsResponse: name: length {n}')
        q = p + n
        o1.name = b[p:q].decode()
        p = q
        c1, = U_i(b, p)
        p += 4
        if not 0 <= c1 * 22 <= e - p: raise DecodeError(f'ListOffsetsResponse: partitions: count {c1}')
        o1.partitions = l1 = []
        q = p + c1 * 22
        for v0, v1, v2, v3 in I_ih2q(b[p:q]):
            o2 = new(ListOffsetsResponse_ListOffsetsPartitionResponse)
            o2.old_style_offsets = []
            o2.leader_epoch = -1
            o2.partition_index = v0
            o2.error_code = v1
            o2.timestamp = v2
            o2.offset = v3
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        p = q
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_list_offsets_response_v2(b, p):
    e = len(b)
    o0 = new_message(ListOffsetsResponse)
    o0.throttle_time_ms, c0 = U_2i(b, p)
    p += 8
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'ListOffsetsResponse: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(ListOffsetsResponse_ListOffsetsTopicResponse)
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'ListOffsetsResponse: name: length {n}')
        q = p + n
        o1.name = b[p:q].decode()
        p = q
        c1, = U_i(b, p)
        p += 4
        if not 0 <= c1 * 22 <= e - p: raise DecodeError(f'ListOffsetsResponse: partitions: count {c1}')
        o1.partitions = l1 = []
        q = p + c1 * 22
        for v0, v1, v2, v3 in I_ih2q(b[p:q]):
            o2 = new(ListOffsetsResponse_ListOffsetsPartitionResponse)
            o2.old_style_offsets = []
            o2.leader_epoch = -1
            o2.partition_index = v0
            o2.error_code = v1
            o2.timestamp = v2
            o2.offset = v3
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        p = q
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_list_offsets_response_v4(b, p):
    e = len(b)
    o0 = new_message(ListOffsetsResponse)
    o0.throttle_time_ms, c0 = U_2i(b, p)
    p += 8
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'ListOffsetsResponse: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(ListOffsetsResponse_ListOffsetsTopicResponse)
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'ListOffsetsResponse: name: length {n}')
        q = p + n
        o1.name = b[p:q].decode()
        p = q
        c1, = U_i(b, p)
        p += 4
        if not 0 <= c1 * 26 <= e - p: raise DecodeError(f'ListOffsetsResponse: partitions: count {c1}')
        o1.partitions = l1 = []
        q = p + c1 * 26
        for v0, v1, v2, v3, v4 in I_ih2qi(b[p:q]):
            o2 = new(ListOffsetsResponse_ListOffsetsPartitionResponse)
            o2.old_style_offsets = []
            o2.partition_index = v0
            o2.error_code = v1
            o2.timestamp = v2
            o2.offset = v3
            o2.leader_epoch = v4
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        p = q
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_list_offsets_response_v6(b, p):
    e = len(b)
    o0 = new_message(ListOffsetsResponse)
    o0.throttle_time_ms, c0 = U_iB(b, p)
    p += 5
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 3 <= e - p: raise DecodeError(f'ListOffsetsResponse: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(ListOffsetsResponse_ListOffsetsTopicResponse)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'ListOffsetsResponse: name: length {n}')
        q = p + n - 1
        o1.name = b[p:q].decode()
        p = q
        c1 = b[p]
        p += 1
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 27 <= e - p: raise DecodeError(f'ListOffsetsResponse: partitions: count {c1}')
        o1.partitions = l1 = []
        for _ in range(c1):
            o2 = new(ListOffsetsResponse_ListOffsetsPartitionResponse)
            o2.old_style_offsets = []
            o2.partition_index, o2.error_code, o2.timestamp, o2.offset, o2.leader_epoch, t = U_ih2qiB(b, p)
            p += 27
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

ListOffsetsResponse.DECODERS = (
    decode_list_offsets_response_v0,
    decode_list_offsets_response_v1,
    decode_list_offsets_response_v2,
    decode_list_offsets_response_v2,
    decode_list_offsets_response_v4,
    decode_list_offsets_response_v4,
    decode_list_offsets_response_v6,
    decode_list_offsets_response_v6,
    decode_list_offsets_response_v6,
    decode_list_offsets_response_v6,
    decode_list_offsets_response_v6,
    decode_list_offsets_response_v6,
)

def encode_list_offsets_response_v0(o0, l, out):
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
            if o2.timestamp != -1 or o2.offset != -1 or o2.leader_epoch != -1 or o2.unknown_tagged_fields: raise refuse(o2, 'timestamp', 'offset', 'leader_epoch', 'unknown_tagged_fields')
            s0 = o2.old_style_offsets
            n0 = len(s0)
            a(F_ihinq[n0](o2.partition_index, o2.error_code, n0, *s0))

def encode_list_offsets_response_v1(o0, l, out):
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
            if o2.old_style_offsets or o2.leader_epoch != -1 or o2.unknown_tagged_fields: raise refuse(o2, 'old_style_offsets', 'leader_epoch', 'unknown_tagged_fields')
            a(P_ih2q(o2.partition_index, o2.error_code, o2.timestamp, o2.offset))

def encode_list_offsets_response_v2(o0, l, out):
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
            if o2.old_style_offsets or o2.leader_epoch != -1 or o2.unknown_tagged_fields: raise refuse(o2, 'old_style_offsets', 'leader_epoch', 'unknown_tagged_fields')
            a(P_ih2q(o2.partition_index, o2.error_code, o2.timestamp, o2.offset))

def encode_list_offsets_response_v4(o0, l, out):
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
            if o2.old_style_offsets or o2.unknown_tagged_fields: raise refuse(o2, 'old_style_offsets', 'unknown_tagged_fields')
            a(P_ih2qi(o2.partition_index, o2.error_code, o2.timestamp, o2.offset, o2.leader_epoch))

def encode_list_offsets_response_v6(o0, l, out):
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
            if o2.old_style_offsets: raise refuse(o2, 'old_style_offsets')
            if o2.unknown_tagged_fields:
                a(P_ih2qi(o2.partition_index, o2.error_code, o2.timestamp, o2.offset, o2.leader_epoch))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(P_ih2qix(o2.partition_index, o2.error_code, o2.timestamp, o2.offset, o2.leader_epoch))
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

ListOffsetsResponse.ENCODERS = (
    encode_list_offsets_response_v0,
    encode_list_offsets_response_v1,
    encode_list_offsets_response_v2,
    encode_list_offsets_response_v2,
    encode_list_offsets_response_v4,
    encode_list_offsets_response_v4,
    encode_list_offsets_response_v6,
    encode_list_offsets_response_v6,
    encode_list_offsets_response_v6,
    encode_list_offsets_response_v6,
    encode_list_offsets_response_v6,
    encode_list_offsets_response_v6,
)
