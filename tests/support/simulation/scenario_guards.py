"""Which line of the product each shipped scenario watches over: taken away, the scenario fails with one of its seeds.

    scenario ─ seeds with which it finds it ─ path, the line as it is, the line without the guard

An edit's old text stands once in its file (`tests/simulation/test_scenarios.py`). Two edits together: either of the two
lines is enough, and the scenario fails when both are gone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

LATE_SEEDS: Final = (8,)
"""An EndTxn that is late meets an open transaction with few seeds."""

AWAY_SEEDS: Final = (3, 5)
"""Where the leader is not the controller: a new controller elects for whatever has no leader."""

ROT_SEEDS: Final = (3, 4)
"""With which what the bit has damaged is a transaction that is read at the end."""

ONE_SEED: Final = (1,)
"""Of what happens alike whatever else goes on."""

Edit = tuple[str, str, str]
"""Path, old text, new text."""


@dataclass(frozen=True, slots=True)
class ScenarioGuard:
    """A guard of the product, and the scenario that fails without it."""

    scenario: str
    guard: str
    edits: tuple[Edit, ...]
    seeds: tuple[int, ...] = (1, 2)


GUARDS: Final = (
    ScenarioGuard(
        "admin-nested-deeply",
        "a body that is nested too deeply is no JSON, and no failure (A12)",
        (("broker/http/messages.py", "        except RecursionError:", "        except ZeroDivisionError:"),),
        ONE_SEED,
    ),
    ScenarioGuard(
        "admin-without-token",
        "the admin endpoint asks for a token where clients must say who they are (A10)",
        (("broker/http/token.py", "    if config.is_guarded:", "    if False:"),),
        ONE_SEED,
    ),
    ScenarioGuard(
        "controller-epoch-deleted",
        "where no epoch can be read, those of the partitions' states count (A14)",
        (
            (
                "controller/zk_election.py",
                "            seen = max(seen, await self._epoch_of_states())\n        if seen > stored.value:",
                "            seen = UNREADABLE\n        if seen > stored.value:",
            ),
        ),
    ),
    ScenarioGuard(
        "controller-epoch-garbled",
        "an epoch that is no number is no epoch, and no end of the election (A14)",
        (
            (
                "controller/zk_election.py",
                '        except ZNodeError as error:\n            log.error("%s", error)\n            value =',
                '        except ZeroDivisionError as error:\n            log.error("%s", error)\n            value =',
            ),
        ),
    ),
    ScenarioGuard(
        "controller-epoch-set-back",
        "the next epoch is above what this broker has heard of (A14)",
        (("controller/zk_election.py", "        seen = self._epoch_seen()\n", "        seen = UNREADABLE\n"),),
    ),
    ScenarioGuard(
        "controller-garbled",
        "a /controller of this session that names nobody is no term (A14)",
        (
            (
                "controller/controller.py",
                "is_ours = is_own and node is not None and node.broker_id == self._config.broker_id",
                "is_ours = is_own",
            ),
        ),
    ),
    ScenarioGuard(
        "coordinator-of-nobody",
        "a request for no coordinator is answered before its type is looked at (A12)",
        (
            (
                "broker/handlers/find_coordinator.py",
                "        if ctx.api_version >= BATCHES_FROM_VERSION and not request.coordinator_keys:",
                "        if False:",
            ),
        ),
        ONE_SEED,
    ),
    ScenarioGuard(
        "endless-retention",
        "an offset is kept to the end of time, and no longer (A12)",
        (
            (
                "broker/handlers/offset_commit.py",
                "min(commit_ms + retention_ms, WallMs(TIME_MS_MAX))",
                "commit_ms + retention_ms",
            ),
        ),
        ONE_SEED,
    ),
    ScenarioGuard(
        "epochs-of-transactions",
        "a transaction's first record is appended when its coordinator has added the partition (A11)",
        (
            (
                "broker/replica/txn_verification.py",
                "answers = await self._add(transactional_id, producer_id, producer_epoch, partitions)",
                "answers = dict.fromkeys(partitions, ErrorCode.NONE)",
            ),
        ),
        ONE_SEED,
    ),
    ScenarioGuard(
        "forged-isr",
        "a broker that is not in the ISR does not lead (A2)",
        (
            (
                "broker/replica/controller_commands.py",
                "    if state.leader == broker_id and broker_id not in state.isr:",
                "    if False:",
            ),
        ),
    ),
    ScenarioGuard(
        "full-disk",
        "a directory that is full waits for room (A13)",
        (
            (
                "kavka/common/filesystem.py",
                "    return error.errno in NO_ROOM and not isinstance(error, NotFlushed)",
                "    return False",
            ),
        ),
    ),
    ScenarioGuard(
        "half-a-change-of-listeners",
        "a follower pauses before it asks again for a leader that it cannot reach (A6)",
        (
            (
                "broker/replica/fetcher.py",
                "        await self._peers.clock.sleep(pause_ms)\n",
                "        await self._peers.clock.sleep(1)\n",
            ),
            (
                "broker/assembly/replication.py",
                "        await cache.wait_until("
                "lambda snapshot: endpoint_in(snapshot, node_id) is not None, timeout_ms=timeout_ms)\n",
                "",
            ),
        ),
    ),
    ScenarioGuard(
        "half-requests",
        "a large request is received when there is memory for all of it (A4)",
        (
            (
                "broker/network/request_memory.py",
                "        if self._waiting or not self._has_room(size):",
                "        if False:",
            ),
        ),
        ONE_SEED,
    ),
    ScenarioGuard(
        "large-request",
        "a request of many items is handled a slice at a time (A1)",
        (
            (
                "broker/requests/dispatcher.py",
                "if len(frame) >= route.big_from_bytes and self",
                "if False and self",
            ),
        ),
        ONE_SEED,
    ),
    ScenarioGuard(
        "late-end-txn",
        "an EndTxn by an older connection ends no later transaction (A11)",
        (
            (
                "broker/transaction/transaction_metadata.py",
                "return self.state is TransactionState.Ongoing and NO_CONNECTION < ordinal < self.added_by",
                "return False",
            ),
        ),
        LATE_SEEDS,
    ),
    ScenarioGuard(
        "leader-away",
        "where a broker goes, others are elected for what it led (A13)",
        (
            (
                "controller/broker_procedures.py",
                "        if not await self._replicas_went_offline(await self._replicas_on(broker_ids)):",
                "        if True:",
            ),
        ),
        AWAY_SEEDS,
    ),
    ScenarioGuard(
        "no-descriptors",
        "EMFILE is not the disk's (A3)",
        (("kavka/common/filesystem.py", "SHORTAGES = TOO_MANY_FILES | {", "SHORTAGES = {"),),
    ),
    ScenarioGuard(
        "no-endpoint",
        "a follower pauses before it asks again for a leader whose endpoint nobody knows (A6)",
        (
            (
                "broker/replica/fetcher.py",
                "        await self._peers.clock.sleep(pause_ms)\n",
                "        await self._peers.clock.sleep(1)\n",
            ),
            (
                "broker/assembly/replication.py",
                "        await cache.wait_until("
                "lambda snapshot: endpoint_in(snapshot, node_id) is not None, timeout_ms=timeout_ms)\n",
                "",
            ),
        ),
    ),
    ScenarioGuard(
        "one-bit-in-a-closed-segment",
        "a leader checks what a follower keeps refusing (A8)",
        (
            (
                "broker/replica/follower_progress.py",
                "                self._verify_soon(partition.log, spec.fetch_offset)",
                "                pass",
            ),
        ),
    ),
    ScenarioGuard(
        "one-bit-in-committed-offsets",
        "a batch that cannot be read ends the loading of its partition, and nothing else (A5)",
        (
            (
                "broker/replica/internal_log.py",
                "            except (KafkaError, CorruptRecords) as error:\n                damage =",
                "            except ZeroDivisionError as error:\n                damage =",
            ),
        ),
    ),
    ScenarioGuard(
        "one-bit-in-one-replica",
        "a replica that lacks records does not lead while others are in sync (A9)",
        (
            (
                "broker/replica/controller_commands.py",
                "        if len(state.isr) > 1:\n            _log.warning(",
                "        if False:\n            _log.warning(",
            ),
            ("controller/online.py", "if not context.brokers[broker_id].incomplete", "if True"),
        ),
    ),
    ScenarioGuard(
        "one-bit-in-transactions",
        "a coordinator with a damaged log does not serve what is left of it (A5)",
        (
            (
                "broker/replica/internal_log.py",
                "                if not self._loads_damaged():\n                    self._check_still",
                "                if False:\n                    self._check_still",
            ),
        ),
        ROT_SEEDS,
    ),
    ScenarioGuard(
        "poison",
        "a batch is acknowledged when its records can be read (A7)",
        (
            (
                "broker/log/validator.py",
                "        return are_sound(payload, header.record_count, LOOP_RECORDS_MAX)",
                "        return True",
            ),
        ),
    ),
    ScenarioGuard(
        "power-of-all-is-lost",
        "a new log's directory is durable before its records are acknowledged (A12)",
        (
            (
                "broker/log/log_flusher.py",
                "paths += [files.leader_epoch_cache.path, context.directory, context.identity.log_dir.path]",
                "paths += [files.leader_epoch_cache.path]",
            ),
        ),
        (2, 3),
    ),
    ScenarioGuard(
        "registration-garbled",
        "a registration that cannot be read is ignored (A14)",
        (
            (
                "controller/zk_store.py",
                '        except ZNodeError as error:\n            log.error("%s is ignored until it changes',
                '        except ZeroDivisionError as error:\n            log.error("%s is ignored until it changes',
            ),
        ),
    ),
    ScenarioGuard(
        "responses-unread",
        "a fetch reads little where much is unread, and who does not read makes way (A4)",
        (
            (
                "broker/network/unread_output.py",
                "        return max(FLOOR_BYTES, room * room // (_SHARE * bytes_max))",
                "        return max(FLOOR_BYTES, room, bytes_max)",
            ),
            ("broker/network/held_bytes.py", "        if not self.is_tight or len(self._of) < 2:", "        if True:"),
        ),
        ONE_SEED,
    ),
    ScenarioGuard(
        "short-kill",
        "a broker ends the session of its former life (A13)",
        (("broker/cluster/former_session.py", "        if key.session_id != session_id:", "        if True:"),),
    ),
    ScenarioGuard(
        "start-that-stalls",
        "time in which ZooKeeper did not answer counts for no former registration (A12)",
        (
            (
                "broker/cluster/registration.py",
                "                if not was_away and late_ms < STALL_MS:",
                "                if True:",
            ),
        ),
    ),
    ScenarioGuard(
        "state-garbled",
        "a partition's state that cannot be read is that partition's trouble alone (A14)",
        (
            (
                "controller/zk_store.py",
                '    except ZNodeError as error:\n        log.error("%s cannot be read',
                '    except ZeroDivisionError as error:\n        log.error("%s cannot be read',
            ),
        ),
    ),
    ScenarioGuard(
        "zookeeper-accepts-and-is-silent",
        "the patience with a ZooKeeper that starts, too, is not the session's timeout (B8)",
        (
            (
                "broker/config/settings.py",
                "max(self.zookeeper_session_timeout_ms, ZOOKEEPER_START_MS_MIN)",
                "self.zookeeper_session_timeout_ms",
            ),
        ),
    ),
    ScenarioGuard(
        "zookeeper-restarts",
        "a start of ZooKeeper gives every session its whole time (B3)",
        (
            (
                "kavka/zk/server/server.py",
                "            session.expires_at_ms = now_ms + session.timeout_ms\n            self._last",
                "            session.expires_at_ms = now_ms\n            self._last",
            ),
        ),
    ),
)
