//! The names of rules on values.

/// The names of a rule at all places, from what they end with.
macro_rules! names {
    ($($name:literal),+) => {
        $crate::diff::rules::family::Names {
            parameter: concat!("request-parameter-", $($name),+),
            request_body: concat!("request-body-", $($name),+),
            request_property: concat!("request-property-", $($name),+),
            response_body: concat!("response-body-", $($name),+),
            response_property: concat!("response-property-", $($name),+),
            header: concat!("response-header-", $($name),+),
        }
    };
}
pub(super) use names;
