"""Written by `make generate` from protocol/messages/list_groups.py. Do not edit."""

from kavka.protocol.message import Message, Part
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import new, new_message, pack, read_tags, read_uvarint, refuse, unpack_from, uvarint
from kavka.protocol.wire import write_tags

class ListGroupsRequest(Message):
    __slots__ = ('states_filter', 'types_filter', 'unknown_tagged_fields')
    API_KEY = 16
    MIN_VERSION = 0
    MAX_VERSION = 5
    FLEXIBLE_FROM = 3
    
    def __init__(self, states_filter=EMPTY, types_filter=EMPTY, unknown_tagged_fields=()):
        self.states_filter = [] if states_filter is EMPTY else states_filter
        self.types_filter = [] if types_filter is EMPTY else types_filter
        self.unknown_tagged_fields = unknown_tagged_fields

class ListGroupsResponse(Message):
    __slots__ = ('throttle_time_ms', 'error_code', 'groups', 'unknown_tagged_fields')
    API_KEY = 16
    MIN_VERSION = 0
    MAX_VERSION = 5
    FLEXIBLE_FROM = 3
    
    class ListedGroup(Part):
        __slots__ = ('group_id', 'protocol_type', 'group_state', 'group_type', 'unknown_tagged_fields')
        
        def __init__(self, group_id='', protocol_type='', group_state='', group_type='', unknown_tagged_fields=()):
            self.group_id = group_id
            self.protocol_type = protocol_type
            self.group_state = group_state
            self.group_type = group_type
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, throttle_time_ms=0, error_code=0, groups=EMPTY, unknown_tagged_fields=()):
        self.throttle_time_ms = throttle_time_ms
        self.error_code = error_code
        self.groups = [] if groups is EMPTY else groups
        self.unknown_tagged_fields = unknown_tagged_fields

ListGroupsResponse_ListedGroup = ListGroupsResponse.ListedGroup

U_hi = Struct('>hi').unpack_from
U_h = Struct('>h').unpack_from
U_ihi = Struct('>ihi').unpack_from
U_ihB = Struct('>ihB').unpack_from
P_hi = Struct('>hi').pack
P_h = Struct('>h').pack
P_ihi = Struct('>ihi').pack
P_ihB = Struct('>ihB').pack
P_ih = Struct('>ih').pack

def decode_list_groups_request_v0(b, p):
    e = len(b)
    o0 = new_message(ListGroupsRequest)
    o0.states_filter = []
    o0.types_filter = []
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_list_groups_request_v3(b, p):
    e = len(b)
    o0 = new_message(ListGroupsRequest)
    o0.states_filter = []
    o0.types_filter = []
    t = b[p]
    p += 1
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

def decode_list_groups_request_v4(b, p):
    e = len(b)
    o0 = new_message(ListGroupsRequest)
    o0.types_filter = []
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 <= e - p: raise DecodeError(f'ListGroupsRequest: states_filter: count {c0}')
    o0.states_filter = l0 = []
    for _ in range(c0):
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'ListGroupsRequest: element: length {n}')
        q = p + n - 1
        v = b[p:q].decode()
        p = q
        l0.append(v)
    t = b[p]
    p += 1
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

def decode_list_groups_request_v5(b, p):
    e = len(b)
    o0 = new_message(ListGroupsRequest)
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 <= e - p: raise DecodeError(f'ListGroupsRequest: states_filter: count {c0}')
    o0.states_filter = l0 = []
    for _ in range(c0):
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'ListGroupsRequest: element: length {n}')
        q = p + n - 1
        v = b[p:q].decode()
        p = q
        l0.append(v)
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 <= e - p: raise DecodeError(f'ListGroupsRequest: types_filter: count {c0}')
    o0.types_filter = l0 = []
    for _ in range(c0):
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'ListGroupsRequest: element: length {n}')
        q = p + n - 1
        v = b[p:q].decode()
        p = q
        l0.append(v)
    t = b[p]
    p += 1
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

ListGroupsRequest.DECODERS = (
    decode_list_groups_request_v0,
    decode_list_groups_request_v0,
    decode_list_groups_request_v0,
    decode_list_groups_request_v3,
    decode_list_groups_request_v4,
    decode_list_groups_request_v5,
)

def encode_list_groups_request_v0(o0, l, out):
    a = l.append
    if o0.states_filter or o0.types_filter or o0.unknown_tagged_fields: raise refuse(o0, 'states_filter', 'types_filter', 'unknown_tagged_fields')

def encode_list_groups_request_v3(o0, l, out):
    a = l.append
    if o0.states_filter or o0.types_filter: raise refuse(o0, 'states_filter', 'types_filter')
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

def encode_list_groups_request_v4(o0, l, out):
    a = l.append
    if o0.types_filter: raise refuse(o0, 'types_filter')
    v0 = o0.states_filter
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

def encode_list_groups_request_v5(o0, l, out):
    a = l.append
    v0 = o0.states_filter
    n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        v = o1.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
    v0 = o0.types_filter
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

ListGroupsRequest.ENCODERS = (
    encode_list_groups_request_v0,
    encode_list_groups_request_v0,
    encode_list_groups_request_v0,
    encode_list_groups_request_v3,
    encode_list_groups_request_v4,
    encode_list_groups_request_v5,
)

def decode_list_groups_response_v0(b, p):
    e = len(b)
    o0 = new_message(ListGroupsResponse)
    o0.throttle_time_ms = 0
    o0.error_code, c0 = U_hi(b, p)
    p += 6
    if not 0 <= c0 * 4 <= e - p: raise DecodeError(f'ListGroupsResponse: groups: count {c0}')
    o0.groups = l0 = []
    for _ in range(c0):
        o1 = new(ListGroupsResponse_ListedGroup)
        o1.group_state = ''
        o1.group_type = ''
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'ListGroupsResponse: group_id: length {n}')
        q = p + n
        o1.group_id = b[p:q].decode()
        p = q
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'ListGroupsResponse: protocol_type: length {n}')
        q = p + n
        o1.protocol_type = b[p:q].decode()
        p = q
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_list_groups_response_v1(b, p):
    e = len(b)
    o0 = new_message(ListGroupsResponse)
    o0.throttle_time_ms, o0.error_code, c0 = U_ihi(b, p)
    p += 10
    if not 0 <= c0 * 4 <= e - p: raise DecodeError(f'ListGroupsResponse: groups: count {c0}')
    o0.groups = l0 = []
    for _ in range(c0):
        o1 = new(ListGroupsResponse_ListedGroup)
        o1.group_state = ''
        o1.group_type = ''
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'ListGroupsResponse: group_id: length {n}')
        q = p + n
        o1.group_id = b[p:q].decode()
        p = q
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'ListGroupsResponse: protocol_type: length {n}')
        q = p + n
        o1.protocol_type = b[p:q].decode()
        p = q
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_list_groups_response_v3(b, p):
    e = len(b)
    o0 = new_message(ListGroupsResponse)
    o0.throttle_time_ms, o0.error_code, c0 = U_ihB(b, p)
    p += 7
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 3 <= e - p: raise DecodeError(f'ListGroupsResponse: groups: count {c0}')
    o0.groups = l0 = []
    for _ in range(c0):
        o1 = new(ListGroupsResponse_ListedGroup)
        o1.group_state = ''
        o1.group_type = ''
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'ListGroupsResponse: group_id: length {n}')
        q = p + n - 1
        o1.group_id = b[p:q].decode()
        p = q
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'ListGroupsResponse: protocol_type: length {n}')
        q = p + n - 1
        o1.protocol_type = b[p:q].decode()
        p = q
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

def decode_list_groups_response_v4(b, p):
    e = len(b)
    o0 = new_message(ListGroupsResponse)
    o0.throttle_time_ms, o0.error_code, c0 = U_ihB(b, p)
    p += 7
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 4 <= e - p: raise DecodeError(f'ListGroupsResponse: groups: count {c0}')
    o0.groups = l0 = []
    for _ in range(c0):
        o1 = new(ListGroupsResponse_ListedGroup)
        o1.group_type = ''
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'ListGroupsResponse: group_id: length {n}')
        q = p + n - 1
        o1.group_id = b[p:q].decode()
        p = q
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'ListGroupsResponse: protocol_type: length {n}')
        q = p + n - 1
        o1.protocol_type = b[p:q].decode()
        p = q
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'ListGroupsResponse: group_state: length {n}')
        q = p + n - 1
        o1.group_state = b[p:q].decode()
        p = q
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

def decode_list_groups_response_v5(b, p):
    e = len(b)
    o0 = new_message(ListGroupsResponse)
    o0.throttle_time_ms, o0.error_code, c0 = U_ihB(b, p)
    p += 7
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 5 <= e - p: raise DecodeError(f'ListGroupsResponse: groups: count {c0}')
    o0.groups = l0 = []
    for _ in range(c0):
        o1 = new(ListGroupsResponse_ListedGroup)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'ListGroupsResponse: group_id: length {n}')
        q = p + n - 1
        o1.group_id = b[p:q].decode()
        p = q
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'ListGroupsResponse: protocol_type: length {n}')
        q = p + n - 1
        o1.protocol_type = b[p:q].decode()
        p = q
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'ListGroupsResponse: group_state: length {n}')
        q = p + n - 1
        o1.group_state = b[p:q].decode()
        p = q
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'ListGroupsResponse: group_type: length {n}')
        q = p + n - 1
        o1.group_type = b[p:q].decode()
        p = q
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

ListGroupsResponse.DECODERS = (
    decode_list_groups_response_v0,
    decode_list_groups_response_v1,
    decode_list_groups_response_v1,
    decode_list_groups_response_v3,
    decode_list_groups_response_v4,
    decode_list_groups_response_v5,
)

def encode_list_groups_response_v0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v0 = o0.groups
    n = len(v0)
    a(P_hi(o0.error_code, n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.group_id.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v = o1.protocol_type.encode()
        n = len(v)
        a(P_h(n))
        a(v)

def encode_list_groups_response_v1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v0 = o0.groups
    n = len(v0)
    a(P_ihi(o0.throttle_time_ms, o0.error_code, n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.group_id.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v = o1.protocol_type.encode()
        n = len(v)
        a(P_h(n))
        a(v)

def encode_list_groups_response_v3(o0, l, out):
    a = l.append
    v0 = o0.groups
    n = len(v0) + 1
    if n < 128: a(P_ihB(o0.throttle_time_ms, o0.error_code, n))
    else: a(P_ih(o0.throttle_time_ms, o0.error_code) + uvarint(n))
    for o1 in v0:
        v = o1.group_id.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v = o1.protocol_type.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

def encode_list_groups_response_v4(o0, l, out):
    a = l.append
    v0 = o0.groups
    n = len(v0) + 1
    if n < 128: a(P_ihB(o0.throttle_time_ms, o0.error_code, n))
    else: a(P_ih(o0.throttle_time_ms, o0.error_code) + uvarint(n))
    for o1 in v0:
        v = o1.group_id.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v = o1.protocol_type.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v = o1.group_state.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

def encode_list_groups_response_v5(o0, l, out):
    a = l.append
    v0 = o0.groups
    n = len(v0) + 1
    if n < 128: a(P_ihB(o0.throttle_time_ms, o0.error_code, n))
    else: a(P_ih(o0.throttle_time_ms, o0.error_code) + uvarint(n))
    for o1 in v0:
        v = o1.group_id.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v = o1.protocol_type.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v = o1.group_state.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v = o1.group_type.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

ListGroupsResponse.ENCODERS = (
    encode_list_groups_response_v0,
    encode_list_groups_response_v1,
    encode_list_groups_response_v1,
    encode_list_groups_response_v3,
    encode_list_groups_response_v4,
    encode_list_groups_response_v5,
)
