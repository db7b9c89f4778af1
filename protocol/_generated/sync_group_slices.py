"""Written by `make generate` from protocol/messages/sync_group.py. Do not edit."""

from kavka.protocol._generated.sync_group import *
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import pack, read_uvarint, refuse, skip_tags, uvarint, write_tags

U_h = Struct('>h').unpack_from
U_i = Struct('>i').unpack_from

def scan_sync_group_request_v0(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    q, = U_h(b, p)
    p += 2
    if q >= 0: p += q
    else: raise DecodeError(f'SyncGroupRequest: group_id: length {q}')
    p += 4
    q, = U_h(b, p)
    p += 2
    if q >= 0: p += q
    else: raise DecodeError(f'SyncGroupRequest: member_id: length {q}')
    h0 = p
    r0 = []
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 <= (e - p) // 6: raise DecodeError(f'SyncGroupRequest: assignments: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            q, = U_h(b, p)
            p += 2
            if q >= 0: p += q
            else: raise DecodeError(f'SyncGroupRequest: assignments.member_id: length {q}')
            q, = U_i(b, p)
            p += 4
            if q >= 0: p += q
            else: raise DecodeError(f'SyncGroupRequest: assignments.assignment: length {q}')
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
    if p > e: raise DecodeError(f'SyncGroupRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_sync_group_request_v3(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    q, = U_h(b, p)
    p += 2
    if q >= 0: p += q
    else: raise DecodeError(f'SyncGroupRequest: group_id: length {q}')
    p += 4
    q, = U_h(b, p)
    p += 2
    if q >= 0: p += q
    else: raise DecodeError(f'SyncGroupRequest: member_id: length {q}')
    q, = U_h(b, p)
    p += 2
    if q >= 0: p += q
    elif q != -1: raise DecodeError(f'SyncGroupRequest: group_instance_id: length {q}')
    h0 = p
    r0 = []
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 <= (e - p) // 6: raise DecodeError(f'SyncGroupRequest: assignments: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            q, = U_h(b, p)
            p += 2
            if q >= 0: p += q
            else: raise DecodeError(f'SyncGroupRequest: assignments.member_id: length {q}')
            q, = U_i(b, p)
            p += 4
            if q >= 0: p += q
            else: raise DecodeError(f'SyncGroupRequest: assignments.assignment: length {q}')
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
    if p > e: raise DecodeError(f'SyncGroupRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_sync_group_request_v4(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    q = b[p]
    p += 1
    if q > 127: q, p = read_uvarint(b, p - 1)
    if q > 32768: raise DecodeError(f'SyncGroupRequest: group_id: length {q}')
    if q: p += q - 1
    else: raise DecodeError(f'SyncGroupRequest: group_id: length {q}')
    p += 4
    q = b[p]
    p += 1
    if q > 127: q, p = read_uvarint(b, p - 1)
    if q > 32768: raise DecodeError(f'SyncGroupRequest: member_id: length {q}')
    if q: p += q - 1
    else: raise DecodeError(f'SyncGroupRequest: member_id: length {q}')
    q = b[p]
    p += 1
    if q > 127: q, p = read_uvarint(b, p - 1)
    if q > 32768: raise DecodeError(f'SyncGroupRequest: group_instance_id: length {q}')
    if q: p += q - 1
    h0 = p
    r0 = []
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 <= (e - p) // 3: raise DecodeError(f'SyncGroupRequest: assignments: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            q = b[p]
            p += 1
            if q > 127: q, p = read_uvarint(b, p - 1)
            if q > 32768: raise DecodeError(f'SyncGroupRequest: assignments.member_id: length {q}')
            if q: p += q - 1
            else: raise DecodeError(f'SyncGroupRequest: assignments.member_id: length {q}')
            q = b[p]
            p += 1
            if q > 127: q, p = read_uvarint(b, p - 1)
            if q: p += q - 1
            else: raise DecodeError(f'SyncGroupRequest: assignments.assignment: length {q}')
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
    if b[p]: n, p = skip_tags(b, p, n)
    else: p += 1
    if p > e: raise DecodeError(f'SyncGroupRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

def scan_sync_group_request_v5(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    q = b[p]
    p += 1
    if q > 127: q, p = read_uvarint(b, p - 1)
    if q > 32768: raise DecodeError(f'SyncGroupRequest: group_id: length {q}')
    if q: p += q - 1
    else: raise DecodeError(f'SyncGroupRequest: group_id: length {q}')
    p += 4
    q = b[p]
    p += 1
    if q > 127: q, p = read_uvarint(b, p - 1)
    if q > 32768: raise DecodeError(f'SyncGroupRequest: member_id: length {q}')
    if q: p += q - 1
    else: raise DecodeError(f'SyncGroupRequest: member_id: length {q}')
    q = b[p]
    p += 1
    if q > 127: q, p = read_uvarint(b, p - 1)
    if q > 32768: raise DecodeError(f'SyncGroupRequest: group_instance_id: length {q}')
    if q: p += q - 1
    q = b[p]
    p += 1
    if q > 127: q, p = read_uvarint(b, p - 1)
    if q > 32768: raise DecodeError(f'SyncGroupRequest: protocol_type: length {q}')
    if q: p += q - 1
    q = b[p]
    p += 1
    if q > 127: q, p = read_uvarint(b, p - 1)
    if q > 32768: raise DecodeError(f'SyncGroupRequest: protocol_name: length {q}')
    if q: p += q - 1
    h0 = p
    r0 = []
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 <= (e - p) // 3: raise DecodeError(f'SyncGroupRequest: assignments: count {c0}')
    if c0 > 0:
        s0 = p
        k0 = 0
        m0 = n
        for _ in range(c0):
            n += 1
            q = b[p]
            p += 1
            if q > 127: q, p = read_uvarint(b, p - 1)
            if q > 32768: raise DecodeError(f'SyncGroupRequest: assignments.member_id: length {q}')
            if q: p += q - 1
            else: raise DecodeError(f'SyncGroupRequest: assignments.member_id: length {q}')
            q = b[p]
            p += 1
            if q > 127: q, p = read_uvarint(b, p - 1)
            if q: p += q - 1
            else: raise DecodeError(f'SyncGroupRequest: assignments.assignment: length {q}')
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
    if b[p]: n, p = skip_tags(b, p, n)
    else: p += 1
    if p > e: raise DecodeError(f'SyncGroupRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

SCANNERS = (
    scan_sync_group_request_v0,
    scan_sync_group_request_v0,
    scan_sync_group_request_v0,
    scan_sync_group_request_v3,
    scan_sync_group_request_v4,
    scan_sync_group_request_v5,
)

PIECES = (
    None,
    None,
    None,
    None,
    None,
    None,
)
