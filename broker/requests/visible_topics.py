"""The cluster's topics, as members of consumer groups subscribe to them (KIP-848): by name, or by regular expression.

    MetadataCache ─▶ VisibleTopics ─▶ group/consumer: id and number of partitions · what an expression matches

Expressions are RE2's, which takes time in proportion to what it reads, whatever a client sends. The library is imported
by the first expression; without it members that have one are refused, and told so.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from kavka.broker.group.consumer.topics import SubscribedTopic
from kavka.common.types import ZERO_TOPIC_ID
from kavka.protocol.errors import InvalidRegularExpression

if TYPE_CHECKING:
    from kavka.broker.cluster.metadata_cache import ClusterSnapshot

REGEX_CHARS_MAX: Final = 1_000
"""Letters of an expression; RE2 limits the memory of what it makes of them."""


class VisibleTopics:
    """The topics of one moment; see `kavka.broker.group.consumer.topics.Topics`.

    Args:
        snapshot: what the controller has said.
        version: of that.
        may_see: tells whether a topic may be matched by an expression of the sender.
    """

    __slots__ = ("_may_see", "_snapshot", "version")

    def __init__(self, snapshot: ClusterSnapshot, version: int, may_see: Callable[[str], bool]) -> None:
        self._snapshot = snapshot
        self._may_see = may_see
        self.version = version

    def find(self, name: str) -> SubscribedTopic | None:
        """Returns a topic; None where there is none, or it has no id."""
        state = self._snapshot.topics.get(name)
        if state is None or state.topic_id == ZERO_TOPIC_ID:
            return None
        return SubscribedTopic(state.topic_id, len(state.partitions))

    def matching(self, regex: str) -> frozenset[str]:
        """Returns the names of the topics that an expression matches as a whole.

        Raises:
            InvalidRegularExpression: it is none in RE2's syntax, or RE2 is not installed.
        """
        matcher = _compiled(regex)
        return frozenset(
            name for name in self._snapshot.topics if matcher.fullmatch(name) is not None and self._may_see(name)
        )


def _compiled(regex: str) -> Any:
    try:
        import re2
    except ImportError:
        raise InvalidRegularExpression(
            "this broker cannot read regular expressions: it needs the package google-re2 (pip install kavka[regex])"
        ) from None
    if len(regex) > REGEX_CHARS_MAX:
        raise InvalidRegularExpression(f"an expression of {len(regex)} letters: {REGEX_CHARS_MAX} are allowed")
    options = re2.Options()
    options.log_errors = False
    try:
        return re2.compile(regex, options)
    except re2.error as error:
        raise InvalidRegularExpression(f"{regex!r} is no regular expression in RE2's syntax: {_text(error)}") from None


def _text(error: Exception) -> str:
    said = error.args[0] if error.args else error
    return said.decode(errors="replace") if isinstance(said, bytes) else str(said)
