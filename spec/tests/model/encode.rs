//! Encoded parameters: the style table of OpenAPI 3.1.1 §4.8.12.4, and pairs of cookies.

use serde_json::{Value, json};
use spec::encode::Encoded;
use spec::model::Parameter;

fn parameter(place: &str, style: &str, explode: bool) -> Parameter {
    let description = json!({
        "openapi": "3.2.0",
        "info": {"title": "Colors", "version": "1"},
        "paths": {"/{color}": {"get": {
            "parameters": [{
                "name": "color", "in": place, "style": style, "explode": explode, "schema": {},
                "required": place == "path",
            }],
            "responses": {"204": {"description": "None."}},
        }}},
    });
    let loaded = spec::load_text("test.json", description.to_string());
    let api = loaded.api.expect("a sound description");
    let mut all = api.operations[0].parameters.iter();
    let found = all.find(|parameter| parameter.location.as_str() == place);
    found.expect("a parameter").clone()
}

/// Returns the text in the request.
fn text(parameter: &Parameter, value: &Value) -> String {
    let mut encoded = Encoded::default();
    encoded.set(parameter, value);
    let headers = encoded.headers.into_iter().map(|(_, text)| text);
    let path = encoded.path.into_iter().map(|(_, text)| text);
    let pairs = [encoded.query.join("&"), encoded.cookies.join("; ")];
    pairs.into_iter().chain(headers).chain(path).collect()
}

/// A location, a style, `explode`, and the encodings of a text, an array and an object.
type Row = (
    &'static str,
    &'static str,
    bool,
    &'static str,
    &'static str,
    &'static str,
);

/// The table of styles (OpenAPI 3.1.1 §4.8.12.4), with the additions of appendix E.
const STYLES: &[Row] = &[
    (
        "path",
        "matrix",
        false,
        ";color=blue",
        ";color=blue,black,brown",
        ";color=B,150,G,200,R,100",
    ),
    (
        "path",
        "matrix",
        true,
        ";color=blue",
        ";color=blue;color=black;color=brown",
        ";B=150;G=200;R=100",
    ),
    (
        "path",
        "label",
        false,
        ".blue",
        ".blue,black,brown",
        ".B,150,G,200,R,100",
    ),
    (
        "path",
        "label",
        true,
        ".blue",
        ".blue.black.brown",
        ".B=150.G=200.R=100",
    ),
    (
        "path",
        "simple",
        false,
        "blue",
        "blue,black,brown",
        "B,150,G,200,R,100",
    ),
    (
        "path",
        "simple",
        true,
        "blue",
        "blue,black,brown",
        "B=150,G=200,R=100",
    ),
    (
        "header",
        "simple",
        false,
        "blue",
        "blue,black,brown",
        "B,150,G,200,R,100",
    ),
    (
        "header",
        "simple",
        true,
        "blue",
        "blue,black,brown",
        "B=150,G=200,R=100",
    ),
    (
        "query",
        "form",
        false,
        "color=blue",
        "color=blue,black,brown",
        "color=B,150,G,200,R,100",
    ),
    (
        "query",
        "form",
        true,
        "color=blue",
        "color=blue&color=black&color=brown",
        "B=150&G=200&R=100",
    ),
    (
        "cookie",
        "form",
        false,
        "color=blue",
        "color=blue,black,brown",
        "color=B,150,G,200,R,100",
    ),
    (
        "cookie",
        "form",
        true,
        "color=blue",
        "color=blue; color=black; color=brown",
        "B=150; G=200; R=100",
    ),
    (
        "cookie",
        "cookie",
        false,
        "color=blue",
        "color=blue,black,brown",
        "color=B,150,G,200,R,100",
    ),
    (
        "cookie",
        "cookie",
        true,
        "color=blue",
        "color=blue; color=black; color=brown",
        "B=150; G=200; R=100",
    ),
];

#[test]
fn every_style_is_written_as_the_standard_has_it() {
    let one = json!("blue");
    let list = json!(["blue", "black", "brown"]);
    let object = json!({"R": 100, "G": 200, "B": 150});
    for &(place, style, explode, as_one, as_list, as_object) in STYLES {
        let parameter = parameter(place, style, explode);
        let all = [(&one, as_one), (&list, as_list), (&object, as_object)];
        for (value, expected) in all {
            assert_eq!(
                text(&parameter, value),
                expected,
                "{place} {style} {explode}"
            );
        }
    }
    for (style, as_list, as_object) in [
        (
            "spaceDelimited",
            "color=blue%20black%20brown",
            "color=B%20150%20G%20200%20R%20100",
        ),
        (
            "pipeDelimited",
            "color=blue%7Cblack%7Cbrown",
            "color=B%7C150%7CG%7C200%7CR%7C100",
        ),
    ] {
        let parameter = parameter("query", style, false);
        assert_eq!(text(&parameter, &list), as_list);
        assert_eq!(text(&parameter, &object), as_object);
    }
    let deep = parameter("query", "deepObject", true);
    let expected = "color%5BB%5D=150&color%5BG%5D=200&color%5BR%5D=100";
    assert_eq!(text(&deep, &object), expected);
}

#[test]
fn only_addresses_have_escapes() {
    let list = json!(["a,b", "c d"]);
    for (place, style, explode, expected) in [
        ("path", "simple", false, "a%2Cb,c%20d"),
        ("path", "label", true, ".a%2Cb.c%20d"),
        ("query", "form", false, "color=a%2Cb,c%20d"),
        ("query", "form", true, "color=a%2Cb&color=c%20d"),
        ("cookie", "cookie", true, "color=a,b; color=c d"),
        ("cookie", "form", true, "color=a,b; color=c d"),
        ("header", "simple", false, "a,b,c d"),
    ] {
        assert_eq!(text(&parameter(place, style, explode), &list), expected);
    }
    let dotted = parameter("path", "label", true);
    assert_eq!(text(&dotted, &json!(["1.5", "2"])), ".1%2E5.2");
}

#[test]
fn what_is_undefined_is_not_written() {
    for value in [
        json!(null),
        json!([]),
        json!({}),
        json!([null]),
        json!({"a": null}),
    ] {
        for explode in [false, true] {
            let parameter = parameter("query", "form", explode);
            assert_eq!(text(&parameter, &value), "", "{value}");
        }
    }
    let matrix = parameter("path", "matrix", false);
    assert_eq!(text(&matrix, &json!("")), ";color");
}

#[test]
fn members_have_the_order_that_the_caller_gives() {
    let value = json!({"R": 1, "G": 2, "B": 3});
    let mut encoded = Encoded::default();
    let form = parameter("query", "form", true);
    encoded.set_ordered(&form, &value, &["R", "B"], "");
    assert_eq!(encoded.query, ["R=1", "B=3", "G=2"]);
}
