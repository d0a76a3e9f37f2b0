//! `finally:` of Python: what a block does on every way out of it.

use std::sync::Arc;

use layoutlens_syntax::program::HostStatement;

use crate::state::{flow::Flow, interpreter::Interpreter};

impl Interpreter<'_> {
    /// `try: body finally: last`. Where the body returns or raises, `last` is run there, with what holds there.
    pub(crate) fn finally(&mut self, body: &[HostStatement], last: &[HostStatement], end: usize) -> Flow {
        self.frames.top_mut().finals.push(last.into());
        let flow = self.scoped_block(body, end);
        self.frames.top_mut().finals.pop();
        match flow {
            Flow::Leaves => flow,
            Flow::Goes => self.scoped_block(last, end),
            Flow::Breaks | Flow::Continues => match self.scoped_block(last, end) {
                Flow::Goes => flow,
                own => own,
            },
        }
    }

    /// The function returns here.
    pub(crate) fn leave_function(&mut self) -> Flow {
        self.run_finals(0);
        self.keep_exit();
        Flow::Leaves
    }

    /// Does `work`; what it raises may be handled behind it, before the blocks around do what they do at their end.
    pub(crate) fn handled<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let frame = self.frames.top_mut();
        let outer = std::mem::replace(&mut frame.finals_around_handler, frame.finals.len());
        let result = work(self);
        self.frames.top_mut().finals_around_handler = outer;
        result
    }

    /// What the blocks around the place do where it leaves them, but for as many of the outer ones.
    pub(crate) fn run_finals(&mut self, but: usize) {
        let finals = std::mem::take(&mut self.frames.top_mut().finals);
        for (around, last) in finals.iter().enumerate().skip(but).rev() {
            // What leaves this one is seen by those around it alone.
            self.frames.top_mut().finals = finals.iter().take(around).map(Arc::clone).collect();
            self.block(last);
        }
        self.frames.top_mut().finals = finals;
    }
}
