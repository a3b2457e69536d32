//! Products and referrals.

use serde_json::{Value, json};

use super::life::{Request, set};
use super::state::{Call, HOUR, Model, Verdict, in_state, meaningless, moment};
use super::steps::Target;

/// Dimensions with a small price, a price in yen, and one that is too large to be added twice.
const DIMENSIONS: [(&str, &str, &str); 4] = [
    ("calls", "0.002", "USD"),
    ("gb", "0.000125", "KWD"),
    ("seats", "12.5", "JPY"),
    ("ships", "999999999999999.5", "USD"),
];

fn dimensions(chosen: &[usize]) -> Value {
    let dimension = |index: &usize| {
        let (key, amount, currency) = DIMENSIONS[*index];
        let price = json!({ "amount": amount, "currency": currency });
        json!({ "key": key, "unit": "one", "unitPrice": price })
    };
    chosen.iter().map(dimension).collect()
}

/// Names of dimensions; no product has the last one.
pub fn dimension(index: usize) -> &'static str {
    DIMENSIONS.get(index).map_or("unknown", |(key, ..)| key)
}

fn are_distinct(chosen: &[usize]) -> Result<(), String> {
    let mut sorted = chosen.to_vec();
    sorted.sort_unstable();
    if sorted.windows(2).any(|pair| pair[0] == pair[1]) {
        meaningless()
    } else {
        Ok(())
    }
}

impl Model {
    pub fn create_product(&mut self, org: usize, partner: &str, chosen: &[usize]) -> Call {
        let body = json!({
            "name": "Platform", "partner": partner, "productType": "USAGE_BASED",
            "dimensions": dimensions(chosen),
        });
        let request = Request::new(org, "POST", "/product".to_owned()).with(body.clone());
        let verdict = self.created_product(org, body, chosen);
        request.answered(verdict)
    }

    fn created_product(&mut self, org: usize, mut doc: Value, chosen: &[usize]) -> Verdict {
        self.require_quota(org, "PRODUCTS")?;
        are_distinct(chosen)?;
        doc["id"] = self.sign("product").into();
        doc["status"] = "DRAFT".into();
        doc["lastUpdateTime"] = self.moment();
        Ok((201, self.add(org, "product", doc)))
    }

    pub fn update_product(
        &mut self,
        org: usize,
        of: Target,
        chosen: Option<&[usize]>,
        description: Option<Option<&str>>,
    ) -> Call {
        let id = self.aim(org, "product", of);
        let mut body = json!({});
        set(&mut body, "dimensions", chosen.map(dimensions));
        set(
            &mut body,
            "description",
            description.map(|text| json!(text)),
        );
        let request = Request::new(org, "PATCH", format!("/product/{id}")).with(body);
        let verdict = self.seek(org, "product", &id).and_then(|mut doc| {
            in_state(&doc, &["DRAFT", "PUBLISHED"])?;
            if let Some(chosen) = chosen {
                are_distinct(chosen)?;
                doc["dimensions"] = dimensions(chosen);
            }
            if let Some(description) = description {
                set(&mut doc, "description", description.map(Value::from));
            }
            Ok((200, self.keep(org, "product", doc)))
        });
        request.answered(verdict)
    }

    pub fn publish_product(&mut self, org: usize, of: Target) -> Call {
        let id = self.aim(org, "product", of);
        let verdict = self.seek(org, "product", &id).and_then(|mut doc| {
            in_state(&doc, &["DRAFT"])?;
            doc["status"] = "PUBLISHED".into();
            doc["partnerProductId"] = self.sign("listing").into();
            Ok((200, self.keep(org, "product", doc)))
        });
        Request::new(org, "POST", format!("/product/{id}/publish")).answered(verdict)
    }

    pub fn retire_product(&mut self, org: usize, of: Target) -> Call {
        let id = self.aim(org, "product", of);
        let verdict = self.seek(org, "product", &id).and_then(|mut doc| {
            in_state(&doc, &["PUBLISHED"])?;
            doc["status"] = "RETIRED".into();
            Ok((200, self.keep(org, "product", doc)))
        });
        Request::new(org, "CONTROL", format!("/product/{id}/retire")).answered(verdict)
    }

    /// Returns each product once, because the list must not contain duplicates.
    fn products_of(&self, org: usize, targets: &[Target]) -> Vec<String> {
        let mut ids: Vec<String> = Vec::new();
        for target in targets {
            let id = self.aim(org, "product", *target);
            if !ids.contains(&id) {
                ids.push(id);
            }
        }
        ids
    }

    fn exist(&mut self, org: usize, ids: &[String]) -> Result<(), String> {
        if ids.iter().all(|id| self.find(org, "product", id).is_some()) {
            Ok(())
        } else {
            meaningless()
        }
    }

    pub fn create_referral(&mut self, org: usize, products: &[Target]) -> Call {
        let ids = self.products_of(org, products);
        let body = json!({
            "partner": "AWS", "name": "Introduction", "customer": { "companyName": "Ferries" },
            "productIds": ids,
        });
        let request = Request::new(org, "POST", "/referral".to_owned()).with(body.clone());
        let verdict = self.created_referral(org, body, &ids);
        request.answered(verdict)
    }

    fn created_referral(&mut self, org: usize, mut doc: Value, products: &[String]) -> Verdict {
        self.require_quota(org, "OPEN_REFERRALS")?;
        self.exist(org, products)?;
        doc["id"] = self.sign("referral").into();
        doc["partnerReferralId"] = self.sign("opportunity").into();
        doc["status"] = "PENDING".into();
        doc["stage"] = "PROSPECT".into();
        doc["expireTime"] = moment(self.now + 30 * 24 * HOUR);
        doc["lastUpdateTime"] = self.moment();
        Ok((201, self.add(org, "referral", doc)))
    }

    pub fn update_referral(
        &mut self,
        org: usize,
        of: Target,
        stage: &str,
        products: Option<&[Target]>,
        notes: Option<Option<&str>>,
    ) -> Call {
        let id = self.aim(org, "referral", of);
        let products = products.map(|products| self.products_of(org, products));
        let mut body = json!({ "stage": stage });
        set(
            &mut body,
            "productIds",
            products.as_ref().map(|ids| json!(ids)),
        );
        set(&mut body, "notes", notes.map(|text| json!(text)));
        let request = Request::new(org, "PATCH", format!("/referral/{id}")).with(body);
        let verdict = self.seek(org, "referral", &id).and_then(|mut doc| {
            in_state(&doc, &["PENDING", "ACCEPTED"])?;
            if let Some(products) = &products {
                self.exist(org, products)?;
                doc["productIds"] = json!(products);
            }
            if let Some(notes) = notes {
                set(&mut doc, "notes", notes.map(Value::from));
            }
            doc["stage"] = stage.into();
            Ok((200, self.keep(org, "referral", doc)))
        });
        request.answered(verdict)
    }

    pub fn answer_referral(&mut self, org: usize, of: Target, answer: &str) -> Call {
        let id = self.aim(org, "referral", of);
        let mut request = Request::new(org, "POST", format!("/referral/{id}/{answer}"));
        if answer == "reject" {
            request = request.with(json!({ "reason": "OTHER", "comment": "No." }));
        }
        let verdict = self.seek(org, "referral", &id).and_then(|mut doc| {
            in_state(&doc, &["PENDING"])?;
            doc["status"] = "ACCEPTED".into();
            if answer == "reject" {
                doc["status"] = "REJECTED".into();
                doc["rejectionReason"] = "OTHER".into();
                doc["rejectionComment"] = "No.".into();
            }
            Ok((200, self.keep(org, "referral", doc)))
        });
        request.answered(verdict)
    }
}
