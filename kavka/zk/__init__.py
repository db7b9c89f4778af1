"""ZooKeeper: the client that brokers and the controller use, the embedded server, the fake. Alone in importing kazoo.

    ops, errors          values and exceptions of all below
    tree, with node, txn, watches, rules: ZooKeeper's data tree, sans I/O
    paths, znodes        Kafka's znodes: where they are and what is in them
    client               the interface (`ZkClient`), and what is composed of its calls
    kazoo_client, session   the client over kazoo: kazoo's thread ends here
    fake                 the client over a tree in memory
    storage, server/     the embedded server: the tree with a disk and a socket

Importing the package loads none of them.
"""
