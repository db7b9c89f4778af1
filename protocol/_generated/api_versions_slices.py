"""Written by `make generate` from protocol/messages/api_versions.py. Do not edit."""

from kavka.protocol._generated.api_versions import *
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import pack, read_uvarint, refuse, skip_tags, uvarint, write_tags

P_h = Struct('>h').pack
P_3h = Struct('>3h').pack
P_i = Struct('>i').pack
P_3hx = Struct('>3hx').pack
P_2h = Struct('>2h').pack
P_2hx = Struct('>2hx').pack
P_q = Struct('>q').pack
P_T = Struct('>?').pack
P_ix = Struct('>ix').pack

def scan_api_versions_request_v0(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    if p > e: raise DecodeError(f'ApiVersionsRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_api_versions_request_v3(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    q = b[p]
    p += 1
    if q > 127: q, p = read_uvarint(b, p - 1)
    if q > 32768: raise DecodeError(f'ApiVersionsRequest: client_software_name: length {q}')
    if q: p += q - 1
    else: raise DecodeError(f'ApiVersionsRequest: client_software_name: length {q}')
    q = b[p]
    p += 1
    if q > 127: q, p = read_uvarint(b, p - 1)
    if q > 32768: raise DecodeError(f'ApiVersionsRequest: client_software_version: length {q}')
    if q: p += q - 1
    else: raise DecodeError(f'ApiVersionsRequest: client_software_version: length {q}')
    if b[p]: n, p = skip_tags(b, p, n)
    else: p += 1
    if p > e: raise DecodeError(f'ApiVersionsRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_api_versions_request_v5(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    q = b[p]
    p += 1
    if q > 127: q, p = read_uvarint(b, p - 1)
    if q > 32768: raise DecodeError(f'ApiVersionsRequest: client_software_name: length {q}')
    if q: p += q - 1
    else: raise DecodeError(f'ApiVersionsRequest: client_software_name: length {q}')
    q = b[p]
    p += 1
    if q > 127: q, p = read_uvarint(b, p - 1)
    if q > 32768: raise DecodeError(f'ApiVersionsRequest: client_software_version: length {q}')
    if q: p += q - 1
    else: raise DecodeError(f'ApiVersionsRequest: client_software_version: length {q}')
    q = b[p]
    p += 1
    if q > 127: q, p = read_uvarint(b, p - 1)
    if q > 32768: raise DecodeError(f'ApiVersionsRequest: cluster_id: length {q}')
    if q: p += q - 1
    p += 4
    if b[p]: n, p = skip_tags(b, p, n)
    else: p += 1
    if p > e: raise DecodeError(f'ApiVersionsRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

SCANNERS = (
    scan_api_versions_request_v0,
    scan_api_versions_request_v0,
    scan_api_versions_request_v0,
    scan_api_versions_request_v3,
    scan_api_versions_request_v3,
    scan_api_versions_request_v5,
)

def api_versions_response_v0_head0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    a(P_h(o0.error_code))
def api_versions_response_v0_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        a(P_3h(o1.api_key, o1.min_version, o1.max_version))
def api_versions_response_v0_tail0(o0, l, out):
    a = l.append
api_versions_response_v0 = (
    ('api_keys', '', api_versions_response_v0_head0, api_versions_response_v0_each0, api_versions_response_v0_tail0),
)

def api_versions_response_v1_head0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    a(P_h(o0.error_code))
def api_versions_response_v1_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        a(P_3h(o1.api_key, o1.min_version, o1.max_version))
def api_versions_response_v1_tail0(o0, l, out):
    a = l.append
    a(P_i(o0.throttle_time_ms))
api_versions_response_v1 = (
    ('api_keys', '', api_versions_response_v1_head0, api_versions_response_v1_each0, api_versions_response_v1_tail0),
)

def api_versions_response_v3_head0(o0, l, out):
    a = l.append
    a(P_h(o0.error_code))
def api_versions_response_v3_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields:
            a(P_3h(o1.api_key, o1.min_version, o1.max_version))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_3hx(o1.api_key, o1.min_version, o1.max_version))
def api_versions_response_v3_tail0(o0, l, out):
    a = l.append
    if o0.supported_features or o0.finalized_features_epoch != -1 or o0.finalized_features or o0.zk_migration_ready or o0.unknown_tagged_fields:
        a(P_i(o0.throttle_time_ms))
        g0 = list(o0.unknown_tagged_fields)
        if o0.supported_features:
            w0 = []
            a0 = w0.append
            v0 = o0.supported_features
            n = len(v0) + 1
            if n < 128: a0(BYTE[n])
            else: a0(uvarint(n))
            for o1 in v0:
                v = o1.name.encode()
                n = len(v) + 1
                if n < 128: a0(BYTE[n])
                else: a0(uvarint(n))
                a0(v)
                if o1.unknown_tagged_fields:
                    a0(P_2h(o1.min_version, o1.max_version))
                    a0(write_tags(o1.unknown_tagged_fields))
                else:
                    a0(P_2hx(o1.min_version, o1.max_version))
            g0.append((0, b''.join(w0)))
        if o0.finalized_features_epoch != -1:
            w0 = []
            a0 = w0.append
            a0(P_q(o0.finalized_features_epoch))
            g0.append((1, b''.join(w0)))
        if o0.finalized_features:
            w0 = []
            a0 = w0.append
            v0 = o0.finalized_features
            n = len(v0) + 1
            if n < 128: a0(BYTE[n])
            else: a0(uvarint(n))
            for o1 in v0:
                v = o1.name.encode()
                n = len(v) + 1
                if n < 128: a0(BYTE[n])
                else: a0(uvarint(n))
                a0(v)
                if o1.unknown_tagged_fields:
                    a0(P_2h(o1.max_version_level, o1.min_version_level))
                    a0(write_tags(o1.unknown_tagged_fields))
                else:
                    a0(P_2hx(o1.max_version_level, o1.min_version_level))
            g0.append((2, b''.join(w0)))
        if o0.zk_migration_ready:
            w0 = []
            a0 = w0.append
            a0(P_T(o0.zk_migration_ready))
            g0.append((3, b''.join(w0)))
        a(write_tags(g0))
    else:
        a(P_ix(o0.throttle_time_ms))
api_versions_response_v3 = (
    ('api_keys', '', api_versions_response_v3_head0, api_versions_response_v3_each0, api_versions_response_v3_tail0),
)

PIECES = (
    (False, api_versions_response_v0),
    (False, api_versions_response_v1),
    (False, api_versions_response_v1),
    (True, api_versions_response_v3),
    (True, api_versions_response_v3),
    (True, api_versions_response_v3),
)
