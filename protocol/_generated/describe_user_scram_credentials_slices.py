"""Written by `make generate` from protocol/messages/describe_user_scram_credentials.py. Do not edit."""

from kavka.protocol._generated.describe_user_scram_credentials import *
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import pack, read_uvarint, refuse, skip_tags, uvarint, write_tags

P_ihB = Struct('>ihB').pack
P_ih = Struct('>ih').pack
P_hB = Struct('>hB').pack
P_h = Struct('>h').pack
P_bi = Struct('>bi').pack
P_bix = Struct('>bix').pack

def scan_describe_user_scram_credentials_request_v0(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    h0 = p
    r0 = []
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not -1 <= c0 <= (e - p) // 2: raise DecodeError(f'DescribeUserScramCredentialsRequest: users: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            q = b[p]
            p += 1
            if q > 127: q, p = read_uvarint(b, p - 1)
            if q > 32768: raise DecodeError(f'DescribeUserScramCredentialsRequest: users.name: length {q}')
            if q: p += q - 1
            else: raise DecodeError(f'DescribeUserScramCredentialsRequest: users.name: length {q}')
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
    if p > e: raise DecodeError(f'DescribeUserScramCredentialsRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

SCANNERS = (
    scan_describe_user_scram_credentials_request_v0,
)

def describe_user_scram_credentials_response_v0_head0(o0, l, out):
    a = l.append
    v = o0.error_message
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(P_ihB(o0.throttle_time_ms, o0.error_code, n))
    else: a(P_ih(o0.throttle_time_ms, o0.error_code) + uvarint(n))
    a(v)
def describe_user_scram_credentials_response_v0_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        v = o1.user.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v = o1.error_message
        if v is None: v = b''; n = 0
        else: v = v.encode(); n = len(v) + 1
        if n < 128: a(P_hB(o1.error_code, n))
        else: a(P_h(o1.error_code) + uvarint(n))
        a(v)
        v1 = o1.credential_infos
        n = len(v1) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o2 in v1:
            if o2.unknown_tagged_fields:
                a(P_bi(o2.mechanism, o2.iterations))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(P_bix(o2.mechanism, o2.iterations))
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
def describe_user_scram_credentials_response_v0_tail0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
def describe_user_scram_credentials_response_v0_head1(o0, l, out):
    a = l.append
    v = o0.user.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v = o0.error_message
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(P_hB(o0.error_code, n))
    else: a(P_h(o0.error_code) + uvarint(n))
    a(v)
def describe_user_scram_credentials_response_v0_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields:
            a(P_bi(o1.mechanism, o1.iterations))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_bix(o1.mechanism, o1.iterations))
def describe_user_scram_credentials_response_v0_tail1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
describe_user_scram_credentials_response_v0 = (
    ('results', '', describe_user_scram_credentials_response_v0_head0, describe_user_scram_credentials_response_v0_each0, describe_user_scram_credentials_response_v0_tail0),
    ('credential_infos', '', describe_user_scram_credentials_response_v0_head1, describe_user_scram_credentials_response_v0_each1, describe_user_scram_credentials_response_v0_tail1),
)

PIECES = (
    (True, describe_user_scram_credentials_response_v0),
)
