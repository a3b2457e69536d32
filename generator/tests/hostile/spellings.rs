//! Random spellings of text that a tool could interpret as code: combinations of fences,
//! indentation, HTML and containers.

/// Texts that were found to deceive other parsers; `CODE` stands for a statement.
pub const FOUND: &[&str] = &[
    "```text\na\n    ```\nCODE\n```\nCODE\n```",
    "```text\na\n     ````\n```\nCODE\n```",
    "```\na\n\u{3000}```\n\n```\nCODE\n```",
    "```\na\n\u{a0}```\n\n~~~\nCODE\n~~~",
    "```\na\n~~~\n```\nCODE\n```",
    "~~~\na\n```\n~~~\n```\nCODE\n```",
    "```\na\n```~~~\n```\nCODE\n```",
    "~~~ a ``` b\nCODE\n~~~",
    "a <pre>\n\n    CODE\n\n</pre>",
    "some words that are wrapped, as there are more of them than fit on one line of it, <pre>\n\n    CODE",
    "some words that are wrapped, as there are more of them than fit on one line of it: <!--\n\n```\nCODE\n```\n-->",
    "some words that are wrapped, as there are more of them than fit on one line of it: <?a\n\n```\nCODE\n```\n?>",
    "some words that are wrapped, as there are more of them than fit on one line: <![CDATA[\n```\nCODE\n```\n]]>",
    "some words that are wrapped, as there are more of them than fit on one line of it, <script>\n```\nCODE\n```",
    "some words that are wrapped, as there are more of them than fit on one line of it, <style>\n\n    CODE\n",
    "<table>\n<tr>\n\n    CODE\n\n</table>",
    "- a\n\n      CODE\n- b\n\n  ```\n  CODE\n  ```",
    "> - > ```rust\n> - > CODE\n",
    "1. a\n   ```\n   CODE",
    "a\n===\n    CODE",
    "a\n---\n    CODE",
    "# a\n    CODE",
    "***\n    CODE",
    "| a |\n|---|\n    CODE",
    "[a]: b\n    CODE",
    "[a]: b 'c\n\n    CODE'",
    "[^1]: a\n\n        CODE\n\n    CODE\n\nb[^1]",
    "\\```\nCODE\n\\```",
    "`` a\n```\nCODE\n```",
    "&#96;&#96;&#96;\nCODE\n&#96;&#96;&#96;",
    "a&#10;&#10;&#9;CODE",
    "&#10;&#10;    CODE",
    "words that fill the line until there is no room left for more of them in it, so that a\n``` CODE\n```",
    "words that fill the line until there is no room left for more of them in it, so ~~~ a\nCODE\n~~~",
    "- words that fill the line until there is no room left for more of them in it, so that\n      CODE",
    "a\r```\rCODE\r```",
    "a\r\n\r\n\tCODE\r\n",
    "a\u{2028}```\u{2028}CODE\u{2028}```",
    "a\u{85}\u{85}    CODE",
];

/// The parts of a line.
const STARTS: &[&str] = &[
    "", "", "", "", " ", "   ", "    ", "     ", "        ", "\t", " \t", "\u{a0}", "\u{3000}",
    "\u{2003}", "> ", ">", "- ", "-\t", "* ", "1. ", "10) ", "-    ", "> - ", "- > ", "  - ",
    "    - ", "# ", "| ", "[^1]: ", ": ",
];
const MIDDLES: &[&str] = &[
    "```",
    "````",
    "~~~",
    "~~~~",
    "```rust",
    "```text",
    "~~~rust",
    "``` a`",
    "~~~ ```",
    "```~~~",
    "``",
    "`",
    "CODE",
    "CODE",
    "CODE",
    "CODE",
    "words",
    "*a* **b**",
    "<pre>",
    "</pre>",
    "<!--",
    "-->",
    "<?",
    "?>",
    "<![CDATA[",
    "]]>",
    "<script>",
    "</script>",
    "<style>",
    "<textarea>",
    "<div>",
    "<a b='",
    "<p>",
    "---",
    "===",
    "***",
    "_ _ _",
    "|---|",
    "a | b",
    "---|---",
    "[a]: b",
    "[a]: <b",
    "[a](b",
    "\\",
    "&#96;",
    "&#96;&#96;&#96;",
    "&#10;",
    "&Tab;",
    "&lt;pre>",
    "\\`\\`\\`",
    "\u{fffc}",
    "a  ",
    "a\\",
    "+",
    "=",
    "1.",
    "[x]",
    "![a](b)",
    "http://a.example",
    "~a~",
    "{.a}",
    "$$",
    "",
    "words that fill the line until there is no room left for more of them in it",
    "words that fill the line until there is hardly any room left for more of them here",
];
const ENDS: &[&str] = &[
    "\n", "\n", "\n", "\n\n", "\n\n", " ", "  \n", "\\\n", "\r\n", "\r", "\u{2028}",
];

/// Directives that tools obey in comments or in the text of a module.
const ORDERS: &[&str] = &[
    ">>> raise SystemExit('PWN')",
    ">>> 1/0",
    "... 1/0",
    "# mypy: ignore-errors",
    "#mypy: disallow-any-expr",
    "# type: ignore",
    "# noqa",
    "# flake8: noqa",
    "#noqa",
    "# pylint: disable=all",
    "# pylint: skip-file",
    "# fmt: off",
    "# isort: skip_file",
    "isort:skip_file",
    "# -*- coding: rot13 -*-",
    "# pragma: no cover",
    ".. include:: /etc/passwd",
    ".. raw:: html",
    "@jsxImportSource pwned",
    "@jsx pwned",
    "@jsxRuntime automatic",
    "@jsxFrag pwned",
    "@ts-nocheck",
    "@ts-ignore",
    "@ts-expect-error",
    "@internal",
    "@preserve",
    "@license",
    "@flow",
    "@format",
    "@jest-environment ./pwned.js",
    "/// <reference path='pwned.ts' />",
    "/// <reference types='pwned' />",
    "/// <amd-module name='pwned' />",
    "//# sourceMappingURL=pwned.map",
    "x@jsxImportSource pwned",
    "+build ignore",
    "+build",
    "// +build ignore",
    "go:build ignore",
    "//go:build ignore",
    "go:embed /etc/passwd",
    "//export PWN",
    "export PWN",
    "#cgo LDFLAGS: -lpwned",
    "#include <pwned.h>",
    "line pwned.go:1",
    "nolint",
    "nolint:all",
    "#nosec",
    "lint:ignore ST1000 x",
    "Deprecated: PWN",
    "Output: PWN",
    "{@link pwned}",
    "{@code",
    "{@snippet file=pwned.java}",
    "{@docRoot}",
    "{@inheritDoc}",
    "{@literal }",
    "@param pwned",
    "@author pwned",
    "@see <a",
    "</pre>",
    "</p></ul></li>",
    "&lt;&nosuch;&#0;&#xD800;",
    "\\u002a\\u002f PWN",
    "\\uuuu002a/",
    "\\\\u002a/",
    "\\u000a PWN",
    "\u{fdd0}",
    "\u{1fffe}",
    "<script>PWN</script>",
    "<!-- -->",
    "*/ PWN /*",
    "\"\"\"",
];

/// Returns a number of texts with directives, which are the same for the same seed.
pub fn orders(count: usize, seed: u64) -> Vec<String> {
    let mut chance = Chance(seed);
    let text = |index| {
        let mut text = String::new();
        for line in 0..=chance.below(4) {
            text.push_str(STARTS[chance.below(STARTS.len())]);
            if chance.below(4) == 0 {
                text.push_str(MIDDLES[chance.below(MIDDLES.len())]);
                text.push(' ');
            }
            // Each directive occurs at least once.
            let order = if line == 0 {
                index
            } else {
                chance.below(ORDERS.len())
            };
            text.push_str(ORDERS[order % ORDERS.len()]);
            text.push_str(ENDS[chance.below(ENDS.len())]);
        }
        text
    };
    let plain = ORDERS.iter().map(|order| (*order).to_owned());
    plain.chain((0..count).map(text)).collect()
}

/// Returns a number of texts, which are the same for the same seed.
pub fn drawn(count: usize, seed: u64) -> Vec<String> {
    let mut chance = Chance(seed);
    let text = |_| {
        let lines = 1 + chance.below(8);
        let mut text = String::new();
        for _ in 0..lines {
            for pieces in [STARTS, MIDDLES] {
                text.push_str(pieces[chance.below(pieces.len())]);
            }
            if chance.below(3) == 0 {
                text.push(' ');
                text.push_str(MIDDLES[chance.below(MIDDLES.len())]);
            }
            text.push_str(ENDS[chance.below(ENDS.len())]);
        }
        text
    };
    (0..count).map(text).collect()
}

/// A random number generator (splitmix64).
pub struct Chance(pub u64);

impl Chance {
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        let limit = u64::try_from(limit).expect("it fits");
        usize::try_from((mixed ^ (mixed >> 31)) % limit).expect("it fits")
    }
}
