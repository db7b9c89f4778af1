"""Written by `make generate` from protocol/messages/controlled_shutdown.py. Do not edit."""

from kavka.protocol._generated.controlled_shutdown import *
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import pack, read_uvarint, refuse, skip_tags, uvarint, write_tags

P_h = Struct('>h').pack
P_i = Struct('>i').pack
P_ix = Struct('>ix').pack

def scan_controlled_shutdown_request_v0(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    p += 4
    if p > e: raise DecodeError(f'ControlledShutdownRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_controlled_shutdown_request_v2(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    p += 12
    if p > e: raise DecodeError(f'ControlledShutdownRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_controlled_shutdown_request_v3(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    p += 12
    if b[p]: n, p = skip_tags(b, p, n)
    else: p += 1
    if p > e: raise DecodeError(f'ControlledShutdownRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

SCANNERS = (
    scan_controlled_shutdown_request_v0,
    scan_controlled_shutdown_request_v0,
    scan_controlled_shutdown_request_v2,
    scan_controlled_shutdown_request_v3,
)

def controlled_shutdown_response_v0_head0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    a(P_h(o0.error_code))
def controlled_shutdown_response_v0_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.topic_name.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        a(P_i(o1.partition_index))
def controlled_shutdown_response_v0_tail0(o0, l, out):
    a = l.append
controlled_shutdown_response_v0 = (
    ('remaining_partitions', 'topic_name', controlled_shutdown_response_v0_head0, controlled_shutdown_response_v0_each0, controlled_shutdown_response_v0_tail0),
)

def controlled_shutdown_response_v3_head0(o0, l, out):
    a = l.append
    a(P_h(o0.error_code))
def controlled_shutdown_response_v3_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        v = o1.topic_name.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(P_i(o1.partition_index))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_ix(o1.partition_index))
def controlled_shutdown_response_v3_tail0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
controlled_shutdown_response_v3 = (
    ('remaining_partitions', 'topic_name', controlled_shutdown_response_v3_head0, controlled_shutdown_response_v3_each0, controlled_shutdown_response_v3_tail0),
)

PIECES = (
    (False, controlled_shutdown_response_v0),
    (False, controlled_shutdown_response_v0),
    (False, controlled_shutdown_response_v0),
    (True, controlled_shutdown_response_v3),
)
