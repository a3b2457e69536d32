//! Usual names of the parameters and properties of paged lists. The reader recognizes lists by them, and
//! the mock and the harness read pages by them. They are in lower case and without punctuation; compare
//! names with [`is_named`].

/// Parameters for the number of items per page.
pub const LIMITS: &[&str] = &[
    "limit",
    "pagesize",
    "perpage",
    "maxresults",
    "size",
    "count",
    "top",
    "take",
    "pagelimit",
    "maxitems",
    "maxkeys",
];
/// Parameters for the number of items to skip.
pub const OFFSETS: &[&str] = &[
    "offset",
    "skip",
    "startindex",
    "startat",
    "start",
    "pageoffset",
];
/// Parameters for the number of the page.
pub const PAGES: &[&str] = &["page", "pagenumber", "pageno", "pageindex"];
/// Parameters for an opaque position.
pub const CURSORS: &[&str] = &[
    "cursor",
    "pagetoken",
    "nexttoken",
    "after",
    "startingafter",
    "continuationtoken",
    "marker",
    "nextcursor",
    "nextpagetoken",
    "pagecursor",
    "pageafter",
    "starttoken",
    "continue",
];
/// Cursors that are the id of the last item.
pub const IDS: &[&str] = &["after", "startingafter", "afterid", "sinceid"];
/// Properties with the position or address of the next page.
pub const NEXTS: &[&str] = &[
    "nextoffset",
    "nextcursor",
    "nextpagetoken",
    "nexttoken",
    "nextpage",
    "next",
    "nextlink",
    "nexturl",
    "nextpageurl",
    "nextpageuri",
    "nextpagelink",
    "nextmarker",
    "odatanextlink",
    "nextcontinuationtoken",
    "continuationtoken",
    "nextpagecursor",
    "nexthref",
    "nexturi",
    "endcursor",
];
/// Properties that say whether there is a next page.
pub const MORES: &[&str] = &[
    "hasmore",
    "hasnextpage",
    "hasnext",
    "moreresults",
    "morepages",
    "more",
];
/// Properties with the total number of items.
pub const TOTALS: &[&str] = &[
    "total",
    "totalcount",
    "totalitems",
    "totalresults",
    "totalelements",
];
/// Properties that contain the properties about paging.
pub const AROUND: &[&str] = &[
    "meta",
    "metadata",
    "pagination",
    "paging",
    "pageinfo",
    "links",
    "responsemetadata",
    "page",
];

/// The maximum number of characters of a name that are compared.
const MOST: usize = 64;

/// Returns whether a name is one of a table, whatever its case and punctuation.
#[must_use]
pub fn is_named(names: &[&str], name: &str) -> bool {
    names.contains(&plain(name).as_str())
}

/// Returns a name without case and punctuation.
#[must_use]
pub fn plain(name: &str) -> String {
    let letters = name.chars().filter(char::is_ascii_alphanumeric);
    letters
        .take(MOST)
        .map(|one| one.to_ascii_lowercase())
        .collect()
}
