"""Written by `make generate` from protocol/messages/find_coordinator.py. Do not edit."""

from kavka.protocol.message import Message, Part
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import new, new_message, pack, read_tags, read_uvarint, refuse, unpack_from, uvarint
from kavka.protocol.wire import write_tags

class FindCoordinatorRequest(Message):
    __slots__ = ('key', 'key_type', 'coordinator_keys', 'unknown_tagged_fields')
    API_KEY = 10
    MIN_VERSION = 0
    MAX_VERSION = 6
    FLEXIBLE_FROM = 3
    
    def __init__(self, key='', key_type=0, coordinator_keys=EMPTY, unknown_tagged_fields=()):
        self.key = key
        self.key_type = key_type
        self.coordinator_keys = [] if coordinator_keys is EMPTY else coordinator_keys
        self.unknown_tagged_fields = unknown_tagged_fields

class FindCoordinatorResponse(Message):
    __slots__ = ('throttle_time_ms', 'error_code', 'error_message', 'node_id', 'host', 'port', 'coordinators', 'unknown_tagged_fields')
    API_KEY = 10
    MIN_VERSION = 0
    MAX_VERSION = 6
    FLEXIBLE_FROM = 3
    
    class Coordinator(Part):
        __slots__ = ('key', 'node_id', 'host', 'port', 'error_code', 'error_message', 'unknown_tagged_fields')
        
        def __init__(self, key='', node_id=0, host='', port=0, error_code=0, error_message='', unknown_tagged_fields=()):
            self.key = key
            self.node_id = node_id
            self.host = host
            self.port = port
            self.error_code = error_code
            self.error_message = error_message
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, throttle_time_ms=0, error_code=0, error_message='', node_id=0, host='', port=0, coordinators=EMPTY, unknown_tagged_fields=()):
        self.throttle_time_ms = throttle_time_ms
        self.error_code = error_code
        self.error_message = error_message
        self.node_id = node_id
        self.host = host
        self.port = port
        self.coordinators = [] if coordinators is EMPTY else coordinators
        self.unknown_tagged_fields = unknown_tagged_fields

FindCoordinatorResponse_Coordinator = FindCoordinatorResponse.Coordinator

U_h = Struct('>h').unpack_from
U_b = Struct('>b').unpack_from
U_bB = Struct('>bB').unpack_from
P_h = Struct('>h').pack
P_b = Struct('>b').pack
P_bx = Struct('>bx').pack
P_bB = Struct('>bB').pack
U_hih = Struct('>hih').unpack_from
U_i = Struct('>i').unpack_from
U_i2h = Struct('>i2h').unpack_from
U_ih = Struct('>ih').unpack_from
U_ihB = Struct('>ihB').unpack_from
U_iB = Struct('>iB').unpack_from
P_hih = Struct('>hih').pack
P_i = Struct('>i').pack
P_i2h = Struct('>i2h').pack
P_ih = Struct('>ih').pack
P_ihB = Struct('>ihB').pack
P_iB = Struct('>iB').pack
P_ix = Struct('>ix').pack

def decode_find_coordinator_request_v0(b, p):
    e = len(b)
    o0 = new_message(FindCoordinatorRequest)
    o0.key_type = 0
    o0.coordinator_keys = []
    n, = U_h(b, p)
    p += 2
    if n < 0: raise DecodeError(f'FindCoordinatorRequest: key: length {n}')
    q = p + n
    o0.key = b[p:q].decode()
    p = q
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_find_coordinator_request_v1(b, p):
    e = len(b)
    o0 = new_message(FindCoordinatorRequest)
    o0.coordinator_keys = []
    n, = U_h(b, p)
    p += 2
    if n < 0: raise DecodeError(f'FindCoordinatorRequest: key: length {n}')
    q = p + n
    o0.key = b[p:q].decode()
    p = q
    o0.key_type, = U_b(b, p)
    p += 1
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_find_coordinator_request_v3(b, p):
    e = len(b)
    o0 = new_message(FindCoordinatorRequest)
    o0.coordinator_keys = []
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n < 1: raise DecodeError(f'FindCoordinatorRequest: key: length {n}')
    q = p + n - 1
    o0.key = b[p:q].decode()
    p = q
    o0.key_type, t = U_bB(b, p)
    p += 2
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

def decode_find_coordinator_request_v4(b, p):
    e = len(b)
    o0 = new_message(FindCoordinatorRequest)
    o0.key = ''
    o0.key_type, c0 = U_bB(b, p)
    p += 2
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 <= e - p: raise DecodeError(f'FindCoordinatorRequest: coordinator_keys: count {c0}')
    o0.coordinator_keys = l0 = []
    for _ in range(c0):
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'FindCoordinatorRequest: element: length {n}')
        q = p + n - 1
        v = b[p:q].decode()
        p = q
        l0.append(v)
    t = b[p]
    p += 1
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

FindCoordinatorRequest.DECODERS = (
    decode_find_coordinator_request_v0,
    decode_find_coordinator_request_v1,
    decode_find_coordinator_request_v1,
    decode_find_coordinator_request_v3,
    decode_find_coordinator_request_v4,
    decode_find_coordinator_request_v4,
    decode_find_coordinator_request_v4,
)

def encode_find_coordinator_request_v0(o0, l, out):
    a = l.append
    if o0.key_type != 0 or o0.coordinator_keys or o0.unknown_tagged_fields: raise refuse(o0, 'key_type', 'coordinator_keys', 'unknown_tagged_fields')
    v = o0.key.encode()
    n = len(v)
    a(P_h(n))
    a(v)

def encode_find_coordinator_request_v1(o0, l, out):
    a = l.append
    if o0.coordinator_keys or o0.unknown_tagged_fields: raise refuse(o0, 'coordinator_keys', 'unknown_tagged_fields')
    v = o0.key.encode()
    n = len(v)
    a(P_h(n))
    a(v)
    a(P_b(o0.key_type))

def encode_find_coordinator_request_v3(o0, l, out):
    a = l.append
    if o0.coordinator_keys: raise refuse(o0, 'coordinator_keys')
    v = o0.key.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    if o0.unknown_tagged_fields:
        a(P_b(o0.key_type))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_bx(o0.key_type))

def encode_find_coordinator_request_v4(o0, l, out):
    a = l.append
    if o0.key != '': raise refuse(o0, 'key')
    v0 = o0.coordinator_keys
    n = len(v0) + 1
    if n < 128: a(P_bB(o0.key_type, n))
    else: a(P_b(o0.key_type) + uvarint(n))
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

FindCoordinatorRequest.ENCODERS = (
    encode_find_coordinator_request_v0,
    encode_find_coordinator_request_v1,
    encode_find_coordinator_request_v1,
    encode_find_coordinator_request_v3,
    encode_find_coordinator_request_v4,
    encode_find_coordinator_request_v4,
    encode_find_coordinator_request_v4,
)

def decode_find_coordinator_response_v0(b, p):
    e = len(b)
    o0 = new_message(FindCoordinatorResponse)
    o0.throttle_time_ms = 0
    o0.error_message = ''
    o0.coordinators = []
    o0.error_code, o0.node_id, n = U_hih(b, p)
    p += 8
    if n < 0: raise DecodeError(f'FindCoordinatorResponse: host: length {n}')
    q = p + n
    o0.host = b[p:q].decode()
    p = q
    o0.port, = U_i(b, p)
    p += 4
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_find_coordinator_response_v1(b, p):
    e = len(b)
    o0 = new_message(FindCoordinatorResponse)
    o0.coordinators = []
    o0.throttle_time_ms, o0.error_code, n = U_i2h(b, p)
    p += 8
    if n >= 0:
        q = p + n
        o0.error_message = b[p:q].decode()
        p = q
    elif n != -1: raise DecodeError(f'FindCoordinatorResponse: error_message: length {n}')
    else:
        o0.error_message = None
    o0.node_id, n = U_ih(b, p)
    p += 6
    if n < 0: raise DecodeError(f'FindCoordinatorResponse: host: length {n}')
    q = p + n
    o0.host = b[p:q].decode()
    p = q
    o0.port, = U_i(b, p)
    p += 4
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_find_coordinator_response_v3(b, p):
    e = len(b)
    o0 = new_message(FindCoordinatorResponse)
    o0.coordinators = []
    o0.throttle_time_ms, o0.error_code, n = U_ihB(b, p)
    p += 7
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n:
        q = p + n - 1
        o0.error_message = b[p:q].decode()
        p = q
    else:
        o0.error_message = None
    o0.node_id, n = U_iB(b, p)
    p += 5
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n < 1: raise DecodeError(f'FindCoordinatorResponse: host: length {n}')
    q = p + n - 1
    o0.host = b[p:q].decode()
    p = q
    o0.port, t = U_iB(b, p)
    p += 5
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

def decode_find_coordinator_response_v4(b, p):
    e = len(b)
    o0 = new_message(FindCoordinatorResponse)
    o0.error_code = 0
    o0.error_message = ''
    o0.node_id = 0
    o0.host = ''
    o0.port = 0
    o0.throttle_time_ms, c0 = U_iB(b, p)
    p += 5
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 14 <= e - p: raise DecodeError(f'FindCoordinatorResponse: coordinators: count {c0}')
    o0.coordinators = l0 = []
    for _ in range(c0):
        o1 = new(FindCoordinatorResponse_Coordinator)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'FindCoordinatorResponse: key: length {n}')
        q = p + n - 1
        o1.key = b[p:q].decode()
        p = q
        o1.node_id, n = U_iB(b, p)
        p += 5
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'FindCoordinatorResponse: host: length {n}')
        q = p + n - 1
        o1.host = b[p:q].decode()
        p = q
        o1.port, o1.error_code, n = U_ihB(b, p)
        p += 7
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n:
            q = p + n - 1
            o1.error_message = b[p:q].decode()
            p = q
        else:
            o1.error_message = None
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

FindCoordinatorResponse.DECODERS = (
    decode_find_coordinator_response_v0,
    decode_find_coordinator_response_v1,
    decode_find_coordinator_response_v1,
    decode_find_coordinator_response_v3,
    decode_find_coordinator_response_v4,
    decode_find_coordinator_response_v4,
    decode_find_coordinator_response_v4,
)

def encode_find_coordinator_response_v0(o0, l, out):
    a = l.append
    if o0.coordinators or o0.unknown_tagged_fields: raise refuse(o0, 'coordinators', 'unknown_tagged_fields')
    v = o0.host.encode()
    n = len(v)
    a(P_hih(o0.error_code, o0.node_id, n))
    a(v)
    a(P_i(o0.port))

def encode_find_coordinator_response_v1(o0, l, out):
    a = l.append
    if o0.coordinators or o0.unknown_tagged_fields: raise refuse(o0, 'coordinators', 'unknown_tagged_fields')
    v = o0.error_message
    if v is None: v = b''; n = -1
    else: v = v.encode(); n = len(v)
    a(P_i2h(o0.throttle_time_ms, o0.error_code, n))
    a(v)
    v = o0.host.encode()
    n = len(v)
    a(P_ih(o0.node_id, n))
    a(v)
    a(P_i(o0.port))

def encode_find_coordinator_response_v3(o0, l, out):
    a = l.append
    if o0.coordinators: raise refuse(o0, 'coordinators')
    v = o0.error_message
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(P_ihB(o0.throttle_time_ms, o0.error_code, n))
    else: a(P_ih(o0.throttle_time_ms, o0.error_code) + uvarint(n))
    a(v)
    v = o0.host.encode()
    n = len(v) + 1
    if n < 128: a(P_iB(o0.node_id, n))
    else: a(P_i(o0.node_id) + uvarint(n))
    a(v)
    if o0.unknown_tagged_fields:
        a(P_i(o0.port))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_ix(o0.port))

def encode_find_coordinator_response_v4(o0, l, out):
    a = l.append
    if o0.error_code != 0 or o0.node_id != 0 or o0.host != '' or o0.port != 0: raise refuse(o0, 'error_code', 'node_id', 'host', 'port')
    v0 = o0.coordinators
    n = len(v0) + 1
    if n < 128: a(P_iB(o0.throttle_time_ms, n))
    else: a(P_i(o0.throttle_time_ms) + uvarint(n))
    for o1 in v0:
        v = o1.key.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v = o1.host.encode()
        n = len(v) + 1
        if n < 128: a(P_iB(o1.node_id, n))
        else: a(P_i(o1.node_id) + uvarint(n))
        a(v)
        v = o1.error_message
        if v is None: v = b''; n = 0
        else: v = v.encode(); n = len(v) + 1
        if n < 128: a(P_ihB(o1.port, o1.error_code, n))
        else: a(P_ih(o1.port, o1.error_code) + uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

FindCoordinatorResponse.ENCODERS = (
    encode_find_coordinator_response_v0,
    encode_find_coordinator_response_v1,
    encode_find_coordinator_response_v1,
    encode_find_coordinator_response_v3,
    encode_find_coordinator_response_v4,
    encode_find_coordinator_response_v4,
    encode_find_coordinator_response_v4,
)
