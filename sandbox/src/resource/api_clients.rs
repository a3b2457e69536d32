//! OAuth Apps and legacy API keys (interface §5).

use server::api_clients::{
    CreateApiClientRequest, CreateApiClientResponse, DeleteApiClientRequest,
    DeleteApiClientResponse, GetApiClientRequest, GetApiClientResponse, ListApiClientsRequest,
    ListApiClientsResponse,
};
use server::runtime::Caller;
use types::{ApiClientCreate, ApiClientList, ApiClientWithSecret};

use super::{Resource, location};
use crate::answers::answer;
use crate::api_clients::{self, NewApp};
use crate::failure::Failure;
use crate::principal::Principal;
use crate::quotas::{self, Quota};
use crate::store::{Filter, Page};

impl server::ApiClients for Resource {
    async fn list_api_clients(
        &self,
        _: Caller<Principal>,
        request: ListApiClientsRequest,
    ) -> ListApiClientsResponse {
        answer(async {
            let page = Page {
                limit: request.limit,
                offset: request.offset,
            };
            let found = self
                .read(&request.org_id)
                .await?
                .list(&Filter::new(), page)
                .await?;
            let list = ApiClientList::new(found.items, found.next_offset);
            Ok(ListApiClientsResponse::Ok(list))
        })
        .await
    }

    async fn create_api_client(
        &self,
        caller: Caller<Principal>,
        request: CreateApiClientRequest,
    ) -> CreateApiClientResponse {
        answer(async {
            let ApiClientCreate {
                name,
                scopes,
                redirect_uris,
                public_client,
                ..
            } = request.body;
            let has = |scope| caller.principal.scopes.contains(scope);
            if let Some(scope) = scopes.iter().find(|scope| !has(scope)) {
                let detail = format!("The caller does not have the scope {scope} itself.");
                return Err(Failure::Forbidden(detail));
            }
            let mut work = self.change(&request.org_id).await?;
            quotas::check(&mut work, Quota::ApiClients).await?;
            let app = NewApp {
                name,
                scopes,
                redirect_uris,
                is_public: public_client.unwrap_or_default(),
            };
            let (client, secret) = api_clients::create_app(&mut work, app).await?;
            work.commit().await?;
            Ok(CreateApiClientResponse::Created {
                location: location(&client.org_id, &["apiClient", &client.id.0]),
                cache_control: "no-store".to_owned(),
                body: ApiClientWithSecret {
                    id: client.id,
                    org_id: client.org_id,
                    name: client.name,
                    r#type: client.r#type,
                    client_id: client.client_id.unwrap_or_default(),
                    client_secret: secret,
                    scopes: client.scopes,
                    redirect_uris: client.redirect_uris,
                    public_client: client.public_client,
                    last_use_time: None,
                    creation_time: client.creation_time,
                    unknown: serde_json::Map::new(),
                },
            })
        })
        .await
    }

    async fn get_api_client(
        &self,
        _: Caller<Principal>,
        request: GetApiClientRequest,
    ) -> GetApiClientResponse {
        answer(async {
            let mut work = self.read(&request.org_id).await?;
            Ok(GetApiClientResponse::Ok(
                work.find(&request.api_client_id.0).await?,
            ))
        })
        .await
    }

    async fn delete_api_client(
        &self,
        caller: Caller<Principal>,
        request: DeleteApiClientRequest,
    ) -> DeleteApiClientResponse {
        answer(async {
            let mut work = self.change(&request.org_id).await?;
            work.find::<types::ApiClient>(&request.api_client_id.0)
                .await?;
            if caller.principal.api_client == request.api_client_id.0 {
                let detail = "A client cannot delete itself.".to_owned();
                return Err(Failure::Conflict {
                    kind: "state-conflict",
                    detail,
                });
            }
            api_clients::delete(&mut work, &request.api_client_id).await?;
            work.commit().await?;
            Ok(DeleteApiClientResponse::NoContent)
        })
        .await
    }
}
