//! Rules on header fields of responses.

use crate::diff::Category;
use crate::diff::rules::Single;

pub(in crate::diff::rules) const RULES: &[Single] = &[
    Single {
        id: "response-header-style-changed",
        category: Category::Wire,
        title: "The value of a response header is written in another way.",
        meaning: "`explode` changed, such as from `a,1` to `a=1`. Clients that read only the old form misread the new one.",
        source: "“When this is true, parameter values of type array or object generate separate parameters for each value of the array or key-value pair of the map.” (OpenAPI 3.1.0 §4.8.12.2.1)",
        example: (
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses:
        "204":
          description: No offers
          headers:
            Counts: {schema: {type: object, additionalProperties: {type: integer}}}
"#,
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses:
        "204":
          description: No offers
          headers:
            Counts: {explode: true, schema: {type: object, additionalProperties: {type: integer}}}
"#,
        ),
        fix: "Keep `explode`, or add a header field beside the old one.",
    },
    Single {
        id: "required-response-header-removed",
        category: Category::Wire,
        title: "A header that was always sent is gone.",
        meaning: "Callers were promised it and may rely on it.",
        source: "“Maps a header name to its definition.” (OpenAPI 3.1.0 §4.8.17.1)",
        example: (
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses:
        "200":
          description: Offers
          headers:
            X-Request-Id: {required: true, schema: {type: string}}
"#,
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses:
        "200":
          description: Offers
"#,
        ),
        fix: "Keep sending the header in every answer of this status.",
    },
    Single {
        id: "optional-response-header-removed",
        category: Category::Behavior,
        title: "A header that was sometimes sent is gone.",
        meaning: "Callers had to do without it at times, but may use it where it is there.",
        source: "“Maps a header name to its definition.” (OpenAPI 3.1.0 §4.8.17.1)",
        example: (
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses:
        "200":
          description: Offers
          headers:
            X-Request-Id: {schema: {type: string}}
"#,
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses:
        "200":
          description: Offers
"#,
        ),
        fix: "Keep sending the header, or check that no caller uses it.",
    },
    Single {
        id: "response-header-added",
        category: Category::Wire,
        title: "There is a new header of a response.",
        meaning: "Callers who do not know the header ignore it (RFC 9110 §5.1).",
        source: "“Maps a header name to its definition.” (OpenAPI 3.1.0 §4.8.17.1)",
        example: (
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses:
        "200":
          description: Offers
"#,
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses:
        "200":
          description: Offers
          headers:
            X-Request-Id: {schema: {type: string}}
"#,
        ),
        fix: "Nothing has to be done.",
    },
    Single {
        id: "response-header-became-optional",
        category: Category::Wire,
        title: "A header that was always sent may be missing now.",
        meaning: "Callers who rely on it fail where it is missing.",
        source: "“Maps a header name to its definition.” (OpenAPI 3.1.0 §4.8.17.1)",
        example: (
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses:
        "200":
          description: Offers
          headers:
            X-Request-Id: {required: true, schema: {type: string}}
"#,
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses:
        "200":
          description: Offers
          headers:
            X-Request-Id: {schema: {type: string}}
"#,
        ),
        fix: "Keep sending the header in every answer.",
    },
    Single {
        id: "response-header-became-required",
        category: Category::Wire,
        title: "A header that was sometimes sent is always sent now.",
        meaning: "Callers who can do without it are not affected.",
        source: "“Maps a header name to its definition.” (OpenAPI 3.1.0 §4.8.17.1)",
        example: (
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses:
        "200":
          description: Offers
          headers:
            X-Request-Id: {schema: {type: string}}
"#,
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses:
        "200":
          description: Offers
          headers:
            X-Request-Id: {required: true, schema: {type: string}}
"#,
        ),
        fix: "Nothing has to be done.",
    },
];
