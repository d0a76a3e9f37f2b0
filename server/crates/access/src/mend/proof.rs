//! Whether kernels do the same with a new text, and what it costs.

use std::ops::Range;

use super::change::moved;
use crate::judge::Judgement;
use crate::lanes::{LANES, Sum, Symbol, SymbolFacts, numbers_at};
use crate::{Access, Array, Cost, Looked, Space};

/// A new text beside the old one: the accesses of both, pair by pair.
pub(super) struct Pairs<'l> {
    pub(super) pairs: Vec<(&'l Judgement, &'l Judgement)>,
}

impl<'l> Pairs<'l> {
    /// The accesses of both texts; `None` where one has others.
    pub(super) fn new(
        before: &'l Looked,
        after: &'l Looked,
        edits: &[(Range<usize>, String)],
    ) -> Option<Self> {
        if !after.is_whole || before.judgements.len() != after.judgements.len() {
            return None;
        }
        let pairs: Vec<_> = before.judgements.iter().zip(&after.judgements).collect();
        let are_same = pairs.iter().all(|(old, new)| {
            moved(edits, old.access.range.start) == new.access.range.start
                && old.access.is_write == new.access.is_write
                && old.access.width == new.access.width
                && old.access.base == new.access.base
                && old.access.space == new.access.space
        });
        are_same.then_some(Self { pairs })
    }

    /// The accesses of the array; `None` where one may be of it of which nobody knows.
    pub(super) fn of_array(&self, old: &Array, new: &Array) -> Option<Self> {
        let mut of_array = Vec::new();
        for (was, is) in &self.pairs {
            if was.declared.as_ref() == Some(&old.range) {
                if is.declared.as_ref() != Some(&new.range) {
                    return None;
                }
                of_array.push((*was, *is));
            } else if was.access.space == Space::Unknown && old.kernel.contains(&was.access.range.start) {
                return None;
            }
        }
        Some(Self { pairs: of_array })
    }

    /// Whether an access begins at each of these places of the old text.
    pub(super) fn hold(&self, mut places: impl Iterator<Item = usize>) -> bool {
        places.all(|place| self.pairs.iter().any(|(old, _)| old.access.range.start == place))
    }

    /// What `access` costs in the new text, where that is less and no other costs more.
    pub(super) fn cost(&self, access: &Access) -> Option<Cost> {
        let mut cost = None;
        for (old, new) in &self.pairs {
            match (old.access.cost, new.access.cost) {
                (Some(was), Some(is)) => {
                    if is.is > was.is || is.least != was.least {
                        return None;
                    }
                    if old.access == *access {
                        cost = Some(is).filter(|is| is.is < was.is && !self.is_left(new, *is));
                        cost?;
                    }
                }
                // What is not known stays as it is.
                (None, None) if old.access.layout == new.access.layout => {}
                _ => return None,
            }
        }
        cost
    }

    /// Whether sectors are still a finding: there is no half of being apart.
    fn is_left(&self, new: &Judgement, cost: Cost) -> bool {
        cost.unit == crate::Unit::Sectors && new.access.is_finding()
    }

    /// Where each access is in rows of so many bytes that became `longer` bytes longer; `None` where one is not of the same element,
    /// or not certain to be within its row.
    pub(super) fn in_rows(&self, row: i64, longer: i64) -> Option<Vec<InRow<'l>>> {
        self.pairs.iter().map(|(old, new)| in_row(old, new, row, longer)).collect()
    }
}

/// Where an access is in an array of rows.
pub(super) struct InRow<'l> {
    pub(super) access: &'l Access,
    /// The number of the row, for each lane.
    row: Sum,
    /// The byte in the row.
    byte: Sum,
    facts: &'l [SymbolFacts],
}

impl InRow<'_> {
    /// Rows and bytes in them, for each lane, for each value that what is the same for all lanes may have; `None` where these are more
    /// than `most` or not known.
    pub(super) fn lanes(&self, most: i64) -> Option<Vec<[(i64, i64); LANES]>> {
        let mut symbols: Vec<Symbol> = self.row.symbols().chain(self.byte.symbols()).collect();
        symbols.sort_unstable();
        symbols.dedup();
        let counts: Option<Vec<(Symbol, i64)>> = symbols
            .into_iter()
            .map(|symbol| Some((symbol, self.facts.get(symbol as usize)?.count?)))
            .collect();
        let counts = counts?;
        let count = counts.iter().try_fold(1_i64, |all, (_, count)| all.checked_mul(*count));
        let count = count.filter(|count| *count <= most)?;
        let at = |place: i64| {
            let values = numbers_at(place, &counts);
            let value = |symbol| values.iter().find(|(known, _)| *known == symbol).map(|(_, value)| *value);
            let (rows, bytes) = (self.row.with(&value)?.lanes()?, self.byte.with(&value)?.lanes()?);
            let mut lanes = [(0, 0); LANES];
            for (to, from) in lanes.iter_mut().zip(rows.into_iter().zip(bytes)) {
                *to = from;
            }
            Some(lanes)
        };
        (0..count).map(at).collect()
    }
}

fn in_row<'l>(old: &'l Judgement, new: &Judgement, row: i64, longer: i64) -> Option<InRow<'l>> {
    let width = old.access.width?;
    let was = old.begins.as_ref()?.plus(&Sum::of_lanes(old.access.offsets?), 1)?;
    let is = new.begins.as_ref()?.plus(&Sum::of_lanes(new.access.offsets?), 1)?;
    // Each row lies so many bytes further per row in front of it.
    let difference = is.plus(&was, -1)?;
    if difference.terms().iter().any(|(_, lanes)| lanes.iter().any(|lane| lane % longer != 0)) {
        return None;
    }
    let rows = difference.divided(longer);
    let byte = was.plus(&rows.times(&Sum::number(row))?, -1)?;
    let (least, most) = bounds(&byte, &old.run.facts)?;
    let is_within = least >= 0 && most.checked_add(width)? <= row;
    is_within.then(|| InRow { access: &old.access, row: rows, byte, facts: &old.run.facts })
}

/// The least and the most that any lane may have, where rounds of loops and threads bound it.
pub(super) fn bounds(sum: &Sum, facts: &[SymbolFacts]) -> Option<(i64, i64)> {
    let (mut least, mut most) = ([0_i64; LANES], [0_i64; LANES]);
    for (symbols, lanes) in sum.terms() {
        let range = match symbols.as_slice() {
            [] => (1, 1),
            [symbol] => (0, facts.get(*symbol as usize)?.count?.checked_sub(1)?),
            _ => return None,
        };
        for lane in 0..LANES {
            let (a, b) = (lanes[lane].checked_mul(range.0)?, lanes[lane].checked_mul(range.1)?);
            least[lane] = least[lane].checked_add(a.min(b))?;
            most[lane] = most[lane].checked_add(a.max(b))?;
        }
    }
    Some((least.into_iter().min()?, most.into_iter().max()?))
}

/// Whether an access that has no part in a change is as it was, at the place to which it moved, and costs no more.
pub(super) fn are_alike(old: &Judgement, new: &Judgement, edits: &[(Range<usize>, String)]) -> bool {
    let (was, is) = (&old.access, &new.access);
    let costs_no_more = match (was.cost, is.cost) {
        (Some(was), Some(is)) => is.is <= was.is,
        (None, None) => was.layout == is.layout,
        _ => false,
    };
    moved(edits, was.range.start) == is.range.start
        && was.is_write == is.is_write
        && was.width == is.width
        && was.base == is.base
        && was.space == is.space
        && old.whole == new.whole
        && costs_no_more
}
