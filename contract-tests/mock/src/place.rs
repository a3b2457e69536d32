//! Finds the items that a path names.

use spec::model::{Location, Operation};

use crate::parameters::unmarked;
use crate::paths::{below, collection, kind_of, path_of};
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
    let templates: Vec<&str> = path_of(&operation.path).split('/').collect();
    let mut place = Place::default();
    for (index, segment) in matched.segments.iter().enumerate().skip(1) {
        let own = templates.get(index).copied().unwrap_or_default();
        let template = templates.get(..=index).unwrap_or_default().join("/");
        let mut whole = segment.text.clone();
        let mut path = if segment.is_variable {
            place.path.clone()
        } else {
            below(&place.path, own)
        };
        for (variable, text) in &segment.variables {
            let text = plain(operation, variable, text);
            place.chain.push(Step {
                collection: collection(&path, variable),
                template: kind_of(&template, variable),
                text: text.clone(),
                variable: variable.clone(),
            });
            path = below(&path, &text);
            if segment.is_variable {
                whole = text;
            }
        }
        place.path = below(&place.path, &whole);
        place.template = template;
        place.is_item = segment.is_variable;
    }
    place
}

/// Returns the text of a variable without the punctuation of its style.
fn plain(operation: &Operation, variable: &str, text: &str) -> String {
    let mut all = operation.parameters.iter();
    let parameter = all.find(|one| one.location == Location::Path && one.name == variable);
    parameter.map_or_else(|| text.to_owned(), |one| unmarked(one, text))
}
