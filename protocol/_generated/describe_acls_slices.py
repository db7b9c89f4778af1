"""Written by `make generate` from protocol/messages/describe_acls.py. Do not edit."""

from kavka.protocol._generated.describe_acls import *
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import pack, read_uvarint, refuse, skip_tags, uvarint, write_tags

U_h = Struct('>h').unpack_from
P_i2h = Struct('>i2h').pack
P_bh = Struct('>bh').pack
P_i = Struct('>i').pack
P_h = Struct('>h').pack
P_2b = Struct('>2b').pack
P_bi = Struct('>bi').pack
P_b = Struct('>b').pack
P_ihB = Struct('>ihB').pack
P_ih = Struct('>ih').pack
P_bB = Struct('>bB').pack
P_2bx = Struct('>2bx').pack

def scan_describe_acls_request_v0(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    p += 1
    q, = U_h(b, p)
    p += 2
    if q >= 0: p += q
    elif q != -1: raise DecodeError(f'DescribeAclsRequest: resource_name_filter: length {q}')
    q, = U_h(b, p)
    p += 2
    if q >= 0: p += q
    elif q != -1: raise DecodeError(f'DescribeAclsRequest: principal_filter: length {q}')
    q, = U_h(b, p)
    p += 2
    if q >= 0: p += q
    elif q != -1: raise DecodeError(f'DescribeAclsRequest: host_filter: length {q}')
    p += 2
    if p > e: raise DecodeError(f'DescribeAclsRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_describe_acls_request_v1(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    p += 1
    q, = U_h(b, p)
    p += 2
    if q >= 0: p += q
    elif q != -1: raise DecodeError(f'DescribeAclsRequest: resource_name_filter: length {q}')
    p += 1
    q, = U_h(b, p)
    p += 2
    if q >= 0: p += q
    elif q != -1: raise DecodeError(f'DescribeAclsRequest: principal_filter: length {q}')
    q, = U_h(b, p)
    p += 2
    if q >= 0: p += q
    elif q != -1: raise DecodeError(f'DescribeAclsRequest: host_filter: length {q}')
    p += 2
    if p > e: raise DecodeError(f'DescribeAclsRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_describe_acls_request_v2(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    p += 1
    q = b[p]
    p += 1
    if q > 127: q, p = read_uvarint(b, p - 1)
    if q > 32768: raise DecodeError(f'DescribeAclsRequest: resource_name_filter: length {q}')
    if q: p += q - 1
    p += 1
    q = b[p]
    p += 1
    if q > 127: q, p = read_uvarint(b, p - 1)
    if q > 32768: raise DecodeError(f'DescribeAclsRequest: principal_filter: length {q}')
    if q: p += q - 1
    q = b[p]
    p += 1
    if q > 127: q, p = read_uvarint(b, p - 1)
    if q > 32768: raise DecodeError(f'DescribeAclsRequest: host_filter: length {q}')
    if q: p += q - 1
    p += 2
    if b[p]: n, p = skip_tags(b, p, n)
    else: p += 1
    if p > e: raise DecodeError(f'DescribeAclsRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

SCANNERS = (
    scan_describe_acls_request_v0,
    scan_describe_acls_request_v1,
    scan_describe_acls_request_v2,
    scan_describe_acls_request_v2,
)

def describe_acls_response_v0_head0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v = o0.error_message
    if v is None: v = b''; n = -1
    else: v = v.encode(); n = len(v)
    a(P_i2h(o0.throttle_time_ms, o0.error_code, n))
    a(v)
def describe_acls_response_v0_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.pattern_type != 3 or o1.unknown_tagged_fields: raise refuse(o1, 'pattern_type', 'unknown_tagged_fields')
        v = o1.resource_name.encode()
        n = len(v)
        a(P_bh(o1.resource_type, n))
        a(v)
        v1 = o1.acls
        n = len(v1)
        a(P_i(n))
        for o2 in v1:
            if o2.unknown_tagged_fields: raise refuse(o2, 'unknown_tagged_fields')
            v = o2.principal.encode()
            n = len(v)
            a(P_h(n))
            a(v)
            v = o2.host.encode()
            n = len(v)
            a(P_h(n))
            a(v)
            a(P_2b(o2.operation, o2.permission_type))
def describe_acls_response_v0_tail0(o0, l, out):
    a = l.append
def describe_acls_response_v0_head1(o0, l, out):
    a = l.append
    if o0.pattern_type != 3 or o0.unknown_tagged_fields: raise refuse(o0, 'pattern_type', 'unknown_tagged_fields')
    v = o0.resource_name.encode()
    n = len(v)
    a(P_bh(o0.resource_type, n))
    a(v)
def describe_acls_response_v0_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.principal.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v = o1.host.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        a(P_2b(o1.operation, o1.permission_type))
def describe_acls_response_v0_tail1(o0, l, out):
    a = l.append
describe_acls_response_v0 = (
    ('resources', '', describe_acls_response_v0_head0, describe_acls_response_v0_each0, describe_acls_response_v0_tail0),
    ('acls', '', describe_acls_response_v0_head1, describe_acls_response_v0_each1, describe_acls_response_v0_tail1),
)

def describe_acls_response_v1_head0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v = o0.error_message
    if v is None: v = b''; n = -1
    else: v = v.encode(); n = len(v)
    a(P_i2h(o0.throttle_time_ms, o0.error_code, n))
    a(v)
def describe_acls_response_v1_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.resource_name.encode()
        n = len(v)
        a(P_bh(o1.resource_type, n))
        a(v)
        v1 = o1.acls
        n = len(v1)
        a(P_bi(o1.pattern_type, n))
        for o2 in v1:
            if o2.unknown_tagged_fields: raise refuse(o2, 'unknown_tagged_fields')
            v = o2.principal.encode()
            n = len(v)
            a(P_h(n))
            a(v)
            v = o2.host.encode()
            n = len(v)
            a(P_h(n))
            a(v)
            a(P_2b(o2.operation, o2.permission_type))
def describe_acls_response_v1_tail0(o0, l, out):
    a = l.append
def describe_acls_response_v1_head1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v = o0.resource_name.encode()
    n = len(v)
    a(P_bh(o0.resource_type, n))
    a(v)
    a(P_b(o0.pattern_type))
def describe_acls_response_v1_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.principal.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v = o1.host.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        a(P_2b(o1.operation, o1.permission_type))
def describe_acls_response_v1_tail1(o0, l, out):
    a = l.append
describe_acls_response_v1 = (
    ('resources', '', describe_acls_response_v1_head0, describe_acls_response_v1_each0, describe_acls_response_v1_tail0),
    ('acls', '', describe_acls_response_v1_head1, describe_acls_response_v1_each1, describe_acls_response_v1_tail1),
)

def describe_acls_response_v2_head0(o0, l, out):
    a = l.append
    v = o0.error_message
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(P_ihB(o0.throttle_time_ms, o0.error_code, n))
    else: a(P_ih(o0.throttle_time_ms, o0.error_code) + uvarint(n))
    a(v)
def describe_acls_response_v2_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        v = o1.resource_name.encode()
        n = len(v) + 1
        if n < 128: a(P_bB(o1.resource_type, n))
        else: a(P_b(o1.resource_type) + uvarint(n))
        a(v)
        v1 = o1.acls
        n = len(v1) + 1
        if n < 128: a(P_bB(o1.pattern_type, n))
        else: a(P_b(o1.pattern_type) + uvarint(n))
        for o2 in v1:
            v = o2.principal.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            v = o2.host.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            if o2.unknown_tagged_fields:
                a(P_2b(o2.operation, o2.permission_type))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(P_2bx(o2.operation, o2.permission_type))
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
def describe_acls_response_v2_tail0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
def describe_acls_response_v2_head1(o0, l, out):
    a = l.append
    v = o0.resource_name.encode()
    n = len(v) + 1
    if n < 128: a(P_bB(o0.resource_type, n))
    else: a(P_b(o0.resource_type) + uvarint(n))
    a(v)
    a(P_b(o0.pattern_type))
def describe_acls_response_v2_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        v = o1.principal.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v = o1.host.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(P_2b(o1.operation, o1.permission_type))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_2bx(o1.operation, o1.permission_type))
def describe_acls_response_v2_tail1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
describe_acls_response_v2 = (
    ('resources', '', describe_acls_response_v2_head0, describe_acls_response_v2_each0, describe_acls_response_v2_tail0),
    ('acls', '', describe_acls_response_v2_head1, describe_acls_response_v2_each1, describe_acls_response_v2_tail1),
)

PIECES = (
    (False, describe_acls_response_v0),
    (False, describe_acls_response_v1),
    (True, describe_acls_response_v2),
    (True, describe_acls_response_v2),
)
