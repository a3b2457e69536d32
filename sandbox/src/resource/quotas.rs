//! Quotas.

use server::quotas::{ListQuotasRequest, ListQuotasResponse};
use server::runtime::Caller;
use types::{Quota, QuotaList, QuotaRequired};

use super::Resource;
use crate::answers::answer;
use crate::principal::Principal;
use crate::quotas;

impl server::Quotas for Resource {
    async fn list_quotas(
        &self,
        _: Caller<Principal>,
        request: ListQuotasRequest,
    ) -> ListQuotasResponse {
        answer(async {
            let mut work = self.snapshot(&request.org_id).await?;
            let skipped = usize::try_from(request.offset).unwrap_or(usize::MAX);
            let taken = usize::try_from(request.limit).unwrap_or(0);
            let all = quotas::Quota::ALL;
            let mut items = Vec::new();
            for quota in all.into_iter().skip(skipped).take(taken) {
                let limit = quota.limit(&mut work).await?;
                let used = quota.used(&mut work).await?;
                items.push(Quota::new(QuotaRequired {
                    name: quota.name(),
                    limit,
                    used,
                }));
            }
            let is_last = skipped.saturating_add(taken) >= all.len();
            let next = (!is_last).then(|| request.offset + i64::from(request.limit));
            let list = QuotaList::new(items, next);
            Ok(ListQuotasResponse::Ok(list))
        })
        .await
    }
}
