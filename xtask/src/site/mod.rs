//! `cargo xtask site`: builds the documents as a static site.
//!
//! `docs/SUMMARY.md` names the pages. They are copied to `target/site-source` with the files that
//! they link to, under their paths in the repository, so that relative links work in both.

mod built;
mod links;
mod mdbook;
mod pages;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, Result, bail, ensure};
use clap::Args;

use self::pages::Pages;
use crate::project;

/// Build the documents as a static site that needs no network.
#[derive(Debug, Args)]
#[command(
    after_help = "mdBook is installed from the Rust registry into target/tools, at a fixed version, \
                        by the first run.\n\n\
                        Exit codes: 0 built, 1 a link leads nowhere or a page is not in docs/SUMMARY.md, 2 it cannot be built."
)]
pub struct Arguments {
    /// Where to write the site: a folder that does not exist or is empty [default: target/site]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Runs the command.
///
/// # Errors
/// Returns an error if the pages cannot be read, mdBook cannot be installed, or the folder is not
/// empty.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    if let Some(out) = &arguments.out {
        ensure_free(out)?;
    }
    let Built::Site(site) = build()? else {
        return Ok(ExitCode::from(1));
    };
    if let Some(out) = &arguments.out {
        copy_folder(&site, out)?;
    }
    let shown = arguments.out.clone();
    let shown = shown.unwrap_or_else(|| project::path("target/site"));
    anstream::println!("{}", shown.join("index.html").display());
    Ok(ExitCode::SUCCESS)
}

/// The result of a build.
pub enum Built {
    /// The folder of the site.
    Site(PathBuf),
    /// There are broken links or missing pages, which were reported.
    Faulty,
}

/// Builds the site into `target/site`, and checks its links before and after.
///
/// # Errors
/// Returns an error if the pages cannot be read, or mdBook cannot be installed or refuses them.
pub fn build() -> Result<Built> {
    let root = project::root();
    let pages = Pages::read(&root)?;
    let forgotten = pages.forgotten(&root)?.into_iter();
    let forgotten = forgotten.map(|page| format!("docs/SUMMARY.md does not name {page}"));
    if report(forgotten.chain(links::faults(&root, &pages)?)) {
        return Ok(Built::Faulty);
    }
    let source = lay_out(&root, &pages)?;
    let site = project::scratch("site")?;
    mdbook::build(&source, &site)?;
    if report(built::faults(&site)?) {
        return Ok(Built::Faulty);
    }
    Ok(Built::Site(site))
}

/// Prints errors. Returns whether there are any.
fn report(faults: impl IntoIterator<Item = String>) -> bool {
    let mut count = 0_usize;
    for fault in faults {
        anstream::eprintln!("error: {}", messages::text::lines(&fault));
        count += 1;
    }
    count > 0
}

/// Checks that nothing is in the way of the site.
fn ensure_free(out: &Path) -> Result<()> {
    let shown = out.display();
    match fs::read_dir(out) {
        Ok(mut entries) => ensure!(
            entries.next().is_none(),
            "{shown} is not empty; nothing was written: name a new folder, or remove it"
        ),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
        Err(error) => bail!("cannot read {shown}: {error}"),
    }
    Ok(())
}

/// Writes the pages and the files that they link to as an mdBook, replacing an earlier one.
fn lay_out(root: &Path, pages: &Pages) -> Result<PathBuf> {
    let source = project::scratch("site-source")?;
    fs::remove_dir_all(&source).context("cannot remove the pages of the last run")?;
    for path in pages.all.iter().chain(&links::files(root, pages)?) {
        copy(&root.join(path), &source.join("src").join(path))?;
    }
    let summary = source.join("src/SUMMARY.md");
    fs::write(&summary, &pages.summary).context("cannot write SUMMARY.md")?;
    for file in ["book.toml", "site.css"] {
        copy(&root.join("docs").join(file), &source.join(file))?;
    }
    Ok(source)
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    let folder = to.parent().context("a file is in a folder")?;
    fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
    fs::copy(from, to).with_context(|| format!("cannot copy {}", from.display()))?;
    Ok(())
}

fn copy_folder(from: &Path, to: &Path) -> Result<()> {
    for file in built::files(from)? {
        let below = file.strip_prefix(from).unwrap_or(&file);
        copy(&file, &to.join(below))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{ensure_free, links, pages::Pages, project};

    #[test]
    fn every_document_is_a_page() {
        let root = project::root();
        let pages = Pages::read(&root).expect("the summary can be read");
        let forgotten = pages.forgotten(&root).expect("the folder can be read");
        assert_eq!(forgotten, Vec::<String>::new(), "add to docs/SUMMARY.md");
    }

    #[test]
    fn every_link_leads_somewhere() {
        let root = project::root();
        let pages = Pages::read(&root).expect("the summary can be read");
        let faults = links::faults(&root, &pages).expect("the pages can be read");
        assert!(faults.is_empty(), "{}", faults.join("\n"));
    }

    #[test]
    fn a_folder_with_files_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        ensure_free(folder.path()).expect("it is empty");
        ensure_free(&folder.path().join("new")).expect("it does not exist");
        std::fs::write(folder.path().join("letter.txt"), "Dear").expect("it is written");
        let error = ensure_free(folder.path()).expect_err("it is not empty");
        assert!(error.to_string().contains("is not empty"), "{error}");
    }
}
