"""Written by `make generate` from protocol/messages/metadata.py. Do not edit."""

from kavka.protocol._generated.metadata import *
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import pack, read_uvarint, refuse, skip_tags, uvarint, write_tags

U_i = Struct('>i').unpack_from
U_h = Struct('>h').unpack_from
P_i = Struct('>i').pack
P_ih = Struct('>ih').pack
P_2h = Struct('>2h').pack
F_h3iniini = PackCache('>h3i%dii%di')
P_Ti = Struct('>?i').pack
P_T = Struct('>?').pack
P_h = Struct('>h').pack
P_2i = Struct('>2i').pack
F_h3iniiniini = PackCache('>h3i%dii%dii%di')
F_h4iniiniini = PackCache('>h4i%dii%dii%di')
P_iB = Struct('>iB').pack
P_hB = Struct('>hB').pack
P_TB = Struct('>?B').pack
P_h3i = Struct('>h3i').pack
F_ni = PackCache('>%di')
F_h3iBniBniBni = PackCache('>h3iB%diB%diB%di')
F_nix = PackCache('>%dix')
F_h3iBniBniBnix = PackCache('>h3iB%diB%diB%dix')
P_ix = Struct('>ix').pack
P_16sTB = Struct('>16s?B').pack
P_16sT = Struct('>16s?').pack
P_hx = Struct('>hx').pack

def scan_metadata_request_v0(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    h0 = p
    r0 = []
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 <= (e - p) // 2: raise DecodeError(f'MetadataRequest: topics: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            q, = U_h(b, p)
            p += 2
            if q >= 0: p += q
            else: raise DecodeError(f'MetadataRequest: topics.name: length {q}')
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
    if p > e: raise DecodeError(f'MetadataRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_metadata_request_v1(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    h0 = p
    r0 = []
    c0, = U_i(b, p)
    p += 4
    if not -1 <= c0 <= (e - p) // 2: raise DecodeError(f'MetadataRequest: topics: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            q, = U_h(b, p)
            p += 2
            if q >= 0: p += q
            else: raise DecodeError(f'MetadataRequest: topics.name: length {q}')
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
    if p > e: raise DecodeError(f'MetadataRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_metadata_request_v4(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    h0 = p
    r0 = []
    c0, = U_i(b, p)
    p += 4
    if not -1 <= c0 <= (e - p) // 2: raise DecodeError(f'MetadataRequest: topics: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            q, = U_h(b, p)
            p += 2
            if q >= 0: p += q
            else: raise DecodeError(f'MetadataRequest: topics.name: length {q}')
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
    p += 1
    if p > e: raise DecodeError(f'MetadataRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_metadata_request_v8(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    h0 = p
    r0 = []
    c0, = U_i(b, p)
    p += 4
    if not -1 <= c0 <= (e - p) // 2: raise DecodeError(f'MetadataRequest: topics: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            q, = U_h(b, p)
            p += 2
            if q >= 0: p += q
            else: raise DecodeError(f'MetadataRequest: topics.name: length {q}')
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
    p += 3
    if p > e: raise DecodeError(f'MetadataRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_metadata_request_v9(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    h0 = p
    r0 = []
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not -1 <= c0 <= (e - p) // 2: raise DecodeError(f'MetadataRequest: topics: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            q = b[p]
            p += 1
            if q > 127: q, p = read_uvarint(b, p - 1)
            if q > 32768: raise DecodeError(f'MetadataRequest: topics.name: length {q}')
            if q: p += q - 1
            else: raise DecodeError(f'MetadataRequest: topics.name: length {q}')
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
    p += 3
    if b[p]: n, p = skip_tags(b, p, n)
    else: p += 1
    if p > e: raise DecodeError(f'MetadataRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_metadata_request_v10(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    h0 = p
    r0 = []
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not -1 <= c0 <= (e - p) // 18: raise DecodeError(f'MetadataRequest: topics: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            p += 16
            q = b[p]
            p += 1
            if q > 127: q, p = read_uvarint(b, p - 1)
            if q > 32768: raise DecodeError(f'MetadataRequest: topics.name: length {q}')
            if q: p += q - 1
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
    p += 3
    if b[p]: n, p = skip_tags(b, p, n)
    else: p += 1
    if p > e: raise DecodeError(f'MetadataRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_metadata_request_v11(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    h0 = p
    r0 = []
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not -1 <= c0 <= (e - p) // 18: raise DecodeError(f'MetadataRequest: topics: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            p += 16
            q = b[p]
            p += 1
            if q > 127: q, p = read_uvarint(b, p - 1)
            if q > 32768: raise DecodeError(f'MetadataRequest: topics.name: length {q}')
            if q: p += q - 1
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
    p += 2
    if b[p]: n, p = skip_tags(b, p, n)
    else: p += 1
    if p > e: raise DecodeError(f'MetadataRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

SCANNERS = (
    scan_metadata_request_v0,
    scan_metadata_request_v1,
    scan_metadata_request_v1,
    scan_metadata_request_v1,
    scan_metadata_request_v4,
    scan_metadata_request_v4,
    scan_metadata_request_v4,
    scan_metadata_request_v4,
    scan_metadata_request_v8,
    scan_metadata_request_v9,
    scan_metadata_request_v10,
    scan_metadata_request_v11,
    scan_metadata_request_v11,
    scan_metadata_request_v11,
)

def metadata_response_v0_head0(o0, l, out):
    a = l.append
    if o0.cluster_authorized_operations != -2147483648 or o0.unknown_tagged_fields: raise refuse(o0, 'cluster_authorized_operations', 'unknown_tagged_fields')
    v0 = o0.brokers
    n = len(v0)
    a(P_i(n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.host.encode()
        n = len(v)
        a(P_ih(o1.node_id, n))
        a(v)
        a(P_i(o1.port))
def metadata_response_v0_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.topic_authorized_operations != -2147483648 or o1.unknown_tagged_fields: raise refuse(o1, 'topic_authorized_operations', 'unknown_tagged_fields')
        v = o1.name.encode()
        n = len(v)
        a(P_2h(o1.error_code, n))
        a(v)
        v1 = o1.partitions
        n = len(v1)
        a(P_i(n))
        for o2 in v1:
            if o2.unknown_tagged_fields: raise refuse(o2, 'unknown_tagged_fields')
            s0 = o2.replica_nodes
            n0 = len(s0)
            s1 = o2.isr_nodes
            n1 = len(s1)
            a(F_h3iniini[n0, n1](o2.error_code, o2.partition_index, o2.leader_id, n0, *s0, n1, *s1))
def metadata_response_v0_tail0(o0, l, out):
    a = l.append
def metadata_response_v0_head1(o0, l, out):
    a = l.append
    if o0.topic_authorized_operations != -2147483648 or o0.unknown_tagged_fields: raise refuse(o0, 'topic_authorized_operations', 'unknown_tagged_fields')
    v = o0.name.encode()
    n = len(v)
    a(P_2h(o0.error_code, n))
    a(v)
def metadata_response_v0_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        s0 = o1.replica_nodes
        n0 = len(s0)
        s1 = o1.isr_nodes
        n1 = len(s1)
        a(F_h3iniini[n0, n1](o1.error_code, o1.partition_index, o1.leader_id, n0, *s0, n1, *s1))
def metadata_response_v0_tail1(o0, l, out):
    a = l.append
metadata_response_v0 = (
    ('topics', 'name', metadata_response_v0_head0, metadata_response_v0_each0, metadata_response_v0_tail0),
    ('partitions', '', metadata_response_v0_head1, metadata_response_v0_each1, metadata_response_v0_tail1),
)

def metadata_response_v1_head0(o0, l, out):
    a = l.append
    if o0.cluster_authorized_operations != -2147483648 or o0.unknown_tagged_fields: raise refuse(o0, 'cluster_authorized_operations', 'unknown_tagged_fields')
    v0 = o0.brokers
    n = len(v0)
    a(P_i(n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.host.encode()
        n = len(v)
        a(P_ih(o1.node_id, n))
        a(v)
        v = o1.rack
        if v is None: v = b''; n = -1
        else: v = v.encode(); n = len(v)
        a(P_ih(o1.port, n))
        a(v)
    a(P_i(o0.controller_id))
def metadata_response_v1_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.topic_authorized_operations != -2147483648 or o1.unknown_tagged_fields: raise refuse(o1, 'topic_authorized_operations', 'unknown_tagged_fields')
        v = o1.name.encode()
        n = len(v)
        a(P_2h(o1.error_code, n))
        a(v)
        v1 = o1.partitions
        n = len(v1)
        a(P_Ti(o1.is_internal, n))
        for o2 in v1:
            if o2.unknown_tagged_fields: raise refuse(o2, 'unknown_tagged_fields')
            s0 = o2.replica_nodes
            n0 = len(s0)
            s1 = o2.isr_nodes
            n1 = len(s1)
            a(F_h3iniini[n0, n1](o2.error_code, o2.partition_index, o2.leader_id, n0, *s0, n1, *s1))
def metadata_response_v1_tail0(o0, l, out):
    a = l.append
def metadata_response_v1_head1(o0, l, out):
    a = l.append
    if o0.topic_authorized_operations != -2147483648 or o0.unknown_tagged_fields: raise refuse(o0, 'topic_authorized_operations', 'unknown_tagged_fields')
    v = o0.name.encode()
    n = len(v)
    a(P_2h(o0.error_code, n))
    a(v)
    a(P_T(o0.is_internal))
def metadata_response_v1_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        s0 = o1.replica_nodes
        n0 = len(s0)
        s1 = o1.isr_nodes
        n1 = len(s1)
        a(F_h3iniini[n0, n1](o1.error_code, o1.partition_index, o1.leader_id, n0, *s0, n1, *s1))
def metadata_response_v1_tail1(o0, l, out):
    a = l.append
metadata_response_v1 = (
    ('topics', 'name', metadata_response_v1_head0, metadata_response_v1_each0, metadata_response_v1_tail0),
    ('partitions', '', metadata_response_v1_head1, metadata_response_v1_each1, metadata_response_v1_tail1),
)

def metadata_response_v2_head0(o0, l, out):
    a = l.append
    if o0.cluster_authorized_operations != -2147483648 or o0.unknown_tagged_fields: raise refuse(o0, 'cluster_authorized_operations', 'unknown_tagged_fields')
    v0 = o0.brokers
    n = len(v0)
    a(P_i(n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.host.encode()
        n = len(v)
        a(P_ih(o1.node_id, n))
        a(v)
        v = o1.rack
        if v is None: v = b''; n = -1
        else: v = v.encode(); n = len(v)
        a(P_ih(o1.port, n))
        a(v)
    v = o0.cluster_id
    if v is None: v = b''; n = -1
    else: v = v.encode(); n = len(v)
    a(P_h(n))
    a(v)
    a(P_i(o0.controller_id))
def metadata_response_v2_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.topic_authorized_operations != -2147483648 or o1.unknown_tagged_fields: raise refuse(o1, 'topic_authorized_operations', 'unknown_tagged_fields')
        v = o1.name.encode()
        n = len(v)
        a(P_2h(o1.error_code, n))
        a(v)
        v1 = o1.partitions
        n = len(v1)
        a(P_Ti(o1.is_internal, n))
        for o2 in v1:
            if o2.unknown_tagged_fields: raise refuse(o2, 'unknown_tagged_fields')
            s0 = o2.replica_nodes
            n0 = len(s0)
            s1 = o2.isr_nodes
            n1 = len(s1)
            a(F_h3iniini[n0, n1](o2.error_code, o2.partition_index, o2.leader_id, n0, *s0, n1, *s1))
def metadata_response_v2_tail0(o0, l, out):
    a = l.append
def metadata_response_v2_head1(o0, l, out):
    a = l.append
    if o0.topic_authorized_operations != -2147483648 or o0.unknown_tagged_fields: raise refuse(o0, 'topic_authorized_operations', 'unknown_tagged_fields')
    v = o0.name.encode()
    n = len(v)
    a(P_2h(o0.error_code, n))
    a(v)
    a(P_T(o0.is_internal))
def metadata_response_v2_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        s0 = o1.replica_nodes
        n0 = len(s0)
        s1 = o1.isr_nodes
        n1 = len(s1)
        a(F_h3iniini[n0, n1](o1.error_code, o1.partition_index, o1.leader_id, n0, *s0, n1, *s1))
def metadata_response_v2_tail1(o0, l, out):
    a = l.append
metadata_response_v2 = (
    ('topics', 'name', metadata_response_v2_head0, metadata_response_v2_each0, metadata_response_v2_tail0),
    ('partitions', '', metadata_response_v2_head1, metadata_response_v2_each1, metadata_response_v2_tail1),
)

def metadata_response_v3_head0(o0, l, out):
    a = l.append
    if o0.cluster_authorized_operations != -2147483648 or o0.unknown_tagged_fields: raise refuse(o0, 'cluster_authorized_operations', 'unknown_tagged_fields')
    v0 = o0.brokers
    n = len(v0)
    a(P_2i(o0.throttle_time_ms, n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.host.encode()
        n = len(v)
        a(P_ih(o1.node_id, n))
        a(v)
        v = o1.rack
        if v is None: v = b''; n = -1
        else: v = v.encode(); n = len(v)
        a(P_ih(o1.port, n))
        a(v)
    v = o0.cluster_id
    if v is None: v = b''; n = -1
    else: v = v.encode(); n = len(v)
    a(P_h(n))
    a(v)
    a(P_i(o0.controller_id))
def metadata_response_v3_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.topic_authorized_operations != -2147483648 or o1.unknown_tagged_fields: raise refuse(o1, 'topic_authorized_operations', 'unknown_tagged_fields')
        v = o1.name.encode()
        n = len(v)
        a(P_2h(o1.error_code, n))
        a(v)
        v1 = o1.partitions
        n = len(v1)
        a(P_Ti(o1.is_internal, n))
        for o2 in v1:
            if o2.unknown_tagged_fields: raise refuse(o2, 'unknown_tagged_fields')
            s0 = o2.replica_nodes
            n0 = len(s0)
            s1 = o2.isr_nodes
            n1 = len(s1)
            a(F_h3iniini[n0, n1](o2.error_code, o2.partition_index, o2.leader_id, n0, *s0, n1, *s1))
def metadata_response_v3_tail0(o0, l, out):
    a = l.append
def metadata_response_v3_head1(o0, l, out):
    a = l.append
    if o0.topic_authorized_operations != -2147483648 or o0.unknown_tagged_fields: raise refuse(o0, 'topic_authorized_operations', 'unknown_tagged_fields')
    v = o0.name.encode()
    n = len(v)
    a(P_2h(o0.error_code, n))
    a(v)
    a(P_T(o0.is_internal))
def metadata_response_v3_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        s0 = o1.replica_nodes
        n0 = len(s0)
        s1 = o1.isr_nodes
        n1 = len(s1)
        a(F_h3iniini[n0, n1](o1.error_code, o1.partition_index, o1.leader_id, n0, *s0, n1, *s1))
def metadata_response_v3_tail1(o0, l, out):
    a = l.append
metadata_response_v3 = (
    ('topics', 'name', metadata_response_v3_head0, metadata_response_v3_each0, metadata_response_v3_tail0),
    ('partitions', '', metadata_response_v3_head1, metadata_response_v3_each1, metadata_response_v3_tail1),
)

def metadata_response_v5_head0(o0, l, out):
    a = l.append
    if o0.cluster_authorized_operations != -2147483648 or o0.unknown_tagged_fields: raise refuse(o0, 'cluster_authorized_operations', 'unknown_tagged_fields')
    v0 = o0.brokers
    n = len(v0)
    a(P_2i(o0.throttle_time_ms, n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.host.encode()
        n = len(v)
        a(P_ih(o1.node_id, n))
        a(v)
        v = o1.rack
        if v is None: v = b''; n = -1
        else: v = v.encode(); n = len(v)
        a(P_ih(o1.port, n))
        a(v)
    v = o0.cluster_id
    if v is None: v = b''; n = -1
    else: v = v.encode(); n = len(v)
    a(P_h(n))
    a(v)
    a(P_i(o0.controller_id))
def metadata_response_v5_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.topic_authorized_operations != -2147483648 or o1.unknown_tagged_fields: raise refuse(o1, 'topic_authorized_operations', 'unknown_tagged_fields')
        v = o1.name.encode()
        n = len(v)
        a(P_2h(o1.error_code, n))
        a(v)
        v1 = o1.partitions
        n = len(v1)
        a(P_Ti(o1.is_internal, n))
        for o2 in v1:
            if o2.unknown_tagged_fields: raise refuse(o2, 'unknown_tagged_fields')
            s0 = o2.replica_nodes
            n0 = len(s0)
            s1 = o2.isr_nodes
            n1 = len(s1)
            s2 = o2.offline_replicas
            n2 = len(s2)
            a(F_h3iniiniini[n0, n1, n2](o2.error_code, o2.partition_index, o2.leader_id, n0, *s0, n1, *s1, n2, *s2))
def metadata_response_v5_tail0(o0, l, out):
    a = l.append
def metadata_response_v5_head1(o0, l, out):
    a = l.append
    if o0.topic_authorized_operations != -2147483648 or o0.unknown_tagged_fields: raise refuse(o0, 'topic_authorized_operations', 'unknown_tagged_fields')
    v = o0.name.encode()
    n = len(v)
    a(P_2h(o0.error_code, n))
    a(v)
    a(P_T(o0.is_internal))
def metadata_response_v5_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        s0 = o1.replica_nodes
        n0 = len(s0)
        s1 = o1.isr_nodes
        n1 = len(s1)
        s2 = o1.offline_replicas
        n2 = len(s2)
        a(F_h3iniiniini[n0, n1, n2](o1.error_code, o1.partition_index, o1.leader_id, n0, *s0, n1, *s1, n2, *s2))
def metadata_response_v5_tail1(o0, l, out):
    a = l.append
metadata_response_v5 = (
    ('topics', 'name', metadata_response_v5_head0, metadata_response_v5_each0, metadata_response_v5_tail0),
    ('partitions', '', metadata_response_v5_head1, metadata_response_v5_each1, metadata_response_v5_tail1),
)

def metadata_response_v7_head0(o0, l, out):
    a = l.append
    if o0.cluster_authorized_operations != -2147483648 or o0.unknown_tagged_fields: raise refuse(o0, 'cluster_authorized_operations', 'unknown_tagged_fields')
    v0 = o0.brokers
    n = len(v0)
    a(P_2i(o0.throttle_time_ms, n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.host.encode()
        n = len(v)
        a(P_ih(o1.node_id, n))
        a(v)
        v = o1.rack
        if v is None: v = b''; n = -1
        else: v = v.encode(); n = len(v)
        a(P_ih(o1.port, n))
        a(v)
    v = o0.cluster_id
    if v is None: v = b''; n = -1
    else: v = v.encode(); n = len(v)
    a(P_h(n))
    a(v)
    a(P_i(o0.controller_id))
def metadata_response_v7_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.topic_authorized_operations != -2147483648 or o1.unknown_tagged_fields: raise refuse(o1, 'topic_authorized_operations', 'unknown_tagged_fields')
        v = o1.name.encode()
        n = len(v)
        a(P_2h(o1.error_code, n))
        a(v)
        v1 = o1.partitions
        n = len(v1)
        a(P_Ti(o1.is_internal, n))
        for o2 in v1:
            if o2.unknown_tagged_fields: raise refuse(o2, 'unknown_tagged_fields')
            s0 = o2.replica_nodes
            n0 = len(s0)
            s1 = o2.isr_nodes
            n1 = len(s1)
            s2 = o2.offline_replicas
            n2 = len(s2)
            a(F_h4iniiniini[n0, n1, n2](o2.error_code, o2.partition_index, o2.leader_id, o2.leader_epoch, n0, *s0, n1, *s1, n2, *s2))
def metadata_response_v7_tail0(o0, l, out):
    a = l.append
def metadata_response_v7_head1(o0, l, out):
    a = l.append
    if o0.topic_authorized_operations != -2147483648 or o0.unknown_tagged_fields: raise refuse(o0, 'topic_authorized_operations', 'unknown_tagged_fields')
    v = o0.name.encode()
    n = len(v)
    a(P_2h(o0.error_code, n))
    a(v)
    a(P_T(o0.is_internal))
def metadata_response_v7_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        s0 = o1.replica_nodes
        n0 = len(s0)
        s1 = o1.isr_nodes
        n1 = len(s1)
        s2 = o1.offline_replicas
        n2 = len(s2)
        a(F_h4iniiniini[n0, n1, n2](o1.error_code, o1.partition_index, o1.leader_id, o1.leader_epoch, n0, *s0, n1, *s1, n2, *s2))
def metadata_response_v7_tail1(o0, l, out):
    a = l.append
metadata_response_v7 = (
    ('topics', 'name', metadata_response_v7_head0, metadata_response_v7_each0, metadata_response_v7_tail0),
    ('partitions', '', metadata_response_v7_head1, metadata_response_v7_each1, metadata_response_v7_tail1),
)

def metadata_response_v8_head0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v0 = o0.brokers
    n = len(v0)
    a(P_2i(o0.throttle_time_ms, n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.host.encode()
        n = len(v)
        a(P_ih(o1.node_id, n))
        a(v)
        v = o1.rack
        if v is None: v = b''; n = -1
        else: v = v.encode(); n = len(v)
        a(P_ih(o1.port, n))
        a(v)
    v = o0.cluster_id
    if v is None: v = b''; n = -1
    else: v = v.encode(); n = len(v)
    a(P_h(n))
    a(v)
    a(P_i(o0.controller_id))
def metadata_response_v8_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.name.encode()
        n = len(v)
        a(P_2h(o1.error_code, n))
        a(v)
        v1 = o1.partitions
        n = len(v1)
        a(P_Ti(o1.is_internal, n))
        for o2 in v1:
            if o2.unknown_tagged_fields: raise refuse(o2, 'unknown_tagged_fields')
            s0 = o2.replica_nodes
            n0 = len(s0)
            s1 = o2.isr_nodes
            n1 = len(s1)
            s2 = o2.offline_replicas
            n2 = len(s2)
            a(F_h4iniiniini[n0, n1, n2](o2.error_code, o2.partition_index, o2.leader_id, o2.leader_epoch, n0, *s0, n1, *s1, n2, *s2))
        a(P_i(o1.topic_authorized_operations))
def metadata_response_v8_tail0(o0, l, out):
    a = l.append
    a(P_i(o0.cluster_authorized_operations))
def metadata_response_v8_head1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v = o0.name.encode()
    n = len(v)
    a(P_2h(o0.error_code, n))
    a(v)
    a(P_T(o0.is_internal))
def metadata_response_v8_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        s0 = o1.replica_nodes
        n0 = len(s0)
        s1 = o1.isr_nodes
        n1 = len(s1)
        s2 = o1.offline_replicas
        n2 = len(s2)
        a(F_h4iniiniini[n0, n1, n2](o1.error_code, o1.partition_index, o1.leader_id, o1.leader_epoch, n0, *s0, n1, *s1, n2, *s2))
def metadata_response_v8_tail1(o0, l, out):
    a = l.append
    a(P_i(o0.topic_authorized_operations))
metadata_response_v8 = (
    ('topics', 'name', metadata_response_v8_head0, metadata_response_v8_each0, metadata_response_v8_tail0),
    ('partitions', '', metadata_response_v8_head1, metadata_response_v8_each1, metadata_response_v8_tail1),
)

def metadata_response_v9_head0(o0, l, out):
    a = l.append
    v0 = o0.brokers
    n = len(v0) + 1
    if n < 128: a(P_iB(o0.throttle_time_ms, n))
    else: a(P_i(o0.throttle_time_ms) + uvarint(n))
    for o1 in v0:
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
    v = o0.cluster_id
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    a(P_i(o0.controller_id))
def metadata_response_v9_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        v = o1.name.encode()
        n = len(v) + 1
        if n < 128: a(P_hB(o1.error_code, n))
        else: a(P_h(o1.error_code) + uvarint(n))
        a(v)
        v1 = o1.partitions
        n = len(v1) + 1
        if n < 128: a(P_TB(o1.is_internal, n))
        else: a(P_T(o1.is_internal) + uvarint(n))
        for o2 in v1:
            s0 = o2.replica_nodes
            n0 = len(s0)
            s1 = o2.isr_nodes
            n1 = len(s1)
            s2 = o2.offline_replicas
            n2 = len(s2)
            if o2.unknown_tagged_fields:
                if n0 > 126 or n1 > 126 or n2 > 126:
                    a(P_h3i(o2.error_code, o2.partition_index, o2.leader_id, o2.leader_epoch))
                    a(uvarint(n0 + 1))
                    a(F_ni[n0](*s0))
                    a(uvarint(n1 + 1))
                    a(F_ni[n1](*s1))
                    a(uvarint(n2 + 1))
                    a(F_ni[n2](*s2))
                else:
                    a(F_h3iBniBniBni[n0, n1, n2](o2.error_code, o2.partition_index, o2.leader_id, o2.leader_epoch, n0 + 1, *s0, n1 + 1, *s1, n2 + 1, *s2))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                if n0 > 126 or n1 > 126 or n2 > 126:
                    a(P_h3i(o2.error_code, o2.partition_index, o2.leader_id, o2.leader_epoch))
                    a(uvarint(n0 + 1))
                    a(F_ni[n0](*s0))
                    a(uvarint(n1 + 1))
                    a(F_ni[n1](*s1))
                    a(uvarint(n2 + 1))
                    a(F_nix[n2](*s2))
                else:
                    a(F_h3iBniBniBnix[n0, n1, n2](o2.error_code, o2.partition_index, o2.leader_id, o2.leader_epoch, n0 + 1, *s0, n1 + 1, *s1, n2 + 1, *s2))
        if o1.unknown_tagged_fields:
            a(P_i(o1.topic_authorized_operations))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_ix(o1.topic_authorized_operations))
def metadata_response_v9_tail0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(P_i(o0.cluster_authorized_operations))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_ix(o0.cluster_authorized_operations))
def metadata_response_v9_head1(o0, l, out):
    a = l.append
    v = o0.name.encode()
    n = len(v) + 1
    if n < 128: a(P_hB(o0.error_code, n))
    else: a(P_h(o0.error_code) + uvarint(n))
    a(v)
    a(P_T(o0.is_internal))
def metadata_response_v9_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        s0 = o1.replica_nodes
        n0 = len(s0)
        s1 = o1.isr_nodes
        n1 = len(s1)
        s2 = o1.offline_replicas
        n2 = len(s2)
        if o1.unknown_tagged_fields:
            if n0 > 126 or n1 > 126 or n2 > 126:
                a(P_h3i(o1.error_code, o1.partition_index, o1.leader_id, o1.leader_epoch))
                a(uvarint(n0 + 1))
                a(F_ni[n0](*s0))
                a(uvarint(n1 + 1))
                a(F_ni[n1](*s1))
                a(uvarint(n2 + 1))
                a(F_ni[n2](*s2))
            else:
                a(F_h3iBniBniBni[n0, n1, n2](o1.error_code, o1.partition_index, o1.leader_id, o1.leader_epoch, n0 + 1, *s0, n1 + 1, *s1, n2 + 1, *s2))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            if n0 > 126 or n1 > 126 or n2 > 126:
                a(P_h3i(o1.error_code, o1.partition_index, o1.leader_id, o1.leader_epoch))
                a(uvarint(n0 + 1))
                a(F_ni[n0](*s0))
                a(uvarint(n1 + 1))
                a(F_ni[n1](*s1))
                a(uvarint(n2 + 1))
                a(F_nix[n2](*s2))
            else:
                a(F_h3iBniBniBnix[n0, n1, n2](o1.error_code, o1.partition_index, o1.leader_id, o1.leader_epoch, n0 + 1, *s0, n1 + 1, *s1, n2 + 1, *s2))
def metadata_response_v9_tail1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(P_i(o0.topic_authorized_operations))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_ix(o0.topic_authorized_operations))
metadata_response_v9 = (
    ('topics', 'name', metadata_response_v9_head0, metadata_response_v9_each0, metadata_response_v9_tail0),
    ('partitions', '', metadata_response_v9_head1, metadata_response_v9_each1, metadata_response_v9_tail1),
)

def metadata_response_v10_head0(o0, l, out):
    a = l.append
    v0 = o0.brokers
    n = len(v0) + 1
    if n < 128: a(P_iB(o0.throttle_time_ms, n))
    else: a(P_i(o0.throttle_time_ms) + uvarint(n))
    for o1 in v0:
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
    v = o0.cluster_id
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    a(P_i(o0.controller_id))
def metadata_response_v10_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        v = o1.name.encode()
        n = len(v) + 1
        if n < 128: a(P_hB(o1.error_code, n))
        else: a(P_h(o1.error_code) + uvarint(n))
        a(v)
        if len(o1.topic_id) != 16: raise EncodeError(f'{o1.topic_id!r:.80} is not a uuid')
        v1 = o1.partitions
        n = len(v1) + 1
        if n < 128: a(P_16sTB(o1.topic_id, o1.is_internal, n))
        else: a(P_16sT(o1.topic_id, o1.is_internal) + uvarint(n))
        for o2 in v1:
            s0 = o2.replica_nodes
            n0 = len(s0)
            s1 = o2.isr_nodes
            n1 = len(s1)
            s2 = o2.offline_replicas
            n2 = len(s2)
            if o2.unknown_tagged_fields:
                if n0 > 126 or n1 > 126 or n2 > 126:
                    a(P_h3i(o2.error_code, o2.partition_index, o2.leader_id, o2.leader_epoch))
                    a(uvarint(n0 + 1))
                    a(F_ni[n0](*s0))
                    a(uvarint(n1 + 1))
                    a(F_ni[n1](*s1))
                    a(uvarint(n2 + 1))
                    a(F_ni[n2](*s2))
                else:
                    a(F_h3iBniBniBni[n0, n1, n2](o2.error_code, o2.partition_index, o2.leader_id, o2.leader_epoch, n0 + 1, *s0, n1 + 1, *s1, n2 + 1, *s2))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                if n0 > 126 or n1 > 126 or n2 > 126:
                    a(P_h3i(o2.error_code, o2.partition_index, o2.leader_id, o2.leader_epoch))
                    a(uvarint(n0 + 1))
                    a(F_ni[n0](*s0))
                    a(uvarint(n1 + 1))
                    a(F_ni[n1](*s1))
                    a(uvarint(n2 + 1))
                    a(F_nix[n2](*s2))
                else:
                    a(F_h3iBniBniBnix[n0, n1, n2](o2.error_code, o2.partition_index, o2.leader_id, o2.leader_epoch, n0 + 1, *s0, n1 + 1, *s1, n2 + 1, *s2))
        if o1.unknown_tagged_fields:
            a(P_i(o1.topic_authorized_operations))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_ix(o1.topic_authorized_operations))
def metadata_response_v10_tail0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(P_i(o0.cluster_authorized_operations))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_ix(o0.cluster_authorized_operations))
def metadata_response_v10_head1(o0, l, out):
    a = l.append
    v = o0.name.encode()
    n = len(v) + 1
    if n < 128: a(P_hB(o0.error_code, n))
    else: a(P_h(o0.error_code) + uvarint(n))
    a(v)
    if len(o0.topic_id) != 16: raise EncodeError(f'{o0.topic_id!r:.80} is not a uuid')
    a(P_16sT(o0.topic_id, o0.is_internal))
def metadata_response_v10_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        s0 = o1.replica_nodes
        n0 = len(s0)
        s1 = o1.isr_nodes
        n1 = len(s1)
        s2 = o1.offline_replicas
        n2 = len(s2)
        if o1.unknown_tagged_fields:
            if n0 > 126 or n1 > 126 or n2 > 126:
                a(P_h3i(o1.error_code, o1.partition_index, o1.leader_id, o1.leader_epoch))
                a(uvarint(n0 + 1))
                a(F_ni[n0](*s0))
                a(uvarint(n1 + 1))
                a(F_ni[n1](*s1))
                a(uvarint(n2 + 1))
                a(F_ni[n2](*s2))
            else:
                a(F_h3iBniBniBni[n0, n1, n2](o1.error_code, o1.partition_index, o1.leader_id, o1.leader_epoch, n0 + 1, *s0, n1 + 1, *s1, n2 + 1, *s2))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            if n0 > 126 or n1 > 126 or n2 > 126:
                a(P_h3i(o1.error_code, o1.partition_index, o1.leader_id, o1.leader_epoch))
                a(uvarint(n0 + 1))
                a(F_ni[n0](*s0))
                a(uvarint(n1 + 1))
                a(F_ni[n1](*s1))
                a(uvarint(n2 + 1))
                a(F_nix[n2](*s2))
            else:
                a(F_h3iBniBniBnix[n0, n1, n2](o1.error_code, o1.partition_index, o1.leader_id, o1.leader_epoch, n0 + 1, *s0, n1 + 1, *s1, n2 + 1, *s2))
def metadata_response_v10_tail1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(P_i(o0.topic_authorized_operations))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_ix(o0.topic_authorized_operations))
metadata_response_v10 = (
    ('topics', 'name', metadata_response_v10_head0, metadata_response_v10_each0, metadata_response_v10_tail0),
    ('partitions', '', metadata_response_v10_head1, metadata_response_v10_each1, metadata_response_v10_tail1),
)

def metadata_response_v11_head0(o0, l, out):
    a = l.append
    if o0.cluster_authorized_operations != -2147483648: raise refuse(o0, 'cluster_authorized_operations')
    v0 = o0.brokers
    n = len(v0) + 1
    if n < 128: a(P_iB(o0.throttle_time_ms, n))
    else: a(P_i(o0.throttle_time_ms) + uvarint(n))
    for o1 in v0:
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
    v = o0.cluster_id
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    a(P_i(o0.controller_id))
def metadata_response_v11_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        v = o1.name.encode()
        n = len(v) + 1
        if n < 128: a(P_hB(o1.error_code, n))
        else: a(P_h(o1.error_code) + uvarint(n))
        a(v)
        if len(o1.topic_id) != 16: raise EncodeError(f'{o1.topic_id!r:.80} is not a uuid')
        v1 = o1.partitions
        n = len(v1) + 1
        if n < 128: a(P_16sTB(o1.topic_id, o1.is_internal, n))
        else: a(P_16sT(o1.topic_id, o1.is_internal) + uvarint(n))
        for o2 in v1:
            s0 = o2.replica_nodes
            n0 = len(s0)
            s1 = o2.isr_nodes
            n1 = len(s1)
            s2 = o2.offline_replicas
            n2 = len(s2)
            if o2.unknown_tagged_fields:
                if n0 > 126 or n1 > 126 or n2 > 126:
                    a(P_h3i(o2.error_code, o2.partition_index, o2.leader_id, o2.leader_epoch))
                    a(uvarint(n0 + 1))
                    a(F_ni[n0](*s0))
                    a(uvarint(n1 + 1))
                    a(F_ni[n1](*s1))
                    a(uvarint(n2 + 1))
                    a(F_ni[n2](*s2))
                else:
                    a(F_h3iBniBniBni[n0, n1, n2](o2.error_code, o2.partition_index, o2.leader_id, o2.leader_epoch, n0 + 1, *s0, n1 + 1, *s1, n2 + 1, *s2))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                if n0 > 126 or n1 > 126 or n2 > 126:
                    a(P_h3i(o2.error_code, o2.partition_index, o2.leader_id, o2.leader_epoch))
                    a(uvarint(n0 + 1))
                    a(F_ni[n0](*s0))
                    a(uvarint(n1 + 1))
                    a(F_ni[n1](*s1))
                    a(uvarint(n2 + 1))
                    a(F_nix[n2](*s2))
                else:
                    a(F_h3iBniBniBnix[n0, n1, n2](o2.error_code, o2.partition_index, o2.leader_id, o2.leader_epoch, n0 + 1, *s0, n1 + 1, *s1, n2 + 1, *s2))
        if o1.unknown_tagged_fields:
            a(P_i(o1.topic_authorized_operations))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_ix(o1.topic_authorized_operations))
def metadata_response_v11_tail0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
def metadata_response_v11_head1(o0, l, out):
    a = l.append
    v = o0.name.encode()
    n = len(v) + 1
    if n < 128: a(P_hB(o0.error_code, n))
    else: a(P_h(o0.error_code) + uvarint(n))
    a(v)
    if len(o0.topic_id) != 16: raise EncodeError(f'{o0.topic_id!r:.80} is not a uuid')
    a(P_16sT(o0.topic_id, o0.is_internal))
def metadata_response_v11_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        s0 = o1.replica_nodes
        n0 = len(s0)
        s1 = o1.isr_nodes
        n1 = len(s1)
        s2 = o1.offline_replicas
        n2 = len(s2)
        if o1.unknown_tagged_fields:
            if n0 > 126 or n1 > 126 or n2 > 126:
                a(P_h3i(o1.error_code, o1.partition_index, o1.leader_id, o1.leader_epoch))
                a(uvarint(n0 + 1))
                a(F_ni[n0](*s0))
                a(uvarint(n1 + 1))
                a(F_ni[n1](*s1))
                a(uvarint(n2 + 1))
                a(F_ni[n2](*s2))
            else:
                a(F_h3iBniBniBni[n0, n1, n2](o1.error_code, o1.partition_index, o1.leader_id, o1.leader_epoch, n0 + 1, *s0, n1 + 1, *s1, n2 + 1, *s2))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            if n0 > 126 or n1 > 126 or n2 > 126:
                a(P_h3i(o1.error_code, o1.partition_index, o1.leader_id, o1.leader_epoch))
                a(uvarint(n0 + 1))
                a(F_ni[n0](*s0))
                a(uvarint(n1 + 1))
                a(F_ni[n1](*s1))
                a(uvarint(n2 + 1))
                a(F_nix[n2](*s2))
            else:
                a(F_h3iBniBniBnix[n0, n1, n2](o1.error_code, o1.partition_index, o1.leader_id, o1.leader_epoch, n0 + 1, *s0, n1 + 1, *s1, n2 + 1, *s2))
def metadata_response_v11_tail1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(P_i(o0.topic_authorized_operations))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_ix(o0.topic_authorized_operations))
metadata_response_v11 = (
    ('topics', 'name', metadata_response_v11_head0, metadata_response_v11_each0, metadata_response_v11_tail0),
    ('partitions', '', metadata_response_v11_head1, metadata_response_v11_each1, metadata_response_v11_tail1),
)

def metadata_response_v12_head0(o0, l, out):
    a = l.append
    if o0.cluster_authorized_operations != -2147483648: raise refuse(o0, 'cluster_authorized_operations')
    v0 = o0.brokers
    n = len(v0) + 1
    if n < 128: a(P_iB(o0.throttle_time_ms, n))
    else: a(P_i(o0.throttle_time_ms) + uvarint(n))
    for o1 in v0:
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
    v = o0.cluster_id
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    a(P_i(o0.controller_id))
def metadata_response_v12_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        v = o1.name
        if v is None: v = b''; n = 0
        else: v = v.encode(); n = len(v) + 1
        if n < 128: a(P_hB(o1.error_code, n))
        else: a(P_h(o1.error_code) + uvarint(n))
        a(v)
        if len(o1.topic_id) != 16: raise EncodeError(f'{o1.topic_id!r:.80} is not a uuid')
        v1 = o1.partitions
        n = len(v1) + 1
        if n < 128: a(P_16sTB(o1.topic_id, o1.is_internal, n))
        else: a(P_16sT(o1.topic_id, o1.is_internal) + uvarint(n))
        for o2 in v1:
            s0 = o2.replica_nodes
            n0 = len(s0)
            s1 = o2.isr_nodes
            n1 = len(s1)
            s2 = o2.offline_replicas
            n2 = len(s2)
            if o2.unknown_tagged_fields:
                if n0 > 126 or n1 > 126 or n2 > 126:
                    a(P_h3i(o2.error_code, o2.partition_index, o2.leader_id, o2.leader_epoch))
                    a(uvarint(n0 + 1))
                    a(F_ni[n0](*s0))
                    a(uvarint(n1 + 1))
                    a(F_ni[n1](*s1))
                    a(uvarint(n2 + 1))
                    a(F_ni[n2](*s2))
                else:
                    a(F_h3iBniBniBni[n0, n1, n2](o2.error_code, o2.partition_index, o2.leader_id, o2.leader_epoch, n0 + 1, *s0, n1 + 1, *s1, n2 + 1, *s2))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                if n0 > 126 or n1 > 126 or n2 > 126:
                    a(P_h3i(o2.error_code, o2.partition_index, o2.leader_id, o2.leader_epoch))
                    a(uvarint(n0 + 1))
                    a(F_ni[n0](*s0))
                    a(uvarint(n1 + 1))
                    a(F_ni[n1](*s1))
                    a(uvarint(n2 + 1))
                    a(F_nix[n2](*s2))
                else:
                    a(F_h3iBniBniBnix[n0, n1, n2](o2.error_code, o2.partition_index, o2.leader_id, o2.leader_epoch, n0 + 1, *s0, n1 + 1, *s1, n2 + 1, *s2))
        if o1.unknown_tagged_fields:
            a(P_i(o1.topic_authorized_operations))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_ix(o1.topic_authorized_operations))
def metadata_response_v12_tail0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
def metadata_response_v12_head1(o0, l, out):
    a = l.append
    v = o0.name
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(P_hB(o0.error_code, n))
    else: a(P_h(o0.error_code) + uvarint(n))
    a(v)
    if len(o0.topic_id) != 16: raise EncodeError(f'{o0.topic_id!r:.80} is not a uuid')
    a(P_16sT(o0.topic_id, o0.is_internal))
def metadata_response_v12_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        s0 = o1.replica_nodes
        n0 = len(s0)
        s1 = o1.isr_nodes
        n1 = len(s1)
        s2 = o1.offline_replicas
        n2 = len(s2)
        if o1.unknown_tagged_fields:
            if n0 > 126 or n1 > 126 or n2 > 126:
                a(P_h3i(o1.error_code, o1.partition_index, o1.leader_id, o1.leader_epoch))
                a(uvarint(n0 + 1))
                a(F_ni[n0](*s0))
                a(uvarint(n1 + 1))
                a(F_ni[n1](*s1))
                a(uvarint(n2 + 1))
                a(F_ni[n2](*s2))
            else:
                a(F_h3iBniBniBni[n0, n1, n2](o1.error_code, o1.partition_index, o1.leader_id, o1.leader_epoch, n0 + 1, *s0, n1 + 1, *s1, n2 + 1, *s2))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            if n0 > 126 or n1 > 126 or n2 > 126:
                a(P_h3i(o1.error_code, o1.partition_index, o1.leader_id, o1.leader_epoch))
                a(uvarint(n0 + 1))
                a(F_ni[n0](*s0))
                a(uvarint(n1 + 1))
                a(F_ni[n1](*s1))
                a(uvarint(n2 + 1))
                a(F_nix[n2](*s2))
            else:
                a(F_h3iBniBniBnix[n0, n1, n2](o1.error_code, o1.partition_index, o1.leader_id, o1.leader_epoch, n0 + 1, *s0, n1 + 1, *s1, n2 + 1, *s2))
def metadata_response_v12_tail1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(P_i(o0.topic_authorized_operations))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_ix(o0.topic_authorized_operations))
metadata_response_v12 = (
    ('topics', 'name', metadata_response_v12_head0, metadata_response_v12_each0, metadata_response_v12_tail0),
    ('partitions', '', metadata_response_v12_head1, metadata_response_v12_each1, metadata_response_v12_tail1),
)

def metadata_response_v13_head0(o0, l, out):
    a = l.append
    if o0.cluster_authorized_operations != -2147483648: raise refuse(o0, 'cluster_authorized_operations')
    v0 = o0.brokers
    n = len(v0) + 1
    if n < 128: a(P_iB(o0.throttle_time_ms, n))
    else: a(P_i(o0.throttle_time_ms) + uvarint(n))
    for o1 in v0:
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
    v = o0.cluster_id
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    a(P_i(o0.controller_id))
def metadata_response_v13_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        v = o1.name
        if v is None: v = b''; n = 0
        else: v = v.encode(); n = len(v) + 1
        if n < 128: a(P_hB(o1.error_code, n))
        else: a(P_h(o1.error_code) + uvarint(n))
        a(v)
        if len(o1.topic_id) != 16: raise EncodeError(f'{o1.topic_id!r:.80} is not a uuid')
        v1 = o1.partitions
        n = len(v1) + 1
        if n < 128: a(P_16sTB(o1.topic_id, o1.is_internal, n))
        else: a(P_16sT(o1.topic_id, o1.is_internal) + uvarint(n))
        for o2 in v1:
            s0 = o2.replica_nodes
            n0 = len(s0)
            s1 = o2.isr_nodes
            n1 = len(s1)
            s2 = o2.offline_replicas
            n2 = len(s2)
            if o2.unknown_tagged_fields:
                if n0 > 126 or n1 > 126 or n2 > 126:
                    a(P_h3i(o2.error_code, o2.partition_index, o2.leader_id, o2.leader_epoch))
                    a(uvarint(n0 + 1))
                    a(F_ni[n0](*s0))
                    a(uvarint(n1 + 1))
                    a(F_ni[n1](*s1))
                    a(uvarint(n2 + 1))
                    a(F_ni[n2](*s2))
                else:
                    a(F_h3iBniBniBni[n0, n1, n2](o2.error_code, o2.partition_index, o2.leader_id, o2.leader_epoch, n0 + 1, *s0, n1 + 1, *s1, n2 + 1, *s2))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                if n0 > 126 or n1 > 126 or n2 > 126:
                    a(P_h3i(o2.error_code, o2.partition_index, o2.leader_id, o2.leader_epoch))
                    a(uvarint(n0 + 1))
                    a(F_ni[n0](*s0))
                    a(uvarint(n1 + 1))
                    a(F_ni[n1](*s1))
                    a(uvarint(n2 + 1))
                    a(F_nix[n2](*s2))
                else:
                    a(F_h3iBniBniBnix[n0, n1, n2](o2.error_code, o2.partition_index, o2.leader_id, o2.leader_epoch, n0 + 1, *s0, n1 + 1, *s1, n2 + 1, *s2))
        if o1.unknown_tagged_fields:
            a(P_i(o1.topic_authorized_operations))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_ix(o1.topic_authorized_operations))
def metadata_response_v13_tail0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(P_h(o0.error_code))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_hx(o0.error_code))
def metadata_response_v13_head1(o0, l, out):
    a = l.append
    v = o0.name
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(P_hB(o0.error_code, n))
    else: a(P_h(o0.error_code) + uvarint(n))
    a(v)
    if len(o0.topic_id) != 16: raise EncodeError(f'{o0.topic_id!r:.80} is not a uuid')
    a(P_16sT(o0.topic_id, o0.is_internal))
def metadata_response_v13_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        s0 = o1.replica_nodes
        n0 = len(s0)
        s1 = o1.isr_nodes
        n1 = len(s1)
        s2 = o1.offline_replicas
        n2 = len(s2)
        if o1.unknown_tagged_fields:
            if n0 > 126 or n1 > 126 or n2 > 126:
                a(P_h3i(o1.error_code, o1.partition_index, o1.leader_id, o1.leader_epoch))
                a(uvarint(n0 + 1))
                a(F_ni[n0](*s0))
                a(uvarint(n1 + 1))
                a(F_ni[n1](*s1))
                a(uvarint(n2 + 1))
                a(F_ni[n2](*s2))
            else:
                a(F_h3iBniBniBni[n0, n1, n2](o1.error_code, o1.partition_index, o1.leader_id, o1.leader_epoch, n0 + 1, *s0, n1 + 1, *s1, n2 + 1, *s2))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            if n0 > 126 or n1 > 126 or n2 > 126:
                a(P_h3i(o1.error_code, o1.partition_index, o1.leader_id, o1.leader_epoch))
                a(uvarint(n0 + 1))
                a(F_ni[n0](*s0))
                a(uvarint(n1 + 1))
                a(F_ni[n1](*s1))
                a(uvarint(n2 + 1))
                a(F_nix[n2](*s2))
            else:
                a(F_h3iBniBniBnix[n0, n1, n2](o1.error_code, o1.partition_index, o1.leader_id, o1.leader_epoch, n0 + 1, *s0, n1 + 1, *s1, n2 + 1, *s2))
def metadata_response_v13_tail1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(P_i(o0.topic_authorized_operations))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_ix(o0.topic_authorized_operations))
metadata_response_v13 = (
    ('topics', 'name', metadata_response_v13_head0, metadata_response_v13_each0, metadata_response_v13_tail0),
    ('partitions', '', metadata_response_v13_head1, metadata_response_v13_each1, metadata_response_v13_tail1),
)

PIECES = (
    (False, metadata_response_v0),
    (False, metadata_response_v1),
    (False, metadata_response_v2),
    (False, metadata_response_v3),
    (False, metadata_response_v3),
    (False, metadata_response_v5),
    (False, metadata_response_v5),
    (False, metadata_response_v7),
    (False, metadata_response_v8),
    (True, metadata_response_v9),
    (True, metadata_response_v10),
    (True, metadata_response_v11),
    (True, metadata_response_v12),
    (True, metadata_response_v13),
)
