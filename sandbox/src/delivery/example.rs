//! Sample events for testing receivers.

use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use types::runtime::DateTime;
use types::{Event, EventType};

use crate::ids;

/// Returns an event of a type, marked as a test, whose resources do not exist.
///
/// # Errors
/// Returns an error if there is no such type.
pub fn made_up(org: &str, kind: &EventType, now: Timestamp) -> Result<Event, serde_json::Error> {
    let made = Made::new(org, now);
    let data = match kind {
        EventType::OfferAccepted => made.offer_accepted(),
        EventType::AgreementUpdated => made.agreement_updated(),
        EventType::DisbursementMade => made.disbursement_made(),
        EventType::Unknown(other) => {
            let message = format!("there is no made-up event of the type {other}");
            return Err(serde::de::Error::custom(message));
        }
    };
    serde_json::from_value(json!({
        "id": ids::id("evt"), "orgId": org, "partner": "AWS", "test": true,
        "creationTime": made.now, "type": kind.to_string(), "data": data,
    }))
}

/// The shared values of the sample resources.
struct Made {
    org: String,
    now: String,
    later: String,
    day: String,
    offer: String,
    agreement: String,
    entitlement: String,
    product: String,
    buyer: String,
}

impl Made {
    fn new(org: &str, now: Timestamp) -> Self {
        let time = |time: Timestamp| DateTime::from(time).to_string();
        let later = now
            .saturating_add(SignedDuration::from_hours(365 * 24))
            .unwrap_or(now);
        Self {
            org: org.to_owned(),
            now: time(now),
            later: time(later),
            day: now.strftime("%Y-%m-%d").to_string(),
            offer: ids::id("offer"),
            agreement: ids::id("agr"),
            entitlement: ids::id("ent"),
            product: ids::id("prod"),
            buyer: ids::id("buyer"),
        }
    }

    fn offer_accepted(&self) -> Value {
        json!({
            "offer": {
                "id": self.offer, "orgId": self.org, "name": "Test offer, not a real one",
                "offerType": "PRIVATE", "status": "ACCEPTED", "partner": "AWS",
                "productId": self.product, "buyerId": self.buyer,
                "terms": {
                    "price": money("1200.00"), "durationMonths": 12, "paymentSchedule": "PREPAY",
                },
                "expireTime": self.later, "publishTime": self.now,
                "agreementId": self.agreement, "entitlementId": self.entitlement,
                "creationTime": self.now, "lastUpdateTime": self.now,
            },
            "agreementId": self.agreement, "entitlementId": self.entitlement,
        })
    }

    fn agreement_updated(&self) -> Value {
        json!({
            "agreement": {
                "id": self.agreement, "orgId": self.org, "offerId": self.offer,
                "productId": self.product, "buyerId": self.buyer,
                "entitlementId": self.entitlement, "partner": "AWS", "status": "CANCELLED",
                "price": money("1200.00"), "cancellationReason": "Test event, not a real one",
                "acceptanceTime": self.now, "startTime": self.now, "endTime": self.now,
                "creationTime": self.now, "lastUpdateTime": self.now,
            },
            "previousStatus": "ACTIVE",
        })
    }

    fn disbursement_made(&self) -> Value {
        json!({
            "disbursement": {
                "id": ids::id("dis"), "orgId": self.org, "partner": "AWS",
                "agreementId": self.agreement, "entitlementId": self.entitlement,
                "buyerId": self.buyer, "productId": self.product,
                "partnerInvoiceId": "test-invoice", "disbursementDate": self.day,
                "grossAmount": money("1200.00"), "feeAmount": money("36.00"),
                "taxAmount": money("0.00"), "refundAmount": money("0.00"),
                "netAmount": money("1164.00"), "creationTime": self.now,
            },
        })
    }
}

fn money(amount: &str) -> Value {
    json!({ "amount": amount, "currency": "USD" })
}

#[cfg(test)]
mod tests {
    use types::runtime::Validate as _;

    use super::*;

    /// An `Unknown` event would be one that the description does not define.
    #[test]
    fn every_type_can_be_made_up() {
        for kind in EventType::VALUES {
            let event = made_up("org-1", &EventType::from(*kind), Timestamp::now());
            let event = event.expect("an event of the description");
            assert!(!matches!(event, Event::Unknown(_)), "{kind}");
            assert_eq!(crate::events::kind(&event).to_string(), *kind);
            assert_eq!(event.validate().err(), None, "{kind}");
        }
    }
}
