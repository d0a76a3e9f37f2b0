//! C++ files that instantiate and call what their headers define, and do nothing besides: a kernel for one head dimension
//! out of hundreds. What happens in the headers leaves nothing that such a file shows, so it is not run.

use std::sync::Arc;

use layoutlens_host_value::{function::Callable, scope::ScopeId, value::HostValue};
use layoutlens_syntax::{
    Expr, ExprKind,
    program::{Function, HostStatement, Item, StatementKind},
};

use crate::{
    code::mentioned::mentioned,
    entry::roots::roots,
    state::{choices::Choices, interpreter::Interpreter},
};

impl Interpreter<'_> {
    /// Whether the statement at hand, of a file that does nothing else, hands everything on to other files.
    pub(crate) fn is_handed_on(&mut self, call: &Expr) -> bool {
        let ExprKind::Invoke { callee, .. } = &call.kind else { return false };
        self.file().is_main() && self.only_hands_on() && {
            let target = self.value(callee);
            self.is_elsewhere(&target)
        }
    }

    /// Whether a function that the first file instantiates, or names, is of others, and the first file does nothing else.
    pub(crate) fn is_run_elsewhere(&self, function: &Arc<Function>, scope: ScopeId) -> bool {
        self.only_hands_on() && !self.file_of_function(function, scope).is_main()
    }

    fn is_elsewhere(&self, target: &HostValue) -> bool {
        let HostValue::Callable(callable) = target else { return false };
        let Callable::Functions { overloads, scope, .. } = &**callable else { return false };
        let is_elsewhere = |function| !self.file_of_function(function, scope.id).is_main();
        !overloads.is_empty() && overloads.iter().all(is_elsewhere)
    }

    pub(crate) fn only_hands_on(&self) -> bool {
        *self.hands_on.get_or_init(|| {
            let items = &self.files.main().program.items;
            let own = roots(items, &Choices::new());
            let is_named = |items| {
                let names = mentioned(items);
                own.iter().any(|root| names.contains(root.function.name.text.as_str()))
            };
            !self.is_python()
                && items.iter().all(hands_on)
                // Who calls a function of this file is seen in it.
                && !self.files.all().any(|(_, file)| !own.is_empty() && is_named(&file.program.items))
        })
    }
}

fn hands_on(item: &Item) -> bool {
    match item {
        Item::Class(_) => false,
        Item::Function(function) => function.body.iter().all(is_call),
        Item::Statement(statement) => instantiates(statement),
    }
}

fn instantiates(statement: &HostStatement) -> bool {
    match &statement.kind {
        StatementKind::Instantiate { .. } => true,
        StatementKind::Function(function) => function.body.iter().all(is_call),
        StatementKind::Alternatives(branches) => {
            branches.iter().flat_map(|branch| &branch.body).all(instantiates)
        }
        _ => false,
    }
}

/// `f<64>(params, stream);`: nobody looks at what comes of it.
fn is_call(statement: &HostStatement) -> bool {
    let StatementKind::Expression(Expr { kind: ExprKind::Invoke { callee, arguments }, .. }) =
        &statement.kind
    else {
        return false;
    };
    let is_name = |expr: &Expr| matches!(expr.kind, ExprKind::Name(_));
    let is_named = match &callee.kind {
        ExprKind::Specialize { base, .. } => is_name(base),
        _ => is_name(callee),
    };
    is_named && arguments.iter().all(|argument| is_name(&argument.value))
}
