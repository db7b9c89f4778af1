"""Written by `python -m protocol.generate` from protocol/messages/update_metadata.py. Do not edit."""

from protocol._generated.update_metadata import *
from protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct, pack
from protocol.wire import read_uvarint, refuse, skip_tags, uvarint, write_tags

U_i = Struct('>i').unpack_from
U_h = Struct('>h').unpack_from

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
