"""The sources of codecs that mypyc builds: a tree of their own, which has all that its modules import."""

import ast

from kavka.build_compiled import CODECS
from kavka.protocol.generator.native import write


def imported(source):
    """The modules of ours that a source imports, those included that only a type checker imports."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("kavka."):
            yield node.module


def test_every_module_that_the_sources_import_is_among_them(tmp_path):
    tree = tmp_path / "codecs"
    write(tree, list(CODECS["kavka/protocol/_generated"]))
    there = {".".join(path.relative_to(tree).with_suffix("").parts) for path in tree.rglob("*.py")}
    asked = {name for path in tree.rglob("*.py") for name in imported(path.read_text())}
    assert "kavka.protocol.errors" in asked
    assert asked - there - {name.removesuffix(".__init__") for name in there} == set()
