"""Written by `make generate` from protocol/messages/streams_group_heartbeat.py. Do not edit."""

from kavka.protocol._generated.streams_group_heartbeat import *
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import pack, read_uvarint, refuse, skip_tags, uvarint, write_tags

P_ihB = Struct('>ihB').pack
P_ih = Struct('>ih').pack
P_4iB = Struct('>4iB').pack
P_4i = Struct('>4i').pack
P_bB = Struct('>bB').pack
P_b = Struct('>b').pack
F_ni = PackCache('>%di')
F_Bni = PackCache('>B%di')
F_nix = PackCache('>%dix')
F_Bnix = PackCache('>B%dix')
P_i = Struct('>i').pack
P_H = Struct('>H').pack
P_Hx = Struct('>Hx').pack
P_3iqB = Struct('>3iqB').pack
P_3iq = Struct('>3iq').pack
P_Ti = Struct('>?i').pack

def scan_streams_group_heartbeat_request_v0(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    q = b[p]
    p += 1
    if q > 127: q, p = read_uvarint(b, p - 1)
    if q > 32768: raise DecodeError(f'StreamsGroupHeartbeatRequest: group_id: length {q}')
    if q: p += q - 1
    else: raise DecodeError(f'StreamsGroupHeartbeatRequest: group_id: length {q}')
    q = b[p]
    p += 1
    if q > 127: q, p = read_uvarint(b, p - 1)
    if q > 32768: raise DecodeError(f'StreamsGroupHeartbeatRequest: member_id: length {q}')
    if q: p += q - 1
    else: raise DecodeError(f'StreamsGroupHeartbeatRequest: member_id: length {q}')
    p += 8
    q = b[p]
    p += 1
    if q > 127: q, p = read_uvarint(b, p - 1)
    if q > 32768: raise DecodeError(f'StreamsGroupHeartbeatRequest: instance_id: length {q}')
    if q: p += q - 1
    q = b[p]
    p += 1
    if q > 127: q, p = read_uvarint(b, p - 1)
    if q > 32768: raise DecodeError(f'StreamsGroupHeartbeatRequest: rack_id: length {q}')
    if q: p += q - 1
    p += 4
    q = b[p]
    p += 1
    if q < 128:
        p += 4
        c11 = b[p]
        p += 1
        if c11 > 127: c11, p = read_uvarint(b, p - 1)
        c11 -= 1
        if not 0 <= c11 <= (e - p) // 8: raise DecodeError(f'StreamsGroupHeartbeatRequest: topology.subtopologies: count {c11}')
        if c11 > 0:
            for _ in range(c11):
                n += 1
                if n >= y: y = n + w; yield n
                q = b[p]
                p += 1
                if q > 127: q, p = read_uvarint(b, p - 1)
                if q > 32768: raise DecodeError(f'StreamsGroupHeartbeatRequest: topology.subtopologies.subtopology_id: length {q}')
                if q: p += q - 1
                else: raise DecodeError(f'StreamsGroupHeartbeatRequest: topology.subtopologies.subtopology_id: length {q}')
                c12 = b[p]
                p += 1
                if c12 > 127: c12, p = read_uvarint(b, p - 1)
                c12 -= 1
                if not 0 <= c12 <= (e - p) // 1: raise DecodeError(f'StreamsGroupHeartbeatRequest: topology.subtopologies.source_topics: count {c12}')
                if c12 > 0:
                    for _ in range(c12):
                        n += 1
                        if n >= y: y = n + w; yield n
                        q = b[p]
                        p += 1
                        if q > 127: q, p = read_uvarint(b, p - 1)
                        if q > 32768: raise DecodeError(f'StreamsGroupHeartbeatRequest: topology.subtopologies.source_topics: length {q}')
                        if q: p += q - 1
                        else: raise DecodeError(f'StreamsGroupHeartbeatRequest: topology.subtopologies.source_topics: length {q}')
                c13 = b[p]
                p += 1
                if c13 > 127: c13, p = read_uvarint(b, p - 1)
                c13 -= 1
                if not 0 <= c13 <= (e - p) // 1: raise DecodeError(f'StreamsGroupHeartbeatRequest: topology.subtopologies.source_topic_regex: count {c13}')
                if c13 > 0:
                    for _ in range(c13):
                        n += 1
                        if n >= y: y = n + w; yield n
                        q = b[p]
                        p += 1
                        if q > 127: q, p = read_uvarint(b, p - 1)
                        if q > 32768: raise DecodeError(f'StreamsGroupHeartbeatRequest: topology.subtopologies.source_topic_regex: length {q}')
                        if q: p += q - 1
                        else: raise DecodeError(f'StreamsGroupHeartbeatRequest: topology.subtopologies.source_topic_regex: length {q}')
                c14 = b[p]
                p += 1
                if c14 > 127: c14, p = read_uvarint(b, p - 1)
                c14 -= 1
                if not 0 <= c14 <= (e - p) // 9: raise DecodeError(f'StreamsGroupHeartbeatRequest: topology.subtopologies.state_changelog_topics: count {c14}')
                if c14 > 0:
                    for _ in range(c14):
                        n += 1
                        if n >= y: y = n + w; yield n
                        q = b[p]
                        p += 1
                        if q > 127: q, p = read_uvarint(b, p - 1)
                        if q > 32768: raise DecodeError(f'StreamsGroupHeartbeatRequest: topology.subtopologies.state_changelog_topics.name: length {q}')
                        if q: p += q - 1
                        else: raise DecodeError(f'StreamsGroupHeartbeatRequest: topology.subtopologies.state_changelog_topics.name: length {q}')
                        p += 6
                        c15 = b[p]
                        p += 1
                        if c15 > 127: c15, p = read_uvarint(b, p - 1)
                        c15 -= 1
                        if not 0 <= c15 <= (e - p) // 3: raise DecodeError(f'StreamsGroupHeartbeatRequest: topology.subtopologies.state_changelog_topics.topic_configs: count {c15}')
                        if c15 > 0:
                            for _ in range(c15):
                                n += 1
                                if n >= y: y = n + w; yield n
                                q = b[p]
                                p += 1
                                if q > 127: q, p = read_uvarint(b, p - 1)
                                if q > 32768: raise DecodeError(f'StreamsGroupHeartbeatRequest: topology.subtopologies.state_changelog_topics.topic_configs.key: length {q}')
                                if q: p += q - 1
                                else: raise DecodeError(f'StreamsGroupHeartbeatRequest: topology.subtopologies.state_changelog_topics.topic_configs.key: length {q}')
                                q = b[p]
                                p += 1
                                if q > 127: q, p = read_uvarint(b, p - 1)
                                if q > 32768: raise DecodeError(f'StreamsGroupHeartbeatRequest: topology.subtopologies.state_changelog_topics.topic_configs.value: length {q}')
                                if q: p += q - 1
                                else: raise DecodeError(f'StreamsGroupHeartbeatRequest: topology.subtopologies.state_changelog_topics.topic_configs.value: length {q}')
                                if b[p]: n, p = skip_tags(b, p, n)
                                else: p += 1
                        if b[p]: n, p = skip_tags(b, p, n)
                        else: p += 1
                c16 = b[p]
                p += 1
                if c16 > 127: c16, p = read_uvarint(b, p - 1)
                c16 -= 1
                if not 0 <= c16 <= (e - p) // 1: raise DecodeError(f'StreamsGroupHeartbeatRequest: topology.subtopologies.repartition_sink_topics: count {c16}')
                if c16 > 0:
                    for _ in range(c16):
                        n += 1
                        if n >= y: y = n + w; yield n
                        q = b[p]
                        p += 1
                        if q > 127: q, p = read_uvarint(b, p - 1)
                        if q > 32768: raise DecodeError(f'StreamsGroupHeartbeatRequest: topology.subtopologies.repartition_sink_topics: length {q}')
                        if q: p += q - 1
                        else: raise DecodeError(f'StreamsGroupHeartbeatRequest: topology.subtopologies.repartition_sink_topics: length {q}')
                c17 = b[p]
                p += 1
                if c17 > 127: c17, p = read_uvarint(b, p - 1)
                c17 -= 1
                if not 0 <= c17 <= (e - p) // 9: raise DecodeError(f'StreamsGroupHeartbeatRequest: topology.subtopologies.repartition_source_topics: count {c17}')
                if c17 > 0:
                    for _ in range(c17):
                        n += 1
                        if n >= y: y = n + w; yield n
                        q = b[p]
                        p += 1
                        if q > 127: q, p = read_uvarint(b, p - 1)
                        if q > 32768: raise DecodeError(f'StreamsGroupHeartbeatRequest: topology.subtopologies.repartition_source_topics.name: length {q}')
                        if q: p += q - 1
                        else: raise DecodeError(f'StreamsGroupHeartbeatRequest: topology.subtopologies.repartition_source_topics.name: length {q}')
                        p += 6
                        c18 = b[p]
                        p += 1
                        if c18 > 127: c18, p = read_uvarint(b, p - 1)
                        c18 -= 1
                        if not 0 <= c18 <= (e - p) // 3: raise DecodeError(f'StreamsGroupHeartbeatRequest: topology.subtopologies.repartition_source_topics.topic_configs: count {c18}')
                        if c18 > 0:
                            for _ in range(c18):
                                n += 1
                                if n >= y: y = n + w; yield n
                                q = b[p]
                                p += 1
                                if q > 127: q, p = read_uvarint(b, p - 1)
                                if q > 32768: raise DecodeError(f'StreamsGroupHeartbeatRequest: topology.subtopologies.repartition_source_topics.topic_configs.key: length {q}')
                                if q: p += q - 1
                                else: raise DecodeError(f'StreamsGroupHeartbeatRequest: topology.subtopologies.repartition_source_topics.topic_configs.key: length {q}')
                                q = b[p]
                                p += 1
                                if q > 127: q, p = read_uvarint(b, p - 1)
                                if q > 32768: raise DecodeError(f'StreamsGroupHeartbeatRequest: topology.subtopologies.repartition_source_topics.topic_configs.value: length {q}')
                                if q: p += q - 1
                                else: raise DecodeError(f'StreamsGroupHeartbeatRequest: topology.subtopologies.repartition_source_topics.topic_configs.value: length {q}')
                                if b[p]: n, p = skip_tags(b, p, n)
                                else: p += 1
                        if b[p]: n, p = skip_tags(b, p, n)
                        else: p += 1
                c19 = b[p]
                p += 1
                if c19 > 127: c19, p = read_uvarint(b, p - 1)
                c19 -= 1
                if not 0 <= c19 <= (e - p) // 4: raise DecodeError(f'StreamsGroupHeartbeatRequest: topology.subtopologies.copartition_groups: count {c19}')
                if c19 > 0:
                    for _ in range(c19):
                        n += 1
                        if n >= y: y = n + w; yield n
                        c20 = b[p]
                        p += 1
                        if c20 > 127: c20, p = read_uvarint(b, p - 1)
                        c20 -= 1
                        if not 0 <= c20 <= (e - p) // 2: raise DecodeError(f'StreamsGroupHeartbeatRequest: topology.subtopologies.copartition_groups.source_topics: count {c20}')
                        if c20 > 0:
                            n += c20
                            p += c20 * 2
                            if n >= y: y = n + w; yield n
                        c21 = b[p]
                        p += 1
                        if c21 > 127: c21, p = read_uvarint(b, p - 1)
                        c21 -= 1
                        if not 0 <= c21 <= (e - p) // 2: raise DecodeError(f'StreamsGroupHeartbeatRequest: topology.subtopologies.copartition_groups.source_topic_regex: count {c21}')
                        if c21 > 0:
                            n += c21
                            p += c21 * 2
                            if n >= y: y = n + w; yield n
                        c22 = b[p]
                        p += 1
                        if c22 > 127: c22, p = read_uvarint(b, p - 1)
                        c22 -= 1
                        if not 0 <= c22 <= (e - p) // 2: raise DecodeError(f'StreamsGroupHeartbeatRequest: topology.subtopologies.copartition_groups.repartition_source_topics: count {c22}')
                        if c22 > 0:
                            n += c22
                            p += c22 * 2
                            if n >= y: y = n + w; yield n
                        if b[p]: n, p = skip_tags(b, p, n)
                        else: p += 1
                if b[p]: n, p = skip_tags(b, p, n)
                else: p += 1
        if b[p]: n, p = skip_tags(b, p, n)
        else: p += 1
    h0 = p
    r0 = []
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not -1 <= c0 <= (e - p) // 3: raise DecodeError(f'StreamsGroupHeartbeatRequest: active_tasks: count {c0}')
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
            if q > 32768: raise DecodeError(f'StreamsGroupHeartbeatRequest: active_tasks.subtopology_id: length {q}')
            if q: p += q - 1
            else: raise DecodeError(f'StreamsGroupHeartbeatRequest: active_tasks.subtopology_id: length {q}')
            h1 = p
            r1 = []
            c1 = b[p]
            p += 1
            if c1 > 127: c1, p = read_uvarint(b, p - 1)
            c1 -= 1
            if not 0 <= c1 <= (e - p) // 4: raise DecodeError(f'StreamsGroupHeartbeatRequest: active_tasks.partitions: count {c1}')
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
    h0 = p
    r0 = []
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not -1 <= c0 <= (e - p) // 3: raise DecodeError(f'StreamsGroupHeartbeatRequest: standby_tasks: count {c0}')
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
            if q > 32768: raise DecodeError(f'StreamsGroupHeartbeatRequest: standby_tasks.subtopology_id: length {q}')
            if q: p += q - 1
            else: raise DecodeError(f'StreamsGroupHeartbeatRequest: standby_tasks.subtopology_id: length {q}')
            h1 = p
            r1 = []
            c1 = b[p]
            p += 1
            if c1 > 127: c1, p = read_uvarint(b, p - 1)
            c1 -= 1
            if not 0 <= c1 <= (e - p) // 4: raise DecodeError(f'StreamsGroupHeartbeatRequest: standby_tasks.partitions: count {c1}')
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
    h0 = p
    r0 = []
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not -1 <= c0 <= (e - p) // 3: raise DecodeError(f'StreamsGroupHeartbeatRequest: warmup_tasks: count {c0}')
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
            if q > 32768: raise DecodeError(f'StreamsGroupHeartbeatRequest: warmup_tasks.subtopology_id: length {q}')
            if q: p += q - 1
            else: raise DecodeError(f'StreamsGroupHeartbeatRequest: warmup_tasks.subtopology_id: length {q}')
            h1 = p
            r1 = []
            c1 = b[p]
            p += 1
            if c1 > 127: c1, p = read_uvarint(b, p - 1)
            c1 -= 1
            if not 0 <= c1 <= (e - p) // 4: raise DecodeError(f'StreamsGroupHeartbeatRequest: warmup_tasks.partitions: count {c1}')
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
    if q > 32768: raise DecodeError(f'StreamsGroupHeartbeatRequest: process_id: length {q}')
    if q: p += q - 1
    q = b[p]
    p += 1
    if q < 128:
        q = b[p]
        p += 1
        if q > 127: q, p = read_uvarint(b, p - 1)
        if q > 32768: raise DecodeError(f'StreamsGroupHeartbeatRequest: user_endpoint.host: length {q}')
        if q: p += q - 1
        else: raise DecodeError(f'StreamsGroupHeartbeatRequest: user_endpoint.host: length {q}')
        p += 2
        if b[p]: n, p = skip_tags(b, p, n)
        else: p += 1
    h0 = p
    r0 = []
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not -1 <= c0 <= (e - p) // 3: raise DecodeError(f'StreamsGroupHeartbeatRequest: client_tags: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            q = b[p]
            p += 1
            if q > 127: q, p = read_uvarint(b, p - 1)
            if q > 32768: raise DecodeError(f'StreamsGroupHeartbeatRequest: client_tags.key: length {q}')
            if q: p += q - 1
            else: raise DecodeError(f'StreamsGroupHeartbeatRequest: client_tags.key: length {q}')
            q = b[p]
            p += 1
            if q > 127: q, p = read_uvarint(b, p - 1)
            if q > 32768: raise DecodeError(f'StreamsGroupHeartbeatRequest: client_tags.value: length {q}')
            if q: p += q - 1
            else: raise DecodeError(f'StreamsGroupHeartbeatRequest: client_tags.value: length {q}')
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
    h0 = p
    r0 = []
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not -1 <= c0 <= (e - p) // 14: raise DecodeError(f'StreamsGroupHeartbeatRequest: task_offsets: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            q = b[p]
            p += 1
            if q > 127: q, p = read_uvarint(b, p - 1)
            if q > 32768: raise DecodeError(f'StreamsGroupHeartbeatRequest: task_offsets.subtopology_id: length {q}')
            if q: p += q - 1
            else: raise DecodeError(f'StreamsGroupHeartbeatRequest: task_offsets.subtopology_id: length {q}')
            p += 12
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
    h0 = p
    r0 = []
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not -1 <= c0 <= (e - p) // 14: raise DecodeError(f'StreamsGroupHeartbeatRequest: task_end_offsets: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            q = b[p]
            p += 1
            if q > 127: q, p = read_uvarint(b, p - 1)
            if q > 32768: raise DecodeError(f'StreamsGroupHeartbeatRequest: task_end_offsets.subtopology_id: length {q}')
            if q: p += q - 1
            else: raise DecodeError(f'StreamsGroupHeartbeatRequest: task_end_offsets.subtopology_id: length {q}')
            p += 12
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
    p += 1
    if b[p]: n, p = skip_tags(b, p, n)
    else: p += 1
    if p > e: raise DecodeError(f'StreamsGroupHeartbeatRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

SCANNERS = (
    scan_streams_group_heartbeat_request_v0,
    scan_streams_group_heartbeat_request_v0,
)

def streams_group_heartbeat_response_v0_head0(o0, l, out):
    a = l.append
    if o0.topology_description_required: raise refuse(o0, 'topology_description_required')
    v = o0.error_message
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(P_ihB(o0.throttle_time_ms, o0.error_code, n))
    else: a(P_ih(o0.throttle_time_ms, o0.error_code) + uvarint(n))
    a(v)
    v = o0.member_id.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v0 = o0.status
    if v0 is None: v0 = (); n = 0
    else: n = len(v0) + 1
    if n < 128: a(P_4iB(o0.member_epoch, o0.heartbeat_interval_ms, o0.acceptable_recovery_lag_legacy, o0.task_offset_interval_ms, n))
    else: a(P_4i(o0.member_epoch, o0.heartbeat_interval_ms, o0.acceptable_recovery_lag_legacy, o0.task_offset_interval_ms) + uvarint(n))
    for o1 in v0:
        v = o1.status_detail.encode()
        n = len(v) + 1
        if n < 128: a(P_bB(o1.status_code, n))
        else: a(P_b(o1.status_code) + uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    v0 = o0.active_tasks
    if v0 is None: v0 = (); n = 0
    else: n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        v = o1.subtopology_id.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        s0 = o1.partitions
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
    v0 = o0.standby_tasks
    if v0 is None: v0 = (); n = 0
    else: n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        v = o1.subtopology_id.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        s0 = o1.partitions
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
    v0 = o0.warmup_tasks
    if v0 is None: v0 = (); n = 0
    else: n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        v = o1.subtopology_id.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        s0 = o1.partitions
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
    a(P_i(o0.endpoint_information_epoch))
def streams_group_heartbeat_response_v0_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        o2 = o1.user_endpoint
        v = o2.host.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        if o2.unknown_tagged_fields:
            a(P_H(o2.port))
            a(write_tags(o2.unknown_tagged_fields))
        else:
            a(P_Hx(o2.port))
        v1 = o1.active_partitions
        n = len(v1) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o2 in v1:
            v = o2.topic.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            s0 = o2.partitions
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
        v1 = o1.standby_partitions
        n = len(v1) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o2 in v1:
            v = o2.topic.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            s0 = o2.partitions
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
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
def streams_group_heartbeat_response_v0_tail0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
def streams_group_heartbeat_response_v0_head1(o0, l, out):
    a = l.append
    o1 = o0.user_endpoint
    v = o1.host.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    if o1.unknown_tagged_fields:
        a(P_H(o1.port))
        a(write_tags(o1.unknown_tagged_fields))
    else:
        a(P_Hx(o1.port))
    v0 = o0.active_partitions
    n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        v = o1.topic.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        s0 = o1.partitions
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
def streams_group_heartbeat_response_v0_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        v = o1.topic.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        s0 = o1.partitions
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
def streams_group_heartbeat_response_v0_tail1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
streams_group_heartbeat_response_v0 = (
    ('partitions_by_user_endpoint', '', streams_group_heartbeat_response_v0_head0, streams_group_heartbeat_response_v0_each0, streams_group_heartbeat_response_v0_tail0),
    ('standby_partitions', 'topic', streams_group_heartbeat_response_v0_head1, streams_group_heartbeat_response_v0_each1, streams_group_heartbeat_response_v0_tail1),
)

def streams_group_heartbeat_response_v1_head0(o0, l, out):
    a = l.append
    if o0.acceptable_recovery_lag_legacy != 0: raise refuse(o0, 'acceptable_recovery_lag_legacy')
    v = o0.error_message
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(P_ihB(o0.throttle_time_ms, o0.error_code, n))
    else: a(P_ih(o0.throttle_time_ms, o0.error_code) + uvarint(n))
    a(v)
    v = o0.member_id.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v0 = o0.status
    if v0 is None: v0 = (); n = 0
    else: n = len(v0) + 1
    if n < 128: a(P_3iqB(o0.member_epoch, o0.heartbeat_interval_ms, o0.task_offset_interval_ms, o0.acceptable_recovery_lag, n))
    else: a(P_3iq(o0.member_epoch, o0.heartbeat_interval_ms, o0.task_offset_interval_ms, o0.acceptable_recovery_lag) + uvarint(n))
    for o1 in v0:
        v = o1.status_detail.encode()
        n = len(v) + 1
        if n < 128: a(P_bB(o1.status_code, n))
        else: a(P_b(o1.status_code) + uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    v0 = o0.active_tasks
    if v0 is None: v0 = (); n = 0
    else: n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        v = o1.subtopology_id.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        s0 = o1.partitions
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
    v0 = o0.standby_tasks
    if v0 is None: v0 = (); n = 0
    else: n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        v = o1.subtopology_id.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        s0 = o1.partitions
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
    v0 = o0.warmup_tasks
    if v0 is None: v0 = (); n = 0
    else: n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        v = o1.subtopology_id.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        s0 = o1.partitions
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
    a(P_Ti(o0.topology_description_required, o0.endpoint_information_epoch))
def streams_group_heartbeat_response_v1_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        o2 = o1.user_endpoint
        v = o2.host.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        if o2.unknown_tagged_fields:
            a(P_H(o2.port))
            a(write_tags(o2.unknown_tagged_fields))
        else:
            a(P_Hx(o2.port))
        v1 = o1.active_partitions
        n = len(v1) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o2 in v1:
            v = o2.topic.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            s0 = o2.partitions
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
        v1 = o1.standby_partitions
        n = len(v1) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o2 in v1:
            v = o2.topic.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            s0 = o2.partitions
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
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
def streams_group_heartbeat_response_v1_tail0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
def streams_group_heartbeat_response_v1_head1(o0, l, out):
    a = l.append
    o1 = o0.user_endpoint
    v = o1.host.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    if o1.unknown_tagged_fields:
        a(P_H(o1.port))
        a(write_tags(o1.unknown_tagged_fields))
    else:
        a(P_Hx(o1.port))
    v0 = o0.active_partitions
    n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        v = o1.topic.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        s0 = o1.partitions
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
def streams_group_heartbeat_response_v1_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        v = o1.topic.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        s0 = o1.partitions
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
def streams_group_heartbeat_response_v1_tail1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
streams_group_heartbeat_response_v1 = (
    ('partitions_by_user_endpoint', '', streams_group_heartbeat_response_v1_head0, streams_group_heartbeat_response_v1_each0, streams_group_heartbeat_response_v1_tail0),
    ('standby_partitions', 'topic', streams_group_heartbeat_response_v1_head1, streams_group_heartbeat_response_v1_each1, streams_group_heartbeat_response_v1_tail1),
)

PIECES = (
    (True, streams_group_heartbeat_response_v0),
    (True, streams_group_heartbeat_response_v1),
)
