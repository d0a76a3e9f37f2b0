//! Functions being run, one inside the other.

use std::sync::Arc;

use layoutlens_host_value::{invariant, scope::ScopeId, value::HostValue};
use layoutlens_syntax::program::{Function, HostStatement};

use crate::state::{
    began::Began, change::Changes, context::ContextId, entry::Entry, file::FileId, in_order::InOrder,
    known_call::CallKey, loop_jumps::LoopJumps, scope::Place,
};

/// A function being run, or the top level of a file.
#[derive(Debug)]
pub(crate) struct Frame {
    /// The file whose code it is.
    pub(crate) file: FileId,
    /// The scope at hand.
    pub(crate) scope: ScopeId,
    /// The namespaces around the code.
    pub(crate) path: Arc<[String]>,
    /// The function; `None` at the top level and in classes.
    pub(crate) function: Option<Arc<Function>>,
    /// The call that led here.
    pub(crate) context: ContextId,
    /// What was returned so far.
    pub(crate) returns: Vec<HostValue>,
    /// What early returns had changed outside of the function.
    pub(crate) exits: Vec<Changes>,
    /// What is older than the call.
    pub(crate) began: Began,
    /// To which byte the names of the block at hand are visible.
    pub(crate) visible_until: usize,
    /// How many branches around the place may not be taken.
    pub(crate) undecided: usize,
    /// What the blocks of Python around the place do on every way out, the innermost last.
    pub(crate) finals: Vec<Arc<[HostStatement]>>,
    /// How many of them stand around the innermost `except` that may handle what is raised at the place.
    pub(crate) finals_around_handler: usize,
    /// How many of them are loops, which may have no round at all.
    pub(crate) repeated: usize,
    /// How many of the branches and loops around the place at hand are of run time in what the DSL compiles: what stands there is
    /// compiled, whatever is taken.
    pub(crate) compiled_at_run_time: usize,
    /// Whether some threads of a warp may have left the function already, or a branch around it.
    pub(crate) is_split: bool,
    /// How many of the branches the program may not hold at all: those of `if constexpr`.
    pub(crate) uncompiled: usize,
    /// Where the loops around began, and what held where their rounds were left by a jump.
    pub(crate) loops: Vec<LoopJumps>,
    /// What may be written between a jump and its label, in a function with labels.
    pub(crate) behind_labels: Vec<Place>,
    /// The loop whose rounds are run in order.
    pub(crate) in_order: InOrder,
    /// From where the function is entered.
    pub(crate) entry: Entry,
    /// What the call depends on, where that is nothing but the function and its arguments.
    pub(crate) key: Option<Arc<CallKey>>,
}

impl Frame {
    /// Where its code stands: within a function and, where that is known, in a block of it, or in a class of one.
    pub(crate) fn place(&self) -> Option<(FileId, usize)> {
        let end_of_block = self.visible_until.checked_sub(1);
        let byte = match &self.function {
            Some(function) => match end_of_block {
                Some(end) if function.range.contains(&end) => end,
                _ => function.range.start,
            },
            None => end_of_block?,
        };
        Some((self.file, byte))
    }

    /// For code outside of functions, which nothing calls.
    pub(crate) fn outside(file: FileId, scope: ScopeId, began: Began) -> Self {
        Self {
            file,
            scope,
            path: Arc::default(),
            function: None,
            context: ContextId::OUTSIDE,
            returns: Vec::new(),
            exits: Vec::new(),
            began,
            visible_until: usize::MAX,
            undecided: 0,
            finals: Vec::new(),
            finals_around_handler: 0,
            repeated: 0,
            compiled_at_run_time: 0,
            is_split: false,
            uncompiled: 0,
            loops: Vec::new(),
            behind_labels: Vec::new(),
            in_order: InOrder::default(),
            entry: Entry::Plain,
            key: None,
        }
    }
}

/// Frames, one on the other. The lowest, the code of the first file outside of functions, is always there.
#[derive(Debug)]
pub(crate) struct Frames {
    /// Those below the one at hand.
    below: Vec<Frame>,
    top: Frame,
}

impl Frames {
    /// One frame alone.
    pub(crate) fn new(lowest: Frame) -> Self {
        Self { below: Vec::new(), top: lowest }
    }

    /// The one at hand.
    pub(crate) fn top(&self) -> &Frame {
        &self.top
    }

    /// The same to change it.
    pub(crate) fn top_mut(&mut self) -> &mut Frame {
        &mut self.top
    }

    /// Puts a frame on top.
    pub(crate) fn push(&mut self, frame: Frame) {
        self.below.push(std::mem::replace(&mut self.top, frame));
    }

    /// Takes the frame from the top that [`push`](Self::push) put there.
    pub(crate) fn pop(&mut self) -> Option<Frame> {
        match self.below.pop() {
            Some(frame) => Some(std::mem::replace(&mut self.top, frame)),
            None => invariant!(None, "the lowest frame is taken away"),
        }
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.below.len() + 1
    }

    /// All of them, the lowest first.
    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = &Frame> {
        self.below.iter().chain([&self.top])
    }

    /// The same to change them.
    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Frame> {
        self.below.iter_mut().chain([&mut self.top])
    }
}
