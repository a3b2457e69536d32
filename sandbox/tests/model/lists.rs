//! Reading.

use serde_json::{Value, json};

use super::life::Request;
use super::state::{Call, Model, text};
use super::steps::Target;

/// The lists, and their filters.
pub const TABLES: [(&str, &[&str]); 9] = [
    ("product", &["partner", "status"]),
    ("offer", &["partner", "status", "productId", "buyerId"]),
    ("agreement", &["partner", "status", "offerId", "buyerId"]),
    (
        "entitlement",
        &["partner", "status", "productId", "buyerId", "agreementId"],
    ),
    ("referral", &["partner", "status"]),
    ("buyer", &["partner"]),
    ("disbursement", &["partner"]),
    ("event", &["type"]),
    (
        "usageRecordReport",
        &["partner", "buyerId", "entitlementId"],
    ),
];

/// Values for filters that always exist.
fn values(filter: &str, table: &str) -> &'static [&'static str] {
    match (filter, table) {
        ("partner", _) => &["AWS", "GCP", "AZURE"],
        ("type", _) => &["OFFER_ACCEPTED", "AGREEMENT_UPDATED", "DISBURSEMENT_MADE"],
        ("status", "product") => &["DRAFT", "PUBLISHED", "RETIRED"],
        ("status", "offer") => &["DRAFT", "PENDING_ACCEPTANCE", "ACCEPTED", "EXPIRED"],
        ("status", "agreement") => &["ACTIVE", "CANCELLED", "EXPIRED", "TERMINATED"],
        ("status", "entitlement") => &["PENDING_START", "ACTIVE", "SUSPENDED", "CANCELLED"],
        ("status", _) => &["PENDING", "ACCEPTED", "REJECTED", "EXPIRED"],
        _ => &[],
    }
}

/// Returns the table of the resource that a filter names.
fn table_of(filter: &str) -> &str {
    filter.strip_suffix("Id").unwrap_or_default()
}

/// Returns all documents of a table; those with a day are requested from the beginning on.
pub fn whole(table: &str) -> String {
    match table {
        "usageRecordReport" | "disbursement" => {
            format!("/{table}?startDate=2031-01-01&endDate=2200-01-01&limit=1000")
        }
        _ => format!("/{table}?limit=1000"),
    }
}

impl Model {
    pub fn read(&mut self, org: usize, table: usize, of: Target) -> Call {
        let (table, _) = TABLES[table % TABLES.len()];
        let id = self.aim(org, table, of);
        let verdict = self.seek(org, table, &id).map(|doc| (200, doc));
        Request::new(org, "GET", format!("/{table}/{id}")).answered(verdict)
    }

    pub fn list(
        &mut self,
        org: usize,
        table: usize,
        filters: usize,
        choice: usize,
        limit: usize,
        offset: usize,
    ) -> Call {
        let (table, names) = TABLES[table % TABLES.len()];
        let mut path = format!(
            "{}&limit={limit}&offset={offset}",
            whole(table).replace("limit=1000", "")
        );
        let mut docs = self.orgs[org]
            .tables
            .get(table)
            .cloned()
            .unwrap_or_default();
        let chosen = names
            .iter()
            .enumerate()
            .filter(|(index, _)| filters >> index & 1 == 1);
        for (index, name) in chosen {
            let known = values(name, table);
            // Occasionally an identifier of the other organization.
            let owner = if choice == 7 { 1 - org } else { org };
            let value = match known.len() {
                0 => self.pick(owner, table_of(name), choice),
                length => known[(choice + index) % length].to_owned(),
            };
            docs.retain(|doc| doc[*name] == *value);
            path = format!("{path}&{name}={value}");
        }
        let next = (docs.len() > offset + limit).then_some(offset + limit);
        let items: Vec<Value> = docs.into_iter().skip(offset).take(limit).collect();
        Request::new(org, "GET", path)
            .answered(Ok((200, json!({ "items": items, "nextOffset": next }))))
    }

    /// Returns every list of an organization, with its expected items.
    pub fn everything(&mut self, org: usize) -> Vec<Call> {
        let mut lists: Vec<(String, Vec<Value>)> = Vec::new();
        for (table, _) in TABLES {
            lists.push((whole(table), self.table(org, table).clone()));
        }
        let groups = self.table(org, "group").clone();
        for entitlement in self.table(org, "entitlement").clone() {
            let id = text(&entitlement, "id");
            let own = groups
                .iter()
                .filter(|group| group["entitlementId"] == *id)
                .cloned();
            let own = own.map(|group| self.with_status(org, group)).collect();
            lists.push((
                format!("/entitlement/{id}/usageRecordGroup?limit=1000"),
                own,
            ));
        }
        lists.push(("/quota?".to_owned(), self.quotas(org)));
        let call = |(path, items): (String, Vec<Value>)| {
            let answer = json!({ "items": items, "nextOffset": null });
            Request::new(org, "GET", path).answered(Ok((200, answer)))
        };
        lists.into_iter().map(call).collect()
    }

    fn quotas(&self, org: usize) -> Vec<Value> {
        let quota = |name: &&str| {
            let limit = self.orgs[org]
                .quotas
                .get(name)
                .map_or(json!("*"), |most| json!(most));
            json!({ "name": name, "limit": limit, "used": self.used(org, name) })
        };
        ["PRODUCTS", "OPEN_OFFERS", "OPEN_REFERRALS", "API_CLIENTS"]
            .iter()
            .map(quota)
            .collect()
    }
}
