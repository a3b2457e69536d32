//! Rules on properties of responses: which become write-only.

use crate::diff::Category;
use crate::diff::rules::Single;

pub(in crate::diff::rules) const RULES: &[Single] = &[
    Single {
        id: "response-required-property-became-write-only",
        category: Category::Wire,
        title: "A property that was always sent is no longer sent.",
        meaning: "`writeOnly: true` says that the service never sends it, so callers who read it find nothing. Clients that require it fail to decode the answer.",
        source: "“If \"writeOnly\" has a value of boolean true, it indicates that the value is never present when the instance is retrieved from the owning authority.” (JSON Schema Validation 2020-12 §9.4)",
        example: (
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses:
        "200":
          description: Offers
          content:
            application/json:
              schema: {type: object, required: [note], properties: {name: {type: string}, note: {type: string}}}
"#,
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses:
        "200":
          description: Offers
          content:
            application/json:
              schema: {type: object, required: [note], properties: {name: {type: string}, note: {type: string, writeOnly: true}}}
"#,
        ),
        fix: "Keep sending the property, and leave `writeOnly` for new ones.",
    },
    Single {
        id: "response-required-property-became-not-write-only",
        category: Category::Wire,
        title: "A property that was never sent is always sent now.",
        meaning: "`writeOnly: true` is gone. Clients must tolerate properties that they do not know. Check that it is not a secret.",
        source: "“If \"writeOnly\" has a value of boolean true, it indicates that the value is never present when the instance is retrieved from the owning authority.” (JSON Schema Validation 2020-12 §9.4)",
        example: (
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses:
        "200":
          description: Offers
          content:
            application/json:
              schema: {type: object, required: [note], properties: {name: {type: string}, note: {type: string, writeOnly: true}}}
"#,
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses:
        "200":
          description: Offers
          content:
            application/json:
              schema: {type: object, required: [note], properties: {name: {type: string}, note: {type: string}}}
"#,
        ),
        fix: "Nothing has to be done for callers. Make sure that the value may be shown in every answer.",
    },
    Single {
        id: "response-optional-property-became-write-only",
        category: Category::Behavior,
        title: "A property that was sometimes sent is no longer sent.",
        meaning: "`writeOnly: true` says that the service never sends it, so callers who read it find nothing.",
        source: "“If \"writeOnly\" has a value of boolean true, it indicates that the value is never present when the instance is retrieved from the owning authority.” (JSON Schema Validation 2020-12 §9.4)",
        example: (
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses:
        "200":
          description: Offers
          content:
            application/json:
              schema: {type: object, properties: {name: {type: string}, note: {type: string}}}
"#,
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses:
        "200":
          description: Offers
          content:
            application/json:
              schema: {type: object, properties: {name: {type: string}, note: {type: string, writeOnly: true}}}
"#,
        ),
        fix: "Keep sending the property, and leave `writeOnly` for new ones.",
    },
    Single {
        id: "response-optional-property-became-not-write-only",
        category: Category::Wire,
        title: "A property that was never sent is sometimes sent now.",
        meaning: "`writeOnly: true` is gone. Clients must tolerate properties that they do not know. Check that it is not a secret.",
        source: "“If \"writeOnly\" has a value of boolean true, it indicates that the value is never present when the instance is retrieved from the owning authority.” (JSON Schema Validation 2020-12 §9.4)",
        example: (
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses:
        "200":
          description: Offers
          content:
            application/json:
              schema: {type: object, properties: {name: {type: string}, note: {type: string, writeOnly: true}}}
"#,
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses:
        "200":
          description: Offers
          content:
            application/json:
              schema: {type: object, properties: {name: {type: string}, note: {type: string}}}
"#,
        ),
        fix: "Nothing has to be done for callers. Make sure that the value may be shown.",
    },
];
