"""Written by `make generate` from protocol/messages/update_features.py. Do not edit."""

from kavka.protocol.message import Message, Part
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import new, new_message, pack, read_tags, read_uvarint, refuse, unpack_from, uvarint
from kavka.protocol.wire import write_tags

class UpdateFeaturesRequest(Message):
    __slots__ = ('timeout_ms', 'feature_updates', 'validate_only', 'unknown_tagged_fields')
    API_KEY = 57
    MIN_VERSION = 0
    MAX_VERSION = 2
    FLEXIBLE_FROM = 0
    
    class FeatureUpdateKey(Part):
        __slots__ = ('feature', 'max_version_level', 'allow_downgrade', 'upgrade_type', 'unknown_tagged_fields')
        
        def __init__(self, feature='', max_version_level=0, allow_downgrade=False, upgrade_type=1, unknown_tagged_fields=()):
            self.feature = feature
            self.max_version_level = max_version_level
            self.allow_downgrade = allow_downgrade
            self.upgrade_type = upgrade_type
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, timeout_ms=60000, feature_updates=EMPTY, validate_only=False, unknown_tagged_fields=()):
        self.timeout_ms = timeout_ms
        self.feature_updates = [] if feature_updates is EMPTY else feature_updates
        self.validate_only = validate_only
        self.unknown_tagged_fields = unknown_tagged_fields

UpdateFeaturesRequest_FeatureUpdateKey = UpdateFeaturesRequest.FeatureUpdateKey

class UpdateFeaturesResponse(Message):
    __slots__ = ('throttle_time_ms', 'error_code', 'error_message', 'results', 'unknown_tagged_fields')
    API_KEY = 57
    MIN_VERSION = 0
    MAX_VERSION = 2
    FLEXIBLE_FROM = 0
    
    class UpdatableFeatureResult(Part):
        __slots__ = ('feature', 'error_code', 'error_message', 'unknown_tagged_fields')
        
        def __init__(self, feature='', error_code=0, error_message='', unknown_tagged_fields=()):
            self.feature = feature
            self.error_code = error_code
            self.error_message = error_message
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, throttle_time_ms=0, error_code=0, error_message='', results=EMPTY, unknown_tagged_fields=()):
        self.throttle_time_ms = throttle_time_ms
        self.error_code = error_code
        self.error_message = error_message
        self.results = [] if results is EMPTY else results
        self.unknown_tagged_fields = unknown_tagged_fields

UpdateFeaturesResponse_UpdatableFeatureResult = UpdateFeaturesResponse.UpdatableFeatureResult

U_iB = Struct('>iB').unpack_from
U_hTB = Struct('>h?B').unpack_from
U_hbB = Struct('>hbB').unpack_from
U_TB = Struct('>?B').unpack_from
P_iB = Struct('>iB').pack
P_i = Struct('>i').pack
P_hT = Struct('>h?').pack
P_hTx = Struct('>h?x').pack
P_hb = Struct('>hb').pack
P_hbx = Struct('>hbx').pack
P_T = Struct('>?').pack
P_Tx = Struct('>?x').pack
U_ihB = Struct('>ihB').unpack_from
U_hB = Struct('>hB').unpack_from
P_ihB = Struct('>ihB').pack
P_ih = Struct('>ih').pack
P_hB = Struct('>hB').pack
P_h = Struct('>h').pack

def decode_update_features_request_v0(b, p):
    e = len(b)
    o0 = new_message(UpdateFeaturesRequest)
    o0.validate_only = False
    o0.timeout_ms, c0 = U_iB(b, p)
    p += 5
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 5 <= e - p: raise DecodeError(f'UpdateFeaturesRequest: feature_updates: count {c0}')
    o0.feature_updates = l0 = []
    for _ in range(c0):
        o1 = new(UpdateFeaturesRequest_FeatureUpdateKey)
        o1.upgrade_type = 1
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'UpdateFeaturesRequest: feature: length {n}')
        q = p + n - 1
        o1.feature = b[p:q].decode()
        p = q
        o1.max_version_level, o1.allow_downgrade, t = U_hTB(b, p)
        p += 4
        if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
        else: o1.unknown_tagged_fields = ()
        l0.append(o1)
    t = b[p]
    p += 1
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

def decode_update_features_request_v1(b, p):
    e = len(b)
    o0 = new_message(UpdateFeaturesRequest)
    o0.timeout_ms, c0 = U_iB(b, p)
    p += 5
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 5 <= e - p: raise DecodeError(f'UpdateFeaturesRequest: feature_updates: count {c0}')
    o0.feature_updates = l0 = []
    for _ in range(c0):
        o1 = new(UpdateFeaturesRequest_FeatureUpdateKey)
        o1.allow_downgrade = False
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'UpdateFeaturesRequest: feature: length {n}')
        q = p + n - 1
        o1.feature = b[p:q].decode()
        p = q
        o1.max_version_level, o1.upgrade_type, t = U_hbB(b, p)
        p += 4
        if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
        else: o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.validate_only, t = U_TB(b, p)
    p += 2
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

UpdateFeaturesRequest.DECODERS = (
    decode_update_features_request_v0,
    decode_update_features_request_v1,
    decode_update_features_request_v1,
)

def encode_update_features_request_v0(o0, l, out):
    a = l.append
    if o0.validate_only: raise refuse(o0, 'validate_only')
    v0 = o0.feature_updates
    n = len(v0) + 1
    if n < 128: a(P_iB(o0.timeout_ms, n))
    else: a(P_i(o0.timeout_ms) + uvarint(n))
    for o1 in v0:
        if o1.upgrade_type != 1: raise refuse(o1, 'upgrade_type')
        v = o1.feature.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(P_hT(o1.max_version_level, o1.allow_downgrade))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_hTx(o1.max_version_level, o1.allow_downgrade))
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

def encode_update_features_request_v1(o0, l, out):
    a = l.append
    v0 = o0.feature_updates
    n = len(v0) + 1
    if n < 128: a(P_iB(o0.timeout_ms, n))
    else: a(P_i(o0.timeout_ms) + uvarint(n))
    for o1 in v0:
        if o1.allow_downgrade: raise refuse(o1, 'allow_downgrade')
        v = o1.feature.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(P_hb(o1.max_version_level, o1.upgrade_type))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_hbx(o1.max_version_level, o1.upgrade_type))
    if o0.unknown_tagged_fields:
        a(P_T(o0.validate_only))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_Tx(o0.validate_only))

UpdateFeaturesRequest.ENCODERS = (
    encode_update_features_request_v0,
    encode_update_features_request_v1,
    encode_update_features_request_v1,
)

def decode_update_features_response_v0(b, p):
    e = len(b)
    o0 = new_message(UpdateFeaturesResponse)
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
    if not 0 <= c0 * 5 <= e - p: raise DecodeError(f'UpdateFeaturesResponse: results: count {c0}')
    o0.results = l0 = []
    for _ in range(c0):
        o1 = new(UpdateFeaturesResponse_UpdatableFeatureResult)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'UpdateFeaturesResponse: feature: length {n}')
        q = p + n - 1
        o1.feature = b[p:q].decode()
        p = q
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

def decode_update_features_response_v2(b, p):
    e = len(b)
    o0 = new_message(UpdateFeaturesResponse)
    o0.results = []
    o0.throttle_time_ms, o0.error_code, n = U_ihB(b, p)
    p += 7
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n:
        q = p + n - 1
        o0.error_message = b[p:q].decode()
        p = q
    else:
        o0.error_message = None
    t = b[p]
    p += 1
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

UpdateFeaturesResponse.DECODERS = (
    decode_update_features_response_v0,
    decode_update_features_response_v0,
    decode_update_features_response_v2,
)

def encode_update_features_response_v0(o0, l, out):
    a = l.append
    v = o0.error_message
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(P_ihB(o0.throttle_time_ms, o0.error_code, n))
    else: a(P_ih(o0.throttle_time_ms, o0.error_code) + uvarint(n))
    a(v)
    v0 = o0.results
    n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        v = o1.feature.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
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

def encode_update_features_response_v2(o0, l, out):
    a = l.append
    v = o0.error_message
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(P_ihB(o0.throttle_time_ms, o0.error_code, n))
    else: a(P_ih(o0.throttle_time_ms, o0.error_code) + uvarint(n))
    a(v)
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

UpdateFeaturesResponse.ENCODERS = (
    encode_update_features_response_v0,
    encode_update_features_response_v0,
    encode_update_features_response_v2,
)
