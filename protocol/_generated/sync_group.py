"""Written by `make generate` from protocol/messages/sync_group.py. Do not edit."""

from kavka.protocol.message import Message, Part
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import new, new_message, pack, read_tags, read_uvarint, refuse, unpack_from, uvarint
from kavka.protocol.wire import write_tags

class SyncGroupRequest(Message):
    __slots__ = ('group_id', 'generation_id', 'member_id', 'group_instance_id', 'protocol_type', 'protocol_name', 'assignments', 'unknown_tagged_fields')
    API_KEY = 14
    MIN_VERSION = 0
    MAX_VERSION = 5
    FLEXIBLE_FROM = 4
    
    class SyncGroupRequestAssignment(Part):
        __slots__ = ('member_id', 'assignment', 'unknown_tagged_fields')
        
        def __init__(self, member_id='', assignment=b'', unknown_tagged_fields=()):
            self.member_id = member_id
            self.assignment = assignment
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, group_id='', generation_id=0, member_id='', group_instance_id=None, protocol_type=None, protocol_name=None, assignments=EMPTY, unknown_tagged_fields=()):
        self.group_id = group_id
        self.generation_id = generation_id
        self.member_id = member_id
        self.group_instance_id = group_instance_id
        self.protocol_type = protocol_type
        self.protocol_name = protocol_name
        self.assignments = [] if assignments is EMPTY else assignments
        self.unknown_tagged_fields = unknown_tagged_fields

SyncGroupRequest_SyncGroupRequestAssignment = SyncGroupRequest.SyncGroupRequestAssignment

class SyncGroupResponse(Message):
    __slots__ = ('throttle_time_ms', 'error_code', 'protocol_type', 'protocol_name', 'assignment', 'unknown_tagged_fields')
    API_KEY = 14
    MIN_VERSION = 0
    MAX_VERSION = 5
    FLEXIBLE_FROM = 4
    
    def __init__(self, throttle_time_ms=0, error_code=0, protocol_type=None, protocol_name=None, assignment=b'', unknown_tagged_fields=()):
        self.throttle_time_ms = throttle_time_ms
        self.error_code = error_code
        self.protocol_type = protocol_type
        self.protocol_name = protocol_name
        self.assignment = assignment
        self.unknown_tagged_fields = unknown_tagged_fields

U_h = Struct('>h').unpack_from
U_ih = Struct('>ih').unpack_from
U_i = Struct('>i').unpack_from
U_iB = Struct('>iB').unpack_from
P_h = Struct('>h').pack
P_ih = Struct('>ih').pack
P_i = Struct('>i').pack
P_iB = Struct('>iB').pack
U_hi = Struct('>hi').unpack_from
U_ihi = Struct('>ihi').unpack_from
U_ihB = Struct('>ihB').unpack_from
P_hi = Struct('>hi').pack
P_ihi = Struct('>ihi').pack
P_ihB = Struct('>ihB').pack

def decode_sync_group_request_v0(b, p):
    e = len(b)
    o0 = new_message(SyncGroupRequest)
    o0.group_instance_id = None
    o0.protocol_type = None
    o0.protocol_name = None
    n, = U_h(b, p)
    p += 2
    if n < 0: raise DecodeError(f'SyncGroupRequest: group_id: length {n}')
    q = p + n
    o0.group_id = b[p:q].decode()
    p = q
    o0.generation_id, n = U_ih(b, p)
    p += 6
    if n < 0: raise DecodeError(f'SyncGroupRequest: member_id: length {n}')
    q = p + n
    o0.member_id = b[p:q].decode()
    p = q
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'SyncGroupRequest: assignments: count {c0}')
    o0.assignments = l0 = []
    for _ in range(c0):
        o1 = new(SyncGroupRequest_SyncGroupRequestAssignment)
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'SyncGroupRequest: member_id: length {n}')
        q = p + n
        o1.member_id = b[p:q].decode()
        p = q
        n, = U_i(b, p)
        p += 4
        if n < 0: raise DecodeError(f'SyncGroupRequest: assignment: length {n}')
        q = p + n
        o1.assignment = bytes(b[p:q])
        p = q
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_sync_group_request_v3(b, p):
    e = len(b)
    o0 = new_message(SyncGroupRequest)
    o0.protocol_type = None
    o0.protocol_name = None
    n, = U_h(b, p)
    p += 2
    if n < 0: raise DecodeError(f'SyncGroupRequest: group_id: length {n}')
    q = p + n
    o0.group_id = b[p:q].decode()
    p = q
    o0.generation_id, n = U_ih(b, p)
    p += 6
    if n < 0: raise DecodeError(f'SyncGroupRequest: member_id: length {n}')
    q = p + n
    o0.member_id = b[p:q].decode()
    p = q
    n, = U_h(b, p)
    p += 2
    if n >= 0:
        q = p + n
        o0.group_instance_id = b[p:q].decode()
        p = q
    elif n != -1: raise DecodeError(f'SyncGroupRequest: group_instance_id: length {n}')
    else:
        o0.group_instance_id = None
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'SyncGroupRequest: assignments: count {c0}')
    o0.assignments = l0 = []
    for _ in range(c0):
        o1 = new(SyncGroupRequest_SyncGroupRequestAssignment)
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'SyncGroupRequest: member_id: length {n}')
        q = p + n
        o1.member_id = b[p:q].decode()
        p = q
        n, = U_i(b, p)
        p += 4
        if n < 0: raise DecodeError(f'SyncGroupRequest: assignment: length {n}')
        q = p + n
        o1.assignment = bytes(b[p:q])
        p = q
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_sync_group_request_v4(b, p):
    e = len(b)
    o0 = new_message(SyncGroupRequest)
    o0.protocol_type = None
    o0.protocol_name = None
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n < 1: raise DecodeError(f'SyncGroupRequest: group_id: length {n}')
    q = p + n - 1
    o0.group_id = b[p:q].decode()
    p = q
    o0.generation_id, n = U_iB(b, p)
    p += 5
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n < 1: raise DecodeError(f'SyncGroupRequest: member_id: length {n}')
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
    if not 0 <= c0 * 3 <= e - p: raise DecodeError(f'SyncGroupRequest: assignments: count {c0}')
    o0.assignments = l0 = []
    for _ in range(c0):
        o1 = new(SyncGroupRequest_SyncGroupRequestAssignment)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'SyncGroupRequest: member_id: length {n}')
        q = p + n - 1
        o1.member_id = b[p:q].decode()
        p = q
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'SyncGroupRequest: assignment: length {n}')
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

def decode_sync_group_request_v5(b, p):
    e = len(b)
    o0 = new_message(SyncGroupRequest)
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n < 1: raise DecodeError(f'SyncGroupRequest: group_id: length {n}')
    q = p + n - 1
    o0.group_id = b[p:q].decode()
    p = q
    o0.generation_id, n = U_iB(b, p)
    p += 5
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n < 1: raise DecodeError(f'SyncGroupRequest: member_id: length {n}')
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
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 3 <= e - p: raise DecodeError(f'SyncGroupRequest: assignments: count {c0}')
    o0.assignments = l0 = []
    for _ in range(c0):
        o1 = new(SyncGroupRequest_SyncGroupRequestAssignment)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'SyncGroupRequest: member_id: length {n}')
        q = p + n - 1
        o1.member_id = b[p:q].decode()
        p = q
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'SyncGroupRequest: assignment: length {n}')
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

SyncGroupRequest.DECODERS = (
    decode_sync_group_request_v0,
    decode_sync_group_request_v0,
    decode_sync_group_request_v0,
    decode_sync_group_request_v3,
    decode_sync_group_request_v4,
    decode_sync_group_request_v5,
)

def encode_sync_group_request_v0(o0, l, out):
    a = l.append
    if o0.group_instance_id is not None or o0.unknown_tagged_fields: raise refuse(o0, 'group_instance_id', 'unknown_tagged_fields')
    v = o0.group_id.encode()
    n = len(v)
    a(P_h(n))
    a(v)
    v = o0.member_id.encode()
    n = len(v)
    a(P_ih(o0.generation_id, n))
    a(v)
    v0 = o0.assignments
    n = len(v0)
    a(P_i(n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.member_id.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v = o1.assignment
        n = len(v)
        a(P_i(n))
        a(v)

def encode_sync_group_request_v3(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v = o0.group_id.encode()
    n = len(v)
    a(P_h(n))
    a(v)
    v = o0.member_id.encode()
    n = len(v)
    a(P_ih(o0.generation_id, n))
    a(v)
    v = o0.group_instance_id
    if v is None: v = b''; n = -1
    else: v = v.encode(); n = len(v)
    a(P_h(n))
    a(v)
    v0 = o0.assignments
    n = len(v0)
    a(P_i(n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.member_id.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v = o1.assignment
        n = len(v)
        a(P_i(n))
        a(v)

def encode_sync_group_request_v4(o0, l, out):
    a = l.append
    v = o0.group_id.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v = o0.member_id.encode()
    n = len(v) + 1
    if n < 128: a(P_iB(o0.generation_id, n))
    else: a(P_i(o0.generation_id) + uvarint(n))
    a(v)
    v = o0.group_instance_id
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v0 = o0.assignments
    n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        v = o1.member_id.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
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

def encode_sync_group_request_v5(o0, l, out):
    a = l.append
    v = o0.group_id.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v = o0.member_id.encode()
    n = len(v) + 1
    if n < 128: a(P_iB(o0.generation_id, n))
    else: a(P_i(o0.generation_id) + uvarint(n))
    a(v)
    v = o0.group_instance_id
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v = o0.protocol_type
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v = o0.protocol_name
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v0 = o0.assignments
    n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        v = o1.member_id.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
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

SyncGroupRequest.ENCODERS = (
    encode_sync_group_request_v0,
    encode_sync_group_request_v0,
    encode_sync_group_request_v0,
    encode_sync_group_request_v3,
    encode_sync_group_request_v4,
    encode_sync_group_request_v5,
)

def decode_sync_group_response_v0(b, p):
    e = len(b)
    o0 = new_message(SyncGroupResponse)
    o0.throttle_time_ms = 0
    o0.protocol_type = None
    o0.protocol_name = None
    o0.error_code, n = U_hi(b, p)
    p += 6
    if n < 0: raise DecodeError(f'SyncGroupResponse: assignment: length {n}')
    q = p + n
    o0.assignment = bytes(b[p:q])
    p = q
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_sync_group_response_v1(b, p):
    e = len(b)
    o0 = new_message(SyncGroupResponse)
    o0.protocol_type = None
    o0.protocol_name = None
    o0.throttle_time_ms, o0.error_code, n = U_ihi(b, p)
    p += 10
    if n < 0: raise DecodeError(f'SyncGroupResponse: assignment: length {n}')
    q = p + n
    o0.assignment = bytes(b[p:q])
    p = q
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_sync_group_response_v4(b, p):
    e = len(b)
    o0 = new_message(SyncGroupResponse)
    o0.protocol_type = None
    o0.protocol_name = None
    o0.throttle_time_ms, o0.error_code, n = U_ihB(b, p)
    p += 7
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n < 1: raise DecodeError(f'SyncGroupResponse: assignment: length {n}')
    q = p + n - 1
    o0.assignment = bytes(b[p:q])
    p = q
    t = b[p]
    p += 1
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

def decode_sync_group_response_v5(b, p):
    e = len(b)
    o0 = new_message(SyncGroupResponse)
    o0.throttle_time_ms, o0.error_code, n = U_ihB(b, p)
    p += 7
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
    if n < 1: raise DecodeError(f'SyncGroupResponse: assignment: length {n}')
    q = p + n - 1
    o0.assignment = bytes(b[p:q])
    p = q
    t = b[p]
    p += 1
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

SyncGroupResponse.DECODERS = (
    decode_sync_group_response_v0,
    decode_sync_group_response_v1,
    decode_sync_group_response_v1,
    decode_sync_group_response_v1,
    decode_sync_group_response_v4,
    decode_sync_group_response_v5,
)

def encode_sync_group_response_v0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v = o0.assignment
    n = len(v)
    a(P_hi(o0.error_code, n))
    a(v)

def encode_sync_group_response_v1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v = o0.assignment
    n = len(v)
    a(P_ihi(o0.throttle_time_ms, o0.error_code, n))
    a(v)

def encode_sync_group_response_v4(o0, l, out):
    a = l.append
    v = o0.assignment
    n = len(v) + 1
    if n < 128: a(P_ihB(o0.throttle_time_ms, o0.error_code, n))
    else: a(P_ih(o0.throttle_time_ms, o0.error_code) + uvarint(n))
    a(v)
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

def encode_sync_group_response_v5(o0, l, out):
    a = l.append
    v = o0.protocol_type
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(P_ihB(o0.throttle_time_ms, o0.error_code, n))
    else: a(P_ih(o0.throttle_time_ms, o0.error_code) + uvarint(n))
    a(v)
    v = o0.protocol_name
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v = o0.assignment
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

SyncGroupResponse.ENCODERS = (
    encode_sync_group_response_v0,
    encode_sync_group_response_v1,
    encode_sync_group_response_v1,
    encode_sync_group_response_v1,
    encode_sync_group_response_v4,
    encode_sync_group_response_v5,
)
