//! Creates the report from the run state.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use spec::model::{Basis, Operation};

use crate::plan::is_mine;
use conformance_checks::check::{Check, Fault};
use conformance_checks::requirement;
use conformance_core::catalogue::{Catalogue, Footing, Requirement, Strength};
use conformance_core::description::OperationId;
use conformance_core::intent::Intent;
use conformance_engine::event::{CheckResults, FindingKey, Found, LeftOut};
use conformance_engine::guard::Withheld;
use conformance_engine::run_state::{Histogram, Inner};
use conformance_engine::session::{Recorder, Session};
use conformance_report::model::{
    Cell, CheckRow, Counts, ELSEWHERE, Finding, Latency, Level, OperationCoverage, Phase, Report,
    RequirementRow, SCHEMA, Shard, State, Target, UNSEEN, Verdict, WithheldRow,
};

/// Why a requirement of this project's service is not checked for another one.
const OF_ANOTHER_SERVICE: &str = "it is a rule of another service";

/// The maximum number of exchanges of a finding that are kept as evidence.
const EVIDENCE: usize = 8;

/// Creates the report of a run. `verdict` is given if the run could not begin.
#[must_use]
pub fn conclude(session: &Session, verdict: Option<Verdict>) -> Report {
    let drift = session.world.drift.entries(&session.description);
    // Computed before the lock, because it also needs the lock.
    let sunsets = session.sunsets();
    let state = session.state.lock();
    let mut findings: Vec<Finding> = state
        .findings
        .iter()
        .map(|(key, found)| finding(session, key, found))
        .collect();
    findings.sort_by(|one, other| one.order().cmp(&other.order()));
    // Information is not a failure.
    let failing: BTreeSet<String> = findings
        .iter()
        .filter(|finding| finding.level < Level::Info)
        .map(|finding| finding.check.clone())
        .collect();
    let shard = session.profile.shard;
    let elsewhere = CheckResults {
        skipped: [OF_ANOTHER_SERVICE.to_owned()].into(),
        ..CheckResults::default()
    };
    let run: Vec<&Check> = conformance_checks::of(session).collect();
    let not_run = |check: &&Check| {
        let is_run = run.iter().any(|own| own.id == check.id);
        !is_run && conformance_checks::is_of_another_service(check, &session.description)
    };
    let not_run = conformance_checks::all().filter(not_run);
    let not_run = not_run.map(|check| check_row(session, check, Some(&elsewhere), false, true));
    let checks: Vec<CheckRow> = run
        .iter()
        .enumerate()
        .map(|(index, check)| {
            let here = check.run.probe().is_none() || is_mine(index, shard);
            let has_failed = failing.contains(check.id);
            check_row(session, check, state.checks.get(check.id), has_failed, here)
        })
        .chain(not_run)
        .collect();
    let profile = &session.profile;
    let api = &session.description.api;
    let counts = counts(&state, &checks, &findings);
    let gone = session.is_gone().then_some(Verdict::Unreachable);
    let verdict = verdict.or(gone);
    let verdict = verdict.unwrap_or_else(|| Report::verdict_of(&findings, profile.strict, &counts));
    Report {
        schema: SCHEMA.to_owned(),
        tool: env!("CARGO_PKG_VERSION").to_owned(),
        started: started(session),
        duration_ms: millis(session.elapsed()),
        first_finding_ms: state.first_finding.map(millis),
        phases: phases(&state, session.elapsed()),
        seed: profile.seed,
        shard: profile.shard.map(|(index, count)| Shard { index, count }),
        target: Target {
            base_url: profile.base_url.to_string(),
            auth_url: profile.auth_url.as_ref().map(ToString::to_string),
            parameters: profile.parameters.clone(),
            description: session.description.name(),
            digest: Some(session.description.digest()),
            title: api.title.clone(),
            version: api.version.clone(),
            writes: profile.writes,
            strict: profile.strict,
            identities: session
                .credentials
                .identities
                .iter()
                .map(|one| one.name.clone())
                .collect(),
        },
        verdict,
        sections: Catalogue::embedded().sections.clone(),
        requirements: requirement_rows(&checks, &findings),
        coverage: coverage(session, &state),
        latency: latency(session, &state),
        sunsets,
        leftovers: state.leftovers.clone(),
        withheld: withheld(session),
        notes: state
            .notes
            .iter()
            .map(|note| session.redactor.shown(note))
            .collect(),
        certificate: None,
        counts,
        checks,
        findings,
        drift,
    }
}

/// Returns the operations that were left out completely, and single requests that were not sent.
fn withheld(session: &Session) -> Vec<WithheldRow> {
    let clean = |text: &str| session.redactor.shown(text);
    let row = |operation: Option<OperationId>, request: &str, whole, why: &Withheld| {
        let described = operation.map(|id| session.description.operation(id));
        let request = described.map_or_else(
            || clean(request),
            |one| format!("{} {}", one.method.as_str(), one.path),
        );
        WithheldRow {
            operation: described.map(|one| one.id.clone()),
            request,
            whole,
            why: clean(&why.to_string()),
            remedy: why.remedy().map(str::to_owned),
        }
    };
    let mut rows = Vec::new();
    for (id, _) in session.description.operations() {
        if let Err(why) = session.world.guard.permit_operation(id) {
            rows.push(row(Some(id), "", true, &why));
        }
    }
    let single = session.world.guard.withheld().into_iter();
    let single = single
        .filter(|(id, ..)| id.is_none_or(|id| session.world.guard.permit_operation(id).is_ok()));
    rows.extend(single.map(|(id, name, why)| row(id, &name, false, &why)));
    rows
}

/// Returns whole milliseconds.
pub(crate) fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

/// Returns each part of the run, up to the next one.
fn phases(state: &Inner, end: Duration) -> Vec<Phase> {
    let all = &state.phases;
    let next = all.iter().skip(1).map(|phase| (phase.at, phase.requests));
    let ends = next.chain([(end, state.requests)]);
    let phases = all.iter().zip(ends);
    let phases = phases.map(|(phase, (end, requests))| Phase {
        name: phase.name.to_owned(),
        duration_ms: millis(end.saturating_sub(phase.at)),
        requests: requests.saturating_sub(phase.requests),
    });
    phases.collect()
}

fn started(session: &Session) -> String {
    let elapsed = jiff::SignedDuration::try_from(session.elapsed()).unwrap_or_default();
    let start = jiff::Timestamp::now()
        .checked_sub(elapsed)
        .unwrap_or_default();
    jiff::Timestamp::from_millisecond(start.as_millisecond())
        .unwrap_or(start)
        .to_string()
}

/// Returns the part of a finding that it shares with other operations.
fn cause(fault: &Fault, operation: Option<&Operation>) -> String {
    if let Some(cause) = &fault.cause {
        return cause.clone();
    }
    let id = operation.map(|operation| operation.id.as_str());
    let rest = id.and_then(|id| fault.title.strip_prefix(id));
    let rest = rest.map(|rest| rest.trim_start_matches([' ', ':']));
    rest.unwrap_or(&fault.title).to_owned()
}

fn finding(session: &Session, key: &FindingKey, found: &Found) -> Finding {
    let recorder = Recorder(session);
    let clean = |text: &str| session.redactor.shown(text);
    let fault = &found.fault;
    let row = Catalogue::embedded().requirement(found.check.requirement);
    let strength = fault
        .strength
        .or(found.check.strength)
        .or(row.map(|row| row.strength));
    let strength = strength.unwrap_or(Strength::Must);
    let footing = footing(row, found);
    let id = key.id(&session.description);
    let operation = key.operation.map(|id| session.description.operation(id));
    let exchanges = found.evidence.iter().rev().take(EVIDENCE).rev();
    Finding {
        level: level(strength, footing),
        check: key.check.to_owned(),
        requirement: found.check.requirement.to_owned(),
        strength,
        footing,
        source: row.map(|row| row.source.clone()).unwrap_or_default(),
        operation: operation.map(|operation| operation.id.clone()),
        intent: found.intent,
        title: clean(&fault.title),
        cause: clean(&cause(fault, operation)),
        impact: row.map(|row| row.impact).unwrap_or_default(),
        expected: clean(&fault.expected),
        actual: clean(&fault.actual),
        pointer: fault.pointer.as_deref().map(clean),
        place: fault.span.map(|span| session.description.place(span)),
        help: fault.help.clone(),
        count: found.count,
        seen_after: found.seen_after,
        shrunk: found.shrunk,
        accepted: None,
        replay: Some(format!("findings/{id}.json")),
        evidence: exchanges
            .map(|exchange| recorder.record(exchange))
            .collect(),
        id,
    }
}

/// Returns the footing of a finding: that of the fault, of the requirement, or of the place in the
/// description.
fn footing(row: Option<&Requirement>, found: &Found) -> Footing {
    if let Some(footing) = found.fault.footing {
        return footing;
    }
    match row.map_or(Footing::Described, |row| row.provenance) {
        Footing::Described => {
            let place = found
                .fault
                .provenance
                .as_ref()
                .or(found.operation_provenance.as_ref());
            match place.map(|place| place.basis) {
                Some(Basis::Assumed) => Footing::Assumed,
                Some(Basis::Standard) => Footing::Standard,
                Some(Basis::Stated) | None => Footing::Stated,
            }
        }
        other => other,
    }
}

const fn level(strength: Strength, footing: Footing) -> Level {
    match (strength, footing) {
        (Strength::Must | Strength::Conditional, Footing::Assumed) => Level::Assumed,
        (Strength::Must | Strength::Conditional, _) => Level::Violation,
        (Strength::Should, _) => Level::Warning,
        (Strength::Info | Strength::Never, _) => Level::Info,
    }
}

/// Returns the row of a check. `here` says whether it belongs to this shard.
fn check_row(
    session: &Session,
    check: &Check,
    said: Option<&CheckResults>,
    has_failed: bool,
    here: bool,
) -> CheckRow {
    let nothing = CheckResults::default();
    let said = said.unwrap_or(&nothing);
    let state = if has_failed {
        State::Failed
    } else if said.passed > 0 || said.failed > 0 {
        State::Passed
    } else if !said.inconclusive.is_empty() {
        State::Inconclusive
    } else {
        State::Skipped
    };
    let mut why: Vec<String> = said
        .inconclusive
        .iter()
        .chain(&said.skipped)
        .map(|why| session.redactor.shown(why))
        .collect();
    why.extend(said.missing.iter().map(|input| input.why().into_owned()));
    if why.is_empty() && state == State::Skipped {
        why.push(if here { UNSEEN } else { ELSEWHERE }.to_owned());
    }
    let strength = check
        .strength
        .or(requirement(check).map(|row| row.strength));
    CheckRow {
        id: check.id.to_owned(),
        requirement: check.requirement.to_owned(),
        strength: strength.unwrap_or(Strength::Must),
        about: check.about.to_owned(),
        state,
        passed: said.passed,
        failed: said.failed,
        why,
        lacks: said
            .missing
            .iter()
            .map(|input| input.sentence(session.description.service()))
            .collect(),
    }
}

fn requirement_rows(checks: &[CheckRow], findings: &[Finding]) -> Vec<RequirementRow> {
    let rows = Catalogue::embedded().requirements.iter();
    rows.map(|row| {
        let own: Vec<&CheckRow> = checks
            .iter()
            .filter(|one| one.requirement == row.id)
            .collect();
        let has = |state| own.iter().any(|one| one.state == state);
        let order = [State::Failed, State::Passed, State::Inconclusive];
        let state = order
            .into_iter()
            .find(|state| has(*state))
            .unwrap_or(State::Skipped);
        let mut why: Vec<String> = own.iter().flat_map(|one| one.why.clone()).collect();
        why.dedup();
        if own.is_empty() {
            why.push(unchecked(row));
        }
        RequirementRow {
            id: row.id.clone(),
            section: row.section.clone(),
            statement: row.statement.clone(),
            strength: row.strength,
            source: row.source.clone(),
            footing: row.provenance,
            state,
            checks: own.iter().map(|one| one.id.clone()).collect(),
            why: if state == State::Passed {
                Vec::new()
            } else {
                why
            },
            findings: findings
                .iter()
                .filter(|one| one.requirement == row.id)
                .map(|one| one.id.clone())
                .collect(),
        }
    })
    .collect()
}

/// Returns why a requirement was not checked in this run.
fn unchecked(row: &Requirement) -> String {
    if row.strength == Strength::Never {
        return "never demanded".to_owned();
    }
    let known = conformance_checks::all().any(|check| check.requirement == row.id);
    if known {
        return "not selected".to_owned();
    }
    let why = row.unchecked.as_ref();
    why.cloned()
        .unwrap_or_else(|| "there is no check of it".to_owned())
}

fn counts(state: &Inner, checks: &[CheckRow], findings: &[Finding]) -> Counts {
    let of = |state| checks.iter().filter(|check| check.state == state).count();
    let mut levels = BTreeMap::new();
    for finding in findings {
        *levels.entry(finding.level).or_default() += 1;
    }
    Counts {
        requests: state.requests,
        failures: state.failures,
        statuses: state.statuses.clone(),
        verdicts_passed: state.verdicts_passed,
        passed: of(State::Passed),
        failed: of(State::Failed),
        skipped: of(State::Skipped),
        inconclusive: of(State::Inconclusive),
        findings: levels,
    }
}

fn coverage(session: &Session, state: &Inner) -> Vec<OperationCoverage> {
    let clean = |text: &str| session.redactor.shown(text);
    let operations = session.description.operations();
    let asked = &session.profile.selection.operations;
    let rows = operations.map(|(id, operation)| {
        let findings = |intent: Intent| {
            let own = state
                .findings
                .iter()
                .filter(|(key, found)| key.operation == Some(id) && found.intent == Some(intent));
            own.count() as u64
        };
        let intents = Intent::PLANNED.into_iter().map(|intent| {
            let count = state.asked.get(&(id, intent)).copied().unwrap_or(0);
            let cell = match (count, state.left_out.get(&(id, intent))) {
                (1.., _) => Cell::Exercised {
                    count,
                    findings: findings(intent),
                },
                (0, Some(LeftOut::Unreachable(why))) => Cell::Unreachable { why: clean(why) },
                (0, Some(LeftOut::Skipped(why))) => Cell::Skipped { why: clean(why) },
                (0, None) => Cell::Skipped {
                    why: if asked.is_empty() || asked.iter().any(|one| one.takes(operation)) {
                        ELSEWHERE.to_owned()
                    } else {
                        "the operation is not selected".to_owned()
                    },
                },
            };
            (intent, cell)
        });
        let mut statuses: BTreeMap<String, Cell> = operation
            .responses
            .iter()
            .map(|one| {
                let why = "no request of this run brought it about".to_owned();
                (one.status.to_string(), Cell::Unreachable { why })
            })
            .collect();
        for ((operation, status), count) in &state.answered {
            if *operation == id {
                let cell = Cell::Exercised {
                    count: *count,
                    findings: 0,
                };
                statuses.insert(status.to_string(), cell);
            }
        }
        OperationCoverage {
            operation: operation.id.clone(),
            method: operation.method.as_str().to_owned(),
            path: operation.path.clone(),
            tag: operation.tags.first().cloned(),
            deprecated: operation.deprecation.is_some(),
            stated: operation.provenance.basis == Basis::Stated,
            intents: intents.collect(),
            statuses,
        }
    });
    rows.collect()
}

fn latency(session: &Session, state: &Inner) -> Vec<Latency> {
    let operations = session.description.operations();
    let rows = operations.filter_map(|(id, operation)| {
        let histogram: &Histogram = state.latency.get(&id)?;
        Some(Latency {
            operation: operation.id.clone(),
            count: histogram.count,
            p50_us: histogram.quantile(0.5),
            p90_us: histogram.quantile(0.9),
            p99_us: histogram.quantile(0.99),
            max_us: histogram.max,
            histogram: histogram.buckets.to_vec(),
        })
    });
    rows.collect()
}
