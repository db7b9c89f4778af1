"""Written by `make generate` from protocol/messages/fetch.py. Do not edit."""

from kavka.protocol.message import Message, Part
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import new, new_message, pack, read_tags, read_uvarint, refuse, unpack_from, uvarint
from kavka.protocol.wire import write_tags

class FetchRequest(Message):
    __slots__ = ('cluster_id', 'replica_id', 'replica_state', 'max_wait_ms', 'min_bytes', 'max_bytes', 'isolation_level', 'session_id', 'session_epoch', 'topics', 'forgotten_topics_data', 'rack_id', 'unknown_tagged_fields')
    API_KEY = 1
    MIN_VERSION = 0
    MAX_VERSION = 18
    FLEXIBLE_FROM = 12
    
    class ReplicaState(Part):
        __slots__ = ('replica_id', 'replica_epoch', 'unknown_tagged_fields')
        
        def __init__(self, replica_id=-1, replica_epoch=-1, unknown_tagged_fields=()):
            self.replica_id = replica_id
            self.replica_epoch = replica_epoch
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class FetchPartition(Part):
        __slots__ = ('partition', 'current_leader_epoch', 'fetch_offset', 'last_fetched_epoch', 'log_start_offset', 'partition_max_bytes', 'replica_directory_id', 'high_watermark', 'unknown_tagged_fields')
        
        def __init__(self, partition=0, current_leader_epoch=-1, fetch_offset=0, last_fetched_epoch=-1, log_start_offset=-1, partition_max_bytes=0, replica_directory_id=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', high_watermark=9223372036854775807, unknown_tagged_fields=()):
            self.partition = partition
            self.current_leader_epoch = current_leader_epoch
            self.fetch_offset = fetch_offset
            self.last_fetched_epoch = last_fetched_epoch
            self.log_start_offset = log_start_offset
            self.partition_max_bytes = partition_max_bytes
            self.replica_directory_id = replica_directory_id
            self.high_watermark = high_watermark
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class FetchTopic(Part):
        __slots__ = ('topic', 'topic_id', 'partitions', 'unknown_tagged_fields')
        
        def __init__(self, topic='', topic_id=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', partitions=EMPTY, unknown_tagged_fields=()):
            self.topic = topic
            self.topic_id = topic_id
            self.partitions = [] if partitions is EMPTY else partitions
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class ForgottenTopic(Part):
        __slots__ = ('topic', 'topic_id', 'partitions', 'unknown_tagged_fields')
        
        def __init__(self, topic='', topic_id=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', partitions=EMPTY, unknown_tagged_fields=()):
            self.topic = topic
            self.topic_id = topic_id
            self.partitions = [] if partitions is EMPTY else partitions
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, cluster_id=None, replica_id=-1, replica_state=None, max_wait_ms=0, min_bytes=0, max_bytes=2147483647, isolation_level=0, session_id=0, session_epoch=-1, topics=EMPTY, forgotten_topics_data=EMPTY, rack_id='', unknown_tagged_fields=()):
        self.cluster_id = cluster_id
        self.replica_id = replica_id
        self.replica_state = replica_state
        self.max_wait_ms = max_wait_ms
        self.min_bytes = min_bytes
        self.max_bytes = max_bytes
        self.isolation_level = isolation_level
        self.session_id = session_id
        self.session_epoch = session_epoch
        self.topics = [] if topics is EMPTY else topics
        self.forgotten_topics_data = [] if forgotten_topics_data is EMPTY else forgotten_topics_data
        self.rack_id = rack_id
        self.unknown_tagged_fields = unknown_tagged_fields

FetchRequest_ReplicaState = FetchRequest.ReplicaState

FetchRequest_FetchPartition = FetchRequest.FetchPartition

FetchRequest_FetchTopic = FetchRequest.FetchTopic

FetchRequest_ForgottenTopic = FetchRequest.ForgottenTopic

class FetchResponse(Message):
    __slots__ = ('throttle_time_ms', 'error_code', 'session_id', 'responses', 'node_endpoints', 'unknown_tagged_fields')
    API_KEY = 1
    MIN_VERSION = 0
    MAX_VERSION = 18
    FLEXIBLE_FROM = 12
    
    class EpochEndOffset(Part):
        __slots__ = ('epoch', 'end_offset', 'unknown_tagged_fields')
        
        def __init__(self, epoch=-1, end_offset=-1, unknown_tagged_fields=()):
            self.epoch = epoch
            self.end_offset = end_offset
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class LeaderIdAndEpoch(Part):
        __slots__ = ('leader_id', 'leader_epoch', 'unknown_tagged_fields')
        
        def __init__(self, leader_id=-1, leader_epoch=-1, unknown_tagged_fields=()):
            self.leader_id = leader_id
            self.leader_epoch = leader_epoch
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class SnapshotId(Part):
        __slots__ = ('end_offset', 'epoch', 'unknown_tagged_fields')
        
        def __init__(self, end_offset=-1, epoch=-1, unknown_tagged_fields=()):
            self.end_offset = end_offset
            self.epoch = epoch
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class AbortedTransaction(Part):
        __slots__ = ('producer_id', 'first_offset', 'unknown_tagged_fields')
        
        def __init__(self, producer_id=0, first_offset=0, unknown_tagged_fields=()):
            self.producer_id = producer_id
            self.first_offset = first_offset
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class PartitionData(Part):
        __slots__ = ('partition_index', 'error_code', 'high_watermark', 'last_stable_offset', 'log_start_offset', 'diverging_epoch', 'current_leader', 'snapshot_id', 'aborted_transactions', 'preferred_read_replica', 'records', 'unknown_tagged_fields')
        
        def __init__(self, partition_index=0, error_code=0, high_watermark=0, last_stable_offset=-1, log_start_offset=-1, diverging_epoch=None, current_leader=None, snapshot_id=None, aborted_transactions=EMPTY, preferred_read_replica=-1, records=b'', unknown_tagged_fields=()):
            self.partition_index = partition_index
            self.error_code = error_code
            self.high_watermark = high_watermark
            self.last_stable_offset = last_stable_offset
            self.log_start_offset = log_start_offset
            self.diverging_epoch = diverging_epoch
            self.current_leader = current_leader
            self.snapshot_id = snapshot_id
            self.aborted_transactions = [] if aborted_transactions is EMPTY else aborted_transactions
            self.preferred_read_replica = preferred_read_replica
            self.records = records
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class FetchableTopicResponse(Part):
        __slots__ = ('topic', 'topic_id', 'partitions', 'unknown_tagged_fields')
        
        def __init__(self, topic='', topic_id=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', partitions=EMPTY, unknown_tagged_fields=()):
            self.topic = topic
            self.topic_id = topic_id
            self.partitions = [] if partitions is EMPTY else partitions
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class NodeEndpoint(Part):
        __slots__ = ('node_id', 'host', 'port', 'rack', 'unknown_tagged_fields')
        
        def __init__(self, node_id=0, host='', port=0, rack=None, unknown_tagged_fields=()):
            self.node_id = node_id
            self.host = host
            self.port = port
            self.rack = rack
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, throttle_time_ms=0, error_code=0, session_id=0, responses=EMPTY, node_endpoints=EMPTY, unknown_tagged_fields=()):
        self.throttle_time_ms = throttle_time_ms
        self.error_code = error_code
        self.session_id = session_id
        self.responses = [] if responses is EMPTY else responses
        self.node_endpoints = [] if node_endpoints is EMPTY else node_endpoints
        self.unknown_tagged_fields = unknown_tagged_fields

FetchResponse_EpochEndOffset = FetchResponse.EpochEndOffset

FetchResponse_LeaderIdAndEpoch = FetchResponse.LeaderIdAndEpoch

FetchResponse_SnapshotId = FetchResponse.SnapshotId

FetchResponse_AbortedTransaction = FetchResponse.AbortedTransaction

FetchResponse_PartitionData = FetchResponse.PartitionData

FetchResponse_FetchableTopicResponse = FetchResponse.FetchableTopicResponse

FetchResponse_NodeEndpoint = FetchResponse.NodeEndpoint

U_4i = Struct('>4i').unpack_from
U_h = Struct('>h').unpack_from
U_i = Struct('>i').unpack_from
I_iqi = Struct('>iqi').iter_unpack
U_5i = Struct('>5i').unpack_from
U_4ibi = Struct('>4ibi').unpack_from
I_i2qi = Struct('>i2qi').iter_unpack
U_4ib3i = Struct('>4ib3i').unpack_from
UNPACK_i = UNPACK['i']
I_2i2qi = Struct('>2i2qi').iter_unpack
U_4ib2iB = Struct('>4ib2iB').unpack_from
U_2iqiqiB = Struct('>2iqiqiB').unpack_from
U_16sB = Struct('>16sB').unpack_from
U_3ib2iB = Struct('>3ib2iB').unpack_from
U_iqB = Struct('>iqB').unpack_from
U_16s = Struct('>16s').unpack_from
U_q = Struct('>q').unpack_from
P_4i = Struct('>4i').pack
P_h = Struct('>h').pack
P_i = Struct('>i').pack
P_iqi = Struct('>iqi').pack
P_5i = Struct('>5i').pack
P_4ibi = Struct('>4ibi').pack
P_i2qi = Struct('>i2qi').pack
P_4ib3i = Struct('>4ib3i').pack
F_ini = PackCache('>i%di')
P_2i2qi = Struct('>2i2qi').pack
P_4ib2iB = Struct('>4ib2iB').pack
P_4ib2i = Struct('>4ib2i').pack
P_2iqiqi = Struct('>2iqiqi').pack
P_2iqiqix = Struct('>2iqiqix').pack
F_ni = PackCache('>%di')
F_Bni = PackCache('>B%di')
F_nix = PackCache('>%dix')
F_Bnix = PackCache('>B%dix')
P_16sB = Struct('>16sB').pack
P_16s = Struct('>16s').pack
F_16sBni = PackCache('>16sB%di')
F_16sBnix = PackCache('>16sB%dix')
P_3ib2iB = Struct('>3ib2iB').pack
P_3ib2i = Struct('>3ib2i').pack
P_iq = Struct('>iq').pack
P_iqx = Struct('>iqx').pack
P_q = Struct('>q').pack
U_ihqi = Struct('>ihqi').unpack_from
U_2i = Struct('>2i').unpack_from
U_ih2qi = Struct('>ih2qi').unpack_from
I_2q = Struct('>2q').iter_unpack
U_ih3qi = Struct('>ih3qi').unpack_from
U_ih2i = Struct('>ih2i').unpack_from
U_ihiB = Struct('>ihiB').unpack_from
U_ih3qB = Struct('>ih3qB').unpack_from
U_2qB = Struct('>2qB').unpack_from
U_iB = Struct('>iB').unpack_from
U_2iB = Struct('>2iB').unpack_from
U_qiB = Struct('>qiB').unpack_from
P_ihqi = Struct('>ihqi').pack
P_2i = Struct('>2i').pack
P_ih2qi = Struct('>ih2qi').pack
P_2q = Struct('>2q').pack
P_ih3qi = Struct('>ih3qi').pack
P_ih2i = Struct('>ih2i').pack
P_ihiB = Struct('>ihiB').pack
P_ihi = Struct('>ihi').pack
P_ih3qB = Struct('>ih3qB').pack
P_ih3q = Struct('>ih3q').pack
P_2qx = Struct('>2qx').pack
P_iB = Struct('>iB').pack
P_i2B = Struct('>i2B').pack
P_2ix = Struct('>2ix').pack
P_qi = Struct('>qi').pack
P_qix = Struct('>qix').pack

def decode_fetch_request_v0(b, p):
    e = len(b)
    o0 = new_message(FetchRequest)
    o0.cluster_id = None
    o0.replica_state = None
    o0.max_bytes = 2147483647
    o0.isolation_level = 0
    o0.session_id = 0
    o0.session_epoch = -1
    o0.forgotten_topics_data = []
    o0.rack_id = ''
    o0.replica_id, o0.max_wait_ms, o0.min_bytes, c0 = U_4i(b, p)
    p += 16
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'FetchRequest: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(FetchRequest_FetchTopic)
        o1.topic_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'FetchRequest: topic: length {n}')
        q = p + n
        o1.topic = b[p:q].decode()
        p = q
        c1, = U_i(b, p)
        p += 4
        if not 0 <= c1 * 16 <= e - p: raise DecodeError(f'FetchRequest: partitions: count {c1}')
        o1.partitions = l1 = []
        q = p + c1 * 16
        for v0, v1, v2 in I_iqi(b[p:q]):
            o2 = new(FetchRequest_FetchPartition)
            o2.current_leader_epoch = -1
            o2.last_fetched_epoch = -1
            o2.log_start_offset = -1
            o2.replica_directory_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
            o2.high_watermark = 9223372036854775807
            o2.partition = v0
            o2.fetch_offset = v1
            o2.partition_max_bytes = v2
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        p = q
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_fetch_request_v3(b, p):
    e = len(b)
    o0 = new_message(FetchRequest)
    o0.cluster_id = None
    o0.replica_state = None
    o0.isolation_level = 0
    o0.session_id = 0
    o0.session_epoch = -1
    o0.forgotten_topics_data = []
    o0.rack_id = ''
    o0.replica_id, o0.max_wait_ms, o0.min_bytes, o0.max_bytes, c0 = U_5i(b, p)
    p += 20
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'FetchRequest: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(FetchRequest_FetchTopic)
        o1.topic_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'FetchRequest: topic: length {n}')
        q = p + n
        o1.topic = b[p:q].decode()
        p = q
        c1, = U_i(b, p)
        p += 4
        if not 0 <= c1 * 16 <= e - p: raise DecodeError(f'FetchRequest: partitions: count {c1}')
        o1.partitions = l1 = []
        q = p + c1 * 16
        for v0, v1, v2 in I_iqi(b[p:q]):
            o2 = new(FetchRequest_FetchPartition)
            o2.current_leader_epoch = -1
            o2.last_fetched_epoch = -1
            o2.log_start_offset = -1
            o2.replica_directory_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
            o2.high_watermark = 9223372036854775807
            o2.partition = v0
            o2.fetch_offset = v1
            o2.partition_max_bytes = v2
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        p = q
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_fetch_request_v4(b, p):
    e = len(b)
    o0 = new_message(FetchRequest)
    o0.cluster_id = None
    o0.replica_state = None
    o0.session_id = 0
    o0.session_epoch = -1
    o0.forgotten_topics_data = []
    o0.rack_id = ''
    o0.replica_id, o0.max_wait_ms, o0.min_bytes, o0.max_bytes, o0.isolation_level, c0 = U_4ibi(b, p)
    p += 21
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'FetchRequest: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(FetchRequest_FetchTopic)
        o1.topic_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'FetchRequest: topic: length {n}')
        q = p + n
        o1.topic = b[p:q].decode()
        p = q
        c1, = U_i(b, p)
        p += 4
        if not 0 <= c1 * 16 <= e - p: raise DecodeError(f'FetchRequest: partitions: count {c1}')
        o1.partitions = l1 = []
        q = p + c1 * 16
        for v0, v1, v2 in I_iqi(b[p:q]):
            o2 = new(FetchRequest_FetchPartition)
            o2.current_leader_epoch = -1
            o2.last_fetched_epoch = -1
            o2.log_start_offset = -1
            o2.replica_directory_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
            o2.high_watermark = 9223372036854775807
            o2.partition = v0
            o2.fetch_offset = v1
            o2.partition_max_bytes = v2
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        p = q
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_fetch_request_v5(b, p):
    e = len(b)
    o0 = new_message(FetchRequest)
    o0.cluster_id = None
    o0.replica_state = None
    o0.session_id = 0
    o0.session_epoch = -1
    o0.forgotten_topics_data = []
    o0.rack_id = ''
    o0.replica_id, o0.max_wait_ms, o0.min_bytes, o0.max_bytes, o0.isolation_level, c0 = U_4ibi(b, p)
    p += 21
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'FetchRequest: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(FetchRequest_FetchTopic)
        o1.topic_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'FetchRequest: topic: length {n}')
        q = p + n
        o1.topic = b[p:q].decode()
        p = q
        c1, = U_i(b, p)
        p += 4
        if not 0 <= c1 * 24 <= e - p: raise DecodeError(f'FetchRequest: partitions: count {c1}')
        o1.partitions = l1 = []
        q = p + c1 * 24
        for v0, v1, v2, v3 in I_i2qi(b[p:q]):
            o2 = new(FetchRequest_FetchPartition)
            o2.current_leader_epoch = -1
            o2.last_fetched_epoch = -1
            o2.replica_directory_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
            o2.high_watermark = 9223372036854775807
            o2.partition = v0
            o2.fetch_offset = v1
            o2.log_start_offset = v2
            o2.partition_max_bytes = v3
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        p = q
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_fetch_request_v7(b, p):
    e = len(b)
    o0 = new_message(FetchRequest)
    o0.cluster_id = None
    o0.replica_state = None
    o0.rack_id = ''
    o0.replica_id, o0.max_wait_ms, o0.min_bytes, o0.max_bytes, o0.isolation_level, o0.session_id, o0.session_epoch, c0 = U_4ib3i(b, p)
    p += 29
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'FetchRequest: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(FetchRequest_FetchTopic)
        o1.topic_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'FetchRequest: topic: length {n}')
        q = p + n
        o1.topic = b[p:q].decode()
        p = q
        c1, = U_i(b, p)
        p += 4
        if not 0 <= c1 * 24 <= e - p: raise DecodeError(f'FetchRequest: partitions: count {c1}')
        o1.partitions = l1 = []
        q = p + c1 * 24
        for v0, v1, v2, v3 in I_i2qi(b[p:q]):
            o2 = new(FetchRequest_FetchPartition)
            o2.current_leader_epoch = -1
            o2.last_fetched_epoch = -1
            o2.replica_directory_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
            o2.high_watermark = 9223372036854775807
            o2.partition = v0
            o2.fetch_offset = v1
            o2.log_start_offset = v2
            o2.partition_max_bytes = v3
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        p = q
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'FetchRequest: forgotten_topics_data: count {c0}')
    o0.forgotten_topics_data = l0 = []
    for _ in range(c0):
        o1 = new(FetchRequest_ForgottenTopic)
        o1.topic_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'FetchRequest: topic: length {n}')
        q = p + n
        o1.topic = b[p:q].decode()
        p = q
        c1, = U_i(b, p)
        p += 4
        if 0 < c1 < 9: o1.partitions = [*UNPACK_i[c1](b, p)]; p += c1 * 4
        elif c1 == 0: o1.partitions = []
        else:
            if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'FetchRequest: partitions: count {c1}')
            o1.partitions = [*unpack_from(f'>{c1}i', b, p)]
            p += c1 * 4
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_fetch_request_v9(b, p):
    e = len(b)
    o0 = new_message(FetchRequest)
    o0.cluster_id = None
    o0.replica_state = None
    o0.rack_id = ''
    o0.replica_id, o0.max_wait_ms, o0.min_bytes, o0.max_bytes, o0.isolation_level, o0.session_id, o0.session_epoch, c0 = U_4ib3i(b, p)
    p += 29
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'FetchRequest: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(FetchRequest_FetchTopic)
        o1.topic_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'FetchRequest: topic: length {n}')
        q = p + n
        o1.topic = b[p:q].decode()
        p = q
        c1, = U_i(b, p)
        p += 4
        if not 0 <= c1 * 28 <= e - p: raise DecodeError(f'FetchRequest: partitions: count {c1}')
        o1.partitions = l1 = []
        q = p + c1 * 28
        for v0, v1, v2, v3, v4 in I_2i2qi(b[p:q]):
            o2 = new(FetchRequest_FetchPartition)
            o2.last_fetched_epoch = -1
            o2.replica_directory_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
            o2.high_watermark = 9223372036854775807
            o2.partition = v0
            o2.current_leader_epoch = v1
            o2.fetch_offset = v2
            o2.log_start_offset = v3
            o2.partition_max_bytes = v4
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        p = q
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'FetchRequest: forgotten_topics_data: count {c0}')
    o0.forgotten_topics_data = l0 = []
    for _ in range(c0):
        o1 = new(FetchRequest_ForgottenTopic)
        o1.topic_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'FetchRequest: topic: length {n}')
        q = p + n
        o1.topic = b[p:q].decode()
        p = q
        c1, = U_i(b, p)
        p += 4
        if 0 < c1 < 9: o1.partitions = [*UNPACK_i[c1](b, p)]; p += c1 * 4
        elif c1 == 0: o1.partitions = []
        else:
            if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'FetchRequest: partitions: count {c1}')
            o1.partitions = [*unpack_from(f'>{c1}i', b, p)]
            p += c1 * 4
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_fetch_request_v11(b, p):
    e = len(b)
    o0 = new_message(FetchRequest)
    o0.cluster_id = None
    o0.replica_state = None
    o0.replica_id, o0.max_wait_ms, o0.min_bytes, o0.max_bytes, o0.isolation_level, o0.session_id, o0.session_epoch, c0 = U_4ib3i(b, p)
    p += 29
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'FetchRequest: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(FetchRequest_FetchTopic)
        o1.topic_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'FetchRequest: topic: length {n}')
        q = p + n
        o1.topic = b[p:q].decode()
        p = q
        c1, = U_i(b, p)
        p += 4
        if not 0 <= c1 * 28 <= e - p: raise DecodeError(f'FetchRequest: partitions: count {c1}')
        o1.partitions = l1 = []
        q = p + c1 * 28
        for v0, v1, v2, v3, v4 in I_2i2qi(b[p:q]):
            o2 = new(FetchRequest_FetchPartition)
            o2.last_fetched_epoch = -1
            o2.replica_directory_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
            o2.high_watermark = 9223372036854775807
            o2.partition = v0
            o2.current_leader_epoch = v1
            o2.fetch_offset = v2
            o2.log_start_offset = v3
            o2.partition_max_bytes = v4
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        p = q
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'FetchRequest: forgotten_topics_data: count {c0}')
    o0.forgotten_topics_data = l0 = []
    for _ in range(c0):
        o1 = new(FetchRequest_ForgottenTopic)
        o1.topic_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'FetchRequest: topic: length {n}')
        q = p + n
        o1.topic = b[p:q].decode()
        p = q
        c1, = U_i(b, p)
        p += 4
        if 0 < c1 < 9: o1.partitions = [*UNPACK_i[c1](b, p)]; p += c1 * 4
        elif c1 == 0: o1.partitions = []
        else:
            if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'FetchRequest: partitions: count {c1}')
            o1.partitions = [*unpack_from(f'>{c1}i', b, p)]
            p += c1 * 4
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    n, = U_h(b, p)
    p += 2
    if n < 0: raise DecodeError(f'FetchRequest: rack_id: length {n}')
    q = p + n
    o0.rack_id = b[p:q].decode()
    p = q
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_fetch_request_v12(b, p):
    e = len(b)
    o0 = new_message(FetchRequest)
    o0.replica_state = None
    o0.replica_id, o0.max_wait_ms, o0.min_bytes, o0.max_bytes, o0.isolation_level, o0.session_id, o0.session_epoch, c0 = U_4ib2iB(b, p)
    p += 26
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 3 <= e - p: raise DecodeError(f'FetchRequest: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(FetchRequest_FetchTopic)
        o1.topic_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'FetchRequest: topic: length {n}')
        q = p + n - 1
        o1.topic = b[p:q].decode()
        p = q
        c1 = b[p]
        p += 1
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 33 <= e - p: raise DecodeError(f'FetchRequest: partitions: count {c1}')
        o1.partitions = l1 = []
        for _ in range(c1):
            o2 = new(FetchRequest_FetchPartition)
            o2.replica_directory_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
            o2.high_watermark = 9223372036854775807
            o2.partition, o2.current_leader_epoch, o2.fetch_offset, o2.last_fetched_epoch, o2.log_start_offset, o2.partition_max_bytes, t = U_2iqiqiB(b, p)
            p += 33
            if t: o2.unknown_tagged_fields, p = read_tags(b, p - 1)
            else: o2.unknown_tagged_fields = ()
            l1.append(o2)
        t = b[p]
        p += 1
        if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
        else: o1.unknown_tagged_fields = ()
        l0.append(o1)
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 3 <= e - p: raise DecodeError(f'FetchRequest: forgotten_topics_data: count {c0}')
    o0.forgotten_topics_data = l0 = []
    for _ in range(c0):
        o1 = new(FetchRequest_ForgottenTopic)
        o1.topic_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'FetchRequest: topic: length {n}')
        q = p + n - 1
        o1.topic = b[p:q].decode()
        p = q
        c1 = b[p]
        p += 1
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if 0 < c1 < 9: o1.partitions = [*UNPACK_i[c1](b, p)]; p += c1 * 4
        elif c1 == 0: o1.partitions = []
        else:
            if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'FetchRequest: partitions: count {c1}')
            o1.partitions = [*unpack_from(f'>{c1}i', b, p)]
            p += c1 * 4
        t = b[p]
        p += 1
        if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
        else: o1.unknown_tagged_fields = ()
        l0.append(o1)
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n < 1: raise DecodeError(f'FetchRequest: rack_id: length {n}')
    q = p + n - 1
    o0.rack_id = b[p:q].decode()
    p = q
    t = b[p]
    p += 1
    o0.cluster_id = None
    o0.unknown_tagged_fields = ()
    if t:
        t, p = read_uvarint(b, p - 1)
        if t * 2 > e - p: raise DecodeError(f'{t} tagged fields in {e - p} bytes')
        u0 = []
        last0 = -1
        for _ in range(t):
            t0, p = read_uvarint(b, p)
            if t0 <= last0: raise DecodeError(f'tag {t0} after tag {last0}')
            last0 = t0
            n, p = read_uvarint(b, p)
            q0 = p + n
            if q0 > e: raise DecodeError(f'tag {t0}: {n} bytes in {e - p}')
            if t0 == 0:
                n = b[p]
                p += 1
                if n > 127: n, p = read_uvarint(b, p - 1)
                if n:
                    q = p + n - 1
                    o0.cluster_id = b[p:q].decode()
                    p = q
                else:
                    o0.cluster_id = None
                if p != q0: raise DecodeError(f'FetchRequest: cluster_id: size')
            else:
                u0.append((t0, bytes(b[p:q0])))
                p = q0
        o0.unknown_tagged_fields = tuple(u0)
    return o0, p

def decode_fetch_request_v13(b, p):
    e = len(b)
    o0 = new_message(FetchRequest)
    o0.replica_state = None
    o0.replica_id, o0.max_wait_ms, o0.min_bytes, o0.max_bytes, o0.isolation_level, o0.session_id, o0.session_epoch, c0 = U_4ib2iB(b, p)
    p += 26
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 18 <= e - p: raise DecodeError(f'FetchRequest: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(FetchRequest_FetchTopic)
        o1.topic = ''
        o1.topic_id, c1 = U_16sB(b, p)
        p += 17
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 33 <= e - p: raise DecodeError(f'FetchRequest: partitions: count {c1}')
        o1.partitions = l1 = []
        for _ in range(c1):
            o2 = new(FetchRequest_FetchPartition)
            o2.replica_directory_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
            o2.high_watermark = 9223372036854775807
            o2.partition, o2.current_leader_epoch, o2.fetch_offset, o2.last_fetched_epoch, o2.log_start_offset, o2.partition_max_bytes, t = U_2iqiqiB(b, p)
            p += 33
            if t: o2.unknown_tagged_fields, p = read_tags(b, p - 1)
            else: o2.unknown_tagged_fields = ()
            l1.append(o2)
        t = b[p]
        p += 1
        if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
        else: o1.unknown_tagged_fields = ()
        l0.append(o1)
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 18 <= e - p: raise DecodeError(f'FetchRequest: forgotten_topics_data: count {c0}')
    o0.forgotten_topics_data = l0 = []
    for _ in range(c0):
        o1 = new(FetchRequest_ForgottenTopic)
        o1.topic = ''
        o1.topic_id, c1 = U_16sB(b, p)
        p += 17
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if 0 < c1 < 9: o1.partitions = [*UNPACK_i[c1](b, p)]; p += c1 * 4
        elif c1 == 0: o1.partitions = []
        else:
            if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'FetchRequest: partitions: count {c1}')
            o1.partitions = [*unpack_from(f'>{c1}i', b, p)]
            p += c1 * 4
        t = b[p]
        p += 1
        if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
        else: o1.unknown_tagged_fields = ()
        l0.append(o1)
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n < 1: raise DecodeError(f'FetchRequest: rack_id: length {n}')
    q = p + n - 1
    o0.rack_id = b[p:q].decode()
    p = q
    t = b[p]
    p += 1
    o0.cluster_id = None
    o0.unknown_tagged_fields = ()
    if t:
        t, p = read_uvarint(b, p - 1)
        if t * 2 > e - p: raise DecodeError(f'{t} tagged fields in {e - p} bytes')
        u0 = []
        last0 = -1
        for _ in range(t):
            t0, p = read_uvarint(b, p)
            if t0 <= last0: raise DecodeError(f'tag {t0} after tag {last0}')
            last0 = t0
            n, p = read_uvarint(b, p)
            q0 = p + n
            if q0 > e: raise DecodeError(f'tag {t0}: {n} bytes in {e - p}')
            if t0 == 0:
                n = b[p]
                p += 1
                if n > 127: n, p = read_uvarint(b, p - 1)
                if n:
                    q = p + n - 1
                    o0.cluster_id = b[p:q].decode()
                    p = q
                else:
                    o0.cluster_id = None
                if p != q0: raise DecodeError(f'FetchRequest: cluster_id: size')
            else:
                u0.append((t0, bytes(b[p:q0])))
                p = q0
        o0.unknown_tagged_fields = tuple(u0)
    return o0, p

def decode_fetch_request_v15(b, p):
    e = len(b)
    o0 = new_message(FetchRequest)
    o0.replica_id = -1
    o0.max_wait_ms, o0.min_bytes, o0.max_bytes, o0.isolation_level, o0.session_id, o0.session_epoch, c0 = U_3ib2iB(b, p)
    p += 22
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 18 <= e - p: raise DecodeError(f'FetchRequest: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(FetchRequest_FetchTopic)
        o1.topic = ''
        o1.topic_id, c1 = U_16sB(b, p)
        p += 17
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 33 <= e - p: raise DecodeError(f'FetchRequest: partitions: count {c1}')
        o1.partitions = l1 = []
        for _ in range(c1):
            o2 = new(FetchRequest_FetchPartition)
            o2.replica_directory_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
            o2.high_watermark = 9223372036854775807
            o2.partition, o2.current_leader_epoch, o2.fetch_offset, o2.last_fetched_epoch, o2.log_start_offset, o2.partition_max_bytes, t = U_2iqiqiB(b, p)
            p += 33
            if t: o2.unknown_tagged_fields, p = read_tags(b, p - 1)
            else: o2.unknown_tagged_fields = ()
            l1.append(o2)
        t = b[p]
        p += 1
        if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
        else: o1.unknown_tagged_fields = ()
        l0.append(o1)
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 18 <= e - p: raise DecodeError(f'FetchRequest: forgotten_topics_data: count {c0}')
    o0.forgotten_topics_data = l0 = []
    for _ in range(c0):
        o1 = new(FetchRequest_ForgottenTopic)
        o1.topic = ''
        o1.topic_id, c1 = U_16sB(b, p)
        p += 17
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if 0 < c1 < 9: o1.partitions = [*UNPACK_i[c1](b, p)]; p += c1 * 4
        elif c1 == 0: o1.partitions = []
        else:
            if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'FetchRequest: partitions: count {c1}')
            o1.partitions = [*unpack_from(f'>{c1}i', b, p)]
            p += c1 * 4
        t = b[p]
        p += 1
        if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
        else: o1.unknown_tagged_fields = ()
        l0.append(o1)
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n < 1: raise DecodeError(f'FetchRequest: rack_id: length {n}')
    q = p + n - 1
    o0.rack_id = b[p:q].decode()
    p = q
    t = b[p]
    p += 1
    o0.cluster_id = None
    o0.replica_state = None
    o0.unknown_tagged_fields = ()
    if t:
        t, p = read_uvarint(b, p - 1)
        if t * 2 > e - p: raise DecodeError(f'{t} tagged fields in {e - p} bytes')
        u0 = []
        last0 = -1
        for _ in range(t):
            t0, p = read_uvarint(b, p)
            if t0 <= last0: raise DecodeError(f'tag {t0} after tag {last0}')
            last0 = t0
            n, p = read_uvarint(b, p)
            q0 = p + n
            if q0 > e: raise DecodeError(f'tag {t0}: {n} bytes in {e - p}')
            if t0 == 0:
                n = b[p]
                p += 1
                if n > 127: n, p = read_uvarint(b, p - 1)
                if n:
                    q = p + n - 1
                    o0.cluster_id = b[p:q].decode()
                    p = q
                else:
                    o0.cluster_id = None
                if p != q0: raise DecodeError(f'FetchRequest: cluster_id: size')
            elif t0 == 1:
                o1 = new(FetchRequest_ReplicaState)
                o1.replica_id, o1.replica_epoch, t = U_iqB(b, p)
                p += 13
                if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
                else: o1.unknown_tagged_fields = ()
                o0.replica_state = o1
                if p != q0: raise DecodeError(f'FetchRequest: replica_state: size')
            else:
                u0.append((t0, bytes(b[p:q0])))
                p = q0
        o0.unknown_tagged_fields = tuple(u0)
    return o0, p

def decode_fetch_request_v17(b, p):
    e = len(b)
    o0 = new_message(FetchRequest)
    o0.replica_id = -1
    o0.max_wait_ms, o0.min_bytes, o0.max_bytes, o0.isolation_level, o0.session_id, o0.session_epoch, c0 = U_3ib2iB(b, p)
    p += 22
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 18 <= e - p: raise DecodeError(f'FetchRequest: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(FetchRequest_FetchTopic)
        o1.topic = ''
        o1.topic_id, c1 = U_16sB(b, p)
        p += 17
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 33 <= e - p: raise DecodeError(f'FetchRequest: partitions: count {c1}')
        o1.partitions = l1 = []
        for _ in range(c1):
            o2 = new(FetchRequest_FetchPartition)
            o2.high_watermark = 9223372036854775807
            o2.partition, o2.current_leader_epoch, o2.fetch_offset, o2.last_fetched_epoch, o2.log_start_offset, o2.partition_max_bytes, t = U_2iqiqiB(b, p)
            p += 33
            o2.replica_directory_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
            o2.unknown_tagged_fields = ()
            if t:
                t, p = read_uvarint(b, p - 1)
                if t * 2 > e - p: raise DecodeError(f'{t} tagged fields in {e - p} bytes')
                u2 = []
                last2 = -1
                for _ in range(t):
                    t2, p = read_uvarint(b, p)
                    if t2 <= last2: raise DecodeError(f'tag {t2} after tag {last2}')
                    last2 = t2
                    n, p = read_uvarint(b, p)
                    q2 = p + n
                    if q2 > e: raise DecodeError(f'tag {t2}: {n} bytes in {e - p}')
                    if t2 == 0:
                        o2.replica_directory_id, = U_16s(b, p)
                        p += 16
                        if p != q2: raise DecodeError(f'FetchRequest: replica_directory_id: size')
                    else:
                        u2.append((t2, bytes(b[p:q2])))
                        p = q2
                o2.unknown_tagged_fields = tuple(u2)
            l1.append(o2)
        t = b[p]
        p += 1
        if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
        else: o1.unknown_tagged_fields = ()
        l0.append(o1)
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 18 <= e - p: raise DecodeError(f'FetchRequest: forgotten_topics_data: count {c0}')
    o0.forgotten_topics_data = l0 = []
    for _ in range(c0):
        o1 = new(FetchRequest_ForgottenTopic)
        o1.topic = ''
        o1.topic_id, c1 = U_16sB(b, p)
        p += 17
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if 0 < c1 < 9: o1.partitions = [*UNPACK_i[c1](b, p)]; p += c1 * 4
        elif c1 == 0: o1.partitions = []
        else:
            if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'FetchRequest: partitions: count {c1}')
            o1.partitions = [*unpack_from(f'>{c1}i', b, p)]
            p += c1 * 4
        t = b[p]
        p += 1
        if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
        else: o1.unknown_tagged_fields = ()
        l0.append(o1)
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n < 1: raise DecodeError(f'FetchRequest: rack_id: length {n}')
    q = p + n - 1
    o0.rack_id = b[p:q].decode()
    p = q
    t = b[p]
    p += 1
    o0.cluster_id = None
    o0.replica_state = None
    o0.unknown_tagged_fields = ()
    if t:
        t, p = read_uvarint(b, p - 1)
        if t * 2 > e - p: raise DecodeError(f'{t} tagged fields in {e - p} bytes')
        u0 = []
        last0 = -1
        for _ in range(t):
            t0, p = read_uvarint(b, p)
            if t0 <= last0: raise DecodeError(f'tag {t0} after tag {last0}')
            last0 = t0
            n, p = read_uvarint(b, p)
            q0 = p + n
            if q0 > e: raise DecodeError(f'tag {t0}: {n} bytes in {e - p}')
            if t0 == 0:
                n = b[p]
                p += 1
                if n > 127: n, p = read_uvarint(b, p - 1)
                if n:
                    q = p + n - 1
                    o0.cluster_id = b[p:q].decode()
                    p = q
                else:
                    o0.cluster_id = None
                if p != q0: raise DecodeError(f'FetchRequest: cluster_id: size')
            elif t0 == 1:
                o1 = new(FetchRequest_ReplicaState)
                o1.replica_id, o1.replica_epoch, t = U_iqB(b, p)
                p += 13
                if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
                else: o1.unknown_tagged_fields = ()
                o0.replica_state = o1
                if p != q0: raise DecodeError(f'FetchRequest: replica_state: size')
            else:
                u0.append((t0, bytes(b[p:q0])))
                p = q0
        o0.unknown_tagged_fields = tuple(u0)
    return o0, p

def decode_fetch_request_v18(b, p):
    e = len(b)
    o0 = new_message(FetchRequest)
    o0.replica_id = -1
    o0.max_wait_ms, o0.min_bytes, o0.max_bytes, o0.isolation_level, o0.session_id, o0.session_epoch, c0 = U_3ib2iB(b, p)
    p += 22
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 18 <= e - p: raise DecodeError(f'FetchRequest: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(FetchRequest_FetchTopic)
        o1.topic = ''
        o1.topic_id, c1 = U_16sB(b, p)
        p += 17
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 33 <= e - p: raise DecodeError(f'FetchRequest: partitions: count {c1}')
        o1.partitions = l1 = []
        for _ in range(c1):
            o2 = new(FetchRequest_FetchPartition)
            o2.partition, o2.current_leader_epoch, o2.fetch_offset, o2.last_fetched_epoch, o2.log_start_offset, o2.partition_max_bytes, t = U_2iqiqiB(b, p)
            p += 33
            o2.replica_directory_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
            o2.high_watermark = 9223372036854775807
            o2.unknown_tagged_fields = ()
            if t:
                t, p = read_uvarint(b, p - 1)
                if t * 2 > e - p: raise DecodeError(f'{t} tagged fields in {e - p} bytes')
                u2 = []
                last2 = -1
                for _ in range(t):
                    t2, p = read_uvarint(b, p)
                    if t2 <= last2: raise DecodeError(f'tag {t2} after tag {last2}')
                    last2 = t2
                    n, p = read_uvarint(b, p)
                    q2 = p + n
                    if q2 > e: raise DecodeError(f'tag {t2}: {n} bytes in {e - p}')
                    if t2 == 0:
                        o2.replica_directory_id, = U_16s(b, p)
                        p += 16
                        if p != q2: raise DecodeError(f'FetchRequest: replica_directory_id: size')
                    elif t2 == 1:
                        o2.high_watermark, = U_q(b, p)
                        p += 8
                        if p != q2: raise DecodeError(f'FetchRequest: high_watermark: size')
                    else:
                        u2.append((t2, bytes(b[p:q2])))
                        p = q2
                o2.unknown_tagged_fields = tuple(u2)
            l1.append(o2)
        t = b[p]
        p += 1
        if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
        else: o1.unknown_tagged_fields = ()
        l0.append(o1)
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 18 <= e - p: raise DecodeError(f'FetchRequest: forgotten_topics_data: count {c0}')
    o0.forgotten_topics_data = l0 = []
    for _ in range(c0):
        o1 = new(FetchRequest_ForgottenTopic)
        o1.topic = ''
        o1.topic_id, c1 = U_16sB(b, p)
        p += 17
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if 0 < c1 < 9: o1.partitions = [*UNPACK_i[c1](b, p)]; p += c1 * 4
        elif c1 == 0: o1.partitions = []
        else:
            if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'FetchRequest: partitions: count {c1}')
            o1.partitions = [*unpack_from(f'>{c1}i', b, p)]
            p += c1 * 4
        t = b[p]
        p += 1
        if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
        else: o1.unknown_tagged_fields = ()
        l0.append(o1)
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n < 1: raise DecodeError(f'FetchRequest: rack_id: length {n}')
    q = p + n - 1
    o0.rack_id = b[p:q].decode()
    p = q
    t = b[p]
    p += 1
    o0.cluster_id = None
    o0.replica_state = None
    o0.unknown_tagged_fields = ()
    if t:
        t, p = read_uvarint(b, p - 1)
        if t * 2 > e - p: raise DecodeError(f'{t} tagged fields in {e - p} bytes')
        u0 = []
        last0 = -1
        for _ in range(t):
            t0, p = read_uvarint(b, p)
            if t0 <= last0: raise DecodeError(f'tag {t0} after tag {last0}')
            last0 = t0
            n, p = read_uvarint(b, p)
            q0 = p + n
            if q0 > e: raise DecodeError(f'tag {t0}: {n} bytes in {e - p}')
            if t0 == 0:
                n = b[p]
                p += 1
                if n > 127: n, p = read_uvarint(b, p - 1)
                if n:
                    q = p + n - 1
                    o0.cluster_id = b[p:q].decode()
                    p = q
                else:
                    o0.cluster_id = None
                if p != q0: raise DecodeError(f'FetchRequest: cluster_id: size')
            elif t0 == 1:
                o1 = new(FetchRequest_ReplicaState)
                o1.replica_id, o1.replica_epoch, t = U_iqB(b, p)
                p += 13
                if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
                else: o1.unknown_tagged_fields = ()
                o0.replica_state = o1
                if p != q0: raise DecodeError(f'FetchRequest: replica_state: size')
            else:
                u0.append((t0, bytes(b[p:q0])))
                p = q0
        o0.unknown_tagged_fields = tuple(u0)
    return o0, p

FetchRequest.DECODERS = (
    decode_fetch_request_v0,
    decode_fetch_request_v0,
    decode_fetch_request_v0,
    decode_fetch_request_v3,
    decode_fetch_request_v4,
    decode_fetch_request_v5,
    decode_fetch_request_v5,
    decode_fetch_request_v7,
    decode_fetch_request_v7,
    decode_fetch_request_v9,
    decode_fetch_request_v9,
    decode_fetch_request_v11,
    decode_fetch_request_v12,
    decode_fetch_request_v13,
    decode_fetch_request_v13,
    decode_fetch_request_v15,
    decode_fetch_request_v15,
    decode_fetch_request_v17,
    decode_fetch_request_v18,
)

def encode_fetch_request_v0(o0, l, out):
    a = l.append
    if (o0.replica_state is not None and o0.replica_state != FetchRequest_ReplicaState()) or o0.forgotten_topics_data or o0.unknown_tagged_fields: raise refuse(o0, 'replica_state', 'forgotten_topics_data', 'unknown_tagged_fields')
    v0 = o0.topics
    n = len(v0)
    a(P_4i(o0.replica_id, o0.max_wait_ms, o0.min_bytes, n))
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
            if o2.last_fetched_epoch != -1 or o2.unknown_tagged_fields: raise refuse(o2, 'last_fetched_epoch', 'unknown_tagged_fields')
            a(P_iqi(o2.partition, o2.fetch_offset, o2.partition_max_bytes))

def encode_fetch_request_v3(o0, l, out):
    a = l.append
    if (o0.replica_state is not None and o0.replica_state != FetchRequest_ReplicaState()) or o0.forgotten_topics_data or o0.unknown_tagged_fields: raise refuse(o0, 'replica_state', 'forgotten_topics_data', 'unknown_tagged_fields')
    v0 = o0.topics
    n = len(v0)
    a(P_5i(o0.replica_id, o0.max_wait_ms, o0.min_bytes, o0.max_bytes, n))
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
            if o2.last_fetched_epoch != -1 or o2.unknown_tagged_fields: raise refuse(o2, 'last_fetched_epoch', 'unknown_tagged_fields')
            a(P_iqi(o2.partition, o2.fetch_offset, o2.partition_max_bytes))

def encode_fetch_request_v4(o0, l, out):
    a = l.append
    if (o0.replica_state is not None and o0.replica_state != FetchRequest_ReplicaState()) or o0.forgotten_topics_data or o0.unknown_tagged_fields: raise refuse(o0, 'replica_state', 'forgotten_topics_data', 'unknown_tagged_fields')
    v0 = o0.topics
    n = len(v0)
    a(P_4ibi(o0.replica_id, o0.max_wait_ms, o0.min_bytes, o0.max_bytes, o0.isolation_level, n))
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
            if o2.last_fetched_epoch != -1 or o2.unknown_tagged_fields: raise refuse(o2, 'last_fetched_epoch', 'unknown_tagged_fields')
            a(P_iqi(o2.partition, o2.fetch_offset, o2.partition_max_bytes))

def encode_fetch_request_v5(o0, l, out):
    a = l.append
    if (o0.replica_state is not None and o0.replica_state != FetchRequest_ReplicaState()) or o0.forgotten_topics_data or o0.unknown_tagged_fields: raise refuse(o0, 'replica_state', 'forgotten_topics_data', 'unknown_tagged_fields')
    v0 = o0.topics
    n = len(v0)
    a(P_4ibi(o0.replica_id, o0.max_wait_ms, o0.min_bytes, o0.max_bytes, o0.isolation_level, n))
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
            if o2.last_fetched_epoch != -1 or o2.unknown_tagged_fields: raise refuse(o2, 'last_fetched_epoch', 'unknown_tagged_fields')
            a(P_i2qi(o2.partition, o2.fetch_offset, o2.log_start_offset, o2.partition_max_bytes))

def encode_fetch_request_v7(o0, l, out):
    a = l.append
    if (o0.replica_state is not None and o0.replica_state != FetchRequest_ReplicaState()) or o0.unknown_tagged_fields: raise refuse(o0, 'replica_state', 'unknown_tagged_fields')
    v0 = o0.topics
    n = len(v0)
    a(P_4ib3i(o0.replica_id, o0.max_wait_ms, o0.min_bytes, o0.max_bytes, o0.isolation_level, o0.session_id, o0.session_epoch, n))
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
            if o2.last_fetched_epoch != -1 or o2.unknown_tagged_fields: raise refuse(o2, 'last_fetched_epoch', 'unknown_tagged_fields')
            a(P_i2qi(o2.partition, o2.fetch_offset, o2.log_start_offset, o2.partition_max_bytes))
    v0 = o0.forgotten_topics_data
    n = len(v0)
    a(P_i(n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.topic.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        s0 = o1.partitions
        n0 = len(s0)
        a(F_ini[n0](n0, *s0))

def encode_fetch_request_v9(o0, l, out):
    a = l.append
    if (o0.replica_state is not None and o0.replica_state != FetchRequest_ReplicaState()) or o0.unknown_tagged_fields: raise refuse(o0, 'replica_state', 'unknown_tagged_fields')
    v0 = o0.topics
    n = len(v0)
    a(P_4ib3i(o0.replica_id, o0.max_wait_ms, o0.min_bytes, o0.max_bytes, o0.isolation_level, o0.session_id, o0.session_epoch, n))
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
            if o2.last_fetched_epoch != -1 or o2.unknown_tagged_fields: raise refuse(o2, 'last_fetched_epoch', 'unknown_tagged_fields')
            a(P_2i2qi(o2.partition, o2.current_leader_epoch, o2.fetch_offset, o2.log_start_offset, o2.partition_max_bytes))
    v0 = o0.forgotten_topics_data
    n = len(v0)
    a(P_i(n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.topic.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        s0 = o1.partitions
        n0 = len(s0)
        a(F_ini[n0](n0, *s0))

def encode_fetch_request_v11(o0, l, out):
    a = l.append
    if (o0.replica_state is not None and o0.replica_state != FetchRequest_ReplicaState()) or o0.unknown_tagged_fields: raise refuse(o0, 'replica_state', 'unknown_tagged_fields')
    v0 = o0.topics
    n = len(v0)
    a(P_4ib3i(o0.replica_id, o0.max_wait_ms, o0.min_bytes, o0.max_bytes, o0.isolation_level, o0.session_id, o0.session_epoch, n))
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
            if o2.last_fetched_epoch != -1 or o2.unknown_tagged_fields: raise refuse(o2, 'last_fetched_epoch', 'unknown_tagged_fields')
            a(P_2i2qi(o2.partition, o2.current_leader_epoch, o2.fetch_offset, o2.log_start_offset, o2.partition_max_bytes))
    v0 = o0.forgotten_topics_data
    n = len(v0)
    a(P_i(n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.topic.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        s0 = o1.partitions
        n0 = len(s0)
        a(F_ini[n0](n0, *s0))
    v = o0.rack_id.encode()
    n = len(v)
    a(P_h(n))
    a(v)

def encode_fetch_request_v12(o0, l, out):
    a = l.append
    if (o0.replica_state is not None and o0.replica_state != FetchRequest_ReplicaState()): raise refuse(o0, 'replica_state')
    v0 = o0.topics
    n = len(v0) + 1
    if n < 128: a(P_4ib2iB(o0.replica_id, o0.max_wait_ms, o0.min_bytes, o0.max_bytes, o0.isolation_level, o0.session_id, o0.session_epoch, n))
    else: a(P_4ib2i(o0.replica_id, o0.max_wait_ms, o0.min_bytes, o0.max_bytes, o0.isolation_level, o0.session_id, o0.session_epoch) + uvarint(n))
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
                a(P_2iqiqi(o2.partition, o2.current_leader_epoch, o2.fetch_offset, o2.last_fetched_epoch, o2.log_start_offset, o2.partition_max_bytes))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(P_2iqiqix(o2.partition, o2.current_leader_epoch, o2.fetch_offset, o2.last_fetched_epoch, o2.log_start_offset, o2.partition_max_bytes))
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    v0 = o0.forgotten_topics_data
    n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        v = o1.topic.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        s0 = o1.partitions
        n0 = len(s0)
        if o1.unknown_tagged_fields:
            if n0 > 126:
                a(uvarint(n0 + 1))
                a(F_ni[n0](*s0))
            else:
                a(F_Bni[n0](n0 + 1, *s0))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            if n0 > 126:
                a(uvarint(n0 + 1))
                a(F_nix[n0](*s0))
            else:
                a(F_Bnix[n0](n0 + 1, *s0))
    v = o0.rack_id.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    if o0.cluster_id is not None or o0.unknown_tagged_fields:
        g0 = list(o0.unknown_tagged_fields)
        if o0.cluster_id is not None:
            w0 = []
            a0 = w0.append
            v = o0.cluster_id
            if v is None: v = b''; n = 0
            else: v = v.encode(); n = len(v) + 1
            if n < 128: a0(BYTE[n])
            else: a0(uvarint(n))
            a0(v)
            g0.append((0, b''.join(w0)))
        a(write_tags(g0))
    else:
        a(b'\x00')

def encode_fetch_request_v13(o0, l, out):
    a = l.append
    if (o0.replica_state is not None and o0.replica_state != FetchRequest_ReplicaState()): raise refuse(o0, 'replica_state')
    v0 = o0.topics
    n = len(v0) + 1
    if n < 128: a(P_4ib2iB(o0.replica_id, o0.max_wait_ms, o0.min_bytes, o0.max_bytes, o0.isolation_level, o0.session_id, o0.session_epoch, n))
    else: a(P_4ib2i(o0.replica_id, o0.max_wait_ms, o0.min_bytes, o0.max_bytes, o0.isolation_level, o0.session_id, o0.session_epoch) + uvarint(n))
    for o1 in v0:
        if len(o1.topic_id) != 16: raise EncodeError(f'{o1.topic_id!r:.80} is not a uuid')
        v1 = o1.partitions
        n = len(v1) + 1
        if n < 128: a(P_16sB(o1.topic_id, n))
        else: a(P_16s(o1.topic_id) + uvarint(n))
        for o2 in v1:
            if o2.unknown_tagged_fields:
                a(P_2iqiqi(o2.partition, o2.current_leader_epoch, o2.fetch_offset, o2.last_fetched_epoch, o2.log_start_offset, o2.partition_max_bytes))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(P_2iqiqix(o2.partition, o2.current_leader_epoch, o2.fetch_offset, o2.last_fetched_epoch, o2.log_start_offset, o2.partition_max_bytes))
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    v0 = o0.forgotten_topics_data
    n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        if len(o1.topic_id) != 16: raise EncodeError(f'{o1.topic_id!r:.80} is not a uuid')
        s0 = o1.partitions
        n0 = len(s0)
        if o1.unknown_tagged_fields:
            if n0 > 126:
                a(P_16s(o1.topic_id))
                a(uvarint(n0 + 1))
                a(F_ni[n0](*s0))
            else:
                a(F_16sBni[n0](o1.topic_id, n0 + 1, *s0))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            if n0 > 126:
                a(P_16s(o1.topic_id))
                a(uvarint(n0 + 1))
                a(F_nix[n0](*s0))
            else:
                a(F_16sBnix[n0](o1.topic_id, n0 + 1, *s0))
    v = o0.rack_id.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    if o0.cluster_id is not None or o0.unknown_tagged_fields:
        g0 = list(o0.unknown_tagged_fields)
        if o0.cluster_id is not None:
            w0 = []
            a0 = w0.append
            v = o0.cluster_id
            if v is None: v = b''; n = 0
            else: v = v.encode(); n = len(v) + 1
            if n < 128: a0(BYTE[n])
            else: a0(uvarint(n))
            a0(v)
            g0.append((0, b''.join(w0)))
        a(write_tags(g0))
    else:
        a(b'\x00')

def encode_fetch_request_v15(o0, l, out):
    a = l.append
    if o0.replica_id != -1: raise refuse(o0, 'replica_id')
    v0 = o0.topics
    n = len(v0) + 1
    if n < 128: a(P_3ib2iB(o0.max_wait_ms, o0.min_bytes, o0.max_bytes, o0.isolation_level, o0.session_id, o0.session_epoch, n))
    else: a(P_3ib2i(o0.max_wait_ms, o0.min_bytes, o0.max_bytes, o0.isolation_level, o0.session_id, o0.session_epoch) + uvarint(n))
    for o1 in v0:
        if len(o1.topic_id) != 16: raise EncodeError(f'{o1.topic_id!r:.80} is not a uuid')
        v1 = o1.partitions
        n = len(v1) + 1
        if n < 128: a(P_16sB(o1.topic_id, n))
        else: a(P_16s(o1.topic_id) + uvarint(n))
        for o2 in v1:
            if o2.unknown_tagged_fields:
                a(P_2iqiqi(o2.partition, o2.current_leader_epoch, o2.fetch_offset, o2.last_fetched_epoch, o2.log_start_offset, o2.partition_max_bytes))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(P_2iqiqix(o2.partition, o2.current_leader_epoch, o2.fetch_offset, o2.last_fetched_epoch, o2.log_start_offset, o2.partition_max_bytes))
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    v0 = o0.forgotten_topics_data
    n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        if len(o1.topic_id) != 16: raise EncodeError(f'{o1.topic_id!r:.80} is not a uuid')
        s0 = o1.partitions
        n0 = len(s0)
        if o1.unknown_tagged_fields:
            if n0 > 126:
                a(P_16s(o1.topic_id))
                a(uvarint(n0 + 1))
                a(F_ni[n0](*s0))
            else:
                a(F_16sBni[n0](o1.topic_id, n0 + 1, *s0))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            if n0 > 126:
                a(P_16s(o1.topic_id))
                a(uvarint(n0 + 1))
                a(F_nix[n0](*s0))
            else:
                a(F_16sBnix[n0](o1.topic_id, n0 + 1, *s0))
    v = o0.rack_id.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    if o0.cluster_id is not None or o0.replica_state is not None or o0.unknown_tagged_fields:
        g0 = list(o0.unknown_tagged_fields)
        if o0.cluster_id is not None:
            w0 = []
            a0 = w0.append
            v = o0.cluster_id
            if v is None: v = b''; n = 0
            else: v = v.encode(); n = len(v) + 1
            if n < 128: a0(BYTE[n])
            else: a0(uvarint(n))
            a0(v)
            g0.append((0, b''.join(w0)))
        if o0.replica_state is not None and o0.replica_state != FetchRequest_ReplicaState():
            w0 = []
            a0 = w0.append
            o1 = o0.replica_state
            if o1.unknown_tagged_fields:
                a0(P_iq(o1.replica_id, o1.replica_epoch))
                a0(write_tags(o1.unknown_tagged_fields))
            else:
                a0(P_iqx(o1.replica_id, o1.replica_epoch))
            g0.append((1, b''.join(w0)))
        a(write_tags(g0))
    else:
        a(b'\x00')

def encode_fetch_request_v17(o0, l, out):
    a = l.append
    if o0.replica_id != -1: raise refuse(o0, 'replica_id')
    v0 = o0.topics
    n = len(v0) + 1
    if n < 128: a(P_3ib2iB(o0.max_wait_ms, o0.min_bytes, o0.max_bytes, o0.isolation_level, o0.session_id, o0.session_epoch, n))
    else: a(P_3ib2i(o0.max_wait_ms, o0.min_bytes, o0.max_bytes, o0.isolation_level, o0.session_id, o0.session_epoch) + uvarint(n))
    for o1 in v0:
        if len(o1.topic_id) != 16: raise EncodeError(f'{o1.topic_id!r:.80} is not a uuid')
        v1 = o1.partitions
        n = len(v1) + 1
        if n < 128: a(P_16sB(o1.topic_id, n))
        else: a(P_16s(o1.topic_id) + uvarint(n))
        for o2 in v1:
            if o2.replica_directory_id != b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00' or o2.unknown_tagged_fields:
                a(P_2iqiqi(o2.partition, o2.current_leader_epoch, o2.fetch_offset, o2.last_fetched_epoch, o2.log_start_offset, o2.partition_max_bytes))
                g2 = list(o2.unknown_tagged_fields)
                if o2.replica_directory_id != b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00':
                    w2 = []
                    a2 = w2.append
                    if len(o2.replica_directory_id) != 16: raise EncodeError(f'{o2.replica_directory_id!r:.80} is not a uuid')
                    a2(P_16s(o2.replica_directory_id))
                    g2.append((0, b''.join(w2)))
                a(write_tags(g2))
            else:
                a(P_2iqiqix(o2.partition, o2.current_leader_epoch, o2.fetch_offset, o2.last_fetched_epoch, o2.log_start_offset, o2.partition_max_bytes))
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    v0 = o0.forgotten_topics_data
    n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        if len(o1.topic_id) != 16: raise EncodeError(f'{o1.topic_id!r:.80} is not a uuid')
        s0 = o1.partitions
        n0 = len(s0)
        if o1.unknown_tagged_fields:
            if n0 > 126:
                a(P_16s(o1.topic_id))
                a(uvarint(n0 + 1))
                a(F_ni[n0](*s0))
            else:
                a(F_16sBni[n0](o1.topic_id, n0 + 1, *s0))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            if n0 > 126:
                a(P_16s(o1.topic_id))
                a(uvarint(n0 + 1))
                a(F_nix[n0](*s0))
            else:
                a(F_16sBnix[n0](o1.topic_id, n0 + 1, *s0))
    v = o0.rack_id.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    if o0.cluster_id is not None or o0.replica_state is not None or o0.unknown_tagged_fields:
        g0 = list(o0.unknown_tagged_fields)
        if o0.cluster_id is not None:
            w0 = []
            a0 = w0.append
            v = o0.cluster_id
            if v is None: v = b''; n = 0
            else: v = v.encode(); n = len(v) + 1
            if n < 128: a0(BYTE[n])
            else: a0(uvarint(n))
            a0(v)
            g0.append((0, b''.join(w0)))
        if o0.replica_state is not None and o0.replica_state != FetchRequest_ReplicaState():
            w0 = []
            a0 = w0.append
            o1 = o0.replica_state
            if o1.unknown_tagged_fields:
                a0(P_iq(o1.replica_id, o1.replica_epoch))
                a0(write_tags(o1.unknown_tagged_fields))
            else:
                a0(P_iqx(o1.replica_id, o1.replica_epoch))
            g0.append((1, b''.join(w0)))
        a(write_tags(g0))
    else:
        a(b'\x00')

def encode_fetch_request_v18(o0, l, out):
    a = l.append
    if o0.replica_id != -1: raise refuse(o0, 'replica_id')
    v0 = o0.topics
    n = len(v0) + 1
    if n < 128: a(P_3ib2iB(o0.max_wait_ms, o0.min_bytes, o0.max_bytes, o0.isolation_level, o0.session_id, o0.session_epoch, n))
    else: a(P_3ib2i(o0.max_wait_ms, o0.min_bytes, o0.max_bytes, o0.isolation_level, o0.session_id, o0.session_epoch) + uvarint(n))
    for o1 in v0:
        if len(o1.topic_id) != 16: raise EncodeError(f'{o1.topic_id!r:.80} is not a uuid')
        v1 = o1.partitions
        n = len(v1) + 1
        if n < 128: a(P_16sB(o1.topic_id, n))
        else: a(P_16s(o1.topic_id) + uvarint(n))
        for o2 in v1:
            if o2.replica_directory_id != b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00' or o2.high_watermark != 9223372036854775807 or o2.unknown_tagged_fields:
                a(P_2iqiqi(o2.partition, o2.current_leader_epoch, o2.fetch_offset, o2.last_fetched_epoch, o2.log_start_offset, o2.partition_max_bytes))
                g2 = list(o2.unknown_tagged_fields)
                if o2.replica_directory_id != b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00':
                    w2 = []
                    a2 = w2.append
                    if len(o2.replica_directory_id) != 16: raise EncodeError(f'{o2.replica_directory_id!r:.80} is not a uuid')
                    a2(P_16s(o2.replica_directory_id))
                    g2.append((0, b''.join(w2)))
                if o2.high_watermark != 9223372036854775807:
                    w2 = []
                    a2 = w2.append
                    a2(P_q(o2.high_watermark))
                    g2.append((1, b''.join(w2)))
                a(write_tags(g2))
            else:
                a(P_2iqiqix(o2.partition, o2.current_leader_epoch, o2.fetch_offset, o2.last_fetched_epoch, o2.log_start_offset, o2.partition_max_bytes))
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    v0 = o0.forgotten_topics_data
    n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        if len(o1.topic_id) != 16: raise EncodeError(f'{o1.topic_id!r:.80} is not a uuid')
        s0 = o1.partitions
        n0 = len(s0)
        if o1.unknown_tagged_fields:
            if n0 > 126:
                a(P_16s(o1.topic_id))
                a(uvarint(n0 + 1))
                a(F_ni[n0](*s0))
            else:
                a(F_16sBni[n0](o1.topic_id, n0 + 1, *s0))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            if n0 > 126:
                a(P_16s(o1.topic_id))
                a(uvarint(n0 + 1))
                a(F_nix[n0](*s0))
            else:
                a(F_16sBnix[n0](o1.topic_id, n0 + 1, *s0))
    v = o0.rack_id.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    if o0.cluster_id is not None or o0.replica_state is not None or o0.unknown_tagged_fields:
        g0 = list(o0.unknown_tagged_fields)
        if o0.cluster_id is not None:
            w0 = []
            a0 = w0.append
            v = o0.cluster_id
            if v is None: v = b''; n = 0
            else: v = v.encode(); n = len(v) + 1
            if n < 128: a0(BYTE[n])
            else: a0(uvarint(n))
            a0(v)
            g0.append((0, b''.join(w0)))
        if o0.replica_state is not None and o0.replica_state != FetchRequest_ReplicaState():
            w0 = []
            a0 = w0.append
            o1 = o0.replica_state
            if o1.unknown_tagged_fields:
                a0(P_iq(o1.replica_id, o1.replica_epoch))
                a0(write_tags(o1.unknown_tagged_fields))
            else:
                a0(P_iqx(o1.replica_id, o1.replica_epoch))
            g0.append((1, b''.join(w0)))
        a(write_tags(g0))
    else:
        a(b'\x00')

FetchRequest.ENCODERS = (
    encode_fetch_request_v0,
    encode_fetch_request_v0,
    encode_fetch_request_v0,
    encode_fetch_request_v3,
    encode_fetch_request_v4,
    encode_fetch_request_v5,
    encode_fetch_request_v5,
    encode_fetch_request_v7,
    encode_fetch_request_v7,
    encode_fetch_request_v9,
    encode_fetch_request_v9,
    encode_fetch_request_v11,
    encode_fetch_request_v12,
    encode_fetch_request_v13,
    encode_fetch_request_v13,
    encode_fetch_request_v15,
    encode_fetch_request_v15,
    encode_fetch_request_v17,
    encode_fetch_request_v18,
)

def decode_fetch_response_v0(b, p):
    e = len(b)
    m = memoryview(b)
    o0 = new_message(FetchResponse)
    o0.throttle_time_ms = 0
    o0.error_code = 0
    o0.session_id = 0
    o0.node_endpoints = []
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'FetchResponse: responses: count {c0}')
    o0.responses = l0 = []
    for _ in range(c0):
        o1 = new(FetchResponse_FetchableTopicResponse)
        o1.topic_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'FetchResponse: topic: length {n}')
        q = p + n
        o1.topic = b[p:q].decode()
        p = q
        c1, = U_i(b, p)
        p += 4
        if not 0 <= c1 * 18 <= e - p: raise DecodeError(f'FetchResponse: partitions: count {c1}')
        o1.partitions = l1 = []
        for _ in range(c1):
            o2 = new(FetchResponse_PartitionData)
            o2.last_stable_offset = -1
            o2.log_start_offset = -1
            o2.diverging_epoch = None
            o2.current_leader = None
            o2.snapshot_id = None
            o2.aborted_transactions = []
            o2.preferred_read_replica = -1
            o2.partition_index, o2.error_code, o2.high_watermark, n = U_ihqi(b, p)
            p += 18
            if n >= 0:
                q = p + n
                o2.records = m[p:q]
                p = q
            elif n != -1: raise DecodeError(f'FetchResponse: records: length {n}')
            else:
                o2.records = None
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_fetch_response_v1(b, p):
    e = len(b)
    m = memoryview(b)
    o0 = new_message(FetchResponse)
    o0.error_code = 0
    o0.session_id = 0
    o0.node_endpoints = []
    o0.throttle_time_ms, c0 = U_2i(b, p)
    p += 8
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'FetchResponse: responses: count {c0}')
    o0.responses = l0 = []
    for _ in range(c0):
        o1 = new(FetchResponse_FetchableTopicResponse)
        o1.topic_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'FetchResponse: topic: length {n}')
        q = p + n
        o1.topic = b[p:q].decode()
        p = q
        c1, = U_i(b, p)
        p += 4
        if not 0 <= c1 * 18 <= e - p: raise DecodeError(f'FetchResponse: partitions: count {c1}')
        o1.partitions = l1 = []
        for _ in range(c1):
            o2 = new(FetchResponse_PartitionData)
            o2.last_stable_offset = -1
            o2.log_start_offset = -1
            o2.diverging_epoch = None
            o2.current_leader = None
            o2.snapshot_id = None
            o2.aborted_transactions = []
            o2.preferred_read_replica = -1
            o2.partition_index, o2.error_code, o2.high_watermark, n = U_ihqi(b, p)
            p += 18
            if n >= 0:
                q = p + n
                o2.records = m[p:q]
                p = q
            elif n != -1: raise DecodeError(f'FetchResponse: records: length {n}')
            else:
                o2.records = None
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_fetch_response_v4(b, p):
    e = len(b)
    m = memoryview(b)
    o0 = new_message(FetchResponse)
    o0.error_code = 0
    o0.session_id = 0
    o0.node_endpoints = []
    o0.throttle_time_ms, c0 = U_2i(b, p)
    p += 8
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'FetchResponse: responses: count {c0}')
    o0.responses = l0 = []
    for _ in range(c0):
        o1 = new(FetchResponse_FetchableTopicResponse)
        o1.topic_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'FetchResponse: topic: length {n}')
        q = p + n
        o1.topic = b[p:q].decode()
        p = q
        c1, = U_i(b, p)
        p += 4
        if not 0 <= c1 * 30 <= e - p: raise DecodeError(f'FetchResponse: partitions: count {c1}')
        o1.partitions = l1 = []
        for _ in range(c1):
            o2 = new(FetchResponse_PartitionData)
            o2.log_start_offset = -1
            o2.diverging_epoch = None
            o2.current_leader = None
            o2.snapshot_id = None
            o2.preferred_read_replica = -1
            o2.partition_index, o2.error_code, o2.high_watermark, o2.last_stable_offset, c2 = U_ih2qi(b, p)
            p += 26
            if c2 == -1:
                o2.aborted_transactions = None
            else:
                if not 0 <= c2 * 16 <= e - p: raise DecodeError(f'FetchResponse: aborted_transactions: count {c2}')
                o2.aborted_transactions = l2 = []
                q = p + c2 * 16
                for v0, v1 in I_2q(b[p:q]):
                    o3 = new(FetchResponse_AbortedTransaction)
                    o3.producer_id = v0
                    o3.first_offset = v1
                    o3.unknown_tagged_fields = ()
                    l2.append(o3)
                p = q
            n, = U_i(b, p)
            p += 4
            if n >= 0:
                q = p + n
                o2.records = m[p:q]
                p = q
            elif n != -1: raise DecodeError(f'FetchResponse: records: length {n}')
            else:
                o2.records = None
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_fetch_response_v5(b, p):
    e = len(b)
    m = memoryview(b)
    o0 = new_message(FetchResponse)
    o0.error_code = 0
    o0.session_id = 0
    o0.node_endpoints = []
    o0.throttle_time_ms, c0 = U_2i(b, p)
    p += 8
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'FetchResponse: responses: count {c0}')
    o0.responses = l0 = []
    for _ in range(c0):
        o1 = new(FetchResponse_FetchableTopicResponse)
        o1.topic_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'FetchResponse: topic: length {n}')
        q = p + n
        o1.topic = b[p:q].decode()
        p = q
        c1, = U_i(b, p)
        p += 4
        if not 0 <= c1 * 38 <= e - p: raise DecodeError(f'FetchResponse: partitions: count {c1}')
        o1.partitions = l1 = []
        for _ in range(c1):
            o2 = new(FetchResponse_PartitionData)
            o2.diverging_epoch = None
            o2.current_leader = None
            o2.snapshot_id = None
            o2.preferred_read_replica = -1
            o2.partition_index, o2.error_code, o2.high_watermark, o2.last_stable_offset, o2.log_start_offset, c2 = U_ih3qi(b, p)
            p += 34
            if c2 == -1:
                o2.aborted_transactions = None
            else:
                if not 0 <= c2 * 16 <= e - p: raise DecodeError(f'FetchResponse: aborted_transactions: count {c2}')
                o2.aborted_transactions = l2 = []
                q = p + c2 * 16
                for v0, v1 in I_2q(b[p:q]):
                    o3 = new(FetchResponse_AbortedTransaction)
                    o3.producer_id = v0
                    o3.first_offset = v1
                    o3.unknown_tagged_fields = ()
                    l2.append(o3)
                p = q
            n, = U_i(b, p)
            p += 4
            if n >= 0:
                q = p + n
                o2.records = m[p:q]
                p = q
            elif n != -1: raise DecodeError(f'FetchResponse: records: length {n}')
            else:
                o2.records = None
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_fetch_response_v7(b, p):
    e = len(b)
    m = memoryview(b)
    o0 = new_message(FetchResponse)
    o0.node_endpoints = []
    o0.throttle_time_ms, o0.error_code, o0.session_id, c0 = U_ih2i(b, p)
    p += 14
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'FetchResponse: responses: count {c0}')
    o0.responses = l0 = []
    for _ in range(c0):
        o1 = new(FetchResponse_FetchableTopicResponse)
        o1.topic_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'FetchResponse: topic: length {n}')
        q = p + n
        o1.topic = b[p:q].decode()
        p = q
        c1, = U_i(b, p)
        p += 4
        if not 0 <= c1 * 38 <= e - p: raise DecodeError(f'FetchResponse: partitions: count {c1}')
        o1.partitions = l1 = []
        for _ in range(c1):
            o2 = new(FetchResponse_PartitionData)
            o2.diverging_epoch = None
            o2.current_leader = None
            o2.snapshot_id = None
            o2.preferred_read_replica = -1
            o2.partition_index, o2.error_code, o2.high_watermark, o2.last_stable_offset, o2.log_start_offset, c2 = U_ih3qi(b, p)
            p += 34
            if c2 == -1:
                o2.aborted_transactions = None
            else:
                if not 0 <= c2 * 16 <= e - p: raise DecodeError(f'FetchResponse: aborted_transactions: count {c2}')
                o2.aborted_transactions = l2 = []
                q = p + c2 * 16
                for v0, v1 in I_2q(b[p:q]):
                    o3 = new(FetchResponse_AbortedTransaction)
                    o3.producer_id = v0
                    o3.first_offset = v1
                    o3.unknown_tagged_fields = ()
                    l2.append(o3)
                p = q
            n, = U_i(b, p)
            p += 4
            if n >= 0:
                q = p + n
                o2.records = m[p:q]
                p = q
            elif n != -1: raise DecodeError(f'FetchResponse: records: length {n}')
            else:
                o2.records = None
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_fetch_response_v11(b, p):
    e = len(b)
    m = memoryview(b)
    o0 = new_message(FetchResponse)
    o0.node_endpoints = []
    o0.throttle_time_ms, o0.error_code, o0.session_id, c0 = U_ih2i(b, p)
    p += 14
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'FetchResponse: responses: count {c0}')
    o0.responses = l0 = []
    for _ in range(c0):
        o1 = new(FetchResponse_FetchableTopicResponse)
        o1.topic_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'FetchResponse: topic: length {n}')
        q = p + n
        o1.topic = b[p:q].decode()
        p = q
        c1, = U_i(b, p)
        p += 4
        if not 0 <= c1 * 42 <= e - p: raise DecodeError(f'FetchResponse: partitions: count {c1}')
        o1.partitions = l1 = []
        for _ in range(c1):
            o2 = new(FetchResponse_PartitionData)
            o2.diverging_epoch = None
            o2.current_leader = None
            o2.snapshot_id = None
            o2.partition_index, o2.error_code, o2.high_watermark, o2.last_stable_offset, o2.log_start_offset, c2 = U_ih3qi(b, p)
            p += 34
            if c2 == -1:
                o2.aborted_transactions = None
            else:
                if not 0 <= c2 * 16 <= e - p: raise DecodeError(f'FetchResponse: aborted_transactions: count {c2}')
                o2.aborted_transactions = l2 = []
                q = p + c2 * 16
                for v0, v1 in I_2q(b[p:q]):
                    o3 = new(FetchResponse_AbortedTransaction)
                    o3.producer_id = v0
                    o3.first_offset = v1
                    o3.unknown_tagged_fields = ()
                    l2.append(o3)
                p = q
            o2.preferred_read_replica, n = U_2i(b, p)
            p += 8
            if n >= 0:
                q = p + n
                o2.records = m[p:q]
                p = q
            elif n != -1: raise DecodeError(f'FetchResponse: records: length {n}')
            else:
                o2.records = None
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_fetch_response_v12(b, p):
    e = len(b)
    m = memoryview(b)
    o0 = new_message(FetchResponse)
    o0.node_endpoints = []
    o0.throttle_time_ms, o0.error_code, o0.session_id, c0 = U_ihiB(b, p)
    p += 11
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 3 <= e - p: raise DecodeError(f'FetchResponse: responses: count {c0}')
    o0.responses = l0 = []
    for _ in range(c0):
        o1 = new(FetchResponse_FetchableTopicResponse)
        o1.topic_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'FetchResponse: topic: length {n}')
        q = p + n - 1
        o1.topic = b[p:q].decode()
        p = q
        c1 = b[p]
        p += 1
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 37 <= e - p: raise DecodeError(f'FetchResponse: partitions: count {c1}')
        o1.partitions = l1 = []
        for _ in range(c1):
            o2 = new(FetchResponse_PartitionData)
            o2.partition_index, o2.error_code, o2.high_watermark, o2.last_stable_offset, o2.log_start_offset, c2 = U_ih3qB(b, p)
            p += 31
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if c2 == -1:
                o2.aborted_transactions = None
            else:
                if not 0 <= c2 * 17 <= e - p: raise DecodeError(f'FetchResponse: aborted_transactions: count {c2}')
                o2.aborted_transactions = l2 = []
                for _ in range(c2):
                    o3 = new(FetchResponse_AbortedTransaction)
                    o3.producer_id, o3.first_offset, t = U_2qB(b, p)
                    p += 17
                    if t: o3.unknown_tagged_fields, p = read_tags(b, p - 1)
                    else: o3.unknown_tagged_fields = ()
                    l2.append(o3)
            o2.preferred_read_replica, n = U_iB(b, p)
            p += 5
            if n > 127 and b[p] < 128: n += (b[p] << 7) - 128; p += 1
            elif n > 127: n, p = read_uvarint(b, p - 1)
            if n:
                q = p + n - 1
                o2.records = m[p:q]
                p = q
            else:
                o2.records = None
            t = b[p]
            p += 1
            o2.diverging_epoch = None
            o2.current_leader = None
            o2.snapshot_id = None
            o2.unknown_tagged_fields = ()
            if t:
                t, p = read_uvarint(b, p - 1)
                if t * 2 > e - p: raise DecodeError(f'{t} tagged fields in {e - p} bytes')
                u2 = []
                last2 = -1
                for _ in range(t):
                    t2, p = read_uvarint(b, p)
                    if t2 <= last2: raise DecodeError(f'tag {t2} after tag {last2}')
                    last2 = t2
                    n, p = read_uvarint(b, p)
                    q2 = p + n
                    if q2 > e: raise DecodeError(f'tag {t2}: {n} bytes in {e - p}')
                    if t2 == 0:
                        o3 = new(FetchResponse_EpochEndOffset)
                        o3.epoch, o3.end_offset, t = U_iqB(b, p)
                        p += 13
                        if t: o3.unknown_tagged_fields, p = read_tags(b, p - 1)
                        else: o3.unknown_tagged_fields = ()
                        o2.diverging_epoch = o3
                        if p != q2: raise DecodeError(f'FetchResponse: diverging_epoch: size')
                    elif t2 == 1:
                        o3 = new(FetchResponse_LeaderIdAndEpoch)
                        o3.leader_id, o3.leader_epoch, t = U_2iB(b, p)
                        p += 9
                        if t: o3.unknown_tagged_fields, p = read_tags(b, p - 1)
                        else: o3.unknown_tagged_fields = ()
                        o2.current_leader = o3
                        if p != q2: raise DecodeError(f'FetchResponse: current_leader: size')
                    elif t2 == 2:
                        o3 = new(FetchResponse_SnapshotId)
                        o3.end_offset, o3.epoch, t = U_qiB(b, p)
                        p += 13
                        if t: o3.unknown_tagged_fields, p = read_tags(b, p - 1)
                        else: o3.unknown_tagged_fields = ()
                        o2.snapshot_id = o3
                        if p != q2: raise DecodeError(f'FetchResponse: snapshot_id: size')
                    else:
                        u2.append((t2, bytes(b[p:q2])))
                        p = q2
                o2.unknown_tagged_fields = tuple(u2)
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

def decode_fetch_response_v13(b, p):
    e = len(b)
    m = memoryview(b)
    o0 = new_message(FetchResponse)
    o0.node_endpoints = []
    o0.throttle_time_ms, o0.error_code, o0.session_id, c0 = U_ihiB(b, p)
    p += 11
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 18 <= e - p: raise DecodeError(f'FetchResponse: responses: count {c0}')
    o0.responses = l0 = []
    for _ in range(c0):
        o1 = new(FetchResponse_FetchableTopicResponse)
        o1.topic = ''
        o1.topic_id, c1 = U_16sB(b, p)
        p += 17
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 37 <= e - p: raise DecodeError(f'FetchResponse: partitions: count {c1}')
        o1.partitions = l1 = []
        for _ in range(c1):
            o2 = new(FetchResponse_PartitionData)
            o2.partition_index, o2.error_code, o2.high_watermark, o2.last_stable_offset, o2.log_start_offset, c2 = U_ih3qB(b, p)
            p += 31
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if c2 == -1:
                o2.aborted_transactions = None
            else:
                if not 0 <= c2 * 17 <= e - p: raise DecodeError(f'FetchResponse: aborted_transactions: count {c2}')
                o2.aborted_transactions = l2 = []
                for _ in range(c2):
                    o3 = new(FetchResponse_AbortedTransaction)
                    o3.producer_id, o3.first_offset, t = U_2qB(b, p)
                    p += 17
                    if t: o3.unknown_tagged_fields, p = read_tags(b, p - 1)
                    else: o3.unknown_tagged_fields = ()
                    l2.append(o3)
            o2.preferred_read_replica, n = U_iB(b, p)
            p += 5
            if n > 127 and b[p] < 128: n += (b[p] << 7) - 128; p += 1
            elif n > 127: n, p = read_uvarint(b, p - 1)
            if n:
                q = p + n - 1
                o2.records = m[p:q]
                p = q
            else:
                o2.records = None
            t = b[p]
            p += 1
            o2.diverging_epoch = None
            o2.current_leader = None
            o2.snapshot_id = None
            o2.unknown_tagged_fields = ()
            if t:
                t, p = read_uvarint(b, p - 1)
                if t * 2 > e - p: raise DecodeError(f'{t} tagged fields in {e - p} bytes')
                u2 = []
                last2 = -1
                for _ in range(t):
                    t2, p = read_uvarint(b, p)
                    if t2 <= last2: raise DecodeError(f'tag {t2} after tag {last2}')
                    last2 = t2
                    n, p = read_uvarint(b, p)
                    q2 = p + n
                    if q2 > e: raise DecodeError(f'tag {t2}: {n} bytes in {e - p}')
                    if t2 == 0:
                        o3 = new(FetchResponse_EpochEndOffset)
                        o3.epoch, o3.end_offset, t = U_iqB(b, p)
                        p += 13
                        if t: o3.unknown_tagged_fields, p = read_tags(b, p - 1)
                        else: o3.unknown_tagged_fields = ()
                        o2.diverging_epoch = o3
                        if p != q2: raise DecodeError(f'FetchResponse: diverging_epoch: size')
                    elif t2 == 1:
                        o3 = new(FetchResponse_LeaderIdAndEpoch)
                        o3.leader_id, o3.leader_epoch, t = U_2iB(b, p)
                        p += 9
                        if t: o3.unknown_tagged_fields, p = read_tags(b, p - 1)
                        else: o3.unknown_tagged_fields = ()
                        o2.current_leader = o3
                        if p != q2: raise DecodeError(f'FetchResponse: current_leader: size')
                    elif t2 == 2:
                        o3 = new(FetchResponse_SnapshotId)
                        o3.end_offset, o3.epoch, t = U_qiB(b, p)
                        p += 13
                        if t: o3.unknown_tagged_fields, p = read_tags(b, p - 1)
                        else: o3.unknown_tagged_fields = ()
                        o2.snapshot_id = o3
                        if p != q2: raise DecodeError(f'FetchResponse: snapshot_id: size')
                    else:
                        u2.append((t2, bytes(b[p:q2])))
                        p = q2
                o2.unknown_tagged_fields = tuple(u2)
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

def decode_fetch_response_v16(b, p):
    e = len(b)
    m = memoryview(b)
    o0 = new_message(FetchResponse)
    o0.throttle_time_ms, o0.error_code, o0.session_id, c0 = U_ihiB(b, p)
    p += 11
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 18 <= e - p: raise DecodeError(f'FetchResponse: responses: count {c0}')
    o0.responses = l0 = []
    for _ in range(c0):
        o1 = new(FetchResponse_FetchableTopicResponse)
        o1.topic = ''
        o1.topic_id, c1 = U_16sB(b, p)
        p += 17
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 37 <= e - p: raise DecodeError(f'FetchResponse: partitions: count {c1}')
        o1.partitions = l1 = []
        for _ in range(c1):
            o2 = new(FetchResponse_PartitionData)
            o2.partition_index, o2.error_code, o2.high_watermark, o2.last_stable_offset, o2.log_start_offset, c2 = U_ih3qB(b, p)
            p += 31
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if c2 == -1:
                o2.aborted_transactions = None
            else:
                if not 0 <= c2 * 17 <= e - p: raise DecodeError(f'FetchResponse: aborted_transactions: count {c2}')
                o2.aborted_transactions = l2 = []
                for _ in range(c2):
                    o3 = new(FetchResponse_AbortedTransaction)
                    o3.producer_id, o3.first_offset, t = U_2qB(b, p)
                    p += 17
                    if t: o3.unknown_tagged_fields, p = read_tags(b, p - 1)
                    else: o3.unknown_tagged_fields = ()
                    l2.append(o3)
            o2.preferred_read_replica, n = U_iB(b, p)
            p += 5
            if n > 127 and b[p] < 128: n += (b[p] << 7) - 128; p += 1
            elif n > 127: n, p = read_uvarint(b, p - 1)
            if n:
                q = p + n - 1
                o2.records = m[p:q]
                p = q
            else:
                o2.records = None
            t = b[p]
            p += 1
            o2.diverging_epoch = None
            o2.current_leader = None
            o2.snapshot_id = None
            o2.unknown_tagged_fields = ()
            if t:
                t, p = read_uvarint(b, p - 1)
                if t * 2 > e - p: raise DecodeError(f'{t} tagged fields in {e - p} bytes')
                u2 = []
                last2 = -1
                for _ in range(t):
                    t2, p = read_uvarint(b, p)
                    if t2 <= last2: raise DecodeError(f'tag {t2} after tag {last2}')
                    last2 = t2
                    n, p = read_uvarint(b, p)
                    q2 = p + n
                    if q2 > e: raise DecodeError(f'tag {t2}: {n} bytes in {e - p}')
                    if t2 == 0:
                        o3 = new(FetchResponse_EpochEndOffset)
                        o3.epoch, o3.end_offset, t = U_iqB(b, p)
                        p += 13
                        if t: o3.unknown_tagged_fields, p = read_tags(b, p - 1)
                        else: o3.unknown_tagged_fields = ()
                        o2.diverging_epoch = o3
                        if p != q2: raise DecodeError(f'FetchResponse: diverging_epoch: size')
                    elif t2 == 1:
                        o3 = new(FetchResponse_LeaderIdAndEpoch)
                        o3.leader_id, o3.leader_epoch, t = U_2iB(b, p)
                        p += 9
                        if t: o3.unknown_tagged_fields, p = read_tags(b, p - 1)
                        else: o3.unknown_tagged_fields = ()
                        o2.current_leader = o3
                        if p != q2: raise DecodeError(f'FetchResponse: current_leader: size')
                    elif t2 == 2:
                        o3 = new(FetchResponse_SnapshotId)
                        o3.end_offset, o3.epoch, t = U_qiB(b, p)
                        p += 13
                        if t: o3.unknown_tagged_fields, p = read_tags(b, p - 1)
                        else: o3.unknown_tagged_fields = ()
                        o2.snapshot_id = o3
                        if p != q2: raise DecodeError(f'FetchResponse: snapshot_id: size')
                    else:
                        u2.append((t2, bytes(b[p:q2])))
                        p = q2
                o2.unknown_tagged_fields = tuple(u2)
            l1.append(o2)
        t = b[p]
        p += 1
        if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
        else: o1.unknown_tagged_fields = ()
        l0.append(o1)
    t = b[p]
    p += 1
    o0.node_endpoints = []
    o0.unknown_tagged_fields = ()
    if t:
        t, p = read_uvarint(b, p - 1)
        if t * 2 > e - p: raise DecodeError(f'{t} tagged fields in {e - p} bytes')
        u0 = []
        last0 = -1
        for _ in range(t):
            t0, p = read_uvarint(b, p)
            if t0 <= last0: raise DecodeError(f'tag {t0} after tag {last0}')
            last0 = t0
            n, p = read_uvarint(b, p)
            q0 = p + n
            if q0 > e: raise DecodeError(f'tag {t0}: {n} bytes in {e - p}')
            if t0 == 0:
                c0 = b[p]
                p += 1
                if c0 > 127: c0, p = read_uvarint(b, p - 1)
                c0 -= 1
                if not 0 <= c0 * 11 <= e - p: raise DecodeError(f'FetchResponse: node_endpoints: count {c0}')
                o0.node_endpoints = l0 = []
                for _ in range(c0):
                    o1 = new(FetchResponse_NodeEndpoint)
                    o1.node_id, n = U_iB(b, p)
                    p += 5
                    if n > 127: n, p = read_uvarint(b, p - 1)
                    if n < 1: raise DecodeError(f'FetchResponse: host: length {n}')
                    q = p + n - 1
                    o1.host = b[p:q].decode()
                    p = q
                    o1.port, n = U_iB(b, p)
                    p += 5
                    if n > 127: n, p = read_uvarint(b, p - 1)
                    if n:
                        q = p + n - 1
                        o1.rack = b[p:q].decode()
                        p = q
                    else:
                        o1.rack = None
                    t = b[p]
                    p += 1
                    if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
                    else: o1.unknown_tagged_fields = ()
                    l0.append(o1)
                if p != q0: raise DecodeError(f'FetchResponse: node_endpoints: size')
            else:
                u0.append((t0, bytes(b[p:q0])))
                p = q0
        o0.unknown_tagged_fields = tuple(u0)
    return o0, p

FetchResponse.DECODERS = (
    decode_fetch_response_v0,
    decode_fetch_response_v1,
    decode_fetch_response_v1,
    decode_fetch_response_v1,
    decode_fetch_response_v4,
    decode_fetch_response_v5,
    decode_fetch_response_v5,
    decode_fetch_response_v7,
    decode_fetch_response_v7,
    decode_fetch_response_v7,
    decode_fetch_response_v7,
    decode_fetch_response_v11,
    decode_fetch_response_v12,
    decode_fetch_response_v13,
    decode_fetch_response_v13,
    decode_fetch_response_v13,
    decode_fetch_response_v16,
    decode_fetch_response_v16,
    decode_fetch_response_v16,
)

def encode_fetch_response_v0(o0, l, out):
    a = l.append
    if o0.session_id != 0 or o0.node_endpoints or o0.unknown_tagged_fields: raise refuse(o0, 'session_id', 'node_endpoints', 'unknown_tagged_fields')
    v0 = o0.responses
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
            if (o2.diverging_epoch is not None and o2.diverging_epoch != FetchResponse_EpochEndOffset()) or (o2.current_leader is not None and o2.current_leader != FetchResponse_LeaderIdAndEpoch()) or (o2.snapshot_id is not None and o2.snapshot_id != FetchResponse_SnapshotId()) or o2.preferred_read_replica != -1 or o2.unknown_tagged_fields: raise refuse(o2, 'diverging_epoch', 'current_leader', 'snapshot_id', 'preferred_read_replica', 'unknown_tagged_fields')
            v = o2.records
            if v is None: v = b''; n = -1
            else: n = len(v)
            a(P_ihqi(o2.partition_index, o2.error_code, o2.high_watermark, n))
            if n < VIEW_BYTES_MIN: a(v)
            else: out.append(b''.join(l)); l.clear(); out.append(v)

def encode_fetch_response_v1(o0, l, out):
    a = l.append
    if o0.session_id != 0 or o0.node_endpoints or o0.unknown_tagged_fields: raise refuse(o0, 'session_id', 'node_endpoints', 'unknown_tagged_fields')
    v0 = o0.responses
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
            if (o2.diverging_epoch is not None and o2.diverging_epoch != FetchResponse_EpochEndOffset()) or (o2.current_leader is not None and o2.current_leader != FetchResponse_LeaderIdAndEpoch()) or (o2.snapshot_id is not None and o2.snapshot_id != FetchResponse_SnapshotId()) or o2.preferred_read_replica != -1 or o2.unknown_tagged_fields: raise refuse(o2, 'diverging_epoch', 'current_leader', 'snapshot_id', 'preferred_read_replica', 'unknown_tagged_fields')
            v = o2.records
            if v is None: v = b''; n = -1
            else: n = len(v)
            a(P_ihqi(o2.partition_index, o2.error_code, o2.high_watermark, n))
            if n < VIEW_BYTES_MIN: a(v)
            else: out.append(b''.join(l)); l.clear(); out.append(v)

def encode_fetch_response_v4(o0, l, out):
    a = l.append
    if o0.session_id != 0 or o0.node_endpoints or o0.unknown_tagged_fields: raise refuse(o0, 'session_id', 'node_endpoints', 'unknown_tagged_fields')
    v0 = o0.responses
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
            if (o2.diverging_epoch is not None and o2.diverging_epoch != FetchResponse_EpochEndOffset()) or (o2.current_leader is not None and o2.current_leader != FetchResponse_LeaderIdAndEpoch()) or (o2.snapshot_id is not None and o2.snapshot_id != FetchResponse_SnapshotId()) or o2.preferred_read_replica != -1 or o2.unknown_tagged_fields: raise refuse(o2, 'diverging_epoch', 'current_leader', 'snapshot_id', 'preferred_read_replica', 'unknown_tagged_fields')
            v2 = o2.aborted_transactions
            if v2 is None: v2 = (); n = -1
            else: n = len(v2)
            a(P_ih2qi(o2.partition_index, o2.error_code, o2.high_watermark, o2.last_stable_offset, n))
            for o3 in v2:
                if o3.unknown_tagged_fields: raise refuse(o3, 'unknown_tagged_fields')
                a(P_2q(o3.producer_id, o3.first_offset))
            v = o2.records
            if v is None: v = b''; n = -1
            else: n = len(v)
            a(P_i(n))
            if n < VIEW_BYTES_MIN: a(v)
            else: out.append(b''.join(l)); l.clear(); out.append(v)

def encode_fetch_response_v5(o0, l, out):
    a = l.append
    if o0.session_id != 0 or o0.node_endpoints or o0.unknown_tagged_fields: raise refuse(o0, 'session_id', 'node_endpoints', 'unknown_tagged_fields')
    v0 = o0.responses
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
            if (o2.diverging_epoch is not None and o2.diverging_epoch != FetchResponse_EpochEndOffset()) or (o2.current_leader is not None and o2.current_leader != FetchResponse_LeaderIdAndEpoch()) or (o2.snapshot_id is not None and o2.snapshot_id != FetchResponse_SnapshotId()) or o2.preferred_read_replica != -1 or o2.unknown_tagged_fields: raise refuse(o2, 'diverging_epoch', 'current_leader', 'snapshot_id', 'preferred_read_replica', 'unknown_tagged_fields')
            v2 = o2.aborted_transactions
            if v2 is None: v2 = (); n = -1
            else: n = len(v2)
            a(P_ih3qi(o2.partition_index, o2.error_code, o2.high_watermark, o2.last_stable_offset, o2.log_start_offset, n))
            for o3 in v2:
                if o3.unknown_tagged_fields: raise refuse(o3, 'unknown_tagged_fields')
                a(P_2q(o3.producer_id, o3.first_offset))
            v = o2.records
            if v is None: v = b''; n = -1
            else: n = len(v)
            a(P_i(n))
            if n < VIEW_BYTES_MIN: a(v)
            else: out.append(b''.join(l)); l.clear(); out.append(v)

def encode_fetch_response_v7(o0, l, out):
    a = l.append
    if o0.node_endpoints or o0.unknown_tagged_fields: raise refuse(o0, 'node_endpoints', 'unknown_tagged_fields')
    v0 = o0.responses
    n = len(v0)
    a(P_ih2i(o0.throttle_time_ms, o0.error_code, o0.session_id, n))
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
            if (o2.diverging_epoch is not None and o2.diverging_epoch != FetchResponse_EpochEndOffset()) or (o2.current_leader is not None and o2.current_leader != FetchResponse_LeaderIdAndEpoch()) or (o2.snapshot_id is not None and o2.snapshot_id != FetchResponse_SnapshotId()) or o2.preferred_read_replica != -1 or o2.unknown_tagged_fields: raise refuse(o2, 'diverging_epoch', 'current_leader', 'snapshot_id', 'preferred_read_replica', 'unknown_tagged_fields')
            v2 = o2.aborted_transactions
            if v2 is None: v2 = (); n = -1
            else: n = len(v2)
            a(P_ih3qi(o2.partition_index, o2.error_code, o2.high_watermark, o2.last_stable_offset, o2.log_start_offset, n))
            for o3 in v2:
                if o3.unknown_tagged_fields: raise refuse(o3, 'unknown_tagged_fields')
                a(P_2q(o3.producer_id, o3.first_offset))
            v = o2.records
            if v is None: v = b''; n = -1
            else: n = len(v)
            a(P_i(n))
            if n < VIEW_BYTES_MIN: a(v)
            else: out.append(b''.join(l)); l.clear(); out.append(v)

def encode_fetch_response_v11(o0, l, out):
    a = l.append
    if o0.node_endpoints or o0.unknown_tagged_fields: raise refuse(o0, 'node_endpoints', 'unknown_tagged_fields')
    v0 = o0.responses
    n = len(v0)
    a(P_ih2i(o0.throttle_time_ms, o0.error_code, o0.session_id, n))
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
            if (o2.diverging_epoch is not None and o2.diverging_epoch != FetchResponse_EpochEndOffset()) or (o2.current_leader is not None and o2.current_leader != FetchResponse_LeaderIdAndEpoch()) or (o2.snapshot_id is not None and o2.snapshot_id != FetchResponse_SnapshotId()) or o2.unknown_tagged_fields: raise refuse(o2, 'diverging_epoch', 'current_leader', 'snapshot_id', 'unknown_tagged_fields')
            v2 = o2.aborted_transactions
            if v2 is None: v2 = (); n = -1
            else: n = len(v2)
            a(P_ih3qi(o2.partition_index, o2.error_code, o2.high_watermark, o2.last_stable_offset, o2.log_start_offset, n))
            for o3 in v2:
                if o3.unknown_tagged_fields: raise refuse(o3, 'unknown_tagged_fields')
                a(P_2q(o3.producer_id, o3.first_offset))
            v = o2.records
            if v is None: v = b''; n = -1
            else: n = len(v)
            a(P_2i(o2.preferred_read_replica, n))
            if n < VIEW_BYTES_MIN: a(v)
            else: out.append(b''.join(l)); l.clear(); out.append(v)

def encode_fetch_response_v12(o0, l, out):
    a = l.append
    if o0.node_endpoints: raise refuse(o0, 'node_endpoints')
    v0 = o0.responses
    n = len(v0) + 1
    if n < 128: a(P_ihiB(o0.throttle_time_ms, o0.error_code, o0.session_id, n))
    else: a(P_ihi(o0.throttle_time_ms, o0.error_code, o0.session_id) + uvarint(n))
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
            v2 = o2.aborted_transactions
            if v2 is None: v2 = (); n = 0
            else: n = len(v2) + 1
            if n < 128: a(P_ih3qB(o2.partition_index, o2.error_code, o2.high_watermark, o2.last_stable_offset, o2.log_start_offset, n))
            else: a(P_ih3q(o2.partition_index, o2.error_code, o2.high_watermark, o2.last_stable_offset, o2.log_start_offset) + uvarint(n))
            for o3 in v2:
                if o3.unknown_tagged_fields:
                    a(P_2q(o3.producer_id, o3.first_offset))
                    a(write_tags(o3.unknown_tagged_fields))
                else:
                    a(P_2qx(o3.producer_id, o3.first_offset))
            v = o2.records
            if v is None: v = b''; n = 0
            else: n = len(v) + 1
            if n < 128: a(P_iB(o2.preferred_read_replica, n))
            elif n < 16384: a(P_i2B(o2.preferred_read_replica, n & 127 | 128, n >> 7))
            else: a(P_i(o2.preferred_read_replica) + uvarint(n))
            if n < VIEW_BYTES_MIN: a(v)
            else: out.append(b''.join(l)); l.clear(); out.append(v)
            if o2.diverging_epoch is not None or o2.current_leader is not None or o2.snapshot_id is not None or o2.unknown_tagged_fields:
                g2 = list(o2.unknown_tagged_fields)
                if o2.diverging_epoch is not None and o2.diverging_epoch != FetchResponse_EpochEndOffset():
                    w2 = []
                    a2 = w2.append
                    o3 = o2.diverging_epoch
                    if o3.unknown_tagged_fields:
                        a2(P_iq(o3.epoch, o3.end_offset))
                        a2(write_tags(o3.unknown_tagged_fields))
                    else:
                        a2(P_iqx(o3.epoch, o3.end_offset))
                    g2.append((0, b''.join(w2)))
                if o2.current_leader is not None and o2.current_leader != FetchResponse_LeaderIdAndEpoch():
                    w2 = []
                    a2 = w2.append
                    o3 = o2.current_leader
                    if o3.unknown_tagged_fields:
                        a2(P_2i(o3.leader_id, o3.leader_epoch))
                        a2(write_tags(o3.unknown_tagged_fields))
                    else:
                        a2(P_2ix(o3.leader_id, o3.leader_epoch))
                    g2.append((1, b''.join(w2)))
                if o2.snapshot_id is not None and o2.snapshot_id != FetchResponse_SnapshotId():
                    w2 = []
                    a2 = w2.append
                    o3 = o2.snapshot_id
                    if o3.unknown_tagged_fields:
                        a2(P_qi(o3.end_offset, o3.epoch))
                        a2(write_tags(o3.unknown_tagged_fields))
                    else:
                        a2(P_qix(o3.end_offset, o3.epoch))
                    g2.append((2, b''.join(w2)))
                a(write_tags(g2))
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

def encode_fetch_response_v13(o0, l, out):
    a = l.append
    if o0.node_endpoints: raise refuse(o0, 'node_endpoints')
    v0 = o0.responses
    n = len(v0) + 1
    if n < 128: a(P_ihiB(o0.throttle_time_ms, o0.error_code, o0.session_id, n))
    else: a(P_ihi(o0.throttle_time_ms, o0.error_code, o0.session_id) + uvarint(n))
    for o1 in v0:
        if len(o1.topic_id) != 16: raise EncodeError(f'{o1.topic_id!r:.80} is not a uuid')
        v1 = o1.partitions
        n = len(v1) + 1
        if n < 128: a(P_16sB(o1.topic_id, n))
        else: a(P_16s(o1.topic_id) + uvarint(n))
        for o2 in v1:
            v2 = o2.aborted_transactions
            if v2 is None: v2 = (); n = 0
            else: n = len(v2) + 1
            if n < 128: a(P_ih3qB(o2.partition_index, o2.error_code, o2.high_watermark, o2.last_stable_offset, o2.log_start_offset, n))
            else: a(P_ih3q(o2.partition_index, o2.error_code, o2.high_watermark, o2.last_stable_offset, o2.log_start_offset) + uvarint(n))
            for o3 in v2:
                if o3.unknown_tagged_fields:
                    a(P_2q(o3.producer_id, o3.first_offset))
                    a(write_tags(o3.unknown_tagged_fields))
                else:
                    a(P_2qx(o3.producer_id, o3.first_offset))
            v = o2.records
            if v is None: v = b''; n = 0
            else: n = len(v) + 1
            if n < 128: a(P_iB(o2.preferred_read_replica, n))
            elif n < 16384: a(P_i2B(o2.preferred_read_replica, n & 127 | 128, n >> 7))
            else: a(P_i(o2.preferred_read_replica) + uvarint(n))
            if n < VIEW_BYTES_MIN: a(v)
            else: out.append(b''.join(l)); l.clear(); out.append(v)
            if o2.diverging_epoch is not None or o2.current_leader is not None or o2.snapshot_id is not None or o2.unknown_tagged_fields:
                g2 = list(o2.unknown_tagged_fields)
                if o2.diverging_epoch is not None and o2.diverging_epoch != FetchResponse_EpochEndOffset():
                    w2 = []
                    a2 = w2.append
                    o3 = o2.diverging_epoch
                    if o3.unknown_tagged_fields:
                        a2(P_iq(o3.epoch, o3.end_offset))
                        a2(write_tags(o3.unknown_tagged_fields))
                    else:
                        a2(P_iqx(o3.epoch, o3.end_offset))
                    g2.append((0, b''.join(w2)))
                if o2.current_leader is not None and o2.current_leader != FetchResponse_LeaderIdAndEpoch():
                    w2 = []
                    a2 = w2.append
                    o3 = o2.current_leader
                    if o3.unknown_tagged_fields:
                        a2(P_2i(o3.leader_id, o3.leader_epoch))
                        a2(write_tags(o3.unknown_tagged_fields))
                    else:
                        a2(P_2ix(o3.leader_id, o3.leader_epoch))
                    g2.append((1, b''.join(w2)))
                if o2.snapshot_id is not None and o2.snapshot_id != FetchResponse_SnapshotId():
                    w2 = []
                    a2 = w2.append
                    o3 = o2.snapshot_id
                    if o3.unknown_tagged_fields:
                        a2(P_qi(o3.end_offset, o3.epoch))
                        a2(write_tags(o3.unknown_tagged_fields))
                    else:
                        a2(P_qix(o3.end_offset, o3.epoch))
                    g2.append((2, b''.join(w2)))
                a(write_tags(g2))
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

def encode_fetch_response_v16(o0, l, out):
    a = l.append
    v0 = o0.responses
    n = len(v0) + 1
    if n < 128: a(P_ihiB(o0.throttle_time_ms, o0.error_code, o0.session_id, n))
    else: a(P_ihi(o0.throttle_time_ms, o0.error_code, o0.session_id) + uvarint(n))
    for o1 in v0:
        if len(o1.topic_id) != 16: raise EncodeError(f'{o1.topic_id!r:.80} is not a uuid')
        v1 = o1.partitions
        n = len(v1) + 1
        if n < 128: a(P_16sB(o1.topic_id, n))
        else: a(P_16s(o1.topic_id) + uvarint(n))
        for o2 in v1:
            v2 = o2.aborted_transactions
            if v2 is None: v2 = (); n = 0
            else: n = len(v2) + 1
            if n < 128: a(P_ih3qB(o2.partition_index, o2.error_code, o2.high_watermark, o2.last_stable_offset, o2.log_start_offset, n))
            else: a(P_ih3q(o2.partition_index, o2.error_code, o2.high_watermark, o2.last_stable_offset, o2.log_start_offset) + uvarint(n))
            for o3 in v2:
                if o3.unknown_tagged_fields:
                    a(P_2q(o3.producer_id, o3.first_offset))
                    a(write_tags(o3.unknown_tagged_fields))
                else:
                    a(P_2qx(o3.producer_id, o3.first_offset))
            v = o2.records
            if v is None: v = b''; n = 0
            else: n = len(v) + 1
            if n < 128: a(P_iB(o2.preferred_read_replica, n))
            elif n < 16384: a(P_i2B(o2.preferred_read_replica, n & 127 | 128, n >> 7))
            else: a(P_i(o2.preferred_read_replica) + uvarint(n))
            if n < VIEW_BYTES_MIN: a(v)
            else: out.append(b''.join(l)); l.clear(); out.append(v)
            if o2.diverging_epoch is not None or o2.current_leader is not None or o2.snapshot_id is not None or o2.unknown_tagged_fields:
                g2 = list(o2.unknown_tagged_fields)
                if o2.diverging_epoch is not None and o2.diverging_epoch != FetchResponse_EpochEndOffset():
                    w2 = []
                    a2 = w2.append
                    o3 = o2.diverging_epoch
                    if o3.unknown_tagged_fields:
                        a2(P_iq(o3.epoch, o3.end_offset))
                        a2(write_tags(o3.unknown_tagged_fields))
                    else:
                        a2(P_iqx(o3.epoch, o3.end_offset))
                    g2.append((0, b''.join(w2)))
                if o2.current_leader is not None and o2.current_leader != FetchResponse_LeaderIdAndEpoch():
                    w2 = []
                    a2 = w2.append
                    o3 = o2.current_leader
                    if o3.unknown_tagged_fields:
                        a2(P_2i(o3.leader_id, o3.leader_epoch))
                        a2(write_tags(o3.unknown_tagged_fields))
                    else:
                        a2(P_2ix(o3.leader_id, o3.leader_epoch))
                    g2.append((1, b''.join(w2)))
                if o2.snapshot_id is not None and o2.snapshot_id != FetchResponse_SnapshotId():
                    w2 = []
                    a2 = w2.append
                    o3 = o2.snapshot_id
                    if o3.unknown_tagged_fields:
                        a2(P_qi(o3.end_offset, o3.epoch))
                        a2(write_tags(o3.unknown_tagged_fields))
                    else:
                        a2(P_qix(o3.end_offset, o3.epoch))
                    g2.append((2, b''.join(w2)))
                a(write_tags(g2))
            else:
                a(b'\x00')
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    if o0.node_endpoints or o0.unknown_tagged_fields:
        g0 = list(o0.unknown_tagged_fields)
        if o0.node_endpoints:
            w0 = []
            a0 = w0.append
            v0 = o0.node_endpoints
            n = len(v0) + 1
            if n < 128: a0(BYTE[n])
            else: a0(uvarint(n))
            for o1 in v0:
                v = o1.host.encode()
                n = len(v) + 1
                if n < 128: a0(P_iB(o1.node_id, n))
                else: a0(P_i(o1.node_id) + uvarint(n))
                a0(v)
                v = o1.rack
                if v is None: v = b''; n = 0
                else: v = v.encode(); n = len(v) + 1
                if n < 128: a0(P_iB(o1.port, n))
                else: a0(P_i(o1.port) + uvarint(n))
                a0(v)
                if o1.unknown_tagged_fields:
                    a0(write_tags(o1.unknown_tagged_fields))
                else:
                    a0(b'\x00')
            g0.append((0, b''.join(w0)))
        a(write_tags(g0))
    else:
        a(b'\x00')

FetchResponse.ENCODERS = (
    encode_fetch_response_v0,
    encode_fetch_response_v1,
    encode_fetch_response_v1,
    encode_fetch_response_v1,
    encode_fetch_response_v4,
    encode_fetch_response_v5,
    encode_fetch_response_v5,
    encode_fetch_response_v7,
    encode_fetch_response_v7,
    encode_fetch_response_v7,
    encode_fetch_response_v7,
    encode_fetch_response_v11,
    encode_fetch_response_v12,
    encode_fetch_response_v13,
    encode_fetch_response_v13,
    encode_fetch_response_v13,
    encode_fetch_response_v16,
    encode_fetch_response_v16,
    encode_fetch_response_v16,
)
