"""Every verb that opens a client opens it as --command-config says."""

import ast
from pathlib import Path

import pytest

import kavka.cli

CLIENTS = {"Admin", "Cluster", "Consumer", "Producer"}
OWN_CLUSTER = {"demo.py"}
"""It starts the brokers that it speaks to."""
MODULES = sorted(Path(next(iter(kavka.cli.__path__))).glob("*.py"))


@pytest.mark.parametrize("path", [path for path in MODULES if path.name not in OWN_CLUSTER], ids=lambda path: path.name)
def test_every_client_is_given_the_command_s_security(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CLIENTS:
            # By name, or as a dictionary that `client_settings` has made.
            assert {"security", None} & {keyword.arg for keyword in node.keywords}, f"line {node.lineno}"
