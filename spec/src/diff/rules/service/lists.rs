//! Rules on the named parts of a description: schemas, tags, webhooks, callbacks.

use crate::diff::Category;
use crate::diff::rules::Single;

pub(in crate::diff::rules) const RULES: &[Single] = &[
    Single {
        id: "api-schema-removed",
        category: Category::Types,
        title: "A named schema is gone.",
        meaning: "Generated clients have a type for each schema under `components/schemas`. Code that names the type does not compile any more, even where the same data is still sent.",
        source: "“Holds a set of reusable objects for different aspects of the OAS.” (OpenAPI 3.1.0 §4.8.7)",
        example: (
            "
components:
  schemas:
    Offer: {type: object}
    Price: {type: object}
",
            "
components:
  schemas:
    Offer: {type: object}
",
        ),
        fix: "Keep the schema, or keep one under the old name that refers to the new one with `$ref`.",
    },
    Single {
        id: "api-schema-renamed",
        category: Category::Types,
        title: "A named schema has another name.",
        meaning: "The schema is written like one that the old description does not have, and requests and responses are the same. Generated clients name types after schemas, so code that names the type does not compile any more.",
        source: "“Holds a set of reusable objects for different aspects of the OAS.” (OpenAPI 3.1.0 §4.8.7)",
        example: (
            "
components:
  schemas:
    Offer: {type: object, properties: {price: {type: integer}}}
",
            "
components:
  schemas:
    Quote: {type: object, properties: {price: {type: integer}}}
",
        ),
        fix: "Keep the old name, or keep a schema under it that refers to the new one with `$ref`.",
    },
    Single {
        id: "api-schema-added",
        category: Category::Types,
        title: "There is a new named schema.",
        meaning: "Generated clients get a new type. Nothing that exists changes.",
        source: "“Holds a set of reusable objects for different aspects of the OAS.” (OpenAPI 3.1.0 §4.8.7)",
        example: (
            "
components:
  schemas:
    Offer: {type: object}
",
            "
components:
  schemas:
    Offer: {type: object}
    Price: {type: object}
",
        ),
        fix: "Nothing has to be done. Choose the name with care: renaming the schema later breaks generated clients.",
    },
    Single {
        id: "api-schema-use-changed",
        category: Category::Types,
        title: "A place has another named schema, or one without a name.",
        meaning: "Generated clients name types after schemas, so a value has another type there, even where the same data is still sent.",
        source: "“Holds a set of reusable objects for different aspects of the OAS.” (OpenAPI 3.1.0 §4.8.7)",
        example: (
            r##"
paths:
  /offers:
    get:
      operationId: listOffers
      responses: {"200": {description: Offers, content: {application/json: {schema: {$ref: "#/components/schemas/Offers"}}}}}
components:
  schemas:
    Offers: {type: array, items: {type: string}}
    Names: {type: array, items: {type: string}}
"##,
            r##"
paths:
  /offers:
    get:
      operationId: listOffers
      responses: {"200": {description: Offers, content: {application/json: {schema: {$ref: "#/components/schemas/Names"}}}}}
components:
  schemas:
    Offers: {type: array, items: {type: string}}
    Names: {type: array, items: {type: string}}
"##,
        ),
        fix: "Nothing has to be done for requests and responses. To keep programs compiling, keep the reference to the schema, and change what the schema says.",
    },
    Single {
        id: "api-schema-type-changed",
        category: Category::Types,
        title: "A named schema has another type in generated clients, though no request and no response shows it.",
        meaning: "Generated clients have a type for each named schema, whether an operation uses it or not. Where a schema travels in both directions, a required property that is `readOnly` or `writeOnly` may be left out of its type. Code that uses the type may not compile any more.",
        source: "“Holds a set of reusable objects for different aspects of the OAS.” (OpenAPI 3.1.0 §4.8.7)",
        example: (
            "
components:
  schemas:
    Offer: {type: object, properties: {price: {type: integer}}}
",
            "
components:
  schemas:
    Offer: {type: object, properties: {price: {type: number}}}
",
        ),
        fix: "Nothing has to be done for requests and responses. To keep programs compiling, leave the schema as it is and add another one.",
    },
    Single {
        id: "api-error-type-changed",
        category: Category::Types,
        title: "Errors with a status carry other kinds of body than before.",
        meaning: "Generated clients have one type of error for each status, whose body is that of all operations that answer with the status. Code that reads the body may not compile any more, also where it calls an operation that answers as before.",
        source: "“The documentation is not necessarily expected to cover all possible HTTP response codes because they may not be known in advance.” (OpenAPI 3.1.0 §4.8.16)",
        example: (
            r##"
paths:
  /offers:
    get:
      operationId: listOffers
      responses: {"404": {description: Not there, content: {application/json: {schema: {$ref: "#/components/schemas/Problem"}}}}}
components:
  schemas:
    Problem: {type: object}
    Fault: {type: object}
"##,
            r##"
paths:
  /offers:
    get:
      operationId: listOffers
      responses: {"404": {description: Not there, content: {application/json: {schema: {$ref: "#/components/schemas/Problem"}}}}}
  /prices:
    get:
      operationId: listPrices
      responses: {"404": {description: Not there, content: {application/json: {schema: {$ref: "#/components/schemas/Fault"}}}}}
components:
  schemas:
    Problem: {type: object}
    Fault: {type: object}
"##,
        ),
        fix: "Nothing has to be done for requests and responses. To keep programs compiling, let all operations answer with the same schema for a status.",
    },
    Single {
        id: "api-shared-errors-changed",
        category: Category::Types,
        title: "Operations that shared an error type no longer share it, or its name changed.",
        meaning: "In Rust, operations with the same errors share one error type, such as `ApiError`, which is named after its errors. An operation with one error more leaves the type. Code that handles the errors of several operations in one function may not compile any more.",
        source: "“The documentation is not necessarily expected to cover all possible HTTP response codes because they may not be known in advance.” (OpenAPI 3.1.0 §4.8.16)",
        example: (
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses: {"404": {description: Not there}}
  /prices:
    get:
      operationId: listPrices
      responses: {"404": {description: Not there}}
"#,
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses: {"404": {description: Not there}}
  /prices:
    get:
      operationId: listPrices
      responses: {"404": {description: Not there}, "409": {description: Conflict}}
"#,
        ),
        fix: "Nothing has to be done for requests and responses. To keep programs compiling, add the error to all operations that share the type.",
    },
    Single {
        id: "api-tag-removed",
        category: Category::Types,
        title: "A tag is gone, from the API or from an operation.",
        meaning: "Generated clients group methods by tag (`client.offers.list()`), so the method moves or disappears.",
        source: "“Tags can be used for logical grouping of operations by resources or any other qualifier.” (OpenAPI 3.1.0 §4.8.10.1)",
        example: (
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      tags: [Offers]
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
        fix: "Keep the tag on the operation. If the grouping has to change, add the new tag behind the old one.",
    },
    Single {
        id: "api-tag-added",
        category: Category::Types,
        title: "There is a new tag, of the API or of an operation.",
        meaning: "Generated clients may get a new group of methods. The first tag of an operation decides where its method is.",
        source: "“Tags can be used for logical grouping of operations by resources or any other qualifier.” (OpenAPI 3.1.0 §4.8.10.1)",
        example: (
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      tags: [Offers]
      responses: {"204": {description: Done}}
"#,
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      tags: [Offers, Sales]
      responses: {"204": {description: Done}}
"#,
        ),
        fix: "Nothing has to be done, as long as the first tag of each operation stays the same.",
    },
    Single {
        id: "webhook-removed",
        category: Category::Wire,
        title: "A webhook is no longer sent.",
        meaning: "Receivers that wait for the event wait for good, and nothing tells them.",
        source: "“The incoming webhooks that MAY be received as part of this API and that the API consumer MAY choose to implement.” (OpenAPI 3.1.0 §4.8.1.1)",
        example: (
            r#"
webhooks:
  offerAccepted:
    post:
      operationId: offerAccepted
      responses: {"204": {description: Done}}
  agreementUpdated:
    post:
      operationId: agreementUpdated
      responses: {"204": {description: Done}}
"#,
            r#"
webhooks:
  offerAccepted:
    post:
      operationId: offerAccepted
      responses: {"204": {description: Done}}
"#,
        ),
        fix: "Keep sending the webhook. If the event has to go, announce it as you would announce the end of an operation.",
    },
    Single {
        id: "webhook-added",
        category: Category::Wire,
        title: "There is a new webhook.",
        meaning: "Receivers may get events that they do not know; the interface asks them to tolerate what is added.",
        source: "“The incoming webhooks that MAY be received as part of this API and that the API consumer MAY choose to implement.” (OpenAPI 3.1.0 §4.8.1.1)",
        example: (
            r#"
webhooks:
  offerAccepted:
    post:
      operationId: offerAccepted
      responses: {"204": {description: Done}}
"#,
            r#"
webhooks:
  offerAccepted:
    post:
      operationId: offerAccepted
      responses: {"204": {description: Done}}
  agreementUpdated:
    post:
      operationId: agreementUpdated
      responses: {"204": {description: Done}}
"#,
        ),
        fix: "Nothing has to be done. Make sure that receivers get the new event only where they asked for it or ignore unknown ones.",
    },
    Single {
        id: "api-callback-removed",
        category: Category::Wire,
        title: "A callback of an operation is gone.",
        meaning: "Callers who gave an address for the callback are not called any more.",
        source: "“A map of possible out-of band callbacks related to the parent operation.” (OpenAPI 3.1.0 §4.8.10.1)",
        example: (
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      callbacks:
        changed:
          "{$request.query.url}":
            post:
              operationId: changed
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
        fix: "Keep the callback, with the same name, the same expression and the same methods.",
    },
];
