//! What a value of a request names or demands, by its name.

use super::vocabulary::{
    BENIGN, HARMFUL_FLAGS, ID_WORDS, KEYS, PLACES, RELATIONS, SHOWING, WHOLE_RELATIONS,
    is_exclusive, is_natural_key,
};
use super::{Named, Part};
use crate::guard::words::{names_everything, tokens};

/// What a scalar names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::guard) enum Meaning {
    /// The id of the item that the body describes.
    OwnId,
    /// A name or key of that item.
    OwnKey,
    /// The id of an item whose kind has a name with these words; without words, of any kind.
    Other(Vec<String>),
    /// No item.
    Nothing,
}

impl Named {
    pub(in crate::guard) fn plain(name: &str, text: &str, part: Part) -> Self {
        Self {
            pointer: String::new(),
            name: name.to_owned(),
            words: tokens(name),
            within: None,
            text: text.to_owned(),
            depth: 0,
            part,
            is_flag: false,
        }
    }

    /// Decides what a scalar names, by its name alone. `own` are the names of the item's id.
    pub(in crate::guard) fn meaning(&self, own: &[&str]) -> Meaning {
        let words = &self.words;
        let is_id = self.is_id();
        if self.is_flag {
            return Meaning::Nothing;
        }
        if self.part == Part::Content && self.depth == 0 {
            if own.contains(&self.name.as_str())
                || matches!(self.name.as_str(), "id" | "_id" | "uuid" | "ID" | "Id")
            {
                return Meaning::OwnId;
            }
            if KEYS.contains(&self.name.to_lowercase().as_str()) {
                return Meaning::OwnKey;
            }
        }
        let stem: Vec<String> = if is_id {
            words[..words.len() - 1].to_vec()
        } else {
            words.clone()
        };
        match &self.within {
            // `{"product": {"id": 7}}` and `{"items": [{"id": 7}]}`
            Some(within) if is_id && stem.is_empty() => Meaning::Other(tokens(within)),
            _ if !is_id && stem.is_empty() => Meaning::Nothing,
            _ => Meaning::Other(stem),
        }
    }

    /// Returns whether it is the id of an object within the item.
    pub(in crate::guard) fn is_id_of_object(&self) -> bool {
        self.part == Part::Content
            && self.depth > 0
            && matches!(self.name.as_str(), "id" | "_id" | "uuid")
    }

    /// Returns whether it may be a key that people choose for the item.
    pub(in crate::guard) fn is_natural_key(&self) -> bool {
        let is_own = self.part == Part::Content && self.depth == 0 && !self.is_flag;
        is_own && is_natural_key(&self.words)
    }

    /// Returns whether its name says that it is an id, but not of what.
    pub(in crate::guard) fn is_plain_id(&self) -> bool {
        self.part != Part::Field && self.words.len() == 1 && self.is_id()
    }

    /// Returns whether its name says that it refers to another item.
    pub(in crate::guard) fn is_relation(&self) -> bool {
        let words = &self.words;
        let relates = match words.as_slice() {
            [word] if WHOLE_RELATIONS.contains(&word.as_str()) => true,
            words => words.iter().any(|word| RELATIONS.contains(&word.as_str())),
        };
        self.part != Part::Field && !self.is_flag && relates
    }

    /// Returns whether it orders its item among others.
    pub(in crate::guard) fn is_place(&self) -> bool {
        let words = &self.words;
        let last = words.last().map_or("", String::as_str);
        self.part != Part::Field && PLACES.contains(&last) && self.text.parse::<f64>().is_ok()
    }

    /// Returns whether it makes a request do more than its operation says: `?replaceExisting=true`,
    /// `?mode=overwrite`.
    pub(in crate::guard) fn is_harmful_flag(&self) -> bool {
        let harms = |words: &[String]| {
            let first = words.first().map_or("", String::as_str);
            HARMFUL_FLAGS.contains(&first)
        };
        let words = &self.words;
        match self.part {
            Part::Field => false,
            Part::Content => self.is_flag && self.text == "true" && harms(words),
            Part::Query => {
                let value = tokens(&self.text);
                (self.is_on() && is_switch(&self.text) && harms(words))
                    || (value.len() == 1 && harms(&value) && !self.is_shown())
            }
        }
    }

    /// Returns whether it may select further items, in the query of a request that deletes one.
    pub(in crate::guard) fn may_select(&self) -> bool {
        let words = &self.words;
        let is_benign = words.iter().any(|word| BENIGN.contains(&word.as_str()));
        let is_off = matches!(
            self.text.to_lowercase().as_str(),
            "" | "false" | "no" | "off"
        );
        self.part == Part::Query && !is_off && !is_benign && !self.is_shown()
    }

    fn is_on(&self) -> bool {
        !matches!(
            self.text.to_lowercase().as_str(),
            "" | "0" | "false" | "no" | "off"
        )
    }

    fn is_shown(&self) -> bool {
        let words = &self.words;
        words.iter().any(|word| SHOWING.contains(&word.as_str()))
    }

    /// Returns whether it makes a request on one item work on all of them: `?all=true`,
    /// `?scope=all`.
    pub(in crate::guard) fn reaches_all(&self) -> bool {
        let words = &self.words;
        match self.part {
            Part::Field => false,
            Part::Query if self.is_shown() => false,
            Part::Query => {
                let value = tokens(&self.text);
                self.is_on()
                    && (names_everything(words) || self.text == "*" || names_everything(&value))
            }
            Part::Content => self.is_flag && self.is_on() && names_everything(words),
        }
    }

    /// Returns whether it makes its item the only one of its kind, instead of another.
    pub(in crate::guard) fn is_exclusive(&self) -> bool {
        let is_on = self.is_flag || self.part == Part::Query;
        is_exclusive(&self.words) && is_on && matches!(self.text.as_str(), "true" | "1")
    }

    /// Returns whether its name says that it is an id of anything.
    pub(in crate::guard) fn is_id(&self) -> bool {
        let last = self.words.last();
        last.is_some_and(|last| ID_WORDS.contains(&last.as_str()))
    }
}

/// Returns whether the text of a query parameter is a switch.
fn is_switch(text: &str) -> bool {
    matches!(text.to_lowercase().as_str(), "1" | "true" | "yes" | "on")
}
