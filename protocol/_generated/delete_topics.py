"""Written by `make generate` from protocol/messages/delete_topics.py. Do not edit."""

from kavka.protocol.message import Message, Part
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import new, new_message, pack, read_tags, read_uvarint, refuse, unpack_from, uvarint
from kavka.protocol.wire import write_tags

class DeleteTopicsRequest(Message):
    __slots__ = ('topics', 'topic_names', 'timeout_ms', 'unknown_tagged_fields')
    API_KEY = 20
    MIN_VERSION = 0
    MAX_VERSION = 6
    FLEXIBLE_FROM = 4
    
    class DeleteTopicState(Part):
        __slots__ = ('name', 'topic_id', 'unknown_tagged_fields')
        
        def __init__(self, name=None, topic_id=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', unknown_tagged_fields=()):
            self.name = name
            self.topic_id = topic_id
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, topics=EMPTY, topic_names=EMPTY, timeout_ms=0, unknown_tagged_fields=()):
        self.topics = [] if topics is EMPTY else topics
        self.topic_names = [] if topic_names is EMPTY else topic_names
        self.timeout_ms = timeout_ms
        self.unknown_tagged_fields = unknown_tagged_fields

DeleteTopicsRequest_DeleteTopicState = DeleteTopicsRequest.DeleteTopicState

class DeleteTopicsResponse(Message):
    __slots__ = ('throttle_time_ms', 'responses', 'unknown_tagged_fields')
    API_KEY = 20
    MIN_VERSION = 0
    MAX_VERSION = 6
    FLEXIBLE_FROM = 4
    
    class DeletableTopicResult(Part):
        __slots__ = ('name', 'topic_id', 'error_code', 'error_message', 'unknown_tagged_fields')
        
        def __init__(self, name='', topic_id=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', error_code=0, error_message=None, unknown_tagged_fields=()):
            self.name = name
            self.topic_id = topic_id
            self.error_code = error_code
            self.error_message = error_message
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, throttle_time_ms=0, responses=EMPTY, unknown_tagged_fields=()):
        self.throttle_time_ms = throttle_time_ms
        self.responses = [] if responses is EMPTY else responses
        self.unknown_tagged_fields = unknown_tagged_fields

DeleteTopicsResponse_DeletableTopicResult = DeleteTopicsResponse.DeletableTopicResult

U_i = Struct('>i').unpack_from
U_h = Struct('>h').unpack_from
U_iB = Struct('>iB').unpack_from
U_16sB = Struct('>16sB').unpack_from
P_i = Struct('>i').pack
P_h = Struct('>h').pack
P_ix = Struct('>ix').pack
P_16s = Struct('>16s').pack
P_16sx = Struct('>16sx').pack
U_2i = Struct('>2i').unpack_from
U_hB = Struct('>hB').unpack_from
U_16shB = Struct('>16shB').unpack_from
P_2i = Struct('>2i').pack
P_iB = Struct('>iB').pack
P_hx = Struct('>hx').pack
P_hB = Struct('>hB').pack
P_16shB = Struct('>16shB').pack
P_16sh = Struct('>16sh').pack

def decode_delete_topics_request_v0(b, p):
    e = len(b)
    o0 = new_message(DeleteTopicsRequest)
    o0.topics = []
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 * 2 <= e - p: raise DecodeError(f'DeleteTopicsRequest: topic_names: count {c0}')
    o0.topic_names = l0 = []
    for _ in range(c0):
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'DeleteTopicsRequest: element: length {n}')
        q = p + n
        v = b[p:q].decode()
        p = q
        l0.append(v)
    o0.timeout_ms, = U_i(b, p)
    p += 4
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_delete_topics_request_v4(b, p):
    e = len(b)
    o0 = new_message(DeleteTopicsRequest)
    o0.topics = []
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 <= e - p: raise DecodeError(f'DeleteTopicsRequest: topic_names: count {c0}')
    o0.topic_names = l0 = []
    for _ in range(c0):
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'DeleteTopicsRequest: element: length {n}')
        q = p + n - 1
        v = b[p:q].decode()
        p = q
        l0.append(v)
    o0.timeout_ms, t = U_iB(b, p)
    p += 5
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

def decode_delete_topics_request_v6(b, p):
    e = len(b)
    o0 = new_message(DeleteTopicsRequest)
    o0.topic_names = []
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 18 <= e - p: raise DecodeError(f'DeleteTopicsRequest: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(DeleteTopicsRequest_DeleteTopicState)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n:
            q = p + n - 1
            o1.name = b[p:q].decode()
            p = q
        else:
            o1.name = None
        o1.topic_id, t = U_16sB(b, p)
        p += 17
        if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
        else: o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.timeout_ms, t = U_iB(b, p)
    p += 5
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

DeleteTopicsRequest.DECODERS = (
    decode_delete_topics_request_v0,
    decode_delete_topics_request_v0,
    decode_delete_topics_request_v0,
    decode_delete_topics_request_v0,
    decode_delete_topics_request_v4,
    decode_delete_topics_request_v4,
    decode_delete_topics_request_v6,
)

def encode_delete_topics_request_v0(o0, l, out):
    a = l.append
    if o0.topics or o0.unknown_tagged_fields: raise refuse(o0, 'topics', 'unknown_tagged_fields')
    v0 = o0.topic_names
    n = len(v0)
    a(P_i(n))
    for o1 in v0:
        v = o1.encode()
        n = len(v)
        a(P_h(n))
        a(v)
    a(P_i(o0.timeout_ms))

def encode_delete_topics_request_v4(o0, l, out):
    a = l.append
    if o0.topics: raise refuse(o0, 'topics')
    v0 = o0.topic_names
    n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        v = o1.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
    if o0.unknown_tagged_fields:
        a(P_i(o0.timeout_ms))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_ix(o0.timeout_ms))

def encode_delete_topics_request_v6(o0, l, out):
    a = l.append
    v0 = o0.topics
    n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        v = o1.name
        if v is None: v = b''; n = 0
        else: v = v.encode(); n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        if len(o1.topic_id) != 16: raise EncodeError(f'{o1.topic_id!r:.80} is not a uuid')
        if o1.unknown_tagged_fields:
            a(P_16s(o1.topic_id))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_16sx(o1.topic_id))
    if o0.unknown_tagged_fields:
        a(P_i(o0.timeout_ms))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_ix(o0.timeout_ms))

DeleteTopicsRequest.ENCODERS = (
    encode_delete_topics_request_v0,
    encode_delete_topics_request_v0,
    encode_delete_topics_request_v0,
    encode_delete_topics_request_v0,
    encode_delete_topics_request_v4,
    encode_delete_topics_request_v4,
    encode_delete_topics_request_v6,
)

def decode_delete_topics_response_v0(b, p):
    e = len(b)
    o0 = new_message(DeleteTopicsResponse)
    o0.throttle_time_ms = 0
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 * 4 <= e - p: raise DecodeError(f'DeleteTopicsResponse: responses: count {c0}')
    o0.responses = l0 = []
    for _ in range(c0):
        o1 = new(DeleteTopicsResponse_DeletableTopicResult)
        o1.topic_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
        o1.error_message = None
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'DeleteTopicsResponse: name: length {n}')
        q = p + n
        o1.name = b[p:q].decode()
        p = q
        o1.error_code, = U_h(b, p)
        p += 2
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_delete_topics_response_v1(b, p):
    e = len(b)
    o0 = new_message(DeleteTopicsResponse)
    o0.throttle_time_ms, c0 = U_2i(b, p)
    p += 8
    if not 0 <= c0 * 4 <= e - p: raise DecodeError(f'DeleteTopicsResponse: responses: count {c0}')
    o0.responses = l0 = []
    for _ in range(c0):
        o1 = new(DeleteTopicsResponse_DeletableTopicResult)
        o1.topic_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
        o1.error_message = None
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'DeleteTopicsResponse: name: length {n}')
        q = p + n
        o1.name = b[p:q].decode()
        p = q
        o1.error_code, = U_h(b, p)
        p += 2
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_delete_topics_response_v4(b, p):
    e = len(b)
    o0 = new_message(DeleteTopicsResponse)
    o0.throttle_time_ms, c0 = U_iB(b, p)
    p += 5
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 4 <= e - p: raise DecodeError(f'DeleteTopicsResponse: responses: count {c0}')
    o0.responses = l0 = []
    for _ in range(c0):
        o1 = new(DeleteTopicsResponse_DeletableTopicResult)
        o1.topic_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
        o1.error_message = None
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'DeleteTopicsResponse: name: length {n}')
        q = p + n - 1
        o1.name = b[p:q].decode()
        p = q
        o1.error_code, t = U_hB(b, p)
        p += 3
        if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
        else: o1.unknown_tagged_fields = ()
        l0.append(o1)
    t = b[p]
    p += 1
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

def decode_delete_topics_response_v5(b, p):
    e = len(b)
    o0 = new_message(DeleteTopicsResponse)
    o0.throttle_time_ms, c0 = U_iB(b, p)
    p += 5
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 5 <= e - p: raise DecodeError(f'DeleteTopicsResponse: responses: count {c0}')
    o0.responses = l0 = []
    for _ in range(c0):
        o1 = new(DeleteTopicsResponse_DeletableTopicResult)
        o1.topic_id = b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'DeleteTopicsResponse: name: length {n}')
        q = p + n - 1
        o1.name = b[p:q].decode()
        p = q
        o1.error_code, n = U_hB(b, p)
        p += 3
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

def decode_delete_topics_response_v6(b, p):
    e = len(b)
    o0 = new_message(DeleteTopicsResponse)
    o0.throttle_time_ms, c0 = U_iB(b, p)
    p += 5
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 21 <= e - p: raise DecodeError(f'DeleteTopicsResponse: responses: count {c0}')
    o0.responses = l0 = []
    for _ in range(c0):
        o1 = new(DeleteTopicsResponse_DeletableTopicResult)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n:
            q = p + n - 1
            o1.name = b[p:q].decode()
            p = q
        else:
            o1.name = None
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

DeleteTopicsResponse.DECODERS = (
    decode_delete_topics_response_v0,
    decode_delete_topics_response_v1,
    decode_delete_topics_response_v1,
    decode_delete_topics_response_v1,
    decode_delete_topics_response_v4,
    decode_delete_topics_response_v5,
    decode_delete_topics_response_v6,
)

def encode_delete_topics_response_v0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v0 = o0.responses
    n = len(v0)
    a(P_i(n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.name.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        a(P_h(o1.error_code))

def encode_delete_topics_response_v1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v0 = o0.responses
    n = len(v0)
    a(P_2i(o0.throttle_time_ms, n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.name.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        a(P_h(o1.error_code))

def encode_delete_topics_response_v4(o0, l, out):
    a = l.append
    v0 = o0.responses
    n = len(v0) + 1
    if n < 128: a(P_iB(o0.throttle_time_ms, n))
    else: a(P_i(o0.throttle_time_ms) + uvarint(n))
    for o1 in v0:
        v = o1.name.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(P_h(o1.error_code))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_hx(o1.error_code))
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

def encode_delete_topics_response_v5(o0, l, out):
    a = l.append
    v0 = o0.responses
    n = len(v0) + 1
    if n < 128: a(P_iB(o0.throttle_time_ms, n))
    else: a(P_i(o0.throttle_time_ms) + uvarint(n))
    for o1 in v0:
        v = o1.name.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v = o1.error_message
        if v is None: v = b''; n = 0
        else: v = v.encode(); n = len(v) + 1
        if n < 128: a(P_hB(o1.error_code, n))
        else: a(P_h(o1.error_code) + uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

def encode_delete_topics_response_v6(o0, l, out):
    a = l.append
    v0 = o0.responses
    n = len(v0) + 1
    if n < 128: a(P_iB(o0.throttle_time_ms, n))
    else: a(P_i(o0.throttle_time_ms) + uvarint(n))
    for o1 in v0:
        v = o1.name
        if v is None: v = b''; n = 0
        else: v = v.encode(); n = len(v) + 1
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

DeleteTopicsResponse.ENCODERS = (
    encode_delete_topics_response_v0,
    encode_delete_topics_response_v1,
    encode_delete_topics_response_v1,
    encode_delete_topics_response_v1,
    encode_delete_topics_response_v4,
    encode_delete_topics_response_v5,
    encode_delete_topics_response_v6,
)
