//! The page in a real browser: it logs nothing, loads nothing, fits, and opens.
//!
//! Requires `chromium`; if it is missing, the test reports it and passes. With `SCREENSHOTS=DIR`,
//! it saves screenshots there.

mod browser;
mod reports {
    pub mod sample;
}

use browser::Browser;
use conformance_report as report;
use serde_json::json;

#[test]
fn the_page_is_quiet_fits_and_opens() -> anyhow::Result<()> {
    let Some(browser) = Browser::start()? else {
        eprintln!("SKIPPED: the page was not checked, there is no chromium");
        return Ok(());
    };
    let folder = tempfile::tempdir()?;
    report::write(
        folder.path(),
        &reports::sample::report(),
        &reports::sample::samples(),
        conformance::explain::find,
    )?;
    let url = format!("file://{}/report.html", folder.path().display());
    let mut page = browser.open(&url, 1280, 900)?;

    let overflow = "document.documentElement.scrollWidth - innerWidth";
    let hostile = "document.querySelectorAll('img, iframe, object, body script ~ *').length";
    assert_eq!(page.value(hostile)?, json!(0));
    assert_eq!(page.value("document.scripts.length")?, json!(1));
    let styled = "getComputedStyle(document.querySelector('.verdict')).fontWeight";
    assert_eq!(
        page.value(styled)?,
        json!("600"),
        "the policy lets the style through"
    );
    assert_eq!(page.value(overflow)?, json!(0), "closed, wide");
    page.picture("report-closed")?;

    let open = "[...document.querySelectorAll('.finding')].filter((one) => one.open).length";
    assert_eq!(page.value(open)?, json!(0));
    page.value("document.querySelector('.finding summary').click(); 1")?;
    assert_eq!(page.value(open)?, json!(1), "by its summary");
    page.value("document.getElementById('expand').click(); 1")?;
    assert_eq!(
        page.value(open)?,
        json!(5),
        "by the button: the policy lets the script through"
    );

    page.value("document.querySelector('[name=level][value=violation]').click(); 1")?;
    let shown = "[...document.querySelectorAll('.finding')].filter((one) => !one.hidden).length";
    assert_eq!(page.value(shown)?, json!(4));
    page.value("document.querySelector('[name=level][value=violation]').click(); 1")?;
    page.value(
        "const box = document.getElementById('search'); box.value = 'HEAD answered'; \
                box.dispatchEvent(new Event('input')); 1",
    )?;
    assert_eq!(page.value(shown)?, json!(1));
    page.value("box.value = ''; box.dispatchEvent(new Event('input')); 1")?;

    page.value("document.querySelectorAll('details').forEach((one) => { one.open = true; }); 1")?;
    for (width, height) in [(1280, 900), (400, 800)] {
        page.size(width, height)?;
        assert_eq!(page.value(overflow)?, json!(0), "open, {width} wide");
        page.picture(&format!("report-{width}"))?;
    }
    page.assert_quiet(&url);
    Ok(())
}
