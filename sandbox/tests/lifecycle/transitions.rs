//! Every transition of the state machines in the description (`x-states`), and every missing one: a
//! grid for each machine, with a row per action and a column per state.

use serde_json::{Value, json};

use crate::support::{Organization, Reply, World, money, offer, record, referral, with_world};

/// `-` is a rejection that names the current state and changes nothing.
struct Machine {
    /// The last segment of the path of its resources.
    resource: &'static str,
    grid: &'static str,
}

const PRODUCT: Machine = Machine {
    resource: "product",
    grid: "
                DRAFT       PUBLISHED   RETIRED
        update  DRAFT       PUBLISHED   -
        publish PUBLISHED   -           -
        retire  -           RETIRED     -
        P500D   DRAFT       PUBLISHED   RETIRED
    ",
};

const OFFER: Machine = Machine {
    resource: "offer",
    grid: "
                DRAFT               PENDING_ACCEPTANCE  ACCEPTED  REJECTED  CANCELLED  EXPIRED
        update  DRAFT               -                   -         -         -          -
        publish PENDING_ACCEPTANCE  -                   -         -         -          -
        cancel  CANCELLED           CANCELLED           -         -         -          -
        extend  -                   PENDING_ACCEPTANCE  -         -         -          -
        accept  -                   ACCEPTED            -         -         -          -
        reject  -                   REJECTED            -         -         -          -
        P29D    DRAFT               PENDING_ACCEPTANCE  ACCEPTED  REJECTED  CANCELLED  EXPIRED
        P31D    DRAFT               EXPIRED             ACCEPTED  REJECTED  CANCELLED  EXPIRED
    ",
};

const AGREEMENT: Machine = Machine {
    resource: "agreement",
    grid: "
                  ACTIVE      CANCELLED  EXPIRED  TERMINATED
        cancel    CANCELLED   -          -        -
        terminate TERMINATED  -          -        -
        P364D     ACTIVE      CANCELLED  EXPIRED  TERMINATED
        P367D     EXPIRED     CANCELLED  EXPIRED  TERMINATED
    ",
};

/// Its agreement is in the state of the same name once it is rejected.
const ENTITLEMENT: Machine = Machine {
    resource: "entitlement",
    grid: "
                  PENDING_START  ACTIVE     SUSPENDED  CANCELLED  EXPIRED
        usage     -              ACTIVE     -          -          -
        single    -              ACTIVE     -          -          -
        suspend   -              SUSPENDED  -          -          -
        resume    -              -          ACTIVE     -          -
        cancel    CANCELLED      CANCELLED  CANCELLED  -          -
        terminate CANCELLED      CANCELLED  CANCELLED  -          -
        P29D      PENDING_START  ACTIVE     SUSPENDED  CANCELLED  EXPIRED
        P31D      ACTIVE         ACTIVE     SUSPENDED  CANCELLED  EXPIRED
        P400D     EXPIRED        EXPIRED    EXPIRED    CANCELLED  EXPIRED
    ",
};

const REFERRAL: Machine = Machine {
    resource: "referral",
    grid: "
               PENDING   ACCEPTED  REJECTED  EXPIRED
        update PENDING   ACCEPTED  -         -
        accept ACCEPTED  -         -         -
        reject REJECTED  -         -         -
        P29D   PENDING   ACCEPTED  REJECTED  EXPIRED
        P31D   EXPIRED   ACCEPTED  REJECTED  EXPIRED
    ",
};

#[tokio::test]
async fn products_live_by_their_machine() {
    with_world(async |world| PRODUCT.check(world).await).await;
}

#[tokio::test]
async fn offers_live_by_their_machine() {
    with_world(async |world| OFFER.check(world).await).await;
}

#[tokio::test]
async fn agreements_live_by_their_machine() {
    with_world(async |world| AGREEMENT.check(world).await).await;
}

#[tokio::test]
async fn entitlements_live_by_their_machine() {
    with_world(async |world| ENTITLEMENT.check(world).await).await;
}

#[tokio::test]
async fn referrals_live_by_their_machine() {
    with_world(async |world| REFERRAL.check(world).await).await;
}

impl Machine {
    async fn check(&self, world: &World) {
        let mut lines = self
            .grid
            .lines()
            .map(str::split_whitespace)
            .map(Iterator::collect);
        let mut lines = lines.by_ref().filter(|line: &Vec<&str>| !line.is_empty());
        let states = lines.next().expect("a line of states");
        for line in lines {
            let (action, cells) = line.split_first().expect("an action");
            assert_eq!(cells.len(), states.len(), "{action}: a cell for each state");
            for (state, cell) in states.iter().zip(cells) {
                self.try_one(world, state, action, cell).await;
            }
        }
    }

    async fn try_one(&self, world: &World, state: &str, action: &str, expected: &str) {
        let org = &world.own;
        let what = format!("{} in {state}: {action}", self.resource);
        let id = self.resource_in(world, state).await;
        let path = format!("/{}/{id}", self.resource);
        let before = org.get(&path).await.ok();
        assert_eq!(before["status"], state, "{what}: made as wanted");
        let reply = self.act(world, &before, action).await;
        let after = org.get(&path).await.ok();
        if expected == "-" {
            let refusal = format!("409 state-conflict {state}");
            assert_eq!(reply.map(|reply| reply.outcome()), Some(refusal), "{what}");
            assert_eq!(before, after, "{what}: changes nothing");
        } else {
            let outcome = reply.map_or(200, |reply| reply.status);
            assert!((200..300).contains(&outcome), "{what}: {outcome}");
            assert_eq!(after["status"], expected, "{what}");
            check_times(&before, &after, &what);
        }
    }

    /// Returns a new resource, brought into a state with public operations.
    async fn resource_in(&self, world: &World, state: &str) -> String {
        let org = &world.own;
        match self.resource {
            "product" => product_in(org, state).await,
            "offer" => offer_in(world, state).await,
            "agreement" => agreement_in(world, state).await,
            "entitlement" => entitlement_in(world, state).await,
            _ => referral_in(world, state).await,
        }
    }

    /// Performs an action on a resource; `None` if the transition is only caused by time.
    async fn act(&self, world: &World, resource: &Value, action: &str) -> Option<Reply> {
        if action.starts_with('P') {
            world.advance(action).await;
            return None;
        }
        let org = &world.own;
        let id = resource["id"].as_str().expect("an id");
        let path = format!("/{}/{id}", self.resource);
        let agreement = resource["agreementId"].as_str().unwrap_or(id);
        Some(match (self.resource, action) {
            (_, "update") => org.patch(&path, json!({ "name": "Another name" })).await,
            ("offer", "extend") => {
                let later = world.hours_ahead(24 * 60).await;
                org.post(&format!("{path}/extend"), json!({ "expireTime": later }))
                    .await
            }
            ("offer", "accept" | "reject")
            | ("product", "retire")
            | ("entitlement", "suspend" | "resume") => {
                org.control(&format!("{path}/{action}")).await
            }
            ("agreement" | "entitlement", "cancel") => {
                org.act(&format!("/agreement/{agreement}/cancel")).await
            }
            ("agreement" | "entitlement", "terminate") => {
                org.control(&format!("/agreement/{agreement}/terminate"))
                    .await
            }
            ("entitlement", "usage") => org.submit(id, None, "1").await,
            ("entitlement", "single") => {
                org.post(&format!("{path}/usageRecord"), record("gb", "1"))
                    .await
            }
            ("referral", "reject") => {
                org.post(&format!("{path}/reject"), json!({ "reason": "OTHER" }))
                    .await
            }
            _ => org.act(&format!("{path}/{action}")).await,
        })
    }
}

/// Checks that a change does not create a second resource.
fn check_times(before: &Value, after: &Value, what: &str) {
    let time = |value: &Value| -> jiff::Timestamp {
        let time = value["lastUpdateTime"].as_str().map(str::parse);
        time.expect("a time").expect("of RFC 3339")
    };
    assert_eq!(before["creationTime"], after["creationTime"], "{what}");
    assert!(time(before) <= time(after), "{what}");
}

async fn product_in(org: &Organization, state: &str) -> String {
    if state == "DRAFT" {
        return org.draft_product().await;
    }
    let id = org.published_product().await;
    if state == "RETIRED" {
        org.control(&format!("/product/{id}/retire")).await.ok();
    }
    id
}

async fn offer_in(world: &World, state: &str) -> String {
    let org = &world.own;
    if state == "DRAFT" {
        return org.draft_offer().await;
    }
    let id = org.pending_offer().await;
    match state {
        "ACCEPTED" => drop(org.accept(&id).await),
        "REJECTED" => drop(org.control(&format!("/offer/{id}/reject")).await.ok()),
        "CANCELLED" => drop(org.act(&format!("/offer/{id}/cancel")).await.ok()),
        "EXPIRED" => drop(world.advance("P31D").await),
        _ => {}
    }
    id
}

async fn agreement_in(world: &World, state: &str) -> String {
    let org = &world.own;
    let offer = org.accepted_offer().await;
    let id = offer["agreementId"].as_str().expect("an agreement");
    end(world, id, state).await;
    id.to_owned()
}

async fn end(world: &World, agreement: &str, state: &str) {
    let org = &world.own;
    match state {
        "CANCELLED" => drop(
            org.act(&format!("/agreement/{agreement}/cancel"))
                .await
                .ok(),
        ),
        "TERMINATED" => drop(
            org.control(&format!("/agreement/{agreement}/terminate"))
                .await
                .ok(),
        ),
        "EXPIRED" => drop(world.advance("P367D").await),
        _ => {}
    }
}

async fn entitlement_in(world: &World, state: &str) -> String {
    let org = &world.own;
    let product = org.published_product().await;
    let mut body = offer(&product, "account-2", 12);
    if state == "PENDING_START" {
        body["terms"]["startTime"] = world.hours_ahead(24 * 30).await.into();
    }
    body["terms"]["paymentInstallments"] =
        json!([{ "amount": money("1200"), "chargeDate": "2030-01-01" }]);
    let id = org.post("/offer", body).await.member("id");
    org.act(&format!("/offer/{id}/publish")).await.ok();
    let offer = org.accept(&id).await;
    let id = offer["entitlementId"].as_str().expect("an entitlement");
    if state == "SUSPENDED" {
        org.control(&format!("/entitlement/{id}/suspend"))
            .await
            .ok();
    }
    end(
        world,
        offer["agreementId"].as_str().expect("an agreement"),
        state,
    )
    .await;
    id.to_owned()
}

async fn referral_in(world: &World, state: &str) -> String {
    let org = &world.own;
    let id = org.post("/referral", referral()).await.member("id");
    match state {
        "ACCEPTED" => drop(org.act(&format!("/referral/{id}/accept")).await.ok()),
        "REJECTED" => {
            let reason = json!({ "reason": "DUPLICATE", "comment": "Known." });
            drop(
                org.post(&format!("/referral/{id}/reject"), reason)
                    .await
                    .ok(),
            );
        }
        "EXPIRED" => drop(world.advance("P31D").await),
        _ => {}
    }
    id
}
