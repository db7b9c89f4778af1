"""Written by `make generate` from protocol/messages/create_topics.py. Do not edit."""

from kavka.protocol._generated.create_topics import *
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import pack, read_uvarint, refuse, skip_tags, uvarint, write_tags

U_i = Struct('>i').unpack_from
U_h = Struct('>h').unpack_from
P_h = Struct('>h').pack
P_2h = Struct('>2h').pack
P_i = Struct('>i').pack
P_hB = Struct('>hB').pack
P_ihB = Struct('>ihB').pack
P_ih = Struct('>ih').pack
P_TbT = Struct('>?b?').pack
P_TbTx = Struct('>?b?x').pack
P_16shB = Struct('>16shB').pack
P_16sh = Struct('>16sh').pack

def scan_create_topics_request_v0(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    h0 = p
    r0 = []
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 <= (e - p) // 16: raise DecodeError(f'CreateTopicsRequest: topics: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            q, = U_h(b, p)
            p += 2
            if q >= 0: p += q
            else: raise DecodeError(f'CreateTopicsRequest: topics.name: length {q}')
            p += 6
            c11, = U_i(b, p)
            p += 4
            if not 0 <= c11 <= (e - p) // 8: raise DecodeError(f'CreateTopicsRequest: topics.assignments: count {c11}')
            if c11 > 0:
                for _ in range(c11):
                    n += 1
                    if n >= y: y = n + w; yield n
                    p += 4
                    c12, = U_i(b, p)
                    p += 4
                    if not 0 <= c12 <= (e - p) // 4: raise DecodeError(f'CreateTopicsRequest: topics.assignments.broker_ids: count {c12}')
                    if c12 > 0:
                        n += c12
                        p += c12 * 4
                        if n >= y: y = n + w; yield n
            c13, = U_i(b, p)
            p += 4
            if not 0 <= c13 <= (e - p) // 4: raise DecodeError(f'CreateTopicsRequest: topics.configs: count {c13}')
            if c13 > 0:
                for _ in range(c13):
                    n += 1
                    if n >= y: y = n + w; yield n
                    q, = U_h(b, p)
                    p += 2
                    if q >= 0: p += q
                    else: raise DecodeError(f'CreateTopicsRequest: topics.configs.name: length {q}')
                    q, = U_h(b, p)
                    p += 2
                    if q >= 0: p += q
                    elif q != -1: raise DecodeError(f'CreateTopicsRequest: topics.configs.value: length {q}')
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
    if p > e: raise DecodeError(f'CreateTopicsRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_create_topics_request_v1(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    h0 = p
    r0 = []
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 <= (e - p) // 16: raise DecodeError(f'CreateTopicsRequest: topics: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            q, = U_h(b, p)
            p += 2
            if q >= 0: p += q
            else: raise DecodeError(f'CreateTopicsRequest: topics.name: length {q}')
            p += 6
            c11, = U_i(b, p)
            p += 4
            if not 0 <= c11 <= (e - p) // 8: raise DecodeError(f'CreateTopicsRequest: topics.assignments: count {c11}')
            if c11 > 0:
                for _ in range(c11):
                    n += 1
                    if n >= y: y = n + w; yield n
                    p += 4
                    c12, = U_i(b, p)
                    p += 4
                    if not 0 <= c12 <= (e - p) // 4: raise DecodeError(f'CreateTopicsRequest: topics.assignments.broker_ids: count {c12}')
                    if c12 > 0:
                        n += c12
                        p += c12 * 4
                        if n >= y: y = n + w; yield n
            c13, = U_i(b, p)
            p += 4
            if not 0 <= c13 <= (e - p) // 4: raise DecodeError(f'CreateTopicsRequest: topics.configs: count {c13}')
            if c13 > 0:
                for _ in range(c13):
                    n += 1
                    if n >= y: y = n + w; yield n
                    q, = U_h(b, p)
                    p += 2
                    if q >= 0: p += q
                    else: raise DecodeError(f'CreateTopicsRequest: topics.configs.name: length {q}')
                    q, = U_h(b, p)
                    p += 2
                    if q >= 0: p += q
                    elif q != -1: raise DecodeError(f'CreateTopicsRequest: topics.configs.value: length {q}')
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
    p += 5
    if p > e: raise DecodeError(f'CreateTopicsRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_create_topics_request_v5(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    h0 = p
    r0 = []
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 <= (e - p) // 10: raise DecodeError(f'CreateTopicsRequest: topics: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            q = b[p]
            p += 1
            if q > 127: q, p = read_uvarint(b, p - 1)
            if q > 32768: raise DecodeError(f'CreateTopicsRequest: topics.name: length {q}')
            if q: p += q - 1
            else: raise DecodeError(f'CreateTopicsRequest: topics.name: length {q}')
            p += 6
            c11 = b[p]
            p += 1
            if c11 > 127: c11, p = read_uvarint(b, p - 1)
            c11 -= 1
            if not 0 <= c11 <= (e - p) // 6: raise DecodeError(f'CreateTopicsRequest: topics.assignments: count {c11}')
            if c11 > 0:
                for _ in range(c11):
                    n += 1
                    if n >= y: y = n + w; yield n
                    p += 4
                    c12 = b[p]
                    p += 1
                    if c12 > 127: c12, p = read_uvarint(b, p - 1)
                    c12 -= 1
                    if not 0 <= c12 <= (e - p) // 4: raise DecodeError(f'CreateTopicsRequest: topics.assignments.broker_ids: count {c12}')
                    if c12 > 0:
                        n += c12
                        p += c12 * 4
                        if n >= y: y = n + w; yield n
                    if b[p]: n, p = skip_tags(b, p, n)
                    else: p += 1
            c13 = b[p]
            p += 1
            if c13 > 127: c13, p = read_uvarint(b, p - 1)
            c13 -= 1
            if not 0 <= c13 <= (e - p) // 3: raise DecodeError(f'CreateTopicsRequest: topics.configs: count {c13}')
            if c13 > 0:
                for _ in range(c13):
                    n += 1
                    if n >= y: y = n + w; yield n
                    q = b[p]
                    p += 1
                    if q > 127: q, p = read_uvarint(b, p - 1)
                    if q > 32768: raise DecodeError(f'CreateTopicsRequest: topics.configs.name: length {q}')
                    if q: p += q - 1
                    else: raise DecodeError(f'CreateTopicsRequest: topics.configs.name: length {q}')
                    q = b[p]
                    p += 1
                    if q > 127: q, p = read_uvarint(b, p - 1)
                    if q > 32768: raise DecodeError(f'CreateTopicsRequest: topics.configs.value: length {q}')
                    if q: p += q - 1
                    if b[p]: n, p = skip_tags(b, p, n)
                    else: p += 1
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
    p += 5
    if b[p]: n, p = skip_tags(b, p, n)
    else: p += 1
    if p > e: raise DecodeError(f'CreateTopicsRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

SCANNERS = (
    scan_create_topics_request_v0,
    scan_create_topics_request_v1,
    scan_create_topics_request_v1,
    scan_create_topics_request_v1,
    scan_create_topics_request_v1,
    scan_create_topics_request_v5,
    scan_create_topics_request_v5,
    scan_create_topics_request_v5,
)

def create_topics_response_v0_head0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
def create_topics_response_v0_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.name.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        a(P_h(o1.error_code))
def create_topics_response_v0_tail0(o0, l, out):
    a = l.append
create_topics_response_v0 = (
    ('topics', 'name', create_topics_response_v0_head0, create_topics_response_v0_each0, create_topics_response_v0_tail0),
)

def create_topics_response_v1_head0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
def create_topics_response_v1_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.name.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v = o1.error_message
        if v is None: v = b''; n = -1
        else: v = v.encode(); n = len(v)
        a(P_2h(o1.error_code, n))
        a(v)
def create_topics_response_v1_tail0(o0, l, out):
    a = l.append
create_topics_response_v1 = (
    ('topics', 'name', create_topics_response_v1_head0, create_topics_response_v1_each0, create_topics_response_v1_tail0),
)

def create_topics_response_v2_head0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    a(P_i(o0.throttle_time_ms))
def create_topics_response_v2_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.name.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v = o1.error_message
        if v is None: v = b''; n = -1
        else: v = v.encode(); n = len(v)
        a(P_2h(o1.error_code, n))
        a(v)
def create_topics_response_v2_tail0(o0, l, out):
    a = l.append
create_topics_response_v2 = (
    ('topics', 'name', create_topics_response_v2_head0, create_topics_response_v2_each0, create_topics_response_v2_tail0),
)

def create_topics_response_v5_head0(o0, l, out):
    a = l.append
    a(P_i(o0.throttle_time_ms))
def create_topics_response_v5_each0(o0, l, out):
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
        v1 = o1.configs
        if v1 is None: v1 = (); n = 0
        else: n = len(v1) + 1
        if n < 128: a(P_ihB(o1.num_partitions, o1.replication_factor, n))
        else: a(P_ih(o1.num_partitions, o1.replication_factor) + uvarint(n))
        for o2 in v1:
            v = o2.name.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            v = o2.value
            if v is None: v = b''; n = 0
            else: v = v.encode(); n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            if o2.unknown_tagged_fields:
                a(P_TbT(o2.read_only, o2.config_source, o2.is_sensitive))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(P_TbTx(o2.read_only, o2.config_source, o2.is_sensitive))
        if o1.topic_config_error_code != 0 or o1.unknown_tagged_fields:
            g1 = list(o1.unknown_tagged_fields)
            if o1.topic_config_error_code != 0:
                w1 = []
                a1 = w1.append
                a1(P_h(o1.topic_config_error_code))
                g1.append((0, b''.join(w1)))
            a(write_tags(g1))
        else:
            a(b'\x00')
def create_topics_response_v5_tail0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
def create_topics_response_v5_head1(o0, l, out):
    a = l.append
    v = o0.name.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v = o0.error_message
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(P_hB(o0.error_code, n))
    else: a(P_h(o0.error_code) + uvarint(n))
    a(v)
    a(P_ih(o0.num_partitions, o0.replication_factor))
def create_topics_response_v5_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        v = o1.name.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v = o1.value
        if v is None: v = b''; n = 0
        else: v = v.encode(); n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(P_TbT(o1.read_only, o1.config_source, o1.is_sensitive))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_TbTx(o1.read_only, o1.config_source, o1.is_sensitive))
def create_topics_response_v5_tail1(o0, l, out):
    a = l.append
    if o0.topic_config_error_code != 0 or o0.unknown_tagged_fields:
        g0 = list(o0.unknown_tagged_fields)
        if o0.topic_config_error_code != 0:
            w0 = []
            a0 = w0.append
            a0(P_h(o0.topic_config_error_code))
            g0.append((0, b''.join(w0)))
        a(write_tags(g0))
    else:
        a(b'\x00')
create_topics_response_v5 = (
    ('topics', 'name', create_topics_response_v5_head0, create_topics_response_v5_each0, create_topics_response_v5_tail0),
    ('configs', 'name', create_topics_response_v5_head1, create_topics_response_v5_each1, create_topics_response_v5_tail1),
)

def create_topics_response_v7_head0(o0, l, out):
    a = l.append
    a(P_i(o0.throttle_time_ms))
def create_topics_response_v7_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        v = o1.name.encode()
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
        v1 = o1.configs
        if v1 is None: v1 = (); n = 0
        else: n = len(v1) + 1
        if n < 128: a(P_ihB(o1.num_partitions, o1.replication_factor, n))
        else: a(P_ih(o1.num_partitions, o1.replication_factor) + uvarint(n))
        for o2 in v1:
            v = o2.name.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            v = o2.value
            if v is None: v = b''; n = 0
            else: v = v.encode(); n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            if o2.unknown_tagged_fields:
                a(P_TbT(o2.read_only, o2.config_source, o2.is_sensitive))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(P_TbTx(o2.read_only, o2.config_source, o2.is_sensitive))
        if o1.topic_config_error_code != 0 or o1.unknown_tagged_fields:
            g1 = list(o1.unknown_tagged_fields)
            if o1.topic_config_error_code != 0:
                w1 = []
                a1 = w1.append
                a1(P_h(o1.topic_config_error_code))
                g1.append((0, b''.join(w1)))
            a(write_tags(g1))
        else:
            a(b'\x00')
def create_topics_response_v7_tail0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
def create_topics_response_v7_head1(o0, l, out):
    a = l.append
    v = o0.name.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    if len(o0.topic_id) != 16: raise EncodeError(f'{o0.topic_id!r:.80} is not a uuid')
    v = o0.error_message
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(P_16shB(o0.topic_id, o0.error_code, n))
    else: a(P_16sh(o0.topic_id, o0.error_code) + uvarint(n))
    a(v)
    a(P_ih(o0.num_partitions, o0.replication_factor))
def create_topics_response_v7_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        v = o1.name.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v = o1.value
        if v is None: v = b''; n = 0
        else: v = v.encode(); n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(P_TbT(o1.read_only, o1.config_source, o1.is_sensitive))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_TbTx(o1.read_only, o1.config_source, o1.is_sensitive))
def create_topics_response_v7_tail1(o0, l, out):
    a = l.append
    if o0.topic_config_error_code != 0 or o0.unknown_tagged_fields:
        g0 = list(o0.unknown_tagged_fields)
        if o0.topic_config_error_code != 0:
            w0 = []
            a0 = w0.append
            a0(P_h(o0.topic_config_error_code))
            g0.append((0, b''.join(w0)))
        a(write_tags(g0))
    else:
        a(b'\x00')
create_topics_response_v7 = (
    ('topics', 'name', create_topics_response_v7_head0, create_topics_response_v7_each0, create_topics_response_v7_tail0),
    ('configs', 'name', create_topics_response_v7_head1, create_topics_response_v7_each1, create_topics_response_v7_tail1),
)

PIECES = (
    (False, create_topics_response_v0),
    (False, create_topics_response_v1),
    (False, create_topics_response_v2),
    (False, create_topics_response_v2),
    (False, create_topics_response_v2),
    (True, create_topics_response_v5),
    (True, create_topics_response_v5),
    (True, create_topics_response_v7),
)
