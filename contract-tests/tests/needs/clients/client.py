"""Fails if the responses lack what its arguments name: KIND:PATH:POINTER."""

import json
import os
import sys
import urllib.request


def well(value, steps, kind):
    lenient = kind == "not-null" or kind == "inside" and len(steps) > 1
    if steps[0] == "*":
        if not isinstance(value, list):
            return lenient
        return all(well(item, steps[1:], kind) for item in value)
    if not isinstance(value, dict) or steps[0] not in value:
        return lenient
    value = value[steps[0]]
    if steps[1:]:
        return well(value, steps[1:], kind)
    return kind in ("present", "inside") or value is not None


def fetch(path):
    with urllib.request.urlopen(os.environ["ITEMS_URL"] + path, timeout=60) as response:
        return json.load(response)


bodies = {path: fetch(path) for path in ("/first", "/second")}
for need in sys.argv[1:]:
    kind, path, pointer = need.split(":")
    if not well(bodies[path], pointer.split("/")[1:], kind):
        sys.exit(1)
