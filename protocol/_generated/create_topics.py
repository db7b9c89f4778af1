"""Written by `make generate` from protocol/messages/create_topics.py. Do not edit."""

from kavka.protocol.message import Message, Part
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import new, new_message, pack, read_tags, read_uvarint, refuse, unpack_from, uvarint
from kavka.protocol.wire import write_tags

class CreateTopicsRequest(Message):
    __slots__ = ('topics', 'timeout_ms', 'validate_only', 'unknown_tagged_fields')
    API_KEY = 19
    MIN_VERSION = 0
    MAX_VERSION = 7
    FLEXIBLE_FROM = 5
    
    class CreatableReplicaAssignment(Part):
        __slots__ = ('partition_index', 'broker_ids', 'unknown_tagged_fields')
        
        def __init__(self, partition_index=0, broker_ids=EMPTY, unknown_tagged_fields=()):
            self.partition_index = partition_index
            self.broker_ids = [] if broker_ids is EMPTY else broker_ids
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class CreatableTopicConfig(Part):
        __slots__ = ('name', 'value', 'unknown_tagged_fields')
        
        def __init__(self, name='', value='', unknown_tagged_fields=()):
            self.name = name
            self.value = value
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class CreatableTopic(Part):
        __slots__ = ('name', 'num_partitions', 'replication_factor', 'assignments', 'configs', 'unknown_tagged_fields')
        
        def __init__(self, name='', num_partitions=0, replication_factor=0, assignments=EMPTY, configs=EMPTY, unknown_tagged_fields=()):
            self.name = name
            self.num_partitions = num_partitions
            self.replication_factor = replication_factor
            self.assignments = [] if assignments is EMPTY else assignments
            self.configs = [] if configs is EMPTY else configs
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, topics=EMPTY, timeout_ms=60000, validate_only=False, unknown_tagged_fields=()):
        self.topics = [] if topics is EMPTY else topics
        self.timeout_ms = timeout_ms
        self.validate_only = validate_only
        self.unknown_tagged_fields = unknown_tagged_fields

CreateTopicsRequest_CreatableReplicaAssignment = CreateTopicsRequest.CreatableReplicaAssignment

CreateTopicsRequest_CreatableTopicConfig = CreateTopicsRequest.CreatableTopicConfig

CreateTopicsRequest_CreatableTopic = CreateTopicsRequest.CreatableTopic

class CreateTopicsResponse(Message):
    __slots__ = ('throttle_time_ms', 'topics', 'unknown_tagged_fields')
    API_KEY = 19
    MIN_VERSION = 0
    MAX_VERSION = 7
    FLEXIBLE_FROM = 5
    
    class CreatableTopicConfigs(Part):
        __slots__ = ('name', 'value', 'read_only', 'config_source', 'is_sensitive', 'unknown_tagged_fields')
        
        def __init__(self, name='', value='', read_only=False, config_source=-1, is_sensitive=False, unknown_tagged_fields=()):
            self.name = name
            self.value = value
            self.read_only = read_only
            self.config_source = config_source
            self.is_sensitive = is_sensitive
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class CreatableTopicResult(Part):
        __slots__ = ('name', 'topic_id', 'error_code', 'error_message', 'topic_config_error_code', 'num_partitions', 'replication_factor', 'configs', 'unknown_tagged_fields')
        
        def __init__(self, name='', topic_id=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', error_code=0, error_message='', topic_config_error_code=0, num_partitions=-1, replication_factor=-1, configs=EMPTY, unknown_tagged_fields=()):
            self.name = name
            self.topic_id = topic_id
            self.error_code = error_code
            self.error_message = error_message
            self.topic_config_error_code = topic_config_error_code
            self.num_partitions = num_partitions
            self.replication_factor = replication_factor
            self.configs = [] if configs is EMPTY else configs
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, throttle_time_ms=0, topics=EMPTY, unknown_tagged_fields=()):
        self.throttle_time_ms = throttle_time_ms
        self.topics = [] if topics is EMPTY else topics
        self.unknown_tagged_fields = unknown_tagged_fields

CreateTopicsResponse_CreatableTopicConfigs = CreateTopicsResponse.CreatableTopicConfigs

CreateTopicsResponse_CreatableTopicResult = CreateTopicsResponse.CreatableTopicResult

U_i = Struct('>i').unpack_from
U_h = Struct('>h').unpack_from
U_ihi = Struct('>ihi').unpack_from
U_2i = Struct('>2i').unpack_from
UNPACK_i = UNPACK['i']
U_iT = Struct('>i?').unpack_from
U_ihB = Struct('>ihB').unpack_from
U_iB = Struct('>iB').unpack_from
U_iTB = Struct('>i?B').unpack_from
P_i = Struct('>i').pack
P_h = Struct('>h').pack
P_ihi = Struct('>ihi').pack
F_2ini = PackCache('>2i%di')
P_iT = Struct('>i?').pack
P_ihB = Struct('>ihB').pack
P_ih = Struct('>ih').pack
F_ni = PackCache('>%di')
F_iBni = PackCache('>iB%di')
F_nix = PackCache('>%dix')
F_iBnix = PackCache('>iB%dix')
P_iTx = Struct('>i?x').pack
U_2h = Struct('>2h').unpack_from
U_hB = Struct('>hB').unpack_from
U_TbTB = Struct('>?b?B').unpack_from
U_16shB = Struct('>16shB').unpack_from
P_2h = Struct('>2h').pack
P_2i = Struct('>2i').pack
P_iB = Struct('>iB').pack
P_hB = Struct('>hB').pack
P_TbT = Struct('>?b?').pack
P_TbTx = Struct('>?b?x').pack
P_16shB = Struct('>16shB').pack
P_16sh = Struct('>16sh').pack

def decode_create_topics_request_v0(b, p):
    e = len(b)
    o0 = new_message(CreateTopicsRequest)
    o0.validate_only = False
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 * 16 <= e - p: raise DecodeError(f'CreateTopicsRequest: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(CreateTopicsRequest_CreatableTopic)
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'CreateTopicsRequest: name: length {n}')
        q = p + n
        o1.name = b[p:q].decode()
        p = q
        o1.num_partitions, o1.replication_factor, c1 = U_ihi(b, p)
        p += 10
        if not 0 <= c1 * 8 <= e - p: raise DecodeError(f'CreateTopicsRequest: assignments: count {c1}')
        o1.assignments = l1 = []
        for _ in range(c1):
            o2 = new(CreateTopicsRequest_CreatableReplicaAssignment)
            o2.partition_index, c2 = U_2i(b, p)
            p += 8
            if 0 < c2 < 9: o2.broker_ids = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.broker_ids = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'CreateTopicsRequest: broker_ids: count {c2}')
                o2.broker_ids = [*unpack_from(f'>{c2}i', b, p)]
                p += c2 * 4
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        c1, = U_i(b, p)
        p += 4
        if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'CreateTopicsRequest: configs: count {c1}')
        o1.configs = l1 = []
        for _ in range(c1):
            o2 = new(CreateTopicsRequest_CreatableTopicConfig)
            n, = U_h(b, p)
            p += 2
            if n < 0: raise DecodeError(f'CreateTopicsRequest: name: length {n}')
            q = p + n
            o2.name = b[p:q].decode()
            p = q
            n, = U_h(b, p)
            p += 2
            if n >= 0:
                q = p + n
                o2.value = b[p:q].decode()
                p = q
            elif n != -1: raise DecodeError(f'CreateTopicsRequest: value: length {n}')
            else:
                o2.value = None
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.timeout_ms, = U_i(b, p)
    p += 4
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_create_topics_request_v1(b, p):
    e = len(b)
    o0 = new_message(CreateTopicsRequest)
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 * 16 <= e - p: raise DecodeError(f'CreateTopicsRequest: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(CreateTopicsRequest_CreatableTopic)
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'CreateTopicsRequest: name: length {n}')
        q = p + n
        o1.name = b[p:q].decode()
        p = q
        o1.num_partitions, o1.replication_factor, c1 = U_ihi(b, p)
        p += 10
        if not 0 <= c1 * 8 <= e - p: raise DecodeError(f'CreateTopicsRequest: assignments: count {c1}')
        o1.assignments = l1 = []
        for _ in range(c1):
            o2 = new(CreateTopicsRequest_CreatableReplicaAssignment)
            o2.partition_index, c2 = U_2i(b, p)
            p += 8
            if 0 < c2 < 9: o2.broker_ids = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.broker_ids = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'CreateTopicsRequest: broker_ids: count {c2}')
                o2.broker_ids = [*unpack_from(f'>{c2}i', b, p)]
                p += c2 * 4
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        c1, = U_i(b, p)
        p += 4
        if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'CreateTopicsRequest: configs: count {c1}')
        o1.configs = l1 = []
        for _ in range(c1):
            o2 = new(CreateTopicsRequest_CreatableTopicConfig)
            n, = U_h(b, p)
            p += 2
            if n < 0: raise DecodeError(f'CreateTopicsRequest: name: length {n}')
            q = p + n
            o2.name = b[p:q].decode()
            p = q
            n, = U_h(b, p)
            p += 2
            if n >= 0:
                q = p + n
                o2.value = b[p:q].decode()
                p = q
            elif n != -1: raise DecodeError(f'CreateTopicsRequest: value: length {n}')
            else:
                o2.value = None
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.timeout_ms, o0.validate_only = U_iT(b, p)
    p += 5
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_create_topics_request_v5(b, p):
    e = len(b)
    o0 = new_message(CreateTopicsRequest)
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 10 <= e - p: raise DecodeError(f'CreateTopicsRequest: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(CreateTopicsRequest_CreatableTopic)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'CreateTopicsRequest: name: length {n}')
        q = p + n - 1
        o1.name = b[p:q].decode()
        p = q
        o1.num_partitions, o1.replication_factor, c1 = U_ihB(b, p)
        p += 7
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 6 <= e - p: raise DecodeError(f'CreateTopicsRequest: assignments: count {c1}')
        o1.assignments = l1 = []
        for _ in range(c1):
            o2 = new(CreateTopicsRequest_CreatableReplicaAssignment)
            o2.partition_index, c2 = U_iB(b, p)
            p += 5
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if 0 < c2 < 9: o2.broker_ids = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.broker_ids = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'CreateTopicsRequest: broker_ids: count {c2}')
                o2.broker_ids = [*unpack_from(f'>{c2}i', b, p)]
                p += c2 * 4
            t = b[p]
            p += 1
            if t: o2.unknown_tagged_fields, p = read_tags(b, p - 1)
            else: o2.unknown_tagged_fields = ()
            l1.append(o2)
        c1 = b[p]
        p += 1
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 3 <= e - p: raise DecodeError(f'CreateTopicsRequest: configs: count {c1}')
        o1.configs = l1 = []
        for _ in range(c1):
            o2 = new(CreateTopicsRequest_CreatableTopicConfig)
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'CreateTopicsRequest: name: length {n}')
            q = p + n - 1
            o2.name = b[p:q].decode()
            p = q
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n:
                q = p + n - 1
                o2.value = b[p:q].decode()
                p = q
            else:
                o2.value = None
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

CreateTopicsRequest.DECODERS = (
    decode_create_topics_request_v0,
    decode_create_topics_request_v1,
    decode_create_topics_request_v1,
    decode_create_topics_request_v1,
    decode_create_topics_request_v1,
    decode_create_topics_request_v5,
    decode_create_topics_request_v5,
    decode_create_topics_request_v5,
)

def encode_create_topics_request_v0(o0, l, out):
    a = l.append
    if o0.validate_only or o0.unknown_tagged_fields: raise refuse(o0, 'validate_only', 'unknown_tagged_fields')
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
        n = len(v1)
        a(P_ihi(o1.num_partitions, o1.replication_factor, n))
        for o2 in v1:
            if o2.unknown_tagged_fields: raise refuse(o2, 'unknown_tagged_fields')
            s0 = o2.broker_ids
            n0 = len(s0)
            a(F_2ini[n0](o2.partition_index, n0, *s0))
        v1 = o1.configs
        n = len(v1)
        a(P_i(n))
        for o2 in v1:
            if o2.unknown_tagged_fields: raise refuse(o2, 'unknown_tagged_fields')
            v = o2.name.encode()
            n = len(v)
            a(P_h(n))
            a(v)
            v = o2.value
            if v is None: v = b''; n = -1
            else: v = v.encode(); n = len(v)
            a(P_h(n))
            a(v)
    a(P_i(o0.timeout_ms))

def encode_create_topics_request_v1(o0, l, out):
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
        n = len(v1)
        a(P_ihi(o1.num_partitions, o1.replication_factor, n))
        for o2 in v1:
            if o2.unknown_tagged_fields: raise refuse(o2, 'unknown_tagged_fields')
            s0 = o2.broker_ids
            n0 = len(s0)
            a(F_2ini[n0](o2.partition_index, n0, *s0))
        v1 = o1.configs
        n = len(v1)
        a(P_i(n))
        for o2 in v1:
            if o2.unknown_tagged_fields: raise refuse(o2, 'unknown_tagged_fields')
            v = o2.name.encode()
            n = len(v)
            a(P_h(n))
            a(v)
            v = o2.value
            if v is None: v = b''; n = -1
            else: v = v.encode(); n = len(v)
            a(P_h(n))
            a(v)
    a(P_iT(o0.timeout_ms, o0.validate_only))

def encode_create_topics_request_v5(o0, l, out):
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
        n = len(v1) + 1
        if n < 128: a(P_ihB(o1.num_partitions, o1.replication_factor, n))
        else: a(P_ih(o1.num_partitions, o1.replication_factor) + uvarint(n))
        for o2 in v1:
            s0 = o2.broker_ids
            n0 = len(s0)
            if o2.unknown_tagged_fields:
                if n0 > 126:
                    a(P_i(o2.partition_index))
                    a(uvarint(n0 + 1))
                    a(F_ni[n0](*s0))
                else:
                    a(F_iBni[n0](o2.partition_index, n0 + 1, *s0))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                if n0 > 126:
                    a(P_i(o2.partition_index))
                    a(uvarint(n0 + 1))
                    a(F_nix[n0](*s0))
                else:
                    a(F_iBnix[n0](o2.partition_index, n0 + 1, *s0))
        v1 = o1.configs
        n = len(v1) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o2 in v1:
            v = o2.name.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            v = o2.value
            if v is None: v = b''; n = 0
            else: v = v.encode(); n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
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
        a(P_iT(o0.timeout_ms, o0.validate_only))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_iTx(o0.timeout_ms, o0.validate_only))

CreateTopicsRequest.ENCODERS = (
    encode_create_topics_request_v0,
    encode_create_topics_request_v1,
    encode_create_topics_request_v1,
    encode_create_topics_request_v1,
    encode_create_topics_request_v1,
    encode_create_topics_request_v5,
    encode_create_topics_request_v5,
    encode_create_topics_request_v5,
)

def decode_create_topics_response_v0(b, p):
    e = len(b)
    o0 = new_message(CreateTopicsResponse)
    o0.throttle_time_ms = 0
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 * 4 <= e - p: raise DecodeError(f'CreateTopicsResponse: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(CreateTopicsResponse_CreatableTopicResult)
        o1.topic_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
        o1.error_message = ''
        o1.topic_config_error_code = 0
        o1.num_partitions = -1
        o1.replication_factor = -1
        o1.configs = []
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'CreateTopicsResponse: name: length {n}')
        q = p + n
        o1.name = b[p:q].decode()
        p = q
        o1.error_code, = U_h(b, p)
        p += 2
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_create_topics_response_v1(b, p):
    e = len(b)
    o0 = new_message(CreateTopicsResponse)
    o0.throttle_time_ms = 0
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'CreateTopicsResponse: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(CreateTopicsResponse_CreatableTopicResult)
        o1.topic_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
        o1.topic_config_error_code = 0
        o1.num_partitions = -1
        o1.replication_factor = -1
        o1.configs = []
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'CreateTopicsResponse: name: length {n}')
        q = p + n
        o1.name = b[p:q].decode()
        p = q
        o1.error_code, n = U_2h(b, p)
        p += 4
        if n >= 0:
            q = p + n
            o1.error_message = b[p:q].decode()
            p = q
        elif n != -1: raise DecodeError(f'CreateTopicsResponse: error_message: length {n}')
        else:
            o1.error_message = None
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_create_topics_response_v2(b, p):
    e = len(b)
    o0 = new_message(CreateTopicsResponse)
    o0.throttle_time_ms, c0 = U_2i(b, p)
    p += 8
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'CreateTopicsResponse: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(CreateTopicsResponse_CreatableTopicResult)
        o1.topic_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
        o1.topic_config_error_code = 0
        o1.num_partitions = -1
        o1.replication_factor = -1
        o1.configs = []
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'CreateTopicsResponse: name: length {n}')
        q = p + n
        o1.name = b[p:q].decode()
        p = q
        o1.error_code, n = U_2h(b, p)
        p += 4
        if n >= 0:
            q = p + n
            o1.error_message = b[p:q].decode()
            p = q
        elif n != -1: raise DecodeError(f'CreateTopicsResponse: error_message: length {n}')
        else:
            o1.error_message = None
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_create_topics_response_v5(b, p):
    e = len(b)
    o0 = new_message(CreateTopicsResponse)
    o0.throttle_time_ms, c0 = U_iB(b, p)
    p += 5
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 12 <= e - p: raise DecodeError(f'CreateTopicsResponse: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(CreateTopicsResponse_CreatableTopicResult)
        o1.topic_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'CreateTopicsResponse: name: length {n}')
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
        o1.num_partitions, o1.replication_factor, c1 = U_ihB(b, p)
        p += 7
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if c1 == -1:
            o1.configs = None
        else:
            if not 0 <= c1 * 6 <= e - p: raise DecodeError(f'CreateTopicsResponse: configs: count {c1}')
            o1.configs = l1 = []
            for _ in range(c1):
                o2 = new(CreateTopicsResponse_CreatableTopicConfigs)
                n = b[p]
                p += 1
                if n > 127: n, p = read_uvarint(b, p - 1)
                if n < 1: raise DecodeError(f'CreateTopicsResponse: name: length {n}')
                q = p + n - 1
                o2.name = b[p:q].decode()
                p = q
                n = b[p]
                p += 1
                if n > 127: n, p = read_uvarint(b, p - 1)
                if n:
                    q = p + n - 1
                    o2.value = b[p:q].decode()
                    p = q
                else:
                    o2.value = None
                o2.read_only, o2.config_source, o2.is_sensitive, t = U_TbTB(b, p)
                p += 4
                if t: o2.unknown_tagged_fields, p = read_tags(b, p - 1)
                else: o2.unknown_tagged_fields = ()
                l1.append(o2)
        t = b[p]
        p += 1
        o1.topic_config_error_code = 0
        o1.unknown_tagged_fields = ()
        if t:
            t, p = read_uvarint(b, p - 1)
            if t * 2 > e - p: raise DecodeError(f'{t} tagged fields in {e - p} bytes')
            u1 = []
            last1 = -1
            for _ in range(t):
                t1, p = read_uvarint(b, p)
                if t1 <= last1: raise DecodeError(f'tag {t1} after tag {last1}')
                last1 = t1
                n, p = read_uvarint(b, p)
                q1 = p + n
                if q1 > e: raise DecodeError(f'tag {t1}: {n} bytes in {e - p}')
                if t1 == 0:
                    o1.topic_config_error_code, = U_h(b, p)
                    p += 2
                    if p != q1: raise DecodeError(f'CreateTopicsResponse: topic_config_error_code: size')
                else:
                    u1.append((t1, bytes(b[p:q1])))
                    p = q1
            o1.unknown_tagged_fields = tuple(u1)
        l0.append(o1)
    t = b[p]
    p += 1
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

def decode_create_topics_response_v7(b, p):
    e = len(b)
    o0 = new_message(CreateTopicsResponse)
    o0.throttle_time_ms, c0 = U_iB(b, p)
    p += 5
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 28 <= e - p: raise DecodeError(f'CreateTopicsResponse: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(CreateTopicsResponse_CreatableTopicResult)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'CreateTopicsResponse: name: length {n}')
        q = p + n - 1
        o1.name = b[p:q].decode()
        p = q
        o1.topic_id, o1.error_code, n = U_16shB(b, p)
        p += 19
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n:
            q = p + n - 1
            o1.error_message = b[p:q].decode()
            p = q
        else:
            o1.error_message = None
        o1.num_partitions, o1.replication_factor, c1 = U_ihB(b, p)
        p += 7
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if c1 == -1:
            o1.configs = None
        else:
            if not 0 <= c1 * 6 <= e - p: raise DecodeError(f'CreateTopicsResponse: configs: count {c1}')
            o1.configs = l1 = []
            for _ in range(c1):
                o2 = new(CreateTopicsResponse_CreatableTopicConfigs)
                n = b[p]
                p += 1
                if n > 127: n, p = read_uvarint(b, p - 1)
                if n < 1: raise DecodeError(f'CreateTopicsResponse: name: length {n}')
                q = p + n - 1
                o2.name = b[p:q].decode()
                p = q
                n = b[p]
                p += 1
                if n > 127: n, p = read_uvarint(b, p - 1)
                if n:
                    q = p + n - 1
                    o2.value = b[p:q].decode()
                    p = q
                else:
                    o2.value = None
                o2.read_only, o2.config_source, o2.is_sensitive, t = U_TbTB(b, p)
                p += 4
                if t: o2.unknown_tagged_fields, p = read_tags(b, p - 1)
                else: o2.unknown_tagged_fields = ()
                l1.append(o2)
        t = b[p]
        p += 1
        o1.topic_config_error_code = 0
        o1.unknown_tagged_fields = ()
        if t:
            t, p = read_uvarint(b, p - 1)
            if t * 2 > e - p: raise DecodeError(f'{t} tagged fields in {e - p} bytes')
            u1 = []
            last1 = -1
            for _ in range(t):
                t1, p = read_uvarint(b, p)
                if t1 <= last1: raise DecodeError(f'tag {t1} after tag {last1}')
                last1 = t1
                n, p = read_uvarint(b, p)
                q1 = p + n
                if q1 > e: raise DecodeError(f'tag {t1}: {n} bytes in {e - p}')
                if t1 == 0:
                    o1.topic_config_error_code, = U_h(b, p)
                    p += 2
                    if p != q1: raise DecodeError(f'CreateTopicsResponse: topic_config_error_code: size')
                else:
                    u1.append((t1, bytes(b[p:q1])))
                    p = q1
            o1.unknown_tagged_fields = tuple(u1)
        l0.append(o1)
    t = b[p]
    p += 1
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

CreateTopicsResponse.DECODERS = (
    decode_create_topics_response_v0,
    decode_create_topics_response_v1,
    decode_create_topics_response_v2,
    decode_create_topics_response_v2,
    decode_create_topics_response_v2,
    decode_create_topics_response_v5,
    decode_create_topics_response_v5,
    decode_create_topics_response_v7,
)

def encode_create_topics_response_v0(o0, l, out):
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
        a(P_h(o1.error_code))

def encode_create_topics_response_v1(o0, l, out):
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
        v = o1.error_message
        if v is None: v = b''; n = -1
        else: v = v.encode(); n = len(v)
        a(P_2h(o1.error_code, n))
        a(v)

def encode_create_topics_response_v2(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v0 = o0.topics
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

def encode_create_topics_response_v5(o0, l, out):
    a = l.append
    v0 = o0.topics
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
        v1 = o1.configs
        if v1 is None: v1 = (); n = 0
        else: n = len(v1) + 1
        if n < 128: a(P_ihB(o1.num_partitions, o1.replication_factor, n))
        else: a(P_ih(o1.num_partitions, o1.replication_factor) + uvarint(n))
        for o2 in v1:
            v = o2.name.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            v = o2.value
            if v is None: v = b''; n = 0
            else: v = v.encode(); n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            if o2.unknown_tagged_fields:
                a(P_TbT(o2.read_only, o2.config_source, o2.is_sensitive))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(P_TbTx(o2.read_only, o2.config_source, o2.is_sensitive))
        if o1.topic_config_error_code != 0 or o1.unknown_tagged_fields:
            g1 = list(o1.unknown_tagged_fields)
            if o1.topic_config_error_code != 0:
                w1 = []
                a1 = w1.append
                a1(P_h(o1.topic_config_error_code))
                g1.append((0, b''.join(w1)))
            a(write_tags(g1))
        else:
            a(b'\x00')
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

def encode_create_topics_response_v7(o0, l, out):
    a = l.append
    v0 = o0.topics
    n = len(v0) + 1
    if n < 128: a(P_iB(o0.throttle_time_ms, n))
    else: a(P_i(o0.throttle_time_ms) + uvarint(n))
    for o1 in v0:
        v = o1.name.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        if len(o1.topic_id) != 16: raise EncodeError(f'{o1.topic_id!r:.80} is not a uuid')
        v = o1.error_message
        if v is None: v = b''; n = 0
        else: v = v.encode(); n = len(v) + 1
        if n < 128: a(P_16shB(o1.topic_id, o1.error_code, n))
        else: a(P_16sh(o1.topic_id, o1.error_code) + uvarint(n))
        a(v)
        v1 = o1.configs
        if v1 is None: v1 = (); n = 0
        else: n = len(v1) + 1
        if n < 128: a(P_ihB(o1.num_partitions, o1.replication_factor, n))
        else: a(P_ih(o1.num_partitions, o1.replication_factor) + uvarint(n))
        for o2 in v1:
            v = o2.name.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            v = o2.value
            if v is None: v = b''; n = 0
            else: v = v.encode(); n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            if o2.unknown_tagged_fields:
                a(P_TbT(o2.read_only, o2.config_source, o2.is_sensitive))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(P_TbTx(o2.read_only, o2.config_source, o2.is_sensitive))
        if o1.topic_config_error_code != 0 or o1.unknown_tagged_fields:
            g1 = list(o1.unknown_tagged_fields)
            if o1.topic_config_error_code != 0:
                w1 = []
                a1 = w1.append
                a1(P_h(o1.topic_config_error_code))
                g1.append((0, b''.join(w1)))
            a(write_tags(g1))
        else:
            a(b'\x00')
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

CreateTopicsResponse.ENCODERS = (
    encode_create_topics_response_v0,
    encode_create_topics_response_v1,
    encode_create_topics_response_v2,
    encode_create_topics_response_v2,
    encode_create_topics_response_v2,
    encode_create_topics_response_v5,
    encode_create_topics_response_v5,
    encode_create_topics_response_v7,
)
