//! A whole sale through the generated client, as a seller's program would make it: from the token
//! to the invoice, with events.

use client::webhook::{SIGNATURE_HEADER, Verifier};
use client::{Client, ClientCredentials, CreateUsageRecordGroupSuccess, PutWebhookSuccess};
use rust_decimal::Decimal;
use sandbox::{CAST, Credentials};
use serde_json::json;
use types::{AgreementStatus, EntitlementStatus, Event};

use crate::support::{
    Organization, Received, Receiver, World, offer_of, product, typed, usage, with_dimensions,
    with_world,
};

/// The number of products, so that their list has several pages.
const PRODUCTS: usize = 5;

#[tokio::test]
async fn a_sale_by_access_token() {
    with_world(async |world| {
        let app = Credentials::of(&CAST[0], 1);
        let credentials = ClientCredentials::new(&app.client_id, &*app.client_secret);
        let addresses = world.sandbox().addresses();
        let client = Client::builder()
            .base_url(&addresses.base_url)
            .auth_url(&addresses.auth_url)
            .oauth2(credentials.resource("{base_url}"))
            .org_id(&world.own.id)
            .build();
        play(world, &client.expect("a client")).await;
    })
    .await;
}

#[tokio::test]
async fn a_sale_by_api_key() {
    with_world(async |world| play(world, &world.own.client).await).await;
}

async fn play(world: &World, client: &Client) {
    let inbox = Inbox::open(client).await;
    let offer = sell(client, &world.own).await;
    let Event::OfferAcceptedEvent(accepted) = inbox.next(0).await else {
        panic!("another event");
    };
    assert!(!accepted.test);
    assert_eq!(accepted.data.offer, offer);
    assert_eq!(
        Some(&accepted.data.agreement_id),
        offer.agreement_id.as_ref()
    );

    let found = client.agreements().list().offer_id(&offer.id).await;
    let agreement = &found.expect("agreements").items[0];
    assert_eq!(agreement.status, AgreementStatus::Active);
    assert_eq!(Some(&agreement.id), offer.agreement_id.as_ref());
    let found = client
        .entitlements()
        .list()
        .agreement_id(&agreement.id)
        .await;
    let entitlement = &found.expect("entitlements").items[0];
    assert_eq!(entitlement.status, EntitlementStatus::Active);
    assert_eq!(Some(&entitlement.id), offer.entitlement_id.as_ref());
    meter(client, &entitlement.id).await;

    let paid = json!({ "amount": "1000.00" });
    let path = format!("/agreement/{}/disburse", agreement.id.0);
    let paid = world.own.control_with(&path, paid).await.ok();
    let Event::DisbursementMadeEvent(made) = inbox.next(1).await else {
        panic!("another event");
    };
    assert_eq!(made.data.disbursement, typed(paid));
    let read = client.disbursements().get(&made.data.disbursement.id).await;
    assert_eq!(read.expect("a disbursement"), made.data.disbursement);

    page(client).await;
}

/// From a product to an offer that its buyer has accepted.
async fn sell(client: &Client, org: &Organization) -> types::Offer {
    let product = client
        .products()
        .create(&typed(with_dimensions(product())))
        .await;
    let product = product.expect("a product").id;
    let published = client.products().publish(&product).await;
    assert_eq!(
        published.expect("it").status,
        types::ProductStatus::Published
    );
    let offer = client.offers().create(&typed(offer_of(&product.0)));
    let offer = offer.await.expect("an offer").id;
    let pending = client.offers().publish(&offer).await;
    assert_eq!(
        pending.expect("it").status,
        types::OfferStatus::PendingAcceptance
    );
    org.accept(&offer.0).await;
    let accepted = client.offers().get(&offer).await.expect("an offer");
    assert_eq!(accepted.status, types::OfferStatus::Accepted);
    accepted
}

/// Usage counts once, however often it is submitted, and adds up.
async fn meter(client: &Client, entitlement: &types::EntitlementId) {
    let submit = async |id: &str, quantity: &str| {
        let group = typed(usage(Some(id), quantity));
        let submitted = client.usage().create_record_group(entitlement, &group);
        submitted.await.expect("usage")
    };
    let first = submit("group-1", "1500").await;
    let CreateUsageRecordGroupSuccess::Created(first) = first else {
        panic!("it was there before: {first:?}");
    };
    let again = submit("group-1", "1500").await;
    let CreateUsageRecordGroupSuccess::Ok(again) = again else {
        panic!("it is there twice: {again:?}");
    };
    assert_eq!(again, first);
    submit("group-2", "0.5").await;
    // Around midnight, there are two.
    let reports = client
        .reports()
        .list_usage_record_reports()
        .entitlement_id(entitlement);
    let reports = reports.await.expect("reports").items;
    let totals: Vec<_> = reports.iter().flat_map(|report| &report.totals).collect();
    let groups = reports
        .iter()
        .flat_map(|report| &report.usage_record_group_ids);
    assert_eq!(groups.count(), 2);
    assert!(totals.iter().all(|total| total.dimension.0 == "calls"));
    let quantity: Decimal = totals.iter().map(|total| total.quantity).sum();
    let amount: Decimal = totals.iter().map(|total| total.amount.amount).sum();
    assert_eq!(quantity, Decimal::new(15_005, 1));
    // 3.001 units at 0.002 each, in cents.
    assert_eq!(amount, Decimal::new(300, 2));
}

/// A list is the same in pages and as a whole.
async fn page(client: &Client) {
    for _ in 0..PRODUCTS {
        let created = client.products().create(&typed(product())).await;
        created.expect("a product");
    }
    let whole = client.products().list().limit(1000).await;
    let whole = whole.expect("products").items;
    assert!(whole.len() > PRODUCTS);
    let pages = client.products().list().limit(2).all();
    assert_eq!(pages.try_collect().await.expect("products"), whole);
}

/// The receiver of events, which trusts them only if they are signed.
struct Inbox {
    receiver: Receiver,
    verifier: Verifier,
}

impl Inbox {
    async fn open(client: &Client) -> Self {
        let receiver = Receiver::good().await;
        let secret = client.webhooks().rotate_secret().await.expect("a secret");
        let webhook = typed(json!({
            "url": receiver.url, "eventTypes": ["OFFER_ACCEPTED", "DISBURSEMENT_MADE"],
        }));
        let registered = client.webhooks().put(&webhook).await;
        assert!(
            matches!(registered, Ok(PutWebhookSuccess::Created(_))),
            "{registered:?}"
        );
        Self {
            receiver,
            verifier: Verifier::new([secret.secret]).expect("a secret"),
        }
    }

    /// Returns the event with this number, counted from 0.
    async fn next(&self, number: usize) -> Event {
        let received = self.receiver.wait_for(number + 1).await;
        let Received { headers, body, .. } = &received[number];
        let signature = headers[SIGNATURE_HEADER].to_str().expect("a signature");
        let mut tampered = body.to_vec();
        tampered[0] = b' ';
        assert!(self.verifier.verify(signature, &tampered).is_err());
        let event = self.verifier.verify_and_parse(signature, body);
        event.expect("an event that is signed")
    }
}
