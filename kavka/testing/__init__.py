"""Clusters for tests: a Kafka that a synchronous test holds in its hands and breaks on purpose."""
