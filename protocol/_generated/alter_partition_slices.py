"""Written by `make generate` from protocol/messages/alter_partition.py. Do not edit."""

from kavka.protocol._generated.alter_partition import *
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import pack, read_uvarint, refuse, skip_tags, uvarint, write_tags

P_ih = Struct('>ih').pack
P_ih2i = Struct('>ih2i').pack
F_nii = PackCache('>%dii')
F_ih2iBnii = PackCache('>ih2iB%dii')
F_niix = PackCache('>%diix')
F_ih2iBniix = PackCache('>ih2iB%diix')
F_nibi = PackCache('>%dibi')
F_ih2iBnibi = PackCache('>ih2iB%dibi')
F_nibix = PackCache('>%dibix')
F_ih2iBnibix = PackCache('>ih2iB%dibix')
P_16sB = Struct('>16sB').pack
P_16s = Struct('>16s').pack

def scan_alter_partition_request_v0(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    p += 12
    h0 = p
    r0 = []
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 <= (e - p) // 3: raise DecodeError(f'AlterPartitionRequest: topics: count {c0}')
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
            if q > 32768: raise DecodeError(f'AlterPartitionRequest: topics.topic_name: length {q}')
            if q: p += q - 1
            else: raise DecodeError(f'AlterPartitionRequest: topics.topic_name: length {q}')
            h1 = p
            r1 = []
            c1 = b[p]
            p += 1
            if c1 > 127: c1, p = read_uvarint(b, p - 1)
            c1 -= 1
            if not 0 <= c1 <= (e - p) // 14: raise DecodeError(f'AlterPartitionRequest: topics.partitions: count {c1}')
            if c1 > 0:
                s1 = p
                k1 = 0
                m1 = n
                for _ in range(c1):
                    n += 1
                    p += 8
                    c11 = b[p]
                    p += 1
                    if c11 > 127: c11, p = read_uvarint(b, p - 1)
                    c11 -= 1
                    if not 0 <= c11 <= (e - p) // 4: raise DecodeError(f'AlterPartitionRequest: topics.partitions.new_isr: count {c11}')
                    if c11 > 0:
                        n += c11
                        p += c11 * 4
                        if n >= y: y = n + w; yield n
                    p += 4
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
    if p > e: raise DecodeError(f'AlterPartitionRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_alter_partition_request_v1(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    p += 12
    h0 = p
    r0 = []
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 <= (e - p) // 3: raise DecodeError(f'AlterPartitionRequest: topics: count {c0}')
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
            if q > 32768: raise DecodeError(f'AlterPartitionRequest: topics.topic_name: length {q}')
            if q: p += q - 1
            else: raise DecodeError(f'AlterPartitionRequest: topics.topic_name: length {q}')
            h1 = p
            r1 = []
            c1 = b[p]
            p += 1
            if c1 > 127: c1, p = read_uvarint(b, p - 1)
            c1 -= 1
            if not 0 <= c1 <= (e - p) // 15: raise DecodeError(f'AlterPartitionRequest: topics.partitions: count {c1}')
            if c1 > 0:
                s1 = p
                k1 = 0
                m1 = n
                for _ in range(c1):
                    n += 1
                    p += 8
                    c11 = b[p]
                    p += 1
                    if c11 > 127: c11, p = read_uvarint(b, p - 1)
                    c11 -= 1
                    if not 0 <= c11 <= (e - p) // 4: raise DecodeError(f'AlterPartitionRequest: topics.partitions.new_isr: count {c11}')
                    if c11 > 0:
                        n += c11
                        p += c11 * 4
                        if n >= y: y = n + w; yield n
                    p += 5
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
    if p > e: raise DecodeError(f'AlterPartitionRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_alter_partition_request_v2(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    p += 12
    h0 = p
    r0 = []
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 <= (e - p) // 18: raise DecodeError(f'AlterPartitionRequest: topics: count {c0}')
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
            if not 0 <= c1 <= (e - p) // 15: raise DecodeError(f'AlterPartitionRequest: topics.partitions: count {c1}')
            if c1 > 0:
                s1 = p
                k1 = 0
                m1 = n
                for _ in range(c1):
                    n += 1
                    p += 8
                    c11 = b[p]
                    p += 1
                    if c11 > 127: c11, p = read_uvarint(b, p - 1)
                    c11 -= 1
                    if not 0 <= c11 <= (e - p) // 4: raise DecodeError(f'AlterPartitionRequest: topics.partitions.new_isr: count {c11}')
                    if c11 > 0:
                        n += c11
                        p += c11 * 4
                        if n >= y: y = n + w; yield n
                    p += 5
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
    if p > e: raise DecodeError(f'AlterPartitionRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_alter_partition_request_v3(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    p += 12
    h0 = p
    r0 = []
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 <= (e - p) // 18: raise DecodeError(f'AlterPartitionRequest: topics: count {c0}')
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
            if not 0 <= c1 <= (e - p) // 15: raise DecodeError(f'AlterPartitionRequest: topics.partitions: count {c1}')
            if c1 > 0:
                s1 = p
                k1 = 0
                m1 = n
                for _ in range(c1):
                    n += 1
                    p += 8
                    c11 = b[p]
                    p += 1
                    if c11 > 127: c11, p = read_uvarint(b, p - 1)
                    c11 -= 1
                    if not 0 <= c11 <= (e - p) // 13: raise DecodeError(f'AlterPartitionRequest: topics.partitions.new_isr_with_epochs: count {c11}')
                    if c11 > 0:
                        for _ in range(c11):
                            n += 1
                            if n >= y: y = n + w; yield n
                            p += 12
                            if b[p]: n, p = skip_tags(b, p, n)
                            else: p += 1
                    p += 5
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
    if p > e: raise DecodeError(f'AlterPartitionRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

SCANNERS = (
    scan_alter_partition_request_v0,
    scan_alter_partition_request_v1,
    scan_alter_partition_request_v2,
    scan_alter_partition_request_v3,
)

def alter_partition_response_v0_head0(o0, l, out):
    a = l.append
    a(P_ih(o0.throttle_time_ms, o0.error_code))
def alter_partition_response_v0_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        v = o1.topic_name.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v1 = o1.partitions
        n = len(v1) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o2 in v1:
            s0 = o2.isr
            n0 = len(s0)
            if o2.unknown_tagged_fields:
                if n0 > 126:
                    a(P_ih2i(o2.partition_index, o2.error_code, o2.leader_id, o2.leader_epoch))
                    a(uvarint(n0 + 1))
                    a(F_nii[n0](*s0, o2.partition_epoch))
                else:
                    a(F_ih2iBnii[n0](o2.partition_index, o2.error_code, o2.leader_id, o2.leader_epoch, n0 + 1, *s0, o2.partition_epoch))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                if n0 > 126:
                    a(P_ih2i(o2.partition_index, o2.error_code, o2.leader_id, o2.leader_epoch))
                    a(uvarint(n0 + 1))
                    a(F_niix[n0](*s0, o2.partition_epoch))
                else:
                    a(F_ih2iBniix[n0](o2.partition_index, o2.error_code, o2.leader_id, o2.leader_epoch, n0 + 1, *s0, o2.partition_epoch))
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
def alter_partition_response_v0_tail0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
def alter_partition_response_v0_head1(o0, l, out):
    a = l.append
    v = o0.topic_name.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
def alter_partition_response_v0_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        s0 = o1.isr
        n0 = len(s0)
        if o1.unknown_tagged_fields:
            if n0 > 126:
                a(P_ih2i(o1.partition_index, o1.error_code, o1.leader_id, o1.leader_epoch))
                a(uvarint(n0 + 1))
                a(F_nii[n0](*s0, o1.partition_epoch))
            else:
                a(F_ih2iBnii[n0](o1.partition_index, o1.error_code, o1.leader_id, o1.leader_epoch, n0 + 1, *s0, o1.partition_epoch))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            if n0 > 126:
                a(P_ih2i(o1.partition_index, o1.error_code, o1.leader_id, o1.leader_epoch))
                a(uvarint(n0 + 1))
                a(F_niix[n0](*s0, o1.partition_epoch))
            else:
                a(F_ih2iBniix[n0](o1.partition_index, o1.error_code, o1.leader_id, o1.leader_epoch, n0 + 1, *s0, o1.partition_epoch))
def alter_partition_response_v0_tail1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
alter_partition_response_v0 = (
    ('topics', 'topic_name', alter_partition_response_v0_head0, alter_partition_response_v0_each0, alter_partition_response_v0_tail0),
    ('partitions', '', alter_partition_response_v0_head1, alter_partition_response_v0_each1, alter_partition_response_v0_tail1),
)

def alter_partition_response_v1_head0(o0, l, out):
    a = l.append
    a(P_ih(o0.throttle_time_ms, o0.error_code))
def alter_partition_response_v1_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        v = o1.topic_name.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v1 = o1.partitions
        n = len(v1) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o2 in v1:
            s0 = o2.isr
            n0 = len(s0)
            if o2.unknown_tagged_fields:
                if n0 > 126:
                    a(P_ih2i(o2.partition_index, o2.error_code, o2.leader_id, o2.leader_epoch))
                    a(uvarint(n0 + 1))
                    a(F_nibi[n0](*s0, o2.leader_recovery_state, o2.partition_epoch))
                else:
                    a(F_ih2iBnibi[n0](o2.partition_index, o2.error_code, o2.leader_id, o2.leader_epoch, n0 + 1, *s0, o2.leader_recovery_state, o2.partition_epoch))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                if n0 > 126:
                    a(P_ih2i(o2.partition_index, o2.error_code, o2.leader_id, o2.leader_epoch))
                    a(uvarint(n0 + 1))
                    a(F_nibix[n0](*s0, o2.leader_recovery_state, o2.partition_epoch))
                else:
                    a(F_ih2iBnibix[n0](o2.partition_index, o2.error_code, o2.leader_id, o2.leader_epoch, n0 + 1, *s0, o2.leader_recovery_state, o2.partition_epoch))
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
def alter_partition_response_v1_tail0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
def alter_partition_response_v1_head1(o0, l, out):
    a = l.append
    v = o0.topic_name.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
def alter_partition_response_v1_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        s0 = o1.isr
        n0 = len(s0)
        if o1.unknown_tagged_fields:
            if n0 > 126:
                a(P_ih2i(o1.partition_index, o1.error_code, o1.leader_id, o1.leader_epoch))
                a(uvarint(n0 + 1))
                a(F_nibi[n0](*s0, o1.leader_recovery_state, o1.partition_epoch))
            else:
                a(F_ih2iBnibi[n0](o1.partition_index, o1.error_code, o1.leader_id, o1.leader_epoch, n0 + 1, *s0, o1.leader_recovery_state, o1.partition_epoch))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            if n0 > 126:
                a(P_ih2i(o1.partition_index, o1.error_code, o1.leader_id, o1.leader_epoch))
                a(uvarint(n0 + 1))
                a(F_nibix[n0](*s0, o1.leader_recovery_state, o1.partition_epoch))
            else:
                a(F_ih2iBnibix[n0](o1.partition_index, o1.error_code, o1.leader_id, o1.leader_epoch, n0 + 1, *s0, o1.leader_recovery_state, o1.partition_epoch))
def alter_partition_response_v1_tail1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
alter_partition_response_v1 = (
    ('topics', 'topic_name', alter_partition_response_v1_head0, alter_partition_response_v1_each0, alter_partition_response_v1_tail0),
    ('partitions', '', alter_partition_response_v1_head1, alter_partition_response_v1_each1, alter_partition_response_v1_tail1),
)

def alter_partition_response_v2_head0(o0, l, out):
    a = l.append
    a(P_ih(o0.throttle_time_ms, o0.error_code))
def alter_partition_response_v2_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        if len(o1.topic_id) != 16: raise EncodeError(f'{o1.topic_id!r:.80} is not a uuid')
        v1 = o1.partitions
        n = len(v1) + 1
        if n < 128: a(P_16sB(o1.topic_id, n))
        else: a(P_16s(o1.topic_id) + uvarint(n))
        for o2 in v1:
            s0 = o2.isr
            n0 = len(s0)
            if o2.unknown_tagged_fields:
                if n0 > 126:
                    a(P_ih2i(o2.partition_index, o2.error_code, o2.leader_id, o2.leader_epoch))
                    a(uvarint(n0 + 1))
                    a(F_nibi[n0](*s0, o2.leader_recovery_state, o2.partition_epoch))
                else:
                    a(F_ih2iBnibi[n0](o2.partition_index, o2.error_code, o2.leader_id, o2.leader_epoch, n0 + 1, *s0, o2.leader_recovery_state, o2.partition_epoch))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                if n0 > 126:
                    a(P_ih2i(o2.partition_index, o2.error_code, o2.leader_id, o2.leader_epoch))
                    a(uvarint(n0 + 1))
                    a(F_nibix[n0](*s0, o2.leader_recovery_state, o2.partition_epoch))
                else:
                    a(F_ih2iBnibix[n0](o2.partition_index, o2.error_code, o2.leader_id, o2.leader_epoch, n0 + 1, *s0, o2.leader_recovery_state, o2.partition_epoch))
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
def alter_partition_response_v2_tail0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
def alter_partition_response_v2_head1(o0, l, out):
    a = l.append
    if len(o0.topic_id) != 16: raise EncodeError(f'{o0.topic_id!r:.80} is not a uuid')
    a(P_16s(o0.topic_id))
def alter_partition_response_v2_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        s0 = o1.isr
        n0 = len(s0)
        if o1.unknown_tagged_fields:
            if n0 > 126:
                a(P_ih2i(o1.partition_index, o1.error_code, o1.leader_id, o1.leader_epoch))
                a(uvarint(n0 + 1))
                a(F_nibi[n0](*s0, o1.leader_recovery_state, o1.partition_epoch))
            else:
                a(F_ih2iBnibi[n0](o1.partition_index, o1.error_code, o1.leader_id, o1.leader_epoch, n0 + 1, *s0, o1.leader_recovery_state, o1.partition_epoch))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            if n0 > 126:
                a(P_ih2i(o1.partition_index, o1.error_code, o1.leader_id, o1.leader_epoch))
                a(uvarint(n0 + 1))
                a(F_nibix[n0](*s0, o1.leader_recovery_state, o1.partition_epoch))
            else:
                a(F_ih2iBnibix[n0](o1.partition_index, o1.error_code, o1.leader_id, o1.leader_epoch, n0 + 1, *s0, o1.leader_recovery_state, o1.partition_epoch))
def alter_partition_response_v2_tail1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
alter_partition_response_v2 = (
    ('topics', 'topic_id', alter_partition_response_v2_head0, alter_partition_response_v2_each0, alter_partition_response_v2_tail0),
    ('partitions', '', alter_partition_response_v2_head1, alter_partition_response_v2_each1, alter_partition_response_v2_tail1),
)

PIECES = (
    (True, alter_partition_response_v0),
    (True, alter_partition_response_v1),
    (True, alter_partition_response_v2),
    (True, alter_partition_response_v2),
)
