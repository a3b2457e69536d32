//! ERR-03: errors reveal no internals.

use std::sync::LazyLock;

use aho_corasick::AhoCorasick;
use fancy_regex::Regex;

use crate::check::{Check, Fault, Run, Seen, Verdict};
use conformance_core::exchange::Request;
use conformance_engine::expectation;

pub static CHECK: Check = Check {
    id: "errors-reveal-nothing",
    requirement: "ERR-03",
    strength: None,
    about: "Errors have no stack traces, no SQL, no paths of files and no secrets.",
    example: "< 500 {\"error\": \"PG::UndefinedTable: relation \\\"offers\\\" … at /srv/app/models/offer.rb:12\"}",
    fix: "Log the details under an id, and answer with a general message and that id.",
    run: Run::Exchange(check),
};

/// The maximum number of bytes of a body that are searched.
const LOOKED_AT: usize = 64 * 1024;

/// A kind of internal that an error must not reveal.
struct Pattern {
    /// The kind, for messages.
    what: &'static str,
    /// Matches the internals, but not prose about them.
    regex: Regex,
}

/// All patterns.
struct Patterns {
    all: Vec<Pattern>,
    /// Finds, in one pass, texts of which each pattern needs one, in any case. Most errors contain
    /// none, so that no pattern has to be tried.
    marks: AhoCorasick,
    /// The pattern of each mark.
    pattern_of: Vec<usize>,
}

/// The patterns, each with texts of which one occurs in every match. They match real internals, and
/// not prose about them.
static PATTERNS: LazyLock<Option<Patterns>> = LazyLock::new(|| {
    let patterns: [(&str, &str, &[&str]); 16] = [
        (
            "a stack trace (Java)",
            r"\bat [\w$.]+\([\w$]+\.(?:java|kt|scala):\d+\)",
            &[".java:", ".kt:", ".scala:"],
        ),
        (
            "a stack trace (Java)",
            r"\b(?:java|javax|org\.springframework)\.[\w.]+(?:Exception|Error)\b",
            &["java.", "javax.", "org.springframework."],
        ),
        (
            "a stack trace (Python)",
            r#"Traceback \(most recent call last\)|File "[^"\n]+\.py", line \d+"#,
            &["Traceback (most recent call last)", r#".py", line "#],
        ),
        (
            "a stack trace (Node.js)",
            r"\bat (?:[\w$.<>\[\] ]+ )?\(?(?:file://|node:|/|[A-Z]:\\)[^\s()]+\.[cm]?[jt]s:\d+:\d+",
            &["js:", "ts:"],
        ),
        (
            "a stack trace (Go)",
            r"\bgoroutine \d+ \[|\b[\w/.-]+\.go:\d+ \+0x[0-9a-f]+",
            &["goroutine ", ".go:"],
        ),
        (
            "a stack trace (Rust)",
            r"thread '[^']+' panicked at|\b[\w/.-]+\.rs:\d+:\d+",
            &["panicked at", ".rs:"],
        ),
        (
            "a stack trace (.NET)",
            r"\bat [\w.]+\([^)]*\) in [^\s]+\.cs:line \d+|\bSystem\.\w+Exception\b",
            &[".cs:line ", "System."],
        ),
        (
            "a stack trace (PHP)",
            r"(?:Fatal error|Warning|Notice): .+ in /?\S+\.php on line \d+|#0 /\S+\.php\(\d+\)",
            &[".php on line ", ".php("],
        ),
        ("a stack trace (Ruby)", r"\b\S+\.rb:\d+:in [`']", &[".rb:"]),
        (
            "an error of a database",
            r"\bSQLSTATE\[?|\bORA-\d{5}\b|\bpsql:|\bpq: |\bSQLITE_[A-Z]+\b|You have an error in your SQL syntax",
            &[
                "SQLSTATE",
                "ORA-",
                "psql:",
                "pq: ",
                "SQLITE_",
                "You have an error in your SQL syntax",
            ],
        ),
        (
            "an error of a database",
            r"(?i)duplicate key value violates unique constraint|UNIQUE constraint failed: |relation \S+ does not exist|no such (?:table|column): ",
            &[
                "duplicate key value",
                "UNIQUE constraint failed: ",
                "does not exist",
                "no such table: ",
                "no such column: ",
            ],
        ),
        (
            "SQL",
            r"(?i)\bselect\s.{1,200}?\sfrom\s+\S+\s+(?:where|limit|order by|join)\b|\binsert\s+into\s+\S+\s*\(|\bupdate\s+\S+\s+set\s+\S+\s*=|\bdelete\s+from\s+\S+\s+where\b",
            &["select", "insert", "update", "delete"],
        ),
        (
            "the path of a file",
            r"(?<![\w:/.])/(?:home|root|usr|var|opt|etc|srv|tmp|app|build|workspace)/[\w.-]+(?:/[\w.-]+)*\.\w{1,5}\b",
            &[
                "/home/",
                "/root/",
                "/usr/",
                "/var/",
                "/opt/",
                "/etc/",
                "/srv/",
                "/tmp/",
                "/app/",
                "/build/",
                "/workspace/",
            ],
        ),
        (
            "the path of a file",
            r"\b[A-Z]:\\(?:\\?[\w .-]+\\)+[\w .-]+",
            &[r":\"],
        ),
        (
            "a private key",
            r"-----BEGIN [A-Z ]*PRIVATE KEY-----",
            &["PRIVATE KEY-----"],
        ),
        (
            "the address of a database",
            r"\b(?:postgres(?:ql)?|mysql|mongodb(?:\+srv)?|redis|amqp)://[^\s:@]+:[^\s@]+@",
            &[
                "postgres://",
                "postgresql://",
                "mysql://",
                "mongodb://",
                "mongodb+srv://",
                "redis://",
                "amqp://",
            ],
        ),
    ];
    let mut found = Patterns {
        all: Vec::new(),
        marks: AhoCorasick::builder()
            .ascii_case_insensitive(true)
            .build(patterns.iter().flat_map(|(_, _, marks)| marks.iter()))
            .ok()?,
        pattern_of: Vec::new(),
    };
    for (index, (what, pattern, marks)) in patterns.into_iter().enumerate() {
        let regex = Regex::new(pattern).ok()?;
        found.all.push(Pattern { what, regex });
        found.pattern_of.extend(marks.iter().map(|_| index));
    }
    Some(found)
});

impl Patterns {
    /// Returns the patterns that may match a text, in their order.
    fn possible(&self, text: &str) -> impl Iterator<Item = &Pattern> {
        let mut possible = vec![false; self.all.len()];
        for mark in self.marks.find_overlapping_iter(text) {
            possible[self.pattern_of[mark.pattern().as_usize()]] = true;
        }
        let all = self.all.iter().zip(possible);
        all.filter_map(|(pattern, possible)| possible.then_some(pattern))
    }
}

fn check(seen: &Seen<'_>) -> Verdict {
    if seen.response.status < 400 || seen.response.body.is_empty() {
        return Verdict::NotApplicable;
    }
    let body = &seen.response.body;
    let text = String::from_utf8_lossy(&body[..body.len().min(LOOKED_AT)]);
    // JSON escapes would hide what is searched for.
    let text = text
        .replace("\\n", "\n")
        .replace("\\\"", "\"")
        .replace("\\/", "/");
    let mut faults: Vec<Fault> = Vec::new();
    for Pattern { what, regex } in PATTERNS.iter().flat_map(|all| all.possible(&text)) {
        let Ok(Some(found)) = regex.find(&text) else {
            continue;
        };
        if is_sent(&seen.exchange.request, found.as_str()) {
            continue;
        }
        let title = format!("an error reveals {what}");
        if faults.iter().all(|fault| fault.title != title) {
            let fault = Fault::new(title)
                .must(
                    expectation::Rule::Body(expectation::Text::Matches(regex.as_str().to_owned()))
                        .not()
                        .when(expectation::Rule::Status(vec![(400, 599)])),
                )
                .expected("an error message for the client, and nothing else");
            faults.push(fault.actual(found.as_str().chars().take(200).collect::<String>()));
        }
    }
    Verdict::of(faults)
}

/// Returns whether the request contains the text: an error may repeat what was sent.
fn is_sent(request: &Request, found: &str) -> bool {
    let target = percent_encoding::percent_decode_str(&request.target).decode_utf8_lossy();
    let body = String::from_utf8_lossy(request.body.as_deref().unwrap_or_default());
    let mut values = request.headers.iter().map(|(_, value)| value.as_str());
    target.contains(found) || body.contains(found) || values.any(|value| value.contains(found))
}

#[cfg(test)]
mod tests {
    use super::{PATTERNS, Pattern};

    /// Returns whether a pattern matches, and asserts that the preselection did not change the
    /// result.
    fn found(text: &str) -> bool {
        let patterns = PATTERNS.as_ref().expect("patterns that compile");
        let is_match = |one: &Pattern| one.regex.is_match(text).unwrap_or(false);
        let found = patterns.possible(text).any(is_match);
        assert_eq!(found, patterns.all.iter().any(is_match), "{text}");
        found
    }

    #[test]
    fn finds_what_is_inside() {
        for text in [
            "at com.example.Offer.read(Offer.java:31)",
            "Traceback (most recent call last)",
            "File \"/srv/app.py\", line 3",
            "    at Object.<anonymous> (/srv/app/index.js:10:5)",
            "goroutine 12 [running]",
            "thread 'main' panicked at src/main.rs:3:5",
            "at A.B.C(String x) in C:\\x.cs:line 4",
            "SQLSTATE[42P01]",
            "SELECT id, name FROM offers WHERE id = 3",
            "INSERT INTO offers (id) VALUES (1)",
            "cannot open /var/lib/service/data.db",
            "C:\\Users\\service\\data.db",
            "postgres://app:secret@db/offers",
            "postgresql://app:secret@db/offers",
            "mongodb+srv://app:secret@db/offers",
            "java.lang.NullPointerException",
            "javax.persistence.RollbackException",
            "org.springframework.dao.DataAccessError",
            "at Object.run (file:///srv/app/index.mts:10:5)",
            "main.go:12 +0x1f",
            "src/main.rs:3:5",
            "System.NullReferenceException",
            "Fatal error: Uncaught Error in /srv/index.php on line 3",
            "#0 /srv/index.php(12): run()",
            "app/models/offer.rb:3:in `read'",
            "ORA-00942: no such table",
            "psql: error",
            "pq: no rows",
            "SQLITE_BUSY",
            "You have an error in your SQL syntax",
            "DUPLICATE KEY VALUE violates unique constraint",
            "unique constraint failed: offers.id",
            "relation offers does not exist",
            "No such table: offers",
            "no such column: id",
            "Update offers SET id = 3",
            "delete from offers where id = 3",
            "-----BEGIN RSA PRIVATE KEY-----",
        ] {
            assert!(found(text), "{text}");
        }
    }

    #[test]
    fn leaves_prose_alone() {
        for text in [
            "select an offer from the list",
            "the update was set aside at 12:00",
            "https://example.com/var/problems/not-found.html",
            "/org/org-1/offer is not there",
            "Thread of messages: none",
            "delete from your account the offer",
            "at /offer/price: must be a number",
        ] {
            assert!(!found(text), "{text}");
        }
    }
}
