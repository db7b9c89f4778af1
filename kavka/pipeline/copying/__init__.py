"""Topics into another topic without Spark's JVM: what is fetched is sent on by the same worker, in one transaction.

    driver   offsets ─▶ ranges of a batch, in the checkpoint ─▶ a task each
    worker   fetch ─▶ batches as they are ─────────────────────▶ Produce      the marker, in the same transaction
                  └─▶ decode ─▶ a function of the caller's ─▶ encode ─▶ ┘

    whole_batches  which batches can go on as they are, and what becomes of the others
    copier         a range into the target, by the one way or the other
    sink           the format `kavka_copy`: ranges in, a transaction for each task out
    query          the stream of both; the door is `kavka.spark.copy`

What it is not: a mirror of another cluster. Offsets are the target's own, and source and target are in one cluster.
"""
