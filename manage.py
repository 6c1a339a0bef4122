#!/usr/bin/env python
"""Django's command line for this project."""

import os
import sys


def main() -> None:
    """Run the management command that the arguments name."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "harp_server.settings.local")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
