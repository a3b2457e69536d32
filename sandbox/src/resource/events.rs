//! Events.

use server::events::{GetEventRequest, GetEventResponse, ListEventsRequest, ListEventsResponse};
use server::runtime::Caller;
use types::EventList;

use super::Resource;
use crate::answers::answer;
use crate::principal::Principal;
use crate::store::{Filter, Page};

impl server::Events for Resource {
    async fn list_events(
        &self,
        _: Caller<Principal>,
        request: ListEventsRequest,
    ) -> ListEventsResponse {
        answer(async {
            let filter = Filter::new().equal("type", request.r#type.as_ref());
            let page = Page {
                limit: request.limit,
                offset: request.offset,
            };
            let found = self
                .read(&request.org_id)
                .await?
                .list(&filter, page)
                .await?;
            let list = EventList::new(found.items, found.next_offset);
            Ok(ListEventsResponse::Ok(list))
        })
        .await
    }

    async fn get_event(&self, _: Caller<Principal>, request: GetEventRequest) -> GetEventResponse {
        answer(async {
            let mut work = self.read(&request.org_id).await?;
            Ok(GetEventResponse::Ok(work.find(&request.event_id.0).await?))
        })
        .await
    }
}
