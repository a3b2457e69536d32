//! How lists are paged.

use spec::model::Property;

use super::{Call, ContentKind, Ir, Ty, Types};

/// How a list is paged. The next page is asked for with its offset until that is `null`.
#[derive(Debug)]
pub(crate) struct Pages<'a> {
    /// The index of the parameter for where a page starts.
    pub(crate) offset: usize,
    /// The property of the answer that holds the items; always there.
    pub(crate) items: &'a Property,
    /// What an item is.
    pub(crate) item: Ty,
    /// The property of the answer that holds the next offset, `null` or absent at the end.
    pub(crate) next: &'a Property,
    /// What a page is.
    pub(crate) page: Ty,
}

/// The pass: which calls answer with a page of a list.
pub(super) fn page(ir: &mut Ir<'_>) {
    for call in ir.groups.iter_mut().flat_map(|group| &mut group.calls) {
        call.pages = call.find_pages(&ir.types);
    }
}

impl<'a> Call<'a> {
    fn find_pages(&self, types: &Types<'a>) -> Option<Pages<'a>> {
        let pagination = self.operation.pagination.as_ref()?;
        let mut arguments = self.arguments.iter();
        let offset = arguments.position(|argument| argument.parameter.name == pagination.offset)?;
        let results = self.results();
        let [Some(ContentKind::Json(page))] = results.as_slice() else {
            return None;
        };
        let record = types.record_of(page)?;
        let items = record.field(&pagination.items)?.property;
        let Ty::List(item) = types.unalias(&types.nullable_ty(items.schema)) else {
            return None;
        };
        Some(Pages {
            offset,
            items: Some(items).filter(|items| items.required)?,
            item: *item,
            next: record.field(&pagination.next_offset)?.property,
            page: page.clone(),
        })
    }
}
