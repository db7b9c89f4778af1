"""Written by `make generate` from protocol/messages/create_delegation_token.py. Do not edit."""

from kavka.protocol.message import Message, Part
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import new, new_message, pack, read_tags, read_uvarint, refuse, unpack_from, uvarint
from kavka.protocol.wire import write_tags

class CreateDelegationTokenRequest(Message):
    __slots__ = ('owner_principal_type', 'owner_principal_name', 'renewers', 'max_lifetime_ms', 'unknown_tagged_fields')
    API_KEY = 38
    MIN_VERSION = 0
    MAX_VERSION = 3
    FLEXIBLE_FROM = 2
    
    class CreatableRenewers(Part):
        __slots__ = ('principal_type', 'principal_name', 'unknown_tagged_fields')
        
        def __init__(self, principal_type='', principal_name='', unknown_tagged_fields=()):
            self.principal_type = principal_type
            self.principal_name = principal_name
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, owner_principal_type='', owner_principal_name='', renewers=EMPTY, max_lifetime_ms=0, unknown_tagged_fields=()):
        self.owner_principal_type = owner_principal_type
        self.owner_principal_name = owner_principal_name
        self.renewers = [] if renewers is EMPTY else renewers
        self.max_lifetime_ms = max_lifetime_ms
        self.unknown_tagged_fields = unknown_tagged_fields

CreateDelegationTokenRequest_CreatableRenewers = CreateDelegationTokenRequest.CreatableRenewers

class CreateDelegationTokenResponse(Message):
    __slots__ = ('error_code', 'principal_type', 'principal_name', 'token_requester_principal_type', 'token_requester_principal_name', 'issue_timestamp_ms', 'expiry_timestamp_ms', 'max_timestamp_ms', 'token_id', 'hmac', 'throttle_time_ms', 'unknown_tagged_fields')
    API_KEY = 38
    MIN_VERSION = 0
    MAX_VERSION = 3
    FLEXIBLE_FROM = 2
    
    def __init__(self, error_code=0, principal_type='', principal_name='', token_requester_principal_type='', token_requester_principal_name='', issue_timestamp_ms=0, expiry_timestamp_ms=0, max_timestamp_ms=0, token_id='', hmac=b'', throttle_time_ms=0, unknown_tagged_fields=()):
        self.error_code = error_code
        self.principal_type = principal_type
        self.principal_name = principal_name
        self.token_requester_principal_type = token_requester_principal_type
        self.token_requester_principal_name = token_requester_principal_name
        self.issue_timestamp_ms = issue_timestamp_ms
        self.expiry_timestamp_ms = expiry_timestamp_ms
        self.max_timestamp_ms = max_timestamp_ms
        self.token_id = token_id
        self.hmac = hmac
        self.throttle_time_ms = throttle_time_ms
        self.unknown_tagged_fields = unknown_tagged_fields

U_i = Struct('>i').unpack_from
U_h = Struct('>h').unpack_from
U_q = Struct('>q').unpack_from
U_qB = Struct('>qB').unpack_from
P_i = Struct('>i').pack
P_h = Struct('>h').pack
P_q = Struct('>q').pack
P_qx = Struct('>qx').pack
U_2h = Struct('>2h').unpack_from
U_3qh = Struct('>3qh').unpack_from
U_hB = Struct('>hB').unpack_from
U_3qB = Struct('>3qB').unpack_from
U_iB = Struct('>iB').unpack_from
P_2h = Struct('>2h').pack
P_3qh = Struct('>3qh').pack
P_hB = Struct('>hB').pack
P_3qB = Struct('>3qB').pack
P_3q = Struct('>3q').pack
P_ix = Struct('>ix').pack

def decode_create_delegation_token_request_v0(b, p):
    e = len(b)
    o0 = new_message(CreateDelegationTokenRequest)
    o0.owner_principal_type = ''
    o0.owner_principal_name = ''
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 * 4 <= e - p: raise DecodeError(f'CreateDelegationTokenRequest: renewers: count {c0}')
    o0.renewers = l0 = []
    for _ in range(c0):
        o1 = new(CreateDelegationTokenRequest_CreatableRenewers)
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'CreateDelegationTokenRequest: principal_type: length {n}')
        q = p + n
        o1.principal_type = b[p:q].decode()
        p = q
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'CreateDelegationTokenRequest: principal_name: length {n}')
        q = p + n
        o1.principal_name = b[p:q].decode()
        p = q
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.max_lifetime_ms, = U_q(b, p)
    p += 8
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_create_delegation_token_request_v2(b, p):
    e = len(b)
    o0 = new_message(CreateDelegationTokenRequest)
    o0.owner_principal_type = ''
    o0.owner_principal_name = ''
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 3 <= e - p: raise DecodeError(f'CreateDelegationTokenRequest: renewers: count {c0}')
    o0.renewers = l0 = []
    for _ in range(c0):
        o1 = new(CreateDelegationTokenRequest_CreatableRenewers)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'CreateDelegationTokenRequest: principal_type: length {n}')
        q = p + n - 1
        o1.principal_type = b[p:q].decode()
        p = q
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'CreateDelegationTokenRequest: principal_name: length {n}')
        q = p + n - 1
        o1.principal_name = b[p:q].decode()
        p = q
        t = b[p]
        p += 1
        if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
        else: o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.max_lifetime_ms, t = U_qB(b, p)
    p += 9
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

def decode_create_delegation_token_request_v3(b, p):
    e = len(b)
    o0 = new_message(CreateDelegationTokenRequest)
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n:
        q = p + n - 1
        o0.owner_principal_type = b[p:q].decode()
        p = q
    else:
        o0.owner_principal_type = None
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n:
        q = p + n - 1
        o0.owner_principal_name = b[p:q].decode()
        p = q
    else:
        o0.owner_principal_name = None
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 3 <= e - p: raise DecodeError(f'CreateDelegationTokenRequest: renewers: count {c0}')
    o0.renewers = l0 = []
    for _ in range(c0):
        o1 = new(CreateDelegationTokenRequest_CreatableRenewers)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'CreateDelegationTokenRequest: principal_type: length {n}')
        q = p + n - 1
        o1.principal_type = b[p:q].decode()
        p = q
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'CreateDelegationTokenRequest: principal_name: length {n}')
        q = p + n - 1
        o1.principal_name = b[p:q].decode()
        p = q
        t = b[p]
        p += 1
        if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
        else: o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.max_lifetime_ms, t = U_qB(b, p)
    p += 9
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

CreateDelegationTokenRequest.DECODERS = (
    decode_create_delegation_token_request_v0,
    decode_create_delegation_token_request_v0,
    decode_create_delegation_token_request_v2,
    decode_create_delegation_token_request_v3,
)

def encode_create_delegation_token_request_v0(o0, l, out):
    a = l.append
    if o0.owner_principal_type != '' or o0.owner_principal_name != '' or o0.unknown_tagged_fields: raise refuse(o0, 'owner_principal_type', 'owner_principal_name', 'unknown_tagged_fields')
    v0 = o0.renewers
    n = len(v0)
    a(P_i(n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.principal_type.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v = o1.principal_name.encode()
        n = len(v)
        a(P_h(n))
        a(v)
    a(P_q(o0.max_lifetime_ms))

def encode_create_delegation_token_request_v2(o0, l, out):
    a = l.append
    if o0.owner_principal_type != '' or o0.owner_principal_name != '': raise refuse(o0, 'owner_principal_type', 'owner_principal_name')
    v0 = o0.renewers
    n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        v = o1.principal_type.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v = o1.principal_name.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    if o0.unknown_tagged_fields:
        a(P_q(o0.max_lifetime_ms))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_qx(o0.max_lifetime_ms))

def encode_create_delegation_token_request_v3(o0, l, out):
    a = l.append
    v = o0.owner_principal_type
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v = o0.owner_principal_name
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v0 = o0.renewers
    n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        v = o1.principal_type.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v = o1.principal_name.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    if o0.unknown_tagged_fields:
        a(P_q(o0.max_lifetime_ms))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_qx(o0.max_lifetime_ms))

CreateDelegationTokenRequest.ENCODERS = (
    encode_create_delegation_token_request_v0,
    encode_create_delegation_token_request_v0,
    encode_create_delegation_token_request_v2,
    encode_create_delegation_token_request_v3,
)

def decode_create_delegation_token_response_v0(b, p):
    e = len(b)
    o0 = new_message(CreateDelegationTokenResponse)
    o0.token_requester_principal_type = ''
    o0.token_requester_principal_name = ''
    o0.error_code, n = U_2h(b, p)
    p += 4
    if n < 0: raise DecodeError(f'CreateDelegationTokenResponse: principal_type: length {n}')
    q = p + n
    o0.principal_type = b[p:q].decode()
    p = q
    n, = U_h(b, p)
    p += 2
    if n < 0: raise DecodeError(f'CreateDelegationTokenResponse: principal_name: length {n}')
    q = p + n
    o0.principal_name = b[p:q].decode()
    p = q
    o0.issue_timestamp_ms, o0.expiry_timestamp_ms, o0.max_timestamp_ms, n = U_3qh(b, p)
    p += 26
    if n < 0: raise DecodeError(f'CreateDelegationTokenResponse: token_id: length {n}')
    q = p + n
    o0.token_id = b[p:q].decode()
    p = q
    n, = U_i(b, p)
    p += 4
    if n < 0: raise DecodeError(f'CreateDelegationTokenResponse: hmac: length {n}')
    q = p + n
    o0.hmac = bytes(b[p:q])
    p = q
    o0.throttle_time_ms, = U_i(b, p)
    p += 4
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_create_delegation_token_response_v2(b, p):
    e = len(b)
    o0 = new_message(CreateDelegationTokenResponse)
    o0.token_requester_principal_type = ''
    o0.token_requester_principal_name = ''
    o0.error_code, n = U_hB(b, p)
    p += 3
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n < 1: raise DecodeError(f'CreateDelegationTokenResponse: principal_type: length {n}')
    q = p + n - 1
    o0.principal_type = b[p:q].decode()
    p = q
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n < 1: raise DecodeError(f'CreateDelegationTokenResponse: principal_name: length {n}')
    q = p + n - 1
    o0.principal_name = b[p:q].decode()
    p = q
    o0.issue_timestamp_ms, o0.expiry_timestamp_ms, o0.max_timestamp_ms, n = U_3qB(b, p)
    p += 25
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n < 1: raise DecodeError(f'CreateDelegationTokenResponse: token_id: length {n}')
    q = p + n - 1
    o0.token_id = b[p:q].decode()
    p = q
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n < 1: raise DecodeError(f'CreateDelegationTokenResponse: hmac: length {n}')
    q = p + n - 1
    o0.hmac = bytes(b[p:q])
    p = q
    o0.throttle_time_ms, t = U_iB(b, p)
    p += 5
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

def decode_create_delegation_token_response_v3(b, p):
    e = len(b)
    o0 = new_message(CreateDelegationTokenResponse)
    o0.error_code, n = U_hB(b, p)
    p += 3
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n < 1: raise DecodeError(f'CreateDelegationTokenResponse: principal_type: length {n}')
    q = p + n - 1
    o0.principal_type = b[p:q].decode()
    p = q
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n < 1: raise DecodeError(f'CreateDelegationTokenResponse: principal_name: length {n}')
    q = p + n - 1
    o0.principal_name = b[p:q].decode()
    p = q
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n < 1: raise DecodeError(f'CreateDelegationTokenResponse: token_requester_principal_type: length {n}')
    q = p + n - 1
    o0.token_requester_principal_type = b[p:q].decode()
    p = q
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n < 1: raise DecodeError(f'CreateDelegationTokenResponse: token_requester_principal_name: length {n}')
    q = p + n - 1
    o0.token_requester_principal_name = b[p:q].decode()
    p = q
    o0.issue_timestamp_ms, o0.expiry_timestamp_ms, o0.max_timestamp_ms, n = U_3qB(b, p)
    p += 25
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n < 1: raise DecodeError(f'CreateDelegationTokenResponse: token_id: length {n}')
    q = p + n - 1
    o0.token_id = b[p:q].decode()
    p = q
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n < 1: raise DecodeError(f'CreateDelegationTokenResponse: hmac: length {n}')
    q = p + n - 1
    o0.hmac = bytes(b[p:q])
    p = q
    o0.throttle_time_ms, t = U_iB(b, p)
    p += 5
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

CreateDelegationTokenResponse.DECODERS = (
    decode_create_delegation_token_response_v0,
    decode_create_delegation_token_response_v0,
    decode_create_delegation_token_response_v2,
    decode_create_delegation_token_response_v3,
)

def encode_create_delegation_token_response_v0(o0, l, out):
    a = l.append
    if o0.token_requester_principal_type != '' or o0.token_requester_principal_name != '' or o0.unknown_tagged_fields: raise refuse(o0, 'token_requester_principal_type', 'token_requester_principal_name', 'unknown_tagged_fields')
    v = o0.principal_type.encode()
    n = len(v)
    a(P_2h(o0.error_code, n))
    a(v)
    v = o0.principal_name.encode()
    n = len(v)
    a(P_h(n))
    a(v)
    v = o0.token_id.encode()
    n = len(v)
    a(P_3qh(o0.issue_timestamp_ms, o0.expiry_timestamp_ms, o0.max_timestamp_ms, n))
    a(v)
    v = o0.hmac
    n = len(v)
    a(P_i(n))
    a(v)
    a(P_i(o0.throttle_time_ms))

def encode_create_delegation_token_response_v2(o0, l, out):
    a = l.append
    if o0.token_requester_principal_type != '' or o0.token_requester_principal_name != '': raise refuse(o0, 'token_requester_principal_type', 'token_requester_principal_name')
    v = o0.principal_type.encode()
    n = len(v) + 1
    if n < 128: a(P_hB(o0.error_code, n))
    else: a(P_h(o0.error_code) + uvarint(n))
    a(v)
    v = o0.principal_name.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v = o0.token_id.encode()
    n = len(v) + 1
    if n < 128: a(P_3qB(o0.issue_timestamp_ms, o0.expiry_timestamp_ms, o0.max_timestamp_ms, n))
    else: a(P_3q(o0.issue_timestamp_ms, o0.expiry_timestamp_ms, o0.max_timestamp_ms) + uvarint(n))
    a(v)
    v = o0.hmac
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    if o0.unknown_tagged_fields:
        a(P_i(o0.throttle_time_ms))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_ix(o0.throttle_time_ms))

def encode_create_delegation_token_response_v3(o0, l, out):
    a = l.append
    v = o0.principal_type.encode()
    n = len(v) + 1
    if n < 128: a(P_hB(o0.error_code, n))
    else: a(P_h(o0.error_code) + uvarint(n))
    a(v)
    v = o0.principal_name.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v = o0.token_requester_principal_type.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v = o0.token_requester_principal_name.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v = o0.token_id.encode()
    n = len(v) + 1
    if n < 128: a(P_3qB(o0.issue_timestamp_ms, o0.expiry_timestamp_ms, o0.max_timestamp_ms, n))
    else: a(P_3q(o0.issue_timestamp_ms, o0.expiry_timestamp_ms, o0.max_timestamp_ms) + uvarint(n))
    a(v)
    v = o0.hmac
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    if o0.unknown_tagged_fields:
        a(P_i(o0.throttle_time_ms))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_ix(o0.throttle_time_ms))

CreateDelegationTokenResponse.ENCODERS = (
    encode_create_delegation_token_response_v0,
    encode_create_delegation_token_response_v0,
    encode_create_delegation_token_response_v2,
    encode_create_delegation_token_response_v3,
)
