"""Written by `make generate` from protocol/messages/elect_leaders.py. Do not edit."""

from kavka.protocol.message import Message, Part
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import new, new_message, pack, read_tags, read_uvarint, refuse, unpack_from, uvarint
from kavka.protocol.wire import write_tags

class ElectLeadersRequest(Message):
    __slots__ = ('election_type', 'topic_partitions', 'timeout_ms', 'unknown_tagged_fields')
    API_KEY = 43
    MIN_VERSION = 0
    MAX_VERSION = 2
    FLEXIBLE_FROM = 2
    
    class TopicPartitions(Part):
        __slots__ = ('topic', 'partitions', 'unknown_tagged_fields')
        
        def __init__(self, topic='', partitions=EMPTY, unknown_tagged_fields=()):
            self.topic = topic
            self.partitions = [] if partitions is EMPTY else partitions
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, election_type=0, topic_partitions=EMPTY, timeout_ms=60000, unknown_tagged_fields=()):
        self.election_type = election_type
        self.topic_partitions = [] if topic_partitions is EMPTY else topic_partitions
        self.timeout_ms = timeout_ms
        self.unknown_tagged_fields = unknown_tagged_fields

ElectLeadersRequest_TopicPartitions = ElectLeadersRequest.TopicPartitions

class ElectLeadersResponse(Message):
    __slots__ = ('throttle_time_ms', 'error_code', 'replica_election_results', 'unknown_tagged_fields')
    API_KEY = 43
    MIN_VERSION = 0
    MAX_VERSION = 2
    FLEXIBLE_FROM = 2
    
    class PartitionResult(Part):
        __slots__ = ('partition_id', 'error_code', 'error_message', 'unknown_tagged_fields')
        
        def __init__(self, partition_id=0, error_code=0, error_message='', unknown_tagged_fields=()):
            self.partition_id = partition_id
            self.error_code = error_code
            self.error_message = error_message
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class ReplicaElectionResult(Part):
        __slots__ = ('topic', 'partition_result', 'unknown_tagged_fields')
        
        def __init__(self, topic='', partition_result=EMPTY, unknown_tagged_fields=()):
            self.topic = topic
            self.partition_result = [] if partition_result is EMPTY else partition_result
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, throttle_time_ms=0, error_code=0, replica_election_results=EMPTY, unknown_tagged_fields=()):
        self.throttle_time_ms = throttle_time_ms
        self.error_code = error_code
        self.replica_election_results = [] if replica_election_results is EMPTY else replica_election_results
        self.unknown_tagged_fields = unknown_tagged_fields

ElectLeadersResponse_PartitionResult = ElectLeadersResponse.PartitionResult

ElectLeadersResponse_ReplicaElectionResult = ElectLeadersResponse.ReplicaElectionResult

U_i = Struct('>i').unpack_from
U_h = Struct('>h').unpack_from
UNPACK_i = UNPACK['i']
U_bi = Struct('>bi').unpack_from
U_bB = Struct('>bB').unpack_from
U_iB = Struct('>iB').unpack_from
P_i = Struct('>i').pack
P_h = Struct('>h').pack
F_ini = PackCache('>i%di')
P_bi = Struct('>bi').pack
P_bB = Struct('>bB').pack
P_b = Struct('>b').pack
F_ni = PackCache('>%di')
F_Bni = PackCache('>B%di')
F_nix = PackCache('>%dix')
F_Bnix = PackCache('>B%dix')
P_ix = Struct('>ix').pack
U_2i = Struct('>2i').unpack_from
U_i2h = Struct('>i2h').unpack_from
U_ihi = Struct('>ihi').unpack_from
U_ihB = Struct('>ihB').unpack_from
P_2i = Struct('>2i').pack
P_i2h = Struct('>i2h').pack
P_ihi = Struct('>ihi').pack
P_ihB = Struct('>ihB').pack
P_ih = Struct('>ih').pack

def decode_elect_leaders_request_v0(b, p):
    e = len(b)
    o0 = new_message(ElectLeadersRequest)
    o0.election_type = 0
    c0, = U_i(b, p)
    p += 4
    if c0 == -1:
        o0.topic_partitions = None
    else:
        if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'ElectLeadersRequest: topic_partitions: count {c0}')
        o0.topic_partitions = l0 = []
        for _ in range(c0):
            o1 = new(ElectLeadersRequest_TopicPartitions)
            n, = U_h(b, p)
            p += 2
            if n < 0: raise DecodeError(f'ElectLeadersRequest: topic: length {n}')
            q = p + n
            o1.topic = b[p:q].decode()
            p = q
            c1, = U_i(b, p)
            p += 4
            if 0 < c1 < 9: o1.partitions = [*UNPACK_i[c1](b, p)]; p += c1 * 4
            elif c1 == 0: o1.partitions = []
            else:
                if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'ElectLeadersRequest: partitions: count {c1}')
                o1.partitions = [*unpack_from(f'>{c1}i', b, p)]
                p += c1 * 4
            o1.unknown_tagged_fields = ()
            l0.append(o1)
    o0.timeout_ms, = U_i(b, p)
    p += 4
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_elect_leaders_request_v1(b, p):
    e = len(b)
    o0 = new_message(ElectLeadersRequest)
    o0.election_type, c0 = U_bi(b, p)
    p += 5
    if c0 == -1:
        o0.topic_partitions = None
    else:
        if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'ElectLeadersRequest: topic_partitions: count {c0}')
        o0.topic_partitions = l0 = []
        for _ in range(c0):
            o1 = new(ElectLeadersRequest_TopicPartitions)
            n, = U_h(b, p)
            p += 2
            if n < 0: raise DecodeError(f'ElectLeadersRequest: topic: length {n}')
            q = p + n
            o1.topic = b[p:q].decode()
            p = q
            c1, = U_i(b, p)
            p += 4
            if 0 < c1 < 9: o1.partitions = [*UNPACK_i[c1](b, p)]; p += c1 * 4
            elif c1 == 0: o1.partitions = []
            else:
                if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'ElectLeadersRequest: partitions: count {c1}')
                o1.partitions = [*unpack_from(f'>{c1}i', b, p)]
                p += c1 * 4
            o1.unknown_tagged_fields = ()
            l0.append(o1)
    o0.timeout_ms, = U_i(b, p)
    p += 4
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_elect_leaders_request_v2(b, p):
    e = len(b)
    o0 = new_message(ElectLeadersRequest)
    o0.election_type, c0 = U_bB(b, p)
    p += 2
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if c0 == -1:
        o0.topic_partitions = None
    else:
        if not 0 <= c0 * 3 <= e - p: raise DecodeError(f'ElectLeadersRequest: topic_partitions: count {c0}')
        o0.topic_partitions = l0 = []
        for _ in range(c0):
            o1 = new(ElectLeadersRequest_TopicPartitions)
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'ElectLeadersRequest: topic: length {n}')
            q = p + n - 1
            o1.topic = b[p:q].decode()
            p = q
            c1 = b[p]
            p += 1
            if c1 > 127: c1, p = read_uvarint(b, p - 1)
            c1 -= 1
            if 0 < c1 < 9: o1.partitions = [*UNPACK_i[c1](b, p)]; p += c1 * 4
            elif c1 == 0: o1.partitions = []
            else:
                if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'ElectLeadersRequest: partitions: count {c1}')
                o1.partitions = [*unpack_from(f'>{c1}i', b, p)]
                p += c1 * 4
            t = b[p]
            p += 1
            if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
            else: o1.unknown_tagged_fields = ()
            l0.append(o1)
    o0.timeout_ms, t = U_iB(b, p)
    p += 5
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

ElectLeadersRequest.DECODERS = (
    decode_elect_leaders_request_v0,
    decode_elect_leaders_request_v1,
    decode_elect_leaders_request_v2,
)

def encode_elect_leaders_request_v0(o0, l, out):
    a = l.append
    if o0.election_type != 0 or o0.unknown_tagged_fields: raise refuse(o0, 'election_type', 'unknown_tagged_fields')
    v0 = o0.topic_partitions
    if v0 is None: v0 = (); n = -1
    else: n = len(v0)
    a(P_i(n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.topic.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        s0 = o1.partitions
        n0 = len(s0)
        a(F_ini[n0](n0, *s0))
    a(P_i(o0.timeout_ms))

def encode_elect_leaders_request_v1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v0 = o0.topic_partitions
    if v0 is None: v0 = (); n = -1
    else: n = len(v0)
    a(P_bi(o0.election_type, n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.topic.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        s0 = o1.partitions
        n0 = len(s0)
        a(F_ini[n0](n0, *s0))
    a(P_i(o0.timeout_ms))

def encode_elect_leaders_request_v2(o0, l, out):
    a = l.append
    v0 = o0.topic_partitions
    if v0 is None: v0 = (); n = 0
    else: n = len(v0) + 1
    if n < 128: a(P_bB(o0.election_type, n))
    else: a(P_b(o0.election_type) + uvarint(n))
    for o1 in v0:
        v = o1.topic.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        s0 = o1.partitions
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
        a(P_i(o0.timeout_ms))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_ix(o0.timeout_ms))

ElectLeadersRequest.ENCODERS = (
    encode_elect_leaders_request_v0,
    encode_elect_leaders_request_v1,
    encode_elect_leaders_request_v2,
)

def decode_elect_leaders_response_v0(b, p):
    e = len(b)
    o0 = new_message(ElectLeadersResponse)
    o0.error_code = 0
    o0.throttle_time_ms, c0 = U_2i(b, p)
    p += 8
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'ElectLeadersResponse: replica_election_results: count {c0}')
    o0.replica_election_results = l0 = []
    for _ in range(c0):
        o1 = new(ElectLeadersResponse_ReplicaElectionResult)
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'ElectLeadersResponse: topic: length {n}')
        q = p + n
        o1.topic = b[p:q].decode()
        p = q
        c1, = U_i(b, p)
        p += 4
        if not 0 <= c1 * 8 <= e - p: raise DecodeError(f'ElectLeadersResponse: partition_result: count {c1}')
        o1.partition_result = l1 = []
        for _ in range(c1):
            o2 = new(ElectLeadersResponse_PartitionResult)
            o2.partition_id, o2.error_code, n = U_i2h(b, p)
            p += 8
            if n >= 0:
                q = p + n
                o2.error_message = b[p:q].decode()
                p = q
            elif n != -1: raise DecodeError(f'ElectLeadersResponse: error_message: length {n}')
            else:
                o2.error_message = None
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_elect_leaders_response_v1(b, p):
    e = len(b)
    o0 = new_message(ElectLeadersResponse)
    o0.throttle_time_ms, o0.error_code, c0 = U_ihi(b, p)
    p += 10
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'ElectLeadersResponse: replica_election_results: count {c0}')
    o0.replica_election_results = l0 = []
    for _ in range(c0):
        o1 = new(ElectLeadersResponse_ReplicaElectionResult)
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'ElectLeadersResponse: topic: length {n}')
        q = p + n
        o1.topic = b[p:q].decode()
        p = q
        c1, = U_i(b, p)
        p += 4
        if not 0 <= c1 * 8 <= e - p: raise DecodeError(f'ElectLeadersResponse: partition_result: count {c1}')
        o1.partition_result = l1 = []
        for _ in range(c1):
            o2 = new(ElectLeadersResponse_PartitionResult)
            o2.partition_id, o2.error_code, n = U_i2h(b, p)
            p += 8
            if n >= 0:
                q = p + n
                o2.error_message = b[p:q].decode()
                p = q
            elif n != -1: raise DecodeError(f'ElectLeadersResponse: error_message: length {n}')
            else:
                o2.error_message = None
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_elect_leaders_response_v2(b, p):
    e = len(b)
    o0 = new_message(ElectLeadersResponse)
    o0.throttle_time_ms, o0.error_code, c0 = U_ihB(b, p)
    p += 7
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 3 <= e - p: raise DecodeError(f'ElectLeadersResponse: replica_election_results: count {c0}')
    o0.replica_election_results = l0 = []
    for _ in range(c0):
        o1 = new(ElectLeadersResponse_ReplicaElectionResult)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'ElectLeadersResponse: topic: length {n}')
        q = p + n - 1
        o1.topic = b[p:q].decode()
        p = q
        c1 = b[p]
        p += 1
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 8 <= e - p: raise DecodeError(f'ElectLeadersResponse: partition_result: count {c1}')
        o1.partition_result = l1 = []
        for _ in range(c1):
            o2 = new(ElectLeadersResponse_PartitionResult)
            o2.partition_id, o2.error_code, n = U_ihB(b, p)
            p += 7
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n:
                q = p + n - 1
                o2.error_message = b[p:q].decode()
                p = q
            else:
                o2.error_message = None
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

ElectLeadersResponse.DECODERS = (
    decode_elect_leaders_response_v0,
    decode_elect_leaders_response_v1,
    decode_elect_leaders_response_v2,
)

def encode_elect_leaders_response_v0(o0, l, out):
    a = l.append
    if o0.error_code != 0 or o0.unknown_tagged_fields: raise refuse(o0, 'error_code', 'unknown_tagged_fields')
    v0 = o0.replica_election_results
    n = len(v0)
    a(P_2i(o0.throttle_time_ms, n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.topic.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v1 = o1.partition_result
        n = len(v1)
        a(P_i(n))
        for o2 in v1:
            if o2.unknown_tagged_fields: raise refuse(o2, 'unknown_tagged_fields')
            v = o2.error_message
            if v is None: v = b''; n = -1
            else: v = v.encode(); n = len(v)
            a(P_i2h(o2.partition_id, o2.error_code, n))
            a(v)

def encode_elect_leaders_response_v1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v0 = o0.replica_election_results
    n = len(v0)
    a(P_ihi(o0.throttle_time_ms, o0.error_code, n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.topic.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v1 = o1.partition_result
        n = len(v1)
        a(P_i(n))
        for o2 in v1:
            if o2.unknown_tagged_fields: raise refuse(o2, 'unknown_tagged_fields')
            v = o2.error_message
            if v is None: v = b''; n = -1
            else: v = v.encode(); n = len(v)
            a(P_i2h(o2.partition_id, o2.error_code, n))
            a(v)

def encode_elect_leaders_response_v2(o0, l, out):
    a = l.append
    v0 = o0.replica_election_results
    n = len(v0) + 1
    if n < 128: a(P_ihB(o0.throttle_time_ms, o0.error_code, n))
    else: a(P_ih(o0.throttle_time_ms, o0.error_code) + uvarint(n))
    for o1 in v0:
        v = o1.topic.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v1 = o1.partition_result
        n = len(v1) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o2 in v1:
            v = o2.error_message
            if v is None: v = b''; n = 0
            else: v = v.encode(); n = len(v) + 1
            if n < 128: a(P_ihB(o2.partition_id, o2.error_code, n))
            else: a(P_ih(o2.partition_id, o2.error_code) + uvarint(n))
            a(v)
            if o2.unknown_tagged_fields:
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(b'\x00')
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

ElectLeadersResponse.ENCODERS = (
    encode_elect_leaders_response_v0,
    encode_elect_leaders_response_v1,
    encode_elect_leaders_response_v2,
)
