"""The cache of production, with Redis and without."""

import pytest

from harp_server.cache import CacheThatMayBeAway
from tests.deploy.topology import Topology, free_port


def test_it_remembers(there: Topology) -> None:
    cache = CacheThatMayBeAway(there.redis_url, {"KEY_PREFIX": "test"})
    assert cache.add("a", 1)
    assert not cache.add("a", 2)
    assert cache.incr("a") == 2
    assert cache.get("a") == 2
    cache.set_many({"b": [3], "c": None})
    assert cache.get_many(["a", "b", "d"]) == {"a": 2, "b": [3]}
    assert cache.has_key("c")
    assert cache.touch("c")
    assert cache.delete("c")
    cache.delete_many(["a", "b"])
    assert cache.get("a", "gone") == "gone"
    with pytest.raises(ValueError, match="not found"):
        cache.incr("a")


@pytest.fixture
def away() -> CacheThatMayBeAway:
    """A cache whose Redis is not there."""
    return CacheThatMayBeAway(f"redis://127.0.0.1:{free_port()}/0", {})


def test_without_redis_it_remembers_nothing_and_nobody_fails(away: CacheThatMayBeAway) -> None:
    for _ in range(2):  # at the failure, and in the rest after it
        away.set("a", 1)
        assert away.get("a", "nothing") == "nothing"
        assert away.add("a", 1)
        assert not away.has_key("a")
        assert not away.touch("a")
        assert not away.delete("a")
        assert away.get_many(["a"]) == {}
        away.set_many({"a": 1})
        away.delete_many(["a"])
        with pytest.raises(ValueError, match="not found"):
            away.incr("a")
