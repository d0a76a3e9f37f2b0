//! Inverses of layouts with XOR strides: linear algebra over F2 (the last rows of Tables 5 and 6 of the CuTe paper).

use super::span::{Matrix, index_bits};
use crate::coalesce::coalesce_flat;
use crate::explain::{Step, Trace};
use crate::layout::FlatModes;
use crate::stride::Stride;
use crate::{Error, Layout, checked};

/// The longest layout R found with `layout(R(k)) = k` for all k below its size: bit by bit, the coordinate that goes to
/// that bit.
pub(crate) fn right_inverse<D: Stride>(
    layout: &Layout<D>,
    trace: &mut impl Trace,
) -> Result<Layout<D::Inverse>, Error> {
    const OPERATION: &str = "right_inverse";
    let matrix = Matrix::new(OPERATION, layout)?;
    trace.step(|| Step::new(OPERATION, format!("{layout} has {} coordinate bits", matrix.columns.len())));
    let coordinates = unit_preimages(&matrix);
    let inside = inside_domain(&matrix, &coordinates);
    let modes = match last_mode(&matrix, &coordinates) {
        // The part before the last mode has the size 2^start; with it, last_size times that.
        Some(start) if size_with(start, matrix.last_size) > size_with(inside, 1) => {
            let mut modes = bit_modes(coordinates.get(..start).unwrap_or_default());
            modes.extend(coordinates.get(start).map(|&bits| (matrix.last_size, inverse_stride::<D>(bits))));
            modes
        }
        _ => bit_modes(coordinates.get(..inside).unwrap_or_default()),
    };
    trace.step(|| {
        let texts: Vec<String> = modes.iter().map(|(size, stride)| format!("{size}:{stride}")).collect();
        Step::new(OPERATION, format!("the coordinates that go to bits 0, 1, ..: {}", texts.join(" ")))
    });
    let inverse = Layout::from_flat(coalesce_flat(&modes));
    trace.step(|| Step::result(OPERATION, "right inverse", &inverse));
    Ok(inverse)
}

/// For each single bit, lowest first, a coordinate bit vector that goes to it; ends at the first bit that has none.
fn unit_preimages(matrix: &Matrix) -> Vec<u64> {
    let span = matrix.span();
    (0..u64::BITS - 1).map_while(|bit| span.preimage(1 << bit)).collect()
}

/// How many leading bits have all their sums inside the domain.
fn inside_domain(matrix: &Matrix, coordinates: &[u64]) -> usize {
    let mut largest = 0;
    let limit = matrix.last_size.unsigned_abs();
    // Sums of last indices reach at most the OR of their bits, and each vector that sets a new bit reaches that bit.
    let reached = coordinates.iter().take_while(|&&coordinate| {
        largest |= matrix.last_index(coordinate);
        limit.count_ones() == 1 || largest < limit
    });
    reached.count()
}

/// Where the bits start that are the indices of the whole last mode, each twice the one before: from there the inverse
/// goes on for as long as that mode does, also when its size is no power of two.
fn last_mode(matrix: &Matrix, coordinates: &[u64]) -> Option<usize> {
    let start = coordinates.iter().position(|&coordinate| matrix.last_index(coordinate) != 0)?;
    let count = usize::try_from(index_bits(matrix.last_size)).ok()?;
    let run = coordinates.get(start..start + count)?;
    let is_mode = run.iter().enumerate().all(|(bit, &coordinate)| {
        matrix.last_index(coordinate) == 1 << bit
            && Some(&coordinate) == run.first().map(|first| first << bit).as_ref()
    });
    is_mode.then_some(start)
}

fn size_with(bits: usize, last: i64) -> u128 {
    u128::from(last.unsigned_abs()) << bits
}

fn bit_modes<D: Stride>(coordinates: &[u64]) -> FlatModes<D> {
    coordinates.iter().map(|&bits| (2, inverse_stride_of::<D>(bits))).collect()
}

fn inverse_stride<D: Stride>(bits: u64) -> D::Inverse {
    inverse_stride_of::<D::Inverse>(bits)
}

fn inverse_stride_of<E: Stride>(bits: u64) -> E {
    // Coordinates are below the size of a layout.
    E::along(&[], i64::try_from(bits).unwrap_or(i64::MAX))
}

/// The layout R with `layout(R(layout(c))) = layout(c)` for all c, and `R(layout(c)) = c` when the layout is injective.
///
/// Linear: a bit that is the highest one of an offset goes where that offset's other bits leave it; a bit that is the
/// highest one of no offset goes to 0.
pub(crate) fn left_inverse<D: Stride>(
    layout: &Layout<D>,
    trace: &mut impl Trace,
) -> Result<Layout<D::Inverse>, Error> {
    const OPERATION: &str = "left_inverse";
    let matrix = Matrix::new(OPERATION, layout)?;
    let span = matrix.span();
    trace.step(|| Step::new(OPERATION, format!("{layout} has {} coordinate bits", matrix.columns.len())));
    // Below the largest offset lie as many offsets as the inverse has coordinates, or more.
    let cosize = super::span::cosize(OPERATION, layout)?;
    checked::mul(OPERATION, cosize, 2)?;
    let mut images = vec![0_u64; usize::try_from(span.width()).unwrap_or(0)];
    for vector in span.ascending() {
        let highest = vector.bits.ilog2();
        let lower = images
            .iter()
            .enumerate()
            .filter(|&(bit, _)| bit < highest as usize && vector.bits >> bit & 1 == 1);
        let image = lower.fold(vector.made_of, |sum, (_, image)| sum ^ image);
        if let Some(own) = images.get_mut(highest as usize) {
            *own = image;
        }
    }
    let mut modes = coalesce_flat(&bit_modes(&images));
    // The last mode need not reach beyond the largest offset.
    if let Some((last, inner)) = modes.split_last_mut() {
        let before: i64 = inner.iter().map(|(size, _)| size).product();
        last.0 = last.0.min(checked::ceil_div_positive(cosize, before));
    }
    let inverse = Layout::from_flat(modes);
    trace.step(|| Step::result(OPERATION, "left inverse", &inverse));
    Ok(inverse)
}

#[cfg(test)]
mod laws {
    use proptest::prelude::*;

    use super::super::Xor;
    use super::super::arbitrary::{binary_layout, layout, offsets};
    use crate::{Layout, analysis, left_inverse, right_inverse};

    fn at(layout: &Layout<Xor>, index: i64) -> i64 {
        layout.at(index).unwrap().bits()
    }

    /// The largest K such that all k < K are offsets.
    fn reachable(layout: &Layout<Xor>) -> i64 {
        let all = offsets(layout);
        (0..).find(|offset| !all.contains(offset)).unwrap()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1000))]

        #[test]
        fn right_inverse_is_undone_by_the_layout(layout in prop_oneof![layout(), binary_layout()]) {
            let Ok(inverse) = right_inverse(&layout) else { return Ok(()) };
            for offset in 0..inverse.size() {
                let coordinate = at(&inverse, offset);
                prop_assert!(coordinate < layout.size());
                prop_assert_eq!(at(&layout, coordinate), offset);
            }
        }

        #[test]
        fn right_inverse_is_as_long_as_the_offsets_allow_in_powers_of_two(layout in binary_layout()) {
            let inverse = right_inverse(&layout).unwrap();
            if layout.size().count_ones() == 1 {
                let reachable = reachable(&layout);
                prop_assert_eq!(inverse.size(), 1 << reachable.ilog2());
            }
        }

        #[test]
        fn left_inverse_undoes_the_layout(layout in prop_oneof![layout(), binary_layout()]) {
            let Ok(inverse) = left_inverse(&layout) else { return Ok(()) };
            let is_injective = analysis::is_injective(&layout).unwrap();
            for coordinate in 0..layout.size() {
                let offset = at(&layout, coordinate);
                prop_assert!(offset < inverse.size());
                let back = at(&inverse, offset);
                prop_assert_eq!(at(&layout, back), offset);
                prop_assert!(!is_injective || back == coordinate);
            }
        }
    }

    #[test]
    fn an_inner_size_that_is_no_power_of_two_is_refused() {
        let layout: Layout<Xor> = "(3,4):(f1,f4)".parse().unwrap();
        assert_eq!(right_inverse(&layout).unwrap_err().why(), "unsupported_stride_kind");
        assert_eq!(left_inverse(&layout).unwrap_err().why(), "unsupported_stride_kind");
    }

    #[test]
    fn a_last_size_that_is_no_power_of_two_is_kept_whole() {
        let layout: Layout<Xor> = "(2,5):(f1,f2)".parse().unwrap();
        assert_eq!(
            right_inverse(&layout).unwrap().to_string(),
            "(2,5):(f1,f2)".parse::<Layout<Xor>>().map(|l| crate::coalesce(&l).to_string()).unwrap()
        );
    }
}
