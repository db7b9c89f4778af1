"""Written by `make generate` from protocol/messages/controlled_shutdown.py. Do not edit."""

from kavka.protocol.message import Message, Part
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import new, new_message, pack, read_tags, read_uvarint, refuse, unpack_from, uvarint
from kavka.protocol.wire import write_tags

class ControlledShutdownRequest(Message):
    __slots__ = ('broker_id', 'broker_epoch', 'unknown_tagged_fields')
    API_KEY = 7
    MIN_VERSION = 0
    MAX_VERSION = 3
    FLEXIBLE_FROM = 3
    
    def __init__(self, broker_id=0, broker_epoch=-1, unknown_tagged_fields=()):
        self.broker_id = broker_id
        self.broker_epoch = broker_epoch
        self.unknown_tagged_fields = unknown_tagged_fields

class ControlledShutdownResponse(Message):
    __slots__ = ('error_code', 'remaining_partitions', 'unknown_tagged_fields')
    API_KEY = 7
    MIN_VERSION = 0
    MAX_VERSION = 3
    FLEXIBLE_FROM = 3
    
    class RemainingPartition(Part):
        __slots__ = ('topic_name', 'partition_index', 'unknown_tagged_fields')
        
        def __init__(self, topic_name='', partition_index=0, unknown_tagged_fields=()):
            self.topic_name = topic_name
            self.partition_index = partition_index
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, error_code=0, remaining_partitions=EMPTY, unknown_tagged_fields=()):
        self.error_code = error_code
        self.remaining_partitions = [] if remaining_partitions is EMPTY else remaining_partitions
        self.unknown_tagged_fields = unknown_tagged_fields

ControlledShutdownResponse_RemainingPartition = ControlledShutdownResponse.RemainingPartition

U_i = Struct('>i').unpack_from
U_iq = Struct('>iq').unpack_from
U_iqB = Struct('>iqB').unpack_from
P_i = Struct('>i').pack
P_iq = Struct('>iq').pack
P_iqx = Struct('>iqx').pack
U_hi = Struct('>hi').unpack_from
U_h = Struct('>h').unpack_from
U_hB = Struct('>hB').unpack_from
U_iB = Struct('>iB').unpack_from
P_hi = Struct('>hi').pack
P_h = Struct('>h').pack
P_hB = Struct('>hB').pack
P_ix = Struct('>ix').pack

def decode_controlled_shutdown_request_v0(b, p):
    e = len(b)
    o0 = new_message(ControlledShutdownRequest)
    o0.broker_epoch = -1
    o0.broker_id, = U_i(b, p)
    p += 4
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_controlled_shutdown_request_v2(b, p):
    e = len(b)
    o0 = new_message(ControlledShutdownRequest)
    o0.broker_id, o0.broker_epoch = U_iq(b, p)
    p += 12
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_controlled_shutdown_request_v3(b, p):
    e = len(b)
    o0 = new_message(ControlledShutdownRequest)
    o0.broker_id, o0.broker_epoch, t = U_iqB(b, p)
    p += 13
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

ControlledShutdownRequest.DECODERS = (
    decode_controlled_shutdown_request_v0,
    decode_controlled_shutdown_request_v0,
    decode_controlled_shutdown_request_v2,
    decode_controlled_shutdown_request_v3,
)

def encode_controlled_shutdown_request_v0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    a(P_i(o0.broker_id))

def encode_controlled_shutdown_request_v2(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    a(P_iq(o0.broker_id, o0.broker_epoch))

def encode_controlled_shutdown_request_v3(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(P_iq(o0.broker_id, o0.broker_epoch))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_iqx(o0.broker_id, o0.broker_epoch))

ControlledShutdownRequest.ENCODERS = (
    encode_controlled_shutdown_request_v0,
    encode_controlled_shutdown_request_v0,
    encode_controlled_shutdown_request_v2,
    encode_controlled_shutdown_request_v3,
)

def decode_controlled_shutdown_response_v0(b, p):
    e = len(b)
    o0 = new_message(ControlledShutdownResponse)
    o0.error_code, c0 = U_hi(b, p)
    p += 6
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'ControlledShutdownResponse: remaining_partitions: count {c0}')
    o0.remaining_partitions = l0 = []
    for _ in range(c0):
        o1 = new(ControlledShutdownResponse_RemainingPartition)
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'ControlledShutdownResponse: topic_name: length {n}')
        q = p + n
        o1.topic_name = b[p:q].decode()
        p = q
        o1.partition_index, = U_i(b, p)
        p += 4
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_controlled_shutdown_response_v3(b, p):
    e = len(b)
    o0 = new_message(ControlledShutdownResponse)
    o0.error_code, c0 = U_hB(b, p)
    p += 3
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'ControlledShutdownResponse: remaining_partitions: count {c0}')
    o0.remaining_partitions = l0 = []
    for _ in range(c0):
        o1 = new(ControlledShutdownResponse_RemainingPartition)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'ControlledShutdownResponse: topic_name: length {n}')
        q = p + n - 1
        o1.topic_name = b[p:q].decode()
        p = q
        o1.partition_index, t = U_iB(b, p)
        p += 5
        if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
        else: o1.unknown_tagged_fields = ()
        l0.append(o1)
    t = b[p]
    p += 1
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

ControlledShutdownResponse.DECODERS = (
    decode_controlled_shutdown_response_v0,
    decode_controlled_shutdown_response_v0,
    decode_controlled_shutdown_response_v0,
    decode_controlled_shutdown_response_v3,
)

def encode_controlled_shutdown_response_v0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v0 = o0.remaining_partitions
    n = len(v0)
    a(P_hi(o0.error_code, n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.topic_name.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        a(P_i(o1.partition_index))

def encode_controlled_shutdown_response_v3(o0, l, out):
    a = l.append
    v0 = o0.remaining_partitions
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
            a(P_i(o1.partition_index))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_ix(o1.partition_index))
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

ControlledShutdownResponse.ENCODERS = (
    encode_controlled_shutdown_response_v0,
    encode_controlled_shutdown_response_v0,
    encode_controlled_shutdown_response_v0,
    encode_controlled_shutdown_response_v3,
)
