//! What a path names: the things on its way.

use spec::model::{Location, Operation};

use crate::parameters::unmarked;
use crate::paths::{below, collection, kind_of, path_of};
use crate::route::Matched;

/// A thing on the way of a path.
#[derive(Debug, Clone)]
pub(crate) struct Step {
    /// The path of its collection.
    pub(crate) collection: String,
    /// The template that its kind is known by.
    pub(crate) template: String,
    /// What names it.
    pub(crate) text: String,
    pub(crate) variable: String,
}

/// What a path names.
#[derive(Debug, Default)]
pub(crate) struct Place {
    /// The path, written in one way.
    pub(crate) path: String,
    /// Its template.
    pub(crate) template: String,
    /// The things that it names, from the outermost.
    pub(crate) chain: Vec<Step>,
    /// Whether it ends in the last of them.
    pub(crate) is_item: bool,
}

/// What a path names.
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

/// The text of a variable without the marks of a style.
fn plain(operation: &Operation, variable: &str, text: &str) -> String {
    let mut all = operation.parameters.iter();
    let parameter = all.find(|one| one.location == Location::Path && one.name == variable);
    parameter.map_or_else(|| text.to_owned(), |one| unmarked(one, text))
}
