//! Rows of a shared array that are made longer, so that lanes that go down a column meet other banks.
//!
//! It is offered only after it was tried: the kernels are run with the new text, each access of the array is the same element as
//! before, within its row, and none costs more.

use std::ops::Range;

use crate::judge::Judgement;
use crate::lanes::{LANES, Sum, SymbolFacts};
use crate::mask::{bracketed_end, is_word, word_end};
use crate::{Access, Array, Cost, Looked, Space, look};

/// Elements by which rows are made longer, in the order in which they are tried.
const PADS: [i64; 4] = [1, 2, 4, 8];

/// Bytes of shared memory that every block may declare.
const MOST_BYTES: i64 = 48 * 1024;

/// A change of the extent of an array's rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Padding {
    /// The bytes of the extent.
    pub range: Range<usize>,
    /// What stands there then.
    pub text: String,
    /// The array.
    pub name: String,
    /// Elements by which rows become longer.
    pub elements: i64,
    /// What the access costs then.
    pub cost: Cost,
}

/// The padding that makes this access cost the least, where it is certain that nothing else changes.
pub fn padding(text: &str, access: &Access) -> Option<Padding> {
    if access.space != Space::Shared || !access.is_finding() {
        return None;
    }
    let before = look(text);
    let declared = before.judgements.iter().find(|one| one.access == *access)?.declared.clone()?;
    let array = before.arrays.iter().find(|array| array.range == declared && array.rank > 1)?;
    let extent = last_extent(text, array)?;
    if !before.is_whole || !is_subscripted_only(text, array) {
        return None;
    }
    let spelled = text.get(extent.clone())?.trim();
    let is_simple = spelled.bytes().all(is_word);
    PADS.into_iter().find_map(|elements| {
        let longer =
            if is_simple { format!("{spelled} + {elements}") } else { format!("({spelled}) + {elements}") };
        let mut new = text.to_owned();
        new.replace_range(extent.clone(), &longer);
        let cost = proved(&before, &look(&new), array, access, elements, longer.len() - extent.len())?;
        Some(Padding { range: extent.clone(), text: longer, name: array.name.clone(), elements, cost })
    })
}

/// The bytes between the last brackets of a declaration.
fn last_extent(text: &str, array: &Array) -> Option<Range<usize>> {
    let spelled = text.get(array.range.clone())?;
    let inner = spelled.strip_suffix(']')?;
    let open = inner.rfind('[')?;
    // Brackets of an index in an extent are not told apart.
    (spelled.matches('[').count() == array.rank)
        .then(|| array.range.start + open + 1..array.range.start + inner.len())
}

/// Whether the array's name stands in its kernel only in front of an index for each extent.
fn is_subscripted_only(text: &str, array: &Array) -> bool {
    let bytes = text.as_bytes();
    let defines = text.lines().filter(|line| line.trim_start().starts_with("#define"));
    if defines.into_iter().any(|line| words(line).any(|word| word == array.name)) {
        return false;
    }
    let mut at = array.kernel.start;
    while at < array.kernel.end {
        if !bytes.get(at).copied().is_some_and(is_word) {
            at += 1;
            continue;
        }
        let end = word_end(bytes, at);
        let is_use = text.get(at..end) == Some(array.name.as_str()) && !array.range.contains(&at);
        if is_use && !is_whole_use(bytes, at, end, array.rank) {
            return false;
        }
        at = end;
    }
    true
}

fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|letter: char| !(letter.is_alphanumeric() || letter == '_'))
}

fn is_whole_use(bytes: &[u8], start: usize, end: usize, rank: usize) -> bool {
    let before = bytes[..start].iter().rev().find(|byte| !byte.is_ascii_whitespace());
    if matches!(before, Some(b'&' | b'*')) && !is_operand(bytes, start) {
        return false;
    }
    let mut at = end;
    for _ in 0..rank {
        let Some(behind) = index_end(bytes, at) else { return false };
        at = behind;
    }
    index_end(bytes, at).is_none()
}

/// Whether the sign in front of a name stands between two operands: `a * t[i][j]`, `a && t[i][j]`.
fn is_operand(bytes: &[u8], start: usize) -> bool {
    let mut rest = bytes[..start].iter().rev().filter(|byte| !byte.is_ascii_whitespace());
    let (sign, before) = (rest.next(), rest.next());
    match (sign, before) {
        (Some(b'&'), Some(b'&')) => true,
        (Some(b'*'), Some(before)) => is_word(*before) || matches!(before, b')' | b']'),
        _ => false,
    }
}

/// Behind the `]` of an index that stands at `at`, behind blanks.
fn index_end(bytes: &[u8], at: usize) -> Option<usize> {
    bracketed_end(bytes, at, [b'[', b']'])
}

/// What the access costs in the new text, where each access of the array is the same element and none costs more.
fn proved(
    before: &Looked,
    after: &Looked,
    array: &Array,
    access: &Access,
    pad: i64,
    longer: usize,
) -> Option<Cost> {
    if !after.is_whole || before.judgements.len() != after.judgements.len() {
        return None;
    }
    let new_array = after.arrays.iter().find(|one| one.range.start == array.range.start)?;
    let in_kernel: Option<i64> = after
        .arrays
        .iter()
        .filter(|one| one.kernel.start == array.kernel.start)
        .try_fold(0_i64, |all, one| all.checked_add(one.bytes?));
    if in_kernel? > MOST_BYTES || new_array.rank != array.rank {
        return None;
    }
    let row =
        array.layout.rsplit_once(':').and_then(|(shape, _)| shape.trim_end_matches(')').rsplit(',').next());
    let row: i64 = row?.parse().ok()?;
    let moved = |at: usize| if at >= array.range.end { at + longer } else { at };
    let mut cost = None;
    for (old, new) in before.judgements.iter().zip(&after.judgements) {
        let is_same_place = moved(old.access.range.start) == new.access.range.start
            && old.access.is_write == new.access.is_write
            && old.access.width == new.access.width;
        if !is_same_place {
            return None;
        }
        if old.declared.as_ref() != Some(&array.range) {
            // An access of whom nobody knows what it points into may be one of this array, too.
            if old.access.space == Space::Unknown {
                return None;
            }
            continue;
        }
        if new.declared.as_ref() != Some(&new_array.range) || !is_same_element(old, new, row, pad) {
            return None;
        }
        let (was, is) = (old.access.cost?, new.access.cost?);
        if is.is > was.is || is.least != was.least {
            return None;
        }
        if old.access == *access {
            cost = Some(is).filter(|cost| cost.is == cost.least);
            cost?;
        }
    }
    cost
}

/// Whether an access is of the same element in rows that are so much longer: of the same row, and within it.
fn is_same_element(old: &Judgement, new: &Judgement, row: i64, pad: i64) -> bool {
    let same = || {
        let width = old.access.width?;
        let was = old.begins.as_ref()?.plus(&Sum::of_lanes(old.access.offsets?), 1)?;
        let is = new.begins.as_ref()?.plus(&Sum::of_lanes(new.access.offsets?), 1)?;
        let by = pad.checked_mul(width)?;
        // Each row lies so many bytes further per row in front of it.
        let difference = is.plus(&was, -1)?;
        if difference.terms().iter().any(|(_, lanes)| lanes.iter().any(|lane| lane % by != 0)) {
            return None;
        }
        let rows = difference.divided(by);
        let in_row = was.plus(&rows.times(&Sum::number(row.checked_mul(width)?))?, -1)?;
        let (least, most) = bounds(&in_row, &old.facts)?;
        Some(least >= 0 && most.checked_add(width)? <= row.checked_mul(width)?)
    };
    same() == Some(true)
}

/// The least and the most that any lane may have, where rounds of loops and threads bound it.
fn bounds(sum: &Sum, facts: &[SymbolFacts]) -> Option<(i64, i64)> {
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
