"""Written by `make generate` from protocol/messages/alter_user_scram_credentials.py. Do not edit."""

from kavka.protocol.message import Message, Part
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import new, new_message, pack, read_tags, read_uvarint, refuse, unpack_from, uvarint
from kavka.protocol.wire import write_tags

class AlterUserScramCredentialsRequest(Message):
    __slots__ = ('deletions', 'upsertions', 'unknown_tagged_fields')
    API_KEY = 51
    MIN_VERSION = 0
    MAX_VERSION = 0
    FLEXIBLE_FROM = 0
    
    class ScramCredentialDeletion(Part):
        __slots__ = ('name', 'mechanism', 'unknown_tagged_fields')
        
        def __init__(self, name='', mechanism=0, unknown_tagged_fields=()):
            self.name = name
            self.mechanism = mechanism
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class ScramCredentialUpsertion(Part):
        __slots__ = ('name', 'mechanism', 'iterations', 'salt', 'salted_password', 'unknown_tagged_fields')
        
        def __init__(self, name='', mechanism=0, iterations=0, salt=b'', salted_password=b'', unknown_tagged_fields=()):
            self.name = name
            self.mechanism = mechanism
            self.iterations = iterations
            self.salt = salt
            self.salted_password = salted_password
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, deletions=EMPTY, upsertions=EMPTY, unknown_tagged_fields=()):
        self.deletions = [] if deletions is EMPTY else deletions
        self.upsertions = [] if upsertions is EMPTY else upsertions
        self.unknown_tagged_fields = unknown_tagged_fields

AlterUserScramCredentialsRequest_ScramCredentialDeletion = AlterUserScramCredentialsRequest.ScramCredentialDeletion

AlterUserScramCredentialsRequest_ScramCredentialUpsertion = AlterUserScramCredentialsRequest.ScramCredentialUpsertion

class AlterUserScramCredentialsResponse(Message):
    __slots__ = ('throttle_time_ms', 'results', 'unknown_tagged_fields')
    API_KEY = 51
    MIN_VERSION = 0
    MAX_VERSION = 0
    FLEXIBLE_FROM = 0
    
    class AlterUserScramCredentialsResult(Part):
        __slots__ = ('user', 'error_code', 'error_message', 'unknown_tagged_fields')
        
        def __init__(self, user='', error_code=0, error_message='', unknown_tagged_fields=()):
            self.user = user
            self.error_code = error_code
            self.error_message = error_message
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, throttle_time_ms=0, results=EMPTY, unknown_tagged_fields=()):
        self.throttle_time_ms = throttle_time_ms
        self.results = [] if results is EMPTY else results
        self.unknown_tagged_fields = unknown_tagged_fields

AlterUserScramCredentialsResponse_AlterUserScramCredentialsResult = AlterUserScramCredentialsResponse.AlterUserScramCredentialsResult

U_bB = Struct('>bB').unpack_from
U_biB = Struct('>biB').unpack_from
P_b = Struct('>b').pack
P_bx = Struct('>bx').pack
P_biB = Struct('>biB').pack
P_bi = Struct('>bi').pack
U_iB = Struct('>iB').unpack_from
U_hB = Struct('>hB').unpack_from
P_iB = Struct('>iB').pack
P_i = Struct('>i').pack
P_hB = Struct('>hB').pack
P_h = Struct('>h').pack

def decode_alter_user_scram_credentials_request_v0(b, p):
    e = len(b)
    o0 = new_message(AlterUserScramCredentialsRequest)
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 3 <= e - p: raise DecodeError(f'AlterUserScramCredentialsRequest: deletions: count {c0}')
    o0.deletions = l0 = []
    for _ in range(c0):
        o1 = new(AlterUserScramCredentialsRequest_ScramCredentialDeletion)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'AlterUserScramCredentialsRequest: name: length {n}')
        q = p + n - 1
        o1.name = b[p:q].decode()
        p = q
        o1.mechanism, t = U_bB(b, p)
        p += 2
        if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
        else: o1.unknown_tagged_fields = ()
        l0.append(o1)
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 9 <= e - p: raise DecodeError(f'AlterUserScramCredentialsRequest: upsertions: count {c0}')
    o0.upsertions = l0 = []
    for _ in range(c0):
        o1 = new(AlterUserScramCredentialsRequest_ScramCredentialUpsertion)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'AlterUserScramCredentialsRequest: name: length {n}')
        q = p + n - 1
        o1.name = b[p:q].decode()
        p = q
        o1.mechanism, o1.iterations, n = U_biB(b, p)
        p += 6
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'AlterUserScramCredentialsRequest: salt: length {n}')
        q = p + n - 1
        o1.salt = bytes(b[p:q])
        p = q
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'AlterUserScramCredentialsRequest: salted_password: length {n}')
        q = p + n - 1
        o1.salted_password = bytes(b[p:q])
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

AlterUserScramCredentialsRequest.DECODERS = (
    decode_alter_user_scram_credentials_request_v0,
)

def encode_alter_user_scram_credentials_request_v0(o0, l, out):
    a = l.append
    v0 = o0.deletions
    n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        v = o1.name.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(P_b(o1.mechanism))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_bx(o1.mechanism))
    v0 = o0.upsertions
    n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        v = o1.name.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v = o1.salt
        n = len(v) + 1
        if n < 128: a(P_biB(o1.mechanism, o1.iterations, n))
        else: a(P_bi(o1.mechanism, o1.iterations) + uvarint(n))
        a(v)
        v = o1.salted_password
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

AlterUserScramCredentialsRequest.ENCODERS = (
    encode_alter_user_scram_credentials_request_v0,
)

def decode_alter_user_scram_credentials_response_v0(b, p):
    e = len(b)
    o0 = new_message(AlterUserScramCredentialsResponse)
    o0.throttle_time_ms, c0 = U_iB(b, p)
    p += 5
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 5 <= e - p: raise DecodeError(f'AlterUserScramCredentialsResponse: results: count {c0}')
    o0.results = l0 = []
    for _ in range(c0):
        o1 = new(AlterUserScramCredentialsResponse_AlterUserScramCredentialsResult)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'AlterUserScramCredentialsResponse: user: length {n}')
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

AlterUserScramCredentialsResponse.DECODERS = (
    decode_alter_user_scram_credentials_response_v0,
)

def encode_alter_user_scram_credentials_response_v0(o0, l, out):
    a = l.append
    v0 = o0.results
    n = len(v0) + 1
    if n < 128: a(P_iB(o0.throttle_time_ms, n))
    else: a(P_i(o0.throttle_time_ms) + uvarint(n))
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
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

AlterUserScramCredentialsResponse.ENCODERS = (
    encode_alter_user_scram_credentials_response_v0,
)
