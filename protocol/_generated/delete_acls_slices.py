"""Written by `make generate` from protocol/messages/delete_acls.py. Do not edit."""

from kavka.protocol._generated.delete_acls import *
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import pack, read_uvarint, refuse, skip_tags, uvarint, write_tags

U_i = Struct('>i').unpack_from
U_h = Struct('>h').unpack_from
P_i = Struct('>i').pack
P_2h = Struct('>2h').pack
P_bh = Struct('>bh').pack
P_h = Struct('>h').pack
P_2b = Struct('>2b').pack
P_hB = Struct('>hB').pack
P_bB = Struct('>bB').pack
P_b = Struct('>b').pack
P_2bx = Struct('>2bx').pack

def scan_delete_acls_request_v0(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    h0 = p
    r0 = []
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 <= (e - p) // 9: raise DecodeError(f'DeleteAclsRequest: filters: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            p += 1
            q, = U_h(b, p)
            p += 2
            if q >= 0: p += q
            elif q != -1: raise DecodeError(f'DeleteAclsRequest: filters.resource_name_filter: length {q}')
            q, = U_h(b, p)
            p += 2
            if q >= 0: p += q
            elif q != -1: raise DecodeError(f'DeleteAclsRequest: filters.principal_filter: length {q}')
            q, = U_h(b, p)
            p += 2
            if q >= 0: p += q
            elif q != -1: raise DecodeError(f'DeleteAclsRequest: filters.host_filter: length {q}')
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
    if p > e: raise DecodeError(f'DeleteAclsRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_delete_acls_request_v1(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    h0 = p
    r0 = []
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 <= (e - p) // 10: raise DecodeError(f'DeleteAclsRequest: filters: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            p += 1
            q, = U_h(b, p)
            p += 2
            if q >= 0: p += q
            elif q != -1: raise DecodeError(f'DeleteAclsRequest: filters.resource_name_filter: length {q}')
            p += 1
            q, = U_h(b, p)
            p += 2
            if q >= 0: p += q
            elif q != -1: raise DecodeError(f'DeleteAclsRequest: filters.principal_filter: length {q}')
            q, = U_h(b, p)
            p += 2
            if q >= 0: p += q
            elif q != -1: raise DecodeError(f'DeleteAclsRequest: filters.host_filter: length {q}')
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
    if p > e: raise DecodeError(f'DeleteAclsRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_delete_acls_request_v2(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    h0 = p
    r0 = []
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 <= (e - p) // 8: raise DecodeError(f'DeleteAclsRequest: filters: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            p += 1
            q = b[p]
            p += 1
            if q > 127: q, p = read_uvarint(b, p - 1)
            if q > 32768: raise DecodeError(f'DeleteAclsRequest: filters.resource_name_filter: length {q}')
            if q: p += q - 1
            p += 1
            q = b[p]
            p += 1
            if q > 127: q, p = read_uvarint(b, p - 1)
            if q > 32768: raise DecodeError(f'DeleteAclsRequest: filters.principal_filter: length {q}')
            if q: p += q - 1
            q = b[p]
            p += 1
            if q > 127: q, p = read_uvarint(b, p - 1)
            if q > 32768: raise DecodeError(f'DeleteAclsRequest: filters.host_filter: length {q}')
            if q: p += q - 1
            p += 2
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
    if p > e: raise DecodeError(f'DeleteAclsRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

SCANNERS = (
    scan_delete_acls_request_v0,
    scan_delete_acls_request_v1,
    scan_delete_acls_request_v2,
    scan_delete_acls_request_v2,
)

def delete_acls_response_v0_head0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    a(P_i(o0.throttle_time_ms))
def delete_acls_response_v0_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.error_message
        if v is None: v = b''; n = -1
        else: v = v.encode(); n = len(v)
        a(P_2h(o1.error_code, n))
        a(v)
        v1 = o1.matching_acls
        n = len(v1)
        a(P_i(n))
        for o2 in v1:
            if o2.pattern_type != 3 or o2.unknown_tagged_fields: raise refuse(o2, 'pattern_type', 'unknown_tagged_fields')
            v = o2.error_message
            if v is None: v = b''; n = -1
            else: v = v.encode(); n = len(v)
            a(P_2h(o2.error_code, n))
            a(v)
            v = o2.resource_name.encode()
            n = len(v)
            a(P_bh(o2.resource_type, n))
            a(v)
            v = o2.principal.encode()
            n = len(v)
            a(P_h(n))
            a(v)
            v = o2.host.encode()
            n = len(v)
            a(P_h(n))
            a(v)
            a(P_2b(o2.operation, o2.permission_type))
def delete_acls_response_v0_tail0(o0, l, out):
    a = l.append
def delete_acls_response_v0_head1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v = o0.error_message
    if v is None: v = b''; n = -1
    else: v = v.encode(); n = len(v)
    a(P_2h(o0.error_code, n))
    a(v)
def delete_acls_response_v0_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.pattern_type != 3 or o1.unknown_tagged_fields: raise refuse(o1, 'pattern_type', 'unknown_tagged_fields')
        v = o1.error_message
        if v is None: v = b''; n = -1
        else: v = v.encode(); n = len(v)
        a(P_2h(o1.error_code, n))
        a(v)
        v = o1.resource_name.encode()
        n = len(v)
        a(P_bh(o1.resource_type, n))
        a(v)
        v = o1.principal.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v = o1.host.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        a(P_2b(o1.operation, o1.permission_type))
def delete_acls_response_v0_tail1(o0, l, out):
    a = l.append
delete_acls_response_v0 = (
    ('filter_results', '', delete_acls_response_v0_head0, delete_acls_response_v0_each0, delete_acls_response_v0_tail0),
    ('matching_acls', '', delete_acls_response_v0_head1, delete_acls_response_v0_each1, delete_acls_response_v0_tail1),
)

def delete_acls_response_v1_head0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    a(P_i(o0.throttle_time_ms))
def delete_acls_response_v1_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.error_message
        if v is None: v = b''; n = -1
        else: v = v.encode(); n = len(v)
        a(P_2h(o1.error_code, n))
        a(v)
        v1 = o1.matching_acls
        n = len(v1)
        a(P_i(n))
        for o2 in v1:
            if o2.unknown_tagged_fields: raise refuse(o2, 'unknown_tagged_fields')
            v = o2.error_message
            if v is None: v = b''; n = -1
            else: v = v.encode(); n = len(v)
            a(P_2h(o2.error_code, n))
            a(v)
            v = o2.resource_name.encode()
            n = len(v)
            a(P_bh(o2.resource_type, n))
            a(v)
            v = o2.principal.encode()
            n = len(v)
            a(P_bh(o2.pattern_type, n))
            a(v)
            v = o2.host.encode()
            n = len(v)
            a(P_h(n))
            a(v)
            a(P_2b(o2.operation, o2.permission_type))
def delete_acls_response_v1_tail0(o0, l, out):
    a = l.append
def delete_acls_response_v1_head1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v = o0.error_message
    if v is None: v = b''; n = -1
    else: v = v.encode(); n = len(v)
    a(P_2h(o0.error_code, n))
    a(v)
def delete_acls_response_v1_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.error_message
        if v is None: v = b''; n = -1
        else: v = v.encode(); n = len(v)
        a(P_2h(o1.error_code, n))
        a(v)
        v = o1.resource_name.encode()
        n = len(v)
        a(P_bh(o1.resource_type, n))
        a(v)
        v = o1.principal.encode()
        n = len(v)
        a(P_bh(o1.pattern_type, n))
        a(v)
        v = o1.host.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        a(P_2b(o1.operation, o1.permission_type))
def delete_acls_response_v1_tail1(o0, l, out):
    a = l.append
delete_acls_response_v1 = (
    ('filter_results', '', delete_acls_response_v1_head0, delete_acls_response_v1_each0, delete_acls_response_v1_tail0),
    ('matching_acls', '', delete_acls_response_v1_head1, delete_acls_response_v1_each1, delete_acls_response_v1_tail1),
)

def delete_acls_response_v2_head0(o0, l, out):
    a = l.append
    a(P_i(o0.throttle_time_ms))
def delete_acls_response_v2_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        v = o1.error_message
        if v is None: v = b''; n = 0
        else: v = v.encode(); n = len(v) + 1
        if n < 128: a(P_hB(o1.error_code, n))
        else: a(P_h(o1.error_code) + uvarint(n))
        a(v)
        v1 = o1.matching_acls
        n = len(v1) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o2 in v1:
            v = o2.error_message
            if v is None: v = b''; n = 0
            else: v = v.encode(); n = len(v) + 1
            if n < 128: a(P_hB(o2.error_code, n))
            else: a(P_h(o2.error_code) + uvarint(n))
            a(v)
            v = o2.resource_name.encode()
            n = len(v) + 1
            if n < 128: a(P_bB(o2.resource_type, n))
            else: a(P_b(o2.resource_type) + uvarint(n))
            a(v)
            v = o2.principal.encode()
            n = len(v) + 1
            if n < 128: a(P_bB(o2.pattern_type, n))
            else: a(P_b(o2.pattern_type) + uvarint(n))
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
def delete_acls_response_v2_tail0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
def delete_acls_response_v2_head1(o0, l, out):
    a = l.append
    v = o0.error_message
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(P_hB(o0.error_code, n))
    else: a(P_h(o0.error_code) + uvarint(n))
    a(v)
def delete_acls_response_v2_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        v = o1.error_message
        if v is None: v = b''; n = 0
        else: v = v.encode(); n = len(v) + 1
        if n < 128: a(P_hB(o1.error_code, n))
        else: a(P_h(o1.error_code) + uvarint(n))
        a(v)
        v = o1.resource_name.encode()
        n = len(v) + 1
        if n < 128: a(P_bB(o1.resource_type, n))
        else: a(P_b(o1.resource_type) + uvarint(n))
        a(v)
        v = o1.principal.encode()
        n = len(v) + 1
        if n < 128: a(P_bB(o1.pattern_type, n))
        else: a(P_b(o1.pattern_type) + uvarint(n))
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
def delete_acls_response_v2_tail1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
delete_acls_response_v2 = (
    ('filter_results', '', delete_acls_response_v2_head0, delete_acls_response_v2_each0, delete_acls_response_v2_tail0),
    ('matching_acls', '', delete_acls_response_v2_head1, delete_acls_response_v2_each1, delete_acls_response_v2_tail1),
)

PIECES = (
    (False, delete_acls_response_v0),
    (False, delete_acls_response_v1),
    (True, delete_acls_response_v2),
    (True, delete_acls_response_v2),
)
