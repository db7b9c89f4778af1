"""Written by `make generate` from protocol/messages/alter_client_quotas.py. Do not edit."""

from kavka.protocol.message import Message, Part
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import new, new_message, pack, read_tags, read_uvarint, refuse, unpack_from, uvarint
from kavka.protocol.wire import write_tags

class AlterClientQuotasRequest(Message):
    __slots__ = ('entries', 'validate_only', 'unknown_tagged_fields')
    API_KEY = 49
    MIN_VERSION = 0
    MAX_VERSION = 1
    FLEXIBLE_FROM = 1
    
    class EntityData(Part):
        __slots__ = ('entity_type', 'entity_name', 'unknown_tagged_fields')
        
        def __init__(self, entity_type='', entity_name='', unknown_tagged_fields=()):
            self.entity_type = entity_type
            self.entity_name = entity_name
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class OpData(Part):
        __slots__ = ('key', 'value', 'remove', 'unknown_tagged_fields')
        
        def __init__(self, key='', value=0.0, remove=False, unknown_tagged_fields=()):
            self.key = key
            self.value = value
            self.remove = remove
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class EntryData(Part):
        __slots__ = ('entity', 'ops', 'unknown_tagged_fields')
        
        def __init__(self, entity=EMPTY, ops=EMPTY, unknown_tagged_fields=()):
            self.entity = [] if entity is EMPTY else entity
            self.ops = [] if ops is EMPTY else ops
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, entries=EMPTY, validate_only=False, unknown_tagged_fields=()):
        self.entries = [] if entries is EMPTY else entries
        self.validate_only = validate_only
        self.unknown_tagged_fields = unknown_tagged_fields

AlterClientQuotasRequest_EntityData = AlterClientQuotasRequest.EntityData

AlterClientQuotasRequest_OpData = AlterClientQuotasRequest.OpData

AlterClientQuotasRequest_EntryData = AlterClientQuotasRequest.EntryData

class AlterClientQuotasResponse(Message):
    __slots__ = ('throttle_time_ms', 'entries', 'unknown_tagged_fields')
    API_KEY = 49
    MIN_VERSION = 0
    MAX_VERSION = 1
    FLEXIBLE_FROM = 1
    
    class EntityData(Part):
        __slots__ = ('entity_type', 'entity_name', 'unknown_tagged_fields')
        
        def __init__(self, entity_type='', entity_name='', unknown_tagged_fields=()):
            self.entity_type = entity_type
            self.entity_name = entity_name
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class EntryData(Part):
        __slots__ = ('error_code', 'error_message', 'entity', 'unknown_tagged_fields')
        
        def __init__(self, error_code=0, error_message='', entity=EMPTY, unknown_tagged_fields=()):
            self.error_code = error_code
            self.error_message = error_message
            self.entity = [] if entity is EMPTY else entity
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, throttle_time_ms=0, entries=EMPTY, unknown_tagged_fields=()):
        self.throttle_time_ms = throttle_time_ms
        self.entries = [] if entries is EMPTY else entries
        self.unknown_tagged_fields = unknown_tagged_fields

AlterClientQuotasResponse_EntityData = AlterClientQuotasResponse.EntityData

AlterClientQuotasResponse_EntryData = AlterClientQuotasResponse.EntryData

U_i = Struct('>i').unpack_from
U_h = Struct('>h').unpack_from
U_dT = Struct('>d?').unpack_from
U_T = Struct('>?').unpack_from
U_dTB = Struct('>d?B').unpack_from
U_TB = Struct('>?B').unpack_from
P_i = Struct('>i').pack
P_h = Struct('>h').pack
P_dT = Struct('>d?').pack
P_T = Struct('>?').pack
P_dTx = Struct('>d?x').pack
P_Tx = Struct('>?x').pack
U_2i = Struct('>2i').unpack_from
U_2h = Struct('>2h').unpack_from
U_iB = Struct('>iB').unpack_from
U_hB = Struct('>hB').unpack_from
P_2i = Struct('>2i').pack
P_2h = Struct('>2h').pack
P_iB = Struct('>iB').pack
P_hB = Struct('>hB').pack

def decode_alter_client_quotas_request_v0(b, p):
    e = len(b)
    o0 = new_message(AlterClientQuotasRequest)
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 * 8 <= e - p: raise DecodeError(f'AlterClientQuotasRequest: entries: count {c0}')
    o0.entries = l0 = []
    for _ in range(c0):
        o1 = new(AlterClientQuotasRequest_EntryData)
        c1, = U_i(b, p)
        p += 4
        if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'AlterClientQuotasRequest: entity: count {c1}')
        o1.entity = l1 = []
        for _ in range(c1):
            o2 = new(AlterClientQuotasRequest_EntityData)
            n, = U_h(b, p)
            p += 2
            if n < 0: raise DecodeError(f'AlterClientQuotasRequest: entity_type: length {n}')
            q = p + n
            o2.entity_type = b[p:q].decode()
            p = q
            n, = U_h(b, p)
            p += 2
            if n >= 0:
                q = p + n
                o2.entity_name = b[p:q].decode()
                p = q
            elif n != -1: raise DecodeError(f'AlterClientQuotasRequest: entity_name: length {n}')
            else:
                o2.entity_name = None
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        c1, = U_i(b, p)
        p += 4
        if not 0 <= c1 * 11 <= e - p: raise DecodeError(f'AlterClientQuotasRequest: ops: count {c1}')
        o1.ops = l1 = []
        for _ in range(c1):
            o2 = new(AlterClientQuotasRequest_OpData)
            n, = U_h(b, p)
            p += 2
            if n < 0: raise DecodeError(f'AlterClientQuotasRequest: key: length {n}')
            q = p + n
            o2.key = b[p:q].decode()
            p = q
            o2.value, o2.remove = U_dT(b, p)
            p += 9
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.validate_only, = U_T(b, p)
    p += 1
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_alter_client_quotas_request_v1(b, p):
    e = len(b)
    o0 = new_message(AlterClientQuotasRequest)
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 3 <= e - p: raise DecodeError(f'AlterClientQuotasRequest: entries: count {c0}')
    o0.entries = l0 = []
    for _ in range(c0):
        o1 = new(AlterClientQuotasRequest_EntryData)
        c1 = b[p]
        p += 1
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 3 <= e - p: raise DecodeError(f'AlterClientQuotasRequest: entity: count {c1}')
        o1.entity = l1 = []
        for _ in range(c1):
            o2 = new(AlterClientQuotasRequest_EntityData)
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'AlterClientQuotasRequest: entity_type: length {n}')
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
        if not 0 <= c1 * 11 <= e - p: raise DecodeError(f'AlterClientQuotasRequest: ops: count {c1}')
        o1.ops = l1 = []
        for _ in range(c1):
            o2 = new(AlterClientQuotasRequest_OpData)
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'AlterClientQuotasRequest: key: length {n}')
            q = p + n - 1
            o2.key = b[p:q].decode()
            p = q
            o2.value, o2.remove, t = U_dTB(b, p)
            p += 10
            if t: o2.unknown_tagged_fields, p = read_tags(b, p - 1)
            else: o2.unknown_tagged_fields = ()
            l1.append(o2)
        t = b[p]
        p += 1
        if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
        else: o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.validate_only, t = U_TB(b, p)
    p += 2
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

AlterClientQuotasRequest.DECODERS = (
    decode_alter_client_quotas_request_v0,
    decode_alter_client_quotas_request_v1,
)

def encode_alter_client_quotas_request_v0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v0 = o0.entries
    n = len(v0)
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
        v1 = o1.ops
        n = len(v1)
        a(P_i(n))
        for o2 in v1:
            if o2.unknown_tagged_fields: raise refuse(o2, 'unknown_tagged_fields')
            v = o2.key.encode()
            n = len(v)
            a(P_h(n))
            a(v)
            a(P_dT(o2.value, o2.remove))
    a(P_T(o0.validate_only))

def encode_alter_client_quotas_request_v1(o0, l, out):
    a = l.append
    v0 = o0.entries
    n = len(v0) + 1
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
        v1 = o1.ops
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
                a(P_dT(o2.value, o2.remove))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(P_dTx(o2.value, o2.remove))
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    if o0.unknown_tagged_fields:
        a(P_T(o0.validate_only))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_Tx(o0.validate_only))

AlterClientQuotasRequest.ENCODERS = (
    encode_alter_client_quotas_request_v0,
    encode_alter_client_quotas_request_v1,
)

def decode_alter_client_quotas_response_v0(b, p):
    e = len(b)
    o0 = new_message(AlterClientQuotasResponse)
    o0.throttle_time_ms, c0 = U_2i(b, p)
    p += 8
    if not 0 <= c0 * 8 <= e - p: raise DecodeError(f'AlterClientQuotasResponse: entries: count {c0}')
    o0.entries = l0 = []
    for _ in range(c0):
        o1 = new(AlterClientQuotasResponse_EntryData)
        o1.error_code, n = U_2h(b, p)
        p += 4
        if n >= 0:
            q = p + n
            o1.error_message = b[p:q].decode()
            p = q
        elif n != -1: raise DecodeError(f'AlterClientQuotasResponse: error_message: length {n}')
        else:
            o1.error_message = None
        c1, = U_i(b, p)
        p += 4
        if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'AlterClientQuotasResponse: entity: count {c1}')
        o1.entity = l1 = []
        for _ in range(c1):
            o2 = new(AlterClientQuotasResponse_EntityData)
            n, = U_h(b, p)
            p += 2
            if n < 0: raise DecodeError(f'AlterClientQuotasResponse: entity_type: length {n}')
            q = p + n
            o2.entity_type = b[p:q].decode()
            p = q
            n, = U_h(b, p)
            p += 2
            if n >= 0:
                q = p + n
                o2.entity_name = b[p:q].decode()
                p = q
            elif n != -1: raise DecodeError(f'AlterClientQuotasResponse: entity_name: length {n}')
            else:
                o2.entity_name = None
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_alter_client_quotas_response_v1(b, p):
    e = len(b)
    o0 = new_message(AlterClientQuotasResponse)
    o0.throttle_time_ms, c0 = U_iB(b, p)
    p += 5
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 5 <= e - p: raise DecodeError(f'AlterClientQuotasResponse: entries: count {c0}')
    o0.entries = l0 = []
    for _ in range(c0):
        o1 = new(AlterClientQuotasResponse_EntryData)
        o1.error_code, n = U_hB(b, p)
        p += 3
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n:
            q = p + n - 1
            o1.error_message = b[p:q].decode()
            p = q
        else:
            o1.error_message = None
        c1 = b[p]
        p += 1
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 3 <= e - p: raise DecodeError(f'AlterClientQuotasResponse: entity: count {c1}')
        o1.entity = l1 = []
        for _ in range(c1):
            o2 = new(AlterClientQuotasResponse_EntityData)
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'AlterClientQuotasResponse: entity_type: length {n}')
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

AlterClientQuotasResponse.DECODERS = (
    decode_alter_client_quotas_response_v0,
    decode_alter_client_quotas_response_v1,
)

def encode_alter_client_quotas_response_v0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v0 = o0.entries
    n = len(v0)
    a(P_2i(o0.throttle_time_ms, n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.error_message
        if v is None: v = b''; n = -1
        else: v = v.encode(); n = len(v)
        a(P_2h(o1.error_code, n))
        a(v)
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

def encode_alter_client_quotas_response_v1(o0, l, out):
    a = l.append
    v0 = o0.entries
    n = len(v0) + 1
    if n < 128: a(P_iB(o0.throttle_time_ms, n))
    else: a(P_i(o0.throttle_time_ms) + uvarint(n))
    for o1 in v0:
        v = o1.error_message
        if v is None: v = b''; n = 0
        else: v = v.encode(); n = len(v) + 1
        if n < 128: a(P_hB(o1.error_code, n))
        else: a(P_h(o1.error_code) + uvarint(n))
        a(v)
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
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

AlterClientQuotasResponse.ENCODERS = (
    encode_alter_client_quotas_response_v0,
    encode_alter_client_quotas_response_v1,
)
