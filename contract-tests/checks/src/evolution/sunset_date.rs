//! DEP-02: `Sunset` is a date.

use super::name;
use crate::check::{Check, Fault, Run, Seen, Verdict};
use conformance_core::catalogue::Strength;
use conformance_engine::deprecation_fields::sunset;
use conformance_engine::expectation;

pub static CHECK: Check = Check {
    id: "sunset-date",
    requirement: "DEP-02",
    strength: None,
    about: "Sunset is one HTTP-date in GMT with the right day of the week.",
    example: "< Sunset: 2028-01-01",
    fix: "Write an HTTP-date in GMT with the right day of the week: Sat, 01 Jan 2028 00:00:00 GMT.",
    run: Run::Exchange(check),
};

fn check(seen: &Seen<'_>) -> Verdict {
    let Some(read) = sunset(&seen.response.headers) else {
        return Verdict::NotApplicable;
    };
    let fault = |title: String| {
        Fault::new(title)
            .must(expectation::header_is_date("sunset").or(expectation::header("sunset").not()))
            .expected("an HTTP-date such as `Fri, 31 Dec 2027 23:59:59 GMT`")
            .actual(seen.response.header("sunset").unwrap_or("no visible ASCII"))
            .pointer("header Sunset")
    };
    let name = name(seen);
    match read {
        Ok(date) => Verdict::require(!date.is_utc, || {
            fault(format!("{name} answers with a Sunset that ends in UTC"))
                .strength(Strength::Should)
        }),
        Err(why) => Verdict::Failed(vec![fault(format!(
            "{name} answers with a Sunset that is not an HTTP-date: {why}"
        ))]),
    }
}
