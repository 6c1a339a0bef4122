"""What runs in which mode."""

import pytest
from django.conf import settings


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is about Redis in embedded mode; the run on services has it."""
    if settings.REDIS_URL:
        return
    left_out = [item for item in items if item.get_closest_marker("redis")]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if item not in left_out]
