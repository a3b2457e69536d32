//! Pages of lists.

use spec::model::{Location, PageBy, Pagination};

use super::names::Scope;
use super::{Call, ContentKind, Field, Group, Ir, Language, Ty, Types};

/// A paged list, whose items a client can iterate over.
#[derive(Debug)]
pub(crate) struct Pages<'a> {
    /// The name of the method that iterates over all items, unique in the group.
    pub(crate) method: String,
    /// How the next page is requested.
    pub(crate) pagination: &'a Pagination,
    /// The index of the parameter that selects the page, if there is one.
    pub(crate) parameter: Option<usize>,
    /// The wire name of the property with the items; `None` if a page is the list itself.
    pub(crate) items: Option<&'a str>,
    /// The type of an item.
    pub(crate) item: Ty,
    /// The type of a page.
    pub(crate) page: Ty,
}

/// Pass: finds the calls that return pages of a list.
pub(super) fn page(ir: &mut Ir<'_>) {
    for group in &mut ir.groups {
        let mut scope = scope(group, ir.language);
        for call in &mut group.calls {
            call.pages = call.find_pages(&ir.types, &mut scope);
        }
    }
}

/// Returns the names of a group's methods.
fn scope(group: &Group<'_>, language: &Language) -> Scope {
    let mut scope = Scope::new(language.method, language.methods);
    for call in &group.calls {
        scope.claim_derived(&call.method, "");
    }
    scope
}

impl<'a> Call<'a> {
    fn find_pages(&self, types: &Types<'a>, scope: &mut Scope) -> Option<Pages<'a>> {
        let pagination = self.operation.pagination.as_ref()?;
        let parameter = match &pagination.parameter {
            None => None,
            Some(name) => Some(self.arguments.iter().position(|argument| {
                argument.parameter.location == Location::Query && argument.parameter.name == *name
            })?),
        };
        let results = self.results();
        let [Some(ContentKind::Json(page))] = results.as_slice() else {
            return None;
        };
        let items = match &pagination.items {
            Some(name) => types.record_of(page)?.field(name)?.ty.clone(),
            None => page.clone(),
        };
        let Ty::List(item) = types.unalias(&items) else {
            return None;
        };
        Some(Pages {
            method: scope.claim_with(&self.method, "all"),
            pagination,
            parameter,
            items: pagination.items.as_deref(),
            item: *item,
            page: page.clone(),
        })
    }
}

impl<'a> Pages<'a> {
    /// Returns the field of a page with the items; `None` if a page is the list itself.
    pub(crate) fn items_field<'t>(&self, types: &'t Types<'a>) -> Option<&'t Field<'a>> {
        types.record_of(&self.page)?.field(self.items?)
    }

    /// Returns how the next page is requested.
    pub(crate) const fn by(&self) -> PageBy {
        self.pagination.by
    }

    /// Returns the paths of property names that runtimes follow: to the items, where the last one
    /// determines the next page; to the position of the next page; to whether there is more; and to
    /// the total. Unused ones are empty.
    pub(crate) fn ways(&self) -> [&'a [String]; 4] {
        let pagination = self.pagination;
        let items = match self.by() {
            PageBy::LastItem => pagination.items.as_slice(),
            _ => &[],
        };
        [items, &pagination.next, &pagination.more, &pagination.total]
    }
}
