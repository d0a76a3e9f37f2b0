//! A layout under construction, from left to right.

use super::profile::Profile;
use super::view::LayoutRef;
use super::{FlatModes, Layout};
use crate::stride::Stride;
use crate::{Error, MAX_DEPTH, MAX_LEAVES};

/// A layout whose text is written from left to right: each tuple with its rank before its modes.
pub(crate) struct LayoutBuilder<D> {
    profile: Profile,
    flat: FlatModes<D>,
}

/// A place in a layout under construction.
#[derive(Clone, Copy)]
pub(crate) struct Mark {
    nodes: usize,
    leaves: usize,
}

impl<D> LayoutBuilder<D> {
    pub(crate) fn new() -> Self {
        LayoutBuilder { profile: Profile::new(), flat: FlatModes::new() }
    }

    /// Where the next mode will stand, for [`since`](Self::since).
    pub(crate) fn mark(&self) -> Mark {
        Mark { nodes: self.profile.as_ref().len(), leaves: self.flat.len() }
    }

    /// What was written behind a mark.
    pub(crate) fn since(&self, mark: Mark) -> LayoutRef<'_, D> {
        LayoutRef::new(self.profile.as_ref().skip(mark.nodes), self.flat.get(mark.leaves..).unwrap_or_default())
    }

    /// A tuple begins; its `rank` modes are to be written next.
    pub(crate) fn tuple(&mut self, rank: usize) {
        self.profile.push_tuple(rank);
    }

    /// The mode `size:stride`.
    pub(crate) fn leaf(&mut self, size: i64, stride: D) {
        self.profile.push_leaf();
        self.flat.push((size, stride));
    }

    /// The modes that `write` puts behind those that are there: as an integer when it is one, else as a tuple.
    ///
    /// # Errors
    /// Those of `write`.
    pub(crate) fn flat<E>(&mut self, write: impl FnOnce(&mut FlatModes<D>) -> Result<(), E>) -> Result<(), E> {
        let before = self.flat.len();
        write(&mut self.flat)?;
        match self.flat.len() - before {
            1 => self.profile.push_leaf(),
            rank => self.profile.push_flat(rank),
        }
        Ok(())
    }

    /// The layout, checked.
    ///
    /// # Errors
    /// [`Error::Overflow`] when the size does not fit, [`Error::TooLarge`] beyond the limits of this crate.
    pub(crate) fn finish(self) -> Result<Layout<D>, Error> {
        const OPERATION: &str = "make_layout";
        let profile = self.profile.as_ref();
        let too_large = |what, limit: usize| {
            let limit = i64::try_from(limit).unwrap_or(i64::MAX);
            Error::TooLarge { operation: OPERATION, what, found: limit.saturating_add(1), limit }
        };
        if profile.len() > MAX_LEAVES && self.flat.len() + profile.empty_tuples() > MAX_LEAVES {
            return Err(too_large("number of integers", MAX_LEAVES));
        }
        // There are no more levels than tuples.
        if profile.len() - self.flat.len() > MAX_DEPTH && profile.depth() > MAX_DEPTH {
            return Err(too_large("nesting depth", MAX_DEPTH));
        }
        let mut size = 1_i64;
        for (mode, _) in &self.flat {
            size = size.checked_mul(*mode).ok_or(Error::Overflow { operation: "size" })?;
        }
        Ok(Layout { profile: self.profile, flat: self.flat })
    }
}

impl<D: Stride> LayoutBuilder<D> {
    /// `s:d` of one mode, `(s0,s1,..):(d0,d1,..)` of more or none, as the next mode.
    pub(crate) fn flat_modes(&mut self, modes: &[(i64, D)]) {
        match modes.len() {
            1 => self.profile.push_leaf(),
            rank => self.profile.push_flat(rank),
        }
        self.flat.extend(modes.iter().cloned());
    }

    /// A whole layout as the next mode.
    pub(crate) fn layout(&mut self, layout: LayoutRef<'_, D>) {
        self.profile.push_all(layout.profile());
        self.flat.extend(layout.leaves().iter().cloned());
    }
}
