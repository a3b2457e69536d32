//! Paginated lists.
#![allow(dead_code, reason = "a description need not have lists")]

use std::collections::HashSet;
use std::future::{Future as _, poll_fn};
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use bytes::Bytes;
use futures_core::Stream;
use serde_json::Value;

use super::paging::{Paging, Turn};
use super::request::Request;
use super::{Answer, Error, RawResponse, RequestError, Sending};

/// One page: its items, and the response that it was read from.
pub(crate) struct Page<T> {
    items: Vec<T>,
    raw: RawResponse,
}

impl<T> Page<T> {
    pub(crate) fn new(items: Vec<T>, answer: &Answer) -> Self {
        Self {
            items,
            raw: answer.raw().clone(),
        }
    }
}

/// The items of a paginated list. The next page is requested once all items of the current one are
/// returned. Iteration stops after the first error.
#[must_use = "nothing is sent unless items are asked for"]
pub struct Items<T, E> {
    next: Next,
    operation: &'static str,
    paging: Paging,
    read: fn(&Answer) -> Result<Page<T>, Error<E>>,
    sending: Option<Sending<Page<T>, E>>,
    items: std::vec::IntoIter<T>,
    /// The addresses and bodies that were requested so far.
    sent: HashSet<String>,
    /// The offset or number of the current page.
    position: u64,
    /// The number of items on all pages so far.
    had: u64,
    /// The last page. A server that ignores the counting parameter would return it again and again.
    last: Bytes,
}

/// What follows the current items.
#[derive(Debug)]
enum Next {
    Page(Request),
    /// A page that was already requested: following it would never end.
    Loop(String),
    Refused(RequestError),
    End,
}

impl<T, E> Items<T, E> {
    pub(crate) fn new(
        request: Request,
        paging: Paging,
        read: fn(&Answer) -> Result<Page<T>, Error<E>>,
    ) -> Self {
        let text = request.parameter(paging.parameter).map(str::to_owned);
        let position = text
            .as_ref()
            .and_then(|text| text.rsplit('=').next()?.parse().ok());
        let position = position.unwrap_or(paging.first);
        let start = if paging.is_address() {
            request.address().ok().map(|url| url.to_string())
        } else {
            text
        };
        Self {
            sent: start.into_iter().collect(),
            operation: request.operation.id,
            next: Next::Page(request),
            paging,
            read,
            sending: None,
            items: Vec::new().into_iter(),
            position,
            had: if paging.is_offset() {
                position.saturating_sub(paging.first)
            } else {
                0
            },
            last: Bytes::new(),
        }
    }

    /// Returns the next item; `None` at the end.
    pub async fn next(&mut self) -> Option<Result<T, Error<E>>> {
        poll_fn(|context| self.poll_item(context)).await
    }

    /// Returns the next item; `None` at the end.
    ///
    /// # Errors
    /// Returns an error if a page cannot be fetched.
    pub async fn try_next(&mut self) -> Result<Option<T>, Error<E>> {
        self.next().await.transpose()
    }

    /// Returns all remaining items.
    ///
    /// # Errors
    /// Returns an error if a page cannot be fetched.
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
            Next::Loop(parameter) => return Poll::Ready(Some(Err(self.page_loop(parameter)))),
            Next::Refused(error) => {
                let operation = self.operation;
                return Poll::Ready(Some(Err(Error::Request { operation, error })));
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
        let page = match page {
            Ok(page) if self.is_repeated(&page) => {
                let text = request.parameter(self.paging.parameter);
                Err(self.page_loop(text.unwrap_or_default().to_owned()))
            }
            Ok(page) => {
                self.next = self.after(request, &page);
                Ok(page)
            }
            Err(error) => Err(error),
        };
        Poll::Ready(Some(page))
    }

    fn page_loop(&self, parameter: String) -> Error<E> {
        Error::PageLoop {
            operation: self.operation,
            parameter,
        }
    }

    fn is_repeated(&self, page: &Page<T>) -> bool {
        self.paging.is_counted() && !page.items.is_empty() && self.last == page.raw.bytes()
    }

    fn after(&mut self, request: Request, page: &Page<T>) -> Next {
        let count = page.items.len() as u64;
        self.had += count;
        self.last = page.raw.bytes().clone();
        match self.paging.turn(&page.raw, count, self.had, self.position) {
            Turn::End => Next::End,
            Turn::Position(position) => {
                self.position = position;
                self.with_parameter(request, &position.into())
            }
            Turn::Value(value) => self.with_parameter(request, &value),
            Turn::Address(address) => match request.at(&address) {
                Ok((request, url)) if self.sent.insert(url.to_string()) => Next::Page(request),
                Ok((_, url)) => Next::Loop(url.path().to_owned()),
                Err(error) => Next::Refused(error),
            },
        }
    }

    fn with_parameter(&mut self, request: Request, value: &Value) -> Next {
        let (request, parameter) = request.page(self.paging.parameter, value);
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
