//! Shards of one plan, merged.

use conformance_report::merge::{self, percentile};
use conformance_report::model::{Cell, Latency, Level, Report, Shard, State, Verdict};
use proptest::prelude::*;

use super::sample;

fn merge(parts: Vec<Report>) -> anyhow::Result<Report> {
    merge::merge(parts, &["comparing"])
}

/// Returns the sample as shards, each with its share of the coverage, the findings and the
/// responses.
fn split(report: &Report, count: u32) -> Vec<Report> {
    let parts = (1..=count).map(|index| {
        let mut part = report.clone();
        part.shard = Some(Shard { index, count });
        let n = u64::from(index);
        part.counts.requests = 10 * n;
        part.counts.failures = n;
        part.counts.verdicts_passed = 100 * n;
        part.counts
            .statuses
            .retain(|status, _| u32::from(*status) % count == index - 1);
        part.findings = kept(&report.findings, index, count);
        for row in &mut part.coverage {
            let mut position = 0;
            row.intents.retain(|_, _| {
                position += 1;
                position % count == index - 1
            });
        }
        part
    });
    parts.collect()
}

const fn shard(index: u32, count: u32) -> Shard {
    Shard { index, count }
}

/// Returns the items of one shard. Every item is in at least one shard, and the first in all.
fn kept<T: Clone>(all: &[T], index: u32, count: u32) -> Vec<T> {
    let all = all.iter().zip(0..);
    let all = all.filter(|(_, n)| *n == 0 || n % count == index - 1);
    all.map(|(one, _)| one.clone()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn parts_sum_up_to_the_whole(
        (count, order) in (1_u32..6).prop_flat_map(|count| {
            (Just(count), Just((0..count as usize).collect::<Vec<_>>()).prop_shuffle())
        }),
    ) {
        let report = sample::report();
        let parts = split(&report, count);
        let whole = merge(parts.clone()).unwrap();
        let shuffled = order.iter().map(|index| parts[*index].clone()).collect();
        prop_assert_eq!(whole.to_json().unwrap(), merge(shuffled).unwrap().to_json().unwrap());

        let sum = u64::from(count * (count + 1) / 2);
        prop_assert_eq!(whole.counts.requests, 10 * sum);
        prop_assert_eq!(whole.counts.failures, sum);
        prop_assert_eq!(whole.counts.verdicts_passed, 100 * sum);
        prop_assert_eq!(&whole.counts.statuses, &report.counts.statuses);
        prop_assert_eq!(whole.findings.len(), report.findings.len());
        prop_assert_eq!(whole.findings[0].count, 7 * u64::from(count));
        prop_assert_eq!(whole.verdict, Verdict::Violates);
        prop_assert!(whole.shard.is_none());
        for (joined, one) in whole.coverage.iter().zip(&report.coverage) {
            prop_assert_eq!(&joined.intents, &one.intents);
            for (status, cell) in &one.statuses {
                if let (Cell::Exercised { count: was, .. }, Cell::Exercised { count: is, .. })
                    = (cell, &joined.statuses[status]) {
                    prop_assert_eq!(*is, was * u64::from(count));
                }
            }
        }
        for (joined, one) in whole.latency.iter().zip(&report.latency) {
            prop_assert_eq!(joined.count, one.count * u64::from(count));
            let sum: u64 = joined.histogram.iter().sum();
            prop_assert_eq!(sum, joined.count);
        }
    }

    #[test]
    fn percentiles_are_in_the_bucket_of_the_answer(
        times in prop::collection::vec(1_u64..10_000_000, 1..200),
        percent in prop::sample::select(vec![50_u64, 90, 99]),
    ) {
        let mut times = times;
        times.sort_unstable();
        let mut histogram = vec![0; 40];
        let bucket = |time: u64| (u64::BITS - time.leading_zeros()) as usize;
        for time in &times {
            histogram[bucket(*time)] += 1;
        }
        let rank = (times.len() * usize::try_from(percent).unwrap()).div_ceil(100);
        let exact = bucket(times[rank - 1]);
        let found = percentile(&histogram, percent);
        prop_assert!(found >= 1 << (exact - 1) && found <= 1 << exact, "{found}");
    }
}

#[test]
fn what_is_not_one_plan_is_refused() {
    let report = sample::report();
    let parts = split(&report, 3);
    let changed = |change: fn(&mut Report)| {
        let mut parts = parts.clone();
        change(&mut parts[2]);
        parts
    };
    let twice = [parts[0].clone(), parts[1].clone(), parts[1].clone()];
    let table = [
        (Vec::new(), "no report"),
        (vec![report.clone()], "whole plan"),
        (parts[..2].to_vec(), "shard 3 of 3 is missing"),
        (parts[1..].to_vec(), "shard 1 of 3 is missing"),
        (twice.to_vec(), "shard 2 of 3 is there twice"),
        (changed(|one| one.seed = 1), "differ in seed"),
        (
            changed(|one| one.target.base_url.clear()),
            "differ in base URL",
        ),
        (
            changed(|one| one.target.description.clear()),
            "differ in description",
        ),
        (changed(|one| one.schema.clear()), "differ in schema"),
        (
            changed(|one| one.shard = Some(shard(3, u32::MAX))),
            "of 3 shards",
        ),
        (
            changed(|one| one.shard = Some(shard(4, 3))),
            "shard 4 of 3 cannot be",
        ),
    ];
    for (parts, expected) in table {
        let error = merge(parts).expect_err(expected).to_string();
        assert!(error.contains(expected), "{error} is not {expected}");
    }
}

#[test]
fn the_more_telling_state_counts() {
    let order = [
        State::Failed,
        State::Passed,
        State::Inconclusive,
        State::Skipped,
    ];
    for (rank, better) in order.into_iter().enumerate() {
        for other in &order[rank..] {
            for pair in [[better, *other], [*other, better]] {
                let mut parts = split(&sample::report(), 2);
                for (part, state) in parts.iter_mut().zip(pair) {
                    part.checks[0].state = state;
                    part.checks[0].why = vec![state.as_str().to_owned()];
                }
                let whole = merge(parts).unwrap();
                assert_eq!(whole.checks[0].state, better);
                let reasons = if better == *other { 1 } else { 2 };
                assert_eq!(whole.checks[0].why.len(), reasons, "{pair:?}");
            }
        }
    }
}

/// A shard that checked nothing is not outweighed by one that did.
#[test]
fn a_missing_part_is_no_pass() {
    let mut report = sample::report();
    report.findings.retain(|one| one.level != Level::Violation);
    let mut parts = split(&report, 2);
    for part in &mut parts {
        part.verdict = Verdict::Conforms;
    }
    assert_eq!(merge(parts.clone()).unwrap().verdict, Verdict::Conforms);
    for (verdicts, expected) in [
        (
            [Verdict::Conforms, Verdict::Unreachable],
            Verdict::Insufficient,
        ),
        (
            [Verdict::Insufficient, Verdict::Conforms],
            Verdict::Insufficient,
        ),
        (
            [Verdict::Unreachable, Verdict::Unreachable],
            Verdict::Unreachable,
        ),
    ] {
        for (part, verdict) in parts.iter_mut().zip(verdicts) {
            part.verdict = verdict;
        }
        assert_eq!(
            merge(parts.clone()).unwrap().verdict,
            expected,
            "{verdicts:?}"
        );
    }
}

#[test]
fn percentiles_of_one_operation_follow_the_joined_histogram() {
    let mut parts = split(&sample::report(), 2);
    let latency = |bucket: usize, max_us| {
        let mut histogram = vec![0; bucket + 1];
        histogram[bucket] = 100;
        vec![Latency {
            operation: "a".into(),
            count: 100,
            p50_us: 0,
            p90_us: 0,
            p99_us: 0,
            max_us,
            histogram,
        }]
    };
    parts[0].latency = latency(10, 900);
    parts[1].latency = latency(20, 600_000);
    let joined = &merge(parts).unwrap().latency[0];
    assert_eq!(
        (joined.count, joined.max_us, joined.p50_us),
        (200, 600_000, 1 << 10)
    );
    assert!(joined.p90_us > 1 << 19 && joined.p99_us <= 600_000);
}
