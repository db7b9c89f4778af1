"""The audit: is what brokers keep whole, and the same on all of them?

    segments' files ─▶ segment_scan ─┐                    ┌─▶ faults: what a log shows by itself
    replicas (wire) ─▶ replica_scan ─┴▶ batches ─▶ windows┤
                       (walk, checksums)   (10,000 offsets)└─▶ queries: seams, brokers side by side
                                                               └─▶ what differs, once more (content)
    ─▶ survey ─▶ findings (what is wrong, why, what to do) ─▶ report ─▶ table, JSON, page (charts)

What is checked: checksums; offsets without gaps and overlaps, inside of segments and between them; leader epochs, which
never fall and agree with leader-epoch-checkpoint; producers' sequences; torn and cut ends; and that every broker's
copy of a partition has the same batches between the first and last offset that all have in common.

Where compaction has been, gaps are right and batches may be packed otherwise: there, records are compared, and one that
is missing on a broker was cleaned earlier. Nothing is written, no broker need run. Spark is imported by `source` and
`run` only.
"""
