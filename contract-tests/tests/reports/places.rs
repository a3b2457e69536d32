//! A report is only written to a free path or over an earlier report.

use std::fs;
use std::path::Path;

use conformance_engine::history::History;
use conformance_report::{self as report, ReportFolder};

use super::sample;

fn write(folder: &Path) -> Result<(), String> {
    let written = report::write(
        folder,
        &sample::report(),
        &sample::samples(),
        conformance::explain::find,
    );
    written.map(drop).map_err(|error| format!("{error:#}"))
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder").flatten();
    let mut all: Vec<String> = entries
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    all.sort();
    all
}

#[test]
fn an_earlier_report_is_replaced_and_files_of_others_stay() {
    let place = tempfile::tempdir().expect("a folder");
    let folder = place.path().join("a/b");
    write(&folder).expect("it is new");
    fs::write(folder.join("notes"), "mine\n").expect("a file");
    let before = names(&folder);
    write(&folder).expect("it holds a report");
    assert_eq!(names(&folder), before, "nothing is left of the writing");
    let notes = fs::read_to_string(folder.join("notes"));
    assert_eq!(notes.expect("it is there"), "mine\n");
}

#[test]
fn files_of_others_are_refused_by_name_and_stay() {
    for name in ["report.json", "summary.md", "report.html", "traffic.har"] {
        let place = tempfile::tempdir().expect("a folder");
        let file = place.path().join(name);
        fs::write(&file, "{\"mine\": 1}\n").expect("a file");
        let error = write(place.path()).expect_err("it is not ours");
        assert!(error.contains(name), "{error}");
        assert_eq!(names(place.path()), [name]);
        let text = fs::read_to_string(&file).expect("it is there");
        assert_eq!(text, "{\"mine\": 1}\n");
    }
}

#[test]
#[cfg(unix)]
fn links_are_not_followed() {
    use std::os::unix::fs::symlink;
    let place = tempfile::tempdir().expect("a folder");
    let elsewhere = place.path().join("elsewhere");
    write(&elsewhere).expect("it is new");
    let theirs = || fs::read(elsewhere.join("report.html")).expect("it is there");
    let before = (names(&elsewhere), theirs());
    let link = place.path().join("link");
    symlink("elsewhere", &link).expect("a link");
    assert!(write(&link).expect_err("it is a link").contains("a link"));
    for name in ["report.json", "junit.xml", "findings"] {
        let folder = place.path().join(format!("with-{name}"));
        write(&folder).expect("it is new");
        let _ = fs::remove_file(folder.join(name));
        symlink(elsewhere.join(name), folder.join(name)).expect("a link");
        let error = write(&folder).expect_err("there is a link in it");
        assert!(error.contains(name), "{error}");
    }
    assert_eq!((names(&elsewhere), theirs()), before);
}

#[test]
fn folders_of_inputs_are_not_for_reports() {
    let place = tempfile::tempdir().expect("a folder");
    let input = place.path().join("api/openapi.yaml");
    fs::create_dir(place.path().join("api")).expect("a folder");
    fs::write(&input, "").expect("a file");
    for folder in [place.path().to_path_buf(), place.path().join("api")] {
        let error = ReportFolder::new(&folder, &[&input]).expect_err("it holds an input");
        assert!(error.to_string().contains("an input"), "{error}");
    }
    ReportFolder::new(&place.path().join("api/report"), &[&input]).expect("it is for reports");
}

#[test]
fn a_history_replaces_a_history_and_nothing_else() {
    let place = tempfile::tempdir().expect("a folder");
    let path = place.path().join("history.json");
    let history = History::default();
    history.write(&path).expect("it is new");
    history.write(&path).expect("it is a history");
    fs::write(&path, "{\"mine\": 1}").expect("a file");
    assert!(History::check(&path).is_err());
    assert!(history.write(&path).is_err());
    assert_eq!(fs::read_to_string(&path).expect("a file"), "{\"mine\": 1}");
    assert_eq!(names(place.path()), ["history.json"]);
}
