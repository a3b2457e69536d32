//! The output formats for changes, for people and programs.

use serde_json::json;

use super::{Folder, description, stderr, stdout, thing};

const FORMATS: [&str; 5] = ["text", "json", "markdown", "html", "junit"];

/// A name that controls a terminal, closes markup and mentions a user, if it is not escaped.
const HOSTILE: &str = "x\u{1b}[2J\u{202e}`</code></summary><script>alert(1)</script>@someone #1 \
                       www.evil.example ]]>\"'|";

fn pair() -> Folder {
    let folder = Folder::new();
    let names = ["A", "B", "C"];
    let old = description(&names, &thing(&["on"]));
    folder.write("old.json", old.to_string());
    let new = description(&names, &thing(&["on", "off"]));
    folder.write("new.json", new.to_string());
    folder
}

#[test]
fn one_cause_is_told_once_with_all_operations() {
    let folder = pair();
    let changes = folder.changes(&["old.json", "new.json"]);
    let [change] = changes.as_slice() else {
        panic!("{changes:?}");
    };
    assert_eq!(change["rule"], "response-property-enum-value-added");
    let operations = change["operations"].as_array().expect("a list");
    let ids: Vec<_> = operations.iter().map(|one| &one["id"]).collect();
    assert_eq!(ids, ["getA", "getB", "getC"]);
    assert_eq!(
        (&change["method"], &change["path"]),
        (&"GET".into(), &"/A".into())
    );
    assert_eq!(change["status"], "200");
    let pointer = "/components/schemas/Thing/properties/status";
    assert_eq!(change["oldPointer"], pointer);
    assert_eq!(change["newPointer"], pointer);
    for format in ["text", "markdown", "html"] {
        let output = folder.run(&["old.json", "new.json", "--format", format]);
        assert_eq!(output.status.code(), Some(1));
        assert!(
            stdout(&output).contains("3 operations"),
            "{}",
            stdout(&output)
        );
    }
}

#[test]
fn what_did_not_change_is_told_in_every_format() {
    let folder = pair();
    for format in FORMATS {
        let output = folder.run(&["old.json", "old.json", "--format", format]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        assert!(!stdout(&output).is_empty());
    }
}

#[test]
fn a_comment_has_room_for_what_breaks_and_says_what_it_left_out() {
    const LONGEST: usize = 65_536;
    let folder = Folder::new();
    let names: Vec<String> = (0..1_500).map(|at| format!("Operation{at:04}")).collect();
    let names: Vec<_> = names.iter().map(String::as_str).collect();
    let old = description(&names, &thing(&["on"]));
    folder.write("old.json", old.to_string());
    let new = description(&names[..1], &thing(&["on"]));
    folder.write("new.json", new.to_string());
    let output = folder.run(&["old.json", "new.json", "--format", "markdown"]);
    let text = stdout(&output);
    assert!(
        (LONGEST - 3_000..=LONGEST).contains(&text.len()),
        "{}",
        text.len()
    );
    let shown = text.matches("is gone").count();
    let rest = 1_499 - shown;
    assert!(
        text.contains(&format!("{rest} of 1499 under “breaks”")),
        "{shown}"
    );
    assert_eq!(
        text.matches("<details>").count(),
        text.matches("</details>").count()
    );
}

#[test]
fn nothing_of_a_description_is_markup() {
    let folder = Folder::new();
    let names = [HOSTILE, "B"];
    let old = description(&names, &thing(&["on", HOSTILE]));
    folder.write("old.json", old.to_string());
    let schema = json!({"type": "object", "required": [HOSTILE], "properties": {HOSTILE: true}});
    let new = description(&["B"], &schema);
    folder.write("new.json", new.to_string());
    let steers = |c: &char| *c != '\n' && (c.is_control() || *c == '\u{202e}');
    for pair in [["old.json", "new.json"], ["new.json", "old.json"]] {
        for format in FORMATS {
            let output = folder.run(&[pair[0], pair[1], "--format", format]);
            let text = stdout(&output);
            assert!(!text.is_empty(), "{}", stderr(&output));
            assert_eq!(text.chars().find(steers), None, "{format}");
            match format {
                "html" | "junit" => {
                    assert!(!text.contains("<script"), "{text}");
                    assert!(!text.contains("\"'|"), "{text}");
                }
                "markdown" => outside_of_code(&text),
                _ => {}
            }
        }
    }
}

/// Outside of code spans, a comment contains no markup and no mention from the description.
#[track_caller]
fn outside_of_code(text: &str) {
    let mut rest = text;
    let mut plain = String::new();
    while let Some(at) = rest.find('`') {
        plain.push_str(&rest[..at]);
        let fence = rest[at..].len() - rest[at..].trim_start_matches('`').len();
        let code = &rest[at + fence..];
        let end = ends_of_runs(code).find(|(_, run)| *run == fence);
        let (end, _) = end.unwrap_or_else(|| panic!("code without an end: {text}"));
        rest = &code[end + fence..];
    }
    plain.push_str(rest);
    for forbidden in ["<script", "@someone", " #1", "www.evil"] {
        assert!(!plain.contains(forbidden), "{forbidden} in {plain}");
    }
}

/// Returns the runs of backticks, with position and length.
fn ends_of_runs(text: &str) -> impl Iterator<Item = (usize, usize)> {
    let starts = text.match_indices('`').map(|(at, _)| at);
    let starts = starts.filter(|at| !text[..*at].ends_with('`'));
    starts.map(|at| {
        (
            at,
            text[at..].len() - text[at..].trim_start_matches('`').len(),
        )
    })
}

#[test]
fn tests_of_junit_fail_where_changes_break() {
    let folder = pair();
    let output = folder.run(&["old.json", "new.json", "--format", "junit"]);
    let text = stdout(&output);
    assert!(text.contains("tests=\"1\" failures=\"1\""), "{text}");
    assert_eq!(text.matches("<failure ").count(), 1, "{text}");
    let output = folder.run(&["new.json", "old.json", "--format", "junit"]);
    assert!(!stdout(&output).contains("<failure"), "{}", stdout(&output));
}

#[test]
fn every_rule_is_listed() {
    let folder = Folder::new();
    let output = folder.run(&["--rules"]);
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(0));
    let rules = spec::diff::rules::all();
    let missing = rules
        .iter()
        .find(|rule| !text.contains(&format!("{} (", rule.id)));
    assert_eq!(missing.map(|rule| rule.id), None);
}

#[test]
fn annotations_are_for_what_may_break() {
    let folder = pair();
    let annotations = |old, new| {
        let output = folder.run(&[old, new, "--message-format", "github"]);
        stdout(&output).lines().count()
    };
    assert_eq!(annotations("old.json", "new.json"), 1);
    assert_eq!(annotations("new.json", "old.json"), 0);
}

#[test]
fn what_keeps_programs_from_compiling_is_marked_in_every_format() {
    let folder = Folder::new();
    let write = |file: &str, properties: &[&str], required: &[&str]| {
        let properties = properties.iter();
        let text = json!({"type": "string"});
        let properties: serde_json::Map<_, _> = properties
            .map(|name| ((*name).to_owned(), text.clone()))
            .collect();
        let thing = json!({"type": "object", "properties": properties, "required": required});
        folder.write(file, description(&["A"], &thing).to_string());
    };
    write("old.json", &["a", "b"], &[]);
    write("required.json", &["a", "b"], &["a", "b"]);
    write("longer.json", &["a", "b", "c", "d"], &[]);
    for format in FORMATS.into_iter().filter(|format| *format != "json") {
        for (new, marked) in [("required.json", true), ("longer.json", false)] {
            let output = folder.run(&["old.json", new, "--format", format]);
            let text = stdout(&output);
            let has_mark = text.contains("may no longer compile");
            assert_eq!(has_mark, marked, "{format}, {new}: {text}");
        }
    }
}

#[test]
fn a_type_that_changed_is_shown_by_a_line_of_each_language() {
    let folder = Folder::new();
    let write = |file: &str, ty: &str, path: &str| {
        let properties = json!({"size": {"type": ty}, "name": {"type": "string"}});
        let thing = json!({"type": "object", "properties": properties, "required": ["size"]});
        let mut whole = description(&["A"], &thing);
        whole["paths"]["/A"]["get"]["operationId"] = path.into();
        folder.write(file, whole.to_string());
    };
    write("old.json", "integer", "getA");
    write("new.json", "number", "getA");
    write("renamed.json", "integer", "fetchA");
    let lines = |new: &str, rule: &str| {
        let changes = folder.changes(&["old.json", new, "--explain"]);
        let change = changes.into_iter().find(|one| one["rule"] == rule);
        let programs = change.expect("the change is reported")["programs"].clone();
        let programs = programs.as_array().cloned().unwrap_or_default().into_iter();
        let lines = programs.map(|one| format!("{} {}", one["language"], one["line"]));
        lines.collect::<Vec<_>>()
    };
    let retyped = lines("new.json", "response-property-type-generalized");
    assert_eq!(retyped.len(), 5, "{retyped:?}");
    for line in &retyped {
        let line = line.to_lowercase();
        assert!(line.contains("size") && !line.contains("name"), "{line}");
    }
    let renamed = lines("renamed.json", "api-operation-id-removed");
    assert_eq!(renamed.len(), 5, "{renamed:?}");
    for line in &renamed {
        assert!(
            line.to_lowercase().replace('_', "").contains("geta"),
            "{line}"
        );
    }
    for format in ["text", "markdown", "html"] {
        let arguments = ["old.json", "new.json", "--explain", "--format", format];
        let text = stdout(&folder.run(&arguments));
        assert!(
            text.contains("may no longer compile in Go: func use"),
            "{text}"
        );
    }
}

#[test]
fn a_break_is_shown_by_a_value() {
    let folder = pair();
    let changes = folder.changes(&["old.json", "new.json", "--explain"]);
    let [change] = changes.as_slice() else {
        panic!("{changes:?}");
    };
    let shown = &change["counterexample"];
    assert_eq!(shown["place"], "GET /A response 200 application/json");
    assert_eq!(shown["value"], json!({"status": "off"}));
    let validator = |values: &[&str]| jsonschema::validator_for(&thing(values)).expect("a schema");
    assert!(validator(&["on", "off"]).is_valid(&shown["value"]));
    assert!(!validator(&["on"]).is_valid(&shown["value"]));
    for format in ["text", "markdown", "html"] {
        let output = folder.run(&["old.json", "new.json", "--explain", "--format", format]);
        assert!(
            stdout(&output).contains("clients were promised not to get it"),
            "{format}"
        );
    }
}

#[test]
fn what_no_value_shows_is_told_as_that() {
    let folder = Folder::new();
    let old = description(&["A", "B"], &thing(&["on"]));
    folder.write("old.json", old.to_string());
    let mut new = description(&["A"], &thing(&["on"]));
    new["paths"]["/A"]["get"]["operationId"] = "fetchA".into();
    new["paths"]["/A"]["get"]["parameters"] = json!([
        {"name": "page", "in": "query", "required": true, "schema": {"type": "integer"}},
    ]);
    folder.write("new.json", new.to_string());
    let changes = folder.changes(&["old.json", "new.json", "--explain"]);
    let shown = |rule: &str| {
        let change = changes.iter().find(|one| one["rule"] == rule);
        change.unwrap_or_else(|| panic!("{changes:?}"))["counterexample"].clone()
    };
    assert_eq!(shown("api-operation-id-removed"), serde_json::Value::Null);
    let gone = shown("api-path-removed-without-deprecation");
    assert_eq!(gone["place"], "GET /B");
    let needed = shown("new-required-request-parameter");
    assert_eq!(needed["place"], "GET /A query parameter page");
}
