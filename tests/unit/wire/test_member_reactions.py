"""What a member does about every answer that a coordinator can give."""

from __future__ import annotations

import pytest

from kavka.protocol.errors import ErrorCode
from kavka.wire.member_reactions import Reaction, reaction_to, reaction_to_commit


@pytest.mark.parametrize(
    ("code", "reaction"),
    [
        (ErrorCode.NONE, Reaction.GO_ON),
        (ErrorCode.COORDINATOR_LOAD_IN_PROGRESS, Reaction.RETRY),
        (ErrorCode.COORDINATOR_NOT_AVAILABLE, Reaction.FIND),
        (ErrorCode.NOT_COORDINATOR, Reaction.FIND),
        (ErrorCode.REBALANCE_IN_PROGRESS, Reaction.REJOIN),
        (ErrorCode.MEMBER_ID_REQUIRED, Reaction.TAKE_ID),
        (ErrorCode.ILLEGAL_GENERATION, Reaction.LOSE_GENERATION),
        (ErrorCode.UNKNOWN_MEMBER_ID, Reaction.LOSE_MEMBER),
        (ErrorCode.FENCED_MEMBER_EPOCH, Reaction.LOSE_GENERATION),
    ],
)
def test_answers_with_a_way_on(code: ErrorCode, reaction: Reaction) -> None:
    assert reaction_to(int(code)) is reaction


def test_a_commit_hears_that_the_group_is_gone() -> None:
    assert reaction_to_commit(int(ErrorCode.GROUP_ID_NOT_FOUND)) is Reaction.LOSE_MEMBER
    assert reaction_to_commit(int(ErrorCode.REBALANCE_IN_PROGRESS)) is Reaction.REJOIN


def test_a_user_hears_of_everything_else() -> None:
    known = {0, 14, 15, 16, 22, 25, 27, 79, 110}
    for code in [*ErrorCode, 12345]:
        assert (reaction_to(int(code)) is Reaction.FAIL) is (int(code) not in known)
