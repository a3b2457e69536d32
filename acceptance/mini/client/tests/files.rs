//! Bodies, parameters and credentials of every kind, from a generated client to generated stubs
//! and back.

use bytes::Bytes;
use client::types::Upload;
use client::types::runtime::File;
use client::{
    Client, ClientBuilder, Credentials, ItemSource, PutFileBody, PutFileError, PutFileSuccess,
};
use serde_json::json;
use server::files::{
    GetPreviewRequest, GetPreviewResponse, PutFileBody as Received, PutFileRequest, PutFileResponse,
};
use server::runtime::{
    Authenticator, Caller, ClientError, Config, Context, Credential, Denied, Proof,
};
use tokio::net::TcpListener;
use tokio::sync::mpsc;

/// Responds as the name of the file says, and passes on the request.
struct Shelf(mpsc::UnboundedSender<(Option<String>, PutFileRequest)>);

impl Authenticator for Shelf {
    type Principal = String;

    async fn authenticate(&self, credential: Credential, _: &Context) -> Result<String, Denied> {
        match credential.proof {
            Proof::Basic { user, password } if password.expose() == "pass:word" => Ok(user),
            Proof::Key(key) => Ok(format!("{} {}", credential.scheme, key.expose())),
            Proof::All(all) => {
                let names: Vec<_> = all.iter().map(|one| one.scheme).collect();
                Ok(names.join(" and "))
            }
            _ => Err(Denied::Invalid),
        }
    }
}

impl server::Files for Shelf {
    async fn put_file(
        &self,
        caller: Caller<Option<String>>,
        request: PutFileRequest,
    ) -> PutFileResponse {
        let answer = match request.name.as_str() {
            "json" => PutFileResponse::OkJson(json!({"a": [null]})),
            "text" => PutFileResponse::OkText("ä".to_owned()),
            "any" => PutFileResponse::OkAny(Bytes::from_static(b"\0\xff")),
            "locked" => {
                let status = ClientError::new(423).expect("a client error");
                PutFileResponse::ClientError(status, "locked".to_owned())
            }
            _ => PutFileResponse::Created,
        };
        self.0
            .send((caller.principal, request))
            .expect("a test that listens");
        answer
    }

    async fn get_preview(
        &self,
        _caller: Caller<String>,
        _request: GetPreviewRequest,
    ) -> GetPreviewResponse {
        GetPreviewResponse::NoContent
    }
}

type Requests = mpsc::UnboundedReceiver<(Option<String>, PutFileRequest)>;

async fn serve() -> (ClientBuilder, Requests) {
    let (sender, requests) = mpsc::unbounded_channel();
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    let router = server::files::router(Shelf(sender), Config::default());
    tokio::spawn(async { axum::serve(listener, router).await });
    (Client::builder().base_url(url), requests)
}

async fn received(body: PutFileBody<'_>) -> Received {
    let (builder, mut requests) = serve().await;
    let client = builder.build().expect("a client");
    client.files().put("a").body(body).await.expect("an answer");
    let (_, request) = requests.try_recv().expect("a request");
    request.body.expect("a body")
}

#[tokio::test]
async fn each_kind_of_body_arrives_as_it_was_sent() {
    let value = json!({"a": [1, null]});
    let body = received(PutFileBody::Json(&value)).await;
    assert!(matches!(body, Received::Json(came) if came == value));
    let body = received(PutFileBody::Text("Grüße\n")).await;
    assert!(matches!(body, Received::Text(came) if came == "Grüße\n"));
    let bytes = Bytes::from_static(b"\x89PNG\r\n\0");
    let body = received(PutFileBody::ImagePng(bytes.clone())).await;
    assert!(matches!(body, Received::ImagePng(came) if came == bytes));
    let upload = Upload {
        title: "A \"title\"\r\n".to_owned(),
        file: File {
            name: Some("a \"b\".png".to_owned()),
            media_type: Some("image/png".to_owned()),
            bytes,
        },
    };
    let body = received(PutFileBody::Multipart(&upload)).await;
    assert!(matches!(body, Received::Multipart(came) if came == upload));
}

#[tokio::test]
async fn a_streamed_file_of_a_form_arrives() {
    let (builder, mut requests) = serve().await;
    let client = builder.build().expect("a client");
    let upload = Upload {
        title: "t".to_owned(),
        file: File {
            name: Some("b.png".to_owned()),
            media_type: Some("image/png".to_owned()),
            bytes: Bytes::new(),
        },
    };
    let call = client
        .files()
        .put("a")
        .body(PutFileBody::Multipart(&upload));
    let chunks = vec![
        Bytes::from_static(b"\x89PNG"),
        Bytes::from_static(b"\r\n\0"),
    ];
    let call = call.stream_file("file", ItemSource::from(chunks));
    call.await.expect("an answer");
    let (_, request) = requests.try_recv().expect("a request");
    let Some(Received::Multipart(came)) = request.body else {
        panic!("{:?}", request.body);
    };
    let bytes = Bytes::from_static(b"\x89PNG\r\n\0");
    let file = File {
        bytes,
        ..upload.file
    };
    assert_eq!(came, Upload { file, ..upload });

    // There is no form yet.
    let call = client.files().put("a");
    let call = call.stream_file("file", ItemSource::from(Vec::new()));
    call.await.expect_err("an error");
}

#[tokio::test]
async fn no_body_and_parameters_of_every_place_arrive() {
    let (builder, mut requests) = serve().await;
    let client = builder.build().expect("a client");
    let labels = ["a b".to_owned(), "é".to_owned()];
    let call = client
        .files()
        .put("a/b %?#é")
        .x_labels(&labels)
        .theme("dark=1");
    call.await.expect("an answer");
    let (user, request) = requests.try_recv().expect("a request");
    assert_eq!(user, None);
    assert_eq!(request.name, "a/b %?#é");
    assert_eq!(request.x_labels, Some(labels.to_vec()));
    assert_eq!(request.theme.as_deref(), Some("dark=1"));
    assert!(request.body.is_none());
}

#[tokio::test]
async fn each_kind_of_answer_comes_back_as_it_was_given() {
    let (builder, _requests) = serve().await;
    let client = builder.build().expect("a client");
    let put = async |name: &str| client.files().put(name).await;
    let json = put("json").await;
    assert!(matches!(json, Ok(PutFileSuccess::OkJson(value)) if value == json!({"a": [null]})));
    let text = put("text").await;
    assert!(matches!(text, Ok(PutFileSuccess::OkText(text)) if text == "ä"));
    let any = put("any").await;
    assert!(matches!(any, Ok(PutFileSuccess::OkAny(bytes)) if bytes.as_ref() == b"\0\xff"));
    assert!(matches!(put("new").await, Ok(PutFileSuccess::Created)));
    let error = put("locked").await.expect_err("an error");
    let Some(PutFileError::ClientError(423, text)) = error.api() else {
        panic!("{error:?}");
    };
    assert_eq!(text, "locked");
}

#[tokio::test]
async fn each_alternative_of_credentials_is_taken() {
    let login = Credentials::basic("Zoë", "pass:word");
    for (credentials, user) in [
        (vec![("Login", login)], "Zoë"),
        (
            vec![("Query", "k&y".into()), ("Cookie", "biscuit".into())],
            "Query and Cookie",
        ),
        (vec![("ApiKey", "k3y".into())], "ApiKey k3y"),
    ] {
        let (builder, mut requests) = serve().await;
        let builder = credentials
            .into_iter()
            .fold(builder, |builder, (name, one)| {
                builder.credentials(name, one)
            });
        let client = builder.build().expect("a client");
        client.files().put("a").await.expect("an answer");
        let (told, _) = requests.try_recv().expect("a request");
        assert_eq!(told.as_deref(), Some(user));
    }
}
