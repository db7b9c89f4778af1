"""The cluster's topics, as members of groups subscribe to them (KIP-848, KIP-932): by name, or by regular expression.

    MetadataCache ─▶ VisibleTopics ─▶ group/consumer: id and number of partitions · what an expression matches

Expressions are RE2's (`kavka.common.patterns`), which takes time in proportion to what it reads, whoever sends it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from kavka.broker.group.consumer.topics import SubscribedTopic
from kavka.common.patterns import InvalidPattern, Pattern
from kavka.common.types import ZERO_TOPIC_ID
from kavka.protocol.errors import InvalidRegularExpression

if TYPE_CHECKING:
    from kavka.broker.cluster.metadata_cache import ClusterSnapshot, MetadataCache

REGEX_CHARS_MAX: Final = 1_000
"""Letters of an expression; what RE2 makes of them has a limit of its own."""


class VisibleTopics:
    """The topics of one moment; see `kavka.broker.group.consumer.topics.Topics`.

    Args:
        snapshot: what the controller has said.
        version: of that.
        may_see: tells whether a topic may be matched by an expression of the sender.
    """

    __slots__ = ("_matched", "_may_see", "_snapshot", "version")

    def __init__(self, snapshot: ClusterSnapshot, version: int, may_see: Callable[[str], bool]) -> None:
        self._snapshot = snapshot
        self._may_see = may_see
        self._matched: dict[str, frozenset[str]] = {}
        """What was matched already: a heartbeat asks whether an expression is one before it looks at the group's."""
        self.version = version

    @classmethod
    def by_name(cls, cache: MetadataCache) -> VisibleTopics:
        """Builds them for who names topics and has been asked about those already."""
        return cls(cache.snapshot, cache.topics_version, lambda _: True)

    def find(self, name: str) -> SubscribedTopic | None:
        """Returns a topic; None where there is none, or it has no id."""
        state = self._snapshot.topics.get(name)
        if state is None or state.topic_id == ZERO_TOPIC_ID:
            return None
        return SubscribedTopic(state.topic_id, len(state.partitions))

    def name_of(self, topic_id: bytes) -> str | None:
        """Returns a topic's name; None where there is none."""
        return self._snapshot.topic_names.get(topic_id)

    def matching(self, regex: str) -> frozenset[str]:
        """Returns the names of the topics that an expression matches as a whole.

        Raises:
            InvalidRegularExpression: it is none in RE2's syntax, or too long.
        """
        matched = self._matched.get(regex)
        if matched is None:
            pattern = _compiled(regex)
            matched = frozenset(name for name in self._snapshot.topics if pattern.matches(name) and self._may_see(name))
            self._matched[regex] = matched
        return matched


def _compiled(regex: str) -> Pattern:
    if len(regex) > REGEX_CHARS_MAX:
        raise InvalidRegularExpression(f"an expression of {len(regex)} letters: {REGEX_CHARS_MAX} are allowed")
    try:
        return Pattern(regex)
    except InvalidPattern as error:
        raise InvalidRegularExpression(f"{regex!r} is no regular expression in RE2's syntax: {error}") from None
