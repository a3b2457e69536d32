//! Counts tests from the output of test runners.

/// How many tests passed, failed and were skipped.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct Count {
    pub(super) passed: usize,
    pub(super) failed: usize,
    pub(super) ignored: usize,
}

impl Count {
    /// Counts a step itself as a test.
    pub(super) fn of_step(passed: bool) -> Self {
        Self {
            passed: usize::from(passed),
            ..Self::default()
        }
    }

    /// Adds the tests of another step.
    pub(super) const fn append(&mut self, other: &Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.ignored += other.ignored;
    }

    /// Adds the numbers in a line of output, if it is a runner's last line.
    pub(super) fn add(&mut self, line: &str) {
        for (number, kind) in parts(line.trim()) {
            match kind {
                "passed" => self.passed += number,
                "failed" => self.failed += number,
                _ => self.ignored += number,
            }
        }
    }
}

/// Returns the numbers in the last line of a test runner:
///
/// - Rust: `test result: ok. 5 passed; 0 failed; 1 ignored; …`
/// - pytest: `5 passed, 1 skipped in 0.42s`
/// - Node.js: `# pass 5`, `# fail 0`, `# skipped 1`, with `ℹ` in place of `#` on a terminal
/// - Maven: `Tests run: 6, Failures: 0, Errors: 0, Skipped: 1`
fn parts(line: &str) -> Vec<(usize, &'static str)> {
    if let Some(result) = line.strip_prefix("test result: ") {
        return counted(result, &[';', '.']);
    }
    if let Some(counter) = line.strip_prefix("# ").or(line.strip_prefix("ℹ ")) {
        let mut words = counter.split_whitespace();
        let kind = match words.next() {
            Some("pass") => "passed",
            Some("fail") => "failed",
            Some("skipped") => "ignored",
            _ => return Vec::new(),
        };
        let number = words.next().and_then(|word| word.parse().ok());
        return number.map(|number| (number, kind)).into_iter().collect();
    }
    if line.starts_with("Tests run: ") {
        return maven(line);
    }
    match line.trim_matches('=').trim().rsplit_once(" in ") {
        Some((result, time)) if time.contains('s') => counted(result, &[',']),
        _ => Vec::new(),
    }
}

/// `5 passed; 1 ignored`
fn counted(text: &str, separators: &[char]) -> Vec<(usize, &'static str)> {
    let parts = text.split(separators).filter_map(|part| {
        let mut words = part.split_whitespace();
        let number = words.next()?.parse().ok()?;
        let kind = match words.next()? {
            "passed" => "passed",
            "failed" | "errors" | "error" => "failed",
            "ignored" | "skipped" => "ignored",
            _ => return None,
        };
        Some((number, kind))
    });
    parts.collect()
}

/// Parses a Maven line. Only the one for all classes counts, which has nothing after its numbers.
fn maven(line: &str) -> Vec<(usize, &'static str)> {
    let numbers: Option<Vec<usize>> = line
        .split(", ")
        .map(|part| part.split_once(": ")?.1.parse().ok())
        .collect();
    match numbers.as_deref() {
        Some([all, failures, errors, skipped]) => {
            let failed = failures + errors;
            let passed = all.saturating_sub(failed + skipped);
            vec![
                (passed, "passed"),
                (failed, "failed"),
                (*skipped, "ignored"),
            ]
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::Count;

    #[test]
    fn closing_lines_are_counted() {
        let cases = [
            (
                "test result: ok. 5 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out",
                (5, 0, 1),
            ),
            (
                "========= 5 passed, 2 failed, 1 skipped in 0.42s =========",
                (5, 2, 1),
            ),
            ("12 passed in 3.1s", (12, 0, 0)),
            ("# pass 7", (7, 0, 0)),
            ("ℹ fail 2", (0, 2, 0)),
            (
                "Tests run: 6, Failures: 1, Errors: 1, Skipped: 1",
                (3, 2, 1),
            ),
            (
                "Tests run: 6, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.1 s",
                (0, 0, 0),
            ),
            ("5 of them passed in silence", (0, 0, 0)),
        ];
        for (line, expected) in cases {
            let mut count = Count::default();
            count.add(line);
            assert_eq!(
                (count.passed, count.failed, count.ignored),
                expected,
                "{line}"
            );
        }
    }
}
