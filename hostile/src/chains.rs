//! Schemas that each refer to the next one, by each keyword that takes a schema: recursion goes
//! as deep as the chain is long.

use crate::{Construct, Parts, Words, lines};

/// Returns the construct of a chain: the text of each link, in which `NEXT` is a reference.
macro_rules! chain {
    ($name:literal, $sizes:expr, $link:literal) => {
        Construct {
            name: $name,
            sizes: $sizes,
            make: |words, size| chain(words, size, $link),
        }
    };
}

pub(crate) const CONSTRUCTS: &[Construct] = &[
    chain!(
        "chain-of-aliases",
        &[1_000, 2_000, 8_000],
        "{description: One., allOf: [NEXT]}"
    ),
    chain!(
        "chain-of-nullable-aliases",
        LONG,
        "{anyOf: [NEXT, {type: 'null'}]}"
    ),
    chain!(
        "chain-of-any-of",
        &[1_000, 3_000, 20_000],
        "{anyOf: [NEXT, {type: integer}]}"
    ),
    chain!(
        "chain-of-one-of",
        LONG,
        "{oneOf: [{type: integer}, {type: array, items: NEXT}]}"
    ),
    chain!(
        "chain-of-all-of",
        &[100, 10_000],
        "{allOf: [NEXT, {type: object, properties: {pNUMBER: {type: string}}}]}"
    ),
    chain!("chain-of-not", LONG, "{not: NEXT}"),
    chain!(
        "chain-of-objects",
        LONG,
        "{type: object, required: [a], properties: {a: NEXT}}"
    ),
    chain!(
        "chain-of-additional-properties",
        LONG,
        "{type: object, additionalProperties: NEXT}"
    ),
    chain!(
        "chain-of-pattern-properties",
        LONG,
        "{type: object, patternProperties: {^a: NEXT}}"
    ),
    chain!(
        "chain-of-property-names",
        LONG,
        "{type: object, propertyNames: NEXT}"
    ),
    chain!(
        "chain-of-dependent-schemas",
        LONG,
        "{type: object, dependentSchemas: {a: NEXT}}"
    ),
    chain!(
        "chain-of-unevaluated-properties",
        LONG,
        "{type: object, unevaluatedProperties: NEXT}"
    ),
    chain!("chain-of-items", LONG, "{type: array, items: NEXT}"),
    chain!(
        "chain-of-anchored-items",
        LONG,
        "{$dynamicAnchor: aNUMBER, type: array, items: NEXT}"
    ),
    chain!(
        "chain-of-prefix-items",
        LONG,
        "{type: array, prefixItems: [NEXT]}"
    ),
    chain!("chain-of-contains", LONG, "{type: array, contains: NEXT}"),
    chain!(
        "chain-of-unevaluated-items",
        LONG,
        "{type: array, unevaluatedItems: NEXT}"
    ),
    chain!(
        "chain-of-conditions",
        LONG,
        "{if: {required: [a]}, then: NEXT, else: {type: object}}"
    ),
];

const LONG: &[usize] = &[1_000, 20_000];

fn chain(words: &mut Words, size: usize, link: &str) -> Parts {
    let name = words.name();
    let chain = lines(size, |n| {
        let next = format!("{{$ref: '#/components/schemas/{name}{}'}}", n + 1);
        let link = link.replace("NEXT", &next);
        format!("    {name}{n}: {}", link.replace("NUMBER", &n.to_string()))
    });
    Parts {
        is_newer: true,
        schemas: format!("{chain}    {name}{size}: {{type: string}}\n"),
        ..Parts::default()
    }
}
