//! Parses `multipart/form-data` (RFC 2046 §5.1.1, RFC 7578 §4).

use bytes::Bytes;

use super::{DecodeError, Part};

/// The maximum number of parts in a form.
const MOST_PARTS: usize = 1_000;

/// The maximum total size of a part's header fields, in bytes.
const LONGEST_HEAD: usize = 16 * 1024;

/// The maximum length of a boundary (RFC 2046 §5.1.1).
const LONGEST_BOUNDARY: usize = 70;

/// Splits a form into parts without copying their contents.
pub(super) fn parse(content_type: &str, body: &Bytes) -> Result<Vec<Part>, DecodeError> {
    let boundary = boundary_of_form(content_type).ok_or_else(|| {
        let expected = "multipart/form-data with a boundary";
        DecodeError::new("", expected, format!("{content_type:?}"))
    })?;
    // Every delimiter follows a line break, except the one at the beginning of the body.
    let delimiter = format!("\r\n--{boundary}").into_bytes();
    let mut at = if body.starts_with(&delimiter[2..]) {
        delimiter.len() - 2
    } else {
        find(body, &delimiter, 0).ok_or_else(unfinished)? + delimiter.len()
    };
    let mut parts = Vec::new();
    while !body[at..].starts_with(b"--") {
        if parts.len() == MOST_PARTS {
            let expected = format!("a form of up to {MOST_PARTS} parts");
            return Err(DecodeError::new("", expected, "one with more"));
        }
        let start = skip_padding(body, at)?;
        // A part without header fields and content may share its line break with the delimiter.
        let end = find(body, &delimiter, start - 2).ok_or_else(unfinished)?;
        parts.push(part(body, start, end)?);
        at = end + delimiter.len();
    }
    Ok(parts)
}

fn unfinished() -> DecodeError {
    DecodeError::new(
        "",
        "a part that ends with the boundary",
        "the end of the body",
    )
}

fn malformed(what: &str) -> DecodeError {
    DecodeError::new("", what, "something else")
}

/// Skips white space after a boundary (RFC 2046 §5.1.1, `transport-padding`).
fn skip_padding(body: &[u8], at: usize) -> Result<usize, DecodeError> {
    let rest = &body[at..];
    let padding = rest.iter().take_while(|byte| b" \t".contains(byte)).count();
    if rest[padding..].starts_with(b"\r\n") {
        Ok(at + padding + 2)
    } else {
        Err(malformed("a line break after the boundary"))
    }
}

fn find(bytes: &[u8], text: &[u8], from: usize) -> Option<usize> {
    let mut windows = bytes.get(from..)?.windows(text.len());
    windows
        .position(|window| window == text)
        .map(|at| from + at)
}

fn part(body: &Bytes, start: usize, end: usize) -> Result<Part, DecodeError> {
    let whole = body.get(start..end).unwrap_or_default();
    let longest = whole.len().min(LONGEST_HEAD);
    let blank = find(&whole[..longest], b"\r\n\r\n", 0)
        .ok_or_else(|| malformed("a part with header fields"))?;
    let head =
        std::str::from_utf8(&whole[..blank]).map_err(|_| malformed("header fields in UTF-8"))?;
    let mut part = fields(head)?;
    part.bytes = body.slice(start + blank + 4..end);
    Ok(part)
}

fn fields(head: &str) -> Result<Part, DecodeError> {
    let mut part = Part::default();
    let mut has_name = false;
    for line in head.split("\r\n") {
        let (name, value) = line
            .split_once(':')
            .ok_or_else(|| malformed("a header field with a colon"))?;
        if name.eq_ignore_ascii_case("content-disposition") && !has_name {
            disposition(value, &mut part).ok_or_else(|| malformed("form-data with a name"))?;
            has_name = true;
        } else if name.eq_ignore_ascii_case("content-type") {
            part.media_type = Some(value.trim().to_owned());
        }
    }
    if has_name {
        Ok(part)
    } else {
        Err(malformed("a part with a Content-Disposition"))
    }
}

fn disposition(value: &str, part: &mut Part) -> Option<()> {
    let (kind, parameters) = value.split_once(';')?;
    if !kind.trim().eq_ignore_ascii_case("form-data") {
        return None;
    }
    let mut name = None;
    for (key, value) in parameters_of(parameters)? {
        if key.eq_ignore_ascii_case("name") {
            name = Some(unescape(value));
        } else if key.eq_ignore_ascii_case("filename") {
            part.file_name = Some(unescape(value));
        }
    }
    part.name = name?;
    Some(())
}

/// Reverses the escapes that browsers write; they do not escape backslashes.
fn unescape(text: &str) -> String {
    let text = text.replace("%22", "\"");
    let text = text.replace("%0D", "\r").replace("%0d", "\r");
    text.replace("%0A", "\n").replace("%0a", "\n")
}

fn boundary_of_form(content_type: &str) -> Option<&str> {
    let kind = content_type.split(';').next()?.trim();
    let is_form = kind.eq_ignore_ascii_case("multipart/form-data");
    boundary(content_type).filter(|_| is_form)
}

/// Returns the boundary of a multipart media type.
pub(super) fn boundary(content_type: &str) -> Option<&str> {
    let (_, parameters) = content_type.split_once(';')?;
    parameters_of(parameters)?
        .into_iter()
        .find(|(name, _)| name.eq_ignore_ascii_case("boundary"))
        .map(|(_, value)| value)
        .filter(|value| (1..=LONGEST_BOUNDARY).contains(&value.len()))
}

/// Parses `; a=b; c="d"` into names and unquoted values.
fn parameters_of(mut text: &str) -> Option<Vec<(&str, &str)>> {
    let mut parameters = Vec::new();
    loop {
        text = text.trim_start_matches([' ', '\t', ';']);
        if text.is_empty() {
            return Some(parameters);
        }
        let (name, rest) = text.split_once('=')?;
        let (value, rest) = if let Some(rest) = rest.strip_prefix('"') {
            rest.split_once('"')?
        } else {
            let (value, rest) = rest.split_at(rest.find(';').unwrap_or(rest.len()));
            (value.trim(), rest)
        };
        parameters.push((name.trim(), value));
        text = rest;
        if !text.trim_start().is_empty() && !text.trim_start().starts_with(';') {
            return None;
        }
    }
}
