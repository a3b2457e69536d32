//! All descriptions: the project's own, the golden cases, and real ones.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::check::complaints;
use crate::made::Made;

#[test]
fn our_tools_are_valid() {
    let made = Made::ours();
    assert_eq!(complaints(&made), Vec::<String>::new());
    assert_eq!(made.unsupported(), Vec::<&str>::new());
    let left_out = &made.bindings["leftOut"];
    assert_eq!(left_out.as_array().map(Vec::len), Some(1), "{left_out}");
    assert_eq!(left_out[0]["operationId"], "sendMcpMessage");
}

#[test]
fn tools_of_golden_cases_are_valid() {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let folders = entries(&cases).into_iter();
    let files = folders
        .flat_map(|folder| ["yaml", "json"].map(|e| folder.join("openapi").with_extension(e)));
    let files: Vec<_> = files.filter(|path| path.is_file()).collect();
    assert!(files.len() > 50, "there are cases");
    assert_eq!(all_complaints(&files), "");
}

#[test]
fn tools_of_real_descriptions_are_valid() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/corpus");
    let mut files = entries(&corpus);
    files.push(corpus.join("digitalocean/DigitalOcean-public.v2.yaml"));
    files.retain(|path| {
        let extension = path.extension().and_then(|extension| extension.to_str());
        path.is_file() && matches!(extension, Some("json" | "yaml"))
    });
    if files.is_empty() {
        println!("skipped: there is no folder ../shared/corpus beside the project");
    }
    assert_eq!(all_complaints(&files), "");
}

#[test]
fn what_explains_the_files_has_nothing_of_a_description() {
    let ours = Made::ours();
    let other = Made::of_text("paths: {}");
    assert_eq!(
        ours.tree.get("mcp/README.md"),
        other.tree.get("mcp/README.md")
    );
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    let mut paths: Vec<_> = entries.map(|e| e.expect("it can be read").path()).collect();
    paths.sort();
    paths
}

/// Returns the errors in the tools of each file. Files that cannot be used are left out.
fn all_complaints(files: &[PathBuf]) -> String {
    let next = AtomicUsize::new(0);
    let said = Mutex::new(Vec::new());
    let checked = AtomicUsize::new(0);
    let work = || {
        while let Some(path) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
            let Some(made) = Made::of_file(path) else {
                continue;
            };
            checked.fetch_add(1, Ordering::Relaxed);
            let complaints = complaints(&made);
            let few = complaints.iter().take(5);
            let few = few.map(|what| format!("{}: {what}", path.display()));
            said.lock().expect("no thread failed").extend(few);
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(work);
        }
    });
    let mut said = said.into_inner().expect("no thread failed");
    said.sort();
    let checked = checked.into_inner();
    assert!(2 * checked >= files.len(), "only {checked} can be used");
    said.join("\n")
}
