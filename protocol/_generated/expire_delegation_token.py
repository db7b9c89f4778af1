"""Written by `make generate` from protocol/messages/expire_delegation_token.py. Do not edit."""

from kavka.protocol.message import Message, Part
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import new, new_message, pack, read_tags, read_uvarint, refuse, unpack_from, uvarint
from kavka.protocol.wire import write_tags

class ExpireDelegationTokenRequest(Message):
    __slots__ = ('hmac', 'expiry_time_period_ms', 'unknown_tagged_fields')
    API_KEY = 40
    MIN_VERSION = 0
    MAX_VERSION = 2
    FLEXIBLE_FROM = 2
    
    def __init__(self, hmac=b'', expiry_time_period_ms=0, unknown_tagged_fields=()):
        self.hmac = hmac
        self.expiry_time_period_ms = expiry_time_period_ms
        self.unknown_tagged_fields = unknown_tagged_fields

class ExpireDelegationTokenResponse(Message):
    __slots__ = ('error_code', 'expiry_timestamp_ms', 'throttle_time_ms', 'unknown_tagged_fields')
    API_KEY = 40
    MIN_VERSION = 0
    MAX_VERSION = 2
    FLEXIBLE_FROM = 2
    
    def __init__(self, error_code=0, expiry_timestamp_ms=0, throttle_time_ms=0, unknown_tagged_fields=()):
        self.error_code = error_code
        self.expiry_timestamp_ms = expiry_timestamp_ms
        self.throttle_time_ms = throttle_time_ms
        self.unknown_tagged_fields = unknown_tagged_fields

U_i = Struct('>i').unpack_from
U_q = Struct('>q').unpack_from
U_qB = Struct('>qB').unpack_from
P_i = Struct('>i').pack
P_q = Struct('>q').pack
P_qx = Struct('>qx').pack
U_hqi = Struct('>hqi').unpack_from
U_hqiB = Struct('>hqiB').unpack_from
P_hqi = Struct('>hqi').pack
P_hqix = Struct('>hqix').pack

def decode_expire_delegation_token_request_v0(b, p):
    e = len(b)
    o0 = new_message(ExpireDelegationTokenRequest)
    n, = U_i(b, p)
    p += 4
    if n < 0: raise DecodeError(f'ExpireDelegationTokenRequest: hmac: length {n}')
    q = p + n
    o0.hmac = bytes(b[p:q])
    p = q
    o0.expiry_time_period_ms, = U_q(b, p)
    p += 8
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_expire_delegation_token_request_v2(b, p):
    e = len(b)
    o0 = new_message(ExpireDelegationTokenRequest)
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n < 1: raise DecodeError(f'ExpireDelegationTokenRequest: hmac: length {n}')
    q = p + n - 1
    o0.hmac = bytes(b[p:q])
    p = q
    o0.expiry_time_period_ms, t = U_qB(b, p)
    p += 9
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

ExpireDelegationTokenRequest.DECODERS = (
    decode_expire_delegation_token_request_v0,
    decode_expire_delegation_token_request_v0,
    decode_expire_delegation_token_request_v2,
)

def encode_expire_delegation_token_request_v0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v = o0.hmac
    n = len(v)
    a(P_i(n))
    a(v)
    a(P_q(o0.expiry_time_period_ms))

def encode_expire_delegation_token_request_v2(o0, l, out):
    a = l.append
    v = o0.hmac
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    if o0.unknown_tagged_fields:
        a(P_q(o0.expiry_time_period_ms))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_qx(o0.expiry_time_period_ms))

ExpireDelegationTokenRequest.ENCODERS = (
    encode_expire_delegation_token_request_v0,
    encode_expire_delegation_token_request_v0,
    encode_expire_delegation_token_request_v2,
)

def decode_expire_delegation_token_response_v0(b, p):
    e = len(b)
    o0 = new_message(ExpireDelegationTokenResponse)
    o0.error_code, o0.expiry_timestamp_ms, o0.throttle_time_ms = U_hqi(b, p)
    p += 14
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_expire_delegation_token_response_v2(b, p):
    e = len(b)
    o0 = new_message(ExpireDelegationTokenResponse)
    o0.error_code, o0.expiry_timestamp_ms, o0.throttle_time_ms, t = U_hqiB(b, p)
    p += 15
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

ExpireDelegationTokenResponse.DECODERS = (
    decode_expire_delegation_token_response_v0,
    decode_expire_delegation_token_response_v0,
    decode_expire_delegation_token_response_v2,
)

def encode_expire_delegation_token_response_v0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    a(P_hqi(o0.error_code, o0.expiry_timestamp_ms, o0.throttle_time_ms))

def encode_expire_delegation_token_response_v2(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(P_hqi(o0.error_code, o0.expiry_timestamp_ms, o0.throttle_time_ms))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_hqix(o0.error_code, o0.expiry_timestamp_ms, o0.throttle_time_ms))

ExpireDelegationTokenResponse.ENCODERS = (
    encode_expire_delegation_token_response_v0,
    encode_expire_delegation_token_response_v0,
    encode_expire_delegation_token_response_v2,
)
