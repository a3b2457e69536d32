//! The pages in a real browser: no errors, no external requests, and working buttons.
//!
//! Requires `chromium`; if it is missing, the tests report it and pass. With `SCREENSHOTS=DIR`,
//! they save screenshots there.

use crate::support::browser::Browser;
use crate::support::foreign::skipped;
use sandbox::{CAST, Credentials, Options, Sandbox};
use serde_json::json;

/// Runs a test with a browser, if one is installed.
async fn with_browser<F: Future<Output = anyhow::Result<()>>>(
    test: impl FnOnce(Browser, String) -> F,
) -> anyhow::Result<()> {
    let Some(browser) = Browser::start()? else {
        return skipped("the pages", "there is no chromium").unwrap_or(Ok(()));
    };
    let sandbox = Sandbox::start(&Options::for_tests("sqlite::memory:")).await?;
    let base = sandbox.addresses().base_url.clone();
    test(browser, base).await?;
    sandbox.stop().await;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn the_reference_shows_every_operation() -> anyhow::Result<()> {
    with_browser(|browser, base| async move {
        let mut page = browser.open(&format!("{base}/docs"), 1280, 900).await?;
        let text = "document.body.textContent";
        let description = include_str!("../../spec/openapi.yaml");
        let ids = description.lines().filter_map(|line| line.trim().strip_prefix("operationId: "));
        let ids: Vec<_> = ids.collect();
        assert_eq!(ids.len(), 54 + 3, "operations, and events to the webhook");
        let text = page.value(text)?;
        for id in ids {
            assert!(text.as_str().is_some_and(|text| text.contains(id)), "{id}");
        }
        page.picture("docs").await?;

        page.value("document.getElementById('search').value = 'extend'; filter(); 1")?;
        let left = "[...document.querySelectorAll('nav section > a')]\
             .filter((link) => link.checkVisibility()).map((link) => link.hash).join()";
        assert_eq!(page.value(left)?, json!("#extendOffer"));
        page.value("location.hash = 'createOffer'; 1")?;
        page.value("document.querySelectorAll('#createOffer details').forEach((one) => one.open = true); 1")?;
        page.picture("docs-operation").await?;
        page.value("location.hash = 'lives'; 1")?;
        page.picture("docs-lives").await?;
        page.size(400, 800)?;
        page.picture("docs-narrow").await?;
        let overflow = "document.documentElement.scrollWidth - innerWidth";
        assert_eq!(page.value(overflow)?, json!(0), "nothing stands out at the side");
        page.assert_quiet(&base);
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_works_with_the_console() -> anyhow::Result<()> {
    with_browser(|browser, base| async move {
        let mut page = browser.open(&format!("{base}/console"), 1280, 900).await?;
        page.until("document.querySelector('[data-action=accept]') !== null")
            .await?;
        page.picture("console").await?;

        page.value("document.querySelector('[data-action=accept]').click(); 1")?;
        page.until("document.querySelector('[data-action=accept]') === null")
            .await?;
        page.value("document.querySelector('[data-advance=P30D]').click(); 1")?;
        page.until("document.getElementById('ahead').textContent === '30 days ahead'")
            .await?;

        let org = CAST[0].org;
        let paths = [
            "agreement",
            "entitlement",
            "referral",
            "usageRecordGroup",
            "usageRecordReport",
            "disbursement",
            "event",
            "webhookDelivery",
            "product",
            "buyer",
            "quota",
            "apiClient",
        ];
        for path in paths {
            page.value(&format!("location.hash = '{org}/{path}'; 1"))?;
            page.until("document.querySelector('#view .rows, #view .empty') !== null")
                .await?;
            let odd = "/undefined|NaN|\\[object/.test(document.getElementById('view').textContent)";
            assert_eq!(page.value(odd)?, json!(false), "{path}");
            let wide = "[...document.querySelectorAll('.rows')]\
                        .some((rows) => rows.scrollWidth > rows.clientWidth)";
            assert_eq!(page.value(wide)?, json!(false), "{path} is too wide");
            if path == "usageRecordReport" {
                let can = "document.querySelector('[data-action=invoice]') !== null";
                assert_eq!(page.value(can)?, json!(true), "invoice");
            }
            page.picture(&format!("console-{path}")).await?;
        }

        page.value(&format!("location.hash = '{org}/credentials'; 1"))?;
        page.until("document.querySelector('#view .rows') !== null")
            .await?;
        let secrets =
            "(document.getElementById('view').textContent.match(/mp[sk]_/g) || []).length";
        assert_eq!(page.value(secrets)?, json!(0), "hidden");
        page.value("document.querySelector('[aria-label=\"Show API key\"]').click(); 1")?;
        assert_eq!(page.value(secrets)?, json!(1), "shown");

        page.size(400, 800)?;
        page.value(&format!("location.hash = '{org}/agreement'; 1"))?;
        page.until("document.querySelector('[data-action=disburse]') !== null")
            .await?;
        page.picture("console-narrow").await?;
        let overflow = "document.documentElement.scrollWidth - innerWidth";
        assert_eq!(
            page.value(overflow)?,
            json!(0),
            "nothing stands out at the side"
        );
        page.assert_quiet(&base);
        Ok(())
    })
    .await
}

/// Names can contain any text, which is shown and not interpreted.
#[tokio::test(flavor = "multi_thread")]
async fn a_hostile_name_is_only_a_name() -> anyhow::Result<()> {
    with_browser(|browser, base| async move {
        let (org, name) = (
            CAST[0].org,
            "<img src=x onerror=alert(1)><script>alert(2)</script>",
        );
        let product = json!({
            "name": name, "description": name, "partner": "AWS",
            "productType": "FLAT_RATE", "dimensions": [],
        });
        let client = reqwest::Client::builder().no_proxy().build()?;
        let key = Credentials::of(&CAST[0], 1).api_key;
        let made = client
            .post(format!("{base}/org/{org}/product"))
            .header("authorization", format!("Key {key}"))
            .header("content-type", "application/json")
            .body(product.to_string());
        assert_eq!(made.send().await?.status(), 201);
        let url = format!("{base}/console#{org}/product");
        let mut page = browser.open(&url, 1280, 900).await?;
        page.until("document.querySelector('#view .more') !== null")
            .await?;
        page.value("document.querySelector('#view .more').click(); 1")?;
        let view = "document.getElementById('view')";
        let shown = format!("{view}.textContent.includes('<img src=x onerror')");
        assert_eq!(page.value(&shown)?, json!(true));
        let made = format!("{view}.querySelectorAll('img, script').length");
        assert_eq!(page.value(&made)?, json!(0));
        page.assert_quiet(&base);
        Ok(())
    })
    .await
}
