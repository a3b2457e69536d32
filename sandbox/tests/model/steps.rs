//! The possible steps, with their probabilities.

use proptest::collection::vec;
use proptest::option::of;
use proptest::prelude::*;
use serde_json::Value;

use super::state::Model;

/// A reference to a resource: one of those that the organization has, or, rarely, one of the other
/// organization's, which must be treated as missing.
#[derive(Debug, Clone, Copy)]
pub struct Target {
    pub choice: usize,
    pub is_foreign: bool,
}

/// A record: a dimension by its number, and a quantity.
pub type Record = (usize, &'static str);

/// Usage.
#[derive(Debug, Clone)]
pub struct Submission {
    pub entitlement: Target,
    pub id: Option<usize>,
    /// In hours from now; future times, and times more than a day ago, are rejected.
    pub hours: Option<i64>,
    pub records: Vec<Record>,
    pub has_metadata: bool,
}

/// An offer's terms.
#[derive(Debug, Clone)]
pub struct Terms {
    pub months: u32,
    pub start: Option<i64>,
    pub installments: &'static [(&'static str, &'static str)],
}

/// A step for an organization.
#[derive(Debug, Clone)]
pub enum Action {
    CreateProduct {
        partner: &'static str,
        dimensions: Vec<usize>,
    },
    UpdateProduct {
        of: Target,
        dimensions: Option<Vec<usize>>,
        description: Option<Option<&'static str>>,
    },
    PublishProduct(Target),
    RetireProduct(Target),
    CreateOffer {
        product: Target,
        account: usize,
        terms: Terms,
        expire: Option<i64>,
    },
    UpdateOffer {
        of: Target,
        account: Option<usize>,
        terms: Option<Terms>,
        expire: Option<Option<i64>>,
    },
    PublishOffer(Target),
    CancelOffer {
        of: Target,
        reason: Option<&'static str>,
    },
    ExtendOffer {
        of: Target,
        hours: i64,
    },
    AcceptOffer(Target),
    RejectOffer(Target),
    CancelAgreement {
        of: Target,
        reason: Option<&'static str>,
    },
    TerminateAgreement(Target),
    Disburse(Target),
    Suspend(Target),
    Resume(Target),
    Submit(Submission),
    SubmitOne {
        entitlement: Target,
        record: Record,
        hours: Option<i64>,
    },
    /// An earlier submission again, unchanged or with a difference.
    Repeat {
        choice: usize,
        is_other: bool,
    },
    CreateReferral {
        products: Vec<Target>,
    },
    UpdateReferral {
        of: Target,
        stage: &'static str,
        products: Option<Vec<Target>>,
        notes: Option<Option<&'static str>>,
    },
    AcceptReferral(Target),
    RejectReferral(Target),
    SetQuota {
        quota: &'static str,
        most: usize,
    },
    Read {
        table: usize,
        of: Target,
    },
    List {
        table: usize,
        filters: usize,
        choice: usize,
        limit: usize,
        offset: usize,
    },
    /// Everything is read.
    ReadAll,
}

/// A step.
#[derive(Debug, Clone)]
pub enum Step {
    Act {
        org: usize,
        action: Action,
    },
    /// Time passes, in hours.
    Pass(i64),
}

/// Some of the numbers look different but are equal.
const QUANTITIES: &[&str] = &[
    "0",
    "1",
    "1.0",
    "1.000000",
    "2.5",
    "0.000001",
    "333.333333",
    "9999999999.999999",
];

const TERMS: &[&[(&str, &str)]] = &[
    &[],
    &[("700.50", "USD"), ("499.5", "USD")],
    &[("1200", "USD")],
    &[("1199.99", "USD")],
    &[("1200.00", "EUR")],
];

pub fn steps(model: &Model) -> BoxedStrategy<Step> {
    let of = |org: usize| {
        let aims = Aims { model, org };
        actions(&aims).prop_map(move |action| Step::Act { org, action })
    };
    let act = prop_oneof![4 => of(0), 1 => of(1)];
    let hours = prop_oneof![
        3 => 1_i64..30,
        2 => Just(24 * 29),
        1 => 24_i64..24 * 40,
        1 => 24_i64 * 300..24 * 500,
    ];
    prop_oneof![9 => act, 1 => hours.prop_map(Step::Pass)].boxed()
}

/// The resources of an organization, so that most steps find one that is ready for them. Steps
/// without one are also needed, but have no effect.
struct Aims<'a> {
    model: &'a Model,
    org: usize,
}

impl Aims<'_> {
    /// Returns the positions of the documents in one of the states.
    fn ready(&self, table: &str, states: &[&str]) -> Vec<usize> {
        let docs = self.model.orgs[self.org].tables.get(table);
        let docs = docs.into_iter().flatten().enumerate();
        let is_ready =
            |doc: &Value| states.is_empty() || states.iter().any(|state| doc["status"] == *state);
        docs.filter(|(_, doc)| is_ready(doc))
            .map(|(index, _)| index)
            .collect()
    }

    /// Returns a document in such a state, or any document.
    fn at(&self, table: &str, states: &[&str]) -> BoxedStrategy<Target> {
        let any = (0_usize..8, prop::bool::weighted(0.3))
            .prop_map(|(choice, is_foreign)| Target { choice, is_foreign });
        match self.ready(table, states) {
            ready if ready.is_empty() => any.boxed(),
            ready => {
                let ready = prop::sample::select(ready).prop_map(|choice| Target {
                    choice,
                    is_foreign: false,
                });
                prop_oneof![5 => ready, 1 => any].boxed()
            }
        }
    }

    /// Returns the probability of a step: low if nothing is ready for it.
    fn weight(&self, table: &str, states: &[&str], weight: u32) -> u32 {
        if self.ready(table, states).is_empty() {
            1
        } else {
            weight * 4
        }
    }
}

fn actions(aims: &Aims<'_>) -> BoxedStrategy<Action> {
    prop_oneof![
        20 => of_products(aims),
        aims.weight("product", &["PUBLISHED"], 9) => of_offers(aims),
        aims.weight("agreement", &["ACTIVE"], 3) => of_what_was_agreed(aims),
        aims.weight("entitlement", &["ACTIVE"], 12) => of_usage(aims),
        10 => of_referrals(aims),
        2 => quota(),
        16 => reads(),
    ]
    .boxed()
}

fn one(values: &'static [&'static str]) -> impl Strategy<Value = &'static str> + Clone {
    prop::sample::select(values)
}

fn texts() -> impl Strategy<Value = &'static str> + Clone {
    one(&[
        "",
        "Some words.",
        "Umlauts: äöü\n\tand a \"quotation\" \\ 𝄞",
    ])
}

fn dimensions() -> impl Strategy<Value = Vec<usize>> + Clone {
    // Mostly all of them, sometimes one of them twice.
    prop_oneof![4 => Just(vec![0, 1, 2, 3]), 2 => vec(0_usize..4, 0..4)]
}

fn of_products(aims: &Aims<'_>) -> BoxedStrategy<Action> {
    let create = (one(&["AWS", "GCP"]), dimensions()).prop_map(|(partner, dimensions)| {
        Action::CreateProduct {
            partner,
            dimensions,
        }
    });
    let update = (
        aims.at("product", &["DRAFT", "PUBLISHED"]),
        of(dimensions()),
        of(of(texts())),
    )
        .prop_map(|(of, dimensions, description)| Action::UpdateProduct {
            of,
            dimensions,
            description,
        });
    prop_oneof![
        4 => create,
        2 => update,
        6 => aims.at("product", &["DRAFT"]).prop_map(Action::PublishProduct),
        1 => aims.at("product", &["PUBLISHED"]).prop_map(Action::RetireProduct),
    ]
    .boxed()
}

fn terms() -> impl Strategy<Value = Terms> + Clone {
    let start = prop_oneof![6 => Just(None), 2 => (-50_i64..24 * 40).prop_map(Some), 1 => Just(Some(24 * 366 * 3 + 24))];
    let installments = prop_oneof![4 => Just(0_usize), 2 => 0..TERMS.len()];
    (
        prop_oneof![Just(1_u32), Just(12), Just(13)],
        start,
        installments,
    )
        .prop_map(|(months, start, index)| Terms {
            months,
            start,
            installments: TERMS[index],
        })
}

fn of_offers(aims: &Aims<'_>) -> BoxedStrategy<Action> {
    let create = (
        aims.at("product", &["PUBLISHED"]),
        0_usize..3,
        terms(),
        of(-2_i64..24 * 40),
    )
        .prop_map(|(product, account, terms, expire)| Action::CreateOffer {
            product,
            account,
            terms,
            expire,
        });
    let update = (
        aims.at("offer", &["DRAFT"]),
        of(0_usize..3),
        of(terms()),
        of(of(-2_i64..24 * 40)),
    )
        .prop_map(|(of, account, terms, expire)| Action::UpdateOffer {
            of,
            account,
            terms,
            expire,
        });
    let cancel = (
        aims.at("offer", &["DRAFT", "PENDING_ACCEPTANCE"]),
        of(texts()),
    )
        .prop_map(|(of, reason)| Action::CancelOffer { of, reason });
    let extend = (aims.at("offer", &["PENDING_ACCEPTANCE"]), -2_i64..24 * 60)
        .prop_map(|(of, hours)| Action::ExtendOffer { of, hours });
    prop_oneof![
        5 => create,
        2 => update,
        aims.weight("offer", &["DRAFT"], 2) => aims.at("offer", &["DRAFT"]).prop_map(Action::PublishOffer),
        1 => cancel,
        2 => extend,
        aims.weight("offer", &["PENDING_ACCEPTANCE"], 3) => aims.at("offer", &["PENDING_ACCEPTANCE"]).prop_map(Action::AcceptOffer),
        1 => aims.at("offer", &["PENDING_ACCEPTANCE"]).prop_map(Action::RejectOffer),
    ]
    .boxed()
}

fn of_what_was_agreed(aims: &Aims<'_>) -> BoxedStrategy<Action> {
    let cancel = (aims.at("agreement", &["ACTIVE"]), of(texts()))
        .prop_map(|(of, reason)| Action::CancelAgreement { of, reason });
    prop_oneof![
        1 => cancel,
        1 => aims.at("agreement", &["ACTIVE"]).prop_map(Action::TerminateAgreement),
        2 => aims.at("agreement", &[]).prop_map(Action::Disburse),
        2 => aims.at("entitlement", &["ACTIVE"]).prop_map(Action::Suspend),
        4 => aims.at("entitlement", &["SUSPENDED"]).prop_map(Action::Resume),
    ]
    .boxed()
}

fn records() -> impl Strategy<Value = Vec<Record>> + Clone {
    // The fifth dimension is one that no product has.
    let dimension = prop_oneof![12 => 0_usize..3, 1 => Just(3), 1 => Just(4)];
    vec((dimension, one(QUANTITIES)), 1..4)
}

fn hours() -> impl Strategy<Value = Option<i64>> + Clone {
    prop_oneof![3 => Just(None), 4 => (-26_i64..1).prop_map(Some)]
}

fn of_usage(aims: &Aims<'_>) -> BoxedStrategy<Action> {
    let active = aims.at("entitlement", &["ACTIVE"]);
    let submit = (
        active.clone(),
        of(0_usize..4),
        hours(),
        records(),
        prop::bool::weighted(0.2),
    )
        .prop_map(|(entitlement, id, hours, records, has_metadata)| {
            Action::Submit(Submission {
                entitlement,
                id,
                hours,
                records,
                has_metadata,
            })
        });
    let single = (active, (0_usize..3, one(QUANTITIES)), hours()).prop_map(
        |(entitlement, record, hours)| Action::SubmitOne {
            entitlement,
            record,
            hours,
        },
    );
    let repeat = (0_usize..20, prop::bool::weighted(0.3))
        .prop_map(|(choice, is_other)| Action::Repeat { choice, is_other });
    prop_oneof![5 => submit, 1 => single, aims.weight("group", &[], 1) => repeat].boxed()
}

fn of_referrals(aims: &Aims<'_>) -> BoxedStrategy<Action> {
    let products = aims.at("product", &[]);
    let create =
        vec(products.clone(), 0..3).prop_map(|products| Action::CreateReferral { products });
    let update = (
        aims.at("referral", &["PENDING", "ACCEPTED"]),
        one(&["QUALIFIED", "LAUNCHED"]),
        of(vec(products, 0..3)),
        of(of(texts())),
    )
        .prop_map(|(of, stage, products, notes)| Action::UpdateReferral {
            of,
            stage,
            products,
            notes,
        });
    prop_oneof![
        3 => create,
        3 => update,
        2 => aims.at("referral", &["PENDING"]).prop_map(Action::AcceptReferral),
        1 => aims.at("referral", &["PENDING"]).prop_map(Action::RejectReferral),
    ]
    .boxed()
}

fn quota() -> impl Strategy<Value = Action> {
    let quotas = one(&["PRODUCTS", "OPEN_OFFERS", "OPEN_REFERRALS"]);
    (quotas, 0_usize..12).prop_map(|(quota, most)| Action::SetQuota { quota, most })
}

fn reads() -> BoxedStrategy<Action> {
    let any = (0_usize..8, prop::bool::weighted(0.2))
        .prop_map(|(choice, is_foreign)| Target { choice, is_foreign });
    let read = (0_usize..20, any).prop_map(|(table, of)| Action::Read { table, of });
    let list = (0_usize..20, 0_usize..16, 0_usize..8, 1_usize..6, 0_usize..6).prop_map(
        |(table, filters, choice, limit, offset)| Action::List {
            table,
            filters,
            choice,
            limit,
            offset,
        },
    );
    prop_oneof![3 => read, 3 => list, 1 => Just(Action::ReadAll)].boxed()
}
