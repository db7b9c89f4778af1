"""Written by `make generate` from protocol/messages/stop_replica.py. Do not edit."""

from kavka.protocol._generated.stop_replica import *
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import pack, read_uvarint, refuse, skip_tags, uvarint, write_tags

U_i = Struct('>i').unpack_from
U_h = Struct('>h').unpack_from
P_2iT = Struct('>2i?').pack
P_h = Struct('>h').pack
P_i = Struct('>i').pack
P_2iqT = Struct('>2iq?').pack
F_ini = PackCache('>i%di')
F_ni = PackCache('>%di')
F_Bni = PackCache('>B%di')
F_nix = PackCache('>%dix')
F_Bnix = PackCache('>B%dix')
P_2iq = Struct('>2iq').pack
P_2iTx = Struct('>2i?x').pack
P_iTiq = Struct('>i?iq').pack
P_ih = Struct('>ih').pack
P_ihx = Struct('>ihx').pack

def scan_stop_replica_request_v0(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    p += 9
    h0 = p
    r0 = []
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 <= (e - p) // 6: raise DecodeError(f'StopReplicaRequest: ungrouped_partitions: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            q, = U_h(b, p)
            p += 2
            if q >= 0: p += q
            else: raise DecodeError(f'StopReplicaRequest: ungrouped_partitions.topic_name: length {q}')
            p += 4
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
    if p > e: raise DecodeError(f'StopReplicaRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_stop_replica_request_v1(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    p += 17
    h0 = p
    r0 = []
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 <= (e - p) // 6: raise DecodeError(f'StopReplicaRequest: topics: count {c0}')
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
            else: raise DecodeError(f'StopReplicaRequest: topics.name: length {q}')
            h1 = p
            r1 = []
            c1, = U_i(b, p)
            p += 4
            if not 0 <= c1 <= (e - p) // 4: raise DecodeError(f'StopReplicaRequest: topics.partition_indexes: count {c1}')
            if c1 > 0:
                for j in range(0, c1, w):
                    k = min(w, c1 - j)
                    q = p + k * 4
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
    if p > e: raise DecodeError(f'StopReplicaRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_stop_replica_request_v2(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    p += 17
    h0 = p
    r0 = []
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 <= (e - p) // 3: raise DecodeError(f'StopReplicaRequest: topics: count {c0}')
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
            if q > 32768: raise DecodeError(f'StopReplicaRequest: topics.name: length {q}')
            if q: p += q - 1
            else: raise DecodeError(f'StopReplicaRequest: topics.name: length {q}')
            h1 = p
            r1 = []
            c1 = b[p]
            p += 1
            if c1 > 127: c1, p = read_uvarint(b, p - 1)
            c1 -= 1
            if not 0 <= c1 <= (e - p) // 4: raise DecodeError(f'StopReplicaRequest: topics.partition_indexes: count {c1}')
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
    if p > e: raise DecodeError(f'StopReplicaRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_stop_replica_request_v3(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    p += 16
    h0 = p
    r0 = []
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 <= (e - p) // 3: raise DecodeError(f'StopReplicaRequest: topic_states: count {c0}')
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
            if q > 32768: raise DecodeError(f'StopReplicaRequest: topic_states.topic_name: length {q}')
            if q: p += q - 1
            else: raise DecodeError(f'StopReplicaRequest: topic_states.topic_name: length {q}')
            h1 = p
            r1 = []
            c1 = b[p]
            p += 1
            if c1 > 127: c1, p = read_uvarint(b, p - 1)
            c1 -= 1
            if not 0 <= c1 <= (e - p) // 10: raise DecodeError(f'StopReplicaRequest: topic_states.partition_states: count {c1}')
            if c1 > 0:
                s1 = p
                k1 = 0
                m1 = n
                for _ in range(c1):
                    n += 1
                    p += 9
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
    if p > e: raise DecodeError(f'StopReplicaRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_stop_replica_request_v4(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    p += 17
    h0 = p
    r0 = []
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 <= (e - p) // 3: raise DecodeError(f'StopReplicaRequest: topic_states: count {c0}')
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
            if q > 32768: raise DecodeError(f'StopReplicaRequest: topic_states.topic_name: length {q}')
            if q: p += q - 1
            else: raise DecodeError(f'StopReplicaRequest: topic_states.topic_name: length {q}')
            h1 = p
            r1 = []
            c1 = b[p]
            p += 1
            if c1 > 127: c1, p = read_uvarint(b, p - 1)
            c1 -= 1
            if not 0 <= c1 <= (e - p) // 10: raise DecodeError(f'StopReplicaRequest: topic_states.partition_states: count {c1}')
            if c1 > 0:
                s1 = p
                k1 = 0
                m1 = n
                for _ in range(c1):
                    n += 1
                    p += 9
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
    if p > e: raise DecodeError(f'StopReplicaRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

SCANNERS = (
    scan_stop_replica_request_v0,
    scan_stop_replica_request_v1,
    scan_stop_replica_request_v2,
    scan_stop_replica_request_v3,
    scan_stop_replica_request_v4,
)

def stop_replica_response_v0_head0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    a(P_h(o0.error_code))
def stop_replica_response_v0_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.topic_name.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        a(P_ih(o1.partition_index, o1.error_code))
def stop_replica_response_v0_tail0(o0, l, out):
    a = l.append
stop_replica_response_v0 = (
    ('partition_errors', 'topic_name', stop_replica_response_v0_head0, stop_replica_response_v0_each0, stop_replica_response_v0_tail0),
)

def stop_replica_response_v2_head0(o0, l, out):
    a = l.append
    a(P_h(o0.error_code))
def stop_replica_response_v2_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        v = o1.topic_name.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(P_ih(o1.partition_index, o1.error_code))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_ihx(o1.partition_index, o1.error_code))
def stop_replica_response_v2_tail0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
stop_replica_response_v2 = (
    ('partition_errors', 'topic_name', stop_replica_response_v2_head0, stop_replica_response_v2_each0, stop_replica_response_v2_tail0),
)

PIECES = (
    (False, stop_replica_response_v0),
    (False, stop_replica_response_v0),
    (True, stop_replica_response_v2),
    (True, stop_replica_response_v2),
    (True, stop_replica_response_v2),
)

def stop_replica_request_v0_head0(o0, l, out):
    a = l.append
    if o0.is_kraft_controller or o0.topics or o0.topic_states or o0.unknown_tagged_fields: raise refuse(o0, 'is_kraft_controller', 'topics', 'topic_states', 'unknown_tagged_fields')
    a(P_2iT(o0.controller_id, o0.controller_epoch, o0.delete_partitions))
def stop_replica_request_v0_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.topic_name.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        a(P_i(o1.partition_index))
def stop_replica_request_v0_tail0(o0, l, out):
    a = l.append
stop_replica_request_v0 = (
    ('ungrouped_partitions', 'topic_name', stop_replica_request_v0_head0, stop_replica_request_v0_each0, stop_replica_request_v0_tail0),
)

def stop_replica_request_v1_head0(o0, l, out):
    a = l.append
    if o0.is_kraft_controller or o0.ungrouped_partitions or o0.topic_states or o0.unknown_tagged_fields: raise refuse(o0, 'is_kraft_controller', 'ungrouped_partitions', 'topic_states', 'unknown_tagged_fields')
    a(P_2iqT(o0.controller_id, o0.controller_epoch, o0.broker_epoch, o0.delete_partitions))
def stop_replica_request_v1_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.name.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        s0 = o1.partition_indexes
        n0 = len(s0)
        a(F_ini[n0](n0, *s0))
def stop_replica_request_v1_tail0(o0, l, out):
    a = l.append
stop_replica_request_v1 = (
    ('topics', 'name', stop_replica_request_v1_head0, stop_replica_request_v1_each0, stop_replica_request_v1_tail0),
)

def stop_replica_request_v2_head0(o0, l, out):
    a = l.append
    if o0.is_kraft_controller or o0.ungrouped_partitions or o0.topic_states: raise refuse(o0, 'is_kraft_controller', 'ungrouped_partitions', 'topic_states')
    a(P_2iqT(o0.controller_id, o0.controller_epoch, o0.broker_epoch, o0.delete_partitions))
def stop_replica_request_v2_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        v = o1.name.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        s0 = o1.partition_indexes
        n0 = len(s0)
        if o1.unknown_tagged_fields:
            if n0 > 126:
                a(uvarint(n0 + 1))
                a(F_ni[n0](*s0))
            else:
                a(F_Bni[n0](n0 + 1, *s0))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            if n0 > 126:
                a(uvarint(n0 + 1))
                a(F_nix[n0](*s0))
            else:
                a(F_Bnix[n0](n0 + 1, *s0))
def stop_replica_request_v2_tail0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
stop_replica_request_v2 = (
    ('topics', 'name', stop_replica_request_v2_head0, stop_replica_request_v2_each0, stop_replica_request_v2_tail0),
)

def stop_replica_request_v3_head0(o0, l, out):
    a = l.append
    if o0.is_kraft_controller or o0.delete_partitions or o0.ungrouped_partitions or o0.topics: raise refuse(o0, 'is_kraft_controller', 'delete_partitions', 'ungrouped_partitions', 'topics')
    a(P_2iq(o0.controller_id, o0.controller_epoch, o0.broker_epoch))
def stop_replica_request_v3_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        v = o1.topic_name.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v1 = o1.partition_states
        n = len(v1) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o2 in v1:
            if o2.unknown_tagged_fields:
                a(P_2iT(o2.partition_index, o2.leader_epoch, o2.delete_partition))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(P_2iTx(o2.partition_index, o2.leader_epoch, o2.delete_partition))
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
def stop_replica_request_v3_tail0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
def stop_replica_request_v3_head1(o0, l, out):
    a = l.append
    v = o0.topic_name.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
def stop_replica_request_v3_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields:
            a(P_2iT(o1.partition_index, o1.leader_epoch, o1.delete_partition))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_2iTx(o1.partition_index, o1.leader_epoch, o1.delete_partition))
def stop_replica_request_v3_tail1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
stop_replica_request_v3 = (
    ('topic_states', 'topic_name', stop_replica_request_v3_head0, stop_replica_request_v3_each0, stop_replica_request_v3_tail0),
    ('partition_states', '', stop_replica_request_v3_head1, stop_replica_request_v3_each1, stop_replica_request_v3_tail1),
)

def stop_replica_request_v4_head0(o0, l, out):
    a = l.append
    if o0.delete_partitions or o0.ungrouped_partitions or o0.topics: raise refuse(o0, 'delete_partitions', 'ungrouped_partitions', 'topics')
    a(P_iTiq(o0.controller_id, o0.is_kraft_controller, o0.controller_epoch, o0.broker_epoch))
def stop_replica_request_v4_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        v = o1.topic_name.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v1 = o1.partition_states
        n = len(v1) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o2 in v1:
            if o2.unknown_tagged_fields:
                a(P_2iT(o2.partition_index, o2.leader_epoch, o2.delete_partition))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(P_2iTx(o2.partition_index, o2.leader_epoch, o2.delete_partition))
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
def stop_replica_request_v4_tail0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
def stop_replica_request_v4_head1(o0, l, out):
    a = l.append
    v = o0.topic_name.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
def stop_replica_request_v4_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields:
            a(P_2iT(o1.partition_index, o1.leader_epoch, o1.delete_partition))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_2iTx(o1.partition_index, o1.leader_epoch, o1.delete_partition))
def stop_replica_request_v4_tail1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
stop_replica_request_v4 = (
    ('topic_states', 'topic_name', stop_replica_request_v4_head0, stop_replica_request_v4_each0, stop_replica_request_v4_tail0),
    ('partition_states', '', stop_replica_request_v4_head1, stop_replica_request_v4_each1, stop_replica_request_v4_tail1),
)

REQUEST_PIECES = (
    (False, stop_replica_request_v0),
    (False, stop_replica_request_v1),
    (True, stop_replica_request_v2),
    (True, stop_replica_request_v3),
    (True, stop_replica_request_v4),
)
