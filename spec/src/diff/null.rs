//! Compares whether `null` is valid.

use super::once::Once;
use super::place::Way;
use super::proof::At;
use super::rules::rule;
use super::schema::{Compared, Effect, Pair};
use super::{Comparison, Level};
use crate::model::{Api, Kind, SchemaId};

impl Comparison<'_> {
    /// Returns whether `null` is valid on either side. If the written schemas do not decide it, the
    /// types do. In responses, clients do not check how many members of `oneOf` match.
    pub(super) fn null(&self, pair: &Pair, by_type: (bool, bool)) -> (bool, bool) {
        let proof = self.proof(pair.side.way);
        let valid = |api: &Api, id: SchemaId, newer: bool, by_type: bool| {
            let written = api.schema(id).written;
            let null = written.and_then(|id| proof.null(At { newer, id }, 0));
            // If the list is open, a response may be `null` whenever the type allows it.
            let kind = &api.schema(api.resolve(id)).kind;
            let open = matches!(kind, Kind::Enumeration(list) if list.extensible);
            let null = null.filter(|_| !open || pair.side.way == Way::Request);
            null.unwrap_or(by_type)
        };
        let old = valid(self.old, pair.old, false, by_type.0);
        let new = valid(self.new, pair.new, true, by_type.1);
        match pair.side.way {
            Way::Request => (old, new),
            // The types leave out `null` behind `allOf`, which the written schemas show.
            Way::Response => (by_type.0 || old, by_type.0 && by_type.1 || new),
        }
    }

    /// Compares whether a list has `null`. Types stay the same.
    fn listed_null(&mut self, compared: &Compared<'_>) {
        let old = is_unlisted(self.old, compared.old_id);
        let new = is_unlisted(self.new, compared.new_id);
        let (rule, way, text) = match (old, new) {
            (true, false) => (
                rule!("became-nullable"),
                Way::Response,
                "`null` is valid now beyond doubt: the list of values had left it out",
            ),
            (false, true) => (
                rule!("became-not-nullable"),
                Way::Request,
                "`null` may be invalid now: the list of values leaves it out",
            ),
            _ => return,
        };
        let breaks = compared.side.way == way && self.text.is_none();
        let level = if breaks { Level::Warning } else { Level::Info };
        let change = self.note(compared, rule.on(compared.side), level, text);
        change.retypes = false;
    }

    pub(super) fn nullable(&mut self, compared: &Compared<'_>, (old, new): (bool, bool)) {
        let (rule, effect, text) = match (old, new) {
            (false, true) => (rule!("became-nullable"), Effect::Wider, "may be null now"),
            (true, false) => (
                rule!("became-not-nullable"),
                Effect::Narrower,
                "can no longer be null",
            ),
            (true, true) => return self.listed_null(compared),
            (false, false) => return,
        };
        let level = effect.level(compared.side.way);
        // Strictly, such a schema does not allow `null` (OpenAPI 3.0.3 §4.7.24), but many services
        // mean it to.
        let unlisted = (
            is_unlisted(self.old, compared.old_id),
            is_unlisted(self.new, compared.new_id),
        );
        let level = match (unlisted, effect) {
            ((true, _), Effect::Narrower) | ((_, true), Effect::Wider) => level.min(Level::Warning),
            _ => level,
        };
        // A query or header field cannot express `null`.
        let level = if self.text.is_some() {
            level.min(Level::Warning)
        } else {
            level
        };
        self.note(compared, rule.on(compared.side), level, text);
    }
}

/// Returns whether a schema is `nullable`, and lists values without `null`.
fn is_unlisted(api: &Api, id: SchemaId) -> bool {
    let written = api.schema(id).written;
    written.is_some_and(|id| api.written.is_null_unlisted(id))
}

/// The schemas of a description whose types allow `null`, by the depth of the search.
pub(super) type Nullable = Once<(SchemaId, u8), bool>;

/// Returns whether the types allow `null`, in the schema itself or in a member of its union.
pub(super) fn is_nullable(api: &Api, id: SchemaId, depth: u8, known: &Nullable) -> bool {
    const DEEPEST: u8 = 4;
    let schema = api.schema(id);
    let own = schema.nullable || matches!(schema.kind, Kind::Null | Kind::Any);
    let Kind::Union(union) = &schema.kind else {
        return own;
    };
    if own || depth >= DEEPEST {
        return own;
    }
    known.get((id, depth), || {
        union.members.iter().any(|member| {
            api.schema(member.schema).nullable
                || is_nullable(api, api.resolve(member.schema), depth + 1, known)
        })
    })
}
