//! Whether a series of block means stays on one level; the rules are `docs/contract/steadiness.md`, whose numbers stand here.

use serde::Serialize;

/// The fewest blocks that are judged.
const FEWEST: usize = 10;
/// The fewest blocks of a segment.
const SHORTEST: usize = 5;
/// From this ratio on, two levels are two.
const ANOTHER_LEVEL: f64 = 1.05;
/// The noise is taken to be this at least.
const LEAST_NOISE: f64 = 0.01;

/// The contract's `Steadiness`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Steadiness {
    class: Class,
    segments: Vec<Segment>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs, reason = "the contract says what each means")]
pub enum Class {
    Flat,
    Warmup,
    Slowdown,
    Unsteady,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct Segment {
    blocks: usize,
    median_ns: u64,
}

impl Steadiness {
    /// The verdict.
    pub const fn class(&self) -> Class {
        self.class
    }
}

/// Judges a series of block means, ns; `None` below ten. Takes time by the square of their number: 2,000 take some milliseconds.
pub fn steadiness(mean_ns: &[u64]) -> Option<Steadiness> {
    if mean_ns.len() < FEWEST {
        return None;
    }
    let logs: Vec<f64> = mean_ns.iter().map(|mean| double((*mean).max(1)).ln()).collect(); // 1
    let smooth: Vec<f64> =
        (0..logs.len()).map(|i| median(&logs[i.saturating_sub(2)..(i + 3).min(logs.len())])).collect(); // 2
    let segments = merged(mean_ns, change_points(&smooth, noise(&logs)));
    let told = |part: &&[u64]| Segment { blocks: part.len(), median_ns: rounded(level(part)) };
    Some(Steadiness { class: classify(&segments), segments: segments.iter().map(told).collect() })
}

/// 3: what neighbours differ by, as a standard deviation.
fn noise(logs: &[f64]) -> f64 {
    let steps: Vec<f64> = logs.windows(2).map(|pair| (pair[1] - pair[0]).abs()).collect();
    (1.4826 * median(&steps) / std::f64::consts::SQRT_2).max(LEAST_NOISE)
}

/// 4: the ends of the segments, by dynamic programming over the end of the last.
#[allow(clippy::cast_precision_loss, reason = "numbers of blocks")]
fn change_points(series: &[f64], noise: f64) -> Vec<usize> {
    let penalty = 4.0 * noise * noise * (series.len() as f64).ln();
    let sums = Sums::of(series);
    // Of the first `end` blocks: the least cost, and where its last segment begins.
    let mut best = vec![(f64::INFINITY, 0); series.len() + 1];
    best[0].0 = 0.0;
    for end in SHORTEST..best.len() {
        for start in 0..=end - SHORTEST {
            let cost = best[start].0 + sums.squares(start, end) + penalty;
            if cost < best[end].0 {
                best[end] = (cost, start);
            }
        }
    }
    let before = |end: &usize| (best[*end].1 > 0).then_some(best[*end].1);
    let mut ends: Vec<_> = std::iter::successors(Some(series.len()), before).collect();
    ends.reverse();
    ends
}

/// Running sums of a series and of its squares, taken from its mean so that little is lost when they are subtracted.
struct Sums(Vec<(f64, f64)>);

impl Sums {
    #[allow(clippy::cast_precision_loss, reason = "numbers of blocks")]
    fn of(series: &[f64]) -> Self {
        let mean = series.iter().sum::<f64>() / series.len() as f64;
        let mut sums = vec![(0.0, 0.0)];
        sums.extend(series.iter().scan((0.0, 0.0), |(sum, squares), value| {
            (*sum, *squares) = (*sum + (value - mean), *squares + (value - mean).powi(2));
            Some((*sum, *squares))
        }));
        Self(sums)
    }

    /// The sum of squared distances from the mean of a segment.
    #[allow(clippy::cast_precision_loss, reason = "numbers of blocks")]
    fn squares(&self, start: usize, end: usize) -> f64 {
        let ((sum, squares), (sum_before, squares_before)) = (self.0[end], self.0[start]);
        squares - squares_before - (sum - sum_before).powi(2) / (end - start) as f64
    }
}

/// 5: the segments, those on the same level as one.
fn merged(mean_ns: &[u64], mut ends: Vec<usize>) -> Vec<&[u64]> {
    loop {
        let starts = std::iter::once(0).chain(ends.iter().copied());
        let segments: Vec<_> = starts.zip(&ends).map(|(start, end)| &mean_ns[start..*end]).collect();
        let ratios = segments.windows(2).map(|pair| {
            let (one, other) = (level(pair[0]).max(1.0), level(pair[1]).max(1.0));
            one.max(other) / one.min(other)
        });
        // Of equals the earliest: `min_by` keeps the first.
        match ratios.enumerate().min_by(|(_, one), (_, other)| one.total_cmp(other)) {
            Some((closest, ratio)) if ratio < ANOTHER_LEVEL => ends.remove(closest),
            _ => return segments,
        };
    }
}

/// 6
fn classify(segments: &[&[u64]]) -> Class {
    let levels: Vec<f64> = segments.iter().map(|part| level(part).max(1.0)).collect();
    let (last, lowest) = (levels[levels.len() - 1], levels.iter().copied().fold(f64::INFINITY, f64::min));
    let (blocks, of_last) = (segments.iter().map(|part| part.len()).sum::<usize>(), segments[segments.len() - 1].len());
    match () {
        () if levels.len() == 1 => Class::Flat,
        () if 2 * of_last < blocks => Class::Unsteady,
        () if levels.is_sorted_by(|before, after| after < before) => Class::Warmup,
        () if last >= ANOTHER_LEVEL * lowest => Class::Slowdown,
        () => Class::Unsteady,
    }
}

/// A segment's level: the median of its means, ns.
fn level(segment: &[u64]) -> f64 {
    median(&segment.iter().copied().map(double).collect::<Vec<_>>())
}

/// The middle value; of an even number, the mean of the middle two.
fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    if sorted.len() % 2 == 1 { sorted[middle] } else { f64::midpoint(sorted[middle - 1], sorted[middle]) }
}

#[allow(clippy::cast_precision_loss, reason = "a mean of 2^53 ns is a hundred days")]
fn double(ns: u64) -> f64 {
    ns as f64
}

/// Half up.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a level lies between two means")]
fn rounded(level: f64) -> u64 {
    (level + 0.5).floor() as u64
}

#[cfg(test)]
#[path = "steadiness_tests.rs"]
mod tests;
