//! Rules on request bodies: whether there is one.

use crate::diff::Category;
use crate::diff::rules::Single;

pub(in crate::diff::rules) const RULES: &[Single] = &[
    Single {
        id: "request-body-became-required",
        category: Category::Wire,
        title: "The request body must be sent now.",
        meaning: "Calls without a body, which were allowed, are refused.",
        source: "“Determines if the request body is required in the request. Defaults to false.” (OpenAPI 3.1.0 §4.8.13.1)",
        example: (
            r#"
paths:
  /offers:
    post:
      operationId: createOffer
      requestBody:
        required: false
        content:
          application/json:
            schema: {type: object}
      responses: {"204": {description: Done}}
"#,
            r#"
paths:
  /offers:
    post:
      operationId: createOffer
      requestBody:
        required: true
        content:
          application/json:
            schema: {type: object}
      responses: {"204": {description: Done}}
"#,
        ),
        fix: "Keep `required: false`, with the behavior that calls without a body have had so far.",
    },
    Single {
        id: "request-body-became-optional",
        category: Category::Wire,
        title: "The request body may be left out now.",
        meaning: "Callers who go on sending the body are not affected.",
        source: "“Determines if the request body is required in the request. Defaults to false.” (OpenAPI 3.1.0 §4.8.13.1)",
        example: (
            r#"
paths:
  /offers:
    post:
      operationId: createOffer
      requestBody:
        required: true
        content:
          application/json:
            schema: {type: object}
      responses: {"204": {description: Done}}
"#,
            r#"
paths:
  /offers:
    post:
      operationId: createOffer
      requestBody:
        required: false
        content:
          application/json:
            schema: {type: object}
      responses: {"204": {description: Done}}
"#,
        ),
        fix: "Nothing has to be done.",
    },
    Single {
        id: "request-body-added-required",
        category: Category::Wire,
        title: "There is a request body now, and it must be sent.",
        meaning: "Every existing call lacks it and is refused.",
        source: "“Determines if the request body is required in the request. Defaults to false.” (OpenAPI 3.1.0 §4.8.13.1)",
        example: (
            r#"
paths:
  /offers:
    post:
      operationId: createOffer
      responses: {"204": {description: Done}}
"#,
            r#"
paths:
  /offers:
    post:
      operationId: createOffer
      requestBody:
        required: true
        content:
          application/json:
            schema: {type: object}
      responses: {"204": {description: Done}}
"#,
        ),
        fix: "Make the body optional, and let the operation do without it what it did before.",
    },
    Single {
        id: "request-body-added-optional",
        category: Category::Wire,
        title: "There is a request body now, which may be left out.",
        meaning: "Callers who send no body are not affected, as it is optional.",
        source: "“Determines if the request body is required in the request. Defaults to false.” (OpenAPI 3.1.0 §4.8.13.1)",
        example: (
            r#"
paths:
  /offers:
    post:
      operationId: createOffer
      responses: {"204": {description: Done}}
"#,
            r#"
paths:
  /offers:
    post:
      operationId: createOffer
      requestBody:
        required: false
        content:
          application/json:
            schema: {type: object}
      responses: {"204": {description: Done}}
"#,
        ),
        fix: "Nothing has to be done.",
    },
    Single {
        id: "request-body-removed",
        category: Category::Wire,
        title: "The request body is gone.",
        meaning: "What callers send in it is ignored, or the request is refused.",
        source: "“Determines if the request body is required in the request. Defaults to false.” (OpenAPI 3.1.0 §4.8.13.1)",
        example: (
            r#"
paths:
  /offers:
    post:
      operationId: createOffer
      requestBody:
        required: true
        content:
          application/json:
            schema: {type: object}
      responses: {"204": {description: Done}}
"#,
            r#"
paths:
  /offers:
    post:
      operationId: createOffer
      responses: {"204": {description: Done}}
"#,
        ),
        fix: "Keep the request body, or add an operation without one.",
    },
];
