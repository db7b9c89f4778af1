"""Everything that can happen to a controller: one frozen dataclass per event.

Watches, session changes, responses of brokers and API calls all become one of these and wait in `event_queue`; what
each one causes is `controller` (events of the process: start, session, election) and `active_controller` (events of the
elected).

Three kinds:

  news       say where to look and nothing of their own: the handler reads ZooKeeper again. Queued once, however often
             they come.
  responses  carry a broker's response and the controller epoch of the request; another epoch's are dropped
             (KAFKA-5028).
  requests   carry a future that is always completed, by an answer or by `discard`.

An event without fields inherits all that the decorator makes from `Event`; decorating it again would cost each broker's
start half a millisecond apiece.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import IntEnum
from itertools import islice
from typing import Any, ClassVar, Final, Generic, TypeVar

from kavka.common.types import (
    NewPartitions,
    NewTopic,
    OngoingReassignment,
    PartitionResult,
    TopicPartition,
    TopicResult,
)
from kavka.protocol.epochs import ControllerEpoch
from kavka.protocol.errors import KafkaError, NotController
from kavka.zk.isr_change import IsrChange, IsrResult

T = TypeVar("T")

TOLD_CHARS_MAX: Final = 200
"""Characters of one value in a field of an event, for subscribers."""
TOLD_ITEMS_MAX: Final = 10
"""Items of a field of an event, for subscribers; of the others, how many there are."""


class ControllerState(IntEnum):
    """What the controller is busy with: the value of Kafka's `ControllerState` gauge."""

    Idle = 0
    ControllerChange = 1
    BrokerChange = 2
    TopicChange = 3
    TopicDeletion = 4
    AlterPartitionReassignment = 5
    AutoLeaderBalance = 6
    ManualLeaderBalance = 7
    ControlledShutdown = 8
    IsrChange = 9
    LeaderAndIsrResponseReceived = 10
    LogDirChange = 11
    ControllerShutdown = 12
    UncleanLeaderElectionEnable = 13
    TopicUncleanLeaderElectionEnable = 14
    ListPartitionReassignment = 15
    UpdateMetadataResponseReceived = 16
    UpdateFeatures = 17

    @property
    def metric_name(self) -> str:
        """Names the timer that Kafka's dashboards know this state by."""
        if self is ControllerState.BrokerChange:
            return "LeaderElectionRateAndTimeMs"
        return f"{self.name}RateAndTimeMs"


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened.

    Attributes:
        state: what the controller is busy with while it handles this.
        is_news: carries nothing of its own: an equal event that is already queued stands for this one.
    """

    state: ClassVar[ControllerState] = ControllerState.Idle
    is_news: ClassVar[bool] = True

    def told(self) -> dict[str, Any]:
        """Describes the event in words that JSON can show; what it carries is cut short."""
        own = ((field.name, getattr(self, field.name)) for field in fields(self))  # class variables say nothing new
        shown = {name: _told(value) for name, value in own if not isinstance(value, asyncio.Future)}
        return {"event": type(self).__name__, "state": self.state.name, "carries": shown}

    def discard(self, reason: KafkaError | None = None) -> None:
        """Ends an event that nobody will handle, or whose handling has ended, well or not.

        A response that was given stays so.

        Args:
            reason: the error that a caller gets; None: this is not the active controller.
        """


def _told(value: Any) -> Any:
    """Describes what an event carries as JSON shows it: numbers and names, nothing of how Python writes them.

    Partitions by their names; of large collections the first items.
    """
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, Mapping):
        some = {str(name): _told(value[name]) for name in islice(value, TOLD_ITEMS_MAX)}
        return some if len(value) <= TOLD_ITEMS_MAX else {**some, "…": len(value) - TOLD_ITEMS_MAX}
    if isinstance(value, tuple | list) and not hasattr(value, "_fields"):
        items = [_told(item) for item in value[:TOLD_ITEMS_MAX]]
        return items if len(value) <= TOLD_ITEMS_MAX else [*items, f"and {len(value) - TOLD_ITEMS_MAX} more"]
    named = getattr(value, "name", None) or getattr(value, "partition", None)
    if not isinstance(value, TopicPartition) and named is not None:
        value = named  # of a new topic, or of an ISR that is asked for
    return str(value)[:TOLD_CHARS_MAX]


# ---------------------------------------------------------------- the process: start, session, election


class Startup(Event):
    """The broker has started: watch /controller, then elect."""

    __slots__ = ()
    state = ControllerState.ControllerChange


class ControllerChange(Event):
    """/controller was created or its data changed, by whomever."""

    __slots__ = ()
    state = ControllerState.ControllerChange


@dataclass(frozen=True, slots=True)
class ControllerEpochRefused(Event):
    """A broker refused a control request: it has heard of a later controller than the one of this epoch."""

    controller_epoch: ControllerEpoch
    state = ControllerState.ControllerChange


class Reelect(Event):
    """/controller is gone."""

    __slots__ = ()
    state = ControllerState.ControllerChange


class Expire(Event):
    """The ZooKeeper session is over: whatever this controller was, it is not any more."""

    __slots__ = ()
    state = ControllerState.ControllerChange


class RegisterBrokerAndReelect(Event):
    """A new ZooKeeper session stands: the broker registers again, then elects."""

    __slots__ = ()
    state = ControllerState.ControllerChange


class SessionResumed(Event):
    """The connection is back within the same session: watches may be gone, writes may be undecided."""

    __slots__ = ()
    state = ControllerState.ControllerChange


class ShutdownController(Event):
    """The process ends."""

    __slots__ = ()
    state = ControllerState.ControllerShutdown


# ---------------------------------------------------------------- news from ZooKeeper


class BrokerChange(Event):
    """The children of /brokers/ids changed."""

    __slots__ = ()
    state = ControllerState.BrokerChange


@dataclass(frozen=True, slots=True)
class BrokerModifications(Event):
    """The data of /brokers/ids/<id> changed."""

    broker_id: int
    state = ControllerState.BrokerChange


class TopicChange(Event):
    """The children of /brokers/topics changed."""

    __slots__ = ()
    state = ControllerState.TopicChange


@dataclass(frozen=True, slots=True)
class PartitionModifications(Event):
    """The data of /brokers/topics/<topic> changed."""

    topic: str
    state = ControllerState.TopicChange


class TopicDeletion(Event):
    """The children of /admin/delete_topics changed."""

    __slots__ = ()
    state = ControllerState.TopicDeletion


class IsrChangeNotification(Event):
    """The children of /isr_change_notification changed: leaders wrote ISRs themselves, as they did before KIP-497."""

    __slots__ = ()
    state = ControllerState.IsrChange


class LogDirEventNotification(Event):
    """The children of /log_dir_event_notification changed: brokers lost log directories."""

    __slots__ = ()
    state = ControllerState.LogDirChange


class ZkPartitionReassignment(Event):
    """/admin/reassign_partitions came, changed or went: how tools of before Kafka 2.4 reassign."""

    __slots__ = ()
    state = ControllerState.AlterPartitionReassignment


@dataclass(frozen=True, slots=True)
class PartitionReassignmentIsrChange(Event):
    """The state znode of a partition that is being reassigned changed."""

    partition: TopicPartition
    state = ControllerState.AlterPartitionReassignment


class PreferredReplicaElection(Event):
    """/admin/preferred_replica_election came, changed or went: how tools of before Kafka 2.2 elect."""

    __slots__ = ()
    state = ControllerState.ManualLeaderBalance


class AutoPreferredReplicaLeaderElection(Event):
    """It is time to look for brokers that lead less than they should."""

    __slots__ = ()
    state = ControllerState.AutoLeaderBalance


# ---------------------------------------------------------------- news from this broker's configuration


class UncleanLeaderElectionEnable(Event):
    """`unclean.leader.election.enable` of the controller's broker is on, and may not have been."""

    __slots__ = ()
    state = ControllerState.UncleanLeaderElectionEnable


@dataclass(frozen=True, slots=True)
class TopicUncleanLeaderElectionEnable(Event):
    """A topic's configuration changed: unclean elections may be allowed that were not."""

    topic: str
    state = ControllerState.TopicUncleanLeaderElectionEnable


# ---------------------------------------------------------------- responses of brokers


@dataclass(frozen=True, slots=True, kw_only=True)
class BrokerResponse(Event):
    """A broker responded to a control request of the controller with this epoch."""

    controller_epoch: ControllerEpoch
    broker_id: int
    broker_epoch: int
    """Which life of the broker responded."""
    error_code: int
    is_news = False


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaderAndIsrResponseReceived(BrokerResponse):
    """The response to LeaderAndIsr, per partition."""

    errors: Mapping[TopicPartition, int]
    """Every partition that was asked for, with its error code."""
    state = ControllerState.LeaderAndIsrResponseReceived


@dataclass(frozen=True, slots=True, kw_only=True)
class UpdateMetadataResponseReceived(BrokerResponse):
    """The response to UpdateMetadata, sent only when it is an error."""

    state = ControllerState.UpdateMetadataResponseReceived


@dataclass(frozen=True, slots=True, kw_only=True)
class TopicDeletionStopReplicaResponseReceived(BrokerResponse):
    """The response to a StopReplica that deletes, per partition."""

    errors: Mapping[TopicPartition, int]
    """Every partition that was to be deleted, with its error code."""
    state = ControllerState.TopicDeletion


# ---------------------------------------------------------------- requests of this broker's handlers


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ControllerRequest(Event, Generic[T]):
    """A handler asks for a decision, and gets it as `answer`."""

    answer: asyncio.Future[T]
    is_news = False

    def discard(self, reason: KafkaError | None = None) -> None:
        """Refuses the request, if it has no result yet.

        Without a reason, NOT_CONTROLLER sends its caller to the active controller.
        """
        refuse(self.answer, reason)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CreateTopics(ControllerRequest[list[TopicResult]]):
    """CreateTopics, or a Metadata request that creates."""

    topics: tuple[NewTopic, ...]
    is_validate_only: bool
    state = ControllerState.TopicChange


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CreatePartitions(ControllerRequest[list[TopicResult]]):
    """CreatePartitions."""

    wanted: tuple[NewPartitions, ...]
    is_validate_only: bool
    state = ControllerState.TopicChange


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class DeleteTopics(ControllerRequest[list[TopicResult]]):
    """DeleteTopics."""

    names: tuple[str, ...]
    state = ControllerState.TopicDeletion


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class AlterIsr(ControllerRequest[list[IsrResult]]):
    """AlterPartition: a leader asks for other ISRs (KIP-497)."""

    broker_id: int
    broker_epoch: int
    changes: tuple[IsrChange, ...]
    state = ControllerState.IsrChange


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ControlledShutdown(ControllerRequest[list[TopicPartition]]):
    """ControlledShutdown: a broker is about to stop and asks to be relieved first."""

    broker_id: int
    broker_epoch: int
    """−1 when the broker's version of the request does not say."""
    state = ControllerState.ControlledShutdown


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class AlterPartitionReassignments(ControllerRequest[dict[TopicPartition, PartitionResult]]):
    """AlterPartitionReassignments."""

    wanted: Mapping[TopicPartition, tuple[int, ...] | None]
    """partition → where it shall go; None: back to where it was."""
    allow_replication_factor_change: bool = True
    """Whether a partition may come out with more or fewer replicas than it has (KIP-860)."""
    state = ControllerState.AlterPartitionReassignment


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ListPartitionReassignments(ControllerRequest[dict[TopicPartition, OngoingReassignment]]):
    """ListPartitionReassignments."""

    wanted: tuple[TopicPartition, ...] | None
    """None: all."""
    state = ControllerState.ListPartitionReassignment


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ElectLeaders(ControllerRequest[dict[TopicPartition, PartitionResult]]):
    """ElectLeaders."""

    wanted: tuple[TopicPartition, ...]
    is_unclean: bool
    """Anybody who lives, where the ISR has nobody left; else the preferred replica."""
    state = ControllerState.ManualLeaderBalance


def refuse(answer: asyncio.Future[Any], reason: KafkaError | None) -> None:
    """Completes a request with an error, if it is not complete yet.

    NOT_CONTROLLER when there is no reason.
    """
    if not answer.done():
        answer.set_exception(reason or NotController("this broker is not the active controller"))
