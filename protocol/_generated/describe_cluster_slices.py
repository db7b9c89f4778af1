"""Written by `make generate` from protocol/messages/describe_cluster.py. Do not edit."""

from kavka.protocol._generated.describe_cluster import *
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import pack, read_uvarint, refuse, skip_tags, uvarint, write_tags

P_ihB = Struct('>ihB').pack
P_ih = Struct('>ih').pack
P_i = Struct('>i').pack
P_iB = Struct('>iB').pack
P_ix = Struct('>ix').pack
P_bB = Struct('>bB').pack
P_b = Struct('>b').pack
P_T = Struct('>?').pack
P_Tx = Struct('>?x').pack

def scan_describe_cluster_request_v0(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    p += 1
    if b[p]: n, p = skip_tags(b, p, n)
    else: p += 1
    if p > e: raise DecodeError(f'DescribeClusterRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_describe_cluster_request_v1(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    p += 2
    if b[p]: n, p = skip_tags(b, p, n)
    else: p += 1
    if p > e: raise DecodeError(f'DescribeClusterRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_describe_cluster_request_v2(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    p += 3
    if b[p]: n, p = skip_tags(b, p, n)
    else: p += 1
    if p > e: raise DecodeError(f'DescribeClusterRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

SCANNERS = (
    scan_describe_cluster_request_v0,
    scan_describe_cluster_request_v1,
    scan_describe_cluster_request_v2,
)

def describe_cluster_response_v0_head0(o0, l, out):
    a = l.append
    if o0.endpoint_type != 1: raise refuse(o0, 'endpoint_type')
    v = o0.error_message
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(P_ihB(o0.throttle_time_ms, o0.error_code, n))
    else: a(P_ih(o0.throttle_time_ms, o0.error_code) + uvarint(n))
    a(v)
    v = o0.cluster_id.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    a(P_i(o0.controller_id))
def describe_cluster_response_v0_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.is_fenced: raise refuse(o1, 'is_fenced')
        v = o1.host.encode()
        n = len(v) + 1
        if n < 128: a(P_iB(o1.broker_id, n))
        else: a(P_i(o1.broker_id) + uvarint(n))
        a(v)
        v = o1.rack
        if v is None: v = b''; n = 0
        else: v = v.encode(); n = len(v) + 1
        if n < 128: a(P_iB(o1.port, n))
        else: a(P_i(o1.port) + uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
def describe_cluster_response_v0_tail0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(P_i(o0.cluster_authorized_operations))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_ix(o0.cluster_authorized_operations))
describe_cluster_response_v0 = (
    ('brokers', '', describe_cluster_response_v0_head0, describe_cluster_response_v0_each0, describe_cluster_response_v0_tail0),
)

def describe_cluster_response_v1_head0(o0, l, out):
    a = l.append
    v = o0.error_message
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(P_ihB(o0.throttle_time_ms, o0.error_code, n))
    else: a(P_ih(o0.throttle_time_ms, o0.error_code) + uvarint(n))
    a(v)
    v = o0.cluster_id.encode()
    n = len(v) + 1
    if n < 128: a(P_bB(o0.endpoint_type, n))
    else: a(P_b(o0.endpoint_type) + uvarint(n))
    a(v)
    a(P_i(o0.controller_id))
def describe_cluster_response_v1_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.is_fenced: raise refuse(o1, 'is_fenced')
        v = o1.host.encode()
        n = len(v) + 1
        if n < 128: a(P_iB(o1.broker_id, n))
        else: a(P_i(o1.broker_id) + uvarint(n))
        a(v)
        v = o1.rack
        if v is None: v = b''; n = 0
        else: v = v.encode(); n = len(v) + 1
        if n < 128: a(P_iB(o1.port, n))
        else: a(P_i(o1.port) + uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
def describe_cluster_response_v1_tail0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(P_i(o0.cluster_authorized_operations))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_ix(o0.cluster_authorized_operations))
describe_cluster_response_v1 = (
    ('brokers', '', describe_cluster_response_v1_head0, describe_cluster_response_v1_each0, describe_cluster_response_v1_tail0),
)

def describe_cluster_response_v2_head0(o0, l, out):
    a = l.append
    v = o0.error_message
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(P_ihB(o0.throttle_time_ms, o0.error_code, n))
    else: a(P_ih(o0.throttle_time_ms, o0.error_code) + uvarint(n))
    a(v)
    v = o0.cluster_id.encode()
    n = len(v) + 1
    if n < 128: a(P_bB(o0.endpoint_type, n))
    else: a(P_b(o0.endpoint_type) + uvarint(n))
    a(v)
    a(P_i(o0.controller_id))
def describe_cluster_response_v2_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        v = o1.host.encode()
        n = len(v) + 1
        if n < 128: a(P_iB(o1.broker_id, n))
        else: a(P_i(o1.broker_id) + uvarint(n))
        a(v)
        v = o1.rack
        if v is None: v = b''; n = 0
        else: v = v.encode(); n = len(v) + 1
        if n < 128: a(P_iB(o1.port, n))
        else: a(P_i(o1.port) + uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(P_T(o1.is_fenced))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_Tx(o1.is_fenced))
def describe_cluster_response_v2_tail0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(P_i(o0.cluster_authorized_operations))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_ix(o0.cluster_authorized_operations))
describe_cluster_response_v2 = (
    ('brokers', '', describe_cluster_response_v2_head0, describe_cluster_response_v2_each0, describe_cluster_response_v2_tail0),
)

PIECES = (
    (True, describe_cluster_response_v0),
    (True, describe_cluster_response_v1),
    (True, describe_cluster_response_v2),
)
