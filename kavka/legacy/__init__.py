"""The consumer of Kafka 0.8, whose groups live in ZooKeeper."""
