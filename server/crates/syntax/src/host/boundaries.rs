//! Where a C++ file can be taken apart: behind functions, those in namespaces and classes among them.

use std::ops::Range;

/// The longest head of a namespace or class inside of which parts begin: each of these parts is parsed behind it.
const MAX_HEAD_LENGTH: usize = 2048;

/// How deep namespaces and classes inside of which parts begin may be nested.
const MAX_NESTED: usize = 6;

/// Where the parts of a file begin, but for the first.
#[derive(Debug, Default)]
pub(crate) struct Boundaries {
    begins: Vec<Begin>,
    /// In the order in which they are opened.
    containers: Vec<Container>,
}

/// Where a part begins.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Begin {
    pub(crate) at: usize,
    /// The innermost namespace or class in which that is.
    inside: Option<ContainerId>,
}

/// A namespace or class of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ContainerId(usize);

#[derive(Debug)]
struct Container {
    /// From its first word, `template` among them, to its `{`.
    head: Range<usize>,
    /// Its `}`, and the `;` of a class. None as long as it is open.
    end: Option<Range<usize>>,
    is_class: bool,
    outer: Option<ContainerId>,
    /// How many are around it.
    nested: usize,
}

impl Boundaries {
    /// Opens a namespace or class whose head is `head`. None where no part may begin in it.
    pub(super) fn open(
        &mut self,
        text: &str,
        head: Range<usize>,
        outer: Option<ContainerId>,
    ) -> Option<ContainerId> {
        let nested = outer.and_then(|outer| self.container(outer)).map_or(0, |outer| outer.nested + 1);
        let is_short = nested < MAX_NESTED && head.len() <= MAX_HEAD_LENGTH;
        if !is_short || text.get(head.clone())?.contains('#') {
            return None;
        }
        self.containers.push(Container { head, end: None, is_class: false, outer, nested });
        Some(ContainerId(self.containers.len() - 1))
    }

    /// Closes it: `end` is its `}` with what belongs to it.
    pub(super) fn close(&mut self, id: ContainerId, end: Range<usize>, is_class: bool) {
        if let Some(container) = self.containers.get_mut(id.0) {
            container.end = Some(end);
            container.is_class = is_class;
        }
    }

    /// Those between which each class stands as a whole.
    pub(super) fn outside_of_classes(mut self) -> Self {
        let begins = std::mem::take(&mut self.begins);
        let is_outside = |begin: &Begin| !self.around(begin.inside).any(|container| container.is_class);
        let begins = begins.into_iter().filter(is_outside).collect();
        Self { begins, ..self }
    }

    /// A part begins at `at`.
    pub(super) fn begin(&mut self, at: usize, inside: Option<ContainerId>) {
        self.begins.push(Begin { at, inside });
    }

    /// What is known at the end of the text: no part begins in what has no end.
    pub(super) fn finish(mut self) -> Self {
        let begins = std::mem::take(&mut self.begins);
        let is_closed = |begin: &Begin| self.around(begin.inside).all(|container| container.end.is_some());
        let begins = begins.into_iter().filter(is_closed).collect();
        Self { begins, ..self }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.begins.is_empty()
    }

    /// The parts of a text of this length, in its order.
    pub(super) fn parts(&self, length: usize) -> impl Iterator<Item = Extent> {
        let first = Begin { at: 0, inside: None };
        let begins = std::iter::once(first).chain(self.begins.iter().copied());
        let ends = self.begins.iter().copied().chain([Begin { at: length, inside: None }]);
        begins.zip(ends).map(|(begin, end)| {
            let mut heads: Vec<_> = self.around(begin.inside).map(|outer| outer.head.clone()).collect();
            heads.reverse();
            let ends = self.around(end.inside).filter_map(|outer| outer.end.clone()).collect();
            Extent { heads, own: begin.at..end.at, ends }
        })
    }

    fn container(&self, id: ContainerId) -> Option<&Container> {
        self.containers.get(id.0)
    }

    /// The namespaces and classes around a place, innermost first.
    fn around(&self, innermost: Option<ContainerId>) -> impl Iterator<Item = &Container> {
        let container = |id: Option<ContainerId>| id.and_then(|id| self.container(id));
        std::iter::successors(container(innermost), move |inner| container(inner.outer))
    }
}

/// What a part is parsed of.
#[derive(Debug)]
pub(super) struct Extent {
    /// The heads of the namespaces and classes in which it begins, outermost first.
    pub(super) heads: Vec<Range<usize>>,
    /// The part itself.
    pub(super) own: Range<usize>,
    /// The ends of those in which it ends, innermost first.
    pub(super) ends: Vec<Range<usize>>,
}
