//! `multipart/form-data`: what is written is read back, and no input causes a panic.

use bytes::Bytes;
use proptest::prelude::*;
use serde_json::json;
use types::runtime::{DecodeError, EncodeError, File, Multipart, Part, Parts, Shape};

#[derive(Debug, PartialEq)]
struct Upload {
    title: String,
    count: Option<i64>,
    labels: Option<Vec<String>>,
    details: serde_json::Value,
    document: File,
    picture: Option<File>,
    pages: Vec<File>,
}

impl Multipart for Upload {
    fn write(&self, parts: &mut Parts) -> Result<(), EncodeError> {
        parts.text("title", &self.title)?;
        parts.optional_text("count", &self.count)?;
        parts.optional_text("labels", &self.labels)?;
        parts.text("details", &self.details)?;
        parts.file("document", &self.document);
        parts.each_file("picture", &self.picture);
        parts.each_file("pages", &self.pages);
        Ok(())
    }

    fn read(parts: &mut Parts) -> Result<Self, DecodeError> {
        Ok(Self {
            title: parts.required("title", Shape::Text)?,
            count: parts.optional("count", Shape::Integer)?,
            labels: parts.optional("labels", Shape::Array(&Shape::Text))?,
            details: parts.required("details", Shape::Json)?,
            document: parts.required_file("document")?,
            picture: parts.optional_file("picture")?,
            pages: parts.files("pages"),
        })
    }
}

fn file(name: &str, bytes: &[u8]) -> File {
    File {
        name: Some(name.to_owned()),
        media_type: Some("image/png".to_owned()),
        bytes: Bytes::copy_from_slice(bytes),
    }
}

fn upload() -> Upload {
    Upload {
        title: "5".to_owned(),
        count: Some(7),
        labels: Some(vec!["a".to_owned(), "[1]".to_owned()]),
        details: json!({"a": [1, null]}),
        document: file("a \"b\"\r\n.png", b"\r\n--\0\xff"),
        picture: None,
        pages: vec![file("1", b""), file("2", b"x")],
    }
}

fn encode(upload: &Upload) -> (String, Bytes) {
    let mut parts = Parts::new();
    upload.write(&mut parts).expect("parts");
    parts.encode()
}

#[test]
fn a_form_survives() {
    let (content_type, body) = encode(&upload());
    let mut parts = Parts::decode(&content_type, body).expect("parts");
    assert_eq!(Upload::read(&mut parts), Ok(upload()));
    assert!(parts.as_slice().is_empty());
}

/// A form whose contents of files are sent separately is the same form.
#[test]
fn contents_fit_between_the_pieces_of_a_form() {
    let mut parts = Parts::new();
    upload().write(&mut parts).expect("a form");
    let files: Vec<_> = parts
        .as_slice()
        .iter()
        .map(|part| part.file_name.is_some())
        .collect();
    let contents = parts
        .as_slice()
        .iter()
        .filter(|part| part.file_name.is_some());
    let (content_type, pieces) = parts.encode_around(|index| files[index]);
    assert_eq!(pieces.len(), contents.clone().count() + 1);
    let mut body = Vec::new();
    let mut contents = contents.map(|part| &part.bytes);
    for piece in pieces {
        body.extend(piece);
        body.extend(contents.next().into_iter().flatten());
    }
    let mut parts = Parts::decode(&content_type, body.into()).expect("a form");
    assert_eq!(Upload::read(&mut parts), Ok(upload()));
}

#[test]
fn an_empty_form_survives() {
    let (content_type, body) = Parts::new().encode();
    assert_eq!(Parts::decode(&content_type, body), Ok(Parts::new()));
}

fn parse(body: &str) -> Result<Parts, DecodeError> {
    let body = body.replace('\n', "\r\n");
    Parts::decode(
        "Multipart/Form-Data; charset=x; boundary=\"b c\"",
        body.into(),
    )
}

#[test]
fn what_others_send_is_read() {
    let form = "preamble\n--b c \t\ncontent-disposition: FORM-DATA; name=a; filename=x.txt\n\
                X-Other: 1\n\n1\n--b c\nContent-Disposition: form-data; name=\"a\"\n\
                Content-Type: application/json\n\n{\"b\":2}\n--b c--\nepilogue";
    let parts = parse(form).expect("parts");
    let [first, second] = parts.as_slice() else {
        panic!("{parts:?}");
    };
    assert_eq!(first.file_name.as_deref(), Some("x.txt"));
    assert_eq!(first.bytes, "1");
    assert_eq!(second.media_type.as_deref(), Some("application/json"));
    let rest = parts.clone().rest();
    assert_eq!(json!(rest), json!({"a": ["1", {"b": 2}]}));
}

#[test]
fn a_list_can_be_one_part_of_json() {
    let form = "--b c\nContent-Disposition: form-data; name=\"a\"\n\
                Content-Type: application/json; charset=utf-8\n\n[1,2]\n--b c--";
    let list: Vec<i32> = parse(form)
        .and_then(|mut parts| parts.required("a", Shape::Array(&Shape::Integer)))
        .expect("a list");
    assert_eq!(list, [1, 2]);
}

#[test]
fn what_is_malformed_is_refused() {
    let disposition = "Content-Disposition: form-data; name=\"a\"";
    for body in [
        String::new(),
        "--b c".to_owned(),
        "--b cd\n".to_owned(),
        format!("--b c\n{disposition}\n\n1"),
        format!("--b c\n{disposition}\n\n1\n--b cx"),
        format!("--b c\n{disposition}\n--b c--"),
        "--b c\nContent-Type: text/plain\n\n1\n--b c--".to_owned(),
        "--b c\nContent-Disposition: form-data\n\n1\n--b c--".to_owned(),
        "--b c\nContent-Disposition: form-data; name=\"a\n\n1\n--b c--".to_owned(),
        "--b c\nContent-Disposition: attachment; name=\"a\"\n\n1\n--b c--".to_owned(),
        format!(
            "--b c\n{disposition}\nX: {}\n\n1\n--b c--",
            "x".repeat(20_000)
        ),
    ] {
        parse(&body).expect_err(&body);
    }
    for content_type in [
        "",
        "multipart/form-data",
        "multipart/form-data; boundary=",
        "multipart/form-data; boundary=\"a",
        "multipart/mixed; boundary=a",
    ] {
        Parts::decode(content_type, Bytes::from("--a--")).expect_err(content_type);
    }
}

#[test]
fn parts_have_a_limit() {
    let one = "--b c\nContent-Disposition: form-data; name=\"a\"\n\n1\n";
    let form = |count| format!("{}--b c--", one.repeat(count));
    assert_eq!(
        parse(&form(1_000)).map(|parts| parts.as_slice().len()),
        Ok(1_000)
    );
    parse(&form(1_001)).expect_err("too many");
}

#[test]
fn errors_say_where() {
    let mut parts = Parts::new();
    parts.text("a", &["x", "y"]).expect("text");
    let error = |result: Result<i64, DecodeError>| result.expect_err("an error").to_string();
    assert_eq!(
        error(parts.clone().required("a", Shape::Integer)),
        "expected one part, found more than one at /a"
    );
    assert_eq!(
        error(parts.clone().required("b", Shape::Integer)),
        "expected the required part `b`, found none"
    );
    let list: Result<Option<Vec<i64>>, _> = parts.optional("a", Shape::Array(&Shape::Integer));
    assert_eq!(
        list.expect_err("no integers").to_string(),
        "expected a 64-bit integer, found the string \"x\" at /a/0"
    );
}

#[test]
fn files_within_json_are_base64() {
    let json = serde_json::to_value(File::from(b"hi".to_vec())).expect("JSON");
    assert_eq!(json, json!("aGk="));
    let file: File = serde_json::from_value(json).expect("a file");
    assert_eq!(file.bytes, "hi");
}

fn parts() -> impl Strategy<Value = Vec<Part>> {
    let text = || any::<String>().prop_map(|text| text.replace('%', ""));
    let media_type = prop::option::of("[a-z]{1,5}/[a-z]{1,5}");
    let bytes = prop::collection::vec(any::<u8>(), 0..200);
    let part = (text(), prop::option::of(text()), media_type, bytes).prop_map(
        |(name, file_name, media_type, bytes)| Part {
            name,
            file_name,
            media_type,
            bytes: bytes.into(),
        },
    );
    prop::collection::vec(part, 0..8)
}

proptest! {
    #[test]
    fn any_parts_survive(parts in parts()) {
        let mut form = Parts::new();
        parts.iter().cloned().for_each(|part| form.push(part));
        let (content_type, body) = form.encode();
        prop_assert_eq!(Parts::decode(&content_type, body), Ok(form));
    }

    #[test]
    fn nothing_panics(
        content_type in any::<String>(),
        body in "(-|b|\r\n|:|;|=|\"|%22|--b|--b\r\n|Content-Disposition: form-data; name=\"a\"|\r\n\r\n|é){0,30}",
    ) {
        let _ = Parts::decode("multipart/form-data; boundary=b", body.clone().into());
        let _ = Parts::decode(&format!("multipart/form-data; {content_type}"), body.into());
    }

    #[test]
    fn a_cut_or_changed_body_does_not_panic(at in 0usize..2_000, byte: u8) {
        let (content_type, body) = encode(&upload());
        let mut changed = body.to_vec();
        let at = at % changed.len();
        changed[at] = byte;
        let _ = Parts::decode(&content_type, changed.into()).map(|mut parts| Upload::read(&mut parts));
        prop_assert!(Parts::decode(&content_type, body.slice(..at)).is_err() || at >= body.len() - 2);
    }
}
