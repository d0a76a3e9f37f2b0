//! A function that nothing calls is run, or what it left in an earlier revision is taken over.

use layoutlens_host_value::scope::ScopeId;

use crate::{
    entry::roots::Root,
    kept::Behind,
    limits::MAX_ALL_UNROLLED_STEPS,
    state::{function_start::FunctionStart, interpreter::Interpreter},
};

impl<'a> Interpreter<'a> {
    /// Runs a function of the first file that nothing calls, or takes over what it left in an earlier revision.
    pub(crate) fn run_root_or_keep(&mut self, root: Root<'a>, scope: ScopeId, is_mentioned: bool) {
        let Some(of_pass) = self.of_pass.clone() else {
            return self.under_suppositions(|this| this.run_root(root, scope, is_mentioned));
        };
        let start = FunctionStart::of(root.function);
        let known = if root.class.is_none() { of_pass.known(start, is_mentioned) } else { None };
        if let Some(run) = known {
            self.take_in(&run, &of_pass.own);
            of_pass.take_over(start, run);
        } else {
            let mark = self.mark_of_root();
            self.under_suppositions(|this| this.run_root(root, scope, is_mentioned));
            match self.behind_root(mark, is_mentioned, &of_pass.own) {
                Behind::Run(run) if root.class.is_none() => of_pass.keep(start, run),
                Behind::Run(_) | Behind::More => {}
                Behind::Entangled => of_pass.spoil(),
            }
        }
        // Near a limit it matters in which order what was run.
        if self.steps > self.step_limit / 4 * 3 || self.unrolled_steps > MAX_ALL_UNROLLED_STEPS / 4 * 3 {
            of_pass.spoil();
        }
    }
}
