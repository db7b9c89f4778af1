"""What looks at a cluster from outside: dashboards for Grafana, alerts and a scrape configuration for Prometheus.

    board (panels, expressions)  ─▶ grafana ─▶ JSON          boards/*: what is shown
    alerts (expression, for)     ─▶ rules   ─▶ YAML          alerts: what a person is called for
    brokers' admin endpoints     ─▶ scrape  ─▶ YAML

Everything is data and pure functions. A test holds each metric's name against what running brokers export, and a real
Prometheus evaluates every expression in `make conformance`. Not here: the command line (`kavka.cli.generate`).
"""
