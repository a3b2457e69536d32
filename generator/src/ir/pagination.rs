//! How the pages of a list follow each other.

use spec::model::{Location, PageBy, Pagination};

use super::{Call, ContentKind, Field, Ir, Ty, Types};

/// A list that comes page by page, whose items a client can iterate.
#[derive(Debug)]
pub(crate) struct Pages<'a> {
    /// How the page after one is requested.
    pub(crate) pagination: &'a Pagination,
    /// The index of the parameter that says which page is meant, if there is one.
    pub(crate) parameter: Option<usize>,
    /// The wire name of the property that holds the items; `None` if a page is the list itself.
    pub(crate) items: Option<&'a str>,
    /// The type of an item.
    pub(crate) item: Ty,
    /// The type of a page.
    pub(crate) page: Ty,
}

/// Pass: which calls answer with a page of a list.
pub(super) fn page(ir: &mut Ir<'_>) {
    for call in ir.groups.iter_mut().flat_map(|group| &mut group.calls) {
        call.pages = call.find_pages(&ir.types);
    }
}

impl<'a> Call<'a> {
    fn find_pages(&self, types: &Types<'a>) -> Option<Pages<'a>> {
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
            pagination,
            parameter,
            items: pagination.items.as_deref(),
            item: *item,
            page: page.clone(),
        })
    }
}

impl<'a> Pages<'a> {
    /// The field of a page that holds the items; none if a page is the list itself.
    pub(crate) fn items_field<'t>(&self, types: &'t Types<'a>) -> Option<&'t Field<'a>> {
        types.record_of(&self.page)?.field(self.items?)
    }

    /// Returns how the page after one is requested.
    pub(crate) const fn by(&self) -> PageBy {
        self.pagination.by
    }

    /// The ways by names of properties that runtimes follow: to the items, where the last one says
    /// what comes next; to what comes next; to whether there is more; and to the total. Empty if
    /// not used.
    pub(crate) fn ways(&self) -> [&'a [String]; 4] {
        let pagination = self.pagination;
        let items = match self.by() {
            PageBy::LastItem => pagination.items.as_slice(),
            _ => &[],
        };
        [items, &pagination.next, &pagination.more, &pagination.total]
    }
}
