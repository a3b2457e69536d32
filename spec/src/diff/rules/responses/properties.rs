//! Rules on properties of responses: which there are.

use crate::diff::Category;
use crate::diff::rules::Single;

pub(in crate::diff::rules) const RULES: &[Single] = &[
    Single {
        id: "response-required-property-removed",
        category: Category::Wire,
        title: "A property that was always sent is gone.",
        meaning: "Callers who read it were promised it, and decoding fails in typed clients.",
        source: "“Existing endpoints receive no breaking changes.” (Interface §9 item 4)",
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
              schema: {type: object, properties: {name: {type: string}}}
"#,
        ),
        fix: "Keep sending the property. If it has no meaning any more, send the last sensible value and mark it as deprecated.",
    },
    Single {
        id: "response-required-property-added",
        category: Category::Wire,
        title: "There is a new property of a response that is always sent.",
        meaning: "Clients must tolerate properties that they do not know. Servers that are built on generated stubs must set the property, and so must tests that build such a response.",
        source: "“New fields and new endpoints are added without prior notice; clients must tolerate them.” (Interface §9 item 3)",
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
              schema: {type: object, properties: {name: {type: string}}}
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
        fix: "Nothing has to be done. Removing it from `required` later would break callers.",
    },
    Single {
        id: "response-optional-property-removed",
        category: Category::Types,
        title: "A property that was sometimes sent is gone.",
        meaning: "Callers who read it had to do without it at times, but lose what they show or compute with it.",
        source: "“Existing endpoints receive no breaking changes.” (Interface §9 item 4)",
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
              schema: {type: object, properties: {name: {type: string}}}
"#,
        ),
        fix: "Keep sending the property. If it has no meaning any more, send the last sensible value and mark it as deprecated.",
    },
    Single {
        id: "response-optional-property-added",
        category: Category::Wire,
        title: "There is a new property of a response that is sometimes sent.",
        meaning: "Clients must tolerate properties that they do not know.",
        source: "“New fields and new endpoints are added without prior notice; clients must tolerate them.” (Interface §9 item 3)",
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
              schema: {type: object, properties: {name: {type: string}}}
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
        fix: "Nothing has to be done.",
    },
];
