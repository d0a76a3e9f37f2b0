//! Rows of a shared array that are made longer, so that lanes that go down a column meet other banks.

use std::ops::Range;

use super::change::{MOST_BYTES, Mend, applied};
use super::host::more_shared_memory;
use super::proof::Pairs;
use crate::mask::is_word;
use crate::uses::{Uses, code_of, uses};
use crate::{Access, Array, Looked, look};

/// Elements by which rows are made longer, in the order in which they are tried.
const PADS: [i64; 4] = [1, 2, 4, 8];

/// A declared array of rows and how it is used.
pub(super) struct Rows<'l> {
    pub(super) array: &'l Array,
    pub(super) uses: Uses,
    /// Bytes of an element.
    pub(super) element: i64,
    /// Elements of a row.
    pub(super) row: i64,
    /// The bytes of the extent of rows.
    extent: Range<usize>,
    /// Whether the launch says how large it is.
    is_dynamic: bool,
}

impl<'l> Rows<'l> {
    /// The array of the access, where it has rows and a run sees all that is done with it.
    pub(super) fn of(text: &str, before: &'l Looked, access: &Access) -> Option<Self> {
        let declared = before.judgements.iter().find(|one| one.access == *access)?.declared.clone()?;
        let array = before.arrays.iter().find(|array| array.range == declared && array.rank > 1)?;
        let code = code_of(text);
        let extent = last_extent(&code, array)?;
        let uses = uses(&code, &array.name, array.rank, &array.range, &array.kernel)?;
        let shape = array.layout.rsplit_once(':')?.0;
        let mut extents = shape.trim_matches(['(', ')']).split(',').map(str::parse::<i64>);
        let count = extents.clone().try_fold(1_i64, |all, extent| all.checked_mul(extent.ok()?))?;
        let row = extents.next_back()?.ok()?;
        let statement = code[..array.range.start].rfind([';', '{', '}']).map_or(0, |at| at + 1);
        let is_dynamic = code.get(statement..array.range.start)?.contains("extern");
        Some(Self { element: array.bytes?.checked_div(count)?, array, uses, row, extent, is_dynamic })
    }

    /// The edits that make rows so many elements longer.
    pub(super) fn longer(&self, text: &str, elements: i64) -> Option<Vec<(Range<usize>, String)>> {
        let spelled = text.get(self.extent.clone())?.trim();
        let is_simple = spelled.bytes().all(is_word);
        let longer =
            if is_simple { format!("{spelled} + {elements}") } else { format!("({spelled}) + {elements}") };
        Some(vec![(self.extent.clone(), longer)])
    }

    /// The accesses of the array in both texts, where each is of the same element, in rows so many elements longer.
    pub(super) fn same_elements<'p>(
        &self,
        pairs: &Pairs<'p>,
        after: &'p Looked,
        elements: i64,
    ) -> Option<Pairs<'p>> {
        let new = after.arrays.iter().find(|one| one.range.start == self.array.range.start)?;
        let of_array = pairs.of_array(self.array, new).filter(|_| new.rank == self.array.rank)?;
        let (row, longer) = (self.row.checked_mul(self.element)?, elements.checked_mul(self.element)?);
        of_array.in_rows(row, longer)?;
        let whole = self.uses.whole.iter().map(|one| one.start);
        let are_seen = of_array.hold(whole.chain(self.uses.through_pointers.iter().copied()));
        are_seen.then_some(of_array)
    }
}

/// The padding that makes the access cost the least, or least of all that there are.
pub(super) fn mend(text: &str, before: &Looked, access: &Access) -> Option<Mend> {
    let rows = Rows::of(text, before, access)?;
    let mut best: Option<Mend> = None;
    for elements in PADS {
        let Some(mend) = padded(text, before, &rows, access, elements) else { continue };
        if best.as_ref().is_none_or(|best| mend.cost.is < best.cost.is) {
            let is_least = mend.cost.is == mend.cost.least;
            best = Some(mend);
            if is_least {
                break;
            }
        }
    }
    best
}

fn padded(text: &str, before: &Looked, rows: &Rows<'_>, access: &Access, elements: i64) -> Option<Mend> {
    let mut edits = rows.longer(text, elements)?;
    let after = look(&applied(text, &edits), &before.headers);
    let pairs = Pairs::new(before, &after, &edits)?;
    let cost = rows.same_elements(&pairs, &after, elements)?.cost(access)?;
    let mut in_kernel = after.arrays.iter().filter(|one| one.kernel.start == rows.array.kernel.start);
    let bytes = in_kernel.try_fold(0_i64, |all, one| all.checked_add(one.bytes?))?;
    if bytes > MOST_BYTES {
        return None;
    }
    let mut title = format!("pad the rows of `{}` by {elements}", rows.array.name);
    // Beside what launches give, there may be no room for more.
    let mut is_supposed = code_of(text).contains("extern __shared__");
    if rows.is_dynamic {
        let new = after.arrays.iter().find(|one| one.range.start == rows.array.range.start)?.bytes?;
        let more = new.checked_sub(rows.array.bytes?)?;
        let launches = more_shared_memory(text, &access.kernel, more)?;
        is_supposed = !launches.is_within;
        edits.extend(launches.edits);
        edits.sort_by_key(|(range, _)| range.start);
        title.push_str(&format!(", {more} bytes more at each launch here"));
    }
    Some(Mend { title, edits, cost, was: access.cost?.is, is_supposed })
}

/// The bytes between the last brackets of a declaration.
fn last_extent(code: &str, array: &Array) -> Option<Range<usize>> {
    let spelled = code.get(array.range.clone())?;
    let inner = spelled.strip_suffix(']')?;
    let open = inner.rfind('[')?;
    // Brackets of an index in an extent are not told apart.
    (spelled.matches('[').count() == array.rank)
        .then(|| array.range.start + open + 1..array.range.start + inner.len())
}
