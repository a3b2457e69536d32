//! The requirements for publishing an offer.

use serde_json::{Value, json};

use crate::support::{money, offer_of, with_world};

#[tokio::test]
async fn an_offer_is_published_if_nothing_is_missing() {
    with_world(async |world| {
        let org = &world.own;
        let published = org.published_product().await;
        let draft = org.draft_product().await;
        let retired = org.published_product().await;
        org.control(&format!("/product/{retired}/retire")).await.ok();
        let part = |amount: &str, currency: &str| {
            json!({ "amount": { "amount": amount, "currency": currency }, "chargeDate": "2031-01-01" })
        };
        let terms = |member: &str, value: Value| {
            let mut body = offer_of(&published);
            body["terms"][member] = value;
            body
        };
        let parts = |parts: &[Value]| terms("paymentInstallments", json!(parts));
        let expiring = async |hours: i64| {
            let mut body = offer_of(&published);
            body["expireTime"] = world.hours_ahead(hours).await.into();
            body
        };
        let no = "409 offer-not-publishable";
        let cases = [
            ("all is there", offer_of(&published), "200"),
            ("a product that is a draft", offer_of(&draft), no),
            ("a product that is retired", offer_of(&retired), no),
            ("open for an hour", expiring(1).await, "200"),
            ("closed for an hour", expiring(-1).await, no),
            ("a start in nearly three years", terms("startTime", world.hours_ahead(24 * 365 * 3 - 24).await.into()), "200"),
            ("a start in more than three years", terms("startTime", world.hours_ahead(24 * 366 * 3 + 24).await.into()), no),
            ("a start long ago", terms("startTime", "2001-01-01T00:00:00Z".into()), "200"),
            ("no installments", parts(&[]), "200"),
            ("installments", parts(&[part("400.1", "USD"), part("799.90", "USD")]), "200"),
            ("too little", parts(&[part("1199.999999", "USD")]), no),
            ("too much", parts(&[part("1200", "USD"), part("0.000001", "USD")]), no),
            ("another currency", parts(&[part("1200", "EUR")]), no),
            ("two currencies", parts(&[part("600", "USD"), part("600", "EUR")]), no),
        ];
        for (what, body, outcome) in cases {
            let id = org.post("/offer", body).await.member("id");
            let before = org.get(&format!("/offer/{id}")).await.ok();
            let reply = org.act(&format!("/offer/{id}/publish")).await;
            assert_eq!(reply.outcome(), outcome, "{what}");
            let after = org.get(&format!("/offer/{id}")).await.ok();
            match reply.status {
                200 => assert_eq!(after["status"], "PENDING_ACCEPTANCE", "{what}"),
                _ => assert_eq!(after, before, "{what}: it stays a draft"),
            }
        }
    })
    .await;
}

#[tokio::test]
async fn an_acceptance_is_counted_once() {
    with_world(async |world| {
        let org = &world.own;
        let id = org.pending_offer().await;
        let tasks: Vec<_> = (0..6)
            .map(|_| {
                let (org, path) = (org.clone(), format!("/offer/{id}/accept"));
                tokio::spawn(async move { org.control(&path).await.outcome() })
            })
            .collect();
        let mut accepted = 0;
        for task in tasks {
            let outcome = task.await.unwrap();
            accepted += usize::from(outcome == "200");
            assert!(
                matches!(outcome.as_str(), "200" | "409 state-conflict ACCEPTED"),
                "{outcome}"
            );
        }
        assert_eq!(accepted, 1);
        assert_eq!(org.all(&format!("/agreement?offerId={id}")).await.len(), 1);
    })
    .await;
}

#[tokio::test]
async fn more_time_is_later_and_ahead() {
    with_world(async |world| {
        let org = &world.own;
        let id = org.pending_offer().await;
        let path = format!("/offer/{id}");
        let extend = async |time: Value| {
            org.post(&format!("{path}/extend"), json!({ "expireTime": time }))
                .await
                .outcome()
        };
        let present = org.get(&path).await.ok()["expireTime"].clone();
        let refused = "422 unprocessable-content";
        for (what, time, outcome) in [
            ("past", json!("2001-01-01T00:00:00Z"), refused),
            (
                "ahead, but earlier",
                world.hours_ahead(24).await.into(),
                refused,
            ),
            ("the same", present, refused),
            ("later", world.hours_ahead(24 * 31).await.into(), "200"),
            (
                "now earlier",
                world.hours_ahead(24 * 30 + 12).await.into(),
                refused,
            ),
            ("at the end of time", json!("9999-12-31T23:59:59Z"), "200"),
        ] {
            assert_eq!(extend(time).await, outcome, "{what}");
        }
        let price =
            json!({ "price": money("1"), "durationMonths": 120, "paymentSchedule": "POSTPAY" });
        assert_eq!(
            org.patch(&path, json!({ "terms": price })).await.outcome(),
            "409 state-conflict PENDING_ACCEPTANCE"
        );
        world.advance("P3000Y").await;
        assert_eq!(org.get(&path).await.ok()["status"], "PENDING_ACCEPTANCE");
    })
    .await;
}
