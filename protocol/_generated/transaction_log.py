"""Written by `make generate` from protocol/messages/transaction_log.py. Do not edit."""

from kavka.protocol.message import Message, Part
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import new, new_message, pack, read_tags, read_uvarint, refuse, unpack_from, uvarint
from kavka.protocol.wire import write_tags

class TransactionLogKey(Message):
    __slots__ = ('transactional_id',)
    API_KEY = -1
    MIN_VERSION = 0
    MAX_VERSION = 0
    FLEXIBLE_FROM = 32767
    
    def __init__(self, transactional_id=''):
        self.transactional_id = transactional_id

class TransactionLogValue(Message):
    __slots__ = ('producer_id', 'previous_producer_id', 'next_producer_id', 'producer_epoch', 'transaction_timeout_ms', 'transaction_status', 'transaction_partitions', 'transaction_last_update_timestamp_ms', 'transaction_start_timestamp_ms', 'client_transaction_version', 'next_producer_epoch', 'unknown_tagged_fields')
    API_KEY = -1
    MIN_VERSION = 0
    MAX_VERSION = 1
    FLEXIBLE_FROM = 1
    
    class PartitionsSchema(Part):
        __slots__ = ('topic', 'partition_ids', 'unknown_tagged_fields')
        
        def __init__(self, topic='', partition_ids=EMPTY, unknown_tagged_fields=()):
            self.topic = topic
            self.partition_ids = [] if partition_ids is EMPTY else partition_ids
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, producer_id=0, previous_producer_id=-1, next_producer_id=-1, producer_epoch=0, transaction_timeout_ms=0, transaction_status=0, transaction_partitions=EMPTY, transaction_last_update_timestamp_ms=0, transaction_start_timestamp_ms=0, client_transaction_version=0, next_producer_epoch=-1, unknown_tagged_fields=()):
        self.producer_id = producer_id
        self.previous_producer_id = previous_producer_id
        self.next_producer_id = next_producer_id
        self.producer_epoch = producer_epoch
        self.transaction_timeout_ms = transaction_timeout_ms
        self.transaction_status = transaction_status
        self.transaction_partitions = [] if transaction_partitions is EMPTY else transaction_partitions
        self.transaction_last_update_timestamp_ms = transaction_last_update_timestamp_ms
        self.transaction_start_timestamp_ms = transaction_start_timestamp_ms
        self.client_transaction_version = client_transaction_version
        self.next_producer_epoch = next_producer_epoch
        self.unknown_tagged_fields = unknown_tagged_fields

TransactionLogValue_PartitionsSchema = TransactionLogValue.PartitionsSchema

U_h = Struct('>h').unpack_from
P_h = Struct('>h').pack
U_qhibi = Struct('>qhibi').unpack_from
U_i = Struct('>i').unpack_from
UNPACK_i = UNPACK['i']
U_2q = Struct('>2q').unpack_from
U_qhibB = Struct('>qhibB').unpack_from
U_2qB = Struct('>2qB').unpack_from
U_q = Struct('>q').unpack_from
P_qhibi = Struct('>qhibi').pack
F_ini = PackCache('>i%di')
P_2q = Struct('>2q').pack
P_qhibB = Struct('>qhibB').pack
P_qhib = Struct('>qhib').pack
F_ni = PackCache('>%di')
F_Bni = PackCache('>B%di')
F_nix = PackCache('>%dix')
F_Bnix = PackCache('>B%dix')
P_q = Struct('>q').pack
P_2qx = Struct('>2qx').pack

def decode_transaction_log_key_v0(b, p):
    e = len(b)
    o0 = new_message(TransactionLogKey)
    n, = U_h(b, p)
    p += 2
    if n < 0: raise DecodeError(f'TransactionLogKey: transactional_id: length {n}')
    q = p + n
    o0.transactional_id = b[p:q].decode()
    p = q
    return o0, p

TransactionLogKey.DECODERS = (
    decode_transaction_log_key_v0,
)

def encode_transaction_log_key_v0(o0, l, out):
    a = l.append
    v = o0.transactional_id.encode()
    n = len(v)
    a(P_h(n))
    a(v)

TransactionLogKey.ENCODERS = (
    encode_transaction_log_key_v0,
)

def decode_transaction_log_value_v0(b, p):
    e = len(b)
    o0 = new_message(TransactionLogValue)
    o0.previous_producer_id = -1
    o0.next_producer_id = -1
    o0.client_transaction_version = 0
    o0.next_producer_epoch = -1
    o0.producer_id, o0.producer_epoch, o0.transaction_timeout_ms, o0.transaction_status, c0 = U_qhibi(b, p)
    p += 19
    if c0 == -1:
        o0.transaction_partitions = None
    else:
        if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'TransactionLogValue: transaction_partitions: count {c0}')
        o0.transaction_partitions = l0 = []
        for _ in range(c0):
            o1 = new(TransactionLogValue_PartitionsSchema)
            n, = U_h(b, p)
            p += 2
            if n < 0: raise DecodeError(f'TransactionLogValue: topic: length {n}')
            q = p + n
            o1.topic = b[p:q].decode()
            p = q
            c1, = U_i(b, p)
            p += 4
            if 0 < c1 < 9: o1.partition_ids = [*UNPACK_i[c1](b, p)]; p += c1 * 4
            elif c1 == 0: o1.partition_ids = []
            else:
                if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'TransactionLogValue: partition_ids: count {c1}')
                o1.partition_ids = [*unpack_from(f'>{c1}i', b, p)]
                p += c1 * 4
            o1.unknown_tagged_fields = ()
            l0.append(o1)
    o0.transaction_last_update_timestamp_ms, o0.transaction_start_timestamp_ms = U_2q(b, p)
    p += 16
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_transaction_log_value_v1(b, p):
    e = len(b)
    o0 = new_message(TransactionLogValue)
    o0.producer_id, o0.producer_epoch, o0.transaction_timeout_ms, o0.transaction_status, c0 = U_qhibB(b, p)
    p += 16
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if c0 == -1:
        o0.transaction_partitions = None
    else:
        if not 0 <= c0 * 3 <= e - p: raise DecodeError(f'TransactionLogValue: transaction_partitions: count {c0}')
        o0.transaction_partitions = l0 = []
        for _ in range(c0):
            o1 = new(TransactionLogValue_PartitionsSchema)
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'TransactionLogValue: topic: length {n}')
            q = p + n - 1
            o1.topic = b[p:q].decode()
            p = q
            c1 = b[p]
            p += 1
            if c1 > 127: c1, p = read_uvarint(b, p - 1)
            c1 -= 1
            if 0 < c1 < 9: o1.partition_ids = [*UNPACK_i[c1](b, p)]; p += c1 * 4
            elif c1 == 0: o1.partition_ids = []
            else:
                if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'TransactionLogValue: partition_ids: count {c1}')
                o1.partition_ids = [*unpack_from(f'>{c1}i', b, p)]
                p += c1 * 4
            t = b[p]
            p += 1
            if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
            else: o1.unknown_tagged_fields = ()
            l0.append(o1)
    o0.transaction_last_update_timestamp_ms, o0.transaction_start_timestamp_ms, t = U_2qB(b, p)
    p += 17
    o0.previous_producer_id = -1
    o0.next_producer_id = -1
    o0.client_transaction_version = 0
    o0.next_producer_epoch = -1
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
                o0.previous_producer_id, = U_q(b, p)
                p += 8
                if p != q0: raise DecodeError(f'TransactionLogValue: previous_producer_id: size')
            elif t0 == 1:
                o0.next_producer_id, = U_q(b, p)
                p += 8
                if p != q0: raise DecodeError(f'TransactionLogValue: next_producer_id: size')
            elif t0 == 2:
                o0.client_transaction_version, = U_h(b, p)
                p += 2
                if p != q0: raise DecodeError(f'TransactionLogValue: client_transaction_version: size')
            elif t0 == 3:
                o0.next_producer_epoch, = U_h(b, p)
                p += 2
                if p != q0: raise DecodeError(f'TransactionLogValue: next_producer_epoch: size')
            else:
                u0.append((t0, bytes(b[p:q0])))
                p = q0
        o0.unknown_tagged_fields = tuple(u0)
    return o0, p

TransactionLogValue.DECODERS = (
    decode_transaction_log_value_v0,
    decode_transaction_log_value_v1,
)

def encode_transaction_log_value_v0(o0, l, out):
    a = l.append
    if o0.previous_producer_id != -1 or o0.next_producer_id != -1 or o0.client_transaction_version != 0 or o0.next_producer_epoch != -1 or o0.unknown_tagged_fields: raise refuse(o0, 'previous_producer_id', 'next_producer_id', 'client_transaction_version', 'next_producer_epoch', 'unknown_tagged_fields')
    v0 = o0.transaction_partitions
    if v0 is None: v0 = (); n = -1
    else: n = len(v0)
    a(P_qhibi(o0.producer_id, o0.producer_epoch, o0.transaction_timeout_ms, o0.transaction_status, n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.topic.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        s0 = o1.partition_ids
        n0 = len(s0)
        a(F_ini[n0](n0, *s0))
    a(P_2q(o0.transaction_last_update_timestamp_ms, o0.transaction_start_timestamp_ms))

def encode_transaction_log_value_v1(o0, l, out):
    a = l.append
    v0 = o0.transaction_partitions
    if v0 is None: v0 = (); n = 0
    else: n = len(v0) + 1
    if n < 128: a(P_qhibB(o0.producer_id, o0.producer_epoch, o0.transaction_timeout_ms, o0.transaction_status, n))
    else: a(P_qhib(o0.producer_id, o0.producer_epoch, o0.transaction_timeout_ms, o0.transaction_status) + uvarint(n))
    for o1 in v0:
        v = o1.topic.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        s0 = o1.partition_ids
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
    if o0.previous_producer_id != -1 or o0.next_producer_id != -1 or o0.client_transaction_version != 0 or o0.next_producer_epoch != -1 or o0.unknown_tagged_fields:
        a(P_2q(o0.transaction_last_update_timestamp_ms, o0.transaction_start_timestamp_ms))
        g0 = list(o0.unknown_tagged_fields)
        if o0.previous_producer_id != -1:
            w0 = []
            a0 = w0.append
            a0(P_q(o0.previous_producer_id))
            g0.append((0, b''.join(w0)))
        if o0.next_producer_id != -1:
            w0 = []
            a0 = w0.append
            a0(P_q(o0.next_producer_id))
            g0.append((1, b''.join(w0)))
        if o0.client_transaction_version != 0:
            w0 = []
            a0 = w0.append
            a0(P_h(o0.client_transaction_version))
            g0.append((2, b''.join(w0)))
        if o0.next_producer_epoch != -1:
            w0 = []
            a0 = w0.append
            a0(P_h(o0.next_producer_epoch))
            g0.append((3, b''.join(w0)))
        a(write_tags(g0))
    else:
        a(P_2qx(o0.transaction_last_update_timestamp_ms, o0.transaction_start_timestamp_ms))

TransactionLogValue.ENCODERS = (
    encode_transaction_log_value_v0,
    encode_transaction_log_value_v1,
)
