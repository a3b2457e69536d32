//! The console and the requests that it makes, without a browser.

use reqwest::{Client, StatusCode};
use sandbox::CAST;
use serde_json::Value;

use crate::support::{World, database};

async fn start() -> anyhow::Result<(World, Client)> {
    let world = World::start(database().await).await;
    Ok((world, Client::builder().no_proxy().build()?))
}

#[tokio::test]
async fn every_collection_can_be_looked_at() -> anyhow::Result<()> {
    let (world, client) = start().await?;
    let base = &world.sandbox().addresses().base_url;
    let collections = [
        "product",
        "offer",
        "agreement",
        "entitlement",
        "usageRecordGroup",
        "usageRecordReport",
        "buyer",
        "referral",
        "disbursement",
        "event",
        "apiClient",
        "quota",
    ];
    for cast in &CAST {
        for name in collections {
            let address = format!("{base}/_sandbox/org/{}/{name}", cast.org);
            let answer = client.get(&address).send().await?.error_for_status()?;
            let list: Value = serde_json::from_slice(&answer.bytes().await?)?;
            let items = list["items"].as_array().map_or(0, Vec::len);
            assert!(items > 0, "{name}");
            assert_eq!(list["total"], items, "{name}");
            for item in list["items"].as_array().into_iter().flatten() {
                assert!(
                    item.get("orgId").is_none_or(|org| org == cast.org),
                    "{name}: {item}"
                );
            }
        }
    }
    for unknown in [
        "org-0/offer",
        "org-8f2c41/settings",
        "org-8f2c41/organizations",
    ] {
        let answer = client
            .get(format!("{base}/_sandbox/org/{unknown}"))
            .send()
            .await?;
        assert_eq!(answer.status(), StatusCode::NOT_FOUND, "{unknown}");
    }
    world.stop().await;
    Ok(())
}

#[tokio::test]
async fn other_sites_and_other_names_see_nothing() -> anyhow::Result<()> {
    let (world, client) = start().await?;
    let base = &world.sandbox().addresses().base_url;
    for path in [
        "console",
        "assets/console.js",
        "_sandbox/credentials",
        "_sandbox/org",
        "metrics",
    ] {
        let ask = || client.get(format!("{base}/{path}"));
        assert_eq!(ask().send().await?.status(), StatusCode::OK, "{path}");
        let strangers = [
            ("host", "evil.example"),
            ("origin", "https://evil.example"),
            ("x-forwarded-for", "203.0.113.7"),
        ];
        for (name, value) in strangers {
            let answer = ask().header(name, value).send().await?;
            assert_eq!(answer.status(), StatusCode::NOT_FOUND, "{path} {name}");
        }
    }
    world.stop().await;
    Ok(())
}

#[tokio::test]
async fn pages_may_do_no_more_than_they_must() -> anyhow::Result<()> {
    let (world, client) = start().await?;
    let base = &world.sandbox().addresses().base_url;
    for path in ["docs", "console"] {
        let answer = client.get(format!("{base}/{path}")).send().await?;
        let policy = answer.headers()["content-security-policy"]
            .to_str()?
            .to_owned();
        assert!(policy.starts_with("default-src 'none';"), "{policy}");
        assert!(
            !policy.contains("unsafe") && !policy.contains("http"),
            "{policy}"
        );
        assert!(policy.contains("frame-ancestors 'none'"), "{policy}");
        let page = answer.text().await?;
        for inline in [
            "<script>",
            "<style",
            " style=",
            " onclick=",
            "https://cdn",
            "src=\"http",
        ] {
            assert!(!page.contains(inline), "{path} has {inline}");
        }
    }
    let credentials = client
        .get(format!("{base}/_sandbox/credentials"))
        .send()
        .await?;
    assert_eq!(credentials.headers()["cache-control"], "no-store");
    for (path, media_type) in [
        ("openapi.yaml", "application/yaml"),
        ("openapi.json", "application/json"),
    ] {
        let answer = client.get(format!("{base}/{path}")).send().await?;
        assert_eq!(answer.headers()["content-type"], media_type);
        assert!(answer.text().await?.contains("createOffer"));
    }
    world.stop().await;
    Ok(())
}
