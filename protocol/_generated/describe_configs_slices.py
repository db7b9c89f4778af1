"""Written by `make generate` from protocol/messages/describe_configs.py. Do not edit."""

from kavka.protocol._generated.describe_configs import *
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import pack, read_uvarint, refuse, skip_tags, uvarint, write_tags

U_i = Struct('>i').unpack_from
U_h = Struct('>h').unpack_from
P_i = Struct('>i').pack
P_2h = Struct('>2h').pack
P_bh = Struct('>bh').pack
P_h = Struct('>h').pack
P_3T = Struct('>3?').pack
P_TbTi = Struct('>?b?i').pack
P_b = Struct('>b').pack
P_TbT = Struct('>?b?').pack
P_hB = Struct('>hB').pack
P_bB = Struct('>bB').pack
P_TbTB = Struct('>?b?B').pack
P_bx = Struct('>bx').pack

def scan_describe_configs_request_v0(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    h0 = p
    r0 = []
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 <= (e - p) // 7: raise DecodeError(f'DescribeConfigsRequest: resources: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            p += 1
            q, = U_h(b, p)
            p += 2
            if q >= 0: p += q
            else: raise DecodeError(f'DescribeConfigsRequest: resources.resource_name: length {q}')
            c11, = U_i(b, p)
            p += 4
            if not -1 <= c11 <= (e - p) // 2: raise DecodeError(f'DescribeConfigsRequest: resources.configuration_keys: count {c11}')
            if c11 > 0:
                for _ in range(c11):
                    n += 1
                    if n >= y: y = n + w; yield n
                    q, = U_h(b, p)
                    p += 2
                    if q >= 0: p += q
                    else: raise DecodeError(f'DescribeConfigsRequest: resources.configuration_keys: length {q}')
            k0 += 1
            if n - m0 >= w:
                r0.append((k0, s0, p, None))
                s0 = p
                k0 = 0
                m0 = n
                if n >= y: y = n + w; yield n
        if k0: r0.append((k0, s0, p, None))
        z0 = p
        out.append((h0, z0, r0))
    if p > e: raise DecodeError(f'DescribeConfigsRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_describe_configs_request_v1(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    h0 = p
    r0 = []
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 <= (e - p) // 7: raise DecodeError(f'DescribeConfigsRequest: resources: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            p += 1
            q, = U_h(b, p)
            p += 2
            if q >= 0: p += q
            else: raise DecodeError(f'DescribeConfigsRequest: resources.resource_name: length {q}')
            c11, = U_i(b, p)
            p += 4
            if not -1 <= c11 <= (e - p) // 2: raise DecodeError(f'DescribeConfigsRequest: resources.configuration_keys: count {c11}')
            if c11 > 0:
                for _ in range(c11):
                    n += 1
                    if n >= y: y = n + w; yield n
                    q, = U_h(b, p)
                    p += 2
                    if q >= 0: p += q
                    else: raise DecodeError(f'DescribeConfigsRequest: resources.configuration_keys: length {q}')
            k0 += 1
            if n - m0 >= w:
                r0.append((k0, s0, p, None))
                s0 = p
                k0 = 0
                m0 = n
                if n >= y: y = n + w; yield n
        if k0: r0.append((k0, s0, p, None))
        z0 = p
        out.append((h0, z0, r0))
    p += 1
    if p > e: raise DecodeError(f'DescribeConfigsRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_describe_configs_request_v3(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    h0 = p
    r0 = []
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 <= (e - p) // 7: raise DecodeError(f'DescribeConfigsRequest: resources: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            p += 1
            q, = U_h(b, p)
            p += 2
            if q >= 0: p += q
            else: raise DecodeError(f'DescribeConfigsRequest: resources.resource_name: length {q}')
            c11, = U_i(b, p)
            p += 4
            if not -1 <= c11 <= (e - p) // 2: raise DecodeError(f'DescribeConfigsRequest: resources.configuration_keys: count {c11}')
            if c11 > 0:
                for _ in range(c11):
                    n += 1
                    if n >= y: y = n + w; yield n
                    q, = U_h(b, p)
                    p += 2
                    if q >= 0: p += q
                    else: raise DecodeError(f'DescribeConfigsRequest: resources.configuration_keys: length {q}')
            k0 += 1
            if n - m0 >= w:
                r0.append((k0, s0, p, None))
                s0 = p
                k0 = 0
                m0 = n
                if n >= y: y = n + w; yield n
        if k0: r0.append((k0, s0, p, None))
        z0 = p
        out.append((h0, z0, r0))
    p += 2
    if p > e: raise DecodeError(f'DescribeConfigsRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_describe_configs_request_v4(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    h0 = p
    r0 = []
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 <= (e - p) // 4: raise DecodeError(f'DescribeConfigsRequest: resources: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            p += 1
            q = b[p]
            p += 1
            if q > 127: q, p = read_uvarint(b, p - 1)
            if q > 32768: raise DecodeError(f'DescribeConfigsRequest: resources.resource_name: length {q}')
            if q: p += q - 1
            else: raise DecodeError(f'DescribeConfigsRequest: resources.resource_name: length {q}')
            c11 = b[p]
            p += 1
            if c11 > 127: c11, p = read_uvarint(b, p - 1)
            c11 -= 1
            if not -1 <= c11 <= (e - p) // 1: raise DecodeError(f'DescribeConfigsRequest: resources.configuration_keys: count {c11}')
            if c11 > 0:
                for _ in range(c11):
                    n += 1
                    if n >= y: y = n + w; yield n
                    q = b[p]
                    p += 1
                    if q > 127: q, p = read_uvarint(b, p - 1)
                    if q > 32768: raise DecodeError(f'DescribeConfigsRequest: resources.configuration_keys: length {q}')
                    if q: p += q - 1
                    else: raise DecodeError(f'DescribeConfigsRequest: resources.configuration_keys: length {q}')
            if b[p]: n, p = skip_tags(b, p, n)
            else: p += 1
            k0 += 1
            if n - m0 >= w:
                r0.append((k0, s0, p, None))
                s0 = p
                k0 = 0
                m0 = n
                if n >= y: y = n + w; yield n
        if k0: r0.append((k0, s0, p, None))
        z0 = p
        out.append((h0, z0, r0))
    p += 2
    if b[p]: n, p = skip_tags(b, p, n)
    else: p += 1
    if p > e: raise DecodeError(f'DescribeConfigsRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

SCANNERS = (
    scan_describe_configs_request_v0,
    scan_describe_configs_request_v1,
    scan_describe_configs_request_v1,
    scan_describe_configs_request_v3,
    scan_describe_configs_request_v4,
)

def describe_configs_response_v0_head0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    a(P_i(o0.throttle_time_ms))
def describe_configs_response_v0_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.error_message
        if v is None: v = b''; n = -1
        else: v = v.encode(); n = len(v)
        a(P_2h(o1.error_code, n))
        a(v)
        v = o1.resource_name.encode()
        n = len(v)
        a(P_bh(o1.resource_type, n))
        a(v)
        v1 = o1.configs
        n = len(v1)
        a(P_i(n))
        for o2 in v1:
            if o2.unknown_tagged_fields: raise refuse(o2, 'unknown_tagged_fields')
            v = o2.name.encode()
            n = len(v)
            a(P_h(n))
            a(v)
            v = o2.value
            if v is None: v = b''; n = -1
            else: v = v.encode(); n = len(v)
            a(P_h(n))
            a(v)
            a(P_3T(o2.read_only, o2.is_default, o2.is_sensitive))
def describe_configs_response_v0_tail0(o0, l, out):
    a = l.append
def describe_configs_response_v0_head1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v = o0.error_message
    if v is None: v = b''; n = -1
    else: v = v.encode(); n = len(v)
    a(P_2h(o0.error_code, n))
    a(v)
    v = o0.resource_name.encode()
    n = len(v)
    a(P_bh(o0.resource_type, n))
    a(v)
def describe_configs_response_v0_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.name.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v = o1.value
        if v is None: v = b''; n = -1
        else: v = v.encode(); n = len(v)
        a(P_h(n))
        a(v)
        a(P_3T(o1.read_only, o1.is_default, o1.is_sensitive))
def describe_configs_response_v0_tail1(o0, l, out):
    a = l.append
describe_configs_response_v0 = (
    ('results', '', describe_configs_response_v0_head0, describe_configs_response_v0_each0, describe_configs_response_v0_tail0),
    ('configs', 'name', describe_configs_response_v0_head1, describe_configs_response_v0_each1, describe_configs_response_v0_tail1),
)

def describe_configs_response_v1_head0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    a(P_i(o0.throttle_time_ms))
def describe_configs_response_v1_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.error_message
        if v is None: v = b''; n = -1
        else: v = v.encode(); n = len(v)
        a(P_2h(o1.error_code, n))
        a(v)
        v = o1.resource_name.encode()
        n = len(v)
        a(P_bh(o1.resource_type, n))
        a(v)
        v1 = o1.configs
        n = len(v1)
        a(P_i(n))
        for o2 in v1:
            if o2.is_default or o2.unknown_tagged_fields: raise refuse(o2, 'is_default', 'unknown_tagged_fields')
            v = o2.name.encode()
            n = len(v)
            a(P_h(n))
            a(v)
            v = o2.value
            if v is None: v = b''; n = -1
            else: v = v.encode(); n = len(v)
            a(P_h(n))
            a(v)
            v2 = o2.synonyms
            n = len(v2)
            a(P_TbTi(o2.read_only, o2.config_source, o2.is_sensitive, n))
            for o3 in v2:
                if o3.unknown_tagged_fields: raise refuse(o3, 'unknown_tagged_fields')
                v = o3.name.encode()
                n = len(v)
                a(P_h(n))
                a(v)
                v = o3.value
                if v is None: v = b''; n = -1
                else: v = v.encode(); n = len(v)
                a(P_h(n))
                a(v)
                a(P_b(o3.source))
def describe_configs_response_v1_tail0(o0, l, out):
    a = l.append
def describe_configs_response_v1_head1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v = o0.error_message
    if v is None: v = b''; n = -1
    else: v = v.encode(); n = len(v)
    a(P_2h(o0.error_code, n))
    a(v)
    v = o0.resource_name.encode()
    n = len(v)
    a(P_bh(o0.resource_type, n))
    a(v)
def describe_configs_response_v1_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.is_default or o1.unknown_tagged_fields: raise refuse(o1, 'is_default', 'unknown_tagged_fields')
        v = o1.name.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v = o1.value
        if v is None: v = b''; n = -1
        else: v = v.encode(); n = len(v)
        a(P_h(n))
        a(v)
        v1 = o1.synonyms
        n = len(v1)
        a(P_TbTi(o1.read_only, o1.config_source, o1.is_sensitive, n))
        for o2 in v1:
            if o2.unknown_tagged_fields: raise refuse(o2, 'unknown_tagged_fields')
            v = o2.name.encode()
            n = len(v)
            a(P_h(n))
            a(v)
            v = o2.value
            if v is None: v = b''; n = -1
            else: v = v.encode(); n = len(v)
            a(P_h(n))
            a(v)
            a(P_b(o2.source))
def describe_configs_response_v1_tail1(o0, l, out):
    a = l.append
def describe_configs_response_v1_head2(o0, l, out):
    a = l.append
    if o0.is_default or o0.unknown_tagged_fields: raise refuse(o0, 'is_default', 'unknown_tagged_fields')
    v = o0.name.encode()
    n = len(v)
    a(P_h(n))
    a(v)
    v = o0.value
    if v is None: v = b''; n = -1
    else: v = v.encode(); n = len(v)
    a(P_h(n))
    a(v)
    a(P_TbT(o0.read_only, o0.config_source, o0.is_sensitive))
def describe_configs_response_v1_each2(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.name.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v = o1.value
        if v is None: v = b''; n = -1
        else: v = v.encode(); n = len(v)
        a(P_h(n))
        a(v)
        a(P_b(o1.source))
def describe_configs_response_v1_tail2(o0, l, out):
    a = l.append
describe_configs_response_v1 = (
    ('results', '', describe_configs_response_v1_head0, describe_configs_response_v1_each0, describe_configs_response_v1_tail0),
    ('configs', 'name', describe_configs_response_v1_head1, describe_configs_response_v1_each1, describe_configs_response_v1_tail1),
    ('synonyms', 'name', describe_configs_response_v1_head2, describe_configs_response_v1_each2, describe_configs_response_v1_tail2),
)

def describe_configs_response_v3_head0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    a(P_i(o0.throttle_time_ms))
def describe_configs_response_v3_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.error_message
        if v is None: v = b''; n = -1
        else: v = v.encode(); n = len(v)
        a(P_2h(o1.error_code, n))
        a(v)
        v = o1.resource_name.encode()
        n = len(v)
        a(P_bh(o1.resource_type, n))
        a(v)
        v1 = o1.configs
        n = len(v1)
        a(P_i(n))
        for o2 in v1:
            if o2.is_default or o2.unknown_tagged_fields: raise refuse(o2, 'is_default', 'unknown_tagged_fields')
            v = o2.name.encode()
            n = len(v)
            a(P_h(n))
            a(v)
            v = o2.value
            if v is None: v = b''; n = -1
            else: v = v.encode(); n = len(v)
            a(P_h(n))
            a(v)
            v2 = o2.synonyms
            n = len(v2)
            a(P_TbTi(o2.read_only, o2.config_source, o2.is_sensitive, n))
            for o3 in v2:
                if o3.unknown_tagged_fields: raise refuse(o3, 'unknown_tagged_fields')
                v = o3.name.encode()
                n = len(v)
                a(P_h(n))
                a(v)
                v = o3.value
                if v is None: v = b''; n = -1
                else: v = v.encode(); n = len(v)
                a(P_h(n))
                a(v)
                a(P_b(o3.source))
            v = o2.documentation
            if v is None: v = b''; n = -1
            else: v = v.encode(); n = len(v)
            a(P_bh(o2.config_type, n))
            a(v)
def describe_configs_response_v3_tail0(o0, l, out):
    a = l.append
def describe_configs_response_v3_head1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v = o0.error_message
    if v is None: v = b''; n = -1
    else: v = v.encode(); n = len(v)
    a(P_2h(o0.error_code, n))
    a(v)
    v = o0.resource_name.encode()
    n = len(v)
    a(P_bh(o0.resource_type, n))
    a(v)
def describe_configs_response_v3_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.is_default or o1.unknown_tagged_fields: raise refuse(o1, 'is_default', 'unknown_tagged_fields')
        v = o1.name.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v = o1.value
        if v is None: v = b''; n = -1
        else: v = v.encode(); n = len(v)
        a(P_h(n))
        a(v)
        v1 = o1.synonyms
        n = len(v1)
        a(P_TbTi(o1.read_only, o1.config_source, o1.is_sensitive, n))
        for o2 in v1:
            if o2.unknown_tagged_fields: raise refuse(o2, 'unknown_tagged_fields')
            v = o2.name.encode()
            n = len(v)
            a(P_h(n))
            a(v)
            v = o2.value
            if v is None: v = b''; n = -1
            else: v = v.encode(); n = len(v)
            a(P_h(n))
            a(v)
            a(P_b(o2.source))
        v = o1.documentation
        if v is None: v = b''; n = -1
        else: v = v.encode(); n = len(v)
        a(P_bh(o1.config_type, n))
        a(v)
def describe_configs_response_v3_tail1(o0, l, out):
    a = l.append
def describe_configs_response_v3_head2(o0, l, out):
    a = l.append
    if o0.is_default or o0.unknown_tagged_fields: raise refuse(o0, 'is_default', 'unknown_tagged_fields')
    v = o0.name.encode()
    n = len(v)
    a(P_h(n))
    a(v)
    v = o0.value
    if v is None: v = b''; n = -1
    else: v = v.encode(); n = len(v)
    a(P_h(n))
    a(v)
    a(P_TbT(o0.read_only, o0.config_source, o0.is_sensitive))
def describe_configs_response_v3_each2(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v = o1.name.encode()
        n = len(v)
        a(P_h(n))
        a(v)
        v = o1.value
        if v is None: v = b''; n = -1
        else: v = v.encode(); n = len(v)
        a(P_h(n))
        a(v)
        a(P_b(o1.source))
def describe_configs_response_v3_tail2(o0, l, out):
    a = l.append
    v = o0.documentation
    if v is None: v = b''; n = -1
    else: v = v.encode(); n = len(v)
    a(P_bh(o0.config_type, n))
    a(v)
describe_configs_response_v3 = (
    ('results', '', describe_configs_response_v3_head0, describe_configs_response_v3_each0, describe_configs_response_v3_tail0),
    ('configs', 'name', describe_configs_response_v3_head1, describe_configs_response_v3_each1, describe_configs_response_v3_tail1),
    ('synonyms', 'name', describe_configs_response_v3_head2, describe_configs_response_v3_each2, describe_configs_response_v3_tail2),
)

def describe_configs_response_v4_head0(o0, l, out):
    a = l.append
    a(P_i(o0.throttle_time_ms))
def describe_configs_response_v4_each0(o0, l, out):
    a = l.append
    for o1 in o0:
        v = o1.error_message
        if v is None: v = b''; n = 0
        else: v = v.encode(); n = len(v) + 1
        if n < 128: a(P_hB(o1.error_code, n))
        else: a(P_h(o1.error_code) + uvarint(n))
        a(v)
        v = o1.resource_name.encode()
        n = len(v) + 1
        if n < 128: a(P_bB(o1.resource_type, n))
        else: a(P_b(o1.resource_type) + uvarint(n))
        a(v)
        v1 = o1.configs
        n = len(v1) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o2 in v1:
            if o2.is_default: raise refuse(o2, 'is_default')
            v = o2.name.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            v = o2.value
            if v is None: v = b''; n = 0
            else: v = v.encode(); n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            v2 = o2.synonyms
            n = len(v2) + 1
            if n < 128: a(P_TbTB(o2.read_only, o2.config_source, o2.is_sensitive, n))
            else: a(P_TbT(o2.read_only, o2.config_source, o2.is_sensitive) + uvarint(n))
            for o3 in v2:
                v = o3.name.encode()
                n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
                v = o3.value
                if v is None: v = b''; n = 0
                else: v = v.encode(); n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
                if o3.unknown_tagged_fields:
                    a(P_b(o3.source))
                    a(write_tags(o3.unknown_tagged_fields))
                else:
                    a(P_bx(o3.source))
            v = o2.documentation
            if v is None: v = b''; n = 0
            else: v = v.encode(); n = len(v) + 1
            if n < 128: a(P_bB(o2.config_type, n))
            else: a(P_b(o2.config_type) + uvarint(n))
            a(v)
            if o2.unknown_tagged_fields:
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(b'\x00')
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
def describe_configs_response_v4_tail0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
def describe_configs_response_v4_head1(o0, l, out):
    a = l.append
    v = o0.error_message
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(P_hB(o0.error_code, n))
    else: a(P_h(o0.error_code) + uvarint(n))
    a(v)
    v = o0.resource_name.encode()
    n = len(v) + 1
    if n < 128: a(P_bB(o0.resource_type, n))
    else: a(P_b(o0.resource_type) + uvarint(n))
    a(v)
def describe_configs_response_v4_each1(o0, l, out):
    a = l.append
    for o1 in o0:
        if o1.is_default: raise refuse(o1, 'is_default')
        v = o1.name.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v = o1.value
        if v is None: v = b''; n = 0
        else: v = v.encode(); n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v1 = o1.synonyms
        n = len(v1) + 1
        if n < 128: a(P_TbTB(o1.read_only, o1.config_source, o1.is_sensitive, n))
        else: a(P_TbT(o1.read_only, o1.config_source, o1.is_sensitive) + uvarint(n))
        for o2 in v1:
            v = o2.name.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            v = o2.value
            if v is None: v = b''; n = 0
            else: v = v.encode(); n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            if o2.unknown_tagged_fields:
                a(P_b(o2.source))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(P_bx(o2.source))
        v = o1.documentation
        if v is None: v = b''; n = 0
        else: v = v.encode(); n = len(v) + 1
        if n < 128: a(P_bB(o1.config_type, n))
        else: a(P_b(o1.config_type) + uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
def describe_configs_response_v4_tail1(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
def describe_configs_response_v4_head2(o0, l, out):
    a = l.append
    if o0.is_default: raise refuse(o0, 'is_default')
    v = o0.name.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v = o0.value
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    a(P_TbT(o0.read_only, o0.config_source, o0.is_sensitive))
def describe_configs_response_v4_each2(o0, l, out):
    a = l.append
    for o1 in o0:
        v = o1.name.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v = o1.value
        if v is None: v = b''; n = 0
        else: v = v.encode(); n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(P_b(o1.source))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_bx(o1.source))
def describe_configs_response_v4_tail2(o0, l, out):
    a = l.append
    v = o0.documentation
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(P_bB(o0.config_type, n))
    else: a(P_b(o0.config_type) + uvarint(n))
    a(v)
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')
describe_configs_response_v4 = (
    ('results', '', describe_configs_response_v4_head0, describe_configs_response_v4_each0, describe_configs_response_v4_tail0),
    ('configs', 'name', describe_configs_response_v4_head1, describe_configs_response_v4_each1, describe_configs_response_v4_tail1),
    ('synonyms', 'name', describe_configs_response_v4_head2, describe_configs_response_v4_each2, describe_configs_response_v4_tail2),
)

PIECES = (
    (False, describe_configs_response_v0),
    (False, describe_configs_response_v1),
    (False, describe_configs_response_v1),
    (False, describe_configs_response_v3),
    (True, describe_configs_response_v4),
)
