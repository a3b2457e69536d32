//! Services of many styles, whose differences and faults are data. To add a style, add a file to
//! `styles/`.

mod callers;
mod cases;
mod describe;
mod service;
mod style;
mod styles;

use self::service::Styled;
use crate::server::Service;
use crate::trial::Trial;

/// Returns the trial of a style.
pub(crate) fn trial(name: &str) -> Trial {
    let style = styles::ALL.iter().find(|one| one.name == name);
    let style = style.expect("a style");
    Trial {
        name: style.name,
        description: describe::description(style).leak(),
        prefix: style.prefix,
        credentials: callers::credentials(style).map(|text| &*text.leak()),
        service: Box::leak(Box::new(move |fault| -> Box<dyn Service> {
            Box::new(Styled::new(style, fault))
        })),
        creations: &["create"],
        beyond: &[],
        gaps: &[],
        cases: cases::cases(style).leak(),
    }
}
