"""Written by `make generate` from protocol/messages/describe_acls.py. Do not edit."""

from kavka.protocol.message import Message, Part
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import new, new_message, pack, read_tags, read_uvarint, refuse, unpack_from, uvarint
from kavka.protocol.wire import write_tags

class DescribeAclsRequest(Message):
    __slots__ = ('resource_type_filter', 'resource_name_filter', 'pattern_type_filter', 'principal_filter', 'host_filter', 'operation', 'permission_type', 'unknown_tagged_fields')
    API_KEY = 29
    MIN_VERSION = 0
    MAX_VERSION = 3
    FLEXIBLE_FROM = 2
    
    def __init__(self, resource_type_filter=0, resource_name_filter='', pattern_type_filter=3, principal_filter='', host_filter='', operation=0, permission_type=0, unknown_tagged_fields=()):
        self.resource_type_filter = resource_type_filter
        self.resource_name_filter = resource_name_filter
        self.pattern_type_filter = pattern_type_filter
        self.principal_filter = principal_filter
        self.host_filter = host_filter
        self.operation = operation
        self.permission_type = permission_type
        self.unknown_tagged_fields = unknown_tagged_fields

class DescribeAclsResponse(Message):
    __slots__ = ('throttle_time_ms', 'error_code', 'error_message', 'resources', 'unknown_tagged_fields')
    API_KEY = 29
    MIN_VERSION = 0
    MAX_VERSION = 3
    FLEXIBLE_FROM = 2
    
    class AclDescription(Part):
        __slots__ = ('principal', 'host', 'operation', 'permission_type', 'unknown_tagged_fields')
        
        def __init__(self, principal='', host='', operation=0, permission_type=0, unknown_tagged_fields=()):
            self.principal = principal
            self.host = host
            self.operation = operation
            self.permission_type = permission_type
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class DescribeAclsResource(Part):
        __slots__ = ('resource_type', 'resource_name', 'pattern_type', 'acls', 'unknown_tagged_fields')
        
        def __init__(self, resource_type=0, resource_name='', pattern_type=3, acls=EMPTY, unknown_tagged_fields=()):
            self.resource_type = resource_type
            self.resource_name = resource_name
            self.pattern_type = pattern_type
            self.acls = [] if acls is EMPTY else acls
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, throttle_time_ms=0, error_code=0, error_message='', resources=EMPTY, unknown_tagged_fields=()):
        self.throttle_time_ms = throttle_time_ms
        self.error_code = error_code
        self.error_message = error_message
        self.resources = [] if resources is EMPTY else resources
        self.unknown_tagged_fields = unknown_tagged_fields

DescribeAclsResponse_AclDescription = DescribeAclsResponse.AclDescription

DescribeAclsResponse_DescribeAclsResource = DescribeAclsResponse.DescribeAclsResource

U_bh = Struct('>bh').unpack_from
U_h = Struct('>h').unpack_from
U_2b = Struct('>2b').unpack_from
U_bB = Struct('>bB').unpack_from
U_2bB = Struct('>2bB').unpack_from
P_bh = Struct('>bh').pack
P_h = Struct('>h').pack
P_2b = Struct('>2b').pack
P_bB = Struct('>bB').pack
P_b = Struct('>b').pack
P_2bx = Struct('>2bx').pack
U_i2h = Struct('>i2h').unpack_from
U_i = Struct('>i').unpack_from
U_bi = Struct('>bi').unpack_from
U_ihB = Struct('>ihB').unpack_from
P_i2h = Struct('>i2h').pack
P_i = Struct('>i').pack
P_bi = Struct('>bi').pack
P_ihB = Struct('>ihB').pack
P_ih = Struct('>ih').pack

def decode_describe_acls_request_v0(b, p):
    e = len(b)
    o0 = new_message(DescribeAclsRequest)
    o0.pattern_type_filter = 3
    o0.resource_type_filter, n = U_bh(b, p)
    p += 3
    if n >= 0:
        q = p + n
        o0.resource_name_filter = b[p:q].decode()
        p = q
    elif n != -1: raise DecodeError(f'DescribeAclsRequest: resource_name_filter: length {n}')
    else:
        o0.resource_name_filter = None
    n, = U_h(b, p)
    p += 2
    if n >= 0:
        q = p + n
        o0.principal_filter = b[p:q].decode()
        p = q
    elif n != -1: raise DecodeError(f'DescribeAclsRequest: principal_filter: length {n}')
    else:
        o0.principal_filter = None
    n, = U_h(b, p)
    p += 2
    if n >= 0:
        q = p + n
        o0.host_filter = b[p:q].decode()
        p = q
    elif n != -1: raise DecodeError(f'DescribeAclsRequest: host_filter: length {n}')
    else:
        o0.host_filter = None
    o0.operation, o0.permission_type = U_2b(b, p)
    p += 2
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_describe_acls_request_v1(b, p):
    e = len(b)
    o0 = new_message(DescribeAclsRequest)
    o0.resource_type_filter, n = U_bh(b, p)
    p += 3
    if n >= 0:
        q = p + n
        o0.resource_name_filter = b[p:q].decode()
        p = q
    elif n != -1: raise DecodeError(f'DescribeAclsRequest: resource_name_filter: length {n}')
    else:
        o0.resource_name_filter = None
    o0.pattern_type_filter, n = U_bh(b, p)
    p += 3
    if n >= 0:
        q = p + n
        o0.principal_filter = b[p:q].decode()
        p = q
    elif n != -1: raise DecodeError(f'DescribeAclsRequest: principal_filter: length {n}')
    else:
        o0.principal_filter = None
    n, = U_h(b, p)
    p += 2
    if n >= 0:
        q = p + n
        o0.host_filter = b[p:q].decode()
        p = q
    elif n != -1: raise DecodeError(f'DescribeAclsRequest: host_filter: length {n}')
    else:
        o0.host_filter = None
    o0.operation, o0.permission_type = U_2b(b, p)
    p += 2
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_describe_acls_request_v2(b, p):
    e = len(b)
    o0 = new_message(DescribeAclsRequest)
    o0.resource_type_filter, n = U_bB(b, p)
    p += 2
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n:
        q = p + n - 1
        o0.resource_name_filter = b[p:q].decode()
        p = q
    else:
        o0.resource_name_filter = None
    o0.pattern_type_filter, n = U_bB(b, p)
    p += 2
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n:
        q = p + n - 1
        o0.principal_filter = b[p:q].decode()
        p = q
    else:
        o0.principal_filter = None
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n:
        q = p + n - 1
        o0.host_filter = b[p:q].decode()
        p = q
    else:
        o0.host_filter = None
    o0.operation, o0.permission_type, t = U_2bB(b, p)
    p += 3
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

DescribeAclsRequest.DECODERS = (
    decode_describe_acls_request_v0,
    decode_describe_acls_request_v1,
    decode_describe_acls_request_v2,
    decode_describe_acls_request_v2,
)

def encode_describe_acls_request_v0(o0, l, out):
    a = l.append
    if o0.pattern_type_filter != 3 or o0.unknown_tagged_fields: raise refuse(o0, 'pattern_type_filter', 'unknown_tagged_fields')
    v = o0.resource_name_filter
    if v is None: v = b''; n = -1
    else: v = v.encode(); n = len(v)
    a(P_bh(o0.resource_type_filter, n))
    a(v)
    v = o0.principal_filter
    if v is None: v = b''; n = -1
    else: v = v.encode(); n = len(v)
    a(P_h(n))
    a(v)
    v = o0.host_filter
    if v is None: v = b''; n = -1
    else: v = v.encode(); n = len(v)
    a(P_h(n))
    a(v)
    a(P_2b(o0.operation, o0.permission_type))

def encode_describe_acls_request_v1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v = o0.resource_name_filter
    if v is None: v = b''; n = -1
    else: v = v.encode(); n = len(v)
    a(P_bh(o0.resource_type_filter, n))
    a(v)
    v = o0.principal_filter
    if v is None: v = b''; n = -1
    else: v = v.encode(); n = len(v)
    a(P_bh(o0.pattern_type_filter, n))
    a(v)
    v = o0.host_filter
    if v is None: v = b''; n = -1
    else: v = v.encode(); n = len(v)
    a(P_h(n))
    a(v)
    a(P_2b(o0.operation, o0.permission_type))

def encode_describe_acls_request_v2(o0, l, out):
    a = l.append
    v = o0.resource_name_filter
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(P_bB(o0.resource_type_filter, n))
    else: a(P_b(o0.resource_type_filter) + uvarint(n))
    a(v)
    v = o0.principal_filter
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(P_bB(o0.pattern_type_filter, n))
    else: a(P_b(o0.pattern_type_filter) + uvarint(n))
    a(v)
    v = o0.host_filter
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    if o0.unknown_tagged_fields:
        a(P_2b(o0.operation, o0.permission_type))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_2bx(o0.operation, o0.permission_type))

DescribeAclsRequest.ENCODERS = (
    encode_describe_acls_request_v0,
    encode_describe_acls_request_v1,
    encode_describe_acls_request_v2,
    encode_describe_acls_request_v2,
)

def decode_describe_acls_response_v0(b, p):
    e = len(b)
    o0 = new_message(DescribeAclsResponse)
    o0.throttle_time_ms, o0.error_code, n = U_i2h(b, p)
    p += 8
    if n >= 0:
        q = p + n
        o0.error_message = b[p:q].decode()
        p = q
    elif n != -1: raise DecodeError(f'DescribeAclsResponse: error_message: length {n}')
    else:
        o0.error_message = None
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 * 7 <= e - p: raise DecodeError(f'DescribeAclsResponse: resources: count {c0}')
    o0.resources = l0 = []
    for _ in range(c0):
        o1 = new(DescribeAclsResponse_DescribeAclsResource)
        o1.pattern_type = 3
        o1.resource_type, n = U_bh(b, p)
        p += 3
        if n < 0: raise DecodeError(f'DescribeAclsResponse: resource_name: length {n}')
        q = p + n
        o1.resource_name = b[p:q].decode()
        p = q
        c1, = U_i(b, p)
        p += 4
        if not 0 <= c1 * 6 <= e - p: raise DecodeError(f'DescribeAclsResponse: acls: count {c1}')
        o1.acls = l1 = []
        for _ in range(c1):
            o2 = new(DescribeAclsResponse_AclDescription)
            n, = U_h(b, p)
            p += 2
            if n < 0: raise DecodeError(f'DescribeAclsResponse: principal: length {n}')
            q = p + n
            o2.principal = b[p:q].decode()
            p = q
            n, = U_h(b, p)
            p += 2
            if n < 0: raise DecodeError(f'DescribeAclsResponse: host: length {n}')
            q = p + n
            o2.host = b[p:q].decode()
            p = q
            o2.operation, o2.permission_type = U_2b(b, p)
            p += 2
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_describe_acls_response_v1(b, p):
    e = len(b)
    o0 = new_message(DescribeAclsResponse)
    o0.throttle_time_ms, o0.error_code, n = U_i2h(b, p)
    p += 8
    if n >= 0:
        q = p + n
        o0.error_message = b[p:q].decode()
        p = q
    elif n != -1: raise DecodeError(f'DescribeAclsResponse: error_message: length {n}')
    else:
        o0.error_message = None
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 * 8 <= e - p: raise DecodeError(f'DescribeAclsResponse: resources: count {c0}')
    o0.resources = l0 = []
    for _ in range(c0):
        o1 = new(DescribeAclsResponse_DescribeAclsResource)
        o1.resource_type, n = U_bh(b, p)
        p += 3
        if n < 0: raise DecodeError(f'DescribeAclsResponse: resource_name: length {n}')
        q = p + n
        o1.resource_name = b[p:q].decode()
        p = q
        o1.pattern_type, c1 = U_bi(b, p)
        p += 5
        if not 0 <= c1 * 6 <= e - p: raise DecodeError(f'DescribeAclsResponse: acls: count {c1}')
        o1.acls = l1 = []
        for _ in range(c1):
            o2 = new(DescribeAclsResponse_AclDescription)
            n, = U_h(b, p)
            p += 2
            if n < 0: raise DecodeError(f'DescribeAclsResponse: principal: length {n}')
            q = p + n
            o2.principal = b[p:q].decode()
            p = q
            n, = U_h(b, p)
            p += 2
            if n < 0: raise DecodeError(f'DescribeAclsResponse: host: length {n}')
            q = p + n
            o2.host = b[p:q].decode()
            p = q
            o2.operation, o2.permission_type = U_2b(b, p)
            p += 2
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_describe_acls_response_v2(b, p):
    e = len(b)
    o0 = new_message(DescribeAclsResponse)
    o0.throttle_time_ms, o0.error_code, n = U_ihB(b, p)
    p += 7
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n:
        q = p + n - 1
        o0.error_message = b[p:q].decode()
        p = q
    else:
        o0.error_message = None
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 5 <= e - p: raise DecodeError(f'DescribeAclsResponse: resources: count {c0}')
    o0.resources = l0 = []
    for _ in range(c0):
        o1 = new(DescribeAclsResponse_DescribeAclsResource)
        o1.resource_type, n = U_bB(b, p)
        p += 2
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'DescribeAclsResponse: resource_name: length {n}')
        q = p + n - 1
        o1.resource_name = b[p:q].decode()
        p = q
        o1.pattern_type, c1 = U_bB(b, p)
        p += 2
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 5 <= e - p: raise DecodeError(f'DescribeAclsResponse: acls: count {c1}')
        o1.acls = l1 = []
        for _ in range(c1):
            o2 = new(DescribeAclsResponse_AclDescription)
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'DescribeAclsResponse: principal: length {n}')
            q = p + n - 1
            o2.principal = b[p:q].decode()
            p = q
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'DescribeAclsResponse: host: length {n}')
            q = p + n - 1
            o2.host = b[p:q].decode()
            p = q
            o2.operation, o2.permission_type, t = U_2bB(b, p)
            p += 3
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

DescribeAclsResponse.DECODERS = (
    decode_describe_acls_response_v0,
    decode_describe_acls_response_v1,
    decode_describe_acls_response_v2,
    decode_describe_acls_response_v2,
)

def encode_describe_acls_response_v0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v = o0.error_message
    if v is None: v = b''; n = -1
    else: v = v.encode(); n = len(v)
    a(P_i2h(o0.throttle_time_ms, o0.error_code, n))
    a(v)
    v0 = o0.resources
    n = len(v0)
    a(P_i(n))
    for o1 in v0:
        if o1.pattern_type != 3 or o1.unknown_tagged_fields: raise refuse(o1, 'pattern_type', 'unknown_tagged_fields')
        v = o1.resource_name.encode()
        n = len(v)
        a(P_bh(o1.resource_type, n))
        a(v)
        v1 = o1.acls
        n = len(v1)
        a(P_i(n))
        for o2 in v1:
            if o2.unknown_tagged_fields: raise refuse(o2, 'unknown_tagged_fields')
            v = o2.principal.encode()
            n = len(v)
            a(P_h(n))
            a(v)
            v = o2.host.encode()
            n = len(v)
            a(P_h(n))
            a(v)
            a(P_2b(o2.operation, o2.permission_type))

def encode_describe_acls_response_v1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v = o0.error_message
    if v is None: v = b''; n = -1
    else: v = v.encode(); n = len(v)
    a(P_i2h(o0.throttle_time_ms, o0.error_code, n))
    a(v)
    v0 = o0.resources
    n = len(v0)
    a(P_i(n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.resource_name.encode()
        n = len(v)
        a(P_bh(o1.resource_type, n))
        a(v)
        v1 = o1.acls
        n = len(v1)
        a(P_bi(o1.pattern_type, n))
        for o2 in v1:
            if o2.unknown_tagged_fields: raise refuse(o2, 'unknown_tagged_fields')
            v = o2.principal.encode()
            n = len(v)
            a(P_h(n))
            a(v)
            v = o2.host.encode()
            n = len(v)
            a(P_h(n))
            a(v)
            a(P_2b(o2.operation, o2.permission_type))

def encode_describe_acls_response_v2(o0, l, out):
    a = l.append
    v = o0.error_message
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(P_ihB(o0.throttle_time_ms, o0.error_code, n))
    else: a(P_ih(o0.throttle_time_ms, o0.error_code) + uvarint(n))
    a(v)
    v0 = o0.resources
    n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        v = o1.resource_name.encode()
        n = len(v) + 1
        if n < 128: a(P_bB(o1.resource_type, n))
        else: a(P_b(o1.resource_type) + uvarint(n))
        a(v)
        v1 = o1.acls
        n = len(v1) + 1
        if n < 128: a(P_bB(o1.pattern_type, n))
        else: a(P_b(o1.pattern_type) + uvarint(n))
        for o2 in v1:
            v = o2.principal.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            v = o2.host.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            if o2.unknown_tagged_fields:
                a(P_2b(o2.operation, o2.permission_type))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(P_2bx(o2.operation, o2.permission_type))
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

DescribeAclsResponse.ENCODERS = (
    encode_describe_acls_response_v0,
    encode_describe_acls_response_v1,
    encode_describe_acls_response_v2,
    encode_describe_acls_response_v2,
)
