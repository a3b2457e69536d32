//! Faults that the checks of `checks::discovery` find.

use conformance_core::exchange::Host;
use serde_json::{Value, json};

use crate::fault::Fault;

const OAUTH: &str = "/.well-known/oauth-authorization-server";
const OPENID: &str = "/.well-known/openid-configuration";
const RESOURCE: &str = "/.well-known/oauth-protected-resource";
const KEYS: &str = "/.well-known/jwks.json";

#[expect(clippy::too_many_lines, reason = "a table")]
pub(crate) fn faults() -> Vec<Fault> {
    vec![
        of(OPENID, "document-an-array", "discovery-documents", |body| {
            *body = json!([]);
        }),
        of(OAUTH, "issuer-another", "metadata-issuer", |body| {
            append(body, "issuer", "/issuer");
        }),
        of(
            OAUTH,
            "token-endpoint-another",
            "metadata-endpoints",
            |body| {
                append(body, "token_endpoint", "/v2");
            },
        ),
        of(
            OAUTH,
            "grant-type-unlisted",
            "metadata-grant-types",
            |body| {
                body["grant_types_supported"] = json!(["client_credentials", "refresh_token"]);
            },
        ),
        of(
            OAUTH,
            "auth-method-unlisted",
            "metadata-auth-methods",
            |body| {
                body["token_endpoint_auth_methods_supported"] = json!(["private_key_jwt", "none"]);
            },
        ),
        of(
            OAUTH,
            "empty-array-listed",
            "metadata-no-empty-arrays",
            |body| {
                body["ui_locales_supported"] = json!([]);
            },
        ),
        of(OAUTH, "keys-elsewhere", "metadata-same-keys", |body| {
            append(body, "jwks_uri", ".old");
        }),
        of(OPENID, "subject-types-missing", "metadata-openid", |body| {
            body.as_object_mut()
                .map(|all| all.remove("subject_types_supported"));
        }),
        of(
            OPENID,
            "documents-disagree",
            "metadata-documents-agree",
            |body| {
                body["scopes_supported"] = json!(["another"]);
            },
        ),
        of(OAUTH, "endpoint-elsewhere", "metadata-origins", |body| {
            body["registration_endpoint"] = json!("https://conformance.invalid/register");
        }),
        of(
            OAUTH,
            "none-listed",
            "metadata-signing-algorithms",
            |body| {
                body["token_endpoint_auth_signing_alg_values_supported"] = json!(["RS256", "none"]);
            },
        ),
        of(RESOURCE, "issuer-unlisted", "resource-metadata", |body| {
            body["authorization_servers"] = json!(["https://conformance.invalid"]);
        }),
        of(
            RESOURCE,
            "resource-another",
            "resource-metadata-named",
            |body| {
                append(body, "resource", "/another");
            },
        ),
        Fault::answering(
            "challenge-leads-astray",
            "challenge-names-metadata",
            |asked, answer| {
                if asked.host == Host::Resource && asked.is("GET", RESOURCE) {
                    answer.edit(|body| append(body, "resource", "/another"));
                }
            },
        ),
        of(
            RESOURCE,
            "body-method-listed",
            "resource-metadata-methods",
            |body| {
                body["bearer_methods_supported"] = json!(["header", "body"]);
            },
        ),
        of(
            RESOURCE,
            "offline-access-listed",
            "resource-no-offline-access",
            |body| {
                push(&mut body["scopes_supported"], json!("offline_access"));
            },
        ),
        of(KEYS, "symmetric-key", "key-set", |body| {
            push(&mut body["keys"], json!({"kty": "oct", "kid": "symmetric"}));
        }),
        of(KEYS, "private-key", "keys-public", |body| {
            body["keys"][0]["d"] = json!("AAAA");
        }),
        of(KEYS, "key-twice", "key-ids", |body| {
            let key = body["keys"][0].clone();
            push(&mut body["keys"], key);
        }),
        of(KEYS, "short-key", "keys-strong", |body| {
            let n = conformance_core::jose::encode([0xA5; 128]);
            push(
                &mut body["keys"],
                json!({"kty": "RSA", "kid": "short", "use": "sig", "alg": "RS256", "n": n, "e": "AQAB"}),
            );
        }),
        of(KEYS, "key-for-encryption", "key-use", |body| {
            body["keys"][0]["use"] = json!("enc");
        }),
    ]
}

/// Returns a fault in a document of the token host.
pub(crate) fn of(
    path: &'static str,
    name: &'static str,
    check: &'static str,
    change: impl Fn(&mut Value) + Send + Sync + Clone + 'static,
) -> Fault {
    Fault::answering(name, check, move |asked, answer| {
        if asked.host == Host::Token && asked.is("GET", path) {
            answer.edit(&change);
        }
    })
}

fn append(body: &mut Value, name: &str, end: &str) {
    let text = body[name].as_str().unwrap_or_default();
    body[name] = json!(format!("{text}{end}"));
}

fn push(array: &mut Value, item: Value) {
    if let Some(items) = array.as_array_mut() {
        items.push(item);
    }
}
