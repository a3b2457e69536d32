//! Paginated lists.

mod support;

use std::pin::Pin;

use client::Error;
use futures_core::Stream;
use serde_json::{Value, json};
use support::{Received, Reply, Service, page};

fn pages(request: &Received) -> Reply {
    let query = request
        .target
        .split_once('?')
        .map_or("", |(_, query)| query);
    Reply::json(
        200,
        &match query {
            "limit=2" => page(&["a", "b"], json!(2)),
            "limit=2&offset=2" => page(&[], json!(4)),
            "limit=2&offset=4" => page(&["c"], Value::Null),
            _ => panic!("{query}"),
        },
    )
}

#[tokio::test]
async fn all_items_come_in_order() {
    let service = Service::start(pages).await;
    let offers = service.client().offers().list("acme").limit(2).all();
    let ids: Vec<String> = offers
        .try_collect()
        .await
        .unwrap()
        .into_iter()
        .map(|one| one.id.0)
        .collect();
    assert_eq!(ids, ["a", "b", "c"]);
    assert_eq!(service.received().len(), 3);
}

#[tokio::test]
async fn a_page_is_asked_for_when_its_items_are_wanted() {
    let service = Service::start(pages).await;
    let mut offers = service.client().offers().list("acme").limit(2).all();
    assert_eq!(service.received().len(), 0);
    offers.next().await.unwrap().unwrap();
    assert_eq!(offers.try_next().await.unwrap().unwrap().id.0, "b");
    assert_eq!(service.received().len(), 1);
}

#[tokio::test]
async fn it_is_a_stream() {
    let service = Service::start(pages).await;
    let mut offers = service.client().offers().list("acme").limit(2).all();
    let mut count = 0;
    while let Some(offer) =
        std::future::poll_fn(|context| Pin::new(&mut offers).poll_next(context)).await
    {
        offer.unwrap();
        count += 1;
    }
    assert_eq!(count, 3);
}

#[tokio::test]
async fn a_list_that_stands_still_ends() {
    let service = Service::start(|_| Reply::json(200, &page(&["a"], json!(5)))).await;
    let mut offers = service.client().offers().list("acme").all();
    for _ in 0..2 {
        assert!(offers.try_next().await.unwrap().is_some());
    }
    let error = offers.try_next().await.unwrap_err();
    assert!(
        matches!(&error, Error::PageLoop { parameter, .. } if parameter == "offset=5"),
        "{error:?}"
    );
    assert!(offers.try_next().await.unwrap().is_none());
    assert_eq!(service.received().len(), 2);
}

#[tokio::test]
async fn a_list_that_goes_round_ends() {
    let service = Service::start(|request| {
        let next = if request.target.ends_with("offset=1") {
            2
        } else {
            1
        };
        Reply::json(200, &page(&[], json!(next)))
    });
    let service = service.await;
    let mut offers = service.client().offers().list("acme").offset(1).all();
    let error = offers.try_next().await.unwrap_err();
    assert!(matches!(error, Error::PageLoop { .. }), "{error:?}");
    assert_eq!(service.received().len(), 2);
}

#[tokio::test]
async fn an_error_ends_it() {
    let service = Service::start(|_| Reply::problem(404)).await;
    let mut offers = service.client().offers().list("acme").all();
    assert_eq!(offers.try_next().await.unwrap_err().status(), Some(404));
    assert!(offers.next().await.is_none());
}
