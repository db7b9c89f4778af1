"""Written by `make generate` from protocol/messages/streams_group_topology_description_update.py. Do not edit."""

from kavka.protocol.message import Message, Part
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import new, new_message, pack, read_tags, read_uvarint, refuse, unpack_from, uvarint
from kavka.protocol.wire import write_tags

class StreamsGroupTopologyDescriptionUpdateRequest(Message):
    __slots__ = ('group_id', 'member_id', 'topology_epoch', 'topology_description', 'unknown_tagged_fields')
    API_KEY = 93
    MIN_VERSION = 0
    MAX_VERSION = 0
    FLEXIBLE_FROM = 0
    
    class TopologyDescriptionNode(Part):
        __slots__ = ('name', 'node_type', 'source_topics', 'sink_topic', 'stores', 'successors', 'unknown_tagged_fields')
        
        def __init__(self, name='', node_type=0, source_topics=EMPTY, sink_topic=None, stores=EMPTY, successors=EMPTY, unknown_tagged_fields=()):
            self.name = name
            self.node_type = node_type
            self.source_topics = [] if source_topics is EMPTY else source_topics
            self.sink_topic = sink_topic
            self.stores = [] if stores is EMPTY else stores
            self.successors = [] if successors is EMPTY else successors
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class TopologyDescriptionSubtopology(Part):
        __slots__ = ('subtopology_id', 'nodes', 'unknown_tagged_fields')
        
        def __init__(self, subtopology_id='', nodes=EMPTY, unknown_tagged_fields=()):
            self.subtopology_id = subtopology_id
            self.nodes = [] if nodes is EMPTY else nodes
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class TopologyDescriptionGlobalStore(Part):
        __slots__ = ('source', 'processor', 'unknown_tagged_fields')
        
        def __init__(self, source=None, processor=None, unknown_tagged_fields=()):
            self.source = source
            self.processor = processor
            self.unknown_tagged_fields = unknown_tagged_fields
    
    class TopologyDescription(Part):
        __slots__ = ('subtopologies', 'global_stores', 'unknown_tagged_fields')
        
        def __init__(self, subtopologies=EMPTY, global_stores=EMPTY, unknown_tagged_fields=()):
            self.subtopologies = [] if subtopologies is EMPTY else subtopologies
            self.global_stores = [] if global_stores is EMPTY else global_stores
            self.unknown_tagged_fields = unknown_tagged_fields
    
    def __init__(self, group_id='', member_id='', topology_epoch=0, topology_description=None, unknown_tagged_fields=()):
        self.group_id = group_id
        self.member_id = member_id
        self.topology_epoch = topology_epoch
        self.topology_description = topology_description
        self.unknown_tagged_fields = unknown_tagged_fields

StreamsGroupTopologyDescriptionUpdateRequest_TopologyDescriptionNode = StreamsGroupTopologyDescriptionUpdateRequest.TopologyDescriptionNode

StreamsGroupTopologyDescriptionUpdateRequest_TopologyDescriptionSubtopology = StreamsGroupTopologyDescriptionUpdateRequest.TopologyDescriptionSubtopology

StreamsGroupTopologyDescriptionUpdateRequest_TopologyDescriptionGlobalStore = StreamsGroupTopologyDescriptionUpdateRequest.TopologyDescriptionGlobalStore

StreamsGroupTopologyDescriptionUpdateRequest_TopologyDescription = StreamsGroupTopologyDescriptionUpdateRequest.TopologyDescription

class StreamsGroupTopologyDescriptionUpdateResponse(Message):
    __slots__ = ('throttle_time_ms', 'error_code', 'error_message', 'unknown_tagged_fields')
    API_KEY = 93
    MIN_VERSION = 0
    MAX_VERSION = 0
    FLEXIBLE_FROM = 0
    
    def __init__(self, throttle_time_ms=0, error_code=0, error_message=None, unknown_tagged_fields=()):
        self.throttle_time_ms = throttle_time_ms
        self.error_code = error_code
        self.error_message = error_message
        self.unknown_tagged_fields = unknown_tagged_fields

U_i = Struct('>i').unpack_from
U_bB = Struct('>bB').unpack_from
P_iB = Struct('>iB').pack
P_i = Struct('>i').pack
P_bB = Struct('>bB').pack
P_b = Struct('>b').pack
U_ihB = Struct('>ihB').unpack_from
P_ihB = Struct('>ihB').pack
P_ih = Struct('>ih').pack

def decode_streams_group_topology_description_update_request_v0(b, p):
    e = len(b)
    o0 = new_message(StreamsGroupTopologyDescriptionUpdateRequest)
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n < 1: raise DecodeError(f'StreamsGroupTopologyDescriptionUpdateRequest: group_id: length {n}')
    q = p + n - 1
    o0.group_id = b[p:q].decode()
    p = q
    n = b[p]
    p += 1
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n < 1: raise DecodeError(f'StreamsGroupTopologyDescriptionUpdateRequest: member_id: length {n}')
    q = p + n - 1
    o0.member_id = b[p:q].decode()
    p = q
    o0.topology_epoch, = U_i(b, p)
    p += 4
    o1 = new(StreamsGroupTopologyDescriptionUpdateRequest_TopologyDescription)
    c1 = b[p]
    p += 1
    if c1 > 127: c1, p = read_uvarint(b, p - 1)
    c1 -= 1
    if not 0 <= c1 * 3 <= e - p: raise DecodeError(f'StreamsGroupTopologyDescriptionUpdateRequest: subtopologies: count {c1}')
    o1.subtopologies = l1 = []
    for _ in range(c1):
        o2 = new(StreamsGroupTopologyDescriptionUpdateRequest_TopologyDescriptionSubtopology)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'StreamsGroupTopologyDescriptionUpdateRequest: subtopology_id: length {n}')
        q = p + n - 1
        o2.subtopology_id = b[p:q].decode()
        p = q
        c2 = b[p]
        p += 1
        if c2 > 127: c2, p = read_uvarint(b, p - 1)
        c2 -= 1
        if not 0 <= c2 * 7 <= e - p: raise DecodeError(f'StreamsGroupTopologyDescriptionUpdateRequest: nodes: count {c2}')
        o2.nodes = l2 = []
        for _ in range(c2):
            o3 = new(StreamsGroupTopologyDescriptionUpdateRequest_TopologyDescriptionNode)
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'StreamsGroupTopologyDescriptionUpdateRequest: name: length {n}')
            q = p + n - 1
            o3.name = b[p:q].decode()
            p = q
            o3.node_type, c3 = U_bB(b, p)
            p += 2
            if c3 > 127: c3, p = read_uvarint(b, p - 1)
            c3 -= 1
            if not 0 <= c3 <= e - p: raise DecodeError(f'StreamsGroupTopologyDescriptionUpdateRequest: source_topics: count {c3}')
            o3.source_topics = l3 = []
            for _ in range(c3):
                n = b[p]
                p += 1
                if n > 127: n, p = read_uvarint(b, p - 1)
                if n < 1: raise DecodeError(f'StreamsGroupTopologyDescriptionUpdateRequest: element: length {n}')
                q = p + n - 1
                v = b[p:q].decode()
                p = q
                l3.append(v)
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n:
                q = p + n - 1
                o3.sink_topic = b[p:q].decode()
                p = q
            else:
                o3.sink_topic = None
            c3 = b[p]
            p += 1
            if c3 > 127: c3, p = read_uvarint(b, p - 1)
            c3 -= 1
            if not 0 <= c3 <= e - p: raise DecodeError(f'StreamsGroupTopologyDescriptionUpdateRequest: stores: count {c3}')
            o3.stores = l3 = []
            for _ in range(c3):
                n = b[p]
                p += 1
                if n > 127: n, p = read_uvarint(b, p - 1)
                if n < 1: raise DecodeError(f'StreamsGroupTopologyDescriptionUpdateRequest: element: length {n}')
                q = p + n - 1
                v = b[p:q].decode()
                p = q
                l3.append(v)
            c3 = b[p]
            p += 1
            if c3 > 127: c3, p = read_uvarint(b, p - 1)
            c3 -= 1
            if not 0 <= c3 <= e - p: raise DecodeError(f'StreamsGroupTopologyDescriptionUpdateRequest: successors: count {c3}')
            o3.successors = l3 = []
            for _ in range(c3):
                n = b[p]
                p += 1
                if n > 127: n, p = read_uvarint(b, p - 1)
                if n < 1: raise DecodeError(f'StreamsGroupTopologyDescriptionUpdateRequest: element: length {n}')
                q = p + n - 1
                v = b[p:q].decode()
                p = q
                l3.append(v)
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
    c1 = b[p]
    p += 1
    if c1 > 127: c1, p = read_uvarint(b, p - 1)
    c1 -= 1
    if not 0 <= c1 * 15 <= e - p: raise DecodeError(f'StreamsGroupTopologyDescriptionUpdateRequest: global_stores: count {c1}')
    o1.global_stores = l1 = []
    for _ in range(c1):
        o2 = new(StreamsGroupTopologyDescriptionUpdateRequest_TopologyDescriptionGlobalStore)
        o3 = new(StreamsGroupTopologyDescriptionUpdateRequest_TopologyDescriptionNode)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'StreamsGroupTopologyDescriptionUpdateRequest: name: length {n}')
        q = p + n - 1
        o3.name = b[p:q].decode()
        p = q
        o3.node_type, c3 = U_bB(b, p)
        p += 2
        if c3 > 127: c3, p = read_uvarint(b, p - 1)
        c3 -= 1
        if not 0 <= c3 <= e - p: raise DecodeError(f'StreamsGroupTopologyDescriptionUpdateRequest: source_topics: count {c3}')
        o3.source_topics = l3 = []
        for _ in range(c3):
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'StreamsGroupTopologyDescriptionUpdateRequest: element: length {n}')
            q = p + n - 1
            v = b[p:q].decode()
            p = q
            l3.append(v)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n:
            q = p + n - 1
            o3.sink_topic = b[p:q].decode()
            p = q
        else:
            o3.sink_topic = None
        c3 = b[p]
        p += 1
        if c3 > 127: c3, p = read_uvarint(b, p - 1)
        c3 -= 1
        if not 0 <= c3 <= e - p: raise DecodeError(f'StreamsGroupTopologyDescriptionUpdateRequest: stores: count {c3}')
        o3.stores = l3 = []
        for _ in range(c3):
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'StreamsGroupTopologyDescriptionUpdateRequest: element: length {n}')
            q = p + n - 1
            v = b[p:q].decode()
            p = q
            l3.append(v)
        c3 = b[p]
        p += 1
        if c3 > 127: c3, p = read_uvarint(b, p - 1)
        c3 -= 1
        if not 0 <= c3 <= e - p: raise DecodeError(f'StreamsGroupTopologyDescriptionUpdateRequest: successors: count {c3}')
        o3.successors = l3 = []
        for _ in range(c3):
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'StreamsGroupTopologyDescriptionUpdateRequest: element: length {n}')
            q = p + n - 1
            v = b[p:q].decode()
            p = q
            l3.append(v)
        t = b[p]
        p += 1
        if t: o3.unknown_tagged_fields, p = read_tags(b, p - 1)
        else: o3.unknown_tagged_fields = ()
        o2.source = o3
        o3 = new(StreamsGroupTopologyDescriptionUpdateRequest_TopologyDescriptionNode)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n < 1: raise DecodeError(f'StreamsGroupTopologyDescriptionUpdateRequest: name: length {n}')
        q = p + n - 1
        o3.name = b[p:q].decode()
        p = q
        o3.node_type, c3 = U_bB(b, p)
        p += 2
        if c3 > 127: c3, p = read_uvarint(b, p - 1)
        c3 -= 1
        if not 0 <= c3 <= e - p: raise DecodeError(f'StreamsGroupTopologyDescriptionUpdateRequest: source_topics: count {c3}')
        o3.source_topics = l3 = []
        for _ in range(c3):
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'StreamsGroupTopologyDescriptionUpdateRequest: element: length {n}')
            q = p + n - 1
            v = b[p:q].decode()
            p = q
            l3.append(v)
        n = b[p]
        p += 1
        if n > 127: n, p = read_uvarint(b, p - 1)
        if n:
            q = p + n - 1
            o3.sink_topic = b[p:q].decode()
            p = q
        else:
            o3.sink_topic = None
        c3 = b[p]
        p += 1
        if c3 > 127: c3, p = read_uvarint(b, p - 1)
        c3 -= 1
        if not 0 <= c3 <= e - p: raise DecodeError(f'StreamsGroupTopologyDescriptionUpdateRequest: stores: count {c3}')
        o3.stores = l3 = []
        for _ in range(c3):
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'StreamsGroupTopologyDescriptionUpdateRequest: element: length {n}')
            q = p + n - 1
            v = b[p:q].decode()
            p = q
            l3.append(v)
        c3 = b[p]
        p += 1
        if c3 > 127: c3, p = read_uvarint(b, p - 1)
        c3 -= 1
        if not 0 <= c3 <= e - p: raise DecodeError(f'StreamsGroupTopologyDescriptionUpdateRequest: successors: count {c3}')
        o3.successors = l3 = []
        for _ in range(c3):
            n = b[p]
            p += 1
            if n > 127: n, p = read_uvarint(b, p - 1)
            if n < 1: raise DecodeError(f'StreamsGroupTopologyDescriptionUpdateRequest: element: length {n}')
            q = p + n - 1
            v = b[p:q].decode()
            p = q
            l3.append(v)
        t = b[p]
        p += 1
        if t: o3.unknown_tagged_fields, p = read_tags(b, p - 1)
        else: o3.unknown_tagged_fields = ()
        o2.processor = o3
        t = b[p]
        p += 1
        if t: o2.unknown_tagged_fields, p = read_tags(b, p - 1)
        else: o2.unknown_tagged_fields = ()
        l1.append(o2)
    t = b[p]
    p += 1
    if t: o1.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o1.unknown_tagged_fields = ()
    o0.topology_description = o1
    t = b[p]
    p += 1
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

StreamsGroupTopologyDescriptionUpdateRequest.DECODERS = (
    decode_streams_group_topology_description_update_request_v0,
)

def encode_streams_group_topology_description_update_request_v0(o0, l, out):
    a = l.append
    v = o0.group_id.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    v = o0.member_id.encode()
    n = len(v) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    a(v)
    o1 = o0.topology_description
    v1 = o1.subtopologies
    n = len(v1) + 1
    if n < 128: a(P_iB(o0.topology_epoch, n))
    else: a(P_i(o0.topology_epoch) + uvarint(n))
    for o2 in v1:
        v = o2.subtopology_id.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v2 = o2.nodes
        n = len(v2) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o3 in v2:
            v = o3.name.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            v3 = o3.source_topics
            n = len(v3) + 1
            if n < 128: a(P_bB(o3.node_type, n))
            else: a(P_b(o3.node_type) + uvarint(n))
            for o4 in v3:
                v = o4.encode()
                n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
            v = o3.sink_topic
            if v is None: v = b''; n = 0
            else: v = v.encode(); n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
            v3 = o3.stores
            n = len(v3) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            for o4 in v3:
                v = o4.encode()
                n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
            v3 = o3.successors
            n = len(v3) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            for o4 in v3:
                v = o4.encode()
                n = len(v) + 1
                if n < 128: a(BYTE[n])
                else: a(uvarint(n))
                a(v)
            if o3.unknown_tagged_fields:
                a(write_tags(o3.unknown_tagged_fields))
            else:
                a(b'\x00')
        if o2.unknown_tagged_fields:
            a(write_tags(o2.unknown_tagged_fields))
        else:
            a(b'\x00')
    v1 = o1.global_stores
    n = len(v1) + 1
    if n < 128: a(BYTE[n])
    else: a(uvarint(n))
    for o2 in v1:
        o3 = o2.source
        v = o3.name.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v3 = o3.source_topics
        n = len(v3) + 1
        if n < 128: a(P_bB(o3.node_type, n))
        else: a(P_b(o3.node_type) + uvarint(n))
        for o4 in v3:
            v = o4.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
        v = o3.sink_topic
        if v is None: v = b''; n = 0
        else: v = v.encode(); n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v3 = o3.stores
        n = len(v3) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o4 in v3:
            v = o4.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
        v3 = o3.successors
        n = len(v3) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o4 in v3:
            v = o4.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
        if o3.unknown_tagged_fields:
            a(write_tags(o3.unknown_tagged_fields))
        else:
            a(b'\x00')
        o3 = o2.processor
        v = o3.name.encode()
        n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v3 = o3.source_topics
        n = len(v3) + 1
        if n < 128: a(P_bB(o3.node_type, n))
        else: a(P_b(o3.node_type) + uvarint(n))
        for o4 in v3:
            v = o4.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
        v = o3.sink_topic
        if v is None: v = b''; n = 0
        else: v = v.encode(); n = len(v) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        a(v)
        v3 = o3.stores
        n = len(v3) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o4 in v3:
            v = o4.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
        v3 = o3.successors
        n = len(v3) + 1
        if n < 128: a(BYTE[n])
        else: a(uvarint(n))
        for o4 in v3:
            v = o4.encode()
            n = len(v) + 1
            if n < 128: a(BYTE[n])
            else: a(uvarint(n))
            a(v)
        if o3.unknown_tagged_fields:
            a(write_tags(o3.unknown_tagged_fields))
        else:
            a(b'\x00')
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

StreamsGroupTopologyDescriptionUpdateRequest.ENCODERS = (
    encode_streams_group_topology_description_update_request_v0,
)

def decode_streams_group_topology_description_update_response_v0(b, p):
    e = len(b)
    o0 = new_message(StreamsGroupTopologyDescriptionUpdateResponse)
    o0.throttle_time_ms, o0.error_code, n = U_ihB(b, p)
    p += 7
    if n > 127: n, p = read_uvarint(b, p - 1)
    if n:
        q = p + n - 1
        o0.error_message = b[p:q].decode()
        p = q
    else:
        o0.error_message = None
    t = b[p]
    p += 1
    if t: o0.unknown_tagged_fields, p = read_tags(b, p - 1)
    else: o0.unknown_tagged_fields = ()
    return o0, p

StreamsGroupTopologyDescriptionUpdateResponse.DECODERS = (
    decode_streams_group_topology_description_update_response_v0,
)

def encode_streams_group_topology_description_update_response_v0(o0, l, out):
    a = l.append
    v = o0.error_message
    if v is None: v = b''; n = 0
    else: v = v.encode(); n = len(v) + 1
    if n < 128: a(P_ihB(o0.throttle_time_ms, o0.error_code, n))
    else: a(P_ih(o0.throttle_time_ms, o0.error_code) + uvarint(n))
    a(v)
    if o0.unknown_tagged_fields:
        a(write_tags(o0.unknown_tagged_fields))
    else:
        a(b'\x00')

StreamsGroupTopologyDescriptionUpdateResponse.ENCODERS = (
    encode_streams_group_topology_description_update_response_v0,
)
