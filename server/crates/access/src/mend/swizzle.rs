//! Columns of a shared array that are XORed with their row: the elements of a row change places, and no byte is added.

use std::ops::Range;

use layout_algebra::analysis::wavefronts;

use super::change::{Mend, applied};
use super::pad::Rows;
use super::proof::{InRow, Pairs};
use crate::mask::is_word;
use crate::uses::{Use, has_call};
use crate::{Access, Cost, Looked, Unit, look};

/// Bytes of all banks.
const BANKS_BYTES: i64 = 128;
/// Bytes by which rows are taken to be apart: each begins in the first bank, however long it is.
const APART: i64 = 1 << 32;
/// The most values of what lanes have in common, warps and rounds of loops, for which an access is looked at.
const MOST_ROUNDS: i64 = 4096;
/// Bytes of a bank.
const BANK_BYTES: i64 = 4;

/// The XOR at all uses of the array after which the access costs the least.
pub(super) fn mend(text: &str, before: &Looked, access: &Access) -> Option<Mend> {
    let rows = Rows::of(text, before, access)?;
    // What a pointer goes along is no longer side by side.
    if !rows.uses.through_pointers.is_empty() || rows.uses.whole.is_empty() {
        return None;
    }
    let is_power = rows.row.count_ones() == 1 && rows.element.count_ones() == 1;
    let is_of_banks = rows.row.checked_mul(rows.element)? % BANKS_BYTES == 0;
    if !is_power || !is_of_banks || rows.element > 16 || rows.array.rank != 2 {
        return None;
    }
    // Rows that were longer show in which row and where in it each access is.
    let longer = rows.longer(text, 1)?;
    let padded = look(&applied(text, &longer), &before.headers);
    let pairs = Pairs::new(before, &padded, &longer)?;
    let of_array = rows.same_elements(&pairs, &padded, 1)?;
    let places = of_array.in_rows(rows.row * rows.element, rows.element)?;
    let swizzle = Swizzle::of(rows.element, rows.row)?;
    let mut cost = None;
    for place in &places {
        let was = place.access.cost?;
        let is = swizzle.cost(place, rows.element)?;
        if is.is > was.is {
            return None;
        }
        if place.access == access {
            cost = Some(is).filter(|is| is.is == is.least && is.is < was.is);
            cost?;
        }
    }
    let edits: Option<Vec<_>> = rows.uses.whole.iter().map(|one| swizzle.edit(text, one)).collect();
    let edits = edits?;
    let after = look(&applied(text, &edits), &before.headers);
    Pairs::new(before, &after, &edits)?;
    let title = format!("XOR the columns of `{}` with their row at {} uses", rows.array.name, edits.len());
    Some(Mend { title, edits, cost: cost?, was: access.cost?.is, is_supposed: false })
}

/// An XOR of a column with its row.
struct Swizzle {
    /// So many rows have other columns; a power of two.
    rows: i64,
    /// The elements that stay side by side, those of a bank; a power of two.
    together: i64,
}

impl Swizzle {
    fn of(element: i64, row: i64) -> Option<Self> {
        let together = (BANK_BYTES / element).max(1);
        let rows = (BANKS_BYTES / (element * together)).min(row / together);
        (rows > 1).then_some(Self { rows, together })
    }

    /// What an access costs at most, of all values that what its lanes have in common may have.
    fn cost(&self, place: &InRow<'_>, element: i64) -> Option<Cost> {
        let width = place.access.width.filter(|width| *width == element)?;
        let mut worst: Option<Cost> = None;
        for lanes in place.lanes(MOST_ROUNDS)? {
            let byte = |(row, byte): (i64, i64)| {
                let column = (byte / element) ^ ((row & (self.rows - 1)) * self.together);
                row.checked_mul(APART)?.checked_add(column * element + byte % element)
            };
            let bytes: Option<Vec<i64>> = lanes.into_iter().map(byte).collect();
            let all = wavefronts(&bytes?, width);
            let (is, least) = (all.taken, all.least);
            if worst.is_none_or(|worst| is > worst.is) {
                worst = Some(Cost { unit: Unit::Wavefronts, is, least });
            }
        }
        worst
    }

    /// `[r][c]` as `[r][c ^ (r & 31)]`.
    fn edit(&self, text: &str, one: &Use) -> Option<(Range<usize>, String)> {
        let [.., row, column] = one.indices.as_slice() else { return None };
        let (row, spelled) = (text.get(row.clone())?.trim(), text.get(column.clone())?.trim());
        if !is_pure(row) || !is_pure(spelled) {
            return None;
        }
        let bits = format!("({} & {})", operand(row), self.rows - 1);
        let bits = if self.together == 1 { bits } else { format!("({bits} * {})", self.together) };
        Some((column.clone(), format!("{} ^ {bits}", operand(spelled))))
    }
}

fn operand(spelled: &str) -> String {
    let is_simple = spelled.bytes().all(|byte| is_word(byte) || byte == b'.');
    if is_simple { spelled.to_owned() } else { format!("({spelled})") }
}

/// Whether evaluating it twice, or beside the other, is the same as once: nothing is written and nothing called.
fn is_pure(spelled: &str) -> bool {
    let without =
        ["==", "<=", ">=", "!="].iter().fold(spelled.to_owned(), |text, sign| text.replace(sign, ""));
    !spelled.contains("++")
        && !spelled.contains("--")
        && !spelled.contains(['?', ',', '{', '\\'])
        && !without.contains('=')
        && !has_call(spelled)
}
