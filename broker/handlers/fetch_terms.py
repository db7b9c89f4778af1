"""The terms of a fetch: what its client may read, how much of it, and what its results depend on.

Used by `fetch` and, for very many partitions, by `fetch_many`. Who asks whether somebody may read a topic asks here.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import TYPE_CHECKING, Final

from kavka.broker.authorization.paced import refused_names
from kavka.broker.authorization.questions import refused_fetches
from kavka.broker.replica.fetch_types import NO_TOPIC_ID, FetchParams, FetchSpec
from kavka.common.acls import AclOperation, ResourceType
from kavka.common.types import UNKNOWN_BROKER_EPOCH

if TYPE_CHECKING:
    from kavka.broker.quota.live_quotas import LiveQuotas
    from kavka.broker.replica.fetch_service import FetchService
    from kavka.broker.requests.context import RequestContext
    from kavka.broker.security.authorizer import Authorizer
    from kavka.common.lane import LanePace
    from kavka.protocol.messages import FetchRequest

READ_COMMITTED: Final = 1
SESSIONS_FROM_VERSION: Final = 7
FOLLOWERS_FROM_VERSION: Final = 11
NOTHING_REFUSED: Final[frozenset[str]] = frozenset()


class FetchTerms:
    """Says what a fetch may read.

    Attributes:
        is_guarded: whether anything may be refused.

    Args:
        authorizer: who may read what; None: everybody may read everything.
        quotas: the clients' that hold now.
        fetches: says how much a fetch may get, and since when much has changed at once.
    """

    __slots__ = ("_authorizer", "_fetches", "_quotas", "is_guarded")

    def __init__(self, authorizer: Authorizer | None, quotas: LiveQuotas, fetches: FetchService) -> None:
        self._authorizer = authorizer
        self._quotas = quotas
        self._fetches = fetches
        self.is_guarded = authorizer is not None

    def reader_of(self, request: FetchRequest, ctx: RequestContext) -> Callable[[], Hashable]:
        """Returns a function for what the results of all partitions depend on now.

        It keeps nothing of the request (`FetchSession.reader`).
        """
        replica_id, isolation_level, rack_id = request.replica_id, request.isolation_level, request.rack_id
        return lambda: (
            replica_id,
            isolation_level,
            rack_id,
            ctx.api_version,
            self._fetches.generation,
            None
            if self._authorizer is None
            else (ctx.connection.principal, ctx.connection.peer_host, self._authorizer.generation),
        )

    def params_of(
        self,
        request: FetchRequest,
        specs: Sequence[FetchSpec],
        refused: frozenset[str],
        ctx: RequestContext,
    ) -> FetchParams:
        """Returns the parameters of the fetch as a whole."""
        bytes_max = max(0, min(request.max_bytes, self._fetches.bytes_max))
        quotas = self._quotas.current
        if quotas is not None and request.replica_id < 0:
            # More than its quota's windows hold would be throttled every time.
            allowed = quotas.fetch_bytes_max(ctx)
            bytes_max = bytes_max if allowed is None else min(bytes_max, int(allowed))
        return FetchParams(
            specs,
            request.max_wait_ms,
            request.min_bytes,
            bytes_max,
            request.replica_id,
            request.isolation_level == READ_COMMITTED,
            ctx.when_client_gone,
            ctx.api_version >= FOLLOWERS_FROM_VERSION and bool(request.rack_id),
            request.rack_id,
            refused,
            UNKNOWN_BROKER_EPOCH if request.replica_state is None else request.replica_state.replica_epoch,
        )

    def refused(self, specs: Sequence[FetchSpec], replica_id: int, ctx: RequestContext) -> frozenset[str]:
        """Returns the topics that the sender may not fetch.

        Authorization is done here, because a session's partitions stand in no request.
        """
        if self._authorizer is None:
            return NOTHING_REFUSED
        is_follower = replica_id >= 0
        return refused_fetches(ctx, self._authorizer, _asked_about(specs, is_follower), is_follower=is_follower)

    async def refused_of_many(
        self, specs: Sequence[FetchSpec], replica_id: int, ctx: RequestContext, pace: LanePace
    ) -> frozenset[str]:
        """Returns the topics of very many partitions that the sender may not fetch, in slices."""
        if self._authorizer is None or replica_id >= 0:
            return self.refused(specs, replica_id, ctx)
        names = _asked_about(specs, is_follower=False)
        return await refused_names(ctx, self._authorizer, AclOperation.READ, ResourceType.TOPIC, names, pace)


def _asked_about(specs: Sequence[FetchSpec], is_follower: bool) -> Iterable[str]:
    """Returns the topics that the authorizer has to know of.

    A consumer's without a name are nobody's.
    """
    return (spec.topic for spec in specs if spec.topic or is_follower or not spec.topic_id)


def spec_of(topic: str, asked: FetchRequest.FetchPartition, topic_id: bytes = NO_TOPIC_ID) -> FetchSpec:
    """Returns the read that one partition of a request asks for."""
    return FetchSpec(
        topic,
        asked.partition,
        asked.fetch_offset,
        max(0, asked.partition_max_bytes),
        asked.current_leader_epoch,
        asked.last_fetched_epoch,
        asked.log_start_offset,
        topic_id,
    )
