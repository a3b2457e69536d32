"""A proxy between the generated clients and the mock that checks every request with two validators.

`proxy.py DESCRIPTION CALLS PRISM RECORD` starts the mock, listens on loopback, prints its port, and
writes to RECORD a JSON line for each request: what was sent, which validator refused it and why, and the
response of the mock. The path of a request begins with the language and the index of the call. The mock
also validates requests, and reports violations in the field `sl-violations`; openapi-core validates
requests and responses. The program exits when its standard input is closed.
"""

from __future__ import annotations

import base64
import http.client
import json
import re
import socket
import subprocess
import sys
import tempfile
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from openapi import Described, Sent

HOST = "127.0.0.1"
HOP_BY_HOP = {"connection", "keep-alive", "transfer-encoding", "content-length", "host", "expect"}
CALL = re.compile(r"/([a-z]+)/(\d+)(/.*|\?.*|)\Z")
REFUSALS = {
    "INVALID_CONTENT_TYPE",
    "NOT_ACCEPTABLE",
    "NO_METHOD_MATCHED_ERROR",
    "NO_PATH_MATCHED_ERROR",
    "UNAUTHORIZED",
    "UNPROCESSABLE_ENTITY",
}
PROBLEM = "https://stoplight.io/prism/errors#"


class Mock:
    """The mock, which responds and checks requests."""

    def __init__(self, program: str, description: str) -> None:
        self.program, self.description = program, description
        self.start()

    def start(self) -> None:
        """Start the mock, and wait until it responds."""
        with socket.socket() as free:
            free.bind((HOST, 0))
            self.port = free.getsockname()[1]
        # Long parameter values are allowed.
        words = ["node", "--max-http-header-size=1048576", self.program, "mock", "--host", HOST]
        words += ["--port", str(self.port), "--cors", "false", "--verboseLevel", "fatal"]
        self.errors = tempfile.TemporaryFile("w+")  # noqa: SIM115
        self.process = subprocess.Popen(
            [*words, self.description],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=self.errors,
        )
        while True:
            try:
                socket.create_connection((HOST, self.port)).close()
            except OSError:
                if self.process.poll() is not None:
                    raise RuntimeError(self.last_words()) from None
                time.sleep(0.1)
            else:
                return

    def stop(self) -> None:
        """Stop the mock."""
        self.process.kill()
        self.process.wait()

    def last_words(self) -> str:
        """Return the output of the mock when it exited."""
        self.errors.seek(0)
        lines = [line.strip() for line in self.errors if "Error:" in line]
        return lines[0] if lines else "no word"

    def answer(self, sent: Sent, wanted: Any) -> dict[str, Any]:
        """Return the response of the mock, and its complaints about the request."""
        try:
            found = self._ask(sent, wanted)
        except OSError:
            # It does not survive every request.
            self.stop()
            refused = [f"crash: {self.last_words()}"]
            self.start()
            return {"refused": refused, "fault": "", "headers": [], "status": 500, "body": b""}
        if found["fault"] and wanted:
            # The mock has no such response; any other one will do.
            found = self._ask(sent, None)
        return found

    def _ask(self, sent: Sent, wanted: Any) -> dict[str, Any]:
        connection = http.client.HTTPConnection(HOST, self.port, timeout=60)
        fields = [(name, value) for name, value in sent.headers if name.lower() not in HOP_BY_HOP]
        if wanted:
            drawn = str(wanted["drawn"]).lower()
            fields.append(("Prefer", f"code={wanted['code']}, dynamic={drawn}, seed=1"))
        # Neither the accepted encodings nor any header field that the client has not sent.
        connection.putrequest(sent.method, sent.target, skip_host=True, skip_accept_encoding=True)
        connection.putheader("Host", f"{HOST}:{self.port}")
        for name, value in fields:
            connection.putheader(name, value)
        if sent.body or sent.method in {"POST", "PUT", "PATCH"}:
            connection.putheader("Content-Length", str(len(sent.body)))
        connection.endheaders(sent.body or None)
        response = connection.getresponse()
        body = response.read()
        connection.close()
        return {**_validated(response, body), "status": response.status, "body": body}


def _validated(response: http.client.HTTPResponse, body: bytes) -> dict[str, Any]:
    refused = _violations(response.headers.get("sl-violations") or "[]")
    kind = ""
    if response.headers.get_content_type() == "application/problem+json":
        problem = json.loads(body or b"{}")
        kind = str(problem.get("type", "")).removeprefix(PROBLEM)
        if kind == str(problem.get("type")):
            kind = ""
        if kind in REFUSALS and not refused:
            found = problem.get("validation") or [{"message": problem.get("detail")}]
            refused = [f"{kind}: {_violation(one)}" for one in found]
    fault = kind if kind and kind not in REFUSALS else ""
    fields = [
        (name, value)
        for name, value in response.headers.items()
        if name.lower() not in HOP_BY_HOP and not name.lower().startswith("sl-")
    ]
    return {"refused": refused, "fault": fault, "headers": fields}


def _violations(field: str) -> list[str]:
    """Return the complaints about the request, without those about the mock's own response."""
    if not field.startswith("["):
        return [field[:200]]
    return [
        _violation(one)
        for one in json.loads(field)
        if one["severity"] == "Error" and one["location"][:1] != ["response"]
    ]


def _violation(one: dict[str, Any]) -> str:
    return f"{'.'.join(map(str, one.get('location', [])))}: {one.get('message')}"


class Checker:
    """Checks each request once, whichever client sends it."""

    def __init__(self, described: Described, mock: Mock, calls: list[Any], record: str) -> None:
        self.described = described
        self.mock = mock
        self.calls = calls
        self.record = open(record, "w", encoding="utf-8")  # noqa: SIM115
        self.known: dict[Any, dict[str, Any]] = {}
        self.lock = threading.Lock()

    def answer(self, language: str, call: int, sent: Sent) -> dict[str, Any]:
        """Check a request, record the result, and return the response."""
        with self.lock:
            wanted = self.calls[call].get("answer")
            key = (call, sent.key())
            if key not in self.known:
                self.known[key] = self._check(sent, wanted)
            found = self.known[key]
            line = {"language": language, "call": call, **sent.shown(), **_shown(found)}
            self.record.write(json.dumps(line) + "\n")
            self.record.flush()
            return found

    def _check(self, sent: Sent, wanted: Any) -> dict[str, Any]:
        answer = self.mock.answer(sent, wanted)
        refused = [{"validator": "prism", "why": why} for why in answer["refused"]]
        refused += [{"validator": "openapi-core", "why": why} for why in self.described.request(sent)]
        content_type = dict((name.lower(), value) for name, value in answer["headers"])
        faults = [] if answer["fault"] or refused else self.described.response(
            sent, answer["status"], content_type, answer["body"]
        )
        return {**answer, "refused": refused, "faults": faults}


def _shown(found: dict[str, Any]) -> dict[str, Any]:
    media = [value for name, value in found["headers"] if name.lower() == "content-type"]
    return {
        "refused": found["refused"],
        "answer": {
            "status": found["status"],
            "mediaType": media[0] if media else None,
            "body": base64.b64encode(found["body"]).decode(),
            "text": _text(found["body"]),
            "mockFault": found["fault"],
            "faults": found["faults"],
        },
    }


def _text(body: bytes) -> str | None:
    try:
        return body.decode()
    except UnicodeDecodeError:
        return None


class Handler(BaseHTTPRequestHandler):
    """Receives requests with any method."""

    protocol_version = "HTTP/1.1"
    validator: Checker

    def __getattr__(self, name: str) -> Any:
        """Handle every method in the same way."""
        if name.startswith("do_"):
            return self._serve
        raise AttributeError(name)

    def _serve(self) -> None:
        body = self._body()
        match = CALL.match(self.path)
        if match is None:
            self.send_error(404)
            return
        language, call, target = match.groups()
        if not target.startswith("/"):
            target = "/" + target
        headers = [(name, value) for name, value in self.headers.items()]
        sent = Sent(self.command, target, headers, body)
        answer = self.validator.answer(language, int(call), sent)
        self.send_response_only(answer["status"])
        for name, value in answer["headers"]:
            self.send_header(name, value)
        is_bare = answer["status"] in {204, 304}
        content = b"" if is_bare else answer["body"]
        if not is_bare:
            self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def _body(self) -> bytes:
        if "chunked" not in self.headers.get("transfer-encoding", "").lower():
            return self.rfile.read(int(self.headers.get("content-length") or 0))
        chunks = []
        while size := int(self.rfile.readline().split(b";")[0], 16):
            chunks.append(self.rfile.read(size))
            self.rfile.readline()
        while self.rfile.readline().strip():
            pass
        return b"".join(chunks)

    def log_message(self, *_: object) -> None:
        """Log nothing, because requests are recorded."""


def main() -> None:
    """Serve until the process is stopped."""
    description, calls, prism, record = sys.argv[1:]
    with open(calls, encoding="utf-8") as file:
        plan = json.load(file)
    mock = Mock(prism, description)
    try:
        Handler.validator = Checker(Described(description), mock, plan["calls"], record)
        server = ThreadingHTTPServer((HOST, 0), Handler)
        print(server.server_port, flush=True)
        # Standard input is closed when the parent process ends.
        threading.Thread(target=lambda: (sys.stdin.read(), server.shutdown()), daemon=True).start()
        server.serve_forever()
    finally:
        mock.stop()


if __name__ == "__main__":
    main()
