//! Generated files that are stale, which only `check` reports.

use messages::Explanation;
use messages::explain::Block;

pub use crate::message::STALE as ID;

pub fn explanation() -> Explanation {
    let block = |caption: &str, text: &str| Block {
        caption: caption.to_owned(),
        language: "text",
        text: text.to_owned(),
    };
    Explanation {
        id: ID.to_owned(),
        kind: "diagnostic".to_owned(),
        title: "A generated file is out of date.".to_owned(),
        meaning: "The file is missing, differs from what the description gives, was edited by \
                  hand, or is not generated any more. Whoever uses the committed code uses \
                  another API than the one described."
            .to_owned(),
        source: "This is a rule of this project: generated code is committed, and the \
                 description is its only source, so the same description always gives the same \
                 bytes."
            .to_owned(),
        example: vec![
            block(
                "After a line was added by hand to a generated file:",
                "specwright check --message-format github --target mcp --quiet\n",
            ),
            block(
                "reports",
                "::error file=generated/mcp/tools.json,line=1,col=1,title=stale-file::\
                 generated/mcp/tools.json was edited after it had been generated\n",
            ),
        ],
        fix: "Run `specwright generate` (in a clone, `cargo xtask codegen`) and commit the \
              result. Put changes of your own into the description, into an overlay or into \
              code beside the generated code; `--overwrite-edited` discards them."
            .to_owned(),
    }
}
