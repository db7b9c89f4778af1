"""Written by `make generate` from protocol/messages/offset_commit.py. Do not edit."""

from kavka.protocol._generated.offset_commit import *
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import pack, read_uvarint, refuse, skip_tags, uvarint, write_tags

U_h = Struct('>h').unpack_from
U_i = Struct('>i').unpack_from
P_h = Struct('>h').pack
P_i = Struct('>i').pack
P_ih = Struct('>ih').pack
P_ihx = Struct('>ihx').pack
P_16sB = Struct('>16sB').pack
P_16s = Struct('>16s').pack

def scan_offset_commit_request_v0(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    q, = U_h(b, p)
    p += 2
    if q >= 0: p += q
    else: raise DecodeError(f'OffsetCommitRequest: group_id: length {q}')
    h0 = p
    r0 = []
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 <= (e - p) // 6: raise DecodeError(f'OffsetCommitRequest: topics: count {c0}')
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
            else: raise DecodeError(f'OffsetCommitRequest: topics.name: length {q}')
            h1 = p
            r1 = []
            c1, = U_i(b, p)
            p += 4
            if not 0 <= c1 <= (e - p) // 14: raise DecodeError(f'OffsetCommitRequest: topics.partitions: count {c1}')
            if c1 > 0:
                s1 = p
                k1 = 0
                m1 = n
                for _ in range(c1):
                    n += 1
                    p += 12
                    q, = U_h(b, p)
                    p += 2
                    if q >= 0: p += q
                    elif q != -1: raise DecodeError(f'OffsetCommitRequest: topics.partitions.committed_metadata: length {q}')
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
    if p > e: raise DecodeError(f'OffsetCommitRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_offset_commit_request_v1(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    q, = U_h(b, p)
    p += 2
    if q >= 0: p += q
    else: raise DecodeError(f'OffsetCommitRequest: group_id: length {q}')
    p += 4
    q, = U_h(b, p)
    p += 2
    if q >= 0: p += q
    else: raise DecodeError(f'OffsetCommitRequest: member_id: length {q}')
    h0 = p
    r0 = []
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 <= (e - p) // 6: raise DecodeError(f'OffsetCommitRequest: topics: count {c0}')
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
            else: raise DecodeError(f'OffsetCommitRequest: topics.name: length {q}')
            h1 = p
            r1 = []
            c1, = U_i(b, p)
            p += 4
            if not 0 <= c1 <= (e - p) // 22: raise DecodeError(f'OffsetCommitRequest: topics.partitions: count {c1}')
            if c1 > 0:
                s1 = p
                k1 = 0
                m1 = n
                for _ in range(c1):
                    n += 1
                    p += 20
                    q, = U_h(b, p)
                    p += 2
                    if q >= 0: p += q
                    elif q != -1: raise DecodeError(f'OffsetCommitRequest: topics.partitions.committed_metadata: length {q}')
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
    if p > e: raise DecodeError(f'OffsetCommitRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_offset_commit_request_v2(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    q, = U_h(b, p)
    p += 2
    if q >= 0: p += q
    else: raise DecodeError(f'OffsetCommitRequest: group_id: length {q}')
    p += 4
    q, = U_h(b, p)
    p += 2
    if q >= 0: p += q
    else: raise DecodeError(f'OffsetCommitRequest: member_id: length {q}')
    p += 8
    h0 = p
    r0 = []
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 <= (e - p) // 6: raise DecodeError(f'OffsetCommitRequest: topics: count {c0}')
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
            else: raise DecodeError(f'OffsetCommitRequest: topics.name: length {q}')
            h1 = p
            r1 = []
            c1, = U_i(b, p)
            p += 4
            if not 0 <= c1 <= (e - p) // 14: raise DecodeError(f'OffsetCommitRequest: topics.partitions: count {c1}')
            if c1 > 0:
                s1 = p
                k1 = 0
                m1 = n
                for _ in range(c1):
                    n += 1
                    p += 12
                    q, = U_h(b, p)
                    p += 2
                    if q >= 0: p += q
                    elif q != -1: raise DecodeError(f'OffsetCommitRequest: topics.partitions.committed_metadata: length {q}')
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
    if p > e: raise DecodeError(f'OffsetCommitRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_offset_commit_request_v5(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    q, = U_h(b, p)
    p += 2
    if q >= 0: p += q
    else: raise DecodeError(f'OffsetCommitRequest: group_id: length {q}')
    p += 4
    q, = U_h(b, p)
    p += 2
    if q >= 0: p += q
    else: raise DecodeError(f'OffsetCommitRequest: member_id: length {q}')
    h0 = p
    r0 = []
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 <= (e - p) // 6: raise DecodeError(f'OffsetCommitRequest: topics: count {c0}')
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
            else: raise DecodeError(f'OffsetCommitRequest: topics.name: length {q}')
            h1 = p
            r1 = []
            c1, = U_i(b, p)
            p += 4
            if not 0 <= c1 <= (e - p) // 14: raise DecodeError(f'OffsetCommitRequest: topics.partitions: count {c1}')
            if c1 > 0:
                s1 = p
                k1 = 0
                m1 = n
                for _ in range(c1):
                    n += 1
                    p += 12
                    q, = U_h(b, p)
                    p += 2
                    if q >= 0: p += q
                    elif q != -1: raise DecodeError(f'OffsetCommitRequest: topics.partitions.committed_metadata: length {q}')
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
    if p > e: raise DecodeError(f'OffsetCommitRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_offset_commit_request_v6(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    q, = U_h(b, p)
    p += 2
    if q >= 0: p += q
    else: raise DecodeError(f'OffsetCommitRequest: group_id: length {q}')
    p += 4
    q, = U_h(b, p)
    p += 2
    if q >= 0: p += q
    else: raise DecodeError(f'OffsetCommitRequest: member_id: length {q}')
    h0 = p
    r0 = []
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 <= (e - p) // 6: raise DecodeError(f'OffsetCommitRequest: topics: count {c0}')
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
            else: raise DecodeError(f'OffsetCommitRequest: topics.name: length {q}')
            h1 = p
            r1 = []
            c1, = U_i(b, p)
            p += 4
            if not 0 <= c1 <= (e - p) // 18: raise DecodeError(f'OffsetCommitRequest: topics.partitions: count {c1}')
            if c1 > 0:
                s1 = p
                k1 = 0
                m1 = n
                for _ in range(c1):
                    n += 1
                    p += 16
                    q, = U_h(b, p)
                    p += 2
                    if q >= 0: p += q
                    elif q != -1: raise DecodeError(f'OffsetCommitRequest: topics.partitions.committed_metadata: length {q}')
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
    if p > e: raise DecodeError(f'OffsetCommitRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_offset_commit_request_v7(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    q, = U_h(b, p)
    p += 2
    if q >= 0: p += q
    else: raise DecodeError(f'OffsetCommitRequest: group_id: length {q}')
    p += 4
    q, = U_h(b, p)
    p += 2
    if q >= 0: p += q
    else: raise DecodeError(f'OffsetCommitRequest: member_id: length {q}')
    q, = U_h(b, p)
    p += 2
    if q >= 0: p += q
    elif q != -1: raise DecodeError(f'OffsetCommitRequest: group_instance_id: length {q}')
    h0 = p
    r0 = []
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 <= (e - p) // 6: raise DecodeError(f'OffsetCommitRequest: topics: count {c0}')
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
            else: raise DecodeError(f'OffsetCommitRequest: topics.name: length {q}')
            h1 = p
            r1 = []
            c1, = U_i(b, p)
            p += 4
            if not 0 <= c1 <= (e - p) // 18: raise DecodeError(f'OffsetCommitRequest: topics.partitions: count {c1}')
            if c1 > 0:
                s1 = p
                k1 = 0
                m1 = n
                for _ in range(c1):
                    n += 1
                    p += 16
                    q, = U_h(b, p)
                    p += 2
                    if q >= 0: p += q
                    elif q != -1: raise DecodeError(f'OffsetCommitRequest: topics.partitions.committed_metadata: length {q}')
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
    if p > e: raise DecodeError(f'OffsetCommitRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_offset_commit_request_v8(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    q = b[p]
    p += 1
    if q > 127: q, p = read_uvarint(b, p - 1)
    if q > 32768: raise DecodeError(f'OffsetCommitRequest: group_id: length {q}')
    if q: p += q - 1
    else: raise DecodeError(f'OffsetCommitRequest: group_id: length {q}')
    p += 4
    q = b[p]
    p += 1
    if q > 127: q, p = read_uvarint(b, p - 1)
    if q > 32768: raise DecodeError(f'OffsetCommitRequest: member_id: length {q}')
    if q: p += q - 1
    else: raise DecodeError(f'OffsetCommitRequest: member_id: length {q}')
    q = b[p]
    p += 1
    if q > 127: q, p = read_uvarint(b, p - 1)
    if q > 32768: raise DecodeError(f'OffsetCommitRequest: group_instance_id: length {q}')
    if q: p += q - 1
    h0 = p
    r0 = []
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 <= (e - p) // 3: raise DecodeError(f'OffsetCommitRequest: topics: count {c0}')
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
            if q > 32768: raise DecodeError(f'OffsetCommitRequest: topics.name: length {q}')
            if q: p += q - 1
            else: raise DecodeError(f'OffsetCommitRequest: topics.name: length {q}')
            h1 = p
            r1 = []
            c1 = b[p]
            p += 1
            if c1 > 127: c1, p = read_uvarint(b, p - 1)
            c1 -= 1
            if not 0 <= c1 <= (e - p) // 18: raise DecodeError(f'OffsetCommitRequest: topics.partitions: count {c1}')
            if c1 > 0:
                s1 = p
                k1 = 0
                m1 = n
                for _ in range(c1):
                    n += 1
                    p += 16
                    q = b[p]
                    p += 1
                    if q > 127: q, p = read_uvarint(b, p - 1)
                    if q > 32768: raise DecodeError(f'OffsetCommitRequest: topics.partitions.committed_metadata: length {q}')
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
    if p > e: raise DecodeError(f'OffsetCommitRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_offset_commit_request_v10(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    q = b[p]
    p += 1
    if q > 127: q, p = read_uvarint(b, p - 1)
    if q > 32768: raise DecodeError(f'OffsetCommitRequest: group_id: length {q}')
    if q: p += q - 1
    else: raise DecodeError(f'OffsetCommitRequest: group_id: length {q}')
    p += 4
    q = b[p]
    p += 1
    if q > 127: q, p = read_uvarint(b, p - 1)
    if q > 32768: raise DecodeError(f'OffsetCommitRequest: member_id: length {q}')
    if q: p += q - 1
    else: raise DecodeError(f'OffsetCommitRequest: member_id: length {q}')
    q = b[p]
    p += 1
    if q > 127: q, p = read_uvarint(b, p - 1)
    if q > 32768: raise DecodeError(f'OffsetCommitRequest: group_instance_id: length {q}')
    if q: p += q - 1
    h0 = p
    r0 = []
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 <= (e - p) // 18: raise DecodeError(f'OffsetCommitRequest: topics: count {c0}')
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
            if not 0 <= c1 <= (e - p) // 18: raise DecodeError(f'OffsetCommitRequest: topics.partitions: count {c1}')
            if c1 > 0:
                s1 = p
                k1 = 0
                m1 = n
                for _ in range(c1):
                    n += 1
                    p += 16
                    q = b[p]
                    p += 1
                    if q > 127: q, p = read_uvarint(b, p - 1)
                    if q > 32768: raise DecodeError(f'OffsetCommitRequest: topics.partitions.committed_metadata: length {q}')
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
    if p > e: raise DecodeError(f'OffsetCommitRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

SCANNERS = (
    scan_offset_commit_request_v0,
    scan_offset_commit_request_v1,
    scan_offset_commit_request_v2,
    scan_offset_commit_request_v2,
    scan_offset_commit_request_v2,
    scan_offset_commit_request_v5,
    scan_offset_commit_request_v6,
    scan_offset_commit_request_v7,
    scan_offset_commit_request_v8,
    scan_offset_commit_request_v8,
    scan_offset_commit_request_v10,
)

def offset_commit_response_v0_head0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
def offset_commit_response_v0_each0(o0, l, out):
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
def offset_commit_response_v0_tail0(o0, l, out):
    a = l.append
def offset_commit_response_v0_head1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v = o0.name.encode()
    n = len(v)
    a(P_h(n))
    a(v)
def offset_commit_response_v0_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        a(P_ih(o1.partition_index, o1.error_code))
def offset_commit_response_v0_tail1(o0, l, out):
    a = l.append
offset_commit_response_v0 = (
    ('topics', 'name', offset_commit_response_v0_head0, offset_commit_response_v0_each0, offset_commit_response_v0_tail0),
    ('partitions', '', offset_commit_response_v0_head1, offset_commit_response_v0_each1, offset_commit_response_v0_tail1),
)

def offset_commit_response_v3_head0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    a(P_i(o0.throttle_time_ms))
def offset_commit_response_v3_each0(o0, l, out):
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
def offset_commit_response_v3_tail0(o0, l, out):
    a = l.append
def offset_commit_response_v3_head1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v = o0.name.encode()
    n = len(v)
    a(P_h(n))
    a(v)
def offset_commit_response_v3_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        a(P_ih(o1.partition_index, o1.error_code))
def offset_commit_response_v3_tail1(o0, l, out):
    a = l.append
offset_commit_response_v3 = (
    ('topics', 'name', offset_commit_response_v3_head0, offset_commit_response_v3_each0, offset_commit_response_v3_tail0),
    ('partitions', '', offset_commit_response_v3_head1, offset_commit_response_v3_each1, offset_commit_response_v3_tail1),
)

def offset_commit_response_v8_head0(o0, l, out):
    a = l.append
    a(P_i(o0.throttle_time_ms))
def offset_commit_response_v8_each0(o0, l, out):
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
def offset_commit_response_v8_tail0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
def offset_commit_response_v8_head1(o0, l, out):
    a = l.append
    v = o0.name.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
def offset_commit_response_v8_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields:
            a(P_ih(o1.partition_index, o1.error_code))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_ihx(o1.partition_index, o1.error_code))
def offset_commit_response_v8_tail1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
offset_commit_response_v8 = (
    ('topics', 'name', offset_commit_response_v8_head0, offset_commit_response_v8_each0, offset_commit_response_v8_tail0),
    ('partitions', '', offset_commit_response_v8_head1, offset_commit_response_v8_each1, offset_commit_response_v8_tail1),
)

def offset_commit_response_v10_head0(o0, l, out):
    a = l.append
    a(P_i(o0.throttle_time_ms))
def offset_commit_response_v10_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        if len(o1.topic_id) != 16: raise EncodeError(f'{o1.topic_id!r:.80} is not a uuid')
        v1 = o1.partitions
        n = len(v1) + 1
        if n < 128: a(P_16sB(o1.topic_id, n))
        else: a(P_16s(o1.topic_id) + uvarint(n))
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
def offset_commit_response_v10_tail0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
def offset_commit_response_v10_head1(o0, l, out):
    a = l.append
    if len(o0.topic_id) != 16: raise EncodeError(f'{o0.topic_id!r:.80} is not a uuid')
    a(P_16s(o0.topic_id))
def offset_commit_response_v10_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields:
            a(P_ih(o1.partition_index, o1.error_code))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_ihx(o1.partition_index, o1.error_code))
def offset_commit_response_v10_tail1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
offset_commit_response_v10 = (
    ('topics', 'topic_id', offset_commit_response_v10_head0, offset_commit_response_v10_each0, offset_commit_response_v10_tail0),
    ('partitions', '', offset_commit_response_v10_head1, offset_commit_response_v10_each1, offset_commit_response_v10_tail1),
)

PIECES = (
    (False, offset_commit_response_v0),
    (False, offset_commit_response_v0),
    (False, offset_commit_response_v0),
    (False, offset_commit_response_v3),
    (False, offset_commit_response_v3),
    (False, offset_commit_response_v3),
    (False, offset_commit_response_v3),
    (False, offset_commit_response_v3),
    (True, offset_commit_response_v8),
    (True, offset_commit_response_v8),
    (True, offset_commit_response_v10),
)
