//! Submission of usage: what counts as equal, what is rejected, and what may be a duplicate.

use serde_json::{Value, json};

use crate::support::{
    Organization, Reply, money, offer_of, product, record, usage, usage_with, with_world,
};

async fn submit(org: &Organization, entitlement: &str, body: Value) -> Reply {
    org.post(
        &format!("/entitlement/{entitlement}/usageRecordGroup"),
        body,
    )
    .await
}

#[tokio::test]
#[expect(
    clippy::too_many_lines,
    reason = "a table of contents that are the same or not"
)]
async fn the_same_content_is_a_repetition() {
    with_world(async |world| {
        let org = &world.own;
        let entitlement = org.entitlement().await;
        world.advance("PT1H").await;
        let now = world.now().await;
        let time = now.strftime("%Y-%m-%dT%H:%M:%SZ").to_string();
        let shifted = (now + jiff::SignedDuration::from_hours(2))
            .strftime("%Y-%m-%dT%H:%M:%S+02:00")
            .to_string();
        let group = |records: Value, time: Option<&str>, metadata: Option<Value>| {
            let mut body = json!({ "id": "u", "records": records });
            if let Some(time) = time {
                body["usageTime"] = time.into();
            }
            if let Some(metadata) = metadata {
                body["metadata"] = metadata;
            }
            body
        };
        let records = json!([record("calls", "1.50"), record("gb", "1")]);
        let meta = || Some(json!({ "job": "nightly", "run": "7" }));
        let first = submit(
            org,
            &entitlement,
            group(records.clone(), Some(&time), meta()),
        )
        .await;
        assert_eq!(first.outcome(), "201");
        let cases = [
            (
                "the same",
                records.clone(),
                Some(time.as_str()),
                meta(),
                "200",
            ),
            (
                "other digits",
                json!([record("calls", "1.5"), record("gb", "1.000000")]),
                Some(&time),
                meta(),
                "200",
            ),
            (
                "another order of metadata",
                records.clone(),
                Some(&time),
                Some(json!({ "run": "7", "job": "nightly" })),
                "200",
            ),
            (
                "another order of records",
                json!([record("gb", "1"), record("calls", "1.50")]),
                Some(&time),
                meta(),
                "409 id-reused",
            ),
            (
                "another quantity",
                json!([record("calls", "1.51"), record("gb", "1")]),
                Some(&time),
                meta(),
                "409 id-reused",
            ),
            (
                "another dimension",
                json!([record("calls", "1.50"), record("calls", "1")]),
                Some(&time),
                meta(),
                "409 id-reused",
            ),
            (
                "a record less",
                json!([record("calls", "1.50")]),
                Some(&time),
                meta(),
                "409 id-reused",
            ),
            (
                "a record more",
                json!([
                    record("calls", "1.50"),
                    record("gb", "1"),
                    record("gb", "0")
                ]),
                Some(&time),
                meta(),
                "409 id-reused",
            ),
            ("no time", records.clone(), None, meta(), "409 id-reused"),
            (
                "the time as sent otherwise",
                records.clone(),
                Some(&shifted),
                meta(),
                "409 id-reused",
            ),
            (
                "no metadata",
                records.clone(),
                Some(&time),
                None,
                "409 id-reused",
            ),
            (
                "other metadata",
                records.clone(),
                Some(&time),
                Some(json!({ "job": "daily", "run": "7" })),
                "409 id-reused",
            ),
            (
                "more metadata",
                records.clone(),
                Some(&time),
                Some(json!({ "job": "nightly", "run": "7", "x": "" })),
                "409 id-reused",
            ),
            (
                "what is not known of",
                json!([{ "dimension": "calls", "quantity": "1.50", "x": 1 }, record("gb", "1")]),
                Some(&time),
                meta(),
                "200",
            ),
        ];
        // While it is in use, and afterwards: a repetition is the same, and new usage is rejected.
        for state in ["ACTIVE", "SUSPENDED", "CANCELLED"] {
            for (what, records, time, metadata, outcome) in cases.clone() {
                let reply = submit(org, &entitlement, group(records, time, metadata)).await;
                assert_eq!(reply.outcome(), outcome, "{what} while {state}");
                if reply.status == 200 {
                    assert_eq!(
                        reply.body, first.body,
                        "{what} while {state}: as first stored"
                    );
                }
            }
            let new = org
                .submit(&entitlement, Some(&format!("new-{state}")), "9")
                .await
                .outcome();
            match state {
                "ACTIVE" => {
                    assert_eq!(new, "201");
                    org.control(&format!("/entitlement/{entitlement}/suspend"))
                        .await
                        .ok();
                }
                "SUSPENDED" => {
                    assert_eq!(new, "409 state-conflict SUSPENDED");
                    let agreement = org
                        .get(&format!("/entitlement/{entitlement}"))
                        .await
                        .member("agreementId");
                    org.act(&format!("/agreement/{agreement}/cancel"))
                        .await
                        .ok();
                }
                _ => assert_eq!(new, "409 state-conflict CANCELLED"),
            }
        }
        let groups = org
            .all(&format!("/entitlement/{entitlement}/usageRecordGroup"))
            .await;
        assert_eq!(groups.len(), 2, "repetitions are not stored");
    })
    .await;
}

#[tokio::test]
async fn a_repetition_without_a_time_may_come_later() {
    with_world(async |world| {
        let org = &world.own;
        let entitlement = org.entitlement().await;
        let first = org.submit(&entitlement, Some("u"), "1").await.ok();
        world.advance("P3D").await;
        let reply = org.submit(&entitlement, Some("u"), "1.0").await;
        assert_eq!(reply.status, 200);
        let mut again = reply.ok();
        assert_eq!(again["status"], "REPORTED", "its present status");
        again["status"] = first["status"].clone();
        assert_eq!(again, first);
    })
    .await;
}

#[tokio::test]
async fn what_has_no_good_meaning_is_refused() {
    with_world(async |world| {
        let org = &world.own;
        let entitlement = org.entitlement().await;
        world.advance("PT30H").await;
        let at = async |hours: i64| json!(world.hours_ahead(hours).await);
        let many: Vec<Value> = (0..26).map(|_| record("calls", "1")).collect();
        let one = |quantity: &str| json!({ "records": [record("calls", quantity)] });
        let cases = [
            ("nothing", one("0"), "201"),
            ("the most", one("9999999999.999999"), "201"),
            ("the least", one("0.000001"), "201"),
            (
                "a day ago, nearly",
                json!({ "records": [record("gb", "1")], "usageTime": at(-23).await }),
                "201",
            ),
            ("less than nothing", one("-1"), "400 bad-request"),
            (
                "too many digits before the point",
                one("10000000000"),
                "400 bad-request",
            ),
            (
                "too many digits after it",
                one("0.0000001"),
                "400 bad-request",
            ),
            ("a leading zero", one("01"), "400 bad-request"),
            ("no number", one("many"), "400 bad-request"),
            ("infinity", one("Infinity"), "400 bad-request"),
            ("no digit", one(""), "400 bad-request"),
            ("no records", json!({ "records": [] }), "400 bad-request"),
            (
                "too many records",
                json!({ "records": many }),
                "400 bad-request",
            ),
            (
                "no time",
                json!({ "records": [record("calls", "1")], "usageTime": "yesterday" }),
                "400 bad-request",
            ),
            (
                "an id with a slash",
                json!({ "id": "a/b", "records": [record("calls", "1")] }),
                "400 bad-request",
            ),
            (
                "an id that is too long",
                json!({ "id": "a".repeat(37), "records": [record("calls", "1")] }),
                "400 bad-request",
            ),
            (
                "an unknown dimension",
                json!({ "records": [record("calls", "1"), record("none", "1")] }),
                "422 unprocessable-content",
            ),
            (
                "ahead",
                json!({ "records": [record("calls", "1")], "usageTime": at(1).await }),
                "422 unprocessable-content",
            ),
            (
                "far ahead",
                json!({ "records": [record("calls", "1")], "usageTime": "9999-12-31T23:59:59Z" }),
                "422 unprocessable-content",
            ),
            (
                "more than a day ago",
                json!({ "records": [record("calls", "1")], "usageTime": at(-25).await }),
                "422 unprocessable-content",
            ),
            (
                "long ago",
                json!({ "records": [record("calls", "1")], "usageTime": "0000-01-01T00:00:00Z" }),
                "422 unprocessable-content",
            ),
        ];
        for (what, body, outcome) in cases {
            let before = org
                .all(&format!("/entitlement/{entitlement}/usageRecordGroup"))
                .await;
            let reply = submit(org, &entitlement, body).await;
            assert_eq!(reply.outcome(), outcome, "{what}: {}", reply.text);
            let after = org
                .all(&format!("/entitlement/{entitlement}/usageRecordGroup"))
                .await;
            let stored = usize::from(outcome == "201");
            assert_eq!(after.len(), before.len() + stored, "{what}: all or nothing");
        }
        let young = org.entitlement().await;
        let early = json!({ "records": [record("calls", "1")], "usageTime": at(-1).await });
        assert_eq!(
            submit(org, &young, early).await.outcome(),
            "422 unprocessable-content",
            "before the start"
        );
    })
    .await;
}

#[tokio::test]
async fn a_day_has_fifteen_digits() {
    with_world(async |world| {
        let org = &world.own;
        let mut body = product();
        let price =
            |amount: &str| json!({ "key": amount, "unit": "one", "unitPrice": money(amount) });
        body["dimensions"] = json!([
            price("999999999999999.999999"),
            price("100000"),
            price("99999")
        ]);
        let id = org.post("/product", body).await.member("id");
        org.act(&format!("/product/{id}/publish")).await.ok();
        let offer = org.post("/offer", offer_of(&id)).await.member("id");
        org.act(&format!("/offer/{offer}/publish")).await.ok();
        let entitlement = org.accept(&offer).await["entitlementId"]
            .as_str()
            .unwrap()
            .to_owned();
        let cases = [
            // Rounded to cents, it has sixteen digits.
            ("999999999999999.999999", "1", "422 unprocessable-content"),
            ("999999999999999.999999", "0.999999", "201"),
            (
                "999999999999999.999999",
                "0.000001",
                "422 unprocessable-content",
            ),
            ("100000", "9999999999.999999", "201"),
            ("100000", "0.000001", "422 unprocessable-content"),
            ("99999", "9999999999.999999", "201"),
            ("99999", "9999999999.999999", "422 unprocessable-content"),
        ];
        for (dimension, quantity, outcome) in cases {
            let reply = submit(
                org,
                &entitlement,
                usage_with(None, vec![record(dimension, quantity)]),
            )
            .await;
            assert_eq!(reply.outcome(), outcome, "{quantity} of {dimension}");
        }
        let reports = org
            .get(&format!("/usageRecordReport?entitlementId={entitlement}"))
            .await
            .ok();
        let totals = reports["items"][0]["totals"].as_array().unwrap().clone();
        let amounts: Vec<_> = totals
            .iter()
            .map(|total| total["amount"]["amount"].as_str().unwrap())
            .collect();
        // 9999999999.999999 x 100000 = 999999999999999.9, and x 99999 = 999989999999999.900001
        assert_eq!(
            amounts,
            [
                "999999000000000.00",
                "999999999999999.90",
                "999989999999999.90"
            ]
        );
    })
    .await;
}

#[tokio::test]
async fn what_was_used_twice_in_an_hour_may_be_a_duplicate() {
    with_world(async |world| {
        let org = &world.own;
        let (entitlement, another) = (org.entitlement().await, org.entitlement().await);
        world.advance("PT10H").await;
        let now = world.now().await;
        let at = |hours: i64, minute: u32| {
            let time = now - jiff::SignedDuration::from_hours(hours);
            format!("{}:{minute:02}:00Z", time.strftime("%Y-%m-%dT%H"))
        };
        let two = || vec![record("calls", "1"), record("gb", "2")];
        let group = |id: &str, records: Vec<Value>, time: String| {
            let mut body = usage_with(Some(id), records);
            body["usageTime"] = time.into();
            body
        };
        let parts = vec![
            record("gb", "1.5"),
            record("calls", "1.0"),
            record("gb", "0.5"),
        ];
        let cases = [
            ("a", two(), at(3, 0), None),
            ("b", two(), at(3, 59), Some("a")),
            ("c", parts, at(3, 30), Some("a")),
            ("d", two(), at(2, 0), None),
            ("e", vec![record("calls", "1")], at(3, 0), None),
            (
                "f",
                vec![record("calls", "1"), record("gb", "2.000001")],
                at(3, 0),
                None,
            ),
            ("g", two(), at(2, 0), Some("d")),
        ];
        for (id, records, time, earlier) in cases {
            let reply = submit(org, &entitlement, group(id, records, time))
                .await
                .ok();
            assert_eq!(reply["possibleDuplicateOf"].as_str(), earlier, "{id}");
            let read = org
                .get(&format!("/entitlement/{entitlement}/usageRecordGroup/{id}"))
                .await
                .ok();
            assert_eq!(read, reply);
        }
        let elsewhere = submit(org, &another, group("z", two(), at(3, 0)))
            .await
            .ok();
        assert!(
            elsewhere["possibleDuplicateOf"].is_null(),
            "of another entitlement"
        );
        let repeated = submit(org, &entitlement, group("a", two(), at(3, 0)))
            .await
            .ok();
        assert!(
            repeated["possibleDuplicateOf"].is_null(),
            "a repetition is no duplicate"
        );
    })
    .await;
}

#[tokio::test]
async fn the_same_id_at_the_same_time_is_stored_once() {
    with_world(async |world| {
        let org = &world.own;
        let entitlement = org.entitlement().await;
        let tasks: Vec<_> = (0..8)
            .map(|_| {
                let (org, entitlement) = (org.clone(), entitlement.clone());
                tokio::spawn(async move {
                    submit(&org, &entitlement, usage(Some("u"), "1"))
                        .await
                        .status
                })
            })
            .collect();
        let mut statuses = Vec::new();
        for task in tasks {
            statuses.push(task.await.unwrap());
        }
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 200, 200, 200, 200, 200, 200, 201]);
    })
    .await;
}

/// `type: string` and its pattern are part of the validation.
#[tokio::test]
async fn quantities_have_the_form_of_the_description() {
    with_world(async |world| {
        let org = &world.own;
        let entitlement = org.entitlement().await;
        for quantity in [
            json!("-0"),
            json!("1e3"),
            json!("1E+2"),
            json!(1),
            json!(1.5),
        ] {
            let body = json!({ "records": [{ "dimension": "calls", "quantity": quantity }] });
            let reply = submit(org, &entitlement, body).await;
            assert_eq!(reply.outcome(), "400 bad-request", "{quantity}");
        }
    })
    .await;
}
