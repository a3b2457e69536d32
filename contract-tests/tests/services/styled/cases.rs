//! The faults of a style.

use super::callers::has_tenants;
use super::style::{Auth, Extra, Paging, Style};
use crate::fault::Fault;
use crate::trial::Case;

/// The faults of a style, each with the check that must find it.
pub(super) fn cases(style: &Style) -> Vec<Case> {
    let mut all = vec![
        Case(Fault::NotListed, "created-listed"),
        Case(
            Fault::EchoDiffers,
            if style.has(Extra::Jobs) {
                "accepted-done"
            } else {
                "creation-echoed"
            },
        ),
        Case(Fault::UpdateUnseen, "change-seen"),
        Case(Fault::DeletedStays, "deleted-gone"),
        Case(Fault::LimitOffByOne, "limit-honoured"),
        Case(Fault::NoAllow, "allow-with-405"),
        Case(Fault::HeadDiffers, "head-like-get"),
        Case(Fault::UndeclaredStatus, "status-declared"),
        Case(Fault::WrongMediaType, "media-type-declared"),
        Case(Fault::BrokenSchema, "body-valid"),
        Case(Fault::RareCrash, "no-server-error"),
        Case(Fault::Unchecked, "violation-refused"),
        Case(Fault::MethodTaken, "undeclared-method-refused"),
        Case(Fault::MalformedCrash, "no-server-error"),
        Case(Fault::UnknownFound, "unknown-resource-not-found"),
        Case(Fault::UnknownCrash, "no-server-error"),
        Case(Fault::MediaTypesIgnored, "undeclared-media-type-refused"),
    ];
    let mut add = |applies: bool, fault: Fault, check: &'static str| {
        if applies {
            all.push(Case(fault, check));
        }
    };
    let has = |extra| style.has(extra);
    add(
        !has(Extra::Jobs),
        Fault::LocationElsewhere,
        "created-identified",
    );
    add(
        style.auth != Auth::Open,
        Fault::NoChallenge,
        "challenge-with-401",
    );
    add(style.auth != Auth::Open, Fault::Open, "credential-required");
    add(
        has_tenants(style),
        Fault::CrossTenant,
        "organizations-apart",
    );
    add(
        style.auth == Auth::Tenant,
        Fault::TenantTaken,
        "organizations-apart",
    );
    add(has(Extra::Jobs), Fault::JobLost, "accepted-done");
    add(
        style.paging != Paging::First,
        Fault::LostItem,
        // Where a total is given, a short page is noticed first.
        if style.paging == Paging::Offset {
            "limit-honoured"
        } else {
            "pages-complete"
        },
    );
    add(
        style.paging != Paging::First,
        Fault::RepeatedItem,
        "pages-complete",
    );
    add(has(Extra::Notes), Fault::OtherParent, "nested-names-parent");
    add(has(Extra::Totals), Fault::TotalWrong, "total-of-parts");
    add(has(Extra::Etags), Fault::EtagIgnored, "preconditions-hold");
    add(
        has(Extra::Deprecated),
        Fault::NoDeprecation,
        "deprecation-on-success",
    );
    add(has(Extra::Once), Fault::KeyIgnored, "idempotency-key");
    add(has(Extra::Once), Fault::KeyForgotten, "idempotency-key");
    all
}
