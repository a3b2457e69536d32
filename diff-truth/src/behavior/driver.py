"""Makes every call of an SDK at two mocks, and prints those that work at the first one only."""

import base64
import json
import sys
import tomllib
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
from dispatch import OPERATIONS
from sdk.runtime.errors import DecodeError
from support import Stage, load, outcome

ROUNDS = 2
NOT_ASKED_FOR = "not asked for"
NOT_SENT_ON = {"host", "content-length", "accept-encoding", "connection"}
NOT_GIVEN_BACK = {"content-length", "content-encoding", "transfer-encoding", "connection"}


class Mock:
    """A mock, and what it knows its callers by."""

    def __init__(self, base: str, known: str) -> None:
        parts = urlsplit(base)
        self.origin = f"{parts.scheme}://{parts.netloc}"
        [self.known] = tomllib.loads(Path(known).read_text("utf-8"))["identities"].values()
        self.http = httpx.Client(trust_env=False)
        self.ignores_accept = False

    def answer(self, request: httpx.Request) -> httpx.Response:
        """Send a request of the SDK to the mock, with credentials that the mock accepts."""
        known = self.known
        basic = f"{known['user']}:{known['password']}".encode()
        secrets = {
            "Bearer ": f"Bearer {known['bearer']}",
            "Basic ": f"Basic {base64.b64encode(basic).decode()}",
        }
        headers = []
        for name, value in request.headers.items():
            if name in NOT_SENT_ON:
                continue
            start = next((start for start in secrets if value.startswith(start)), None)
            if name == "authorization" and start:
                value = secrets[start]
            headers.append((name, self.shown(value)))
        path = self.shown(request.url.raw_path.decode("ascii"))
        url = self.origin + path
        answer = self.http.request(request.method, url, headers=headers, content=request.content)
        self.ignores_accept = not is_accepted(request, answer)
        kept = [pair for pair in answer.headers.multi_items() if pair[0] not in NOT_GIVEN_BACK]
        return httpx.Response(answer.status_code, headers=kept, content=answer.content)

    def shown(self, text: str) -> str:
        """A text in which the secret of the vectors is the key that the mock accepts."""
        start = text.find("vector-")
        if start < 0:
            return text
        end = start
        while end < len(text) and (text[end].isalnum() or text[end] in "-_."):
            end += 1
        return text[:start] + self.known["api_key"] + text[end:]

    def placed(self, vector: Any) -> Any:
        """A vector with the values of path parameters that exist at the mock."""
        known = self.known.get("parameters", {})
        parameters = vector.get("parameters", {})
        path = {
            parameter.name
            for parameter in OPERATIONS[vector["operation"]].operation.parameters
            if parameter.location == "path"
        }
        own = {
            name: known.get(name, value) if name in path else value
            for name, value in parameters.items()
        }
        return {**vector, "parameters": own}


def is_accepted(request: httpx.Request, answer: httpx.Response) -> bool:
    """Whether an answer is of a media type that the SDK asked for (RFC 9110, section 12.5.1)."""
    given = answer.headers.get("content-type", "").partition(";")[0].strip().lower()
    asked = request.headers.get("accept", "*/*").lower().split(",")
    asked = [one.partition(";")[0].strip() for one in asked]
    family = given.partition("/")[0]
    return not given or any(one in asked for one in (given, f"{family}/*", "*/*"))


def calls(mock: Mock, vectors: list[Any]) -> list[tuple[str, str]]:
    """The outcome of each call, and what the SDK says of it."""
    stage = Stage("sync", mock.answer)
    found = []
    for _ in range(ROUNDS):
        for vector in vectors:
            try:
                result = stage.call(mock.placed(vector))
            except DecodeError as error:
                # There is no valid value to send.
                found.append(("no call", str(error)))
                continue
            what = NOT_ASKED_FOR if mock.ignores_accept else outcome(result)
            found.append((what, str(result)))
    return found


def main() -> None:
    """Compare the calls at two mocks."""
    old_base, old_known, new_base, new_known = sys.argv[1:]
    vectors = load("requests", {"operation", "parameters", "body", "expect"})
    olds = calls(Mock(old_base, old_known), vectors)
    news = calls(Mock(new_base, new_known), vectors)
    names = [vector["name"] for vector in vectors] * ROUNDS
    works = [at for at, (what, _) in enumerate(olds) if what == "value"]
    broken = [at for at in works if news[at][0] not in {"value", NOT_ASKED_FOR}]
    first = [f"{names[at]}: {news[at][0]}: {news[at][1]}" for at in broken[:1]]
    print(json.dumps({"made": len(olds), "works": len(works), "broken": first}))


main()
