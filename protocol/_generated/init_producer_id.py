"""Written by `make generate` from protocol/messages/init_producer_id.py. Do not edit."""

from kavka.protocol.message import Message, Part
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import new, new_message, pack, read_tags, read_uvarint, refuse, unpack_from, uvarint
from kavka.protocol.wire import write_tags

class InitProducerIdRequest(Message):
    __slots__ = ('transactional_id', 'transaction_timeout_ms', 'producer_id', 'producer_epoch', 'enable2_pc', 'keep_prepared_txn', 'unknown_tagged_fields')
    API_KEY = 22
    MIN_VERSION = 0
    MAX_VERSION = 6
    FLEXIBLE_FROM = 2
    
    def __init__(self, transactional_id='', transaction_timeout_ms=0, producer_id=-1, producer_epoch=-1, enable2_pc=False, keep_prepared_txn=False, unknown_tagged_fields=()):
        self.transactional_id = transactional_id
        self.transaction_timeout_ms = transaction_timeout_ms
        self.producer_id = producer_id
        self.producer_epoch = producer_epoch
        self.enable2_pc = enable2_pc
        self.keep_prepared_txn = keep_prepared_txn
        self.unknown_tagged_fields = unknown_tagged_fields

class InitProducerIdResponse(Message):
    __slots__ = ('throttle_time_ms', 'error_code', 'producer_id', 'producer_epoch', 'ongoing_txn_producer_id', 'ongoing_txn_producer_epoch', 'unknown_tagged_fields')
    API_KEY = 22
    MIN_VERSION = 0
    MAX_VERSION = 6
    FLEXIBLE_FROM = 2
    
    def __init__(self, throttle_time_ms=0, error_code=0, producer_id=-1, producer_epoch=0, ongoing_txn_producer_id=-1, ongoing_txn_producer_epoch=-1, unknown_tagged_fields=()):
        self.throttle_time_ms = throttle_time_ms
        self.error_code = error_code
        self.producer_id = producer_id
        self.producer_epoch = producer_epoch
        self.ongoing_txn_producer_id = ongoing_txn_producer_id
        self.ongoing_txn_producer_epoch = ongoing_txn_producer_epoch
        self.unknown_tagged_fields = unknown_tagged_fields

U_h = Struct('>h').unpack_from
U_i = Struct('>i').unpack_from
U_iB = Struct('>iB').unpack_from
U_iqhB = Struct('>iqhB').unpack_from
U_iqh2TB = Struct('>iqh2?B').unpack_from
P_h = Struct('>h').pack
P_i = Struct('>i').pack
P_ix = Struct('>ix').pack
P_iqh = Struct('>iqh').pack
P_iqhx = Struct('>iqhx').pack
P_iqh2T = Struct('>iqh2?').pack
P_iqh2Tx = Struct('>iqh2?x').pack
U_ihqh = Struct('>ihqh').unpack_from
U_ihqhB = Struct('>ihqhB').unpack_from
U_ihqhqhB = Struct('>ihqhqhB').unpack_from
P_ihqh = Struct('>ihqh').pack
P_ihqhx = Struct('>ihqhx').pack
P_ihqhqh = Struct('>ihqhqh').pack
P_ihqhqhx = Struct('>ihqhqhx').pack

def decode_init_producer_id_request_v0(b, p):
    e = len(b)
    o0 = new_message(InitProducerIdRequest)
    o0.producer_id = -1
    o0.producer_epoch = -1
    o0.enable2_pc = False
    o0.keep_prepared_txn = False
    n, = U_h(b, p)
    p += 2
    if n >= 0:
        q = p + n
        o0.transactional_id = b[p:q].decode()
        p = q
    elif n != -1: raise DecodeError(f'InitProducerIdRequest: transactional_id: length {n}')
    else:
        o0.transactional_id = None
    o0.transaction_timeout_ms, = U_i(b, p)
    p += 4
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_init_producer_id_request_v2(b, p):
    e = len(b)
    o0 = new_message(InitProducerIdRequest)
    o0.producer_id = -1
    o0.producer_epoch = -1
    o0.enable2_pc = False
    o0.keep_prepared_txn = False
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n:
        q = p + n - 1
        o0.transactional_id = b[p:q].decode()
        p = q
    else:
        o0.transactional_id = None
    o0.transaction_timeout_ms, t = U_iB(b, p)
    p += 5
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

def decode_init_producer_id_request_v3(b, p):
    e = len(b)
    o0 = new_message(InitProducerIdRequest)
    o0.enable2_pc = False
    o0.keep_prepared_txn = False
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n:
        q = p + n - 1
        o0.transactional_id = b[p:q].decode()
        p = q
    else:
        o0.transactional_id = None
    o0.transaction_timeout_ms, o0.producer_id, o0.producer_epoch, t = U_iqhB(b, p)
    p += 15
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

def decode_init_producer_id_request_v6(b, p):
    e = len(b)
    o0 = new_message(InitProducerIdRequest)
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n:
        q = p + n - 1
        o0.transactional_id = b[p:q].decode()
        p = q
    else:
        o0.transactional_id = None
    o0.transaction_timeout_ms, o0.producer_id, o0.producer_epoch, o0.enable2_pc, o0.keep_prepared_txn, t = U_iqh2TB(b, p)
    p += 17
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

InitProducerIdRequest.DECODERS = (
    decode_init_producer_id_request_v0,
    decode_init_producer_id_request_v0,
    decode_init_producer_id_request_v2,
    decode_init_producer_id_request_v3,
    decode_init_producer_id_request_v3,
    decode_init_producer_id_request_v3,
    decode_init_producer_id_request_v6,
)

def encode_init_producer_id_request_v0(o0, l, out):
    a = l.append
    if o0.producer_id != -1 or o0.producer_epoch != -1 or o0.enable2_pc or o0.keep_prepared_txn or o0.unknown_tagged_fields: raise refuse(o0, 'producer_id', 'producer_epoch', 'enable2_pc', 'keep_prepared_txn', 'unknown_tagged_fields')
    v = o0.transactional_id
    if v is None: v = b''; n = -1
    else: v = v.encode(); n = len(v)
    a(P_h(n))
    a(v)
    a(P_i(o0.transaction_timeout_ms))

def encode_init_producer_id_request_v2(o0, l, out):
    a = l.append
    if o0.producer_id != -1 or o0.producer_epoch != -1 or o0.enable2_pc or o0.keep_prepared_txn: raise refuse(o0, 'producer_id', 'producer_epoch', 'enable2_pc', 'keep_prepared_txn')
    v = o0.transactional_id
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    if o0.unknown_tagged_fields:
        a(P_i(o0.transaction_timeout_ms))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_ix(o0.transaction_timeout_ms))

def encode_init_producer_id_request_v3(o0, l, out):
    a = l.append
    if o0.enable2_pc or o0.keep_prepared_txn: raise refuse(o0, 'enable2_pc', 'keep_prepared_txn')
    v = o0.transactional_id
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    if o0.unknown_tagged_fields:
        a(P_iqh(o0.transaction_timeout_ms, o0.producer_id, o0.producer_epoch))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_iqhx(o0.transaction_timeout_ms, o0.producer_id, o0.producer_epoch))

def encode_init_producer_id_request_v6(o0, l, out):
    a = l.append
    v = o0.transactional_id
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    if o0.unknown_tagged_fields:
        a(P_iqh2T(o0.transaction_timeout_ms, o0.producer_id, o0.producer_epoch, o0.enable2_pc, o0.keep_prepared_txn))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_iqh2Tx(o0.transaction_timeout_ms, o0.producer_id, o0.producer_epoch, o0.enable2_pc, o0.keep_prepared_txn))

InitProducerIdRequest.ENCODERS = (
    encode_init_producer_id_request_v0,
    encode_init_producer_id_request_v0,
    encode_init_producer_id_request_v2,
    encode_init_producer_id_request_v3,
    encode_init_producer_id_request_v3,
    encode_init_producer_id_request_v3,
    encode_init_producer_id_request_v6,
)

def decode_init_producer_id_response_v0(b, p):
    e = len(b)
    o0 = new_message(InitProducerIdResponse)
    o0.ongoing_txn_producer_id = -1
    o0.ongoing_txn_producer_epoch = -1
    o0.throttle_time_ms, o0.error_code, o0.producer_id, o0.producer_epoch = U_ihqh(b, p)
    p += 16
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_init_producer_id_response_v2(b, p):
    e = len(b)
    o0 = new_message(InitProducerIdResponse)
    o0.ongoing_txn_producer_id = -1
    o0.ongoing_txn_producer_epoch = -1
    o0.throttle_time_ms, o0.error_code, o0.producer_id, o0.producer_epoch, t = U_ihqhB(b, p)
    p += 17
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

def decode_init_producer_id_response_v6(b, p):
    e = len(b)
    o0 = new_message(InitProducerIdResponse)
    o0.throttle_time_ms, o0.error_code, o0.producer_id, o0.producer_epoch, o0.ongoing_txn_producer_id, o0.ongoing_txn_producer_epoch, t = U_ihqhqhB(b, p)
    p += 27
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

InitProducerIdResponse.DECODERS = (
    decode_init_producer_id_response_v0,
    decode_init_producer_id_response_v0,
    decode_init_producer_id_response_v2,
    decode_init_producer_id_response_v2,
    decode_init_producer_id_response_v2,
    decode_init_producer_id_response_v2,
    decode_init_producer_id_response_v6,
)

def encode_init_producer_id_response_v0(o0, l, out):
    a = l.append
    if o0.ongoing_txn_producer_id != -1 or o0.ongoing_txn_producer_epoch != -1 or o0.unknown_tagged_fields: raise refuse(o0, 'ongoing_txn_producer_id', 'ongoing_txn_producer_epoch', 'unknown_tagged_fields')
    a(P_ihqh(o0.throttle_time_ms, o0.error_code, o0.producer_id, o0.producer_epoch))

def encode_init_producer_id_response_v2(o0, l, out):
    a = l.append
    if o0.ongoing_txn_producer_id != -1 or o0.ongoing_txn_producer_epoch != -1: raise refuse(o0, 'ongoing_txn_producer_id', 'ongoing_txn_producer_epoch')
    if o0.unknown_tagged_fields:
        a(P_ihqh(o0.throttle_time_ms, o0.error_code, o0.producer_id, o0.producer_epoch))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_ihqhx(o0.throttle_time_ms, o0.error_code, o0.producer_id, o0.producer_epoch))

def encode_init_producer_id_response_v6(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(P_ihqhqh(o0.throttle_time_ms, o0.error_code, o0.producer_id, o0.producer_epoch, o0.ongoing_txn_producer_id, o0.ongoing_txn_producer_epoch))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_ihqhqhx(o0.throttle_time_ms, o0.error_code, o0.producer_id, o0.producer_epoch, o0.ongoing_txn_producer_id, o0.ongoing_txn_producer_epoch))

InitProducerIdResponse.ENCODERS = (
    encode_init_producer_id_response_v0,
    encode_init_producer_id_response_v0,
    encode_init_producer_id_response_v2,
    encode_init_producer_id_response_v2,
    encode_init_producer_id_response_v2,
    encode_init_producer_id_response_v2,
    encode_init_producer_id_response_v6,
)
