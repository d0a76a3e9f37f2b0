//! Two versions' values of the same code.

use std::{collections::BTreeMap, fmt};

use super::inspected::{Place, Said};

/// What one version proves and the other does not.
#[derive(Debug, Default)]
pub(super) struct Difference {
    before: usize,
    now: usize,
    /// Proved before; with what was said and what is said.
    lost: Vec<(Place, String, String)>,
    /// Proved only now.
    gained: usize,
    /// Proved by both, and not the same: one of them is wrong.
    differ: Vec<(Place, String, String)>,
}

impl Difference {
    pub(super) fn between(before: &BTreeMap<Place, Said>, now: &BTreeMap<Place, Said>) -> Self {
        let proved = |values: &BTreeMap<Place, Said>| {
            values.values().filter(|said| matches!(said, Said::Proved(_))).count()
        };
        let mut difference = Self { before: proved(before), now: proved(now), ..Self::default() };
        for (place, said) in before {
            let Said::Proved(layouts) = said else {
                difference.gained += usize::from(matches!(now.get(place), Some(Said::Proved(_))));
                continue;
            };
            let (kept, said_now) = match now.get(place) {
                Some(Said::Proved(others)) if others == layouts => continue,
                Some(Said::Proved(others)) => (true, others.join(" | ")),
                Some(Said::Supposed) => (false, "supposed".to_owned()),
                Some(Said::Unknown(reason)) => (false, reason.clone()),
                None => (false, "not named".to_owned()),
            };
            let line = (place.clone(), layouts.join(" | "), said_now);
            if kept { difference.differ.push(line) } else { difference.lost.push(line) }
        }
        difference.gained += now
            .iter()
            .filter(|(place, said)| matches!(said, Said::Proved(_)) && !before.contains_key(place))
            .count();
        difference
    }

    /// One line for each value that fell or became another.
    pub(super) fn print_lines(&self) {
        for (word, lines) in [("lost", &self.lost), ("differs", &self.differ)] {
            for ((line, column, name), before, now) in lines {
                println!("  {line}:{column} {name} {word}: {before} -> {now}");
            }
        }
    }

    pub(super) fn add(&mut self, other: &Self) {
        self.before += other.before;
        self.now += other.now;
        self.lost.extend_from_slice(&other.lost);
        self.gained += other.gained;
        self.differ.extend_from_slice(&other.differ);
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { before, now, lost, gained, differ } = self;
        let (lost, differ) = (lost.len(), differ.len());
        write!(f, "{before} values proved before, {now} now; {lost} lost, {gained} gained, {differ} differ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn proved(line: usize, layout: &str) -> (Place, Said) {
        ((line, 1, "a".to_owned()), Said::Proved(vec![layout.to_owned()]))
    }

    fn unknown(line: usize) -> (Place, Said) {
        ((line, 1, "a".to_owned()), Said::Unknown("nothing calls `f`".to_owned()))
    }

    #[test]
    fn values_that_fell_that_came_and_that_became_others_are_counted_apart() {
        let before = [proved(1, "4:1"), proved(2, "4:1"), proved(3, "4:1"), unknown(4)].into();
        let now = [proved(1, "4:1"), proved(2, "4:2"), unknown(3), proved(4, "8:1"), proved(5, "8:1")].into();
        let difference = Difference::between(&before, &now);
        assert_eq!(difference.to_string(), "3 values proved before, 4 now; 1 lost, 2 gained, 1 differ");
    }
}
