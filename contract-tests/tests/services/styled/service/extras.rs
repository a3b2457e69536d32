//! The operations that only some styles have.

use serde_json::{Value, json};

use super::{Styled, id};
use crate::fault::Fault;
use crate::server::{Call, Reply, Service as _};

impl Styled {
    pub(super) fn add_many(&mut self, call: &Call<'_>) -> Reply {
        let all = call.members().as_array().cloned().unwrap_or_default();
        let created = all.len();
        for one in all.iter().filter_map(Value::as_object) {
            self.keep(one, &call.who);
        }
        self.reply(200, &json!({ "created": created }))
    }

    pub(super) fn job(&self, call: &Call<'_>) -> Reply {
        let name = call.text("jobId");
        match self.jobs.get(&(call.who.clone(), name.clone())) {
            Some(id) if !self.is(Fault::JobLost) => {
                let job = json!({ "id": name, "status": "done", "rendering": id });
                self.reply(200, &job)
            }
            _ => self.error(404, "there is no such job"),
        }
    }

    pub(super) fn add_note(&mut self, call: &Call<'_>, row: &Value) -> Reply {
        self.next += 1;
        let parent = if self.is(Fault::OtherParent) {
            id(self.style, 2)
        } else {
            row["id"].clone()
        };
        let note = json!({
            "id": format!("note-{}", self.next), "text": call.members()["text"],
            self.style.variable: parent
        });
        self.reply(201, &note)
    }

    pub(super) fn weight(&self, row: &Value) -> Reply {
        let weight = row["weight"].as_u64().unwrap_or(0);
        let reply = self.reply(200, &json!({ "weight": weight }));
        if self.is(Fault::NoDeprecation) {
            reply
        } else {
            reply.with("deprecation", "@1767225600")
        }
    }
}
