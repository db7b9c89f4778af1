"""Written by `make generate` from protocol/messages/add_offsets_to_txn.py. Do not edit."""

from kavka.protocol._generated.add_offsets_to_txn import *
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import pack, read_uvarint, refuse, skip_tags, uvarint, write_tags

U_h = Struct('>h').unpack_from

def scan_add_offsets_to_txn_request_v0(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    q, = U_h(b, p)
    p += 2
    if q >= 0: p += q
    else: raise DecodeError(f'AddOffsetsToTxnRequest: transactional_id: length {q}')
    p += 10
    q, = U_h(b, p)
    p += 2
    if q >= 0: p += q
    else: raise DecodeError(f'AddOffsetsToTxnRequest: group_id: length {q}')
    if p > e: raise DecodeError(f'AddOffsetsToTxnRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_add_offsets_to_txn_request_v3(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    q = b[p]
    p += 1
    if q > 127: q, p = read_uvarint(b, p - 1)
    if q > 32768: raise DecodeError(f'AddOffsetsToTxnRequest: transactional_id: length {q}')
    if q: p += q - 1
    else: raise DecodeError(f'AddOffsetsToTxnRequest: transactional_id: length {q}')
    p += 10
    q = b[p]
    p += 1
    if q > 127: q, p = read_uvarint(b, p - 1)
    if q > 32768: raise DecodeError(f'AddOffsetsToTxnRequest: group_id: length {q}')
    if q: p += q - 1
    else: raise DecodeError(f'AddOffsetsToTxnRequest: group_id: length {q}')
    if b[p]: n, p = skip_tags(b, p, n)
    else: p += 1
    if p > e: raise DecodeError(f'AddOffsetsToTxnRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

SCANNERS = (
    scan_add_offsets_to_txn_request_v0,
    scan_add_offsets_to_txn_request_v0,
    scan_add_offsets_to_txn_request_v0,
    scan_add_offsets_to_txn_request_v3,
    scan_add_offsets_to_txn_request_v3,
)

PIECES = (
    None,
    None,
    None,
    None,
    None,
)
