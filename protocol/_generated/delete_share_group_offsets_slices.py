"""Written by `make generate` from protocol/messages/delete_share_group_offsets.py. Do not edit."""

from kavka.protocol._generated.delete_share_group_offsets import *
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import pack, read_uvarint, refuse, skip_tags, uvarint, write_tags

P_ihB = Struct('>ihB').pack
P_ih = Struct('>ih').pack
P_16shB = Struct('>16shB').pack
P_16sh = Struct('>16sh').pack

def scan_delete_share_group_offsets_request_v0(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    q = b[p]
    p += 1
    if q > 127: q, p = read_uvarint(b, p - 1)
    if q > 32768: raise DecodeError(f'DeleteShareGroupOffsetsRequest: group_id: length {q}')
    if q: p += q - 1
    else: raise DecodeError(f'DeleteShareGroupOffsetsRequest: group_id: length {q}')
    h0 = p
    r0 = []
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 <= (e - p) // 2: raise DecodeError(f'DeleteShareGroupOffsetsRequest: topics: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            q = b[p]
            p += 1
            if q > 127: q, p = read_uvarint(b, p - 1)
            if q > 32768: raise DecodeError(f'DeleteShareGroupOffsetsRequest: topics.topic_name: length {q}')
            if q: p += q - 1
            else: raise DecodeError(f'DeleteShareGroupOffsetsRequest: topics.topic_name: length {q}')
            if b[p]: n, p = skip_tags(b, p, n)
            else: p += 1
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
    if p > e: raise DecodeError(f'DeleteShareGroupOffsetsRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

SCANNERS = (
    scan_delete_share_group_offsets_request_v0,
)

def delete_share_group_offsets_response_v0_head0(o0, l, out):
    a = l.append
    v = o0.error_message
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(P_ihB(o0.throttle_time_ms, o0.error_code, n))
    else: a(P_ih(o0.throttle_time_ms, o0.error_code) + uvarint(n))
    a(v)
def delete_share_group_offsets_response_v0_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        v = o1.topic_name.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        if len(o1.topic_id) != 16: raise EncodeError(f'{o1.topic_id!r:.80} is not a uuid')
        v = o1.error_message
        if v is None: v = b''; n = 0
        else: v = v.encode(); n = len(v) + 1
        if n < 128: a(P_16shB(o1.topic_id, o1.error_code, n))
        else: a(P_16sh(o1.topic_id, o1.error_code) + uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
def delete_share_group_offsets_response_v0_tail0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
delete_share_group_offsets_response_v0 = (
    ('responses', 'topic_name', delete_share_group_offsets_response_v0_head0, delete_share_group_offsets_response_v0_each0, delete_share_group_offsets_response_v0_tail0),
)

PIECES = (
    (True, delete_share_group_offsets_response_v0),
)
