//! The pages of a list.

use super::super::code::{self, ident, integer};
use super::super::layout::{self, Expr};
use super::Making;
use crate::code::Code;
use crate::ir::{Pages, Presence};

impl Making<'_, '_> {
    pub(super) fn paging(&mut self) -> Option<Code> {
        let pages = self.call.pages.as_ref()?;
        self.runtime("Paging");
        let page = self
            .java
            .java(&self.java.resolve(&pages.page), &mut self.imports)
            .boxed;
        let item = self
            .java
            .java(&self.java.resolve(&pages.item), &mut self.imports)
            .boxed;
        let by = pages.by().as_str().to_uppercase().replace('-', "_");
        let items = self.items(pages, &page);
        let mut links = vec![Expr::call(
            code!("Paging.<", &page, ", ", &item, ">by"),
            [code!("Paging.By.", &ident(&by)).into(), items.into()],
        )];
        let pagination = pages.pagination;
        if let Some(name) = &pagination.parameter {
            let name = code::string(name).into();
            links.push(Expr::call(Code::fixed(".parameter"), [name]));
        }
        if let Ok(first @ 1..) = usize::try_from(pagination.first) {
            links.push(Expr::call(Code::fixed(".first"), [integer(first).into()]));
        }
        let ways = [".listed", ".next", ".more", ".total"]
            .into_iter()
            .zip(pages.ways());
        for (name, way) in ways.filter(|(_, way)| !way.is_empty()) {
            let names = way.iter().map(|name| code::string(name).into());
            links.push(Expr::Call(Code::fixed(name), names.collect()));
        }
        let value = Expr::Chain(links);
        let before = code!("private static final Paging<", &page, ", ", &item, ">");
        Some(layout::field(
            2,
            &before,
            &Code::fixed("PAGING"),
            Some(&value),
        ))
    }

    /// Returns the function that returns the items of a page.
    fn items(&mut self, pages: &Pages<'_>, page: &Code) -> Code {
        let Some(field) = pages.items_field(&self.java.ir.types) else {
            return Code::fixed("page -> page");
        };
        let name = ident(&field.name);
        let none = match field.presence {
            Presence::Required => return code!(page, "::", &name),
            Presence::RequiredNullable | Presence::Optional => "().orElse(List.of())",
            Presence::OptionalNullable => "().value().orElse(List.of())",
        };
        self.imports.library("java.util.List");
        code!("page -> page.", &name, none)
    }
}
