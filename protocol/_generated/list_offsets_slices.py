"""Written by `make generate` from protocol/messages/list_offsets.py. Do not edit."""

from kavka.protocol._generated.list_offsets import *
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import pack, read_uvarint, refuse, skip_tags, uvarint, write_tags

U_i = Struct('>i').unpack_from
U_h = Struct('>h').unpack_from
P_h = Struct('>h').pack
P_i = Struct('>i').pack
F_ihinq = PackCache('>ihi%dq')
P_ih2q = Struct('>ih2q').pack
P_ih2qi = Struct('>ih2qi').pack
P_ih2qix = Struct('>ih2qix').pack

def scan_list_offsets_request_v0(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    p += 4
    h0 = p
    r0 = []
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 <= (e - p) // 6: raise DecodeError(f'ListOffsetsRequest: topics: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            g0 = p
            v0 = n
            q, = U_h(b, p)
            p += 2
            if q >= 0: p += q
            else: raise DecodeError(f'ListOffsetsRequest: topics.name: length {q}')
            h1 = p
            r1 = []
            c1, = U_i(b, p)
            p += 4
            if not 0 <= c1 <= (e - p) // 16: raise DecodeError(f'ListOffsetsRequest: topics.partitions: count {c1}')
            if c1 > 0:
                for j in range(0, c1, w):
                    k = min(w, c1 - j)
                    q = p + k * 16
                    r1.append((k, p, q, None))
                    p = q
                    n += k
                    if n >= y: y = n + w; yield n
                z1 = p
            if n - v0 > w and r1:
                if k0: r0.append((k0, s0, g0, None))
                r0.append((1, g0, p, (h1, z1, r1)))
                s0 = p
                k0 = 0
                m0 = n
                continue
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
    if p > e: raise DecodeError(f'ListOffsetsRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_list_offsets_request_v1(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    p += 4
    h0 = p
    r0 = []
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 <= (e - p) // 6: raise DecodeError(f'ListOffsetsRequest: topics: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            g0 = p
            v0 = n
            q, = U_h(b, p)
            p += 2
            if q >= 0: p += q
            else: raise DecodeError(f'ListOffsetsRequest: topics.name: length {q}')
            h1 = p
            r1 = []
            c1, = U_i(b, p)
            p += 4
            if not 0 <= c1 <= (e - p) // 12: raise DecodeError(f'ListOffsetsRequest: topics.partitions: count {c1}')
            if c1 > 0:
                for j in range(0, c1, w):
                    k = min(w, c1 - j)
                    q = p + k * 12
                    r1.append((k, p, q, None))
                    p = q
                    n += k
                    if n >= y: y = n + w; yield n
                z1 = p
            if n - v0 > w and r1:
                if k0: r0.append((k0, s0, g0, None))
                r0.append((1, g0, p, (h1, z1, r1)))
                s0 = p
                k0 = 0
                m0 = n
                continue
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
    if p > e: raise DecodeError(f'ListOffsetsRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_list_offsets_request_v2(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    p += 5
    h0 = p
    r0 = []
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 <= (e - p) // 6: raise DecodeError(f'ListOffsetsRequest: topics: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            g0 = p
            v0 = n
            q, = U_h(b, p)
            p += 2
            if q >= 0: p += q
            else: raise DecodeError(f'ListOffsetsRequest: topics.name: length {q}')
            h1 = p
            r1 = []
            c1, = U_i(b, p)
            p += 4
            if not 0 <= c1 <= (e - p) // 12: raise DecodeError(f'ListOffsetsRequest: topics.partitions: count {c1}')
            if c1 > 0:
                for j in range(0, c1, w):
                    k = min(w, c1 - j)
                    q = p + k * 12
                    r1.append((k, p, q, None))
                    p = q
                    n += k
                    if n >= y: y = n + w; yield n
                z1 = p
            if n - v0 > w and r1:
                if k0: r0.append((k0, s0, g0, None))
                r0.append((1, g0, p, (h1, z1, r1)))
                s0 = p
                k0 = 0
                m0 = n
                continue
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
    if p > e: raise DecodeError(f'ListOffsetsRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_list_offsets_request_v4(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    p += 5
    h0 = p
    r0 = []
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 <= (e - p) // 6: raise DecodeError(f'ListOffsetsRequest: topics: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            g0 = p
            v0 = n
            q, = U_h(b, p)
            p += 2
            if q >= 0: p += q
            else: raise DecodeError(f'ListOffsetsRequest: topics.name: length {q}')
            h1 = p
            r1 = []
            c1, = U_i(b, p)
            p += 4
            if not 0 <= c1 <= (e - p) // 16: raise DecodeError(f'ListOffsetsRequest: topics.partitions: count {c1}')
            if c1 > 0:
                for j in range(0, c1, w):
                    k = min(w, c1 - j)
                    q = p + k * 16
                    r1.append((k, p, q, None))
                    p = q
                    n += k
                    if n >= y: y = n + w; yield n
                z1 = p
            if n - v0 > w and r1:
                if k0: r0.append((k0, s0, g0, None))
                r0.append((1, g0, p, (h1, z1, r1)))
                s0 = p
                k0 = 0
                m0 = n
                continue
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
    if p > e: raise DecodeError(f'ListOffsetsRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_list_offsets_request_v6(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    p += 5
    h0 = p
    r0 = []
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 <= (e - p) // 3: raise DecodeError(f'ListOffsetsRequest: topics: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            g0 = p
            v0 = n
            q = b[p]
            p += 1
            if q > 127: q, p = read_uvarint(b, p - 1)
            if q > 32768: raise DecodeError(f'ListOffsetsRequest: topics.name: length {q}')
            if q: p += q - 1
            else: raise DecodeError(f'ListOffsetsRequest: topics.name: length {q}')
            h1 = p
            r1 = []
            c1 = b[p]
            p += 1
            if c1 > 127: c1, p = read_uvarint(b, p - 1)
            c1 -= 1
            if not 0 <= c1 <= (e - p) // 17: raise DecodeError(f'ListOffsetsRequest: topics.partitions: count {c1}')
            if c1 > 0:
                s1 = p
                k1 = 0
                m1 = n
                for _ in range(c1):
                    n += 1
                    p += 16
                    if b[p]: n, p = skip_tags(b, p, n)
                    else: p += 1
                    k1 += 1
                    if n - m1 >= w:
                        r1.append((k1, s1, p, None))
                        s1 = p
                        k1 = 0
                        m1 = n
                        if n >= y: y = n + w; yield n
                if k1: r1.append((k1, s1, p, None))
                z1 = p
            if b[p]: n, p = skip_tags(b, p, n)
            else: p += 1
            if n - v0 > w and r1:
                if k0: r0.append((k0, s0, g0, None))
                r0.append((1, g0, p, (h1, z1, r1)))
                s0 = p
                k0 = 0
                m0 = n
                continue
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
    if p > e: raise DecodeError(f'ListOffsetsRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_list_offsets_request_v10(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    p += 5
    h0 = p
    r0 = []
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 <= (e - p) // 3: raise DecodeError(f'ListOffsetsRequest: topics: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            g0 = p
            v0 = n
            q = b[p]
            p += 1
            if q > 127: q, p = read_uvarint(b, p - 1)
            if q > 32768: raise DecodeError(f'ListOffsetsRequest: topics.name: length {q}')
            if q: p += q - 1
            else: raise DecodeError(f'ListOffsetsRequest: topics.name: length {q}')
            h1 = p
            r1 = []
            c1 = b[p]
            p += 1
            if c1 > 127: c1, p = read_uvarint(b, p - 1)
            c1 -= 1
            if not 0 <= c1 <= (e - p) // 17: raise DecodeError(f'ListOffsetsRequest: topics.partitions: count {c1}')
            if c1 > 0:
                s1 = p
                k1 = 0
                m1 = n
                for _ in range(c1):
                    n += 1
                    p += 16
                    if b[p]: n, p = skip_tags(b, p, n)
                    else: p += 1
                    k1 += 1
                    if n - m1 >= w:
                        r1.append((k1, s1, p, None))
                        s1 = p
                        k1 = 0
                        m1 = n
                        if n >= y: y = n + w; yield n
                if k1: r1.append((k1, s1, p, None))
                z1 = p
            if b[p]: n, p = skip_tags(b, p, n)
            else: p += 1
            if n - v0 > w and r1:
                if k0: r0.append((k0, s0, g0, None))
                r0.append((1, g0, p, (h1, z1, r1)))
                s0 = p
                k0 = 0
                m0 = n
                continue
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
    if p > e: raise DecodeError(f'ListOffsetsRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

SCANNERS = (
    scan_list_offsets_request_v0,
    scan_list_offsets_request_v1,
    scan_list_offsets_request_v2,
    scan_list_offsets_request_v2,
    scan_list_offsets_request_v4,
    scan_list_offsets_request_v4,
    scan_list_offsets_request_v6,
    scan_list_offsets_request_v6,
    scan_list_offsets_request_v6,
    scan_list_offsets_request_v6,
    scan_list_offsets_request_v10,
    scan_list_offsets_request_v10,
)

def list_offsets_response_v0_head0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
def list_offsets_response_v0_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.name.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v1 = o1.partitions
        n = len(v1)
        a(P_i(n))
        for o2 in v1:
            if o2.timestamp != -1 or o2.offset != -1 or o2.leader_epoch != -1 or o2.unknown_tagged_fields: raise refuse(o2, 'timestamp', 'offset', 'leader_epoch', 'unknown_tagged_fields')
            s0 = o2.old_style_offsets
            n0 = len(s0)
            a(F_ihinq[n0](o2.partition_index, o2.error_code, n0, *s0))
def list_offsets_response_v0_tail0(o0, l, out):
    a = l.append
def list_offsets_response_v0_head1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v = o0.name.encode()
    n = len(v)
    a(P_h(n))
    a(v)
def list_offsets_response_v0_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.timestamp != -1 or o1.offset != -1 or o1.leader_epoch != -1 or o1.unknown_tagged_fields: raise refuse(o1, 'timestamp', 'offset', 'leader_epoch', 'unknown_tagged_fields')
        s0 = o1.old_style_offsets
        n0 = len(s0)
        a(F_ihinq[n0](o1.partition_index, o1.error_code, n0, *s0))
def list_offsets_response_v0_tail1(o0, l, out):
    a = l.append
list_offsets_response_v0 = (
    ('topics', 'name', list_offsets_response_v0_head0, list_offsets_response_v0_each0, list_offsets_response_v0_tail0),
    ('partitions', '', list_offsets_response_v0_head1, list_offsets_response_v0_each1, list_offsets_response_v0_tail1),
)

def list_offsets_response_v1_head0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
def list_offsets_response_v1_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.name.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v1 = o1.partitions
        n = len(v1)
        a(P_i(n))
        for o2 in v1:
            if o2.old_style_offsets or o2.leader_epoch != -1 or o2.unknown_tagged_fields: raise refuse(o2, 'old_style_offsets', 'leader_epoch', 'unknown_tagged_fields')
            a(P_ih2q(o2.partition_index, o2.error_code, o2.timestamp, o2.offset))
def list_offsets_response_v1_tail0(o0, l, out):
    a = l.append
def list_offsets_response_v1_head1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v = o0.name.encode()
    n = len(v)
    a(P_h(n))
    a(v)
def list_offsets_response_v1_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.old_style_offsets or o1.leader_epoch != -1 or o1.unknown_tagged_fields: raise refuse(o1, 'old_style_offsets', 'leader_epoch', 'unknown_tagged_fields')
        a(P_ih2q(o1.partition_index, o1.error_code, o1.timestamp, o1.offset))
def list_offsets_response_v1_tail1(o0, l, out):
    a = l.append
list_offsets_response_v1 = (
    ('topics', 'name', list_offsets_response_v1_head0, list_offsets_response_v1_each0, list_offsets_response_v1_tail0),
    ('partitions', '', list_offsets_response_v1_head1, list_offsets_response_v1_each1, list_offsets_response_v1_tail1),
)

def list_offsets_response_v2_head0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    a(P_i(o0.throttle_time_ms))
def list_offsets_response_v2_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.name.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v1 = o1.partitions
        n = len(v1)
        a(P_i(n))
        for o2 in v1:
            if o2.old_style_offsets or o2.leader_epoch != -1 or o2.unknown_tagged_fields: raise refuse(o2, 'old_style_offsets', 'leader_epoch', 'unknown_tagged_fields')
            a(P_ih2q(o2.partition_index, o2.error_code, o2.timestamp, o2.offset))
def list_offsets_response_v2_tail0(o0, l, out):
    a = l.append
def list_offsets_response_v2_head1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v = o0.name.encode()
    n = len(v)
    a(P_h(n))
    a(v)
def list_offsets_response_v2_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.old_style_offsets or o1.leader_epoch != -1 or o1.unknown_tagged_fields: raise refuse(o1, 'old_style_offsets', 'leader_epoch', 'unknown_tagged_fields')
        a(P_ih2q(o1.partition_index, o1.error_code, o1.timestamp, o1.offset))
def list_offsets_response_v2_tail1(o0, l, out):
    a = l.append
list_offsets_response_v2 = (
    ('topics', 'name', list_offsets_response_v2_head0, list_offsets_response_v2_each0, list_offsets_response_v2_tail0),
    ('partitions', '', list_offsets_response_v2_head1, list_offsets_response_v2_each1, list_offsets_response_v2_tail1),
)

def list_offsets_response_v4_head0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    a(P_i(o0.throttle_time_ms))
def list_offsets_response_v4_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.name.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v1 = o1.partitions
        n = len(v1)
        a(P_i(n))
        for o2 in v1:
            if o2.old_style_offsets or o2.unknown_tagged_fields: raise refuse(o2, 'old_style_offsets', 'unknown_tagged_fields')
            a(P_ih2qi(o2.partition_index, o2.error_code, o2.timestamp, o2.offset, o2.leader_epoch))
def list_offsets_response_v4_tail0(o0, l, out):
    a = l.append
def list_offsets_response_v4_head1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v = o0.name.encode()
    n = len(v)
    a(P_h(n))
    a(v)
def list_offsets_response_v4_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.old_style_offsets or o1.unknown_tagged_fields: raise refuse(o1, 'old_style_offsets', 'unknown_tagged_fields')
        a(P_ih2qi(o1.partition_index, o1.error_code, o1.timestamp, o1.offset, o1.leader_epoch))
def list_offsets_response_v4_tail1(o0, l, out):
    a = l.append
list_offsets_response_v4 = (
    ('topics', 'name', list_offsets_response_v4_head0, list_offsets_response_v4_each0, list_offsets_response_v4_tail0),
    ('partitions', '', list_offsets_response_v4_head1, list_offsets_response_v4_each1, list_offsets_response_v4_tail1),
)

def list_offsets_response_v6_head0(o0, l, out):
    a = l.append
    a(P_i(o0.throttle_time_ms))
def list_offsets_response_v6_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        v = o1.name.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v1 = o1.partitions
        n = len(v1) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o2 in v1:
            if o2.old_style_offsets: raise refuse(o2, 'old_style_offsets')
            if o2.unknown_tagged_fields:
                a(P_ih2qi(o2.partition_index, o2.error_code, o2.timestamp, o2.offset, o2.leader_epoch))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(P_ih2qix(o2.partition_index, o2.error_code, o2.timestamp, o2.offset, o2.leader_epoch))
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
def list_offsets_response_v6_tail0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
def list_offsets_response_v6_head1(o0, l, out):
    a = l.append
    v = o0.name.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
def list_offsets_response_v6_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.old_style_offsets: raise refuse(o1, 'old_style_offsets')
        if o1.unknown_tagged_fields:
            a(P_ih2qi(o1.partition_index, o1.error_code, o1.timestamp, o1.offset, o1.leader_epoch))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_ih2qix(o1.partition_index, o1.error_code, o1.timestamp, o1.offset, o1.leader_epoch))
def list_offsets_response_v6_tail1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
list_offsets_response_v6 = (
    ('topics', 'name', list_offsets_response_v6_head0, list_offsets_response_v6_each0, list_offsets_response_v6_tail0),
    ('partitions', '', list_offsets_response_v6_head1, list_offsets_response_v6_each1, list_offsets_response_v6_tail1),
)

PIECES = (
    (False, list_offsets_response_v0),
    (False, list_offsets_response_v1),
    (False, list_offsets_response_v2),
    (False, list_offsets_response_v2),
    (False, list_offsets_response_v4),
    (False, list_offsets_response_v4),
    (True, list_offsets_response_v6),
    (True, list_offsets_response_v6),
    (True, list_offsets_response_v6),
    (True, list_offsets_response_v6),
    (True, list_offsets_response_v6),
    (True, list_offsets_response_v6),
)
