//! Rules on the API as a whole: its version, addresses, names, webhooks and callbacks.

use super::Single;
use crate::diff::Category;

pub(super) const RULES: &[Single] = &[
    Single {
        id: "api-version-changed",
        category: Category::Docs,
        title: "The version of the API is another one.",
        meaning: "One host serves version `1.0` for good, so any other `info.version` announces another API under the same address. Going to `1.0` is reported as harmless.",
        source: "“The API version is `1.0`, declared in the machine-readable API description.” (Interface §9 item 1)",
        example: (
            r#"
info: {title: Offers, version: "1.0"}
"#,
            r#"
info: {title: Offers, version: "1.1"}
"#,
        ),
        fix: "Keep `info.version` at `1.0` for additions, which need no new version. Serve a breaking change on a new host.",
    },
    Single {
        id: "api-server-removed",
        category: Category::Wire,
        title: "An address of the API is gone.",
        meaning: "Clients have the addresses of `servers` written down, as defaults of generated code or in configuration. Without the old address their requests reach nothing.",
        source: "“An array of Server Objects, which provide connectivity information to a target server.” (OpenAPI 3.1.0 §4.8.1.1)",
        example: (
            "
servers:
  - url: https://api.example.com
  - url: https://eu.api.example.com
",
            "
servers:
  - url: https://api.example.com
",
        ),
        fix: "Keep the old address under `servers` for as long as it answers, and keep it answering.",
    },
    Single {
        id: "api-server-added",
        category: Category::Wire,
        title: "There is a new address of the API.",
        meaning: "Clients that use another address are not affected.",
        source: "“An array of Server Objects, which provide connectivity information to a target server.” (OpenAPI 3.1.0 §4.8.1.1)",
        example: (
            "
servers:
  - url: https://api.example.com
",
            "
servers:
  - url: https://api.example.com
  - url: https://eu.api.example.com
",
        ),
        fix: "Nothing has to be done. Keep the first address of `servers` first: generated clients use it by default.",
    },
    Single {
        id: "api-server-variable-changed",
        category: Category::Wire,
        title: "The variables of an address are others.",
        meaning: "The template of the address is the same, but a variable in it has another default or other values. Clients that rely on the default may be sent elsewhere.",
        source: "“A map between a variable name and its value. The value is used for substitution in the server's URL template.” (OpenAPI 3.1.0 §4.8.5.1)",
        example: (
            "
servers:
  - url: https://{region}.example.com
    variables: {region: {default: eu}}
",
            "
servers:
  - url: https://{region}.example.com
    variables: {region: {default: us}}
",
        ),
        fix: "Keep the default and the old values; only add values.",
    },
    Single {
        id: "not-compared",
        category: Category::Wire,
        title: "A part of a description could not be compared.",
        meaning: "The reader left it out, because something in it is wrong; its own diagnostic says what. Whether it breaks is not known, so it counts as if it did. With `--allow-uncompared` it is a warning.",
        source: "“The OpenAPI Specification is versioned using a `major.minor.patch` versioning scheme.” What does not follow it has no meaning that could be compared (OpenAPI 3.1.0 §4.1)",
        example: (
            "
components:
  schemas:
    Offer: {type: object}
",
            "
components:
  schemas:
    Offer: {type: thing}
",
        ),
        fix: "Correct what the diagnostic names, in the description that it names.",
    },
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
        title: "A webhook is not sent any more.",
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
