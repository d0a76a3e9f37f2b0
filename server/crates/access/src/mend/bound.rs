//! Whether a sum of what threads have in common is never below zero.

use crate::lanes::{LANES, Sum, Symbol, SymbolFacts};

/// The most symbols that are put in one after the other.
const MOST_STEPS: usize = 16;

/// Whether no lane's sum can be below zero, wherever rounds of loops, threads and what they are counted up to stand.
///
/// A round of a loop `for (int x = 0; x < d; x++)` is at most `d - 1`, and where it comes to one, `d` is at least 1: sums that
/// hold such a round are those of an access in the loop.
pub(super) fn is_natural(sum: &Sum, in_loops: &Sum, facts: &[SymbolFacts]) -> bool {
    let positive: Vec<Symbol> = in_loops
        .symbols()
        .filter_map(|symbol| facts.get(symbol as usize)?.below.as_deref())
        .filter_map(|below| match below.terms() {
            [(symbols, _)] if symbols.len() == 1 && *below == Sum::symbol(symbols[0]) => Some(symbols[0]),
            _ => None,
        })
        .collect();
    (0..LANES).all(|lane| is_natural_of_one(sum.at(lane), &positive, facts) == Some(true))
}

fn is_natural_of_one(mut sum: Sum, positive: &[Symbol], facts: &[SymbolFacts]) -> Option<bool> {
    let least = |symbol: Symbol| match facts.get(symbol as usize) {
        _ if positive.contains(&symbol) => Some(1),
        Some(known) if known.is_natural => Some(0),
        _ => None,
    };
    for _ in 0..MOST_STEPS {
        if let Some(number) = sum.as_number() {
            return Some(number >= 0);
        }
        // The youngest first: what it stays below is older.
        let mut symbols: Vec<Symbol> = sum.symbols().collect();
        symbols.sort_unstable();
        symbols.dedup();
        let next = symbols.iter().rev().find_map(|symbol| {
            let known = facts.get(*symbol as usize)?;
            let with = match sign(&sum, *symbol, &least)? {
                Sign::Positive => Sum::number(least(*symbol)?),
                Sign::Negative => match (known.count, known.below.as_deref()) {
                    (Some(count), _) => Sum::number(count.checked_sub(1)?),
                    (None, Some(below)) => below.plus(&Sum::number(1), -1)?,
                    (None, None) => return None,
                },
            };
            replaced(&sum, *symbol, &with)
        });
        sum = next?;
    }
    None
}

enum Sign {
    Positive,
    Negative,
}

/// Whether the sum grows or falls with a symbol that is in none of its products twice.
fn sign(sum: &Sum, symbol: Symbol, least: &dyn Fn(Symbol) -> Option<i64>) -> Option<Sign> {
    let (mut grows, mut falls) = (false, false);
    for (symbols, lanes) in sum.terms() {
        match symbols.iter().filter(|known| **known == symbol).count() {
            0 => continue,
            1 => {}
            _ => return None,
        }
        // The others are not below zero.
        symbols.iter().filter(|known| **known != symbol).try_for_each(|other| least(*other).map(|_| ()))?;
        grows |= lanes[0] > 0;
        falls |= lanes[0] < 0;
    }
    match (grows, falls) {
        (true, false) => Some(Sign::Positive),
        (false, true) => Some(Sign::Negative),
        _ => None,
    }
}

/// The sum with another in the place of a symbol.
fn replaced(sum: &Sum, symbol: Symbol, with: &Sum) -> Option<Sum> {
    let mut out = Sum::default();
    for (symbols, lanes) in sum.terms() {
        let left: Vec<Symbol> = symbols.iter().copied().filter(|known| *known != symbol).collect();
        let is_in = left.len() < symbols.len();
        let term = Sum::of_terms(std::iter::once((left, *lanes)));
        out = out.plus(&if is_in { term.times(with)? } else { term }, 1)?;
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::*;

    /// `d`, of which nothing is known, `x` below `d`, and `y` below 32.
    fn facts() -> Vec<SymbolFacts> {
        let fact = |name: &str, count, below: Option<Sum>| SymbolFacts {
            name: name.to_owned(),
            is_natural: name != "d",
            count,
            is_round: name != "d",
            below: below.map(Rc::new),
            is_truth: false,
            origin: 0,
        };
        vec![fact("d", None, None), fact("x", None, Some(Sum::symbol(0))), fact("y", Some(32), None)]
    }

    fn sum(terms: &[(i64, &[Symbol])]) -> Sum {
        let each = terms.iter().map(|(factor, symbols)| (symbols.to_vec(), [*factor; LANES]));
        Sum::of_terms(each)
    }

    #[test]
    fn rows_of_run_time_end_where_their_last_round_does() {
        // 32 rows of `d` hold `y*d + x`.
        let left = |rows: i64| sum(&[(rows, &[0]), (-1, &[0, 2]), (-1, &[1]), (-1, &[])]);
        assert!(is_natural(&left(32), &sum(&[(1, &[1])]), &facts()));
        assert!(!is_natural(&left(31), &sum(&[(1, &[1])]), &facts()));
        // Of an access that is in no loop up to `d`, nobody knows that there is a row.
        assert!(!is_natural(&sum(&[(1, &[0])]), &sum(&[(1, &[2])]), &facts()));
        assert!(is_natural(&sum(&[(1, &[0]), (-1, &[])]), &sum(&[(1, &[1])]), &facts()));
    }
}
