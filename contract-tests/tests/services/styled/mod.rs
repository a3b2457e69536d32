//! Services of many styles by one handler: what sets them apart is data, and so are their faults.

mod describe;
mod style;

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hyper::HeaderMap;
use serde_json::{Map, Value, json};

use self::style::{Auth, Errors, Extra, Form, Ids, Paging, STYLES, Style};
use crate::fault::Fault;
use crate::server::{Call, Reply, Service, field};
use crate::store::{Store, text};
use crate::trial::{Case, Trial};

/// Who may ask, and by what.
const TENANTS: [(&str, &str); 2] = [("acme", "acme-5e1f0c77aa"), ("bolt", "bolt-90d2b41e66")];
const PASSWORD: &str = "open-5e1f0c77aa";
const SEAL: &str = "seal-11d2b41e66";

/// The trial of a style.
pub(crate) fn trial(name: &str) -> Trial {
    let style = STYLES.iter().find(|one| one.name == name).expect("a style");
    Trial {
        name: style.name,
        description: describe::description(style).leak(),
        prefix: style.prefix,
        credentials: credentials(style).map(|text| &*text.leak()),
        service: Box::leak(Box::new(move |fault| -> Box<dyn Service> {
            Box::new(Styled::new(style, fault))
        })),
        creations: &["create"],
        beyond: &[],
        gaps: &[],
        cases: cases(style).leak(),
    }
}

fn credentials(style: &Style) -> Option<String> {
    let (acme, bolt) = (TENANTS[0].1, TENANTS[1].1);
    let one = |lines: &str| Some(format!("[identities.ours]\n{lines}\n"));
    match style.auth {
        Auth::Open => None,
        Auth::Bearer => Some(format!(
            "[identities.acme]\nbearer = \"{acme}\"\n[identities.bolt]\nbearer = \"{bolt}\"\n"
        )),
        Auth::Basic => one(&format!("user = \"ada\"\npassword = \"{PASSWORD}\"")),
        Auth::Cookie | Auth::Key => one(&format!("api_key = \"{PASSWORD}\"")),
        Auth::Keys => one(&format!(
            "keys = {{ app = \"{PASSWORD}\", seal = \"{SEAL}\" }}"
        )),
    }
}

/// The faults of a style, each with the check that must find it.
fn cases(style: &Style) -> Vec<Case> {
    let mut all = vec![
        Case(Fault::NotListed, "created-listed"),
        Case(
            Fault::EchoDiffers,
            if style.has(Extra::Jobs) {
                "accepted-done"
            } else {
                "creation-echoed"
            },
        ),
        Case(Fault::UpdateUnseen, "change-seen"),
        Case(Fault::DeletedStays, "deleted-gone"),
        Case(Fault::LimitOffByOne, "limit-honoured"),
        Case(Fault::NoAllow, "allow-with-405"),
        Case(Fault::HeadDiffers, "head-like-get"),
        Case(Fault::UndeclaredStatus, "status-declared"),
        Case(Fault::WrongMediaType, "media-type-declared"),
        Case(Fault::BrokenSchema, "body-valid"),
        Case(Fault::RareCrash, "no-server-error"),
        Case(Fault::Unchecked, "violation-refused"),
        Case(Fault::MethodTaken, "undeclared-method-refused"),
        Case(Fault::MalformedCrash, "no-server-error"),
        Case(Fault::UnknownFound, "unknown-resource-not-found"),
        Case(Fault::UnknownCrash, "no-server-error"),
        Case(Fault::MediaTypesIgnored, "undeclared-media-type-refused"),
    ];
    let mut add = |applies: bool, fault: Fault, check: &'static str| {
        if applies {
            all.push(Case(fault, check));
        }
    };
    let has = |extra| style.has(extra);
    add(
        !has(Extra::Jobs),
        Fault::LocationElsewhere,
        "created-identified",
    );
    add(
        style.auth != Auth::Open,
        Fault::NoChallenge,
        "challenge-with-401",
    );
    add(style.auth != Auth::Open, Fault::Open, "credential-required");
    add(
        style.auth == Auth::Bearer,
        Fault::CrossTenant,
        "organizations-apart",
    );
    add(
        style.paging != Paging::First,
        Fault::LostItem,
        // Where a total is given, a short page is noticed first.
        if style.paging == Paging::Offset {
            "limit-honoured"
        } else {
            "pages-complete"
        },
    );
    add(
        style.paging != Paging::First,
        Fault::RepeatedItem,
        "pages-complete",
    );
    add(has(Extra::Notes), Fault::OtherParent, "nested-names-parent");
    add(has(Extra::Totals), Fault::TotalWrong, "total-of-parts");
    add(has(Extra::Etags), Fault::EtagIgnored, "preconditions-hold");
    add(
        has(Extra::Deprecated),
        Fault::NoDeprecation,
        "deprecation-on-success",
    );
    add(has(Extra::Once), Fault::KeyIgnored, "idempotency-key");
    add(has(Extra::Once), Fault::KeyForgotten, "idempotency-key");
    all
}

struct Styled {
    style: &'static Style,
    rows: Store,
    /// The items that were made, by tenant and job.
    jobs: BTreeMap<(String, String), String>,
    keys: BTreeMap<String, (Value, Value)>,
    next: u64,
    fault: Option<Fault>,
}

impl Styled {
    fn new(style: &'static Style, fault: Option<Fault>) -> Self {
        let tenant = |at: u64| TENANTS[usize::from(at > 4)].0;
        let row = |at: u64| {
            let mut row = json!({
                "id": id(style, at), "weight": at, "kind": "small", "remark": null,
                "_tenant": tenant(at), "_version": 1
            });
            let name = format!("a{at}-first");
            row[describe::name(style)] = json!(name);
            if style.has(Extra::Totals) {
                row["lines"] = json!([{ "amount": at }]);
            }
            row
        };
        let key = match style.ids {
            Ids::Name => "name",
            _ => "id",
        };
        Self {
            style,
            rows: Store::new(key, (1..=8).map(row).collect(), fault),
            jobs: BTreeMap::new(),
            keys: BTreeMap::new(),
            next: 100,
            fault,
        }
    }

    fn is(&self, fault: Fault) -> bool {
        self.fault == Some(fault)
    }

    /// An item as it is answered.
    fn shown(&self, row: &Value) -> Value {
        let style = self.style;
        let mut all = row.as_object().cloned().unwrap_or_default();
        all.retain(|name, _| !name.starts_with('_'));
        if style.has(Extra::Totals) {
            let lines = row["lines"].as_array().into_iter().flatten();
            let total: i64 = lines.filter_map(|line| line["amount"].as_i64()).sum();
            let wrong = i64::from(self.is(Fault::TotalWrong));
            all.insert("total".to_owned(), json!(total + wrong));
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

    fn address(&self, row: &Value) -> String {
        let style = self.style;
        let key = match style.ids {
            Ids::Name => &row["name"],
            _ => &row["id"],
        };
        let slash = if style.slash { "/" } else { "" };
        format!("{}/{}/{}{slash}", style.prefix, style.things, text(key))
    }

    fn item(&self, status: u16, row: &Value) -> Reply {
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

    fn reply(&self, status: u16, value: &Value) -> Reply {
        let kind = describe::media(self.style);
        Reply::empty(status)
            .with("content-type", kind)
            .bytes(value.to_string())
    }

    fn list(&self, call: &Call<'_>) -> Reply {
        let own = |row: &Value| self.is_shown(row, &call.who);
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

    fn is_shown(&self, row: &Value, who: &str) -> bool {
        let is_own = self.style.auth != Auth::Bearer || row["_tenant"] == *who;
        is_own && row["_deleted"].is_null()
    }

    fn create_once(&mut self, call: &Call<'_>) -> Reply {
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
            Some((_, row)) if !self.is(Fault::KeyForgotten) => self.made(&row.clone()),
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

    fn create(&mut self, call: &Call<'_>) -> Reply {
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
        let row = self.keep(&sent, &call.who);
        if self.style.has(Extra::Jobs) {
            let job = format!("job-{}", self.next);
            let key = (call.who.clone(), job.clone());
            self.jobs.insert(key, text(&row["id"]));
            let location = format!("{}/jobs/{job}", self.style.prefix);
            let body = json!({ "id": job, "status": "running" });
            return self.reply(202, &body).with("location", location);
        }
        self.made(&row)
    }

    fn made(&self, row: &Value) -> Reply {
        let location = if self.is(Fault::LocationElsewhere) {
            self.address(&json!({ "id": id(self.style, 3), "name": "a3-first" }))
        } else {
            self.address(row)
        };
        self.item(201, row).with("location", location)
    }

    fn keep(&mut self, sent: &Map<String, Value>, who: &str) -> Value {
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

    fn is_known(&self, name: &str) -> bool {
        let all = [
            describe::name(self.style),
            "weight",
            "kind",
            "remark",
            "lines",
        ];
        all.contains(&name)
    }

    fn attributes<'b>(&self, body: &'b Value) -> &'b Map<String, Value> {
        static NONE: std::sync::LazyLock<Map<String, Value>> = std::sync::LazyLock::new(Map::new);
        let place = match self.style.form {
            Form::JsonApi => &body["data"]["attributes"],
            _ => body,
        };
        place.as_object().unwrap_or(&NONE)
    }

    fn change(&mut self, call: &Call<'_>, key: &str, old: &Value) -> Reply {
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

    /// Whether a caller has an item already as it is (RFC 9110 §13.1.2).
    fn is_known_tag(&self, call: &Call<'_>, row: &Value) -> bool {
        let given = field(call.headers, "if-none-match");
        let own = format!("\"v{}\"", row["_version"]);
        let mut all = given
            .split(',')
            .map(|tag| tag.trim().trim_start_matches("W/"));
        let is_given = all.any(|tag| tag == "*" || tag == own);
        self.style.has(Extra::Etags) && !self.is(Fault::EtagIgnored) && is_given
    }

    fn remove(&mut self, key: &str) -> Reply {
        if !self.style.has(Extra::Soft) {
            self.rows.remove(key, |_| true);
        } else if !self.is(Fault::DeletedStays) {
            self.rows
                .change(key, |_| true, |row| row["_deleted"] = json!(true));
        }
        Reply::empty(204)
    }
}

impl Service for Styled {
    fn authorize(&self, headers: &HeaderMap) -> Result<String, &'static str> {
        let is = |name: &str, wanted: &str| field(headers, name) == wanted;
        let tenant = |found: bool| {
            if found {
                Some(TENANTS[0].0.to_owned())
            } else {
                None
            }
        };
        let given = field(headers, "authorization");
        let (scheme, rest) = given.split_once(' ').unwrap_or((given, ""));
        let found = match self.style.auth {
            Auth::Open => tenant(true),
            Auth::Bearer if scheme.eq_ignore_ascii_case("bearer") => {
                let mut all = TENANTS.iter();
                all.find(|(_, token)| *token == rest)
                    .map(|(name, _)| (*name).to_owned())
            }
            Auth::Basic if scheme.eq_ignore_ascii_case("basic") => {
                tenant(rest == STANDARD.encode(format!("ada:{PASSWORD}")))
            }
            Auth::Cookie => {
                let mut all = field(headers, "cookie").split("; ");
                tenant(all.any(|pair| pair == format!("SESSION={PASSWORD}")))
            }
            Auth::Key => tenant(is("x-api-key", PASSWORD)),
            Auth::Keys => tenant(is("x-app", PASSWORD) && is("x-seal", SEAL)),
            _ => None,
        };
        let challenge = match self.style.auth {
            Auth::Bearer if rest.is_empty() => "Bearer realm=\"styled\"",
            Auth::Bearer => "Bearer realm=\"styled\", error=\"invalid_token\"",
            Auth::Basic => "Basic realm=\"styled\", charset=\"UTF-8\"",
            _ => "Key realm=\"styled\"",
        };
        let is_open = self.is(Fault::Open);
        found.or_else(|| tenant(is_open)).ok_or(challenge)
    }

    fn error(&self, status: u16, why: &str) -> Reply {
        let body = match self.style.errors {
            Errors::Problem => json!({ "title": why, "status": status }).to_string(),
            Errors::Envelope => json!({ "error": { "message": why } }).to_string(),
            Errors::Text => why.to_owned(),
        };
        let kind = describe::error_media(self.style);
        Reply::empty(status).with("content-type", kind).bytes(body)
    }

    fn answer(&mut self, call: &Call<'_>) -> Reply {
        let style = self.style;
        let key = call.text(style.variable);
        let shown = |row: &Value| self.is_shown(row, &call.who) || self.is(Fault::CrossTenant);
        let found = self.rows.find(&key, shown).cloned();
        match (call.operation, found) {
            ("list", _) => self.list(call),
            ("create", _) if style.has(Extra::Once) => self.create_once(call),
            ("create", _) => self.create(call),
            ("addMany", _) => {
                let all = call.members().as_array().cloned().unwrap_or_default();
                let created = all.len();
                for one in all.iter().filter_map(Value::as_object) {
                    self.keep(one, &call.who);
                }
                self.reply(200, &json!({ "created": created }))
            }
            ("getJob", _) => match self.jobs.get(&(call.who.clone(), call.text("jobId"))) {
                Some(id) => {
                    let job =
                        json!({ "id": call.text("jobId"), "status": "done", "rendering": id });
                    self.reply(200, &job)
                }
                None => self.error(404, "there is no such job"),
            },
            (_, None) => self.error(404, "there is no such thing"),
            ("read", Some(row)) if self.is_known_tag(call, &row) => Reply::empty(304),
            ("read", Some(row)) => self.item(200, &row),
            ("change", Some(row)) => self.change(call, &key, &row),
            ("remove", _) => self.remove(&key),
            ("addNote", Some(row)) => {
                self.next += 1;
                let parent = if self.is(Fault::OtherParent) {
                    id(style, 2)
                } else {
                    row["id"].clone()
                };
                let note = json!({
                    "id": format!("note-{}", self.next), "text": call.members()["text"],
                    style.variable: parent
                });
                self.reply(201, &note)
            }
            ("getWeight", Some(row)) => {
                let weight = row["weight"].as_u64().unwrap_or(0);
                let reply = self.reply(200, &json!({ "weight": weight }));
                if self.is(Fault::NoDeprecation) {
                    reply
                } else {
                    reply.with("deprecation", "@1767225600")
                }
            }
            _ => Reply::empty(204),
        }
    }
}

/// The id of an item by its number.
fn id(style: &Style, number: u64) -> Value {
    match style.ids {
        Ids::Integer => json!(number),
        Ids::Text => json!(format!("it-{:08x}", number * 2_654_435_761 % 4_294_967_296)),
        Ids::Name => json!(format!("00000000-0000-4000-8000-{number:012x}")),
    }
}
