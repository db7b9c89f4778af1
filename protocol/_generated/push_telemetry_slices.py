"""Written by `make generate` from protocol/messages/push_telemetry.py. Do not edit."""

from kavka.protocol._generated.push_telemetry import *
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import pack, read_uvarint, refuse, skip_tags, uvarint, write_tags


def scan_push_telemetry_request_v0(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    p += 22
    q = b[p]
    p += 1
    if q > 127: q, p = read_uvarint(b, p - 1)
    if q: p += q - 1
    else: raise DecodeError(f'PushTelemetryRequest: metrics: length {q}')
    if b[p]: n, p = skip_tags(b, p, n)
    else: p += 1
    if p > e: raise DecodeError(f'PushTelemetryRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

SCANNERS = (
    scan_push_telemetry_request_v0,
)

PIECES = (
    None,
)
