//! Changes texts whose grammar is not known, with words of the grammar.

use fastrand::Rng;

/// The maximum size of a changed input, in bytes.
const MOST_BYTES: usize = 8 << 10;

/// Changes a text in a few places: inserts words, repeats, moves or removes parts, and copies parts
/// of another text.
pub(super) fn splice(one: &[u8], other: &[u8], words: &[&str], rng: &mut Rng) -> Vec<u8> {
    let mut text = one.to_vec();
    for _ in 0..rng.usize(1..6) {
        let at = place(&text, rng);
        match rng.u8(0..10) {
            0..4 => {
                let word = rng.choice(words).expect("there are words");
                text.splice(at..at, word.bytes());
            }
            4 => {
                let end = text.len().min(at + rng.usize(0..24));
                text.drain(at..end);
            }
            5 => {
                let part = part(one, rng).repeat(rng.usize(1..4));
                text.splice(at..at, part);
            }
            6 => {
                let part = part(other, rng).to_vec();
                text.splice(at..at, part);
            }
            7 => {
                // One line instead of another.
                let part = line(if rng.bool() { one } else { other }, rng).to_vec();
                let rest = text[at..].iter().position(|byte| *byte == b'\n');
                let end = rest.map_or(text.len(), |length| at + length);
                text.splice(at..end, part);
            }
            8 if at < text.len() => text[at] = rng.u8(..),
            _ => {
                let word = rng.choice(words).expect("there are words");
                let end = text.len().min(at + word.len());
                text.splice(at..end, word.bytes());
            }
        }
    }
    text.truncate(MOST_BYTES);
    text
}

/// Returns a place in a text, usually where a line begins.
fn place(text: &[u8], rng: &mut Rng) -> usize {
    let at = rng.usize(0..=text.len());
    if rng.u8(0..3) == 0 {
        return at;
    }
    let line = text[..at].iter().rposition(|byte| *byte == b'\n');
    line.map_or(0, |end| end + 1)
}

fn part<'t>(text: &'t [u8], rng: &mut Rng) -> &'t [u8] {
    let start = rng.usize(0..=text.len());
    let end = text.len().min(start + rng.usize(0..64));
    &text[start..end]
}

fn line<'t>(text: &'t [u8], rng: &mut Rng) -> &'t [u8] {
    let lines: Vec<_> = text.split(|byte| *byte == b'\n').collect();
    rng.choice(lines).unwrap_or_default()
}

/// Changes random bytes.
pub(super) fn bytes(input: &[u8], rng: &mut Rng) -> Vec<u8> {
    let mut changed = input.to_vec();
    for _ in 0..rng.usize(1..8) {
        let at = rng.usize(0..=changed.len());
        match rng.u8(0..3) {
            0 => changed.insert(at, rng.u8(..)),
            1 => drop(changed.drain(at..changed.len().min(at + rng.usize(0..8)))),
            _ => {
                let copied = input[rng.usize(0..=input.len())..].iter().copied().take(16);
                changed.splice(at..at, copied);
            }
        }
    }
    changed
}
