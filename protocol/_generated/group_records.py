"""Written by `make generate` from protocol/messages/group_records.py. Do not edit."""

from kavka.protocol.message import Message, Part
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import new, new_message, pack, read_tags, read_uvarint, refuse, unpack_from, uvarint
from kavka.protocol.wire import write_tags

class GroupMetadataKey(Message):
    __slots__ = ('group',)
    API_KEY = -1
    MIN_VERSION = 2
    MAX_VERSION = 2
    FLEXIBLE_FROM = 32767
    
    def __init__(self, group=''):
        self.group = group

class GroupMetadataValue(Message):
    __slots__ = ('protocol_type', 'generation', 'protocol', 'leader', 'current_state_timestamp', 'members', 'unknown_tagged_fields')
    API_KEY = -1
    MIN_VERSION = 0
    MAX_VERSION = 4
    FLEXIBLE_FROM = 4
    
    class MemberMetadata(Part):
        __slots__ = ('member_id', 'group_instance_id', 'client_id', 'client_host', 'rebalance_timeout', 'session_timeout', 'subscription', 'assignment', 'unknown_tagged_fields')
        
        def __init__(self, member_id='', group_instance_id=None, client_id='', client_host='', rebalance_timeout=-1, session_timeout=0, subscription=b'', assignment=b'', unknown_tagged_fields=()):
            self.member_id = member_id
            self.group_instance_id = group_instance_id
            self.client_id = client_id
            self.client_host = client_host
            self.rebalance_timeout = rebalance_timeout
            self.session_timeout = session_timeout
            self.subscription = subscription
            self.assignment = assignment
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, protocol_type='', generation=0, protocol='', leader='', current_state_timestamp=-1, members=EMPTY, unknown_tagged_fields=()):
        self.protocol_type = protocol_type
        self.generation = generation
        self.protocol = protocol
        self.leader = leader
        self.current_state_timestamp = current_state_timestamp
        self.members = [] if members is EMPTY else members
        self.unknown_tagged_fields = unknown_tagged_fields

GroupMetadataValue_MemberMetadata = GroupMetadataValue.MemberMetadata

class OffsetCommitKey(Message):
    __slots__ = ('group', 'topic', 'partition')
    API_KEY = -1
    MIN_VERSION = 0
    MAX_VERSION = 1
    FLEXIBLE_FROM = 32767
    
    def __init__(self, group='', topic='', partition=0):
        self.group = group
        self.topic = topic
        self.partition = partition

class OffsetCommitValue(Message):
    __slots__ = ('offset', 'leader_epoch', 'metadata', 'commit_timestamp', 'expire_timestamp', 'unknown_tagged_fields')
    API_KEY = -1
    MIN_VERSION = 0
    MAX_VERSION = 4
    FLEXIBLE_FROM = 4
    
    def __init__(self, offset=0, leader_epoch=-1, metadata='', commit_timestamp=0, expire_timestamp=-1, unknown_tagged_fields=()):
        self.offset = offset
        self.leader_epoch = leader_epoch
        self.metadata = metadata
        self.commit_timestamp = commit_timestamp
        self.expire_timestamp = expire_timestamp
        self.unknown_tagged_fields = unknown_tagged_fields

U_h = Struct('>h').unpack_from
P_h = Struct('>h').pack
U_ih = Struct('>ih').unpack_from
U_i = Struct('>i').unpack_from
U_2i = Struct('>2i').unpack_from
U_3i = Struct('>3i').unpack_from
U_qi = Struct('>qi').unpack_from
U_iB = Struct('>iB').unpack_from
U_qB = Struct('>qB').unpack_from
U_2iB = Struct('>2iB').unpack_from
P_ih = Struct('>ih').pack
P_i = Struct('>i').pack
P_2i = Struct('>2i').pack
P_3i = Struct('>3i').pack
P_qi = Struct('>qi').pack
P_iB = Struct('>iB').pack
P_qB = Struct('>qB').pack
P_q = Struct('>q').pack
P_2iB = Struct('>2iB').pack
U_qh = Struct('>qh').unpack_from
U_q = Struct('>q').unpack_from
U_2q = Struct('>2q').unpack_from
U_qih = Struct('>qih').unpack_from
U_qiB = Struct('>qiB').unpack_from
P_qh = Struct('>qh').pack
P_2q = Struct('>2q').pack
P_qih = Struct('>qih').pack
P_qiB = Struct('>qiB').pack
P_qx = Struct('>qx').pack

def decode_group_metadata_key_v2(b, p):
    e = len(b)
    o0 = new_message(GroupMetadataKey)
    n, = U_h(b, p)
    p += 2
    if n < 0: raise DecodeError(f'GroupMetadataKey: group: length {n}')
    q = p + n
    o0.group = b[p:q].decode()
    p = q
    return o0, p

GroupMetadataKey.DECODERS = (
    None,
    None,
    decode_group_metadata_key_v2,
)

def encode_group_metadata_key_v2(o0, l, out):
    a = l.append
    v = o0.group.encode()
    n = len(v)
    a(P_h(n))
    a(v)

GroupMetadataKey.ENCODERS = (
    None,
    None,
    encode_group_metadata_key_v2,
)

def decode_group_metadata_value_v0(b, p):
    e = len(b)
    o0 = new_message(GroupMetadataValue)
    o0.current_state_timestamp = -1
    n, = U_h(b, p)
    p += 2
    if n < 0: raise DecodeError(f'GroupMetadataValue: protocol_type: length {n}')
    q = p + n
    o0.protocol_type = b[p:q].decode()
    p = q
    o0.generation, n = U_ih(b, p)
    p += 6
    if n >= 0:
        q = p + n
        o0.protocol = b[p:q].decode()
        p = q
    elif n != -1: raise DecodeError(f'GroupMetadataValue: protocol: length {n}')
    else:
        o0.protocol = None
    n, = U_h(b, p)
    p += 2
    if n >= 0:
        q = p + n
        o0.leader = b[p:q].decode()
        p = q
    elif n != -1: raise DecodeError(f'GroupMetadataValue: leader: length {n}')
    else:
        o0.leader = None
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 * 18 <= e - p: raise DecodeError(f'GroupMetadataValue: members: count {c0}')
    o0.members = l0 = []
    for _ in range(c0):
        o1 = new(GroupMetadataValue_MemberMetadata)
        o1.group_instance_id = None
        o1.rebalance_timeout = -1
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'GroupMetadataValue: member_id: length {n}')
        q = p + n
        o1.member_id = b[p:q].decode()
        p = q
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'GroupMetadataValue: client_id: length {n}')
        q = p + n
        o1.client_id = b[p:q].decode()
        p = q
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'GroupMetadataValue: client_host: length {n}')
        q = p + n
        o1.client_host = b[p:q].decode()
        p = q
        o1.session_timeout, n = U_2i(b, p)
        p += 8
        if n < 0: raise DecodeError(f'GroupMetadataValue: subscription: length {n}')
        q = p + n
        o1.subscription = bytes(b[p:q])
        p = q
        n, = U_i(b, p)
        p += 4
        if n < 0: raise DecodeError(f'GroupMetadataValue: assignment: length {n}')
        q = p + n
        o1.assignment = bytes(b[p:q])
        p = q
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_group_metadata_value_v1(b, p):
    e = len(b)
    o0 = new_message(GroupMetadataValue)
    o0.current_state_timestamp = -1
    n, = U_h(b, p)
    p += 2
    if n < 0: raise DecodeError(f'GroupMetadataValue: protocol_type: length {n}')
    q = p + n
    o0.protocol_type = b[p:q].decode()
    p = q
    o0.generation, n = U_ih(b, p)
    p += 6
    if n >= 0:
        q = p + n
        o0.protocol = b[p:q].decode()
        p = q
    elif n != -1: raise DecodeError(f'GroupMetadataValue: protocol: length {n}')
    else:
        o0.protocol = None
    n, = U_h(b, p)
    p += 2
    if n >= 0:
        q = p + n
        o0.leader = b[p:q].decode()
        p = q
    elif n != -1: raise DecodeError(f'GroupMetadataValue: leader: length {n}')
    else:
        o0.leader = None
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 * 22 <= e - p: raise DecodeError(f'GroupMetadataValue: members: count {c0}')
    o0.members = l0 = []
    for _ in range(c0):
        o1 = new(GroupMetadataValue_MemberMetadata)
        o1.group_instance_id = None
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'GroupMetadataValue: member_id: length {n}')
        q = p + n
        o1.member_id = b[p:q].decode()
        p = q
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'GroupMetadataValue: client_id: length {n}')
        q = p + n
        o1.client_id = b[p:q].decode()
        p = q
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'GroupMetadataValue: client_host: length {n}')
        q = p + n
        o1.client_host = b[p:q].decode()
        p = q
        o1.rebalance_timeout, o1.session_timeout, n = U_3i(b, p)
        p += 12
        if n < 0: raise DecodeError(f'GroupMetadataValue: subscription: length {n}')
        q = p + n
        o1.subscription = bytes(b[p:q])
        p = q
        n, = U_i(b, p)
        p += 4
        if n < 0: raise DecodeError(f'GroupMetadataValue: assignment: length {n}')
        q = p + n
        o1.assignment = bytes(b[p:q])
        p = q
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_group_metadata_value_v2(b, p):
    e = len(b)
    o0 = new_message(GroupMetadataValue)
    n, = U_h(b, p)
    p += 2
    if n < 0: raise DecodeError(f'GroupMetadataValue: protocol_type: length {n}')
    q = p + n
    o0.protocol_type = b[p:q].decode()
    p = q
    o0.generation, n = U_ih(b, p)
    p += 6
    if n >= 0:
        q = p + n
        o0.protocol = b[p:q].decode()
        p = q
    elif n != -1: raise DecodeError(f'GroupMetadataValue: protocol: length {n}')
    else:
        o0.protocol = None
    n, = U_h(b, p)
    p += 2
    if n >= 0:
        q = p + n
        o0.leader = b[p:q].decode()
        p = q
    elif n != -1: raise DecodeError(f'GroupMetadataValue: leader: length {n}')
    else:
        o0.leader = None
    o0.current_state_timestamp, c0 = U_qi(b, p)
    p += 12
    if not 0 <= c0 * 22 <= e - p: raise DecodeError(f'GroupMetadataValue: members: count {c0}')
    o0.members = l0 = []
    for _ in range(c0):
        o1 = new(GroupMetadataValue_MemberMetadata)
        o1.group_instance_id = None
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'GroupMetadataValue: member_id: length {n}')
        q = p + n
        o1.member_id = b[p:q].decode()
        p = q
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'GroupMetadataValue: client_id: length {n}')
        q = p + n
        o1.client_id = b[p:q].decode()
        p = q
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'GroupMetadataValue: client_host: length {n}')
        q = p + n
        o1.client_host = b[p:q].decode()
        p = q
        o1.rebalance_timeout, o1.session_timeout, n = U_3i(b, p)
        p += 12
        if n < 0: raise DecodeError(f'GroupMetadataValue: subscription: length {n}')
        q = p + n
        o1.subscription = bytes(b[p:q])
        p = q
        n, = U_i(b, p)
        p += 4
        if n < 0: raise DecodeError(f'GroupMetadataValue: assignment: length {n}')
        q = p + n
        o1.assignment = bytes(b[p:q])
        p = q
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_group_metadata_value_v3(b, p):
    e = len(b)
    o0 = new_message(GroupMetadataValue)
    n, = U_h(b, p)
    p += 2
    if n < 0: raise DecodeError(f'GroupMetadataValue: protocol_type: length {n}')
    q = p + n
    o0.protocol_type = b[p:q].decode()
    p = q
    o0.generation, n = U_ih(b, p)
    p += 6
    if n >= 0:
        q = p + n
        o0.protocol = b[p:q].decode()
        p = q
    elif n != -1: raise DecodeError(f'GroupMetadataValue: protocol: length {n}')
    else:
        o0.protocol = None
    n, = U_h(b, p)
    p += 2
    if n >= 0:
        q = p + n
        o0.leader = b[p:q].decode()
        p = q
    elif n != -1: raise DecodeError(f'GroupMetadataValue: leader: length {n}')
    else:
        o0.leader = None
    o0.current_state_timestamp, c0 = U_qi(b, p)
    p += 12
    if not 0 <= c0 * 24 <= e - p: raise DecodeError(f'GroupMetadataValue: members: count {c0}')
    o0.members = l0 = []
    for _ in range(c0):
        o1 = new(GroupMetadataValue_MemberMetadata)
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'GroupMetadataValue: member_id: length {n}')
        q = p + n
        o1.member_id = b[p:q].decode()
        p = q
        n, = U_h(b, p)
        p += 2
        if n >= 0:
            q = p + n
            o1.group_instance_id = b[p:q].decode()
            p = q
        elif n != -1: raise DecodeError(f'GroupMetadataValue: group_instance_id: length {n}')
        else:
            o1.group_instance_id = None
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'GroupMetadataValue: client_id: length {n}')
        q = p + n
        o1.client_id = b[p:q].decode()
        p = q
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'GroupMetadataValue: client_host: length {n}')
        q = p + n
        o1.client_host = b[p:q].decode()
        p = q
        o1.rebalance_timeout, o1.session_timeout, n = U_3i(b, p)
        p += 12
        if n < 0: raise DecodeError(f'GroupMetadataValue: subscription: length {n}')
        q = p + n
        o1.subscription = bytes(b[p:q])
        p = q
        n, = U_i(b, p)
        p += 4
        if n < 0: raise DecodeError(f'GroupMetadataValue: assignment: length {n}')
        q = p + n
        o1.assignment = bytes(b[p:q])
        p = q
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_group_metadata_value_v4(b, p):
    e = len(b)
    o0 = new_message(GroupMetadataValue)
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n < 1: raise DecodeError(f'GroupMetadataValue: protocol_type: length {n}')
    q = p + n - 1
    o0.protocol_type = b[p:q].decode()
    p = q
    o0.generation, n = U_iB(b, p)
    p += 5
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n:
        q = p + n - 1
        o0.protocol = b[p:q].decode()
        p = q
    else:
        o0.protocol = None
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n:
        q = p + n - 1
        o0.leader = b[p:q].decode()
        p = q
    else:
        o0.leader = None
    o0.current_state_timestamp, c0 = U_qB(b, p)
    p += 9
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 15 <= e - p: raise DecodeError(f'GroupMetadataValue: members: count {c0}')
    o0.members = l0 = []
    for _ in range(c0):
        o1 = new(GroupMetadataValue_MemberMetadata)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'GroupMetadataValue: member_id: length {n}')
        q = p + n - 1
        o1.member_id = b[p:q].decode()
        p = q
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n:
            q = p + n - 1
            o1.group_instance_id = b[p:q].decode()
            p = q
        else:
            o1.group_instance_id = None
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'GroupMetadataValue: client_id: length {n}')
        q = p + n - 1
        o1.client_id = b[p:q].decode()
        p = q
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'GroupMetadataValue: client_host: length {n}')
        q = p + n - 1
        o1.client_host = b[p:q].decode()
        p = q
        o1.rebalance_timeout, o1.session_timeout, n = U_2iB(b, p)
        p += 9
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'GroupMetadataValue: subscription: length {n}')
        q = p + n - 1
        o1.subscription = bytes(b[p:q])
        p = q
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'GroupMetadataValue: assignment: length {n}')
        q = p + n - 1
        o1.assignment = bytes(b[p:q])
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

GroupMetadataValue.DECODERS = (
    decode_group_metadata_value_v0,
    decode_group_metadata_value_v1,
    decode_group_metadata_value_v2,
    decode_group_metadata_value_v3,
    decode_group_metadata_value_v4,
)

def encode_group_metadata_value_v0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v = o0.protocol_type.encode()
    n = len(v)
    a(P_h(n))
    a(v)
    v = o0.protocol
    if v is None: v = b''; n = -1
    else: v = v.encode(); n = len(v)
    a(P_ih(o0.generation, n))
    a(v)
    v = o0.leader
    if v is None: v = b''; n = -1
    else: v = v.encode(); n = len(v)
    a(P_h(n))
    a(v)
    v0 = o0.members
    n = len(v0)
    a(P_i(n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.member_id.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v = o1.client_id.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v = o1.client_host.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v = o1.subscription
        n = len(v)
        a(P_2i(o1.session_timeout, n))
        a(v)
        v = o1.assignment
        n = len(v)
        a(P_i(n))
        a(v)

def encode_group_metadata_value_v1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v = o0.protocol_type.encode()
    n = len(v)
    a(P_h(n))
    a(v)
    v = o0.protocol
    if v is None: v = b''; n = -1
    else: v = v.encode(); n = len(v)
    a(P_ih(o0.generation, n))
    a(v)
    v = o0.leader
    if v is None: v = b''; n = -1
    else: v = v.encode(); n = len(v)
    a(P_h(n))
    a(v)
    v0 = o0.members
    n = len(v0)
    a(P_i(n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.member_id.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v = o1.client_id.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v = o1.client_host.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v = o1.subscription
        n = len(v)
        a(P_3i(o1.rebalance_timeout, o1.session_timeout, n))
        a(v)
        v = o1.assignment
        n = len(v)
        a(P_i(n))
        a(v)

def encode_group_metadata_value_v2(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v = o0.protocol_type.encode()
    n = len(v)
    a(P_h(n))
    a(v)
    v = o0.protocol
    if v is None: v = b''; n = -1
    else: v = v.encode(); n = len(v)
    a(P_ih(o0.generation, n))
    a(v)
    v = o0.leader
    if v is None: v = b''; n = -1
    else: v = v.encode(); n = len(v)
    a(P_h(n))
    a(v)
    v0 = o0.members
    n = len(v0)
    a(P_qi(o0.current_state_timestamp, n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.member_id.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v = o1.client_id.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v = o1.client_host.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v = o1.subscription
        n = len(v)
        a(P_3i(o1.rebalance_timeout, o1.session_timeout, n))
        a(v)
        v = o1.assignment
        n = len(v)
        a(P_i(n))
        a(v)

def encode_group_metadata_value_v3(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v = o0.protocol_type.encode()
    n = len(v)
    a(P_h(n))
    a(v)
    v = o0.protocol
    if v is None: v = b''; n = -1
    else: v = v.encode(); n = len(v)
    a(P_ih(o0.generation, n))
    a(v)
    v = o0.leader
    if v is None: v = b''; n = -1
    else: v = v.encode(); n = len(v)
    a(P_h(n))
    a(v)
    v0 = o0.members
    n = len(v0)
    a(P_qi(o0.current_state_timestamp, n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.member_id.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v = o1.group_instance_id
        if v is None: v = b''; n = -1
        else: v = v.encode(); n = len(v)
        a(P_h(n))
        a(v)
        v = o1.client_id.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v = o1.client_host.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v = o1.subscription
        n = len(v)
        a(P_3i(o1.rebalance_timeout, o1.session_timeout, n))
        a(v)
        v = o1.assignment
        n = len(v)
        a(P_i(n))
        a(v)

def encode_group_metadata_value_v4(o0, l, out):
    a = l.append
    v = o0.protocol_type.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v = o0.protocol
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(P_iB(o0.generation, n))
    else: a(P_i(o0.generation) + uvarint(n))
    a(v)
    v = o0.leader
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v0 = o0.members
    n = len(v0) + 1
    if n < 128: a(P_qB(o0.current_state_timestamp, n))
    else: a(P_q(o0.current_state_timestamp) + uvarint(n))
    for o1 in v0:
        v = o1.member_id.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v = o1.group_instance_id
        if v is None: v = b''; n = 0
        else: v = v.encode(); n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v = o1.client_id.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v = o1.client_host.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v = o1.subscription
        n = len(v) + 1
        if n < 128: a(P_2iB(o1.rebalance_timeout, o1.session_timeout, n))
        else: a(P_2i(o1.rebalance_timeout, o1.session_timeout) + uvarint(n))
        a(v)
        v = o1.assignment
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

GroupMetadataValue.ENCODERS = (
    encode_group_metadata_value_v0,
    encode_group_metadata_value_v1,
    encode_group_metadata_value_v2,
    encode_group_metadata_value_v3,
    encode_group_metadata_value_v4,
)

def decode_offset_commit_key_v0(b, p):
    e = len(b)
    o0 = new_message(OffsetCommitKey)
    n, = U_h(b, p)
    p += 2
    if n < 0: raise DecodeError(f'OffsetCommitKey: group: length {n}')
    q = p + n
    o0.group = b[p:q].decode()
    p = q
    n, = U_h(b, p)
    p += 2
    if n < 0: raise DecodeError(f'OffsetCommitKey: topic: length {n}')
    q = p + n
    o0.topic = b[p:q].decode()
    p = q
    o0.partition, = U_i(b, p)
    p += 4
    return o0, p

OffsetCommitKey.DECODERS = (
    decode_offset_commit_key_v0,
    decode_offset_commit_key_v0,
)

def encode_offset_commit_key_v0(o0, l, out):
    a = l.append
    v = o0.group.encode()
    n = len(v)
    a(P_h(n))
    a(v)
    v = o0.topic.encode()
    n = len(v)
    a(P_h(n))
    a(v)
    a(P_i(o0.partition))

OffsetCommitKey.ENCODERS = (
    encode_offset_commit_key_v0,
    encode_offset_commit_key_v0,
)

def decode_offset_commit_value_v0(b, p):
    e = len(b)
    o0 = new_message(OffsetCommitValue)
    o0.leader_epoch = -1
    o0.expire_timestamp = -1
    o0.offset, n = U_qh(b, p)
    p += 10
    if n < 0: raise DecodeError(f'OffsetCommitValue: metadata: length {n}')
    q = p + n
    o0.metadata = b[p:q].decode()
    p = q
    o0.commit_timestamp, = U_q(b, p)
    p += 8
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_offset_commit_value_v1(b, p):
    e = len(b)
    o0 = new_message(OffsetCommitValue)
    o0.leader_epoch = -1
    o0.offset, n = U_qh(b, p)
    p += 10
    if n < 0: raise DecodeError(f'OffsetCommitValue: metadata: length {n}')
    q = p + n
    o0.metadata = b[p:q].decode()
    p = q
    o0.commit_timestamp, o0.expire_timestamp = U_2q(b, p)
    p += 16
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_offset_commit_value_v3(b, p):
    e = len(b)
    o0 = new_message(OffsetCommitValue)
    o0.expire_timestamp = -1
    o0.offset, o0.leader_epoch, n = U_qih(b, p)
    p += 14
    if n < 0: raise DecodeError(f'OffsetCommitValue: metadata: length {n}')
    q = p + n
    o0.metadata = b[p:q].decode()
    p = q
    o0.commit_timestamp, = U_q(b, p)
    p += 8
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_offset_commit_value_v4(b, p):
    e = len(b)
    o0 = new_message(OffsetCommitValue)
    o0.expire_timestamp = -1
    o0.offset, o0.leader_epoch, n = U_qiB(b, p)
    p += 13
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n < 1: raise DecodeError(f'OffsetCommitValue: metadata: length {n}')
    q = p + n - 1
    o0.metadata = b[p:q].decode()
    p = q
    o0.commit_timestamp, t = U_qB(b, p)
    p += 9
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

OffsetCommitValue.DECODERS = (
    decode_offset_commit_value_v0,
    decode_offset_commit_value_v1,
    decode_offset_commit_value_v0,
    decode_offset_commit_value_v3,
    decode_offset_commit_value_v4,
)

def encode_offset_commit_value_v0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v = o0.metadata.encode()
    n = len(v)
    a(P_qh(o0.offset, n))
    a(v)
    a(P_q(o0.commit_timestamp))

def encode_offset_commit_value_v1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v = o0.metadata.encode()
    n = len(v)
    a(P_qh(o0.offset, n))
    a(v)
    a(P_2q(o0.commit_timestamp, o0.expire_timestamp))

def encode_offset_commit_value_v3(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v = o0.metadata.encode()
    n = len(v)
    a(P_qih(o0.offset, o0.leader_epoch, n))
    a(v)
    a(P_q(o0.commit_timestamp))

def encode_offset_commit_value_v4(o0, l, out):
    a = l.append
    v = o0.metadata.encode()
    n = len(v) + 1
    if n < 128: a(P_qiB(o0.offset, o0.leader_epoch, n))
    else: a(P_qi(o0.offset, o0.leader_epoch) + uvarint(n))
    a(v)
    if o0.unknown_tagged_fields:
        a(P_q(o0.commit_timestamp))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_qx(o0.commit_timestamp))

OffsetCommitValue.ENCODERS = (
    encode_offset_commit_value_v0,
    encode_offset_commit_value_v1,
    encode_offset_commit_value_v0,
    encode_offset_commit_value_v3,
    encode_offset_commit_value_v4,
)
