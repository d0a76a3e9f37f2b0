//! Calls on the way to a function, as a tree.

use std::ops::Range;

use layoutlens_host_value::{invariant, value::HostValue};

use crate::state::file::FileId;

/// Which context of a run it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct ContextId(usize);

impl ContextId {
    /// The one in which nothing is called.
    pub(crate) const OUTSIDE: Self = Self(0);

    /// The same among those behind the first `count`; `None` of one of these.
    pub(crate) fn counted_from(self, count: usize) -> Option<Self> {
        match self {
            Self::OUTSIDE => Some(self),
            Self(id) => id.checked_sub(count).filter(|id| *id > 0).map(Self),
        }
    }

    /// The same behind `count` others.
    pub(crate) fn behind(self, count: usize) -> Self {
        if self == Self::OUTSIDE { self } else { Self(self.0 + count) }
    }
}

/// A call on the way to a function.
#[derive(Debug, Clone)]
pub(crate) struct Context {
    /// The call before it; `None` of the one in which nothing is called only.
    pub(crate) parent: Option<ContextId>,
    /// The function that is called.
    pub(crate) function: String,
    /// Of a lambda, which has no name: its file, and where it stands there.
    pub(crate) lambda: Option<(FileId, usize)>,
    /// The file of the call.
    pub(crate) file: FileId,
    /// Its bytes there.
    pub(crate) range: Range<usize>,
    /// What its parameters stand for.
    pub(crate) given: Vec<(String, HostValue)>,
    /// Whether the program certainly makes this call.
    pub(crate) is_certain: bool,
    /// Whether the program certainly holds it: a branch that may not be taken is compiled, too.
    pub(crate) is_compiled: bool,
    /// Whether it comes from a template that nothing was seen to instantiate.
    pub(crate) is_guess: bool,
    /// Whether the call behind it is the one run of a function that nothing calls.
    pub(crate) is_root: bool,
}

/// In the place of one that is not there: nothing in it is certain.
static LOST: Context = Context {
    parent: None,
    function: String::new(),
    lambda: None,
    file: FileId::NOWHERE,
    range: 0..0,
    given: Vec::new(),
    is_certain: false,
    is_compiled: false,
    is_guess: true,
    is_root: false,
};

/// All contexts of a run.
#[derive(Debug)]
pub(crate) struct Contexts {
    outside: Context,
    calls: Vec<Context>,
}

impl Default for Contexts {
    fn default() -> Self {
        let outside = Context {
            parent: None,
            function: String::new(),
            lambda: None,
            file: FileId::MAIN,
            range: 0..0,
            given: Vec::new(),
            is_certain: true,
            is_compiled: true,
            is_guess: false,
            is_root: false,
        };
        Self { outside, calls: Vec::new() }
    }
}

impl Contexts {
    /// A new one.
    pub(crate) fn add(&mut self, context: Context) -> ContextId {
        self.calls.push(context);
        ContextId(self.calls.len())
    }

    /// One that [`add`](Self::add) gave.
    pub(crate) fn get(&self, id: ContextId) -> &Context {
        let Some(before) = id.0.checked_sub(1) else { return &self.outside };
        match self.calls.get(before) {
            Some(context) => context,
            None => invariant!(&LOST, "{id:?} of {} is not there", self.calls.len()),
        }
    }

    /// Remembers what a parameter stands for in a context.
    pub(crate) fn give(&mut self, id: ContextId, name: &str, value: &HostValue) {
        let count = self.calls.len();
        let context = match id.0.checked_sub(1) {
            None => Some(&mut self.outside),
            Some(before) => self.calls.get_mut(before),
        };
        match context {
            Some(context) => context.given.push((name.to_owned(), value.clone())),
            None => invariant!((), "{id:?} of {count} is given something"),
        }
    }

    /// A context and those before it, the innermost first.
    pub(crate) fn path_from(&self, id: ContextId) -> impl Iterator<Item = ContextId> {
        std::iter::successors(Some(id), |id| self.get(*id).parent)
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.calls.len()
    }

    /// Those behind the first `count`.
    pub(crate) fn behind(&self, count: usize) -> &[Context] {
        self.calls.get(count..).unwrap_or_default()
    }

    /// Those behind the first `count`, counted from there; `None` where one of them was called by an earlier one.
    pub(crate) fn since(&self, count: usize) -> Option<Vec<Context>> {
        let calls = self.calls.get(count..)?.iter();
        let counted = |call: &Context| {
            let parent = match call.parent {
                Some(parent) => Some(parent.counted_from(count)?),
                None => None,
            };
            Some(Context { parent, ..call.clone() })
        };
        calls.map(counted).collect()
    }

    /// Adds what [`since`](Self::since) gave.
    pub(crate) fn append(&mut self, calls: &[Context]) {
        let behind = self.calls.len();
        let moved =
            |call: &Context| Context { parent: call.parent.map(|of| of.behind(behind)), ..call.clone() };
        self.calls.extend(calls.iter().map(moved));
    }

    /// Takes in the calls of another run of the same files; gives what each of its contexts is here.
    pub(crate) fn absorb(&mut self, other: Self) -> impl Fn(ContextId) -> ContextId + use<> {
        let behind = self.calls.len();
        let moved = move |id: ContextId| id.behind(behind);
        let calls = other.calls.into_iter();
        self.calls.extend(calls.map(|call| Context { parent: call.parent.map(moved), ..call }));
        moved
    }
}
