"""Written by `make generate` from protocol/messages/alter_partition.py. Do not edit."""

from kavka.protocol.message import Message, Part
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import new, new_message, pack, read_tags, read_uvarint, refuse, unpack_from, uvarint
from kavka.protocol.wire import write_tags

class AlterPartitionRequest(Message):
    __slots__ = ('broker_id', 'broker_epoch', 'topics', 'unknown_tagged_fields')
    API_KEY = 56
    MIN_VERSION = 0
    MAX_VERSION = 3
    FLEXIBLE_FROM = 0
    
    class BrokerState(Part):
        __slots__ = ('broker_id', 'broker_epoch', 'unknown_tagged_fields')
        
        def __init__(self, broker_id=0, broker_epoch=-1, unknown_tagged_fields=()):
            self.broker_id = broker_id
            self.broker_epoch = broker_epoch
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class PartitionData(Part):
        __slots__ = ('partition_index', 'leader_epoch', 'new_isr', 'new_isr_with_epochs', 'leader_recovery_state', 'partition_epoch', 'unknown_tagged_fields')
        
        def __init__(self, partition_index=0, leader_epoch=0, new_isr=EMPTY, new_isr_with_epochs=EMPTY, leader_recovery_state=0, partition_epoch=0, unknown_tagged_fields=()):
            self.partition_index = partition_index
            self.leader_epoch = leader_epoch
            self.new_isr = [] if new_isr is EMPTY else new_isr
            self.new_isr_with_epochs = [] if new_isr_with_epochs is EMPTY else new_isr_with_epochs
            self.leader_recovery_state = leader_recovery_state
            self.partition_epoch = partition_epoch
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class TopicData(Part):
        __slots__ = ('topic_name', 'topic_id', 'partitions', 'unknown_tagged_fields')
        
        def __init__(self, topic_name='', topic_id=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', partitions=EMPTY, unknown_tagged_fields=()):
            self.topic_name = topic_name
            self.topic_id = topic_id
            self.partitions = [] if partitions is EMPTY else partitions
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, broker_id=0, broker_epoch=-1, topics=EMPTY, unknown_tagged_fields=()):
        self.broker_id = broker_id
        self.broker_epoch = broker_epoch
        self.topics = [] if topics is EMPTY else topics
        self.unknown_tagged_fields = unknown_tagged_fields

AlterPartitionRequest_BrokerState = AlterPartitionRequest.BrokerState

AlterPartitionRequest_PartitionData = AlterPartitionRequest.PartitionData

AlterPartitionRequest_TopicData = AlterPartitionRequest.TopicData

class AlterPartitionResponse(Message):
    __slots__ = ('throttle_time_ms', 'error_code', 'topics', 'unknown_tagged_fields')
    API_KEY = 56
    MIN_VERSION = 0
    MAX_VERSION = 3
    FLEXIBLE_FROM = 0
    
    class PartitionData(Part):
        __slots__ = ('partition_index', 'error_code', 'leader_id', 'leader_epoch', 'isr', 'leader_recovery_state', 'partition_epoch', 'unknown_tagged_fields')
        
        def __init__(self, partition_index=0, error_code=0, leader_id=0, leader_epoch=0, isr=EMPTY, leader_recovery_state=0, partition_epoch=0, unknown_tagged_fields=()):
            self.partition_index = partition_index
            self.error_code = error_code
            self.leader_id = leader_id
            self.leader_epoch = leader_epoch
            self.isr = [] if isr is EMPTY else isr
            self.leader_recovery_state = leader_recovery_state
            self.partition_epoch = partition_epoch
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class TopicData(Part):
        __slots__ = ('topic_name', 'topic_id', 'partitions', 'unknown_tagged_fields')
        
        def __init__(self, topic_name='', topic_id=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', partitions=EMPTY, unknown_tagged_fields=()):
            self.topic_name = topic_name
            self.topic_id = topic_id
            self.partitions = [] if partitions is EMPTY else partitions
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, throttle_time_ms=0, error_code=0, topics=EMPTY, unknown_tagged_fields=()):
        self.throttle_time_ms = throttle_time_ms
        self.error_code = error_code
        self.topics = [] if topics is EMPTY else topics
        self.unknown_tagged_fields = unknown_tagged_fields

AlterPartitionResponse_PartitionData = AlterPartitionResponse.PartitionData

AlterPartitionResponse_TopicData = AlterPartitionResponse.TopicData

U_iqB = Struct('>iqB').unpack_from
U_2iB = Struct('>2iB').unpack_from
UNPACK_i = UNPACK['i']
U_iB = Struct('>iB').unpack_from
U_biB = Struct('>biB').unpack_from
U_16sB = Struct('>16sB').unpack_from
P_iqB = Struct('>iqB').pack
P_iq = Struct('>iq').pack
P_2i = Struct('>2i').pack
F_nii = PackCache('>%dii')
F_2iBnii = PackCache('>2iB%dii')
F_niix = PackCache('>%diix')
F_2iBniix = PackCache('>2iB%diix')
F_nibi = PackCache('>%dibi')
F_2iBnibi = PackCache('>2iB%dibi')
F_nibix = PackCache('>%dibix')
F_2iBnibix = PackCache('>2iB%dibix')
P_16sB = Struct('>16sB').pack
P_16s = Struct('>16s').pack
P_2iB = Struct('>2iB').pack
P_iqx = Struct('>iqx').pack
P_bi = Struct('>bi').pack
P_bix = Struct('>bix').pack
U_ihB = Struct('>ihB').unpack_from
U_ih2iB = Struct('>ih2iB').unpack_from
P_ihB = Struct('>ihB').pack
P_ih = Struct('>ih').pack
P_ih2i = Struct('>ih2i').pack
F_ih2iBnii = PackCache('>ih2iB%dii')
F_ih2iBniix = PackCache('>ih2iB%diix')
F_ih2iBnibi = PackCache('>ih2iB%dibi')
F_ih2iBnibix = PackCache('>ih2iB%dibix')

def decode_alter_partition_request_v0(b, p):
    e = len(b)
    o0 = new_message(AlterPartitionRequest)
    o0.broker_id, o0.broker_epoch, c0 = U_iqB(b, p)
    p += 13
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 3 <= e - p: raise DecodeError(f'AlterPartitionRequest: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(AlterPartitionRequest_TopicData)
        o1.topic_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'AlterPartitionRequest: topic_name: length {n}')
        q = p + n - 1
        o1.topic_name = b[p:q].decode()
        p = q
        c1 = b[p]
        p += 1
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 14 <= e - p: raise DecodeError(f'AlterPartitionRequest: partitions: count {c1}')
        o1.partitions = l1 = []
        for _ in range(c1):
            o2 = new(AlterPartitionRequest_PartitionData)
            o2.new_isr_with_epochs = []
            o2.leader_recovery_state = 0
            o2.partition_index, o2.leader_epoch, c2 = U_2iB(b, p)
            p += 9
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if 0 < c2 < 9: o2.new_isr = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.new_isr = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'AlterPartitionRequest: new_isr: count {c2}')
                o2.new_isr = [*unpack_from(f'>{c2}i', b, p)]
                p += c2 * 4
            o2.partition_epoch, t = U_iB(b, p)
            p += 5
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

def decode_alter_partition_request_v1(b, p):
    e = len(b)
    o0 = new_message(AlterPartitionRequest)
    o0.broker_id, o0.broker_epoch, c0 = U_iqB(b, p)
    p += 13
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 3 <= e - p: raise DecodeError(f'AlterPartitionRequest: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(AlterPartitionRequest_TopicData)
        o1.topic_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'AlterPartitionRequest: topic_name: length {n}')
        q = p + n - 1
        o1.topic_name = b[p:q].decode()
        p = q
        c1 = b[p]
        p += 1
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 15 <= e - p: raise DecodeError(f'AlterPartitionRequest: partitions: count {c1}')
        o1.partitions = l1 = []
        for _ in range(c1):
            o2 = new(AlterPartitionRequest_PartitionData)
            o2.new_isr_with_epochs = []
            o2.partition_index, o2.leader_epoch, c2 = U_2iB(b, p)
            p += 9
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if 0 < c2 < 9: o2.new_isr = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.new_isr = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'AlterPartitionRequest: new_isr: count {c2}')
                o2.new_isr = [*unpack_from(f'>{c2}i', b, p)]
                p += c2 * 4
            o2.leader_recovery_state, o2.partition_epoch, t = U_biB(b, p)
            p += 6
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

def decode_alter_partition_request_v2(b, p):
    e = len(b)
    o0 = new_message(AlterPartitionRequest)
    o0.broker_id, o0.broker_epoch, c0 = U_iqB(b, p)
    p += 13
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 18 <= e - p: raise DecodeError(f'AlterPartitionRequest: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(AlterPartitionRequest_TopicData)
        o1.topic_name = ''
        o1.topic_id, c1 = U_16sB(b, p)
        p += 17
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 15 <= e - p: raise DecodeError(f'AlterPartitionRequest: partitions: count {c1}')
        o1.partitions = l1 = []
        for _ in range(c1):
            o2 = new(AlterPartitionRequest_PartitionData)
            o2.new_isr_with_epochs = []
            o2.partition_index, o2.leader_epoch, c2 = U_2iB(b, p)
            p += 9
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if 0 < c2 < 9: o2.new_isr = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.new_isr = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'AlterPartitionRequest: new_isr: count {c2}')
                o2.new_isr = [*unpack_from(f'>{c2}i', b, p)]
                p += c2 * 4
            o2.leader_recovery_state, o2.partition_epoch, t = U_biB(b, p)
            p += 6
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

def decode_alter_partition_request_v3(b, p):
    e = len(b)
    o0 = new_message(AlterPartitionRequest)
    o0.broker_id, o0.broker_epoch, c0 = U_iqB(b, p)
    p += 13
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 18 <= e - p: raise DecodeError(f'AlterPartitionRequest: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(AlterPartitionRequest_TopicData)
        o1.topic_name = ''
        o1.topic_id, c1 = U_16sB(b, p)
        p += 17
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 15 <= e - p: raise DecodeError(f'AlterPartitionRequest: partitions: count {c1}')
        o1.partitions = l1 = []
        for _ in range(c1):
            o2 = new(AlterPartitionRequest_PartitionData)
            o2.new_isr = []
            o2.partition_index, o2.leader_epoch, c2 = U_2iB(b, p)
            p += 9
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if not 0 <= c2 * 13 <= e - p: raise DecodeError(f'AlterPartitionRequest: new_isr_with_epochs: count {c2}')
            o2.new_isr_with_epochs = l2 = []
            for _ in range(c2):
                o3 = new(AlterPartitionRequest_BrokerState)
                o3.broker_id, o3.broker_epoch, t = U_iqB(b, p)
                p += 13
                if t: o3.unknown_tagged_fields, p = read_tags(b, p - 1)
                else: o3.unknown_tagged_fields = ()
                l2.append(o3)
            o2.leader_recovery_state, o2.partition_epoch, t = U_biB(b, p)
            p += 6
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

AlterPartitionRequest.DECODERS = (
    decode_alter_partition_request_v0,
    decode_alter_partition_request_v1,
    decode_alter_partition_request_v2,
    decode_alter_partition_request_v3,
)

def encode_alter_partition_request_v0(o0, l, out):
    a = l.append
    v0 = o0.topics
    n = len(v0) + 1
    if n < 128: a(P_iqB(o0.broker_id, o0.broker_epoch, n))
    else: a(P_iq(o0.broker_id, o0.broker_epoch) + uvarint(n))
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
            if o2.new_isr_with_epochs or o2.leader_recovery_state != 0: raise refuse(o2, 'new_isr_with_epochs', 'leader_recovery_state')
            s0 = o2.new_isr
            n0 = len(s0)
            if o2.unknown_tagged_fields:
                if n0 > 126:
                    a(P_2i(o2.partition_index, o2.leader_epoch))
                    a(uvarint(n0 + 1))
                    a(F_nii[n0](*s0, o2.partition_epoch))
                else:
                    a(F_2iBnii[n0](o2.partition_index, o2.leader_epoch, n0 + 1, *s0, o2.partition_epoch))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                if n0 > 126:
                    a(P_2i(o2.partition_index, o2.leader_epoch))
                    a(uvarint(n0 + 1))
                    a(F_niix[n0](*s0, o2.partition_epoch))
                else:
                    a(F_2iBniix[n0](o2.partition_index, o2.leader_epoch, n0 + 1, *s0, o2.partition_epoch))
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

def encode_alter_partition_request_v1(o0, l, out):
    a = l.append
    v0 = o0.topics
    n = len(v0) + 1
    if n < 128: a(P_iqB(o0.broker_id, o0.broker_epoch, n))
    else: a(P_iq(o0.broker_id, o0.broker_epoch) + uvarint(n))
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
            if o2.new_isr_with_epochs: raise refuse(o2, 'new_isr_with_epochs')
            s0 = o2.new_isr
            n0 = len(s0)
            if o2.unknown_tagged_fields:
                if n0 > 126:
                    a(P_2i(o2.partition_index, o2.leader_epoch))
                    a(uvarint(n0 + 1))
                    a(F_nibi[n0](*s0, o2.leader_recovery_state, o2.partition_epoch))
                else:
                    a(F_2iBnibi[n0](o2.partition_index, o2.leader_epoch, n0 + 1, *s0, o2.leader_recovery_state, o2.partition_epoch))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                if n0 > 126:
                    a(P_2i(o2.partition_index, o2.leader_epoch))
                    a(uvarint(n0 + 1))
                    a(F_nibix[n0](*s0, o2.leader_recovery_state, o2.partition_epoch))
                else:
                    a(F_2iBnibix[n0](o2.partition_index, o2.leader_epoch, n0 + 1, *s0, o2.leader_recovery_state, o2.partition_epoch))
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

def encode_alter_partition_request_v2(o0, l, out):
    a = l.append
    v0 = o0.topics
    n = len(v0) + 1
    if n < 128: a(P_iqB(o0.broker_id, o0.broker_epoch, n))
    else: a(P_iq(o0.broker_id, o0.broker_epoch) + uvarint(n))
    for o1 in v0:
        if len(o1.topic_id) != 16: raise EncodeError(f'{o1.topic_id!r:.80} is not a uuid')
        v1 = o1.partitions
        n = len(v1) + 1
        if n < 128: a(P_16sB(o1.topic_id, n))
        else: a(P_16s(o1.topic_id) + uvarint(n))
        for o2 in v1:
            if o2.new_isr_with_epochs: raise refuse(o2, 'new_isr_with_epochs')
            s0 = o2.new_isr
            n0 = len(s0)
            if o2.unknown_tagged_fields:
                if n0 > 126:
                    a(P_2i(o2.partition_index, o2.leader_epoch))
                    a(uvarint(n0 + 1))
                    a(F_nibi[n0](*s0, o2.leader_recovery_state, o2.partition_epoch))
                else:
                    a(F_2iBnibi[n0](o2.partition_index, o2.leader_epoch, n0 + 1, *s0, o2.leader_recovery_state, o2.partition_epoch))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                if n0 > 126:
                    a(P_2i(o2.partition_index, o2.leader_epoch))
                    a(uvarint(n0 + 1))
                    a(F_nibix[n0](*s0, o2.leader_recovery_state, o2.partition_epoch))
                else:
                    a(F_2iBnibix[n0](o2.partition_index, o2.leader_epoch, n0 + 1, *s0, o2.leader_recovery_state, o2.partition_epoch))
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

def encode_alter_partition_request_v3(o0, l, out):
    a = l.append
    v0 = o0.topics
    n = len(v0) + 1
    if n < 128: a(P_iqB(o0.broker_id, o0.broker_epoch, n))
    else: a(P_iq(o0.broker_id, o0.broker_epoch) + uvarint(n))
    for o1 in v0:
        if len(o1.topic_id) != 16: raise EncodeError(f'{o1.topic_id!r:.80} is not a uuid')
        v1 = o1.partitions
        n = len(v1) + 1
        if n < 128: a(P_16sB(o1.topic_id, n))
        else: a(P_16s(o1.topic_id) + uvarint(n))
        for o2 in v1:
            if o2.new_isr: raise refuse(o2, 'new_isr')
            v2 = o2.new_isr_with_epochs
            n = len(v2) + 1
            if n < 128: a(P_2iB(o2.partition_index, o2.leader_epoch, n))
            else: a(P_2i(o2.partition_index, o2.leader_epoch) + uvarint(n))
            for o3 in v2:
                if o3.unknown_tagged_fields:
                    a(P_iq(o3.broker_id, o3.broker_epoch))
                    a(write_tags(o3.unknown_tagged_fields))
                else:
                    a(P_iqx(o3.broker_id, o3.broker_epoch))
            if o2.unknown_tagged_fields:
                a(P_bi(o2.leader_recovery_state, o2.partition_epoch))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(P_bix(o2.leader_recovery_state, o2.partition_epoch))
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

AlterPartitionRequest.ENCODERS = (
    encode_alter_partition_request_v0,
    encode_alter_partition_request_v1,
    encode_alter_partition_request_v2,
    encode_alter_partition_request_v3,
)

def decode_alter_partition_response_v0(b, p):
    e = len(b)
    o0 = new_message(AlterPartitionResponse)
    o0.throttle_time_ms, o0.error_code, c0 = U_ihB(b, p)
    p += 7
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 3 <= e - p: raise DecodeError(f'AlterPartitionResponse: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(AlterPartitionResponse_TopicData)
        o1.topic_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'AlterPartitionResponse: topic_name: length {n}')
        q = p + n - 1
        o1.topic_name = b[p:q].decode()
        p = q
        c1 = b[p]
        p += 1
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 20 <= e - p: raise DecodeError(f'AlterPartitionResponse: partitions: count {c1}')
        o1.partitions = l1 = []
        for _ in range(c1):
            o2 = new(AlterPartitionResponse_PartitionData)
            o2.leader_recovery_state = 0
            o2.partition_index, o2.error_code, o2.leader_id, o2.leader_epoch, c2 = U_ih2iB(b, p)
            p += 15
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if 0 < c2 < 9: o2.isr = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.isr = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'AlterPartitionResponse: isr: count {c2}')
                o2.isr = [*unpack_from(f'>{c2}i', b, p)]
                p += c2 * 4
            o2.partition_epoch, t = U_iB(b, p)
            p += 5
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

def decode_alter_partition_response_v1(b, p):
    e = len(b)
    o0 = new_message(AlterPartitionResponse)
    o0.throttle_time_ms, o0.error_code, c0 = U_ihB(b, p)
    p += 7
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 3 <= e - p: raise DecodeError(f'AlterPartitionResponse: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(AlterPartitionResponse_TopicData)
        o1.topic_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'AlterPartitionResponse: topic_name: length {n}')
        q = p + n - 1
        o1.topic_name = b[p:q].decode()
        p = q
        c1 = b[p]
        p += 1
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 21 <= e - p: raise DecodeError(f'AlterPartitionResponse: partitions: count {c1}')
        o1.partitions = l1 = []
        for _ in range(c1):
            o2 = new(AlterPartitionResponse_PartitionData)
            o2.partition_index, o2.error_code, o2.leader_id, o2.leader_epoch, c2 = U_ih2iB(b, p)
            p += 15
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if 0 < c2 < 9: o2.isr = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.isr = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'AlterPartitionResponse: isr: count {c2}')
                o2.isr = [*unpack_from(f'>{c2}i', b, p)]
                p += c2 * 4
            o2.leader_recovery_state, o2.partition_epoch, t = U_biB(b, p)
            p += 6
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

def decode_alter_partition_response_v2(b, p):
    e = len(b)
    o0 = new_message(AlterPartitionResponse)
    o0.throttle_time_ms, o0.error_code, c0 = U_ihB(b, p)
    p += 7
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 18 <= e - p: raise DecodeError(f'AlterPartitionResponse: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(AlterPartitionResponse_TopicData)
        o1.topic_name = ''
        o1.topic_id, c1 = U_16sB(b, p)
        p += 17
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 21 <= e - p: raise DecodeError(f'AlterPartitionResponse: partitions: count {c1}')
        o1.partitions = l1 = []
        for _ in range(c1):
            o2 = new(AlterPartitionResponse_PartitionData)
            o2.partition_index, o2.error_code, o2.leader_id, o2.leader_epoch, c2 = U_ih2iB(b, p)
            p += 15
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if 0 < c2 < 9: o2.isr = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.isr = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'AlterPartitionResponse: isr: count {c2}')
                o2.isr = [*unpack_from(f'>{c2}i', b, p)]
                p += c2 * 4
            o2.leader_recovery_state, o2.partition_epoch, t = U_biB(b, p)
            p += 6
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

AlterPartitionResponse.DECODERS = (
    decode_alter_partition_response_v0,
    decode_alter_partition_response_v1,
    decode_alter_partition_response_v2,
    decode_alter_partition_response_v2,
)

def encode_alter_partition_response_v0(o0, l, out):
    a = l.append
    v0 = o0.topics
    n = len(v0) + 1
    if n < 128: a(P_ihB(o0.throttle_time_ms, o0.error_code, n))
    else: a(P_ih(o0.throttle_time_ms, o0.error_code) + uvarint(n))
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
            s0 = o2.isr
            n0 = len(s0)
            if o2.unknown_tagged_fields:
                if n0 > 126:
                    a(P_ih2i(o2.partition_index, o2.error_code, o2.leader_id, o2.leader_epoch))
                    a(uvarint(n0 + 1))
                    a(F_nii[n0](*s0, o2.partition_epoch))
                else:
                    a(F_ih2iBnii[n0](o2.partition_index, o2.error_code, o2.leader_id, o2.leader_epoch, n0 + 1, *s0, o2.partition_epoch))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                if n0 > 126:
                    a(P_ih2i(o2.partition_index, o2.error_code, o2.leader_id, o2.leader_epoch))
                    a(uvarint(n0 + 1))
                    a(F_niix[n0](*s0, o2.partition_epoch))
                else:
                    a(F_ih2iBniix[n0](o2.partition_index, o2.error_code, o2.leader_id, o2.leader_epoch, n0 + 1, *s0, o2.partition_epoch))
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

def encode_alter_partition_response_v1(o0, l, out):
    a = l.append
    v0 = o0.topics
    n = len(v0) + 1
    if n < 128: a(P_ihB(o0.throttle_time_ms, o0.error_code, n))
    else: a(P_ih(o0.throttle_time_ms, o0.error_code) + uvarint(n))
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
            s0 = o2.isr
            n0 = len(s0)
            if o2.unknown_tagged_fields:
                if n0 > 126:
                    a(P_ih2i(o2.partition_index, o2.error_code, o2.leader_id, o2.leader_epoch))
                    a(uvarint(n0 + 1))
                    a(F_nibi[n0](*s0, o2.leader_recovery_state, o2.partition_epoch))
                else:
                    a(F_ih2iBnibi[n0](o2.partition_index, o2.error_code, o2.leader_id, o2.leader_epoch, n0 + 1, *s0, o2.leader_recovery_state, o2.partition_epoch))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                if n0 > 126:
                    a(P_ih2i(o2.partition_index, o2.error_code, o2.leader_id, o2.leader_epoch))
                    a(uvarint(n0 + 1))
                    a(F_nibix[n0](*s0, o2.leader_recovery_state, o2.partition_epoch))
                else:
                    a(F_ih2iBnibix[n0](o2.partition_index, o2.error_code, o2.leader_id, o2.leader_epoch, n0 + 1, *s0, o2.leader_recovery_state, o2.partition_epoch))
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

def encode_alter_partition_response_v2(o0, l, out):
    a = l.append
    v0 = o0.topics
    n = len(v0) + 1
    if n < 128: a(P_ihB(o0.throttle_time_ms, o0.error_code, n))
    else: a(P_ih(o0.throttle_time_ms, o0.error_code) + uvarint(n))
    for o1 in v0:
        if len(o1.topic_id) != 16: raise EncodeError(f'{o1.topic_id!r:.80} is not a uuid')
        v1 = o1.partitions
        n = len(v1) + 1
        if n < 128: a(P_16sB(o1.topic_id, n))
        else: a(P_16s(o1.topic_id) + uvarint(n))
        for o2 in v1:
            s0 = o2.isr
            n0 = len(s0)
            if o2.unknown_tagged_fields:
                if n0 > 126:
                    a(P_ih2i(o2.partition_index, o2.error_code, o2.leader_id, o2.leader_epoch))
                    a(uvarint(n0 + 1))
                    a(F_nibi[n0](*s0, o2.leader_recovery_state, o2.partition_epoch))
                else:
                    a(F_ih2iBnibi[n0](o2.partition_index, o2.error_code, o2.leader_id, o2.leader_epoch, n0 + 1, *s0, o2.leader_recovery_state, o2.partition_epoch))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                if n0 > 126:
                    a(P_ih2i(o2.partition_index, o2.error_code, o2.leader_id, o2.leader_epoch))
                    a(uvarint(n0 + 1))
                    a(F_nibix[n0](*s0, o2.leader_recovery_state, o2.partition_epoch))
                else:
                    a(F_ih2iBnibix[n0](o2.partition_index, o2.error_code, o2.leader_id, o2.leader_epoch, n0 + 1, *s0, o2.leader_recovery_state, o2.partition_epoch))
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

AlterPartitionResponse.ENCODERS = (
    encode_alter_partition_response_v0,
    encode_alter_partition_response_v1,
    encode_alter_partition_response_v2,
    encode_alter_partition_response_v2,
)
