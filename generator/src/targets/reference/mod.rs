//! The reference of a package: an index, and a page for each group of operations.
//!
//! What a page contains is decided here, for all languages; a language adds how it writes names,
//! types and samples.

mod page;

use std::collections::HashSet;
use std::fmt::Write as _;

use spec::Api;
use spec::model::Operation;

use self::page::{heading, page};
use super::prose;
use crate::ir::names::{Case, Scope};
use crate::ir::{Call, Group, Ir};

/// The folder of a reference in a package.
const FOLDER: &str = "reference";

/// Names that files cannot have on some systems, and the name of the index.
const TAKEN: &[&str] = &[
    "readme", "con", "prn", "aux", "nul", "com1", "com2", "com3", "com4", "com5", "com6", "com7",
    "com8", "com9", "lpt1", "lpt2", "lpt3", "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9",
];

/// A reference.
pub(crate) struct Reference<'a> {
    pub(crate) api: &'a Api,
    /// The name of the language in fences of code.
    pub(crate) fence: &'static str,
    /// What samples need before them, as code.
    pub(crate) setup: String,
    pub(crate) pages: Vec<Page<'a>>,
    /// The names of parameters that the client can set for all calls.
    pub(crate) globals: HashSet<&'a str>,
}

/// The operations of a group.
pub(crate) struct Page<'a> {
    /// The name of the group.
    pub(crate) name: String,
    /// The documentation of the group (CommonMark).
    pub(crate) docs: String,
    pub(crate) entries: Vec<Entry<'a>>,
}

/// An operation, as a language writes it.
pub(crate) struct Entry<'a> {
    pub(crate) operation: &'a Operation,
    /// The method, with the client: `client.offers.create`.
    pub(crate) method: String,
    /// The method for all items of a list.
    pub(crate) all: Option<String>,
    /// The name and the type of each parameter, in the order of the description.
    pub(crate) arguments: Vec<[String; 2]>,
    /// The type of the body.
    pub(crate) body: Option<String>,
    /// The type of the result.
    pub(crate) result: String,
    /// The type of each response that is an error, in the order of the description.
    pub(crate) errors: Vec<String>,
    pub(crate) sample: Option<String>,
}

/// Returns a page for each group.
pub(crate) fn pages<'a>(
    ir: &Ir<'a>,
    describe: impl Fn(&Group<'a>, &Call<'a>) -> Entry<'a>,
) -> Vec<Page<'a>> {
    let pages = ir.groups.iter().map(|group| Page {
        name: group.name.clone(),
        docs: group.docs.clone(),
        entries: group
            .calls
            .iter()
            .map(|call| describe(group, call))
            .collect(),
    });
    pages.collect()
}

impl Reference<'_> {
    /// Returns the files, by their paths in the package.
    pub(crate) fn files(&self) -> Vec<(String, String)> {
        let mut scope = Scope::new(Case::Snake, TAKEN);
        let mut files = Vec::new();
        let mut index = format!("# Reference: {}\n\n", heading(&self.api.title));
        index.push_str("Samples use a `client`, which is set up like this:\n\n");
        index.push_str(&page::code(self.fence, &self.setup));
        for group in &self.pages {
            let name = scope.claim_or(&group.name, "operations");
            let file = format!("{name}.md");
            let _ = write!(index, "\n## [{}]({file})\n\n", heading(&group.name));
            for line in prose::markdown(&group.docs, page::WIDTH) {
                let _ = writeln!(index, "{line}");
            }
            index.push('\n');
            for entry in &group.entries {
                let link = page::anchor(&entry.method);
                let summary = page::summary(entry.operation);
                let method = page::span(&entry.method);
                let _ = writeln!(index, "- [{method}]({file}#{link}){summary}");
            }
            files.push((format!("{FOLDER}/{file}"), page(self, group)));
        }
        files.push((format!("{FOLDER}/README.md"), index));
        files
    }
}
