//! Which refusals each operation declares: a [`Failure`] becomes the answer of its status.

use server::runtime::AnyStatus;
use server::{
    agreements, api_clients, buyers, disbursements, entitlements, events, offers, organization,
    products, quotas, referrals, reports, usage, webhooks,
};

use crate::failure::{Failure, problem};

/// The answer of an operation: what it has done, or why it has not.
pub async fn answer<T: From<Failure>>(work: impl Future<Output = Result<T, Failure>>) -> T {
    work.await.unwrap_or_else(T::from)
}

/// The statuses by the names that the generated answers have for them.
#[expect(non_upper_case_globals, reason = "named as the variants are")]
mod status {
    pub(super) const Forbidden: u16 = 403;
    pub(super) const NotFound: u16 = 404;
    pub(super) const Conflict: u16 = 409;
    pub(super) const UnprocessableContent: u16 = 422;
}

/// Every operation can say `NotFound`; what else it can is written after its name. A failure that
/// an operation does not declare is a fault of this program, so it is answered as one.
macro_rules! refusals {
    ($($module:ident { $($answer:ident $(+ $variant:ident)*;)* })*) => {$($(
        impl From<Failure> for $module::$answer {
            fn from(failure: Failure) -> Self {
                match failure.status() {
                    status::NotFound => Self::NotFound(failure.into_problem()),
                    $(status::$variant => Self::$variant(failure.into_problem()),)*
                    500 => Self::Default(SERVER_ERROR, failure.into_problem()),
                    undeclared => {
                        tracing::error!(undeclared, ?failure, answer = stringify!($answer));
                        Self::Default(SERVER_ERROR, problem(500, "internal-error", None))
                    }
                }
            }
        }
    )*)*};
}

/// 500 (RFC 9110 §15.6.1).
const SERVER_ERROR: AnyStatus = match AnyStatus::new(500) {
    Some(status) => status,
    None => unreachable!(),
};

refusals! {
    organization {
        GetOrganizationResponse;
    }
    products {
        ListProductsResponse;
        CreateProductResponse + Conflict + UnprocessableContent;
        GetProductResponse;
        UpdateProductResponse + Conflict + UnprocessableContent;
        PublishProductResponse + Conflict;
    }
    offers {
        ListOffersResponse;
        CreateOfferResponse + Conflict + UnprocessableContent;
        GetOfferResponse;
        UpdateOfferResponse + Conflict;
        PublishOfferResponse + Conflict;
        CancelOfferResponse + Conflict;
        ExtendOfferResponse + Conflict + UnprocessableContent;
    }
    agreements {
        ListAgreementsResponse;
        GetAgreementResponse;
        CancelAgreementResponse + Conflict;
    }
    entitlements {
        ListEntitlementsResponse;
        GetEntitlementResponse;
    }
    usage {
        ListUsageRecordGroupsResponse;
        CreateUsageRecordGroupResponse + Conflict + UnprocessableContent;
        GetUsageRecordGroupResponse;
        CreateUsageRecordResponse + Conflict + UnprocessableContent;
    }
    reports {
        ListUsageRecordReportsResponse + UnprocessableContent;
        GetUsageRecordReportResponse;
    }
    buyers {
        ListBuyersResponse;
        GetBuyerResponse;
    }
    referrals {
        ListReferralsResponse;
        CreateReferralResponse + Conflict + UnprocessableContent;
        GetReferralResponse;
        UpdateReferralResponse + Conflict + UnprocessableContent;
        AcceptReferralResponse + Conflict;
        RejectReferralResponse + Conflict;
    }
    disbursements {
        ListDisbursementsResponse + UnprocessableContent;
        GetDisbursementResponse;
    }
    events {
        ListEventsResponse;
        GetEventResponse;
    }
    webhooks {
        GetWebhookResponse;
        PutWebhookResponse + UnprocessableContent;
        TestWebhookResponse + Conflict;
        RotateWebhookSecretResponse;
        ListWebhookDeliveriesResponse;
        GetWebhookDeliveryResponse;
        RedeliverWebhookDeliveryResponse + Conflict;
    }
    api_clients {
        ListApiClientsResponse;
        CreateApiClientResponse + Forbidden + Conflict;
        GetApiClientResponse;
        DeleteApiClientResponse + Conflict;
    }
    quotas {
        ListQuotasResponse;
    }
}
