"""Written by `make generate` from protocol/messages/describe_share_group_offsets.py. Do not edit."""

from kavka.protocol.message import Message, Part
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import new, new_message, pack, read_tags, read_uvarint, refuse, unpack_from, uvarint
from kavka.protocol.wire import write_tags

class DescribeShareGroupOffsetsRequest(Message):
    __slots__ = ('groups', 'unknown_tagged_fields')
    API_KEY = 90
    MIN_VERSION = 0
    MAX_VERSION = 1
    FLEXIBLE_FROM = 0
    
    class DescribeShareGroupOffsetsRequestTopic(Part):
        __slots__ = ('topic_name', 'partitions', 'unknown_tagged_fields')
        
        def __init__(self, topic_name='', partitions=EMPTY, unknown_tagged_fields=()):
            self.topic_name = topic_name
            self.partitions = [] if partitions is EMPTY else partitions
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class DescribeShareGroupOffsetsRequestGroup(Part):
        __slots__ = ('group_id', 'topics', 'unknown_tagged_fields')
        
        def __init__(self, group_id='', topics=EMPTY, unknown_tagged_fields=()):
            self.group_id = group_id
            self.topics = [] if topics is EMPTY else topics
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, groups=EMPTY, unknown_tagged_fields=()):
        self.groups = [] if groups is EMPTY else groups
        self.unknown_tagged_fields = unknown_tagged_fields

DescribeShareGroupOffsetsRequest_DescribeShareGroupOffsetsRequestTopic = DescribeShareGroupOffsetsRequest.DescribeShareGroupOffsetsRequestTopic

DescribeShareGroupOffsetsRequest_DescribeShareGroupOffsetsRequestGroup = DescribeShareGroupOffsetsRequest.DescribeShareGroupOffsetsRequestGroup

class DescribeShareGroupOffsetsResponse(Message):
    __slots__ = ('throttle_time_ms', 'groups', 'unknown_tagged_fields')
    API_KEY = 90
    MIN_VERSION = 0
    MAX_VERSION = 1
    FLEXIBLE_FROM = 0
    
    class DescribeShareGroupOffsetsResponsePartition(Part):
        __slots__ = ('partition_index', 'start_offset', 'leader_epoch', 'lag', 'error_code', 'error_message', 'unknown_tagged_fields')
        
        def __init__(self, partition_index=0, start_offset=0, leader_epoch=0, lag=-1, error_code=0, error_message=None, unknown_tagged_fields=()):
            self.partition_index = partition_index
            self.start_offset = start_offset
            self.leader_epoch = leader_epoch
            self.lag = lag
            self.error_code = error_code
            self.error_message = error_message
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class DescribeShareGroupOffsetsResponseTopic(Part):
        __slots__ = ('topic_name', 'topic_id', 'partitions', 'unknown_tagged_fields')
        
        def __init__(self, topic_name='', topic_id=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', partitions=EMPTY, unknown_tagged_fields=()):
            self.topic_name = topic_name
            self.topic_id = topic_id
            self.partitions = [] if partitions is EMPTY else partitions
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class DescribeShareGroupOffsetsResponseGroup(Part):
        __slots__ = ('group_id', 'topics', 'error_code', 'error_message', 'unknown_tagged_fields')
        
        def __init__(self, group_id='', topics=EMPTY, error_code=0, error_message=None, unknown_tagged_fields=()):
            self.group_id = group_id
            self.topics = [] if topics is EMPTY else topics
            self.error_code = error_code
            self.error_message = error_message
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, throttle_time_ms=0, groups=EMPTY, unknown_tagged_fields=()):
        self.throttle_time_ms = throttle_time_ms
        self.groups = [] if groups is EMPTY else groups
        self.unknown_tagged_fields = unknown_tagged_fields

DescribeShareGroupOffsetsResponse_DescribeShareGroupOffsetsResponsePartition = DescribeShareGroupOffsetsResponse.DescribeShareGroupOffsetsResponsePartition

DescribeShareGroupOffsetsResponse_DescribeShareGroupOffsetsResponseTopic = DescribeShareGroupOffsetsResponse.DescribeShareGroupOffsetsResponseTopic

DescribeShareGroupOffsetsResponse_DescribeShareGroupOffsetsResponseGroup = DescribeShareGroupOffsetsResponse.DescribeShareGroupOffsetsResponseGroup

UNPACK_i = UNPACK['i']
F_ni = PackCache('>%di')
F_Bni = PackCache('>B%di')
F_nix = PackCache('>%dix')
F_Bnix = PackCache('>B%dix')
U_iB = Struct('>iB').unpack_from
U_16sB = Struct('>16sB').unpack_from
U_iqihB = Struct('>iqihB').unpack_from
U_hB = Struct('>hB').unpack_from
U_iqiqhB = Struct('>iqiqhB').unpack_from
P_iB = Struct('>iB').pack
P_i = Struct('>i').pack
P_16sB = Struct('>16sB').pack
P_16s = Struct('>16s').pack
P_iqihB = Struct('>iqihB').pack
P_iqih = Struct('>iqih').pack
P_hB = Struct('>hB').pack
P_h = Struct('>h').pack
P_iqiqhB = Struct('>iqiqhB').pack
P_iqiqh = Struct('>iqiqh').pack

def decode_describe_share_group_offsets_request_v0(b, p):
    e = len(b)
    o0 = new_message(DescribeShareGroupOffsetsRequest)
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 3 <= e - p: raise DecodeError(f'DescribeShareGroupOffsetsRequest: groups: count {c0}')
    o0.groups = l0 = []
    for _ in range(c0):
        o1 = new(DescribeShareGroupOffsetsRequest_DescribeShareGroupOffsetsRequestGroup)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'DescribeShareGroupOffsetsRequest: group_id: length {n}')
        q = p + n - 1
        o1.group_id = b[p:q].decode()
        p = q
        c1 = b[p]
        p += 1
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if c1 == -1:
            o1.topics = None
        else:
            if not 0 <= c1 * 3 <= e - p: raise DecodeError(f'DescribeShareGroupOffsetsRequest: topics: count {c1}')
            o1.topics = l1 = []
            for _ in range(c1):
                o2 = new(DescribeShareGroupOffsetsRequest_DescribeShareGroupOffsetsRequestTopic)
                n = b[p]
                p += 1
                if n > 127: n, p = read_uvarint(b, p - 1)
                if n < 1: raise DecodeError(f'DescribeShareGroupOffsetsRequest: topic_name: length {n}')
                q = p + n - 1
                o2.topic_name = b[p:q].decode()
                p = q
                c2 = b[p]
                p += 1
                if c2 > 127: c2, p = read_uvarint(b, p - 1)
                c2 -= 1
                if 0 < c2 < 9: o2.partitions = [*UNPACK_i[c2](b, p)]; p += c2 * 4
                elif c2 == 0: o2.partitions = []
                else:
                    if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'DescribeShareGroupOffsetsRequest: partitions: count {c2}')
                    o2.partitions = [*unpack_from(f'>{c2}i', b, p)]
                    p += c2 * 4
                t = b[p]
                p += 1
                if t: o2.unknown_tagged_fields, p = read_tags(b, p - 1)
                else: o2.unknown_tagged_fields = ()
                l1.append(o2)
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

DescribeShareGroupOffsetsRequest.DECODERS = (
    decode_describe_share_group_offsets_request_v0,
    decode_describe_share_group_offsets_request_v0,
)

def encode_describe_share_group_offsets_request_v0(o0, l, out):
    a = l.append
    v0 = o0.groups
    n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        v = o1.group_id.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v1 = o1.topics
        if v1 is None: v1 = (); n = 0
        else: n = len(v1) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o2 in v1:
            v = o2.topic_name.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            s0 = o2.partitions
            n0 = len(s0)
            if o2.unknown_tagged_fields:
                if n0 > 126:
                    a(uvarint(n0 + 1))
                    a(F_ni[n0](*s0))
                else:
                    a(F_Bni[n0](n0 + 1, *s0))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                if n0 > 126:
                    a(uvarint(n0 + 1))
                    a(F_nix[n0](*s0))
                else:
                    a(F_Bnix[n0](n0 + 1, *s0))
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

DescribeShareGroupOffsetsRequest.ENCODERS = (
    encode_describe_share_group_offsets_request_v0,
    encode_describe_share_group_offsets_request_v0,
)

def decode_describe_share_group_offsets_response_v0(b, p):
    e = len(b)
    o0 = new_message(DescribeShareGroupOffsetsResponse)
    o0.throttle_time_ms, c0 = U_iB(b, p)
    p += 5
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'DescribeShareGroupOffsetsResponse: groups: count {c0}')
    o0.groups = l0 = []
    for _ in range(c0):
        o1 = new(DescribeShareGroupOffsetsResponse_DescribeShareGroupOffsetsResponseGroup)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'DescribeShareGroupOffsetsResponse: group_id: length {n}')
        q = p + n - 1
        o1.group_id = b[p:q].decode()
        p = q
        c1 = b[p]
        p += 1
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 19 <= e - p: raise DecodeError(f'DescribeShareGroupOffsetsResponse: topics: count {c1}')
        o1.topics = l1 = []
        for _ in range(c1):
            o2 = new(DescribeShareGroupOffsetsResponse_DescribeShareGroupOffsetsResponseTopic)
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'DescribeShareGroupOffsetsResponse: topic_name: length {n}')
            q = p + n - 1
            o2.topic_name = b[p:q].decode()
            p = q
            o2.topic_id, c2 = U_16sB(b, p)
            p += 17
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if not 0 <= c2 * 20 <= e - p: raise DecodeError(f'DescribeShareGroupOffsetsResponse: partitions: count {c2}')
            o2.partitions = l2 = []
            for _ in range(c2):
                o3 = new(DescribeShareGroupOffsetsResponse_DescribeShareGroupOffsetsResponsePartition)
                o3.lag = -1
                o3.partition_index, o3.start_offset, o3.leader_epoch, o3.error_code, n = U_iqihB(b, p)
                p += 19
                if n > 127: n, p = read_uvarint(b, p - 1)
                if n:
                    q = p + n - 1
                    o3.error_message = b[p:q].decode()
                    p = q
                else:
                    o3.error_message = None
                t = b[p]
                p += 1
                if t: o3.unknown_tagged_fields, p = read_tags(b, p - 1)
                else: o3.unknown_tagged_fields = ()
                l2.append(o3)
            t = b[p]
            p += 1
            if t: o2.unknown_tagged_fields, p = read_tags(b, p - 1)
            else: o2.unknown_tagged_fields = ()
            l1.append(o2)
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

def decode_describe_share_group_offsets_response_v1(b, p):
    e = len(b)
    o0 = new_message(DescribeShareGroupOffsetsResponse)
    o0.throttle_time_ms, c0 = U_iB(b, p)
    p += 5
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'DescribeShareGroupOffsetsResponse: groups: count {c0}')
    o0.groups = l0 = []
    for _ in range(c0):
        o1 = new(DescribeShareGroupOffsetsResponse_DescribeShareGroupOffsetsResponseGroup)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'DescribeShareGroupOffsetsResponse: group_id: length {n}')
        q = p + n - 1
        o1.group_id = b[p:q].decode()
        p = q
        c1 = b[p]
        p += 1
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 19 <= e - p: raise DecodeError(f'DescribeShareGroupOffsetsResponse: topics: count {c1}')
        o1.topics = l1 = []
        for _ in range(c1):
            o2 = new(DescribeShareGroupOffsetsResponse_DescribeShareGroupOffsetsResponseTopic)
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'DescribeShareGroupOffsetsResponse: topic_name: length {n}')
            q = p + n - 1
            o2.topic_name = b[p:q].decode()
            p = q
            o2.topic_id, c2 = U_16sB(b, p)
            p += 17
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if not 0 <= c2 * 28 <= e - p: raise DecodeError(f'DescribeShareGroupOffsetsResponse: partitions: count {c2}')
            o2.partitions = l2 = []
            for _ in range(c2):
                o3 = new(DescribeShareGroupOffsetsResponse_DescribeShareGroupOffsetsResponsePartition)
                o3.partition_index, o3.start_offset, o3.leader_epoch, o3.lag, o3.error_code, n = U_iqiqhB(b, p)
                p += 27
                if n > 127: n, p = read_uvarint(b, p - 1)
                if n:
                    q = p + n - 1
                    o3.error_message = b[p:q].decode()
                    p = q
                else:
                    o3.error_message = None
                t = b[p]
                p += 1
                if t: o3.unknown_tagged_fields, p = read_tags(b, p - 1)
                else: o3.unknown_tagged_fields = ()
                l2.append(o3)
            t = b[p]
            p += 1
            if t: o2.unknown_tagged_fields, p = read_tags(b, p - 1)
            else: o2.unknown_tagged_fields = ()
            l1.append(o2)
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

DescribeShareGroupOffsetsResponse.DECODERS = (
    decode_describe_share_group_offsets_response_v0,
    decode_describe_share_group_offsets_response_v1,
)

def encode_describe_share_group_offsets_response_v0(o0, l, out):
    a = l.append
    v0 = o0.groups
    n = len(v0) + 1
    if n < 128: a(P_iB(o0.throttle_time_ms, n))
    else: a(P_i(o0.throttle_time_ms) + uvarint(n))
    for o1 in v0:
        v = o1.group_id.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v1 = o1.topics
        n = len(v1) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o2 in v1:
            v = o2.topic_name.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            if len(o2.topic_id) != 16: raise EncodeError(f'{o2.topic_id!r:.80} is not a uuid')
            v2 = o2.partitions
            n = len(v2) + 1
            if n < 128: a(P_16sB(o2.topic_id, n))
            else: a(P_16s(o2.topic_id) + uvarint(n))
            for o3 in v2:
                v = o3.error_message
                if v is None: v = b''; n = 0
                else: v = v.encode(); n = len(v) + 1
                if n < 128: a(P_iqihB(o3.partition_index, o3.start_offset, o3.leader_epoch, o3.error_code, n))
                else: a(P_iqih(o3.partition_index, o3.start_offset, o3.leader_epoch, o3.error_code) + uvarint(n))
                a(v)
                if o3.unknown_tagged_fields:
                    a(write_tags(o3.unknown_tagged_fields))
                else:
                    a(b'\x00')
            if o2.unknown_tagged_fields:
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(b'\x00')
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

def encode_describe_share_group_offsets_response_v1(o0, l, out):
    a = l.append
    v0 = o0.groups
    n = len(v0) + 1
    if n < 128: a(P_iB(o0.throttle_time_ms, n))
    else: a(P_i(o0.throttle_time_ms) + uvarint(n))
    for o1 in v0:
        v = o1.group_id.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v1 = o1.topics
        n = len(v1) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o2 in v1:
            v = o2.topic_name.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            if len(o2.topic_id) != 16: raise EncodeError(f'{o2.topic_id!r:.80} is not a uuid')
            v2 = o2.partitions
            n = len(v2) + 1
            if n < 128: a(P_16sB(o2.topic_id, n))
            else: a(P_16s(o2.topic_id) + uvarint(n))
            for o3 in v2:
                v = o3.error_message
                if v is None: v = b''; n = 0
                else: v = v.encode(); n = len(v) + 1
                if n < 128: a(P_iqiqhB(o3.partition_index, o3.start_offset, o3.leader_epoch, o3.lag, o3.error_code, n))
                else: a(P_iqiqh(o3.partition_index, o3.start_offset, o3.leader_epoch, o3.lag, o3.error_code) + uvarint(n))
                a(v)
                if o3.unknown_tagged_fields:
                    a(write_tags(o3.unknown_tagged_fields))
                else:
                    a(b'\x00')
            if o2.unknown_tagged_fields:
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(b'\x00')
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

DescribeShareGroupOffsetsResponse.ENCODERS = (
    encode_describe_share_group_offsets_response_v0,
    encode_describe_share_group_offsets_response_v1,
)
