"""Written by `make generate` from protocol/messages/incremental_alter_configs.py. Do not edit."""

from kavka.protocol.message import Message, Part
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import new, new_message, pack, read_tags, read_uvarint, refuse, unpack_from, uvarint
from kavka.protocol.wire import write_tags

class IncrementalAlterConfigsRequest(Message):
    __slots__ = ('resources', 'validate_only', 'unknown_tagged_fields')
    API_KEY = 44
    MIN_VERSION = 0
    MAX_VERSION = 1
    FLEXIBLE_FROM = 1
    
    class AlterableConfig(Part):
        __slots__ = ('name', 'config_operation', 'value', 'unknown_tagged_fields')
        
        def __init__(self, name='', config_operation=0, value='', unknown_tagged_fields=()):
            self.name = name
            self.config_operation = config_operation
            self.value = value
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class AlterConfigsResource(Part):
        __slots__ = ('resource_type', 'resource_name', 'configs', 'unknown_tagged_fields')
        
        def __init__(self, resource_type=0, resource_name='', configs=EMPTY, unknown_tagged_fields=()):
            self.resource_type = resource_type
            self.resource_name = resource_name
            self.configs = [] if configs is EMPTY else configs
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, resources=EMPTY, validate_only=False, unknown_tagged_fields=()):
        self.resources = [] if resources is EMPTY else resources
        self.validate_only = validate_only
        self.unknown_tagged_fields = unknown_tagged_fields

IncrementalAlterConfigsRequest_AlterableConfig = IncrementalAlterConfigsRequest.AlterableConfig

IncrementalAlterConfigsRequest_AlterConfigsResource = IncrementalAlterConfigsRequest.AlterConfigsResource

class IncrementalAlterConfigsResponse(Message):
    __slots__ = ('throttle_time_ms', 'responses', 'unknown_tagged_fields')
    API_KEY = 44
    MIN_VERSION = 0
    MAX_VERSION = 1
    FLEXIBLE_FROM = 1
    
    class AlterConfigsResourceResponse(Part):
        __slots__ = ('error_code', 'error_message', 'resource_type', 'resource_name', 'unknown_tagged_fields')
        
        def __init__(self, error_code=0, error_message='', resource_type=0, resource_name='', unknown_tagged_fields=()):
            self.error_code = error_code
            self.error_message = error_message
            self.resource_type = resource_type
            self.resource_name = resource_name
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, throttle_time_ms=0, responses=EMPTY, unknown_tagged_fields=()):
        self.throttle_time_ms = throttle_time_ms
        self.responses = [] if responses is EMPTY else responses
        self.unknown_tagged_fields = unknown_tagged_fields

IncrementalAlterConfigsResponse_AlterConfigsResourceResponse = IncrementalAlterConfigsResponse.AlterConfigsResourceResponse

U_i = Struct('>i').unpack_from
U_bh = Struct('>bh').unpack_from
U_h = Struct('>h').unpack_from
U_T = Struct('>?').unpack_from
U_bB = Struct('>bB').unpack_from
U_TB = Struct('>?B').unpack_from
P_i = Struct('>i').pack
P_bh = Struct('>bh').pack
P_h = Struct('>h').pack
P_T = Struct('>?').pack
P_bB = Struct('>bB').pack
P_b = Struct('>b').pack
P_Tx = Struct('>?x').pack
U_2i = Struct('>2i').unpack_from
U_2h = Struct('>2h').unpack_from
U_iB = Struct('>iB').unpack_from
U_hB = Struct('>hB').unpack_from
P_2i = Struct('>2i').pack
P_2h = Struct('>2h').pack
P_iB = Struct('>iB').pack
P_hB = Struct('>hB').pack

def decode_incremental_alter_configs_request_v0(b, p):
    e = len(b)
    o0 = new_message(IncrementalAlterConfigsRequest)
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 * 7 <= e - p: raise DecodeError(f'IncrementalAlterConfigsRequest: resources: count {c0}')
    o0.resources = l0 = []
    for _ in range(c0):
        o1 = new(IncrementalAlterConfigsRequest_AlterConfigsResource)
        o1.resource_type, n = U_bh(b, p)
        p += 3
        if n < 0: raise DecodeError(f'IncrementalAlterConfigsRequest: resource_name: length {n}')
        q = p + n
        o1.resource_name = b[p:q].decode()
        p = q
        c1, = U_i(b, p)
        p += 4
        if not 0 <= c1 * 5 <= e - p: raise DecodeError(f'IncrementalAlterConfigsRequest: configs: count {c1}')
        o1.configs = l1 = []
        for _ in range(c1):
            o2 = new(IncrementalAlterConfigsRequest_AlterableConfig)
            n, = U_h(b, p)
            p += 2
            if n < 0: raise DecodeError(f'IncrementalAlterConfigsRequest: name: length {n}')
            q = p + n
            o2.name = b[p:q].decode()
            p = q
            o2.config_operation, n = U_bh(b, p)
            p += 3
            if n >= 0:
                q = p + n
                o2.value = b[p:q].decode()
                p = q
            elif n != -1: raise DecodeError(f'IncrementalAlterConfigsRequest: value: length {n}')
            else:
                o2.value = None
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.validate_only, = U_T(b, p)
    p += 1
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_incremental_alter_configs_request_v1(b, p):
    e = len(b)
    o0 = new_message(IncrementalAlterConfigsRequest)
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 4 <= e - p: raise DecodeError(f'IncrementalAlterConfigsRequest: resources: count {c0}')
    o0.resources = l0 = []
    for _ in range(c0):
        o1 = new(IncrementalAlterConfigsRequest_AlterConfigsResource)
        o1.resource_type, n = U_bB(b, p)
        p += 2
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'IncrementalAlterConfigsRequest: resource_name: length {n}')
        q = p + n - 1
        o1.resource_name = b[p:q].decode()
        p = q
        c1 = b[p]
        p += 1
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'IncrementalAlterConfigsRequest: configs: count {c1}')
        o1.configs = l1 = []
        for _ in range(c1):
            o2 = new(IncrementalAlterConfigsRequest_AlterableConfig)
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'IncrementalAlterConfigsRequest: name: length {n}')
            q = p + n - 1
            o2.name = b[p:q].decode()
            p = q
            o2.config_operation, n = U_bB(b, p)
            p += 2
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n:
                q = p + n - 1
                o2.value = b[p:q].decode()
                p = q
            else:
                o2.value = None
            t = b[p]
            p += 1
            if t: o2.unknown_tagged_fields, p = read_tags(b, p - 1)
            else: o2.unknown_tagged_fields = ()
            l1.append(o2)
        t = b[p]
        p += 1
        if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
        else: o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.validate_only, t = U_TB(b, p)
    p += 2
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

IncrementalAlterConfigsRequest.DECODERS = (
    decode_incremental_alter_configs_request_v0,
    decode_incremental_alter_configs_request_v1,
)

def encode_incremental_alter_configs_request_v0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v0 = o0.resources
    n = len(v0)
    a(P_i(n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.resource_name.encode()
        n = len(v)
        a(P_bh(o1.resource_type, n))
        a(v)
        v1 = o1.configs
        n = len(v1)
        a(P_i(n))
        for o2 in v1:
            if o2.unknown_tagged_fields: raise refuse(o2, 'unknown_tagged_fields')
            v = o2.name.encode()
            n = len(v)
            a(P_h(n))
            a(v)
            v = o2.value
            if v is None: v = b''; n = -1
            else: v = v.encode(); n = len(v)
            a(P_bh(o2.config_operation, n))
            a(v)
    a(P_T(o0.validate_only))

def encode_incremental_alter_configs_request_v1(o0, l, out):
    a = l.append
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
        v1 = o1.configs
        n = len(v1) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o2 in v1:
            v = o2.name.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            v = o2.value
            if v is None: v = b''; n = 0
            else: v = v.encode(); n = len(v) + 1
            if n < 128: a(P_bB(o2.config_operation, n))
            else: a(P_b(o2.config_operation) + uvarint(n))
            a(v)
            if o2.unknown_tagged_fields:
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(b'\x00')
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    if o0.unknown_tagged_fields:
        a(P_T(o0.validate_only))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_Tx(o0.validate_only))

IncrementalAlterConfigsRequest.ENCODERS = (
    encode_incremental_alter_configs_request_v0,
    encode_incremental_alter_configs_request_v1,
)

def decode_incremental_alter_configs_response_v0(b, p):
    e = len(b)
    o0 = new_message(IncrementalAlterConfigsResponse)
    o0.throttle_time_ms, c0 = U_2i(b, p)
    p += 8
    if not 0 <= c0 * 7 <= e - p: raise DecodeError(f'IncrementalAlterConfigsResponse: responses: count {c0}')
    o0.responses = l0 = []
    for _ in range(c0):
        o1 = new(IncrementalAlterConfigsResponse_AlterConfigsResourceResponse)
        o1.error_code, n = U_2h(b, p)
        p += 4
        if n >= 0:
            q = p + n
            o1.error_message = b[p:q].decode()
            p = q
        elif n != -1: raise DecodeError(f'IncrementalAlterConfigsResponse: error_message: length {n}')
        else:
            o1.error_message = None
        o1.resource_type, n = U_bh(b, p)
        p += 3
        if n < 0: raise DecodeError(f'IncrementalAlterConfigsResponse: resource_name: length {n}')
        q = p + n
        o1.resource_name = b[p:q].decode()
        p = q
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_incremental_alter_configs_response_v1(b, p):
    e = len(b)
    o0 = new_message(IncrementalAlterConfigsResponse)
    o0.throttle_time_ms, c0 = U_iB(b, p)
    p += 5
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'IncrementalAlterConfigsResponse: responses: count {c0}')
    o0.responses = l0 = []
    for _ in range(c0):
        o1 = new(IncrementalAlterConfigsResponse_AlterConfigsResourceResponse)
        o1.error_code, n = U_hB(b, p)
        p += 3
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n:
            q = p + n - 1
            o1.error_message = b[p:q].decode()
            p = q
        else:
            o1.error_message = None
        o1.resource_type, n = U_bB(b, p)
        p += 2
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'IncrementalAlterConfigsResponse: resource_name: length {n}')
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

IncrementalAlterConfigsResponse.DECODERS = (
    decode_incremental_alter_configs_response_v0,
    decode_incremental_alter_configs_response_v1,
)

def encode_incremental_alter_configs_response_v0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v0 = o0.responses
    n = len(v0)
    a(P_2i(o0.throttle_time_ms, n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.error_message
        if v is None: v = b''; n = -1
        else: v = v.encode(); n = len(v)
        a(P_2h(o1.error_code, n))
        a(v)
        v = o1.resource_name.encode()
        n = len(v)
        a(P_bh(o1.resource_type, n))
        a(v)

def encode_incremental_alter_configs_response_v1(o0, l, out):
    a = l.append
    v0 = o0.responses
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
        v = o1.resource_name.encode()
        n = len(v) + 1
        if n < 128: a(P_bB(o1.resource_type, n))
        else: a(P_b(o1.resource_type) + uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

IncrementalAlterConfigsResponse.ENCODERS = (
    encode_incremental_alter_configs_response_v0,
    encode_incremental_alter_configs_response_v1,
)
