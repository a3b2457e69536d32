//! Rules on the API as a whole: its version and addresses.

use crate::diff::Category;
use crate::diff::rules::Single;

pub(in crate::diff::rules) const RULES: &[Single] = &[
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
];
