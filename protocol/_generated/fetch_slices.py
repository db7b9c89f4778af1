"""Written by `make generate` from protocol/messages/fetch.py. Do not edit."""

from kavka.protocol._generated.fetch import *
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import pack, read_uvarint, refuse, skip_tags, uvarint, write_tags

U_i = Struct('>i').unpack_from
U_h = Struct('>h').unpack_from
P_h = Struct('>h').pack
P_i = Struct('>i').pack
P_ihqi = Struct('>ihqi').pack
P_ih2qi = Struct('>ih2qi').pack
P_2q = Struct('>2q').pack
P_ih2q = Struct('>ih2q').pack
P_ih3qi = Struct('>ih3qi').pack
P_ih3q = Struct('>ih3q').pack
P_ihi = Struct('>ihi').pack
P_2i = Struct('>2i').pack
P_ih3qB = Struct('>ih3qB').pack
P_2qx = Struct('>2qx').pack
P_iB = Struct('>iB').pack
P_i2B = Struct('>i2B').pack
P_iq = Struct('>iq').pack
P_iqx = Struct('>iqx').pack
P_2ix = Struct('>2ix').pack
P_qi = Struct('>qi').pack
P_qix = Struct('>qix').pack
P_16sB = Struct('>16sB').pack
P_16s = Struct('>16s').pack

def scan_fetch_request_v0(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    p += 12
    h0 = p
    r0 = []
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 <= (e - p) // 6: raise DecodeError(f'FetchRequest: topics: count {c0}')
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
            else: raise DecodeError(f'FetchRequest: topics.topic: length {q}')
            h1 = p
            r1 = []
            c1, = U_i(b, p)
            p += 4
            if not 0 <= c1 <= (e - p) // 16: raise DecodeError(f'FetchRequest: topics.partitions: count {c1}')
            if c1 > 0:
                for j in range(0, c1, w):
                    k = min(w, c1 - j)
                    q = p + k * 16
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
    if p > e: raise DecodeError(f'FetchRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_fetch_request_v3(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    p += 16
    h0 = p
    r0 = []
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 <= (e - p) // 6: raise DecodeError(f'FetchRequest: topics: count {c0}')
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
            else: raise DecodeError(f'FetchRequest: topics.topic: length {q}')
            h1 = p
            r1 = []
            c1, = U_i(b, p)
            p += 4
            if not 0 <= c1 <= (e - p) // 16: raise DecodeError(f'FetchRequest: topics.partitions: count {c1}')
            if c1 > 0:
                for j in range(0, c1, w):
                    k = min(w, c1 - j)
                    q = p + k * 16
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
    if p > e: raise DecodeError(f'FetchRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_fetch_request_v4(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    p += 17
    h0 = p
    r0 = []
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 <= (e - p) // 6: raise DecodeError(f'FetchRequest: topics: count {c0}')
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
            else: raise DecodeError(f'FetchRequest: topics.topic: length {q}')
            h1 = p
            r1 = []
            c1, = U_i(b, p)
            p += 4
            if not 0 <= c1 <= (e - p) // 16: raise DecodeError(f'FetchRequest: topics.partitions: count {c1}')
            if c1 > 0:
                for j in range(0, c1, w):
                    k = min(w, c1 - j)
                    q = p + k * 16
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
    if p > e: raise DecodeError(f'FetchRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_fetch_request_v5(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    p += 17
    h0 = p
    r0 = []
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 <= (e - p) // 6: raise DecodeError(f'FetchRequest: topics: count {c0}')
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
            else: raise DecodeError(f'FetchRequest: topics.topic: length {q}')
            h1 = p
            r1 = []
            c1, = U_i(b, p)
            p += 4
            if not 0 <= c1 <= (e - p) // 24: raise DecodeError(f'FetchRequest: topics.partitions: count {c1}')
            if c1 > 0:
                for j in range(0, c1, w):
                    k = min(w, c1 - j)
                    q = p + k * 24
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
    if p > e: raise DecodeError(f'FetchRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_fetch_request_v7(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    p += 25
    h0 = p
    r0 = []
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 <= (e - p) // 6: raise DecodeError(f'FetchRequest: topics: count {c0}')
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
            else: raise DecodeError(f'FetchRequest: topics.topic: length {q}')
            h1 = p
            r1 = []
            c1, = U_i(b, p)
            p += 4
            if not 0 <= c1 <= (e - p) // 24: raise DecodeError(f'FetchRequest: topics.partitions: count {c1}')
            if c1 > 0:
                for j in range(0, c1, w):
                    k = min(w, c1 - j)
                    q = p + k * 24
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
    h0 = p
    r0 = []
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 <= (e - p) // 6: raise DecodeError(f'FetchRequest: forgotten_topics_data: count {c0}')
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
            else: raise DecodeError(f'FetchRequest: forgotten_topics_data.topic: length {q}')
            h1 = p
            r1 = []
            c1, = U_i(b, p)
            p += 4
            if not 0 <= c1 <= (e - p) // 4: raise DecodeError(f'FetchRequest: forgotten_topics_data.partitions: count {c1}')
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
    if p > e: raise DecodeError(f'FetchRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_fetch_request_v9(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    p += 25
    h0 = p
    r0 = []
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 <= (e - p) // 6: raise DecodeError(f'FetchRequest: topics: count {c0}')
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
            else: raise DecodeError(f'FetchRequest: topics.topic: length {q}')
            h1 = p
            r1 = []
            c1, = U_i(b, p)
            p += 4
            if not 0 <= c1 <= (e - p) // 28: raise DecodeError(f'FetchRequest: topics.partitions: count {c1}')
            if c1 > 0:
                for j in range(0, c1, w):
                    k = min(w, c1 - j)
                    q = p + k * 28
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
    h0 = p
    r0 = []
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 <= (e - p) // 6: raise DecodeError(f'FetchRequest: forgotten_topics_data: count {c0}')
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
            else: raise DecodeError(f'FetchRequest: forgotten_topics_data.topic: length {q}')
            h1 = p
            r1 = []
            c1, = U_i(b, p)
            p += 4
            if not 0 <= c1 <= (e - p) // 4: raise DecodeError(f'FetchRequest: forgotten_topics_data.partitions: count {c1}')
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
    if p > e: raise DecodeError(f'FetchRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_fetch_request_v11(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    p += 25
    h0 = p
    r0 = []
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 <= (e - p) // 6: raise DecodeError(f'FetchRequest: topics: count {c0}')
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
            else: raise DecodeError(f'FetchRequest: topics.topic: length {q}')
            h1 = p
            r1 = []
            c1, = U_i(b, p)
            p += 4
            if not 0 <= c1 <= (e - p) // 28: raise DecodeError(f'FetchRequest: topics.partitions: count {c1}')
            if c1 > 0:
                for j in range(0, c1, w):
                    k = min(w, c1 - j)
                    q = p + k * 28
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
    h0 = p
    r0 = []
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 <= (e - p) // 6: raise DecodeError(f'FetchRequest: forgotten_topics_data: count {c0}')
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
            else: raise DecodeError(f'FetchRequest: forgotten_topics_data.topic: length {q}')
            h1 = p
            r1 = []
            c1, = U_i(b, p)
            p += 4
            if not 0 <= c1 <= (e - p) // 4: raise DecodeError(f'FetchRequest: forgotten_topics_data.partitions: count {c1}')
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
    q, = U_h(b, p)
    p += 2
    if q >= 0: p += q
    else: raise DecodeError(f'FetchRequest: rack_id: length {q}')
    if p > e: raise DecodeError(f'FetchRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_fetch_request_v12(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    p += 25
    h0 = p
    r0 = []
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 <= (e - p) // 3: raise DecodeError(f'FetchRequest: topics: count {c0}')
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
            if q > 32768: raise DecodeError(f'FetchRequest: topics.topic: length {q}')
            if q: p += q - 1
            else: raise DecodeError(f'FetchRequest: topics.topic: length {q}')
            h1 = p
            r1 = []
            c1 = b[p]
            p += 1
            if c1 > 127: c1, p = read_uvarint(b, p - 1)
            c1 -= 1
            if not 0 <= c1 <= (e - p) // 33: raise DecodeError(f'FetchRequest: topics.partitions: count {c1}')
            if c1 > 0:
                s1 = p
                k1 = 0
                m1 = n
                for _ in range(c1):
                    n += 1
                    p += 32
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
    if not 0 <= c0 <= (e - p) // 3: raise DecodeError(f'FetchRequest: forgotten_topics_data: count {c0}')
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
            if q > 32768: raise DecodeError(f'FetchRequest: forgotten_topics_data.topic: length {q}')
            if q: p += q - 1
            else: raise DecodeError(f'FetchRequest: forgotten_topics_data.topic: length {q}')
            h1 = p
            r1 = []
            c1 = b[p]
            p += 1
            if c1 > 127: c1, p = read_uvarint(b, p - 1)
            c1 -= 1
            if not 0 <= c1 <= (e - p) // 4: raise DecodeError(f'FetchRequest: forgotten_topics_data.partitions: count {c1}')
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
    q = b[p]
    p += 1
    if q > 127: q, p = read_uvarint(b, p - 1)
    if q > 32768: raise DecodeError(f'FetchRequest: rack_id: length {q}')
    if q: p += q - 1
    else: raise DecodeError(f'FetchRequest: rack_id: length {q}')
    if b[p]: n, p = skip_tags(b, p, n)
    else: p += 1
    if p > e: raise DecodeError(f'FetchRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_fetch_request_v13(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    p += 25
    h0 = p
    r0 = []
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 <= (e - p) // 18: raise DecodeError(f'FetchRequest: topics: count {c0}')
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
            if not 0 <= c1 <= (e - p) // 33: raise DecodeError(f'FetchRequest: topics.partitions: count {c1}')
            if c1 > 0:
                s1 = p
                k1 = 0
                m1 = n
                for _ in range(c1):
                    n += 1
                    p += 32
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
    if not 0 <= c0 <= (e - p) // 18: raise DecodeError(f'FetchRequest: forgotten_topics_data: count {c0}')
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
            if not 0 <= c1 <= (e - p) // 4: raise DecodeError(f'FetchRequest: forgotten_topics_data.partitions: count {c1}')
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
    q = b[p]
    p += 1
    if q > 127: q, p = read_uvarint(b, p - 1)
    if q > 32768: raise DecodeError(f'FetchRequest: rack_id: length {q}')
    if q: p += q - 1
    else: raise DecodeError(f'FetchRequest: rack_id: length {q}')
    if b[p]: n, p = skip_tags(b, p, n)
    else: p += 1
    if p > e: raise DecodeError(f'FetchRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_fetch_request_v15(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    p += 21
    h0 = p
    r0 = []
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 <= (e - p) // 18: raise DecodeError(f'FetchRequest: topics: count {c0}')
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
            if not 0 <= c1 <= (e - p) // 33: raise DecodeError(f'FetchRequest: topics.partitions: count {c1}')
            if c1 > 0:
                s1 = p
                k1 = 0
                m1 = n
                for _ in range(c1):
                    n += 1
                    p += 32
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
    if not 0 <= c0 <= (e - p) // 18: raise DecodeError(f'FetchRequest: forgotten_topics_data: count {c0}')
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
            if not 0 <= c1 <= (e - p) // 4: raise DecodeError(f'FetchRequest: forgotten_topics_data.partitions: count {c1}')
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
    q = b[p]
    p += 1
    if q > 127: q, p = read_uvarint(b, p - 1)
    if q > 32768: raise DecodeError(f'FetchRequest: rack_id: length {q}')
    if q: p += q - 1
    else: raise DecodeError(f'FetchRequest: rack_id: length {q}')
    if b[p]: n, p = skip_tags(b, p, n)
    else: p += 1
    if p > e: raise DecodeError(f'FetchRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_fetch_request_v17(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    p += 21
    h0 = p
    r0 = []
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 <= (e - p) // 18: raise DecodeError(f'FetchRequest: topics: count {c0}')
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
            if not 0 <= c1 <= (e - p) // 33: raise DecodeError(f'FetchRequest: topics.partitions: count {c1}')
            if c1 > 0:
                s1 = p
                k1 = 0
                m1 = n
                for _ in range(c1):
                    n += 1
                    p += 32
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
    if not 0 <= c0 <= (e - p) // 18: raise DecodeError(f'FetchRequest: forgotten_topics_data: count {c0}')
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
            if not 0 <= c1 <= (e - p) // 4: raise DecodeError(f'FetchRequest: forgotten_topics_data.partitions: count {c1}')
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
    q = b[p]
    p += 1
    if q > 127: q, p = read_uvarint(b, p - 1)
    if q > 32768: raise DecodeError(f'FetchRequest: rack_id: length {q}')
    if q: p += q - 1
    else: raise DecodeError(f'FetchRequest: rack_id: length {q}')
    if b[p]: n, p = skip_tags(b, p, n)
    else: p += 1
    if p > e: raise DecodeError(f'FetchRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_fetch_request_v18(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    p += 21
    h0 = p
    r0 = []
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 <= (e - p) // 18: raise DecodeError(f'FetchRequest: topics: count {c0}')
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
            if not 0 <= c1 <= (e - p) // 33: raise DecodeError(f'FetchRequest: topics.partitions: count {c1}')
            if c1 > 0:
                s1 = p
                k1 = 0
                m1 = n
                for _ in range(c1):
                    n += 1
                    p += 32
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
    if not 0 <= c0 <= (e - p) // 18: raise DecodeError(f'FetchRequest: forgotten_topics_data: count {c0}')
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
            if not 0 <= c1 <= (e - p) // 4: raise DecodeError(f'FetchRequest: forgotten_topics_data.partitions: count {c1}')
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
    q = b[p]
    p += 1
    if q > 127: q, p = read_uvarint(b, p - 1)
    if q > 32768: raise DecodeError(f'FetchRequest: rack_id: length {q}')
    if q: p += q - 1
    else: raise DecodeError(f'FetchRequest: rack_id: length {q}')
    if b[p]: n, p = skip_tags(b, p, n)
    else: p += 1
    if p > e: raise DecodeError(f'FetchRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

SCANNERS = (
    scan_fetch_request_v0,
    scan_fetch_request_v0,
    scan_fetch_request_v0,
    scan_fetch_request_v3,
    scan_fetch_request_v4,
    scan_fetch_request_v5,
    scan_fetch_request_v5,
    scan_fetch_request_v7,
    scan_fetch_request_v7,
    scan_fetch_request_v9,
    scan_fetch_request_v9,
    scan_fetch_request_v11,
    scan_fetch_request_v12,
    scan_fetch_request_v13,
    scan_fetch_request_v13,
    scan_fetch_request_v15,
    scan_fetch_request_v15,
    scan_fetch_request_v17,
    scan_fetch_request_v18,
)

def fetch_response_v0_head0(o0, l, out):
    a = l.append
    if o0.session_id != 0 or o0.node_endpoints or o0.unknown_tagged_fields: raise refuse(o0, 'session_id', 'node_endpoints', 'unknown_tagged_fields')
def fetch_response_v0_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.topic.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v1 = o1.partitions
        n = len(v1)
        a(P_i(n))
        for o2 in v1:
            if (o2.diverging_epoch is not None and o2.diverging_epoch != FetchResponse_EpochEndOffset()) or (o2.current_leader is not None and o2.current_leader != FetchResponse_LeaderIdAndEpoch()) or (o2.snapshot_id is not None and o2.snapshot_id != FetchResponse_SnapshotId()) or o2.preferred_read_replica != -1 or o2.unknown_tagged_fields: raise refuse(o2, 'diverging_epoch', 'current_leader', 'snapshot_id', 'preferred_read_replica', 'unknown_tagged_fields')
            v = o2.records
            if v is None: v = b''; n = -1
            else: n = len(v)
            a(P_ihqi(o2.partition_index, o2.error_code, o2.high_watermark, n))
            if n < VIEW_BYTES_MIN: a(v)
            else: out.append(b''.join(l)); l.clear(); out.append(v)
def fetch_response_v0_tail0(o0, l, out):
    a = l.append
def fetch_response_v0_head1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v = o0.topic.encode()
    n = len(v)
    a(P_h(n))
    a(v)
def fetch_response_v0_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        if (o1.diverging_epoch is not None and o1.diverging_epoch != FetchResponse_EpochEndOffset()) or (o1.current_leader is not None and o1.current_leader != FetchResponse_LeaderIdAndEpoch()) or (o1.snapshot_id is not None and o1.snapshot_id != FetchResponse_SnapshotId()) or o1.preferred_read_replica != -1 or o1.unknown_tagged_fields: raise refuse(o1, 'diverging_epoch', 'current_leader', 'snapshot_id', 'preferred_read_replica', 'unknown_tagged_fields')
        v = o1.records
        if v is None: v = b''; n = -1
        else: n = len(v)
        a(P_ihqi(o1.partition_index, o1.error_code, o1.high_watermark, n))
        if n < VIEW_BYTES_MIN: a(v)
        else: out.append(b''.join(l)); l.clear(); out.append(v)
def fetch_response_v0_tail1(o0, l, out):
    a = l.append
fetch_response_v0 = (
    ('responses', 'topic', fetch_response_v0_head0, fetch_response_v0_each0, fetch_response_v0_tail0),
    ('partitions', '', fetch_response_v0_head1, fetch_response_v0_each1, fetch_response_v0_tail1),
)

def fetch_response_v1_head0(o0, l, out):
    a = l.append
    if o0.session_id != 0 or o0.node_endpoints or o0.unknown_tagged_fields: raise refuse(o0, 'session_id', 'node_endpoints', 'unknown_tagged_fields')
    a(P_i(o0.throttle_time_ms))
def fetch_response_v1_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.topic.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v1 = o1.partitions
        n = len(v1)
        a(P_i(n))
        for o2 in v1:
            if (o2.diverging_epoch is not None and o2.diverging_epoch != FetchResponse_EpochEndOffset()) or (o2.current_leader is not None and o2.current_leader != FetchResponse_LeaderIdAndEpoch()) or (o2.snapshot_id is not None and o2.snapshot_id != FetchResponse_SnapshotId()) or o2.preferred_read_replica != -1 or o2.unknown_tagged_fields: raise refuse(o2, 'diverging_epoch', 'current_leader', 'snapshot_id', 'preferred_read_replica', 'unknown_tagged_fields')
            v = o2.records
            if v is None: v = b''; n = -1
            else: n = len(v)
            a(P_ihqi(o2.partition_index, o2.error_code, o2.high_watermark, n))
            if n < VIEW_BYTES_MIN: a(v)
            else: out.append(b''.join(l)); l.clear(); out.append(v)
def fetch_response_v1_tail0(o0, l, out):
    a = l.append
def fetch_response_v1_head1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v = o0.topic.encode()
    n = len(v)
    a(P_h(n))
    a(v)
def fetch_response_v1_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        if (o1.diverging_epoch is not None and o1.diverging_epoch != FetchResponse_EpochEndOffset()) or (o1.current_leader is not None and o1.current_leader != FetchResponse_LeaderIdAndEpoch()) or (o1.snapshot_id is not None and o1.snapshot_id != FetchResponse_SnapshotId()) or o1.preferred_read_replica != -1 or o1.unknown_tagged_fields: raise refuse(o1, 'diverging_epoch', 'current_leader', 'snapshot_id', 'preferred_read_replica', 'unknown_tagged_fields')
        v = o1.records
        if v is None: v = b''; n = -1
        else: n = len(v)
        a(P_ihqi(o1.partition_index, o1.error_code, o1.high_watermark, n))
        if n < VIEW_BYTES_MIN: a(v)
        else: out.append(b''.join(l)); l.clear(); out.append(v)
def fetch_response_v1_tail1(o0, l, out):
    a = l.append
fetch_response_v1 = (
    ('responses', 'topic', fetch_response_v1_head0, fetch_response_v1_each0, fetch_response_v1_tail0),
    ('partitions', '', fetch_response_v1_head1, fetch_response_v1_each1, fetch_response_v1_tail1),
)

def fetch_response_v4_head0(o0, l, out):
    a = l.append
    if o0.session_id != 0 or o0.node_endpoints or o0.unknown_tagged_fields: raise refuse(o0, 'session_id', 'node_endpoints', 'unknown_tagged_fields')
    a(P_i(o0.throttle_time_ms))
def fetch_response_v4_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.topic.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v1 = o1.partitions
        n = len(v1)
        a(P_i(n))
        for o2 in v1:
            if (o2.diverging_epoch is not None and o2.diverging_epoch != FetchResponse_EpochEndOffset()) or (o2.current_leader is not None and o2.current_leader != FetchResponse_LeaderIdAndEpoch()) or (o2.snapshot_id is not None and o2.snapshot_id != FetchResponse_SnapshotId()) or o2.preferred_read_replica != -1 or o2.unknown_tagged_fields: raise refuse(o2, 'diverging_epoch', 'current_leader', 'snapshot_id', 'preferred_read_replica', 'unknown_tagged_fields')
            v2 = o2.aborted_transactions
            if v2 is None: v2 = (); n = -1
            else: n = len(v2)
            a(P_ih2qi(o2.partition_index, o2.error_code, o2.high_watermark, o2.last_stable_offset, n))
            for o3 in v2:
                if o3.unknown_tagged_fields: raise refuse(o3, 'unknown_tagged_fields')
                a(P_2q(o3.producer_id, o3.first_offset))
            v = o2.records
            if v is None: v = b''; n = -1
            else: n = len(v)
            a(P_i(n))
            if n < VIEW_BYTES_MIN: a(v)
            else: out.append(b''.join(l)); l.clear(); out.append(v)
def fetch_response_v4_tail0(o0, l, out):
    a = l.append
def fetch_response_v4_head1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v = o0.topic.encode()
    n = len(v)
    a(P_h(n))
    a(v)
def fetch_response_v4_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        if (o1.diverging_epoch is not None and o1.diverging_epoch != FetchResponse_EpochEndOffset()) or (o1.current_leader is not None and o1.current_leader != FetchResponse_LeaderIdAndEpoch()) or (o1.snapshot_id is not None and o1.snapshot_id != FetchResponse_SnapshotId()) or o1.preferred_read_replica != -1 or o1.unknown_tagged_fields: raise refuse(o1, 'diverging_epoch', 'current_leader', 'snapshot_id', 'preferred_read_replica', 'unknown_tagged_fields')
        v1 = o1.aborted_transactions
        if v1 is None: v1 = (); n = -1
        else: n = len(v1)
        a(P_ih2qi(o1.partition_index, o1.error_code, o1.high_watermark, o1.last_stable_offset, n))
        for o2 in v1:
            if o2.unknown_tagged_fields: raise refuse(o2, 'unknown_tagged_fields')
            a(P_2q(o2.producer_id, o2.first_offset))
        v = o1.records
        if v is None: v = b''; n = -1
        else: n = len(v)
        a(P_i(n))
        if n < VIEW_BYTES_MIN: a(v)
        else: out.append(b''.join(l)); l.clear(); out.append(v)
def fetch_response_v4_tail1(o0, l, out):
    a = l.append
def fetch_response_v4_head2(o0, l, out):
    a = l.append
    if (o0.diverging_epoch is not None and o0.diverging_epoch != FetchResponse_EpochEndOffset()) or (o0.current_leader is not None and o0.current_leader != FetchResponse_LeaderIdAndEpoch()) or (o0.snapshot_id is not None and o0.snapshot_id != FetchResponse_SnapshotId()) or o0.preferred_read_replica != -1 or o0.unknown_tagged_fields: raise refuse(o0, 'diverging_epoch', 'current_leader', 'snapshot_id', 'preferred_read_replica', 'unknown_tagged_fields')
    a(P_ih2q(o0.partition_index, o0.error_code, o0.high_watermark, o0.last_stable_offset))
def fetch_response_v4_each2(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        a(P_2q(o1.producer_id, o1.first_offset))
def fetch_response_v4_tail2(o0, l, out):
    a = l.append
    v = o0.records
    if v is None: v = b''; n = -1
    else: n = len(v)
    a(P_i(n))
    if n < VIEW_BYTES_MIN: a(v)
    else: out.append(b''.join(l)); l.clear(); out.append(v)
fetch_response_v4 = (
    ('responses', 'topic', fetch_response_v4_head0, fetch_response_v4_each0, fetch_response_v4_tail0),
    ('partitions', '', fetch_response_v4_head1, fetch_response_v4_each1, fetch_response_v4_tail1),
    ('aborted_transactions', 'producer_id', fetch_response_v4_head2, fetch_response_v4_each2, fetch_response_v4_tail2),
)

def fetch_response_v5_head0(o0, l, out):
    a = l.append
    if o0.session_id != 0 or o0.node_endpoints or o0.unknown_tagged_fields: raise refuse(o0, 'session_id', 'node_endpoints', 'unknown_tagged_fields')
    a(P_i(o0.throttle_time_ms))
def fetch_response_v5_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.topic.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v1 = o1.partitions
        n = len(v1)
        a(P_i(n))
        for o2 in v1:
            if (o2.diverging_epoch is not None and o2.diverging_epoch != FetchResponse_EpochEndOffset()) or (o2.current_leader is not None and o2.current_leader != FetchResponse_LeaderIdAndEpoch()) or (o2.snapshot_id is not None and o2.snapshot_id != FetchResponse_SnapshotId()) or o2.preferred_read_replica != -1 or o2.unknown_tagged_fields: raise refuse(o2, 'diverging_epoch', 'current_leader', 'snapshot_id', 'preferred_read_replica', 'unknown_tagged_fields')
            v2 = o2.aborted_transactions
            if v2 is None: v2 = (); n = -1
            else: n = len(v2)
            a(P_ih3qi(o2.partition_index, o2.error_code, o2.high_watermark, o2.last_stable_offset, o2.log_start_offset, n))
            for o3 in v2:
                if o3.unknown_tagged_fields: raise refuse(o3, 'unknown_tagged_fields')
                a(P_2q(o3.producer_id, o3.first_offset))
            v = o2.records
            if v is None: v = b''; n = -1
            else: n = len(v)
            a(P_i(n))
            if n < VIEW_BYTES_MIN: a(v)
            else: out.append(b''.join(l)); l.clear(); out.append(v)
def fetch_response_v5_tail0(o0, l, out):
    a = l.append
def fetch_response_v5_head1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v = o0.topic.encode()
    n = len(v)
    a(P_h(n))
    a(v)
def fetch_response_v5_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        if (o1.diverging_epoch is not None and o1.diverging_epoch != FetchResponse_EpochEndOffset()) or (o1.current_leader is not None and o1.current_leader != FetchResponse_LeaderIdAndEpoch()) or (o1.snapshot_id is not None and o1.snapshot_id != FetchResponse_SnapshotId()) or o1.preferred_read_replica != -1 or o1.unknown_tagged_fields: raise refuse(o1, 'diverging_epoch', 'current_leader', 'snapshot_id', 'preferred_read_replica', 'unknown_tagged_fields')
        v1 = o1.aborted_transactions
        if v1 is None: v1 = (); n = -1
        else: n = len(v1)
        a(P_ih3qi(o1.partition_index, o1.error_code, o1.high_watermark, o1.last_stable_offset, o1.log_start_offset, n))
        for o2 in v1:
            if o2.unknown_tagged_fields: raise refuse(o2, 'unknown_tagged_fields')
            a(P_2q(o2.producer_id, o2.first_offset))
        v = o1.records
        if v is None: v = b''; n = -1
        else: n = len(v)
        a(P_i(n))
        if n < VIEW_BYTES_MIN: a(v)
        else: out.append(b''.join(l)); l.clear(); out.append(v)
def fetch_response_v5_tail1(o0, l, out):
    a = l.append
def fetch_response_v5_head2(o0, l, out):
    a = l.append
    if (o0.diverging_epoch is not None and o0.diverging_epoch != FetchResponse_EpochEndOffset()) or (o0.current_leader is not None and o0.current_leader != FetchResponse_LeaderIdAndEpoch()) or (o0.snapshot_id is not None and o0.snapshot_id != FetchResponse_SnapshotId()) or o0.preferred_read_replica != -1 or o0.unknown_tagged_fields: raise refuse(o0, 'diverging_epoch', 'current_leader', 'snapshot_id', 'preferred_read_replica', 'unknown_tagged_fields')
    a(P_ih3q(o0.partition_index, o0.error_code, o0.high_watermark, o0.last_stable_offset, o0.log_start_offset))
def fetch_response_v5_each2(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        a(P_2q(o1.producer_id, o1.first_offset))
def fetch_response_v5_tail2(o0, l, out):
    a = l.append
    v = o0.records
    if v is None: v = b''; n = -1
    else: n = len(v)
    a(P_i(n))
    if n < VIEW_BYTES_MIN: a(v)
    else: out.append(b''.join(l)); l.clear(); out.append(v)
fetch_response_v5 = (
    ('responses', 'topic', fetch_response_v5_head0, fetch_response_v5_each0, fetch_response_v5_tail0),
    ('partitions', '', fetch_response_v5_head1, fetch_response_v5_each1, fetch_response_v5_tail1),
    ('aborted_transactions', 'producer_id', fetch_response_v5_head2, fetch_response_v5_each2, fetch_response_v5_tail2),
)

def fetch_response_v7_head0(o0, l, out):
    a = l.append
    if o0.node_endpoints or o0.unknown_tagged_fields: raise refuse(o0, 'node_endpoints', 'unknown_tagged_fields')
    a(P_ihi(o0.throttle_time_ms, o0.error_code, o0.session_id))
def fetch_response_v7_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.topic.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v1 = o1.partitions
        n = len(v1)
        a(P_i(n))
        for o2 in v1:
            if (o2.diverging_epoch is not None and o2.diverging_epoch != FetchResponse_EpochEndOffset()) or (o2.current_leader is not None and o2.current_leader != FetchResponse_LeaderIdAndEpoch()) or (o2.snapshot_id is not None and o2.snapshot_id != FetchResponse_SnapshotId()) or o2.preferred_read_replica != -1 or o2.unknown_tagged_fields: raise refuse(o2, 'diverging_epoch', 'current_leader', 'snapshot_id', 'preferred_read_replica', 'unknown_tagged_fields')
            v2 = o2.aborted_transactions
            if v2 is None: v2 = (); n = -1
            else: n = len(v2)
            a(P_ih3qi(o2.partition_index, o2.error_code, o2.high_watermark, o2.last_stable_offset, o2.log_start_offset, n))
            for o3 in v2:
                if o3.unknown_tagged_fields: raise refuse(o3, 'unknown_tagged_fields')
                a(P_2q(o3.producer_id, o3.first_offset))
            v = o2.records
            if v is None: v = b''; n = -1
            else: n = len(v)
            a(P_i(n))
            if n < VIEW_BYTES_MIN: a(v)
            else: out.append(b''.join(l)); l.clear(); out.append(v)
def fetch_response_v7_tail0(o0, l, out):
    a = l.append
def fetch_response_v7_head1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v = o0.topic.encode()
    n = len(v)
    a(P_h(n))
    a(v)
def fetch_response_v7_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        if (o1.diverging_epoch is not None and o1.diverging_epoch != FetchResponse_EpochEndOffset()) or (o1.current_leader is not None and o1.current_leader != FetchResponse_LeaderIdAndEpoch()) or (o1.snapshot_id is not None and o1.snapshot_id != FetchResponse_SnapshotId()) or o1.preferred_read_replica != -1 or o1.unknown_tagged_fields: raise refuse(o1, 'diverging_epoch', 'current_leader', 'snapshot_id', 'preferred_read_replica', 'unknown_tagged_fields')
        v1 = o1.aborted_transactions
        if v1 is None: v1 = (); n = -1
        else: n = len(v1)
        a(P_ih3qi(o1.partition_index, o1.error_code, o1.high_watermark, o1.last_stable_offset, o1.log_start_offset, n))
        for o2 in v1:
            if o2.unknown_tagged_fields: raise refuse(o2, 'unknown_tagged_fields')
            a(P_2q(o2.producer_id, o2.first_offset))
        v = o1.records
        if v is None: v = b''; n = -1
        else: n = len(v)
        a(P_i(n))
        if n < VIEW_BYTES_MIN: a(v)
        else: out.append(b''.join(l)); l.clear(); out.append(v)
def fetch_response_v7_tail1(o0, l, out):
    a = l.append
def fetch_response_v7_head2(o0, l, out):
    a = l.append
    if (o0.diverging_epoch is not None and o0.diverging_epoch != FetchResponse_EpochEndOffset()) or (o0.current_leader is not None and o0.current_leader != FetchResponse_LeaderIdAndEpoch()) or (o0.snapshot_id is not None and o0.snapshot_id != FetchResponse_SnapshotId()) or o0.preferred_read_replica != -1 or o0.unknown_tagged_fields: raise refuse(o0, 'diverging_epoch', 'current_leader', 'snapshot_id', 'preferred_read_replica', 'unknown_tagged_fields')
    a(P_ih3q(o0.partition_index, o0.error_code, o0.high_watermark, o0.last_stable_offset, o0.log_start_offset))
def fetch_response_v7_each2(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        a(P_2q(o1.producer_id, o1.first_offset))
def fetch_response_v7_tail2(o0, l, out):
    a = l.append
    v = o0.records
    if v is None: v = b''; n = -1
    else: n = len(v)
    a(P_i(n))
    if n < VIEW_BYTES_MIN: a(v)
    else: out.append(b''.join(l)); l.clear(); out.append(v)
fetch_response_v7 = (
    ('responses', 'topic', fetch_response_v7_head0, fetch_response_v7_each0, fetch_response_v7_tail0),
    ('partitions', '', fetch_response_v7_head1, fetch_response_v7_each1, fetch_response_v7_tail1),
    ('aborted_transactions', 'producer_id', fetch_response_v7_head2, fetch_response_v7_each2, fetch_response_v7_tail2),
)

def fetch_response_v11_head0(o0, l, out):
    a = l.append
    if o0.node_endpoints or o0.unknown_tagged_fields: raise refuse(o0, 'node_endpoints', 'unknown_tagged_fields')
    a(P_ihi(o0.throttle_time_ms, o0.error_code, o0.session_id))
def fetch_response_v11_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.topic.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v1 = o1.partitions
        n = len(v1)
        a(P_i(n))
        for o2 in v1:
            if (o2.diverging_epoch is not None and o2.diverging_epoch != FetchResponse_EpochEndOffset()) or (o2.current_leader is not None and o2.current_leader != FetchResponse_LeaderIdAndEpoch()) or (o2.snapshot_id is not None and o2.snapshot_id != FetchResponse_SnapshotId()) or o2.unknown_tagged_fields: raise refuse(o2, 'diverging_epoch', 'current_leader', 'snapshot_id', 'unknown_tagged_fields')
            v2 = o2.aborted_transactions
            if v2 is None: v2 = (); n = -1
            else: n = len(v2)
            a(P_ih3qi(o2.partition_index, o2.error_code, o2.high_watermark, o2.last_stable_offset, o2.log_start_offset, n))
            for o3 in v2:
                if o3.unknown_tagged_fields: raise refuse(o3, 'unknown_tagged_fields')
                a(P_2q(o3.producer_id, o3.first_offset))
            v = o2.records
            if v is None: v = b''; n = -1
            else: n = len(v)
            a(P_2i(o2.preferred_read_replica, n))
            if n < VIEW_BYTES_MIN: a(v)
            else: out.append(b''.join(l)); l.clear(); out.append(v)
def fetch_response_v11_tail0(o0, l, out):
    a = l.append
def fetch_response_v11_head1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v = o0.topic.encode()
    n = len(v)
    a(P_h(n))
    a(v)
def fetch_response_v11_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        if (o1.diverging_epoch is not None and o1.diverging_epoch != FetchResponse_EpochEndOffset()) or (o1.current_leader is not None and o1.current_leader != FetchResponse_LeaderIdAndEpoch()) or (o1.snapshot_id is not None and o1.snapshot_id != FetchResponse_SnapshotId()) or o1.unknown_tagged_fields: raise refuse(o1, 'diverging_epoch', 'current_leader', 'snapshot_id', 'unknown_tagged_fields')
        v1 = o1.aborted_transactions
        if v1 is None: v1 = (); n = -1
        else: n = len(v1)
        a(P_ih3qi(o1.partition_index, o1.error_code, o1.high_watermark, o1.last_stable_offset, o1.log_start_offset, n))
        for o2 in v1:
            if o2.unknown_tagged_fields: raise refuse(o2, 'unknown_tagged_fields')
            a(P_2q(o2.producer_id, o2.first_offset))
        v = o1.records
        if v is None: v = b''; n = -1
        else: n = len(v)
        a(P_2i(o1.preferred_read_replica, n))
        if n < VIEW_BYTES_MIN: a(v)
        else: out.append(b''.join(l)); l.clear(); out.append(v)
def fetch_response_v11_tail1(o0, l, out):
    a = l.append
def fetch_response_v11_head2(o0, l, out):
    a = l.append
    if (o0.diverging_epoch is not None and o0.diverging_epoch != FetchResponse_EpochEndOffset()) or (o0.current_leader is not None and o0.current_leader != FetchResponse_LeaderIdAndEpoch()) or (o0.snapshot_id is not None and o0.snapshot_id != FetchResponse_SnapshotId()) or o0.unknown_tagged_fields: raise refuse(o0, 'diverging_epoch', 'current_leader', 'snapshot_id', 'unknown_tagged_fields')
    a(P_ih3q(o0.partition_index, o0.error_code, o0.high_watermark, o0.last_stable_offset, o0.log_start_offset))
def fetch_response_v11_each2(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        a(P_2q(o1.producer_id, o1.first_offset))
def fetch_response_v11_tail2(o0, l, out):
    a = l.append
    v = o0.records
    if v is None: v = b''; n = -1
    else: n = len(v)
    a(P_2i(o0.preferred_read_replica, n))
    if n < VIEW_BYTES_MIN: a(v)
    else: out.append(b''.join(l)); l.clear(); out.append(v)
fetch_response_v11 = (
    ('responses', 'topic', fetch_response_v11_head0, fetch_response_v11_each0, fetch_response_v11_tail0),
    ('partitions', '', fetch_response_v11_head1, fetch_response_v11_each1, fetch_response_v11_tail1),
    ('aborted_transactions', 'producer_id', fetch_response_v11_head2, fetch_response_v11_each2, fetch_response_v11_tail2),
)

def fetch_response_v12_head0(o0, l, out):
    a = l.append
    if o0.node_endpoints: raise refuse(o0, 'node_endpoints')
    a(P_ihi(o0.throttle_time_ms, o0.error_code, o0.session_id))
def fetch_response_v12_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        v = o1.topic.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v1 = o1.partitions
        n = len(v1) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o2 in v1:
            v2 = o2.aborted_transactions
            if v2 is None: v2 = (); n = 0
            else: n = len(v2) + 1
            if n < 128: a(P_ih3qB(o2.partition_index, o2.error_code, o2.high_watermark, o2.last_stable_offset, o2.log_start_offset, n))
            else: a(P_ih3q(o2.partition_index, o2.error_code, o2.high_watermark, o2.last_stable_offset, o2.log_start_offset) + uvarint(n))
            for o3 in v2:
                if o3.unknown_tagged_fields:
                    a(P_2q(o3.producer_id, o3.first_offset))
                    a(write_tags(o3.unknown_tagged_fields))
                else:
                    a(P_2qx(o3.producer_id, o3.first_offset))
            v = o2.records
            if v is None: v = b''; n = 0
            else: n = len(v) + 1
            if n < 128: a(P_iB(o2.preferred_read_replica, n))
            elif n < 16384: a(P_i2B(o2.preferred_read_replica, n & 127 | 128, n >> 7))
            else: a(P_i(o2.preferred_read_replica) + uvarint(n))
            if n < VIEW_BYTES_MIN: a(v)
            else: out.append(b''.join(l)); l.clear(); out.append(v)
            if o2.diverging_epoch is not None or o2.current_leader is not None or o2.snapshot_id is not None or o2.unknown_tagged_fields:
                g2 = list(o2.unknown_tagged_fields)
                if o2.diverging_epoch is not None and o2.diverging_epoch != FetchResponse_EpochEndOffset():
                    w2 = []
                    a2 = w2.append
                    o3 = o2.diverging_epoch
                    if o3.unknown_tagged_fields:
                        a2(P_iq(o3.epoch, o3.end_offset))
                        a2(write_tags(o3.unknown_tagged_fields))
                    else:
                        a2(P_iqx(o3.epoch, o3.end_offset))
                    g2.append((0, b''.join(w2)))
                if o2.current_leader is not None and o2.current_leader != FetchResponse_LeaderIdAndEpoch():
                    w2 = []
                    a2 = w2.append
                    o3 = o2.current_leader
                    if o3.unknown_tagged_fields:
                        a2(P_2i(o3.leader_id, o3.leader_epoch))
                        a2(write_tags(o3.unknown_tagged_fields))
                    else:
                        a2(P_2ix(o3.leader_id, o3.leader_epoch))
                    g2.append((1, b''.join(w2)))
                if o2.snapshot_id is not None and o2.snapshot_id != FetchResponse_SnapshotId():
                    w2 = []
                    a2 = w2.append
                    o3 = o2.snapshot_id
                    if o3.unknown_tagged_fields:
                        a2(P_qi(o3.end_offset, o3.epoch))
                        a2(write_tags(o3.unknown_tagged_fields))
                    else:
                        a2(P_qix(o3.end_offset, o3.epoch))
                    g2.append((2, b''.join(w2)))
                a(write_tags(g2))
            else:
                a(b'\x00')
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
def fetch_response_v12_tail0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
def fetch_response_v12_head1(o0, l, out):
    a = l.append
    v = o0.topic.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
def fetch_response_v12_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        v1 = o1.aborted_transactions
        if v1 is None: v1 = (); n = 0
        else: n = len(v1) + 1
        if n < 128: a(P_ih3qB(o1.partition_index, o1.error_code, o1.high_watermark, o1.last_stable_offset, o1.log_start_offset, n))
        else: a(P_ih3q(o1.partition_index, o1.error_code, o1.high_watermark, o1.last_stable_offset, o1.log_start_offset) + uvarint(n))
        for o2 in v1:
            if o2.unknown_tagged_fields:
                a(P_2q(o2.producer_id, o2.first_offset))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(P_2qx(o2.producer_id, o2.first_offset))
        v = o1.records
        if v is None: v = b''; n = 0
        else: n = len(v) + 1
        if n < 128: a(P_iB(o1.preferred_read_replica, n))
        elif n < 16384: a(P_i2B(o1.preferred_read_replica, n & 127 | 128, n >> 7))
        else: a(P_i(o1.preferred_read_replica) + uvarint(n))
        if n < VIEW_BYTES_MIN: a(v)
        else: out.append(b''.join(l)); l.clear(); out.append(v)
        if o1.diverging_epoch is not None or o1.current_leader is not None or o1.snapshot_id is not None or o1.unknown_tagged_fields:
            g1 = list(o1.unknown_tagged_fields)
            if o1.diverging_epoch is not None and o1.diverging_epoch != FetchResponse_EpochEndOffset():
                w1 = []
                a1 = w1.append
                o2 = o1.diverging_epoch
                if o2.unknown_tagged_fields:
                    a1(P_iq(o2.epoch, o2.end_offset))
                    a1(write_tags(o2.unknown_tagged_fields))
                else:
                    a1(P_iqx(o2.epoch, o2.end_offset))
                g1.append((0, b''.join(w1)))
            if o1.current_leader is not None and o1.current_leader != FetchResponse_LeaderIdAndEpoch():
                w1 = []
                a1 = w1.append
                o2 = o1.current_leader
                if o2.unknown_tagged_fields:
                    a1(P_2i(o2.leader_id, o2.leader_epoch))
                    a1(write_tags(o2.unknown_tagged_fields))
                else:
                    a1(P_2ix(o2.leader_id, o2.leader_epoch))
                g1.append((1, b''.join(w1)))
            if o1.snapshot_id is not None and o1.snapshot_id != FetchResponse_SnapshotId():
                w1 = []
                a1 = w1.append
                o2 = o1.snapshot_id
                if o2.unknown_tagged_fields:
                    a1(P_qi(o2.end_offset, o2.epoch))
                    a1(write_tags(o2.unknown_tagged_fields))
                else:
                    a1(P_qix(o2.end_offset, o2.epoch))
                g1.append((2, b''.join(w1)))
            a(write_tags(g1))
        else:
            a(b'\x00')
def fetch_response_v12_tail1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
def fetch_response_v12_head2(o0, l, out):
    a = l.append
    a(P_ih3q(o0.partition_index, o0.error_code, o0.high_watermark, o0.last_stable_offset, o0.log_start_offset))
def fetch_response_v12_each2(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields:
            a(P_2q(o1.producer_id, o1.first_offset))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_2qx(o1.producer_id, o1.first_offset))
def fetch_response_v12_tail2(o0, l, out):
    a = l.append
    v = o0.records
    if v is None: v = b''; n = 0
    else: n = len(v) + 1
    if n < 128: a(P_iB(o0.preferred_read_replica, n))
    elif n < 16384: a(P_i2B(o0.preferred_read_replica, n & 127 | 128, n >> 7))
    else: a(P_i(o0.preferred_read_replica) + uvarint(n))
    if n < VIEW_BYTES_MIN: a(v)
    else: out.append(b''.join(l)); l.clear(); out.append(v)
    if o0.diverging_epoch is not None or o0.current_leader is not None or o0.snapshot_id is not None or o0.unknown_tagged_fields:
        g0 = list(o0.unknown_tagged_fields)
        if o0.diverging_epoch is not None and o0.diverging_epoch != FetchResponse_EpochEndOffset():
            w0 = []
            a0 = w0.append
            o1 = o0.diverging_epoch
            if o1.unknown_tagged_fields:
                a0(P_iq(o1.epoch, o1.end_offset))
                a0(write_tags(o1.unknown_tagged_fields))
            else:
                a0(P_iqx(o1.epoch, o1.end_offset))
            g0.append((0, b''.join(w0)))
        if o0.current_leader is not None and o0.current_leader != FetchResponse_LeaderIdAndEpoch():
            w0 = []
            a0 = w0.append
            o1 = o0.current_leader
            if o1.unknown_tagged_fields:
                a0(P_2i(o1.leader_id, o1.leader_epoch))
                a0(write_tags(o1.unknown_tagged_fields))
            else:
                a0(P_2ix(o1.leader_id, o1.leader_epoch))
            g0.append((1, b''.join(w0)))
        if o0.snapshot_id is not None and o0.snapshot_id != FetchResponse_SnapshotId():
            w0 = []
            a0 = w0.append
            o1 = o0.snapshot_id
            if o1.unknown_tagged_fields:
                a0(P_qi(o1.end_offset, o1.epoch))
                a0(write_tags(o1.unknown_tagged_fields))
            else:
                a0(P_qix(o1.end_offset, o1.epoch))
            g0.append((2, b''.join(w0)))
        a(write_tags(g0))
    else:
        a(b'\x00')
fetch_response_v12 = (
    ('responses', 'topic', fetch_response_v12_head0, fetch_response_v12_each0, fetch_response_v12_tail0),
    ('partitions', '', fetch_response_v12_head1, fetch_response_v12_each1, fetch_response_v12_tail1),
    ('aborted_transactions', 'producer_id', fetch_response_v12_head2, fetch_response_v12_each2, fetch_response_v12_tail2),
)

def fetch_response_v13_head0(o0, l, out):
    a = l.append
    if o0.node_endpoints: raise refuse(o0, 'node_endpoints')
    a(P_ihi(o0.throttle_time_ms, o0.error_code, o0.session_id))
def fetch_response_v13_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        if len(o1.topic_id) != 16: raise EncodeError(f'{o1.topic_id!r:.80} is not a uuid')
        v1 = o1.partitions
        n = len(v1) + 1
        if n < 128: a(P_16sB(o1.topic_id, n))
        else: a(P_16s(o1.topic_id) + uvarint(n))
        for o2 in v1:
            v2 = o2.aborted_transactions
            if v2 is None: v2 = (); n = 0
            else: n = len(v2) + 1
            if n < 128: a(P_ih3qB(o2.partition_index, o2.error_code, o2.high_watermark, o2.last_stable_offset, o2.log_start_offset, n))
            else: a(P_ih3q(o2.partition_index, o2.error_code, o2.high_watermark, o2.last_stable_offset, o2.log_start_offset) + uvarint(n))
            for o3 in v2:
                if o3.unknown_tagged_fields:
                    a(P_2q(o3.producer_id, o3.first_offset))
                    a(write_tags(o3.unknown_tagged_fields))
                else:
                    a(P_2qx(o3.producer_id, o3.first_offset))
            v = o2.records
            if v is None: v = b''; n = 0
            else: n = len(v) + 1
            if n < 128: a(P_iB(o2.preferred_read_replica, n))
            elif n < 16384: a(P_i2B(o2.preferred_read_replica, n & 127 | 128, n >> 7))
            else: a(P_i(o2.preferred_read_replica) + uvarint(n))
            if n < VIEW_BYTES_MIN: a(v)
            else: out.append(b''.join(l)); l.clear(); out.append(v)
            if o2.diverging_epoch is not None or o2.current_leader is not None or o2.snapshot_id is not None or o2.unknown_tagged_fields:
                g2 = list(o2.unknown_tagged_fields)
                if o2.diverging_epoch is not None and o2.diverging_epoch != FetchResponse_EpochEndOffset():
                    w2 = []
                    a2 = w2.append
                    o3 = o2.diverging_epoch
                    if o3.unknown_tagged_fields:
                        a2(P_iq(o3.epoch, o3.end_offset))
                        a2(write_tags(o3.unknown_tagged_fields))
                    else:
                        a2(P_iqx(o3.epoch, o3.end_offset))
                    g2.append((0, b''.join(w2)))
                if o2.current_leader is not None and o2.current_leader != FetchResponse_LeaderIdAndEpoch():
                    w2 = []
                    a2 = w2.append
                    o3 = o2.current_leader
                    if o3.unknown_tagged_fields:
                        a2(P_2i(o3.leader_id, o3.leader_epoch))
                        a2(write_tags(o3.unknown_tagged_fields))
                    else:
                        a2(P_2ix(o3.leader_id, o3.leader_epoch))
                    g2.append((1, b''.join(w2)))
                if o2.snapshot_id is not None and o2.snapshot_id != FetchResponse_SnapshotId():
                    w2 = []
                    a2 = w2.append
                    o3 = o2.snapshot_id
                    if o3.unknown_tagged_fields:
                        a2(P_qi(o3.end_offset, o3.epoch))
                        a2(write_tags(o3.unknown_tagged_fields))
                    else:
                        a2(P_qix(o3.end_offset, o3.epoch))
                    g2.append((2, b''.join(w2)))
                a(write_tags(g2))
            else:
                a(b'\x00')
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
def fetch_response_v13_tail0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
def fetch_response_v13_head1(o0, l, out):
    a = l.append
    if len(o0.topic_id) != 16: raise EncodeError(f'{o0.topic_id!r:.80} is not a uuid')
    a(P_16s(o0.topic_id))
def fetch_response_v13_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        v1 = o1.aborted_transactions
        if v1 is None: v1 = (); n = 0
        else: n = len(v1) + 1
        if n < 128: a(P_ih3qB(o1.partition_index, o1.error_code, o1.high_watermark, o1.last_stable_offset, o1.log_start_offset, n))
        else: a(P_ih3q(o1.partition_index, o1.error_code, o1.high_watermark, o1.last_stable_offset, o1.log_start_offset) + uvarint(n))
        for o2 in v1:
            if o2.unknown_tagged_fields:
                a(P_2q(o2.producer_id, o2.first_offset))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(P_2qx(o2.producer_id, o2.first_offset))
        v = o1.records
        if v is None: v = b''; n = 0
        else: n = len(v) + 1
        if n < 128: a(P_iB(o1.preferred_read_replica, n))
        elif n < 16384: a(P_i2B(o1.preferred_read_replica, n & 127 | 128, n >> 7))
        else: a(P_i(o1.preferred_read_replica) + uvarint(n))
        if n < VIEW_BYTES_MIN: a(v)
        else: out.append(b''.join(l)); l.clear(); out.append(v)
        if o1.diverging_epoch is not None or o1.current_leader is not None or o1.snapshot_id is not None or o1.unknown_tagged_fields:
            g1 = list(o1.unknown_tagged_fields)
            if o1.diverging_epoch is not None and o1.diverging_epoch != FetchResponse_EpochEndOffset():
                w1 = []
                a1 = w1.append
                o2 = o1.diverging_epoch
                if o2.unknown_tagged_fields:
                    a1(P_iq(o2.epoch, o2.end_offset))
                    a1(write_tags(o2.unknown_tagged_fields))
                else:
                    a1(P_iqx(o2.epoch, o2.end_offset))
                g1.append((0, b''.join(w1)))
            if o1.current_leader is not None and o1.current_leader != FetchResponse_LeaderIdAndEpoch():
                w1 = []
                a1 = w1.append
                o2 = o1.current_leader
                if o2.unknown_tagged_fields:
                    a1(P_2i(o2.leader_id, o2.leader_epoch))
                    a1(write_tags(o2.unknown_tagged_fields))
                else:
                    a1(P_2ix(o2.leader_id, o2.leader_epoch))
                g1.append((1, b''.join(w1)))
            if o1.snapshot_id is not None and o1.snapshot_id != FetchResponse_SnapshotId():
                w1 = []
                a1 = w1.append
                o2 = o1.snapshot_id
                if o2.unknown_tagged_fields:
                    a1(P_qi(o2.end_offset, o2.epoch))
                    a1(write_tags(o2.unknown_tagged_fields))
                else:
                    a1(P_qix(o2.end_offset, o2.epoch))
                g1.append((2, b''.join(w1)))
            a(write_tags(g1))
        else:
            a(b'\x00')
def fetch_response_v13_tail1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
def fetch_response_v13_head2(o0, l, out):
    a = l.append
    a(P_ih3q(o0.partition_index, o0.error_code, o0.high_watermark, o0.last_stable_offset, o0.log_start_offset))
def fetch_response_v13_each2(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields:
            a(P_2q(o1.producer_id, o1.first_offset))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_2qx(o1.producer_id, o1.first_offset))
def fetch_response_v13_tail2(o0, l, out):
    a = l.append
    v = o0.records
    if v is None: v = b''; n = 0
    else: n = len(v) + 1
    if n < 128: a(P_iB(o0.preferred_read_replica, n))
    elif n < 16384: a(P_i2B(o0.preferred_read_replica, n & 127 | 128, n >> 7))
    else: a(P_i(o0.preferred_read_replica) + uvarint(n))
    if n < VIEW_BYTES_MIN: a(v)
    else: out.append(b''.join(l)); l.clear(); out.append(v)
    if o0.diverging_epoch is not None or o0.current_leader is not None or o0.snapshot_id is not None or o0.unknown_tagged_fields:
        g0 = list(o0.unknown_tagged_fields)
        if o0.diverging_epoch is not None and o0.diverging_epoch != FetchResponse_EpochEndOffset():
            w0 = []
            a0 = w0.append
            o1 = o0.diverging_epoch
            if o1.unknown_tagged_fields:
                a0(P_iq(o1.epoch, o1.end_offset))
                a0(write_tags(o1.unknown_tagged_fields))
            else:
                a0(P_iqx(o1.epoch, o1.end_offset))
            g0.append((0, b''.join(w0)))
        if o0.current_leader is not None and o0.current_leader != FetchResponse_LeaderIdAndEpoch():
            w0 = []
            a0 = w0.append
            o1 = o0.current_leader
            if o1.unknown_tagged_fields:
                a0(P_2i(o1.leader_id, o1.leader_epoch))
                a0(write_tags(o1.unknown_tagged_fields))
            else:
                a0(P_2ix(o1.leader_id, o1.leader_epoch))
            g0.append((1, b''.join(w0)))
        if o0.snapshot_id is not None and o0.snapshot_id != FetchResponse_SnapshotId():
            w0 = []
            a0 = w0.append
            o1 = o0.snapshot_id
            if o1.unknown_tagged_fields:
                a0(P_qi(o1.end_offset, o1.epoch))
                a0(write_tags(o1.unknown_tagged_fields))
            else:
                a0(P_qix(o1.end_offset, o1.epoch))
            g0.append((2, b''.join(w0)))
        a(write_tags(g0))
    else:
        a(b'\x00')
fetch_response_v13 = (
    ('responses', 'topic_id', fetch_response_v13_head0, fetch_response_v13_each0, fetch_response_v13_tail0),
    ('partitions', '', fetch_response_v13_head1, fetch_response_v13_each1, fetch_response_v13_tail1),
    ('aborted_transactions', 'producer_id', fetch_response_v13_head2, fetch_response_v13_each2, fetch_response_v13_tail2),
)

def fetch_response_v16_head0(o0, l, out):
    a = l.append
    a(P_ihi(o0.throttle_time_ms, o0.error_code, o0.session_id))
def fetch_response_v16_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        if len(o1.topic_id) != 16: raise EncodeError(f'{o1.topic_id!r:.80} is not a uuid')
        v1 = o1.partitions
        n = len(v1) + 1
        if n < 128: a(P_16sB(o1.topic_id, n))
        else: a(P_16s(o1.topic_id) + uvarint(n))
        for o2 in v1:
            v2 = o2.aborted_transactions
            if v2 is None: v2 = (); n = 0
            else: n = len(v2) + 1
            if n < 128: a(P_ih3qB(o2.partition_index, o2.error_code, o2.high_watermark, o2.last_stable_offset, o2.log_start_offset, n))
            else: a(P_ih3q(o2.partition_index, o2.error_code, o2.high_watermark, o2.last_stable_offset, o2.log_start_offset) + uvarint(n))
            for o3 in v2:
                if o3.unknown_tagged_fields:
                    a(P_2q(o3.producer_id, o3.first_offset))
                    a(write_tags(o3.unknown_tagged_fields))
                else:
                    a(P_2qx(o3.producer_id, o3.first_offset))
            v = o2.records
            if v is None: v = b''; n = 0
            else: n = len(v) + 1
            if n < 128: a(P_iB(o2.preferred_read_replica, n))
            elif n < 16384: a(P_i2B(o2.preferred_read_replica, n & 127 | 128, n >> 7))
            else: a(P_i(o2.preferred_read_replica) + uvarint(n))
            if n < VIEW_BYTES_MIN: a(v)
            else: out.append(b''.join(l)); l.clear(); out.append(v)
            if o2.diverging_epoch is not None or o2.current_leader is not None or o2.snapshot_id is not None or o2.unknown_tagged_fields:
                g2 = list(o2.unknown_tagged_fields)
                if o2.diverging_epoch is not None and o2.diverging_epoch != FetchResponse_EpochEndOffset():
                    w2 = []
                    a2 = w2.append
                    o3 = o2.diverging_epoch
                    if o3.unknown_tagged_fields:
                        a2(P_iq(o3.epoch, o3.end_offset))
                        a2(write_tags(o3.unknown_tagged_fields))
                    else:
                        a2(P_iqx(o3.epoch, o3.end_offset))
                    g2.append((0, b''.join(w2)))
                if o2.current_leader is not None and o2.current_leader != FetchResponse_LeaderIdAndEpoch():
                    w2 = []
                    a2 = w2.append
                    o3 = o2.current_leader
                    if o3.unknown_tagged_fields:
                        a2(P_2i(o3.leader_id, o3.leader_epoch))
                        a2(write_tags(o3.unknown_tagged_fields))
                    else:
                        a2(P_2ix(o3.leader_id, o3.leader_epoch))
                    g2.append((1, b''.join(w2)))
                if o2.snapshot_id is not None and o2.snapshot_id != FetchResponse_SnapshotId():
                    w2 = []
                    a2 = w2.append
                    o3 = o2.snapshot_id
                    if o3.unknown_tagged_fields:
                        a2(P_qi(o3.end_offset, o3.epoch))
                        a2(write_tags(o3.unknown_tagged_fields))
                    else:
                        a2(P_qix(o3.end_offset, o3.epoch))
                    g2.append((2, b''.join(w2)))
                a(write_tags(g2))
            else:
                a(b'\x00')
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
def fetch_response_v16_tail0(o0, l, out):
    a = l.append
    if o0.node_endpoints or o0.unknown_tagged_fields:
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
        a(b'\x00')
def fetch_response_v16_head1(o0, l, out):
    a = l.append
    if len(o0.topic_id) != 16: raise EncodeError(f'{o0.topic_id!r:.80} is not a uuid')
    a(P_16s(o0.topic_id))
def fetch_response_v16_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        v1 = o1.aborted_transactions
        if v1 is None: v1 = (); n = 0
        else: n = len(v1) + 1
        if n < 128: a(P_ih3qB(o1.partition_index, o1.error_code, o1.high_watermark, o1.last_stable_offset, o1.log_start_offset, n))
        else: a(P_ih3q(o1.partition_index, o1.error_code, o1.high_watermark, o1.last_stable_offset, o1.log_start_offset) + uvarint(n))
        for o2 in v1:
            if o2.unknown_tagged_fields:
                a(P_2q(o2.producer_id, o2.first_offset))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(P_2qx(o2.producer_id, o2.first_offset))
        v = o1.records
        if v is None: v = b''; n = 0
        else: n = len(v) + 1
        if n < 128: a(P_iB(o1.preferred_read_replica, n))
        elif n < 16384: a(P_i2B(o1.preferred_read_replica, n & 127 | 128, n >> 7))
        else: a(P_i(o1.preferred_read_replica) + uvarint(n))
        if n < VIEW_BYTES_MIN: a(v)
        else: out.append(b''.join(l)); l.clear(); out.append(v)
        if o1.diverging_epoch is not None or o1.current_leader is not None or o1.snapshot_id is not None or o1.unknown_tagged_fields:
            g1 = list(o1.unknown_tagged_fields)
            if o1.diverging_epoch is not None and o1.diverging_epoch != FetchResponse_EpochEndOffset():
                w1 = []
                a1 = w1.append
                o2 = o1.diverging_epoch
                if o2.unknown_tagged_fields:
                    a1(P_iq(o2.epoch, o2.end_offset))
                    a1(write_tags(o2.unknown_tagged_fields))
                else:
                    a1(P_iqx(o2.epoch, o2.end_offset))
                g1.append((0, b''.join(w1)))
            if o1.current_leader is not None and o1.current_leader != FetchResponse_LeaderIdAndEpoch():
                w1 = []
                a1 = w1.append
                o2 = o1.current_leader
                if o2.unknown_tagged_fields:
                    a1(P_2i(o2.leader_id, o2.leader_epoch))
                    a1(write_tags(o2.unknown_tagged_fields))
                else:
                    a1(P_2ix(o2.leader_id, o2.leader_epoch))
                g1.append((1, b''.join(w1)))
            if o1.snapshot_id is not None and o1.snapshot_id != FetchResponse_SnapshotId():
                w1 = []
                a1 = w1.append
                o2 = o1.snapshot_id
                if o2.unknown_tagged_fields:
                    a1(P_qi(o2.end_offset, o2.epoch))
                    a1(write_tags(o2.unknown_tagged_fields))
                else:
                    a1(P_qix(o2.end_offset, o2.epoch))
                g1.append((2, b''.join(w1)))
            a(write_tags(g1))
        else:
            a(b'\x00')
def fetch_response_v16_tail1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
def fetch_response_v16_head2(o0, l, out):
    a = l.append
    a(P_ih3q(o0.partition_index, o0.error_code, o0.high_watermark, o0.last_stable_offset, o0.log_start_offset))
def fetch_response_v16_each2(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields:
            a(P_2q(o1.producer_id, o1.first_offset))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_2qx(o1.producer_id, o1.first_offset))
def fetch_response_v16_tail2(o0, l, out):
    a = l.append
    v = o0.records
    if v is None: v = b''; n = 0
    else: n = len(v) + 1
    if n < 128: a(P_iB(o0.preferred_read_replica, n))
    elif n < 16384: a(P_i2B(o0.preferred_read_replica, n & 127 | 128, n >> 7))
    else: a(P_i(o0.preferred_read_replica) + uvarint(n))
    if n < VIEW_BYTES_MIN: a(v)
    else: out.append(b''.join(l)); l.clear(); out.append(v)
    if o0.diverging_epoch is not None or o0.current_leader is not None or o0.snapshot_id is not None or o0.unknown_tagged_fields:
        g0 = list(o0.unknown_tagged_fields)
        if o0.diverging_epoch is not None and o0.diverging_epoch != FetchResponse_EpochEndOffset():
            w0 = []
            a0 = w0.append
            o1 = o0.diverging_epoch
            if o1.unknown_tagged_fields:
                a0(P_iq(o1.epoch, o1.end_offset))
                a0(write_tags(o1.unknown_tagged_fields))
            else:
                a0(P_iqx(o1.epoch, o1.end_offset))
            g0.append((0, b''.join(w0)))
        if o0.current_leader is not None and o0.current_leader != FetchResponse_LeaderIdAndEpoch():
            w0 = []
            a0 = w0.append
            o1 = o0.current_leader
            if o1.unknown_tagged_fields:
                a0(P_2i(o1.leader_id, o1.leader_epoch))
                a0(write_tags(o1.unknown_tagged_fields))
            else:
                a0(P_2ix(o1.leader_id, o1.leader_epoch))
            g0.append((1, b''.join(w0)))
        if o0.snapshot_id is not None and o0.snapshot_id != FetchResponse_SnapshotId():
            w0 = []
            a0 = w0.append
            o1 = o0.snapshot_id
            if o1.unknown_tagged_fields:
                a0(P_qi(o1.end_offset, o1.epoch))
                a0(write_tags(o1.unknown_tagged_fields))
            else:
                a0(P_qix(o1.end_offset, o1.epoch))
            g0.append((2, b''.join(w0)))
        a(write_tags(g0))
    else:
        a(b'\x00')
fetch_response_v16 = (
    ('responses', 'topic_id', fetch_response_v16_head0, fetch_response_v16_each0, fetch_response_v16_tail0),
    ('partitions', '', fetch_response_v16_head1, fetch_response_v16_each1, fetch_response_v16_tail1),
    ('aborted_transactions', 'producer_id', fetch_response_v16_head2, fetch_response_v16_each2, fetch_response_v16_tail2),
)

PIECES = (
    (False, fetch_response_v0),
    (False, fetch_response_v1),
    (False, fetch_response_v1),
    (False, fetch_response_v1),
    (False, fetch_response_v4),
    (False, fetch_response_v5),
    (False, fetch_response_v5),
    (False, fetch_response_v7),
    (False, fetch_response_v7),
    (False, fetch_response_v7),
    (False, fetch_response_v7),
    (False, fetch_response_v11),
    (True, fetch_response_v12),
    (True, fetch_response_v13),
    (True, fetch_response_v13),
    (True, fetch_response_v13),
    (True, fetch_response_v16),
    (True, fetch_response_v16),
    (True, fetch_response_v16),
)
