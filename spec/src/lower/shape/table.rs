//! The objects of OpenAPI 3.0, 3.1 and 3.2: their fields, with type, version, and whether they are
//! required.

use super::rules;
use super::{Kind, Shape};

/// A set of OpenAPI versions.
pub(super) type Versions = u8;
pub(super) const V30: Versions = 1;
pub(super) const V31: Versions = 2;
pub(super) const V32: Versions = 4;
const ALL: Versions = V30 | V31 | V32;
const SINCE_31: Versions = V31 | V32;

/// A field of an object.
pub(super) struct Field {
    pub(super) name: &'static str,
    pub(super) shape: Shape,
    /// The versions that define it.
    pub(super) known: Versions,
    /// The versions that require it.
    pub(super) required: Versions,
}

/// An object of OpenAPI.
pub(super) struct Table {
    /// What messages call it.
    pub(super) what: &'static str,
    pub(super) fields: &'static [Field],
    /// Fields that exclude each other.
    pub(super) exclusive: &'static [(&'static str, &'static str)],
    /// Further rules.
    pub(super) rules: &'static [rules::Rule],
    /// Whether a `$ref` can appear instead.
    pub(super) referable: bool,
}

const fn field(name: &'static str, shape: Shape) -> Field {
    Field {
        name,
        shape,
        known: ALL,
        required: 0,
    }
}

impl Field {
    const fn since(self, known: Versions) -> Self {
        Self { known, ..self }
    }

    const fn required(self, required: Versions) -> Self {
        Self { required, ..self }
    }
}

const fn text(name: &'static str) -> Field {
    field(name, Shape::Text)
}

const fn flag(name: &'static str) -> Field {
    field(name, Shape::Flag)
}

const fn any(name: &'static str) -> Field {
    field(name, Shape::Any)
}

const fn object(name: &'static str, kind: Kind) -> Field {
    field(name, Shape::Object(kind))
}

const fn list(name: &'static str, items: &'static Shape) -> Field {
    field(name, Shape::List(items))
}

const fn map(name: &'static str, values: &'static Shape) -> Field {
    field(name, Shape::Map(values))
}

const TEXT: &Shape = &Shape::Text;
const ANY: &Shape = &Shape::Any;
const SERVER: &Shape = &Shape::Object(Kind::Server);
const PATH_ITEM: &Shape = &Shape::Object(Kind::PathItem);
const OPERATION: &Shape = &Shape::Object(Kind::Operation);
const PARAMETER: &Shape = &Shape::Object(Kind::Parameter);
const MEDIA_TYPE: &Shape = &Shape::Object(Kind::MediaType);
const ENCODING: &Shape = &Shape::Object(Kind::Encoding);
const EXAMPLE: &Shape = &Shape::Object(Kind::Example);
const HEADER: &Shape = &Shape::Object(Kind::Header);
const LINK: &Shape = &Shape::Object(Kind::Link);
const CALLBACK: &Shape = &Shape::Map(PATH_ITEM);
const SCHEMA: &Shape = &Shape::Object(Kind::Schema);

pub(super) const ROOT: Table = Table {
    what: "the description",
    fields: &[
        text("openapi"),
        text("$self").since(V32),
        object("info", Kind::Info).required(ALL),
        text("jsonSchemaDialect").since(SINCE_31),
        list("servers", SERVER),
        map("paths", PATH_ITEM),
        map("webhooks", PATH_ITEM).since(SINCE_31),
        object("components", Kind::Components),
        field("security", Shape::Any),
        list("tags", &Shape::Object(Kind::Tag)),
        object("externalDocs", Kind::ExternalDocs),
    ],
    exclusive: &[],
    rules: &[rules::tags, rules::dialect],
    referable: false,
};

pub(super) const INFO: Table = Table {
    what: "info",
    fields: &[
        text("title").required(ALL),
        text("summary").since(SINCE_31),
        text("description"),
        text("termsOfService"),
        object("contact", Kind::Contact),
        object("license", Kind::License),
        text("version").required(ALL),
    ],
    exclusive: &[],
    rules: &[],
    referable: false,
};

pub(super) const CONTACT: Table = Table {
    what: "contact",
    fields: &[text("name"), text("url"), text("email")],
    exclusive: &[],
    rules: &[],
    referable: false,
};

pub(super) const LICENSE: Table = Table {
    what: "license",
    fields: &[
        text("name").required(ALL),
        text("identifier").since(SINCE_31),
        text("url"),
    ],
    exclusive: &[("identifier", "url")],
    rules: &[],
    referable: false,
};

pub(super) const SERVER_TABLE: Table = Table {
    what: "a server",
    fields: &[
        text("url").required(ALL),
        text("description"),
        text("name").since(V32),
        map("variables", &Shape::Object(Kind::ServerVariable)),
    ],
    exclusive: &[],
    rules: &[],
    referable: false,
};

pub(super) const SERVER_VARIABLE: Table = Table {
    what: "a server variable",
    fields: &[
        list("enum", TEXT),
        text("default").required(ALL),
        text("description"),
    ],
    exclusive: &[],
    rules: &[rules::values_of_variable],
    referable: false,
};

pub(super) const COMPONENTS: Table = Table {
    what: "components",
    fields: &[
        map("schemas", SCHEMA),
        map("responses", &Shape::Object(Kind::Response)),
        map("parameters", PARAMETER),
        map("examples", EXAMPLE),
        map("requestBodies", &Shape::Object(Kind::RequestBody)),
        map("headers", HEADER),
        map("securitySchemes", &Shape::Object(Kind::SecurityScheme)),
        map("links", LINK),
        map("callbacks", CALLBACK),
        map("pathItems", PATH_ITEM).since(SINCE_31),
        map("mediaTypes", MEDIA_TYPE).since(V32),
    ],
    exclusive: &[],
    rules: &[rules::component_names],
    referable: false,
};

pub(super) const PATH_ITEM_TABLE: Table = Table {
    what: "a path",
    fields: &[
        text("$ref"),
        text("summary"),
        text("description"),
        object("get", Kind::Operation),
        object("put", Kind::Operation),
        object("post", Kind::Operation),
        object("delete", Kind::Operation),
        object("options", Kind::Operation),
        object("head", Kind::Operation),
        object("patch", Kind::Operation),
        object("trace", Kind::Operation),
        object("query", Kind::Operation).since(V32),
        map("additionalOperations", OPERATION).since(V32),
        list("servers", SERVER),
        list("parameters", PARAMETER),
    ],
    exclusive: &[],
    rules: &[rules::query_strings, rules::additional_operations],
    referable: true,
};

pub(super) const OPERATION_TABLE: Table = Table {
    what: "an operation",
    fields: &[
        list("tags", TEXT),
        text("summary"),
        text("description"),
        object("externalDocs", Kind::ExternalDocs),
        text("operationId"),
        list("parameters", PARAMETER),
        object("requestBody", Kind::RequestBody),
        map("responses", &Shape::Object(Kind::Response)).required(V30),
        map("callbacks", CALLBACK),
        flag("deprecated"),
        any("security"),
        list("servers", SERVER),
    ],
    exclusive: &[],
    rules: &[rules::query_strings, rules::statuses],
    referable: true,
};

pub(super) const EXTERNAL_DOCS: Table = Table {
    what: "externalDocs",
    fields: &[text("description"), text("url").required(ALL)],
    exclusive: &[],
    rules: &[],
    referable: false,
};

pub(super) const PARAMETER_TABLE: Table = Table {
    what: "a parameter",
    fields: &[
        text("name").required(ALL),
        text("in").required(ALL),
        text("description"),
        flag("required"),
        flag("deprecated"),
        flag("allowEmptyValue"),
        text("style"),
        flag("explode"),
        flag("allowReserved"),
        object("schema", Kind::Schema),
        any("example"),
        map("examples", EXAMPLE),
        map("content", MEDIA_TYPE),
    ],
    exclusive: &[
        ("example", "examples"),
        ("schema", "content"),
        ("style", "content"),
        ("explode", "content"),
        ("allowReserved", "content"),
    ],
    rules: &[
        rules::location,
        rules::style,
        rules::allow_reserved,
        rules::one_media_type,
    ],
    referable: true,
};

pub(super) const HEADER_TABLE: Table = Table {
    what: "a header",
    fields: &[
        text("description"),
        flag("required"),
        flag("deprecated"),
        flag("allowEmptyValue").since(V30),
        text("style"),
        flag("explode"),
        flag("allowReserved").since(V30),
        object("schema", Kind::Schema),
        any("example"),
        map("examples", EXAMPLE),
        map("content", MEDIA_TYPE),
    ],
    exclusive: &[
        ("example", "examples"),
        ("schema", "content"),
        ("style", "content"),
        ("explode", "content"),
    ],
    rules: &[rules::header_style, rules::one_media_type],
    referable: true,
};

pub(super) const REQUEST_BODY: Table = Table {
    what: "a request body",
    fields: &[
        text("description"),
        map("content", MEDIA_TYPE).required(ALL),
        flag("required"),
    ],
    exclusive: &[],
    rules: &[],
    referable: true,
};

pub(super) const MEDIA_TYPE_TABLE: Table = Table {
    what: "a media type",
    fields: &[
        // The text of 3.2 does not list it, but its examples have it.
        text("description").since(V32),
        object("schema", Kind::Schema),
        object("itemSchema", Kind::Schema).since(V32),
        any("example"),
        map("examples", EXAMPLE),
        map("encoding", ENCODING),
        list("prefixEncoding", ENCODING).since(V32),
        object("itemEncoding", Kind::Encoding).since(V32),
    ],
    exclusive: &[("example", "examples")],
    rules: &[rules::encodings],
    referable: true,
};

pub(super) const ENCODING_TABLE: Table = Table {
    what: "an encoding",
    fields: &[
        text("contentType"),
        map("headers", HEADER),
        text("style"),
        flag("explode"),
        flag("allowReserved"),
        map("encoding", ENCODING).since(V32),
        list("prefixEncoding", ENCODING).since(V32),
        object("itemEncoding", Kind::Encoding).since(V32),
    ],
    exclusive: &[],
    rules: &[rules::encodings],
    referable: false,
};

pub(super) const RESPONSE: Table = Table {
    what: "a response",
    fields: &[
        text("summary").since(V32),
        text("description").required(V30 | V31),
        map("headers", HEADER),
        map("content", MEDIA_TYPE),
        map("links", LINK),
    ],
    exclusive: &[],
    rules: &[rules::header_names],
    referable: true,
};

pub(super) const EXAMPLE_TABLE: Table = Table {
    what: "an example",
    fields: &[
        text("summary"),
        text("description"),
        any("value"),
        text("externalValue"),
        any("dataValue").since(V32),
        text("serializedValue").since(V32),
    ],
    exclusive: &[
        ("value", "externalValue"),
        ("value", "dataValue"),
        ("value", "serializedValue"),
        ("serializedValue", "externalValue"),
    ],
    rules: &[],
    referable: true,
};

pub(super) const LINK_TABLE: Table = Table {
    what: "a link",
    fields: &[
        text("operationRef"),
        text("operationId"),
        map("parameters", ANY),
        any("requestBody"),
        text("description"),
        object("server", Kind::Server),
    ],
    exclusive: &[("operationRef", "operationId")],
    rules: &[rules::target_of_link],
    referable: true,
};

pub(super) const TAG: Table = Table {
    what: "a tag",
    fields: &[
        text("name").required(ALL),
        text("summary").since(V32),
        text("description"),
        object("externalDocs", Kind::ExternalDocs),
        text("parent").since(V32),
        text("kind").since(V32),
    ],
    exclusive: &[],
    rules: &[],
    referable: false,
};

pub(super) const SECURITY_SCHEME: Table = Table {
    what: "a security scheme",
    fields: &[
        text("type").required(ALL),
        text("description"),
        text("name"),
        text("in"),
        text("scheme"),
        text("bearerFormat"),
        object("flows", Kind::Flows),
        text("openIdConnectUrl"),
        text("oauth2MetadataUrl").since(V32),
        flag("deprecated").since(V32),
    ],
    exclusive: &[],
    rules: &[rules::kind_of_scheme],
    referable: true,
};

pub(super) const FLOWS: Table = Table {
    what: "flows",
    fields: &[
        object("implicit", Kind::Flow),
        object("password", Kind::Flow),
        object("clientCredentials", Kind::Flow),
        object("authorizationCode", Kind::Flow),
        object("deviceAuthorization", Kind::Flow).since(V32),
    ],
    exclusive: &[],
    rules: &[rules::addresses_of_flows],
    referable: false,
};

pub(super) const FLOW: Table = Table {
    what: "a flow",
    fields: &[
        text("authorizationUrl"),
        text("deviceAuthorizationUrl").since(V32),
        text("tokenUrl"),
        text("refreshUrl"),
        map("scopes", TEXT).required(ALL),
    ],
    exclusive: &[],
    rules: &[],
    referable: false,
};

pub(super) const DISCRIMINATOR: Table = Table {
    what: "discriminator",
    fields: &[
        text("propertyName").required(ALL),
        map("mapping", TEXT),
        text("defaultMapping").since(V32),
    ],
    exclusive: &[],
    rules: &[],
    referable: false,
};

pub(super) const XML: Table = Table {
    what: "xml",
    fields: &[
        text("nodeType").since(V32),
        text("name"),
        text("namespace"),
        text("prefix"),
        flag("attribute"),
        flag("wrapped"),
    ],
    exclusive: &[("nodeType", "attribute"), ("nodeType", "wrapped")],
    rules: &[rules::node_type],
    referable: false,
};
