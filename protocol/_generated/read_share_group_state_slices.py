"""Written by `make generate` from protocol/messages/read_share_group_state.py. Do not edit."""

from kavka.protocol._generated.read_share_group_state import *
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import pack, read_uvarint, refuse, skip_tags, uvarint, write_tags

P_16sB = Struct('>16sB').pack
P_16s = Struct('>16s').pack
P_ihB = Struct('>ihB').pack
P_ih = Struct('>ih').pack
P_iqB = Struct('>iqB').pack
P_iq = Struct('>iq').pack
P_2qbh = Struct('>2qbh').pack
P_2qbhx = Struct('>2qbhx').pack

def scan_read_share_group_state_request_v0(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    q = b[p]
    p += 1
    if q > 127: q, p = read_uvarint(b, p - 1)
    if q > 32768: raise DecodeError(f'ReadShareGroupStateRequest: group_id: length {q}')
    if q: p += q - 1
    else: raise DecodeError(f'ReadShareGroupStateRequest: group_id: length {q}')
    h0 = p
    r0 = []
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 <= (e - p) // 18: raise DecodeError(f'ReadShareGroupStateRequest: topics: count {c0}')
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
            if not 0 <= c1 <= (e - p) // 9: raise DecodeError(f'ReadShareGroupStateRequest: topics.partitions: count {c1}')
            if c1 > 0:
                s1 = p
                k1 = 0
                m1 = n
                for _ in range(c1):
                    n += 1
                    p += 8
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
    if p > e: raise DecodeError(f'ReadShareGroupStateRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

SCANNERS = (
    scan_read_share_group_state_request_v0,
)

def read_share_group_state_response_v0_head0(o0, l, out):
    a = l.append
def read_share_group_state_response_v0_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        if len(o1.topic_id) != 16: raise EncodeError(f'{o1.topic_id!r:.80} is not a uuid')
        v1 = o1.partitions
        n = len(v1) + 1
        if n < 128: a(P_16sB(o1.topic_id, n))
        else: a(P_16s(o1.topic_id) + uvarint(n))
        for o2 in v1:
            v = o2.error_message
            if v is None: v = b''; n = 0
            else: v = v.encode(); n = len(v) + 1
            if n < 128: a(P_ihB(o2.partition, o2.error_code, n))
            else: a(P_ih(o2.partition, o2.error_code) + uvarint(n))
            a(v)
            v2 = o2.state_batches
            n = len(v2) + 1
            if n < 128: a(P_iqB(o2.state_epoch, o2.start_offset, n))
            else: a(P_iq(o2.state_epoch, o2.start_offset) + uvarint(n))
            for o3 in v2:
                if o3.unknown_tagged_fields:
                    a(P_2qbh(o3.first_offset, o3.last_offset, o3.delivery_state, o3.delivery_count))
                    a(write_tags(o3.unknown_tagged_fields))
                else:
                    a(P_2qbhx(o3.first_offset, o3.last_offset, o3.delivery_state, o3.delivery_count))
            if o2.unknown_tagged_fields:
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(b'\x00')
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
def read_share_group_state_response_v0_tail0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
def read_share_group_state_response_v0_head1(o0, l, out):
    a = l.append
    if len(o0.topic_id) != 16: raise EncodeError(f'{o0.topic_id!r:.80} is not a uuid')
    a(P_16s(o0.topic_id))
def read_share_group_state_response_v0_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        v = o1.error_message
        if v is None: v = b''; n = 0
        else: v = v.encode(); n = len(v) + 1
        if n < 128: a(P_ihB(o1.partition, o1.error_code, n))
        else: a(P_ih(o1.partition, o1.error_code) + uvarint(n))
        a(v)
        v1 = o1.state_batches
        n = len(v1) + 1
        if n < 128: a(P_iqB(o1.state_epoch, o1.start_offset, n))
        else: a(P_iq(o1.state_epoch, o1.start_offset) + uvarint(n))
        for o2 in v1:
            if o2.unknown_tagged_fields:
                a(P_2qbh(o2.first_offset, o2.last_offset, o2.delivery_state, o2.delivery_count))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(P_2qbhx(o2.first_offset, o2.last_offset, o2.delivery_state, o2.delivery_count))
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
def read_share_group_state_response_v0_tail1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
def read_share_group_state_response_v0_head2(o0, l, out):
    a = l.append
    v = o0.error_message
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(P_ihB(o0.partition, o0.error_code, n))
    else: a(P_ih(o0.partition, o0.error_code) + uvarint(n))
    a(v)
    a(P_iq(o0.state_epoch, o0.start_offset))
def read_share_group_state_response_v0_each2(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields:
            a(P_2qbh(o1.first_offset, o1.last_offset, o1.delivery_state, o1.delivery_count))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_2qbhx(o1.first_offset, o1.last_offset, o1.delivery_state, o1.delivery_count))
def read_share_group_state_response_v0_tail2(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
read_share_group_state_response_v0 = (
    ('results', 'topic_id', read_share_group_state_response_v0_head0, read_share_group_state_response_v0_each0, read_share_group_state_response_v0_tail0),
    ('partitions', '', read_share_group_state_response_v0_head1, read_share_group_state_response_v0_each1, read_share_group_state_response_v0_tail1),
    ('state_batches', '', read_share_group_state_response_v0_head2, read_share_group_state_response_v0_each2, read_share_group_state_response_v0_tail2),
)

PIECES = (
    (True, read_share_group_state_response_v0),
)
