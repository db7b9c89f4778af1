"""Logins, the broker's side: one state machine a mechanism, and Kafka's machine around them. No sockets, no tasks."""
