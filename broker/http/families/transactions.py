"""Transactions: Kafka's TransactionMarkerChannelManager, and what the coordinator counts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from prometheus_client.core import Metric

from kavka.broker.http.families.build import counter, gauge, gauges, one_time
from kavka.broker.transaction.state_manager import transactions_by_state
from kavka.broker.transaction.states import TransactionState

if TYPE_CHECKING:
    from kavka.broker.http.admin import Admin

_MARKERS: Final = "kafka_coordinator_transaction_transactionmarkerchannelmanager"
_VERIFICATION: Final = "kafka_server_addpartitionstotxnmanager"


def collect(admin: Admin) -> Iterable[Metric | None]:
    """Collects metrics of the transactional ids coordinated here now, and the transaction counters."""
    transactions, counts = admin.services.transactions, admin.services.metrics.transactions
    yield gauge(
        f"{_MARKERS}_unknowndestinationqueuesize",
        "Parts of transactions whose markers wait for another try: no leader, or one that did not take them.",
        transactions.markers.waiting,
    )
    yield gauge(
        f"{_MARKERS}_logappendretryqueuesize",
        "Transactions that have all their markers, and whose end could not be written yet.",
        transactions.markers.unfinished,
    )
    states = yield from transactions_by_state(list(transactions.states.all()))
    yield gauges(
        "kavka_transactional_ids",
        "Transactional ids of this broker, by state.",
        ("state",),
        (((state.name,), states.get(state.name, 0)) for state in TransactionState),
    )
    yield counter("kavka_transaction_commits", "Transactions that were committed.", counts.commits)
    yield counter("kavka_transaction_aborts", "Transactions that were aborted.", counts.aborts)
    yield counter("kavka_transaction_timeouts", "Of these, those that took too long.", counts.timeouts)
    yield counter("kavka_transaction_appends", "Records of __transaction_state.", counts.appends)
    yield counter(
        "kavka_transaction_appends_failed", "Those that replicas did not have in time.", counts.appends_failed
    )
    yield counter("kavka_transaction_markers_sent", "Markers that were sent, by partition.", counts.markers_sent)
    yield counter("kavka_transaction_markers_retried", "Those that had to wait.", counts.markers_retried)
    yield counter(
        "kavka_transaction_loads", "Partitions of __transaction_state that were read.", counts.partitions_loaded
    )
    yield gauge(
        "kavka_transaction_partitions_damaged",
        "Partitions of __transaction_state that are led here and not served: their logs cannot be read whole.",
        admin.services.transactions.states.refused,
    )
    yield counter("kavka_transaction_records_loaded", "Records that were read then.", counts.records_loaded)
    yield counter("kavka_transaction_verifications", "First batches that were verified.", counts.verifications)
    yield counter(
        "kavka_transaction_verifications_failed",
        "Those that belonged to no open transaction, or could not be verified.",
        counts.verifications_failed,
    )
    yield one_time(
        f"{_VERIFICATION}_verificationtimems",
        "How long coordinators took to say whether a first batch belongs to a transaction.",
        counts.verification_times,
    )
    yield gauge(
        f"{_VERIFICATION}_verificationfailurerate_count",
        "The same as kavka_transaction_verifications_failed_total, by Kafka's name: how many there ever were.",
        counts.verifications_failed,
    )
