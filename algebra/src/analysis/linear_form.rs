//! Layouts as matrices: the linear forms of Table 1 of the CuTe paper.

use std::fmt;

use super::{ENUMERATION_LIMIT, OffsetFunction};
use crate::error::shortened;
use crate::stride::Stride;
use crate::{Error, ErrorKind, IntTuple, Layout, checked};

const OPERATION: &str = "linear_form";

/// What the entries of a matrix are, and how they add up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Field {
    /// Integers.
    Integers,
    /// Bits, modulo 2: F2.
    Bits,
}

/// The matrix D and the vector b of `r = D c + b`: c are the natural coordinates (or their bits, over F2), r the
/// offset, the parts of a coordinate, or the bits of an offset.
///
/// Prints its rows: `[0 1 0; 1 0 6]`, and `+ [1 0]` behind it when b is not zero. Over F2 the first row is bit 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinearForm {
    /// What the entries are.
    pub field: Field,
    /// The columns: one for each leaf of the shape, or for each bit of the 1-D coordinate. All have as many rows.
    pub columns: Vec<Vec<i64>>,
    /// What 0 goes to; as many rows.
    pub constant: Vec<i64>,
}

/// Whether a function is a matrix over F2.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BinaryLinearity {
    /// It is this one.
    Linear(LinearForm),
    /// It is none: the bits of the coordinate at which the columns say something else.
    NonLinear {
        /// The coordinate.
        coordinate: i64,
        /// The XOR of the offsets of its bits.
        expected: i64,
        /// Its offset.
        found: i64,
    },
}

impl LinearForm {
    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.constant.len()
    }

    /// D c + b for a vector c with an entry a column.
    ///
    /// # Errors
    /// [`ErrorKind::CoordinateMismatch`] when the vector has another length; [`ErrorKind::Overflow`].
    pub fn apply(&self, coordinate: &[i64]) -> Result<Vec<i64>, Error> {
        if coordinate.len() != self.columns.len() {
            let kind = ErrorKind::CoordinateMismatch {
                coordinate: shortened(&coordinate.iter().copied().collect::<IntTuple>()),
                shape: format!("a vector of {} entries", self.columns.len()),
            };
            return Err(Error::new(OPERATION, kind));
        }
        let mut sum = self.constant.clone();
        for (column, &times) in self.columns.iter().zip(coordinate) {
            for (entry, &value) in sum.iter_mut().zip(column) {
                *entry = checked::add(OPERATION, *entry, checked::mul(OPERATION, value, times)?)?;
            }
        }
        if self.field == Field::Bits {
            sum.iter_mut().for_each(|entry| *entry = entry.rem_euclid(2));
        }
        Ok(sum)
    }
}

/// The linear form of a layout: its strides are the columns of a matrix, of one row for integers, of a row for each
/// part of a coordinate, of a row for each bit over F2.
///
/// # Errors
/// [`ErrorKind::BadFactor`] for XOR strides with a size that is no power of two; [`ErrorKind::UnsupportedStride`] for
/// coordinate strides that nest differently in one mode; [`ErrorKind::Overflow`].
///
/// ```
/// use layout_algebra::{Coordinate, Layout, Xor, analysis::linear_form};
///
/// let integers: Layout = "((2,2),(4,2)):((1,8),(2,16))".parse()?;
/// assert_eq!(linear_form(&integers)?.to_string(), "[1 8 2 16]");
/// let coordinates: Layout<Coordinate> = "(4,(4,2)):(1@1,(1@0,6@1))".parse()?;
/// assert_eq!(linear_form(&coordinates)?.to_string(), "[0 1 0; 1 0 6]");
/// let bits: Layout<Xor> = "(4,4):(f1,f5)".parse()?;
/// assert_eq!(linear_form(&bits)?.to_string(), "[1 0 1 0; 0 1 0 1; 0 0 1 0; 0 0 0 1]");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn linear_form<D: Stride>(layout: &Layout<D>) -> Result<LinearForm, Error> {
    let modes = layout.flat_modes();
    if D::zero().as_bits().is_some() {
        return bits_of_modes(&modes).map(|columns| binary_matrix(&columns, 0));
    }
    let strides: Vec<Vec<(Vec<usize>, i64)>> =
        modes.into_iter().map(|(_, stride)| entries(&stride.to_coordinate())).collect();
    let rows = codomain_rows(&strides);
    let mut columns = Vec::with_capacity(strides.len());
    for entries in strides {
        let mut column = vec![0; rows.len()];
        for (path, value) in entries.into_iter().filter(|(_, value)| *value != 0) {
            match rows.binary_search(&path).ok().and_then(|row| column.get_mut(row)) {
                Some(entry) => *entry = value,
                None => return Err(D::sum_error(OPERATION)),
            }
        }
        columns.push(column);
    }
    Ok(LinearForm { field: Field::Integers, columns, constant: vec![0; rows.len()] })
}

/// The numbers of a coordinate and where each stands.
fn entries(coordinate: &IntTuple) -> Vec<(Vec<usize>, i64)> {
    match coordinate {
        IntTuple::Int(value) => vec![(Vec::new(), *value)],
        IntTuple::Tuple(modes) => {
            let inside = |(index, mode)| {
                entries(mode).into_iter().map(move |(mut path, value): (Vec<usize>, i64)| {
                    path.insert(0, index);
                    (path, value)
                })
            };
            modes.iter().enumerate().flat_map(inside).collect()
        }
    }
}

/// Where the numbers of the codomain stand, in order: a 0 where another stride has a tuple is no row.
fn codomain_rows(strides: &[Vec<(Vec<usize>, i64)>]) -> Vec<Vec<usize>> {
    let mut paths: Vec<Vec<usize>> = strides.iter().flatten().map(|(path, _)| path.clone()).collect();
    paths.sort_unstable();
    paths.dedup();
    // In this order a path stands right before the paths inside it.
    let inner: Vec<Vec<usize>> = paths
        .windows(2)
        .filter_map(|pair| match pair {
            [outer, next] if next.starts_with(outer) => Some(outer.clone()),
            _ => None,
        })
        .collect();
    paths.retain(|path| !inner.contains(path));
    paths
}

/// The offset of each bit of the 1-D coordinate.
fn bits_of_modes<D: Stride>(modes: &[(i64, D)]) -> Result<Vec<i64>, Error> {
    let mut columns = Vec::new();
    for (size, stride) in modes {
        if size.count_ones() != 1 {
            return Err(no_bits(*size));
        }
        for bit in 0..size.trailing_zeros() {
            let offset = stride.times(1 << bit).ok_or_else(|| D::sum_error(OPERATION))?;
            match offset.to_coordinate() {
                IntTuple::Int(offset) => columns.push(offset),
                tuple @ IntTuple::Tuple(_) => {
                    let stride = shortened(&tuple);
                    let kind = ErrorKind::UnsupportedStride { stride, reason: "no bits" };
                    return Err(Error::new(OPERATION, kind));
                }
            }
        }
    }
    Ok(columns)
}

fn no_bits(size: i64) -> Error {
    let reason = format!(
        "the size {size} is not a power of two, so its coordinates are not all the values of some bits"
    );
    Error::new(OPERATION, ErrorKind::BadFactor { reason })
}

/// The matrix over F2 of a function on `0..2^n`: column k is the offset of coordinate 2^k, seen from that of 0.
///
/// Every layout with XOR strides has one, and so have swizzled layouts of powers of two: these are the BMMC permutations
/// of section 2.4.4 of the CuTe paper (equation 8). A layout with integer strides has one when no sum of its strides
/// carries; that is decided without enumeration.
///
/// # Errors
/// [`ErrorKind::BadFactor`] when the size is no power of two or an offset is negative; [`ErrorKind::TooLarge`] for a
/// swizzled layout or a table of more than [`ENUMERATION_LIMIT`] coordinates; [`ErrorKind::Overflow`].
///
/// ```
/// use layout_algebra::{ComposedLayout, Layout, analysis::{BinaryLinearity, binary_form}};
///
/// let swizzled: ComposedLayout = "Sw<1,0,1> o 0 o (2,2):(2,1)".parse()?;
/// let BinaryLinearity::Linear(form) = binary_form(&swizzled)? else { panic!() };
/// assert_eq!(form.to_string(), "[1 1; 1 0]");
/// let carries: Layout = "(2,2):(1,3)".parse()?;
/// assert_eq!(
///     binary_form(&carries)?,
///     BinaryLinearity::NonLinear { coordinate: 3, expected: 2, found: 4 }
/// );
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn binary_form<F: OffsetFunction + ?Sized>(function: &F) -> Result<BinaryLinearity, Error> {
    let size = function.size();
    if size.count_ones() != 1 {
        return Err(no_bits(size));
    }
    if let Some(layout) = function.as_layout() {
        return form_of_layout(&bits_of_modes(&layout.flat_modes())?);
    }
    let offsets = function.offset_table(ENUMERATION_LIMIT).map_err(|error| error.of_operation(OPERATION))?;
    offsets.iter().try_for_each(|&offset| check_positive(offset))?;
    let constant = offsets.first().copied().unwrap_or(0);
    let units = (0..size.trailing_zeros()).filter_map(|bit| offsets.get(1_usize << bit));
    let columns: Vec<i64> = units.map(|offset| offset ^ constant).collect();
    // The offset of a coordinate without its highest bit is known to be right when its turn comes. Size is a power of two, and
    // there is an offset for each coordinate, so that nothing below is looked up in vain.
    for (coordinate, &found) in (0_i64..).zip(&offsets).skip(1) {
        let top = coordinate.ilog2();
        let rest = usize::try_from(coordinate ^ (1 << top)).ok().and_then(|rest| offsets.get(rest));
        let column = usize::try_from(top).ok().and_then(|top| columns.get(top));
        let expected = rest.copied().unwrap_or(0) ^ column.copied().unwrap_or(0);
        if expected != found {
            return Ok(BinaryLinearity::NonLinear { coordinate, expected, found });
        }
    }
    Ok(BinaryLinearity::Linear(binary_matrix(&columns, constant)))
}

fn check_positive(offset: i64) -> Result<(), Error> {
    if offset < 0 {
        let reason = format!("the offset {offset} is negative, and offsets are read as bits");
        return Err(Error::new(OPERATION, ErrorKind::BadFactor { reason }));
    }
    Ok(())
}

/// Sums of all columns are their XOR exactly when no two columns share a bit.
fn form_of_layout(columns: &[i64]) -> Result<BinaryLinearity, Error> {
    columns.iter().try_for_each(|&offset| check_positive(offset))?;
    let mut taken = 0;
    for (later, &column) in columns.iter().enumerate() {
        if taken & column != 0 {
            // An earlier column has the bit, since it is taken.
            let shares = columns.iter().position(|earlier| earlier & column != 0).unwrap_or(0);
            let other = columns.get(shares).copied().unwrap_or(0);
            return Ok(BinaryLinearity::NonLinear {
                coordinate: (1 << shares) | (1 << later),
                expected: other ^ column,
                found: checked::add(OPERATION, other, column)?,
            });
        }
        taken |= column;
    }
    Ok(BinaryLinearity::Linear(binary_matrix(columns, 0)))
}

/// A row for each bit up to the highest one.
fn binary_matrix(columns: &[i64], constant: i64) -> LinearForm {
    let all = columns.iter().fold(constant, |all, column| all | column);
    let rows = 64 - all.max(1).leading_zeros();
    let bits = |value: i64| (0..rows).map(|bit| (value >> bit) & 1).collect();
    LinearForm {
        field: Field::Bits,
        columns: columns.iter().map(|&column| bits(column)).collect(),
        constant: bits(constant),
    }
}

impl fmt::Display for LinearForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let joined = |entries: Vec<String>, by: &str| format!("[{}]", entries.join(by));
        let row = |row: usize| -> String {
            let entries = self.columns.iter().filter_map(|column| column.get(row)).map(i64::to_string);
            entries.collect::<Vec<_>>().join(" ")
        };
        f.write_str(&joined((0..self.rows()).map(row).collect(), "; "))?;
        if self.constant.iter().any(|&entry| entry != 0) {
            f.write_str(" + ")?;
            f.write_str(&joined(self.constant.iter().map(i64::to_string).collect(), " "))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod laws {
    use proptest::prelude::*;

    use super::*;
    use crate::arbitrary::{either_layout, offsets};
    use crate::{ComposedLayout, Coordinate, Swizzle};

    fn bits(value: i64, count: usize) -> Vec<i64> {
        (0..count).map(|bit| (value >> bit) & 1).collect()
    }

    /// A layout whose sizes are powers of two.
    fn binary_layout() -> impl Strategy<Value = Layout> {
        prop::collection::vec((0_u32..3, 0_i64..9), 1..4).prop_map(|modes| {
            let modes = modes.into_iter().map(|(log, stride)| Layout::of_mode(1 << log, stride));
            Layout::from_modes(modes).unwrap()
        })
    }

    proptest! {
        #[test]
        fn the_matrix_times_the_natural_coordinate_is_the_offset(layout in either_layout()) {
            let form = linear_form(&layout).unwrap();
            let sizes: Vec<i64> = layout.flat_modes().into_iter().map(|(size, _)| size).collect();
            for (index, offset) in (0..).zip(offsets(&layout)) {
                let mut rest = index;
                let natural: Vec<i64> = sizes.iter().map(|size| { let digit = rest % size; rest /= size; digit }).collect();
                prop_assert_eq!(form.apply(&natural).unwrap(), [offset]);
            }
        }

        #[test]
        fn the_binary_form_holds_at_every_coordinate_or_names_one_where_it_does_not(
            layout in binary_layout(), width in 0_i64..3, base in 0_i64..3, offset in 0_i64..4
        ) {
            let composed = ComposedLayout::new(Swizzle::new(width, base, 2).unwrap(), offset, layout.clone());
            let table = composed.eval_all(1 << 20).unwrap();
            let plain = offsets(&layout);
            for (form, table) in [(binary_form(&composed).unwrap(), table), (binary_form(&layout).unwrap(), plain)] {
                let at = |coordinate: i64| table[usize::try_from(coordinate).unwrap()];
                match form {
                    BinaryLinearity::Linear(form) => {
                        for (coordinate, &offset) in (0..).zip(&table) {
                            let found = form.apply(&bits(coordinate, form.columns.len())).unwrap();
                            prop_assert_eq!(found, bits(offset, form.rows()));
                        }
                    }
                    BinaryLinearity::NonLinear { coordinate, expected, found } => {
                        let of_bits = (0..20).filter(|bit| coordinate >> bit & 1 == 1);
                        let xor = of_bits.fold(at(0), |sum, bit| sum ^ at(1 << bit) ^ at(0));
                        prop_assert_eq!((xor, at(coordinate)), (expected, found));
                        prop_assert!(expected != found);
                    }
                }
            }
        }
    }

    #[test]
    fn nested_coordinates_have_a_row_for_each_leaf_of_the_codomain() {
        let layout: Layout<Coordinate> = "(2,(2,3)):(1@0,(1@0@1,2@1@1))".parse().unwrap();
        assert_eq!(linear_form(&layout).unwrap().to_string(), "[1 0 0; 0 1 0; 0 0 2]");
        let mixed: Layout<Coordinate> = "(2,2):(1@0,1@1@0)".parse().unwrap();
        assert_eq!(linear_form(&mixed).unwrap_err().why(), "unsupported_stride_kind");
    }

    #[test]
    fn a_vector_has_an_entry_for_each_column() {
        let form = linear_form(&"(2,(2,3)):(1,(2,4))".parse::<Layout>().unwrap()).unwrap();
        assert_eq!(form.apply(&[1, 1, 2]).unwrap(), [11]);
        for vector in [&[1, 1][..], &[1, 1, 2, 0]] {
            assert_eq!(form.apply(vector).unwrap_err().why(), "coordinate_mismatch");
        }
    }

    #[test]
    fn sizes_that_are_no_powers_of_two_have_no_bits() {
        let layout: Layout = "(3,4):(1,4)".parse().unwrap();
        assert_eq!(
            binary_form(&layout).unwrap_err().to_string(),
            "linear_form: the size 12 is not a power of two, so its coordinates are not all the values of some bits"
        );
        assert_eq!(binary_form(&"4:-1".parse::<Layout>().unwrap()).unwrap_err().why(), "bad_factor");
    }
}
