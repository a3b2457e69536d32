//! Usage.

use server::runtime::Caller;
use server::usage::{
    CreateUsageRecordGroupRequest, CreateUsageRecordGroupResponse, CreateUsageRecordRequest,
    CreateUsageRecordResponse, GetUsageRecordGroupRequest, GetUsageRecordGroupResponse,
    ListUsageRecordGroupsRequest, ListUsageRecordGroupsResponse,
};
use types::{UsageRecord, UsageRecordGroup, UsageRecordGroupList};

use super::{Resource, location};
use crate::answers::answer;
use crate::principal::Principal;
use crate::store::Page;
use crate::usage::{self, Submission, Submitted};

impl server::Usage for Resource {
    async fn list_usage_record_groups(
        &self,
        _: Caller<Principal>,
        request: ListUsageRecordGroupsRequest,
    ) -> ListUsageRecordGroupsResponse {
        answer(async {
            let page = Page {
                limit: request.limit,
                offset: request.offset,
            };
            let mut work = self.snapshot(&request.org_id).await?;
            let found = usage::list(&mut work, &request.entitlement_id, page).await?;
            let list = UsageRecordGroupList::new(found.items, found.next_offset);
            Ok(ListUsageRecordGroupsResponse::Ok(list))
        })
        .await
    }

    async fn create_usage_record_group(
        &self,
        _: Caller<Principal>,
        request: CreateUsageRecordGroupRequest,
    ) -> CreateUsageRecordGroupResponse {
        answer(async {
            let submission = Submission {
                id: request.body.id,
                time: request.body.usage_time,
                records: request.body.records,
                metadata: request.body.metadata,
                pointer: |index| format!("/records/{index}"),
            };
            let mut work = self.change(&request.org_id).await?;
            let submitted = usage::submit(&mut work, &request.entitlement_id, submission).await?;
            work.commit().await?;
            Ok(match submitted {
                Submitted::Known(group) => CreateUsageRecordGroupResponse::Ok(group),
                Submitted::New(group) => CreateUsageRecordGroupResponse::Created {
                    location: address(&group),
                    body: group,
                },
            })
        })
        .await
    }

    async fn get_usage_record_group(
        &self,
        _: Caller<Principal>,
        request: GetUsageRecordGroupRequest,
    ) -> GetUsageRecordGroupResponse {
        answer(async {
            let mut work = self.snapshot(&request.org_id).await?;
            let (entitlement, id) = (&request.entitlement_id, &request.usage_record_group_id);
            let group = usage::get(&mut work, entitlement, id).await?;
            Ok(GetUsageRecordGroupResponse::Ok(group))
        })
        .await
    }

    async fn create_usage_record(
        &self,
        _: Caller<Principal>,
        request: CreateUsageRecordRequest,
    ) -> CreateUsageRecordResponse {
        answer(async {
            let record = UsageRecord::new(request.body.dimension, request.body.quantity);
            let submission = Submission {
                id: None,
                time: request.body.usage_time,
                records: vec![record],
                metadata: None,
                pointer: |_| String::new(),
            };
            let mut work = self.change(&request.org_id).await?;
            let submitted = usage::submit(&mut work, &request.entitlement_id, submission).await?;
            work.commit().await?;
            let (Submitted::New(group) | Submitted::Known(group)) = submitted;
            Ok(CreateUsageRecordResponse::Created {
                location: address(&group),
                body: group,
            })
        })
        .await
    }
}

fn address(group: &UsageRecordGroup) -> String {
    let (entitlement, id) = (&group.entitlement_id.0, &group.id.0);
    location(
        &group.org_id,
        &["entitlement", entitlement, "usageRecordGroup", id],
    )
}
