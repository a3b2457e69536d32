//! Rules on operations that are deprecated, and on their sunsets.

use crate::diff::Category;
use crate::diff::rules::Single;

pub(in crate::diff::rules) const RULES: &[Single] = &[
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
        title: "An operation is no longer deprecated.",
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
];
