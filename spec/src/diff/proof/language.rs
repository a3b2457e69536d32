//! Compares the texts that patterns match.
//!
//! Patterns become automata, and all texts are run through two of them at once. Patterns with
//! look-around or references back are not regular, and prove nothing.

use std::collections::HashSet;

use regex_automata::Anchored;
use regex_automata::dfa::{Automaton, dense};
use regex_automata::util::primitives::StateID;
use regex_automata::util::start;

/// The maximum size of an automaton, in bytes.
const MOST_BYTES: usize = 1 << 19;
/// The maximum number of states that are visited for two patterns.
const MOST_STATES: usize = 4_000;

/// Returns a pattern (ECMA-262) in the syntax of Rust; `None` if it uses what Rust does not have, or
/// reads in another way.
pub(super) fn translated(pattern: &str) -> Option<String> {
    let mut out = String::with_capacity(pattern.len());
    let mut rest = pattern.chars().peekable();
    let mut class = false;
    while let Some(character) = rest.next() {
        match character {
            '\\' => match rest.next()? {
                'd' => out.push_str("[0-9]"),
                'D' => out.push_str("[^0-9]"),
                'w' => out.push_str("[A-Za-z0-9_]"),
                'W' => out.push_str("[^A-Za-z0-9_]"),
                plain @ ('t' | 'n' | 'r' | 'f' | 'v') => out.extend(['\\', plain]),
                // In Rust, these are the edges of words.
                edge @ ('<' | '>') => out.push(edge),
                plain if plain.is_ascii_punctuation() => out.extend(['\\', plain]),
                _ => return None,
            },
            '[' if class => out.push_str("\\["),
            '[' => {
                class = true;
                out.push('[');
                if rest.peek() == Some(&'^') {
                    out.extend(rest.next());
                }
                // An empty class is no class in Rust.
                if rest.peek() == Some(&']') {
                    return None;
                }
            }
            ']' if class => {
                class = false;
                out.push(']');
            }
            // Rust has operations on sets.
            '&' | '~' if class => out.extend(['\\', character]),
            '-' if class && rest.peek() == Some(&'-') => return None,
            '(' if !class => {
                out.push('(');
                if rest.peek() == Some(&'?') {
                    out.extend(rest.next());
                    (rest.next()? == ':').then(|| out.push(':'))?;
                }
            }
            // Rust reads a repetition, and ECMA-262 the text.
            '{' if !class && rest.peek() == Some(&',') => return None,
            '.' if !class => out.push_str("[^\\n\\r\u{2028}\u{2029}]"),
            other => out.push(other),
        }
    }
    Some(out)
}

/// Returns whether every text that matches a pattern certainly matches the other one.
pub(super) fn includes(wide: &str, narrow: &str) -> bool {
    let automaton = |pattern: &str| automaton(&translated(pattern)?);
    match (automaton(wide), automaton(narrow)) {
        (Some(wide), Some(narrow)) => included(&wide, &narrow).unwrap_or(false),
        _ => false,
    }
}

/// Returns whether every text that matches a pattern certainly has a length in characters.
pub(super) fn has_length(pattern: &str, least: usize, most: Option<usize>) -> bool {
    let most = most.map(|most| most.to_string()).unwrap_or_default();
    let wide = automaton(&format!("^(?s:.){{{least},{most}}}$"));
    let narrow = translated(pattern).and_then(|pattern| automaton(&pattern));
    match (wide, narrow) {
        (Some(wide), Some(narrow)) => included(&wide, &narrow).unwrap_or(false),
        _ => false,
    }
}

type Dfa = dense::DFA<Vec<u32>>;

fn automaton(pattern: &str) -> Option<Dfa> {
    let config = dense::Config::new()
        .dfa_size_limit(Some(MOST_BYTES))
        .determinize_size_limit(Some(MOST_BYTES));
    let mut builder = dense::Builder::new();
    builder.configure(config).build(pattern).ok()
}

/// The state of an automaton after a part of a text, and whether that part matches.
type State = (StateID, bool);

fn start(dfa: &Dfa) -> Option<State> {
    let config = start::Config::new().anchored(Anchored::No);
    Some((dfa.start_state(&config).ok()?, false))
}

/// Returns the state after one more byte. Automata recognize a match one byte late.
fn step(dfa: &Dfa, (state, matched): State, byte: u8) -> State {
    let next = dfa.next_state(state, byte);
    (next, matched || dfa.is_match_state(next))
}

/// Returns whether a text matches that ends in a state.
fn matches(dfa: &Dfa, (state, matched): State) -> bool {
    matched || dfa.is_match_state(dfa.next_eoi_state(state))
}

/// Returns whether one automaton matches all texts of the other; `None` if there are too many states.
fn included(wide: &Dfa, narrow: &Dfa) -> Option<bool> {
    // Automata read bytes, and some of them are not part of any text.
    let text = automaton("^(?s:.)*$")?;
    let first = (start(wide)?, start(narrow)?, start(&text)?);
    let mut seen = HashSet::from([first]);
    let mut queue = vec![first];
    while let Some((one, other, valid)) = queue.pop() {
        if seen.len() > MOST_STATES {
            return None;
        }
        if matches(narrow, other) && matches(&text, valid) && !matches(wide, one) {
            return Some(false);
        }
        for byte in 0..=u8::MAX {
            let next = (
                step(wide, one, byte),
                step(narrow, other, byte),
                step(&text, valid, byte),
            );
            let hopeless = text.is_dead_state(next.2.0)
                || narrow.is_dead_state(next.1.0) && !next.1.1
                || next.0.1;
            if !hopeless && seen.insert(next) {
                queue.push(next);
            }
        }
    }
    Some(true)
}
