"""`script/messages`: keep the catalogs."""

import json
import os
import sys
from argparse import ArgumentParser
from pathlib import Path

from frontend.messages import LANGUAGES, catalogs


def main() -> None:
    """Without an option: bring the catalogs up to date with the code, and say what is missing."""
    parser = ArgumentParser(prog="script/messages", description=__doc__)
    act = parser.add_mutually_exclusive_group()
    act.add_argument("--missing", metavar="LANG", help="list, as JSON, what is not translated")
    act.add_argument("--fill", nargs=2, metavar=("LANG", "FILE"), help="take translations in")
    act.add_argument("--compile", action="store_true", help="write what Python and browsers read")
    options = parser.parse_args()
    if options.compile:
        catalogs.compile_all()
    elif options.missing:
        print(
            json.dumps(
                catalogs.missing(catalogs.read(options.missing)), ensure_ascii=False, indent=0
            )
        )
    elif options.fill:
        language, name = options.fill
        catalog = catalogs.read(language)
        said = json.loads(Path(name).read_text(encoding="utf-8"))
        for unknown in catalogs.fill(catalog, said):
            print(f"no page says: {unknown}", file=sys.stderr)
        catalogs.write(language, catalog)
    else:
        update()


def update() -> None:
    """Extract, and count what is missing."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "harp_server.settings.test")
    from frontend.messages import extraction

    extraction.set_up()
    template = catalogs.template_of(extraction.messages())
    for language in LANGUAGES:
        catalog = catalogs.updated(catalogs.read(language), template)
        catalogs.write(language, catalog)
        print(f"{language}: {len(catalogs.missing(catalog))} of {len(catalog)} to translate")


if __name__ == "__main__":
    main()
