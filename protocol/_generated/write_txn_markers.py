"""Written by `make generate` from protocol/messages/write_txn_markers.py. Do not edit."""

from kavka.protocol.message import Message, Part
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import new, new_message, pack, read_tags, read_uvarint, refuse, unpack_from, uvarint
from kavka.protocol.wire import write_tags

class WriteTxnMarkersRequest(Message):
    __slots__ = ('markers', 'unknown_tagged_fields')
    API_KEY = 27
    MIN_VERSION = 0
    MAX_VERSION = 2
    FLEXIBLE_FROM = 1
    
    class WritableTxnMarkerTopic(Part):
        __slots__ = ('name', 'partition_indexes', 'unknown_tagged_fields')
        
        def __init__(self, name='', partition_indexes=EMPTY, unknown_tagged_fields=()):
            self.name = name
            self.partition_indexes = [] if partition_indexes is EMPTY else partition_indexes
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class WritableTxnMarker(Part):
        __slots__ = ('producer_id', 'producer_epoch', 'transaction_result', 'topics', 'coordinator_epoch', 'transaction_version', 'unknown_tagged_fields')
        
        def __init__(self, producer_id=0, producer_epoch=0, transaction_result=False, topics=EMPTY, coordinator_epoch=0, transaction_version=0, unknown_tagged_fields=()):
            self.producer_id = producer_id
            self.producer_epoch = producer_epoch
            self.transaction_result = transaction_result
            self.topics = [] if topics is EMPTY else topics
            self.coordinator_epoch = coordinator_epoch
            self.transaction_version = transaction_version
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, markers=EMPTY, unknown_tagged_fields=()):
        self.markers = [] if markers is EMPTY else markers
        self.unknown_tagged_fields = unknown_tagged_fields

WriteTxnMarkersRequest_WritableTxnMarkerTopic = WriteTxnMarkersRequest.WritableTxnMarkerTopic

WriteTxnMarkersRequest_WritableTxnMarker = WriteTxnMarkersRequest.WritableTxnMarker

class WriteTxnMarkersResponse(Message):
    __slots__ = ('markers', 'unknown_tagged_fields')
    API_KEY = 27
    MIN_VERSION = 0
    MAX_VERSION = 2
    FLEXIBLE_FROM = 1
    
    class WritableTxnMarkerPartitionResult(Part):
        __slots__ = ('partition_index', 'error_code', 'unknown_tagged_fields')
        
        def __init__(self, partition_index=0, error_code=0, unknown_tagged_fields=()):
            self.partition_index = partition_index
            self.error_code = error_code
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class WritableTxnMarkerTopicResult(Part):
        __slots__ = ('name', 'partitions', 'unknown_tagged_fields')
        
        def __init__(self, name='', partitions=EMPTY, unknown_tagged_fields=()):
            self.name = name
            self.partitions = [] if partitions is EMPTY else partitions
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class WritableTxnMarkerResult(Part):
        __slots__ = ('producer_id', 'topics', 'unknown_tagged_fields')
        
        def __init__(self, producer_id=0, topics=EMPTY, unknown_tagged_fields=()):
            self.producer_id = producer_id
            self.topics = [] if topics is EMPTY else topics
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, markers=EMPTY, unknown_tagged_fields=()):
        self.markers = [] if markers is EMPTY else markers
        self.unknown_tagged_fields = unknown_tagged_fields

WriteTxnMarkersResponse_WritableTxnMarkerPartitionResult = WriteTxnMarkersResponse.WritableTxnMarkerPartitionResult

WriteTxnMarkersResponse_WritableTxnMarkerTopicResult = WriteTxnMarkersResponse.WritableTxnMarkerTopicResult

WriteTxnMarkersResponse_WritableTxnMarkerResult = WriteTxnMarkersResponse.WritableTxnMarkerResult

U_i = Struct('>i').unpack_from
U_qhTi = Struct('>qh?i').unpack_from
U_h = Struct('>h').unpack_from
UNPACK_i = UNPACK['i']
U_qhTB = Struct('>qh?B').unpack_from
U_iB = Struct('>iB').unpack_from
U_ibB = Struct('>ibB').unpack_from
P_i = Struct('>i').pack
P_qhTi = Struct('>qh?i').pack
P_h = Struct('>h').pack
F_ini = PackCache('>i%di')
P_qhTB = Struct('>qh?B').pack
P_qhT = Struct('>qh?').pack
F_ni = PackCache('>%di')
F_Bni = PackCache('>B%di')
F_nix = PackCache('>%dix')
F_Bnix = PackCache('>B%dix')
P_ix = Struct('>ix').pack
P_ib = Struct('>ib').pack
P_ibx = Struct('>ibx').pack
U_qi = Struct('>qi').unpack_from
I_ih = Struct('>ih').iter_unpack
U_qB = Struct('>qB').unpack_from
U_ihB = Struct('>ihB').unpack_from
P_qi = Struct('>qi').pack
P_ih = Struct('>ih').pack
P_qB = Struct('>qB').pack
P_q = Struct('>q').pack
P_ihx = Struct('>ihx').pack

def decode_write_txn_markers_request_v0(b, p):
    e = len(b)
    o0 = new_message(WriteTxnMarkersRequest)
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 * 19 <= e - p: raise DecodeError(f'WriteTxnMarkersRequest: markers: count {c0}')
    o0.markers = l0 = []
    for _ in range(c0):
        o1 = new(WriteTxnMarkersRequest_WritableTxnMarker)
        o1.transaction_version = 0
        o1.producer_id, o1.producer_epoch, o1.transaction_result, c1 = U_qhTi(b, p)
        p += 15
        if not 0 <= c1 * 6 <= e - p: raise DecodeError(f'WriteTxnMarkersRequest: topics: count {c1}')
        o1.topics = l1 = []
        for _ in range(c1):
            o2 = new(WriteTxnMarkersRequest_WritableTxnMarkerTopic)
            n, = U_h(b, p)
            p += 2
            if n < 0: raise DecodeError(f'WriteTxnMarkersRequest: name: length {n}')
            q = p + n
            o2.name = b[p:q].decode()
            p = q
            c2, = U_i(b, p)
            p += 4
            if 0 < c2 < 9: o2.partition_indexes = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.partition_indexes = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'WriteTxnMarkersRequest: partition_indexes: count {c2}')
                o2.partition_indexes = [*unpack_from(f'>{c2}i', b, p)]
                p += c2 * 4
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        o1.coordinator_epoch, = U_i(b, p)
        p += 4
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_write_txn_markers_request_v1(b, p):
    e = len(b)
    o0 = new_message(WriteTxnMarkersRequest)
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 17 <= e - p: raise DecodeError(f'WriteTxnMarkersRequest: markers: count {c0}')
    o0.markers = l0 = []
    for _ in range(c0):
        o1 = new(WriteTxnMarkersRequest_WritableTxnMarker)
        o1.transaction_version = 0
        o1.producer_id, o1.producer_epoch, o1.transaction_result, c1 = U_qhTB(b, p)
        p += 12
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 3 <= e - p: raise DecodeError(f'WriteTxnMarkersRequest: topics: count {c1}')
        o1.topics = l1 = []
        for _ in range(c1):
            o2 = new(WriteTxnMarkersRequest_WritableTxnMarkerTopic)
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'WriteTxnMarkersRequest: name: length {n}')
            q = p + n - 1
            o2.name = b[p:q].decode()
            p = q
            c2 = b[p]
            p += 1
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if 0 < c2 < 9: o2.partition_indexes = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.partition_indexes = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'WriteTxnMarkersRequest: partition_indexes: count {c2}')
                o2.partition_indexes = [*unpack_from(f'>{c2}i', b, p)]
                p += c2 * 4
            t = b[p]
            p += 1
            if t: o2.unknown_tagged_fields, p = read_tags(b, p - 1)
            else: o2.unknown_tagged_fields = ()
            l1.append(o2)
        o1.coordinator_epoch, t = U_iB(b, p)
        p += 5
        if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
        else: o1.unknown_tagged_fields = ()
        l0.append(o1)
    t = b[p]
    p += 1
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

def decode_write_txn_markers_request_v2(b, p):
    e = len(b)
    o0 = new_message(WriteTxnMarkersRequest)
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 18 <= e - p: raise DecodeError(f'WriteTxnMarkersRequest: markers: count {c0}')
    o0.markers = l0 = []
    for _ in range(c0):
        o1 = new(WriteTxnMarkersRequest_WritableTxnMarker)
        o1.producer_id, o1.producer_epoch, o1.transaction_result, c1 = U_qhTB(b, p)
        p += 12
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 3 <= e - p: raise DecodeError(f'WriteTxnMarkersRequest: topics: count {c1}')
        o1.topics = l1 = []
        for _ in range(c1):
            o2 = new(WriteTxnMarkersRequest_WritableTxnMarkerTopic)
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'WriteTxnMarkersRequest: name: length {n}')
            q = p + n - 1
            o2.name = b[p:q].decode()
            p = q
            c2 = b[p]
            p += 1
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if 0 < c2 < 9: o2.partition_indexes = [*UNPACK_i[c2](b, p)]; p += c2 * 4
            elif c2 == 0: o2.partition_indexes = []
            else:
                if not 0 <= c2 * 4 <= e - p: raise DecodeError(f'WriteTxnMarkersRequest: partition_indexes: count {c2}')
                o2.partition_indexes = [*unpack_from(f'>{c2}i', b, p)]
                p += c2 * 4
            t = b[p]
            p += 1
            if t: o2.unknown_tagged_fields, p = read_tags(b, p - 1)
            else: o2.unknown_tagged_fields = ()
            l1.append(o2)
        o1.coordinator_epoch, o1.transaction_version, t = U_ibB(b, p)
        p += 6
        if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
        else: o1.unknown_tagged_fields = ()
        l0.append(o1)
    t = b[p]
    p += 1
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

WriteTxnMarkersRequest.DECODERS = (
    decode_write_txn_markers_request_v0,
    decode_write_txn_markers_request_v1,
    decode_write_txn_markers_request_v2,
)

def encode_write_txn_markers_request_v0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v0 = o0.markers
    n = len(v0)
    a(P_i(n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v1 = o1.topics
        n = len(v1)
        a(P_qhTi(o1.producer_id, o1.producer_epoch, o1.transaction_result, n))
        for o2 in v1:
            if o2.unknown_tagged_fields: raise refuse(o2, 'unknown_tagged_fields')
            v = o2.name.encode()
            n = len(v)
            a(P_h(n))
            a(v)
            s0 = o2.partition_indexes
            n0 = len(s0)
            a(F_ini[n0](n0, *s0))
        a(P_i(o1.coordinator_epoch))

def encode_write_txn_markers_request_v1(o0, l, out):
    a = l.append
    v0 = o0.markers
    n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        v1 = o1.topics
        n = len(v1) + 1
        if n < 128: a(P_qhTB(o1.producer_id, o1.producer_epoch, o1.transaction_result, n))
        else: a(P_qhT(o1.producer_id, o1.producer_epoch, o1.transaction_result) + uvarint(n))
        for o2 in v1:
            v = o2.name.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            s0 = o2.partition_indexes
            n0 = len(s0)
            if o2.unknown_tagged_fields:
                if n0 > 126:
                    a(uvarint(n0 + 1))
                    a(F_ni[n0](*s0))
                else:
                    a(F_Bni[n0](n0 + 1, *s0))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                if n0 > 126:
                    a(uvarint(n0 + 1))
                    a(F_nix[n0](*s0))
                else:
                    a(F_Bnix[n0](n0 + 1, *s0))
        if o1.unknown_tagged_fields:
            a(P_i(o1.coordinator_epoch))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_ix(o1.coordinator_epoch))
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

def encode_write_txn_markers_request_v2(o0, l, out):
    a = l.append
    v0 = o0.markers
    n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        v1 = o1.topics
        n = len(v1) + 1
        if n < 128: a(P_qhTB(o1.producer_id, o1.producer_epoch, o1.transaction_result, n))
        else: a(P_qhT(o1.producer_id, o1.producer_epoch, o1.transaction_result) + uvarint(n))
        for o2 in v1:
            v = o2.name.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            s0 = o2.partition_indexes
            n0 = len(s0)
            if o2.unknown_tagged_fields:
                if n0 > 126:
                    a(uvarint(n0 + 1))
                    a(F_ni[n0](*s0))
                else:
                    a(F_Bni[n0](n0 + 1, *s0))
                a(write_tags(o2.unknown_tagged_fields))
            else:
                if n0 > 126:
                    a(uvarint(n0 + 1))
                    a(F_nix[n0](*s0))
                else:
                    a(F_Bnix[n0](n0 + 1, *s0))
        if o1.unknown_tagged_fields:
            a(P_ib(o1.coordinator_epoch, o1.transaction_version))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(P_ibx(o1.coordinator_epoch, o1.transaction_version))
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

WriteTxnMarkersRequest.ENCODERS = (
    encode_write_txn_markers_request_v0,
    encode_write_txn_markers_request_v1,
    encode_write_txn_markers_request_v2,
)

def decode_write_txn_markers_response_v0(b, p):
    e = len(b)
    o0 = new_message(WriteTxnMarkersResponse)
    c0, = U_i(b, p)
    p += 4
    if not 0 <= c0 * 12 <= e - p: raise DecodeError(f'WriteTxnMarkersResponse: markers: count {c0}')
    o0.markers = l0 = []
    for _ in range(c0):
        o1 = new(WriteTxnMarkersResponse_WritableTxnMarkerResult)
        o1.producer_id, c1 = U_qi(b, p)
        p += 12
        if not 0 <= c1 * 6 <= e - p: raise DecodeError(f'WriteTxnMarkersResponse: topics: count {c1}')
        o1.topics = l1 = []
        for _ in range(c1):
            o2 = new(WriteTxnMarkersResponse_WritableTxnMarkerTopicResult)
            n, = U_h(b, p)
            p += 2
            if n < 0: raise DecodeError(f'WriteTxnMarkersResponse: name: length {n}')
            q = p + n
            o2.name = b[p:q].decode()
            p = q
            c2, = U_i(b, p)
            p += 4
            if not 0 <= c2 * 6 <= e - p: raise DecodeError(f'WriteTxnMarkersResponse: partitions: count {c2}')
            o2.partitions = l2 = []
            q = p + c2 * 6
            for v0, v1 in I_ih(b[p:q]):
                o3 = new(WriteTxnMarkersResponse_WritableTxnMarkerPartitionResult)
                o3.partition_index = v0
                o3.error_code = v1
                o3.unknown_tagged_fields = ()
                l2.append(o3)
            p = q
            o2.unknown_tagged_fields = ()
            l1.append(o2)
        o1.unknown_tagged_fields = ()
        l0.append(o1)
    o0.unknown_tagged_fields = ()
    return o0, p

def decode_write_txn_markers_response_v1(b, p):
    e = len(b)
    o0 = new_message(WriteTxnMarkersResponse)
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 10 <= e - p: raise DecodeError(f'WriteTxnMarkersResponse: markers: count {c0}')
    o0.markers = l0 = []
    for _ in range(c0):
        o1 = new(WriteTxnMarkersResponse_WritableTxnMarkerResult)
        o1.producer_id, c1 = U_qB(b, p)
        p += 9
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 3 <= e - p: raise DecodeError(f'WriteTxnMarkersResponse: topics: count {c1}')
        o1.topics = l1 = []
        for _ in range(c1):
            o2 = new(WriteTxnMarkersResponse_WritableTxnMarkerTopicResult)
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'WriteTxnMarkersResponse: name: length {n}')
            q = p + n - 1
            o2.name = b[p:q].decode()
            p = q
            c2 = b[p]
            p += 1
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if not 0 <= c2 * 7 <= e - p: raise DecodeError(f'WriteTxnMarkersResponse: partitions: count {c2}')
            o2.partitions = l2 = []
            for _ in range(c2):
                o3 = new(WriteTxnMarkersResponse_WritableTxnMarkerPartitionResult)
                o3.partition_index, o3.error_code, t = U_ihB(b, p)
                p += 7
                if t: o3.unknown_tagged_fields, p = read_tags(b, p - 1)
                else: o3.unknown_tagged_fields = ()
                l2.append(o3)
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

WriteTxnMarkersResponse.DECODERS = (
    decode_write_txn_markers_response_v0,
    decode_write_txn_markers_response_v1,
    decode_write_txn_markers_response_v1,
)

def encode_write_txn_markers_response_v0(o0, l, out):
    a = l.append
    if o0.unknown_tagged_fields: raise refuse(o0, 'unknown_tagged_fields')
    v0 = o0.markers
    n = len(v0)
    a(P_i(n))
    for o1 in v0:
        if o1.unknown_tagged_fields: raise refuse(o1, 'unknown_tagged_fields')
        v1 = o1.topics
        n = len(v1)
        a(P_qi(o1.producer_id, n))
        for o2 in v1:
            if o2.unknown_tagged_fields: raise refuse(o2, 'unknown_tagged_fields')
            v = o2.name.encode()
            n = len(v)
            a(P_h(n))
            a(v)
            v2 = o2.partitions
            n = len(v2)
            a(P_i(n))
            for o3 in v2:
                if o3.unknown_tagged_fields: raise refuse(o3, 'unknown_tagged_fields')
                a(P_ih(o3.partition_index, o3.error_code))

def encode_write_txn_markers_response_v1(o0, l, out):
    a = l.append
    v0 = o0.markers
    n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        v1 = o1.topics
        n = len(v1) + 1
        if n < 128: a(P_qB(o1.producer_id, n))
        else: a(P_q(o1.producer_id) + uvarint(n))
        for o2 in v1:
            v = o2.name.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            v2 = o2.partitions
            n = len(v2) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            for o3 in v2:
                if o3.unknown_tagged_fields:
                    a(P_ih(o3.partition_index, o3.error_code))
                    a(write_tags(o3.unknown_tagged_fields))
                else:
                    a(P_ihx(o3.partition_index, o3.error_code))
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

WriteTxnMarkersResponse.ENCODERS = (
    encode_write_txn_markers_response_v0,
    encode_write_txn_markers_response_v1,
    encode_write_txn_markers_response_v1,
)
