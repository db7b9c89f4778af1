"""Written by `make generate` from protocol/messages/delete_topics.py. Do not edit."""

from kavka.protocol._generated.delete_topics import *
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import pack, read_uvarint, refuse, skip_tags, uvarint, write_tags

U_i = Struct('>i').unpack_from
U_h = Struct('>h').unpack_from
P_h = Struct('>h').pack
P_i = Struct('>i').pack
P_hx = Struct('>hx').pack
P_hB = Struct('>hB').pack
P_16shB = Struct('>16shB').pack
P_16sh = Struct('>16sh').pack

def scan_delete_topics_request_v0(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    h0 = p
    r0 = []
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 <= (e - p) // 2: raise DecodeError(f'DeleteTopicsRequest: topic_names: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            q, = U_h(b, p)
            p += 2
            if q >= 0: p += q
            else: raise DecodeError(f'DeleteTopicsRequest: topic_names: length {q}')
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
    p += 4
    if p > e: raise DecodeError(f'DeleteTopicsRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_delete_topics_request_v4(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    h0 = p
    r0 = []
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 <= (e - p) // 1: raise DecodeError(f'DeleteTopicsRequest: topic_names: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            q = b[p]
            p += 1
            if q > 127: q, p = read_uvarint(b, p - 1)
            if q > 32768: raise DecodeError(f'DeleteTopicsRequest: topic_names: length {q}')
            if q: p += q - 1
            else: raise DecodeError(f'DeleteTopicsRequest: topic_names: length {q}')
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
    p += 4
    if b[p]: n, p = skip_tags(b, p, n)
    else: p += 1
    if p > e: raise DecodeError(f'DeleteTopicsRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_delete_topics_request_v6(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    h0 = p
    r0 = []
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 <= (e - p) // 18: raise DecodeError(f'DeleteTopicsRequest: topics: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            q = b[p]
            p += 1
            if q > 127: q, p = read_uvarint(b, p - 1)
            if q > 32768: raise DecodeError(f'DeleteTopicsRequest: topics.name: length {q}')
            if q: p += q - 1
            p += 16
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
    p += 4
    if b[p]: n, p = skip_tags(b, p, n)
    else: p += 1
    if p > e: raise DecodeError(f'DeleteTopicsRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

SCANNERS = (
    scan_delete_topics_request_v0,
    scan_delete_topics_request_v0,
    scan_delete_topics_request_v0,
    scan_delete_topics_request_v0,
    scan_delete_topics_request_v4,
    scan_delete_topics_request_v4,
    scan_delete_topics_request_v6,
)

def delete_topics_response_v0_head0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
def delete_topics_response_v0_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.name.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        a(P_h(o1.error_code))
def delete_topics_response_v0_tail0(o0, l, out):
    a = l.append
delete_topics_response_v0 = (
    ('responses', 'name', delete_topics_response_v0_head0, delete_topics_response_v0_each0, delete_topics_response_v0_tail0),
)

def delete_topics_response_v1_head0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    a(P_i(o0.throttle_time_ms))
def delete_topics_response_v1_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.name.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        a(P_h(o1.error_code))
def delete_topics_response_v1_tail0(o0, l, out):
    a = l.append
delete_topics_response_v1 = (
    ('responses', 'name', delete_topics_response_v1_head0, delete_topics_response_v1_each0, delete_topics_response_v1_tail0),
)

def delete_topics_response_v4_head0(o0, l, out):
    a = l.append
    a(P_i(o0.throttle_time_ms))
def delete_topics_response_v4_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        v = o1.name.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(P_h(o1.error_code))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_hx(o1.error_code))
def delete_topics_response_v4_tail0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
delete_topics_response_v4 = (
    ('responses', 'name', delete_topics_response_v4_head0, delete_topics_response_v4_each0, delete_topics_response_v4_tail0),
)

def delete_topics_response_v5_head0(o0, l, out):
    a = l.append
    a(P_i(o0.throttle_time_ms))
def delete_topics_response_v5_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        v = o1.name.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v = o1.error_message
        if v is None: v = b''; n = 0
        else: v = v.encode(); n = len(v) + 1
        if n < 128: a(P_hB(o1.error_code, n))
        else: a(P_h(o1.error_code) + uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
def delete_topics_response_v5_tail0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
delete_topics_response_v5 = (
    ('responses', 'name', delete_topics_response_v5_head0, delete_topics_response_v5_each0, delete_topics_response_v5_tail0),
)

def delete_topics_response_v6_head0(o0, l, out):
    a = l.append
    a(P_i(o0.throttle_time_ms))
def delete_topics_response_v6_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        v = o1.name
        if v is None: v = b''; n = 0
        else: v = v.encode(); n = len(v) + 1
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
def delete_topics_response_v6_tail0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
delete_topics_response_v6 = (
    ('responses', 'name', delete_topics_response_v6_head0, delete_topics_response_v6_each0, delete_topics_response_v6_tail0),
)

PIECES = (
    (False, delete_topics_response_v0),
    (False, delete_topics_response_v1),
    (False, delete_topics_response_v1),
    (False, delete_topics_response_v1),
    (True, delete_topics_response_v4),
    (True, delete_topics_response_v5),
    (True, delete_topics_response_v6),
)
