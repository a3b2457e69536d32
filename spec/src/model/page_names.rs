//! Names that parameters and properties of paged lists usually have. The reader recognizes lists by them,
//! and whoever plays or checks a list reads its pages by them. They are written without case and
//! punctuation; [`is_named`] compares.

/// Parameters for how many items a page has.
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
/// Parameters for how many items are skipped.
pub const OFFSETS: &[&str] = &[
    "offset",
    "skip",
    "startindex",
    "startat",
    "start",
    "pageoffset",
];
/// Parameters for which page.
pub const PAGES: &[&str] = &["page", "pagenumber", "pageno", "pageindex"];
/// Parameters for where a page starts, opaque.
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
/// Properties that say where the next page is.
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
/// Properties that say how many items there are.
pub const TOTALS: &[&str] = &[
    "total",
    "totalcount",
    "totalitems",
    "totalresults",
    "totalelements",
];
/// Members around what says of paging.
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

/// The most characters of a name that are compared.
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
