"""Written by `make generate` from protocol/messages/streams_group_describe.py. Do not edit."""

from kavka.protocol.message import Message, Part
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import new, new_message, pack, read_tags, read_uvarint, refuse, unpack_from, uvarint
from kavka.protocol.wire import write_tags

class StreamsGroupDescribeRequest(Message):
    __slots__ = ('group_ids', 'include_authorized_operations', 'include_topology_description', 'unknown_tagged_fields')
    API_KEY = 89
    MIN_VERSION = 0
    MAX_VERSION = 1
    FLEXIBLE_FROM = 0
    
    def __init__(self, group_ids=EMPTY, include_authorized_operations=False, include_topology_description=False, unknown_tagged_fields=()):
        self.group_ids = [] if group_ids is EMPTY else group_ids
        self.include_authorized_operations = include_authorized_operations
        self.include_topology_description = include_topology_description
        self.unknown_tagged_fields = unknown_tagged_fields

class StreamsGroupDescribeResponse(Message):
    __slots__ = ('throttle_time_ms', 'groups', 'unknown_tagged_fields')
    API_KEY = 89
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
    
    class Subtopology(Part):
        __slots__ = ('subtopology_id', 'source_topics', 'repartition_sink_topics', 'state_changelog_topics', 'repartition_source_topics', 'unknown_tagged_fields')
        
        def __init__(self, subtopology_id='', source_topics=EMPTY, repartition_sink_topics=EMPTY, state_changelog_topics=EMPTY, repartition_source_topics=EMPTY, unknown_tagged_fields=()):
            self.subtopology_id = subtopology_id
            self.source_topics = [] if source_topics is EMPTY else source_topics
            self.repartition_sink_topics = [] if repartition_sink_topics is EMPTY else repartition_sink_topics
            self.state_changelog_topics = [] if state_changelog_topics is EMPTY else state_changelog_topics
            self.repartition_source_topics = [] if repartition_source_topics is EMPTY else repartition_source_topics
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class Topology(Part):
        __slots__ = ('epoch', 'subtopologies', 'unknown_tagged_fields')
        
        def __init__(self, epoch=0, subtopologies=None, unknown_tagged_fields=()):
            self.epoch = epoch
            self.subtopologies = subtopologies
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
    
    class TaskIds(Part):
        __slots__ = ('subtopology_id', 'partitions', 'unknown_tagged_fields')
        
        def __init__(self, subtopology_id='', partitions=EMPTY, unknown_tagged_fields=()):
            self.subtopology_id = subtopology_id
            self.partitions = [] if partitions is EMPTY else partitions
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class Assignment(Part):
        __slots__ = ('active_tasks', 'standby_tasks', 'warmup_tasks', 'unknown_tagged_fields')
        
        def __init__(self, active_tasks=EMPTY, standby_tasks=EMPTY, warmup_tasks=EMPTY, unknown_tagged_fields=()):
            self.active_tasks = [] if active_tasks is EMPTY else active_tasks
            self.standby_tasks = [] if standby_tasks is EMPTY else standby_tasks
            self.warmup_tasks = [] if warmup_tasks is EMPTY else warmup_tasks
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class Member(Part):
        __slots__ = ('member_id', 'member_epoch', 'instance_id', 'rack_id', 'client_id', 'client_host', 'topology_epoch', 'process_id', 'user_endpoint', 'client_tags', 'task_offsets', 'task_end_offsets', 'assignment', 'target_assignment', 'is_classic', 'unknown_tagged_fields')
        
        def __init__(self, member_id='', member_epoch=0, instance_id=None, rack_id=None, client_id='', client_host='', topology_epoch=0, process_id='', user_endpoint=None, client_tags=EMPTY, task_offsets=EMPTY, task_end_offsets=EMPTY, assignment=None, target_assignment=None, is_classic=False, unknown_tagged_fields=()):
            self.member_id = member_id
            self.member_epoch = member_epoch
            self.instance_id = instance_id
            self.rack_id = rack_id
            self.client_id = client_id
            self.client_host = client_host
            self.topology_epoch = topology_epoch
            self.process_id = process_id
            self.user_endpoint = user_endpoint
            self.client_tags = [] if client_tags is EMPTY else client_tags
            self.task_offsets = [] if task_offsets is EMPTY else task_offsets
            self.task_end_offsets = [] if task_end_offsets is EMPTY else task_end_offsets
            self.assignment = assignment
            self.target_assignment = target_assignment
            self.is_classic = is_classic
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class TopologyDescriptionNode(Part):
        __slots__ = ('name', 'node_type', 'source_topics', 'sink_topic', 'stores', 'successors', 'unknown_tagged_fields')
        
        def __init__(self, name='', node_type=0, source_topics=EMPTY, sink_topic=None, stores=EMPTY, successors=EMPTY, unknown_tagged_fields=()):
            self.name = name
            self.node_type = node_type
            self.source_topics = [] if source_topics is EMPTY else source_topics
            self.sink_topic = sink_topic
            self.stores = [] if stores is EMPTY else stores
            self.successors = [] if successors is EMPTY else successors
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class TopologyDescriptionSubtopology(Part):
        __slots__ = ('subtopology_id', 'nodes', 'unknown_tagged_fields')
        
        def __init__(self, subtopology_id='', nodes=EMPTY, unknown_tagged_fields=()):
            self.subtopology_id = subtopology_id
            self.nodes = [] if nodes is EMPTY else nodes
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class TopologyDescriptionGlobalStore(Part):
        __slots__ = ('source', 'processor', 'unknown_tagged_fields')
        
        def __init__(self, source=None, processor=None, unknown_tagged_fields=()):
            self.source = source
            self.processor = processor
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class TopologyDescription(Part):
        __slots__ = ('subtopologies', 'global_stores', 'unknown_tagged_fields')
        
        def __init__(self, subtopologies=EMPTY, global_stores=EMPTY, unknown_tagged_fields=()):
            self.subtopologies = [] if subtopologies is EMPTY else subtopologies
            self.global_stores = [] if global_stores is EMPTY else global_stores
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class DescribedGroup(Part):
        __slots__ = ('error_code', 'error_message', 'group_id', 'group_state', 'group_epoch', 'assignment_epoch', 'topology', 'members', 'authorized_operations', 'topology_description', 'topology_description_status', 'assignor_name', 'unknown_tagged_fields')
        
        def __init__(self, error_code=0, error_message=None, group_id='', group_state='', group_epoch=0, assignment_epoch=0, topology=None, members=EMPTY, authorized_operations=-2147483648, topology_description=None, topology_description_status=0, assignor_name=None, unknown_tagged_fields=()):
            self.error_code = error_code
            self.error_message = error_message
            self.group_id = group_id
            self.group_state = group_state
            self.group_epoch = group_epoch
            self.assignment_epoch = assignment_epoch
            self.topology = topology
            self.members = [] if members is EMPTY else members
            self.authorized_operations = authorized_operations
            self.topology_description = topology_description
            self.topology_description_status = topology_description_status
            self.assignor_name = assignor_name
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, throttle_time_ms=0, groups=EMPTY, unknown_tagged_fields=()):
        self.throttle_time_ms = throttle_time_ms
        self.groups = [] if groups is EMPTY else groups
        self.unknown_tagged_fields = unknown_tagged_fields

StreamsGroupDescribeResponse_KeyValue = StreamsGroupDescribeResponse.KeyValue

StreamsGroupDescribeResponse_TopicInfo = StreamsGroupDescribeResponse.TopicInfo

StreamsGroupDescribeResponse_Subtopology = StreamsGroupDescribeResponse.Subtopology

StreamsGroupDescribeResponse_Topology = StreamsGroupDescribeResponse.Topology

StreamsGroupDescribeResponse_Endpoint = StreamsGroupDescribeResponse.Endpoint

StreamsGroupDescribeResponse_TaskOffset = StreamsGroupDescribeResponse.TaskOffset

StreamsGroupDescribeResponse_TaskIds = StreamsGroupDescribeResponse.TaskIds

StreamsGroupDescribeResponse_Assignment = StreamsGroupDescribeResponse.Assignment

StreamsGroupDescribeResponse_Member = StreamsGroupDescribeResponse.Member

StreamsGroupDescribeResponse_TopologyDescriptionNode = StreamsGroupDescribeResponse.TopologyDescriptionNode

StreamsGroupDescribeResponse_TopologyDescriptionSubtopology = StreamsGroupDescribeResponse.TopologyDescriptionSubtopology

StreamsGroupDescribeResponse_TopologyDescriptionGlobalStore = StreamsGroupDescribeResponse.TopologyDescriptionGlobalStore

StreamsGroupDescribeResponse_TopologyDescription = StreamsGroupDescribeResponse.TopologyDescription

StreamsGroupDescribeResponse_DescribedGroup = StreamsGroupDescribeResponse.DescribedGroup

U_TB = Struct('>?B').unpack_from
U_2TB = Struct('>2?B').unpack_from
P_T = Struct('>?').pack
P_Tx = Struct('>?x').pack
P_2T = Struct('>2?').pack
P_2Tx = Struct('>2?x').pack
U_iB = Struct('>iB').unpack_from
U_hB = Struct('>hB').unpack_from
U_2ib = Struct('>2ib').unpack_from
U_ihB = Struct('>ihB').unpack_from
U_b = Struct('>b').unpack_from
U_HB = Struct('>HB').unpack_from
U_iqB = Struct('>iqB').unpack_from
UNPACK_i = UNPACK['i']
U_ib = Struct('>ib').unpack_from
U_bB = Struct('>bB').unpack_from
P_iB = Struct('>iB').pack
P_i = Struct('>i').pack
P_hB = Struct('>hB').pack
P_h = Struct('>h').pack
P_2i = Struct('>2i').pack
P_ihB = Struct('>ihB').pack
P_ih = Struct('>ih').pack
P_H = Struct('>H').pack
P_Hx = Struct('>Hx').pack
P_iq = Struct('>iq').pack
P_iqx = Struct('>iqx').pack
F_ni = PackCache('>%di')
F_Bni = PackCache('>B%di')
F_nix = PackCache('>%dix')
F_Bnix = PackCache('>B%dix')
P_ix = Struct('>ix').pack
P_bB = Struct('>bB').pack
P_b = Struct('>b').pack

def decode_streams_group_describe_request_v0(b, p):
    e = len(b)
    o0 = new_message(StreamsGroupDescribeRequest)
    o0.include_topology_description = False
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 <= e - p: raise DecodeError(f'StreamsGroupDescribeRequest: group_ids: count {c0}')
    o0.group_ids = l0 = []
    for _ in range(c0):
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'StreamsGroupDescribeRequest: element: length {n}')
        q = p + n - 1
        v = b[p:q].decode()
        p = q
        l0.append(v)
    o0.include_authorized_operations, t = U_TB(b, p)
    p += 2
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

def decode_streams_group_describe_request_v1(b, p):
    e = len(b)
    o0 = new_message(StreamsGroupDescribeRequest)
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 <= e - p: raise DecodeError(f'StreamsGroupDescribeRequest: group_ids: count {c0}')
    o0.group_ids = l0 = []
    for _ in range(c0):
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'StreamsGroupDescribeRequest: element: length {n}')
        q = p + n - 1
        v = b[p:q].decode()
        p = q
        l0.append(v)
    o0.include_authorized_operations, o0.include_topology_description, t = U_2TB(b, p)
    p += 3
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

StreamsGroupDescribeRequest.DECODERS = (
    decode_streams_group_describe_request_v0,
    decode_streams_group_describe_request_v1,
)

def encode_streams_group_describe_request_v0(o0, l, out):
    a = l.append
    if o0.include_topology_description: raise refuse(o0, 'include_topology_description')
    v0 = o0.group_ids
    n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        v = o1.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
    if o0.unknown_tagged_fields:
        a(P_T(o0.include_authorized_operations))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_Tx(o0.include_authorized_operations))

def encode_streams_group_describe_request_v1(o0, l, out):
    a = l.append
    v0 = o0.group_ids
    n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        v = o1.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
    if o0.unknown_tagged_fields:
        a(P_2T(o0.include_authorized_operations, o0.include_topology_description))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_2Tx(o0.include_authorized_operations, o0.include_topology_description))

StreamsGroupDescribeRequest.ENCODERS = (
    encode_streams_group_describe_request_v0,
    encode_streams_group_describe_request_v1,
)

def decode_streams_group_describe_response_v0(b, p):
    e = len(b)
    o0 = new_message(StreamsGroupDescribeResponse)
    o0.throttle_time_ms, c0 = U_iB(b, p)
    p += 5
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 20 <= e - p: raise DecodeError(f'StreamsGroupDescribeResponse: groups: count {c0}')
    o0.groups = l0 = []
    for _ in range(c0):
        o1 = new(StreamsGroupDescribeResponse_DescribedGroup)
        o1.topology_description = None
        o1.topology_description_status = 0
        o1.assignor_name = None
        o1.error_code, n = U_hB(b, p)
        p += 3
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n:
            q = p + n - 1
            o1.error_message = b[p:q].decode()
            p = q
        else:
            o1.error_message = None
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'StreamsGroupDescribeResponse: group_id: length {n}')
        q = p + n - 1
        o1.group_id = b[p:q].decode()
        p = q
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'StreamsGroupDescribeResponse: group_state: length {n}')
        q = p + n - 1
        o1.group_state = b[p:q].decode()
        p = q
        o1.group_epoch, o1.assignment_epoch, n = U_2ib(b, p)
        p += 9
        if n < 0: o1.topology = None
        else:
            o2 = new(StreamsGroupDescribeResponse_Topology)
            o2.epoch, c2 = U_iB(b, p)
            p += 5
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if c2 == -1:
                o2.subtopologies = None
            else:
                if not 0 <= c2 * 6 <= e - p: raise DecodeError(f'StreamsGroupDescribeResponse: subtopologies: count {c2}')
                o2.subtopologies = l2 = []
                for _ in range(c2):
                    o3 = new(StreamsGroupDescribeResponse_Subtopology)
                    n = b[p]
                    p += 1
                    if n > 127: n, p = read_uvarint(b, p - 1)
                    if n < 1: raise DecodeError(f'StreamsGroupDescribeResponse: subtopology_id: length {n}')
                    q = p + n - 1
                    o3.subtopology_id = b[p:q].decode()
                    p = q
                    c3 = b[p]
                    p += 1
                    if c3 > 127: c3, p = read_uvarint(b, p - 1)
                    c3 -= 1
                    if not 0 <= c3 <= e - p: raise DecodeError(f'StreamsGroupDescribeResponse: source_topics: count {c3}')
                    o3.source_topics = l3 = []
                    for _ in range(c3):
                        n = b[p]
                        p += 1
                        if n > 127: n, p = read_uvarint(b, p - 1)
                        if n < 1: raise DecodeError(f'StreamsGroupDescribeResponse: element: length {n}')
                        q = p + n - 1
                        v = b[p:q].decode()
                        p = q
                        l3.append(v)
                    c3 = b[p]
                    p += 1
                    if c3 > 127: c3, p = read_uvarint(b, p - 1)
                    c3 -= 1
                    if not 0 <= c3 <= e - p: raise DecodeError(f'StreamsGroupDescribeResponse: repartition_sink_topics: count {c3}')
                    o3.repartition_sink_topics = l3 = []
                    for _ in range(c3):
                        n = b[p]
                        p += 1
                        if n > 127: n, p = read_uvarint(b, p - 1)
                        if n < 1: raise DecodeError(f'StreamsGroupDescribeResponse: element: length {n}')
                        q = p + n - 1
                        v = b[p:q].decode()
                        p = q
                        l3.append(v)
                    c3 = b[p]
                    p += 1
                    if c3 > 127: c3, p = read_uvarint(b, p - 1)
                    c3 -= 1
                    if not 0 <= c3 * 9 <= e - p: raise DecodeError(f'StreamsGroupDescribeResponse: state_changelog_topics: count {c3}')
                    o3.state_changelog_topics = l3 = []
                    for _ in range(c3):
                        o4 = new(StreamsGroupDescribeResponse_TopicInfo)
                        n = b[p]
                        p += 1
                        if n > 127: n, p = read_uvarint(b, p - 1)
                        if n < 1: raise DecodeError(f'StreamsGroupDescribeResponse: name: length {n}')
                        q = p + n - 1
                        o4.name = b[p:q].decode()
                        p = q
                        o4.partitions, o4.replication_factor, c4 = U_ihB(b, p)
                        p += 7
                        if c4 > 127: c4, p = read_uvarint(b, p - 1)
                        c4 -= 1
                        if not 0 <= c4 * 3 <= e - p: raise DecodeError(f'StreamsGroupDescribeResponse: topic_configs: count {c4}')
                        o4.topic_configs = l4 = []
                        for _ in range(c4):
                            o5 = new(StreamsGroupDescribeResponse_KeyValue)
                            n = b[p]
                            p += 1
                            if n > 127: n, p = read_uvarint(b, p - 1)
                            if n < 1: raise DecodeError(f'StreamsGroupDescribeResponse: key: length {n}')
                            q = p + n - 1
                            o5.key = b[p:q].decode()
                            p = q
                            n = b[p]
                            p += 1
                            if n > 127: n, p = read_uvarint(b, p - 1)
                            if n < 1: raise DecodeError(f'StreamsGroupDescribeResponse: value: length {n}')
                            q = p + n - 1
                            o5.value = b[p:q].decode()
                            p = q
                            t = b[p]
                            p += 1
                            if t: o5.unknown_tagged_fields, p = read_tags(b, p - 1)
                            else: o5.unknown_tagged_fields = ()
                            l4.append(o5)
                        t = b[p]
                        p += 1
                        if t: o4.unknown_tagged_fields, p = read_tags(b, p - 1)
                        else: o4.unknown_tagged_fields = ()
                        l3.append(o4)
                    c3 = b[p]
                    p += 1
                    if c3 > 127: c3, p = read_uvarint(b, p - 1)
                    c3 -= 1
                    if not 0 <= c3 * 9 <= e - p: raise DecodeError(f'StreamsGroupDescribeResponse: repartition_source_topics: count {c3}')
                    o3.repartition_source_topics = l3 = []
                    for _ in range(c3):
                        o4 = new(StreamsGroupDescribeResponse_TopicInfo)
                        n = b[p]
                        p += 1
                        if n > 127: n, p = read_uvarint(b, p - 1)
                        if n < 1: raise DecodeError(f'StreamsGroupDescribeResponse: name: length {n}')
                        q = p + n - 1
                        o4.name = b[p:q].decode()
                        p = q
                        o4.partitions, o4.replication_factor, c4 = U_ihB(b, p)
                        p += 7
                        if c4 > 127: c4, p = read_uvarint(b, p - 1)
                        c4 -= 1
                        if not 0 <= c4 * 3 <= e - p: raise DecodeError(f'StreamsGroupDescribeResponse: topic_configs: count {c4}')
                        o4.topic_configs = l4 = []
                        for _ in range(c4):
                            o5 = new(StreamsGroupDescribeResponse_KeyValue)
                            n = b[p]
                            p += 1
                            if n > 127: n, p = read_uvarint(b, p - 1)
                            if n < 1: raise DecodeError(f'StreamsGroupDescribeResponse: key: length {n}')
                            q = p + n - 1
                            o5.key = b[p:q].decode()
                            p = q
                            n = b[p]
                            p += 1
                            if n > 127: n, p = read_uvarint(b, p - 1)
                            if n < 1: raise DecodeError(f'StreamsGroupDescribeResponse: value: length {n}')
                            q = p + n - 1
                            o5.value = b[p:q].decode()
                            p = q
                            t = b[p]
                            p += 1
                            if t: o5.unknown_tagged_fields, p = read_tags(b, p - 1)
                            else: o5.unknown_tagged_fields = ()
                            l4.append(o5)
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
            t = b[p]
            p += 1
            if t: o2.unknown_tagged_fields, p = read_tags(b, p - 1)
            else: o2.unknown_tagged_fields = ()
            o1.topology = o2
        c1 = b[p]
        p += 1
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 28 <= e - p: raise DecodeError(f'StreamsGroupDescribeResponse: members: count {c1}')
        o1.members = l1 = []
        for _ in range(c1):
            o2 = new(StreamsGroupDescribeResponse_Member)
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'StreamsGroupDescribeResponse: member_id: length {n}')
            q = p + n - 1
            o2.member_id = b[p:q].decode()
            p = q
            o2.member_epoch, n = U_iB(b, p)
            p += 5
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n:
                q = p + n - 1
                o2.instance_id = b[p:q].decode()
                p = q
            else:
                o2.instance_id = None
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n:
                q = p + n - 1
                o2.rack_id = b[p:q].decode()
                p = q
            else:
                o2.rack_id = None
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'StreamsGroupDescribeResponse: client_id: length {n}')
            q = p + n - 1
            o2.client_id = b[p:q].decode()
            p = q
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'StreamsGroupDescribeResponse: client_host: length {n}')
            q = p + n - 1
            o2.client_host = b[p:q].decode()
            p = q
            o2.topology_epoch, n = U_iB(b, p)
            p += 5
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'StreamsGroupDescribeResponse: process_id: length {n}')
            q = p + n - 1
            o2.process_id = b[p:q].decode()
            p = q
            n, = U_b(b, p)
            p += 1
            if n < 0: o2.user_endpoint = None
            else:
                o3 = new(StreamsGroupDescribeResponse_Endpoint)
                n = b[p]
                p += 1
                if n > 127: n, p = read_uvarint(b, p - 1)
                if n < 1: raise DecodeError(f'StreamsGroupDescribeResponse: host: length {n}')
                q = p + n - 1
                o3.host = b[p:q].decode()
                p = q
                o3.port, t = U_HB(b, p)
                p += 3
                if t: o3.unknown_tagged_fields, p = read_tags(b, p - 1)
                else: o3.unknown_tagged_fields = ()
                o2.user_endpoint = o3
            c2 = b[p]
            p += 1
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if not 0 <= c2 * 3 <= e - p: raise DecodeError(f'StreamsGroupDescribeResponse: client_tags: count {c2}')
            o2.client_tags = l2 = []
            for _ in range(c2):
                o3 = new(StreamsGroupDescribeResponse_KeyValue)
                n = b[p]
                p += 1
                if n > 127: n, p = read_uvarint(b, p - 1)
                if n < 1: raise DecodeError(f'StreamsGroupDescribeResponse: key: length {n}')
                q = p + n - 1
                o3.key = b[p:q].decode()
                p = q
                n = b[p]
                p += 1
                if n > 127: n, p = read_uvarint(b, p - 1)
                if n < 1: raise DecodeError(f'StreamsGroupDescribeResponse: value: length {n}')
                q = p + n - 1
                o3.value = b[p:q].decode()
                p = q
                t = b[p]
                p += 1
                if t: o3.unknown_tagged_fields, p = read_tags(b, p - 1)
                else: o3.unknown_tagged_fields = ()
                l2.append(o3)
            c2 = b[p]
            p += 1
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if not 0 <= c2 * 14 <= e - p: raise DecodeError(f'StreamsGroupDescribeResponse: task_offsets: count {c2}')
            o2.task_offsets = l2 = []
            for _ in range(c2):
                o3 = new(StreamsGroupDescribeResponse_TaskOffset)
                n = b[p]
                p += 1
                if n > 127: n, p = read_uvarint(b, p - 1)
                if n < 1: raise DecodeError(f'StreamsGroupDescribeResponse: subtopology_id: length {n}')
                q = p + n - 1
                o3.subtopology_id = b[p:q].decode()
                p = q
                o3.partition, o3.offset, t = U_iqB(b, p)
                p += 13
                if t: o3.unknown_tagged_fields, p = read_tags(b, p - 1)
                else: o3.unknown_tagged_fields = ()
                l2.append(o3)
            c2 = b[p]
            p += 1
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if not 0 <= c2 * 14 <= e - p: raise DecodeError(f'StreamsGroupDescribeResponse: task_end_offsets: count {c2}')
            o2.task_end_offsets = l2 = []
            for _ in range(c2):
                o3 = new(StreamsGroupDescribeResponse_TaskOffset)
                n = b[p]
                p += 1
                if n > 127: n, p = read_uvarint(b, p - 1)
                if n < 1: raise DecodeError(f'StreamsGroupDescribeResponse: subtopology_id: length {n}')
                q = p + n - 1
                o3.subtopology_id = b[p:q].decode()
                p = q
                o3.partition, o3.offset, t = U_iqB(b, p)
                p += 13
                if t: o3.unknown_tagged_fields, p = read_tags(b, p - 1)
                else: o3.unknown_tagged_fields = ()
                l2.append(o3)
            o3 = new(StreamsGroupDescribeResponse_Assignment)
            c3 = b[p]
            p += 1
            if c3 > 127: c3, p = read_uvarint(b, p - 1)
            c3 -= 1
            if not 0 <= c3 * 3 <= e - p: raise DecodeError(f'StreamsGroupDescribeResponse: active_tasks: count {c3}')
            o3.active_tasks = l3 = []
            for _ in range(c3):
                o4 = new(StreamsGroupDescribeResponse_TaskIds)
                n = b[p]
                p += 1
                if n > 127: n, p = read_uvarint(b, p - 1)
                if n < 1: raise DecodeError(f'StreamsGroupDescribeResponse: subtopology_id: length {n}')
                q = p + n - 1
                o4.subtopology_id = b[p:q].decode()
                p = q
                c4 = b[p]
                p += 1
                if c4 > 127: c4, p = read_uvarint(b, p - 1)
                c4 -= 1
                if 0 < c4 < 9: o4.partitions = [*UNPACK_i[c4](b, p)]; p += c4 * 4
                elif c4 == 0: o4.partitions = []
                else:
                    if not 0 <= c4 * 4 <= e - p: raise DecodeError(f'StreamsGroupDescribeResponse: partitions: count {c4}')
                    o4.partitions = [*unpack_from(f'>{c4}i', b, p)]
                    p += c4 * 4
                t = b[p]
                p += 1
                if t: o4.unknown_tagged_fields, p = read_tags(b, p - 1)
                else: o4.unknown_tagged_fields = ()
                l3.append(o4)
            c3 = b[p]
            p += 1
            if c3 > 127: c3, p = read_uvarint(b, p - 1)
            c3 -= 1
            if not 0 <= c3 * 3 <= e - p: raise DecodeError(f'StreamsGroupDescribeResponse: standby_tasks: count {c3}')
            o3.standby_tasks = l3 = []
            for _ in range(c3):
                o4 = new(StreamsGroupDescribeResponse_TaskIds)
                n = b[p]
                p += 1
                if n > 127: n, p = read_uvarint(b, p - 1)
                if n < 1: raise DecodeError(f'StreamsGroupDescribeResponse: subtopology_id: length {n}')
                q = p + n - 1
                o4.subtopology_id = b[p:q].decode()
                p = q
                c4 = b[p]
                p += 1
                if c4 > 127: c4, p = read_uvarint(b, p - 1)
                c4 -= 1
                if 0 < c4 < 9: o4.partitions = [*UNPACK_i[c4](b, p)]; p += c4 * 4
                elif c4 == 0: o4.partitions = []
                else:
                    if not 0 <= c4 * 4 <= e - p: raise DecodeError(f'StreamsGroupDescribeResponse: partitions: count {c4}')
                    o4.partitions = [*unpack_from(f'>{c4}i', b, p)]
                    p += c4 * 4
                t = b[p]
                p += 1
                if t: o4.unknown_tagged_fields, p = read_tags(b, p - 1)
                else: o4.unknown_tagged_fields = ()
                l3.append(o4)
            c3 = b[p]
            p += 1
            if c3 > 127: c3, p = read_uvarint(b, p - 1)
            c3 -= 1
            if not 0 <= c3 * 3 <= e - p: raise DecodeError(f'StreamsGroupDescribeResponse: warmup_tasks: count {c3}')
            o3.warmup_tasks = l3 = []
            for _ in range(c3):
                o4 = new(StreamsGroupDescribeResponse_TaskIds)
                n = b[p]
                p += 1
                if n > 127: n, p = read_uvarint(b, p - 1)
                if n < 1: raise DecodeError(f'StreamsGroupDescribeResponse: subtopology_id: length {n}')
                q = p + n - 1
                o4.subtopology_id = b[p:q].decode()
                p = q
                c4 = b[p]
                p += 1
                if c4 > 127: c4, p = read_uvarint(b, p - 1)
                c4 -= 1
                if 0 < c4 < 9: o4.partitions = [*UNPACK_i[c4](b, p)]; p += c4 * 4
                elif c4 == 0: o4.partitions = []
                else:
                    if not 0 <= c4 * 4 <= e - p: raise DecodeError(f'StreamsGroupDescribeResponse: partitions: count {c4}')
                    o4.partitions = [*unpack_from(f'>{c4}i', b, p)]
                    p += c4 * 4
                t = b[p]
                p += 1
                if t: o4.unknown_tagged_fields, p = read_tags(b, p - 1)
                else: o4.unknown_tagged_fields = ()
                l3.append(o4)
            t = b[p]
            p += 1
            if t: o3.unknown_tagged_fields, p = read_tags(b, p - 1)
            else: o3.unknown_tagged_fields = ()
            o2.assignment = o3
            o3 = new(StreamsGroupDescribeResponse_Assignment)
            c3 = b[p]
            p += 1
            if c3 > 127: c3, p = read_uvarint(b, p - 1)
            c3 -= 1
            if not 0 <= c3 * 3 <= e - p: raise DecodeError(f'StreamsGroupDescribeResponse: active_tasks: count {c3}')
            o3.active_tasks = l3 = []
            for _ in range(c3):
                o4 = new(StreamsGroupDescribeResponse_TaskIds)
                n = b[p]
                p += 1
                if n > 127: n, p = read_uvarint(b, p - 1)
                if n < 1: raise DecodeError(f'StreamsGroupDescribeResponse: subtopology_id: length {n}')
                q = p + n - 1
                o4.subtopology_id = b[p:q].decode()
                p = q
                c4 = b[p]
                p += 1
                if c4 > 127: c4, p = read_uvarint(b, p - 1)
                c4 -= 1
                if 0 < c4 < 9: o4.partitions = [*UNPACK_i[c4](b, p)]; p += c4 * 4
                elif c4 == 0: o4.partitions = []
                else:
                    if not 0 <= c4 * 4 <= e - p: raise DecodeError(f'StreamsGroupDescribeResponse: partitions: count {c4}')
                    o4.partitions = [*unpack_from(f'>{c4}i', b, p)]
                    p += c4 * 4
                t = b[p]
                p += 1
                if t: o4.unknown_tagged_fields, p = read_tags(b, p - 1)
                else: o4.unknown_tagged_fields = ()
                l3.append(o4)
            c3 = b[p]
            p += 1
            if c3 > 127: c3, p = read_uvarint(b, p - 1)
            c3 -= 1
            if not 0 <= c3 * 3 <= e - p: raise DecodeError(f'StreamsGroupDescribeResponse: standby_tasks: count {c3}')
            o3.standby_tasks = l3 = []
            for _ in range(c3):
                o4 = new(StreamsGroupDescribeResponse_TaskIds)
                n = b[p]
                p += 1
                if n > 127: n, p = read_uvarint(b, p - 1)
                if n < 1: raise DecodeError(f'StreamsGroupDescribeResponse: subtopology_id: length {n}')
                q = p + n - 1
                o4.subtopology_id = b[p:q].decode()
                p = q
                c4 = b[p]
                p += 1
                if c4 > 127: c4, p = read_uvarint(b, p - 1)
                c4 -= 1
                if 0 < c4 < 9: o4.partitions = [*UNPACK_i[c4](b, p)]; p += c4 * 4
                elif c4 == 0: o4.partitions = []
                else:
                    if not 0 <= c4 * 4 <= e - p: raise DecodeError(f'StreamsGroupDescribeResponse: partitions: count {c4}')
                    o4.partitions = [*unpack_from(f'>{c4}i', b, p)]
                    p += c4 * 4
                t = b[p]
                p += 1
                if t: o4.unknown_tagged_fields, p = read_tags(b, p - 1)
                else: o4.unknown_tagged_fields = ()
                l3.append(o4)
            c3 = b[p]
            p += 1
            if c3 > 127: c3, p = read_uvarint(b, p - 1)
            c3 -= 1
            if not 0 <= c3 * 3 <= e - p: raise DecodeError(f'StreamsGroupDescribeResponse: warmup_tasks: count {c3}')
            o3.warmup_tasks = l3 = []
            for _ in range(c3):
                o4 = new(StreamsGroupDescribeResponse_TaskIds)
                n = b[p]
                p += 1
                if n > 127: n, p = read_uvarint(b, p - 1)
                if n < 1: raise DecodeError(f'StreamsGroupDescribeResponse: subtopology_id: length {n}')
                q = p + n - 1
                o4.subtopology_id = b[p:q].decode()
                p = q
                c4 = b[p]
                p += 1
                if c4 > 127: c4, p = read_uvarint(b, p - 1)
                c4 -= 1
                if 0 < c4 < 9: o4.partitions = [*UNPACK_i[c4](b, p)]; p += c4 * 4
                elif c4 == 0: o4.partitions = []
                else:
                    if not 0 <= c4 * 4 <= e - p: raise DecodeError(f'StreamsGroupDescribeResponse: partitions: count {c4}')
                    o4.partitions = [*unpack_from(f'>{c4}i', b, p)]
                    p += c4 * 4
                t = b[p]
                p += 1
                if t: o4.unknown_tagged_fields, p = read_tags(b, p - 1)
                else: o4.unknown_tagged_fields = ()
                l3.append(o4)
            t = b[p]
            p += 1
            if t: o3.unknown_tagged_fields, p = read_tags(b, p - 1)
            else: o3.unknown_tagged_fields = ()
            o2.target_assignment = o3
            o2.is_classic, t = U_TB(b, p)
            p += 2
            if t: o2.unknown_tagged_fields, p = read_tags(b, p - 1)
            else: o2.unknown_tagged_fields = ()
            l1.append(o2)
        o1.authorized_operations, t = U_iB(b, p)
        p += 5
        if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
        else: o1.unknown_tagged_fields = ()
        l0.append(o1)
    t = b[p]
    p += 1
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

def decode_streams_group_describe_response_v1(b, p):
    e = len(b)
    o0 = new_message(StreamsGroupDescribeResponse)
    o0.throttle_time_ms, c0 = U_iB(b, p)
    p += 5
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 23 <= e - p: raise DecodeError(f'StreamsGroupDescribeResponse: groups: count {c0}')
    o0.groups = l0 = []
    for _ in range(c0):
        o1 = new(StreamsGroupDescribeResponse_DescribedGroup)
        o1.error_code, n = U_hB(b, p)
        p += 3
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n:
            q = p + n - 1
            o1.error_message = b[p:q].decode()
            p = q
        else:
            o1.error_message = None
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'StreamsGroupDescribeResponse: group_id: length {n}')
        q = p + n - 1
        o1.group_id = b[p:q].decode()
        p = q
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'StreamsGroupDescribeResponse: group_state: length {n}')
        q = p + n - 1
        o1.group_state = b[p:q].decode()
        p = q
        o1.group_epoch, o1.assignment_epoch, n = U_2ib(b, p)
        p += 9
        if n < 0: o1.topology = None
        else:
            o2 = new(StreamsGroupDescribeResponse_Topology)
            o2.epoch, c2 = U_iB(b, p)
            p += 5
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if c2 == -1:
                o2.subtopologies = None
            else:
                if not 0 <= c2 * 6 <= e - p: raise DecodeError(f'StreamsGroupDescribeResponse: subtopologies: count {c2}')
                o2.subtopologies = l2 = []
                for _ in range(c2):
                    o3 = new(StreamsGroupDescribeResponse_Subtopology)
                    n = b[p]
                    p += 1
                    if n > 127: n, p = read_uvarint(b, p - 1)
                    if n < 1: raise DecodeError(f'StreamsGroupDescribeResponse: subtopology_id: length {n}')
                    q = p + n - 1
                    o3.subtopology_id = b[p:q].decode()
                    p = q
                    c3 = b[p]
                    p += 1
                    if c3 > 127: c3, p = read_uvarint(b, p - 1)
                    c3 -= 1
                    if not 0 <= c3 <= e - p: raise DecodeError(f'StreamsGroupDescribeResponse: source_topics: count {c3}')
                    o3.source_topics = l3 = []
                    for _ in range(c3):
                        n = b[p]
                        p += 1
                        if n > 127: n, p = read_uvarint(b, p - 1)
                        if n < 1: raise DecodeError(f'StreamsGroupDescribeResponse: element: length {n}')
                        q = p + n - 1
                        v = b[p:q].decode()
                        p = q
                        l3.append(v)
                    c3 = b[p]
                    p += 1
                    if c3 > 127: c3, p = read_uvarint(b, p - 1)
                    c3 -= 1
                    if not 0 <= c3 <= e - p: raise DecodeError(f'StreamsGroupDescribeResponse: repartition_sink_topics: count {c3}')
                    o3.repartition_sink_topics = l3 = []
                    for _ in range(c3):
                        n = b[p]
                        p += 1
                        if n > 127: n, p = read_uvarint(b, p - 1)
                        if n < 1: raise DecodeError(f'StreamsGroupDescribeResponse: element: length {n}')
                        q = p + n - 1
                        v = b[p:q].decode()
                        p = q
                        l3.append(v)
                    c3 = b[p]
                    p += 1
                    if c3 > 127: c3, p = read_uvarint(b, p - 1)
                    c3 -= 1
                    if not 0 <= c3 * 9 <= e - p: raise DecodeError(f'StreamsGroupDescribeResponse: state_changelog_topics: count {c3}')
                    o3.state_changelog_topics = l3 = []
                    for _ in range(c3):
                        o4 = new(StreamsGroupDescribeResponse_TopicInfo)
                        n = b[p]
                        p += 1
                        if n > 127: n, p = read_uvarint(b, p - 1)
                        if n < 1: raise DecodeError(f'StreamsGroupDescribeResponse: name: length {n}')
                        q = p + n - 1
                        o4.name = b[p:q].decode()
                        p = q
                        o4.partitions, o4.replication_factor, c4 = U_ihB(b, p)
                        p += 7
                        if c4 > 127: c4, p = read_uvarint(b, p - 1)
                        c4 -= 1
                        if not 0 <= c4 * 3 <= e - p: raise DecodeError(f'StreamsGroupDescribeResponse: topic_configs: count {c4}')
                        o4.topic_configs = l4 = []
                        for _ in range(c4):
                            o5 = new(StreamsGroupDescribeResponse_KeyValue)
                            n = b[p]
                            p += 1
                            if n > 127: n, p = read_uvarint(b, p - 1)
                            if n < 1: raise DecodeError(f'StreamsGroupDescribeResponse: key: length {n}')
                            q = p + n - 1
                            o5.key = b[p:q].decode()
                            p = q
                            n = b[p]
                            p += 1
                            if n > 127: n, p = read_uvarint(b, p - 1)
                            if n < 1: raise DecodeError(f'StreamsGroupDescribeResponse: value: length {n}')
                            q = p + n - 1
                            o5.value = b[p:q].decode()
                            p = q
                            t = b[p]
                            p += 1
                            if t: o5.unknown_tagged_fields, p = read_tags(b, p - 1)
                            else: o5.unknown_tagged_fields = ()
                            l4.append(o5)
                        t = b[p]
                        p += 1
                        if t: o4.unknown_tagged_fields, p = read_tags(b, p - 1)
                        else: o4.unknown_tagged_fields = ()
                        l3.append(o4)
                    c3 = b[p]
                    p += 1
                    if c3 > 127: c3, p = read_uvarint(b, p - 1)
                    c3 -= 1
                    if not 0 <= c3 * 9 <= e - p: raise DecodeError(f'StreamsGroupDescribeResponse: repartition_source_topics: count {c3}')
                    o3.repartition_source_topics = l3 = []
                    for _ in range(c3):
                        o4 = new(StreamsGroupDescribeResponse_TopicInfo)
                        n = b[p]
                        p += 1
                        if n > 127: n, p = read_uvarint(b, p - 1)
                        if n < 1: raise DecodeError(f'StreamsGroupDescribeResponse: name: length {n}')
                        q = p + n - 1
                        o4.name = b[p:q].decode()
                        p = q
                        o4.partitions, o4.replication_factor, c4 = U_ihB(b, p)
                        p += 7
                        if c4 > 127: c4, p = read_uvarint(b, p - 1)
                        c4 -= 1
                        if not 0 <= c4 * 3 <= e - p: raise DecodeError(f'StreamsGroupDescribeResponse: topic_configs: count {c4}')
                        o4.topic_configs = l4 = []
                        for _ in range(c4):
                            o5 = new(StreamsGroupDescribeResponse_KeyValue)
                            n = b[p]
                            p += 1
                            if n > 127: n, p = read_uvarint(b, p - 1)
                            if n < 1: raise DecodeError(f'StreamsGroupDescribeResponse: key: length {n}')
                            q = p + n - 1
                            o5.key = b[p:q].decode()
                            p = q
                            n = b[p]
                            p += 1
                            if n > 127: n, p = read_uvarint(b, p - 1)
                            if n < 1: raise DecodeError(f'StreamsGroupDescribeResponse: value: length {n}')
                            q = p + n - 1
                            o5.value = b[p:q].decode()
                            p = q
                            t = b[p]
                            p += 1
                            if t: o5.unknown_tagged_fields, p = read_tags(b, p - 1)
                            else: o5.unknown_tagged_fields = ()
                            l4.append(o5)
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
            t = b[p]
            p += 1
            if t: o2.unknown_tagged_fields, p = read_tags(b, p - 1)
            else: o2.unknown_tagged_fields = ()
            o1.topology = o2
        c1 = b[p]
        p += 1
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 28 <= e - p: raise DecodeError(f'StreamsGroupDescribeResponse: members: count {c1}')
        o1.members = l1 = []
        for _ in range(c1):
            o2 = new(StreamsGroupDescribeResponse_Member)
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'StreamsGroupDescribeResponse: member_id: length {n}')
            q = p + n - 1
            o2.member_id = b[p:q].decode()
            p = q
            o2.member_epoch, n = U_iB(b, p)
            p += 5
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n:
                q = p + n - 1
                o2.instance_id = b[p:q].decode()
                p = q
            else:
                o2.instance_id = None
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n:
                q = p + n - 1
                o2.rack_id = b[p:q].decode()
                p = q
            else:
                o2.rack_id = None
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'StreamsGroupDescribeResponse: client_id: length {n}')
            q = p + n - 1
            o2.client_id = b[p:q].decode()
            p = q
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'StreamsGroupDescribeResponse: client_host: length {n}')
            q = p + n - 1
            o2.client_host = b[p:q].decode()
            p = q
            o2.topology_epoch, n = U_iB(b, p)
            p += 5
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'StreamsGroupDescribeResponse: process_id: length {n}')
            q = p + n - 1
            o2.process_id = b[p:q].decode()
            p = q
            n, = U_b(b, p)
            p += 1
            if n < 0: o2.user_endpoint = None
            else:
                o3 = new(StreamsGroupDescribeResponse_Endpoint)
                n = b[p]
                p += 1
                if n > 127: n, p = read_uvarint(b, p - 1)
                if n < 1: raise DecodeError(f'StreamsGroupDescribeResponse: host: length {n}')
                q = p + n - 1
                o3.host = b[p:q].decode()
                p = q
                o3.port, t = U_HB(b, p)
                p += 3
                if t: o3.unknown_tagged_fields, p = read_tags(b, p - 1)
                else: o3.unknown_tagged_fields = ()
                o2.user_endpoint = o3
            c2 = b[p]
            p += 1
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if not 0 <= c2 * 3 <= e - p: raise DecodeError(f'StreamsGroupDescribeResponse: client_tags: count {c2}')
            o2.client_tags = l2 = []
            for _ in range(c2):
                o3 = new(StreamsGroupDescribeResponse_KeyValue)
                n = b[p]
                p += 1
                if n > 127: n, p = read_uvarint(b, p - 1)
                if n < 1: raise DecodeError(f'StreamsGroupDescribeResponse: key: length {n}')
                q = p + n - 1
                o3.key = b[p:q].decode()
                p = q
                n = b[p]
                p += 1
                if n > 127: n, p = read_uvarint(b, p - 1)
                if n < 1: raise DecodeError(f'StreamsGroupDescribeResponse: value: length {n}')
                q = p + n - 1
                o3.value = b[p:q].decode()
                p = q
                t = b[p]
                p += 1
                if t: o3.unknown_tagged_fields, p = read_tags(b, p - 1)
                else: o3.unknown_tagged_fields = ()
                l2.append(o3)
            c2 = b[p]
            p += 1
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if not 0 <= c2 * 14 <= e - p: raise DecodeError(f'StreamsGroupDescribeResponse: task_offsets: count {c2}')
            o2.task_offsets = l2 = []
            for _ in range(c2):
                o3 = new(StreamsGroupDescribeResponse_TaskOffset)
                n = b[p]
                p += 1
                if n > 127: n, p = read_uvarint(b, p - 1)
                if n < 1: raise DecodeError(f'StreamsGroupDescribeResponse: subtopology_id: length {n}')
                q = p + n - 1
                o3.subtopology_id = b[p:q].decode()
                p = q
                o3.partition, o3.offset, t = U_iqB(b, p)
                p += 13
                if t: o3.unknown_tagged_fields, p = read_tags(b, p - 1)
                else: o3.unknown_tagged_fields = ()
                l2.append(o3)
            c2 = b[p]
            p += 1
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if not 0 <= c2 * 14 <= e - p: raise DecodeError(f'StreamsGroupDescribeResponse: task_end_offsets: count {c2}')
            o2.task_end_offsets = l2 = []
            for _ in range(c2):
                o3 = new(StreamsGroupDescribeResponse_TaskOffset)
                n = b[p]
                p += 1
                if n > 127: n, p = read_uvarint(b, p - 1)
                if n < 1: raise DecodeError(f'StreamsGroupDescribeResponse: subtopology_id: length {n}')
                q = p + n - 1
                o3.subtopology_id = b[p:q].decode()
                p = q
                o3.partition, o3.offset, t = U_iqB(b, p)
                p += 13
                if t: o3.unknown_tagged_fields, p = read_tags(b, p - 1)
                else: o3.unknown_tagged_fields = ()
                l2.append(o3)
            o3 = new(StreamsGroupDescribeResponse_Assignment)
            c3 = b[p]
            p += 1
            if c3 > 127: c3, p = read_uvarint(b, p - 1)
            c3 -= 1
            if not 0 <= c3 * 3 <= e - p: raise DecodeError(f'StreamsGroupDescribeResponse: active_tasks: count {c3}')
            o3.active_tasks = l3 = []
            for _ in range(c3):
                o4 = new(StreamsGroupDescribeResponse_TaskIds)
                n = b[p]
                p += 1
                if n > 127: n, p = read_uvarint(b, p - 1)
                if n < 1: raise DecodeError(f'StreamsGroupDescribeResponse: subtopology_id: length {n}')
                q = p + n - 1
                o4.subtopology_id = b[p:q].decode()
                p = q
                c4 = b[p]
                p += 1
                if c4 > 127: c4, p = read_uvarint(b, p - 1)
                c4 -= 1
                if 0 < c4 < 9: o4.partitions = [*UNPACK_i[c4](b, p)]; p += c4 * 4
                elif c4 == 0: o4.partitions = []
                else:
                    if not 0 <= c4 * 4 <= e - p: raise DecodeError(f'StreamsGroupDescribeResponse: partitions: count {c4}')
                    o4.partitions = [*unpack_from(f'>{c4}i', b, p)]
                    p += c4 * 4
                t = b[p]
                p += 1
                if t: o4.unknown_tagged_fields, p = read_tags(b, p - 1)
                else: o4.unknown_tagged_fields = ()
                l3.append(o4)
            c3 = b[p]
            p += 1
            if c3 > 127: c3, p = read_uvarint(b, p - 1)
            c3 -= 1
            if not 0 <= c3 * 3 <= e - p: raise DecodeError(f'StreamsGroupDescribeResponse: standby_tasks: count {c3}')
            o3.standby_tasks = l3 = []
            for _ in range(c3):
                o4 = new(StreamsGroupDescribeResponse_TaskIds)
                n = b[p]
                p += 1
                if n > 127: n, p = read_uvarint(b, p - 1)
                if n < 1: raise DecodeError(f'StreamsGroupDescribeResponse: subtopology_id: length {n}')
                q = p + n - 1
                o4.subtopology_id = b[p:q].decode()
                p = q
                c4 = b[p]
                p += 1
                if c4 > 127: c4, p = read_uvarint(b, p - 1)
                c4 -= 1
                if 0 < c4 < 9: o4.partitions = [*UNPACK_i[c4](b, p)]; p += c4 * 4
                elif c4 == 0: o4.partitions = []
                else:
                    if not 0 <= c4 * 4 <= e - p: raise DecodeError(f'StreamsGroupDescribeResponse: partitions: count {c4}')
                    o4.partitions = [*unpack_from(f'>{c4}i', b, p)]
                    p += c4 * 4
                t = b[p]
                p += 1
                if t: o4.unknown_tagged_fields, p = read_tags(b, p - 1)
                else: o4.unknown_tagged_fields = ()
                l3.append(o4)
            c3 = b[p]
            p += 1
            if c3 > 127: c3, p = read_uvarint(b, p - 1)
            c3 -= 1
            if not 0 <= c3 * 3 <= e - p: raise DecodeError(f'StreamsGroupDescribeResponse: warmup_tasks: count {c3}')
            o3.warmup_tasks = l3 = []
            for _ in range(c3):
                o4 = new(StreamsGroupDescribeResponse_TaskIds)
                n = b[p]
                p += 1
                if n > 127: n, p = read_uvarint(b, p - 1)
                if n < 1: raise DecodeError(f'StreamsGroupDescribeResponse: subtopology_id: length {n}')
                q = p + n - 1
                o4.subtopology_id = b[p:q].decode()
                p = q
                c4 = b[p]
                p += 1
                if c4 > 127: c4, p = read_uvarint(b, p - 1)
                c4 -= 1
                if 0 < c4 < 9: o4.partitions = [*UNPACK_i[c4](b, p)]; p += c4 * 4
                elif c4 == 0: o4.partitions = []
                else:
                    if not 0 <= c4 * 4 <= e - p: raise DecodeError(f'StreamsGroupDescribeResponse: partitions: count {c4}')
                    o4.partitions = [*unpack_from(f'>{c4}i', b, p)]
                    p += c4 * 4
                t = b[p]
                p += 1
                if t: o4.unknown_tagged_fields, p = read_tags(b, p - 1)
                else: o4.unknown_tagged_fields = ()
                l3.append(o4)
            t = b[p]
            p += 1
            if t: o3.unknown_tagged_fields, p = read_tags(b, p - 1)
            else: o3.unknown_tagged_fields = ()
            o2.assignment = o3
            o3 = new(StreamsGroupDescribeResponse_Assignment)
            c3 = b[p]
            p += 1
            if c3 > 127: c3, p = read_uvarint(b, p - 1)
            c3 -= 1
            if not 0 <= c3 * 3 <= e - p: raise DecodeError(f'StreamsGroupDescribeResponse: active_tasks: count {c3}')
            o3.active_tasks = l3 = []
            for _ in range(c3):
                o4 = new(StreamsGroupDescribeResponse_TaskIds)
                n = b[p]
                p += 1
                if n > 127: n, p = read_uvarint(b, p - 1)
                if n < 1: raise DecodeError(f'StreamsGroupDescribeResponse: subtopology_id: length {n}')
                q = p + n - 1
                o4.subtopology_id = b[p:q].decode()
                p = q
                c4 = b[p]
                p += 1
                if c4 > 127: c4, p = read_uvarint(b, p - 1)
                c4 -= 1
                if 0 < c4 < 9: o4.partitions = [*UNPACK_i[c4](b, p)]; p += c4 * 4
                elif c4 == 0: o4.partitions = []
                else:
                    if not 0 <= c4 * 4 <= e - p: raise DecodeError(f'StreamsGroupDescribeResponse: partitions: count {c4}')
                    o4.partitions = [*unpack_from(f'>{c4}i', b, p)]
                    p += c4 * 4
                t = b[p]
                p += 1
                if t: o4.unknown_tagged_fields, p = read_tags(b, p - 1)
                else: o4.unknown_tagged_fields = ()
                l3.append(o4)
            c3 = b[p]
            p += 1
            if c3 > 127: c3, p = read_uvarint(b, p - 1)
            c3 -= 1
            if not 0 <= c3 * 3 <= e - p: raise DecodeError(f'StreamsGroupDescribeResponse: standby_tasks: count {c3}')
            o3.standby_tasks = l3 = []
            for _ in range(c3):
                o4 = new(StreamsGroupDescribeResponse_TaskIds)
                n = b[p]
                p += 1
                if n > 127: n, p = read_uvarint(b, p - 1)
                if n < 1: raise DecodeError(f'StreamsGroupDescribeResponse: subtopology_id: length {n}')
                q = p + n - 1
                o4.subtopology_id = b[p:q].decode()
                p = q
                c4 = b[p]
                p += 1
                if c4 > 127: c4, p = read_uvarint(b, p - 1)
                c4 -= 1
                if 0 < c4 < 9: o4.partitions = [*UNPACK_i[c4](b, p)]; p += c4 * 4
                elif c4 == 0: o4.partitions = []
                else:
                    if not 0 <= c4 * 4 <= e - p: raise DecodeError(f'StreamsGroupDescribeResponse: partitions: count {c4}')
                    o4.partitions = [*unpack_from(f'>{c4}i', b, p)]
                    p += c4 * 4
                t = b[p]
                p += 1
                if t: o4.unknown_tagged_fields, p = read_tags(b, p - 1)
                else: o4.unknown_tagged_fields = ()
                l3.append(o4)
            c3 = b[p]
            p += 1
            if c3 > 127: c3, p = read_uvarint(b, p - 1)
            c3 -= 1
            if not 0 <= c3 * 3 <= e - p: raise DecodeError(f'StreamsGroupDescribeResponse: warmup_tasks: count {c3}')
            o3.warmup_tasks = l3 = []
            for _ in range(c3):
                o4 = new(StreamsGroupDescribeResponse_TaskIds)
                n = b[p]
                p += 1
                if n > 127: n, p = read_uvarint(b, p - 1)
                if n < 1: raise DecodeError(f'StreamsGroupDescribeResponse: subtopology_id: length {n}')
                q = p + n - 1
                o4.subtopology_id = b[p:q].decode()
                p = q
                c4 = b[p]
                p += 1
                if c4 > 127: c4, p = read_uvarint(b, p - 1)
                c4 -= 1
                if 0 < c4 < 9: o4.partitions = [*UNPACK_i[c4](b, p)]; p += c4 * 4
                elif c4 == 0: o4.partitions = []
                else:
                    if not 0 <= c4 * 4 <= e - p: raise DecodeError(f'StreamsGroupDescribeResponse: partitions: count {c4}')
                    o4.partitions = [*unpack_from(f'>{c4}i', b, p)]
                    p += c4 * 4
                t = b[p]
                p += 1
                if t: o4.unknown_tagged_fields, p = read_tags(b, p - 1)
                else: o4.unknown_tagged_fields = ()
                l3.append(o4)
            t = b[p]
            p += 1
            if t: o3.unknown_tagged_fields, p = read_tags(b, p - 1)
            else: o3.unknown_tagged_fields = ()
            o2.target_assignment = o3
            o2.is_classic, t = U_TB(b, p)
            p += 2
            if t: o2.unknown_tagged_fields, p = read_tags(b, p - 1)
            else: o2.unknown_tagged_fields = ()
            l1.append(o2)
        o1.authorized_operations, n = U_ib(b, p)
        p += 5
        if n < 0: o1.topology_description = None
        else:
            o2 = new(StreamsGroupDescribeResponse_TopologyDescription)
            c2 = b[p]
            p += 1
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if not 0 <= c2 * 3 <= e - p: raise DecodeError(f'StreamsGroupDescribeResponse: subtopologies: count {c2}')
            o2.subtopologies = l2 = []
            for _ in range(c2):
                o3 = new(StreamsGroupDescribeResponse_TopologyDescriptionSubtopology)
                n = b[p]
                p += 1
                if n > 127: n, p = read_uvarint(b, p - 1)
                if n < 1: raise DecodeError(f'StreamsGroupDescribeResponse: subtopology_id: length {n}')
                q = p + n - 1
                o3.subtopology_id = b[p:q].decode()
                p = q
                c3 = b[p]
                p += 1
                if c3 > 127: c3, p = read_uvarint(b, p - 1)
                c3 -= 1
                if not 0 <= c3 * 7 <= e - p: raise DecodeError(f'StreamsGroupDescribeResponse: nodes: count {c3}')
                o3.nodes = l3 = []
                for _ in range(c3):
                    o4 = new(StreamsGroupDescribeResponse_TopologyDescriptionNode)
                    n = b[p]
                    p += 1
                    if n > 127: n, p = read_uvarint(b, p - 1)
                    if n < 1: raise DecodeError(f'StreamsGroupDescribeResponse: name: length {n}')
                    q = p + n - 1
                    o4.name = b[p:q].decode()
                    p = q
                    o4.node_type, c4 = U_bB(b, p)
                    p += 2
                    if c4 > 127: c4, p = read_uvarint(b, p - 1)
                    c4 -= 1
                    if not 0 <= c4 <= e - p: raise DecodeError(f'StreamsGroupDescribeResponse: source_topics: count {c4}')
                    o4.source_topics = l4 = []
                    for _ in range(c4):
                        n = b[p]
                        p += 1
                        if n > 127: n, p = read_uvarint(b, p - 1)
                        if n < 1: raise DecodeError(f'StreamsGroupDescribeResponse: element: length {n}')
                        q = p + n - 1
                        v = b[p:q].decode()
                        p = q
                        l4.append(v)
                    n = b[p]
                    p += 1
                    if n > 127: n, p = read_uvarint(b, p - 1)
                    if n:
                        q = p + n - 1
                        o4.sink_topic = b[p:q].decode()
                        p = q
                    else:
                        o4.sink_topic = None
                    c4 = b[p]
                    p += 1
                    if c4 > 127: c4, p = read_uvarint(b, p - 1)
                    c4 -= 1
                    if not 0 <= c4 <= e - p: raise DecodeError(f'StreamsGroupDescribeResponse: stores: count {c4}')
                    o4.stores = l4 = []
                    for _ in range(c4):
                        n = b[p]
                        p += 1
                        if n > 127: n, p = read_uvarint(b, p - 1)
                        if n < 1: raise DecodeError(f'StreamsGroupDescribeResponse: element: length {n}')
                        q = p + n - 1
                        v = b[p:q].decode()
                        p = q
                        l4.append(v)
                    c4 = b[p]
                    p += 1
                    if c4 > 127: c4, p = read_uvarint(b, p - 1)
                    c4 -= 1
                    if not 0 <= c4 <= e - p: raise DecodeError(f'StreamsGroupDescribeResponse: successors: count {c4}')
                    o4.successors = l4 = []
                    for _ in range(c4):
                        n = b[p]
                        p += 1
                        if n > 127: n, p = read_uvarint(b, p - 1)
                        if n < 1: raise DecodeError(f'StreamsGroupDescribeResponse: element: length {n}')
                        q = p + n - 1
                        v = b[p:q].decode()
                        p = q
                        l4.append(v)
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
            if not 0 <= c2 * 15 <= e - p: raise DecodeError(f'StreamsGroupDescribeResponse: global_stores: count {c2}')
            o2.global_stores = l2 = []
            for _ in range(c2):
                o3 = new(StreamsGroupDescribeResponse_TopologyDescriptionGlobalStore)
                o4 = new(StreamsGroupDescribeResponse_TopologyDescriptionNode)
                n = b[p]
                p += 1
                if n > 127: n, p = read_uvarint(b, p - 1)
                if n < 1: raise DecodeError(f'StreamsGroupDescribeResponse: name: length {n}')
                q = p + n - 1
                o4.name = b[p:q].decode()
                p = q
                o4.node_type, c4 = U_bB(b, p)
                p += 2
                if c4 > 127: c4, p = read_uvarint(b, p - 1)
                c4 -= 1
                if not 0 <= c4 <= e - p: raise DecodeError(f'StreamsGroupDescribeResponse: source_topics: count {c4}')
                o4.source_topics = l4 = []
                for _ in range(c4):
                    n = b[p]
                    p += 1
                    if n > 127: n, p = read_uvarint(b, p - 1)
                    if n < 1: raise DecodeError(f'StreamsGroupDescribeResponse: element: length {n}')
                    q = p + n - 1
                    v = b[p:q].decode()
                    p = q
                    l4.append(v)
                n = b[p]
                p += 1
                if n > 127: n, p = read_uvarint(b, p - 1)
                if n:
                    q = p + n - 1
                    o4.sink_topic = b[p:q].decode()
                    p = q
                else:
                    o4.sink_topic = None
                c4 = b[p]
                p += 1
                if c4 > 127: c4, p = read_uvarint(b, p - 1)
                c4 -= 1
                if not 0 <= c4 <= e - p: raise DecodeError(f'StreamsGroupDescribeResponse: stores: count {c4}')
                o4.stores = l4 = []
                for _ in range(c4):
                    n = b[p]
                    p += 1
                    if n > 127: n, p = read_uvarint(b, p - 1)
                    if n < 1: raise DecodeError(f'StreamsGroupDescribeResponse: element: length {n}')
                    q = p + n - 1
                    v = b[p:q].decode()
                    p = q
                    l4.append(v)
                c4 = b[p]
                p += 1
                if c4 > 127: c4, p = read_uvarint(b, p - 1)
                c4 -= 1
                if not 0 <= c4 <= e - p: raise DecodeError(f'StreamsGroupDescribeResponse: successors: count {c4}')
                o4.successors = l4 = []
                for _ in range(c4):
                    n = b[p]
                    p += 1
                    if n > 127: n, p = read_uvarint(b, p - 1)
                    if n < 1: raise DecodeError(f'StreamsGroupDescribeResponse: element: length {n}')
                    q = p + n - 1
                    v = b[p:q].decode()
                    p = q
                    l4.append(v)
                t = b[p]
                p += 1
                if t: o4.unknown_tagged_fields, p = read_tags(b, p - 1)
                else: o4.unknown_tagged_fields = ()
                o3.source = o4
                o4 = new(StreamsGroupDescribeResponse_TopologyDescriptionNode)
                n = b[p]
                p += 1
                if n > 127: n, p = read_uvarint(b, p - 1)
                if n < 1: raise DecodeError(f'StreamsGroupDescribeResponse: name: length {n}')
                q = p + n - 1
                o4.name = b[p:q].decode()
                p = q
                o4.node_type, c4 = U_bB(b, p)
                p += 2
                if c4 > 127: c4, p = read_uvarint(b, p - 1)
                c4 -= 1
                if not 0 <= c4 <= e - p: raise DecodeError(f'StreamsGroupDescribeResponse: source_topics: count {c4}')
                o4.source_topics = l4 = []
                for _ in range(c4):
                    n = b[p]
                    p += 1
                    if n > 127: n, p = read_uvarint(b, p - 1)
                    if n < 1: raise DecodeError(f'StreamsGroupDescribeResponse: element: length {n}')
                    q = p + n - 1
                    v = b[p:q].decode()
                    p = q
                    l4.append(v)
                n = b[p]
                p += 1
                if n > 127: n, p = read_uvarint(b, p - 1)
                if n:
                    q = p + n - 1
                    o4.sink_topic = b[p:q].decode()
                    p = q
                else:
                    o4.sink_topic = None
                c4 = b[p]
                p += 1
                if c4 > 127: c4, p = read_uvarint(b, p - 1)
                c4 -= 1
                if not 0 <= c4 <= e - p: raise DecodeError(f'StreamsGroupDescribeResponse: stores: count {c4}')
                o4.stores = l4 = []
                for _ in range(c4):
                    n = b[p]
                    p += 1
                    if n > 127: n, p = read_uvarint(b, p - 1)
                    if n < 1: raise DecodeError(f'StreamsGroupDescribeResponse: element: length {n}')
                    q = p + n - 1
                    v = b[p:q].decode()
                    p = q
                    l4.append(v)
                c4 = b[p]
                p += 1
                if c4 > 127: c4, p = read_uvarint(b, p - 1)
                c4 -= 1
                if not 0 <= c4 <= e - p: raise DecodeError(f'StreamsGroupDescribeResponse: successors: count {c4}')
                o4.successors = l4 = []
                for _ in range(c4):
                    n = b[p]
                    p += 1
                    if n > 127: n, p = read_uvarint(b, p - 1)
                    if n < 1: raise DecodeError(f'StreamsGroupDescribeResponse: element: length {n}')
                    q = p + n - 1
                    v = b[p:q].decode()
                    p = q
                    l4.append(v)
                t = b[p]
                p += 1
                if t: o4.unknown_tagged_fields, p = read_tags(b, p - 1)
                else: o4.unknown_tagged_fields = ()
                o3.processor = o4
                t = b[p]
                p += 1
                if t: o3.unknown_tagged_fields, p = read_tags(b, p - 1)
                else: o3.unknown_tagged_fields = ()
                l2.append(o3)
            t = b[p]
            p += 1
            if t: o2.unknown_tagged_fields, p = read_tags(b, p - 1)
            else: o2.unknown_tagged_fields = ()
            o1.topology_description = o2
        o1.topology_description_status, n = U_bB(b, p)
        p += 2
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n:
            q = p + n - 1
            o1.assignor_name = b[p:q].decode()
            p = q
        else:
            o1.assignor_name = None
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

StreamsGroupDescribeResponse.DECODERS = (
    decode_streams_group_describe_response_v0,
    decode_streams_group_describe_response_v1,
)

def encode_streams_group_describe_response_v0(o0, l, out):
    a = l.append
    v0 = o0.groups
    n = len(v0) + 1
    if n < 128: a(P_iB(o0.throttle_time_ms, n))
    else: a(P_i(o0.throttle_time_ms) + uvarint(n))
    for o1 in v0:
        if (o1.topology_description is not None and o1.topology_description != StreamsGroupDescribeResponse_TopologyDescription()) or o1.topology_description_status != 0: raise refuse(o1, 'topology_description', 'topology_description_status')
        v = o1.error_message
        if v is None: v = b''; n = 0
        else: v = v.encode(); n = len(v) + 1
        if n < 128: a(P_hB(o1.error_code, n))
        else: a(P_h(o1.error_code) + uvarint(n))
        a(v)
        v = o1.group_id.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v = o1.group_state.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        a(P_2i(o1.group_epoch, o1.assignment_epoch))
        if o1.topology is None: a(BYTE[255])
        else:
            a(BYTE[1])
            o2 = o1.topology
            v2 = o2.subtopologies
            if v2 is None: v2 = (); n = 0
            else: n = len(v2) + 1
            if n < 128: a(P_iB(o2.epoch, n))
            else: a(P_i(o2.epoch) + uvarint(n))
            for o3 in v2:
                v = o3.subtopology_id.encode()
                n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
                v3 = o3.source_topics
                n = len(v3) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                for o4 in v3:
                    v = o4.encode()
                    n = len(v) + 1
                    if n < 128: a(BYTE[n])
                    else: a(uvarint(n))
                    a(v)
                v3 = o3.repartition_sink_topics
                n = len(v3) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                for o4 in v3:
                    v = o4.encode()
                    n = len(v) + 1
                    if n < 128: a(BYTE[n])
                    else: a(uvarint(n))
                    a(v)
                v3 = o3.state_changelog_topics
                n = len(v3) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                for o4 in v3:
                    v = o4.name.encode()
                    n = len(v) + 1
                    if n < 128: a(BYTE[n])
                    else: a(uvarint(n))
                    a(v)
                    v4 = o4.topic_configs
                    n = len(v4) + 1
                    if n < 128: a(P_ihB(o4.partitions, o4.replication_factor, n))
                    else: a(P_ih(o4.partitions, o4.replication_factor) + uvarint(n))
                    for o5 in v4:
                        v = o5.key.encode()
                        n = len(v) + 1
                        if n < 128: a(BYTE[n])
                        else: a(uvarint(n))
                        a(v)
                        v = o5.value.encode()
                        n = len(v) + 1
                        if n < 128: a(BYTE[n])
                        else: a(uvarint(n))
                        a(v)
                        if o5.unknown_tagged_fields:
                            a(write_tags(o5.unknown_tagged_fields))
                        else:
                            a(b'\x00')
                    if o4.unknown_tagged_fields:
                        a(write_tags(o4.unknown_tagged_fields))
                    else:
                        a(b'\x00')
                v3 = o3.repartition_source_topics
                n = len(v3) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                for o4 in v3:
                    v = o4.name.encode()
                    n = len(v) + 1
                    if n < 128: a(BYTE[n])
                    else: a(uvarint(n))
                    a(v)
                    v4 = o4.topic_configs
                    n = len(v4) + 1
                    if n < 128: a(P_ihB(o4.partitions, o4.replication_factor, n))
                    else: a(P_ih(o4.partitions, o4.replication_factor) + uvarint(n))
                    for o5 in v4:
                        v = o5.key.encode()
                        n = len(v) + 1
                        if n < 128: a(BYTE[n])
                        else: a(uvarint(n))
                        a(v)
                        v = o5.value.encode()
                        n = len(v) + 1
                        if n < 128: a(BYTE[n])
                        else: a(uvarint(n))
                        a(v)
                        if o5.unknown_tagged_fields:
                            a(write_tags(o5.unknown_tagged_fields))
                        else:
                            a(b'\x00')
                    if o4.unknown_tagged_fields:
                        a(write_tags(o4.unknown_tagged_fields))
                    else:
                        a(b'\x00')
                if o3.unknown_tagged_fields:
                    a(write_tags(o3.unknown_tagged_fields))
                else:
                    a(b'\x00')
            if o2.unknown_tagged_fields:
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(b'\x00')
        v1 = o1.members
        n = len(v1) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o2 in v1:
            v = o2.member_id.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            v = o2.instance_id
            if v is None: v = b''; n = 0
            else: v = v.encode(); n = len(v) + 1
            if n < 128: a(P_iB(o2.member_epoch, n))
            else: a(P_i(o2.member_epoch) + uvarint(n))
            a(v)
            v = o2.rack_id
            if v is None: v = b''; n = 0
            else: v = v.encode(); n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            v = o2.client_id.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            v = o2.client_host.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            v = o2.process_id.encode()
            n = len(v) + 1
            if n < 128: a(P_iB(o2.topology_epoch, n))
            else: a(P_i(o2.topology_epoch) + uvarint(n))
            a(v)
            if o2.user_endpoint is None: a(BYTE[255])
            else:
                a(BYTE[1])
                o3 = o2.user_endpoint
                v = o3.host.encode()
                n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
                if o3.unknown_tagged_fields:
                    a(P_H(o3.port))
                    a(write_tags(o3.unknown_tagged_fields))
                else:
                    a(P_Hx(o3.port))
            v2 = o2.client_tags
            n = len(v2) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
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
            v2 = o2.task_offsets
            n = len(v2) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            for o3 in v2:
                v = o3.subtopology_id.encode()
                n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
                if o3.unknown_tagged_fields:
                    a(P_iq(o3.partition, o3.offset))
                    a(write_tags(o3.unknown_tagged_fields))
                else:
                    a(P_iqx(o3.partition, o3.offset))
            v2 = o2.task_end_offsets
            n = len(v2) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            for o3 in v2:
                v = o3.subtopology_id.encode()
                n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
                if o3.unknown_tagged_fields:
                    a(P_iq(o3.partition, o3.offset))
                    a(write_tags(o3.unknown_tagged_fields))
                else:
                    a(P_iqx(o3.partition, o3.offset))
            o3 = o2.assignment
            v3 = o3.active_tasks
            n = len(v3) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            for o4 in v3:
                v = o4.subtopology_id.encode()
                n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
                s0 = o4.partitions
                n0 = len(s0)
                if o4.unknown_tagged_fields:
                    if n0 > 126:
                        a(uvarint(n0 + 1))
                        a(F_ni[n0](*s0))
                    else:
                        a(F_Bni[n0](n0 + 1, *s0))
                    a(write_tags(o4.unknown_tagged_fields))
                else:
                    if n0 > 126:
                        a(uvarint(n0 + 1))
                        a(F_nix[n0](*s0))
                    else:
                        a(F_Bnix[n0](n0 + 1, *s0))
            v3 = o3.standby_tasks
            n = len(v3) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            for o4 in v3:
                v = o4.subtopology_id.encode()
                n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
                s0 = o4.partitions
                n0 = len(s0)
                if o4.unknown_tagged_fields:
                    if n0 > 126:
                        a(uvarint(n0 + 1))
                        a(F_ni[n0](*s0))
                    else:
                        a(F_Bni[n0](n0 + 1, *s0))
                    a(write_tags(o4.unknown_tagged_fields))
                else:
                    if n0 > 126:
                        a(uvarint(n0 + 1))
                        a(F_nix[n0](*s0))
                    else:
                        a(F_Bnix[n0](n0 + 1, *s0))
            v3 = o3.warmup_tasks
            n = len(v3) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            for o4 in v3:
                v = o4.subtopology_id.encode()
                n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
                s0 = o4.partitions
                n0 = len(s0)
                if o4.unknown_tagged_fields:
                    if n0 > 126:
                        a(uvarint(n0 + 1))
                        a(F_ni[n0](*s0))
                    else:
                        a(F_Bni[n0](n0 + 1, *s0))
                    a(write_tags(o4.unknown_tagged_fields))
                else:
                    if n0 > 126:
                        a(uvarint(n0 + 1))
                        a(F_nix[n0](*s0))
                    else:
                        a(F_Bnix[n0](n0 + 1, *s0))
            if o3.unknown_tagged_fields:
                a(write_tags(o3.unknown_tagged_fields))
            else:
                a(b'\x00')
            o3 = o2.target_assignment
            v3 = o3.active_tasks
            n = len(v3) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            for o4 in v3:
                v = o4.subtopology_id.encode()
                n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
                s0 = o4.partitions
                n0 = len(s0)
                if o4.unknown_tagged_fields:
                    if n0 > 126:
                        a(uvarint(n0 + 1))
                        a(F_ni[n0](*s0))
                    else:
                        a(F_Bni[n0](n0 + 1, *s0))
                    a(write_tags(o4.unknown_tagged_fields))
                else:
                    if n0 > 126:
                        a(uvarint(n0 + 1))
                        a(F_nix[n0](*s0))
                    else:
                        a(F_Bnix[n0](n0 + 1, *s0))
            v3 = o3.standby_tasks
            n = len(v3) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            for o4 in v3:
                v = o4.subtopology_id.encode()
                n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
                s0 = o4.partitions
                n0 = len(s0)
                if o4.unknown_tagged_fields:
                    if n0 > 126:
                        a(uvarint(n0 + 1))
                        a(F_ni[n0](*s0))
                    else:
                        a(F_Bni[n0](n0 + 1, *s0))
                    a(write_tags(o4.unknown_tagged_fields))
                else:
                    if n0 > 126:
                        a(uvarint(n0 + 1))
                        a(F_nix[n0](*s0))
                    else:
                        a(F_Bnix[n0](n0 + 1, *s0))
            v3 = o3.warmup_tasks
            n = len(v3) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            for o4 in v3:
                v = o4.subtopology_id.encode()
                n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
                s0 = o4.partitions
                n0 = len(s0)
                if o4.unknown_tagged_fields:
                    if n0 > 126:
                        a(uvarint(n0 + 1))
                        a(F_ni[n0](*s0))
                    else:
                        a(F_Bni[n0](n0 + 1, *s0))
                    a(write_tags(o4.unknown_tagged_fields))
                else:
                    if n0 > 126:
                        a(uvarint(n0 + 1))
                        a(F_nix[n0](*s0))
                    else:
                        a(F_Bnix[n0](n0 + 1, *s0))
            if o3.unknown_tagged_fields:
                a(write_tags(o3.unknown_tagged_fields))
            else:
                a(b'\x00')
            if o2.unknown_tagged_fields:
                a(P_T(o2.is_classic))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(P_Tx(o2.is_classic))
        if o1.unknown_tagged_fields:
            a(P_i(o1.authorized_operations))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_ix(o1.authorized_operations))
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

def encode_streams_group_describe_response_v1(o0, l, out):
    a = l.append
    v0 = o0.groups
    n = len(v0) + 1
    if n < 128: a(P_iB(o0.throttle_time_ms, n))
    else: a(P_i(o0.throttle_time_ms) + uvarint(n))
    for o1 in v0:
        v = o1.error_message
        if v is None: v = b''; n = 0
        else: v = v.encode(); n = len(v) + 1
        if n < 128: a(P_hB(o1.error_code, n))
        else: a(P_h(o1.error_code) + uvarint(n))
        a(v)
        v = o1.group_id.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v = o1.group_state.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        a(P_2i(o1.group_epoch, o1.assignment_epoch))
        if o1.topology is None: a(BYTE[255])
        else:
            a(BYTE[1])
            o2 = o1.topology
            v2 = o2.subtopologies
            if v2 is None: v2 = (); n = 0
            else: n = len(v2) + 1
            if n < 128: a(P_iB(o2.epoch, n))
            else: a(P_i(o2.epoch) + uvarint(n))
            for o3 in v2:
                v = o3.subtopology_id.encode()
                n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
                v3 = o3.source_topics
                n = len(v3) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                for o4 in v3:
                    v = o4.encode()
                    n = len(v) + 1
                    if n < 128: a(BYTE[n])
                    else: a(uvarint(n))
                    a(v)
                v3 = o3.repartition_sink_topics
                n = len(v3) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                for o4 in v3:
                    v = o4.encode()
                    n = len(v) + 1
                    if n < 128: a(BYTE[n])
                    else: a(uvarint(n))
                    a(v)
                v3 = o3.state_changelog_topics
                n = len(v3) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                for o4 in v3:
                    v = o4.name.encode()
                    n = len(v) + 1
                    if n < 128: a(BYTE[n])
                    else: a(uvarint(n))
                    a(v)
                    v4 = o4.topic_configs
                    n = len(v4) + 1
                    if n < 128: a(P_ihB(o4.partitions, o4.replication_factor, n))
                    else: a(P_ih(o4.partitions, o4.replication_factor) + uvarint(n))
                    for o5 in v4:
                        v = o5.key.encode()
                        n = len(v) + 1
                        if n < 128: a(BYTE[n])
                        else: a(uvarint(n))
                        a(v)
                        v = o5.value.encode()
                        n = len(v) + 1
                        if n < 128: a(BYTE[n])
                        else: a(uvarint(n))
                        a(v)
                        if o5.unknown_tagged_fields:
                            a(write_tags(o5.unknown_tagged_fields))
                        else:
                            a(b'\x00')
                    if o4.unknown_tagged_fields:
                        a(write_tags(o4.unknown_tagged_fields))
                    else:
                        a(b'\x00')
                v3 = o3.repartition_source_topics
                n = len(v3) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                for o4 in v3:
                    v = o4.name.encode()
                    n = len(v) + 1
                    if n < 128: a(BYTE[n])
                    else: a(uvarint(n))
                    a(v)
                    v4 = o4.topic_configs
                    n = len(v4) + 1
                    if n < 128: a(P_ihB(o4.partitions, o4.replication_factor, n))
                    else: a(P_ih(o4.partitions, o4.replication_factor) + uvarint(n))
                    for o5 in v4:
                        v = o5.key.encode()
                        n = len(v) + 1
                        if n < 128: a(BYTE[n])
                        else: a(uvarint(n))
                        a(v)
                        v = o5.value.encode()
                        n = len(v) + 1
                        if n < 128: a(BYTE[n])
                        else: a(uvarint(n))
                        a(v)
                        if o5.unknown_tagged_fields:
                            a(write_tags(o5.unknown_tagged_fields))
                        else:
                            a(b'\x00')
                    if o4.unknown_tagged_fields:
                        a(write_tags(o4.unknown_tagged_fields))
                    else:
                        a(b'\x00')
                if o3.unknown_tagged_fields:
                    a(write_tags(o3.unknown_tagged_fields))
                else:
                    a(b'\x00')
            if o2.unknown_tagged_fields:
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(b'\x00')
        v1 = o1.members
        n = len(v1) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o2 in v1:
            v = o2.member_id.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            v = o2.instance_id
            if v is None: v = b''; n = 0
            else: v = v.encode(); n = len(v) + 1
            if n < 128: a(P_iB(o2.member_epoch, n))
            else: a(P_i(o2.member_epoch) + uvarint(n))
            a(v)
            v = o2.rack_id
            if v is None: v = b''; n = 0
            else: v = v.encode(); n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            v = o2.client_id.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            v = o2.client_host.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            v = o2.process_id.encode()
            n = len(v) + 1
            if n < 128: a(P_iB(o2.topology_epoch, n))
            else: a(P_i(o2.topology_epoch) + uvarint(n))
            a(v)
            if o2.user_endpoint is None: a(BYTE[255])
            else:
                a(BYTE[1])
                o3 = o2.user_endpoint
                v = o3.host.encode()
                n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
                if o3.unknown_tagged_fields:
                    a(P_H(o3.port))
                    a(write_tags(o3.unknown_tagged_fields))
                else:
                    a(P_Hx(o3.port))
            v2 = o2.client_tags
            n = len(v2) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
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
            v2 = o2.task_offsets
            n = len(v2) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            for o3 in v2:
                v = o3.subtopology_id.encode()
                n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
                if o3.unknown_tagged_fields:
                    a(P_iq(o3.partition, o3.offset))
                    a(write_tags(o3.unknown_tagged_fields))
                else:
                    a(P_iqx(o3.partition, o3.offset))
            v2 = o2.task_end_offsets
            n = len(v2) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            for o3 in v2:
                v = o3.subtopology_id.encode()
                n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
                if o3.unknown_tagged_fields:
                    a(P_iq(o3.partition, o3.offset))
                    a(write_tags(o3.unknown_tagged_fields))
                else:
                    a(P_iqx(o3.partition, o3.offset))
            o3 = o2.assignment
            v3 = o3.active_tasks
            n = len(v3) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            for o4 in v3:
                v = o4.subtopology_id.encode()
                n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
                s0 = o4.partitions
                n0 = len(s0)
                if o4.unknown_tagged_fields:
                    if n0 > 126:
                        a(uvarint(n0 + 1))
                        a(F_ni[n0](*s0))
                    else:
                        a(F_Bni[n0](n0 + 1, *s0))
                    a(write_tags(o4.unknown_tagged_fields))
                else:
                    if n0 > 126:
                        a(uvarint(n0 + 1))
                        a(F_nix[n0](*s0))
                    else:
                        a(F_Bnix[n0](n0 + 1, *s0))
            v3 = o3.standby_tasks
            n = len(v3) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            for o4 in v3:
                v = o4.subtopology_id.encode()
                n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
                s0 = o4.partitions
                n0 = len(s0)
                if o4.unknown_tagged_fields:
                    if n0 > 126:
                        a(uvarint(n0 + 1))
                        a(F_ni[n0](*s0))
                    else:
                        a(F_Bni[n0](n0 + 1, *s0))
                    a(write_tags(o4.unknown_tagged_fields))
                else:
                    if n0 > 126:
                        a(uvarint(n0 + 1))
                        a(F_nix[n0](*s0))
                    else:
                        a(F_Bnix[n0](n0 + 1, *s0))
            v3 = o3.warmup_tasks
            n = len(v3) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            for o4 in v3:
                v = o4.subtopology_id.encode()
                n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
                s0 = o4.partitions
                n0 = len(s0)
                if o4.unknown_tagged_fields:
                    if n0 > 126:
                        a(uvarint(n0 + 1))
                        a(F_ni[n0](*s0))
                    else:
                        a(F_Bni[n0](n0 + 1, *s0))
                    a(write_tags(o4.unknown_tagged_fields))
                else:
                    if n0 > 126:
                        a(uvarint(n0 + 1))
                        a(F_nix[n0](*s0))
                    else:
                        a(F_Bnix[n0](n0 + 1, *s0))
            if o3.unknown_tagged_fields:
                a(write_tags(o3.unknown_tagged_fields))
            else:
                a(b'\x00')
            o3 = o2.target_assignment
            v3 = o3.active_tasks
            n = len(v3) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            for o4 in v3:
                v = o4.subtopology_id.encode()
                n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
                s0 = o4.partitions
                n0 = len(s0)
                if o4.unknown_tagged_fields:
                    if n0 > 126:
                        a(uvarint(n0 + 1))
                        a(F_ni[n0](*s0))
                    else:
                        a(F_Bni[n0](n0 + 1, *s0))
                    a(write_tags(o4.unknown_tagged_fields))
                else:
                    if n0 > 126:
                        a(uvarint(n0 + 1))
                        a(F_nix[n0](*s0))
                    else:
                        a(F_Bnix[n0](n0 + 1, *s0))
            v3 = o3.standby_tasks
            n = len(v3) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            for o4 in v3:
                v = o4.subtopology_id.encode()
                n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
                s0 = o4.partitions
                n0 = len(s0)
                if o4.unknown_tagged_fields:
                    if n0 > 126:
                        a(uvarint(n0 + 1))
                        a(F_ni[n0](*s0))
                    else:
                        a(F_Bni[n0](n0 + 1, *s0))
                    a(write_tags(o4.unknown_tagged_fields))
                else:
                    if n0 > 126:
                        a(uvarint(n0 + 1))
                        a(F_nix[n0](*s0))
                    else:
                        a(F_Bnix[n0](n0 + 1, *s0))
            v3 = o3.warmup_tasks
            n = len(v3) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            for o4 in v3:
                v = o4.subtopology_id.encode()
                n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
                s0 = o4.partitions
                n0 = len(s0)
                if o4.unknown_tagged_fields:
                    if n0 > 126:
                        a(uvarint(n0 + 1))
                        a(F_ni[n0](*s0))
                    else:
                        a(F_Bni[n0](n0 + 1, *s0))
                    a(write_tags(o4.unknown_tagged_fields))
                else:
                    if n0 > 126:
                        a(uvarint(n0 + 1))
                        a(F_nix[n0](*s0))
                    else:
                        a(F_Bnix[n0](n0 + 1, *s0))
            if o3.unknown_tagged_fields:
                a(write_tags(o3.unknown_tagged_fields))
            else:
                a(b'\x00')
            if o2.unknown_tagged_fields:
                a(P_T(o2.is_classic))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(P_Tx(o2.is_classic))
        a(P_i(o1.authorized_operations))
        if o1.topology_description is None: a(BYTE[255])
        else:
            a(BYTE[1])
            o2 = o1.topology_description
            v2 = o2.subtopologies
            n = len(v2) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            for o3 in v2:
                v = o3.subtopology_id.encode()
                n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
                v3 = o3.nodes
                n = len(v3) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                for o4 in v3:
                    v = o4.name.encode()
                    n = len(v) + 1
                    if n < 128: a(BYTE[n])
                    else: a(uvarint(n))
                    a(v)
                    v4 = o4.source_topics
                    n = len(v4) + 1
                    if n < 128: a(P_bB(o4.node_type, n))
                    else: a(P_b(o4.node_type) + uvarint(n))
                    for o5 in v4:
                        v = o5.encode()
                        n = len(v) + 1
                        if n < 128: a(BYTE[n])
                        else: a(uvarint(n))
                        a(v)
                    v = o4.sink_topic
                    if v is None: v = b''; n = 0
                    else: v = v.encode(); n = len(v) + 1
                    if n < 128: a(BYTE[n])
                    else: a(uvarint(n))
                    a(v)
                    v4 = o4.stores
                    n = len(v4) + 1
                    if n < 128: a(BYTE[n])
                    else: a(uvarint(n))
                    for o5 in v4:
                        v = o5.encode()
                        n = len(v) + 1
                        if n < 128: a(BYTE[n])
                        else: a(uvarint(n))
                        a(v)
                    v4 = o4.successors
                    n = len(v4) + 1
                    if n < 128: a(BYTE[n])
                    else: a(uvarint(n))
                    for o5 in v4:
                        v = o5.encode()
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
            v2 = o2.global_stores
            n = len(v2) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            for o3 in v2:
                o4 = o3.source
                v = o4.name.encode()
                n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
                v4 = o4.source_topics
                n = len(v4) + 1
                if n < 128: a(P_bB(o4.node_type, n))
                else: a(P_b(o4.node_type) + uvarint(n))
                for o5 in v4:
                    v = o5.encode()
                    n = len(v) + 1
                    if n < 128: a(BYTE[n])
                    else: a(uvarint(n))
                    a(v)
                v = o4.sink_topic
                if v is None: v = b''; n = 0
                else: v = v.encode(); n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
                v4 = o4.stores
                n = len(v4) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                for o5 in v4:
                    v = o5.encode()
                    n = len(v) + 1
                    if n < 128: a(BYTE[n])
                    else: a(uvarint(n))
                    a(v)
                v4 = o4.successors
                n = len(v4) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                for o5 in v4:
                    v = o5.encode()
                    n = len(v) + 1
                    if n < 128: a(BYTE[n])
                    else: a(uvarint(n))
                    a(v)
                if o4.unknown_tagged_fields:
                    a(write_tags(o4.unknown_tagged_fields))
                else:
                    a(b'\x00')
                o4 = o3.processor
                v = o4.name.encode()
                n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
                v4 = o4.source_topics
                n = len(v4) + 1
                if n < 128: a(P_bB(o4.node_type, n))
                else: a(P_b(o4.node_type) + uvarint(n))
                for o5 in v4:
                    v = o5.encode()
                    n = len(v) + 1
                    if n < 128: a(BYTE[n])
                    else: a(uvarint(n))
                    a(v)
                v = o4.sink_topic
                if v is None: v = b''; n = 0
                else: v = v.encode(); n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
                v4 = o4.stores
                n = len(v4) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                for o5 in v4:
                    v = o5.encode()
                    n = len(v) + 1
                    if n < 128: a(BYTE[n])
                    else: a(uvarint(n))
                    a(v)
                v4 = o4.successors
                n = len(v4) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                for o5 in v4:
                    v = o5.encode()
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
            if o2.unknown_tagged_fields:
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(b'\x00')
        v = o1.assignor_name
        if v is None: v = b''; n = 0
        else: v = v.encode(); n = len(v) + 1
        if n < 128: a(P_bB(o1.topology_description_status, n))
        else: a(P_b(o1.topology_description_status) + uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

StreamsGroupDescribeResponse.ENCODERS = (
    encode_streams_group_describe_response_v0,
    encode_streams_group_describe_response_v1,
)
