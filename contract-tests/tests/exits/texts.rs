//! Hostile texts, drawn from a seed.

use std::sync::{Arc, Mutex, PoisonError};

/// Characters that control a terminal, reorder text, are invisible, or are no characters.
pub(crate) const CHARACTERS: &str = "\u{0}\u{7}\u{8}\r\u{1b}\u{7f}\u{85}\u{90}\u{9b}\u{9d}\u{ad}\u{34f}\u{61c}\u{115f}\
    \u{17b4}\u{17b5}\u{180b}\u{180e}\u{200b}\u{200d}\u{200e}\u{200f}\u{2028}\u{2029}\
    \u{202a}\u{202e}\u{2060}\u{2066}\u{2069}\u{2800}\u{3164}\u{e000}\u{fdd0}\u{fe00}\
    \u{fe0f}\u{feff}\u{ffa0}\u{fff9}\u{fffb}\u{fffe}\u{ffff}\u{110bd}\u{13430}\u{1bca0}\
    \u{1d173}\u{1fffe}\u{e0001}\u{e0041}\u{e007f}\u{e0100}\u{f0000}\u{10ffff}";

/// What gives some of them a meaning: a title, a link or a color of the terminal.
const TAILS: &[&str] = &[
    "",
    "[31m",
    "]0;title\u{7}",
    "]8;;http://a.example\u{7}",
    "2J",
];

/// A source of texts.
#[derive(Debug, Clone)]
pub(crate) struct Texts(Arc<Mutex<u64>>);

impl Texts {
    pub(crate) fn new(seed: u64) -> Self {
        Self(Arc::new(Mutex::new(seed)))
    }

    /// Returns a random number below another (`SplitMix64`).
    pub(crate) fn below(&self, end: usize) -> usize {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = *state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        usize::try_from(mixed % u64::try_from(end).expect("it fits")).expect("it fits")
    }

    /// Returns the next text.
    pub(crate) fn next(&self) -> String {
        self.among(|_| true)
    }

    /// Returns a text that can be an argument of a program.
    pub(crate) fn argument(&self) -> String {
        self.among(|character| character != '\0')
    }

    fn among(&self, allowed: impl Fn(char) -> bool) -> String {
        let all: Vec<char> = CHARACTERS.chars().collect();
        let mut text = String::from("a");
        for _ in 0..3 {
            let character = all[self.below(all.len())];
            if allowed(character) {
                text.push(character);
                text += TAILS[self.below(TAILS.len())];
            }
            text.push('b');
        }
        text
    }
}
