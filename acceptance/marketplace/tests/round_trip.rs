//! Every named type: allowed values are decoded, validated and encoded again; unknown parts are
//! kept; violations are found at their places.

use std::collections::BTreeSet;

use marketplace_acceptance::broken::{Broken, broken};
use marketplace_acceptance::canonical::canonical;
use marketplace_acceptance::description::{API, named};
use marketplace_acceptance::glue::{Reading, TYPES, TypeUnderTest};
use marketplace_acceptance::unknown::{
    with_new_enum_values, with_new_members, with_new_properties,
};
use marketplace_acceptance::values::{Presence, values};
use proptest::test_runner::{Config, TestCaseResult, TestRunner};
use proptest::{prop_assert, prop_assert_eq};
use serde_json::Value;
use spec::model::SchemaId;

const CASES: u32 = 64;

/// Values are expensive to generate, so each one is used for every check.
#[test]
fn what_is_allowed_is_kept_whatever_is_new_about_it() {
    for made in TYPES {
        let id = named(made.schema);
        let config = Config {
            cases: CASES,
            failure_persistence: None,
            ..Config::default()
        };
        let mut runner = TestRunner::new(config);
        let outcome = runner.run(&values(id, Presence::Random), |value| {
            comes_back_as_it_was(made, id, &value)?;
            new_properties_are_told_and_sent_back(made, id, &value)?;
            new_values_of_enumerations_are_kept_and_found(made, id, &value)?;
            new_members_of_unions_are_kept_and_found(made, id, &value)
        });
        if let Err(error) = outcome {
            panic!("{}: {error}", made.schema);
        }
    }
}

fn read(made: &TypeUnderTest, value: &Value) -> Reading {
    match (made.read)(value) {
        Ok(reading) => reading,
        Err(error) => panic!("{}: {error}: {value}", made.schema),
    }
}

#[test]
fn every_named_schema_has_a_type() {
    let schemas = API
        .schemas
        .iter()
        .filter_map(|schema| schema.name.as_deref());
    let types = TYPES.iter().map(|made| made.schema);
    assert_eq!(
        types.collect::<BTreeSet<_>>(),
        schemas.collect::<BTreeSet<_>>()
    );
}

fn comes_back_as_it_was(made: &TypeUnderTest, id: SchemaId, value: &Value) -> TestCaseResult {
    let reading = read(made, value);
    prop_assert_eq!(canonical(id, &reading.encoded), canonical(id, value));
    prop_assert!(reading.violations.is_empty(), "{:?}", reading.violations);
    prop_assert!(reading.unknown.is_empty(), "{:?}", reading.unknown);
    Ok(())
}

fn new_properties_are_told_and_sent_back(
    made: &TypeUnderTest,
    id: SchemaId,
    value: &Value,
) -> TestCaseResult {
    let (value, pointers) = with_new_properties(id, value);
    let mut reading = read(made, &value);
    reading.unknown.sort_unstable();
    prop_assert_eq!(canonical(id, &reading.encoded), canonical(id, &value));
    prop_assert_eq!(reading.unknown, pointers);
    prop_assert!(reading.violations.is_empty(), "{:?}", reading.violations);
    Ok(())
}

fn new_values_of_enumerations_are_kept_and_found(
    made: &TypeUnderTest,
    id: SchemaId,
    value: &Value,
) -> TestCaseResult {
    let (value, pointers) = with_new_enum_values(id, value);
    let reading = read(made, &value);
    prop_assert_eq!(canonical(id, &reading.encoded), canonical(id, &value));
    if made.checks {
        prop_assert_eq!(found(&reading, "enum"), pointers);
    }
    Ok(())
}

fn new_members_of_unions_are_kept_and_found(
    made: &TypeUnderTest,
    id: SchemaId,
    value: &Value,
) -> TestCaseResult {
    let (value, pointers) = with_new_members(id, value);
    let reading = read(made, &value);
    prop_assert_eq!(canonical(id, &reading.encoded), canonical(id, &value));
    if made.checks {
        prop_assert_eq!(found(&reading, "oneOf"), pointers);
    }
    Ok(())
}

/// Returns the broken constraint of each violation, in order.
fn found(reading: &Reading, keyword: &str) -> Vec<String> {
    let violations = reading.violations.iter();
    let mut found: Vec<_> = violations
        .map(|violation| {
            assert_eq!(violation.keyword, keyword, "{violation:?}");
            violation.pointer.clone()
        })
        .collect();
    found.sort_unstable();
    found
}

#[test]
fn every_broken_constraint_is_found_at_its_place() {
    let mut broke = 0;
    let mut missed = Vec::new();
    for made in TYPES {
        let all = broken(named(made.schema));
        // The type of an alias checks nothing itself.
        for broken in all.iter().filter(|broken| broken.unreadable || made.checks) {
            broke += 1;
            if let Err(why) = is_found(made, broken) {
                missed.push(format!("{}: {why}: {broken:?}", made.schema));
            }
        }
    }
    assert!(
        missed.is_empty(),
        "{} of {broke}: {}",
        missed.len(),
        missed.join("\n")
    );
    assert!(broke > 1000, "only {broke} constraints were broken");
}

fn is_found(made: &TypeUnderTest, broken: &Broken) -> Result<(), String> {
    let reading = match (made.read)(&broken.value) {
        Err(error) if !broken.unreadable => return Err(error.to_string()),
        Err(error) if error.pointer() != broken.pointer => return Err(error.to_string()),
        Err(_) => return Ok(()),
        Ok(_) if broken.unreadable => return Err("it was read".to_owned()),
        Ok(reading) => reading,
    };
    let mut violations = reading.violations.iter();
    let told = violations.clone().any(|one| one.keyword == broken.keyword);
    let elsewhere = violations.any(|one| one.pointer != broken.pointer);
    if told && !elsewhere {
        Ok(())
    } else {
        Err(format!("{:?}", reading.violations))
    }
}
