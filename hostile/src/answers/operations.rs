//! The operations of `acceptance/showcase/openapi.yaml` whose answers are drawn, with an answer that
//! each of them declares.

/// An operation, and a good answer.
#[derive(Debug, Clone, Copy)]
pub struct Operation {
    /// The operationId.
    pub name: &'static str,
    /// The path of its requests.
    pub path: &'static str,
    /// The status and its reason.
    pub status: &'static str,
    /// The header fields in addition to those of the body.
    pub fields: &'static [&'static str],
    /// The media type; empty for no body.
    pub media: &'static str,
    /// The body.
    pub body: &'static str,
    /// How the call gets further answers.
    pub pages: Pages,
}

/// How a call gets further answers than the first one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pages {
    /// It gets one answer, or repeats the request.
    None,
    /// The client computes the next page.
    Counted,
    /// The answer has a part of the next request.
    Cursor,
    /// The answer has the address of the next page.
    Address,
    /// The answer is a stream of items.
    Stream,
}

const fn get(
    name: &'static str,
    path: &'static str,
    media: &'static str,
    body: &'static str,
    pages: Pages,
) -> Operation {
    Operation {
        name,
        path,
        status: "200 OK",
        fields: &[],
        media,
        body,
        pages,
    }
}

const JSON: &str = "application/json";
const EVENTS: &str = "text/event-stream";

const PLANT: &str =
    r#"{"id":"p1","name":"Rose","kind":"shrub","planted":"2026-01-02","note":null,"further":[1]}"#;

const UNIONS: &str = r#"{"shape":{"form":"round","radius":1.5},"contact":{"phone":"1"},"size":3,"visitor":{"type":"member","number":7},"maybe":{"width":1},"pair":["a",2],"labels":{"a":"b"},"tree":{"name":"a","branches":[{"name":"b"}]},"amount":"12.50","level":3}"#;

const GROWTH: &str = "id: 1\nevent: grown\ndata: {\"plant\":\"a\",\"centimetres\":1.5}\n\n: here\n\nid: 2\nretry: 10\n\
     data: {\"plant\":\"b\",\ndata: \"centimetres\":2}\n\n";

/// Every operation.
pub const OPERATIONS: &[Operation] = &[
    get("getPlant", "/plants/p1", JSON, PLANT, Pages::None),
    get(
        "listPlants",
        "/plants",
        "application/jsonl",
        "{\"id\":\"p1\",\"name\":\"Rose\"}\n{\"id\":\"p2\",\"name\":\"Oak\",\"kind\":\"tree\"}\n",
        Pages::Stream,
    ),
    Operation {
        status: "201 Created",
        fields: &["Location: /plants/p1"],
        ..get("createPlant", "/plants", JSON, PLANT, Pages::None)
    },
    get("sendUnion", "/shapes/one", JSON, UNIONS, Pages::None),
    get(
        "readText",
        "/texts",
        "application/vnd.garden+json",
        r#"{"word":"rose"}"#,
        Pages::None,
    ),
    get(
        "downloadFile",
        "/files",
        "application/octet-stream",
        "bytes",
        Pages::None,
    ),
    Operation {
        status: "204 No Content",
        fields: &[
            "X-Expires: 2026-01-02T03:04:05Z",
            "X-Shards: a,b",
            "Deprecation: @1767225600",
        ],
        ..get("headersAndCookies", "/headers", "", "", Pages::None)
    },
    Operation {
        status: "204 No Content",
        ..get("oauth", "/doors/oauth", "", "", Pages::None)
    },
    Operation {
        status: "204 No Content",
        ..get("both", "/doors/both", "", "", Pages::None)
    },
    get(
        "listBeds",
        "/beds",
        JSON,
        r#"{"items":[{"id":"b1"},{"id":"b2","name":"two"}],"total":100}"#,
        Pages::Counted,
    ),
    get(
        "listTools",
        "/tools",
        JSON,
        r#"{"data":[{"id":"t1"}],"next_cursor":"c1"}"#,
        Pages::Cursor,
    ),
    get(
        "listPonds",
        "/ponds",
        JSON,
        r#"{"next":"/ponds?page=2","results":[{"id":"p1"}]}"#,
        Pages::Address,
    ),
    Operation {
        fields: &["Link: </gates?page=2>; rel=\"next\""],
        ..get(
            "listGates",
            "/gates",
            JSON,
            r#"[{"id":"g1"}]"#,
            Pages::Address,
        )
    },
    get("followGrowth", "/growth", EVENTS, GROWTH, Pages::Stream),
    get(
        "followMurmurs",
        "/murmurs",
        EVENTS,
        "id: 1\nevent: murmur\ndata: a\ndata: b\n\ndata: c\n\n",
        Pages::Stream,
    ),
    get(
        "readMeasures",
        "/measures",
        "application/jsonl",
        "{\"plant\":\"a\",\"centimetres\":1.5}\n\n{\"plant\":\"b\",\"centimetres\":2}\n",
        Pages::Stream,
    ),
    get(
        "readRecords",
        "/records",
        "application/json-seq",
        "\u{1e}{\"plant\":\"a\",\"centimetres\":1.5}\n\u{1e}{\"plant\":\"b\",\"centimetres\":2}\n",
        Pages::Stream,
    ),
];

impl Operation {
    /// Returns the operation with a name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        OPERATIONS.iter().find(|operation| operation.name == name)
    }
}
