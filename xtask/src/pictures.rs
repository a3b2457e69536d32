//! `cargo xtask pictures`: the screenshots in `docs/images/`.

use std::fmt::Write as _;
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};

use anyhow::{Context as _, Result, ensure};
use clap::Args;

use crate::programs::{self, CONFORMANCE, MOCK, SANDBOX, Sandbox};
use crate::project;
use crate::site::{self, Built};

/// Take the screenshots in `docs/images/`, with Chromium.
#[derive(Debug, Args)]
pub struct Arguments {}

/// The description in the guides, and the changes that turn it into a deployment with faults.
const DESCRIPTION: &str = "docs/guides/shop.yaml";
const MISTAKES: [(&str, &str); 2] = [
    ("[open, paid", "[new, paid"),
    ("maximum: 1000 ", "maximum: 5000 "),
];

/// The page with excerpts of generated code, and the excerpts in the picture: one schema, each time
/// the first excerpt below the name of its file.
const CODE: &str = "docs/generated-code.md";
const EXCERPTS: [(&str, &str, &str); 5] = [
    ("Rust", "rust", "rust/types/src/money.rs"),
    (
        "Python",
        "python",
        "python/src/cloud_marketplace/models/money.py",
    ),
    ("TypeScript", "typescript", "typescript/src/models/money.ts"),
    ("Go", "go", "go/money_model.go"),
    (
        "Java",
        "java",
        "java/src/main/java/com/example/cloudmarketplace/models/Money.java",
    ),
];

/// The style of the page with the excerpts.
const STYLE: &str = "
body { margin: 20px; columns: 2; column-gap: 20px; font-family: sans-serif }
section { break-inside: avoid; margin-bottom: 16px }
h2 { font-size: 16px; margin: 0 0 6px }
pre { margin: 0; font: 13px/1.45 monospace; tab-size: 4; border: 1px solid #ddd; border-radius: 4px }
code { display: block; padding: 12px; overflow: hidden }
";

/// Runs the command.
///
/// # Errors
/// Returns an error if a program cannot be built or started, or a picture cannot be taken.
pub fn run(_: &Arguments) -> Result<ExitCode> {
    let Some(browser) = browser() else {
        anstream::eprintln!("SKIPPED: no pictures were taken, there is no Chromium");
        return Ok(ExitCode::SUCCESS);
    };
    let Built::Site(site) = site::build()? else {
        return Ok(ExitCode::from(1));
    };
    programs::build(&[SANDBOX, CONFORMANCE, MOCK])?;
    let folder = tempfile::tempdir().context("cannot create a folder")?;
    let camera = Camera {
        browser,
        folder: folder.path(),
    };
    let report = report(folder.path())?;
    camera.capture(
        "report",
        &format!("file://{}", report.display()),
        (1280, 1000),
    )?;
    let code = folder.path().join("code.html");
    fs::write(&code, code_page(&site)?).context("cannot write a page")?;
    camera.capture("code", &format!("file://{}", code.display()), (1500, 650))?;
    let sandbox = Sandbox::start()?;
    let address = sandbox.variable("MARKETPLACE_BASE_URL")?;
    camera.capture("docs", &format!("{address}/docs"), (1280, 900))?;
    camera.capture("console", &format!("{address}/console"), (1280, 900))?;
    Ok(ExitCode::SUCCESS)
}

/// The name of the browser; `None` if no browser is installed.
fn browser() -> Option<&'static str> {
    let mut names = ["chromium", "chromium-browser", "google-chrome"].into_iter();
    names.find(|name| project::is_installed(name))
}

/// A browser that takes screenshots.
struct Camera<'a> {
    browser: &'static str,
    /// The folder of its profile.
    folder: &'a Path,
}

impl Camera<'_> {
    /// Writes a screenshot of a page, with a size in CSS pixels, into `docs/images/`.
    fn capture(&self, name: &str, url: &str, (width, height): (u32, u32)) -> Result<()> {
        let path = project::root().join(format!("docs/images/{name}.png"));
        let status = Command::new(self.browser)
            .args([
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--hide-scrollbars",
            ])
            .args(["--disable-background-networking", "--no-first-run"])
            // The console requests its data after it is loaded.
            .arg("--virtual-time-budget=5000")
            .arg(format!(
                "--user-data-dir={}",
                self.folder.join("profile").display()
            ))
            .arg(format!("--window-size={width},{height}"))
            .arg(format!("--screenshot={}", path.display()))
            .arg(url)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .with_context(|| format!("cannot start {}", self.browser))?;
        ensure!(
            status.success(),
            "{} takes no picture of {url}",
            self.browser
        );
        anstream::println!("docs/images/{name}.png");
        Ok(())
    }
}

/// A running mock. Dropping this stops it.
struct Mock(Child);

impl Drop for Mock {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Checks a deployment with faults, as the guide does. Returns the page of the report, with its
/// first finding open.
fn report(folder: &Path) -> Result<PathBuf> {
    let description = project::root().join(DESCRIPTION);
    let text = fs::read_to_string(&description).context("cannot read the description")?;
    let mut deployed = text.clone();
    for (from, to) in MISTAKES {
        ensure!(deployed.contains(from), "{DESCRIPTION} has no `{from}`");
        deployed = deployed.replace(from, to);
    }
    fs::write(folder.join("openapi.yaml"), text).context("cannot write the description")?;
    fs::write(folder.join("deployed.yaml"), deployed).context("cannot write the description")?;
    let mut mock = Command::new(MOCK.path())
        .args(["--spec", "deployed.yaml", "--credentials", "ids.toml"])
        .current_dir(folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .context("cannot start the mock")?;
    let said = mock.stdout.take().context("the mock has no output")?;
    let _mock = Mock(mock);
    // The address is printed once the mock responds.
    let mut address = String::new();
    let read = BufReader::new(said).read_line(&mut address);
    read.context("the mock has ended")?;
    let status = Command::new(CONFORMANCE.path())
        .args(["--base-url", address.trim(), "--quiet"])
        .args(["--spec", "openapi.yaml", "--credentials", "ids.toml"])
        .current_dir(folder)
        .stdout(Stdio::null())
        .status()
        .context("cannot start the harness")?;
    ensure!(
        status.code() == Some(1),
        "the harness finds no mistake: {status}"
    );
    let page = folder.join("conformance-report/report.html");
    let html = fs::read_to_string(&page).context("cannot read the report")?;
    let opened = html.replacen(
        "<details class=\"finding",
        "<details open class=\"finding",
        1,
    );
    ensure!(opened != html, "the report has no finding");
    fs::write(&page, opened).context("cannot write the report")?;
    Ok(page)
}

/// Returns a page with excerpts of generated code, in the colors of the site.
fn code_page(site: &Path) -> Result<String> {
    let text = fs::read_to_string(project::root().join(CODE));
    let text = text.with_context(|| format!("cannot read {CODE}"))?;
    let read = |file: &str| {
        let path = site.join(file);
        fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))
    };
    let mut page = format!(
        "<!doctype html><meta charset=utf-8><style>{STYLE}{}</style><script>{}</script>",
        read("highlight.css")?,
        read("highlight.js")?,
    );
    for (language, class, file) in EXCERPTS {
        let code =
            excerpt(&text, file).with_context(|| format!("{CODE} quotes no lines of {file}"))?;
        let code = code.replace('&', "&amp;").replace('<', "&lt;");
        // Writing to a `String` cannot fail.
        let _ = write!(
            page,
            "<section><h2>{language}</h2><pre><code class=\"language-{class}\">{code}</code></pre></section>"
        );
    }
    page.push_str("<script>document.querySelectorAll('code').forEach((one) => hljs.highlightBlock(one))</script>");
    Ok(page)
}

/// Returns the first code block below the comment that names a file.
fn excerpt<'a>(page: &'a str, file: &str) -> Option<&'a str> {
    let (_, below) = page.split_once(&format!("<!-- {file} -->\n```"))?;
    let (_, code) = below.split_once('\n')?;
    let (code, _) = code.split_once("\n```")?;
    Some(code)
}

#[cfg(test)]
mod tests {
    use super::{CODE, EXCERPTS, excerpt, project};

    #[test]
    fn the_page_has_the_excerpts() {
        let page = std::fs::read_to_string(project::root().join(CODE)).expect("a page");
        for (language, _, file) in EXCERPTS {
            let code = excerpt(&page, file).expect(file);
            assert!(
                code.contains("Money") && !code.contains("```"),
                "{language}: {code}"
            );
        }
    }
}
