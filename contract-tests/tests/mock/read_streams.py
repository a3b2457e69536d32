"""Reads the streams of a mock with libraries that the project does not maintain; prints the items as JSON."""

import io
import json
import sys

import httpx
import jsonlines
from httpx_sse import connect_sse
from jsonseq.decode import JSONSeqDecoder

url = sys.argv[1]


def events(client: httpx.Client, path: str, last: str | None = None) -> list[dict[str, object]]:
    headers = {} if last is None else {"last-event-id": last}
    with connect_sse(client, "GET", url + path, headers=headers) as source:
        found = source.iter_sse()
        return [{"event": one.event, "id": one.id, "retry": one.retry, "data": one.data} for one in found]


def body(client: httpx.Client, path: str, accept: str) -> str:
    response = client.get(url + path, headers={"accept": accept})
    response.raise_for_status()
    assert response.headers["content-type"] == accept, response.headers
    return response.content.decode()


with httpx.Client(trust_env=False) as client:
    warnings = events(client, "/warnings")
    read = {
        "warnings": warnings,
        "rest": events(client, "/warnings", str(warnings[1]["id"])),
        "bulletin": events(client, "/bulletin"),
        "changes": events(client, "/changes"),
        "news": events(client, "/news"),
        "newsBehindFirst": events(client, "/news", "a"),
        "lines": list(jsonlines.Reader(io.StringIO(body(client, "/readings", "application/jsonl")))),
        "sequence": list(JSONSeqDecoder().decode(io.StringIO(body(client, "/readings", "application/json-seq")))),
        "list": json.loads(body(client, "/readings", "application/json")),
        "few": list(jsonlines.Reader(io.StringIO(body(client, "/few", "application/x-ndjson")))),
    }
print(json.dumps(read))
