"""Written by `make generate` from protocol/messages/offset_fetch.py. Do not edit."""

from kavka.protocol.message import Message, Part
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import new, new_message, pack, read_tags, read_uvarint, refuse, unpack_from, uvarint
from kavka.protocol.wire import write_tags

class OffsetFetchRequest(Message):
    __slots__ = ('group_id', 'topics', 'groups', 'require_stable', 'unknown_tagged_fields')
    API_KEY = 9
    MIN_VERSION = 0
    MAX_VERSION = 10
    FLEXIBLE_FROM = 6
    
    class OffsetFetchRequestTopic(Part):
        __slots__ = ('name', 'partition_indexes', 'unknown_tagged_fields')
        
        def __init__(self, name='', partition_indexes=EMPTY, unknown_tagged_fields=()):
            self.name = name
            self.partition_indexes = [] if partition_indexes is EMPTY else partition_indexes
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class OffsetFetchRequestTopics(Part):
        __slots__ = ('name', 'topic_id', 'partition_indexes', 'unknown_tagged_fields')
        
        def __init__(self, name='', topic_id=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', partition_indexes=EMPTY, unknown_tagged_fields=()):
            self.name = name
            self.topic_id = topic_id
            self.partition_indexes = [] if partition_indexes is EMPTY else partition_indexes
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class OffsetFetchRequestGroup(Part):
        __slots__ = ('group_id', 'member_id', 'member_epoch', 'topics', 'unknown_tagged_fields')
        
        def __init__(self, group_id='', member_id=None, member_epoch=-1, topics=EMPTY, unknown_tagged_fields=()):
            self.group_id = group_id
            self.member_id = member_id
            self.member_epoch = member_epoch
            self.topics = [] if topics is EMPTY else topics
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, group_id='', topics=EMPTY, groups=EMPTY, require_stable=False, unknown_tagged_fields=()):
        self.group_id = group_id
        self.topics = [] if topics is EMPTY else topics
        self.groups = [] if groups is EMPTY else groups
        self.require_stable = require_stable
        self.unknown_tagged_fields = unknown_tagged_fields

OffsetFetchRequest_OffsetFetchRequestTopic = OffsetFetchRequest.OffsetFetchRequestTopic

OffsetFetchRequest_OffsetFetchRequestTopics = OffsetFetchRequest.OffsetFetchRequestTopics

OffsetFetchRequest_OffsetFetchRequestGroup = OffsetFetchRequest.OffsetFetchRequestGroup

class OffsetFetchResponse(Message):
    __slots__ = ('throttle_time_ms', 'topics', 'error_code', 'groups', 'unknown_tagged_fields')
    API_KEY = 9
    MIN_VERSION = 0
    MAX_VERSION = 10
    FLEXIBLE_FROM = 6
    
    class OffsetFetchResponsePartition(Part):
        __slots__ = ('partition_index', 'committed_offset', 'committed_leader_epoch', 'metadata', 'error_code', 'unknown_tagged_fields')
        
        def __init__(self, partition_index=0, committed_offset=0, committed_leader_epoch=-1, metadata='', error_code=0, unknown_tagged_fields=()):
            self.partition_index = partition_index
            self.committed_offset = committed_offset
            self.committed_leader_epoch = committed_leader_epoch
            self.metadata = metadata
            self.error_code = error_code
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class OffsetFetchResponseTopic(Part):
        __slots__ = ('name', 'partitions', 'unknown_tagged_fields')
        
        def __init__(self, name='', partitions=EMPTY, unknown_tagged_fields=()):
            self.name = name
            self.partitions = [] if partitions is EMPTY else partitions
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class OffsetFetchResponsePartitions(Part):
        __slots__ = ('partition_index', 'committed_offset', 'committed_leader_epoch', 'metadata', 'error_code', 'unknown_tagged_fields')
        
        def __init__(self, partition_index=0, committed_offset=0, committed_leader_epoch=-1, metadata='', error_code=0, unknown_tagged_fields=()):
            self.partition_index = partition_index
            self.committed_offset = committed_offset
            self.committed_leader_epoch = committed_leader_epoch
            self.metadata = metadata
            self.error_code = error_code
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class OffsetFetchResponseTopics(Part):
        __slots__ = ('name', 'topic_id', 'partitions', 'unknown_tagged_fields')
        
        def __init__(self, name='', topic_id=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', partitions=EMPTY, unknown_tagged_fields=()):
            self.name = name
            self.topic_id = topic_id
            self.partitions = [] if partitions is EMPTY else partitions
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class OffsetFetchResponseGroup(Part):
        __slots__ = ('group_id', 'topics', 'error_code', 'unknown_tagged_fields')
        
        def __init__(self, group_id='', topics=EMPTY, error_code=0, unknown_tagged_fields=()):
            self.group_id = group_id
            self.topics = [] if topics is EMPTY else topics
            self.error_code = error_code
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, throttle_time_ms=0, topics=EMPTY, error_code=0, groups=EMPTY, unknown_tagged_fields=()):
        self.throttle_time_ms = throttle_time_ms
        self.topics = [] if topics is EMPTY else topics
        self.error_code = error_code
        self.groups = [] if groups is EMPTY else groups
        self.unknown_tagged_fields = unknown_tagged_fields

OffsetFetchResponse_OffsetFetchResponsePartition = OffsetFetchResponse.OffsetFetchResponsePartition

OffsetFetchResponse_OffsetFetchResponseTopic = OffsetFetchResponse.OffsetFetchResponseTopic

OffsetFetchResponse_OffsetFetchResponsePartitions = OffsetFetchResponse.OffsetFetchResponsePartitions

OffsetFetchResponse_OffsetFetchResponseTopics = OffsetFetchResponse.OffsetFetchResponseTopics

OffsetFetchResponse_OffsetFetchResponseGroup = OffsetFetchResponse.OffsetFetchResponseGroup

U_h = Struct('>h').unpack_from
U_i = Struct('>i').unpack_from
UNPACK_i = UNPACK['i']
U_TB = Struct('>?B').unpack_from
U_iB = Struct('>iB').unpack_from
U_16sB = Struct('>16sB').unpack_from
P_h = Struct('>h').pack
P_i = Struct('>i').pack
F_ini = PackCache('>i%di')
F_ni = PackCache('>%di')
F_Bni = PackCache('>B%di')
F_nix = PackCache('>%dix')
F_Bnix = PackCache('>B%dix')
P_T = Struct('>?').pack
P_Tx = Struct('>?x').pack
P_iB = Struct('>iB').pack
P_16s = Struct('>16s').pack
F_16sBni = PackCache('>16sB%di')
F_16sBnix = PackCache('>16sB%dix')
U_iqh = Struct('>iqh').unpack_from
U_2i = Struct('>2i').unpack_from
U_iqih = Struct('>iqih').unpack_from
U_iqiB = Struct('>iqiB').unpack_from
U_hB = Struct('>hB').unpack_from
P_iqh = Struct('>iqh').pack
P_2i = Struct('>2i').pack
P_iqih = Struct('>iqih').pack
P_iqiB = Struct('>iqiB').pack
P_iqi = Struct('>iqi').pack
P_hx = Struct('>hx').pack
P_16sB = Struct('>16sB').pack

def decode_offset_fetch_request_v0(b, p):
    e = len(b)
    o0 = new_message(OffsetFetchRequest)
    o0.groups = []
    o0.require_stable = False
    n, = U_h(b, p)
    p += 2
    if n < 0: raise DecodeError(f'OffsetFetchRequest: group_id: length {n}')
    q = p + n
    o0.group_id = b[p:q].decode()
    p = q
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'OffsetFetchRequest: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(OffsetFetchRequest_OffsetFetchRequestTopic)
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'OffsetFetchRequest: name: length {n}')
        q = p + n
        o1.name = b[p:q].decode()
        p = q
        c1, = U_i(b, p)
        p += 4
        if 0 < c1 < 9: o1.partition_indexes = [*UNPACK_i[c1](b, p)]; p += c1 * 4
        elif c1 == 0: o1.partition_indexes = []
        else:
            if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'OffsetFetchRequest: partition_indexes: count {c1}')
            o1.partition_indexes = [*unpack_from(f'>{c1}i', b, p)]
            p += c1 * 4
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_offset_fetch_request_v2(b, p):
    e = len(b)
    o0 = new_message(OffsetFetchRequest)
    o0.groups = []
    o0.require_stable = False
    n, = U_h(b, p)
    p += 2
    if n < 0: raise DecodeError(f'OffsetFetchRequest: group_id: length {n}')
    q = p + n
    o0.group_id = b[p:q].decode()
    p = q
    c0, = U_i(b, p)
    p += 4
    if c0 == -1:
        o0.topics = None
    else:
        if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'OffsetFetchRequest: topics: count {c0}')
        o0.topics = l0 = []
        for _ in range(c0):
            o1 = new(OffsetFetchRequest_OffsetFetchRequestTopic)
            n, = U_h(b, p)
            p += 2
            if n < 0: raise DecodeError(f'OffsetFetchRequest: name: length {n}')
            q = p + n
            o1.name = b[p:q].decode()
            p = q
            c1, = U_i(b, p)
            p += 4
            if 0 < c1 < 9: o1.partition_indexes = [*UNPACK_i[c1](b, p)]; p += c1 * 4
            elif c1 == 0: o1.partition_indexes = []
            else:
                if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'OffsetFetchRequest: partition_indexes: count {c1}')
                o1.partition_indexes = [*unpack_from(f'>{c1}i', b, p)]
                p += c1 * 4
            o1.unknown_tagged_fields = ()
            l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_offset_fetch_request_v6(b, p):
    e = len(b)
    o0 = new_message(OffsetFetchRequest)
    o0.groups = []
    o0.require_stable = False
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n < 1: raise DecodeError(f'OffsetFetchRequest: group_id: length {n}')
    q = p + n - 1
    o0.group_id = b[p:q].decode()
    p = q
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if c0 == -1:
        o0.topics = None
    else:
        if not 0 <= c0 * 3 <= e - p: raise DecodeError(f'OffsetFetchRequest: topics: count {c0}')
        o0.topics = l0 = []
        for _ in range(c0):
            o1 = new(OffsetFetchRequest_OffsetFetchRequestTopic)
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'OffsetFetchRequest: name: length {n}')
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
                if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'OffsetFetchRequest: partition_indexes: count {c1}')
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

def decode_offset_fetch_request_v7(b, p):
    e = len(b)
    o0 = new_message(OffsetFetchRequest)
    o0.groups = []
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n < 1: raise DecodeError(f'OffsetFetchRequest: group_id: length {n}')
    q = p + n - 1
    o0.group_id = b[p:q].decode()
    p = q
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if c0 == -1:
        o0.topics = None
    else:
        if not 0 <= c0 * 3 <= e - p: raise DecodeError(f'OffsetFetchRequest: topics: count {c0}')
        o0.topics = l0 = []
        for _ in range(c0):
            o1 = new(OffsetFetchRequest_OffsetFetchRequestTopic)
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'OffsetFetchRequest: name: length {n}')
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
                if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'OffsetFetchRequest: partition_indexes: count {c1}')
                o1.partition_indexes = [*unpack_from(f'>{c1}i', b, p)]
                p += c1 * 4
            t = b[p]
            p += 1
            if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
            else: o1.unknown_tagged_fields = ()
            l0.append(o1)
    o0.require_stable, t = U_TB(b, p)
    p += 2
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

def decode_offset_fetch_request_v8(b, p):
    e = len(b)
    o0 = new_message(OffsetFetchRequest)
    o0.group_id = ''
    o0.topics = []
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 3 <= e - p: raise DecodeError(f'OffsetFetchRequest: groups: count {c0}')
    o0.groups = l0 = []
    for _ in range(c0):
        o1 = new(OffsetFetchRequest_OffsetFetchRequestGroup)
        o1.member_id = None
        o1.member_epoch = -1
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'OffsetFetchRequest: group_id: length {n}')
        q = p + n - 1
        o1.group_id = b[p:q].decode()
        p = q
        c1 = b[p]
        p += 1
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if c1 == -1:
            o1.topics = None
        else:
            if not 0 <= c1 * 3 <= e - p: raise DecodeError(f'OffsetFetchRequest: topics: count {c1}')
            o1.topics = l1 = []
            for _ in range(c1):
                o2 = new(OffsetFetchRequest_OffsetFetchRequestTopics)
                o2.topic_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
                n = b[p]
                p += 1
                if n > 127: n, p = read_uvarint(b, p - 1)
                if n < 1: raise DecodeError(f'OffsetFetchRequest: name: length {n}')
                q = p + n - 1
                o2.name = b[p:q].decode()
                p = q
                c2 = b[p]
                p += 1
                if c2 > 127: c2, p = read_uvarint(b, p - 1)
                c2 -= 1
                if 0 < c2 < 9: o2.partition_indexes = [*UNPACK_i[c2](b, p)]; p += c2 * 4
                elif c2 == 0: o2.partition_indexes = []
                else:
                    if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'OffsetFetchRequest: partition_indexes: count {c2}')
                    o2.partition_indexes = [*unpack_from(f'>{c2}i', b, p)]
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
    o0.require_stable, t = U_TB(b, p)
    p += 2
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

def decode_offset_fetch_request_v9(b, p):
    e = len(b)
    o0 = new_message(OffsetFetchRequest)
    o0.group_id = ''
    o0.topics = []
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 8 <= e - p: raise DecodeError(f'OffsetFetchRequest: groups: count {c0}')
    o0.groups = l0 = []
    for _ in range(c0):
        o1 = new(OffsetFetchRequest_OffsetFetchRequestGroup)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'OffsetFetchRequest: group_id: length {n}')
        q = p + n - 1
        o1.group_id = b[p:q].decode()
        p = q
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n:
            q = p + n - 1
            o1.member_id = b[p:q].decode()
            p = q
        else:
            o1.member_id = None
        o1.member_epoch, c1 = U_iB(b, p)
        p += 5
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if c1 == -1:
            o1.topics = None
        else:
            if not 0 <= c1 * 3 <= e - p: raise DecodeError(f'OffsetFetchRequest: topics: count {c1}')
            o1.topics = l1 = []
            for _ in range(c1):
                o2 = new(OffsetFetchRequest_OffsetFetchRequestTopics)
                o2.topic_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
                n = b[p]
                p += 1
                if n > 127: n, p = read_uvarint(b, p - 1)
                if n < 1: raise DecodeError(f'OffsetFetchRequest: name: length {n}')
                q = p + n - 1
                o2.name = b[p:q].decode()
                p = q
                c2 = b[p]
                p += 1
                if c2 > 127: c2, p = read_uvarint(b, p - 1)
                c2 -= 1
                if 0 < c2 < 9: o2.partition_indexes = [*UNPACK_i[c2](b, p)]; p += c2 * 4
                elif c2 == 0: o2.partition_indexes = []
                else:
                    if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'OffsetFetchRequest: partition_indexes: count {c2}')
                    o2.partition_indexes = [*unpack_from(f'>{c2}i', b, p)]
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
    o0.require_stable, t = U_TB(b, p)
    p += 2
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

def decode_offset_fetch_request_v10(b, p):
    e = len(b)
    o0 = new_message(OffsetFetchRequest)
    o0.group_id = ''
    o0.topics = []
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 8 <= e - p: raise DecodeError(f'OffsetFetchRequest: groups: count {c0}')
    o0.groups = l0 = []
    for _ in range(c0):
        o1 = new(OffsetFetchRequest_OffsetFetchRequestGroup)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'OffsetFetchRequest: group_id: length {n}')
        q = p + n - 1
        o1.group_id = b[p:q].decode()
        p = q
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n:
            q = p + n - 1
            o1.member_id = b[p:q].decode()
            p = q
        else:
            o1.member_id = None
        o1.member_epoch, c1 = U_iB(b, p)
        p += 5
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if c1 == -1:
            o1.topics = None
        else:
            if not 0 <= c1 * 18 <= e - p: raise DecodeError(f'OffsetFetchRequest: topics: count {c1}')
            o1.topics = l1 = []
            for _ in range(c1):
                o2 = new(OffsetFetchRequest_OffsetFetchRequestTopics)
                o2.name = ''
                o2.topic_id, c2 = U_16sB(b, p)
                p += 17
                if c2 > 127: c2, p = read_uvarint(b, p - 1)
                c2 -= 1
                if 0 < c2 < 9: o2.partition_indexes = [*UNPACK_i[c2](b, p)]; p += c2 * 4
                elif c2 == 0: o2.partition_indexes = []
                else:
                    if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'OffsetFetchRequest: partition_indexes: count {c2}')
                    o2.partition_indexes = [*unpack_from(f'>{c2}i', b, p)]
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
    o0.require_stable, t = U_TB(b, p)
    p += 2
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

OffsetFetchRequest.DECODERS = (
    decode_offset_fetch_request_v0,
    decode_offset_fetch_request_v0,
    decode_offset_fetch_request_v2,
    decode_offset_fetch_request_v2,
    decode_offset_fetch_request_v2,
    decode_offset_fetch_request_v2,
    decode_offset_fetch_request_v6,
    decode_offset_fetch_request_v7,
    decode_offset_fetch_request_v8,
    decode_offset_fetch_request_v9,
    decode_offset_fetch_request_v10,
)

def encode_offset_fetch_request_v0(o0, l, out):
    a = l.append
    if o0.groups or o0.require_stable or o0.unknown_tagged_fields: raise refuse(o0, 'groups', 'require_stable', 'unknown_tagged_fields')
    v = o0.group_id.encode()
    n = len(v)
    a(P_h(n))
    a(v)
    v0 = o0.topics
    n = len(v0)
    a(P_i(n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.name.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        s0 = o1.partition_indexes
        n0 = len(s0)
        a(F_ini[n0](n0, *s0))

def encode_offset_fetch_request_v2(o0, l, out):
    a = l.append
    if o0.groups or o0.require_stable or o0.unknown_tagged_fields: raise refuse(o0, 'groups', 'require_stable', 'unknown_tagged_fields')
    v = o0.group_id.encode()
    n = len(v)
    a(P_h(n))
    a(v)
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
        s0 = o1.partition_indexes
        n0 = len(s0)
        a(F_ini[n0](n0, *s0))

def encode_offset_fetch_request_v6(o0, l, out):
    a = l.append
    if o0.groups or o0.require_stable: raise refuse(o0, 'groups', 'require_stable')
    v = o0.group_id.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
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

def encode_offset_fetch_request_v7(o0, l, out):
    a = l.append
    if o0.groups: raise refuse(o0, 'groups')
    v = o0.group_id.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
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
        a(P_T(o0.require_stable))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_Tx(o0.require_stable))

def encode_offset_fetch_request_v8(o0, l, out):
    a = l.append
    if o0.group_id != '' or (o0.topics is None or o0.topics): raise refuse(o0, 'group_id', 'topics')
    v0 = o0.groups
    n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        v = o1.group_id.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v1 = o1.topics
        if v1 is None: v1 = (); n = 0
        else: n = len(v1) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o2 in v1:
            v = o2.name.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            s0 = o2.partition_indexes
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
        a(P_T(o0.require_stable))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_Tx(o0.require_stable))

def encode_offset_fetch_request_v9(o0, l, out):
    a = l.append
    if o0.group_id != '' or (o0.topics is None or o0.topics): raise refuse(o0, 'group_id', 'topics')
    v0 = o0.groups
    n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        v = o1.group_id.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v = o1.member_id
        if v is None: v = b''; n = 0
        else: v = v.encode(); n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v1 = o1.topics
        if v1 is None: v1 = (); n = 0
        else: n = len(v1) + 1
        if n < 128: a(P_iB(o1.member_epoch, n))
        else: a(P_i(o1.member_epoch) + uvarint(n))
        for o2 in v1:
            v = o2.name.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            s0 = o2.partition_indexes
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
        a(P_T(o0.require_stable))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_Tx(o0.require_stable))

def encode_offset_fetch_request_v10(o0, l, out):
    a = l.append
    if o0.group_id != '' or (o0.topics is None or o0.topics): raise refuse(o0, 'group_id', 'topics')
    v0 = o0.groups
    n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        v = o1.group_id.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v = o1.member_id
        if v is None: v = b''; n = 0
        else: v = v.encode(); n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v1 = o1.topics
        if v1 is None: v1 = (); n = 0
        else: n = len(v1) + 1
        if n < 128: a(P_iB(o1.member_epoch, n))
        else: a(P_i(o1.member_epoch) + uvarint(n))
        for o2 in v1:
            if len(o2.topic_id) != 16: raise EncodeError(f'{o2.topic_id!r:.80} is not a uuid')
            s0 = o2.partition_indexes
            n0 = len(s0)
            if o2.unknown_tagged_fields:
                if n0 > 126:
                    a(P_16s(o2.topic_id))
                    a(uvarint(n0 + 1))
                    a(F_ni[n0](*s0))
                else:
                    a(F_16sBni[n0](o2.topic_id, n0 + 1, *s0))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                if n0 > 126:
                    a(P_16s(o2.topic_id))
                    a(uvarint(n0 + 1))
                    a(F_nix[n0](*s0))
                else:
                    a(F_16sBnix[n0](o2.topic_id, n0 + 1, *s0))
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    if o0.unknown_tagged_fields:
        a(P_T(o0.require_stable))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_Tx(o0.require_stable))

OffsetFetchRequest.ENCODERS = (
    encode_offset_fetch_request_v0,
    encode_offset_fetch_request_v0,
    encode_offset_fetch_request_v2,
    encode_offset_fetch_request_v2,
    encode_offset_fetch_request_v2,
    encode_offset_fetch_request_v2,
    encode_offset_fetch_request_v6,
    encode_offset_fetch_request_v7,
    encode_offset_fetch_request_v8,
    encode_offset_fetch_request_v9,
    encode_offset_fetch_request_v10,
)

def decode_offset_fetch_response_v0(b, p):
    e = len(b)
    o0 = new_message(OffsetFetchResponse)
    o0.throttle_time_ms = 0
    o0.error_code = 0
    o0.groups = []
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'OffsetFetchResponse: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(OffsetFetchResponse_OffsetFetchResponseTopic)
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'OffsetFetchResponse: name: length {n}')
        q = p + n
        o1.name = b[p:q].decode()
        p = q
        c1, = U_i(b, p)
        p += 4
        if not 0 <= c1 * 16 <= e - p: raise DecodeError(f'OffsetFetchResponse: partitions: count {c1}')
        o1.partitions = l1 = []
        for _ in range(c1):
            o2 = new(OffsetFetchResponse_OffsetFetchResponsePartition)
            o2.committed_leader_epoch = -1
            o2.partition_index, o2.committed_offset, n = U_iqh(b, p)
            p += 14
            if n >= 0:
                q = p + n
                o2.metadata = b[p:q].decode()
                p = q
            elif n != -1: raise DecodeError(f'OffsetFetchResponse: metadata: length {n}')
            else:
                o2.metadata = None
            o2.error_code, = U_h(b, p)
            p += 2
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_offset_fetch_response_v2(b, p):
    e = len(b)
    o0 = new_message(OffsetFetchResponse)
    o0.throttle_time_ms = 0
    o0.groups = []
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'OffsetFetchResponse: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(OffsetFetchResponse_OffsetFetchResponseTopic)
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'OffsetFetchResponse: name: length {n}')
        q = p + n
        o1.name = b[p:q].decode()
        p = q
        c1, = U_i(b, p)
        p += 4
        if not 0 <= c1 * 16 <= e - p: raise DecodeError(f'OffsetFetchResponse: partitions: count {c1}')
        o1.partitions = l1 = []
        for _ in range(c1):
            o2 = new(OffsetFetchResponse_OffsetFetchResponsePartition)
            o2.committed_leader_epoch = -1
            o2.partition_index, o2.committed_offset, n = U_iqh(b, p)
            p += 14
            if n >= 0:
                q = p + n
                o2.metadata = b[p:q].decode()
                p = q
            elif n != -1: raise DecodeError(f'OffsetFetchResponse: metadata: length {n}')
            else:
                o2.metadata = None
            o2.error_code, = U_h(b, p)
            p += 2
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.error_code, = U_h(b, p)
    p += 2
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_offset_fetch_response_v3(b, p):
    e = len(b)
    o0 = new_message(OffsetFetchResponse)
    o0.groups = []
    o0.throttle_time_ms, c0 = U_2i(b, p)
    p += 8
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'OffsetFetchResponse: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(OffsetFetchResponse_OffsetFetchResponseTopic)
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'OffsetFetchResponse: name: length {n}')
        q = p + n
        o1.name = b[p:q].decode()
        p = q
        c1, = U_i(b, p)
        p += 4
        if not 0 <= c1 * 16 <= e - p: raise DecodeError(f'OffsetFetchResponse: partitions: count {c1}')
        o1.partitions = l1 = []
        for _ in range(c1):
            o2 = new(OffsetFetchResponse_OffsetFetchResponsePartition)
            o2.committed_leader_epoch = -1
            o2.partition_index, o2.committed_offset, n = U_iqh(b, p)
            p += 14
            if n >= 0:
                q = p + n
                o2.metadata = b[p:q].decode()
                p = q
            elif n != -1: raise DecodeError(f'OffsetFetchResponse: metadata: length {n}')
            else:
                o2.metadata = None
            o2.error_code, = U_h(b, p)
            p += 2
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.error_code, = U_h(b, p)
    p += 2
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_offset_fetch_response_v5(b, p):
    e = len(b)
    o0 = new_message(OffsetFetchResponse)
    o0.groups = []
    o0.throttle_time_ms, c0 = U_2i(b, p)
    p += 8
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'OffsetFetchResponse: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(OffsetFetchResponse_OffsetFetchResponseTopic)
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'OffsetFetchResponse: name: length {n}')
        q = p + n
        o1.name = b[p:q].decode()
        p = q
        c1, = U_i(b, p)
        p += 4
        if not 0 <= c1 * 20 <= e - p: raise DecodeError(f'OffsetFetchResponse: partitions: count {c1}')
        o1.partitions = l1 = []
        for _ in range(c1):
            o2 = new(OffsetFetchResponse_OffsetFetchResponsePartition)
            o2.partition_index, o2.committed_offset, o2.committed_leader_epoch, n = U_iqih(b, p)
            p += 18
            if n >= 0:
                q = p + n
                o2.metadata = b[p:q].decode()
                p = q
            elif n != -1: raise DecodeError(f'OffsetFetchResponse: metadata: length {n}')
            else:
                o2.metadata = None
            o2.error_code, = U_h(b, p)
            p += 2
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.error_code, = U_h(b, p)
    p += 2
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_offset_fetch_response_v6(b, p):
    e = len(b)
    o0 = new_message(OffsetFetchResponse)
    o0.groups = []
    o0.throttle_time_ms, c0 = U_iB(b, p)
    p += 5
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 3 <= e - p: raise DecodeError(f'OffsetFetchResponse: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(OffsetFetchResponse_OffsetFetchResponseTopic)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'OffsetFetchResponse: name: length {n}')
        q = p + n - 1
        o1.name = b[p:q].decode()
        p = q
        c1 = b[p]
        p += 1
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 20 <= e - p: raise DecodeError(f'OffsetFetchResponse: partitions: count {c1}')
        o1.partitions = l1 = []
        for _ in range(c1):
            o2 = new(OffsetFetchResponse_OffsetFetchResponsePartition)
            o2.partition_index, o2.committed_offset, o2.committed_leader_epoch, n = U_iqiB(b, p)
            p += 17
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n:
                q = p + n - 1
                o2.metadata = b[p:q].decode()
                p = q
            else:
                o2.metadata = None
            o2.error_code, t = U_hB(b, p)
            p += 3
            if t: o2.unknown_tagged_fields, p = read_tags(b, p - 1)
            else: o2.unknown_tagged_fields = ()
            l1.append(o2)
        t = b[p]
        p += 1
        if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
        else: o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.error_code, t = U_hB(b, p)
    p += 3
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

def decode_offset_fetch_response_v8(b, p):
    e = len(b)
    o0 = new_message(OffsetFetchResponse)
    o0.topics = []
    o0.error_code = 0
    o0.throttle_time_ms, c0 = U_iB(b, p)
    p += 5
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 5 <= e - p: raise DecodeError(f'OffsetFetchResponse: groups: count {c0}')
    o0.groups = l0 = []
    for _ in range(c0):
        o1 = new(OffsetFetchResponse_OffsetFetchResponseGroup)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'OffsetFetchResponse: group_id: length {n}')
        q = p + n - 1
        o1.group_id = b[p:q].decode()
        p = q
        c1 = b[p]
        p += 1
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 3 <= e - p: raise DecodeError(f'OffsetFetchResponse: topics: count {c1}')
        o1.topics = l1 = []
        for _ in range(c1):
            o2 = new(OffsetFetchResponse_OffsetFetchResponseTopics)
            o2.topic_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'OffsetFetchResponse: name: length {n}')
            q = p + n - 1
            o2.name = b[p:q].decode()
            p = q
            c2 = b[p]
            p += 1
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if not 0 <= c2 * 20 <= e - p: raise DecodeError(f'OffsetFetchResponse: partitions: count {c2}')
            o2.partitions = l2 = []
            for _ in range(c2):
                o3 = new(OffsetFetchResponse_OffsetFetchResponsePartitions)
                o3.partition_index, o3.committed_offset, o3.committed_leader_epoch, n = U_iqiB(b, p)
                p += 17
                if n > 127: n, p = read_uvarint(b, p - 1)
                if n:
                    q = p + n - 1
                    o3.metadata = b[p:q].decode()
                    p = q
                else:
                    o3.metadata = None
                o3.error_code, t = U_hB(b, p)
                p += 3
                if t: o3.unknown_tagged_fields, p = read_tags(b, p - 1)
                else: o3.unknown_tagged_fields = ()
                l2.append(o3)
            t = b[p]
            p += 1
            if t: o2.unknown_tagged_fields, p = read_tags(b, p - 1)
            else: o2.unknown_tagged_fields = ()
            l1.append(o2)
        o1.error_code, t = U_hB(b, p)
        p += 3
        if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
        else: o1.unknown_tagged_fields = ()
        l0.append(o1)
    t = b[p]
    p += 1
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

def decode_offset_fetch_response_v10(b, p):
    e = len(b)
    o0 = new_message(OffsetFetchResponse)
    o0.topics = []
    o0.error_code = 0
    o0.throttle_time_ms, c0 = U_iB(b, p)
    p += 5
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 5 <= e - p: raise DecodeError(f'OffsetFetchResponse: groups: count {c0}')
    o0.groups = l0 = []
    for _ in range(c0):
        o1 = new(OffsetFetchResponse_OffsetFetchResponseGroup)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'OffsetFetchResponse: group_id: length {n}')
        q = p + n - 1
        o1.group_id = b[p:q].decode()
        p = q
        c1 = b[p]
        p += 1
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 18 <= e - p: raise DecodeError(f'OffsetFetchResponse: topics: count {c1}')
        o1.topics = l1 = []
        for _ in range(c1):
            o2 = new(OffsetFetchResponse_OffsetFetchResponseTopics)
            o2.name = ''
            o2.topic_id, c2 = U_16sB(b, p)
            p += 17
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if not 0 <= c2 * 20 <= e - p: raise DecodeError(f'OffsetFetchResponse: partitions: count {c2}')
            o2.partitions = l2 = []
            for _ in range(c2):
                o3 = new(OffsetFetchResponse_OffsetFetchResponsePartitions)
                o3.partition_index, o3.committed_offset, o3.committed_leader_epoch, n = U_iqiB(b, p)
                p += 17
                if n > 127: n, p = read_uvarint(b, p - 1)
                if n:
                    q = p + n - 1
                    o3.metadata = b[p:q].decode()
                    p = q
                else:
                    o3.metadata = None
                o3.error_code, t = U_hB(b, p)
                p += 3
                if t: o3.unknown_tagged_fields, p = read_tags(b, p - 1)
                else: o3.unknown_tagged_fields = ()
                l2.append(o3)
            t = b[p]
            p += 1
            if t: o2.unknown_tagged_fields, p = read_tags(b, p - 1)
            else: o2.unknown_tagged_fields = ()
            l1.append(o2)
        o1.error_code, t = U_hB(b, p)
        p += 3
        if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
        else: o1.unknown_tagged_fields = ()
        l0.append(o1)
    t = b[p]
    p += 1
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

OffsetFetchResponse.DECODERS = (
    decode_offset_fetch_response_v0,
    decode_offset_fetch_response_v0,
    decode_offset_fetch_response_v2,
    decode_offset_fetch_response_v3,
    decode_offset_fetch_response_v3,
    decode_offset_fetch_response_v5,
    decode_offset_fetch_response_v6,
    decode_offset_fetch_response_v6,
    decode_offset_fetch_response_v8,
    decode_offset_fetch_response_v8,
    decode_offset_fetch_response_v10,
)

def encode_offset_fetch_response_v0(o0, l, out):
    a = l.append
    if o0.groups or o0.unknown_tagged_fields: raise refuse(o0, 'groups', 'unknown_tagged_fields')
    v0 = o0.topics
    n = len(v0)
    a(P_i(n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.name.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v1 = o1.partitions
        n = len(v1)
        a(P_i(n))
        for o2 in v1:
            if o2.unknown_tagged_fields: raise refuse(o2, 'unknown_tagged_fields')
            v = o2.metadata
            if v is None: v = b''; n = -1
            else: v = v.encode(); n = len(v)
            a(P_iqh(o2.partition_index, o2.committed_offset, n))
            a(v)
            a(P_h(o2.error_code))

def encode_offset_fetch_response_v2(o0, l, out):
    a = l.append
    if o0.groups or o0.unknown_tagged_fields: raise refuse(o0, 'groups', 'unknown_tagged_fields')
    v0 = o0.topics
    n = len(v0)
    a(P_i(n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.name.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v1 = o1.partitions
        n = len(v1)
        a(P_i(n))
        for o2 in v1:
            if o2.unknown_tagged_fields: raise refuse(o2, 'unknown_tagged_fields')
            v = o2.metadata
            if v is None: v = b''; n = -1
            else: v = v.encode(); n = len(v)
            a(P_iqh(o2.partition_index, o2.committed_offset, n))
            a(v)
            a(P_h(o2.error_code))
    a(P_h(o0.error_code))

def encode_offset_fetch_response_v3(o0, l, out):
    a = l.append
    if o0.groups or o0.unknown_tagged_fields: raise refuse(o0, 'groups', 'unknown_tagged_fields')
    v0 = o0.topics
    n = len(v0)
    a(P_2i(o0.throttle_time_ms, n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.name.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v1 = o1.partitions
        n = len(v1)
        a(P_i(n))
        for o2 in v1:
            if o2.unknown_tagged_fields: raise refuse(o2, 'unknown_tagged_fields')
            v = o2.metadata
            if v is None: v = b''; n = -1
            else: v = v.encode(); n = len(v)
            a(P_iqh(o2.partition_index, o2.committed_offset, n))
            a(v)
            a(P_h(o2.error_code))
    a(P_h(o0.error_code))

def encode_offset_fetch_response_v5(o0, l, out):
    a = l.append
    if o0.groups or o0.unknown_tagged_fields: raise refuse(o0, 'groups', 'unknown_tagged_fields')
    v0 = o0.topics
    n = len(v0)
    a(P_2i(o0.throttle_time_ms, n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.name.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v1 = o1.partitions
        n = len(v1)
        a(P_i(n))
        for o2 in v1:
            if o2.unknown_tagged_fields: raise refuse(o2, 'unknown_tagged_fields')
            v = o2.metadata
            if v is None: v = b''; n = -1
            else: v = v.encode(); n = len(v)
            a(P_iqih(o2.partition_index, o2.committed_offset, o2.committed_leader_epoch, n))
            a(v)
            a(P_h(o2.error_code))
    a(P_h(o0.error_code))

def encode_offset_fetch_response_v6(o0, l, out):
    a = l.append
    if o0.groups: raise refuse(o0, 'groups')
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
        v1 = o1.partitions
        n = len(v1) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o2 in v1:
            v = o2.metadata
            if v is None: v = b''; n = 0
            else: v = v.encode(); n = len(v) + 1
            if n < 128: a(P_iqiB(o2.partition_index, o2.committed_offset, o2.committed_leader_epoch, n))
            else: a(P_iqi(o2.partition_index, o2.committed_offset, o2.committed_leader_epoch) + uvarint(n))
            a(v)
            if o2.unknown_tagged_fields:
                a(P_h(o2.error_code))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(P_hx(o2.error_code))
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    if o0.unknown_tagged_fields:
        a(P_h(o0.error_code))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_hx(o0.error_code))

def encode_offset_fetch_response_v8(o0, l, out):
    a = l.append
    if o0.topics: raise refuse(o0, 'topics')
    v0 = o0.groups
    n = len(v0) + 1
    if n < 128: a(P_iB(o0.throttle_time_ms, n))
    else: a(P_i(o0.throttle_time_ms) + uvarint(n))
    for o1 in v0:
        v = o1.group_id.encode()
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
            v2 = o2.partitions
            n = len(v2) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            for o3 in v2:
                v = o3.metadata
                if v is None: v = b''; n = 0
                else: v = v.encode(); n = len(v) + 1
                if n < 128: a(P_iqiB(o3.partition_index, o3.committed_offset, o3.committed_leader_epoch, n))
                else: a(P_iqi(o3.partition_index, o3.committed_offset, o3.committed_leader_epoch) + uvarint(n))
                a(v)
                if o3.unknown_tagged_fields:
                    a(P_h(o3.error_code))
                    a(write_tags(o3.unknown_tagged_fields))
                else:
                    a(P_hx(o3.error_code))
            if o2.unknown_tagged_fields:
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(b'\x00')
        if o1.unknown_tagged_fields:
            a(P_h(o1.error_code))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_hx(o1.error_code))
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

def encode_offset_fetch_response_v10(o0, l, out):
    a = l.append
    if o0.topics: raise refuse(o0, 'topics')
    v0 = o0.groups
    n = len(v0) + 1
    if n < 128: a(P_iB(o0.throttle_time_ms, n))
    else: a(P_i(o0.throttle_time_ms) + uvarint(n))
    for o1 in v0:
        v = o1.group_id.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v1 = o1.topics
        n = len(v1) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o2 in v1:
            if len(o2.topic_id) != 16: raise EncodeError(f'{o2.topic_id!r:.80} is not a uuid')
            v2 = o2.partitions
            n = len(v2) + 1
            if n < 128: a(P_16sB(o2.topic_id, n))
            else: a(P_16s(o2.topic_id) + uvarint(n))
            for o3 in v2:
                v = o3.metadata
                if v is None: v = b''; n = 0
                else: v = v.encode(); n = len(v) + 1
                if n < 128: a(P_iqiB(o3.partition_index, o3.committed_offset, o3.committed_leader_epoch, n))
                else: a(P_iqi(o3.partition_index, o3.committed_offset, o3.committed_leader_epoch) + uvarint(n))
                a(v)
                if o3.unknown_tagged_fields:
                    a(P_h(o3.error_code))
                    a(write_tags(o3.unknown_tagged_fields))
                else:
                    a(P_hx(o3.error_code))
            if o2.unknown_tagged_fields:
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(b'\x00')
        if o1.unknown_tagged_fields:
            a(P_h(o1.error_code))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_hx(o1.error_code))
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

OffsetFetchResponse.ENCODERS = (
    encode_offset_fetch_response_v0,
    encode_offset_fetch_response_v0,
    encode_offset_fetch_response_v2,
    encode_offset_fetch_response_v3,
    encode_offset_fetch_response_v3,
    encode_offset_fetch_response_v5,
    encode_offset_fetch_response_v6,
    encode_offset_fetch_response_v6,
    encode_offset_fetch_response_v8,
    encode_offset_fetch_response_v8,
    encode_offset_fetch_response_v10,
)
