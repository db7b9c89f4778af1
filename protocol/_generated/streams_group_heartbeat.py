"""Written by `make generate` from protocol/messages/streams_group_heartbeat.py. Do not edit."""

from kavka.protocol.message import Message, Part
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import new, new_message, pack, read_tags, read_uvarint, refuse, unpack_from, uvarint
from kavka.protocol.wire import write_tags

class StreamsGroupHeartbeatRequest(Message):
    __slots__ = ('group_id', 'member_id', 'member_epoch', 'endpoint_information_epoch', 'instance_id', 'rack_id', 'rebalance_timeout_ms', 'topology', 'active_tasks', 'standby_tasks', 'warmup_tasks', 'process_id', 'user_endpoint', 'client_tags', 'task_offsets', 'task_end_offsets', 'shutdown_application', 'unknown_tagged_fields')
    API_KEY = 88
    MIN_VERSION = 0
    MAX_VERSION = 1
    FLEXIBLE_FROM = 0
    
    class KeyValue(Part):
        __slots__ = ('key', 'value', 'unknown_tagged_fields')
        
        def __init__(self, key='', value='', unknown_tagged_fields=()):
            self.key = key
            self.value = value
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class TopicInfo(Part):
        __slots__ = ('name', 'partitions', 'replication_factor', 'topic_configs', 'unknown_tagged_fields')
        
        def __init__(self, name='', partitions=0, replication_factor=0, topic_configs=EMPTY, unknown_tagged_fields=()):
            self.name = name
            self.partitions = partitions
            self.replication_factor = replication_factor
            self.topic_configs = [] if topic_configs is EMPTY else topic_configs
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class CopartitionGroup(Part):
        __slots__ = ('source_topics', 'source_topic_regex', 'repartition_source_topics', 'unknown_tagged_fields')
        
        def __init__(self, source_topics=EMPTY, source_topic_regex=EMPTY, repartition_source_topics=EMPTY, unknown_tagged_fields=()):
            self.source_topics = [] if source_topics is EMPTY else source_topics
            self.source_topic_regex = [] if source_topic_regex is EMPTY else source_topic_regex
            self.repartition_source_topics = [] if repartition_source_topics is EMPTY else repartition_source_topics
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class Subtopology(Part):
        __slots__ = ('subtopology_id', 'source_topics', 'source_topic_regex', 'state_changelog_topics', 'repartition_sink_topics', 'repartition_source_topics', 'copartition_groups', 'unknown_tagged_fields')
        
        def __init__(self, subtopology_id='', source_topics=EMPTY, source_topic_regex=EMPTY, state_changelog_topics=EMPTY, repartition_sink_topics=EMPTY, repartition_source_topics=EMPTY, copartition_groups=EMPTY, unknown_tagged_fields=()):
            self.subtopology_id = subtopology_id
            self.source_topics = [] if source_topics is EMPTY else source_topics
            self.source_topic_regex = [] if source_topic_regex is EMPTY else source_topic_regex
            self.state_changelog_topics = [] if state_changelog_topics is EMPTY else state_changelog_topics
            self.repartition_sink_topics = [] if repartition_sink_topics is EMPTY else repartition_sink_topics
            self.repartition_source_topics = [] if repartition_source_topics is EMPTY else repartition_source_topics
            self.copartition_groups = [] if copartition_groups is EMPTY else copartition_groups
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class Topology(Part):
        __slots__ = ('epoch', 'subtopologies', 'unknown_tagged_fields')
        
        def __init__(self, epoch=0, subtopologies=EMPTY, unknown_tagged_fields=()):
            self.epoch = epoch
            self.subtopologies = [] if subtopologies is EMPTY else subtopologies
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class TaskIds(Part):
        __slots__ = ('subtopology_id', 'partitions', 'unknown_tagged_fields')
        
        def __init__(self, subtopology_id='', partitions=EMPTY, unknown_tagged_fields=()):
            self.subtopology_id = subtopology_id
            self.partitions = [] if partitions is EMPTY else partitions
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class Endpoint(Part):
        __slots__ = ('host', 'port', 'unknown_tagged_fields')
        
        def __init__(self, host='', port=0, unknown_tagged_fields=()):
            self.host = host
            self.port = port
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class TaskOffset(Part):
        __slots__ = ('subtopology_id', 'partition', 'offset', 'unknown_tagged_fields')
        
        def __init__(self, subtopology_id='', partition=0, offset=0, unknown_tagged_fields=()):
            self.subtopology_id = subtopology_id
            self.partition = partition
            self.offset = offset
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, group_id='', member_id='', member_epoch=0, endpoint_information_epoch=0, instance_id=None, rack_id=None, rebalance_timeout_ms=-1, topology=None, active_tasks=None, standby_tasks=None, warmup_tasks=None, process_id=None, user_endpoint=None, client_tags=None, task_offsets=None, task_end_offsets=None, shutdown_application=False, unknown_tagged_fields=()):
        self.group_id = group_id
        self.member_id = member_id
        self.member_epoch = member_epoch
        self.endpoint_information_epoch = endpoint_information_epoch
        self.instance_id = instance_id
        self.rack_id = rack_id
        self.rebalance_timeout_ms = rebalance_timeout_ms
        self.topology = topology
        self.active_tasks = active_tasks
        self.standby_tasks = standby_tasks
        self.warmup_tasks = warmup_tasks
        self.process_id = process_id
        self.user_endpoint = user_endpoint
        self.client_tags = client_tags
        self.task_offsets = task_offsets
        self.task_end_offsets = task_end_offsets
        self.shutdown_application = shutdown_application
        self.unknown_tagged_fields = unknown_tagged_fields

StreamsGroupHeartbeatRequest_KeyValue = StreamsGroupHeartbeatRequest.KeyValue

StreamsGroupHeartbeatRequest_TopicInfo = StreamsGroupHeartbeatRequest.TopicInfo

StreamsGroupHeartbeatRequest_CopartitionGroup = StreamsGroupHeartbeatRequest.CopartitionGroup

StreamsGroupHeartbeatRequest_Subtopology = StreamsGroupHeartbeatRequest.Subtopology

StreamsGroupHeartbeatRequest_Topology = StreamsGroupHeartbeatRequest.Topology

StreamsGroupHeartbeatRequest_TaskIds = StreamsGroupHeartbeatRequest.TaskIds

StreamsGroupHeartbeatRequest_Endpoint = StreamsGroupHeartbeatRequest.Endpoint

StreamsGroupHeartbeatRequest_TaskOffset = StreamsGroupHeartbeatRequest.TaskOffset

class StreamsGroupHeartbeatResponse(Message):
    __slots__ = ('throttle_time_ms', 'error_code', 'error_message', 'member_id', 'member_epoch', 'heartbeat_interval_ms', 'acceptable_recovery_lag_legacy', 'task_offset_interval_ms', 'acceptable_recovery_lag', 'status', 'active_tasks', 'standby_tasks', 'warmup_tasks', 'topology_description_required', 'endpoint_information_epoch', 'partitions_by_user_endpoint', 'unknown_tagged_fields')
    API_KEY = 88
    MIN_VERSION = 0
    MAX_VERSION = 1
    FLEXIBLE_FROM = 0
    
    class Status(Part):
        __slots__ = ('status_code', 'status_detail', 'unknown_tagged_fields')
        
        def __init__(self, status_code=0, status_detail='', unknown_tagged_fields=()):
            self.status_code = status_code
            self.status_detail = status_detail
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class TaskIds(Part):
        __slots__ = ('subtopology_id', 'partitions', 'unknown_tagged_fields')
        
        def __init__(self, subtopology_id='', partitions=EMPTY, unknown_tagged_fields=()):
            self.subtopology_id = subtopology_id
            self.partitions = [] if partitions is EMPTY else partitions
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class Endpoint(Part):
        __slots__ = ('host', 'port', 'unknown_tagged_fields')
        
        def __init__(self, host='', port=0, unknown_tagged_fields=()):
            self.host = host
            self.port = port
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class TopicPartition(Part):
        __slots__ = ('topic', 'partitions', 'unknown_tagged_fields')
        
        def __init__(self, topic='', partitions=EMPTY, unknown_tagged_fields=()):
            self.topic = topic
            self.partitions = [] if partitions is EMPTY else partitions
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class EndpointToPartitions(Part):
        __slots__ = ('user_endpoint', 'active_partitions', 'standby_partitions', 'unknown_tagged_fields')
        
        def __init__(self, user_endpoint=None, active_partitions=EMPTY, standby_partitions=EMPTY, unknown_tagged_fields=()):
            self.user_endpoint = user_endpoint
            self.active_partitions = [] if active_partitions is EMPTY else active_partitions
            self.standby_partitions = [] if standby_partitions is EMPTY else standby_partitions
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, throttle_time_ms=0, error_code=0, error_message=None, member_id='', member_epoch=0, heartbeat_interval_ms=0, acceptable_recovery_lag_legacy=0, task_offset_interval_ms=0, acceptable_recovery_lag=-1, status=EMPTY, active_tasks=None, standby_tasks=None, warmup_tasks=None, topology_description_required=False, endpoint_information_epoch=0, partitions_by_user_endpoint=None, unknown_tagged_fields=()):
        self.throttle_time_ms = throttle_time_ms
        self.error_code = error_code
        self.error_message = error_message
        self.member_id = member_id
        self.member_epoch = member_epoch
        self.heartbeat_interval_ms = heartbeat_interval_ms
        self.acceptable_recovery_lag_legacy = acceptable_recovery_lag_legacy
        self.task_offset_interval_ms = task_offset_interval_ms
        self.acceptable_recovery_lag = acceptable_recovery_lag
        self.status = [] if status is EMPTY else status
        self.active_tasks = active_tasks
        self.standby_tasks = standby_tasks
        self.warmup_tasks = warmup_tasks
        self.topology_description_required = topology_description_required
        self.endpoint_information_epoch = endpoint_information_epoch
        self.partitions_by_user_endpoint = partitions_by_user_endpoint
        self.unknown_tagged_fields = unknown_tagged_fields

StreamsGroupHeartbeatResponse_Status = StreamsGroupHeartbeatResponse.Status

StreamsGroupHeartbeatResponse_TaskIds = StreamsGroupHeartbeatResponse.TaskIds

StreamsGroupHeartbeatResponse_Endpoint = StreamsGroupHeartbeatResponse.Endpoint

StreamsGroupHeartbeatResponse_TopicPartition = StreamsGroupHeartbeatResponse.TopicPartition

StreamsGroupHeartbeatResponse_EndpointToPartitions = StreamsGroupHeartbeatResponse.EndpointToPartitions

U_2iB = Struct('>2iB').unpack_from
U_ib = Struct('>ib').unpack_from
U_iB = Struct('>iB').unpack_from
U_ihB = Struct('>ihB').unpack_from
UNPACK_h = UNPACK['h']
UNPACK_i = UNPACK['i']
U_b = Struct('>b').unpack_from
U_HB = Struct('>HB').unpack_from
U_iqB = Struct('>iqB').unpack_from
U_TB = Struct('>?B').unpack_from
P_2iB = Struct('>2iB').pack
P_2i = Struct('>2i').pack
P_i = Struct('>i').pack
P_iB = Struct('>iB').pack
P_ihB = Struct('>ihB').pack
P_ih = Struct('>ih').pack
F_nh = PackCache('>%dh')
F_BnhBnhBnh = PackCache('>B%dhB%dhB%dh')
F_nhx = PackCache('>%dhx')
F_BnhBnhBnhx = PackCache('>B%dhB%dhB%dhx')
F_ni = PackCache('>%di')
F_Bni = PackCache('>B%di')
F_nix = PackCache('>%dix')
F_Bnix = PackCache('>B%dix')
P_H = Struct('>H').pack
P_Hx = Struct('>Hx').pack
P_iq = Struct('>iq').pack
P_iqx = Struct('>iqx').pack
P_T = Struct('>?').pack
P_Tx = Struct('>?x').pack
U_4iB = Struct('>4iB').unpack_from
U_bB = Struct('>bB').unpack_from
U_3iqB = Struct('>3iqB').unpack_from
U_TiB = Struct('>?iB').unpack_from
P_4iB = Struct('>4iB').pack
P_4i = Struct('>4i').pack
P_bB = Struct('>bB').pack
P_b = Struct('>b').pack
P_3iqB = Struct('>3iqB').pack
P_3iq = Struct('>3iq').pack
P_TiB = Struct('>?iB').pack
P_Ti = Struct('>?i').pack

def decode_streams_group_heartbeat_request_v0(b, p):
    e = len(b)
    o0 = new_message(StreamsGroupHeartbeatRequest)
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n < 1: raise DecodeError(f'StreamsGroupHeartbeatRequest: group_id: length {n}')
    q = p + n - 1
    o0.group_id = b[p:q].decode()
    p = q
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n < 1: raise DecodeError(f'StreamsGroupHeartbeatRequest: member_id: length {n}')
    q = p + n - 1
    o0.member_id = b[p:q].decode()
    p = q
    o0.member_epoch, o0.endpoint_information_epoch, n = U_2iB(b, p)
    p += 9
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n:
        q = p + n - 1
        o0.instance_id = b[p:q].decode()
        p = q
    else:
        o0.instance_id = None
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n:
        q = p + n - 1
        o0.rack_id = b[p:q].decode()
        p = q
    else:
        o0.rack_id = None
    o0.rebalance_timeout_ms, n = U_ib(b, p)
    p += 5
    if n < 0: o0.topology = None
    else:
        o1 = new(StreamsGroupHeartbeatRequest_Topology)
        o1.epoch, c1 = U_iB(b, p)
        p += 5
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 8 <= e - p: raise DecodeError(f'StreamsGroupHeartbeatRequest: subtopologies: count {c1}')
        o1.subtopologies = l1 = []
        for _ in range(c1):
            o2 = new(StreamsGroupHeartbeatRequest_Subtopology)
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'StreamsGroupHeartbeatRequest: subtopology_id: length {n}')
            q = p + n - 1
            o2.subtopology_id = b[p:q].decode()
            p = q
            c2 = b[p]
            p += 1
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if not 0 <= c2 <= e - p: raise DecodeError(f'StreamsGroupHeartbeatRequest: source_topics: count {c2}')
            o2.source_topics = l2 = []
            for _ in range(c2):
                n = b[p]
                p += 1
                if n > 127: n, p = read_uvarint(b, p - 1)
                if n < 1: raise DecodeError(f'StreamsGroupHeartbeatRequest: element: length {n}')
                q = p + n - 1
                v = b[p:q].decode()
                p = q
                l2.append(v)
            c2 = b[p]
            p += 1
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if not 0 <= c2 <= e - p: raise DecodeError(f'StreamsGroupHeartbeatRequest: source_topic_regex: count {c2}')
            o2.source_topic_regex = l2 = []
            for _ in range(c2):
                n = b[p]
                p += 1
                if n > 127: n, p = read_uvarint(b, p - 1)
                if n < 1: raise DecodeError(f'StreamsGroupHeartbeatRequest: element: length {n}')
                q = p + n - 1
                v = b[p:q].decode()
                p = q
                l2.append(v)
            c2 = b[p]
            p += 1
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if not 0 <= c2 * 9 <= e - p: raise DecodeError(f'StreamsGroupHeartbeatRequest: state_changelog_topics: count {c2}')
            o2.state_changelog_topics = l2 = []
            for _ in range(c2):
                o3 = new(StreamsGroupHeartbeatRequest_TopicInfo)
                n = b[p]
                p += 1
                if n > 127: n, p = read_uvarint(b, p - 1)
                if n < 1: raise DecodeError(f'StreamsGroupHeartbeatRequest: name: length {n}')
                q = p + n - 1
                o3.name = b[p:q].decode()
                p = q
                o3.partitions, o3.replication_factor, c3 = U_ihB(b, p)
                p += 7
                if c3 > 127: c3, p = read_uvarint(b, p - 1)
                c3 -= 1
                if not 0 <= c3 * 3 <= e - p: raise DecodeError(f'StreamsGroupHeartbeatRequest: topic_configs: count {c3}')
                o3.topic_configs = l3 = []
                for _ in range(c3):
                    o4 = new(StreamsGroupHeartbeatRequest_KeyValue)
                    n = b[p]
                    p += 1
                    if n > 127: n, p = read_uvarint(b, p - 1)
                    if n < 1: raise DecodeError(f'StreamsGroupHeartbeatRequest: key: length {n}')
                    q = p + n - 1
                    o4.key = b[p:q].decode()
                    p = q
                    n = b[p]
                    p += 1
                    if n > 127: n, p = read_uvarint(b, p - 1)
                    if n < 1: raise DecodeError(f'StreamsGroupHeartbeatRequest: value: length {n}')
                    q = p + n - 1
                    o4.value = b[p:q].decode()
                    p = q
                    t = b[p]
                    p += 1
                    if t: o4.unknown_tagged_fields, p = read_tags(b, p - 1)
                    else: o4.unknown_tagged_fields = ()
                    l3.append(o4)
                t = b[p]
                p += 1
                if t: o3.unknown_tagged_fields, p = read_tags(b, p - 1)
                else: o3.unknown_tagged_fields = ()
                l2.append(o3)
            c2 = b[p]
            p += 1
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if not 0 <= c2 <= e - p: raise DecodeError(f'StreamsGroupHeartbeatRequest: repartition_sink_topics: count {c2}')
            o2.repartition_sink_topics = l2 = []
            for _ in range(c2):
                n = b[p]
                p += 1
                if n > 127: n, p = read_uvarint(b, p - 1)
                if n < 1: raise DecodeError(f'StreamsGroupHeartbeatRequest: element: length {n}')
                q = p + n - 1
                v = b[p:q].decode()
                p = q
                l2.append(v)
            c2 = b[p]
            p += 1
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if not 0 <= c2 * 9 <= e - p: raise DecodeError(f'StreamsGroupHeartbeatRequest: repartition_source_topics: count {c2}')
            o2.repartition_source_topics = l2 = []
            for _ in range(c2):
                o3 = new(StreamsGroupHeartbeatRequest_TopicInfo)
                n = b[p]
                p += 1
                if n > 127: n, p = read_uvarint(b, p - 1)
                if n < 1: raise DecodeError(f'StreamsGroupHeartbeatRequest: name: length {n}')
                q = p + n - 1
                o3.name = b[p:q].decode()
                p = q
                o3.partitions, o3.replication_factor, c3 = U_ihB(b, p)
                p += 7
                if c3 > 127: c3, p = read_uvarint(b, p - 1)
                c3 -= 1
                if not 0 <= c3 * 3 <= e - p: raise DecodeError(f'StreamsGroupHeartbeatRequest: topic_configs: count {c3}')
                o3.topic_configs = l3 = []
                for _ in range(c3):
                    o4 = new(StreamsGroupHeartbeatRequest_KeyValue)
                    n = b[p]
                    p += 1
                    if n > 127: n, p = read_uvarint(b, p - 1)
                    if n < 1: raise DecodeError(f'StreamsGroupHeartbeatRequest: key: length {n}')
                    q = p + n - 1
                    o4.key = b[p:q].decode()
                    p = q
                    n = b[p]
                    p += 1
                    if n > 127: n, p = read_uvarint(b, p - 1)
                    if n < 1: raise DecodeError(f'StreamsGroupHeartbeatRequest: value: length {n}')
                    q = p + n - 1
                    o4.value = b[p:q].decode()
                    p = q
                    t = b[p]
                    p += 1
                    if t: o4.unknown_tagged_fields, p = read_tags(b, p - 1)
                    else: o4.unknown_tagged_fields = ()
                    l3.append(o4)
                t = b[p]
                p += 1
                if t: o3.unknown_tagged_fields, p = read_tags(b, p - 1)
                else: o3.unknown_tagged_fields = ()
                l2.append(o3)
            c2 = b[p]
            p += 1
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'StreamsGroupHeartbeatRequest: copartition_groups: count {c2}')
            o2.copartition_groups = l2 = []
            for _ in range(c2):
                o3 = new(StreamsGroupHeartbeatRequest_CopartitionGroup)
                c3 = b[p]
                p += 1
                if c3 > 127: c3, p = read_uvarint(b, p - 1)
                c3 -= 1
                if 0 < c3 < 9: o3.source_topics = [*UNPACK_h[c3](b, p)]; p += c3 * 2
                elif c3 == 0: o3.source_topics = []
                else:
                    if not 0 <= c3 * 2 <= e - p: raise DecodeError(f'StreamsGroupHeartbeatRequest: source_topics: count {c3}')
                    o3.source_topics = [*unpack_from(f'>{c3}h', b, p)]
                    p += c3 * 2
                c3 = b[p]
                p += 1
                if c3 > 127: c3, p = read_uvarint(b, p - 1)
                c3 -= 1
                if 0 < c3 < 9: o3.source_topic_regex = [*UNPACK_h[c3](b, p)]; p += c3 * 2
                elif c3 == 0: o3.source_topic_regex = []
                else:
                    if not 0 <= c3 * 2 <= e - p: raise DecodeError(f'StreamsGroupHeartbeatRequest: source_topic_regex: count {c3}')
                    o3.source_topic_regex = [*unpack_from(f'>{c3}h', b, p)]
                    p += c3 * 2
                c3 = b[p]
                p += 1
                if c3 > 127: c3, p = read_uvarint(b, p - 1)
                c3 -= 1
                if 0 < c3 < 9: o3.repartition_source_topics = [*UNPACK_h[c3](b, p)]; p += c3 * 2
                elif c3 == 0: o3.repartition_source_topics = []
                else:
                    if not 0 <= c3 * 2 <= e - p: raise DecodeError(f'StreamsGroupHeartbeatRequest: repartition_source_topics: count {c3}')
                    o3.repartition_source_topics = [*unpack_from(f'>{c3}h', b, p)]
                    p += c3 * 2
                t = b[p]
                p += 1
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
        o0.topology = o1
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if c0 == -1:
        o0.active_tasks = None
    else:
        if not 0 <= c0 * 3 <= e - p: raise DecodeError(f'StreamsGroupHeartbeatRequest: active_tasks: count {c0}')
        o0.active_tasks = l0 = []
        for _ in range(c0):
            o1 = new(StreamsGroupHeartbeatRequest_TaskIds)
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'StreamsGroupHeartbeatRequest: subtopology_id: length {n}')
            q = p + n - 1
            o1.subtopology_id = b[p:q].decode()
            p = q
            c1 = b[p]
            p += 1
            if c1 > 127: c1, p = read_uvarint(b, p - 1)
            c1 -= 1
            if 0 < c1 < 9: o1.partitions = [*UNPACK_i[c1](b, p)]; p += c1 * 4
            elif c1 == 0: o1.partitions = []
            else:
                if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'StreamsGroupHeartbeatRequest: partitions: count {c1}')
                o1.partitions = [*unpack_from(f'>{c1}i', b, p)]
                p += c1 * 4
            t = b[p]
            p += 1
            if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
            else: o1.unknown_tagged_fields = ()
            l0.append(o1)
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if c0 == -1:
        o0.standby_tasks = None
    else:
        if not 0 <= c0 * 3 <= e - p: raise DecodeError(f'StreamsGroupHeartbeatRequest: standby_tasks: count {c0}')
        o0.standby_tasks = l0 = []
        for _ in range(c0):
            o1 = new(StreamsGroupHeartbeatRequest_TaskIds)
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'StreamsGroupHeartbeatRequest: subtopology_id: length {n}')
            q = p + n - 1
            o1.subtopology_id = b[p:q].decode()
            p = q
            c1 = b[p]
            p += 1
            if c1 > 127: c1, p = read_uvarint(b, p - 1)
            c1 -= 1
            if 0 < c1 < 9: o1.partitions = [*UNPACK_i[c1](b, p)]; p += c1 * 4
            elif c1 == 0: o1.partitions = []
            else:
                if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'StreamsGroupHeartbeatRequest: partitions: count {c1}')
                o1.partitions = [*unpack_from(f'>{c1}i', b, p)]
                p += c1 * 4
            t = b[p]
            p += 1
            if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
            else: o1.unknown_tagged_fields = ()
            l0.append(o1)
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if c0 == -1:
        o0.warmup_tasks = None
    else:
        if not 0 <= c0 * 3 <= e - p: raise DecodeError(f'StreamsGroupHeartbeatRequest: warmup_tasks: count {c0}')
        o0.warmup_tasks = l0 = []
        for _ in range(c0):
            o1 = new(StreamsGroupHeartbeatRequest_TaskIds)
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'StreamsGroupHeartbeatRequest: subtopology_id: length {n}')
            q = p + n - 1
            o1.subtopology_id = b[p:q].decode()
            p = q
            c1 = b[p]
            p += 1
            if c1 > 127: c1, p = read_uvarint(b, p - 1)
            c1 -= 1
            if 0 < c1 < 9: o1.partitions = [*UNPACK_i[c1](b, p)]; p += c1 * 4
            elif c1 == 0: o1.partitions = []
            else:
                if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'StreamsGroupHeartbeatRequest: partitions: count {c1}')
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
    if n:
        q = p + n - 1
        o0.process_id = b[p:q].decode()
        p = q
    else:
        o0.process_id = None
    n, = U_b(b, p)
    p += 1
    if n < 0: o0.user_endpoint = None
    else:
        o1 = new(StreamsGroupHeartbeatRequest_Endpoint)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'StreamsGroupHeartbeatRequest: host: length {n}')
        q = p + n - 1
        o1.host = b[p:q].decode()
        p = q
        o1.port, t = U_HB(b, p)
        p += 3
        if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
        else: o1.unknown_tagged_fields = ()
        o0.user_endpoint = o1
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if c0 == -1:
        o0.client_tags = None
    else:
        if not 0 <= c0 * 3 <= e - p: raise DecodeError(f'StreamsGroupHeartbeatRequest: client_tags: count {c0}')
        o0.client_tags = l0 = []
        for _ in range(c0):
            o1 = new(StreamsGroupHeartbeatRequest_KeyValue)
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'StreamsGroupHeartbeatRequest: key: length {n}')
            q = p + n - 1
            o1.key = b[p:q].decode()
            p = q
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'StreamsGroupHeartbeatRequest: value: length {n}')
            q = p + n - 1
            o1.value = b[p:q].decode()
            p = q
            t = b[p]
            p += 1
            if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
            else: o1.unknown_tagged_fields = ()
            l0.append(o1)
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if c0 == -1:
        o0.task_offsets = None
    else:
        if not 0 <= c0 * 14 <= e - p: raise DecodeError(f'StreamsGroupHeartbeatRequest: task_offsets: count {c0}')
        o0.task_offsets = l0 = []
        for _ in range(c0):
            o1 = new(StreamsGroupHeartbeatRequest_TaskOffset)
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'StreamsGroupHeartbeatRequest: subtopology_id: length {n}')
            q = p + n - 1
            o1.subtopology_id = b[p:q].decode()
            p = q
            o1.partition, o1.offset, t = U_iqB(b, p)
            p += 13
            if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
            else: o1.unknown_tagged_fields = ()
            l0.append(o1)
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if c0 == -1:
        o0.task_end_offsets = None
    else:
        if not 0 <= c0 * 14 <= e - p: raise DecodeError(f'StreamsGroupHeartbeatRequest: task_end_offsets: count {c0}')
        o0.task_end_offsets = l0 = []
        for _ in range(c0):
            o1 = new(StreamsGroupHeartbeatRequest_TaskOffset)
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'StreamsGroupHeartbeatRequest: subtopology_id: length {n}')
            q = p + n - 1
            o1.subtopology_id = b[p:q].decode()
            p = q
            o1.partition, o1.offset, t = U_iqB(b, p)
            p += 13
            if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
            else: o1.unknown_tagged_fields = ()
            l0.append(o1)
    o0.shutdown_application, t = U_TB(b, p)
    p += 2
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

StreamsGroupHeartbeatRequest.DECODERS = (
    decode_streams_group_heartbeat_request_v0,
    decode_streams_group_heartbeat_request_v0,
)

def encode_streams_group_heartbeat_request_v0(o0, l, out):
    a = l.append
    v = o0.group_id.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v = o0.member_id.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v = o0.instance_id
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(P_2iB(o0.member_epoch, o0.endpoint_information_epoch, n))
    else: a(P_2i(o0.member_epoch, o0.endpoint_information_epoch) + uvarint(n))
    a(v)
    v = o0.rack_id
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    a(P_i(o0.rebalance_timeout_ms))
    if o0.topology is None: a(BYTE[255])
    else:
        a(BYTE[1])
        o1 = o0.topology
        v1 = o1.subtopologies
        n = len(v1) + 1
        if n < 128: a(P_iB(o1.epoch, n))
        else: a(P_i(o1.epoch) + uvarint(n))
        for o2 in v1:
            v = o2.subtopology_id.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            v2 = o2.source_topics
            n = len(v2) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            for o3 in v2:
                v = o3.encode()
                n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
            v2 = o2.source_topic_regex
            n = len(v2) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            for o3 in v2:
                v = o3.encode()
                n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
            v2 = o2.state_changelog_topics
            n = len(v2) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            for o3 in v2:
                v = o3.name.encode()
                n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
                v3 = o3.topic_configs
                n = len(v3) + 1
                if n < 128: a(P_ihB(o3.partitions, o3.replication_factor, n))
                else: a(P_ih(o3.partitions, o3.replication_factor) + uvarint(n))
                for o4 in v3:
                    v = o4.key.encode()
                    n = len(v) + 1
                    if n < 128: a(BYTE[n])
                    else: a(uvarint(n))
                    a(v)
                    v = o4.value.encode()
                    n = len(v) + 1
                    if n < 128: a(BYTE[n])
                    else: a(uvarint(n))
                    a(v)
                    if o4.unknown_tagged_fields:
                        a(write_tags(o4.unknown_tagged_fields))
                    else:
                        a(b'\x00')
                if o3.unknown_tagged_fields:
                    a(write_tags(o3.unknown_tagged_fields))
                else:
                    a(b'\x00')
            v2 = o2.repartition_sink_topics
            n = len(v2) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            for o3 in v2:
                v = o3.encode()
                n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
            v2 = o2.repartition_source_topics
            n = len(v2) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            for o3 in v2:
                v = o3.name.encode()
                n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
                v3 = o3.topic_configs
                n = len(v3) + 1
                if n < 128: a(P_ihB(o3.partitions, o3.replication_factor, n))
                else: a(P_ih(o3.partitions, o3.replication_factor) + uvarint(n))
                for o4 in v3:
                    v = o4.key.encode()
                    n = len(v) + 1
                    if n < 128: a(BYTE[n])
                    else: a(uvarint(n))
                    a(v)
                    v = o4.value.encode()
                    n = len(v) + 1
                    if n < 128: a(BYTE[n])
                    else: a(uvarint(n))
                    a(v)
                    if o4.unknown_tagged_fields:
                        a(write_tags(o4.unknown_tagged_fields))
                    else:
                        a(b'\x00')
                if o3.unknown_tagged_fields:
                    a(write_tags(o3.unknown_tagged_fields))
                else:
                    a(b'\x00')
            v2 = o2.copartition_groups
            n = len(v2) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            for o3 in v2:
                s0 = o3.source_topics
                n0 = len(s0)
                s1 = o3.source_topic_regex
                n1 = len(s1)
                s2 = o3.repartition_source_topics
                n2 = len(s2)
                if o3.unknown_tagged_fields:
                    if n0 > 126 or n1 > 126 or n2 > 126:
                        a(uvarint(n0 + 1))
                        a(F_nh[n0](*s0))
                        a(uvarint(n1 + 1))
                        a(F_nh[n1](*s1))
                        a(uvarint(n2 + 1))
                        a(F_nh[n2](*s2))
                    else:
                        a(F_BnhBnhBnh[n0, n1, n2](n0 + 1, *s0, n1 + 1, *s1, n2 + 1, *s2))
                    a(write_tags(o3.unknown_tagged_fields))
                else:
                    if n0 > 126 or n1 > 126 or n2 > 126:
                        a(uvarint(n0 + 1))
                        a(F_nh[n0](*s0))
                        a(uvarint(n1 + 1))
                        a(F_nh[n1](*s1))
                        a(uvarint(n2 + 1))
                        a(F_nhx[n2](*s2))
                    else:
                        a(F_BnhBnhBnhx[n0, n1, n2](n0 + 1, *s0, n1 + 1, *s1, n2 + 1, *s2))
            if o2.unknown_tagged_fields:
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(b'\x00')
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    v0 = o0.active_tasks
    if v0 is None: v0 = (); n = 0
    else: n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        v = o1.subtopology_id.encode()
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
    v0 = o0.standby_tasks
    if v0 is None: v0 = (); n = 0
    else: n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        v = o1.subtopology_id.encode()
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
    v0 = o0.warmup_tasks
    if v0 is None: v0 = (); n = 0
    else: n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        v = o1.subtopology_id.encode()
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
    v = o0.process_id
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    if o0.user_endpoint is None: a(BYTE[255])
    else:
        a(BYTE[1])
        o1 = o0.user_endpoint
        v = o1.host.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(P_H(o1.port))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_Hx(o1.port))
    v0 = o0.client_tags
    if v0 is None: v0 = (); n = 0
    else: n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        v = o1.key.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v = o1.value.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    v0 = o0.task_offsets
    if v0 is None: v0 = (); n = 0
    else: n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        v = o1.subtopology_id.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(P_iq(o1.partition, o1.offset))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_iqx(o1.partition, o1.offset))
    v0 = o0.task_end_offsets
    if v0 is None: v0 = (); n = 0
    else: n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        v = o1.subtopology_id.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(P_iq(o1.partition, o1.offset))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_iqx(o1.partition, o1.offset))
    if o0.unknown_tagged_fields:
        a(P_T(o0.shutdown_application))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_Tx(o0.shutdown_application))

StreamsGroupHeartbeatRequest.ENCODERS = (
    encode_streams_group_heartbeat_request_v0,
    encode_streams_group_heartbeat_request_v0,
)

def decode_streams_group_heartbeat_response_v0(b, p):
    e = len(b)
    o0 = new_message(StreamsGroupHeartbeatResponse)
    o0.acceptable_recovery_lag = -1
    o0.topology_description_required = False
    o0.throttle_time_ms, o0.error_code, n = U_ihB(b, p)
    p += 7
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n:
        q = p + n - 1
        o0.error_message = b[p:q].decode()
        p = q
    else:
        o0.error_message = None
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n < 1: raise DecodeError(f'StreamsGroupHeartbeatResponse: member_id: length {n}')
    q = p + n - 1
    o0.member_id = b[p:q].decode()
    p = q
    o0.member_epoch, o0.heartbeat_interval_ms, o0.acceptable_recovery_lag_legacy, o0.task_offset_interval_ms, c0 = U_4iB(b, p)
    p += 17
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if c0 == -1:
        o0.status = None
    else:
        if not 0 <= c0 * 3 <= e - p: raise DecodeError(f'StreamsGroupHeartbeatResponse: status: count {c0}')
        o0.status = l0 = []
        for _ in range(c0):
            o1 = new(StreamsGroupHeartbeatResponse_Status)
            o1.status_code, n = U_bB(b, p)
            p += 2
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'StreamsGroupHeartbeatResponse: status_detail: length {n}')
            q = p + n - 1
            o1.status_detail = b[p:q].decode()
            p = q
            t = b[p]
            p += 1
            if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
            else: o1.unknown_tagged_fields = ()
            l0.append(o1)
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if c0 == -1:
        o0.active_tasks = None
    else:
        if not 0 <= c0 * 3 <= e - p: raise DecodeError(f'StreamsGroupHeartbeatResponse: active_tasks: count {c0}')
        o0.active_tasks = l0 = []
        for _ in range(c0):
            o1 = new(StreamsGroupHeartbeatResponse_TaskIds)
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'StreamsGroupHeartbeatResponse: subtopology_id: length {n}')
            q = p + n - 1
            o1.subtopology_id = b[p:q].decode()
            p = q
            c1 = b[p]
            p += 1
            if c1 > 127: c1, p = read_uvarint(b, p - 1)
            c1 -= 1
            if 0 < c1 < 9: o1.partitions = [*UNPACK_i[c1](b, p)]; p += c1 * 4
            elif c1 == 0: o1.partitions = []
            else:
                if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'StreamsGroupHeartbeatResponse: partitions: count {c1}')
                o1.partitions = [*unpack_from(f'>{c1}i', b, p)]
                p += c1 * 4
            t = b[p]
            p += 1
            if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
            else: o1.unknown_tagged_fields = ()
            l0.append(o1)
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if c0 == -1:
        o0.standby_tasks = None
    else:
        if not 0 <= c0 * 3 <= e - p: raise DecodeError(f'StreamsGroupHeartbeatResponse: standby_tasks: count {c0}')
        o0.standby_tasks = l0 = []
        for _ in range(c0):
            o1 = new(StreamsGroupHeartbeatResponse_TaskIds)
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'StreamsGroupHeartbeatResponse: subtopology_id: length {n}')
            q = p + n - 1
            o1.subtopology_id = b[p:q].decode()
            p = q
            c1 = b[p]
            p += 1
            if c1 > 127: c1, p = read_uvarint(b, p - 1)
            c1 -= 1
            if 0 < c1 < 9: o1.partitions = [*UNPACK_i[c1](b, p)]; p += c1 * 4
            elif c1 == 0: o1.partitions = []
            else:
                if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'StreamsGroupHeartbeatResponse: partitions: count {c1}')
                o1.partitions = [*unpack_from(f'>{c1}i', b, p)]
                p += c1 * 4
            t = b[p]
            p += 1
            if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
            else: o1.unknown_tagged_fields = ()
            l0.append(o1)
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if c0 == -1:
        o0.warmup_tasks = None
    else:
        if not 0 <= c0 * 3 <= e - p: raise DecodeError(f'StreamsGroupHeartbeatResponse: warmup_tasks: count {c0}')
        o0.warmup_tasks = l0 = []
        for _ in range(c0):
            o1 = new(StreamsGroupHeartbeatResponse_TaskIds)
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'StreamsGroupHeartbeatResponse: subtopology_id: length {n}')
            q = p + n - 1
            o1.subtopology_id = b[p:q].decode()
            p = q
            c1 = b[p]
            p += 1
            if c1 > 127: c1, p = read_uvarint(b, p - 1)
            c1 -= 1
            if 0 < c1 < 9: o1.partitions = [*UNPACK_i[c1](b, p)]; p += c1 * 4
            elif c1 == 0: o1.partitions = []
            else:
                if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'StreamsGroupHeartbeatResponse: partitions: count {c1}')
                o1.partitions = [*unpack_from(f'>{c1}i', b, p)]
                p += c1 * 4
            t = b[p]
            p += 1
            if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
            else: o1.unknown_tagged_fields = ()
            l0.append(o1)
    o0.endpoint_information_epoch, c0 = U_iB(b, p)
    p += 5
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if c0 == -1:
        o0.partitions_by_user_endpoint = None
    else:
        if not 0 <= c0 * 7 <= e - p: raise DecodeError(f'StreamsGroupHeartbeatResponse: partitions_by_user_endpoint: count {c0}')
        o0.partitions_by_user_endpoint = l0 = []
        for _ in range(c0):
            o1 = new(StreamsGroupHeartbeatResponse_EndpointToPartitions)
            o2 = new(StreamsGroupHeartbeatResponse_Endpoint)
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'StreamsGroupHeartbeatResponse: host: length {n}')
            q = p + n - 1
            o2.host = b[p:q].decode()
            p = q
            o2.port, t = U_HB(b, p)
            p += 3
            if t: o2.unknown_tagged_fields, p = read_tags(b, p - 1)
            else: o2.unknown_tagged_fields = ()
            o1.user_endpoint = o2
            c1 = b[p]
            p += 1
            if c1 > 127: c1, p = read_uvarint(b, p - 1)
            c1 -= 1
            if not 0 <= c1 * 3 <= e - p: raise DecodeError(f'StreamsGroupHeartbeatResponse: active_partitions: count {c1}')
            o1.active_partitions = l1 = []
            for _ in range(c1):
                o2 = new(StreamsGroupHeartbeatResponse_TopicPartition)
                n = b[p]
                p += 1
                if n > 127: n, p = read_uvarint(b, p - 1)
                if n < 1: raise DecodeError(f'StreamsGroupHeartbeatResponse: topic: length {n}')
                q = p + n - 1
                o2.topic = b[p:q].decode()
                p = q
                c2 = b[p]
                p += 1
                if c2 > 127: c2, p = read_uvarint(b, p - 1)
                c2 -= 1
                if 0 < c2 < 9: o2.partitions = [*UNPACK_i[c2](b, p)]; p += c2 * 4
                elif c2 == 0: o2.partitions = []
                else:
                    if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'StreamsGroupHeartbeatResponse: partitions: count {c2}')
                    o2.partitions = [*unpack_from(f'>{c2}i', b, p)]
                    p += c2 * 4
                t = b[p]
                p += 1
                if t: o2.unknown_tagged_fields, p = read_tags(b, p - 1)
                else: o2.unknown_tagged_fields = ()
                l1.append(o2)
            c1 = b[p]
            p += 1
            if c1 > 127: c1, p = read_uvarint(b, p - 1)
            c1 -= 1
            if not 0 <= c1 * 3 <= e - p: raise DecodeError(f'StreamsGroupHeartbeatResponse: standby_partitions: count {c1}')
            o1.standby_partitions = l1 = []
            for _ in range(c1):
                o2 = new(StreamsGroupHeartbeatResponse_TopicPartition)
                n = b[p]
                p += 1
                if n > 127: n, p = read_uvarint(b, p - 1)
                if n < 1: raise DecodeError(f'StreamsGroupHeartbeatResponse: topic: length {n}')
                q = p + n - 1
                o2.topic = b[p:q].decode()
                p = q
                c2 = b[p]
                p += 1
                if c2 > 127: c2, p = read_uvarint(b, p - 1)
                c2 -= 1
                if 0 < c2 < 9: o2.partitions = [*UNPACK_i[c2](b, p)]; p += c2 * 4
                elif c2 == 0: o2.partitions = []
                else:
                    if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'StreamsGroupHeartbeatResponse: partitions: count {c2}')
                    o2.partitions = [*unpack_from(f'>{c2}i', b, p)]
                    p += c2 * 4
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

def decode_streams_group_heartbeat_response_v1(b, p):
    e = len(b)
    o0 = new_message(StreamsGroupHeartbeatResponse)
    o0.acceptable_recovery_lag_legacy = 0
    o0.throttle_time_ms, o0.error_code, n = U_ihB(b, p)
    p += 7
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n:
        q = p + n - 1
        o0.error_message = b[p:q].decode()
        p = q
    else:
        o0.error_message = None
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n < 1: raise DecodeError(f'StreamsGroupHeartbeatResponse: member_id: length {n}')
    q = p + n - 1
    o0.member_id = b[p:q].decode()
    p = q
    o0.member_epoch, o0.heartbeat_interval_ms, o0.task_offset_interval_ms, o0.acceptable_recovery_lag, c0 = U_3iqB(b, p)
    p += 21
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if c0 == -1:
        o0.status = None
    else:
        if not 0 <= c0 * 3 <= e - p: raise DecodeError(f'StreamsGroupHeartbeatResponse: status: count {c0}')
        o0.status = l0 = []
        for _ in range(c0):
            o1 = new(StreamsGroupHeartbeatResponse_Status)
            o1.status_code, n = U_bB(b, p)
            p += 2
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'StreamsGroupHeartbeatResponse: status_detail: length {n}')
            q = p + n - 1
            o1.status_detail = b[p:q].decode()
            p = q
            t = b[p]
            p += 1
            if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
            else: o1.unknown_tagged_fields = ()
            l0.append(o1)
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if c0 == -1:
        o0.active_tasks = None
    else:
        if not 0 <= c0 * 3 <= e - p: raise DecodeError(f'StreamsGroupHeartbeatResponse: active_tasks: count {c0}')
        o0.active_tasks = l0 = []
        for _ in range(c0):
            o1 = new(StreamsGroupHeartbeatResponse_TaskIds)
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'StreamsGroupHeartbeatResponse: subtopology_id: length {n}')
            q = p + n - 1
            o1.subtopology_id = b[p:q].decode()
            p = q
            c1 = b[p]
            p += 1
            if c1 > 127: c1, p = read_uvarint(b, p - 1)
            c1 -= 1
            if 0 < c1 < 9: o1.partitions = [*UNPACK_i[c1](b, p)]; p += c1 * 4
            elif c1 == 0: o1.partitions = []
            else:
                if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'StreamsGroupHeartbeatResponse: partitions: count {c1}')
                o1.partitions = [*unpack_from(f'>{c1}i', b, p)]
                p += c1 * 4
            t = b[p]
            p += 1
            if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
            else: o1.unknown_tagged_fields = ()
            l0.append(o1)
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if c0 == -1:
        o0.standby_tasks = None
    else:
        if not 0 <= c0 * 3 <= e - p: raise DecodeError(f'StreamsGroupHeartbeatResponse: standby_tasks: count {c0}')
        o0.standby_tasks = l0 = []
        for _ in range(c0):
            o1 = new(StreamsGroupHeartbeatResponse_TaskIds)
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'StreamsGroupHeartbeatResponse: subtopology_id: length {n}')
            q = p + n - 1
            o1.subtopology_id = b[p:q].decode()
            p = q
            c1 = b[p]
            p += 1
            if c1 > 127: c1, p = read_uvarint(b, p - 1)
            c1 -= 1
            if 0 < c1 < 9: o1.partitions = [*UNPACK_i[c1](b, p)]; p += c1 * 4
            elif c1 == 0: o1.partitions = []
            else:
                if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'StreamsGroupHeartbeatResponse: partitions: count {c1}')
                o1.partitions = [*unpack_from(f'>{c1}i', b, p)]
                p += c1 * 4
            t = b[p]
            p += 1
            if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
            else: o1.unknown_tagged_fields = ()
            l0.append(o1)
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if c0 == -1:
        o0.warmup_tasks = None
    else:
        if not 0 <= c0 * 3 <= e - p: raise DecodeError(f'StreamsGroupHeartbeatResponse: warmup_tasks: count {c0}')
        o0.warmup_tasks = l0 = []
        for _ in range(c0):
            o1 = new(StreamsGroupHeartbeatResponse_TaskIds)
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'StreamsGroupHeartbeatResponse: subtopology_id: length {n}')
            q = p + n - 1
            o1.subtopology_id = b[p:q].decode()
            p = q
            c1 = b[p]
            p += 1
            if c1 > 127: c1, p = read_uvarint(b, p - 1)
            c1 -= 1
            if 0 < c1 < 9: o1.partitions = [*UNPACK_i[c1](b, p)]; p += c1 * 4
            elif c1 == 0: o1.partitions = []
            else:
                if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'StreamsGroupHeartbeatResponse: partitions: count {c1}')
                o1.partitions = [*unpack_from(f'>{c1}i', b, p)]
                p += c1 * 4
            t = b[p]
            p += 1
            if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
            else: o1.unknown_tagged_fields = ()
            l0.append(o1)
    o0.topology_description_required, o0.endpoint_information_epoch, c0 = U_TiB(b, p)
    p += 6
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if c0 == -1:
        o0.partitions_by_user_endpoint = None
    else:
        if not 0 <= c0 * 7 <= e - p: raise DecodeError(f'StreamsGroupHeartbeatResponse: partitions_by_user_endpoint: count {c0}')
        o0.partitions_by_user_endpoint = l0 = []
        for _ in range(c0):
            o1 = new(StreamsGroupHeartbeatResponse_EndpointToPartitions)
            o2 = new(StreamsGroupHeartbeatResponse_Endpoint)
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'StreamsGroupHeartbeatResponse: host: length {n}')
            q = p + n - 1
            o2.host = b[p:q].decode()
            p = q
            o2.port, t = U_HB(b, p)
            p += 3
            if t: o2.unknown_tagged_fields, p = read_tags(b, p - 1)
            else: o2.unknown_tagged_fields = ()
            o1.user_endpoint = o2
            c1 = b[p]
            p += 1
            if c1 > 127: c1, p = read_uvarint(b, p - 1)
            c1 -= 1
            if not 0 <= c1 * 3 <= e - p: raise DecodeError(f'StreamsGroupHeartbeatResponse: active_partitions: count {c1}')
            o1.active_partitions = l1 = []
            for _ in range(c1):
                o2 = new(StreamsGroupHeartbeatResponse_TopicPartition)
                n = b[p]
                p += 1
                if n > 127: n, p = read_uvarint(b, p - 1)
                if n < 1: raise DecodeError(f'StreamsGroupHeartbeatResponse: topic: length {n}')
                q = p + n - 1
                o2.topic = b[p:q].decode()
                p = q
                c2 = b[p]
                p += 1
                if c2 > 127: c2, p = read_uvarint(b, p - 1)
                c2 -= 1
                if 0 < c2 < 9: o2.partitions = [*UNPACK_i[c2](b, p)]; p += c2 * 4
                elif c2 == 0: o2.partitions = []
                else:
                    if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'StreamsGroupHeartbeatResponse: partitions: count {c2}')
                    o2.partitions = [*unpack_from(f'>{c2}i', b, p)]
                    p += c2 * 4
                t = b[p]
                p += 1
                if t: o2.unknown_tagged_fields, p = read_tags(b, p - 1)
                else: o2.unknown_tagged_fields = ()
                l1.append(o2)
            c1 = b[p]
            p += 1
            if c1 > 127: c1, p = read_uvarint(b, p - 1)
            c1 -= 1
            if not 0 <= c1 * 3 <= e - p: raise DecodeError(f'StreamsGroupHeartbeatResponse: standby_partitions: count {c1}')
            o1.standby_partitions = l1 = []
            for _ in range(c1):
                o2 = new(StreamsGroupHeartbeatResponse_TopicPartition)
                n = b[p]
                p += 1
                if n > 127: n, p = read_uvarint(b, p - 1)
                if n < 1: raise DecodeError(f'StreamsGroupHeartbeatResponse: topic: length {n}')
                q = p + n - 1
                o2.topic = b[p:q].decode()
                p = q
                c2 = b[p]
                p += 1
                if c2 > 127: c2, p = read_uvarint(b, p - 1)
                c2 -= 1
                if 0 < c2 < 9: o2.partitions = [*UNPACK_i[c2](b, p)]; p += c2 * 4
                elif c2 == 0: o2.partitions = []
                else:
                    if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'StreamsGroupHeartbeatResponse: partitions: count {c2}')
                    o2.partitions = [*unpack_from(f'>{c2}i', b, p)]
                    p += c2 * 4
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

StreamsGroupHeartbeatResponse.DECODERS = (
    decode_streams_group_heartbeat_response_v0,
    decode_streams_group_heartbeat_response_v1,
)

def encode_streams_group_heartbeat_response_v0(o0, l, out):
    a = l.append
    if o0.topology_description_required: raise refuse(o0, 'topology_description_required')
    v = o0.error_message
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(P_ihB(o0.throttle_time_ms, o0.error_code, n))
    else: a(P_ih(o0.throttle_time_ms, o0.error_code) + uvarint(n))
    a(v)
    v = o0.member_id.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v0 = o0.status
    if v0 is None: v0 = (); n = 0
    else: n = len(v0) + 1
    if n < 128: a(P_4iB(o0.member_epoch, o0.heartbeat_interval_ms, o0.acceptable_recovery_lag_legacy, o0.task_offset_interval_ms, n))
    else: a(P_4i(o0.member_epoch, o0.heartbeat_interval_ms, o0.acceptable_recovery_lag_legacy, o0.task_offset_interval_ms) + uvarint(n))
    for o1 in v0:
        v = o1.status_detail.encode()
        n = len(v) + 1
        if n < 128: a(P_bB(o1.status_code, n))
        else: a(P_b(o1.status_code) + uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    v0 = o0.active_tasks
    if v0 is None: v0 = (); n = 0
    else: n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        v = o1.subtopology_id.encode()
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
    v0 = o0.standby_tasks
    if v0 is None: v0 = (); n = 0
    else: n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        v = o1.subtopology_id.encode()
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
    v0 = o0.warmup_tasks
    if v0 is None: v0 = (); n = 0
    else: n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        v = o1.subtopology_id.encode()
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
    v0 = o0.partitions_by_user_endpoint
    if v0 is None: v0 = (); n = 0
    else: n = len(v0) + 1
    if n < 128: a(P_iB(o0.endpoint_information_epoch, n))
    else: a(P_i(o0.endpoint_information_epoch) + uvarint(n))
    for o1 in v0:
        o2 = o1.user_endpoint
        v = o2.host.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        if o2.unknown_tagged_fields:
            a(P_H(o2.port))
            a(write_tags(o2.unknown_tagged_fields))
        else:
            a(P_Hx(o2.port))
        v1 = o1.active_partitions
        n = len(v1) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o2 in v1:
            v = o2.topic.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            s0 = o2.partitions
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
        v1 = o1.standby_partitions
        n = len(v1) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o2 in v1:
            v = o2.topic.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            s0 = o2.partitions
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
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

def encode_streams_group_heartbeat_response_v1(o0, l, out):
    a = l.append
    if o0.acceptable_recovery_lag_legacy != 0: raise refuse(o0, 'acceptable_recovery_lag_legacy')
    v = o0.error_message
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(P_ihB(o0.throttle_time_ms, o0.error_code, n))
    else: a(P_ih(o0.throttle_time_ms, o0.error_code) + uvarint(n))
    a(v)
    v = o0.member_id.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v0 = o0.status
    if v0 is None: v0 = (); n = 0
    else: n = len(v0) + 1
    if n < 128: a(P_3iqB(o0.member_epoch, o0.heartbeat_interval_ms, o0.task_offset_interval_ms, o0.acceptable_recovery_lag, n))
    else: a(P_3iq(o0.member_epoch, o0.heartbeat_interval_ms, o0.task_offset_interval_ms, o0.acceptable_recovery_lag) + uvarint(n))
    for o1 in v0:
        v = o1.status_detail.encode()
        n = len(v) + 1
        if n < 128: a(P_bB(o1.status_code, n))
        else: a(P_b(o1.status_code) + uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    v0 = o0.active_tasks
    if v0 is None: v0 = (); n = 0
    else: n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        v = o1.subtopology_id.encode()
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
    v0 = o0.standby_tasks
    if v0 is None: v0 = (); n = 0
    else: n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        v = o1.subtopology_id.encode()
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
    v0 = o0.warmup_tasks
    if v0 is None: v0 = (); n = 0
    else: n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        v = o1.subtopology_id.encode()
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
    v0 = o0.partitions_by_user_endpoint
    if v0 is None: v0 = (); n = 0
    else: n = len(v0) + 1
    if n < 128: a(P_TiB(o0.topology_description_required, o0.endpoint_information_epoch, n))
    else: a(P_Ti(o0.topology_description_required, o0.endpoint_information_epoch) + uvarint(n))
    for o1 in v0:
        o2 = o1.user_endpoint
        v = o2.host.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        if o2.unknown_tagged_fields:
            a(P_H(o2.port))
            a(write_tags(o2.unknown_tagged_fields))
        else:
            a(P_Hx(o2.port))
        v1 = o1.active_partitions
        n = len(v1) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o2 in v1:
            v = o2.topic.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            s0 = o2.partitions
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
        v1 = o1.standby_partitions
        n = len(v1) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o2 in v1:
            v = o2.topic.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            s0 = o2.partitions
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
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

StreamsGroupHeartbeatResponse.ENCODERS = (
    encode_streams_group_heartbeat_response_v0,
    encode_streams_group_heartbeat_response_v1,
)
