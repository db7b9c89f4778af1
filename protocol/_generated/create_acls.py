"""Written by `make generate` from protocol/messages/create_acls.py. Do not edit."""

from kavka.protocol.message import Message, Part
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import new, new_message, pack, read_tags, read_uvarint, refuse, unpack_from, uvarint
from kavka.protocol.wire import write_tags

class CreateAclsRequest(Message):
    __slots__ = ('creations', 'unknown_tagged_fields')
    API_KEY = 30
    MIN_VERSION = 0
    MAX_VERSION = 3
    FLEXIBLE_FROM = 2
    
    class AclCreation(Part):
        __slots__ = ('resource_type', 'resource_name', 'resource_pattern_type', 'principal', 'host', 'operation', 'permission_type', 'unknown_tagged_fields')
        
        def __init__(self, resource_type=0, resource_name='', resource_pattern_type=3, principal='', host='', operation=0, permission_type=0, unknown_tagged_fields=()):
            self.resource_type = resource_type
            self.resource_name = resource_name
            self.resource_pattern_type = resource_pattern_type
            self.principal = principal
            self.host = host
            self.operation = operation
            self.permission_type = permission_type
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, creations=EMPTY, unknown_tagged_fields=()):
        self.creations = [] if creations is EMPTY else creations
        self.unknown_tagged_fields = unknown_tagged_fields

CreateAclsRequest_AclCreation = CreateAclsRequest.AclCreation

class CreateAclsResponse(Message):
    __slots__ = ('throttle_time_ms', 'results', 'unknown_tagged_fields')
    API_KEY = 30
    MIN_VERSION = 0
    MAX_VERSION = 3
    FLEXIBLE_FROM = 2
    
    class AclCreationResult(Part):
        __slots__ = ('error_code', 'error_message', 'unknown_tagged_fields')
        
        def __init__(self, error_code=0, error_message='', unknown_tagged_fields=()):
            self.error_code = error_code
            self.error_message = error_message
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, throttle_time_ms=0, results=EMPTY, unknown_tagged_fields=()):
        self.throttle_time_ms = throttle_time_ms
        self.results = [] if results is EMPTY else results
        self.unknown_tagged_fields = unknown_tagged_fields

CreateAclsResponse_AclCreationResult = CreateAclsResponse.AclCreationResult

U_i = Struct('>i').unpack_from
U_bh = Struct('>bh').unpack_from
U_h = Struct('>h').unpack_from
U_2b = Struct('>2b').unpack_from
U_bB = Struct('>bB').unpack_from
U_2bB = Struct('>2bB').unpack_from
P_i = Struct('>i').pack
P_bh = Struct('>bh').pack
P_h = Struct('>h').pack
P_2b = Struct('>2b').pack
P_bB = Struct('>bB').pack
P_b = Struct('>b').pack
P_2bx = Struct('>2bx').pack
U_2i = Struct('>2i').unpack_from
U_2h = Struct('>2h').unpack_from
U_iB = Struct('>iB').unpack_from
U_hB = Struct('>hB').unpack_from
P_2i = Struct('>2i').pack
P_2h = Struct('>2h').pack
P_iB = Struct('>iB').pack
P_hB = Struct('>hB').pack

def decode_create_acls_request_v0(b, p):
    e = len(b)
    o0 = new_message(CreateAclsRequest)
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 * 9 <= e - p: raise DecodeError(f'CreateAclsRequest: creations: count {c0}')
    o0.creations = l0 = []
    for _ in range(c0):
        o1 = new(CreateAclsRequest_AclCreation)
        o1.resource_pattern_type = 3
        o1.resource_type, n = U_bh(b, p)
        p += 3
        if n < 0: raise DecodeError(f'CreateAclsRequest: resource_name: length {n}')
        q = p + n
        o1.resource_name = b[p:q].decode()
        p = q
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'CreateAclsRequest: principal: length {n}')
        q = p + n
        o1.principal = b[p:q].decode()
        p = q
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'CreateAclsRequest: host: length {n}')
        q = p + n
        o1.host = b[p:q].decode()
        p = q
        o1.operation, o1.permission_type = U_2b(b, p)
        p += 2
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_create_acls_request_v1(b, p):
    e = len(b)
    o0 = new_message(CreateAclsRequest)
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 * 10 <= e - p: raise DecodeError(f'CreateAclsRequest: creations: count {c0}')
    o0.creations = l0 = []
    for _ in range(c0):
        o1 = new(CreateAclsRequest_AclCreation)
        o1.resource_type, n = U_bh(b, p)
        p += 3
        if n < 0: raise DecodeError(f'CreateAclsRequest: resource_name: length {n}')
        q = p + n
        o1.resource_name = b[p:q].decode()
        p = q
        o1.resource_pattern_type, n = U_bh(b, p)
        p += 3
        if n < 0: raise DecodeError(f'CreateAclsRequest: principal: length {n}')
        q = p + n
        o1.principal = b[p:q].decode()
        p = q
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'CreateAclsRequest: host: length {n}')
        q = p + n
        o1.host = b[p:q].decode()
        p = q
        o1.operation, o1.permission_type = U_2b(b, p)
        p += 2
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_create_acls_request_v2(b, p):
    e = len(b)
    o0 = new_message(CreateAclsRequest)
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 8 <= e - p: raise DecodeError(f'CreateAclsRequest: creations: count {c0}')
    o0.creations = l0 = []
    for _ in range(c0):
        o1 = new(CreateAclsRequest_AclCreation)
        o1.resource_type, n = U_bB(b, p)
        p += 2
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'CreateAclsRequest: resource_name: length {n}')
        q = p + n - 1
        o1.resource_name = b[p:q].decode()
        p = q
        o1.resource_pattern_type, n = U_bB(b, p)
        p += 2
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'CreateAclsRequest: principal: length {n}')
        q = p + n - 1
        o1.principal = b[p:q].decode()
        p = q
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'CreateAclsRequest: host: length {n}')
        q = p + n - 1
        o1.host = b[p:q].decode()
        p = q
        o1.operation, o1.permission_type, t = U_2bB(b, p)
        p += 3
        if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
        else: o1.unknown_tagged_fields = ()
        l0.append(o1)
    t = b[p]
    p += 1
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

CreateAclsRequest.DECODERS = (
    decode_create_acls_request_v0,
    decode_create_acls_request_v1,
    decode_create_acls_request_v2,
    decode_create_acls_request_v2,
)

def encode_create_acls_request_v0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v0 = o0.creations
    n = len(v0)
    a(P_i(n))
    for o1 in v0:
        if o1.resource_pattern_type != 3 or o1.unknown_tagged_fields: raise refuse(o1, 'resource_pattern_type', 'unknown_tagged_fields')
        v = o1.resource_name.encode()
        n = len(v)
        a(P_bh(o1.resource_type, n))
        a(v)
        v = o1.principal.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v = o1.host.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        a(P_2b(o1.operation, o1.permission_type))

def encode_create_acls_request_v1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v0 = o0.creations
    n = len(v0)
    a(P_i(n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.resource_name.encode()
        n = len(v)
        a(P_bh(o1.resource_type, n))
        a(v)
        v = o1.principal.encode()
        n = len(v)
        a(P_bh(o1.resource_pattern_type, n))
        a(v)
        v = o1.host.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        a(P_2b(o1.operation, o1.permission_type))

def encode_create_acls_request_v2(o0, l, out):
    a = l.append
    v0 = o0.creations
    n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        v = o1.resource_name.encode()
        n = len(v) + 1
        if n < 128: a(P_bB(o1.resource_type, n))
        else: a(P_b(o1.resource_type) + uvarint(n))
        a(v)
        v = o1.principal.encode()
        n = len(v) + 1
        if n < 128: a(P_bB(o1.resource_pattern_type, n))
        else: a(P_b(o1.resource_pattern_type) + uvarint(n))
        a(v)
        v = o1.host.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(P_2b(o1.operation, o1.permission_type))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_2bx(o1.operation, o1.permission_type))
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

CreateAclsRequest.ENCODERS = (
    encode_create_acls_request_v0,
    encode_create_acls_request_v1,
    encode_create_acls_request_v2,
    encode_create_acls_request_v2,
)

def decode_create_acls_response_v0(b, p):
    e = len(b)
    o0 = new_message(CreateAclsResponse)
    o0.throttle_time_ms, c0 = U_2i(b, p)
    p += 8
    if not 0 <= c0 * 4 <= e - p: raise DecodeError(f'CreateAclsResponse: results: count {c0}')
    o0.results = l0 = []
    for _ in range(c0):
        o1 = new(CreateAclsResponse_AclCreationResult)
        o1.error_code, n = U_2h(b, p)
        p += 4
        if n >= 0:
            q = p + n
            o1.error_message = b[p:q].decode()
            p = q
        elif n != -1: raise DecodeError(f'CreateAclsResponse: error_message: length {n}')
        else:
            o1.error_message = None
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_create_acls_response_v2(b, p):
    e = len(b)
    o0 = new_message(CreateAclsResponse)
    o0.throttle_time_ms, c0 = U_iB(b, p)
    p += 5
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 4 <= e - p: raise DecodeError(f'CreateAclsResponse: results: count {c0}')
    o0.results = l0 = []
    for _ in range(c0):
        o1 = new(CreateAclsResponse_AclCreationResult)
        o1.error_code, n = U_hB(b, p)
        p += 3
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

CreateAclsResponse.DECODERS = (
    decode_create_acls_response_v0,
    decode_create_acls_response_v0,
    decode_create_acls_response_v2,
    decode_create_acls_response_v2,
)

def encode_create_acls_response_v0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v0 = o0.results
    n = len(v0)
    a(P_2i(o0.throttle_time_ms, n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.error_message
        if v is None: v = b''; n = -1
        else: v = v.encode(); n = len(v)
        a(P_2h(o1.error_code, n))
        a(v)

def encode_create_acls_response_v2(o0, l, out):
    a = l.append
    v0 = o0.results
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
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

CreateAclsResponse.ENCODERS = (
    encode_create_acls_response_v0,
    encode_create_acls_response_v0,
    encode_create_acls_response_v2,
    encode_create_acls_response_v2,
)
