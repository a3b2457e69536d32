//! Creates identifiers for any language: case, collisions. The languages know their keywords.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

pub(crate) use spec::words::words;
use spec::words::{LONGEST, spelt};

/// The case of a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Case {
    /// `OfferStatus`.
    Pascal,
    /// `offerStatus`.
    Camel,
    /// `offer_status`.
    Snake,
    /// `OFFER_STATUS`.
    Constant,
}

/// Converts a name to a case, with only ASCII letters, digits and `_`. Other characters become
/// their code points, so that names that only look alike stay distinct.
pub(crate) fn convert(name: &str, case: Case) -> String {
    let mut words = words(name, LONGEST);
    if words.is_empty() {
        words = signs(name);
    }
    let mut converted: String = match case {
        Case::Pascal => words.iter().map(|word| capitalize(word)).collect(),
        Case::Camel => {
            let rest = words.iter().skip(1).map(|word| capitalize(word));
            words.iter().take(1).cloned().chain(rest).collect()
        }
        Case::Snake => words.join("_"),
        Case::Constant => words.join("_").to_ascii_uppercase(),
    };
    let first = converted.chars().next();
    if first.is_none_or(|first| first.is_ascii_digit()) {
        let prefix = match case {
            Case::Snake | Case::Camel => "n",
            Case::Pascal | Case::Constant => "N",
        };
        converted.insert_str(0, prefix);
    }
    converted
}

/// Spells out a name that consists only of separators.
fn signs(name: &str) -> Vec<String> {
    const MOST: usize = LONGEST / 8;
    let spelt = name.chars().take(MOST).map(|character| match character {
        '-' => "minus".to_owned(),
        '_' => "underscore".to_owned(),
        '/' => "slash".to_owned(),
        '\\' => "backslash".to_owned(),
        '.' => "dot".to_owned(),
        ',' => "comma".to_owned(),
        ':' => "colon".to_owned(),
        ';' => "semicolon".to_owned(),
        '\'' | '"' => "quote".to_owned(),
        '?' => "question".to_owned(),
        ' ' => "space".to_owned(),
        other => format!("u{:x}", other as u32),
    });
    let mut bytes = 0;
    let short = spelt.take_while(|word| {
        bytes += word.len() + 1;
        bytes <= self::spelt(LONGEST)
    });
    let short: Vec<_> = short.collect();
    if short.is_empty() {
        vec!["empty".to_owned()]
    } else {
        short
    }
}

/// Returns a word with a capital letter. Two camel-case names stay distinct, unless they differ in
/// case only.
pub(crate) fn capitalize(word: &str) -> String {
    let mut characters = word.chars();
    let first = characters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(characters).collect()
}

/// A scope of names: no two are the same, even on a file system that ignores case.
#[derive(Debug, Clone)]
pub(crate) struct Scope {
    case: Case,
    /// The names of the enclosing scope.
    around: Arc<HashSet<String>>,
    taken: HashSet<String>,
    /// The next number for names that occur many times.
    numbers: HashMap<String, u64>,
}

impl Scope {
    /// Creates an empty scope with reserved names.
    pub(crate) fn new(case: Case, reserved: &[&str]) -> Self {
        let taken = reserved.iter().map(|name| name.to_ascii_lowercase());
        Self {
            case,
            around: Arc::default(),
            taken: taken.collect(),
            numbers: HashMap::new(),
        }
    }

    /// Makes room for many names, so that it does not have to grow.
    pub(crate) fn expecting(mut self, names: usize) -> Self {
        self.taken.reserve(names);
        self
    }

    /// Creates an empty scope inside another one, which has these names in lower case.
    pub(crate) fn within(case: Case, around: &Arc<HashSet<String>>) -> Self {
        Self {
            around: Arc::clone(around),
            ..Self::new(case, &[])
        }
    }

    /// Returns an unused name for `name`: converted, and numbered if necessary.
    pub(crate) fn claim(&mut self, name: &str) -> String {
        self.claim_or(name, "")
    }

    /// Returns an unused name; `suffix` is tried before numbers.
    pub(crate) fn claim_or(&mut self, name: &str, suffix: &str) -> String {
        let converted = convert(name, self.case);
        self.claim_converted(converted, name, suffix)
    }

    fn claim_converted(&mut self, converted: String, name: &str, suffix: &str) -> String {
        if self.insert(&converted) {
            return converted;
        }
        let suffixed = convert(&format!("{name} {suffix}"), self.case);
        if self.insert(&suffixed) {
            return suffixed;
        }
        let joined = matches!(self.case, Case::Pascal | Case::Camel);
        let separator = if joined { "" } else { "_" };
        self.numbered(&format!("{converted}{separator}"))
    }

    /// Returns the first of some names that is unused, or an unused name for the last of them.
    pub(crate) fn claim_first(&mut self, names: [&str; 2], suffix: &str) -> String {
        let [first, last] = names;
        let converted = convert(first, self.case);
        if self.insert(&converted) {
            return converted;
        }
        self.claim_or(last, suffix)
    }

    /// Returns an unused name; a reserved word gets `mark` as its suffix, unless that is empty.
    pub(crate) fn claim_marked(
        &mut self,
        name: &str,
        suffix: &str,
        taken: &[&str],
        mark: &str,
    ) -> String {
        let converted = convert(name, self.case);
        if !mark.is_empty() && taken.contains(&converted.as_str()) {
            return self.claim_derived(&converted, mark);
        }
        self.claim_converted(converted, name, suffix)
    }

    /// Returns an unused name that consists of an assigned one and an ending.
    pub(crate) fn claim_derived(&mut self, name: &str, ending: &str) -> String {
        let derived = format!("{name}{ending}");
        if self.insert(&derived) {
            return derived;
        }
        self.numbered(&derived)
    }

    /// Returns an unused name that consists of an assigned one and a word.
    pub(crate) fn claim_with(&mut self, name: &str, word: &str) -> String {
        let ending = match self.case {
            Case::Pascal | Case::Camel => convert(word, Case::Pascal),
            Case::Snake | Case::Constant => format!("_{}", convert(word, self.case)),
        };
        self.claim_derived(name, &ending)
    }

    fn insert(&mut self, name: &str) -> bool {
        let name = name.to_ascii_lowercase();
        !self.around.contains(&name) && self.taken.insert(name)
    }

    /// Returns the first unused name with a number. Numbers are not tried twice, since thousands of
    /// names can be the same, such as those of symbols.
    fn numbered(&mut self, stem: &str) -> String {
        let key = stem.to_ascii_lowercase();
        let mut number = self.numbers.get(&key).copied().unwrap_or(2);
        let mut name = format!("{stem}{number}");
        while !self.insert(&name) {
            number += 1;
            name = format!("{stem}{number}");
        }
        self.numbers.insert(key, number + 1);
        name
    }

    /// Returns a name that is unused, also in combination with each of `endings`; `suffix` is tried
    /// before numbers.
    pub(crate) fn claim_family(&mut self, name: &str, suffix: &str, endings: &[&str]) -> String {
        let converted = convert(name, self.case);
        // Numbers are not tried twice, as in `numbered`; families are counted separately.
        let key = format!("{} {}", converted.to_ascii_lowercase(), endings.join(" "));
        let mut number = self.numbers.get(&key).copied().unwrap_or(0);
        loop {
            let candidate = match number {
                0 => converted.clone(),
                1 => convert(&format!("{name} {suffix}"), self.case),
                number => format!("{converted}{number}"),
            };
            number += 1;
            let ended = endings.iter().map(|ending| format!("{candidate}{ending}"));
            let family: Vec<_> = std::iter::once(candidate.clone())
                .chain(ended)
                .map(|name| name.to_ascii_lowercase())
                .collect();
            let is_free = |name| !self.around.contains(name) && !self.taken.contains(name);
            if family.iter().all(is_free) {
                self.taken.extend(family);
                self.numbers.insert(key, number);
                return candidate;
            }
        }
    }
}
