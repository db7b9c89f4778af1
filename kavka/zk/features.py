"""/feature: which features a whole cluster has agreed to use, and in which versions (KIP-584).

    {"features":{},"version":1,"status":1}      written by a controller of 2.7 and later: feature versioning is on
    {"features":{},"version":1,"status":0}      it is off: the controller speaks an older inter.broker.protocol.version
    version 2                                   Kafka 3.3 and later; without min_version_level

The epoch of the features is the node's version. No Kafka with ZooKeeper has ever had a feature to put in; brokers here
have those that Kafka 4 brought (`SUPPORTED`), and say so in their registrations.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, NamedTuple, Self

from kavka.zk.znodes import ZNodeError, decode_json, encode_json

FEATURE: Final = "/feature"

ENABLED: Final = 1
DISABLED: Final = 0


class Levels(NamedTuple):
    """The versions of one feature that may be used, both included."""

    low: int
    high: int


TRANSACTION_VERSION: Final = "transaction.version"
"""1: records of `__transaction_state` have tags. 2: each transaction has an epoch of its own (KIP-890)."""

SUPPORTED: Final[Mapping[str, Levels]] = MappingProxyType({TRANSACTION_VERSION: Levels(0, 2)})
"""What brokers here support where `kavka.later.apis.enable` is on; level 0: the feature is not used."""

LOWEST_FINALIZED: Final = 1
"""A feature that is not used is not finalized."""

NO_FEATURES: Final[Mapping[str, Levels]] = MappingProxyType({})


def levels_of(registered: Mapping[str, Mapping[str, int]]) -> dict[str, Levels]:
    """Reads the features of a registration; one that says nothing that can be read counts as not supported."""
    return {
        name: Levels(limits["min_version"], limits["max_version"])
        for name, limits in registered.items()
        if isinstance(limits.get("min_version"), int) and isinstance(limits.get("max_version"), int)
    }


def registered_form(supported: Mapping[str, Levels]) -> dict[str, dict[str, int]]:
    """Returns the features as a registration has them."""
    return {name: {"min_version": levels.low, "max_version": levels.high} for name, levels in supported.items()}


def shared(of_brokers: Iterable[Mapping[str, Levels]], ours: Mapping[str, Levels]) -> dict[str, Levels]:
    """Returns what may be finalized: the highest level of each of our features that all brokers support."""
    found = dict(ours)
    for theirs in of_brokers:
        for name, levels in list(found.items()):
            other = theirs.get(name)
            if other is None:
                del found[name]
            else:
                found[name] = Levels(levels.low, min(levels.high, other.high))
    return {
        name: Levels(LOWEST_FINALIZED, levels.high)
        for name, levels in found.items()
        if levels.high >= max(LOWEST_FINALIZED, levels.low)
    }


def lacking(
    supported: Mapping[str, Levels], finalized: Mapping[str, Levels], names: Iterable[str]
) -> dict[str, Levels]:
    """Returns those of some features whose finalized level a broker does not support."""
    return {
        name: finalized[name]
        for name in names
        if name in finalized
        and (name not in supported or not supported[name].low <= finalized[name].high <= supported[name].high)
    }


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
