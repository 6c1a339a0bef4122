"""Public names: how they are compared, and how a guest gets one."""

import random
import unicodedata

NAME_LENGTH = 24

# fmt: off
_MOODS = [
    "Amber", "Autumn", "Boreal", "Brave", "Bright", "Calm", "Clear", "Cool", "Dawn", "Early",
    "Fair", "Fleet", "Gentle", "Glad", "Golden", "Grand", "Honest", "Keen", "Kind", "Light",
    "Lucid", "Lucky", "Mellow", "Merry", "Misty", "Modest", "North", "Noble", "Patient", "Quick",
    "Quiet", "Rapid", "Serene", "Sharp", "Silver", "Still", "Sunny", "Tidal", "Warm", "Wise",
]
_BIRDS = [
    "Avocet", "Bittern", "Bunting", "Crane", "Curlew", "Dipper", "Dove", "Dunlin", "Egret",
    "Eider", "Finch", "Gannet", "Goldcrest", "Grebe", "Heron", "Hoopoe", "Kestrel", "Knot",
    "Lapwing", "Lark", "Linnet", "Martin", "Merlin", "Nuthatch", "Oriole", "Osprey", "Petrel",
    "Pipit", "Plover", "Puffin", "Raven", "Robin", "Ruff", "Siskin", "Skua", "Snipe", "Starling",
    "Stork", "Swallow", "Swift", "Tern", "Thrush", "Wagtail", "Warbler", "Waxwing", "Wren",
]
# fmt: on


def name_key(name: str) -> str:
    """What names that nobody should have to tell apart have in common: form and case are gone."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def guest_name(randomness: random.Random) -> str:
    """A name for a guest, such as "QuietHeron4821"; about 18 million of them."""
    mood, bird = randomness.choice(_MOODS), randomness.choice(_BIRDS)
    return f"{mood}{bird}{randomness.randrange(1000, 10_000)}"
