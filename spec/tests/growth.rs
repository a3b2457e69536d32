//! The growth of cost with every hostile construct, alone and combined: a document of four times
//! the size may cost four times as much and a little more (n log n), or end in `budget-exceeded`.
//!
//! Cost is measured in units of the budget, never in time. `GROWTH_PAIRS=all` tests every pair;
//! otherwise a quarter of the constructs is each combined with one other, as chosen by the seed
//! (`GROWTH_SEED`). `GROWTH_ONLY=NAME` tests only the constructs whose name contains NAME, alone.

use std::path::PathBuf;

use hostile::{Construct, Input};
use spec::{Budget, Code, Loaded, Unit};

/// The two sizes, each of which is read once.
const SIZES: [usize; 3] = [1_000, 2_000, 4_000];

/// 4 · log 4,000 / log 1,000, rounded up.
const MOST_GROWTH: u64 = 5;

/// The cost of an empty description, and of small parts that few bytes cause.
const CONSTANT: u64 = 5_000;

fn load(input: &Input) -> Loaded {
    let folder = tempfile::tempdir().expect("there is room");
    let overlay = input.overlay.as_ref().map(|text| {
        let path = folder.path().join("overlay.yaml");
        std::fs::write(&path, text).expect("there is room");
        path
    });
    let overlays: Vec<PathBuf> = overlay.into_iter().collect();
    let text = input.description.as_str();
    spec::load_text_within("grown.yaml", text, &overlays, Budget::default())
}

/// Returns whether a budget was exceeded and reported at a place in the input.
fn has_run_out(loaded: &Loaded) -> bool {
    let mut found = loaded.diagnostics.iter();
    found.any(|one| {
        let text = &loaded.documents.sources.file(one.span.file).text;
        one.code == Code::BudgetExceeded && one.span.end as usize <= text.len()
    })
}

/// Returns the costs that grow faster than allowed, as text.
fn too_much(name: &str, inputs: &[Input]) -> Option<String> {
    let mut before: Option<(u64, Loaded)> = None;
    for input in inputs {
        let loaded = load(input);
        if has_run_out(&loaded) {
            return None;
        }
        let bytes = input.bytes() as u64;
        let Some((first_bytes, first)) = &before else {
            before = Some((bytes, loaded));
            continue;
        };
        // The inputs themselves grow by more than their number of lines, because names get longer.
        let times = bytes.div_ceil(*first_bytes).max(1);
        for unit in Unit::ALL {
            let (one, other) = (
                first.documents.budget().spent(unit),
                loaded.documents.budget().spent(unit),
            );
            let most = one * times.min(4) * MOST_GROWTH / 4 + one / 2 + CONSTANT;
            // If the text stays almost as short, the cost of references to it may still grow with
            // their number.
            let most = most.max(one * MOST_GROWTH + CONSTANT);
            if other > most {
                return Some(format!(
                    "{name}: {unit:?} from {one} to {other} (at most {most})"
                ));
            }
        }
    }
    None
}

fn seed() -> u64 {
    let seed = std::env::var("GROWTH_SEED").ok();
    seed.and_then(|seed| seed.parse().ok()).unwrap_or(1)
}

#[test]
fn every_construct_grows_as_n_log_n() {
    let only = std::env::var("GROWTH_ONLY").unwrap_or_default();
    let faults: Vec<_> = Construct::all()
        .filter(|construct| construct.name.contains(&only))
        .filter_map(|construct| {
            let inputs = SIZES.map(|size| construct.input(seed(), size));
            too_much(construct.name, &inputs)
        })
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_construct_beside_others_grows_as_n_log_n() {
    let all: Vec<_> = Construct::all().collect();
    let every = std::env::var_os("GROWTH_PAIRS").is_some_and(|pairs| pairs == "all");
    let chosen_quarter = usize::try_from(seed() % 4).unwrap_or_default();
    let mut faults = Vec::new();
    for (at, one) in all.iter().enumerate() {
        let partner = (at + usize::try_from(seed()).unwrap_or_default() * 7) % all.len();
        for (place, other) in all.iter().enumerate().filter(|(place, _)| *place != at) {
            let chosen = place == partner && at % 4 == chosen_quarter;
            if (every && place > at) || chosen {
                let inputs = SIZES.map(|size| one.with(other, seed(), size));
                let name = format!("{} beside {}", one.name, other.name);
                faults.extend(too_much(&name, &inputs));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Checks that the comparison can fail, with an input whose cost is quadratic.
#[test]
fn quadratic_cost_is_found() {
    let inputs = [40, 80, 160].map(|size| {
        let all = Construct::all().find(|one| one.name == "shared-security");
        all.expect("it is a construct").input(seed(), size)
    });
    assert!(too_much("each with each", &inputs).is_some());
}
