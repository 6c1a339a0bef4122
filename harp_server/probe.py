"""`python -m harp_server.probe PORT`: ask the server on this port of this machine for its health.

What a container's health check runs, so it loads no framework. It asks as the proxy does: for the
first host of HARP_HOSTS, and as if by HTTPS.
"""

import os
import sys
from http.client import HTTPConnection, HTTPException
from typing import Final

_TIMEOUT: Final = 4.0


def main(port: int) -> int:
    """0 when it is well; else 1, and the reason on standard error."""
    host = os.environ.get("HARP_HOSTS", "localhost").split(",")[0].strip().lstrip(".")
    connection = HTTPConnection("127.0.0.1", port, timeout=_TIMEOUT)
    try:
        connection.request("GET", "/healthz", headers={"Host": host, "X-Forwarded-Proto": "https"})
        reply = connection.getresponse()
        if reply.status == 200:
            return 0
        reason = f"{reply.status} {reply.read(200).decode(errors='replace').strip()}"
    except (OSError, HTTPException) as error:
        reason = str(error)
    finally:
        connection.close()
    print(f"not healthy: {reason}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
