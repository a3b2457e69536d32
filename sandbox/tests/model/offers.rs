//! Offers, up to the buyer's decision.

use serde_json::{Value, json};

use super::clock::months_after;
use super::exact;
use super::life::{Request, set};
use super::state::{Call, HOUR, Model, Verdict, in_state, meaningless, moment, second, text};
use super::steps::{Target, Terms};

const PRICE: &str = "1200.00";

fn account(number: usize) -> Value {
    json!({ "partnerAccountId": format!("account-{number}"), "name": format!("Company {number}") })
}

impl Model {
    fn terms(&self, terms: &Terms) -> Value {
        let money =
            |amount: &str, currency: &str| json!({ "amount": amount, "currency": currency });
        let mut doc = json!({
            "price": money(PRICE, "USD"), "durationMonths": terms.months, "paymentSchedule": "PREPAY",
        });
        set(
            &mut doc,
            "startTime",
            terms.start.map(|hours| self.hours_from_now(hours).into()),
        );
        if !terms.installments.is_empty() {
            let part = |(amount, currency): &(&str, &str)| json!({ "amount": money(amount, currency), "chargeDate": "2031-12-31" });
            doc["paymentInstallments"] = terms.installments.iter().map(part).collect();
        }
        doc
    }

    pub fn create_offer(
        &mut self,
        org: usize,
        product: Target,
        number: usize,
        terms: &Terms,
        expire: Option<i64>,
    ) -> Call {
        let product = self.aim(org, "product", product);
        let mut body = json!({
            "name": "Annual plan", "productId": product, "terms": self.terms(terms),
        });
        set(
            &mut body,
            "expireTime",
            expire.map(|hours| self.hours_from_now(hours).into()),
        );
        let mut sent = body.clone();
        sent["buyer"] = account(number);
        let verdict = self.created_offer(org, body, &product, number);
        Request::new(org, "POST", "/offer".to_owned())
            .with(sent)
            .answered(verdict)
    }

    fn created_offer(
        &mut self,
        org: usize,
        mut doc: Value,
        product: &str,
        number: usize,
    ) -> Verdict {
        self.require_quota(org, "OPEN_OFFERS")?;
        let Some(product) = self.find(org, "product", product).cloned() else {
            return meaningless();
        };
        doc["partner"] = product["partner"].clone();
        doc["buyerId"] = self.register(org, &product["partner"], number);
        doc["id"] = self.sign("offer").into();
        doc["status"] = "DRAFT".into();
        doc["offerType"] = "PRIVATE".into();
        doc["lastUpdateTime"] = self.moment();
        Ok((201, self.add(org, "offer", doc)))
    }

    /// Returns the buyer of an account, which is created if it does not exist yet.
    fn register(&mut self, org: usize, partner: &Value, number: usize) -> Value {
        let mut buyer = account(number);
        let is_same = |doc: &&Value| {
            doc["partner"] == *partner && doc["partnerAccountId"] == buyer["partnerAccountId"]
        };
        let known = self.table(org, "buyer").iter().find(is_same).cloned();
        if let Some(known) = known {
            return known["id"].clone();
        }
        buyer["id"] = self.sign("buyer").into();
        buyer["partner"] = partner.clone();
        buyer["lastUpdateTime"] = self.moment();
        self.add(org, "buyer", buyer)["id"].clone()
    }

    pub fn update_offer(
        &mut self,
        org: usize,
        of: Target,
        number: Option<usize>,
        terms: Option<&Terms>,
        expire: Option<Option<i64>>,
    ) -> Call {
        let id = self.aim(org, "offer", of);
        let terms = terms.map(|terms| self.terms(terms));
        let expire = expire.map(|hours| hours.map(|hours| Value::from(self.hours_from_now(hours))));
        let mut body = json!({});
        set(&mut body, "buyer", number.map(account));
        set(&mut body, "terms", terms.clone());
        set(
            &mut body,
            "expireTime",
            expire.clone().map(|time| json!(time)),
        );
        let verdict = self.seek(org, "offer", &id).and_then(|mut doc| {
            in_state(&doc, &["DRAFT"])?;
            if let Some(number) = number {
                doc["buyerId"] = self.register(org, &doc["partner"], number);
            }
            if let Some(terms) = terms {
                doc["terms"] = terms;
            }
            if let Some(expire) = expire {
                set(&mut doc, "expireTime", expire);
            }
            Ok((200, self.keep(org, "offer", doc)))
        });
        Request::new(org, "PATCH", format!("/offer/{id}"))
            .with(body)
            .answered(verdict)
    }

    pub fn publish_offer(&mut self, org: usize, of: Target) -> Call {
        let id = self.aim(org, "offer", of);
        let verdict = self.seek(org, "offer", &id).and_then(|mut doc| {
            in_state(&doc, &["DRAFT"])?;
            if !self.is_publishable(org, &doc) {
                return Err("409 offer-not-publishable".to_owned());
            }
            doc["status"] = "PENDING_ACCEPTANCE".into();
            doc["publishTime"] = self.moment();
            doc["offerUrl"] = "*".into();
            if doc["expireTime"].is_null() {
                doc["expireTime"] = moment(self.now + 30 * 24 * HOUR);
            }
            Ok((200, self.keep(org, "offer", doc)))
        });
        Request::new(org, "POST", format!("/offer/{id}/publish")).answered(verdict)
    }

    fn is_publishable(&mut self, org: usize, offer: &Value) -> bool {
        let terms = &offer["terms"];
        let product = self.find(org, "product", &text(offer, "productId"));
        let is_for_sale = product.is_some_and(|product| product["status"] == "PUBLISHED");
        let is_open = offer["expireTime"].is_null() || second(&offer["expireTime"]) > self.now;
        let latest = months_after(self.now, 36);
        let starts_soon = terms["startTime"].is_null() || second(&terms["startTime"]) <= latest;
        let parts = terms["paymentInstallments"]
            .as_array()
            .map_or(&[][..], Vec::as_slice);
        let sum: i128 = parts
            .iter()
            .map(|part| exact::millionths(&text(&part["amount"], "amount")))
            .sum();
        let is_usd = parts.iter().all(|part| part["amount"]["currency"] == "USD");
        let adds_up = parts.is_empty() || is_usd && sum == exact::millionths(PRICE);
        is_for_sale && is_open && starts_soon && adds_up
    }

    pub fn cancel_offer(&mut self, org: usize, of: Target, reason: Option<&str>) -> Call {
        let id = self.aim(org, "offer", of);
        let mut request = Request::new(org, "POST", format!("/offer/{id}/cancel"));
        request.body = reason.map(|reason| json!({ "reason": reason }));
        let verdict = self.seek(org, "offer", &id).and_then(|mut doc| {
            in_state(&doc, &["DRAFT", "PENDING_ACCEPTANCE"])?;
            doc["status"] = "CANCELLED".into();
            set(&mut doc, "cancellationReason", reason.map(Value::from));
            Ok((200, self.keep(org, "offer", doc)))
        });
        request.answered(verdict)
    }

    pub fn extend_offer(&mut self, org: usize, of: Target, hours: i64) -> Call {
        let id = self.aim(org, "offer", of);
        let until = Value::from(self.hours_from_now(hours));
        let request = Request::new(org, "POST", format!("/offer/{id}/extend"))
            .with(json!({ "expireTime": until }));
        let verdict = self.seek(org, "offer", &id).and_then(|mut doc| {
            in_state(&doc, &["PENDING_ACCEPTANCE"])?;
            if second(&until) <= self.now || second(&until) <= second(&doc["expireTime"]) {
                return meaningless();
            }
            doc["expireTime"] = until;
            Ok((200, self.keep(org, "offer", doc)))
        });
        request.answered(verdict)
    }

    pub fn reject_offer(&mut self, org: usize, of: Target) -> Call {
        let id = self.aim(org, "offer", of);
        let verdict = self.seek(org, "offer", &id).and_then(|mut doc| {
            in_state(&doc, &["PENDING_ACCEPTANCE"])?;
            doc["status"] = "REJECTED".into();
            Ok((200, self.keep(org, "offer", doc)))
        });
        Request::new(org, "CONTROL", format!("/offer/{id}/reject")).answered(verdict)
    }
}
