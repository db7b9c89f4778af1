"""Written by `make generate` from protocol/messages/share_group_heartbeat.py. Do not edit."""

from kavka.protocol._generated.share_group_heartbeat import *
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import pack, read_uvarint, refuse, skip_tags, uvarint, write_tags


def scan_share_group_heartbeat_request_v1(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    q = b[p]
    p += 1
    if q > 127: q, p = read_uvarint(b, p - 1)
    if q > 32768: raise DecodeError(f'ShareGroupHeartbeatRequest: group_id: length {q}')
    if q: p += q - 1
    else: raise DecodeError(f'ShareGroupHeartbeatRequest: group_id: length {q}')
    q = b[p]
    p += 1
    if q > 127: q, p = read_uvarint(b, p - 1)
    if q > 32768: raise DecodeError(f'ShareGroupHeartbeatRequest: member_id: length {q}')
    if q: p += q - 1
    else: raise DecodeError(f'ShareGroupHeartbeatRequest: member_id: length {q}')
    p += 4
    q = b[p]
    p += 1
    if q > 127: q, p = read_uvarint(b, p - 1)
    if q > 32768: raise DecodeError(f'ShareGroupHeartbeatRequest: rack_id: length {q}')
    if q: p += q - 1
    h0 = p
    r0 = []
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not -1 <= c0 <= (e - p) // 1: raise DecodeError(f'ShareGroupHeartbeatRequest: subscribed_topic_names: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            q = b[p]
            p += 1
            if q > 127: q, p = read_uvarint(b, p - 1)
            if q > 32768: raise DecodeError(f'ShareGroupHeartbeatRequest: subscribed_topic_names: length {q}')
            if q: p += q - 1
            else: raise DecodeError(f'ShareGroupHeartbeatRequest: subscribed_topic_names: length {q}')
            k0 += 1
            if n - m0 >= w:
                r0.append((k0, s0, p, None))
                s0 = p
                k0 = 0
                m0 = n
                if n >= y: y = n + w; yield n
        if k0: r0.append((k0, s0, p, None))
        z0 = p
        out.append((h0, z0, r0))
    if b[p]: n, p = skip_tags(b, p, n)
    else: p += 1
    if p > e: raise DecodeError(f'ShareGroupHeartbeatRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

SCANNERS = (
    None,
    scan_share_group_heartbeat_request_v1,
)

PIECES = (
    None,
    None,
)
