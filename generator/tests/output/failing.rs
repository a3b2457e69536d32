//! A failed run leaves the folder unchanged, without temporary files.

use std::fs;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use super::{MANIFEST, Place, folder, program, xtask};

/// A user without files.
const NOBODY: u32 = 65_534;

const BEFORE: &str = "properties-presence";
const AFTER: &str = "responses-status";

/// A program that every user can start, and a folder with the output of a description.
struct Desk {
    program: PathBuf,
    place: Place,
    /// The deepest folder in which the two outputs differ.
    inner: String,
}

impl Desk {
    fn new() -> Self {
        let place = Place::new();
        let root = place.folder.parent().expect("a parent");
        fs::set_permissions(root, fs::Permissions::from_mode(0o755)).expect("it is ours");
        let program = root.join("xtask");
        // By another process: a program that is open for writing cannot be started, and a test
        // beside this one may start a process, which keeps all that is open here for a moment.
        let mut copy = Command::new("cp");
        let status = copy.arg(xtask()).arg(&program).status();
        assert!(status.expect("cp can be started").success());
        for case in [BEFORE, AFTER] {
            fs::copy(program::case(case), root.join(case)).expect("there is room");
        }
        let inner = String::new();
        let mut desk = Self {
            program,
            place,
            inner,
        };
        let [after, before] = [AFTER, BEFORE].map(|case| {
            assert!(desk.run(case).status.success());
            folder::files_below(&desk.place.folder)
        });
        let differing = before
            .iter()
            .filter(|(path, text)| after.get(*path) != Some(text));
        let deepest = differing.map(|(path, _)| path);
        let deepest = deepest.max_by_key(|path| path.matches('/').count());
        let folder = deepest.and_then(|path| path.rsplit_once('/'));
        folder
            .expect("they differ in a folder")
            .0
            .clone_into(&mut desk.inner);
        desk
    }

    fn command(&self, case: &str) -> Command {
        let spec = self.program.with_file_name(case);
        let mut command = Command::new(&self.program);
        command.args(program::words(&spec, &self.place.folder));
        command
    }

    fn run(&self, case: &str) -> program::Ended {
        program::finish(&mut self.command(case))
    }

    /// Runs a case as a user without root permissions.
    fn run_as_other(&self, case: &str) -> program::Ended {
        let mut command = self.command(case);
        if is_root() {
            command.uid(NOBODY).gid(NOBODY);
        }
        program::finish(&mut command)
    }

    /// Gives all files to the other user.
    fn give(&self) {
        if is_root() {
            let owner = format!("{NOBODY}:{NOBODY}");
            let mut command = Command::new("chown");
            let status = command
                .arg("-R")
                .arg(owner)
                .arg(&self.place.folder)
                .status();
            assert!(status.expect("chown can be started").success());
        }
    }

    /// Checks that every attempt fails, names the path at which it failed, and leaves all files
    /// unchanged.
    fn fails(&self, what: &str, run: impl Fn() -> program::Ended) {
        let before = folder::files_below(&self.place.folder);
        let ended = run();
        assert_eq!(ended.status.code(), Some(2), "{what}: {ended:?}");
        assert!(ended.said.contains("out"), "{what}: {ended:?}");
        assert!(!self.place.has_stage(), "{what}: {ended:?}");
        assert_eq!(folder::files_below(&self.place.folder), before, "{what}");
    }
}

fn is_root() -> bool {
    fs::metadata("/proc/self").is_ok_and(|own| own.uid() == 0)
}

fn allow(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("it is ours");
}

#[test]
fn without_permission() {
    let desk = Desk::new();
    let out = &desk.place.folder;
    desk.give();
    assert!(desk.run_as_other(BEFORE).status.success());
    for path in ["", program::TARGET, &desk.inner] {
        allow(&out.join(path), 0o555);
        desk.fails(path, || desk.run_as_other(AFTER));
        allow(&out.join(path), 0o755);
    }
    allow(&out.join(MANIFEST), 0o000);
    let ended = desk.run_as_other(AFTER);
    assert_eq!(ended.status.code(), Some(2), "{ended:?}");
    assert!(ended.said.contains(MANIFEST), "{ended:?}");
    allow(&out.join(MANIFEST), 0o644);
    assert!(!desk.place.has_stage());
    assert!(desk.run_as_other(AFTER).status.success());
}

#[test]
fn where_the_parent_cannot_be_written() {
    let desk = Desk::new();
    fs::remove_dir_all(&desk.place.folder).expect("it is ours");
    let root = desk.program.parent().expect("a parent");
    allow(root, 0o555);
    let ended = desk.run_as_other(AFTER);
    allow(root, 0o755);
    assert_eq!(ended.status.code(), Some(2), "{ended:?}");
    assert!(!desk.place.folder.exists(), "{ended:?}");
}

/// With a limit on the file size, writing fails as on a full disk: at each file in turn.
#[test]
fn where_a_file_cannot_be_written_to_its_end() {
    let desk = Desk::new();
    let spec = desk.program.with_file_name(AFTER);
    let mut failed = 0;
    for kilobytes in [0, 1, 2, 4, 8, 16, 32, 64, 128] {
        let limited = || {
            let mut command = Command::new("bash");
            let script = format!("trap '' XFSZ; ulimit -f {kilobytes}; exec \"$@\"");
            command.args(["-c", &script, "bash"]).arg(&desk.program);
            program::finish(command.args(program::words(&spec, &desk.place.folder)))
        };
        let before = folder::files_below(&desk.place.folder);
        let ended = limited();
        if ended.status.success() {
            break;
        }
        failed += 1;
        assert_eq!(ended.status.code(), Some(2), "{kilobytes}: {ended:?}");
        assert!(!desk.place.has_stage(), "{kilobytes}: {ended:?}");
        assert_eq!(folder::files_below(&desk.place.folder), before, "{ended:?}");
    }
    assert!(failed > 1, "no limit was too small");
}

/// Returns how many pages of 4 KiB the files below a folder occupy in a `tmpfs`.
fn occupied(folder: &Path) -> usize {
    let files = folder::files_below(folder);
    files.values().map(|text| text.len().div_ceil(4096)).sum()
}

/// A file system that is unmounted at the end of the test.
struct Mounted(PathBuf);

impl Mounted {
    /// Returns `None` if this user may not mount.
    fn at(path: &Path, size: &str) -> Option<Self> {
        let mut command = Command::new("mount");
        command.args(["-t", "tmpfs", "-o", size, "tmpfs"]).arg(path);
        let is_done = command.output().is_ok_and(|output| output.status.success());
        if !is_done {
            eprintln!("skipped: file systems cannot be mounted here");
        }
        is_done.then(|| Self(path.to_path_buf()))
    }
}

impl Drop for Mounted {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(&self.0).output();
    }
}

#[test]
fn on_a_full_disk() {
    let desk = Desk::new();
    let out = &desk.place.folder;
    let room = occupied(out) + 48;
    fs::remove_dir_all(out).expect("it is ours");
    fs::create_dir(out).expect("it is ours");
    let Some(_disk) = Mounted::at(out, &format!("size={}k", 4 * room)) else {
        return;
    };
    assert!(desk.run(BEFORE).status.success());
    let mut filled = 0;
    // With less and less space, until nothing fits.
    for number in 0..200 {
        let filler = out.join(format!("filler{number}"));
        if fs::write(&filler, vec![b'x'; 4096]).is_err() {
            break;
        }
        let before = folder::files_below(out);
        let ended = desk.run(AFTER);
        if ended.status.success() {
            assert!(desk.run(BEFORE).status.success());
            continue;
        }
        filled += 1;
        assert_eq!(ended.status.code(), Some(2), "{ended:?}");
        assert!(!desk.place.has_stage(), "{number}: {ended:?}");
        assert_eq!(folder::files_below(out), before, "{ended:?}");
    }
    assert!(filled > 3, "the disk was never full");
}

#[test]
fn across_two_file_systems() {
    let desk = Desk::new();
    let inside = desk.place.folder.join(&desk.inner);
    let Some(_disk) = Mounted::at(&inside, "size=640k") else {
        return;
    };
    desk.fails(&desk.inner, || desk.run(AFTER));
}

/// An interrupt at any moment leaves one of the two trees, and no other files.
#[test]
fn where_it_is_interrupted() {
    const ROUNDS: u32 = 40;
    let desk = Desk::new();
    let whole = [BEFORE, AFTER].map(|case| {
        assert!(desk.run(case).status.success());
        folder::files_below(&desk.place.folder)
    });
    let begun = Instant::now();
    assert!(desk.run(BEFORE).status.success());
    let longest = begun.elapsed().max(Duration::from_millis(2));
    for round in 0..ROUNDS {
        let mut child = desk.command([AFTER, BEFORE][round as usize % 2]).spawn();
        let child = child.as_mut().expect("it can be started");
        std::thread::sleep(longest * round / ROUNDS);
        let mut kill = Command::new("kill");
        let _ = kill.arg("-INT").arg(child.id().to_string()).output();
        child.wait().expect("it comes to an end");
        assert!(!desk.place.has_stage(), "round {round} left its own folder");
        let left = folder::files_below(&desk.place.folder);
        assert!(
            whole.contains(&left),
            "round {round} left neither of the two"
        );
    }
}
