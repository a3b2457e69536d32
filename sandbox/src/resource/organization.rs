//! The organization itself.

use server::organization::{GetOrganizationRequest, GetOrganizationResponse};
use server::runtime::Caller;

use super::Resource;
use crate::answers::answer;
use crate::principal::Principal;

impl server::Organization for Resource {
    async fn get_organization(
        &self,
        _: Caller<Principal>,
        request: GetOrganizationRequest,
    ) -> GetOrganizationResponse {
        answer(async {
            let organization = self.read(&request.org_id).await?.organization().await?;
            Ok(GetOrganizationResponse::Ok(organization))
        })
        .await
    }
}
