//! Redirect URIs of clients (RFC 9700 §2.1, RFC 8252 §7.3).

use sqlx::AnyConnection;
use types::runtime::Uri;
use url::{Host, Url};

use crate::failure::{Failure, Place};
use crate::store::Store;

/// Why an address is not allowed as a redirect URI.
const BAD_REDIRECT: &str = "This cannot be a redirect URI: use https, http to 127.0.0.1 or [::1], \
    or a scheme with a dot (RFC 8252 §7.1), without a fragment.";

/// Registers the redirect URIs of an OAuth App, which replace earlier ones. A loopback address
/// allows any port.
///
/// # Errors
/// [`Failure::Invalid`] if an address is not allowed, and when the database fails.
pub async fn register_redirects(
    connection: &mut AnyConnection,
    client_id: &str,
    uris: &[Uri],
) -> Result<(), Failure> {
    let bad = |uri: &Uri| !can_be_registered(uri.as_str());
    if let Some(index) = uris.iter().position(bad) {
        return Err(Failure::Invalid {
            place: Place::Body(format!("/redirectUris/{index}")),
            detail: BAD_REDIRECT.to_owned(),
        });
    }
    sqlx::query("DELETE FROM client_redirects WHERE client_id = $1")
        .bind(client_id.to_owned())
        .execute(&mut *connection)
        .await?;
    for uri in uris {
        sqlx::query("INSERT INTO client_redirects (client_id, uri) VALUES ($1, $2)")
            .bind(client_id.to_owned())
            .bind(uri.as_str().to_owned())
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

/// Returns whether an address is registered for a client.
pub(super) async fn is_registered(store: &Store, client_id: &str, uri: &str) -> sqlx::Result<bool> {
    let registered: Vec<String> =
        sqlx::query_scalar("SELECT uri FROM client_redirects WHERE client_id = $1")
            .bind(client_id.to_owned())
            .fetch_all(store.reads())
            .await?;
    Ok(registered.iter().any(|registered| matches(registered, uri)))
}

/// Compares addresses exactly, except for the port of a loopback address.
fn matches(registered: &str, asked: &str) -> bool {
    let plain = asked.bytes().all(|byte| matches!(byte, b'!'..=b'~'));
    let loopback = loopback(registered).filter(|_| loopback(asked) == loopback(registered));
    plain && !asked.contains('#') && (registered == asked || loopback.is_some())
}

/// Returns the host of a loopback address, and what follows its port. `localhost` is excluded,
/// because it is a name that may resolve elsewhere (RFC 8252 §8.3).
fn loopback(uri: &str) -> Option<(&'static str, &str)> {
    let host = ["http://127.0.0.1", "http://[::1]"]
        .into_iter()
        .find(|host| uri.starts_with(host))?;
    let rest = &uri[host.len()..];
    let rest = match rest.strip_prefix(':') {
        Some(rest) => {
            let digits = rest
                .find(|letter: char| !letter.is_ascii_digit())
                .unwrap_or(rest.len());
            rest[..digits].parse::<u16>().ok()?;
            &rest[digits..]
        }
        None => rest,
    };
    (rest.is_empty() || rest.starts_with(['/', '?'])).then_some((host, rest))
}

fn can_be_registered(uri: &str) -> bool {
    let Ok(url) = Url::parse(uri) else {
        return false;
    };
    let is_plain = uri.bytes().all(|byte| matches!(byte, b'!'..=b'~'));
    let has_user = !url.username().is_empty() || url.password().is_some();
    let is_safe = match url.scheme() {
        "https" => matches!(
            url.host(),
            Some(Host::Domain(_) | Host::Ipv4(_) | Host::Ipv6(_))
        ),
        "http" => loopback(uri).is_some(),
        scheme => scheme.contains('.'),
    };
    is_plain && is_safe && !has_user && url.fragment().is_none()
}

/// Returns an address with more query parameters; the rest is unchanged.
pub(super) fn with_parameters(uri: &str, parameters: &[(&str, &str)]) -> String {
    let mut query = url::form_urlencoded::Serializer::new(String::new());
    query.extend_pairs(parameters);
    let separator = if uri.contains('?') { '&' } else { '?' };
    format!("{uri}{separator}{}", query.finish())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use url::Url;

    use super::{can_be_registered, matches};

    const REGISTERED: &[&str] = &[
        "http://127.0.0.1/callback",
        "http://[::1]:9/cb",
        "https://app.example/cb",
        "com.example.app:/cb",
    ];

    #[test]
    fn any_port_of_a_loopback_address_serves() {
        assert!(matches(REGISTERED[0], "http://127.0.0.1:50123/callback"));
        assert!(matches(REGISTERED[0], "http://127.0.0.1/callback"));
        assert!(matches(REGISTERED[1], "http://[::1]:1/cb"));
    }

    #[test]
    fn nothing_that_only_looks_alike_serves() {
        for asked in [
            "http://127.0.0.1:80@evil.example/callback",
            "http://127.0.0.1.evil.example/callback",
            "http://127.0.0.1:1/callback/",
            "http://127.0.0.1:1/callback?x",
            "http://127.0.0.1:1/Callback",
            "http://127.0.0.1:99999/callback",
            "http://127.0.0.1:/callback",
            "http://127.0.0.1:1/callback#",
            "https://127.0.0.1/callback",
            "http://localhost/callback",
            "http://127.1/callback",
            "http://127.0.0.1\\@evil.example/callback",
            "https://app.example/cb/../evil",
            "https://app.example:444/cb",
            "https://APP.example/cb",
            "https://app.example/cb\r\nx: y",
        ] {
            assert!(
                !REGISTERED.iter().any(|known| matches(known, asked)),
                "{asked}"
            );
        }
    }

    #[test]
    fn what_runs_in_the_browser_cannot_be_registered() {
        for uri in [
            "javascript:alert(1)",
            "data:text/html,x",
            "http://app.example/",
            "https://a/#f",
            "https://u:p@app.example/",
            "/callback",
            "file:///etc/passwd",
            "http://localhost/cb",
        ] {
            assert!(!can_be_registered(uri), "{uri}");
        }
        assert!(REGISTERED.iter().all(|uri| can_be_registered(uri)));
    }

    proptest! {
        /// Matching addresses have the same host and scheme.
        #[test]
        fn no_match_leads_elsewhere(
            known in proptest::sample::select(REGISTERED),
            tail in "[:@/?#\\\\.a-z0-9%]{0,12}",
            cut in 0_usize..30,
        ) {
            let kept = known.get(..cut.min(known.len())).unwrap_or(known);
            let asked = format!("{kept}{tail}");
            if matches(known, &asked) {
                let (known, asked) = (Url::parse(known)?, Url::parse(&asked)?);
                prop_assert_eq!(known.host(), asked.host());
                prop_assert_eq!(known.scheme(), asked.scheme());
                prop_assert_eq!(known.path(), asked.path());
            }
        }
    }
}
