"""Written by `make generate` from protocol/messages/share_state_records.py. Do not edit."""

from kavka.protocol.message import Message, Part
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import new, new_message, pack, read_tags, read_uvarint, refuse, unpack_from, uvarint
from kavka.protocol.wire import write_tags

class ShareSnapshotKey(Message):
    __slots__ = ('group_id', 'topic_id', 'partition')
    API_KEY = -1
    MIN_VERSION = 0
    MAX_VERSION = 0
    FLEXIBLE_FROM = 32767
    
    def __init__(self, group_id='', topic_id=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', partition=0):
        self.group_id = group_id
        self.topic_id = topic_id
        self.partition = partition

class ShareSnapshotValue(Message):
    __slots__ = ('snapshot_epoch', 'state_epoch', 'leader_epoch', 'start_offset', 'delivery_complete_count', 'create_timestamp', 'write_timestamp', 'state_batches', 'unknown_tagged_fields')
    API_KEY = -1
    MIN_VERSION = 0
    MAX_VERSION = 0
    FLEXIBLE_FROM = 0
    
    class StateBatch(Part):
        __slots__ = ('first_offset', 'last_offset', 'delivery_state', 'delivery_count', 'unknown_tagged_fields')
        
        def __init__(self, first_offset=0, last_offset=0, delivery_state=0, delivery_count=0, unknown_tagged_fields=()):
            self.first_offset = first_offset
            self.last_offset = last_offset
            self.delivery_state = delivery_state
            self.delivery_count = delivery_count
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, snapshot_epoch=0, state_epoch=0, leader_epoch=0, start_offset=0, delivery_complete_count=-1, create_timestamp=0, write_timestamp=0, state_batches=EMPTY, unknown_tagged_fields=()):
        self.snapshot_epoch = snapshot_epoch
        self.state_epoch = state_epoch
        self.leader_epoch = leader_epoch
        self.start_offset = start_offset
        self.delivery_complete_count = delivery_complete_count
        self.create_timestamp = create_timestamp
        self.write_timestamp = write_timestamp
        self.state_batches = [] if state_batches is EMPTY else state_batches
        self.unknown_tagged_fields = unknown_tagged_fields

ShareSnapshotValue_StateBatch = ShareSnapshotValue.StateBatch

class ShareUpdateKey(Message):
    __slots__ = ('group_id', 'topic_id', 'partition')
    API_KEY = -1
    MIN_VERSION = 0
    MAX_VERSION = 0
    FLEXIBLE_FROM = 32767
    
    def __init__(self, group_id='', topic_id=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', partition=0):
        self.group_id = group_id
        self.topic_id = topic_id
        self.partition = partition

class ShareUpdateValue(Message):
    __slots__ = ('snapshot_epoch', 'leader_epoch', 'start_offset', 'delivery_complete_count', 'state_batches', 'unknown_tagged_fields')
    API_KEY = -1
    MIN_VERSION = 0
    MAX_VERSION = 0
    FLEXIBLE_FROM = 0
    
    class StateBatch(Part):
        __slots__ = ('first_offset', 'last_offset', 'delivery_state', 'delivery_count', 'unknown_tagged_fields')
        
        def __init__(self, first_offset=0, last_offset=0, delivery_state=0, delivery_count=0, unknown_tagged_fields=()):
            self.first_offset = first_offset
            self.last_offset = last_offset
            self.delivery_state = delivery_state
            self.delivery_count = delivery_count
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, snapshot_epoch=0, leader_epoch=0, start_offset=0, delivery_complete_count=-1, state_batches=EMPTY, unknown_tagged_fields=()):
        self.snapshot_epoch = snapshot_epoch
        self.leader_epoch = leader_epoch
        self.start_offset = start_offset
        self.delivery_complete_count = delivery_complete_count
        self.state_batches = [] if state_batches is EMPTY else state_batches
        self.unknown_tagged_fields = unknown_tagged_fields

ShareUpdateValue_StateBatch = ShareUpdateValue.StateBatch

U_h = Struct('>h').unpack_from
U_16si = Struct('>16si').unpack_from
P_h = Struct('>h').pack
P_16si = Struct('>16si').pack
U_3i3qB = Struct('>3i3qB').unpack_from
U_2qbhB = Struct('>2qbhB').unpack_from
U_i = Struct('>i').unpack_from
P_3i3qB = Struct('>3i3qB').pack
P_3i3q = Struct('>3i3q').pack
P_2qbh = Struct('>2qbh').pack
P_2qbhx = Struct('>2qbhx').pack
P_i = Struct('>i').pack
U_2iqB = Struct('>2iqB').unpack_from
P_2iqB = Struct('>2iqB').pack
P_2iq = Struct('>2iq').pack

def decode_share_snapshot_key_v0(b, p):
    e = len(b)
    o0 = new_message(ShareSnapshotKey)
    n, = U_h(b, p)
    p += 2
    if n < 0: raise DecodeError(f'ShareSnapshotKey: group_id: length {n}')
    q = p + n
    o0.group_id = b[p:q].decode()
    p = q
    o0.topic_id, o0.partition = U_16si(b, p)
    p += 20
    return o0, p

ShareSnapshotKey.DECODERS = (
    decode_share_snapshot_key_v0,
)

def encode_share_snapshot_key_v0(o0, l, out):
    a = l.append
    v = o0.group_id.encode()
    n = len(v)
    a(P_h(n))
    a(v)
    if len(o0.topic_id) != 16: raise EncodeError(f'{o0.topic_id!r:.80} is not a uuid')
    a(P_16si(o0.topic_id, o0.partition))

ShareSnapshotKey.ENCODERS = (
    encode_share_snapshot_key_v0,
)

def decode_share_snapshot_value_v0(b, p):
    e = len(b)
    o0 = new_message(ShareSnapshotValue)
    o0.snapshot_epoch, o0.state_epoch, o0.leader_epoch, o0.start_offset, o0.create_timestamp, o0.write_timestamp, c0 = U_3i3qB(b, p)
    p += 37
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 20 <= e - p: raise DecodeError(f'ShareSnapshotValue: state_batches: count {c0}')
    o0.state_batches = l0 = []
    for _ in range(c0):
        o1 = new(ShareSnapshotValue_StateBatch)
        o1.first_offset, o1.last_offset, o1.delivery_state, o1.delivery_count, t = U_2qbhB(b, p)
        p += 20
        if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
        else: o1.unknown_tagged_fields = ()
        l0.append(o1)
    t = b[p]
    p += 1
    o0.delivery_complete_count = -1
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
                o0.delivery_complete_count, = U_i(b, p)
                p += 4
                if p != q0: raise DecodeError(f'ShareSnapshotValue: delivery_complete_count: size')
            else:
                u0.append((t0, bytes(b[p:q0])))
                p = q0
        o0.unknown_tagged_fields = tuple(u0)
    return o0, p

ShareSnapshotValue.DECODERS = (
    decode_share_snapshot_value_v0,
)

def encode_share_snapshot_value_v0(o0, l, out):
    a = l.append
    v0 = o0.state_batches
    n = len(v0) + 1
    if n < 128: a(P_3i3qB(o0.snapshot_epoch, o0.state_epoch, o0.leader_epoch, o0.start_offset, o0.create_timestamp, o0.write_timestamp, n))
    else: a(P_3i3q(o0.snapshot_epoch, o0.state_epoch, o0.leader_epoch, o0.start_offset, o0.create_timestamp, o0.write_timestamp) + uvarint(n))
    for o1 in v0:
        if o1.unknown_tagged_fields:
            a(P_2qbh(o1.first_offset, o1.last_offset, o1.delivery_state, o1.delivery_count))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_2qbhx(o1.first_offset, o1.last_offset, o1.delivery_state, o1.delivery_count))
    if o0.delivery_complete_count != -1 or o0.unknown_tagged_fields:
        g0 = list(o0.unknown_tagged_fields)
        if o0.delivery_complete_count != -1:
            w0 = []
            a0 = w0.append
            a0(P_i(o0.delivery_complete_count))
            g0.append((0, b''.join(w0)))
        a(write_tags(g0))
    else:
        a(b'\x00')

ShareSnapshotValue.ENCODERS = (
    encode_share_snapshot_value_v0,
)

def decode_share_update_key_v0(b, p):
    e = len(b)
    o0 = new_message(ShareUpdateKey)
    n, = U_h(b, p)
    p += 2
    if n < 0: raise DecodeError(f'ShareUpdateKey: group_id: length {n}')
    q = p + n
    o0.group_id = b[p:q].decode()
    p = q
    o0.topic_id, o0.partition = U_16si(b, p)
    p += 20
    return o0, p

ShareUpdateKey.DECODERS = (
    decode_share_update_key_v0,
)

def encode_share_update_key_v0(o0, l, out):
    a = l.append
    v = o0.group_id.encode()
    n = len(v)
    a(P_h(n))
    a(v)
    if len(o0.topic_id) != 16: raise EncodeError(f'{o0.topic_id!r:.80} is not a uuid')
    a(P_16si(o0.topic_id, o0.partition))

ShareUpdateKey.ENCODERS = (
    encode_share_update_key_v0,
)

def decode_share_update_value_v0(b, p):
    e = len(b)
    o0 = new_message(ShareUpdateValue)
    o0.snapshot_epoch, o0.leader_epoch, o0.start_offset, c0 = U_2iqB(b, p)
    p += 17
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 20 <= e - p: raise DecodeError(f'ShareUpdateValue: state_batches: count {c0}')
    o0.state_batches = l0 = []
    for _ in range(c0):
        o1 = new(ShareUpdateValue_StateBatch)
        o1.first_offset, o1.last_offset, o1.delivery_state, o1.delivery_count, t = U_2qbhB(b, p)
        p += 20
        if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
        else: o1.unknown_tagged_fields = ()
        l0.append(o1)
    t = b[p]
    p += 1
    o0.delivery_complete_count = -1
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
                o0.delivery_complete_count, = U_i(b, p)
                p += 4
                if p != q0: raise DecodeError(f'ShareUpdateValue: delivery_complete_count: size')
            else:
                u0.append((t0, bytes(b[p:q0])))
                p = q0
        o0.unknown_tagged_fields = tuple(u0)
    return o0, p

ShareUpdateValue.DECODERS = (
    decode_share_update_value_v0,
)

def encode_share_update_value_v0(o0, l, out):
    a = l.append
    v0 = o0.state_batches
    n = len(v0) + 1
    if n < 128: a(P_2iqB(o0.snapshot_epoch, o0.leader_epoch, o0.start_offset, n))
    else: a(P_2iq(o0.snapshot_epoch, o0.leader_epoch, o0.start_offset) + uvarint(n))
    for o1 in v0:
        if o1.unknown_tagged_fields:
            a(P_2qbh(o1.first_offset, o1.last_offset, o1.delivery_state, o1.delivery_count))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_2qbhx(o1.first_offset, o1.last_offset, o1.delivery_state, o1.delivery_count))
    if o0.delivery_complete_count != -1 or o0.unknown_tagged_fields:
        g0 = list(o0.unknown_tagged_fields)
        if o0.delivery_complete_count != -1:
            w0 = []
            a0 = w0.append
            a0(P_i(o0.delivery_complete_count))
            g0.append((0, b''.join(w0)))
        a(write_tags(g0))
    else:
        a(b'\x00')

ShareUpdateValue.ENCODERS = (
    encode_share_update_value_v0,
)
