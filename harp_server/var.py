"""The folder for everything the running server makes: database, logs, mails, its secret key."""

import os
import secrets
from contextlib import suppress
from pathlib import Path


class BrokenVar(Exception):
    """The folder or a file in it can't be used; the message says which and what to do."""


def prepare(var_dir: Path) -> None:
    """Make the folder and its parts, and see that they can be written.

    Raises BrokenVar.
    """
    for folder in (var_dir, var_dir / "log", var_dir / "mail", var_dir / "static"):
        try:
            # Sessions, digests of passwords, seeds of days ahead: for the owner's eyes alone.
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except FileExistsError:
            raise BrokenVar(f"{folder} should be a folder but is a file: move it away.") from None
        except OSError as error:
            raise BrokenVar(f"{folder} can't be made: {error.strerror}.") from None
        if not os.access(folder, os.W_OK | os.X_OK):
            raise BrokenVar(f"{folder} can't be written: mend its permissions.")


def secret_key(var_dir: Path) -> str:
    """The installation's own key, made at the first start and kept readable for its owner alone.

    Raises BrokenVar.
    """
    prepare(var_dir)
    path = var_dir / "secret_key"
    if not path.exists():
        # Written whole before it has its name: of two first starts at once, both read one key.
        draft = var_dir / f"secret_key.{os.getpid()}"
        try:
            draft.touch(mode=0o600)
            draft.write_text(secrets.token_urlsafe(50))
            with suppress(FileExistsError):
                os.link(draft, path)
        except OSError as error:
            raise BrokenVar(f"{path} can't be made: {error.strerror}.") from None
        finally:
            draft.unlink(missing_ok=True)
    try:
        key = path.read_text().strip()
    except (OSError, UnicodeDecodeError):
        raise BrokenVar(
            f"{path} can't be read: mend or remove it (guests must begin anew)."
        ) from None
    if len(key) < 50:
        raise BrokenVar(f"{path} holds no key: remove it (guests must begin anew).")
    return key
