//! Rules on operations that come and go.

use crate::diff::Category;
use crate::diff::rules::Single;

pub(in crate::diff::rules) const RULES: &[Single] = &[
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
];
