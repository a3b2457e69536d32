//! The differences between services, as data.

/// A service.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Style {
    pub(crate) name: &'static str,
    /// The prefix of all paths.
    pub(crate) prefix: &'static str,
    /// The path segment of the collection, and the variable of its items.
    pub(crate) things: &'static str,
    pub(crate) variable: &'static str,
    pub(crate) ids: Ids,
    pub(crate) auth: Auth,
    pub(crate) paging: Paging,
    pub(crate) form: Form,
    pub(crate) errors: Errors,
    /// The method that changes an item: `patch`, `put`.
    pub(crate) update: &'static str,
    /// Whether paths end in a slash.
    pub(crate) slash: bool,
    /// Additional features.
    pub(crate) extras: &'static [Extra],
}

/// How items are identified.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ids {
    Integer,
    /// The service assigns a text.
    Text,
    /// The client chooses a name, which paths contain; the item also has an ID.
    Name,
}

/// How callers authenticate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Auth {
    Open,
    /// A token, which also determines the tenant.
    Bearer,
    Basic,
    /// A key in a cookie.
    Cookie,
    /// A token, with the tenant in a header field.
    Tenant,
    /// A token that the service's own token endpoint issues to a client.
    Issued,
    /// A key in a header field.
    Key,
    /// A key in the query.
    QueryKey,
    /// Two keys, in two header fields.
    Keys,
}

/// How lists are paginated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Paging {
    /// `cursor` and `limit`, `next_cursor` in the response.
    Cursor,
    /// `page` and `per_page`, with a `Link`.
    Link,
    /// `offset` and `limit`, with a total.
    Offset,
    /// `first` is the number of skipped items, `max` the page size.
    First,
    /// `page` and `size`, with links in the response.
    Links,
}

/// The form of responses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// An item is an object, a list an array.
    Plain,
    /// A list is in `items`.
    Items,
    /// HAL: `_links`, and a list in `_embedded`.
    Hal,
    /// JSON:API: `data` with `attributes`.
    JsonApi,
}

/// The form of errors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Errors {
    Problem,
    Envelope,
    Text,
}

/// Features that only some services have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extra {
    /// `POST …/{id}/notes`, the only operation on notes.
    Notes,
    /// Lines, and their total.
    Totals,
    /// Items have entity tags, and changes must send one.
    Etags,
    /// A creation is accepted, and completed a moment later.
    Jobs,
    /// Several items in one request.
    Bulk,
    /// Deleted items are marked and hidden.
    Soft,
    /// `PUT …/{id}/content` with any bytes.
    Upload,
    /// An operation is deprecated.
    Deprecated,
    /// A property is write-only, and null in responses.
    Secret,
    /// `Idempotency-Key`.
    Once,
    /// A text that contains the name, an id that the service assigns, and the number of tags: whatever
    /// clients send for them is ignored.
    Computed,
    /// A creation with the name of an existing item returns that item.
    Existing,
}

impl Style {
    pub(crate) fn has(&self, extra: Extra) -> bool {
        self.extras.contains(&extra)
    }
}
