"""The errors that a group's coordinator returns to a member, and the member's reactions. A table, no I/O.

    response ──▶ error code ──reaction_to──▶ Reaction ──▶ `membership` changes, or the request is repeated

A lost member must not touch its partitions any more; the user is notified of it apart from an orderly revocation.
"""

from __future__ import annotations

from enum import Enum
from types import MappingProxyType

from kavka.protocol.errors import ErrorCode


class Reaction(Enum):
    """What to do about a response."""

    GO_ON = "go on"
    RETRY = "retry"
    """The same again, after a pause."""
    FIND = "find"
    """The coordinator is elsewhere: look for it, then the same again."""
    REJOIN = "rejoin"
    """Join again, still a member: what it has may be kept until then."""
    TAKE_ID = "take id"
    """Join again at once with the member id in the response (KIP-394)."""
    LOSE_GENERATION = "lose generation"
    """The group went on without this member, which still knows its id."""
    LOSE_MEMBER = "lose member"
    """The coordinator does not know this member any more."""
    FAIL = "fail"
    """The user has to hear of it."""


_REACTIONS = MappingProxyType(
    {
        ErrorCode.NONE: Reaction.GO_ON,
        ErrorCode.COORDINATOR_LOAD_IN_PROGRESS: Reaction.RETRY,
        ErrorCode.COORDINATOR_NOT_AVAILABLE: Reaction.FIND,
        ErrorCode.NOT_COORDINATOR: Reaction.FIND,
        ErrorCode.REBALANCE_IN_PROGRESS: Reaction.REJOIN,
        ErrorCode.MEMBER_ID_REQUIRED: Reaction.TAKE_ID,
        ErrorCode.ILLEGAL_GENERATION: Reaction.LOSE_GENERATION,
        ErrorCode.UNKNOWN_MEMBER_ID: Reaction.LOSE_MEMBER,
        ErrorCode.FENCED_MEMBER_EPOCH: Reaction.LOSE_GENERATION,
    }
)


def reaction_to(code: int) -> Reaction:
    """Returns a member's reaction to an error of JoinGroup, SyncGroup, Heartbeat or ConsumerGroupHeartbeat.

    Codes outside the table are the user's to handle: FENCED_INSTANCE_ID (another member has the same instance id),
    INCONSISTENT_GROUP_PROTOCOL, GROUP_MAX_SIZE_REACHED, INVALID_SESSION_TIMEOUT, GROUP_AUTHORIZATION_FAILED,
    and of the consumer protocol UNRELEASED_INSTANCE_ID, UNSUPPORTED_ASSIGNOR, INVALID_REGULAR_EXPRESSION, ….
    """
    try:
        return _REACTIONS.get(ErrorCode(code), Reaction.FAIL)
    except ValueError:
        return Reaction.FAIL


def reaction_to_commit(code: int) -> Reaction:
    """Returns a member's reaction to an error of OffsetCommit or OffsetFetch.

    From OffsetCommit 9 on GROUP_ID_NOT_FOUND says that the group is gone, and the member with it (KIP-1319); in
    response to a heartbeat it says that the group is of another kind.
    """
    return Reaction.LOSE_MEMBER if code == ErrorCode.GROUP_ID_NOT_FOUND else reaction_to(code)
