//! Values that lead to other resources: links, metadata and ids.

use fastrand::Rng;
use serde_json::Value;

use super::super::Answer;
use super::super::lists::ADDRESSES;
use super::texts::{CHALLENGES, IDS, LINKS};
use super::tree::{self, field, of};

pub(super) fn links(answer: &mut Answer, rng: &mut Rng) {
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

pub(super) fn metadata(answer: &mut Answer, rng: &mut Rng) {
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
            "HTTP/1.1 401 Unauthorized".clone_into(&mut answer.head[0]);
        }
    }
}

pub(super) fn ids(answer: &mut Answer, rng: &mut Rng) {
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
