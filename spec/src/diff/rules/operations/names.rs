//! Rules on the names of operations and their path parameters.

use crate::diff::Category;
use crate::diff::rules::Single;

pub(in crate::diff::rules) const RULES: &[Single] = &[
    Single {
        id: "api-operation-id-removed",
        category: Category::Types,
        title: "An operation has another operationId.",
        meaning: "Requests are the same, but generated clients name their methods by it, so code that calls the method does not compile any more. The MCP tool has another name, too, so prompts that name it fail.",
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
        id: "api-method-renamed",
        category: Category::Types,
        title: "A method of SDKs has another name.",
        meaning: "Requests are the same, but code that calls the method does not compile any more. The name is `x-sdk-name`, or the operationId without the noun of its group. If two operations of a group would have the same name, both have their whole operationId, so a new operation can rename the method of another one.",
        source: "“Tools and libraries MAY use the operationId to uniquely identify an operation, therefore, it is RECOMMENDED to follow common programming naming conventions.” (OpenAPI 3.1.0 §4.8.10.1)",
        example: (
            r#"
paths:
  /offers/{id}:
    get:
      operationId: getOffer
      tags: [Offers]
      parameters:
        - {name: id, in: path, required: true, schema: {type: string}}
      responses: {"204": {description: Done}}
"#,
            r#"
paths:
  /offers/{id}:
    get:
      operationId: getOffer
      tags: [Offers]
      parameters:
        - {name: id, in: path, required: true, schema: {type: string}}
      responses: {"204": {description: Done}}
  /offers:
    get:
      operationId: getOffers
      tags: [Offers]
      responses: {"204": {description: Done}}
"#,
        ),
        fix: "Keep the old name: set `x-sdk-name` of the operation to it.",
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
