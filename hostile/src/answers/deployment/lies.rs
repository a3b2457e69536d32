//! Changes the answers of a deployment.

use fastrand::Rng;

use super::super::{Answer, Request, changes, draw};
use super::texts::LATER;
use super::tree::of;
use super::{Case, Kind, amounts, leads, tree, words};

/// How many earlier answers are kept.
const EARLIER: usize = 20;

/// Changes answers.
pub(super) struct Liar {
    case: Case,
    count: u64,
    earlier: Vec<Answer>,
}

impl Liar {
    pub(super) fn new(case: &Case) -> Self {
        Self {
            case: case.clone(),
            count: 0,
            earlier: Vec::new(),
        }
    }

    /// Returns the answer that is sent instead of the true one.
    pub(super) fn answer(&mut self, request: &Request, truth: Answer) -> Answer {
        let number = self.count;
        self.count += 1;
        let mut rng = Rng::with_seed(self.case.seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let mut answer = truth.clone();
        let is_lie = request.elsewhere || rng.u8(0..100) < self.case.share;
        if number >= self.case.calm && is_lie {
            let times = if rng.u8(0..3) == 0 { 2 } else { 1 };
            for _ in 0..times {
                if let Some(kind) = rng.choice(&self.case.kinds) {
                    answer = self.changed(*kind, request, answer, &mut rng);
                }
            }
        }
        if self.earlier.len() == EARLIER {
            self.earlier.remove(0);
        }
        self.earlier.push(truth);
        answer
    }

    fn changed(&self, kind: Kind, request: &Request, mut it: Answer, rng: &mut Rng) -> Answer {
        if it.head.is_empty() {
            it = draw::plain("200 OK", "application/json", "{}");
        }
        match kind {
            Kind::Wire | Kind::Content => {
                let is_wire = kind == Kind::Wire;
                let ways = if is_wire {
                    draw::OF_WIRE
                } else {
                    draw::OF_CONTENT
                };
                let (media, text) = (media(&it), tree::text(&it));
                return draw::changed(it, &media, &text, ways, rng);
            }
            Kind::Texts => words::texts(&mut it, rng),
            Kind::Echo => words::echo(&mut it, request, rng),
            Kind::Links => leads::links(&mut it, rng),
            Kind::Metadata => leads::metadata(&mut it, rng),
            Kind::Ids => leads::ids(&mut it, rng),
            Kind::Numbers => amounts::numbers(&mut it, rng),
            Kind::Bulk => amounts::bulk(&mut it, rng),
            Kind::Slow => changes::slow(&mut it, rng),
            Kind::Later => {
                let status = rng.choice(&["429", "503", "301", "202"]).unwrap_or(&"503");
                it.head[0] = format!("HTTP/1.1 {status} Later");
                it.head.push(format!("Retry-After: {}", of(LATER, rng)));
            }
            Kind::Swap => return rng.choice(&self.earlier).cloned().unwrap_or(it),
        }
        it
    }
}

/// Returns the media type of an answer, without parameters.
fn media(answer: &Answer) -> String {
    let lines = answer.head.iter().filter_map(|line| line.split_once(':'));
    let mut types = lines.filter(|(name, _)| name.eq_ignore_ascii_case("content-type"));
    let value = types.next().map_or("", |(_, value)| value);
    let essence = value.split(';').next().unwrap_or_default();
    essence.trim().to_ascii_lowercase()
}
