"""Tests of what the vectors do not cover: limits, time, secrets, requests and models."""

from __future__ import annotations

import copy
import gzip
import pickle
from dataclasses import replace
from datetime import date, datetime, timedelta, timezone
from decimal import Decimal
from typing import Annotated, Any
from uuid import UUID

import anyio
import httpx
import pytest
from pydantic import ValidationError
from support import Clock, Stage, load, outcome, secrets
from typing_extensions import TypeAliasType

import PACKAGE_MODULE as sdk
from PACKAGE_MODULE import errors
from PACKAGE_MODULE.runtime import operation as table
from PACKAGE_MODULE.runtime.body import encode_body
from PACKAGE_MODULE.runtime.core import Core
from PACKAGE_MODULE.runtime.document import (
    to_value,
    write_date_time,
    write_number,
)
from PACKAGE_MODULE.runtime.enums import (
    IntegerEnum,
    StringEnum,
)
from PACKAGE_MODULE.runtime.keyring import Keyring
from PACKAGE_MODULE.runtime.model import (
    Model,
    Nullable,
    decode_value,
    unknown_members,
)
from PACKAGE_MODULE.runtime.scalars import (
    Base64,
    Boolean,
    DateTime,
    DecimalNumber,
    DecimalString,
    Float,
    Int32,
    Int64,
    Uuid,
)
from PACKAGE_MODULE.runtime.server import Servers
from PACKAGE_MODULE.runtime.style import (
    write_form,
    write_parameter,
)
from PACKAGE_MODULE.runtime.sync_http import SyncRunner
from PACKAGE_MODULE.runtime.unions import (
    Case,
    OneOf,
    Unknown,
)


@pytest.fixture(name="safe")
def _safe() -> Any:
    """Return a request that changes nothing; without one, the test is skipped."""
    vectors = load("requests", {"operation", "parameters", "body", "expect"})
    found = [vector for vector in vectors if vector["expect"]["method"] == "GET"]
    if not found:
        pytest.skip("the description has no such request")
    return found[0]


class Colour(StringEnum):
    RED = "red"
    DARK = "dark-red"


class Size(IntegerEnum):
    VALUE_1 = 1


class Thing(Model):
    name: str
    colour: Colour | None = None
    note: Nullable[str] = None
    due_time: DateTime | None = None
    price: DecimalString | None = None


class Box(Model):
    kind: str
    things: list[Thing]


Either = TypeAliasType(
    "Either",
    Annotated[
        Thing | Box | Unknown,
        OneOf(
            Case(lambda: Thing, kinds=("object",), required=("name",)),
            Case(lambda: Box, kinds=("object",), required=("kind",)),
        ),
    ],
)


@pytest.mark.parametrize("kind", ["sync", "async"])
def test_a_large_answer_is_refused(kind: str, safe: Any) -> None:
    packed = gzip.compress(b" " * 10_000)
    headers = {"content-encoding": "gzip", "content-type": "application/json"}
    handlers: list[Any] = [
        lambda _: httpx.Response(200, content=b" " * 101),
        lambda _: httpx.Response(200, headers=headers, content=packed),
    ]
    for handler in handlers:
        result = Stage(kind, handler, response_limit=100).call(safe)
        assert isinstance(result, errors.TooLargeError)


def test_cancelling_frees_the_token() -> None:
    """A caller that gives up while a token is being requested leaves the request to the others."""
    asked = 0

    async def service(request: httpx.Request) -> httpx.Response:
        nonlocal asked
        if request.url.path == "/token":
            asked += 1
            if asked == 1:
                await anyio.sleep_forever()
            token = {"access_token": "t", "token_type": "bearer"}
            return httpx.Response(200, json=token)
        return httpx.Response(599)

    transport = httpx.MockTransport(service)
    own = sdk.ClientCredentials("id", "secret", token_url="http://vectors.example/token")

    async def run() -> None:
        stage = Stage("async", lambda _: httpx.Response(599))
        runner = stage.client._runner
        runner._clients = dict.fromkeys([True, False], httpx.AsyncClient(transport=transport))
        source = _token_source(runner._core, own)
        with anyio.move_on_after(0.01):
            await runner.run(source.token(runner._core, None))
        secret = await runner.run(source.token(runner._core, None))
        assert secret.expose() == "t"
        assert asked == 2

    anyio.run(run)


def _token_source(core: Any, own: sdk.ClientCredentials) -> Any:
    from PACKAGE_MODULE.runtime.token import TokenSource  # noqa: PLC0415

    return TokenSource(own, own.token_url or "", core.servers)


def test_a_slow_answer_times_out() -> None:
    async def service(_: httpx.Request) -> httpx.Response:
        await anyio.sleep_forever()
        raise AssertionError

    async def run() -> Any:
        stage = Stage("async", lambda _: httpx.Response(599))
        runner = stage.client._runner
        http = httpx.AsyncClient(transport=httpx.MockTransport(service))
        runner._clients = dict.fromkeys([True, False], http)
        options = sdk.RequestOptions(timeout=0.01)
        operation: Any = table.Operation("x", "GET", "/x", "http://vectors.example", ())
        with pytest.raises(errors.TimedOutError):
            await runner.call(operation, {}, options=options)

    anyio.run(run)


@pytest.mark.parametrize("kind", ["sync", "async"])
@pytest.mark.parametrize("text", ["a\r\nEvil: 1", "a\n", "a\r", "a\0", "a\x7f"])
def test_what_ends_a_header_field_is_not_sent(kind: str, text: str, safe: Any) -> None:
    stage = Stage(kind, lambda _: httpx.Response(599))
    for headers in ({"x": text}, {text: "x"}, {"cookie": text}):
        options = sdk.RequestOptions(headers=headers)
        assert isinstance(stage.call(safe, options=options), errors.RequestError)
    assert stage.requests == []
    hostile = {name: text for name, secret in secrets().items() if isinstance(secret, str)}
    stage = Stage(kind, lambda _: httpx.Response(599), credentials=hostile)
    stage.call(safe)
    assert not any(text in value for sent in stage.requests for value in sent.headers.values())
    client: Any = sdk.Client if kind == "sync" else sdk.AsyncClient
    with pytest.raises(errors.ConfigurationError):
        client(origin="https://vectors.example", user_agent=text)


@pytest.mark.parametrize("kind", ["sync", "async"])
def test_options_of_a_request(kind: str, safe: Any) -> None:
    seen: list[sdk.RawResponse] = []
    stage = Stage(kind, lambda _: httpx.Response(503), retry=sdk.RetryPolicy(attempts=2))
    options = sdk.RequestOptions(
        idempotent=False, headers={"X-Trace": "7"}, on_response=seen.append
    )
    stage.call(safe, options=options)
    [request] = stage.requests
    assert request.headers["x-trace"] == "7"
    assert [raw.status for raw in seen] == [503]
    evil = sdk.RequestOptions(headers={"X-Trace": "7\r\nX-Evil: 1"})
    assert outcome(stage.call(safe, options=evil)) == "refused"


def test_secrets_are_not_shown() -> None:
    secret = sdk.Secret("hush")
    own = sdk.ClientCredentials("id", "hush")
    basic = sdk.BasicCredentials("user", "hush")
    for value in (secret, own, basic):
        assert "hush" not in f"{value} {value!r}"
    with pytest.raises(TypeError):
        pickle.dumps(secret)


def test_credentials_stay_on_their_site() -> None:
    address = "https://elsewhere.example"
    scheme = table.Scheme("key", "header", field="x-key")
    api = table.Api("x/1", (scheme,), frozenset(), {}, frozenset({address}))
    asks: table.Operation[None] = table.Operation(
        "x", "GET", "/", address, (), security=(("key",),)
    )
    given = {"key": "hush"}
    with pytest.raises(errors.CredentialsError, match=address):
        Keyring(api, given, Servers()).choose(asks)
    assert len(Keyring(api, given, Servers(replaced={address: address})).choose(asks)) == 1
    open_to_all = replace(asks, security=(("key",), ()))
    assert Keyring(api, given, Servers()).choose(open_to_all) == []


def test_secrets_are_not_logged(caplog: pytest.LogCaptureFixture) -> None:
    scheme = table.Scheme("key", "query", field="api key")
    api = table.Api("x/1", (scheme,), frozenset(), {})
    operation: table.Operation[None] = table.Operation(
        "x",
        "GET",
        "/a?b#c",
        "http://vectors.example",
        (table.Answer("200", {}, is_success=True),),
        security=(("key",),),
    )
    core = Core(
        api,
        variables={},
        credentials={"key": "hush"},
        servers=None,
        origin=None,
        timeout=1,
        response_limit=1,
        retry=None,
        observer=None,
        clock=None,
    )
    urls = []

    def service(request: httpx.Request) -> httpx.Response:
        urls.append(str(request.url))
        return httpx.Response(200)

    http = httpx.Client(transport=httpx.MockTransport(service))
    with caplog.at_level("INFO", "httpx"):
        SyncRunner(core, http, "x/1", 1).call(operation, {})
    assert urls == ["http://vectors.example/a%3Fb%23c?api+key=hush"]
    assert "vectors.example" in caplog.text
    assert "hush" not in caplog.text


@pytest.mark.parametrize(
    "address",
    [
        "ftp://a",
        "https://a:b@c",
        "https://a?b",
        "https://a#b",
        "/a",
        "https://a b",
        "https://[",
        "",
    ],
)
def test_addresses_that_are_none(address: str) -> None:
    with pytest.raises(errors.ConfigurationError) as caught:
        Servers({"x": address}).resolve("{x}")
    assert "a:b" not in str(caught.value)


def test_variables_are_replaced_once() -> None:
    servers = Servers({"x": "{y}", "y": "no"})
    assert servers.expand("https://{x}/{y}") == "https://{y}/no"
    with pytest.raises(errors.ConfigurationError):
        servers.expand("{z}")


PARAMETERS: list[tuple[dict[str, Any], Any, str]] = [
    ({"location": "path"}, "a/b c", "a%2Fb%20c"),
    ({"location": "path"}, ["a", "b,c"], "a,b%2Cc"),
    ({"location": "path", "style": "label", "explode": True}, ["a", "b"], ".a.b"),
    ({"location": "path", "style": "matrix"}, {"a": 1, "b": True}, ";n=a,1,b,true"),
    ({"location": "path", "style": "matrix", "explode": True}, ["", "b"], ";n;n=b"),
    ({"location": "query"}, ["a", "b&c"], "n=a&n=b%26c"),
    ({"location": "query", "explode": False}, ["a", "b,c"], "n=a,b%2Cc"),
    ({"location": "query"}, {"a": 1, "b c": "ä"}, "a=1&b%20c=%C3%A4"),
    ({"location": "query", "style": "pipeDelimited", "explode": False}, [1, 2], "n=1%7C2"),
    ({"location": "query", "style": "spaceDelimited", "explode": False}, [1, 2], "n=1%202"),
    (
        {"location": "query", "style": "deepObject"},
        {"a": {"b": [1, 2]}},
        "n%5Ba%5D%5Bb%5D%5B%5D=1&n%5Ba%5D%5Bb%5D%5B%5D=2",
    ),
    ({"location": "query", "style": "deepObject"}, {"a": [{"b": 1}]}, "n%5Ba%5D%5B0%5D%5Bb%5D=1"),
    ({"location": "query", "allow_reserved": True}, "a/b?c&d+e", "n=a/b?c%26d%2Be"),
    ({"location": "query", "is_json": True}, {"a": [1]}, "n=%7B%22a%22%3A%5B1%5D%7D"),
    ({"location": "query"}, [], ""),
    ({"location": "header"}, [1, "b"], "1,b"),
    ({"location": "cookie"}, ["a", "b"], "n=a; n=b"),
    ({"location": "query"}, Decimal("1E+3"), "n=1000"),
    ({"location": "query"}, date(2026, 1, 2), "n=2026-01-02"),
    ({"location": "query"}, Colour.DARK, "n=dark-red"),
]


@pytest.mark.parametrize(("settings", "value", "text"), PARAMETERS)
def test_parameter(settings: dict[str, Any], value: Any, text: str) -> None:
    assert write_parameter(table.Parameter("n", **settings), value) == text


REFUSED: list[tuple[dict[str, Any], Any]] = [
    ({"location": "path"}, ""),
    ({"location": "path"}, ".."),
    ({"location": "header"}, "a\r\nb"),
    ({"location": "header"}, ["a,b"]),
    ({"location": "header"}, " a"),
    ({"location": "cookie"}, "a;b"),
    ({"location": "query", "style": "spaceDelimited", "explode": False}, ["a b", "c"]),
    ({"location": "query"}, "\ud800"),
    ({"location": "query"}, object()),
]


@pytest.mark.parametrize(("settings", "value"), REFUSED)
def test_parameter_that_cannot_be_sent(settings: dict[str, Any], value: Any) -> None:
    with pytest.raises(errors.RequestError):
        write_parameter(table.Parameter("n", **settings), value)


def test_forms() -> None:
    fields = [table.Parameter("b", "query"), table.Parameter("a", "query", explode=False)]
    value: Any = {"a": [1, 2], "more": "x y", "b": None}
    assert write_form(fields, value) == "a=1,2&more=x+y"


class Upload(Model):
    title: str
    files: list[sdk.File]
    tags: list[str] | None = None
    more: Nullable[dict[str, int]] = None


def test_forms_of_several_parts() -> None:
    upload = Upload(
        title="ä",
        files=[sdk.File(b"\x00", name='a"\r\n.txt'), sdk.File(b"2", media_type="text/x")],
        tags=["x", "y"],
        more={"a": 1},
    )
    body = table.Body({"multipart/form-data": table.Multipart(lambda: Upload)})
    media, content = encode_body(body, upload, None)
    assert isinstance(content, bytes)
    boundary = media.removeprefix("multipart/form-data; boundary=")
    parts = content.split(f"--{boundary}\r\n".encode())[1:]
    assert content.endswith(f"--{boundary}--\r\n".encode())
    heads = [part.split(b"\r\n\r\n")[0].decode() for part in parts]
    assert [head.split("; ", 1)[1] for head in heads[1:3]] == [
        'name="files"; filename="a%22%0D%0A.txt"\r\nContent-Type: application/octet-stream',
        'name="files"; filename="file"\r\nContent-Type: text/x',
    ]
    assert [head.split('"')[1] for head in heads] == [
        "title", "files", "files", "tags", "tags", "more",
    ]  # fmt: skip


def test_absent_is_not_null() -> None:
    assert Thing(name="a", colour=None).to_json() == '{"name":"a"}'
    assert Thing(name="a", note=None).to_json() == '{"name":"a","note":null}'
    read = Thing.from_json('{"name":"a","note":null}')
    assert "note" in read.model_fields_set
    assert "colour" not in read.model_fields_set
    with pytest.raises(errors.DecodeError) as caught:
        Thing.from_json('{"name":"a","colour":null}')
    assert caught.value.pointer == "/colour"


def test_the_unknown_is_kept() -> None:
    text = '{"name":"a","colour":"blue","dueTime":"2026-01-02T03:04:05.123456789+01:00","x/y":[1]}'
    thing = Thing.from_json(text)
    assert thing.colour == Colour("blue")
    assert thing.colour is not None
    assert not thing.colour.is_known
    assert thing.due_time == datetime(
        2026, 1, 2, 3, 4, 5, 123456, tzinfo=timezone(timedelta(hours=1))
    )
    assert thing.to_json() == text
    assert unknown_members(thing) == ["/x~1y"]
    assert copy.deepcopy(thing) == thing
    assert Colour.RED.is_known
    assert {Colour.DARK: 1}["dark-red"] == 1  # type: ignore[index]


def test_python_names_are_not_those_of_the_wire() -> None:
    thing = Thing.from_json('{"name":"a","due_time":"never"}')
    assert thing.due_time is None
    assert unknown_members(thing) == ["/due_time"]
    assert thing.to_json() == '{"name":"a","due_time":"never"}'


def test_numbers_stay_numbers() -> None:
    number = decode_value(DecimalNumber, 1.5)
    assert repr(number) == "Decimal('1.5')"
    assert to_value(number) == 1.5
    assert to_value(Decimal("1.5")) == "1.5"
    with pytest.raises(errors.RequestError):
        write_number(Decimal("0.1234567890123456789"))


def test_unions() -> None:
    read: Any = decode_value(
        list[Either], [{"name": "a"}, {"kind": "b", "things": []}, {"c": 1}, 7]
    )
    assert [type(one) for one in read] == [Thing, Box, Unknown, Unknown]
    assert to_value(read) == [{"name": "a"}, {"kind": "b", "things": []}, {"c": 1}, 7]


def test_errors_quote_little_of_what_was_received() -> None:
    received = "\0received" * 10_000
    for error in (errors.TransportError(received, sent=True), errors.PageLoopError(received)):
        assert len(str(error)) < 1_500
        assert not set(str(error)) & {"\0", "\n"}


EXACT: list[tuple[Any, Any, Any]] = [
    (Int32, 1.0, 1),
    (Int64, 2**63 - 1, 2**63 - 1),
    (Float, 1, 1.0),
    (Boolean, True, True),
    (DecimalString, "1.50", Decimal("1.50")),
    (DecimalNumber, 1.5, Decimal("1.5")),
    (DecimalNumber, 10**25, Decimal(10**25)),
    (Base64, "AA==", b"\x00"),
    (Uuid, "6F9619FF-8B86-D011-B42D-00CF4FC964FF", UUID("6f9619ff-8b86-d011-b42d-00cf4fc964ff")),
    (Size, 2, Size(2)),
    (DateTime, "2016-12-31T23:59:60Z", datetime(2016, 12, 31, 23, 59, 59, tzinfo=timezone.utc)),
]


@pytest.mark.parametrize(("kind", "value", "expected"), EXACT)
def test_what_is_read(kind: Any, value: Any, expected: Any) -> None:
    assert decode_value(kind, value) == expected


COERCED: list[tuple[Any, Any]] = [
    (Int32, "5"),
    (Int32, True),
    (Int32, 2**31),
    (Int64, 1.5),
    (Float, "1.5"),
    (Boolean, 1),
    (Boolean, "true"),
    (str, 5),
    (DecimalString, 5),
    (DecimalString, "1e5"),
    (DecimalString, "NaN"),
    (DecimalString, "-0"),
    (DecimalNumber, "5"),
    (DateTime, 5),
    (DateTime, "2026-01-02T03:04:05"),
    (DateTime, "2026-01-02 03:04:05Z"),
    (Uuid, "6f9619ff8b86d011b42d00cf4fc964ff"),
    (Base64, "A"),
    (Colour, 5),
    (Size, "1"),
    (Size, True),
]


@pytest.mark.parametrize(("kind", "value"), COERCED)
def test_nothing_is_taken_for_what_it_is_not(kind: Any, value: Any) -> None:
    with pytest.raises(errors.DecodeError):
        decode_value(kind, value)


@pytest.mark.parametrize(
    "text", ["", "{", '{"name":NaN}', "[" * 100_000, '{"name":"\\ud800"}', "\ufeff{}"]
)
def test_texts_that_are_no_json(text: str) -> None:
    with pytest.raises(errors.DecodeError):
        Thing.from_json(text)


def test_programs_cannot_give_what_cannot_be_sent() -> None:
    with pytest.raises(ValidationError):
        Thing(name="a", due_time=datetime(2026, 1, 1))  # noqa: DTZ001
    with pytest.raises(errors.RequestError):
        write_date_time(datetime(2026, 1, 1))  # noqa: DTZ001


def test_the_usual_clock() -> None:
    clock = sdk.Clock()
    assert 0 <= clock.jitter(1) <= 1
    assert clock.now() <= clock.now()
    assert Clock().now() == Clock().now()
