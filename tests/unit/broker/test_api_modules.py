"""Which modules APIs need is named by API, and what is not loaded of it is loaded one a step."""

from __future__ import annotations

from kavka.broker.requests.api_modules import everyday_modules, modules_of
from kavka.broker.requests.loading_on_demand import loading, missing_modules
from kavka.broker.requests.served_apis import HANDLERS
from kavka.protocol.api_keys import ApiKey


def test_modules_of_apis_are_named_once():
    names = modules_of(HANDLERS)
    assert len(set(names)) == len(names) > 2 * len(HANDLERS)
    assert "kavka.broker.handlers.fetch" not in modules_of({ApiKey.PRODUCE})


def test_everyday_modules_are_those_of_the_everyday_apis_that_are_served():
    assert "kavka.broker.handlers.produce" in everyday_modules(HANDLERS)
    assert "kavka.broker.handlers.share_fetch" not in everyday_modules(HANDLERS)
    assert "kavka.broker.handlers.produce" not in everyday_modules({ApiKey.FETCH, ApiKey.SHARE_FETCH})


def test_only_what_is_not_loaded_is_missing():
    assert missing_modules(1, loaded={"a"}, modules=lambda apis: [*apis, "a", "b"]) == [1, "b"]


def test_modules_are_loaded_one_a_step():
    loaded = []
    steps = loading(["a", "b"], loaded.append)
    next(steps)
    assert loaded == ["a"]
    assert list(steps) == [None]
    assert loaded == ["a", "b"]
