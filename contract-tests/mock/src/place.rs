//! Finds the items that a path names.

use spec::model::{Location, Operation};

use crate::parameters::unmarked;
use crate::paths::{collection, go_below, kind_of, levels, path_of};
use crate::route::Matched;

/// An item on a path.
#[derive(Debug, Clone)]
pub(crate) struct Step {
    /// The path of its collection.
    pub(crate) collection: String,
    /// The template that identifies its kind.
    pub(crate) template: String,
    /// The id of the item.
    pub(crate) text: String,
    pub(crate) variable: String,
}

/// What a path names.
#[derive(Debug, Default)]
pub(crate) struct Place {
    /// The path in normal form.
    pub(crate) path: String,
    /// The path template.
    pub(crate) template: String,
    /// The items that it names, outermost first.
    pub(crate) chain: Vec<Step>,
    /// Whether the path ends in the last of them.
    pub(crate) is_item: bool,
}

/// Returns what a path names.
pub(crate) fn place(matched: &Matched<'_>, operation: &Operation) -> Place {
    let mut place = Place {
        template: path_of(&operation.path).to_owned(),
        ..Place::default()
    };
    let mut segments = matched.segments.iter().skip(1);
    for (level, segment) in levels(&operation.path).skip(1).zip(segments.by_ref()) {
        let mut whole = segment.text.clone();
        let mut path = place.path.clone();
        if !segment.is_variable {
            go_below(&mut path, level.segment);
        }
        for (variable, text) in &segment.variables {
            let text = plain(operation, variable, text);
            place.chain.push(Step {
                collection: collection(&path, variable),
                template: kind_of(level.template, variable),
                text: text.clone(),
                variable: variable.clone(),
            });
            go_below(&mut path, &text);
            if segment.is_variable {
                whole = text;
            }
        }
        go_below(&mut place.path, &whole);
        place.is_item = segment.is_variable;
    }
    for segment in segments {
        go_below(&mut place.path, &segment.text);
        place.is_item = false;
    }
    place
}

/// Returns the text of a variable without the punctuation of its style.
fn plain(operation: &Operation, variable: &str, text: &str) -> String {
    let mut all = operation.parameters.iter();
    let parameter = all.find(|one| one.location == Location::Path && one.name == variable);
    parameter.map_or_else(|| text.to_owned(), |one| unmarked(one, text))
}
