"""Whole clusters from a seed: unmodified brokers, ZooKeeper and clients in virtual time, under faults.

    a cluster         what happens to it            what it is held to
    cluster           faults, fault_draws           history, observations      what clients and brokers saw
    virtual_loop      hands                         onlooker                   looks at brokers
    hosts, links      workloads/                    checks/                    pure functions to named violations
    host_clock                                      agreement, leftovers       once all is quiet
    patched_time      runner: one seed, one outcome; batch, shrink, trace, timeline_html: many, and why

The worlds are made of:

    memory_machine    one machine: what survives its broker, and the world that each life of the broker gets
    memory_disk       the tree of files       memory_filesystem   one broker's view of it
    disk_pages        a file's bytes, written and durable         disk_names   names, likewise
    disk_faults       calls that fail
    memory_network    addresses               memory_transport    the two ends of a connection
    memory_process    the cleaning process, without a process

Each passes the contract tests of the port that it stands for (tests/unit/simulation). Nothing here waits, reads a clock
or takes chance by itself: what happens next is said by the event loop, the clock and the seed that it is given.
"""
