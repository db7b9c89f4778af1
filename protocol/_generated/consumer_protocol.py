"""Written by `make generate` from protocol/messages/consumer_protocol.py. Do not edit."""

from kavka.protocol.message import Message, Part
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import new, new_message, pack, read_tags, read_uvarint, refuse, unpack_from, uvarint
from kavka.protocol.wire import write_tags

class ConsumerProtocolAssignment(Message):
    __slots__ = ('assigned_partitions', 'user_data')
    API_KEY = -1
    MIN_VERSION = 0
    MAX_VERSION = 3
    FLEXIBLE_FROM = 32767
    
    class TopicPartition(Part):
        __slots__ = ('topic', 'partitions')
        
        def __init__(self, topic='', partitions=EMPTY):
            self.topic = topic
            self.partitions = [] if partitions is EMPTY else partitions
    
    def __init__(self, assigned_partitions=EMPTY, user_data=None):
        self.assigned_partitions = [] if assigned_partitions is EMPTY else assigned_partitions
        self.user_data = user_data

ConsumerProtocolAssignment_TopicPartition = ConsumerProtocolAssignment.TopicPartition

class ConsumerProtocolSubscription(Message):
    __slots__ = ('topics', 'user_data', 'owned_partitions', 'generation_id', 'rack_id')
    API_KEY = -1
    MIN_VERSION = 0
    MAX_VERSION = 3
    FLEXIBLE_FROM = 32767
    
    class TopicPartition(Part):
        __slots__ = ('topic', 'partitions')
        
        def __init__(self, topic='', partitions=EMPTY):
            self.topic = topic
            self.partitions = [] if partitions is EMPTY else partitions
    
    def __init__(self, topics=EMPTY, user_data=None, owned_partitions=EMPTY, generation_id=-1, rack_id=None):
        self.topics = [] if topics is EMPTY else topics
        self.user_data = user_data
        self.owned_partitions = [] if owned_partitions is EMPTY else owned_partitions
        self.generation_id = generation_id
        self.rack_id = rack_id

ConsumerProtocolSubscription_TopicPartition = ConsumerProtocolSubscription.TopicPartition

U_i = Struct('>i').unpack_from
U_h = Struct('>h').unpack_from
UNPACK_i = UNPACK['i']
P_i = Struct('>i').pack
P_h = Struct('>h').pack
F_ini = PackCache('>i%di')
U_ih = Struct('>ih').unpack_from
P_ih = Struct('>ih').pack

def decode_consumer_protocol_assignment_v0(b, p):
    e = len(b)
    o0 = new_message(ConsumerProtocolAssignment)
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'ConsumerProtocolAssignment: assigned_partitions: count {c0}')
    o0.assigned_partitions = l0 = []
    for _ in range(c0):
        o1 = new(ConsumerProtocolAssignment_TopicPartition)
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'ConsumerProtocolAssignment: topic: length {n}')
        q = p + n
        o1.topic = b[p:q].decode()
        p = q
        c1, = U_i(b, p)
        p += 4
        if 0 < c1 < 9: o1.partitions = [*UNPACK_i[c1](b, p)]; p += c1 * 4
        elif c1 == 0: o1.partitions = []
        else:
            if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'ConsumerProtocolAssignment: partitions: count {c1}')
            o1.partitions = [*unpack_from(f'>{c1}i', b, p)]
            p += c1 * 4
        l0.append(o1)
    n, = U_i(b, p)
    p += 4
    if n >= 0:
        q = p + n
        o0.user_data = bytes(b[p:q])
        p = q
    elif n != -1: raise DecodeError(f'ConsumerProtocolAssignment: user_data: length {n}')
    else:
        o0.user_data = None
    return o0, p

ConsumerProtocolAssignment.DECODERS = (
    decode_consumer_protocol_assignment_v0,
    decode_consumer_protocol_assignment_v0,
    decode_consumer_protocol_assignment_v0,
    decode_consumer_protocol_assignment_v0,
)

def encode_consumer_protocol_assignment_v0(o0, l, out):
    a = l.append
    v0 = o0.assigned_partitions
    n = len(v0)
    a(P_i(n))
    for o1 in v0:
        v = o1.topic.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        s0 = o1.partitions
        n0 = len(s0)
        a(F_ini[n0](n0, *s0))
    v = o0.user_data
    if v is None: v = b''; n = -1
    else: n = len(v)
    a(P_i(n))
    a(v)

ConsumerProtocolAssignment.ENCODERS = (
    encode_consumer_protocol_assignment_v0,
    encode_consumer_protocol_assignment_v0,
    encode_consumer_protocol_assignment_v0,
    encode_consumer_protocol_assignment_v0,
)

def decode_consumer_protocol_subscription_v0(b, p):
    e = len(b)
    o0 = new_message(ConsumerProtocolSubscription)
    o0.owned_partitions = []
    o0.generation_id = -1
    o0.rack_id = None
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 * 2 <= e - p: raise DecodeError(f'ConsumerProtocolSubscription: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'ConsumerProtocolSubscription: element: length {n}')
        q = p + n
        v = b[p:q].decode()
        p = q
        l0.append(v)
    n, = U_i(b, p)
    p += 4
    if n >= 0:
        q = p + n
        o0.user_data = bytes(b[p:q])
        p = q
    elif n != -1: raise DecodeError(f'ConsumerProtocolSubscription: user_data: length {n}')
    else:
        o0.user_data = None
    return o0, p

def decode_consumer_protocol_subscription_v1(b, p):
    e = len(b)
    o0 = new_message(ConsumerProtocolSubscription)
    o0.generation_id = -1
    o0.rack_id = None
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 * 2 <= e - p: raise DecodeError(f'ConsumerProtocolSubscription: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'ConsumerProtocolSubscription: element: length {n}')
        q = p + n
        v = b[p:q].decode()
        p = q
        l0.append(v)
    n, = U_i(b, p)
    p += 4
    if n >= 0:
        q = p + n
        o0.user_data = bytes(b[p:q])
        p = q
    elif n != -1: raise DecodeError(f'ConsumerProtocolSubscription: user_data: length {n}')
    else:
        o0.user_data = None
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'ConsumerProtocolSubscription: owned_partitions: count {c0}')
    o0.owned_partitions = l0 = []
    for _ in range(c0):
        o1 = new(ConsumerProtocolSubscription_TopicPartition)
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'ConsumerProtocolSubscription: topic: length {n}')
        q = p + n
        o1.topic = b[p:q].decode()
        p = q
        c1, = U_i(b, p)
        p += 4
        if 0 < c1 < 9: o1.partitions = [*UNPACK_i[c1](b, p)]; p += c1 * 4
        elif c1 == 0: o1.partitions = []
        else:
            if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'ConsumerProtocolSubscription: partitions: count {c1}')
            o1.partitions = [*unpack_from(f'>{c1}i', b, p)]
            p += c1 * 4
        l0.append(o1)
    return o0, p

def decode_consumer_protocol_subscription_v2(b, p):
    e = len(b)
    o0 = new_message(ConsumerProtocolSubscription)
    o0.rack_id = None
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 * 2 <= e - p: raise DecodeError(f'ConsumerProtocolSubscription: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'ConsumerProtocolSubscription: element: length {n}')
        q = p + n
        v = b[p:q].decode()
        p = q
        l0.append(v)
    n, = U_i(b, p)
    p += 4
    if n >= 0:
        q = p + n
        o0.user_data = bytes(b[p:q])
        p = q
    elif n != -1: raise DecodeError(f'ConsumerProtocolSubscription: user_data: length {n}')
    else:
        o0.user_data = None
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'ConsumerProtocolSubscription: owned_partitions: count {c0}')
    o0.owned_partitions = l0 = []
    for _ in range(c0):
        o1 = new(ConsumerProtocolSubscription_TopicPartition)
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'ConsumerProtocolSubscription: topic: length {n}')
        q = p + n
        o1.topic = b[p:q].decode()
        p = q
        c1, = U_i(b, p)
        p += 4
        if 0 < c1 < 9: o1.partitions = [*UNPACK_i[c1](b, p)]; p += c1 * 4
        elif c1 == 0: o1.partitions = []
        else:
            if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'ConsumerProtocolSubscription: partitions: count {c1}')
            o1.partitions = [*unpack_from(f'>{c1}i', b, p)]
            p += c1 * 4
        l0.append(o1)
    o0.generation_id, = U_i(b, p)
    p += 4
    return o0, p

def decode_consumer_protocol_subscription_v3(b, p):
    e = len(b)
    o0 = new_message(ConsumerProtocolSubscription)
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 * 2 <= e - p: raise DecodeError(f'ConsumerProtocolSubscription: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'ConsumerProtocolSubscription: element: length {n}')
        q = p + n
        v = b[p:q].decode()
        p = q
        l0.append(v)
    n, = U_i(b, p)
    p += 4
    if n >= 0:
        q = p + n
        o0.user_data = bytes(b[p:q])
        p = q
    elif n != -1: raise DecodeError(f'ConsumerProtocolSubscription: user_data: length {n}')
    else:
        o0.user_data = None
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'ConsumerProtocolSubscription: owned_partitions: count {c0}')
    o0.owned_partitions = l0 = []
    for _ in range(c0):
        o1 = new(ConsumerProtocolSubscription_TopicPartition)
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'ConsumerProtocolSubscription: topic: length {n}')
        q = p + n
        o1.topic = b[p:q].decode()
        p = q
        c1, = U_i(b, p)
        p += 4
        if 0 < c1 < 9: o1.partitions = [*UNPACK_i[c1](b, p)]; p += c1 * 4
        elif c1 == 0: o1.partitions = []
        else:
            if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'ConsumerProtocolSubscription: partitions: count {c1}')
            o1.partitions = [*unpack_from(f'>{c1}i', b, p)]
            p += c1 * 4
        l0.append(o1)
    o0.generation_id, n = U_ih(b, p)
    p += 6
    if n >= 0:
        q = p + n
        o0.rack_id = b[p:q].decode()
        p = q
    elif n != -1: raise DecodeError(f'ConsumerProtocolSubscription: rack_id: length {n}')
    else:
        o0.rack_id = None
    return o0, p

ConsumerProtocolSubscription.DECODERS = (
    decode_consumer_protocol_subscription_v0,
    decode_consumer_protocol_subscription_v1,
    decode_consumer_protocol_subscription_v2,
    decode_consumer_protocol_subscription_v3,
)

def encode_consumer_protocol_subscription_v0(o0, l, out):
    a = l.append
    v0 = o0.topics
    n = len(v0)
    a(P_i(n))
    for o1 in v0:
        v = o1.encode()
        n = len(v)
        a(P_h(n))
        a(v)
    v = o0.user_data
    if v is None: v = b''; n = -1
    else: n = len(v)
    a(P_i(n))
    a(v)

def encode_consumer_protocol_subscription_v1(o0, l, out):
    a = l.append
    v0 = o0.topics
    n = len(v0)
    a(P_i(n))
    for o1 in v0:
        v = o1.encode()
        n = len(v)
        a(P_h(n))
        a(v)
    v = o0.user_data
    if v is None: v = b''; n = -1
    else: n = len(v)
    a(P_i(n))
    a(v)
    v0 = o0.owned_partitions
    n = len(v0)
    a(P_i(n))
    for o1 in v0:
        v = o1.topic.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        s0 = o1.partitions
        n0 = len(s0)
        a(F_ini[n0](n0, *s0))

def encode_consumer_protocol_subscription_v2(o0, l, out):
    a = l.append
    v0 = o0.topics
    n = len(v0)
    a(P_i(n))
    for o1 in v0:
        v = o1.encode()
        n = len(v)
        a(P_h(n))
        a(v)
    v = o0.user_data
    if v is None: v = b''; n = -1
    else: n = len(v)
    a(P_i(n))
    a(v)
    v0 = o0.owned_partitions
    n = len(v0)
    a(P_i(n))
    for o1 in v0:
        v = o1.topic.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        s0 = o1.partitions
        n0 = len(s0)
        a(F_ini[n0](n0, *s0))
    a(P_i(o0.generation_id))

def encode_consumer_protocol_subscription_v3(o0, l, out):
    a = l.append
    v0 = o0.topics
    n = len(v0)
    a(P_i(n))
    for o1 in v0:
        v = o1.encode()
        n = len(v)
        a(P_h(n))
        a(v)
    v = o0.user_data
    if v is None: v = b''; n = -1
    else: n = len(v)
    a(P_i(n))
    a(v)
    v0 = o0.owned_partitions
    n = len(v0)
    a(P_i(n))
    for o1 in v0:
        v = o1.topic.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        s0 = o1.partitions
        n0 = len(s0)
        a(F_ini[n0](n0, *s0))
    v = o0.rack_id
    if v is None: v = b''; n = -1
    else: v = v.encode(); n = len(v)
    a(P_ih(o0.generation_id, n))
    a(v)

ConsumerProtocolSubscription.ENCODERS = (
    encode_consumer_protocol_subscription_v0,
    encode_consumer_protocol_subscription_v1,
    encode_consumer_protocol_subscription_v2,
    encode_consumer_protocol_subscription_v3,
)
