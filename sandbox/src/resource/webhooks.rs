//! The webhook and its deliveries.

use server::runtime::Caller;
use server::webhooks::{
    GetWebhookDeliveryRequest, GetWebhookDeliveryResponse, GetWebhookRequest, GetWebhookResponse,
    ListWebhookDeliveriesRequest, ListWebhookDeliveriesResponse, PutWebhookRequest,
    PutWebhookResponse, RedeliverWebhookDeliveryRequest, RedeliverWebhookDeliveryResponse,
    RotateWebhookSecretRequest, RotateWebhookSecretResponse, TestWebhookRequest,
    TestWebhookResponse,
};
use types::{OrgId, Webhook, WebhookDelivery, WebhookDeliveryList, WebhookDeliveryStatus};

use super::{Resource, location};
use crate::answers::answer;
use crate::delivery;
use crate::failure::Failure;
use crate::principal::Principal;
use crate::store::{Page, Work};

impl server::Webhooks for Resource {
    async fn get_webhook(
        &self,
        _: Caller<Principal>,
        request: GetWebhookRequest,
    ) -> GetWebhookResponse {
        answer(async {
            let mut work = self.read(&request.org_id).await?;
            let webhook = delivery::registered(&mut work)
                .await?
                .ok_or(Failure::NotFound)?;
            Ok(GetWebhookResponse::Ok(webhook))
        })
        .await
    }

    async fn put_webhook(
        &self,
        _: Caller<Principal>,
        request: PutWebhookRequest,
    ) -> PutWebhookResponse {
        answer(async {
            // Before the transaction begins, because names are resolved.
            let checked = self.targets.check(request.body.url.url()).await;
            checked.map_err(|refusal| Failure::body("/url", refusal.to_string()))?;
            let mut work = self.change(&request.org_id).await?;
            let (webhook, first) = delivery::register(&mut work, request.body).await?;
            work.commit().await?;
            Ok(if first {
                PutWebhookResponse::Created {
                    location: location(&request.org_id, &["webhook"]),
                    body: webhook,
                }
            } else {
                PutWebhookResponse::Ok(webhook)
            })
        })
        .await
    }

    async fn test_webhook(
        &self,
        _: Caller<Principal>,
        request: TestWebhookRequest,
    ) -> TestWebhookResponse {
        answer(async {
            let mut work = self.change(&request.org_id).await?;
            let webhook = delivery::registered(&mut work)
                .await?
                .ok_or(Failure::NotFound)?;
            let webhook = enabled(webhook, "a test")?;
            let event = delivery::made_up(work.org(), &request.body.event_type, work.now())
                .map_err(|error| Failure::Internal(error.into()))?;
            let body = delivery::send(&mut work, &event, webhook.url.as_str()).await?;
            work.commit().await?;
            Ok(TestWebhookResponse::Accepted {
                location: of(&request.org_id, &body),
                body,
            })
        })
        .await
    }

    async fn rotate_webhook_secret(
        &self,
        _: Caller<Principal>,
        request: RotateWebhookSecretRequest,
    ) -> RotateWebhookSecretResponse {
        answer(async {
            let mut work = self.change(&request.org_id).await?;
            let body = delivery::rotate(&mut work).await?;
            work.commit().await?;
            let cache_control = "no-store".to_owned();
            Ok(RotateWebhookSecretResponse::Ok {
                body,
                cache_control,
            })
        })
        .await
    }

    async fn list_webhook_deliveries(
        &self,
        _: Caller<Principal>,
        request: ListWebhookDeliveriesRequest,
    ) -> ListWebhookDeliveriesResponse {
        answer(async {
            let page = Page {
                limit: request.limit,
                offset: request.offset,
            };
            let (status, event) = (request.status.as_ref(), request.event_id.as_ref());
            let mut work = self.read(&request.org_id).await?;
            let found = delivery::list(&mut work, status, event, page).await?;
            let list = WebhookDeliveryList::new(found.items, found.next_offset);
            Ok(ListWebhookDeliveriesResponse::Ok(list))
        })
        .await
    }

    async fn get_webhook_delivery(
        &self,
        _: Caller<Principal>,
        request: GetWebhookDeliveryRequest,
    ) -> GetWebhookDeliveryResponse {
        answer(async {
            let mut work = self.read(&request.org_id).await?;
            Ok(GetWebhookDeliveryResponse::Ok(
                find(&mut work, &request.webhook_delivery_id.0).await?,
            ))
        })
        .await
    }

    async fn redeliver_webhook_delivery(
        &self,
        _: Caller<Principal>,
        request: RedeliverWebhookDeliveryRequest,
    ) -> RedeliverWebhookDeliveryResponse {
        answer(async {
            let mut work = self.change(&request.org_id).await?;
            let former = find(&mut work, &request.webhook_delivery_id.0).await?;
            if former.status == WebhookDeliveryStatus::Pending {
                let needed = "DELIVERED or FAILED";
                return Err(Failure::state(&former.status, "a repetition", needed));
            }
            let webhook = delivery::registered(&mut work)
                .await?
                .ok_or_else(unregistered)?;
            let webhook = enabled(webhook, "a repetition")?;
            let body = delivery::repeat(&mut work, &former, webhook.url.as_str()).await?;
            work.commit().await?;
            let location = of(&request.org_id, &body);
            Ok(RedeliverWebhookDeliveryResponse::Accepted { location, body })
        })
        .await
    }
}

async fn find(work: &mut Work, id: &str) -> Result<WebhookDelivery, Failure> {
    delivery::find(work, id).await?.ok_or(Failure::NotFound)
}

/// Returns the address of a delivery.
fn of(org: &OrgId, delivery: &WebhookDelivery) -> String {
    location(org, &["webhook", "delivery", &delivery.id.0])
}

fn enabled(webhook: Webhook, what: &str) -> Result<Webhook, Failure> {
    if webhook.enabled {
        return Ok(webhook);
    }
    let detail = format!("The webhook is disabled; {what} needs it enabled. Register it again.");
    Err(Failure::State {
        state: "DISABLED".to_owned(),
        detail,
    })
}

fn unregistered() -> Failure {
    let detail = "No webhook is registered; a repetition needs one. Register it first.".to_owned();
    Failure::State {
        state: "UNREGISTERED".to_owned(),
        detail,
    }
}
