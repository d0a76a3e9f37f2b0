//! Layouts whose sizes and strides may be run-time integers.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use super::atom::Name;
use super::integer_tuple::{compact_major, product};
use super::reading::Reader;
use super::{Integer, ScaledBasis};
use crate::error::shortened;
use crate::stride::Stride;
use crate::{Coordinate, Error, ErrorKind, IntTuple, Layout, ModePath};

/// A layout as CuTe has it at compile time: some of its integers are part of its type, the others are names.
///
/// Shape and stride are congruent, static sizes at least 1. Strides may be coordinates: `(M,N):(1@0,1@1)`.
///
/// ```
/// use layout_algebra::symbolic::SymbolicLayout;
///
/// let layout: SymbolicLayout = "(M,(4,k/8)):(1,(lda,4*lda))".parse()?;
/// assert_eq!(layout.size()?.to_string(), "4*M*(k/8)");
/// assert_eq!(layout.cpp(), "(M,(_4,k/8)):(_1,(lda,4*lda))");
/// assert_eq!(layout.dsl(), "(?,(4,?)):(1,(?,?{div=4}))");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SymbolicLayout {
    modes: IntTuple<Mode>,
}

/// A size and its stride.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Mode {
    /// The size.
    pub size: Integer,
    /// The stride.
    pub stride: ScaledBasis,
}

impl Mode {
    pub(super) fn new(size: impl Into<Integer>, stride: impl Into<ScaledBasis>) -> Self {
        Mode { size: size.into(), stride: stride.into() }
    }
}

impl SymbolicLayout {
    /// The layout `shape:stride`.
    ///
    /// # Errors
    /// [`ErrorKind::NonCongruent`], [`ErrorKind::NonPositiveSize`] of a size that is known, [`ErrorKind::TooLarge`].
    pub fn new(shape: &IntTuple<Integer>, stride: &IntTuple<ScaledBasis>) -> Result<Self, Error> {
        shape.check_limits("make_layout")?;
        stride.check_limits("make_layout")?;
        if let Some((mode, difference)) = shape.first_difference(stride, &[]) {
            let (shape, stride) = (shortened(shape), shortened(stride));
            return Err(Error::of_value(ErrorKind::NonCongruent { shape, stride, difference }).at(mode));
        }
        check_sizes(shape, &mut Vec::new())?;
        Ok(SymbolicLayout { modes: paired(shape, stride) })
    }

    /// The compact layout of a shape, leftmost mode fastest (CuTe's `make_layout(shape)`).
    ///
    /// ```
    /// use layout_algebra::symbolic::{SymbolicLayout, shape_from_text};
    ///
    /// let shape = shape_from_text("(M,1,K)")?;
    /// assert_eq!(SymbolicLayout::compact(&shape)?.to_string(), "(M,1,K):(1,0,M)");
    /// # Ok::<(), layout_algebra::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::NonPositiveSize`], [`ErrorKind::Overflow`], [`ErrorKind::TooLarge`].
    pub fn compact(shape: &IntTuple<Integer>) -> Result<Self, Error> {
        shape.check_limits("make_layout")?;
        let stride = compact_major(shape, &Integer::Static(1))?;
        Self::new(shape, &stride.map(|stride| stride.clone().into()))
    }

    /// The layout whose modes are these (CuTe's `make_layout(l0, l1, ..)`).
    ///
    /// # Errors
    /// [`ErrorKind::TooLarge`].
    pub fn from_modes(modes: impl IntoIterator<Item = SymbolicLayout>) -> Result<Self, Error> {
        Self::of(IntTuple::Tuple(modes.into_iter().map(|layout| layout.modes).collect()))
    }

    /// The layout of these modes, which come out of an operation.
    pub(super) fn of(modes: IntTuple<Mode>) -> Result<Self, Error> {
        modes.check_limits("make_layout")?;
        Ok(SymbolicLayout { modes })
    }

    /// The layout of one mode.
    pub(super) fn of_mode(size: impl Into<Integer>, stride: impl Into<ScaledBasis>) -> Self {
        SymbolicLayout { modes: IntTuple::Int(Mode::new(size, stride)) }
    }

    /// The compact layout of one integer (CuTe's `make_layout(n)`): a static 1 has stride 0.
    pub(super) fn of_size(size: &Integer) -> Self {
        Self::of_mode(size.clone(), i64::from(!size.is_constant(1)))
    }

    /// The layout with all its integers at run time, as `make_layout(make_shape(4, 8), make_stride(1, 4))` has them.
    pub fn from_runtime(layout: &Layout) -> Self {
        let runtime = |number: i64| Integer::Dynamic(number.into());
        let (shape, stride) = (layout.shape(), layout.stride());
        SymbolicLayout {
            modes: paired(&shape.map(|&size| runtime(size)), &stride.map(|&stride| runtime(stride).into())),
        }
    }

    /// The layout as C++ prints it: `_4` is static, `4` a run-time integer.
    ///
    /// ```
    /// use layout_algebra::symbolic::{SymbolicLayout, coalesce};
    ///
    /// let layout = SymbolicLayout::from_cpp("(_4,2):(_1,_4)")?;
    /// assert_eq!(coalesce(&layout)?.cpp(), "(_4,2):(_1,_4)");
    /// # Ok::<(), layout_algebra::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of reading a layout.
    pub fn from_cpp(text: &str) -> Result<Self, Error> {
        Reader::read_all(text, true, Reader::layout)
    }

    /// The modes as one tuple of sizes and strides.
    pub fn tuple(&self) -> &IntTuple<Mode> {
        &self.modes
    }

    /// The shape.
    pub fn shape(&self) -> IntTuple<Integer> {
        self.modes.map(|mode| mode.size.clone())
    }

    /// The stride, congruent to the shape.
    pub fn stride(&self) -> IntTuple<ScaledBasis> {
        self.modes.map(|mode| mode.stride.clone())
    }

    /// The number of modes; an integer shape has one.
    pub fn rank(&self) -> usize {
        self.modes.rank()
    }

    /// The nesting of the shape: 0 for `M:1`, 1 for `(M):(1)`.
    pub fn depth(&self) -> usize {
        self.modes.depth()
    }

    /// The number of coordinates.
    ///
    /// # Errors
    /// [`ErrorKind::Overflow`], [`ErrorKind::TooLarge`].
    pub fn size(&self) -> Result<Integer, Error> {
        product(&self.shape()).map_err(|error| error.of_operation("size"))
    }

    /// The modes; `M:1` is its own only mode.
    pub fn modes(&self) -> Vec<SymbolicLayout> {
        self.modes.modes().iter().map(|mode| SymbolicLayout { modes: mode.clone() }).collect()
    }

    /// Mode `index`.
    ///
    /// # Errors
    /// [`ErrorKind::NoSuchMode`].
    pub fn mode(&self, index: usize) -> Result<SymbolicLayout, Error> {
        match self.modes.mode(index) {
            Some(modes) => Ok(SymbolicLayout { modes: modes.clone() }),
            None => Err(Error::new(
                "mode",
                ErrorKind::NoSuchMode { index: i64::try_from(index).unwrap_or(i64::MAX), rank: self.rank() },
            )),
        }
    }

    /// The names that shape and stride depend on.
    pub fn names(&self) -> BTreeSet<Name> {
        let leaves = self.modes.leaves();
        let integers = leaves.iter().flat_map(|mode| [&mode.size, &mode.stride.value]);
        integers.flat_map(|integer| integer.expression().names()).collect()
    }

    /// Whether all integers are static.
    pub fn is_static(&self) -> bool {
        self.modes.leaves().iter().all(|mode| mode.size.is_static() && mode.stride.value.is_static())
    }

    /// The layout with other integers in the place of some.
    ///
    /// # Errors
    /// What `replace` gives, and [`ErrorKind::NonPositiveSize`].
    pub fn map(&self, replace: &dyn Fn(&Integer) -> Result<Integer, Error>) -> Result<Self, Error> {
        let shape = self.shape().try_map(&mut |size| replace(size))?;
        let stride = self.stride().try_map(&mut |stride| {
            ScaledBasis::divided(replace(&stride.value)?, stride.parts, stride.path.clone())
        })?;
        Self::new(&shape, &stride)
    }

    /// The layout of the numbers, when every integer is known and no stride is a coordinate.
    pub fn known(&self) -> Option<Layout> {
        let shape = self.shape().try_map(&mut |size| size.known().ok_or(())).ok()?;
        let number = |stride: &ScaledBasis| stride.value.known().filter(|_| !stride.is_basis());
        let stride = self.stride().try_map(&mut |stride| number(stride).ok_or(())).ok()?;
        Layout::new(shape, stride).ok()
    }

    /// The layout of the numbers, when every integer is known; strides as coordinates.
    pub fn known_coordinates(&self) -> Option<Layout<Coordinate>> {
        let shape = self.shape().try_map(&mut |size| size.known().ok_or(())).ok()?;
        let stride = self.stride().try_map(&mut |stride| match stride.value.known() {
            _ if stride.is_fraction() => Err(()),
            Some(0) => Ok(Coordinate::zero()),
            Some(value) if stride.is_basis() => Ok(Coordinate::Basis { value, path: stride.path.clone() }),
            _ => Err(()),
        });
        Layout::new(shape, stride.ok()?).ok()
    }

    /// As C++ prints it: `(_4,M):(_1,_4)`.
    pub fn cpp(&self) -> String {
        self.text(&Integer::cpp)
    }

    /// As the CuTe DSL prints it: `(4,?):(1,?{div=4})`.
    pub fn dsl(&self) -> String {
        self.text(&Integer::dsl)
    }

    fn text(&self, integer: &impl Fn(&Integer) -> String) -> String {
        let (shape, stride) = (self.shape().map(integer), self.stride().map(|stride| stride.text(integer)));
        format!("{shape}:{stride}")
    }
}

/// The modes of a shape and a stride that were found to be congruent: there is a stride for each size.
fn paired(shape: &IntTuple<Integer>, stride: &IntTuple<ScaledBasis>) -> IntTuple<Mode> {
    let mut strides = stride.leaves().into_iter();
    shape.map(|size| Mode {
        size: size.clone(),
        stride: strides.next().cloned().unwrap_or_else(|| ScaledBasis::from(0)),
    })
}

fn check_sizes(shape: &IntTuple<Integer>, path: &mut Vec<usize>) -> Result<(), Error> {
    match shape {
        IntTuple::Int(size) => match size.known() {
            Some(size) if size < 1 => {
                Err(Error::of_value(ErrorKind::NonPositiveSize { size }).at(ModePath(path.clone())))
            }
            _ => Ok(()),
        },
        IntTuple::Tuple(modes) => modes.iter().enumerate().try_for_each(|(i, mode)| {
            path.push(i);
            check_sizes(mode, path)?;
            path.pop();
            Ok(())
        }),
    }
}

/// A layout of static integers.
impl From<&Layout> for SymbolicLayout {
    fn from(layout: &Layout) -> Self {
        let (shape, stride) = (layout.shape(), layout.stride());
        SymbolicLayout {
            modes: paired(&shape.map(|&size| size.into()), &stride.map(|&stride| stride.into())),
        }
    }
}

impl TryFrom<&Layout<Coordinate>> for SymbolicLayout {
    type Error = Error;

    /// A layout of static integers.
    ///
    /// # Errors
    /// [`ErrorKind::UnsupportedStride`] when a stride is a sum of basis vectors.
    fn try_from(layout: &Layout<Coordinate>) -> Result<Self, Error> {
        let (shape, stride) = (layout.shape(), layout.stride());
        let stride = stride.try_map(&mut |stride| match stride.as_multiple() {
            Some((path, value)) => Ok(ScaledBasis::basis(value, path.to_vec())),
            None => Err(Error::new(
                "make_layout",
                ErrorKind::UnsupportedStride {
                    stride: stride.to_string(),
                    reason: "a stride of run-time layouts is a multiple of one basis vector",
                },
            )),
        })?;
        Ok(SymbolicLayout { modes: paired(&shape.map(|&size| size.into()), &stride) })
    }
}

impl fmt::Display for SymbolicLayout {
    /// `(M,4):(1,lda)`: static integers as numbers, run-time ones as C expressions.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.shape(), self.stride())
    }
}

impl FromStr for SymbolicLayout {
    type Err = Error;

    /// Reads `(M,(4,k/8)):(1,(lda,4*lda))` and the DSL's `(?,4):(?{div=8},1)`; numbers alone are static integers. Each
    /// `?` is an integer of its own. At most [`MAX_LEAVES`](crate::MAX_LEAVES) integers.
    ///
    /// # Errors
    /// [`ErrorKind::Parse`], and those of [`SymbolicLayout::new`].
    fn from_str(text: &str) -> Result<Self, Error> {
        Reader::read_all(text, false, Reader::layout)
    }
}
