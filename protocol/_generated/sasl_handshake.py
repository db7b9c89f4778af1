"""Written by `make generate` from protocol/messages/sasl_handshake.py. Do not edit."""

from kavka.protocol.message import Message, Part
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import new, new_message, pack, read_tags, read_uvarint, refuse, unpack_from, uvarint
from kavka.protocol.wire import write_tags

class SaslHandshakeRequest(Message):
    __slots__ = ('mechanism',)
    API_KEY = 17
    MIN_VERSION = 0
    MAX_VERSION = 1
    FLEXIBLE_FROM = 32767
    
    def __init__(self, mechanism=''):
        self.mechanism = mechanism

class SaslHandshakeResponse(Message):
    __slots__ = ('error_code', 'mechanisms')
    API_KEY = 17
    MIN_VERSION = 0
    MAX_VERSION = 1
    FLEXIBLE_FROM = 32767
    
    def __init__(self, error_code=0, mechanisms=EMPTY):
        self.error_code = error_code
        self.mechanisms = [] if mechanisms is EMPTY else mechanisms

U_h = Struct('>h').unpack_from
P_h = Struct('>h').pack
U_hi = Struct('>hi').unpack_from
P_hi = Struct('>hi').pack

def decode_sasl_handshake_request_v0(b, p):
    e = len(b)
    o0 = new_message(SaslHandshakeRequest)
    n, = U_h(b, p)
    p += 2
    if n < 0: raise DecodeError(f'SaslHandshakeRequest: mechanism: length {n}')
    q = p + n
    o0.mechanism = b[p:q].decode()
    p = q
    return o0, p

SaslHandshakeRequest.DECODERS = (
    decode_sasl_handshake_request_v0,
    decode_sasl_handshake_request_v0,
)

def encode_sasl_handshake_request_v0(o0, l, out):
    a = l.append
    v = o0.mechanism.encode()
    n = len(v)
    a(P_h(n))
    a(v)

SaslHandshakeRequest.ENCODERS = (
    encode_sasl_handshake_request_v0,
    encode_sasl_handshake_request_v0,
)

def decode_sasl_handshake_response_v0(b, p):
    e = len(b)
    o0 = new_message(SaslHandshakeResponse)
    o0.error_code, c0 = U_hi(b, p)
    p += 6
    if not 0 <= c0 * 2 <= e - p: raise DecodeError(f'SaslHandshakeResponse: mechanisms: count {c0}')
    o0.mechanisms = l0 = []
    for _ in range(c0):
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'SaslHandshakeResponse: element: length {n}')
        q = p + n
        v = b[p:q].decode()
        p = q
        l0.append(v)
    return o0, p

SaslHandshakeResponse.DECODERS = (
    decode_sasl_handshake_response_v0,
    decode_sasl_handshake_response_v0,
)

def encode_sasl_handshake_response_v0(o0, l, out):
    a = l.append
    v0 = o0.mechanisms
    n = len(v0)
    a(P_hi(o0.error_code, n))
    for o1 in v0:
        v = o1.encode()
        n = len(v)
        a(P_h(n))
        a(v)

SaslHandshakeResponse.ENCODERS = (
    encode_sasl_handshake_response_v0,
    encode_sasl_handshake_response_v0,
)
