"""The folder of the running server: made when missing, and a sentence when it is broken."""

import errno
import os
import stat
from pathlib import Path
from typing import Any

import pytest

from harp_server.var import BrokenVar, prepare, secret_key


def test_the_folder_and_its_parts_are_made_once(tmp_path: Path) -> None:
    var = tmp_path / "deep" / "var"
    prepare(var)
    assert {path.name for path in var.iterdir()} == {"log", "mail", "static"}
    (var / "log" / "harp.jsonl").write_text("kept")
    prepare(var)
    assert (var / "log" / "harp.jsonl").read_text() == "kept"


@pytest.mark.parametrize("name", ["var", "var/log", "var/mail", "var/static"])
def test_a_file_in_the_place_of_a_folder_is_named(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_text("")
    with pytest.raises(BrokenVar, match=f"{path} should be a folder but is a file: move it away."):
        prepare(tmp_path / "var")


def test_a_file_above_the_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BrokenVar, match="var can't be made: Not a directory"):
        prepare(tmp_path / "file" / "var")


def test_a_folder_that_cannot_be_made_is_named_with_the_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "mkdir", refuse)
    with pytest.raises(BrokenVar, match=f"{tmp_path / 'var'} can't be made: Permission denied."):
        prepare(tmp_path / "var")


def test_a_folder_that_cannot_be_written_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The tests may run as root, whom no permission stops.
    monkeypatch.setattr(os, "access", lambda path, _mode: Path(path).name != "log")
    with pytest.raises(BrokenVar, match="var/log can't be written: mend its permissions."):
        prepare(tmp_path / "var")


def test_the_key_is_made_at_the_first_start_and_read_at_the_next(tmp_path: Path) -> None:
    key = secret_key(tmp_path / "var")
    assert len(key) >= 50
    assert secret_key(tmp_path / "var") == key
    assert secret_key(tmp_path / "other") != key


def test_the_key_is_readable_for_its_owner_alone(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        secret_key(tmp_path)
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600


@pytest.mark.parametrize("content", [b"", b"\n", b"short", b" " * 60])
def test_a_key_that_is_none_is_named_and_not_replaced(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "secret_key"
    path.write_bytes(content)
    with pytest.raises(BrokenVar, match=f"{path} holds no key: remove it"):
        secret_key(tmp_path)
    assert path.read_bytes() == content


def test_a_key_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    (tmp_path / "secret_key").write_bytes(b"\xff" * 60)
    with pytest.raises(BrokenVar, match="secret_key can't be read"):
        secret_key(tmp_path)
    (tmp_path / "secret_key").unlink()
    (tmp_path / "secret_key").mkdir()
    with pytest.raises(BrokenVar, match="secret_key can't be read"):
        secret_key(tmp_path)


def test_a_key_that_cannot_be_written_is_named_with_the_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Any, **__: Any) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    prepare(tmp_path)
    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(BrokenVar, match="secret_key can't be made: No space left on device."):
        secret_key(tmp_path)
