"""Written by `make generate` from protocol/messages/join_group.py. Do not edit."""

from kavka.protocol.message import Message, Part
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import new, new_message, pack, read_tags, read_uvarint, refuse, unpack_from, uvarint
from kavka.protocol.wire import write_tags

class JoinGroupRequest(Message):
    __slots__ = ('group_id', 'session_timeout_ms', 'rebalance_timeout_ms', 'member_id', 'group_instance_id', 'protocol_type', 'protocols', 'reason', 'unknown_tagged_fields')
    API_KEY = 11
    MIN_VERSION = 0
    MAX_VERSION = 9
    FLEXIBLE_FROM = 6
    
    class JoinGroupRequestProtocol(Part):
        __slots__ = ('name', 'metadata', 'unknown_tagged_fields')
        
        def __init__(self, name='', metadata=b'', unknown_tagged_fields=()):
            self.name = name
            self.metadata = metadata
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, group_id='', session_timeout_ms=0, rebalance_timeout_ms=-1, member_id='', group_instance_id=None, protocol_type='', protocols=EMPTY, reason=None, unknown_tagged_fields=()):
        self.group_id = group_id
        self.session_timeout_ms = session_timeout_ms
        self.rebalance_timeout_ms = rebalance_timeout_ms
        self.member_id = member_id
        self.group_instance_id = group_instance_id
        self.protocol_type = protocol_type
        self.protocols = [] if protocols is EMPTY else protocols
        self.reason = reason
        self.unknown_tagged_fields = unknown_tagged_fields

JoinGroupRequest_JoinGroupRequestProtocol = JoinGroupRequest.JoinGroupRequestProtocol

class JoinGroupResponse(Message):
    __slots__ = ('throttle_time_ms', 'error_code', 'generation_id', 'protocol_type', 'protocol_name', 'leader', 'skip_assignment', 'member_id', 'members', 'unknown_tagged_fields')
    API_KEY = 11
    MIN_VERSION = 0
    MAX_VERSION = 9
    FLEXIBLE_FROM = 6
    
    class JoinGroupResponseMember(Part):
        __slots__ = ('member_id', 'group_instance_id', 'metadata', 'unknown_tagged_fields')
        
        def __init__(self, member_id='', group_instance_id=None, metadata=b'', unknown_tagged_fields=()):
            self.member_id = member_id
            self.group_instance_id = group_instance_id
            self.metadata = metadata
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, throttle_time_ms=0, error_code=0, generation_id=-1, protocol_type=None, protocol_name='', leader='', skip_assignment=False, member_id='', members=EMPTY, unknown_tagged_fields=()):
        self.throttle_time_ms = throttle_time_ms
        self.error_code = error_code
        self.generation_id = generation_id
        self.protocol_type = protocol_type
        self.protocol_name = protocol_name
        self.leader = leader
        self.skip_assignment = skip_assignment
        self.member_id = member_id
        self.members = [] if members is EMPTY else members
        self.unknown_tagged_fields = unknown_tagged_fields

JoinGroupResponse_JoinGroupResponseMember = JoinGroupResponse.JoinGroupResponseMember

U_h = Struct('>h').unpack_from
U_ih = Struct('>ih').unpack_from
U_i = Struct('>i').unpack_from
U_2ih = Struct('>2ih').unpack_from
U_2iB = Struct('>2iB').unpack_from
P_h = Struct('>h').pack
P_ih = Struct('>ih').pack
P_i = Struct('>i').pack
P_2ih = Struct('>2ih').pack
P_2iB = Struct('>2iB').pack
P_2i = Struct('>2i').pack
U_hih = Struct('>hih').unpack_from
U_ihih = Struct('>ihih').unpack_from
U_ihiB = Struct('>ihiB').unpack_from
U_TB = Struct('>?B').unpack_from
P_hih = Struct('>hih').pack
P_ihih = Struct('>ihih').pack
P_ihiB = Struct('>ihiB').pack
P_ihi = Struct('>ihi').pack
P_TB = Struct('>?B').pack
P_T = Struct('>?').pack

def decode_join_group_request_v0(b, p):
    e = len(b)
    o0 = new_message(JoinGroupRequest)
    o0.rebalance_timeout_ms = -1
    o0.group_instance_id = None
    o0.reason = None
    n, = U_h(b, p)
    p += 2
    if n < 0: raise DecodeError(f'JoinGroupRequest: group_id: length {n}')
    q = p + n
    o0.group_id = b[p:q].decode()
    p = q
    o0.session_timeout_ms, n = U_ih(b, p)
    p += 6
    if n < 0: raise DecodeError(f'JoinGroupRequest: member_id: length {n}')
    q = p + n
    o0.member_id = b[p:q].decode()
    p = q
    n, = U_h(b, p)
    p += 2
    if n < 0: raise DecodeError(f'JoinGroupRequest: protocol_type: length {n}')
    q = p + n
    o0.protocol_type = b[p:q].decode()
    p = q
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'JoinGroupRequest: protocols: count {c0}')
    o0.protocols = l0 = []
    for _ in range(c0):
        o1 = new(JoinGroupRequest_JoinGroupRequestProtocol)
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'JoinGroupRequest: name: length {n}')
        q = p + n
        o1.name = b[p:q].decode()
        p = q
        n, = U_i(b, p)
        p += 4
        if n < 0: raise DecodeError(f'JoinGroupRequest: metadata: length {n}')
        q = p + n
        o1.metadata = bytes(b[p:q])
        p = q
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_join_group_request_v1(b, p):
    e = len(b)
    o0 = new_message(JoinGroupRequest)
    o0.group_instance_id = None
    o0.reason = None
    n, = U_h(b, p)
    p += 2
    if n < 0: raise DecodeError(f'JoinGroupRequest: group_id: length {n}')
    q = p + n
    o0.group_id = b[p:q].decode()
    p = q
    o0.session_timeout_ms, o0.rebalance_timeout_ms, n = U_2ih(b, p)
    p += 10
    if n < 0: raise DecodeError(f'JoinGroupRequest: member_id: length {n}')
    q = p + n
    o0.member_id = b[p:q].decode()
    p = q
    n, = U_h(b, p)
    p += 2
    if n < 0: raise DecodeError(f'JoinGroupRequest: protocol_type: length {n}')
    q = p + n
    o0.protocol_type = b[p:q].decode()
    p = q
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'JoinGroupRequest: protocols: count {c0}')
    o0.protocols = l0 = []
    for _ in range(c0):
        o1 = new(JoinGroupRequest_JoinGroupRequestProtocol)
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'JoinGroupRequest: name: length {n}')
        q = p + n
        o1.name = b[p:q].decode()
        p = q
        n, = U_i(b, p)
        p += 4
        if n < 0: raise DecodeError(f'JoinGroupRequest: metadata: length {n}')
        q = p + n
        o1.metadata = bytes(b[p:q])
        p = q
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_join_group_request_v5(b, p):
    e = len(b)
    o0 = new_message(JoinGroupRequest)
    o0.reason = None
    n, = U_h(b, p)
    p += 2
    if n < 0: raise DecodeError(f'JoinGroupRequest: group_id: length {n}')
    q = p + n
    o0.group_id = b[p:q].decode()
    p = q
    o0.session_timeout_ms, o0.rebalance_timeout_ms, n = U_2ih(b, p)
    p += 10
    if n < 0: raise DecodeError(f'JoinGroupRequest: member_id: length {n}')
    q = p + n
    o0.member_id = b[p:q].decode()
    p = q
    n, = U_h(b, p)
    p += 2
    if n >= 0:
        q = p + n
        o0.group_instance_id = b[p:q].decode()
        p = q
    elif n != -1: raise DecodeError(f'JoinGroupRequest: group_instance_id: length {n}')
    else:
        o0.group_instance_id = None
    n, = U_h(b, p)
    p += 2
    if n < 0: raise DecodeError(f'JoinGroupRequest: protocol_type: length {n}')
    q = p + n
    o0.protocol_type = b[p:q].decode()
    p = q
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'JoinGroupRequest: protocols: count {c0}')
    o0.protocols = l0 = []
    for _ in range(c0):
        o1 = new(JoinGroupRequest_JoinGroupRequestProtocol)
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'JoinGroupRequest: name: length {n}')
        q = p + n
        o1.name = b[p:q].decode()
        p = q
        n, = U_i(b, p)
        p += 4
        if n < 0: raise DecodeError(f'JoinGroupRequest: metadata: length {n}')
        q = p + n
        o1.metadata = bytes(b[p:q])
        p = q
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_join_group_request_v6(b, p):
    e = len(b)
    o0 = new_message(JoinGroupRequest)
    o0.reason = None
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n < 1: raise DecodeError(f'JoinGroupRequest: group_id: length {n}')
    q = p + n - 1
    o0.group_id = b[p:q].decode()
    p = q
    o0.session_timeout_ms, o0.rebalance_timeout_ms, n = U_2iB(b, p)
    p += 9
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n < 1: raise DecodeError(f'JoinGroupRequest: member_id: length {n}')
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
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n < 1: raise DecodeError(f'JoinGroupRequest: protocol_type: length {n}')
    q = p + n - 1
    o0.protocol_type = b[p:q].decode()
    p = q
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 3 <= e - p: raise DecodeError(f'JoinGroupRequest: protocols: count {c0}')
    o0.protocols = l0 = []
    for _ in range(c0):
        o1 = new(JoinGroupRequest_JoinGroupRequestProtocol)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'JoinGroupRequest: name: length {n}')
        q = p + n - 1
        o1.name = b[p:q].decode()
        p = q
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'JoinGroupRequest: metadata: length {n}')
        q = p + n - 1
        o1.metadata = bytes(b[p:q])
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

def decode_join_group_request_v8(b, p):
    e = len(b)
    o0 = new_message(JoinGroupRequest)
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n < 1: raise DecodeError(f'JoinGroupRequest: group_id: length {n}')
    q = p + n - 1
    o0.group_id = b[p:q].decode()
    p = q
    o0.session_timeout_ms, o0.rebalance_timeout_ms, n = U_2iB(b, p)
    p += 9
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n < 1: raise DecodeError(f'JoinGroupRequest: member_id: length {n}')
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
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n < 1: raise DecodeError(f'JoinGroupRequest: protocol_type: length {n}')
    q = p + n - 1
    o0.protocol_type = b[p:q].decode()
    p = q
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 3 <= e - p: raise DecodeError(f'JoinGroupRequest: protocols: count {c0}')
    o0.protocols = l0 = []
    for _ in range(c0):
        o1 = new(JoinGroupRequest_JoinGroupRequestProtocol)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'JoinGroupRequest: name: length {n}')
        q = p + n - 1
        o1.name = b[p:q].decode()
        p = q
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'JoinGroupRequest: metadata: length {n}')
        q = p + n - 1
        o1.metadata = bytes(b[p:q])
        p = q
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
        o0.reason = b[p:q].decode()
        p = q
    else:
        o0.reason = None
    t = b[p]
    p += 1
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

JoinGroupRequest.DECODERS = (
    decode_join_group_request_v0,
    decode_join_group_request_v1,
    decode_join_group_request_v1,
    decode_join_group_request_v1,
    decode_join_group_request_v1,
    decode_join_group_request_v5,
    decode_join_group_request_v6,
    decode_join_group_request_v6,
    decode_join_group_request_v8,
    decode_join_group_request_v8,
)

def encode_join_group_request_v0(o0, l, out):
    a = l.append
    if o0.group_instance_id is not None or o0.unknown_tagged_fields: raise refuse(o0, 'group_instance_id', 'unknown_tagged_fields')
    v = o0.group_id.encode()
    n = len(v)
    a(P_h(n))
    a(v)
    v = o0.member_id.encode()
    n = len(v)
    a(P_ih(o0.session_timeout_ms, n))
    a(v)
    v = o0.protocol_type.encode()
    n = len(v)
    a(P_h(n))
    a(v)
    v0 = o0.protocols
    n = len(v0)
    a(P_i(n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.name.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v = o1.metadata
        n = len(v)
        a(P_i(n))
        a(v)

def encode_join_group_request_v1(o0, l, out):
    a = l.append
    if o0.group_instance_id is not None or o0.unknown_tagged_fields: raise refuse(o0, 'group_instance_id', 'unknown_tagged_fields')
    v = o0.group_id.encode()
    n = len(v)
    a(P_h(n))
    a(v)
    v = o0.member_id.encode()
    n = len(v)
    a(P_2ih(o0.session_timeout_ms, o0.rebalance_timeout_ms, n))
    a(v)
    v = o0.protocol_type.encode()
    n = len(v)
    a(P_h(n))
    a(v)
    v0 = o0.protocols
    n = len(v0)
    a(P_i(n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.name.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v = o1.metadata
        n = len(v)
        a(P_i(n))
        a(v)

def encode_join_group_request_v5(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v = o0.group_id.encode()
    n = len(v)
    a(P_h(n))
    a(v)
    v = o0.member_id.encode()
    n = len(v)
    a(P_2ih(o0.session_timeout_ms, o0.rebalance_timeout_ms, n))
    a(v)
    v = o0.group_instance_id
    if v is None: v = b''; n = -1
    else: v = v.encode(); n = len(v)
    a(P_h(n))
    a(v)
    v = o0.protocol_type.encode()
    n = len(v)
    a(P_h(n))
    a(v)
    v0 = o0.protocols
    n = len(v0)
    a(P_i(n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.name.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v = o1.metadata
        n = len(v)
        a(P_i(n))
        a(v)

def encode_join_group_request_v6(o0, l, out):
    a = l.append
    v = o0.group_id.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v = o0.member_id.encode()
    n = len(v) + 1
    if n < 128: a(P_2iB(o0.session_timeout_ms, o0.rebalance_timeout_ms, n))
    else: a(P_2i(o0.session_timeout_ms, o0.rebalance_timeout_ms) + uvarint(n))
    a(v)
    v = o0.group_instance_id
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v = o0.protocol_type.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v0 = o0.protocols
    n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        v = o1.name.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v = o1.metadata
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

def encode_join_group_request_v8(o0, l, out):
    a = l.append
    v = o0.group_id.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v = o0.member_id.encode()
    n = len(v) + 1
    if n < 128: a(P_2iB(o0.session_timeout_ms, o0.rebalance_timeout_ms, n))
    else: a(P_2i(o0.session_timeout_ms, o0.rebalance_timeout_ms) + uvarint(n))
    a(v)
    v = o0.group_instance_id
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v = o0.protocol_type.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v0 = o0.protocols
    n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        v = o1.name.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v = o1.metadata
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    v = o0.reason
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

JoinGroupRequest.ENCODERS = (
    encode_join_group_request_v0,
    encode_join_group_request_v1,
    encode_join_group_request_v1,
    encode_join_group_request_v1,
    encode_join_group_request_v1,
    encode_join_group_request_v5,
    encode_join_group_request_v6,
    encode_join_group_request_v6,
    encode_join_group_request_v8,
    encode_join_group_request_v8,
)

def decode_join_group_response_v0(b, p):
    e = len(b)
    o0 = new_message(JoinGroupResponse)
    o0.throttle_time_ms = 0
    o0.protocol_type = None
    o0.skip_assignment = False
    o0.error_code, o0.generation_id, n = U_hih(b, p)
    p += 8
    if n < 0: raise DecodeError(f'JoinGroupResponse: protocol_name: length {n}')
    q = p + n
    o0.protocol_name = b[p:q].decode()
    p = q
    n, = U_h(b, p)
    p += 2
    if n < 0: raise DecodeError(f'JoinGroupResponse: leader: length {n}')
    q = p + n
    o0.leader = b[p:q].decode()
    p = q
    n, = U_h(b, p)
    p += 2
    if n < 0: raise DecodeError(f'JoinGroupResponse: member_id: length {n}')
    q = p + n
    o0.member_id = b[p:q].decode()
    p = q
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'JoinGroupResponse: members: count {c0}')
    o0.members = l0 = []
    for _ in range(c0):
        o1 = new(JoinGroupResponse_JoinGroupResponseMember)
        o1.group_instance_id = None
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'JoinGroupResponse: member_id: length {n}')
        q = p + n
        o1.member_id = b[p:q].decode()
        p = q
        n, = U_i(b, p)
        p += 4
        if n < 0: raise DecodeError(f'JoinGroupResponse: metadata: length {n}')
        q = p + n
        o1.metadata = bytes(b[p:q])
        p = q
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_join_group_response_v2(b, p):
    e = len(b)
    o0 = new_message(JoinGroupResponse)
    o0.protocol_type = None
    o0.skip_assignment = False
    o0.throttle_time_ms, o0.error_code, o0.generation_id, n = U_ihih(b, p)
    p += 12
    if n < 0: raise DecodeError(f'JoinGroupResponse: protocol_name: length {n}')
    q = p + n
    o0.protocol_name = b[p:q].decode()
    p = q
    n, = U_h(b, p)
    p += 2
    if n < 0: raise DecodeError(f'JoinGroupResponse: leader: length {n}')
    q = p + n
    o0.leader = b[p:q].decode()
    p = q
    n, = U_h(b, p)
    p += 2
    if n < 0: raise DecodeError(f'JoinGroupResponse: member_id: length {n}')
    q = p + n
    o0.member_id = b[p:q].decode()
    p = q
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'JoinGroupResponse: members: count {c0}')
    o0.members = l0 = []
    for _ in range(c0):
        o1 = new(JoinGroupResponse_JoinGroupResponseMember)
        o1.group_instance_id = None
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'JoinGroupResponse: member_id: length {n}')
        q = p + n
        o1.member_id = b[p:q].decode()
        p = q
        n, = U_i(b, p)
        p += 4
        if n < 0: raise DecodeError(f'JoinGroupResponse: metadata: length {n}')
        q = p + n
        o1.metadata = bytes(b[p:q])
        p = q
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_join_group_response_v5(b, p):
    e = len(b)
    o0 = new_message(JoinGroupResponse)
    o0.protocol_type = None
    o0.skip_assignment = False
    o0.throttle_time_ms, o0.error_code, o0.generation_id, n = U_ihih(b, p)
    p += 12
    if n < 0: raise DecodeError(f'JoinGroupResponse: protocol_name: length {n}')
    q = p + n
    o0.protocol_name = b[p:q].decode()
    p = q
    n, = U_h(b, p)
    p += 2
    if n < 0: raise DecodeError(f'JoinGroupResponse: leader: length {n}')
    q = p + n
    o0.leader = b[p:q].decode()
    p = q
    n, = U_h(b, p)
    p += 2
    if n < 0: raise DecodeError(f'JoinGroupResponse: member_id: length {n}')
    q = p + n
    o0.member_id = b[p:q].decode()
    p = q
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 * 8 <= e - p: raise DecodeError(f'JoinGroupResponse: members: count {c0}')
    o0.members = l0 = []
    for _ in range(c0):
        o1 = new(JoinGroupResponse_JoinGroupResponseMember)
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'JoinGroupResponse: member_id: length {n}')
        q = p + n
        o1.member_id = b[p:q].decode()
        p = q
        n, = U_h(b, p)
        p += 2
        if n >= 0:
            q = p + n
            o1.group_instance_id = b[p:q].decode()
            p = q
        elif n != -1: raise DecodeError(f'JoinGroupResponse: group_instance_id: length {n}')
        else:
            o1.group_instance_id = None
        n, = U_i(b, p)
        p += 4
        if n < 0: raise DecodeError(f'JoinGroupResponse: metadata: length {n}')
        q = p + n
        o1.metadata = bytes(b[p:q])
        p = q
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_join_group_response_v6(b, p):
    e = len(b)
    o0 = new_message(JoinGroupResponse)
    o0.protocol_type = None
    o0.skip_assignment = False
    o0.throttle_time_ms, o0.error_code, o0.generation_id, n = U_ihiB(b, p)
    p += 11
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n < 1: raise DecodeError(f'JoinGroupResponse: protocol_name: length {n}')
    q = p + n - 1
    o0.protocol_name = b[p:q].decode()
    p = q
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n < 1: raise DecodeError(f'JoinGroupResponse: leader: length {n}')
    q = p + n - 1
    o0.leader = b[p:q].decode()
    p = q
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n < 1: raise DecodeError(f'JoinGroupResponse: member_id: length {n}')
    q = p + n - 1
    o0.member_id = b[p:q].decode()
    p = q
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 4 <= e - p: raise DecodeError(f'JoinGroupResponse: members: count {c0}')
    o0.members = l0 = []
    for _ in range(c0):
        o1 = new(JoinGroupResponse_JoinGroupResponseMember)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'JoinGroupResponse: member_id: length {n}')
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
        if n < 1: raise DecodeError(f'JoinGroupResponse: metadata: length {n}')
        q = p + n - 1
        o1.metadata = bytes(b[p:q])
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

def decode_join_group_response_v7(b, p):
    e = len(b)
    o0 = new_message(JoinGroupResponse)
    o0.skip_assignment = False
    o0.throttle_time_ms, o0.error_code, o0.generation_id, n = U_ihiB(b, p)
    p += 11
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n:
        q = p + n - 1
        o0.protocol_type = b[p:q].decode()
        p = q
    else:
        o0.protocol_type = None
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n:
        q = p + n - 1
        o0.protocol_name = b[p:q].decode()
        p = q
    else:
        o0.protocol_name = None
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n < 1: raise DecodeError(f'JoinGroupResponse: leader: length {n}')
    q = p + n - 1
    o0.leader = b[p:q].decode()
    p = q
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n < 1: raise DecodeError(f'JoinGroupResponse: member_id: length {n}')
    q = p + n - 1
    o0.member_id = b[p:q].decode()
    p = q
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 4 <= e - p: raise DecodeError(f'JoinGroupResponse: members: count {c0}')
    o0.members = l0 = []
    for _ in range(c0):
        o1 = new(JoinGroupResponse_JoinGroupResponseMember)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'JoinGroupResponse: member_id: length {n}')
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
        if n < 1: raise DecodeError(f'JoinGroupResponse: metadata: length {n}')
        q = p + n - 1
        o1.metadata = bytes(b[p:q])
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

def decode_join_group_response_v9(b, p):
    e = len(b)
    o0 = new_message(JoinGroupResponse)
    o0.throttle_time_ms, o0.error_code, o0.generation_id, n = U_ihiB(b, p)
    p += 11
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n:
        q = p + n - 1
        o0.protocol_type = b[p:q].decode()
        p = q
    else:
        o0.protocol_type = None
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n:
        q = p + n - 1
        o0.protocol_name = b[p:q].decode()
        p = q
    else:
        o0.protocol_name = None
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n < 1: raise DecodeError(f'JoinGroupResponse: leader: length {n}')
    q = p + n - 1
    o0.leader = b[p:q].decode()
    p = q
    o0.skip_assignment, n = U_TB(b, p)
    p += 2
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n < 1: raise DecodeError(f'JoinGroupResponse: member_id: length {n}')
    q = p + n - 1
    o0.member_id = b[p:q].decode()
    p = q
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 4 <= e - p: raise DecodeError(f'JoinGroupResponse: members: count {c0}')
    o0.members = l0 = []
    for _ in range(c0):
        o1 = new(JoinGroupResponse_JoinGroupResponseMember)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'JoinGroupResponse: member_id: length {n}')
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
        if n < 1: raise DecodeError(f'JoinGroupResponse: metadata: length {n}')
        q = p + n - 1
        o1.metadata = bytes(b[p:q])
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

JoinGroupResponse.DECODERS = (
    decode_join_group_response_v0,
    decode_join_group_response_v0,
    decode_join_group_response_v2,
    decode_join_group_response_v2,
    decode_join_group_response_v2,
    decode_join_group_response_v5,
    decode_join_group_response_v6,
    decode_join_group_response_v7,
    decode_join_group_response_v7,
    decode_join_group_response_v9,
)

def encode_join_group_response_v0(o0, l, out):
    a = l.append
    if o0.skip_assignment or o0.unknown_tagged_fields: raise refuse(o0, 'skip_assignment', 'unknown_tagged_fields')
    v = o0.protocol_name.encode()
    n = len(v)
    a(P_hih(o0.error_code, o0.generation_id, n))
    a(v)
    v = o0.leader.encode()
    n = len(v)
    a(P_h(n))
    a(v)
    v = o0.member_id.encode()
    n = len(v)
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
        v = o1.metadata
        n = len(v)
        a(P_i(n))
        a(v)

def encode_join_group_response_v2(o0, l, out):
    a = l.append
    if o0.skip_assignment or o0.unknown_tagged_fields: raise refuse(o0, 'skip_assignment', 'unknown_tagged_fields')
    v = o0.protocol_name.encode()
    n = len(v)
    a(P_ihih(o0.throttle_time_ms, o0.error_code, o0.generation_id, n))
    a(v)
    v = o0.leader.encode()
    n = len(v)
    a(P_h(n))
    a(v)
    v = o0.member_id.encode()
    n = len(v)
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
        v = o1.metadata
        n = len(v)
        a(P_i(n))
        a(v)

def encode_join_group_response_v5(o0, l, out):
    a = l.append
    if o0.skip_assignment or o0.unknown_tagged_fields: raise refuse(o0, 'skip_assignment', 'unknown_tagged_fields')
    v = o0.protocol_name.encode()
    n = len(v)
    a(P_ihih(o0.throttle_time_ms, o0.error_code, o0.generation_id, n))
    a(v)
    v = o0.leader.encode()
    n = len(v)
    a(P_h(n))
    a(v)
    v = o0.member_id.encode()
    n = len(v)
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
        v = o1.group_instance_id
        if v is None: v = b''; n = -1
        else: v = v.encode(); n = len(v)
        a(P_h(n))
        a(v)
        v = o1.metadata
        n = len(v)
        a(P_i(n))
        a(v)

def encode_join_group_response_v6(o0, l, out):
    a = l.append
    if o0.skip_assignment: raise refuse(o0, 'skip_assignment')
    v = o0.protocol_name.encode()
    n = len(v) + 1
    if n < 128: a(P_ihiB(o0.throttle_time_ms, o0.error_code, o0.generation_id, n))
    else: a(P_ihi(o0.throttle_time_ms, o0.error_code, o0.generation_id) + uvarint(n))
    a(v)
    v = o0.leader.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v = o0.member_id.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v0 = o0.members
    n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
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
        v = o1.metadata
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

def encode_join_group_response_v7(o0, l, out):
    a = l.append
    if o0.skip_assignment: raise refuse(o0, 'skip_assignment')
    v = o0.protocol_type
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(P_ihiB(o0.throttle_time_ms, o0.error_code, o0.generation_id, n))
    else: a(P_ihi(o0.throttle_time_ms, o0.error_code, o0.generation_id) + uvarint(n))
    a(v)
    v = o0.protocol_name
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v = o0.leader.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v = o0.member_id.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v0 = o0.members
    n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
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
        v = o1.metadata
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

def encode_join_group_response_v9(o0, l, out):
    a = l.append
    v = o0.protocol_type
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(P_ihiB(o0.throttle_time_ms, o0.error_code, o0.generation_id, n))
    else: a(P_ihi(o0.throttle_time_ms, o0.error_code, o0.generation_id) + uvarint(n))
    a(v)
    v = o0.protocol_name
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v = o0.leader.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v = o0.member_id.encode()
    n = len(v) + 1
    if n < 128: a(P_TB(o0.skip_assignment, n))
    else: a(P_T(o0.skip_assignment) + uvarint(n))
    a(v)
    v0 = o0.members
    n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
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
        v = o1.metadata
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

JoinGroupResponse.ENCODERS = (
    encode_join_group_response_v0,
    encode_join_group_response_v0,
    encode_join_group_response_v2,
    encode_join_group_response_v2,
    encode_join_group_response_v2,
    encode_join_group_response_v5,
    encode_join_group_response_v6,
    encode_join_group_response_v7,
    encode_join_group_response_v7,
    encode_join_group_response_v9,
)
