"""Written by `make generate` from protocol/messages/add_offsets_to_txn.py. Do not edit."""

from kavka.protocol.message import Message, Part
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import new, new_message, pack, read_tags, read_uvarint, refuse, unpack_from, uvarint
from kavka.protocol.wire import write_tags

class AddOffsetsToTxnRequest(Message):
    __slots__ = ('transactional_id', 'producer_id', 'producer_epoch', 'group_id', 'unknown_tagged_fields')
    API_KEY = 25
    MIN_VERSION = 0
    MAX_VERSION = 4
    FLEXIBLE_FROM = 3
    
    def __init__(self, transactional_id='', producer_id=0, producer_epoch=0, group_id='', unknown_tagged_fields=()):
        self.transactional_id = transactional_id
        self.producer_id = producer_id
        self.producer_epoch = producer_epoch
        self.group_id = group_id
        self.unknown_tagged_fields = unknown_tagged_fields

class AddOffsetsToTxnResponse(Message):
    __slots__ = ('throttle_time_ms', 'error_code', 'unknown_tagged_fields')
    API_KEY = 25
    MIN_VERSION = 0
    MAX_VERSION = 4
    FLEXIBLE_FROM = 3
    
    def __init__(self, throttle_time_ms=0, error_code=0, unknown_tagged_fields=()):
        self.throttle_time_ms = throttle_time_ms
        self.error_code = error_code
        self.unknown_tagged_fields = unknown_tagged_fields

U_h = Struct('>h').unpack_from
U_q2h = Struct('>q2h').unpack_from
U_qhB = Struct('>qhB').unpack_from
P_h = Struct('>h').pack
P_q2h = Struct('>q2h').pack
P_qhB = Struct('>qhB').pack
P_qh = Struct('>qh').pack
U_ih = Struct('>ih').unpack_from
U_ihB = Struct('>ihB').unpack_from
P_ih = Struct('>ih').pack
P_ihx = Struct('>ihx').pack

def decode_add_offsets_to_txn_request_v0(b, p):
    e = len(b)
    o0 = new_message(AddOffsetsToTxnRequest)
    n, = U_h(b, p)
    p += 2
    if n < 0: raise DecodeError(f'AddOffsetsToTxnRequest: transactional_id: length {n}')
    q = p + n
    o0.transactional_id = b[p:q].decode()
    p = q
    o0.producer_id, o0.producer_epoch, n = U_q2h(b, p)
    p += 12
    if n < 0: raise DecodeError(f'AddOffsetsToTxnRequest: group_id: length {n}')
    q = p + n
    o0.group_id = b[p:q].decode()
    p = q
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_add_offsets_to_txn_request_v3(b, p):
    e = len(b)
    o0 = new_message(AddOffsetsToTxnRequest)
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n < 1: raise DecodeError(f'AddOffsetsToTxnRequest: transactional_id: length {n}')
    q = p + n - 1
    o0.transactional_id = b[p:q].decode()
    p = q
    o0.producer_id, o0.producer_epoch, n = U_qhB(b, p)
    p += 11
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n < 1: raise DecodeError(f'AddOffsetsToTxnRequest: group_id: length {n}')
    q = p + n - 1
    o0.group_id = b[p:q].decode()
    p = q
    t = b[p]
    p += 1
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

AddOffsetsToTxnRequest.DECODERS = (
    decode_add_offsets_to_txn_request_v0,
    decode_add_offsets_to_txn_request_v0,
    decode_add_offsets_to_txn_request_v0,
    decode_add_offsets_to_txn_request_v3,
    decode_add_offsets_to_txn_request_v3,
)

def encode_add_offsets_to_txn_request_v0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v = o0.transactional_id.encode()
    n = len(v)
    a(P_h(n))
    a(v)
    v = o0.group_id.encode()
    n = len(v)
    a(P_q2h(o0.producer_id, o0.producer_epoch, n))
    a(v)

def encode_add_offsets_to_txn_request_v3(o0, l, out):
    a = l.append
    v = o0.transactional_id.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v = o0.group_id.encode()
    n = len(v) + 1
    if n < 128: a(P_qhB(o0.producer_id, o0.producer_epoch, n))
    else: a(P_qh(o0.producer_id, o0.producer_epoch) + uvarint(n))
    a(v)
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

AddOffsetsToTxnRequest.ENCODERS = (
    encode_add_offsets_to_txn_request_v0,
    encode_add_offsets_to_txn_request_v0,
    encode_add_offsets_to_txn_request_v0,
    encode_add_offsets_to_txn_request_v3,
    encode_add_offsets_to_txn_request_v3,
)

def decode_add_offsets_to_txn_response_v0(b, p):
    e = len(b)
    o0 = new_message(AddOffsetsToTxnResponse)
    o0.throttle_time_ms, o0.error_code = U_ih(b, p)
    p += 6
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_add_offsets_to_txn_response_v3(b, p):
    e = len(b)
    o0 = new_message(AddOffsetsToTxnResponse)
    o0.throttle_time_ms, o0.error_code, t = U_ihB(b, p)
    p += 7
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

AddOffsetsToTxnResponse.DECODERS = (
    decode_add_offsets_to_txn_response_v0,
    decode_add_offsets_to_txn_response_v0,
    decode_add_offsets_to_txn_response_v0,
    decode_add_offsets_to_txn_response_v3,
    decode_add_offsets_to_txn_response_v3,
)

def encode_add_offsets_to_txn_response_v0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    a(P_ih(o0.throttle_time_ms, o0.error_code))

def encode_add_offsets_to_txn_response_v3(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(P_ih(o0.throttle_time_ms, o0.error_code))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_ihx(o0.throttle_time_ms, o0.error_code))

AddOffsetsToTxnResponse.ENCODERS = (
    encode_add_offsets_to_txn_response_v0,
    encode_add_offsets_to_txn_response_v0,
    encode_add_offsets_to_txn_response_v0,
    encode_add_offsets_to_txn_response_v3,
    encode_add_offsets_to_txn_response_v3,
)
