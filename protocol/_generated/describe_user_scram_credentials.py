"""Written by `make generate` from protocol/messages/describe_user_scram_credentials.py. Do not edit."""

from kavka.protocol.message import Message, Part
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import new, new_message, pack, read_tags, read_uvarint, refuse, unpack_from, uvarint
from kavka.protocol.wire import write_tags

class DescribeUserScramCredentialsRequest(Message):
    __slots__ = ('users', 'unknown_tagged_fields')
    API_KEY = 50
    MIN_VERSION = 0
    MAX_VERSION = 0
    FLEXIBLE_FROM = 0
    
    class UserName(Part):
        __slots__ = ('name', 'unknown_tagged_fields')
        
        def __init__(self, name='', unknown_tagged_fields=()):
            self.name = name
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, users=EMPTY, unknown_tagged_fields=()):
        self.users = [] if users is EMPTY else users
        self.unknown_tagged_fields = unknown_tagged_fields

DescribeUserScramCredentialsRequest_UserName = DescribeUserScramCredentialsRequest.UserName

class DescribeUserScramCredentialsResponse(Message):
    __slots__ = ('throttle_time_ms', 'error_code', 'error_message', 'results', 'unknown_tagged_fields')
    API_KEY = 50
    MIN_VERSION = 0
    MAX_VERSION = 0
    FLEXIBLE_FROM = 0
    
    class CredentialInfo(Part):
        __slots__ = ('mechanism', 'iterations', 'unknown_tagged_fields')
        
        def __init__(self, mechanism=0, iterations=0, unknown_tagged_fields=()):
            self.mechanism = mechanism
            self.iterations = iterations
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class DescribeUserScramCredentialsResult(Part):
        __slots__ = ('user', 'error_code', 'error_message', 'credential_infos', 'unknown_tagged_fields')
        
        def __init__(self, user='', error_code=0, error_message='', credential_infos=EMPTY, unknown_tagged_fields=()):
            self.user = user
            self.error_code = error_code
            self.error_message = error_message
            self.credential_infos = [] if credential_infos is EMPTY else credential_infos
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, throttle_time_ms=0, error_code=0, error_message='', results=EMPTY, unknown_tagged_fields=()):
        self.throttle_time_ms = throttle_time_ms
        self.error_code = error_code
        self.error_message = error_message
        self.results = [] if results is EMPTY else results
        self.unknown_tagged_fields = unknown_tagged_fields

DescribeUserScramCredentialsResponse_CredentialInfo = DescribeUserScramCredentialsResponse.CredentialInfo

DescribeUserScramCredentialsResponse_DescribeUserScramCredentialsResult = DescribeUserScramCredentialsResponse.DescribeUserScramCredentialsResult

U_ihB = Struct('>ihB').unpack_from
U_hB = Struct('>hB').unpack_from
U_biB = Struct('>biB').unpack_from
P_ihB = Struct('>ihB').pack
P_ih = Struct('>ih').pack
P_hB = Struct('>hB').pack
P_h = Struct('>h').pack
P_bi = Struct('>bi').pack
P_bix = Struct('>bix').pack

def decode_describe_user_scram_credentials_request_v0(b, p):
    e = len(b)
    o0 = new_message(DescribeUserScramCredentialsRequest)
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if c0 == -1:
        o0.users = None
    else:
        if not 0 <= c0 * 2 <= e - p: raise DecodeError(f'DescribeUserScramCredentialsRequest: users: count {c0}')
        o0.users = l0 = []
        for _ in range(c0):
            o1 = new(DescribeUserScramCredentialsRequest_UserName)
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'DescribeUserScramCredentialsRequest: name: length {n}')
            q = p + n - 1
            o1.name = b[p:q].decode()
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

DescribeUserScramCredentialsRequest.DECODERS = (
    decode_describe_user_scram_credentials_request_v0,
)

def encode_describe_user_scram_credentials_request_v0(o0, l, out):
    a = l.append
    v0 = o0.users
    if v0 is None: v0 = (); n = 0
    else: n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        v = o1.name.encode()
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

DescribeUserScramCredentialsRequest.ENCODERS = (
    encode_describe_user_scram_credentials_request_v0,
)

def decode_describe_user_scram_credentials_response_v0(b, p):
    e = len(b)
    o0 = new_message(DescribeUserScramCredentialsResponse)
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
    if not 0 <= c0 * 6 <= e - p: raise DecodeError(f'DescribeUserScramCredentialsResponse: results: count {c0}')
    o0.results = l0 = []
    for _ in range(c0):
        o1 = new(DescribeUserScramCredentialsResponse_DescribeUserScramCredentialsResult)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'DescribeUserScramCredentialsResponse: user: length {n}')
        q = p + n - 1
        o1.user = b[p:q].decode()
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
        c1 = b[p]
        p += 1
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 6 <= e - p: raise DecodeError(f'DescribeUserScramCredentialsResponse: credential_infos: count {c1}')
        o1.credential_infos = l1 = []
        for _ in range(c1):
            o2 = new(DescribeUserScramCredentialsResponse_CredentialInfo)
            o2.mechanism, o2.iterations, t = U_biB(b, p)
            p += 6
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

DescribeUserScramCredentialsResponse.DECODERS = (
    decode_describe_user_scram_credentials_response_v0,
)

def encode_describe_user_scram_credentials_response_v0(o0, l, out):
    a = l.append
    v = o0.error_message
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(P_ihB(o0.throttle_time_ms, o0.error_code, n))
    else: a(P_ih(o0.throttle_time_ms, o0.error_code) + uvarint(n))
    a(v)
    v0 = o0.results
    n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        v = o1.user.encode()
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
        v1 = o1.credential_infos
        n = len(v1) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o2 in v1:
            if o2.unknown_tagged_fields:
                a(P_bi(o2.mechanism, o2.iterations))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(P_bix(o2.mechanism, o2.iterations))
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

DescribeUserScramCredentialsResponse.ENCODERS = (
    encode_describe_user_scram_credentials_response_v0,
)
