"""What the templates of the rules put between their sentences."""

from typing import Any

from django import template

from frontend.examples import EXAMPLES, example_data

register = template.Library()


@register.inclusion_tag("rules/example.html")
def example(name: str) -> dict[str, Any]:
    """A playable position; raises KeyError for one that there is not."""
    return {
        "name": name,
        "json_id": f"example-{name}",
        "example": EXAMPLES[name],
        "data": example_data(name),
    }
