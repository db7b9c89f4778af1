"""Written by `make generate` from protocol/messages/heartbeat.py. Do not edit."""

from kavka.protocol.message import Message, Part
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import new, new_message, pack, read_tags, read_uvarint, refuse, unpack_from, uvarint
from kavka.protocol.wire import write_tags

class HeartbeatRequest(Message):
    __slots__ = ('group_id', 'generation_id', 'member_id', 'group_instance_id', 'unknown_tagged_fields')
    API_KEY = 12
    MIN_VERSION = 0
    MAX_VERSION = 4
    FLEXIBLE_FROM = 4
    
    def __init__(self, group_id='', generation_id=0, member_id='', group_instance_id=None, unknown_tagged_fields=()):
        self.group_id = group_id
        self.generation_id = generation_id
        self.member_id = member_id
        self.group_instance_id = group_instance_id
        self.unknown_tagged_fields = unknown_tagged_fields

class HeartbeatResponse(Message):
    __slots__ = ('throttle_time_ms', 'error_code', 'unknown_tagged_fields')
    API_KEY = 12
    MIN_VERSION = 0
    MAX_VERSION = 4
    FLEXIBLE_FROM = 4
    
    def __init__(self, throttle_time_ms=0, error_code=0, unknown_tagged_fields=()):
        self.throttle_time_ms = throttle_time_ms
        self.error_code = error_code
        self.unknown_tagged_fields = unknown_tagged_fields

U_h = Struct('>h').unpack_from
U_ih = Struct('>ih').unpack_from
U_iB = Struct('>iB').unpack_from
P_h = Struct('>h').pack
P_ih = Struct('>ih').pack
P_iB = Struct('>iB').pack
P_i = Struct('>i').pack
U_ihB = Struct('>ihB').unpack_from
P_ihx = Struct('>ihx').pack

def decode_heartbeat_request_v0(b, p):
    e = len(b)
    o0 = new_message(HeartbeatRequest)
    o0.group_instance_id = None
    n, = U_h(b, p)
    p += 2
    if n < 0: raise DecodeError(f'HeartbeatRequest: group_id: length {n}')
    q = p + n
    o0.group_id = b[p:q].decode()
    p = q
    o0.generation_id, n = U_ih(b, p)
    p += 6
    if n < 0: raise DecodeError(f'HeartbeatRequest: member_id: length {n}')
    q = p + n
    o0.member_id = b[p:q].decode()
    p = q
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_heartbeat_request_v3(b, p):
    e = len(b)
    o0 = new_message(HeartbeatRequest)
    n, = U_h(b, p)
    p += 2
    if n < 0: raise DecodeError(f'HeartbeatRequest: group_id: length {n}')
    q = p + n
    o0.group_id = b[p:q].decode()
    p = q
    o0.generation_id, n = U_ih(b, p)
    p += 6
    if n < 0: raise DecodeError(f'HeartbeatRequest: member_id: length {n}')
    q = p + n
    o0.member_id = b[p:q].decode()
    p = q
    n, = U_h(b, p)
    p += 2
    if n >= 0:
        q = p + n
        o0.group_instance_id = b[p:q].decode()
        p = q
    elif n != -1: raise DecodeError(f'HeartbeatRequest: group_instance_id: length {n}')
    else:
        o0.group_instance_id = None
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_heartbeat_request_v4(b, p):
    e = len(b)
    o0 = new_message(HeartbeatRequest)
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n < 1: raise DecodeError(f'HeartbeatRequest: group_id: length {n}')
    q = p + n - 1
    o0.group_id = b[p:q].decode()
    p = q
    o0.generation_id, n = U_iB(b, p)
    p += 5
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n < 1: raise DecodeError(f'HeartbeatRequest: member_id: length {n}')
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
    t = b[p]
    p += 1
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

HeartbeatRequest.DECODERS = (
    decode_heartbeat_request_v0,
    decode_heartbeat_request_v0,
    decode_heartbeat_request_v0,
    decode_heartbeat_request_v3,
    decode_heartbeat_request_v4,
)

def encode_heartbeat_request_v0(o0, l, out):
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

def encode_heartbeat_request_v3(o0, l, out):
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

def encode_heartbeat_request_v4(o0, l, out):
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
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

HeartbeatRequest.ENCODERS = (
    encode_heartbeat_request_v0,
    encode_heartbeat_request_v0,
    encode_heartbeat_request_v0,
    encode_heartbeat_request_v3,
    encode_heartbeat_request_v4,
)

def decode_heartbeat_response_v0(b, p):
    e = len(b)
    o0 = new_message(HeartbeatResponse)
    o0.throttle_time_ms = 0
    o0.error_code, = U_h(b, p)
    p += 2
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_heartbeat_response_v1(b, p):
    e = len(b)
    o0 = new_message(HeartbeatResponse)
    o0.throttle_time_ms, o0.error_code = U_ih(b, p)
    p += 6
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_heartbeat_response_v4(b, p):
    e = len(b)
    o0 = new_message(HeartbeatResponse)
    o0.throttle_time_ms, o0.error_code, t = U_ihB(b, p)
    p += 7
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

HeartbeatResponse.DECODERS = (
    decode_heartbeat_response_v0,
    decode_heartbeat_response_v1,
    decode_heartbeat_response_v1,
    decode_heartbeat_response_v1,
    decode_heartbeat_response_v4,
)

def encode_heartbeat_response_v0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    a(P_h(o0.error_code))

def encode_heartbeat_response_v1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    a(P_ih(o0.throttle_time_ms, o0.error_code))

def encode_heartbeat_response_v4(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(P_ih(o0.throttle_time_ms, o0.error_code))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_ihx(o0.throttle_time_ms, o0.error_code))

HeartbeatResponse.ENCODERS = (
    encode_heartbeat_response_v0,
    encode_heartbeat_response_v1,
    encode_heartbeat_response_v1,
    encode_heartbeat_response_v1,
    encode_heartbeat_response_v4,
)
