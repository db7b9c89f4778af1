"""Written by `make generate` from protocol/messages/leader_and_isr.py. Do not edit."""

from kavka.protocol.message import Message, Part
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import new, new_message, pack, read_tags, read_uvarint, refuse, unpack_from, uvarint
from kavka.protocol.wire import write_tags

class LeaderAndIsrRequest(Message):
    __slots__ = ('controller_id', 'is_kraft_controller', 'controller_epoch', 'broker_epoch', 'type', 'ungrouped_partition_states', 'topic_states', 'live_leaders', 'unknown_tagged_fields')
    API_KEY = 4
    MIN_VERSION = 0
    MAX_VERSION = 7
    FLEXIBLE_FROM = 4
    
    class LeaderAndIsrPartitionState(Part):
        __slots__ = ('topic_name', 'partition_index', 'controller_epoch', 'leader', 'leader_epoch', 'isr', 'partition_epoch', 'replicas', 'adding_replicas', 'removing_replicas', 'is_new', 'leader_recovery_state', 'unknown_tagged_fields')
        
        def __init__(self, topic_name='', partition_index=0, controller_epoch=0, leader=0, leader_epoch=0, isr=EMPTY, partition_epoch=0, replicas=EMPTY, adding_replicas=EMPTY, removing_replicas=EMPTY, is_new=False, leader_recovery_state=0, unknown_tagged_fields=()):
            self.topic_name = topic_name
            self.partition_index = partition_index
            self.controller_epoch = controller_epoch
            self.leader = leader
            self.leader_epoch = leader_epoch
            self.isr = [] if isr is EMPTY else isr
            self.partition_epoch = partition_epoch
            self.replicas = [] if replicas is EMPTY else replicas
            self.adding_replicas = [] if adding_replicas is EMPTY else adding_replicas
            self.removing_replicas = [] if removing_replicas is EMPTY else removing_replicas
            self.is_new = is_new
            self.leader_recovery_state = leader_recovery_state
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class LeaderAndIsrTopicState(Part):
        __slots__ = ('topic_name', 'topic_id', 'partition_states', 'unknown_tagged_fields')
        
        def __init__(self, topic_name='', topic_id=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', partition_states=EMPTY, unknown_tagged_fields=()):
            self.topic_name = topic_name
            self.topic_id = topic_id
            self.partition_states = [] if partition_states is EMPTY else partition_states
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class LeaderAndIsrLiveLeader(Part):
        __slots__ = ('broker_id', 'host_name', 'port', 'unknown_tagged_fields')
        
        def __init__(self, broker_id=0, host_name='', port=0, unknown_tagged_fields=()):
            self.broker_id = broker_id
            self.host_name = host_name
            self.port = port
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, controller_id=0, is_kraft_controller=False, controller_epoch=0, broker_epoch=-1, type=0, ungrouped_partition_states=EMPTY, topic_states=EMPTY, live_leaders=EMPTY, unknown_tagged_fields=()):
        self.controller_id = controller_id
        self.is_kraft_controller = is_kraft_controller
        self.controller_epoch = controller_epoch
        self.broker_epoch = broker_epoch
        self.type = type
        self.ungrouped_partition_states = [] if ungrouped_partition_states is EMPTY else ungrouped_partition_states
        self.topic_states = [] if topic_states is EMPTY else topic_states
        self.live_leaders = [] if live_leaders is EMPTY else live_leaders
        self.unknown_tagged_fields = unknown_tagged_fields

LeaderAndIsrRequest_LeaderAndIsrPartitionState = LeaderAndIsrRequest.LeaderAndIsrPartitionState

LeaderAndIsrRequest_LeaderAndIsrTopicState = LeaderAndIsrRequest.LeaderAndIsrTopicState

LeaderAndIsrRequest_LeaderAndIsrLiveLeader = LeaderAndIsrRequest.LeaderAndIsrLiveLeader

class LeaderAndIsrResponse(Message):
    __slots__ = ('error_code', 'partition_errors', 'topics', 'unknown_tagged_fields')
    API_KEY = 4
    MIN_VERSION = 0
    MAX_VERSION = 7
    FLEXIBLE_FROM = 4
    
    class LeaderAndIsrPartitionError(Part):
        __slots__ = ('topic_name', 'partition_index', 'error_code', 'unknown_tagged_fields')
        
        def __init__(self, topic_name='', partition_index=0, error_code=0, unknown_tagged_fields=()):
            self.topic_name = topic_name
            self.partition_index = partition_index
            self.error_code = error_code
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class LeaderAndIsrTopicError(Part):
        __slots__ = ('topic_id', 'partition_errors', 'unknown_tagged_fields')
        
        def __init__(self, topic_id=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', partition_errors=EMPTY, unknown_tagged_fields=()):
            self.topic_id = topic_id
            self.partition_errors = [] if partition_errors is EMPTY else partition_errors
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, error_code=0, partition_errors=EMPTY, topics=EMPTY, unknown_tagged_fields=()):
        self.error_code = error_code
        self.partition_errors = [] if partition_errors is EMPTY else partition_errors
        self.topics = [] if topics is EMPTY else topics
        self.unknown_tagged_fields = unknown_tagged_fields

LeaderAndIsrResponse_LeaderAndIsrPartitionError = LeaderAndIsrResponse.LeaderAndIsrPartitionError

LeaderAndIsrResponse_LeaderAndIsrTopicError = LeaderAndIsrResponse.LeaderAndIsrTopicError

U_3i = Struct('>3i').unpack_from
U_h = Struct('>h').unpack_from
U_5i = Struct('>5i').unpack_from
UNPACK_i = UNPACK['i']
U_2i = Struct('>2i').unpack_from
U_i = Struct('>i').unpack_from
U_ih = Struct('>ih').unpack_from
U_T = Struct('>?').unpack_from
U_2iqi = Struct('>2iqi').unpack_from
U_2iqB = Struct('>2iqB').unpack_from
U_4iB = Struct('>4iB').unpack_from
U_iB = Struct('>iB').unpack_from
U_TB = Struct('>?B').unpack_from
U_2iqbB = Struct('>2iqbB').unpack_from
U_16sB = Struct('>16sB').unpack_from
U_TbB = Struct('>?bB').unpack_from
U_iTiqbB = Struct('>i?iqbB').unpack_from
P_3i = Struct('>3i').pack
P_h = Struct('>h').pack
F_5ini2ini = PackCache('>5i%di2i%di')
P_i = Struct('>i').pack
P_ih = Struct('>ih').pack
F_5ini2iniT = PackCache('>5i%di2i%di?')
P_2iqi = Struct('>2iqi').pack
F_5ini2iniiniiniT = PackCache('>5i%di2i%dii%dii%di?')
P_2iqB = Struct('>2iqB').pack
P_2iq = Struct('>2iq').pack
P_4i = Struct('>4i').pack
F_nii = PackCache('>%dii')
F_ni = PackCache('>%di')
F_niT = PackCache('>%di?')
F_4iBniiBniBniBniT = PackCache('>4iB%diiB%diB%diB%di?')
F_niTx = PackCache('>%di?x')
F_4iBniiBniBniBniTx = PackCache('>4iB%diiB%diB%diB%di?x')
P_iB = Struct('>iB').pack
P_ix = Struct('>ix').pack
P_2iqbB = Struct('>2iqbB').pack
P_2iqb = Struct('>2iqb').pack
P_16sB = Struct('>16sB').pack
P_16s = Struct('>16s').pack
F_niTb = PackCache('>%di?b')
F_4iBniiBniBniBniTb = PackCache('>4iB%diiB%diB%diB%di?b')
F_niTbx = PackCache('>%di?bx')
F_4iBniiBniBniBniTbx = PackCache('>4iB%diiB%diB%diB%di?bx')
P_iTiqbB = Struct('>i?iqbB').pack
P_iTiqb = Struct('>i?iqb').pack
U_hi = Struct('>hi').unpack_from
U_hB = Struct('>hB').unpack_from
U_ihB = Struct('>ihB').unpack_from
P_hi = Struct('>hi').pack
P_hB = Struct('>hB').pack
P_ihx = Struct('>ihx').pack

def decode_leader_and_isr_request_v0(b, p):
    e = len(b)
    o0 = new_message(LeaderAndIsrRequest)
    o0.is_kraft_controller = False
    o0.broker_epoch = -1
    o0.type = 0
    o0.topic_states = []
    o0.controller_id, o0.controller_epoch, c0 = U_3i(b, p)
    p += 12
    if not 0 <= c0 * 30 <= e - p: raise DecodeError(f'LeaderAndIsrRequest: ungrouped_partition_states: count {c0}')
    o0.ungrouped_partition_states = l0 = []
    for _ in range(c0):
        o1 = new(LeaderAndIsrRequest_LeaderAndIsrPartitionState)
        o1.adding_replicas = []
        o1.removing_replicas = []
        o1.is_new = False
        o1.leader_recovery_state = 0
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'LeaderAndIsrRequest: topic_name: length {n}')
        q = p + n
        o1.topic_name = b[p:q].decode()
        p = q
        o1.partition_index, o1.controller_epoch, o1.leader, o1.leader_epoch, c1 = U_5i(b, p)
        p += 20
        if 0 < c1 < 9: o1.isr = [*UNPACK_i[c1](b, p)]; p += c1 * 4
        elif c1 == 0: o1.isr = []
        else:
            if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'LeaderAndIsrRequest: isr: count {c1}')
            o1.isr = [*unpack_from(f'>{c1}i', b, p)]
            p += c1 * 4
        o1.partition_epoch, c1 = U_2i(b, p)
        p += 8
        if 0 < c1 < 9: o1.replicas = [*UNPACK_i[c1](b, p)]; p += c1 * 4
        elif c1 == 0: o1.replicas = []
        else:
            if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'LeaderAndIsrRequest: replicas: count {c1}')
            o1.replicas = [*unpack_from(f'>{c1}i', b, p)]
            p += c1 * 4
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 * 10 <= e - p: raise DecodeError(f'LeaderAndIsrRequest: live_leaders: count {c0}')
    o0.live_leaders = l0 = []
    for _ in range(c0):
        o1 = new(LeaderAndIsrRequest_LeaderAndIsrLiveLeader)
        o1.broker_id, n = U_ih(b, p)
        p += 6
        if n < 0: raise DecodeError(f'LeaderAndIsrRequest: host_name: length {n}')
        q = p + n
        o1.host_name = b[p:q].decode()
        p = q
        o1.port, = U_i(b, p)
        p += 4
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_leader_and_isr_request_v1(b, p):
    e = len(b)
    o0 = new_message(LeaderAndIsrRequest)
    o0.is_kraft_controller = False
    o0.broker_epoch = -1
    o0.type = 0
    o0.topic_states = []
    o0.controller_id, o0.controller_epoch, c0 = U_3i(b, p)
    p += 12
    if not 0 <= c0 * 31 <= e - p: raise DecodeError(f'LeaderAndIsrRequest: ungrouped_partition_states: count {c0}')
    o0.ungrouped_partition_states = l0 = []
    for _ in range(c0):
        o1 = new(LeaderAndIsrRequest_LeaderAndIsrPartitionState)
        o1.adding_replicas = []
        o1.removing_replicas = []
        o1.leader_recovery_state = 0
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'LeaderAndIsrRequest: topic_name: length {n}')
        q = p + n
        o1.topic_name = b[p:q].decode()
        p = q
        o1.partition_index, o1.controller_epoch, o1.leader, o1.leader_epoch, c1 = U_5i(b, p)
        p += 20
        if 0 < c1 < 9: o1.isr = [*UNPACK_i[c1](b, p)]; p += c1 * 4
        elif c1 == 0: o1.isr = []
        else:
            if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'LeaderAndIsrRequest: isr: count {c1}')
            o1.isr = [*unpack_from(f'>{c1}i', b, p)]
            p += c1 * 4
        o1.partition_epoch, c1 = U_2i(b, p)
        p += 8
        if 0 < c1 < 9: o1.replicas = [*UNPACK_i[c1](b, p)]; p += c1 * 4
        elif c1 == 0: o1.replicas = []
        else:
            if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'LeaderAndIsrRequest: replicas: count {c1}')
            o1.replicas = [*unpack_from(f'>{c1}i', b, p)]
            p += c1 * 4
        o1.is_new, = U_T(b, p)
        p += 1
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 * 10 <= e - p: raise DecodeError(f'LeaderAndIsrRequest: live_leaders: count {c0}')
    o0.live_leaders = l0 = []
    for _ in range(c0):
        o1 = new(LeaderAndIsrRequest_LeaderAndIsrLiveLeader)
        o1.broker_id, n = U_ih(b, p)
        p += 6
        if n < 0: raise DecodeError(f'LeaderAndIsrRequest: host_name: length {n}')
        q = p + n
        o1.host_name = b[p:q].decode()
        p = q
        o1.port, = U_i(b, p)
        p += 4
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_leader_and_isr_request_v2(b, p):
    e = len(b)
    o0 = new_message(LeaderAndIsrRequest)
    o0.is_kraft_controller = False
    o0.type = 0
    o0.ungrouped_partition_states = []
    o0.controller_id, o0.controller_epoch, o0.broker_epoch, c0 = U_2iqi(b, p)
    p += 20
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'LeaderAndIsrRequest: topic_states: count {c0}')
    o0.topic_states = l0 = []
    for _ in range(c0):
        o1 = new(LeaderAndIsrRequest_LeaderAndIsrTopicState)
        o1.topic_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'LeaderAndIsrRequest: topic_name: length {n}')
        q = p + n
        o1.topic_name = b[p:q].decode()
        p = q
        c1, = U_i(b, p)
        p += 4
        if not 0 <= c1 * 29 <= e - p: raise DecodeError(f'LeaderAndIsrRequest: partition_states: count {c1}')
        o1.partition_states = l1 = []
        for _ in range(c1):
            o2 = new(LeaderAndIsrRequest_LeaderAndIsrPartitionState)
            o2.topic_name = ''
            o2.adding_replicas = []
            o2.removing_replicas = []
            o2.leader_recovery_state = 0
            o2.partition_index, o2.controller_epoch, o2.leader, o2.leader_epoch, c2 = U_5i(b, p)
            p += 20
            if 0 < c2 < 9: o2.isr = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.isr = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'LeaderAndIsrRequest: isr: count {c2}')
                o2.isr = [*unpack_from(f'>{c2}i', b, p)]
                p += c2 * 4
            o2.partition_epoch, c2 = U_2i(b, p)
            p += 8
            if 0 < c2 < 9: o2.replicas = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.replicas = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'LeaderAndIsrRequest: replicas: count {c2}')
                o2.replicas = [*unpack_from(f'>{c2}i', b, p)]
                p += c2 * 4
            o2.is_new, = U_T(b, p)
            p += 1
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 * 10 <= e - p: raise DecodeError(f'LeaderAndIsrRequest: live_leaders: count {c0}')
    o0.live_leaders = l0 = []
    for _ in range(c0):
        o1 = new(LeaderAndIsrRequest_LeaderAndIsrLiveLeader)
        o1.broker_id, n = U_ih(b, p)
        p += 6
        if n < 0: raise DecodeError(f'LeaderAndIsrRequest: host_name: length {n}')
        q = p + n
        o1.host_name = b[p:q].decode()
        p = q
        o1.port, = U_i(b, p)
        p += 4
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_leader_and_isr_request_v3(b, p):
    e = len(b)
    o0 = new_message(LeaderAndIsrRequest)
    o0.is_kraft_controller = False
    o0.type = 0
    o0.ungrouped_partition_states = []
    o0.controller_id, o0.controller_epoch, o0.broker_epoch, c0 = U_2iqi(b, p)
    p += 20
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'LeaderAndIsrRequest: topic_states: count {c0}')
    o0.topic_states = l0 = []
    for _ in range(c0):
        o1 = new(LeaderAndIsrRequest_LeaderAndIsrTopicState)
        o1.topic_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'LeaderAndIsrRequest: topic_name: length {n}')
        q = p + n
        o1.topic_name = b[p:q].decode()
        p = q
        c1, = U_i(b, p)
        p += 4
        if not 0 <= c1 * 37 <= e - p: raise DecodeError(f'LeaderAndIsrRequest: partition_states: count {c1}')
        o1.partition_states = l1 = []
        for _ in range(c1):
            o2 = new(LeaderAndIsrRequest_LeaderAndIsrPartitionState)
            o2.topic_name = ''
            o2.leader_recovery_state = 0
            o2.partition_index, o2.controller_epoch, o2.leader, o2.leader_epoch, c2 = U_5i(b, p)
            p += 20
            if 0 < c2 < 9: o2.isr = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.isr = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'LeaderAndIsrRequest: isr: count {c2}')
                o2.isr = [*unpack_from(f'>{c2}i', b, p)]
                p += c2 * 4
            o2.partition_epoch, c2 = U_2i(b, p)
            p += 8
            if 0 < c2 < 9: o2.replicas = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.replicas = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'LeaderAndIsrRequest: replicas: count {c2}')
                o2.replicas = [*unpack_from(f'>{c2}i', b, p)]
                p += c2 * 4
            c2, = U_i(b, p)
            p += 4
            if 0 < c2 < 9: o2.adding_replicas = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.adding_replicas = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'LeaderAndIsrRequest: adding_replicas: count {c2}')
                o2.adding_replicas = [*unpack_from(f'>{c2}i', b, p)]
                p += c2 * 4
            c2, = U_i(b, p)
            p += 4
            if 0 < c2 < 9: o2.removing_replicas = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.removing_replicas = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'LeaderAndIsrRequest: removing_replicas: count {c2}')
                o2.removing_replicas = [*unpack_from(f'>{c2}i', b, p)]
                p += c2 * 4
            o2.is_new, = U_T(b, p)
            p += 1
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 * 10 <= e - p: raise DecodeError(f'LeaderAndIsrRequest: live_leaders: count {c0}')
    o0.live_leaders = l0 = []
    for _ in range(c0):
        o1 = new(LeaderAndIsrRequest_LeaderAndIsrLiveLeader)
        o1.broker_id, n = U_ih(b, p)
        p += 6
        if n < 0: raise DecodeError(f'LeaderAndIsrRequest: host_name: length {n}')
        q = p + n
        o1.host_name = b[p:q].decode()
        p = q
        o1.port, = U_i(b, p)
        p += 4
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_leader_and_isr_request_v4(b, p):
    e = len(b)
    o0 = new_message(LeaderAndIsrRequest)
    o0.is_kraft_controller = False
    o0.type = 0
    o0.ungrouped_partition_states = []
    o0.controller_id, o0.controller_epoch, o0.broker_epoch, c0 = U_2iqB(b, p)
    p += 17
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 3 <= e - p: raise DecodeError(f'LeaderAndIsrRequest: topic_states: count {c0}')
    o0.topic_states = l0 = []
    for _ in range(c0):
        o1 = new(LeaderAndIsrRequest_LeaderAndIsrTopicState)
        o1.topic_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'LeaderAndIsrRequest: topic_name: length {n}')
        q = p + n - 1
        o1.topic_name = b[p:q].decode()
        p = q
        c1 = b[p]
        p += 1
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 26 <= e - p: raise DecodeError(f'LeaderAndIsrRequest: partition_states: count {c1}')
        o1.partition_states = l1 = []
        for _ in range(c1):
            o2 = new(LeaderAndIsrRequest_LeaderAndIsrPartitionState)
            o2.topic_name = ''
            o2.leader_recovery_state = 0
            o2.partition_index, o2.controller_epoch, o2.leader, o2.leader_epoch, c2 = U_4iB(b, p)
            p += 17
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if 0 < c2 < 9: o2.isr = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.isr = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'LeaderAndIsrRequest: isr: count {c2}')
                o2.isr = [*unpack_from(f'>{c2}i', b, p)]
                p += c2 * 4
            o2.partition_epoch, c2 = U_iB(b, p)
            p += 5
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if 0 < c2 < 9: o2.replicas = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.replicas = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'LeaderAndIsrRequest: replicas: count {c2}')
                o2.replicas = [*unpack_from(f'>{c2}i', b, p)]
                p += c2 * 4
            c2 = b[p]
            p += 1
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if 0 < c2 < 9: o2.adding_replicas = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.adding_replicas = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'LeaderAndIsrRequest: adding_replicas: count {c2}')
                o2.adding_replicas = [*unpack_from(f'>{c2}i', b, p)]
                p += c2 * 4
            c2 = b[p]
            p += 1
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if 0 < c2 < 9: o2.removing_replicas = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.removing_replicas = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'LeaderAndIsrRequest: removing_replicas: count {c2}')
                o2.removing_replicas = [*unpack_from(f'>{c2}i', b, p)]
                p += c2 * 4
            o2.is_new, t = U_TB(b, p)
            p += 2
            if t: o2.unknown_tagged_fields, p = read_tags(b, p - 1)
            else: o2.unknown_tagged_fields = ()
            l1.append(o2)
        t = b[p]
        p += 1
        if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
        else: o1.unknown_tagged_fields = ()
        l0.append(o1)
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 10 <= e - p: raise DecodeError(f'LeaderAndIsrRequest: live_leaders: count {c0}')
    o0.live_leaders = l0 = []
    for _ in range(c0):
        o1 = new(LeaderAndIsrRequest_LeaderAndIsrLiveLeader)
        o1.broker_id, n = U_iB(b, p)
        p += 5
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'LeaderAndIsrRequest: host_name: length {n}')
        q = p + n - 1
        o1.host_name = b[p:q].decode()
        p = q
        o1.port, t = U_iB(b, p)
        p += 5
        if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
        else: o1.unknown_tagged_fields = ()
        l0.append(o1)
    t = b[p]
    p += 1
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

def decode_leader_and_isr_request_v5(b, p):
    e = len(b)
    o0 = new_message(LeaderAndIsrRequest)
    o0.is_kraft_controller = False
    o0.ungrouped_partition_states = []
    o0.controller_id, o0.controller_epoch, o0.broker_epoch, o0.type, c0 = U_2iqbB(b, p)
    p += 18
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 19 <= e - p: raise DecodeError(f'LeaderAndIsrRequest: topic_states: count {c0}')
    o0.topic_states = l0 = []
    for _ in range(c0):
        o1 = new(LeaderAndIsrRequest_LeaderAndIsrTopicState)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'LeaderAndIsrRequest: topic_name: length {n}')
        q = p + n - 1
        o1.topic_name = b[p:q].decode()
        p = q
        o1.topic_id, c1 = U_16sB(b, p)
        p += 17
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 26 <= e - p: raise DecodeError(f'LeaderAndIsrRequest: partition_states: count {c1}')
        o1.partition_states = l1 = []
        for _ in range(c1):
            o2 = new(LeaderAndIsrRequest_LeaderAndIsrPartitionState)
            o2.topic_name = ''
            o2.leader_recovery_state = 0
            o2.partition_index, o2.controller_epoch, o2.leader, o2.leader_epoch, c2 = U_4iB(b, p)
            p += 17
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if 0 < c2 < 9: o2.isr = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.isr = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'LeaderAndIsrRequest: isr: count {c2}')
                o2.isr = [*unpack_from(f'>{c2}i', b, p)]
                p += c2 * 4
            o2.partition_epoch, c2 = U_iB(b, p)
            p += 5
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if 0 < c2 < 9: o2.replicas = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.replicas = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'LeaderAndIsrRequest: replicas: count {c2}')
                o2.replicas = [*unpack_from(f'>{c2}i', b, p)]
                p += c2 * 4
            c2 = b[p]
            p += 1
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if 0 < c2 < 9: o2.adding_replicas = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.adding_replicas = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'LeaderAndIsrRequest: adding_replicas: count {c2}')
                o2.adding_replicas = [*unpack_from(f'>{c2}i', b, p)]
                p += c2 * 4
            c2 = b[p]
            p += 1
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if 0 < c2 < 9: o2.removing_replicas = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.removing_replicas = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'LeaderAndIsrRequest: removing_replicas: count {c2}')
                o2.removing_replicas = [*unpack_from(f'>{c2}i', b, p)]
                p += c2 * 4
            o2.is_new, t = U_TB(b, p)
            p += 2
            if t: o2.unknown_tagged_fields, p = read_tags(b, p - 1)
            else: o2.unknown_tagged_fields = ()
            l1.append(o2)
        t = b[p]
        p += 1
        if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
        else: o1.unknown_tagged_fields = ()
        l0.append(o1)
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 10 <= e - p: raise DecodeError(f'LeaderAndIsrRequest: live_leaders: count {c0}')
    o0.live_leaders = l0 = []
    for _ in range(c0):
        o1 = new(LeaderAndIsrRequest_LeaderAndIsrLiveLeader)
        o1.broker_id, n = U_iB(b, p)
        p += 5
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'LeaderAndIsrRequest: host_name: length {n}')
        q = p + n - 1
        o1.host_name = b[p:q].decode()
        p = q
        o1.port, t = U_iB(b, p)
        p += 5
        if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
        else: o1.unknown_tagged_fields = ()
        l0.append(o1)
    t = b[p]
    p += 1
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

def decode_leader_and_isr_request_v6(b, p):
    e = len(b)
    o0 = new_message(LeaderAndIsrRequest)
    o0.is_kraft_controller = False
    o0.ungrouped_partition_states = []
    o0.controller_id, o0.controller_epoch, o0.broker_epoch, o0.type, c0 = U_2iqbB(b, p)
    p += 18
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 19 <= e - p: raise DecodeError(f'LeaderAndIsrRequest: topic_states: count {c0}')
    o0.topic_states = l0 = []
    for _ in range(c0):
        o1 = new(LeaderAndIsrRequest_LeaderAndIsrTopicState)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'LeaderAndIsrRequest: topic_name: length {n}')
        q = p + n - 1
        o1.topic_name = b[p:q].decode()
        p = q
        o1.topic_id, c1 = U_16sB(b, p)
        p += 17
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 27 <= e - p: raise DecodeError(f'LeaderAndIsrRequest: partition_states: count {c1}')
        o1.partition_states = l1 = []
        for _ in range(c1):
            o2 = new(LeaderAndIsrRequest_LeaderAndIsrPartitionState)
            o2.topic_name = ''
            o2.partition_index, o2.controller_epoch, o2.leader, o2.leader_epoch, c2 = U_4iB(b, p)
            p += 17
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if 0 < c2 < 9: o2.isr = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.isr = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'LeaderAndIsrRequest: isr: count {c2}')
                o2.isr = [*unpack_from(f'>{c2}i', b, p)]
                p += c2 * 4
            o2.partition_epoch, c2 = U_iB(b, p)
            p += 5
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if 0 < c2 < 9: o2.replicas = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.replicas = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'LeaderAndIsrRequest: replicas: count {c2}')
                o2.replicas = [*unpack_from(f'>{c2}i', b, p)]
                p += c2 * 4
            c2 = b[p]
            p += 1
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if 0 < c2 < 9: o2.adding_replicas = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.adding_replicas = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'LeaderAndIsrRequest: adding_replicas: count {c2}')
                o2.adding_replicas = [*unpack_from(f'>{c2}i', b, p)]
                p += c2 * 4
            c2 = b[p]
            p += 1
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if 0 < c2 < 9: o2.removing_replicas = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.removing_replicas = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'LeaderAndIsrRequest: removing_replicas: count {c2}')
                o2.removing_replicas = [*unpack_from(f'>{c2}i', b, p)]
                p += c2 * 4
            o2.is_new, o2.leader_recovery_state, t = U_TbB(b, p)
            p += 3
            if t: o2.unknown_tagged_fields, p = read_tags(b, p - 1)
            else: o2.unknown_tagged_fields = ()
            l1.append(o2)
        t = b[p]
        p += 1
        if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
        else: o1.unknown_tagged_fields = ()
        l0.append(o1)
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 10 <= e - p: raise DecodeError(f'LeaderAndIsrRequest: live_leaders: count {c0}')
    o0.live_leaders = l0 = []
    for _ in range(c0):
        o1 = new(LeaderAndIsrRequest_LeaderAndIsrLiveLeader)
        o1.broker_id, n = U_iB(b, p)
        p += 5
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'LeaderAndIsrRequest: host_name: length {n}')
        q = p + n - 1
        o1.host_name = b[p:q].decode()
        p = q
        o1.port, t = U_iB(b, p)
        p += 5
        if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
        else: o1.unknown_tagged_fields = ()
        l0.append(o1)
    t = b[p]
    p += 1
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

def decode_leader_and_isr_request_v7(b, p):
    e = len(b)
    o0 = new_message(LeaderAndIsrRequest)
    o0.ungrouped_partition_states = []
    o0.controller_id, o0.is_kraft_controller, o0.controller_epoch, o0.broker_epoch, o0.type, c0 = U_iTiqbB(b, p)
    p += 19
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 19 <= e - p: raise DecodeError(f'LeaderAndIsrRequest: topic_states: count {c0}')
    o0.topic_states = l0 = []
    for _ in range(c0):
        o1 = new(LeaderAndIsrRequest_LeaderAndIsrTopicState)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'LeaderAndIsrRequest: topic_name: length {n}')
        q = p + n - 1
        o1.topic_name = b[p:q].decode()
        p = q
        o1.topic_id, c1 = U_16sB(b, p)
        p += 17
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 27 <= e - p: raise DecodeError(f'LeaderAndIsrRequest: partition_states: count {c1}')
        o1.partition_states = l1 = []
        for _ in range(c1):
            o2 = new(LeaderAndIsrRequest_LeaderAndIsrPartitionState)
            o2.topic_name = ''
            o2.partition_index, o2.controller_epoch, o2.leader, o2.leader_epoch, c2 = U_4iB(b, p)
            p += 17
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if 0 < c2 < 9: o2.isr = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.isr = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'LeaderAndIsrRequest: isr: count {c2}')
                o2.isr = [*unpack_from(f'>{c2}i', b, p)]
                p += c2 * 4
            o2.partition_epoch, c2 = U_iB(b, p)
            p += 5
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if 0 < c2 < 9: o2.replicas = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.replicas = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'LeaderAndIsrRequest: replicas: count {c2}')
                o2.replicas = [*unpack_from(f'>{c2}i', b, p)]
                p += c2 * 4
            c2 = b[p]
            p += 1
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if 0 < c2 < 9: o2.adding_replicas = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.adding_replicas = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'LeaderAndIsrRequest: adding_replicas: count {c2}')
                o2.adding_replicas = [*unpack_from(f'>{c2}i', b, p)]
                p += c2 * 4
            c2 = b[p]
            p += 1
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if 0 < c2 < 9: o2.removing_replicas = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.removing_replicas = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'LeaderAndIsrRequest: removing_replicas: count {c2}')
                o2.removing_replicas = [*unpack_from(f'>{c2}i', b, p)]
                p += c2 * 4
            o2.is_new, o2.leader_recovery_state, t = U_TbB(b, p)
            p += 3
            if t: o2.unknown_tagged_fields, p = read_tags(b, p - 1)
            else: o2.unknown_tagged_fields = ()
            l1.append(o2)
        t = b[p]
        p += 1
        if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
        else: o1.unknown_tagged_fields = ()
        l0.append(o1)
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 10 <= e - p: raise DecodeError(f'LeaderAndIsrRequest: live_leaders: count {c0}')
    o0.live_leaders = l0 = []
    for _ in range(c0):
        o1 = new(LeaderAndIsrRequest_LeaderAndIsrLiveLeader)
        o1.broker_id, n = U_iB(b, p)
        p += 5
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'LeaderAndIsrRequest: host_name: length {n}')
        q = p + n - 1
        o1.host_name = b[p:q].decode()
        p = q
        o1.port, t = U_iB(b, p)
        p += 5
        if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
        else: o1.unknown_tagged_fields = ()
        l0.append(o1)
    t = b[p]
    p += 1
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

LeaderAndIsrRequest.DECODERS = (
    decode_leader_and_isr_request_v0,
    decode_leader_and_isr_request_v1,
    decode_leader_and_isr_request_v2,
    decode_leader_and_isr_request_v3,
    decode_leader_and_isr_request_v4,
    decode_leader_and_isr_request_v5,
    decode_leader_and_isr_request_v6,
    decode_leader_and_isr_request_v7,
)

def encode_leader_and_isr_request_v0(o0, l, out):
    a = l.append
    if o0.is_kraft_controller or o0.type != 0 or o0.topic_states or o0.unknown_tagged_fields: raise refuse(o0, 'is_kraft_controller', 'type', 'topic_states', 'unknown_tagged_fields')
    v0 = o0.ungrouped_partition_states
    n = len(v0)
    a(P_3i(o0.controller_id, o0.controller_epoch, n))
    for o1 in v0:
        if o1.leader_recovery_state != 0 or o1.unknown_tagged_fields: raise refuse(o1, 'leader_recovery_state', 'unknown_tagged_fields')
        v = o1.topic_name.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        s0 = o1.isr
        n0 = len(s0)
        s1 = o1.replicas
        n1 = len(s1)
        a(F_5ini2ini[n0, n1](o1.partition_index, o1.controller_epoch, o1.leader, o1.leader_epoch, n0, *s0, o1.partition_epoch, n1, *s1))
    v0 = o0.live_leaders
    n = len(v0)
    a(P_i(n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.host_name.encode()
        n = len(v)
        a(P_ih(o1.broker_id, n))
        a(v)
        a(P_i(o1.port))

def encode_leader_and_isr_request_v1(o0, l, out):
    a = l.append
    if o0.is_kraft_controller or o0.type != 0 or o0.topic_states or o0.unknown_tagged_fields: raise refuse(o0, 'is_kraft_controller', 'type', 'topic_states', 'unknown_tagged_fields')
    v0 = o0.ungrouped_partition_states
    n = len(v0)
    a(P_3i(o0.controller_id, o0.controller_epoch, n))
    for o1 in v0:
        if o1.leader_recovery_state != 0 or o1.unknown_tagged_fields: raise refuse(o1, 'leader_recovery_state', 'unknown_tagged_fields')
        v = o1.topic_name.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        s0 = o1.isr
        n0 = len(s0)
        s1 = o1.replicas
        n1 = len(s1)
        a(F_5ini2iniT[n0, n1](o1.partition_index, o1.controller_epoch, o1.leader, o1.leader_epoch, n0, *s0, o1.partition_epoch, n1, *s1, o1.is_new))
    v0 = o0.live_leaders
    n = len(v0)
    a(P_i(n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.host_name.encode()
        n = len(v)
        a(P_ih(o1.broker_id, n))
        a(v)
        a(P_i(o1.port))

def encode_leader_and_isr_request_v2(o0, l, out):
    a = l.append
    if o0.is_kraft_controller or o0.type != 0 or o0.ungrouped_partition_states or o0.unknown_tagged_fields: raise refuse(o0, 'is_kraft_controller', 'type', 'ungrouped_partition_states', 'unknown_tagged_fields')
    v0 = o0.topic_states
    n = len(v0)
    a(P_2iqi(o0.controller_id, o0.controller_epoch, o0.broker_epoch, n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.topic_name.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v1 = o1.partition_states
        n = len(v1)
        a(P_i(n))
        for o2 in v1:
            if o2.leader_recovery_state != 0 or o2.unknown_tagged_fields: raise refuse(o2, 'leader_recovery_state', 'unknown_tagged_fields')
            s0 = o2.isr
            n0 = len(s0)
            s1 = o2.replicas
            n1 = len(s1)
            a(F_5ini2iniT[n0, n1](o2.partition_index, o2.controller_epoch, o2.leader, o2.leader_epoch, n0, *s0, o2.partition_epoch, n1, *s1, o2.is_new))
    v0 = o0.live_leaders
    n = len(v0)
    a(P_i(n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.host_name.encode()
        n = len(v)
        a(P_ih(o1.broker_id, n))
        a(v)
        a(P_i(o1.port))

def encode_leader_and_isr_request_v3(o0, l, out):
    a = l.append
    if o0.is_kraft_controller or o0.type != 0 or o0.ungrouped_partition_states or o0.unknown_tagged_fields: raise refuse(o0, 'is_kraft_controller', 'type', 'ungrouped_partition_states', 'unknown_tagged_fields')
    v0 = o0.topic_states
    n = len(v0)
    a(P_2iqi(o0.controller_id, o0.controller_epoch, o0.broker_epoch, n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.topic_name.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v1 = o1.partition_states
        n = len(v1)
        a(P_i(n))
        for o2 in v1:
            if o2.leader_recovery_state != 0 or o2.unknown_tagged_fields: raise refuse(o2, 'leader_recovery_state', 'unknown_tagged_fields')
            s0 = o2.isr
            n0 = len(s0)
            s1 = o2.replicas
            n1 = len(s1)
            s2 = o2.adding_replicas
            n2 = len(s2)
            s3 = o2.removing_replicas
            n3 = len(s3)
            a(F_5ini2iniiniiniT[n0, n1, n2, n3](o2.partition_index, o2.controller_epoch, o2.leader, o2.leader_epoch, n0, *s0, o2.partition_epoch, n1, *s1, n2, *s2, n3, *s3, o2.is_new))
    v0 = o0.live_leaders
    n = len(v0)
    a(P_i(n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.host_name.encode()
        n = len(v)
        a(P_ih(o1.broker_id, n))
        a(v)
        a(P_i(o1.port))

def encode_leader_and_isr_request_v4(o0, l, out):
    a = l.append
    if o0.is_kraft_controller or o0.type != 0 or o0.ungrouped_partition_states: raise refuse(o0, 'is_kraft_controller', 'type', 'ungrouped_partition_states')
    v0 = o0.topic_states
    n = len(v0) + 1
    if n < 128: a(P_2iqB(o0.controller_id, o0.controller_epoch, o0.broker_epoch, n))
    else: a(P_2iq(o0.controller_id, o0.controller_epoch, o0.broker_epoch) + uvarint(n))
    for o1 in v0:
        v = o1.topic_name.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v1 = o1.partition_states
        n = len(v1) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o2 in v1:
            if o2.leader_recovery_state != 0: raise refuse(o2, 'leader_recovery_state')
            s0 = o2.isr
            n0 = len(s0)
            s1 = o2.replicas
            n1 = len(s1)
            s2 = o2.adding_replicas
            n2 = len(s2)
            s3 = o2.removing_replicas
            n3 = len(s3)
            if o2.unknown_tagged_fields:
                if n0 > 126 or n1 > 126 or n2 > 126 or n3 > 126:
                    a(P_4i(o2.partition_index, o2.controller_epoch, o2.leader, o2.leader_epoch))
                    a(uvarint(n0 + 1))
                    a(F_nii[n0](*s0, o2.partition_epoch))
                    a(uvarint(n1 + 1))
                    a(F_ni[n1](*s1))
                    a(uvarint(n2 + 1))
                    a(F_ni[n2](*s2))
                    a(uvarint(n3 + 1))
                    a(F_niT[n3](*s3, o2.is_new))
                else:
                    a(F_4iBniiBniBniBniT[n0, n1, n2, n3](o2.partition_index, o2.controller_epoch, o2.leader, o2.leader_epoch, n0 + 1, *s0, o2.partition_epoch, n1 + 1, *s1, n2 + 1, *s2, n3 + 1, *s3, o2.is_new))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                if n0 > 126 or n1 > 126 or n2 > 126 or n3 > 126:
                    a(P_4i(o2.partition_index, o2.controller_epoch, o2.leader, o2.leader_epoch))
                    a(uvarint(n0 + 1))
                    a(F_nii[n0](*s0, o2.partition_epoch))
                    a(uvarint(n1 + 1))
                    a(F_ni[n1](*s1))
                    a(uvarint(n2 + 1))
                    a(F_ni[n2](*s2))
                    a(uvarint(n3 + 1))
                    a(F_niTx[n3](*s3, o2.is_new))
                else:
                    a(F_4iBniiBniBniBniTx[n0, n1, n2, n3](o2.partition_index, o2.controller_epoch, o2.leader, o2.leader_epoch, n0 + 1, *s0, o2.partition_epoch, n1 + 1, *s1, n2 + 1, *s2, n3 + 1, *s3, o2.is_new))
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    v0 = o0.live_leaders
    n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        v = o1.host_name.encode()
        n = len(v) + 1
        if n < 128: a(P_iB(o1.broker_id, n))
        else: a(P_i(o1.broker_id) + uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(P_i(o1.port))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_ix(o1.port))
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

def encode_leader_and_isr_request_v5(o0, l, out):
    a = l.append
    if o0.is_kraft_controller or o0.ungrouped_partition_states: raise refuse(o0, 'is_kraft_controller', 'ungrouped_partition_states')
    v0 = o0.topic_states
    n = len(v0) + 1
    if n < 128: a(P_2iqbB(o0.controller_id, o0.controller_epoch, o0.broker_epoch, o0.type, n))
    else: a(P_2iqb(o0.controller_id, o0.controller_epoch, o0.broker_epoch, o0.type) + uvarint(n))
    for o1 in v0:
        v = o1.topic_name.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        if len(o1.topic_id) != 16: raise EncodeError(f'{o1.topic_id!r:.80} is not a uuid')
        v1 = o1.partition_states
        n = len(v1) + 1
        if n < 128: a(P_16sB(o1.topic_id, n))
        else: a(P_16s(o1.topic_id) + uvarint(n))
        for o2 in v1:
            if o2.leader_recovery_state != 0: raise refuse(o2, 'leader_recovery_state')
            s0 = o2.isr
            n0 = len(s0)
            s1 = o2.replicas
            n1 = len(s1)
            s2 = o2.adding_replicas
            n2 = len(s2)
            s3 = o2.removing_replicas
            n3 = len(s3)
            if o2.unknown_tagged_fields:
                if n0 > 126 or n1 > 126 or n2 > 126 or n3 > 126:
                    a(P_4i(o2.partition_index, o2.controller_epoch, o2.leader, o2.leader_epoch))
                    a(uvarint(n0 + 1))
                    a(F_nii[n0](*s0, o2.partition_epoch))
                    a(uvarint(n1 + 1))
                    a(F_ni[n1](*s1))
                    a(uvarint(n2 + 1))
                    a(F_ni[n2](*s2))
                    a(uvarint(n3 + 1))
                    a(F_niT[n3](*s3, o2.is_new))
                else:
                    a(F_4iBniiBniBniBniT[n0, n1, n2, n3](o2.partition_index, o2.controller_epoch, o2.leader, o2.leader_epoch, n0 + 1, *s0, o2.partition_epoch, n1 + 1, *s1, n2 + 1, *s2, n3 + 1, *s3, o2.is_new))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                if n0 > 126 or n1 > 126 or n2 > 126 or n3 > 126:
                    a(P_4i(o2.partition_index, o2.controller_epoch, o2.leader, o2.leader_epoch))
                    a(uvarint(n0 + 1))
                    a(F_nii[n0](*s0, o2.partition_epoch))
                    a(uvarint(n1 + 1))
                    a(F_ni[n1](*s1))
                    a(uvarint(n2 + 1))
                    a(F_ni[n2](*s2))
                    a(uvarint(n3 + 1))
                    a(F_niTx[n3](*s3, o2.is_new))
                else:
                    a(F_4iBniiBniBniBniTx[n0, n1, n2, n3](o2.partition_index, o2.controller_epoch, o2.leader, o2.leader_epoch, n0 + 1, *s0, o2.partition_epoch, n1 + 1, *s1, n2 + 1, *s2, n3 + 1, *s3, o2.is_new))
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    v0 = o0.live_leaders
    n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        v = o1.host_name.encode()
        n = len(v) + 1
        if n < 128: a(P_iB(o1.broker_id, n))
        else: a(P_i(o1.broker_id) + uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(P_i(o1.port))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_ix(o1.port))
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

def encode_leader_and_isr_request_v6(o0, l, out):
    a = l.append
    if o0.is_kraft_controller or o0.ungrouped_partition_states: raise refuse(o0, 'is_kraft_controller', 'ungrouped_partition_states')
    v0 = o0.topic_states
    n = len(v0) + 1
    if n < 128: a(P_2iqbB(o0.controller_id, o0.controller_epoch, o0.broker_epoch, o0.type, n))
    else: a(P_2iqb(o0.controller_id, o0.controller_epoch, o0.broker_epoch, o0.type) + uvarint(n))
    for o1 in v0:
        v = o1.topic_name.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        if len(o1.topic_id) != 16: raise EncodeError(f'{o1.topic_id!r:.80} is not a uuid')
        v1 = o1.partition_states
        n = len(v1) + 1
        if n < 128: a(P_16sB(o1.topic_id, n))
        else: a(P_16s(o1.topic_id) + uvarint(n))
        for o2 in v1:
            s0 = o2.isr
            n0 = len(s0)
            s1 = o2.replicas
            n1 = len(s1)
            s2 = o2.adding_replicas
            n2 = len(s2)
            s3 = o2.removing_replicas
            n3 = len(s3)
            if o2.unknown_tagged_fields:
                if n0 > 126 or n1 > 126 or n2 > 126 or n3 > 126:
                    a(P_4i(o2.partition_index, o2.controller_epoch, o2.leader, o2.leader_epoch))
                    a(uvarint(n0 + 1))
                    a(F_nii[n0](*s0, o2.partition_epoch))
                    a(uvarint(n1 + 1))
                    a(F_ni[n1](*s1))
                    a(uvarint(n2 + 1))
                    a(F_ni[n2](*s2))
                    a(uvarint(n3 + 1))
                    a(F_niTb[n3](*s3, o2.is_new, o2.leader_recovery_state))
                else:
                    a(F_4iBniiBniBniBniTb[n0, n1, n2, n3](o2.partition_index, o2.controller_epoch, o2.leader, o2.leader_epoch, n0 + 1, *s0, o2.partition_epoch, n1 + 1, *s1, n2 + 1, *s2, n3 + 1, *s3, o2.is_new, o2.leader_recovery_state))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                if n0 > 126 or n1 > 126 or n2 > 126 or n3 > 126:
                    a(P_4i(o2.partition_index, o2.controller_epoch, o2.leader, o2.leader_epoch))
                    a(uvarint(n0 + 1))
                    a(F_nii[n0](*s0, o2.partition_epoch))
                    a(uvarint(n1 + 1))
                    a(F_ni[n1](*s1))
                    a(uvarint(n2 + 1))
                    a(F_ni[n2](*s2))
                    a(uvarint(n3 + 1))
                    a(F_niTbx[n3](*s3, o2.is_new, o2.leader_recovery_state))
                else:
                    a(F_4iBniiBniBniBniTbx[n0, n1, n2, n3](o2.partition_index, o2.controller_epoch, o2.leader, o2.leader_epoch, n0 + 1, *s0, o2.partition_epoch, n1 + 1, *s1, n2 + 1, *s2, n3 + 1, *s3, o2.is_new, o2.leader_recovery_state))
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    v0 = o0.live_leaders
    n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        v = o1.host_name.encode()
        n = len(v) + 1
        if n < 128: a(P_iB(o1.broker_id, n))
        else: a(P_i(o1.broker_id) + uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(P_i(o1.port))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_ix(o1.port))
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

def encode_leader_and_isr_request_v7(o0, l, out):
    a = l.append
    if o0.ungrouped_partition_states: raise refuse(o0, 'ungrouped_partition_states')
    v0 = o0.topic_states
    n = len(v0) + 1
    if n < 128: a(P_iTiqbB(o0.controller_id, o0.is_kraft_controller, o0.controller_epoch, o0.broker_epoch, o0.type, n))
    else: a(P_iTiqb(o0.controller_id, o0.is_kraft_controller, o0.controller_epoch, o0.broker_epoch, o0.type) + uvarint(n))
    for o1 in v0:
        v = o1.topic_name.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        if len(o1.topic_id) != 16: raise EncodeError(f'{o1.topic_id!r:.80} is not a uuid')
        v1 = o1.partition_states
        n = len(v1) + 1
        if n < 128: a(P_16sB(o1.topic_id, n))
        else: a(P_16s(o1.topic_id) + uvarint(n))
        for o2 in v1:
            s0 = o2.isr
            n0 = len(s0)
            s1 = o2.replicas
            n1 = len(s1)
            s2 = o2.adding_replicas
            n2 = len(s2)
            s3 = o2.removing_replicas
            n3 = len(s3)
            if o2.unknown_tagged_fields:
                if n0 > 126 or n1 > 126 or n2 > 126 or n3 > 126:
                    a(P_4i(o2.partition_index, o2.controller_epoch, o2.leader, o2.leader_epoch))
                    a(uvarint(n0 + 1))
                    a(F_nii[n0](*s0, o2.partition_epoch))
                    a(uvarint(n1 + 1))
                    a(F_ni[n1](*s1))
                    a(uvarint(n2 + 1))
                    a(F_ni[n2](*s2))
                    a(uvarint(n3 + 1))
                    a(F_niTb[n3](*s3, o2.is_new, o2.leader_recovery_state))
                else:
                    a(F_4iBniiBniBniBniTb[n0, n1, n2, n3](o2.partition_index, o2.controller_epoch, o2.leader, o2.leader_epoch, n0 + 1, *s0, o2.partition_epoch, n1 + 1, *s1, n2 + 1, *s2, n3 + 1, *s3, o2.is_new, o2.leader_recovery_state))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                if n0 > 126 or n1 > 126 or n2 > 126 or n3 > 126:
                    a(P_4i(o2.partition_index, o2.controller_epoch, o2.leader, o2.leader_epoch))
                    a(uvarint(n0 + 1))
                    a(F_nii[n0](*s0, o2.partition_epoch))
                    a(uvarint(n1 + 1))
                    a(F_ni[n1](*s1))
                    a(uvarint(n2 + 1))
                    a(F_ni[n2](*s2))
                    a(uvarint(n3 + 1))
                    a(F_niTbx[n3](*s3, o2.is_new, o2.leader_recovery_state))
                else:
                    a(F_4iBniiBniBniBniTbx[n0, n1, n2, n3](o2.partition_index, o2.controller_epoch, o2.leader, o2.leader_epoch, n0 + 1, *s0, o2.partition_epoch, n1 + 1, *s1, n2 + 1, *s2, n3 + 1, *s3, o2.is_new, o2.leader_recovery_state))
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    v0 = o0.live_leaders
    n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        v = o1.host_name.encode()
        n = len(v) + 1
        if n < 128: a(P_iB(o1.broker_id, n))
        else: a(P_i(o1.broker_id) + uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(P_i(o1.port))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_ix(o1.port))
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

LeaderAndIsrRequest.ENCODERS = (
    encode_leader_and_isr_request_v0,
    encode_leader_and_isr_request_v1,
    encode_leader_and_isr_request_v2,
    encode_leader_and_isr_request_v3,
    encode_leader_and_isr_request_v4,
    encode_leader_and_isr_request_v5,
    encode_leader_and_isr_request_v6,
    encode_leader_and_isr_request_v7,
)

def decode_leader_and_isr_response_v0(b, p):
    e = len(b)
    o0 = new_message(LeaderAndIsrResponse)
    o0.topics = []
    o0.error_code, c0 = U_hi(b, p)
    p += 6
    if not 0 <= c0 * 8 <= e - p: raise DecodeError(f'LeaderAndIsrResponse: partition_errors: count {c0}')
    o0.partition_errors = l0 = []
    for _ in range(c0):
        o1 = new(LeaderAndIsrResponse_LeaderAndIsrPartitionError)
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'LeaderAndIsrResponse: topic_name: length {n}')
        q = p + n
        o1.topic_name = b[p:q].decode()
        p = q
        o1.partition_index, o1.error_code = U_ih(b, p)
        p += 6
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_leader_and_isr_response_v4(b, p):
    e = len(b)
    o0 = new_message(LeaderAndIsrResponse)
    o0.topics = []
    o0.error_code, c0 = U_hB(b, p)
    p += 3
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 8 <= e - p: raise DecodeError(f'LeaderAndIsrResponse: partition_errors: count {c0}')
    o0.partition_errors = l0 = []
    for _ in range(c0):
        o1 = new(LeaderAndIsrResponse_LeaderAndIsrPartitionError)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'LeaderAndIsrResponse: topic_name: length {n}')
        q = p + n - 1
        o1.topic_name = b[p:q].decode()
        p = q
        o1.partition_index, o1.error_code, t = U_ihB(b, p)
        p += 7
        if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
        else: o1.unknown_tagged_fields = ()
        l0.append(o1)
    t = b[p]
    p += 1
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

def decode_leader_and_isr_response_v5(b, p):
    e = len(b)
    o0 = new_message(LeaderAndIsrResponse)
    o0.partition_errors = []
    o0.error_code, c0 = U_hB(b, p)
    p += 3
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 18 <= e - p: raise DecodeError(f'LeaderAndIsrResponse: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(LeaderAndIsrResponse_LeaderAndIsrTopicError)
        o1.topic_id, c1 = U_16sB(b, p)
        p += 17
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 7 <= e - p: raise DecodeError(f'LeaderAndIsrResponse: partition_errors: count {c1}')
        o1.partition_errors = l1 = []
        for _ in range(c1):
            o2 = new(LeaderAndIsrResponse_LeaderAndIsrPartitionError)
            o2.topic_name = ''
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

LeaderAndIsrResponse.DECODERS = (
    decode_leader_and_isr_response_v0,
    decode_leader_and_isr_response_v0,
    decode_leader_and_isr_response_v0,
    decode_leader_and_isr_response_v0,
    decode_leader_and_isr_response_v4,
    decode_leader_and_isr_response_v5,
    decode_leader_and_isr_response_v5,
    decode_leader_and_isr_response_v5,
)

def encode_leader_and_isr_response_v0(o0, l, out):
    a = l.append
    if o0.topics or o0.unknown_tagged_fields: raise refuse(o0, 'topics', 'unknown_tagged_fields')
    v0 = o0.partition_errors
    n = len(v0)
    a(P_hi(o0.error_code, n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.topic_name.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        a(P_ih(o1.partition_index, o1.error_code))

def encode_leader_and_isr_response_v4(o0, l, out):
    a = l.append
    if o0.topics: raise refuse(o0, 'topics')
    v0 = o0.partition_errors
    n = len(v0) + 1
    if n < 128: a(P_hB(o0.error_code, n))
    else: a(P_h(o0.error_code) + uvarint(n))
    for o1 in v0:
        v = o1.topic_name.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(P_ih(o1.partition_index, o1.error_code))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_ihx(o1.partition_index, o1.error_code))
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

def encode_leader_and_isr_response_v5(o0, l, out):
    a = l.append
    if o0.partition_errors: raise refuse(o0, 'partition_errors')
    v0 = o0.topics
    n = len(v0) + 1
    if n < 128: a(P_hB(o0.error_code, n))
    else: a(P_h(o0.error_code) + uvarint(n))
    for o1 in v0:
        if len(o1.topic_id) != 16: raise EncodeError(f'{o1.topic_id!r:.80} is not a uuid')
        v1 = o1.partition_errors
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

LeaderAndIsrResponse.ENCODERS = (
    encode_leader_and_isr_response_v0,
    encode_leader_and_isr_response_v0,
    encode_leader_and_isr_response_v0,
    encode_leader_and_isr_response_v0,
    encode_leader_and_isr_response_v4,
    encode_leader_and_isr_response_v5,
    encode_leader_and_isr_response_v5,
    encode_leader_and_isr_response_v5,
)
