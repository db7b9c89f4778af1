"""Written by `make generate` from protocol/messages/write_txn_markers.py. Do not edit."""

from kavka.protocol._generated.write_txn_markers import *
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import pack, read_uvarint, refuse, skip_tags, uvarint, write_tags

U_i = Struct('>i').unpack_from
U_h = Struct('>h').unpack_from
P_qi = Struct('>qi').pack
P_h = Struct('>h').pack
P_i = Struct('>i').pack
P_ih = Struct('>ih').pack
P_q = Struct('>q').pack
P_qB = Struct('>qB').pack
P_ihx = Struct('>ihx').pack

def scan_write_txn_markers_request_v0(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    h0 = p
    r0 = []
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 <= (e - p) // 19: raise DecodeError(f'WriteTxnMarkersRequest: markers: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            g0 = p
            v0 = n
            p += 11
            h1 = p
            r1 = []
            c1, = U_i(b, p)
            p += 4
            if not 0 <= c1 <= (e - p) // 6: raise DecodeError(f'WriteTxnMarkersRequest: markers.topics: count {c1}')
            if c1 > 0:
                s1 = p
                k1 = 0
                m1 = n
                for _ in range(c1):
                    n += 1
                    g1 = p
                    v1 = n
                    q, = U_h(b, p)
                    p += 2
                    if q >= 0: p += q
                    else: raise DecodeError(f'WriteTxnMarkersRequest: markers.topics.name: length {q}')
                    h2 = p
                    r2 = []
                    c2, = U_i(b, p)
                    p += 4
                    if not 0 <= c2 <= (e - p) // 4: raise DecodeError(f'WriteTxnMarkersRequest: markers.topics.partition_indexes: count {c2}')
                    if c2 > 0:
                        for j in range(0, c2, w):
                            k = min(w, c2 - j)
                            q = p + k * 4
                            r2.append((k, p, q, None))
                            p = q
                            n += k
                            if n >= y: y = n + w; yield n
                        z2 = p
                    if n - v1 > w and r2:
                        if k1: r1.append((k1, s1, g1, None))
                        r1.append((1, g1, p, (h2, z2, r2)))
                        s1 = p
                        k1 = 0
                        m1 = n
                        continue
                    k1 += 1
                    if n - m1 >= w:
                        r1.append((k1, s1, p, None))
                        s1 = p
                        k1 = 0
                        m1 = n
                        if n >= y: y = n + w; yield n
                if k1: r1.append((k1, s1, p, None))
                z1 = p
            p += 4
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
    if p > e: raise DecodeError(f'WriteTxnMarkersRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_write_txn_markers_request_v1(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    h0 = p
    r0 = []
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 <= (e - p) // 17: raise DecodeError(f'WriteTxnMarkersRequest: markers: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            g0 = p
            v0 = n
            p += 11
            h1 = p
            r1 = []
            c1 = b[p]
            p += 1
            if c1 > 127: c1, p = read_uvarint(b, p - 1)
            c1 -= 1
            if not 0 <= c1 <= (e - p) // 3: raise DecodeError(f'WriteTxnMarkersRequest: markers.topics: count {c1}')
            if c1 > 0:
                s1 = p
                k1 = 0
                m1 = n
                for _ in range(c1):
                    n += 1
                    g1 = p
                    v1 = n
                    q = b[p]
                    p += 1
                    if q > 127: q, p = read_uvarint(b, p - 1)
                    if q > 32768: raise DecodeError(f'WriteTxnMarkersRequest: markers.topics.name: length {q}')
                    if q: p += q - 1
                    else: raise DecodeError(f'WriteTxnMarkersRequest: markers.topics.name: length {q}')
                    h2 = p
                    r2 = []
                    c2 = b[p]
                    p += 1
                    if c2 > 127: c2, p = read_uvarint(b, p - 1)
                    c2 -= 1
                    if not 0 <= c2 <= (e - p) // 4: raise DecodeError(f'WriteTxnMarkersRequest: markers.topics.partition_indexes: count {c2}')
                    if c2 > 0:
                        for j in range(0, c2, w):
                            k = min(w, c2 - j)
                            q = p + k * 4
                            r2.append((k, p, q, None))
                            p = q
                            n += k
                            if n >= y: y = n + w; yield n
                        z2 = p
                    if b[p]: n, p = skip_tags(b, p, n)
                    else: p += 1
                    if n - v1 > w and r2:
                        if k1: r1.append((k1, s1, g1, None))
                        r1.append((1, g1, p, (h2, z2, r2)))
                        s1 = p
                        k1 = 0
                        m1 = n
                        continue
                    k1 += 1
                    if n - m1 >= w:
                        r1.append((k1, s1, p, None))
                        s1 = p
                        k1 = 0
                        m1 = n
                        if n >= y: y = n + w; yield n
                if k1: r1.append((k1, s1, p, None))
                z1 = p
            p += 4
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
    if p > e: raise DecodeError(f'WriteTxnMarkersRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_write_txn_markers_request_v2(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    h0 = p
    r0 = []
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 <= (e - p) // 18: raise DecodeError(f'WriteTxnMarkersRequest: markers: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            g0 = p
            v0 = n
            p += 11
            h1 = p
            r1 = []
            c1 = b[p]
            p += 1
            if c1 > 127: c1, p = read_uvarint(b, p - 1)
            c1 -= 1
            if not 0 <= c1 <= (e - p) // 3: raise DecodeError(f'WriteTxnMarkersRequest: markers.topics: count {c1}')
            if c1 > 0:
                s1 = p
                k1 = 0
                m1 = n
                for _ in range(c1):
                    n += 1
                    g1 = p
                    v1 = n
                    q = b[p]
                    p += 1
                    if q > 127: q, p = read_uvarint(b, p - 1)
                    if q > 32768: raise DecodeError(f'WriteTxnMarkersRequest: markers.topics.name: length {q}')
                    if q: p += q - 1
                    else: raise DecodeError(f'WriteTxnMarkersRequest: markers.topics.name: length {q}')
                    h2 = p
                    r2 = []
                    c2 = b[p]
                    p += 1
                    if c2 > 127: c2, p = read_uvarint(b, p - 1)
                    c2 -= 1
                    if not 0 <= c2 <= (e - p) // 4: raise DecodeError(f'WriteTxnMarkersRequest: markers.topics.partition_indexes: count {c2}')
                    if c2 > 0:
                        for j in range(0, c2, w):
                            k = min(w, c2 - j)
                            q = p + k * 4
                            r2.append((k, p, q, None))
                            p = q
                            n += k
                            if n >= y: y = n + w; yield n
                        z2 = p
                    if b[p]: n, p = skip_tags(b, p, n)
                    else: p += 1
                    if n - v1 > w and r2:
                        if k1: r1.append((k1, s1, g1, None))
                        r1.append((1, g1, p, (h2, z2, r2)))
                        s1 = p
                        k1 = 0
                        m1 = n
                        continue
                    k1 += 1
                    if n - m1 >= w:
                        r1.append((k1, s1, p, None))
                        s1 = p
                        k1 = 0
                        m1 = n
                        if n >= y: y = n + w; yield n
                if k1: r1.append((k1, s1, p, None))
                z1 = p
            p += 5
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
    if p > e: raise DecodeError(f'WriteTxnMarkersRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

SCANNERS = (
    scan_write_txn_markers_request_v0,
    scan_write_txn_markers_request_v1,
    scan_write_txn_markers_request_v2,
)

def write_txn_markers_response_v0_head0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
def write_txn_markers_response_v0_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v1 = o1.topics
        n = len(v1)
        a(P_qi(o1.producer_id, n))
        for o2 in v1:
            if o2.unknown_tagged_fields: raise refuse(o2, 'unknown_tagged_fields')
            v = o2.name.encode()
            n = len(v)
            a(P_h(n))
            a(v)
            v2 = o2.partitions
            n = len(v2)
            a(P_i(n))
            for o3 in v2:
                if o3.unknown_tagged_fields: raise refuse(o3, 'unknown_tagged_fields')
                a(P_ih(o3.partition_index, o3.error_code))
def write_txn_markers_response_v0_tail0(o0, l, out):
    a = l.append
def write_txn_markers_response_v0_head1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    a(P_q(o0.producer_id))
def write_txn_markers_response_v0_each1(o0, l, out):
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
            if o2.unknown_tagged_fields: raise refuse(o2, 'unknown_tagged_fields')
            a(P_ih(o2.partition_index, o2.error_code))
def write_txn_markers_response_v0_tail1(o0, l, out):
    a = l.append
def write_txn_markers_response_v0_head2(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v = o0.name.encode()
    n = len(v)
    a(P_h(n))
    a(v)
def write_txn_markers_response_v0_each2(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        a(P_ih(o1.partition_index, o1.error_code))
def write_txn_markers_response_v0_tail2(o0, l, out):
    a = l.append
write_txn_markers_response_v0 = (
    ('markers', 'producer_id', write_txn_markers_response_v0_head0, write_txn_markers_response_v0_each0, write_txn_markers_response_v0_tail0),
    ('topics', 'name', write_txn_markers_response_v0_head1, write_txn_markers_response_v0_each1, write_txn_markers_response_v0_tail1),
    ('partitions', '', write_txn_markers_response_v0_head2, write_txn_markers_response_v0_each2, write_txn_markers_response_v0_tail2),
)

def write_txn_markers_response_v1_head0(o0, l, out):
    a = l.append
def write_txn_markers_response_v1_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        v1 = o1.topics
        n = len(v1) + 1
        if n < 128: a(P_qB(o1.producer_id, n))
        else: a(P_q(o1.producer_id) + uvarint(n))
        for o2 in v1:
            v = o2.name.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            v2 = o2.partitions
            n = len(v2) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            for o3 in v2:
                if o3.unknown_tagged_fields:
                    a(P_ih(o3.partition_index, o3.error_code))
                    a(write_tags(o3.unknown_tagged_fields))
                else:
                    a(P_ihx(o3.partition_index, o3.error_code))
            if o2.unknown_tagged_fields:
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(b'\x00')
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
def write_txn_markers_response_v1_tail0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
def write_txn_markers_response_v1_head1(o0, l, out):
    a = l.append
    a(P_q(o0.producer_id))
def write_txn_markers_response_v1_each1(o0, l, out):
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
            if o2.unknown_tagged_fields:
                a(P_ih(o2.partition_index, o2.error_code))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(P_ihx(o2.partition_index, o2.error_code))
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
def write_txn_markers_response_v1_tail1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
def write_txn_markers_response_v1_head2(o0, l, out):
    a = l.append
    v = o0.name.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
def write_txn_markers_response_v1_each2(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields:
            a(P_ih(o1.partition_index, o1.error_code))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_ihx(o1.partition_index, o1.error_code))
def write_txn_markers_response_v1_tail2(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
write_txn_markers_response_v1 = (
    ('markers', 'producer_id', write_txn_markers_response_v1_head0, write_txn_markers_response_v1_each0, write_txn_markers_response_v1_tail0),
    ('topics', 'name', write_txn_markers_response_v1_head1, write_txn_markers_response_v1_each1, write_txn_markers_response_v1_tail1),
    ('partitions', '', write_txn_markers_response_v1_head2, write_txn_markers_response_v1_each2, write_txn_markers_response_v1_tail2),
)

PIECES = (
    (False, write_txn_markers_response_v0),
    (True, write_txn_markers_response_v1),
    (True, write_txn_markers_response_v1),
)
