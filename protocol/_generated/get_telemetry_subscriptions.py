"""Written by `make generate` from protocol/messages/get_telemetry_subscriptions.py. Do not edit."""

from kavka.protocol.message import Message, Part
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import new, new_message, pack, read_tags, read_uvarint, refuse, unpack_from, uvarint
from kavka.protocol.wire import write_tags

class GetTelemetrySubscriptionsRequest(Message):
    __slots__ = ('client_instance_id', 'unknown_tagged_fields')
    API_KEY = 71
    MIN_VERSION = 0
    MAX_VERSION = 0
    FLEXIBLE_FROM = 0
    
    def __init__(self, client_instance_id=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', unknown_tagged_fields=()):
        self.client_instance_id = client_instance_id
        self.unknown_tagged_fields = unknown_tagged_fields

class GetTelemetrySubscriptionsResponse(Message):
    __slots__ = ('throttle_time_ms', 'error_code', 'client_instance_id', 'subscription_id', 'accepted_compression_types', 'push_interval_ms', 'telemetry_max_bytes', 'delta_temporality', 'requested_metrics', 'unknown_tagged_fields')
    API_KEY = 71
    MIN_VERSION = 0
    MAX_VERSION = 0
    FLEXIBLE_FROM = 0
    
    def __init__(self, throttle_time_ms=0, error_code=0, client_instance_id=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', subscription_id=0, accepted_compression_types=EMPTY, push_interval_ms=0, telemetry_max_bytes=0, delta_temporality=False, requested_metrics=EMPTY, unknown_tagged_fields=()):
        self.throttle_time_ms = throttle_time_ms
        self.error_code = error_code
        self.client_instance_id = client_instance_id
        self.subscription_id = subscription_id
        self.accepted_compression_types = [] if accepted_compression_types is EMPTY else accepted_compression_types
        self.push_interval_ms = push_interval_ms
        self.telemetry_max_bytes = telemetry_max_bytes
        self.delta_temporality = delta_temporality
        self.requested_metrics = [] if requested_metrics is EMPTY else requested_metrics
        self.unknown_tagged_fields = unknown_tagged_fields

U_16sB = Struct('>16sB').unpack_from
P_16s = Struct('>16s').pack
P_16sx = Struct('>16sx').pack
U_ih16siB = Struct('>ih16siB').unpack_from
UNPACK_b = UNPACK['b']
U_2iTB = Struct('>2i?B').unpack_from
P_ih16si = Struct('>ih16si').pack
F_nb2iTB = PackCache('>%db2i?B')
F_nb2iT = PackCache('>%db2i?')
F_ih16siBnb2iTB = PackCache('>ih16siB%db2i?B')
F_ih16siBnb2iT = PackCache('>ih16siB%db2i?')

def decode_get_telemetry_subscriptions_request_v0(b, p):
    e = len(b)
    o0 = new_message(GetTelemetrySubscriptionsRequest)
    o0.client_instance_id, t = U_16sB(b, p)
    p += 17
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

GetTelemetrySubscriptionsRequest.DECODERS = (
    decode_get_telemetry_subscriptions_request_v0,
)

def encode_get_telemetry_subscriptions_request_v0(o0, l, out):
    a = l.append
    if len(o0.client_instance_id) != 16: raise EncodeError(f'{o0.client_instance_id!r:.80} is not a uuid')
    if o0.unknown_tagged_fields:
        a(P_16s(o0.client_instance_id))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_16sx(o0.client_instance_id))

GetTelemetrySubscriptionsRequest.ENCODERS = (
    encode_get_telemetry_subscriptions_request_v0,
)

def decode_get_telemetry_subscriptions_response_v0(b, p):
    e = len(b)
    o0 = new_message(GetTelemetrySubscriptionsResponse)
    o0.throttle_time_ms, o0.error_code, o0.client_instance_id, o0.subscription_id, c0 = U_ih16siB(b, p)
    p += 27
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if 0 < c0 < 9: o0.accepted_compression_types = [*UNPACK_b[c0](b, p)]; p += c0
    elif c0 == 0: o0.accepted_compression_types = []
    else:
        if not 0 <= c0 <= e - p: raise DecodeError(f'GetTelemetrySubscriptionsResponse: accepted_compression_types: count {c0}')
        o0.accepted_compression_types = [*unpack_from(f'>{c0}b', b, p)]
        p += c0
    o0.push_interval_ms, o0.telemetry_max_bytes, o0.delta_temporality, c0 = U_2iTB(b, p)
    p += 10
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 <= e - p: raise DecodeError(f'GetTelemetrySubscriptionsResponse: requested_metrics: count {c0}')
    o0.requested_metrics = l0 = []
    for _ in range(c0):
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'GetTelemetrySubscriptionsResponse: element: length {n}')
        q = p + n - 1
        v = b[p:q].decode()
        p = q
        l0.append(v)
    t = b[p]
    p += 1
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

GetTelemetrySubscriptionsResponse.DECODERS = (
    decode_get_telemetry_subscriptions_response_v0,
)

def encode_get_telemetry_subscriptions_response_v0(o0, l, out):
    a = l.append
    if len(o0.client_instance_id) != 16: raise EncodeError(f'{o0.client_instance_id!r:.80} is not a uuid')
    s0 = o0.accepted_compression_types
    n0 = len(s0)
    v0 = o0.requested_metrics
    n = len(v0) + 1
    if n0 > 126:
        a(P_ih16si(o0.throttle_time_ms, o0.error_code, o0.client_instance_id, o0.subscription_id))
        a(uvarint(n0 + 1))
        if n < 128: a(F_nb2iTB[n0](*s0, o0.push_interval_ms, o0.telemetry_max_bytes, o0.delta_temporality, n))
        else: a(F_nb2iT[n0](*s0, o0.push_interval_ms, o0.telemetry_max_bytes, o0.delta_temporality) + uvarint(n))
    else:
        if n < 128: a(F_ih16siBnb2iTB[n0](o0.throttle_time_ms, o0.error_code, o0.client_instance_id, o0.subscription_id, n0 + 1, *s0, o0.push_interval_ms, o0.telemetry_max_bytes, o0.delta_temporality, n))
        else: a(F_ih16siBnb2iT[n0](o0.throttle_time_ms, o0.error_code, o0.client_instance_id, o0.subscription_id, n0 + 1, *s0, o0.push_interval_ms, o0.telemetry_max_bytes, o0.delta_temporality) + uvarint(n))
    for o1 in v0:
        v = o1.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

GetTelemetrySubscriptionsResponse.ENCODERS = (
    encode_get_telemetry_subscriptions_response_v0,
)
