//! Requests of protocols with separate rules, OAuth and MCP, which go to the token host.

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, PoisonError};

use percent_encoding::percent_decode_str;
use serde_json::Value;

use super::Withheld;
use super::path::SentPath;
use conformance_core::description::Description;
use conformance_core::exchange::{Exchange, Host, Request};

/// The header field that names a session of MCP (revision 2025-11-25, §Session Management).
const MCP_SESSION: &str = "mcp-session-id";

/// The endpoints of the token host, and what the run was issued there.
#[derive(Debug)]
pub(super) struct Protocol {
    token: String,
    mcp: String,
    inner: Mutex<Inner>,
}

#[derive(Debug, Default)]
struct Inner {
    /// Where the forms of sign-in pages are sent.
    forms: HashSet<(Host, String)>,
    /// Tokens and sessions that were issued to the run, which it may revoke.
    issued: HashSet<String>,
    /// Tools by name, and whether they may be called.
    tools: HashMap<String, bool>,
}

impl Protocol {
    pub(super) fn of(description: &Description) -> Self {
        Self {
            token: description.token_path(),
            mcp: description.mcp_path(),
            inner: Mutex::default(),
        }
    }

    /// Returns whether a path of a host is one of these endpoints.
    pub(super) fn has(&self, host: Host, path: &str) -> bool {
        host == Host::Token && (path == self.token || path == self.mcp)
    }

    /// Decides whether a changing request may be sent; `None` if it belongs to no protocol.
    pub(super) fn decide(
        &self,
        request: &Request,
        path: &SentPath,
        is_made_up: impl Fn(&str) -> bool,
    ) -> Option<Result<(), Withheld>> {
        let inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        let own = request.path().to_owned();
        if request.method == "POST" && inner.forms.contains(&(request.host, own.clone())) {
            return Some(Ok(()));
        }
        if request.host != Host::Token || !path.is_plain {
            return None;
        }
        if own == self.mcp {
            return Some(inner.permit_mcp(request, is_made_up));
        }
        if own == self.token {
            return (request.method == "POST").then_some(Ok(()));
        }
        // A revocation (RFC 7009 §2.1) names the token that it revokes.
        inner.revokes_own(request).then_some(Ok(()))
    }

    pub(super) fn permit_form(&self, host: Host, target: &str) {
        let path = target.split('?').next().unwrap_or_default().to_owned();
        let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        inner.forms.insert((host, path));
    }

    pub(super) fn learn_tool(&self, name: &str, may_be_called: bool) {
        let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        inner.tools.insert(name.to_owned(), may_be_called);
    }

    /// Records tokens and sessions that a response issues.
    pub(super) fn absorb(&self, exchange: &Exchange) {
        let (Host::Token, Some(response)) = (exchange.request.host, exchange.response()) else {
            return;
        };
        let path = exchange.request.path();
        let mut issued = Vec::new();
        if path == self.token
            && let Ok(body) = response.json()
        {
            for name in ["access_token", "refresh_token"] {
                issued.extend(body.get(name).and_then(|one| one.as_str()));
            }
        }
        issued.extend(response.header(MCP_SESSION).filter(|_| path == self.mcp));
        if !issued.is_empty() {
            let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
            inner.issued.extend(issued.into_iter().map(str::to_owned));
        }
    }
}

impl Inner {
    fn revokes_own(&self, request: &Request) -> bool {
        let body = request.body.as_deref().unwrap_or_default();
        let text = String::from_utf8_lossy(body);
        let tokens: Vec<String> = text
            .split('&')
            .filter_map(|pair| pair.strip_prefix("token="))
            .map(|token| percent_decode_str(token).decode_utf8_lossy().into_owned())
            .collect();
        request.method == "POST"
            && !tokens.is_empty()
            && tokens.iter().all(|one| self.issued.contains(one))
    }

    fn permit_mcp(
        &self,
        request: &Request,
        is_made_up: impl Fn(&str) -> bool,
    ) -> Result<(), Withheld> {
        // DELETE ends the session that the field names.
        if request.method != "POST" {
            let session = request.header(MCP_SESSION);
            let is_own = session.is_none_or(|one| self.issued.contains(one));
            return if is_own {
                Ok(())
            } else {
                Err(Withheld::Foreign("the session".to_owned()))
            };
        }
        let body = request.body.as_deref().unwrap_or_default();
        let Ok(message) = serde_json::from_slice::<Value>(body) else {
            return Ok(());
        };
        let messages = match &message {
            Value::Array(all) => all.iter().collect(),
            one => vec![one],
        };
        for message in messages {
            let is_call = message["method"] == "tools/call";
            let name = message["params"]["name"].as_str().unwrap_or_default();
            // A call without a name, or with a made-up one, calls nothing.
            let is_nothing = name.is_empty() || is_made_up(name);
            let is_permitted = self.tools.get(name).copied().unwrap_or(is_nothing);
            if is_call && !is_permitted {
                return Err(Withheld::Action(format!(
                    "the tool {name} is not known to only read"
                )));
            }
        }
        Ok(())
    }
}
