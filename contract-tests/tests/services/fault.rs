//! The faults of services.

/// A fault of a service.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fault {
    /// A page lacks its last item, and the next page begins after it.
    LostItem,
    /// A page begins with the last item of the previous page.
    RepeatedItem,
    /// The link to the next page is broken.
    DanglingNext,
    /// A page has one item more than requested.
    LimitOffByOne,
    /// Created items are in no list.
    NotListed,
    /// Created items differ from what was sent.
    EchoDiffers,
    /// Changes are acknowledged but not stored.
    UpdateUnseen,
    /// Deleted items still exist.
    DeletedStays,
    /// Lists contain items of other tenants.
    CrossTenant,
    /// 401 without a challenge.
    NoChallenge,
    /// 405 without `Allow`.
    NoAllow,
    /// HEAD returns another status than GET.
    HeadDiffers,
    /// The status is not declared.
    UndeclaredStatus,
    /// The media type is not declared.
    WrongMediaType,
    /// The body lacks a required property.
    BrokenSchema,
    /// An integer is out of the range of its format.
    IntegerOutOfRange,
    /// Two optional properties together cause a 500.
    RareCrash,
    /// Requests that violate the description are accepted.
    Unchecked,
    /// Numbers below their minimum are accepted.
    NoMinimum,
    /// A query value that is not JSON is ignored where a number is described.
    WordForNumber,
    /// A query value that is not JSON is ignored where a boolean is described.
    WordForBoolean,
    /// An item is read as a member of another object.
    Wrapped,
    /// Every response announces the sunset of its operation, at [`crate::server::END`].
    AnnouncesEnd,
    /// Occasionally a request is rejected, but its repetition is accepted.
    Busy,
    /// Occasionally a response does not come in time, but the repeated request is answered.
    Slow,
    /// A PUT with malformed JSON is never answered.
    StallsOnMalformed,
    /// Occasionally a request ends the service, which is started again a moment later.
    Restarts,
    /// Some requests are rejected three times, and then find their connection closed once.
    Tired,
    /// Deeply nested JSON ends the service.
    DiesOfDepth,
    /// A read with an invalid page number ends the service.
    DiesOfQuery,
    /// A request with too large a body gets no response: the connection is closed (RFC 9110
    /// §15.5.14).
    HangsUp,
    /// Idempotency keys are ignored.
    KeyIgnored,
    /// A request that is repeated with the same idempotency key is executed again.
    KeyForgotten,
    /// 405 is never sent: other methods are handled like GET.
    MethodTaken,
    /// Malformed JSON causes a 500.
    MalformedCrash,
    /// Missing resources are answered with 200.
    UnknownFound,
    /// Missing resources cause a 500.
    UnknownCrash,
    /// Bodies are parsed as JSON whatever their media type.
    MediaTypesIgnored,
    /// `Location` leads to another item.
    LocationElsewhere,
    /// No credential is required.
    Open,
    /// Items created below another item refer to a different parent.
    OtherParent,
    /// A total differs from the sum of its parts.
    TotalWrong,
    /// Changes ignore entity tags.
    EtagIgnored,
    /// A deprecated operation does not announce it.
    NoDeprecation,
    /// The tenant is taken from the request without checking the caller.
    TenantTaken,
    /// The result of an accepted request never appears.
    JobLost,
    /// Responses repeat the caller's credential, in many forms.
    RepeatsCredential,
}
