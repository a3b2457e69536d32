//! Shared parts of the pages for people: files, and headers that restrict what a page can do.

use axum::Router;
use axum::http::HeaderValue;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use axum::middleware::{Next, from_fn};
use axum::response::IntoResponse as _;
use axum::routing::get;

/// Returns routes for files, given by path, media type and text.
pub fn files(files: &[(&'static str, &'static str, &'static str)]) -> Router {
    files.iter().fold(Router::new(), |router, file| {
        let (path, media_type, text) = *file;
        let media_type = format!("{media_type}; charset=utf-8");
        let answer = move || async move { ([(CONTENT_TYPE, media_type)], text).into_response() };
        router.route(path, get(answer))
    })
}

/// Returns the files that every page uses.
pub fn common() -> Router {
    let files = files(&[
        (
            "/assets/theme.css",
            "text/css",
            include_str!("../assets/theme.css"),
        ),
        (
            "/assets/icon.svg",
            "image/svg+xml",
            include_str!("../assets/icon.svg"),
        ),
    ]);
    guarded(files, "script-src 'none'")
}

/// Restricts pages: they load nothing from elsewhere, run no inline script, and cannot be framed.
/// `more` adds to the policy.
pub fn guarded(router: Router, more: &str) -> Router {
    let policy = format!(
        "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; \
         form-action 'none'; frame-ancestors 'none'; {more}"
    );
    let policy = HeaderValue::from_str(&policy).ok();
    router.layer(from_fn(
        move |request: axum::extract::Request, next: Next| {
            let policy = policy.clone();
            async move {
                let mut response = next.run(request).await;
                let headers = response.headers_mut();
                policy.map(|policy| headers.insert(CONTENT_SECURITY_POLICY, policy));
                headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
                headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
                headers
                    .entry(CACHE_CONTROL)
                    .or_insert(HeaderValue::from_static("no-cache"));
                response
            }
        },
    ))
}
