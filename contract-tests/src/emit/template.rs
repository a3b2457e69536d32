//! Turns texts of requests into templates: what is secret, created by the deployment or bound to
//! one place becomes a placeholder.

use std::fmt::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use conformance_core::exchange::Host;
use conformance_core::service::Service;
use conformance_engine::credentials::{Credentials, Identity};
use conformance_engine::session::Session;

/// A text that is replaced wherever it occurs.
#[derive(Debug, Clone)]
struct Needle {
    text: String,
    placeholder: String,
    /// Whether it may be a part of a longer word.
    is_part: bool,
}

/// The texts that are replaced.
#[derive(Debug, Clone, Default)]
pub(super) struct Templates {
    needles: Vec<Needle>,
}

/// Shorter values would match in unrelated words.
const SHORTEST: usize = 3;

/// Longer repetitions of one character are written as a count.
const LONGEST_RUN: usize = 200;

impl Templates {
    /// Returns the replacements for what every request of a run may contain: addresses,
    /// credentials, parameters, the run's name.
    pub(super) fn of(session: &Session) -> Self {
        let mut all = Self::default();
        let profile = &session.profile;
        all.insert(&profile.run, "run", true);
        for (host, name) in [(Host::Resource, "base"), (Host::Token, "auth")] {
            if let Some(address) = session.address(host) {
                all.forms(address, &format!("{name}_url"));
            }
            if let Some(authority) = session.authority(host) {
                all.forms(&authority, &format!("{name}_authority"));
            }
        }
        let service = session.description.service();
        let org = service.organization.as_ref();
        if let Some(org) = org.and_then(|name| profile.parameters.get(name)) {
            all.forms(org, &format!("env:{}", service.variable("ORG_ID")));
        }
        for (name, value) in &profile.parameters {
            all.forms(value, &format!("parameter:{}:{name}", service.environment));
        }
        for (at, identity) in session.credentials.identities.iter().enumerate() {
            let prefix = Credentials::prefix(service, at, &identity.name);
            all.identity(service, identity, &prefix);
        }
        all
    }

    fn identity(&mut self, service: &Service, identity: &Identity, prefix: &str) {
        let secret = |one: &Option<conformance_engine::credentials::Secret>| {
            one.as_ref().map(|secret| secret.reveal().to_owned())
        };
        let values = [
            ("CLIENT_ID", identity.client_id.clone()),
            ("CLIENT_SECRET", secret(&identity.client_secret)),
            ("API_KEY", secret(&identity.api_key)),
            ("BEARER", secret(&identity.bearer)),
            ("EXPIRED_TOKEN", secret(&identity.expired)),
            ("REDIRECT_URI", identity.redirect_uri.clone()),
            ("USER", identity.user.clone()),
            ("PASSWORD", secret(&identity.password)),
        ];
        for (key, value) in values {
            if let Some(value) = value {
                self.forms(&value, &format!("env:{prefix}{key}"));
            }
        }
        let pairs = [
            (
                "CLIENT_ID",
                "CLIENT_SECRET",
                &identity.client_id,
                &identity.client_secret,
            ),
            ("USER", "PASSWORD", &identity.user, &identity.password),
        ];
        for (user, password, name, secret) in pairs {
            if let (Some(name), Some(secret)) = (name, secret) {
                let text = STANDARD.encode(format!("{name}:{}", secret.reveal()));
                let placeholder = format!("basic:{prefix}{user}:{prefix}{password}");
                self.insert(&text, &placeholder, false);
            }
        }
        for (name, value) in &identity.parameters {
            if service.organization.as_ref() == Some(name) {
                self.forms(value, &format!("env:{prefix}ORG_ID"));
            }
            self.forms(value, &format!("parameter:{prefix}:{name}"));
        }
    }

    /// Replaces a value from a response.
    pub(super) fn value(&mut self, value: &str, name: &str) {
        self.forms(value, name);
    }

    /// Replaces a value in every encoding in which requests may have it.
    fn forms(&mut self, value: &str, placeholder: &str) {
        if value.len() < SHORTEST {
            return;
        }
        self.insert(value, placeholder, false);
        let percent = conformance_core::encode::percent(value);
        self.insert(&percent, &format!("{placeholder}|percent"), false);
        let all = utf8_percent_encode(value, NON_ALPHANUMERIC).to_string();
        self.insert(&all, &format!("{placeholder}|percent_all"), false);
        let form: String = url::form_urlencoded::byte_serialize(value.as_bytes()).collect();
        self.insert(&form, &format!("{placeholder}|form"), false);
        let json = serde_json::Value::from(value).to_string();
        self.insert(
            &json[1..json.len() - 1],
            &format!("{placeholder}|json"),
            false,
        );
    }

    fn insert(&mut self, text: &str, placeholder: &str, is_part: bool) {
        // The first meaning of a text counts.
        if text.is_empty() || self.needles.iter().any(|one| one.text == text) {
            return;
        }
        let at = self
            .needles
            .partition_point(|one| one.text.len() >= text.len());
        let needle = Needle {
            text: text.to_owned(),
            placeholder: placeholder.to_owned(),
            is_part,
        };
        self.needles.insert(at, needle);
    }

    /// Returns a text as a template. The longest replacement at a position counts.
    pub(super) fn write(&self, text: &str) -> String {
        let mut written = String::with_capacity(text.len());
        let mut rest = text;
        let mut before: Option<char> = None;
        while let Some(first) = rest.chars().next() {
            if let Some(needle) = self.at(rest, before) {
                let _ = write!(written, "${{{}}}", needle.placeholder);
                before = needle.text.chars().next_back();
                rest = &rest[needle.text.len()..];
                continue;
            }
            let run = run_length(rest, first);
            if run > LONGEST_RUN && first.is_ascii_alphanumeric() {
                let _ = write!(written, "${{repeat:{first}:{run}}}");
                rest = &rest[run..];
                before = Some(first);
                continue;
            }
            if first == '$' {
                written.push('$');
            }
            written.push(first);
            before = Some(first);
            rest = &rest[first.len_utf8()..];
        }
        written
    }

    /// Returns the replacement at the start of a text, if it ends at a word boundary there.
    fn at(&self, rest: &str, before: Option<char>) -> Option<&Needle> {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        self.needles.iter().find(|needle| {
            let Some(after) = rest.strip_prefix(needle.text.as_str()) else {
                return false;
            };
            let ends = after.chars().next().is_none_or(|next| !is_word(next));
            needle.is_part || (ends && before.is_none_or(|last| !is_word(last)))
        })
    }
}

/// Returns how often an ASCII character is repeated at the start of a text.
fn run_length(text: &str, first: char) -> usize {
    text.bytes()
        .take_while(|byte| u32::from(*byte) == u32::from(first))
        .count()
}
