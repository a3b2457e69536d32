//! Writes changes as a comment on a pull request, in GitHub Flavored Markdown.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use messages::text::{cut, line};

use super::alike::{Alike, alike};
use super::finding::{Finding, Section};
use super::report::{Report, category, listed};
use crate::report::plural;

/// The maximum length of a comment on GitHub. The limit counts characters; bytes are never fewer.
const LONGEST: usize = 65_536;

/// The number of bytes that are reserved for the end, which says what was left out.
const RESERVED: usize = 1_000;

/// How many characters of a place or a message one entry shows.
const LONGEST_TEXT: usize = 300;

/// How many names one entry lists.
const MOST_NAMED: usize = 20;

/// Returns the complete report, at most as long as a comment may be.
pub(super) fn render(report: &Report) -> String {
    let mut text = head(report);
    let mut left_out = Vec::new();
    for section in Section::ALL {
        let entries = entries(report, section);
        let total = report.count(section);
        if total == 0 {
            continue;
        }
        let (open, close) = frame(section, total);
        let room = LONGEST.saturating_sub(RESERVED + text.len() + open.len() + close.len());
        let (body, shown) = fitting(&entries, room);
        if shown > 0 {
            text.push_str(&open);
            text.push_str(&body);
            text.push_str(close);
        }
        if shown < total {
            let (title, rest) = (section.title().to_lowercase(), total - shown);
            left_out.push(format!("{rest} of {total} under “{title}”"));
        }
    }
    text.push_str(&end(report, &left_out));
    text
}

fn head(report: &Report) -> String {
    let [old, new] = &report.names;
    let mut text = format!("## API changes: {}\n\n", report.counts());
    let (old, new) = (code(old), code(new));
    let _ = writeln!(text, "{old} → {new}");
    if report.findings.is_empty() {
        return text + "\nNothing that clients can notice changed.\n";
    }
    let mut counts = String::new();
    for (name, count) in report.categories() {
        let _ = write!(counts, ", {name} {count}");
    }
    let release = report.release();
    let servers = report.server_release();
    let servers = servers.map(|part| format!(", of server stubs: **{part}**"));
    let servers = servers.unwrap_or_default();
    let _ = writeln!(
        text,
        "\nNext version of the SDKs: **{release}**{servers}{counts}\n"
    );
    text
}

/// Returns the markup around a section: breaking changes are open, others are folded.
fn frame(section: Section, total: usize) -> (String, &'static str) {
    let title = section.title();
    if section == Section::Breaks {
        return (format!("### {title}\n\n"), "\n");
    }
    let open = format!("<details><summary>{title}: {total}</summary>\n\n");
    (open, "\n</details>\n\n")
}

/// Returns as many entries as fit, and how many findings they contain.
fn fitting(entries: &[(String, usize)], room: usize) -> (String, usize) {
    let mut text = String::new();
    let mut shown = 0;
    for (entry, findings) in entries {
        if text.len() + entry.len() > room {
            break;
        }
        text.push_str(entry);
        shown += findings;
    }
    (text, shown)
}

/// Returns the entries, each with its number of findings.
fn entries(report: &Report, section: Section) -> Vec<(String, usize)> {
    let groups = alike(report.of(section));
    let text = |group: &Alike<'_>| match section {
        _ if section.is_by_rule() => by_rule(group),
        _ => entry(group, &report.names),
    };
    groups.iter().map(|one| (text(one), one.len())).collect()
}

/// Returns the entry for findings with the same message. The head of the report names the files.
fn entry(group: &Alike<'_>, names: &[String; 2]) -> String {
    let finding = group.first;
    let change = &finding.change;
    let mut text = format!(
        "- **{}**: {}<br>`{}` ({})",
        code(&change.at),
        inline(&change.text),
        change.rule,
        category(change.category)
    );
    let spots = [("old", &finding.old), ("new", &finding.new)];
    for ((name, spot), file) in spots.into_iter().zip(names) {
        if let Some(spot) = spot {
            let _ = write!(text, ", {name} {}", code(&spot.shown_beside(file)));
        }
    }
    if let Some(accepted) = &finding.accepted {
        let _ = write!(text, ", accepted {}", inline(accepted));
    } else {
        let _ = write!(text, ", id `{}`", finding.fingerprint);
    }
    if let Some(retyped) = finding.retyped() {
        let _ = write!(text, ", {retyped}");
    }
    let hits: BTreeSet<&str> = group.all().flat_map(Finding::hits).collect();
    if !hits.is_empty() {
        let names = hits.iter().map(|name| code(name)).collect::<Vec<_>>();
        let _ = write!(text, ", hits {}", listed(names.iter(), MOST_NAMED));
    }
    text.push('\n');
    text.push_str(&explained(finding));
    let operations = change.operations.iter();
    if operations.len() > 1 {
        let title = format!("reaches {}", plural(operations.len(), "operation"));
        let names = operations.map(|one| code(&format!("{} {}", one.method, one.path)));
        fold(&mut text, &title, &listed(names, MOST_NAMED));
    }
    if !group.others.is_empty() {
        let title = format!("the same in {} more", group.others.len());
        let names = group.others.iter().map(|one| {
            let at = &one.change.at;
            let name = code(one.change.operation.as_ref().unwrap_or(at));
            format!("{name} (id `{}`)", one.fingerprint)
        });
        fold(&mut text, &title, &listed(names, MOST_NAMED));
    }
    text
}

/// Returns the folded explanation of a finding.
fn explained(finding: &Finding) -> String {
    let lines = finding.explained();
    let lines: Vec<_> = lines.iter().map(|line| code(line)).collect();
    let title = match finding.counterexample {
        Some(_) => "counterexample",
        None => "programs",
    };
    let mut text = String::new();
    if !lines.is_empty() {
        fold(&mut text, title, &lines.join("<br>"));
    }
    text
}

/// Adds a folded part to an entry.
fn fold(text: &mut String, title: &str, inside: &str) {
    let _ = writeln!(
        text,
        "  <details><summary>{title}</summary>\n\n  {inside}\n  </details>\n"
    );
}

/// Returns the entry for findings of one rule that break no request and no response.
fn by_rule(group: &Alike<'_>) -> String {
    let mut names: Vec<_> = group.all().map(|one| code(&one.change.at)).collect();
    // Several changes at one place have the same name.
    names.dedup();
    let names = listed(names.into_iter(), MOST_NAMED);
    format!(
        "- `{}` × {}: {names}\n{}",
        group.first.change.rule,
        group.len(),
        explained(group.first)
    )
}

fn end(report: &Report, left_out: &[String]) -> String {
    let mut text = String::new();
    for note in report.notes.iter().take(3) {
        let _ = writeln!(text, "Note: {}\n", inline(note));
    }
    if !left_out.is_empty() {
        let all = left_out.join(", ");
        let _ = writeln!(
            text,
            "**Left out, because a comment holds {LONGEST} characters:** {all}. `--format html` \
             and `--format json` have everything."
        );
    }
    text
}

/// Returns text of a description as code, without markup, mentions or links.
fn code(text: &str) -> String {
    let text = cut(&line(text), LONGEST_TEXT);
    let longest = text.split(|other| other != '`').map(str::len).max();
    let fence = "`".repeat(longest.unwrap_or_default() + 1);
    let is_plain = !text.starts_with(['`', ' ']) && !text.ends_with(['`', ' ']) && !text.is_empty();
    if is_plain {
        format!("{fence}{text}{fence}")
    } else {
        format!("{fence} {text} {fence}")
    }
}

/// Returns a message: text in backticks is code, the rest is plain text.
fn inline(text: &str) -> String {
    let text = cut(&line(text), LONGEST_TEXT);
    let parts: Vec<_> = text.split('`').collect();
    // Backticks in text of a description are not paired.
    if parts.len() % 2 == 0 {
        return escape(&text);
    }
    let parts = parts.iter().enumerate();
    let parts = parts.map(|(at, part)| match at % 2 {
        1 if !part.is_empty() => code(part),
        _ => escape(part),
    });
    parts.collect()
}

/// Escapes text: characters with a meaning in Markdown or HTML become character references.
fn escape(text: &str) -> String {
    let mut out = String::new();
    for character in text.chars() {
        match character {
            '&' | '<' | '>' | '|' | '`' | '\\' | '*' | '_' | '~' | '[' | ']' | '#' | '$' | '!'
            | '"' => drop(write!(out, "&#{};", u32::from(character))),
            // Some hosts turn `@name` into a mention after resolving the references.
            '@' => out.push_str("&#64;\u{200b}"),
            _ => out.push(character),
        }
    }
    // Code hosts turn text that begins like this into a link.
    out.replace("://", ":&#47;&#47;")
        .replace("www.", "www&#46;")
}
