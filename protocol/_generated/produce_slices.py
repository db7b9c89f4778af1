"""Written by `make generate` from protocol/messages/produce.py. Do not edit."""

from kavka.protocol._generated.produce import *
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import pack, read_uvarint, refuse, skip_tags, uvarint, write_tags

U_i = Struct('>i').unpack_from
U_h = Struct('>h').unpack_from
P_h = Struct('>h').pack
P_i = Struct('>i').pack
P_ihq = Struct('>ihq').pack
P_ih2q = Struct('>ih2q').pack
P_ih3q = Struct('>ih3q').pack
P_ih3qi = Struct('>ih3qi').pack
P_ih = Struct('>ih').pack
P_ih3qB = Struct('>ih3qB').pack
P_iB = Struct('>iB').pack
P_ix = Struct('>ix').pack
P_2i = Struct('>2i').pack
P_2ix = Struct('>2ix').pack
P_16sB = Struct('>16sB').pack
P_16s = Struct('>16s').pack

def scan_produce_request_v0(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    p += 6
    h0 = p
    r0 = []
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 <= (e - p) // 6: raise DecodeError(f'ProduceRequest: topic_data: count {c0}')
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
            else: raise DecodeError(f'ProduceRequest: topic_data.name: length {q}')
            h1 = p
            r1 = []
            c1, = U_i(b, p)
            p += 4
            if not 0 <= c1 <= (e - p) // 8: raise DecodeError(f'ProduceRequest: topic_data.partition_data: count {c1}')
            if c1 > 0:
                s1 = p
                k1 = 0
                m1 = n
                for _ in range(c1):
                    n += 1
                    p += 4
                    q, = U_i(b, p)
                    p += 4
                    if q >= 0: p += q
                    elif q != -1: raise DecodeError(f'ProduceRequest: topic_data.partition_data.records: length {q}')
                    k1 += 1
                    if n - m1 >= w:
                        r1.append((k1, s1, p, None))
                        s1 = p
                        k1 = 0
                        m1 = n
                        if n >= y: y = n + w; yield n
                if k1: r1.append((k1, s1, p, None))
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
    if p > e: raise DecodeError(f'ProduceRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_produce_request_v3(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    q, = U_h(b, p)
    p += 2
    if q >= 0: p += q
    elif q != -1: raise DecodeError(f'ProduceRequest: transactional_id: length {q}')
    p += 6
    h0 = p
    r0 = []
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 <= (e - p) // 6: raise DecodeError(f'ProduceRequest: topic_data: count {c0}')
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
            else: raise DecodeError(f'ProduceRequest: topic_data.name: length {q}')
            h1 = p
            r1 = []
            c1, = U_i(b, p)
            p += 4
            if not 0 <= c1 <= (e - p) // 8: raise DecodeError(f'ProduceRequest: topic_data.partition_data: count {c1}')
            if c1 > 0:
                s1 = p
                k1 = 0
                m1 = n
                for _ in range(c1):
                    n += 1
                    p += 4
                    q, = U_i(b, p)
                    p += 4
                    if q >= 0: p += q
                    elif q != -1: raise DecodeError(f'ProduceRequest: topic_data.partition_data.records: length {q}')
                    k1 += 1
                    if n - m1 >= w:
                        r1.append((k1, s1, p, None))
                        s1 = p
                        k1 = 0
                        m1 = n
                        if n >= y: y = n + w; yield n
                if k1: r1.append((k1, s1, p, None))
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
    if p > e: raise DecodeError(f'ProduceRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_produce_request_v9(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    q = b[p]
    p += 1
    if q > 127: q, p = read_uvarint(b, p - 1)
    if q > 32768: raise DecodeError(f'ProduceRequest: transactional_id: length {q}')
    if q: p += q - 1
    p += 6
    h0 = p
    r0 = []
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 <= (e - p) // 3: raise DecodeError(f'ProduceRequest: topic_data: count {c0}')
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
            if q > 32768: raise DecodeError(f'ProduceRequest: topic_data.name: length {q}')
            if q: p += q - 1
            else: raise DecodeError(f'ProduceRequest: topic_data.name: length {q}')
            h1 = p
            r1 = []
            c1 = b[p]
            p += 1
            if c1 > 127: c1, p = read_uvarint(b, p - 1)
            c1 -= 1
            if not 0 <= c1 <= (e - p) // 6: raise DecodeError(f'ProduceRequest: topic_data.partition_data: count {c1}')
            if c1 > 0:
                s1 = p
                k1 = 0
                m1 = n
                for _ in range(c1):
                    n += 1
                    p += 4
                    q = b[p]
                    p += 1
                    if q > 127: q, p = read_uvarint(b, p - 1)
                    if q: p += q - 1
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
    if p > e: raise DecodeError(f'ProduceRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_produce_request_v13(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    q = b[p]
    p += 1
    if q > 127: q, p = read_uvarint(b, p - 1)
    if q > 32768: raise DecodeError(f'ProduceRequest: transactional_id: length {q}')
    if q: p += q - 1
    p += 6
    h0 = p
    r0 = []
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 <= (e - p) // 18: raise DecodeError(f'ProduceRequest: topic_data: count {c0}')
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
            if not 0 <= c1 <= (e - p) // 6: raise DecodeError(f'ProduceRequest: topic_data.partition_data: count {c1}')
            if c1 > 0:
                s1 = p
                k1 = 0
                m1 = n
                for _ in range(c1):
                    n += 1
                    p += 4
                    q = b[p]
                    p += 1
                    if q > 127: q, p = read_uvarint(b, p - 1)
                    if q: p += q - 1
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
    if p > e: raise DecodeError(f'ProduceRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

SCANNERS = (
    scan_produce_request_v0,
    scan_produce_request_v0,
    scan_produce_request_v0,
    scan_produce_request_v3,
    scan_produce_request_v3,
    scan_produce_request_v3,
    scan_produce_request_v3,
    scan_produce_request_v3,
    scan_produce_request_v3,
    scan_produce_request_v9,
    scan_produce_request_v9,
    scan_produce_request_v9,
    scan_produce_request_v9,
    scan_produce_request_v13,
)

def produce_response_v0_head0(o0, l, out):
    a = l.append
    if o0.node_endpoints or o0.unknown_tagged_fields: raise refuse(o0, 'node_endpoints', 'unknown_tagged_fields')
def produce_response_v0_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.name.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v1 = o1.partition_responses
        n = len(v1)
        a(P_i(n))
        for o2 in v1:
            if (o2.current_leader is not None and o2.current_leader != ProduceResponse_LeaderIdAndEpoch()) or o2.unknown_tagged_fields: raise refuse(o2, 'current_leader', 'unknown_tagged_fields')
            a(P_ihq(o2.index, o2.error_code, o2.base_offset))
def produce_response_v0_tail0(o0, l, out):
    a = l.append
def produce_response_v0_head1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v = o0.name.encode()
    n = len(v)
    a(P_h(n))
    a(v)
def produce_response_v0_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        if (o1.current_leader is not None and o1.current_leader != ProduceResponse_LeaderIdAndEpoch()) or o1.unknown_tagged_fields: raise refuse(o1, 'current_leader', 'unknown_tagged_fields')
        a(P_ihq(o1.index, o1.error_code, o1.base_offset))
def produce_response_v0_tail1(o0, l, out):
    a = l.append
produce_response_v0 = (
    ('responses', 'name', produce_response_v0_head0, produce_response_v0_each0, produce_response_v0_tail0),
    ('partition_responses', '', produce_response_v0_head1, produce_response_v0_each1, produce_response_v0_tail1),
)

def produce_response_v1_head0(o0, l, out):
    a = l.append
    if o0.node_endpoints or o0.unknown_tagged_fields: raise refuse(o0, 'node_endpoints', 'unknown_tagged_fields')
def produce_response_v1_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.name.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v1 = o1.partition_responses
        n = len(v1)
        a(P_i(n))
        for o2 in v1:
            if (o2.current_leader is not None and o2.current_leader != ProduceResponse_LeaderIdAndEpoch()) or o2.unknown_tagged_fields: raise refuse(o2, 'current_leader', 'unknown_tagged_fields')
            a(P_ihq(o2.index, o2.error_code, o2.base_offset))
def produce_response_v1_tail0(o0, l, out):
    a = l.append
    a(P_i(o0.throttle_time_ms))
def produce_response_v1_head1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v = o0.name.encode()
    n = len(v)
    a(P_h(n))
    a(v)
def produce_response_v1_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        if (o1.current_leader is not None and o1.current_leader != ProduceResponse_LeaderIdAndEpoch()) or o1.unknown_tagged_fields: raise refuse(o1, 'current_leader', 'unknown_tagged_fields')
        a(P_ihq(o1.index, o1.error_code, o1.base_offset))
def produce_response_v1_tail1(o0, l, out):
    a = l.append
produce_response_v1 = (
    ('responses', 'name', produce_response_v1_head0, produce_response_v1_each0, produce_response_v1_tail0),
    ('partition_responses', '', produce_response_v1_head1, produce_response_v1_each1, produce_response_v1_tail1),
)

def produce_response_v2_head0(o0, l, out):
    a = l.append
    if o0.node_endpoints or o0.unknown_tagged_fields: raise refuse(o0, 'node_endpoints', 'unknown_tagged_fields')
def produce_response_v2_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.name.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v1 = o1.partition_responses
        n = len(v1)
        a(P_i(n))
        for o2 in v1:
            if (o2.current_leader is not None and o2.current_leader != ProduceResponse_LeaderIdAndEpoch()) or o2.unknown_tagged_fields: raise refuse(o2, 'current_leader', 'unknown_tagged_fields')
            a(P_ih2q(o2.index, o2.error_code, o2.base_offset, o2.log_append_time_ms))
def produce_response_v2_tail0(o0, l, out):
    a = l.append
    a(P_i(o0.throttle_time_ms))
def produce_response_v2_head1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v = o0.name.encode()
    n = len(v)
    a(P_h(n))
    a(v)
def produce_response_v2_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        if (o1.current_leader is not None and o1.current_leader != ProduceResponse_LeaderIdAndEpoch()) or o1.unknown_tagged_fields: raise refuse(o1, 'current_leader', 'unknown_tagged_fields')
        a(P_ih2q(o1.index, o1.error_code, o1.base_offset, o1.log_append_time_ms))
def produce_response_v2_tail1(o0, l, out):
    a = l.append
produce_response_v2 = (
    ('responses', 'name', produce_response_v2_head0, produce_response_v2_each0, produce_response_v2_tail0),
    ('partition_responses', '', produce_response_v2_head1, produce_response_v2_each1, produce_response_v2_tail1),
)

def produce_response_v5_head0(o0, l, out):
    a = l.append
    if o0.node_endpoints or o0.unknown_tagged_fields: raise refuse(o0, 'node_endpoints', 'unknown_tagged_fields')
def produce_response_v5_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.name.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v1 = o1.partition_responses
        n = len(v1)
        a(P_i(n))
        for o2 in v1:
            if (o2.current_leader is not None and o2.current_leader != ProduceResponse_LeaderIdAndEpoch()) or o2.unknown_tagged_fields: raise refuse(o2, 'current_leader', 'unknown_tagged_fields')
            a(P_ih3q(o2.index, o2.error_code, o2.base_offset, o2.log_append_time_ms, o2.log_start_offset))
def produce_response_v5_tail0(o0, l, out):
    a = l.append
    a(P_i(o0.throttle_time_ms))
def produce_response_v5_head1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v = o0.name.encode()
    n = len(v)
    a(P_h(n))
    a(v)
def produce_response_v5_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        if (o1.current_leader is not None and o1.current_leader != ProduceResponse_LeaderIdAndEpoch()) or o1.unknown_tagged_fields: raise refuse(o1, 'current_leader', 'unknown_tagged_fields')
        a(P_ih3q(o1.index, o1.error_code, o1.base_offset, o1.log_append_time_ms, o1.log_start_offset))
def produce_response_v5_tail1(o0, l, out):
    a = l.append
produce_response_v5 = (
    ('responses', 'name', produce_response_v5_head0, produce_response_v5_each0, produce_response_v5_tail0),
    ('partition_responses', '', produce_response_v5_head1, produce_response_v5_each1, produce_response_v5_tail1),
)

def produce_response_v8_head0(o0, l, out):
    a = l.append
    if o0.node_endpoints or o0.unknown_tagged_fields: raise refuse(o0, 'node_endpoints', 'unknown_tagged_fields')
def produce_response_v8_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.name.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v1 = o1.partition_responses
        n = len(v1)
        a(P_i(n))
        for o2 in v1:
            if (o2.current_leader is not None and o2.current_leader != ProduceResponse_LeaderIdAndEpoch()) or o2.unknown_tagged_fields: raise refuse(o2, 'current_leader', 'unknown_tagged_fields')
            v2 = o2.record_errors
            n = len(v2)
            a(P_ih3qi(o2.index, o2.error_code, o2.base_offset, o2.log_append_time_ms, o2.log_start_offset, n))
            for o3 in v2:
                if o3.unknown_tagged_fields: raise refuse(o3, 'unknown_tagged_fields')
                v = o3.batch_index_error_message
                if v is None: v = b''; n = -1
                else: v = v.encode(); n = len(v)
                a(P_ih(o3.batch_index, n))
                a(v)
            v = o2.error_message
            if v is None: v = b''; n = -1
            else: v = v.encode(); n = len(v)
            a(P_h(n))
            a(v)
def produce_response_v8_tail0(o0, l, out):
    a = l.append
    a(P_i(o0.throttle_time_ms))
def produce_response_v8_head1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v = o0.name.encode()
    n = len(v)
    a(P_h(n))
    a(v)
def produce_response_v8_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        if (o1.current_leader is not None and o1.current_leader != ProduceResponse_LeaderIdAndEpoch()) or o1.unknown_tagged_fields: raise refuse(o1, 'current_leader', 'unknown_tagged_fields')
        v1 = o1.record_errors
        n = len(v1)
        a(P_ih3qi(o1.index, o1.error_code, o1.base_offset, o1.log_append_time_ms, o1.log_start_offset, n))
        for o2 in v1:
            if o2.unknown_tagged_fields: raise refuse(o2, 'unknown_tagged_fields')
            v = o2.batch_index_error_message
            if v is None: v = b''; n = -1
            else: v = v.encode(); n = len(v)
            a(P_ih(o2.batch_index, n))
            a(v)
        v = o1.error_message
        if v is None: v = b''; n = -1
        else: v = v.encode(); n = len(v)
        a(P_h(n))
        a(v)
def produce_response_v8_tail1(o0, l, out):
    a = l.append
def produce_response_v8_head2(o0, l, out):
    a = l.append
    if (o0.current_leader is not None and o0.current_leader != ProduceResponse_LeaderIdAndEpoch()) or o0.unknown_tagged_fields: raise refuse(o0, 'current_leader', 'unknown_tagged_fields')
    a(P_ih3q(o0.index, o0.error_code, o0.base_offset, o0.log_append_time_ms, o0.log_start_offset))
def produce_response_v8_each2(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.batch_index_error_message
        if v is None: v = b''; n = -1
        else: v = v.encode(); n = len(v)
        a(P_ih(o1.batch_index, n))
        a(v)
def produce_response_v8_tail2(o0, l, out):
    a = l.append
    v = o0.error_message
    if v is None: v = b''; n = -1
    else: v = v.encode(); n = len(v)
    a(P_h(n))
    a(v)
produce_response_v8 = (
    ('responses', 'name', produce_response_v8_head0, produce_response_v8_each0, produce_response_v8_tail0),
    ('partition_responses', '', produce_response_v8_head1, produce_response_v8_each1, produce_response_v8_tail1),
    ('record_errors', '', produce_response_v8_head2, produce_response_v8_each2, produce_response_v8_tail2),
)

def produce_response_v9_head0(o0, l, out):
    a = l.append
    if o0.node_endpoints: raise refuse(o0, 'node_endpoints')
def produce_response_v9_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        v = o1.name.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v1 = o1.partition_responses
        n = len(v1) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o2 in v1:
            if (o2.current_leader is not None and o2.current_leader != ProduceResponse_LeaderIdAndEpoch()): raise refuse(o2, 'current_leader')
            v2 = o2.record_errors
            n = len(v2) + 1
            if n < 128: a(P_ih3qB(o2.index, o2.error_code, o2.base_offset, o2.log_append_time_ms, o2.log_start_offset, n))
            else: a(P_ih3q(o2.index, o2.error_code, o2.base_offset, o2.log_append_time_ms, o2.log_start_offset) + uvarint(n))
            for o3 in v2:
                v = o3.batch_index_error_message
                if v is None: v = b''; n = 0
                else: v = v.encode(); n = len(v) + 1
                if n < 128: a(P_iB(o3.batch_index, n))
                else: a(P_i(o3.batch_index) + uvarint(n))
                a(v)
                if o3.unknown_tagged_fields:
                    a(write_tags(o3.unknown_tagged_fields))
                else:
                    a(b'\x00')
            v = o2.error_message
            if v is None: v = b''; n = 0
            else: v = v.encode(); n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            if o2.unknown_tagged_fields:
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(b'\x00')
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
def produce_response_v9_tail0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(P_i(o0.throttle_time_ms))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_ix(o0.throttle_time_ms))
def produce_response_v9_head1(o0, l, out):
    a = l.append
    v = o0.name.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
def produce_response_v9_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        if (o1.current_leader is not None and o1.current_leader != ProduceResponse_LeaderIdAndEpoch()): raise refuse(o1, 'current_leader')
        v1 = o1.record_errors
        n = len(v1) + 1
        if n < 128: a(P_ih3qB(o1.index, o1.error_code, o1.base_offset, o1.log_append_time_ms, o1.log_start_offset, n))
        else: a(P_ih3q(o1.index, o1.error_code, o1.base_offset, o1.log_append_time_ms, o1.log_start_offset) + uvarint(n))
        for o2 in v1:
            v = o2.batch_index_error_message
            if v is None: v = b''; n = 0
            else: v = v.encode(); n = len(v) + 1
            if n < 128: a(P_iB(o2.batch_index, n))
            else: a(P_i(o2.batch_index) + uvarint(n))
            a(v)
            if o2.unknown_tagged_fields:
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(b'\x00')
        v = o1.error_message
        if v is None: v = b''; n = 0
        else: v = v.encode(); n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
def produce_response_v9_tail1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
def produce_response_v9_head2(o0, l, out):
    a = l.append
    if (o0.current_leader is not None and o0.current_leader != ProduceResponse_LeaderIdAndEpoch()): raise refuse(o0, 'current_leader')
    a(P_ih3q(o0.index, o0.error_code, o0.base_offset, o0.log_append_time_ms, o0.log_start_offset))
def produce_response_v9_each2(o0, l, out):
    a = l.append
    for o1 in o0:
        v = o1.batch_index_error_message
        if v is None: v = b''; n = 0
        else: v = v.encode(); n = len(v) + 1
        if n < 128: a(P_iB(o1.batch_index, n))
        else: a(P_i(o1.batch_index) + uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
def produce_response_v9_tail2(o0, l, out):
    a = l.append
    v = o0.error_message
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
produce_response_v9 = (
    ('responses', 'name', produce_response_v9_head0, produce_response_v9_each0, produce_response_v9_tail0),
    ('partition_responses', '', produce_response_v9_head1, produce_response_v9_each1, produce_response_v9_tail1),
    ('record_errors', '', produce_response_v9_head2, produce_response_v9_each2, produce_response_v9_tail2),
)

def produce_response_v10_head0(o0, l, out):
    a = l.append
def produce_response_v10_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        v = o1.name.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v1 = o1.partition_responses
        n = len(v1) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o2 in v1:
            v2 = o2.record_errors
            n = len(v2) + 1
            if n < 128: a(P_ih3qB(o2.index, o2.error_code, o2.base_offset, o2.log_append_time_ms, o2.log_start_offset, n))
            else: a(P_ih3q(o2.index, o2.error_code, o2.base_offset, o2.log_append_time_ms, o2.log_start_offset) + uvarint(n))
            for o3 in v2:
                v = o3.batch_index_error_message
                if v is None: v = b''; n = 0
                else: v = v.encode(); n = len(v) + 1
                if n < 128: a(P_iB(o3.batch_index, n))
                else: a(P_i(o3.batch_index) + uvarint(n))
                a(v)
                if o3.unknown_tagged_fields:
                    a(write_tags(o3.unknown_tagged_fields))
                else:
                    a(b'\x00')
            v = o2.error_message
            if v is None: v = b''; n = 0
            else: v = v.encode(); n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            if o2.current_leader is not None or o2.unknown_tagged_fields:
                g2 = list(o2.unknown_tagged_fields)
                if o2.current_leader is not None and o2.current_leader != ProduceResponse_LeaderIdAndEpoch():
                    w2 = []
                    a2 = w2.append
                    o3 = o2.current_leader
                    if o3.unknown_tagged_fields:
                        a2(P_2i(o3.leader_id, o3.leader_epoch))
                        a2(write_tags(o3.unknown_tagged_fields))
                    else:
                        a2(P_2ix(o3.leader_id, o3.leader_epoch))
                    g2.append((0, b''.join(w2)))
                a(write_tags(g2))
            else:
                a(b'\x00')
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
def produce_response_v10_tail0(o0, l, out):
    a = l.append
    if o0.node_endpoints or o0.unknown_tagged_fields:
        a(P_i(o0.throttle_time_ms))
        g0 = list(o0.unknown_tagged_fields)
        if o0.node_endpoints:
            w0 = []
            a0 = w0.append
            v0 = o0.node_endpoints
            n = len(v0) + 1
            if n < 128: a0(BYTE[n])
            else: a0(uvarint(n))
            for o1 in v0:
                v = o1.host.encode()
                n = len(v) + 1
                if n < 128: a0(P_iB(o1.node_id, n))
                else: a0(P_i(o1.node_id) + uvarint(n))
                a0(v)
                v = o1.rack
                if v is None: v = b''; n = 0
                else: v = v.encode(); n = len(v) + 1
                if n < 128: a0(P_iB(o1.port, n))
                else: a0(P_i(o1.port) + uvarint(n))
                a0(v)
                if o1.unknown_tagged_fields:
                    a0(write_tags(o1.unknown_tagged_fields))
                else:
                    a0(b'\x00')
            g0.append((0, b''.join(w0)))
        a(write_tags(g0))
    else:
        a(P_ix(o0.throttle_time_ms))
def produce_response_v10_head1(o0, l, out):
    a = l.append
    v = o0.name.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
def produce_response_v10_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        v1 = o1.record_errors
        n = len(v1) + 1
        if n < 128: a(P_ih3qB(o1.index, o1.error_code, o1.base_offset, o1.log_append_time_ms, o1.log_start_offset, n))
        else: a(P_ih3q(o1.index, o1.error_code, o1.base_offset, o1.log_append_time_ms, o1.log_start_offset) + uvarint(n))
        for o2 in v1:
            v = o2.batch_index_error_message
            if v is None: v = b''; n = 0
            else: v = v.encode(); n = len(v) + 1
            if n < 128: a(P_iB(o2.batch_index, n))
            else: a(P_i(o2.batch_index) + uvarint(n))
            a(v)
            if o2.unknown_tagged_fields:
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(b'\x00')
        v = o1.error_message
        if v is None: v = b''; n = 0
        else: v = v.encode(); n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        if o1.current_leader is not None or o1.unknown_tagged_fields:
            g1 = list(o1.unknown_tagged_fields)
            if o1.current_leader is not None and o1.current_leader != ProduceResponse_LeaderIdAndEpoch():
                w1 = []
                a1 = w1.append
                o2 = o1.current_leader
                if o2.unknown_tagged_fields:
                    a1(P_2i(o2.leader_id, o2.leader_epoch))
                    a1(write_tags(o2.unknown_tagged_fields))
                else:
                    a1(P_2ix(o2.leader_id, o2.leader_epoch))
                g1.append((0, b''.join(w1)))
            a(write_tags(g1))
        else:
            a(b'\x00')
def produce_response_v10_tail1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
def produce_response_v10_head2(o0, l, out):
    a = l.append
    a(P_ih3q(o0.index, o0.error_code, o0.base_offset, o0.log_append_time_ms, o0.log_start_offset))
def produce_response_v10_each2(o0, l, out):
    a = l.append
    for o1 in o0:
        v = o1.batch_index_error_message
        if v is None: v = b''; n = 0
        else: v = v.encode(); n = len(v) + 1
        if n < 128: a(P_iB(o1.batch_index, n))
        else: a(P_i(o1.batch_index) + uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
def produce_response_v10_tail2(o0, l, out):
    a = l.append
    v = o0.error_message
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    if o0.current_leader is not None or o0.unknown_tagged_fields:
        g0 = list(o0.unknown_tagged_fields)
        if o0.current_leader is not None and o0.current_leader != ProduceResponse_LeaderIdAndEpoch():
            w0 = []
            a0 = w0.append
            o1 = o0.current_leader
            if o1.unknown_tagged_fields:
                a0(P_2i(o1.leader_id, o1.leader_epoch))
                a0(write_tags(o1.unknown_tagged_fields))
            else:
                a0(P_2ix(o1.leader_id, o1.leader_epoch))
            g0.append((0, b''.join(w0)))
        a(write_tags(g0))
    else:
        a(b'\x00')
produce_response_v10 = (
    ('responses', 'name', produce_response_v10_head0, produce_response_v10_each0, produce_response_v10_tail0),
    ('partition_responses', '', produce_response_v10_head1, produce_response_v10_each1, produce_response_v10_tail1),
    ('record_errors', '', produce_response_v10_head2, produce_response_v10_each2, produce_response_v10_tail2),
)

def produce_response_v13_head0(o0, l, out):
    a = l.append
def produce_response_v13_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        if len(o1.topic_id) != 16: raise EncodeError(f'{o1.topic_id!r:.80} is not a uuid')
        v1 = o1.partition_responses
        n = len(v1) + 1
        if n < 128: a(P_16sB(o1.topic_id, n))
        else: a(P_16s(o1.topic_id) + uvarint(n))
        for o2 in v1:
            v2 = o2.record_errors
            n = len(v2) + 1
            if n < 128: a(P_ih3qB(o2.index, o2.error_code, o2.base_offset, o2.log_append_time_ms, o2.log_start_offset, n))
            else: a(P_ih3q(o2.index, o2.error_code, o2.base_offset, o2.log_append_time_ms, o2.log_start_offset) + uvarint(n))
            for o3 in v2:
                v = o3.batch_index_error_message
                if v is None: v = b''; n = 0
                else: v = v.encode(); n = len(v) + 1
                if n < 128: a(P_iB(o3.batch_index, n))
                else: a(P_i(o3.batch_index) + uvarint(n))
                a(v)
                if o3.unknown_tagged_fields:
                    a(write_tags(o3.unknown_tagged_fields))
                else:
                    a(b'\x00')
            v = o2.error_message
            if v is None: v = b''; n = 0
            else: v = v.encode(); n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            if o2.current_leader is not None or o2.unknown_tagged_fields:
                g2 = list(o2.unknown_tagged_fields)
                if o2.current_leader is not None and o2.current_leader != ProduceResponse_LeaderIdAndEpoch():
                    w2 = []
                    a2 = w2.append
                    o3 = o2.current_leader
                    if o3.unknown_tagged_fields:
                        a2(P_2i(o3.leader_id, o3.leader_epoch))
                        a2(write_tags(o3.unknown_tagged_fields))
                    else:
                        a2(P_2ix(o3.leader_id, o3.leader_epoch))
                    g2.append((0, b''.join(w2)))
                a(write_tags(g2))
            else:
                a(b'\x00')
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
def produce_response_v13_tail0(o0, l, out):
    a = l.append
    if o0.node_endpoints or o0.unknown_tagged_fields:
        a(P_i(o0.throttle_time_ms))
        g0 = list(o0.unknown_tagged_fields)
        if o0.node_endpoints:
            w0 = []
            a0 = w0.append
            v0 = o0.node_endpoints
            n = len(v0) + 1
            if n < 128: a0(BYTE[n])
            else: a0(uvarint(n))
            for o1 in v0:
                v = o1.host.encode()
                n = len(v) + 1
                if n < 128: a0(P_iB(o1.node_id, n))
                else: a0(P_i(o1.node_id) + uvarint(n))
                a0(v)
                v = o1.rack
                if v is None: v = b''; n = 0
                else: v = v.encode(); n = len(v) + 1
                if n < 128: a0(P_iB(o1.port, n))
                else: a0(P_i(o1.port) + uvarint(n))
                a0(v)
                if o1.unknown_tagged_fields:
                    a0(write_tags(o1.unknown_tagged_fields))
                else:
                    a0(b'\x00')
            g0.append((0, b''.join(w0)))
        a(write_tags(g0))
    else:
        a(P_ix(o0.throttle_time_ms))
def produce_response_v13_head1(o0, l, out):
    a = l.append
    if len(o0.topic_id) != 16: raise EncodeError(f'{o0.topic_id!r:.80} is not a uuid')
    a(P_16s(o0.topic_id))
def produce_response_v13_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        v1 = o1.record_errors
        n = len(v1) + 1
        if n < 128: a(P_ih3qB(o1.index, o1.error_code, o1.base_offset, o1.log_append_time_ms, o1.log_start_offset, n))
        else: a(P_ih3q(o1.index, o1.error_code, o1.base_offset, o1.log_append_time_ms, o1.log_start_offset) + uvarint(n))
        for o2 in v1:
            v = o2.batch_index_error_message
            if v is None: v = b''; n = 0
            else: v = v.encode(); n = len(v) + 1
            if n < 128: a(P_iB(o2.batch_index, n))
            else: a(P_i(o2.batch_index) + uvarint(n))
            a(v)
            if o2.unknown_tagged_fields:
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(b'\x00')
        v = o1.error_message
        if v is None: v = b''; n = 0
        else: v = v.encode(); n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        if o1.current_leader is not None or o1.unknown_tagged_fields:
            g1 = list(o1.unknown_tagged_fields)
            if o1.current_leader is not None and o1.current_leader != ProduceResponse_LeaderIdAndEpoch():
                w1 = []
                a1 = w1.append
                o2 = o1.current_leader
                if o2.unknown_tagged_fields:
                    a1(P_2i(o2.leader_id, o2.leader_epoch))
                    a1(write_tags(o2.unknown_tagged_fields))
                else:
                    a1(P_2ix(o2.leader_id, o2.leader_epoch))
                g1.append((0, b''.join(w1)))
            a(write_tags(g1))
        else:
            a(b'\x00')
def produce_response_v13_tail1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
def produce_response_v13_head2(o0, l, out):
    a = l.append
    a(P_ih3q(o0.index, o0.error_code, o0.base_offset, o0.log_append_time_ms, o0.log_start_offset))
def produce_response_v13_each2(o0, l, out):
    a = l.append
    for o1 in o0:
        v = o1.batch_index_error_message
        if v is None: v = b''; n = 0
        else: v = v.encode(); n = len(v) + 1
        if n < 128: a(P_iB(o1.batch_index, n))
        else: a(P_i(o1.batch_index) + uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
def produce_response_v13_tail2(o0, l, out):
    a = l.append
    v = o0.error_message
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    if o0.current_leader is not None or o0.unknown_tagged_fields:
        g0 = list(o0.unknown_tagged_fields)
        if o0.current_leader is not None and o0.current_leader != ProduceResponse_LeaderIdAndEpoch():
            w0 = []
            a0 = w0.append
            o1 = o0.current_leader
            if o1.unknown_tagged_fields:
                a0(P_2i(o1.leader_id, o1.leader_epoch))
                a0(write_tags(o1.unknown_tagged_fields))
            else:
                a0(P_2ix(o1.leader_id, o1.leader_epoch))
            g0.append((0, b''.join(w0)))
        a(write_tags(g0))
    else:
        a(b'\x00')
produce_response_v13 = (
    ('responses', 'topic_id', produce_response_v13_head0, produce_response_v13_each0, produce_response_v13_tail0),
    ('partition_responses', '', produce_response_v13_head1, produce_response_v13_each1, produce_response_v13_tail1),
    ('record_errors', '', produce_response_v13_head2, produce_response_v13_each2, produce_response_v13_tail2),
)

PIECES = (
    (False, produce_response_v0),
    (False, produce_response_v1),
    (False, produce_response_v2),
    (False, produce_response_v2),
    (False, produce_response_v2),
    (False, produce_response_v5),
    (False, produce_response_v5),
    (False, produce_response_v5),
    (False, produce_response_v8),
    (True, produce_response_v9),
    (True, produce_response_v10),
    (True, produce_response_v10),
    (True, produce_response_v10),
    (True, produce_response_v13),
)
