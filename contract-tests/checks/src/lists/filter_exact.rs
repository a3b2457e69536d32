//! LST-05: a filtered list has exactly the items that satisfy the filter.

use serde_json::{Value, json};
use spec::model::{Kind, Location, Parameter, SchemaId};

use crate::check::{Check, Fault, Outcome, Run};
use crate::subjects::record;
use crate::survey::{List, Wanted};
use conformance_core::alike::alike;
use conformance_core::items::item_schema;
use conformance_core::json::Json;
use conformance_core::lookup::property;
use conformance_engine::session::{Answer, Session, Stop};

pub static CHECK: Check = Check {
    id: "filter-exact",
    requirement: "LST-05",
    strength: None,
    about: "A filtered list has every item that satisfies the filter, and no other.",
    example: "> GET /org/o1/offer?status=draft\n\
              < 200 [{\"id\": \"1\", \"status\": \"published\"}]",
    fix: "Apply the filter in the query to the database, and before paging. Refuse filters that \
          are not supported with 400.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

/// The maximum number of filters of one list that are tried.
const FILTERS: usize = 8;
const VALUES: usize = 3;

/// A filter: a parameter with the name of an item property.
struct Filter<'a> {
    parameter: &'a Parameter,
    schema: SchemaId,
    /// Whether it can only mean equality: a state, an id, a number. A text filter may search within
    /// texts.
    is_exact: bool,
}

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let mut any = false;
    for list in List::all(session)? {
        for filter in filters(session, &list) {
            any = true;
            let result = check_filter(session, outcome, &list, &filter).await;
            record(outcome, result);
        }
    }
    if any {
        Ok(())
    } else {
        Err(Stop::Skip(
            "no list has a filter by a property of its items".to_owned(),
        ))
    }
}

fn filters<'a>(session: &Session, list: &List<'a>) -> Vec<Filter<'a>> {
    let api = &session.description.api;
    let Some(items) = item_schema(api, list.described) else {
        return Vec::new();
    };
    let all = list
        .described
        .parameters
        .iter()
        .filter(|one| one.location == Location::Query && !list.paging.has(&one.name));
    let found = all.filter_map(|parameter| {
        let schema = property(api, items, &parameter.name)?;
        Some(Filter {
            parameter,
            schema,
            is_exact: is_exact(session, schema, &parameter.name),
        })
    });
    found.take(FILTERS).collect()
}

fn is_exact(session: &Session, schema: SchemaId, name: &str) -> bool {
    let api = &session.description.api;
    match &api.schema(api.resolve(schema)).kind {
        Kind::String(text) => {
            text.format.as_deref() == Some("uuid")
                || name.ends_with("Id")
                || name.ends_with("_id")
                || name == "id"
        }
        Kind::Enumeration(_) | Kind::Boolean | Kind::Integer { .. } => true,
        Kind::Array(array) => is_exact(session, array.items, name),
        _ => false,
    }
}

async fn check_filter(
    session: &Session,
    outcome: &mut Outcome,
    list: &List<'_>,
    filter: &Filter<'_>,
) -> Result<(), Stop> {
    let all = list.walk(session).await?;
    for value in values(session, filter, &all.items().collect::<Vec<_>>()) {
        // Other clients may change something in between, so only a repeated failure counts.
        if !check_value(session, outcome, list, filter, &value, false).await? {
            check_value(session, outcome, list, filter, &value, true).await?;
        }
    }
    Ok(())
}

/// Returns values to filter by: those that only some items have first, and one that no item has.
fn values(session: &Session, filter: &Filter<'_>, items: &[&Json]) -> Vec<Value> {
    let mut counts: Vec<(Json, usize)> = Vec::new();
    let members = items
        .iter()
        .filter_map(|item| item.get(&filter.parameter.name));
    let single = members.flat_map(|value| match value {
        Json::Array(values) => values.iter().collect::<Vec<_>>(),
        value => vec![value],
    });
    // The meaning of an object as a filter is specific to the service.
    let is_scalar = |value: &&Json| !matches!(value, Json::Array(_) | Json::Object(_) | Json::Null);
    for value in single.filter(is_scalar) {
        match counts.iter_mut().find(|(known, _)| known.same(value)) {
            Some((_, count)) => *count += 1,
            None => counts.push((value.clone(), 1)),
        }
    }
    // A value that all items have does not show whether a filter is ignored.
    counts.sort_by_key(|(_, count)| *count == items.len());
    let api = &session.description.api;
    let unused = match &api.schema(api.resolve(filter.schema)).kind {
        Kind::Enumeration(list) => list
            .values
            .iter()
            .find(|one| {
                !counts
                    .iter()
                    .any(|(known, _)| known.same(&Json::from(*one)))
            })
            .cloned(),
        _ => None,
    };
    let used = counts
        .iter()
        .take(VALUES)
        .map(|(value, _)| value.to_value());
    used.chain(unused).collect()
}

/// Checks a filter with a value. Returns whether the result is correct; a wrong one is reported if
/// it `counts`.
async fn check_value(
    session: &Session,
    outcome: &mut Outcome,
    list: &List<'_>,
    filter: &Filter<'_>,
    value: &Value,
    counts: bool,
) -> Result<bool, Stop> {
    let api = &session.description.api;
    let before = list.walk(session).await?;
    let takes_many = matches!(
        api.schema(api.resolve(filter.parameter.schema)).kind,
        Kind::Array(_)
    );
    let sent = if takes_many {
        Value::from(vec![value.clone()])
    } else {
        value.clone()
    };
    let wanted = Wanted::pages_of(list.largest).with(&filter.parameter.name, sent);
    let answer = list.first(session, &wanted).send().await?;
    if (400..500).contains(&answer.status) {
        // Another check covers refused values.
        outcome.undecided(format!(
            "{} refuses a value of {} that its items have",
            list.name(),
            filter.parameter.name
        ));
        return Ok(true);
    }
    let filtered = list.walk_as(session, &wanted).await?;
    let after = list.walk(session).await?;
    let value = Json::from(value);
    let name = filter.parameter.name.as_str();
    // A list may leave properties out: such an item neither satisfies nor violates the filter.
    let shows = |item: &Json| item.get(name).is_some();
    let has = |item: &Json| shows(item) && satisfies(session, filter, item, &value, true);
    let keys = list.keys(session, filtered.items());
    let still = list.keys(session, after.items());
    let other = filtered
        .items()
        .find(|item| shows(item) && !satisfies(session, filter, item, &value, filter.is_exact));
    let missing = before.items().find(|item| {
        let key = list.key(session, item);
        has(item) && !keys.contains(&key) && still.contains(&key)
    });
    let missing = missing.filter(|_| filtered.is_whole);
    if other.is_none() && missing.is_none() {
        outcome.pass();
        return Ok(true);
    }
    if counts {
        let found = [other, missing];
        report(session, outcome, list, filter, &value, found, &answer);
    }
    Ok(false)
}

/// Returns whether an item has a value or, if that is enough, a text that contains it.
fn satisfies(
    session: &Session,
    filter: &Filter<'_>,
    item: &Json,
    value: &Json,
    exactly: bool,
) -> bool {
    let api = &session.description.api;
    let is_it = |own: &Json| {
        let contains = || match (own.as_str(), value.as_str()) {
            (Some(own), Some(value)) => own.to_lowercase().contains(&value.to_lowercase()),
            _ => false,
        };
        alike(api, Some(filter.schema), own, value) || (!exactly && contains())
    };
    match item.get(&filter.parameter.name) {
        Some(Json::Array(values)) => values.iter().any(is_it),
        Some(own) => is_it(own),
        None => false,
    }
}

/// Requires every item to have this value.
fn only(name: &str, value: &Json) -> Value {
    let mut properties = serde_json::Map::new();
    let wanted = match value {
        // A property that is a list may also have other values.
        Json::String(text) => json!({ "anyOf": [
            { "const": &**text },
            { "type": "array", "contains": { "const": &**text } },
        ] }),
        other => json!({ "const": other.to_value() }),
    };
    properties.insert(name.to_owned(), wanted);
    json!({ "items": { "properties": properties } })
}

fn report(
    session: &Session,
    outcome: &mut Outcome,
    list: &List<'_>,
    filter: &Filter<'_>,
    value: &Json,
    [other, missing]: [Option<&Json>; 2],
    answer: &Answer,
) {
    let name = &filter.parameter.name;
    let provenance = &filter.parameter.provenance;
    let own = |item: &Json| crate::state::compare::shown(item.get(name));
    if let Some(item) = other {
        let title = format!("{} by {name} has an item with another {name}", list.name());
        let fault = Fault::new(title)
            .must(list.items_are(session, only(name, value)))
            .expected(format!("only items whose {name} is {value}"))
            .actual(own(item))
            .described(filter.parameter.span, provenance);
        outcome.fail(fault, &[answer.exchange()]);
    }
    if missing.is_some() {
        let title = format!(
            "{} by {name} leaves an item with that {name} out",
            list.name()
        );
        let fault = Fault::new(title)
            .expected(format!("every item whose {name} is {value}"))
            .actual("an item of the list without a filter is missing")
            .described(filter.parameter.span, provenance);
        outcome.fail(fault, &[answer.exchange()]);
    }
}
