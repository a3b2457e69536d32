//! Accepting changes, and which edits keep them accepted.

use serde_json::{Value, json};

use super::{Folder, description, stderr, stdout, thing};

const TODAY: [&str; 2] = ["--today", "2027-01-01"];

fn fingerprint(folder: &Folder, old: &str, new: &str) -> String {
    let changes = folder.changes(&[old, new]);
    let breaks: Vec<_> = changes
        .iter()
        .filter(|one| one["level"] == "error")
        .collect();
    let [change] = breaks.as_slice() else {
        panic!("{changes:?}");
    };
    change["fingerprint"].as_str().expect("text").to_owned()
}

fn pair() -> Folder {
    let folder = Folder::new();
    let names = ["A", "B"];
    folder.write("old.json", description(&names, &thing(&["on"])).to_string());
    let new = description(&names, &thing(&["on", "off"]));
    folder.write("new.json", new.to_string());
    folder
}

fn accepting(folder: &Folder, id: &str, until: &str) -> std::process::Output {
    let text = format!("[[finding]]\nid = \"{id}\"\nuntil = {until}\nwhy = \"ticket 7\"\n");
    folder.write("accepted.toml", text);
    let mut arguments = vec!["old.json", "new.json", "--accept", "accepted.toml"];
    arguments.extend(TODAY);
    folder.run(&arguments)
}

#[test]
fn an_accepted_change_does_not_fail_until_its_day() {
    let folder = pair();
    let id = fingerprint(&folder, "old.json", "new.json");
    let good = accepting(&folder, &id, "2027-01-01");
    assert_eq!(good.status.code(), Some(0), "{}", stdout(&good));
    assert!(stdout(&good).contains("accepted until 2027-01-01: ticket 7"));
    let late = accepting(&folder, &id, "2026-12-31");
    assert_eq!(late.status.code(), Some(1));
    assert!(stdout(&late).contains("was accepted until 2026-12-31"));
    let other = accepting(&folder, "0000000000000000", "2027-01-01");
    assert_eq!(other.status.code(), Some(1));
    assert!(stdout(&other).contains("is not found any more"));
    let broken = accepting(&folder, &id, "\"soon\"");
    assert_eq!(broken.status.code(), Some(2));
    assert!(
        stderr(&broken).contains("accepted.toml"),
        "{}",
        stderr(&broken)
    );
}

#[test]
fn an_accepted_change_is_a_suppressed_result_and_a_skipped_test() {
    let folder = pair();
    let id = fingerprint(&folder, "old.json", "new.json");
    accepting(&folder, &id, "2027-01-01");
    let run = |format: [&str; 2]| {
        let mut arguments = vec!["old.json", "new.json", "--accept", "accepted.toml"];
        arguments.extend(TODAY);
        arguments.extend(format);
        stdout(&folder.run(&arguments))
    };
    let log: Value = serde_json::from_str(&run(["--message-format", "sarif"])).expect("JSON");
    let result = &log["runs"][0]["results"][0];
    assert_eq!(result["partialFingerprints"]["message/v1"], id);
    assert!(
        result["suppressions"][0]["justification"].is_string(),
        "{result}"
    );
    let junit = run(["--format", "junit"]);
    assert!(
        junit.contains("<skipped ") && !junit.contains("<failure "),
        "{junit}"
    );
}

#[test]
fn a_fingerprint_survives_edits_elsewhere() {
    let folder = pair();
    let id = fingerprint(&folder, "old.json", "new.json");
    let edit = |name: &str, values: &[&str]| {
        // Another operation that reaches the schema first, another schema, and other lines.
        let mut edited = description(&["Zero", "A", "B"], &thing(values));
        edited["components"]["schemas"]["Other"] = json!({"type": "string"});
        let text = serde_json::to_string_pretty(&edited).expect("JSON");
        folder.write(name, text);
    };
    edit("old2.json", &["on"]);
    edit("new2.json", &["on", "off"]);
    assert_eq!(fingerprint(&folder, "old2.json", "new2.json"), id);
    edit("new3.json", &["on", "paused"]);
    assert_ne!(fingerprint(&folder, "old2.json", "new3.json"), id);
}

#[test]
fn a_fingerprint_survives_a_parameter_before_it() {
    let folder = Folder::new();
    let write = |name: &str, parameters: Value| {
        let mut edited = description(&["A"], &thing(&["on"]));
        edited["paths"]["/A"]["get"]["parameters"] = parameters;
        folder.write(name, edited.to_string());
    };
    let page = |kind: &str| json!({"name": "page", "in": "query", "schema": {"type": kind}});
    let size = json!({"name": "size", "in": "query", "schema": {"type": "integer"}});
    write("old.json", json!([page("string")]));
    write("new.json", json!([page("integer")]));
    let id = fingerprint(&folder, "old.json", "new.json");
    write("old.json", json!([size, page("string")]));
    write("new.json", json!([size, page("integer")]));
    assert_eq!(fingerprint(&folder, "old.json", "new.json"), id);
}

#[test]
fn what_is_not_stable_may_change() {
    let folder = Folder::new();
    for (levels, code) in [
        (["alpha", "draft"], 0),
        (["alpha", "beta"], 1),
        (["stable", "alpha"], 1),
    ] {
        let write = |name: &str, values: &[&str]| {
            let mut edited = description(&["A", "B"], &thing(values));
            for (path, level) in ["/A", "/B"].iter().zip(levels) {
                edited["paths"][path]["get"]["x-stability"] = level.into();
            }
            folder.write(name, edited.to_string());
        };
        write("old.json", &["on"]);
        write("new.json", &["on", "off"]);
        let output = folder.run(&["old.json", "new.json"]);
        assert_eq!(
            output.status.code(),
            Some(code),
            "{levels:?} {}",
            stdout(&output)
        );
        let told = stdout(&output).contains("x-stability");
        assert_eq!(told, code == 0, "{}", stdout(&output));
    }
}

#[test]
fn what_was_announced_may_go_when_its_day_has_come() {
    let folder = Folder::new();
    let mut old = description(&["A", "B"], &thing(&["on"]));
    old["paths"]["/A"]["get"]["deprecated"] = true.into();
    old["paths"]["/A"]["get"]["x-sunset"] = "2027-01-01".into();
    folder.write("old.json", old.to_string());
    let mut new = old.clone();
    let paths = new["paths"].as_object_mut().expect("paths");
    paths.remove("/A");
    folder.write("new.json", new.to_string());
    for (today, policy, code) in [
        ("2026-12-31", "{}", 1),
        ("2027-01-01", "{}", 0),
        ("2027-01-01", "removal: never", 1),
        (
            "2026-12-31",
            "levels: {api-path-removed-before-sunset: info}",
            0,
        ),
    ] {
        folder.write("diff.yaml", policy);
        let output = folder.run(&["old.json", "new.json", "--today", today]);
        assert_eq!(
            output.status.code(),
            Some(code),
            "{today} {policy} {}",
            stdout(&output)
        );
    }
}

#[test]
fn schemas_that_share_their_text_have_different_ids() {
    let folder = Folder::new();
    let document = |first: &str, second: &str| {
        let operation = |id: &str, schema: &str| {
            format!(
                "      operationId: {id}\n      requestBody: {{content: {{text/plain: {{schema: \
                 {schema}}}}}}}\n      responses: {{\"204\": {{description: Done}}}}\n"
            )
        };
        format!(
            "openapi: 3.1.0\ninfo: {{title: Things, version: \"1.0\"}}\npaths:\n  /a:\n    post:\n{}  \
             /b:\n    post:\n{}",
            operation("sendA", first),
            operation("sendB", second)
        )
    };
    folder.write("old.yaml", document("&text {type: string}", "*text"));
    let one = "{type: string, format: date}";
    folder.write("new.yaml", document(one, one));
    let changes = folder.changes(&["old.yaml", "new.yaml"]);
    let ids: Vec<_> = changes.iter().map(|one| &one["fingerprint"]).collect();
    let [first, second] = ids.as_slice() else {
        panic!("{changes:?}");
    };
    assert_ne!(first, second);
}
