"""Written by `make generate` from protocol/messages/describe_topic_partitions.py. Do not edit."""

from kavka.protocol.message import Message, Part
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import new, new_message, pack, read_tags, read_uvarint, refuse, unpack_from, uvarint
from kavka.protocol.wire import write_tags

class DescribeTopicPartitionsRequest(Message):
    __slots__ = ('topics', 'response_partition_limit', 'cursor', 'unknown_tagged_fields')
    API_KEY = 75
    MIN_VERSION = 0
    MAX_VERSION = 0
    FLEXIBLE_FROM = 0
    
    class TopicRequest(Part):
        __slots__ = ('name', 'unknown_tagged_fields')
        
        def __init__(self, name='', unknown_tagged_fields=()):
            self.name = name
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class Cursor(Part):
        __slots__ = ('topic_name', 'partition_index', 'unknown_tagged_fields')
        
        def __init__(self, topic_name='', partition_index=0, unknown_tagged_fields=()):
            self.topic_name = topic_name
            self.partition_index = partition_index
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, topics=EMPTY, response_partition_limit=2000, cursor=None, unknown_tagged_fields=()):
        self.topics = [] if topics is EMPTY else topics
        self.response_partition_limit = response_partition_limit
        self.cursor = cursor
        self.unknown_tagged_fields = unknown_tagged_fields

DescribeTopicPartitionsRequest_TopicRequest = DescribeTopicPartitionsRequest.TopicRequest

DescribeTopicPartitionsRequest_Cursor = DescribeTopicPartitionsRequest.Cursor

class DescribeTopicPartitionsResponse(Message):
    __slots__ = ('throttle_time_ms', 'topics', 'next_cursor', 'unknown_tagged_fields')
    API_KEY = 75
    MIN_VERSION = 0
    MAX_VERSION = 0
    FLEXIBLE_FROM = 0
    
    class DescribeTopicPartitionsResponsePartition(Part):
        __slots__ = ('error_code', 'partition_index', 'leader_id', 'leader_epoch', 'replica_nodes', 'isr_nodes', 'eligible_leader_replicas', 'last_known_elr', 'offline_replicas', 'unknown_tagged_fields')
        
        def __init__(self, error_code=0, partition_index=0, leader_id=0, leader_epoch=-1, replica_nodes=EMPTY, isr_nodes=EMPTY, eligible_leader_replicas=None, last_known_elr=None, offline_replicas=EMPTY, unknown_tagged_fields=()):
            self.error_code = error_code
            self.partition_index = partition_index
            self.leader_id = leader_id
            self.leader_epoch = leader_epoch
            self.replica_nodes = [] if replica_nodes is EMPTY else replica_nodes
            self.isr_nodes = [] if isr_nodes is EMPTY else isr_nodes
            self.eligible_leader_replicas = eligible_leader_replicas
            self.last_known_elr = last_known_elr
            self.offline_replicas = [] if offline_replicas is EMPTY else offline_replicas
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class DescribeTopicPartitionsResponseTopic(Part):
        __slots__ = ('error_code', 'name', 'topic_id', 'is_internal', 'partitions', 'topic_authorized_operations', 'unknown_tagged_fields')
        
        def __init__(self, error_code=0, name='', topic_id=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', is_internal=False, partitions=EMPTY, topic_authorized_operations=-2147483648, unknown_tagged_fields=()):
            self.error_code = error_code
            self.name = name
            self.topic_id = topic_id
            self.is_internal = is_internal
            self.partitions = [] if partitions is EMPTY else partitions
            self.topic_authorized_operations = topic_authorized_operations
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class Cursor(Part):
        __slots__ = ('topic_name', 'partition_index', 'unknown_tagged_fields')
        
        def __init__(self, topic_name='', partition_index=0, unknown_tagged_fields=()):
            self.topic_name = topic_name
            self.partition_index = partition_index
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, throttle_time_ms=0, topics=EMPTY, next_cursor=None, unknown_tagged_fields=()):
        self.throttle_time_ms = throttle_time_ms
        self.topics = [] if topics is EMPTY else topics
        self.next_cursor = next_cursor
        self.unknown_tagged_fields = unknown_tagged_fields

DescribeTopicPartitionsResponse_DescribeTopicPartitionsResponsePartition = DescribeTopicPartitionsResponse.DescribeTopicPartitionsResponsePartition

DescribeTopicPartitionsResponse_DescribeTopicPartitionsResponseTopic = DescribeTopicPartitionsResponse.DescribeTopicPartitionsResponseTopic

DescribeTopicPartitionsResponse_Cursor = DescribeTopicPartitionsResponse.Cursor

U_ib = Struct('>ib').unpack_from
U_iB = Struct('>iB').unpack_from
P_i = Struct('>i').pack
P_ix = Struct('>ix').pack
U_hB = Struct('>hB').unpack_from
U_16sTB = Struct('>16s?B').unpack_from
U_h3iB = Struct('>h3iB').unpack_from
UNPACK_i = UNPACK['i']
U_b = Struct('>b').unpack_from
P_iB = Struct('>iB').pack
P_hB = Struct('>hB').pack
P_h = Struct('>h').pack
P_16sTB = Struct('>16s?B').pack
P_16sT = Struct('>16s?').pack
P_h3i = Struct('>h3i').pack
F_ni = PackCache('>%di')
F_niB = PackCache('>%diB')
F_h3iBniBniB = PackCache('>h3iB%diB%diB')
F_h3iBniBni = PackCache('>h3iB%diB%di')
PACK_i = PACK['i']
F_Bni = PackCache('>B%di')
F_nix = PackCache('>%dix')
F_Bnix = PackCache('>B%dix')

def decode_describe_topic_partitions_request_v0(b, p):
    e = len(b)
    o0 = new_message(DescribeTopicPartitionsRequest)
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 2 <= e - p: raise DecodeError(f'DescribeTopicPartitionsRequest: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(DescribeTopicPartitionsRequest_TopicRequest)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'DescribeTopicPartitionsRequest: name: length {n}')
        q = p + n - 1
        o1.name = b[p:q].decode()
        p = q
        t = b[p]
        p += 1
        if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
        else: o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.response_partition_limit, n = U_ib(b, p)
    p += 5
    if n < 0: o0.cursor = None
    else:
        o1 = new(DescribeTopicPartitionsRequest_Cursor)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'DescribeTopicPartitionsRequest: topic_name: length {n}')
        q = p + n - 1
        o1.topic_name = b[p:q].decode()
        p = q
        o1.partition_index, t = U_iB(b, p)
        p += 5
        if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
        else: o1.unknown_tagged_fields = ()
        o0.cursor = o1
    t = b[p]
    p += 1
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

DescribeTopicPartitionsRequest.DECODERS = (
    decode_describe_topic_partitions_request_v0,
)

def encode_describe_topic_partitions_request_v0(o0, l, out):
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
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    a(P_i(o0.response_partition_limit))
    if o0.cursor is None: a(BYTE[255])
    else:
        a(BYTE[1])
        o1 = o0.cursor
        v = o1.topic_name.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(P_i(o1.partition_index))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_ix(o1.partition_index))
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

DescribeTopicPartitionsRequest.ENCODERS = (
    encode_describe_topic_partitions_request_v0,
)

def decode_describe_topic_partitions_response_v0(b, p):
    e = len(b)
    o0 = new_message(DescribeTopicPartitionsResponse)
    o0.throttle_time_ms, c0 = U_iB(b, p)
    p += 5
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 26 <= e - p: raise DecodeError(f'DescribeTopicPartitionsResponse: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(DescribeTopicPartitionsResponse_DescribeTopicPartitionsResponseTopic)
        o1.error_code, n = U_hB(b, p)
        p += 3
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n:
            q = p + n - 1
            o1.name = b[p:q].decode()
            p = q
        else:
            o1.name = None
        o1.topic_id, o1.is_internal, c1 = U_16sTB(b, p)
        p += 18
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 20 <= e - p: raise DecodeError(f'DescribeTopicPartitionsResponse: partitions: count {c1}')
        o1.partitions = l1 = []
        for _ in range(c1):
            o2 = new(DescribeTopicPartitionsResponse_DescribeTopicPartitionsResponsePartition)
            o2.error_code, o2.partition_index, o2.leader_id, o2.leader_epoch, c2 = U_h3iB(b, p)
            p += 15
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if 0 < c2 < 9: o2.replica_nodes = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.replica_nodes = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'DescribeTopicPartitionsResponse: replica_nodes: count {c2}')
                o2.replica_nodes = [*unpack_from(f'>{c2}i', b, p)]
                p += c2 * 4
            c2 = b[p]
            p += 1
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if 0 < c2 < 9: o2.isr_nodes = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.isr_nodes = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'DescribeTopicPartitionsResponse: isr_nodes: count {c2}')
                o2.isr_nodes = [*unpack_from(f'>{c2}i', b, p)]
                p += c2 * 4
            c2 = b[p]
            p += 1
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if c2 == -1:
                o2.eligible_leader_replicas = None
            else:
                if 0 < c2 < 9: o2.eligible_leader_replicas = [*UNPACK_i[c2](b, p)]; p += c2 * 4
                elif c2 == 0: o2.eligible_leader_replicas = []
                else:
                    if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'DescribeTopicPartitionsResponse: eligible_leader_replicas: count {c2}')
                    o2.eligible_leader_replicas = [*unpack_from(f'>{c2}i', b, p)]
                    p += c2 * 4
            c2 = b[p]
            p += 1
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if c2 == -1:
                o2.last_known_elr = None
            else:
                if 0 < c2 < 9: o2.last_known_elr = [*UNPACK_i[c2](b, p)]; p += c2 * 4
                elif c2 == 0: o2.last_known_elr = []
                else:
                    if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'DescribeTopicPartitionsResponse: last_known_elr: count {c2}')
                    o2.last_known_elr = [*unpack_from(f'>{c2}i', b, p)]
                    p += c2 * 4
            c2 = b[p]
            p += 1
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if 0 < c2 < 9: o2.offline_replicas = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.offline_replicas = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'DescribeTopicPartitionsResponse: offline_replicas: count {c2}')
                o2.offline_replicas = [*unpack_from(f'>{c2}i', b, p)]
                p += c2 * 4
            t = b[p]
            p += 1
            if t: o2.unknown_tagged_fields, p = read_tags(b, p - 1)
            else: o2.unknown_tagged_fields = ()
            l1.append(o2)
        o1.topic_authorized_operations, t = U_iB(b, p)
        p += 5
        if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
        else: o1.unknown_tagged_fields = ()
        l0.append(o1)
    n, = U_b(b, p)
    p += 1
    if n < 0: o0.next_cursor = None
    else:
        o1 = new(DescribeTopicPartitionsResponse_Cursor)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'DescribeTopicPartitionsResponse: topic_name: length {n}')
        q = p + n - 1
        o1.topic_name = b[p:q].decode()
        p = q
        o1.partition_index, t = U_iB(b, p)
        p += 5
        if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
        else: o1.unknown_tagged_fields = ()
        o0.next_cursor = o1
    t = b[p]
    p += 1
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

DescribeTopicPartitionsResponse.DECODERS = (
    decode_describe_topic_partitions_response_v0,
)

def encode_describe_topic_partitions_response_v0(o0, l, out):
    a = l.append
    v0 = o0.topics
    n = len(v0) + 1
    if n < 128: a(P_iB(o0.throttle_time_ms, n))
    else: a(P_i(o0.throttle_time_ms) + uvarint(n))
    for o1 in v0:
        v = o1.name
        if v is None: v = b''; n = 0
        else: v = v.encode(); n = len(v) + 1
        if n < 128: a(P_hB(o1.error_code, n))
        else: a(P_h(o1.error_code) + uvarint(n))
        a(v)
        if len(o1.topic_id) != 16: raise EncodeError(f'{o1.topic_id!r:.80} is not a uuid')
        v1 = o1.partitions
        n = len(v1) + 1
        if n < 128: a(P_16sTB(o1.topic_id, o1.is_internal, n))
        else: a(P_16sT(o1.topic_id, o1.is_internal) + uvarint(n))
        for o2 in v1:
            s0 = o2.replica_nodes
            n0 = len(s0)
            s1 = o2.isr_nodes
            n1 = len(s1)
            v2 = o2.eligible_leader_replicas
            if v2 is None: v2 = (); n = 0
            else: n = len(v2) + 1
            if n0 > 126 or n1 > 126:
                a(P_h3i(o2.error_code, o2.partition_index, o2.leader_id, o2.leader_epoch))
                a(uvarint(n0 + 1))
                a(F_ni[n0](*s0))
                a(uvarint(n1 + 1))
                if n < 128: a(F_niB[n1](*s1, n))
                else: a(F_ni[n1](*s1) + uvarint(n))
            else:
                if n < 128: a(F_h3iBniBniB[n0, n1](o2.error_code, o2.partition_index, o2.leader_id, o2.leader_epoch, n0 + 1, *s0, n1 + 1, *s1, n))
                else: a(F_h3iBniBni[n0, n1](o2.error_code, o2.partition_index, o2.leader_id, o2.leader_epoch, n0 + 1, *s0, n1 + 1, *s1) + uvarint(n))
            n = len(v2)
            a(PACK_i[n](*v2) if n < 9 else pack(f'>{n}i', *v2))
            v2 = o2.last_known_elr
            if v2 is None: v2 = (); n = 0
            else: n = len(v2) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            n = len(v2)
            a(PACK_i[n](*v2) if n < 9 else pack(f'>{n}i', *v2))
            s0 = o2.offline_replicas
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
            a(P_i(o1.topic_authorized_operations))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_ix(o1.topic_authorized_operations))
    if o0.next_cursor is None: a(BYTE[255])
    else:
        a(BYTE[1])
        o1 = o0.next_cursor
        v = o1.topic_name.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(P_i(o1.partition_index))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_ix(o1.partition_index))
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

DescribeTopicPartitionsResponse.ENCODERS = (
    encode_describe_topic_partitions_response_v0,
)
