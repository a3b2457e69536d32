"""The operations of the description, as data for the runtime."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeAlias, TypeVar

from .frames import Framing
from .message import Messages

if TYPE_CHECKING:
    from .errors import ApiError

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
    """How its value is written; as is usual in its place by default."""
    explode: bool | None = None
    """Whether each item or property is written separately; usual in queries and cookies."""
    allow_reserved: bool = False
    is_json: bool = False
    """Whether its text is JSON (`content` in place of `schema`)."""

    @property
    def is_exploded(self) -> bool:
        """Whether each item or property is written separately."""
        if self.explode is not None:
            return self.explode
        return self.location in {"query", "cookie"}


@dataclass(frozen=True)
class Json:
    """A body of JSON; `type` returns its type, which is loaded at the first use."""

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
    """What an item is, or the JSON in the data of an event; nothing if the data is text."""
    end: str | None = None
    """The data of an event that ends the stream and is not an item."""


Content: TypeAlias = Json | Form | Multipart | Text | Bytes | Stream
AnswerContent: TypeAlias = Json | Text | Bytes | Stream


@dataclass(frozen=True)
class Body:
    """A request body: its forms by media type, as declared."""

    contents: Mapping[str, Content]
    idempotency: str | None = None
    """The field that makes the request safe to repeat; a UUID where the caller leaves it out."""
    make_id: Callable[[], object] | None = None
    """Creates a value for that field."""


@dataclass(frozen=True)
class Answer:
    """A response: its forms by media type, as declared; none if it has no body."""

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
    """The alternatives of credentials, each the names of schemes that are needed together."""
    idempotent: bool = False
    """Whether the same request may be sent twice without harm (RFC 9110 §9.2.2)."""
    accept: str | None = None
    """The media types of all responses, where some are declared that no response can have."""


@dataclass(frozen=True)
class Pages(Generic[T, Item]):
    """How to come by all items of a list whose page is a `T`."""

    by: Literal["cursor", "offset", "page", "last-item", "url", "link"]
    """How the page after one is requested."""
    items: Callable[[T], list[Item]]
    parameter: int | None = None
    """The place of the parameter that says which page is meant."""
    listed: tuple[str, ...] = ()
    """The way from the body to the items, by names; none if a page is the list itself."""
    next: tuple[str, ...] = ()
    """The way to what says where the next page is, from the body or from the last item."""
    more: tuple[str, ...] = ()
    """The way to what is `false` on the last page."""
    total: tuple[str, ...] = ()
    """The way to the number of items of the whole list."""
    first: int = 0
    """The first offset or page, where the caller chooses none."""


SchemeKind: TypeAlias = Literal["bearer", "basic", "header", "query", "cookie"]


@dataclass(frozen=True)
class Scheme:
    """A security scheme (OAS 3.0.3 §4.7.27)."""

    name: str
    kind: SchemeKind
    field: str = ""
    """The header field, parameter or cookie."""
    prefix: str = ""
    """The text before the secret."""
    token_url: str | None = None
    """Where client credentials are exchanged; may have server variables in it."""


@dataclass(frozen=True)
class Api:
    """The description, as far as it is the same for every request."""

    user_agent: str
    schemes: tuple[Scheme, ...]
    servers: frozenset[str]
    """The server addresses of all operations, as the description has them."""
    errors: Mapping[str, type[ApiError]]
    """The exceptions by declared status."""
    elsewhere: frozenset[str] = frozenset()
    """Servers of single operations on other sites, to which no credential goes without being
    told to."""
    messages: Messages = field(default_factory=Messages)
    """Where error bodies have their message."""
