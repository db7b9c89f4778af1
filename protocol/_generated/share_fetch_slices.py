"""Written by `make generate` from protocol/messages/share_fetch.py. Do not edit."""

from kavka.protocol._generated.share_fetch import *
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import pack, read_uvarint, refuse, skip_tags, uvarint, write_tags

P_ihB = Struct('>ihB').pack
P_ih = Struct('>ih').pack
P_iB = Struct('>iB').pack
P_i = Struct('>i').pack
P_16sB = Struct('>16sB').pack
P_16s = Struct('>16s').pack
P_hB = Struct('>hB').pack
P_h = Struct('>h').pack
P_2i = Struct('>2i').pack
P_2ix = Struct('>2ix').pack
P_2B = Struct('>2B').pack
P_2qh = Struct('>2qh').pack
P_2qhx = Struct('>2qhx').pack

def scan_share_fetch_request_v1(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    q = b[p]
    p += 1
    if q > 127: q, p = read_uvarint(b, p - 1)
    if q > 32768: raise DecodeError(f'ShareFetchRequest: group_id: length {q}')
    if q: p += q - 1
    q = b[p]
    p += 1
    if q > 127: q, p = read_uvarint(b, p - 1)
    if q > 32768: raise DecodeError(f'ShareFetchRequest: member_id: length {q}')
    if q: p += q - 1
    p += 24
    h0 = p
    r0 = []
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 <= (e - p) // 18: raise DecodeError(f'ShareFetchRequest: topics: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            g0 = p
            v0 = n
            p += 16
            h1 = p
            r1 = []
            c1 = b[p]
            p += 1
            if c1 > 127: c1, p = read_uvarint(b, p - 1)
            c1 -= 1
            if not 0 <= c1 <= (e - p) // 6: raise DecodeError(f'ShareFetchRequest: topics.partitions: count {c1}')
            if c1 > 0:
                s1 = p
                k1 = 0
                m1 = n
                for _ in range(c1):
                    n += 1
                    p += 4
                    c11 = b[p]
                    p += 1
                    if c11 > 127: c11, p = read_uvarint(b, p - 1)
                    c11 -= 1
                    if not 0 <= c11 <= (e - p) // 18: raise DecodeError(f'ShareFetchRequest: topics.partitions.acknowledgement_batches: count {c11}')
                    if c11 > 0:
                        for _ in range(c11):
                            n += 1
                            if n >= y: y = n + w; yield n
                            p += 16
                            c12 = b[p]
                            p += 1
                            if c12 > 127: c12, p = read_uvarint(b, p - 1)
                            c12 -= 1
                            if not 0 <= c12 <= (e - p) // 1: raise DecodeError(f'ShareFetchRequest: topics.partitions.acknowledgement_batches.acknowledge_types: count {c12}')
                            if c12 > 0:
                                n += c12
                                p += c12 * 1
                                if n >= y: y = n + w; yield n
                            if b[p]: n, p = skip_tags(b, p, n)
                            else: p += 1
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
    h0 = p
    r0 = []
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 <= (e - p) // 18: raise DecodeError(f'ShareFetchRequest: forgotten_topics_data: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            g0 = p
            v0 = n
            p += 16
            h1 = p
            r1 = []
            c1 = b[p]
            p += 1
            if c1 > 127: c1, p = read_uvarint(b, p - 1)
            c1 -= 1
            if not 0 <= c1 <= (e - p) // 4: raise DecodeError(f'ShareFetchRequest: forgotten_topics_data.partitions: count {c1}')
            if c1 > 0:
                for j in range(0, c1, w):
                    k = min(w, c1 - j)
                    q = p + k * 4
                    r1.append((k, p, q, None))
                    p = q
                    n += k
                    if n >= y: y = n + w; yield n
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
    if p > e: raise DecodeError(f'ShareFetchRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_share_fetch_request_v2(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    q = b[p]
    p += 1
    if q > 127: q, p = read_uvarint(b, p - 1)
    if q > 32768: raise DecodeError(f'ShareFetchRequest: group_id: length {q}')
    if q: p += q - 1
    q = b[p]
    p += 1
    if q > 127: q, p = read_uvarint(b, p - 1)
    if q > 32768: raise DecodeError(f'ShareFetchRequest: member_id: length {q}')
    if q: p += q - 1
    p += 26
    h0 = p
    r0 = []
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 <= (e - p) // 18: raise DecodeError(f'ShareFetchRequest: topics: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            g0 = p
            v0 = n
            p += 16
            h1 = p
            r1 = []
            c1 = b[p]
            p += 1
            if c1 > 127: c1, p = read_uvarint(b, p - 1)
            c1 -= 1
            if not 0 <= c1 <= (e - p) // 6: raise DecodeError(f'ShareFetchRequest: topics.partitions: count {c1}')
            if c1 > 0:
                s1 = p
                k1 = 0
                m1 = n
                for _ in range(c1):
                    n += 1
                    p += 4
                    c11 = b[p]
                    p += 1
                    if c11 > 127: c11, p = read_uvarint(b, p - 1)
                    c11 -= 1
                    if not 0 <= c11 <= (e - p) // 18: raise DecodeError(f'ShareFetchRequest: topics.partitions.acknowledgement_batches: count {c11}')
                    if c11 > 0:
                        for _ in range(c11):
                            n += 1
                            if n >= y: y = n + w; yield n
                            p += 16
                            c12 = b[p]
                            p += 1
                            if c12 > 127: c12, p = read_uvarint(b, p - 1)
                            c12 -= 1
                            if not 0 <= c12 <= (e - p) // 1: raise DecodeError(f'ShareFetchRequest: topics.partitions.acknowledgement_batches.acknowledge_types: count {c12}')
                            if c12 > 0:
                                n += c12
                                p += c12 * 1
                                if n >= y: y = n + w; yield n
                            if b[p]: n, p = skip_tags(b, p, n)
                            else: p += 1
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
    h0 = p
    r0 = []
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 <= (e - p) // 18: raise DecodeError(f'ShareFetchRequest: forgotten_topics_data: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            g0 = p
            v0 = n
            p += 16
            h1 = p
            r1 = []
            c1 = b[p]
            p += 1
            if c1 > 127: c1, p = read_uvarint(b, p - 1)
            c1 -= 1
            if not 0 <= c1 <= (e - p) // 4: raise DecodeError(f'ShareFetchRequest: forgotten_topics_data.partitions: count {c1}')
            if c1 > 0:
                for j in range(0, c1, w):
                    k = min(w, c1 - j)
                    q = p + k * 4
                    r1.append((k, p, q, None))
                    p = q
                    n += k
                    if n >= y: y = n + w; yield n
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
    if p > e: raise DecodeError(f'ShareFetchRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

SCANNERS = (
    None,
    scan_share_fetch_request_v1,
    scan_share_fetch_request_v2,
)

def share_fetch_response_v1_head0(o0, l, out):
    a = l.append
    v = o0.error_message
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(P_ihB(o0.throttle_time_ms, o0.error_code, n))
    else: a(P_ih(o0.throttle_time_ms, o0.error_code) + uvarint(n))
    a(v)
    v0 = o0.responses
    n = len(v0) + 1
    if n < 128: a(P_iB(o0.acquisition_lock_timeout_ms, n))
    else: a(P_i(o0.acquisition_lock_timeout_ms) + uvarint(n))
    for o1 in v0:
        if len(o1.topic_id) != 16: raise EncodeError(f'{o1.topic_id!r:.80} is not a uuid')
        v1 = o1.partitions
        n = len(v1) + 1
        if n < 128: a(P_16sB(o1.topic_id, n))
        else: a(P_16s(o1.topic_id) + uvarint(n))
        for o2 in v1:
            v = o2.error_message
            if v is None: v = b''; n = 0
            else: v = v.encode(); n = len(v) + 1
            if n < 128: a(P_ihB(o2.partition_index, o2.error_code, n))
            else: a(P_ih(o2.partition_index, o2.error_code) + uvarint(n))
            a(v)
            v = o2.acknowledge_error_message
            if v is None: v = b''; n = 0
            else: v = v.encode(); n = len(v) + 1
            if n < 128: a(P_hB(o2.acknowledge_error_code, n))
            else: a(P_h(o2.acknowledge_error_code) + uvarint(n))
            a(v)
            o3 = o2.current_leader
            if o3.unknown_tagged_fields:
                a(P_2i(o3.leader_id, o3.leader_epoch))
                a(write_tags(o3.unknown_tagged_fields))
            else:
                a(P_2ix(o3.leader_id, o3.leader_epoch))
            v = o2.records
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            elif n < 16384: a(P_2B(n & 127 | 128, n >> 7))
            else: a(uvarint(n))
            if n < VIEW_BYTES_MIN: a(v)
            else: out.append(b''.join(l)); l.clear(); out.append(v)
            v2 = o2.acquired_records
            n = len(v2) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            for o3 in v2:
                if o3.unknown_tagged_fields:
                    a(P_2qh(o3.first_offset, o3.last_offset, o3.delivery_count))
                    a(write_tags(o3.unknown_tagged_fields))
                else:
                    a(P_2qhx(o3.first_offset, o3.last_offset, o3.delivery_count))
            if o2.unknown_tagged_fields:
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(b'\x00')
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
def share_fetch_response_v1_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        v = o1.host.encode()
        n = len(v) + 1
        if n < 128: a(P_iB(o1.node_id, n))
        else: a(P_i(o1.node_id) + uvarint(n))
        a(v)
        v = o1.rack
        if v is None: v = b''; n = 0
        else: v = v.encode(); n = len(v) + 1
        if n < 128: a(P_iB(o1.port, n))
        else: a(P_i(o1.port) + uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
def share_fetch_response_v1_tail0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
share_fetch_response_v1 = (
    ('node_endpoints', '', share_fetch_response_v1_head0, share_fetch_response_v1_each0, share_fetch_response_v1_tail0),
)

PIECES = (
    None,
    (True, share_fetch_response_v1),
    (True, share_fetch_response_v1),
)
