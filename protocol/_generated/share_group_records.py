"""Written by `make generate` from protocol/messages/share_group_records.py. Do not edit."""

from kavka.protocol.message import Message, Part
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import new, new_message, pack, read_tags, read_uvarint, refuse, unpack_from, uvarint
from kavka.protocol.wire import write_tags

class ShareGroupCurrentMemberAssignmentKey(Message):
    __slots__ = ('group_id', 'member_id')
    API_KEY = -1
    MIN_VERSION = 14
    MAX_VERSION = 14
    FLEXIBLE_FROM = 32767
    
    def __init__(self, group_id='', member_id=''):
        self.group_id = group_id
        self.member_id = member_id

class ShareGroupCurrentMemberAssignmentValue(Message):
    __slots__ = ('member_epoch', 'previous_member_epoch', 'state', 'assigned_partitions', 'unknown_tagged_fields')
    API_KEY = -1
    MIN_VERSION = 0
    MAX_VERSION = 0
    FLEXIBLE_FROM = 0
    
    class TopicPartitions(Part):
        __slots__ = ('topic_id', 'partitions', 'unknown_tagged_fields')
        
        def __init__(self, topic_id=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', partitions=EMPTY, unknown_tagged_fields=()):
            self.topic_id = topic_id
            self.partitions = [] if partitions is EMPTY else partitions
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, member_epoch=0, previous_member_epoch=0, state=0, assigned_partitions=EMPTY, unknown_tagged_fields=()):
        self.member_epoch = member_epoch
        self.previous_member_epoch = previous_member_epoch
        self.state = state
        self.assigned_partitions = [] if assigned_partitions is EMPTY else assigned_partitions
        self.unknown_tagged_fields = unknown_tagged_fields

ShareGroupCurrentMemberAssignmentValue_TopicPartitions = ShareGroupCurrentMemberAssignmentValue.TopicPartitions

class ShareGroupMemberMetadataKey(Message):
    __slots__ = ('group_id', 'member_id')
    API_KEY = -1
    MIN_VERSION = 10
    MAX_VERSION = 10
    FLEXIBLE_FROM = 32767
    
    def __init__(self, group_id='', member_id=''):
        self.group_id = group_id
        self.member_id = member_id

class ShareGroupMemberMetadataValue(Message):
    __slots__ = ('rack_id', 'client_id', 'client_host', 'subscribed_topic_names', 'unknown_tagged_fields')
    API_KEY = -1
    MIN_VERSION = 0
    MAX_VERSION = 0
    FLEXIBLE_FROM = 0
    
    def __init__(self, rack_id='', client_id='', client_host='', subscribed_topic_names=EMPTY, unknown_tagged_fields=()):
        self.rack_id = rack_id
        self.client_id = client_id
        self.client_host = client_host
        self.subscribed_topic_names = [] if subscribed_topic_names is EMPTY else subscribed_topic_names
        self.unknown_tagged_fields = unknown_tagged_fields

class ShareGroupMetadataKey(Message):
    __slots__ = ('group_id',)
    API_KEY = -1
    MIN_VERSION = 11
    MAX_VERSION = 11
    FLEXIBLE_FROM = 32767
    
    def __init__(self, group_id=''):
        self.group_id = group_id

class ShareGroupMetadataValue(Message):
    __slots__ = ('epoch', 'metadata_hash', 'unknown_tagged_fields')
    API_KEY = -1
    MIN_VERSION = 0
    MAX_VERSION = 0
    FLEXIBLE_FROM = 0
    
    def __init__(self, epoch=0, metadata_hash=0, unknown_tagged_fields=()):
        self.epoch = epoch
        self.metadata_hash = metadata_hash
        self.unknown_tagged_fields = unknown_tagged_fields

class ShareGroupStatePartitionMetadataKey(Message):
    __slots__ = ('group_id',)
    API_KEY = -1
    MIN_VERSION = 15
    MAX_VERSION = 15
    FLEXIBLE_FROM = 32767
    
    def __init__(self, group_id=''):
        self.group_id = group_id

class ShareGroupStatePartitionMetadataValue(Message):
    __slots__ = ('initializing_topics', 'initialized_topics', 'deleting_topics', 'unknown_tagged_fields')
    API_KEY = -1
    MIN_VERSION = 0
    MAX_VERSION = 0
    FLEXIBLE_FROM = 0
    
    class TopicPartitionsInfo(Part):
        __slots__ = ('topic_id', 'topic_name', 'partitions', 'unknown_tagged_fields')
        
        def __init__(self, topic_id=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', topic_name='', partitions=EMPTY, unknown_tagged_fields=()):
            self.topic_id = topic_id
            self.topic_name = topic_name
            self.partitions = [] if partitions is EMPTY else partitions
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class TopicInfo(Part):
        __slots__ = ('topic_id', 'topic_name', 'unknown_tagged_fields')
        
        def __init__(self, topic_id=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', topic_name='', unknown_tagged_fields=()):
            self.topic_id = topic_id
            self.topic_name = topic_name
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, initializing_topics=EMPTY, initialized_topics=EMPTY, deleting_topics=EMPTY, unknown_tagged_fields=()):
        self.initializing_topics = [] if initializing_topics is EMPTY else initializing_topics
        self.initialized_topics = [] if initialized_topics is EMPTY else initialized_topics
        self.deleting_topics = [] if deleting_topics is EMPTY else deleting_topics
        self.unknown_tagged_fields = unknown_tagged_fields

ShareGroupStatePartitionMetadataValue_TopicPartitionsInfo = ShareGroupStatePartitionMetadataValue.TopicPartitionsInfo

ShareGroupStatePartitionMetadataValue_TopicInfo = ShareGroupStatePartitionMetadataValue.TopicInfo

class ShareGroupTargetAssignmentMemberKey(Message):
    __slots__ = ('group_id', 'member_id')
    API_KEY = -1
    MIN_VERSION = 13
    MAX_VERSION = 13
    FLEXIBLE_FROM = 32767
    
    def __init__(self, group_id='', member_id=''):
        self.group_id = group_id
        self.member_id = member_id

class ShareGroupTargetAssignmentMemberValue(Message):
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

ShareGroupTargetAssignmentMemberValue_TopicPartition = ShareGroupTargetAssignmentMemberValue.TopicPartition

class ShareGroupTargetAssignmentMetadataKey(Message):
    __slots__ = ('group_id',)
    API_KEY = -1
    MIN_VERSION = 12
    MAX_VERSION = 12
    FLEXIBLE_FROM = 32767
    
    def __init__(self, group_id=''):
        self.group_id = group_id

class ShareGroupTargetAssignmentMetadataValue(Message):
    __slots__ = ('assignment_epoch', 'assignment_timestamp', 'unknown_tagged_fields')
    API_KEY = -1
    MIN_VERSION = 0
    MAX_VERSION = 0
    FLEXIBLE_FROM = 0
    
    def __init__(self, assignment_epoch=0, assignment_timestamp=0, unknown_tagged_fields=()):
        self.assignment_epoch = assignment_epoch
        self.assignment_timestamp = assignment_timestamp
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
F_nix = PackCache('>%dix')
F_16sBnix = PackCache('>16sB%dix')
U_iqB = Struct('>iqB').unpack_from
P_iq = Struct('>iq').pack
P_iqx = Struct('>iqx').pack
P_16sB = Struct('>16sB').pack
F_Bni = PackCache('>B%di')
F_Bnix = PackCache('>B%dix')
U_iB = Struct('>iB').unpack_from
U_q = Struct('>q').unpack_from
P_i = Struct('>i').pack
P_q = Struct('>q').pack
P_ix = Struct('>ix').pack

def decode_share_group_current_member_assignment_key_v14(b, p):
    e = len(b)
    o0 = new_message(ShareGroupCurrentMemberAssignmentKey)
    n, = U_h(b, p)
    p += 2
    if n < 0: raise DecodeError(f'ShareGroupCurrentMemberAssignmentKey: group_id: length {n}')
    q = p + n
    o0.group_id = b[p:q].decode()
    p = q
    n, = U_h(b, p)
    p += 2
    if n < 0: raise DecodeError(f'ShareGroupCurrentMemberAssignmentKey: member_id: length {n}')
    q = p + n
    o0.member_id = b[p:q].decode()
    p = q
    return o0, p

ShareGroupCurrentMemberAssignmentKey.DECODERS = (
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
    decode_share_group_current_member_assignment_key_v14,
)

def encode_share_group_current_member_assignment_key_v14(o0, l, out):
    a = l.append
    v = o0.group_id.encode()
    n = len(v)
    a(P_h(n))
    a(v)
    v = o0.member_id.encode()
    n = len(v)
    a(P_h(n))
    a(v)

ShareGroupCurrentMemberAssignmentKey.ENCODERS = (
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
    encode_share_group_current_member_assignment_key_v14,
)

def decode_share_group_current_member_assignment_value_v0(b, p):
    e = len(b)
    o0 = new_message(ShareGroupCurrentMemberAssignmentValue)
    o0.member_epoch, o0.previous_member_epoch, o0.state, c0 = U_2ibB(b, p)
    p += 10
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 18 <= e - p: raise DecodeError(f'ShareGroupCurrentMemberAssignmentValue: assigned_partitions: count {c0}')
    o0.assigned_partitions = l0 = []
    for _ in range(c0):
        o1 = new(ShareGroupCurrentMemberAssignmentValue_TopicPartitions)
        o1.topic_id, c1 = U_16sB(b, p)
        p += 17
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if 0 < c1 < 9: o1.partitions = [*UNPACK_i[c1](b, p)]; p += c1 * 4
        elif c1 == 0: o1.partitions = []
        else:
            if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'ShareGroupCurrentMemberAssignmentValue: partitions: count {c1}')
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

ShareGroupCurrentMemberAssignmentValue.DECODERS = (
    decode_share_group_current_member_assignment_value_v0,
)

def encode_share_group_current_member_assignment_value_v0(o0, l, out):
    a = l.append
    v0 = o0.assigned_partitions
    n = len(v0) + 1
    if n < 128: a(P_2ibB(o0.member_epoch, o0.previous_member_epoch, o0.state, n))
    else: a(P_2ib(o0.member_epoch, o0.previous_member_epoch, o0.state) + uvarint(n))
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

ShareGroupCurrentMemberAssignmentValue.ENCODERS = (
    encode_share_group_current_member_assignment_value_v0,
)

def decode_share_group_member_metadata_key_v10(b, p):
    e = len(b)
    o0 = new_message(ShareGroupMemberMetadataKey)
    n, = U_h(b, p)
    p += 2
    if n < 0: raise DecodeError(f'ShareGroupMemberMetadataKey: group_id: length {n}')
    q = p + n
    o0.group_id = b[p:q].decode()
    p = q
    n, = U_h(b, p)
    p += 2
    if n < 0: raise DecodeError(f'ShareGroupMemberMetadataKey: member_id: length {n}')
    q = p + n
    o0.member_id = b[p:q].decode()
    p = q
    return o0, p

ShareGroupMemberMetadataKey.DECODERS = (
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
    decode_share_group_member_metadata_key_v10,
)

def encode_share_group_member_metadata_key_v10(o0, l, out):
    a = l.append
    v = o0.group_id.encode()
    n = len(v)
    a(P_h(n))
    a(v)
    v = o0.member_id.encode()
    n = len(v)
    a(P_h(n))
    a(v)

ShareGroupMemberMetadataKey.ENCODERS = (
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
    encode_share_group_member_metadata_key_v10,
)

def decode_share_group_member_metadata_value_v0(b, p):
    e = len(b)
    o0 = new_message(ShareGroupMemberMetadataValue)
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
    if n < 1: raise DecodeError(f'ShareGroupMemberMetadataValue: client_id: length {n}')
    q = p + n - 1
    o0.client_id = b[p:q].decode()
    p = q
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n < 1: raise DecodeError(f'ShareGroupMemberMetadataValue: client_host: length {n}')
    q = p + n - 1
    o0.client_host = b[p:q].decode()
    p = q
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 <= e - p: raise DecodeError(f'ShareGroupMemberMetadataValue: subscribed_topic_names: count {c0}')
    o0.subscribed_topic_names = l0 = []
    for _ in range(c0):
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'ShareGroupMemberMetadataValue: element: length {n}')
        q = p + n - 1
        v = b[p:q].decode()
        p = q
        l0.append(v)
    t = b[p]
    p += 1
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

ShareGroupMemberMetadataValue.DECODERS = (
    decode_share_group_member_metadata_value_v0,
)

def encode_share_group_member_metadata_value_v0(o0, l, out):
    a = l.append
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
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

ShareGroupMemberMetadataValue.ENCODERS = (
    encode_share_group_member_metadata_value_v0,
)

def decode_share_group_metadata_key_v11(b, p):
    e = len(b)
    o0 = new_message(ShareGroupMetadataKey)
    n, = U_h(b, p)
    p += 2
    if n < 0: raise DecodeError(f'ShareGroupMetadataKey: group_id: length {n}')
    q = p + n
    o0.group_id = b[p:q].decode()
    p = q
    return o0, p

ShareGroupMetadataKey.DECODERS = (
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
    decode_share_group_metadata_key_v11,
)

def encode_share_group_metadata_key_v11(o0, l, out):
    a = l.append
    v = o0.group_id.encode()
    n = len(v)
    a(P_h(n))
    a(v)

ShareGroupMetadataKey.ENCODERS = (
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
    encode_share_group_metadata_key_v11,
)

def decode_share_group_metadata_value_v0(b, p):
    e = len(b)
    o0 = new_message(ShareGroupMetadataValue)
    o0.epoch, o0.metadata_hash, t = U_iqB(b, p)
    p += 13
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

ShareGroupMetadataValue.DECODERS = (
    decode_share_group_metadata_value_v0,
)

def encode_share_group_metadata_value_v0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(P_iq(o0.epoch, o0.metadata_hash))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_iqx(o0.epoch, o0.metadata_hash))

ShareGroupMetadataValue.ENCODERS = (
    encode_share_group_metadata_value_v0,
)

def decode_share_group_state_partition_metadata_key_v15(b, p):
    e = len(b)
    o0 = new_message(ShareGroupStatePartitionMetadataKey)
    n, = U_h(b, p)
    p += 2
    if n < 0: raise DecodeError(f'ShareGroupStatePartitionMetadataKey: group_id: length {n}')
    q = p + n
    o0.group_id = b[p:q].decode()
    p = q
    return o0, p

ShareGroupStatePartitionMetadataKey.DECODERS = (
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
    decode_share_group_state_partition_metadata_key_v15,
)

def encode_share_group_state_partition_metadata_key_v15(o0, l, out):
    a = l.append
    v = o0.group_id.encode()
    n = len(v)
    a(P_h(n))
    a(v)

ShareGroupStatePartitionMetadataKey.ENCODERS = (
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
    encode_share_group_state_partition_metadata_key_v15,
)

def decode_share_group_state_partition_metadata_value_v0(b, p):
    e = len(b)
    o0 = new_message(ShareGroupStatePartitionMetadataValue)
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 19 <= e - p: raise DecodeError(f'ShareGroupStatePartitionMetadataValue: initializing_topics: count {c0}')
    o0.initializing_topics = l0 = []
    for _ in range(c0):
        o1 = new(ShareGroupStatePartitionMetadataValue_TopicPartitionsInfo)
        o1.topic_id, n = U_16sB(b, p)
        p += 17
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'ShareGroupStatePartitionMetadataValue: topic_name: length {n}')
        q = p + n - 1
        o1.topic_name = b[p:q].decode()
        p = q
        c1 = b[p]
        p += 1
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if 0 < c1 < 9: o1.partitions = [*UNPACK_i[c1](b, p)]; p += c1 * 4
        elif c1 == 0: o1.partitions = []
        else:
            if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'ShareGroupStatePartitionMetadataValue: partitions: count {c1}')
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
    if not 0 <= c0 * 19 <= e - p: raise DecodeError(f'ShareGroupStatePartitionMetadataValue: initialized_topics: count {c0}')
    o0.initialized_topics = l0 = []
    for _ in range(c0):
        o1 = new(ShareGroupStatePartitionMetadataValue_TopicPartitionsInfo)
        o1.topic_id, n = U_16sB(b, p)
        p += 17
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'ShareGroupStatePartitionMetadataValue: topic_name: length {n}')
        q = p + n - 1
        o1.topic_name = b[p:q].decode()
        p = q
        c1 = b[p]
        p += 1
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if 0 < c1 < 9: o1.partitions = [*UNPACK_i[c1](b, p)]; p += c1 * 4
        elif c1 == 0: o1.partitions = []
        else:
            if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'ShareGroupStatePartitionMetadataValue: partitions: count {c1}')
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
    if not 0 <= c0 * 18 <= e - p: raise DecodeError(f'ShareGroupStatePartitionMetadataValue: deleting_topics: count {c0}')
    o0.deleting_topics = l0 = []
    for _ in range(c0):
        o1 = new(ShareGroupStatePartitionMetadataValue_TopicInfo)
        o1.topic_id, n = U_16sB(b, p)
        p += 17
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'ShareGroupStatePartitionMetadataValue: topic_name: length {n}')
        q = p + n - 1
        o1.topic_name = b[p:q].decode()
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

ShareGroupStatePartitionMetadataValue.DECODERS = (
    decode_share_group_state_partition_metadata_value_v0,
)

def encode_share_group_state_partition_metadata_value_v0(o0, l, out):
    a = l.append
    v0 = o0.initializing_topics
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
    v0 = o0.initialized_topics
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
    v0 = o0.deleting_topics
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
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

ShareGroupStatePartitionMetadataValue.ENCODERS = (
    encode_share_group_state_partition_metadata_value_v0,
)

def decode_share_group_target_assignment_member_key_v13(b, p):
    e = len(b)
    o0 = new_message(ShareGroupTargetAssignmentMemberKey)
    n, = U_h(b, p)
    p += 2
    if n < 0: raise DecodeError(f'ShareGroupTargetAssignmentMemberKey: group_id: length {n}')
    q = p + n
    o0.group_id = b[p:q].decode()
    p = q
    n, = U_h(b, p)
    p += 2
    if n < 0: raise DecodeError(f'ShareGroupTargetAssignmentMemberKey: member_id: length {n}')
    q = p + n
    o0.member_id = b[p:q].decode()
    p = q
    return o0, p

ShareGroupTargetAssignmentMemberKey.DECODERS = (
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
    decode_share_group_target_assignment_member_key_v13,
)

def encode_share_group_target_assignment_member_key_v13(o0, l, out):
    a = l.append
    v = o0.group_id.encode()
    n = len(v)
    a(P_h(n))
    a(v)
    v = o0.member_id.encode()
    n = len(v)
    a(P_h(n))
    a(v)

ShareGroupTargetAssignmentMemberKey.ENCODERS = (
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
    encode_share_group_target_assignment_member_key_v13,
)

def decode_share_group_target_assignment_member_value_v0(b, p):
    e = len(b)
    o0 = new_message(ShareGroupTargetAssignmentMemberValue)
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 18 <= e - p: raise DecodeError(f'ShareGroupTargetAssignmentMemberValue: topic_partitions: count {c0}')
    o0.topic_partitions = l0 = []
    for _ in range(c0):
        o1 = new(ShareGroupTargetAssignmentMemberValue_TopicPartition)
        o1.topic_id, c1 = U_16sB(b, p)
        p += 17
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if 0 < c1 < 9: o1.partitions = [*UNPACK_i[c1](b, p)]; p += c1 * 4
        elif c1 == 0: o1.partitions = []
        else:
            if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'ShareGroupTargetAssignmentMemberValue: partitions: count {c1}')
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

ShareGroupTargetAssignmentMemberValue.DECODERS = (
    decode_share_group_target_assignment_member_value_v0,
)

def encode_share_group_target_assignment_member_value_v0(o0, l, out):
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

ShareGroupTargetAssignmentMemberValue.ENCODERS = (
    encode_share_group_target_assignment_member_value_v0,
)

def decode_share_group_target_assignment_metadata_key_v12(b, p):
    e = len(b)
    o0 = new_message(ShareGroupTargetAssignmentMetadataKey)
    n, = U_h(b, p)
    p += 2
    if n < 0: raise DecodeError(f'ShareGroupTargetAssignmentMetadataKey: group_id: length {n}')
    q = p + n
    o0.group_id = b[p:q].decode()
    p = q
    return o0, p

ShareGroupTargetAssignmentMetadataKey.DECODERS = (
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
    decode_share_group_target_assignment_metadata_key_v12,
)

def encode_share_group_target_assignment_metadata_key_v12(o0, l, out):
    a = l.append
    v = o0.group_id.encode()
    n = len(v)
    a(P_h(n))
    a(v)

ShareGroupTargetAssignmentMetadataKey.ENCODERS = (
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
    encode_share_group_target_assignment_metadata_key_v12,
)

def decode_share_group_target_assignment_metadata_value_v0(b, p):
    e = len(b)
    o0 = new_message(ShareGroupTargetAssignmentMetadataValue)
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
                if p != q0: raise DecodeError(f'ShareGroupTargetAssignmentMetadataValue: assignment_timestamp: size')
            else:
                u0.append((t0, bytes(b[p:q0])))
                p = q0
        o0.unknown_tagged_fields = tuple(u0)
    return o0, p

ShareGroupTargetAssignmentMetadataValue.DECODERS = (
    decode_share_group_target_assignment_metadata_value_v0,
)

def encode_share_group_target_assignment_metadata_value_v0(o0, l, out):
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

ShareGroupTargetAssignmentMetadataValue.ENCODERS = (
    encode_share_group_target_assignment_metadata_value_v0,
)
