"""Written by `make generate` from protocol/messages/create_partitions.py. Do not edit."""

from kavka.protocol.message import Message, Part
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import new, new_message, pack, read_tags, read_uvarint, refuse, unpack_from, uvarint
from kavka.protocol.wire import write_tags

class CreatePartitionsRequest(Message):
    __slots__ = ('topics', 'timeout_ms', 'validate_only', 'unknown_tagged_fields')
    API_KEY = 37
    MIN_VERSION = 0
    MAX_VERSION = 3
    FLEXIBLE_FROM = 2
    
    class CreatePartitionsAssignment(Part):
        __slots__ = ('broker_ids', 'unknown_tagged_fields')
        
        def __init__(self, broker_ids=EMPTY, unknown_tagged_fields=()):
            self.broker_ids = [] if broker_ids is EMPTY else broker_ids
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class CreatePartitionsTopic(Part):
        __slots__ = ('name', 'count', 'assignments', 'unknown_tagged_fields')
        
        def __init__(self, name='', count=0, assignments=EMPTY, unknown_tagged_fields=()):
            self.name = name
            self.count = count
            self.assignments = [] if assignments is EMPTY else assignments
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, topics=EMPTY, timeout_ms=0, validate_only=False, unknown_tagged_fields=()):
        self.topics = [] if topics is EMPTY else topics
        self.timeout_ms = timeout_ms
        self.validate_only = validate_only
        self.unknown_tagged_fields = unknown_tagged_fields

CreatePartitionsRequest_CreatePartitionsAssignment = CreatePartitionsRequest.CreatePartitionsAssignment

CreatePartitionsRequest_CreatePartitionsTopic = CreatePartitionsRequest.CreatePartitionsTopic

class CreatePartitionsResponse(Message):
    __slots__ = ('throttle_time_ms', 'results', 'unknown_tagged_fields')
    API_KEY = 37
    MIN_VERSION = 0
    MAX_VERSION = 3
    FLEXIBLE_FROM = 2
    
    class CreatePartitionsTopicResult(Part):
        __slots__ = ('name', 'error_code', 'error_message', 'unknown_tagged_fields')
        
        def __init__(self, name='', error_code=0, error_message=None, unknown_tagged_fields=()):
            self.name = name
            self.error_code = error_code
            self.error_message = error_message
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, throttle_time_ms=0, results=EMPTY, unknown_tagged_fields=()):
        self.throttle_time_ms = throttle_time_ms
        self.results = [] if results is EMPTY else results
        self.unknown_tagged_fields = unknown_tagged_fields

CreatePartitionsResponse_CreatePartitionsTopicResult = CreatePartitionsResponse.CreatePartitionsTopicResult

U_i = Struct('>i').unpack_from
U_h = Struct('>h').unpack_from
U_2i = Struct('>2i').unpack_from
UNPACK_i = UNPACK['i']
U_iT = Struct('>i?').unpack_from
U_iB = Struct('>iB').unpack_from
U_iTB = Struct('>i?B').unpack_from
P_i = Struct('>i').pack
P_h = Struct('>h').pack
P_2i = Struct('>2i').pack
F_ini = PackCache('>i%di')
P_iT = Struct('>i?').pack
P_iB = Struct('>iB').pack
F_ni = PackCache('>%di')
F_Bni = PackCache('>B%di')
F_nix = PackCache('>%dix')
F_Bnix = PackCache('>B%dix')
P_iTx = Struct('>i?x').pack
U_2h = Struct('>2h').unpack_from
U_hB = Struct('>hB').unpack_from
P_2h = Struct('>2h').pack
P_hB = Struct('>hB').pack

def decode_create_partitions_request_v0(b, p):
    e = len(b)
    o0 = new_message(CreatePartitionsRequest)
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 * 10 <= e - p: raise DecodeError(f'CreatePartitionsRequest: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(CreatePartitionsRequest_CreatePartitionsTopic)
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'CreatePartitionsRequest: name: length {n}')
        q = p + n
        o1.name = b[p:q].decode()
        p = q
        o1.count, c1 = U_2i(b, p)
        p += 8
        if c1 == -1:
            o1.assignments = None
        else:
            if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'CreatePartitionsRequest: assignments: count {c1}')
            o1.assignments = l1 = []
            for _ in range(c1):
                o2 = new(CreatePartitionsRequest_CreatePartitionsAssignment)
                c2, = U_i(b, p)
                p += 4
                if 0 < c2 < 9: o2.broker_ids = [*UNPACK_i[c2](b, p)]; p += c2 * 4
                elif c2 == 0: o2.broker_ids = []
                else:
                    if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'CreatePartitionsRequest: broker_ids: count {c2}')
                    o2.broker_ids = [*unpack_from(f'>{c2}i', b, p)]
                    p += c2 * 4
                o2.unknown_tagged_fields = ()
                l1.append(o2)
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.timeout_ms, o0.validate_only = U_iT(b, p)
    p += 5
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_create_partitions_request_v2(b, p):
    e = len(b)
    o0 = new_message(CreatePartitionsRequest)
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 7 <= e - p: raise DecodeError(f'CreatePartitionsRequest: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(CreatePartitionsRequest_CreatePartitionsTopic)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'CreatePartitionsRequest: name: length {n}')
        q = p + n - 1
        o1.name = b[p:q].decode()
        p = q
        o1.count, c1 = U_iB(b, p)
        p += 5
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if c1 == -1:
            o1.assignments = None
        else:
            if not 0 <= c1 * 2 <= e - p: raise DecodeError(f'CreatePartitionsRequest: assignments: count {c1}')
            o1.assignments = l1 = []
            for _ in range(c1):
                o2 = new(CreatePartitionsRequest_CreatePartitionsAssignment)
                c2 = b[p]
                p += 1
                if c2 > 127: c2, p = read_uvarint(b, p - 1)
                c2 -= 1
                if 0 < c2 < 9: o2.broker_ids = [*UNPACK_i[c2](b, p)]; p += c2 * 4
                elif c2 == 0: o2.broker_ids = []
                else:
                    if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'CreatePartitionsRequest: broker_ids: count {c2}')
                    o2.broker_ids = [*unpack_from(f'>{c2}i', b, p)]
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
    o0.timeout_ms, o0.validate_only, t = U_iTB(b, p)
    p += 6
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

CreatePartitionsRequest.DECODERS = (
    decode_create_partitions_request_v0,
    decode_create_partitions_request_v0,
    decode_create_partitions_request_v2,
    decode_create_partitions_request_v2,
)

def encode_create_partitions_request_v0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v0 = o0.topics
    n = len(v0)
    a(P_i(n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.name.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v1 = o1.assignments
        if v1 is None: v1 = (); n = -1
        else: n = len(v1)
        a(P_2i(o1.count, n))
        for o2 in v1:
            if o2.unknown_tagged_fields: raise refuse(o2, 'unknown_tagged_fields')
            s0 = o2.broker_ids
            n0 = len(s0)
            a(F_ini[n0](n0, *s0))
    a(P_iT(o0.timeout_ms, o0.validate_only))

def encode_create_partitions_request_v2(o0, l, out):
    a = l.append
    v0 = o0.topics
    n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        v = o1.name.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v1 = o1.assignments
        if v1 is None: v1 = (); n = 0
        else: n = len(v1) + 1
        if n < 128: a(P_iB(o1.count, n))
        else: a(P_i(o1.count) + uvarint(n))
        for o2 in v1:
            s0 = o2.broker_ids
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
        a(P_iT(o0.timeout_ms, o0.validate_only))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_iTx(o0.timeout_ms, o0.validate_only))

CreatePartitionsRequest.ENCODERS = (
    encode_create_partitions_request_v0,
    encode_create_partitions_request_v0,
    encode_create_partitions_request_v2,
    encode_create_partitions_request_v2,
)

def decode_create_partitions_response_v0(b, p):
    e = len(b)
    o0 = new_message(CreatePartitionsResponse)
    o0.throttle_time_ms, c0 = U_2i(b, p)
    p += 8
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'CreatePartitionsResponse: results: count {c0}')
    o0.results = l0 = []
    for _ in range(c0):
        o1 = new(CreatePartitionsResponse_CreatePartitionsTopicResult)
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'CreatePartitionsResponse: name: length {n}')
        q = p + n
        o1.name = b[p:q].decode()
        p = q
        o1.error_code, n = U_2h(b, p)
        p += 4
        if n >= 0:
            q = p + n
            o1.error_message = b[p:q].decode()
            p = q
        elif n != -1: raise DecodeError(f'CreatePartitionsResponse: error_message: length {n}')
        else:
            o1.error_message = None
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_create_partitions_response_v2(b, p):
    e = len(b)
    o0 = new_message(CreatePartitionsResponse)
    o0.throttle_time_ms, c0 = U_iB(b, p)
    p += 5
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 5 <= e - p: raise DecodeError(f'CreatePartitionsResponse: results: count {c0}')
    o0.results = l0 = []
    for _ in range(c0):
        o1 = new(CreatePartitionsResponse_CreatePartitionsTopicResult)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'CreatePartitionsResponse: name: length {n}')
        q = p + n - 1
        o1.name = b[p:q].decode()
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

CreatePartitionsResponse.DECODERS = (
    decode_create_partitions_response_v0,
    decode_create_partitions_response_v0,
    decode_create_partitions_response_v2,
    decode_create_partitions_response_v2,
)

def encode_create_partitions_response_v0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v0 = o0.results
    n = len(v0)
    a(P_2i(o0.throttle_time_ms, n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.name.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v = o1.error_message
        if v is None: v = b''; n = -1
        else: v = v.encode(); n = len(v)
        a(P_2h(o1.error_code, n))
        a(v)

def encode_create_partitions_response_v2(o0, l, out):
    a = l.append
    v0 = o0.results
    n = len(v0) + 1
    if n < 128: a(P_iB(o0.throttle_time_ms, n))
    else: a(P_i(o0.throttle_time_ms) + uvarint(n))
    for o1 in v0:
        v = o1.name.encode()
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

CreatePartitionsResponse.ENCODERS = (
    encode_create_partitions_response_v0,
    encode_create_partitions_response_v0,
    encode_create_partitions_response_v2,
    encode_create_partitions_response_v2,
)
