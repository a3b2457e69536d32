//! The authorization endpoint and the grant `authorization_code`.

use reqwest::header::{COOKIE, LOCATION};
use serde_json::json;

use super::flow::{
    CHALLENGE, VERIFIER, authorization, claims, code, consented, products, redeem, refresh,
};
use crate::support::http::{Browser, encode, form, get, http, post, send};
use crate::support::token_host::{
    CALLBACK, DESKTOP, EMAIL, OTHER_EMAIL, OTHER_SERVER, PASSWORD, SECRET, SERVER, Service,
};

#[tokio::test]
async fn a_person_consents_and_the_client_acts_for_them() {
    let service = Service::start().await;
    let answer = consented(&service, &[("scope", "products:read offers:read")]).await;
    assert!(answer.header(LOCATION).starts_with(&format!("{CALLBACK}?")));
    let told = answer.parameters();
    assert_eq!(told["state"], "s&t=a t%e");
    assert_eq!(told["iss"], service.auth_url, "RFC 9207");
    let answer = redeem(&service, &told["code"], &[]).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    assert_eq!(answer.header("cache-control"), "no-store");
    let bearer = answer.text("access_token");
    assert_eq!(claims(&bearer)["sub"], json!("usr-ada"));
    assert_eq!(claims(&bearer)["scope"], json!("products:read offers:read"));
    assert_eq!(products(&service, &bearer).await.status, 200);
    let principal = service
        .host
        .access_tokens()
        .principal(&bearer)
        .await
        .expect("it is valid");
    assert_eq!(principal.subject.as_deref(), Some("usr-ada"));
    assert!(!answer.text("refresh_token").is_empty());
}

#[tokio::test]
async fn a_client_with_a_secret_needs_it_for_its_code() {
    let service = Service::start().await;
    let callback = "https://app.harbor.example/cb?a=1";
    let mcp = service.auth("/mcp");
    let changes = [
        ("client_id", SERVER),
        ("redirect_uri", callback),
        ("resource", &mcp),
        ("state", ""),
    ];
    let answer = consented(&service, &changes).await;
    assert!(
        answer
            .header(LOCATION)
            .starts_with(&format!("{callback}&code="))
    );
    assert!(!answer.parameters().contains_key("state"));
    let code = &answer.parameters()["code"];
    let bare = [("client_id", SERVER), ("redirect_uri", callback)];
    redeem(&service, code, &bare)
        .await
        .is_error(401, "invalid_client");
    let full = [bare[0], bare[1], ("client_secret", SECRET)];
    let elsewhere = [full[0], full[1], full[2], ("resource", &service.base_url)];
    redeem(&service, code, &elsewhere)
        .await
        .is_error(400, "invalid_target");
    let answer = redeem(&service, code, &full).await;
    assert_eq!(claims(&answer.text("access_token"))["aud"], json!(mcp));
}

#[tokio::test]
async fn a_code_that_comes_twice_revokes_what_came_of_it() {
    let service = Service::start().await;
    let code = code(&service, &[]).await;
    let first = redeem(&service, &code, &[]).await;
    let (bearer, next) = (first.text("access_token"), first.text("refresh_token"));
    assert_eq!(products(&service, &bearer).await.status, 200);
    redeem(&service, &code, &[])
        .await
        .is_error(400, "invalid_grant");
    assert_eq!(products(&service, &bearer).await.status, 401);
    refresh(&service, &next, &[])
        .await
        .is_error(400, "invalid_grant");
}

#[tokio::test]
async fn of_two_at_the_same_time_one_at_most_gets_a_token() {
    let service = Service::start().await;
    let code = code(&service, &[]).await;
    let redeeming = futures_util::future::join_all((0..8).map(|_| redeem(&service, &code, &[])));
    let answers = redeeming.await;
    assert_eq!(
        answers.iter().filter(|answer| answer.status == 200).count(),
        1
    );
    let winner = answers
        .iter()
        .find(|answer| answer.status == 200)
        .expect("one");
    assert_eq!(
        products(&service, &winner.text("access_token"))
            .await
            .status,
        401,
        "a replay"
    );
}

#[tokio::test]
async fn a_code_is_bound_to_its_request() {
    let service = Service::start().await;
    let bound = code(&service, &[]).await;
    let other = VERIFIER.replace('d', "e");
    for change in [
        ("code_verifier", &*other),
        ("code_verifier", CHALLENGE),
        ("code_verifier", "short"),
        ("code", "mpc_guess"),
        ("redirect_uri", "http://127.0.0.1:50124/callback"),
        ("redirect_uri", "https://app.harbor.example/cb?a=1"),
        ("redirect_uri", "nonsense"),
    ] {
        redeem(&service, &bound, &[change])
            .await
            .is_error(400, "invalid_grant");
    }
    for missing in ["code_verifier", "redirect_uri", "code"] {
        redeem(&service, &bound, &[(missing, "")])
            .await
            .is_error(400, "invalid_request");
    }
    let thief = [("client_id", SERVER), ("client_secret", SECRET)];
    redeem(&service, &bound, &thief)
        .await
        .is_error(400, "invalid_grant");
    let other_resource = [("resource", &*service.auth_url)];
    redeem(&service, &bound, &other_resource)
        .await
        .is_error(400, "invalid_target");
    assert_eq!(
        redeem(&service, &bound, &[]).await.status,
        200,
        "no attempt has used it up"
    );

    let late = code(&service, &[]).await;
    sqlx::query("UPDATE grants SET code_expires = code_expires - 60000001, expires = expires - 60000001 WHERE code_used IS NULL")
        .execute(service.store.writes()).await.expect("an update");
    redeem(&service, &late, &[])
        .await
        .is_error(400, "invalid_grant");
}

#[tokio::test]
async fn absent_is_sent_where_the_client_is_not() {
    let service = Service::start().await;
    for uri in [
        "https://evil.example/cb",
        "http://127.0.0.1:1/callback/../evil",
        "http://127.0.0.1:1/callback#x",
        "http://127.0.0.1:80@evil.example/callback",
        "//evil.example",
        "javascript:alert(1)",
        "http://localhost/callback",
        "https://app.harbor.example/cb",
        "http://127.0.0.1:1/callback\r\nx:y",
    ] {
        let answer = get(&authorization(&service, &[("redirect_uri", uri)])).await;
        assert_eq!(answer.status, 400, "{uri}");
        assert!(!answer.headers.contains_key(LOCATION), "{uri}");
    }
    for change in [
        ("client_id", "unknown"),
        ("client_id", ""),
        ("redirect_uri", ""),
        ("client_id", OTHER_SERVER),
    ] {
        let answer = get(&authorization(&service, &[change])).await;
        assert_eq!(
            (answer.status, answer.header(LOCATION)),
            (400, ""),
            "{change:?}"
        );
    }
    let twice = format!(
        "{}&redirect_uri=https%3A%2F%2Fevil.example",
        authorization(&service, &[])
    );
    assert_eq!(get(&twice).await.status, 400);
}

#[tokio::test]
async fn what_is_wrong_with_a_request_is_told_to_the_client() {
    let service = Service::start().await;
    let cases = [
        (
            &[("response_type", "token")][..],
            "unsupported_response_type",
        ),
        (&[("response_type", "")], "invalid_request"),
        (&[("code_challenge", "")], "invalid_request"),
        (&[("code_challenge_method", "plain")], "invalid_request"),
        (&[("code_challenge_method", "")], "invalid_request"),
        (&[("code_challenge", "short")], "invalid_request"),
        (
            &[("code_challenge", ""), ("code_challenge_method", "")],
            "invalid_request",
        ),
        (&[("scope", "openid")], "invalid_scope"),
        (&[("resource", "https://other.invalid")], "invalid_target"),
        (&[("response_mode", "fragment")], "invalid_request"),
        (&[("request", "e30.e30.")], "request_not_supported"),
    ];
    for (changes, error) in cases {
        let answer = get(&authorization(&service, changes)).await;
        assert_eq!(answer.status, 303, "{changes:?}");
        let told = answer.parameters();
        assert_eq!(told["error"], error, "{changes:?}");
        assert_eq!(
            (&told["iss"], &*told["state"]),
            (&service.auth_url, "s&t=a t%e")
        );
        assert!(!told.contains_key("code"));
    }
}

#[tokio::test]
async fn a_person_can_refuse() {
    let service = Service::start().await;
    let url = authorization(&service, &[]);
    let mut browser = Browser::default();
    let page = browser.sign_in(&url, EMAIL, PASSWORD).await;
    for text in [
        "Harbor Desktop",
        "Harbor Analytics",
        "products:read",
        "Create, change and publish",
    ] {
        assert!(page.body.contains(text), "{text}: {}", page.body);
    }
    let answer = browser.submit(&url, &[("action", "deny")]).await;
    assert_eq!(answer.parameters()["error"], "access_denied");
    assert_eq!(answer.parameters()["iss"], service.auth_url);
    let page = browser.open(&url).await;
    assert!(page.body.contains("value=\"allow\""), "the session goes on");
    let page = browser.submit(&url, &[("action", "sign-out")]).await;
    assert!(page.body.contains("type=\"password\""));
    let answer = browser.submit(&url, &[("action", "allow")]).await;
    assert!(
        answer.body.contains("type=\"password\""),
        "no user is signed in"
    );
}

#[tokio::test]
async fn who_does_not_belong_is_not_let_in() {
    let service = Service::start().await;
    let url = authorization(&service, &[]);
    let mut browser = Browser::default();
    let wrong = browser.sign_in(&url, EMAIL, "wrong").await;
    let unknown = browser
        .sign_in(&url, "unknown@harbor.example", PASSWORD)
        .await;
    let said = |page: &str| {
        page.split("role=\"alert\">")
            .nth(1)
            .map(|rest| rest[..40].to_owned())
    };
    assert_eq!(
        (wrong.status, said(&wrong.body)),
        (400, said(&unknown.body))
    );
    let stranger = browser.sign_in(&url, OTHER_EMAIL, PASSWORD).await;
    assert!(stranger.body.contains("does not belong"));
    assert_eq!(
        browser
            .sign_in(&url, "ADA@harbor.example", PASSWORD)
            .await
            .status,
        200
    );
}

#[tokio::test]
async fn forms_of_others_are_refused() {
    let service = Service::start().await;
    let url = authorization(&service, &[]);
    let mut victim = Browser::default();
    victim.sign_in(&url, EMAIL, PASSWORD).await;
    let cookie = victim.cookie.clone().expect("a cookie");
    let allow = async |cookie: &str, token: &str, url: &str, site: &str| {
        let request = http()
            .post(url)
            .header(COOKIE, cookie)
            .header("sec-fetch-site", site);
        let answer = send(form(request, &[("action", "allow"), ("form_token", token)])).await;
        assert!(
            !answer.header(LOCATION).contains("code="),
            "{}",
            answer.body
        );
        answer.status
    };
    let mut attacker = Browser::default();
    attacker.open(&url).await;
    let (theirs, own) = (
        attacker.form_token.clone().expect("a token"),
        victim.form_token.clone().expect("a token"),
    );
    assert_eq!(allow(&cookie, &theirs, &url, "same-origin").await, 400);
    assert_eq!(allow(&cookie, "", &url, "same-origin").await, 400);
    assert_eq!(allow(&cookie, &own, &url, "cross-site").await, 400);
    assert_eq!(allow("", &own, &url, "same-origin").await, 400);
    let other = authorization(&service, &[("state", "other")]);
    assert_eq!(
        allow(&cookie, &own, &other, "same-origin").await,
        400,
        "of another request"
    );
    assert_eq!(
        victim.submit(&url, &[("action", "allow")]).await.status,
        303
    );

    let before = attacker.cookie.clone();
    attacker.sign_in(&url, EMAIL, PASSWORD).await;
    assert_ne!(
        attacker.cookie, before,
        "a planted session is not signed in"
    );
}

#[tokio::test]
async fn the_page_gives_nothing_away() {
    let service = Service::start().await;
    let changes = [("client_id", SERVER), ("state", "\"><script>")];
    let url = authorization(&service, &changes);
    let mut browser = Browser::default();
    let first = browser.open(&url).await;
    assert!(
        first.body.contains("Harbor &#60;Server&#62;"),
        "{}",
        first.body
    );
    let cookie = first.header("set-cookie");
    assert!(
        cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"),
        "{cookie}"
    );
    let consent = browser.sign_in(&url, EMAIL, PASSWORD).await;
    let error = get(&authorization(&service, &[("client_id", "<script>")])).await;
    for page in [&first, &consent, &error] {
        assert!(!page.body.contains("<script"));
        let policy = page.header("content-security-policy");
        assert!(
            policy.starts_with("default-src 'none'; style-src 'sha256-"),
            "{policy}"
        );
        assert!(policy.contains("frame-ancestors 'none'"));
        assert_eq!(page.header("cache-control"), "no-store");
        assert_eq!(page.header("referrer-policy"), "no-referrer");
        assert_eq!(page.header("x-content-type-options"), "nosniff");
        assert!(!page.headers.contains_key("access-control-allow-origin"));
    }
    assert!(
        consent
            .header("content-security-policy")
            .contains("form-action 'self' http://127.0.0.1:50123;")
    );
    let style = consent
        .body
        .split("<style>")
        .nth(1)
        .and_then(|rest| rest.split("</style>").next());
    let hash = ring::digest::digest(&ring::digest::SHA256, style.expect("it").as_bytes());
    let hash = base64::Engine::encode(&base64::engine::general_purpose::STANDARD, hash);
    assert!(
        consent.header("content-security-policy").contains(&hash),
        "the style applies"
    );
}

#[tokio::test]
async fn secure_cookies_where_the_token_host_is() {
    let service = Service::start().await;
    let addresses = sandbox::tokens::Addresses {
        base_url: "https://api.example".to_owned(),
        auth_url: "https://auth.example".to_owned(),
    };
    let host = sandbox::tokens::TokenHost::new(service.store.clone(), addresses);
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0")
        .await
        .expect("a port");
    let address = listener.local_addr().expect("an address");
    let router = host.router(server::runtime::Config::default()).0;
    tokio::spawn(async move { axum::serve(listener, router).await });
    let query = authorization(&service, &[]);
    let query = query.split('?').nth(1).expect("a query");
    let page = get(&format!("http://{address}/oauth2/authorize?{query}")).await;
    let cookie = page.header("set-cookie");
    assert!(
        cookie.starts_with("__Host-") && cookie.ends_with("; Secure"),
        "{cookie}"
    );
}

#[tokio::test]
async fn any_instance_takes_what_another_has_begun() {
    let service = Service::start().await;
    let host = sandbox::tokens::TokenHost::new(
        service.store.clone(),
        sandbox::tokens::Addresses {
            base_url: service.base_url.clone(),
            auth_url: service.auth_url.clone(),
        },
    );
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0")
        .await
        .expect("a port");
    let second = format!("http://{}", listener.local_addr().expect("an address"));
    let router = host.router(server::runtime::Config::default()).0;
    tokio::spawn(async move { axum::serve(listener, router).await });
    let first_url = authorization(&service, &[]);
    let second_url = first_url.replace(&service.auth_url, &second);
    let mut browser = Browser::default();
    browser.sign_in(&first_url, EMAIL, PASSWORD).await;
    let told = browser
        .submit(&second_url, &[("action", "allow")])
        .await
        .parameters();
    let answer = redeem(&service, &told["code"], &[]).await;
    let fields = [
        ("grant_type", "refresh_token"),
        ("client_id", DESKTOP),
        ("refresh_token", &answer.text("refresh_token")),
    ];
    let answer = post(&format!("{second}/oauth2/token"), &fields).await;
    assert_eq!(
        products(&service, &answer.text("access_token"))
            .await
            .status,
        200
    );
    assert!(!encode(&fields).is_empty());
}
