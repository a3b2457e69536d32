//! The pages of the site, from `docs/SUMMARY.md`.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};

use super::built::ends_in;
use super::links::resolve;

/// The file with the table of contents.
const SUMMARY: &str = "docs/SUMMARY.md";

/// Documents in the root folder that are also pages.
const AT_THE_ROOT: &[&str] = &[
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "README.md",
    "SECURITY.md",
];

/// The pages of the site.
#[derive(Debug)]
pub struct Pages {
    /// Their paths from the root of the project, in the order of the table of contents.
    pub all: Vec<String>,
    /// The table of contents, with links that are relative to the root of the project.
    pub summary: String,
}

impl Pages {
    /// Reads the table of contents.
    ///
    /// # Errors
    /// Returns an error if it cannot be read, names a page twice, or names a file that does not
    /// exist.
    pub fn read(root: &Path) -> Result<Self> {
        let text = fs::read_to_string(root.join(SUMMARY));
        let text = text.with_context(|| format!("cannot read {SUMMARY}"))?;
        let pages = Self::of(&text, |page| reference(root, page))?;
        for page in &pages.all {
            let is_there = root.join(page).is_file();
            ensure!(is_there, "{SUMMARY} names {page}, which does not exist");
        }
        Ok(pages)
    }

    /// Reads the text of a table of contents. `below` returns further pages below a page.
    fn of(text: &str, below: impl Fn(&str) -> Vec<Further>) -> Result<Self> {
        let mut pages = Self {
            all: Vec::new(),
            summary: String::new(),
        };
        for line in text.lines() {
            if let Some((before, link)) = line.split_once("](") {
                let link = link.strip_suffix(')');
                let link = link.with_context(|| format!("{SUMMARY}: `{line}` is not one link"))?;
                let page = resolve(SUMMARY, link)
                    .with_context(|| format!("{SUMMARY}: {link} leads out of the project"))?;
                ensure!(!pages.all.contains(&page), "{SUMMARY} names {page} twice");
                // Writing to a `String` cannot fail.
                let _ = writeln!(pages.summary, "{before}]({page})");
                let indent = before.len() - before.trim_start().len();
                let further = below(&page);
                pages.all.push(page);
                for further in further {
                    let Further { level, title, path } = further;
                    let blank = " ".repeat(indent + 2 * level);
                    let _ = writeln!(pages.summary, "{blank}- [{title}]({path})");
                    pages.all.push(path);
                }
            } else {
                pages.summary.push_str(line);
                pages.summary.push('\n');
            }
        }
        ensure!(!pages.all.is_empty(), "{SUMMARY} names no page");
        Ok(pages)
    }

    /// Returns whether a path is that of a page.
    pub fn contains(&self, path: &str) -> bool {
        self.all.iter().any(|page| page == path)
    }

    /// Returns the documents that the table of contents does not name: in the root folder and below
    /// `docs/`.
    ///
    /// # Errors
    /// Returns an error if a folder cannot be read.
    pub fn forgotten(&self, root: &Path) -> Result<Vec<String>> {
        let mut documents: BTreeSet<String> = AT_THE_ROOT.iter().map(ToString::to_string).collect();
        for file in super::built::files(&root.join("docs"))? {
            let path = file.strip_prefix(root).unwrap_or(&file);
            let path = path.to_string_lossy().replace('\\', "/");
            if ends_in(&path, "md") && path != SUMMARY {
                documents.insert(path);
            }
        }
        let forgotten = documents.into_iter().filter(|path| !self.contains(path));
        Ok(forgotten.collect())
    }
}

/// A page that the table of contents does not name.
struct Further {
    /// How far it is below the page that is named.
    level: usize,
    title: String,
    path: String,
}

/// Returns the reference of a package, if a page is the README of one: its index, and a page for
/// each group of operations, which new operations can bring.
fn reference(root: &Path, page: &str) -> Vec<Further> {
    let Some(package) = page.strip_suffix("/README.md") else {
        return Vec::new();
    };
    let folder = format!("{package}/reference");
    let files = super::built::files(&root.join(&folder)).unwrap_or_default();
    let names = files.iter().filter_map(|file| file.file_stem()?.to_str());
    let mut names: Vec<_> = names.filter(|name| *name != "README").collect();
    names.sort_unstable();
    let index = (!names.is_empty()).then_some((1, "Reference", "README"));
    let groups = names.iter().map(|name| (2, *name, *name));
    let pages = index.into_iter().chain(groups);
    let pages = pages.map(|(level, title, name)| Further {
        level,
        title: title.to_owned(),
        path: format!("{folder}/{name}.md"),
    });
    pages.collect()
}

#[cfg(test)]
mod tests {
    use super::{Further, Pages};

    /// Returns a page below `docs/use.md`.
    fn below(page: &str) -> Vec<Further> {
        let is_use = page == "docs/use.md";
        let further = is_use.then(|| Further {
            level: 1,
            title: "Offers".to_owned(),
            path: "docs/offers.md".to_owned(),
        });
        further.into_iter().collect()
    }

    #[test]
    fn links_become_relative_to_the_root() {
        let text = "# Contents\n\n[Start](../README.md)\n\n- [Use](use.md)\n  - [Why](a/b.md)\n";
        let pages = Pages::of(text, below).expect("a summary");
        let all = ["README.md", "docs/use.md", "docs/offers.md", "docs/a/b.md"];
        assert_eq!(pages.all, all);
        let expected = "# Contents\n\n[Start](README.md)\n\n- [Use](docs/use.md)\n\
                        \x20 - [Offers](docs/offers.md)\n  - [Why](docs/a/b.md)\n";
        assert_eq!(pages.summary, expected);
    }

    #[test]
    fn a_page_is_named_once_and_inside_the_project() {
        for (text, fault) in [
            ("- [A](a.md)\n- [B](./a.md)", "twice"),
            ("- [A](../../a.md)", "out of the project"),
            ("- [A](a.md) and more", "not one link"),
            ("# Nothing", "no page"),
        ] {
            let error = Pages::of(text, below).expect_err(text).to_string();
            assert!(error.contains(fault), "{error}");
        }
    }
}
