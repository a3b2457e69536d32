//! What the manifests of all npm packages say.

use serde_json::json;

use crate::config::Package;
use crate::json::Object;

/// Returns the properties for people: license, addresses and authors.
pub(super) fn about(package: &Package) -> Object {
    let repository = package.repository.as_ref();
    // Without this prefix, npm guesses that an address is one of Git, and warns.
    let repository = repository.map(|url| json!({ "type": "git", "url": format!("git+{url}") }));
    let issues = package.issues.as_ref().map(|url| json!({ "url": url }));
    let authors = Some(&package.authors).filter(|authors| !authors.is_empty());
    Object::new()
        .with("license", package.license.as_str())
        .with_some("homepage", package.homepage())
        .with_some("repository", repository)
        .with_some("bugs", issues)
        .with_some("contributors", authors.map(|authors| json!(authors)))
}
