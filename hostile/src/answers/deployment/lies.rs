//! Changes the answers of a deployment.

use fastrand::Rng;
use serde_json::Value;

use super::super::lists::ADDRESSES;
use super::super::{Answer, End, Piece, Request, changes, draw};
use super::texts::{CHALLENGES, IDS, LATER, LINKS, NUMBERS, TEXTS};
use super::{Case, Kind, tree};

/// How many earlier answers are kept.
const EARLIER: usize = 20;

/// The largest body, in bytes, before it is compressed.
const LARGEST: usize = 31 << 20;

/// A text that no answer has, in whose place a number is written as it is.
const NUMBER: &str = "@@number@@";

/// The number of bytes of a body that a report shows. A secret may be cut there.
const SHOWN: usize = 16 << 10;

/// Changes answers.
pub(super) struct Liar {
    case: Case,
    count: u64,
    earlier: Vec<Answer>,
}

impl Liar {
    pub(super) fn new(case: &Case) -> Self {
        Self {
            case: case.clone(),
            count: 0,
            earlier: Vec::new(),
        }
    }

    /// Returns the answer that is sent instead of the true one.
    pub(super) fn answer(&mut self, request: &Request, truth: Answer) -> Answer {
        let number = self.count;
        self.count += 1;
        let mut rng = Rng::with_seed(self.case.seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let mut answer = truth.clone();
        let is_lie = request.elsewhere || rng.u8(0..100) < self.case.share;
        if number >= self.case.calm && is_lie {
            let times = if rng.u8(0..3) == 0 { 2 } else { 1 };
            for _ in 0..times {
                if let Some(kind) = rng.choice(&self.case.kinds) {
                    answer = self.changed(*kind, request, answer, &mut rng);
                }
            }
        }
        if self.earlier.len() == EARLIER {
            self.earlier.remove(0);
        }
        self.earlier.push(truth);
        answer
    }

    fn changed(&self, kind: Kind, request: &Request, mut it: Answer, rng: &mut Rng) -> Answer {
        if it.head.is_empty() {
            it = draw::plain("200 OK", "application/json", "{}");
        }
        match kind {
            Kind::Wire | Kind::Content => {
                let is_wire = kind == Kind::Wire;
                let ways = if is_wire {
                    draw::OF_WIRE
                } else {
                    draw::OF_CONTENT
                };
                let (media, text) = (media(&it), tree::text(&it));
                return draw::changed(it, &media, &text, ways, rng);
            }
            Kind::Texts => texts(&mut it, rng),
            Kind::Echo => echo(&mut it, request, rng),
            Kind::Links => links(&mut it, rng),
            Kind::Metadata => metadata(&mut it, rng),
            Kind::Ids => ids(&mut it, rng),
            Kind::Numbers => numbers(&mut it, rng),
            Kind::Bulk => bulk(&mut it, rng),
            Kind::Slow => changes::slow(&mut it, rng),
            Kind::Later => {
                let status = rng.choice(&["429", "503", "301", "202"]).unwrap_or(&"503");
                it.head[0] = format!("HTTP/1.1 {status} Later");
                it.head.push(format!("Retry-After: {}", of(LATER, rng)));
            }
            Kind::Swap => return rng.choice(&self.earlier).cloned().unwrap_or(it),
        }
        it
    }
}

fn of<'t>(texts: &[&'t str], rng: &mut Rng) -> &'t str {
    rng.choice(texts).copied().unwrap_or_default()
}

/// Returns the media type of an answer, without parameters.
fn media(answer: &Answer) -> String {
    let lines = answer.head.iter().filter_map(|line| line.split_once(':'));
    let mut types = lines.filter(|(name, _)| name.eq_ignore_ascii_case("content-type"));
    let value = types.next().map_or("", |(_, value)| value);
    let essence = value.split(';').next().unwrap_or_default();
    essence.trim().to_ascii_lowercase()
}

/// Adds a header field, whose value is one line.
fn field(answer: &mut Answer, name: &str, value: &str) {
    let value: String = value.chars().filter(|one| !"\r\n".contains(*one)).collect();
    answer.head.push(format!("{name}: {value}"));
}

fn texts(answer: &mut Answer, rng: &mut Rng) {
    let often = rng.u8(1..5);
    let changed = tree::change(answer, &mut |_, value| match value {
        Value::String(text) if rng.u8(0..4) < often => {
            let hostile = of(TEXTS, rng);
            *text = match rng.u8(0..3) {
                0 => format!("{text}{hostile}"),
                _ => hostile.to_owned(),
            };
        }
        Value::Object(members) if rng.u8(0..4) < often => {
            members.insert(of(TEXTS, rng).to_owned(), Value::from(of(TEXTS, rng)));
        }
        _ => {}
    });
    if !changed {
        tree::set(answer, vec![Piece::Text(of(TEXTS, rng).to_owned())]);
    }
    for name in ["X-Request-Id", "Server", "Allow", "ETag", "Warning"] {
        if rng.u8(0..4) == 0 {
            field(answer, name, of(TEXTS, rng));
        }
    }
    if rng.u8(0..4) == 0 {
        answer
            .head
            .retain(|line| !line.to_ascii_lowercase().starts_with("content-type"));
        field(
            answer,
            "Content-Type",
            &format!("text/html; a=\"{}\"", of(TEXTS, rng)),
        );
    }
}

/// Repeats a credential, also at the place where a report cuts the body.
fn echo(answer: &mut Answer, request: &Request, rng: &mut Rng) {
    let credential = request.field("authorization").unwrap_or_default();
    let credential = credential
        .split_once(' ')
        .map_or(credential, |(_, rest)| rest);
    let form = String::from_utf8_lossy(&request.body);
    let secret = match (credential, rng.bool()) {
        ("", _) | (_, true) if form.contains("secret") => &form,
        ("", _) => "{authorization}",
        (credential, _) => credential,
    };
    let part = SHOWN - rng.usize(0..=secret.len().min(SHOWN));
    match rng.u8(0..8) {
        0 => {
            let pad = "a".repeat(part);
            tree::set(answer, vec![Piece::Text(format!("{pad}{secret} and more"))]);
        }
        1 => {
            let mut bytes = vec![0xff; part];
            bytes.extend(secret.bytes());
            bytes.extend([0xfe; 100]);
            tree::set(answer, vec![Piece::Bytes(bytes)]);
        }
        2 => answer.head[0] = format!("HTTP/1.1 400 {secret}"),
        3 => field(
            answer,
            "Location",
            &format!("/a?token={secret}&key={secret}"),
        ),
        4 => field(answer, &format!("X-{secret}"), "name"),
        5 => {
            for name in ["X-Echo", "Content-Type", "ETag", "Link", "WWW-Authenticate"] {
                field(answer, name, secret);
            }
        }
        _ => {
            let secret = secret.to_owned();
            let changed = tree::change(answer, &mut |_, value| match value {
                Value::String(text) => *text = format!("{text} {secret}"),
                Value::Object(members) if rng.bool() => {
                    members.insert(secret.clone(), Value::from(secret.as_str()));
                }
                _ => {}
            });
            if !changed {
                tree::set(answer, vec![Piece::Text(secret)]);
            }
        }
    }
}

fn links(answer: &mut Answer, rng: &mut Rng) {
    let often = rng.u8(1..5);
    let lasting = of(ADDRESSES, rng);
    tree::change(answer, &mut |name, value| {
        let is_link = LINKS.contains(&name.to_ascii_lowercase().as_str());
        let leads = value.as_str().is_some_and(|text| text.starts_with("http"));
        if (is_link || leads) && !value.is_object() && rng.u8(0..4) < often {
            *value = match rng.u8(0..4) {
                0 => Value::from("circle"),
                1 => Value::from(of(ADDRESSES, rng)),
                2 => Value::from(rng.u64(..).to_string()),
                _ => Value::from(lasting),
            };
        }
    });
    if rng.bool() {
        answer
            .head
            .retain(|line| !line.to_ascii_lowercase().starts_with("location"));
        field(answer, "Location", of(ADDRESSES, rng));
    }
    if rng.u8(0..3) == 0 {
        let relation = of(&["next", "prev", "sunset", "deprecation", "self"], rng);
        let link = format!("<{}>; rel=\"{relation}\"", of(ADDRESSES, rng));
        field(answer, "Link", &link);
    }
}

fn metadata(answer: &mut Answer, rng: &mut Rng) {
    let mut many = rng.u8(0..6) == 0;
    tree::change(answer, &mut |name, value| match value {
        Value::String(text) if text.starts_with("http") => {
            let path = text.splitn(4, '/').nth(3).unwrap_or_default();
            *text = match rng.u8(0..4) {
                0 => of(ADDRESSES, rng).to_owned(),
                1 => format!("https://{{elsewhere}}/{path}"),
                _ => format!("{{other}}/{path}"),
            };
        }
        Value::Array(items) if many && !name.is_empty() => {
            let first = items.first().cloned().unwrap_or_default();
            items.extend(std::iter::repeat_n(first, 100_000));
            many = false;
        }
        _ => {}
    });
    if rng.bool() {
        answer
            .head
            .retain(|line| !line.to_ascii_lowercase().starts_with("www-auth"));
        field(answer, "WWW-Authenticate", of(CHALLENGES, rng));
        if rng.bool() {
            answer.head[0] = "HTTP/1.1 401 Unauthorized".to_owned();
        }
    }
}

fn ids(answer: &mut Answer, rng: &mut Rng) {
    tree::change(answer, &mut |name, value| {
        let name = name.to_ascii_lowercase();
        let is_id = name == "id" || name.ends_with("id") || name == "key" || name == "name";
        if is_id && !value.is_object() && rng.u8(0..3) > 0 {
            *value = match rng.u8(0..10) {
                0 => Value::from("i".repeat(1 << rng.u32(8..21))),
                1 => Value::from(rng.u64(..)),
                2 => Value::from(format!("{}{}", value.as_str().unwrap_or("a"), of(IDS, rng))),
                _ => Value::from(of(IDS, rng)),
            };
        }
    });
}

fn numbers(answer: &mut Answer, rng: &mut Rng) {
    let changed = tree::change(answer, &mut |_, value| {
        if value.is_number() || value.is_boolean() || rng.u8(0..8) == 0 && !value.is_object() {
            *value = Value::from(NUMBER);
        }
    });
    if changed {
        let mut text = tree::text(answer);
        let mark = format!("\"{NUMBER}\"");
        while text.contains(&mark) {
            text = text.replacen(&mark, of(NUMBERS, rng), 1);
        }
        tree::set(answer, vec![Piece::Text(text)]);
    }
}

fn bulk(answer: &mut Answer, rng: &mut Rng) {
    let truth = tree::text(answer);
    let text = |text: &str| Piece::Text(text.to_owned());
    let many = |text: &str, times: usize| {
        let most = LARGEST / text.len().max(1);
        Piece::Repeat(text.to_owned(), times.min(most))
    };
    let body = match rng.u8(0..12) {
        0 => {
            let names = (0..1_000_000).map(|number| format!("\"k{number:x}\":0,"));
            vec![text("{"), Piece::Text(names.collect()), text("\"a\":1}")]
        }
        1 => vec![many("[", 1 << rng.u32(6..20)), text("1")],
        2 => {
            let depth = 1 << rng.u32(6..20);
            vec![many("{\"items\":[", depth), many("]}", depth)]
        }
        3 => vec![text("\""), many("a", 8 << 20), text("\"")],
        4 => vec![
            text("["),
            many(&format!("{truth},"), 1 << rng.u32(4..14)),
            text("1]"),
        ],
        5 => vec![many("{", LARGEST)],
        6 => {
            answer.head.push("Content-Encoding: gzip".to_owned());
            vec![Piece::Bomb(rng.usize(1..1024))]
        }
        7 => {
            let items = format!("{},", truth.trim_end());
            let items = many(&items, 1 << rng.u32(4..12));
            vec![
                text("{\"items\":["),
                items.clone(),
                text("null],\"data\":["),
                items,
                text("1]}"),
            ]
        }
        8 => vec![
            text("{\"access_token\":\""),
            many("t", 1 << 20),
            text("\"}"),
        ],
        9 => {
            changes::heads(answer, rng);
            return;
        }
        _ => {
            answer
                .head
                .retain(|line| !line.to_ascii_lowercase().starts_with("content-length"));
            answer.body = vec![text("[1"), many(&format!(",{truth}"), 64)];
            answer.end = End::Endless;
            return;
        }
    };
    tree::set(answer, body);
}
