//! Seeds: which instance of a suite that makes its instances is meant, and which others there are.

/// How many seeds a series has: instance `n` of series `s` has the seed `s * SERIES + n`. Each series is another draw of
/// everything that varies; where none is named, series 0 is meant.
pub const SERIES: u64 = 1_000_000_000_000;

/// Instances from this number on are adversarial: this and a number make the one for that number.
pub const ADVERSARIAL: u64 = 1_000_000_000;

/// The first final instance of a suite that makes its instances: nothing is built, tuned or looked at on an instance from here
/// up to the adversarial ones.
pub const FINAL: u64 = 9000;

/// The series of a seed.
pub fn series(seed: u64) -> u64 {
    seed / SERIES
}

/// The number of a seed in its series.
pub fn number(seed: u64) -> u64 {
    seed % SERIES
}

/// The seed that an adversarial instance is made around; `None` where the seed makes none.
pub fn around(seed: u64) -> Option<u64> {
    (number(seed) >= ADVERSARIAL).then(|| seed - ADVERSARIAL)
}

/// Whether a seed is for final measures alone.
pub fn is_final(seed: u64) -> bool {
    (FINAL..ADVERSARIAL).contains(&number(seed))
}

/// Seeds besides these, of the same series: those behind the greatest, and where they end, the lowest. Besides final ones they are
/// final as well, besides others never.
pub fn besides(seeds: &[u64]) -> impl Iterator<Item = u64> + use<> {
    let known = seeds.to_vec();
    let greatest = seeds.iter().copied().max().unwrap_or_default();
    let first = series(greatest) * SERIES;
    let end = first.saturating_add(if is_final(greatest) { ADVERSARIAL } else { FINAL });
    let behind = greatest.saturating_add(u64::from(!seeds.is_empty()))..end;
    behind
        .chain(first..greatest)
        .filter(move |it| !known.contains(it))
}

/// These seeds, then so many besides.
pub fn with_more(seeds: &[u64], more: usize) -> Vec<u64> {
    seeds.iter().copied().chain(besides(seeds).take(more)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_is_a_series_and_a_number() {
        let seed = 11 * SERIES + ADVERSARIAL + 3;
        assert_eq!((series(seed), number(seed)), (11, ADVERSARIAL + 3));
        assert_eq!(around(seed), Some(11 * SERIES + 3));
        assert_eq!(
            (around(8999), is_final(8999), is_final(9000)),
            (None, false, true)
        );
        assert!(is_final(2 * SERIES + 9000) && !is_final(2 * SERIES + 1) && !is_final(ADVERSARIAL));
    }

    #[test]
    fn what_is_held_out_is_never_final() {
        let more = |seeds: &[u64], count| besides(seeds).take(count).collect::<Vec<u64>>();
        assert_eq!(more(&[7, 3], 2), [8, 9]);
        assert_eq!(more(&[8998, 1], 4), [8999, 0, 2, 3]);
        assert_eq!(more(&[8998], 9000).len(), 8999);
        assert_eq!(more(&[SERIES + 8], 2), [SERIES + 9, SERIES + 10]);
        assert_eq!(more(&[9001, 9002], 1), [9003]);
        assert_eq!(more(&[], 1), [0]);
    }
}
