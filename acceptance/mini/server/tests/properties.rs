//! Properties of every request.

mod common;

use std::collections::BTreeSet;

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderName, HeaderValue, Method, Request, Uri};
use bytes::Bytes;
use common::*;
use proptest::collection::vec;
use proptest::prelude::*;
use server::runtime::{Carrier, Config, Scheme};
use types::runtime::{Body as Declared, Location, Operation, Security, Shape, Style};

fn wait<T>(future: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().build();
    runtime.expect("a runtime").block_on(future)
}

/// Returns paths similar to the templates, and others.
fn target() -> impl Strategy<Value = Uri> {
    let segment = prop_oneof![
        Just("org".to_owned()),
        Just("offer".to_owned()),
        Just("cancel".to_owned()),
        Just("oauth2/token".to_owned()),
        Just(String::new()),
        "[a-z]{1,3}(\\.json|:cancel|-[a-z])?",
        "(%[0-9a-fA-F]{2}|%[!-~]|[!-~éß€]){1,6}",
    ];
    let query = prop_oneof![
        Just(String::new()),
        "\\?(limit|offset|status|api_key|filter\\[a\\])=[!-~é]{0,6}(&[!-~]{0,6})?",
        "\\?[!-~é]{0,20}",
    ];
    (vec(segment, 0..6), query).prop_filter_map("not a target", |(segments, query)| {
        let text = format!("/{}{query}", segments.join("/"));
        Uri::from_maybe_shared(Bytes::from(text)).ok()
    })
}

fn headers() -> impl Strategy<Value = Vec<(HeaderName, HeaderValue)>> {
    let names = [
        "authorization",
        "authorization",
        "content-type",
        "content-length",
        "content-encoding",
        "cookie",
        "x-request-id",
        "x-list",
        "x-key",
        "accept",
        "transfer-encoding",
    ];
    let value = prop_oneof![
        Just(b"Bearer good-token".to_vec()),
        Just(b"Key good-key".to_vec()),
        Just(b"application/json".to_vec()),
        Just(b"application/x-www-form-urlencoded".to_vec()),
        Just(b"multipart/form-data; boundary=b".to_vec()),
        "(Bearer|Basic|Key)[ -~]{0,8}".prop_map(String::into_bytes),
        "[a-z]{0,4}/[a-z*]{0,4}[;=\"\\\\a-z ]{0,8}".prop_map(String::into_bytes),
        vec(any::<u8>(), 0..12),
    ];
    let header = (proptest::sample::select(names.to_vec()), value).prop_filter_map(
        "a value",
        |(name, value)| {
            Some((
                HeaderName::from_static(name),
                HeaderValue::from_bytes(&value).ok()?,
            ))
        },
    );
    vec(header, 0..5)
}

fn body() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        Just(Vec::new()),
        "[\\[\\]{}\":,a-z0-9\\\\eE.+-]{0,24}".prop_map(String::into_bytes),
        "[a-z_]{0,3}=[!-~]{0,5}&grant_type=[!-~]{0,20}".prop_map(String::into_bytes),
        "--b\r\n(Content-Disposition: form-data; name=\"[ -~]{0,4}\"\r\n)?\r\n[ -~\r\n]{0,9}--b(--)?\r\n"
            .prop_map(String::into_bytes),
        vec(any::<u8>(), 0..40),
    ]
}

/// Returns routes for operations of every kind, without the one operation that can be made to
/// respond with something invalid.
fn everything() -> Router {
    static SCHEMES: &[Scheme] = &[
        Scheme {
            name: "token",
            carrier: Carrier::Bearer,
        },
        Scheme {
            name: "password",
            carrier: Carrier::Basic,
        },
        Scheme {
            name: "header",
            carrier: Carrier::Header("x-key"),
        },
        Scheme {
            name: "query",
            carrier: Carrier::Query("api_key"),
        },
        Scheme {
            name: "cookie",
            carrier: Carrier::Cookie("a"),
        },
    ];
    static SECURITY: &[&[Security]] = &[
        &[Security {
            scheme: "token",
            scopes: &["a"],
        }],
        &[
            Security {
                scheme: "password",
                scopes: &[],
            },
            Security {
                scheme: "header",
                scopes: &[],
            },
        ],
        &[Security {
            scheme: "query",
            scopes: &[],
        }],
        &[Security {
            scheme: "cookie",
            scopes: &[],
        }],
        &[],
    ];
    let body = |required| {
        let media_types = &[
            "application/json",
            "application/x-www-form-urlencoded",
            "multipart/form-data",
            "*/*",
        ];
        Some(Declared {
            required,
            media_types,
            form: &[],
        })
    };
    let parameters = Vec::leak(vec![
        parameter("limit", Location::Query, Style::Form, Shape::Integer),
        parameter(
            "status",
            Location::Query,
            Style::Form,
            Shape::Array(&Shape::Text),
        ),
        parameter(
            "filter",
            Location::Query,
            Style::DeepObject,
            Shape::Object(&[]),
        ),
        parameter(
            "x-list",
            Location::Header,
            Style::Simple,
            Shape::Array(&Shape::Number),
        ),
        parameter("a", Location::Cookie, Style::Form, Shape::Text),
    ]);
    let echoes = echo_routes(
        SCHEMES,
        vec![
            operation("GET", "/{x}"),
            operation("GET", "/{x}.json"),
            operation("GET", "/{x}:cancel"),
            operation("GET", "/{x}-{y}"),
            operation("GET", "/{x}/{y}{z}"),
            Operation {
                body: body(true),
                ..operation("POST", "/{x}")
            },
            Operation {
                body: body(false),
                security: SECURITY,
                ..operation("PUT", "/{x}")
            },
            Operation {
                parameters,
                security: SECURITY,
                ..operation("GET", "/org")
            },
        ],
    );
    let offers = server::offers::routes(&std::sync::Arc::new(Market));
    let tokens = server::tokens::routes(&std::sync::Arc::new(Market));
    echoes
        .merge(offers)
        .merge(tokens)
        .into_router(Config::default().max_body_bytes(32))
}

fn build(
    method: &str,
    uri: &Uri,
    headers: &[(HeaderName, HeaderValue)],
    body: &[u8],
) -> Request<Body> {
    let mut request = Request::new(Body::from(body.to_vec()));
    *request.method_mut() = Method::from_bytes(method.as_bytes()).expect("a method");
    *request.uri_mut() = uri.clone();
    for (name, value) in headers {
        request.headers_mut().append(name.clone(), value.clone());
    }
    request
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 1_000, ..ProptestConfig::default() })]

    #[test]
    fn nothing_makes_the_stub_fail(
        method in proptest::sample::select(&["GET", "POST", "PUT", "HEAD", "OPTIONS", "DELETE", "X"]),
        uri in target(),
        headers in headers(),
        body in body(),
    ) {
        let answer = wait(send(&everything(), build(method, &uri, &headers, &body)));
        prop_assert!(answer.status != 500, "{method} {uri} {headers:?} {body:?}: {answer:?}");
        prop_assert_eq!(answer.all("x-request-id").len(), 1);
        prop_assert_eq!(answer.all("x-content-type-options"), ["nosniff"]);
        if answer.header("content-type").contains("json") && method != "HEAD" {
            prop_assert!(serde_json::from_slice::<serde_json::Value>(&answer.body).is_ok());
        }
        match answer.status.as_u16() {
            401 => prop_assert!(!answer.all("www-authenticate").is_empty()),
            405 => prop_assert!(!answer.all("allow").join(", ").split(", ").any(|one| one == method)),
            _ => {}
        }
    }

    #[test]
    fn head_has_the_headers_of_get(uri in target(), headers in headers()) {
        let mut headers = headers;
        headers.insert(0, (HeaderName::from_static("x-request-id"), HeaderValue::from_static("same")));
        let router = everything();
        let get = wait(send(&router, build("GET", &uri, &headers, b"")));
        let head = wait(send(&router, build("HEAD", &uri, &headers, b"")));
        prop_assert_eq!(get.status == 405, head.status == 405);
        prop_assert!(head.body.is_empty());
        prop_assert_eq!(head.status, get.status);
        if get.status != 405 {
            prop_assert_eq!(&head.headers, &get.headers);
        }
    }

    #[test]
    fn allow_is_exact(
        methods in proptest::sample::subsequence(vec!["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"], 1..8),
        template in proptest::sample::select(&["/a", "/{x}", "/{x}.json", "/b/{x}:go", "/*", "/{"]),
    ) {
        let others = operation("LOCK", "/quite/another");
        let operations = methods.iter().map(|method| operation(method, template)).chain([others]);
        let router = echo(operations.collect());
        let path = template.replace("{x}", "1").replace('{', "%7B");
        let answer = wait(send(&router, build("XPROBE", &path.parse().expect("a path"), &[], b"")));
        let mut expected: BTreeSet<_> = methods.into_iter().collect();
        if expected.contains("GET") {
            expected.insert("HEAD");
        }
        expected.insert("OPTIONS");
        let [allow] = answer.all("allow")[..] else { panic!("one Allow") };
        prop_assert_eq!(answer.status.as_u16(), 405);
        prop_assert_eq!(allow.split(", ").count(), expected.len());
        prop_assert_eq!(allow.split(", ").collect::<BTreeSet<_>>(), expected);
    }

    #[test]
    fn any_template_can_be_served(templates in vec("(/([a-z{}*:%.é-]|\\{[a-z]\\}){0,5}){0,4}", 1..12), uri in target()) {
        let operations = templates.iter().map(|template| operation("GET", template.clone().leak()));
        let router = echo(operations.collect());
        let answer = wait(send(&router, build("GET", &uri, &[], b"")));
        prop_assert!([200, 400, 404].contains(&answer.status.as_u16()), "{answer:?}");
    }

    #[test]
    fn a_variable_is_what_was_encoded(values in vec("[^\\x00]{1,8}", 2)) {
        let router = echo(vec![operation("GET", "/a/{x}/b/{y}:go")]);
        let encode = |text: &str| text.bytes().map(|byte| format!("%{byte:02x}")).collect::<Vec<_>>().concat();
        let path = format!("/a/{}/b/{}:go", encode(&values[0]), encode(&values[1]));
        let answer = wait(send(&router, build("GET", &path.parse().expect("a path"), &[], b"")));
        let json = |text: &String| serde_json::Value::from(text.as_str());
        let expected = format!("GET /a/{{x}}/b/{{y}}:go x={} y={}", json(&values[0]), json(&values[1]));
        prop_assert_eq!(answer.text(), expected);
    }
}
