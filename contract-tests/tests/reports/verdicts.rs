//! How findings determine the verdict.

use conformance_report::model::{Counts, Level, Report, Verdict};

use super::sample;

#[test]
fn the_verdict_follows_levels_strictness_and_counts() {
    let checked = Counts {
        requests: 10,
        verdicts_passed: 5,
        ..Counts::default()
    };
    let unanswered = Counts {
        failures: 10,
        ..checked.clone()
    };
    let unchecked = Counts {
        verdicts_passed: 0,
        ..checked.clone()
    };
    let lost = Counts {
        statuses: [(200, 3), (404, 97)].into(),
        ..checked.clone()
    };
    let refused = Counts {
        statuses: [(200, 3), (401, 60), (403, 37)].into(),
        ..checked.clone()
    };
    let all = sample::report().findings;
    let of = |level: Option<Level>| {
        let findings = all.iter().filter(|one| Some(one.level) == level);
        findings.cloned().collect::<Vec<_>>()
    };
    let table = [
        (None, false, &checked, Verdict::Conforms),
        (Some(Level::Violation), false, &checked, Verdict::Violates),
        (Some(Level::Violation), false, &unchecked, Verdict::Violates),
        (Some(Level::Assumed), false, &checked, Verdict::Conforms),
        (Some(Level::Assumed), true, &checked, Verdict::Violates),
        (Some(Level::Warning), true, &checked, Verdict::Conforms),
        (Some(Level::Info), true, &checked, Verdict::Conforms),
        (Some(Level::Accepted), true, &checked, Verdict::Conforms),
        (None, false, &unanswered, Verdict::Insufficient),
        (None, false, &unchecked, Verdict::Insufficient),
        (None, false, &Counts::default(), Verdict::Insufficient),
        (Some(Level::Violation), false, &lost, Verdict::Insufficient),
        (
            Some(Level::Violation),
            true,
            &refused,
            Verdict::Insufficient,
        ),
    ];
    for (level, strict, counts, expected) in table {
        let verdict = Report::verdict_of(&of(level), strict, counts);
        assert_eq!(verdict, expected, "{level:?}, strict {strict}");
    }
}

#[test]
fn a_run_that_went_nowhere_says_so() {
    let counts = |statuses: &[(u16, u64)]| Counts {
        statuses: statuses.iter().copied().collect(),
        ..Counts::default()
    };
    let told = counts(&[(200, 3), (404, 97)]).proves_little();
    assert!(told.is_some_and(|why| why.contains("97 %") && why.contains("--base-url")));
    let told = counts(&[(401, 100)]).proves_little();
    assert!(told.is_some_and(|why| why.contains("--credentials")));
    for enough in [&[(200, 20), (404, 80)][..], &[(404, 5)], &[(503, 100)], &[]] {
        assert_eq!(counts(enough).proves_little(), None, "{enough:?}");
    }
}
