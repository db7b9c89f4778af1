"""Written by `make generate` from protocol/messages/heartbeat.py. Do not edit."""

from kavka.protocol._generated.heartbeat import *
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import pack, read_uvarint, refuse, skip_tags, uvarint, write_tags

U_h = Struct('>h').unpack_from

def scan_heartbeat_request_v0(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    q, = U_h(b, p)
    p += 2
    if q >= 0: p += q
    else: raise DecodeError(f'HeartbeatRequest: group_id: length {q}')
    p += 4
    q, = U_h(b, p)
    p += 2
    if q >= 0: p += q
    else: raise DecodeError(f'HeartbeatRequest: member_id: length {q}')
    if p > e: raise DecodeError(f'HeartbeatRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_heartbeat_request_v3(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    q, = U_h(b, p)
    p += 2
    if q >= 0: p += q
    else: raise DecodeError(f'HeartbeatRequest: group_id: length {q}')
    p += 4
    q, = U_h(b, p)
    p += 2
    if q >= 0: p += q
    else: raise DecodeError(f'HeartbeatRequest: member_id: length {q}')
    q, = U_h(b, p)
    p += 2
    if q >= 0: p += q
    elif q != -1: raise DecodeError(f'HeartbeatRequest: group_instance_id: length {q}')
    if p > e: raise DecodeError(f'HeartbeatRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_heartbeat_request_v4(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    q = b[p]
    p += 1
    if q > 127: q, p = read_uvarint(b, p - 1)
    if q > 32768: raise DecodeError(f'HeartbeatRequest: group_id: length {q}')
    if q: p += q - 1
    else: raise DecodeError(f'HeartbeatRequest: group_id: length {q}')
    p += 4
    q = b[p]
    p += 1
    if q > 127: q, p = read_uvarint(b, p - 1)
    if q > 32768: raise DecodeError(f'HeartbeatRequest: member_id: length {q}')
    if q: p += q - 1
    else: raise DecodeError(f'HeartbeatRequest: member_id: length {q}')
    q = b[p]
    p += 1
    if q > 127: q, p = read_uvarint(b, p - 1)
    if q > 32768: raise DecodeError(f'HeartbeatRequest: group_instance_id: length {q}')
    if q: p += q - 1
    if b[p]: n, p = skip_tags(b, p, n)
    else: p += 1
    if p > e: raise DecodeError(f'HeartbeatRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

SCANNERS = (
    scan_heartbeat_request_v0,
    scan_heartbeat_request_v0,
    scan_heartbeat_request_v0,
    scan_heartbeat_request_v3,
    scan_heartbeat_request_v4,
)

PIECES = (
    None,
    None,
    None,
    None,
    None,
)
