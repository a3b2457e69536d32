//! The description of an operation as data: clients encode requests by it, and servers decode them.

/// One operation of the description.
#[derive(Debug)]
pub struct Operation {
    /// The operationId.
    pub id: &'static str,
    /// The HTTP method, in capitals.
    pub method: &'static str,
    /// The path template, relative to the server's address.
    pub path: &'static str,
    /// The address template of the server, such as `{base_url}`.
    pub server: &'static str,
    /// All parameters, in the order of the description.
    pub parameters: &'static [Parameter],
    /// The request body, if there is one.
    pub body: Option<Body>,
    /// The declared responses, in the order of the description.
    pub responses: &'static [Response],
    /// The alternatives of required credentials, any one of which suffices; empty if none is
    /// required.
    pub security: &'static [&'static [Security]],
    /// Whether the same request may safely be sent twice (RFC 9110 §9.2.2).
    pub idempotent: bool,
    /// The property of the JSON body that makes the request safe to repeat; clients set it.
    pub idempotency: Option<&'static str>,
    /// The deprecation of the operation, if announced.
    pub deprecation: Option<Deprecation>,
}

/// One parameter of an operation.
#[derive(Debug)]
pub struct Parameter {
    /// The name as it is sent.
    pub name: &'static str,
    /// Where it is sent.
    pub location: Location,
    /// How its value is converted to text.
    pub style: Style,
    /// Whether each item or property is written separately.
    pub explode: bool,
    /// Whether it is required.
    pub required: bool,
    /// Whether reserved characters (RFC 3986 §2.2) are sent as they are.
    pub allow_reserved: bool,
    /// The shape of its value.
    pub shape: Shape,
}

/// Where a parameter is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Location {
    /// In the path template.
    Path,
    /// In the query.
    Query,
    /// In a header field.
    Header,
    /// In the `Cookie` header field.
    Cookie,
}

/// The `style` of a parameter (OAS 3.0.3 §4.7.12.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// `;name=value`
    Matrix,
    /// `.value`
    Label,
    /// `name=value`
    Form,
    /// `value`
    Simple,
    /// `name=a%20b`
    SpaceDelimited,
    /// `name=a|b`
    PipeDelimited,
    /// `name[property]=value`
    DeepObject,
}

/// The type that a text is converted to, so that `5` becomes a number only where one is declared.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Shape {
    /// Text.
    Text,
    /// A whole number.
    Integer,
    /// A number.
    Number,
    /// `true` or `false`.
    Boolean,
    /// JSON written as text.
    Json,
    /// A list of values.
    Array(&'static Shape),
    /// Named values.
    Object(&'static [(&'static str, Shape)]),
}

/// The request body of an operation.
#[derive(Debug)]
pub struct Body {
    /// Whether it is required.
    pub required: bool,
    /// The accepted media types, the preferred one first.
    pub media_types: &'static [&'static str],
    /// The fields of a form, encoded like query parameters.
    pub form: &'static [Parameter],
}

/// One declared response of an operation.
#[derive(Debug)]
pub struct Response {
    /// The statuses that it is declared for.
    pub status: Status,
    /// The media types that it can have.
    pub media_types: &'static [&'static str],
}

/// The statuses that a response is declared for (OAS 3.0.3 §4.7.16).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// One status, such as `200`.
    Code(u16),
    /// A range of statuses, such as `4XX`, by its first digit.
    Range(u16),
    /// `default`: all statuses that no other response is declared for.
    Default,
}

/// One credential that an operation requires.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Security {
    /// The name of the security scheme.
    pub scheme: &'static str,
    /// The OAuth scopes needed.
    pub scopes: &'static [&'static str],
}

/// The announced deprecation and removal of an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Deprecation {
    /// The `Deprecation` header's value (RFC 9745), such as `@1767225600`.
    pub deprecated: Option<&'static str>,
    /// The `Sunset` header's value (RFC 8594), an IMF-fixdate.
    pub sunset: Option<&'static str>,
    /// The address of a migration guide.
    pub link: Option<&'static str>,
}

impl Parameter {
    /// Creates a required path parameter.
    #[must_use]
    pub const fn path(name: &'static str, shape: Shape) -> Self {
        Self::new(name, Location::Path, Style::Simple, shape).required()
    }

    /// Creates an optional query parameter, or a form field.
    #[must_use]
    pub const fn query(name: &'static str, shape: Shape) -> Self {
        Self::new(name, Location::Query, Style::Form, shape).explode(true)
    }

    /// Creates an optional header field.
    #[must_use]
    pub const fn header(name: &'static str, shape: Shape) -> Self {
        Self::new(name, Location::Header, Style::Simple, shape)
    }

    /// Creates an optional cookie.
    #[must_use]
    pub const fn cookie(name: &'static str, shape: Shape) -> Self {
        Self::new(name, Location::Cookie, Style::Form, shape).explode(true)
    }

    const fn new(name: &'static str, location: Location, style: Style, shape: Shape) -> Self {
        Self {
            name,
            location,
            style,
            explode: false,
            required: false,
            allow_reserved: false,
            shape,
        }
    }

    /// Makes the parameter required.
    #[must_use]
    pub const fn required(mut self) -> Self {
        self.required = true;
        self
    }

    /// Sets a style other than the default of the location.
    #[must_use]
    pub const fn style(mut self, style: Style) -> Self {
        self.style = style;
        self
    }

    /// Sets whether each item or property is written separately.
    #[must_use]
    pub const fn explode(mut self, explode: bool) -> Self {
        self.explode = explode;
        self
    }

    /// Makes reserved characters be sent as they are.
    #[must_use]
    pub const fn allow_reserved(mut self) -> Self {
        self.allow_reserved = true;
        self
    }
}

impl Response {
    /// Creates the response for a status, with its media types.
    #[must_use]
    pub const fn of(status: u16, media_types: &'static [&'static str]) -> Self {
        Self {
            status: Status::Code(status),
            media_types,
        }
    }

    /// Creates the response for a range such as `4XX`, given its first digit.
    #[must_use]
    pub const fn of_range(hundreds: u16, media_types: &'static [&'static str]) -> Self {
        Self {
            status: Status::Range(hundreds),
            media_types,
        }
    }

    /// Creates the response for all other statuses.
    #[must_use]
    pub const fn of_others(media_types: &'static [&'static str]) -> Self {
        Self {
            status: Status::Default,
            media_types,
        }
    }
}

impl Security {
    /// Creates a requirement of a scheme with OAuth scopes.
    #[must_use]
    pub const fn new(scheme: &'static str, scopes: &'static [&'static str]) -> Self {
        Self { scheme, scopes }
    }
}
