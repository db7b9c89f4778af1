"""Written by `make generate` from protocol/messages/describe_cluster.py. Do not edit."""

from kavka.protocol.message import Message, Part
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import new, new_message, pack, read_tags, read_uvarint, refuse, unpack_from, uvarint
from kavka.protocol.wire import write_tags

class DescribeClusterRequest(Message):
    __slots__ = ('include_cluster_authorized_operations', 'endpoint_type', 'include_fenced_brokers', 'unknown_tagged_fields')
    API_KEY = 60
    MIN_VERSION = 0
    MAX_VERSION = 2
    FLEXIBLE_FROM = 0
    
    def __init__(self, include_cluster_authorized_operations=False, endpoint_type=1, include_fenced_brokers=False, unknown_tagged_fields=()):
        self.include_cluster_authorized_operations = include_cluster_authorized_operations
        self.endpoint_type = endpoint_type
        self.include_fenced_brokers = include_fenced_brokers
        self.unknown_tagged_fields = unknown_tagged_fields

class DescribeClusterResponse(Message):
    __slots__ = ('throttle_time_ms', 'error_code', 'error_message', 'endpoint_type', 'cluster_id', 'controller_id', 'brokers', 'cluster_authorized_operations', 'unknown_tagged_fields')
    API_KEY = 60
    MIN_VERSION = 0
    MAX_VERSION = 2
    FLEXIBLE_FROM = 0
    
    class DescribeClusterBroker(Part):
        __slots__ = ('broker_id', 'host', 'port', 'rack', 'is_fenced', 'unknown_tagged_fields')
        
        def __init__(self, broker_id=0, host='', port=0, rack=None, is_fenced=False, unknown_tagged_fields=()):
            self.broker_id = broker_id
            self.host = host
            self.port = port
            self.rack = rack
            self.is_fenced = is_fenced
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, throttle_time_ms=0, error_code=0, error_message=None, endpoint_type=1, cluster_id='', controller_id=-1, brokers=EMPTY, cluster_authorized_operations=-2147483648, unknown_tagged_fields=()):
        self.throttle_time_ms = throttle_time_ms
        self.error_code = error_code
        self.error_message = error_message
        self.endpoint_type = endpoint_type
        self.cluster_id = cluster_id
        self.controller_id = controller_id
        self.brokers = [] if brokers is EMPTY else brokers
        self.cluster_authorized_operations = cluster_authorized_operations
        self.unknown_tagged_fields = unknown_tagged_fields

DescribeClusterResponse_DescribeClusterBroker = DescribeClusterResponse.DescribeClusterBroker

U_TB = Struct('>?B').unpack_from
U_TbB = Struct('>?bB').unpack_from
U_TbTB = Struct('>?b?B').unpack_from
P_T = Struct('>?').pack
P_Tx = Struct('>?x').pack
P_Tb = Struct('>?b').pack
P_Tbx = Struct('>?bx').pack
P_TbT = Struct('>?b?').pack
P_TbTx = Struct('>?b?x').pack
U_ihB = Struct('>ihB').unpack_from
U_iB = Struct('>iB').unpack_from
U_bB = Struct('>bB').unpack_from
P_ihB = Struct('>ihB').pack
P_ih = Struct('>ih').pack
P_iB = Struct('>iB').pack
P_i = Struct('>i').pack
P_ix = Struct('>ix').pack
P_bB = Struct('>bB').pack
P_b = Struct('>b').pack

def decode_describe_cluster_request_v0(b, p):
    e = len(b)
    o0 = new_message(DescribeClusterRequest)
    o0.endpoint_type = 1
    o0.include_fenced_brokers = False
    o0.include_cluster_authorized_operations, t = U_TB(b, p)
    p += 2
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

def decode_describe_cluster_request_v1(b, p):
    e = len(b)
    o0 = new_message(DescribeClusterRequest)
    o0.include_fenced_brokers = False
    o0.include_cluster_authorized_operations, o0.endpoint_type, t = U_TbB(b, p)
    p += 3
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

def decode_describe_cluster_request_v2(b, p):
    e = len(b)
    o0 = new_message(DescribeClusterRequest)
    o0.include_cluster_authorized_operations, o0.endpoint_type, o0.include_fenced_brokers, t = U_TbTB(b, p)
    p += 4
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

DescribeClusterRequest.DECODERS = (
    decode_describe_cluster_request_v0,
    decode_describe_cluster_request_v1,
    decode_describe_cluster_request_v2,
)

def encode_describe_cluster_request_v0(o0, l, out):
    a = l.append
    if o0.endpoint_type != 1 or o0.include_fenced_brokers: raise refuse(o0, 'endpoint_type', 'include_fenced_brokers')
    if o0.unknown_tagged_fields:
        a(P_T(o0.include_cluster_authorized_operations))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_Tx(o0.include_cluster_authorized_operations))

def encode_describe_cluster_request_v1(o0, l, out):
    a = l.append
    if o0.include_fenced_brokers: raise refuse(o0, 'include_fenced_brokers')
    if o0.unknown_tagged_fields:
        a(P_Tb(o0.include_cluster_authorized_operations, o0.endpoint_type))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_Tbx(o0.include_cluster_authorized_operations, o0.endpoint_type))

def encode_describe_cluster_request_v2(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(P_TbT(o0.include_cluster_authorized_operations, o0.endpoint_type, o0.include_fenced_brokers))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_TbTx(o0.include_cluster_authorized_operations, o0.endpoint_type, o0.include_fenced_brokers))

DescribeClusterRequest.ENCODERS = (
    encode_describe_cluster_request_v0,
    encode_describe_cluster_request_v1,
    encode_describe_cluster_request_v2,
)

def decode_describe_cluster_response_v0(b, p):
    e = len(b)
    o0 = new_message(DescribeClusterResponse)
    o0.endpoint_type = 1
    o0.throttle_time_ms, o0.error_code, n = U_ihB(b, p)
    p += 7
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n:
        q = p + n - 1
        o0.error_message = b[p:q].decode()
        p = q
    else:
        o0.error_message = None
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n < 1: raise DecodeError(f'DescribeClusterResponse: cluster_id: length {n}')
    q = p + n - 1
    o0.cluster_id = b[p:q].decode()
    p = q
    o0.controller_id, c0 = U_iB(b, p)
    p += 5
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 11 <= e - p: raise DecodeError(f'DescribeClusterResponse: brokers: count {c0}')
    o0.brokers = l0 = []
    for _ in range(c0):
        o1 = new(DescribeClusterResponse_DescribeClusterBroker)
        o1.is_fenced = False
        o1.broker_id, n = U_iB(b, p)
        p += 5
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'DescribeClusterResponse: host: length {n}')
        q = p + n - 1
        o1.host = b[p:q].decode()
        p = q
        o1.port, n = U_iB(b, p)
        p += 5
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n:
            q = p + n - 1
            o1.rack = b[p:q].decode()
            p = q
        else:
            o1.rack = None
        t = b[p]
        p += 1
        if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
        else: o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.cluster_authorized_operations, t = U_iB(b, p)
    p += 5
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

def decode_describe_cluster_response_v1(b, p):
    e = len(b)
    o0 = new_message(DescribeClusterResponse)
    o0.throttle_time_ms, o0.error_code, n = U_ihB(b, p)
    p += 7
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n:
        q = p + n - 1
        o0.error_message = b[p:q].decode()
        p = q
    else:
        o0.error_message = None
    o0.endpoint_type, n = U_bB(b, p)
    p += 2
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n < 1: raise DecodeError(f'DescribeClusterResponse: cluster_id: length {n}')
    q = p + n - 1
    o0.cluster_id = b[p:q].decode()
    p = q
    o0.controller_id, c0 = U_iB(b, p)
    p += 5
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 11 <= e - p: raise DecodeError(f'DescribeClusterResponse: brokers: count {c0}')
    o0.brokers = l0 = []
    for _ in range(c0):
        o1 = new(DescribeClusterResponse_DescribeClusterBroker)
        o1.is_fenced = False
        o1.broker_id, n = U_iB(b, p)
        p += 5
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'DescribeClusterResponse: host: length {n}')
        q = p + n - 1
        o1.host = b[p:q].decode()
        p = q
        o1.port, n = U_iB(b, p)
        p += 5
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n:
            q = p + n - 1
            o1.rack = b[p:q].decode()
            p = q
        else:
            o1.rack = None
        t = b[p]
        p += 1
        if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
        else: o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.cluster_authorized_operations, t = U_iB(b, p)
    p += 5
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

def decode_describe_cluster_response_v2(b, p):
    e = len(b)
    o0 = new_message(DescribeClusterResponse)
    o0.throttle_time_ms, o0.error_code, n = U_ihB(b, p)
    p += 7
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n:
        q = p + n - 1
        o0.error_message = b[p:q].decode()
        p = q
    else:
        o0.error_message = None
    o0.endpoint_type, n = U_bB(b, p)
    p += 2
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n < 1: raise DecodeError(f'DescribeClusterResponse: cluster_id: length {n}')
    q = p + n - 1
    o0.cluster_id = b[p:q].decode()
    p = q
    o0.controller_id, c0 = U_iB(b, p)
    p += 5
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 12 <= e - p: raise DecodeError(f'DescribeClusterResponse: brokers: count {c0}')
    o0.brokers = l0 = []
    for _ in range(c0):
        o1 = new(DescribeClusterResponse_DescribeClusterBroker)
        o1.broker_id, n = U_iB(b, p)
        p += 5
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'DescribeClusterResponse: host: length {n}')
        q = p + n - 1
        o1.host = b[p:q].decode()
        p = q
        o1.port, n = U_iB(b, p)
        p += 5
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n:
            q = p + n - 1
            o1.rack = b[p:q].decode()
            p = q
        else:
            o1.rack = None
        o1.is_fenced, t = U_TB(b, p)
        p += 2
        if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
        else: o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.cluster_authorized_operations, t = U_iB(b, p)
    p += 5
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

DescribeClusterResponse.DECODERS = (
    decode_describe_cluster_response_v0,
    decode_describe_cluster_response_v1,
    decode_describe_cluster_response_v2,
)

def encode_describe_cluster_response_v0(o0, l, out):
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
    v0 = o0.brokers
    n = len(v0) + 1
    if n < 128: a(P_iB(o0.controller_id, n))
    else: a(P_i(o0.controller_id) + uvarint(n))
    for o1 in v0:
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
    if o0.unknown_tagged_fields:
        a(P_i(o0.cluster_authorized_operations))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_ix(o0.cluster_authorized_operations))

def encode_describe_cluster_response_v1(o0, l, out):
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
    v0 = o0.brokers
    n = len(v0) + 1
    if n < 128: a(P_iB(o0.controller_id, n))
    else: a(P_i(o0.controller_id) + uvarint(n))
    for o1 in v0:
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
    if o0.unknown_tagged_fields:
        a(P_i(o0.cluster_authorized_operations))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_ix(o0.cluster_authorized_operations))

def encode_describe_cluster_response_v2(o0, l, out):
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
    v0 = o0.brokers
    n = len(v0) + 1
    if n < 128: a(P_iB(o0.controller_id, n))
    else: a(P_i(o0.controller_id) + uvarint(n))
    for o1 in v0:
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
    if o0.unknown_tagged_fields:
        a(P_i(o0.cluster_authorized_operations))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_ix(o0.cluster_authorized_operations))

DescribeClusterResponse.ENCODERS = (
    encode_describe_cluster_response_v0,
    encode_describe_cluster_response_v1,
    encode_describe_cluster_response_v2,
)
