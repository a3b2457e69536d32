//! ERR-03: errors tell nothing of what is inside.

use std::sync::LazyLock;

use fancy_regex::Regex;

use crate::check::{Check, Fault, Judgement, Run, Seen};
use crate::exchange::Request;

/// The check.
pub static CHECK: Check = Check {
    id: "errors-reveal-nothing",
    requirement: "ERR-03",
    strength: None,
    about: "Errors have no stack traces, no SQL, no paths of files and no secrets.",
    run: Run::Exchange(judge),
};

/// How many bytes of a body are looked at.
const LOOKED_AT: usize = 64 * 1024;

/// What gives what away. Each needs the marks that only the thing itself has, not a word of prose.
static PATTERNS: LazyLock<Vec<(&'static str, Regex)>> = LazyLock::new(|| {
    let patterns = [
        (
            "a stack trace (Java)",
            r"\bat [\w$.]+\([\w$]+\.(?:java|kt|scala):\d+\)",
        ),
        (
            "a stack trace (Java)",
            r"\b(?:java|javax|org\.springframework)\.[\w.]+(?:Exception|Error)\b",
        ),
        (
            "a stack trace (Python)",
            r#"Traceback \(most recent call last\)|File "[^"\n]+\.py", line \d+"#,
        ),
        (
            "a stack trace (Node.js)",
            r"\bat (?:[\w$.<>\[\] ]+ )?\(?(?:file://|node:|/|[A-Z]:\\)[^\s()]+\.[cm]?[jt]s:\d+:\d+",
        ),
        (
            "a stack trace (Go)",
            r"\bgoroutine \d+ \[|\b[\w/.-]+\.go:\d+ \+0x[0-9a-f]+",
        ),
        (
            "a stack trace (Rust)",
            r"thread '[^']+' panicked at|\b[\w/.-]+\.rs:\d+:\d+",
        ),
        (
            "a stack trace (.NET)",
            r"\bat [\w.]+\([^)]*\) in [^\s]+\.cs:line \d+|\bSystem\.\w+Exception\b",
        ),
        (
            "a stack trace (PHP)",
            r"(?:Fatal error|Warning|Notice): .+ in /?\S+\.php on line \d+|#0 /\S+\.php\(\d+\)",
        ),
        ("a stack trace (Ruby)", r"\b\S+\.rb:\d+:in [`']"),
        (
            "an error of a database",
            r"\bSQLSTATE\[?|\bORA-\d{5}\b|\bpsql:|\bpq: |\bSQLITE_[A-Z]+\b|You have an error in your SQL syntax",
        ),
        (
            "an error of a database",
            r"(?i)duplicate key value violates unique constraint|UNIQUE constraint failed: |relation \S+ does not exist|no such (?:table|column): ",
        ),
        (
            "SQL",
            r"(?i)\bselect\s.{1,200}?\sfrom\s+\S+\s+(?:where|limit|order by|join)\b|\binsert\s+into\s+\S+\s*\(|\bupdate\s+\S+\s+set\s+\S+\s*=|\bdelete\s+from\s+\S+\s+where\b",
        ),
        (
            "the path of a file",
            r"(?<![\w:/.])/(?:home|root|usr|var|opt|etc|srv|tmp|app|build|workspace)/[\w.-]+(?:/[\w.-]+)*\.\w{1,5}\b",
        ),
        (
            "the path of a file",
            r"\b[A-Z]:\\(?:\\?[\w .-]+\\)+[\w .-]+",
        ),
        ("a private key", r"-----BEGIN [A-Z ]*PRIVATE KEY-----"),
        (
            "the address of a database",
            r"\b(?:postgres(?:ql)?|mysql|mongodb(?:\+srv)?|redis|amqp)://[^\s:@]+:[^\s@]+@",
        ),
    ];
    let all = patterns.into_iter();
    all.filter_map(|(what, pattern)| Some((what, Regex::new(pattern).ok()?)))
        .collect()
});

fn judge(seen: &Seen<'_>) -> Judgement {
    if seen.response.status < 400 || seen.response.body.is_empty() {
        return Judgement::NotApplicable;
    }
    let body = &seen.response.body;
    let text = String::from_utf8_lossy(&body[..body.len().min(LOOKED_AT)]);
    // Escapes of JSON stand between the marks of what is looked for.
    let text = text
        .replace("\\n", "\n")
        .replace("\\\"", "\"")
        .replace("\\/", "/");
    let mut faults: Vec<Fault> = Vec::new();
    for (what, pattern) in PATTERNS.iter() {
        let Ok(Some(found)) = pattern.find(&text) else {
            continue;
        };
        if is_sent(&seen.exchange.request, found.as_str()) {
            continue;
        }
        let title = format!("an error reveals {what}");
        if faults.iter().all(|fault| fault.title != title) {
            let fault = Fault::new(title).expected("an error that tells what the client did");
            faults.push(fault.actual(found.as_str().chars().take(200).collect::<String>()));
        }
    }
    Judgement::of(faults)
}

/// Whether the request itself has the text: an error may repeat what was sent.
fn is_sent(request: &Request, found: &str) -> bool {
    let target = percent_encoding::percent_decode_str(&request.target).decode_utf8_lossy();
    let body = String::from_utf8_lossy(request.body.as_deref().unwrap_or_default());
    let mut values = request.headers.iter().map(|(_, value)| value.as_str());
    target.contains(found) || body.contains(found) || values.any(|value| value.contains(found))
}

#[cfg(test)]
mod tests {
    use super::PATTERNS;

    fn found(text: &str) -> bool {
        PATTERNS
            .iter()
            .any(|(_, one)| one.is_match(text).unwrap_or(false))
    }

    #[test]
    fn every_pattern_compiles() {
        assert_eq!(PATTERNS.len(), 16);
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
