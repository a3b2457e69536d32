//! How items are created, changed and removed.

use serde_json::{Map, Value, json};

use super::{Styled, id};
use crate::fault::Fault;
use crate::server::{Call, Reply, Service as _, field};
use crate::store::text;
use crate::styled::describe;
use crate::styled::style::{Extra, Form, Ids};

impl Styled {
    pub(super) fn create_once(&mut self, call: &Call<'_>) -> Reply {
        let key = field(call.headers, "idempotency-key").to_owned();
        if key.is_empty() || self.is(Fault::KeyIgnored) {
            return self.create(call);
        }
        let key = format!("{} {key}", call.who);
        let sent = call.members();
        match self.keys.get(&key) {
            Some((before, _)) if *before != sent => {
                self.error(422, "the key was for other content")
            }
            Some((_, row)) if !self.is(Fault::KeyForgotten) => self.created(&row.clone()),
            _ => {
                let reply = self.create(call);
                if reply.status == 201 {
                    let id = id(self.style, self.next);
                    let row = self.rows.find(&text(&id), |_| true).cloned();
                    self.keys.insert(key, (sent, row.unwrap_or_default()));
                }
                reply
            }
        }
    }

    pub(super) fn create(&mut self, call: &Call<'_>) -> Reply {
        let body = call.members();
        let sent = self.attributes(&body).clone();
        if self.is(Fault::RareCrash)
            && sent.get("kind").is_some_and(|kind| kind == "large")
            && sent.get("remark").is_some_and(Value::is_string)
        {
            return self.error(500, "this was not thought of");
        }
        let name = describe::name(self.style);
        if self.style.ids == Ids::Name
            && sent
                .get(name)
                .is_some_and(|name| self.rows.find(&text(name), |_| true).is_some())
        {
            return self.error(409, "there is one of that name");
        }
        let has_name = |row: &Value| {
            let given = sent.get(name);
            given.is_some() && row.get(name) == given && self.is_shown(row, &call.who)
        };
        if self.style.has(Extra::Existing)
            && let Some(row) = self.rows.first(has_name)
        {
            return self.created(row);
        }
        let row = self.keep(&sent, &call.who);
        if self.style.has(Extra::Jobs) {
            let job = format!("job-{}", self.next);
            let key = (call.who.clone(), job.clone());
            self.jobs.insert(key, text(&row["id"]));
            let location = format!("{}/jobs/{job}", self.style.prefix);
            let body = json!({ "id": job, "status": "running" });
            return self.reply(202, &body).with("location", location);
        }
        self.created(&row)
    }

    pub(super) fn created(&self, row: &Value) -> Reply {
        let location = if self.is(Fault::LocationElsewhere) {
            self.address(&json!({ "id": id(self.style, 3), "name": "a3-first" }))
        } else {
            self.address(row)
        };
        self.item(201, row).with("location", location)
    }

    pub(super) fn change(&mut self, call: &Call<'_>, key: &str, old: &Value) -> Reply {
        let body = call.members();
        let sent = self.attributes(&body).clone();
        let style = self.style;
        if style.has(Extra::Etags) && !self.is(Fault::EtagIgnored) {
            let wanted = call.text("If-Match");
            if wanted != "\"*\"" && wanted != format!("\"v{}\"", old["_version"]) {
                return self.error(412, "it has changed meanwhile");
            }
        }
        let is_renamed = sent.get("name").is_some_and(|name| text(name) != key);
        if style.ids == Ids::Name && is_renamed {
            return self.error(409, "a name stays");
        }
        let known: Vec<(String, Value)> = sent
            .iter()
            .filter(|(name, _)| self.is_known(name))
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect();
        let is_put = style.update == "put";
        let changed = self.rows.change(
            key,
            |_| true,
            |row| {
                if let (true, Some(members)) = (is_put, row.as_object_mut()) {
                    members.retain(|name, _| name == "id" || name.starts_with('_'));
                }
                for (name, value) in known {
                    row[name] = value;
                }
                row["_version"] = json!(row["_version"].as_u64().unwrap_or(0) + 1);
            },
        );
        self.item(200, &changed.unwrap_or_default())
    }

    /// Returns whether a caller already has the current version of an item (RFC 9110 §13.1.2).
    pub(super) fn is_known_tag(&self, call: &Call<'_>, row: &Value) -> bool {
        let given = field(call.headers, "if-none-match");
        let own = format!("\"v{}\"", row["_version"]);
        let mut all = given
            .split(',')
            .map(|tag| tag.trim().trim_start_matches("W/"));
        let is_given = all.any(|tag| tag == "*" || tag == own);
        self.style.has(Extra::Etags) && !self.is(Fault::EtagIgnored) && is_given
    }

    pub(super) fn remove(&mut self, key: &str) -> Reply {
        if !self.style.has(Extra::Soft) {
            self.rows.remove(key, |_| true);
        } else if !self.is(Fault::DeletedStays) {
            self.rows
                .change(key, |_| true, |row| row["_deleted"] = json!(true));
        }
        Reply::empty(204)
    }

    pub(super) fn keep(&mut self, sent: &Map<String, Value>, who: &str) -> Value {
        self.next += 1;
        let mut row = json!({
            "id": id(self.style, self.next), "_tenant": who, "_version": 1
        });
        for (name, value) in sent.iter().filter(|(name, _)| self.is_known(name)) {
            row[name] = value.clone();
        }
        let name = match self.style.ids {
            Ids::Name => "remark",
            _ => describe::name(self.style),
        };
        self.rows.insert(row, name)
    }

    pub(super) fn is_known(&self, name: &str) -> bool {
        let all = [
            describe::name(self.style),
            "weight",
            "kind",
            "remark",
            "lines",
            "tags",
        ];
        all.contains(&name)
    }

    pub(super) fn attributes<'b>(&self, body: &'b Value) -> &'b Map<String, Value> {
        static NONE: std::sync::LazyLock<Map<String, Value>> = std::sync::LazyLock::new(Map::new);
        let place = match self.style.form {
            Form::JsonApi => &body["data"]["attributes"],
            _ => body,
        };
        place.as_object().unwrap_or(&NONE)
    }
}
