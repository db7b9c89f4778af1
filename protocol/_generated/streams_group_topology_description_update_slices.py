"""Written by `make generate` from protocol/messages/streams_group_topology_description_update.py. Do not edit."""

from kavka.protocol._generated.streams_group_topology_description_update import *
from kavka.protocol.wire import BYTE, EMPTY, PACK, UNPACK, VIEW_BYTES_MIN, DecodeError, EncodeError, PackCache, Struct
from kavka.protocol.wire import pack, read_uvarint, refuse, skip_tags, uvarint, write_tags


def scan_streams_group_topology_description_update_request_v0(b, p, w, out):
    e = len(b)
    n = 0
    y = w
    q = b[p]
    p += 1
    if q > 127: q, p = read_uvarint(b, p - 1)
    if q > 32768: raise DecodeError(f'StreamsGroupTopologyDescriptionUpdateRequest: group_id: length {q}')
    if q: p += q - 1
    else: raise DecodeError(f'StreamsGroupTopologyDescriptionUpdateRequest: group_id: length {q}')
    q = b[p]
    p += 1
    if q > 127: q, p = read_uvarint(b, p - 1)
    if q > 32768: raise DecodeError(f'StreamsGroupTopologyDescriptionUpdateRequest: member_id: length {q}')
    if q: p += q - 1
    else: raise DecodeError(f'StreamsGroupTopologyDescriptionUpdateRequest: member_id: length {q}')
    p += 4
    c11 = b[p]
    p += 1
    if c11 > 127: c11, p = read_uvarint(b, p - 1)
    c11 -= 1
    if not 0 <= c11 <= (e - p) // 3: raise DecodeError(f'StreamsGroupTopologyDescriptionUpdateRequest: topology_description.subtopologies: count {c11}')
    if c11 > 0:
        for _ in range(c11):
            n += 1
            if n >= y: y = n + w; yield n
            q = b[p]
            p += 1
            if q > 127: q, p = read_uvarint(b, p - 1)
            if q > 32768: raise DecodeError(f'StreamsGroupTopologyDescriptionUpdateRequest: topology_description.subtopologies.subtopology_id: length {q}')
            if q: p += q - 1
            else: raise DecodeError(f'StreamsGroupTopologyDescriptionUpdateRequest: topology_description.subtopologies.subtopology_id: length {q}')
            c12 = b[p]
            p += 1
            if c12 > 127: c12, p = read_uvarint(b, p - 1)
            c12 -= 1
            if not 0 <= c12 <= (e - p) // 7: raise DecodeError(f'StreamsGroupTopologyDescriptionUpdateRequest: topology_description.subtopologies.nodes: count {c12}')
            if c12 > 0:
                for _ in range(c12):
                    n += 1
                    if n >= y: y = n + w; yield n
                    q = b[p]
                    p += 1
                    if q > 127: q, p = read_uvarint(b, p - 1)
                    if q > 32768: raise DecodeError(f'StreamsGroupTopologyDescriptionUpdateRequest: topology_description.subtopologies.nodes.name: length {q}')
                    if q: p += q - 1
                    else: raise DecodeError(f'StreamsGroupTopologyDescriptionUpdateRequest: topology_description.subtopologies.nodes.name: length {q}')
                    p += 1
                    c13 = b[p]
                    p += 1
                    if c13 > 127: c13, p = read_uvarint(b, p - 1)
                    c13 -= 1
                    if not 0 <= c13 <= (e - p) // 1: raise DecodeError(f'StreamsGroupTopologyDescriptionUpdateRequest: topology_description.subtopologies.nodes.source_topics: count {c13}')
                    if c13 > 0:
                        for _ in range(c13):
                            n += 1
                            if n >= y: y = n + w; yield n
                            q = b[p]
                            p += 1
                            if q > 127: q, p = read_uvarint(b, p - 1)
                            if q > 32768: raise DecodeError(f'StreamsGroupTopologyDescriptionUpdateRequest: topology_description.subtopologies.nodes.source_topics: length {q}')
                            if q: p += q - 1
                            else: raise DecodeError(f'StreamsGroupTopologyDescriptionUpdateRequest: topology_description.subtopologies.nodes.source_topics: length {q}')
                    q = b[p]
                    p += 1
                    if q > 127: q, p = read_uvarint(b, p - 1)
                    if q > 32768: raise DecodeError(f'StreamsGroupTopologyDescriptionUpdateRequest: topology_description.subtopologies.nodes.sink_topic: length {q}')
                    if q: p += q - 1
                    c14 = b[p]
                    p += 1
                    if c14 > 127: c14, p = read_uvarint(b, p - 1)
                    c14 -= 1
                    if not 0 <= c14 <= (e - p) // 1: raise DecodeError(f'StreamsGroupTopologyDescriptionUpdateRequest: topology_description.subtopologies.nodes.stores: count {c14}')
                    if c14 > 0:
                        for _ in range(c14):
                            n += 1
                            if n >= y: y = n + w; yield n
                            q = b[p]
                            p += 1
                            if q > 127: q, p = read_uvarint(b, p - 1)
                            if q > 32768: raise DecodeError(f'StreamsGroupTopologyDescriptionUpdateRequest: topology_description.subtopologies.nodes.stores: length {q}')
                            if q: p += q - 1
                            else: raise DecodeError(f'StreamsGroupTopologyDescriptionUpdateRequest: topology_description.subtopologies.nodes.stores: length {q}')
                    c15 = b[p]
                    p += 1
                    if c15 > 127: c15, p = read_uvarint(b, p - 1)
                    c15 -= 1
                    if not 0 <= c15 <= (e - p) // 1: raise DecodeError(f'StreamsGroupTopologyDescriptionUpdateRequest: topology_description.subtopologies.nodes.successors: count {c15}')
                    if c15 > 0:
                        for _ in range(c15):
                            n += 1
                            if n >= y: y = n + w; yield n
                            q = b[p]
                            p += 1
                            if q > 127: q, p = read_uvarint(b, p - 1)
                            if q > 32768: raise DecodeError(f'StreamsGroupTopologyDescriptionUpdateRequest: topology_description.subtopologies.nodes.successors: length {q}')
                            if q: p += q - 1
                            else: raise DecodeError(f'StreamsGroupTopologyDescriptionUpdateRequest: topology_description.subtopologies.nodes.successors: length {q}')
                    if b[p]: n, p = skip_tags(b, p, n)
                    else: p += 1
            if b[p]: n, p = skip_tags(b, p, n)
            else: p += 1
    c16 = b[p]
    p += 1
    if c16 > 127: c16, p = read_uvarint(b, p - 1)
    c16 -= 1
    if not 0 <= c16 <= (e - p) // 15: raise DecodeError(f'StreamsGroupTopologyDescriptionUpdateRequest: topology_description.global_stores: count {c16}')
    if c16 > 0:
        for _ in range(c16):
            n += 1
            if n >= y: y = n + w; yield n
            q = b[p]
            p += 1
            if q > 127: q, p = read_uvarint(b, p - 1)
            if q > 32768: raise DecodeError(f'StreamsGroupTopologyDescriptionUpdateRequest: topology_description.global_stores.source.name: length {q}')
            if q: p += q - 1
            else: raise DecodeError(f'StreamsGroupTopologyDescriptionUpdateRequest: topology_description.global_stores.source.name: length {q}')
            p += 1
            c17 = b[p]
            p += 1
            if c17 > 127: c17, p = read_uvarint(b, p - 1)
            c17 -= 1
            if not 0 <= c17 <= (e - p) // 1: raise DecodeError(f'StreamsGroupTopologyDescriptionUpdateRequest: topology_description.global_stores.source.source_topics: count {c17}')
            if c17 > 0:
                for _ in range(c17):
                    n += 1
                    if n >= y: y = n + w; yield n
                    q = b[p]
                    p += 1
                    if q > 127: q, p = read_uvarint(b, p - 1)
                    if q > 32768: raise DecodeError(f'StreamsGroupTopologyDescriptionUpdateRequest: topology_description.global_stores.source.source_topics: length {q}')
                    if q: p += q - 1
                    else: raise DecodeError(f'StreamsGroupTopologyDescriptionUpdateRequest: topology_description.global_stores.source.source_topics: length {q}')
            q = b[p]
            p += 1
            if q > 127: q, p = read_uvarint(b, p - 1)
            if q > 32768: raise DecodeError(f'StreamsGroupTopologyDescriptionUpdateRequest: topology_description.global_stores.source.sink_topic: length {q}')
            if q: p += q - 1
            c18 = b[p]
            p += 1
            if c18 > 127: c18, p = read_uvarint(b, p - 1)
            c18 -= 1
            if not 0 <= c18 <= (e - p) // 1: raise DecodeError(f'StreamsGroupTopologyDescriptionUpdateRequest: topology_description.global_stores.source.stores: count {c18}')
            if c18 > 0:
                for _ in range(c18):
                    n += 1
                    if n >= y: y = n + w; yield n
                    q = b[p]
                    p += 1
                    if q > 127: q, p = read_uvarint(b, p - 1)
                    if q > 32768: raise DecodeError(f'StreamsGroupTopologyDescriptionUpdateRequest: topology_description.global_stores.source.stores: length {q}')
                    if q: p += q - 1
                    else: raise DecodeError(f'StreamsGroupTopologyDescriptionUpdateRequest: topology_description.global_stores.source.stores: length {q}')
            c19 = b[p]
            p += 1
            if c19 > 127: c19, p = read_uvarint(b, p - 1)
            c19 -= 1
            if not 0 <= c19 <= (e - p) // 1: raise DecodeError(f'StreamsGroupTopologyDescriptionUpdateRequest: topology_description.global_stores.source.successors: count {c19}')
            if c19 > 0:
                for _ in range(c19):
                    n += 1
                    if n >= y: y = n + w; yield n
                    q = b[p]
                    p += 1
                    if q > 127: q, p = read_uvarint(b, p - 1)
                    if q > 32768: raise DecodeError(f'StreamsGroupTopologyDescriptionUpdateRequest: topology_description.global_stores.source.successors: length {q}')
                    if q: p += q - 1
                    else: raise DecodeError(f'StreamsGroupTopologyDescriptionUpdateRequest: topology_description.global_stores.source.successors: length {q}')
            if b[p]: n, p = skip_tags(b, p, n)
            else: p += 1
            q = b[p]
            p += 1
            if q > 127: q, p = read_uvarint(b, p - 1)
            if q > 32768: raise DecodeError(f'StreamsGroupTopologyDescriptionUpdateRequest: topology_description.global_stores.processor.name: length {q}')
            if q: p += q - 1
            else: raise DecodeError(f'StreamsGroupTopologyDescriptionUpdateRequest: topology_description.global_stores.processor.name: length {q}')
            p += 1
            c20 = b[p]
            p += 1
            if c20 > 127: c20, p = read_uvarint(b, p - 1)
            c20 -= 1
            if not 0 <= c20 <= (e - p) // 1: raise DecodeError(f'StreamsGroupTopologyDescriptionUpdateRequest: topology_description.global_stores.processor.source_topics: count {c20}')
            if c20 > 0:
                for _ in range(c20):
                    n += 1
                    if n >= y: y = n + w; yield n
                    q = b[p]
                    p += 1
                    if q > 127: q, p = read_uvarint(b, p - 1)
                    if q > 32768: raise DecodeError(f'StreamsGroupTopologyDescriptionUpdateRequest: topology_description.global_stores.processor.source_topics: length {q}')
                    if q: p += q - 1
                    else: raise DecodeError(f'StreamsGroupTopologyDescriptionUpdateRequest: topology_description.global_stores.processor.source_topics: length {q}')
            q = b[p]
            p += 1
            if q > 127: q, p = read_uvarint(b, p - 1)
            if q > 32768: raise DecodeError(f'StreamsGroupTopologyDescriptionUpdateRequest: topology_description.global_stores.processor.sink_topic: length {q}')
            if q: p += q - 1
            c21 = b[p]
            p += 1
            if c21 > 127: c21, p = read_uvarint(b, p - 1)
            c21 -= 1
            if not 0 <= c21 <= (e - p) // 1: raise DecodeError(f'StreamsGroupTopologyDescriptionUpdateRequest: topology_description.global_stores.processor.stores: count {c21}')
            if c21 > 0:
                for _ in range(c21):
                    n += 1
                    if n >= y: y = n + w; yield n
                    q = b[p]
                    p += 1
                    if q > 127: q, p = read_uvarint(b, p - 1)
                    if q > 32768: raise DecodeError(f'StreamsGroupTopologyDescriptionUpdateRequest: topology_description.global_stores.processor.stores: length {q}')
                    if q: p += q - 1
                    else: raise DecodeError(f'StreamsGroupTopologyDescriptionUpdateRequest: topology_description.global_stores.processor.stores: length {q}')
            c22 = b[p]
            p += 1
            if c22 > 127: c22, p = read_uvarint(b, p - 1)
            c22 -= 1
            if not 0 <= c22 <= (e - p) // 1: raise DecodeError(f'StreamsGroupTopologyDescriptionUpdateRequest: topology_description.global_stores.processor.successors: count {c22}')
            if c22 > 0:
                for _ in range(c22):
                    n += 1
                    if n >= y: y = n + w; yield n
                    q = b[p]
                    p += 1
                    if q > 127: q, p = read_uvarint(b, p - 1)
                    if q > 32768: raise DecodeError(f'StreamsGroupTopologyDescriptionUpdateRequest: topology_description.global_stores.processor.successors: length {q}')
                    if q: p += q - 1
                    else: raise DecodeError(f'StreamsGroupTopologyDescriptionUpdateRequest: topology_description.global_stores.processor.successors: length {q}')
            if b[p]: n, p = skip_tags(b, p, n)
            else: p += 1
            if b[p]: n, p = skip_tags(b, p, n)
            else: p += 1
    if b[p]: n, p = skip_tags(b, p, n)
    else: p += 1
    if b[p]: n, p = skip_tags(b, p, n)
    else: p += 1
    if p > e: raise DecodeError(f'StreamsGroupTopologyDescriptionUpdateRequest: {p - e} bytes are missing')
    if n < 0: yield n
    return n, p

SCANNERS = (
    scan_streams_group_topology_description_update_request_v0,
)

PIECES = (
    None,
)
