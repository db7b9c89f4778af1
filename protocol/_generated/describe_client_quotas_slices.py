"""Written by `make generate` from protocol/messages/describe_client_quotas.py. Do not edit."""

from kavka.protocol._generated.describe_client_quotas import *
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import pack, read_uvarint, refuse, skip_tags, uvarint, write_tags

U_i = Struct('>i').unpack_from
U_h = Struct('>h').unpack_from
P_i2h = Struct('>i2h').pack
P_i = Struct('>i').pack
P_h = Struct('>h').pack
P_d = Struct('>d').pack
P_ihB = Struct('>ihB').pack
P_ih = Struct('>ih').pack
P_dx = Struct('>dx').pack

def scan_describe_client_quotas_request_v0(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    h0 = p
    r0 = []
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 <= (e - p) // 5: raise DecodeError(f'DescribeClientQuotasRequest: components: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            q, = U_h(b, p)
            p += 2
            if q >= 0: p += q
            else: raise DecodeError(f'DescribeClientQuotasRequest: components.entity_type: length {q}')
            p += 1
            q, = U_h(b, p)
            p += 2
            if q >= 0: p += q
            elif q != -1: raise DecodeError(f'DescribeClientQuotasRequest: components.match: length {q}')
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
    if p > e: raise DecodeError(f'DescribeClientQuotasRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_describe_client_quotas_request_v1(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    h0 = p
    r0 = []
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 <= (e - p) // 4: raise DecodeError(f'DescribeClientQuotasRequest: components: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            q = b[p]
            p += 1
            if q > 127: q, p = read_uvarint(b, p - 1)
            if q > 32768: raise DecodeError(f'DescribeClientQuotasRequest: components.entity_type: length {q}')
            if q: p += q - 1
            else: raise DecodeError(f'DescribeClientQuotasRequest: components.entity_type: length {q}')
            p += 1
            q = b[p]
            p += 1
            if q > 127: q, p = read_uvarint(b, p - 1)
            if q > 32768: raise DecodeError(f'DescribeClientQuotasRequest: components.match: length {q}')
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
    p += 1
    if b[p]: n, p = skip_tags(b, p, n)
    else: p += 1
    if p > e: raise DecodeError(f'DescribeClientQuotasRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

SCANNERS = (
    scan_describe_client_quotas_request_v0,
    scan_describe_client_quotas_request_v1,
)

def describe_client_quotas_response_v0_head0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v = o0.error_message
    if v is None: v = b''; n = -1
    else: v = v.encode(); n = len(v)
    a(P_i2h(o0.throttle_time_ms, o0.error_code, n))
    a(v)
def describe_client_quotas_response_v0_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v1 = o1.entity
        n = len(v1)
        a(P_i(n))
        for o2 in v1:
            if o2.unknown_tagged_fields: raise refuse(o2, 'unknown_tagged_fields')
            v = o2.entity_type.encode()
            n = len(v)
            a(P_h(n))
            a(v)
            v = o2.entity_name
            if v is None: v = b''; n = -1
            else: v = v.encode(); n = len(v)
            a(P_h(n))
            a(v)
        v1 = o1.values
        n = len(v1)
        a(P_i(n))
        for o2 in v1:
            if o2.unknown_tagged_fields: raise refuse(o2, 'unknown_tagged_fields')
            v = o2.key.encode()
            n = len(v)
            a(P_h(n))
            a(v)
            a(P_d(o2.value))
def describe_client_quotas_response_v0_tail0(o0, l, out):
    a = l.append
def describe_client_quotas_response_v0_head1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v0 = o0.entity
    n = len(v0)
    a(P_i(n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.entity_type.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v = o1.entity_name
        if v is None: v = b''; n = -1
        else: v = v.encode(); n = len(v)
        a(P_h(n))
        a(v)
def describe_client_quotas_response_v0_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.key.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        a(P_d(o1.value))
def describe_client_quotas_response_v0_tail1(o0, l, out):
    a = l.append
describe_client_quotas_response_v0 = (
    ('entries', '', describe_client_quotas_response_v0_head0, describe_client_quotas_response_v0_each0, describe_client_quotas_response_v0_tail0),
    ('values', '', describe_client_quotas_response_v0_head1, describe_client_quotas_response_v0_each1, describe_client_quotas_response_v0_tail1),
)

def describe_client_quotas_response_v1_head0(o0, l, out):
    a = l.append
    v = o0.error_message
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(P_ihB(o0.throttle_time_ms, o0.error_code, n))
    else: a(P_ih(o0.throttle_time_ms, o0.error_code) + uvarint(n))
    a(v)
def describe_client_quotas_response_v1_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        v1 = o1.entity
        n = len(v1) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o2 in v1:
            v = o2.entity_type.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            v = o2.entity_name
            if v is None: v = b''; n = 0
            else: v = v.encode(); n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            if o2.unknown_tagged_fields:
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(b'\x00')
        v1 = o1.values
        n = len(v1) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o2 in v1:
            v = o2.key.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            if o2.unknown_tagged_fields:
                a(P_d(o2.value))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(P_dx(o2.value))
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
def describe_client_quotas_response_v1_tail0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
def describe_client_quotas_response_v1_head1(o0, l, out):
    a = l.append
    v0 = o0.entity
    n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        v = o1.entity_type.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v = o1.entity_name
        if v is None: v = b''; n = 0
        else: v = v.encode(); n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
def describe_client_quotas_response_v1_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        v = o1.key.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(P_d(o1.value))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_dx(o1.value))
def describe_client_quotas_response_v1_tail1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
describe_client_quotas_response_v1 = (
    ('entries', '', describe_client_quotas_response_v1_head0, describe_client_quotas_response_v1_each0, describe_client_quotas_response_v1_tail0),
    ('values', '', describe_client_quotas_response_v1_head1, describe_client_quotas_response_v1_each1, describe_client_quotas_response_v1_tail1),
)

PIECES = (
    (False, describe_client_quotas_response_v0),
    (True, describe_client_quotas_response_v1),
)
