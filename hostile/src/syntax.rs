//! Expensive syntax in YAML and settings.

use crate::{Construct, Parts, Words, joined, lines};

pub(crate) const CONSTRUCTS: &[Construct] = &[
    Construct {
        name: "alias-of-long-text",
        sizes: &[9_000, 85_000],
        make: alias_of_long_text,
    },
    Construct {
        name: "alias-as-description",
        sizes: &[3_000, 30_000],
        make: alias_as_description,
    },
    Construct {
        name: "anchors-100-levels",
        sizes: &[100_000, 400_000],
        make: anchors_in_anchors,
    },
    Construct {
        name: "merge-of-anchored-maps",
        sizes: &[1_000, 10_000],
        make: aliases_of_maps,
    },
    Construct {
        name: "settings-of-brackets",
        sizes: &[100_000, 1_000_000],
        make: settings_of_brackets,
    },
];

fn alias_of_long_text(words: &mut Words, size: usize) -> Parts {
    let (anchor, text) = (words.name(), words.prose(size * 12));
    let aliases = lines(size, |_| format!("  - *{anchor}"));
    Parts {
        root: format!("x-{anchor}: &{anchor} {text}\nx-all-{anchor}:\n{aliases}"),
        ..Parts::default()
    }
}

fn alias_as_description(words: &mut Words, size: usize) -> Parts {
    let (anchor, text) = (words.name(), words.prose(size * 12));
    let paths = lines(size, |n| {
        format!(
            "  /{anchor}{n}: {{get: {{description: *{anchor}, responses: {{'200': {{description: *{anchor}}}}}}}}}"
        )
    });
    Parts {
        root: format!("x-{anchor}: &{anchor} {text}\n"),
        paths,
        ..Parts::default()
    }
}

fn anchors_in_anchors(words: &mut Words, size: usize) -> Parts {
    const LEVELS: usize = 100;
    let anchor = words.name();
    let open = joined(LEVELS, |n| format!("&{anchor}{n} ["));
    let (items, close) = ("1, ".repeat(size), "]".repeat(LEVELS));
    Parts {
        root: format!("x-{anchor}: {open}{items}1{close}\n"),
        ..Parts::default()
    }
}

fn aliases_of_maps(words: &mut Words, size: usize) -> Parts {
    let anchor = words.name();
    let members = lines(10, |n| format!("  {anchor}{n}: {n}"));
    let aliases = lines(size, |_| format!("  - *{anchor}"));
    Parts {
        root: format!("x-{anchor}: &{anchor}\n{members}x-all-{anchor}:\n{aliases}"),
        ..Parts::default()
    }
}

fn settings_of_brackets(_: &mut Words, size: usize) -> Parts {
    Parts {
        settings: Some("[".repeat(size)),
        ..Parts::default()
    }
}
