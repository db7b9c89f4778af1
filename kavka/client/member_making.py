"""Which member a consumer has: of a classic group, or of one of the consumer protocol. Not here: what either does."""

from __future__ import annotations

from collections.abc import Sequence

from kavka.client.assignors import assignor_named
from kavka.client.cluster import Cluster
from kavka.client.epoch_member import EpochMember
from kavka.client.group_member import GroupMember
from kavka.client.member_port import MemberPort
from kavka.client.member_settings import CONSUMER, MemberSettings
from kavka.wire.client_measures import ConsumerMeasures


def new_member(
    cluster: Cluster,
    side: Cluster,
    settings: MemberSettings,
    assignors: Sequence[str],
    measures: ConsumerMeasures | None,
) -> MemberPort:
    """Returns a consumer's member of its group.

    Args:
        cluster: Connections for the coordinator alone.
        side: The consumer's others.
        settings: Who it is, and by which protocol.
        assignors: Of a classic group, by names.
        measures: Is told of rebalances; None: nobody measures.
    """
    if settings.protocol == CONSUMER:
        return EpochMember(cluster, side, settings, measures)
    return GroupMember(cluster, side, settings, [assignor_named(name) for name in assignors], measures)
