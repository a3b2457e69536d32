//! Values that the lies of deployments are drawn from.

/// Parts of texts that a report must not contain as they are, because a browser would interpret them.
pub const MARKS: [&str; 3] = [
    "<script>alert(\"mark-",
    "<img src=\"mark-",
    "<iframe srcdoc=\"mark-",
];

/// Texts for people, as they would be interpreted by a browser, a terminal or a tool.
pub(super) const TEXTS: &[&str] = &[
    "<script>alert(\"mark-1\")</script>",
    "</script><script>alert(\"mark-2\")</script>",
    "--><script>alert(\"mark-3\")</script><!--",
    "\"><img src=\"mark-4\" onerror=\"alert(1)\">",
    "'><img src=\"mark-5\" onerror='alert(1)'>",
    "</textarea></title></style><iframe srcdoc=\"mark-6\"></iframe>",
    "```\n</pre><script>alert(\"mark-7\")</script>\n```",
    "`` ` `` `<script>alert(\"mark-8\")</script>",
    "|<script>alert(\"mark-9\")</script>|\n|---|\n",
    "]]><script>alert(\"mark-10\")</script><![CDATA[",
    "\n\n<script>alert(\"mark-11\")</script>\n\n",
    "    <script>alert(\"mark-12\")</script>",
    "\\<img src=\"mark-13\">",
    "<details>\n\n<img src=\"mark-14\">\n\n</details>",
    "[text](javascript:alert\\(1\\)) ![image](http://{elsewhere}/image)",
    "# heading\n\n- item\n\n> quote\n\n***\n\n<!-- comment",
    "::error file=a,line=1::forged",
    "##[error]forged",
    "\r\nviolation: forged\r\n",
    "\u{1b}[2J\u{1b}[1;31mred\u{1b}[0m",
    "\u{1b}]0;title\u{7}\u{1b}]52;c;Zm9yZ2Vk\u{7}",
    "\u{9b}31m\u{90}\u{9d}0;title\u{9c}",
    "\u{0}\u{8}\u{8}\u{c}\u{b}\u{7f}",
    "\u{202e}reversed\u{202c} \u{2066}isolated\u{2069} \u{200b}\u{feff}\u{ad}\u{e0041}",
    "\u{fffe}\u{ffff}\u{1ffff}\u{fdd0}\u{d7ff}\u{e000}\u{10ffff}",
    "\u{2028}\u{2029}\u{85}",
    "&lt;b&gt;&#27;[31m&#x0;&amp;amp;&nosuch;",
    "%1b%5b31m%0d%0aX-Added:%201",
    "{{7*7}}${7*7}<%= 7*7 %>{% raw %}",
    "'; DROP TABLE offers; --",
    "$(id) `id` ; id | id && id\n\"'\\",
    "=HYPERLINK(\"http://{elsewhere}/\")",
    "-rf --config=/dev/null",
];

/// Ids, and parts of ids, from which addresses are built.
pub(super) const IDS: &[&str] = &[
    "..",
    "../../..",
    ".",
    "/",
    "//{elsewhere}/",
    "http://{elsewhere}/",
    "a/b",
    "a\\b",
    "a?all=true",
    "a#b",
    "a,b",
    "*",
    "%",
    "%00",
    "%2e%2e%2f",
    "%252f",
    "\u{0}",
    "\r\nX-Added: 1",
    " ",
    "",
    "0",
    "-1",
    "1e400",
    "\u{1f600}",
    "i\u{307}",
    "a{b}",
    "same",
    "same",
    "same",
];

/// When to come again.
pub(super) const LATER: &[&str] = &[
    "1",
    "3600",
    "86400000",
    "99999999999999999999",
    "1e400",
    "-5",
    "Fri, 31 Dec 9999 23:59:59 GMT",
    "Thu, 01 Jan 1970 00:00:00 GMT",
    "soon",
];

/// Challenges (RFC 9110 §11.6.1, RFC 9728 §5.1).
pub(super) const CHALLENGES: &[&str] = &[
    "Bearer resource_metadata=\"{other}/.well-known/oauth-protected-resource\"",
    "Bearer realm=\"{other}\", authorization_uri=\"{other}/authorize\"",
    "Bearer error=\"insufficient_scope\", scope=\"\u{1b}[31m everything\"",
    "Bearer resource_metadata=\"http://user:word@{elsewhere}/\"",
    "Bearer resource_metadata=\"file:///etc/passwd\"",
    "Basic realm=\"{other}\"",
    "Digest realm=\"{other}\", nonce=\"{authorization}\"",
    "Negotiate {authorization}",
    "Bearer realm=\"unfinished",
    ",,,,=,\"\\",
];

/// Numbers that few types can hold.
pub(super) const NUMBERS: &[&str] = &[
    "1e400",
    "-1e400",
    "1e-400",
    "1e999999999",
    "-0",
    "-0.0",
    "9007199254740993",
    "9223372036854775808",
    "18446744073709551616",
    "123456789012345678901234567890123456789012345678901234567890",
    "0.1000000000000000055511151231257827021181583404541015625",
    "1E+2",
    "-1",
    "4294967296",
];

/// Names of properties that lead to other pages and resources.
pub(super) const LINKS: &[&str] = &[
    "next",
    "previous",
    "cursor",
    "nextcursor",
    "next_cursor",
    "nexttoken",
    "href",
    "url",
    "self",
    "link",
    "links",
    "location",
    "more",
];
