//! The pages of a list, in each form.

use serde_json::{Map, Value, json};
use spec::model::{PageBy, Pagination};

use crate::plan::Answer;

/// A page: its body, and its header fields.
pub struct Page {
    pub body: Value,
    pub headers: Map<String, Value>,
}

/// Returns the page of a list that a request names with its arguments.
pub fn page(by: &Pagination, arguments: &Map<String, Value>, answer: &Answer) -> Page {
    let items = answer.value.as_array().cloned().unwrap_or_default();
    let argument = |name: &Option<String>| {
        let value = arguments.get(&format!("query.{}", name.as_deref()?))?;
        (!value.is_null()).then_some(value)
    };
    let limit = argument(&by.limit).and_then(Value::as_u64);
    let size = limit
        .and_then(|limit| usize::try_from(limit).ok())
        .unwrap_or(answer.size)
        .max(1);
    let parameter = by.parameter.clone().or_else(|| Some("page".to_owned()));
    let start = start(by, argument(&parameter), &items, size).min(items.len());
    let end = start.saturating_add(size).min(items.len());
    let has_more = end < items.len();
    let mut headers = Map::new();
    let mut body = Map::new();
    if let (PageBy::Link, true) = (by.by, has_more) {
        let next = format!("<?page={}>; rel=\"next\"", end / size + 1);
        headers.insert("Link".to_owned(), next.into());
    }
    let page = Value::from(items.get(start..end).unwrap_or_default());
    let Some(name) = &by.items else {
        return Page {
            body: page,
            headers,
        };
    };
    body.insert(name.clone(), page);
    let next = match by.by {
        PageBy::Cursor => Some(format!("after {end}")),
        PageBy::Url => Some(format!("?{}page={}", limit_pair(by, limit), end / size + 1)),
        _ => None,
    };
    if let (Some(next), true) = (next, has_more) {
        put(&mut body, &by.next, next.into());
    }
    put(&mut body, &by.more, has_more.into());
    put(&mut body, &by.total, json!(items.len()));
    Page {
        body: body.into(),
        headers,
    }
}

fn limit_pair(by: &Pagination, limit: Option<u64>) -> String {
    let pair = by.limit.as_ref().zip(limit);
    pair.map(|(name, limit)| format!("{name}={limit}&"))
        .unwrap_or_default()
}

/// Returns the position of the first item of a page.
fn start(by: &Pagination, asked: Option<&Value>, items: &[Value], size: usize) -> usize {
    let number = |value: &Value| usize::try_from(value.as_u64()?).ok();
    let first = usize::try_from(by.first).unwrap_or_default();
    let at = asked.and_then(|asked| match by.by {
        PageBy::Offset => number(asked),
        PageBy::Page => Some((number(asked)?.saturating_sub(first)) * size),
        PageBy::Url | PageBy::Link => Some(number(asked)?.saturating_sub(1) * size),
        PageBy::Cursor => asked.as_str()?.strip_prefix("after ")?.parse().ok(),
        PageBy::LastItem => {
            let is_it = |item: &Value| at(item, &by.next) == Some(asked);
            items.iter().position(is_it).map(|at| at + 1)
        }
    });
    at.unwrap_or_default()
}

fn at<'v>(value: &'v Value, path: &[String]) -> Option<&'v Value> {
    path.iter().try_fold(value, |value, name| value.get(name))
}

/// Puts a value at a path; nothing is put at an empty one.
fn put(body: &mut Map<String, Value>, path: &[String], value: Value) {
    let Some((name, rest)) = path.split_first() else {
        return;
    };
    if rest.is_empty() {
        body.insert(name.clone(), value);
    } else if let Value::Object(inner) = body.entry(name).or_insert_with(|| json!({})) {
        put(inner, rest, value);
    }
}
