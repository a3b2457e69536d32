//! Rules on properties of requests: which there are.

use crate::diff::Category;
use crate::diff::rules::Single;

pub(in crate::diff::rules) const RULES: &[Single] = &[
    Single {
        id: "new-optional-request-property",
        category: Category::Wire,
        title: "There is a new property of the request body that may be left out.",
        meaning: "Callers who do not send it are not affected.",
        source: "“New fields and new endpoints are added without prior notice; clients must tolerate them.” (Interface §9 item 3)",
        example: (
            r#"
paths:
  /offers:
    post:
      operationId: createOffer
      requestBody:
        content:
          application/json:
            schema: {type: object, properties: {name: {type: string}}}
      responses: {"204": {description: Done}}
"#,
            r#"
paths:
  /offers:
    post:
      operationId: createOffer
      requestBody:
        content:
          application/json:
            schema: {type: object, properties: {name: {type: string}, note: {type: string}}}
      responses: {"204": {description: Done}}
"#,
        ),
        fix: "Nothing has to be done. Without the property the operation must do what it did before.",
    },
    Single {
        id: "new-required-request-property",
        category: Category::Wire,
        title: "There is a new property of the request body that must be sent.",
        meaning: "Every existing call lacks it and is refused.",
        source: "“An object instance is valid against this keyword if every item in the array is the name of a property in the instance.” (JSON Schema Validation 2020-12 §6.5.3)",
        example: (
            r#"
paths:
  /offers:
    post:
      operationId: createOffer
      requestBody:
        content:
          application/json:
            schema: {type: object, properties: {name: {type: string}}}
      responses: {"204": {description: Done}}
"#,
            r#"
paths:
  /offers:
    post:
      operationId: createOffer
      requestBody:
        content:
          application/json:
            schema: {type: object, required: [note], properties: {name: {type: string}, note: {type: string}}}
      responses: {"204": {description: Done}}
"#,
        ),
        fix: "Make the property optional, and choose a behavior without it that is the one of before.",
    },
    Single {
        id: "new-required-request-property-with-default",
        category: Category::Wire,
        title: "There is a new required property of the request body that has a default.",
        meaning: "`required` and `default` contradict each other: a validator refuses a request without the property, whatever its default.",
        source: "“An object instance is valid against this keyword if every item in the array is the name of a property in the instance.” (JSON Schema Validation 2020-12 §6.5.3)",
        example: (
            r#"
paths:
  /offers:
    post:
      operationId: createOffer
      requestBody:
        content:
          application/json:
            schema: {type: object, properties: {name: {type: string}}}
      responses: {"204": {description: Done}}
"#,
            r#"
paths:
  /offers:
    post:
      operationId: createOffer
      requestBody:
        content:
          application/json:
            schema: {type: object, required: [note], properties: {name: {type: string}, note: {type: string, default: none}}}
      responses: {"204": {description: Done}}
"#,
        ),
        fix: "Remove the property from `required` and keep the default.",
    },
    Single {
        id: "request-property-removed",
        category: Category::Wire,
        title: "A property of the request body is gone.",
        meaning: "Callers still send it, and the service ignores it or refuses the request.",
        source: "“The value of \"properties\" MUST be an object. Each value of this object MUST be a valid JSON Schema.” (JSON Schema 2020-12 §10.3.2.1)",
        example: (
            r#"
paths:
  /offers:
    post:
      operationId: createOffer
      requestBody:
        content:
          application/json:
            schema: {type: object, properties: {name: {type: string}, note: {type: string}}}
      responses: {"204": {description: Done}}
"#,
            r#"
paths:
  /offers:
    post:
      operationId: createOffer
      requestBody:
        content:
          application/json:
            schema: {type: object, properties: {name: {type: string}}}
      responses: {"204": {description: Done}}
"#,
        ),
        fix: "Keep the property; deprecate it if it should not be used any more.",
    },
];
