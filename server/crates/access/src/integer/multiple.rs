//! Quotients and remainders of what is known at run time only, where that is a multiple of something.

use super::{Integers, Node};
use crate::code::Operator;
use crate::lanes::{LANES, Sum, Symbol};

/// The most that something is supposed to be a multiple of.
const MOST: i64 = 1 << 16;

impl Integers {
    /// A quotient or remainder, also as a shift or by a mask, if what all lanes have in common is a multiple of the numbers that they
    /// differ by: then no lane of a warp goes over a multiple of the divisor that others do not go over.
    pub(crate) fn by_multiple(&mut self, operator: Operator, a: Node, b: Node) -> Option<Node> {
        let (mut sum, mut by) = (self.value(a).clone().ok()?, self.value(b).clone().ok()?);
        if operator == Operator::And && (sum.as_number().is_some() || (sum.is_uniform() && !by.is_uniform()))
        {
            std::mem::swap(&mut sum, &mut by);
        }
        if operator == Operator::And && by.as_number().is_none() {
            return self.by_mask(&sum, &by);
        }
        let (is_quotient, rounds_down, by) = match (operator, by.as_number()) {
            (Operator::Divide, _) => (true, false, (*by).clone()),
            (Operator::Remainder, _) => (false, false, (*by).clone()),
            (Operator::ShiftRight, Some(shift)) if (0..16).contains(&shift) => {
                (true, true, Sum::number(1 << shift))
            }
            (Operator::And, Some(mask)) if mask > 0 && mask < MOST && (mask + 1) & mask == 0 => {
                (false, true, Sum::number(mask + 1))
            }
            _ => return None,
        };
        if !by.is_uniform() || by.as_number().is_some_and(|by| by <= 0) {
            return None;
        }
        let mut supposed = Vec::new();
        if !rounds_down {
            self.not_negative(&sum, &mut supposed)?;
        }
        let (exact, rest) = apart(&sum, &by);
        let lanes = rest.constant();
        let shared = rest.plus(&Sum::of_lanes(lanes), -1)?;
        if !shared.is_uniform() {
            return None;
        }
        let result = match by.as_number() {
            Some(number) => {
                self.a_multiple(&shared, number, &mut supposed)?;
                let own = Sum::of_lanes(lanes.map(|lane| match is_quotient {
                    true => lane.div_euclid(number),
                    false => lane.rem_euclid(number),
                }));
                match is_quotient {
                    true => exact.plus(&self.natural_function("/", &shared, &by), 1)?.plus(&own, 1)?,
                    false => own,
                }
            }
            None => {
                let (width, first) = window(&lanes)?;
                self.not_negative(&by, &mut supposed)?;
                self.a_multiple(&by, width, &mut supposed)?;
                self.a_multiple(&shared, width, &mut supposed)?;
                let shared = shared.plus(&Sum::number(first), 1)?;
                match is_quotient {
                    true => exact.plus(&self.natural_function("/", &shared, &by), 1)?,
                    false => {
                        let before = self.natural_function(&format!("%{width}"), &shared, &by);
                        let own = Sum::of_lanes(lanes.map(|lane| lane - first));
                        before.times(&Sum::number(width))?.plus(&own, 1)?
                    }
                }
            }
        };
        let mut node = self.of_sum(&result);
        for text in supposed {
            node = self.supposed(node, &text);
        }
        Some(node)
    }

    /// `x & (size - 1)`, if the size is a multiple of the numbers that lanes differ by: then the lowest bits are all kept.
    fn by_mask(&mut self, of: &Sum, mask: &Sum) -> Option<Node> {
        let size = mask.plus(&Sum::number(1), 1)?;
        let lanes = of.constant();
        let shared = of.plus(&Sum::of_lanes(lanes), -1)?;
        if !size.is_uniform() || !shared.is_uniform() {
            return None;
        }
        let (width, first) = window(&lanes)?;
        let mut supposed = Vec::new();
        self.a_multiple(&size, width, &mut supposed)?;
        self.a_multiple(&shared, width, &mut supposed)?;
        let before = self.function(&format!("&{width}"), &shared.plus(&Sum::number(first), 1)?, mask);
        let own = Sum::of_lanes(lanes.map(|lane| lane - first));
        let node = self.of_sum(&before.times(&Sum::number(width))?.plus(&own, 1)?);
        Some(supposed.iter().fold(node, |node, text| self.supposed(node, text)))
    }

    fn natural_function(&mut self, name: &str, a: &Sum, b: &Sum) -> Sum {
        if *a == Sum::default() {
            return Sum::default();
        }
        let found = self.function(name, a, b);
        for symbol in found.symbols().collect::<Vec<_>>() {
            if let Some(facts) = self.symbols.get_mut(symbol as usize) {
                facts.is_natural = true;
            }
        }
        found
    }

    /// Supposes that no lane is below zero. None where blocks or rounds are taken away, and some would be.
    fn not_negative(&self, sum: &Sum, supposed: &mut Vec<String>) -> Option<()> {
        if sum.is_natural(&self.symbols) {
            return Some(());
        }
        let is_added = |lanes: &[i64; LANES]| lanes.iter().all(|lane| *lane >= 0);
        if !sum.terms().iter().all(|(_, lanes)| is_added(lanes)) {
            let terms = sum.terms().iter();
            let mut of_counts = terms.filter(|(symbols, _)| !symbols.is_empty() && self.are_counted(symbols));
            let has_sizes = sum.terms().iter().any(|(symbols, _)| !self.are_counted(symbols));
            if of_counts.any(|(_, lanes)| !is_added(lanes)) || !has_sizes {
                return None;
            }
            supposed.push(format!("`{}` not negative", sum.text(&self.symbols)));
            return Some(());
        }
        let mut names: Vec<&str> = sum
            .symbols()
            .filter_map(|symbol| self.symbols.get(symbol as usize))
            .filter(|facts| !facts.is_natural)
            .map(|facts| facts.name.as_str())
            .collect();
        names.sort_unstable();
        names.dedup();
        supposed.extend(names.into_iter().map(|name| format!("`{name}` not negative")));
        Some(())
    }

    /// Whether a product takes all numbers up to some one: blocks, warps, rounds of loops.
    fn are_counted(&self, symbols: &[Symbol]) -> bool {
        symbols.iter().all(|symbol| {
            self.symbols.get(*symbol as usize).is_none_or(|facts| {
                let is_index = ["blockIdx.", "threadIdx."].iter().any(|name| facts.name.starts_with(name));
                is_index || facts.name == "warp" || facts.is_round || facts.count.is_some()
            })
        })
    }

    /// Supposes that what is no multiple whatever its symbols are is one.
    /// None where that would be said of blocks or rounds.
    fn a_multiple(&self, sum: &Sum, of: i64, supposed: &mut Vec<String>) -> Option<()> {
        let terms = sum.terms().iter().filter(|(_, lanes)| lanes[0] % of != 0).cloned();
        let odd = Sum::of_terms(terms);
        if odd.terms().iter().any(|(symbols, _)| self.are_counted(symbols)) {
            return None;
        }
        if odd != Sum::default() {
            supposed.push(format!("`{}` a multiple of {of}", odd.text(&self.symbols)));
        }
        Some(())
    }
}

/// The quotients of the products that are multiples of the divisor, whatever symbols are, and the others.
fn apart(sum: &Sum, by: &Sum) -> (Sum, Sum) {
    let [(divisor, factors)] = by.terms() else { return (Sum::default(), sum.clone()) };
    let (mut exact, mut rest) = (Vec::new(), Vec::new());
    for (symbols, lanes) in sum.terms() {
        let mut left = symbols.clone();
        let is_in = divisor.iter().all(|symbol| {
            let at = left.iter().position(|known| known == symbol);
            at.map(|at| left.remove(at)).is_some()
        });
        // Numbers of lanes alone are not split: they are kept together with what all lanes share.
        let is_multiple = is_in && !symbols.is_empty() && lanes.iter().all(|lane| lane % factors[0] == 0);
        match is_multiple {
            true => exact.push((left, lanes.map(|lane| lane / factors[0]))),
            false => rest.push((symbols.clone(), *lanes)),
        }
    }
    (Sum::of_terms(exact.into_iter()), Sum::of_terms(rest.into_iter()))
}

/// The least power of two between two multiples of which all lanes lie, and the lower one of these.
fn window(lanes: &[i64; LANES]) -> Option<(i64, i64)> {
    let (least, most) = (*lanes.iter().min()?, *lanes.iter().max()?);
    let mut width = 1_i64;
    while least.div_euclid(width) != most.div_euclid(width) {
        width *= 2;
        if width > MOST {
            return None;
        }
    }
    Some((width, least.div_euclid(width) * width))
}
