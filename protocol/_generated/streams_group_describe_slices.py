"""Written by `make generate` from protocol/messages/streams_group_describe.py. Do not edit."""

from kavka.protocol._generated.streams_group_describe import *
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import pack, read_uvarint, refuse, skip_tags, uvarint, write_tags

P_i = Struct('>i').pack
P_hB = Struct('>hB').pack
P_h = Struct('>h').pack
P_2i = Struct('>2i').pack
P_iB = Struct('>iB').pack
P_ihB = Struct('>ihB').pack
P_ih = Struct('>ih').pack
P_H = Struct('>H').pack
P_Hx = Struct('>Hx').pack
P_iq = Struct('>iq').pack
P_iqx = Struct('>iqx').pack
F_ni = PackCache('>%di')
F_Bni = PackCache('>B%di')
F_nix = PackCache('>%dix')
F_Bnix = PackCache('>B%dix')
P_T = Struct('>?').pack
P_Tx = Struct('>?x').pack
P_ix = Struct('>ix').pack
P_bB = Struct('>bB').pack
P_b = Struct('>b').pack

def scan_streams_group_describe_request_v0(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    h0 = p
    r0 = []
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 <= (e - p) // 1: raise DecodeError(f'StreamsGroupDescribeRequest: group_ids: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            q = b[p]
            p += 1
            if q > 127: q, p = read_uvarint(b, p - 1)
            if q > 32768: raise DecodeError(f'StreamsGroupDescribeRequest: group_ids: length {q}')
            if q: p += q - 1
            else: raise DecodeError(f'StreamsGroupDescribeRequest: group_ids: length {q}')
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
    if p > e: raise DecodeError(f'StreamsGroupDescribeRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_streams_group_describe_request_v1(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    h0 = p
    r0 = []
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 <= (e - p) // 1: raise DecodeError(f'StreamsGroupDescribeRequest: group_ids: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            q = b[p]
            p += 1
            if q > 127: q, p = read_uvarint(b, p - 1)
            if q > 32768: raise DecodeError(f'StreamsGroupDescribeRequest: group_ids: length {q}')
            if q: p += q - 1
            else: raise DecodeError(f'StreamsGroupDescribeRequest: group_ids: length {q}')
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
    p += 2
    if b[p]: n, p = skip_tags(b, p, n)
    else: p += 1
    if p > e: raise DecodeError(f'StreamsGroupDescribeRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

SCANNERS = (
    scan_streams_group_describe_request_v0,
    scan_streams_group_describe_request_v1,
)

def streams_group_describe_response_v0_head0(o0, l, out):
    a = l.append
    a(P_i(o0.throttle_time_ms))
def streams_group_describe_response_v0_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        if (o1.topology_description is not None and o1.topology_description != StreamsGroupDescribeResponse_TopologyDescription()) or o1.topology_description_status != 0: raise refuse(o1, 'topology_description', 'topology_description_status')
        v = o1.error_message
        if v is None: v = b''; n = 0
        else: v = v.encode(); n = len(v) + 1
        if n < 128: a(P_hB(o1.error_code, n))
        else: a(P_h(o1.error_code) + uvarint(n))
        a(v)
        v = o1.group_id.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v = o1.group_state.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        a(P_2i(o1.group_epoch, o1.assignment_epoch))
        if o1.topology is None: a(BYTE[255])
        else:
            a(BYTE[1])
            o2 = o1.topology
            v2 = o2.subtopologies
            if v2 is None: v2 = (); n = 0
            else: n = len(v2) + 1
            if n < 128: a(P_iB(o2.epoch, n))
            else: a(P_i(o2.epoch) + uvarint(n))
            for o3 in v2:
                v = o3.subtopology_id.encode()
                n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
                v3 = o3.source_topics
                n = len(v3) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                for o4 in v3:
                    v = o4.encode()
                    n = len(v) + 1
                    if n < 128: a(BYTE[n])
                    else: a(uvarint(n))
                    a(v)
                v3 = o3.repartition_sink_topics
                n = len(v3) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                for o4 in v3:
                    v = o4.encode()
                    n = len(v) + 1
                    if n < 128: a(BYTE[n])
                    else: a(uvarint(n))
                    a(v)
                v3 = o3.state_changelog_topics
                n = len(v3) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                for o4 in v3:
                    v = o4.name.encode()
                    n = len(v) + 1
                    if n < 128: a(BYTE[n])
                    else: a(uvarint(n))
                    a(v)
                    v4 = o4.topic_configs
                    n = len(v4) + 1
                    if n < 128: a(P_ihB(o4.partitions, o4.replication_factor, n))
                    else: a(P_ih(o4.partitions, o4.replication_factor) + uvarint(n))
                    for o5 in v4:
                        v = o5.key.encode()
                        n = len(v) + 1
                        if n < 128: a(BYTE[n])
                        else: a(uvarint(n))
                        a(v)
                        v = o5.value.encode()
                        n = len(v) + 1
                        if n < 128: a(BYTE[n])
                        else: a(uvarint(n))
                        a(v)
                        if o5.unknown_tagged_fields:
                            a(write_tags(o5.unknown_tagged_fields))
                        else:
                            a(b'\x00')
                    if o4.unknown_tagged_fields:
                        a(write_tags(o4.unknown_tagged_fields))
                    else:
                        a(b'\x00')
                v3 = o3.repartition_source_topics
                n = len(v3) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                for o4 in v3:
                    v = o4.name.encode()
                    n = len(v) + 1
                    if n < 128: a(BYTE[n])
                    else: a(uvarint(n))
                    a(v)
                    v4 = o4.topic_configs
                    n = len(v4) + 1
                    if n < 128: a(P_ihB(o4.partitions, o4.replication_factor, n))
                    else: a(P_ih(o4.partitions, o4.replication_factor) + uvarint(n))
                    for o5 in v4:
                        v = o5.key.encode()
                        n = len(v) + 1
                        if n < 128: a(BYTE[n])
                        else: a(uvarint(n))
                        a(v)
                        v = o5.value.encode()
                        n = len(v) + 1
                        if n < 128: a(BYTE[n])
                        else: a(uvarint(n))
                        a(v)
                        if o5.unknown_tagged_fields:
                            a(write_tags(o5.unknown_tagged_fields))
                        else:
                            a(b'\x00')
                    if o4.unknown_tagged_fields:
                        a(write_tags(o4.unknown_tagged_fields))
                    else:
                        a(b'\x00')
                if o3.unknown_tagged_fields:
                    a(write_tags(o3.unknown_tagged_fields))
                else:
                    a(b'\x00')
            if o2.unknown_tagged_fields:
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(b'\x00')
        v1 = o1.members
        n = len(v1) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o2 in v1:
            v = o2.member_id.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            v = o2.instance_id
            if v is None: v = b''; n = 0
            else: v = v.encode(); n = len(v) + 1
            if n < 128: a(P_iB(o2.member_epoch, n))
            else: a(P_i(o2.member_epoch) + uvarint(n))
            a(v)
            v = o2.rack_id
            if v is None: v = b''; n = 0
            else: v = v.encode(); n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            v = o2.client_id.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            v = o2.client_host.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            v = o2.process_id.encode()
            n = len(v) + 1
            if n < 128: a(P_iB(o2.topology_epoch, n))
            else: a(P_i(o2.topology_epoch) + uvarint(n))
            a(v)
            if o2.user_endpoint is None: a(BYTE[255])
            else:
                a(BYTE[1])
                o3 = o2.user_endpoint
                v = o3.host.encode()
                n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
                if o3.unknown_tagged_fields:
                    a(P_H(o3.port))
                    a(write_tags(o3.unknown_tagged_fields))
                else:
                    a(P_Hx(o3.port))
            v2 = o2.client_tags
            n = len(v2) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            for o3 in v2:
                v = o3.key.encode()
                n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
                v = o3.value.encode()
                n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
                if o3.unknown_tagged_fields:
                    a(write_tags(o3.unknown_tagged_fields))
                else:
                    a(b'\x00')
            v2 = o2.task_offsets
            n = len(v2) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            for o3 in v2:
                v = o3.subtopology_id.encode()
                n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
                if o3.unknown_tagged_fields:
                    a(P_iq(o3.partition, o3.offset))
                    a(write_tags(o3.unknown_tagged_fields))
                else:
                    a(P_iqx(o3.partition, o3.offset))
            v2 = o2.task_end_offsets
            n = len(v2) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            for o3 in v2:
                v = o3.subtopology_id.encode()
                n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
                if o3.unknown_tagged_fields:
                    a(P_iq(o3.partition, o3.offset))
                    a(write_tags(o3.unknown_tagged_fields))
                else:
                    a(P_iqx(o3.partition, o3.offset))
            o3 = o2.assignment
            v3 = o3.active_tasks
            n = len(v3) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            for o4 in v3:
                v = o4.subtopology_id.encode()
                n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
                s0 = o4.partitions
                n0 = len(s0)
                if o4.unknown_tagged_fields:
                    if n0 > 126:
                        a(uvarint(n0 + 1))
                        a(F_ni[n0](*s0))
                    else:
                        a(F_Bni[n0](n0 + 1, *s0))
                    a(write_tags(o4.unknown_tagged_fields))
                else:
                    if n0 > 126:
                        a(uvarint(n0 + 1))
                        a(F_nix[n0](*s0))
                    else:
                        a(F_Bnix[n0](n0 + 1, *s0))
            v3 = o3.standby_tasks
            n = len(v3) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            for o4 in v3:
                v = o4.subtopology_id.encode()
                n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
                s0 = o4.partitions
                n0 = len(s0)
                if o4.unknown_tagged_fields:
                    if n0 > 126:
                        a(uvarint(n0 + 1))
                        a(F_ni[n0](*s0))
                    else:
                        a(F_Bni[n0](n0 + 1, *s0))
                    a(write_tags(o4.unknown_tagged_fields))
                else:
                    if n0 > 126:
                        a(uvarint(n0 + 1))
                        a(F_nix[n0](*s0))
                    else:
                        a(F_Bnix[n0](n0 + 1, *s0))
            v3 = o3.warmup_tasks
            n = len(v3) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            for o4 in v3:
                v = o4.subtopology_id.encode()
                n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
                s0 = o4.partitions
                n0 = len(s0)
                if o4.unknown_tagged_fields:
                    if n0 > 126:
                        a(uvarint(n0 + 1))
                        a(F_ni[n0](*s0))
                    else:
                        a(F_Bni[n0](n0 + 1, *s0))
                    a(write_tags(o4.unknown_tagged_fields))
                else:
                    if n0 > 126:
                        a(uvarint(n0 + 1))
                        a(F_nix[n0](*s0))
                    else:
                        a(F_Bnix[n0](n0 + 1, *s0))
            if o3.unknown_tagged_fields:
                a(write_tags(o3.unknown_tagged_fields))
            else:
                a(b'\x00')
            o3 = o2.target_assignment
            v3 = o3.active_tasks
            n = len(v3) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            for o4 in v3:
                v = o4.subtopology_id.encode()
                n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
                s0 = o4.partitions
                n0 = len(s0)
                if o4.unknown_tagged_fields:
                    if n0 > 126:
                        a(uvarint(n0 + 1))
                        a(F_ni[n0](*s0))
                    else:
                        a(F_Bni[n0](n0 + 1, *s0))
                    a(write_tags(o4.unknown_tagged_fields))
                else:
                    if n0 > 126:
                        a(uvarint(n0 + 1))
                        a(F_nix[n0](*s0))
                    else:
                        a(F_Bnix[n0](n0 + 1, *s0))
            v3 = o3.standby_tasks
            n = len(v3) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            for o4 in v3:
                v = o4.subtopology_id.encode()
                n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
                s0 = o4.partitions
                n0 = len(s0)
                if o4.unknown_tagged_fields:
                    if n0 > 126:
                        a(uvarint(n0 + 1))
                        a(F_ni[n0](*s0))
                    else:
                        a(F_Bni[n0](n0 + 1, *s0))
                    a(write_tags(o4.unknown_tagged_fields))
                else:
                    if n0 > 126:
                        a(uvarint(n0 + 1))
                        a(F_nix[n0](*s0))
                    else:
                        a(F_Bnix[n0](n0 + 1, *s0))
            v3 = o3.warmup_tasks
            n = len(v3) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            for o4 in v3:
                v = o4.subtopology_id.encode()
                n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
                s0 = o4.partitions
                n0 = len(s0)
                if o4.unknown_tagged_fields:
                    if n0 > 126:
                        a(uvarint(n0 + 1))
                        a(F_ni[n0](*s0))
                    else:
                        a(F_Bni[n0](n0 + 1, *s0))
                    a(write_tags(o4.unknown_tagged_fields))
                else:
                    if n0 > 126:
                        a(uvarint(n0 + 1))
                        a(F_nix[n0](*s0))
                    else:
                        a(F_Bnix[n0](n0 + 1, *s0))
            if o3.unknown_tagged_fields:
                a(write_tags(o3.unknown_tagged_fields))
            else:
                a(b'\x00')
            if o2.unknown_tagged_fields:
                a(P_T(o2.is_classic))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(P_Tx(o2.is_classic))
        if o1.unknown_tagged_fields:
            a(P_i(o1.authorized_operations))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_ix(o1.authorized_operations))
def streams_group_describe_response_v0_tail0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
def streams_group_describe_response_v0_head1(o0, l, out):
    a = l.append
    if (o0.topology_description is not None and o0.topology_description != StreamsGroupDescribeResponse_TopologyDescription()) or o0.topology_description_status != 0: raise refuse(o0, 'topology_description', 'topology_description_status')
    v = o0.error_message
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(P_hB(o0.error_code, n))
    else: a(P_h(o0.error_code) + uvarint(n))
    a(v)
    v = o0.group_id.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v = o0.group_state.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    a(P_2i(o0.group_epoch, o0.assignment_epoch))
    if o0.topology is None: a(BYTE[255])
    else:
        a(BYTE[1])
        o1 = o0.topology
        v1 = o1.subtopologies
        if v1 is None: v1 = (); n = 0
        else: n = len(v1) + 1
        if n < 128: a(P_iB(o1.epoch, n))
        else: a(P_i(o1.epoch) + uvarint(n))
        for o2 in v1:
            v = o2.subtopology_id.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            v2 = o2.source_topics
            n = len(v2) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            for o3 in v2:
                v = o3.encode()
                n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
            v2 = o2.repartition_sink_topics
            n = len(v2) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            for o3 in v2:
                v = o3.encode()
                n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
            v2 = o2.state_changelog_topics
            n = len(v2) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            for o3 in v2:
                v = o3.name.encode()
                n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
                v3 = o3.topic_configs
                n = len(v3) + 1
                if n < 128: a(P_ihB(o3.partitions, o3.replication_factor, n))
                else: a(P_ih(o3.partitions, o3.replication_factor) + uvarint(n))
                for o4 in v3:
                    v = o4.key.encode()
                    n = len(v) + 1
                    if n < 128: a(BYTE[n])
                    else: a(uvarint(n))
                    a(v)
                    v = o4.value.encode()
                    n = len(v) + 1
                    if n < 128: a(BYTE[n])
                    else: a(uvarint(n))
                    a(v)
                    if o4.unknown_tagged_fields:
                        a(write_tags(o4.unknown_tagged_fields))
                    else:
                        a(b'\x00')
                if o3.unknown_tagged_fields:
                    a(write_tags(o3.unknown_tagged_fields))
                else:
                    a(b'\x00')
            v2 = o2.repartition_source_topics
            n = len(v2) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            for o3 in v2:
                v = o3.name.encode()
                n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
                v3 = o3.topic_configs
                n = len(v3) + 1
                if n < 128: a(P_ihB(o3.partitions, o3.replication_factor, n))
                else: a(P_ih(o3.partitions, o3.replication_factor) + uvarint(n))
                for o4 in v3:
                    v = o4.key.encode()
                    n = len(v) + 1
                    if n < 128: a(BYTE[n])
                    else: a(uvarint(n))
                    a(v)
                    v = o4.value.encode()
                    n = len(v) + 1
                    if n < 128: a(BYTE[n])
                    else: a(uvarint(n))
                    a(v)
                    if o4.unknown_tagged_fields:
                        a(write_tags(o4.unknown_tagged_fields))
                    else:
                        a(b'\x00')
                if o3.unknown_tagged_fields:
                    a(write_tags(o3.unknown_tagged_fields))
                else:
                    a(b'\x00')
            if o2.unknown_tagged_fields:
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(b'\x00')
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
def streams_group_describe_response_v0_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        v = o1.member_id.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v = o1.instance_id
        if v is None: v = b''; n = 0
        else: v = v.encode(); n = len(v) + 1
        if n < 128: a(P_iB(o1.member_epoch, n))
        else: a(P_i(o1.member_epoch) + uvarint(n))
        a(v)
        v = o1.rack_id
        if v is None: v = b''; n = 0
        else: v = v.encode(); n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v = o1.client_id.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v = o1.client_host.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v = o1.process_id.encode()
        n = len(v) + 1
        if n < 128: a(P_iB(o1.topology_epoch, n))
        else: a(P_i(o1.topology_epoch) + uvarint(n))
        a(v)
        if o1.user_endpoint is None: a(BYTE[255])
        else:
            a(BYTE[1])
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
        v1 = o1.client_tags
        n = len(v1) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o2 in v1:
            v = o2.key.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            v = o2.value.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            if o2.unknown_tagged_fields:
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(b'\x00')
        v1 = o1.task_offsets
        n = len(v1) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o2 in v1:
            v = o2.subtopology_id.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            if o2.unknown_tagged_fields:
                a(P_iq(o2.partition, o2.offset))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(P_iqx(o2.partition, o2.offset))
        v1 = o1.task_end_offsets
        n = len(v1) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o2 in v1:
            v = o2.subtopology_id.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            if o2.unknown_tagged_fields:
                a(P_iq(o2.partition, o2.offset))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(P_iqx(o2.partition, o2.offset))
        o2 = o1.assignment
        v2 = o2.active_tasks
        n = len(v2) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o3 in v2:
            v = o3.subtopology_id.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            s0 = o3.partitions
            n0 = len(s0)
            if o3.unknown_tagged_fields:
                if n0 > 126:
                    a(uvarint(n0 + 1))
                    a(F_ni[n0](*s0))
                else:
                    a(F_Bni[n0](n0 + 1, *s0))
                a(write_tags(o3.unknown_tagged_fields))
            else:
                if n0 > 126:
                    a(uvarint(n0 + 1))
                    a(F_nix[n0](*s0))
                else:
                    a(F_Bnix[n0](n0 + 1, *s0))
        v2 = o2.standby_tasks
        n = len(v2) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o3 in v2:
            v = o3.subtopology_id.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            s0 = o3.partitions
            n0 = len(s0)
            if o3.unknown_tagged_fields:
                if n0 > 126:
                    a(uvarint(n0 + 1))
                    a(F_ni[n0](*s0))
                else:
                    a(F_Bni[n0](n0 + 1, *s0))
                a(write_tags(o3.unknown_tagged_fields))
            else:
                if n0 > 126:
                    a(uvarint(n0 + 1))
                    a(F_nix[n0](*s0))
                else:
                    a(F_Bnix[n0](n0 + 1, *s0))
        v2 = o2.warmup_tasks
        n = len(v2) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o3 in v2:
            v = o3.subtopology_id.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            s0 = o3.partitions
            n0 = len(s0)
            if o3.unknown_tagged_fields:
                if n0 > 126:
                    a(uvarint(n0 + 1))
                    a(F_ni[n0](*s0))
                else:
                    a(F_Bni[n0](n0 + 1, *s0))
                a(write_tags(o3.unknown_tagged_fields))
            else:
                if n0 > 126:
                    a(uvarint(n0 + 1))
                    a(F_nix[n0](*s0))
                else:
                    a(F_Bnix[n0](n0 + 1, *s0))
        if o2.unknown_tagged_fields:
            a(write_tags(o2.unknown_tagged_fields))
        else:
            a(b'\x00')
        o2 = o1.target_assignment
        v2 = o2.active_tasks
        n = len(v2) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o3 in v2:
            v = o3.subtopology_id.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            s0 = o3.partitions
            n0 = len(s0)
            if o3.unknown_tagged_fields:
                if n0 > 126:
                    a(uvarint(n0 + 1))
                    a(F_ni[n0](*s0))
                else:
                    a(F_Bni[n0](n0 + 1, *s0))
                a(write_tags(o3.unknown_tagged_fields))
            else:
                if n0 > 126:
                    a(uvarint(n0 + 1))
                    a(F_nix[n0](*s0))
                else:
                    a(F_Bnix[n0](n0 + 1, *s0))
        v2 = o2.standby_tasks
        n = len(v2) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o3 in v2:
            v = o3.subtopology_id.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            s0 = o3.partitions
            n0 = len(s0)
            if o3.unknown_tagged_fields:
                if n0 > 126:
                    a(uvarint(n0 + 1))
                    a(F_ni[n0](*s0))
                else:
                    a(F_Bni[n0](n0 + 1, *s0))
                a(write_tags(o3.unknown_tagged_fields))
            else:
                if n0 > 126:
                    a(uvarint(n0 + 1))
                    a(F_nix[n0](*s0))
                else:
                    a(F_Bnix[n0](n0 + 1, *s0))
        v2 = o2.warmup_tasks
        n = len(v2) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o3 in v2:
            v = o3.subtopology_id.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            s0 = o3.partitions
            n0 = len(s0)
            if o3.unknown_tagged_fields:
                if n0 > 126:
                    a(uvarint(n0 + 1))
                    a(F_ni[n0](*s0))
                else:
                    a(F_Bni[n0](n0 + 1, *s0))
                a(write_tags(o3.unknown_tagged_fields))
            else:
                if n0 > 126:
                    a(uvarint(n0 + 1))
                    a(F_nix[n0](*s0))
                else:
                    a(F_Bnix[n0](n0 + 1, *s0))
        if o2.unknown_tagged_fields:
            a(write_tags(o2.unknown_tagged_fields))
        else:
            a(b'\x00')
        if o1.unknown_tagged_fields:
            a(P_T(o1.is_classic))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_Tx(o1.is_classic))
def streams_group_describe_response_v0_tail1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(P_i(o0.authorized_operations))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_ix(o0.authorized_operations))
def streams_group_describe_response_v0_head2(o0, l, out):
    a = l.append
    v = o0.member_id.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v = o0.instance_id
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(P_iB(o0.member_epoch, n))
    else: a(P_i(o0.member_epoch) + uvarint(n))
    a(v)
    v = o0.rack_id
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v = o0.client_id.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v = o0.client_host.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v = o0.process_id.encode()
    n = len(v) + 1
    if n < 128: a(P_iB(o0.topology_epoch, n))
    else: a(P_i(o0.topology_epoch) + uvarint(n))
    a(v)
    if o0.user_endpoint is None: a(BYTE[255])
    else:
        a(BYTE[1])
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
    v0 = o0.client_tags
    n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        v = o1.key.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v = o1.value.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    v0 = o0.task_offsets
    n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        v = o1.subtopology_id.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(P_iq(o1.partition, o1.offset))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_iqx(o1.partition, o1.offset))
def streams_group_describe_response_v0_each2(o0, l, out):
    a = l.append
    for o1 in o0:
        v = o1.subtopology_id.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(P_iq(o1.partition, o1.offset))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_iqx(o1.partition, o1.offset))
def streams_group_describe_response_v0_tail2(o0, l, out):
    a = l.append
    o1 = o0.assignment
    v1 = o1.active_tasks
    n = len(v1) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o2 in v1:
        v = o2.subtopology_id.encode()
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
    v1 = o1.standby_tasks
    n = len(v1) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o2 in v1:
        v = o2.subtopology_id.encode()
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
    v1 = o1.warmup_tasks
    n = len(v1) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o2 in v1:
        v = o2.subtopology_id.encode()
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
    o1 = o0.target_assignment
    v1 = o1.active_tasks
    n = len(v1) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o2 in v1:
        v = o2.subtopology_id.encode()
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
    v1 = o1.standby_tasks
    n = len(v1) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o2 in v1:
        v = o2.subtopology_id.encode()
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
    v1 = o1.warmup_tasks
    n = len(v1) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o2 in v1:
        v = o2.subtopology_id.encode()
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
    if o0.unknown_tagged_fields:
        a(P_T(o0.is_classic))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_Tx(o0.is_classic))
streams_group_describe_response_v0 = (
    ('groups', 'group_id', streams_group_describe_response_v0_head0, streams_group_describe_response_v0_each0, streams_group_describe_response_v0_tail0),
    ('members', '', streams_group_describe_response_v0_head1, streams_group_describe_response_v0_each1, streams_group_describe_response_v0_tail1),
    ('task_end_offsets', '', streams_group_describe_response_v0_head2, streams_group_describe_response_v0_each2, streams_group_describe_response_v0_tail2),
)

def streams_group_describe_response_v1_head0(o0, l, out):
    a = l.append
    a(P_i(o0.throttle_time_ms))
def streams_group_describe_response_v1_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        v = o1.error_message
        if v is None: v = b''; n = 0
        else: v = v.encode(); n = len(v) + 1
        if n < 128: a(P_hB(o1.error_code, n))
        else: a(P_h(o1.error_code) + uvarint(n))
        a(v)
        v = o1.group_id.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v = o1.group_state.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        a(P_2i(o1.group_epoch, o1.assignment_epoch))
        if o1.topology is None: a(BYTE[255])
        else:
            a(BYTE[1])
            o2 = o1.topology
            v2 = o2.subtopologies
            if v2 is None: v2 = (); n = 0
            else: n = len(v2) + 1
            if n < 128: a(P_iB(o2.epoch, n))
            else: a(P_i(o2.epoch) + uvarint(n))
            for o3 in v2:
                v = o3.subtopology_id.encode()
                n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
                v3 = o3.source_topics
                n = len(v3) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                for o4 in v3:
                    v = o4.encode()
                    n = len(v) + 1
                    if n < 128: a(BYTE[n])
                    else: a(uvarint(n))
                    a(v)
                v3 = o3.repartition_sink_topics
                n = len(v3) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                for o4 in v3:
                    v = o4.encode()
                    n = len(v) + 1
                    if n < 128: a(BYTE[n])
                    else: a(uvarint(n))
                    a(v)
                v3 = o3.state_changelog_topics
                n = len(v3) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                for o4 in v3:
                    v = o4.name.encode()
                    n = len(v) + 1
                    if n < 128: a(BYTE[n])
                    else: a(uvarint(n))
                    a(v)
                    v4 = o4.topic_configs
                    n = len(v4) + 1
                    if n < 128: a(P_ihB(o4.partitions, o4.replication_factor, n))
                    else: a(P_ih(o4.partitions, o4.replication_factor) + uvarint(n))
                    for o5 in v4:
                        v = o5.key.encode()
                        n = len(v) + 1
                        if n < 128: a(BYTE[n])
                        else: a(uvarint(n))
                        a(v)
                        v = o5.value.encode()
                        n = len(v) + 1
                        if n < 128: a(BYTE[n])
                        else: a(uvarint(n))
                        a(v)
                        if o5.unknown_tagged_fields:
                            a(write_tags(o5.unknown_tagged_fields))
                        else:
                            a(b'\x00')
                    if o4.unknown_tagged_fields:
                        a(write_tags(o4.unknown_tagged_fields))
                    else:
                        a(b'\x00')
                v3 = o3.repartition_source_topics
                n = len(v3) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                for o4 in v3:
                    v = o4.name.encode()
                    n = len(v) + 1
                    if n < 128: a(BYTE[n])
                    else: a(uvarint(n))
                    a(v)
                    v4 = o4.topic_configs
                    n = len(v4) + 1
                    if n < 128: a(P_ihB(o4.partitions, o4.replication_factor, n))
                    else: a(P_ih(o4.partitions, o4.replication_factor) + uvarint(n))
                    for o5 in v4:
                        v = o5.key.encode()
                        n = len(v) + 1
                        if n < 128: a(BYTE[n])
                        else: a(uvarint(n))
                        a(v)
                        v = o5.value.encode()
                        n = len(v) + 1
                        if n < 128: a(BYTE[n])
                        else: a(uvarint(n))
                        a(v)
                        if o5.unknown_tagged_fields:
                            a(write_tags(o5.unknown_tagged_fields))
                        else:
                            a(b'\x00')
                    if o4.unknown_tagged_fields:
                        a(write_tags(o4.unknown_tagged_fields))
                    else:
                        a(b'\x00')
                if o3.unknown_tagged_fields:
                    a(write_tags(o3.unknown_tagged_fields))
                else:
                    a(b'\x00')
            if o2.unknown_tagged_fields:
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(b'\x00')
        v1 = o1.members
        n = len(v1) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o2 in v1:
            v = o2.member_id.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            v = o2.instance_id
            if v is None: v = b''; n = 0
            else: v = v.encode(); n = len(v) + 1
            if n < 128: a(P_iB(o2.member_epoch, n))
            else: a(P_i(o2.member_epoch) + uvarint(n))
            a(v)
            v = o2.rack_id
            if v is None: v = b''; n = 0
            else: v = v.encode(); n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            v = o2.client_id.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            v = o2.client_host.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            v = o2.process_id.encode()
            n = len(v) + 1
            if n < 128: a(P_iB(o2.topology_epoch, n))
            else: a(P_i(o2.topology_epoch) + uvarint(n))
            a(v)
            if o2.user_endpoint is None: a(BYTE[255])
            else:
                a(BYTE[1])
                o3 = o2.user_endpoint
                v = o3.host.encode()
                n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
                if o3.unknown_tagged_fields:
                    a(P_H(o3.port))
                    a(write_tags(o3.unknown_tagged_fields))
                else:
                    a(P_Hx(o3.port))
            v2 = o2.client_tags
            n = len(v2) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            for o3 in v2:
                v = o3.key.encode()
                n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
                v = o3.value.encode()
                n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
                if o3.unknown_tagged_fields:
                    a(write_tags(o3.unknown_tagged_fields))
                else:
                    a(b'\x00')
            v2 = o2.task_offsets
            n = len(v2) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            for o3 in v2:
                v = o3.subtopology_id.encode()
                n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
                if o3.unknown_tagged_fields:
                    a(P_iq(o3.partition, o3.offset))
                    a(write_tags(o3.unknown_tagged_fields))
                else:
                    a(P_iqx(o3.partition, o3.offset))
            v2 = o2.task_end_offsets
            n = len(v2) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            for o3 in v2:
                v = o3.subtopology_id.encode()
                n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
                if o3.unknown_tagged_fields:
                    a(P_iq(o3.partition, o3.offset))
                    a(write_tags(o3.unknown_tagged_fields))
                else:
                    a(P_iqx(o3.partition, o3.offset))
            o3 = o2.assignment
            v3 = o3.active_tasks
            n = len(v3) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            for o4 in v3:
                v = o4.subtopology_id.encode()
                n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
                s0 = o4.partitions
                n0 = len(s0)
                if o4.unknown_tagged_fields:
                    if n0 > 126:
                        a(uvarint(n0 + 1))
                        a(F_ni[n0](*s0))
                    else:
                        a(F_Bni[n0](n0 + 1, *s0))
                    a(write_tags(o4.unknown_tagged_fields))
                else:
                    if n0 > 126:
                        a(uvarint(n0 + 1))
                        a(F_nix[n0](*s0))
                    else:
                        a(F_Bnix[n0](n0 + 1, *s0))
            v3 = o3.standby_tasks
            n = len(v3) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            for o4 in v3:
                v = o4.subtopology_id.encode()
                n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
                s0 = o4.partitions
                n0 = len(s0)
                if o4.unknown_tagged_fields:
                    if n0 > 126:
                        a(uvarint(n0 + 1))
                        a(F_ni[n0](*s0))
                    else:
                        a(F_Bni[n0](n0 + 1, *s0))
                    a(write_tags(o4.unknown_tagged_fields))
                else:
                    if n0 > 126:
                        a(uvarint(n0 + 1))
                        a(F_nix[n0](*s0))
                    else:
                        a(F_Bnix[n0](n0 + 1, *s0))
            v3 = o3.warmup_tasks
            n = len(v3) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            for o4 in v3:
                v = o4.subtopology_id.encode()
                n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
                s0 = o4.partitions
                n0 = len(s0)
                if o4.unknown_tagged_fields:
                    if n0 > 126:
                        a(uvarint(n0 + 1))
                        a(F_ni[n0](*s0))
                    else:
                        a(F_Bni[n0](n0 + 1, *s0))
                    a(write_tags(o4.unknown_tagged_fields))
                else:
                    if n0 > 126:
                        a(uvarint(n0 + 1))
                        a(F_nix[n0](*s0))
                    else:
                        a(F_Bnix[n0](n0 + 1, *s0))
            if o3.unknown_tagged_fields:
                a(write_tags(o3.unknown_tagged_fields))
            else:
                a(b'\x00')
            o3 = o2.target_assignment
            v3 = o3.active_tasks
            n = len(v3) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            for o4 in v3:
                v = o4.subtopology_id.encode()
                n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
                s0 = o4.partitions
                n0 = len(s0)
                if o4.unknown_tagged_fields:
                    if n0 > 126:
                        a(uvarint(n0 + 1))
                        a(F_ni[n0](*s0))
                    else:
                        a(F_Bni[n0](n0 + 1, *s0))
                    a(write_tags(o4.unknown_tagged_fields))
                else:
                    if n0 > 126:
                        a(uvarint(n0 + 1))
                        a(F_nix[n0](*s0))
                    else:
                        a(F_Bnix[n0](n0 + 1, *s0))
            v3 = o3.standby_tasks
            n = len(v3) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            for o4 in v3:
                v = o4.subtopology_id.encode()
                n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
                s0 = o4.partitions
                n0 = len(s0)
                if o4.unknown_tagged_fields:
                    if n0 > 126:
                        a(uvarint(n0 + 1))
                        a(F_ni[n0](*s0))
                    else:
                        a(F_Bni[n0](n0 + 1, *s0))
                    a(write_tags(o4.unknown_tagged_fields))
                else:
                    if n0 > 126:
                        a(uvarint(n0 + 1))
                        a(F_nix[n0](*s0))
                    else:
                        a(F_Bnix[n0](n0 + 1, *s0))
            v3 = o3.warmup_tasks
            n = len(v3) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            for o4 in v3:
                v = o4.subtopology_id.encode()
                n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
                s0 = o4.partitions
                n0 = len(s0)
                if o4.unknown_tagged_fields:
                    if n0 > 126:
                        a(uvarint(n0 + 1))
                        a(F_ni[n0](*s0))
                    else:
                        a(F_Bni[n0](n0 + 1, *s0))
                    a(write_tags(o4.unknown_tagged_fields))
                else:
                    if n0 > 126:
                        a(uvarint(n0 + 1))
                        a(F_nix[n0](*s0))
                    else:
                        a(F_Bnix[n0](n0 + 1, *s0))
            if o3.unknown_tagged_fields:
                a(write_tags(o3.unknown_tagged_fields))
            else:
                a(b'\x00')
            if o2.unknown_tagged_fields:
                a(P_T(o2.is_classic))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(P_Tx(o2.is_classic))
        a(P_i(o1.authorized_operations))
        if o1.topology_description is None: a(BYTE[255])
        else:
            a(BYTE[1])
            o2 = o1.topology_description
            v2 = o2.subtopologies
            n = len(v2) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            for o3 in v2:
                v = o3.subtopology_id.encode()
                n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
                v3 = o3.nodes
                n = len(v3) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                for o4 in v3:
                    v = o4.name.encode()
                    n = len(v) + 1
                    if n < 128: a(BYTE[n])
                    else: a(uvarint(n))
                    a(v)
                    v4 = o4.source_topics
                    n = len(v4) + 1
                    if n < 128: a(P_bB(o4.node_type, n))
                    else: a(P_b(o4.node_type) + uvarint(n))
                    for o5 in v4:
                        v = o5.encode()
                        n = len(v) + 1
                        if n < 128: a(BYTE[n])
                        else: a(uvarint(n))
                        a(v)
                    v = o4.sink_topic
                    if v is None: v = b''; n = 0
                    else: v = v.encode(); n = len(v) + 1
                    if n < 128: a(BYTE[n])
                    else: a(uvarint(n))
                    a(v)
                    v4 = o4.stores
                    n = len(v4) + 1
                    if n < 128: a(BYTE[n])
                    else: a(uvarint(n))
                    for o5 in v4:
                        v = o5.encode()
                        n = len(v) + 1
                        if n < 128: a(BYTE[n])
                        else: a(uvarint(n))
                        a(v)
                    v4 = o4.successors
                    n = len(v4) + 1
                    if n < 128: a(BYTE[n])
                    else: a(uvarint(n))
                    for o5 in v4:
                        v = o5.encode()
                        n = len(v) + 1
                        if n < 128: a(BYTE[n])
                        else: a(uvarint(n))
                        a(v)
                    if o4.unknown_tagged_fields:
                        a(write_tags(o4.unknown_tagged_fields))
                    else:
                        a(b'\x00')
                if o3.unknown_tagged_fields:
                    a(write_tags(o3.unknown_tagged_fields))
                else:
                    a(b'\x00')
            v2 = o2.global_stores
            n = len(v2) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            for o3 in v2:
                o4 = o3.source
                v = o4.name.encode()
                n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
                v4 = o4.source_topics
                n = len(v4) + 1
                if n < 128: a(P_bB(o4.node_type, n))
                else: a(P_b(o4.node_type) + uvarint(n))
                for o5 in v4:
                    v = o5.encode()
                    n = len(v) + 1
                    if n < 128: a(BYTE[n])
                    else: a(uvarint(n))
                    a(v)
                v = o4.sink_topic
                if v is None: v = b''; n = 0
                else: v = v.encode(); n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
                v4 = o4.stores
                n = len(v4) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                for o5 in v4:
                    v = o5.encode()
                    n = len(v) + 1
                    if n < 128: a(BYTE[n])
                    else: a(uvarint(n))
                    a(v)
                v4 = o4.successors
                n = len(v4) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                for o5 in v4:
                    v = o5.encode()
                    n = len(v) + 1
                    if n < 128: a(BYTE[n])
                    else: a(uvarint(n))
                    a(v)
                if o4.unknown_tagged_fields:
                    a(write_tags(o4.unknown_tagged_fields))
                else:
                    a(b'\x00')
                o4 = o3.processor
                v = o4.name.encode()
                n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
                v4 = o4.source_topics
                n = len(v4) + 1
                if n < 128: a(P_bB(o4.node_type, n))
                else: a(P_b(o4.node_type) + uvarint(n))
                for o5 in v4:
                    v = o5.encode()
                    n = len(v) + 1
                    if n < 128: a(BYTE[n])
                    else: a(uvarint(n))
                    a(v)
                v = o4.sink_topic
                if v is None: v = b''; n = 0
                else: v = v.encode(); n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
                v4 = o4.stores
                n = len(v4) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                for o5 in v4:
                    v = o5.encode()
                    n = len(v) + 1
                    if n < 128: a(BYTE[n])
                    else: a(uvarint(n))
                    a(v)
                v4 = o4.successors
                n = len(v4) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                for o5 in v4:
                    v = o5.encode()
                    n = len(v) + 1
                    if n < 128: a(BYTE[n])
                    else: a(uvarint(n))
                    a(v)
                if o4.unknown_tagged_fields:
                    a(write_tags(o4.unknown_tagged_fields))
                else:
                    a(b'\x00')
                if o3.unknown_tagged_fields:
                    a(write_tags(o3.unknown_tagged_fields))
                else:
                    a(b'\x00')
            if o2.unknown_tagged_fields:
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(b'\x00')
        v = o1.assignor_name
        if v is None: v = b''; n = 0
        else: v = v.encode(); n = len(v) + 1
        if n < 128: a(P_bB(o1.topology_description_status, n))
        else: a(P_b(o1.topology_description_status) + uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
def streams_group_describe_response_v1_tail0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
def streams_group_describe_response_v1_head1(o0, l, out):
    a = l.append
    v = o0.error_message
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(P_hB(o0.error_code, n))
    else: a(P_h(o0.error_code) + uvarint(n))
    a(v)
    v = o0.group_id.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v = o0.group_state.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    a(P_2i(o0.group_epoch, o0.assignment_epoch))
    if o0.topology is None: a(BYTE[255])
    else:
        a(BYTE[1])
        o1 = o0.topology
        v1 = o1.subtopologies
        if v1 is None: v1 = (); n = 0
        else: n = len(v1) + 1
        if n < 128: a(P_iB(o1.epoch, n))
        else: a(P_i(o1.epoch) + uvarint(n))
        for o2 in v1:
            v = o2.subtopology_id.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            v2 = o2.source_topics
            n = len(v2) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            for o3 in v2:
                v = o3.encode()
                n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
            v2 = o2.repartition_sink_topics
            n = len(v2) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            for o3 in v2:
                v = o3.encode()
                n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
            v2 = o2.state_changelog_topics
            n = len(v2) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            for o3 in v2:
                v = o3.name.encode()
                n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
                v3 = o3.topic_configs
                n = len(v3) + 1
                if n < 128: a(P_ihB(o3.partitions, o3.replication_factor, n))
                else: a(P_ih(o3.partitions, o3.replication_factor) + uvarint(n))
                for o4 in v3:
                    v = o4.key.encode()
                    n = len(v) + 1
                    if n < 128: a(BYTE[n])
                    else: a(uvarint(n))
                    a(v)
                    v = o4.value.encode()
                    n = len(v) + 1
                    if n < 128: a(BYTE[n])
                    else: a(uvarint(n))
                    a(v)
                    if o4.unknown_tagged_fields:
                        a(write_tags(o4.unknown_tagged_fields))
                    else:
                        a(b'\x00')
                if o3.unknown_tagged_fields:
                    a(write_tags(o3.unknown_tagged_fields))
                else:
                    a(b'\x00')
            v2 = o2.repartition_source_topics
            n = len(v2) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            for o3 in v2:
                v = o3.name.encode()
                n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
                v3 = o3.topic_configs
                n = len(v3) + 1
                if n < 128: a(P_ihB(o3.partitions, o3.replication_factor, n))
                else: a(P_ih(o3.partitions, o3.replication_factor) + uvarint(n))
                for o4 in v3:
                    v = o4.key.encode()
                    n = len(v) + 1
                    if n < 128: a(BYTE[n])
                    else: a(uvarint(n))
                    a(v)
                    v = o4.value.encode()
                    n = len(v) + 1
                    if n < 128: a(BYTE[n])
                    else: a(uvarint(n))
                    a(v)
                    if o4.unknown_tagged_fields:
                        a(write_tags(o4.unknown_tagged_fields))
                    else:
                        a(b'\x00')
                if o3.unknown_tagged_fields:
                    a(write_tags(o3.unknown_tagged_fields))
                else:
                    a(b'\x00')
            if o2.unknown_tagged_fields:
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(b'\x00')
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
def streams_group_describe_response_v1_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        v = o1.member_id.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v = o1.instance_id
        if v is None: v = b''; n = 0
        else: v = v.encode(); n = len(v) + 1
        if n < 128: a(P_iB(o1.member_epoch, n))
        else: a(P_i(o1.member_epoch) + uvarint(n))
        a(v)
        v = o1.rack_id
        if v is None: v = b''; n = 0
        else: v = v.encode(); n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v = o1.client_id.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v = o1.client_host.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v = o1.process_id.encode()
        n = len(v) + 1
        if n < 128: a(P_iB(o1.topology_epoch, n))
        else: a(P_i(o1.topology_epoch) + uvarint(n))
        a(v)
        if o1.user_endpoint is None: a(BYTE[255])
        else:
            a(BYTE[1])
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
        v1 = o1.client_tags
        n = len(v1) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o2 in v1:
            v = o2.key.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            v = o2.value.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            if o2.unknown_tagged_fields:
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(b'\x00')
        v1 = o1.task_offsets
        n = len(v1) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o2 in v1:
            v = o2.subtopology_id.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            if o2.unknown_tagged_fields:
                a(P_iq(o2.partition, o2.offset))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(P_iqx(o2.partition, o2.offset))
        v1 = o1.task_end_offsets
        n = len(v1) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o2 in v1:
            v = o2.subtopology_id.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            if o2.unknown_tagged_fields:
                a(P_iq(o2.partition, o2.offset))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(P_iqx(o2.partition, o2.offset))
        o2 = o1.assignment
        v2 = o2.active_tasks
        n = len(v2) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o3 in v2:
            v = o3.subtopology_id.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            s0 = o3.partitions
            n0 = len(s0)
            if o3.unknown_tagged_fields:
                if n0 > 126:
                    a(uvarint(n0 + 1))
                    a(F_ni[n0](*s0))
                else:
                    a(F_Bni[n0](n0 + 1, *s0))
                a(write_tags(o3.unknown_tagged_fields))
            else:
                if n0 > 126:
                    a(uvarint(n0 + 1))
                    a(F_nix[n0](*s0))
                else:
                    a(F_Bnix[n0](n0 + 1, *s0))
        v2 = o2.standby_tasks
        n = len(v2) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o3 in v2:
            v = o3.subtopology_id.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            s0 = o3.partitions
            n0 = len(s0)
            if o3.unknown_tagged_fields:
                if n0 > 126:
                    a(uvarint(n0 + 1))
                    a(F_ni[n0](*s0))
                else:
                    a(F_Bni[n0](n0 + 1, *s0))
                a(write_tags(o3.unknown_tagged_fields))
            else:
                if n0 > 126:
                    a(uvarint(n0 + 1))
                    a(F_nix[n0](*s0))
                else:
                    a(F_Bnix[n0](n0 + 1, *s0))
        v2 = o2.warmup_tasks
        n = len(v2) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o3 in v2:
            v = o3.subtopology_id.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            s0 = o3.partitions
            n0 = len(s0)
            if o3.unknown_tagged_fields:
                if n0 > 126:
                    a(uvarint(n0 + 1))
                    a(F_ni[n0](*s0))
                else:
                    a(F_Bni[n0](n0 + 1, *s0))
                a(write_tags(o3.unknown_tagged_fields))
            else:
                if n0 > 126:
                    a(uvarint(n0 + 1))
                    a(F_nix[n0](*s0))
                else:
                    a(F_Bnix[n0](n0 + 1, *s0))
        if o2.unknown_tagged_fields:
            a(write_tags(o2.unknown_tagged_fields))
        else:
            a(b'\x00')
        o2 = o1.target_assignment
        v2 = o2.active_tasks
        n = len(v2) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o3 in v2:
            v = o3.subtopology_id.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            s0 = o3.partitions
            n0 = len(s0)
            if o3.unknown_tagged_fields:
                if n0 > 126:
                    a(uvarint(n0 + 1))
                    a(F_ni[n0](*s0))
                else:
                    a(F_Bni[n0](n0 + 1, *s0))
                a(write_tags(o3.unknown_tagged_fields))
            else:
                if n0 > 126:
                    a(uvarint(n0 + 1))
                    a(F_nix[n0](*s0))
                else:
                    a(F_Bnix[n0](n0 + 1, *s0))
        v2 = o2.standby_tasks
        n = len(v2) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o3 in v2:
            v = o3.subtopology_id.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            s0 = o3.partitions
            n0 = len(s0)
            if o3.unknown_tagged_fields:
                if n0 > 126:
                    a(uvarint(n0 + 1))
                    a(F_ni[n0](*s0))
                else:
                    a(F_Bni[n0](n0 + 1, *s0))
                a(write_tags(o3.unknown_tagged_fields))
            else:
                if n0 > 126:
                    a(uvarint(n0 + 1))
                    a(F_nix[n0](*s0))
                else:
                    a(F_Bnix[n0](n0 + 1, *s0))
        v2 = o2.warmup_tasks
        n = len(v2) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o3 in v2:
            v = o3.subtopology_id.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            s0 = o3.partitions
            n0 = len(s0)
            if o3.unknown_tagged_fields:
                if n0 > 126:
                    a(uvarint(n0 + 1))
                    a(F_ni[n0](*s0))
                else:
                    a(F_Bni[n0](n0 + 1, *s0))
                a(write_tags(o3.unknown_tagged_fields))
            else:
                if n0 > 126:
                    a(uvarint(n0 + 1))
                    a(F_nix[n0](*s0))
                else:
                    a(F_Bnix[n0](n0 + 1, *s0))
        if o2.unknown_tagged_fields:
            a(write_tags(o2.unknown_tagged_fields))
        else:
            a(b'\x00')
        if o1.unknown_tagged_fields:
            a(P_T(o1.is_classic))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_Tx(o1.is_classic))
def streams_group_describe_response_v1_tail1(o0, l, out):
    a = l.append
    a(P_i(o0.authorized_operations))
    if o0.topology_description is None: a(BYTE[255])
    else:
        a(BYTE[1])
        o1 = o0.topology_description
        v1 = o1.subtopologies
        n = len(v1) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o2 in v1:
            v = o2.subtopology_id.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            v2 = o2.nodes
            n = len(v2) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            for o3 in v2:
                v = o3.name.encode()
                n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
                v3 = o3.source_topics
                n = len(v3) + 1
                if n < 128: a(P_bB(o3.node_type, n))
                else: a(P_b(o3.node_type) + uvarint(n))
                for o4 in v3:
                    v = o4.encode()
                    n = len(v) + 1
                    if n < 128: a(BYTE[n])
                    else: a(uvarint(n))
                    a(v)
                v = o3.sink_topic
                if v is None: v = b''; n = 0
                else: v = v.encode(); n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
                v3 = o3.stores
                n = len(v3) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                for o4 in v3:
                    v = o4.encode()
                    n = len(v) + 1
                    if n < 128: a(BYTE[n])
                    else: a(uvarint(n))
                    a(v)
                v3 = o3.successors
                n = len(v3) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                for o4 in v3:
                    v = o4.encode()
                    n = len(v) + 1
                    if n < 128: a(BYTE[n])
                    else: a(uvarint(n))
                    a(v)
                if o3.unknown_tagged_fields:
                    a(write_tags(o3.unknown_tagged_fields))
                else:
                    a(b'\x00')
            if o2.unknown_tagged_fields:
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(b'\x00')
        v1 = o1.global_stores
        n = len(v1) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o2 in v1:
            o3 = o2.source
            v = o3.name.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            v3 = o3.source_topics
            n = len(v3) + 1
            if n < 128: a(P_bB(o3.node_type, n))
            else: a(P_b(o3.node_type) + uvarint(n))
            for o4 in v3:
                v = o4.encode()
                n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
            v = o3.sink_topic
            if v is None: v = b''; n = 0
            else: v = v.encode(); n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            v3 = o3.stores
            n = len(v3) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            for o4 in v3:
                v = o4.encode()
                n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
            v3 = o3.successors
            n = len(v3) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            for o4 in v3:
                v = o4.encode()
                n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
            if o3.unknown_tagged_fields:
                a(write_tags(o3.unknown_tagged_fields))
            else:
                a(b'\x00')
            o3 = o2.processor
            v = o3.name.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            v3 = o3.source_topics
            n = len(v3) + 1
            if n < 128: a(P_bB(o3.node_type, n))
            else: a(P_b(o3.node_type) + uvarint(n))
            for o4 in v3:
                v = o4.encode()
                n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
            v = o3.sink_topic
            if v is None: v = b''; n = 0
            else: v = v.encode(); n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            v3 = o3.stores
            n = len(v3) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            for o4 in v3:
                v = o4.encode()
                n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
            v3 = o3.successors
            n = len(v3) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            for o4 in v3:
                v = o4.encode()
                n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
            if o3.unknown_tagged_fields:
                a(write_tags(o3.unknown_tagged_fields))
            else:
                a(b'\x00')
            if o2.unknown_tagged_fields:
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(b'\x00')
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    v = o0.assignor_name
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(P_bB(o0.topology_description_status, n))
    else: a(P_b(o0.topology_description_status) + uvarint(n))
    a(v)
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
def streams_group_describe_response_v1_head2(o0, l, out):
    a = l.append
    v = o0.member_id.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v = o0.instance_id
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(P_iB(o0.member_epoch, n))
    else: a(P_i(o0.member_epoch) + uvarint(n))
    a(v)
    v = o0.rack_id
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v = o0.client_id.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v = o0.client_host.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v = o0.process_id.encode()
    n = len(v) + 1
    if n < 128: a(P_iB(o0.topology_epoch, n))
    else: a(P_i(o0.topology_epoch) + uvarint(n))
    a(v)
    if o0.user_endpoint is None: a(BYTE[255])
    else:
        a(BYTE[1])
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
    v0 = o0.client_tags
    n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        v = o1.key.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v = o1.value.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    v0 = o0.task_offsets
    n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        v = o1.subtopology_id.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(P_iq(o1.partition, o1.offset))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_iqx(o1.partition, o1.offset))
def streams_group_describe_response_v1_each2(o0, l, out):
    a = l.append
    for o1 in o0:
        v = o1.subtopology_id.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(P_iq(o1.partition, o1.offset))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_iqx(o1.partition, o1.offset))
def streams_group_describe_response_v1_tail2(o0, l, out):
    a = l.append
    o1 = o0.assignment
    v1 = o1.active_tasks
    n = len(v1) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o2 in v1:
        v = o2.subtopology_id.encode()
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
    v1 = o1.standby_tasks
    n = len(v1) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o2 in v1:
        v = o2.subtopology_id.encode()
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
    v1 = o1.warmup_tasks
    n = len(v1) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o2 in v1:
        v = o2.subtopology_id.encode()
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
    o1 = o0.target_assignment
    v1 = o1.active_tasks
    n = len(v1) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o2 in v1:
        v = o2.subtopology_id.encode()
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
    v1 = o1.standby_tasks
    n = len(v1) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o2 in v1:
        v = o2.subtopology_id.encode()
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
    v1 = o1.warmup_tasks
    n = len(v1) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o2 in v1:
        v = o2.subtopology_id.encode()
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
    if o0.unknown_tagged_fields:
        a(P_T(o0.is_classic))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_Tx(o0.is_classic))
streams_group_describe_response_v1 = (
    ('groups', 'group_id', streams_group_describe_response_v1_head0, streams_group_describe_response_v1_each0, streams_group_describe_response_v1_tail0),
    ('members', '', streams_group_describe_response_v1_head1, streams_group_describe_response_v1_each1, streams_group_describe_response_v1_tail1),
    ('task_end_offsets', '', streams_group_describe_response_v1_head2, streams_group_describe_response_v1_each2, streams_group_describe_response_v1_tail2),
)

PIECES = (
    (True, streams_group_describe_response_v0),
    (True, streams_group_describe_response_v1),
)
