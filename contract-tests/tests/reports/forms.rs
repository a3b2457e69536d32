//! The content of each format.

use conformance_report::{self as report, Report};
use serde_json::{Value, json};

use super::sample;

fn parse(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

fn schema() -> Value {
    parse(include_str!("../../../docs/schemas/report.schema.json"))
}

/// Forbids additional properties in every object whose properties are listed.
fn close(schema: &mut Value) {
    match schema {
        Value::Object(members) => {
            if members.contains_key("properties") {
                members.insert("additionalProperties".to_owned(), json!(false));
            }
            members.values_mut().for_each(close);
        }
        Value::Array(items) => items.iter_mut().for_each(close),
        _ => {}
    }
}

#[test]
fn the_schema_describes_every_member() {
    let mut schema = schema();
    let report = parse(&sample::report().to_json().unwrap());
    jsonschema::validate(&schema, &report).unwrap();
    close(&mut schema);
    jsonschema::validate(&schema, &report).unwrap();
}

#[test]
fn the_schema_demands_what_reading_demands() {
    let report = parse(&sample::report().to_json().unwrap());
    let schema = jsonschema::validator_for(&schema()).unwrap();
    for name in report.as_object().unwrap().keys() {
        let mut less = report.clone();
        less.as_object_mut().unwrap().remove(name);
        let reads = Report::from_json(&less.to_string()).is_ok();
        assert_eq!(schema.is_valid(&less), reads, "without {name}");
    }
}

#[test]
fn a_report_is_read_as_it_was_written() {
    let text = sample::report().to_json().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("report.json");
    std::fs::write(&path, &text).unwrap();
    assert_eq!(Report::read(&path).unwrap().to_json().unwrap(), text);
}

#[test]
fn another_version_is_refused() {
    let text = sample::report().to_json().unwrap();
    let table = [
        (
            text.replace("conformance-report/1", "conformance-report/2"),
            "conformance-report/2",
        ),
        (text.replace("\"schema\"", "\"form\""), "names no schema"),
        (text.replace("\"seed\"", "\"seeds\""), "seed"),
        ("[".to_owned(), "not a JSON object"),
    ];
    for (text, expected) in table {
        let error = Report::from_json(&text).expect_err(expected);
        assert!(format!("{error:#}").contains(expected), "{error:#}");
    }
}

/// Validates with the schema of the standard's committee.
#[test]
fn sarif_is_what_its_standard_says() {
    let schema = include_str!("../../../messages/tests/sarif-schema-2.1.0.json");
    let sarif =
        parse(&report::sarif::render(&sample::report(), conformance::explain::find).unwrap());
    jsonschema::validate(&parse(schema), &sarif).unwrap();
}

#[test]
fn sarif_has_a_rule_for_each_result() {
    let report = sample::report();
    let sarif = parse(&report::sarif::render(&report, conformance::explain::find).unwrap());
    assert_eq!(sarif["version"], "2.1.0");
    let run = &sarif["runs"][0];
    let results = run["results"].as_array().unwrap();
    assert_eq!(results.len(), report.findings.len());
    for (result, finding) in results.iter().zip(&report.findings) {
        let index = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
        let rule = &run["tool"]["driver"]["rules"][index];
        assert_eq!(rule["id"], result["ruleId"]);
        assert_eq!(
            rule["properties"]["requirement"],
            finding.requirement.as_str()
        );
        assert!(rule["shortDescription"]["text"].is_string());
        assert_eq!(
            result["partialFingerprints"]["finding/v1"],
            finding.id.as_str()
        );
        assert!(!result["message"]["text"].as_str().unwrap().is_empty());
        assert_eq!(
            result.get("suppressions").is_some(),
            finding.accepted.is_some()
        );
        let locations = result["locations"].as_array().unwrap();
        assert_eq!(locations.len(), usize::from(finding.place.is_some()));
        for location in locations {
            let physical = &location["physicalLocation"];
            let uri = physical["artifactLocation"]["uri"].as_str().unwrap();
            assert_eq!(uri, "spec/paths/offer%27s%20%26%20more.yaml");
            let place = finding.place.as_ref().unwrap();
            assert_eq!(physical["region"]["startLine"], place.line);
            assert_eq!(physical["region"]["startColumn"], place.column);
        }
    }
    let levels: Vec<_> = results.iter().map(|result| &result["level"]).collect();
    assert_eq!(levels, ["error", "warning", "warning", "note", "note"]);
}

/// A response can have tens of thousands of header fields, and a run thousands of exchanges.
#[test]
fn har_needs_little_more_memory_than_its_text() {
    let (report, mut samples) = (sample::report(), sample::samples());
    let response = samples[0].response.as_mut().expect("a response");
    let fields = (0..10_000).map(|at| (format!("x-{at}"), "1".to_owned()));
    response.headers.extend(fields);
    let mut bytes = 0;
    let cost = allocation_counter::measure(|| {
        bytes = report::har::render(&report, &samples).unwrap().len();
    });
    // The text grows by doubling, and is copied where hidden characters are escaped.
    assert!(
        cost.bytes_max < 5 * bytes as u64,
        "{} for {bytes}",
        cost.bytes_max
    );
}

#[test]
fn har_has_the_members_that_readers_need() {
    let (report, samples) = (sample::report(), sample::samples());
    let har = parse(&report::har::render(&report, &samples).unwrap());
    assert_eq!(har["log"]["version"], "1.2");
    let entries = har["log"]["entries"].as_array().unwrap();
    assert_eq!(entries.len(), samples.len());
    for entry in entries {
        for name in [
            "startedDateTime",
            "time",
            "request",
            "response",
            "cache",
            "timings",
        ] {
            assert!(entry.get(name).is_some(), "{name}");
        }
        let common = [
            "httpVersion",
            "cookies",
            "headers",
            "headersSize",
            "bodySize",
        ];
        for name in common
            .into_iter()
            .chain(["method", "url", "queryString", "postData"])
        {
            assert!(entry["request"].get(name).is_some(), "request.{name}");
        }
        for name in common
            .into_iter()
            .chain(["status", "statusText", "content", "redirectURL"])
        {
            assert!(entry["response"].get(name).is_some(), "response.{name}");
        }
    }
    assert_eq!(entries[0]["startedDateTime"], "2026-11-21T14:00:01.500Z");
    let query = &entries[0]["request"]["queryString"];
    assert_eq!(query[1], json!({"name": "b", "value": "\"x\""}));
    assert_eq!(
        entries[0]["response"]["statusText"],
        "Internal Server Error"
    );
    assert_eq!(entries[2]["response"]["status"], 0, "without an answer");
    assert!(entries[2]["response"]["_error"].is_string());
    assert_eq!(entries[3]["response"]["content"]["encoding"], "base64");
    assert_eq!(entries[3]["request"]["postData"]["_encoding"], "base64");
}

#[test]
fn all_forms_are_in_the_folder_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().join("new/report");
    for _ in 0..2 {
        let paths = report::write(
            &folder,
            &sample::report(),
            &sample::samples(),
            conformance::explain::find,
        )
        .unwrap();
        let mut there: Vec<_> = std::fs::read_dir(&folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .collect();
        let mut paths = paths;
        paths.sort();
        there.sort();
        assert_eq!(there, paths);
        assert_eq!(paths.len(), 6);
    }
}
