//! In what services differ, as data.

/// A service.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Style {
    pub(crate) name: &'static str,
    /// What all paths begin with.
    pub(crate) prefix: &'static str,
    /// The collection's segment, and the variable of its items.
    pub(crate) things: &'static str,
    pub(crate) variable: &'static str,
    pub(crate) ids: Ids,
    pub(crate) auth: Auth,
    pub(crate) paging: Paging,
    pub(crate) form: Form,
    pub(crate) errors: Errors,
    /// How an item is changed: `patch`, `put`.
    pub(crate) update: &'static str,
    /// Whether paths end in a slash.
    pub(crate) slash: bool,
    /// What else there is.
    pub(crate) extras: &'static [Extra],
}

/// How items are called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ids {
    Integer,
    /// The service gives a text.
    Text,
    /// The client chooses a name, by which paths call the item; it has an id as well.
    Name,
}

/// How callers say who they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Auth {
    Open,
    /// A token, which also says which tenant it is.
    Bearer,
    Basic,
    /// A key in a cookie.
    Cookie,
    /// A token, and the tenant in a field.
    Tenant,
    /// A token that the service's own token endpoint gives to a client.
    Issued,
    /// A key in a field.
    Key,
    /// A key in the query.
    QueryKey,
    /// Two keys, in two fields.
    Keys,
}

/// How lists are paged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Paging {
    /// `cursor` and `limit`, `next_cursor` in the response.
    Cursor,
    /// `page` and `per_page`, and a `Link`.
    Link,
    /// `offset` and `limit`, and a total.
    Offset,
    /// `first` is how many are skipped, `max` how many there are.
    First,
    /// `page` and `size`, and links in the response.
    Links,
}

/// What answers look like.
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

/// What errors look like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Errors {
    Problem,
    Envelope,
    Text,
}

/// What only some services have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extra {
    /// `POST …/{id}/notes`, which nothing else can be done with.
    Notes,
    /// Lines, and a total over them.
    Totals,
    /// Items have entity tags, and changes name one.
    Etags,
    /// A creation is taken on, and done a moment later.
    Jobs,
    /// Several items by one request.
    Bulk,
    /// What is deleted is marked, and not shown.
    Soft,
    /// `PUT …/{id}/content` of any bytes.
    Upload,
    /// An operation is deprecated.
    Deprecated,
    /// A property is only written, and null when it is read.
    Secret,
    /// `Idempotency-Key`.
    Once,
}

impl Style {
    pub(crate) fn has(&self, extra: Extra) -> bool {
        self.extras.contains(&extra)
    }
}
