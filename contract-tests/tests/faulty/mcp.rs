//! Faults that the checks of `checks::mcp` find.

use serde_json::{Value, json};

use crate::fault::{Fault, Layer};
use crate::message::{Answer, Asked};

const PATH: &str = "/mcp";

pub(crate) fn faults() -> Vec<Fault> {
    let mut all = access();
    all.extend(modern());
    all.extend(legacy());
    all.extend(sessions());
    all.extend(tools());
    all
}

fn is_call(asked: &Asked, method: &str) -> bool {
    asked.is("POST", PATH) && asked.json().is_some_and(|body| body["method"] == method)
}

fn is_modern(asked: &Asked) -> bool {
    asked.header("mcp-protocol-version") == Some("2026-07-28")
}

fn id(asked: &Asked) -> Value {
    asked.json().map_or(Value::Null, |body| body["id"].clone())
}

fn result(asked: &Asked, result: &Value) -> Answer {
    let body = json!({ "jsonrpc": "2.0", "id": id(asked), "result": result });
    Answer::of_json(200, &body)
}

fn error(asked: &Asked, status: u16, code: i64) -> Answer {
    let error = json!({ "code": code, "message": "Refused" });
    Answer::of_json(
        status,
        &json!({ "jsonrpc": "2.0", "id": id(asked), "error": error }),
    )
}

fn is_code(answer: &Answer, code: i64) -> bool {
    answer
        .json()
        .is_some_and(|body| body["error"]["code"] == code)
}

/// Returns a fault that removes a property from the result of a method.
fn lacking(
    name: &'static str,
    check: &'static str,
    method: &'static str,
    member: &'static str,
) -> Fault {
    Fault::answering(name, check, move |asked, answer| {
        if is_call(asked, method) && answer.status == 200 {
            answer.edit(|body| {
                let result = body.get_mut("result").and_then(Value::as_object_mut);
                result.map(|result| result.remove(member));
            });
        }
    })
}

fn access() -> Vec<Fault> {
    vec![
        Fault::asking("mcp-token-from-query", "mcp-token-required", |asked| {
            if asked.path() == PATH
                && let Some(token) = asked.query("access_token").map(str::to_owned)
            {
                asked.set("authorization", &format!("Bearer {token}"));
            }
            None
        }),
        Fault::answering(
            "mcp-metadata-hidden",
            "mcp-metadata-found",
            |asked, answer| {
                let is_metadata = asked
                    .path()
                    .starts_with("/.well-known/oauth-protected-resource");
                if asked.path() == PATH && answer.status == 401 {
                    answer.set("www-authenticate", "Bearer realm=\"marketplace\"");
                } else if is_metadata && answer.status == 200 {
                    answer.edit(|body| body["resource"] = json!(7));
                }
            },
        )
        .beside("resource-metadata")
        .beside("resource-metadata-named"),
        Fault::asking("mcp-origin-ignored", "mcp-origin-checked", |asked| {
            if asked.path() == PATH {
                asked.headers.remove("origin");
            }
            None
        }),
        Fault::answering(
            "mcp-scope-untold",
            "mcp-scope-challenge",
            |asked, answer| {
                if asked.path() == PATH && answer.status == 403 {
                    answer.set("www-authenticate", "Bearer error=\"insufficient_scope\"");
                }
            },
        ),
        Fault::stateful("mcp-audience-ignored", "mcp-audience-checked", || {
            Box::new(AnyAudience::default())
        })
        .beside("resource-no-foreign-audience")
        .beside("refresh-narrow"),
    ]
}

/// Issues tokens for another audience, and accepts them for any.
#[derive(Default)]
struct AnyAudience {
    good: Option<String>,
}

/// `{"alg":"none"}`, `{"aud":"https://conformance.invalid/api"}` and an invalid signature.
const FOREIGN: &str =
    "eyJhbGciOiJub25lIn0.eyJhdWQiOiJodHRwczovL2NvbmZvcm1hbmNlLmludmFsaWQvYXBpIn0.c2lnbmF0dXJl";

impl Layer for AnyAudience {
    fn request(&mut self, asked: &mut Asked) -> Option<Answer> {
        let text = String::from_utf8_lossy(&asked.body).into_owned();
        if asked.is("POST", "/oauth2/token") && text.contains("conformance.invalid") {
            let token =
                json!({ "access_token": FOREIGN, "token_type": "Bearer", "expires_in": 60 });
            let mut answer = Answer::of_json(200, &token);
            answer.set("cache-control", "no-store");
            return Some(answer);
        }
        if asked.header("authorization") == Some(&format!("Bearer {FOREIGN}")) {
            let good = self.good.clone()?;
            asked.set("authorization", &good);
        } else if is_call(asked, "server/discover")
            || (is_call(asked, "tools/list") && self.good.is_none())
        {
            self.good = asked.header("authorization").map(str::to_owned);
        }
        None
    }
}

fn modern() -> Vec<Fault> {
    vec![
        Fault::answering("mcp-id-changed", "mcp-response-form", |asked, answer| {
            if is_call(asked, "tools/list") && answer.status == 200 {
                answer.edit(|body| body["id"] = json!("another"));
            }
        }),
        Fault::asking("mcp-batch-taken", "mcp-batch-refused", |asked| {
            let batch = asked.json().filter(|_| asked.is("POST", PATH))?;
            if let [first, ..] = batch.as_array()?.as_slice() {
                asked.set_json(first);
            }
            None
        }),
        Fault::answering(
            "mcp-notification-answered",
            "mcp-notification-accepted",
            |asked, answer| {
                if is_call(asked, "notifications/cancelled") && answer.status == 202 {
                    answer.body = b"{}".to_vec();
                    answer.set("content-type", "application/json");
                }
            },
        ),
        lacking(
            "mcp-versions-missing",
            "mcp-discover-complete",
            "server/discover",
            "supportedVersions",
        ),
        Fault::asking("mcp-method-header-ignored", "mcp-headers-match", |asked| {
            let method = asked.json()?["method"].as_str()?.to_owned();
            if asked.is("POST", PATH) && asked.header("mcp-method").is_some() {
                asked.set("mcp-method", &method);
            }
            None
        }),
        Fault::answering(
            "mcp-supported-untold",
            "mcp-version-refused",
            |asked, answer| {
                if asked.is("POST", PATH) && is_code(answer, -32022) {
                    answer.edit(|body| body["error"]["data"] = json!({}));
                }
            },
        ),
        Fault::answering(
            "mcp-unknown-method-200",
            "mcp-method-unknown",
            |asked, answer| {
                if is_call(asked, "conformance/unknown") && is_modern(asked) && answer.status == 404
                {
                    answer.status = 200;
                }
            },
        ),
        Fault::asking("mcp-meta-optional", "mcp-meta-required", |asked| {
            let body = asked
                .json()
                .filter(|_| is_call(asked, "tools/list") && is_modern(asked))?;
            let has_all =
                body["params"]["_meta"]["io.modelcontextprotocol/clientCapabilities"].is_object();
            (!has_all).then(|| error(asked, 400, -32600))
        }),
        lacking(
            "mcp-result-untyped",
            "mcp-result-typed",
            "tools/call",
            "resultType",
        ),
        Fault::asking("mcp-stream-of-modern", "mcp-no-streams", |asked| {
            if is_call(asked, "initialize") {
                return Some(error(asked, 400, -32600));
            }
            (asked.method == "GET" && asked.path() == PATH).then(|| {
                let mut answer = result(asked, &json!({}));
                answer.set("content-type", "text/event-stream");
                answer
            })
        }),
    ]
}

fn legacy() -> Vec<Fault> {
    vec![
        lacking(
            "mcp-server-info-missing",
            "mcp-initialize-complete",
            "initialize",
            "serverInfo",
        ),
        Fault::asking(
            "mcp-version-ignored",
            "mcp-legacy-version-refused",
            |asked| {
                let is_known = asked.headers.contains_key("mcp-method");
                if asked.is("POST", PATH)
                    && !is_known
                    && asked.headers.contains_key("mcp-protocol-version")
                {
                    asked.set("mcp-protocol-version", "2025-11-25");
                }
                None
            },
        ),
        Fault::asking(
            "mcp-version-demanded",
            "mcp-legacy-version-assumed",
            |asked| {
                let is_bare =
                    is_call(asked, "tools/list") && asked.header("mcp-protocol-version").is_none();
                let is_legacy = !asked.headers.contains_key("mcp-method");
                (is_bare && is_legacy).then(|| error(asked, 400, -32600))
            },
        ),
        Fault::answering("mcp-get-404", "mcp-get-stream", |asked, answer| {
            if asked.method == "GET" && asked.path() == PATH && answer.status == 405 {
                answer.restatus(404);
            }
        }),
    ]
}

/// The fault in sessions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Flaw {
    Blank,
    NotRequired,
    NeverEnds,
    NotFound,
}

/// Issues session IDs in the legacy era.
struct Sessions {
    flaw: Flaw,
    ended: Vec<String>,
    begun: usize,
}

fn sessions() -> Vec<Fault> {
    [
        ("mcp-session-blank", "mcp-session-id-visible", Flaw::Blank),
        (
            "mcp-session-optional",
            "mcp-session-id-required",
            Flaw::NotRequired,
        ),
        ("mcp-session-immortal", "mcp-session-ended", Flaw::NeverEnds),
        (
            "mcp-session-undeletable",
            "mcp-session-deleted",
            Flaw::NotFound,
        ),
    ]
    .map(|(name, check, flaw)| {
        Fault::stateful(name, check, move || {
            Box::new(Sessions {
                flaw,
                ended: Vec::new(),
                begun: 0,
            })
        })
    })
    .into()
}

impl Layer for Sessions {
    fn request(&mut self, asked: &mut Asked) -> Option<Answer> {
        if asked.path() != PATH {
            return None;
        }
        let id = asked.header("mcp-session-id").map(str::to_owned);
        if asked.method == "DELETE" {
            let id = id.filter(|_| self.flaw != Flaw::NotFound);
            let status = if id.is_some() { 204 } else { 404 };
            self.ended.extend(id);
            return Some(Answer {
                status,
                ..Answer::of_json(status, &json!({}))
            });
        }
        let is_legacy =
            asked.method == "POST" && !is_modern(asked) && !is_call(asked, "initialize");
        let is_ended = id.as_ref().is_some_and(|id| self.ended.contains(id));
        if is_legacy && is_ended && self.flaw != Flaw::NeverEnds {
            return Some(error(asked, 404, -32600));
        }
        let is_plain = is_legacy && asked.header("mcp-method").is_none();
        let wants = is_plain && id.is_none() && self.flaw != Flaw::NotRequired;
        let is_own = asked.header("mcp-protocol-version") == Some("2025-11-25");
        (wants && is_own).then(|| error(asked, 400, -32600))
    }

    fn answer(&mut self, asked: &Asked, answer: &mut Answer) {
        if is_call(asked, "initialize") && answer.status == 200 {
            self.begun += 1;
            let blank = if self.flaw == Flaw::Blank { " " } else { "-" };
            answer.set("mcp-session-id", &format!("session{blank}{}", self.begun));
        }
    }
}

/// Changes the tools in lists; `count` is the number of the list.
struct Lists<F>(F, usize);

impl<F: Fn(usize, &mut Vec<Value>) + Send> Layer for Lists<F> {
    fn answer(&mut self, asked: &Asked, answer: &mut Answer) {
        if is_call(asked, "tools/list") && answer.status == 200 {
            self.1 += 1;
            answer.edit(|body| {
                if let Some(tools) = body["result"]["tools"].as_array_mut() {
                    (self.0)(self.1, tools);
                }
            });
        }
    }
}

fn listing(
    name: &'static str,
    check: &'static str,
    change: impl Fn(usize, &mut Vec<Value>) + Send + Sync + Clone + 'static,
) -> Fault {
    Fault::stateful(name, check, move || Box::new(Lists(change.clone(), 0)))
}

fn tools() -> Vec<Fault> {
    vec![
        listing(
            "mcp-tools-come-and-go",
            "mcp-tools-same-set",
            |count, tools| {
                if count % 2 == 0 {
                    tools.pop();
                }
            },
        ),
        listing(
            "mcp-tools-shuffled",
            "mcp-tools-same-order",
            |count, tools| {
                let count = count % tools.len().max(1);
                tools.rotate_left(count);
            },
        ),
        listing("mcp-tool-name-blank", "mcp-tool-names", |_, tools| {
            let schema = json!({ "type": "object" });
            tools.push(json!({ "name": "with a blank", "inputSchema": schema }));
        }),
        listing(
            "mcp-tool-schema-broken",
            "mcp-tool-schemas-valid",
            |_, tools| {
                tools[0]["inputSchema"]["properties"] = json!(7);
            },
        ),
        listing(
            "mcp-tool-schema-remote",
            "mcp-tool-schemas-local",
            |_, tools| {
                let target = json!({ "$ref": "https://example.invalid/schema.json" });
                tools[0]["inputSchema"]["properties"]["extra"] = target;
            },
        ),
        lacking(
            "mcp-tools-scope-missing",
            "mcp-tools-cacheable",
            "tools/list",
            "cacheScope",
        ),
        Fault::answering(
            "mcp-unknown-tool-603",
            "mcp-unknown-tool",
            |asked, answer| {
                if is_call(asked, "tools/call") && is_code(answer, -32602) {
                    answer.edit(|body| body["error"]["code"] = json!(-32603));
                }
            },
        ),
        Fault::answering(
            "mcp-error-as-success",
            "mcp-bad-arguments",
            |asked, answer| {
                if is_call(asked, "tools/call") && answer.status == 200 {
                    answer.edit(|body| {
                        if body["result"]["isError"] == true {
                            body["result"]["isError"] = json!(false);
                            body["result"]["structuredContent"] = json!({});
                        }
                    });
                }
            },
        ),
        Fault::answering(
            "mcp-content-unstructured",
            "mcp-structured-content",
            |asked, answer| {
                if is_call(asked, "tools/list") && answer.status == 200 {
                    answer.edit(|body| {
                        let tools = body["result"]["tools"].as_array_mut();
                        for tool in tools.into_iter().flatten() {
                            let output = json!({ "type": "object", "required": ["total"] });
                            tool["outputSchema"] = output;
                        }
                    });
                }
            },
        ),
    ]
}
