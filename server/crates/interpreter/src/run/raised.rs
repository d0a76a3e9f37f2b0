//! Statements of Python that call a function which certainly raises: nothing behind them is run.

use layoutlens_syntax::{Expr, ExprKind};

use crate::state::{flow::Flow, interpreter::Interpreter, raised::Raised};

/// Functions that end the program, or a test, by their module.
const EXITS: &[(&str, &str)] =
    &[("sys", "exit"), ("os", "_exit"), ("os", "abort"), ("pytest", "skip"), ("pytest", "fail")];

impl Interpreter<'_> {
    /// Does what a statement does, whose calls may raise.
    pub(crate) fn goes_on_unless_raised(&mut self, work: impl FnOnce(&mut Self) -> Flow) -> Flow {
        let (returns, exits) = (self.frames.top().returns.len(), self.frames.top().exits.len());
        let recorded = self.records.variables.len();
        let before = self.raised.take();
        let flow = work(self);
        let (frames, frame) = (self.frames.len(), self.frames.top_mut());
        // The statement itself ended the function.
        if self.raised.is_some_and(|raised| raised.below < frames) {
            return flow;
        }
        let raised = std::mem::replace(&mut self.raised, before);
        let here = Raised { below: frames, undecided: frame.undecided };
        if raised != Some(here) {
            return flow;
        }
        // Nothing is bound.
        let context = frame.context;
        let own = self.records.variables.split_off(recorded.min(self.records.variables.len()));
        self.records.variables.extend(own.into_iter().filter(|record| record.found.context != context));
        frame.returns.truncate(returns);
        frame.exits.truncate(exits);
        self.leave_by_exception()
    }

    /// Nothing behind is run in this function.
    pub(crate) fn leave_by_exception(&mut self) -> Flow {
        self.run_finals(self.frames.top().finals_around_handler);
        if self.attempts > 0 {
            // What was done so far holds where the exception is handled.
            self.keep_exit();
        }
        self.note_raised();
        Flow::Leaves
    }

    /// Whether a call ends the program, or the test that runs it: `sys.exit(1)`.
    pub(crate) fn ends_program(&mut self, call: &Expr) -> bool {
        let ExprKind::Invoke { callee, .. } = &call.kind else { return false };
        match &callee.kind {
            ExprKind::Name(name) => {
                matches!(name.as_str(), "exit" | "quit") && self.look_up(self.scope(), name).is_none()
            }
            ExprKind::Member { base, name } => matches!(&base.kind, ExprKind::Name(module)
                if EXITS.contains(&(module.as_str(), name.text.as_str()))),
            _ => false,
        }
    }

    /// The function at hand raises here.
    fn note_raised(&mut self) {
        let mut frames = self.frames.iter().rev();
        let (Some(own), Some(caller)) = (frames.next(), frames.next()) else { return };
        // A module is run where its names are first asked for, which is not where the program imports it.
        let is_certain = own.function.is_some() && own.undecided == 0 && own.returns.is_empty();
        if self.is_python() && is_certain {
            self.raised = Some(Raised { below: self.frames.len() - 1, undecided: caller.undecided });
        }
    }

    /// Whether the call that ended just now certainly raised.
    pub(crate) fn has_raised_here(&self) -> bool {
        self.raised.is_some_and(|raised| raised.below == self.frames.len())
    }
}
