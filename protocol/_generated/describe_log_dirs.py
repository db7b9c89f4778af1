"""Written by `make generate` from protocol/messages/describe_log_dirs.py. Do not edit."""

from kavka.protocol.message import Message, Part
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import new, new_message, pack, read_tags, read_uvarint, refuse, unpack_from, uvarint
from kavka.protocol.wire import write_tags

class DescribeLogDirsRequest(Message):
    __slots__ = ('topics', 'unknown_tagged_fields')
    API_KEY = 35
    MIN_VERSION = 0
    MAX_VERSION = 5
    FLEXIBLE_FROM = 2
    
    class DescribableLogDirTopic(Part):
        __slots__ = ('topic', 'partitions', 'unknown_tagged_fields')
        
        def __init__(self, topic='', partitions=EMPTY, unknown_tagged_fields=()):
            self.topic = topic
            self.partitions = [] if partitions is EMPTY else partitions
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, topics=EMPTY, unknown_tagged_fields=()):
        self.topics = [] if topics is EMPTY else topics
        self.unknown_tagged_fields = unknown_tagged_fields

DescribeLogDirsRequest_DescribableLogDirTopic = DescribeLogDirsRequest.DescribableLogDirTopic

class DescribeLogDirsResponse(Message):
    __slots__ = ('throttle_time_ms', 'error_code', 'results', 'unknown_tagged_fields')
    API_KEY = 35
    MIN_VERSION = 0
    MAX_VERSION = 5
    FLEXIBLE_FROM = 2
    
    class DescribeLogDirsPartition(Part):
        __slots__ = ('partition_index', 'partition_size', 'offset_lag', 'is_future_key', 'unknown_tagged_fields')
        
        def __init__(self, partition_index=0, partition_size=0, offset_lag=0, is_future_key=False, unknown_tagged_fields=()):
            self.partition_index = partition_index
            self.partition_size = partition_size
            self.offset_lag = offset_lag
            self.is_future_key = is_future_key
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class DescribeLogDirsTopic(Part):
        __slots__ = ('name', 'partitions', 'unknown_tagged_fields')
        
        def __init__(self, name='', partitions=EMPTY, unknown_tagged_fields=()):
            self.name = name
            self.partitions = [] if partitions is EMPTY else partitions
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class DescribeLogDirsResult(Part):
        __slots__ = ('error_code', 'log_dir', 'topics', 'total_bytes', 'usable_bytes', 'is_cordoned', 'unknown_tagged_fields')
        
        def __init__(self, error_code=0, log_dir='', topics=EMPTY, total_bytes=-1, usable_bytes=-1, is_cordoned=False, unknown_tagged_fields=()):
            self.error_code = error_code
            self.log_dir = log_dir
            self.topics = [] if topics is EMPTY else topics
            self.total_bytes = total_bytes
            self.usable_bytes = usable_bytes
            self.is_cordoned = is_cordoned
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, throttle_time_ms=0, error_code=0, results=EMPTY, unknown_tagged_fields=()):
        self.throttle_time_ms = throttle_time_ms
        self.error_code = error_code
        self.results = [] if results is EMPTY else results
        self.unknown_tagged_fields = unknown_tagged_fields

DescribeLogDirsResponse_DescribeLogDirsPartition = DescribeLogDirsResponse.DescribeLogDirsPartition

DescribeLogDirsResponse_DescribeLogDirsTopic = DescribeLogDirsResponse.DescribeLogDirsTopic

DescribeLogDirsResponse_DescribeLogDirsResult = DescribeLogDirsResponse.DescribeLogDirsResult

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
U_2h = Struct('>2h').unpack_from
I_i2qT = Struct('>i2q?').iter_unpack
U_iB = Struct('>iB').unpack_from
U_hB = Struct('>hB').unpack_from
U_i2qTB = Struct('>i2q?B').unpack_from
U_ihB = Struct('>ihB').unpack_from
U_2qB = Struct('>2qB').unpack_from
U_2qTB = Struct('>2q?B').unpack_from
P_2i = Struct('>2i').pack
P_2h = Struct('>2h').pack
P_i2qT = Struct('>i2q?').pack
P_iB = Struct('>iB').pack
P_hB = Struct('>hB').pack
P_i2qTx = Struct('>i2q?x').pack
P_ihB = Struct('>ihB').pack
P_ih = Struct('>ih').pack
P_2q = Struct('>2q').pack
P_2qx = Struct('>2qx').pack
P_2qT = Struct('>2q?').pack
P_2qTx = Struct('>2q?x').pack

def decode_describe_log_dirs_request_v0(b, p):
    e = len(b)
    o0 = new_message(DescribeLogDirsRequest)
    c0, = U_i(b, p)
    p += 4
    if c0 == -1:
        o0.topics = None
    else:
        if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'DescribeLogDirsRequest: topics: count {c0}')
        o0.topics = l0 = []
        for _ in range(c0):
            o1 = new(DescribeLogDirsRequest_DescribableLogDirTopic)
            n, = U_h(b, p)
            p += 2
            if n < 0: raise DecodeError(f'DescribeLogDirsRequest: topic: length {n}')
            q = p + n
            o1.topic = b[p:q].decode()
            p = q
            c1, = U_i(b, p)
            p += 4
            if 0 < c1 < 9: o1.partitions = [*UNPACK_i[c1](b, p)]; p += c1 * 4
            elif c1 == 0: o1.partitions = []
            else:
                if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'DescribeLogDirsRequest: partitions: count {c1}')
                o1.partitions = [*unpack_from(f'>{c1}i', b, p)]
                p += c1 * 4
            o1.unknown_tagged_fields = ()
            l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_describe_log_dirs_request_v2(b, p):
    e = len(b)
    o0 = new_message(DescribeLogDirsRequest)
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if c0 == -1:
        o0.topics = None
    else:
        if not 0 <= c0 * 3 <= e - p: raise DecodeError(f'DescribeLogDirsRequest: topics: count {c0}')
        o0.topics = l0 = []
        for _ in range(c0):
            o1 = new(DescribeLogDirsRequest_DescribableLogDirTopic)
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'DescribeLogDirsRequest: topic: length {n}')
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
                if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'DescribeLogDirsRequest: partitions: count {c1}')
                o1.partitions = [*unpack_from(f'>{c1}i', b, p)]
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

DescribeLogDirsRequest.DECODERS = (
    decode_describe_log_dirs_request_v0,
    decode_describe_log_dirs_request_v0,
    decode_describe_log_dirs_request_v2,
    decode_describe_log_dirs_request_v2,
    decode_describe_log_dirs_request_v2,
    decode_describe_log_dirs_request_v2,
)

def encode_describe_log_dirs_request_v0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v0 = o0.topics
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

def encode_describe_log_dirs_request_v2(o0, l, out):
    a = l.append
    v0 = o0.topics
    if v0 is None: v0 = (); n = 0
    else: n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
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
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

DescribeLogDirsRequest.ENCODERS = (
    encode_describe_log_dirs_request_v0,
    encode_describe_log_dirs_request_v0,
    encode_describe_log_dirs_request_v2,
    encode_describe_log_dirs_request_v2,
    encode_describe_log_dirs_request_v2,
    encode_describe_log_dirs_request_v2,
)

def decode_describe_log_dirs_response_v0(b, p):
    e = len(b)
    o0 = new_message(DescribeLogDirsResponse)
    o0.error_code = 0
    o0.throttle_time_ms, c0 = U_2i(b, p)
    p += 8
    if not 0 <= c0 * 8 <= e - p: raise DecodeError(f'DescribeLogDirsResponse: results: count {c0}')
    o0.results = l0 = []
    for _ in range(c0):
        o1 = new(DescribeLogDirsResponse_DescribeLogDirsResult)
        o1.total_bytes = -1
        o1.usable_bytes = -1
        o1.is_cordoned = False
        o1.error_code, n = U_2h(b, p)
        p += 4
        if n < 0: raise DecodeError(f'DescribeLogDirsResponse: log_dir: length {n}')
        q = p + n
        o1.log_dir = b[p:q].decode()
        p = q
        c1, = U_i(b, p)
        p += 4
        if not 0 <= c1 * 6 <= e - p: raise DecodeError(f'DescribeLogDirsResponse: topics: count {c1}')
        o1.topics = l1 = []
        for _ in range(c1):
            o2 = new(DescribeLogDirsResponse_DescribeLogDirsTopic)
            n, = U_h(b, p)
            p += 2
            if n < 0: raise DecodeError(f'DescribeLogDirsResponse: name: length {n}')
            q = p + n
            o2.name = b[p:q].decode()
            p = q
            c2, = U_i(b, p)
            p += 4
            if not 0 <= c2 * 21 <= e - p: raise DecodeError(f'DescribeLogDirsResponse: partitions: count {c2}')
            o2.partitions = l2 = []
            q = p + c2 * 21
            for v0, v1, v2, v3 in I_i2qT(b[p:q]):
                o3 = new(DescribeLogDirsResponse_DescribeLogDirsPartition)
                o3.partition_index = v0
                o3.partition_size = v1
                o3.offset_lag = v2
                o3.is_future_key = v3
                o3.unknown_tagged_fields = ()
                l2.append(o3)
            p = q
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_describe_log_dirs_response_v2(b, p):
    e = len(b)
    o0 = new_message(DescribeLogDirsResponse)
    o0.error_code = 0
    o0.throttle_time_ms, c0 = U_iB(b, p)
    p += 5
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 5 <= e - p: raise DecodeError(f'DescribeLogDirsResponse: results: count {c0}')
    o0.results = l0 = []
    for _ in range(c0):
        o1 = new(DescribeLogDirsResponse_DescribeLogDirsResult)
        o1.total_bytes = -1
        o1.usable_bytes = -1
        o1.is_cordoned = False
        o1.error_code, n = U_hB(b, p)
        p += 3
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'DescribeLogDirsResponse: log_dir: length {n}')
        q = p + n - 1
        o1.log_dir = b[p:q].decode()
        p = q
        c1 = b[p]
        p += 1
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 3 <= e - p: raise DecodeError(f'DescribeLogDirsResponse: topics: count {c1}')
        o1.topics = l1 = []
        for _ in range(c1):
            o2 = new(DescribeLogDirsResponse_DescribeLogDirsTopic)
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'DescribeLogDirsResponse: name: length {n}')
            q = p + n - 1
            o2.name = b[p:q].decode()
            p = q
            c2 = b[p]
            p += 1
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if not 0 <= c2 * 22 <= e - p: raise DecodeError(f'DescribeLogDirsResponse: partitions: count {c2}')
            o2.partitions = l2 = []
            for _ in range(c2):
                o3 = new(DescribeLogDirsResponse_DescribeLogDirsPartition)
                o3.partition_index, o3.partition_size, o3.offset_lag, o3.is_future_key, t = U_i2qTB(b, p)
                p += 22
                if t: o3.unknown_tagged_fields, p = read_tags(b, p - 1)
                else: o3.unknown_tagged_fields = ()
                l2.append(o3)
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

def decode_describe_log_dirs_response_v3(b, p):
    e = len(b)
    o0 = new_message(DescribeLogDirsResponse)
    o0.throttle_time_ms, o0.error_code, c0 = U_ihB(b, p)
    p += 7
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 5 <= e - p: raise DecodeError(f'DescribeLogDirsResponse: results: count {c0}')
    o0.results = l0 = []
    for _ in range(c0):
        o1 = new(DescribeLogDirsResponse_DescribeLogDirsResult)
        o1.total_bytes = -1
        o1.usable_bytes = -1
        o1.is_cordoned = False
        o1.error_code, n = U_hB(b, p)
        p += 3
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'DescribeLogDirsResponse: log_dir: length {n}')
        q = p + n - 1
        o1.log_dir = b[p:q].decode()
        p = q
        c1 = b[p]
        p += 1
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 3 <= e - p: raise DecodeError(f'DescribeLogDirsResponse: topics: count {c1}')
        o1.topics = l1 = []
        for _ in range(c1):
            o2 = new(DescribeLogDirsResponse_DescribeLogDirsTopic)
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'DescribeLogDirsResponse: name: length {n}')
            q = p + n - 1
            o2.name = b[p:q].decode()
            p = q
            c2 = b[p]
            p += 1
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if not 0 <= c2 * 22 <= e - p: raise DecodeError(f'DescribeLogDirsResponse: partitions: count {c2}')
            o2.partitions = l2 = []
            for _ in range(c2):
                o3 = new(DescribeLogDirsResponse_DescribeLogDirsPartition)
                o3.partition_index, o3.partition_size, o3.offset_lag, o3.is_future_key, t = U_i2qTB(b, p)
                p += 22
                if t: o3.unknown_tagged_fields, p = read_tags(b, p - 1)
                else: o3.unknown_tagged_fields = ()
                l2.append(o3)
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

def decode_describe_log_dirs_response_v4(b, p):
    e = len(b)
    o0 = new_message(DescribeLogDirsResponse)
    o0.throttle_time_ms, o0.error_code, c0 = U_ihB(b, p)
    p += 7
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 21 <= e - p: raise DecodeError(f'DescribeLogDirsResponse: results: count {c0}')
    o0.results = l0 = []
    for _ in range(c0):
        o1 = new(DescribeLogDirsResponse_DescribeLogDirsResult)
        o1.is_cordoned = False
        o1.error_code, n = U_hB(b, p)
        p += 3
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'DescribeLogDirsResponse: log_dir: length {n}')
        q = p + n - 1
        o1.log_dir = b[p:q].decode()
        p = q
        c1 = b[p]
        p += 1
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 3 <= e - p: raise DecodeError(f'DescribeLogDirsResponse: topics: count {c1}')
        o1.topics = l1 = []
        for _ in range(c1):
            o2 = new(DescribeLogDirsResponse_DescribeLogDirsTopic)
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'DescribeLogDirsResponse: name: length {n}')
            q = p + n - 1
            o2.name = b[p:q].decode()
            p = q
            c2 = b[p]
            p += 1
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if not 0 <= c2 * 22 <= e - p: raise DecodeError(f'DescribeLogDirsResponse: partitions: count {c2}')
            o2.partitions = l2 = []
            for _ in range(c2):
                o3 = new(DescribeLogDirsResponse_DescribeLogDirsPartition)
                o3.partition_index, o3.partition_size, o3.offset_lag, o3.is_future_key, t = U_i2qTB(b, p)
                p += 22
                if t: o3.unknown_tagged_fields, p = read_tags(b, p - 1)
                else: o3.unknown_tagged_fields = ()
                l2.append(o3)
            t = b[p]
            p += 1
            if t: o2.unknown_tagged_fields, p = read_tags(b, p - 1)
            else: o2.unknown_tagged_fields = ()
            l1.append(o2)
        o1.total_bytes, o1.usable_bytes, t = U_2qB(b, p)
        p += 17
        if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
        else: o1.unknown_tagged_fields = ()
        l0.append(o1)
    t = b[p]
    p += 1
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

def decode_describe_log_dirs_response_v5(b, p):
    e = len(b)
    o0 = new_message(DescribeLogDirsResponse)
    o0.throttle_time_ms, o0.error_code, c0 = U_ihB(b, p)
    p += 7
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 22 <= e - p: raise DecodeError(f'DescribeLogDirsResponse: results: count {c0}')
    o0.results = l0 = []
    for _ in range(c0):
        o1 = new(DescribeLogDirsResponse_DescribeLogDirsResult)
        o1.error_code, n = U_hB(b, p)
        p += 3
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'DescribeLogDirsResponse: log_dir: length {n}')
        q = p + n - 1
        o1.log_dir = b[p:q].decode()
        p = q
        c1 = b[p]
        p += 1
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 3 <= e - p: raise DecodeError(f'DescribeLogDirsResponse: topics: count {c1}')
        o1.topics = l1 = []
        for _ in range(c1):
            o2 = new(DescribeLogDirsResponse_DescribeLogDirsTopic)
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'DescribeLogDirsResponse: name: length {n}')
            q = p + n - 1
            o2.name = b[p:q].decode()
            p = q
            c2 = b[p]
            p += 1
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if not 0 <= c2 * 22 <= e - p: raise DecodeError(f'DescribeLogDirsResponse: partitions: count {c2}')
            o2.partitions = l2 = []
            for _ in range(c2):
                o3 = new(DescribeLogDirsResponse_DescribeLogDirsPartition)
                o3.partition_index, o3.partition_size, o3.offset_lag, o3.is_future_key, t = U_i2qTB(b, p)
                p += 22
                if t: o3.unknown_tagged_fields, p = read_tags(b, p - 1)
                else: o3.unknown_tagged_fields = ()
                l2.append(o3)
            t = b[p]
            p += 1
            if t: o2.unknown_tagged_fields, p = read_tags(b, p - 1)
            else: o2.unknown_tagged_fields = ()
            l1.append(o2)
        o1.total_bytes, o1.usable_bytes, o1.is_cordoned, t = U_2qTB(b, p)
        p += 18
        if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
        else: o1.unknown_tagged_fields = ()
        l0.append(o1)
    t = b[p]
    p += 1
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

DescribeLogDirsResponse.DECODERS = (
    decode_describe_log_dirs_response_v0,
    decode_describe_log_dirs_response_v0,
    decode_describe_log_dirs_response_v2,
    decode_describe_log_dirs_response_v3,
    decode_describe_log_dirs_response_v4,
    decode_describe_log_dirs_response_v5,
)

def encode_describe_log_dirs_response_v0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v0 = o0.results
    n = len(v0)
    a(P_2i(o0.throttle_time_ms, n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.log_dir.encode()
        n = len(v)
        a(P_2h(o1.error_code, n))
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
            v2 = o2.partitions
            n = len(v2)
            a(P_i(n))
            for o3 in v2:
                if o3.unknown_tagged_fields: raise refuse(o3, 'unknown_tagged_fields')
                a(P_i2qT(o3.partition_index, o3.partition_size, o3.offset_lag, o3.is_future_key))

def encode_describe_log_dirs_response_v2(o0, l, out):
    a = l.append
    v0 = o0.results
    n = len(v0) + 1
    if n < 128: a(P_iB(o0.throttle_time_ms, n))
    else: a(P_i(o0.throttle_time_ms) + uvarint(n))
    for o1 in v0:
        v = o1.log_dir.encode()
        n = len(v) + 1
        if n < 128: a(P_hB(o1.error_code, n))
        else: a(P_h(o1.error_code) + uvarint(n))
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
            v2 = o2.partitions
            n = len(v2) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            for o3 in v2:
                if o3.unknown_tagged_fields:
                    a(P_i2qT(o3.partition_index, o3.partition_size, o3.offset_lag, o3.is_future_key))
                    a(write_tags(o3.unknown_tagged_fields))
                else:
                    a(P_i2qTx(o3.partition_index, o3.partition_size, o3.offset_lag, o3.is_future_key))
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

def encode_describe_log_dirs_response_v3(o0, l, out):
    a = l.append
    v0 = o0.results
    n = len(v0) + 1
    if n < 128: a(P_ihB(o0.throttle_time_ms, o0.error_code, n))
    else: a(P_ih(o0.throttle_time_ms, o0.error_code) + uvarint(n))
    for o1 in v0:
        v = o1.log_dir.encode()
        n = len(v) + 1
        if n < 128: a(P_hB(o1.error_code, n))
        else: a(P_h(o1.error_code) + uvarint(n))
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
            v2 = o2.partitions
            n = len(v2) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            for o3 in v2:
                if o3.unknown_tagged_fields:
                    a(P_i2qT(o3.partition_index, o3.partition_size, o3.offset_lag, o3.is_future_key))
                    a(write_tags(o3.unknown_tagged_fields))
                else:
                    a(P_i2qTx(o3.partition_index, o3.partition_size, o3.offset_lag, o3.is_future_key))
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

def encode_describe_log_dirs_response_v4(o0, l, out):
    a = l.append
    v0 = o0.results
    n = len(v0) + 1
    if n < 128: a(P_ihB(o0.throttle_time_ms, o0.error_code, n))
    else: a(P_ih(o0.throttle_time_ms, o0.error_code) + uvarint(n))
    for o1 in v0:
        v = o1.log_dir.encode()
        n = len(v) + 1
        if n < 128: a(P_hB(o1.error_code, n))
        else: a(P_h(o1.error_code) + uvarint(n))
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
            v2 = o2.partitions
            n = len(v2) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            for o3 in v2:
                if o3.unknown_tagged_fields:
                    a(P_i2qT(o3.partition_index, o3.partition_size, o3.offset_lag, o3.is_future_key))
                    a(write_tags(o3.unknown_tagged_fields))
                else:
                    a(P_i2qTx(o3.partition_index, o3.partition_size, o3.offset_lag, o3.is_future_key))
            if o2.unknown_tagged_fields:
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(b'\x00')
        if o1.unknown_tagged_fields:
            a(P_2q(o1.total_bytes, o1.usable_bytes))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_2qx(o1.total_bytes, o1.usable_bytes))
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

def encode_describe_log_dirs_response_v5(o0, l, out):
    a = l.append
    v0 = o0.results
    n = len(v0) + 1
    if n < 128: a(P_ihB(o0.throttle_time_ms, o0.error_code, n))
    else: a(P_ih(o0.throttle_time_ms, o0.error_code) + uvarint(n))
    for o1 in v0:
        v = o1.log_dir.encode()
        n = len(v) + 1
        if n < 128: a(P_hB(o1.error_code, n))
        else: a(P_h(o1.error_code) + uvarint(n))
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
            v2 = o2.partitions
            n = len(v2) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            for o3 in v2:
                if o3.unknown_tagged_fields:
                    a(P_i2qT(o3.partition_index, o3.partition_size, o3.offset_lag, o3.is_future_key))
                    a(write_tags(o3.unknown_tagged_fields))
                else:
                    a(P_i2qTx(o3.partition_index, o3.partition_size, o3.offset_lag, o3.is_future_key))
            if o2.unknown_tagged_fields:
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(b'\x00')
        if o1.unknown_tagged_fields:
            a(P_2qT(o1.total_bytes, o1.usable_bytes, o1.is_cordoned))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_2qTx(o1.total_bytes, o1.usable_bytes, o1.is_cordoned))
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

DescribeLogDirsResponse.ENCODERS = (
    encode_describe_log_dirs_response_v0,
    encode_describe_log_dirs_response_v0,
    encode_describe_log_dirs_response_v2,
    encode_describe_log_dirs_response_v3,
    encode_describe_log_dirs_response_v4,
    encode_describe_log_dirs_response_v5,
)
