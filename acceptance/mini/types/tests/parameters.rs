//! Parameters and forms: the written text, and that it is read back.

use std::collections::BTreeMap;

use proptest::prelude::*;
use serde_json::{Value, json};
use types::runtime::{
    Location, Parameter, Shape, Source, Style, decode_form, decode_parameter, encode_form,
    encode_parameter,
};

const fn parameter(location: Location, style: Style, explode: bool, shape: Shape) -> Parameter {
    Parameter {
        name: "color",
        location,
        style,
        explode,
        required: false,
        allow_reserved: false,
        shape,
    }
}

const TEXTS: Shape = Shape::Array(&Shape::Text);
const RGB: Shape = Shape::Object(&[
    ("R", Shape::Integer),
    ("G", Shape::Integer),
    ("B", Shape::Integer),
]);
const FREE: Shape = Shape::Object(&[]);

/// The same text at every location.
struct Everywhere<'t>(&'t str);

impl Source for Everywhere<'_> {
    fn path(&self, _: &str) -> Option<&str> {
        Some(self.0)
    }
    fn query(&self) -> &str {
        self.0
    }
    fn header(&self, _: &str) -> Option<&str> {
        Some(self.0)
    }
    fn cookie(&self) -> &str {
        self.0
    }
}

fn read(parameter: &Parameter, text: &str) -> Option<Value> {
    decode_parameter(parameter, &Everywhere(text)).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn read_error(parameter: &Parameter, text: &str) -> String {
    decode_parameter::<Value>(parameter, &Everywhere(text))
        .expect_err(text)
        .to_string()
}

fn write(parameter: &Parameter, value: &Value) -> String {
    encode_parameter(parameter, value).unwrap_or_else(|error| panic!("{value}: {error}"))
}

/// `OpenAPI` 3.0.3 §4.7.12.4, with the errata of 3.0.4 (`label` without `explode` has commas, as
/// in RFC 6570 §3.2.5).
#[test]
#[expect(clippy::too_many_lines, reason = "a table")]
fn the_table_of_styles() {
    use Location::{Cookie, Header, Path, Query};
    use Style::{DeepObject, Form, Label, Matrix, PipeDelimited, Simple, SpaceDelimited};
    let list = json!(["blue", "black", "brown"]);
    let rgb = json!({"R": 100, "G": 200, "B": 150});
    let one = json!("blue");
    let cases = [
        (
            Path,
            Matrix,
            false,
            ";color=blue",
            ";color=blue,black,brown",
            ";color=R,100,G,200,B,150",
        ),
        (
            Path,
            Matrix,
            true,
            ";color=blue",
            ";color=blue;color=black;color=brown",
            ";R=100;G=200;B=150",
        ),
        (
            Path,
            Label,
            false,
            ".blue",
            ".blue,black,brown",
            ".R,100,G,200,B,150",
        ),
        (
            Path,
            Label,
            true,
            ".blue",
            ".blue.black.brown",
            ".R=100.G=200.B=150",
        ),
        (
            Path,
            Simple,
            false,
            "blue",
            "blue,black,brown",
            "R,100,G,200,B,150",
        ),
        (
            Path,
            Simple,
            true,
            "blue",
            "blue,black,brown",
            "R=100,G=200,B=150",
        ),
        (
            Header,
            Simple,
            false,
            "blue",
            "blue,black,brown",
            "R,100,G,200,B,150",
        ),
        (
            Header,
            Simple,
            true,
            "blue",
            "blue,black,brown",
            "R=100,G=200,B=150",
        ),
        (
            Query,
            Form,
            false,
            "color=blue",
            "color=blue,black,brown",
            "color=R,100,G,200,B,150",
        ),
        (
            Query,
            Form,
            true,
            "color=blue",
            "color=blue&color=black&color=brown",
            "R=100&G=200&B=150",
        ),
        (
            Cookie,
            Form,
            false,
            "color=blue",
            "color=blue,black,brown",
            "color=R,100,G,200,B,150",
        ),
        (
            Cookie,
            Form,
            true,
            "color=blue",
            "color=blue; color=black; color=brown",
            "R=100; G=200; B=150",
        ),
        (
            Query,
            SpaceDelimited,
            false,
            "color=blue",
            "color=blue%20black%20brown",
            "color=R%20100%20G%20200%20B%20150",
        ),
        (
            Query,
            PipeDelimited,
            false,
            "color=blue",
            "color=blue%7Cblack%7Cbrown",
            "color=R%7C100%7CG%7C200%7CB%7C150",
        ),
        (
            Query,
            DeepObject,
            true,
            "color=blue",
            "color%5B%5D=blue&color%5B%5D=black&color%5B%5D=brown",
            "color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150",
        ),
    ];
    for (location, style, explode, as_one, as_list, as_object) in cases {
        for (shape, value, text) in [
            (Shape::Text, &one, as_one),
            (TEXTS, &list, as_list),
            (RGB, &rgb, as_object),
        ] {
            let parameter = parameter(location, style, explode, shape);
            assert_eq!(write(&parameter, value), text, "{parameter:?}");
            assert_eq!(
                read(&parameter, text).as_ref(),
                Some(value),
                "{parameter:?}"
            );
        }
    }
}

/// `in: querystring` with JSON (OAS 3.2.0 §4.12.2): the text has no name.
#[test]
fn a_simple_query_is_the_whole_query() {
    let whole = parameter(Location::Query, Style::Simple, false, Shape::Json);
    let value = json!({"a": "x y&b=1"});
    let text = write(&whole, &value);
    assert_eq!(text, "%7B%22a%22%3A%22x%20y%26b%3D1%22%7D");
    assert_eq!(read(&whole, &text), Some(value));
    assert_eq!(read(&whole, ""), None);
}

#[test]
fn empty_values() {
    use Location::{Header, Path, Query};
    let form = parameter(Query, Style::Form, true, Shape::Text);
    assert_eq!(write(&form, &json!("")), "color=");
    assert_eq!(read(&form, "color="), Some(json!("")));
    assert_eq!(read(&form, "color"), Some(json!("")));
    assert_eq!(read(&form, ""), None);
    for nothing in [
        json!(null),
        json!([]),
        json!({}),
        json!([null]),
        json!({"a": null}),
    ] {
        assert_eq!(write(&form, &nothing), "", "{nothing}");
        let simple = parameter(Path, Style::Simple, false, Shape::Text);
        encode_parameter(&simple, &nothing).expect_err("a path needs a value");
        let header = parameter(Header, Style::Simple, false, Shape::Text);
        assert_eq!(write(&header, &nothing), "");
    }
    let matrix = parameter(Path, Style::Matrix, false, Shape::Text);
    assert_eq!(write(&matrix, &json!("")), ";color");
    assert_eq!(read(&matrix, ";color"), Some(json!("")));
    let nameless = parameter(Path, Style::Matrix, true, FREE);
    assert_eq!(write(&nameless, &json!({"": ""})), ";");
    assert_eq!(read(&nameless, ";"), Some(json!({"": ""})));
    let header = parameter(Header, Style::Simple, false, TEXTS);
    assert_eq!(read(&header, ""), Some(json!([])));
}

#[test]
fn a_path_cannot_lead_elsewhere() {
    for (style, text) in [
        (Style::Simple, ""),
        (Style::Simple, "."),
        (Style::Simple, ".."),
        (Style::Label, ""),
        (Style::Label, "."),
    ] {
        let parameter = parameter(Location::Path, style, false, Shape::Text);
        encode_parameter(&parameter, text).expect_err(text);
    }
    let simple = parameter(Location::Path, Style::Simple, false, Shape::Text);
    assert_eq!(write(&simple, &json!("../a?b#c")), "..%2Fa%3Fb%23c");
}

#[test]
fn text_becomes_what_the_shape_says() {
    let cases = [
        (Shape::Integer, "5", json!(5)),
        (Shape::Integer, "-5", json!(-5)),
        (Shape::Integer, "18446744073709551615", json!(u64::MAX)),
        (
            Shape::Integer,
            "18446744073709551616",
            json!("18446744073709551616"),
        ),
        (Shape::Integer, "05", json!("05")),
        (Shape::Integer, "%2B5", json!("+5")),
        (Shape::Integer, "5.0", json!("5.0")),
        (Shape::Integer, "", json!("")),
        (Shape::Number, "1.5e3", json!(1500.0)),
        (Shape::Number, "7", json!(7)),
        (Shape::Number, "NaN", json!("NaN")),
        (Shape::Number, "1e999", json!("1e999")),
        (Shape::Boolean, "true", json!(true)),
        (Shape::Boolean, "True", json!("True")),
        (Shape::Json, "{\"a\":[1]}", json!({"a": [1]})),
        (Shape::Json, "\"5\"", json!("5")),
        (Shape::Text, "5", json!("5")),
    ];
    for (shape, text, value) in cases {
        let parameter = parameter(Location::Query, Style::Form, true, shape);
        assert_eq!(
            read(&parameter, &format!("color={text}")),
            Some(value),
            "{shape:?}"
        );
    }
    let limit = parameter(Location::Query, Style::Form, true, Shape::Integer);
    let error = decode_parameter::<i32>(&limit, &Everywhere("color=x")).expect_err("x");
    assert_eq!(
        error.to_string(),
        "expected a 32-bit integer, found the string \"x\""
    );
}

#[test]
fn a_repeated_parameter_is_refused_unless_it_is_a_list() {
    let single = parameter(Location::Query, Style::Form, true, Shape::Text);
    let error = read_error(&single, "color=a&x=1&color=b");
    assert_eq!(error, "expected one value of `color`, found more than one");
    let list = parameter(Location::Query, Style::Form, false, TEXTS);
    assert_eq!(
        read(&list, "color=a,b&color=c"),
        Some(json!(["a", "b", "c"]))
    );
    let object = parameter(Location::Query, Style::Form, true, RGB);
    read_error(&object, "R=1&R=2");
    let deep = parameter(Location::Query, Style::DeepObject, true, RGB);
    read_error(&deep, "color[R]=1&color[R]=2");
    let cookie = parameter(Location::Cookie, Style::Form, true, Shape::Text);
    assert_eq!(read(&cookie, "color=near; color=far"), Some(json!("near")));
}

#[test]
fn other_parameters_do_not_disturb() {
    let object = parameter(Location::Query, Style::Form, true, RGB);
    assert_eq!(read(&object, "limit=5&R=1&%zz=1"), Some(json!({"R": 1})));
    assert_eq!(read(&object, "limit=5"), None);
    let list = parameter(Location::Query, Style::Form, true, TEXTS);
    assert_eq!(
        read(&list, "colors=1&c%6Flor=2&&xcolor=%FF"),
        Some(json!(["2"]))
    );
    read_error(&list, "color=%FF");
    read_error(&list, "color=%2");
}

#[test]
fn reserved_characters() {
    let mut parameter = parameter(Location::Query, Style::Form, true, Shape::Text);
    let url = json!("https://a.example/b?c=d&e=f#g+h i%");
    assert_eq!(
        write(&parameter, &url),
        "color=https%3A%2F%2Fa.example%2Fb%3Fc%3Dd%26e%3Df%23g%2Bh%20i%25"
    );
    parameter.allow_reserved = true;
    let text = write(&parameter, &url);
    assert_eq!(text, "color=https://a.example/b?c=d%26e=f%23g%2Bh%20i%25");
    assert_eq!(read(&parameter, &text), Some(url));
}

#[test]
fn headers_and_cookies_refuse_what_they_cannot_carry() {
    let header = parameter(Location::Header, Style::Simple, false, Shape::Text);
    for text in ["a\r\nb", "a\nb", "a\0b", "a\u{7f}b", "a\tb", " a", "a "] {
        encode_parameter(&header, text).expect_err(text);
    }
    assert_eq!(write(&header, &json!("a, b; c=d")), "a, b; c=d");
    let list = parameter(Location::Header, Style::Simple, false, TEXTS);
    encode_parameter(&list, &["a,b"]).expect_err("a comma");
    assert_eq!(read(&list, "a, b ,c"), Some(json!(["a", "b", "c"])));
    let cookie = parameter(Location::Cookie, Style::Form, false, Shape::Text);
    for text in ["a;b", "a\r\nb", "a\0b"] {
        encode_parameter(&cookie, text).expect_err(text);
    }
    assert_eq!(read(&cookie, "a=1; color=b=c ; d=2"), Some(json!("b=c")));
}

#[test]
fn deep_objects_nest() {
    const TAGS: Shape = Shape::Array(&Shape::Integer);
    const ITEM: Shape = Shape::Object(&[("n", Shape::Integer)]);
    const DEEP: Shape = Shape::Object(&[
        ("a", Shape::Object(&[("b", Shape::Boolean)])),
        ("tags", TAGS),
        ("items", Shape::Array(&ITEM)),
    ]);
    let parameter = parameter(Location::Query, Style::DeepObject, true, DEEP);
    let value = json!({
        "a": {"b": true}, "items": [{"n": 1}, {"n": 2}], "tags": [7, 8], "gone": null,
    });
    let text = write(&parameter, &value);
    assert_eq!(
        text,
        "color%5Ba%5D%5Bb%5D=true&color%5Btags%5D%5B%5D=7&color%5Btags%5D%5B%5D=8\
         &color%5Bitems%5D%5B0%5D%5Bn%5D=1&color%5Bitems%5D%5B1%5D%5Bn%5D=2"
    );
    let mut back = value;
    back.as_object_mut().map(|members| members.remove("gone"));
    assert_eq!(read(&parameter, &text), Some(back));
    assert_eq!(
        read(
            &parameter,
            "color%5Ba%5D%5Bb%5D=false&color[tags][10]=2&color[tags][9]=1"
        ),
        Some(json!({"a": {"b": false}, "tags": [1, 2]}))
    );
    // Raw brackets are read as well, and then escaped ones are part of a name.
    assert_eq!(
        read(&parameter, "color[x%5By%5D]=z"),
        Some(json!({"x[y]": "z"}))
    );
    encode_parameter(&parameter, &json!({"x[y]": "z"})).expect_err("a bracket");
    assert_eq!(
        read(&parameter, "color[u][]=1&color[u][]=2"),
        Some(json!({"u": ["1", "2"]}))
    );
    assert_eq!(read(&parameter, "colors[a]=1&color[a=1&color]=1"), None);
    let deep = format!("color{}=1", "[a]".repeat(17));
    assert!(read_error(&parameter, &deep).contains("nests no deeper than 16"));
    let nested = (0..17).fold(json!(1), |value, _| json!({"a": value}));
    encode_parameter(&parameter, &nested).expect_err("too deep");
    assert!(read_error(&parameter, "color[a][b]=1&color[a][b]=2").contains("at /a/b"));
}

#[test]
fn flat_styles_carry_nested_values_as_json() {
    const NESTED: Shape = Shape::Object(&[("tags", TEXTS), ("any", Shape::Json)]);
    let value = json!({"tags": ["a,b", "c"], "any": "5"});
    for explode in [false, true] {
        let parameter = parameter(Location::Query, Style::Form, explode, NESTED);
        assert_eq!(
            read(&parameter, &write(&parameter, &value)),
            Some(value.clone())
        );
    }
}

const fn field(name: &'static str, shape: Shape) -> Parameter {
    let mut field = parameter(Location::Query, Style::Form, true, shape);
    field.name = name;
    field
}

#[test]
fn forms() {
    const DEEP: Parameter = Parameter {
        style: Style::DeepObject,
        ..field("deep", RGB)
    };
    let fields = [
        field("n", Shape::Integer),
        field("list", TEXTS),
        DEEP,
        field("rgb", RGB),
    ];
    let value = json!({
        "n": 1, "list": ["a b", "c+d"], "deep": {"R": 2}, "rgb": {"G": 3},
        "other": "ä&=", "others": ["1", "2"],
    });
    let text = encode_form(&fields, &value).expect("a form");
    assert_eq!(
        text,
        "n=1&list=a+b&list=c%2Bd&deep%5BR%5D=2&G=3&other=%C3%A4%26%3D&others=1&others=2"
    );
    assert_eq!(decode_form::<Value>(&fields, &text).expect("a form"), value);
    encode_form(&fields, &[1]).expect_err("a list is no form");
}

#[test]
fn repeated_fields_of_forms() {
    let fields = [field("grant_type", Shape::Text)];
    let error = decode_form::<Value>(&fields, "grant_type=a&grant_type=b").expect_err("repeated");
    assert_eq!(error.pointer(), "/grant_type");
    assert_eq!(error.found(), "more than one");
    let unlisted = decode_form::<Value>(&fields, "grant_type=a&x=1&x=2").expect("a form");
    assert_eq!(unlisted, json!({"grant_type": "a", "x": ["1", "2"]}));
    let free = [field("grant_type", Shape::Text), field("rest", FREE)];
    let all = decode_form::<Value>(&free, "grant_type=a&x=1").expect("a form");
    assert_eq!(all, json!({"grant_type": "a", "rest": {"x": "1"}}));
}

/// Returns every style in its locations that can carry any text; with and without `explode`.
fn free_styles() -> impl Strategy<Value = (Location, Style, bool)> {
    let styles = prop_oneof![
        Just((Location::Path, Style::Simple)),
        Just((Location::Path, Style::Label)),
        Just((Location::Path, Style::Matrix)),
        Just((Location::Query, Style::Form)),
        Just((Location::Query, Style::PipeDelimited)),
        Just((Location::Query, Style::DeepObject)),
    ];
    (styles, any::<bool>()).prop_map(|((location, style), explode)| (location, style, explode))
}

/// Returns text with many special characters.
fn texts() -> impl Strategy<Value = String> {
    prop_oneof![any::<String>(), "[-.,;=&|+%\\[\\] 0a/?#~äß😀]{0,8}"]
}

/// Returns whether items are separated by `%7C`, and so cannot contain it.
fn is_piped(parameter: &Parameter) -> bool {
    parameter.style == Style::PipeDelimited && !parameter.explode
}

/// Checks that a written value is read back, unless it is refused.
fn assert_same(parameter: &Parameter, value: &Value) -> Result<(), TestCaseError> {
    if let Ok(text) = encode_parameter(parameter, value) {
        let back = decode_parameter::<Value>(parameter, &Everywhere(&text));
        prop_assert_eq!(back, Ok(Some(value.clone())), "{}", text);
    }
    Ok(())
}

proptest! {
    #[test]
    fn one_text_survives((location, style, explode) in free_styles(), text in texts(), reserved: bool) {
        let mut parameter = parameter(location, style, explode, Shape::Text);
        parameter.allow_reserved = reserved;
        let refused = encode_parameter(&parameter, &text).is_err();
        let elsewhere = ["", ".", ".."].contains(&text.as_str()) && location == Location::Path;
        prop_assert!(!refused || elsewhere);
        assert_same(&parameter, &json!(text))?;
    }

    #[test]
    fn lists_survive(
        (location, style, explode) in free_styles(),
        list in prop::collection::vec(texts(), 1..6),
        reserved: bool,
    ) {
        let mut parameter = parameter(location, style, explode, TEXTS);
        parameter.allow_reserved = reserved;
        let short = list.len() < 3 && list.iter().all(|text| text.is_empty() || text.starts_with('.'));
        let piped = is_piped(&parameter) && list.iter().any(|text| text.contains('|'));
        prop_assert!(short || piped || encode_parameter(&parameter, &list).is_ok());
        assert_same(&parameter, &json!(list))?;
    }

    #[test]
    fn objects_survive(
        (location, style, explode) in free_styles(),
        object in prop::collection::btree_map(texts(), texts(), 1..6),
        reserved: bool,
    ) {
        let mut parameter = parameter(location, style, explode, FREE);
        parameter.allow_reserved = reserved;
        let in_path = location == Location::Path;
        let mut all = object.iter().flat_map(|(name, text)| [name, text]);
        let piped = is_piped(&parameter) && all.any(|text| text.contains('|'));
        let deep = style == Style::DeepObject && object.keys().any(|name| name.contains(['[', ']']));
        prop_assert!(in_path || piped || deep || encode_parameter(&parameter, &object).is_ok());
        assert_same(&parameter, &json!(object))?;
    }

    #[test]
    fn spaces_delimit(list in prop::collection::vec(texts(), 1..6)) {
        let parameter = parameter(Location::Query, Style::SpaceDelimited, false, TEXTS);
        prop_assert_eq!(
            encode_parameter(&parameter, &list).is_err(),
            list.iter().any(|text| text.contains(' '))
        );
        assert_same(&parameter, &json!(list))?;
    }

    #[test]
    fn headers_and_cookies_survive_or_are_refused(
        cookie: bool,
        explode: bool,
        text in texts(),
        list in prop::collection::vec(texts(), 2..6),
        object in prop::collection::btree_map(texts(), texts(), 2..6),
    ) {
        let location = if cookie { Location::Cookie } else { Location::Header };
        let with = |shape| parameter(location, Style::Form, explode, shape);
        assert_same(&with(Shape::Text), &json!(text))?;
        assert_same(&with(TEXTS), &json!(list))?;
        assert_same(&with(FREE), &json!(object))?;
    }

    #[test]
    fn numbers_keep_their_text(integer: i64, number in any::<f64>().prop_filter("finite", |n| n.is_finite())) {
        for (shape, value) in [(Shape::Integer, json!(integer)), (Shape::Number, json!(number))] {
            let parameter = parameter(Location::Query, Style::Form, true, shape);
            prop_assert_eq!(write(&parameter, &value), format!("color={value}").replace('+', "%2B"));
            assert_same(&parameter, &value)?;
        }
    }

    #[test]
    fn forms_survive(
        known in prop::collection::vec(texts(), 1..4),
        others in prop::collection::btree_map("[a-z &=\\[\\]+%]{1,6}", texts(), 0..4),
    ) {
        let fields = [field("KNOWN", TEXTS)];
        let mut value: BTreeMap<String, Value> =
            others.into_iter().map(|(name, text)| (name, json!(text))).collect();
        value.insert("KNOWN".to_owned(), json!(known));
        let text = encode_form(&fields, &value).expect("a form");
        let plain = |c: char| c.is_ascii_alphanumeric() || "-._~%+=&".contains(c);
        prop_assert!(text.chars().all(plain), "{}", text);
        prop_assert_eq!(decode_form::<BTreeMap<String, Value>>(&fields, &text).expect("a form"), value);
    }

    #[test]
    fn queries_are_safe_to_send(value in texts(), (location, style, explode) in free_styles()) {
        let parameter = parameter(location, style, explode, TEXTS);
        if let Ok(text) = encode_parameter(&parameter, &[value.as_str(), "x"]) {
            let plain = |c: char| c.is_ascii_alphanumeric() || "-._~%=&,;|[]".contains(c);
            prop_assert!(text.chars().all(plain), "{}", text);
        }
    }

    #[test]
    fn nothing_panics(text in texts(), (location, style, explode) in free_styles()) {
        for shape in [Shape::Text, Shape::Json, TEXTS, RGB, FREE] {
            let with = parameter(location, style, explode, shape);
            for raw in [text.clone(), format!("color={text}"), format!("color[{text}]=1&color[a]={text}")] {
                let _ = decode_parameter::<Value>(&with, &Everywhere(&raw));
                let _ = decode_form::<Value>(std::slice::from_ref(&with), &raw);
            }
        }
    }
}
