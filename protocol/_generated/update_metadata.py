"""Written by `make generate` from protocol/messages/update_metadata.py. Do not edit."""

from kavka.protocol.message import Message, Part
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import new, new_message, pack, read_tags, read_uvarint, refuse, unpack_from, uvarint
from kavka.protocol.wire import write_tags

class UpdateMetadataRequest(Message):
    __slots__ = ('controller_id', 'is_kraft_controller', 'type', 'controller_epoch', 'broker_epoch', 'ungrouped_partition_states', 'topic_states', 'live_brokers', 'unknown_tagged_fields')
    API_KEY = 6
    MIN_VERSION = 0
    MAX_VERSION = 8
    FLEXIBLE_FROM = 6
    
    class UpdateMetadataPartitionState(Part):
        __slots__ = ('topic_name', 'partition_index', 'controller_epoch', 'leader', 'leader_epoch', 'isr', 'zk_version', 'replicas', 'offline_replicas', 'unknown_tagged_fields')
        
        def __init__(self, topic_name='', partition_index=0, controller_epoch=0, leader=0, leader_epoch=0, isr=EMPTY, zk_version=0, replicas=EMPTY, offline_replicas=EMPTY, unknown_tagged_fields=()):
            self.topic_name = topic_name
            self.partition_index = partition_index
            self.controller_epoch = controller_epoch
            self.leader = leader
            self.leader_epoch = leader_epoch
            self.isr = [] if isr is EMPTY else isr
            self.zk_version = zk_version
            self.replicas = [] if replicas is EMPTY else replicas
            self.offline_replicas = [] if offline_replicas is EMPTY else offline_replicas
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class UpdateMetadataTopicState(Part):
        __slots__ = ('topic_name', 'topic_id', 'partition_states', 'unknown_tagged_fields')
        
        def __init__(self, topic_name='', topic_id=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', partition_states=EMPTY, unknown_tagged_fields=()):
            self.topic_name = topic_name
            self.topic_id = topic_id
            self.partition_states = [] if partition_states is EMPTY else partition_states
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class UpdateMetadataEndpoint(Part):
        __slots__ = ('port', 'host', 'listener', 'security_protocol', 'unknown_tagged_fields')
        
        def __init__(self, port=0, host='', listener='', security_protocol=0, unknown_tagged_fields=()):
            self.port = port
            self.host = host
            self.listener = listener
            self.security_protocol = security_protocol
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class UpdateMetadataBroker(Part):
        __slots__ = ('id', 'v0_host', 'v0_port', 'endpoints', 'rack', 'unknown_tagged_fields')
        
        def __init__(self, id=0, v0_host='', v0_port=0, endpoints=EMPTY, rack='', unknown_tagged_fields=()):
            self.id = id
            self.v0_host = v0_host
            self.v0_port = v0_port
            self.endpoints = [] if endpoints is EMPTY else endpoints
            self.rack = rack
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, controller_id=0, is_kraft_controller=False, type=0, controller_epoch=0, broker_epoch=-1, ungrouped_partition_states=EMPTY, topic_states=EMPTY, live_brokers=EMPTY, unknown_tagged_fields=()):
        self.controller_id = controller_id
        self.is_kraft_controller = is_kraft_controller
        self.type = type
        self.controller_epoch = controller_epoch
        self.broker_epoch = broker_epoch
        self.ungrouped_partition_states = [] if ungrouped_partition_states is EMPTY else ungrouped_partition_states
        self.topic_states = [] if topic_states is EMPTY else topic_states
        self.live_brokers = [] if live_brokers is EMPTY else live_brokers
        self.unknown_tagged_fields = unknown_tagged_fields

UpdateMetadataRequest_UpdateMetadataPartitionState = UpdateMetadataRequest.UpdateMetadataPartitionState

UpdateMetadataRequest_UpdateMetadataTopicState = UpdateMetadataRequest.UpdateMetadataTopicState

UpdateMetadataRequest_UpdateMetadataEndpoint = UpdateMetadataRequest.UpdateMetadataEndpoint

UpdateMetadataRequest_UpdateMetadataBroker = UpdateMetadataRequest.UpdateMetadataBroker

class UpdateMetadataResponse(Message):
    __slots__ = ('error_code', 'unknown_tagged_fields')
    API_KEY = 6
    MIN_VERSION = 0
    MAX_VERSION = 8
    FLEXIBLE_FROM = 6
    
    def __init__(self, error_code=0, unknown_tagged_fields=()):
        self.error_code = error_code
        self.unknown_tagged_fields = unknown_tagged_fields

U_3i = Struct('>3i').unpack_from
U_h = Struct('>h').unpack_from
U_5i = Struct('>5i').unpack_from
UNPACK_i = UNPACK['i']
U_2i = Struct('>2i').unpack_from
U_i = Struct('>i').unpack_from
U_ih = Struct('>ih').unpack_from
U_2iqi = Struct('>2iqi').unpack_from
U_2iqB = Struct('>2iqB').unpack_from
U_4iB = Struct('>4iB').unpack_from
U_iB = Struct('>iB').unpack_from
U_hB = Struct('>hB').unpack_from
U_16sB = Struct('>16sB').unpack_from
U_iTiqB = Struct('>i?iqB').unpack_from
U_b = Struct('>b').unpack_from
P_3i = Struct('>3i').pack
P_h = Struct('>h').pack
F_5ini2ini = PackCache('>5i%di2i%di')
P_i = Struct('>i').pack
P_ih = Struct('>ih').pack
P_2i = Struct('>2i').pack
F_5ini2iniini = PackCache('>5i%di2i%dii%di')
P_2iqi = Struct('>2iqi').pack
P_2iqB = Struct('>2iqB').pack
P_2iq = Struct('>2iq').pack
P_4i = Struct('>4i').pack
F_nii = PackCache('>%dii')
F_ni = PackCache('>%di')
F_4iBniiBniBni = PackCache('>4iB%diiB%diB%di')
F_nix = PackCache('>%dix')
F_4iBniiBniBnix = PackCache('>4iB%diiB%diB%dix')
P_iB = Struct('>iB').pack
P_hx = Struct('>hx').pack
P_16sB = Struct('>16sB').pack
P_16s = Struct('>16s').pack
P_iTiqB = Struct('>i?iqB').pack
P_iTiq = Struct('>i?iq').pack
P_b = Struct('>b').pack

def decode_update_metadata_request_v0(b, p):
    e = len(b)
    o0 = new_message(UpdateMetadataRequest)
    o0.is_kraft_controller = False
    o0.type = 0
    o0.broker_epoch = -1
    o0.topic_states = []
    o0.controller_id, o0.controller_epoch, c0 = U_3i(b, p)
    p += 12
    if not 0 <= c0 * 30 <= e - p: raise DecodeError(f'UpdateMetadataRequest: ungrouped_partition_states: count {c0}')
    o0.ungrouped_partition_states = l0 = []
    for _ in range(c0):
        o1 = new(UpdateMetadataRequest_UpdateMetadataPartitionState)
        o1.offline_replicas = []
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'UpdateMetadataRequest: topic_name: length {n}')
        q = p + n
        o1.topic_name = b[p:q].decode()
        p = q
        o1.partition_index, o1.controller_epoch, o1.leader, o1.leader_epoch, c1 = U_5i(b, p)
        p += 20
        if 0 < c1 < 9: o1.isr = [*UNPACK_i[c1](b, p)]; p += c1 * 4
        elif c1 == 0: o1.isr = []
        else:
            if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'UpdateMetadataRequest: isr: count {c1}')
            o1.isr = [*unpack_from(f'>{c1}i', b, p)]
            p += c1 * 4
        o1.zk_version, c1 = U_2i(b, p)
        p += 8
        if 0 < c1 < 9: o1.replicas = [*UNPACK_i[c1](b, p)]; p += c1 * 4
        elif c1 == 0: o1.replicas = []
        else:
            if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'UpdateMetadataRequest: replicas: count {c1}')
            o1.replicas = [*unpack_from(f'>{c1}i', b, p)]
            p += c1 * 4
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 * 10 <= e - p: raise DecodeError(f'UpdateMetadataRequest: live_brokers: count {c0}')
    o0.live_brokers = l0 = []
    for _ in range(c0):
        o1 = new(UpdateMetadataRequest_UpdateMetadataBroker)
        o1.endpoints = []
        o1.rack = ''
        o1.id, n = U_ih(b, p)
        p += 6
        if n < 0: raise DecodeError(f'UpdateMetadataRequest: v0_host: length {n}')
        q = p + n
        o1.v0_host = b[p:q].decode()
        p = q
        o1.v0_port, = U_i(b, p)
        p += 4
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_update_metadata_request_v1(b, p):
    e = len(b)
    o0 = new_message(UpdateMetadataRequest)
    o0.is_kraft_controller = False
    o0.type = 0
    o0.broker_epoch = -1
    o0.topic_states = []
    o0.controller_id, o0.controller_epoch, c0 = U_3i(b, p)
    p += 12
    if not 0 <= c0 * 30 <= e - p: raise DecodeError(f'UpdateMetadataRequest: ungrouped_partition_states: count {c0}')
    o0.ungrouped_partition_states = l0 = []
    for _ in range(c0):
        o1 = new(UpdateMetadataRequest_UpdateMetadataPartitionState)
        o1.offline_replicas = []
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'UpdateMetadataRequest: topic_name: length {n}')
        q = p + n
        o1.topic_name = b[p:q].decode()
        p = q
        o1.partition_index, o1.controller_epoch, o1.leader, o1.leader_epoch, c1 = U_5i(b, p)
        p += 20
        if 0 < c1 < 9: o1.isr = [*UNPACK_i[c1](b, p)]; p += c1 * 4
        elif c1 == 0: o1.isr = []
        else:
            if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'UpdateMetadataRequest: isr: count {c1}')
            o1.isr = [*unpack_from(f'>{c1}i', b, p)]
            p += c1 * 4
        o1.zk_version, c1 = U_2i(b, p)
        p += 8
        if 0 < c1 < 9: o1.replicas = [*UNPACK_i[c1](b, p)]; p += c1 * 4
        elif c1 == 0: o1.replicas = []
        else:
            if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'UpdateMetadataRequest: replicas: count {c1}')
            o1.replicas = [*unpack_from(f'>{c1}i', b, p)]
            p += c1 * 4
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 * 8 <= e - p: raise DecodeError(f'UpdateMetadataRequest: live_brokers: count {c0}')
    o0.live_brokers = l0 = []
    for _ in range(c0):
        o1 = new(UpdateMetadataRequest_UpdateMetadataBroker)
        o1.v0_host = ''
        o1.v0_port = 0
        o1.rack = ''
        o1.id, c1 = U_2i(b, p)
        p += 8
        if not 0 <= c1 * 8 <= e - p: raise DecodeError(f'UpdateMetadataRequest: endpoints: count {c1}')
        o1.endpoints = l1 = []
        for _ in range(c1):
            o2 = new(UpdateMetadataRequest_UpdateMetadataEndpoint)
            o2.listener = ''
            o2.port, n = U_ih(b, p)
            p += 6
            if n < 0: raise DecodeError(f'UpdateMetadataRequest: host: length {n}')
            q = p + n
            o2.host = b[p:q].decode()
            p = q
            o2.security_protocol, = U_h(b, p)
            p += 2
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_update_metadata_request_v2(b, p):
    e = len(b)
    o0 = new_message(UpdateMetadataRequest)
    o0.is_kraft_controller = False
    o0.type = 0
    o0.broker_epoch = -1
    o0.topic_states = []
    o0.controller_id, o0.controller_epoch, c0 = U_3i(b, p)
    p += 12
    if not 0 <= c0 * 30 <= e - p: raise DecodeError(f'UpdateMetadataRequest: ungrouped_partition_states: count {c0}')
    o0.ungrouped_partition_states = l0 = []
    for _ in range(c0):
        o1 = new(UpdateMetadataRequest_UpdateMetadataPartitionState)
        o1.offline_replicas = []
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'UpdateMetadataRequest: topic_name: length {n}')
        q = p + n
        o1.topic_name = b[p:q].decode()
        p = q
        o1.partition_index, o1.controller_epoch, o1.leader, o1.leader_epoch, c1 = U_5i(b, p)
        p += 20
        if 0 < c1 < 9: o1.isr = [*UNPACK_i[c1](b, p)]; p += c1 * 4
        elif c1 == 0: o1.isr = []
        else:
            if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'UpdateMetadataRequest: isr: count {c1}')
            o1.isr = [*unpack_from(f'>{c1}i', b, p)]
            p += c1 * 4
        o1.zk_version, c1 = U_2i(b, p)
        p += 8
        if 0 < c1 < 9: o1.replicas = [*UNPACK_i[c1](b, p)]; p += c1 * 4
        elif c1 == 0: o1.replicas = []
        else:
            if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'UpdateMetadataRequest: replicas: count {c1}')
            o1.replicas = [*unpack_from(f'>{c1}i', b, p)]
            p += c1 * 4
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 * 10 <= e - p: raise DecodeError(f'UpdateMetadataRequest: live_brokers: count {c0}')
    o0.live_brokers = l0 = []
    for _ in range(c0):
        o1 = new(UpdateMetadataRequest_UpdateMetadataBroker)
        o1.v0_host = ''
        o1.v0_port = 0
        o1.id, c1 = U_2i(b, p)
        p += 8
        if not 0 <= c1 * 8 <= e - p: raise DecodeError(f'UpdateMetadataRequest: endpoints: count {c1}')
        o1.endpoints = l1 = []
        for _ in range(c1):
            o2 = new(UpdateMetadataRequest_UpdateMetadataEndpoint)
            o2.listener = ''
            o2.port, n = U_ih(b, p)
            p += 6
            if n < 0: raise DecodeError(f'UpdateMetadataRequest: host: length {n}')
            q = p + n
            o2.host = b[p:q].decode()
            p = q
            o2.security_protocol, = U_h(b, p)
            p += 2
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        n, = U_h(b, p)
        p += 2
        if n >= 0:
            q = p + n
            o1.rack = b[p:q].decode()
            p = q
        elif n != -1: raise DecodeError(f'UpdateMetadataRequest: rack: length {n}')
        else:
            o1.rack = None
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_update_metadata_request_v3(b, p):
    e = len(b)
    o0 = new_message(UpdateMetadataRequest)
    o0.is_kraft_controller = False
    o0.type = 0
    o0.broker_epoch = -1
    o0.topic_states = []
    o0.controller_id, o0.controller_epoch, c0 = U_3i(b, p)
    p += 12
    if not 0 <= c0 * 30 <= e - p: raise DecodeError(f'UpdateMetadataRequest: ungrouped_partition_states: count {c0}')
    o0.ungrouped_partition_states = l0 = []
    for _ in range(c0):
        o1 = new(UpdateMetadataRequest_UpdateMetadataPartitionState)
        o1.offline_replicas = []
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'UpdateMetadataRequest: topic_name: length {n}')
        q = p + n
        o1.topic_name = b[p:q].decode()
        p = q
        o1.partition_index, o1.controller_epoch, o1.leader, o1.leader_epoch, c1 = U_5i(b, p)
        p += 20
        if 0 < c1 < 9: o1.isr = [*UNPACK_i[c1](b, p)]; p += c1 * 4
        elif c1 == 0: o1.isr = []
        else:
            if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'UpdateMetadataRequest: isr: count {c1}')
            o1.isr = [*unpack_from(f'>{c1}i', b, p)]
            p += c1 * 4
        o1.zk_version, c1 = U_2i(b, p)
        p += 8
        if 0 < c1 < 9: o1.replicas = [*UNPACK_i[c1](b, p)]; p += c1 * 4
        elif c1 == 0: o1.replicas = []
        else:
            if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'UpdateMetadataRequest: replicas: count {c1}')
            o1.replicas = [*unpack_from(f'>{c1}i', b, p)]
            p += c1 * 4
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 * 10 <= e - p: raise DecodeError(f'UpdateMetadataRequest: live_brokers: count {c0}')
    o0.live_brokers = l0 = []
    for _ in range(c0):
        o1 = new(UpdateMetadataRequest_UpdateMetadataBroker)
        o1.v0_host = ''
        o1.v0_port = 0
        o1.id, c1 = U_2i(b, p)
        p += 8
        if not 0 <= c1 * 10 <= e - p: raise DecodeError(f'UpdateMetadataRequest: endpoints: count {c1}')
        o1.endpoints = l1 = []
        for _ in range(c1):
            o2 = new(UpdateMetadataRequest_UpdateMetadataEndpoint)
            o2.port, n = U_ih(b, p)
            p += 6
            if n < 0: raise DecodeError(f'UpdateMetadataRequest: host: length {n}')
            q = p + n
            o2.host = b[p:q].decode()
            p = q
            n, = U_h(b, p)
            p += 2
            if n < 0: raise DecodeError(f'UpdateMetadataRequest: listener: length {n}')
            q = p + n
            o2.listener = b[p:q].decode()
            p = q
            o2.security_protocol, = U_h(b, p)
            p += 2
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        n, = U_h(b, p)
        p += 2
        if n >= 0:
            q = p + n
            o1.rack = b[p:q].decode()
            p = q
        elif n != -1: raise DecodeError(f'UpdateMetadataRequest: rack: length {n}')
        else:
            o1.rack = None
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_update_metadata_request_v4(b, p):
    e = len(b)
    o0 = new_message(UpdateMetadataRequest)
    o0.is_kraft_controller = False
    o0.type = 0
    o0.broker_epoch = -1
    o0.topic_states = []
    o0.controller_id, o0.controller_epoch, c0 = U_3i(b, p)
    p += 12
    if not 0 <= c0 * 34 <= e - p: raise DecodeError(f'UpdateMetadataRequest: ungrouped_partition_states: count {c0}')
    o0.ungrouped_partition_states = l0 = []
    for _ in range(c0):
        o1 = new(UpdateMetadataRequest_UpdateMetadataPartitionState)
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'UpdateMetadataRequest: topic_name: length {n}')
        q = p + n
        o1.topic_name = b[p:q].decode()
        p = q
        o1.partition_index, o1.controller_epoch, o1.leader, o1.leader_epoch, c1 = U_5i(b, p)
        p += 20
        if 0 < c1 < 9: o1.isr = [*UNPACK_i[c1](b, p)]; p += c1 * 4
        elif c1 == 0: o1.isr = []
        else:
            if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'UpdateMetadataRequest: isr: count {c1}')
            o1.isr = [*unpack_from(f'>{c1}i', b, p)]
            p += c1 * 4
        o1.zk_version, c1 = U_2i(b, p)
        p += 8
        if 0 < c1 < 9: o1.replicas = [*UNPACK_i[c1](b, p)]; p += c1 * 4
        elif c1 == 0: o1.replicas = []
        else:
            if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'UpdateMetadataRequest: replicas: count {c1}')
            o1.replicas = [*unpack_from(f'>{c1}i', b, p)]
            p += c1 * 4
        c1, = U_i(b, p)
        p += 4
        if 0 < c1 < 9: o1.offline_replicas = [*UNPACK_i[c1](b, p)]; p += c1 * 4
        elif c1 == 0: o1.offline_replicas = []
        else:
            if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'UpdateMetadataRequest: offline_replicas: count {c1}')
            o1.offline_replicas = [*unpack_from(f'>{c1}i', b, p)]
            p += c1 * 4
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 * 10 <= e - p: raise DecodeError(f'UpdateMetadataRequest: live_brokers: count {c0}')
    o0.live_brokers = l0 = []
    for _ in range(c0):
        o1 = new(UpdateMetadataRequest_UpdateMetadataBroker)
        o1.v0_host = ''
        o1.v0_port = 0
        o1.id, c1 = U_2i(b, p)
        p += 8
        if not 0 <= c1 * 10 <= e - p: raise DecodeError(f'UpdateMetadataRequest: endpoints: count {c1}')
        o1.endpoints = l1 = []
        for _ in range(c1):
            o2 = new(UpdateMetadataRequest_UpdateMetadataEndpoint)
            o2.port, n = U_ih(b, p)
            p += 6
            if n < 0: raise DecodeError(f'UpdateMetadataRequest: host: length {n}')
            q = p + n
            o2.host = b[p:q].decode()
            p = q
            n, = U_h(b, p)
            p += 2
            if n < 0: raise DecodeError(f'UpdateMetadataRequest: listener: length {n}')
            q = p + n
            o2.listener = b[p:q].decode()
            p = q
            o2.security_protocol, = U_h(b, p)
            p += 2
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        n, = U_h(b, p)
        p += 2
        if n >= 0:
            q = p + n
            o1.rack = b[p:q].decode()
            p = q
        elif n != -1: raise DecodeError(f'UpdateMetadataRequest: rack: length {n}')
        else:
            o1.rack = None
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_update_metadata_request_v5(b, p):
    e = len(b)
    o0 = new_message(UpdateMetadataRequest)
    o0.is_kraft_controller = False
    o0.type = 0
    o0.ungrouped_partition_states = []
    o0.controller_id, o0.controller_epoch, o0.broker_epoch, c0 = U_2iqi(b, p)
    p += 20
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'UpdateMetadataRequest: topic_states: count {c0}')
    o0.topic_states = l0 = []
    for _ in range(c0):
        o1 = new(UpdateMetadataRequest_UpdateMetadataTopicState)
        o1.topic_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'UpdateMetadataRequest: topic_name: length {n}')
        q = p + n
        o1.topic_name = b[p:q].decode()
        p = q
        c1, = U_i(b, p)
        p += 4
        if not 0 <= c1 * 32 <= e - p: raise DecodeError(f'UpdateMetadataRequest: partition_states: count {c1}')
        o1.partition_states = l1 = []
        for _ in range(c1):
            o2 = new(UpdateMetadataRequest_UpdateMetadataPartitionState)
            o2.topic_name = ''
            o2.partition_index, o2.controller_epoch, o2.leader, o2.leader_epoch, c2 = U_5i(b, p)
            p += 20
            if 0 < c2 < 9: o2.isr = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.isr = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'UpdateMetadataRequest: isr: count {c2}')
                o2.isr = [*unpack_from(f'>{c2}i', b, p)]
                p += c2 * 4
            o2.zk_version, c2 = U_2i(b, p)
            p += 8
            if 0 < c2 < 9: o2.replicas = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.replicas = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'UpdateMetadataRequest: replicas: count {c2}')
                o2.replicas = [*unpack_from(f'>{c2}i', b, p)]
                p += c2 * 4
            c2, = U_i(b, p)
            p += 4
            if 0 < c2 < 9: o2.offline_replicas = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.offline_replicas = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'UpdateMetadataRequest: offline_replicas: count {c2}')
                o2.offline_replicas = [*unpack_from(f'>{c2}i', b, p)]
                p += c2 * 4
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 * 10 <= e - p: raise DecodeError(f'UpdateMetadataRequest: live_brokers: count {c0}')
    o0.live_brokers = l0 = []
    for _ in range(c0):
        o1 = new(UpdateMetadataRequest_UpdateMetadataBroker)
        o1.v0_host = ''
        o1.v0_port = 0
        o1.id, c1 = U_2i(b, p)
        p += 8
        if not 0 <= c1 * 10 <= e - p: raise DecodeError(f'UpdateMetadataRequest: endpoints: count {c1}')
        o1.endpoints = l1 = []
        for _ in range(c1):
            o2 = new(UpdateMetadataRequest_UpdateMetadataEndpoint)
            o2.port, n = U_ih(b, p)
            p += 6
            if n < 0: raise DecodeError(f'UpdateMetadataRequest: host: length {n}')
            q = p + n
            o2.host = b[p:q].decode()
            p = q
            n, = U_h(b, p)
            p += 2
            if n < 0: raise DecodeError(f'UpdateMetadataRequest: listener: length {n}')
            q = p + n
            o2.listener = b[p:q].decode()
            p = q
            o2.security_protocol, = U_h(b, p)
            p += 2
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        n, = U_h(b, p)
        p += 2
        if n >= 0:
            q = p + n
            o1.rack = b[p:q].decode()
            p = q
        elif n != -1: raise DecodeError(f'UpdateMetadataRequest: rack: length {n}')
        else:
            o1.rack = None
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_update_metadata_request_v6(b, p):
    e = len(b)
    o0 = new_message(UpdateMetadataRequest)
    o0.is_kraft_controller = False
    o0.type = 0
    o0.ungrouped_partition_states = []
    o0.controller_id, o0.controller_epoch, o0.broker_epoch, c0 = U_2iqB(b, p)
    p += 17
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 3 <= e - p: raise DecodeError(f'UpdateMetadataRequest: topic_states: count {c0}')
    o0.topic_states = l0 = []
    for _ in range(c0):
        o1 = new(UpdateMetadataRequest_UpdateMetadataTopicState)
        o1.topic_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'UpdateMetadataRequest: topic_name: length {n}')
        q = p + n - 1
        o1.topic_name = b[p:q].decode()
        p = q
        c1 = b[p]
        p += 1
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 24 <= e - p: raise DecodeError(f'UpdateMetadataRequest: partition_states: count {c1}')
        o1.partition_states = l1 = []
        for _ in range(c1):
            o2 = new(UpdateMetadataRequest_UpdateMetadataPartitionState)
            o2.topic_name = ''
            o2.partition_index, o2.controller_epoch, o2.leader, o2.leader_epoch, c2 = U_4iB(b, p)
            p += 17
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if 0 < c2 < 9: o2.isr = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.isr = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'UpdateMetadataRequest: isr: count {c2}')
                o2.isr = [*unpack_from(f'>{c2}i', b, p)]
                p += c2 * 4
            o2.zk_version, c2 = U_iB(b, p)
            p += 5
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if 0 < c2 < 9: o2.replicas = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.replicas = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'UpdateMetadataRequest: replicas: count {c2}')
                o2.replicas = [*unpack_from(f'>{c2}i', b, p)]
                p += c2 * 4
            c2 = b[p]
            p += 1
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if 0 < c2 < 9: o2.offline_replicas = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.offline_replicas = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'UpdateMetadataRequest: offline_replicas: count {c2}')
                o2.offline_replicas = [*unpack_from(f'>{c2}i', b, p)]
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
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 7 <= e - p: raise DecodeError(f'UpdateMetadataRequest: live_brokers: count {c0}')
    o0.live_brokers = l0 = []
    for _ in range(c0):
        o1 = new(UpdateMetadataRequest_UpdateMetadataBroker)
        o1.v0_host = ''
        o1.v0_port = 0
        o1.id, c1 = U_iB(b, p)
        p += 5
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 9 <= e - p: raise DecodeError(f'UpdateMetadataRequest: endpoints: count {c1}')
        o1.endpoints = l1 = []
        for _ in range(c1):
            o2 = new(UpdateMetadataRequest_UpdateMetadataEndpoint)
            o2.port, n = U_iB(b, p)
            p += 5
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'UpdateMetadataRequest: host: length {n}')
            q = p + n - 1
            o2.host = b[p:q].decode()
            p = q
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'UpdateMetadataRequest: listener: length {n}')
            q = p + n - 1
            o2.listener = b[p:q].decode()
            p = q
            o2.security_protocol, t = U_hB(b, p)
            p += 3
            if t: o2.unknown_tagged_fields, p = read_tags(b, p - 1)
            else: o2.unknown_tagged_fields = ()
            l1.append(o2)
        n = b[p]
        p += 1
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
    t = b[p]
    p += 1
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

def decode_update_metadata_request_v7(b, p):
    e = len(b)
    o0 = new_message(UpdateMetadataRequest)
    o0.is_kraft_controller = False
    o0.type = 0
    o0.ungrouped_partition_states = []
    o0.controller_id, o0.controller_epoch, o0.broker_epoch, c0 = U_2iqB(b, p)
    p += 17
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 19 <= e - p: raise DecodeError(f'UpdateMetadataRequest: topic_states: count {c0}')
    o0.topic_states = l0 = []
    for _ in range(c0):
        o1 = new(UpdateMetadataRequest_UpdateMetadataTopicState)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'UpdateMetadataRequest: topic_name: length {n}')
        q = p + n - 1
        o1.topic_name = b[p:q].decode()
        p = q
        o1.topic_id, c1 = U_16sB(b, p)
        p += 17
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 24 <= e - p: raise DecodeError(f'UpdateMetadataRequest: partition_states: count {c1}')
        o1.partition_states = l1 = []
        for _ in range(c1):
            o2 = new(UpdateMetadataRequest_UpdateMetadataPartitionState)
            o2.topic_name = ''
            o2.partition_index, o2.controller_epoch, o2.leader, o2.leader_epoch, c2 = U_4iB(b, p)
            p += 17
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if 0 < c2 < 9: o2.isr = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.isr = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'UpdateMetadataRequest: isr: count {c2}')
                o2.isr = [*unpack_from(f'>{c2}i', b, p)]
                p += c2 * 4
            o2.zk_version, c2 = U_iB(b, p)
            p += 5
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if 0 < c2 < 9: o2.replicas = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.replicas = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'UpdateMetadataRequest: replicas: count {c2}')
                o2.replicas = [*unpack_from(f'>{c2}i', b, p)]
                p += c2 * 4
            c2 = b[p]
            p += 1
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if 0 < c2 < 9: o2.offline_replicas = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.offline_replicas = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'UpdateMetadataRequest: offline_replicas: count {c2}')
                o2.offline_replicas = [*unpack_from(f'>{c2}i', b, p)]
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
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 7 <= e - p: raise DecodeError(f'UpdateMetadataRequest: live_brokers: count {c0}')
    o0.live_brokers = l0 = []
    for _ in range(c0):
        o1 = new(UpdateMetadataRequest_UpdateMetadataBroker)
        o1.v0_host = ''
        o1.v0_port = 0
        o1.id, c1 = U_iB(b, p)
        p += 5
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 9 <= e - p: raise DecodeError(f'UpdateMetadataRequest: endpoints: count {c1}')
        o1.endpoints = l1 = []
        for _ in range(c1):
            o2 = new(UpdateMetadataRequest_UpdateMetadataEndpoint)
            o2.port, n = U_iB(b, p)
            p += 5
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'UpdateMetadataRequest: host: length {n}')
            q = p + n - 1
            o2.host = b[p:q].decode()
            p = q
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'UpdateMetadataRequest: listener: length {n}')
            q = p + n - 1
            o2.listener = b[p:q].decode()
            p = q
            o2.security_protocol, t = U_hB(b, p)
            p += 3
            if t: o2.unknown_tagged_fields, p = read_tags(b, p - 1)
            else: o2.unknown_tagged_fields = ()
            l1.append(o2)
        n = b[p]
        p += 1
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
    t = b[p]
    p += 1
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

def decode_update_metadata_request_v8(b, p):
    e = len(b)
    o0 = new_message(UpdateMetadataRequest)
    o0.ungrouped_partition_states = []
    o0.controller_id, o0.is_kraft_controller, o0.controller_epoch, o0.broker_epoch, c0 = U_iTiqB(b, p)
    p += 18
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 19 <= e - p: raise DecodeError(f'UpdateMetadataRequest: topic_states: count {c0}')
    o0.topic_states = l0 = []
    for _ in range(c0):
        o1 = new(UpdateMetadataRequest_UpdateMetadataTopicState)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'UpdateMetadataRequest: topic_name: length {n}')
        q = p + n - 1
        o1.topic_name = b[p:q].decode()
        p = q
        o1.topic_id, c1 = U_16sB(b, p)
        p += 17
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 24 <= e - p: raise DecodeError(f'UpdateMetadataRequest: partition_states: count {c1}')
        o1.partition_states = l1 = []
        for _ in range(c1):
            o2 = new(UpdateMetadataRequest_UpdateMetadataPartitionState)
            o2.topic_name = ''
            o2.partition_index, o2.controller_epoch, o2.leader, o2.leader_epoch, c2 = U_4iB(b, p)
            p += 17
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if 0 < c2 < 9: o2.isr = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.isr = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'UpdateMetadataRequest: isr: count {c2}')
                o2.isr = [*unpack_from(f'>{c2}i', b, p)]
                p += c2 * 4
            o2.zk_version, c2 = U_iB(b, p)
            p += 5
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if 0 < c2 < 9: o2.replicas = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.replicas = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'UpdateMetadataRequest: replicas: count {c2}')
                o2.replicas = [*unpack_from(f'>{c2}i', b, p)]
                p += c2 * 4
            c2 = b[p]
            p += 1
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if 0 < c2 < 9: o2.offline_replicas = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.offline_replicas = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'UpdateMetadataRequest: offline_replicas: count {c2}')
                o2.offline_replicas = [*unpack_from(f'>{c2}i', b, p)]
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
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 7 <= e - p: raise DecodeError(f'UpdateMetadataRequest: live_brokers: count {c0}')
    o0.live_brokers = l0 = []
    for _ in range(c0):
        o1 = new(UpdateMetadataRequest_UpdateMetadataBroker)
        o1.v0_host = ''
        o1.v0_port = 0
        o1.id, c1 = U_iB(b, p)
        p += 5
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 9 <= e - p: raise DecodeError(f'UpdateMetadataRequest: endpoints: count {c1}')
        o1.endpoints = l1 = []
        for _ in range(c1):
            o2 = new(UpdateMetadataRequest_UpdateMetadataEndpoint)
            o2.port, n = U_iB(b, p)
            p += 5
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'UpdateMetadataRequest: host: length {n}')
            q = p + n - 1
            o2.host = b[p:q].decode()
            p = q
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'UpdateMetadataRequest: listener: length {n}')
            q = p + n - 1
            o2.listener = b[p:q].decode()
            p = q
            o2.security_protocol, t = U_hB(b, p)
            p += 3
            if t: o2.unknown_tagged_fields, p = read_tags(b, p - 1)
            else: o2.unknown_tagged_fields = ()
            l1.append(o2)
        n = b[p]
        p += 1
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
    t = b[p]
    p += 1
    o0.type = 0
    o0.unknown_tagged_fields = ()
    if t:
        t, p = read_uvarint(b, p - 1)
        if t * 2 > e - p: raise DecodeError(f'{t} tagged fields in {e - p} bytes')
        u0 = []
        last0 = -1
        for _ in range(t):
            t0, p = read_uvarint(b, p)
            if t0 <= last0: raise DecodeError(f'tag {t0} after tag {last0}')
            last0 = t0
            n, p = read_uvarint(b, p)
            q0 = p + n
            if q0 > e: raise DecodeError(f'tag {t0}: {n} bytes in {e - p}')
            if t0 == 0:
                o0.type, = U_b(b, p)
                p += 1
                if p != q0: raise DecodeError(f'UpdateMetadataRequest: type: size')
            else:
                u0.append((t0, bytes(b[p:q0])))
                p = q0
        o0.unknown_tagged_fields = tuple(u0)
    return o0, p

UpdateMetadataRequest.DECODERS = (
    decode_update_metadata_request_v0,
    decode_update_metadata_request_v1,
    decode_update_metadata_request_v2,
    decode_update_metadata_request_v3,
    decode_update_metadata_request_v4,
    decode_update_metadata_request_v5,
    decode_update_metadata_request_v6,
    decode_update_metadata_request_v7,
    decode_update_metadata_request_v8,
)

def encode_update_metadata_request_v0(o0, l, out):
    a = l.append
    if o0.is_kraft_controller or o0.type != 0 or o0.topic_states or o0.unknown_tagged_fields: raise refuse(o0, 'is_kraft_controller', 'type', 'topic_states', 'unknown_tagged_fields')
    v0 = o0.ungrouped_partition_states
    n = len(v0)
    a(P_3i(o0.controller_id, o0.controller_epoch, n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.topic_name.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        s0 = o1.isr
        n0 = len(s0)
        s1 = o1.replicas
        n1 = len(s1)
        a(F_5ini2ini[n0, n1](o1.partition_index, o1.controller_epoch, o1.leader, o1.leader_epoch, n0, *s0, o1.zk_version, n1, *s1))
    v0 = o0.live_brokers
    n = len(v0)
    a(P_i(n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.v0_host.encode()
        n = len(v)
        a(P_ih(o1.id, n))
        a(v)
        a(P_i(o1.v0_port))

def encode_update_metadata_request_v1(o0, l, out):
    a = l.append
    if o0.is_kraft_controller or o0.type != 0 or o0.topic_states or o0.unknown_tagged_fields: raise refuse(o0, 'is_kraft_controller', 'type', 'topic_states', 'unknown_tagged_fields')
    v0 = o0.ungrouped_partition_states
    n = len(v0)
    a(P_3i(o0.controller_id, o0.controller_epoch, n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.topic_name.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        s0 = o1.isr
        n0 = len(s0)
        s1 = o1.replicas
        n1 = len(s1)
        a(F_5ini2ini[n0, n1](o1.partition_index, o1.controller_epoch, o1.leader, o1.leader_epoch, n0, *s0, o1.zk_version, n1, *s1))
    v0 = o0.live_brokers
    n = len(v0)
    a(P_i(n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v1 = o1.endpoints
        n = len(v1)
        a(P_2i(o1.id, n))
        for o2 in v1:
            if o2.unknown_tagged_fields: raise refuse(o2, 'unknown_tagged_fields')
            v = o2.host.encode()
            n = len(v)
            a(P_ih(o2.port, n))
            a(v)
            a(P_h(o2.security_protocol))

def encode_update_metadata_request_v2(o0, l, out):
    a = l.append
    if o0.is_kraft_controller or o0.type != 0 or o0.topic_states or o0.unknown_tagged_fields: raise refuse(o0, 'is_kraft_controller', 'type', 'topic_states', 'unknown_tagged_fields')
    v0 = o0.ungrouped_partition_states
    n = len(v0)
    a(P_3i(o0.controller_id, o0.controller_epoch, n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.topic_name.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        s0 = o1.isr
        n0 = len(s0)
        s1 = o1.replicas
        n1 = len(s1)
        a(F_5ini2ini[n0, n1](o1.partition_index, o1.controller_epoch, o1.leader, o1.leader_epoch, n0, *s0, o1.zk_version, n1, *s1))
    v0 = o0.live_brokers
    n = len(v0)
    a(P_i(n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v1 = o1.endpoints
        n = len(v1)
        a(P_2i(o1.id, n))
        for o2 in v1:
            if o2.unknown_tagged_fields: raise refuse(o2, 'unknown_tagged_fields')
            v = o2.host.encode()
            n = len(v)
            a(P_ih(o2.port, n))
            a(v)
            a(P_h(o2.security_protocol))
        v = o1.rack
        if v is None: v = b''; n = -1
        else: v = v.encode(); n = len(v)
        a(P_h(n))
        a(v)

def encode_update_metadata_request_v3(o0, l, out):
    a = l.append
    if o0.is_kraft_controller or o0.type != 0 or o0.topic_states or o0.unknown_tagged_fields: raise refuse(o0, 'is_kraft_controller', 'type', 'topic_states', 'unknown_tagged_fields')
    v0 = o0.ungrouped_partition_states
    n = len(v0)
    a(P_3i(o0.controller_id, o0.controller_epoch, n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.topic_name.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        s0 = o1.isr
        n0 = len(s0)
        s1 = o1.replicas
        n1 = len(s1)
        a(F_5ini2ini[n0, n1](o1.partition_index, o1.controller_epoch, o1.leader, o1.leader_epoch, n0, *s0, o1.zk_version, n1, *s1))
    v0 = o0.live_brokers
    n = len(v0)
    a(P_i(n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v1 = o1.endpoints
        n = len(v1)
        a(P_2i(o1.id, n))
        for o2 in v1:
            if o2.unknown_tagged_fields: raise refuse(o2, 'unknown_tagged_fields')
            v = o2.host.encode()
            n = len(v)
            a(P_ih(o2.port, n))
            a(v)
            v = o2.listener.encode()
            n = len(v)
            a(P_h(n))
            a(v)
            a(P_h(o2.security_protocol))
        v = o1.rack
        if v is None: v = b''; n = -1
        else: v = v.encode(); n = len(v)
        a(P_h(n))
        a(v)

def encode_update_metadata_request_v4(o0, l, out):
    a = l.append
    if o0.is_kraft_controller or o0.type != 0 or o0.topic_states or o0.unknown_tagged_fields: raise refuse(o0, 'is_kraft_controller', 'type', 'topic_states', 'unknown_tagged_fields')
    v0 = o0.ungrouped_partition_states
    n = len(v0)
    a(P_3i(o0.controller_id, o0.controller_epoch, n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.topic_name.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        s0 = o1.isr
        n0 = len(s0)
        s1 = o1.replicas
        n1 = len(s1)
        s2 = o1.offline_replicas
        n2 = len(s2)
        a(F_5ini2iniini[n0, n1, n2](o1.partition_index, o1.controller_epoch, o1.leader, o1.leader_epoch, n0, *s0, o1.zk_version, n1, *s1, n2, *s2))
    v0 = o0.live_brokers
    n = len(v0)
    a(P_i(n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v1 = o1.endpoints
        n = len(v1)
        a(P_2i(o1.id, n))
        for o2 in v1:
            if o2.unknown_tagged_fields: raise refuse(o2, 'unknown_tagged_fields')
            v = o2.host.encode()
            n = len(v)
            a(P_ih(o2.port, n))
            a(v)
            v = o2.listener.encode()
            n = len(v)
            a(P_h(n))
            a(v)
            a(P_h(o2.security_protocol))
        v = o1.rack
        if v is None: v = b''; n = -1
        else: v = v.encode(); n = len(v)
        a(P_h(n))
        a(v)

def encode_update_metadata_request_v5(o0, l, out):
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
            if o2.unknown_tagged_fields: raise refuse(o2, 'unknown_tagged_fields')
            s0 = o2.isr
            n0 = len(s0)
            s1 = o2.replicas
            n1 = len(s1)
            s2 = o2.offline_replicas
            n2 = len(s2)
            a(F_5ini2iniini[n0, n1, n2](o2.partition_index, o2.controller_epoch, o2.leader, o2.leader_epoch, n0, *s0, o2.zk_version, n1, *s1, n2, *s2))
    v0 = o0.live_brokers
    n = len(v0)
    a(P_i(n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v1 = o1.endpoints
        n = len(v1)
        a(P_2i(o1.id, n))
        for o2 in v1:
            if o2.unknown_tagged_fields: raise refuse(o2, 'unknown_tagged_fields')
            v = o2.host.encode()
            n = len(v)
            a(P_ih(o2.port, n))
            a(v)
            v = o2.listener.encode()
            n = len(v)
            a(P_h(n))
            a(v)
            a(P_h(o2.security_protocol))
        v = o1.rack
        if v is None: v = b''; n = -1
        else: v = v.encode(); n = len(v)
        a(P_h(n))
        a(v)

def encode_update_metadata_request_v6(o0, l, out):
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
            s0 = o2.isr
            n0 = len(s0)
            s1 = o2.replicas
            n1 = len(s1)
            s2 = o2.offline_replicas
            n2 = len(s2)
            if o2.unknown_tagged_fields:
                if n0 > 126 or n1 > 126 or n2 > 126:
                    a(P_4i(o2.partition_index, o2.controller_epoch, o2.leader, o2.leader_epoch))
                    a(uvarint(n0 + 1))
                    a(F_nii[n0](*s0, o2.zk_version))
                    a(uvarint(n1 + 1))
                    a(F_ni[n1](*s1))
                    a(uvarint(n2 + 1))
                    a(F_ni[n2](*s2))
                else:
                    a(F_4iBniiBniBni[n0, n1, n2](o2.partition_index, o2.controller_epoch, o2.leader, o2.leader_epoch, n0 + 1, *s0, o2.zk_version, n1 + 1, *s1, n2 + 1, *s2))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                if n0 > 126 or n1 > 126 or n2 > 126:
                    a(P_4i(o2.partition_index, o2.controller_epoch, o2.leader, o2.leader_epoch))
                    a(uvarint(n0 + 1))
                    a(F_nii[n0](*s0, o2.zk_version))
                    a(uvarint(n1 + 1))
                    a(F_ni[n1](*s1))
                    a(uvarint(n2 + 1))
                    a(F_nix[n2](*s2))
                else:
                    a(F_4iBniiBniBnix[n0, n1, n2](o2.partition_index, o2.controller_epoch, o2.leader, o2.leader_epoch, n0 + 1, *s0, o2.zk_version, n1 + 1, *s1, n2 + 1, *s2))
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    v0 = o0.live_brokers
    n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        v1 = o1.endpoints
        n = len(v1) + 1
        if n < 128: a(P_iB(o1.id, n))
        else: a(P_i(o1.id) + uvarint(n))
        for o2 in v1:
            v = o2.host.encode()
            n = len(v) + 1
            if n < 128: a(P_iB(o2.port, n))
            else: a(P_i(o2.port) + uvarint(n))
            a(v)
            v = o2.listener.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            if o2.unknown_tagged_fields:
                a(P_h(o2.security_protocol))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(P_hx(o2.security_protocol))
        v = o1.rack
        if v is None: v = b''; n = 0
        else: v = v.encode(); n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

def encode_update_metadata_request_v7(o0, l, out):
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
            s2 = o2.offline_replicas
            n2 = len(s2)
            if o2.unknown_tagged_fields:
                if n0 > 126 or n1 > 126 or n2 > 126:
                    a(P_4i(o2.partition_index, o2.controller_epoch, o2.leader, o2.leader_epoch))
                    a(uvarint(n0 + 1))
                    a(F_nii[n0](*s0, o2.zk_version))
                    a(uvarint(n1 + 1))
                    a(F_ni[n1](*s1))
                    a(uvarint(n2 + 1))
                    a(F_ni[n2](*s2))
                else:
                    a(F_4iBniiBniBni[n0, n1, n2](o2.partition_index, o2.controller_epoch, o2.leader, o2.leader_epoch, n0 + 1, *s0, o2.zk_version, n1 + 1, *s1, n2 + 1, *s2))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                if n0 > 126 or n1 > 126 or n2 > 126:
                    a(P_4i(o2.partition_index, o2.controller_epoch, o2.leader, o2.leader_epoch))
                    a(uvarint(n0 + 1))
                    a(F_nii[n0](*s0, o2.zk_version))
                    a(uvarint(n1 + 1))
                    a(F_ni[n1](*s1))
                    a(uvarint(n2 + 1))
                    a(F_nix[n2](*s2))
                else:
                    a(F_4iBniiBniBnix[n0, n1, n2](o2.partition_index, o2.controller_epoch, o2.leader, o2.leader_epoch, n0 + 1, *s0, o2.zk_version, n1 + 1, *s1, n2 + 1, *s2))
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    v0 = o0.live_brokers
    n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        v1 = o1.endpoints
        n = len(v1) + 1
        if n < 128: a(P_iB(o1.id, n))
        else: a(P_i(o1.id) + uvarint(n))
        for o2 in v1:
            v = o2.host.encode()
            n = len(v) + 1
            if n < 128: a(P_iB(o2.port, n))
            else: a(P_i(o2.port) + uvarint(n))
            a(v)
            v = o2.listener.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            if o2.unknown_tagged_fields:
                a(P_h(o2.security_protocol))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(P_hx(o2.security_protocol))
        v = o1.rack
        if v is None: v = b''; n = 0
        else: v = v.encode(); n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

def encode_update_metadata_request_v8(o0, l, out):
    a = l.append
    if o0.ungrouped_partition_states: raise refuse(o0, 'ungrouped_partition_states')
    v0 = o0.topic_states
    n = len(v0) + 1
    if n < 128: a(P_iTiqB(o0.controller_id, o0.is_kraft_controller, o0.controller_epoch, o0.broker_epoch, n))
    else: a(P_iTiq(o0.controller_id, o0.is_kraft_controller, o0.controller_epoch, o0.broker_epoch) + uvarint(n))
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
            s2 = o2.offline_replicas
            n2 = len(s2)
            if o2.unknown_tagged_fields:
                if n0 > 126 or n1 > 126 or n2 > 126:
                    a(P_4i(o2.partition_index, o2.controller_epoch, o2.leader, o2.leader_epoch))
                    a(uvarint(n0 + 1))
                    a(F_nii[n0](*s0, o2.zk_version))
                    a(uvarint(n1 + 1))
                    a(F_ni[n1](*s1))
                    a(uvarint(n2 + 1))
                    a(F_ni[n2](*s2))
                else:
                    a(F_4iBniiBniBni[n0, n1, n2](o2.partition_index, o2.controller_epoch, o2.leader, o2.leader_epoch, n0 + 1, *s0, o2.zk_version, n1 + 1, *s1, n2 + 1, *s2))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                if n0 > 126 or n1 > 126 or n2 > 126:
                    a(P_4i(o2.partition_index, o2.controller_epoch, o2.leader, o2.leader_epoch))
                    a(uvarint(n0 + 1))
                    a(F_nii[n0](*s0, o2.zk_version))
                    a(uvarint(n1 + 1))
                    a(F_ni[n1](*s1))
                    a(uvarint(n2 + 1))
                    a(F_nix[n2](*s2))
                else:
                    a(F_4iBniiBniBnix[n0, n1, n2](o2.partition_index, o2.controller_epoch, o2.leader, o2.leader_epoch, n0 + 1, *s0, o2.zk_version, n1 + 1, *s1, n2 + 1, *s2))
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    v0 = o0.live_brokers
    n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        v1 = o1.endpoints
        n = len(v1) + 1
        if n < 128: a(P_iB(o1.id, n))
        else: a(P_i(o1.id) + uvarint(n))
        for o2 in v1:
            v = o2.host.encode()
            n = len(v) + 1
            if n < 128: a(P_iB(o2.port, n))
            else: a(P_i(o2.port) + uvarint(n))
            a(v)
            v = o2.listener.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            if o2.unknown_tagged_fields:
                a(P_h(o2.security_protocol))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(P_hx(o2.security_protocol))
        v = o1.rack
        if v is None: v = b''; n = 0
        else: v = v.encode(); n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    if o0.type != 0 or o0.unknown_tagged_fields:
        g0 = list(o0.unknown_tagged_fields)
        if o0.type != 0:
            w0 = []
            a0 = w0.append
            a0(P_b(o0.type))
            g0.append((0, b''.join(w0)))
        a(write_tags(g0))
    else:
        a(b'\x00')

UpdateMetadataRequest.ENCODERS = (
    encode_update_metadata_request_v0,
    encode_update_metadata_request_v1,
    encode_update_metadata_request_v2,
    encode_update_metadata_request_v3,
    encode_update_metadata_request_v4,
    encode_update_metadata_request_v5,
    encode_update_metadata_request_v6,
    encode_update_metadata_request_v7,
    encode_update_metadata_request_v8,
)

def decode_update_metadata_response_v0(b, p):
    e = len(b)
    o0 = new_message(UpdateMetadataResponse)
    o0.error_code, = U_h(b, p)
    p += 2
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_update_metadata_response_v6(b, p):
    e = len(b)
    o0 = new_message(UpdateMetadataResponse)
    o0.error_code, t = U_hB(b, p)
    p += 3
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

UpdateMetadataResponse.DECODERS = (
    decode_update_metadata_response_v0,
    decode_update_metadata_response_v0,
    decode_update_metadata_response_v0,
    decode_update_metadata_response_v0,
    decode_update_metadata_response_v0,
    decode_update_metadata_response_v0,
    decode_update_metadata_response_v6,
    decode_update_metadata_response_v6,
    decode_update_metadata_response_v6,
)

def encode_update_metadata_response_v0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    a(P_h(o0.error_code))

def encode_update_metadata_response_v6(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(P_h(o0.error_code))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_hx(o0.error_code))

UpdateMetadataResponse.ENCODERS = (
    encode_update_metadata_response_v0,
    encode_update_metadata_response_v0,
    encode_update_metadata_response_v0,
    encode_update_metadata_response_v0,
    encode_update_metadata_response_v0,
    encode_update_metadata_response_v0,
    encode_update_metadata_response_v6,
    encode_update_metadata_response_v6,
    encode_update_metadata_response_v6,
)
