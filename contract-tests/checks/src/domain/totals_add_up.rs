//! STA-11: the totals of a usage record report are the sums of the usage in it.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use spec::model::Method;

use super::interface::{REPORTS, USAGE, operation, resource, resubmission, submitted};
use crate::check::{Check, Fault, Outcome, Run};
use crate::subjects::Patience;
use crate::survey::{List, Wanted};
use conformance_core::exchange::Exchange;
use conformance_core::intent::Intent;
use conformance_core::json::{Decimal, Json};
use conformance_engine::session::{Answer, Created, Session, Stop};

pub static CHECK: Check = Check {
    id: "totals-add-up",
    requirement: "STA-11",
    strength: None,
    about: "A usage record report has the submitted usage, and its totals are the sums of the quantities.",
    example: "submitted: 2 and 3\n\
              report: {\"records\": [{\"quantity\": 2}, {\"quantity\": 3}], \"total\": 4}",
    fix: "Compute totals from the records that the report shows, in exact decimal arithmetic.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

/// Quantities with the maximum number of digits; their sum is not exact in binary.
const QUANTITIES: [&[&str]; 2] = [&["0.1", "1234567.000001"], &["0.2"]];

/// How many digits after the decimal point count.
const DIGITS: u32 = 12;

/// Quantities by dimension, in units of 10^-12.
type Sums = BTreeMap<String, i128>;

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let list = operation(session, Method::Get, REPORTS)?;
    let created = submitted(session).await?;
    let mut groups = Vec::new();
    for quantities in QUANTITIES {
        groups.push(submit(session, &created, quantities).await?);
    }
    let ids: Vec<String> = groups
        .iter()
        .filter_map(|one| text(one.body().ok()?, "id"))
        .collect();
    let time = groups
        .first()
        .and_then(|one| text(one.body().ok()?, "usageTime"));
    let Some(day) = time.as_deref().and_then(|time| time.get(..10)) else {
        return Err(Stop::Undecided("usage does not show its time".to_owned()));
    };
    let reports = List::of(session, list, created.bindings.clone());
    let mut patience = Patience::of(session);
    loop {
        let (wrong, shown) = look(session, &reports, &created, day, &ids).await?;
        let Some(fault) = wrong else {
            outcome.pass();
            return Ok(());
        };
        if !patience.wait().await {
            let mut evidence: Vec<_> = groups.iter().map(Answer::exchange).collect();
            evidence.extend(&shown);
            outcome.fail(fault, &evidence);
            return Ok(());
        }
    }
}

/// Submits usage like the accepted one, with other quantities of its first dimension.
async fn submit(session: &Session, created: &Created, quantities: &[&str]) -> Result<Answer, Stop> {
    let create = operation(session, Method::Post, USAGE)?;
    let mut body = resubmission(created);
    let record = body.get("records").and_then(|all| all.get(0)).cloned();
    let Some(record) = record.filter(|one| one.get("quantity").is_some_and(Value::is_string))
    else {
        return Err(Stop::Skip(
            "usage has no records with a decimal quantity".to_owned(),
        ));
    };
    let records = quantities.iter().map(|quantity| {
        let mut record = record.clone();
        record["quantity"] = json!(quantity);
        record
    });
    body["records"] = records.collect();
    let builder = session.prepare(create).intent(Intent::Sequence);
    builder
        .bind(&created.bindings)
        .json(&body)
        .send()
        .await?
        .success()
}

/// Returns what is wrong with the reports of a day, and the evidence.
async fn look(
    session: &Session,
    reports: &List<'_>,
    created: &Created,
    day: &str,
    ids: &[String],
) -> Result<(Option<Fault>, Vec<std::sync::Arc<Exchange>>), Stop> {
    let (_, groups) = resource(session, USAGE)?;
    let mut wanted = Wanted::pages_of(reports.largest);
    for (name, value) in [("startDate", day), ("endDate", day)] {
        wanted = wanted.with(name, json!(value));
    }
    let entitlement = created
        .bindings
        .get("entitlementId")
        .cloned()
        .unwrap_or_default();
    wanted = wanted.with("entitlementId", json!(entitlement));
    let walked = reports.walk_as(session, &wanted).await?;
    let Some(list) = groups.list else {
        return Err(Stop::Skip("usage has no list".to_owned()));
    };
    let parts = List::of(session, list, created.bindings.clone())
        .walk(session)
        .await?;
    let pages = walked.pages.iter().chain(&parts.pages);
    let shown = pages.map(|page| page.answer.exchange().clone()).collect();
    let own: Vec<&Json> = walked
        .items()
        .filter(|item| text(item, "entitlementId").as_deref() == Some(&entitlement))
        .collect();
    let contained: Vec<String> = own.iter().flat_map(|report| contents(report)).collect();
    if let Some(missing) = ids.iter().find(|id| !contained.contains(id)) {
        let fault = Fault::new("submitted usage is in no report of its day")
            .expected("the group among usageRecordGroupIds")
            .actual(format!("{missing} is not in {} reports", own.len()));
        return Ok((Some(fault), shown));
    }
    for report in own {
        if let Some(fault) = uneven(report, parts.items(), parts.is_whole) {
            return Ok((Some(fault), shown));
        }
    }
    Ok((None, shown))
}

/// Returns the groups that a report lists.
fn contents(report: &Json) -> Vec<String> {
    let ids = report.get("usageRecordGroupIds").and_then(Json::as_array);
    let ids = ids.unwrap_or_default().iter();
    ids.filter_map(|id| id.as_str().map(str::to_owned))
        .collect()
}

/// Returns what is wrong with the totals of a report, or `None` if not all of its parts are known.
fn uneven<'j>(
    report: &Json,
    parts: impl Iterator<Item = &'j Json>,
    is_whole: bool,
) -> Option<Fault> {
    let contained = contents(report);
    let parts: Vec<&Json> = parts
        .filter(|one| text(one, "id").is_some_and(|id| contained.contains(&id)))
        .collect();
    if parts.len() != contained.len() {
        let fault =
            Fault::new("a report contains usage that is not in the list of its entitlement")
                .expected(format!("{} groups in the list", contained.len()))
                .actual(format!("{} of them", parts.len()));
        return is_whole.then_some(fault);
    }
    let mut expected = Sums::new();
    for part in parts {
        add(&mut expected, part.get("records")?)?;
    }
    let mut actual = Sums::new();
    add(&mut actual, report.get("totals")?)?;
    expected.retain(|_, sum| *sum != 0);
    actual.retain(|_, sum| *sum != 0);
    (expected != actual).then(|| {
        Fault::new("the totals of a report are not the sums of its usage")
            .expected(listed(&expected))
            .actual(listed(&actual))
            .pointer("/totals")
    })
}

/// Adds up quantities by dimension. Returns `None` if one cannot be read exactly.
fn add(sums: &mut Sums, records: &Json) -> Option<()> {
    for record in records.as_array()? {
        let dimension = text(record, "dimension")?;
        let quantity = record.get("quantity")?;
        let quantity = scaled(quantity.as_str().or_else(|| quantity.number())?)?;
        let sum = sums.entry(dimension).or_default();
        *sum = sum.checked_add(quantity)?;
    }
    Some(())
}

/// Parses a decimal in units of 10^-12, if it has no finer digits.
fn scaled(text: &str) -> Option<i128> {
    let has_exponent = text.contains(['e', 'E']);
    let shifted = (!has_exponent).then(|| format!("{text}e{DIGITS}"))?;
    Decimal::parse(&shifted)?.to_i128()
}

fn listed(sums: &Sums) -> String {
    let all = sums
        .iter()
        .map(|(dimension, sum)| format!("{dimension}: {sum}e-{DIGITS}"));
    all.collect::<Vec<_>>().join(", ")
}

fn text(value: &Json, name: &str) -> Option<String> {
    value.get(name)?.as_str().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::uneven;
    use conformance_core::json::Json;

    #[test]
    fn totals() {
        let parts = [
            r#"{"id":"a","records":[{"dimension":"x","quantity":"0.1"},{"dimension":"x","quantity":"0.2"}]}"#,
            r#"{"id":"b","records":[{"dimension":"y","quantity":"9999999999.999999"}]}"#,
            r#"{"id":"c","records":[{"dimension":"x","quantity":"5"}]}"#,
        ];
        let parts: Vec<Json> = parts.iter().map(|text| read(text)).collect();
        let report = |x: &str| {
            read(&format!(
                r#"{{"usageRecordGroupIds":["a","b"],"totals":[{{"dimension":"x","quantity":"{x}"}},
                {{"dimension":"y","quantity":"9999999999.999999"}}]}}"#
            ))
        };
        for right in ["0.3", "0.30"] {
            assert!(
                uneven(&report(right), parts.iter(), true).is_none(),
                "{right}"
            );
        }
        for wrong in ["0.30000000001", "0.29", "5.3", "-0.3"] {
            assert!(
                uneven(&report(wrong), parts.iter(), true).is_some(),
                "{wrong}"
            );
        }
    }

    fn read(text: &str) -> Json {
        Json::parse(text.as_bytes()).expect("JSON")
    }
}
