//! Tilers of run-time sizes.

use std::fmt;

use super::{Integer, SymbolicLayout};
use crate::{Error, ErrorKind, IntTuple, Tiler, TilerMode};

/// The right operand of a composition, divide or product.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum SymbolicTiler {
    /// `_`: leave the mode alone.
    Keep,
    /// An integer n: as the layout `n:1`.
    Size(Integer),
    /// A layout.
    Layout(SymbolicLayout),
    /// `<a,b>`: one tiler for each of the leading modes.
    ByMode(Vec<SymbolicTiler>),
}

impl SymbolicTiler {
    /// An integer as a size, a tuple as a by-mode tiler.
    pub fn from_shape(shape: &IntTuple<Integer>) -> Self {
        match shape {
            IntTuple::Int(size) => SymbolicTiler::Size(size.clone()),
            IntTuple::Tuple(modes) => SymbolicTiler::ByMode(modes.iter().map(Self::from_shape).collect()),
        }
    }

    /// The tiler with other integers in the place of some.
    ///
    /// # Errors
    /// What `replace` gives.
    pub fn map(&self, replace: &dyn Fn(&Integer) -> Result<Integer, Error>) -> Result<Self, Error> {
        Ok(match self {
            SymbolicTiler::Keep => SymbolicTiler::Keep,
            SymbolicTiler::Size(size) => SymbolicTiler::Size(replace(size)?),
            SymbolicTiler::Layout(layout) => SymbolicTiler::Layout(layout.map(replace)?),
            SymbolicTiler::ByMode(elements) => SymbolicTiler::ByMode(
                elements.iter().map(|element| element.map(replace)).collect::<Result<_, _>>()?,
            ),
        })
    }

    /// Refuses a tiler with more elements than the layout has modes.
    pub(super) fn check_rank(
        operation: &'static str,
        elements: &[SymbolicTiler],
        layout: &SymbolicLayout,
    ) -> Result<(), Error> {
        let (mode, elements, rank) = (crate::ModePath::default(), elements.len(), layout.rank());
        if elements > rank {
            Err(Error::new(operation, ErrorKind::TilerRank { elements, rank }).at(mode))
        } else {
            Ok(())
        }
    }
}

impl From<&TilerMode> for SymbolicTiler {
    /// A tiler of static integers.
    fn from(mode: &TilerMode) -> Self {
        match mode {
            TilerMode::Keep => SymbolicTiler::Keep,
            TilerMode::Size(size) => SymbolicTiler::Size((*size).into()),
            TilerMode::Layout(layout) => SymbolicTiler::Layout(layout.into()),
            TilerMode::ByMode(elements) => SymbolicTiler::ByMode(elements.iter().map(Self::from).collect()),
        }
    }
}

impl From<&Tiler> for SymbolicTiler {
    /// A tiler of static integers.
    fn from(tiler: &Tiler) -> Self {
        match tiler {
            Tiler::Layout(layout) => SymbolicTiler::Layout(layout.into()),
            Tiler::ByMode(elements) => SymbolicTiler::ByMode(elements.iter().map(Self::from).collect()),
        }
    }
}

impl From<SymbolicLayout> for SymbolicTiler {
    fn from(layout: SymbolicLayout) -> Self {
        SymbolicTiler::Layout(layout)
    }
}

impl fmt::Display for SymbolicTiler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SymbolicTiler::Keep => f.write_str("_"),
            SymbolicTiler::Size(size) => size.fmt(f),
            SymbolicTiler::Layout(layout) => layout.fmt(f),
            SymbolicTiler::ByMode(elements) => {
                f.write_str("<")?;
                for (i, element) in elements.iter().enumerate() {
                    write!(f, "{}{element}", if i == 0 { "" } else { "," })?;
                }
                f.write_str(">")
            }
        }
    }
}
