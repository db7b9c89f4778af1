"""Mutants of the control plane: elections, epochs of controllers and brokers, reassignment, deletion."""

from __future__ import annotations

from typing import Final

from kavka.simulation.faults import FaultKind
from tests.support.simulation.mutants.mutant import Edit, Mutant
from tests.support.simulation.mutants.scenarios import FAILOVERS

STALE: Final = (FaultKind.STALE_REQUEST,)
"""Of seeds in which a request comes too late."""

CONTROL: Final = (
    Mutant(
        name="stale-controller-obeyed",
        path="broker/replica/controller_commands.py",
        old="        if controller_epoch < seen:\n",
        new="        if False:\n",
        guard="a broker refuses requests of a controller that has been replaced",
        kafka="KAFKA-1188",
        kinds=STALE,
    ),
    Mutant(
        name="stale-leader-epoch-obeyed",
        path="broker/replica/controller_commands.py",
        old="return None if state.leader_epoch > partition.leader_epoch else _STALE",
        new="return None",
        guard="a broker refuses a LeaderAndIsr with a leader epoch that it has passed",
        kinds=STALE,
    ),
    Mutant(
        name="controller-writes-unfenced",
        path="controller/fenced_writer.py",
        old="CheckOp(paths.CONTROLLER_EPOCH, epoch_version)",
        new="CheckOp(paths.CONTROLLER_EPOCH, -1)",
        guard="every write of a controller checks the version of /controller_epoch",
        kafka="KAFKA-6082",
        kinds=(FaultKind.ZNODE_DELETE,),
    ),
    Mutant(
        name="controller-epoch-not-raised",
        path="controller/zk_election.py",
        old="max(stored.value + 1, seen + 1, epoch_min)",
        new="max(stored.value, 1, epoch_min)",
        guard="a new controller's epoch is above every earlier one",
        kafka="KAFKA-1096",
    ),
    Mutant(
        name="leader-from-outside-isr",
        path="controller/election.py",
        old=(
            "            return Elected(broker_id, tuple(member for member in isr if member in live))\n"
            "    if is_unclean_enabled:\n"
        ),
        new="            return Elected(broker_id, tuple(member for member in isr if member in live))\n    if live:\n",
        guard="unclean.leader.election.enable=false: a leader is elected from the ISR",
        kinds=FAILOVERS,
    ),
    Mutant(
        name="shutdown-leader-from-outside-isr",
        path="controller/election.py",
        old="        if broker_id in live and broker_id in staying:\n            return Elected(broker_id, staying)",
        new=(
            "        if broker_id in live and broker_id not in shutting_down:\n"
            "            return Elected(broker_id, tuple({*staying, broker_id}))"
        ),
        guard="a controlled shutdown elects a leader from the ISR",
        kinds=FAILOVERS,
    ),
    Mutant(
        name="isr-changes-of-former-leader",
        path="controller/isr_procedures.py",
        old="        if change.leader_epoch < current.leader_epoch:\n",
        new="        if False:\n",
        guard="AlterPartition of an older leader epoch is refused",
        kinds=STALE,
        beside=(
            Edit(
                path="controller/isr_procedures.py",
                old="        if change.partition_epoch < current.partition_epoch:\n",
                new="        if False:\n",
                guard="AlterPartition is refused that was built on an older state",
            ),
        ),
    ),
    Mutant(
        name="isr-on-older-version",
        path="controller/isr_procedures.py",
        old="        if change.partition_epoch < current.partition_epoch:\n",
        new="        if False:\n",
        guard="AlterPartition is refused that was built on an older state",
        kinds=STALE,
    ),
    Mutant(
        name="dead-replica-joins-isr",
        path="controller/isr_procedures.py",
        old="            if not is_online or known.get(",
        new="            if is_online and known.get(",
        guard="who is dead or shutting down does not join an ISR",
        kafka="KAFKA-14140",
        kinds=FAILOVERS,
    ),
    Mutant(
        name="former-life-joins-isr",
        path="controller/isr_procedures.py",
        old="                UNKNOWN_BROKER_EPOCH,\n                context.brokers[member].epoch,\n            ):",
        new="                known.get(member, UNKNOWN_BROKER_EPOCH),\n            ):",
        guard="nobody joins an ISR by what was fetched in a former life of its broker",
        kafka="KIP-903",
        scenario="back before it has joined",
    ),
    Mutant(
        name="recovery-never-ends",
        path="controller/isr_procedures.py",
        old="controller_epoch=context.epoch, recovery=change.leader_recovery",
        new="controller_epoch=context.epoch",
        guard="a leader that was elected uncleanly has recovered when another joins its ISR",
        kafka="KIP-704",
        scenario="elected uncleanly",
    ),
    Mutant(
        name="unclean-leader-unmarked",
        path="controller/partition_state_machine.py",
        old="        return LeaderRecovery.RECOVERING if is_lossy else before.recovery\n",
        new="        return before.recovery\n",
        guard="a leader that was elected uncleanly counts as recovering",
        kafka="KIP-704",
        scenario="elected uncleanly",
    ),
    Mutant(
        name="reassignment-ends-early",
        path="controller/reassignment.py",
        old="            and set(target) <= set(state.isr)\n",
        new="            and not set(target).isdisjoint(state.isr)\n",
        guard="old replicas go when all new ones are in the ISR",
        workloads=("replicas",),
    ),
    Mutant(
        name="reassignment-throws-isr-away",
        path="controller/reassignment.py",
        old="lambda tp: set(states[tp].isr).isdisjoint(wanted[tp].replicas))",
        new="lambda tp: False)",
        guard="a replaced reassignment keeps a replica that is in sync",
        scenario="reassigned where replicas die",
    ),
    Mutant(
        name="reassignment-keeps-leader",
        path="controller/reassignment.py",
        old="(leaving if is_live else leaderless).append(partition)",
        new="(staying if is_live else leaderless).append(partition)",
        guard="a leader that is reassigned away is succeeded first",
        workloads=("replicas",),
    ),
    Mutant(
        name="former-life-obeyed",
        path="broker/handlers/leader_and_isr.py",
        old="    if broker_epoch != NO_BROKER_EPOCH and broker_epoch < own:\n",
        new="    if False:\n",
        guard="a broker refuses requests that were meant for its former life",
        kafka="KAFKA-7235",
        kinds=STALE,
    ),
    Mutant(
        name="fast-restart-unnoticed",
        path="controller/broker_procedures.py",
        old="            if found[broker_id].epoch > known[broker_id].epoch\n",
        new="            if found[broker_id].epoch < known[broker_id].epoch\n",
        guard="a broker that restarted within its session went and came",
        kafka="KAFKA-7235",
        kinds=FAILOVERS,
    ),
    Mutant(
        name="former-life-leads",
        path="controller/active_controller.py",
        old="        await succeed_former_lives(parts, written)\n",
        new="",
        guard="a leader that restarted together with the controller is succeeded, for it may have lost its power",
        scenario="power after lost sessions",
    ),
    Mutant(
        name="life-ends-with-session",
        path="controller/context.py",
        old="        return self.epoch if self.first_epoch is None else min(self.epoch, self.first_epoch)\n",
        new="        return self.epoch\n",
        guard="who lost a session is told from who restarted, and may have lost its power",
        scenario="power after lost sessions",
    ),
    Mutant(
        name="isr-news-not-told",
        path="broker/cluster/isr_writers.py",
        old="        self._changed[change.partition] = None\n",
        new="",
        guard="a leader tells the controller of the ISR that it wrote (2.0 profile)",
        scenario="profile 2.0",
    ),
    Mutant(
        name="deleted-topic-keeps-log",
        path="broker/replica/controller_commands.py",
        old="            self._log_manager.delete(topic_partition)\n",
        new="            pass\n",
        guard="a deleted topic's log goes",
        workloads=("topics",),
    ),
    Mutant(
        name="moved-replica-leads-on",
        path="broker/handlers/update_metadata.py",
        old="        yield from self._commands.give_up(elsewhere)\n",
        new="        yield from self._commands.give_up(())\n",
        guard="a broker gives up what was moved elsewhere while it had lost its session",
        scenario="moved while away",
    ),
    Mutant(
        name="failed-directory-leads-on",
        path="broker/replica/offline_replicas.py",
        old="                        if partition.is_leader:\n",
        new="                        if False:\n",
        guard="a replica whose data directory has failed leads no more",
        scenario="full directories",
    ),
    Mutant(
        name="znode-version-ignored",
        path="kavka/zk/tree.py",
        old="            check_version(op.version, node.version, op.path)\n            return SetChange(",
        new="            return SetChange(",
        guard="ZooKeeper's conditional write is refused on another version",
    ),
    Mutant(
        name="leader-epoch-not-raised",
        path="controller/partition_state_machine.py",
        old="                    elected.leader, before.leader_epoch + 1, elected.isr,",
        new="                    elected.leader, before.leader_epoch, elected.isr,",
        guard="every election raises the leader epoch",
    ),
    Mutant(
        name="stopping-leader-not-told",
        path="controller/partition_state_machine.py",
        old="include_shutting_down=strategy is ElectionStrategy.CONTROLLED_SHUTDOWN)",
        new="include_shutting_down=False)",
        guard="a leader that shuts down is told of its successor",
        kafka="KAFKA-7482",
        scenario="stops while one lags",
    ),
    Mutant(
        name="last-member-leaves-isr",
        path="controller/replica_state_machine.py",
        old="if member != broker_id]) or leadership.isr\n",
        new="if member != broker_id])\n",
        guard="the last member of an ISR stays in it",
        kinds=FAILOVERS,
    ),
    Mutant(
        name="leaders-before-brokers",
        path="controller/broker_procedures.py",
        old="        await self._tell_everything()\n        replicas = await",
        new="        replicas = await",
        guard="a broker that comes is told who lives, before it hears who leads",
        kafka="KAFKA-4443",
        kinds=FAILOVERS,
    ),
    Mutant(
        name="deletion-passes-dead-brokers",
        path="controller/topic_deletion.py",
        old=(
            "        await self._replicas.move(dead, ReplicaState.DeletionIneligible)\n"
            "        self.mark_ineligible({replica.partition.topic for replica in dead})\n"
        ),
        new=(
            "        await self._replicas.move(dead, ReplicaState.DeletionStarted)\n"
            "        await self._replicas.move(dead, ReplicaState.DeletionSuccessful)\n"
        ),
        guard="the deletion of a topic waits for dead replicas",
        kafka="KAFKA-2937",
        workloads=("topics",),
    ),
    Mutant(
        name="epoch-of-hands-believed",
        path="controller/zk_election.py",
        old="max(stored.value + 1, seen + 1, epoch_min)",
        new="max(stored.value + 1, epoch_min)",
        guard="a controller's epoch is above those that brokers have seen, whatever hands wrote",
        scenario="hands",
    ),
    Mutant(
        name="preferred-leader-from-outside-isr",
        path="controller/election.py",
        old="broker_id in live and broker_id in isr:\n            return Elected(broker_id, tuple(isr))\n",
        new="broker_id in live:\n            return Elected(broker_id, (*isr, *{broker_id}.difference(isr)))\n",
        guard="a reassignment, or a preferred election, takes a leader from the ISR",
        workloads=("replicas",),
    ),
    Mutant(
        name="ephemerals-stay",
        path="kavka/zk/tree.py",
        old="        for path in list(self.sessions[session_id].ephemerals):\n",
        new="        for path in ():\n",
        guard="ephemeral nodes go with their session",
        kinds=FAILOVERS,
    ),
)
