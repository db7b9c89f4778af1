"""Written by `make generate` from protocol/messages/allocate_producer_ids.py. Do not edit."""

from kavka.protocol.message import Message, Part
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import new, new_message, pack, read_tags, read_uvarint, refuse, unpack_from, uvarint
from kavka.protocol.wire import write_tags

class AllocateProducerIdsRequest(Message):
    __slots__ = ('broker_id', 'broker_epoch', 'unknown_tagged_fields')
    API_KEY = 67
    MIN_VERSION = 0
    MAX_VERSION = 0
    FLEXIBLE_FROM = 0
    
    def __init__(self, broker_id=0, broker_epoch=-1, unknown_tagged_fields=()):
        self.broker_id = broker_id
        self.broker_epoch = broker_epoch
        self.unknown_tagged_fields = unknown_tagged_fields

class AllocateProducerIdsResponse(Message):
    __slots__ = ('throttle_time_ms', 'error_code', 'producer_id_start', 'producer_id_len', 'unknown_tagged_fields')
    API_KEY = 67
    MIN_VERSION = 0
    MAX_VERSION = 0
    FLEXIBLE_FROM = 0
    
    def __init__(self, throttle_time_ms=0, error_code=0, producer_id_start=0, producer_id_len=0, unknown_tagged_fields=()):
        self.throttle_time_ms = throttle_time_ms
        self.error_code = error_code
        self.producer_id_start = producer_id_start
        self.producer_id_len = producer_id_len
        self.unknown_tagged_fields = unknown_tagged_fields

U_iqB = Struct('>iqB').unpack_from
P_iq = Struct('>iq').pack
P_iqx = Struct('>iqx').pack
U_ihqiB = Struct('>ihqiB').unpack_from
P_ihqi = Struct('>ihqi').pack
P_ihqix = Struct('>ihqix').pack

def decode_allocate_producer_ids_request_v0(b, p):
    e = len(b)
    o0 = new_message(AllocateProducerIdsRequest)
    o0.broker_id, o0.broker_epoch, t = U_iqB(b, p)
    p += 13
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

AllocateProducerIdsRequest.DECODERS = (
    decode_allocate_producer_ids_request_v0,
)

def encode_allocate_producer_ids_request_v0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(P_iq(o0.broker_id, o0.broker_epoch))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_iqx(o0.broker_id, o0.broker_epoch))

AllocateProducerIdsRequest.ENCODERS = (
    encode_allocate_producer_ids_request_v0,
)

def decode_allocate_producer_ids_response_v0(b, p):
    e = len(b)
    o0 = new_message(AllocateProducerIdsResponse)
    o0.throttle_time_ms, o0.error_code, o0.producer_id_start, o0.producer_id_len, t = U_ihqiB(b, p)
    p += 19
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

AllocateProducerIdsResponse.DECODERS = (
    decode_allocate_producer_ids_response_v0,
)

def encode_allocate_producer_ids_response_v0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(P_ihqi(o0.throttle_time_ms, o0.error_code, o0.producer_id_start, o0.producer_id_len))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_ihqix(o0.throttle_time_ms, o0.error_code, o0.producer_id_start, o0.producer_id_len))

AllocateProducerIdsResponse.ENCODERS = (
    encode_allocate_producer_ids_response_v0,
)
