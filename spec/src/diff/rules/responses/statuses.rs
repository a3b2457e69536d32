//! Rules on responses: their statuses.

use crate::diff::Category;
use crate::diff::rules::Single;

pub(in crate::diff::rules) const RULES: &[Single] = &[
    Single {
        id: "response-success-status-removed",
        category: Category::Wire,
        title: "A status of success is gone.",
        meaning: "Callers who handle it, such as 202 for work that goes on, wait for an answer that does not come.",
        source: "“The documentation is not necessarily expected to cover all possible HTTP response codes because they may not be known in advance. However, documentation is expected to cover a successful operation response and any known errors.” (OpenAPI 3.1.0 §4.8.16)",
        example: (
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses:
        "200": {description: Offers}
        "202": {description: Not ready yet}
"#,
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses:
        "200": {description: Offers}
"#,
        ),
        fix: "Keep answering with the status where it was answered.",
    },
    Single {
        id: "response-success-status-added",
        category: Category::Wire,
        title: "There is a new status of success.",
        meaning: "Typed clients decode a body by its status, and code that compares with one status takes the other for a failure.",
        source: "“The documentation is not necessarily expected to cover all possible HTTP response codes because they may not be known in advance. However, documentation is expected to cover a successful operation response and any known errors.” (OpenAPI 3.1.0 §4.8.16)",
        example: (
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses:
        "200": {description: Offers}
"#,
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses:
        "200": {description: Offers}
        "202": {description: Not ready yet}
"#,
        ),
        fix: "Answer with the new status only where callers ask for it, such as by a new parameter.",
    },
    Single {
        id: "response-non-success-status-removed",
        category: Category::Wire,
        title: "A status of failure is gone.",
        meaning: "The operation fails in one way less; callers who handle it handle what never comes.",
        source: "“The documentation is not necessarily expected to cover all possible HTTP response codes because they may not be known in advance. However, documentation is expected to cover a successful operation response and any known errors.” (OpenAPI 3.1.0 §4.8.16)",
        example: (
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses:
        "200": {description: Offers}
        "409": {description: Busy}
"#,
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses:
        "200": {description: Offers}
"#,
        ),
        fix: "Nothing has to be done.",
    },
    Single {
        id: "response-non-success-status-added",
        category: Category::Wire,
        title: "There is a new status of failure.",
        meaning: "Clients have to handle any status of the classes 4xx and 5xx already.",
        source: "“The documentation is not necessarily expected to cover all possible HTTP response codes because they may not be known in advance. However, documentation is expected to cover a successful operation response and any known errors.” (OpenAPI 3.1.0 §4.8.16)",
        example: (
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses:
        "200": {description: Offers}
"#,
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses:
        "200": {description: Offers}
        "409": {description: Busy}
"#,
        ),
        fix: "Nothing has to be done. Do not answer with it where the same request succeeded before.",
    },
];
