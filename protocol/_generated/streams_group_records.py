"""Written by `make generate` from protocol/messages/streams_group_records.py. Do not edit."""

from kavka.protocol.message import Message, Part
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import new, new_message, pack, read_tags, read_uvarint, refuse, unpack_from, uvarint
from kavka.protocol.wire import write_tags

class StreamsGroupCurrentMemberAssignmentKey(Message):
    __slots__ = ('group_id', 'member_id')
    API_KEY = -1
    MIN_VERSION = 22
    MAX_VERSION = 22
    FLEXIBLE_FROM = 32767
    
    def __init__(self, group_id='', member_id=''):
        self.group_id = group_id
        self.member_id = member_id

class StreamsGroupCurrentMemberAssignmentValue(Message):
    __slots__ = ('member_epoch', 'previous_member_epoch', 'state', 'active_tasks', 'standby_tasks', 'warmup_tasks', 'active_tasks_pending_revocation', 'standby_tasks_pending_revocation', 'warmup_tasks_pending_revocation', 'unknown_tagged_fields')
    API_KEY = -1
    MIN_VERSION = 0
    MAX_VERSION = 0
    FLEXIBLE_FROM = 0
    
    class TaskIds(Part):
        __slots__ = ('subtopology_id', 'partitions', 'assignment_epochs', 'unknown_tagged_fields')
        
        def __init__(self, subtopology_id='', partitions=EMPTY, assignment_epochs=EMPTY, unknown_tagged_fields=()):
            self.subtopology_id = subtopology_id
            self.partitions = [] if partitions is EMPTY else partitions
            self.assignment_epochs = [] if assignment_epochs is EMPTY else assignment_epochs
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, member_epoch=0, previous_member_epoch=0, state=0, active_tasks=EMPTY, standby_tasks=EMPTY, warmup_tasks=EMPTY, active_tasks_pending_revocation=EMPTY, standby_tasks_pending_revocation=EMPTY, warmup_tasks_pending_revocation=EMPTY, unknown_tagged_fields=()):
        self.member_epoch = member_epoch
        self.previous_member_epoch = previous_member_epoch
        self.state = state
        self.active_tasks = [] if active_tasks is EMPTY else active_tasks
        self.standby_tasks = [] if standby_tasks is EMPTY else standby_tasks
        self.warmup_tasks = [] if warmup_tasks is EMPTY else warmup_tasks
        self.active_tasks_pending_revocation = [] if active_tasks_pending_revocation is EMPTY else active_tasks_pending_revocation
        self.standby_tasks_pending_revocation = [] if standby_tasks_pending_revocation is EMPTY else standby_tasks_pending_revocation
        self.warmup_tasks_pending_revocation = [] if warmup_tasks_pending_revocation is EMPTY else warmup_tasks_pending_revocation
        self.unknown_tagged_fields = unknown_tagged_fields

StreamsGroupCurrentMemberAssignmentValue_TaskIds = StreamsGroupCurrentMemberAssignmentValue.TaskIds

class StreamsGroupMemberMetadataKey(Message):
    __slots__ = ('group_id', 'member_id')
    API_KEY = -1
    MIN_VERSION = 19
    MAX_VERSION = 19
    FLEXIBLE_FROM = 32767
    
    def __init__(self, group_id='', member_id=''):
        self.group_id = group_id
        self.member_id = member_id

class StreamsGroupMemberMetadataValue(Message):
    __slots__ = ('instance_id', 'rack_id', 'client_id', 'client_host', 'rebalance_timeout_ms', 'topology_epoch', 'process_id', 'user_endpoint', 'client_tags', 'unknown_tagged_fields')
    API_KEY = -1
    MIN_VERSION = 0
    MAX_VERSION = 0
    FLEXIBLE_FROM = 0
    
    class Endpoint(Part):
        __slots__ = ('host', 'port', 'unknown_tagged_fields')
        
        def __init__(self, host='', port=0, unknown_tagged_fields=()):
            self.host = host
            self.port = port
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class KeyValue(Part):
        __slots__ = ('key', 'value', 'unknown_tagged_fields')
        
        def __init__(self, key='', value='', unknown_tagged_fields=()):
            self.key = key
            self.value = value
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, instance_id='', rack_id='', client_id='', client_host='', rebalance_timeout_ms=-1, topology_epoch=0, process_id='', user_endpoint=None, client_tags=EMPTY, unknown_tagged_fields=()):
        self.instance_id = instance_id
        self.rack_id = rack_id
        self.client_id = client_id
        self.client_host = client_host
        self.rebalance_timeout_ms = rebalance_timeout_ms
        self.topology_epoch = topology_epoch
        self.process_id = process_id
        self.user_endpoint = user_endpoint
        self.client_tags = [] if client_tags is EMPTY else client_tags
        self.unknown_tagged_fields = unknown_tagged_fields

StreamsGroupMemberMetadataValue_Endpoint = StreamsGroupMemberMetadataValue.Endpoint

StreamsGroupMemberMetadataValue_KeyValue = StreamsGroupMemberMetadataValue.KeyValue

class StreamsGroupMetadataKey(Message):
    __slots__ = ('group_id',)
    API_KEY = -1
    MIN_VERSION = 17
    MAX_VERSION = 17
    FLEXIBLE_FROM = 32767
    
    def __init__(self, group_id=''):
        self.group_id = group_id

class StreamsGroupMetadataValue(Message):
    __slots__ = ('epoch', 'metadata_hash', 'validated_topology_epoch', 'last_assignment_configs', 'stored_description_topology_epoch', 'failed_description_topology_epoch', 'unknown_tagged_fields')
    API_KEY = -1
    MIN_VERSION = 0
    MAX_VERSION = 0
    FLEXIBLE_FROM = 0
    
    class LastAssignmentConfig(Part):
        __slots__ = ('key', 'value', 'unknown_tagged_fields')
        
        def __init__(self, key='', value='', unknown_tagged_fields=()):
            self.key = key
            self.value = value
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, epoch=0, metadata_hash=0, validated_topology_epoch=-1, last_assignment_configs=EMPTY, stored_description_topology_epoch=-1, failed_description_topology_epoch=-1, unknown_tagged_fields=()):
        self.epoch = epoch
        self.metadata_hash = metadata_hash
        self.validated_topology_epoch = validated_topology_epoch
        self.last_assignment_configs = [] if last_assignment_configs is EMPTY else last_assignment_configs
        self.stored_description_topology_epoch = stored_description_topology_epoch
        self.failed_description_topology_epoch = failed_description_topology_epoch
        self.unknown_tagged_fields = unknown_tagged_fields

StreamsGroupMetadataValue_LastAssignmentConfig = StreamsGroupMetadataValue.LastAssignmentConfig

class StreamsGroupTargetAssignmentMemberKey(Message):
    __slots__ = ('group_id', 'member_id')
    API_KEY = -1
    MIN_VERSION = 21
    MAX_VERSION = 21
    FLEXIBLE_FROM = 32767
    
    def __init__(self, group_id='', member_id=''):
        self.group_id = group_id
        self.member_id = member_id

class StreamsGroupTargetAssignmentMemberValue(Message):
    __slots__ = ('active_tasks', 'standby_tasks', 'warmup_tasks', 'unknown_tagged_fields')
    API_KEY = -1
    MIN_VERSION = 0
    MAX_VERSION = 0
    FLEXIBLE_FROM = 0
    
    class TaskIds(Part):
        __slots__ = ('subtopology_id', 'partitions', 'unknown_tagged_fields')
        
        def __init__(self, subtopology_id='', partitions=EMPTY, unknown_tagged_fields=()):
            self.subtopology_id = subtopology_id
            self.partitions = [] if partitions is EMPTY else partitions
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, active_tasks=EMPTY, standby_tasks=EMPTY, warmup_tasks=EMPTY, unknown_tagged_fields=()):
        self.active_tasks = [] if active_tasks is EMPTY else active_tasks
        self.standby_tasks = [] if standby_tasks is EMPTY else standby_tasks
        self.warmup_tasks = [] if warmup_tasks is EMPTY else warmup_tasks
        self.unknown_tagged_fields = unknown_tagged_fields

StreamsGroupTargetAssignmentMemberValue_TaskIds = StreamsGroupTargetAssignmentMemberValue.TaskIds

class StreamsGroupTargetAssignmentMetadataKey(Message):
    __slots__ = ('group_id',)
    API_KEY = -1
    MIN_VERSION = 20
    MAX_VERSION = 20
    FLEXIBLE_FROM = 32767
    
    def __init__(self, group_id=''):
        self.group_id = group_id

class StreamsGroupTargetAssignmentMetadataValue(Message):
    __slots__ = ('assignment_epoch', 'assignment_timestamp', 'unknown_tagged_fields')
    API_KEY = -1
    MIN_VERSION = 0
    MAX_VERSION = 0
    FLEXIBLE_FROM = 0
    
    def __init__(self, assignment_epoch=0, assignment_timestamp=0, unknown_tagged_fields=()):
        self.assignment_epoch = assignment_epoch
        self.assignment_timestamp = assignment_timestamp
        self.unknown_tagged_fields = unknown_tagged_fields

class StreamsGroupTopologyKey(Message):
    __slots__ = ('group_id',)
    API_KEY = -1
    MIN_VERSION = 23
    MAX_VERSION = 23
    FLEXIBLE_FROM = 32767
    
    def __init__(self, group_id=''):
        self.group_id = group_id

class StreamsGroupTopologyValue(Message):
    __slots__ = ('epoch', 'subtopologies', 'unknown_tagged_fields')
    API_KEY = -1
    MIN_VERSION = 0
    MAX_VERSION = 0
    FLEXIBLE_FROM = 0
    
    class TopicConfig(Part):
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
    
    def __init__(self, epoch=0, subtopologies=EMPTY, unknown_tagged_fields=()):
        self.epoch = epoch
        self.subtopologies = [] if subtopologies is EMPTY else subtopologies
        self.unknown_tagged_fields = unknown_tagged_fields

StreamsGroupTopologyValue_TopicConfig = StreamsGroupTopologyValue.TopicConfig

StreamsGroupTopologyValue_TopicInfo = StreamsGroupTopologyValue.TopicInfo

StreamsGroupTopologyValue_CopartitionGroup = StreamsGroupTopologyValue.CopartitionGroup

StreamsGroupTopologyValue_Subtopology = StreamsGroupTopologyValue.Subtopology

U_h = Struct('>h').unpack_from
P_h = Struct('>h').pack
U_2ibB = Struct('>2ibB').unpack_from
UNPACK_i = UNPACK['i']
P_2ibB = Struct('>2ibB').pack
P_2ib = Struct('>2ib').pack
F_ni = PackCache('>%di')
F_Bni = PackCache('>B%di')
PACK_i = PACK['i']
F_nix = PackCache('>%dix')
F_Bnix = PackCache('>B%dix')
U_2iB = Struct('>2iB').unpack_from
U_b = Struct('>b').unpack_from
U_HB = Struct('>HB').unpack_from
P_2iB = Struct('>2iB').pack
P_2i = Struct('>2i').pack
P_H = Struct('>H').pack
P_Hx = Struct('>Hx').pack
U_iqB = Struct('>iqB').unpack_from
U_i = Struct('>i').unpack_from
P_iq = Struct('>iq').pack
P_i = Struct('>i').pack
P_iqx = Struct('>iqx').pack
U_iB = Struct('>iB').unpack_from
U_q = Struct('>q').unpack_from
P_q = Struct('>q').pack
P_ix = Struct('>ix').pack
U_ihB = Struct('>ihB').unpack_from
UNPACK_h = UNPACK['h']
P_iB = Struct('>iB').pack
P_ihB = Struct('>ihB').pack
P_ih = Struct('>ih').pack
F_nh = PackCache('>%dh')
F_BnhBnhBnh = PackCache('>B%dhB%dhB%dh')
F_nhx = PackCache('>%dhx')
F_BnhBnhBnhx = PackCache('>B%dhB%dhB%dhx')

def decode_streams_group_current_member_assignment_key_v22(b, p):
    e = len(b)
    o0 = new_message(StreamsGroupCurrentMemberAssignmentKey)
    n, = U_h(b, p)
    p += 2
    if n < 0: raise DecodeError(f'StreamsGroupCurrentMemberAssignmentKey: group_id: length {n}')
    q = p + n
    o0.group_id = b[p:q].decode()
    p = q
    n, = U_h(b, p)
    p += 2
    if n < 0: raise DecodeError(f'StreamsGroupCurrentMemberAssignmentKey: member_id: length {n}')
    q = p + n
    o0.member_id = b[p:q].decode()
    p = q
    return o0, p

StreamsGroupCurrentMemberAssignmentKey.DECODERS = (
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    decode_streams_group_current_member_assignment_key_v22,
)

def encode_streams_group_current_member_assignment_key_v22(o0, l, out):
    a = l.append
    v = o0.group_id.encode()
    n = len(v)
    a(P_h(n))
    a(v)
    v = o0.member_id.encode()
    n = len(v)
    a(P_h(n))
    a(v)

StreamsGroupCurrentMemberAssignmentKey.ENCODERS = (
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    encode_streams_group_current_member_assignment_key_v22,
)

def decode_streams_group_current_member_assignment_value_v0(b, p):
    e = len(b)
    o0 = new_message(StreamsGroupCurrentMemberAssignmentValue)
    o0.member_epoch, o0.previous_member_epoch, o0.state, c0 = U_2ibB(b, p)
    p += 10
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 3 <= e - p: raise DecodeError(f'StreamsGroupCurrentMemberAssignmentValue: active_tasks: count {c0}')
    o0.active_tasks = l0 = []
    for _ in range(c0):
        o1 = new(StreamsGroupCurrentMemberAssignmentValue_TaskIds)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'StreamsGroupCurrentMemberAssignmentValue: subtopology_id: length {n}')
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
            if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'StreamsGroupCurrentMemberAssignmentValue: partitions: count {c1}')
            o1.partitions = [*unpack_from(f'>{c1}i', b, p)]
            p += c1 * 4
        t = b[p]
        p += 1
        o1.assignment_epochs = []
        o1.unknown_tagged_fields = ()
        if t:
            t, p = read_uvarint(b, p - 1)
            if t * 2 > e - p: raise DecodeError(f'{t} tagged fields in {e - p} bytes')
            u1 = []
            last1 = -1
            for _ in range(t):
                t1, p = read_uvarint(b, p)
                if t1 <= last1: raise DecodeError(f'tag {t1} after tag {last1}')
                last1 = t1
                n, p = read_uvarint(b, p)
                q1 = p + n
                if q1 > e: raise DecodeError(f'tag {t1}: {n} bytes in {e - p}')
                if t1 == 0:
                    c1 = b[p]
                    p += 1
                    if c1 > 127: c1, p = read_uvarint(b, p - 1)
                    c1 -= 1
                    if c1 == -1:
                        o1.assignment_epochs = None
                    else:
                        if 0 < c1 < 9: o1.assignment_epochs = [*UNPACK_i[c1](b, p)]; p += c1 * 4
                        elif c1 == 0: o1.assignment_epochs = []
                        else:
                            if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'StreamsGroupCurrentMemberAssignmentValue: assignment_epochs: count {c1}')
                            o1.assignment_epochs = [*unpack_from(f'>{c1}i', b, p)]
                            p += c1 * 4
                    if p != q1: raise DecodeError(f'StreamsGroupCurrentMemberAssignmentValue: assignment_epochs: size')
                else:
                    u1.append((t1, bytes(b[p:q1])))
                    p = q1
            o1.unknown_tagged_fields = tuple(u1)
        l0.append(o1)
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 3 <= e - p: raise DecodeError(f'StreamsGroupCurrentMemberAssignmentValue: standby_tasks: count {c0}')
    o0.standby_tasks = l0 = []
    for _ in range(c0):
        o1 = new(StreamsGroupCurrentMemberAssignmentValue_TaskIds)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'StreamsGroupCurrentMemberAssignmentValue: subtopology_id: length {n}')
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
            if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'StreamsGroupCurrentMemberAssignmentValue: partitions: count {c1}')
            o1.partitions = [*unpack_from(f'>{c1}i', b, p)]
            p += c1 * 4
        t = b[p]
        p += 1
        o1.assignment_epochs = []
        o1.unknown_tagged_fields = ()
        if t:
            t, p = read_uvarint(b, p - 1)
            if t * 2 > e - p: raise DecodeError(f'{t} tagged fields in {e - p} bytes')
            u1 = []
            last1 = -1
            for _ in range(t):
                t1, p = read_uvarint(b, p)
                if t1 <= last1: raise DecodeError(f'tag {t1} after tag {last1}')
                last1 = t1
                n, p = read_uvarint(b, p)
                q1 = p + n
                if q1 > e: raise DecodeError(f'tag {t1}: {n} bytes in {e - p}')
                if t1 == 0:
                    c1 = b[p]
                    p += 1
                    if c1 > 127: c1, p = read_uvarint(b, p - 1)
                    c1 -= 1
                    if c1 == -1:
                        o1.assignment_epochs = None
                    else:
                        if 0 < c1 < 9: o1.assignment_epochs = [*UNPACK_i[c1](b, p)]; p += c1 * 4
                        elif c1 == 0: o1.assignment_epochs = []
                        else:
                            if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'StreamsGroupCurrentMemberAssignmentValue: assignment_epochs: count {c1}')
                            o1.assignment_epochs = [*unpack_from(f'>{c1}i', b, p)]
                            p += c1 * 4
                    if p != q1: raise DecodeError(f'StreamsGroupCurrentMemberAssignmentValue: assignment_epochs: size')
                else:
                    u1.append((t1, bytes(b[p:q1])))
                    p = q1
            o1.unknown_tagged_fields = tuple(u1)
        l0.append(o1)
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 3 <= e - p: raise DecodeError(f'StreamsGroupCurrentMemberAssignmentValue: warmup_tasks: count {c0}')
    o0.warmup_tasks = l0 = []
    for _ in range(c0):
        o1 = new(StreamsGroupCurrentMemberAssignmentValue_TaskIds)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'StreamsGroupCurrentMemberAssignmentValue: subtopology_id: length {n}')
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
            if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'StreamsGroupCurrentMemberAssignmentValue: partitions: count {c1}')
            o1.partitions = [*unpack_from(f'>{c1}i', b, p)]
            p += c1 * 4
        t = b[p]
        p += 1
        o1.assignment_epochs = []
        o1.unknown_tagged_fields = ()
        if t:
            t, p = read_uvarint(b, p - 1)
            if t * 2 > e - p: raise DecodeError(f'{t} tagged fields in {e - p} bytes')
            u1 = []
            last1 = -1
            for _ in range(t):
                t1, p = read_uvarint(b, p)
                if t1 <= last1: raise DecodeError(f'tag {t1} after tag {last1}')
                last1 = t1
                n, p = read_uvarint(b, p)
                q1 = p + n
                if q1 > e: raise DecodeError(f'tag {t1}: {n} bytes in {e - p}')
                if t1 == 0:
                    c1 = b[p]
                    p += 1
                    if c1 > 127: c1, p = read_uvarint(b, p - 1)
                    c1 -= 1
                    if c1 == -1:
                        o1.assignment_epochs = None
                    else:
                        if 0 < c1 < 9: o1.assignment_epochs = [*UNPACK_i[c1](b, p)]; p += c1 * 4
                        elif c1 == 0: o1.assignment_epochs = []
                        else:
                            if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'StreamsGroupCurrentMemberAssignmentValue: assignment_epochs: count {c1}')
                            o1.assignment_epochs = [*unpack_from(f'>{c1}i', b, p)]
                            p += c1 * 4
                    if p != q1: raise DecodeError(f'StreamsGroupCurrentMemberAssignmentValue: assignment_epochs: size')
                else:
                    u1.append((t1, bytes(b[p:q1])))
                    p = q1
            o1.unknown_tagged_fields = tuple(u1)
        l0.append(o1)
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 3 <= e - p: raise DecodeError(f'StreamsGroupCurrentMemberAssignmentValue: active_tasks_pending_revocation: count {c0}')
    o0.active_tasks_pending_revocation = l0 = []
    for _ in range(c0):
        o1 = new(StreamsGroupCurrentMemberAssignmentValue_TaskIds)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'StreamsGroupCurrentMemberAssignmentValue: subtopology_id: length {n}')
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
            if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'StreamsGroupCurrentMemberAssignmentValue: partitions: count {c1}')
            o1.partitions = [*unpack_from(f'>{c1}i', b, p)]
            p += c1 * 4
        t = b[p]
        p += 1
        o1.assignment_epochs = []
        o1.unknown_tagged_fields = ()
        if t:
            t, p = read_uvarint(b, p - 1)
            if t * 2 > e - p: raise DecodeError(f'{t} tagged fields in {e - p} bytes')
            u1 = []
            last1 = -1
            for _ in range(t):
                t1, p = read_uvarint(b, p)
                if t1 <= last1: raise DecodeError(f'tag {t1} after tag {last1}')
                last1 = t1
                n, p = read_uvarint(b, p)
                q1 = p + n
                if q1 > e: raise DecodeError(f'tag {t1}: {n} bytes in {e - p}')
                if t1 == 0:
                    c1 = b[p]
                    p += 1
                    if c1 > 127: c1, p = read_uvarint(b, p - 1)
                    c1 -= 1
                    if c1 == -1:
                        o1.assignment_epochs = None
                    else:
                        if 0 < c1 < 9: o1.assignment_epochs = [*UNPACK_i[c1](b, p)]; p += c1 * 4
                        elif c1 == 0: o1.assignment_epochs = []
                        else:
                            if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'StreamsGroupCurrentMemberAssignmentValue: assignment_epochs: count {c1}')
                            o1.assignment_epochs = [*unpack_from(f'>{c1}i', b, p)]
                            p += c1 * 4
                    if p != q1: raise DecodeError(f'StreamsGroupCurrentMemberAssignmentValue: assignment_epochs: size')
                else:
                    u1.append((t1, bytes(b[p:q1])))
                    p = q1
            o1.unknown_tagged_fields = tuple(u1)
        l0.append(o1)
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 3 <= e - p: raise DecodeError(f'StreamsGroupCurrentMemberAssignmentValue: standby_tasks_pending_revocation: count {c0}')
    o0.standby_tasks_pending_revocation = l0 = []
    for _ in range(c0):
        o1 = new(StreamsGroupCurrentMemberAssignmentValue_TaskIds)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'StreamsGroupCurrentMemberAssignmentValue: subtopology_id: length {n}')
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
            if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'StreamsGroupCurrentMemberAssignmentValue: partitions: count {c1}')
            o1.partitions = [*unpack_from(f'>{c1}i', b, p)]
            p += c1 * 4
        t = b[p]
        p += 1
        o1.assignment_epochs = []
        o1.unknown_tagged_fields = ()
        if t:
            t, p = read_uvarint(b, p - 1)
            if t * 2 > e - p: raise DecodeError(f'{t} tagged fields in {e - p} bytes')
            u1 = []
            last1 = -1
            for _ in range(t):
                t1, p = read_uvarint(b, p)
                if t1 <= last1: raise DecodeError(f'tag {t1} after tag {last1}')
                last1 = t1
                n, p = read_uvarint(b, p)
                q1 = p + n
                if q1 > e: raise DecodeError(f'tag {t1}: {n} bytes in {e - p}')
                if t1 == 0:
                    c1 = b[p]
                    p += 1
                    if c1 > 127: c1, p = read_uvarint(b, p - 1)
                    c1 -= 1
                    if c1 == -1:
                        o1.assignment_epochs = None
                    else:
                        if 0 < c1 < 9: o1.assignment_epochs = [*UNPACK_i[c1](b, p)]; p += c1 * 4
                        elif c1 == 0: o1.assignment_epochs = []
                        else:
                            if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'StreamsGroupCurrentMemberAssignmentValue: assignment_epochs: count {c1}')
                            o1.assignment_epochs = [*unpack_from(f'>{c1}i', b, p)]
                            p += c1 * 4
                    if p != q1: raise DecodeError(f'StreamsGroupCurrentMemberAssignmentValue: assignment_epochs: size')
                else:
                    u1.append((t1, bytes(b[p:q1])))
                    p = q1
            o1.unknown_tagged_fields = tuple(u1)
        l0.append(o1)
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 3 <= e - p: raise DecodeError(f'StreamsGroupCurrentMemberAssignmentValue: warmup_tasks_pending_revocation: count {c0}')
    o0.warmup_tasks_pending_revocation = l0 = []
    for _ in range(c0):
        o1 = new(StreamsGroupCurrentMemberAssignmentValue_TaskIds)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'StreamsGroupCurrentMemberAssignmentValue: subtopology_id: length {n}')
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
            if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'StreamsGroupCurrentMemberAssignmentValue: partitions: count {c1}')
            o1.partitions = [*unpack_from(f'>{c1}i', b, p)]
            p += c1 * 4
        t = b[p]
        p += 1
        o1.assignment_epochs = []
        o1.unknown_tagged_fields = ()
        if t:
            t, p = read_uvarint(b, p - 1)
            if t * 2 > e - p: raise DecodeError(f'{t} tagged fields in {e - p} bytes')
            u1 = []
            last1 = -1
            for _ in range(t):
                t1, p = read_uvarint(b, p)
                if t1 <= last1: raise DecodeError(f'tag {t1} after tag {last1}')
                last1 = t1
                n, p = read_uvarint(b, p)
                q1 = p + n
                if q1 > e: raise DecodeError(f'tag {t1}: {n} bytes in {e - p}')
                if t1 == 0:
                    c1 = b[p]
                    p += 1
                    if c1 > 127: c1, p = read_uvarint(b, p - 1)
                    c1 -= 1
                    if c1 == -1:
                        o1.assignment_epochs = None
                    else:
                        if 0 < c1 < 9: o1.assignment_epochs = [*UNPACK_i[c1](b, p)]; p += c1 * 4
                        elif c1 == 0: o1.assignment_epochs = []
                        else:
                            if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'StreamsGroupCurrentMemberAssignmentValue: assignment_epochs: count {c1}')
                            o1.assignment_epochs = [*unpack_from(f'>{c1}i', b, p)]
                            p += c1 * 4
                    if p != q1: raise DecodeError(f'StreamsGroupCurrentMemberAssignmentValue: assignment_epochs: size')
                else:
                    u1.append((t1, bytes(b[p:q1])))
                    p = q1
            o1.unknown_tagged_fields = tuple(u1)
        l0.append(o1)
    t = b[p]
    p += 1
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

StreamsGroupCurrentMemberAssignmentValue.DECODERS = (
    decode_streams_group_current_member_assignment_value_v0,
)

def encode_streams_group_current_member_assignment_value_v0(o0, l, out):
    a = l.append
    v0 = o0.active_tasks
    n = len(v0) + 1
    if n < 128: a(P_2ibB(o0.member_epoch, o0.previous_member_epoch, o0.state, n))
    else: a(P_2ib(o0.member_epoch, o0.previous_member_epoch, o0.state) + uvarint(n))
    for o1 in v0:
        v = o1.subtopology_id.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        s0 = o1.partitions
        n0 = len(s0)
        if (o1.assignment_epochs is None or o1.assignment_epochs) or o1.unknown_tagged_fields:
            if n0 > 126:
                a(uvarint(n0 + 1))
                a(F_ni[n0](*s0))
            else:
                a(F_Bni[n0](n0 + 1, *s0))
            g1 = list(o1.unknown_tagged_fields)
            if (o1.assignment_epochs is None or o1.assignment_epochs):
                w1 = []
                a1 = w1.append
                v1 = o1.assignment_epochs
                if v1 is None: v1 = (); n = 0
                else: n = len(v1) + 1
                if n < 128: a1(BYTE[n])
                else: a1(uvarint(n))
                n = len(v1)
                a1(PACK_i[n](*v1) if n < 9 else pack(f'>{n}i', *v1))
                g1.append((0, b''.join(w1)))
            a(write_tags(g1))
        else:
            if n0 > 126:
                a(uvarint(n0 + 1))
                a(F_nix[n0](*s0))
            else:
                a(F_Bnix[n0](n0 + 1, *s0))
    v0 = o0.standby_tasks
    n = len(v0) + 1
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
        if (o1.assignment_epochs is None or o1.assignment_epochs) or o1.unknown_tagged_fields:
            if n0 > 126:
                a(uvarint(n0 + 1))
                a(F_ni[n0](*s0))
            else:
                a(F_Bni[n0](n0 + 1, *s0))
            g1 = list(o1.unknown_tagged_fields)
            if (o1.assignment_epochs is None or o1.assignment_epochs):
                w1 = []
                a1 = w1.append
                v1 = o1.assignment_epochs
                if v1 is None: v1 = (); n = 0
                else: n = len(v1) + 1
                if n < 128: a1(BYTE[n])
                else: a1(uvarint(n))
                n = len(v1)
                a1(PACK_i[n](*v1) if n < 9 else pack(f'>{n}i', *v1))
                g1.append((0, b''.join(w1)))
            a(write_tags(g1))
        else:
            if n0 > 126:
                a(uvarint(n0 + 1))
                a(F_nix[n0](*s0))
            else:
                a(F_Bnix[n0](n0 + 1, *s0))
    v0 = o0.warmup_tasks
    n = len(v0) + 1
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
        if (o1.assignment_epochs is None or o1.assignment_epochs) or o1.unknown_tagged_fields:
            if n0 > 126:
                a(uvarint(n0 + 1))
                a(F_ni[n0](*s0))
            else:
                a(F_Bni[n0](n0 + 1, *s0))
            g1 = list(o1.unknown_tagged_fields)
            if (o1.assignment_epochs is None or o1.assignment_epochs):
                w1 = []
                a1 = w1.append
                v1 = o1.assignment_epochs
                if v1 is None: v1 = (); n = 0
                else: n = len(v1) + 1
                if n < 128: a1(BYTE[n])
                else: a1(uvarint(n))
                n = len(v1)
                a1(PACK_i[n](*v1) if n < 9 else pack(f'>{n}i', *v1))
                g1.append((0, b''.join(w1)))
            a(write_tags(g1))
        else:
            if n0 > 126:
                a(uvarint(n0 + 1))
                a(F_nix[n0](*s0))
            else:
                a(F_Bnix[n0](n0 + 1, *s0))
    v0 = o0.active_tasks_pending_revocation
    n = len(v0) + 1
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
        if (o1.assignment_epochs is None or o1.assignment_epochs) or o1.unknown_tagged_fields:
            if n0 > 126:
                a(uvarint(n0 + 1))
                a(F_ni[n0](*s0))
            else:
                a(F_Bni[n0](n0 + 1, *s0))
            g1 = list(o1.unknown_tagged_fields)
            if (o1.assignment_epochs is None or o1.assignment_epochs):
                w1 = []
                a1 = w1.append
                v1 = o1.assignment_epochs
                if v1 is None: v1 = (); n = 0
                else: n = len(v1) + 1
                if n < 128: a1(BYTE[n])
                else: a1(uvarint(n))
                n = len(v1)
                a1(PACK_i[n](*v1) if n < 9 else pack(f'>{n}i', *v1))
                g1.append((0, b''.join(w1)))
            a(write_tags(g1))
        else:
            if n0 > 126:
                a(uvarint(n0 + 1))
                a(F_nix[n0](*s0))
            else:
                a(F_Bnix[n0](n0 + 1, *s0))
    v0 = o0.standby_tasks_pending_revocation
    n = len(v0) + 1
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
        if (o1.assignment_epochs is None or o1.assignment_epochs) or o1.unknown_tagged_fields:
            if n0 > 126:
                a(uvarint(n0 + 1))
                a(F_ni[n0](*s0))
            else:
                a(F_Bni[n0](n0 + 1, *s0))
            g1 = list(o1.unknown_tagged_fields)
            if (o1.assignment_epochs is None or o1.assignment_epochs):
                w1 = []
                a1 = w1.append
                v1 = o1.assignment_epochs
                if v1 is None: v1 = (); n = 0
                else: n = len(v1) + 1
                if n < 128: a1(BYTE[n])
                else: a1(uvarint(n))
                n = len(v1)
                a1(PACK_i[n](*v1) if n < 9 else pack(f'>{n}i', *v1))
                g1.append((0, b''.join(w1)))
            a(write_tags(g1))
        else:
            if n0 > 126:
                a(uvarint(n0 + 1))
                a(F_nix[n0](*s0))
            else:
                a(F_Bnix[n0](n0 + 1, *s0))
    v0 = o0.warmup_tasks_pending_revocation
    n = len(v0) + 1
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
        if (o1.assignment_epochs is None or o1.assignment_epochs) or o1.unknown_tagged_fields:
            if n0 > 126:
                a(uvarint(n0 + 1))
                a(F_ni[n0](*s0))
            else:
                a(F_Bni[n0](n0 + 1, *s0))
            g1 = list(o1.unknown_tagged_fields)
            if (o1.assignment_epochs is None or o1.assignment_epochs):
                w1 = []
                a1 = w1.append
                v1 = o1.assignment_epochs
                if v1 is None: v1 = (); n = 0
                else: n = len(v1) + 1
                if n < 128: a1(BYTE[n])
                else: a1(uvarint(n))
                n = len(v1)
                a1(PACK_i[n](*v1) if n < 9 else pack(f'>{n}i', *v1))
                g1.append((0, b''.join(w1)))
            a(write_tags(g1))
        else:
            if n0 > 126:
                a(uvarint(n0 + 1))
                a(F_nix[n0](*s0))
            else:
                a(F_Bnix[n0](n0 + 1, *s0))
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

StreamsGroupCurrentMemberAssignmentValue.ENCODERS = (
    encode_streams_group_current_member_assignment_value_v0,
)

def decode_streams_group_member_metadata_key_v19(b, p):
    e = len(b)
    o0 = new_message(StreamsGroupMemberMetadataKey)
    n, = U_h(b, p)
    p += 2
    if n < 0: raise DecodeError(f'StreamsGroupMemberMetadataKey: group_id: length {n}')
    q = p + n
    o0.group_id = b[p:q].decode()
    p = q
    n, = U_h(b, p)
    p += 2
    if n < 0: raise DecodeError(f'StreamsGroupMemberMetadataKey: member_id: length {n}')
    q = p + n
    o0.member_id = b[p:q].decode()
    p = q
    return o0, p

StreamsGroupMemberMetadataKey.DECODERS = (
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    decode_streams_group_member_metadata_key_v19,
)

def encode_streams_group_member_metadata_key_v19(o0, l, out):
    a = l.append
    v = o0.group_id.encode()
    n = len(v)
    a(P_h(n))
    a(v)
    v = o0.member_id.encode()
    n = len(v)
    a(P_h(n))
    a(v)

StreamsGroupMemberMetadataKey.ENCODERS = (
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    encode_streams_group_member_metadata_key_v19,
)

def decode_streams_group_member_metadata_value_v0(b, p):
    e = len(b)
    o0 = new_message(StreamsGroupMemberMetadataValue)
    n = b[p]
    p += 1
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
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n < 1: raise DecodeError(f'StreamsGroupMemberMetadataValue: client_id: length {n}')
    q = p + n - 1
    o0.client_id = b[p:q].decode()
    p = q
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n < 1: raise DecodeError(f'StreamsGroupMemberMetadataValue: client_host: length {n}')
    q = p + n - 1
    o0.client_host = b[p:q].decode()
    p = q
    o0.rebalance_timeout_ms, o0.topology_epoch, n = U_2iB(b, p)
    p += 9
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n < 1: raise DecodeError(f'StreamsGroupMemberMetadataValue: process_id: length {n}')
    q = p + n - 1
    o0.process_id = b[p:q].decode()
    p = q
    n, = U_b(b, p)
    p += 1
    if n < 0: o0.user_endpoint = None
    else:
        o1 = new(StreamsGroupMemberMetadataValue_Endpoint)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'StreamsGroupMemberMetadataValue: host: length {n}')
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
    if not 0 <= c0 * 3 <= e - p: raise DecodeError(f'StreamsGroupMemberMetadataValue: client_tags: count {c0}')
    o0.client_tags = l0 = []
    for _ in range(c0):
        o1 = new(StreamsGroupMemberMetadataValue_KeyValue)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'StreamsGroupMemberMetadataValue: key: length {n}')
        q = p + n - 1
        o1.key = b[p:q].decode()
        p = q
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'StreamsGroupMemberMetadataValue: value: length {n}')
        q = p + n - 1
        o1.value = b[p:q].decode()
        p = q
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

StreamsGroupMemberMetadataValue.DECODERS = (
    decode_streams_group_member_metadata_value_v0,
)

def encode_streams_group_member_metadata_value_v0(o0, l, out):
    a = l.append
    v = o0.instance_id
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v = o0.rack_id
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v = o0.client_id.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v = o0.client_host.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v = o0.process_id.encode()
    n = len(v) + 1
    if n < 128: a(P_2iB(o0.rebalance_timeout_ms, o0.topology_epoch, n))
    else: a(P_2i(o0.rebalance_timeout_ms, o0.topology_epoch) + uvarint(n))
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
    n = len(v0) + 1
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
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

StreamsGroupMemberMetadataValue.ENCODERS = (
    encode_streams_group_member_metadata_value_v0,
)

def decode_streams_group_metadata_key_v17(b, p):
    e = len(b)
    o0 = new_message(StreamsGroupMetadataKey)
    n, = U_h(b, p)
    p += 2
    if n < 0: raise DecodeError(f'StreamsGroupMetadataKey: group_id: length {n}')
    q = p + n
    o0.group_id = b[p:q].decode()
    p = q
    return o0, p

StreamsGroupMetadataKey.DECODERS = (
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    decode_streams_group_metadata_key_v17,
)

def encode_streams_group_metadata_key_v17(o0, l, out):
    a = l.append
    v = o0.group_id.encode()
    n = len(v)
    a(P_h(n))
    a(v)

StreamsGroupMetadataKey.ENCODERS = (
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    encode_streams_group_metadata_key_v17,
)

def decode_streams_group_metadata_value_v0(b, p):
    e = len(b)
    o0 = new_message(StreamsGroupMetadataValue)
    o0.epoch, o0.metadata_hash, t = U_iqB(b, p)
    p += 13
    o0.validated_topology_epoch = -1
    o0.last_assignment_configs = []
    o0.stored_description_topology_epoch = -1
    o0.failed_description_topology_epoch = -1
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
                o0.validated_topology_epoch, = U_i(b, p)
                p += 4
                if p != q0: raise DecodeError(f'StreamsGroupMetadataValue: validated_topology_epoch: size')
            elif t0 == 1:
                c0 = b[p]
                p += 1
                if c0 > 127: c0, p = read_uvarint(b, p - 1)
                c0 -= 1
                if c0 == -1:
                    o0.last_assignment_configs = None
                else:
                    if not 0 <= c0 * 3 <= e - p: raise DecodeError(f'StreamsGroupMetadataValue: last_assignment_configs: count {c0}')
                    o0.last_assignment_configs = l0 = []
                    for _ in range(c0):
                        o1 = new(StreamsGroupMetadataValue_LastAssignmentConfig)
                        n = b[p]
                        p += 1
                        if n > 127: n, p = read_uvarint(b, p - 1)
                        if n < 1: raise DecodeError(f'StreamsGroupMetadataValue: key: length {n}')
                        q = p + n - 1
                        o1.key = b[p:q].decode()
                        p = q
                        n = b[p]
                        p += 1
                        if n > 127: n, p = read_uvarint(b, p - 1)
                        if n < 1: raise DecodeError(f'StreamsGroupMetadataValue: value: length {n}')
                        q = p + n - 1
                        o1.value = b[p:q].decode()
                        p = q
                        t = b[p]
                        p += 1
                        if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
                        else: o1.unknown_tagged_fields = ()
                        l0.append(o1)
                if p != q0: raise DecodeError(f'StreamsGroupMetadataValue: last_assignment_configs: size')
            elif t0 == 2:
                o0.stored_description_topology_epoch, = U_i(b, p)
                p += 4
                if p != q0: raise DecodeError(f'StreamsGroupMetadataValue: stored_description_topology_epoch: size')
            elif t0 == 3:
                o0.failed_description_topology_epoch, = U_i(b, p)
                p += 4
                if p != q0: raise DecodeError(f'StreamsGroupMetadataValue: failed_description_topology_epoch: size')
            else:
                u0.append((t0, bytes(b[p:q0])))
                p = q0
        o0.unknown_tagged_fields = tuple(u0)
    return o0, p

StreamsGroupMetadataValue.DECODERS = (
    decode_streams_group_metadata_value_v0,
)

def encode_streams_group_metadata_value_v0(o0, l, out):
    a = l.append
    if o0.validated_topology_epoch != -1 or (o0.last_assignment_configs is None or o0.last_assignment_configs) or o0.stored_description_topology_epoch != -1 or o0.failed_description_topology_epoch != -1 or o0.unknown_tagged_fields:
        a(P_iq(o0.epoch, o0.metadata_hash))
        g0 = list(o0.unknown_tagged_fields)
        if o0.validated_topology_epoch != -1:
            w0 = []
            a0 = w0.append
            a0(P_i(o0.validated_topology_epoch))
            g0.append((0, b''.join(w0)))
        if (o0.last_assignment_configs is None or o0.last_assignment_configs):
            w0 = []
            a0 = w0.append
            v0 = o0.last_assignment_configs
            if v0 is None: v0 = (); n = 0
            else: n = len(v0) + 1
            if n < 128: a0(BYTE[n])
            else: a0(uvarint(n))
            for o1 in v0:
                v = o1.key.encode()
                n = len(v) + 1
                if n < 128: a0(BYTE[n])
                else: a0(uvarint(n))
                a0(v)
                v = o1.value.encode()
                n = len(v) + 1
                if n < 128: a0(BYTE[n])
                else: a0(uvarint(n))
                a0(v)
                if o1.unknown_tagged_fields:
                    a0(write_tags(o1.unknown_tagged_fields))
                else:
                    a0(b'\x00')
            g0.append((1, b''.join(w0)))
        if o0.stored_description_topology_epoch != -1:
            w0 = []
            a0 = w0.append
            a0(P_i(o0.stored_description_topology_epoch))
            g0.append((2, b''.join(w0)))
        if o0.failed_description_topology_epoch != -1:
            w0 = []
            a0 = w0.append
            a0(P_i(o0.failed_description_topology_epoch))
            g0.append((3, b''.join(w0)))
        a(write_tags(g0))
    else:
        a(P_iqx(o0.epoch, o0.metadata_hash))

StreamsGroupMetadataValue.ENCODERS = (
    encode_streams_group_metadata_value_v0,
)

def decode_streams_group_target_assignment_member_key_v21(b, p):
    e = len(b)
    o0 = new_message(StreamsGroupTargetAssignmentMemberKey)
    n, = U_h(b, p)
    p += 2
    if n < 0: raise DecodeError(f'StreamsGroupTargetAssignmentMemberKey: group_id: length {n}')
    q = p + n
    o0.group_id = b[p:q].decode()
    p = q
    n, = U_h(b, p)
    p += 2
    if n < 0: raise DecodeError(f'StreamsGroupTargetAssignmentMemberKey: member_id: length {n}')
    q = p + n
    o0.member_id = b[p:q].decode()
    p = q
    return o0, p

StreamsGroupTargetAssignmentMemberKey.DECODERS = (
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    decode_streams_group_target_assignment_member_key_v21,
)

def encode_streams_group_target_assignment_member_key_v21(o0, l, out):
    a = l.append
    v = o0.group_id.encode()
    n = len(v)
    a(P_h(n))
    a(v)
    v = o0.member_id.encode()
    n = len(v)
    a(P_h(n))
    a(v)

StreamsGroupTargetAssignmentMemberKey.ENCODERS = (
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    encode_streams_group_target_assignment_member_key_v21,
)

def decode_streams_group_target_assignment_member_value_v0(b, p):
    e = len(b)
    o0 = new_message(StreamsGroupTargetAssignmentMemberValue)
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 3 <= e - p: raise DecodeError(f'StreamsGroupTargetAssignmentMemberValue: active_tasks: count {c0}')
    o0.active_tasks = l0 = []
    for _ in range(c0):
        o1 = new(StreamsGroupTargetAssignmentMemberValue_TaskIds)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'StreamsGroupTargetAssignmentMemberValue: subtopology_id: length {n}')
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
            if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'StreamsGroupTargetAssignmentMemberValue: partitions: count {c1}')
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
    if not 0 <= c0 * 3 <= e - p: raise DecodeError(f'StreamsGroupTargetAssignmentMemberValue: standby_tasks: count {c0}')
    o0.standby_tasks = l0 = []
    for _ in range(c0):
        o1 = new(StreamsGroupTargetAssignmentMemberValue_TaskIds)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'StreamsGroupTargetAssignmentMemberValue: subtopology_id: length {n}')
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
            if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'StreamsGroupTargetAssignmentMemberValue: partitions: count {c1}')
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
    if not 0 <= c0 * 3 <= e - p: raise DecodeError(f'StreamsGroupTargetAssignmentMemberValue: warmup_tasks: count {c0}')
    o0.warmup_tasks = l0 = []
    for _ in range(c0):
        o1 = new(StreamsGroupTargetAssignmentMemberValue_TaskIds)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'StreamsGroupTargetAssignmentMemberValue: subtopology_id: length {n}')
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
            if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'StreamsGroupTargetAssignmentMemberValue: partitions: count {c1}')
            o1.partitions = [*unpack_from(f'>{c1}i', b, p)]
            p += c1 * 4
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

StreamsGroupTargetAssignmentMemberValue.DECODERS = (
    decode_streams_group_target_assignment_member_value_v0,
)

def encode_streams_group_target_assignment_member_value_v0(o0, l, out):
    a = l.append
    v0 = o0.active_tasks
    n = len(v0) + 1
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
    n = len(v0) + 1
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
    n = len(v0) + 1
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
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

StreamsGroupTargetAssignmentMemberValue.ENCODERS = (
    encode_streams_group_target_assignment_member_value_v0,
)

def decode_streams_group_target_assignment_metadata_key_v20(b, p):
    e = len(b)
    o0 = new_message(StreamsGroupTargetAssignmentMetadataKey)
    n, = U_h(b, p)
    p += 2
    if n < 0: raise DecodeError(f'StreamsGroupTargetAssignmentMetadataKey: group_id: length {n}')
    q = p + n
    o0.group_id = b[p:q].decode()
    p = q
    return o0, p

StreamsGroupTargetAssignmentMetadataKey.DECODERS = (
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    decode_streams_group_target_assignment_metadata_key_v20,
)

def encode_streams_group_target_assignment_metadata_key_v20(o0, l, out):
    a = l.append
    v = o0.group_id.encode()
    n = len(v)
    a(P_h(n))
    a(v)

StreamsGroupTargetAssignmentMetadataKey.ENCODERS = (
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    encode_streams_group_target_assignment_metadata_key_v20,
)

def decode_streams_group_target_assignment_metadata_value_v0(b, p):
    e = len(b)
    o0 = new_message(StreamsGroupTargetAssignmentMetadataValue)
    o0.assignment_epoch, t = U_iB(b, p)
    p += 5
    o0.assignment_timestamp = 0
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
                o0.assignment_timestamp, = U_q(b, p)
                p += 8
                if p != q0: raise DecodeError(f'StreamsGroupTargetAssignmentMetadataValue: assignment_timestamp: size')
            else:
                u0.append((t0, bytes(b[p:q0])))
                p = q0
        o0.unknown_tagged_fields = tuple(u0)
    return o0, p

StreamsGroupTargetAssignmentMetadataValue.DECODERS = (
    decode_streams_group_target_assignment_metadata_value_v0,
)

def encode_streams_group_target_assignment_metadata_value_v0(o0, l, out):
    a = l.append
    if o0.assignment_timestamp != 0 or o0.unknown_tagged_fields:
        a(P_i(o0.assignment_epoch))
        g0 = list(o0.unknown_tagged_fields)
        if o0.assignment_timestamp != 0:
            w0 = []
            a0 = w0.append
            a0(P_q(o0.assignment_timestamp))
            g0.append((0, b''.join(w0)))
        a(write_tags(g0))
    else:
        a(P_ix(o0.assignment_epoch))

StreamsGroupTargetAssignmentMetadataValue.ENCODERS = (
    encode_streams_group_target_assignment_metadata_value_v0,
)

def decode_streams_group_topology_key_v23(b, p):
    e = len(b)
    o0 = new_message(StreamsGroupTopologyKey)
    n, = U_h(b, p)
    p += 2
    if n < 0: raise DecodeError(f'StreamsGroupTopologyKey: group_id: length {n}')
    q = p + n
    o0.group_id = b[p:q].decode()
    p = q
    return o0, p

StreamsGroupTopologyKey.DECODERS = (
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    decode_streams_group_topology_key_v23,
)

def encode_streams_group_topology_key_v23(o0, l, out):
    a = l.append
    v = o0.group_id.encode()
    n = len(v)
    a(P_h(n))
    a(v)

StreamsGroupTopologyKey.ENCODERS = (
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    encode_streams_group_topology_key_v23,
)

def decode_streams_group_topology_value_v0(b, p):
    e = len(b)
    o0 = new_message(StreamsGroupTopologyValue)
    o0.epoch, c0 = U_iB(b, p)
    p += 5
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 8 <= e - p: raise DecodeError(f'StreamsGroupTopologyValue: subtopologies: count {c0}')
    o0.subtopologies = l0 = []
    for _ in range(c0):
        o1 = new(StreamsGroupTopologyValue_Subtopology)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'StreamsGroupTopologyValue: subtopology_id: length {n}')
        q = p + n - 1
        o1.subtopology_id = b[p:q].decode()
        p = q
        c1 = b[p]
        p += 1
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 <= e - p: raise DecodeError(f'StreamsGroupTopologyValue: source_topics: count {c1}')
        o1.source_topics = l1 = []
        for _ in range(c1):
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'StreamsGroupTopologyValue: element: length {n}')
            q = p + n - 1
            v = b[p:q].decode()
            p = q
            l1.append(v)
        c1 = b[p]
        p += 1
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 <= e - p: raise DecodeError(f'StreamsGroupTopologyValue: source_topic_regex: count {c1}')
        o1.source_topic_regex = l1 = []
        for _ in range(c1):
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'StreamsGroupTopologyValue: element: length {n}')
            q = p + n - 1
            v = b[p:q].decode()
            p = q
            l1.append(v)
        c1 = b[p]
        p += 1
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 9 <= e - p: raise DecodeError(f'StreamsGroupTopologyValue: state_changelog_topics: count {c1}')
        o1.state_changelog_topics = l1 = []
        for _ in range(c1):
            o2 = new(StreamsGroupTopologyValue_TopicInfo)
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'StreamsGroupTopologyValue: name: length {n}')
            q = p + n - 1
            o2.name = b[p:q].decode()
            p = q
            o2.partitions, o2.replication_factor, c2 = U_ihB(b, p)
            p += 7
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if not 0 <= c2 * 3 <= e - p: raise DecodeError(f'StreamsGroupTopologyValue: topic_configs: count {c2}')
            o2.topic_configs = l2 = []
            for _ in range(c2):
                o3 = new(StreamsGroupTopologyValue_TopicConfig)
                n = b[p]
                p += 1
                if n > 127: n, p = read_uvarint(b, p - 1)
                if n < 1: raise DecodeError(f'StreamsGroupTopologyValue: key: length {n}')
                q = p + n - 1
                o3.key = b[p:q].decode()
                p = q
                n = b[p]
                p += 1
                if n > 127: n, p = read_uvarint(b, p - 1)
                if n < 1: raise DecodeError(f'StreamsGroupTopologyValue: value: length {n}')
                q = p + n - 1
                o3.value = b[p:q].decode()
                p = q
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
        c1 = b[p]
        p += 1
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 <= e - p: raise DecodeError(f'StreamsGroupTopologyValue: repartition_sink_topics: count {c1}')
        o1.repartition_sink_topics = l1 = []
        for _ in range(c1):
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'StreamsGroupTopologyValue: element: length {n}')
            q = p + n - 1
            v = b[p:q].decode()
            p = q
            l1.append(v)
        c1 = b[p]
        p += 1
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 9 <= e - p: raise DecodeError(f'StreamsGroupTopologyValue: repartition_source_topics: count {c1}')
        o1.repartition_source_topics = l1 = []
        for _ in range(c1):
            o2 = new(StreamsGroupTopologyValue_TopicInfo)
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'StreamsGroupTopologyValue: name: length {n}')
            q = p + n - 1
            o2.name = b[p:q].decode()
            p = q
            o2.partitions, o2.replication_factor, c2 = U_ihB(b, p)
            p += 7
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if not 0 <= c2 * 3 <= e - p: raise DecodeError(f'StreamsGroupTopologyValue: topic_configs: count {c2}')
            o2.topic_configs = l2 = []
            for _ in range(c2):
                o3 = new(StreamsGroupTopologyValue_TopicConfig)
                n = b[p]
                p += 1
                if n > 127: n, p = read_uvarint(b, p - 1)
                if n < 1: raise DecodeError(f'StreamsGroupTopologyValue: key: length {n}')
                q = p + n - 1
                o3.key = b[p:q].decode()
                p = q
                n = b[p]
                p += 1
                if n > 127: n, p = read_uvarint(b, p - 1)
                if n < 1: raise DecodeError(f'StreamsGroupTopologyValue: value: length {n}')
                q = p + n - 1
                o3.value = b[p:q].decode()
                p = q
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
        c1 = b[p]
        p += 1
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'StreamsGroupTopologyValue: copartition_groups: count {c1}')
        o1.copartition_groups = l1 = []
        for _ in range(c1):
            o2 = new(StreamsGroupTopologyValue_CopartitionGroup)
            c2 = b[p]
            p += 1
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if 0 < c2 < 9: o2.source_topics = [*UNPACK_h[c2](b, p)]; p += c2 * 2
            elif c2 == 0: o2.source_topics = []
            else:
                if not 0 <= c2 * 2 <= e - p: raise DecodeError(f'StreamsGroupTopologyValue: source_topics: count {c2}')
                o2.source_topics = [*unpack_from(f'>{c2}h', b, p)]
                p += c2 * 2
            c2 = b[p]
            p += 1
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if 0 < c2 < 9: o2.source_topic_regex = [*UNPACK_h[c2](b, p)]; p += c2 * 2
            elif c2 == 0: o2.source_topic_regex = []
            else:
                if not 0 <= c2 * 2 <= e - p: raise DecodeError(f'StreamsGroupTopologyValue: source_topic_regex: count {c2}')
                o2.source_topic_regex = [*unpack_from(f'>{c2}h', b, p)]
                p += c2 * 2
            c2 = b[p]
            p += 1
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if 0 < c2 < 9: o2.repartition_source_topics = [*UNPACK_h[c2](b, p)]; p += c2 * 2
            elif c2 == 0: o2.repartition_source_topics = []
            else:
                if not 0 <= c2 * 2 <= e - p: raise DecodeError(f'StreamsGroupTopologyValue: repartition_source_topics: count {c2}')
                o2.repartition_source_topics = [*unpack_from(f'>{c2}h', b, p)]
                p += c2 * 2
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

StreamsGroupTopologyValue.DECODERS = (
    decode_streams_group_topology_value_v0,
)

def encode_streams_group_topology_value_v0(o0, l, out):
    a = l.append
    v0 = o0.subtopologies
    n = len(v0) + 1
    if n < 128: a(P_iB(o0.epoch, n))
    else: a(P_i(o0.epoch) + uvarint(n))
    for o1 in v0:
        v = o1.subtopology_id.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v1 = o1.source_topics
        n = len(v1) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o2 in v1:
            v = o2.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
        v1 = o1.source_topic_regex
        n = len(v1) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o2 in v1:
            v = o2.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
        v1 = o1.state_changelog_topics
        n = len(v1) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o2 in v1:
            v = o2.name.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            v2 = o2.topic_configs
            n = len(v2) + 1
            if n < 128: a(P_ihB(o2.partitions, o2.replication_factor, n))
            else: a(P_ih(o2.partitions, o2.replication_factor) + uvarint(n))
            for o3 in v2:
                v = o3.key.encode()
                n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
                v = o3.value.encode()
                n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
                if o3.unknown_tagged_fields:
                    a(write_tags(o3.unknown_tagged_fields))
                else:
                    a(b'\x00')
            if o2.unknown_tagged_fields:
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(b'\x00')
        v1 = o1.repartition_sink_topics
        n = len(v1) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o2 in v1:
            v = o2.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
        v1 = o1.repartition_source_topics
        n = len(v1) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o2 in v1:
            v = o2.name.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            v2 = o2.topic_configs
            n = len(v2) + 1
            if n < 128: a(P_ihB(o2.partitions, o2.replication_factor, n))
            else: a(P_ih(o2.partitions, o2.replication_factor) + uvarint(n))
            for o3 in v2:
                v = o3.key.encode()
                n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
                v = o3.value.encode()
                n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
                if o3.unknown_tagged_fields:
                    a(write_tags(o3.unknown_tagged_fields))
                else:
                    a(b'\x00')
            if o2.unknown_tagged_fields:
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(b'\x00')
        v1 = o1.copartition_groups
        n = len(v1) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o2 in v1:
            s0 = o2.source_topics
            n0 = len(s0)
            s1 = o2.source_topic_regex
            n1 = len(s1)
            s2 = o2.repartition_source_topics
            n2 = len(s2)
            if o2.unknown_tagged_fields:
                if n0 > 126 or n1 > 126 or n2 > 126:
                    a(uvarint(n0 + 1))
                    a(F_nh[n0](*s0))
                    a(uvarint(n1 + 1))
                    a(F_nh[n1](*s1))
                    a(uvarint(n2 + 1))
                    a(F_nh[n2](*s2))
                else:
                    a(F_BnhBnhBnh[n0, n1, n2](n0 + 1, *s0, n1 + 1, *s1, n2 + 1, *s2))
                a(write_tags(o2.unknown_tagged_fields))
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
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

StreamsGroupTopologyValue.ENCODERS = (
    encode_streams_group_topology_value_v0,
)
