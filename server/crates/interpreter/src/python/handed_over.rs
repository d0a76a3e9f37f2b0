//! Lambdas that are given to functions which are not followed: `sorted(xs, key=lambda x: ..)`.

use layoutlens_host_value::{call::CallArgument, function::Callable, value::HostValue};
use layoutlens_syntax::{Expr, ExprKind};

use crate::{code::walk, state::interpreter::Interpreter};

/// Whether a value is a lambda that calls something.
pub(crate) fn is_lambda(value: &HostValue) -> bool {
    let HostValue::Callable(callable) = value else { return false };
    let Callable::Functions { overloads, receiver: None, .. } = &**callable else { return false };
    let [function] = overloads.as_slice() else { return false };
    let mut calls = false;
    if function.name.text.is_empty() {
        walk::statements(&function.body, &mut |expr: &Expr| {
            calls |= matches!(expr.kind, ExprKind::Invoke { .. });
        });
    }
    calls
}

impl Interpreter<'_> {
    /// A lambda may be called, it is not known with what: what it changes is no longer certain.
    pub(crate) fn may_call_lambda(&mut self, lambda: &HostValue) {
        let HostValue::Callable(callable) = lambda else { return };
        let Callable::Functions { overloads, .. } = &**callable else { return };
        let parameters = overloads.first().map(|function| function.parameters.len()).unwrap_or_default();
        let given: Vec<CallArgument> = (0..parameters)
            .map(|_| {
                let value = HostValue::unknown("what a function is called back with is not known");
                CallArgument { keyword: None, value, range: 0..0 }
            })
            .collect();
        let recorded = self.records.mark();
        let lambda = lambda.clone();
        self.forget_changes_of("a function that is handed over may change it", |this| {
            this.call(&lambda, given, 0..0)
        });
        self.take_records_back(recorded);
    }
}
