"""Written by `make generate` from protocol/messages/describe_share_group_offsets.py. Do not edit."""

from kavka.protocol._generated.describe_share_group_offsets import *
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import pack, read_uvarint, refuse, skip_tags, uvarint, write_tags

P_i = Struct('>i').pack
P_16sB = Struct('>16sB').pack
P_16s = Struct('>16s').pack
P_iqihB = Struct('>iqihB').pack
P_iqih = Struct('>iqih').pack
P_hB = Struct('>hB').pack
P_h = Struct('>h').pack
P_iqiqhB = Struct('>iqiqhB').pack
P_iqiqh = Struct('>iqiqh').pack

def scan_describe_share_group_offsets_request_v0(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    h0 = p
    r0 = []
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 <= (e - p) // 3: raise DecodeError(f'DescribeShareGroupOffsetsRequest: groups: count {c0}')
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
            if q > 32768: raise DecodeError(f'DescribeShareGroupOffsetsRequest: groups.group_id: length {q}')
            if q: p += q - 1
            else: raise DecodeError(f'DescribeShareGroupOffsetsRequest: groups.group_id: length {q}')
            h1 = p
            r1 = []
            c1 = b[p]
            p += 1
            if c1 > 127: c1, p = read_uvarint(b, p - 1)
            c1 -= 1
            if not -1 <= c1 <= (e - p) // 3: raise DecodeError(f'DescribeShareGroupOffsetsRequest: groups.topics: count {c1}')
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
                    if q > 32768: raise DecodeError(f'DescribeShareGroupOffsetsRequest: groups.topics.topic_name: length {q}')
                    if q: p += q - 1
                    else: raise DecodeError(f'DescribeShareGroupOffsetsRequest: groups.topics.topic_name: length {q}')
                    h2 = p
                    r2 = []
                    c2 = b[p]
                    p += 1
                    if c2 > 127: c2, p = read_uvarint(b, p - 1)
                    c2 -= 1
                    if not 0 <= c2 <= (e - p) // 4: raise DecodeError(f'DescribeShareGroupOffsetsRequest: groups.topics.partitions: count {c2}')
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
    if p > e: raise DecodeError(f'DescribeShareGroupOffsetsRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

SCANNERS = (
    scan_describe_share_group_offsets_request_v0,
    scan_describe_share_group_offsets_request_v0,
)

def describe_share_group_offsets_response_v0_head0(o0, l, out):
    a = l.append
    a(P_i(o0.throttle_time_ms))
def describe_share_group_offsets_response_v0_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        v = o1.group_id.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v1 = o1.topics
        n = len(v1) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o2 in v1:
            v = o2.topic_name.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            if len(o2.topic_id) != 16: raise EncodeError(f'{o2.topic_id!r:.80} is not a uuid')
            v2 = o2.partitions
            n = len(v2) + 1
            if n < 128: a(P_16sB(o2.topic_id, n))
            else: a(P_16s(o2.topic_id) + uvarint(n))
            for o3 in v2:
                v = o3.error_message
                if v is None: v = b''; n = 0
                else: v = v.encode(); n = len(v) + 1
                if n < 128: a(P_iqihB(o3.partition_index, o3.start_offset, o3.leader_epoch, o3.error_code, n))
                else: a(P_iqih(o3.partition_index, o3.start_offset, o3.leader_epoch, o3.error_code) + uvarint(n))
                a(v)
                if o3.unknown_tagged_fields:
                    a(write_tags(o3.unknown_tagged_fields))
                else:
                    a(b'\x00')
            if o2.unknown_tagged_fields:
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(b'\x00')
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
def describe_share_group_offsets_response_v0_tail0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
def describe_share_group_offsets_response_v0_head1(o0, l, out):
    a = l.append
    v = o0.group_id.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
def describe_share_group_offsets_response_v0_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        v = o1.topic_name.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        if len(o1.topic_id) != 16: raise EncodeError(f'{o1.topic_id!r:.80} is not a uuid')
        v1 = o1.partitions
        n = len(v1) + 1
        if n < 128: a(P_16sB(o1.topic_id, n))
        else: a(P_16s(o1.topic_id) + uvarint(n))
        for o2 in v1:
            v = o2.error_message
            if v is None: v = b''; n = 0
            else: v = v.encode(); n = len(v) + 1
            if n < 128: a(P_iqihB(o2.partition_index, o2.start_offset, o2.leader_epoch, o2.error_code, n))
            else: a(P_iqih(o2.partition_index, o2.start_offset, o2.leader_epoch, o2.error_code) + uvarint(n))
            a(v)
            if o2.unknown_tagged_fields:
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(b'\x00')
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
def describe_share_group_offsets_response_v0_tail1(o0, l, out):
    a = l.append
    v = o0.error_message
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(P_hB(o0.error_code, n))
    else: a(P_h(o0.error_code) + uvarint(n))
    a(v)
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
def describe_share_group_offsets_response_v0_head2(o0, l, out):
    a = l.append
    v = o0.topic_name.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    if len(o0.topic_id) != 16: raise EncodeError(f'{o0.topic_id!r:.80} is not a uuid')
    a(P_16s(o0.topic_id))
def describe_share_group_offsets_response_v0_each2(o0, l, out):
    a = l.append
    for o1 in o0:
        v = o1.error_message
        if v is None: v = b''; n = 0
        else: v = v.encode(); n = len(v) + 1
        if n < 128: a(P_iqihB(o1.partition_index, o1.start_offset, o1.leader_epoch, o1.error_code, n))
        else: a(P_iqih(o1.partition_index, o1.start_offset, o1.leader_epoch, o1.error_code) + uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
def describe_share_group_offsets_response_v0_tail2(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
describe_share_group_offsets_response_v0 = (
    ('groups', 'group_id', describe_share_group_offsets_response_v0_head0, describe_share_group_offsets_response_v0_each0, describe_share_group_offsets_response_v0_tail0),
    ('topics', 'topic_name', describe_share_group_offsets_response_v0_head1, describe_share_group_offsets_response_v0_each1, describe_share_group_offsets_response_v0_tail1),
    ('partitions', '', describe_share_group_offsets_response_v0_head2, describe_share_group_offsets_response_v0_each2, describe_share_group_offsets_response_v0_tail2),
)

def describe_share_group_offsets_response_v1_head0(o0, l, out):
    a = l.append
    a(P_i(o0.throttle_time_ms))
def describe_share_group_offsets_response_v1_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        v = o1.group_id.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v1 = o1.topics
        n = len(v1) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o2 in v1:
            v = o2.topic_name.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            if len(o2.topic_id) != 16: raise EncodeError(f'{o2.topic_id!r:.80} is not a uuid')
            v2 = o2.partitions
            n = len(v2) + 1
            if n < 128: a(P_16sB(o2.topic_id, n))
            else: a(P_16s(o2.topic_id) + uvarint(n))
            for o3 in v2:
                v = o3.error_message
                if v is None: v = b''; n = 0
                else: v = v.encode(); n = len(v) + 1
                if n < 128: a(P_iqiqhB(o3.partition_index, o3.start_offset, o3.leader_epoch, o3.lag, o3.error_code, n))
                else: a(P_iqiqh(o3.partition_index, o3.start_offset, o3.leader_epoch, o3.lag, o3.error_code) + uvarint(n))
                a(v)
                if o3.unknown_tagged_fields:
                    a(write_tags(o3.unknown_tagged_fields))
                else:
                    a(b'\x00')
            if o2.unknown_tagged_fields:
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(b'\x00')
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
def describe_share_group_offsets_response_v1_tail0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
def describe_share_group_offsets_response_v1_head1(o0, l, out):
    a = l.append
    v = o0.group_id.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
def describe_share_group_offsets_response_v1_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        v = o1.topic_name.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        if len(o1.topic_id) != 16: raise EncodeError(f'{o1.topic_id!r:.80} is not a uuid')
        v1 = o1.partitions
        n = len(v1) + 1
        if n < 128: a(P_16sB(o1.topic_id, n))
        else: a(P_16s(o1.topic_id) + uvarint(n))
        for o2 in v1:
            v = o2.error_message
            if v is None: v = b''; n = 0
            else: v = v.encode(); n = len(v) + 1
            if n < 128: a(P_iqiqhB(o2.partition_index, o2.start_offset, o2.leader_epoch, o2.lag, o2.error_code, n))
            else: a(P_iqiqh(o2.partition_index, o2.start_offset, o2.leader_epoch, o2.lag, o2.error_code) + uvarint(n))
            a(v)
            if o2.unknown_tagged_fields:
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(b'\x00')
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
def describe_share_group_offsets_response_v1_tail1(o0, l, out):
    a = l.append
    v = o0.error_message
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(P_hB(o0.error_code, n))
    else: a(P_h(o0.error_code) + uvarint(n))
    a(v)
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
def describe_share_group_offsets_response_v1_head2(o0, l, out):
    a = l.append
    v = o0.topic_name.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    if len(o0.topic_id) != 16: raise EncodeError(f'{o0.topic_id!r:.80} is not a uuid')
    a(P_16s(o0.topic_id))
def describe_share_group_offsets_response_v1_each2(o0, l, out):
    a = l.append
    for o1 in o0:
        v = o1.error_message
        if v is None: v = b''; n = 0
        else: v = v.encode(); n = len(v) + 1
        if n < 128: a(P_iqiqhB(o1.partition_index, o1.start_offset, o1.leader_epoch, o1.lag, o1.error_code, n))
        else: a(P_iqiqh(o1.partition_index, o1.start_offset, o1.leader_epoch, o1.lag, o1.error_code) + uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
def describe_share_group_offsets_response_v1_tail2(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
describe_share_group_offsets_response_v1 = (
    ('groups', 'group_id', describe_share_group_offsets_response_v1_head0, describe_share_group_offsets_response_v1_each0, describe_share_group_offsets_response_v1_tail0),
    ('topics', 'topic_name', describe_share_group_offsets_response_v1_head1, describe_share_group_offsets_response_v1_each1, describe_share_group_offsets_response_v1_tail1),
    ('partitions', '', describe_share_group_offsets_response_v1_head2, describe_share_group_offsets_response_v1_each2, describe_share_group_offsets_response_v1_tail2),
)

PIECES = (
    (True, describe_share_group_offsets_response_v0),
    (True, describe_share_group_offsets_response_v1),
)
