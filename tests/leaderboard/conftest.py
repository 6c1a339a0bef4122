"""What runs in which mode, and how patiently."""

from collections.abc import Iterator

import pytest
from django.conf import settings

from leaderboard import wire


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is about Redis in embedded mode; the run on services has it."""
    if settings.REDIS_URL:
        return
    left_out = [item for item in items if item.get_closest_marker("redis")]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if item not in left_out]


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A Redis on a busy machine may take its time, and is not left alone for that."""
    monkeypatch.setattr(wire, "PATIENCE", 5.0)
    wire._wire.cache_clear()
    yield
    wire._wire.cache_clear()
