//! Checks links between the documents in the repository.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use super::built::ends_in;
use super::pages::Pages;

/// A link of a page.
#[derive(Debug, PartialEq, Eq)]
struct Link {
    line: usize,
    /// The target as it is written.
    to: String,
}

/// The parts of a page that links depend on.
#[derive(Debug, Default)]
struct Read {
    links: Vec<Link>,
    /// The anchors of its headings.
    anchors: BTreeSet<String>,
}

/// Returns broken links of the pages, each with its place.
///
/// Links to other hosts are not followed.
///
/// # Errors
/// Returns an error if a page cannot be read.
pub fn faults(root: &Path, pages: &Pages) -> Result<Vec<String>> {
    let read = read_all(root, pages)?;
    let mut faults = Vec::new();
    for (page, content) in &read {
        for link in &content.links {
            if let Some(fault) = fault(root, pages, &read, page, &link.to) {
                faults.push(format!("{page}:{}: `{}` {fault}", link.line, link.to));
            }
        }
    }
    Ok(faults)
}

/// Returns the files that pages link to, without the pages, by their paths from the root.
///
/// # Errors
/// Returns an error if a page cannot be read.
pub fn files(root: &Path, pages: &Pages) -> Result<BTreeSet<String>> {
    let read = read_all(root, pages)?;
    let links = read
        .iter()
        .flat_map(|(page, content)| content.links.iter().map(move |link| (page, link)));
    let targets = links.filter_map(|(page, link)| resolve(page, path_of(&link.to)?));
    let files = targets.filter(|path| !pages.contains(path) && root.join(path).is_file());
    Ok(files.collect())
}

fn read_all<'a>(root: &Path, pages: &'a Pages) -> Result<BTreeMap<&'a str, Read>> {
    let read = pages.all.iter().map(|page| {
        let text = fs::read_to_string(root.join(page));
        let text = text.with_context(|| format!("cannot read {page}"))?;
        Ok((page.as_str(), Read::of(&text)))
    });
    read.collect()
}

/// Returns the path of a link; `None` if it has a scheme.
fn path_of(link: &str) -> Option<&str> {
    let path = link.split('#').next().unwrap_or_default();
    let scheme = path.split_once(':').map_or("", |(scheme, _)| scheme);
    let has_scheme = !scheme.is_empty() && scheme.chars().all(|c| c.is_ascii_alphanumeric());
    (!has_scheme).then_some(path)
}

/// Returns the error in a link of a page, if there is one.
fn fault(
    root: &Path,
    pages: &Pages,
    read: &BTreeMap<&str, Read>,
    page: &str,
    link: &str,
) -> Option<String> {
    let path = path_of(link)?;
    let Some(target) = resolve(page, path) else {
        return Some("leads out of the project".to_owned());
    };
    let anchor = link.split_once('#').map(|(_, anchor)| anchor);
    if let Some(content) = read.get(target.as_str()) {
        let anchor = anchor.filter(|anchor| !content.anchors.contains(*anchor))?;
        return Some(format!("leads nowhere: {target} has no heading #{anchor}"));
    }
    let full = root.join(&target);
    if full.is_dir() {
        return Some("leads to a folder: name a file in it".to_owned());
    }
    if !full.is_file() {
        return Some(format!("leads nowhere: {target} does not exist"));
    }
    let is_page = pages.contains(&target);
    if ends_in(&target, "md") && !is_page {
        return Some("leads to a document that docs/SUMMARY.md does not name".to_owned());
    }
    anchor.map(|_| "has an anchor, and does not lead to a page".to_owned())
}

/// Returns the path that a link leads to, from the root of the project; `None` if it is outside.
pub fn resolve(page: &str, link: &str) -> Option<String> {
    if link.is_empty() {
        return Some(page.to_owned());
    }
    let folder = page.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in link.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

impl Read {
    fn of(text: &str) -> Self {
        let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
        let mut read = Self::default();
        let mut heading: Option<String> = None;
        for (event, range) in Parser::new_ext(text, options).into_offset_iter() {
            match event {
                Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                    let line = text[..range.start].matches('\n').count() + 1;
                    let to = dest_url.into_string();
                    read.links.push(Link { line, to });
                }
                Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
                Event::End(TagEnd::Heading(_)) => {
                    let heading = heading.take().unwrap_or_default();
                    read.add_anchor(&heading);
                }
                Event::Text(text) | Event::Code(text) => {
                    if let Some(heading) = &mut heading {
                        heading.push_str(&text);
                    }
                }
                _ => {}
            }
        }
        read
    }

    /// Adds the anchor of a heading. A repeated one gets a number, as on code hosts and in mdBook.
    fn add_anchor(&mut self, heading: &str) {
        let anchor = anchor(heading);
        let numbered = (1..).map(|number| format!("{anchor}-{number}"));
        let mut free = std::iter::once(anchor.clone()).chain(numbered);
        let free = free.find(|one| !self.anchors.contains(one));
        self.anchors.extend(free);
    }
}

/// Returns the anchor of a heading: letters, digits, `_` and `-` in lower case, and `-` for each
/// space.
fn anchor(heading: &str) -> String {
    let kept = heading.trim().chars().filter_map(|c| match c {
        ' ' => Some('-'),
        c if c.is_alphanumeric() || c == '_' || c == '-' => Some(c),
        _ => None,
    });
    kept.collect::<String>().to_lowercase()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{Read, faults, path_of, resolve};
    use crate::site::pages::Pages;

    #[test]
    fn paths_are_resolved_below_the_root() {
        assert_eq!(resolve("docs/use.md", "a.md").as_deref(), Some("docs/a.md"));
        assert_eq!(resolve("docs/use.md", "../a.md").as_deref(), Some("a.md"));
        assert_eq!(resolve("docs/use.md", "").as_deref(), Some("docs/use.md"));
        assert_eq!(resolve("docs/use.md", "../../a.md"), None);
        assert_eq!(path_of("https://example.com/a"), None);
        assert_eq!(path_of("a.md#b"), Some("a.md"));
    }

    #[test]
    fn headings_have_the_anchors_of_forges() {
        let read = Read::of("# One, two\n## `code-id`\n## One two\n```\n# none\n```\n## It's\n");
        let anchors: Vec<_> = read.anchors.iter().map(String::as_str).collect();
        assert_eq!(anchors, ["code-id", "its", "one-two", "one-two-1"]);
    }

    #[test]
    fn each_kind_of_fault_is_found() {
        let root = tempfile::tempdir().expect("a folder");
        let write = |path: &str, text: &str| fs::write(root.path().join(path), text);
        fs::create_dir_all(root.path().join("docs/folder")).expect("a folder");
        write("docs/SUMMARY.md", "- [A](a.md)\n- [B](b.md)\n").expect("written");
        write("docs/b.md", "# Here\n").expect("written");
        write("docs/other.md", "# Other\n").expect("written");
        write("docs/file.toml", "").expect("written");
        let fine = "[1](b.md#here) [2](https://example.com/#x) [3](#a) ![4](file.toml)\n# A\n";
        write("docs/a.md", fine).expect("written");
        let pages = Pages::read(root.path()).expect("pages");
        assert_eq!(
            faults(root.path(), &pages).expect("read"),
            Vec::<String>::new()
        );
        for (link, fault) in [
            ("c.md", "docs/c.md does not exist"),
            ("b.md#there", "docs/b.md has no heading #there"),
            ("#there", "docs/a.md has no heading #there"),
            ("../../b.md", "leads out of the project"),
            ("folder", "leads to a folder"),
            ("other.md", "does not name"),
            ("file.toml#L3", "has an anchor"),
        ] {
            write("docs/a.md", &format!("Text\n[link]({link})\n")).expect("written");
            let found = faults(root.path(), &pages).expect("read");
            assert_eq!(found.len(), 1, "{link}: {found:?}");
            assert!(found[0].starts_with("docs/a.md:2: "), "{found:?}");
            assert!(found[0].contains(fault), "{found:?}");
        }
    }
}
