"""Written by `make generate` from protocol/messages/txn_offset_commit.py. Do not edit."""

from kavka.protocol.message import Message, Part
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import new, new_message, pack, read_tags, read_uvarint, refuse, unpack_from, uvarint
from kavka.protocol.wire import write_tags

class TxnOffsetCommitRequest(Message):
    __slots__ = ('transactional_id', 'group_id', 'producer_id', 'producer_epoch', 'generation_id', 'member_id', 'group_instance_id', 'topics', 'unknown_tagged_fields')
    API_KEY = 28
    MIN_VERSION = 0
    MAX_VERSION = 6
    FLEXIBLE_FROM = 3
    
    class TxnOffsetCommitRequestPartition(Part):
        __slots__ = ('partition_index', 'committed_offset', 'committed_leader_epoch', 'committed_metadata', 'unknown_tagged_fields')
        
        def __init__(self, partition_index=0, committed_offset=0, committed_leader_epoch=-1, committed_metadata='', unknown_tagged_fields=()):
            self.partition_index = partition_index
            self.committed_offset = committed_offset
            self.committed_leader_epoch = committed_leader_epoch
            self.committed_metadata = committed_metadata
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class TxnOffsetCommitRequestTopic(Part):
        __slots__ = ('name', 'topic_id', 'partitions', 'unknown_tagged_fields')
        
        def __init__(self, name='', topic_id=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', partitions=EMPTY, unknown_tagged_fields=()):
            self.name = name
            self.topic_id = topic_id
            self.partitions = [] if partitions is EMPTY else partitions
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, transactional_id='', group_id='', producer_id=0, producer_epoch=0, generation_id=-1, member_id='', group_instance_id=None, topics=EMPTY, unknown_tagged_fields=()):
        self.transactional_id = transactional_id
        self.group_id = group_id
        self.producer_id = producer_id
        self.producer_epoch = producer_epoch
        self.generation_id = generation_id
        self.member_id = member_id
        self.group_instance_id = group_instance_id
        self.topics = [] if topics is EMPTY else topics
        self.unknown_tagged_fields = unknown_tagged_fields

TxnOffsetCommitRequest_TxnOffsetCommitRequestPartition = TxnOffsetCommitRequest.TxnOffsetCommitRequestPartition

TxnOffsetCommitRequest_TxnOffsetCommitRequestTopic = TxnOffsetCommitRequest.TxnOffsetCommitRequestTopic

class TxnOffsetCommitResponse(Message):
    __slots__ = ('throttle_time_ms', 'topics', 'unknown_tagged_fields')
    API_KEY = 28
    MIN_VERSION = 0
    MAX_VERSION = 6
    FLEXIBLE_FROM = 3
    
    class TxnOffsetCommitResponsePartition(Part):
        __slots__ = ('partition_index', 'error_code', 'unknown_tagged_fields')
        
        def __init__(self, partition_index=0, error_code=0, unknown_tagged_fields=()):
            self.partition_index = partition_index
            self.error_code = error_code
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class TxnOffsetCommitResponseTopic(Part):
        __slots__ = ('name', 'topic_id', 'partitions', 'unknown_tagged_fields')
        
        def __init__(self, name='', topic_id=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', partitions=EMPTY, unknown_tagged_fields=()):
            self.name = name
            self.topic_id = topic_id
            self.partitions = [] if partitions is EMPTY else partitions
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, throttle_time_ms=0, topics=EMPTY, unknown_tagged_fields=()):
        self.throttle_time_ms = throttle_time_ms
        self.topics = [] if topics is EMPTY else topics
        self.unknown_tagged_fields = unknown_tagged_fields

TxnOffsetCommitResponse_TxnOffsetCommitResponsePartition = TxnOffsetCommitResponse.TxnOffsetCommitResponsePartition

TxnOffsetCommitResponse_TxnOffsetCommitResponseTopic = TxnOffsetCommitResponse.TxnOffsetCommitResponseTopic

U_h = Struct('>h').unpack_from
U_qhi = Struct('>qhi').unpack_from
U_i = Struct('>i').unpack_from
U_iqh = Struct('>iqh').unpack_from
U_iqih = Struct('>iqih').unpack_from
U_qhiB = Struct('>qhiB').unpack_from
U_iqiB = Struct('>iqiB').unpack_from
U_16sB = Struct('>16sB').unpack_from
P_h = Struct('>h').pack
P_qhi = Struct('>qhi').pack
P_i = Struct('>i').pack
P_iqh = Struct('>iqh').pack
P_iqih = Struct('>iqih').pack
P_qhiB = Struct('>qhiB').pack
P_iqiB = Struct('>iqiB').pack
P_iqi = Struct('>iqi').pack
P_16sB = Struct('>16sB').pack
P_16s = Struct('>16s').pack
U_2i = Struct('>2i').unpack_from
I_ih = Struct('>ih').iter_unpack
U_iB = Struct('>iB').unpack_from
U_ihB = Struct('>ihB').unpack_from
P_2i = Struct('>2i').pack
P_ih = Struct('>ih').pack
P_iB = Struct('>iB').pack
P_ihx = Struct('>ihx').pack

def decode_txn_offset_commit_request_v0(b, p):
    e = len(b)
    o0 = new_message(TxnOffsetCommitRequest)
    o0.generation_id = -1
    o0.member_id = ''
    o0.group_instance_id = None
    n, = U_h(b, p)
    p += 2
    if n < 0: raise DecodeError(f'TxnOffsetCommitRequest: transactional_id: length {n}')
    q = p + n
    o0.transactional_id = b[p:q].decode()
    p = q
    n, = U_h(b, p)
    p += 2
    if n < 0: raise DecodeError(f'TxnOffsetCommitRequest: group_id: length {n}')
    q = p + n
    o0.group_id = b[p:q].decode()
    p = q
    o0.producer_id, o0.producer_epoch, c0 = U_qhi(b, p)
    p += 14
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'TxnOffsetCommitRequest: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(TxnOffsetCommitRequest_TxnOffsetCommitRequestTopic)
        o1.topic_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'TxnOffsetCommitRequest: name: length {n}')
        q = p + n
        o1.name = b[p:q].decode()
        p = q
        c1, = U_i(b, p)
        p += 4
        if not 0 <= c1 * 14 <= e - p: raise DecodeError(f'TxnOffsetCommitRequest: partitions: count {c1}')
        o1.partitions = l1 = []
        for _ in range(c1):
            o2 = new(TxnOffsetCommitRequest_TxnOffsetCommitRequestPartition)
            o2.committed_leader_epoch = -1
            o2.partition_index, o2.committed_offset, n = U_iqh(b, p)
            p += 14
            if n >= 0:
                q = p + n
                o2.committed_metadata = b[p:q].decode()
                p = q
            elif n != -1: raise DecodeError(f'TxnOffsetCommitRequest: committed_metadata: length {n}')
            else:
                o2.committed_metadata = None
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_txn_offset_commit_request_v2(b, p):
    e = len(b)
    o0 = new_message(TxnOffsetCommitRequest)
    o0.generation_id = -1
    o0.member_id = ''
    o0.group_instance_id = None
    n, = U_h(b, p)
    p += 2
    if n < 0: raise DecodeError(f'TxnOffsetCommitRequest: transactional_id: length {n}')
    q = p + n
    o0.transactional_id = b[p:q].decode()
    p = q
    n, = U_h(b, p)
    p += 2
    if n < 0: raise DecodeError(f'TxnOffsetCommitRequest: group_id: length {n}')
    q = p + n
    o0.group_id = b[p:q].decode()
    p = q
    o0.producer_id, o0.producer_epoch, c0 = U_qhi(b, p)
    p += 14
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'TxnOffsetCommitRequest: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(TxnOffsetCommitRequest_TxnOffsetCommitRequestTopic)
        o1.topic_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'TxnOffsetCommitRequest: name: length {n}')
        q = p + n
        o1.name = b[p:q].decode()
        p = q
        c1, = U_i(b, p)
        p += 4
        if not 0 <= c1 * 18 <= e - p: raise DecodeError(f'TxnOffsetCommitRequest: partitions: count {c1}')
        o1.partitions = l1 = []
        for _ in range(c1):
            o2 = new(TxnOffsetCommitRequest_TxnOffsetCommitRequestPartition)
            o2.partition_index, o2.committed_offset, o2.committed_leader_epoch, n = U_iqih(b, p)
            p += 18
            if n >= 0:
                q = p + n
                o2.committed_metadata = b[p:q].decode()
                p = q
            elif n != -1: raise DecodeError(f'TxnOffsetCommitRequest: committed_metadata: length {n}')
            else:
                o2.committed_metadata = None
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_txn_offset_commit_request_v3(b, p):
    e = len(b)
    o0 = new_message(TxnOffsetCommitRequest)
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n < 1: raise DecodeError(f'TxnOffsetCommitRequest: transactional_id: length {n}')
    q = p + n - 1
    o0.transactional_id = b[p:q].decode()
    p = q
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n < 1: raise DecodeError(f'TxnOffsetCommitRequest: group_id: length {n}')
    q = p + n - 1
    o0.group_id = b[p:q].decode()
    p = q
    o0.producer_id, o0.producer_epoch, o0.generation_id, n = U_qhiB(b, p)
    p += 15
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n < 1: raise DecodeError(f'TxnOffsetCommitRequest: member_id: length {n}')
    q = p + n - 1
    o0.member_id = b[p:q].decode()
    p = q
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n:
        q = p + n - 1
        o0.group_instance_id = b[p:q].decode()
        p = q
    else:
        o0.group_instance_id = None
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 3 <= e - p: raise DecodeError(f'TxnOffsetCommitRequest: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(TxnOffsetCommitRequest_TxnOffsetCommitRequestTopic)
        o1.topic_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'TxnOffsetCommitRequest: name: length {n}')
        q = p + n - 1
        o1.name = b[p:q].decode()
        p = q
        c1 = b[p]
        p += 1
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 18 <= e - p: raise DecodeError(f'TxnOffsetCommitRequest: partitions: count {c1}')
        o1.partitions = l1 = []
        for _ in range(c1):
            o2 = new(TxnOffsetCommitRequest_TxnOffsetCommitRequestPartition)
            o2.partition_index, o2.committed_offset, o2.committed_leader_epoch, n = U_iqiB(b, p)
            p += 17
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n:
                q = p + n - 1
                o2.committed_metadata = b[p:q].decode()
                p = q
            else:
                o2.committed_metadata = None
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

def decode_txn_offset_commit_request_v6(b, p):
    e = len(b)
    o0 = new_message(TxnOffsetCommitRequest)
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n < 1: raise DecodeError(f'TxnOffsetCommitRequest: transactional_id: length {n}')
    q = p + n - 1
    o0.transactional_id = b[p:q].decode()
    p = q
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n < 1: raise DecodeError(f'TxnOffsetCommitRequest: group_id: length {n}')
    q = p + n - 1
    o0.group_id = b[p:q].decode()
    p = q
    o0.producer_id, o0.producer_epoch, o0.generation_id, n = U_qhiB(b, p)
    p += 15
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n < 1: raise DecodeError(f'TxnOffsetCommitRequest: member_id: length {n}')
    q = p + n - 1
    o0.member_id = b[p:q].decode()
    p = q
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n:
        q = p + n - 1
        o0.group_instance_id = b[p:q].decode()
        p = q
    else:
        o0.group_instance_id = None
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 18 <= e - p: raise DecodeError(f'TxnOffsetCommitRequest: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(TxnOffsetCommitRequest_TxnOffsetCommitRequestTopic)
        o1.name = ''
        o1.topic_id, c1 = U_16sB(b, p)
        p += 17
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 18 <= e - p: raise DecodeError(f'TxnOffsetCommitRequest: partitions: count {c1}')
        o1.partitions = l1 = []
        for _ in range(c1):
            o2 = new(TxnOffsetCommitRequest_TxnOffsetCommitRequestPartition)
            o2.partition_index, o2.committed_offset, o2.committed_leader_epoch, n = U_iqiB(b, p)
            p += 17
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n:
                q = p + n - 1
                o2.committed_metadata = b[p:q].decode()
                p = q
            else:
                o2.committed_metadata = None
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

TxnOffsetCommitRequest.DECODERS = (
    decode_txn_offset_commit_request_v0,
    decode_txn_offset_commit_request_v0,
    decode_txn_offset_commit_request_v2,
    decode_txn_offset_commit_request_v3,
    decode_txn_offset_commit_request_v3,
    decode_txn_offset_commit_request_v3,
    decode_txn_offset_commit_request_v6,
)

def encode_txn_offset_commit_request_v0(o0, l, out):
    a = l.append
    if o0.generation_id != -1 or o0.member_id != '' or o0.group_instance_id is not None or o0.unknown_tagged_fields: raise refuse(o0, 'generation_id', 'member_id', 'group_instance_id', 'unknown_tagged_fields')
    v = o0.transactional_id.encode()
    n = len(v)
    a(P_h(n))
    a(v)
    v = o0.group_id.encode()
    n = len(v)
    a(P_h(n))
    a(v)
    v0 = o0.topics
    n = len(v0)
    a(P_qhi(o0.producer_id, o0.producer_epoch, n))
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
            v = o2.committed_metadata
            if v is None: v = b''; n = -1
            else: v = v.encode(); n = len(v)
            a(P_iqh(o2.partition_index, o2.committed_offset, n))
            a(v)

def encode_txn_offset_commit_request_v2(o0, l, out):
    a = l.append
    if o0.generation_id != -1 or o0.member_id != '' or o0.group_instance_id is not None or o0.unknown_tagged_fields: raise refuse(o0, 'generation_id', 'member_id', 'group_instance_id', 'unknown_tagged_fields')
    v = o0.transactional_id.encode()
    n = len(v)
    a(P_h(n))
    a(v)
    v = o0.group_id.encode()
    n = len(v)
    a(P_h(n))
    a(v)
    v0 = o0.topics
    n = len(v0)
    a(P_qhi(o0.producer_id, o0.producer_epoch, n))
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
            v = o2.committed_metadata
            if v is None: v = b''; n = -1
            else: v = v.encode(); n = len(v)
            a(P_iqih(o2.partition_index, o2.committed_offset, o2.committed_leader_epoch, n))
            a(v)

def encode_txn_offset_commit_request_v3(o0, l, out):
    a = l.append
    v = o0.transactional_id.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v = o0.group_id.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v = o0.member_id.encode()
    n = len(v) + 1
    if n < 128: a(P_qhiB(o0.producer_id, o0.producer_epoch, o0.generation_id, n))
    else: a(P_qhi(o0.producer_id, o0.producer_epoch, o0.generation_id) + uvarint(n))
    a(v)
    v = o0.group_instance_id
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
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
            v = o2.committed_metadata
            if v is None: v = b''; n = 0
            else: v = v.encode(); n = len(v) + 1
            if n < 128: a(P_iqiB(o2.partition_index, o2.committed_offset, o2.committed_leader_epoch, n))
            else: a(P_iqi(o2.partition_index, o2.committed_offset, o2.committed_leader_epoch) + uvarint(n))
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

def encode_txn_offset_commit_request_v6(o0, l, out):
    a = l.append
    v = o0.transactional_id.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v = o0.group_id.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v = o0.member_id.encode()
    n = len(v) + 1
    if n < 128: a(P_qhiB(o0.producer_id, o0.producer_epoch, o0.generation_id, n))
    else: a(P_qhi(o0.producer_id, o0.producer_epoch, o0.generation_id) + uvarint(n))
    a(v)
    v = o0.group_instance_id
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v0 = o0.topics
    n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        if len(o1.topic_id) != 16: raise EncodeError(f'{o1.topic_id!r:.80} is not a uuid')
        v1 = o1.partitions
        n = len(v1) + 1
        if n < 128: a(P_16sB(o1.topic_id, n))
        else: a(P_16s(o1.topic_id) + uvarint(n))
        for o2 in v1:
            v = o2.committed_metadata
            if v is None: v = b''; n = 0
            else: v = v.encode(); n = len(v) + 1
            if n < 128: a(P_iqiB(o2.partition_index, o2.committed_offset, o2.committed_leader_epoch, n))
            else: a(P_iqi(o2.partition_index, o2.committed_offset, o2.committed_leader_epoch) + uvarint(n))
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

TxnOffsetCommitRequest.ENCODERS = (
    encode_txn_offset_commit_request_v0,
    encode_txn_offset_commit_request_v0,
    encode_txn_offset_commit_request_v2,
    encode_txn_offset_commit_request_v3,
    encode_txn_offset_commit_request_v3,
    encode_txn_offset_commit_request_v3,
    encode_txn_offset_commit_request_v6,
)

def decode_txn_offset_commit_response_v0(b, p):
    e = len(b)
    o0 = new_message(TxnOffsetCommitResponse)
    o0.throttle_time_ms, c0 = U_2i(b, p)
    p += 8
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'TxnOffsetCommitResponse: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(TxnOffsetCommitResponse_TxnOffsetCommitResponseTopic)
        o1.topic_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'TxnOffsetCommitResponse: name: length {n}')
        q = p + n
        o1.name = b[p:q].decode()
        p = q
        c1, = U_i(b, p)
        p += 4
        if not 0 <= c1 * 6 <= e - p: raise DecodeError(f'TxnOffsetCommitResponse: partitions: count {c1}')
        o1.partitions = l1 = []
        q = p + c1 * 6
        for v0, v1 in I_ih(b[p:q]):
            o2 = new(TxnOffsetCommitResponse_TxnOffsetCommitResponsePartition)
            o2.partition_index = v0
            o2.error_code = v1
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        p = q
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_txn_offset_commit_response_v3(b, p):
    e = len(b)
    o0 = new_message(TxnOffsetCommitResponse)
    o0.throttle_time_ms, c0 = U_iB(b, p)
    p += 5
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 3 <= e - p: raise DecodeError(f'TxnOffsetCommitResponse: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(TxnOffsetCommitResponse_TxnOffsetCommitResponseTopic)
        o1.topic_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'TxnOffsetCommitResponse: name: length {n}')
        q = p + n - 1
        o1.name = b[p:q].decode()
        p = q
        c1 = b[p]
        p += 1
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 7 <= e - p: raise DecodeError(f'TxnOffsetCommitResponse: partitions: count {c1}')
        o1.partitions = l1 = []
        for _ in range(c1):
            o2 = new(TxnOffsetCommitResponse_TxnOffsetCommitResponsePartition)
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

def decode_txn_offset_commit_response_v6(b, p):
    e = len(b)
    o0 = new_message(TxnOffsetCommitResponse)
    o0.throttle_time_ms, c0 = U_iB(b, p)
    p += 5
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 18 <= e - p: raise DecodeError(f'TxnOffsetCommitResponse: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(TxnOffsetCommitResponse_TxnOffsetCommitResponseTopic)
        o1.name = ''
        o1.topic_id, c1 = U_16sB(b, p)
        p += 17
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 7 <= e - p: raise DecodeError(f'TxnOffsetCommitResponse: partitions: count {c1}')
        o1.partitions = l1 = []
        for _ in range(c1):
            o2 = new(TxnOffsetCommitResponse_TxnOffsetCommitResponsePartition)
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

TxnOffsetCommitResponse.DECODERS = (
    decode_txn_offset_commit_response_v0,
    decode_txn_offset_commit_response_v0,
    decode_txn_offset_commit_response_v0,
    decode_txn_offset_commit_response_v3,
    decode_txn_offset_commit_response_v3,
    decode_txn_offset_commit_response_v3,
    decode_txn_offset_commit_response_v6,
)

def encode_txn_offset_commit_response_v0(o0, l, out):
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
        v1 = o1.partitions
        n = len(v1)
        a(P_i(n))
        for o2 in v1:
            if o2.unknown_tagged_fields: raise refuse(o2, 'unknown_tagged_fields')
            a(P_ih(o2.partition_index, o2.error_code))

def encode_txn_offset_commit_response_v3(o0, l, out):
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

def encode_txn_offset_commit_response_v6(o0, l, out):
    a = l.append
    v0 = o0.topics
    n = len(v0) + 1
    if n < 128: a(P_iB(o0.throttle_time_ms, n))
    else: a(P_i(o0.throttle_time_ms) + uvarint(n))
    for o1 in v0:
        if len(o1.topic_id) != 16: raise EncodeError(f'{o1.topic_id!r:.80} is not a uuid')
        v1 = o1.partitions
        n = len(v1) + 1
        if n < 128: a(P_16sB(o1.topic_id, n))
        else: a(P_16s(o1.topic_id) + uvarint(n))
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

TxnOffsetCommitResponse.ENCODERS = (
    encode_txn_offset_commit_response_v0,
    encode_txn_offset_commit_response_v0,
    encode_txn_offset_commit_response_v0,
    encode_txn_offset_commit_response_v3,
    encode_txn_offset_commit_response_v3,
    encode_txn_offset_commit_response_v3,
    encode_txn_offset_commit_response_v6,
)
