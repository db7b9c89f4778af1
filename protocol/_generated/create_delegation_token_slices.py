"""Written by `make generate` from protocol/messages/create_delegation_token.py. Do not edit."""

from kavka.protocol._generated.create_delegation_token import *
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import pack, read_uvarint, refuse, skip_tags, uvarint, write_tags

U_i = Struct('>i').unpack_from
U_h = Struct('>h').unpack_from

def scan_create_delegation_token_request_v0(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    h0 = p
    r0 = []
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 <= (e - p) // 4: raise DecodeError(f'CreateDelegationTokenRequest: renewers: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            q, = U_h(b, p)
            p += 2
            if q >= 0: p += q
            else: raise DecodeError(f'CreateDelegationTokenRequest: renewers.principal_type: length {q}')
            q, = U_h(b, p)
            p += 2
            if q >= 0: p += q
            else: raise DecodeError(f'CreateDelegationTokenRequest: renewers.principal_name: length {q}')
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
    p += 8
    if p > e: raise DecodeError(f'CreateDelegationTokenRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_create_delegation_token_request_v2(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    h0 = p
    r0 = []
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 <= (e - p) // 3: raise DecodeError(f'CreateDelegationTokenRequest: renewers: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            q = b[p]
            p += 1
            if q > 127: q, p = read_uvarint(b, p - 1)
            if q > 32768: raise DecodeError(f'CreateDelegationTokenRequest: renewers.principal_type: length {q}')
            if q: p += q - 1
            else: raise DecodeError(f'CreateDelegationTokenRequest: renewers.principal_type: length {q}')
            q = b[p]
            p += 1
            if q > 127: q, p = read_uvarint(b, p - 1)
            if q > 32768: raise DecodeError(f'CreateDelegationTokenRequest: renewers.principal_name: length {q}')
            if q: p += q - 1
            else: raise DecodeError(f'CreateDelegationTokenRequest: renewers.principal_name: length {q}')
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
    p += 8
    if b[p]: n, p = skip_tags(b, p, n)
    else: p += 1
    if p > e: raise DecodeError(f'CreateDelegationTokenRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_create_delegation_token_request_v3(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    q = b[p]
    p += 1
    if q > 127: q, p = read_uvarint(b, p - 1)
    if q > 32768: raise DecodeError(f'CreateDelegationTokenRequest: owner_principal_type: length {q}')
    if q: p += q - 1
    q = b[p]
    p += 1
    if q > 127: q, p = read_uvarint(b, p - 1)
    if q > 32768: raise DecodeError(f'CreateDelegationTokenRequest: owner_principal_name: length {q}')
    if q: p += q - 1
    h0 = p
    r0 = []
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 <= (e - p) // 3: raise DecodeError(f'CreateDelegationTokenRequest: renewers: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            q = b[p]
            p += 1
            if q > 127: q, p = read_uvarint(b, p - 1)
            if q > 32768: raise DecodeError(f'CreateDelegationTokenRequest: renewers.principal_type: length {q}')
            if q: p += q - 1
            else: raise DecodeError(f'CreateDelegationTokenRequest: renewers.principal_type: length {q}')
            q = b[p]
            p += 1
            if q > 127: q, p = read_uvarint(b, p - 1)
            if q > 32768: raise DecodeError(f'CreateDelegationTokenRequest: renewers.principal_name: length {q}')
            if q: p += q - 1
            else: raise DecodeError(f'CreateDelegationTokenRequest: renewers.principal_name: length {q}')
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
    p += 8
    if b[p]: n, p = skip_tags(b, p, n)
    else: p += 1
    if p > e: raise DecodeError(f'CreateDelegationTokenRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

SCANNERS = (
    scan_create_delegation_token_request_v0,
    scan_create_delegation_token_request_v0,
    scan_create_delegation_token_request_v2,
    scan_create_delegation_token_request_v3,
)

PIECES = (
    None,
    None,
    None,
    None,
)
