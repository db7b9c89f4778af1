"""A blocking client of Kafka's protocol, for Spark's worker processes: sockets and deadlines, no event loop, no Spark.

    settings = WireSettings.from_properties({"bootstrap.servers": "localhost:9092"})     pickles, hashes
    cluster = cluster_of(settings)                                                       one per process
    cluster.topics(["events"])                                                           partitions, leaders
    list_offsets(cluster, {tp: LATEST}, isolation_level=READ_COMMITTED)
    with fetch_ahead(cluster, tp, start, end, FetchSettings(…)) as chunks:               Chunk.data ─▶ columns
    producer = BlockingProducer(cluster, transactional_id=…)                             init, send, commit
    fetch_offsets(cluster, group, [tp], require_stable=True); commit_offsets(…)

What the bundled asyncio client (`kavka.client`) knows without I/O is taken from there: versions, metadata, errors. An
error code in a response is a `KafkaError`, a failure without a response a `ClientError`; both have a message for a
person.

Nothing is imported here: each name is in the module of its own, since a process that only plans sends no records.
"""
