//! Partitions: the part of a layout that one tile, or one thread, holds (`local_tile`, `local_partition` and what they
//! are made of in CuTe's `tensor_impl.hpp`).

use std::fmt;
use std::str::FromStr;

use crate::stride::{Stride, integer_from_text};
use crate::{
    Error, ErrorKind, IntTuple, Layout, ModePath, SliceIndex, Tiler, crd2idx, slice, slice_offset,
    zipped_divide,
};

/// A part of a layout, and the offset at which it begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part<D = i64> {
    /// The layout of the part.
    pub layout: Layout<D>,
    /// The offset of its first element.
    pub offset: D,
}

/// The tile at `coordinate` among the rests of a zipped divide; `_` keeps a mode of the rest open.
///
/// # Errors
/// Those of [`zipped_divide`]; [`ErrorKind::CoordinateMismatch`].
///
/// ```
/// use layout_algebra::{Layout, inner_partition};
///
/// let layout: Layout = "(24,20):(1,24)".parse()?;
/// let tile = inner_partition(&layout, &"<8,5>".parse()?, &"(1,_)".parse()?)?;
/// assert_eq!((tile.layout.to_string().as_str(), tile.offset), ("(8,5,4):(1,24,120)", 8));
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn inner_partition<D: Stride>(
    layout: &Layout<D>,
    tiler: &Tiler,
    coordinate: &IntTuple<SliceIndex>,
) -> Result<Part<D>, Error> {
    const OPERATION: &str = "inner_partition";
    let zipped = zipped_divide(layout, tiler).map_err(|error| error.of_operation(OPERATION))?;
    let (tiles, rests) = (zipped.mode(0)?, zipped.mode(1)?);
    part(OPERATION, &zipped, [open(tiles.rank()), filled(coordinate, rests.rank())])
}

/// What the rests hold at `coordinate` of the tile: one element of each tile; `_` keeps a mode of the tile open.
///
/// # Errors
/// Those of [`zipped_divide`]; [`ErrorKind::CoordinateMismatch`].
pub fn outer_partition<D: Stride>(
    layout: &Layout<D>,
    tiler: &Tiler,
    coordinate: &IntTuple<SliceIndex>,
) -> Result<Part<D>, Error> {
    const OPERATION: &str = "outer_partition";
    let zipped = zipped_divide(layout, tiler).map_err(|error| error.of_operation(OPERATION))?;
    let (tiles, rests) = (zipped.mode(0)?, zipped.mode(1)?);
    part(OPERATION, &zipped, [filled(coordinate, tiles.rank()), open(rests.rank())])
}

/// The tile of a block: [`inner_partition`] under the name that kernels use.
///
/// # Errors
/// Those of [`inner_partition`].
pub fn local_tile<D: Stride>(
    layout: &Layout<D>,
    tiler: &Tiler,
    coordinate: &IntTuple<SliceIndex>,
) -> Result<Part<D>, Error> {
    inner_partition(layout, tiler, coordinate).map_err(|error| error.of_operation("local_tile"))
}

/// The tile of a block of a kernel over more modes than the layout has: `tiler` and `coordinate` are over all of them,
/// and `projection` says which of them the layout has (`local_tile(tensor, tiler, coord, Step<_1,X,_1>{})`; `proj` in the
/// CuTe DSL).
///
/// # Errors
/// Those of [`local_tile`]; [`ErrorKind::ProfileMismatch`] when tiler, coordinate and projection have not the same
/// rank.
///
/// ```
/// use layout_algebra::{Layout, local_tile_projected};
///
/// // A is (M,K) in a kernel over (M,N,K).
/// let a: Layout = "(24,20):(1,24)".parse()?;
/// let tile = local_tile_projected(&a, &"<8,7,5>".parse()?, &"(1,2,_)".parse()?, &"Step<_1,X,_1>".parse()?)?;
/// assert_eq!((tile.layout.to_string().as_str(), tile.offset), ("(8,5,4):(1,24,120)", 8));
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn local_tile_projected<D: Stride>(
    layout: &Layout<D>,
    tiler: &Tiler,
    coordinate: &IntTuple<SliceIndex>,
    projection: &Projection,
) -> Result<Part<D>, Error> {
    local_tile(layout, &projection.tiler(tiler)?, &projection.coordinate(coordinate)?)
}

/// Which modes of a kernel's tile a tensor has: `Step<_1,X,_1>` leaves out the second.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Projection(Vec<bool>);

impl Projection {
    /// The projection that keeps the modes that are `true`.
    pub fn new(kept: impl IntoIterator<Item = bool>) -> Self {
        Projection(kept.into_iter().collect())
    }

    /// The elements of the tiler that the projection keeps.
    ///
    /// # Errors
    /// [`ErrorKind::ProfileMismatch`] when the tiler is one layout, or has another number of elements.
    pub fn tiler(&self, tiler: &Tiler) -> Result<Tiler, Error> {
        match tiler {
            Tiler::ByMode(elements) => Ok(Tiler::ByMode(self.kept(elements, tiler)?)),
            Tiler::Layout(_) => Err(self.mismatch(tiler)),
        }
    }

    /// The indices of the coordinate that the projection keeps.
    ///
    /// # Errors
    /// [`ErrorKind::ProfileMismatch`] when the coordinate is an integer, or has another number of modes.
    pub fn coordinate(&self, coordinate: &IntTuple<SliceIndex>) -> Result<IntTuple<SliceIndex>, Error> {
        match coordinate {
            IntTuple::Tuple(indices) => Ok(IntTuple::Tuple(self.kept(indices, coordinate)?)),
            IntTuple::Int(_) => Err(self.mismatch(coordinate)),
        }
    }

    fn kept<T: Clone>(&self, elements: &[T], whole: &impl fmt::Display) -> Result<Vec<T>, Error> {
        if elements.len() != self.0.len() {
            return Err(self.mismatch(whole));
        }
        Ok(elements
            .iter()
            .zip(&self.0)
            .filter(|(_, kept)| **kept)
            .map(|(element, _)| element.clone())
            .collect())
    }

    fn mismatch(&self, whole: &impl fmt::Display) -> Error {
        Error::new(
            "local_tile",
            ErrorKind::ProfileMismatch {
                left: whole.to_string(),
                right: self.to_string(),
                difference: "a projection has an element for each mode".to_owned(),
            },
        )
        .at(ModePath::default())
    }
}

impl fmt::Display for Projection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let elements: Vec<&str> = self.0.iter().map(|kept| if *kept { "_1" } else { "X" }).collect();
        write!(f, "Step<{}>", elements.join(","))
    }
}

impl FromStr for Projection {
    type Err = Error;

    /// Reads `Step<_1,X,_1>` and the DSL's `(1,None,1)`.
    ///
    /// # Errors
    /// [`ErrorKind::Parse`].
    fn from_str(text: &str) -> Result<Self, Error> {
        let unreadable = |found: &str| {
            Error::of_value(ErrorKind::Parse {
                column: 1,
                expected: "'Step<_1,X,_1>' or '(1,None,1)'".to_owned(),
                found: format!("'{found}'"),
            })
        };
        let inside = |open, close| text.strip_prefix(open)?.strip_suffix(close);
        let elements = inside("Step<", ">").or_else(|| inside("(", ")")).ok_or_else(|| unreadable(text))?;
        let kept = elements.split(',').map(|element| match element.trim() {
            "X" | "_" | "None" => Ok(false),
            number if integer_from_text(number).is_some() => Ok(true),
            other => Err(unreadable(other)),
        });
        Ok(Projection(kept.collect::<Result<_, _>>()?))
    }
}

/// The elements of thread `index`, when the threads lie as `threads` and are repeated over the layout.
///
/// # Errors
/// Those of [`outer_partition`]; [`ErrorKind::UnsupportedStride`] when `threads` has a stride of 0 over several
/// threads: then the index does not say which thread it is.
///
/// ```
/// use layout_algebra::{Layout, local_partition};
///
/// let layout: Layout = "(24,20):(1,24)".parse()?;
/// let part = local_partition(&layout, &"(4,5):(5,1)".parse()?, 7)?;
/// assert_eq!((part.layout.to_string().as_str(), part.offset), ("(6,4):(4,120)", 49));
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn local_partition<D: Stride>(
    layout: &Layout<D>,
    threads: &Layout,
    index: i64,
) -> Result<Part<D>, Error> {
    let (tiler, coordinate) = of_thread(threads, index)?;
    outer_partition(layout, &tiler, &coordinate).map_err(|error| error.of_operation("local_partition"))
}

/// The tiler whose tiles have an element for each thread, and the coordinate of thread `index` in it.
pub(crate) fn of_thread(threads: &Layout, index: i64) -> Result<(Tiler, IntTuple<SliceIndex>), Error> {
    let sizes: IntTuple = threads.modes().iter().map(Layout::size).collect();
    let mut coordinate = Vec::with_capacity(threads.rank());
    for mode in threads.modes() {
        let within = thread_coordinate(&mode.shape(), &mode.stride(), index)?;
        coordinate.push(IntTuple::Int(SliceIndex::At(crd2idx(&within, &mode.shape())?)));
    }
    Ok((Tiler::from_sizes(&sizes)?, IntTuple::Tuple(coordinate)))
}

/// The coordinate that a compact layout of threads sends to `index`.
pub(crate) fn thread_coordinate(shape: &IntTuple, stride: &IntTuple, index: i64) -> Result<IntTuple, Error> {
    match (shape, stride) {
        (IntTuple::Tuple(shapes), IntTuple::Tuple(strides)) => {
            let modes =
                shapes.iter().zip(strides).map(|(shape, stride)| thread_coordinate(shape, stride, index));
            Ok(IntTuple::Tuple(modes.collect::<Result<_, _>>()?))
        }
        (IntTuple::Int(1), _) => Ok(IntTuple::Int(0)),
        (IntTuple::Int(size), IntTuple::Int(stride)) => match index.checked_div(*stride) {
            Some(steps) => Ok(IntTuple::Int(steps % size)),
            None => Err(Error::new(
                "local_partition",
                ErrorKind::UnsupportedStride {
                    stride: stride.to_string(),
                    reason: "a thread index has no coordinate along a mode of this stride",
                },
            )),
        },
        // Shape and stride are congruent.
        _ => Err(Error::overflow("local_partition")),
    }
}

/// `_` for a mode of this rank: a tuple of them, but one alone where CuTe's `repeat` gives one.
pub(crate) fn open(rank: usize) -> IntTuple<SliceIndex> {
    match rank {
        1 => IntTuple::Int(SliceIndex::All),
        _ => IntTuple::Tuple(vec![IntTuple::Int(SliceIndex::All); rank]),
    }
}

/// The coordinate with `_` for the modes that it does not name.
pub(crate) fn filled(coordinate: &IntTuple<SliceIndex>, rank: usize) -> IntTuple<SliceIndex> {
    match coordinate {
        IntTuple::Int(_) => coordinate.clone(),
        IntTuple::Tuple(indices) => {
            let missing = rank.saturating_sub(indices.len());
            let open = std::iter::repeat_n(IntTuple::Int(SliceIndex::All), missing);
            IntTuple::Tuple(indices.iter().cloned().chain(open).collect())
        }
    }
}

fn part<D: Stride>(
    operation: &'static str,
    zipped: &Layout<D>,
    coordinate: [IntTuple<SliceIndex>; 2],
) -> Result<Part<D>, Error> {
    let coordinate = IntTuple::Tuple(coordinate.into());
    let layout = slice(&coordinate, zipped).map_err(|error| error.of_operation(operation))?;
    let offset = slice_offset(&coordinate, zipped).map_err(|error| error.of_operation(operation))?;
    Ok(Part { layout, offset })
}
