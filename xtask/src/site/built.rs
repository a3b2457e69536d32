//! Checks the site after mdBook has built it, with the ids of headings that mdBook has assigned.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

use super::links::resolve;

/// Returns the files below a folder, in the order of their paths.
///
/// # Errors
/// Returns an error if a folder cannot be read.
pub fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let shown = folder.display();
        let entries = fs::read_dir(&folder).with_context(|| format!("cannot read {shown}"))?;
        for entry in entries {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}

/// Returns broken links, and everything that a page would load from another host.
///
/// # Errors
/// Returns an error if a file cannot be read.
pub fn faults(site: &Path) -> Result<Vec<String>> {
    let mut pages = BTreeMap::new();
    let mut all = BTreeSet::new();
    for file in files(site)? {
        let name = file.strip_prefix(site).unwrap_or(&file);
        let name = name.to_string_lossy().replace('\\', "/");
        if ends_in(&name, "html") {
            let text = fs::read_to_string(&file);
            pages.insert(
                name.clone(),
                text.with_context(|| format!("cannot read {name}"))?,
            );
        }
        all.insert(name);
    }
    let ids: BTreeMap<&str, BTreeSet<&str>> = pages
        .iter()
        .map(|(name, text)| (name.as_str(), attributes(text, "id").collect()))
        .collect();
    let mut faults = Vec::new();
    for (name, text) in &pages {
        let links = attributes(text, "href").chain(attributes(text, "src"));
        let links: BTreeSet<&str> = links.filter(|link| !has_scheme(link)).collect();
        for link in links {
            if let Some(fault) = fault(name, link, &all, &ids) {
                faults.push(format!("{name}: `{link}` {fault}"));
            }
        }
        for link in loaded(text).filter(|link| has_scheme(link) && !link.starts_with("data:")) {
            faults.push(format!("{name}: `{link}` is loaded from another host"));
        }
    }
    Ok(faults)
}

fn fault(
    page: &str,
    link: &str,
    all: &BTreeSet<String>,
    ids: &BTreeMap<&str, BTreeSet<&str>>,
) -> Option<String> {
    let (path, anchor) = match link.split_once('#') {
        Some((path, anchor)) => (path, Some(anchor)),
        None => (link, None),
    };
    let Some(target) = resolve(page, path) else {
        return Some("leads out of the site".to_owned());
    };
    let target = if target.is_empty() {
        "index.html".to_owned()
    } else {
        target
    };
    if !all.contains(&target) {
        return Some(format!("leads nowhere: there is no {target}"));
    }
    let anchor = anchor.filter(|anchor| !anchor.is_empty())?;
    let is_there = ids
        .get(target.as_str())
        .is_some_and(|ids| ids.contains(anchor));
    (!is_there).then(|| format!("leads nowhere: {target} has no #{anchor}"))
}

/// Returns whether the name of a file has an ending.
pub fn ends_in(path: &str, ending: &str) -> bool {
    Path::new(path).extension().is_some_and(|own| own == ending)
}

fn has_scheme(link: &str) -> bool {
    let scheme = link.split_once(':').map_or("", |(scheme, _)| scheme);
    let is_name = !scheme.is_empty() && scheme.chars().all(|c| c.is_ascii_alphanumeric());
    is_name || link.starts_with("//")
}

/// Returns the values of an attribute, which mdBook writes in double quotes.
fn attributes<'a>(html: &'a str, name: &str) -> impl Iterator<Item = &'a str> {
    let start = format!(" {name}=\"");
    let mut rest = html;
    std::iter::from_fn(move || {
        let at = rest.find(&start)? + start.len();
        let (value, after) = rest[at..].split_once('"')?;
        rest = after;
        Some(value)
    })
}

/// Returns what a browser loads with a page: images, scripts and style sheets.
fn loaded(html: &str) -> impl Iterator<Item = &str> {
    let tags = html.split('<').filter(|tag| tag.starts_with("link "));
    let sheets = tags.flat_map(|tag| attributes(tag, "href"));
    attributes(html, "src").chain(sheets)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::faults;

    #[test]
    fn what_leads_nowhere_or_elsewhere_is_found() {
        let site = tempfile::tempdir().expect("a folder");
        let write = |name: &str, text: &str| fs::write(site.path().join(name), text);
        write("b.html", "<h1 id=\"here\">B</h1>").expect("written");
        let fine =
            "<a href=\"b.html#here\"></a><a href=\"https://example.com\"></a><a href=\"#\"></a>";
        write("a.html", fine).expect("written");
        assert_eq!(faults(site.path()).expect("read"), Vec::<String>::new());
        for (html, fault) in [
            ("<a href=\"c.html\">", "there is no c.html"),
            ("<a href=\"b.html#there\">", "b.html has no #there"),
            ("<a href=\"../b.html\">", "out of the site"),
            ("<img src=\"https://example.com/x.png\">", "another host"),
            (
                "<link rel=\"stylesheet\" href=\"//example.com/x.css\">",
                "another host",
            ),
        ] {
            write("a.html", html).expect("written");
            let found = faults(site.path()).expect("read");
            assert_eq!(found.len(), 1, "{html}: {found:?}");
            assert!(found[0].contains(fault), "{found:?}");
        }
    }
}
