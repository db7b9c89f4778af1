"""Clusters on this machine: processes, ports, state, listeners, secrets."""
