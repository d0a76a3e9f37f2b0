//! A layout under construction, from left to right.

use super::profile::{Node, Profile};
use super::view::LayoutRef;
use super::{FlatModes, Layout, extend};
use crate::stride::Stride;
use crate::{Error, ErrorKind, MAX_DEPTH, MAX_LEAVES};

/// A layout whose text is written from left to right: each tuple with its rank before its modes.
pub(crate) struct LayoutBuilder<D> {
    layout: Layout<D>,
}

/// A place in a layout under construction.
#[derive(Clone, Copy)]
pub(crate) struct Mark {
    nodes: usize,
    leaves: usize,
}

impl<D> LayoutBuilder<D> {
    pub(crate) fn new() -> Self {
        LayoutBuilder { layout: Layout { profile: Profile::EMPTY, flat: FlatModes::new() } }
    }

    /// Where the next mode will stand, for [`since`](Self::since).
    pub(crate) fn mark(&self) -> Mark {
        Mark { nodes: self.layout.profile.as_ref().len(), leaves: self.layout.flat.len() }
    }

    /// What was written behind a mark.
    pub(crate) fn since(&self, mark: Mark) -> LayoutRef<'_, D> {
        LayoutRef::new(
            self.layout.profile.as_ref().skip(mark.nodes),
            self.layout.flat.get(mark.leaves..).unwrap_or_default(),
        )
    }

    /// All that was written.
    pub(crate) fn whole(&self) -> LayoutRef<'_, D> {
        self.layout.as_ref()
    }

    /// A tuple begins; its `rank` modes are to be written next.
    pub(crate) fn tuple(&mut self, rank: usize) {
        self.layout.profile.push(Node::Tuple(rank));
    }

    /// The mode `size:stride`.
    pub(crate) fn leaf(&mut self, size: i64, stride: D) {
        self.layout.profile.push(Node::Leaf);
        self.layout.flat.push((size, stride));
    }

    /// The modes that `write` puts behind those that are there: as an integer when it is one, else as a tuple.
    ///
    /// # Errors
    /// Those of `write`.
    pub(crate) fn flat<E>(
        &mut self,
        write: impl FnOnce(&mut FlatModes<D>) -> Result<(), E>,
    ) -> Result<(), E> {
        let before = self.layout.flat.len();
        write(&mut self.layout.flat)?;
        match self.layout.flat.len() - before {
            1 => self.layout.profile.push(Node::Leaf),
            rank => self.layout.profile.push_flat(rank),
        }
        Ok(())
    }

    /// The layout, checked.
    ///
    /// # Errors
    /// [`ErrorKind::Overflow`] when the size does not fit, [`ErrorKind::TooLarge`] beyond the limits of this crate.
    #[inline]
    pub(crate) fn finish(self) -> Result<Layout<D>, Error> {
        self.check()?;
        Ok(self.layout)
    }

    fn check(&self) -> Result<(), Error> {
        let (profile, flat) = (self.layout.profile.as_ref(), &self.layout.flat);
        if profile.len() > MAX_LEAVES && flat.len() + profile.empty_tuples() > MAX_LEAVES {
            return Err(too_large("number of integers", MAX_LEAVES));
        }
        // There are no more levels than tuples.
        if profile.len() - flat.len() > MAX_DEPTH && profile.depth() > MAX_DEPTH {
            return Err(too_large("nesting depth", MAX_DEPTH));
        }
        let size = flat.iter().try_fold(1_i64, |size, (mode, _)| size.checked_mul(*mode));
        match size {
            Some(_) => Ok(()),
            None => Err(Error::overflow("size")),
        }
    }
}

#[cold]
fn too_large(what: &'static str, limit: usize) -> Error {
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    Error::new("make_layout", ErrorKind::TooLarge { what, found: limit.saturating_add(1), limit })
}

impl<D: Stride> LayoutBuilder<D> {
    /// The coalesced modes that `write` puts behind those that are there: `1:0` when it is none, else as
    /// [`flat`](Self::flat).
    ///
    /// # Errors
    /// Those of `write`.
    pub(crate) fn coalesced<E>(
        &mut self,
        write: impl FnOnce(&mut FlatModes<D>) -> Result<(), E>,
    ) -> Result<(), E> {
        let before = self.layout.flat.len();
        write(&mut self.layout.flat)?;
        match self.layout.flat.len() - before {
            0 => self.leaf(1, D::zero()),
            1 => self.layout.profile.push(Node::Leaf),
            rank => self.layout.profile.push_flat(rank),
        }
        Ok(())
    }

    /// A whole layout as the next mode.
    pub(crate) fn layout(&mut self, layout: LayoutRef<'_, D>) {
        self.layout.profile.push_all(layout.profile());
        extend(&mut self.layout.flat, layout.leaves());
    }
}
