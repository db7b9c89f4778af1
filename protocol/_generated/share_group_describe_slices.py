"""Written by `make generate` from protocol/messages/share_group_describe.py. Do not edit."""

from kavka.protocol._generated.share_group_describe import *
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import pack, read_uvarint, refuse, skip_tags, uvarint, write_tags

P_i = Struct('>i').pack
P_hB = Struct('>hB').pack
P_h = Struct('>h').pack
P_2iB = Struct('>2iB').pack
P_2i = Struct('>2i').pack
P_iB = Struct('>iB').pack
P_16sB = Struct('>16sB').pack
P_16s = Struct('>16s').pack
F_ni = PackCache('>%di')
F_Bni = PackCache('>B%di')
F_nix = PackCache('>%dix')
F_Bnix = PackCache('>B%dix')
P_ix = Struct('>ix').pack

def scan_share_group_describe_request_v1(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    h0 = p
    r0 = []
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 <= (e - p) // 1: raise DecodeError(f'ShareGroupDescribeRequest: group_ids: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            q = b[p]
            p += 1
            if q > 127: q, p = read_uvarint(b, p - 1)
            if q > 32768: raise DecodeError(f'ShareGroupDescribeRequest: group_ids: length {q}')
            if q: p += q - 1
            else: raise DecodeError(f'ShareGroupDescribeRequest: group_ids: length {q}')
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
    if p > e: raise DecodeError(f'ShareGroupDescribeRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

SCANNERS = (
    None,
    scan_share_group_describe_request_v1,
)

def share_group_describe_response_v1_head0(o0, l, out):
    a = l.append
    a(P_i(o0.throttle_time_ms))
def share_group_describe_response_v1_each0(o0, l, out):
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
        v = o1.assignor_name.encode()
        n = len(v) + 1
        if n < 128: a(P_2iB(o1.group_epoch, o1.assignment_epoch, n))
        else: a(P_2i(o1.group_epoch, o1.assignment_epoch) + uvarint(n))
        a(v)
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
            v = o2.rack_id
            if v is None: v = b''; n = 0
            else: v = v.encode(); n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            v = o2.client_id.encode()
            n = len(v) + 1
            if n < 128: a(P_iB(o2.member_epoch, n))
            else: a(P_i(o2.member_epoch) + uvarint(n))
            a(v)
            v = o2.client_host.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            v2 = o2.subscribed_topic_names
            n = len(v2) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            for o3 in v2:
                v = o3.encode()
                n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
            o3 = o2.assignment
            v3 = o3.topic_partitions
            n = len(v3) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            for o4 in v3:
                if len(o4.topic_id) != 16: raise EncodeError(f'{o4.topic_id!r:.80} is not a uuid')
                v = o4.topic_name.encode()
                n = len(v) + 1
                if n < 128: a(P_16sB(o4.topic_id, n))
                else: a(P_16s(o4.topic_id) + uvarint(n))
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
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(b'\x00')
        if o1.unknown_tagged_fields:
            a(P_i(o1.authorized_operations))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_ix(o1.authorized_operations))
def share_group_describe_response_v1_tail0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
def share_group_describe_response_v1_head1(o0, l, out):
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
    v = o0.assignor_name.encode()
    n = len(v) + 1
    if n < 128: a(P_2iB(o0.group_epoch, o0.assignment_epoch, n))
    else: a(P_2i(o0.group_epoch, o0.assignment_epoch) + uvarint(n))
    a(v)
def share_group_describe_response_v1_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        v = o1.member_id.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v = o1.rack_id
        if v is None: v = b''; n = 0
        else: v = v.encode(); n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v = o1.client_id.encode()
        n = len(v) + 1
        if n < 128: a(P_iB(o1.member_epoch, n))
        else: a(P_i(o1.member_epoch) + uvarint(n))
        a(v)
        v = o1.client_host.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v1 = o1.subscribed_topic_names
        n = len(v1) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o2 in v1:
            v = o2.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
        o2 = o1.assignment
        v2 = o2.topic_partitions
        n = len(v2) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o3 in v2:
            if len(o3.topic_id) != 16: raise EncodeError(f'{o3.topic_id!r:.80} is not a uuid')
            v = o3.topic_name.encode()
            n = len(v) + 1
            if n < 128: a(P_16sB(o3.topic_id, n))
            else: a(P_16s(o3.topic_id) + uvarint(n))
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
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
def share_group_describe_response_v1_tail1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(P_i(o0.authorized_operations))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_ix(o0.authorized_operations))
share_group_describe_response_v1 = (
    ('groups', 'group_id', share_group_describe_response_v1_head0, share_group_describe_response_v1_each0, share_group_describe_response_v1_tail0),
    ('members', '', share_group_describe_response_v1_head1, share_group_describe_response_v1_each1, share_group_describe_response_v1_tail1),
)

PIECES = (
    None,
    (True, share_group_describe_response_v1),
)
