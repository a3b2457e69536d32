//! Runs the commands of the guides in `docs/guides/` with the programs of an archive, and compares
//! the output with the one in the guides.
//!
//! In a `console` block, a line after `$ ` is a command. The lines below it are its output, in
//! which `…` matches any text. A command may fail if the next one is `echo $?`. A block below the
//! comment `<!-- file NAME -->` is a file, which is written before the next command.

use std::fmt::Write as _;
use std::fs;
use std::net::TcpListener;
use std::path::Path;

use crate::support::{Archive, run};

const GUIDES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/guides");

/// The address of the deployment in the guides.
const DEPLOYMENT: &str = "127.0.0.1:9000";

/// The separator between the outputs of commands.
const SEPARATOR: char = '\u{1e}';

/// A step of a guide.
#[derive(Debug, PartialEq, Eq)]
enum Step {
    File { name: String, text: String },
    Command { line: String, output: String },
}

fn steps(page: &str) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut file = None;
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        if let Some(rest) = line.strip_prefix("<!-- file ") {
            file = rest.strip_suffix(" -->").map(str::to_owned);
        }
        let Some(language) = line.strip_prefix("```") else {
            continue;
        };
        let block: Vec<_> = lines.by_ref().take_while(|line| *line != "```").collect();
        if let Some(name) = file.take() {
            let text = block.join("\n") + "\n";
            steps.push(Step::File { name, text });
        } else if language == "console" {
            steps.extend(commands(&block));
        }
    }
    steps
}

fn commands(block: &[&str]) -> Vec<Step> {
    let mut commands: Vec<(String, String)> = Vec::new();
    let mut is_open = false;
    for text in block {
        if let Some(line) = text.strip_prefix("$ ") {
            commands.push((line.to_owned(), String::new()));
        } else {
            let (line, output) = commands.last_mut().expect("a block begins with a command");
            let to = if is_open { line } else { output };
            to.push('\n');
            to.push_str(text);
        }
        let (line, output) = commands.last().expect("there is one");
        is_open = output.is_empty() && line.ends_with('\\');
    }
    let commands = commands.into_iter();
    let commands = commands.map(|(line, output)| Step::Command { line, output });
    commands.collect()
}

/// Returns whether a text matches the output in the guide.
fn is_shown(shown: &str, text: &str) -> bool {
    let shown = shown.trim().replace("\n…\n", "\n…");
    let mut rest = text.trim();
    let pieces: Vec<_> = shown.split('…').collect();
    let [first, between @ .., last] = pieces.as_slice() else {
        return rest == shown;
    };
    let Some(after) = rest.strip_prefix(first) else {
        return false;
    };
    rest = after;
    for piece in between {
        let Some(at) = rest.find(piece) else {
            return false;
        };
        rest = &rest[at + piece.len()..];
    }
    rest.ends_with(last.trim_start_matches('\n'))
}

/// Returns a script that runs all commands in one shell, and separates their outputs by exit codes.
fn script(steps: &[Step], bin: &Path) -> String {
    let mut script = format!("export PATH={}:$PATH\n", bin.display());
    script.push_str("export GIT_AUTHOR_NAME=x GIT_AUTHOR_EMAIL=x@example.com HOME=\"$PWD\"\n");
    script.push_str("export GIT_COMMITTER_NAME=x GIT_COMMITTER_EMAIL=x@example.com\n");
    script.push_str("trap 'kill $(jobs -p) 2>/dev/null; wait' EXIT\n");
    for step in steps {
        match step {
            Step::File { name, text } => {
                // Writing to a `String` cannot fail.
                let _ = write!(script, "cat > {name} <<'END OF FILE'\n{text}END OF FILE\n");
            }
            Step::Command { line, .. } => {
                let end = format!("code=$?; printf '{SEPARATOR}%s{SEPARATOR}' $code; (exit $code)");
                let _ = write!(script, "{{\n{line}\n}} 2>&1\n{end}\n");
            }
        }
    }
    script
}

/// Runs a guide in a folder with the description of the guides.
fn follow(guide: &str) {
    let page = fs::read_to_string(Path::new(GUIDES).join(guide)).expect("it is there");
    let free = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = free.local_addr().expect("an address").to_string();
    drop(free);
    let steps = steps(&page.replace(DEPLOYMENT, &address));
    let archive = Archive::get();
    let bin = archive.unpack().join("bin");
    let folder = archive.folder().join("work");
    fs::create_dir(&folder).expect("a folder");
    let description = Path::new(GUIDES).join("shop.yaml");
    fs::copy(description, folder.join("openapi.yaml")).expect("it can be copied");
    let file = archive.folder().join("guide.sh");
    fs::write(&file, script(&steps, &bin)).expect("it can be written");
    let said = run(&mut Archive::shell(
        &folder,
        "timeout 300 bash ../guide.sh || true",
    ));
    let mut said = said.split(SEPARATOR);
    let commands = steps.iter().filter_map(|step| match step {
        Step::Command { line, output } => Some((line, output)),
        Step::File { .. } => None,
    });
    let mut count = 0;
    let mut failed = None;
    for (line, shown) in commands {
        let output = said.next().unwrap_or_default();
        let code = said
            .next()
            .unwrap_or_else(|| panic!("{guide}: `{line}` does not end: {output}"));
        assert!(
            failed.is_none() || line == "echo $?",
            "{guide}: {failed:?} fails, and the guide does not say so"
        );
        assert!(
            is_shown(shown, output),
            "{guide}: `{line}` prints\n{output}\nand the guide shows\n{shown}"
        );
        failed = (code != "0").then(|| format!("`{line}`: {output}"));
        count += 1;
    }
    assert!(failed.is_none(), "{guide}: {failed:?}");
    assert!(count > 3, "{guide} has commands");
}

#[test]
fn code_is_generated_in_ci() {
    follow("generate-in-ci.md");
}

#[test]
fn a_staging_deployment_is_checked() {
    follow("check-staging.md");
}

#[test]
fn clients_keep_working() {
    follow("keep-clients-working.md");
}

#[test]
fn an_endpoint_is_added() {
    follow("add-an-endpoint.md");
}

#[test]
fn steps_are_read_as_they_are_written() {
    let page = "Text\n\n<!-- file a.txt -->\n```text\nhello\n```\n\n```console\n$ cat a.txt \\\n    b.txt\nhello\n$ true\n```\n";
    let command = |line: &str, output: &str| Step::Command {
        line: line.to_owned(),
        output: output.to_owned(),
    };
    let expected = [
        Step::File {
            name: "a.txt".to_owned(),
            text: "hello\n".to_owned(),
        },
        command("cat a.txt \\\n    b.txt", "\nhello"),
        command("true", ""),
    ];
    assert_eq!(steps(page), expected);
}

#[test]
fn dots_stand_for_any_text_and_nothing_else_does() {
    for (shown, text) in [
        ("", "\n"),
        ("a\nb", "a\nb\n"),
        ("a\n…\nb", "a\nb"),
        ("a\n…\nb", "a\n1\n2\nb"),
        ("a …: b", "a 17: b"),
        ("…\nb", "a\nb"),
        ("a\n…", "a\nb"),
    ] {
        assert!(is_shown(shown, text), "{shown:?} {text:?}");
    }
    for (shown, text) in [
        ("", "a"),
        ("a", "a\nb"),
        ("a\n…\nb", "a\nb\nc"),
        ("… b", "a c"),
    ] {
        assert!(!is_shown(shown, text), "{shown:?} {text:?}");
    }
}
