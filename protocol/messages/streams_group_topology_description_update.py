"""StreamsGroupTopologyDescriptionUpdate (key 93): a member describes the nodes of its topology (KIP-1331).

A broker keeps that only by a plugin, and asks for it in a heartbeat; without one there is nothing to send.
"""

from __future__ import annotations

from kavka.protocol.generator.schema import INT8, INT16, INT32, STRING, Array, Field, Message, Struct

_NODE = Struct(
    "TopologyDescriptionNode",
    Field("name", STRING, "0+"),
    Field("node_type", INT8, "0+"),
    Field("source_topics", Array(STRING), "0+"),
    Field("sink_topic", STRING, "0+", nullable="0+", default=None),
    Field("stores", Array(STRING), "0+"),
    Field("successors", Array(STRING), "0+"),
)

_SUBTOPOLOGY = Struct(
    "TopologyDescriptionSubtopology",
    Field("subtopology_id", STRING, "0+"),
    Field("nodes", Array(_NODE), "0+"),
)

_GLOBAL_STORE = Struct(
    "TopologyDescriptionGlobalStore",
    Field("source", _NODE, "0+"),
    Field("processor", _NODE, "0+"),
)

_DESCRIPTION = Struct(
    "TopologyDescription",
    Field("subtopologies", Array(_SUBTOPOLOGY), "0+"),
    Field("global_stores", Array(_GLOBAL_STORE), "0+"),
)

REQUEST = Message(
    "StreamsGroupTopologyDescriptionUpdateRequest",
    Field("group_id", STRING, "0+"),
    Field("member_id", STRING, "0+"),
    Field("topology_epoch", INT32, "0+"),
    Field("topology_description", _DESCRIPTION, "0+"),
    api_key=93,
    versions="0",
    flexible="0+",
)

RESPONSE = Message(
    "StreamsGroupTopologyDescriptionUpdateResponse",
    Field("throttle_time_ms", INT32, "0+"),
    Field("error_code", INT16, "0+"),
    Field("error_message", STRING, "0+", nullable="0+", default=None),
    api_key=93,
    versions="0",
    flexible="0+",
)
