"""Written by `make generate` from protocol/messages/header.py. Do not edit."""

from kavka.protocol.message import Message, Part
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import new, new_message, pack, read_tags, read_uvarint, refuse, unpack_from, uvarint
from kavka.protocol.wire import write_tags

class RequestHeader(Message):
    __slots__ = ('api_key', 'api_version', 'correlation_id', 'client_id', 'unknown_tagged_fields')
    API_KEY = -1
    MIN_VERSION = 0
    MAX_VERSION = 2
    FLEXIBLE_FROM = 2
    
    def __init__(self, api_key=0, api_version=0, correlation_id=0, client_id='', unknown_tagged_fields=()):
        self.api_key = api_key
        self.api_version = api_version
        self.correlation_id = correlation_id
        self.client_id = client_id
        self.unknown_tagged_fields = unknown_tagged_fields

class ResponseHeader(Message):
    __slots__ = ('correlation_id', 'unknown_tagged_fields')
    API_KEY = -1
    MIN_VERSION = 0
    MAX_VERSION = 1
    FLEXIBLE_FROM = 1
    
    def __init__(self, correlation_id=0, unknown_tagged_fields=()):
        self.correlation_id = correlation_id
        self.unknown_tagged_fields = unknown_tagged_fields

U_2hi = Struct('>2hi').unpack_from
U_2hih = Struct('>2hih').unpack_from
P_2hi = Struct('>2hi').pack
P_2hih = Struct('>2hih').pack
U_i = Struct('>i').unpack_from
U_iB = Struct('>iB').unpack_from
P_i = Struct('>i').pack
P_ix = Struct('>ix').pack

def decode_request_header_v0(b, p):
    e = len(b)
    o0 = new_message(RequestHeader)
    o0.client_id = ''
    o0.api_key, o0.api_version, o0.correlation_id = U_2hi(b, p)
    p += 8
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_request_header_v1(b, p):
    e = len(b)
    o0 = new_message(RequestHeader)
    o0.api_key, o0.api_version, o0.correlation_id, n = U_2hih(b, p)
    p += 10
    if n >= 0:
        q = p + n
        o0.client_id = b[p:q].decode()
        p = q
    elif n != -1: raise DecodeError(f'RequestHeader: client_id: length {n}')
    else:
        o0.client_id = None
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_request_header_v2(b, p):
    e = len(b)
    o0 = new_message(RequestHeader)
    o0.api_key, o0.api_version, o0.correlation_id, n = U_2hih(b, p)
    p += 10
    if n >= 0:
        q = p + n
        o0.client_id = b[p:q].decode()
        p = q
    elif n != -1: raise DecodeError(f'RequestHeader: client_id: length {n}')
    else:
        o0.client_id = None
    t = b[p]
    p += 1
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

RequestHeader.DECODERS = (
    decode_request_header_v0,
    decode_request_header_v1,
    decode_request_header_v2,
)

def encode_request_header_v0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    a(P_2hi(o0.api_key, o0.api_version, o0.correlation_id))

def encode_request_header_v1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v = o0.client_id
    if v is None: v = b''; n = -1
    else: v = v.encode(); n = len(v)
    a(P_2hih(o0.api_key, o0.api_version, o0.correlation_id, n))
    a(v)

def encode_request_header_v2(o0, l, out):
    a = l.append
    v = o0.client_id
    if v is None: v = b''; n = -1
    else: v = v.encode(); n = len(v)
    a(P_2hih(o0.api_key, o0.api_version, o0.correlation_id, n))
    a(v)
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

RequestHeader.ENCODERS = (
    encode_request_header_v0,
    encode_request_header_v1,
    encode_request_header_v2,
)

def decode_response_header_v0(b, p):
    e = len(b)
    o0 = new_message(ResponseHeader)
    o0.correlation_id, = U_i(b, p)
    p += 4
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_response_header_v1(b, p):
    e = len(b)
    o0 = new_message(ResponseHeader)
    o0.correlation_id, t = U_iB(b, p)
    p += 5
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

ResponseHeader.DECODERS = (
    decode_response_header_v0,
    decode_response_header_v1,
)

def encode_response_header_v0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    a(P_i(o0.correlation_id))

def encode_response_header_v1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(P_i(o0.correlation_id))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_ix(o0.correlation_id))

ResponseHeader.ENCODERS = (
    encode_response_header_v0,
    encode_response_header_v1,
)
