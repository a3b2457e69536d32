//! The writer: what it changes, what it leaves unchanged, and what a killed run leaves behind.

#[path = "support/cargo.rs"]
mod cargo;
#[cfg(target_os = "linux")]
#[path = "output/died.rs"]
mod died;
#[cfg(target_os = "linux")]
#[path = "output/failing.rs"]
mod failing;
#[path = "support/folder.rs"]
mod folder;
#[cfg(target_os = "linux")]
#[path = "output/places.rs"]
mod places;
#[cfg(target_os = "linux")]
#[path = "output/program.rs"]
mod program;
#[cfg(target_os = "linux")]
#[path = "output/snapshot.rs"]
mod snapshot;
#[path = "support/target.rs"]
mod target;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use generator::FileTree;
use generator::output::{self, Change, Changes, Edited, MANIFEST, Output};
use tempfile::TempDir;

/// A folder for output, empty at first.
struct Place {
    _parent: TempDir,
    folder: PathBuf,
}

/// The prefix of the folders in which the writer prepares new files.
const STAGE: &str = ".unfinished-";

impl Place {
    fn new() -> Self {
        let parent = tempfile::tempdir().expect("there is room");
        let folder = parent.path().join("out");
        Self {
            _parent: parent,
            folder,
        }
    }

    /// Returns a folder that already contains output.
    fn with(tree: &FileTree) -> Self {
        let place = Self::new();
        place.apply(tree);
        place
    }

    fn changes<'t>(&self, tree: &'t FileTree) -> Changes<'t> {
        output::changes(tree, &self.folder, &["rust"]).expect("the folder is ours")
    }

    fn apply(&self, tree: &FileTree) {
        output::apply(&self.changes(tree), &self.folder).expect("the folder can be written");
    }

    fn put(&self, path: &str, text: &str) {
        put(&self.folder, path, text);
    }

    /// Returns whether a run has left prepared files behind.
    fn has_stage(&self) -> bool {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let mut names = entries.map(|entry| entry.file_name());
        names.any(|name| name.to_string_lossy().starts_with(STAGE))
    }

    /// Returns the files, except for their list.
    fn files(&self) -> BTreeMap<String, String> {
        let mut files = folder::files_below(&self.folder);
        files.remove(MANIFEST);
        files
    }

    fn holds(&self, tree: &FileTree) {
        assert_eq!(self.files(), map(tree));
        assert!(!self.has_stage(), "nothing is left of the run");
        assert!(self.changes(tree).is_empty(), "what was written is current");
    }
}

fn put(folder: &Path, path: &str, text: &str) {
    let path = folder.join(path);
    fs::create_dir_all(path.parent().unwrap_or(folder)).expect("folders can be made");
    fs::write(path, text).expect("files can be written");
}

fn tree(files: &[(&str, &str)]) -> FileTree {
    let mut tree = FileTree::default();
    for (path, text) in files {
        tree.insert(*path, *text);
    }
    tree
}

fn map(tree: &FileTree) -> BTreeMap<String, String> {
    let files = tree.iter();
    files
        .map(|(path, text)| (path.to_owned(), text.to_owned()))
        .collect()
}

fn old() -> FileTree {
    tree(&[
        ("rust/same", "same\n"),
        ("rust/a/changed", "old\n"),
        ("rust/b/gone", "gone\n"),
    ])
}

fn new() -> FileTree {
    tree(&[
        ("rust/same", "same\n"),
        ("rust/a/changed", "new\n"),
        ("rust/c/fresh", "fresh\n"),
    ])
}

#[test]
fn a_tree_is_written_and_is_current_then() {
    let place = Place::new();
    let tree = old();
    let changes = place.changes(&tree);
    assert_eq!((changes.list.len(), changes.unchanged), (4, 0));
    place.apply(&old());
    place.holds(&old());
}

#[test]
fn changes_are_only_listed_until_they_are_applied() {
    let place = Place::with(&old());
    let tree = new();
    let changes = place.changes(&tree);
    let listed: Vec<_> = changes.list.iter().map(Change::path).collect();
    assert_eq!(
        listed,
        [MANIFEST, "rust/a/changed", "rust/b/gone", "rust/c/fresh"]
    );
    assert_eq!(changes.unchanged, 1);
    place.holds(&old());
}

#[test]
fn files_that_are_not_made_any_more_are_removed_with_their_folders() {
    let place = Place::with(&old());
    place.apply(&new());
    place.holds(&new());
    assert!(!place.folder.join("rust/b").exists());
}

#[test]
fn files_below_other_folders_are_kept() {
    let other = tree(&[("python/a", "a\n")]);
    let place = Place::with(&old());
    let changes = output::changes(&other, &place.folder, &["python"]).expect("the folder is ours");
    output::apply(&changes, &place.folder).expect("the folder can be written");
    let both: Vec<_> = place.files().into_keys().collect();
    assert_eq!(
        both,
        ["python/a", "rust/a/changed", "rust/b/gone", "rust/same"]
    );
    assert!(place.changes(&old()).is_empty(), "the list still has them");
}

#[test]
fn a_file_of_somebody_else_at_our_path_is_refused() {
    let place = Place::new();
    place.put("rust/same", "mine\n");
    let error = output::changes(&old(), &place.folder, &["rust"]).expect_err("it is not ours");
    assert!(
        error.to_string().contains("was not made by this command"),
        "{error}"
    );
    assert_eq!(place.files(), map(&tree(&[("rust/same", "mine\n")])));
}

#[test]
fn a_file_of_somebody_else_with_our_text_is_taken_over() {
    let place = Place::new();
    place.put("rust/same", "same\n");
    place.apply(&old());
    place.holds(&old());
}

#[test]
fn files_of_others_are_kept() {
    let place = Place::with(&old());
    place.put("rust/b/mine", "mine\n");
    place.put("rust/target/debug/large", "large\n");
    place.put("notes", "notes\n");
    place.apply(&new());
    let mut expected = map(&new());
    for (path, text) in [
        ("rust/b/mine", "mine\n"),
        ("rust/target/debug/large", "large\n"),
        ("notes", "notes\n"),
    ] {
        expected.insert(path.to_owned(), text.to_owned());
    }
    assert_eq!(place.files(), expected);
}

#[test]
#[cfg(unix)]
fn links_of_others_are_kept() {
    let place = Place::with(&old());
    std::os::unix::fs::symlink("same", place.folder.join("rust/link")).expect("it can be made");
    place.apply(&new());
    let target = fs::read_link(place.folder.join("rust/link")).expect("it is still a link");
    assert_eq!(target, Path::new("same"));
}

#[test]
fn a_file_edited_by_hand_is_stale() {
    let place = Place::with(&old());
    place.put("rust/same", "edited\n");
    let tree = old();
    let changes = place.changes(&tree);
    assert_eq!(
        changes.list.iter().map(Change::path).collect::<Vec<_>>(),
        ["rust/same"]
    );
    let diff = output::unified(&changes.list[0]);
    assert!(diff.contains("-edited\n+same\n"), "{diff}");
    assert!(changes.edited.iter().eq(["rust/same"]));
    place.apply(&old());
    place.holds(&old());
}

#[test]
fn a_file_edited_by_hand_is_only_overwritten_where_that_is_asked_for() {
    let place = Place::with(&old());
    for (path, next) in [
        ("rust/same", old()),
        ("rust/a/changed", new()),
        ("rust/b/gone", new()),
    ] {
        place.put(path, "edited\n");
        let output = Output::new(&place.folder, &[]).expect("it is a folder");
        let changes = output
            .changes(&next, &["rust"])
            .expect("the folder is ours");
        let error = output
            .apply(&changes, Edited::Keep)
            .expect_err("it was edited");
        assert!(error.to_string().contains(path), "{error}");
        assert_eq!(place.files()[path], "edited\n");
        output
            .apply(&changes, Edited::Overwrite)
            .expect("it may be overwritten");
        place.holds(&next);
        place.apply(&old());
    }
}

#[test]
fn a_list_without_hashes_is_read() {
    let place = Place::with(&old());
    let list = place.folder.join(MANIFEST);
    let listed = fs::read_to_string(&list).expect("it is there");
    let paths = listed.lines().filter(|line| !line.starts_with('#'));
    let paths: Vec<&str> = paths
        .filter_map(|line| line.split(' ').next_back())
        .collect();
    fs::write(&list, paths.join("\n")).expect("files can be written");
    place.put("rust/same", "of an older version\n");
    assert!(place.changes(&new()).edited.is_empty());
    place.apply(&new());
    place.holds(&new());
}

#[test]
fn a_list_with_a_conflict_is_refused_with_its_line() {
    let place = Place::with(&old());
    let list = place.folder.join(MANIFEST);
    let listed = fs::read_to_string(&list).expect("it is there");
    fs::write(&list, format!("{listed}<<<<<<< HEAD\n")).expect("files can be written");
    let error = output::changes(&new(), &place.folder, &["rust"]).expect_err("it is damaged");
    assert!(error.to_string().contains("line 5"), "{error}");
}

#[test]
fn a_folder_of_others_with_a_name_like_ours_is_kept() {
    let place = Place::with(&old());
    place.put(".unfinished-0123456789abcdef/owner", "mine\n");
    place.put(".unfinished-0123456789abcdef/0.new", "mine\n");
    place.apply(&new());
    assert_eq!(
        place.files()[".unfinished-0123456789abcdef/0.new"],
        "mine\n"
    );
}

#[test]
fn a_file_removed_by_hand_is_stale() {
    let place = Place::with(&old());
    fs::remove_file(place.folder.join("rust/same")).expect("it is there");
    assert_eq!(place.changes(&old()).list.len(), 1);
    place.apply(&old());
    place.holds(&old());
}

#[test]
fn a_list_that_leads_elsewhere_removes_nothing() {
    let place = Place::with(&old());
    let outside = place.folder.with_file_name("outside");
    fs::write(&outside, "safe\n").expect("files can be written");
    let list = place.folder.join(MANIFEST);
    let listed = fs::read_to_string(&list).expect("it is there");
    let hostile = format!("{listed}rust/../../outside\n{}\n", outside.display());
    fs::write(&list, hostile).expect("files can be written");
    place.apply(&new());
    assert_eq!(
        fs::read_to_string(outside).expect("it is still there"),
        "safe\n"
    );
    place.holds(&new());
}

#[test]
#[cfg(unix)]
fn unchanged_files_stay_the_same_files() {
    use std::os::unix::fs::MetadataExt as _;
    let place = Place::with(&old());
    let identity = || {
        let path = place.folder.join("rust/same");
        let file = fs::metadata(path).expect("it is there");
        (file.ino(), file.mtime(), file.mtime_nsec())
    };
    let before = identity();
    place.apply(&new());
    assert_eq!(identity(), before);
    place.apply(&new());
    assert_eq!(identity(), before);
}

/// Kills the program at random moments, on every system: it leaves the old tree or the new one, and
/// the next run cleans up.
#[test]
fn a_killed_run_leaves_one_of_the_two_trees_whole() {
    const ROUNDS: u32 = 20;
    let place = Place::new();
    let program = xtask();
    let start = |name: &str, folder: &Path| {
        let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
        let mut command = Command::new(&program);
        command.args(["codegen", "--quiet", "--spec"]);
        command.arg(cases.join(name).join("openapi.yaml"));
        command.arg("--out").arg(folder);
        command.spawn().expect("the program can be started")
    };
    let finish = |name, folder: &Path| {
        let status = start(name, folder).wait().expect("it comes to an end");
        assert!(status.success());
        folder::files_below(folder)
    };
    let names = ["properties-presence", "responses-status"];
    let whole = names.map(|name| finish(name, &place.folder.with_file_name(name)));
    let begun = Instant::now();
    finish(names[1], &place.folder);
    let longest = begun.elapsed();
    for round in 0..ROUNDS {
        let mut run = start(names[round as usize % 2], &place.folder);
        std::thread::sleep(longest * round / ROUNDS);
        run.kill().expect("it can be killed");
        run.wait().expect("it comes to an end");
        let left = folder::files_below(&place.folder);
        assert!(
            whole.contains(&left) || place.has_stage(),
            "round {round} left neither of the two"
        );
    }
    assert_eq!(finish(names[0], &place.folder), whole[0]);
    assert!(!place.has_stage(), "nothing is left of the runs");
}

fn xtask() -> PathBuf {
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let build = ["build", "--quiet", "--package", "xtask"];
    cargo::cargo(&project, &build).expect("the program can be built");
    let name = format!("debug/xtask{}", std::env::consts::EXE_SUFFIX);
    target::target_folder().join(name)
}
