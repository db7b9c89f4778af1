"""Written by `make generate` from protocol/messages/describe_topic_partitions.py. Do not edit."""

from kavka.protocol._generated.describe_topic_partitions import *
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import pack, read_uvarint, refuse, skip_tags, uvarint, write_tags

P_i = Struct('>i').pack
P_hB = Struct('>hB').pack
P_h = Struct('>h').pack
P_16sTB = Struct('>16s?B').pack
P_16sT = Struct('>16s?').pack
P_h3i = Struct('>h3i').pack
F_ni = PackCache('>%di')
F_niB = PackCache('>%diB')
F_h3iBniBniB = PackCache('>h3iB%diB%diB')
F_h3iBniBni = PackCache('>h3iB%diB%di')
PACK_i = PACK['i']
F_Bni = PackCache('>B%di')
F_nix = PackCache('>%dix')
F_Bnix = PackCache('>B%dix')
P_ix = Struct('>ix').pack

def scan_describe_topic_partitions_request_v0(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    h0 = p
    r0 = []
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 <= (e - p) // 2: raise DecodeError(f'DescribeTopicPartitionsRequest: topics: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            q = b[p]
            p += 1
            if q > 127: q, p = read_uvarint(b, p - 1)
            if q > 32768: raise DecodeError(f'DescribeTopicPartitionsRequest: topics.name: length {q}')
            if q: p += q - 1
            else: raise DecodeError(f'DescribeTopicPartitionsRequest: topics.name: length {q}')
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
    q = b[p]
    p += 1
    if q < 128:
        q = b[p]
        p += 1
        if q > 127: q, p = read_uvarint(b, p - 1)
        if q > 32768: raise DecodeError(f'DescribeTopicPartitionsRequest: cursor.topic_name: length {q}')
        if q: p += q - 1
        else: raise DecodeError(f'DescribeTopicPartitionsRequest: cursor.topic_name: length {q}')
        p += 4
        if b[p]: n, p = skip_tags(b, p, n)
        else: p += 1
    if b[p]: n, p = skip_tags(b, p, n)
    else: p += 1
    if p > e: raise DecodeError(f'DescribeTopicPartitionsRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

SCANNERS = (
    scan_describe_topic_partitions_request_v0,
)

def describe_topic_partitions_response_v0_head0(o0, l, out):
    a = l.append
    a(P_i(o0.throttle_time_ms))
def describe_topic_partitions_response_v0_each0(o0, l, out):
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
            v2 = o2.eligible_leader_replicas
            if v2 is None: v2 = (); n = 0
            else: n = len(v2) + 1
            if n0 > 126 or n1 > 126:
                a(P_h3i(o2.error_code, o2.partition_index, o2.leader_id, o2.leader_epoch))
                a(uvarint(n0 + 1))
                a(F_ni[n0](*s0))
                a(uvarint(n1 + 1))
                if n < 128: a(F_niB[n1](*s1, n))
                else: a(F_ni[n1](*s1) + uvarint(n))
            else:
                if n < 128: a(F_h3iBniBniB[n0, n1](o2.error_code, o2.partition_index, o2.leader_id, o2.leader_epoch, n0 + 1, *s0, n1 + 1, *s1, n))
                else: a(F_h3iBniBni[n0, n1](o2.error_code, o2.partition_index, o2.leader_id, o2.leader_epoch, n0 + 1, *s0, n1 + 1, *s1) + uvarint(n))
            n = len(v2)
            a(PACK_i[n](*v2) if n < 9 else pack(f'>{n}i', *v2))
            v2 = o2.last_known_elr
            if v2 is None: v2 = (); n = 0
            else: n = len(v2) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            n = len(v2)
            a(PACK_i[n](*v2) if n < 9 else pack(f'>{n}i', *v2))
            s0 = o2.offline_replicas
            n0 = len(s0)
            if o2.unknown_tagged_fields:
                if n0 > 126:
                    a(uvarint(n0 + 1))
                    a(F_ni[n0](*s0))
                else:
                    a(F_Bni[n0](n0 + 1, *s0))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                if n0 > 126:
                    a(uvarint(n0 + 1))
                    a(F_nix[n0](*s0))
                else:
                    a(F_Bnix[n0](n0 + 1, *s0))
        if o1.unknown_tagged_fields:
            a(P_i(o1.topic_authorized_operations))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_ix(o1.topic_authorized_operations))
def describe_topic_partitions_response_v0_tail0(o0, l, out):
    a = l.append
    if o0.next_cursor is None: a(BYTE[255])
    else:
        a(BYTE[1])
        o1 = o0.next_cursor
        v = o1.topic_name.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(P_i(o1.partition_index))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_ix(o1.partition_index))
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
def describe_topic_partitions_response_v0_head1(o0, l, out):
    a = l.append
    v = o0.name
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(P_hB(o0.error_code, n))
    else: a(P_h(o0.error_code) + uvarint(n))
    a(v)
    if len(o0.topic_id) != 16: raise EncodeError(f'{o0.topic_id!r:.80} is not a uuid')
    a(P_16sT(o0.topic_id, o0.is_internal))
def describe_topic_partitions_response_v0_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        s0 = o1.replica_nodes
        n0 = len(s0)
        s1 = o1.isr_nodes
        n1 = len(s1)
        v1 = o1.eligible_leader_replicas
        if v1 is None: v1 = (); n = 0
        else: n = len(v1) + 1
        if n0 > 126 or n1 > 126:
            a(P_h3i(o1.error_code, o1.partition_index, o1.leader_id, o1.leader_epoch))
            a(uvarint(n0 + 1))
            a(F_ni[n0](*s0))
            a(uvarint(n1 + 1))
            if n < 128: a(F_niB[n1](*s1, n))
            else: a(F_ni[n1](*s1) + uvarint(n))
        else:
            if n < 128: a(F_h3iBniBniB[n0, n1](o1.error_code, o1.partition_index, o1.leader_id, o1.leader_epoch, n0 + 1, *s0, n1 + 1, *s1, n))
            else: a(F_h3iBniBni[n0, n1](o1.error_code, o1.partition_index, o1.leader_id, o1.leader_epoch, n0 + 1, *s0, n1 + 1, *s1) + uvarint(n))
        n = len(v1)
        a(PACK_i[n](*v1) if n < 9 else pack(f'>{n}i', *v1))
        v1 = o1.last_known_elr
        if v1 is None: v1 = (); n = 0
        else: n = len(v1) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        n = len(v1)
        a(PACK_i[n](*v1) if n < 9 else pack(f'>{n}i', *v1))
        s0 = o1.offline_replicas
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
def describe_topic_partitions_response_v0_tail1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(P_i(o0.topic_authorized_operations))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_ix(o0.topic_authorized_operations))
describe_topic_partitions_response_v0 = (
    ('topics', 'name', describe_topic_partitions_response_v0_head0, describe_topic_partitions_response_v0_each0, describe_topic_partitions_response_v0_tail0),
    ('partitions', '', describe_topic_partitions_response_v0_head1, describe_topic_partitions_response_v0_each1, describe_topic_partitions_response_v0_tail1),
)

PIECES = (
    (True, describe_topic_partitions_response_v0),
)
