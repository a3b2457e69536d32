"""Sends and receives a large file with the generated client, for `cargo xtask large-bodies`."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

from api_client import Client, File, RequestOptions
from api_client.models import UploadPhotoBody

PERIOD = 251
CHUNK = PERIOD * 256

# The bytes from any position of the file on, more than a client gives at once.
FILE = bytes(range(PERIOD)) * 65536


def memory(field: str) -> int:
    """Return a field of the process' status, in KiB."""
    status = Path("/proc/self/status").read_text()
    found = re.search(rf"{field}:\s+(\d+)", status)
    assert found is not None
    return int(found[1])


class Receiver:
    """Checks a file and keeps nothing of it."""

    def __init__(self) -> None:
        self.received = 0

    def __call__(self, chunks: Iterator[bytes]) -> None:
        for chunk in chunks:
            start = self.received % PERIOD
            assert chunk == FILE[start : start + len(chunk)], f"other bytes after {self.received}"
            self.received += len(chunk)


def transfer(client: Client, chunks: int) -> int:
    """Send and receive a file; return its length."""
    receiver = Receiver()
    # New chunks, so that a client that keeps them needs memory for each.
    file = (FILE[:CHUNK] for _ in range(chunks))
    if os.environ["LARGE_WAY"] == "form":
        client.bodies.upload_photo(UploadPhotoBody(title="large", picture=File(file)))
    else:
        client.bodies.upload_file(file)
    client.bodies.download_file(options=RequestOptions(on_body=receiver))
    return receiver.received


def main() -> None:
    """Call the server at `LARGE_BASE`."""
    server = {"https://garden.example/{version}": os.environ["LARGE_BASE"]}
    with Client(servers=server) as client:
        # A small file first: what every call needs is not counted.
        transfer(client, 1)
        Path("/proc/self/clear_refs").write_text("5")
        idle = memory("VmRSS")
        received = transfer(client, int(os.environ["LARGE_CHUNKS"]))
    print(received, idle, memory("VmHWM"))


main()
