//! Access tokens, requested like a client.

use sandbox::Addresses;

use super::Reply;

/// Requests tokens from the token host (RFC 6749 §4.4).
pub struct Tokens<'a> {
    pub http: &'a reqwest::Client,
    pub addresses: &'a Addresses,
}

impl Tokens<'_> {
    /// Returns the response to a client's request for a token for the API, with the given scopes,
    /// if any.
    pub async fn request(&self, id: &str, secret: &str, scope: Option<&str>) -> Reply {
        let mut form = url::form_urlencoded::Serializer::new(String::new());
        form.append_pair("grant_type", "client_credentials")
            .append_pair("client_id", id)
            .append_pair("client_secret", secret)
            .append_pair("resource", &self.addresses.base_url);
        if let Some(scope) = scope {
            form.append_pair("scope", scope);
        }
        let url = format!("{}/oauth2/token", self.addresses.auth_url);
        let request = self
            .http
            .post(url)
            .header("content-type", "application/x-www-form-urlencoded");
        Reply::of(request.body(form.finish())).await
    }
}

/// Returns a token with all scopes of a client.
pub async fn access_token(addresses: &Addresses, id: &str, secret: &str) -> String {
    let http = reqwest::Client::builder().no_proxy().build();
    let http = http.expect("a client");
    let tokens = Tokens {
        http: &http,
        addresses,
    };
    tokens
        .request(id, secret, None)
        .await
        .member("access_token")
}
