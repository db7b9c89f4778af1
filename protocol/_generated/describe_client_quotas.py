"""Written by `make generate` from protocol/messages/describe_client_quotas.py. Do not edit."""

from kavka.protocol.message import Message, Part
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import new, new_message, pack, read_tags, read_uvarint, refuse, unpack_from, uvarint
from kavka.protocol.wire import write_tags

class DescribeClientQuotasRequest(Message):
    __slots__ = ('components', 'strict', 'unknown_tagged_fields')
    API_KEY = 48
    MIN_VERSION = 0
    MAX_VERSION = 1
    FLEXIBLE_FROM = 1
    
    class ComponentData(Part):
        __slots__ = ('entity_type', 'match_type', 'match', 'unknown_tagged_fields')
        
        def __init__(self, entity_type='', match_type=0, match='', unknown_tagged_fields=()):
            self.entity_type = entity_type
            self.match_type = match_type
            self.match = match
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, components=EMPTY, strict=False, unknown_tagged_fields=()):
        self.components = [] if components is EMPTY else components
        self.strict = strict
        self.unknown_tagged_fields = unknown_tagged_fields

DescribeClientQuotasRequest_ComponentData = DescribeClientQuotasRequest.ComponentData

class DescribeClientQuotasResponse(Message):
    __slots__ = ('throttle_time_ms', 'error_code', 'error_message', 'entries', 'unknown_tagged_fields')
    API_KEY = 48
    MIN_VERSION = 0
    MAX_VERSION = 1
    FLEXIBLE_FROM = 1
    
    class EntityData(Part):
        __slots__ = ('entity_type', 'entity_name', 'unknown_tagged_fields')
        
        def __init__(self, entity_type='', entity_name='', unknown_tagged_fields=()):
            self.entity_type = entity_type
            self.entity_name = entity_name
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class ValueData(Part):
        __slots__ = ('key', 'value', 'unknown_tagged_fields')
        
        def __init__(self, key='', value=0.0, unknown_tagged_fields=()):
            self.key = key
            self.value = value
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class EntryData(Part):
        __slots__ = ('entity', 'values', 'unknown_tagged_fields')
        
        def __init__(self, entity=EMPTY, values=EMPTY, unknown_tagged_fields=()):
            self.entity = [] if entity is EMPTY else entity
            self.values = [] if values is EMPTY else values
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, throttle_time_ms=0, error_code=0, error_message='', entries=EMPTY, unknown_tagged_fields=()):
        self.throttle_time_ms = throttle_time_ms
        self.error_code = error_code
        self.error_message = error_message
        self.entries = [] if entries is EMPTY else entries
        self.unknown_tagged_fields = unknown_tagged_fields

DescribeClientQuotasResponse_EntityData = DescribeClientQuotasResponse.EntityData

DescribeClientQuotasResponse_ValueData = DescribeClientQuotasResponse.ValueData

DescribeClientQuotasResponse_EntryData = DescribeClientQuotasResponse.EntryData

U_i = Struct('>i').unpack_from
U_h = Struct('>h').unpack_from
U_bh = Struct('>bh').unpack_from
U_T = Struct('>?').unpack_from
U_bB = Struct('>bB').unpack_from
U_TB = Struct('>?B').unpack_from
P_i = Struct('>i').pack
P_h = Struct('>h').pack
P_bh = Struct('>bh').pack
P_T = Struct('>?').pack
P_bB = Struct('>bB').pack
P_b = Struct('>b').pack
P_Tx = Struct('>?x').pack
U_i2h = Struct('>i2h').unpack_from
U_d = Struct('>d').unpack_from
U_ihB = Struct('>ihB').unpack_from
U_dB = Struct('>dB').unpack_from
P_i2h = Struct('>i2h').pack
P_d = Struct('>d').pack
P_ihB = Struct('>ihB').pack
P_ih = Struct('>ih').pack
P_dx = Struct('>dx').pack

def decode_describe_client_quotas_request_v0(b, p):
    e = len(b)
    o0 = new_message(DescribeClientQuotasRequest)
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 * 5 <= e - p: raise DecodeError(f'DescribeClientQuotasRequest: components: count {c0}')
    o0.components = l0 = []
    for _ in range(c0):
        o1 = new(DescribeClientQuotasRequest_ComponentData)
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'DescribeClientQuotasRequest: entity_type: length {n}')
        q = p + n
        o1.entity_type = b[p:q].decode()
        p = q
        o1.match_type, n = U_bh(b, p)
        p += 3
        if n >= 0:
            q = p + n
            o1.match = b[p:q].decode()
            p = q
        elif n != -1: raise DecodeError(f'DescribeClientQuotasRequest: match: length {n}')
        else:
            o1.match = None
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.strict, = U_T(b, p)
    p += 1
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_describe_client_quotas_request_v1(b, p):
    e = len(b)
    o0 = new_message(DescribeClientQuotasRequest)
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 4 <= e - p: raise DecodeError(f'DescribeClientQuotasRequest: components: count {c0}')
    o0.components = l0 = []
    for _ in range(c0):
        o1 = new(DescribeClientQuotasRequest_ComponentData)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'DescribeClientQuotasRequest: entity_type: length {n}')
        q = p + n - 1
        o1.entity_type = b[p:q].decode()
        p = q
        o1.match_type, n = U_bB(b, p)
        p += 2
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n:
            q = p + n - 1
            o1.match = b[p:q].decode()
            p = q
        else:
            o1.match = None
        t = b[p]
        p += 1
        if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
        else: o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.strict, t = U_TB(b, p)
    p += 2
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

DescribeClientQuotasRequest.DECODERS = (
    decode_describe_client_quotas_request_v0,
    decode_describe_client_quotas_request_v1,
)

def encode_describe_client_quotas_request_v0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v0 = o0.components
    n = len(v0)
    a(P_i(n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.entity_type.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v = o1.match
        if v is None: v = b''; n = -1
        else: v = v.encode(); n = len(v)
        a(P_bh(o1.match_type, n))
        a(v)
    a(P_T(o0.strict))

def encode_describe_client_quotas_request_v1(o0, l, out):
    a = l.append
    v0 = o0.components
    n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        v = o1.entity_type.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v = o1.match
        if v is None: v = b''; n = 0
        else: v = v.encode(); n = len(v) + 1
        if n < 128: a(P_bB(o1.match_type, n))
        else: a(P_b(o1.match_type) + uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    if o0.unknown_tagged_fields:
        a(P_T(o0.strict))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_Tx(o0.strict))

DescribeClientQuotasRequest.ENCODERS = (
    encode_describe_client_quotas_request_v0,
    encode_describe_client_quotas_request_v1,
)

def decode_describe_client_quotas_response_v0(b, p):
    e = len(b)
    o0 = new_message(DescribeClientQuotasResponse)
    o0.throttle_time_ms, o0.error_code, n = U_i2h(b, p)
    p += 8
    if n >= 0:
        q = p + n
        o0.error_message = b[p:q].decode()
        p = q
    elif n != -1: raise DecodeError(f'DescribeClientQuotasResponse: error_message: length {n}')
    else:
        o0.error_message = None
    c0, = U_i(b, p)
    p += 4
    if c0 == -1:
        o0.entries = None
    else:
        if not 0 <= c0 * 8 <= e - p: raise DecodeError(f'DescribeClientQuotasResponse: entries: count {c0}')
        o0.entries = l0 = []
        for _ in range(c0):
            o1 = new(DescribeClientQuotasResponse_EntryData)
            c1, = U_i(b, p)
            p += 4
            if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'DescribeClientQuotasResponse: entity: count {c1}')
            o1.entity = l1 = []
            for _ in range(c1):
                o2 = new(DescribeClientQuotasResponse_EntityData)
                n, = U_h(b, p)
                p += 2
                if n < 0: raise DecodeError(f'DescribeClientQuotasResponse: entity_type: length {n}')
                q = p + n
                o2.entity_type = b[p:q].decode()
                p = q
                n, = U_h(b, p)
                p += 2
                if n >= 0:
                    q = p + n
                    o2.entity_name = b[p:q].decode()
                    p = q
                elif n != -1: raise DecodeError(f'DescribeClientQuotasResponse: entity_name: length {n}')
                else:
                    o2.entity_name = None
                o2.unknown_tagged_fields = ()
                l1.append(o2)
            c1, = U_i(b, p)
            p += 4
            if not 0 <= c1 * 10 <= e - p: raise DecodeError(f'DescribeClientQuotasResponse: values: count {c1}')
            o1.values = l1 = []
            for _ in range(c1):
                o2 = new(DescribeClientQuotasResponse_ValueData)
                n, = U_h(b, p)
                p += 2
                if n < 0: raise DecodeError(f'DescribeClientQuotasResponse: key: length {n}')
                q = p + n
                o2.key = b[p:q].decode()
                p = q
                o2.value, = U_d(b, p)
                p += 8
                o2.unknown_tagged_fields = ()
                l1.append(o2)
            o1.unknown_tagged_fields = ()
            l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_describe_client_quotas_response_v1(b, p):
    e = len(b)
    o0 = new_message(DescribeClientQuotasResponse)
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
    if c0 == -1:
        o0.entries = None
    else:
        if not 0 <= c0 * 3 <= e - p: raise DecodeError(f'DescribeClientQuotasResponse: entries: count {c0}')
        o0.entries = l0 = []
        for _ in range(c0):
            o1 = new(DescribeClientQuotasResponse_EntryData)
            c1 = b[p]
            p += 1
            if c1 > 127: c1, p = read_uvarint(b, p - 1)
            c1 -= 1
            if not 0 <= c1 * 3 <= e - p: raise DecodeError(f'DescribeClientQuotasResponse: entity: count {c1}')
            o1.entity = l1 = []
            for _ in range(c1):
                o2 = new(DescribeClientQuotasResponse_EntityData)
                n = b[p]
                p += 1
                if n > 127: n, p = read_uvarint(b, p - 1)
                if n < 1: raise DecodeError(f'DescribeClientQuotasResponse: entity_type: length {n}')
                q = p + n - 1
                o2.entity_type = b[p:q].decode()
                p = q
                n = b[p]
                p += 1
                if n > 127: n, p = read_uvarint(b, p - 1)
                if n:
                    q = p + n - 1
                    o2.entity_name = b[p:q].decode()
                    p = q
                else:
                    o2.entity_name = None
                t = b[p]
                p += 1
                if t: o2.unknown_tagged_fields, p = read_tags(b, p - 1)
                else: o2.unknown_tagged_fields = ()
                l1.append(o2)
            c1 = b[p]
            p += 1
            if c1 > 127: c1, p = read_uvarint(b, p - 1)
            c1 -= 1
            if not 0 <= c1 * 10 <= e - p: raise DecodeError(f'DescribeClientQuotasResponse: values: count {c1}')
            o1.values = l1 = []
            for _ in range(c1):
                o2 = new(DescribeClientQuotasResponse_ValueData)
                n = b[p]
                p += 1
                if n > 127: n, p = read_uvarint(b, p - 1)
                if n < 1: raise DecodeError(f'DescribeClientQuotasResponse: key: length {n}')
                q = p + n - 1
                o2.key = b[p:q].decode()
                p = q
                o2.value, t = U_dB(b, p)
                p += 9
                if t: o2.unknown_tagged_fields, p = read_tags(b, p - 1)
                else: o2.unknown_tagged_fields = ()
                l1.append(o2)
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

DescribeClientQuotasResponse.DECODERS = (
    decode_describe_client_quotas_response_v0,
    decode_describe_client_quotas_response_v1,
)

def encode_describe_client_quotas_response_v0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v = o0.error_message
    if v is None: v = b''; n = -1
    else: v = v.encode(); n = len(v)
    a(P_i2h(o0.throttle_time_ms, o0.error_code, n))
    a(v)
    v0 = o0.entries
    if v0 is None: v0 = (); n = -1
    else: n = len(v0)
    a(P_i(n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v1 = o1.entity
        n = len(v1)
        a(P_i(n))
        for o2 in v1:
            if o2.unknown_tagged_fields: raise refuse(o2, 'unknown_tagged_fields')
            v = o2.entity_type.encode()
            n = len(v)
            a(P_h(n))
            a(v)
            v = o2.entity_name
            if v is None: v = b''; n = -1
            else: v = v.encode(); n = len(v)
            a(P_h(n))
            a(v)
        v1 = o1.values
        n = len(v1)
        a(P_i(n))
        for o2 in v1:
            if o2.unknown_tagged_fields: raise refuse(o2, 'unknown_tagged_fields')
            v = o2.key.encode()
            n = len(v)
            a(P_h(n))
            a(v)
            a(P_d(o2.value))

def encode_describe_client_quotas_response_v1(o0, l, out):
    a = l.append
    v = o0.error_message
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(P_ihB(o0.throttle_time_ms, o0.error_code, n))
    else: a(P_ih(o0.throttle_time_ms, o0.error_code) + uvarint(n))
    a(v)
    v0 = o0.entries
    if v0 is None: v0 = (); n = 0
    else: n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        v1 = o1.entity
        n = len(v1) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o2 in v1:
            v = o2.entity_type.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            v = o2.entity_name
            if v is None: v = b''; n = 0
            else: v = v.encode(); n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            if o2.unknown_tagged_fields:
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(b'\x00')
        v1 = o1.values
        n = len(v1) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o2 in v1:
            v = o2.key.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            if o2.unknown_tagged_fields:
                a(P_d(o2.value))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(P_dx(o2.value))
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

DescribeClientQuotasResponse.ENCODERS = (
    encode_describe_client_quotas_response_v0,
    encode_describe_client_quotas_response_v1,
)
