//! What must hold of a run against a deployment that lies.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use hostile::answers::Request;
use hostile::answers::deployment::MARKS;

use crate::watch::Cost;

/// The time of a run of 20 seconds, with the two minutes that the harness takes at most to clean up
/// what a slow deployment has created, and with some for a busy machine.
pub(super) const LIMIT: Duration = Duration::from_mins(4);

/// The most memory of the harness, in MiB.
const MEMORY: f64 = 400.0;

/// The largest page for people, and the largest other file, in bytes.
const PAGE: u64 = 8 << 20;
const FILE: u64 = 64 << 20;

/// The exit codes of a run whose flags, description and credentials are right.
const CODES: [i32; 3] = [0, 1, 3];

/// A run, as it is seen from outside.
pub(super) struct Seen<'r> {
    pub(super) cost: &'r Cost,
    /// What it printed.
    pub(super) output: &'r str,
    /// The folder of the files that it wrote, of which `report/` is one.
    pub(super) folder: &'r Path,
    /// The requests that it sent.
    pub(super) received: &'r [Request],
    /// The secrets that it had.
    pub(super) secrets: &'r [String],
}

/// What did not hold, and a message.
pub(super) type Fault = (&'static str, String);

/// Checks a run.
pub(super) fn check(seen: &Seen<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    ends(seen, &mut faults);
    prints(seen, &mut faults);
    sends(seen, &mut faults);
    let mut paths = Vec::new();
    files(seen.folder, &mut paths);
    // Without an answer there is nothing to report.
    let code = seen.cost.status.and_then(|status| status.code());
    for name in ["report.json", "junit.xml", "report.sarif", "traffic.har"] {
        if matches!(code, Some(0 | 1)) && !seen.folder.join("report").join(name).is_file() {
            faults.push(("missing file", name.to_owned()));
        }
    }
    for path in paths {
        file(seen, &path, &mut faults);
    }
    faults
}

fn ends(seen: &Seen<'_>, faults: &mut Vec<Fault>) {
    match seen.cost.status.map(|status| (status, status.code())) {
        None => faults.push(("no end", format!("within {} s", LIMIT.as_secs()))),
        Some((_, Some(code))) if CODES.contains(&code) => {}
        Some((status, _)) => {
            let end = seen.output.chars().rev().take(250).collect::<Vec<_>>();
            let end: String = end.into_iter().rev().collect();
            faults.push(("exit code", format!("{status}: {end}")));
        }
    }
    let peak = seen.cost.usage.peak_mebibytes;
    if peak > MEMORY {
        faults.push(("memory", format!("{peak:.0} MiB")));
    }
}

fn prints(seen: &Seen<'_>, faults: &mut Vec<Fault>) {
    if let Some(at) = seen.output.find("panicked at") {
        let text: String = seen.output[at..].chars().take(300).collect();
        faults.push(("panic", text));
    }
    if let Some(hidden) = hidden(seen.output) {
        faults.push(("hidden character on the terminal", hidden));
    }
    if let Some(secret) = secret(seen.output, seen.secrets) {
        faults.push(("secret on the terminal", secret));
    }
}

/// No credential leaves the deployment.
fn sends(seen: &Seen<'_>, faults: &mut Vec<Fault>) {
    for request in seen.received.iter().filter(|request| request.elsewhere) {
        let body = String::from_utf8_lossy(&request.body);
        let shown = format!("{} {} {:?}", request.method, request.target, request.fields);
        let has_secret = secret(&format!("{shown} {body}"), seen.secrets).is_some();
        if request.field("authorization").is_some() || has_secret {
            faults.push(("credential to another origin", shown));
        }
    }
}

/// Checks a file of the report.
fn file(seen: &Seen<'_>, path: &Path, faults: &mut Vec<Fault>) {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let Ok(bytes) = fs::read(path) else {
        faults.push(("unreadable file", name.into_owned()));
        return;
    };
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    let is_page = extension == "html";
    if bytes.len() as u64 > if is_page { PAGE } else { FILE } {
        faults.push(("large file", format!("{name}: {} bytes", bytes.len())));
    }
    let Ok(text) = String::from_utf8(bytes) else {
        faults.push(("not UTF-8", name.into_owned()));
        return;
    };
    if let Some(secret) = secret(&text, seen.secrets) {
        faults.push(("secret in a file", format!("{name}: {secret}")));
    }
    if let Some(hidden) = hidden(&text) {
        faults.push(("hidden character in a file", format!("{name}: {hidden}")));
    }
    let wrong = match extension.as_ref() {
        "json" | "sarif" | "har" => {
            let value: Result<serde_json::Value, _> = serde_json::from_str(&text);
            value.err().map(|error| error.to_string())
        }
        "xml" => roxmltree::Document::parse(&text)
            .err()
            .map(|error| error.to_string()),
        "html" | "md" => MARKS.iter().find_map(|mark| {
            let at = text.find(mark)?;
            Some(around(&text, at))
        }),
        _ => None,
    };
    if let Some(wrong) = wrong {
        let place = match extension.as_ref() {
            "html" => "markup in the page",
            "md" => "markup in the summary",
            _ => "invalid file",
        };
        faults.push((place, format!("{name}: {wrong}")));
    }
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            files(&path, found);
        } else {
            found.push(path);
        }
    }
}

/// Returns the first hidden character, with the text around it.
fn hidden(text: &str) -> Option<String> {
    let is_hidden =
        |c: char| !matches!(c, '\n' | '\t') && (c.is_control() || spec::hidden::is_hidden(c));
    let (at, found) = text.char_indices().find(|(_, c)| is_hidden(*c))?;
    Some(format!("{found:?} in {}", around(text, at)))
}

/// Returns the first half of a secret in a text, or all of one in Base64 at any place, with the text
/// around it.
fn secret(text: &str, secrets: &[String]) -> Option<String> {
    secrets.iter().find_map(|secret| {
        let half = secret.get(..secret.len().div_ceil(2));
        let plain = half.map(str::to_owned).into_iter();
        let mut forms = plain.chain([0, 1, 2].map(|before| encoded(secret, before)));
        let at = forms.find_map(|form| text.find(&form))?;
        Some(around(text, at))
    })
}

/// Returns the part of a secret's Base64 that does not depend on the bytes before and after it.
fn encoded(secret: &str, before: usize) -> String {
    let mut bytes = vec![0; before];
    bytes.extend(secret.bytes());
    bytes.truncate(bytes.len() / 3 * 3);
    let text = STANDARD_NO_PAD.encode(bytes);
    text.chars().skip([0, 2, 3][before]).collect()
}

fn around(text: &str, at: usize) -> String {
    let before: Vec<char> = text[..at].chars().rev().take(120).collect();
    let before = before.into_iter().rev();
    before.chain(text[at..].chars().take(100)).collect()
}
