"""Metric families, by the names that existing dashboards use; each module has `collect(admin)`.

The names are what jmx_exporter and Strimzi make of Kafka's MBeans in lower case, so that nobody has to change a panel;
what has no equal in Kafka is called `kavka_…`. Prometheus' library adds `_total` to counters by itself.
"""
