"""The operations of the description, as data for the runtime."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeAlias, TypeVar

from .frames import Framing
from .message import Messages

if TYPE_CHECKING:
    from .errors import ApiError
    from .mixed import PartForm

T = TypeVar("T")
Item = TypeVar("Item")

Location: TypeAlias = Literal["path", "query", "header", "cookie"]
Style: TypeAlias = Literal[
    "matrix", "label", "form", "simple", "spaceDelimited", "pipeDelimited", "deepObject"
]


@dataclass(frozen=True)
class Parameter:
    """A parameter, or a field of a form (OAS 3.0.3 §4.7.12)."""

    name: str
    location: Location
    style: Style | None = None
    """How its value is converted to text; the default depends on the location."""
    explode: bool | None = None
    """Whether each item or property is written separately; default in queries and cookies."""
    allow_reserved: bool = False
    is_json: bool = False
    """Whether its value is encoded as JSON (`content` in place of `schema`)."""
    setting: str | None = None
    """The setting of the client that gives it a value in all calls, if there is one."""
    is_needed: bool = False
    """Whether it needs a value, which either the client or the call sets."""

    def key(self, values: Mapping[str, object]) -> str:
        """Return its key among the values of a call: its name, after its location if it is shared."""
        return self.name if self.name in values else f"{self.location}.{self.name}"

    @property
    def is_exploded(self) -> bool:
        """Whether each item or property is written separately."""
        if self.explode is not None:
            return self.explode
        return self.location in {"query", "cookie"}


@dataclass(frozen=True)
class Json:
    """A JSON body; `type` returns its type, which is imported on first use."""

    type: Callable[[], Any]


@dataclass(frozen=True)
class Form:
    """A body of `application/x-www-form-urlencoded`."""

    type: Callable[[], Any]
    fields: tuple[Parameter, ...] = ()


@dataclass(frozen=True)
class Multipart:
    """A body of `multipart/form-data`."""

    type: Callable[[], Any]


@dataclass(frozen=True)
class Text:
    """A body of text."""


@dataclass(frozen=True)
class Bytes:
    """A body of bytes."""


@dataclass(frozen=True)
class Stream:
    """A body that is a stream of items."""

    framing: Framing
    type: Callable[[], Any] | None = None
    """The type of an item, or of the JSON data of an event; `None` if the data is text."""
    end: str | None = None
    """The data of the event that marks the end of the stream and is not an item."""
    part: PartForm | None = None
    """What the parts of a stream of parts contain."""
    json_events: tuple[str, ...] | None = None
    """If items are event objects: the names of the events whose data is JSON."""


Content: TypeAlias = Json | Form | Multipart | Text | Bytes | Stream
AnswerContent: TypeAlias = Json | Text | Bytes | Stream


@dataclass(frozen=True)
class Body:
    """A request body: its contents by declared media type."""

    contents: Mapping[str, Content]
    idempotency: str | None = None
    """The field that makes the request safe to repeat; set to a new ID if left out."""
    make_id: Callable[[], object] | None = None
    """Creates a value for that field."""


@dataclass(frozen=True)
class Answer:
    """A response: its contents by declared media type; empty if it has no body."""

    status: str
    contents: Mapping[str, AnswerContent]
    is_success: bool


@dataclass(frozen=True)
class Operation(Generic[T]):
    """One operation, which returns a `T`."""

    id: str
    method: str
    path: str
    server: str
    answers: tuple[Answer, ...]
    parameters: tuple[Parameter, ...] = ()
    body: Body | None = None
    security: tuple[tuple[str, ...], ...] = ()
    """The alternatives of credentials, each the names of schemes that are required together."""
    idempotent: bool = False
    """Whether the same request may safely be sent twice (RFC 9110 §9.2.2)."""
    accept: str | None = None
    """The `Accept` header field, if it differs from the media types of all responses."""

    @cached_property
    def accepted(self) -> str:
        """The `Accept` header field."""
        media = [name for answer in self.answers for name in answer.contents]
        text = ", ".join(dict.fromkeys(media)) if self.accept is None else self.accept
        return text if text.isascii() and text.isprintable() and text else "*/*"

    @cached_property
    def by_status(self) -> Mapping[str, Answer]:
        """The responses by status."""
        return {answer.status: answer for answer in self.answers}


@dataclass(frozen=True)
class Pages(Generic[T, Item]):
    """How to iterate over all items of a list whose page is a `T`."""

    by: Literal["cursor", "offset", "page", "last-item", "url", "link"]
    """How the next page is requested."""
    items: Callable[[T], list[Item]]
    parameter: str | None = None
    """The key of the parameter that selects the page."""
    listed: tuple[str, ...] = ()
    """The path of names from the body to the items; empty if the body is the list itself."""
    next: tuple[str, ...] = ()
    """The path to the next value of the parameter, from the body or from the last item."""
    more: tuple[str, ...] = ()
    """The path to the property that is `false` on the last page."""
    total: tuple[str, ...] = ()
    """The path to the total number of items."""
    first: int = 0
    """The first offset or page number, unless the caller sets one."""


SchemeKind: TypeAlias = Literal["bearer", "basic", "header", "query", "cookie"]


@dataclass(frozen=True)
class Scheme:
    """A security scheme (OAS 3.0.3 §4.7.27)."""

    name: str
    kind: SchemeKind
    field: str = ""
    """The name of the header field, query parameter or cookie."""
    prefix: str = ""
    """The text before the secret."""
    token_url: str | None = None
    """The token endpoint for client credentials; may contain server variables."""


@dataclass(frozen=True)
class Api:
    """The part of the description that is the same for every request."""

    user_agent: str
    """The default value of `User-Agent`."""
    schemes: tuple[Scheme, ...]
    servers: frozenset[str]
    """The address templates of all servers."""
    errors: Mapping[str, type[ApiError]]
    """The exceptions by declared status."""
    elsewhere: frozenset[str] = frozenset()
    """Servers of single operations on other sites. They receive credentials only if the caller sets
    their address."""
    messages: Messages = field(default_factory=Messages)
    """Where error bodies have their message."""
    log_variable: str = ""
    """The variable of the environment that turns on the log."""
    server: str = ""
    """The server of most operations, as an address template."""
    security: tuple[tuple[str, ...], ...] = ()
    """The alternatives of credentials of most operations."""
