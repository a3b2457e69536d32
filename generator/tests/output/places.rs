//! Paths that are not a folder for output, and paths that are occupied in one: the run names and
//! rejects them before anything is changed.

use std::fs;
use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{MANIFEST, Place, folder, program, put, snapshot, xtask};

/// The kinds of files that can occupy a path.
const KINDS: [&str; 8] = [
    "a link to a folder",
    "a link to a file",
    "a link to nothing",
    "a link to itself",
    "a pipe",
    "a socket",
    "a file",
    "a folder",
];

/// Creates a file of that kind at a free path.
fn make(kind: &str, path: &Path, elsewhere: &Path) {
    let done = match kind {
        "a link to a folder" => symlink(elsewhere, path),
        "a link to a file" => symlink(elsewhere.join("theirs"), path),
        "a link to nothing" => symlink("nothing/there", path),
        "a link to itself" => symlink(path, path),
        "a pipe" => {
            let status = Command::new("mkfifo").arg(path).status();
            assert!(status.expect("mkfifo can be started").success());
            Ok(())
        }
        "a socket" => UnixListener::bind(path).map(drop),
        "a file" => fs::write(path, "theirs\n"),
        _ => fs::create_dir(path).and_then(|()| fs::write(path.join("theirs"), "theirs\n")),
    };
    done.expect("it can be made");
}

fn remove(path: &Path) {
    if path.is_dir() {
        fs::remove_dir_all(path).expect("it can be removed");
    } else {
        fs::remove_file(path).expect("it can be removed");
    }
}

#[test]
fn what_is_in_the_way_is_refused_with_its_name() {
    let program = xtask();
    let spec = program::case("responses-status");
    let example = Place::new();
    let run = |out: &Path| {
        let mut command = Command::new(&program);
        program::finish(command.args(program::words(&spec, out)))
    };
    assert!(run(&example.folder).status.success());
    let files: Vec<String> = folder::files_below(&example.folder).into_keys().collect();
    let deepest = files.iter().max_by_key(|path| path.matches('/').count());
    let deepest = deepest.expect("there are files");
    let on_the_way = deepest.rsplit_once('/').expect("it is in a folder").0;
    // The folder itself, a folder in it, a folder on the way to a file, a file, and the list.
    let places = ["", program::TARGET, on_the_way, deepest, MANIFEST];
    let mut tried = 0;
    for at in places {
        let is_folder = ["", program::TARGET, on_the_way].contains(&at);
        for kind in KINDS {
            // The expected content.
            if kind == (if is_folder { "a folder" } else { "a file" }) {
                continue;
            }
            let place = Place::new();
            let root = place.folder.parent().expect("a parent");
            let elsewhere = root.join("elsewhere");
            for path in files
                .iter()
                .map(String::as_str)
                .chain(["theirs", ".git/HEAD"])
            {
                put(&elsewhere, path, "of another\n");
            }
            assert!(run(&place.folder).status.success());
            let path = place.folder.join(at);
            let path: PathBuf = path.components().collect();
            remove(&path);
            make(kind, &path, &elsewhere);
            let before = snapshot::of(root);
            let ended = run(&place.folder);
            let told = format!("{kind} at `{at}`: {ended:?}");
            assert_eq!(ended.status.code(), Some(2), "{told}");
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            assert!(ended.said.contains(&*name), "{told}");
            assert_eq!(snapshot::of(root), before, "{told}");
            tried += 1;
        }
    }
    assert_eq!(tried, places.len() * (KINDS.len() - 1));
}

#[test]
fn places_that_are_not_for_output_are_refused() {
    let program = xtask();
    let place = Place::new();
    let root = place.folder.parent().expect("a parent").to_path_buf();
    let text = fs::read_to_string(program::case("responses-status")).expect("it is there");
    put(&root, "project/api/openapi.yaml", &text);
    put(&root, "project/.git/HEAD", "ref\n");
    fs::create_dir(root.join("project/sub")).expect("it can be made");
    symlink("project", root.join("alias")).expect("it can be made");
    symlink("circle", root.join("circle")).expect("it can be made");
    fs::create_dir(root.join("elsewhere")).expect("it can be made");
    symlink("elsewhere", root.join("shortcut")).expect("it can be made");
    put(&root, "home/.profile", "theirs\n");
    let spec = root.join("project/api/openapi.yaml");
    let named = |path: &str| root.join(path);
    let outs = [
        (named("project/api"), "the folder of the description"),
        (named("project"), "a folder above it"),
        (named("alias"), "a link to a folder above it"),
        (named("alias/api"), "the same by another way"),
        (named("project/sub/.."), "a folder above it, by a detour"),
        (named("project/api/openapi.yaml"), "the description"),
        (named("shortcut/"), "a link with a slash behind it"),
        (named("shortcut/."), "a link with a dot behind it"),
        (named("circle/out"), "below a circle"),
        (named("project/api/openapi.yaml/out"), "below a file"),
        (PathBuf::from("/"), "the root"),
        (PathBuf::from("/dev/null"), "a device"),
        (PathBuf::from("/dev/null/out"), "below a device"),
        (named("home"), "the home folder"),
        (root.clone(), "above the home folder"),
    ];
    let before = snapshot::of(&root);
    for (out, what) in outs {
        let mut command = Command::new(&program);
        command.args(program::words(&spec, &out));
        let ended = program::finish(command.env("HOME", root.join("home")));
        assert_eq!(ended.status.code(), Some(2), "{what}: {ended:?}");
        assert!(!ended.said.is_empty(), "{what} is refused without a reason");
        assert_eq!(snapshot::of(&root), before, "{what}: {ended:?}");
    }
    let device = fs::metadata("/dev/null").expect("it is still there");
    assert!(!device.is_file() && !device.is_dir());
    // Next to all of these, output is possible.
    let out = named("project/generated");
    let mut command = Command::new(&program);
    let ended = program::finish(command.args(program::words(&spec, &out)));
    assert!(ended.status.success(), "{ended:?}");
}

/// An unrelated file is unchanged, and has the same inode, before and after.
#[test]
fn what_others_keep_in_the_folder_is_not_moved() {
    let program = xtask();
    let place = Place::new();
    let run = |case: &str, out: &Path| {
        let mut command = Command::new(&program);
        let ended = program::finish(command.args(program::words(&program::case(case), out)));
        assert!(ended.status.success(), "{ended:?}");
    };
    run("properties-presence", &place.folder);
    for path in [
        ".git/HEAD",
        ".git/objects/aa/1",
        "target/debug/large",
        "python/node_modules/x/index.js",
        "python/.venv/bin/python",
        "python/target/.rustc_info.json",
    ] {
        place.put(path, "theirs\n");
    }
    let link = place.folder.join("python/node_modules/.bin");
    symlink("/usr/bin", link).expect("it can be made");
    let theirs = || {
        let mut all = snapshot::of(&place.folder);
        let folders = [".git", "target", "node_modules", ".venv"];
        // The folders of the output change; the unrelated files in them do not, including their
        // times.
        all.retain(|path, _| path.split('/').any(|name| folders.contains(&name)));
        all
    };
    let before = theirs();
    assert!(before.len() > 12);
    for case in ["responses-status", "properties-presence"] {
        run(case, &place.folder);
        assert_eq!(theirs(), before, "{case}");
    }
}

/// A folder that looks like one of a killed run, but is a link or leads elsewhere.
#[test]
fn a_journal_leads_nowhere_else() {
    let program = xtask();
    let place = Place::new();
    let root = place.folder.parent().expect("a parent").to_path_buf();
    put(&root, "safe/file", "safe\n");
    put(
        &root,
        "stage/owner",
        "files/1: new and old files of a run; the next run removes them\n",
    );
    put(
        &root,
        "stage/journal",
        "remove ../safe/file\nfolder ../safe\n",
    );
    put(&root, "stage/0.old", "hostile\n");
    fs::create_dir(&place.folder).expect("it can be made");
    symlink(
        "../stage",
        place.folder.join(".unfinished-0000000000000000"),
    )
    .expect("a link");
    let mark = fs::read_to_string(root.join("stage/owner")).expect("it is there");
    place.put(".unfinished-1111111111111111/owner", &mark);
    place.put(
        ".unfinished-1111111111111111/journal",
        "replace ../safe/file\ncreate x safe\n",
    );
    place.put(".unfinished-1111111111111111/0.old", "hostile\n");
    let before = [
        snapshot::of(&root.join("safe")),
        snapshot::of(&root.join("stage")),
    ];
    let mut command = Command::new(&program);
    let spec = program::case("responses-status");
    let ended = program::finish(command.args(program::words(&spec, &place.folder)));
    assert!(ended.status.success(), "{ended:?}");
    let after = [
        snapshot::of(&root.join("safe")),
        snapshot::of(&root.join("stage")),
    ];
    assert_eq!(before, after);
}
