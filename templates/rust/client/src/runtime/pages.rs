//! Lists that come page by page.
#![allow(dead_code, reason = "a description need not have lists")]

use std::collections::HashSet;
use std::future::{Future as _, poll_fn};
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use futures_core::Stream;
use serde_json::Value;

use super::request::Request;
use super::{Answer, Error, Sending};

/// One page: its items, and where the next one starts.
pub(crate) struct Page<T> {
    items: Vec<T>,
    next: Value,
}

impl<T> Page<T> {
    /// `next` is `null` at the end.
    pub(crate) fn new(items: Vec<T>, next: impl Into<Value>) -> Self {
        Self {
            items,
            next: next.into(),
        }
    }
}

/// The items of a list, one after the other. The next page is asked for when the items of the
/// last one are used up; after an error there is nothing more.
#[must_use = "nothing is sent unless items are asked for"]
pub struct Items<T, E> {
    next: Next,
    operation: &'static str,
    parameter: &'static str,
    read: fn(&Answer) -> Result<Page<T>, Error<E>>,
    sending: Option<Sending<Page<T>, E>>,
    items: std::vec::IntoIter<T>,
    sent: HashSet<String>,
}

/// What comes after the items at hand.
#[derive(Debug)]
enum Next {
    Page(Request),
    /// A page that was there before: a list that leads back would never end.
    Loop(String),
    End,
}

impl<T, E> Items<T, E> {
    /// `parameter` is the one of the query that says where to start.
    pub(crate) fn new(
        request: Request,
        parameter: &'static str,
        read: fn(&Answer) -> Result<Page<T>, Error<E>>,
    ) -> Self {
        Self {
            sent: request
                .parameter(parameter)
                .map(str::to_owned)
                .into_iter()
                .collect(),
            operation: request.operation.id,
            next: Next::Page(request),
            parameter,
            read,
            sending: None,
            items: Vec::new().into_iter(),
        }
    }

    /// The next item; `None` at the end.
    pub async fn next(&mut self) -> Option<Result<T, Error<E>>> {
        poll_fn(|context| self.poll_item(context)).await
    }

    /// The next item; `None` at the end.
    ///
    /// # Errors
    /// When a page cannot be had.
    pub async fn try_next(&mut self) -> Result<Option<T>, Error<E>> {
        self.next().await.transpose()
    }

    /// All items that are left.
    ///
    /// # Errors
    /// When a page cannot be had.
    pub async fn try_collect(mut self) -> Result<Vec<T>, Error<E>> {
        let mut all = Vec::new();
        while let Some(item) = self.try_next().await? {
            all.push(item);
        }
        Ok(all)
    }

    fn poll_item(&mut self, context: &mut Context<'_>) -> Poll<Option<Result<T, Error<E>>>> {
        loop {
            if let Some(item) = self.items.next() {
                return Poll::Ready(Some(Ok(item)));
            }
            match ready!(self.poll_page(context)) {
                Some(Ok(page)) => self.items = page.items.into_iter(),
                Some(Err(error)) => return Poll::Ready(Some(Err(error))),
                None => return Poll::Ready(None),
            }
        }
    }

    fn poll_page(&mut self, context: &mut Context<'_>) -> Poll<Option<Result<Page<T>, Error<E>>>> {
        let request = match std::mem::replace(&mut self.next, Next::End) {
            Next::Page(request) => request,
            Next::Loop(parameter) => {
                return Poll::Ready(Some(Err(Error::PageLoop {
                    operation: self.operation,
                    parameter,
                })));
            }
            Next::End => return Poll::Ready(None),
        };
        let sending = self
            .sending
            .get_or_insert_with(|| request.clone().send(self.read));
        let Poll::Ready(page) = Pin::new(sending).poll(context) else {
            self.next = Next::Page(request);
            return Poll::Pending;
        };
        self.sending = None;
        if let Ok(page) = &page {
            self.next = self.after(request, &page.next);
        }
        Poll::Ready(Some(page))
    }

    fn after(&mut self, request: Request, next: &Value) -> Next {
        if next.is_null() {
            return Next::End;
        }
        let (request, parameter) = request.page(self.parameter, next);
        if self.sent.insert(parameter.clone()) {
            Next::Page(request)
        } else {
            Next::Loop(parameter)
        }
    }
}

impl<T: Unpin, E> Stream for Items<T, E> {
    type Item = Result<T, Error<E>>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.get_mut().poll_item(context)
    }
}

impl<T, E> std::fmt::Debug for Items<T, E> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Items")
            .field("next", &self.next)
            .finish_non_exhaustive()
    }
}
