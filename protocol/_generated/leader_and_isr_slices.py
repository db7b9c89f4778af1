"""Written by `make generate` from protocol/messages/leader_and_isr.py. Do not edit."""

from kavka.protocol._generated.leader_and_isr import *
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import pack, read_uvarint, refuse, skip_tags, uvarint, write_tags

U_i = Struct('>i').unpack_from
U_h = Struct('>h').unpack_from
P_2i = Struct('>2i').pack
P_h = Struct('>h').pack
F_5ini2ini = PackCache('>5i%di2i%di')
P_i = Struct('>i').pack
P_ih = Struct('>ih').pack
F_5ini2iniT = PackCache('>5i%di2i%di?')
P_2iq = Struct('>2iq').pack
F_5ini2iniiniiniT = PackCache('>5i%di2i%dii%dii%di?')
P_4i = Struct('>4i').pack
F_nii = PackCache('>%dii')
F_ni = PackCache('>%di')
F_niT = PackCache('>%di?')
F_4iBniiBniBniBniT = PackCache('>4iB%diiB%diB%diB%di?')
F_niTx = PackCache('>%di?x')
F_4iBniiBniBniBniTx = PackCache('>4iB%diiB%diB%diB%di?x')
P_iB = Struct('>iB').pack
P_ix = Struct('>ix').pack
P_2iqb = Struct('>2iqb').pack
P_16sB = Struct('>16sB').pack
P_16s = Struct('>16s').pack
F_niTb = PackCache('>%di?b')
F_4iBniiBniBniBniTb = PackCache('>4iB%diiB%diB%diB%di?b')
F_niTbx = PackCache('>%di?bx')
F_4iBniiBniBniBniTbx = PackCache('>4iB%diiB%diB%diB%di?bx')
P_iTiqb = Struct('>i?iqb').pack
P_ihx = Struct('>ihx').pack

def scan_leader_and_isr_request_v0(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    p += 8
    h0 = p
    r0 = []
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 <= (e - p) // 30: raise DecodeError(f'LeaderAndIsrRequest: ungrouped_partition_states: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            q, = U_h(b, p)
            p += 2
            if q >= 0: p += q
            else: raise DecodeError(f'LeaderAndIsrRequest: ungrouped_partition_states.topic_name: length {q}')
            p += 16
            c11, = U_i(b, p)
            p += 4
            if not 0 <= c11 <= (e - p) // 4: raise DecodeError(f'LeaderAndIsrRequest: ungrouped_partition_states.isr: count {c11}')
            if c11 > 0:
                n += c11
                p += c11 * 4
                if n >= y: y = n + w; yield n
            p += 4
            c12, = U_i(b, p)
            p += 4
            if not 0 <= c12 <= (e - p) // 4: raise DecodeError(f'LeaderAndIsrRequest: ungrouped_partition_states.replicas: count {c12}')
            if c12 > 0:
                n += c12
                p += c12 * 4
                if n >= y: y = n + w; yield n
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
    if not 0 <= c0 <= (e - p) // 10: raise DecodeError(f'LeaderAndIsrRequest: live_leaders: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            p += 4
            q, = U_h(b, p)
            p += 2
            if q >= 0: p += q
            else: raise DecodeError(f'LeaderAndIsrRequest: live_leaders.host_name: length {q}')
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
    if p > e: raise DecodeError(f'LeaderAndIsrRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_leader_and_isr_request_v1(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    p += 8
    h0 = p
    r0 = []
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 <= (e - p) // 31: raise DecodeError(f'LeaderAndIsrRequest: ungrouped_partition_states: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            q, = U_h(b, p)
            p += 2
            if q >= 0: p += q
            else: raise DecodeError(f'LeaderAndIsrRequest: ungrouped_partition_states.topic_name: length {q}')
            p += 16
            c11, = U_i(b, p)
            p += 4
            if not 0 <= c11 <= (e - p) // 4: raise DecodeError(f'LeaderAndIsrRequest: ungrouped_partition_states.isr: count {c11}')
            if c11 > 0:
                n += c11
                p += c11 * 4
                if n >= y: y = n + w; yield n
            p += 4
            c12, = U_i(b, p)
            p += 4
            if not 0 <= c12 <= (e - p) // 4: raise DecodeError(f'LeaderAndIsrRequest: ungrouped_partition_states.replicas: count {c12}')
            if c12 > 0:
                n += c12
                p += c12 * 4
                if n >= y: y = n + w; yield n
            p += 1
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
    if not 0 <= c0 <= (e - p) // 10: raise DecodeError(f'LeaderAndIsrRequest: live_leaders: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            p += 4
            q, = U_h(b, p)
            p += 2
            if q >= 0: p += q
            else: raise DecodeError(f'LeaderAndIsrRequest: live_leaders.host_name: length {q}')
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
    if p > e: raise DecodeError(f'LeaderAndIsrRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_leader_and_isr_request_v2(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    p += 16
    h0 = p
    r0 = []
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 <= (e - p) // 6: raise DecodeError(f'LeaderAndIsrRequest: topic_states: count {c0}')
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
            else: raise DecodeError(f'LeaderAndIsrRequest: topic_states.topic_name: length {q}')
            h1 = p
            r1 = []
            c1, = U_i(b, p)
            p += 4
            if not 0 <= c1 <= (e - p) // 29: raise DecodeError(f'LeaderAndIsrRequest: topic_states.partition_states: count {c1}')
            if c1 > 0:
                s1 = p
                k1 = 0
                m1 = n
                for _ in range(c1):
                    n += 1
                    p += 16
                    c11, = U_i(b, p)
                    p += 4
                    if not 0 <= c11 <= (e - p) // 4: raise DecodeError(f'LeaderAndIsrRequest: topic_states.partition_states.isr: count {c11}')
                    if c11 > 0:
                        n += c11
                        p += c11 * 4
                        if n >= y: y = n + w; yield n
                    p += 4
                    c12, = U_i(b, p)
                    p += 4
                    if not 0 <= c12 <= (e - p) // 4: raise DecodeError(f'LeaderAndIsrRequest: topic_states.partition_states.replicas: count {c12}')
                    if c12 > 0:
                        n += c12
                        p += c12 * 4
                        if n >= y: y = n + w; yield n
                    p += 1
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
    h0 = p
    r0 = []
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 <= (e - p) // 10: raise DecodeError(f'LeaderAndIsrRequest: live_leaders: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            p += 4
            q, = U_h(b, p)
            p += 2
            if q >= 0: p += q
            else: raise DecodeError(f'LeaderAndIsrRequest: live_leaders.host_name: length {q}')
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
    if p > e: raise DecodeError(f'LeaderAndIsrRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_leader_and_isr_request_v3(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    p += 16
    h0 = p
    r0 = []
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 <= (e - p) // 6: raise DecodeError(f'LeaderAndIsrRequest: topic_states: count {c0}')
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
            else: raise DecodeError(f'LeaderAndIsrRequest: topic_states.topic_name: length {q}')
            h1 = p
            r1 = []
            c1, = U_i(b, p)
            p += 4
            if not 0 <= c1 <= (e - p) // 37: raise DecodeError(f'LeaderAndIsrRequest: topic_states.partition_states: count {c1}')
            if c1 > 0:
                s1 = p
                k1 = 0
                m1 = n
                for _ in range(c1):
                    n += 1
                    p += 16
                    c11, = U_i(b, p)
                    p += 4
                    if not 0 <= c11 <= (e - p) // 4: raise DecodeError(f'LeaderAndIsrRequest: topic_states.partition_states.isr: count {c11}')
                    if c11 > 0:
                        n += c11
                        p += c11 * 4
                        if n >= y: y = n + w; yield n
                    p += 4
                    c12, = U_i(b, p)
                    p += 4
                    if not 0 <= c12 <= (e - p) // 4: raise DecodeError(f'LeaderAndIsrRequest: topic_states.partition_states.replicas: count {c12}')
                    if c12 > 0:
                        n += c12
                        p += c12 * 4
                        if n >= y: y = n + w; yield n
                    c13, = U_i(b, p)
                    p += 4
                    if not 0 <= c13 <= (e - p) // 4: raise DecodeError(f'LeaderAndIsrRequest: topic_states.partition_states.adding_replicas: count {c13}')
                    if c13 > 0:
                        n += c13
                        p += c13 * 4
                        if n >= y: y = n + w; yield n
                    c14, = U_i(b, p)
                    p += 4
                    if not 0 <= c14 <= (e - p) // 4: raise DecodeError(f'LeaderAndIsrRequest: topic_states.partition_states.removing_replicas: count {c14}')
                    if c14 > 0:
                        n += c14
                        p += c14 * 4
                        if n >= y: y = n + w; yield n
                    p += 1
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
    h0 = p
    r0 = []
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 <= (e - p) // 10: raise DecodeError(f'LeaderAndIsrRequest: live_leaders: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            p += 4
            q, = U_h(b, p)
            p += 2
            if q >= 0: p += q
            else: raise DecodeError(f'LeaderAndIsrRequest: live_leaders.host_name: length {q}')
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
    if p > e: raise DecodeError(f'LeaderAndIsrRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_leader_and_isr_request_v4(b, p, w, out):
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
    if not 0 <= c0 <= (e - p) // 3: raise DecodeError(f'LeaderAndIsrRequest: topic_states: count {c0}')
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
            if q > 32768: raise DecodeError(f'LeaderAndIsrRequest: topic_states.topic_name: length {q}')
            if q: p += q - 1
            else: raise DecodeError(f'LeaderAndIsrRequest: topic_states.topic_name: length {q}')
            h1 = p
            r1 = []
            c1 = b[p]
            p += 1
            if c1 > 127: c1, p = read_uvarint(b, p - 1)
            c1 -= 1
            if not 0 <= c1 <= (e - p) // 26: raise DecodeError(f'LeaderAndIsrRequest: topic_states.partition_states: count {c1}')
            if c1 > 0:
                s1 = p
                k1 = 0
                m1 = n
                for _ in range(c1):
                    n += 1
                    p += 16
                    c11 = b[p]
                    p += 1
                    if c11 > 127: c11, p = read_uvarint(b, p - 1)
                    c11 -= 1
                    if not 0 <= c11 <= (e - p) // 4: raise DecodeError(f'LeaderAndIsrRequest: topic_states.partition_states.isr: count {c11}')
                    if c11 > 0:
                        n += c11
                        p += c11 * 4
                        if n >= y: y = n + w; yield n
                    p += 4
                    c12 = b[p]
                    p += 1
                    if c12 > 127: c12, p = read_uvarint(b, p - 1)
                    c12 -= 1
                    if not 0 <= c12 <= (e - p) // 4: raise DecodeError(f'LeaderAndIsrRequest: topic_states.partition_states.replicas: count {c12}')
                    if c12 > 0:
                        n += c12
                        p += c12 * 4
                        if n >= y: y = n + w; yield n
                    c13 = b[p]
                    p += 1
                    if c13 > 127: c13, p = read_uvarint(b, p - 1)
                    c13 -= 1
                    if not 0 <= c13 <= (e - p) // 4: raise DecodeError(f'LeaderAndIsrRequest: topic_states.partition_states.adding_replicas: count {c13}')
                    if c13 > 0:
                        n += c13
                        p += c13 * 4
                        if n >= y: y = n + w; yield n
                    c14 = b[p]
                    p += 1
                    if c14 > 127: c14, p = read_uvarint(b, p - 1)
                    c14 -= 1
                    if not 0 <= c14 <= (e - p) // 4: raise DecodeError(f'LeaderAndIsrRequest: topic_states.partition_states.removing_replicas: count {c14}')
                    if c14 > 0:
                        n += c14
                        p += c14 * 4
                        if n >= y: y = n + w; yield n
                    p += 1
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
    if not 0 <= c0 <= (e - p) // 10: raise DecodeError(f'LeaderAndIsrRequest: live_leaders: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            p += 4
            q = b[p]
            p += 1
            if q > 127: q, p = read_uvarint(b, p - 1)
            if q > 32768: raise DecodeError(f'LeaderAndIsrRequest: live_leaders.host_name: length {q}')
            if q: p += q - 1
            else: raise DecodeError(f'LeaderAndIsrRequest: live_leaders.host_name: length {q}')
            p += 4
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
    if b[p]: n, p = skip_tags(b, p, n)
    else: p += 1
    if p > e: raise DecodeError(f'LeaderAndIsrRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_leader_and_isr_request_v5(b, p, w, out):
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
    if not 0 <= c0 <= (e - p) // 19: raise DecodeError(f'LeaderAndIsrRequest: topic_states: count {c0}')
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
            if q > 32768: raise DecodeError(f'LeaderAndIsrRequest: topic_states.topic_name: length {q}')
            if q: p += q - 1
            else: raise DecodeError(f'LeaderAndIsrRequest: topic_states.topic_name: length {q}')
            p += 16
            h1 = p
            r1 = []
            c1 = b[p]
            p += 1
            if c1 > 127: c1, p = read_uvarint(b, p - 1)
            c1 -= 1
            if not 0 <= c1 <= (e - p) // 26: raise DecodeError(f'LeaderAndIsrRequest: topic_states.partition_states: count {c1}')
            if c1 > 0:
                s1 = p
                k1 = 0
                m1 = n
                for _ in range(c1):
                    n += 1
                    p += 16
                    c11 = b[p]
                    p += 1
                    if c11 > 127: c11, p = read_uvarint(b, p - 1)
                    c11 -= 1
                    if not 0 <= c11 <= (e - p) // 4: raise DecodeError(f'LeaderAndIsrRequest: topic_states.partition_states.isr: count {c11}')
                    if c11 > 0:
                        n += c11
                        p += c11 * 4
                        if n >= y: y = n + w; yield n
                    p += 4
                    c12 = b[p]
                    p += 1
                    if c12 > 127: c12, p = read_uvarint(b, p - 1)
                    c12 -= 1
                    if not 0 <= c12 <= (e - p) // 4: raise DecodeError(f'LeaderAndIsrRequest: topic_states.partition_states.replicas: count {c12}')
                    if c12 > 0:
                        n += c12
                        p += c12 * 4
                        if n >= y: y = n + w; yield n
                    c13 = b[p]
                    p += 1
                    if c13 > 127: c13, p = read_uvarint(b, p - 1)
                    c13 -= 1
                    if not 0 <= c13 <= (e - p) // 4: raise DecodeError(f'LeaderAndIsrRequest: topic_states.partition_states.adding_replicas: count {c13}')
                    if c13 > 0:
                        n += c13
                        p += c13 * 4
                        if n >= y: y = n + w; yield n
                    c14 = b[p]
                    p += 1
                    if c14 > 127: c14, p = read_uvarint(b, p - 1)
                    c14 -= 1
                    if not 0 <= c14 <= (e - p) // 4: raise DecodeError(f'LeaderAndIsrRequest: topic_states.partition_states.removing_replicas: count {c14}')
                    if c14 > 0:
                        n += c14
                        p += c14 * 4
                        if n >= y: y = n + w; yield n
                    p += 1
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
    if not 0 <= c0 <= (e - p) // 10: raise DecodeError(f'LeaderAndIsrRequest: live_leaders: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            p += 4
            q = b[p]
            p += 1
            if q > 127: q, p = read_uvarint(b, p - 1)
            if q > 32768: raise DecodeError(f'LeaderAndIsrRequest: live_leaders.host_name: length {q}')
            if q: p += q - 1
            else: raise DecodeError(f'LeaderAndIsrRequest: live_leaders.host_name: length {q}')
            p += 4
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
    if b[p]: n, p = skip_tags(b, p, n)
    else: p += 1
    if p > e: raise DecodeError(f'LeaderAndIsrRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_leader_and_isr_request_v6(b, p, w, out):
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
    if not 0 <= c0 <= (e - p) // 19: raise DecodeError(f'LeaderAndIsrRequest: topic_states: count {c0}')
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
            if q > 32768: raise DecodeError(f'LeaderAndIsrRequest: topic_states.topic_name: length {q}')
            if q: p += q - 1
            else: raise DecodeError(f'LeaderAndIsrRequest: topic_states.topic_name: length {q}')
            p += 16
            h1 = p
            r1 = []
            c1 = b[p]
            p += 1
            if c1 > 127: c1, p = read_uvarint(b, p - 1)
            c1 -= 1
            if not 0 <= c1 <= (e - p) // 27: raise DecodeError(f'LeaderAndIsrRequest: topic_states.partition_states: count {c1}')
            if c1 > 0:
                s1 = p
                k1 = 0
                m1 = n
                for _ in range(c1):
                    n += 1
                    p += 16
                    c11 = b[p]
                    p += 1
                    if c11 > 127: c11, p = read_uvarint(b, p - 1)
                    c11 -= 1
                    if not 0 <= c11 <= (e - p) // 4: raise DecodeError(f'LeaderAndIsrRequest: topic_states.partition_states.isr: count {c11}')
                    if c11 > 0:
                        n += c11
                        p += c11 * 4
                        if n >= y: y = n + w; yield n
                    p += 4
                    c12 = b[p]
                    p += 1
                    if c12 > 127: c12, p = read_uvarint(b, p - 1)
                    c12 -= 1
                    if not 0 <= c12 <= (e - p) // 4: raise DecodeError(f'LeaderAndIsrRequest: topic_states.partition_states.replicas: count {c12}')
                    if c12 > 0:
                        n += c12
                        p += c12 * 4
                        if n >= y: y = n + w; yield n
                    c13 = b[p]
                    p += 1
                    if c13 > 127: c13, p = read_uvarint(b, p - 1)
                    c13 -= 1
                    if not 0 <= c13 <= (e - p) // 4: raise DecodeError(f'LeaderAndIsrRequest: topic_states.partition_states.adding_replicas: count {c13}')
                    if c13 > 0:
                        n += c13
                        p += c13 * 4
                        if n >= y: y = n + w; yield n
                    c14 = b[p]
                    p += 1
                    if c14 > 127: c14, p = read_uvarint(b, p - 1)
                    c14 -= 1
                    if not 0 <= c14 <= (e - p) // 4: raise DecodeError(f'LeaderAndIsrRequest: topic_states.partition_states.removing_replicas: count {c14}')
                    if c14 > 0:
                        n += c14
                        p += c14 * 4
                        if n >= y: y = n + w; yield n
                    p += 2
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
    if not 0 <= c0 <= (e - p) // 10: raise DecodeError(f'LeaderAndIsrRequest: live_leaders: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            p += 4
            q = b[p]
            p += 1
            if q > 127: q, p = read_uvarint(b, p - 1)
            if q > 32768: raise DecodeError(f'LeaderAndIsrRequest: live_leaders.host_name: length {q}')
            if q: p += q - 1
            else: raise DecodeError(f'LeaderAndIsrRequest: live_leaders.host_name: length {q}')
            p += 4
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
    if b[p]: n, p = skip_tags(b, p, n)
    else: p += 1
    if p > e: raise DecodeError(f'LeaderAndIsrRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_leader_and_isr_request_v7(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    p += 18
    h0 = p
    r0 = []
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 <= (e - p) // 19: raise DecodeError(f'LeaderAndIsrRequest: topic_states: count {c0}')
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
            if q > 32768: raise DecodeError(f'LeaderAndIsrRequest: topic_states.topic_name: length {q}')
            if q: p += q - 1
            else: raise DecodeError(f'LeaderAndIsrRequest: topic_states.topic_name: length {q}')
            p += 16
            h1 = p
            r1 = []
            c1 = b[p]
            p += 1
            if c1 > 127: c1, p = read_uvarint(b, p - 1)
            c1 -= 1
            if not 0 <= c1 <= (e - p) // 27: raise DecodeError(f'LeaderAndIsrRequest: topic_states.partition_states: count {c1}')
            if c1 > 0:
                s1 = p
                k1 = 0
                m1 = n
                for _ in range(c1):
                    n += 1
                    p += 16
                    c11 = b[p]
                    p += 1
                    if c11 > 127: c11, p = read_uvarint(b, p - 1)
                    c11 -= 1
                    if not 0 <= c11 <= (e - p) // 4: raise DecodeError(f'LeaderAndIsrRequest: topic_states.partition_states.isr: count {c11}')
                    if c11 > 0:
                        n += c11
                        p += c11 * 4
                        if n >= y: y = n + w; yield n
                    p += 4
                    c12 = b[p]
                    p += 1
                    if c12 > 127: c12, p = read_uvarint(b, p - 1)
                    c12 -= 1
                    if not 0 <= c12 <= (e - p) // 4: raise DecodeError(f'LeaderAndIsrRequest: topic_states.partition_states.replicas: count {c12}')
                    if c12 > 0:
                        n += c12
                        p += c12 * 4
                        if n >= y: y = n + w; yield n
                    c13 = b[p]
                    p += 1
                    if c13 > 127: c13, p = read_uvarint(b, p - 1)
                    c13 -= 1
                    if not 0 <= c13 <= (e - p) // 4: raise DecodeError(f'LeaderAndIsrRequest: topic_states.partition_states.adding_replicas: count {c13}')
                    if c13 > 0:
                        n += c13
                        p += c13 * 4
                        if n >= y: y = n + w; yield n
                    c14 = b[p]
                    p += 1
                    if c14 > 127: c14, p = read_uvarint(b, p - 1)
                    c14 -= 1
                    if not 0 <= c14 <= (e - p) // 4: raise DecodeError(f'LeaderAndIsrRequest: topic_states.partition_states.removing_replicas: count {c14}')
                    if c14 > 0:
                        n += c14
                        p += c14 * 4
                        if n >= y: y = n + w; yield n
                    p += 2
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
    if not 0 <= c0 <= (e - p) // 10: raise DecodeError(f'LeaderAndIsrRequest: live_leaders: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            p += 4
            q = b[p]
            p += 1
            if q > 127: q, p = read_uvarint(b, p - 1)
            if q > 32768: raise DecodeError(f'LeaderAndIsrRequest: live_leaders.host_name: length {q}')
            if q: p += q - 1
            else: raise DecodeError(f'LeaderAndIsrRequest: live_leaders.host_name: length {q}')
            p += 4
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
    if b[p]: n, p = skip_tags(b, p, n)
    else: p += 1
    if p > e: raise DecodeError(f'LeaderAndIsrRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

SCANNERS = (
    scan_leader_and_isr_request_v0,
    scan_leader_and_isr_request_v1,
    scan_leader_and_isr_request_v2,
    scan_leader_and_isr_request_v3,
    scan_leader_and_isr_request_v4,
    scan_leader_and_isr_request_v5,
    scan_leader_and_isr_request_v6,
    scan_leader_and_isr_request_v7,
)

def leader_and_isr_response_v0_head0(o0, l, out):
    a = l.append
    if o0.topics or o0.unknown_tagged_fields: raise refuse(o0, 'topics', 'unknown_tagged_fields')
    a(P_h(o0.error_code))
def leader_and_isr_response_v0_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.topic_name.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        a(P_ih(o1.partition_index, o1.error_code))
def leader_and_isr_response_v0_tail0(o0, l, out):
    a = l.append
leader_and_isr_response_v0 = (
    ('partition_errors', 'topic_name', leader_and_isr_response_v0_head0, leader_and_isr_response_v0_each0, leader_and_isr_response_v0_tail0),
)

def leader_and_isr_response_v4_head0(o0, l, out):
    a = l.append
    if o0.topics: raise refuse(o0, 'topics')
    a(P_h(o0.error_code))
def leader_and_isr_response_v4_each0(o0, l, out):
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
def leader_and_isr_response_v4_tail0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
leader_and_isr_response_v4 = (
    ('partition_errors', 'topic_name', leader_and_isr_response_v4_head0, leader_and_isr_response_v4_each0, leader_and_isr_response_v4_tail0),
)

def leader_and_isr_response_v5_head0(o0, l, out):
    a = l.append
    if o0.partition_errors: raise refuse(o0, 'partition_errors')
    a(P_h(o0.error_code))
def leader_and_isr_response_v5_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        if len(o1.topic_id) != 16: raise EncodeError(f'{o1.topic_id!r:.80} is not a uuid')
        v1 = o1.partition_errors
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
def leader_and_isr_response_v5_tail0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
def leader_and_isr_response_v5_head1(o0, l, out):
    a = l.append
    if len(o0.topic_id) != 16: raise EncodeError(f'{o0.topic_id!r:.80} is not a uuid')
    a(P_16s(o0.topic_id))
def leader_and_isr_response_v5_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields:
            a(P_ih(o1.partition_index, o1.error_code))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_ihx(o1.partition_index, o1.error_code))
def leader_and_isr_response_v5_tail1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
leader_and_isr_response_v5 = (
    ('topics', 'topic_id', leader_and_isr_response_v5_head0, leader_and_isr_response_v5_each0, leader_and_isr_response_v5_tail0),
    ('partition_errors', '', leader_and_isr_response_v5_head1, leader_and_isr_response_v5_each1, leader_and_isr_response_v5_tail1),
)

PIECES = (
    (False, leader_and_isr_response_v0),
    (False, leader_and_isr_response_v0),
    (False, leader_and_isr_response_v0),
    (False, leader_and_isr_response_v0),
    (True, leader_and_isr_response_v4),
    (True, leader_and_isr_response_v5),
    (True, leader_and_isr_response_v5),
    (True, leader_and_isr_response_v5),
)

def leader_and_isr_request_v0_head0(o0, l, out):
    a = l.append
    if o0.is_kraft_controller or o0.type != 0 or o0.topic_states or o0.unknown_tagged_fields: raise refuse(o0, 'is_kraft_controller', 'type', 'topic_states', 'unknown_tagged_fields')
    a(P_2i(o0.controller_id, o0.controller_epoch))
def leader_and_isr_request_v0_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.leader_recovery_state != 0 or o1.unknown_tagged_fields: raise refuse(o1, 'leader_recovery_state', 'unknown_tagged_fields')
        v = o1.topic_name.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        s0 = o1.isr
        n0 = len(s0)
        s1 = o1.replicas
        n1 = len(s1)
        a(F_5ini2ini[n0, n1](o1.partition_index, o1.controller_epoch, o1.leader, o1.leader_epoch, n0, *s0, o1.partition_epoch, n1, *s1))
def leader_and_isr_request_v0_tail0(o0, l, out):
    a = l.append
    v0 = o0.live_leaders
    n = len(v0)
    a(P_i(n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.host_name.encode()
        n = len(v)
        a(P_ih(o1.broker_id, n))
        a(v)
        a(P_i(o1.port))
leader_and_isr_request_v0 = (
    ('ungrouped_partition_states', 'topic_name', leader_and_isr_request_v0_head0, leader_and_isr_request_v0_each0, leader_and_isr_request_v0_tail0),
)

def leader_and_isr_request_v1_head0(o0, l, out):
    a = l.append
    if o0.is_kraft_controller or o0.type != 0 or o0.topic_states or o0.unknown_tagged_fields: raise refuse(o0, 'is_kraft_controller', 'type', 'topic_states', 'unknown_tagged_fields')
    a(P_2i(o0.controller_id, o0.controller_epoch))
def leader_and_isr_request_v1_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.leader_recovery_state != 0 or o1.unknown_tagged_fields: raise refuse(o1, 'leader_recovery_state', 'unknown_tagged_fields')
        v = o1.topic_name.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        s0 = o1.isr
        n0 = len(s0)
        s1 = o1.replicas
        n1 = len(s1)
        a(F_5ini2iniT[n0, n1](o1.partition_index, o1.controller_epoch, o1.leader, o1.leader_epoch, n0, *s0, o1.partition_epoch, n1, *s1, o1.is_new))
def leader_and_isr_request_v1_tail0(o0, l, out):
    a = l.append
    v0 = o0.live_leaders
    n = len(v0)
    a(P_i(n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.host_name.encode()
        n = len(v)
        a(P_ih(o1.broker_id, n))
        a(v)
        a(P_i(o1.port))
leader_and_isr_request_v1 = (
    ('ungrouped_partition_states', 'topic_name', leader_and_isr_request_v1_head0, leader_and_isr_request_v1_each0, leader_and_isr_request_v1_tail0),
)

def leader_and_isr_request_v2_head0(o0, l, out):
    a = l.append
    if o0.is_kraft_controller or o0.type != 0 or o0.ungrouped_partition_states or o0.unknown_tagged_fields: raise refuse(o0, 'is_kraft_controller', 'type', 'ungrouped_partition_states', 'unknown_tagged_fields')
    a(P_2iq(o0.controller_id, o0.controller_epoch, o0.broker_epoch))
def leader_and_isr_request_v2_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.topic_name.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v1 = o1.partition_states
        n = len(v1)
        a(P_i(n))
        for o2 in v1:
            if o2.leader_recovery_state != 0 or o2.unknown_tagged_fields: raise refuse(o2, 'leader_recovery_state', 'unknown_tagged_fields')
            s0 = o2.isr
            n0 = len(s0)
            s1 = o2.replicas
            n1 = len(s1)
            a(F_5ini2iniT[n0, n1](o2.partition_index, o2.controller_epoch, o2.leader, o2.leader_epoch, n0, *s0, o2.partition_epoch, n1, *s1, o2.is_new))
def leader_and_isr_request_v2_tail0(o0, l, out):
    a = l.append
    v0 = o0.live_leaders
    n = len(v0)
    a(P_i(n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.host_name.encode()
        n = len(v)
        a(P_ih(o1.broker_id, n))
        a(v)
        a(P_i(o1.port))
def leader_and_isr_request_v2_head1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v = o0.topic_name.encode()
    n = len(v)
    a(P_h(n))
    a(v)
def leader_and_isr_request_v2_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.leader_recovery_state != 0 or o1.unknown_tagged_fields: raise refuse(o1, 'leader_recovery_state', 'unknown_tagged_fields')
        s0 = o1.isr
        n0 = len(s0)
        s1 = o1.replicas
        n1 = len(s1)
        a(F_5ini2iniT[n0, n1](o1.partition_index, o1.controller_epoch, o1.leader, o1.leader_epoch, n0, *s0, o1.partition_epoch, n1, *s1, o1.is_new))
def leader_and_isr_request_v2_tail1(o0, l, out):
    a = l.append
leader_and_isr_request_v2 = (
    ('topic_states', 'topic_name', leader_and_isr_request_v2_head0, leader_and_isr_request_v2_each0, leader_and_isr_request_v2_tail0),
    ('partition_states', '', leader_and_isr_request_v2_head1, leader_and_isr_request_v2_each1, leader_and_isr_request_v2_tail1),
)

def leader_and_isr_request_v3_head0(o0, l, out):
    a = l.append
    if o0.is_kraft_controller or o0.type != 0 or o0.ungrouped_partition_states or o0.unknown_tagged_fields: raise refuse(o0, 'is_kraft_controller', 'type', 'ungrouped_partition_states', 'unknown_tagged_fields')
    a(P_2iq(o0.controller_id, o0.controller_epoch, o0.broker_epoch))
def leader_and_isr_request_v3_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.topic_name.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v1 = o1.partition_states
        n = len(v1)
        a(P_i(n))
        for o2 in v1:
            if o2.leader_recovery_state != 0 or o2.unknown_tagged_fields: raise refuse(o2, 'leader_recovery_state', 'unknown_tagged_fields')
            s0 = o2.isr
            n0 = len(s0)
            s1 = o2.replicas
            n1 = len(s1)
            s2 = o2.adding_replicas
            n2 = len(s2)
            s3 = o2.removing_replicas
            n3 = len(s3)
            a(F_5ini2iniiniiniT[n0, n1, n2, n3](o2.partition_index, o2.controller_epoch, o2.leader, o2.leader_epoch, n0, *s0, o2.partition_epoch, n1, *s1, n2, *s2, n3, *s3, o2.is_new))
def leader_and_isr_request_v3_tail0(o0, l, out):
    a = l.append
    v0 = o0.live_leaders
    n = len(v0)
    a(P_i(n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.host_name.encode()
        n = len(v)
        a(P_ih(o1.broker_id, n))
        a(v)
        a(P_i(o1.port))
def leader_and_isr_request_v3_head1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v = o0.topic_name.encode()
    n = len(v)
    a(P_h(n))
    a(v)
def leader_and_isr_request_v3_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.leader_recovery_state != 0 or o1.unknown_tagged_fields: raise refuse(o1, 'leader_recovery_state', 'unknown_tagged_fields')
        s0 = o1.isr
        n0 = len(s0)
        s1 = o1.replicas
        n1 = len(s1)
        s2 = o1.adding_replicas
        n2 = len(s2)
        s3 = o1.removing_replicas
        n3 = len(s3)
        a(F_5ini2iniiniiniT[n0, n1, n2, n3](o1.partition_index, o1.controller_epoch, o1.leader, o1.leader_epoch, n0, *s0, o1.partition_epoch, n1, *s1, n2, *s2, n3, *s3, o1.is_new))
def leader_and_isr_request_v3_tail1(o0, l, out):
    a = l.append
leader_and_isr_request_v3 = (
    ('topic_states', 'topic_name', leader_and_isr_request_v3_head0, leader_and_isr_request_v3_each0, leader_and_isr_request_v3_tail0),
    ('partition_states', '', leader_and_isr_request_v3_head1, leader_and_isr_request_v3_each1, leader_and_isr_request_v3_tail1),
)

def leader_and_isr_request_v4_head0(o0, l, out):
    a = l.append
    if o0.is_kraft_controller or o0.type != 0 or o0.ungrouped_partition_states: raise refuse(o0, 'is_kraft_controller', 'type', 'ungrouped_partition_states')
    a(P_2iq(o0.controller_id, o0.controller_epoch, o0.broker_epoch))
def leader_and_isr_request_v4_each0(o0, l, out):
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
            if o2.leader_recovery_state != 0: raise refuse(o2, 'leader_recovery_state')
            s0 = o2.isr
            n0 = len(s0)
            s1 = o2.replicas
            n1 = len(s1)
            s2 = o2.adding_replicas
            n2 = len(s2)
            s3 = o2.removing_replicas
            n3 = len(s3)
            if o2.unknown_tagged_fields:
                if n0 > 126 or n1 > 126 or n2 > 126 or n3 > 126:
                    a(P_4i(o2.partition_index, o2.controller_epoch, o2.leader, o2.leader_epoch))
                    a(uvarint(n0 + 1))
                    a(F_nii[n0](*s0, o2.partition_epoch))
                    a(uvarint(n1 + 1))
                    a(F_ni[n1](*s1))
                    a(uvarint(n2 + 1))
                    a(F_ni[n2](*s2))
                    a(uvarint(n3 + 1))
                    a(F_niT[n3](*s3, o2.is_new))
                else:
                    a(F_4iBniiBniBniBniT[n0, n1, n2, n3](o2.partition_index, o2.controller_epoch, o2.leader, o2.leader_epoch, n0 + 1, *s0, o2.partition_epoch, n1 + 1, *s1, n2 + 1, *s2, n3 + 1, *s3, o2.is_new))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                if n0 > 126 or n1 > 126 or n2 > 126 or n3 > 126:
                    a(P_4i(o2.partition_index, o2.controller_epoch, o2.leader, o2.leader_epoch))
                    a(uvarint(n0 + 1))
                    a(F_nii[n0](*s0, o2.partition_epoch))
                    a(uvarint(n1 + 1))
                    a(F_ni[n1](*s1))
                    a(uvarint(n2 + 1))
                    a(F_ni[n2](*s2))
                    a(uvarint(n3 + 1))
                    a(F_niTx[n3](*s3, o2.is_new))
                else:
                    a(F_4iBniiBniBniBniTx[n0, n1, n2, n3](o2.partition_index, o2.controller_epoch, o2.leader, o2.leader_epoch, n0 + 1, *s0, o2.partition_epoch, n1 + 1, *s1, n2 + 1, *s2, n3 + 1, *s3, o2.is_new))
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
def leader_and_isr_request_v4_tail0(o0, l, out):
    a = l.append
    v0 = o0.live_leaders
    n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        v = o1.host_name.encode()
        n = len(v) + 1
        if n < 128: a(P_iB(o1.broker_id, n))
        else: a(P_i(o1.broker_id) + uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(P_i(o1.port))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_ix(o1.port))
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
def leader_and_isr_request_v4_head1(o0, l, out):
    a = l.append
    v = o0.topic_name.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
def leader_and_isr_request_v4_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.leader_recovery_state != 0: raise refuse(o1, 'leader_recovery_state')
        s0 = o1.isr
        n0 = len(s0)
        s1 = o1.replicas
        n1 = len(s1)
        s2 = o1.adding_replicas
        n2 = len(s2)
        s3 = o1.removing_replicas
        n3 = len(s3)
        if o1.unknown_tagged_fields:
            if n0 > 126 or n1 > 126 or n2 > 126 or n3 > 126:
                a(P_4i(o1.partition_index, o1.controller_epoch, o1.leader, o1.leader_epoch))
                a(uvarint(n0 + 1))
                a(F_nii[n0](*s0, o1.partition_epoch))
                a(uvarint(n1 + 1))
                a(F_ni[n1](*s1))
                a(uvarint(n2 + 1))
                a(F_ni[n2](*s2))
                a(uvarint(n3 + 1))
                a(F_niT[n3](*s3, o1.is_new))
            else:
                a(F_4iBniiBniBniBniT[n0, n1, n2, n3](o1.partition_index, o1.controller_epoch, o1.leader, o1.leader_epoch, n0 + 1, *s0, o1.partition_epoch, n1 + 1, *s1, n2 + 1, *s2, n3 + 1, *s3, o1.is_new))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            if n0 > 126 or n1 > 126 or n2 > 126 or n3 > 126:
                a(P_4i(o1.partition_index, o1.controller_epoch, o1.leader, o1.leader_epoch))
                a(uvarint(n0 + 1))
                a(F_nii[n0](*s0, o1.partition_epoch))
                a(uvarint(n1 + 1))
                a(F_ni[n1](*s1))
                a(uvarint(n2 + 1))
                a(F_ni[n2](*s2))
                a(uvarint(n3 + 1))
                a(F_niTx[n3](*s3, o1.is_new))
            else:
                a(F_4iBniiBniBniBniTx[n0, n1, n2, n3](o1.partition_index, o1.controller_epoch, o1.leader, o1.leader_epoch, n0 + 1, *s0, o1.partition_epoch, n1 + 1, *s1, n2 + 1, *s2, n3 + 1, *s3, o1.is_new))
def leader_and_isr_request_v4_tail1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
leader_and_isr_request_v4 = (
    ('topic_states', 'topic_name', leader_and_isr_request_v4_head0, leader_and_isr_request_v4_each0, leader_and_isr_request_v4_tail0),
    ('partition_states', '', leader_and_isr_request_v4_head1, leader_and_isr_request_v4_each1, leader_and_isr_request_v4_tail1),
)

def leader_and_isr_request_v5_head0(o0, l, out):
    a = l.append
    if o0.is_kraft_controller or o0.ungrouped_partition_states: raise refuse(o0, 'is_kraft_controller', 'ungrouped_partition_states')
    a(P_2iqb(o0.controller_id, o0.controller_epoch, o0.broker_epoch, o0.type))
def leader_and_isr_request_v5_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        v = o1.topic_name.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        if len(o1.topic_id) != 16: raise EncodeError(f'{o1.topic_id!r:.80} is not a uuid')
        v1 = o1.partition_states
        n = len(v1) + 1
        if n < 128: a(P_16sB(o1.topic_id, n))
        else: a(P_16s(o1.topic_id) + uvarint(n))
        for o2 in v1:
            if o2.leader_recovery_state != 0: raise refuse(o2, 'leader_recovery_state')
            s0 = o2.isr
            n0 = len(s0)
            s1 = o2.replicas
            n1 = len(s1)
            s2 = o2.adding_replicas
            n2 = len(s2)
            s3 = o2.removing_replicas
            n3 = len(s3)
            if o2.unknown_tagged_fields:
                if n0 > 126 or n1 > 126 or n2 > 126 or n3 > 126:
                    a(P_4i(o2.partition_index, o2.controller_epoch, o2.leader, o2.leader_epoch))
                    a(uvarint(n0 + 1))
                    a(F_nii[n0](*s0, o2.partition_epoch))
                    a(uvarint(n1 + 1))
                    a(F_ni[n1](*s1))
                    a(uvarint(n2 + 1))
                    a(F_ni[n2](*s2))
                    a(uvarint(n3 + 1))
                    a(F_niT[n3](*s3, o2.is_new))
                else:
                    a(F_4iBniiBniBniBniT[n0, n1, n2, n3](o2.partition_index, o2.controller_epoch, o2.leader, o2.leader_epoch, n0 + 1, *s0, o2.partition_epoch, n1 + 1, *s1, n2 + 1, *s2, n3 + 1, *s3, o2.is_new))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                if n0 > 126 or n1 > 126 or n2 > 126 or n3 > 126:
                    a(P_4i(o2.partition_index, o2.controller_epoch, o2.leader, o2.leader_epoch))
                    a(uvarint(n0 + 1))
                    a(F_nii[n0](*s0, o2.partition_epoch))
                    a(uvarint(n1 + 1))
                    a(F_ni[n1](*s1))
                    a(uvarint(n2 + 1))
                    a(F_ni[n2](*s2))
                    a(uvarint(n3 + 1))
                    a(F_niTx[n3](*s3, o2.is_new))
                else:
                    a(F_4iBniiBniBniBniTx[n0, n1, n2, n3](o2.partition_index, o2.controller_epoch, o2.leader, o2.leader_epoch, n0 + 1, *s0, o2.partition_epoch, n1 + 1, *s1, n2 + 1, *s2, n3 + 1, *s3, o2.is_new))
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
def leader_and_isr_request_v5_tail0(o0, l, out):
    a = l.append
    v0 = o0.live_leaders
    n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        v = o1.host_name.encode()
        n = len(v) + 1
        if n < 128: a(P_iB(o1.broker_id, n))
        else: a(P_i(o1.broker_id) + uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(P_i(o1.port))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_ix(o1.port))
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
def leader_and_isr_request_v5_head1(o0, l, out):
    a = l.append
    v = o0.topic_name.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    if len(o0.topic_id) != 16: raise EncodeError(f'{o0.topic_id!r:.80} is not a uuid')
    a(P_16s(o0.topic_id))
def leader_and_isr_request_v5_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.leader_recovery_state != 0: raise refuse(o1, 'leader_recovery_state')
        s0 = o1.isr
        n0 = len(s0)
        s1 = o1.replicas
        n1 = len(s1)
        s2 = o1.adding_replicas
        n2 = len(s2)
        s3 = o1.removing_replicas
        n3 = len(s3)
        if o1.unknown_tagged_fields:
            if n0 > 126 or n1 > 126 or n2 > 126 or n3 > 126:
                a(P_4i(o1.partition_index, o1.controller_epoch, o1.leader, o1.leader_epoch))
                a(uvarint(n0 + 1))
                a(F_nii[n0](*s0, o1.partition_epoch))
                a(uvarint(n1 + 1))
                a(F_ni[n1](*s1))
                a(uvarint(n2 + 1))
                a(F_ni[n2](*s2))
                a(uvarint(n3 + 1))
                a(F_niT[n3](*s3, o1.is_new))
            else:
                a(F_4iBniiBniBniBniT[n0, n1, n2, n3](o1.partition_index, o1.controller_epoch, o1.leader, o1.leader_epoch, n0 + 1, *s0, o1.partition_epoch, n1 + 1, *s1, n2 + 1, *s2, n3 + 1, *s3, o1.is_new))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            if n0 > 126 or n1 > 126 or n2 > 126 or n3 > 126:
                a(P_4i(o1.partition_index, o1.controller_epoch, o1.leader, o1.leader_epoch))
                a(uvarint(n0 + 1))
                a(F_nii[n0](*s0, o1.partition_epoch))
                a(uvarint(n1 + 1))
                a(F_ni[n1](*s1))
                a(uvarint(n2 + 1))
                a(F_ni[n2](*s2))
                a(uvarint(n3 + 1))
                a(F_niTx[n3](*s3, o1.is_new))
            else:
                a(F_4iBniiBniBniBniTx[n0, n1, n2, n3](o1.partition_index, o1.controller_epoch, o1.leader, o1.leader_epoch, n0 + 1, *s0, o1.partition_epoch, n1 + 1, *s1, n2 + 1, *s2, n3 + 1, *s3, o1.is_new))
def leader_and_isr_request_v5_tail1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
leader_and_isr_request_v5 = (
    ('topic_states', 'topic_name', leader_and_isr_request_v5_head0, leader_and_isr_request_v5_each0, leader_and_isr_request_v5_tail0),
    ('partition_states', '', leader_and_isr_request_v5_head1, leader_and_isr_request_v5_each1, leader_and_isr_request_v5_tail1),
)

def leader_and_isr_request_v6_head0(o0, l, out):
    a = l.append
    if o0.is_kraft_controller or o0.ungrouped_partition_states: raise refuse(o0, 'is_kraft_controller', 'ungrouped_partition_states')
    a(P_2iqb(o0.controller_id, o0.controller_epoch, o0.broker_epoch, o0.type))
def leader_and_isr_request_v6_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        v = o1.topic_name.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        if len(o1.topic_id) != 16: raise EncodeError(f'{o1.topic_id!r:.80} is not a uuid')
        v1 = o1.partition_states
        n = len(v1) + 1
        if n < 128: a(P_16sB(o1.topic_id, n))
        else: a(P_16s(o1.topic_id) + uvarint(n))
        for o2 in v1:
            s0 = o2.isr
            n0 = len(s0)
            s1 = o2.replicas
            n1 = len(s1)
            s2 = o2.adding_replicas
            n2 = len(s2)
            s3 = o2.removing_replicas
            n3 = len(s3)
            if o2.unknown_tagged_fields:
                if n0 > 126 or n1 > 126 or n2 > 126 or n3 > 126:
                    a(P_4i(o2.partition_index, o2.controller_epoch, o2.leader, o2.leader_epoch))
                    a(uvarint(n0 + 1))
                    a(F_nii[n0](*s0, o2.partition_epoch))
                    a(uvarint(n1 + 1))
                    a(F_ni[n1](*s1))
                    a(uvarint(n2 + 1))
                    a(F_ni[n2](*s2))
                    a(uvarint(n3 + 1))
                    a(F_niTb[n3](*s3, o2.is_new, o2.leader_recovery_state))
                else:
                    a(F_4iBniiBniBniBniTb[n0, n1, n2, n3](o2.partition_index, o2.controller_epoch, o2.leader, o2.leader_epoch, n0 + 1, *s0, o2.partition_epoch, n1 + 1, *s1, n2 + 1, *s2, n3 + 1, *s3, o2.is_new, o2.leader_recovery_state))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                if n0 > 126 or n1 > 126 or n2 > 126 or n3 > 126:
                    a(P_4i(o2.partition_index, o2.controller_epoch, o2.leader, o2.leader_epoch))
                    a(uvarint(n0 + 1))
                    a(F_nii[n0](*s0, o2.partition_epoch))
                    a(uvarint(n1 + 1))
                    a(F_ni[n1](*s1))
                    a(uvarint(n2 + 1))
                    a(F_ni[n2](*s2))
                    a(uvarint(n3 + 1))
                    a(F_niTbx[n3](*s3, o2.is_new, o2.leader_recovery_state))
                else:
                    a(F_4iBniiBniBniBniTbx[n0, n1, n2, n3](o2.partition_index, o2.controller_epoch, o2.leader, o2.leader_epoch, n0 + 1, *s0, o2.partition_epoch, n1 + 1, *s1, n2 + 1, *s2, n3 + 1, *s3, o2.is_new, o2.leader_recovery_state))
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
def leader_and_isr_request_v6_tail0(o0, l, out):
    a = l.append
    v0 = o0.live_leaders
    n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        v = o1.host_name.encode()
        n = len(v) + 1
        if n < 128: a(P_iB(o1.broker_id, n))
        else: a(P_i(o1.broker_id) + uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(P_i(o1.port))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_ix(o1.port))
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
def leader_and_isr_request_v6_head1(o0, l, out):
    a = l.append
    v = o0.topic_name.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    if len(o0.topic_id) != 16: raise EncodeError(f'{o0.topic_id!r:.80} is not a uuid')
    a(P_16s(o0.topic_id))
def leader_and_isr_request_v6_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        s0 = o1.isr
        n0 = len(s0)
        s1 = o1.replicas
        n1 = len(s1)
        s2 = o1.adding_replicas
        n2 = len(s2)
        s3 = o1.removing_replicas
        n3 = len(s3)
        if o1.unknown_tagged_fields:
            if n0 > 126 or n1 > 126 or n2 > 126 or n3 > 126:
                a(P_4i(o1.partition_index, o1.controller_epoch, o1.leader, o1.leader_epoch))
                a(uvarint(n0 + 1))
                a(F_nii[n0](*s0, o1.partition_epoch))
                a(uvarint(n1 + 1))
                a(F_ni[n1](*s1))
                a(uvarint(n2 + 1))
                a(F_ni[n2](*s2))
                a(uvarint(n3 + 1))
                a(F_niTb[n3](*s3, o1.is_new, o1.leader_recovery_state))
            else:
                a(F_4iBniiBniBniBniTb[n0, n1, n2, n3](o1.partition_index, o1.controller_epoch, o1.leader, o1.leader_epoch, n0 + 1, *s0, o1.partition_epoch, n1 + 1, *s1, n2 + 1, *s2, n3 + 1, *s3, o1.is_new, o1.leader_recovery_state))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            if n0 > 126 or n1 > 126 or n2 > 126 or n3 > 126:
                a(P_4i(o1.partition_index, o1.controller_epoch, o1.leader, o1.leader_epoch))
                a(uvarint(n0 + 1))
                a(F_nii[n0](*s0, o1.partition_epoch))
                a(uvarint(n1 + 1))
                a(F_ni[n1](*s1))
                a(uvarint(n2 + 1))
                a(F_ni[n2](*s2))
                a(uvarint(n3 + 1))
                a(F_niTbx[n3](*s3, o1.is_new, o1.leader_recovery_state))
            else:
                a(F_4iBniiBniBniBniTbx[n0, n1, n2, n3](o1.partition_index, o1.controller_epoch, o1.leader, o1.leader_epoch, n0 + 1, *s0, o1.partition_epoch, n1 + 1, *s1, n2 + 1, *s2, n3 + 1, *s3, o1.is_new, o1.leader_recovery_state))
def leader_and_isr_request_v6_tail1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
leader_and_isr_request_v6 = (
    ('topic_states', 'topic_name', leader_and_isr_request_v6_head0, leader_and_isr_request_v6_each0, leader_and_isr_request_v6_tail0),
    ('partition_states', '', leader_and_isr_request_v6_head1, leader_and_isr_request_v6_each1, leader_and_isr_request_v6_tail1),
)

def leader_and_isr_request_v7_head0(o0, l, out):
    a = l.append
    if o0.ungrouped_partition_states: raise refuse(o0, 'ungrouped_partition_states')
    a(P_iTiqb(o0.controller_id, o0.is_kraft_controller, o0.controller_epoch, o0.broker_epoch, o0.type))
def leader_and_isr_request_v7_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        v = o1.topic_name.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        if len(o1.topic_id) != 16: raise EncodeError(f'{o1.topic_id!r:.80} is not a uuid')
        v1 = o1.partition_states
        n = len(v1) + 1
        if n < 128: a(P_16sB(o1.topic_id, n))
        else: a(P_16s(o1.topic_id) + uvarint(n))
        for o2 in v1:
            s0 = o2.isr
            n0 = len(s0)
            s1 = o2.replicas
            n1 = len(s1)
            s2 = o2.adding_replicas
            n2 = len(s2)
            s3 = o2.removing_replicas
            n3 = len(s3)
            if o2.unknown_tagged_fields:
                if n0 > 126 or n1 > 126 or n2 > 126 or n3 > 126:
                    a(P_4i(o2.partition_index, o2.controller_epoch, o2.leader, o2.leader_epoch))
                    a(uvarint(n0 + 1))
                    a(F_nii[n0](*s0, o2.partition_epoch))
                    a(uvarint(n1 + 1))
                    a(F_ni[n1](*s1))
                    a(uvarint(n2 + 1))
                    a(F_ni[n2](*s2))
                    a(uvarint(n3 + 1))
                    a(F_niTb[n3](*s3, o2.is_new, o2.leader_recovery_state))
                else:
                    a(F_4iBniiBniBniBniTb[n0, n1, n2, n3](o2.partition_index, o2.controller_epoch, o2.leader, o2.leader_epoch, n0 + 1, *s0, o2.partition_epoch, n1 + 1, *s1, n2 + 1, *s2, n3 + 1, *s3, o2.is_new, o2.leader_recovery_state))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                if n0 > 126 or n1 > 126 or n2 > 126 or n3 > 126:
                    a(P_4i(o2.partition_index, o2.controller_epoch, o2.leader, o2.leader_epoch))
                    a(uvarint(n0 + 1))
                    a(F_nii[n0](*s0, o2.partition_epoch))
                    a(uvarint(n1 + 1))
                    a(F_ni[n1](*s1))
                    a(uvarint(n2 + 1))
                    a(F_ni[n2](*s2))
                    a(uvarint(n3 + 1))
                    a(F_niTbx[n3](*s3, o2.is_new, o2.leader_recovery_state))
                else:
                    a(F_4iBniiBniBniBniTbx[n0, n1, n2, n3](o2.partition_index, o2.controller_epoch, o2.leader, o2.leader_epoch, n0 + 1, *s0, o2.partition_epoch, n1 + 1, *s1, n2 + 1, *s2, n3 + 1, *s3, o2.is_new, o2.leader_recovery_state))
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
def leader_and_isr_request_v7_tail0(o0, l, out):
    a = l.append
    v0 = o0.live_leaders
    n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        v = o1.host_name.encode()
        n = len(v) + 1
        if n < 128: a(P_iB(o1.broker_id, n))
        else: a(P_i(o1.broker_id) + uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(P_i(o1.port))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_ix(o1.port))
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
def leader_and_isr_request_v7_head1(o0, l, out):
    a = l.append
    v = o0.topic_name.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    if len(o0.topic_id) != 16: raise EncodeError(f'{o0.topic_id!r:.80} is not a uuid')
    a(P_16s(o0.topic_id))
def leader_and_isr_request_v7_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        s0 = o1.isr
        n0 = len(s0)
        s1 = o1.replicas
        n1 = len(s1)
        s2 = o1.adding_replicas
        n2 = len(s2)
        s3 = o1.removing_replicas
        n3 = len(s3)
        if o1.unknown_tagged_fields:
            if n0 > 126 or n1 > 126 or n2 > 126 or n3 > 126:
                a(P_4i(o1.partition_index, o1.controller_epoch, o1.leader, o1.leader_epoch))
                a(uvarint(n0 + 1))
                a(F_nii[n0](*s0, o1.partition_epoch))
                a(uvarint(n1 + 1))
                a(F_ni[n1](*s1))
                a(uvarint(n2 + 1))
                a(F_ni[n2](*s2))
                a(uvarint(n3 + 1))
                a(F_niTb[n3](*s3, o1.is_new, o1.leader_recovery_state))
            else:
                a(F_4iBniiBniBniBniTb[n0, n1, n2, n3](o1.partition_index, o1.controller_epoch, o1.leader, o1.leader_epoch, n0 + 1, *s0, o1.partition_epoch, n1 + 1, *s1, n2 + 1, *s2, n3 + 1, *s3, o1.is_new, o1.leader_recovery_state))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            if n0 > 126 or n1 > 126 or n2 > 126 or n3 > 126:
                a(P_4i(o1.partition_index, o1.controller_epoch, o1.leader, o1.leader_epoch))
                a(uvarint(n0 + 1))
                a(F_nii[n0](*s0, o1.partition_epoch))
                a(uvarint(n1 + 1))
                a(F_ni[n1](*s1))
                a(uvarint(n2 + 1))
                a(F_ni[n2](*s2))
                a(uvarint(n3 + 1))
                a(F_niTbx[n3](*s3, o1.is_new, o1.leader_recovery_state))
            else:
                a(F_4iBniiBniBniBniTbx[n0, n1, n2, n3](o1.partition_index, o1.controller_epoch, o1.leader, o1.leader_epoch, n0 + 1, *s0, o1.partition_epoch, n1 + 1, *s1, n2 + 1, *s2, n3 + 1, *s3, o1.is_new, o1.leader_recovery_state))
def leader_and_isr_request_v7_tail1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
leader_and_isr_request_v7 = (
    ('topic_states', 'topic_name', leader_and_isr_request_v7_head0, leader_and_isr_request_v7_each0, leader_and_isr_request_v7_tail0),
    ('partition_states', '', leader_and_isr_request_v7_head1, leader_and_isr_request_v7_each1, leader_and_isr_request_v7_tail1),
)

REQUEST_PIECES = (
    (False, leader_and_isr_request_v0),
    (False, leader_and_isr_request_v1),
    (False, leader_and_isr_request_v2),
    (False, leader_and_isr_request_v3),
    (True, leader_and_isr_request_v4),
    (True, leader_and_isr_request_v5),
    (True, leader_and_isr_request_v6),
    (True, leader_and_isr_request_v7),
)
