"""Written by `make generate` from protocol/messages/metadata.py. Do not edit."""

from kavka.protocol.message import Message, Part
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import new, new_message, pack, read_tags, read_uvarint, refuse, unpack_from, uvarint
from kavka.protocol.wire import write_tags

class MetadataRequest(Message):
    __slots__ = ('topics', 'allow_auto_topic_creation', 'include_cluster_authorized_operations', 'include_topic_authorized_operations', 'unknown_tagged_fields')
    API_KEY = 3
    MIN_VERSION = 0
    MAX_VERSION = 13
    FLEXIBLE_FROM = 9
    
    class MetadataRequestTopic(Part):
        __slots__ = ('topic_id', 'name', 'unknown_tagged_fields')
        
        def __init__(self, topic_id=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', name='', unknown_tagged_fields=()):
            self.topic_id = topic_id
            self.name = name
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, topics=EMPTY, allow_auto_topic_creation=True, include_cluster_authorized_operations=False, include_topic_authorized_operations=False, unknown_tagged_fields=()):
        self.topics = [] if topics is EMPTY else topics
        self.allow_auto_topic_creation = allow_auto_topic_creation
        self.include_cluster_authorized_operations = include_cluster_authorized_operations
        self.include_topic_authorized_operations = include_topic_authorized_operations
        self.unknown_tagged_fields = unknown_tagged_fields

MetadataRequest_MetadataRequestTopic = MetadataRequest.MetadataRequestTopic

class MetadataResponse(Message):
    __slots__ = ('throttle_time_ms', 'brokers', 'cluster_id', 'controller_id', 'topics', 'cluster_authorized_operations', 'error_code', 'unknown_tagged_fields')
    API_KEY = 3
    MIN_VERSION = 0
    MAX_VERSION = 13
    FLEXIBLE_FROM = 9
    
    class MetadataResponseBroker(Part):
        __slots__ = ('node_id', 'host', 'port', 'rack', 'unknown_tagged_fields')
        
        def __init__(self, node_id=0, host='', port=0, rack=None, unknown_tagged_fields=()):
            self.node_id = node_id
            self.host = host
            self.port = port
            self.rack = rack
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class MetadataResponsePartition(Part):
        __slots__ = ('error_code', 'partition_index', 'leader_id', 'leader_epoch', 'replica_nodes', 'isr_nodes', 'offline_replicas', 'unknown_tagged_fields')
        
        def __init__(self, error_code=0, partition_index=0, leader_id=0, leader_epoch=-1, replica_nodes=EMPTY, isr_nodes=EMPTY, offline_replicas=EMPTY, unknown_tagged_fields=()):
            self.error_code = error_code
            self.partition_index = partition_index
            self.leader_id = leader_id
            self.leader_epoch = leader_epoch
            self.replica_nodes = [] if replica_nodes is EMPTY else replica_nodes
            self.isr_nodes = [] if isr_nodes is EMPTY else isr_nodes
            self.offline_replicas = [] if offline_replicas is EMPTY else offline_replicas
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class MetadataResponseTopic(Part):
        __slots__ = ('error_code', 'name', 'topic_id', 'is_internal', 'partitions', 'topic_authorized_operations', 'unknown_tagged_fields')
        
        def __init__(self, error_code=0, name='', topic_id=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', is_internal=False, partitions=EMPTY, topic_authorized_operations=-2147483648, unknown_tagged_fields=()):
            self.error_code = error_code
            self.name = name
            self.topic_id = topic_id
            self.is_internal = is_internal
            self.partitions = [] if partitions is EMPTY else partitions
            self.topic_authorized_operations = topic_authorized_operations
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, throttle_time_ms=0, brokers=EMPTY, cluster_id=None, controller_id=-1, topics=EMPTY, cluster_authorized_operations=-2147483648, error_code=0, unknown_tagged_fields=()):
        self.throttle_time_ms = throttle_time_ms
        self.brokers = [] if brokers is EMPTY else brokers
        self.cluster_id = cluster_id
        self.controller_id = controller_id
        self.topics = [] if topics is EMPTY else topics
        self.cluster_authorized_operations = cluster_authorized_operations
        self.error_code = error_code
        self.unknown_tagged_fields = unknown_tagged_fields

MetadataResponse_MetadataResponseBroker = MetadataResponse.MetadataResponseBroker

MetadataResponse_MetadataResponsePartition = MetadataResponse.MetadataResponsePartition

MetadataResponse_MetadataResponseTopic = MetadataResponse.MetadataResponseTopic

U_i = Struct('>i').unpack_from
U_h = Struct('>h').unpack_from
U_T = Struct('>?').unpack_from
U_3T = Struct('>3?').unpack_from
U_3TB = Struct('>3?B').unpack_from
U_16sB = Struct('>16sB').unpack_from
U_2TB = Struct('>2?B').unpack_from
P_i = Struct('>i').pack
P_h = Struct('>h').pack
P_T = Struct('>?').pack
P_3T = Struct('>3?').pack
P_3Tx = Struct('>3?x').pack
P_16sB = Struct('>16sB').pack
P_16s = Struct('>16s').pack
P_2T = Struct('>2?').pack
P_2Tx = Struct('>2?x').pack
U_ih = Struct('>ih').unpack_from
U_2h = Struct('>2h').unpack_from
U_h3i = Struct('>h3i').unpack_from
UNPACK_i = UNPACK['i']
U_2i = Struct('>2i').unpack_from
U_Ti = Struct('>?i').unpack_from
U_h4i = Struct('>h4i').unpack_from
U_iB = Struct('>iB').unpack_from
U_hB = Struct('>hB').unpack_from
U_TB = Struct('>?B').unpack_from
U_h3iB = Struct('>h3iB').unpack_from
U_16sTB = Struct('>16s?B').unpack_from
P_ih = Struct('>ih').pack
P_2h = Struct('>2h').pack
F_h3iniini = PackCache('>h3i%dii%di')
P_2i = Struct('>2i').pack
P_Ti = Struct('>?i').pack
F_h3iniiniini = PackCache('>h3i%dii%dii%di')
F_h4iniiniini = PackCache('>h4i%dii%dii%di')
P_iB = Struct('>iB').pack
P_hB = Struct('>hB').pack
P_TB = Struct('>?B').pack
P_h3i = Struct('>h3i').pack
F_ni = PackCache('>%di')
F_h3iBniBniBni = PackCache('>h3iB%diB%diB%di')
F_nix = PackCache('>%dix')
F_h3iBniBniBnix = PackCache('>h3iB%diB%diB%dix')
P_ix = Struct('>ix').pack
P_16sTB = Struct('>16s?B').pack
P_16sT = Struct('>16s?').pack
P_hx = Struct('>hx').pack

def decode_metadata_request_v0(b, p):
    e = len(b)
    o0 = new_message(MetadataRequest)
    o0.allow_auto_topic_creation = True
    o0.include_cluster_authorized_operations = False
    o0.include_topic_authorized_operations = False
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 * 2 <= e - p: raise DecodeError(f'MetadataRequest: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(MetadataRequest_MetadataRequestTopic)
        o1.topic_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'MetadataRequest: name: length {n}')
        q = p + n
        o1.name = b[p:q].decode()
        p = q
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_metadata_request_v1(b, p):
    e = len(b)
    o0 = new_message(MetadataRequest)
    o0.allow_auto_topic_creation = True
    o0.include_cluster_authorized_operations = False
    o0.include_topic_authorized_operations = False
    c0, = U_i(b, p)
    p += 4
    if c0 == -1:
        o0.topics = None
    else:
        if not 0 <= c0 * 2 <= e - p: raise DecodeError(f'MetadataRequest: topics: count {c0}')
        o0.topics = l0 = []
        for _ in range(c0):
            o1 = new(MetadataRequest_MetadataRequestTopic)
            o1.topic_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
            n, = U_h(b, p)
            p += 2
            if n < 0: raise DecodeError(f'MetadataRequest: name: length {n}')
            q = p + n
            o1.name = b[p:q].decode()
            p = q
            o1.unknown_tagged_fields = ()
            l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_metadata_request_v4(b, p):
    e = len(b)
    o0 = new_message(MetadataRequest)
    o0.include_cluster_authorized_operations = False
    o0.include_topic_authorized_operations = False
    c0, = U_i(b, p)
    p += 4
    if c0 == -1:
        o0.topics = None
    else:
        if not 0 <= c0 * 2 <= e - p: raise DecodeError(f'MetadataRequest: topics: count {c0}')
        o0.topics = l0 = []
        for _ in range(c0):
            o1 = new(MetadataRequest_MetadataRequestTopic)
            o1.topic_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
            n, = U_h(b, p)
            p += 2
            if n < 0: raise DecodeError(f'MetadataRequest: name: length {n}')
            q = p + n
            o1.name = b[p:q].decode()
            p = q
            o1.unknown_tagged_fields = ()
            l0.append(o1)
    o0.allow_auto_topic_creation, = U_T(b, p)
    p += 1
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_metadata_request_v8(b, p):
    e = len(b)
    o0 = new_message(MetadataRequest)
    c0, = U_i(b, p)
    p += 4
    if c0 == -1:
        o0.topics = None
    else:
        if not 0 <= c0 * 2 <= e - p: raise DecodeError(f'MetadataRequest: topics: count {c0}')
        o0.topics = l0 = []
        for _ in range(c0):
            o1 = new(MetadataRequest_MetadataRequestTopic)
            o1.topic_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
            n, = U_h(b, p)
            p += 2
            if n < 0: raise DecodeError(f'MetadataRequest: name: length {n}')
            q = p + n
            o1.name = b[p:q].decode()
            p = q
            o1.unknown_tagged_fields = ()
            l0.append(o1)
    o0.allow_auto_topic_creation, o0.include_cluster_authorized_operations, o0.include_topic_authorized_operations = U_3T(b, p)
    p += 3
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_metadata_request_v9(b, p):
    e = len(b)
    o0 = new_message(MetadataRequest)
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if c0 == -1:
        o0.topics = None
    else:
        if not 0 <= c0 * 2 <= e - p: raise DecodeError(f'MetadataRequest: topics: count {c0}')
        o0.topics = l0 = []
        for _ in range(c0):
            o1 = new(MetadataRequest_MetadataRequestTopic)
            o1.topic_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'MetadataRequest: name: length {n}')
            q = p + n - 1
            o1.name = b[p:q].decode()
            p = q
            t = b[p]
            p += 1
            if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
            else: o1.unknown_tagged_fields = ()
            l0.append(o1)
    o0.allow_auto_topic_creation, o0.include_cluster_authorized_operations, o0.include_topic_authorized_operations, t = U_3TB(b, p)
    p += 4
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

def decode_metadata_request_v10(b, p):
    e = len(b)
    o0 = new_message(MetadataRequest)
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if c0 == -1:
        o0.topics = None
    else:
        if not 0 <= c0 * 18 <= e - p: raise DecodeError(f'MetadataRequest: topics: count {c0}')
        o0.topics = l0 = []
        for _ in range(c0):
            o1 = new(MetadataRequest_MetadataRequestTopic)
            o1.topic_id, n = U_16sB(b, p)
            p += 17
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n:
                q = p + n - 1
                o1.name = b[p:q].decode()
                p = q
            else:
                o1.name = None
            t = b[p]
            p += 1
            if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
            else: o1.unknown_tagged_fields = ()
            l0.append(o1)
    o0.allow_auto_topic_creation, o0.include_cluster_authorized_operations, o0.include_topic_authorized_operations, t = U_3TB(b, p)
    p += 4
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

def decode_metadata_request_v11(b, p):
    e = len(b)
    o0 = new_message(MetadataRequest)
    o0.include_cluster_authorized_operations = False
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if c0 == -1:
        o0.topics = None
    else:
        if not 0 <= c0 * 18 <= e - p: raise DecodeError(f'MetadataRequest: topics: count {c0}')
        o0.topics = l0 = []
        for _ in range(c0):
            o1 = new(MetadataRequest_MetadataRequestTopic)
            o1.topic_id, n = U_16sB(b, p)
            p += 17
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n:
                q = p + n - 1
                o1.name = b[p:q].decode()
                p = q
            else:
                o1.name = None
            t = b[p]
            p += 1
            if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
            else: o1.unknown_tagged_fields = ()
            l0.append(o1)
    o0.allow_auto_topic_creation, o0.include_topic_authorized_operations, t = U_2TB(b, p)
    p += 3
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

MetadataRequest.DECODERS = (
    decode_metadata_request_v0,
    decode_metadata_request_v1,
    decode_metadata_request_v1,
    decode_metadata_request_v1,
    decode_metadata_request_v4,
    decode_metadata_request_v4,
    decode_metadata_request_v4,
    decode_metadata_request_v4,
    decode_metadata_request_v8,
    decode_metadata_request_v9,
    decode_metadata_request_v10,
    decode_metadata_request_v11,
    decode_metadata_request_v11,
    decode_metadata_request_v11,
)

def encode_metadata_request_v0(o0, l, out):
    a = l.append
    if o0.allow_auto_topic_creation != True or o0.include_cluster_authorized_operations or o0.include_topic_authorized_operations or o0.unknown_tagged_fields: raise refuse(o0, 'allow_auto_topic_creation', 'include_cluster_authorized_operations', 'include_topic_authorized_operations', 'unknown_tagged_fields')
    v0 = o0.topics
    n = len(v0)
    a(P_i(n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.name.encode()
        n = len(v)
        a(P_h(n))
        a(v)

def encode_metadata_request_v1(o0, l, out):
    a = l.append
    if o0.allow_auto_topic_creation != True or o0.include_cluster_authorized_operations or o0.include_topic_authorized_operations or o0.unknown_tagged_fields: raise refuse(o0, 'allow_auto_topic_creation', 'include_cluster_authorized_operations', 'include_topic_authorized_operations', 'unknown_tagged_fields')
    v0 = o0.topics
    if v0 is None: v0 = (); n = -1
    else: n = len(v0)
    a(P_i(n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.name.encode()
        n = len(v)
        a(P_h(n))
        a(v)

def encode_metadata_request_v4(o0, l, out):
    a = l.append
    if o0.include_cluster_authorized_operations or o0.include_topic_authorized_operations or o0.unknown_tagged_fields: raise refuse(o0, 'include_cluster_authorized_operations', 'include_topic_authorized_operations', 'unknown_tagged_fields')
    v0 = o0.topics
    if v0 is None: v0 = (); n = -1
    else: n = len(v0)
    a(P_i(n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.name.encode()
        n = len(v)
        a(P_h(n))
        a(v)
    a(P_T(o0.allow_auto_topic_creation))

def encode_metadata_request_v8(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v0 = o0.topics
    if v0 is None: v0 = (); n = -1
    else: n = len(v0)
    a(P_i(n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.name.encode()
        n = len(v)
        a(P_h(n))
        a(v)
    a(P_3T(o0.allow_auto_topic_creation, o0.include_cluster_authorized_operations, o0.include_topic_authorized_operations))

def encode_metadata_request_v9(o0, l, out):
    a = l.append
    v0 = o0.topics
    if v0 is None: v0 = (); n = 0
    else: n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        v = o1.name.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    if o0.unknown_tagged_fields:
        a(P_3T(o0.allow_auto_topic_creation, o0.include_cluster_authorized_operations, o0.include_topic_authorized_operations))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_3Tx(o0.allow_auto_topic_creation, o0.include_cluster_authorized_operations, o0.include_topic_authorized_operations))

def encode_metadata_request_v10(o0, l, out):
    a = l.append
    v0 = o0.topics
    if v0 is None: v0 = (); n = 0
    else: n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        if len(o1.topic_id) != 16: raise EncodeError(f'{o1.topic_id!r:.80} is not a uuid')
        v = o1.name
        if v is None: v = b''; n = 0
        else: v = v.encode(); n = len(v) + 1
        if n < 128: a(P_16sB(o1.topic_id, n))
        else: a(P_16s(o1.topic_id) + uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    if o0.unknown_tagged_fields:
        a(P_3T(o0.allow_auto_topic_creation, o0.include_cluster_authorized_operations, o0.include_topic_authorized_operations))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_3Tx(o0.allow_auto_topic_creation, o0.include_cluster_authorized_operations, o0.include_topic_authorized_operations))

def encode_metadata_request_v11(o0, l, out):
    a = l.append
    if o0.include_cluster_authorized_operations: raise refuse(o0, 'include_cluster_authorized_operations')
    v0 = o0.topics
    if v0 is None: v0 = (); n = 0
    else: n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        if len(o1.topic_id) != 16: raise EncodeError(f'{o1.topic_id!r:.80} is not a uuid')
        v = o1.name
        if v is None: v = b''; n = 0
        else: v = v.encode(); n = len(v) + 1
        if n < 128: a(P_16sB(o1.topic_id, n))
        else: a(P_16s(o1.topic_id) + uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    if o0.unknown_tagged_fields:
        a(P_2T(o0.allow_auto_topic_creation, o0.include_topic_authorized_operations))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_2Tx(o0.allow_auto_topic_creation, o0.include_topic_authorized_operations))

MetadataRequest.ENCODERS = (
    encode_metadata_request_v0,
    encode_metadata_request_v1,
    encode_metadata_request_v1,
    encode_metadata_request_v1,
    encode_metadata_request_v4,
    encode_metadata_request_v4,
    encode_metadata_request_v4,
    encode_metadata_request_v4,
    encode_metadata_request_v8,
    encode_metadata_request_v9,
    encode_metadata_request_v10,
    encode_metadata_request_v11,
    encode_metadata_request_v11,
    encode_metadata_request_v11,
)

def decode_metadata_response_v0(b, p):
    e = len(b)
    o0 = new_message(MetadataResponse)
    o0.throttle_time_ms = 0
    o0.cluster_id = None
    o0.controller_id = -1
    o0.cluster_authorized_operations = -2147483648
    o0.error_code = 0
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 * 10 <= e - p: raise DecodeError(f'MetadataResponse: brokers: count {c0}')
    o0.brokers = l0 = []
    for _ in range(c0):
        o1 = new(MetadataResponse_MetadataResponseBroker)
        o1.rack = None
        o1.node_id, n = U_ih(b, p)
        p += 6
        if n < 0: raise DecodeError(f'MetadataResponse: host: length {n}')
        q = p + n
        o1.host = b[p:q].decode()
        p = q
        o1.port, = U_i(b, p)
        p += 4
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 * 8 <= e - p: raise DecodeError(f'MetadataResponse: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(MetadataResponse_MetadataResponseTopic)
        o1.topic_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
        o1.is_internal = False
        o1.topic_authorized_operations = -2147483648
        o1.error_code, n = U_2h(b, p)
        p += 4
        if n < 0: raise DecodeError(f'MetadataResponse: name: length {n}')
        q = p + n
        o1.name = b[p:q].decode()
        p = q
        c1, = U_i(b, p)
        p += 4
        if not 0 <= c1 * 18 <= e - p: raise DecodeError(f'MetadataResponse: partitions: count {c1}')
        o1.partitions = l1 = []
        for _ in range(c1):
            o2 = new(MetadataResponse_MetadataResponsePartition)
            o2.leader_epoch = -1
            o2.offline_replicas = []
            o2.error_code, o2.partition_index, o2.leader_id, c2 = U_h3i(b, p)
            p += 14
            if 0 < c2 < 9: o2.replica_nodes = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.replica_nodes = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'MetadataResponse: replica_nodes: count {c2}')
                o2.replica_nodes = [*unpack_from(f'>{c2}i', b, p)]
                p += c2 * 4
            c2, = U_i(b, p)
            p += 4
            if 0 < c2 < 9: o2.isr_nodes = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.isr_nodes = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'MetadataResponse: isr_nodes: count {c2}')
                o2.isr_nodes = [*unpack_from(f'>{c2}i', b, p)]
                p += c2 * 4
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_metadata_response_v1(b, p):
    e = len(b)
    o0 = new_message(MetadataResponse)
    o0.throttle_time_ms = 0
    o0.cluster_id = None
    o0.cluster_authorized_operations = -2147483648
    o0.error_code = 0
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 * 12 <= e - p: raise DecodeError(f'MetadataResponse: brokers: count {c0}')
    o0.brokers = l0 = []
    for _ in range(c0):
        o1 = new(MetadataResponse_MetadataResponseBroker)
        o1.node_id, n = U_ih(b, p)
        p += 6
        if n < 0: raise DecodeError(f'MetadataResponse: host: length {n}')
        q = p + n
        o1.host = b[p:q].decode()
        p = q
        o1.port, n = U_ih(b, p)
        p += 6
        if n >= 0:
            q = p + n
            o1.rack = b[p:q].decode()
            p = q
        elif n != -1: raise DecodeError(f'MetadataResponse: rack: length {n}')
        else:
            o1.rack = None
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.controller_id, c0 = U_2i(b, p)
    p += 8
    if not 0 <= c0 * 9 <= e - p: raise DecodeError(f'MetadataResponse: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(MetadataResponse_MetadataResponseTopic)
        o1.topic_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
        o1.topic_authorized_operations = -2147483648
        o1.error_code, n = U_2h(b, p)
        p += 4
        if n < 0: raise DecodeError(f'MetadataResponse: name: length {n}')
        q = p + n
        o1.name = b[p:q].decode()
        p = q
        o1.is_internal, c1 = U_Ti(b, p)
        p += 5
        if not 0 <= c1 * 18 <= e - p: raise DecodeError(f'MetadataResponse: partitions: count {c1}')
        o1.partitions = l1 = []
        for _ in range(c1):
            o2 = new(MetadataResponse_MetadataResponsePartition)
            o2.leader_epoch = -1
            o2.offline_replicas = []
            o2.error_code, o2.partition_index, o2.leader_id, c2 = U_h3i(b, p)
            p += 14
            if 0 < c2 < 9: o2.replica_nodes = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.replica_nodes = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'MetadataResponse: replica_nodes: count {c2}')
                o2.replica_nodes = [*unpack_from(f'>{c2}i', b, p)]
                p += c2 * 4
            c2, = U_i(b, p)
            p += 4
            if 0 < c2 < 9: o2.isr_nodes = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.isr_nodes = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'MetadataResponse: isr_nodes: count {c2}')
                o2.isr_nodes = [*unpack_from(f'>{c2}i', b, p)]
                p += c2 * 4
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_metadata_response_v2(b, p):
    e = len(b)
    o0 = new_message(MetadataResponse)
    o0.throttle_time_ms = 0
    o0.cluster_authorized_operations = -2147483648
    o0.error_code = 0
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 * 12 <= e - p: raise DecodeError(f'MetadataResponse: brokers: count {c0}')
    o0.brokers = l0 = []
    for _ in range(c0):
        o1 = new(MetadataResponse_MetadataResponseBroker)
        o1.node_id, n = U_ih(b, p)
        p += 6
        if n < 0: raise DecodeError(f'MetadataResponse: host: length {n}')
        q = p + n
        o1.host = b[p:q].decode()
        p = q
        o1.port, n = U_ih(b, p)
        p += 6
        if n >= 0:
            q = p + n
            o1.rack = b[p:q].decode()
            p = q
        elif n != -1: raise DecodeError(f'MetadataResponse: rack: length {n}')
        else:
            o1.rack = None
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    n, = U_h(b, p)
    p += 2
    if n >= 0:
        q = p + n
        o0.cluster_id = b[p:q].decode()
        p = q
    elif n != -1: raise DecodeError(f'MetadataResponse: cluster_id: length {n}')
    else:
        o0.cluster_id = None
    o0.controller_id, c0 = U_2i(b, p)
    p += 8
    if not 0 <= c0 * 9 <= e - p: raise DecodeError(f'MetadataResponse: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(MetadataResponse_MetadataResponseTopic)
        o1.topic_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
        o1.topic_authorized_operations = -2147483648
        o1.error_code, n = U_2h(b, p)
        p += 4
        if n < 0: raise DecodeError(f'MetadataResponse: name: length {n}')
        q = p + n
        o1.name = b[p:q].decode()
        p = q
        o1.is_internal, c1 = U_Ti(b, p)
        p += 5
        if not 0 <= c1 * 18 <= e - p: raise DecodeError(f'MetadataResponse: partitions: count {c1}')
        o1.partitions = l1 = []
        for _ in range(c1):
            o2 = new(MetadataResponse_MetadataResponsePartition)
            o2.leader_epoch = -1
            o2.offline_replicas = []
            o2.error_code, o2.partition_index, o2.leader_id, c2 = U_h3i(b, p)
            p += 14
            if 0 < c2 < 9: o2.replica_nodes = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.replica_nodes = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'MetadataResponse: replica_nodes: count {c2}')
                o2.replica_nodes = [*unpack_from(f'>{c2}i', b, p)]
                p += c2 * 4
            c2, = U_i(b, p)
            p += 4
            if 0 < c2 < 9: o2.isr_nodes = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.isr_nodes = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'MetadataResponse: isr_nodes: count {c2}')
                o2.isr_nodes = [*unpack_from(f'>{c2}i', b, p)]
                p += c2 * 4
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_metadata_response_v3(b, p):
    e = len(b)
    o0 = new_message(MetadataResponse)
    o0.cluster_authorized_operations = -2147483648
    o0.error_code = 0
    o0.throttle_time_ms, c0 = U_2i(b, p)
    p += 8
    if not 0 <= c0 * 12 <= e - p: raise DecodeError(f'MetadataResponse: brokers: count {c0}')
    o0.brokers = l0 = []
    for _ in range(c0):
        o1 = new(MetadataResponse_MetadataResponseBroker)
        o1.node_id, n = U_ih(b, p)
        p += 6
        if n < 0: raise DecodeError(f'MetadataResponse: host: length {n}')
        q = p + n
        o1.host = b[p:q].decode()
        p = q
        o1.port, n = U_ih(b, p)
        p += 6
        if n >= 0:
            q = p + n
            o1.rack = b[p:q].decode()
            p = q
        elif n != -1: raise DecodeError(f'MetadataResponse: rack: length {n}')
        else:
            o1.rack = None
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    n, = U_h(b, p)
    p += 2
    if n >= 0:
        q = p + n
        o0.cluster_id = b[p:q].decode()
        p = q
    elif n != -1: raise DecodeError(f'MetadataResponse: cluster_id: length {n}')
    else:
        o0.cluster_id = None
    o0.controller_id, c0 = U_2i(b, p)
    p += 8
    if not 0 <= c0 * 9 <= e - p: raise DecodeError(f'MetadataResponse: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(MetadataResponse_MetadataResponseTopic)
        o1.topic_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
        o1.topic_authorized_operations = -2147483648
        o1.error_code, n = U_2h(b, p)
        p += 4
        if n < 0: raise DecodeError(f'MetadataResponse: name: length {n}')
        q = p + n
        o1.name = b[p:q].decode()
        p = q
        o1.is_internal, c1 = U_Ti(b, p)
        p += 5
        if not 0 <= c1 * 18 <= e - p: raise DecodeError(f'MetadataResponse: partitions: count {c1}')
        o1.partitions = l1 = []
        for _ in range(c1):
            o2 = new(MetadataResponse_MetadataResponsePartition)
            o2.leader_epoch = -1
            o2.offline_replicas = []
            o2.error_code, o2.partition_index, o2.leader_id, c2 = U_h3i(b, p)
            p += 14
            if 0 < c2 < 9: o2.replica_nodes = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.replica_nodes = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'MetadataResponse: replica_nodes: count {c2}')
                o2.replica_nodes = [*unpack_from(f'>{c2}i', b, p)]
                p += c2 * 4
            c2, = U_i(b, p)
            p += 4
            if 0 < c2 < 9: o2.isr_nodes = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.isr_nodes = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'MetadataResponse: isr_nodes: count {c2}')
                o2.isr_nodes = [*unpack_from(f'>{c2}i', b, p)]
                p += c2 * 4
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_metadata_response_v5(b, p):
    e = len(b)
    o0 = new_message(MetadataResponse)
    o0.cluster_authorized_operations = -2147483648
    o0.error_code = 0
    o0.throttle_time_ms, c0 = U_2i(b, p)
    p += 8
    if not 0 <= c0 * 12 <= e - p: raise DecodeError(f'MetadataResponse: brokers: count {c0}')
    o0.brokers = l0 = []
    for _ in range(c0):
        o1 = new(MetadataResponse_MetadataResponseBroker)
        o1.node_id, n = U_ih(b, p)
        p += 6
        if n < 0: raise DecodeError(f'MetadataResponse: host: length {n}')
        q = p + n
        o1.host = b[p:q].decode()
        p = q
        o1.port, n = U_ih(b, p)
        p += 6
        if n >= 0:
            q = p + n
            o1.rack = b[p:q].decode()
            p = q
        elif n != -1: raise DecodeError(f'MetadataResponse: rack: length {n}')
        else:
            o1.rack = None
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    n, = U_h(b, p)
    p += 2
    if n >= 0:
        q = p + n
        o0.cluster_id = b[p:q].decode()
        p = q
    elif n != -1: raise DecodeError(f'MetadataResponse: cluster_id: length {n}')
    else:
        o0.cluster_id = None
    o0.controller_id, c0 = U_2i(b, p)
    p += 8
    if not 0 <= c0 * 9 <= e - p: raise DecodeError(f'MetadataResponse: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(MetadataResponse_MetadataResponseTopic)
        o1.topic_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
        o1.topic_authorized_operations = -2147483648
        o1.error_code, n = U_2h(b, p)
        p += 4
        if n < 0: raise DecodeError(f'MetadataResponse: name: length {n}')
        q = p + n
        o1.name = b[p:q].decode()
        p = q
        o1.is_internal, c1 = U_Ti(b, p)
        p += 5
        if not 0 <= c1 * 22 <= e - p: raise DecodeError(f'MetadataResponse: partitions: count {c1}')
        o1.partitions = l1 = []
        for _ in range(c1):
            o2 = new(MetadataResponse_MetadataResponsePartition)
            o2.leader_epoch = -1
            o2.error_code, o2.partition_index, o2.leader_id, c2 = U_h3i(b, p)
            p += 14
            if 0 < c2 < 9: o2.replica_nodes = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.replica_nodes = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'MetadataResponse: replica_nodes: count {c2}')
                o2.replica_nodes = [*unpack_from(f'>{c2}i', b, p)]
                p += c2 * 4
            c2, = U_i(b, p)
            p += 4
            if 0 < c2 < 9: o2.isr_nodes = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.isr_nodes = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'MetadataResponse: isr_nodes: count {c2}')
                o2.isr_nodes = [*unpack_from(f'>{c2}i', b, p)]
                p += c2 * 4
            c2, = U_i(b, p)
            p += 4
            if 0 < c2 < 9: o2.offline_replicas = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.offline_replicas = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'MetadataResponse: offline_replicas: count {c2}')
                o2.offline_replicas = [*unpack_from(f'>{c2}i', b, p)]
                p += c2 * 4
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_metadata_response_v7(b, p):
    e = len(b)
    o0 = new_message(MetadataResponse)
    o0.cluster_authorized_operations = -2147483648
    o0.error_code = 0
    o0.throttle_time_ms, c0 = U_2i(b, p)
    p += 8
    if not 0 <= c0 * 12 <= e - p: raise DecodeError(f'MetadataResponse: brokers: count {c0}')
    o0.brokers = l0 = []
    for _ in range(c0):
        o1 = new(MetadataResponse_MetadataResponseBroker)
        o1.node_id, n = U_ih(b, p)
        p += 6
        if n < 0: raise DecodeError(f'MetadataResponse: host: length {n}')
        q = p + n
        o1.host = b[p:q].decode()
        p = q
        o1.port, n = U_ih(b, p)
        p += 6
        if n >= 0:
            q = p + n
            o1.rack = b[p:q].decode()
            p = q
        elif n != -1: raise DecodeError(f'MetadataResponse: rack: length {n}')
        else:
            o1.rack = None
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    n, = U_h(b, p)
    p += 2
    if n >= 0:
        q = p + n
        o0.cluster_id = b[p:q].decode()
        p = q
    elif n != -1: raise DecodeError(f'MetadataResponse: cluster_id: length {n}')
    else:
        o0.cluster_id = None
    o0.controller_id, c0 = U_2i(b, p)
    p += 8
    if not 0 <= c0 * 9 <= e - p: raise DecodeError(f'MetadataResponse: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(MetadataResponse_MetadataResponseTopic)
        o1.topic_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
        o1.topic_authorized_operations = -2147483648
        o1.error_code, n = U_2h(b, p)
        p += 4
        if n < 0: raise DecodeError(f'MetadataResponse: name: length {n}')
        q = p + n
        o1.name = b[p:q].decode()
        p = q
        o1.is_internal, c1 = U_Ti(b, p)
        p += 5
        if not 0 <= c1 * 26 <= e - p: raise DecodeError(f'MetadataResponse: partitions: count {c1}')
        o1.partitions = l1 = []
        for _ in range(c1):
            o2 = new(MetadataResponse_MetadataResponsePartition)
            o2.error_code, o2.partition_index, o2.leader_id, o2.leader_epoch, c2 = U_h4i(b, p)
            p += 18
            if 0 < c2 < 9: o2.replica_nodes = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.replica_nodes = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'MetadataResponse: replica_nodes: count {c2}')
                o2.replica_nodes = [*unpack_from(f'>{c2}i', b, p)]
                p += c2 * 4
            c2, = U_i(b, p)
            p += 4
            if 0 < c2 < 9: o2.isr_nodes = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.isr_nodes = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'MetadataResponse: isr_nodes: count {c2}')
                o2.isr_nodes = [*unpack_from(f'>{c2}i', b, p)]
                p += c2 * 4
            c2, = U_i(b, p)
            p += 4
            if 0 < c2 < 9: o2.offline_replicas = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.offline_replicas = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'MetadataResponse: offline_replicas: count {c2}')
                o2.offline_replicas = [*unpack_from(f'>{c2}i', b, p)]
                p += c2 * 4
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_metadata_response_v8(b, p):
    e = len(b)
    o0 = new_message(MetadataResponse)
    o0.error_code = 0
    o0.throttle_time_ms, c0 = U_2i(b, p)
    p += 8
    if not 0 <= c0 * 12 <= e - p: raise DecodeError(f'MetadataResponse: brokers: count {c0}')
    o0.brokers = l0 = []
    for _ in range(c0):
        o1 = new(MetadataResponse_MetadataResponseBroker)
        o1.node_id, n = U_ih(b, p)
        p += 6
        if n < 0: raise DecodeError(f'MetadataResponse: host: length {n}')
        q = p + n
        o1.host = b[p:q].decode()
        p = q
        o1.port, n = U_ih(b, p)
        p += 6
        if n >= 0:
            q = p + n
            o1.rack = b[p:q].decode()
            p = q
        elif n != -1: raise DecodeError(f'MetadataResponse: rack: length {n}')
        else:
            o1.rack = None
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    n, = U_h(b, p)
    p += 2
    if n >= 0:
        q = p + n
        o0.cluster_id = b[p:q].decode()
        p = q
    elif n != -1: raise DecodeError(f'MetadataResponse: cluster_id: length {n}')
    else:
        o0.cluster_id = None
    o0.controller_id, c0 = U_2i(b, p)
    p += 8
    if not 0 <= c0 * 13 <= e - p: raise DecodeError(f'MetadataResponse: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(MetadataResponse_MetadataResponseTopic)
        o1.topic_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
        o1.error_code, n = U_2h(b, p)
        p += 4
        if n < 0: raise DecodeError(f'MetadataResponse: name: length {n}')
        q = p + n
        o1.name = b[p:q].decode()
        p = q
        o1.is_internal, c1 = U_Ti(b, p)
        p += 5
        if not 0 <= c1 * 26 <= e - p: raise DecodeError(f'MetadataResponse: partitions: count {c1}')
        o1.partitions = l1 = []
        for _ in range(c1):
            o2 = new(MetadataResponse_MetadataResponsePartition)
            o2.error_code, o2.partition_index, o2.leader_id, o2.leader_epoch, c2 = U_h4i(b, p)
            p += 18
            if 0 < c2 < 9: o2.replica_nodes = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.replica_nodes = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'MetadataResponse: replica_nodes: count {c2}')
                o2.replica_nodes = [*unpack_from(f'>{c2}i', b, p)]
                p += c2 * 4
            c2, = U_i(b, p)
            p += 4
            if 0 < c2 < 9: o2.isr_nodes = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.isr_nodes = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'MetadataResponse: isr_nodes: count {c2}')
                o2.isr_nodes = [*unpack_from(f'>{c2}i', b, p)]
                p += c2 * 4
            c2, = U_i(b, p)
            p += 4
            if 0 < c2 < 9: o2.offline_replicas = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.offline_replicas = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'MetadataResponse: offline_replicas: count {c2}')
                o2.offline_replicas = [*unpack_from(f'>{c2}i', b, p)]
                p += c2 * 4
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        o1.topic_authorized_operations, = U_i(b, p)
        p += 4
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.cluster_authorized_operations, = U_i(b, p)
    p += 4
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_metadata_response_v9(b, p):
    e = len(b)
    o0 = new_message(MetadataResponse)
    o0.error_code = 0
    o0.throttle_time_ms, c0 = U_iB(b, p)
    p += 5
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 11 <= e - p: raise DecodeError(f'MetadataResponse: brokers: count {c0}')
    o0.brokers = l0 = []
    for _ in range(c0):
        o1 = new(MetadataResponse_MetadataResponseBroker)
        o1.node_id, n = U_iB(b, p)
        p += 5
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'MetadataResponse: host: length {n}')
        q = p + n - 1
        o1.host = b[p:q].decode()
        p = q
        o1.port, n = U_iB(b, p)
        p += 5
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n:
            q = p + n - 1
            o1.rack = b[p:q].decode()
            p = q
        else:
            o1.rack = None
        t = b[p]
        p += 1
        if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
        else: o1.unknown_tagged_fields = ()
        l0.append(o1)
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n:
        q = p + n - 1
        o0.cluster_id = b[p:q].decode()
        p = q
    else:
        o0.cluster_id = None
    o0.controller_id, c0 = U_iB(b, p)
    p += 5
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 10 <= e - p: raise DecodeError(f'MetadataResponse: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(MetadataResponse_MetadataResponseTopic)
        o1.topic_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
        o1.error_code, n = U_hB(b, p)
        p += 3
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'MetadataResponse: name: length {n}')
        q = p + n - 1
        o1.name = b[p:q].decode()
        p = q
        o1.is_internal, c1 = U_TB(b, p)
        p += 2
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 18 <= e - p: raise DecodeError(f'MetadataResponse: partitions: count {c1}')
        o1.partitions = l1 = []
        for _ in range(c1):
            o2 = new(MetadataResponse_MetadataResponsePartition)
            o2.error_code, o2.partition_index, o2.leader_id, o2.leader_epoch, c2 = U_h3iB(b, p)
            p += 15
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if 0 < c2 < 9: o2.replica_nodes = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.replica_nodes = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'MetadataResponse: replica_nodes: count {c2}')
                o2.replica_nodes = [*unpack_from(f'>{c2}i', b, p)]
                p += c2 * 4
            c2 = b[p]
            p += 1
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if 0 < c2 < 9: o2.isr_nodes = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.isr_nodes = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'MetadataResponse: isr_nodes: count {c2}')
                o2.isr_nodes = [*unpack_from(f'>{c2}i', b, p)]
                p += c2 * 4
            c2 = b[p]
            p += 1
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if 0 < c2 < 9: o2.offline_replicas = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.offline_replicas = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'MetadataResponse: offline_replicas: count {c2}')
                o2.offline_replicas = [*unpack_from(f'>{c2}i', b, p)]
                p += c2 * 4
            t = b[p]
            p += 1
            if t: o2.unknown_tagged_fields, p = read_tags(b, p - 1)
            else: o2.unknown_tagged_fields = ()
            l1.append(o2)
        o1.topic_authorized_operations, t = U_iB(b, p)
        p += 5
        if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
        else: o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.cluster_authorized_operations, t = U_iB(b, p)
    p += 5
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

def decode_metadata_response_v10(b, p):
    e = len(b)
    o0 = new_message(MetadataResponse)
    o0.error_code = 0
    o0.throttle_time_ms, c0 = U_iB(b, p)
    p += 5
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 11 <= e - p: raise DecodeError(f'MetadataResponse: brokers: count {c0}')
    o0.brokers = l0 = []
    for _ in range(c0):
        o1 = new(MetadataResponse_MetadataResponseBroker)
        o1.node_id, n = U_iB(b, p)
        p += 5
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'MetadataResponse: host: length {n}')
        q = p + n - 1
        o1.host = b[p:q].decode()
        p = q
        o1.port, n = U_iB(b, p)
        p += 5
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n:
            q = p + n - 1
            o1.rack = b[p:q].decode()
            p = q
        else:
            o1.rack = None
        t = b[p]
        p += 1
        if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
        else: o1.unknown_tagged_fields = ()
        l0.append(o1)
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n:
        q = p + n - 1
        o0.cluster_id = b[p:q].decode()
        p = q
    else:
        o0.cluster_id = None
    o0.controller_id, c0 = U_iB(b, p)
    p += 5
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 26 <= e - p: raise DecodeError(f'MetadataResponse: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(MetadataResponse_MetadataResponseTopic)
        o1.error_code, n = U_hB(b, p)
        p += 3
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'MetadataResponse: name: length {n}')
        q = p + n - 1
        o1.name = b[p:q].decode()
        p = q
        o1.topic_id, o1.is_internal, c1 = U_16sTB(b, p)
        p += 18
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 18 <= e - p: raise DecodeError(f'MetadataResponse: partitions: count {c1}')
        o1.partitions = l1 = []
        for _ in range(c1):
            o2 = new(MetadataResponse_MetadataResponsePartition)
            o2.error_code, o2.partition_index, o2.leader_id, o2.leader_epoch, c2 = U_h3iB(b, p)
            p += 15
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if 0 < c2 < 9: o2.replica_nodes = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.replica_nodes = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'MetadataResponse: replica_nodes: count {c2}')
                o2.replica_nodes = [*unpack_from(f'>{c2}i', b, p)]
                p += c2 * 4
            c2 = b[p]
            p += 1
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if 0 < c2 < 9: o2.isr_nodes = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.isr_nodes = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'MetadataResponse: isr_nodes: count {c2}')
                o2.isr_nodes = [*unpack_from(f'>{c2}i', b, p)]
                p += c2 * 4
            c2 = b[p]
            p += 1
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if 0 < c2 < 9: o2.offline_replicas = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.offline_replicas = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'MetadataResponse: offline_replicas: count {c2}')
                o2.offline_replicas = [*unpack_from(f'>{c2}i', b, p)]
                p += c2 * 4
            t = b[p]
            p += 1
            if t: o2.unknown_tagged_fields, p = read_tags(b, p - 1)
            else: o2.unknown_tagged_fields = ()
            l1.append(o2)
        o1.topic_authorized_operations, t = U_iB(b, p)
        p += 5
        if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
        else: o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.cluster_authorized_operations, t = U_iB(b, p)
    p += 5
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

def decode_metadata_response_v11(b, p):
    e = len(b)
    o0 = new_message(MetadataResponse)
    o0.cluster_authorized_operations = -2147483648
    o0.error_code = 0
    o0.throttle_time_ms, c0 = U_iB(b, p)
    p += 5
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 11 <= e - p: raise DecodeError(f'MetadataResponse: brokers: count {c0}')
    o0.brokers = l0 = []
    for _ in range(c0):
        o1 = new(MetadataResponse_MetadataResponseBroker)
        o1.node_id, n = U_iB(b, p)
        p += 5
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'MetadataResponse: host: length {n}')
        q = p + n - 1
        o1.host = b[p:q].decode()
        p = q
        o1.port, n = U_iB(b, p)
        p += 5
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n:
            q = p + n - 1
            o1.rack = b[p:q].decode()
            p = q
        else:
            o1.rack = None
        t = b[p]
        p += 1
        if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
        else: o1.unknown_tagged_fields = ()
        l0.append(o1)
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n:
        q = p + n - 1
        o0.cluster_id = b[p:q].decode()
        p = q
    else:
        o0.cluster_id = None
    o0.controller_id, c0 = U_iB(b, p)
    p += 5
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 26 <= e - p: raise DecodeError(f'MetadataResponse: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(MetadataResponse_MetadataResponseTopic)
        o1.error_code, n = U_hB(b, p)
        p += 3
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'MetadataResponse: name: length {n}')
        q = p + n - 1
        o1.name = b[p:q].decode()
        p = q
        o1.topic_id, o1.is_internal, c1 = U_16sTB(b, p)
        p += 18
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 18 <= e - p: raise DecodeError(f'MetadataResponse: partitions: count {c1}')
        o1.partitions = l1 = []
        for _ in range(c1):
            o2 = new(MetadataResponse_MetadataResponsePartition)
            o2.error_code, o2.partition_index, o2.leader_id, o2.leader_epoch, c2 = U_h3iB(b, p)
            p += 15
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if 0 < c2 < 9: o2.replica_nodes = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.replica_nodes = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'MetadataResponse: replica_nodes: count {c2}')
                o2.replica_nodes = [*unpack_from(f'>{c2}i', b, p)]
                p += c2 * 4
            c2 = b[p]
            p += 1
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if 0 < c2 < 9: o2.isr_nodes = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.isr_nodes = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'MetadataResponse: isr_nodes: count {c2}')
                o2.isr_nodes = [*unpack_from(f'>{c2}i', b, p)]
                p += c2 * 4
            c2 = b[p]
            p += 1
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if 0 < c2 < 9: o2.offline_replicas = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.offline_replicas = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'MetadataResponse: offline_replicas: count {c2}')
                o2.offline_replicas = [*unpack_from(f'>{c2}i', b, p)]
                p += c2 * 4
            t = b[p]
            p += 1
            if t: o2.unknown_tagged_fields, p = read_tags(b, p - 1)
            else: o2.unknown_tagged_fields = ()
            l1.append(o2)
        o1.topic_authorized_operations, t = U_iB(b, p)
        p += 5
        if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
        else: o1.unknown_tagged_fields = ()
        l0.append(o1)
    t = b[p]
    p += 1
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

def decode_metadata_response_v12(b, p):
    e = len(b)
    o0 = new_message(MetadataResponse)
    o0.cluster_authorized_operations = -2147483648
    o0.error_code = 0
    o0.throttle_time_ms, c0 = U_iB(b, p)
    p += 5
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 11 <= e - p: raise DecodeError(f'MetadataResponse: brokers: count {c0}')
    o0.brokers = l0 = []
    for _ in range(c0):
        o1 = new(MetadataResponse_MetadataResponseBroker)
        o1.node_id, n = U_iB(b, p)
        p += 5
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'MetadataResponse: host: length {n}')
        q = p + n - 1
        o1.host = b[p:q].decode()
        p = q
        o1.port, n = U_iB(b, p)
        p += 5
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n:
            q = p + n - 1
            o1.rack = b[p:q].decode()
            p = q
        else:
            o1.rack = None
        t = b[p]
        p += 1
        if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
        else: o1.unknown_tagged_fields = ()
        l0.append(o1)
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n:
        q = p + n - 1
        o0.cluster_id = b[p:q].decode()
        p = q
    else:
        o0.cluster_id = None
    o0.controller_id, c0 = U_iB(b, p)
    p += 5
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 26 <= e - p: raise DecodeError(f'MetadataResponse: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(MetadataResponse_MetadataResponseTopic)
        o1.error_code, n = U_hB(b, p)
        p += 3
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n:
            q = p + n - 1
            o1.name = b[p:q].decode()
            p = q
        else:
            o1.name = None
        o1.topic_id, o1.is_internal, c1 = U_16sTB(b, p)
        p += 18
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 18 <= e - p: raise DecodeError(f'MetadataResponse: partitions: count {c1}')
        o1.partitions = l1 = []
        for _ in range(c1):
            o2 = new(MetadataResponse_MetadataResponsePartition)
            o2.error_code, o2.partition_index, o2.leader_id, o2.leader_epoch, c2 = U_h3iB(b, p)
            p += 15
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if 0 < c2 < 9: o2.replica_nodes = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.replica_nodes = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'MetadataResponse: replica_nodes: count {c2}')
                o2.replica_nodes = [*unpack_from(f'>{c2}i', b, p)]
                p += c2 * 4
            c2 = b[p]
            p += 1
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if 0 < c2 < 9: o2.isr_nodes = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.isr_nodes = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'MetadataResponse: isr_nodes: count {c2}')
                o2.isr_nodes = [*unpack_from(f'>{c2}i', b, p)]
                p += c2 * 4
            c2 = b[p]
            p += 1
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if 0 < c2 < 9: o2.offline_replicas = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.offline_replicas = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'MetadataResponse: offline_replicas: count {c2}')
                o2.offline_replicas = [*unpack_from(f'>{c2}i', b, p)]
                p += c2 * 4
            t = b[p]
            p += 1
            if t: o2.unknown_tagged_fields, p = read_tags(b, p - 1)
            else: o2.unknown_tagged_fields = ()
            l1.append(o2)
        o1.topic_authorized_operations, t = U_iB(b, p)
        p += 5
        if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
        else: o1.unknown_tagged_fields = ()
        l0.append(o1)
    t = b[p]
    p += 1
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

def decode_metadata_response_v13(b, p):
    e = len(b)
    o0 = new_message(MetadataResponse)
    o0.cluster_authorized_operations = -2147483648
    o0.throttle_time_ms, c0 = U_iB(b, p)
    p += 5
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 11 <= e - p: raise DecodeError(f'MetadataResponse: brokers: count {c0}')
    o0.brokers = l0 = []
    for _ in range(c0):
        o1 = new(MetadataResponse_MetadataResponseBroker)
        o1.node_id, n = U_iB(b, p)
        p += 5
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'MetadataResponse: host: length {n}')
        q = p + n - 1
        o1.host = b[p:q].decode()
        p = q
        o1.port, n = U_iB(b, p)
        p += 5
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n:
            q = p + n - 1
            o1.rack = b[p:q].decode()
            p = q
        else:
            o1.rack = None
        t = b[p]
        p += 1
        if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
        else: o1.unknown_tagged_fields = ()
        l0.append(o1)
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n:
        q = p + n - 1
        o0.cluster_id = b[p:q].decode()
        p = q
    else:
        o0.cluster_id = None
    o0.controller_id, c0 = U_iB(b, p)
    p += 5
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 26 <= e - p: raise DecodeError(f'MetadataResponse: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(MetadataResponse_MetadataResponseTopic)
        o1.error_code, n = U_hB(b, p)
        p += 3
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n:
            q = p + n - 1
            o1.name = b[p:q].decode()
            p = q
        else:
            o1.name = None
        o1.topic_id, o1.is_internal, c1 = U_16sTB(b, p)
        p += 18
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 18 <= e - p: raise DecodeError(f'MetadataResponse: partitions: count {c1}')
        o1.partitions = l1 = []
        for _ in range(c1):
            o2 = new(MetadataResponse_MetadataResponsePartition)
            o2.error_code, o2.partition_index, o2.leader_id, o2.leader_epoch, c2 = U_h3iB(b, p)
            p += 15
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if 0 < c2 < 9: o2.replica_nodes = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.replica_nodes = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'MetadataResponse: replica_nodes: count {c2}')
                o2.replica_nodes = [*unpack_from(f'>{c2}i', b, p)]
                p += c2 * 4
            c2 = b[p]
            p += 1
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if 0 < c2 < 9: o2.isr_nodes = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.isr_nodes = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'MetadataResponse: isr_nodes: count {c2}')
                o2.isr_nodes = [*unpack_from(f'>{c2}i', b, p)]
                p += c2 * 4
            c2 = b[p]
            p += 1
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if 0 < c2 < 9: o2.offline_replicas = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.offline_replicas = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'MetadataResponse: offline_replicas: count {c2}')
                o2.offline_replicas = [*unpack_from(f'>{c2}i', b, p)]
                p += c2 * 4
            t = b[p]
            p += 1
            if t: o2.unknown_tagged_fields, p = read_tags(b, p - 1)
            else: o2.unknown_tagged_fields = ()
            l1.append(o2)
        o1.topic_authorized_operations, t = U_iB(b, p)
        p += 5
        if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
        else: o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.error_code, t = U_hB(b, p)
    p += 3
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

MetadataResponse.DECODERS = (
    decode_metadata_response_v0,
    decode_metadata_response_v1,
    decode_metadata_response_v2,
    decode_metadata_response_v3,
    decode_metadata_response_v3,
    decode_metadata_response_v5,
    decode_metadata_response_v5,
    decode_metadata_response_v7,
    decode_metadata_response_v8,
    decode_metadata_response_v9,
    decode_metadata_response_v10,
    decode_metadata_response_v11,
    decode_metadata_response_v12,
    decode_metadata_response_v13,
)

def encode_metadata_response_v0(o0, l, out):
    a = l.append
    if o0.cluster_authorized_operations != -2147483648 or o0.unknown_tagged_fields: raise refuse(o0, 'cluster_authorized_operations', 'unknown_tagged_fields')
    v0 = o0.brokers
    n = len(v0)
    a(P_i(n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.host.encode()
        n = len(v)
        a(P_ih(o1.node_id, n))
        a(v)
        a(P_i(o1.port))
    v0 = o0.topics
    n = len(v0)
    a(P_i(n))
    for o1 in v0:
        if o1.topic_authorized_operations != -2147483648 or o1.unknown_tagged_fields: raise refuse(o1, 'topic_authorized_operations', 'unknown_tagged_fields')
        v = o1.name.encode()
        n = len(v)
        a(P_2h(o1.error_code, n))
        a(v)
        v1 = o1.partitions
        n = len(v1)
        a(P_i(n))
        for o2 in v1:
            if o2.unknown_tagged_fields: raise refuse(o2, 'unknown_tagged_fields')
            s0 = o2.replica_nodes
            n0 = len(s0)
            s1 = o2.isr_nodes
            n1 = len(s1)
            a(F_h3iniini[n0, n1](o2.error_code, o2.partition_index, o2.leader_id, n0, *s0, n1, *s1))

def encode_metadata_response_v1(o0, l, out):
    a = l.append
    if o0.cluster_authorized_operations != -2147483648 or o0.unknown_tagged_fields: raise refuse(o0, 'cluster_authorized_operations', 'unknown_tagged_fields')
    v0 = o0.brokers
    n = len(v0)
    a(P_i(n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.host.encode()
        n = len(v)
        a(P_ih(o1.node_id, n))
        a(v)
        v = o1.rack
        if v is None: v = b''; n = -1
        else: v = v.encode(); n = len(v)
        a(P_ih(o1.port, n))
        a(v)
    v0 = o0.topics
    n = len(v0)
    a(P_2i(o0.controller_id, n))
    for o1 in v0:
        if o1.topic_authorized_operations != -2147483648 or o1.unknown_tagged_fields: raise refuse(o1, 'topic_authorized_operations', 'unknown_tagged_fields')
        v = o1.name.encode()
        n = len(v)
        a(P_2h(o1.error_code, n))
        a(v)
        v1 = o1.partitions
        n = len(v1)
        a(P_Ti(o1.is_internal, n))
        for o2 in v1:
            if o2.unknown_tagged_fields: raise refuse(o2, 'unknown_tagged_fields')
            s0 = o2.replica_nodes
            n0 = len(s0)
            s1 = o2.isr_nodes
            n1 = len(s1)
            a(F_h3iniini[n0, n1](o2.error_code, o2.partition_index, o2.leader_id, n0, *s0, n1, *s1))

def encode_metadata_response_v2(o0, l, out):
    a = l.append
    if o0.cluster_authorized_operations != -2147483648 or o0.unknown_tagged_fields: raise refuse(o0, 'cluster_authorized_operations', 'unknown_tagged_fields')
    v0 = o0.brokers
    n = len(v0)
    a(P_i(n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.host.encode()
        n = len(v)
        a(P_ih(o1.node_id, n))
        a(v)
        v = o1.rack
        if v is None: v = b''; n = -1
        else: v = v.encode(); n = len(v)
        a(P_ih(o1.port, n))
        a(v)
    v = o0.cluster_id
    if v is None: v = b''; n = -1
    else: v = v.encode(); n = len(v)
    a(P_h(n))
    a(v)
    v0 = o0.topics
    n = len(v0)
    a(P_2i(o0.controller_id, n))
    for o1 in v0:
        if o1.topic_authorized_operations != -2147483648 or o1.unknown_tagged_fields: raise refuse(o1, 'topic_authorized_operations', 'unknown_tagged_fields')
        v = o1.name.encode()
        n = len(v)
        a(P_2h(o1.error_code, n))
        a(v)
        v1 = o1.partitions
        n = len(v1)
        a(P_Ti(o1.is_internal, n))
        for o2 in v1:
            if o2.unknown_tagged_fields: raise refuse(o2, 'unknown_tagged_fields')
            s0 = o2.replica_nodes
            n0 = len(s0)
            s1 = o2.isr_nodes
            n1 = len(s1)
            a(F_h3iniini[n0, n1](o2.error_code, o2.partition_index, o2.leader_id, n0, *s0, n1, *s1))

def encode_metadata_response_v3(o0, l, out):
    a = l.append
    if o0.cluster_authorized_operations != -2147483648 or o0.unknown_tagged_fields: raise refuse(o0, 'cluster_authorized_operations', 'unknown_tagged_fields')
    v0 = o0.brokers
    n = len(v0)
    a(P_2i(o0.throttle_time_ms, n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.host.encode()
        n = len(v)
        a(P_ih(o1.node_id, n))
        a(v)
        v = o1.rack
        if v is None: v = b''; n = -1
        else: v = v.encode(); n = len(v)
        a(P_ih(o1.port, n))
        a(v)
    v = o0.cluster_id
    if v is None: v = b''; n = -1
    else: v = v.encode(); n = len(v)
    a(P_h(n))
    a(v)
    v0 = o0.topics
    n = len(v0)
    a(P_2i(o0.controller_id, n))
    for o1 in v0:
        if o1.topic_authorized_operations != -2147483648 or o1.unknown_tagged_fields: raise refuse(o1, 'topic_authorized_operations', 'unknown_tagged_fields')
        v = o1.name.encode()
        n = len(v)
        a(P_2h(o1.error_code, n))
        a(v)
        v1 = o1.partitions
        n = len(v1)
        a(P_Ti(o1.is_internal, n))
        for o2 in v1:
            if o2.unknown_tagged_fields: raise refuse(o2, 'unknown_tagged_fields')
            s0 = o2.replica_nodes
            n0 = len(s0)
            s1 = o2.isr_nodes
            n1 = len(s1)
            a(F_h3iniini[n0, n1](o2.error_code, o2.partition_index, o2.leader_id, n0, *s0, n1, *s1))

def encode_metadata_response_v5(o0, l, out):
    a = l.append
    if o0.cluster_authorized_operations != -2147483648 or o0.unknown_tagged_fields: raise refuse(o0, 'cluster_authorized_operations', 'unknown_tagged_fields')
    v0 = o0.brokers
    n = len(v0)
    a(P_2i(o0.throttle_time_ms, n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.host.encode()
        n = len(v)
        a(P_ih(o1.node_id, n))
        a(v)
        v = o1.rack
        if v is None: v = b''; n = -1
        else: v = v.encode(); n = len(v)
        a(P_ih(o1.port, n))
        a(v)
    v = o0.cluster_id
    if v is None: v = b''; n = -1
    else: v = v.encode(); n = len(v)
    a(P_h(n))
    a(v)
    v0 = o0.topics
    n = len(v0)
    a(P_2i(o0.controller_id, n))
    for o1 in v0:
        if o1.topic_authorized_operations != -2147483648 or o1.unknown_tagged_fields: raise refuse(o1, 'topic_authorized_operations', 'unknown_tagged_fields')
        v = o1.name.encode()
        n = len(v)
        a(P_2h(o1.error_code, n))
        a(v)
        v1 = o1.partitions
        n = len(v1)
        a(P_Ti(o1.is_internal, n))
        for o2 in v1:
            if o2.unknown_tagged_fields: raise refuse(o2, 'unknown_tagged_fields')
            s0 = o2.replica_nodes
            n0 = len(s0)
            s1 = o2.isr_nodes
            n1 = len(s1)
            s2 = o2.offline_replicas
            n2 = len(s2)
            a(F_h3iniiniini[n0, n1, n2](o2.error_code, o2.partition_index, o2.leader_id, n0, *s0, n1, *s1, n2, *s2))

def encode_metadata_response_v7(o0, l, out):
    a = l.append
    if o0.cluster_authorized_operations != -2147483648 or o0.unknown_tagged_fields: raise refuse(o0, 'cluster_authorized_operations', 'unknown_tagged_fields')
    v0 = o0.brokers
    n = len(v0)
    a(P_2i(o0.throttle_time_ms, n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.host.encode()
        n = len(v)
        a(P_ih(o1.node_id, n))
        a(v)
        v = o1.rack
        if v is None: v = b''; n = -1
        else: v = v.encode(); n = len(v)
        a(P_ih(o1.port, n))
        a(v)
    v = o0.cluster_id
    if v is None: v = b''; n = -1
    else: v = v.encode(); n = len(v)
    a(P_h(n))
    a(v)
    v0 = o0.topics
    n = len(v0)
    a(P_2i(o0.controller_id, n))
    for o1 in v0:
        if o1.topic_authorized_operations != -2147483648 or o1.unknown_tagged_fields: raise refuse(o1, 'topic_authorized_operations', 'unknown_tagged_fields')
        v = o1.name.encode()
        n = len(v)
        a(P_2h(o1.error_code, n))
        a(v)
        v1 = o1.partitions
        n = len(v1)
        a(P_Ti(o1.is_internal, n))
        for o2 in v1:
            if o2.unknown_tagged_fields: raise refuse(o2, 'unknown_tagged_fields')
            s0 = o2.replica_nodes
            n0 = len(s0)
            s1 = o2.isr_nodes
            n1 = len(s1)
            s2 = o2.offline_replicas
            n2 = len(s2)
            a(F_h4iniiniini[n0, n1, n2](o2.error_code, o2.partition_index, o2.leader_id, o2.leader_epoch, n0, *s0, n1, *s1, n2, *s2))

def encode_metadata_response_v8(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v0 = o0.brokers
    n = len(v0)
    a(P_2i(o0.throttle_time_ms, n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.host.encode()
        n = len(v)
        a(P_ih(o1.node_id, n))
        a(v)
        v = o1.rack
        if v is None: v = b''; n = -1
        else: v = v.encode(); n = len(v)
        a(P_ih(o1.port, n))
        a(v)
    v = o0.cluster_id
    if v is None: v = b''; n = -1
    else: v = v.encode(); n = len(v)
    a(P_h(n))
    a(v)
    v0 = o0.topics
    n = len(v0)
    a(P_2i(o0.controller_id, n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.name.encode()
        n = len(v)
        a(P_2h(o1.error_code, n))
        a(v)
        v1 = o1.partitions
        n = len(v1)
        a(P_Ti(o1.is_internal, n))
        for o2 in v1:
            if o2.unknown_tagged_fields: raise refuse(o2, 'unknown_tagged_fields')
            s0 = o2.replica_nodes
            n0 = len(s0)
            s1 = o2.isr_nodes
            n1 = len(s1)
            s2 = o2.offline_replicas
            n2 = len(s2)
            a(F_h4iniiniini[n0, n1, n2](o2.error_code, o2.partition_index, o2.leader_id, o2.leader_epoch, n0, *s0, n1, *s1, n2, *s2))
        a(P_i(o1.topic_authorized_operations))
    a(P_i(o0.cluster_authorized_operations))

def encode_metadata_response_v9(o0, l, out):
    a = l.append
    v0 = o0.brokers
    n = len(v0) + 1
    if n < 128: a(P_iB(o0.throttle_time_ms, n))
    else: a(P_i(o0.throttle_time_ms) + uvarint(n))
    for o1 in v0:
        v = o1.host.encode()
        n = len(v) + 1
        if n < 128: a(P_iB(o1.node_id, n))
        else: a(P_i(o1.node_id) + uvarint(n))
        a(v)
        v = o1.rack
        if v is None: v = b''; n = 0
        else: v = v.encode(); n = len(v) + 1
        if n < 128: a(P_iB(o1.port, n))
        else: a(P_i(o1.port) + uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    v = o0.cluster_id
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v0 = o0.topics
    n = len(v0) + 1
    if n < 128: a(P_iB(o0.controller_id, n))
    else: a(P_i(o0.controller_id) + uvarint(n))
    for o1 in v0:
        v = o1.name.encode()
        n = len(v) + 1
        if n < 128: a(P_hB(o1.error_code, n))
        else: a(P_h(o1.error_code) + uvarint(n))
        a(v)
        v1 = o1.partitions
        n = len(v1) + 1
        if n < 128: a(P_TB(o1.is_internal, n))
        else: a(P_T(o1.is_internal) + uvarint(n))
        for o2 in v1:
            s0 = o2.replica_nodes
            n0 = len(s0)
            s1 = o2.isr_nodes
            n1 = len(s1)
            s2 = o2.offline_replicas
            n2 = len(s2)
            if o2.unknown_tagged_fields:
                if n0 > 126 or n1 > 126 or n2 > 126:
                    a(P_h3i(o2.error_code, o2.partition_index, o2.leader_id, o2.leader_epoch))
                    a(uvarint(n0 + 1))
                    a(F_ni[n0](*s0))
                    a(uvarint(n1 + 1))
                    a(F_ni[n1](*s1))
                    a(uvarint(n2 + 1))
                    a(F_ni[n2](*s2))
                else:
                    a(F_h3iBniBniBni[n0, n1, n2](o2.error_code, o2.partition_index, o2.leader_id, o2.leader_epoch, n0 + 1, *s0, n1 + 1, *s1, n2 + 1, *s2))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                if n0 > 126 or n1 > 126 or n2 > 126:
                    a(P_h3i(o2.error_code, o2.partition_index, o2.leader_id, o2.leader_epoch))
                    a(uvarint(n0 + 1))
                    a(F_ni[n0](*s0))
                    a(uvarint(n1 + 1))
                    a(F_ni[n1](*s1))
                    a(uvarint(n2 + 1))
                    a(F_nix[n2](*s2))
                else:
                    a(F_h3iBniBniBnix[n0, n1, n2](o2.error_code, o2.partition_index, o2.leader_id, o2.leader_epoch, n0 + 1, *s0, n1 + 1, *s1, n2 + 1, *s2))
        if o1.unknown_tagged_fields:
            a(P_i(o1.topic_authorized_operations))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_ix(o1.topic_authorized_operations))
    if o0.unknown_tagged_fields:
        a(P_i(o0.cluster_authorized_operations))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_ix(o0.cluster_authorized_operations))

def encode_metadata_response_v10(o0, l, out):
    a = l.append
    v0 = o0.brokers
    n = len(v0) + 1
    if n < 128: a(P_iB(o0.throttle_time_ms, n))
    else: a(P_i(o0.throttle_time_ms) + uvarint(n))
    for o1 in v0:
        v = o1.host.encode()
        n = len(v) + 1
        if n < 128: a(P_iB(o1.node_id, n))
        else: a(P_i(o1.node_id) + uvarint(n))
        a(v)
        v = o1.rack
        if v is None: v = b''; n = 0
        else: v = v.encode(); n = len(v) + 1
        if n < 128: a(P_iB(o1.port, n))
        else: a(P_i(o1.port) + uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    v = o0.cluster_id
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v0 = o0.topics
    n = len(v0) + 1
    if n < 128: a(P_iB(o0.controller_id, n))
    else: a(P_i(o0.controller_id) + uvarint(n))
    for o1 in v0:
        v = o1.name.encode()
        n = len(v) + 1
        if n < 128: a(P_hB(o1.error_code, n))
        else: a(P_h(o1.error_code) + uvarint(n))
        a(v)
        if len(o1.topic_id) != 16: raise EncodeError(f'{o1.topic_id!r:.80} is not a uuid')
        v1 = o1.partitions
        n = len(v1) + 1
        if n < 128: a(P_16sTB(o1.topic_id, o1.is_internal, n))
        else: a(P_16sT(o1.topic_id, o1.is_internal) + uvarint(n))
        for o2 in v1:
            s0 = o2.replica_nodes
            n0 = len(s0)
            s1 = o2.isr_nodes
            n1 = len(s1)
            s2 = o2.offline_replicas
            n2 = len(s2)
            if o2.unknown_tagged_fields:
                if n0 > 126 or n1 > 126 or n2 > 126:
                    a(P_h3i(o2.error_code, o2.partition_index, o2.leader_id, o2.leader_epoch))
                    a(uvarint(n0 + 1))
                    a(F_ni[n0](*s0))
                    a(uvarint(n1 + 1))
                    a(F_ni[n1](*s1))
                    a(uvarint(n2 + 1))
                    a(F_ni[n2](*s2))
                else:
                    a(F_h3iBniBniBni[n0, n1, n2](o2.error_code, o2.partition_index, o2.leader_id, o2.leader_epoch, n0 + 1, *s0, n1 + 1, *s1, n2 + 1, *s2))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                if n0 > 126 or n1 > 126 or n2 > 126:
                    a(P_h3i(o2.error_code, o2.partition_index, o2.leader_id, o2.leader_epoch))
                    a(uvarint(n0 + 1))
                    a(F_ni[n0](*s0))
                    a(uvarint(n1 + 1))
                    a(F_ni[n1](*s1))
                    a(uvarint(n2 + 1))
                    a(F_nix[n2](*s2))
                else:
                    a(F_h3iBniBniBnix[n0, n1, n2](o2.error_code, o2.partition_index, o2.leader_id, o2.leader_epoch, n0 + 1, *s0, n1 + 1, *s1, n2 + 1, *s2))
        if o1.unknown_tagged_fields:
            a(P_i(o1.topic_authorized_operations))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_ix(o1.topic_authorized_operations))
    if o0.unknown_tagged_fields:
        a(P_i(o0.cluster_authorized_operations))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_ix(o0.cluster_authorized_operations))

def encode_metadata_response_v11(o0, l, out):
    a = l.append
    if o0.cluster_authorized_operations != -2147483648: raise refuse(o0, 'cluster_authorized_operations')
    v0 = o0.brokers
    n = len(v0) + 1
    if n < 128: a(P_iB(o0.throttle_time_ms, n))
    else: a(P_i(o0.throttle_time_ms) + uvarint(n))
    for o1 in v0:
        v = o1.host.encode()
        n = len(v) + 1
        if n < 128: a(P_iB(o1.node_id, n))
        else: a(P_i(o1.node_id) + uvarint(n))
        a(v)
        v = o1.rack
        if v is None: v = b''; n = 0
        else: v = v.encode(); n = len(v) + 1
        if n < 128: a(P_iB(o1.port, n))
        else: a(P_i(o1.port) + uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    v = o0.cluster_id
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v0 = o0.topics
    n = len(v0) + 1
    if n < 128: a(P_iB(o0.controller_id, n))
    else: a(P_i(o0.controller_id) + uvarint(n))
    for o1 in v0:
        v = o1.name.encode()
        n = len(v) + 1
        if n < 128: a(P_hB(o1.error_code, n))
        else: a(P_h(o1.error_code) + uvarint(n))
        a(v)
        if len(o1.topic_id) != 16: raise EncodeError(f'{o1.topic_id!r:.80} is not a uuid')
        v1 = o1.partitions
        n = len(v1) + 1
        if n < 128: a(P_16sTB(o1.topic_id, o1.is_internal, n))
        else: a(P_16sT(o1.topic_id, o1.is_internal) + uvarint(n))
        for o2 in v1:
            s0 = o2.replica_nodes
            n0 = len(s0)
            s1 = o2.isr_nodes
            n1 = len(s1)
            s2 = o2.offline_replicas
            n2 = len(s2)
            if o2.unknown_tagged_fields:
                if n0 > 126 or n1 > 126 or n2 > 126:
                    a(P_h3i(o2.error_code, o2.partition_index, o2.leader_id, o2.leader_epoch))
                    a(uvarint(n0 + 1))
                    a(F_ni[n0](*s0))
                    a(uvarint(n1 + 1))
                    a(F_ni[n1](*s1))
                    a(uvarint(n2 + 1))
                    a(F_ni[n2](*s2))
                else:
                    a(F_h3iBniBniBni[n0, n1, n2](o2.error_code, o2.partition_index, o2.leader_id, o2.leader_epoch, n0 + 1, *s0, n1 + 1, *s1, n2 + 1, *s2))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                if n0 > 126 or n1 > 126 or n2 > 126:
                    a(P_h3i(o2.error_code, o2.partition_index, o2.leader_id, o2.leader_epoch))
                    a(uvarint(n0 + 1))
                    a(F_ni[n0](*s0))
                    a(uvarint(n1 + 1))
                    a(F_ni[n1](*s1))
                    a(uvarint(n2 + 1))
                    a(F_nix[n2](*s2))
                else:
                    a(F_h3iBniBniBnix[n0, n1, n2](o2.error_code, o2.partition_index, o2.leader_id, o2.leader_epoch, n0 + 1, *s0, n1 + 1, *s1, n2 + 1, *s2))
        if o1.unknown_tagged_fields:
            a(P_i(o1.topic_authorized_operations))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_ix(o1.topic_authorized_operations))
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

def encode_metadata_response_v12(o0, l, out):
    a = l.append
    if o0.cluster_authorized_operations != -2147483648: raise refuse(o0, 'cluster_authorized_operations')
    v0 = o0.brokers
    n = len(v0) + 1
    if n < 128: a(P_iB(o0.throttle_time_ms, n))
    else: a(P_i(o0.throttle_time_ms) + uvarint(n))
    for o1 in v0:
        v = o1.host.encode()
        n = len(v) + 1
        if n < 128: a(P_iB(o1.node_id, n))
        else: a(P_i(o1.node_id) + uvarint(n))
        a(v)
        v = o1.rack
        if v is None: v = b''; n = 0
        else: v = v.encode(); n = len(v) + 1
        if n < 128: a(P_iB(o1.port, n))
        else: a(P_i(o1.port) + uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    v = o0.cluster_id
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v0 = o0.topics
    n = len(v0) + 1
    if n < 128: a(P_iB(o0.controller_id, n))
    else: a(P_i(o0.controller_id) + uvarint(n))
    for o1 in v0:
        v = o1.name
        if v is None: v = b''; n = 0
        else: v = v.encode(); n = len(v) + 1
        if n < 128: a(P_hB(o1.error_code, n))
        else: a(P_h(o1.error_code) + uvarint(n))
        a(v)
        if len(o1.topic_id) != 16: raise EncodeError(f'{o1.topic_id!r:.80} is not a uuid')
        v1 = o1.partitions
        n = len(v1) + 1
        if n < 128: a(P_16sTB(o1.topic_id, o1.is_internal, n))
        else: a(P_16sT(o1.topic_id, o1.is_internal) + uvarint(n))
        for o2 in v1:
            s0 = o2.replica_nodes
            n0 = len(s0)
            s1 = o2.isr_nodes
            n1 = len(s1)
            s2 = o2.offline_replicas
            n2 = len(s2)
            if o2.unknown_tagged_fields:
                if n0 > 126 or n1 > 126 or n2 > 126:
                    a(P_h3i(o2.error_code, o2.partition_index, o2.leader_id, o2.leader_epoch))
                    a(uvarint(n0 + 1))
                    a(F_ni[n0](*s0))
                    a(uvarint(n1 + 1))
                    a(F_ni[n1](*s1))
                    a(uvarint(n2 + 1))
                    a(F_ni[n2](*s2))
                else:
                    a(F_h3iBniBniBni[n0, n1, n2](o2.error_code, o2.partition_index, o2.leader_id, o2.leader_epoch, n0 + 1, *s0, n1 + 1, *s1, n2 + 1, *s2))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                if n0 > 126 or n1 > 126 or n2 > 126:
                    a(P_h3i(o2.error_code, o2.partition_index, o2.leader_id, o2.leader_epoch))
                    a(uvarint(n0 + 1))
                    a(F_ni[n0](*s0))
                    a(uvarint(n1 + 1))
                    a(F_ni[n1](*s1))
                    a(uvarint(n2 + 1))
                    a(F_nix[n2](*s2))
                else:
                    a(F_h3iBniBniBnix[n0, n1, n2](o2.error_code, o2.partition_index, o2.leader_id, o2.leader_epoch, n0 + 1, *s0, n1 + 1, *s1, n2 + 1, *s2))
        if o1.unknown_tagged_fields:
            a(P_i(o1.topic_authorized_operations))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_ix(o1.topic_authorized_operations))
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

def encode_metadata_response_v13(o0, l, out):
    a = l.append
    if o0.cluster_authorized_operations != -2147483648: raise refuse(o0, 'cluster_authorized_operations')
    v0 = o0.brokers
    n = len(v0) + 1
    if n < 128: a(P_iB(o0.throttle_time_ms, n))
    else: a(P_i(o0.throttle_time_ms) + uvarint(n))
    for o1 in v0:
        v = o1.host.encode()
        n = len(v) + 1
        if n < 128: a(P_iB(o1.node_id, n))
        else: a(P_i(o1.node_id) + uvarint(n))
        a(v)
        v = o1.rack
        if v is None: v = b''; n = 0
        else: v = v.encode(); n = len(v) + 1
        if n < 128: a(P_iB(o1.port, n))
        else: a(P_i(o1.port) + uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    v = o0.cluster_id
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v0 = o0.topics
    n = len(v0) + 1
    if n < 128: a(P_iB(o0.controller_id, n))
    else: a(P_i(o0.controller_id) + uvarint(n))
    for o1 in v0:
        v = o1.name
        if v is None: v = b''; n = 0
        else: v = v.encode(); n = len(v) + 1
        if n < 128: a(P_hB(o1.error_code, n))
        else: a(P_h(o1.error_code) + uvarint(n))
        a(v)
        if len(o1.topic_id) != 16: raise EncodeError(f'{o1.topic_id!r:.80} is not a uuid')
        v1 = o1.partitions
        n = len(v1) + 1
        if n < 128: a(P_16sTB(o1.topic_id, o1.is_internal, n))
        else: a(P_16sT(o1.topic_id, o1.is_internal) + uvarint(n))
        for o2 in v1:
            s0 = o2.replica_nodes
            n0 = len(s0)
            s1 = o2.isr_nodes
            n1 = len(s1)
            s2 = o2.offline_replicas
            n2 = len(s2)
            if o2.unknown_tagged_fields:
                if n0 > 126 or n1 > 126 or n2 > 126:
                    a(P_h3i(o2.error_code, o2.partition_index, o2.leader_id, o2.leader_epoch))
                    a(uvarint(n0 + 1))
                    a(F_ni[n0](*s0))
                    a(uvarint(n1 + 1))
                    a(F_ni[n1](*s1))
                    a(uvarint(n2 + 1))
                    a(F_ni[n2](*s2))
                else:
                    a(F_h3iBniBniBni[n0, n1, n2](o2.error_code, o2.partition_index, o2.leader_id, o2.leader_epoch, n0 + 1, *s0, n1 + 1, *s1, n2 + 1, *s2))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                if n0 > 126 or n1 > 126 or n2 > 126:
                    a(P_h3i(o2.error_code, o2.partition_index, o2.leader_id, o2.leader_epoch))
                    a(uvarint(n0 + 1))
                    a(F_ni[n0](*s0))
                    a(uvarint(n1 + 1))
                    a(F_ni[n1](*s1))
                    a(uvarint(n2 + 1))
                    a(F_nix[n2](*s2))
                else:
                    a(F_h3iBniBniBnix[n0, n1, n2](o2.error_code, o2.partition_index, o2.leader_id, o2.leader_epoch, n0 + 1, *s0, n1 + 1, *s1, n2 + 1, *s2))
        if o1.unknown_tagged_fields:
            a(P_i(o1.topic_authorized_operations))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_ix(o1.topic_authorized_operations))
    if o0.unknown_tagged_fields:
        a(P_h(o0.error_code))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_hx(o0.error_code))

MetadataResponse.ENCODERS = (
    encode_metadata_response_v0,
    encode_metadata_response_v1,
    encode_metadata_response_v2,
    encode_metadata_response_v3,
    encode_metadata_response_v3,
    encode_metadata_response_v5,
    encode_metadata_response_v5,
    encode_metadata_response_v7,
    encode_metadata_response_v8,
    encode_metadata_response_v9,
    encode_metadata_response_v10,
    encode_metadata_response_v11,
    encode_metadata_response_v12,
    encode_metadata_response_v13,
)
