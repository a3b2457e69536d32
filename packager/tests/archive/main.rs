//! The archive works after it is unpacked elsewhere, without access to a clone.

mod guides;
mod support;

use std::fs;
use std::path::Path;

use support::{Archive, CASE, corpus_document, packager, run};

#[test]
fn the_checksum_and_the_files_are_right() {
    let archive = Archive::get();
    let mut sums = archive.in_folder("sha256sum");
    run(sums.args(["--check", "--strict"]).arg(archive.checksum()));
    let list = run(archive.in_folder("tar").arg("-tzf").arg(archive.file()));
    for path in [
        "/bin/specwright",
        "/bin/conformance",
        "/bin/mock",
        "/completions/specwright.bash",
        "/share/man/man1/conformance.1",
        "/README.md",
        "/CHANGELOG.md",
        "/LICENSE-APACHE",
        "/LICENSE-MIT",
        "/THIRD-PARTY.txt",
    ] {
        assert!(
            list.lines().any(|line| line.ends_with(path)),
            "no {path} in {list}"
        );
    }
    let notices =
        fs::read_to_string(archive.unpack().join("THIRD-PARTY.txt")).expect("it is there");
    for library in ["clap 4", "rustls 0", "tokio 1"] {
        assert!(notices.contains(&format!("\n{library}.")), "{library}");
    }
}

#[test]
fn the_same_programs_make_the_same_bytes() {
    let (one, other) = (Archive::get(), Archive::make());
    let read = |archive: &Archive| fs::read(archive.file()).expect("it was written");
    assert!(read(&one) == read(&other));
}

#[test]
fn the_quick_start_works_without_a_clone() {
    Archive::get().quick_start(Path::new(CASE));
}

#[test]
fn the_quick_start_works_with_a_real_description() {
    match corpus_document() {
        Some(document) => Archive::get().quick_start(&document),
        None => eprintln!("SKIPPED: there is no ../shared/corpus"),
    }
}

#[test]
fn the_description_of_the_service_is_built_in() {
    let archive = Archive::get();
    let folder = archive.unpack();
    fs::remove_file(folder.join("openapi.yaml")).expect("it can be removed");
    let said = archive.sh(&folder, "bin/specwright generate && bin/specwright check");
    assert!(said.contains("54/54 operations"), "{said}");
    let said = archive.sh(
        &folder,
        "bin/conformance --base-url http://127.0.0.1:9 --list",
    );
    assert!(said.contains("listOffers"), "{said}");
}

#[test]
fn files_of_others_are_kept() {
    let archive = Archive::get();
    for (file, text) in [
        (archive.file(), "not an archive"),
        (archive.checksum(), "not a checksum"),
    ] {
        let before = fs::read(&file).expect("it was written");
        fs::write(&file, text).expect("it can be written");
        let output = packager(archive.folder(), &[]).output().expect("it starts");
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(fs::read_to_string(&file).expect("it is there"), text);
        fs::write(&file, before).expect("it can be written");
    }
}

#[test]
fn a_program_with_a_path_of_this_machine_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    // A heading in the help of the programs, with a placeholder for a path.
    let mut packager = packager(folder.path(), &["--forbid", "Usage:"]);
    let output = packager.output().expect("it starts");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(
        said.contains("contains a path of this machine: Usage:"),
        "{said}"
    );
    assert_eq!(fs::read_dir(folder.path()).expect("it is there").count(), 0);
}
