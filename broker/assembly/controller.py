"""Gives a broker the controller of its process: one of a cluster's is active. A part of the composition root.

The only module of the broker that knows the controller, which knows nothing of the broker and reaches it by RPC like
any other. Its settings are the broker's; what it dials with is the control plane's.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from kavka.broker.cluster.features import supported_features
from kavka.broker.config.topic_config import parse_overrides
from kavka.controller.config import ControllerConfig
from kavka.controller.controller import Controller

if TYPE_CHECKING:
    from kavka.broker.assembly.dialing import Dialer
    from kavka.broker.assembly.identity import Identity
    from kavka.broker.assembly.tools import Tools
    from kavka.broker.cluster.controller_epoch import LatestControllerEpoch
    from kavka.broker.cluster.registration import Registration

__all__ = ["Controller", "make_controller"]


def make_controller(
    identity: Identity, registration: Registration, seen: LatestControllerEpoch, dialer: Dialer, tools: Tools
) -> Controller:
    """Builds the controller of this process, which becomes active when it is elected."""
    broker_id, config = identity.broker_id, identity.config()
    return Controller(
        config=ControllerConfig.for_protocol(
            config.protocol,
            broker_id=broker_id,
            inter_broker_listener=config.inter_broker_listener,
            control_plane_listener=config.control_plane_listener,
            num_partitions=config.num_partitions,
            default_replication_factor=config.default_replication_factor,
            is_delete_topic_enabled=config.delete_topic_enable,
            is_unclean_election_enabled=lambda: identity.config().unclean_leader_election_enable,
            is_auto_rebalance_enabled=config.auto_leader_rebalance_enable,
            imbalance_check_interval_ms=config.leader_imbalance_check_interval_seconds * 1000,
            imbalance_percentage_max=config.leader_imbalance_per_broker_percentage,
            socket_timeout_ms=config.controller_socket_timeout_ms,
            request_timeout_ms=config.request_timeout_ms,
            supported_features=supported_features(config),
        ),
        zk=identity.zk,
        clock=tools.clock,
        machine_clock=tools.machine_clock,
        rng=tools.rng,
        dial=dialer.dial,
        register_broker=registration.register,
        validate_configs=check_overrides,
        epoch_seen=lambda: seen.latest,
        lane=tools.lanes.control,
        feed=tools.feed,
        supervisor=tools.supervisor,
    )


def check_overrides(overrides: Mapping[str, str]) -> None:
    """Raises InvalidConfig for overrides that no topic can have, by the broker's table of keys."""
    parse_overrides(overrides)
