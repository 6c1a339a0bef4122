"""Where a request comes from, for limits that are counted by address."""

from ipaddress import IPv6Address, ip_address, ip_network
from typing import Final

from django.http import HttpRequest
from django.http.request import split_domain_port
from rest_framework.settings import api_settings

UNKNOWN: Final = "unknown"

_IPV6_PREFIX: Final = 64
"""A subscriber has a network of 2^64 IPv6 addresses, and can use a new one for each request."""


def client_address(request: HttpRequest) -> str:
    """The address of the client, without port; UNKNOWN where it can't be told.

    Behind trusted proxies (HARP_PROXIES says how many) it is the one that the outermost of them
    saw: what stands further left in X-Forwarded-For is whatever the client wrote.
    """
    address = request.META.get("REMOTE_ADDR", "")
    forwarded = request.META.get("HTTP_X_FORWARDED_FOR", "")
    if api_settings.NUM_PROXIES and forwarded:
        hops = forwarded.split(",")
        address = hops[-min(api_settings.NUM_PROXIES, len(hops))]
    return _parsed(address) or UNKNOWN


def client_network(request: HttpRequest) -> str:
    """What is counted as one place: an IPv4 address, or an IPv6 network of 64 bits."""
    address = client_address(request)
    if address == UNKNOWN or "." in address:
        return address
    return str(ip_network((address, _IPV6_PREFIX), strict=False))


def _parsed(text: str) -> str | None:
    """An address in its one spelling; an IPv4 one that is written as IPv6 is that IPv4 one."""
    text = text.strip()
    if text.count(":") == 1 or text.startswith("["):  # with a port
        text = split_domain_port(text)[0].strip("[]")
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    if isinstance(address, IPv6Address) and address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(address)
