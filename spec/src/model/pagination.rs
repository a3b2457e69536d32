//! Lists that come page by page.

use serde::Serialize;

/// How a list is paged: declared by `x-pagination`, or recognized from names and structure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Pagination {
    /// Whether the description declares it.
    pub stated: bool,
    /// How the next page is requested.
    pub by: PageBy,
    /// The property of the response that holds the items; `None` if the response is the list
    /// itself.
    pub items: Option<String>,
    /// The query parameter for how many items a page has.
    pub limit: Option<String>,
    /// The query parameter that selects the page; `None` for [`PageBy::Url`] and [`PageBy::Link`].
    pub parameter: Option<String>,
    /// The path, as names of properties, to the position of the next page: from the body for
    /// [`PageBy::Cursor`] and [`PageBy::Url`], from the last item for [`PageBy::LastItem`]. Empty
    /// for the others.
    pub next: Vec<String>,
    /// The path to the property that is `false` on the last page; empty if the body has no such property.
    pub more: Vec<String>,
    /// The path to the total number of items; empty if the body has no such property.
    pub total: Vec<String>,
    /// The first offset or page number, if the caller chooses none.
    pub first: u64,
}

/// How the next page is requested.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum PageBy {
    /// By a value from the response, sent in a parameter: a token, an offset or a number. On the
    /// last page it is absent, `null`, `false` or an empty string.
    Cursor,
    /// By the number of items before it, which the client counts.
    Offset,
    /// By its number, which the client counts.
    Page,
    /// By a property of the last item.
    LastItem,
    /// By an address in the response.
    Url,
    /// By the `Link` header field with the relation `next` (RFC 8288).
    Link,
}

impl PageBy {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::Cursor,
        Self::Offset,
        Self::Page,
        Self::LastItem,
        Self::Url,
        Self::Link,
    ];

    /// The name in `x-pagination`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Cursor => "cursor",
            Self::Offset => "offset",
            Self::Page => "page",
            Self::LastItem => "last-item",
            Self::Url => "url",
            Self::Link => "link",
        }
    }

    /// Returns whether a query parameter selects the page.
    #[must_use]
    pub const fn has_parameter(self) -> bool {
        !matches!(self, Self::Url | Self::Link)
    }

    /// Returns whether a property has the position of the next page.
    #[must_use]
    pub const fn has_next(self) -> bool {
        matches!(self, Self::Cursor | Self::LastItem | Self::Url)
    }
}
