//! Slices of run-time layouts, with the offset of the fixed part (`slice_and_offset` of `layout.hpp`).

use std::fmt;

use super::coordinates::eval;
use super::{Integer, SymbolicLayout};
use crate::error::shortened;
use crate::{Error, ErrorKind, IntTuple, ModePath};

/// One entry of a coordinate that slices.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum SymbolicIndex {
    /// A fixed index.
    At(Integer),
    /// `_`: the mode stays.
    All,
}

impl fmt::Display for SymbolicIndex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SymbolicIndex::At(index) => index.fmt(f),
            SymbolicIndex::All => f.write_str("_"),
        }
    }
}

/// The modes of the layout that `_` leaves open, concatenated; nesting below an open mode stays.
///
/// # Errors
/// [`ErrorKind::CoordinateMismatch`], [`ErrorKind::TooLarge`].
///
/// ```
/// use layout_algebra::IntTuple;
/// use layout_algebra::symbolic::{Integer, SymbolicIndex, SymbolicLayout, slice, slice_offset};
///
/// let layout: SymbolicLayout = "((128,64),(M/128,K)):((1,M),(128,64*M))".parse()?;
/// let all = || IntTuple::Int(SymbolicIndex::All);
/// let at = |name| IntTuple::Int(SymbolicIndex::At(Integer::name(name)));
/// let coordinate = IntTuple::Tuple(vec![all(), IntTuple::Tuple(vec![at("m"), all()])]);
/// assert_eq!(slice(&coordinate, &layout)?.to_string(), "((128,64),K):((1,M),64*M)");
/// assert_eq!(slice_offset(&coordinate, &layout)?.to_string(), "128*m");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn slice(coordinate: &IntTuple<SymbolicIndex>, layout: &SymbolicLayout) -> Result<SymbolicLayout, Error> {
    keep("slice", coordinate, layout, |index| matches!(index, SymbolicIndex::All))
}

/// The modes of the layout that the coordinate fixes, concatenated.
///
/// # Errors
/// [`ErrorKind::CoordinateMismatch`], [`ErrorKind::TooLarge`].
pub fn dice(coordinate: &IntTuple<SymbolicIndex>, layout: &SymbolicLayout) -> Result<SymbolicLayout, Error> {
    keep("dice", coordinate, layout, |index| matches!(index, SymbolicIndex::At(_)))
}

/// The offset that the fixed part of the coordinate adds.
///
/// # Errors
/// [`ErrorKind::CoordinateMismatch`], [`ErrorKind::TooLarge`].
pub fn slice_offset(
    coordinate: &IntTuple<SymbolicIndex>,
    layout: &SymbolicLayout,
) -> Result<IntTuple<Integer>, Error> {
    let fixed = coordinate.map(|index| match index {
        SymbolicIndex::At(index) => index.clone(),
        SymbolicIndex::All => Integer::Static(0),
    });
    eval(layout, &fixed).map_err(|error| error.of_operation("slice_offset"))
}

fn keep(
    operation: &'static str,
    coordinate: &IntTuple<SymbolicIndex>,
    layout: &SymbolicLayout,
    kept: impl Fn(&SymbolicIndex) -> bool + Copy,
) -> Result<SymbolicLayout, Error> {
    coordinate.check_limits(operation)?;
    if let IntTuple::Int(index) = coordinate
        && kept(index)
    {
        return Ok(layout.clone());
    }
    let mut modes = Vec::new();
    gather(coordinate, layout, kept, &mut Vec::new(), &mut modes).map_err(|mode| {
        let (coordinate, shape) = (shortened(coordinate), shortened(&layout.shape()));
        Error::new(operation, ErrorKind::CoordinateMismatch { coordinate, shape }).at(mode)
    })?;
    SymbolicLayout::from_modes(modes)
}

fn gather(
    coordinate: &IntTuple<SymbolicIndex>,
    layout: &SymbolicLayout,
    kept: impl Fn(&SymbolicIndex) -> bool + Copy,
    path: &mut Vec<usize>,
    modes: &mut Vec<SymbolicLayout>,
) -> Result<(), ModePath> {
    match coordinate {
        IntTuple::Int(index) => {
            if kept(index) {
                modes.push(layout.clone());
            }
            Ok(())
        }
        IntTuple::Tuple(indices) if layout.tuple().is_tuple() && indices.len() == layout.rank() => {
            for (i, (index, mode)) in indices.iter().zip(layout.modes()).enumerate() {
                path.push(i);
                gather(index, &mode, kept, path, modes)?;
                path.pop();
            }
            Ok(())
        }
        IntTuple::Tuple(_) => Err(ModePath(path.clone())),
    }
}
