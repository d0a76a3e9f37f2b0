//! Whether inequalities between sums of symbols can hold at once.

use rustc_hash::FxHashMap;

use crate::lanes::{LANES, Sum, Symbol, SymbolFacts};

/// The most inequalities that are kept while one symbol after the other is taken out.
const MOST_LINES: usize = 200;

/// `a*x + b*y + c <= 0`, by products of symbols.
#[derive(Debug, Clone, PartialEq)]
struct Line {
    factors: Vec<i128>,
    constant: i128,
}

/// Inequalities of which each product of symbols is taken as a number of its own.
#[derive(Debug, Clone, Default)]
pub(super) struct Inequalities {
    products: Vec<Vec<Symbol>>,
    places: FxHashMap<Vec<Symbol>, usize>,
    /// By product, and the constants.
    lines: Vec<(Vec<(usize, i128)>, i128)>,
}

impl Inequalities {
    /// `sum <= at_most` for all lanes; of lanes between the first and the last nothing is asked that these do not say.
    pub(super) fn add(&mut self, sum: &Sum, sign: i128, at_most: i128) {
        for lane in [0, LANES - 1] {
            let (mut factors, mut constant) = (Vec::new(), -at_most);
            for (symbols, lanes) in sum.terms() {
                let factor = sign * i128::from(lanes[lane]);
                if symbols.is_empty() {
                    constant += factor;
                } else {
                    factors.push((self.place(symbols), factor));
                }
            }
            self.lines.push((factors, constant));
        }
    }

    fn place(&mut self, symbols: &[Symbol]) -> usize {
        if let Some(place) = self.places.get(symbols) {
            return *place;
        }
        let place = self.products.len();
        self.products.push(symbols.to_vec());
        self.places.insert(symbols.to_vec(), place);
        place
    }

    /// Whether there are numbers for which all of these hold, with what is known of the symbols; `false` where that is not seen.
    pub(super) fn can_hold(mut self, facts: &[SymbolFacts]) -> bool {
        for (place, symbols) in self.products.clone().into_iter().enumerate() {
            let of = |symbol: &Symbol| facts.get(*symbol as usize);
            if symbols.iter().all(|symbol| of(symbol).is_some_and(|facts| facts.is_natural)) {
                self.lines.push((vec![(place, -1)], 0));
            }
            if let [symbol] = symbols.as_slice()
                && let Some(count) = of(symbol).and_then(|facts| facts.count)
            {
                self.lines.push((vec![(place, 1)], -i128::from(count - 1)));
            }
        }
        let count = self.products.len();
        let mut lines: Vec<Line> = Vec::new();
        for (sparse, constant) in self.lines {
            let mut factors = vec![0; count];
            sparse.into_iter().for_each(|(place, factor)| factors[place] += factor);
            lines.push(Line { factors, constant });
        }
        (0..count).try_for_each(|place| {
            lines = without(&lines, place)?;
            Some(())
        });
        lines.len() <= MOST_LINES && lines.iter().all(|line| line.constant <= 0)
    }
}

/// What the inequalities say of all other products.
fn without(lines: &[Line], place: usize) -> Option<Vec<Line>> {
    let with =
        |is: &dyn Fn(i128) -> bool| lines.iter().filter(|line| is(line.factors[place])).collect::<Vec<_>>();
    let (above, below) = (with(&|factor| factor > 0), with(&|factor| factor < 0));
    let mut left: Vec<Line> = lines.iter().filter(|line| line.factors[place] == 0).cloned().collect();
    for upper in &above {
        for lower in &below {
            let (by_upper, by_lower) = (-lower.factors[place], upper.factors[place]);
            let mixed = |a: i128, b: i128| a.checked_mul(by_upper)?.checked_add(b.checked_mul(by_lower)?);
            let factors = upper.factors.iter().zip(&lower.factors).map(|(a, b)| mixed(*a, *b));
            let line = Line {
                factors: factors.collect::<Option<_>>()?,
                constant: mixed(upper.constant, lower.constant)?,
            };
            if !left.contains(&line) {
                left.push(line);
            }
            if left.len() > MOST_LINES {
                return None;
            }
        }
    }
    Some(left)
}

#[cfg(test)]
mod tests {
    use super::Inequalities;
    use crate::lanes::{LANES, Sum, SymbolFacts};

    fn facts(is_natural: bool) -> SymbolFacts {
        SymbolFacts {
            name: "x".to_owned(),
            is_natural,
            count: None,
            is_round: false,
            below: None,
            is_truth: false,
            origin: 0,
        }
    }

    #[test]
    fn inequalities_hold_at_once_or_not() {
        let (x, y) = (Sum::symbol(0), Sum::symbol(1));
        let lanes = Sum::of_lanes(std::array::from_fn::<i64, LANES, _>(|lane| lane as i64));
        let facts = [facts(true), facts(false)];
        // x + lane <= 5 for all lanes: x is not below zero.
        let mut all = Inequalities::default();
        all.add(&x.plus(&lanes, 1).expect("a sum"), 1, 5);
        assert!(!all.can_hold(&facts));
        let mut all = Inequalities::default();
        all.add(&y.plus(&lanes, 1).expect("a sum"), 1, 5);
        assert!(all.can_hold(&facts));
        // x <= y and y <= 4 and x >= 5
        let held = |least: i128| {
            let mut all = Inequalities::default();
            all.add(&x.plus(&y, -1).expect("a sum"), 1, 0);
            all.add(&y, 1, 4);
            all.add(&x, -1, -least);
            all.can_hold(&facts)
        };
        assert!(held(4) && !held(5));
    }
}
