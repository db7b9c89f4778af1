"""Written by `make generate` from protocol/messages/offset_commit.py. Do not edit."""

from kavka.protocol.message import Message, Part
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import new, new_message, pack, read_tags, read_uvarint, refuse, unpack_from, uvarint
from kavka.protocol.wire import write_tags

class OffsetCommitRequest(Message):
    __slots__ = ('group_id', 'generation_id_or_member_epoch', 'member_id', 'group_instance_id', 'retention_time_ms', 'topics', 'unknown_tagged_fields')
    API_KEY = 8
    MIN_VERSION = 0
    MAX_VERSION = 10
    FLEXIBLE_FROM = 8
    
    class OffsetCommitRequestPartition(Part):
        __slots__ = ('partition_index', 'committed_offset', 'committed_leader_epoch', 'commit_timestamp', 'committed_metadata', 'unknown_tagged_fields')
        
        def __init__(self, partition_index=0, committed_offset=0, committed_leader_epoch=-1, commit_timestamp=-1, committed_metadata='', unknown_tagged_fields=()):
            self.partition_index = partition_index
            self.committed_offset = committed_offset
            self.committed_leader_epoch = committed_leader_epoch
            self.commit_timestamp = commit_timestamp
            self.committed_metadata = committed_metadata
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class OffsetCommitRequestTopic(Part):
        __slots__ = ('name', 'topic_id', 'partitions', 'unknown_tagged_fields')
        
        def __init__(self, name='', topic_id=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', partitions=EMPTY, unknown_tagged_fields=()):
            self.name = name
            self.topic_id = topic_id
            self.partitions = [] if partitions is EMPTY else partitions
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, group_id='', generation_id_or_member_epoch=-1, member_id='', group_instance_id=None, retention_time_ms=-1, topics=EMPTY, unknown_tagged_fields=()):
        self.group_id = group_id
        self.generation_id_or_member_epoch = generation_id_or_member_epoch
        self.member_id = member_id
        self.group_instance_id = group_instance_id
        self.retention_time_ms = retention_time_ms
        self.topics = [] if topics is EMPTY else topics
        self.unknown_tagged_fields = unknown_tagged_fields

OffsetCommitRequest_OffsetCommitRequestPartition = OffsetCommitRequest.OffsetCommitRequestPartition

OffsetCommitRequest_OffsetCommitRequestTopic = OffsetCommitRequest.OffsetCommitRequestTopic

class OffsetCommitResponse(Message):
    __slots__ = ('throttle_time_ms', 'topics', 'unknown_tagged_fields')
    API_KEY = 8
    MIN_VERSION = 0
    MAX_VERSION = 10
    FLEXIBLE_FROM = 8
    
    class OffsetCommitResponsePartition(Part):
        __slots__ = ('partition_index', 'error_code', 'unknown_tagged_fields')
        
        def __init__(self, partition_index=0, error_code=0, unknown_tagged_fields=()):
            self.partition_index = partition_index
            self.error_code = error_code
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class OffsetCommitResponseTopic(Part):
        __slots__ = ('name', 'topic_id', 'partitions', 'unknown_tagged_fields')
        
        def __init__(self, name='', topic_id=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', partitions=EMPTY, unknown_tagged_fields=()):
            self.name = name
            self.topic_id = topic_id
            self.partitions = [] if partitions is EMPTY else partitions
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, throttle_time_ms=0, topics=EMPTY, unknown_tagged_fields=()):
        self.throttle_time_ms = throttle_time_ms
        self.topics = [] if topics is EMPTY else topics
        self.unknown_tagged_fields = unknown_tagged_fields

OffsetCommitResponse_OffsetCommitResponsePartition = OffsetCommitResponse.OffsetCommitResponsePartition

OffsetCommitResponse_OffsetCommitResponseTopic = OffsetCommitResponse.OffsetCommitResponseTopic

U_h = Struct('>h').unpack_from
U_i = Struct('>i').unpack_from
U_iqh = Struct('>iqh').unpack_from
U_ih = Struct('>ih').unpack_from
U_i2qh = Struct('>i2qh').unpack_from
U_qi = Struct('>qi').unpack_from
U_iqih = Struct('>iqih').unpack_from
U_iB = Struct('>iB').unpack_from
U_iqiB = Struct('>iqiB').unpack_from
U_16sB = Struct('>16sB').unpack_from
P_h = Struct('>h').pack
P_i = Struct('>i').pack
P_iqh = Struct('>iqh').pack
P_ih = Struct('>ih').pack
P_i2qh = Struct('>i2qh').pack
P_qi = Struct('>qi').pack
P_iqih = Struct('>iqih').pack
P_iB = Struct('>iB').pack
P_iqiB = Struct('>iqiB').pack
P_iqi = Struct('>iqi').pack
P_16sB = Struct('>16sB').pack
P_16s = Struct('>16s').pack
I_ih = Struct('>ih').iter_unpack
U_2i = Struct('>2i').unpack_from
U_ihB = Struct('>ihB').unpack_from
P_2i = Struct('>2i').pack
P_ihx = Struct('>ihx').pack

def decode_offset_commit_request_v0(b, p):
    e = len(b)
    o0 = new_message(OffsetCommitRequest)
    o0.generation_id_or_member_epoch = -1
    o0.member_id = ''
    o0.group_instance_id = None
    o0.retention_time_ms = -1
    n, = U_h(b, p)
    p += 2
    if n < 0: raise DecodeError(f'OffsetCommitRequest: group_id: length {n}')
    q = p + n
    o0.group_id = b[p:q].decode()
    p = q
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'OffsetCommitRequest: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(OffsetCommitRequest_OffsetCommitRequestTopic)
        o1.topic_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'OffsetCommitRequest: name: length {n}')
        q = p + n
        o1.name = b[p:q].decode()
        p = q
        c1, = U_i(b, p)
        p += 4
        if not 0 <= c1 * 14 <= e - p: raise DecodeError(f'OffsetCommitRequest: partitions: count {c1}')
        o1.partitions = l1 = []
        for _ in range(c1):
            o2 = new(OffsetCommitRequest_OffsetCommitRequestPartition)
            o2.committed_leader_epoch = -1
            o2.commit_timestamp = -1
            o2.partition_index, o2.committed_offset, n = U_iqh(b, p)
            p += 14
            if n >= 0:
                q = p + n
                o2.committed_metadata = b[p:q].decode()
                p = q
            elif n != -1: raise DecodeError(f'OffsetCommitRequest: committed_metadata: length {n}')
            else:
                o2.committed_metadata = None
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_offset_commit_request_v1(b, p):
    e = len(b)
    o0 = new_message(OffsetCommitRequest)
    o0.group_instance_id = None
    o0.retention_time_ms = -1
    n, = U_h(b, p)
    p += 2
    if n < 0: raise DecodeError(f'OffsetCommitRequest: group_id: length {n}')
    q = p + n
    o0.group_id = b[p:q].decode()
    p = q
    o0.generation_id_or_member_epoch, n = U_ih(b, p)
    p += 6
    if n < 0: raise DecodeError(f'OffsetCommitRequest: member_id: length {n}')
    q = p + n
    o0.member_id = b[p:q].decode()
    p = q
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'OffsetCommitRequest: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(OffsetCommitRequest_OffsetCommitRequestTopic)
        o1.topic_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'OffsetCommitRequest: name: length {n}')
        q = p + n
        o1.name = b[p:q].decode()
        p = q
        c1, = U_i(b, p)
        p += 4
        if not 0 <= c1 * 22 <= e - p: raise DecodeError(f'OffsetCommitRequest: partitions: count {c1}')
        o1.partitions = l1 = []
        for _ in range(c1):
            o2 = new(OffsetCommitRequest_OffsetCommitRequestPartition)
            o2.committed_leader_epoch = -1
            o2.partition_index, o2.committed_offset, o2.commit_timestamp, n = U_i2qh(b, p)
            p += 22
            if n >= 0:
                q = p + n
                o2.committed_metadata = b[p:q].decode()
                p = q
            elif n != -1: raise DecodeError(f'OffsetCommitRequest: committed_metadata: length {n}')
            else:
                o2.committed_metadata = None
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_offset_commit_request_v2(b, p):
    e = len(b)
    o0 = new_message(OffsetCommitRequest)
    o0.group_instance_id = None
    n, = U_h(b, p)
    p += 2
    if n < 0: raise DecodeError(f'OffsetCommitRequest: group_id: length {n}')
    q = p + n
    o0.group_id = b[p:q].decode()
    p = q
    o0.generation_id_or_member_epoch, n = U_ih(b, p)
    p += 6
    if n < 0: raise DecodeError(f'OffsetCommitRequest: member_id: length {n}')
    q = p + n
    o0.member_id = b[p:q].decode()
    p = q
    o0.retention_time_ms, c0 = U_qi(b, p)
    p += 12
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'OffsetCommitRequest: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(OffsetCommitRequest_OffsetCommitRequestTopic)
        o1.topic_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'OffsetCommitRequest: name: length {n}')
        q = p + n
        o1.name = b[p:q].decode()
        p = q
        c1, = U_i(b, p)
        p += 4
        if not 0 <= c1 * 14 <= e - p: raise DecodeError(f'OffsetCommitRequest: partitions: count {c1}')
        o1.partitions = l1 = []
        for _ in range(c1):
            o2 = new(OffsetCommitRequest_OffsetCommitRequestPartition)
            o2.committed_leader_epoch = -1
            o2.commit_timestamp = -1
            o2.partition_index, o2.committed_offset, n = U_iqh(b, p)
            p += 14
            if n >= 0:
                q = p + n
                o2.committed_metadata = b[p:q].decode()
                p = q
            elif n != -1: raise DecodeError(f'OffsetCommitRequest: committed_metadata: length {n}')
            else:
                o2.committed_metadata = None
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_offset_commit_request_v5(b, p):
    e = len(b)
    o0 = new_message(OffsetCommitRequest)
    o0.group_instance_id = None
    o0.retention_time_ms = -1
    n, = U_h(b, p)
    p += 2
    if n < 0: raise DecodeError(f'OffsetCommitRequest: group_id: length {n}')
    q = p + n
    o0.group_id = b[p:q].decode()
    p = q
    o0.generation_id_or_member_epoch, n = U_ih(b, p)
    p += 6
    if n < 0: raise DecodeError(f'OffsetCommitRequest: member_id: length {n}')
    q = p + n
    o0.member_id = b[p:q].decode()
    p = q
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'OffsetCommitRequest: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(OffsetCommitRequest_OffsetCommitRequestTopic)
        o1.topic_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'OffsetCommitRequest: name: length {n}')
        q = p + n
        o1.name = b[p:q].decode()
        p = q
        c1, = U_i(b, p)
        p += 4
        if not 0 <= c1 * 14 <= e - p: raise DecodeError(f'OffsetCommitRequest: partitions: count {c1}')
        o1.partitions = l1 = []
        for _ in range(c1):
            o2 = new(OffsetCommitRequest_OffsetCommitRequestPartition)
            o2.committed_leader_epoch = -1
            o2.commit_timestamp = -1
            o2.partition_index, o2.committed_offset, n = U_iqh(b, p)
            p += 14
            if n >= 0:
                q = p + n
                o2.committed_metadata = b[p:q].decode()
                p = q
            elif n != -1: raise DecodeError(f'OffsetCommitRequest: committed_metadata: length {n}')
            else:
                o2.committed_metadata = None
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_offset_commit_request_v6(b, p):
    e = len(b)
    o0 = new_message(OffsetCommitRequest)
    o0.group_instance_id = None
    o0.retention_time_ms = -1
    n, = U_h(b, p)
    p += 2
    if n < 0: raise DecodeError(f'OffsetCommitRequest: group_id: length {n}')
    q = p + n
    o0.group_id = b[p:q].decode()
    p = q
    o0.generation_id_or_member_epoch, n = U_ih(b, p)
    p += 6
    if n < 0: raise DecodeError(f'OffsetCommitRequest: member_id: length {n}')
    q = p + n
    o0.member_id = b[p:q].decode()
    p = q
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'OffsetCommitRequest: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(OffsetCommitRequest_OffsetCommitRequestTopic)
        o1.topic_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'OffsetCommitRequest: name: length {n}')
        q = p + n
        o1.name = b[p:q].decode()
        p = q
        c1, = U_i(b, p)
        p += 4
        if not 0 <= c1 * 18 <= e - p: raise DecodeError(f'OffsetCommitRequest: partitions: count {c1}')
        o1.partitions = l1 = []
        for _ in range(c1):
            o2 = new(OffsetCommitRequest_OffsetCommitRequestPartition)
            o2.commit_timestamp = -1
            o2.partition_index, o2.committed_offset, o2.committed_leader_epoch, n = U_iqih(b, p)
            p += 18
            if n >= 0:
                q = p + n
                o2.committed_metadata = b[p:q].decode()
                p = q
            elif n != -1: raise DecodeError(f'OffsetCommitRequest: committed_metadata: length {n}')
            else:
                o2.committed_metadata = None
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_offset_commit_request_v7(b, p):
    e = len(b)
    o0 = new_message(OffsetCommitRequest)
    o0.retention_time_ms = -1
    n, = U_h(b, p)
    p += 2
    if n < 0: raise DecodeError(f'OffsetCommitRequest: group_id: length {n}')
    q = p + n
    o0.group_id = b[p:q].decode()
    p = q
    o0.generation_id_or_member_epoch, n = U_ih(b, p)
    p += 6
    if n < 0: raise DecodeError(f'OffsetCommitRequest: member_id: length {n}')
    q = p + n
    o0.member_id = b[p:q].decode()
    p = q
    n, = U_h(b, p)
    p += 2
    if n >= 0:
        q = p + n
        o0.group_instance_id = b[p:q].decode()
        p = q
    elif n != -1: raise DecodeError(f'OffsetCommitRequest: group_instance_id: length {n}')
    else:
        o0.group_instance_id = None
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'OffsetCommitRequest: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(OffsetCommitRequest_OffsetCommitRequestTopic)
        o1.topic_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'OffsetCommitRequest: name: length {n}')
        q = p + n
        o1.name = b[p:q].decode()
        p = q
        c1, = U_i(b, p)
        p += 4
        if not 0 <= c1 * 18 <= e - p: raise DecodeError(f'OffsetCommitRequest: partitions: count {c1}')
        o1.partitions = l1 = []
        for _ in range(c1):
            o2 = new(OffsetCommitRequest_OffsetCommitRequestPartition)
            o2.commit_timestamp = -1
            o2.partition_index, o2.committed_offset, o2.committed_leader_epoch, n = U_iqih(b, p)
            p += 18
            if n >= 0:
                q = p + n
                o2.committed_metadata = b[p:q].decode()
                p = q
            elif n != -1: raise DecodeError(f'OffsetCommitRequest: committed_metadata: length {n}')
            else:
                o2.committed_metadata = None
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_offset_commit_request_v8(b, p):
    e = len(b)
    o0 = new_message(OffsetCommitRequest)
    o0.retention_time_ms = -1
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n < 1: raise DecodeError(f'OffsetCommitRequest: group_id: length {n}')
    q = p + n - 1
    o0.group_id = b[p:q].decode()
    p = q
    o0.generation_id_or_member_epoch, n = U_iB(b, p)
    p += 5
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n < 1: raise DecodeError(f'OffsetCommitRequest: member_id: length {n}')
    q = p + n - 1
    o0.member_id = b[p:q].decode()
    p = q
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n:
        q = p + n - 1
        o0.group_instance_id = b[p:q].decode()
        p = q
    else:
        o0.group_instance_id = None
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 3 <= e - p: raise DecodeError(f'OffsetCommitRequest: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(OffsetCommitRequest_OffsetCommitRequestTopic)
        o1.topic_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'OffsetCommitRequest: name: length {n}')
        q = p + n - 1
        o1.name = b[p:q].decode()
        p = q
        c1 = b[p]
        p += 1
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 18 <= e - p: raise DecodeError(f'OffsetCommitRequest: partitions: count {c1}')
        o1.partitions = l1 = []
        for _ in range(c1):
            o2 = new(OffsetCommitRequest_OffsetCommitRequestPartition)
            o2.commit_timestamp = -1
            o2.partition_index, o2.committed_offset, o2.committed_leader_epoch, n = U_iqiB(b, p)
            p += 17
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n:
                q = p + n - 1
                o2.committed_metadata = b[p:q].decode()
                p = q
            else:
                o2.committed_metadata = None
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

def decode_offset_commit_request_v10(b, p):
    e = len(b)
    o0 = new_message(OffsetCommitRequest)
    o0.retention_time_ms = -1
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n < 1: raise DecodeError(f'OffsetCommitRequest: group_id: length {n}')
    q = p + n - 1
    o0.group_id = b[p:q].decode()
    p = q
    o0.generation_id_or_member_epoch, n = U_iB(b, p)
    p += 5
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n < 1: raise DecodeError(f'OffsetCommitRequest: member_id: length {n}')
    q = p + n - 1
    o0.member_id = b[p:q].decode()
    p = q
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n:
        q = p + n - 1
        o0.group_instance_id = b[p:q].decode()
        p = q
    else:
        o0.group_instance_id = None
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 18 <= e - p: raise DecodeError(f'OffsetCommitRequest: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(OffsetCommitRequest_OffsetCommitRequestTopic)
        o1.name = ''
        o1.topic_id, c1 = U_16sB(b, p)
        p += 17
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 18 <= e - p: raise DecodeError(f'OffsetCommitRequest: partitions: count {c1}')
        o1.partitions = l1 = []
        for _ in range(c1):
            o2 = new(OffsetCommitRequest_OffsetCommitRequestPartition)
            o2.commit_timestamp = -1
            o2.partition_index, o2.committed_offset, o2.committed_leader_epoch, n = U_iqiB(b, p)
            p += 17
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n:
                q = p + n - 1
                o2.committed_metadata = b[p:q].decode()
                p = q
            else:
                o2.committed_metadata = None
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

OffsetCommitRequest.DECODERS = (
    decode_offset_commit_request_v0,
    decode_offset_commit_request_v1,
    decode_offset_commit_request_v2,
    decode_offset_commit_request_v2,
    decode_offset_commit_request_v2,
    decode_offset_commit_request_v5,
    decode_offset_commit_request_v6,
    decode_offset_commit_request_v7,
    decode_offset_commit_request_v8,
    decode_offset_commit_request_v8,
    decode_offset_commit_request_v10,
)

def encode_offset_commit_request_v0(o0, l, out):
    a = l.append
    if o0.group_instance_id is not None or o0.unknown_tagged_fields: raise refuse(o0, 'group_instance_id', 'unknown_tagged_fields')
    v = o0.group_id.encode()
    n = len(v)
    a(P_h(n))
    a(v)
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
            if o2.commit_timestamp != -1 or o2.unknown_tagged_fields: raise refuse(o2, 'commit_timestamp', 'unknown_tagged_fields')
            v = o2.committed_metadata
            if v is None: v = b''; n = -1
            else: v = v.encode(); n = len(v)
            a(P_iqh(o2.partition_index, o2.committed_offset, n))
            a(v)

def encode_offset_commit_request_v1(o0, l, out):
    a = l.append
    if o0.group_instance_id is not None or o0.unknown_tagged_fields: raise refuse(o0, 'group_instance_id', 'unknown_tagged_fields')
    v = o0.group_id.encode()
    n = len(v)
    a(P_h(n))
    a(v)
    v = o0.member_id.encode()
    n = len(v)
    a(P_ih(o0.generation_id_or_member_epoch, n))
    a(v)
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
            v = o2.committed_metadata
            if v is None: v = b''; n = -1
            else: v = v.encode(); n = len(v)
            a(P_i2qh(o2.partition_index, o2.committed_offset, o2.commit_timestamp, n))
            a(v)

def encode_offset_commit_request_v2(o0, l, out):
    a = l.append
    if o0.group_instance_id is not None or o0.unknown_tagged_fields: raise refuse(o0, 'group_instance_id', 'unknown_tagged_fields')
    v = o0.group_id.encode()
    n = len(v)
    a(P_h(n))
    a(v)
    v = o0.member_id.encode()
    n = len(v)
    a(P_ih(o0.generation_id_or_member_epoch, n))
    a(v)
    v0 = o0.topics
    n = len(v0)
    a(P_qi(o0.retention_time_ms, n))
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
            if o2.commit_timestamp != -1 or o2.unknown_tagged_fields: raise refuse(o2, 'commit_timestamp', 'unknown_tagged_fields')
            v = o2.committed_metadata
            if v is None: v = b''; n = -1
            else: v = v.encode(); n = len(v)
            a(P_iqh(o2.partition_index, o2.committed_offset, n))
            a(v)

def encode_offset_commit_request_v5(o0, l, out):
    a = l.append
    if o0.group_instance_id is not None or o0.unknown_tagged_fields: raise refuse(o0, 'group_instance_id', 'unknown_tagged_fields')
    v = o0.group_id.encode()
    n = len(v)
    a(P_h(n))
    a(v)
    v = o0.member_id.encode()
    n = len(v)
    a(P_ih(o0.generation_id_or_member_epoch, n))
    a(v)
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
            if o2.commit_timestamp != -1 or o2.unknown_tagged_fields: raise refuse(o2, 'commit_timestamp', 'unknown_tagged_fields')
            v = o2.committed_metadata
            if v is None: v = b''; n = -1
            else: v = v.encode(); n = len(v)
            a(P_iqh(o2.partition_index, o2.committed_offset, n))
            a(v)

def encode_offset_commit_request_v6(o0, l, out):
    a = l.append
    if o0.group_instance_id is not None or o0.unknown_tagged_fields: raise refuse(o0, 'group_instance_id', 'unknown_tagged_fields')
    v = o0.group_id.encode()
    n = len(v)
    a(P_h(n))
    a(v)
    v = o0.member_id.encode()
    n = len(v)
    a(P_ih(o0.generation_id_or_member_epoch, n))
    a(v)
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
            if o2.commit_timestamp != -1 or o2.unknown_tagged_fields: raise refuse(o2, 'commit_timestamp', 'unknown_tagged_fields')
            v = o2.committed_metadata
            if v is None: v = b''; n = -1
            else: v = v.encode(); n = len(v)
            a(P_iqih(o2.partition_index, o2.committed_offset, o2.committed_leader_epoch, n))
            a(v)

def encode_offset_commit_request_v7(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v = o0.group_id.encode()
    n = len(v)
    a(P_h(n))
    a(v)
    v = o0.member_id.encode()
    n = len(v)
    a(P_ih(o0.generation_id_or_member_epoch, n))
    a(v)
    v = o0.group_instance_id
    if v is None: v = b''; n = -1
    else: v = v.encode(); n = len(v)
    a(P_h(n))
    a(v)
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
            if o2.commit_timestamp != -1 or o2.unknown_tagged_fields: raise refuse(o2, 'commit_timestamp', 'unknown_tagged_fields')
            v = o2.committed_metadata
            if v is None: v = b''; n = -1
            else: v = v.encode(); n = len(v)
            a(P_iqih(o2.partition_index, o2.committed_offset, o2.committed_leader_epoch, n))
            a(v)

def encode_offset_commit_request_v8(o0, l, out):
    a = l.append
    v = o0.group_id.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v = o0.member_id.encode()
    n = len(v) + 1
    if n < 128: a(P_iB(o0.generation_id_or_member_epoch, n))
    else: a(P_i(o0.generation_id_or_member_epoch) + uvarint(n))
    a(v)
    v = o0.group_instance_id
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
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
            if o2.commit_timestamp != -1: raise refuse(o2, 'commit_timestamp')
            v = o2.committed_metadata
            if v is None: v = b''; n = 0
            else: v = v.encode(); n = len(v) + 1
            if n < 128: a(P_iqiB(o2.partition_index, o2.committed_offset, o2.committed_leader_epoch, n))
            else: a(P_iqi(o2.partition_index, o2.committed_offset, o2.committed_leader_epoch) + uvarint(n))
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

def encode_offset_commit_request_v10(o0, l, out):
    a = l.append
    v = o0.group_id.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v = o0.member_id.encode()
    n = len(v) + 1
    if n < 128: a(P_iB(o0.generation_id_or_member_epoch, n))
    else: a(P_i(o0.generation_id_or_member_epoch) + uvarint(n))
    a(v)
    v = o0.group_instance_id
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
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
            if o2.commit_timestamp != -1: raise refuse(o2, 'commit_timestamp')
            v = o2.committed_metadata
            if v is None: v = b''; n = 0
            else: v = v.encode(); n = len(v) + 1
            if n < 128: a(P_iqiB(o2.partition_index, o2.committed_offset, o2.committed_leader_epoch, n))
            else: a(P_iqi(o2.partition_index, o2.committed_offset, o2.committed_leader_epoch) + uvarint(n))
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

OffsetCommitRequest.ENCODERS = (
    encode_offset_commit_request_v0,
    encode_offset_commit_request_v1,
    encode_offset_commit_request_v2,
    encode_offset_commit_request_v2,
    encode_offset_commit_request_v2,
    encode_offset_commit_request_v5,
    encode_offset_commit_request_v6,
    encode_offset_commit_request_v7,
    encode_offset_commit_request_v8,
    encode_offset_commit_request_v8,
    encode_offset_commit_request_v10,
)

def decode_offset_commit_response_v0(b, p):
    e = len(b)
    o0 = new_message(OffsetCommitResponse)
    o0.throttle_time_ms = 0
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'OffsetCommitResponse: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(OffsetCommitResponse_OffsetCommitResponseTopic)
        o1.topic_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'OffsetCommitResponse: name: length {n}')
        q = p + n
        o1.name = b[p:q].decode()
        p = q
        c1, = U_i(b, p)
        p += 4
        if not 0 <= c1 * 6 <= e - p: raise DecodeError(f'OffsetCommitResponse: partitions: count {c1}')
        o1.partitions = l1 = []
        q = p + c1 * 6
        for v0, v1 in I_ih(b[p:q]):
            o2 = new(OffsetCommitResponse_OffsetCommitResponsePartition)
            o2.partition_index = v0
            o2.error_code = v1
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        p = q
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_offset_commit_response_v3(b, p):
    e = len(b)
    o0 = new_message(OffsetCommitResponse)
    o0.throttle_time_ms, c0 = U_2i(b, p)
    p += 8
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'OffsetCommitResponse: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(OffsetCommitResponse_OffsetCommitResponseTopic)
        o1.topic_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'OffsetCommitResponse: name: length {n}')
        q = p + n
        o1.name = b[p:q].decode()
        p = q
        c1, = U_i(b, p)
        p += 4
        if not 0 <= c1 * 6 <= e - p: raise DecodeError(f'OffsetCommitResponse: partitions: count {c1}')
        o1.partitions = l1 = []
        q = p + c1 * 6
        for v0, v1 in I_ih(b[p:q]):
            o2 = new(OffsetCommitResponse_OffsetCommitResponsePartition)
            o2.partition_index = v0
            o2.error_code = v1
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        p = q
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_offset_commit_response_v8(b, p):
    e = len(b)
    o0 = new_message(OffsetCommitResponse)
    o0.throttle_time_ms, c0 = U_iB(b, p)
    p += 5
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 3 <= e - p: raise DecodeError(f'OffsetCommitResponse: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(OffsetCommitResponse_OffsetCommitResponseTopic)
        o1.topic_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'OffsetCommitResponse: name: length {n}')
        q = p + n - 1
        o1.name = b[p:q].decode()
        p = q
        c1 = b[p]
        p += 1
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 7 <= e - p: raise DecodeError(f'OffsetCommitResponse: partitions: count {c1}')
        o1.partitions = l1 = []
        for _ in range(c1):
            o2 = new(OffsetCommitResponse_OffsetCommitResponsePartition)
            o2.partition_index, o2.error_code, t = U_ihB(b, p)
            p += 7
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

def decode_offset_commit_response_v10(b, p):
    e = len(b)
    o0 = new_message(OffsetCommitResponse)
    o0.throttle_time_ms, c0 = U_iB(b, p)
    p += 5
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 18 <= e - p: raise DecodeError(f'OffsetCommitResponse: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(OffsetCommitResponse_OffsetCommitResponseTopic)
        o1.name = ''
        o1.topic_id, c1 = U_16sB(b, p)
        p += 17
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 7 <= e - p: raise DecodeError(f'OffsetCommitResponse: partitions: count {c1}')
        o1.partitions = l1 = []
        for _ in range(c1):
            o2 = new(OffsetCommitResponse_OffsetCommitResponsePartition)
            o2.partition_index, o2.error_code, t = U_ihB(b, p)
            p += 7
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

OffsetCommitResponse.DECODERS = (
    decode_offset_commit_response_v0,
    decode_offset_commit_response_v0,
    decode_offset_commit_response_v0,
    decode_offset_commit_response_v3,
    decode_offset_commit_response_v3,
    decode_offset_commit_response_v3,
    decode_offset_commit_response_v3,
    decode_offset_commit_response_v3,
    decode_offset_commit_response_v8,
    decode_offset_commit_response_v8,
    decode_offset_commit_response_v10,
)

def encode_offset_commit_response_v0(o0, l, out):
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
            a(P_ih(o2.partition_index, o2.error_code))

def encode_offset_commit_response_v3(o0, l, out):
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
            a(P_ih(o2.partition_index, o2.error_code))

def encode_offset_commit_response_v8(o0, l, out):
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
                a(P_ih(o2.partition_index, o2.error_code))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(P_ihx(o2.partition_index, o2.error_code))
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

def encode_offset_commit_response_v10(o0, l, out):
    a = l.append
    v0 = o0.topics
    n = len(v0) + 1
    if n < 128: a(P_iB(o0.throttle_time_ms, n))
    else: a(P_i(o0.throttle_time_ms) + uvarint(n))
    for o1 in v0:
        if len(o1.topic_id) != 16: raise EncodeError(f'{o1.topic_id!r:.80} is not a uuid')
        v1 = o1.partitions
        n = len(v1) + 1
        if n < 128: a(P_16sB(o1.topic_id, n))
        else: a(P_16s(o1.topic_id) + uvarint(n))
        for o2 in v1:
            if o2.unknown_tagged_fields:
                a(P_ih(o2.partition_index, o2.error_code))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(P_ihx(o2.partition_index, o2.error_code))
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

OffsetCommitResponse.ENCODERS = (
    encode_offset_commit_response_v0,
    encode_offset_commit_response_v0,
    encode_offset_commit_response_v0,
    encode_offset_commit_response_v3,
    encode_offset_commit_response_v3,
    encode_offset_commit_response_v3,
    encode_offset_commit_response_v3,
    encode_offset_commit_response_v3,
    encode_offset_commit_response_v8,
    encode_offset_commit_response_v8,
    encode_offset_commit_response_v10,
)
