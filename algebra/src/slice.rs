//! Slice and dice: the modes that a coordinate leaves open, and the others (`slice`, `dice` in CuTe).

use std::fmt;

use crate::error::shortened;
use crate::stride::{Leaf, Stride, integer_from_text};
use crate::{Error, ErrorKind, IntTuple, Layout, ModePath, Part};

/// One entry of a coordinate that slices: a fixed index, or `_`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SliceIndex {
    /// A fixed index.
    At(i64),
    /// `_`: the mode stays.
    All,
}

impl fmt::Display for SliceIndex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SliceIndex::At(index) => index.fmt(f),
            SliceIndex::All => f.write_str("_"),
        }
    }
}

impl Leaf for SliceIndex {
    const EXPECTED: &'static str = "an integer or '_'";

    fn from_text(text: &str) -> Option<Self> {
        if text == "_" { Some(SliceIndex::All) } else { integer_from_text(text).map(SliceIndex::At) }
    }
}

/// The modes of the layout that `_` leaves open, concatenated; nesting below an open mode stays.
///
/// # Errors
/// [`ErrorKind::CoordinateMismatch`].
///
/// ```
/// use layout_algebra::{Layout, slice, slice_offset};
///
/// let layout: Layout = "((3,2),((2,3),2)):((4,1),((2,15),100))".parse()?;
/// let coordinate = "(2,((0,_),_))".parse()?;
/// assert_eq!(slice(&coordinate, &layout)?.to_string(), "(3,2):(15,100)");
/// assert_eq!(slice_offset(&coordinate, &layout)?, 8);
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn slice<D: Stride>(coordinate: &IntTuple<SliceIndex>, layout: &Layout<D>) -> Result<Layout<D>, Error> {
    keep("slice", coordinate, layout, |index| matches!(index, SliceIndex::All))
}

/// The modes of the layout that the coordinate fixes, concatenated.
///
/// # Errors
/// [`ErrorKind::CoordinateMismatch`].
pub fn dice<D: Stride>(coordinate: &IntTuple<SliceIndex>, layout: &Layout<D>) -> Result<Layout<D>, Error> {
    keep("dice", coordinate, layout, |index| matches!(index, SliceIndex::At(_)))
}

/// The offset that the fixed part of the coordinate adds.
///
/// # Errors
/// [`ErrorKind::CoordinateMismatch`], [`ErrorKind::Overflow`].
pub fn slice_offset<D: Stride>(coordinate: &IntTuple<SliceIndex>, layout: &Layout<D>) -> Result<D, Error> {
    let fixed = coordinate.map(|index| match index {
        SliceIndex::At(index) => *index,
        SliceIndex::All => 0,
    });
    layout.eval(&fixed).map_err(|error| error.of_operation("slice_offset"))
}

/// The modes that the coordinate leaves open, and the offset that the fixed ones add (CuTe's `slice_and_offset`).
///
/// # Errors
/// [`ErrorKind::CoordinateMismatch`], [`ErrorKind::Overflow`].
///
/// ```
/// use layout_algebra::{Layout, slice_and_offset};
///
/// let layout: Layout = "(4,(3,2)):(2,(8,1))".parse()?;
/// let row = slice_and_offset(&"(1,_)".parse()?, &layout)?;
/// assert_eq!((row.layout.to_string().as_str(), row.offset), ("((3,2)):((8,1))", 2));
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn slice_and_offset<D: Stride>(
    coordinate: &IntTuple<SliceIndex>,
    layout: &Layout<D>,
) -> Result<Part<D>, Error> {
    let offset = slice_offset(coordinate, layout);
    offset
        .and_then(|offset| Ok(Part { layout: slice(coordinate, layout)?, offset }))
        .map_err(|error| error.of_operation("slice_and_offset"))
}

fn keep<D: Stride>(
    operation: &'static str,
    coordinate: &IntTuple<SliceIndex>,
    layout: &Layout<D>,
    kept: impl Fn(&SliceIndex) -> bool + Copy,
) -> Result<Layout<D>, Error> {
    coordinate.check_limits(operation)?;
    if let IntTuple::Int(index) = coordinate
        && kept(index)
    {
        return Ok(layout.clone());
    }
    let mut modes = Vec::new();
    gather(coordinate, layout, kept, &mut Vec::new(), &mut modes).map_err(|mode| {
        Error::new(
            operation,
            ErrorKind::CoordinateMismatch {
                coordinate: shortened(coordinate),
                shape: shortened(&layout.shape()),
            },
        )
        .at(mode)
    })?;
    Layout::from_modes(modes)
}

fn gather<D: Stride>(
    coordinate: &IntTuple<SliceIndex>,
    layout: &Layout<D>,
    kept: impl Fn(&SliceIndex) -> bool + Copy,
    path: &mut Vec<usize>,
    modes: &mut Vec<Layout<D>>,
) -> Result<(), ModePath> {
    match coordinate {
        IntTuple::Int(index) => {
            if kept(index) {
                modes.push(layout.clone());
            }
            Ok(())
        }
        IntTuple::Tuple(indices) if layout.is_tuple() && indices.len() == layout.rank() => {
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

#[cfg(test)]
mod laws {
    use proptest::prelude::*;

    use super::*;
    use crate::arbitrary::either_layout;
    use crate::idx2crd;

    proptest! {
        #[test]
        fn slice_and_its_offset_reach_what_the_layout_does(
            layout in either_layout(),
            index in any::<prop::sample::Index>(),
            open in prop::collection::vec(any::<bool>(), 6),
        ) {
            let coordinate = idx2crd(index.index(layout.size() as usize) as i64, &layout.shape()).unwrap();
            let mut open = open.into_iter().cycle();
            let sliced = coordinate.map(|&at| if open.next() == Some(true) { SliceIndex::All } else { SliceIndex::At(at) });
            let (rest, offset) = (slice(&sliced, &layout).unwrap(), slice_offset(&sliced, &layout).unwrap());
            let kept: Vec<i64> = sliced
                .leaves()
                .into_iter()
                .zip(coordinate.leaves())
                .filter(|(index, _)| matches!(index, SliceIndex::All))
                .map(|(_, &at)| at)
                .collect();
            let inner = match rest.shape() {
                IntTuple::Int(_) => IntTuple::Int(kept.first().copied().unwrap_or(0)),
                IntTuple::Tuple(_) => kept.into_iter().collect(),
            };
            prop_assert_eq!(offset + rest.eval(&inner).unwrap(), layout.eval(&coordinate).unwrap());
            let fixed = dice(&sliced, &layout).unwrap();
            prop_assert_eq!(fixed.size() * rest.size(), if coordinate.is_tuple() || rest.is_tuple() { layout.size() } else { fixed.size() * rest.size() });
        }
    }
}
