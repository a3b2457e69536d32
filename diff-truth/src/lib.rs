//! Finds out what a change of a description really breaks, without the rules of `diff`.
//!
//! Sample values are drawn from the old and the new schemas at the edges of every constraint, and a
//! validator that is not ours says which of them either description allows. A request that was
//! allowed and is not any more is a break, and so is a response that is allowed and was not.

mod announced;
#[cfg(unix)]
mod behavior;
mod campaign;
mod explain;
mod inherit;
mod mutate;
mod normal;
mod pattern;
mod random;
mod run;
mod sample;
mod sites;
mod slice;
mod style;
#[cfg(unix)]
mod surface;
mod swagger;
mod truth;

#[cfg(unix)]
pub use self::behavior::{BehaviorReport, Programs, behavior};
pub use self::campaign::{Pair, Report, Tally, campaign, descriptions, pair};
pub use self::explain::{Explained, Explainer, Wanted};
pub use self::mutate::kinds;
pub use self::run::{Outcome, Verdict, check};
#[cfg(unix)]
pub use self::surface::{Compilers, Draw, SurfaceReport, surface};
pub use self::truth::{Counterexample, Truth, truth};
