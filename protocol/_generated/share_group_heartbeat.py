"""Written by `make generate` from protocol/messages/share_group_heartbeat.py. Do not edit."""

from kavka.protocol.message import Message, Part
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import new, new_message, pack, read_tags, read_uvarint, refuse, unpack_from, uvarint
from kavka.protocol.wire import write_tags

class ShareGroupHeartbeatRequest(Message):
    __slots__ = ('group_id', 'member_id', 'member_epoch', 'rack_id', 'subscribed_topic_names', 'unknown_tagged_fields')
    API_KEY = 76
    MIN_VERSION = 1
    MAX_VERSION = 1
    FLEXIBLE_FROM = 0
    
    def __init__(self, group_id='', member_id='', member_epoch=0, rack_id=None, subscribed_topic_names=None, unknown_tagged_fields=()):
        self.group_id = group_id
        self.member_id = member_id
        self.member_epoch = member_epoch
        self.rack_id = rack_id
        self.subscribed_topic_names = subscribed_topic_names
        self.unknown_tagged_fields = unknown_tagged_fields

class ShareGroupHeartbeatResponse(Message):
    __slots__ = ('throttle_time_ms', 'error_code', 'error_message', 'member_id', 'member_epoch', 'heartbeat_interval_ms', 'assignment', 'unknown_tagged_fields')
    API_KEY = 76
    MIN_VERSION = 1
    MAX_VERSION = 1
    FLEXIBLE_FROM = 0
    
    class TopicPartitions(Part):
        __slots__ = ('topic_id', 'partitions', 'unknown_tagged_fields')
        
        def __init__(self, topic_id=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', partitions=EMPTY, unknown_tagged_fields=()):
            self.topic_id = topic_id
            self.partitions = [] if partitions is EMPTY else partitions
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class Assignment(Part):
        __slots__ = ('topic_partitions', 'unknown_tagged_fields')
        
        def __init__(self, topic_partitions=EMPTY, unknown_tagged_fields=()):
            self.topic_partitions = [] if topic_partitions is EMPTY else topic_partitions
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, throttle_time_ms=0, error_code=0, error_message=None, member_id=None, member_epoch=0, heartbeat_interval_ms=0, assignment=None, unknown_tagged_fields=()):
        self.throttle_time_ms = throttle_time_ms
        self.error_code = error_code
        self.error_message = error_message
        self.member_id = member_id
        self.member_epoch = member_epoch
        self.heartbeat_interval_ms = heartbeat_interval_ms
        self.assignment = assignment
        self.unknown_tagged_fields = unknown_tagged_fields

ShareGroupHeartbeatResponse_TopicPartitions = ShareGroupHeartbeatResponse.TopicPartitions

ShareGroupHeartbeatResponse_Assignment = ShareGroupHeartbeatResponse.Assignment

U_iB = Struct('>iB').unpack_from
P_iB = Struct('>iB').pack
P_i = Struct('>i').pack
U_ihB = Struct('>ihB').unpack_from
U_2ib = Struct('>2ib').unpack_from
U_16sB = Struct('>16sB').unpack_from
UNPACK_i = UNPACK['i']
P_ihB = Struct('>ihB').pack
P_ih = Struct('>ih').pack
P_2i = Struct('>2i').pack
P_16s = Struct('>16s').pack
F_ni = PackCache('>%di')
F_16sBni = PackCache('>16sB%di')
F_nix = PackCache('>%dix')
F_16sBnix = PackCache('>16sB%dix')

def decode_share_group_heartbeat_request_v1(b, p):
    e = len(b)
    o0 = new_message(ShareGroupHeartbeatRequest)
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n < 1: raise DecodeError(f'ShareGroupHeartbeatRequest: group_id: length {n}')
    q = p + n - 1
    o0.group_id = b[p:q].decode()
    p = q
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n < 1: raise DecodeError(f'ShareGroupHeartbeatRequest: member_id: length {n}')
    q = p + n - 1
    o0.member_id = b[p:q].decode()
    p = q
    o0.member_epoch, n = U_iB(b, p)
    p += 5
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n:
        q = p + n - 1
        o0.rack_id = b[p:q].decode()
        p = q
    else:
        o0.rack_id = None
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if c0 == -1:
        o0.subscribed_topic_names = None
    else:
        if not 0 <= c0 <= e - p: raise DecodeError(f'ShareGroupHeartbeatRequest: subscribed_topic_names: count {c0}')
        o0.subscribed_topic_names = l0 = []
        for _ in range(c0):
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'ShareGroupHeartbeatRequest: element: length {n}')
            q = p + n - 1
            v = b[p:q].decode()
            p = q
            l0.append(v)
    t = b[p]
    p += 1
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

ShareGroupHeartbeatRequest.DECODERS = (
    None,
    decode_share_group_heartbeat_request_v1,
)

def encode_share_group_heartbeat_request_v1(o0, l, out):
    a = l.append
    v = o0.group_id.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v = o0.member_id.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v = o0.rack_id
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(P_iB(o0.member_epoch, n))
    else: a(P_i(o0.member_epoch) + uvarint(n))
    a(v)
    v0 = o0.subscribed_topic_names
    if v0 is None: v0 = (); n = 0
    else: n = len(v0) + 1
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

ShareGroupHeartbeatRequest.ENCODERS = (
    None,
    encode_share_group_heartbeat_request_v1,
)

def decode_share_group_heartbeat_response_v1(b, p):
    e = len(b)
    o0 = new_message(ShareGroupHeartbeatResponse)
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
    if n:
        q = p + n - 1
        o0.member_id = b[p:q].decode()
        p = q
    else:
        o0.member_id = None
    o0.member_epoch, o0.heartbeat_interval_ms, n = U_2ib(b, p)
    p += 9
    if n < 0: o0.assignment = None
    else:
        o1 = new(ShareGroupHeartbeatResponse_Assignment)
        c1 = b[p]
        p += 1
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 18 <= e - p: raise DecodeError(f'ShareGroupHeartbeatResponse: topic_partitions: count {c1}')
        o1.topic_partitions = l1 = []
        for _ in range(c1):
            o2 = new(ShareGroupHeartbeatResponse_TopicPartitions)
            o2.topic_id, c2 = U_16sB(b, p)
            p += 17
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if 0 < c2 < 9: o2.partitions = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.partitions = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'ShareGroupHeartbeatResponse: partitions: count {c2}')
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
        o0.assignment = o1
    t = b[p]
    p += 1
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

ShareGroupHeartbeatResponse.DECODERS = (
    None,
    decode_share_group_heartbeat_response_v1,
)

def encode_share_group_heartbeat_response_v1(o0, l, out):
    a = l.append
    v = o0.error_message
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(P_ihB(o0.throttle_time_ms, o0.error_code, n))
    else: a(P_ih(o0.throttle_time_ms, o0.error_code) + uvarint(n))
    a(v)
    v = o0.member_id
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    a(P_2i(o0.member_epoch, o0.heartbeat_interval_ms))
    if o0.assignment is None: a(BYTE[255])
    else:
        a(BYTE[1])
        o1 = o0.assignment
        v1 = o1.topic_partitions
        n = len(v1) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o2 in v1:
            if len(o2.topic_id) != 16: raise EncodeError(f'{o2.topic_id!r:.80} is not a uuid')
            s0 = o2.partitions
            n0 = len(s0)
            if o2.unknown_tagged_fields:
                if n0 > 126:
                    a(P_16s(o2.topic_id))
                    a(uvarint(n0 + 1))
                    a(F_ni[n0](*s0))
                else:
                    a(F_16sBni[n0](o2.topic_id, n0 + 1, *s0))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                if n0 > 126:
                    a(P_16s(o2.topic_id))
                    a(uvarint(n0 + 1))
                    a(F_nix[n0](*s0))
                else:
                    a(F_16sBnix[n0](o2.topic_id, n0 + 1, *s0))
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

ShareGroupHeartbeatResponse.ENCODERS = (
    None,
    encode_share_group_heartbeat_response_v1,
)
