"""Written by `make generate` from protocol/messages/sasl_authenticate.py. Do not edit."""

from kavka.protocol.message import Message, Part
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import new, new_message, pack, read_tags, read_uvarint, refuse, unpack_from, uvarint
from kavka.protocol.wire import write_tags

class SaslAuthenticateRequest(Message):
    __slots__ = ('auth_bytes', 'unknown_tagged_fields')
    API_KEY = 36
    MIN_VERSION = 0
    MAX_VERSION = 2
    FLEXIBLE_FROM = 2
    
    def __init__(self, auth_bytes=b'', unknown_tagged_fields=()):
        self.auth_bytes = auth_bytes
        self.unknown_tagged_fields = unknown_tagged_fields

class SaslAuthenticateResponse(Message):
    __slots__ = ('error_code', 'error_message', 'auth_bytes', 'session_lifetime_ms', 'unknown_tagged_fields')
    API_KEY = 36
    MIN_VERSION = 0
    MAX_VERSION = 2
    FLEXIBLE_FROM = 2
    
    def __init__(self, error_code=0, error_message='', auth_bytes=b'', session_lifetime_ms=0, unknown_tagged_fields=()):
        self.error_code = error_code
        self.error_message = error_message
        self.auth_bytes = auth_bytes
        self.session_lifetime_ms = session_lifetime_ms
        self.unknown_tagged_fields = unknown_tagged_fields

U_i = Struct('>i').unpack_from
P_i = Struct('>i').pack
U_2h = Struct('>2h').unpack_from
U_q = Struct('>q').unpack_from
U_hB = Struct('>hB').unpack_from
U_qB = Struct('>qB').unpack_from
P_2h = Struct('>2h').pack
P_q = Struct('>q').pack
P_hB = Struct('>hB').pack
P_h = Struct('>h').pack
P_qx = Struct('>qx').pack

def decode_sasl_authenticate_request_v0(b, p):
    e = len(b)
    o0 = new_message(SaslAuthenticateRequest)
    n, = U_i(b, p)
    p += 4
    if n < 0: raise DecodeError(f'SaslAuthenticateRequest: auth_bytes: length {n}')
    q = p + n
    o0.auth_bytes = bytes(b[p:q])
    p = q
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_sasl_authenticate_request_v2(b, p):
    e = len(b)
    o0 = new_message(SaslAuthenticateRequest)
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n < 1: raise DecodeError(f'SaslAuthenticateRequest: auth_bytes: length {n}')
    q = p + n - 1
    o0.auth_bytes = bytes(b[p:q])
    p = q
    t = b[p]
    p += 1
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

SaslAuthenticateRequest.DECODERS = (
    decode_sasl_authenticate_request_v0,
    decode_sasl_authenticate_request_v0,
    decode_sasl_authenticate_request_v2,
)

def encode_sasl_authenticate_request_v0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v = o0.auth_bytes
    n = len(v)
    a(P_i(n))
    a(v)

def encode_sasl_authenticate_request_v2(o0, l, out):
    a = l.append
    v = o0.auth_bytes
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

SaslAuthenticateRequest.ENCODERS = (
    encode_sasl_authenticate_request_v0,
    encode_sasl_authenticate_request_v0,
    encode_sasl_authenticate_request_v2,
)

def decode_sasl_authenticate_response_v0(b, p):
    e = len(b)
    o0 = new_message(SaslAuthenticateResponse)
    o0.session_lifetime_ms = 0
    o0.error_code, n = U_2h(b, p)
    p += 4
    if n >= 0:
        q = p + n
        o0.error_message = b[p:q].decode()
        p = q
    elif n != -1: raise DecodeError(f'SaslAuthenticateResponse: error_message: length {n}')
    else:
        o0.error_message = None
    n, = U_i(b, p)
    p += 4
    if n < 0: raise DecodeError(f'SaslAuthenticateResponse: auth_bytes: length {n}')
    q = p + n
    o0.auth_bytes = bytes(b[p:q])
    p = q
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_sasl_authenticate_response_v1(b, p):
    e = len(b)
    o0 = new_message(SaslAuthenticateResponse)
    o0.error_code, n = U_2h(b, p)
    p += 4
    if n >= 0:
        q = p + n
        o0.error_message = b[p:q].decode()
        p = q
    elif n != -1: raise DecodeError(f'SaslAuthenticateResponse: error_message: length {n}')
    else:
        o0.error_message = None
    n, = U_i(b, p)
    p += 4
    if n < 0: raise DecodeError(f'SaslAuthenticateResponse: auth_bytes: length {n}')
    q = p + n
    o0.auth_bytes = bytes(b[p:q])
    p = q
    o0.session_lifetime_ms, = U_q(b, p)
    p += 8
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_sasl_authenticate_response_v2(b, p):
    e = len(b)
    o0 = new_message(SaslAuthenticateResponse)
    o0.error_code, n = U_hB(b, p)
    p += 3
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n:
        q = p + n - 1
        o0.error_message = b[p:q].decode()
        p = q
    else:
        o0.error_message = None
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n < 1: raise DecodeError(f'SaslAuthenticateResponse: auth_bytes: length {n}')
    q = p + n - 1
    o0.auth_bytes = bytes(b[p:q])
    p = q
    o0.session_lifetime_ms, t = U_qB(b, p)
    p += 9
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

SaslAuthenticateResponse.DECODERS = (
    decode_sasl_authenticate_response_v0,
    decode_sasl_authenticate_response_v1,
    decode_sasl_authenticate_response_v2,
)

def encode_sasl_authenticate_response_v0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v = o0.error_message
    if v is None: v = b''; n = -1
    else: v = v.encode(); n = len(v)
    a(P_2h(o0.error_code, n))
    a(v)
    v = o0.auth_bytes
    n = len(v)
    a(P_i(n))
    a(v)

def encode_sasl_authenticate_response_v1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v = o0.error_message
    if v is None: v = b''; n = -1
    else: v = v.encode(); n = len(v)
    a(P_2h(o0.error_code, n))
    a(v)
    v = o0.auth_bytes
    n = len(v)
    a(P_i(n))
    a(v)
    a(P_q(o0.session_lifetime_ms))

def encode_sasl_authenticate_response_v2(o0, l, out):
    a = l.append
    v = o0.error_message
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(P_hB(o0.error_code, n))
    else: a(P_h(o0.error_code) + uvarint(n))
    a(v)
    v = o0.auth_bytes
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    if o0.unknown_tagged_fields:
        a(P_q(o0.session_lifetime_ms))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_qx(o0.session_lifetime_ms))

SaslAuthenticateResponse.ENCODERS = (
    encode_sasl_authenticate_response_v0,
    encode_sasl_authenticate_response_v1,
    encode_sasl_authenticate_response_v2,
)
