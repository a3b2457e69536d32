//! Every operation through the generated client, which rejects responses that the description does
//! not declare.

use client::Error;
use serde_json::json;
use types::Problem;

use crate::support::{
    World, offer_of, product, referral, typed, usage, with_dimensions, with_world,
};

/// Returns the last segment of a problem's type, and the state that it names.
fn code_and_detail(problem: &Problem) -> (&str, Option<&str>) {
    let kind = problem.r#type.rsplit('/').next().unwrap_or_default();
    (kind, problem.state.as_deref())
}

/// Asserts that a call is rejected with a variant of its error, a type of problem, and possibly a
/// state.
macro_rules! refused {
    ($call:expr, $error:ident::$variant:ident, $kind:literal $(, $state:literal)?) => {
        match $call.await {
            Err(Error::Api { error, .. }) => match *error {
                client::$error::$variant(problem) => {
                    #[allow(unused_mut, unused_assignments, clippy::allow_attributes)]
                    let mut state = None;
                    $(state = Some($state);)?
                    assert_eq!(code_and_detail(&problem), ($kind, state));
                }
                other => panic!("another refusal: {other:?}"),
            },
            other => panic!("no refusal: {other:?}"),
        }
    };
}

#[tokio::test]
async fn organization_and_quotas() {
    with_world(async |world| {
        let (client, org) = (&world.own.client, &world.own.id);
        let organization = client.organization().get().await.unwrap();
        assert_eq!(organization.id, *org);
        refused!(
            client.organization().get().org_id(&world.other.id),
            GetOrganizationError::NotFound,
            "not-found"
        );
        let quotas = client.quotas().list().await.unwrap().items;
        let names: Vec<_> = quotas.iter().map(|quota| quota.name.to_string()).collect();
        assert_eq!(
            names,
            ["PRODUCTS", "OPEN_OFFERS", "OPEN_REFERRALS", "API_CLIENTS"]
        );
    })
    .await;
}

#[tokio::test]
async fn products() {
    with_world(async |world| {
        let client = &world.own.client;
        let body = typed(with_dimensions(product()));
        let created = client.products().create(&body).await.unwrap();
        let id = created.id.clone();
        let read = client.products().get(&id).await.unwrap();
        assert_eq!(read, created);
        let change = typed(json!({ "name": "Platform 2" }));
        let changed = client.products().update(&id, &change).await.unwrap();
        assert_eq!(changed.name.0, "Platform 2");
        let published = client.products().publish(&id).await.unwrap();
        assert!(published.partner_product_id.is_some());
        refused!(
            client.products().publish(&id),
            PublishProductError::Conflict,
            "state-conflict",
            "PUBLISHED"
        );
        world
            .own
            .control(&format!("/product/{}/retire", id.0))
            .await
            .ok();
        refused!(
            client.products().update(&id, &change),
            UpdateProductError::Conflict,
            "state-conflict",
            "RETIRED"
        );
        let none = types::ProductId("none".to_owned());
        refused!(
            client.products().get(&none),
            GetProductError::NotFound,
            "not-found"
        );
        refused!(
            client.products().update(&none, &change),
            UpdateProductError::NotFound,
            "not-found"
        );
        refused!(
            client.products().publish(&none),
            PublishProductError::NotFound,
            "not-found"
        );
        let dimension = with_dimensions(product())["dimensions"][0].clone();
        let mut twice = product();
        twice["dimensions"] = json!([dimension, dimension]);
        refused!(
            client.products().create(&typed(twice.clone())),
            CreateProductError::UnprocessableContent,
            "unprocessable-content"
        );
        let draft = client.products().create(&body).await.unwrap().id;
        let change = typed(json!({ "dimensions": twice["dimensions"] }));
        refused!(
            client.products().update(&draft, &change),
            UpdateProductError::UnprocessableContent,
            "unprocessable-content"
        );
        let listed = client.products().list().await.unwrap().items;
        assert!(listed.iter().any(|product| product.id == draft));
    })
    .await;
}

#[tokio::test]
async fn offers() {
    with_world(async |world| {
        let client = &world.own.client;
        let product = world.own.published_product().await;
        let created = client
            .offers()
            .create(&typed(offer_of(&product)))
            .await
            .unwrap();
        let id = created.id.clone();
        assert_eq!(created.offer_type, types::OfferType::Private, "the default");
        let buyer = client.buyers().get(&created.buyer_id).await.unwrap();
        assert_eq!(buyer.partner_account_id.0, "account-1");
        let change = typed(json!({ "name": "Two years", "offerType": "CHANNEL" }));
        let changed = client.offers().update(&id, &change).await.unwrap();
        assert_eq!(
            (changed.name.0.as_str(), &changed.offer_type),
            ("Two years", &created.offer_type)
        );
        let published = client.offers().publish(&id).await.unwrap();
        assert!(published.publish_time.is_some() && published.offer_url.is_some());
        refused!(
            client.offers().update(&id, &change),
            UpdateOfferError::Conflict,
            "state-conflict",
            "PENDING_ACCEPTANCE"
        );
        let later = typed(json!({ "expireTime": world.hours_ahead(24 * 40).await }));
        client.offers().extend(&id, &later).await.unwrap();
        refused!(
            client.offers().extend(&id, &later),
            ExtendOfferError::UnprocessableContent,
            "unprocessable-content"
        );
        let cancellation = typed(json!({ "reason": "Too late." }));
        let cancelled = client
            .offers()
            .cancel(&id)
            .body(&cancellation)
            .await
            .unwrap();
        assert_eq!(
            cancelled.cancellation_reason.map(|text| text.0).as_deref(),
            Some("Too late.")
        );
        refused!(
            client.offers().cancel(&id),
            CancelOfferError::Conflict,
            "state-conflict",
            "CANCELLED"
        );
        refused!(
            client.offers().create(&typed(offer_of("none"))),
            CreateOfferError::UnprocessableContent,
            "unprocessable-content"
        );
        let none = types::OfferId("none".to_owned());
        refused!(
            client.offers().get(&none),
            GetOfferError::NotFound,
            "not-found"
        );
        refused!(
            client.offers().publish(&none),
            PublishOfferError::NotFound,
            "not-found"
        );
        refused!(
            client.offers().cancel(&none),
            CancelOfferError::NotFound,
            "not-found"
        );
        refused!(
            client.offers().extend(&none, &later),
            ExtendOfferError::NotFound,
            "not-found"
        );
        refused!(
            client.offers().update(&none, &change),
            UpdateOfferError::NotFound,
            "not-found"
        );
    })
    .await;
}

#[tokio::test]
async fn what_comes_of_an_accepted_offer() {
    with_world(async |world| {
        let client = &world.own.client;
        let offer: types::Offer = typed(world.own.accepted_offer().await);
        let agreement_id = offer.agreement_id.clone().unwrap();
        let agreement = client.agreements().get(&agreement_id).await.unwrap();
        let entitlement_id = offer.entitlement_id.clone().unwrap();
        let entitlement = client.entitlements().get(&entitlement_id).await.unwrap();
        assert_eq!(
            (
                &agreement.offer_id,
                &agreement.buyer_id,
                &agreement.product_id,
                &agreement.price
            ),
            (
                &offer.id,
                &offer.buyer_id,
                &offer.product_id,
                &offer.terms.price
            )
        );
        assert_eq!(
            (
                &entitlement.agreement_id,
                &entitlement.offer_id,
                &entitlement.start_time
            ),
            (&agreement_id, &offer.id, &agreement.acceptance_time)
        );
        assert_eq!(agreement.end_time, entitlement.end_time);
        assert_eq!(agreement.entitlement_id, entitlement_id);
        assert_eq!(entitlement.dimensions.len(), 2);

        let paid = world
            .own
            .control(&format!("/agreement/{}/disburse", agreement_id.0))
            .await;
        let disbursement: types::Disbursement = typed(paid.ok());
        let read = client.disbursements().get(&disbursement.id).await.unwrap();
        assert_eq!(read, disbursement);
        let net = read.gross_amount.amount - read.fee_amount.amount;
        assert_eq!(
            read.net_amount.amount,
            net - read.tax_amount.amount - read.refund_amount.amount
        );

        client.agreements().cancel(&agreement_id).await.unwrap();
        refused!(
            client.agreements().cancel(&agreement_id),
            CancelAgreementError::Conflict,
            "state-conflict",
            "CANCELLED"
        );
        let none = types::AgreementId("none".to_owned());
        refused!(
            client.agreements().get(&none),
            GetAgreementError::NotFound,
            "not-found"
        );
        refused!(
            client.agreements().cancel(&none),
            CancelAgreementError::NotFound,
            "not-found"
        );
        let none = types::DisbursementId("none".to_owned());
        refused!(
            client.disbursements().get(&none),
            GetDisbursementError::NotFound,
            "not-found"
        );
        let none = types::BuyerId("none".to_owned());
        refused!(
            client.buyers().get(&none),
            GetBuyerError::NotFound,
            "not-found"
        );
        check_events(world, &offer).await;
    })
    .await;
}

async fn check_events(world: &World, offer: &types::Offer) {
    let client = &world.own.client;
    let mut events = client.events().list().all();
    let mut own = Vec::new();
    while let Some(event) = events.next().await {
        let event = event.unwrap();
        let (id, kind) = match &event {
            types::Event::OfferAcceptedEvent(event) if event.data.offer.id == offer.id => {
                assert_eq!(event.data.offer, *offer, "as it was after the acceptance");
                (event.id.clone(), "accepted")
            }
            types::Event::AgreementUpdatedEvent(event)
                if event.data.agreement.offer_id == offer.id =>
            {
                let previous = event.data.previous_status.clone();
                assert_eq!(previous, Some(types::AgreementStatus::Active));
                (event.id.clone(), "updated")
            }
            types::Event::DisbursementMadeEvent(event)
                if Some(&event.data.disbursement.agreement_id) == offer.agreement_id.as_ref() =>
            {
                (event.id.clone(), "disbursed")
            }
            _ => continue,
        };
        assert_eq!(client.events().get(&id).await.unwrap(), event);
        own.push(kind);
    }
    assert_eq!(own, ["accepted", "disbursed", "updated"]);
    let none = types::EventId("none".to_owned());
    refused!(
        client.events().get(&none),
        GetEventError::NotFound,
        "not-found"
    );
}

#[tokio::test]
#[expect(clippy::too_many_lines, reason = "each call stands for itself")]
async fn usage_and_its_reports() {
    with_world(async |world| {
        let client = &world.own.client;
        let entitlement = types::EntitlementId(world.own.entitlement().await);
        let group = typed(usage(Some("u-1"), "5"));
        let created = client
            .usage()
            .create_record_group(&entitlement, &group)
            .await;
        let Ok(client::CreateUsageRecordGroupSuccess::Created(created)) = created else {
            panic!("not created: {created:?}");
        };
        let id = created.id.clone();
        let read = client
            .usage()
            .get_record_group(&entitlement, &id)
            .await
            .unwrap();
        assert_eq!(read, created);
        let single = typed(json!({ "dimension": "gb", "quantity": "2" }));
        client
            .usage()
            .create_record(&entitlement, &single)
            .await
            .unwrap();
        let listed = client
            .usage()
            .list_record_groups(&entitlement)
            .await
            .unwrap();
        assert_eq!(listed.items.len(), 2);
        let report = read.usage_record_report_id.clone().unwrap();
        let report = client
            .reports()
            .get_usage_record_report(&report)
            .await
            .unwrap();
        assert_eq!(report.usage_record_group_ids.len(), 2);
        let listed = client
            .reports()
            .list_usage_record_reports()
            .entitlement_id(&entitlement);
        assert_eq!(listed.await.unwrap().items, [report]);

        let other = typed(usage(Some("u-1"), "6"));
        refused!(
            client.usage().create_record_group(&entitlement, &other),
            CreateUsageRecordGroupError::Conflict,
            "id-reused"
        );
        let unknown = typed(json!({ "records": [{ "dimension": "none", "quantity": "1" }] }));
        refused!(
            client.usage().create_record_group(&entitlement, &unknown),
            CreateUsageRecordGroupError::UnprocessableContent,
            "unprocessable-content"
        );
        let unknown = typed(json!({ "dimension": "none", "quantity": "1" }));
        refused!(
            client.usage().create_record(&entitlement, &unknown),
            CreateUsageRecordError::UnprocessableContent,
            "unprocessable-content"
        );
        let none = types::EntitlementId("none".to_owned());
        refused!(
            client.entitlements().get(&none),
            GetEntitlementError::NotFound,
            "not-found"
        );
        refused!(
            client.usage().list_record_groups(&none),
            ListUsageRecordGroupsError::NotFound,
            "not-found"
        );
        refused!(
            client.usage().create_record_group(&none, &group),
            CreateUsageRecordGroupError::NotFound,
            "not-found"
        );
        refused!(
            client.usage().create_record(&none, &single),
            CreateUsageRecordError::NotFound,
            "not-found"
        );
        refused!(
            client.usage().get_record_group(&none, &id),
            GetUsageRecordGroupError::NotFound,
            "not-found"
        );
        let none = types::UsageRecordReportId("none".to_owned());
        refused!(
            client.reports().get_usage_record_report(&none),
            GetUsageRecordReportError::NotFound,
            "not-found"
        );
        let (first, last) = ("2026-02-02".parse().unwrap(), "2026-02-01".parse().unwrap());
        refused!(
            client
                .reports()
                .list_usage_record_reports()
                .start_date(first)
                .end_date(last),
            ListUsageRecordReportsError::UnprocessableContent,
            "unprocessable-content"
        );
        refused!(
            client
                .disbursements()
                .list()
                .start_date(first)
                .end_date(last),
            ListDisbursementsError::UnprocessableContent,
            "unprocessable-content"
        );
    })
    .await;
}

#[tokio::test]
async fn referrals() {
    with_world(async |world| {
        let client = &world.own.client;
        let created = client.referrals().create(&typed(referral())).await.unwrap();
        let id = created.id.clone();
        assert_eq!(created.stage, types::ReferralStage::Prospect);
        let change = typed(json!({ "stage": "QUALIFIED" }));
        let changed = client.referrals().update(&id, &change).await.unwrap();
        assert_eq!(changed.stage, types::ReferralStage::Qualified);
        client.referrals().accept(&id).await.unwrap();
        let rejection = typed(json!({ "reason": "NOT_A_FIT", "comment": "No." }));
        refused!(
            client.referrals().reject(&id, &rejection),
            RejectReferralError::Conflict,
            "state-conflict",
            "ACCEPTED"
        );
        let second = client
            .referrals()
            .create(&typed(referral()))
            .await
            .unwrap()
            .id;
        let rejected = client
            .referrals()
            .reject(&second, &rejection)
            .await
            .unwrap();
        assert_eq!(
            rejected.rejection_reason,
            Some(types::ReferralRejectionReason::NotAFit)
        );
        assert_eq!(client.referrals().get(&second).await.unwrap(), rejected);
        refused!(
            client.referrals().accept(&second),
            AcceptReferralError::Conflict,
            "state-conflict",
            "REJECTED"
        );
        refused!(
            client.referrals().update(&second, &change),
            UpdateReferralError::Conflict,
            "state-conflict",
            "REJECTED"
        );
        let mut unknown = referral();
        unknown["productIds"] = json!(["none"]);
        refused!(
            client.referrals().create(&typed(unknown)),
            CreateReferralError::UnprocessableContent,
            "unprocessable-content"
        );
        refused!(
            client
                .referrals()
                .update(&id, &typed(json!({ "productIds": ["none"] }))),
            UpdateReferralError::UnprocessableContent,
            "unprocessable-content"
        );
        let none = types::ReferralId("none".to_owned());
        refused!(
            client.referrals().get(&none),
            GetReferralError::NotFound,
            "not-found"
        );
        refused!(
            client.referrals().accept(&none),
            AcceptReferralError::NotFound,
            "not-found"
        );
        refused!(
            client.referrals().reject(&none, &rejection),
            RejectReferralError::NotFound,
            "not-found"
        );
        refused!(
            client.referrals().update(&none, &change),
            UpdateReferralError::NotFound,
            "not-found"
        );
    })
    .await;
}

#[tokio::test]
async fn api_clients() {
    with_world(async |world| {
        let client = &world.own.client;
        let body = typed(json!({ "name": "Export", "scopes": ["offers:read"] }));
        let call = client.api_clients().create(&body).send();
        let created = call.with_response().await.unwrap();
        assert_eq!(created.raw.header("cache-control"), Some("no-store"));
        let (id, secret) = (created.body.id, created.body.client_secret);
        assert!(secret.len() >= 32, "hard to guess");
        let read = client.api_clients().get(&id).await.unwrap();
        assert!(
            !json!(read).to_string().contains(&secret),
            "shown once only"
        );
        let listed = client.api_clients().list().await.unwrap();
        assert!(
            !json!(listed).to_string().contains(&secret),
            "shown once only"
        );
        let listed = listed.items;
        let own = listed
            .iter()
            .find(|client| client.r#type == types::ApiClientType::ApiKey);
        refused!(
            client.api_clients().delete(&own.unwrap().id),
            DeleteApiClientError::Conflict,
            "state-conflict"
        );
        client.api_clients().delete(&id).await.unwrap();
        refused!(
            client.api_clients().delete(&id),
            DeleteApiClientError::NotFound,
            "not-found"
        );
        refused!(
            client.api_clients().get(&id),
            GetApiClientError::NotFound,
            "not-found"
        );
    })
    .await;
}
