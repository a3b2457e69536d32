//! Rules on operations: how they come, go, are deprecated and are named.

use super::Single;
use crate::diff::Category;

pub(super) const RULES: &[Single] = &[
    Single {
        id: "endpoint-added",
        category: Category::Wire,
        title: "There is a new operation.",
        meaning: "Clients that do not know it are not affected.",
        source: "“New fields and new endpoints are added without prior notice; clients must tolerate them.” (Interface §9 item 3)",
        example: (
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses: {"204": {description: Done}}
"#,
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses: {"204": {description: Done}}
    post:
      operationId: createOffer
      responses: {"204": {description: Done}}
"#,
        ),
        fix: "Nothing has to be done.",
    },
    Single {
        id: "api-removed-without-deprecation",
        category: Category::Wire,
        title: "An operation is gone, without having been deprecated; its path is still there.",
        meaning: "Calls of the operation are answered with 405. Callers had no warning at all.",
        source: "“Existing endpoints receive no breaking changes.” (Interface §9 item 4)",
        example: (
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses: {"204": {description: Done}}
    post:
      operationId: createOffer
      responses: {"204": {description: Done}}
"#,
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses: {"204": {description: Done}}
"#,
        ),
        fix: "Put the operation back and deprecate it first. Keep the operation on this host. What has to go goes with a new host: announce it, deprecate the operation with a sunset far enough ahead, and write a migration guide.",
    },
    Single {
        id: "api-path-removed-without-deprecation",
        category: Category::Wire,
        title: "An operation is gone with its whole path, without having been deprecated.",
        meaning: "Calls of the operation are answered with 404, which callers may take for a missing resource. Callers had no warning at all.",
        source: "“Existing endpoints receive no breaking changes.” (Interface §9 item 4)",
        example: (
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses: {"204": {description: Done}}
  /reports:
    get:
      operationId: listReports
      responses: {"204": {description: Done}}
"#,
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses: {"204": {description: Done}}
"#,
        ),
        fix: "Put the operation back and deprecate it first. Keep the operation on this host. What has to go goes with a new host: announce it, deprecate the operation with a sunset far enough ahead, and write a migration guide.",
    },
    Single {
        id: "api-removed-before-sunset",
        category: Category::Wire,
        title: "An operation is gone, before the day that its sunset announced; its path is still there.",
        meaning: "Calls of the operation are answered with 405. Callers were promised that it would answer until then.",
        source: "“Existing endpoints receive no breaking changes.” (Interface §9 item 4)",
        example: (
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses: {"204": {description: Done}}
    post:
      operationId: createOffer
      deprecated: true
      x-sunset: "2028-01-01T00:00:00Z"
      responses: {"204": {description: Done}}
"#,
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses: {"204": {description: Done}}
"#,
        ),
        fix: "Put the operation back at least until its sunset. Keep the operation on this host. What has to go goes with a new host: announce it, deprecate the operation with a sunset far enough ahead, and write a migration guide.",
    },
    Single {
        id: "api-path-removed-before-sunset",
        category: Category::Wire,
        title: "An operation is gone with its whole path, before the day that its sunset announced.",
        meaning: "Calls of the operation are answered with 404, which callers may take for a missing resource. Callers were promised that it would answer until then.",
        source: "“Existing endpoints receive no breaking changes.” (Interface §9 item 4)",
        example: (
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses: {"204": {description: Done}}
  /reports:
    get:
      operationId: listReports
      deprecated: true
      x-sunset: "2028-01-01T00:00:00Z"
      responses: {"204": {description: Done}}
"#,
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses: {"204": {description: Done}}
"#,
        ),
        fix: "Put the operation back at least until its sunset. Keep the operation on this host. What has to go goes with a new host: announce it, deprecate the operation with a sunset far enough ahead, and write a migration guide.",
    },
    Single {
        id: "api-removed-with-deprecation",
        category: Category::Wire,
        title: "An operation is gone, after its sunset; its path is still there.",
        meaning: "Calls of the operation are answered with 405. It was announced, but on one host even an announced removal breaks those who still call it.",
        source: "“A breaking change ships as a new versioned host, announced at least 12 months before any sunset, with a migration guide.” (Interface §9 item 5)",
        example: (
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses: {"204": {description: Done}}
    post:
      operationId: createOffer
      deprecated: true
      x-sunset: "2026-06-01T00:00:00Z"
      responses: {"204": {description: Done}}
"#,
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses: {"204": {description: Done}}
"#,
        ),
        fix: "Let the old host answer the operation as before, and leave it out on the new host only. Keep the operation on this host. What has to go goes with a new host: announce it, deprecate the operation with a sunset far enough ahead, and write a migration guide.",
    },
    Single {
        id: "api-path-removed-with-deprecation",
        category: Category::Wire,
        title: "An operation is gone with its whole path, after its sunset.",
        meaning: "Calls of the operation are answered with 404, which callers may take for a missing resource. It was announced, but on one host even an announced removal breaks those who still call it.",
        source: "“A breaking change ships as a new versioned host, announced at least 12 months before any sunset, with a migration guide.” (Interface §9 item 5)",
        example: (
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses: {"204": {description: Done}}
  /reports:
    get:
      operationId: listReports
      deprecated: true
      x-sunset: "2026-06-01T00:00:00Z"
      responses: {"204": {description: Done}}
"#,
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses: {"204": {description: Done}}
"#,
        ),
        fix: "Let the old host answer the operation as before, and leave it out on the new host only. Keep the operation on this host. What has to go goes with a new host: announce it, deprecate the operation with a sunset far enough ahead, and write a migration guide.",
    },
    Single {
        id: "api-deprecated-sunset-missing",
        category: Category::Behavior,
        title: "An operation was deprecated without a sunset.",
        meaning: "Callers learn that the operation will end, but not when, and the service cannot send the `Sunset` header that the interface promises.",
        source: "“Deprecated endpoints return a `Sunset` response header for the duration of the notice period.” (Interface §9 item 6)",
        example: (
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses: {"204": {description: Done}}
"#,
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      deprecated: true
      responses: {"204": {description: Done}}
"#,
        ),
        fix: "Add `x-sunset` with a date at least a year ahead: `x-sunset: \"2028-06-01T00:00:00Z\"`.",
    },
    Single {
        id: "api-deprecated-sunset-parse",
        category: Category::Behavior,
        title: "The sunset of an operation is not a date.",
        meaning: "`x-sunset` must be a date or a date-time of RFC 3339; anything else cannot become a `Sunset` header.",
        source: "“date-time = full-date \"T\" full-time” (RFC 3339 §5.6)",
        example: (
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses: {"204": {description: Done}}
"#,
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      deprecated: true
      x-sunset: next summer
      responses: {"204": {description: Done}}
"#,
        ),
        fix: "Write the date as in `x-sunset: \"2028-06-01T00:00:00Z\"`.",
    },
    Single {
        id: "api-sunset-date-too-small",
        category: Category::Behavior,
        title: "An operation was deprecated with less than a year of notice.",
        meaning: "The days are counted from the day of the comparison (`--today`) to `x-sunset`; there have to be 365.",
        source: "“A breaking change ships as a new versioned host, announced at least 12 months before any sunset, with a migration guide.” (Interface §9 item 5)",
        example: (
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses: {"204": {description: Done}}
"#,
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      deprecated: true
      x-sunset: "2027-06-01T00:00:00Z"
      responses: {"204": {description: Done}}
"#,
        ),
        fix: "Move `x-sunset` to a date that is at least 365 days ahead.",
    },
    Single {
        id: "api-sunset-date-changed-too-small",
        category: Category::Behavior,
        title: "The sunset of an operation moved to an earlier day that is less than a year ahead.",
        meaning: "Callers planned with the date that was announced first.",
        source: "“A breaking change ships as a new versioned host, announced at least 12 months before any sunset, with a migration guide.” (Interface §9 item 5)",
        example: (
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      deprecated: true
      x-sunset: "2029-01-01T00:00:00Z"
      responses: {"204": {description: Done}}
"#,
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      deprecated: true
      x-sunset: "2027-06-01T00:00:00Z"
      responses: {"204": {description: Done}}
"#,
        ),
        fix: "Put the old date back, or choose one at least 365 days ahead. Moving a sunset to a later day is always fine.",
    },
    Single {
        id: "sunset-deleted",
        category: Category::Behavior,
        title: "A deprecated operation has no sunset any more.",
        meaning: "The announced day is gone while the operation is still deprecated, so callers no longer know until when it answers.",
        source: "“Deprecated endpoints return a `Sunset` response header for the duration of the notice period.” (Interface §9 item 6)",
        example: (
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      deprecated: true
      x-sunset: "2029-01-01T00:00:00Z"
      responses: {"204": {description: Done}}
"#,
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      deprecated: true
      responses: {"204": {description: Done}}
"#,
        ),
        fix: "Put `x-sunset` back. To keep the operation for good, remove `deprecated` as well.",
    },
    Single {
        id: "endpoint-deprecated",
        category: Category::Behavior,
        title: "An operation was deprecated, without a sunset.",
        meaning: "It answers as before, and nothing says until when. Where the service promises a notice (`noticeDays` in `diff.yaml`), the change falls under `api-deprecated-sunset-missing`.",
        source: "“Declares this operation to be deprecated. Consumers SHOULD refrain from usage of the declared operation.” (OpenAPI 3.1.0 §4.8.10.1)",
        example: (
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses: {"204": {description: Done}}
"#,
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      deprecated: true
      responses: {"204": {description: Done}}
"#,
        ),
        fix: "Nothing has to be done. An `x-sunset` tells callers until when they have time.",
    },
    Single {
        id: "endpoint-deprecated-with-sunset",
        category: Category::Behavior,
        title: "An operation was deprecated, with a sunset far enough ahead.",
        meaning: "It answers as before until then; clients generated from the new description mark it as deprecated.",
        source: "“Deprecated endpoints return a `Sunset` response header for the duration of the notice period.” (Interface §9 item 6)",
        example: (
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses: {"204": {description: Done}}
"#,
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      deprecated: true
      x-sunset: "2029-01-01T00:00:00Z"
      responses: {"204": {description: Done}}
"#,
        ),
        fix: "Nothing has to be done in the description. The service sends `Deprecation` and `Sunset` headers from now on, and a `Link` to a migration guide.",
    },
    Single {
        id: "endpoint-reactivated",
        category: Category::Behavior,
        title: "An operation is not deprecated any more.",
        meaning: "It stays; callers who have moved away lose nothing.",
        source: "“Deprecated endpoints return a `Sunset` response header for the duration of the notice period.” (Interface §9 item 6)",
        example: (
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      deprecated: true
      x-sunset: "2029-01-01T00:00:00Z"
      responses: {"204": {description: Done}}
"#,
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses: {"204": {description: Done}}
"#,
        ),
        fix: "Nothing has to be done. Make sure that the service sends no `Sunset` header for it any more.",
    },
    Single {
        id: "api-stability-decreased",
        category: Category::Behavior,
        title: "An operation is less stable than it was.",
        meaning: "`x-stability-level` went down, for example from `stable` to `beta`: what callers were promised is taken back.",
        source: "“Existing endpoints receive no breaking changes.” (Interface §9 item 4)",
        example: (
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      x-stability-level: stable
      responses: {"204": {description: Done}}
"#,
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      x-stability-level: beta
      responses: {"204": {description: Done}}
"#,
        ),
        fix: "Keep the old `x-stability-level`. Mark a new operation as `beta` instead.",
    },
    Single {
        id: "api-operation-id-removed",
        category: Category::Types,
        title: "An operation has another operationId.",
        meaning: "Requests are the same, but generated clients name their methods by it, so code that calls the method does not compile any more.",
        source: "“Tools and libraries MAY use the operationId to uniquely identify an operation, therefore, it is RECOMMENDED to follow common programming naming conventions.” (OpenAPI 3.1.0 §4.8.10.1)",
        example: (
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses: {"204": {description: Done}}
"#,
            r#"
paths:
  /offers:
    get:
      operationId: getOffers
      responses: {"204": {description: Done}}
"#,
        ),
        fix: "Keep the old `operationId`. Documentation can use `summary` for a better name.",
    },
    Single {
        id: "api-path-parameter-renamed",
        category: Category::Types,
        title: "A parameter of a path has another name.",
        meaning: "The address is the same on the wire, but generated clients name arguments by it, so calls with named arguments do not compile any more.",
        source: "“If the parameter location is \"path\", this property is REQUIRED and its value MUST be true.” (OpenAPI 3.1.0 §4.8.12.2)",
        example: (
            r#"
paths:
  /offers/{id}:
    get:
      operationId: getOffer
      parameters:
        - {name: id, in: path, required: true, schema: {type: string}}
      responses: {"204": {description: Done}}
"#,
            r#"
paths:
  /offers/{offerId}:
    get:
      operationId: getOffer
      parameters:
        - {name: offerId, in: path, required: true, schema: {type: string}}
      responses: {"204": {description: Done}}
"#,
        ),
        fix: "Keep the old name of the parameter; a better one can stand in its `description`.",
    },
];
