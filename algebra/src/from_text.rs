//! Values from their texts in CuTe notation. Apart from the values, which need not know how they are read.

use std::str::FromStr;

use crate::cursor::Cursor;
use crate::stride::{Leaf, Stride};
use crate::{ComposedLayout, Error, FunctionChain, IntTuple, Layout, Swizzle, Tiler};

impl<T: Leaf> FromStr for IntTuple<T> {
    type Err = Error;

    /// Reads `(4,(3,2))`; `_4`, `Int<4>` and white space are accepted.
    ///
    /// # Errors
    /// [`Parse`](crate::ErrorKind::Parse) with the column; [`TooLarge`](crate::ErrorKind::TooLarge) beyond
    /// [`MAX_DEPTH`](crate::MAX_DEPTH) or [`MAX_LEAVES`](crate::MAX_LEAVES).
    fn from_str(text: &str) -> Result<Self, Error> {
        Cursor::read_all(text, Cursor::int_tuple)
    }
}

impl<D: Stride> FromStr for Layout<D> {
    type Err = Error;

    /// Reads `(4,(3,2)):(2,(8,1))`; `_4`, `Int<4>` and white space are accepted.
    ///
    /// # Errors
    /// [`Parse`](crate::ErrorKind::Parse) with the column, and those of [`Layout::new`].
    fn from_str(text: &str) -> Result<Self, Error> {
        Cursor::read_all(text, Cursor::layout)
    }
}

impl<D: Stride> FromStr for Tiler<D> {
    type Err = Error;

    /// Reads a layout, `<3:3,(2,4):(1,8),_>`, or a bare tuple of sizes.
    ///
    /// # Errors
    /// [`Parse`](crate::ErrorKind::Parse) with the column, and those of [`Layout::new`].
    fn from_str(text: &str) -> Result<Self, Error> {
        Cursor::read_all(text, Cursor::tiler)
    }
}

impl FromStr for Swizzle {
    type Err = Error;

    /// Reads `Sw<3,4,3>`, `S<3,4,3>` or `Swizzle<3,4,3>`.
    ///
    /// # Errors
    /// [`Parse`](crate::ErrorKind::Parse) with the column, [`BadSwizzle`](crate::ErrorKind::BadSwizzle).
    fn from_str(text: &str) -> Result<Self, Error> {
        Cursor::read_all(text, Cursor::swizzle)
    }
}

impl<D: Stride> FromStr for ComposedLayout<D> {
    type Err = Error;

    /// Reads `Sw<3,4,3> o 0 o (8,64):(64,1)`; `S<..>` and `_0` are accepted.
    ///
    /// # Errors
    /// [`Parse`](crate::ErrorKind::Parse) with the column, [`BadSwizzle`](crate::ErrorKind::BadSwizzle), and those of
    /// [`Layout::new`].
    fn from_str(text: &str) -> Result<Self, Error> {
        Cursor::read_all(text, Cursor::composed_layout)
    }
}

impl FromStr for FunctionChain {
    type Err = Error;

    /// Reads `16:3 o 2 o (4,4):(4,1)`; every part is a swizzle, an offset or a layout.
    ///
    /// # Errors
    /// [`Parse`](crate::ErrorKind::Parse) with the column, [`BadSwizzle`](crate::ErrorKind::BadSwizzle), and those of
    /// [`Layout::new`].
    fn from_str(text: &str) -> Result<Self, Error> {
        FunctionChain::new(Cursor::read_all(text, Cursor::function_chain)?)
    }
}
