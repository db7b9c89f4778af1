"""Written by `make generate` from protocol/messages/delete_share_group_offsets.py. Do not edit."""

from kavka.protocol.message import Message, Part
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import new, new_message, pack, read_tags, read_uvarint, refuse, unpack_from, uvarint
from kavka.protocol.wire import write_tags

class DeleteShareGroupOffsetsRequest(Message):
    __slots__ = ('group_id', 'topics', 'unknown_tagged_fields')
    API_KEY = 92
    MIN_VERSION = 0
    MAX_VERSION = 0
    FLEXIBLE_FROM = 0
    
    class DeleteShareGroupOffsetsRequestTopic(Part):
        __slots__ = ('topic_name', 'unknown_tagged_fields')
        
        def __init__(self, topic_name='', unknown_tagged_fields=()):
            self.topic_name = topic_name
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, group_id='', topics=EMPTY, unknown_tagged_fields=()):
        self.group_id = group_id
        self.topics = [] if topics is EMPTY else topics
        self.unknown_tagged_fields = unknown_tagged_fields

DeleteShareGroupOffsetsRequest_DeleteShareGroupOffsetsRequestTopic = DeleteShareGroupOffsetsRequest.DeleteShareGroupOffsetsRequestTopic

class DeleteShareGroupOffsetsResponse(Message):
    __slots__ = ('throttle_time_ms', 'error_code', 'error_message', 'responses', 'unknown_tagged_fields')
    API_KEY = 92
    MIN_VERSION = 0
    MAX_VERSION = 0
    FLEXIBLE_FROM = 0
    
    class DeleteShareGroupOffsetsResponseTopic(Part):
        __slots__ = ('topic_name', 'topic_id', 'error_code', 'error_message', 'unknown_tagged_fields')
        
        def __init__(self, topic_name='', topic_id=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', error_code=0, error_message=None, unknown_tagged_fields=()):
            self.topic_name = topic_name
            self.topic_id = topic_id
            self.error_code = error_code
            self.error_message = error_message
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, throttle_time_ms=0, error_code=0, error_message=None, responses=EMPTY, unknown_tagged_fields=()):
        self.throttle_time_ms = throttle_time_ms
        self.error_code = error_code
        self.error_message = error_message
        self.responses = [] if responses is EMPTY else responses
        self.unknown_tagged_fields = unknown_tagged_fields

DeleteShareGroupOffsetsResponse_DeleteShareGroupOffsetsResponseTopic = DeleteShareGroupOffsetsResponse.DeleteShareGroupOffsetsResponseTopic

U_ihB = Struct('>ihB').unpack_from
U_16shB = Struct('>16shB').unpack_from
P_ihB = Struct('>ihB').pack
P_ih = Struct('>ih').pack
P_16shB = Struct('>16shB').pack
P_16sh = Struct('>16sh').pack

def decode_delete_share_group_offsets_request_v0(b, p):
    e = len(b)
    o0 = new_message(DeleteShareGroupOffsetsRequest)
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n < 1: raise DecodeError(f'DeleteShareGroupOffsetsRequest: group_id: length {n}')
    q = p + n - 1
    o0.group_id = b[p:q].decode()
    p = q
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 2 <= e - p: raise DecodeError(f'DeleteShareGroupOffsetsRequest: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(DeleteShareGroupOffsetsRequest_DeleteShareGroupOffsetsRequestTopic)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'DeleteShareGroupOffsetsRequest: topic_name: length {n}')
        q = p + n - 1
        o1.topic_name = b[p:q].decode()
        p = q
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

DeleteShareGroupOffsetsRequest.DECODERS = (
    decode_delete_share_group_offsets_request_v0,
)

def encode_delete_share_group_offsets_request_v0(o0, l, out):
    a = l.append
    v = o0.group_id.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v0 = o0.topics
    n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        v = o1.topic_name.encode()
        n = len(v) + 1
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

DeleteShareGroupOffsetsRequest.ENCODERS = (
    encode_delete_share_group_offsets_request_v0,
)

def decode_delete_share_group_offsets_response_v0(b, p):
    e = len(b)
    o0 = new_message(DeleteShareGroupOffsetsResponse)
    o0.throttle_time_ms, o0.error_code, n = U_ihB(b, p)
    p += 7
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n:
        q = p + n - 1
        o0.error_message = b[p:q].decode()
        p = q
    else:
        o0.error_message = None
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 21 <= e - p: raise DecodeError(f'DeleteShareGroupOffsetsResponse: responses: count {c0}')
    o0.responses = l0 = []
    for _ in range(c0):
        o1 = new(DeleteShareGroupOffsetsResponse_DeleteShareGroupOffsetsResponseTopic)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'DeleteShareGroupOffsetsResponse: topic_name: length {n}')
        q = p + n - 1
        o1.topic_name = b[p:q].decode()
        p = q
        o1.topic_id, o1.error_code, n = U_16shB(b, p)
        p += 19
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n:
            q = p + n - 1
            o1.error_message = b[p:q].decode()
            p = q
        else:
            o1.error_message = None
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

DeleteShareGroupOffsetsResponse.DECODERS = (
    decode_delete_share_group_offsets_response_v0,
)

def encode_delete_share_group_offsets_response_v0(o0, l, out):
    a = l.append
    v = o0.error_message
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(P_ihB(o0.throttle_time_ms, o0.error_code, n))
    else: a(P_ih(o0.throttle_time_ms, o0.error_code) + uvarint(n))
    a(v)
    v0 = o0.responses
    n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        v = o1.topic_name.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        if len(o1.topic_id) != 16: raise EncodeError(f'{o1.topic_id!r:.80} is not a uuid')
        v = o1.error_message
        if v is None: v = b''; n = 0
        else: v = v.encode(); n = len(v) + 1
        if n < 128: a(P_16shB(o1.topic_id, o1.error_code, n))
        else: a(P_16sh(o1.topic_id, o1.error_code) + uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

DeleteShareGroupOffsetsResponse.ENCODERS = (
    encode_delete_share_group_offsets_response_v0,
)
