"""Written by `make generate` from protocol/messages/alter_replica_log_dirs.py. Do not edit."""

from kavka.protocol.message import Message, Part
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import new, new_message, pack, read_tags, read_uvarint, refuse, unpack_from, uvarint
from kavka.protocol.wire import write_tags

class AlterReplicaLogDirsRequest(Message):
    __slots__ = ('dirs', 'unknown_tagged_fields')
    API_KEY = 34
    MIN_VERSION = 0
    MAX_VERSION = 2
    FLEXIBLE_FROM = 2
    
    class AlterReplicaLogDirTopic(Part):
        __slots__ = ('name', 'partitions', 'unknown_tagged_fields')
        
        def __init__(self, name='', partitions=EMPTY, unknown_tagged_fields=()):
            self.name = name
            self.partitions = [] if partitions is EMPTY else partitions
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class AlterReplicaLogDir(Part):
        __slots__ = ('path', 'topics', 'unknown_tagged_fields')
        
        def __init__(self, path='', topics=EMPTY, unknown_tagged_fields=()):
            self.path = path
            self.topics = [] if topics is EMPTY else topics
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, dirs=EMPTY, unknown_tagged_fields=()):
        self.dirs = [] if dirs is EMPTY else dirs
        self.unknown_tagged_fields = unknown_tagged_fields

AlterReplicaLogDirsRequest_AlterReplicaLogDirTopic = AlterReplicaLogDirsRequest.AlterReplicaLogDirTopic

AlterReplicaLogDirsRequest_AlterReplicaLogDir = AlterReplicaLogDirsRequest.AlterReplicaLogDir

class AlterReplicaLogDirsResponse(Message):
    __slots__ = ('throttle_time_ms', 'results', 'unknown_tagged_fields')
    API_KEY = 34
    MIN_VERSION = 0
    MAX_VERSION = 2
    FLEXIBLE_FROM = 2
    
    class AlterReplicaLogDirPartitionResult(Part):
        __slots__ = ('partition_index', 'error_code', 'unknown_tagged_fields')
        
        def __init__(self, partition_index=0, error_code=0, unknown_tagged_fields=()):
            self.partition_index = partition_index
            self.error_code = error_code
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class AlterReplicaLogDirTopicResult(Part):
        __slots__ = ('topic_name', 'partitions', 'unknown_tagged_fields')
        
        def __init__(self, topic_name='', partitions=EMPTY, unknown_tagged_fields=()):
            self.topic_name = topic_name
            self.partitions = [] if partitions is EMPTY else partitions
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, throttle_time_ms=0, results=EMPTY, unknown_tagged_fields=()):
        self.throttle_time_ms = throttle_time_ms
        self.results = [] if results is EMPTY else results
        self.unknown_tagged_fields = unknown_tagged_fields

AlterReplicaLogDirsResponse_AlterReplicaLogDirPartitionResult = AlterReplicaLogDirsResponse.AlterReplicaLogDirPartitionResult

AlterReplicaLogDirsResponse_AlterReplicaLogDirTopicResult = AlterReplicaLogDirsResponse.AlterReplicaLogDirTopicResult

U_i = Struct('>i').unpack_from
U_h = Struct('>h').unpack_from
UNPACK_i = UNPACK['i']
P_i = Struct('>i').pack
P_h = Struct('>h').pack
F_ini = PackCache('>i%di')
F_ni = PackCache('>%di')
F_Bni = PackCache('>B%di')
F_nix = PackCache('>%dix')
F_Bnix = PackCache('>B%dix')
U_2i = Struct('>2i').unpack_from
I_ih = Struct('>ih').iter_unpack
U_iB = Struct('>iB').unpack_from
U_ihB = Struct('>ihB').unpack_from
P_2i = Struct('>2i').pack
P_ih = Struct('>ih').pack
P_iB = Struct('>iB').pack
P_ihx = Struct('>ihx').pack

def decode_alter_replica_log_dirs_request_v0(b, p):
    e = len(b)
    o0 = new_message(AlterReplicaLogDirsRequest)
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'AlterReplicaLogDirsRequest: dirs: count {c0}')
    o0.dirs = l0 = []
    for _ in range(c0):
        o1 = new(AlterReplicaLogDirsRequest_AlterReplicaLogDir)
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'AlterReplicaLogDirsRequest: path: length {n}')
        q = p + n
        o1.path = b[p:q].decode()
        p = q
        c1, = U_i(b, p)
        p += 4
        if not 0 <= c1 * 6 <= e - p: raise DecodeError(f'AlterReplicaLogDirsRequest: topics: count {c1}')
        o1.topics = l1 = []
        for _ in range(c1):
            o2 = new(AlterReplicaLogDirsRequest_AlterReplicaLogDirTopic)
            n, = U_h(b, p)
            p += 2
            if n < 0: raise DecodeError(f'AlterReplicaLogDirsRequest: name: length {n}')
            q = p + n
            o2.name = b[p:q].decode()
            p = q
            c2, = U_i(b, p)
            p += 4
            if 0 < c2 < 9: o2.partitions = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.partitions = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'AlterReplicaLogDirsRequest: partitions: count {c2}')
                o2.partitions = [*unpack_from(f'>{c2}i', b, p)]
                p += c2 * 4
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_alter_replica_log_dirs_request_v2(b, p):
    e = len(b)
    o0 = new_message(AlterReplicaLogDirsRequest)
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 3 <= e - p: raise DecodeError(f'AlterReplicaLogDirsRequest: dirs: count {c0}')
    o0.dirs = l0 = []
    for _ in range(c0):
        o1 = new(AlterReplicaLogDirsRequest_AlterReplicaLogDir)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'AlterReplicaLogDirsRequest: path: length {n}')
        q = p + n - 1
        o1.path = b[p:q].decode()
        p = q
        c1 = b[p]
        p += 1
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 3 <= e - p: raise DecodeError(f'AlterReplicaLogDirsRequest: topics: count {c1}')
        o1.topics = l1 = []
        for _ in range(c1):
            o2 = new(AlterReplicaLogDirsRequest_AlterReplicaLogDirTopic)
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'AlterReplicaLogDirsRequest: name: length {n}')
            q = p + n - 1
            o2.name = b[p:q].decode()
            p = q
            c2 = b[p]
            p += 1
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if 0 < c2 < 9: o2.partitions = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.partitions = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'AlterReplicaLogDirsRequest: partitions: count {c2}')
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

AlterReplicaLogDirsRequest.DECODERS = (
    decode_alter_replica_log_dirs_request_v0,
    decode_alter_replica_log_dirs_request_v0,
    decode_alter_replica_log_dirs_request_v2,
)

def encode_alter_replica_log_dirs_request_v0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v0 = o0.dirs
    n = len(v0)
    a(P_i(n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.path.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v1 = o1.topics
        n = len(v1)
        a(P_i(n))
        for o2 in v1:
            if o2.unknown_tagged_fields: raise refuse(o2, 'unknown_tagged_fields')
            v = o2.name.encode()
            n = len(v)
            a(P_h(n))
            a(v)
            s0 = o2.partitions
            n0 = len(s0)
            a(F_ini[n0](n0, *s0))

def encode_alter_replica_log_dirs_request_v2(o0, l, out):
    a = l.append
    v0 = o0.dirs
    n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        v = o1.path.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v1 = o1.topics
        n = len(v1) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o2 in v1:
            v = o2.name.encode()
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

AlterReplicaLogDirsRequest.ENCODERS = (
    encode_alter_replica_log_dirs_request_v0,
    encode_alter_replica_log_dirs_request_v0,
    encode_alter_replica_log_dirs_request_v2,
)

def decode_alter_replica_log_dirs_response_v0(b, p):
    e = len(b)
    o0 = new_message(AlterReplicaLogDirsResponse)
    o0.throttle_time_ms, c0 = U_2i(b, p)
    p += 8
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'AlterReplicaLogDirsResponse: results: count {c0}')
    o0.results = l0 = []
    for _ in range(c0):
        o1 = new(AlterReplicaLogDirsResponse_AlterReplicaLogDirTopicResult)
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'AlterReplicaLogDirsResponse: topic_name: length {n}')
        q = p + n
        o1.topic_name = b[p:q].decode()
        p = q
        c1, = U_i(b, p)
        p += 4
        if not 0 <= c1 * 6 <= e - p: raise DecodeError(f'AlterReplicaLogDirsResponse: partitions: count {c1}')
        o1.partitions = l1 = []
        q = p + c1 * 6
        for v0, v1 in I_ih(b[p:q]):
            o2 = new(AlterReplicaLogDirsResponse_AlterReplicaLogDirPartitionResult)
            o2.partition_index = v0
            o2.error_code = v1
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        p = q
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_alter_replica_log_dirs_response_v2(b, p):
    e = len(b)
    o0 = new_message(AlterReplicaLogDirsResponse)
    o0.throttle_time_ms, c0 = U_iB(b, p)
    p += 5
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 3 <= e - p: raise DecodeError(f'AlterReplicaLogDirsResponse: results: count {c0}')
    o0.results = l0 = []
    for _ in range(c0):
        o1 = new(AlterReplicaLogDirsResponse_AlterReplicaLogDirTopicResult)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'AlterReplicaLogDirsResponse: topic_name: length {n}')
        q = p + n - 1
        o1.topic_name = b[p:q].decode()
        p = q
        c1 = b[p]
        p += 1
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 7 <= e - p: raise DecodeError(f'AlterReplicaLogDirsResponse: partitions: count {c1}')
        o1.partitions = l1 = []
        for _ in range(c1):
            o2 = new(AlterReplicaLogDirsResponse_AlterReplicaLogDirPartitionResult)
            o2.partition_index, o2.error_code, t = U_ihB(b, p)
            p += 7
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

AlterReplicaLogDirsResponse.DECODERS = (
    decode_alter_replica_log_dirs_response_v0,
    decode_alter_replica_log_dirs_response_v0,
    decode_alter_replica_log_dirs_response_v2,
)

def encode_alter_replica_log_dirs_response_v0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v0 = o0.results
    n = len(v0)
    a(P_2i(o0.throttle_time_ms, n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.topic_name.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v1 = o1.partitions
        n = len(v1)
        a(P_i(n))
        for o2 in v1:
            if o2.unknown_tagged_fields: raise refuse(o2, 'unknown_tagged_fields')
            a(P_ih(o2.partition_index, o2.error_code))

def encode_alter_replica_log_dirs_response_v2(o0, l, out):
    a = l.append
    v0 = o0.results
    n = len(v0) + 1
    if n < 128: a(P_iB(o0.throttle_time_ms, n))
    else: a(P_i(o0.throttle_time_ms) + uvarint(n))
    for o1 in v0:
        v = o1.topic_name.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v1 = o1.partitions
        n = len(v1) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o2 in v1:
            if o2.unknown_tagged_fields:
                a(P_ih(o2.partition_index, o2.error_code))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(P_ihx(o2.partition_index, o2.error_code))
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

AlterReplicaLogDirsResponse.ENCODERS = (
    encode_alter_replica_log_dirs_response_v0,
    encode_alter_replica_log_dirs_response_v0,
    encode_alter_replica_log_dirs_response_v2,
)
