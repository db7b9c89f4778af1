"""Written by `make generate` from protocol/messages/list_partition_reassignments.py. Do not edit."""

from kavka.protocol.message import Message, Part
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import new, new_message, pack, read_tags, read_uvarint, refuse, unpack_from, uvarint
from kavka.protocol.wire import write_tags

class ListPartitionReassignmentsRequest(Message):
    __slots__ = ('timeout_ms', 'topics', 'unknown_tagged_fields')
    API_KEY = 46
    MIN_VERSION = 0
    MAX_VERSION = 0
    FLEXIBLE_FROM = 0
    
    class ListPartitionReassignmentsTopics(Part):
        __slots__ = ('name', 'partition_indexes', 'unknown_tagged_fields')
        
        def __init__(self, name='', partition_indexes=EMPTY, unknown_tagged_fields=()):
            self.name = name
            self.partition_indexes = [] if partition_indexes is EMPTY else partition_indexes
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, timeout_ms=60000, topics=None, unknown_tagged_fields=()):
        self.timeout_ms = timeout_ms
        self.topics = topics
        self.unknown_tagged_fields = unknown_tagged_fields

ListPartitionReassignmentsRequest_ListPartitionReassignmentsTopics = ListPartitionReassignmentsRequest.ListPartitionReassignmentsTopics

class ListPartitionReassignmentsResponse(Message):
    __slots__ = ('throttle_time_ms', 'error_code', 'error_message', 'topics', 'unknown_tagged_fields')
    API_KEY = 46
    MIN_VERSION = 0
    MAX_VERSION = 0
    FLEXIBLE_FROM = 0
    
    class OngoingPartitionReassignment(Part):
        __slots__ = ('partition_index', 'replicas', 'adding_replicas', 'removing_replicas', 'unknown_tagged_fields')
        
        def __init__(self, partition_index=0, replicas=EMPTY, adding_replicas=EMPTY, removing_replicas=EMPTY, unknown_tagged_fields=()):
            self.partition_index = partition_index
            self.replicas = [] if replicas is EMPTY else replicas
            self.adding_replicas = [] if adding_replicas is EMPTY else adding_replicas
            self.removing_replicas = [] if removing_replicas is EMPTY else removing_replicas
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class OngoingTopicReassignment(Part):
        __slots__ = ('name', 'partitions', 'unknown_tagged_fields')
        
        def __init__(self, name='', partitions=EMPTY, unknown_tagged_fields=()):
            self.name = name
            self.partitions = [] if partitions is EMPTY else partitions
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, throttle_time_ms=0, error_code=0, error_message='', topics=EMPTY, unknown_tagged_fields=()):
        self.throttle_time_ms = throttle_time_ms
        self.error_code = error_code
        self.error_message = error_message
        self.topics = [] if topics is EMPTY else topics
        self.unknown_tagged_fields = unknown_tagged_fields

ListPartitionReassignmentsResponse_OngoingPartitionReassignment = ListPartitionReassignmentsResponse.OngoingPartitionReassignment

ListPartitionReassignmentsResponse_OngoingTopicReassignment = ListPartitionReassignmentsResponse.OngoingTopicReassignment

U_iB = Struct('>iB').unpack_from
UNPACK_i = UNPACK['i']
P_iB = Struct('>iB').pack
P_i = Struct('>i').pack
F_ni = PackCache('>%di')
F_Bni = PackCache('>B%di')
F_nix = PackCache('>%dix')
F_Bnix = PackCache('>B%dix')
U_ihB = Struct('>ihB').unpack_from
P_ihB = Struct('>ihB').pack
P_ih = Struct('>ih').pack
F_iBniBniBni = PackCache('>iB%diB%diB%di')
F_iBniBniBnix = PackCache('>iB%diB%diB%dix')

def decode_list_partition_reassignments_request_v0(b, p):
    e = len(b)
    o0 = new_message(ListPartitionReassignmentsRequest)
    o0.timeout_ms, c0 = U_iB(b, p)
    p += 5
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if c0 == -1:
        o0.topics = None
    else:
        if not 0 <= c0 * 3 <= e - p: raise DecodeError(f'ListPartitionReassignmentsRequest: topics: count {c0}')
        o0.topics = l0 = []
        for _ in range(c0):
            o1 = new(ListPartitionReassignmentsRequest_ListPartitionReassignmentsTopics)
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'ListPartitionReassignmentsRequest: name: length {n}')
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
                if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'ListPartitionReassignmentsRequest: partition_indexes: count {c1}')
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

ListPartitionReassignmentsRequest.DECODERS = (
    decode_list_partition_reassignments_request_v0,
)

def encode_list_partition_reassignments_request_v0(o0, l, out):
    a = l.append
    v0 = o0.topics
    if v0 is None: v0 = (); n = 0
    else: n = len(v0) + 1
    if n < 128: a(P_iB(o0.timeout_ms, n))
    else: a(P_i(o0.timeout_ms) + uvarint(n))
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

ListPartitionReassignmentsRequest.ENCODERS = (
    encode_list_partition_reassignments_request_v0,
)

def decode_list_partition_reassignments_response_v0(b, p):
    e = len(b)
    o0 = new_message(ListPartitionReassignmentsResponse)
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
    if not 0 <= c0 * 3 <= e - p: raise DecodeError(f'ListPartitionReassignmentsResponse: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(ListPartitionReassignmentsResponse_OngoingTopicReassignment)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'ListPartitionReassignmentsResponse: name: length {n}')
        q = p + n - 1
        o1.name = b[p:q].decode()
        p = q
        c1 = b[p]
        p += 1
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 8 <= e - p: raise DecodeError(f'ListPartitionReassignmentsResponse: partitions: count {c1}')
        o1.partitions = l1 = []
        for _ in range(c1):
            o2 = new(ListPartitionReassignmentsResponse_OngoingPartitionReassignment)
            o2.partition_index, c2 = U_iB(b, p)
            p += 5
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if 0 < c2 < 9: o2.replicas = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.replicas = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'ListPartitionReassignmentsResponse: replicas: count {c2}')
                o2.replicas = [*unpack_from(f'>{c2}i', b, p)]
                p += c2 * 4
            c2 = b[p]
            p += 1
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if 0 < c2 < 9: o2.adding_replicas = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.adding_replicas = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'ListPartitionReassignmentsResponse: adding_replicas: count {c2}')
                o2.adding_replicas = [*unpack_from(f'>{c2}i', b, p)]
                p += c2 * 4
            c2 = b[p]
            p += 1
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if 0 < c2 < 9: o2.removing_replicas = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.removing_replicas = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'ListPartitionReassignmentsResponse: removing_replicas: count {c2}')
                o2.removing_replicas = [*unpack_from(f'>{c2}i', b, p)]
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

ListPartitionReassignmentsResponse.DECODERS = (
    decode_list_partition_reassignments_response_v0,
)

def encode_list_partition_reassignments_response_v0(o0, l, out):
    a = l.append
    v = o0.error_message
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(P_ihB(o0.throttle_time_ms, o0.error_code, n))
    else: a(P_ih(o0.throttle_time_ms, o0.error_code) + uvarint(n))
    a(v)
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
        v1 = o1.partitions
        n = len(v1) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o2 in v1:
            s0 = o2.replicas
            n0 = len(s0)
            s1 = o2.adding_replicas
            n1 = len(s1)
            s2 = o2.removing_replicas
            n2 = len(s2)
            if o2.unknown_tagged_fields:
                if n0 > 126 or n1 > 126 or n2 > 126:
                    a(P_i(o2.partition_index))
                    a(uvarint(n0 + 1))
                    a(F_ni[n0](*s0))
                    a(uvarint(n1 + 1))
                    a(F_ni[n1](*s1))
                    a(uvarint(n2 + 1))
                    a(F_ni[n2](*s2))
                else:
                    a(F_iBniBniBni[n0, n1, n2](o2.partition_index, n0 + 1, *s0, n1 + 1, *s1, n2 + 1, *s2))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                if n0 > 126 or n1 > 126 or n2 > 126:
                    a(P_i(o2.partition_index))
                    a(uvarint(n0 + 1))
                    a(F_ni[n0](*s0))
                    a(uvarint(n1 + 1))
                    a(F_ni[n1](*s1))
                    a(uvarint(n2 + 1))
                    a(F_nix[n2](*s2))
                else:
                    a(F_iBniBniBnix[n0, n1, n2](o2.partition_index, n0 + 1, *s0, n1 + 1, *s1, n2 + 1, *s2))
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

ListPartitionReassignmentsResponse.ENCODERS = (
    encode_list_partition_reassignments_response_v0,
)
