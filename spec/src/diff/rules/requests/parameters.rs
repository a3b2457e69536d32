//! Rules on parameters: which there are, and whether they must be there.

use crate::diff::Category;
use crate::diff::rules::Single;

pub(in crate::diff::rules) const RULES: &[Single] = &[
    Single {
        id: "new-optional-request-parameter",
        category: Category::Wire,
        title: "There is a new parameter that may be left out.",
        meaning: "Callers who do not send it are not affected.",
        source: "“Determines whether this parameter is mandatory.” (OpenAPI 3.1.0 §4.8.12.2)",
        example: (
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      parameters:
        - {name: sort, in: query, schema: {type: string}}
      responses: {"204": {description: Done}}
"#,
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      parameters:
        - {name: sort, in: query, schema: {type: string}}
        - {name: q, in: query, schema: {type: string}}
      responses: {"204": {description: Done}}
"#,
        ),
        fix: "Nothing has to be done. Without the parameter the operation must do what it did before.",
    },
    Single {
        id: "new-required-request-parameter",
        category: Category::Wire,
        title: "There is a new parameter that must be sent.",
        meaning: "Every existing call lacks it and is refused.",
        source: "“Determines whether this parameter is mandatory.” (OpenAPI 3.1.0 §4.8.12.2)",
        example: (
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      parameters:
        - {name: sort, in: query, schema: {type: string}}
      responses: {"204": {description: Done}}
"#,
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      parameters:
        - {name: sort, in: query, schema: {type: string}}
        - {name: q, in: query, required: true, schema: {type: string}}
      responses: {"204": {description: Done}}
"#,
        ),
        fix: "Make the parameter optional, and let the operation do without it what it did before.",
    },
    Single {
        id: "request-parameter-removed",
        category: Category::Behavior,
        title: "A parameter is gone.",
        meaning: "Callers still send it. The service ignores it, so that a filter no longer filters, or refuses the request.",
        source: "“Determines whether this parameter is mandatory.” (OpenAPI 3.1.0 §4.8.12.2)",
        example: (
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      parameters:
        - {name: sort, in: query, schema: {type: string}}
        - {name: q, in: query, schema: {type: string}}
      responses: {"204": {description: Done}}
"#,
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      parameters:
        - {name: sort, in: query, schema: {type: string}}
      responses: {"204": {description: Done}}
"#,
        ),
        fix: "Keep the parameter; deprecate it if it should not be used any more.",
    },
    Single {
        id: "request-parameter-became-required",
        category: Category::Wire,
        title: "A parameter must be sent now.",
        meaning: "Calls that leave it out, which was allowed, are refused.",
        source: "“Determines whether this parameter is mandatory.” (OpenAPI 3.1.0 §4.8.12.2)",
        example: (
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      parameters:
        - {name: q, in: query, schema: {type: string}}
      responses: {"204": {description: Done}}
"#,
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      parameters:
        - {name: q, in: query, required: true, schema: {type: string}}
      responses: {"204": {description: Done}}
"#,
        ),
        fix: "Keep the parameter optional, with the behavior that calls without it have had so far.",
    },
    Single {
        id: "request-parameter-became-optional",
        category: Category::Wire,
        title: "A parameter may be left out now.",
        meaning: "Callers who go on sending the parameter are not affected.",
        source: "“Determines whether this parameter is mandatory.” (OpenAPI 3.1.0 §4.8.12.2)",
        example: (
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      parameters:
        - {name: q, in: query, required: true, schema: {type: string}}
      responses: {"204": {description: Done}}
"#,
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      parameters:
        - {name: q, in: query, schema: {type: string}}
      responses: {"204": {description: Done}}
"#,
        ),
        fix: "Nothing has to be done.",
    },
    Single {
        id: "request-parameter-deprecated",
        category: Category::Behavior,
        title: "A parameter is deprecated.",
        meaning: "It works as before; clients generated from the new description mark it.",
        source: "“Specifies that a parameter is deprecated and SHOULD be transitioned out of usage.” (OpenAPI 3.1.0 §4.8.12.2)",
        example: (
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      parameters:
        - {name: q, in: query, schema: {type: string}}
      responses: {"204": {description: Done}}
"#,
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      parameters:
        - {name: q, in: query, deprecated: true, schema: {type: string}}
      responses: {"204": {description: Done}}
"#,
        ),
        fix: "Nothing has to be done, as long as the parameter keeps working.",
    },
];
