"""Written by `make generate` from protocol/messages/describe_configs.py. Do not edit."""

from kavka.protocol.message import Message, Part
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import new, new_message, pack, read_tags, read_uvarint, refuse, unpack_from, uvarint
from kavka.protocol.wire import write_tags

class DescribeConfigsRequest(Message):
    __slots__ = ('resources', 'include_synonyms', 'include_documentation', 'unknown_tagged_fields')
    API_KEY = 32
    MIN_VERSION = 0
    MAX_VERSION = 4
    FLEXIBLE_FROM = 4
    
    class DescribeConfigsResource(Part):
        __slots__ = ('resource_type', 'resource_name', 'configuration_keys', 'unknown_tagged_fields')
        
        def __init__(self, resource_type=0, resource_name='', configuration_keys=EMPTY, unknown_tagged_fields=()):
            self.resource_type = resource_type
            self.resource_name = resource_name
            self.configuration_keys = [] if configuration_keys is EMPTY else configuration_keys
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, resources=EMPTY, include_synonyms=False, include_documentation=False, unknown_tagged_fields=()):
        self.resources = [] if resources is EMPTY else resources
        self.include_synonyms = include_synonyms
        self.include_documentation = include_documentation
        self.unknown_tagged_fields = unknown_tagged_fields

DescribeConfigsRequest_DescribeConfigsResource = DescribeConfigsRequest.DescribeConfigsResource

class DescribeConfigsResponse(Message):
    __slots__ = ('throttle_time_ms', 'results', 'unknown_tagged_fields')
    API_KEY = 32
    MIN_VERSION = 0
    MAX_VERSION = 4
    FLEXIBLE_FROM = 4
    
    class DescribeConfigsSynonym(Part):
        __slots__ = ('name', 'value', 'source', 'unknown_tagged_fields')
        
        def __init__(self, name='', value='', source=0, unknown_tagged_fields=()):
            self.name = name
            self.value = value
            self.source = source
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class DescribeConfigsResourceResult(Part):
        __slots__ = ('name', 'value', 'read_only', 'is_default', 'config_source', 'is_sensitive', 'synonyms', 'config_type', 'documentation', 'unknown_tagged_fields')
        
        def __init__(self, name='', value='', read_only=False, is_default=False, config_source=-1, is_sensitive=False, synonyms=EMPTY, config_type=0, documentation='', unknown_tagged_fields=()):
            self.name = name
            self.value = value
            self.read_only = read_only
            self.is_default = is_default
            self.config_source = config_source
            self.is_sensitive = is_sensitive
            self.synonyms = [] if synonyms is EMPTY else synonyms
            self.config_type = config_type
            self.documentation = documentation
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class DescribeConfigsResult(Part):
        __slots__ = ('error_code', 'error_message', 'resource_type', 'resource_name', 'configs', 'unknown_tagged_fields')
        
        def __init__(self, error_code=0, error_message='', resource_type=0, resource_name='', configs=EMPTY, unknown_tagged_fields=()):
            self.error_code = error_code
            self.error_message = error_message
            self.resource_type = resource_type
            self.resource_name = resource_name
            self.configs = [] if configs is EMPTY else configs
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, throttle_time_ms=0, results=EMPTY, unknown_tagged_fields=()):
        self.throttle_time_ms = throttle_time_ms
        self.results = [] if results is EMPTY else results
        self.unknown_tagged_fields = unknown_tagged_fields

DescribeConfigsResponse_DescribeConfigsSynonym = DescribeConfigsResponse.DescribeConfigsSynonym

DescribeConfigsResponse_DescribeConfigsResourceResult = DescribeConfigsResponse.DescribeConfigsResourceResult

DescribeConfigsResponse_DescribeConfigsResult = DescribeConfigsResponse.DescribeConfigsResult

U_i = Struct('>i').unpack_from
U_bh = Struct('>bh').unpack_from
U_h = Struct('>h').unpack_from
U_T = Struct('>?').unpack_from
U_2T = Struct('>2?').unpack_from
U_bB = Struct('>bB').unpack_from
U_2TB = Struct('>2?B').unpack_from
P_i = Struct('>i').pack
P_bh = Struct('>bh').pack
P_h = Struct('>h').pack
P_T = Struct('>?').pack
P_2T = Struct('>2?').pack
P_bB = Struct('>bB').pack
P_b = Struct('>b').pack
P_2Tx = Struct('>2?x').pack
U_2i = Struct('>2i').unpack_from
U_2h = Struct('>2h').unpack_from
U_3T = Struct('>3?').unpack_from
U_TbTi = Struct('>?b?i').unpack_from
U_b = Struct('>b').unpack_from
U_iB = Struct('>iB').unpack_from
U_hB = Struct('>hB').unpack_from
U_TbTB = Struct('>?b?B').unpack_from
P_2i = Struct('>2i').pack
P_2h = Struct('>2h').pack
P_3T = Struct('>3?').pack
P_TbTi = Struct('>?b?i').pack
P_iB = Struct('>iB').pack
P_hB = Struct('>hB').pack
P_TbTB = Struct('>?b?B').pack
P_TbT = Struct('>?b?').pack
P_bx = Struct('>bx').pack

def decode_describe_configs_request_v0(b, p):
    e = len(b)
    o0 = new_message(DescribeConfigsRequest)
    o0.include_synonyms = False
    o0.include_documentation = False
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 * 7 <= e - p: raise DecodeError(f'DescribeConfigsRequest: resources: count {c0}')
    o0.resources = l0 = []
    for _ in range(c0):
        o1 = new(DescribeConfigsRequest_DescribeConfigsResource)
        o1.resource_type, n = U_bh(b, p)
        p += 3
        if n < 0: raise DecodeError(f'DescribeConfigsRequest: resource_name: length {n}')
        q = p + n
        o1.resource_name = b[p:q].decode()
        p = q
        c1, = U_i(b, p)
        p += 4
        if c1 == -1:
            o1.configuration_keys = None
        else:
            if not 0 <= c1 * 2 <= e - p: raise DecodeError(f'DescribeConfigsRequest: configuration_keys: count {c1}')
            o1.configuration_keys = l1 = []
            for _ in range(c1):
                n, = U_h(b, p)
                p += 2
                if n < 0: raise DecodeError(f'DescribeConfigsRequest: element: length {n}')
                q = p + n
                v = b[p:q].decode()
                p = q
                l1.append(v)
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_describe_configs_request_v1(b, p):
    e = len(b)
    o0 = new_message(DescribeConfigsRequest)
    o0.include_documentation = False
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 * 7 <= e - p: raise DecodeError(f'DescribeConfigsRequest: resources: count {c0}')
    o0.resources = l0 = []
    for _ in range(c0):
        o1 = new(DescribeConfigsRequest_DescribeConfigsResource)
        o1.resource_type, n = U_bh(b, p)
        p += 3
        if n < 0: raise DecodeError(f'DescribeConfigsRequest: resource_name: length {n}')
        q = p + n
        o1.resource_name = b[p:q].decode()
        p = q
        c1, = U_i(b, p)
        p += 4
        if c1 == -1:
            o1.configuration_keys = None
        else:
            if not 0 <= c1 * 2 <= e - p: raise DecodeError(f'DescribeConfigsRequest: configuration_keys: count {c1}')
            o1.configuration_keys = l1 = []
            for _ in range(c1):
                n, = U_h(b, p)
                p += 2
                if n < 0: raise DecodeError(f'DescribeConfigsRequest: element: length {n}')
                q = p + n
                v = b[p:q].decode()
                p = q
                l1.append(v)
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.include_synonyms, = U_T(b, p)
    p += 1
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_describe_configs_request_v3(b, p):
    e = len(b)
    o0 = new_message(DescribeConfigsRequest)
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 * 7 <= e - p: raise DecodeError(f'DescribeConfigsRequest: resources: count {c0}')
    o0.resources = l0 = []
    for _ in range(c0):
        o1 = new(DescribeConfigsRequest_DescribeConfigsResource)
        o1.resource_type, n = U_bh(b, p)
        p += 3
        if n < 0: raise DecodeError(f'DescribeConfigsRequest: resource_name: length {n}')
        q = p + n
        o1.resource_name = b[p:q].decode()
        p = q
        c1, = U_i(b, p)
        p += 4
        if c1 == -1:
            o1.configuration_keys = None
        else:
            if not 0 <= c1 * 2 <= e - p: raise DecodeError(f'DescribeConfigsRequest: configuration_keys: count {c1}')
            o1.configuration_keys = l1 = []
            for _ in range(c1):
                n, = U_h(b, p)
                p += 2
                if n < 0: raise DecodeError(f'DescribeConfigsRequest: element: length {n}')
                q = p + n
                v = b[p:q].decode()
                p = q
                l1.append(v)
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.include_synonyms, o0.include_documentation = U_2T(b, p)
    p += 2
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_describe_configs_request_v4(b, p):
    e = len(b)
    o0 = new_message(DescribeConfigsRequest)
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 4 <= e - p: raise DecodeError(f'DescribeConfigsRequest: resources: count {c0}')
    o0.resources = l0 = []
    for _ in range(c0):
        o1 = new(DescribeConfigsRequest_DescribeConfigsResource)
        o1.resource_type, n = U_bB(b, p)
        p += 2
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'DescribeConfigsRequest: resource_name: length {n}')
        q = p + n - 1
        o1.resource_name = b[p:q].decode()
        p = q
        c1 = b[p]
        p += 1
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if c1 == -1:
            o1.configuration_keys = None
        else:
            if not 0 <= c1 <= e - p: raise DecodeError(f'DescribeConfigsRequest: configuration_keys: count {c1}')
            o1.configuration_keys = l1 = []
            for _ in range(c1):
                n = b[p]
                p += 1
                if n > 127: n, p = read_uvarint(b, p - 1)
                if n < 1: raise DecodeError(f'DescribeConfigsRequest: element: length {n}')
                q = p + n - 1
                v = b[p:q].decode()
                p = q
                l1.append(v)
        t = b[p]
        p += 1
        if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
        else: o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.include_synonyms, o0.include_documentation, t = U_2TB(b, p)
    p += 3
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

DescribeConfigsRequest.DECODERS = (
    decode_describe_configs_request_v0,
    decode_describe_configs_request_v1,
    decode_describe_configs_request_v1,
    decode_describe_configs_request_v3,
    decode_describe_configs_request_v4,
)

def encode_describe_configs_request_v0(o0, l, out):
    a = l.append
    if o0.include_synonyms or o0.include_documentation or o0.unknown_tagged_fields: raise refuse(o0, 'include_synonyms', 'include_documentation', 'unknown_tagged_fields')
    v0 = o0.resources
    n = len(v0)
    a(P_i(n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.resource_name.encode()
        n = len(v)
        a(P_bh(o1.resource_type, n))
        a(v)
        v1 = o1.configuration_keys
        if v1 is None: v1 = (); n = -1
        else: n = len(v1)
        a(P_i(n))
        for o2 in v1:
            v = o2.encode()
            n = len(v)
            a(P_h(n))
            a(v)

def encode_describe_configs_request_v1(o0, l, out):
    a = l.append
    if o0.include_documentation or o0.unknown_tagged_fields: raise refuse(o0, 'include_documentation', 'unknown_tagged_fields')
    v0 = o0.resources
    n = len(v0)
    a(P_i(n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.resource_name.encode()
        n = len(v)
        a(P_bh(o1.resource_type, n))
        a(v)
        v1 = o1.configuration_keys
        if v1 is None: v1 = (); n = -1
        else: n = len(v1)
        a(P_i(n))
        for o2 in v1:
            v = o2.encode()
            n = len(v)
            a(P_h(n))
            a(v)
    a(P_T(o0.include_synonyms))

def encode_describe_configs_request_v3(o0, l, out):
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
        v1 = o1.configuration_keys
        if v1 is None: v1 = (); n = -1
        else: n = len(v1)
        a(P_i(n))
        for o2 in v1:
            v = o2.encode()
            n = len(v)
            a(P_h(n))
            a(v)
    a(P_2T(o0.include_synonyms, o0.include_documentation))

def encode_describe_configs_request_v4(o0, l, out):
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
        v1 = o1.configuration_keys
        if v1 is None: v1 = (); n = 0
        else: n = len(v1) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o2 in v1:
            v = o2.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    if o0.unknown_tagged_fields:
        a(P_2T(o0.include_synonyms, o0.include_documentation))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_2Tx(o0.include_synonyms, o0.include_documentation))

DescribeConfigsRequest.ENCODERS = (
    encode_describe_configs_request_v0,
    encode_describe_configs_request_v1,
    encode_describe_configs_request_v1,
    encode_describe_configs_request_v3,
    encode_describe_configs_request_v4,
)

def decode_describe_configs_response_v0(b, p):
    e = len(b)
    o0 = new_message(DescribeConfigsResponse)
    o0.throttle_time_ms, c0 = U_2i(b, p)
    p += 8
    if not 0 <= c0 * 11 <= e - p: raise DecodeError(f'DescribeConfigsResponse: results: count {c0}')
    o0.results = l0 = []
    for _ in range(c0):
        o1 = new(DescribeConfigsResponse_DescribeConfigsResult)
        o1.error_code, n = U_2h(b, p)
        p += 4
        if n >= 0:
            q = p + n
            o1.error_message = b[p:q].decode()
            p = q
        elif n != -1: raise DecodeError(f'DescribeConfigsResponse: error_message: length {n}')
        else:
            o1.error_message = None
        o1.resource_type, n = U_bh(b, p)
        p += 3
        if n < 0: raise DecodeError(f'DescribeConfigsResponse: resource_name: length {n}')
        q = p + n
        o1.resource_name = b[p:q].decode()
        p = q
        c1, = U_i(b, p)
        p += 4
        if not 0 <= c1 * 7 <= e - p: raise DecodeError(f'DescribeConfigsResponse: configs: count {c1}')
        o1.configs = l1 = []
        for _ in range(c1):
            o2 = new(DescribeConfigsResponse_DescribeConfigsResourceResult)
            o2.config_source = -1
            o2.synonyms = []
            o2.config_type = 0
            o2.documentation = ''
            n, = U_h(b, p)
            p += 2
            if n < 0: raise DecodeError(f'DescribeConfigsResponse: name: length {n}')
            q = p + n
            o2.name = b[p:q].decode()
            p = q
            n, = U_h(b, p)
            p += 2
            if n >= 0:
                q = p + n
                o2.value = b[p:q].decode()
                p = q
            elif n != -1: raise DecodeError(f'DescribeConfigsResponse: value: length {n}')
            else:
                o2.value = None
            o2.read_only, o2.is_default, o2.is_sensitive = U_3T(b, p)
            p += 3
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_describe_configs_response_v1(b, p):
    e = len(b)
    o0 = new_message(DescribeConfigsResponse)
    o0.throttle_time_ms, c0 = U_2i(b, p)
    p += 8
    if not 0 <= c0 * 11 <= e - p: raise DecodeError(f'DescribeConfigsResponse: results: count {c0}')
    o0.results = l0 = []
    for _ in range(c0):
        o1 = new(DescribeConfigsResponse_DescribeConfigsResult)
        o1.error_code, n = U_2h(b, p)
        p += 4
        if n >= 0:
            q = p + n
            o1.error_message = b[p:q].decode()
            p = q
        elif n != -1: raise DecodeError(f'DescribeConfigsResponse: error_message: length {n}')
        else:
            o1.error_message = None
        o1.resource_type, n = U_bh(b, p)
        p += 3
        if n < 0: raise DecodeError(f'DescribeConfigsResponse: resource_name: length {n}')
        q = p + n
        o1.resource_name = b[p:q].decode()
        p = q
        c1, = U_i(b, p)
        p += 4
        if not 0 <= c1 * 11 <= e - p: raise DecodeError(f'DescribeConfigsResponse: configs: count {c1}')
        o1.configs = l1 = []
        for _ in range(c1):
            o2 = new(DescribeConfigsResponse_DescribeConfigsResourceResult)
            o2.is_default = False
            o2.config_type = 0
            o2.documentation = ''
            n, = U_h(b, p)
            p += 2
            if n < 0: raise DecodeError(f'DescribeConfigsResponse: name: length {n}')
            q = p + n
            o2.name = b[p:q].decode()
            p = q
            n, = U_h(b, p)
            p += 2
            if n >= 0:
                q = p + n
                o2.value = b[p:q].decode()
                p = q
            elif n != -1: raise DecodeError(f'DescribeConfigsResponse: value: length {n}')
            else:
                o2.value = None
            o2.read_only, o2.config_source, o2.is_sensitive, c2 = U_TbTi(b, p)
            p += 7
            if not 0 <= c2 * 5 <= e - p: raise DecodeError(f'DescribeConfigsResponse: synonyms: count {c2}')
            o2.synonyms = l2 = []
            for _ in range(c2):
                o3 = new(DescribeConfigsResponse_DescribeConfigsSynonym)
                n, = U_h(b, p)
                p += 2
                if n < 0: raise DecodeError(f'DescribeConfigsResponse: name: length {n}')
                q = p + n
                o3.name = b[p:q].decode()
                p = q
                n, = U_h(b, p)
                p += 2
                if n >= 0:
                    q = p + n
                    o3.value = b[p:q].decode()
                    p = q
                elif n != -1: raise DecodeError(f'DescribeConfigsResponse: value: length {n}')
                else:
                    o3.value = None
                o3.source, = U_b(b, p)
                p += 1
                o3.unknown_tagged_fields = ()
                l2.append(o3)
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_describe_configs_response_v3(b, p):
    e = len(b)
    o0 = new_message(DescribeConfigsResponse)
    o0.throttle_time_ms, c0 = U_2i(b, p)
    p += 8
    if not 0 <= c0 * 11 <= e - p: raise DecodeError(f'DescribeConfigsResponse: results: count {c0}')
    o0.results = l0 = []
    for _ in range(c0):
        o1 = new(DescribeConfigsResponse_DescribeConfigsResult)
        o1.error_code, n = U_2h(b, p)
        p += 4
        if n >= 0:
            q = p + n
            o1.error_message = b[p:q].decode()
            p = q
        elif n != -1: raise DecodeError(f'DescribeConfigsResponse: error_message: length {n}')
        else:
            o1.error_message = None
        o1.resource_type, n = U_bh(b, p)
        p += 3
        if n < 0: raise DecodeError(f'DescribeConfigsResponse: resource_name: length {n}')
        q = p + n
        o1.resource_name = b[p:q].decode()
        p = q
        c1, = U_i(b, p)
        p += 4
        if not 0 <= c1 * 14 <= e - p: raise DecodeError(f'DescribeConfigsResponse: configs: count {c1}')
        o1.configs = l1 = []
        for _ in range(c1):
            o2 = new(DescribeConfigsResponse_DescribeConfigsResourceResult)
            o2.is_default = False
            n, = U_h(b, p)
            p += 2
            if n < 0: raise DecodeError(f'DescribeConfigsResponse: name: length {n}')
            q = p + n
            o2.name = b[p:q].decode()
            p = q
            n, = U_h(b, p)
            p += 2
            if n >= 0:
                q = p + n
                o2.value = b[p:q].decode()
                p = q
            elif n != -1: raise DecodeError(f'DescribeConfigsResponse: value: length {n}')
            else:
                o2.value = None
            o2.read_only, o2.config_source, o2.is_sensitive, c2 = U_TbTi(b, p)
            p += 7
            if not 0 <= c2 * 5 <= e - p: raise DecodeError(f'DescribeConfigsResponse: synonyms: count {c2}')
            o2.synonyms = l2 = []
            for _ in range(c2):
                o3 = new(DescribeConfigsResponse_DescribeConfigsSynonym)
                n, = U_h(b, p)
                p += 2
                if n < 0: raise DecodeError(f'DescribeConfigsResponse: name: length {n}')
                q = p + n
                o3.name = b[p:q].decode()
                p = q
                n, = U_h(b, p)
                p += 2
                if n >= 0:
                    q = p + n
                    o3.value = b[p:q].decode()
                    p = q
                elif n != -1: raise DecodeError(f'DescribeConfigsResponse: value: length {n}')
                else:
                    o3.value = None
                o3.source, = U_b(b, p)
                p += 1
                o3.unknown_tagged_fields = ()
                l2.append(o3)
            o2.config_type, n = U_bh(b, p)
            p += 3
            if n >= 0:
                q = p + n
                o2.documentation = b[p:q].decode()
                p = q
            elif n != -1: raise DecodeError(f'DescribeConfigsResponse: documentation: length {n}')
            else:
                o2.documentation = None
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_describe_configs_response_v4(b, p):
    e = len(b)
    o0 = new_message(DescribeConfigsResponse)
    o0.throttle_time_ms, c0 = U_iB(b, p)
    p += 5
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 7 <= e - p: raise DecodeError(f'DescribeConfigsResponse: results: count {c0}')
    o0.results = l0 = []
    for _ in range(c0):
        o1 = new(DescribeConfigsResponse_DescribeConfigsResult)
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
        if n < 1: raise DecodeError(f'DescribeConfigsResponse: resource_name: length {n}')
        q = p + n - 1
        o1.resource_name = b[p:q].decode()
        p = q
        c1 = b[p]
        p += 1
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 9 <= e - p: raise DecodeError(f'DescribeConfigsResponse: configs: count {c1}')
        o1.configs = l1 = []
        for _ in range(c1):
            o2 = new(DescribeConfigsResponse_DescribeConfigsResourceResult)
            o2.is_default = False
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'DescribeConfigsResponse: name: length {n}')
            q = p + n - 1
            o2.name = b[p:q].decode()
            p = q
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n:
                q = p + n - 1
                o2.value = b[p:q].decode()
                p = q
            else:
                o2.value = None
            o2.read_only, o2.config_source, o2.is_sensitive, c2 = U_TbTB(b, p)
            p += 4
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'DescribeConfigsResponse: synonyms: count {c2}')
            o2.synonyms = l2 = []
            for _ in range(c2):
                o3 = new(DescribeConfigsResponse_DescribeConfigsSynonym)
                n = b[p]
                p += 1
                if n > 127: n, p = read_uvarint(b, p - 1)
                if n < 1: raise DecodeError(f'DescribeConfigsResponse: name: length {n}')
                q = p + n - 1
                o3.name = b[p:q].decode()
                p = q
                n = b[p]
                p += 1
                if n > 127: n, p = read_uvarint(b, p - 1)
                if n:
                    q = p + n - 1
                    o3.value = b[p:q].decode()
                    p = q
                else:
                    o3.value = None
                o3.source, t = U_bB(b, p)
                p += 2
                if t: o3.unknown_tagged_fields, p = read_tags(b, p - 1)
                else: o3.unknown_tagged_fields = ()
                l2.append(o3)
            o2.config_type, n = U_bB(b, p)
            p += 2
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n:
                q = p + n - 1
                o2.documentation = b[p:q].decode()
                p = q
            else:
                o2.documentation = None
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
    t = b[p]
    p += 1
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

DescribeConfigsResponse.DECODERS = (
    decode_describe_configs_response_v0,
    decode_describe_configs_response_v1,
    decode_describe_configs_response_v1,
    decode_describe_configs_response_v3,
    decode_describe_configs_response_v4,
)

def encode_describe_configs_response_v0(o0, l, out):
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
            a(P_h(n))
            a(v)
            a(P_3T(o2.read_only, o2.is_default, o2.is_sensitive))

def encode_describe_configs_response_v1(o0, l, out):
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
        v = o1.resource_name.encode()
        n = len(v)
        a(P_bh(o1.resource_type, n))
        a(v)
        v1 = o1.configs
        n = len(v1)
        a(P_i(n))
        for o2 in v1:
            if o2.is_default or o2.unknown_tagged_fields: raise refuse(o2, 'is_default', 'unknown_tagged_fields')
            v = o2.name.encode()
            n = len(v)
            a(P_h(n))
            a(v)
            v = o2.value
            if v is None: v = b''; n = -1
            else: v = v.encode(); n = len(v)
            a(P_h(n))
            a(v)
            v2 = o2.synonyms
            n = len(v2)
            a(P_TbTi(o2.read_only, o2.config_source, o2.is_sensitive, n))
            for o3 in v2:
                if o3.unknown_tagged_fields: raise refuse(o3, 'unknown_tagged_fields')
                v = o3.name.encode()
                n = len(v)
                a(P_h(n))
                a(v)
                v = o3.value
                if v is None: v = b''; n = -1
                else: v = v.encode(); n = len(v)
                a(P_h(n))
                a(v)
                a(P_b(o3.source))

def encode_describe_configs_response_v3(o0, l, out):
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
        v = o1.resource_name.encode()
        n = len(v)
        a(P_bh(o1.resource_type, n))
        a(v)
        v1 = o1.configs
        n = len(v1)
        a(P_i(n))
        for o2 in v1:
            if o2.is_default or o2.unknown_tagged_fields: raise refuse(o2, 'is_default', 'unknown_tagged_fields')
            v = o2.name.encode()
            n = len(v)
            a(P_h(n))
            a(v)
            v = o2.value
            if v is None: v = b''; n = -1
            else: v = v.encode(); n = len(v)
            a(P_h(n))
            a(v)
            v2 = o2.synonyms
            n = len(v2)
            a(P_TbTi(o2.read_only, o2.config_source, o2.is_sensitive, n))
            for o3 in v2:
                if o3.unknown_tagged_fields: raise refuse(o3, 'unknown_tagged_fields')
                v = o3.name.encode()
                n = len(v)
                a(P_h(n))
                a(v)
                v = o3.value
                if v is None: v = b''; n = -1
                else: v = v.encode(); n = len(v)
                a(P_h(n))
                a(v)
                a(P_b(o3.source))
            v = o2.documentation
            if v is None: v = b''; n = -1
            else: v = v.encode(); n = len(v)
            a(P_bh(o2.config_type, n))
            a(v)

def encode_describe_configs_response_v4(o0, l, out):
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
            if o2.is_default: raise refuse(o2, 'is_default')
            v = o2.name.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            v = o2.value
            if v is None: v = b''; n = 0
            else: v = v.encode(); n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            v2 = o2.synonyms
            n = len(v2) + 1
            if n < 128: a(P_TbTB(o2.read_only, o2.config_source, o2.is_sensitive, n))
            else: a(P_TbT(o2.read_only, o2.config_source, o2.is_sensitive) + uvarint(n))
            for o3 in v2:
                v = o3.name.encode()
                n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
                v = o3.value
                if v is None: v = b''; n = 0
                else: v = v.encode(); n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
                if o3.unknown_tagged_fields:
                    a(P_b(o3.source))
                    a(write_tags(o3.unknown_tagged_fields))
                else:
                    a(P_bx(o3.source))
            v = o2.documentation
            if v is None: v = b''; n = 0
            else: v = v.encode(); n = len(v) + 1
            if n < 128: a(P_bB(o2.config_type, n))
            else: a(P_b(o2.config_type) + uvarint(n))
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
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

DescribeConfigsResponse.ENCODERS = (
    encode_describe_configs_response_v0,
    encode_describe_configs_response_v1,
    encode_describe_configs_response_v1,
    encode_describe_configs_response_v3,
    encode_describe_configs_response_v4,
)
