//! Layouts: a shape and a congruent stride (`Layout` in CuTe's `layout.hpp`).

mod builder;
mod integer_table;
mod offsets;
mod profile;
mod view;

use std::fmt;

use smallvec::SmallVec;

pub(crate) use builder::LayoutBuilder;
pub(crate) use integer_table::fill_integer_table;
pub use offsets::Offsets;
pub(crate) use profile::Node;
use profile::Profile;
pub(crate) use view::LayoutRef;

use crate::error::shortened;
use crate::stride::Stride;
use crate::{Error, ErrorKind, IntTuple, ModePath};

/// A function from coordinates in `shape` to offsets: the inner product with `stride`.
///
/// Invariants, held by every constructor: shape and stride are congruent (same nesting); all sizes are at least
/// 1 and their product fits in an `i64`; depth and length stay within [`MAX_DEPTH`](crate::MAX_DEPTH) and
/// [`MAX_LEAVES`](crate::MAX_LEAVES).
///
/// ```
/// use layout_algebra::Layout;
///
/// let layout: Layout = "(4,(3,2)):(2,(8,1))".parse()?;
/// assert_eq!(layout.size(), 24);
/// assert_eq!(layout.cosize()?, 24);
/// assert_eq!(layout.eval(&"(1,(2,1))".parse()?)?, 19);
/// assert_eq!(layout.at(5)?, 10); // 5 is the coordinate (1,(1,0))
/// # Ok::<(), layout_algebra::Error>(())
/// ```
#[derive(PartialEq, Eq, Hash)]
pub struct Layout<D = i64> {
    profile: Profile,
    flat: FlatModes<D>,
}

/// Sizes and strides without nesting, leftmost first; up to 8 of them need no heap.
pub(crate) type FlatModes<D> = SmallVec<[(i64, D); 8]>;

/// Puts `modes` behind `flat`; several times as fast as `SmallVec::extend` for the few that most layouts have.
pub(crate) fn extend<D: Clone>(flat: &mut FlatModes<D>, modes: &[(i64, D)]) {
    flat.reserve(modes.len());
    for mode in modes {
        flat.push(mode.clone());
    }
}

impl<D: Clone> Clone for Layout<D> {
    fn clone(&self) -> Self {
        let mut flat = FlatModes::new();
        extend(&mut flat, &self.flat);
        Layout { profile: self.profile.clone(), flat }
    }
}

impl<D> Layout<D> {
    /// The sizes and strides from left to right, whatever their nesting.
    pub fn leaves(&self) -> &[(i64, D)] {
        &self.flat
    }

    /// The number of coordinates.
    pub fn size(&self) -> i64 {
        self.as_ref().size()
    }

    /// The number of modes; an integer shape has one.
    pub fn rank(&self) -> usize {
        self.as_ref().rank()
    }

    /// The nesting of the shape: 0 for `4:1`, 1 for `(4):(1)`.
    pub fn depth(&self) -> usize {
        self.as_ref().profile().depth()
    }

    /// Whether the shape is a tuple, of any rank: `(4):(1)` is one, `4:1` is not.
    pub fn is_tuple(&self) -> bool {
        self.as_ref().is_tuple()
    }

    pub(crate) fn as_ref(&self) -> LayoutRef<'_, D> {
        LayoutRef::new(self.profile.as_ref(), &self.flat)
    }

    /// The layout `size:stride` of one integer mode, of a size of at least 1.
    pub(crate) fn of_mode(size: i64, stride: D) -> Self {
        let mut flat = FlatModes::new();
        flat.push((size, stride));
        Layout { profile: Profile::LEAF, flat }
    }

    /// As [`of_mode`](Self::of_mode), for a size that a user gave.
    ///
    /// # Errors
    /// [`ErrorKind::NonPositiveSize`].
    pub(crate) fn checked_mode(size: i64, stride: D) -> Result<Self, Error> {
        match size {
            1.. => Ok(Layout::of_mode(size, stride)),
            _ => Err(Error::of_value(ErrorKind::NonPositiveSize { size }).at(ModePath::default())),
        }
    }

    /// `(s0,s1,..):(d0,d1,..)`, also of one mode or none, which together hold the invariants.
    pub(crate) fn from_flat_tuple(flat: FlatModes<D>) -> Self {
        Layout { profile: Profile::flat(flat.len()), flat }
    }

    /// The layout of the same nesting whose sizes and strides are `f` of these; the size must still fit.
    pub(crate) fn map_modes<E>(&self, mut f: impl FnMut(&(i64, D)) -> (i64, E)) -> Layout<E> {
        let mut flat = FlatModes::new();
        self.flat.iter().for_each(|mode| flat.push(f(mode)));
        Layout { profile: self.profile.clone(), flat }
    }
}

impl<D: Clone> Layout<D> {
    /// The shape.
    pub fn shape(&self) -> IntTuple<i64> {
        self.profile.as_ref().tuple_of(self.flat.iter().map(|(size, _)| *size))
    }

    /// The stride, congruent to the shape.
    pub fn stride(&self) -> IntTuple<D> {
        self.profile.as_ref().tuple_of(self.flat.iter().map(|(_, stride)| stride.clone()))
    }
}

impl<D: Stride> Layout<D> {
    /// `1:0`, `s:d` or `(s0,s1,..):(d0,d1,..)`, of modes that together hold the invariants.
    pub(crate) fn from_flat(flat: FlatModes<D>) -> Self {
        match flat.len() {
            0 => Layout::of_mode(1, D::zero()),
            1 => Layout { profile: Profile::LEAF, flat },
            _ => Layout::from_flat_tuple(flat),
        }
    }

    /// As [`from_flat`](Self::from_flat), of the modes that `write` leaves there.
    pub(crate) fn from_flat_by(write: impl FnOnce(&mut FlatModes<D>)) -> Self {
        let mut layout = Layout { profile: Profile::EMPTY, flat: FlatModes::new() };
        write(&mut layout.flat);
        match layout.flat.len() {
            0 => layout.flat.push((1, D::zero())),
            1 => {}
            rank => {
                layout.profile = Profile::flat(rank);
                return layout;
            }
        }
        layout.profile = Profile::LEAF;
        layout
    }

    /// The layout `shape:stride`.
    ///
    /// # Errors
    /// [`ErrorKind::NonCongruent`], [`ErrorKind::NonPositiveSize`], [`ErrorKind::Overflow`] when the size does not fit,
    /// [`ErrorKind::TooLarge`] beyond the limits of this crate.
    pub fn new(shape: IntTuple<i64>, stride: IntTuple<D>) -> Result<Self, Error> {
        check_shape(&shape)?;
        stride.check_limits("make_layout")?;
        stride.iter_leaves().try_for_each(|stride| stride.check_limits("make_layout"))?;
        if let Some((mode, difference)) = shape.first_difference(&stride, &[]) {
            let (shape, stride) = (shortened(&shape), shortened(&stride));
            return Err(Error::of_value(ErrorKind::NonCongruent { shape, stride, difference }).at(mode));
        }
        let flat = shape.iter_leaves().copied().zip(stride.iter_leaves().cloned()).collect();
        Ok(Layout { profile: Profile::of(&shape), flat })
    }

    /// The layout `(l0,l1,..)` whose modes are these (CuTe's `make_layout(l0, l1, ..)`).
    ///
    /// # Errors
    /// [`ErrorKind::Overflow`] when the size does not fit, [`ErrorKind::TooLarge`] beyond the limits of this crate.
    pub fn from_modes(modes: impl IntoIterator<Item = Layout<D>>) -> Result<Self, Error> {
        // The rank comes first in a profile.
        let modes: SmallVec<[Layout<D>; 2]> = modes.into_iter().collect();
        let mut layout = LayoutBuilder::new();
        layout.tuple(modes.len());
        modes.iter().for_each(|mode| layout.layout(mode.as_ref()));
        layout.finish()
    }

    /// The modes; `4:1` is its own only mode.
    pub fn modes(&self) -> Vec<Layout<D>> {
        self.as_ref().modes().map(LayoutRef::to_layout).collect()
    }

    /// The sizes and strides from left to right, whatever their nesting.
    pub(crate) fn flat_modes(&self) -> FlatModes<D> {
        let mut flat = FlatModes::new();
        extend(&mut flat, &self.flat);
        flat
    }

    /// Mode `index`.
    ///
    /// # Errors
    /// [`ErrorKind::NoSuchMode`].
    pub fn mode(&self, index: usize) -> Result<Layout<D>, Error> {
        match self.as_ref().mode(index) {
            Some(mode) => Ok(mode.to_layout()),
            None => Err(Error::new(
                "mode",
                ErrorKind::NoSuchMode { index: i64::try_from(index).unwrap_or(i64::MAX), rank: self.rank() },
            )),
        }
    }

    /// The offset of a coordinate: an integer (leftmost mode fastest), one integer a mode, or nested as deep
    /// as the shape; forms may be mixed (CuTe's `crd2idx`).
    ///
    /// As in CuTe, a coordinate outside the shape is extended along its last mode.
    ///
    /// # Errors
    /// [`ErrorKind::CoordinateMismatch`] when it nests deeper than the shape or has another rank,
    /// [`ErrorKind::Overflow`].
    pub fn eval(&self, coordinate: &IntTuple<i64>) -> Result<D, Error> {
        self.as_ref().eval(coordinate)
    }

    /// The offset of the 1-D coordinate `index`.
    ///
    /// # Errors
    /// [`ErrorKind::Overflow`].
    pub fn at(&self, index: i64) -> Result<D, Error> {
        self.as_ref().offset_of_index(index).ok_or_else(|| D::sum_error("eval"))
    }

    /// The offsets of the 1-D coordinates `0..size`.
    ///
    /// # Errors
    /// [`ErrorKind::TooLarge`] when the size is more than `limit`, [`ErrorKind::Overflow`].
    pub fn eval_all(&self, limit: i64) -> Result<Vec<D>, Error> {
        let size = self.size();
        if size > limit {
            return Err(Error::new("eval_all", ErrorKind::TooLarge { what: "size", found: size, limit }));
        }
        let room = usize::try_from(size).ok().and_then(|size| {
            let mut room: Vec<D> = Vec::new();
            room.try_reserve_exact(size).ok().map(|()| room)
        });
        let Some(mut table) = room else {
            let limit = i64::try_from(isize::MAX as usize / size_of::<D>().max(1)).unwrap_or(i64::MAX);
            return Err(Error::new("eval_all", ErrorKind::TooLarge { what: "size", found: size, limit }));
        };
        if D::fill_table(&self.flat, &mut table).is_none() {
            table.clear();
            for offset in self.offsets() {
                table.push(offset?);
            }
        }
        Ok(table)
    }

    /// The offsets of the 1-D coordinates from 0 on, one by one.
    pub fn offsets(&self) -> Offsets<D> {
        self.as_ref().offsets()
    }
}

impl Layout<i64> {
    /// The column-major layout of a shape: leftmost mode fastest, no gaps (CuTe's `make_layout(shape)`).
    ///
    /// # Errors
    /// As [`Layout::new`].
    pub fn compact(shape: IntTuple<i64>) -> Result<Self, Error> {
        check_shape(&shape)?;
        let mut next = 1;
        let flat = shape.iter_leaves().map(|&size| {
            let stride = next;
            next *= size;
            // CuTe gives size-1 modes a static stride of 0.
            (size, if size == 1 { 0 } else { stride })
        });
        Ok(Layout { profile: Profile::of(&shape), flat: flat.collect() })
    }

    /// One more than the largest offset distance: `1 + sum (size-1)*abs(stride)`.
    ///
    /// # Errors
    /// [`ErrorKind::Overflow`].
    pub fn cosize(&self) -> Result<i64, Error> {
        self.as_ref().cosize()
    }
}

/// Refuses a tuple that is no shape: beyond the limits of this crate, with a size below 1, or a product of sizes that
/// does not fit.
#[inline]
pub(crate) fn check_shape(shape: &IntTuple) -> Result<(), Error> {
    match shape {
        IntTuple::Int(1..) => Ok(()),
        _ => check_nested_shape(shape),
    }
}

fn check_nested_shape(shape: &IntTuple) -> Result<(), Error> {
    shape.check_limits("make_layout")?;
    if shape.iter_leaves().any(|&size| size < 1) {
        return Err(non_positive_size(shape));
    }
    shape.product().map_err(|_| Error::overflow("size"))?;
    Ok(())
}

#[cold]
fn non_positive_size(shape: &IntTuple) -> Error {
    let profile = Profile::of(shape);
    let sizes = shape.iter_leaves().enumerate();
    let (leaf, size) = sizes.into_iter().find(|(_, size)| **size < 1).map_or((0, 0), |(i, size)| (i, *size));
    Error::of_value(ErrorKind::NonPositiveSize { size }).at(ModePath(profile.as_ref().path_of_leaf(leaf)))
}

impl<D: fmt::Display> fmt::Display for Layout<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_ref().fmt(f)
    }
}

impl<D: fmt::Debug> fmt::Debug for Layout<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_ref().fmt(f)
    }
}
