//! Pagination that is derived from names and schemas.

use serde_json::Value;

use crate::{V30, api};

/// Returns the list `GET /things` with some parameters, `name: type`, and a body.
fn paged(parameters: &[(&str, &str)], headers: &str, body: &str) -> Value {
    let parameters: Vec<_> = parameters
        .iter()
        .map(|(name, schema)| format!("{{name: {name}, in: query, schema: {schema}}}"))
        .collect();
    let text = format!(
        "paths:\n  /things:\n    get:\n      parameters: [{}]\n      responses:\n        '200': \
         {{description: D, {headers}content: {{application/json: {{schema: {body}}}}}}}\n",
        parameters.join(", ")
    );
    let pagination = &api(V30, &text).operations[0].pagination;
    serde_json::to_value(pagination).expect("JSON")
}

/// The names and the schemas of parameters.
type Parameter = (&'static str, &'static str);

const INTEGER: &str = "{type: integer}";
const TEXT: &str = "{type: string}";
const LIST: &str = "{type: array, items: {type: string}}";

fn object(properties: &str) -> String {
    format!("{{type: object, properties: {{{properties}}}}}")
}

#[test]
fn a_property_says_where_the_next_page_is() {
    let list = format!("things: {LIST}");
    let meta = object("endCursor: {type: string, nullable: true}, hasNextPage: {type: boolean}");
    let table = [
        (
            vec![("after", TEXT)],
            format!("{list}, pageInfo: {meta}"),
            "cursor",
            "after",
            "/pageInfo/endCursor",
        ),
        (
            vec![("NextToken", TEXT)],
            format!("{list}, NextToken: {TEXT}"),
            "cursor",
            "NextToken",
            "/NextToken",
        ),
        (
            vec![("continuation-token", TEXT)],
            format!("{list}, nextContinuationToken: {TEXT}"),
            "cursor",
            "continuation-token",
            "/nextContinuationToken",
        ),
        (
            vec![("page", INTEGER)],
            format!("{list}, next_page: {INTEGER}"),
            "cursor",
            "page",
            "/next_page",
        ),
        (
            vec![("skip", INTEGER)],
            format!("{list}, nextOffset: {INTEGER}"),
            "cursor",
            "skip",
            "/nextOffset",
        ),
        (
            vec![],
            format!("{list}, '@odata.nextLink': {TEXT}"),
            "url",
            "",
            "/@odata.nextLink",
        ),
        (
            vec![],
            format!("{list}, links: {}", object("next: {type: string}")),
            "url",
            "",
            "/links/next",
        ),
        (
            vec![("offset", INTEGER)],
            format!("{list}, next: {TEXT}"),
            "url",
            "",
            "/next",
        ),
        (
            vec![("cursor", TEXT)],
            format!("{list}, next: {{type: string, format: uri}}"),
            "url",
            "",
            "/next",
        ),
        (
            vec![("cursor", TEXT)],
            format!("{list}, next: {TEXT}"),
            "cursor",
            "cursor",
            "/next",
        ),
    ];
    for (parameters, properties, by, parameter, next) in table {
        let found = paged(&parameters, "", &object(&properties));
        assert_eq!(found["by"], by, "{properties}");
        assert_eq!(found["stated"], false, "{properties}");
        assert_eq!(found["items"], "things", "{properties}");
        assert_eq!(
            found["parameter"].as_str().unwrap_or_default(),
            parameter,
            "{properties}"
        );
        let names: Vec<_> = next.split('/').skip(1).collect();
        assert_eq!(found["next"], Value::from(names), "{properties}");
    }
}

#[test]
fn the_client_counts_by_default() {
    let limit = ("limit", INTEGER);
    let zero = "{type: integer, minimum: 0}";
    let table = [
        (vec![limit, ("offset", INTEGER)], "offset", "offset", 0),
        (
            vec![limit, ("start", "{type: integer, default: 1}")],
            "offset",
            "start",
            1,
        ),
        (vec![("page", INTEGER)], "page", "page", 1),
        (vec![("pageNumber", zero)], "page", "pageNumber", 0),
        (vec![("page[number]", INTEGER)], "page", "page[number]", 1),
    ];
    for (parameters, by, parameter, first) in table {
        let quoted: Vec<_> = parameters
            .iter()
            .map(|(name, schema)| (format!("'{name}'"), *schema))
            .collect();
        let parameters: Vec<_> = quoted
            .iter()
            .map(|(name, schema)| (name.as_str(), *schema))
            .collect();
        let found = paged(&parameters, "", LIST);
        assert_eq!(found["by"], by, "{parameters:?}");
        assert_eq!(found["parameter"], parameter, "{parameters:?}");
        assert_eq!(found["first"], first, "{parameters:?}");
        assert!(found["items"].is_null(), "{parameters:?}");
    }
}

#[test]
fn a_header_or_the_last_item_says_it() {
    let link = "headers: {link: {schema: {type: string}}}, ";
    let found = paged(&[("per_page", INTEGER)], link, LIST);
    assert_eq!(found["by"], "link");
    let things = "things: {type: array, items: {type: object, properties: {id: {type: string}}}}";
    let body = object(&format!("{things}, has_more: {{type: boolean}}"));
    let found = paged(&[("starting_after", TEXT)], "", &body);
    assert_eq!(found["by"], "last-item");
    assert_eq!(found["next"], Value::from(vec!["id"]));
    assert_eq!(found["more"], Value::from(vec!["has_more"]));
}

#[test]
fn other_things_are_no_pages() {
    let link = "headers: {link: {schema: {type: string}}}, ";
    let table: [(&[Parameter], &str, String); 7] = [
        // A limit alone does not select a page, and neither does a header field of unknown meaning.
        (&[("limit", INTEGER)], "", LIST.to_owned()),
        (&[], link, LIST.to_owned()),
        // Dates are filters.
        (
            &[("after", "{type: string, format: date}")],
            "",
            LIST.to_owned(),
        ),
        (&[("start", INTEGER)], "", LIST.to_owned()),
        (&[("page", TEXT)], "", LIST.to_owned()),
        // There is no list, or several of which none is the obvious one.
        (&[("page", INTEGER)], "", object("name: {type: string}")),
        (
            &[("page", INTEGER)],
            "",
            object(&format!("ones: {LIST}, others: {LIST}")),
        ),
    ];
    for (parameters, headers, body) in table {
        let found = paged(parameters, headers, &body);
        assert!(found.is_null(), "{parameters:?} {headers} {body}: {found}");
    }
}

#[test]
fn an_index_is_counted_from_where_it_is_known_to_begin() {
    let parameters = |index| vec![("count", INTEGER), ("startIndex", index)];
    let scim = object(&format!("totalResults: {INTEGER}, Resources: {LIST}"));
    let found = paged(&parameters(INTEGER), "", &scim);
    assert_eq!(found["first"], 1);
    assert_eq!(found["total"], Value::from(vec!["totalResults"]));
    let found = paged(&parameters("{type: integer, default: 0}"), "", LIST);
    assert_eq!(found["first"], 0);
    // The first page may be 0 or 1.
    assert!(paged(&parameters(INTEGER), "", LIST).is_null());
}
