"""Written by `make generate` from protocol/messages/allocate_producer_ids.py. Do not edit."""

from kavka.protocol._generated.allocate_producer_ids import *
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import pack, read_uvarint, refuse, skip_tags, uvarint, write_tags


def scan_allocate_producer_ids_request_v0(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    p += 12
    if b[p]: n, p = skip_tags(b, p, n)
    else: p += 1
    if p > e: raise DecodeError(f'AllocateProducerIdsRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

SCANNERS = (
    scan_allocate_producer_ids_request_v0,
)

PIECES = (
    None,
)
