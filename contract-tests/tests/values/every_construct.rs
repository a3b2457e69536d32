//! A description with every construct for which values are generated.

pub const TEXT: &str = r##"
openapi: 3.1.0
info: {title: t, version: "1"}
paths:
  /a:
    post:
      operationId: a
      requestBody:
        required: true
        content:
          application/json:
            schema: {$ref: "#/components/schemas/Everything"}
      responses: {"200": {description: ok}}
components:
  schemas:
    Everything:
      type: object
      required: [id, small, exact, price, code, choice, kinds, serverSide]
      additionalProperties: false
      properties:
        serverSide: {type: string, readOnly: true}
        id: {type: integer, format: int64, minimum: 1}
        small: {type: integer, format: int32}
        plain: {type: integer}
        even: {type: integer, minimum: 3, maximum: 99, multipleOf: 4}
        exact: {type: integer, exclusiveMinimum: 5, exclusiveMaximum: 7}
        price: {type: number, minimum: 0.5, exclusiveMaximum: 10, multipleOf: 0.05}
        free: {type: number, format: double}
        float: {type: number, format: float, minimum: -1.5, maximum: 1.5}
        flag: {type: boolean}
        nothing: {type: "null"}
        anything: {}
        maybe: {type: [string, "null"], minLength: 2, maxLength: 4}
        either: {type: [string, integer]}
        code: {type: string, pattern: "^[A-Z]{3}$"}
        inner: {type: string, pattern: "[0-9]-[0-9]", minLength: 5, maxLength: 9}
        bounded: {type: string, minLength: 3, maxLength: 256}
        long: {type: string}
        choice: {type: string, enum: [red, green, Blue]}
        level: {type: integer, enum: [1, 2, 3]}
        mixed: {enum: [a, 1, true, null]}
        moment: {type: string, format: date-time}
        day: {type: string, format: date}
        hour: {type: string, format: time}
        span: {type: string, format: duration}
        uuid: {type: string, format: uuid}
        email: {type: string, format: email, maxLength: 40}
        idn: {type: string, format: idn-email}
        host: {type: string, format: hostname}
        four: {type: string, format: ipv4}
        six: {type: string, format: ipv6}
        uri: {type: string, format: uri, maxLength: 200}
        url: {type: string, format: url}
        reference: {type: string, format: uri-reference}
        bytes: {type: string, format: byte}
        amount: {type: string, format: decimal, pattern: '^(0|[1-9][0-9]{0,9})(\.[0-9]{1,6})?$'}
        password: {type: string, format: password, minLength: 8}
        regex: {type: string, format: regex}
        pointer: {type: string, format: json-pointer}
        unknown: {type: string, format: no-such-format}
        list: {type: array, items: {type: string, minLength: 1}, minItems: 1, maxItems: 3}
        set: {type: array, items: {type: string, enum: [a, b, c]}, uniqueItems: true, minItems: 2}
        tuple: {type: array, prefixItems: [{type: string}, {type: boolean}], items: {type: integer}, maxItems: 4}
        map: {type: object, additionalProperties: {type: integer}, minProperties: 1, maxProperties: 3}
        open: {type: object}
        tree: {$ref: "#/components/schemas/Tree"}
        kinds: {$ref: "#/components/schemas/Pet"}
        oneOf:
          oneOf:
            - {type: object, required: [a], properties: {a: {type: string}, c: {type: integer}}}
            - {type: object, required: [b], properties: {b: {type: string}}}
        anyOf:
          anyOf: [{type: string, maxLength: 3}, {type: number, minimum: 5}]
    Tree:
      type: object
      required: [value]
      properties:
        value: {type: string}
        children: {type: array, items: {$ref: "#/components/schemas/Tree"}}
        parent: {oneOf: [{$ref: "#/components/schemas/Tree"}, {type: "null"}]}
    Pet:
      oneOf: [{$ref: "#/components/schemas/Cat"}, {$ref: "#/components/schemas/Dog"}]
      discriminator: {propertyName: kind, mapping: {cat: "#/components/schemas/Cat", dog: "#/components/schemas/Dog"}}
    Cat:
      type: object
      required: [kind, lives]
      properties: {kind: {type: string}, lives: {type: integer, minimum: 0, maximum: 9}}
    Dog:
      type: object
      required: [kind, name]
      properties: {kind: {type: string}, name: {type: string, minLength: 1}}
"##;
