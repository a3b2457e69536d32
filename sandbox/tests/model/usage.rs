//! Usage and its reports.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::clock::{close_time, day, start_of};
use super::exact;
use super::life::Request;
use super::products::dimension;
use super::state::{Call, HOUR, Model, Verdict, in_state, meaningless, moment, second, text};
use super::steps::{Record, Submission, Target};

fn written(records: &[Record]) -> Value {
    let record = |(index, quantity): &Record| json!({ "dimension": dimension(*index), "quantity": quantity });
    records.iter().map(record).collect()
}

/// The same records, as numbers.
fn as_numbers(records: &Value) -> Value {
    let record = |record: &Value| {
        let quantity = exact::millionths(&text(record, "quantity"));
        json!({ "dimension": record["dimension"], "quantity": format!("#{}", exact::decimal(quantity)) })
    };
    records
        .as_array()
        .expect("records")
        .iter()
        .map(record)
        .collect()
}

fn totals(records: &Value) -> BTreeMap<String, i128> {
    let mut totals = BTreeMap::new();
    for record in records.as_array().expect("records") {
        let quantity = exact::millionths(&text(record, "quantity"));
        *totals.entry(text(record, "dimension")).or_insert(0) += quantity;
    }
    totals
}

impl Model {
    pub fn submit(&mut self, org: usize, submission: &Submission) -> Call {
        let entitlement = self.aim(org, "entitlement", submission.entitlement);
        let mut body = json!({ "records": written(&submission.records) });
        if let Some(id) = submission.id {
            body["id"] = format!("u-{id}").into();
        }
        if let Some(hours) = submission.hours {
            body["usageTime"] = self.hours_from_now(hours).into();
        }
        if submission.has_metadata {
            body["metadata"] = json!({ "job": "nightly" });
        }
        self.send(org, &entitlement, body)
    }

    fn send(&mut self, org: usize, entitlement: &str, body: Value) -> Call {
        let verdict = self.submitted(org, entitlement, &body);
        let path = format!("/entitlement/{entitlement}/usageRecordGroup");
        Request::new(org, "POST", path).with(body).answered(verdict)
    }

    pub fn submit_one(
        &mut self,
        org: usize,
        of: Target,
        record: Record,
        hours: Option<i64>,
    ) -> Call {
        let entitlement = self.aim(org, "entitlement", of);
        let mut group = json!({ "records": written(&[record]) });
        let mut body = group["records"][0].clone();
        if let Some(hours) = hours {
            body["usageTime"] = self.hours_from_now(hours).into();
            group["usageTime"] = body["usageTime"].clone();
        }
        let verdict = self.submitted(org, &entitlement, &group);
        let path = format!("/entitlement/{entitlement}/usageRecord");
        Request::new(org, "POST", path).with(body).answered(verdict)
    }

    /// Returns an earlier submission with every quantity written differently, or with another
    /// quantity.
    pub fn repeat(&mut self, org: usize, choice: usize, is_other: bool) -> Call {
        let sent = |group: &&Value| group["_sent"]["id"].is_string();
        let known: Vec<Value> = self
            .table(org, "group")
            .iter()
            .filter(sent)
            .cloned()
            .collect();
        let Some(group) = known.get(choice % known.len().max(1)) else {
            return self.send(org, "none", json!({ "records": written(&[(0, "1")]) }));
        };
        let mut body = group["_sent"].clone();
        for record in body["records"].as_array_mut().expect("records") {
            let quantity = exact::millionths(&text(record, "quantity"));
            record["quantity"] = exact::decimal(quantity).into();
        }
        if is_other {
            match choice % 3 {
                0 => body["records"].as_array_mut().expect("records").reverse(),
                1 => body["metadata"] = json!({ "job": "another" }),
                _ => body["records"][0]["quantity"] = "7.77".into(),
            }
        }
        self.send(org, &text(group, "entitlementId"), body)
    }

    fn submitted(&mut self, org: usize, entitlement: &str, body: &Value) -> Verdict {
        let entitlement = self.seek(org, "entitlement", entitlement)?;
        if let Some(known) = self.group_of(org, &entitlement["id"], &body["id"]) {
            let sent = &known["_sent"];
            let is_same = as_numbers(&sent["records"]) == as_numbers(&body["records"])
                && sent["usageTime"] == body["usageTime"]
                && sent["metadata"] == body["metadata"];
            return if is_same {
                Ok((200, self.with_status(org, known)))
            } else {
                Err("409 id-reused".to_owned())
            };
        }
        in_state(&entitlement, &["ACTIVE"])?;
        let time = self.check_time(&entitlement, &body["usageTime"])?;
        let totals = totals(&body["records"]);
        let keys = entitlement["dimensions"].as_array().expect("dimensions");
        if !totals
            .keys()
            .all(|key| keys.iter().any(|known| known["key"] == *key))
        {
            return meaningless();
        }
        let report = self.add_up(org, &entitlement, &totals, time)?;
        Ok((201, self.add_group(org, &entitlement, body, &report, time)))
    }

    fn group_of(&mut self, org: usize, entitlement: &Value, id: &Value) -> Option<Value> {
        let is_it = |group: &&Value| group["entitlementId"] == *entitlement && group["id"] == *id;
        self.table(org, "group").iter().find(is_it).cloned()
    }

    fn check_time(&self, entitlement: &Value, time: &Value) -> Result<i64, String> {
        if time.is_null() {
            return Ok(self.now);
        }
        let time = second(time);
        let is_early = time < self.now - 24 * HOUR || time < second(&entitlement["startTime"]);
        if time > self.now || is_early {
            meaningless()
        } else {
            Ok(time)
        }
    }

    /// Returns the report of the day with the usage added.
    fn add_up(
        &mut self,
        org: usize,
        entitlement: &Value,
        added: &BTreeMap<String, i128>,
        time: i64,
    ) -> Result<Value, String> {
        let day = day(time);
        let is_it = |doc: &&Value| doc["entitlementId"] == entitlement["id"] && doc["_day"] == day;
        let known = self
            .table(org, "usageRecordReport")
            .iter()
            .find(is_it)
            .cloned();
        let mut sums: BTreeMap<String, i128> = BTreeMap::new();
        if let Some(known) = &known {
            for total in known["totals"].as_array().expect("totals") {
                let quantity = text(total, "quantity");
                sums.insert(text(total, "dimension"), exact::millionths(&quantity[1..]));
            }
        }
        for (key, quantity) in added {
            *sums.entry(key.clone()).or_insert(0) += quantity;
        }
        let totals = priced(entitlement, &sums)?;
        let mut report = known.unwrap_or_else(|| self.new_report(org, entitlement, &day));
        report["totals"] = totals;
        Ok(self.keep(org, "usageRecordReport", report))
    }

    fn new_report(&mut self, org: usize, entitlement: &Value, day: &str) -> Value {
        let start = start_of(day);
        let mut report = json!({
            "id": self.sign("report"), "entitlementId": entitlement["id"], "status": "CREATED",
            "startTime": moment(start), "endTime": moment(start + 24 * HOUR),
            "usageRecordGroupIds": [], "_day": day, "_closeTime": moment(close_time(day)),
        });
        for member in ["buyerId", "productId", "partner"] {
            report[member] = entitlement[member].clone();
        }
        self.add(org, "usageRecordReport", report)
    }

    fn add_group(
        &mut self,
        org: usize,
        entitlement: &Value,
        body: &Value,
        report: &Value,
        time: i64,
    ) -> Value {
        let id = match body["id"].as_str() {
            Some(id) => id.to_owned(),
            None => self.sign("group"),
        };
        let usage_time = match &body["usageTime"] {
            Value::Null => self.moment(),
            time => time.clone(),
        };
        let totals = json!(
            totals(&body["records"])
                .iter()
                .map(|(key, sum)| (key, sum.to_string()))
                .collect::<BTreeMap<_, _>>()
        );
        let hour = time.div_euclid(HOUR);
        let is_twin = |group: &&Value| {
            group["entitlementId"] == entitlement["id"]
                && group["_hour"] == hour
                && group["_totals"] == totals
        };
        let twin = self
            .table(org, "group")
            .iter()
            .find(is_twin)
            .map(|twin| twin["id"].clone());
        let mut group = json!({
            "id": id, "entitlementId": entitlement["id"], "usageTime": usage_time,
            "records": as_numbers(&body["records"]), "status": "ACCEPTED",
            "usageRecordReportId": report["id"],
            "_sent": body, "_hour": hour, "_totals": totals,
        });
        if let Some(twin) = twin {
            group["possibleDuplicateOf"] = twin;
        }
        if !body["metadata"].is_null() {
            group["metadata"] = body["metadata"].clone();
        }
        let mut report = report.clone();
        let groups = report["usageRecordGroupIds"]
            .as_array_mut()
            .expect("groups");
        groups.push(id.into());
        self.keep(org, "usageRecordReport", report);
        self.add(org, "group", group)
    }

    /// Returns a group with the status of its report.
    pub fn with_status(&mut self, org: usize, mut group: Value) -> Value {
        let report = self.find(
            org,
            "usageRecordReport",
            &text(&group, "usageRecordReportId"),
        );
        if report.is_some_and(|report| report["status"] == "SUCCESS") {
            group["status"] = "REPORTED".into();
        }
        group
    }
}

/// Returns the totals of a day, unless they have too many digits.
fn priced(entitlement: &Value, sums: &BTreeMap<String, i128>) -> Result<Value, String> {
    let mut totals = Vec::new();
    for dimension in entitlement["dimensions"].as_array().expect("dimensions") {
        let Some(quantity) = sums.get(&text(dimension, "key")) else {
            continue;
        };
        let price = &dimension["unitPrice"];
        let currency = text(price, "currency");
        let amount = exact::cost(
            *quantity,
            exact::millionths(&text(price, "amount")),
            &currency,
        );
        if exact::is_too_long(*quantity) || exact::is_too_long(amount) {
            return meaningless();
        }
        totals.push(json!({
            "dimension": dimension["key"],
            "quantity": format!("#{}", exact::decimal(*quantity)),
            "amount": { "amount": format!("#{}", exact::decimal(amount)), "currency": currency },
        }));
    }
    Ok(totals.into())
}
