//! What happens as time passes, when, and which events report it.

use jiff::Timestamp;
use serde_json::{Value, json};

use crate::support::{Organization, World, offer, referral, with_world};

fn instant(doc: &Value, member: &str) -> Timestamp {
    let time = doc[member].as_str().map(str::parse);
    time.unwrap_or_else(|| panic!("no {member} in {doc}"))
        .expect("of RFC 3339")
}

/// Returns an accepted offer of a number of months that starts in this many hours.
async fn accepted(world: &World, months: u32, start: Option<i64>) -> Value {
    let org = &world.own;
    let mut body = offer(&org.published_product().await, "account-c", months);
    if let Some(hours) = start {
        body["terms"]["startTime"] = world.hours_ahead(hours).await.into();
    }
    let id = org.post("/offer", body).await.member("id");
    org.act(&format!("/offer/{id}/publish")).await.ok();
    org.accept(&id).await
}

/// The types of the events of an agreement, with the states that they report.
async fn events_of(org: &Organization, agreement: &str) -> Vec<(String, Value)> {
    let is_about = |event: &&Value| {
        event["data"]["agreementId"] == agreement || event["data"]["agreement"]["id"] == agreement
    };
    let events = org.all("/event").await;
    let about = events.iter().filter(is_about);
    about
        .map(|event| (event["type"].as_str().unwrap().to_owned(), event.clone()))
        .collect()
}

#[tokio::test]
async fn an_agreement_and_its_entitlement_end_together() {
    with_world(async |world| {
        let org = &world.own;
        let offer = accepted(world, 1, Some(48)).await;
        let agreement = format!("/agreement/{}", offer["agreementId"].as_str().unwrap());
        let entitlement = format!("/entitlement/{}", offer["entitlementId"].as_str().unwrap());
        let before = org.get(&agreement).await.ok();
        assert_eq!(
            instant(&before, "startTime"),
            instant(&offer["terms"], "startTime")
        );
        let end = instant(&before, "endTime");
        for (advance, states) in [
            ("PT47H", ["ACTIVE", "PENDING_START"]),
            ("PT1H", ["ACTIVE", "ACTIVE"]),
            ("P27D", ["ACTIVE", "ACTIVE"]),
            ("P4D", ["EXPIRED", "EXPIRED"]),
        ] {
            world.advance(advance).await;
            let found = [
                org.get(&agreement).await.ok(),
                org.get(&entitlement).await.ok(),
            ];
            assert_eq!(
                [&found[0]["status"], &found[1]["status"]],
                states,
                "after {advance}"
            );
        }
        let after = org.get(&agreement).await.ok();
        assert_eq!(
            instant(&after, "endTime"),
            end,
            "it has ended when it was to end"
        );
        assert_eq!(instant(&after, "lastUpdateTime"), end);
        let events = events_of(org, before["id"].as_str().unwrap()).await;
        let kinds: Vec<&str> = events.iter().map(|(kind, _)| kind.as_str()).collect();
        assert_eq!(kinds, ["OFFER_ACCEPTED", "AGREEMENT_UPDATED"]);
        let (_, told) = &events[1];
        assert_eq!(told["data"]["agreement"], after);
        assert_eq!(told["data"]["previousStatus"], "ACTIVE");
        assert_eq!(
            instant(told, "creationTime"),
            end,
            "when it happened, not when it was noticed"
        );
    })
    .await;
}

/// Everything that was due happens, in order.
#[tokio::test]
async fn a_long_time_passes_in_order() {
    with_world(async |world| {
        let org = &world.own;
        let mut agreements = Vec::new();
        for months in [3, 1, 2] {
            let offer = accepted(world, months, None).await;
            agreements.push(offer["agreementId"].as_str().unwrap().to_owned());
        }
        let before = org.all("/event").await.len();
        world.advance("P2Y").await;
        let events = org.all("/event").await.split_off(before);
        let times: Vec<Timestamp> = events
            .iter()
            .map(|event| instant(event, "creationTime"))
            .collect();
        assert!(times.is_sorted(), "{times:?}");
        let ended: Vec<&str> = events
            .iter()
            .filter_map(|event| event["data"]["agreement"]["id"].as_str())
            .collect();
        let own: Vec<&&str> = ended
            .iter()
            .filter(|id| agreements.iter().any(|own| own == **id))
            .collect();
        assert_eq!(own, [&agreements[1], &agreements[2], &agreements[0]]);
    })
    .await;
}

#[tokio::test]
async fn months_are_those_of_the_calendar() {
    with_world(async |world| {
        let org = &world.own;
        for (start, months, end) in [
            ("2027-01-31T10:00:00Z", 1, "2027-02-28T10:00:00Z"),
            ("2028-01-31T10:00:00Z", 1, "2028-02-29T10:00:00Z"),
            ("2028-02-29T00:00:00Z", 12, "2029-02-28T00:00:00Z"),
            ("2027-08-31T23:30:00-02:00", 1, "2027-10-01T01:30:00Z"),
            ("2027-12-31T23:59:59Z", 120, "2037-12-31T23:59:59Z"),
        ] {
            let mut body = offer(&org.published_product().await, "account-m", months);
            body["terms"]["startTime"] = start.into();
            let id = org.post("/offer", body).await.member("id");
            org.act(&format!("/offer/{id}/publish")).await.ok();
            let agreement = org.accept(&id).await["agreementId"]
                .as_str()
                .unwrap()
                .to_owned();
            let agreement = org.get(&format!("/agreement/{agreement}")).await.ok();
            assert_eq!(
                instant(&agreement, "endTime"),
                end.parse().unwrap(),
                "{months} months after {start}"
            );
        }
    })
    .await;
}

/// No request is needed to trigger it: a control sees it as well.
#[tokio::test]
async fn what_is_over_is_over_for_everybody() {
    with_world(async |world| {
        let org = &world.own;
        let offer = org.pending_offer().await;
        let sale = org.post("/referral", referral()).await.member("id");
        let running = accepted(world, 1, None).await;
        let id = |member: &str| running[member].as_str().unwrap().to_owned();
        world.advance("P40D").await;
        let expired = "409 state-conflict EXPIRED";
        assert_eq!(
            org.control(&format!("/offer/{offer}/accept"))
                .await
                .outcome(),
            expired
        );
        assert_eq!(
            org.act(&format!("/referral/{sale}/accept")).await.outcome(),
            expired
        );
        assert_eq!(
            org.act(&format!("/agreement/{}/cancel", id("agreementId")))
                .await
                .outcome(),
            expired
        );
        assert_eq!(
            org.control(&format!("/entitlement/{}/suspend", id("entitlementId")))
                .await
                .outcome(),
            expired
        );
        assert_eq!(
            org.submit(&id("entitlementId"), None, "1").await.outcome(),
            expired
        );
    })
    .await;
}

#[tokio::test]
async fn a_report_closes_when_no_usage_can_come_any_more() {
    with_world(async |world| {
        let org = &world.own;
        let entitlement = org.entitlement().await;
        let group = org.submit(&entitlement, Some("u"), "1").await.ok();
        let group_path = format!("/entitlement/{entitlement}/usageRecordGroup/u");
        let path = format!(
            "/usageRecordReport/{}",
            group["usageRecordReportId"].as_str().unwrap()
        );
        let invoice = format!("{path}/invoice");
        assert_eq!(org.get(&path).await.ok()["status"], "CREATED");
        assert_eq!(
            org.control(&invoice).await.outcome(),
            "409 state-conflict CREATED"
        );
        world.advance("P2D").await;
        assert_eq!(org.get(&path).await.ok()["status"], "SUCCESS");
        assert_eq!(org.get(&group_path).await.ok()["status"], "REPORTED");
        assert_eq!(org.control(&invoice).await.ok()["status"], "INVOICED");
        assert_eq!(
            org.control(&invoice).await.outcome(),
            "409 state-conflict INVOICED"
        );
        let report = org.get(&path).await.ok();
        assert_eq!(report["usageRecordGroupIds"], json!(["u"]));
        assert_eq!(org.get(&group_path).await.ok()["status"], "REPORTED");
    })
    .await;
}

#[tokio::test]
async fn the_clock_only_moves_forward() {
    with_world(async |world| {
        let before = world.now().await;
        for wrong in ["-PT1H", "1 hour ago", "soon", "P99999Y", ""] {
            let request = world
                .request("POST", "/_sandbox/clock")
                .header("content-type", "application/json");
            let reply =
                crate::support::Reply::of(request.body(json!({ "advance": wrong }).to_string()))
                    .await;
            assert_eq!(reply.outcome(), "422 unprocessable-content", "{wrong}");
        }
        assert!(world.advance("PT0S").await >= before);
        let later = world.advance("P1D").await;
        assert!(later >= before + jiff::SignedDuration::from_hours(24));
    })
    .await;
}
