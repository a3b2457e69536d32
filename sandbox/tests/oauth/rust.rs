//! The crate `oauth2`.

use oauth2::basic::{BasicClient, BasicTokenResponse};
use oauth2::{
    AuthType, AuthUrl, AuthorizationCode, ClientId, ClientSecret, CsrfToken, HttpRequest,
    HttpResponse, PkceCodeChallenge, RedirectUrl, Scope, TokenResponse as _, TokenUrl,
};

use crate::support::http::{Browser, get_with};
use crate::support::token_host::{
    CALLBACK, DESKTOP, EMAIL, ORG, PASSWORD, SECRET, SERVER, Service,
};

async fn http(request: HttpRequest) -> Result<HttpResponse, reqwest::Error> {
    let (parts, body) = request.into_parts();
    let request = crate::support::http::http().request(parts.method, parts.uri.to_string());
    let response = request.headers(parts.headers).body(body).send().await?;
    let (status, headers) = (response.status(), response.headers().clone());
    let mut answer = HttpResponse::new(response.bytes().await?.to_vec());
    *answer.status_mut() = status;
    *answer.headers_mut() = headers;
    Ok(answer)
}

async fn check(service: &Service, tokens: &BasicTokenResponse) {
    let url = format!("{}/org/{ORG}/product", service.base_url);
    assert_eq!(
        get_with(&url, tokens.access_token().secret()).await.status,
        200
    );
}

#[tokio::test]
async fn three_grants() {
    let service = Service::start().await;
    let token_url = || TokenUrl::new(service.auth("/oauth2/token")).expect("an address");
    let auth_url = AuthUrl::new(service.auth("/oauth2/authorize")).expect("an address");

    let server = BasicClient::new(ClientId::new(SERVER.to_owned()))
        .set_client_secret(ClientSecret::new(SECRET.to_owned()))
        .set_auth_type(AuthType::RequestBody)
        .set_token_uri(token_url());
    let request = server
        .exchange_client_credentials()
        .add_extra_param("resource", &*service.base_url);
    check(
        &service,
        &request.request_async(&http).await.expect("a token"),
    )
    .await;

    let desktop = BasicClient::new(ClientId::new(DESKTOP.to_owned()))
        .set_auth_type(AuthType::RequestBody)
        .set_auth_uri(auth_url)
        .set_token_uri(token_url())
        .set_redirect_uri(RedirectUrl::new(CALLBACK.to_owned()).expect("an address"));
    let (challenge, verifier) = PkceCodeChallenge::new_random_sha256();
    let (url, state) = desktop
        .authorize_url(CsrfToken::new_random)
        .add_scope(Scope::new("products:read".to_owned()))
        .set_pkce_challenge(challenge)
        .url();
    let mut browser = Browser::default();
    browser.sign_in(url.as_str(), EMAIL, PASSWORD).await;
    let told = browser
        .submit(url.as_str(), &[("action", "allow")])
        .await
        .parameters();
    assert_eq!(told["state"], *state.secret());
    let exchange = desktop.exchange_code(AuthorizationCode::new(told["code"].clone()));
    let tokens = exchange
        .set_pkce_verifier(verifier)
        .request_async(&http)
        .await
        .expect("tokens");
    check(&service, &tokens).await;
    let token = tokens.refresh_token().expect("a refresh token");
    let renewed = desktop
        .exchange_refresh_token(token)
        .request_async(&http)
        .await
        .expect("tokens");
    check(&service, &renewed).await;
    assert!(
        desktop
            .exchange_refresh_token(token)
            .request_async(&http)
            .await
            .is_err(),
        "a replay"
    );
}
