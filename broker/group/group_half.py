"""What the halves of groups of later types have in common: members by id, and what the log does not have of them yet.

    GroupMetadata ─▶ consumer, streams   StaticGroupHalf: members, some of them static
                  ─▶ share               GroupHalf: members
                        └─ unwritten ─▶ `consumer.writes`

Not here: epochs, targets and what a member is, which differ by type; groups of the classic protocol.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Generic, Protocol, TypeVar

from kavka.protocol.errors import FencedInstanceId, GroupMaxSizeReached, UnknownMemberId, UnreleasedInstanceId

M = TypeVar("M")
R = TypeVar("R")


class StaticMember(Protocol):
    """A member that may have a group instance id."""

    member_id: str

    @property
    def instance_id(self) -> str | None:
        """Returns it; None for a dynamic member."""


S = TypeVar("S", bound=StaticMember)


class GroupHalf(Generic[M, R]):
    """Members, and the records that have to be written of them; ids of records are of the type's own kind.

    Attributes:
        members: by member id.
        unwritten: the records that the log does not have as they are.
    """

    __slots__ = ("members", "unwritten")

    def __init__(self) -> None:
        self.members: dict[str, M] = {}
        self.unwritten: dict[R, None] = {}

    def known(self, member_id: str) -> M:
        """Finds a member.

        Raises:
            UnknownMemberId: there is none.
        """
        member = self.members.get(member_id)
        if member is None:
            raise UnknownMemberId(f"there is no member {member_id!r}")
        return member

    def check_room(self, size_max: int) -> None:
        """Checks that one more member may join.

        Raises:
            GroupMaxSizeReached: the group is full.
        """
        if len(self.members) >= size_max:
            raise GroupMaxSizeReached(f"the group has {len(self.members)} members, as many as it may")

    def take_unwritten(self) -> list[R]:
        """Returns the records that are to be written now."""
        ids = list(self.unwritten)
        self.unwritten.clear()
        return ids

    def note_again(self, ids: Iterable[R]) -> None:
        """Notes the records that could not be written."""
        self.unwritten.update(dict.fromkeys(ids))


class StaticGroupHalf(GroupHalf[S, R]):
    """The same, with static members.

    Invariant: every group instance id of `static_members` belongs to the member that it names.

    Attributes:
        static_members: member ids by group instance id.
    """

    __slots__ = ("static_members",)

    def __init__(self) -> None:
        super().__init__()
        self.static_members: dict[str, str] = {}

    def _enroll(self, member: S) -> None:
        """Takes in a member."""
        assert member.member_id not in self.members, f"{member.member_id} is a member already"
        self.members[member.member_id] = member
        if member.instance_id is not None:
            self.static_members[member.instance_id] = member.member_id

    def _strike(self, member: S) -> None:
        """Takes out a member. Of two with one instance id, as a damaged log may have them, the later one has it."""
        del self.members[member.member_id]
        if member.instance_id is not None and self.static_members.get(member.instance_id) == member.member_id:
            del self.static_members[member.instance_id]

    def static_member(self, instance_id: str) -> S | None:
        """Returns the member of a group instance id; None: there is none."""
        member_id = self.static_members.get(instance_id)
        return None if member_id is None else self.members[member_id]

    def known_by(self, member_id: str, instance_id: str | None) -> S:
        """Finds the member of these ids.

        Raises:
            UnknownMemberId, FencedInstanceId: it is none.
        """
        if instance_id is None:
            return self.known(member_id)
        member = self.static_member(instance_id)
        if member is None:
            raise UnknownMemberId(f"there is no member {member_id!r}")
        if member.member_id != member_id:
            raise FencedInstanceId(f"instance id {instance_id!r} is that of member {member.member_id}")
        return member

    def known_to_join(
        self, member_id: str, instance_id: str | None, *, is_released: Callable[[S], bool], size_max: int
    ) -> S | None:
        """Finds the member that joins again, or whose next life joins; None: a new one.

        Args:
            member_id: of who joins.
            instance_id: likewise; None: it is no static member.
            is_released: tells whether a static member may be replaced.
            size_max: members that there may be.

        Raises:
            UnreleasedInstanceId, FencedInstanceId: another member has one of the ids.
            GroupMaxSizeReached: there is no room for a new one.
        """
        known = None if instance_id is None else self.static_member(instance_id)
        if known is not None and known.member_id != member_id and not is_released(known):
            raise UnreleasedInstanceId(f"instance id {instance_id!r} is that of member {known.member_id}")
        named = self.members.get(member_id)
        if named is not None and named is not known and named.instance_id != instance_id:
            raise FencedInstanceId(f"member {named.member_id} has instance id {named.instance_id!r}")
        known = known or named
        if known is None:
            self.check_room(size_max)
        return known
