"""Written by `make generate` from protocol/messages/get_telemetry_subscriptions.py. Do not edit."""

from kavka.protocol._generated.get_telemetry_subscriptions import *
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import pack, read_uvarint, refuse, skip_tags, uvarint, write_tags

P_ih16si = Struct('>ih16si').pack
F_nb2iT = PackCache('>%db2i?')
F_ih16siBnb2iT = PackCache('>ih16siB%db2i?')

def scan_get_telemetry_subscriptions_request_v0(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    p += 16
    if b[p]: n, p = skip_tags(b, p, n)
    else: p += 1
    if p > e: raise DecodeError(f'GetTelemetrySubscriptionsRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

SCANNERS = (
    scan_get_telemetry_subscriptions_request_v0,
)

def get_telemetry_subscriptions_response_v0_head0(o0, l, out):
    a = l.append
    if len(o0.client_instance_id) != 16: raise EncodeError(f'{o0.client_instance_id!r:.80} is not a uuid')
    s0 = o0.accepted_compression_types
    n0 = len(s0)
    if n0 > 126:
        a(P_ih16si(o0.throttle_time_ms, o0.error_code, o0.client_instance_id, o0.subscription_id))
        a(uvarint(n0 + 1))
        a(F_nb2iT[n0](*s0, o0.push_interval_ms, o0.telemetry_max_bytes, o0.delta_temporality))
    else:
        a(F_ih16siBnb2iT[n0](o0.throttle_time_ms, o0.error_code, o0.client_instance_id, o0.subscription_id, n0 + 1, *s0, o0.push_interval_ms, o0.telemetry_max_bytes, o0.delta_temporality))
def get_telemetry_subscriptions_response_v0_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        v = o1.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
def get_telemetry_subscriptions_response_v0_tail0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
get_telemetry_subscriptions_response_v0 = (
    ('requested_metrics', '', get_telemetry_subscriptions_response_v0_head0, get_telemetry_subscriptions_response_v0_each0, get_telemetry_subscriptions_response_v0_tail0),
)

PIECES = (
    (True, get_telemetry_subscriptions_response_v0),
)
