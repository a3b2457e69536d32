//! What can be wrong with a service.

/// What is wrong with a service.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fault {
    /// A page lacks its last item, and the next page begins behind it.
    LostItem,
    /// A page begins with the last item of the page before.
    RepeatedItem,
    /// The way to the next page leads nowhere.
    DanglingNext,
    /// A page has one item more than was requested.
    LimitOffByOne,
    /// What is made is in no list.
    NotListed,
    /// What is made is not what was sent.
    EchoDiffers,
    /// A change is answered and not kept.
    UpdateUnseen,
    /// What is deleted is still there.
    DeletedStays,
    /// Lists have what is others'.
    CrossTenant,
    /// 401 without a challenge.
    NoChallenge,
    /// 405 without `Allow`.
    NoAllow,
    /// HEAD is answered with another status than GET.
    HeadDiffers,
    /// A status that is not declared.
    UndeclaredStatus,
    /// A media type that is not declared.
    WrongMediaType,
    /// A body without a member that is required.
    BrokenSchema,
    /// An integer that its format does not hold.
    IntegerOutOfRange,
    /// 500 where two optional members meet.
    RareCrash,
    /// Requests that break the description are taken.
    Unchecked,
    /// Every response announces the end of its operation, at [`crate::server::END`].
    AnnouncesEnd,
    /// Now and then a request is not taken on; it is when it is repeated.
    Busy,
    /// Now and then a response does not come in time; it does when the request is repeated.
    Slow,
    /// A PUT whose body is not JSON is never answered.
    StallsOnMalformed,
    /// A request with too large a body is never answered: the connection ends (RFC 9110 §15.5.14).
    HangsUp,
    /// An idempotency key means nothing.
    KeyIgnored,
    /// What is asked again with an idempotency key is done again.
    KeyForgotten,
    /// 405 is not known: what is asked by another method is answered as GET is.
    MethodTaken,
    /// What is not JSON is answered with 500.
    MalformedCrash,
    /// What there is not is answered with 200.
    UnknownFound,
    /// What there is not is answered with 500.
    UnknownCrash,
    /// A body is read as JSON whatever its media type is.
    MediaTypesIgnored,
    /// `Location` leads to another item.
    LocationElsewhere,
    /// No credential is needed.
    Open,
    /// What is made below an item names another one.
    OtherParent,
    /// A total is not that of its parts.
    TotalWrong,
    /// A change is made whatever entity tag it names.
    EtagIgnored,
    /// A deprecated operation does not say so.
    NoDeprecation,
    /// The tenant is that which a request names, whoever asks.
    TenantTaken,
    /// What an accepted request is followed by is not there.
    JobLost,
    /// Answers repeat the credential that they were asked with, in many forms.
    RepeatsCredential,
}
