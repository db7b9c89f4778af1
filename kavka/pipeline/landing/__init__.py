"""Topics for Spark's own Parquet scan: records land in files beside executors, no row passes from Python to Java.

    driver   options ─▶ ranges, planned once ─▶ a task each             the files of the winning attempts ─▶ DataFrame
    worker             fetch ─▶ decode ─▶ a Parquet file ─▶ its name ─────────┘         Spark scans it, vectorized

    landing            `read` for batches and `available_now` for streams; the door is `kavka.spark`
    landing_file       a range into a file of its own name for each attempt
    landing_directory  where files lie for as long as a query runs, and who removes them when it does not end well

What it is not: an archive (`pipeline.archive`), whose files stay.
"""
