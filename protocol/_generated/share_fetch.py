"""Written by `make generate` from protocol/messages/share_fetch.py. Do not edit."""

from kavka.protocol.message import Message, Part
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import new, new_message, pack, read_tags, read_uvarint, refuse, unpack_from, uvarint
from kavka.protocol.wire import write_tags

class ShareFetchRequest(Message):
    __slots__ = ('group_id', 'member_id', 'share_session_epoch', 'max_wait_ms', 'min_bytes', 'max_bytes', 'max_records', 'batch_size', 'share_acquire_mode', 'is_renew_ack', 'topics', 'forgotten_topics_data', 'unknown_tagged_fields')
    API_KEY = 78
    MIN_VERSION = 1
    MAX_VERSION = 2
    FLEXIBLE_FROM = 0
    
    class AcknowledgementBatch(Part):
        __slots__ = ('first_offset', 'last_offset', 'acknowledge_types', 'unknown_tagged_fields')
        
        def __init__(self, first_offset=0, last_offset=0, acknowledge_types=EMPTY, unknown_tagged_fields=()):
            self.first_offset = first_offset
            self.last_offset = last_offset
            self.acknowledge_types = [] if acknowledge_types is EMPTY else acknowledge_types
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class FetchPartition(Part):
        __slots__ = ('partition_index', 'acknowledgement_batches', 'unknown_tagged_fields')
        
        def __init__(self, partition_index=0, acknowledgement_batches=EMPTY, unknown_tagged_fields=()):
            self.partition_index = partition_index
            self.acknowledgement_batches = [] if acknowledgement_batches is EMPTY else acknowledgement_batches
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class FetchTopic(Part):
        __slots__ = ('topic_id', 'partitions', 'unknown_tagged_fields')
        
        def __init__(self, topic_id=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', partitions=EMPTY, unknown_tagged_fields=()):
            self.topic_id = topic_id
            self.partitions = [] if partitions is EMPTY else partitions
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class ForgottenTopic(Part):
        __slots__ = ('topic_id', 'partitions', 'unknown_tagged_fields')
        
        def __init__(self, topic_id=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', partitions=EMPTY, unknown_tagged_fields=()):
            self.topic_id = topic_id
            self.partitions = [] if partitions is EMPTY else partitions
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, group_id=None, member_id='', share_session_epoch=0, max_wait_ms=0, min_bytes=0, max_bytes=2147483647, max_records=0, batch_size=0, share_acquire_mode=0, is_renew_ack=False, topics=EMPTY, forgotten_topics_data=EMPTY, unknown_tagged_fields=()):
        self.group_id = group_id
        self.member_id = member_id
        self.share_session_epoch = share_session_epoch
        self.max_wait_ms = max_wait_ms
        self.min_bytes = min_bytes
        self.max_bytes = max_bytes
        self.max_records = max_records
        self.batch_size = batch_size
        self.share_acquire_mode = share_acquire_mode
        self.is_renew_ack = is_renew_ack
        self.topics = [] if topics is EMPTY else topics
        self.forgotten_topics_data = [] if forgotten_topics_data is EMPTY else forgotten_topics_data
        self.unknown_tagged_fields = unknown_tagged_fields

ShareFetchRequest_AcknowledgementBatch = ShareFetchRequest.AcknowledgementBatch

ShareFetchRequest_FetchPartition = ShareFetchRequest.FetchPartition

ShareFetchRequest_FetchTopic = ShareFetchRequest.FetchTopic

ShareFetchRequest_ForgottenTopic = ShareFetchRequest.ForgottenTopic

class ShareFetchResponse(Message):
    __slots__ = ('throttle_time_ms', 'error_code', 'error_message', 'acquisition_lock_timeout_ms', 'responses', 'node_endpoints', 'unknown_tagged_fields')
    API_KEY = 78
    MIN_VERSION = 1
    MAX_VERSION = 2
    FLEXIBLE_FROM = 0
    
    class LeaderIdAndEpoch(Part):
        __slots__ = ('leader_id', 'leader_epoch', 'unknown_tagged_fields')
        
        def __init__(self, leader_id=0, leader_epoch=0, unknown_tagged_fields=()):
            self.leader_id = leader_id
            self.leader_epoch = leader_epoch
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class AcquiredRecords(Part):
        __slots__ = ('first_offset', 'last_offset', 'delivery_count', 'unknown_tagged_fields')
        
        def __init__(self, first_offset=0, last_offset=0, delivery_count=0, unknown_tagged_fields=()):
            self.first_offset = first_offset
            self.last_offset = last_offset
            self.delivery_count = delivery_count
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class PartitionData(Part):
        __slots__ = ('partition_index', 'error_code', 'error_message', 'acknowledge_error_code', 'acknowledge_error_message', 'current_leader', 'records', 'acquired_records', 'unknown_tagged_fields')
        
        def __init__(self, partition_index=0, error_code=0, error_message=None, acknowledge_error_code=0, acknowledge_error_message=None, current_leader=None, records=b'', acquired_records=EMPTY, unknown_tagged_fields=()):
            self.partition_index = partition_index
            self.error_code = error_code
            self.error_message = error_message
            self.acknowledge_error_code = acknowledge_error_code
            self.acknowledge_error_message = acknowledge_error_message
            self.current_leader = current_leader
            self.records = records
            self.acquired_records = [] if acquired_records is EMPTY else acquired_records
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class ShareFetchableTopicResponse(Part):
        __slots__ = ('topic_id', 'partitions', 'unknown_tagged_fields')
        
        def __init__(self, topic_id=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', partitions=EMPTY, unknown_tagged_fields=()):
            self.topic_id = topic_id
            self.partitions = [] if partitions is EMPTY else partitions
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class NodeEndpoint(Part):
        __slots__ = ('node_id', 'host', 'port', 'rack', 'unknown_tagged_fields')
        
        def __init__(self, node_id=0, host='', port=0, rack=None, unknown_tagged_fields=()):
            self.node_id = node_id
            self.host = host
            self.port = port
            self.rack = rack
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, throttle_time_ms=0, error_code=0, error_message=None, acquisition_lock_timeout_ms=0, responses=EMPTY, node_endpoints=EMPTY, unknown_tagged_fields=()):
        self.throttle_time_ms = throttle_time_ms
        self.error_code = error_code
        self.error_message = error_message
        self.acquisition_lock_timeout_ms = acquisition_lock_timeout_ms
        self.responses = [] if responses is EMPTY else responses
        self.node_endpoints = [] if node_endpoints is EMPTY else node_endpoints
        self.unknown_tagged_fields = unknown_tagged_fields

ShareFetchResponse_LeaderIdAndEpoch = ShareFetchResponse.LeaderIdAndEpoch

ShareFetchResponse_AcquiredRecords = ShareFetchResponse.AcquiredRecords

ShareFetchResponse_PartitionData = ShareFetchResponse.PartitionData

ShareFetchResponse_ShareFetchableTopicResponse = ShareFetchResponse.ShareFetchableTopicResponse

ShareFetchResponse_NodeEndpoint = ShareFetchResponse.NodeEndpoint

U_6iB = Struct('>6iB').unpack_from
U_16sB = Struct('>16sB').unpack_from
U_iB = Struct('>iB').unpack_from
U_2qB = Struct('>2qB').unpack_from
UNPACK_b = UNPACK['b']
UNPACK_i = UNPACK['i']
U_6ibTB = Struct('>6ib?B').unpack_from
P_6iB = Struct('>6iB').pack
P_6i = Struct('>6i').pack
P_16sB = Struct('>16sB').pack
P_16s = Struct('>16s').pack
P_iB = Struct('>iB').pack
P_i = Struct('>i').pack
P_2q = Struct('>2q').pack
F_nb = PackCache('>%db')
F_2qBnb = PackCache('>2qB%db')
F_nbx = PackCache('>%dbx')
F_2qBnbx = PackCache('>2qB%dbx')
F_ni = PackCache('>%di')
F_16sBni = PackCache('>16sB%di')
F_nix = PackCache('>%dix')
F_16sBnix = PackCache('>16sB%dix')
P_6ibTB = Struct('>6ib?B').pack
P_6ibT = Struct('>6ib?').pack
U_ihB = Struct('>ihB').unpack_from
U_hB = Struct('>hB').unpack_from
U_2iB = Struct('>2iB').unpack_from
U_2qhB = Struct('>2qhB').unpack_from
P_ihB = Struct('>ihB').pack
P_ih = Struct('>ih').pack
P_hB = Struct('>hB').pack
P_h = Struct('>h').pack
P_2i = Struct('>2i').pack
P_2ix = Struct('>2ix').pack
P_2B = Struct('>2B').pack
P_2qh = Struct('>2qh').pack
P_2qhx = Struct('>2qhx').pack

def decode_share_fetch_request_v1(b, p):
    e = len(b)
    o0 = new_message(ShareFetchRequest)
    o0.share_acquire_mode = 0
    o0.is_renew_ack = False
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n:
        q = p + n - 1
        o0.group_id = b[p:q].decode()
        p = q
    else:
        o0.group_id = None
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n:
        q = p + n - 1
        o0.member_id = b[p:q].decode()
        p = q
    else:
        o0.member_id = None
    o0.share_session_epoch, o0.max_wait_ms, o0.min_bytes, o0.max_bytes, o0.max_records, o0.batch_size, c0 = U_6iB(b, p)
    p += 25
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 18 <= e - p: raise DecodeError(f'ShareFetchRequest: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(ShareFetchRequest_FetchTopic)
        o1.topic_id, c1 = U_16sB(b, p)
        p += 17
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 6 <= e - p: raise DecodeError(f'ShareFetchRequest: partitions: count {c1}')
        o1.partitions = l1 = []
        for _ in range(c1):
            o2 = new(ShareFetchRequest_FetchPartition)
            o2.partition_index, c2 = U_iB(b, p)
            p += 5
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if not 0 <= c2 * 18 <= e - p: raise DecodeError(f'ShareFetchRequest: acknowledgement_batches: count {c2}')
            o2.acknowledgement_batches = l2 = []
            for _ in range(c2):
                o3 = new(ShareFetchRequest_AcknowledgementBatch)
                o3.first_offset, o3.last_offset, c3 = U_2qB(b, p)
                p += 17
                if c3 > 127: c3, p = read_uvarint(b, p - 1)
                c3 -= 1
                if 0 < c3 < 9: o3.acknowledge_types = [*UNPACK_b[c3](b, p)]; p += c3
                elif c3 == 0: o3.acknowledge_types = []
                else:
                    if not 0 <= c3 <= e - p: raise DecodeError(f'ShareFetchRequest: acknowledge_types: count {c3}')
                    o3.acknowledge_types = [*unpack_from(f'>{c3}b', b, p)]
                    p += c3
                t = b[p]
                p += 1
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
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 18 <= e - p: raise DecodeError(f'ShareFetchRequest: forgotten_topics_data: count {c0}')
    o0.forgotten_topics_data = l0 = []
    for _ in range(c0):
        o1 = new(ShareFetchRequest_ForgottenTopic)
        o1.topic_id, c1 = U_16sB(b, p)
        p += 17
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if 0 < c1 < 9: o1.partitions = [*UNPACK_i[c1](b, p)]; p += c1 * 4
        elif c1 == 0: o1.partitions = []
        else:
            if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'ShareFetchRequest: partitions: count {c1}')
            o1.partitions = [*unpack_from(f'>{c1}i', b, p)]
            p += c1 * 4
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

def decode_share_fetch_request_v2(b, p):
    e = len(b)
    o0 = new_message(ShareFetchRequest)
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n:
        q = p + n - 1
        o0.group_id = b[p:q].decode()
        p = q
    else:
        o0.group_id = None
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n:
        q = p + n - 1
        o0.member_id = b[p:q].decode()
        p = q
    else:
        o0.member_id = None
    o0.share_session_epoch, o0.max_wait_ms, o0.min_bytes, o0.max_bytes, o0.max_records, o0.batch_size, o0.share_acquire_mode, o0.is_renew_ack, c0 = U_6ibTB(b, p)
    p += 27
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 18 <= e - p: raise DecodeError(f'ShareFetchRequest: topics: count {c0}')
    o0.topics = l0 = []
    for _ in range(c0):
        o1 = new(ShareFetchRequest_FetchTopic)
        o1.topic_id, c1 = U_16sB(b, p)
        p += 17
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 6 <= e - p: raise DecodeError(f'ShareFetchRequest: partitions: count {c1}')
        o1.partitions = l1 = []
        for _ in range(c1):
            o2 = new(ShareFetchRequest_FetchPartition)
            o2.partition_index, c2 = U_iB(b, p)
            p += 5
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if not 0 <= c2 * 18 <= e - p: raise DecodeError(f'ShareFetchRequest: acknowledgement_batches: count {c2}')
            o2.acknowledgement_batches = l2 = []
            for _ in range(c2):
                o3 = new(ShareFetchRequest_AcknowledgementBatch)
                o3.first_offset, o3.last_offset, c3 = U_2qB(b, p)
                p += 17
                if c3 > 127: c3, p = read_uvarint(b, p - 1)
                c3 -= 1
                if 0 < c3 < 9: o3.acknowledge_types = [*UNPACK_b[c3](b, p)]; p += c3
                elif c3 == 0: o3.acknowledge_types = []
                else:
                    if not 0 <= c3 <= e - p: raise DecodeError(f'ShareFetchRequest: acknowledge_types: count {c3}')
                    o3.acknowledge_types = [*unpack_from(f'>{c3}b', b, p)]
                    p += c3
                t = b[p]
                p += 1
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
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 18 <= e - p: raise DecodeError(f'ShareFetchRequest: forgotten_topics_data: count {c0}')
    o0.forgotten_topics_data = l0 = []
    for _ in range(c0):
        o1 = new(ShareFetchRequest_ForgottenTopic)
        o1.topic_id, c1 = U_16sB(b, p)
        p += 17
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if 0 < c1 < 9: o1.partitions = [*UNPACK_i[c1](b, p)]; p += c1 * 4
        elif c1 == 0: o1.partitions = []
        else:
            if not 0 <= c1 * 4 <= e - p: raise DecodeError(f'ShareFetchRequest: partitions: count {c1}')
            o1.partitions = [*unpack_from(f'>{c1}i', b, p)]
            p += c1 * 4
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

ShareFetchRequest.DECODERS = (
    None,
    decode_share_fetch_request_v1,
    decode_share_fetch_request_v2,
)

def encode_share_fetch_request_v1(o0, l, out):
    a = l.append
    if o0.is_renew_ack: raise refuse(o0, 'is_renew_ack')
    v = o0.group_id
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v = o0.member_id
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v0 = o0.topics
    n = len(v0) + 1
    if n < 128: a(P_6iB(o0.share_session_epoch, o0.max_wait_ms, o0.min_bytes, o0.max_bytes, o0.max_records, o0.batch_size, n))
    else: a(P_6i(o0.share_session_epoch, o0.max_wait_ms, o0.min_bytes, o0.max_bytes, o0.max_records, o0.batch_size) + uvarint(n))
    for o1 in v0:
        if len(o1.topic_id) != 16: raise EncodeError(f'{o1.topic_id!r:.80} is not a uuid')
        v1 = o1.partitions
        n = len(v1) + 1
        if n < 128: a(P_16sB(o1.topic_id, n))
        else: a(P_16s(o1.topic_id) + uvarint(n))
        for o2 in v1:
            v2 = o2.acknowledgement_batches
            n = len(v2) + 1
            if n < 128: a(P_iB(o2.partition_index, n))
            else: a(P_i(o2.partition_index) + uvarint(n))
            for o3 in v2:
                s0 = o3.acknowledge_types
                n0 = len(s0)
                if o3.unknown_tagged_fields:
                    if n0 > 126:
                        a(P_2q(o3.first_offset, o3.last_offset))
                        a(uvarint(n0 + 1))
                        a(F_nb[n0](*s0))
                    else:
                        a(F_2qBnb[n0](o3.first_offset, o3.last_offset, n0 + 1, *s0))
                    a(write_tags(o3.unknown_tagged_fields))
                else:
                    if n0 > 126:
                        a(P_2q(o3.first_offset, o3.last_offset))
                        a(uvarint(n0 + 1))
                        a(F_nbx[n0](*s0))
                    else:
                        a(F_2qBnbx[n0](o3.first_offset, o3.last_offset, n0 + 1, *s0))
            if o2.unknown_tagged_fields:
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(b'\x00')
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    v0 = o0.forgotten_topics_data
    n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        if len(o1.topic_id) != 16: raise EncodeError(f'{o1.topic_id!r:.80} is not a uuid')
        s0 = o1.partitions
        n0 = len(s0)
        if o1.unknown_tagged_fields:
            if n0 > 126:
                a(P_16s(o1.topic_id))
                a(uvarint(n0 + 1))
                a(F_ni[n0](*s0))
            else:
                a(F_16sBni[n0](o1.topic_id, n0 + 1, *s0))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            if n0 > 126:
                a(P_16s(o1.topic_id))
                a(uvarint(n0 + 1))
                a(F_nix[n0](*s0))
            else:
                a(F_16sBnix[n0](o1.topic_id, n0 + 1, *s0))
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

def encode_share_fetch_request_v2(o0, l, out):
    a = l.append
    v = o0.group_id
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v = o0.member_id
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v0 = o0.topics
    n = len(v0) + 1
    if n < 128: a(P_6ibTB(o0.share_session_epoch, o0.max_wait_ms, o0.min_bytes, o0.max_bytes, o0.max_records, o0.batch_size, o0.share_acquire_mode, o0.is_renew_ack, n))
    else: a(P_6ibT(o0.share_session_epoch, o0.max_wait_ms, o0.min_bytes, o0.max_bytes, o0.max_records, o0.batch_size, o0.share_acquire_mode, o0.is_renew_ack) + uvarint(n))
    for o1 in v0:
        if len(o1.topic_id) != 16: raise EncodeError(f'{o1.topic_id!r:.80} is not a uuid')
        v1 = o1.partitions
        n = len(v1) + 1
        if n < 128: a(P_16sB(o1.topic_id, n))
        else: a(P_16s(o1.topic_id) + uvarint(n))
        for o2 in v1:
            v2 = o2.acknowledgement_batches
            n = len(v2) + 1
            if n < 128: a(P_iB(o2.partition_index, n))
            else: a(P_i(o2.partition_index) + uvarint(n))
            for o3 in v2:
                s0 = o3.acknowledge_types
                n0 = len(s0)
                if o3.unknown_tagged_fields:
                    if n0 > 126:
                        a(P_2q(o3.first_offset, o3.last_offset))
                        a(uvarint(n0 + 1))
                        a(F_nb[n0](*s0))
                    else:
                        a(F_2qBnb[n0](o3.first_offset, o3.last_offset, n0 + 1, *s0))
                    a(write_tags(o3.unknown_tagged_fields))
                else:
                    if n0 > 126:
                        a(P_2q(o3.first_offset, o3.last_offset))
                        a(uvarint(n0 + 1))
                        a(F_nbx[n0](*s0))
                    else:
                        a(F_2qBnbx[n0](o3.first_offset, o3.last_offset, n0 + 1, *s0))
            if o2.unknown_tagged_fields:
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(b'\x00')
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    v0 = o0.forgotten_topics_data
    n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        if len(o1.topic_id) != 16: raise EncodeError(f'{o1.topic_id!r:.80} is not a uuid')
        s0 = o1.partitions
        n0 = len(s0)
        if o1.unknown_tagged_fields:
            if n0 > 126:
                a(P_16s(o1.topic_id))
                a(uvarint(n0 + 1))
                a(F_ni[n0](*s0))
            else:
                a(F_16sBni[n0](o1.topic_id, n0 + 1, *s0))
            a(write_tags(o1.unknown_tagged_fields))
        else:
            if n0 > 126:
                a(P_16s(o1.topic_id))
                a(uvarint(n0 + 1))
                a(F_nix[n0](*s0))
            else:
                a(F_16sBnix[n0](o1.topic_id, n0 + 1, *s0))
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

ShareFetchRequest.ENCODERS = (
    None,
    encode_share_fetch_request_v1,
    encode_share_fetch_request_v2,
)

def decode_share_fetch_response_v1(b, p):
    e = len(b)
    m = memoryview(b)
    o0 = new_message(ShareFetchResponse)
    o0.throttle_time_ms, o0.error_code, n = U_ihB(b, p)
    p += 7
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n:
        q = p + n - 1
        o0.error_message = b[p:q].decode()
        p = q
    else:
        o0.error_message = None
    o0.acquisition_lock_timeout_ms, c0 = U_iB(b, p)
    p += 5
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 18 <= e - p: raise DecodeError(f'ShareFetchResponse: responses: count {c0}')
    o0.responses = l0 = []
    for _ in range(c0):
        o1 = new(ShareFetchResponse_ShareFetchableTopicResponse)
        o1.topic_id, c1 = U_16sB(b, p)
        p += 17
        if c1 > 127: c1, p = read_uvarint(b, p - 1)
        c1 -= 1
        if not 0 <= c1 * 22 <= e - p: raise DecodeError(f'ShareFetchResponse: partitions: count {c1}')
        o1.partitions = l1 = []
        for _ in range(c1):
            o2 = new(ShareFetchResponse_PartitionData)
            o2.partition_index, o2.error_code, n = U_ihB(b, p)
            p += 7
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n:
                q = p + n - 1
                o2.error_message = b[p:q].decode()
                p = q
            else:
                o2.error_message = None
            o2.acknowledge_error_code, n = U_hB(b, p)
            p += 3
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n:
                q = p + n - 1
                o2.acknowledge_error_message = b[p:q].decode()
                p = q
            else:
                o2.acknowledge_error_message = None
            o3 = new(ShareFetchResponse_LeaderIdAndEpoch)
            o3.leader_id, o3.leader_epoch, t = U_2iB(b, p)
            p += 9
            if t: o3.unknown_tagged_fields, p = read_tags(b, p - 1)
            else: o3.unknown_tagged_fields = ()
            o2.current_leader = o3
            n = b[p]
            p += 1
            if n > 127 and b[p] < 128: n += (b[p] << 7) - 128; p += 1
            elif n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'ShareFetchResponse: records: length {n}')
            q = p + n - 1
            o2.records = m[p:q]
            p = q
            c2 = b[p]
            p += 1
            if c2 > 127: c2, p = read_uvarint(b, p - 1)
            c2 -= 1
            if not 0 <= c2 * 19 <= e - p: raise DecodeError(f'ShareFetchResponse: acquired_records: count {c2}')
            o2.acquired_records = l2 = []
            for _ in range(c2):
                o3 = new(ShareFetchResponse_AcquiredRecords)
                o3.first_offset, o3.last_offset, o3.delivery_count, t = U_2qhB(b, p)
                p += 19
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
    c0 = b[p]
    p += 1
    if c0 > 127: c0, p = read_uvarint(b, p - 1)
    c0 -= 1
    if not 0 <= c0 * 11 <= e - p: raise DecodeError(f'ShareFetchResponse: node_endpoints: count {c0}')
    o0.node_endpoints = l0 = []
    for _ in range(c0):
        o1 = new(ShareFetchResponse_NodeEndpoint)
        o1.node_id, n = U_iB(b, p)
        p += 5
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'ShareFetchResponse: host: length {n}')
        q = p + n - 1
        o1.host = b[p:q].decode()
        p = q
        o1.port, n = U_iB(b, p)
        p += 5
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n:
            q = p + n - 1
            o1.rack = b[p:q].decode()
            p = q
        else:
            o1.rack = None
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

ShareFetchResponse.DECODERS = (
    None,
    decode_share_fetch_response_v1,
    decode_share_fetch_response_v1,
)

def encode_share_fetch_response_v1(o0, l, out):
    a = l.append
    v = o0.error_message
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(P_ihB(o0.throttle_time_ms, o0.error_code, n))
    else: a(P_ih(o0.throttle_time_ms, o0.error_code) + uvarint(n))
    a(v)
    v0 = o0.responses
    n = len(v0) + 1
    if n < 128: a(P_iB(o0.acquisition_lock_timeout_ms, n))
    else: a(P_i(o0.acquisition_lock_timeout_ms) + uvarint(n))
    for o1 in v0:
        if len(o1.topic_id) != 16: raise EncodeError(f'{o1.topic_id!r:.80} is not a uuid')
        v1 = o1.partitions
        n = len(v1) + 1
        if n < 128: a(P_16sB(o1.topic_id, n))
        else: a(P_16s(o1.topic_id) + uvarint(n))
        for o2 in v1:
            v = o2.error_message
            if v is None: v = b''; n = 0
            else: v = v.encode(); n = len(v) + 1
            if n < 128: a(P_ihB(o2.partition_index, o2.error_code, n))
            else: a(P_ih(o2.partition_index, o2.error_code) + uvarint(n))
            a(v)
            v = o2.acknowledge_error_message
            if v is None: v = b''; n = 0
            else: v = v.encode(); n = len(v) + 1
            if n < 128: a(P_hB(o2.acknowledge_error_code, n))
            else: a(P_h(o2.acknowledge_error_code) + uvarint(n))
            a(v)
            o3 = o2.current_leader
            if o3.unknown_tagged_fields:
                a(P_2i(o3.leader_id, o3.leader_epoch))
                a(write_tags(o3.unknown_tagged_fields))
            else:
                a(P_2ix(o3.leader_id, o3.leader_epoch))
            v = o2.records
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            elif n < 16384: a(P_2B(n & 127 | 128, n >> 7))
            else: a(uvarint(n))
            if n < VIEW_BYTES_MIN: a(v)
            else: out.append(b''.join(l)); l.clear(); out.append(v)
            v2 = o2.acquired_records
            n = len(v2) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            for o3 in v2:
                if o3.unknown_tagged_fields:
                    a(P_2qh(o3.first_offset, o3.last_offset, o3.delivery_count))
                    a(write_tags(o3.unknown_tagged_fields))
                else:
                    a(P_2qhx(o3.first_offset, o3.last_offset, o3.delivery_count))
            if o2.unknown_tagged_fields:
                a(write_tags(o2.unknown_tagged_fields))
            else:
                a(b'\x00')
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    v0 = o0.node_endpoints
    n = len(v0) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o1 in v0:
        v = o1.host.encode()
        n = len(v) + 1
        if n < 128: a(P_iB(o1.node_id, n))
        else: a(P_i(o1.node_id) + uvarint(n))
        a(v)
        v = o1.rack
        if v is None: v = b''; n = 0
        else: v = v.encode(); n = len(v) + 1
        if n < 128: a(P_iB(o1.port, n))
        else: a(P_i(o1.port) + uvarint(n))
        a(v)
        if o1.unknown_tagged_fields:
            a(write_tags(o1.unknown_tagged_fields))
        else:
            a(b'\x00')
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

ShareFetchResponse.ENCODERS = (
    None,
    encode_share_fetch_response_v1,
    encode_share_fetch_response_v1,
)
