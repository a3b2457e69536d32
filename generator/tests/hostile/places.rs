//! Descriptions with a text at every place where a text can appear.

use crate::batch::plain;
use crate::document::{Node, Owner, Text};

/// The value at a place for a number.
pub type Fill<'f> = &'f dyn Fn(Owner) -> String;

/// The places that exist once for each hostile text.
struct Cell<'f> {
    index: usize,
    fill: Fill<'f>,
}

/// Returns a description with a cell for each text: an operation with all its parts, schemas of
/// each kind, a tag, a server and security schemes.
pub fn everything<'f>(cells: usize, info: Node, fill: Fill<'f>) -> Node {
    let cells: Vec<Cell<'f>> = (0..cells).map(|index| Cell { index, fill }).collect();
    let list = |make: &dyn Fn(&Cell<'f>) -> Node| Node::List(cells.iter().map(make).collect());
    let object = |make: &dyn Fn(&Cell<'f>) -> Vec<(Text, Node)>| {
        Node::Object(cells.iter().flat_map(make).collect())
    };
    Node::object([
        ("openapi", "3.1.0".into()),
        ("info", info),
        ("servers", list(&Cell::server)),
        ("tags", list(&Cell::tag)),
        ("paths", object(&Cell::paths)),
        ("webhooks", object(&Cell::webhooks)),
        (
            "components",
            Node::object([
                ("securitySchemes", object(&Cell::security_schemes)),
                ("schemas", object(&Cell::schemas)),
            ]),
        ),
    ])
}

/// Returns a description of names: for each name a schema with a property, an operation with
/// grouped parameters, an enumeration value and a scheme; and a schema and an operation that have
/// all of them.
pub fn names<'f>(cells: usize, fill: Fill<'f>) -> Node {
    let cells: Vec<Cell<'f>> = (0..cells).map(|index| Cell { index, fill }).collect();
    let list = |make: &dyn Fn(&Cell<'f>) -> Node| Node::List(cells.iter().map(make).collect());
    let object =
        |make: &dyn Fn(&Cell<'f>) -> (Text, Node)| Node::Object(cells.iter().map(make).collect());
    let string = Node::Raw("{\"type\": \"string\"}");
    let properties = object(&|cell| (cell.name("property.name"), string.clone()));
    let values = list(&|cell| cell.text("enum.value"));
    let all = vec![
        (
            "allProperties".into(),
            Node::object([("type", "object".into()), ("properties", properties)]),
        ),
        (
            "allValues".into(),
            Node::object([("type", "string".into()), ("enum", values)]),
        ),
    ];
    let schema = |cell: &Cell<'f>| (cell.name("schema.name"), cell.named_schema());
    let schemas: Vec<_> = cells.iter().map(schema).chain(all).collect();
    let scheme = |cell: &Cell<'f>| (cell.name("scheme.name"), cell.named_scheme());
    let operation = Node::object([
        ("operationId", "allParameters".into()),
        ("parameters", list(&|cell| cell.named_parameter("query"))),
        ("responses", Node::Raw(DONE)),
    ]);
    let variable = Node::Raw("{\"default\": \"a\"}");
    let variables = object(&|cell| (cell.name("server.variable"), variable.clone()));
    let server = Node::object([
        ("url", "https://names.example".into()),
        ("variables", variables),
    ]);
    let path = (Text::from("/all"), Node::object([("get", operation)]));
    let paths = cells.iter().map(Cell::named_path).chain([path]).collect();
    Node::object([
        ("openapi", "3.1.0".into()),
        (
            "info",
            Node::Raw("{\"title\": \"Names\", \"version\": \"1\"}"),
        ),
        (
            "tags",
            list(&|cell| Node::object([("name", cell.text("tag.name"))])),
        ),
        ("servers", Node::List(vec![server])),
        ("paths", Node::Object(paths)),
        (
            "components",
            Node::object([
                ("securitySchemes", object(&scheme)),
                ("schemas", Node::Object(schemas)),
            ]),
        ),
    ])
}

/// Returns a description of parameters that a client sets once: for each name an operation with a
/// parameter of that name.
pub fn globals<'f>(cells: usize, fill: Fill<'f>) -> Node {
    let cells: Vec<Cell<'f>> = (0..cells).map(|index| Cell { index, fill }).collect();
    let names = cells.iter().map(|cell| cell.text("global.name"));
    let paths = cells.iter().map(|cell| {
        let parameter = Node::object([
            ("name", cell.text("global.name")),
            ("in", "query".into()),
            ("schema", Node::Raw("{\"type\": \"string\"}")),
        ]);
        let operation = Node::object([
            ("operationId", format!("call {}", cell.index).into()),
            ("parameters", Node::List(vec![parameter])),
            ("responses", Node::Raw(DONE)),
        ]);
        let path = Text::from(format!("/c{}", cell.index));
        (path, Node::object([("get", operation)]))
    });
    Node::object([
        ("openapi", "3.1.0".into()),
        (
            "info",
            Node::Raw("{\"title\": \"Globals\", \"version\": \"1\"}"),
        ),
        ("x-globals", Node::List(names.collect())),
        ("paths", Node::Object(paths.collect())),
    ])
}

/// The prefix for the names of API keys in the query. Without it, targets would leave out
/// parameters of the same name because they are credentials.
const KEY: &str = "key ";

/// A response without content.
const DONE: &str = "{\"204\": {\"description\": \"Done\"}}";

/// The places that a description has once.
pub fn info(text: &str) -> Node {
    info_of(&|place| Text {
        text: text.to_owned(),
        owner: Some((0, place)),
    })
}

/// Replaces the value at each place.
pub fn info_of(at: &dyn Fn(&'static str) -> Text) -> Node {
    let text = |place| Node::Text(at(place));
    Node::object([
        ("title", text("info.title")),
        ("summary", text("info.summary")),
        ("version", text("info.version")),
        ("description", text("info.description")),
        ("termsOfService", text("info.termsOfService")),
        (
            "contact",
            Node::object([
                ("name", text("contact.name")),
                ("url", text("contact.url")),
                ("email", text("contact.email")),
            ]),
        ),
        (
            "license",
            Node::object([
                ("name", text("license.name")),
                ("identifier", text("license.identifier")),
            ]),
        ),
        ("x-logo", text("x-logo")),
    ])
}

impl Cell<'_> {
    /// Returns the value at a place, with text before and after it.
    fn around(&self, place: &'static str, before: &str, behind: &str) -> Text {
        let owner = (self.index, place);
        Text {
            text: format!("{before}{}{behind}", (self.fill)(owner)),
            owner: Some(owner),
        }
    }

    fn name(&self, place: &'static str) -> Text {
        self.around(place, "", "")
    }

    fn text(&self, place: &'static str) -> Node {
        Node::Text(self.name(place))
    }

    fn schema_reference(&self, kind: &str) -> Node {
        Node::object([(
            "$ref",
            format!("#/components/schemas/{kind}{}", self.index).into(),
        )])
    }

    /// Extensions that other generators interpret as code.
    fn extensions(&self) -> Vec<(Text, Node)> {
        const NAMES: &[&str] = &[
            "x-go-type",
            "x-go-name",
            "x-go-type-import",
            "x-rust-type",
            "x-ms-client-name",
            "x-ms-enum",
            "x-file",
            "x-class-extra-annotation",
            "x-codegen-import",
            "x-python-type",
            "x-ts-type",
        ];
        let names = NAMES
            .iter()
            .map(|name| (Text::from(*name), self.text("x-type")));
        let lists = ["x-enum-varnames", "x-enum-descriptions", "x-enumNames"];
        let lists = lists.map(|name| (name.into(), Node::List(vec![self.text("x-enum")])));
        names.chain(lists).collect()
    }

    fn server(&self) -> Node {
        let index = self.index;
        let variable = Node::object([
            ("default", self.text("server.variable.default")),
            (
                "enum",
                Node::List(vec![self.text("server.variable.default"), "other".into()]),
            ),
            ("description", self.text("server.variable.description")),
        ]);
        let path = (self.fill)((index, "server.url"));
        Node::object([
            (
                "url",
                self.around(
                    "server.url",
                    &format!("https://{{host}}.example/s{index}/"),
                    "",
                )
                .into_node(),
            ),
            ("description", self.text("server.description")),
            ("variables", Node::object([("host", variable)])),
            ("x-path", path.into()),
        ])
    }

    fn tag(&self) -> Node {
        let documents = Node::object([
            ("description", self.text("tag.externalDocs.description")),
            ("url", self.text("tag.externalDocs.url")),
        ]);
        Node::object([
            ("name", self.text("tag.name")),
            ("description", self.text("tag.description")),
            ("externalDocs", documents),
        ])
    }

    fn security_schemes(&self) -> Vec<(Text, Node)> {
        let index = self.index;
        let scopes = Node::Object(vec![(
            self.name("scope.name"),
            self.text("scope.description"),
        )]);
        let url = |place: &'static str| {
            self.around(place, &format!("https://t{index}.example/"), "")
                .into_node()
        };
        let flow = Node::object([
            ("tokenUrl", url("flow.tokenUrl")),
            ("refreshUrl", url("flow.refreshUrl")),
            ("scopes", scopes),
        ]);
        let key = |location: &str, place, before| {
            Node::object([
                ("type", "apiKey".into()),
                ("in", location.into()),
                ("name", self.around(place, before, "").into_node()),
                ("description", self.text("scheme.description")),
            ])
        };
        let named = |kind: &str| Text::from(format!("{kind}{index}"));
        vec![
            (self.name("scheme.name"), key("header", "scheme.header", "")),
            (named("query"), key("query", "scheme.parameter", KEY)),
            (named("cookie"), key("cookie", "scheme.cookie", "")),
            (
                named("oauth"),
                Node::object([
                    ("type", "oauth2".into()),
                    ("flows", Node::object([("clientCredentials", flow)])),
                ]),
            ),
            (
                named("http"),
                Node::object([
                    ("type", "http".into()),
                    ("scheme", self.text("scheme.scheme")),
                ]),
            ),
            (
                named("openid"),
                Node::object([
                    ("type", "openIdConnect".into()),
                    ("openIdConnectUrl", url("scheme.openIdConnectUrl")),
                ]),
            ),
        ]
    }

    fn paths(&self) -> Vec<(Text, Node)> {
        let index = self.index;
        vec![
            (
                self.around("path", &format!("/c{index}/"), ""),
                Node::object([("post", self.operation())]),
            ),
            (
                self.around("path.parameter", &format!("/c{index}/p/{{"), "}"),
                Node::object([("get", self.operation_with_path())]),
            ),
            (
                format!("/c{index}/content").into(),
                Node::object([("post", self.operation_with_content())]),
            ),
        ]
    }

    fn operation(&self) -> Node {
        let index = self.index;
        let documents = Node::object([
            (
                "description",
                self.text("operation.externalDocs.description"),
            ),
            ("url", self.text("operation.externalDocs.url")),
        ]);
        let body = Node::object([
            ("description", self.text("body.description")),
            (
                "content",
                Node::object([(
                    "application/json",
                    Node::object([("schema", self.schema_reference("Reference"))]),
                )]),
            ),
        ]);
        let requirement = Node::Object(vec![(self.name("scheme.name"), Node::List(Vec::new()))]);
        let scopes = Node::Object(vec![(
            format!("oauth{index}").into(),
            Node::List(vec![self.text("scope.name")]),
        )]);
        Node::object([
            ("operationId", self.text("operationId")),
            ("tags", Node::List(vec![self.text("tag.name")])),
            ("summary", self.text("operation.summary")),
            ("description", self.text("operation.description")),
            ("externalDocs", documents),
            ("security", Node::List(vec![requirement, scopes])),
            (
                "parameters",
                Node::List(vec![
                    self.parameter("query", "parameter.query"),
                    self.parameter("header", "parameter.header"),
                    self.parameter("cookie", "parameter.cookie"),
                ]),
            ),
            ("requestBody", body),
            ("responses", self.responses()),
        ])
        .with(self.extensions())
    }

    fn operation_with_path(&self) -> Node {
        let parameter = Node::object([
            ("name", self.text("path.parameter")),
            ("in", "path".into()),
            ("required", Node::Raw("true")),
            ("schema", Node::Raw("{\"type\": \"string\"}")),
        ]);
        Node::object([
            ("operationId", format!("operation {}", self.index).into()),
            ("parameters", Node::List(vec![parameter])),
            ("responses", Node::Raw(DONE)),
        ])
    }

    fn operation_with_content(&self) -> Node {
        let string = || Node::Raw("{\"schema\": {\"type\": \"string\"}}");
        let fields = |place: &'static str| {
            let member = Node::Raw("{\"type\": \"string\"}");
            let schema = Node::object([
                ("type", "object".into()),
                ("properties", Node::Object(vec![(self.name(place), member)])),
            ]);
            Node::object([("schema", schema)])
        };
        let content = Node::Object(vec![
            (self.name("content.name"), string()),
            (self.around("content.subtype", "text/x-", ""), string()),
            (
                self.around("content.parameter", "text/plain; a=\"", "\""),
                string(),
            ),
            ("multipart/form-data".into(), fields("multipart.name")),
            (
                "application/x-www-form-urlencoded".into(),
                fields("form.name"),
            ),
        ]);
        Node::object([
            ("operationId", format!("content {}", self.index).into()),
            ("requestBody", Node::object([("content", content)])),
            ("responses", Node::Raw(DONE)),
        ])
    }

    fn parameter(&self, location: &str, place: &'static str) -> Node {
        let schema = Node::object([
            ("type", "string".into()),
            ("default", self.text("parameter.default")),
            ("pattern", self.text("parameter.pattern")),
            ("format", self.text("parameter.format")),
        ]);
        Node::object([
            ("name", self.text(place)),
            ("in", location.into()),
            ("description", self.text("parameter.description")),
            ("example", self.text("parameter.example")),
            ("schema", schema),
        ])
    }

    fn responses(&self) -> Node {
        let header = Node::object([
            ("description", self.text("header.description")),
            ("schema", Node::Raw("{\"type\": \"string\"}")),
        ]);
        let link = Node::object([
            ("operationId", self.text("operationId")),
            ("description", self.text("link.description")),
        ]);
        let content = Node::object([(
            "application/json",
            Node::object([("schema", self.schema_reference("Union"))]),
        )]);
        let other = Node::Object(vec![(
            self.name("response.content.name"),
            Node::object([("schema", Node::Raw("{\"type\": \"string\"}"))]),
        )]);
        Node::object([
            (
                "200",
                Node::object([
                    ("description", self.text("response.description")),
                    (
                        "headers",
                        Node::Object(vec![(self.name("header.name"), header)]),
                    ),
                    ("content", content),
                    ("links", Node::Object(vec![(self.name("link.name"), link)])),
                ]),
            ),
            (
                "404",
                Node::object([
                    ("description", self.text("response.error.description")),
                    ("content", other),
                ]),
            ),
            (
                "default",
                Node::object([
                    ("description", self.text("response.default.description")),
                    (
                        "content",
                        Node::object([(
                            "application/problem+json",
                            Node::object([("schema", self.schema_reference("Error"))]),
                        )]),
                    ),
                ]),
            ),
        ])
    }

    fn webhooks(&self) -> Vec<(Text, Node)> {
        let body = Node::object([(
            "content",
            Node::object([(
                "application/json",
                Node::object([("schema", self.schema_reference("Enum"))]),
            )]),
        )]);
        let operation = Node::object([
            ("summary", self.text("webhook.summary")),
            ("requestBody", body),
            ("responses", Node::Raw(DONE)),
        ]);
        vec![(
            self.name("webhook.name"),
            Node::object([("post", operation)]),
        )]
    }

    fn named_schema(&self) -> Node {
        let next = Node::object([("$ref", "#/components/schemas/allValues".into())]);
        let properties = Node::Object(vec![
            (
                self.name("property.name"),
                Node::Raw("{\"type\": \"string\"}"),
            ),
            ("nextOfAll".into(), next),
        ]);
        Node::object([("type", "object".into()), ("properties", properties)])
    }

    fn named_scheme(&self) -> Node {
        Node::object([
            ("type", "apiKey".into()),
            ("in", "query".into()),
            ("name", self.around("scheme.parameter", KEY, "").into_node()),
        ])
    }

    fn named_parameter(&self, location: &str) -> Node {
        let place = match location {
            "header" => "parameter.header",
            "cookie" => "parameter.cookie",
            _ => "parameter.query",
        };
        Node::object([
            ("name", self.text(place)),
            ("in", location.into()),
            ("schema", Node::Raw("{\"type\": \"string\"}")),
        ])
    }

    fn named_path(&self) -> (Text, Node) {
        let content = Node::object([(
            "application/json",
            Node::object([("schema", self.named_reference())]),
        )]);
        let header = Node::Raw("{\"schema\": {\"type\": \"string\"}}");
        let headers = Node::Object(vec![(self.name("header.name"), header)]);
        let done = Node::object([("description", "Done".into()), ("headers", headers)]);
        let locations = ["query", "header", "cookie"];
        let parameters = locations.map(|location| self.named_parameter(location));
        let operation = Node::object([
            ("operationId", self.text("operationId")),
            ("tags", Node::List(vec![self.text("tag.name")])),
            ("parameters", Node::List(parameters.into())),
            ("requestBody", Node::object([("content", content)])),
            ("responses", Node::Object(vec![("204".into(), done)])),
        ]);
        (
            format!("/c{}", self.index).into(),
            Node::object([("post", operation)]),
        )
    }

    fn schemas(&self) -> Vec<(Text, Node)> {
        let named = |kind: &str| Text::from(format!("{kind}{}", self.index));
        vec![
            (self.name("schema.name"), self.object_schema()),
            (named("Reference"), self.reference_schema()),
            (named("Enum"), self.enum_schema()),
            (
                named("Const"),
                Node::object([("const", self.text("schema.const"))]),
            ),
            (named("Confused"), self.confused_schema()),
            (named("Union"), self.union_schema()),
            (named("First"), self.member_schema()),
            (named("Second"), self.member_schema()),
            (named("Error"), self.error_schema()),
        ]
    }

    fn object_schema(&self) -> Node {
        let property = Node::object([
            ("type", "string".into()),
            ("title", self.text("property.title")),
            ("description", self.text("property.description")),
            ("default", self.text("property.default")),
            ("pattern", self.text("property.pattern")),
            ("format", self.text("property.format")),
            ("examples", Node::List(vec![self.text("property.example")])),
        ])
        .with(self.extensions());
        let required = || self.around("property.required", "r ", "");
        Node::object([
            ("type", "object".into()),
            ("title", self.text("schema.title")),
            ("description", self.text("schema.description")),
            ("required", Node::List(vec![Node::Text(required())])),
            (
                "properties",
                Node::Object(vec![
                    (self.name("property.name"), property),
                    (required(), Node::Raw("{\"type\": \"integer\"}")),
                ]),
            ),
            ("additionalProperties", self.schema_reference("Enum")),
        ])
        .with(self.extensions())
    }

    /// Names that are not allowed in references are nevertheless used in them.
    fn named_reference(&self) -> Node {
        let name = self.name("schema.name").text;
        let pointer = name.replace('~', "~0").replace('/', "~1");
        let pointer = pointer
            .bytes()
            .fold(String::new(), |all, byte| format!("{all}%{byte:02X}"));
        let reference = Text {
            text: format!("#/components/schemas/{pointer}"),
            owner: Some((self.index, "schema.name")),
        };
        Node::object([("$ref", Node::Text(reference))])
    }

    fn reference_schema(&self) -> Node {
        Node::object([
            ("type", "object".into()),
            (
                "properties",
                Node::object([
                    ("of", self.named_reference()),
                    ("const", self.schema_reference("Const")),
                ]),
            ),
        ])
    }

    fn enum_schema(&self) -> Node {
        Node::object([
            ("type", "string".into()),
            ("description", self.text("enum.description")),
            (
                "enum",
                Node::List(vec![self.text("enum.value"), "fixed".into()]),
            ),
            ("default", self.text("enum.value")),
        ])
        .with(self.extensions())
    }

    /// A text in place of a number, if it is a hostile one.
    fn confused(&self, place: &'static str) -> Node {
        let owner = (self.index, place);
        if (self.fill)(owner) == plain(owner, "") {
            return Node::Raw("1");
        }
        self.text(place)
    }

    fn confused_schema(&self) -> Node {
        let list = Node::List(vec![self.text("confused.enum")]);
        Node::object([
            ("type", "object".into()),
            (
                "properties",
                Node::object([
                    (
                        "enum",
                        Node::object([("type", "integer".into()), ("enum", list)]),
                    ),
                    (
                        "default",
                        Node::object([
                            ("type", "integer".into()),
                            ("default", self.text("confused.default")),
                        ]),
                    ),
                    (
                        "bounds",
                        Node::object([
                            ("type", "number".into()),
                            ("maximum", self.confused("confused.maximum")),
                        ]),
                    ),
                ]),
            ),
        ])
    }

    fn union_schema(&self) -> Node {
        let member = |kind: &str| format!("#/components/schemas/{kind}{}", self.index);
        let mapping = Node::Object(vec![
            (self.name("mapping.key"), member("First").into()),
            ("fixed".into(), member("Second").into()),
        ]);
        Node::object([
            ("description", self.text("union.description")),
            (
                "oneOf",
                Node::List(vec![
                    self.schema_reference("First"),
                    self.schema_reference("Second"),
                ]),
            ),
            (
                "discriminator",
                Node::object([
                    ("propertyName", self.text("discriminator.propertyName")),
                    ("mapping", mapping),
                ]),
            ),
        ])
    }

    fn member_schema(&self) -> Node {
        let name = || self.name("discriminator.propertyName");
        Node::object([
            ("type", "object".into()),
            ("required", Node::List(vec![Node::Text(name())])),
            (
                "properties",
                Node::Object(vec![(name(), Node::Raw("{\"type\": \"string\"}"))]),
            ),
        ])
    }

    fn error_schema(&self) -> Node {
        let property = Node::object([
            ("type", "string".into()),
            ("description", self.text("property.description")),
        ]);
        Node::object([
            ("type", "object".into()),
            (
                "properties",
                Node::Object(vec![(self.name("property.name"), property)]),
            ),
        ])
    }
}

impl Text {
    fn into_node(self) -> Node {
        Node::Text(self)
    }
}
