"""Written by `make generate` from protocol/messages/leave_group.py. Do not edit."""

from kavka.protocol.message import Message, Part
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import new, new_message, pack, read_tags, read_uvarint, refuse, unpack_from, uvarint
from kavka.protocol.wire import write_tags

class LeaveGroupRequest(Message):
    __slots__ = ('group_id', 'member_id', 'members', 'unknown_tagged_fields')
    API_KEY = 13
    MIN_VERSION = 0
    MAX_VERSION = 5
    FLEXIBLE_FROM = 4
    
    class MemberIdentity(Part):
        __slots__ = ('member_id', 'group_instance_id', 'reason', 'unknown_tagged_fields')
        
        def __init__(self, member_id='', group_instance_id=None, reason=None, unknown_tagged_fields=()):
            self.member_id = member_id
            self.group_instance_id = group_instance_id
            self.reason = reason
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, group_id='', member_id='', members=EMPTY, unknown_tagged_fields=()):
        self.group_id = group_id
        self.member_id = member_id
        self.members = [] if members is EMPTY else members
        self.unknown_tagged_fields = unknown_tagged_fields

LeaveGroupRequest_MemberIdentity = LeaveGroupRequest.MemberIdentity

class LeaveGroupResponse(Message):
    __slots__ = ('throttle_time_ms', 'error_code', 'members', 'unknown_tagged_fields')
    API_KEY = 13
    MIN_VERSION = 0
    MAX_VERSION = 5
    FLEXIBLE_FROM = 4
    
    class MemberResponse(Part):
        __slots__ = ('member_id', 'group_instance_id', 'error_code', 'unknown_tagged_fields')
        
        def __init__(self, member_id='', group_instance_id='', error_code=0, unknown_tagged_fields=()):
            self.member_id = member_id
            self.group_instance_id = group_instance_id
            self.error_code = error_code
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, throttle_time_ms=0, error_code=0, members=EMPTY, unknown_tagged_fields=()):
        self.throttle_time_ms = throttle_time_ms
        self.error_code = error_code
        self.members = [] if members is EMPTY else members
        self.unknown_tagged_fields = unknown_tagged_fields

LeaveGroupResponse_MemberResponse = LeaveGroupResponse.MemberResponse

U_h = Struct('>h').unpack_from
U_i = Struct('>i').unpack_from
P_h = Struct('>h').pack
P_i = Struct('>i').pack
U_ih = Struct('>ih').unpack_from
U_ihi = Struct('>ihi').unpack_from
U_ihB = Struct('>ihB').unpack_from
U_hB = Struct('>hB').unpack_from
P_ih = Struct('>ih').pack
P_ihi = Struct('>ihi').pack
P_ihB = Struct('>ihB').pack
P_hx = Struct('>hx').pack

def decode_leave_group_request_v0(b, p):
    e = len(b)
    o0 = new_message(LeaveGroupRequest)
    o0.members = []
    n, = U_h(b, p)
    p += 2
    if n < 0: raise DecodeError(f'LeaveGroupRequest: group_id: length {n}')
    q = p + n
    o0.group_id = b[p:q].decode()
    p = q
    n, = U_h(b, p)
    p += 2
    if n < 0: raise DecodeError(f'LeaveGroupRequest: member_id: length {n}')
    q = p + n
    o0.member_id = b[p:q].decode()
    p = q
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_leave_group_request_v3(b, p):
    e = len(b)
    o0 = new_message(LeaveGroupRequest)
    o0.member_id = ''
    n, = U_h(b, p)
    p += 2
    if n < 0: raise DecodeError(f'LeaveGroupRequest: group_id: length {n}')
    q = p + n
    o0.group_id = b[p:q].decode()
    p = q
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 * 4 <= e - p: raise DecodeError(f'LeaveGroupRequest: members: count {c0}')
    o0.members = l0 = []
    for _ in range(c0):
        o1 = new(LeaveGroupRequest_MemberIdentity)
        o1.reason = None
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'LeaveGroupRequest: member_id: length {n}')
        q = p + n
        o1.member_id = b[p:q].decode()
        p = q
        n, = U_h(b, p)
        p += 2
        if n >= 0:
            q = p + n
            o1.group_instance_id = b[p:q].decode()
            p = q
        elif n != -1: raise DecodeError(f'LeaveGroupRequest: group_instance_id: length {n}')
        else:
            o1.group_instance_id = None
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_leave_group_request_v4(b, p):
    e = len(b)
    o0 = new_message(LeaveGroupRequest)
    o0.member_id = ''
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n < 1: raise DecodeError(f'LeaveGroupRequest: group_id: length {n}')
    q = p + n - 1
    o0.group_id = b[p:q].decode()
    p = q
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 3 <= e - p: raise DecodeError(f'LeaveGroupRequest: members: count {c0}')
    o0.members = l0 = []
    for _ in range(c0):
        o1 = new(LeaveGroupRequest_MemberIdentity)
        o1.reason = None
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'LeaveGroupRequest: member_id: length {n}')
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

def decode_leave_group_request_v5(b, p):
    e = len(b)
    o0 = new_message(LeaveGroupRequest)
    o0.member_id = ''
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n < 1: raise DecodeError(f'LeaveGroupRequest: group_id: length {n}')
    q = p + n - 1
    o0.group_id = b[p:q].decode()
    p = q
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 4 <= e - p: raise DecodeError(f'LeaveGroupRequest: members: count {c0}')
    o0.members = l0 = []
    for _ in range(c0):
        o1 = new(LeaveGroupRequest_MemberIdentity)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'LeaveGroupRequest: member_id: length {n}')
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
        if n:
            q = p + n - 1
            o1.reason = b[p:q].decode()
            p = q
        else:
            o1.reason = None
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

LeaveGroupRequest.DECODERS = (
    decode_leave_group_request_v0,
    decode_leave_group_request_v0,
    decode_leave_group_request_v0,
    decode_leave_group_request_v3,
    decode_leave_group_request_v4,
    decode_leave_group_request_v5,
)

def encode_leave_group_request_v0(o0, l, out):
    a = l.append
    if o0.members or o0.unknown_tagged_fields: raise refuse(o0, 'members', 'unknown_tagged_fields')
    v = o0.group_id.encode()
    n = len(v)
    a(P_h(n))
    a(v)
    v = o0.member_id.encode()
    n = len(v)
    a(P_h(n))
    a(v)

def encode_leave_group_request_v3(o0, l, out):
    a = l.append
    if o0.member_id != '' or o0.unknown_tagged_fields: raise refuse(o0, 'member_id', 'unknown_tagged_fields')
    v = o0.group_id.encode()
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

def encode_leave_group_request_v4(o0, l, out):
    a = l.append
    if o0.member_id != '': raise refuse(o0, 'member_id')
    v = o0.group_id.encode()
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
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

def encode_leave_group_request_v5(o0, l, out):
    a = l.append
    if o0.member_id != '': raise refuse(o0, 'member_id')
    v = o0.group_id.encode()
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
        v = o1.reason
        if v is None: v = b''; n = 0
        else: v = v.encode(); n = len(v) + 1
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

LeaveGroupRequest.ENCODERS = (
    encode_leave_group_request_v0,
    encode_leave_group_request_v0,
    encode_leave_group_request_v0,
    encode_leave_group_request_v3,
    encode_leave_group_request_v4,
    encode_leave_group_request_v5,
)

def decode_leave_group_response_v0(b, p):
    e = len(b)
    o0 = new_message(LeaveGroupResponse)
    o0.throttle_time_ms = 0
    o0.members = []
    o0.error_code, = U_h(b, p)
    p += 2
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_leave_group_response_v1(b, p):
    e = len(b)
    o0 = new_message(LeaveGroupResponse)
    o0.members = []
    o0.throttle_time_ms, o0.error_code = U_ih(b, p)
    p += 6
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_leave_group_response_v3(b, p):
    e = len(b)
    o0 = new_message(LeaveGroupResponse)
    o0.throttle_time_ms, o0.error_code, c0 = U_ihi(b, p)
    p += 10
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'LeaveGroupResponse: members: count {c0}')
    o0.members = l0 = []
    for _ in range(c0):
        o1 = new(LeaveGroupResponse_MemberResponse)
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'LeaveGroupResponse: member_id: length {n}')
        q = p + n
        o1.member_id = b[p:q].decode()
        p = q
        n, = U_h(b, p)
        p += 2
        if n >= 0:
            q = p + n
            o1.group_instance_id = b[p:q].decode()
            p = q
        elif n != -1: raise DecodeError(f'LeaveGroupResponse: group_instance_id: length {n}')
        else:
            o1.group_instance_id = None
        o1.error_code, = U_h(b, p)
        p += 2
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_leave_group_response_v4(b, p):
    e = len(b)
    o0 = new_message(LeaveGroupResponse)
    o0.throttle_time_ms, o0.error_code, c0 = U_ihB(b, p)
    p += 7
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 5 <= e - p: raise DecodeError(f'LeaveGroupResponse: members: count {c0}')
    o0.members = l0 = []
    for _ in range(c0):
        o1 = new(LeaveGroupResponse_MemberResponse)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'LeaveGroupResponse: member_id: length {n}')
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
        o1.error_code, t = U_hB(b, p)
        p += 3
        if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
        else: o1.unknown_tagged_fields = ()
        l0.append(o1)
    t = b[p]
    p += 1
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

LeaveGroupResponse.DECODERS = (
    decode_leave_group_response_v0,
    decode_leave_group_response_v1,
    decode_leave_group_response_v1,
    decode_leave_group_response_v3,
    decode_leave_group_response_v4,
    decode_leave_group_response_v4,
)

def encode_leave_group_response_v0(o0, l, out):
    a = l.append
    if o0.members or o0.unknown_tagged_fields: raise refuse(o0, 'members', 'unknown_tagged_fields')
    a(P_h(o0.error_code))

def encode_leave_group_response_v1(o0, l, out):
    a = l.append
    if o0.members or o0.unknown_tagged_fields: raise refuse(o0, 'members', 'unknown_tagged_fields')
    a(P_ih(o0.throttle_time_ms, o0.error_code))

def encode_leave_group_response_v3(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v0 = o0.members
    n = len(v0)
    a(P_ihi(o0.throttle_time_ms, o0.error_code, n))
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
        a(P_h(o1.error_code))

def encode_leave_group_response_v4(o0, l, out):
    a = l.append
    v0 = o0.members
    n = len(v0) + 1
    if n < 128: a(P_ihB(o0.throttle_time_ms, o0.error_code, n))
    else: a(P_ih(o0.throttle_time_ms, o0.error_code) + uvarint(n))
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
        if o1.unknown_tagged_fields:
            a(P_h(o1.error_code))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_hx(o1.error_code))
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

LeaveGroupResponse.ENCODERS = (
    encode_leave_group_response_v0,
    encode_leave_group_response_v1,
    encode_leave_group_response_v1,
    encode_leave_group_response_v3,
    encode_leave_group_response_v4,
    encode_leave_group_response_v4,
)
