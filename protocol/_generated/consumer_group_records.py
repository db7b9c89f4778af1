"""Written by `make generate` from protocol/messages/consumer_group_records.py. Do not edit."""

from kavka.protocol.message import Message, Part
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import new, new_message, pack, read_tags, read_uvarint, refuse, unpack_from, uvarint
from kavka.protocol.wire import write_tags

class ConsumerGroupCurrentMemberAssignmentKey(Message):
    __slots__ = ('group_id', 'member_id')
    API_KEY = -1
    MIN_VERSION = 8
    MAX_VERSION = 8
    FLEXIBLE_FROM = 32767
    
    def __init__(self, group_id='', member_id=''):
        self.group_id = group_id
        self.member_id = member_id

class ConsumerGroupCurrentMemberAssignmentValue(Message):
    __slots__ = ('member_epoch', 'previous_member_epoch', 'state', 'assigned_partitions', 'partitions_pending_revocation', 'unknown_tagged_fields')
    API_KEY = -1
    MIN_VERSION = 0
    MAX_VERSION = 0
    FLEXIBLE_FROM = 0
    
    class TopicPartitions(Part):
        __slots__ = ('topic_id', 'partitions', 'assignment_epochs', 'unknown_tagged_fields')
        
        def __init__(self, topic_id=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', partitions=EMPTY, assignment_epochs=EMPTY, unknown_tagged_fields=()):
            self.topic_id = topic_id
            self.partitions = [] if partitions is EMPTY else partitions
            self.assignment_epochs = [] if assignment_epochs is EMPTY else assignment_epochs
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, member_epoch=0, previous_member_epoch=0, state=0, assigned_partitions=EMPTY, partitions_pending_revocation=EMPTY, unknown_tagged_fields=()):
        self.member_epoch = member_epoch
        self.previous_member_epoch = previous_member_epoch
        self.state = state
        self.assigned_partitions = [] if assigned_partitions is EMPTY else assigned_partitions
        self.partitions_pending_revocation = [] if partitions_pending_revocation is EMPTY else partitions_pending_revocation
        self.unknown_tagged_fields = unknown_tagged_fields

ConsumerGroupCurrentMemberAssignmentValue_TopicPartitions = ConsumerGroupCurrentMemberAssignmentValue.TopicPartitions

class ConsumerGroupMemberMetadataKey(Message):
    __slots__ = ('group_id', 'member_id')
    API_KEY = -1
    MIN_VERSION = 5
    MAX_VERSION = 5
    FLEXIBLE_FROM = 32767
    
    def __init__(self, group_id='', member_id=''):
        self.group_id = group_id
        self.member_id = member_id

class ConsumerGroupMemberMetadataValue(Message):
    __slots__ = ('instance_id', 'rack_id', 'client_id', 'client_host', 'subscribed_topic_names', 'subscribed_topic_regex', 'rebalance_timeout_ms', 'server_assignor', 'classic_member_metadata', 'unknown_tagged_fields')
    API_KEY = -1
    MIN_VERSION = 0
    MAX_VERSION = 0
    FLEXIBLE_FROM = 0
    
    class ClassicProtocol(Part):
        __slots__ = ('name', 'metadata', 'unknown_tagged_fields')
        
        def __init__(self, name='', metadata=b'', unknown_tagged_fields=()):
            self.name = name
            self.metadata = metadata
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class ClassicMemberMetadata(Part):
        __slots__ = ('session_timeout_ms', 'supported_protocols', 'unknown_tagged_fields')
        
        def __init__(self, session_timeout_ms=0, supported_protocols=EMPTY, unknown_tagged_fields=()):
            self.session_timeout_ms = session_timeout_ms
            self.supported_protocols = [] if supported_protocols is EMPTY else supported_protocols
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, instance_id='', rack_id='', client_id='', client_host='', subscribed_topic_names=EMPTY, subscribed_topic_regex='', rebalance_timeout_ms=-1, server_assignor='', classic_member_metadata=None, unknown_tagged_fields=()):
        self.instance_id = instance_id
        self.rack_id = rack_id
        self.client_id = client_id
        self.client_host = client_host
        self.subscribed_topic_names = [] if subscribed_topic_names is EMPTY else subscribed_topic_names
        self.subscribed_topic_regex = subscribed_topic_regex
        self.rebalance_timeout_ms = rebalance_timeout_ms
        self.server_assignor = server_assignor
        self.classic_member_metadata = classic_member_metadata
        self.unknown_tagged_fields = unknown_tagged_fields

ConsumerGroupMemberMetadataValue_ClassicProtocol = ConsumerGroupMemberMetadataValue.ClassicProtocol

ConsumerGroupMemberMetadataValue_ClassicMemberMetadata = ConsumerGroupMemberMetadataValue.ClassicMemberMetadata

class ConsumerGroupMetadataKey(Message):
    __slots__ = ('group_id',)
    API_KEY = -1
    MIN_VERSION = 3
    MAX_VERSION = 3
    FLEXIBLE_FROM = 32767
    
    def __init__(self, group_id=''):
        self.group_id = group_id

class ConsumerGroupMetadataValue(Message):
    __slots__ = ('epoch', 'metadata_hash', 'unknown_tagged_fields')
    API_KEY = -1
    MIN_VERSION = 0
    MAX_VERSION = 0
    FLEXIBLE_FROM = 0
    
    def __init__(self, epoch=0, metadata_hash=0, unknown_tagged_fields=()):
        self.epoch = epoch
        self.metadata_hash = metadata_hash
        self.unknown_tagged_fields = unknown_tagged_fields

class ConsumerGroupPartitionMetadataKey(Message):
    __slots__ = ('group_id',)
    API_KEY = -1
    MIN_VERSION = 4
    MAX_VERSION = 4
    FLEXIBLE_FROM = 32767
    
    def __init__(self, group_id=''):
        self.group_id = group_id

class ConsumerGroupPartitionMetadataValue(Message):
    __slots__ = ('topics', 'unknown_tagged_fields')
    API_KEY = -1
    MIN_VERSION = 0
    MAX_VERSION = 0
    FLEXIBLE_FROM = 0
    
    class PartitionMetadata(Part):
        __slots__ = ('partition', 'racks', 'unknown_tagged_fields')
        
        def __init__(self, partition=0, racks=EMPTY, unknown_tagged_fields=()):
            self.partition = partition
            self.racks = [] if racks is EMPTY else racks
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class TopicMetadata(Part):
        __slots__ = ('topic_id', 'topic_name', 'num_partitions', 'partition_metadata', 'unknown_tagged_fields')
        
        def __init__(self, topic_id=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', topic_name='', num_partitions=0, partition_metadata=EMPTY, unknown_tagged_fields=()):
            self.topic_id = topic_id
            self.topic_name = topic_name
            self.num_partitions = num_partitions
            self.partition_metadata = [] if partition_metadata is EMPTY else partition_metadata
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, topics=EMPTY, unknown_tagged_fields=()):
        self.topics = [] if topics is EMPTY else topics
        self.unknown_tagged_fields = unknown_tagged_fields

ConsumerGroupPartitionMetadataValue_PartitionMetadata = ConsumerGroupPartitionMetadataValue.PartitionMetadata

ConsumerGroupPartitionMetadataValue_TopicMetadata = ConsumerGroupPartitionMetadataValue.TopicMetadata

class ConsumerGroupRegularExpressionKey(Message):
    __slots__ = ('group_id', 'regular_expression')
    API_KEY = -1
    MIN_VERSION = 16
    MAX_VERSION = 16
    FLEXIBLE_FROM = 32767
    
    def __init__(self, group_id='', regular_expression=''):
        self.group_id = group_id
        self.regular_expression = regular_expression

class ConsumerGroupRegularExpressionValue(Message):
    __slots__ = ('topics', 'version', 'timestamp', 'unknown_tagged_fields')
    API_KEY = -1
    MIN_VERSION = 0
    MAX_VERSION = 0
    FLEXIBLE_FROM = 0
    
    def __init__(self, topics=EMPTY, version=0, timestamp=0, unknown_tagged_fields=()):
        self.topics = [] if topics is EMPTY else topics
        self.version = version
        self.timestamp = timestamp
        self.unknown_tagged_fields = unknown_tagged_fields

class ConsumerGroupTargetAssignmentMemberKey(Message):
    __slots__ = ('group_id', 'member_id')
    API_KEY = -1
    MIN_VERSION = 7
    MAX_VERSION = 7
    FLEXIBLE_FROM = 32767
    
    def __init__(self, group_id='', member_id=''):
        self.group_id = group_id
        self.member_id = member_id

class ConsumerGroupTargetAssignmentMemberValue(Message):
    __slots__ = ('topic_partitions', 'unknown_tagged_fields')
    API_KEY = -1
    MIN_VERSION = 0
    MAX_VERSION = 0
    FLEXIBLE_FROM = 0
    
    class TopicPartition(Part):
        __slots__ = ('topic_id', 'partitions', 'unknown_tagged_fields')
        
        def __init__(self, topic_id=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', partitions=EMPTY, unknown_tagged_fields=()):
            self.topic_id = topic_id
            self.partitions = [] if partitions is EMPTY else partitions
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, topic_partitions=EMPTY, unknown_tagged_fields=()):
        self.topic_partitions = [] if topic_partitions is EMPTY else topic_partitions
        self.unknown_tagged_fields = unknown_tagged_fields

ConsumerGroupTargetAssignmentMemberValue_TopicPartition = ConsumerGroupTargetAssignmentMemberValue.TopicPartition

class ConsumerGroupTargetAssignmentMetadataKey(Message):
    __slots__ = ('group_id',)
    API_KEY = -1
    MIN_VERSION = 6
    MAX_VERSION = 6
    FLEXIBLE_FROM = 32767
    
    def __init__(self, group_id=''):
        self.group_id = group_id

class ConsumerGroupTargetAssignmentMetadataValue(Message):
    __slots__ = ('assignment_epoch', 'unknown_tagged_fields')
    API_KEY = -1
    MIN_VERSION = 0
    MAX_VERSION = 0
    FLEXIBLE_FROM = 0
    
    def __init__(self, assignment_epoch=0, unknown_tagged_fields=()):
        self.assignment_epoch = assignment_epoch
        self.unknown_tagged_fields = unknown_tagged_fields

U_h = Struct('>h').unpack_from
P_h = Struct('>h').pack
U_2ibB = Struct('>2ibB').unpack_from
U_16sB = Struct('>16sB').unpack_from
UNPACK_i = UNPACK['i']
P_2ibB = Struct('>2ibB').pack
P_2ib = Struct('>2ib').pack
P_16s = Struct('>16s').pack
F_ni = PackCache('>%di')
F_16sBni = PackCache('>16sB%di')
PACK_i = PACK['i']
F_nix = PackCache('>%dix')
F_16sBnix = PackCache('>16sB%dix')
U_iB = Struct('>iB').unpack_from
P_iB = Struct('>iB').pack
P_i = Struct('>i').pack
U_q = Struct('>q').unpack_from
P_q = Struct('>q').pack
P_ix = Struct('>ix').pack
P_16sB = Struct('>16sB').pack
U_2qB = Struct('>2qB').unpack_from
P_2q = Struct('>2q').pack
P_2qx = Struct('>2qx').pack

def decode_consumer_group_current_member_assignment_key_v8(b, p):
    e = len(b)
    o0 = new_message(ConsumerGroupCurrentMemberAssignmentKey)
    n, = U_h(b, p)
    p += 2
    if n < 0: raise DecodeError(f'ConsumerGroupCurrentMemberAssignmentKey: group_id: length {n}')
    q = p + n
    o0.group_id = b[p:q].decode()
    p = q
    n, = U_h(b, p)
    p += 2
    if n < 0: raise DecodeError(f'ConsumerGroupCurrentMemberAssignmentKey: member_id: length {n}')
    q = p + n
    o0.member_id = b[p:q].decode()
    p = q
    return o0, p

ConsumerGroupCurrentMemberAssignmentKey.DECODERS = (
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    decode_consumer_group_current_member_assignment_key_v8,
)

def encode_consumer_group_current_member_assignment_key_v8(o0, l, out):
    a = l.append
    v = o0.group_id.encode()
    n = len(v)
    a(P_h(n))
    a(v)
    v = o0.member_id.encode()
    n = len(v)
    a(P_h(n))
    a(v)

ConsumerGroupCurrentMemberAssignmentKey.ENCODERS = (
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    encode_consumer_group_current_member_assignment_key_v8,
)

def decode_consumer_group_current_member_assignment_value_v0(b, p):
    e = len(b)
    o0 = new_message(ConsumerGroupCurrentMemberAssignmentValue)
    o0.member_epoch, o0.previous_member_epoch, o0.state, c0 = U_2ibB(b, p)
    p += 10
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 18 <= e - p: raise DecodeError(f'ConsumerGroupCurrentMemberAssignmentValue: assigned_partitions: count {c0}')
    o0.assigned_partitions = l0 = []
    for _ in range(c0):
        o1 = new(ConsumerGroupCurrentMemberAssignmentValue_TopicPartitions)
        o1.topic_id, c1 = U_16sB(b, p)
        p += 17
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if 0 < c1 < 9: o1.partitions = [*UNPACK_i[c1](b, p)]; p += c1 * 4
        elif c1 == 0: o1.partitions = []
        else:
            if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'ConsumerGroupCurrentMemberAssignmentValue: partitions: count {c1}')
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
                            if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'ConsumerGroupCurrentMemberAssignmentValue: assignment_epochs: count {c1}')
                            o1.assignment_epochs = [*unpack_from(f'>{c1}i', b, p)]
                            p += c1 * 4
                    if p != q1: raise DecodeError(f'ConsumerGroupCurrentMemberAssignmentValue: assignment_epochs: size')
                else:
                    u1.append((t1, bytes(b[p:q1])))
                    p = q1
            o1.unknown_tagged_fields = tuple(u1)
        l0.append(o1)
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 18 <= e - p: raise DecodeError(f'ConsumerGroupCurrentMemberAssignmentValue: partitions_pending_revocation: count {c0}')
    o0.partitions_pending_revocation = l0 = []
    for _ in range(c0):
        o1 = new(ConsumerGroupCurrentMemberAssignmentValue_TopicPartitions)
        o1.topic_id, c1 = U_16sB(b, p)
        p += 17
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if 0 < c1 < 9: o1.partitions = [*UNPACK_i[c1](b, p)]; p += c1 * 4
        elif c1 == 0: o1.partitions = []
        else:
            if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'ConsumerGroupCurrentMemberAssignmentValue: partitions: count {c1}')
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
                            if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'ConsumerGroupCurrentMemberAssignmentValue: assignment_epochs: count {c1}')
                            o1.assignment_epochs = [*unpack_from(f'>{c1}i', b, p)]
                            p += c1 * 4
                    if p != q1: raise DecodeError(f'ConsumerGroupCurrentMemberAssignmentValue: assignment_epochs: size')
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

ConsumerGroupCurrentMemberAssignmentValue.DECODERS = (
    decode_consumer_group_current_member_assignment_value_v0,
)

def encode_consumer_group_current_member_assignment_value_v0(o0, l, out):
    a = l.append
    v0 = o0.assigned_partitions
    n = len(v0) + 1
    if n < 128: a(P_2ibB(o0.member_epoch, o0.previous_member_epoch, o0.state, n))
    else: a(P_2ib(o0.member_epoch, o0.previous_member_epoch, o0.state) + uvarint(n))
    for o1 in v0:
        if len(o1.topic_id) != 16: raise EncodeError(f'{o1.topic_id!r:.80} is not a uuid')
        s0 = o1.partitions
        n0 = len(s0)
        if (o1.assignment_epochs is None or o1.assignment_epochs) or o1.unknown_tagged_fields:
            if n0 > 126:
                a(P_16s(o1.topic_id))
                a(uvarint(n0 + 1))
                a(F_ni[n0](*s0))
            else:
                a(F_16sBni[n0](o1.topic_id, n0 + 1, *s0))
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
                a(P_16s(o1.topic_id))
                a(uvarint(n0 + 1))
                a(F_nix[n0](*s0))
            else:
                a(F_16sBnix[n0](o1.topic_id, n0 + 1, *s0))
    v0 = o0.partitions_pending_revocation
    n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        if len(o1.topic_id) != 16: raise EncodeError(f'{o1.topic_id!r:.80} is not a uuid')
        s0 = o1.partitions
        n0 = len(s0)
        if (o1.assignment_epochs is None or o1.assignment_epochs) or o1.unknown_tagged_fields:
            if n0 > 126:
                a(P_16s(o1.topic_id))
                a(uvarint(n0 + 1))
                a(F_ni[n0](*s0))
            else:
                a(F_16sBni[n0](o1.topic_id, n0 + 1, *s0))
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
                a(P_16s(o1.topic_id))
                a(uvarint(n0 + 1))
                a(F_nix[n0](*s0))
            else:
                a(F_16sBnix[n0](o1.topic_id, n0 + 1, *s0))
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

ConsumerGroupCurrentMemberAssignmentValue.ENCODERS = (
    encode_consumer_group_current_member_assignment_value_v0,
)

def decode_consumer_group_member_metadata_key_v5(b, p):
    e = len(b)
    o0 = new_message(ConsumerGroupMemberMetadataKey)
    n, = U_h(b, p)
    p += 2
    if n < 0: raise DecodeError(f'ConsumerGroupMemberMetadataKey: group_id: length {n}')
    q = p + n
    o0.group_id = b[p:q].decode()
    p = q
    n, = U_h(b, p)
    p += 2
    if n < 0: raise DecodeError(f'ConsumerGroupMemberMetadataKey: member_id: length {n}')
    q = p + n
    o0.member_id = b[p:q].decode()
    p = q
    return o0, p

ConsumerGroupMemberMetadataKey.DECODERS = (
    None,
    None,
    None,
    None,
    None,
    decode_consumer_group_member_metadata_key_v5,
)

def encode_consumer_group_member_metadata_key_v5(o0, l, out):
    a = l.append
    v = o0.group_id.encode()
    n = len(v)
    a(P_h(n))
    a(v)
    v = o0.member_id.encode()
    n = len(v)
    a(P_h(n))
    a(v)

ConsumerGroupMemberMetadataKey.ENCODERS = (
    None,
    None,
    None,
    None,
    None,
    encode_consumer_group_member_metadata_key_v5,
)

def decode_consumer_group_member_metadata_value_v0(b, p):
    e = len(b)
    o0 = new_message(ConsumerGroupMemberMetadataValue)
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
    if n < 1: raise DecodeError(f'ConsumerGroupMemberMetadataValue: client_id: length {n}')
    q = p + n - 1
    o0.client_id = b[p:q].decode()
    p = q
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n < 1: raise DecodeError(f'ConsumerGroupMemberMetadataValue: client_host: length {n}')
    q = p + n - 1
    o0.client_host = b[p:q].decode()
    p = q
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 <= e - p: raise DecodeError(f'ConsumerGroupMemberMetadataValue: subscribed_topic_names: count {c0}')
    o0.subscribed_topic_names = l0 = []
    for _ in range(c0):
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'ConsumerGroupMemberMetadataValue: element: length {n}')
        q = p + n - 1
        v = b[p:q].decode()
        p = q
        l0.append(v)
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n:
        q = p + n - 1
        o0.subscribed_topic_regex = b[p:q].decode()
        p = q
    else:
        o0.subscribed_topic_regex = None
    o0.rebalance_timeout_ms, n = U_iB(b, p)
    p += 5
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n:
        q = p + n - 1
        o0.server_assignor = b[p:q].decode()
        p = q
    else:
        o0.server_assignor = None
    t = b[p]
    p += 1
    o0.classic_member_metadata = ConsumerGroupMemberMetadataValue_ClassicMemberMetadata()
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
                if n < 1: o0.classic_member_metadata = None
                else:
                    o1 = new(ConsumerGroupMemberMetadataValue_ClassicMemberMetadata)
                    o1.session_timeout_ms, c1 = U_iB(b, p)
                    p += 5
                    if c1 > 127: c1, p = read_uvarint(b, p - 1)
                    c1 -= 1
                    if not 0 <= c1 * 3 <= e - p: raise DecodeError(f'ConsumerGroupMemberMetadataValue: supported_protocols: count {c1}')
                    o1.supported_protocols = l1 = []
                    for _ in range(c1):
                        o2 = new(ConsumerGroupMemberMetadataValue_ClassicProtocol)
                        n = b[p]
                        p += 1
                        if n > 127: n, p = read_uvarint(b, p - 1)
                        if n < 1: raise DecodeError(f'ConsumerGroupMemberMetadataValue: name: length {n}')
                        q = p + n - 1
                        o2.name = b[p:q].decode()
                        p = q
                        n = b[p]
                        p += 1
                        if n > 127: n, p = read_uvarint(b, p - 1)
                        if n < 1: raise DecodeError(f'ConsumerGroupMemberMetadataValue: metadata: length {n}')
                        q = p + n - 1
                        o2.metadata = bytes(b[p:q])
                        p = q
                        t = b[p]
                        p += 1
                        if t: o2.unknown_tagged_fields, p = read_tags(b, p - 1)
                        else: o2.unknown_tagged_fields = ()
                        l1.append(o2)
                    t = b[p]
                    p += 1
                    if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
                    else: o1.unknown_tagged_fields = ()
                    o0.classic_member_metadata = o1
                if p != q0: raise DecodeError(f'ConsumerGroupMemberMetadataValue: classic_member_metadata: size')
            else:
                u0.append((t0, bytes(b[p:q0])))
                p = q0
        o0.unknown_tagged_fields = tuple(u0)
    return o0, p

ConsumerGroupMemberMetadataValue.DECODERS = (
    decode_consumer_group_member_metadata_value_v0,
)

def encode_consumer_group_member_metadata_value_v0(o0, l, out):
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
    v0 = o0.subscribed_topic_names
    n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        v = o1.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
    v = o0.subscribed_topic_regex
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v = o0.server_assignor
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(P_iB(o0.rebalance_timeout_ms, n))
    else: a(P_i(o0.rebalance_timeout_ms) + uvarint(n))
    a(v)
    if (o0.classic_member_metadata is None or o0.classic_member_metadata != ConsumerGroupMemberMetadataValue_ClassicMemberMetadata()) or o0.unknown_tagged_fields:
        g0 = list(o0.unknown_tagged_fields)
        if (o0.classic_member_metadata is None or o0.classic_member_metadata != ConsumerGroupMemberMetadataValue_ClassicMemberMetadata()):
            w0 = []
            a0 = w0.append
            if o0.classic_member_metadata is None: a0(BYTE[0])
            else:
                a0(BYTE[1])
                o1 = o0.classic_member_metadata
                v1 = o1.supported_protocols
                n = len(v1) + 1
                if n < 128: a0(P_iB(o1.session_timeout_ms, n))
                else: a0(P_i(o1.session_timeout_ms) + uvarint(n))
                for o2 in v1:
                    v = o2.name.encode()
                    n = len(v) + 1
                    if n < 128: a0(BYTE[n])
                    else: a0(uvarint(n))
                    a0(v)
                    v = o2.metadata
                    n = len(v) + 1
                    if n < 128: a0(BYTE[n])
                    else: a0(uvarint(n))
                    a0(v)
                    if o2.unknown_tagged_fields:
                        a0(write_tags(o2.unknown_tagged_fields))
                    else:
                        a0(b'\x00')
                if o1.unknown_tagged_fields:
                    a0(write_tags(o1.unknown_tagged_fields))
                else:
                    a0(b'\x00')
            g0.append((0, b''.join(w0)))
        a(write_tags(g0))
    else:
        a(b'\x00')

ConsumerGroupMemberMetadataValue.ENCODERS = (
    encode_consumer_group_member_metadata_value_v0,
)

def decode_consumer_group_metadata_key_v3(b, p):
    e = len(b)
    o0 = new_message(ConsumerGroupMetadataKey)
    n, = U_h(b, p)
    p += 2
    if n < 0: raise DecodeError(f'ConsumerGroupMetadataKey: group_id: length {n}')
    q = p + n
    o0.group_id = b[p:q].decode()
    p = q
    return o0, p

ConsumerGroupMetadataKey.DECODERS = (
    None,
    None,
    None,
    decode_consumer_group_metadata_key_v3,
)

def encode_consumer_group_metadata_key_v3(o0, l, out):
    a = l.append
    v = o0.group_id.encode()
    n = len(v)
    a(P_h(n))
    a(v)

ConsumerGroupMetadataKey.ENCODERS = (
    None,
    None,
    None,
    encode_consumer_group_metadata_key_v3,
)

def decode_consumer_group_metadata_value_v0(b, p):
    e = len(b)
    o0 = new_message(ConsumerGroupMetadataValue)
    o0.epoch, t = U_iB(b, p)
    p += 5
    o0.metadata_hash = 0
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
                o0.metadata_hash, = U_q(b, p)
                p += 8
                if p != q0: raise DecodeError(f'ConsumerGroupMetadataValue: metadata_hash: size')
            else:
                u0.append((t0, bytes(b[p:q0])))
                p = q0
        o0.unknown_tagged_fields = tuple(u0)
    return o0, p

ConsumerGroupMetadataValue.DECODERS = (
    decode_consumer_group_metadata_value_v0,
)

def encode_consumer_group_metadata_value_v0(o0, l, out):
    a = l.append
    if o0.metadata_hash != 0 or o0.unknown_tagged_fields:
        a(P_i(o0.epoch))
        g0 = list(o0.unknown_tagged_fields)
        if o0.metadata_hash != 0:
            w0 = []
            a0 = w0.append
            a0(P_q(o0.metadata_hash))
            g0.append((0, b''.join(w0)))
        a(write_tags(g0))
    else:
        a(P_ix(o0.epoch))

ConsumerGroupMetadataValue.ENCODERS = (
    encode_consumer_group_metadata_value_v0,
)

def decode_consumer_group_partition_metadata_key_v4(b, p):
    e = len(b)
    o0 = new_message(ConsumerGroupPartitionMetadataKey)
    n, = U_h(b, p)
    p += 2
    if n < 0: raise DecodeError(f'ConsumerGroupPartitionMetadataKey: group_id: length {n}')
    q = p + n
    o0.group_id = b[p:q].decode()
    p = q
    return o0, p

ConsumerGroupPartitionMetadataKey.DECODERS = (
    None,
    None,
    None,
    None,
    decode_consumer_group_partition_metadata_key_v4,
)

def encode_consumer_group_partition_metadata_key_v4(o0, l, out):
    a = l.append
    v = o0.group_id.encode()
    n = len(v)
    a(P_h(n))
    a(v)

ConsumerGroupPartitionMetadataKey.ENCODERS = (
    None,
    None,
    None,
    None,
    encode_consumer_group_partition_metadata_key_v4,
)

def decode_consumer_group_partition_metadata_value_v0(b, p):
    e = len(b)
    o0 = new_message(ConsumerGroupPartitionMetadataValue)
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 23 <= e - p: raise DecodeError(f'ConsumerGroupPartitionMetadataValue: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(ConsumerGroupPartitionMetadataValue_TopicMetadata)
        o1.topic_id, n = U_16sB(b, p)
        p += 17
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'ConsumerGroupPartitionMetadataValue: topic_name: length {n}')
        q = p + n - 1
        o1.topic_name = b[p:q].decode()
        p = q
        o1.num_partitions, c1 = U_iB(b, p)
        p += 5
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 6 <= e - p: raise DecodeError(f'ConsumerGroupPartitionMetadataValue: partition_metadata: count {c1}')
        o1.partition_metadata = l1 = []
        for _ in range(c1):
            o2 = new(ConsumerGroupPartitionMetadataValue_PartitionMetadata)
            o2.partition, c2 = U_iB(b, p)
            p += 5
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if not 0 <= c2 <= e - p: raise DecodeError(f'ConsumerGroupPartitionMetadataValue: racks: count {c2}')
            o2.racks = l2 = []
            for _ in range(c2):
                n = b[p]
                p += 1
                if n > 127: n, p = read_uvarint(b, p - 1)
                if n < 1: raise DecodeError(f'ConsumerGroupPartitionMetadataValue: element: length {n}')
                q = p + n - 1
                v = b[p:q].decode()
                p = q
                l2.append(v)
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

ConsumerGroupPartitionMetadataValue.DECODERS = (
    decode_consumer_group_partition_metadata_value_v0,
)

def encode_consumer_group_partition_metadata_value_v0(o0, l, out):
    a = l.append
    v0 = o0.topics
    n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        if len(o1.topic_id) != 16: raise EncodeError(f'{o1.topic_id!r:.80} is not a uuid')
        v = o1.topic_name.encode()
        n = len(v) + 1
        if n < 128: a(P_16sB(o1.topic_id, n))
        else: a(P_16s(o1.topic_id) + uvarint(n))
        a(v)
        v1 = o1.partition_metadata
        n = len(v1) + 1
        if n < 128: a(P_iB(o1.num_partitions, n))
        else: a(P_i(o1.num_partitions) + uvarint(n))
        for o2 in v1:
            v2 = o2.racks
            n = len(v2) + 1
            if n < 128: a(P_iB(o2.partition, n))
            else: a(P_i(o2.partition) + uvarint(n))
            for o3 in v2:
                v = o3.encode()
                n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
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

ConsumerGroupPartitionMetadataValue.ENCODERS = (
    encode_consumer_group_partition_metadata_value_v0,
)

def decode_consumer_group_regular_expression_key_v16(b, p):
    e = len(b)
    o0 = new_message(ConsumerGroupRegularExpressionKey)
    n, = U_h(b, p)
    p += 2
    if n < 0: raise DecodeError(f'ConsumerGroupRegularExpressionKey: group_id: length {n}')
    q = p + n
    o0.group_id = b[p:q].decode()
    p = q
    n, = U_h(b, p)
    p += 2
    if n < 0: raise DecodeError(f'ConsumerGroupRegularExpressionKey: regular_expression: length {n}')
    q = p + n
    o0.regular_expression = b[p:q].decode()
    p = q
    return o0, p

ConsumerGroupRegularExpressionKey.DECODERS = (
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
    decode_consumer_group_regular_expression_key_v16,
)

def encode_consumer_group_regular_expression_key_v16(o0, l, out):
    a = l.append
    v = o0.group_id.encode()
    n = len(v)
    a(P_h(n))
    a(v)
    v = o0.regular_expression.encode()
    n = len(v)
    a(P_h(n))
    a(v)

ConsumerGroupRegularExpressionKey.ENCODERS = (
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
    encode_consumer_group_regular_expression_key_v16,
)

def decode_consumer_group_regular_expression_value_v0(b, p):
    e = len(b)
    o0 = new_message(ConsumerGroupRegularExpressionValue)
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 <= e - p: raise DecodeError(f'ConsumerGroupRegularExpressionValue: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'ConsumerGroupRegularExpressionValue: element: length {n}')
        q = p + n - 1
        v = b[p:q].decode()
        p = q
        l0.append(v)
    o0.version, o0.timestamp, t = U_2qB(b, p)
    p += 17
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

ConsumerGroupRegularExpressionValue.DECODERS = (
    decode_consumer_group_regular_expression_value_v0,
)

def encode_consumer_group_regular_expression_value_v0(o0, l, out):
    a = l.append
    v0 = o0.topics
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
        a(P_2q(o0.version, o0.timestamp))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_2qx(o0.version, o0.timestamp))

ConsumerGroupRegularExpressionValue.ENCODERS = (
    encode_consumer_group_regular_expression_value_v0,
)

def decode_consumer_group_target_assignment_member_key_v7(b, p):
    e = len(b)
    o0 = new_message(ConsumerGroupTargetAssignmentMemberKey)
    n, = U_h(b, p)
    p += 2
    if n < 0: raise DecodeError(f'ConsumerGroupTargetAssignmentMemberKey: group_id: length {n}')
    q = p + n
    o0.group_id = b[p:q].decode()
    p = q
    n, = U_h(b, p)
    p += 2
    if n < 0: raise DecodeError(f'ConsumerGroupTargetAssignmentMemberKey: member_id: length {n}')
    q = p + n
    o0.member_id = b[p:q].decode()
    p = q
    return o0, p

ConsumerGroupTargetAssignmentMemberKey.DECODERS = (
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    decode_consumer_group_target_assignment_member_key_v7,
)

def encode_consumer_group_target_assignment_member_key_v7(o0, l, out):
    a = l.append
    v = o0.group_id.encode()
    n = len(v)
    a(P_h(n))
    a(v)
    v = o0.member_id.encode()
    n = len(v)
    a(P_h(n))
    a(v)

ConsumerGroupTargetAssignmentMemberKey.ENCODERS = (
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    encode_consumer_group_target_assignment_member_key_v7,
)

def decode_consumer_group_target_assignment_member_value_v0(b, p):
    e = len(b)
    o0 = new_message(ConsumerGroupTargetAssignmentMemberValue)
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 18 <= e - p: raise DecodeError(f'ConsumerGroupTargetAssignmentMemberValue: topic_partitions: count {c0}')
    o0.topic_partitions = l0 = []
    for _ in range(c0):
        o1 = new(ConsumerGroupTargetAssignmentMemberValue_TopicPartition)
        o1.topic_id, c1 = U_16sB(b, p)
        p += 17
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if 0 < c1 < 9: o1.partitions = [*UNPACK_i[c1](b, p)]; p += c1 * 4
        elif c1 == 0: o1.partitions = []
        else:
            if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'ConsumerGroupTargetAssignmentMemberValue: partitions: count {c1}')
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

ConsumerGroupTargetAssignmentMemberValue.DECODERS = (
    decode_consumer_group_target_assignment_member_value_v0,
)

def encode_consumer_group_target_assignment_member_value_v0(o0, l, out):
    a = l.append
    v0 = o0.topic_partitions
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
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

ConsumerGroupTargetAssignmentMemberValue.ENCODERS = (
    encode_consumer_group_target_assignment_member_value_v0,
)

def decode_consumer_group_target_assignment_metadata_key_v6(b, p):
    e = len(b)
    o0 = new_message(ConsumerGroupTargetAssignmentMetadataKey)
    n, = U_h(b, p)
    p += 2
    if n < 0: raise DecodeError(f'ConsumerGroupTargetAssignmentMetadataKey: group_id: length {n}')
    q = p + n
    o0.group_id = b[p:q].decode()
    p = q
    return o0, p

ConsumerGroupTargetAssignmentMetadataKey.DECODERS = (
    None,
    None,
    None,
    None,
    None,
    None,
    decode_consumer_group_target_assignment_metadata_key_v6,
)

def encode_consumer_group_target_assignment_metadata_key_v6(o0, l, out):
    a = l.append
    v = o0.group_id.encode()
    n = len(v)
    a(P_h(n))
    a(v)

ConsumerGroupTargetAssignmentMetadataKey.ENCODERS = (
    None,
    None,
    None,
    None,
    None,
    None,
    encode_consumer_group_target_assignment_metadata_key_v6,
)

def decode_consumer_group_target_assignment_metadata_value_v0(b, p):
    e = len(b)
    o0 = new_message(ConsumerGroupTargetAssignmentMetadataValue)
    o0.assignment_epoch, t = U_iB(b, p)
    p += 5
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

ConsumerGroupTargetAssignmentMetadataValue.DECODERS = (
    decode_consumer_group_target_assignment_metadata_value_v0,
)

def encode_consumer_group_target_assignment_metadata_value_v0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(P_i(o0.assignment_epoch))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_ix(o0.assignment_epoch))

ConsumerGroupTargetAssignmentMetadataValue.ENCODERS = (
    encode_consumer_group_target_assignment_metadata_value_v0,
)
