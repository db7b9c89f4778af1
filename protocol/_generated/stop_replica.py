"""Written by `make generate` from protocol/messages/stop_replica.py. Do not edit."""

from kavka.protocol.message import Message, Part
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import new, new_message, pack, read_tags, read_uvarint, refuse, unpack_from, uvarint
from kavka.protocol.wire import write_tags

class StopReplicaRequest(Message):
    __slots__ = ('controller_id', 'is_kraft_controller', 'controller_epoch', 'broker_epoch', 'delete_partitions', 'ungrouped_partitions', 'topics', 'topic_states', 'unknown_tagged_fields')
    API_KEY = 5
    MIN_VERSION = 0
    MAX_VERSION = 4
    FLEXIBLE_FROM = 2
    
    class StopReplicaPartitionV0(Part):
        __slots__ = ('topic_name', 'partition_index', 'unknown_tagged_fields')
        
        def __init__(self, topic_name='', partition_index=0, unknown_tagged_fields=()):
            self.topic_name = topic_name
            self.partition_index = partition_index
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class StopReplicaTopicV1(Part):
        __slots__ = ('name', 'partition_indexes', 'unknown_tagged_fields')
        
        def __init__(self, name='', partition_indexes=EMPTY, unknown_tagged_fields=()):
            self.name = name
            self.partition_indexes = [] if partition_indexes is EMPTY else partition_indexes
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class StopReplicaPartitionState(Part):
        __slots__ = ('partition_index', 'leader_epoch', 'delete_partition', 'unknown_tagged_fields')
        
        def __init__(self, partition_index=0, leader_epoch=-1, delete_partition=False, unknown_tagged_fields=()):
            self.partition_index = partition_index
            self.leader_epoch = leader_epoch
            self.delete_partition = delete_partition
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class StopReplicaTopicState(Part):
        __slots__ = ('topic_name', 'partition_states', 'unknown_tagged_fields')
        
        def __init__(self, topic_name='', partition_states=EMPTY, unknown_tagged_fields=()):
            self.topic_name = topic_name
            self.partition_states = [] if partition_states is EMPTY else partition_states
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, controller_id=0, is_kraft_controller=False, controller_epoch=0, broker_epoch=-1, delete_partitions=False, ungrouped_partitions=EMPTY, topics=EMPTY, topic_states=EMPTY, unknown_tagged_fields=()):
        self.controller_id = controller_id
        self.is_kraft_controller = is_kraft_controller
        self.controller_epoch = controller_epoch
        self.broker_epoch = broker_epoch
        self.delete_partitions = delete_partitions
        self.ungrouped_partitions = [] if ungrouped_partitions is EMPTY else ungrouped_partitions
        self.topics = [] if topics is EMPTY else topics
        self.topic_states = [] if topic_states is EMPTY else topic_states
        self.unknown_tagged_fields = unknown_tagged_fields

StopReplicaRequest_StopReplicaPartitionV0 = StopReplicaRequest.StopReplicaPartitionV0

StopReplicaRequest_StopReplicaTopicV1 = StopReplicaRequest.StopReplicaTopicV1

StopReplicaRequest_StopReplicaPartitionState = StopReplicaRequest.StopReplicaPartitionState

StopReplicaRequest_StopReplicaTopicState = StopReplicaRequest.StopReplicaTopicState

class StopReplicaResponse(Message):
    __slots__ = ('error_code', 'partition_errors', 'unknown_tagged_fields')
    API_KEY = 5
    MIN_VERSION = 0
    MAX_VERSION = 4
    FLEXIBLE_FROM = 2
    
    class StopReplicaPartitionError(Part):
        __slots__ = ('topic_name', 'partition_index', 'error_code', 'unknown_tagged_fields')
        
        def __init__(self, topic_name='', partition_index=0, error_code=0, unknown_tagged_fields=()):
            self.topic_name = topic_name
            self.partition_index = partition_index
            self.error_code = error_code
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, error_code=0, partition_errors=EMPTY, unknown_tagged_fields=()):
        self.error_code = error_code
        self.partition_errors = [] if partition_errors is EMPTY else partition_errors
        self.unknown_tagged_fields = unknown_tagged_fields

StopReplicaResponse_StopReplicaPartitionError = StopReplicaResponse.StopReplicaPartitionError

U_2iTi = Struct('>2i?i').unpack_from
U_h = Struct('>h').unpack_from
U_i = Struct('>i').unpack_from
U_2iqTi = Struct('>2iq?i').unpack_from
UNPACK_i = UNPACK['i']
U_2iqTB = Struct('>2iq?B').unpack_from
U_2iqB = Struct('>2iqB').unpack_from
U_2iTB = Struct('>2i?B').unpack_from
U_iTiqB = Struct('>i?iqB').unpack_from
P_2iTi = Struct('>2i?i').pack
P_h = Struct('>h').pack
P_i = Struct('>i').pack
P_2iqTi = Struct('>2iq?i').pack
F_ini = PackCache('>i%di')
P_2iqTB = Struct('>2iq?B').pack
P_2iqT = Struct('>2iq?').pack
F_ni = PackCache('>%di')
F_Bni = PackCache('>B%di')
F_nix = PackCache('>%dix')
F_Bnix = PackCache('>B%dix')
P_2iqB = Struct('>2iqB').pack
P_2iq = Struct('>2iq').pack
P_2iT = Struct('>2i?').pack
P_2iTx = Struct('>2i?x').pack
P_iTiqB = Struct('>i?iqB').pack
P_iTiq = Struct('>i?iq').pack
U_hi = Struct('>hi').unpack_from
U_ih = Struct('>ih').unpack_from
U_hB = Struct('>hB').unpack_from
U_ihB = Struct('>ihB').unpack_from
P_hi = Struct('>hi').pack
P_ih = Struct('>ih').pack
P_hB = Struct('>hB').pack
P_ihx = Struct('>ihx').pack

def decode_stop_replica_request_v0(b, p):
    e = len(b)
    o0 = new_message(StopReplicaRequest)
    o0.is_kraft_controller = False
    o0.broker_epoch = -1
    o0.topics = []
    o0.topic_states = []
    o0.controller_id, o0.controller_epoch, o0.delete_partitions, c0 = U_2iTi(b, p)
    p += 13
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'StopReplicaRequest: ungrouped_partitions: count {c0}')
    o0.ungrouped_partitions = l0 = []
    for _ in range(c0):
        o1 = new(StopReplicaRequest_StopReplicaPartitionV0)
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'StopReplicaRequest: topic_name: length {n}')
        q = p + n
        o1.topic_name = b[p:q].decode()
        p = q
        o1.partition_index, = U_i(b, p)
        p += 4
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_stop_replica_request_v1(b, p):
    e = len(b)
    o0 = new_message(StopReplicaRequest)
    o0.is_kraft_controller = False
    o0.ungrouped_partitions = []
    o0.topic_states = []
    o0.controller_id, o0.controller_epoch, o0.broker_epoch, o0.delete_partitions, c0 = U_2iqTi(b, p)
    p += 21
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'StopReplicaRequest: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(StopReplicaRequest_StopReplicaTopicV1)
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'StopReplicaRequest: name: length {n}')
        q = p + n
        o1.name = b[p:q].decode()
        p = q
        c1, = U_i(b, p)
        p += 4
        if 0 < c1 < 9: o1.partition_indexes = [*UNPACK_i[c1](b, p)]; p += c1 * 4
        elif c1 == 0: o1.partition_indexes = []
        else:
            if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'StopReplicaRequest: partition_indexes: count {c1}')
            o1.partition_indexes = [*unpack_from(f'>{c1}i', b, p)]
            p += c1 * 4
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_stop_replica_request_v2(b, p):
    e = len(b)
    o0 = new_message(StopReplicaRequest)
    o0.is_kraft_controller = False
    o0.ungrouped_partitions = []
    o0.topic_states = []
    o0.controller_id, o0.controller_epoch, o0.broker_epoch, o0.delete_partitions, c0 = U_2iqTB(b, p)
    p += 18
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 3 <= e - p: raise DecodeError(f'StopReplicaRequest: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(StopReplicaRequest_StopReplicaTopicV1)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'StopReplicaRequest: name: length {n}')
        q = p + n - 1
        o1.name = b[p:q].decode()
        p = q
        c1 = b[p]
        p += 1
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if 0 < c1 < 9: o1.partition_indexes = [*UNPACK_i[c1](b, p)]; p += c1 * 4
        elif c1 == 0: o1.partition_indexes = []
        else:
            if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'StopReplicaRequest: partition_indexes: count {c1}')
            o1.partition_indexes = [*unpack_from(f'>{c1}i', b, p)]
            p += c1 * 4
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

def decode_stop_replica_request_v3(b, p):
    e = len(b)
    o0 = new_message(StopReplicaRequest)
    o0.is_kraft_controller = False
    o0.delete_partitions = False
    o0.ungrouped_partitions = []
    o0.topics = []
    o0.controller_id, o0.controller_epoch, o0.broker_epoch, c0 = U_2iqB(b, p)
    p += 17
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 3 <= e - p: raise DecodeError(f'StopReplicaRequest: topic_states: count {c0}')
    o0.topic_states = l0 = []
    for _ in range(c0):
        o1 = new(StopReplicaRequest_StopReplicaTopicState)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'StopReplicaRequest: topic_name: length {n}')
        q = p + n - 1
        o1.topic_name = b[p:q].decode()
        p = q
        c1 = b[p]
        p += 1
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 10 <= e - p: raise DecodeError(f'StopReplicaRequest: partition_states: count {c1}')
        o1.partition_states = l1 = []
        for _ in range(c1):
            o2 = new(StopReplicaRequest_StopReplicaPartitionState)
            o2.partition_index, o2.leader_epoch, o2.delete_partition, t = U_2iTB(b, p)
            p += 10
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

def decode_stop_replica_request_v4(b, p):
    e = len(b)
    o0 = new_message(StopReplicaRequest)
    o0.delete_partitions = False
    o0.ungrouped_partitions = []
    o0.topics = []
    o0.controller_id, o0.is_kraft_controller, o0.controller_epoch, o0.broker_epoch, c0 = U_iTiqB(b, p)
    p += 18
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 3 <= e - p: raise DecodeError(f'StopReplicaRequest: topic_states: count {c0}')
    o0.topic_states = l0 = []
    for _ in range(c0):
        o1 = new(StopReplicaRequest_StopReplicaTopicState)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'StopReplicaRequest: topic_name: length {n}')
        q = p + n - 1
        o1.topic_name = b[p:q].decode()
        p = q
        c1 = b[p]
        p += 1
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 10 <= e - p: raise DecodeError(f'StopReplicaRequest: partition_states: count {c1}')
        o1.partition_states = l1 = []
        for _ in range(c1):
            o2 = new(StopReplicaRequest_StopReplicaPartitionState)
            o2.partition_index, o2.leader_epoch, o2.delete_partition, t = U_2iTB(b, p)
            p += 10
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

StopReplicaRequest.DECODERS = (
    decode_stop_replica_request_v0,
    decode_stop_replica_request_v1,
    decode_stop_replica_request_v2,
    decode_stop_replica_request_v3,
    decode_stop_replica_request_v4,
)

def encode_stop_replica_request_v0(o0, l, out):
    a = l.append
    if o0.is_kraft_controller or o0.topics or o0.topic_states or o0.unknown_tagged_fields: raise refuse(o0, 'is_kraft_controller', 'topics', 'topic_states', 'unknown_tagged_fields')
    v0 = o0.ungrouped_partitions
    n = len(v0)
    a(P_2iTi(o0.controller_id, o0.controller_epoch, o0.delete_partitions, n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.topic_name.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        a(P_i(o1.partition_index))

def encode_stop_replica_request_v1(o0, l, out):
    a = l.append
    if o0.is_kraft_controller or o0.ungrouped_partitions or o0.topic_states or o0.unknown_tagged_fields: raise refuse(o0, 'is_kraft_controller', 'ungrouped_partitions', 'topic_states', 'unknown_tagged_fields')
    v0 = o0.topics
    n = len(v0)
    a(P_2iqTi(o0.controller_id, o0.controller_epoch, o0.broker_epoch, o0.delete_partitions, n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.name.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        s0 = o1.partition_indexes
        n0 = len(s0)
        a(F_ini[n0](n0, *s0))

def encode_stop_replica_request_v2(o0, l, out):
    a = l.append
    if o0.is_kraft_controller or o0.ungrouped_partitions or o0.topic_states: raise refuse(o0, 'is_kraft_controller', 'ungrouped_partitions', 'topic_states')
    v0 = o0.topics
    n = len(v0) + 1
    if n < 128: a(P_2iqTB(o0.controller_id, o0.controller_epoch, o0.broker_epoch, o0.delete_partitions, n))
    else: a(P_2iqT(o0.controller_id, o0.controller_epoch, o0.broker_epoch, o0.delete_partitions) + uvarint(n))
    for o1 in v0:
        v = o1.name.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        s0 = o1.partition_indexes
        n0 = len(s0)
        if o1.unknown_tagged_fields:
            if n0 > 126:
                a(uvarint(n0 + 1))
                a(F_ni[n0](*s0))
            else:
                a(F_Bni[n0](n0 + 1, *s0))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            if n0 > 126:
                a(uvarint(n0 + 1))
                a(F_nix[n0](*s0))
            else:
                a(F_Bnix[n0](n0 + 1, *s0))
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

def encode_stop_replica_request_v3(o0, l, out):
    a = l.append
    if o0.is_kraft_controller or o0.delete_partitions or o0.ungrouped_partitions or o0.topics: raise refuse(o0, 'is_kraft_controller', 'delete_partitions', 'ungrouped_partitions', 'topics')
    v0 = o0.topic_states
    n = len(v0) + 1
    if n < 128: a(P_2iqB(o0.controller_id, o0.controller_epoch, o0.broker_epoch, n))
    else: a(P_2iq(o0.controller_id, o0.controller_epoch, o0.broker_epoch) + uvarint(n))
    for o1 in v0:
        v = o1.topic_name.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v1 = o1.partition_states
        n = len(v1) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o2 in v1:
            if o2.unknown_tagged_fields:
                a(P_2iT(o2.partition_index, o2.leader_epoch, o2.delete_partition))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(P_2iTx(o2.partition_index, o2.leader_epoch, o2.delete_partition))
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

def encode_stop_replica_request_v4(o0, l, out):
    a = l.append
    if o0.delete_partitions or o0.ungrouped_partitions or o0.topics: raise refuse(o0, 'delete_partitions', 'ungrouped_partitions', 'topics')
    v0 = o0.topic_states
    n = len(v0) + 1
    if n < 128: a(P_iTiqB(o0.controller_id, o0.is_kraft_controller, o0.controller_epoch, o0.broker_epoch, n))
    else: a(P_iTiq(o0.controller_id, o0.is_kraft_controller, o0.controller_epoch, o0.broker_epoch) + uvarint(n))
    for o1 in v0:
        v = o1.topic_name.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v1 = o1.partition_states
        n = len(v1) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o2 in v1:
            if o2.unknown_tagged_fields:
                a(P_2iT(o2.partition_index, o2.leader_epoch, o2.delete_partition))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(P_2iTx(o2.partition_index, o2.leader_epoch, o2.delete_partition))
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

StopReplicaRequest.ENCODERS = (
    encode_stop_replica_request_v0,
    encode_stop_replica_request_v1,
    encode_stop_replica_request_v2,
    encode_stop_replica_request_v3,
    encode_stop_replica_request_v4,
)

def decode_stop_replica_response_v0(b, p):
    e = len(b)
    o0 = new_message(StopReplicaResponse)
    o0.error_code, c0 = U_hi(b, p)
    p += 6
    if not 0 <= c0 * 8 <= e - p: raise DecodeError(f'StopReplicaResponse: partition_errors: count {c0}')
    o0.partition_errors = l0 = []
    for _ in range(c0):
        o1 = new(StopReplicaResponse_StopReplicaPartitionError)
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'StopReplicaResponse: topic_name: length {n}')
        q = p + n
        o1.topic_name = b[p:q].decode()
        p = q
        o1.partition_index, o1.error_code = U_ih(b, p)
        p += 6
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_stop_replica_response_v2(b, p):
    e = len(b)
    o0 = new_message(StopReplicaResponse)
    o0.error_code, c0 = U_hB(b, p)
    p += 3
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 8 <= e - p: raise DecodeError(f'StopReplicaResponse: partition_errors: count {c0}')
    o0.partition_errors = l0 = []
    for _ in range(c0):
        o1 = new(StopReplicaResponse_StopReplicaPartitionError)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'StopReplicaResponse: topic_name: length {n}')
        q = p + n - 1
        o1.topic_name = b[p:q].decode()
        p = q
        o1.partition_index, o1.error_code, t = U_ihB(b, p)
        p += 7
        if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
        else: o1.unknown_tagged_fields = ()
        l0.append(o1)
    t = b[p]
    p += 1
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

StopReplicaResponse.DECODERS = (
    decode_stop_replica_response_v0,
    decode_stop_replica_response_v0,
    decode_stop_replica_response_v2,
    decode_stop_replica_response_v2,
    decode_stop_replica_response_v2,
)

def encode_stop_replica_response_v0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v0 = o0.partition_errors
    n = len(v0)
    a(P_hi(o0.error_code, n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.topic_name.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        a(P_ih(o1.partition_index, o1.error_code))

def encode_stop_replica_response_v2(o0, l, out):
    a = l.append
    v0 = o0.partition_errors
    n = len(v0) + 1
    if n < 128: a(P_hB(o0.error_code, n))
    else: a(P_h(o0.error_code) + uvarint(n))
    for o1 in v0:
        v = o1.topic_name.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(P_ih(o1.partition_index, o1.error_code))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_ihx(o1.partition_index, o1.error_code))
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

StopReplicaResponse.ENCODERS = (
    encode_stop_replica_response_v0,
    encode_stop_replica_response_v0,
    encode_stop_replica_response_v2,
    encode_stop_replica_response_v2,
    encode_stop_replica_response_v2,
)
