"""Written by `make generate` from protocol/messages/describe_log_dirs.py. Do not edit."""

from kavka.protocol._generated.describe_log_dirs import *
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import pack, read_uvarint, refuse, skip_tags, uvarint, write_tags

U_i = Struct('>i').unpack_from
U_h = Struct('>h').unpack_from
P_i = Struct('>i').pack
P_2h = Struct('>2h').pack
P_h = Struct('>h').pack
P_i2qT = Struct('>i2q?').pack
P_hB = Struct('>hB').pack
P_i2qTx = Struct('>i2q?x').pack
P_ih = Struct('>ih').pack
P_2q = Struct('>2q').pack
P_2qx = Struct('>2qx').pack
P_2qT = Struct('>2q?').pack
P_2qTx = Struct('>2q?x').pack

def scan_describe_log_dirs_request_v0(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    h0 = p
    r0 = []
    c0, = U_i(b, p)
    p += 4
    if not -1 <= c0 <= (e - p) // 6: raise DecodeError(f'DescribeLogDirsRequest: topics: count {c0}')
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
            else: raise DecodeError(f'DescribeLogDirsRequest: topics.topic: length {q}')
            h1 = p
            r1 = []
            c1, = U_i(b, p)
            p += 4
            if not 0 <= c1 <= (e - p) // 4: raise DecodeError(f'DescribeLogDirsRequest: topics.partitions: count {c1}')
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
    if p > e: raise DecodeError(f'DescribeLogDirsRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_describe_log_dirs_request_v2(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    h0 = p
    r0 = []
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not -1 <= c0 <= (e - p) // 3: raise DecodeError(f'DescribeLogDirsRequest: topics: count {c0}')
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
            if q > 32768: raise DecodeError(f'DescribeLogDirsRequest: topics.topic: length {q}')
            if q: p += q - 1
            else: raise DecodeError(f'DescribeLogDirsRequest: topics.topic: length {q}')
            h1 = p
            r1 = []
            c1 = b[p]
            p += 1
            if c1 > 127: c1, p = read_uvarint(b, p - 1)
            c1 -= 1
            if not 0 <= c1 <= (e - p) // 4: raise DecodeError(f'DescribeLogDirsRequest: topics.partitions: count {c1}')
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
    if p > e: raise DecodeError(f'DescribeLogDirsRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

SCANNERS = (
    scan_describe_log_dirs_request_v0,
    scan_describe_log_dirs_request_v0,
    scan_describe_log_dirs_request_v2,
    scan_describe_log_dirs_request_v2,
    scan_describe_log_dirs_request_v2,
    scan_describe_log_dirs_request_v2,
)

def describe_log_dirs_response_v0_head0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    a(P_i(o0.throttle_time_ms))
def describe_log_dirs_response_v0_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.log_dir.encode()
        n = len(v)
        a(P_2h(o1.error_code, n))
        a(v)
        v1 = o1.topics
        n = len(v1)
        a(P_i(n))
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
                a(P_i2qT(o3.partition_index, o3.partition_size, o3.offset_lag, o3.is_future_key))
def describe_log_dirs_response_v0_tail0(o0, l, out):
    a = l.append
def describe_log_dirs_response_v0_head1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v = o0.log_dir.encode()
    n = len(v)
    a(P_2h(o0.error_code, n))
    a(v)
def describe_log_dirs_response_v0_each1(o0, l, out):
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
            a(P_i2qT(o2.partition_index, o2.partition_size, o2.offset_lag, o2.is_future_key))
def describe_log_dirs_response_v0_tail1(o0, l, out):
    a = l.append
def describe_log_dirs_response_v0_head2(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v = o0.name.encode()
    n = len(v)
    a(P_h(n))
    a(v)
def describe_log_dirs_response_v0_each2(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        a(P_i2qT(o1.partition_index, o1.partition_size, o1.offset_lag, o1.is_future_key))
def describe_log_dirs_response_v0_tail2(o0, l, out):
    a = l.append
describe_log_dirs_response_v0 = (
    ('results', 'log_dir', describe_log_dirs_response_v0_head0, describe_log_dirs_response_v0_each0, describe_log_dirs_response_v0_tail0),
    ('topics', 'name', describe_log_dirs_response_v0_head1, describe_log_dirs_response_v0_each1, describe_log_dirs_response_v0_tail1),
    ('partitions', '', describe_log_dirs_response_v0_head2, describe_log_dirs_response_v0_each2, describe_log_dirs_response_v0_tail2),
)

def describe_log_dirs_response_v2_head0(o0, l, out):
    a = l.append
    a(P_i(o0.throttle_time_ms))
def describe_log_dirs_response_v2_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        v = o1.log_dir.encode()
        n = len(v) + 1
        if n < 128: a(P_hB(o1.error_code, n))
        else: a(P_h(o1.error_code) + uvarint(n))
        a(v)
        v1 = o1.topics
        n = len(v1) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
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
                    a(P_i2qT(o3.partition_index, o3.partition_size, o3.offset_lag, o3.is_future_key))
                    a(write_tags(o3.unknown_tagged_fields))
                else:
                    a(P_i2qTx(o3.partition_index, o3.partition_size, o3.offset_lag, o3.is_future_key))
            if o2.unknown_tagged_fields:
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(b'\x00')
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
def describe_log_dirs_response_v2_tail0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
def describe_log_dirs_response_v2_head1(o0, l, out):
    a = l.append
    v = o0.log_dir.encode()
    n = len(v) + 1
    if n < 128: a(P_hB(o0.error_code, n))
    else: a(P_h(o0.error_code) + uvarint(n))
    a(v)
def describe_log_dirs_response_v2_each1(o0, l, out):
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
                a(P_i2qT(o2.partition_index, o2.partition_size, o2.offset_lag, o2.is_future_key))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(P_i2qTx(o2.partition_index, o2.partition_size, o2.offset_lag, o2.is_future_key))
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
def describe_log_dirs_response_v2_tail1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
def describe_log_dirs_response_v2_head2(o0, l, out):
    a = l.append
    v = o0.name.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
def describe_log_dirs_response_v2_each2(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields:
            a(P_i2qT(o1.partition_index, o1.partition_size, o1.offset_lag, o1.is_future_key))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_i2qTx(o1.partition_index, o1.partition_size, o1.offset_lag, o1.is_future_key))
def describe_log_dirs_response_v2_tail2(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
describe_log_dirs_response_v2 = (
    ('results', 'log_dir', describe_log_dirs_response_v2_head0, describe_log_dirs_response_v2_each0, describe_log_dirs_response_v2_tail0),
    ('topics', 'name', describe_log_dirs_response_v2_head1, describe_log_dirs_response_v2_each1, describe_log_dirs_response_v2_tail1),
    ('partitions', '', describe_log_dirs_response_v2_head2, describe_log_dirs_response_v2_each2, describe_log_dirs_response_v2_tail2),
)

def describe_log_dirs_response_v3_head0(o0, l, out):
    a = l.append
    a(P_ih(o0.throttle_time_ms, o0.error_code))
def describe_log_dirs_response_v3_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        v = o1.log_dir.encode()
        n = len(v) + 1
        if n < 128: a(P_hB(o1.error_code, n))
        else: a(P_h(o1.error_code) + uvarint(n))
        a(v)
        v1 = o1.topics
        n = len(v1) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
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
                    a(P_i2qT(o3.partition_index, o3.partition_size, o3.offset_lag, o3.is_future_key))
                    a(write_tags(o3.unknown_tagged_fields))
                else:
                    a(P_i2qTx(o3.partition_index, o3.partition_size, o3.offset_lag, o3.is_future_key))
            if o2.unknown_tagged_fields:
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(b'\x00')
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
def describe_log_dirs_response_v3_tail0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
def describe_log_dirs_response_v3_head1(o0, l, out):
    a = l.append
    v = o0.log_dir.encode()
    n = len(v) + 1
    if n < 128: a(P_hB(o0.error_code, n))
    else: a(P_h(o0.error_code) + uvarint(n))
    a(v)
def describe_log_dirs_response_v3_each1(o0, l, out):
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
                a(P_i2qT(o2.partition_index, o2.partition_size, o2.offset_lag, o2.is_future_key))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(P_i2qTx(o2.partition_index, o2.partition_size, o2.offset_lag, o2.is_future_key))
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
def describe_log_dirs_response_v3_tail1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
def describe_log_dirs_response_v3_head2(o0, l, out):
    a = l.append
    v = o0.name.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
def describe_log_dirs_response_v3_each2(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields:
            a(P_i2qT(o1.partition_index, o1.partition_size, o1.offset_lag, o1.is_future_key))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_i2qTx(o1.partition_index, o1.partition_size, o1.offset_lag, o1.is_future_key))
def describe_log_dirs_response_v3_tail2(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
describe_log_dirs_response_v3 = (
    ('results', 'log_dir', describe_log_dirs_response_v3_head0, describe_log_dirs_response_v3_each0, describe_log_dirs_response_v3_tail0),
    ('topics', 'name', describe_log_dirs_response_v3_head1, describe_log_dirs_response_v3_each1, describe_log_dirs_response_v3_tail1),
    ('partitions', '', describe_log_dirs_response_v3_head2, describe_log_dirs_response_v3_each2, describe_log_dirs_response_v3_tail2),
)

def describe_log_dirs_response_v4_head0(o0, l, out):
    a = l.append
    a(P_ih(o0.throttle_time_ms, o0.error_code))
def describe_log_dirs_response_v4_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        v = o1.log_dir.encode()
        n = len(v) + 1
        if n < 128: a(P_hB(o1.error_code, n))
        else: a(P_h(o1.error_code) + uvarint(n))
        a(v)
        v1 = o1.topics
        n = len(v1) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
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
                    a(P_i2qT(o3.partition_index, o3.partition_size, o3.offset_lag, o3.is_future_key))
                    a(write_tags(o3.unknown_tagged_fields))
                else:
                    a(P_i2qTx(o3.partition_index, o3.partition_size, o3.offset_lag, o3.is_future_key))
            if o2.unknown_tagged_fields:
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(b'\x00')
        if o1.unknown_tagged_fields:
            a(P_2q(o1.total_bytes, o1.usable_bytes))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_2qx(o1.total_bytes, o1.usable_bytes))
def describe_log_dirs_response_v4_tail0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
def describe_log_dirs_response_v4_head1(o0, l, out):
    a = l.append
    v = o0.log_dir.encode()
    n = len(v) + 1
    if n < 128: a(P_hB(o0.error_code, n))
    else: a(P_h(o0.error_code) + uvarint(n))
    a(v)
def describe_log_dirs_response_v4_each1(o0, l, out):
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
                a(P_i2qT(o2.partition_index, o2.partition_size, o2.offset_lag, o2.is_future_key))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(P_i2qTx(o2.partition_index, o2.partition_size, o2.offset_lag, o2.is_future_key))
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
def describe_log_dirs_response_v4_tail1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(P_2q(o0.total_bytes, o0.usable_bytes))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_2qx(o0.total_bytes, o0.usable_bytes))
def describe_log_dirs_response_v4_head2(o0, l, out):
    a = l.append
    v = o0.name.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
def describe_log_dirs_response_v4_each2(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields:
            a(P_i2qT(o1.partition_index, o1.partition_size, o1.offset_lag, o1.is_future_key))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_i2qTx(o1.partition_index, o1.partition_size, o1.offset_lag, o1.is_future_key))
def describe_log_dirs_response_v4_tail2(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
describe_log_dirs_response_v4 = (
    ('results', 'log_dir', describe_log_dirs_response_v4_head0, describe_log_dirs_response_v4_each0, describe_log_dirs_response_v4_tail0),
    ('topics', 'name', describe_log_dirs_response_v4_head1, describe_log_dirs_response_v4_each1, describe_log_dirs_response_v4_tail1),
    ('partitions', '', describe_log_dirs_response_v4_head2, describe_log_dirs_response_v4_each2, describe_log_dirs_response_v4_tail2),
)

def describe_log_dirs_response_v5_head0(o0, l, out):
    a = l.append
    a(P_ih(o0.throttle_time_ms, o0.error_code))
def describe_log_dirs_response_v5_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        v = o1.log_dir.encode()
        n = len(v) + 1
        if n < 128: a(P_hB(o1.error_code, n))
        else: a(P_h(o1.error_code) + uvarint(n))
        a(v)
        v1 = o1.topics
        n = len(v1) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
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
                    a(P_i2qT(o3.partition_index, o3.partition_size, o3.offset_lag, o3.is_future_key))
                    a(write_tags(o3.unknown_tagged_fields))
                else:
                    a(P_i2qTx(o3.partition_index, o3.partition_size, o3.offset_lag, o3.is_future_key))
            if o2.unknown_tagged_fields:
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(b'\x00')
        if o1.unknown_tagged_fields:
            a(P_2qT(o1.total_bytes, o1.usable_bytes, o1.is_cordoned))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_2qTx(o1.total_bytes, o1.usable_bytes, o1.is_cordoned))
def describe_log_dirs_response_v5_tail0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
def describe_log_dirs_response_v5_head1(o0, l, out):
    a = l.append
    v = o0.log_dir.encode()
    n = len(v) + 1
    if n < 128: a(P_hB(o0.error_code, n))
    else: a(P_h(o0.error_code) + uvarint(n))
    a(v)
def describe_log_dirs_response_v5_each1(o0, l, out):
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
                a(P_i2qT(o2.partition_index, o2.partition_size, o2.offset_lag, o2.is_future_key))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(P_i2qTx(o2.partition_index, o2.partition_size, o2.offset_lag, o2.is_future_key))
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
def describe_log_dirs_response_v5_tail1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(P_2qT(o0.total_bytes, o0.usable_bytes, o0.is_cordoned))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_2qTx(o0.total_bytes, o0.usable_bytes, o0.is_cordoned))
def describe_log_dirs_response_v5_head2(o0, l, out):
    a = l.append
    v = o0.name.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
def describe_log_dirs_response_v5_each2(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields:
            a(P_i2qT(o1.partition_index, o1.partition_size, o1.offset_lag, o1.is_future_key))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_i2qTx(o1.partition_index, o1.partition_size, o1.offset_lag, o1.is_future_key))
def describe_log_dirs_response_v5_tail2(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
describe_log_dirs_response_v5 = (
    ('results', 'log_dir', describe_log_dirs_response_v5_head0, describe_log_dirs_response_v5_each0, describe_log_dirs_response_v5_tail0),
    ('topics', 'name', describe_log_dirs_response_v5_head1, describe_log_dirs_response_v5_each1, describe_log_dirs_response_v5_tail1),
    ('partitions', '', describe_log_dirs_response_v5_head2, describe_log_dirs_response_v5_each2, describe_log_dirs_response_v5_tail2),
)

PIECES = (
    (False, describe_log_dirs_response_v0),
    (False, describe_log_dirs_response_v0),
    (True, describe_log_dirs_response_v2),
    (True, describe_log_dirs_response_v3),
    (True, describe_log_dirs_response_v4),
    (True, describe_log_dirs_response_v5),
)
