//! Reports add up exactly.

use std::collections::BTreeMap;

use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed, TestRunner};
use rust_decimal::Decimal;
use serde_json::{Value, json};

use crate::support::{
    Database, Organization, World, database, offer_of, product, record, usage_with,
};

/// Prices with their currencies, and the number of decimal places to which they are rounded.
const PRICES: [(&str, &str, u32); 4] = [
    ("0.002", "USD", 2),
    ("12.345678", "JPY", 0),
    ("0.000001", "KWD", 3),
    ("7", "EUR", 2),
];

/// Usage: hours before the present, and the dimensions with millionths of their units.
type Group = (i64, Vec<(usize, u64)>);

fn groups() -> impl Strategy<Value = Vec<Group>> {
    let quantity = prop_oneof![
        0..2_000_000_u64,
        0..9_999_999_999_999_999_u64,
        Just(500_000)
    ];
    let records = prop::collection::vec((0..PRICES.len(), quantity), 1..6);
    prop::collection::vec((0..24_i64, records), 1..12)
}

async fn entitlement(org: &Organization) -> String {
    let dimension = |(amount, currency, _): &(&str, &str, u32)| json!({ "key": currency, "unit": "one", "unitPrice": { "amount": amount, "currency": currency } });
    let mut body = product();
    body["dimensions"] = PRICES.iter().map(dimension).collect();
    let id = org.post("/product", body).await.member("id");
    org.act(&format!("/product/{id}/publish")).await.ok();
    let offer = org.post("/offer", offer_of(&id)).await.member("id");
    org.act(&format!("/offer/{offer}/publish")).await.ok();
    org.accept(&offer).await["entitlementId"]
        .as_str()
        .expect("an entitlement")
        .to_owned()
}

/// Returns the cost of a number of millionths, in integers: rounded half up.
fn cost(millionths: u128, price: &str, places: u32) -> Decimal {
    let (whole, fraction) = price.split_once('.').unwrap_or((price, ""));
    let price: u128 = format!("{whole}{fraction:0<6}").parse().expect("digits");
    let unit = 10_u128.pow(12 - places);
    let units = (millionths * price + unit / 2) / unit;
    Decimal::from_i128_with_scale(i128::try_from(units).expect("it fits"), places)
}

fn decimal(value: &Value) -> Decimal {
    value
        .as_str()
        .expect("a number as text")
        .parse()
        .expect("a number")
}

/// The expected reports by day: the groups, and millionths by dimension.
type Days = BTreeMap<String, (Vec<String>, BTreeMap<usize, u128>)>;

async fn submit(world: &World, entitlement: &str, groups: &[Group]) -> Days {
    let mut days = Days::new();
    let now = world.now().await;
    for (index, (hours, records)) in groups.iter().enumerate() {
        let time =
            now - jiff::SignedDuration::from_hours(*hours) - jiff::SignedDuration::from_mins(1);
        let write = |(dimension, millionths): &(usize, u64)| {
            let quantity = format!("{}.{:06}", millionths / 1_000_000, millionths % 1_000_000);
            record(PRICES[*dimension].1, &quantity)
        };
        let id = format!("g-{index}");
        let mut body = usage_with(Some(&id), records.iter().map(write).collect::<Value>());
        body["usageTime"] = time.to_string().into();
        world
            .own
            .post(
                &format!("/entitlement/{entitlement}/usageRecordGroup"),
                body,
            )
            .await
            .ok();
        let (ids, sums) = days
            .entry(time.strftime("%Y-%m-%d").to_string())
            .or_default();
        ids.push(id);
        for (dimension, millionths) in records {
            *sums.entry(*dimension).or_insert(0) += u128::from(*millionths);
        }
    }
    days
}

async fn check(world: &World, groups: &[Group]) {
    let entitlement = entitlement(&world.own).await;
    world.advance("P2D").await;
    let days = submit(world, &entitlement, groups).await;
    let reports = world
        .own
        .all(&format!("/usageRecordReport?entitlementId={entitlement}"))
        .await;
    assert_eq!(reports.len(), days.len(), "one report for each day");
    for report in reports {
        let day = report["startTime"].as_str().expect("a time")[..10].to_owned();
        let (ids, sums) = &days[&day];
        assert_eq!(report["usageRecordGroupIds"], json!(ids), "each group once");
        let totals = report["totals"].as_array().expect("totals");
        assert_eq!(totals.len(), sums.len(), "one total for each dimension");
        for total in totals {
            let dimension = PRICES
                .iter()
                .position(|(_, currency, _)| total["dimension"] == *currency);
            let dimension = dimension.expect("a dimension of the product");
            let (price, currency, places) = PRICES[dimension];
            let millionths = sums[&dimension];
            let quantity =
                Decimal::from_i128_with_scale(i128::try_from(millionths).expect("it fits"), 6);
            assert_eq!(decimal(&total["quantity"]), quantity, "{day}");
            assert_eq!(total["amount"]["currency"], currency);
            assert_eq!(
                decimal(&total["amount"]["amount"]),
                cost(millionths, price, places),
                "{day}"
            );
        }
        let path = format!(
            "/usageRecordReport/{}",
            report["id"].as_str().expect("an id")
        );
        assert_eq!(world.own.get(&path).await.ok(), report);
    }
}

#[test]
fn reports_add_up_exactly() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    let world = runtime.block_on(async { World::start(database().await).await });
    let config = Config {
        cases: 24,
        rng_seed: RngSeed::Fixed(1),
        failure_persistence: None,
        ..Config::default()
    };
    let tried = TestRunner::new(config).run(&groups(), |groups| {
        runtime.block_on(check(&world, &groups));
        Ok(())
    });
    runtime.block_on(world.stop());
    tried.unwrap();
}

/// The database of a test outlives its sandbox, and so do the reports.
#[tokio::test]
async fn reports_outlive_the_sandbox() {
    let file: Database = crate::support::database_file();
    let options = sandbox::Options::for_tests(file.url());
    let first = sandbox::Sandbox::start(&options).await.unwrap();
    let key = sandbox::Credentials::of(&sandbox::CAST[0], options.seed).api_key;
    let org = |sandbox: &sandbox::Sandbox| {
        let http = reqwest::Client::builder().no_proxy().build().unwrap();
        Organization::new(
            &http,
            &sandbox.addresses().base_url,
            sandbox::CAST[0].org,
            &key,
        )
    };
    let entitlement = org(&first).entitlement().await;
    org(&first).submit(&entitlement, Some("u"), "3").await.ok();
    let before = org(&first).all("/usageRecordReport").await;
    first.stop().await;
    let second = sandbox::Sandbox::start(&options).await.unwrap();
    assert_eq!(org(&second).all("/usageRecordReport").await, before);
    second.stop().await;
}
