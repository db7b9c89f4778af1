"""Written by `make generate` from protocol/messages/describe_delegation_token.py. Do not edit."""

from kavka.protocol.message import Message, Part
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import new, new_message, pack, read_tags, read_uvarint, refuse, unpack_from, uvarint
from kavka.protocol.wire import write_tags

class DescribeDelegationTokenRequest(Message):
    __slots__ = ('owners', 'unknown_tagged_fields')
    API_KEY = 41
    MIN_VERSION = 0
    MAX_VERSION = 3
    FLEXIBLE_FROM = 2
    
    class DescribeDelegationTokenOwner(Part):
        __slots__ = ('principal_type', 'principal_name', 'unknown_tagged_fields')
        
        def __init__(self, principal_type='', principal_name='', unknown_tagged_fields=()):
            self.principal_type = principal_type
            self.principal_name = principal_name
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, owners=EMPTY, unknown_tagged_fields=()):
        self.owners = [] if owners is EMPTY else owners
        self.unknown_tagged_fields = unknown_tagged_fields

DescribeDelegationTokenRequest_DescribeDelegationTokenOwner = DescribeDelegationTokenRequest.DescribeDelegationTokenOwner

class DescribeDelegationTokenResponse(Message):
    __slots__ = ('error_code', 'tokens', 'throttle_time_ms', 'unknown_tagged_fields')
    API_KEY = 41
    MIN_VERSION = 0
    MAX_VERSION = 3
    FLEXIBLE_FROM = 2
    
    class DescribedDelegationTokenRenewer(Part):
        __slots__ = ('principal_type', 'principal_name', 'unknown_tagged_fields')
        
        def __init__(self, principal_type='', principal_name='', unknown_tagged_fields=()):
            self.principal_type = principal_type
            self.principal_name = principal_name
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class DescribedDelegationToken(Part):
        __slots__ = ('principal_type', 'principal_name', 'token_requester_principal_type', 'token_requester_principal_name', 'issue_timestamp', 'expiry_timestamp', 'max_timestamp', 'token_id', 'hmac', 'renewers', 'unknown_tagged_fields')
        
        def __init__(self, principal_type='', principal_name='', token_requester_principal_type='', token_requester_principal_name='', issue_timestamp=0, expiry_timestamp=0, max_timestamp=0, token_id='', hmac=b'', renewers=EMPTY, unknown_tagged_fields=()):
            self.principal_type = principal_type
            self.principal_name = principal_name
            self.token_requester_principal_type = token_requester_principal_type
            self.token_requester_principal_name = token_requester_principal_name
            self.issue_timestamp = issue_timestamp
            self.expiry_timestamp = expiry_timestamp
            self.max_timestamp = max_timestamp
            self.token_id = token_id
            self.hmac = hmac
            self.renewers = [] if renewers is EMPTY else renewers
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, error_code=0, tokens=EMPTY, throttle_time_ms=0, unknown_tagged_fields=()):
        self.error_code = error_code
        self.tokens = [] if tokens is EMPTY else tokens
        self.throttle_time_ms = throttle_time_ms
        self.unknown_tagged_fields = unknown_tagged_fields

DescribeDelegationTokenResponse_DescribedDelegationTokenRenewer = DescribeDelegationTokenResponse.DescribedDelegationTokenRenewer

DescribeDelegationTokenResponse_DescribedDelegationToken = DescribeDelegationTokenResponse.DescribedDelegationToken

U_i = Struct('>i').unpack_from
U_h = Struct('>h').unpack_from
P_i = Struct('>i').pack
P_h = Struct('>h').pack
U_hi = Struct('>hi').unpack_from
U_3qh = Struct('>3qh').unpack_from
U_hB = Struct('>hB').unpack_from
U_3qB = Struct('>3qB').unpack_from
U_iB = Struct('>iB').unpack_from
P_hi = Struct('>hi').pack
P_3qh = Struct('>3qh').pack
P_hB = Struct('>hB').pack
P_3qB = Struct('>3qB').pack
P_3q = Struct('>3q').pack
P_ix = Struct('>ix').pack

def decode_describe_delegation_token_request_v0(b, p):
    e = len(b)
    o0 = new_message(DescribeDelegationTokenRequest)
    c0, = U_i(b, p)
    p += 4
    if c0 == -1:
        o0.owners = None
    else:
        if not 0 <= c0 * 4 <= e - p: raise DecodeError(f'DescribeDelegationTokenRequest: owners: count {c0}')
        o0.owners = l0 = []
        for _ in range(c0):
            o1 = new(DescribeDelegationTokenRequest_DescribeDelegationTokenOwner)
            n, = U_h(b, p)
            p += 2
            if n < 0: raise DecodeError(f'DescribeDelegationTokenRequest: principal_type: length {n}')
            q = p + n
            o1.principal_type = b[p:q].decode()
            p = q
            n, = U_h(b, p)
            p += 2
            if n < 0: raise DecodeError(f'DescribeDelegationTokenRequest: principal_name: length {n}')
            q = p + n
            o1.principal_name = b[p:q].decode()
            p = q
            o1.unknown_tagged_fields = ()
            l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_describe_delegation_token_request_v2(b, p):
    e = len(b)
    o0 = new_message(DescribeDelegationTokenRequest)
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if c0 == -1:
        o0.owners = None
    else:
        if not 0 <= c0 * 3 <= e - p: raise DecodeError(f'DescribeDelegationTokenRequest: owners: count {c0}')
        o0.owners = l0 = []
        for _ in range(c0):
            o1 = new(DescribeDelegationTokenRequest_DescribeDelegationTokenOwner)
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'DescribeDelegationTokenRequest: principal_type: length {n}')
            q = p + n - 1
            o1.principal_type = b[p:q].decode()
            p = q
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'DescribeDelegationTokenRequest: principal_name: length {n}')
            q = p + n - 1
            o1.principal_name = b[p:q].decode()
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

DescribeDelegationTokenRequest.DECODERS = (
    decode_describe_delegation_token_request_v0,
    decode_describe_delegation_token_request_v0,
    decode_describe_delegation_token_request_v2,
    decode_describe_delegation_token_request_v2,
)

def encode_describe_delegation_token_request_v0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v0 = o0.owners
    if v0 is None: v0 = (); n = -1
    else: n = len(v0)
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

def encode_describe_delegation_token_request_v2(o0, l, out):
    a = l.append
    v0 = o0.owners
    if v0 is None: v0 = (); n = 0
    else: n = len(v0) + 1
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
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

DescribeDelegationTokenRequest.ENCODERS = (
    encode_describe_delegation_token_request_v0,
    encode_describe_delegation_token_request_v0,
    encode_describe_delegation_token_request_v2,
    encode_describe_delegation_token_request_v2,
)

def decode_describe_delegation_token_response_v0(b, p):
    e = len(b)
    o0 = new_message(DescribeDelegationTokenResponse)
    o0.error_code, c0 = U_hi(b, p)
    p += 6
    if not 0 <= c0 * 38 <= e - p: raise DecodeError(f'DescribeDelegationTokenResponse: tokens: count {c0}')
    o0.tokens = l0 = []
    for _ in range(c0):
        o1 = new(DescribeDelegationTokenResponse_DescribedDelegationToken)
        o1.token_requester_principal_type = ''
        o1.token_requester_principal_name = ''
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'DescribeDelegationTokenResponse: principal_type: length {n}')
        q = p + n
        o1.principal_type = b[p:q].decode()
        p = q
        n, = U_h(b, p)
        p += 2
        if n < 0: raise DecodeError(f'DescribeDelegationTokenResponse: principal_name: length {n}')
        q = p + n
        o1.principal_name = b[p:q].decode()
        p = q
        o1.issue_timestamp, o1.expiry_timestamp, o1.max_timestamp, n = U_3qh(b, p)
        p += 26
        if n < 0: raise DecodeError(f'DescribeDelegationTokenResponse: token_id: length {n}')
        q = p + n
        o1.token_id = b[p:q].decode()
        p = q
        n, = U_i(b, p)
        p += 4
        if n < 0: raise DecodeError(f'DescribeDelegationTokenResponse: hmac: length {n}')
        q = p + n
        o1.hmac = bytes(b[p:q])
        p = q
        c1, = U_i(b, p)
        p += 4
        if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'DescribeDelegationTokenResponse: renewers: count {c1}')
        o1.renewers = l1 = []
        for _ in range(c1):
            o2 = new(DescribeDelegationTokenResponse_DescribedDelegationTokenRenewer)
            n, = U_h(b, p)
            p += 2
            if n < 0: raise DecodeError(f'DescribeDelegationTokenResponse: principal_type: length {n}')
            q = p + n
            o2.principal_type = b[p:q].decode()
            p = q
            n, = U_h(b, p)
            p += 2
            if n < 0: raise DecodeError(f'DescribeDelegationTokenResponse: principal_name: length {n}')
            q = p + n
            o2.principal_name = b[p:q].decode()
            p = q
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.throttle_time_ms, = U_i(b, p)
    p += 4
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_describe_delegation_token_response_v2(b, p):
    e = len(b)
    o0 = new_message(DescribeDelegationTokenResponse)
    o0.error_code, c0 = U_hB(b, p)
    p += 3
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 30 <= e - p: raise DecodeError(f'DescribeDelegationTokenResponse: tokens: count {c0}')
    o0.tokens = l0 = []
    for _ in range(c0):
        o1 = new(DescribeDelegationTokenResponse_DescribedDelegationToken)
        o1.token_requester_principal_type = ''
        o1.token_requester_principal_name = ''
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'DescribeDelegationTokenResponse: principal_type: length {n}')
        q = p + n - 1
        o1.principal_type = b[p:q].decode()
        p = q
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'DescribeDelegationTokenResponse: principal_name: length {n}')
        q = p + n - 1
        o1.principal_name = b[p:q].decode()
        p = q
        o1.issue_timestamp, o1.expiry_timestamp, o1.max_timestamp, n = U_3qB(b, p)
        p += 25
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'DescribeDelegationTokenResponse: token_id: length {n}')
        q = p + n - 1
        o1.token_id = b[p:q].decode()
        p = q
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'DescribeDelegationTokenResponse: hmac: length {n}')
        q = p + n - 1
        o1.hmac = bytes(b[p:q])
        p = q
        c1 = b[p]
        p += 1
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 3 <= e - p: raise DecodeError(f'DescribeDelegationTokenResponse: renewers: count {c1}')
        o1.renewers = l1 = []
        for _ in range(c1):
            o2 = new(DescribeDelegationTokenResponse_DescribedDelegationTokenRenewer)
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'DescribeDelegationTokenResponse: principal_type: length {n}')
            q = p + n - 1
            o2.principal_type = b[p:q].decode()
            p = q
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'DescribeDelegationTokenResponse: principal_name: length {n}')
            q = p + n - 1
            o2.principal_name = b[p:q].decode()
            p = q
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
    o0.throttle_time_ms, t = U_iB(b, p)
    p += 5
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

def decode_describe_delegation_token_response_v3(b, p):
    e = len(b)
    o0 = new_message(DescribeDelegationTokenResponse)
    o0.error_code, c0 = U_hB(b, p)
    p += 3
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 32 <= e - p: raise DecodeError(f'DescribeDelegationTokenResponse: tokens: count {c0}')
    o0.tokens = l0 = []
    for _ in range(c0):
        o1 = new(DescribeDelegationTokenResponse_DescribedDelegationToken)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'DescribeDelegationTokenResponse: principal_type: length {n}')
        q = p + n - 1
        o1.principal_type = b[p:q].decode()
        p = q
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'DescribeDelegationTokenResponse: principal_name: length {n}')
        q = p + n - 1
        o1.principal_name = b[p:q].decode()
        p = q
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'DescribeDelegationTokenResponse: token_requester_principal_type: length {n}')
        q = p + n - 1
        o1.token_requester_principal_type = b[p:q].decode()
        p = q
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'DescribeDelegationTokenResponse: token_requester_principal_name: length {n}')
        q = p + n - 1
        o1.token_requester_principal_name = b[p:q].decode()
        p = q
        o1.issue_timestamp, o1.expiry_timestamp, o1.max_timestamp, n = U_3qB(b, p)
        p += 25
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'DescribeDelegationTokenResponse: token_id: length {n}')
        q = p + n - 1
        o1.token_id = b[p:q].decode()
        p = q
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'DescribeDelegationTokenResponse: hmac: length {n}')
        q = p + n - 1
        o1.hmac = bytes(b[p:q])
        p = q
        c1 = b[p]
        p += 1
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 3 <= e - p: raise DecodeError(f'DescribeDelegationTokenResponse: renewers: count {c1}')
        o1.renewers = l1 = []
        for _ in range(c1):
            o2 = new(DescribeDelegationTokenResponse_DescribedDelegationTokenRenewer)
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'DescribeDelegationTokenResponse: principal_type: length {n}')
            q = p + n - 1
            o2.principal_type = b[p:q].decode()
            p = q
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'DescribeDelegationTokenResponse: principal_name: length {n}')
            q = p + n - 1
            o2.principal_name = b[p:q].decode()
            p = q
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
    o0.throttle_time_ms, t = U_iB(b, p)
    p += 5
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

DescribeDelegationTokenResponse.DECODERS = (
    decode_describe_delegation_token_response_v0,
    decode_describe_delegation_token_response_v0,
    decode_describe_delegation_token_response_v2,
    decode_describe_delegation_token_response_v3,
)

def encode_describe_delegation_token_response_v0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v0 = o0.tokens
    n = len(v0)
    a(P_hi(o0.error_code, n))
    for o1 in v0:
        if o1.token_requester_principal_type != '' or o1.token_requester_principal_name != '' or o1.unknown_tagged_fields: raise refuse(o1, 'token_requester_principal_type', 'token_requester_principal_name', 'unknown_tagged_fields')
        v = o1.principal_type.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v = o1.principal_name.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v = o1.token_id.encode()
        n = len(v)
        a(P_3qh(o1.issue_timestamp, o1.expiry_timestamp, o1.max_timestamp, n))
        a(v)
        v = o1.hmac
        n = len(v)
        a(P_i(n))
        a(v)
        v1 = o1.renewers
        n = len(v1)
        a(P_i(n))
        for o2 in v1:
            if o2.unknown_tagged_fields: raise refuse(o2, 'unknown_tagged_fields')
            v = o2.principal_type.encode()
            n = len(v)
            a(P_h(n))
            a(v)
            v = o2.principal_name.encode()
            n = len(v)
            a(P_h(n))
            a(v)
    a(P_i(o0.throttle_time_ms))

def encode_describe_delegation_token_response_v2(o0, l, out):
    a = l.append
    v0 = o0.tokens
    n = len(v0) + 1
    if n < 128: a(P_hB(o0.error_code, n))
    else: a(P_h(o0.error_code) + uvarint(n))
    for o1 in v0:
        if o1.token_requester_principal_type != '' or o1.token_requester_principal_name != '': raise refuse(o1, 'token_requester_principal_type', 'token_requester_principal_name')
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
        v = o1.token_id.encode()
        n = len(v) + 1
        if n < 128: a(P_3qB(o1.issue_timestamp, o1.expiry_timestamp, o1.max_timestamp, n))
        else: a(P_3q(o1.issue_timestamp, o1.expiry_timestamp, o1.max_timestamp) + uvarint(n))
        a(v)
        v = o1.hmac
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v1 = o1.renewers
        n = len(v1) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o2 in v1:
            v = o2.principal_type.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            v = o2.principal_name.encode()
            n = len(v) + 1
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
        a(P_i(o0.throttle_time_ms))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_ix(o0.throttle_time_ms))

def encode_describe_delegation_token_response_v3(o0, l, out):
    a = l.append
    v0 = o0.tokens
    n = len(v0) + 1
    if n < 128: a(P_hB(o0.error_code, n))
    else: a(P_h(o0.error_code) + uvarint(n))
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
        v = o1.token_requester_principal_type.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v = o1.token_requester_principal_name.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v = o1.token_id.encode()
        n = len(v) + 1
        if n < 128: a(P_3qB(o1.issue_timestamp, o1.expiry_timestamp, o1.max_timestamp, n))
        else: a(P_3q(o1.issue_timestamp, o1.expiry_timestamp, o1.max_timestamp) + uvarint(n))
        a(v)
        v = o1.hmac
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v1 = o1.renewers
        n = len(v1) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o2 in v1:
            v = o2.principal_type.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            v = o2.principal_name.encode()
            n = len(v) + 1
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
        a(P_i(o0.throttle_time_ms))
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(P_ix(o0.throttle_time_ms))

DescribeDelegationTokenResponse.ENCODERS = (
    encode_describe_delegation_token_response_v0,
    encode_describe_delegation_token_response_v0,
    encode_describe_delegation_token_response_v2,
    encode_describe_delegation_token_response_v3,
)
