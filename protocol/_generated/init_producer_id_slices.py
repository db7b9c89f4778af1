"""Written by `make generate` from protocol/messages/init_producer_id.py. Do not edit."""

from kavka.protocol._generated.init_producer_id import *
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import pack, read_uvarint, refuse, skip_tags, uvarint, write_tags

U_h = Struct('>h').unpack_from

def scan_init_producer_id_request_v0(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    q, = U_h(b, p)
    p += 2
    if q >= 0: p += q
    elif q != -1: raise DecodeError(f'InitProducerIdRequest: transactional_id: length {q}')
    p += 4
    if p > e: raise DecodeError(f'InitProducerIdRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_init_producer_id_request_v2(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    q = b[p]
    p += 1
    if q > 127: q, p = read_uvarint(b, p - 1)
    if q > 32768: raise DecodeError(f'InitProducerIdRequest: transactional_id: length {q}')
    if q: p += q - 1
    p += 4
    if b[p]: n, p = skip_tags(b, p, n)
    else: p += 1
    if p > e: raise DecodeError(f'InitProducerIdRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_init_producer_id_request_v3(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    q = b[p]
    p += 1
    if q > 127: q, p = read_uvarint(b, p - 1)
    if q > 32768: raise DecodeError(f'InitProducerIdRequest: transactional_id: length {q}')
    if q: p += q - 1
    p += 14
    if b[p]: n, p = skip_tags(b, p, n)
    else: p += 1
    if p > e: raise DecodeError(f'InitProducerIdRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_init_producer_id_request_v6(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    q = b[p]
    p += 1
    if q > 127: q, p = read_uvarint(b, p - 1)
    if q > 32768: raise DecodeError(f'InitProducerIdRequest: transactional_id: length {q}')
    if q: p += q - 1
    p += 16
    if b[p]: n, p = skip_tags(b, p, n)
    else: p += 1
    if p > e: raise DecodeError(f'InitProducerIdRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

SCANNERS = (
    scan_init_producer_id_request_v0,
    scan_init_producer_id_request_v0,
    scan_init_producer_id_request_v2,
    scan_init_producer_id_request_v3,
    scan_init_producer_id_request_v3,
    scan_init_producer_id_request_v3,
    scan_init_producer_id_request_v6,
)

PIECES = (
    None,
    None,
    None,
    None,
    None,
    None,
    None,
)
