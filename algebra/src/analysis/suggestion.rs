//! What would remove bank conflicts: a swizzle, or a padded leading dimension.

use std::ops::Range;

use super::access::Access;
use super::bank_conflicts::{BANKS, WORD_BYTES, first_bank_conflict, has_conflict, phase_length};
use super::too_many;
use crate::{Error, Layout, Swizzle, checked};

/// The most threads of an access for which a suggestion is searched: those of a block.
pub const MOST_SUGGESTION_THREADS: i64 = 1024;

/// Bits of shared memory that all banks hold side by side.
const ROW_BITS: i64 = BANKS * WORD_BYTES * 8;

/// A layout whose leading dimension is longer than its data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Padding {
    /// The stride that grows, with its multiples: the leading dimension.
    pub leading: i64,
    /// What it grows to.
    pub padded: i64,
    /// The layout with that leading dimension.
    pub layout: Layout,
}

/// The swizzle with which none of these accesses has a bank conflict: of those with the fewest bits the one that keeps
/// the fewest bits in place and looks the least far. [`Swizzle::IDENTITY`] when there are no conflicts, `None` when no
/// swizzle removes them all.
///
/// Each access is a layout of threads, as [`bank_conflicts`](super::bank_conflicts) takes it, into the same tile. The
/// swizzle keeps the vectors of each access whole. Every swizzle of these conditions is tried and what is given is
/// verified; it permutes blocks of 2^(M+S+B) elements, so a buffer must hold whole ones.
///
/// # Errors
/// [`TooLarge`](crate::ErrorKind::TooLarge) above [`MOST_SUGGESTION_THREADS`] threads an access, and those of
/// [`bank_conflicts`](super::bank_conflicts).
///
/// ```
/// use layout_algebra::{Layout, analysis::{Access, swizzle_without_conflicts}};
///
/// let column: Layout = "32:32".parse()?; // of a row-major 32x32 tile of f32
/// let row: Layout = "32:1".parse()?;
/// let words = Access::new(32, 1)?;
/// let swizzle = swizzle_without_conflicts(&[(&column, words), (&row, words)])?;
/// assert_eq!(swizzle.unwrap().to_string(), "Sw<5,0,5>");
///
/// let rows: Layout = "8:64".parse()?; // of a tile of 8x64 f16, for ldmatrix
/// let swizzle = swizzle_without_conflicts(&[(&rows, Access::ldmatrix(16)?)])?;
/// assert_eq!(swizzle.unwrap().to_string(), "Sw<3,3,3>");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn swizzle_without_conflicts(accesses: &[(&Layout, Access)]) -> Result<Option<Swizzle>, Error> {
    let mut tables = Vec::with_capacity(accesses.len());
    for &(threads, access) in accesses {
        checked_threads(threads)?;
        // Also refuses what is no access of shared memory.
        first_bank_conflict(threads, access)?;
        tables.push((access, threads.eval_all(MOST_SUGGESTION_THREADS)?));
    }
    let is_free = |swizzle: Swizzle| {
        tables.iter().all(|(access, offsets)| {
            offsets.chunks(phase_length(*access)).all(|phase| {
                let bytes = phase.iter().map(|&offset| swizzle.apply(offset) * access.element_bits() / 8);
                !has_conflict(*access, bytes)
            })
        })
    };
    if is_free(Swizzle::IDENTITY) {
        return Ok(Some(Swizzle::IDENTITY));
    }
    let offsets = || tables.iter().flat_map(|(_, offsets)| offsets);
    if offsets().any(|&offset| offset < 0) {
        return Ok(None);
    }
    // A bit is moved onto one that tells vectors and banks apart, from one that some offset has.
    let lowest = accesses.iter().map(|(_, access)| lowest_bank_bit(*access)).max().unwrap_or(0);
    let highest =
        accesses.iter().map(|(_, access)| log2(ROW_BITS / access.element_bits())).max().unwrap_or(0);
    let top = log2(offsets().fold(0, |all, offset| all | offset)) + 1;
    // A swizzled offset is less than 2^top; its address in bits must fit, too.
    if accesses.iter().any(|(_, access)| top + log2(access.element_bits()) > 61) {
        return Err(Error::overflow("bank_conflicts"));
    }
    smallest_swizzle(lowest..highest, top, is_free)
}

/// The first swizzle that is free of conflicts, of those that change bits of `targets` by bits below `top`.
fn smallest_swizzle(
    targets: Range<i64>,
    top: i64,
    is_free: impl Fn(Swizzle) -> bool,
) -> Result<Option<Swizzle>, Error> {
    for bits in 1..=targets.end - targets.start {
        for base in targets.start..=targets.end - bits {
            for shift in bits..top - base {
                let swizzle = Swizzle::new(bits, base, shift)?;
                if is_free(swizzle) {
                    return Ok(Some(swizzle));
                }
            }
        }
    }
    Ok(None)
}

/// The smallest padding of a leading dimension with which the access has no bank conflict; `None` when none has that
/// effect. Of the strides that may lead, the one whose padding makes the layout grow the least.
///
/// A stride leads when all smaller ones, with the vectors, stay below it and all larger ones are multiples of it.
///
/// # Errors
/// Those of [`swizzle_without_conflicts`].
///
/// ```
/// use layout_algebra::{Layout, analysis::{Access, padding_without_conflicts}};
///
/// let column: Layout = "32:32".parse()?;
/// let padding = padding_without_conflicts(&column, Access::new(32, 1)?)?.unwrap();
/// assert_eq!((padding.leading, padding.padded), (32, 33));
///
/// let rows: Layout = "(8,4):(64,8)".parse()?;
/// let padding = padding_without_conflicts(&rows, Access::ldmatrix(16)?)?.unwrap();
/// assert_eq!(padding.layout.to_string(), "(8,4):(72,8)");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn padding_without_conflicts(threads: &Layout, access: Access) -> Result<Option<Padding>, Error> {
    checked_threads(threads)?;
    let mut best: Option<(i64, Padding)> = None;
    for leading in leading_strides(threads, access) {
        let step = usize::try_from(access.elements()).unwrap_or(1).max(1);
        // Banks repeat with the period of a row of them, so longer paddings do nothing new.
        for pad in (0..ROW_BITS / access.element_bits()).step_by(step) {
            let layout = with_leading(threads, leading, pad)?;
            let cosize = layout.cosize()?;
            if best.as_ref().is_some_and(|(smallest, _)| *smallest <= cosize) {
                break;
            }
            if first_bank_conflict(&layout, access)?.is_none() {
                best = Some((cosize, Padding { leading, padded: leading + pad, layout }));
            }
        }
    }
    Ok(best.map(|(_, padding)| padding))
}

fn checked_threads(threads: &Layout) -> Result<(), Error> {
    match threads.size() {
        size if size > MOST_SUGGESTION_THREADS => Err(too_many(size, MOST_SUGGESTION_THREADS)),
        _ => Ok(()),
    }
}

/// The lowest bit of an element offset in which two vectors of one phase can differ in their bank.
fn lowest_bank_bit(access: Access) -> i64 {
    let word = log2((8 * WORD_BYTES / access.element_bits()).max(1));
    word.max(log2(access.elements()))
}

/// The position of the highest bit.
fn log2(value: i64) -> i64 {
    i64::from(value.max(1).ilog2())
}

fn leading_strides(threads: &Layout, access: Access) -> Vec<i64> {
    let modes: Vec<(i64, i64)> = threads.flat_modes().into_iter().filter(|&(size, _)| size > 1).collect();
    if modes.iter().any(|&(_, stride)| stride < 0) {
        return Vec::new();
    }
    let leads = |leading: i64| {
        let below = modes.iter().filter(|&&(_, stride)| stride < leading);
        let reach =
            below.map(|&(size, stride)| (size - 1).saturating_mul(stride)).fold(0, i64::saturating_add);
        reach.saturating_add(access.elements()) <= leading
            && modes.iter().all(|&(_, stride)| stride < leading || stride % leading == 0)
    };
    let mut strides: Vec<i64> =
        modes.iter().map(|&(_, stride)| stride).filter(|&stride| stride > 0).collect();
    strides.sort_unstable();
    strides.dedup();
    strides.retain(|&leading| leads(leading));
    strides
}

/// The layout in which `leading` and its multiples grow by `pad` a step.
fn with_leading(threads: &Layout, leading: i64, pad: i64) -> Result<Layout, Error> {
    let stride = threads.stride().try_map(&mut |&stride| {
        if stride < leading {
            return Ok(stride);
        }
        let growth = checked::mul("padding", stride / leading, pad)?;
        checked::add("padding", stride, growth)
    })?;
    Layout::new(threads.shape(), stride)
}

#[cfg(test)]
mod laws {
    use proptest::prelude::*;

    use super::*;
    use crate::ComposedLayout;
    use crate::analysis::bank_conflicts;

    fn is_free(swizzle: Swizzle, threads: &Layout, access: Access) -> bool {
        bank_conflicts(&ComposedLayout::new(swizzle, 0, threads.clone()), access).unwrap().is_free()
    }

    /// A warp of two modes with strides that are multiples of the vector.
    fn warp() -> impl Strategy<Value = (Layout, Access)> {
        (0_u32..=5, 0_u32..8, 0_u32..8, 0_u32..=3, 5_u32..=6).prop_map(
            |(split, first, second, vector, bits)| {
                let vector = vector.min(7 - bits);
                let text = format!(
                    "({},{}):({},{})",
                    1 << split,
                    32 >> split,
                    1 << (first + vector),
                    1 << (second + vector)
                );
                (text.parse().unwrap(), Access::new(1 << (bits - 1), 1 << vector).unwrap())
            },
        )
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn the_suggested_swizzle_is_free_of_conflicts_and_exists_when_any_does((threads, access) in warp()) {
            let suggested = swizzle_without_conflicts(&[(&threads, access)]).unwrap();
            let vector = i64::from(access.elements().ilog2());
            let all = (0..=5).flat_map(|bits| (vector..=8).flat_map(move |base| (bits..=14).map(move |shift| (bits, base, shift))));
            let fewest = all
                .map(|(bits, base, shift)| Swizzle::new(bits, base, shift).unwrap())
                .find(|&swizzle| is_free(swizzle, &threads, access));
            prop_assert_eq!(suggested.map(|swizzle| swizzle.bits()), fewest.map(|swizzle| swizzle.bits()));
            prop_assert!(suggested.is_none_or(|swizzle| is_free(swizzle, &threads, access)));
        }

        #[test]
        fn the_suggested_padding_is_the_smallest_that_is_free_of_conflicts((threads, access) in warp()) {
            let Some(padding) = padding_without_conflicts(&threads, access).unwrap() else { return Ok(()) };
            prop_assert!(is_free(Swizzle::IDENTITY, &padding.layout, access));
            for less in (padding.leading..padding.padded).step_by(access.elements() as usize) {
                let layout = with_leading(&threads, padding.leading, less - padding.leading).unwrap();
                prop_assert!(!is_free(Swizzle::IDENTITY, &layout, access));
            }
        }
    }

    #[test]
    fn a_swizzle_keeps_the_widest_vectors_whole() {
        let (column, row): (Layout, Layout) = ("32:32".parse().unwrap(), "8:4".parse().unwrap());
        let (words, vectors) = (Access::new(32, 1).unwrap(), Access::new(32, 4).unwrap());
        // A column of 32 words takes 5 bits to spread, and vectors of 4 words leave 3.
        assert_eq!(swizzle_without_conflicts(&[(&column, words), (&row, vectors)]), Ok(None));
        assert_eq!(swizzle_without_conflicts(&[(&row, vectors), (&column, words)]), Ok(None));
        let eight: Layout = "8:32".parse().unwrap();
        let found = swizzle_without_conflicts(&[(&eight, words), (&row, vectors)]).unwrap().unwrap();
        assert_eq!(found.to_string(), "Sw<3,2,3>");
    }

    #[test]
    fn broadcast_threads_and_hopeless_ones_have_no_padding() {
        let words = Access::new(32, 1).unwrap();
        let padding = |layout: &str| padding_without_conflicts(&layout.parse().unwrap(), words).unwrap();
        assert_eq!(padding("(4,8):(0,1)").unwrap().padded, 1);
        assert_eq!(padding("(4,8):(32,48)"), None);
        // A mode of size 1 leads nowhere.
        assert_eq!(padding("(8,1):(64,100)").unwrap().padded, 65);
        assert_eq!(swizzle_without_conflicts(&[(&"32:-32".parse().unwrap(), words)]), Ok(None));
        assert_eq!(
            swizzle_without_conflicts(&[(&"2:72057594037927936".parse().unwrap(), words)]),
            Err(Error::overflow("bank_conflicts"))
        );
        assert_eq!(
            swizzle_without_conflicts(&[(&"2048:32".parse().unwrap(), words)]).unwrap_err().why(),
            "too_large"
        );
    }
}
