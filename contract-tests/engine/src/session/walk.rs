//! Lists: their items, and how to get from page to page.

use super::{Answer, RequestBuilder, Session, Stop};
use conformance_core::description::OperationId;
use conformance_core::items::items_at;
use conformance_core::json::Json;
use conformance_core::paging::{Next, NextHint, Paging, Place};

/// One page of a list.
#[derive(Debug)]
pub struct Page {
    /// The response.
    pub answer: Answer,
    /// The items.
    pub items: Vec<Json>,
    /// The request for the next page, if there is one.
    pub next: Option<Next>,
    /// What the response says about a next page.
    pub hint: NextHint,
}

impl Session {
    /// Returns the items in the response of a list.
    ///
    /// # Errors
    /// Returns an error if there are no items at the place that the description declares.
    pub fn items(&self, operation: OperationId, answer: &Answer) -> Result<Vec<Json>, Stop> {
        let described = self.description.operation(operation);
        let body = answer.body()?;
        let at = items_at(&self.description.api, described);
        let items = at.as_ref().and_then(|at| at.items(body));
        items.map(<[Json]>::to_vec).ok_or_else(|| {
            Stop::Undecided(format!(
                "{}: the answer has no items where they should be",
                described.id
            ))
        })
    }

    /// Fetches one page of a list. `builder` has everything but the position of the page.
    ///
    /// # Errors
    /// Returns an error if the response is not a page.
    pub async fn page(
        &self,
        operation: OperationId,
        builder: RequestBuilder<'_>,
        next: Option<&Next>,
        skipped: usize,
    ) -> Result<Page, Stop> {
        let paging = Paging::of(self.description.operation(operation));
        let page = match next {
            Some(Next::Parameter(name, value)) if paging.page.as_ref() == Some(name) => {
                value.as_u64().unwrap_or(1)
            }
            _ => self
                .first_page(self.description.operation(operation))
                .unwrap_or(1),
        };
        let by_link = matches!(next, Some(Next::Target(_)));
        let builder = match next {
            None => builder,
            Some(Next::Parameter(name, value)) => builder.parameter(name, value),
            Some(Next::Target(target)) => builder.target(self.target_of(operation, target)?),
        };
        let answer = builder.send().await?.success()?;
        let items = self.items(operation, &answer)?;
        let place = Place {
            skipped,
            page,
            items: &items,
        };
        let hint = paging.hint(&answer, answer.body()?);
        // Where links lead from page to page, a page without a link is the last.
        let next = if by_link && hint == NextHint::Nothing {
            None
        } else {
            paging.next_of(&answer, answer.body()?, place)
        };
        Ok(Page {
            answer,
            items,
            next,
            hint,
        })
    }

    /// Fetches the pages of a list from the first, at most `most` of them.
    ///
    /// # Errors
    /// Returns an error if a response is not a page.
    pub async fn walk(
        &self,
        operation: OperationId,
        builder: &RequestBuilder<'_>,
        most: usize,
    ) -> Result<Vec<Page>, Stop> {
        let mut pages: Vec<Page> = Vec::new();
        let mut skipped = 0;
        while pages.len() < most {
            let next = match pages.last() {
                None => None,
                Some(page) => match &page.next {
                    Some(next) => Some(next.clone()),
                    None => break,
                },
            };
            let page = self
                .page(operation, builder.clone(), next.as_ref(), skipped)
                .await?;
            skipped += page.items.len();
            pages.push(page);
        }
        Ok(pages)
    }

    /// Returns the target of a link to the API's host. The link may be relative to the list (RFC
    /// 3986 §5). Targets are appended to the path of the base URL, so that path is removed.
    fn target_of(&self, list: OperationId, link: &str) -> Result<String, Stop> {
        let foreign =
            || Stop::Undecided("the link to the next page leads to another host".to_owned());
        let base = &self.profile.base_url;
        let prefix = base.path().trim_end_matches('/');
        let mut own = base.clone();
        own.set_path(&format!(
            "{prefix}{}",
            self.description.operation(list).path
        ));
        let url = own.join(link).map_err(|_| foreign())?;
        if url.origin() != base.origin() {
            return Err(foreign());
        }
        let path = url.path();
        let below = path.strip_prefix(prefix);
        let path = below.filter(|rest| rest.starts_with('/')).ok_or_else(|| {
            Stop::Undecided("the link to the next page leads out of the API".to_owned())
        })?;
        Ok(match url.query() {
            Some(query) => format!("{path}?{query}"),
            None => path.to_owned(),
        })
    }
}
