"""Written by `make generate` from protocol/messages/push_telemetry.py. Do not edit."""

from kavka.protocol.message import Message, Part
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import new, new_message, pack, read_tags, read_uvarint, refuse, unpack_from, uvarint
from kavka.protocol.wire import write_tags

class PushTelemetryRequest(Message):
    __slots__ = ('client_instance_id', 'subscription_id', 'terminating', 'compression_type', 'metrics', 'unknown_tagged_fields')
    API_KEY = 72
    MIN_VERSION = 0
    MAX_VERSION = 0
    FLEXIBLE_FROM = 0
    
    def __init__(self, client_instance_id=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', subscription_id=0, terminating=False, compression_type=0, metrics=b'', unknown_tagged_fields=()):
        self.client_instance_id = client_instance_id
        self.subscription_id = subscription_id
        self.terminating = terminating
        self.compression_type = compression_type
        self.metrics = metrics
        self.unknown_tagged_fields = unknown_tagged_fields

class PushTelemetryResponse(Message):
    __slots__ = ('throttle_time_ms', 'error_code', 'unknown_tagged_fields')
    API_KEY = 72
    MIN_VERSION = 0
    MAX_VERSION = 0
    FLEXIBLE_FROM = 0
    
    def __init__(self, throttle_time_ms=0, error_code=0, unknown_tagged_fields=()):
        self.throttle_time_ms = throttle_time_ms
        self.error_code = error_code
        self.unknown_tagged_fields = unknown_tagged_fields

U_16siTbB = Struct('>16si?bB').unpack_from
P_16siTbB = Struct('>16si?bB').pack
P_16siTb = Struct('>16si?b').pack
U_ihB = Struct('>ihB').unpack_from
P_ih = Struct('>ih').pack
P_ihx = Struct('>ihx').pack

def decode_push_telemetry_request_v0(b, p):
    e = len(b)
    o0 = new_message(PushTelemetryRequest)
    o0.client_instance_id, o0.subscription_id, o0.terminating, o0.compression_type, n = U_16siTbB(b, p)
    p += 23
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n < 1: raise DecodeError(f'PushTelemetryRequest: metrics: length {n}')
    q = p + n - 1
    o0.metrics = bytes(b[p:q])
    p = q
    t = b[p]
    p += 1
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

PushTelemetryRequest.DECODERS = (
    decode_push_telemetry_request_v0,
)

def encode_push_telemetry_request_v0(o0, l, out):
    a = l.append
    if len(o0.client_instance_id) != 16: raise EncodeError(f'{o0.client_instance_id!r:.80} is not a uuid')
    v = o0.metrics
    n = len(v) + 1
    if n < 128: a(P_16siTbB(o0.client_instance_id, o0.subscription_id, o0.terminating, o0.compression_type, n))
    else: a(P_16siTb(o0.client_instance_id, o0.subscription_id, o0.terminating, o0.compression_type) + uvarint(n))
    a(v)
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

PushTelemetryRequest.ENCODERS = (
    encode_push_telemetry_request_v0,
)

def decode_push_telemetry_response_v0(b, p):
    e = len(b)
    o0 = new_message(PushTelemetryResponse)
    o0.throttle_time_ms, o0.error_code, t = U_ihB(b, p)
    p += 7
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

PushTelemetryResponse.DECODERS = (
    decode_push_telemetry_response_v0,
)

def encode_push_telemetry_response_v0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(P_ih(o0.throttle_time_ms, o0.error_code))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_ihx(o0.throttle_time_ms, o0.error_code))

PushTelemetryResponse.ENCODERS = (
    encode_push_telemetry_response_v0,
)
