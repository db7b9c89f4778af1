"""What members ask: join, sync, heartbeat, leave. Who may, in which state, and what they hear at once.

    join         Case A  no member id           A.1 dynamic, from version 4 on: an id, MEMBER_ID_REQUIRED (KIP-394)
                                                A.2 static and known: the former life is replaced, and fenced
                                                A.3 else: a new member
                 Case B  an id given out        a new member
                 Case C  a member's id          C.1 rebalancing already: it has joined again
                                                C.2 CompletingRebalance, same protocols: the response that it missed
                                                C.3 Stable, same protocols, not the leader: the same
                                                C.4 else: a rebalance
    sync         PreparingRebalance: join again · CompletingRebalance: wait; the leader's is written · Stable: at once
    heartbeat    alive; REBALANCE_IN_PROGRESS says: join again
    leave        of several at once, static ones by their instance id (KIP-345)

Everything is checked and done in one go; responses come through `rebalance`. Kafka's `GroupCoordinator`, whose order of
checks decides which error is seen first.
"""

from __future__ import annotations

import logging
import random
import uuid
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Final

from kavka.broker.group.group_metadata import GroupMetadata
from kavka.broker.group.member import (
    NO_MEMBER,
    JoinRequest,
    JoinResult,
    Member,
    MemberName,
    OnJoined,
    OnSynced,
    Protocols,
    SyncResult,
)
from kavka.broker.group.sessions import PENDING_MEMBERS_MAX
from kavka.broker.group.states import GroupState
from kavka.protocol.errors import CoordinatorLoadInProgress, ErrorCode, KafkaError

if TYPE_CHECKING:
    from kavka.broker.group.consumer.classic_requests import ClassicRequests
    from kavka.broker.group.group_config import GroupConfig
    from kavka.broker.group.group_store import GroupStore
    from kavka.broker.group.rebalance import Rebalances
    from kavka.broker.group.sessions import Sessions

_log = logging.getLogger(__name__)

_NOW_REBALANCING: Final = ErrorCode.REBALANCE_IN_PROGRESS

REASON_LENGTH_MAX: Final = 255
"""Of a client's reason, in letters, so much is logged; Kafka's clients send no more."""


class Membership:
    """Members' requests.

    Args:
        store: has the groups.
        rebalances: carries out what follows.
        sessions: times out members.
        config: the limits that hold now.
        classic_requests: returns what does what is asked of consumer groups (KIP-848).
        rng: for member ids.
    """

    __slots__ = ("_classic_requests", "_config", "_rebalances", "_rng", "_sessions", "_store")

    def __init__(
        self,
        *,
        store: GroupStore,
        rebalances: Rebalances,
        sessions: Sessions,
        config: Callable[[], GroupConfig],
        classic_requests: Callable[[], ClassicRequests],
        rng: random.Random,
    ) -> None:
        self._classic_requests = classic_requests
        self._store = store
        self._rebalances = rebalances
        self._sessions = sessions
        self._config = config
        self._rng = rng

    # ---- joining --------------------------------------------------------------------------------------------------

    def join(self, request: JoinRequest, on_joined: OnJoined) -> None:
        """Joins a member; completes when the rebalance has got everybody, or at once with an error."""
        with self._rebalances.acting():
            try:
                self._store.check(request.group_id)
            except KafkaError as refusal:
                self._refuse_join(request, on_joined, ErrorCode(refusal.code))
                return
            config = self._config()
            if not config.session_timeout_min_ms <= request.session_timeout_ms <= config.session_timeout_max_ms:
                self._refuse_join(request, on_joined, ErrorCode.INVALID_SESSION_TIMEOUT)
                return
            group = self._store.get(request.group_id)
            if group is None:
                if request.member_id != NO_MEMBER:
                    self._refuse_join(request, on_joined, ErrorCode.UNKNOWN_MEMBER_ID)
                    return
                group = self._store.create(request.group_id)
            if group.share is not None or (group.streams is not None and not group.is_empty):
                self._refuse_join(request, on_joined, ErrorCode.INCONSISTENT_GROUP_PROTOCOL)
                return
            if group.streams is not None:
                _leave_streams(group)
            try:
                error = self._join_either(group, request, on_joined)
            except KafkaError as refusal:
                error = ErrorCode(refusal.code)
            if error is not ErrorCode.NONE:
                self._refuse_join(request, on_joined, error)

    def _join_either(self, group: GroupMetadata, request: JoinRequest, on_joined: OnJoined) -> ErrorCode:
        """Joins a member to a group of either protocol; NONE: it waits, or has its response.

        Raises:
            KafkaError: the consumer group (KIP-848) refuses it.
        """
        if group.consumer is not None:
            self._classic_requests().give_way(group, request)
        if group.consumer is None:
            return self._join(group, request, on_joined)
        self._classic_requests().join(group, request, self._new_member_id, on_joined)
        return ErrorCode.NONE

    def _refuse_join(self, request: JoinRequest, on_joined: OnJoined, error: ErrorCode) -> None:
        self._rebalances.answer(on_joined, JoinResult(error, request.member_id))

    def _join(self, group: GroupMetadata, request: JoinRequest, on_joined: OnJoined) -> ErrorCode:
        """Joins a member to an existing group; NONE: it waits, or has its response."""
        if not self._has_room(group, request.member_id):
            self._forget_pending(group, request.member_id)
            return ErrorCode.GROUP_MAX_SIZE_REACHED
        if group.state is GroupState.Dead:
            return ErrorCode.COORDINATOR_NOT_AVAILABLE
        if not group.supports(request.protocol_type, request.protocols):
            return ErrorCode.INCONSISTENT_GROUP_PROTOCOL
        if request.member_id == NO_MEMBER:  # Case A
            return self._join_unknown(group, request, on_joined)
        if request.member_id in group.pending_members:  # Case B
            if request.group_instance_id is not None:
                return ErrorCode.UNKNOWN_MEMBER_ID  # such ids are given to dynamic members only
            self._add(group, request, request.member_id, on_joined)
            return ErrorCode.NONE
        error = group.validate(request.member_id, request.group_instance_id)
        if error is ErrorCode.NONE:  # Case C
            self._join_known(group, group.members[request.member_id], request, on_joined)
        return error

    def _has_room(self, group: GroupMetadata, member_id: str) -> bool:
        """Tells whether `group.max.size` lets a member in; members that have a place keep it."""
        size_max = self._config().group_size_max
        if group.state is GroupState.PreparingRebalance:
            # A race for the places: those who have joined have them, whoever was a member before.
            member = group.members.get(member_id)
            return (member is not None and member.awaiting_join is not None) or group.awaiting_join_count < size_max
        if group.state in (GroupState.CompletingRebalance, GroupState.Stable):
            return member_id in group.members or len(group.members) < size_max
        return True

    def _forget_pending(self, group: GroupMetadata, member_id: str) -> None:
        member = group.members.get(member_id)
        if member is not None:
            self._rebalances.remove(group, member, f"member {member_id} has lost the race for group.max.size")
        else:
            self._rebalances.remove_pending(group, member_id)

    def _join_unknown(self, group: GroupMetadata, request: JoinRequest, on_joined: OnJoined) -> ErrorCode:
        instance_id = request.group_instance_id
        member_id = self._new_member_id(request)
        if instance_id is None and request.is_id_required:  # A.1
            self._expect(group, member_id, request.session_timeout_ms)
            self._rebalances.answer(on_joined, JoinResult(ErrorCode.MEMBER_ID_REQUIRED, member_id))
        elif instance_id is not None and instance_id in group.static_members:  # A.2
            member = group.members[group.static_members[instance_id]]
            self._replace_static(group, member, member_id, request, on_joined)
        else:  # A.3
            self._add(group, request, member_id, on_joined)
        return ErrorCode.NONE

    def _new_member_id(self, request: JoinRequest) -> str:
        name = request.client_id if request.group_instance_id is None else request.group_instance_id
        return f"{name}-{uuid.UUID(int=self._rng.getrandbits(128), version=4)}"

    def _expect(self, group: GroupMetadata, member_id: str, timeout_ms: int) -> None:
        if len(group.pending_members) >= PENDING_MEMBERS_MAX:
            self._rebalances.remove_pending(group, next(iter(group.pending_members)))
        group.pending_members[member_id] = None
        self._sessions.expect(group, member_id, timeout_ms)

    def _add(self, group: GroupMetadata, request: JoinRequest, member_id: str, on_joined: OnJoined) -> None:
        member = Member(
            member_id=member_id,
            group_instance_id=request.group_instance_id,
            client_id=request.client_id,
            client_host=request.client_host,
            rebalance_timeout_ms=request.rebalance_timeout_ms,
            session_timeout_ms=request.session_timeout_ms,
            protocol_type=request.protocol_type,
            protocols=request.protocols,
            awaiting_join=on_joined,
        )
        self._rebalances.add(group, member, f"member {member_id} joins{_saying(request.reason)}")

    def _join_known(self, group: GroupMetadata, member: Member, request: JoinRequest, on_joined: OnJoined) -> None:
        is_same = member.protocols == request.protocols
        is_leader = member.member_id == group.leader_id
        missed = is_same and (
            group.state is GroupState.CompletingRebalance  # C.2
            or (group.state is GroupState.Stable and not is_leader)  # C.3
        )
        if missed:
            result = self._rebalances.joined(group, member)
            if group.state is GroupState.Stable:
                result = result._replace(members=[])
            self._rebalances.answer(on_joined, result)
            return
        self._update(group, member, request, on_joined)  # C.1, C.4
        who = "the leader" if is_leader else "member"
        self._rebalances.maybe_prepare(group, f"{who} {member.member_id} joins again{_saying(request.reason)}")

    def _update(self, group: GroupMetadata, member: Member, request: JoinRequest, on_joined: OnJoined) -> None:
        group.update_protocols(member, request.protocols)
        member.rebalance_timeout_ms = request.rebalance_timeout_ms
        member.session_timeout_ms = request.session_timeout_ms
        self._rebalances.await_join(group, member, on_joined)

    def _replace_static(
        self, group: GroupMetadata, member: Member, member_id: str, request: JoinRequest, on_joined: OnJoined
    ) -> None:
        """Replaces a restarted static member's id; where nothing changes for the others, without a rebalance."""
        former_leader = group.leader_id or NO_MEMBER
        former = (member.member_id, member.protocols, member.rebalance_timeout_ms, member.session_timeout_ms)
        self._fence(group, member)
        group.replace_static(member, member_id)
        self._update(group, member, request, on_joined)
        self._sessions.restart(group, member)
        if group.state is GroupState.CompletingRebalance:
            # The leader may be assigning to the former id right now.
            self._rebalances.prepare(group, f"static member {member_id} joins again{_saying(request.reason)}")
        elif group.state is GroupState.Stable:
            if group.select_protocol() != group.protocol_name:
                self._rebalances.maybe_prepare(group, f"static member {member_id} changes the protocol of the group")
                return

            def stored(error: ErrorCode) -> None:
                with self._rebalances.acting():
                    self._static_stored(group, member, former, former_leader, request, error)

            self._store.append_group(group, {}, stored)
        else:
            self._rebalances.check_joined(group)

    def _static_stored(
        self,
        group: GroupMetadata,
        member: Member,
        former: tuple[str, Protocols, int, int],
        former_leader: str,
        request: JoinRequest,
        error: ErrorCode,
    ) -> None:
        """Completes a static member's replacement.

        Its new id is in the log; or is not, and the former one holds again.
        """
        if error is not ErrorCode.NONE:
            _log.warning("%s: static member %s could not be written: %s", group, member.member_id, error.name)
            result = JoinResult(error, NO_MEMBER, leader_id=former_leader)
            if self._rebalances.answer_join(group, member, result) and member.member_id in group.members:
                group.replace_static(member, former[0])
                group.update_protocols(member, former[1])
                member.rebalance_timeout_ms, member.session_timeout_ms = former[2:]
                self._sessions.restart(group, member)
            return
        if group.state is not GroupState.Stable:
            return  # a rebalance has begun meanwhile, and will respond
        result = self._rebalances.joined(group, member)
        is_leader = member.member_id == group.leader_id
        if request.can_skip_assignment:
            result = result._replace(skip_assignment=is_leader)
        else:
            # Whoever believes to lead would assign, and the group is not waiting for that: so it gets its former
            # id as the leader's, which it does not know as its own.
            result = result._replace(leader_id=former_leader, members=[])
        if self._rebalances.answer_join(group, member, result):
            self._sessions.restart(group, member)

    def _fence(self, group: GroupMetadata, member: Member) -> None:
        """Fences the requests that wait under the former id: they learn at once that it is replaced."""
        self._rebalances.answer_join(group, member, JoinResult(ErrorCode.FENCED_INSTANCE_ID, member.member_id))
        self._rebalances.answer_sync(member, SyncResult(ErrorCode.FENCED_INSTANCE_ID))

    # ---- syncing --------------------------------------------------------------------------------------------------

    def sync(
        self,
        group_id: str,
        generation_id: int,
        name: MemberName,
        assignments: Mapping[str, bytes],
        on_synced: OnSynced,
        *,
        protocol_type: str | None = None,
        protocol_name: str | None = None,
    ) -> None:
        """Responds with a member's assignment, once the leader's request has brought it."""
        with self._rebalances.acting():
            try:
                self._store.check(group_id)
            except CoordinatorLoadInProgress:
                # The rebalance is lost with the former coordinator: begin again, without looking for another one.
                self._rebalances.answer(on_synced, SyncResult(_NOW_REBALANCING))
                return
            except KafkaError as refusal:
                self._rebalances.answer(on_synced, SyncResult(ErrorCode(refusal.code)))
                return
            group = self._store.get(group_id)
            if group is not None and group.consumer is not None:
                try:
                    self._classic_requests().sync(
                        group, generation_id, name, on_synced, protocol_type=protocol_type, protocol_name=protocol_name
                    )
                except KafkaError as refusal:
                    self._rebalances.answer(on_synced, SyncResult(ErrorCode(refusal.code)))
                return
            error = self._check_member(group, generation_id, name)
            if error is ErrorCode.NONE and group is not None:
                if protocol_type not in (None, group.protocol_type) or protocol_name not in (None, group.protocol_name):
                    error = ErrorCode.INCONSISTENT_GROUP_PROTOCOL
                elif group.state is GroupState.PreparingRebalance:
                    error = _NOW_REBALANCING
            if error is not ErrorCode.NONE or group is None:
                self._rebalances.answer(on_synced, SyncResult(error))
                return
            self._sync(group, group.members[name.member_id], assignments, on_synced)

    def _sync(
        self, group: GroupMetadata, member: Member, assignments: Mapping[str, bytes], on_synced: OnSynced
    ) -> None:
        if group.state is GroupState.Stable:
            self._rebalances.answer(on_synced, self._rebalances.synced(group, member))
            self._sessions.restart(group, member)
            self._rebalances.has_synced(group, member)
            return
        self._rebalances.answer_sync(member, SyncResult(_NOW_REBALANCING))
        member.awaiting_sync = on_synced
        self._rebalances.has_synced(group, member)
        if member.member_id == group.leader_id:
            self._rebalances.store_assignment(group, assignments)

    def _check_member(self, group: GroupMetadata | None, generation_id: int, name: MemberName) -> ErrorCode:
        """Checks that a member belongs to this generation of the group."""
        if group is None:
            return ErrorCode.UNKNOWN_MEMBER_ID
        if group.state is GroupState.Dead:
            return ErrorCode.COORDINATOR_NOT_AVAILABLE
        error = group.validate(*name)
        if error is ErrorCode.NONE and generation_id != group.generation_id:
            return ErrorCode.ILLEGAL_GENERATION
        return error

    # ---- heartbeats -----------------------------------------------------------------------------------------------

    def heartbeat(self, group_id: str, generation_id: int, name: MemberName) -> ErrorCode:
        """Restarts a member's session; REBALANCE_IN_PROGRESS asks it to join again."""
        try:
            self._store.check(group_id)
            group = self._store.get(group_id)
            if group is not None and group.consumer is not None:
                return self._classic_requests().heartbeat(group, generation_id, name)
        except CoordinatorLoadInProgress:
            return ErrorCode.NONE  # nothing is known yet, and nothing is wrong with that
        except KafkaError as error:
            return ErrorCode(error.code)
        error_code = self._check_member(group, generation_id, name)
        if error_code is not ErrorCode.NONE or group is None:
            return error_code
        self._sessions.restart(group, group.members[name.member_id])
        return _NOW_REBALANCING if group.state is GroupState.PreparingRebalance else ErrorCode.NONE

    # ---- leaving --------------------------------------------------------------------------------------------------

    def leave(self, group_id: str, leaving: Iterable[tuple[MemberName, str]]) -> list[ErrorCode]:
        """Removes members, each with its own error.

        Args:
            group_id: theirs.
            leaving: how each calls itself, and why it says that it leaves (KIP-800); "": it does not say.

        Raises:
            KafkaError: the group is not served here.
        """
        with self._rebalances.acting():
            self._store.check(group_id)
            group = self._store.get(group_id)
            if group is not None and group.consumer is not None:
                return self._classic_requests().leave(group, leaving)
            return [self._leave(group, name, reason) for name, reason in leaving]

    def _leave(self, group: GroupMetadata | None, name: MemberName, reason: str) -> ErrorCode:
        if group is None:
            return ErrorCode.UNKNOWN_MEMBER_ID
        member_id = name.member_id
        if member_id in group.pending_members:
            if name.group_instance_id is not None:
                return ErrorCode.UNKNOWN_MEMBER_ID
            self._rebalances.remove_pending(group, member_id)
            return ErrorCode.NONE
        if member_id == NO_MEMBER and name.group_instance_id is not None:
            # An administrator removes a static member, whatever its id is now.
            member_id = group.static_members.get(name.group_instance_id, NO_MEMBER)
        error = group.validate(member_id, name.group_instance_id)
        if error is ErrorCode.NONE:
            self._rebalances.remove(group, group.members[member_id], f"member {member_id} leaves{_saying(reason)}")
        return error


def _saying(reason: str) -> str:
    """Renders a client's reason for the log, where it must not look like a line of ours."""
    return f", saying {reason[:REASON_LENGTH_MAX]!r}" if reason else ""


def _leave_streams(group: GroupMetadata) -> None:
    """Makes a streams group without members one of the classic protocol."""
    from kavka.broker.group.streams.records import tombstones  # with the first such group

    assert group.streams is not None, f"{group} is no streams group"
    group.become_classic([key for key, _ in tombstones(group.group_id, group.streams)])
