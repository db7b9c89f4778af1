"""Topics as Parquet files: their names, writing one for each range of offsets, joining small ones, reading them back.

    out/topic=orders/partition=0/00000000000000000000-00000000000000250000.parquet      offsets 0 … 249,999
    out/topic=orders/partition=0/00000000000000250000-00000000000000500000.parquet
    out/_checkpoint/                                                                     Spark's; readers pass it over

Every Parquet reader sees each record once: a repeated batch writes the same names again. Topic and partition are in the
path and not in the files, where readers of partitioned directories would find them twice.
"""
