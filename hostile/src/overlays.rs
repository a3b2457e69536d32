//! Overlay targets that select much.

use crate::{Construct, Parts, Words, lines};

pub(crate) const CONSTRUCTS: &[Construct] = &[
    Construct {
        name: "overlay-descendants-of-descendants",
        sizes: &[20, 60, 2_000],
        make: descendants_of_descendants,
    },
    Construct {
        name: "overlay-everything",
        sizes: &[1_000, 200_000],
        make: everything,
    },
    Construct {
        name: "overlay-everything-deep",
        sizes: &[1_000, 20_000],
        make: everything_deep,
    },
    Construct {
        name: "overlay-count",
        sizes: &[1_000, 10_000],
        make: count,
    },
    Construct {
        name: "overlay-count-of-root",
        sizes: &[1_000, 10_000],
        make: count_of_root,
    },
    Construct {
        name: "overlay-remove",
        sizes: &[1_000, 50_000, 400_000],
        make: remove,
    },
    Construct {
        name: "overlay-update",
        sizes: &[1_000, 50_000],
        make: update,
    },
];

fn numbers(name: &str, size: usize) -> String {
    let members = lines(size, |n| format!("  {name}{n}: {n}"));
    format!("x-{name}:\n{members}")
}

fn removal(target: &str) -> String {
    format!("  - {{target: \"{target}\", remove: true}}\n")
}

fn descendants_of_descendants(words: &mut Words, size: usize) -> Parts {
    let name = words.name();
    let items: Vec<_> = (0..size).map(|n| format!("[[[{n}]]]")).collect();
    Parts {
        root: format!("x-{name}: [{}]\n", items.join(", ")),
        actions: removal(&format!("$..*..*..*.{name}")),
        ..Parts::default()
    }
}

fn everything(words: &mut Words, size: usize) -> Parts {
    let name = words.name();
    Parts {
        root: numbers(&name, size),
        actions: removal(&format!("$['x-{name}']..*")),
        ..Parts::default()
    }
}

fn everything_deep(words: &mut Words, size: usize) -> Parts {
    const LEVELS: usize = 100;
    let name = words.name();
    let (open, close) = (format!("{{{name}: ").repeat(LEVELS), "}".repeat(LEVELS));
    let items = "1, ".repeat(size);
    Parts {
        root: format!("x-{name}: {open}[{items}1]{close}\n"),
        actions: removal("$..*"),
        ..Parts::default()
    }
}

fn count(words: &mut Words, size: usize) -> Parts {
    let name = words.name();
    Parts {
        root: numbers(&name, size),
        actions: removal("$..[?count(@..*) > 3]"),
        ..Parts::default()
    }
}

fn count_of_root(words: &mut Words, size: usize) -> Parts {
    let name = words.name();
    Parts {
        root: numbers(&name, size),
        actions: removal(&format!("$['x-{name}'][?count($..*) < 3]")),
        ..Parts::default()
    }
}

fn remove(words: &mut Words, size: usize) -> Parts {
    let name = words.name();
    Parts {
        root: numbers(&name, size),
        actions: removal(&format!("$['x-{name}'][?@ >= 0]")),
        ..Parts::default()
    }
}

fn update(words: &mut Words, size: usize) -> Parts {
    let name = words.name();
    let members = lines(size, |n| format!("  {name}{n}: {{}}"));
    Parts {
        root: format!("x-{name}:\n{members}"),
        actions: format!("  - {{target: \"$['x-{name}'].*\", update: {{summary: {name}}}}}\n"),
        ..Parts::default()
    }
}
