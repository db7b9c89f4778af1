"""Written by `make generate` from protocol/messages/expire_delegation_token.py. Do not edit."""

from kavka.protocol._generated.expire_delegation_token import *
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import pack, read_uvarint, refuse, skip_tags, uvarint, write_tags

U_i = Struct('>i').unpack_from

def scan_expire_delegation_token_request_v0(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    q, = U_i(b, p)
    p += 4
    if q >= 0: p += q
    else: raise DecodeError(f'ExpireDelegationTokenRequest: hmac: length {q}')
    p += 8
    if p > e: raise DecodeError(f'ExpireDelegationTokenRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_expire_delegation_token_request_v2(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    q = b[p]
    p += 1
    if q > 127: q, p = read_uvarint(b, p - 1)
    if q: p += q - 1
    else: raise DecodeError(f'ExpireDelegationTokenRequest: hmac: length {q}')
    p += 8
    if b[p]: n, p = skip_tags(b, p, n)
    else: p += 1
    if p > e: raise DecodeError(f'ExpireDelegationTokenRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

SCANNERS = (
    scan_expire_delegation_token_request_v0,
    scan_expire_delegation_token_request_v0,
    scan_expire_delegation_token_request_v2,
)

PIECES = (
    None,
    None,
    None,
)
