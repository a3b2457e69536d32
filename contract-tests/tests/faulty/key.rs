//! Faults that the checks of `checks::key` find.

use serde_json::json;

use crate::fault::Fault;
use crate::message::Asked;

fn is_key(asked: &Asked) -> bool {
    let field = asked.header("authorization").unwrap_or_default();
    field.to_ascii_lowercase().starts_with("key ")
}

pub(crate) fn faults() -> Vec<Fault> {
    vec![
        Fault::answering("key-reads-less", "key-reads-the-same", |asked, answer| {
            if asked.is("GET", "/org/*/quota") && is_key(asked) && answer.status == 200 {
                answer.edit(|body| {
                    if let Some(items) = body["items"].as_array_mut() {
                        items.pop();
                    }
                });
            }
        }),
        Fault::answering(
            "key-refused-unchallenged",
            "invalid-key-refused",
            |asked, answer| {
                if is_key(asked) && answer.status == 401 {
                    answer.restatus(403);
                }
            },
        ),
        Fault::asking("token-as-key", "key-and-token-apart", |asked| {
            let field = asked.header("authorization").unwrap_or_default().to_owned();
            if let Some(token) = field
                .strip_prefix("Key ")
                .filter(|one| one.starts_with("ey"))
            {
                asked.set("authorization", &format!("Bearer {token}"));
            }
            None
        }),
        Fault::answering(
            "credential-repeated",
            "credential-not-repeated",
            |asked, answer| {
                if asked.path().starts_with("/org/") && answer.status == 401 {
                    let field = asked.header("authorization").unwrap_or_default().to_owned();
                    answer.edit(|body| body["detail"] = json!(format!("not valid: {field}")));
                }
            },
        ),
    ]
}
