//! How many tests ran, by what their runners say.

/// How many tests ran.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct Count {
    pub(super) passed: usize,
    pub(super) failed: usize,
    pub(super) ignored: usize,
}

impl Count {
    /// Adds what a closing line of Rust's test runner says:
    /// `test result: ok. 5 passed; 0 failed; 1 ignored; …`.
    pub(super) fn add(&mut self, line: &str) {
        let Some(result) = line.strip_prefix("test result: ") else {
            return;
        };
        for part in result.split([';', '.']) {
            let mut words = part.split_whitespace();
            let number = words.next().and_then(|word| word.parse::<usize>().ok());
            match (number, words.next()) {
                (Some(number), Some("passed")) => self.passed += number,
                (Some(number), Some("failed")) => self.failed += number,
                (Some(number), Some("ignored")) => self.ignored += number,
                _ => {}
            }
        }
    }
}
