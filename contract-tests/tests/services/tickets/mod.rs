//! A service with a key in a dedicated header field, cursors, and tickets within projects, whose
//! IDs the client chooses.

use serde_json::{Value, json};

use crate::fault::Fault;
use crate::server::{Asked, Call, Reply, Service, field};
use crate::store::Store;
use crate::trial::{Case, Trial};

pub(crate) const KEY: &str = "canary+key/4f1c9aa7e2==";

pub(crate) const TRIAL: Trial = Trial {
    name: "tickets",
    description: include_str!("openapi.yaml"),
    prefix: "",
    credentials: Some(
        "[identities.agent]\napi_key = \"canary+key/4f1c9aa7e2==\"\n\
         parameters = { projectId = \"alpha\" }\n",
    ),
    service: &|fault| Box::new(Tickets::new(fault)),
    creations: &["openTicket", "addComment"],
    beyond: &[],
    gaps: &[],
    cases: &[
        Case(Fault::LostItem, "pages-complete"),
        Case(Fault::RepeatedItem, "pages-complete"),
        Case(Fault::DanglingNext, "next-page-valid"),
        Case(Fault::LimitOffByOne, "limit-honoured"),
        Case(Fault::NotListed, "created-listed"),
        Case(Fault::EchoDiffers, "creation-echoed"),
        Case(Fault::UpdateUnseen, "change-seen"),
        Case(Fault::CrossTenant, "nested-under-one-parent"),
        Case(Fault::NoChallenge, "challenge-with-401"),
        Case(Fault::HeadDiffers, "head-like-get"),
        Case(Fault::UndeclaredStatus, "status-declared"),
        Case(Fault::WrongMediaType, "media-type-declared"),
        Case(Fault::BrokenSchema, "body-valid"),
        Case(Fault::IntegerOutOfRange, "body-valid"),
        Case(Fault::RareCrash, "no-server-error"),
        Case(Fault::Unchecked, "violation-refused"),
    ],
};

#[expect(clippy::struct_field_names, reason = "the service has tickets, too")]
struct Tickets {
    projects: Store,
    tickets: Store,
    comments: Store,
    next: u64,
    fault: Option<Fault>,
}

impl Tickets {
    fn new(fault: Option<Fault>) -> Self {
        let project = |id: &str| json!({ "id": id, "name": format!("Project {id}") });
        let ticket = |number: u64| {
            json!({
                "id": format!("00000000-0000-4000-8000-{number:012}"),
                "title": format!("Ticket {number}"), "assignee": null, "status": "open",
                "kind": { "type": "bug", "severity": 3 },
                "project": if number < 5 { "alpha" } else { "beta" },
            })
        };
        Self {
            projects: Store::new("id", ["alpha", "beta"].map(project).to_vec(), fault),
            tickets: Store::new("id", (1..=7).map(ticket).collect(), fault),
            comments: Store::new("id", Vec::new(), fault),
            next: 0,
            fault,
        }
    }

    fn page(&self, call: &Call<'_>, store: &Store, own: impl Fn(&Value) -> bool) -> Reply {
        let cursor = call.text("cursor");
        let start = cursor
            .strip_prefix("c-")
            .and_then(|at| at.parse().ok())
            .unwrap_or(0);
        let (rows, next) = store.page(own, start, call.number("limit").unwrap_or(25));
        let rows: Vec<Value> = rows.into_iter().map(shown).collect();
        let next = next.map(|at| match self.fault {
            Some(Fault::DanglingNext) => "d".repeat(70),
            _ => format!("c-{at}"),
        });
        Reply::json(200, &json!({ "data": rows, "nextCursor": next }))
    }

    fn ticket(&self, status: u16, ticket: Option<Value>) -> Reply {
        let Some(ticket) = ticket else {
            return self.error(404, "there is no such ticket");
        };
        let mut ticket = shown(ticket);
        match self.fault {
            Some(Fault::BrokenSchema) => ticket["kind"] = json!({ "type": "bug", "wisher": "x" }),
            Some(Fault::IntegerOutOfRange) => ticket["estimate"] = json!(3_000_000_000_u64),
            _ => {}
        }
        Reply::json(status, &ticket)
    }

    fn open(&mut self, project: &str, ticket: &Value) -> Reply {
        let has = |name: &str| ticket.get(name).is_some();
        if self.fault == Some(Fault::RareCrash) && has("due") && has("estimate") {
            return self.error(500, "this was not thought of");
        }
        let id = ticket["id"].as_str().unwrap_or_default().to_owned();
        if self.tickets.find(&id, |_| true).is_some() {
            return self.error(409, "there is one of this id");
        }
        let mut made = json!({ "project": project, "status": "open", "assignee": null });
        for name in ["id", "title", "assignee", "due", "estimate", "kind"] {
            if let Some(value) = ticket.get(name) {
                made[name] = value.clone();
            }
        }
        let made = self.tickets.insert(made, "title");
        self.ticket(201, Some(made))
    }

    /// Changes the state of a ticket.
    fn step(&mut self, call: &Call<'_>, from: &str, to: &str) -> Reply {
        let (project, id) = (call.text("projectId"), call.text("ticketId"));
        let own = |row: &Value| row["project"] == *project;
        match self.tickets.find(&id, own) {
            Some(ticket) if ticket["status"] != from => self.error(409, "not in this state"),
            None => self.error(404, "there is no such ticket"),
            Some(_) => {
                let changed = self
                    .tickets
                    .change(&id, own, |row| row["status"] = json!(to));
                self.ticket(200, changed)
            }
        }
    }

    fn comment(&mut self, call: &Call<'_>) -> Reply {
        self.next += 1;
        let text = &call.members()["text"];
        let made = json!({ "id": format!("k{}", self.next), "text": text, "ticket": call.text("ticketId") });
        Reply::json(201, &shown(self.comments.insert(made, "text")))
    }
}

/// Returns a row without internal properties.
fn shown(mut row: Value) -> Value {
    if let Some(members) = row.as_object_mut() {
        members.retain(|name, _| name != "project" && name != "ticket");
    }
    row
}

impl Service for Tickets {
    fn authorize(&self, asked: &Asked<'_>) -> Result<String, &'static str> {
        let key = field(asked.headers, "x-api-key");
        (key == KEY)
            .then(String::new)
            .ok_or("ApiKey realm=\"tickets\"")
    }

    fn error(&self, status: u16, why: &str) -> Reply {
        Reply::json(status, &json!(why))
    }

    fn answer(&mut self, call: &Call<'_>) -> Reply {
        let (project, id) = (call.text("projectId"), call.text("ticketId"));
        let is_there = project.is_empty() || self.projects.find(&project, |_| true).is_some();
        let own = |row: &Value| row["project"] == *project;
        let has_ticket = id.is_empty() || self.tickets.find(&id, own).is_some();
        if !is_there || !has_ticket {
            return self.error(404, "there is no such thing");
        }
        match call.operation {
            "listProjects" => self.page(call, &self.projects, |_| true),
            "getProject" => Reply::json(200, &json!(self.projects.find(&project, |_| true))),
            "listTickets" => self.page(call, &self.tickets, own),
            "openTicket" => self.open(&project, &call.members()),
            "changeTicket" => {
                let changed = self.tickets.change(&id, own, |row| {
                    for name in ["title", "assignee", "estimate"] {
                        if let Some(value) = call.members().get(name) {
                            row[name] = value.clone();
                        }
                    }
                });
                self.ticket(200, changed)
            }
            "closeTicket" => self.step(call, "open", "closed"),
            "reopenTicket" => self.step(call, "closed", "open"),
            "listComments" => self.page(call, &self.comments, |row| row["ticket"] == *id),
            "addComment" => self.comment(call),
            _ => self.ticket(200, self.tickets.find(&id, own).cloned()),
        }
    }
}
