//! Causes with their findings; the first finding shows its evidence.

use std::ops::Range;

use super::super::cause::{Cause, causes};
use super::super::model::{Finding, Recorded, RecordedBody, RecordedRequest, Report};
use super::super::pretty::pretty;
use super::super::text::{cut, line, lines, micros, place};
use super::{glyph, optional};

/// How many characters of bodies and command lines the page shows, all together: a page of hundreds
/// of findings must open quickly. The rest is in report.json.
const ALL_TEXTS: usize = 200_000;

/// How many characters of one body or command line the page shows.
const TEXT: Range<usize> = 200..20_000;

/// How many characters the page shows of what another finding of a cause saw.
const LONGEST_ACTUAL: usize = 100;

/// How many exchanges the page shows, all together.
const ALL_EXCHANGES: usize = 200;

/// How many exchanges of one finding the page shows: the last ones, which show the fault.
const EXCHANGES: Range<usize> = 1..10;

/// How many other findings of a cause the page lists.
const MOST_OTHERS: usize = 50;

/// How many texts an exchange has: a command line and two bodies.
const TEXTS: usize = 3;

/// How much of each finding has room on the page.
#[derive(Clone, Copy)]
struct Room {
    /// How many exchanges.
    exchanges: usize,
    /// How many characters of a text.
    text: usize,
}

impl Room {
    fn of(causes: &[Cause<'_>]) -> Self {
        let within = |count: usize, range: Range<usize>| count.clamp(range.start, range.end);
        let exchanges = within(ALL_EXCHANGES / causes.len().max(1), EXCHANGES);
        let shown = causes
            .iter()
            .map(|cause| cause.first.evidence.len().min(exchanges));
        let texts = TEXTS * shown.sum::<usize>();
        Self {
            exchanges,
            text: within(ALL_TEXTS / texts.max(1), TEXT),
        }
    }
}

pub struct CauseView {
    pub scope: String,
    pub title: String,
    pub first: FindingView,
    pub others: Vec<OtherView>,
    pub more: usize,
}

pub struct OtherView {
    pub operation: String,
    pub title: String,
    pub actual: String,
    pub replay: String,
}

pub struct FindingView {
    pub level: &'static str,
    pub glyph: &'static str,
    pub expected: String,
    pub actual: String,
    pub facts: Vec<(&'static str, String)>,
    pub left_out: usize,
    pub evidence: Vec<ExchangeView>,
}

pub struct ExchangeView {
    pub title: String,
    pub curl: String,
    pub request: MessageView,
    pub response: Option<MessageView>,
    pub failure: String,
}

pub struct MessageView {
    pub head: String,
    pub body: Option<BodyView>,
}

pub struct BodyView {
    pub about: String,
    pub text: String,
}

/// Returns all causes, in their order.
pub fn views(report: &Report) -> Vec<CauseView> {
    let causes = causes(report);
    let room = Room::of(&causes);
    let views = causes.iter().map(|cause| whole(report, cause, room));
    views.collect()
}

fn whole(report: &Report, cause: &Cause<'_>, room: Room) -> CauseView {
    CauseView {
        scope: line(&cause.scope()),
        title: line(cause.title()),
        first: view(report, cause.first, room),
        others: cause
            .others
            .iter()
            .take(MOST_OTHERS)
            .map(|one| other(one))
            .collect(),
        more: cause.others.len().saturating_sub(MOST_OTHERS),
    }
}

fn other(finding: &Finding) -> OtherView {
    OtherView {
        operation: optional(finding.operation.as_ref()),
        title: line(&finding.title),
        actual: line(&cut(&finding.actual, LONGEST_ACTUAL)),
        replay: optional(finding.replay.as_ref()),
    }
}

fn view(report: &Report, finding: &Finding, room: Room) -> FindingView {
    let left_out = finding.evidence.len().saturating_sub(room.exchanges);
    let evidence = finding.evidence.iter().skip(left_out);
    FindingView {
        level: finding.level.as_str(),
        glyph: glyph(finding.level),
        expected: lines(&finding.expected),
        actual: lines(&finding.actual),
        facts: facts(report, finding),
        left_out,
        evidence: evidence.map(|one| exchange(one, room)).collect(),
    }
}

fn facts(report: &Report, finding: &Finding) -> Vec<(&'static str, String)> {
    let mut rows = report.requirements.iter();
    let row = rows.find(|row| row.id == finding.requirement);
    let statement = row.map(|row| format!(": {}", row.statement));
    let statement = statement.unwrap_or_default();
    let strength = finding.strength.as_str();
    let shrunk = if finding.shrunk {
        ", request made small"
    } else {
        ""
    };
    let facts = [
        ("Requirement", format!("{}{statement}", finding.requirement)),
        ("Source", finding.source.clone()),
        (
            "Strength",
            format!("{strength}, {}", finding.footing.as_str()),
        ),
        ("At", finding.pointer.clone().unwrap_or_default()),
        (
            "Described at",
            finding.place.as_ref().map(place).unwrap_or_default(),
        ),
        ("Help", finding.help.clone().unwrap_or_default()),
        ("Accepted", finding.accepted.clone().unwrap_or_default()),
        ("Check", finding.check.clone()),
        (
            "Intent",
            finding
                .intent
                .map(|intent| intent.to_string())
                .unwrap_or_default(),
        ),
        ("Seen", format!("{}×{shrunk}", finding.count)),
        ("Replay", finding.replay.clone().unwrap_or_default()),
        ("Finding", finding.id.clone()),
    ];
    let facts = facts.into_iter().filter(|(_, value)| !value.is_empty());
    facts.map(|(name, value)| (name, line(&value))).collect()
}

fn exchange(one: &Recorded, room: Room) -> ExchangeView {
    let operation = one.operation.as_deref().unwrap_or("no operation");
    let answer = one
        .response
        .as_ref()
        .map(|response| response.status.to_string());
    let identity = one.identity.as_ref();
    let identity = identity
        .map(|name| format!(", as {name}"))
        .unwrap_or_default();
    let title = format!(
        "Request {}: {operation}, {}{identity}: {} in {}",
        one.number,
        one.intent,
        answer.as_deref().unwrap_or("no answer"),
        micros(one.elapsed_us)
    );
    ExchangeView {
        title: line(&title),
        curl: lines(&cut(&one.curl, room.text)),
        request: request(&one.request, room),
        response: one.response.as_ref().map(|response| MessageView {
            head: head(&format!("status {}", response.status), &response.headers),
            body: response.body.as_ref().map(|one| body(one, room)),
        }),
        failure: optional(one.failure.as_ref()),
    }
}

fn request(request: &RecordedRequest, room: Room) -> MessageView {
    MessageView {
        head: head(
            &format!("{} {}", request.method, request.url),
            &request.headers,
        ),
        body: request.body.as_ref().map(|one| body(one, room)),
    }
}

fn head(first: &str, headers: &[(String, String)]) -> String {
    let mut rows = vec![line(first)];
    let fields = headers.iter();
    rows.extend(fields.map(|(name, value)| line(&format!("{name}: {value}"))));
    rows.join("\n")
}

fn body(body: &RecordedBody, room: Room) -> BodyView {
    let mut about = format!("{} bytes", body.bytes);
    if body.base64 {
        about.push_str(", not UTF-8, as base64");
    }
    if body.cut {
        about.push_str(", cut");
    }
    let text = if body.base64 {
        None
    } else {
        pretty(&body.text)
    };
    let text = text.as_deref().unwrap_or(&body.text);
    BodyView {
        about,
        text: cut(&lines(text), room.text),
    }
}
