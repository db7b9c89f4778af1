"""Written by `make generate` from protocol/messages/describe_delegation_token.py. Do not edit."""

from kavka.protocol._generated.describe_delegation_token import *
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import pack, read_uvarint, refuse, skip_tags, uvarint, write_tags

U_i = Struct('>i').unpack_from
U_h = Struct('>h').unpack_from
P_h = Struct('>h').pack
P_3qh = Struct('>3qh').pack
P_i = Struct('>i').pack
P_3qB = Struct('>3qB').pack
P_3q = Struct('>3q').pack
P_ix = Struct('>ix').pack

def scan_describe_delegation_token_request_v0(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    h0 = p
    r0 = []
    c0, = U_i(b, p)
    p += 4
    if not -1 <= c0 <= (e - p) // 4: raise DecodeError(f'DescribeDelegationTokenRequest: owners: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            q, = U_h(b, p)
            p += 2
            if q >= 0: p += q
            else: raise DecodeError(f'DescribeDelegationTokenRequest: owners.principal_type: length {q}')
            q, = U_h(b, p)
            p += 2
            if q >= 0: p += q
            else: raise DecodeError(f'DescribeDelegationTokenRequest: owners.principal_name: length {q}')
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
    if p > e: raise DecodeError(f'DescribeDelegationTokenRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_describe_delegation_token_request_v2(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    h0 = p
    r0 = []
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not -1 <= c0 <= (e - p) // 3: raise DecodeError(f'DescribeDelegationTokenRequest: owners: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            q = b[p]
            p += 1
            if q > 127: q, p = read_uvarint(b, p - 1)
            if q > 32768: raise DecodeError(f'DescribeDelegationTokenRequest: owners.principal_type: length {q}')
            if q: p += q - 1
            else: raise DecodeError(f'DescribeDelegationTokenRequest: owners.principal_type: length {q}')
            q = b[p]
            p += 1
            if q > 127: q, p = read_uvarint(b, p - 1)
            if q > 32768: raise DecodeError(f'DescribeDelegationTokenRequest: owners.principal_name: length {q}')
            if q: p += q - 1
            else: raise DecodeError(f'DescribeDelegationTokenRequest: owners.principal_name: length {q}')
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
    if p > e: raise DecodeError(f'DescribeDelegationTokenRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

SCANNERS = (
    scan_describe_delegation_token_request_v0,
    scan_describe_delegation_token_request_v0,
    scan_describe_delegation_token_request_v2,
    scan_describe_delegation_token_request_v2,
)

def describe_delegation_token_response_v0_head0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    a(P_h(o0.error_code))
def describe_delegation_token_response_v0_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.token_requester_principal_type != '' or o1.token_requester_principal_name != '' or o1.unknown_tagged_fields: raise refuse(o1, 'token_requester_principal_type', 'token_requester_principal_name', 'unknown_tagged_fields')
        v = o1.principal_type.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v = o1.principal_name.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v = o1.token_id.encode()
        n = len(v)
        a(P_3qh(o1.issue_timestamp, o1.expiry_timestamp, o1.max_timestamp, n))
        a(v)
        v = o1.hmac
        n = len(v)
        a(P_i(n))
        a(v)
        v1 = o1.renewers
        n = len(v1)
        a(P_i(n))
        for o2 in v1:
            if o2.unknown_tagged_fields: raise refuse(o2, 'unknown_tagged_fields')
            v = o2.principal_type.encode()
            n = len(v)
            a(P_h(n))
            a(v)
            v = o2.principal_name.encode()
            n = len(v)
            a(P_h(n))
            a(v)
def describe_delegation_token_response_v0_tail0(o0, l, out):
    a = l.append
    a(P_i(o0.throttle_time_ms))
def describe_delegation_token_response_v0_head1(o0, l, out):
    a = l.append
    if o0.token_requester_principal_type != '' or o0.token_requester_principal_name != '' or o0.unknown_tagged_fields: raise refuse(o0, 'token_requester_principal_type', 'token_requester_principal_name', 'unknown_tagged_fields')
    v = o0.principal_type.encode()
    n = len(v)
    a(P_h(n))
    a(v)
    v = o0.principal_name.encode()
    n = len(v)
    a(P_h(n))
    a(v)
    v = o0.token_id.encode()
    n = len(v)
    a(P_3qh(o0.issue_timestamp, o0.expiry_timestamp, o0.max_timestamp, n))
    a(v)
    v = o0.hmac
    n = len(v)
    a(P_i(n))
    a(v)
def describe_delegation_token_response_v0_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.principal_type.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v = o1.principal_name.encode()
        n = len(v)
        a(P_h(n))
        a(v)
def describe_delegation_token_response_v0_tail1(o0, l, out):
    a = l.append
describe_delegation_token_response_v0 = (
    ('tokens', '', describe_delegation_token_response_v0_head0, describe_delegation_token_response_v0_each0, describe_delegation_token_response_v0_tail0),
    ('renewers', '', describe_delegation_token_response_v0_head1, describe_delegation_token_response_v0_each1, describe_delegation_token_response_v0_tail1),
)

def describe_delegation_token_response_v2_head0(o0, l, out):
    a = l.append
    a(P_h(o0.error_code))
def describe_delegation_token_response_v2_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.token_requester_principal_type != '' or o1.token_requester_principal_name != '': raise refuse(o1, 'token_requester_principal_type', 'token_requester_principal_name')
        v = o1.principal_type.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v = o1.principal_name.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v = o1.token_id.encode()
        n = len(v) + 1
        if n < 128: a(P_3qB(o1.issue_timestamp, o1.expiry_timestamp, o1.max_timestamp, n))
        else: a(P_3q(o1.issue_timestamp, o1.expiry_timestamp, o1.max_timestamp) + uvarint(n))
        a(v)
        v = o1.hmac
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v1 = o1.renewers
        n = len(v1) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o2 in v1:
            v = o2.principal_type.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            v = o2.principal_name.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            if o2.unknown_tagged_fields:
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(b'\x00')
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
def describe_delegation_token_response_v2_tail0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(P_i(o0.throttle_time_ms))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_ix(o0.throttle_time_ms))
def describe_delegation_token_response_v2_head1(o0, l, out):
    a = l.append
    if o0.token_requester_principal_type != '' or o0.token_requester_principal_name != '': raise refuse(o0, 'token_requester_principal_type', 'token_requester_principal_name')
    v = o0.principal_type.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v = o0.principal_name.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v = o0.token_id.encode()
    n = len(v) + 1
    if n < 128: a(P_3qB(o0.issue_timestamp, o0.expiry_timestamp, o0.max_timestamp, n))
    else: a(P_3q(o0.issue_timestamp, o0.expiry_timestamp, o0.max_timestamp) + uvarint(n))
    a(v)
    v = o0.hmac
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
def describe_delegation_token_response_v2_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        v = o1.principal_type.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v = o1.principal_name.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
def describe_delegation_token_response_v2_tail1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
describe_delegation_token_response_v2 = (
    ('tokens', '', describe_delegation_token_response_v2_head0, describe_delegation_token_response_v2_each0, describe_delegation_token_response_v2_tail0),
    ('renewers', '', describe_delegation_token_response_v2_head1, describe_delegation_token_response_v2_each1, describe_delegation_token_response_v2_tail1),
)

def describe_delegation_token_response_v3_head0(o0, l, out):
    a = l.append
    a(P_h(o0.error_code))
def describe_delegation_token_response_v3_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        v = o1.principal_type.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v = o1.principal_name.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v = o1.token_requester_principal_type.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v = o1.token_requester_principal_name.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v = o1.token_id.encode()
        n = len(v) + 1
        if n < 128: a(P_3qB(o1.issue_timestamp, o1.expiry_timestamp, o1.max_timestamp, n))
        else: a(P_3q(o1.issue_timestamp, o1.expiry_timestamp, o1.max_timestamp) + uvarint(n))
        a(v)
        v = o1.hmac
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v1 = o1.renewers
        n = len(v1) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o2 in v1:
            v = o2.principal_type.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            v = o2.principal_name.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            if o2.unknown_tagged_fields:
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(b'\x00')
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
def describe_delegation_token_response_v3_tail0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(P_i(o0.throttle_time_ms))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_ix(o0.throttle_time_ms))
def describe_delegation_token_response_v3_head1(o0, l, out):
    a = l.append
    v = o0.principal_type.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v = o0.principal_name.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v = o0.token_requester_principal_type.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v = o0.token_requester_principal_name.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v = o0.token_id.encode()
    n = len(v) + 1
    if n < 128: a(P_3qB(o0.issue_timestamp, o0.expiry_timestamp, o0.max_timestamp, n))
    else: a(P_3q(o0.issue_timestamp, o0.expiry_timestamp, o0.max_timestamp) + uvarint(n))
    a(v)
    v = o0.hmac
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
def describe_delegation_token_response_v3_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        v = o1.principal_type.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v = o1.principal_name.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
def describe_delegation_token_response_v3_tail1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
describe_delegation_token_response_v3 = (
    ('tokens', '', describe_delegation_token_response_v3_head0, describe_delegation_token_response_v3_each0, describe_delegation_token_response_v3_tail0),
    ('renewers', '', describe_delegation_token_response_v3_head1, describe_delegation_token_response_v3_each1, describe_delegation_token_response_v3_tail1),
)

PIECES = (
    (False, describe_delegation_token_response_v0),
    (False, describe_delegation_token_response_v0),
    (True, describe_delegation_token_response_v2),
    (True, describe_delegation_token_response_v3),
)
