"""Leaders that were elected in a former life of their broker: at failover, somebody in sync succeeds them.

A broker that restarted faster than its session timed out has bounced, and a controller that sees its registration
change has others lead (`broker_procedures`). Where the controller went at the same moment, as it does when both are one
broker, the next one never saw the former registration. What ZooKeeper has tells all the same:

    zxid   /brokers/ids/1 created    …/state written: leader 1, ISR [1, 2, 3]    /brokers/ids/1 created anew
    ─────────────── 100 ──────────────────────────── 240 ──────────────────────────────── 310 ──────────────▶
                                      elected by and for the life of 100             this life was never elected

To let it lead as if it had been there is safe where a process was killed: what it wrote is still in the page cache. A
machine that lost its power comes back with a shorter log, leads in the same leader epoch, and the followers truncate
records that all of them have acknowledged. So a member of the ISR that has been there all the time is elected. Nobody
leaves the ISR: who is registered may be dead, and then the former leader is all there is. Where every member's life is
a new one, nobody is better than the other, and the leader stays.

A life is a process, not a session: while ZooKeeper is away all sessions end, and every broker registers anew, also who
has been there all the time. So such a registration names the zxid of its process's first one:

    zxid  100  110  240                       310            311           340
    ───── 1 ── 2 ── the state: ISR [1, 2] ─── 1, first 100 ─ 2, first 110 ─ 1, after its power was lost ──────▶
                              ZooKeeper away                               1 lives since 340, 2 since 110: 2 leads

Not here: bounces that a controller sees.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Final

from kavka.common.steps import Steps, stretches
from kavka.common.types import TopicPartition
from kavka.controller.context import LOOKED_AT_ITEMS, ControllerContext, Leadership
from kavka.controller.election import ElectionStrategy, elect_reassigned
from kavka.controller.online import OnlineReplicas
from kavka.controller.parts import ControllerParts

log = logging.getLogger(__name__)

ROUNDS_MAX: Final = 100
"""How often it is tried again because somebody writes the same states at the same moment."""


async def succeed_former_lives(parts: ControllerParts, written: Mapping[TopicPartition, int]) -> None:
    """Elects other leaders where the leader's life is younger than its election.

    Before any broker is sent LeaderAndIsr: it would begin to lead.

    Args:
        parts: of the term that takes over; its context has been loaded.
        written: the zxid of the last write of each partition's state.
    """
    context, store, lane = parts.context, parts.store, parts.lane
    left = await lane.carry_out(_led_by_former_lives(context, written), items=len(written))
    for _ in range(ROUNDS_MAX):
        decided = await lane.carry_out(_succession(context, left, written), items=len(left))
        if not decided:
            return
        outcome = await store.update_leadership(decided)
        await lane.carry_out(_applied(context, outcome.written), items=len(outcome.written))
        parts.statistics.elections += len(outcome.written)
        for partition, error in outcome.failed.items():
            log.error("%s: the election could not be written: %s", partition, error)
        left = {partition: context.leadership[partition].leader for partition in outcome.conflicted}
        context.leadership |= await store.read_leadership(outcome.conflicted)
    log.error("gave up %d elections after %d rounds", len(left), ROUNDS_MAX)


def _applied(context: ControllerContext, written: Mapping[TopicPartition, Leadership]) -> Steps[None]:
    """Takes over what was written; brokers hear of it with all else, when the failover tells them."""
    feed = context.feed
    for stretch in stretches(written.items()):
        for partition, after in stretch:
            before, context.leadership[partition] = context.leadership[partition], after
            if feed is not None and feed.is_watched:
                feed.publish(
                    "election",
                    partition=str(partition),
                    strategy=ElectionStrategy.OFFLINE.name,
                    before=before.leader,
                    leader=after.leader,
                    isr=list(after.isr),
                    leader_epoch=after.leader_epoch,
                    unclean=False,
                )
        yield


def _led_by_former_lives(
    context: ControllerContext, written: Mapping[TopicPartition, int]
) -> Steps[dict[TopicPartition, int]]:
    """Finds the partitions whose leader's process began after the last write of their state, with that leader."""
    brokers, known = context.brokers, context.leadership
    found: dict[TopicPartition, int] = {}
    for stretch in stretches(written.items(), LOOKED_AT_ITEMS):
        for partition, zxid in stretch:
            leadership = known.get(partition)
            broker = None if leadership is None else brokers.get(leadership.leader)
            if broker is not None and broker.lives_since > zxid and context.is_leader_wanted(partition):
                found[partition] = broker.broker_id
        yield
    return found


def _succession(
    context: ControllerContext, led: Mapping[TopicPartition, int], written: Mapping[TopicPartition, int]
) -> Steps[dict[TopicPartition, Leadership]]:
    """Decides who succeeds; a partition in whose ISR nobody was there all the time is left as it is."""
    online, brokers = OnlineReplicas(context), context.brokers
    decided: dict[TopicPartition, Leadership] = {}
    for stretch in stretches(led.items()):
        for partition, former in stretch:
            now = context.leadership.get(partition)
            if now is None or now.leader != former or now.controller_epoch > context.epoch:
                continue
            isr = online.whole_of(partition, now.isr)
            staying = [member for member in isr if brokers[member].lives_since <= written[partition]]
            elected = elect_reassigned(context.assignment(partition).replicas, now.isr, staying)
            if elected is not None:
                decided[partition] = now._replace(
                    leader=elected.leader,
                    leader_epoch=now.leader_epoch + 1,
                    isr=elected.isr,
                    controller_epoch=context.epoch,
                )
        yield
    return decided
