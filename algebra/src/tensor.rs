//! Tensors: an accessor and a layout (`Tensor` in CuTe's `tensor_impl.hpp`; section 2.5 of the CuTe paper).

use std::fmt;

use crate::stride::Stride;
use crate::{Error, IntTuple, Layout, Part, SliceIndex, slice, slice_offset};

/// What a tensor reads through: an offset, counted from a pointer when it has a name.
///
/// Without a name it is a counting iterator `{8}`, whose elements are their own offsets; with coordinates as offsets it
/// is the accessor `{(a,b)}` of coordinate tensors.
///
/// ```
/// use layout_algebra::Accessor;
///
/// assert_eq!(Accessor::counting(8).to_string(), "{8}");
/// assert_eq!(Accessor::pointer("smem", 8).to_string(), "{smem+8}");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Accessor<D = i64> {
    pointer: Option<String>,
    offset: D,
}

impl<D> Accessor<D> {
    /// The counting iterator that begins at `offset`.
    pub fn counting(offset: D) -> Self {
        Accessor { pointer: None, offset }
    }

    /// The elements `offset` behind a pointer of this name.
    pub fn pointer(name: impl Into<String>, offset: D) -> Self {
        Accessor { pointer: Some(name.into()), offset }
    }

    /// The name of the pointer, if it has one.
    pub fn name(&self) -> Option<&str> {
        self.pointer.as_deref()
    }

    /// The offset from the pointer, or from 0.
    pub fn offset(&self) -> &D {
        &self.offset
    }
}

impl<D: Stride> Accessor<D> {
    /// The accessor `by` further on.
    ///
    /// # Errors
    /// [`Overflow`](crate::ErrorKind::Overflow), or the error of the stride kind, when the sum does not fit.
    pub fn advanced(&self, by: &D) -> Result<Self, Error> {
        let offset = self.offset.plus(by).ok_or_else(|| D::sum_error("tensor"))?;
        Ok(Accessor { pointer: self.pointer.clone(), offset })
    }
}

impl<D: Stride> fmt::Display for Accessor<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.pointer {
            None => write!(f, "{{{}}}", self.offset),
            Some(name) if self.offset.is_zero() => write!(f, "{{{name}}}"),
            Some(name) => write!(f, "{{{name}+{}}}", self.offset),
        }
    }
}

/// An accessor after a layout: the coordinate c names what the accessor holds at `layout(c)`.
///
/// A slice is again a tensor: what is fixed of the coordinate moves the accessor, what is open stays of the layout
/// (equation 10 of the paper).
///
/// ```
/// use layout_algebra::{Accessor, Tensor};
///
/// let layout = "((3,2),((2,3),2)):((4,1),((2,15),100))".parse()?;
/// let tensor: Tensor = Tensor::new(Accessor::counting(0), layout);
/// let column = tensor.slice(&"(_,5)".parse()?)?;
/// assert_eq!(column.to_string(), "{32} o ((3,2)):((4,1))");
/// assert_eq!(column.at(&"4".parse()?)?.to_string(), "{37}");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Tensor<D = i64> {
    accessor: Accessor<D>,
    layout: Layout<D>,
}

impl<D> Tensor<D> {
    /// `accessor o layout`.
    pub fn new(accessor: Accessor<D>, layout: Layout<D>) -> Self {
        Tensor { accessor, layout }
    }

    /// Where the tensor begins.
    pub fn accessor(&self) -> &Accessor<D> {
        &self.accessor
    }

    /// Where its elements are from there.
    pub fn layout(&self) -> &Layout<D> {
        &self.layout
    }
}

impl<D: Stride> Tensor<D> {
    /// The accessor of one element: `accessor + layout(coordinate)`; the coordinate in any form that [`Layout::eval`]
    /// takes.
    ///
    /// # Errors
    /// Those of [`Layout::eval`].
    pub fn at(&self, coordinate: &IntTuple) -> Result<Accessor<D>, Error> {
        self.accessor.advanced(&self.layout.eval(coordinate)?)
    }

    /// The tensor of the modes that the coordinate leaves open with `_`, which begins where the others lead; nested
    /// entries slice inside a mode.
    ///
    /// # Errors
    /// [`CoordinateMismatch`](crate::ErrorKind::CoordinateMismatch) when the coordinate nests otherwise than the shape,
    /// [`Overflow`](crate::ErrorKind::Overflow).
    pub fn slice(&self, coordinate: &IntTuple<SliceIndex>) -> Result<Self, Error> {
        let accessor = self.accessor.advanced(&slice_offset(coordinate, &self.layout)?)?;
        Ok(Tensor { accessor, layout: slice(coordinate, &self.layout)? })
    }

    /// The same elements from `coordinate` on, as far as the layout reaches (CuTe's `domain_offset`).
    ///
    /// # Errors
    /// Those of [`Layout::eval`].
    pub fn domain_offset(&self, coordinate: &IntTuple) -> Result<Self, Error> {
        Ok(Tensor { accessor: self.at(coordinate)?, layout: self.layout.clone() })
    }

    /// The tensor with another layout of the same memory: any operation of this crate on its layout.
    ///
    /// # Errors
    /// Those of `operation`.
    ///
    /// ```
    /// use layout_algebra::{Accessor, Tensor, zipped_divide};
    ///
    /// let tensor: Tensor = Tensor::new(Accessor::pointer("gA", 0), "(8,8):(1,8)".parse()?);
    /// let tiled = tensor.map(|layout| zipped_divide(layout, &"<4,2>".parse()?))?;
    /// assert_eq!(tiled.slice(&"(_,(1,3))".parse()?)?.to_string(), "{gA+52} o ((4,2)):((1,8))");
    /// # Ok::<(), layout_algebra::Error>(())
    /// ```
    pub fn map(&self, operation: impl FnOnce(&Layout<D>) -> Result<Layout<D>, Error>) -> Result<Self, Error> {
        Ok(Tensor { accessor: self.accessor.clone(), layout: operation(&self.layout)? })
    }

    /// The tensor of a part of the layout: what [`local_tile`](crate::local_tile) and its relatives give.
    ///
    /// # Errors
    /// [`Overflow`](crate::ErrorKind::Overflow) when the offset does not fit.
    pub fn part(&self, part: Part<D>) -> Result<Self, Error> {
        Ok(Tensor { accessor: self.accessor.advanced(&part.offset)?, layout: part.layout })
    }
}

impl<D: Stride> fmt::Display for Tensor<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} o {}", self.accessor, self.layout)
    }
}

#[cfg(test)]
mod laws {
    use proptest::prelude::*;

    use super::*;
    use crate::arbitrary::either_layout;
    use crate::{Coordinate, Xor, idx2crd, local_tile};

    /// Slices with each bit of `open` saying whether an index stays open; the rest of the coordinate evaluates it.
    fn check<D: Stride>(tensor: &Tensor<D>, index: i64, open: &[bool]) -> Result<(), TestCaseError> {
        let shape = tensor.layout().shape();
        let coordinate = idx2crd(index, &shape).unwrap();
        let mut flags = open.iter().cycle();
        let sliced =
            coordinate.map(|&at| if *flags.next().unwrap() { SliceIndex::All } else { SliceIndex::At(at) });
        let kept: IntTuple = sliced
            .leaves()
            .into_iter()
            .zip(coordinate.leaves())
            .filter(|(index, _)| **index == SliceIndex::All)
            .map(|(_, at)| *at)
            .collect();
        let rest = tensor.slice(&sliced).unwrap();
        let inner = if rest.layout().shape().is_tuple() { kept } else { IntTuple::Int(index) };
        let (found, expected) = (rest.at(&inner).unwrap(), tensor.at(&coordinate).unwrap());
        prop_assert_eq!(found.offset().clone().canonical(), expected.offset().clone().canonical());
        Ok(())
    }

    proptest! {
        #[test]
        fn a_slice_reaches_what_the_tensor_does(
            layout in either_layout(),
            start in 0..100_i64,
            index in any::<prop::sample::Index>(),
            open in prop::collection::vec(any::<bool>(), 6),
        ) {
            let index = index.index(layout.size() as usize) as i64;
            check(&Tensor::new(Accessor::counting(start), layout), index, &open)?;
        }

        #[test]
        fn a_slice_of_xor_strides_reaches_what_the_tensor_does(
            layout in crate::xor::arbitrary::layout(),
            start in 0..100_i64,
            index in any::<prop::sample::Index>(),
            open in prop::collection::vec(any::<bool>(), 6),
        ) {
            let index = index.index(layout.size() as usize) as i64;
            check(&Tensor::new(Accessor::counting(Xor::new(start).unwrap()), layout), index, &open)?;
        }
    }

    #[test]
    fn a_coordinate_tensor_begins_at_a_coordinate() {
        let start = Coordinate::Tuple("(2,3)".parse().unwrap());
        let tensor = Tensor::new(Accessor::counting(start), "(4,8):(1@0,1@1)".parse().unwrap());
        assert_eq!(tensor.slice(&"(1,_)".parse().unwrap()).unwrap().to_string(), "{(3,3)} o (8):(1@1)");
    }

    #[test]
    fn parts_of_a_tensor_begin_where_they_are() {
        let tensor: Tensor = Tensor::new(Accessor::pointer("gA", 5), "(24,20):(1,24)".parse().unwrap());
        let part = local_tile(tensor.layout(), &"<8,5>".parse().unwrap(), &"(1,2)".parse().unwrap()).unwrap();
        assert_eq!(tensor.part(part).unwrap().to_string(), "{gA+253} o (8,5):(1,24)");
    }
}
