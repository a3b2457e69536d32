//! The form of items and lists in responses.

use serde_json::{Value, json};

use super::Styled;
use crate::fault::Fault;
use crate::server::{Call, Reply};
use crate::store::text;
use crate::styled::describe;
use crate::styled::style::{Extra, Form, Paging};

impl Styled {
    /// Returns an item as in a response.
    pub(super) fn shown(&self, row: &Value) -> Value {
        let style = self.style;
        let mut all = row.as_object().cloned().unwrap_or_default();
        all.retain(|name, _| !name.starts_with('_'));
        if style.has(Extra::Totals) {
            let lines = row["lines"].as_array().into_iter().flatten();
            let total: i64 = lines.filter_map(|line| line["amount"].as_i64()).sum();
            let wrong = i64::from(self.is(Fault::TotalWrong));
            all.insert("total".to_owned(), json!(total + wrong));
        }
        if style.has(Extra::Computed) {
            let name = text(&row[describe::name(style)]);
            let tags = row["tags"].as_array().map_or(0, Vec::len);
            all.insert("path".to_owned(), json!(format!("/{name}")));
            all.insert("tagCount".to_owned(), json!(tags));
            let number: u64 = text(&row["id"]).bytes().map(u64::from).sum();
            let shelf = format!("5e1f0a3b-7c24-4d96-8000-{number:012x}");
            all.insert("shelfId".to_owned(), json!(shelf));
            all.entry("tags").or_insert_with(|| json!([]));
        }
        if style.has(Extra::Secret) {
            all.insert("secret".to_owned(), Value::Null);
        }
        if self.is(Fault::BrokenSchema) {
            all.insert("weight".to_owned(), json!("heavy"));
        }
        match style.form {
            Form::Plain | Form::Items => Value::Object(all),
            Form::Hal => {
                let link = json!({ "self": { "href": self.address(row) } });
                all.insert("_links".to_owned(), link);
                Value::Object(all)
            }
            Form::JsonApi => {
                let id = all.remove("id");
                json!({ "type": style.things, "id": id, "attributes": all })
            }
        }
    }

    pub(super) fn item(&self, status: u16, row: &Value) -> Reply {
        let shown = self.shown(row);
        let shown = match self.style.form {
            Form::JsonApi => json!({ "data": shown }),
            _ => shown,
        };
        let reply = self.reply(status, &shown);
        if self.style.has(Extra::Etags) {
            return reply.with("etag", format!("\"v{}\"", row["_version"]));
        }
        reply
    }

    pub(super) fn reply(&self, status: u16, value: &Value) -> Reply {
        let kind = describe::media(self.style);
        Reply::empty(status)
            .with("content-type", kind)
            .bytes(value.to_string())
    }

    pub(super) fn list(&self, call: &Call<'_>, who: &str) -> Reply {
        let own = |row: &Value| self.is_shown(row, who);
        let style = self.style;
        let size = |name: &str| call.number(name).unwrap_or(10);
        let page = call.number("page").unwrap_or(1);
        let cursor = call.text("cursor");
        let cursor = cursor.trim_start_matches('c').parse().unwrap_or(0);
        let (start, size) = match style.paging {
            Paging::Cursor => (cursor, size("limit")),
            Paging::Link => ((page - 1) * size("per_page"), size("per_page")),
            Paging::Links => ((page - 1) * size("size"), size("size")),
            Paging::Offset => (call.number("offset").unwrap_or(0), size("limit")),
            Paging::First => (call.number("first").unwrap_or(0), size("max")),
        };
        let (rows, next) = self.rows.page(own, start, size);
        let items: Vec<Value> = rows.iter().map(|row| self.shown(row)).collect();
        let target = |size_name: &str| {
            format!(
                "{}{}?page={}&{size_name}={size}",
                style.prefix,
                call.path,
                page + 1
            )
        };
        let mut reply = match style.form {
            Form::Plain => self.reply(200, &Value::from(items)),
            Form::Items => {
                let mut body = json!({ "items": items });
                match style.paging {
                    Paging::Cursor => body["next_cursor"] = json!(next.map(|at| format!("c{at}"))),
                    _ => body["total"] = json!(self.rows.count(own)),
                }
                self.reply(200, &body)
            }
            Form::Hal => {
                let mut body = json!({ "_embedded": { "items": items }, "_links": {} });
                if next.is_some() {
                    body["_links"]["next"] = json!({ "href": target("size") });
                }
                self.reply(200, &body)
            }
            Form::JsonApi => {
                let next = next.map(|_| target("size"));
                self.reply(200, &json!({ "data": items, "links": { "next": next } }))
            }
        };
        if style.paging == Paging::Link && next.is_some() {
            reply = reply.with("link", format!("<{}>; rel=\"next\"", target("per_page")));
        }
        reply
    }
}
