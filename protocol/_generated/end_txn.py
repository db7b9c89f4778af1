"""Written by `make generate` from protocol/messages/end_txn.py. Do not edit."""

from kavka.protocol.message import Message, Part
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import new, new_message, pack, read_tags, read_uvarint, refuse, unpack_from, uvarint
from kavka.protocol.wire import write_tags

class EndTxnRequest(Message):
    __slots__ = ('transactional_id', 'producer_id', 'producer_epoch', 'committed', 'unknown_tagged_fields')
    API_KEY = 26
    MIN_VERSION = 0
    MAX_VERSION = 5
    FLEXIBLE_FROM = 3
    
    def __init__(self, transactional_id='', producer_id=0, producer_epoch=0, committed=False, unknown_tagged_fields=()):
        self.transactional_id = transactional_id
        self.producer_id = producer_id
        self.producer_epoch = producer_epoch
        self.committed = committed
        self.unknown_tagged_fields = unknown_tagged_fields

class EndTxnResponse(Message):
    __slots__ = ('throttle_time_ms', 'error_code', 'producer_id', 'producer_epoch', 'unknown_tagged_fields')
    API_KEY = 26
    MIN_VERSION = 0
    MAX_VERSION = 5
    FLEXIBLE_FROM = 3
    
    def __init__(self, throttle_time_ms=0, error_code=0, producer_id=-1, producer_epoch=-1, unknown_tagged_fields=()):
        self.throttle_time_ms = throttle_time_ms
        self.error_code = error_code
        self.producer_id = producer_id
        self.producer_epoch = producer_epoch
        self.unknown_tagged_fields = unknown_tagged_fields

U_h = Struct('>h').unpack_from
U_qhT = Struct('>qh?').unpack_from
U_qhTB = Struct('>qh?B').unpack_from
P_h = Struct('>h').pack
P_qhT = Struct('>qh?').pack
P_qhTx = Struct('>qh?x').pack
U_ih = Struct('>ih').unpack_from
U_ihB = Struct('>ihB').unpack_from
U_ihqhB = Struct('>ihqhB').unpack_from
P_ih = Struct('>ih').pack
P_ihx = Struct('>ihx').pack
P_ihqh = Struct('>ihqh').pack
P_ihqhx = Struct('>ihqhx').pack

def decode_end_txn_request_v0(b, p):
    e = len(b)
    o0 = new_message(EndTxnRequest)
    n, = U_h(b, p)
    p += 2
    if n < 0: raise DecodeError(f'EndTxnRequest: transactional_id: length {n}')
    q = p + n
    o0.transactional_id = b[p:q].decode()
    p = q
    o0.producer_id, o0.producer_epoch, o0.committed = U_qhT(b, p)
    p += 11
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_end_txn_request_v3(b, p):
    e = len(b)
    o0 = new_message(EndTxnRequest)
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n < 1: raise DecodeError(f'EndTxnRequest: transactional_id: length {n}')
    q = p + n - 1
    o0.transactional_id = b[p:q].decode()
    p = q
    o0.producer_id, o0.producer_epoch, o0.committed, t = U_qhTB(b, p)
    p += 12
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

EndTxnRequest.DECODERS = (
    decode_end_txn_request_v0,
    decode_end_txn_request_v0,
    decode_end_txn_request_v0,
    decode_end_txn_request_v3,
    decode_end_txn_request_v3,
    decode_end_txn_request_v3,
)

def encode_end_txn_request_v0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v = o0.transactional_id.encode()
    n = len(v)
    a(P_h(n))
    a(v)
    a(P_qhT(o0.producer_id, o0.producer_epoch, o0.committed))

def encode_end_txn_request_v3(o0, l, out):
    a = l.append
    v = o0.transactional_id.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    if o0.unknown_tagged_fields:
        a(P_qhT(o0.producer_id, o0.producer_epoch, o0.committed))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_qhTx(o0.producer_id, o0.producer_epoch, o0.committed))

EndTxnRequest.ENCODERS = (
    encode_end_txn_request_v0,
    encode_end_txn_request_v0,
    encode_end_txn_request_v0,
    encode_end_txn_request_v3,
    encode_end_txn_request_v3,
    encode_end_txn_request_v3,
)

def decode_end_txn_response_v0(b, p):
    e = len(b)
    o0 = new_message(EndTxnResponse)
    o0.producer_id = -1
    o0.producer_epoch = -1
    o0.throttle_time_ms, o0.error_code = U_ih(b, p)
    p += 6
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_end_txn_response_v3(b, p):
    e = len(b)
    o0 = new_message(EndTxnResponse)
    o0.producer_id = -1
    o0.producer_epoch = -1
    o0.throttle_time_ms, o0.error_code, t = U_ihB(b, p)
    p += 7
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

def decode_end_txn_response_v5(b, p):
    e = len(b)
    o0 = new_message(EndTxnResponse)
    o0.throttle_time_ms, o0.error_code, o0.producer_id, o0.producer_epoch, t = U_ihqhB(b, p)
    p += 17
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

EndTxnResponse.DECODERS = (
    decode_end_txn_response_v0,
    decode_end_txn_response_v0,
    decode_end_txn_response_v0,
    decode_end_txn_response_v3,
    decode_end_txn_response_v3,
    decode_end_txn_response_v5,
)

def encode_end_txn_response_v0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    a(P_ih(o0.throttle_time_ms, o0.error_code))

def encode_end_txn_response_v3(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(P_ih(o0.throttle_time_ms, o0.error_code))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_ihx(o0.throttle_time_ms, o0.error_code))

def encode_end_txn_response_v5(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(P_ihqh(o0.throttle_time_ms, o0.error_code, o0.producer_id, o0.producer_epoch))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_ihqhx(o0.throttle_time_ms, o0.error_code, o0.producer_id, o0.producer_epoch))

EndTxnResponse.ENCODERS = (
    encode_end_txn_response_v0,
    encode_end_txn_response_v0,
    encode_end_txn_response_v0,
    encode_end_txn_response_v3,
    encode_end_txn_response_v3,
    encode_end_txn_response_v5,
)
