"""Written by `make generate` from protocol/messages/list_config_resources.py. Do not edit."""

from kavka.protocol.message import Message, Part
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import new, new_message, pack, read_tags, read_uvarint, refuse, unpack_from, uvarint
from kavka.protocol.wire import write_tags

class ListConfigResourcesRequest(Message):
    __slots__ = ('resource_types', 'unknown_tagged_fields')
    API_KEY = 74
    MIN_VERSION = 0
    MAX_VERSION = 1
    FLEXIBLE_FROM = 0
    
    def __init__(self, resource_types=EMPTY, unknown_tagged_fields=()):
        self.resource_types = [] if resource_types is EMPTY else resource_types
        self.unknown_tagged_fields = unknown_tagged_fields

class ListConfigResourcesResponse(Message):
    __slots__ = ('throttle_time_ms', 'error_code', 'config_resources', 'unknown_tagged_fields')
    API_KEY = 74
    MIN_VERSION = 0
    MAX_VERSION = 1
    FLEXIBLE_FROM = 0
    
    class ConfigResource(Part):
        __slots__ = ('resource_name', 'resource_type', 'unknown_tagged_fields')
        
        def __init__(self, resource_name='', resource_type=16, unknown_tagged_fields=()):
            self.resource_name = resource_name
            self.resource_type = resource_type
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, throttle_time_ms=0, error_code=0, config_resources=EMPTY, unknown_tagged_fields=()):
        self.throttle_time_ms = throttle_time_ms
        self.error_code = error_code
        self.config_resources = [] if config_resources is EMPTY else config_resources
        self.unknown_tagged_fields = unknown_tagged_fields

ListConfigResourcesResponse_ConfigResource = ListConfigResourcesResponse.ConfigResource

UNPACK_b = UNPACK['b']
F_nb = PackCache('>%db')
F_Bnb = PackCache('>B%db')
F_nbx = PackCache('>%dbx')
F_Bnbx = PackCache('>B%dbx')
U_ihB = Struct('>ihB').unpack_from
U_bB = Struct('>bB').unpack_from
P_ihB = Struct('>ihB').pack
P_ih = Struct('>ih').pack
P_b = Struct('>b').pack
P_bx = Struct('>bx').pack

def decode_list_config_resources_request_v0(b, p):
    e = len(b)
    o0 = new_message(ListConfigResourcesRequest)
    o0.resource_types = []
    t = b[p]
    p += 1
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

def decode_list_config_resources_request_v1(b, p):
    e = len(b)
    o0 = new_message(ListConfigResourcesRequest)
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if 0 < c0 < 9: o0.resource_types = [*UNPACK_b[c0](b, p)]; p += c0
    elif c0 == 0: o0.resource_types = []
    else:
        if not 0 <= c0 <= e - p: raise DecodeError(f'ListConfigResourcesRequest: resource_types: count {c0}')
        o0.resource_types = [*unpack_from(f'>{c0}b', b, p)]
        p += c0
    t = b[p]
    p += 1
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

ListConfigResourcesRequest.DECODERS = (
    decode_list_config_resources_request_v0,
    decode_list_config_resources_request_v1,
)

def encode_list_config_resources_request_v0(o0, l, out):
    a = l.append
    if o0.resource_types: raise refuse(o0, 'resource_types')
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

def encode_list_config_resources_request_v1(o0, l, out):
    a = l.append
    s0 = o0.resource_types
    n0 = len(s0)
    if o0.unknown_tagged_fields:
        if n0 > 126:
            a(uvarint(n0 + 1))
            a(F_nb[n0](*s0))
        else:
            a(F_Bnb[n0](n0 + 1, *s0))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        if n0 > 126:
            a(uvarint(n0 + 1))
            a(F_nbx[n0](*s0))
        else:
            a(F_Bnbx[n0](n0 + 1, *s0))

ListConfigResourcesRequest.ENCODERS = (
    encode_list_config_resources_request_v0,
    encode_list_config_resources_request_v1,
)

def decode_list_config_resources_response_v0(b, p):
    e = len(b)
    o0 = new_message(ListConfigResourcesResponse)
    o0.throttle_time_ms, o0.error_code, c0 = U_ihB(b, p)
    p += 7
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 2 <= e - p: raise DecodeError(f'ListConfigResourcesResponse: config_resources: count {c0}')
    o0.config_resources = l0 = []
    for _ in range(c0):
        o1 = new(ListConfigResourcesResponse_ConfigResource)
        o1.resource_type = 16
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'ListConfigResourcesResponse: resource_name: length {n}')
        q = p + n - 1
        o1.resource_name = b[p:q].decode()
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

def decode_list_config_resources_response_v1(b, p):
    e = len(b)
    o0 = new_message(ListConfigResourcesResponse)
    o0.throttle_time_ms, o0.error_code, c0 = U_ihB(b, p)
    p += 7
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 3 <= e - p: raise DecodeError(f'ListConfigResourcesResponse: config_resources: count {c0}')
    o0.config_resources = l0 = []
    for _ in range(c0):
        o1 = new(ListConfigResourcesResponse_ConfigResource)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'ListConfigResourcesResponse: resource_name: length {n}')
        q = p + n - 1
        o1.resource_name = b[p:q].decode()
        p = q
        o1.resource_type, t = U_bB(b, p)
        p += 2
        if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
        else: o1.unknown_tagged_fields = ()
        l0.append(o1)
    t = b[p]
    p += 1
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

ListConfigResourcesResponse.DECODERS = (
    decode_list_config_resources_response_v0,
    decode_list_config_resources_response_v1,
)

def encode_list_config_resources_response_v0(o0, l, out):
    a = l.append
    v0 = o0.config_resources
    n = len(v0) + 1
    if n < 128: a(P_ihB(o0.throttle_time_ms, o0.error_code, n))
    else: a(P_ih(o0.throttle_time_ms, o0.error_code) + uvarint(n))
    for o1 in v0:
        v = o1.resource_name.encode()
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

def encode_list_config_resources_response_v1(o0, l, out):
    a = l.append
    v0 = o0.config_resources
    n = len(v0) + 1
    if n < 128: a(P_ihB(o0.throttle_time_ms, o0.error_code, n))
    else: a(P_ih(o0.throttle_time_ms, o0.error_code) + uvarint(n))
    for o1 in v0:
        v = o1.resource_name.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(P_b(o1.resource_type))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_bx(o1.resource_type))
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

ListConfigResourcesResponse.ENCODERS = (
    encode_list_config_resources_response_v0,
    encode_list_config_resources_response_v1,
)
