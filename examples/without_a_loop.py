"""Kafka in a program without an event loop: a script, a web framework's worker, a job.

    python examples/without_a_loop.py [HOST:PORT]

Without an address it starts a broker of its own.
"""

import json
import sys

from kavka.sync import Consumer, LocalCluster, Producer

CITIES = {"Prague": 7, "Brno": 11, "Plzeň": 5}


def run(bootstrap: str) -> None:
    with Producer(
        bootstrap, key_serializer=str.encode, value_serializer=lambda value: json.dumps(value).encode()
    ) as producer:
        for city, degrees in CITIES.items():
            producer.send("weather", {"degrees": degrees}, key=city)
        producer.flush()  # until all are acknowledged; leaving the block does the same

    with Consumer(bootstrap, key_deserializer=bytes.decode, value_deserializer=json.loads) as consumer:
        consumer.assign(consumer.partitions_for("weather"), start="beginning")
        for _, record in zip(CITIES, consumer, strict=False):
            print(f"{record.key}: {record.value['degrees']} °C")


def main() -> None:
    if len(sys.argv) > 1:
        run(sys.argv[1])
        return
    with LocalCluster(1, in_loop=True) as cluster:
        run(cluster.bootstrap)


if __name__ == "__main__":
    main()
