"""Written by `make generate` from protocol/messages/describe_groups.py. Do not edit."""

from kavka.protocol._generated.describe_groups import *
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import pack, read_uvarint, refuse, skip_tags, uvarint, write_tags

U_i = Struct('>i').unpack_from
U_h = Struct('>h').unpack_from
P_2h = Struct('>2h').pack
P_h = Struct('>h').pack
P_i = Struct('>i').pack
P_hB = Struct('>hB').pack
P_ix = Struct('>ix').pack

def scan_describe_groups_request_v0(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    h0 = p
    r0 = []
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 <= (e - p) // 2: raise DecodeError(f'DescribeGroupsRequest: groups: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            q, = U_h(b, p)
            p += 2
            if q >= 0: p += q
            else: raise DecodeError(f'DescribeGroupsRequest: groups: length {q}')
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
    if p > e: raise DecodeError(f'DescribeGroupsRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_describe_groups_request_v3(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    h0 = p
    r0 = []
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 <= (e - p) // 2: raise DecodeError(f'DescribeGroupsRequest: groups: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            q, = U_h(b, p)
            p += 2
            if q >= 0: p += q
            else: raise DecodeError(f'DescribeGroupsRequest: groups: length {q}')
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
    if p > e: raise DecodeError(f'DescribeGroupsRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_describe_groups_request_v5(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    h0 = p
    r0 = []
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 <= (e - p) // 1: raise DecodeError(f'DescribeGroupsRequest: groups: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            q = b[p]
            p += 1
            if q > 127: q, p = read_uvarint(b, p - 1)
            if q > 32768: raise DecodeError(f'DescribeGroupsRequest: groups: length {q}')
            if q: p += q - 1
            else: raise DecodeError(f'DescribeGroupsRequest: groups: length {q}')
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
    if p > e: raise DecodeError(f'DescribeGroupsRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

SCANNERS = (
    scan_describe_groups_request_v0,
    scan_describe_groups_request_v0,
    scan_describe_groups_request_v0,
    scan_describe_groups_request_v3,
    scan_describe_groups_request_v3,
    scan_describe_groups_request_v5,
    scan_describe_groups_request_v5,
)

def describe_groups_response_v0_head0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
def describe_groups_response_v0_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.error_message is not None or o1.authorized_operations != -2147483648 or o1.unknown_tagged_fields: raise refuse(o1, 'error_message', 'authorized_operations', 'unknown_tagged_fields')
        v = o1.group_id.encode()
        n = len(v)
        a(P_2h(o1.error_code, n))
        a(v)
        v = o1.group_state.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v = o1.protocol_type.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v = o1.protocol_data.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v1 = o1.members
        n = len(v1)
        a(P_i(n))
        for o2 in v1:
            if o2.unknown_tagged_fields: raise refuse(o2, 'unknown_tagged_fields')
            v = o2.member_id.encode()
            n = len(v)
            a(P_h(n))
            a(v)
            v = o2.client_id.encode()
            n = len(v)
            a(P_h(n))
            a(v)
            v = o2.client_host.encode()
            n = len(v)
            a(P_h(n))
            a(v)
            v = o2.member_metadata
            n = len(v)
            a(P_i(n))
            a(v)
            v = o2.member_assignment
            n = len(v)
            a(P_i(n))
            a(v)
def describe_groups_response_v0_tail0(o0, l, out):
    a = l.append
def describe_groups_response_v0_head1(o0, l, out):
    a = l.append
    if o0.error_message is not None or o0.authorized_operations != -2147483648 or o0.unknown_tagged_fields: raise refuse(o0, 'error_message', 'authorized_operations', 'unknown_tagged_fields')
    v = o0.group_id.encode()
    n = len(v)
    a(P_2h(o0.error_code, n))
    a(v)
    v = o0.group_state.encode()
    n = len(v)
    a(P_h(n))
    a(v)
    v = o0.protocol_type.encode()
    n = len(v)
    a(P_h(n))
    a(v)
    v = o0.protocol_data.encode()
    n = len(v)
    a(P_h(n))
    a(v)
def describe_groups_response_v0_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.member_id.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v = o1.client_id.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v = o1.client_host.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v = o1.member_metadata
        n = len(v)
        a(P_i(n))
        a(v)
        v = o1.member_assignment
        n = len(v)
        a(P_i(n))
        a(v)
def describe_groups_response_v0_tail1(o0, l, out):
    a = l.append
describe_groups_response_v0 = (
    ('groups', 'group_id', describe_groups_response_v0_head0, describe_groups_response_v0_each0, describe_groups_response_v0_tail0),
    ('members', '', describe_groups_response_v0_head1, describe_groups_response_v0_each1, describe_groups_response_v0_tail1),
)

def describe_groups_response_v1_head0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    a(P_i(o0.throttle_time_ms))
def describe_groups_response_v1_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.error_message is not None or o1.authorized_operations != -2147483648 or o1.unknown_tagged_fields: raise refuse(o1, 'error_message', 'authorized_operations', 'unknown_tagged_fields')
        v = o1.group_id.encode()
        n = len(v)
        a(P_2h(o1.error_code, n))
        a(v)
        v = o1.group_state.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v = o1.protocol_type.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v = o1.protocol_data.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v1 = o1.members
        n = len(v1)
        a(P_i(n))
        for o2 in v1:
            if o2.unknown_tagged_fields: raise refuse(o2, 'unknown_tagged_fields')
            v = o2.member_id.encode()
            n = len(v)
            a(P_h(n))
            a(v)
            v = o2.client_id.encode()
            n = len(v)
            a(P_h(n))
            a(v)
            v = o2.client_host.encode()
            n = len(v)
            a(P_h(n))
            a(v)
            v = o2.member_metadata
            n = len(v)
            a(P_i(n))
            a(v)
            v = o2.member_assignment
            n = len(v)
            a(P_i(n))
            a(v)
def describe_groups_response_v1_tail0(o0, l, out):
    a = l.append
def describe_groups_response_v1_head1(o0, l, out):
    a = l.append
    if o0.error_message is not None or o0.authorized_operations != -2147483648 or o0.unknown_tagged_fields: raise refuse(o0, 'error_message', 'authorized_operations', 'unknown_tagged_fields')
    v = o0.group_id.encode()
    n = len(v)
    a(P_2h(o0.error_code, n))
    a(v)
    v = o0.group_state.encode()
    n = len(v)
    a(P_h(n))
    a(v)
    v = o0.protocol_type.encode()
    n = len(v)
    a(P_h(n))
    a(v)
    v = o0.protocol_data.encode()
    n = len(v)
    a(P_h(n))
    a(v)
def describe_groups_response_v1_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.member_id.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v = o1.client_id.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v = o1.client_host.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v = o1.member_metadata
        n = len(v)
        a(P_i(n))
        a(v)
        v = o1.member_assignment
        n = len(v)
        a(P_i(n))
        a(v)
def describe_groups_response_v1_tail1(o0, l, out):
    a = l.append
describe_groups_response_v1 = (
    ('groups', 'group_id', describe_groups_response_v1_head0, describe_groups_response_v1_each0, describe_groups_response_v1_tail0),
    ('members', '', describe_groups_response_v1_head1, describe_groups_response_v1_each1, describe_groups_response_v1_tail1),
)

def describe_groups_response_v3_head0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    a(P_i(o0.throttle_time_ms))
def describe_groups_response_v3_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.error_message is not None or o1.unknown_tagged_fields: raise refuse(o1, 'error_message', 'unknown_tagged_fields')
        v = o1.group_id.encode()
        n = len(v)
        a(P_2h(o1.error_code, n))
        a(v)
        v = o1.group_state.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v = o1.protocol_type.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v = o1.protocol_data.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v1 = o1.members
        n = len(v1)
        a(P_i(n))
        for o2 in v1:
            if o2.unknown_tagged_fields: raise refuse(o2, 'unknown_tagged_fields')
            v = o2.member_id.encode()
            n = len(v)
            a(P_h(n))
            a(v)
            v = o2.client_id.encode()
            n = len(v)
            a(P_h(n))
            a(v)
            v = o2.client_host.encode()
            n = len(v)
            a(P_h(n))
            a(v)
            v = o2.member_metadata
            n = len(v)
            a(P_i(n))
            a(v)
            v = o2.member_assignment
            n = len(v)
            a(P_i(n))
            a(v)
        a(P_i(o1.authorized_operations))
def describe_groups_response_v3_tail0(o0, l, out):
    a = l.append
def describe_groups_response_v3_head1(o0, l, out):
    a = l.append
    if o0.error_message is not None or o0.unknown_tagged_fields: raise refuse(o0, 'error_message', 'unknown_tagged_fields')
    v = o0.group_id.encode()
    n = len(v)
    a(P_2h(o0.error_code, n))
    a(v)
    v = o0.group_state.encode()
    n = len(v)
    a(P_h(n))
    a(v)
    v = o0.protocol_type.encode()
    n = len(v)
    a(P_h(n))
    a(v)
    v = o0.protocol_data.encode()
    n = len(v)
    a(P_h(n))
    a(v)
def describe_groups_response_v3_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.member_id.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v = o1.client_id.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v = o1.client_host.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v = o1.member_metadata
        n = len(v)
        a(P_i(n))
        a(v)
        v = o1.member_assignment
        n = len(v)
        a(P_i(n))
        a(v)
def describe_groups_response_v3_tail1(o0, l, out):
    a = l.append
    a(P_i(o0.authorized_operations))
describe_groups_response_v3 = (
    ('groups', 'group_id', describe_groups_response_v3_head0, describe_groups_response_v3_each0, describe_groups_response_v3_tail0),
    ('members', '', describe_groups_response_v3_head1, describe_groups_response_v3_each1, describe_groups_response_v3_tail1),
)

def describe_groups_response_v4_head0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    a(P_i(o0.throttle_time_ms))
def describe_groups_response_v4_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.error_message is not None or o1.unknown_tagged_fields: raise refuse(o1, 'error_message', 'unknown_tagged_fields')
        v = o1.group_id.encode()
        n = len(v)
        a(P_2h(o1.error_code, n))
        a(v)
        v = o1.group_state.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v = o1.protocol_type.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v = o1.protocol_data.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v1 = o1.members
        n = len(v1)
        a(P_i(n))
        for o2 in v1:
            if o2.unknown_tagged_fields: raise refuse(o2, 'unknown_tagged_fields')
            v = o2.member_id.encode()
            n = len(v)
            a(P_h(n))
            a(v)
            v = o2.group_instance_id
            if v is None: v = b''; n = -1
            else: v = v.encode(); n = len(v)
            a(P_h(n))
            a(v)
            v = o2.client_id.encode()
            n = len(v)
            a(P_h(n))
            a(v)
            v = o2.client_host.encode()
            n = len(v)
            a(P_h(n))
            a(v)
            v = o2.member_metadata
            n = len(v)
            a(P_i(n))
            a(v)
            v = o2.member_assignment
            n = len(v)
            a(P_i(n))
            a(v)
        a(P_i(o1.authorized_operations))
def describe_groups_response_v4_tail0(o0, l, out):
    a = l.append
def describe_groups_response_v4_head1(o0, l, out):
    a = l.append
    if o0.error_message is not None or o0.unknown_tagged_fields: raise refuse(o0, 'error_message', 'unknown_tagged_fields')
    v = o0.group_id.encode()
    n = len(v)
    a(P_2h(o0.error_code, n))
    a(v)
    v = o0.group_state.encode()
    n = len(v)
    a(P_h(n))
    a(v)
    v = o0.protocol_type.encode()
    n = len(v)
    a(P_h(n))
    a(v)
    v = o0.protocol_data.encode()
    n = len(v)
    a(P_h(n))
    a(v)
def describe_groups_response_v4_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.member_id.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v = o1.group_instance_id
        if v is None: v = b''; n = -1
        else: v = v.encode(); n = len(v)
        a(P_h(n))
        a(v)
        v = o1.client_id.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v = o1.client_host.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v = o1.member_metadata
        n = len(v)
        a(P_i(n))
        a(v)
        v = o1.member_assignment
        n = len(v)
        a(P_i(n))
        a(v)
def describe_groups_response_v4_tail1(o0, l, out):
    a = l.append
    a(P_i(o0.authorized_operations))
describe_groups_response_v4 = (
    ('groups', 'group_id', describe_groups_response_v4_head0, describe_groups_response_v4_each0, describe_groups_response_v4_tail0),
    ('members', '', describe_groups_response_v4_head1, describe_groups_response_v4_each1, describe_groups_response_v4_tail1),
)

def describe_groups_response_v5_head0(o0, l, out):
    a = l.append
    a(P_i(o0.throttle_time_ms))
def describe_groups_response_v5_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.error_message is not None: raise refuse(o1, 'error_message')
        v = o1.group_id.encode()
        n = len(v) + 1
        if n < 128: a(P_hB(o1.error_code, n))
        else: a(P_h(o1.error_code) + uvarint(n))
        a(v)
        v = o1.group_state.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v = o1.protocol_type.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v = o1.protocol_data.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
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
            v = o2.group_instance_id
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
            v = o2.member_metadata
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            v = o2.member_assignment
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            if o2.unknown_tagged_fields:
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(b'\x00')
        if o1.unknown_tagged_fields:
            a(P_i(o1.authorized_operations))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_ix(o1.authorized_operations))
def describe_groups_response_v5_tail0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
def describe_groups_response_v5_head1(o0, l, out):
    a = l.append
    if o0.error_message is not None: raise refuse(o0, 'error_message')
    v = o0.group_id.encode()
    n = len(v) + 1
    if n < 128: a(P_hB(o0.error_code, n))
    else: a(P_h(o0.error_code) + uvarint(n))
    a(v)
    v = o0.group_state.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v = o0.protocol_type.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v = o0.protocol_data.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
def describe_groups_response_v5_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        v = o1.member_id.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v = o1.group_instance_id
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
        v = o1.member_metadata
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v = o1.member_assignment
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
def describe_groups_response_v5_tail1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(P_i(o0.authorized_operations))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_ix(o0.authorized_operations))
describe_groups_response_v5 = (
    ('groups', 'group_id', describe_groups_response_v5_head0, describe_groups_response_v5_each0, describe_groups_response_v5_tail0),
    ('members', '', describe_groups_response_v5_head1, describe_groups_response_v5_each1, describe_groups_response_v5_tail1),
)

def describe_groups_response_v6_head0(o0, l, out):
    a = l.append
    a(P_i(o0.throttle_time_ms))
def describe_groups_response_v6_each0(o0, l, out):
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
        v = o1.protocol_type.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v = o1.protocol_data.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
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
            v = o2.group_instance_id
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
            v = o2.member_metadata
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            v = o2.member_assignment
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            if o2.unknown_tagged_fields:
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(b'\x00')
        if o1.unknown_tagged_fields:
            a(P_i(o1.authorized_operations))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_ix(o1.authorized_operations))
def describe_groups_response_v6_tail0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
def describe_groups_response_v6_head1(o0, l, out):
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
    v = o0.protocol_type.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v = o0.protocol_data.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
def describe_groups_response_v6_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        v = o1.member_id.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v = o1.group_instance_id
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
        v = o1.member_metadata
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v = o1.member_assignment
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
def describe_groups_response_v6_tail1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(P_i(o0.authorized_operations))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_ix(o0.authorized_operations))
describe_groups_response_v6 = (
    ('groups', 'group_id', describe_groups_response_v6_head0, describe_groups_response_v6_each0, describe_groups_response_v6_tail0),
    ('members', '', describe_groups_response_v6_head1, describe_groups_response_v6_each1, describe_groups_response_v6_tail1),
)

PIECES = (
    (False, describe_groups_response_v0),
    (False, describe_groups_response_v1),
    (False, describe_groups_response_v1),
    (False, describe_groups_response_v3),
    (False, describe_groups_response_v4),
    (True, describe_groups_response_v5),
    (True, describe_groups_response_v6),
)
