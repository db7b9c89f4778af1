"""Written by `make generate` from protocol/messages/api_versions.py. Do not edit."""

from kavka.protocol.message import Message, Part
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import new, new_message, pack, read_tags, read_uvarint, refuse, unpack_from, uvarint
from kavka.protocol.wire import write_tags

class ApiVersionsRequest(Message):
    __slots__ = ('client_software_name', 'client_software_version', 'cluster_id', 'node_id', 'unknown_tagged_fields')
    API_KEY = 18
    MIN_VERSION = 0
    MAX_VERSION = 5
    FLEXIBLE_FROM = 3
    
    def __init__(self, client_software_name='', client_software_version='', cluster_id=None, node_id=-1, unknown_tagged_fields=()):
        self.client_software_name = client_software_name
        self.client_software_version = client_software_version
        self.cluster_id = cluster_id
        self.node_id = node_id
        self.unknown_tagged_fields = unknown_tagged_fields

class ApiVersionsResponse(Message):
    __slots__ = ('error_code', 'api_keys', 'throttle_time_ms', 'supported_features', 'finalized_features_epoch', 'finalized_features', 'zk_migration_ready', 'unknown_tagged_fields')
    API_KEY = 18
    MIN_VERSION = 0
    MAX_VERSION = 5
    FLEXIBLE_FROM = 3
    
    class ApiVersion(Part):
        __slots__ = ('api_key', 'min_version', 'max_version', 'unknown_tagged_fields')
        
        def __init__(self, api_key=0, min_version=0, max_version=0, unknown_tagged_fields=()):
            self.api_key = api_key
            self.min_version = min_version
            self.max_version = max_version
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class SupportedFeatureKey(Part):
        __slots__ = ('name', 'min_version', 'max_version', 'unknown_tagged_fields')
        
        def __init__(self, name='', min_version=0, max_version=0, unknown_tagged_fields=()):
            self.name = name
            self.min_version = min_version
            self.max_version = max_version
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class FinalizedFeatureKey(Part):
        __slots__ = ('name', 'max_version_level', 'min_version_level', 'unknown_tagged_fields')
        
        def __init__(self, name='', max_version_level=0, min_version_level=0, unknown_tagged_fields=()):
            self.name = name
            self.max_version_level = max_version_level
            self.min_version_level = min_version_level
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, error_code=0, api_keys=EMPTY, throttle_time_ms=0, supported_features=EMPTY, finalized_features_epoch=-1, finalized_features=EMPTY, zk_migration_ready=False, unknown_tagged_fields=()):
        self.error_code = error_code
        self.api_keys = [] if api_keys is EMPTY else api_keys
        self.throttle_time_ms = throttle_time_ms
        self.supported_features = [] if supported_features is EMPTY else supported_features
        self.finalized_features_epoch = finalized_features_epoch
        self.finalized_features = [] if finalized_features is EMPTY else finalized_features
        self.zk_migration_ready = zk_migration_ready
        self.unknown_tagged_fields = unknown_tagged_fields

ApiVersionsResponse_ApiVersion = ApiVersionsResponse.ApiVersion

ApiVersionsResponse_SupportedFeatureKey = ApiVersionsResponse.SupportedFeatureKey

ApiVersionsResponse_FinalizedFeatureKey = ApiVersionsResponse.FinalizedFeatureKey

U_iB = Struct('>iB').unpack_from
P_i = Struct('>i').pack
P_ix = Struct('>ix').pack
U_hi = Struct('>hi').unpack_from
I_3h = Struct('>3h').iter_unpack
U_i = Struct('>i').unpack_from
U_hB = Struct('>hB').unpack_from
U_3hB = Struct('>3hB').unpack_from
U_2hB = Struct('>2hB').unpack_from
U_q = Struct('>q').unpack_from
U_T = Struct('>?').unpack_from
P_hi = Struct('>hi').pack
P_3h = Struct('>3h').pack
P_hB = Struct('>hB').pack
P_h = Struct('>h').pack
P_3hx = Struct('>3hx').pack
P_2h = Struct('>2h').pack
P_2hx = Struct('>2hx').pack
P_q = Struct('>q').pack
P_T = Struct('>?').pack

def decode_api_versions_request_v0(b, p):
    e = len(b)
    o0 = new_message(ApiVersionsRequest)
    o0.client_software_name = ''
    o0.client_software_version = ''
    o0.cluster_id = None
    o0.node_id = -1
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_api_versions_request_v3(b, p):
    e = len(b)
    o0 = new_message(ApiVersionsRequest)
    o0.cluster_id = None
    o0.node_id = -1
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n < 1: raise DecodeError(f'ApiVersionsRequest: client_software_name: length {n}')
    q = p + n - 1
    o0.client_software_name = b[p:q].decode()
    p = q
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n < 1: raise DecodeError(f'ApiVersionsRequest: client_software_version: length {n}')
    q = p + n - 1
    o0.client_software_version = b[p:q].decode()
    p = q
    t = b[p]
    p += 1
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

def decode_api_versions_request_v5(b, p):
    e = len(b)
    o0 = new_message(ApiVersionsRequest)
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n < 1: raise DecodeError(f'ApiVersionsRequest: client_software_name: length {n}')
    q = p + n - 1
    o0.client_software_name = b[p:q].decode()
    p = q
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n < 1: raise DecodeError(f'ApiVersionsRequest: client_software_version: length {n}')
    q = p + n - 1
    o0.client_software_version = b[p:q].decode()
    p = q
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n:
        q = p + n - 1
        o0.cluster_id = b[p:q].decode()
        p = q
    else:
        o0.cluster_id = None
    o0.node_id, t = U_iB(b, p)
    p += 5
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

ApiVersionsRequest.DECODERS = (
    decode_api_versions_request_v0,
    decode_api_versions_request_v0,
    decode_api_versions_request_v0,
    decode_api_versions_request_v3,
    decode_api_versions_request_v3,
    decode_api_versions_request_v5,
)

def encode_api_versions_request_v0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')

def encode_api_versions_request_v3(o0, l, out):
    a = l.append
    v = o0.client_software_name.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v = o0.client_software_version.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

def encode_api_versions_request_v5(o0, l, out):
    a = l.append
    v = o0.client_software_name.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v = o0.client_software_version.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v = o0.cluster_id
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    if o0.unknown_tagged_fields:
        a(P_i(o0.node_id))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_ix(o0.node_id))

ApiVersionsRequest.ENCODERS = (
    encode_api_versions_request_v0,
    encode_api_versions_request_v0,
    encode_api_versions_request_v0,
    encode_api_versions_request_v3,
    encode_api_versions_request_v3,
    encode_api_versions_request_v5,
)

def decode_api_versions_response_v0(b, p):
    e = len(b)
    o0 = new_message(ApiVersionsResponse)
    o0.throttle_time_ms = 0
    o0.supported_features = []
    o0.finalized_features_epoch = -1
    o0.finalized_features = []
    o0.zk_migration_ready = False
    o0.error_code, c0 = U_hi(b, p)
    p += 6
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'ApiVersionsResponse: api_keys: count {c0}')
    o0.api_keys = l0 = []
    q = p + c0 * 6
    for v0, v1, v2 in I_3h(b[p:q]):
        o1 = new(ApiVersionsResponse_ApiVersion)
        o1.api_key = v0
        o1.min_version = v1
        o1.max_version = v2
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    p = q
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_api_versions_response_v1(b, p):
    e = len(b)
    o0 = new_message(ApiVersionsResponse)
    o0.supported_features = []
    o0.finalized_features_epoch = -1
    o0.finalized_features = []
    o0.zk_migration_ready = False
    o0.error_code, c0 = U_hi(b, p)
    p += 6
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'ApiVersionsResponse: api_keys: count {c0}')
    o0.api_keys = l0 = []
    q = p + c0 * 6
    for v0, v1, v2 in I_3h(b[p:q]):
        o1 = new(ApiVersionsResponse_ApiVersion)
        o1.api_key = v0
        o1.min_version = v1
        o1.max_version = v2
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    p = q
    o0.throttle_time_ms, = U_i(b, p)
    p += 4
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_api_versions_response_v3(b, p):
    e = len(b)
    o0 = new_message(ApiVersionsResponse)
    o0.error_code, c0 = U_hB(b, p)
    p += 3
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 7 <= e - p: raise DecodeError(f'ApiVersionsResponse: api_keys: count {c0}')
    o0.api_keys = l0 = []
    for _ in range(c0):
        o1 = new(ApiVersionsResponse_ApiVersion)
        o1.api_key, o1.min_version, o1.max_version, t = U_3hB(b, p)
        p += 7
        if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
        else: o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.throttle_time_ms, t = U_iB(b, p)
    p += 5
    o0.supported_features = []
    o0.finalized_features_epoch = -1
    o0.finalized_features = []
    o0.zk_migration_ready = False
    o0.unknown_tagged_fields = ()
    if t:
        t, p = read_uvarint(b, p - 1)
        if t * 2 > e - p: raise DecodeError(f'{t} tagged fields in {e - p} bytes')
        u0 = []
        last0 = -1
        for _ in range(t):
            t0, p = read_uvarint(b, p)
            if t0 <= last0: raise DecodeError(f'tag {t0} after tag {last0}')
            last0 = t0
            n, p = read_uvarint(b, p)
            q0 = p + n
            if q0 > e: raise DecodeError(f'tag {t0}: {n} bytes in {e - p}')
            if t0 == 0:
                c0 = b[p]
                p += 1
                if c0 > 127: c0, p = read_uvarint(b, p - 1)
                c0 -= 1
                if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'ApiVersionsResponse: supported_features: count {c0}')
                o0.supported_features = l0 = []
                for _ in range(c0):
                    o1 = new(ApiVersionsResponse_SupportedFeatureKey)
                    n = b[p]
                    p += 1
                    if n > 127: n, p = read_uvarint(b, p - 1)
                    if n < 1: raise DecodeError(f'ApiVersionsResponse: name: length {n}')
                    q = p + n - 1
                    o1.name = b[p:q].decode()
                    p = q
                    o1.min_version, o1.max_version, t = U_2hB(b, p)
                    p += 5
                    if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
                    else: o1.unknown_tagged_fields = ()
                    l0.append(o1)
                if p != q0: raise DecodeError(f'ApiVersionsResponse: supported_features: size')
            elif t0 == 1:
                o0.finalized_features_epoch, = U_q(b, p)
                p += 8
                if p != q0: raise DecodeError(f'ApiVersionsResponse: finalized_features_epoch: size')
            elif t0 == 2:
                c0 = b[p]
                p += 1
                if c0 > 127: c0, p = read_uvarint(b, p - 1)
                c0 -= 1
                if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'ApiVersionsResponse: finalized_features: count {c0}')
                o0.finalized_features = l0 = []
                for _ in range(c0):
                    o1 = new(ApiVersionsResponse_FinalizedFeatureKey)
                    n = b[p]
                    p += 1
                    if n > 127: n, p = read_uvarint(b, p - 1)
                    if n < 1: raise DecodeError(f'ApiVersionsResponse: name: length {n}')
                    q = p + n - 1
                    o1.name = b[p:q].decode()
                    p = q
                    o1.max_version_level, o1.min_version_level, t = U_2hB(b, p)
                    p += 5
                    if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
                    else: o1.unknown_tagged_fields = ()
                    l0.append(o1)
                if p != q0: raise DecodeError(f'ApiVersionsResponse: finalized_features: size')
            elif t0 == 3:
                o0.zk_migration_ready, = U_T(b, p)
                p += 1
                if p != q0: raise DecodeError(f'ApiVersionsResponse: zk_migration_ready: size')
            else:
                u0.append((t0, bytes(b[p:q0])))
                p = q0
        o0.unknown_tagged_fields = tuple(u0)
    return o0, p

ApiVersionsResponse.DECODERS = (
    decode_api_versions_response_v0,
    decode_api_versions_response_v1,
    decode_api_versions_response_v1,
    decode_api_versions_response_v3,
    decode_api_versions_response_v3,
    decode_api_versions_response_v3,
)

def encode_api_versions_response_v0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v0 = o0.api_keys
    n = len(v0)
    a(P_hi(o0.error_code, n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        a(P_3h(o1.api_key, o1.min_version, o1.max_version))

def encode_api_versions_response_v1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v0 = o0.api_keys
    n = len(v0)
    a(P_hi(o0.error_code, n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        a(P_3h(o1.api_key, o1.min_version, o1.max_version))
    a(P_i(o0.throttle_time_ms))

def encode_api_versions_response_v3(o0, l, out):
    a = l.append
    v0 = o0.api_keys
    n = len(v0) + 1
    if n < 128: a(P_hB(o0.error_code, n))
    else: a(P_h(o0.error_code) + uvarint(n))
    for o1 in v0:
        if o1.unknown_tagged_fields:
            a(P_3h(o1.api_key, o1.min_version, o1.max_version))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_3hx(o1.api_key, o1.min_version, o1.max_version))
    if o0.supported_features or o0.finalized_features_epoch != -1 or o0.finalized_features or o0.zk_migration_ready or o0.unknown_tagged_fields:
        a(P_i(o0.throttle_time_ms))
        g0 = list(o0.unknown_tagged_fields)
        if o0.supported_features:
            w0 = []
            a0 = w0.append
            v0 = o0.supported_features
            n = len(v0) + 1
            if n < 128: a0(BYTE[n])
            else: a0(uvarint(n))
            for o1 in v0:
                v = o1.name.encode()
                n = len(v) + 1
                if n < 128: a0(BYTE[n])
                else: a0(uvarint(n))
                a0(v)
                if o1.unknown_tagged_fields:
                    a0(P_2h(o1.min_version, o1.max_version))
                    a0(write_tags(o1.unknown_tagged_fields))
                else:
                    a0(P_2hx(o1.min_version, o1.max_version))
            g0.append((0, b''.join(w0)))
        if o0.finalized_features_epoch != -1:
            w0 = []
            a0 = w0.append
            a0(P_q(o0.finalized_features_epoch))
            g0.append((1, b''.join(w0)))
        if o0.finalized_features:
            w0 = []
            a0 = w0.append
            v0 = o0.finalized_features
            n = len(v0) + 1
            if n < 128: a0(BYTE[n])
            else: a0(uvarint(n))
            for o1 in v0:
                v = o1.name.encode()
                n = len(v) + 1
                if n < 128: a0(BYTE[n])
                else: a0(uvarint(n))
                a0(v)
                if o1.unknown_tagged_fields:
                    a0(P_2h(o1.max_version_level, o1.min_version_level))
                    a0(write_tags(o1.unknown_tagged_fields))
                else:
                    a0(P_2hx(o1.max_version_level, o1.min_version_level))
            g0.append((2, b''.join(w0)))
        if o0.zk_migration_ready:
            w0 = []
            a0 = w0.append
            a0(P_T(o0.zk_migration_ready))
            g0.append((3, b''.join(w0)))
        a(write_tags(g0))
    else:
        a(P_ix(o0.throttle_time_ms))

ApiVersionsResponse.ENCODERS = (
    encode_api_versions_response_v0,
    encode_api_versions_response_v1,
    encode_api_versions_response_v1,
    encode_api_versions_response_v3,
    encode_api_versions_response_v3,
    encode_api_versions_response_v3,
)
