"""/feature: which features a whole cluster has agreed to use, and in which versions (KIP-584).

    {"features":{},"version":1,"status":1}      written by a controller of 2.7 and later: feature versioning is on
    {"features":{},"version":1,"status":0}      it is off: the controller speaks an older inter.broker.protocol.version
    version 2                                   Kafka 3.3 and later; without min_version_level

The epoch of the features is the node's version. No Kafka with ZooKeeper has ever had a feature to put in.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple, Self

from kavka.zk.znodes import ZNodeError, decode_json, encode_json

FEATURE: Final = "/feature"

ENABLED: Final = 1
DISABLED: Final = 0


class Levels(NamedTuple):
    """The versions of one feature that may be used, both included."""

    low: int
    high: int


@dataclass(frozen=True, slots=True)
class FeatureZNode:
    """The node's body."""

    features: Mapping[str, Levels] = field(default_factory=dict)
    is_enabled: bool = True
    version: int = 1

    def encode(self) -> bytes:
        """Encodes the JSON body, in the node's version."""
        features = {
            name: {"max_version_level": levels.high} | ({"min_version_level": levels.low} if self.version == 1 else {})
            for name, levels in self.features.items()
        }
        status = ENABLED if self.is_enabled else DISABLED
        return encode_json({"features": features, "version": self.version, "status": status})

    @classmethod
    def decode(cls, data: bytes) -> Self:
        """Reads a body of either version.

        Raises:
            ZNodeError: it is none.
        """
        body = decode_json(data, FEATURE)
        try:
            features = {
                name: Levels(int(levels.get("min_version_level", 1)), int(levels["max_version_level"]))
                for name, levels in (body.get("features") or {}).items()
            }
            return cls(features, int(body["status"]) == ENABLED, int(body["version"]))
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise ZNodeError(f"{FEATURE}: unexpected content ({error!r}) in {data[:200]!r}") from error
