"""Written by `make generate` from protocol/messages/sasl_handshake.py. Do not edit."""

from kavka.protocol._generated.sasl_handshake import *
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import pack, read_uvarint, refuse, skip_tags, uvarint, write_tags

U_h = Struct('>h').unpack_from
P_h = Struct('>h').pack

def scan_sasl_handshake_request_v0(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    q, = U_h(b, p)
    p += 2
    if q >= 0: p += q
    else: raise DecodeError(f'SaslHandshakeRequest: mechanism: length {q}')
    if p > e: raise DecodeError(f'SaslHandshakeRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

SCANNERS = (
    scan_sasl_handshake_request_v0,
    scan_sasl_handshake_request_v0,
)

def sasl_handshake_response_v0_head0(o0, l, out):
    a = l.append
    a(P_h(o0.error_code))
def sasl_handshake_response_v0_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        v = o1.encode()
        n = len(v)
        a(P_h(n))
        a(v)
def sasl_handshake_response_v0_tail0(o0, l, out):
    a = l.append
sasl_handshake_response_v0 = (
    ('mechanisms', '', sasl_handshake_response_v0_head0, sasl_handshake_response_v0_each0, sasl_handshake_response_v0_tail0),
)

PIECES = (
    (False, sasl_handshake_response_v0),
    (False, sasl_handshake_response_v0),
)
