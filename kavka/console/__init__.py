"""The console: its page, and the cluster API that the page asks, plugged into brokers' admin endpoints.

    browser ─▶ a broker's endpoint (`broker.http.server`) ─▶ routes ─▶ pages                          the page's files
                                                                    ├▶ browse, produce, topics, configs, replicas,
                                                                    │  groups, security, transactions, by the bundled
                                                                    │  client (`own_client`): the whole cluster
                                                                    └▶ peers                 other brokers' endpoints

Of the broker this knows what its HTTP rooms offer: messages, routes, and the `Admin` that a handler gets.
"""
