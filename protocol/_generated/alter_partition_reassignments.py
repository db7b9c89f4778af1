"""Written by `make generate` from protocol/messages/alter_partition_reassignments.py. Do not edit."""

from kavka.protocol.message import Message, Part
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import new, new_message, pack, read_tags, read_uvarint, refuse, unpack_from, uvarint
from kavka.protocol.wire import write_tags

class AlterPartitionReassignmentsRequest(Message):
    __slots__ = ('timeout_ms', 'allow_replication_factor_change', 'topics', 'unknown_tagged_fields')
    API_KEY = 45
    MIN_VERSION = 0
    MAX_VERSION = 1
    FLEXIBLE_FROM = 0
    
    class ReassignablePartition(Part):
        __slots__ = ('partition_index', 'replicas', 'unknown_tagged_fields')
        
        def __init__(self, partition_index=0, replicas=None, unknown_tagged_fields=()):
            self.partition_index = partition_index
            self.replicas = replicas
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class ReassignableTopic(Part):
        __slots__ = ('name', 'partitions', 'unknown_tagged_fields')
        
        def __init__(self, name='', partitions=EMPTY, unknown_tagged_fields=()):
            self.name = name
            self.partitions = [] if partitions is EMPTY else partitions
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, timeout_ms=60000, allow_replication_factor_change=True, topics=EMPTY, unknown_tagged_fields=()):
        self.timeout_ms = timeout_ms
        self.allow_replication_factor_change = allow_replication_factor_change
        self.topics = [] if topics is EMPTY else topics
        self.unknown_tagged_fields = unknown_tagged_fields

AlterPartitionReassignmentsRequest_ReassignablePartition = AlterPartitionReassignmentsRequest.ReassignablePartition

AlterPartitionReassignmentsRequest_ReassignableTopic = AlterPartitionReassignmentsRequest.ReassignableTopic

class AlterPartitionReassignmentsResponse(Message):
    __slots__ = ('throttle_time_ms', 'allow_replication_factor_change', 'error_code', 'error_message', 'responses', 'unknown_tagged_fields')
    API_KEY = 45
    MIN_VERSION = 0
    MAX_VERSION = 1
    FLEXIBLE_FROM = 0
    
    class ReassignablePartitionResponse(Part):
        __slots__ = ('partition_index', 'error_code', 'error_message', 'unknown_tagged_fields')
        
        def __init__(self, partition_index=0, error_code=0, error_message='', unknown_tagged_fields=()):
            self.partition_index = partition_index
            self.error_code = error_code
            self.error_message = error_message
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class ReassignableTopicResponse(Part):
        __slots__ = ('name', 'partitions', 'unknown_tagged_fields')
        
        def __init__(self, name='', partitions=EMPTY, unknown_tagged_fields=()):
            self.name = name
            self.partitions = [] if partitions is EMPTY else partitions
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, throttle_time_ms=0, allow_replication_factor_change=True, error_code=0, error_message='', responses=EMPTY, unknown_tagged_fields=()):
        self.throttle_time_ms = throttle_time_ms
        self.allow_replication_factor_change = allow_replication_factor_change
        self.error_code = error_code
        self.error_message = error_message
        self.responses = [] if responses is EMPTY else responses
        self.unknown_tagged_fields = unknown_tagged_fields

AlterPartitionReassignmentsResponse_ReassignablePartitionResponse = AlterPartitionReassignmentsResponse.ReassignablePartitionResponse

AlterPartitionReassignmentsResponse_ReassignableTopicResponse = AlterPartitionReassignmentsResponse.ReassignableTopicResponse

U_iB = Struct('>iB').unpack_from
UNPACK_i = UNPACK['i']
U_iTB = Struct('>i?B').unpack_from
P_iB = Struct('>iB').pack
P_i = Struct('>i').pack
PACK_i = PACK['i']
P_iTB = Struct('>i?B').pack
P_iT = Struct('>i?').pack
U_ihB = Struct('>ihB').unpack_from
U_iThB = Struct('>i?hB').unpack_from
P_ihB = Struct('>ihB').pack
P_ih = Struct('>ih').pack
P_iThB = Struct('>i?hB').pack
P_iTh = Struct('>i?h').pack

def decode_alter_partition_reassignments_request_v0(b, p):
    e = len(b)
    o0 = new_message(AlterPartitionReassignmentsRequest)
    o0.allow_replication_factor_change = True
    o0.timeout_ms, c0 = U_iB(b, p)
    p += 5
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 3 <= e - p: raise DecodeError(f'AlterPartitionReassignmentsRequest: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(AlterPartitionReassignmentsRequest_ReassignableTopic)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'AlterPartitionReassignmentsRequest: name: length {n}')
        q = p + n - 1
        o1.name = b[p:q].decode()
        p = q
        c1 = b[p]
        p += 1
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 6 <= e - p: raise DecodeError(f'AlterPartitionReassignmentsRequest: partitions: count {c1}')
        o1.partitions = l1 = []
        for _ in range(c1):
            o2 = new(AlterPartitionReassignmentsRequest_ReassignablePartition)
            o2.partition_index, c2 = U_iB(b, p)
            p += 5
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if c2 == -1:
                o2.replicas = None
            else:
                if 0 < c2 < 9: o2.replicas = [*UNPACK_i[c2](b, p)]; p += c2 * 4
                elif c2 == 0: o2.replicas = []
                else:
                    if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'AlterPartitionReassignmentsRequest: replicas: count {c2}')
                    o2.replicas = [*unpack_from(f'>{c2}i', b, p)]
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

def decode_alter_partition_reassignments_request_v1(b, p):
    e = len(b)
    o0 = new_message(AlterPartitionReassignmentsRequest)
    o0.timeout_ms, o0.allow_replication_factor_change, c0 = U_iTB(b, p)
    p += 6
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 3 <= e - p: raise DecodeError(f'AlterPartitionReassignmentsRequest: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(AlterPartitionReassignmentsRequest_ReassignableTopic)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'AlterPartitionReassignmentsRequest: name: length {n}')
        q = p + n - 1
        o1.name = b[p:q].decode()
        p = q
        c1 = b[p]
        p += 1
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 6 <= e - p: raise DecodeError(f'AlterPartitionReassignmentsRequest: partitions: count {c1}')
        o1.partitions = l1 = []
        for _ in range(c1):
            o2 = new(AlterPartitionReassignmentsRequest_ReassignablePartition)
            o2.partition_index, c2 = U_iB(b, p)
            p += 5
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if c2 == -1:
                o2.replicas = None
            else:
                if 0 < c2 < 9: o2.replicas = [*UNPACK_i[c2](b, p)]; p += c2 * 4
                elif c2 == 0: o2.replicas = []
                else:
                    if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'AlterPartitionReassignmentsRequest: replicas: count {c2}')
                    o2.replicas = [*unpack_from(f'>{c2}i', b, p)]
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

AlterPartitionReassignmentsRequest.DECODERS = (
    decode_alter_partition_reassignments_request_v0,
    decode_alter_partition_reassignments_request_v1,
)

def encode_alter_partition_reassignments_request_v0(o0, l, out):
    a = l.append
    if o0.allow_replication_factor_change != True: raise refuse(o0, 'allow_replication_factor_change')
    v0 = o0.topics
    n = len(v0) + 1
    if n < 128: a(P_iB(o0.timeout_ms, n))
    else: a(P_i(o0.timeout_ms) + uvarint(n))
    for o1 in v0:
        v = o1.name.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v1 = o1.partitions
        n = len(v1) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o2 in v1:
            v2 = o2.replicas
            if v2 is None: v2 = (); n = 0
            else: n = len(v2) + 1
            if n < 128: a(P_iB(o2.partition_index, n))
            else: a(P_i(o2.partition_index) + uvarint(n))
            n = len(v2)
            a(PACK_i[n](*v2) if n < 9 else pack(f'>{n}i', *v2))
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

def encode_alter_partition_reassignments_request_v1(o0, l, out):
    a = l.append
    v0 = o0.topics
    n = len(v0) + 1
    if n < 128: a(P_iTB(o0.timeout_ms, o0.allow_replication_factor_change, n))
    else: a(P_iT(o0.timeout_ms, o0.allow_replication_factor_change) + uvarint(n))
    for o1 in v0:
        v = o1.name.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v1 = o1.partitions
        n = len(v1) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o2 in v1:
            v2 = o2.replicas
            if v2 is None: v2 = (); n = 0
            else: n = len(v2) + 1
            if n < 128: a(P_iB(o2.partition_index, n))
            else: a(P_i(o2.partition_index) + uvarint(n))
            n = len(v2)
            a(PACK_i[n](*v2) if n < 9 else pack(f'>{n}i', *v2))
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

AlterPartitionReassignmentsRequest.ENCODERS = (
    encode_alter_partition_reassignments_request_v0,
    encode_alter_partition_reassignments_request_v1,
)

def decode_alter_partition_reassignments_response_v0(b, p):
    e = len(b)
    o0 = new_message(AlterPartitionReassignmentsResponse)
    o0.allow_replication_factor_change = True
    o0.throttle_time_ms, o0.error_code, n = U_ihB(b, p)
    p += 7
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n:
        q = p + n - 1
        o0.error_message = b[p:q].decode()
        p = q
    else:
        o0.error_message = None
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 3 <= e - p: raise DecodeError(f'AlterPartitionReassignmentsResponse: responses: count {c0}')
    o0.responses = l0 = []
    for _ in range(c0):
        o1 = new(AlterPartitionReassignmentsResponse_ReassignableTopicResponse)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'AlterPartitionReassignmentsResponse: name: length {n}')
        q = p + n - 1
        o1.name = b[p:q].decode()
        p = q
        c1 = b[p]
        p += 1
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 8 <= e - p: raise DecodeError(f'AlterPartitionReassignmentsResponse: partitions: count {c1}')
        o1.partitions = l1 = []
        for _ in range(c1):
            o2 = new(AlterPartitionReassignmentsResponse_ReassignablePartitionResponse)
            o2.partition_index, o2.error_code, n = U_ihB(b, p)
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

def decode_alter_partition_reassignments_response_v1(b, p):
    e = len(b)
    o0 = new_message(AlterPartitionReassignmentsResponse)
    o0.throttle_time_ms, o0.allow_replication_factor_change, o0.error_code, n = U_iThB(b, p)
    p += 8
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n:
        q = p + n - 1
        o0.error_message = b[p:q].decode()
        p = q
    else:
        o0.error_message = None
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 3 <= e - p: raise DecodeError(f'AlterPartitionReassignmentsResponse: responses: count {c0}')
    o0.responses = l0 = []
    for _ in range(c0):
        o1 = new(AlterPartitionReassignmentsResponse_ReassignableTopicResponse)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'AlterPartitionReassignmentsResponse: name: length {n}')
        q = p + n - 1
        o1.name = b[p:q].decode()
        p = q
        c1 = b[p]
        p += 1
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 8 <= e - p: raise DecodeError(f'AlterPartitionReassignmentsResponse: partitions: count {c1}')
        o1.partitions = l1 = []
        for _ in range(c1):
            o2 = new(AlterPartitionReassignmentsResponse_ReassignablePartitionResponse)
            o2.partition_index, o2.error_code, n = U_ihB(b, p)
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

AlterPartitionReassignmentsResponse.DECODERS = (
    decode_alter_partition_reassignments_response_v0,
    decode_alter_partition_reassignments_response_v1,
)

def encode_alter_partition_reassignments_response_v0(o0, l, out):
    a = l.append
    v = o0.error_message
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(P_ihB(o0.throttle_time_ms, o0.error_code, n))
    else: a(P_ih(o0.throttle_time_ms, o0.error_code) + uvarint(n))
    a(v)
    v0 = o0.responses
    n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        v = o1.name.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v1 = o1.partitions
        n = len(v1) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o2 in v1:
            v = o2.error_message
            if v is None: v = b''; n = 0
            else: v = v.encode(); n = len(v) + 1
            if n < 128: a(P_ihB(o2.partition_index, o2.error_code, n))
            else: a(P_ih(o2.partition_index, o2.error_code) + uvarint(n))
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

def encode_alter_partition_reassignments_response_v1(o0, l, out):
    a = l.append
    v = o0.error_message
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(P_iThB(o0.throttle_time_ms, o0.allow_replication_factor_change, o0.error_code, n))
    else: a(P_iTh(o0.throttle_time_ms, o0.allow_replication_factor_change, o0.error_code) + uvarint(n))
    a(v)
    v0 = o0.responses
    n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        v = o1.name.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v1 = o1.partitions
        n = len(v1) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o2 in v1:
            v = o2.error_message
            if v is None: v = b''; n = 0
            else: v = v.encode(); n = len(v) + 1
            if n < 128: a(P_ihB(o2.partition_index, o2.error_code, n))
            else: a(P_ih(o2.partition_index, o2.error_code) + uvarint(n))
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

AlterPartitionReassignmentsResponse.ENCODERS = (
    encode_alter_partition_reassignments_response_v0,
    encode_alter_partition_reassignments_response_v1,
)
