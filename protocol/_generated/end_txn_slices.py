"""Written by `make generate` from protocol/messages/end_txn.py. Do not edit."""

from kavka.protocol._generated.end_txn import *
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import pack, read_uvarint, refuse, skip_tags, uvarint, write_tags

U_h = Struct('>h').unpack_from

def scan_end_txn_request_v0(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    q, = U_h(b, p)
    p += 2
    if q >= 0: p += q
    else: raise DecodeError(f'EndTxnRequest: transactional_id: length {q}')
    p += 11
    if p > e: raise DecodeError(f'EndTxnRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_end_txn_request_v3(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    q = b[p]
    p += 1
    if q > 127: q, p = read_uvarint(b, p - 1)
    if q > 32768: raise DecodeError(f'EndTxnRequest: transactional_id: length {q}')
    if q: p += q - 1
    else: raise DecodeError(f'EndTxnRequest: transactional_id: length {q}')
    p += 11
    if b[p]: n, p = skip_tags(b, p, n)
    else: p += 1
    if p > e: raise DecodeError(f'EndTxnRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

SCANNERS = (
    scan_end_txn_request_v0,
    scan_end_txn_request_v0,
    scan_end_txn_request_v0,
    scan_end_txn_request_v3,
    scan_end_txn_request_v3,
    scan_end_txn_request_v3,
)

PIECES = (
    None,
    None,
    None,
    None,
    None,
    None,
)
