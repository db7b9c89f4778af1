"""Written by `make generate` from protocol/messages/share_group_describe.py. Do not edit."""

from kavka.protocol.message import Message, Part
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import new, new_message, pack, read_tags, read_uvarint, refuse, unpack_from, uvarint
from kavka.protocol.wire import write_tags

class ShareGroupDescribeRequest(Message):
    __slots__ = ('group_ids', 'include_authorized_operations', 'unknown_tagged_fields')
    API_KEY = 77
    MIN_VERSION = 1
    MAX_VERSION = 1
    FLEXIBLE_FROM = 0
    
    def __init__(self, group_ids=EMPTY, include_authorized_operations=False, unknown_tagged_fields=()):
        self.group_ids = [] if group_ids is EMPTY else group_ids
        self.include_authorized_operations = include_authorized_operations
        self.unknown_tagged_fields = unknown_tagged_fields

class ShareGroupDescribeResponse(Message):
    __slots__ = ('throttle_time_ms', 'groups', 'unknown_tagged_fields')
    API_KEY = 77
    MIN_VERSION = 1
    MAX_VERSION = 1
    FLEXIBLE_FROM = 0
    
    class TopicPartitions(Part):
        __slots__ = ('topic_id', 'topic_name', 'partitions', 'unknown_tagged_fields')
        
        def __init__(self, topic_id=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', topic_name='', partitions=EMPTY, unknown_tagged_fields=()):
            self.topic_id = topic_id
            self.topic_name = topic_name
            self.partitions = [] if partitions is EMPTY else partitions
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class Assignment(Part):
        __slots__ = ('topic_partitions', 'unknown_tagged_fields')
        
        def __init__(self, topic_partitions=EMPTY, unknown_tagged_fields=()):
            self.topic_partitions = [] if topic_partitions is EMPTY else topic_partitions
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class Member(Part):
        __slots__ = ('member_id', 'rack_id', 'member_epoch', 'client_id', 'client_host', 'subscribed_topic_names', 'assignment', 'unknown_tagged_fields')
        
        def __init__(self, member_id='', rack_id=None, member_epoch=0, client_id='', client_host='', subscribed_topic_names=EMPTY, assignment=None, unknown_tagged_fields=()):
            self.member_id = member_id
            self.rack_id = rack_id
            self.member_epoch = member_epoch
            self.client_id = client_id
            self.client_host = client_host
            self.subscribed_topic_names = [] if subscribed_topic_names is EMPTY else subscribed_topic_names
            self.assignment = assignment
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class DescribedGroup(Part):
        __slots__ = ('error_code', 'error_message', 'group_id', 'group_state', 'group_epoch', 'assignment_epoch', 'assignor_name', 'members', 'authorized_operations', 'unknown_tagged_fields')
        
        def __init__(self, error_code=0, error_message=None, group_id='', group_state='', group_epoch=0, assignment_epoch=0, assignor_name='', members=EMPTY, authorized_operations=-2147483648, unknown_tagged_fields=()):
            self.error_code = error_code
            self.error_message = error_message
            self.group_id = group_id
            self.group_state = group_state
            self.group_epoch = group_epoch
            self.assignment_epoch = assignment_epoch
            self.assignor_name = assignor_name
            self.members = [] if members is EMPTY else members
            self.authorized_operations = authorized_operations
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, throttle_time_ms=0, groups=EMPTY, unknown_tagged_fields=()):
        self.throttle_time_ms = throttle_time_ms
        self.groups = [] if groups is EMPTY else groups
        self.unknown_tagged_fields = unknown_tagged_fields

ShareGroupDescribeResponse_TopicPartitions = ShareGroupDescribeResponse.TopicPartitions

ShareGroupDescribeResponse_Assignment = ShareGroupDescribeResponse.Assignment

ShareGroupDescribeResponse_Member = ShareGroupDescribeResponse.Member

ShareGroupDescribeResponse_DescribedGroup = ShareGroupDescribeResponse.DescribedGroup

U_TB = Struct('>?B').unpack_from
P_T = Struct('>?').pack
P_Tx = Struct('>?x').pack
U_iB = Struct('>iB').unpack_from
U_hB = Struct('>hB').unpack_from
U_2iB = Struct('>2iB').unpack_from
U_16sB = Struct('>16sB').unpack_from
UNPACK_i = UNPACK['i']
P_iB = Struct('>iB').pack
P_i = Struct('>i').pack
P_hB = Struct('>hB').pack
P_h = Struct('>h').pack
P_2iB = Struct('>2iB').pack
P_2i = Struct('>2i').pack
P_16sB = Struct('>16sB').pack
P_16s = Struct('>16s').pack
F_ni = PackCache('>%di')
F_Bni = PackCache('>B%di')
F_nix = PackCache('>%dix')
F_Bnix = PackCache('>B%dix')
P_ix = Struct('>ix').pack

def decode_share_group_describe_request_v1(b, p):
    e = len(b)
    o0 = new_message(ShareGroupDescribeRequest)
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 <= e - p: raise DecodeError(f'ShareGroupDescribeRequest: group_ids: count {c0}')
    o0.group_ids = l0 = []
    for _ in range(c0):
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'ShareGroupDescribeRequest: element: length {n}')
        q = p + n - 1
        v = b[p:q].decode()
        p = q
        l0.append(v)
    o0.include_authorized_operations, t = U_TB(b, p)
    p += 2
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

ShareGroupDescribeRequest.DECODERS = (
    None,
    decode_share_group_describe_request_v1,
)

def encode_share_group_describe_request_v1(o0, l, out):
    a = l.append
    v0 = o0.group_ids
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

ShareGroupDescribeRequest.ENCODERS = (
    None,
    encode_share_group_describe_request_v1,
)

def decode_share_group_describe_response_v1(b, p):
    e = len(b)
    o0 = new_message(ShareGroupDescribeResponse)
    o0.throttle_time_ms, c0 = U_iB(b, p)
    p += 5
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 20 <= e - p: raise DecodeError(f'ShareGroupDescribeResponse: groups: count {c0}')
    o0.groups = l0 = []
    for _ in range(c0):
        o1 = new(ShareGroupDescribeResponse_DescribedGroup)
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
        if n < 1: raise DecodeError(f'ShareGroupDescribeResponse: group_id: length {n}')
        q = p + n - 1
        o1.group_id = b[p:q].decode()
        p = q
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'ShareGroupDescribeResponse: group_state: length {n}')
        q = p + n - 1
        o1.group_state = b[p:q].decode()
        p = q
        o1.group_epoch, o1.assignment_epoch, n = U_2iB(b, p)
        p += 9
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'ShareGroupDescribeResponse: assignor_name: length {n}')
        q = p + n - 1
        o1.assignor_name = b[p:q].decode()
        p = q
        c1 = b[p]
        p += 1
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 12 <= e - p: raise DecodeError(f'ShareGroupDescribeResponse: members: count {c1}')
        o1.members = l1 = []
        for _ in range(c1):
            o2 = new(ShareGroupDescribeResponse_Member)
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'ShareGroupDescribeResponse: member_id: length {n}')
            q = p + n - 1
            o2.member_id = b[p:q].decode()
            p = q
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n:
                q = p + n - 1
                o2.rack_id = b[p:q].decode()
                p = q
            else:
                o2.rack_id = None
            o2.member_epoch, n = U_iB(b, p)
            p += 5
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'ShareGroupDescribeResponse: client_id: length {n}')
            q = p + n - 1
            o2.client_id = b[p:q].decode()
            p = q
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'ShareGroupDescribeResponse: client_host: length {n}')
            q = p + n - 1
            o2.client_host = b[p:q].decode()
            p = q
            c2 = b[p]
            p += 1
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if not 0 <= c2 <= e - p: raise DecodeError(f'ShareGroupDescribeResponse: subscribed_topic_names: count {c2}')
            o2.subscribed_topic_names = l2 = []
            for _ in range(c2):
                n = b[p]
                p += 1
                if n > 127: n, p = read_uvarint(b, p - 1)
                if n < 1: raise DecodeError(f'ShareGroupDescribeResponse: element: length {n}')
                q = p + n - 1
                v = b[p:q].decode()
                p = q
                l2.append(v)
            o3 = new(ShareGroupDescribeResponse_Assignment)
            c3 = b[p]
            p += 1
            if c3 > 127: c3, p = read_uvarint(b, p - 1)
            c3 -= 1
            if not 0 <= c3 * 19 <= e - p: raise DecodeError(f'ShareGroupDescribeResponse: topic_partitions: count {c3}')
            o3.topic_partitions = l3 = []
            for _ in range(c3):
                o4 = new(ShareGroupDescribeResponse_TopicPartitions)
                o4.topic_id, n = U_16sB(b, p)
                p += 17
                if n > 127: n, p = read_uvarint(b, p - 1)
                if n < 1: raise DecodeError(f'ShareGroupDescribeResponse: topic_name: length {n}')
                q = p + n - 1
                o4.topic_name = b[p:q].decode()
                p = q
                c4 = b[p]
                p += 1
                if c4 > 127: c4, p = read_uvarint(b, p - 1)
                c4 -= 1
                if 0 < c4 < 9: o4.partitions = [*UNPACK_i[c4](b, p)]; p += c4 * 4
                elif c4 == 0: o4.partitions = []
                else:
                    if not 0 <= c4 * 4 <= e - p: raise DecodeError(f'ShareGroupDescribeResponse: partitions: count {c4}')
                    o4.partitions = [*unpack_from(f'>{c4}i', b, p)]
                    p += c4 * 4
                t = b[p]
                p += 1
                if t: o4.unknown_tagged_fields, p = read_tags(b, p - 1)
                else: o4.unknown_tagged_fields = ()
                l3.append(o4)
            t = b[p]
            p += 1
            if t: o3.unknown_tagged_fields, p = read_tags(b, p - 1)
            else: o3.unknown_tagged_fields = ()
            o2.assignment = o3
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

ShareGroupDescribeResponse.DECODERS = (
    None,
    decode_share_group_describe_response_v1,
)

def encode_share_group_describe_response_v1(o0, l, out):
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
        v = o1.assignor_name.encode()
        n = len(v) + 1
        if n < 128: a(P_2iB(o1.group_epoch, o1.assignment_epoch, n))
        else: a(P_2i(o1.group_epoch, o1.assignment_epoch) + uvarint(n))
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
            v = o2.rack_id
            if v is None: v = b''; n = 0
            else: v = v.encode(); n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            v = o2.client_id.encode()
            n = len(v) + 1
            if n < 128: a(P_iB(o2.member_epoch, n))
            else: a(P_i(o2.member_epoch) + uvarint(n))
            a(v)
            v = o2.client_host.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            v2 = o2.subscribed_topic_names
            n = len(v2) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            for o3 in v2:
                v = o3.encode()
                n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
            o3 = o2.assignment
            v3 = o3.topic_partitions
            n = len(v3) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            for o4 in v3:
                if len(o4.topic_id) != 16: raise EncodeError(f'{o4.topic_id!r:.80} is not a uuid')
                v = o4.topic_name.encode()
                n = len(v) + 1
                if n < 128: a(P_16sB(o4.topic_id, n))
                else: a(P_16s(o4.topic_id) + uvarint(n))
                a(v)
                s0 = o4.partitions
                n0 = len(s0)
                if o4.unknown_tagged_fields:
                    if n0 > 126:
                        a(uvarint(n0 + 1))
                        a(F_ni[n0](*s0))
                    else:
                        a(F_Bni[n0](n0 + 1, *s0))
                    a(write_tags(o4.unknown_tagged_fields))
                else:
                    if n0 > 126:
                        a(uvarint(n0 + 1))
                        a(F_nix[n0](*s0))
                    else:
                        a(F_Bnix[n0](n0 + 1, *s0))
            if o3.unknown_tagged_fields:
                a(write_tags(o3.unknown_tagged_fields))
            else:
                a(b'\x00')
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

ShareGroupDescribeResponse.ENCODERS = (
    None,
    encode_share_group_describe_response_v1,
)
