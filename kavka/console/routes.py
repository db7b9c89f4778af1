"""The console's routes: a broker's entry points plug them in by this module's name, as `broker.http.routes` describes.

Loaded by the first request that the endpoint gets; each handler by the first request for it.
"""

from __future__ import annotations

from typing import Final

from kavka.broker.http.routes import Route

ROUTES: Final = (
    Route("GET", "/console", "kavka.console.pages"),
    Route("GET", "/console/{path}", "kavka.console.pages"),
    Route("GET", "/messages", "kavka.console.browse"),
    Route("GET", "/messages/tail", "kavka.console.browse"),
    Route("POST", "/produce", "kavka.console.produce"),
    Route("POST", "/topics", "kavka.console.topics"),
    Route("DELETE", "/topics/{name}", "kavka.console.topics"),
    Route("GET", "/topics/{name}/configs", "kavka.console.configs"),
    Route("POST", "/topics/{name}/configs", "kavka.console.configs"),
    Route("POST", "/topics/{name}/partitions", "kavka.console.topics"),
    Route("POST", "/topics/{name}/trim", "kavka.console.topics"),
    Route("GET", "/topics/{name}/replicas", "kavka.console.replicas"),
    Route("POST", "/topics/{name}/replicas", "kavka.console.replicas"),
    Route("DELETE", "/topics/{name}/replicas", "kavka.console.replicas"),
    Route("POST", "/topics/{name}/election", "kavka.console.replicas"),
    Route("GET", "/topics/{name}/producers", "kavka.console.transactions"),
    Route("GET", "/brokers/{name}/configs", "kavka.console.configs"),
    Route("POST", "/brokers/{name}/configs", "kavka.console.configs"),
    Route("GET", "/acls", "kavka.console.security"),
    Route("POST", "/acls", "kavka.console.security"),
    Route("DELETE", "/acls", "kavka.console.security"),
    Route("GET", "/users", "kavka.console.security"),
    Route("POST", "/users", "kavka.console.security"),
    Route("DELETE", "/users/{name}", "kavka.console.security"),
    Route("GET", "/quotas", "kavka.console.security"),
    Route("POST", "/quotas", "kavka.console.security"),
    Route("GET", "/transactions", "kavka.console.transactions"),
    Route("POST", "/transactions", "kavka.console.transactions"),
    Route("GET", "/groups", "kavka.console.groups"),
    Route("GET", "/groups/{name}", "kavka.console.groups"),
    Route("DELETE", "/groups/{name}", "kavka.console.groups"),
    Route("POST", "/groups/{name}/offsets", "kavka.console.groups"),
    Route("DELETE", "/groups/{name}/offsets", "kavka.console.groups"),
    Route("GET", "/peers", "kavka.console.peers"),
    Route("GET", "/peers/{id}/{path...}", "kavka.console.peers"),
    Route("POST", "/peers/{id}/{path...}", "kavka.console.peers"),
    Route("DELETE", "/peers/{id}/{path...}", "kavka.console.peers"),
)
