//! Every format preserves every text.

use std::sync::LazyLock;

use messages::explain::{Block, Explanation, page, suggestions};
use messages::sarif::{Outcome, Rule, Run};
use messages::{Level, Message, Place, github, json, text};
use proptest::prelude::*;
use serde_json::Value;

/// Generates texts with characters that have a meaning in some format.
fn any_text() -> impl Strategy<Value = String> {
    let pieces = prop_oneof![
        Just("::".to_owned()),
        Just("%0A".to_owned()),
        Just("\n::error::forged".to_owned()),
        Just("\u{1b}[2J\u{9b}31m".to_owned()),
        Just("\u{202e}\u{2028}\u{feff}".to_owned()),
        Just(",:=%\r\n\t\"\\".to_owned()),
        any::<String>(),
    ];
    proptest::collection::vec(pieces, 0..4).prop_map(|pieces| pieces.concat())
}

prop_compose! {
    fn any_message()(
        id in any_text(),
        body in any_text(),
        file in any_text(),
        why in any_text(),
        (line, column) in (0_usize..9, 0_usize..9),
        end in (0_usize..9, 0_usize..9),
        level in prop_oneof![Just(Level::Error), Just(Level::Warning), Just(Level::Note)],
    ) -> Message {
        let place = Place::at(file, line, column).to(end.0, end.1);
        Message {
            id,
            level,
            text: body,
            place: Some(place.clone()),
            related: vec![(place, why)],
            fingerprint: "f".to_owned(),
        }
    }
}

/// Parses a workflow command as the runner of GitHub Actions does (`ActionCommand.TryParseV2`).
fn parsed(line: &str) -> (String, Vec<(String, String)>, String) {
    let rest = line.strip_prefix("::").expect("a command");
    let (head, data) = rest.split_once("::").expect("an end of the command");
    let (command, properties) = head.split_once(' ').expect("properties");
    let unescape = |text: &str, pairs: &[(&str, &str)]| {
        let text = pairs
            .iter()
            .fold(text.to_owned(), |text, (from, to)| text.replace(from, to));
        text.replace("%25", "%")
    };
    let data_pairs = [("%0D", "\r"), ("%0A", "\n")];
    let pairs = [("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ",")];
    let properties = properties.split(',').map(|one| {
        let (name, value) = one.split_once('=').expect("a value");
        (name.to_owned(), unescape(value, &pairs))
    });
    (
        command.to_owned(),
        properties.collect(),
        unescape(data, &data_pairs),
    )
}

/// The SARIF schema of the standard's committee.
static SARIF: LazyLock<jsonschema::Validator> = LazyLock::new(|| {
    let schema = include_str!("sarif-schema-2.1.0.json");
    let schema: Value = serde_json::from_str(schema).expect("JSON");
    jsonschema::validator_for(&schema).expect("a schema")
});

fn steers(character: char) -> bool {
    character.is_control() || spec::hidden::is_hidden(character)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn an_annotation_is_one_line_that_github_reads_back(message in any_message()) {
        let line = github::annotation(&message);
        prop_assert_eq!(line.chars().find(|c| *c != '\t' && steers(*c)), None);
        let (command, properties, data) = parsed(&line);
        prop_assert!(["error", "warning", "notice"].contains(&command.as_str()));
        prop_assert_eq!(data, text::lines(&message.text));
        let value = |name: &str| properties.iter().find(|(own, _)| own == name);
        let place = message.place.expect("there is one");
        prop_assert_eq!(&value("file").expect("a file").1, &text::line(&place.file));
        prop_assert_eq!(&value("line").expect("a line").1, &place.line.to_string());
        prop_assert_eq!(&value("title").expect("a title").1, &text::line(&message.id));
    }

    #[test]
    fn sarif_is_what_its_standard_says(messages in proptest::collection::vec(any_message(), 0..3)) {
        let mut run = Run::new("test", "1.0");
        for message in &messages {
            run.rule(Rule::new(&message.id, &message.text));
        }
        for message in &messages {
            run.result(Outcome::of(message, "message/v1").seen(0).accepted(&message.text));
        }
        run.fail("why");
        let text = run.to_json().expect("it can be written");
        prop_assert_eq!(text.chars().find(|c| *c != '\n' && steers(*c)), None);
        let log: Value = serde_json::from_str(&text).expect("JSON");
        let unique: std::collections::BTreeSet<_> = messages.iter().map(|one| &one.id).collect();
        // The standard requires that each rule is listed once, for which the caller is responsible.
        if unique.len() == messages.len() {
            let errors: Vec<_> = SARIF.iter_errors(&log).map(|error| error.to_string()).collect();
            prop_assert!(errors.is_empty(), "{:?}", errors);
        }
        prop_assert_eq!(log["runs"][0]["results"].as_array().expect("results").len(), messages.len());
    }

    #[test]
    fn a_json_line_loses_nothing(texts in proptest::collection::btree_map(any_text(), any_text(), 0..4)) {
        let line = json::line(&texts).expect("it can be written");
        prop_assert_eq!(line.chars().find(|c| steers(*c)), None);
        let mut read: Value = serde_json::from_str(&line).expect("JSON");
        let members = read.as_object_mut().expect("an object");
        if !texts.contains_key("version") {
            prop_assert_eq!(members.remove("version"), Some(Value::from(json::VERSION)));
            prop_assert_eq!(read, serde_json::to_value(&texts).expect("JSON"));
        }
    }
}

#[test]
fn an_annotation_is_escaped_as_github_documents_it() {
    let message = Message {
        id: "a:b,c".to_owned(),
        level: Level::Warning,
        text: "100% wrong\nreally".to_owned(),
        place: Some(Place::at("dir,1/a:b.yaml", 3, 5).to(3, 9)),
        related: Vec::new(),
        fingerprint: String::new(),
    };
    assert_eq!(
        github::annotation(&message),
        "::warning file=dir%2C1/a%3Ab.yaml,line=3,col=5,endLine=3,endColumn=8,\
         title=a%3Ab%2Cc::100%25 wrong%0Areally"
    );
}

#[test]
fn what_was_meant_is_suggested() {
    let ids = [
        "unresolved-reference",
        "circular-reference",
        "wrong-type",
        "syntax",
    ];
    let table = [
        ("unresolved-refernce", Some("unresolved-reference")),
        ("Wrong_Type", Some("wrong-type")),
        ("reference", Some("circular-reference")),
        ("syntaks", Some("syntax")),
        ("wrongtype", Some("wrong-type")),
        ("xyzzy", None),
        ("", None),
    ];
    for (id, expected) in table {
        assert_eq!(suggestions(id, ids).first().copied(), expected, "{id}");
    }
}

#[test]
fn a_page_shows_what_looks_like_a_tag() {
    let explanation = Explanation {
        id: "code-form".to_owned(),
        kind: "check".to_owned(),
        title: "The <code> is registered.".to_owned(),
        meaning: "See `<a>`, not <a>.".to_owned(),
        source: "<https://example.com>".to_owned(),
        example: vec![Block {
            caption: "This fails:".to_owned(),
            language: "text",
            text: "< <none>".to_owned(),
        }],
        fix: "Send <code>.".to_owned(),
    };
    let page = page("Checks", "", &[explanation]);
    for line in [
        "- [`code-form`](#code-form): The \\<code> is registered.",
        "See `<a>`, not \\<a>.",
        "**Where it comes from.** \\<https://example.com>",
        "< <none>",
        "**What to do.** Send \\<code>.",
    ] {
        assert!(page.lines().any(|own| own == line), "{line} in {page}");
    }
}
