//! Usage record reports.

use server::reports::{
    GetUsageRecordReportRequest, GetUsageRecordReportResponse, ListUsageRecordReportsRequest,
    ListUsageRecordReportsResponse,
};
use server::runtime::Caller;
use types::UsageRecordReportList;

use super::Resource;
use super::period::period;
use crate::answers::answer;
use crate::principal::Principal;
use crate::store::{Filter, Page};
use crate::usage;

impl server::Reports for Resource {
    async fn list_usage_record_reports(
        &self,
        _: Caller<Principal>,
        request: ListUsageRecordReportsRequest,
    ) -> ListUsageRecordReportsResponse {
        answer(async {
            let mut work = self.snapshot(&request.org_id).await?;
            let (first, last) = period(work.now(), request.start_date, request.end_date)?;
            let filter = Filter::new()
                .equal("partner", request.partner.as_ref())
                .equal("buyer_id", request.buyer_id.as_ref())
                .equal("entitlement_id", request.entitlement_id.as_ref())
                .from("day", &first)
                .to("day", &last);
            let page = Page {
                limit: request.limit,
                offset: request.offset,
            };
            let found = usage::list_reports(&mut work, &filter, page).await?;
            let list = UsageRecordReportList::new(found.items, found.next_offset);
            Ok(ListUsageRecordReportsResponse::Ok(list))
        })
        .await
    }

    async fn get_usage_record_report(
        &self,
        _: Caller<Principal>,
        request: GetUsageRecordReportRequest,
    ) -> GetUsageRecordReportResponse {
        answer(async {
            let mut work = self.snapshot(&request.org_id).await?;
            let report = usage::get_report(&mut work, &request.usage_record_report_id).await?;
            Ok(GetUsageRecordReportResponse::Ok(report))
        })
        .await
    }
}
