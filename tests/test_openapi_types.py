"""The TypeScript types of the API are those of its OpenAPI document."""

import shutil
import subprocess
import sys
from pathlib import Path

from django.core.management import call_command

ROOT = Path(__file__).resolve().parents[1]


def test_typescript_types_are_those_of_the_api(tmp_path: Path) -> None:
    schema, types = tmp_path / "openapi.yaml", tmp_path / "schema.ts"
    call_command("spectacular", "--validate", "--fail-on-warn", file=str(schema))
    npx = shutil.which("npx", path=str(Path(sys.executable).parent))
    assert npx is not None, "run script/bootstrap"
    subprocess.run(
        [npx, "--no-install", "openapi-typescript", str(schema), "-o", str(types)],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    committed = (ROOT / "frontend/src/net/schema.ts").read_text()
    assert types.read_text() == committed, "run script/api-types and commit what it writes"
