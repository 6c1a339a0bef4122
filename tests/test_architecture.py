"""The house as docs/architecture.md draws it: which package may import which (pyproject.toml)."""

import ast
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def test_imports_run_one_way() -> None:
    run = subprocess.run(
        [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout


def test_engine_imports_itself_and_the_standard_library_alone() -> None:
    allowed = {*sys.stdlib_module_names, "game"}
    imported = {
        (file.name, name.split(".")[0])
        for file in (ROOT / "game" / "engine").rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text()))
        for name in _imports(node)
    }
    assert {name for _, name in imported} >= {"dataclasses", "enum"}
    assert {entry for entry in imported if entry[1] not in allowed} == set()


def _imports(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom) and node.level == 0:
        return [node.module or ""]
    return []
