//! The pages of a list.

use spec::model::{PageBy, Pagination};

use super::super::Rust;
use super::super::code::{self, Code, docs, fixed, ident, integer, list};
use super::outcome::Outcome;
use crate::ir::{self, Presence, Ty};

pub(in super::super) struct Stream {
    /// The method of the group.
    pub(in super::super) method: Code,
    pub(in super::super) docs: Code,
    pub(in super::super) item: Code,
    /// The paging of the list.
    pub(in super::super) paging: Code,
    /// The items of `page`.
    pub(in super::super) items: Code,
}

impl Rust<'_> {
    pub(super) fn stream(&self, planned: &ir::Call<'_>, outcome: &Outcome) -> Option<Stream> {
        let pages = planned.pages.as_ref()?;
        let page = outcome.page.as_ref()?;
        let (items, ty) = match &pages.pagination.items {
            Some(name) => self.items_of(page, name)?,
            None => (fixed("page"), page.clone()),
        };
        let Ty::List(item) = self.plan.unalias(ty) else {
            return None;
        };
        let method = ident(&planned.method);
        let about = format!(
            "Returns every item of `{method}`, page by page. To set other parameters, call \
             `{method}(…).all()`."
        );
        Some(Stream {
            method: ident(&pages.method),
            docs: docs(&about),
            item: self.outside(&item),
            paging: paging(pages.pagination),
            items,
        })
    }

    /// Returns the items of a page, which are empty if they are absent, and their type.
    fn items_of(&self, page: &Ty, name: &str) -> Option<(Code, Ty)> {
        let Ty::Declared(id) = self.plan.unalias(page.clone()) else {
            return None;
        };
        let field = self.plan.ir.types.record(id)?.field(name)?;
        let taken = fixed(match field.presence {
            Presence::Required => "",
            Presence::RequiredNullable | Presence::Optional => ".unwrap_or_default()",
            Presence::OptionalNullable => ".into_value().unwrap_or_default()",
        });
        Some((code!("page.", ident(&field.name), taken), field.ty.clone()))
    }
}

/// Returns the paging of a list, as an argument for the runtime.
fn paging(pagination: &Pagination) -> Code {
    let way = |names: &[String]| {
        let names = names.iter().map(|name| code::string(name));
        code!("&[", list(names), "]")
    };
    let parameter = code::string(pagination.parameter.as_deref().unwrap_or_default());
    let next = way(&pagination.next);
    let first = integer(pagination.first);
    let mut paging = match pagination.by {
        PageBy::Cursor => code!("Paging::cursor(", parameter, ", ", next, ")"),
        PageBy::Offset => code!("Paging::offset(", parameter, ", ", first, ")"),
        PageBy::Page => code!("Paging::page(", parameter, ", ", first, ")"),
        PageBy::LastItem => {
            let items = way(pagination.items.as_slice());
            code!(
                "Paging::last_item(",
                parameter,
                ", ",
                items,
                ", ",
                next,
                ")"
            )
        }
        PageBy::Url => code!("Paging::url(", next, ")"),
        PageBy::Link => fixed("Paging::link()"),
    };
    if !pagination.more.is_empty() {
        paging.push(&code!(".more(", way(&pagination.more), ")"));
    }
    if !pagination.total.is_empty() {
        paging.push(&code!(".total(", way(&pagination.total), ")"));
    }
    paging
}
