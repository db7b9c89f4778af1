"""Written by `make generate` from protocol/messages/update_metadata.py. Do not edit."""

from kavka.protocol._generated.update_metadata import *
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import pack, read_uvarint, refuse, skip_tags, uvarint, write_tags

U_i = Struct('>i').unpack_from
U_h = Struct('>h').unpack_from
P_2i = Struct('>2i').pack
P_h = Struct('>h').pack
F_5ini2ini = PackCache('>5i%di2i%di')
P_i = Struct('>i').pack
P_ih = Struct('>ih').pack
F_5ini2iniini = PackCache('>5i%di2i%dii%di')
P_2iq = Struct('>2iq').pack
P_4i = Struct('>4i').pack
F_nii = PackCache('>%dii')
F_ni = PackCache('>%di')
F_4iBniiBniBni = PackCache('>4iB%diiB%diB%di')
F_nix = PackCache('>%dix')
F_4iBniiBniBnix = PackCache('>4iB%diiB%diB%dix')
P_iB = Struct('>iB').pack
P_hx = Struct('>hx').pack
P_16sB = Struct('>16sB').pack
P_16s = Struct('>16s').pack
P_iTiq = Struct('>i?iq').pack
P_b = Struct('>b').pack

def scan_update_metadata_request_v0(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    p += 8
    h0 = p
    r0 = []
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 <= (e - p) // 30: raise DecodeError(f'UpdateMetadataRequest: ungrouped_partition_states: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            q, = U_h(b, p)
            p += 2
            if q >= 0: p += q
            else: raise DecodeError(f'UpdateMetadataRequest: ungrouped_partition_states.topic_name: length {q}')
            p += 16
            c11, = U_i(b, p)
            p += 4
            if not 0 <= c11 <= (e - p) // 4: raise DecodeError(f'UpdateMetadataRequest: ungrouped_partition_states.isr: count {c11}')
            if c11 > 0:
                n += c11
                p += c11 * 4
                if n >= y: y = n + w; yield n
            p += 4
            c12, = U_i(b, p)
            p += 4
            if not 0 <= c12 <= (e - p) // 4: raise DecodeError(f'UpdateMetadataRequest: ungrouped_partition_states.replicas: count {c12}')
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
    if not 0 <= c0 <= (e - p) // 10: raise DecodeError(f'UpdateMetadataRequest: live_brokers: count {c0}')
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
            else: raise DecodeError(f'UpdateMetadataRequest: live_brokers.v0_host: length {q}')
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
    if p > e: raise DecodeError(f'UpdateMetadataRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_update_metadata_request_v1(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    p += 8
    h0 = p
    r0 = []
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 <= (e - p) // 30: raise DecodeError(f'UpdateMetadataRequest: ungrouped_partition_states: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            q, = U_h(b, p)
            p += 2
            if q >= 0: p += q
            else: raise DecodeError(f'UpdateMetadataRequest: ungrouped_partition_states.topic_name: length {q}')
            p += 16
            c11, = U_i(b, p)
            p += 4
            if not 0 <= c11 <= (e - p) // 4: raise DecodeError(f'UpdateMetadataRequest: ungrouped_partition_states.isr: count {c11}')
            if c11 > 0:
                n += c11
                p += c11 * 4
                if n >= y: y = n + w; yield n
            p += 4
            c12, = U_i(b, p)
            p += 4
            if not 0 <= c12 <= (e - p) // 4: raise DecodeError(f'UpdateMetadataRequest: ungrouped_partition_states.replicas: count {c12}')
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
    if not 0 <= c0 <= (e - p) // 8: raise DecodeError(f'UpdateMetadataRequest: live_brokers: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            p += 4
            c13, = U_i(b, p)
            p += 4
            if not 0 <= c13 <= (e - p) // 8: raise DecodeError(f'UpdateMetadataRequest: live_brokers.endpoints: count {c13}')
            if c13 > 0:
                for _ in range(c13):
                    n += 1
                    if n >= y: y = n + w; yield n
                    p += 4
                    q, = U_h(b, p)
                    p += 2
                    if q >= 0: p += q
                    else: raise DecodeError(f'UpdateMetadataRequest: live_brokers.endpoints.host: length {q}')
                    p += 2
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
    if p > e: raise DecodeError(f'UpdateMetadataRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_update_metadata_request_v2(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    p += 8
    h0 = p
    r0 = []
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 <= (e - p) // 30: raise DecodeError(f'UpdateMetadataRequest: ungrouped_partition_states: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            q, = U_h(b, p)
            p += 2
            if q >= 0: p += q
            else: raise DecodeError(f'UpdateMetadataRequest: ungrouped_partition_states.topic_name: length {q}')
            p += 16
            c11, = U_i(b, p)
            p += 4
            if not 0 <= c11 <= (e - p) // 4: raise DecodeError(f'UpdateMetadataRequest: ungrouped_partition_states.isr: count {c11}')
            if c11 > 0:
                n += c11
                p += c11 * 4
                if n >= y: y = n + w; yield n
            p += 4
            c12, = U_i(b, p)
            p += 4
            if not 0 <= c12 <= (e - p) // 4: raise DecodeError(f'UpdateMetadataRequest: ungrouped_partition_states.replicas: count {c12}')
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
    if not 0 <= c0 <= (e - p) // 10: raise DecodeError(f'UpdateMetadataRequest: live_brokers: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            p += 4
            c13, = U_i(b, p)
            p += 4
            if not 0 <= c13 <= (e - p) // 8: raise DecodeError(f'UpdateMetadataRequest: live_brokers.endpoints: count {c13}')
            if c13 > 0:
                for _ in range(c13):
                    n += 1
                    if n >= y: y = n + w; yield n
                    p += 4
                    q, = U_h(b, p)
                    p += 2
                    if q >= 0: p += q
                    else: raise DecodeError(f'UpdateMetadataRequest: live_brokers.endpoints.host: length {q}')
                    p += 2
            q, = U_h(b, p)
            p += 2
            if q >= 0: p += q
            elif q != -1: raise DecodeError(f'UpdateMetadataRequest: live_brokers.rack: length {q}')
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
    if p > e: raise DecodeError(f'UpdateMetadataRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_update_metadata_request_v3(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    p += 8
    h0 = p
    r0 = []
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 <= (e - p) // 30: raise DecodeError(f'UpdateMetadataRequest: ungrouped_partition_states: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            q, = U_h(b, p)
            p += 2
            if q >= 0: p += q
            else: raise DecodeError(f'UpdateMetadataRequest: ungrouped_partition_states.topic_name: length {q}')
            p += 16
            c11, = U_i(b, p)
            p += 4
            if not 0 <= c11 <= (e - p) // 4: raise DecodeError(f'UpdateMetadataRequest: ungrouped_partition_states.isr: count {c11}')
            if c11 > 0:
                n += c11
                p += c11 * 4
                if n >= y: y = n + w; yield n
            p += 4
            c12, = U_i(b, p)
            p += 4
            if not 0 <= c12 <= (e - p) // 4: raise DecodeError(f'UpdateMetadataRequest: ungrouped_partition_states.replicas: count {c12}')
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
    if not 0 <= c0 <= (e - p) // 10: raise DecodeError(f'UpdateMetadataRequest: live_brokers: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            p += 4
            c13, = U_i(b, p)
            p += 4
            if not 0 <= c13 <= (e - p) // 10: raise DecodeError(f'UpdateMetadataRequest: live_brokers.endpoints: count {c13}')
            if c13 > 0:
                for _ in range(c13):
                    n += 1
                    if n >= y: y = n + w; yield n
                    p += 4
                    q, = U_h(b, p)
                    p += 2
                    if q >= 0: p += q
                    else: raise DecodeError(f'UpdateMetadataRequest: live_brokers.endpoints.host: length {q}')
                    q, = U_h(b, p)
                    p += 2
                    if q >= 0: p += q
                    else: raise DecodeError(f'UpdateMetadataRequest: live_brokers.endpoints.listener: length {q}')
                    p += 2
            q, = U_h(b, p)
            p += 2
            if q >= 0: p += q
            elif q != -1: raise DecodeError(f'UpdateMetadataRequest: live_brokers.rack: length {q}')
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
    if p > e: raise DecodeError(f'UpdateMetadataRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_update_metadata_request_v4(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    p += 8
    h0 = p
    r0 = []
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 <= (e - p) // 34: raise DecodeError(f'UpdateMetadataRequest: ungrouped_partition_states: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            q, = U_h(b, p)
            p += 2
            if q >= 0: p += q
            else: raise DecodeError(f'UpdateMetadataRequest: ungrouped_partition_states.topic_name: length {q}')
            p += 16
            c11, = U_i(b, p)
            p += 4
            if not 0 <= c11 <= (e - p) // 4: raise DecodeError(f'UpdateMetadataRequest: ungrouped_partition_states.isr: count {c11}')
            if c11 > 0:
                n += c11
                p += c11 * 4
                if n >= y: y = n + w; yield n
            p += 4
            c12, = U_i(b, p)
            p += 4
            if not 0 <= c12 <= (e - p) // 4: raise DecodeError(f'UpdateMetadataRequest: ungrouped_partition_states.replicas: count {c12}')
            if c12 > 0:
                n += c12
                p += c12 * 4
                if n >= y: y = n + w; yield n
            c13, = U_i(b, p)
            p += 4
            if not 0 <= c13 <= (e - p) // 4: raise DecodeError(f'UpdateMetadataRequest: ungrouped_partition_states.offline_replicas: count {c13}')
            if c13 > 0:
                n += c13
                p += c13 * 4
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
    if not 0 <= c0 <= (e - p) // 10: raise DecodeError(f'UpdateMetadataRequest: live_brokers: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            p += 4
            c14, = U_i(b, p)
            p += 4
            if not 0 <= c14 <= (e - p) // 10: raise DecodeError(f'UpdateMetadataRequest: live_brokers.endpoints: count {c14}')
            if c14 > 0:
                for _ in range(c14):
                    n += 1
                    if n >= y: y = n + w; yield n
                    p += 4
                    q, = U_h(b, p)
                    p += 2
                    if q >= 0: p += q
                    else: raise DecodeError(f'UpdateMetadataRequest: live_brokers.endpoints.host: length {q}')
                    q, = U_h(b, p)
                    p += 2
                    if q >= 0: p += q
                    else: raise DecodeError(f'UpdateMetadataRequest: live_brokers.endpoints.listener: length {q}')
                    p += 2
            q, = U_h(b, p)
            p += 2
            if q >= 0: p += q
            elif q != -1: raise DecodeError(f'UpdateMetadataRequest: live_brokers.rack: length {q}')
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
    if p > e: raise DecodeError(f'UpdateMetadataRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_update_metadata_request_v5(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    p += 16
    h0 = p
    r0 = []
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 <= (e - p) // 6: raise DecodeError(f'UpdateMetadataRequest: topic_states: count {c0}')
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
            else: raise DecodeError(f'UpdateMetadataRequest: topic_states.topic_name: length {q}')
            h1 = p
            r1 = []
            c1, = U_i(b, p)
            p += 4
            if not 0 <= c1 <= (e - p) // 32: raise DecodeError(f'UpdateMetadataRequest: topic_states.partition_states: count {c1}')
            if c1 > 0:
                s1 = p
                k1 = 0
                m1 = n
                for _ in range(c1):
                    n += 1
                    p += 16
                    c11, = U_i(b, p)
                    p += 4
                    if not 0 <= c11 <= (e - p) // 4: raise DecodeError(f'UpdateMetadataRequest: topic_states.partition_states.isr: count {c11}')
                    if c11 > 0:
                        n += c11
                        p += c11 * 4
                        if n >= y: y = n + w; yield n
                    p += 4
                    c12, = U_i(b, p)
                    p += 4
                    if not 0 <= c12 <= (e - p) // 4: raise DecodeError(f'UpdateMetadataRequest: topic_states.partition_states.replicas: count {c12}')
                    if c12 > 0:
                        n += c12
                        p += c12 * 4
                        if n >= y: y = n + w; yield n
                    c13, = U_i(b, p)
                    p += 4
                    if not 0 <= c13 <= (e - p) // 4: raise DecodeError(f'UpdateMetadataRequest: topic_states.partition_states.offline_replicas: count {c13}')
                    if c13 > 0:
                        n += c13
                        p += c13 * 4
                        if n >= y: y = n + w; yield n
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
    if not 0 <= c0 <= (e - p) // 10: raise DecodeError(f'UpdateMetadataRequest: live_brokers: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            p += 4
            c14, = U_i(b, p)
            p += 4
            if not 0 <= c14 <= (e - p) // 10: raise DecodeError(f'UpdateMetadataRequest: live_brokers.endpoints: count {c14}')
            if c14 > 0:
                for _ in range(c14):
                    n += 1
                    if n >= y: y = n + w; yield n
                    p += 4
                    q, = U_h(b, p)
                    p += 2
                    if q >= 0: p += q
                    else: raise DecodeError(f'UpdateMetadataRequest: live_brokers.endpoints.host: length {q}')
                    q, = U_h(b, p)
                    p += 2
                    if q >= 0: p += q
                    else: raise DecodeError(f'UpdateMetadataRequest: live_brokers.endpoints.listener: length {q}')
                    p += 2
            q, = U_h(b, p)
            p += 2
            if q >= 0: p += q
            elif q != -1: raise DecodeError(f'UpdateMetadataRequest: live_brokers.rack: length {q}')
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
    if p > e: raise DecodeError(f'UpdateMetadataRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_update_metadata_request_v6(b, p, w, out):
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
    if not 0 <= c0 <= (e - p) // 3: raise DecodeError(f'UpdateMetadataRequest: topic_states: count {c0}')
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
            if q > 32768: raise DecodeError(f'UpdateMetadataRequest: topic_states.topic_name: length {q}')
            if q: p += q - 1
            else: raise DecodeError(f'UpdateMetadataRequest: topic_states.topic_name: length {q}')
            h1 = p
            r1 = []
            c1 = b[p]
            p += 1
            if c1 > 127: c1, p = read_uvarint(b, p - 1)
            c1 -= 1
            if not 0 <= c1 <= (e - p) // 24: raise DecodeError(f'UpdateMetadataRequest: topic_states.partition_states: count {c1}')
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
                    if not 0 <= c11 <= (e - p) // 4: raise DecodeError(f'UpdateMetadataRequest: topic_states.partition_states.isr: count {c11}')
                    if c11 > 0:
                        n += c11
                        p += c11 * 4
                        if n >= y: y = n + w; yield n
                    p += 4
                    c12 = b[p]
                    p += 1
                    if c12 > 127: c12, p = read_uvarint(b, p - 1)
                    c12 -= 1
                    if not 0 <= c12 <= (e - p) // 4: raise DecodeError(f'UpdateMetadataRequest: topic_states.partition_states.replicas: count {c12}')
                    if c12 > 0:
                        n += c12
                        p += c12 * 4
                        if n >= y: y = n + w; yield n
                    c13 = b[p]
                    p += 1
                    if c13 > 127: c13, p = read_uvarint(b, p - 1)
                    c13 -= 1
                    if not 0 <= c13 <= (e - p) // 4: raise DecodeError(f'UpdateMetadataRequest: topic_states.partition_states.offline_replicas: count {c13}')
                    if c13 > 0:
                        n += c13
                        p += c13 * 4
                        if n >= y: y = n + w; yield n
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
    if not 0 <= c0 <= (e - p) // 7: raise DecodeError(f'UpdateMetadataRequest: live_brokers: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            p += 4
            c14 = b[p]
            p += 1
            if c14 > 127: c14, p = read_uvarint(b, p - 1)
            c14 -= 1
            if not 0 <= c14 <= (e - p) // 9: raise DecodeError(f'UpdateMetadataRequest: live_brokers.endpoints: count {c14}')
            if c14 > 0:
                for _ in range(c14):
                    n += 1
                    if n >= y: y = n + w; yield n
                    p += 4
                    q = b[p]
                    p += 1
                    if q > 127: q, p = read_uvarint(b, p - 1)
                    if q > 32768: raise DecodeError(f'UpdateMetadataRequest: live_brokers.endpoints.host: length {q}')
                    if q: p += q - 1
                    else: raise DecodeError(f'UpdateMetadataRequest: live_brokers.endpoints.host: length {q}')
                    q = b[p]
                    p += 1
                    if q > 127: q, p = read_uvarint(b, p - 1)
                    if q > 32768: raise DecodeError(f'UpdateMetadataRequest: live_brokers.endpoints.listener: length {q}')
                    if q: p += q - 1
                    else: raise DecodeError(f'UpdateMetadataRequest: live_brokers.endpoints.listener: length {q}')
                    p += 2
                    if b[p]: n, p = skip_tags(b, p, n)
                    else: p += 1
            q = b[p]
            p += 1
            if q > 127: q, p = read_uvarint(b, p - 1)
            if q > 32768: raise DecodeError(f'UpdateMetadataRequest: live_brokers.rack: length {q}')
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
    if b[p]: n, p = skip_tags(b, p, n)
    else: p += 1
    if p > e: raise DecodeError(f'UpdateMetadataRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_update_metadata_request_v7(b, p, w, out):
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
    if not 0 <= c0 <= (e - p) // 19: raise DecodeError(f'UpdateMetadataRequest: topic_states: count {c0}')
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
            if q > 32768: raise DecodeError(f'UpdateMetadataRequest: topic_states.topic_name: length {q}')
            if q: p += q - 1
            else: raise DecodeError(f'UpdateMetadataRequest: topic_states.topic_name: length {q}')
            p += 16
            h1 = p
            r1 = []
            c1 = b[p]
            p += 1
            if c1 > 127: c1, p = read_uvarint(b, p - 1)
            c1 -= 1
            if not 0 <= c1 <= (e - p) // 24: raise DecodeError(f'UpdateMetadataRequest: topic_states.partition_states: count {c1}')
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
                    if not 0 <= c11 <= (e - p) // 4: raise DecodeError(f'UpdateMetadataRequest: topic_states.partition_states.isr: count {c11}')
                    if c11 > 0:
                        n += c11
                        p += c11 * 4
                        if n >= y: y = n + w; yield n
                    p += 4
                    c12 = b[p]
                    p += 1
                    if c12 > 127: c12, p = read_uvarint(b, p - 1)
                    c12 -= 1
                    if not 0 <= c12 <= (e - p) // 4: raise DecodeError(f'UpdateMetadataRequest: topic_states.partition_states.replicas: count {c12}')
                    if c12 > 0:
                        n += c12
                        p += c12 * 4
                        if n >= y: y = n + w; yield n
                    c13 = b[p]
                    p += 1
                    if c13 > 127: c13, p = read_uvarint(b, p - 1)
                    c13 -= 1
                    if not 0 <= c13 <= (e - p) // 4: raise DecodeError(f'UpdateMetadataRequest: topic_states.partition_states.offline_replicas: count {c13}')
                    if c13 > 0:
                        n += c13
                        p += c13 * 4
                        if n >= y: y = n + w; yield n
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
    if not 0 <= c0 <= (e - p) // 7: raise DecodeError(f'UpdateMetadataRequest: live_brokers: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            p += 4
            c14 = b[p]
            p += 1
            if c14 > 127: c14, p = read_uvarint(b, p - 1)
            c14 -= 1
            if not 0 <= c14 <= (e - p) // 9: raise DecodeError(f'UpdateMetadataRequest: live_brokers.endpoints: count {c14}')
            if c14 > 0:
                for _ in range(c14):
                    n += 1
                    if n >= y: y = n + w; yield n
                    p += 4
                    q = b[p]
                    p += 1
                    if q > 127: q, p = read_uvarint(b, p - 1)
                    if q > 32768: raise DecodeError(f'UpdateMetadataRequest: live_brokers.endpoints.host: length {q}')
                    if q: p += q - 1
                    else: raise DecodeError(f'UpdateMetadataRequest: live_brokers.endpoints.host: length {q}')
                    q = b[p]
                    p += 1
                    if q > 127: q, p = read_uvarint(b, p - 1)
                    if q > 32768: raise DecodeError(f'UpdateMetadataRequest: live_brokers.endpoints.listener: length {q}')
                    if q: p += q - 1
                    else: raise DecodeError(f'UpdateMetadataRequest: live_brokers.endpoints.listener: length {q}')
                    p += 2
                    if b[p]: n, p = skip_tags(b, p, n)
                    else: p += 1
            q = b[p]
            p += 1
            if q > 127: q, p = read_uvarint(b, p - 1)
            if q > 32768: raise DecodeError(f'UpdateMetadataRequest: live_brokers.rack: length {q}')
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
    if b[p]: n, p = skip_tags(b, p, n)
    else: p += 1
    if p > e: raise DecodeError(f'UpdateMetadataRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_update_metadata_request_v8(b, p, w, out):
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
    if not 0 <= c0 <= (e - p) // 19: raise DecodeError(f'UpdateMetadataRequest: topic_states: count {c0}')
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
            if q > 32768: raise DecodeError(f'UpdateMetadataRequest: topic_states.topic_name: length {q}')
            if q: p += q - 1
            else: raise DecodeError(f'UpdateMetadataRequest: topic_states.topic_name: length {q}')
            p += 16
            h1 = p
            r1 = []
            c1 = b[p]
            p += 1
            if c1 > 127: c1, p = read_uvarint(b, p - 1)
            c1 -= 1
            if not 0 <= c1 <= (e - p) // 24: raise DecodeError(f'UpdateMetadataRequest: topic_states.partition_states: count {c1}')
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
                    if not 0 <= c11 <= (e - p) // 4: raise DecodeError(f'UpdateMetadataRequest: topic_states.partition_states.isr: count {c11}')
                    if c11 > 0:
                        n += c11
                        p += c11 * 4
                        if n >= y: y = n + w; yield n
                    p += 4
                    c12 = b[p]
                    p += 1
                    if c12 > 127: c12, p = read_uvarint(b, p - 1)
                    c12 -= 1
                    if not 0 <= c12 <= (e - p) // 4: raise DecodeError(f'UpdateMetadataRequest: topic_states.partition_states.replicas: count {c12}')
                    if c12 > 0:
                        n += c12
                        p += c12 * 4
                        if n >= y: y = n + w; yield n
                    c13 = b[p]
                    p += 1
                    if c13 > 127: c13, p = read_uvarint(b, p - 1)
                    c13 -= 1
                    if not 0 <= c13 <= (e - p) // 4: raise DecodeError(f'UpdateMetadataRequest: topic_states.partition_states.offline_replicas: count {c13}')
                    if c13 > 0:
                        n += c13
                        p += c13 * 4
                        if n >= y: y = n + w; yield n
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
    if not 0 <= c0 <= (e - p) // 7: raise DecodeError(f'UpdateMetadataRequest: live_brokers: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            p += 4
            c14 = b[p]
            p += 1
            if c14 > 127: c14, p = read_uvarint(b, p - 1)
            c14 -= 1
            if not 0 <= c14 <= (e - p) // 9: raise DecodeError(f'UpdateMetadataRequest: live_brokers.endpoints: count {c14}')
            if c14 > 0:
                for _ in range(c14):
                    n += 1
                    if n >= y: y = n + w; yield n
                    p += 4
                    q = b[p]
                    p += 1
                    if q > 127: q, p = read_uvarint(b, p - 1)
                    if q > 32768: raise DecodeError(f'UpdateMetadataRequest: live_brokers.endpoints.host: length {q}')
                    if q: p += q - 1
                    else: raise DecodeError(f'UpdateMetadataRequest: live_brokers.endpoints.host: length {q}')
                    q = b[p]
                    p += 1
                    if q > 127: q, p = read_uvarint(b, p - 1)
                    if q > 32768: raise DecodeError(f'UpdateMetadataRequest: live_brokers.endpoints.listener: length {q}')
                    if q: p += q - 1
                    else: raise DecodeError(f'UpdateMetadataRequest: live_brokers.endpoints.listener: length {q}')
                    p += 2
                    if b[p]: n, p = skip_tags(b, p, n)
                    else: p += 1
            q = b[p]
            p += 1
            if q > 127: q, p = read_uvarint(b, p - 1)
            if q > 32768: raise DecodeError(f'UpdateMetadataRequest: live_brokers.rack: length {q}')
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
    if b[p]: n, p = skip_tags(b, p, n)
    else: p += 1
    if p > e: raise DecodeError(f'UpdateMetadataRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

SCANNERS = (
    scan_update_metadata_request_v0,
    scan_update_metadata_request_v1,
    scan_update_metadata_request_v2,
    scan_update_metadata_request_v3,
    scan_update_metadata_request_v4,
    scan_update_metadata_request_v5,
    scan_update_metadata_request_v6,
    scan_update_metadata_request_v7,
    scan_update_metadata_request_v8,
)

PIECES = (
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    None,
)

def update_metadata_request_v0_head0(o0, l, out):
    a = l.append
    if o0.is_kraft_controller or o0.type != 0 or o0.topic_states or o0.unknown_tagged_fields: raise refuse(o0, 'is_kraft_controller', 'type', 'topic_states', 'unknown_tagged_fields')
    a(P_2i(o0.controller_id, o0.controller_epoch))
def update_metadata_request_v0_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.topic_name.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        s0 = o1.isr
        n0 = len(s0)
        s1 = o1.replicas
        n1 = len(s1)
        a(F_5ini2ini[n0, n1](o1.partition_index, o1.controller_epoch, o1.leader, o1.leader_epoch, n0, *s0, o1.zk_version, n1, *s1))
def update_metadata_request_v0_tail0(o0, l, out):
    a = l.append
    v0 = o0.live_brokers
    n = len(v0)
    a(P_i(n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.v0_host.encode()
        n = len(v)
        a(P_ih(o1.id, n))
        a(v)
        a(P_i(o1.v0_port))
update_metadata_request_v0 = (
    ('ungrouped_partition_states', 'topic_name', update_metadata_request_v0_head0, update_metadata_request_v0_each0, update_metadata_request_v0_tail0),
)

def update_metadata_request_v1_head0(o0, l, out):
    a = l.append
    if o0.is_kraft_controller or o0.type != 0 or o0.topic_states or o0.unknown_tagged_fields: raise refuse(o0, 'is_kraft_controller', 'type', 'topic_states', 'unknown_tagged_fields')
    a(P_2i(o0.controller_id, o0.controller_epoch))
def update_metadata_request_v1_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.topic_name.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        s0 = o1.isr
        n0 = len(s0)
        s1 = o1.replicas
        n1 = len(s1)
        a(F_5ini2ini[n0, n1](o1.partition_index, o1.controller_epoch, o1.leader, o1.leader_epoch, n0, *s0, o1.zk_version, n1, *s1))
def update_metadata_request_v1_tail0(o0, l, out):
    a = l.append
    v0 = o0.live_brokers
    n = len(v0)
    a(P_i(n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v1 = o1.endpoints
        n = len(v1)
        a(P_2i(o1.id, n))
        for o2 in v1:
            if o2.unknown_tagged_fields: raise refuse(o2, 'unknown_tagged_fields')
            v = o2.host.encode()
            n = len(v)
            a(P_ih(o2.port, n))
            a(v)
            a(P_h(o2.security_protocol))
update_metadata_request_v1 = (
    ('ungrouped_partition_states', 'topic_name', update_metadata_request_v1_head0, update_metadata_request_v1_each0, update_metadata_request_v1_tail0),
)

def update_metadata_request_v2_head0(o0, l, out):
    a = l.append
    if o0.is_kraft_controller or o0.type != 0 or o0.topic_states or o0.unknown_tagged_fields: raise refuse(o0, 'is_kraft_controller', 'type', 'topic_states', 'unknown_tagged_fields')
    a(P_2i(o0.controller_id, o0.controller_epoch))
def update_metadata_request_v2_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.topic_name.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        s0 = o1.isr
        n0 = len(s0)
        s1 = o1.replicas
        n1 = len(s1)
        a(F_5ini2ini[n0, n1](o1.partition_index, o1.controller_epoch, o1.leader, o1.leader_epoch, n0, *s0, o1.zk_version, n1, *s1))
def update_metadata_request_v2_tail0(o0, l, out):
    a = l.append
    v0 = o0.live_brokers
    n = len(v0)
    a(P_i(n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v1 = o1.endpoints
        n = len(v1)
        a(P_2i(o1.id, n))
        for o2 in v1:
            if o2.unknown_tagged_fields: raise refuse(o2, 'unknown_tagged_fields')
            v = o2.host.encode()
            n = len(v)
            a(P_ih(o2.port, n))
            a(v)
            a(P_h(o2.security_protocol))
        v = o1.rack
        if v is None: v = b''; n = -1
        else: v = v.encode(); n = len(v)
        a(P_h(n))
        a(v)
update_metadata_request_v2 = (
    ('ungrouped_partition_states', 'topic_name', update_metadata_request_v2_head0, update_metadata_request_v2_each0, update_metadata_request_v2_tail0),
)

def update_metadata_request_v3_head0(o0, l, out):
    a = l.append
    if o0.is_kraft_controller or o0.type != 0 or o0.topic_states or o0.unknown_tagged_fields: raise refuse(o0, 'is_kraft_controller', 'type', 'topic_states', 'unknown_tagged_fields')
    a(P_2i(o0.controller_id, o0.controller_epoch))
def update_metadata_request_v3_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.topic_name.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        s0 = o1.isr
        n0 = len(s0)
        s1 = o1.replicas
        n1 = len(s1)
        a(F_5ini2ini[n0, n1](o1.partition_index, o1.controller_epoch, o1.leader, o1.leader_epoch, n0, *s0, o1.zk_version, n1, *s1))
def update_metadata_request_v3_tail0(o0, l, out):
    a = l.append
    v0 = o0.live_brokers
    n = len(v0)
    a(P_i(n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v1 = o1.endpoints
        n = len(v1)
        a(P_2i(o1.id, n))
        for o2 in v1:
            if o2.unknown_tagged_fields: raise refuse(o2, 'unknown_tagged_fields')
            v = o2.host.encode()
            n = len(v)
            a(P_ih(o2.port, n))
            a(v)
            v = o2.listener.encode()
            n = len(v)
            a(P_h(n))
            a(v)
            a(P_h(o2.security_protocol))
        v = o1.rack
        if v is None: v = b''; n = -1
        else: v = v.encode(); n = len(v)
        a(P_h(n))
        a(v)
update_metadata_request_v3 = (
    ('ungrouped_partition_states', 'topic_name', update_metadata_request_v3_head0, update_metadata_request_v3_each0, update_metadata_request_v3_tail0),
)

def update_metadata_request_v4_head0(o0, l, out):
    a = l.append
    if o0.is_kraft_controller or o0.type != 0 or o0.topic_states or o0.unknown_tagged_fields: raise refuse(o0, 'is_kraft_controller', 'type', 'topic_states', 'unknown_tagged_fields')
    a(P_2i(o0.controller_id, o0.controller_epoch))
def update_metadata_request_v4_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.topic_name.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        s0 = o1.isr
        n0 = len(s0)
        s1 = o1.replicas
        n1 = len(s1)
        s2 = o1.offline_replicas
        n2 = len(s2)
        a(F_5ini2iniini[n0, n1, n2](o1.partition_index, o1.controller_epoch, o1.leader, o1.leader_epoch, n0, *s0, o1.zk_version, n1, *s1, n2, *s2))
def update_metadata_request_v4_tail0(o0, l, out):
    a = l.append
    v0 = o0.live_brokers
    n = len(v0)
    a(P_i(n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v1 = o1.endpoints
        n = len(v1)
        a(P_2i(o1.id, n))
        for o2 in v1:
            if o2.unknown_tagged_fields: raise refuse(o2, 'unknown_tagged_fields')
            v = o2.host.encode()
            n = len(v)
            a(P_ih(o2.port, n))
            a(v)
            v = o2.listener.encode()
            n = len(v)
            a(P_h(n))
            a(v)
            a(P_h(o2.security_protocol))
        v = o1.rack
        if v is None: v = b''; n = -1
        else: v = v.encode(); n = len(v)
        a(P_h(n))
        a(v)
update_metadata_request_v4 = (
    ('ungrouped_partition_states', 'topic_name', update_metadata_request_v4_head0, update_metadata_request_v4_each0, update_metadata_request_v4_tail0),
)

def update_metadata_request_v5_head0(o0, l, out):
    a = l.append
    if o0.is_kraft_controller or o0.type != 0 or o0.ungrouped_partition_states or o0.unknown_tagged_fields: raise refuse(o0, 'is_kraft_controller', 'type', 'ungrouped_partition_states', 'unknown_tagged_fields')
    a(P_2iq(o0.controller_id, o0.controller_epoch, o0.broker_epoch))
def update_metadata_request_v5_each0(o0, l, out):
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
            if o2.unknown_tagged_fields: raise refuse(o2, 'unknown_tagged_fields')
            s0 = o2.isr
            n0 = len(s0)
            s1 = o2.replicas
            n1 = len(s1)
            s2 = o2.offline_replicas
            n2 = len(s2)
            a(F_5ini2iniini[n0, n1, n2](o2.partition_index, o2.controller_epoch, o2.leader, o2.leader_epoch, n0, *s0, o2.zk_version, n1, *s1, n2, *s2))
def update_metadata_request_v5_tail0(o0, l, out):
    a = l.append
    v0 = o0.live_brokers
    n = len(v0)
    a(P_i(n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v1 = o1.endpoints
        n = len(v1)
        a(P_2i(o1.id, n))
        for o2 in v1:
            if o2.unknown_tagged_fields: raise refuse(o2, 'unknown_tagged_fields')
            v = o2.host.encode()
            n = len(v)
            a(P_ih(o2.port, n))
            a(v)
            v = o2.listener.encode()
            n = len(v)
            a(P_h(n))
            a(v)
            a(P_h(o2.security_protocol))
        v = o1.rack
        if v is None: v = b''; n = -1
        else: v = v.encode(); n = len(v)
        a(P_h(n))
        a(v)
def update_metadata_request_v5_head1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v = o0.topic_name.encode()
    n = len(v)
    a(P_h(n))
    a(v)
def update_metadata_request_v5_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        s0 = o1.isr
        n0 = len(s0)
        s1 = o1.replicas
        n1 = len(s1)
        s2 = o1.offline_replicas
        n2 = len(s2)
        a(F_5ini2iniini[n0, n1, n2](o1.partition_index, o1.controller_epoch, o1.leader, o1.leader_epoch, n0, *s0, o1.zk_version, n1, *s1, n2, *s2))
def update_metadata_request_v5_tail1(o0, l, out):
    a = l.append
update_metadata_request_v5 = (
    ('topic_states', 'topic_name', update_metadata_request_v5_head0, update_metadata_request_v5_each0, update_metadata_request_v5_tail0),
    ('partition_states', '', update_metadata_request_v5_head1, update_metadata_request_v5_each1, update_metadata_request_v5_tail1),
)

def update_metadata_request_v6_head0(o0, l, out):
    a = l.append
    if o0.is_kraft_controller or o0.type != 0 or o0.ungrouped_partition_states: raise refuse(o0, 'is_kraft_controller', 'type', 'ungrouped_partition_states')
    a(P_2iq(o0.controller_id, o0.controller_epoch, o0.broker_epoch))
def update_metadata_request_v6_each0(o0, l, out):
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
            s0 = o2.isr
            n0 = len(s0)
            s1 = o2.replicas
            n1 = len(s1)
            s2 = o2.offline_replicas
            n2 = len(s2)
            if o2.unknown_tagged_fields:
                if n0 > 126 or n1 > 126 or n2 > 126:
                    a(P_4i(o2.partition_index, o2.controller_epoch, o2.leader, o2.leader_epoch))
                    a(uvarint(n0 + 1))
                    a(F_nii[n0](*s0, o2.zk_version))
                    a(uvarint(n1 + 1))
                    a(F_ni[n1](*s1))
                    a(uvarint(n2 + 1))
                    a(F_ni[n2](*s2))
                else:
                    a(F_4iBniiBniBni[n0, n1, n2](o2.partition_index, o2.controller_epoch, o2.leader, o2.leader_epoch, n0 + 1, *s0, o2.zk_version, n1 + 1, *s1, n2 + 1, *s2))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                if n0 > 126 or n1 > 126 or n2 > 126:
                    a(P_4i(o2.partition_index, o2.controller_epoch, o2.leader, o2.leader_epoch))
                    a(uvarint(n0 + 1))
                    a(F_nii[n0](*s0, o2.zk_version))
                    a(uvarint(n1 + 1))
                    a(F_ni[n1](*s1))
                    a(uvarint(n2 + 1))
                    a(F_nix[n2](*s2))
                else:
                    a(F_4iBniiBniBnix[n0, n1, n2](o2.partition_index, o2.controller_epoch, o2.leader, o2.leader_epoch, n0 + 1, *s0, o2.zk_version, n1 + 1, *s1, n2 + 1, *s2))
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
def update_metadata_request_v6_tail0(o0, l, out):
    a = l.append
    v0 = o0.live_brokers
    n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        v1 = o1.endpoints
        n = len(v1) + 1
        if n < 128: a(P_iB(o1.id, n))
        else: a(P_i(o1.id) + uvarint(n))
        for o2 in v1:
            v = o2.host.encode()
            n = len(v) + 1
            if n < 128: a(P_iB(o2.port, n))
            else: a(P_i(o2.port) + uvarint(n))
            a(v)
            v = o2.listener.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            if o2.unknown_tagged_fields:
                a(P_h(o2.security_protocol))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(P_hx(o2.security_protocol))
        v = o1.rack
        if v is None: v = b''; n = 0
        else: v = v.encode(); n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
def update_metadata_request_v6_head1(o0, l, out):
    a = l.append
    v = o0.topic_name.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
def update_metadata_request_v6_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        s0 = o1.isr
        n0 = len(s0)
        s1 = o1.replicas
        n1 = len(s1)
        s2 = o1.offline_replicas
        n2 = len(s2)
        if o1.unknown_tagged_fields:
            if n0 > 126 or n1 > 126 or n2 > 126:
                a(P_4i(o1.partition_index, o1.controller_epoch, o1.leader, o1.leader_epoch))
                a(uvarint(n0 + 1))
                a(F_nii[n0](*s0, o1.zk_version))
                a(uvarint(n1 + 1))
                a(F_ni[n1](*s1))
                a(uvarint(n2 + 1))
                a(F_ni[n2](*s2))
            else:
                a(F_4iBniiBniBni[n0, n1, n2](o1.partition_index, o1.controller_epoch, o1.leader, o1.leader_epoch, n0 + 1, *s0, o1.zk_version, n1 + 1, *s1, n2 + 1, *s2))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            if n0 > 126 or n1 > 126 or n2 > 126:
                a(P_4i(o1.partition_index, o1.controller_epoch, o1.leader, o1.leader_epoch))
                a(uvarint(n0 + 1))
                a(F_nii[n0](*s0, o1.zk_version))
                a(uvarint(n1 + 1))
                a(F_ni[n1](*s1))
                a(uvarint(n2 + 1))
                a(F_nix[n2](*s2))
            else:
                a(F_4iBniiBniBnix[n0, n1, n2](o1.partition_index, o1.controller_epoch, o1.leader, o1.leader_epoch, n0 + 1, *s0, o1.zk_version, n1 + 1, *s1, n2 + 1, *s2))
def update_metadata_request_v6_tail1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
update_metadata_request_v6 = (
    ('topic_states', 'topic_name', update_metadata_request_v6_head0, update_metadata_request_v6_each0, update_metadata_request_v6_tail0),
    ('partition_states', '', update_metadata_request_v6_head1, update_metadata_request_v6_each1, update_metadata_request_v6_tail1),
)

def update_metadata_request_v7_head0(o0, l, out):
    a = l.append
    if o0.is_kraft_controller or o0.type != 0 or o0.ungrouped_partition_states: raise refuse(o0, 'is_kraft_controller', 'type', 'ungrouped_partition_states')
    a(P_2iq(o0.controller_id, o0.controller_epoch, o0.broker_epoch))
def update_metadata_request_v7_each0(o0, l, out):
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
            s2 = o2.offline_replicas
            n2 = len(s2)
            if o2.unknown_tagged_fields:
                if n0 > 126 or n1 > 126 or n2 > 126:
                    a(P_4i(o2.partition_index, o2.controller_epoch, o2.leader, o2.leader_epoch))
                    a(uvarint(n0 + 1))
                    a(F_nii[n0](*s0, o2.zk_version))
                    a(uvarint(n1 + 1))
                    a(F_ni[n1](*s1))
                    a(uvarint(n2 + 1))
                    a(F_ni[n2](*s2))
                else:
                    a(F_4iBniiBniBni[n0, n1, n2](o2.partition_index, o2.controller_epoch, o2.leader, o2.leader_epoch, n0 + 1, *s0, o2.zk_version, n1 + 1, *s1, n2 + 1, *s2))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                if n0 > 126 or n1 > 126 or n2 > 126:
                    a(P_4i(o2.partition_index, o2.controller_epoch, o2.leader, o2.leader_epoch))
                    a(uvarint(n0 + 1))
                    a(F_nii[n0](*s0, o2.zk_version))
                    a(uvarint(n1 + 1))
                    a(F_ni[n1](*s1))
                    a(uvarint(n2 + 1))
                    a(F_nix[n2](*s2))
                else:
                    a(F_4iBniiBniBnix[n0, n1, n2](o2.partition_index, o2.controller_epoch, o2.leader, o2.leader_epoch, n0 + 1, *s0, o2.zk_version, n1 + 1, *s1, n2 + 1, *s2))
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
def update_metadata_request_v7_tail0(o0, l, out):
    a = l.append
    v0 = o0.live_brokers
    n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        v1 = o1.endpoints
        n = len(v1) + 1
        if n < 128: a(P_iB(o1.id, n))
        else: a(P_i(o1.id) + uvarint(n))
        for o2 in v1:
            v = o2.host.encode()
            n = len(v) + 1
            if n < 128: a(P_iB(o2.port, n))
            else: a(P_i(o2.port) + uvarint(n))
            a(v)
            v = o2.listener.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            if o2.unknown_tagged_fields:
                a(P_h(o2.security_protocol))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(P_hx(o2.security_protocol))
        v = o1.rack
        if v is None: v = b''; n = 0
        else: v = v.encode(); n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
def update_metadata_request_v7_head1(o0, l, out):
    a = l.append
    v = o0.topic_name.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    if len(o0.topic_id) != 16: raise EncodeError(f'{o0.topic_id!r:.80} is not a uuid')
    a(P_16s(o0.topic_id))
def update_metadata_request_v7_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        s0 = o1.isr
        n0 = len(s0)
        s1 = o1.replicas
        n1 = len(s1)
        s2 = o1.offline_replicas
        n2 = len(s2)
        if o1.unknown_tagged_fields:
            if n0 > 126 or n1 > 126 or n2 > 126:
                a(P_4i(o1.partition_index, o1.controller_epoch, o1.leader, o1.leader_epoch))
                a(uvarint(n0 + 1))
                a(F_nii[n0](*s0, o1.zk_version))
                a(uvarint(n1 + 1))
                a(F_ni[n1](*s1))
                a(uvarint(n2 + 1))
                a(F_ni[n2](*s2))
            else:
                a(F_4iBniiBniBni[n0, n1, n2](o1.partition_index, o1.controller_epoch, o1.leader, o1.leader_epoch, n0 + 1, *s0, o1.zk_version, n1 + 1, *s1, n2 + 1, *s2))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            if n0 > 126 or n1 > 126 or n2 > 126:
                a(P_4i(o1.partition_index, o1.controller_epoch, o1.leader, o1.leader_epoch))
                a(uvarint(n0 + 1))
                a(F_nii[n0](*s0, o1.zk_version))
                a(uvarint(n1 + 1))
                a(F_ni[n1](*s1))
                a(uvarint(n2 + 1))
                a(F_nix[n2](*s2))
            else:
                a(F_4iBniiBniBnix[n0, n1, n2](o1.partition_index, o1.controller_epoch, o1.leader, o1.leader_epoch, n0 + 1, *s0, o1.zk_version, n1 + 1, *s1, n2 + 1, *s2))
def update_metadata_request_v7_tail1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
update_metadata_request_v7 = (
    ('topic_states', 'topic_name', update_metadata_request_v7_head0, update_metadata_request_v7_each0, update_metadata_request_v7_tail0),
    ('partition_states', '', update_metadata_request_v7_head1, update_metadata_request_v7_each1, update_metadata_request_v7_tail1),
)

def update_metadata_request_v8_head0(o0, l, out):
    a = l.append
    if o0.ungrouped_partition_states: raise refuse(o0, 'ungrouped_partition_states')
    a(P_iTiq(o0.controller_id, o0.is_kraft_controller, o0.controller_epoch, o0.broker_epoch))
def update_metadata_request_v8_each0(o0, l, out):
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
            s2 = o2.offline_replicas
            n2 = len(s2)
            if o2.unknown_tagged_fields:
                if n0 > 126 or n1 > 126 or n2 > 126:
                    a(P_4i(o2.partition_index, o2.controller_epoch, o2.leader, o2.leader_epoch))
                    a(uvarint(n0 + 1))
                    a(F_nii[n0](*s0, o2.zk_version))
                    a(uvarint(n1 + 1))
                    a(F_ni[n1](*s1))
                    a(uvarint(n2 + 1))
                    a(F_ni[n2](*s2))
                else:
                    a(F_4iBniiBniBni[n0, n1, n2](o2.partition_index, o2.controller_epoch, o2.leader, o2.leader_epoch, n0 + 1, *s0, o2.zk_version, n1 + 1, *s1, n2 + 1, *s2))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                if n0 > 126 or n1 > 126 or n2 > 126:
                    a(P_4i(o2.partition_index, o2.controller_epoch, o2.leader, o2.leader_epoch))
                    a(uvarint(n0 + 1))
                    a(F_nii[n0](*s0, o2.zk_version))
                    a(uvarint(n1 + 1))
                    a(F_ni[n1](*s1))
                    a(uvarint(n2 + 1))
                    a(F_nix[n2](*s2))
                else:
                    a(F_4iBniiBniBnix[n0, n1, n2](o2.partition_index, o2.controller_epoch, o2.leader, o2.leader_epoch, n0 + 1, *s0, o2.zk_version, n1 + 1, *s1, n2 + 1, *s2))
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
def update_metadata_request_v8_tail0(o0, l, out):
    a = l.append
    v0 = o0.live_brokers
    n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        v1 = o1.endpoints
        n = len(v1) + 1
        if n < 128: a(P_iB(o1.id, n))
        else: a(P_i(o1.id) + uvarint(n))
        for o2 in v1:
            v = o2.host.encode()
            n = len(v) + 1
            if n < 128: a(P_iB(o2.port, n))
            else: a(P_i(o2.port) + uvarint(n))
            a(v)
            v = o2.listener.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            if o2.unknown_tagged_fields:
                a(P_h(o2.security_protocol))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(P_hx(o2.security_protocol))
        v = o1.rack
        if v is None: v = b''; n = 0
        else: v = v.encode(); n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    if o0.type != 0 or o0.unknown_tagged_fields:
        g0 = list(o0.unknown_tagged_fields)
        if o0.type != 0:
            w0 = []
            a0 = w0.append
            a0(P_b(o0.type))
            g0.append((0, b''.join(w0)))
        a(write_tags(g0))
    else:
        a(b'\x00')
def update_metadata_request_v8_head1(o0, l, out):
    a = l.append
    v = o0.topic_name.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    if len(o0.topic_id) != 16: raise EncodeError(f'{o0.topic_id!r:.80} is not a uuid')
    a(P_16s(o0.topic_id))
def update_metadata_request_v8_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        s0 = o1.isr
        n0 = len(s0)
        s1 = o1.replicas
        n1 = len(s1)
        s2 = o1.offline_replicas
        n2 = len(s2)
        if o1.unknown_tagged_fields:
            if n0 > 126 or n1 > 126 or n2 > 126:
                a(P_4i(o1.partition_index, o1.controller_epoch, o1.leader, o1.leader_epoch))
                a(uvarint(n0 + 1))
                a(F_nii[n0](*s0, o1.zk_version))
                a(uvarint(n1 + 1))
                a(F_ni[n1](*s1))
                a(uvarint(n2 + 1))
                a(F_ni[n2](*s2))
            else:
                a(F_4iBniiBniBni[n0, n1, n2](o1.partition_index, o1.controller_epoch, o1.leader, o1.leader_epoch, n0 + 1, *s0, o1.zk_version, n1 + 1, *s1, n2 + 1, *s2))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            if n0 > 126 or n1 > 126 or n2 > 126:
                a(P_4i(o1.partition_index, o1.controller_epoch, o1.leader, o1.leader_epoch))
                a(uvarint(n0 + 1))
                a(F_nii[n0](*s0, o1.zk_version))
                a(uvarint(n1 + 1))
                a(F_ni[n1](*s1))
                a(uvarint(n2 + 1))
                a(F_nix[n2](*s2))
            else:
                a(F_4iBniiBniBnix[n0, n1, n2](o1.partition_index, o1.controller_epoch, o1.leader, o1.leader_epoch, n0 + 1, *s0, o1.zk_version, n1 + 1, *s1, n2 + 1, *s2))
def update_metadata_request_v8_tail1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
update_metadata_request_v8 = (
    ('topic_states', 'topic_name', update_metadata_request_v8_head0, update_metadata_request_v8_each0, update_metadata_request_v8_tail0),
    ('partition_states', '', update_metadata_request_v8_head1, update_metadata_request_v8_each1, update_metadata_request_v8_tail1),
)

REQUEST_PIECES = (
    (False, update_metadata_request_v0),
    (False, update_metadata_request_v1),
    (False, update_metadata_request_v2),
    (False, update_metadata_request_v3),
    (False, update_metadata_request_v4),
    (False, update_metadata_request_v5),
    (True, update_metadata_request_v6),
    (True, update_metadata_request_v7),
    (True, update_metadata_request_v8),
)
