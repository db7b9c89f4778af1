"""Written by `make generate` from protocol/messages/delete_groups.py. Do not edit."""

from kavka.protocol.message import Message, Part
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import new, new_message, pack, read_tags, read_uvarint, refuse, unpack_from, uvarint
from kavka.protocol.wire import write_tags

class DeleteGroupsRequest(Message):
    __slots__ = ('groups_names', 'unknown_tagged_fields')
    API_KEY = 42
    MIN_VERSION = 0
    MAX_VERSION = 3
    FLEXIBLE_FROM = 2
    
    def __init__(self, groups_names=EMPTY, unknown_tagged_fields=()):
        self.groups_names = [] if groups_names is EMPTY else groups_names
        self.unknown_tagged_fields = unknown_tagged_fields

class DeleteGroupsResponse(Message):
    __slots__ = ('throttle_time_ms', 'results', 'unknown_tagged_fields')
    API_KEY = 42
    MIN_VERSION = 0
    MAX_VERSION = 3
    FLEXIBLE_FROM = 2
    
    class DeletableGroupResult(Part):
        __slots__ = ('group_id', 'error_code', 'error_message', 'unknown_tagged_fields')
        
        def __init__(self, group_id='', error_code=0, error_message=None, unknown_tagged_fields=()):
            self.group_id = group_id
            self.error_code = error_code
            self.error_message = error_message
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, throttle_time_ms=0, results=EMPTY, unknown_tagged_fields=()):
        self.throttle_time_ms = throttle_time_ms
        self.results = [] if results is EMPTY else results
        self.unknown_tagged_fields = unknown_tagged_fields

DeleteGroupsResponse_DeletableGroupResult = DeleteGroupsResponse.DeletableGroupResult

U_i = Struct('>i').unpack_from
U_h = Struct('>h').unpack_from
P_i = Struct('>i').pack
P_h = Struct('>h').pack
U_2i = Struct('>2i').unpack_from
U_iB = Struct('>iB').unpack_from
U_hB = Struct('>hB').unpack_from
P_2i = Struct('>2i').pack
P_iB = Struct('>iB').pack
P_hx = Struct('>hx').pack
P_hB = Struct('>hB').pack

def decode_delete_groups_request_v0(b, p):
    e = len(b)
    o0 = new_message(DeleteGroupsRequest)
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 * 2 <= e - p: raise DecodeError(f'DeleteGroupsRequest: groups_names: count {c0}')
    o0.groups_names = l0 = []
    for _ in range(c0):
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'DeleteGroupsRequest: element: length {n}')
        q = p + n
        v = b[p:q].decode()
        p = q
        l0.append(v)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_delete_groups_request_v2(b, p):
    e = len(b)
    o0 = new_message(DeleteGroupsRequest)
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 <= e - p: raise DecodeError(f'DeleteGroupsRequest: groups_names: count {c0}')
    o0.groups_names = l0 = []
    for _ in range(c0):
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'DeleteGroupsRequest: element: length {n}')
        q = p + n - 1
        v = b[p:q].decode()
        p = q
        l0.append(v)
    t = b[p]
    p += 1
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

DeleteGroupsRequest.DECODERS = (
    decode_delete_groups_request_v0,
    decode_delete_groups_request_v0,
    decode_delete_groups_request_v2,
    decode_delete_groups_request_v2,
)

def encode_delete_groups_request_v0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v0 = o0.groups_names
    n = len(v0)
    a(P_i(n))
    for o1 in v0:
        v = o1.encode()
        n = len(v)
        a(P_h(n))
        a(v)

def encode_delete_groups_request_v2(o0, l, out):
    a = l.append
    v0 = o0.groups_names
    n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        v = o1.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

DeleteGroupsRequest.ENCODERS = (
    encode_delete_groups_request_v0,
    encode_delete_groups_request_v0,
    encode_delete_groups_request_v2,
    encode_delete_groups_request_v2,
)

def decode_delete_groups_response_v0(b, p):
    e = len(b)
    o0 = new_message(DeleteGroupsResponse)
    o0.throttle_time_ms, c0 = U_2i(b, p)
    p += 8
    if not 0 <= c0 * 4 <= e - p: raise DecodeError(f'DeleteGroupsResponse: results: count {c0}')
    o0.results = l0 = []
    for _ in range(c0):
        o1 = new(DeleteGroupsResponse_DeletableGroupResult)
        o1.error_message = None
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'DeleteGroupsResponse: group_id: length {n}')
        q = p + n
        o1.group_id = b[p:q].decode()
        p = q
        o1.error_code, = U_h(b, p)
        p += 2
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_delete_groups_response_v2(b, p):
    e = len(b)
    o0 = new_message(DeleteGroupsResponse)
    o0.throttle_time_ms, c0 = U_iB(b, p)
    p += 5
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 4 <= e - p: raise DecodeError(f'DeleteGroupsResponse: results: count {c0}')
    o0.results = l0 = []
    for _ in range(c0):
        o1 = new(DeleteGroupsResponse_DeletableGroupResult)
        o1.error_message = None
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'DeleteGroupsResponse: group_id: length {n}')
        q = p + n - 1
        o1.group_id = b[p:q].decode()
        p = q
        o1.error_code, t = U_hB(b, p)
        p += 3
        if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
        else: o1.unknown_tagged_fields = ()
        l0.append(o1)
    t = b[p]
    p += 1
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

def decode_delete_groups_response_v3(b, p):
    e = len(b)
    o0 = new_message(DeleteGroupsResponse)
    o0.throttle_time_ms, c0 = U_iB(b, p)
    p += 5
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 5 <= e - p: raise DecodeError(f'DeleteGroupsResponse: results: count {c0}')
    o0.results = l0 = []
    for _ in range(c0):
        o1 = new(DeleteGroupsResponse_DeletableGroupResult)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'DeleteGroupsResponse: group_id: length {n}')
        q = p + n - 1
        o1.group_id = b[p:q].decode()
        p = q
        o1.error_code, n = U_hB(b, p)
        p += 3
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n:
            q = p + n - 1
            o1.error_message = b[p:q].decode()
            p = q
        else:
            o1.error_message = None
        t = b[p]
        p += 1
        if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
        else: o1.unknown_tagged_fields = ()
        l0.append(o1)
    t = b[p]
    p += 1
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

DeleteGroupsResponse.DECODERS = (
    decode_delete_groups_response_v0,
    decode_delete_groups_response_v0,
    decode_delete_groups_response_v2,
    decode_delete_groups_response_v3,
)

def encode_delete_groups_response_v0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v0 = o0.results
    n = len(v0)
    a(P_2i(o0.throttle_time_ms, n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.group_id.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        a(P_h(o1.error_code))

def encode_delete_groups_response_v2(o0, l, out):
    a = l.append
    v0 = o0.results
    n = len(v0) + 1
    if n < 128: a(P_iB(o0.throttle_time_ms, n))
    else: a(P_i(o0.throttle_time_ms) + uvarint(n))
    for o1 in v0:
        v = o1.group_id.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(P_h(o1.error_code))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_hx(o1.error_code))
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

def encode_delete_groups_response_v3(o0, l, out):
    a = l.append
    v0 = o0.results
    n = len(v0) + 1
    if n < 128: a(P_iB(o0.throttle_time_ms, n))
    else: a(P_i(o0.throttle_time_ms) + uvarint(n))
    for o1 in v0:
        v = o1.group_id.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v = o1.error_message
        if v is None: v = b''; n = 0
        else: v = v.encode(); n = len(v) + 1
        if n < 128: a(P_hB(o1.error_code, n))
        else: a(P_h(o1.error_code) + uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

DeleteGroupsResponse.ENCODERS = (
    encode_delete_groups_response_v0,
    encode_delete_groups_response_v0,
    encode_delete_groups_response_v2,
    encode_delete_groups_response_v3,
)
