"""Written by `make generate` from protocol/messages/list_config_resources.py. Do not edit."""

from kavka.protocol._generated.list_config_resources import *
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import pack, read_uvarint, refuse, skip_tags, uvarint, write_tags

P_ih = Struct('>ih').pack
P_b = Struct('>b').pack
P_bx = Struct('>bx').pack

def scan_list_config_resources_request_v0(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    if b[p]: n, p = skip_tags(b, p, n)
    else: p += 1
    if p > e: raise DecodeError(f'ListConfigResourcesRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_list_config_resources_request_v1(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    h0 = p
    r0 = []
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 <= (e - p) // 1: raise DecodeError(f'ListConfigResourcesRequest: resource_types: count {c0}')
    if c0 > 0:
        for j in range(0, c0, w):
            k = min(w, c0 - j)
            q = p + k * 1
            r0.append((k, p, q, None))
            p = q
            n += k
            if n >= y: y = n + w; yield n
        z0 = p
        out.append((h0, z0, r0))
    if b[p]: n, p = skip_tags(b, p, n)
    else: p += 1
    if p > e: raise DecodeError(f'ListConfigResourcesRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

SCANNERS = (
    scan_list_config_resources_request_v0,
    scan_list_config_resources_request_v1,
)

def list_config_resources_response_v0_head0(o0, l, out):
    a = l.append
    a(P_ih(o0.throttle_time_ms, o0.error_code))
def list_config_resources_response_v0_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        v = o1.resource_name.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
def list_config_resources_response_v0_tail0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
list_config_resources_response_v0 = (
    ('config_resources', '', list_config_resources_response_v0_head0, list_config_resources_response_v0_each0, list_config_resources_response_v0_tail0),
)

def list_config_resources_response_v1_head0(o0, l, out):
    a = l.append
    a(P_ih(o0.throttle_time_ms, o0.error_code))
def list_config_resources_response_v1_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        v = o1.resource_name.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(P_b(o1.resource_type))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_bx(o1.resource_type))
def list_config_resources_response_v1_tail0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
list_config_resources_response_v1 = (
    ('config_resources', '', list_config_resources_response_v1_head0, list_config_resources_response_v1_each0, list_config_resources_response_v1_tail0),
)

PIECES = (
    (True, list_config_resources_response_v0),
    (True, list_config_resources_response_v1),
)
