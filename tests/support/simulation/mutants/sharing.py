"""Mutants of share groups: what is in flight, and what is kept of it."""

from __future__ import annotations

from typing import Final

from tests.support.simulation.mutants.mutant import Mutant

SHARED: Final = "share groups"

SHARING: Final = (
    Mutant(
        name="share-acknowledged-before-kept",
        path="broker/share/partition/led_share_partition.py",
        old="        self.watch_locks()\n        if change is not None:\n            await self._keep(change)\n",
        new="        self.watch_locks()\n        if change is not None:\n            self._write_later(change, None)\n",
        guard="an acknowledgement is confirmed when the share coordinator has it",
        scenario=SHARED,
    ),
    Mutant(
        name="share-deliveries-without-limit",
        path="broker/share/partition/in_flight_records.py",
        old="        return AVAILABLE if batch.delivery_count < self._limits().delivery_count else ARCHIVED\n",
        new="        return AVAILABLE\n",
        guard="a record that was delivered often enough is archived",
        scenario=SHARED,
    ),
    Mutant(
        name="share-start-passes-over",
        path="broker/share/partition/in_flight_records.py",
        old="            if batch.first_offset == start_offset:\n",
        new="            if batch.first_offset >= start_offset:\n",
        guard="the start offset that is kept passes over nothing that is available or acquired",
        scenario=SHARED,
    ),
    Mutant(
        name="share-state-begins-anew",
        path="broker/share/partition/led_share_partition.py",
        old="        self.records = InFlightRecords(start_offset, kept.batches, limits=self.limits)\n",
        new="        self.records = InFlightRecords(start_offset, limits=self.limits)\n",
        guard="a new leader begins with what was acknowledged behind the start offset",
        scenario=SHARED,
    ),
    Mutant(
        name="share-change-without-merge",
        path="broker/share/state/shard.py",
        old="kept.snapshot._replace(state=_merged(kept.snapshot.state, record.changed))\n",
        new="kept.snapshot._replace(state=record.changed)\n",
        guard="an update changes what it names, and the rest of a state stays",
        scenario=SHARED,
    ),
)
