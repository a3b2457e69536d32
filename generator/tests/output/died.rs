//! A run that is killed before its n-th change to the disk, for every n.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use super::{Place, STAGE, folder, put, xtask};

/// More changes than a run makes.
const MOST: u32 = 1000;
/// The exit status of `die.py` after it has killed the program.
const KILLED: i32 = 9;

type Files = BTreeMap<String, String>;

/// Unrelated files in the output folder.
const FOREIGN: [(&str, &str); 2] = [("notes", "notes\n"), ("mcp/target/debug/large", "large\n")];

#[test]
fn at_every_change_of_the_disk() {
    let program = xtask();
    let codegen = |case: &str, out: &Path| {
        let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
        let spec = cases.join(case).join("openapi.yaml");
        let words = ["codegen", "--quiet", "--target", "mcp"].map(Into::into);
        let files = ["--spec".into(), spec.into(), "--out".into(), out.into()];
        words
            .into_iter()
            .chain(files)
            .collect::<Vec<std::ffi::OsString>>()
    };
    let run = |case: &str, out: &Path| {
        let status = Command::new(&program).args(codegen(case, out)).status();
        assert!(status.expect("it can be started").success());
    };
    let [old, new] = ["properties-presence", "responses-status"];
    let place = Place::new();
    let whole = [old, new].map(|case| {
        let other = place.folder.with_file_name(case);
        run(case, &other);
        folder::files_below(&other)
    });
    for begins_empty in [true, false] {
        let mut died = 0;
        loop {
            died += 1;
            assert!(died < MOST, "the program never ends");
            prepare(&place, begins_empty, || run(old, &place.folder));
            let mut command = Command::new("python3");
            command.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/output/die.py"));
            command.arg(died.to_string()).arg(&program);
            let status = command.args(codegen(new, &place.folder)).status();
            let code = status.expect("python3 can be started").code();
            let left = ours(&place.folder);
            let before = if begins_empty {
                &Files::new()
            } else {
                &whole[0]
            };
            // The next run recognizes the files in between.
            assert!(
                left == *before || left == whole[1] || place.has_stage(),
                "killed at change {died}: neither of the two is left: {:?}",
                left.keys()
            );
            assert!(
                matches!(code, Some(0 | KILLED)),
                "die.py ends with {code:?}"
            );
            let then = died as usize % 2;
            run([old, new][then], &place.folder);
            assert_eq!(ours(&place.folder), whole[then], "after change {died}");
            assert!(!place.has_stage(), "the stage of change {died} is left");
            for (path, text) in FOREIGN.iter().filter(|_| !begins_empty) {
                let found = fs::read_to_string(place.folder.join(path));
                assert_eq!(found.ok().as_deref(), Some(*text), "{path}, change {died}");
            }
            if code == Some(0) {
                break;
            }
        }
        assert!(died > 8, "only {died} changes are made: they are not seen");
    }
}

/// Creates the output of a successful run with unrelated files in it, or an empty folder.
fn prepare(place: &Place, empty: bool, run: impl Fn()) {
    if empty {
        let _ = fs::remove_dir_all(&place.folder);
        return;
    }
    run();
    for (path, text) in FOREIGN {
        put(&place.folder, path, text);
    }
}

/// Returns the files without the unrelated ones.
fn ours(folder: &Path) -> Files {
    let mut files = folder::files_below(folder);
    files.retain(|path, _| FOREIGN.iter().all(|(other, _)| path != other));
    files.retain(|path, _| !path.starts_with(STAGE));
    files
}
