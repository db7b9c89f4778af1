"""Written by `make generate` from protocol/messages/describe_groups.py. Do not edit."""

from kavka.protocol.message import Message, Part
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import new, new_message, pack, read_tags, read_uvarint, refuse, unpack_from, uvarint
from kavka.protocol.wire import write_tags

class DescribeGroupsRequest(Message):
    __slots__ = ('groups', 'include_authorized_operations', 'unknown_tagged_fields')
    API_KEY = 15
    MIN_VERSION = 0
    MAX_VERSION = 6
    FLEXIBLE_FROM = 5
    
    def __init__(self, groups=EMPTY, include_authorized_operations=False, unknown_tagged_fields=()):
        self.groups = [] if groups is EMPTY else groups
        self.include_authorized_operations = include_authorized_operations
        self.unknown_tagged_fields = unknown_tagged_fields

class DescribeGroupsResponse(Message):
    __slots__ = ('throttle_time_ms', 'groups', 'unknown_tagged_fields')
    API_KEY = 15
    MIN_VERSION = 0
    MAX_VERSION = 6
    FLEXIBLE_FROM = 5
    
    class DescribedGroupMember(Part):
        __slots__ = ('member_id', 'group_instance_id', 'client_id', 'client_host', 'member_metadata', 'member_assignment', 'unknown_tagged_fields')
        
        def __init__(self, member_id='', group_instance_id=None, client_id='', client_host='', member_metadata=b'', member_assignment=b'', unknown_tagged_fields=()):
            self.member_id = member_id
            self.group_instance_id = group_instance_id
            self.client_id = client_id
            self.client_host = client_host
            self.member_metadata = member_metadata
            self.member_assignment = member_assignment
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class DescribedGroup(Part):
        __slots__ = ('error_code', 'error_message', 'group_id', 'group_state', 'protocol_type', 'protocol_data', 'members', 'authorized_operations', 'unknown_tagged_fields')
        
        def __init__(self, error_code=0, error_message=None, group_id='', group_state='', protocol_type='', protocol_data='', members=EMPTY, authorized_operations=-2147483648, unknown_tagged_fields=()):
            self.error_code = error_code
            self.error_message = error_message
            self.group_id = group_id
            self.group_state = group_state
            self.protocol_type = protocol_type
            self.protocol_data = protocol_data
            self.members = [] if members is EMPTY else members
            self.authorized_operations = authorized_operations
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, throttle_time_ms=0, groups=EMPTY, unknown_tagged_fields=()):
        self.throttle_time_ms = throttle_time_ms
        self.groups = [] if groups is EMPTY else groups
        self.unknown_tagged_fields = unknown_tagged_fields

DescribeGroupsResponse_DescribedGroupMember = DescribeGroupsResponse.DescribedGroupMember

DescribeGroupsResponse_DescribedGroup = DescribeGroupsResponse.DescribedGroup

U_i = Struct('>i').unpack_from
U_h = Struct('>h').unpack_from
U_T = Struct('>?').unpack_from
U_TB = Struct('>?B').unpack_from
P_i = Struct('>i').pack
P_h = Struct('>h').pack
P_T = Struct('>?').pack
P_Tx = Struct('>?x').pack
U_2h = Struct('>2h').unpack_from
U_2i = Struct('>2i').unpack_from
U_iB = Struct('>iB').unpack_from
U_hB = Struct('>hB').unpack_from
P_2h = Struct('>2h').pack
P_2i = Struct('>2i').pack
P_iB = Struct('>iB').pack
P_hB = Struct('>hB').pack
P_ix = Struct('>ix').pack

def decode_describe_groups_request_v0(b, p):
    e = len(b)
    o0 = new_message(DescribeGroupsRequest)
    o0.include_authorized_operations = False
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 * 2 <= e - p: raise DecodeError(f'DescribeGroupsRequest: groups: count {c0}')
    o0.groups = l0 = []
    for _ in range(c0):
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'DescribeGroupsRequest: element: length {n}')
        q = p + n
        v = b[p:q].decode()
        p = q
        l0.append(v)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_describe_groups_request_v3(b, p):
    e = len(b)
    o0 = new_message(DescribeGroupsRequest)
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 * 2 <= e - p: raise DecodeError(f'DescribeGroupsRequest: groups: count {c0}')
    o0.groups = l0 = []
    for _ in range(c0):
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'DescribeGroupsRequest: element: length {n}')
        q = p + n
        v = b[p:q].decode()
        p = q
        l0.append(v)
    o0.include_authorized_operations, = U_T(b, p)
    p += 1
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_describe_groups_request_v5(b, p):
    e = len(b)
    o0 = new_message(DescribeGroupsRequest)
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 <= e - p: raise DecodeError(f'DescribeGroupsRequest: groups: count {c0}')
    o0.groups = l0 = []
    for _ in range(c0):
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'DescribeGroupsRequest: element: length {n}')
        q = p + n - 1
        v = b[p:q].decode()
        p = q
        l0.append(v)
    o0.include_authorized_operations, t = U_TB(b, p)
    p += 2
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

DescribeGroupsRequest.DECODERS = (
    decode_describe_groups_request_v0,
    decode_describe_groups_request_v0,
    decode_describe_groups_request_v0,
    decode_describe_groups_request_v3,
    decode_describe_groups_request_v3,
    decode_describe_groups_request_v5,
    decode_describe_groups_request_v5,
)

def encode_describe_groups_request_v0(o0, l, out):
    a = l.append
    if o0.include_authorized_operations or o0.unknown_tagged_fields: raise refuse(o0, 'include_authorized_operations', 'unknown_tagged_fields')
    v0 = o0.groups
    n = len(v0)
    a(P_i(n))
    for o1 in v0:
        v = o1.encode()
        n = len(v)
        a(P_h(n))
        a(v)

def encode_describe_groups_request_v3(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v0 = o0.groups
    n = len(v0)
    a(P_i(n))
    for o1 in v0:
        v = o1.encode()
        n = len(v)
        a(P_h(n))
        a(v)
    a(P_T(o0.include_authorized_operations))

def encode_describe_groups_request_v5(o0, l, out):
    a = l.append
    v0 = o0.groups
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
        a(P_T(o0.include_authorized_operations))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_Tx(o0.include_authorized_operations))

DescribeGroupsRequest.ENCODERS = (
    encode_describe_groups_request_v0,
    encode_describe_groups_request_v0,
    encode_describe_groups_request_v0,
    encode_describe_groups_request_v3,
    encode_describe_groups_request_v3,
    encode_describe_groups_request_v5,
    encode_describe_groups_request_v5,
)

def decode_describe_groups_response_v0(b, p):
    e = len(b)
    o0 = new_message(DescribeGroupsResponse)
    o0.throttle_time_ms = 0
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 * 14 <= e - p: raise DecodeError(f'DescribeGroupsResponse: groups: count {c0}')
    o0.groups = l0 = []
    for _ in range(c0):
        o1 = new(DescribeGroupsResponse_DescribedGroup)
        o1.error_message = None
        o1.authorized_operations = -2147483648
        o1.error_code, n = U_2h(b, p)
        p += 4
        if n < 0: raise DecodeError(f'DescribeGroupsResponse: group_id: length {n}')
        q = p + n
        o1.group_id = b[p:q].decode()
        p = q
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'DescribeGroupsResponse: group_state: length {n}')
        q = p + n
        o1.group_state = b[p:q].decode()
        p = q
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'DescribeGroupsResponse: protocol_type: length {n}')
        q = p + n
        o1.protocol_type = b[p:q].decode()
        p = q
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'DescribeGroupsResponse: protocol_data: length {n}')
        q = p + n
        o1.protocol_data = b[p:q].decode()
        p = q
        c1, = U_i(b, p)
        p += 4
        if not 0 <= c1 * 14 <= e - p: raise DecodeError(f'DescribeGroupsResponse: members: count {c1}')
        o1.members = l1 = []
        for _ in range(c1):
            o2 = new(DescribeGroupsResponse_DescribedGroupMember)
            o2.group_instance_id = None
            n, = U_h(b, p)
            p += 2
            if n < 0: raise DecodeError(f'DescribeGroupsResponse: member_id: length {n}')
            q = p + n
            o2.member_id = b[p:q].decode()
            p = q
            n, = U_h(b, p)
            p += 2
            if n < 0: raise DecodeError(f'DescribeGroupsResponse: client_id: length {n}')
            q = p + n
            o2.client_id = b[p:q].decode()
            p = q
            n, = U_h(b, p)
            p += 2
            if n < 0: raise DecodeError(f'DescribeGroupsResponse: client_host: length {n}')
            q = p + n
            o2.client_host = b[p:q].decode()
            p = q
            n, = U_i(b, p)
            p += 4
            if n < 0: raise DecodeError(f'DescribeGroupsResponse: member_metadata: length {n}')
            q = p + n
            o2.member_metadata = bytes(b[p:q])
            p = q
            n, = U_i(b, p)
            p += 4
            if n < 0: raise DecodeError(f'DescribeGroupsResponse: member_assignment: length {n}')
            q = p + n
            o2.member_assignment = bytes(b[p:q])
            p = q
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_describe_groups_response_v1(b, p):
    e = len(b)
    o0 = new_message(DescribeGroupsResponse)
    o0.throttle_time_ms, c0 = U_2i(b, p)
    p += 8
    if not 0 <= c0 * 14 <= e - p: raise DecodeError(f'DescribeGroupsResponse: groups: count {c0}')
    o0.groups = l0 = []
    for _ in range(c0):
        o1 = new(DescribeGroupsResponse_DescribedGroup)
        o1.error_message = None
        o1.authorized_operations = -2147483648
        o1.error_code, n = U_2h(b, p)
        p += 4
        if n < 0: raise DecodeError(f'DescribeGroupsResponse: group_id: length {n}')
        q = p + n
        o1.group_id = b[p:q].decode()
        p = q
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'DescribeGroupsResponse: group_state: length {n}')
        q = p + n
        o1.group_state = b[p:q].decode()
        p = q
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'DescribeGroupsResponse: protocol_type: length {n}')
        q = p + n
        o1.protocol_type = b[p:q].decode()
        p = q
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'DescribeGroupsResponse: protocol_data: length {n}')
        q = p + n
        o1.protocol_data = b[p:q].decode()
        p = q
        c1, = U_i(b, p)
        p += 4
        if not 0 <= c1 * 14 <= e - p: raise DecodeError(f'DescribeGroupsResponse: members: count {c1}')
        o1.members = l1 = []
        for _ in range(c1):
            o2 = new(DescribeGroupsResponse_DescribedGroupMember)
            o2.group_instance_id = None
            n, = U_h(b, p)
            p += 2
            if n < 0: raise DecodeError(f'DescribeGroupsResponse: member_id: length {n}')
            q = p + n
            o2.member_id = b[p:q].decode()
            p = q
            n, = U_h(b, p)
            p += 2
            if n < 0: raise DecodeError(f'DescribeGroupsResponse: client_id: length {n}')
            q = p + n
            o2.client_id = b[p:q].decode()
            p = q
            n, = U_h(b, p)
            p += 2
            if n < 0: raise DecodeError(f'DescribeGroupsResponse: client_host: length {n}')
            q = p + n
            o2.client_host = b[p:q].decode()
            p = q
            n, = U_i(b, p)
            p += 4
            if n < 0: raise DecodeError(f'DescribeGroupsResponse: member_metadata: length {n}')
            q = p + n
            o2.member_metadata = bytes(b[p:q])
            p = q
            n, = U_i(b, p)
            p += 4
            if n < 0: raise DecodeError(f'DescribeGroupsResponse: member_assignment: length {n}')
            q = p + n
            o2.member_assignment = bytes(b[p:q])
            p = q
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_describe_groups_response_v3(b, p):
    e = len(b)
    o0 = new_message(DescribeGroupsResponse)
    o0.throttle_time_ms, c0 = U_2i(b, p)
    p += 8
    if not 0 <= c0 * 18 <= e - p: raise DecodeError(f'DescribeGroupsResponse: groups: count {c0}')
    o0.groups = l0 = []
    for _ in range(c0):
        o1 = new(DescribeGroupsResponse_DescribedGroup)
        o1.error_message = None
        o1.error_code, n = U_2h(b, p)
        p += 4
        if n < 0: raise DecodeError(f'DescribeGroupsResponse: group_id: length {n}')
        q = p + n
        o1.group_id = b[p:q].decode()
        p = q
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'DescribeGroupsResponse: group_state: length {n}')
        q = p + n
        o1.group_state = b[p:q].decode()
        p = q
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'DescribeGroupsResponse: protocol_type: length {n}')
        q = p + n
        o1.protocol_type = b[p:q].decode()
        p = q
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'DescribeGroupsResponse: protocol_data: length {n}')
        q = p + n
        o1.protocol_data = b[p:q].decode()
        p = q
        c1, = U_i(b, p)
        p += 4
        if not 0 <= c1 * 14 <= e - p: raise DecodeError(f'DescribeGroupsResponse: members: count {c1}')
        o1.members = l1 = []
        for _ in range(c1):
            o2 = new(DescribeGroupsResponse_DescribedGroupMember)
            o2.group_instance_id = None
            n, = U_h(b, p)
            p += 2
            if n < 0: raise DecodeError(f'DescribeGroupsResponse: member_id: length {n}')
            q = p + n
            o2.member_id = b[p:q].decode()
            p = q
            n, = U_h(b, p)
            p += 2
            if n < 0: raise DecodeError(f'DescribeGroupsResponse: client_id: length {n}')
            q = p + n
            o2.client_id = b[p:q].decode()
            p = q
            n, = U_h(b, p)
            p += 2
            if n < 0: raise DecodeError(f'DescribeGroupsResponse: client_host: length {n}')
            q = p + n
            o2.client_host = b[p:q].decode()
            p = q
            n, = U_i(b, p)
            p += 4
            if n < 0: raise DecodeError(f'DescribeGroupsResponse: member_metadata: length {n}')
            q = p + n
            o2.member_metadata = bytes(b[p:q])
            p = q
            n, = U_i(b, p)
            p += 4
            if n < 0: raise DecodeError(f'DescribeGroupsResponse: member_assignment: length {n}')
            q = p + n
            o2.member_assignment = bytes(b[p:q])
            p = q
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        o1.authorized_operations, = U_i(b, p)
        p += 4
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_describe_groups_response_v4(b, p):
    e = len(b)
    o0 = new_message(DescribeGroupsResponse)
    o0.throttle_time_ms, c0 = U_2i(b, p)
    p += 8
    if not 0 <= c0 * 18 <= e - p: raise DecodeError(f'DescribeGroupsResponse: groups: count {c0}')
    o0.groups = l0 = []
    for _ in range(c0):
        o1 = new(DescribeGroupsResponse_DescribedGroup)
        o1.error_message = None
        o1.error_code, n = U_2h(b, p)
        p += 4
        if n < 0: raise DecodeError(f'DescribeGroupsResponse: group_id: length {n}')
        q = p + n
        o1.group_id = b[p:q].decode()
        p = q
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'DescribeGroupsResponse: group_state: length {n}')
        q = p + n
        o1.group_state = b[p:q].decode()
        p = q
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'DescribeGroupsResponse: protocol_type: length {n}')
        q = p + n
        o1.protocol_type = b[p:q].decode()
        p = q
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'DescribeGroupsResponse: protocol_data: length {n}')
        q = p + n
        o1.protocol_data = b[p:q].decode()
        p = q
        c1, = U_i(b, p)
        p += 4
        if not 0 <= c1 * 16 <= e - p: raise DecodeError(f'DescribeGroupsResponse: members: count {c1}')
        o1.members = l1 = []
        for _ in range(c1):
            o2 = new(DescribeGroupsResponse_DescribedGroupMember)
            n, = U_h(b, p)
            p += 2
            if n < 0: raise DecodeError(f'DescribeGroupsResponse: member_id: length {n}')
            q = p + n
            o2.member_id = b[p:q].decode()
            p = q
            n, = U_h(b, p)
            p += 2
            if n >= 0:
                q = p + n
                o2.group_instance_id = b[p:q].decode()
                p = q
            elif n != -1: raise DecodeError(f'DescribeGroupsResponse: group_instance_id: length {n}')
            else:
                o2.group_instance_id = None
            n, = U_h(b, p)
            p += 2
            if n < 0: raise DecodeError(f'DescribeGroupsResponse: client_id: length {n}')
            q = p + n
            o2.client_id = b[p:q].decode()
            p = q
            n, = U_h(b, p)
            p += 2
            if n < 0: raise DecodeError(f'DescribeGroupsResponse: client_host: length {n}')
            q = p + n
            o2.client_host = b[p:q].decode()
            p = q
            n, = U_i(b, p)
            p += 4
            if n < 0: raise DecodeError(f'DescribeGroupsResponse: member_metadata: length {n}')
            q = p + n
            o2.member_metadata = bytes(b[p:q])
            p = q
            n, = U_i(b, p)
            p += 4
            if n < 0: raise DecodeError(f'DescribeGroupsResponse: member_assignment: length {n}')
            q = p + n
            o2.member_assignment = bytes(b[p:q])
            p = q
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        o1.authorized_operations, = U_i(b, p)
        p += 4
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_describe_groups_response_v5(b, p):
    e = len(b)
    o0 = new_message(DescribeGroupsResponse)
    o0.throttle_time_ms, c0 = U_iB(b, p)
    p += 5
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 12 <= e - p: raise DecodeError(f'DescribeGroupsResponse: groups: count {c0}')
    o0.groups = l0 = []
    for _ in range(c0):
        o1 = new(DescribeGroupsResponse_DescribedGroup)
        o1.error_message = None
        o1.error_code, n = U_hB(b, p)
        p += 3
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'DescribeGroupsResponse: group_id: length {n}')
        q = p + n - 1
        o1.group_id = b[p:q].decode()
        p = q
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'DescribeGroupsResponse: group_state: length {n}')
        q = p + n - 1
        o1.group_state = b[p:q].decode()
        p = q
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'DescribeGroupsResponse: protocol_type: length {n}')
        q = p + n - 1
        o1.protocol_type = b[p:q].decode()
        p = q
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'DescribeGroupsResponse: protocol_data: length {n}')
        q = p + n - 1
        o1.protocol_data = b[p:q].decode()
        p = q
        c1 = b[p]
        p += 1
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 7 <= e - p: raise DecodeError(f'DescribeGroupsResponse: members: count {c1}')
        o1.members = l1 = []
        for _ in range(c1):
            o2 = new(DescribeGroupsResponse_DescribedGroupMember)
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'DescribeGroupsResponse: member_id: length {n}')
            q = p + n - 1
            o2.member_id = b[p:q].decode()
            p = q
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n:
                q = p + n - 1
                o2.group_instance_id = b[p:q].decode()
                p = q
            else:
                o2.group_instance_id = None
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'DescribeGroupsResponse: client_id: length {n}')
            q = p + n - 1
            o2.client_id = b[p:q].decode()
            p = q
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'DescribeGroupsResponse: client_host: length {n}')
            q = p + n - 1
            o2.client_host = b[p:q].decode()
            p = q
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'DescribeGroupsResponse: member_metadata: length {n}')
            q = p + n - 1
            o2.member_metadata = bytes(b[p:q])
            p = q
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'DescribeGroupsResponse: member_assignment: length {n}')
            q = p + n - 1
            o2.member_assignment = bytes(b[p:q])
            p = q
            t = b[p]
            p += 1
            if t: o2.unknown_tagged_fields, p = read_tags(b, p - 1)
            else: o2.unknown_tagged_fields = ()
            l1.append(o2)
        o1.authorized_operations, t = U_iB(b, p)
        p += 5
        if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
        else: o1.unknown_tagged_fields = ()
        l0.append(o1)
    t = b[p]
    p += 1
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

def decode_describe_groups_response_v6(b, p):
    e = len(b)
    o0 = new_message(DescribeGroupsResponse)
    o0.throttle_time_ms, c0 = U_iB(b, p)
    p += 5
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 13 <= e - p: raise DecodeError(f'DescribeGroupsResponse: groups: count {c0}')
    o0.groups = l0 = []
    for _ in range(c0):
        o1 = new(DescribeGroupsResponse_DescribedGroup)
        o1.error_code, n = U_hB(b, p)
        p += 3
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n:
            q = p + n - 1
            o1.error_message = b[p:q].decode()
            p = q
        else:
            o1.error_message = None
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'DescribeGroupsResponse: group_id: length {n}')
        q = p + n - 1
        o1.group_id = b[p:q].decode()
        p = q
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'DescribeGroupsResponse: group_state: length {n}')
        q = p + n - 1
        o1.group_state = b[p:q].decode()
        p = q
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'DescribeGroupsResponse: protocol_type: length {n}')
        q = p + n - 1
        o1.protocol_type = b[p:q].decode()
        p = q
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'DescribeGroupsResponse: protocol_data: length {n}')
        q = p + n - 1
        o1.protocol_data = b[p:q].decode()
        p = q
        c1 = b[p]
        p += 1
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 7 <= e - p: raise DecodeError(f'DescribeGroupsResponse: members: count {c1}')
        o1.members = l1 = []
        for _ in range(c1):
            o2 = new(DescribeGroupsResponse_DescribedGroupMember)
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'DescribeGroupsResponse: member_id: length {n}')
            q = p + n - 1
            o2.member_id = b[p:q].decode()
            p = q
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n:
                q = p + n - 1
                o2.group_instance_id = b[p:q].decode()
                p = q
            else:
                o2.group_instance_id = None
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'DescribeGroupsResponse: client_id: length {n}')
            q = p + n - 1
            o2.client_id = b[p:q].decode()
            p = q
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'DescribeGroupsResponse: client_host: length {n}')
            q = p + n - 1
            o2.client_host = b[p:q].decode()
            p = q
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'DescribeGroupsResponse: member_metadata: length {n}')
            q = p + n - 1
            o2.member_metadata = bytes(b[p:q])
            p = q
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'DescribeGroupsResponse: member_assignment: length {n}')
            q = p + n - 1
            o2.member_assignment = bytes(b[p:q])
            p = q
            t = b[p]
            p += 1
            if t: o2.unknown_tagged_fields, p = read_tags(b, p - 1)
            else: o2.unknown_tagged_fields = ()
            l1.append(o2)
        o1.authorized_operations, t = U_iB(b, p)
        p += 5
        if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
        else: o1.unknown_tagged_fields = ()
        l0.append(o1)
    t = b[p]
    p += 1
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

DescribeGroupsResponse.DECODERS = (
    decode_describe_groups_response_v0,
    decode_describe_groups_response_v1,
    decode_describe_groups_response_v1,
    decode_describe_groups_response_v3,
    decode_describe_groups_response_v4,
    decode_describe_groups_response_v5,
    decode_describe_groups_response_v6,
)

def encode_describe_groups_response_v0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v0 = o0.groups
    n = len(v0)
    a(P_i(n))
    for o1 in v0:
        if o1.error_message is not None or o1.authorized_operations != -2147483648 or o1.unknown_tagged_fields: raise refuse(o1, 'error_message', 'authorized_operations', 'unknown_tagged_fields')
        v = o1.group_id.encode()
        n = len(v)
        a(P_2h(o1.error_code, n))
        a(v)
        v = o1.group_state.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v = o1.protocol_type.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v = o1.protocol_data.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v1 = o1.members
        n = len(v1)
        a(P_i(n))
        for o2 in v1:
            if o2.unknown_tagged_fields: raise refuse(o2, 'unknown_tagged_fields')
            v = o2.member_id.encode()
            n = len(v)
            a(P_h(n))
            a(v)
            v = o2.client_id.encode()
            n = len(v)
            a(P_h(n))
            a(v)
            v = o2.client_host.encode()
            n = len(v)
            a(P_h(n))
            a(v)
            v = o2.member_metadata
            n = len(v)
            a(P_i(n))
            a(v)
            v = o2.member_assignment
            n = len(v)
            a(P_i(n))
            a(v)

def encode_describe_groups_response_v1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v0 = o0.groups
    n = len(v0)
    a(P_2i(o0.throttle_time_ms, n))
    for o1 in v0:
        if o1.error_message is not None or o1.authorized_operations != -2147483648 or o1.unknown_tagged_fields: raise refuse(o1, 'error_message', 'authorized_operations', 'unknown_tagged_fields')
        v = o1.group_id.encode()
        n = len(v)
        a(P_2h(o1.error_code, n))
        a(v)
        v = o1.group_state.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v = o1.protocol_type.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v = o1.protocol_data.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v1 = o1.members
        n = len(v1)
        a(P_i(n))
        for o2 in v1:
            if o2.unknown_tagged_fields: raise refuse(o2, 'unknown_tagged_fields')
            v = o2.member_id.encode()
            n = len(v)
            a(P_h(n))
            a(v)
            v = o2.client_id.encode()
            n = len(v)
            a(P_h(n))
            a(v)
            v = o2.client_host.encode()
            n = len(v)
            a(P_h(n))
            a(v)
            v = o2.member_metadata
            n = len(v)
            a(P_i(n))
            a(v)
            v = o2.member_assignment
            n = len(v)
            a(P_i(n))
            a(v)

def encode_describe_groups_response_v3(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v0 = o0.groups
    n = len(v0)
    a(P_2i(o0.throttle_time_ms, n))
    for o1 in v0:
        if o1.error_message is not None or o1.unknown_tagged_fields: raise refuse(o1, 'error_message', 'unknown_tagged_fields')
        v = o1.group_id.encode()
        n = len(v)
        a(P_2h(o1.error_code, n))
        a(v)
        v = o1.group_state.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v = o1.protocol_type.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v = o1.protocol_data.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v1 = o1.members
        n = len(v1)
        a(P_i(n))
        for o2 in v1:
            if o2.unknown_tagged_fields: raise refuse(o2, 'unknown_tagged_fields')
            v = o2.member_id.encode()
            n = len(v)
            a(P_h(n))
            a(v)
            v = o2.client_id.encode()
            n = len(v)
            a(P_h(n))
            a(v)
            v = o2.client_host.encode()
            n = len(v)
            a(P_h(n))
            a(v)
            v = o2.member_metadata
            n = len(v)
            a(P_i(n))
            a(v)
            v = o2.member_assignment
            n = len(v)
            a(P_i(n))
            a(v)
        a(P_i(o1.authorized_operations))

def encode_describe_groups_response_v4(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v0 = o0.groups
    n = len(v0)
    a(P_2i(o0.throttle_time_ms, n))
    for o1 in v0:
        if o1.error_message is not None or o1.unknown_tagged_fields: raise refuse(o1, 'error_message', 'unknown_tagged_fields')
        v = o1.group_id.encode()
        n = len(v)
        a(P_2h(o1.error_code, n))
        a(v)
        v = o1.group_state.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v = o1.protocol_type.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v = o1.protocol_data.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v1 = o1.members
        n = len(v1)
        a(P_i(n))
        for o2 in v1:
            if o2.unknown_tagged_fields: raise refuse(o2, 'unknown_tagged_fields')
            v = o2.member_id.encode()
            n = len(v)
            a(P_h(n))
            a(v)
            v = o2.group_instance_id
            if v is None: v = b''; n = -1
            else: v = v.encode(); n = len(v)
            a(P_h(n))
            a(v)
            v = o2.client_id.encode()
            n = len(v)
            a(P_h(n))
            a(v)
            v = o2.client_host.encode()
            n = len(v)
            a(P_h(n))
            a(v)
            v = o2.member_metadata
            n = len(v)
            a(P_i(n))
            a(v)
            v = o2.member_assignment
            n = len(v)
            a(P_i(n))
            a(v)
        a(P_i(o1.authorized_operations))

def encode_describe_groups_response_v5(o0, l, out):
    a = l.append
    v0 = o0.groups
    n = len(v0) + 1
    if n < 128: a(P_iB(o0.throttle_time_ms, n))
    else: a(P_i(o0.throttle_time_ms) + uvarint(n))
    for o1 in v0:
        if o1.error_message is not None: raise refuse(o1, 'error_message')
        v = o1.group_id.encode()
        n = len(v) + 1
        if n < 128: a(P_hB(o1.error_code, n))
        else: a(P_h(o1.error_code) + uvarint(n))
        a(v)
        v = o1.group_state.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v = o1.protocol_type.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v = o1.protocol_data.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v1 = o1.members
        n = len(v1) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o2 in v1:
            v = o2.member_id.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            v = o2.group_instance_id
            if v is None: v = b''; n = 0
            else: v = v.encode(); n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            v = o2.client_id.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            v = o2.client_host.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            v = o2.member_metadata
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            v = o2.member_assignment
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            if o2.unknown_tagged_fields:
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(b'\x00')
        if o1.unknown_tagged_fields:
            a(P_i(o1.authorized_operations))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_ix(o1.authorized_operations))
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

def encode_describe_groups_response_v6(o0, l, out):
    a = l.append
    v0 = o0.groups
    n = len(v0) + 1
    if n < 128: a(P_iB(o0.throttle_time_ms, n))
    else: a(P_i(o0.throttle_time_ms) + uvarint(n))
    for o1 in v0:
        v = o1.error_message
        if v is None: v = b''; n = 0
        else: v = v.encode(); n = len(v) + 1
        if n < 128: a(P_hB(o1.error_code, n))
        else: a(P_h(o1.error_code) + uvarint(n))
        a(v)
        v = o1.group_id.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v = o1.group_state.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v = o1.protocol_type.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v = o1.protocol_data.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v1 = o1.members
        n = len(v1) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o2 in v1:
            v = o2.member_id.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            v = o2.group_instance_id
            if v is None: v = b''; n = 0
            else: v = v.encode(); n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            v = o2.client_id.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            v = o2.client_host.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            v = o2.member_metadata
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            v = o2.member_assignment
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            if o2.unknown_tagged_fields:
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(b'\x00')
        if o1.unknown_tagged_fields:
            a(P_i(o1.authorized_operations))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_ix(o1.authorized_operations))
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

DescribeGroupsResponse.ENCODERS = (
    encode_describe_groups_response_v0,
    encode_describe_groups_response_v1,
    encode_describe_groups_response_v1,
    encode_describe_groups_response_v3,
    encode_describe_groups_response_v4,
    encode_describe_groups_response_v5,
    encode_describe_groups_response_v6,
)
