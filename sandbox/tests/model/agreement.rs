//! The effects of accepting an offer.

use serde_json::{Value, json};

use super::clock::months_after;
use super::life::{Request, set};
use super::state::{Call, Model, Verdict, in_state, moment, second, text};
use super::steps::Target;

impl Model {
    pub fn accept_offer(&mut self, org: usize, of: Target) -> Call {
        let id = self.aim(org, "offer", of);
        let verdict = self.accepted(org, &id);
        Request::new(org, "CONTROL", format!("/offer/{id}/accept")).answered(verdict)
    }

    fn accepted(&mut self, org: usize, id: &str) -> Verdict {
        let mut offer = self.seek(org, "offer", id)?;
        in_state(&offer, &["PENDING_ACCEPTANCE"])?;
        let (agreement, entitlement) = (self.sign("agreement"), self.sign("entitlement"));
        let terms = &offer["terms"];
        let begun = terms["startTime"].is_null() || second(&terms["startTime"]) <= self.now;
        let start = if begun {
            self.now
        } else {
            second(&terms["startTime"])
        };
        let months = terms["durationMonths"].as_i64().expect("a number");
        let end = months_after(start, months);
        let shared = json!({
            "offerId": id, "productId": offer["productId"], "buyerId": offer["buyerId"],
            "partner": offer["partner"], "startTime": moment(start), "endTime": moment(end),
            "lastUpdateTime": self.moment(),
        });
        let mut doc = shared.clone();
        doc["id"] = agreement.clone().into();
        doc["entitlementId"] = entitlement.clone().into();
        doc["status"] = "ACTIVE".into();
        doc["price"] = terms["price"].clone();
        doc["acceptanceTime"] = self.moment();
        self.add(org, "agreement", doc);
        let product = self.seek(org, "product", &text(&offer, "productId"))?;
        let mut doc = shared;
        doc["id"] = entitlement.clone().into();
        doc["agreementId"] = agreement.clone().into();
        doc["partnerEntitlementId"] = self.sign("foreign").into();
        doc["status"] = if begun { "ACTIVE" } else { "PENDING_START" }.into();
        doc["dimensions"] = product["dimensions"].clone();
        self.add(org, "entitlement", doc);
        offer["status"] = "ACCEPTED".into();
        offer["agreementId"] = agreement.clone().into();
        offer["entitlementId"] = entitlement.clone().into();
        let offer = self.keep(org, "offer", offer);
        let data =
            json!({ "offer": offer, "agreementId": agreement, "entitlementId": entitlement });
        self.emit(org, "OFFER_ACCEPTED", &offer["partner"], &data, self.now);
        Ok((200, offer))
    }

    /// Records an event.
    pub fn emit(&mut self, org: usize, kind: &str, partner: &Value, data: &Value, at: i64) {
        let id = self.sign("event");
        let event =
            json!({ "id": id, "type": kind, "partner": partner, "test": false, "data": data });
        self.add(org, "event", event);
        let last = self.table(org, "event").last_mut().expect("it was added");
        last["creationTime"] = moment(at);
    }

    pub fn cancel_agreement(&mut self, org: usize, of: Target, reason: Option<&str>) -> Call {
        let id = self.aim(org, "agreement", of);
        let mut request = Request::new(org, "POST", format!("/agreement/{id}/cancel"));
        request.body = reason.map(|reason| json!({ "reason": reason }));
        let verdict = self.ended(org, &id, "CANCELLED", reason);
        request.answered(verdict)
    }

    pub fn terminate_agreement(&mut self, org: usize, of: Target) -> Call {
        let id = self.aim(org, "agreement", of);
        let verdict = self.ended(org, &id, "TERMINATED", None);
        Request::new(org, "CONTROL", format!("/agreement/{id}/terminate")).answered(verdict)
    }

    fn ended(&mut self, org: usize, id: &str, status: &str, reason: Option<&str>) -> Verdict {
        let mut doc = self.seek(org, "agreement", id)?;
        in_state(&doc, &["ACTIVE"])?;
        doc["status"] = status.into();
        doc["endTime"] = self.moment();
        set(&mut doc, "cancellationReason", reason.map(Value::from));
        let doc = self.keep(org, "agreement", doc);
        let mut entitlement = self.seek(org, "entitlement", &text(&doc, "entitlementId"))?;
        entitlement["status"] = "CANCELLED".into();
        entitlement["endTime"] = self.moment();
        self.keep(org, "entitlement", entitlement);
        self.updated(org, &doc, self.now);
        Ok((200, doc))
    }

    /// Records the event that an agreement has changed its state.
    pub fn updated(&mut self, org: usize, agreement: &Value, at: i64) {
        let data = json!({ "agreement": agreement, "previousStatus": "ACTIVE" });
        self.emit(org, "AGREEMENT_UPDATED", &agreement["partner"], &data, at);
    }

    pub fn disburse(&mut self, org: usize, of: Target) -> Call {
        let id = self.aim(org, "agreement", of);
        let verdict = self.seek(org, "agreement", &id).map(|agreement| {
            let some = json!({ "amount": "*", "currency": "USD" });
            let mut doc = json!({
                "id": self.sign("disbursement"), "agreementId": id, "partnerInvoiceId": "*",
                "disbursementDate": self.today(), "feeAmount": some, "netAmount": some,
                "grossAmount": { "amount": "#1200", "currency": "USD" },
                "taxAmount": { "amount": "#0", "currency": "USD" },
                "refundAmount": { "amount": "#0", "currency": "USD" },
            });
            for member in ["partner", "entitlementId", "buyerId", "productId"] {
                doc[member] = agreement[member].clone();
            }
            let doc = self.add(org, "disbursement", doc);
            let data = json!({ "disbursement": doc });
            self.emit(
                org,
                "DISBURSEMENT_MADE",
                &agreement["partner"],
                &data,
                self.now,
            );
            (200, doc)
        });
        Request::new(org, "CONTROL", format!("/agreement/{id}/disburse"))
            .with(json!({}))
            .answered(verdict)
    }

    pub fn turn(&mut self, org: usize, of: Target, how: &str, from: &str, to: &str) -> Call {
        let id = self.aim(org, "entitlement", of);
        let verdict = self.seek(org, "entitlement", &id).and_then(|mut doc| {
            in_state(&doc, &[from])?;
            doc["status"] = to.into();
            Ok((200, self.keep(org, "entitlement", doc)))
        });
        Request::new(org, "CONTROL", format!("/entitlement/{id}/{how}")).answered(verdict)
    }
}
