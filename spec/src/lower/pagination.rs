//! Reads how a list is paged from `x-pagination`.

use super::Lowering;
use super::reader::Fields;
use crate::document::{Node, Value};
use crate::model::{Location, Operation, PageBy, Pagination};

/// The fields of our `x-pagination`: other tools have an extension with this name, too.
const OURS: &[&str] = &["items", "nextOffset", "limit", "offset", "by"];

/// Returns whether `x-pagination` of an operation is decisive: it declares the paging, or is
/// `false`.
pub(super) fn is_settled(operation: &Operation) -> bool {
    match operation.extensions.get("x-pagination") {
        Some(serde_json::Value::Bool(paged)) => !paged,
        Some(serde_json::Value::Object(fields)) => {
            OURS.iter().any(|name| fields.contains_key(*name))
        }
        _ => false,
    }
}

impl<'d> Lowering<'d, '_> {
    pub(super) fn pagination(
        &mut self,
        operation: &Operation,
        fields: &Fields<'d>,
    ) -> Option<Pagination> {
        let node = fields.get("x-pagination")?;
        if matches!(node.value, Value::Bool(false)) {
            return None;
        }
        if !OURS.iter().any(|name| node.get(name).is_some()) {
            let what = "`x-pagination` has none of `items`, `nextOffset`, `limit` and `offset`";
            self.unsupported(node.span, what, "not used to read the pages of a list");
            return None;
        }
        let stated = self.object(fields, "x-pagination")?;
        let (pagination, parameters) = if stated.get("by").is_some() {
            (self.pages_by(&stated)?, ["limit", "parameter"])
        } else {
            (self.pages_by_next_offset(&stated), ["limit", "offset"])
        };
        let names = [&pagination.limit, &pagination.parameter];
        for (field, name) in parameters.into_iter().zip(names) {
            if let (Some(name), Some(given)) = (name, node.get(field)) {
                self.check_parameter(operation, given, name);
            }
        }
        Some(pagination)
    }

    /// Reads the short form, in which the response has the next offset.
    fn pages_by_next_offset(&mut self, stated: &Fields<'d>) -> Pagination {
        Pagination {
            stated: true,
            by: PageBy::Cursor,
            items: Some(self.required_text(stated, "items")),
            next: vec![self.required_text(stated, "nextOffset")],
            limit: Some(self.required_text(stated, "limit")),
            parameter: Some(self.required_text(stated, "offset")),
            more: Vec::new(),
            total: Vec::new(),
            first: 0,
        }
    }

    fn pages_by(&mut self, stated: &Fields<'d>) -> Option<Pagination> {
        let word = self.text(stated, "by")?;
        let Some(by) = PageBy::ALL.into_iter().find(|by| by.as_str() == word) else {
            let message = format!("`{word}` is not a way to page a list");
            let words = PageBy::ALL.map(PageBy::as_str);
            self.no_such_word(stated.value_span("by"), message, &word, &words);
            return None;
        };
        let parameter = by
            .has_parameter()
            .then(|| self.required_text(stated, "parameter"));
        let next = if by.has_next() {
            way(&self.required_text(stated, "next"))
        } else {
            Vec::new()
        };
        Some(Pagination {
            stated: true,
            by,
            items: self.text(stated, "items"),
            limit: self.text(stated, "limit"),
            parameter,
            next,
            more: self
                .text(stated, "more")
                .map_or_else(Vec::new, |text| way(&text)),
            total: self
                .text(stated, "total")
                .map_or_else(Vec::new, |text| way(&text)),
            first: self
                .count(stated, "first")
                .unwrap_or(u64::from(by == PageBy::Page)),
        })
    }

    /// Checks that the query parameter that requests a page is declared.
    fn check_parameter(&mut self, operation: &Operation, given: &Node, name: &str) {
        let parameters = operation.parameters.iter();
        let queried = parameters.filter(|parameter| parameter.location == Location::Query);
        let names = queried.map(|parameter| parameter.name.as_str());
        if !names.clone().any(|known| known == name) {
            let message = format!("the operation has no parameter `{name}`");
            let near = self.advise(name, names);
            self.no_such_name(given.span, message, "the name of a parameter", near);
        }
    }
}

/// Splits a JSON Pointer (RFC 6901), or the name of a property, into names.
fn way(text: &str) -> Vec<String> {
    let Some(pointer) = text.strip_prefix('/') else {
        return vec![text.to_owned()];
    };
    let names = pointer.split('/');
    names
        .map(|name| name.replace("~1", "/").replace("~0", "~"))
        .collect()
}
