//! AUTH-10, second part: a refusal does not reveal whether the resource exists.

use super::foreign::{Foreign, Pair, foreign_reads, pairs};
use crate::check::{Check, Fault, Outcome, Run};
use conformance_core::catalogue::Strength;
use conformance_core::json::Json;
use conformance_engine::expectation;
use conformance_engine::session::{Answer, Session, Stop};

pub static CHECK: Check = Check {
    id: "organizations-alike",
    requirement: "AUTH-10",
    strength: Some(Strength::Should),
    about: "Resources of another organization are refused in the same way as those that do not exist.",
    example: "> GET /org/o1/offer/<id of o2>\n\
              < 403\n\
              > GET /org/o1/offer/<id of no organization>\n\
              < 404",
    fix: "Give both the same status and body; otherwise ids of others can be probed.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

/// The maximum number of reads that are compared for each of the two identities.
const READS: usize = 60;

/// Properties that differ between responses.
const VOLATILE: [&str; 8] = [
    "instance",
    "timestamp",
    "time",
    "requestId",
    "request_id",
    "traceId",
    "trace_id",
    "correlationId",
];

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    for pair in &pairs(session)? {
        for foreign in foreign_reads(session, pair).into_iter().take(READS) {
            match compare(session, pair, &foreign, outcome).await {
                Ok(()) => {}
                Err(stop) => outcome.stopped(stop),
            }
        }
    }
    Ok(())
}

async fn compare(
    session: &Session,
    pair: &Pair,
    foreign: &Foreign,
    outcome: &mut Outcome,
) -> Result<(), Stop> {
    let Some(id) = foreign.bindings.get(&foreign.variable) else {
        return Ok(());
    };
    let made_up = like(session, id);
    let mut nothing = foreign.bindings.clone();
    nothing.insert(foreign.variable.clone(), made_up.clone());
    let builder = || session.prepare(foreign.operation).as_identity(&pair.own);
    let exists = builder().bind(&foreign.bindings).send().await?;
    let absent = builder().bind(&nothing).send().await?;
    // Another check reports that the request is not refused at all.
    if exists.status < 400 || absent.status < 400 {
        return Ok(());
    }
    let same = shape(&exists, id) == shape(&absent, &made_up);
    let name = &session.description.operation(foreign.operation).id;
    outcome.require(same, &[exists.exchange(), absent.exchange()], || {
        let place = foreign.place;
        Fault::new(format!(
            "{name} distinguishes what another organization has {place} from what does not exist"
        ))
        .must_of(0, expectation::status(&[absent.status]))
        .expected(format!(
            "the response for what does not exist: {}",
            absent.status
        ))
        .actual(format!("{}, or other content", exists.status))
    });
    Ok(())
}

/// Returns an id of the same form that names nothing.
fn like(session: &Session, id: &str) -> String {
    if uuid::Uuid::parse_str(id).is_ok() {
        return session.next_uuid();
    }
    // Changes every digit and letter after the last separator.
    let start = id.rfind(['-', '_', ':']).map_or(0, |at| at + 1);
    let turned = id[start..].chars().rev().map(|c| match c {
        '0'..='8' | 'a'..='e' => char::from(u8::try_from(c).unwrap_or(b'0') + 1),
        '9' => '0',
        'f' => 'a',
        other => other,
    });
    format!("{}{}", &id[..start], turned.collect::<String>())
}

/// Returns what must not differ: the status, the media type, and the body without the id.
fn shape(answer: &Answer, id: &str) -> (u16, Option<String>, String) {
    let content = match answer.json() {
        Ok(Json::Object(members)) => {
            let kept = members
                .iter()
                .filter(|(name, _)| !VOLATILE.contains(&name.as_ref()));
            Json::Object(kept.cloned().collect()).key()
        }
        Ok(other) => other.key(),
        Err(_) => String::from_utf8_lossy(&answer.body).into_owned(),
    };
    (answer.status, answer.media_type(), content.replace(id, "…"))
}
