//! Tilers: the right operand of composition, divide and product (`Tile` in CuTe).

use std::fmt;

use smallvec::SmallVec;

use crate::{Error, ErrorKind, IntTuple, Layout, MAX_DEPTH, MAX_LEAVES, ModePath};

/// A layout, or one element for each of the leading modes of the left operand.
///
/// ```
/// use layout_algebra::Tiler;
///
/// let tiler: Tiler = "<3:3,(2,4):(1,8),_>".parse()?;
/// assert_eq!(tiler.to_string(), "<3:3,(2,4):(1,8),_>");
/// let sizes: Tiler = "(4,8)".parse()?;
/// assert_eq!(sizes.to_string(), "<4,8>");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Tiler<D = i64> {
    /// `4:2`: applied to the left operand as a whole.
    Layout(Layout<D>),
    /// `<3:3,8>`: each element is applied to the mode with its index.
    ByMode(Vec<TilerMode<D>>),
}

/// One element of a by-mode tiler.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum TilerMode<D = i64> {
    /// `_`: leave the mode alone.
    Keep,
    /// An integer n: as the layout `n:1`.
    Size(i64),
    /// A layout.
    Layout(Layout<D>),
    /// A nested tiler, for the modes inside this one.
    ByMode(Vec<TilerMode<D>>),
}

impl Tiler<i64> {
    /// The by-mode tiler of a tuple of sizes; the layout `n:1` for an integer n.
    ///
    /// # Errors
    /// Those of [`Layout::new`].
    pub fn from_sizes(sizes: &IntTuple<i64>) -> Result<Self, Error> {
        Ok(match TilerMode::from_sizes(sizes)? {
            TilerMode::ByMode(modes) => Tiler::ByMode(modes),
            _ => Tiler::Layout(Layout::new(sizes.clone(), IntTuple::Int(1))?),
        })
    }
}

impl<D> TilerMode<D> {
    /// An integer as a size, a tuple as a nested tiler.
    ///
    /// # Errors
    /// [`ErrorKind::NonPositiveSize`], [`ErrorKind::TooLarge`].
    pub fn from_sizes(sizes: &IntTuple<i64>) -> Result<Self, Error> {
        Layout::compact(sizes.clone())?;
        Ok(Self::from_checked_sizes(sizes))
    }

    /// Refuses elements that nest deeper than this crate works on, or are more.
    pub(crate) fn check_limits(operation: &'static str, elements: &[Self]) -> Result<(), Error> {
        let too_large = |what, limit: usize| {
            let limit = i64::try_from(limit).unwrap_or(i64::MAX);
            Err(Error::new(operation, ErrorKind::TooLarge { what, found: limit.saturating_add(1), limit }))
        };
        // Elements that are still to be looked into, with the number of tilers around them.
        let mut open: SmallVec<[(&[Self], usize); 4]> = SmallVec::from_slice(&[(elements, 1)]);
        let mut leaves = 0_usize;
        while let Some((elements, depth)) = open.pop() {
            leaves += elements.len();
            if depth > MAX_DEPTH {
                return too_large("nesting depth", MAX_DEPTH);
            }
            if leaves > MAX_LEAVES {
                return too_large("number of elements", MAX_LEAVES);
            }
            open.extend(elements.iter().filter_map(|element| match element {
                TilerMode::ByMode(inner) => Some((inner.as_slice(), depth + 1)),
                _ => None,
            }));
        }
        Ok(())
    }

    /// Refuses a tiler with more elements than a layout of this rank has modes.
    pub(crate) fn check_rank(operation: &'static str, elements: &[Self], rank: usize) -> Result<(), Error> {
        let (mode, elements) = (ModePath::default(), elements.len());
        if elements > rank {
            Err(Error::new(operation, ErrorKind::TilerRank { elements, rank }).at(mode))
        } else {
            Ok(())
        }
    }

    fn from_checked_sizes(sizes: &IntTuple<i64>) -> Self {
        match sizes {
            IntTuple::Int(size) => TilerMode::Size(*size),
            IntTuple::Tuple(modes) => TilerMode::ByMode(modes.iter().map(Self::from_checked_sizes).collect()),
        }
    }
}

impl<D> From<Layout<D>> for Tiler<D> {
    fn from(layout: Layout<D>) -> Self {
        Tiler::Layout(layout)
    }
}

fn write_elements<D: fmt::Display>(f: &mut fmt::Formatter<'_>, elements: &[TilerMode<D>]) -> fmt::Result {
    f.write_str("<")?;
    for (i, element) in elements.iter().enumerate() {
        write!(f, "{}{element}", if i == 0 { "" } else { "," })?;
    }
    f.write_str(">")
}

impl<D: fmt::Display> fmt::Display for Tiler<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Tiler::Layout(layout) => layout.fmt(f),
            Tiler::ByMode(elements) => write_elements(f, elements),
        }
    }
}

impl<D: fmt::Display> fmt::Display for TilerMode<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TilerMode::Keep => f.write_str("_"),
            TilerMode::Size(size) => size.fmt(f),
            TilerMode::Layout(layout) => layout.fmt(f),
            TilerMode::ByMode(elements) => write_elements(f, elements),
        }
    }
}
