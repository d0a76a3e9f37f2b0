//! Statements, one after the other.

use std::sync::Arc;

use layoutlens_host_value::{function::Callable, object::ClassValue, types::HostType, value::HostValue};
use layoutlens_syntax::{
    Expr,
    program::{Alternative, Class, Function, HostStatement, Jump, StatementKind},
};

use crate::{
    code::jumps,
    limits::MAX_NESTING,
    run::repetition::LoopHead,
    state::{
        choices::{self, Condition},
        flow::Flow,
        interpreter::Interpreter,
        scope::{Binding, ScopeKind},
    },
};

impl Interpreter<'_> {
    /// Runs statements in the scope at hand.
    pub(crate) fn block(&mut self, body: &[HostStatement]) -> Flow {
        let mut statements = body.iter();
        while let Some(statement) = statements.next() {
            let flow = self.statement(statement);
            if flow == Flow::Goes {
                continue;
            }
            // What stands behind is run by a jump only.
            match statements.as_slice().iter().position(jumps::has_label) {
                Some(ahead) => statements = statements.as_slice().get(ahead..).unwrap_or_default().iter(),
                None => return flow,
            }
        }
        Flow::Goes
    }

    /// Runs statements in a scope of their own, where the language has one; names are visible up to `until`.
    pub(crate) fn scoped_block(&mut self, body: &[HostStatement], until: usize) -> Flow {
        let outer = self.frames.top().visible_until;
        if self.is_python() {
            return self.block(body);
        }
        let scope = self.scopes.open(Some(self.scope()), ScopeKind::Block, self.file());
        self.see_until(until);
        let flow = self.within(scope, |this| this.block(body));
        // Destructors are run here.
        self.forget_exposed();
        self.see_until(outer);
        flow
    }

    /// A block that is a statement.
    fn nested_block(&mut self, body: &[HostStatement], end: usize) -> Flow {
        match body.split_last() {
            Some((HostStatement { kind: StatementKind::Finally(last), .. }, body)) => {
                self.finally(body, last, end)
            }
            _ => self.scoped_block(body, end),
        }
    }

    fn see_until(&mut self, until: usize) {
        self.frames.top_mut().visible_until = until;
    }

    fn statement(&mut self, statement: &HostStatement) -> Flow {
        if self.nesting >= MAX_NESTING {
            // What it writes is not followed: it is the last step.
            self.step_limit = self.step_limit.min(self.steps);
        }
        if !self.step() {
            return Flow::Leaves;
        }
        self.nesting += 1;
        let flow = match self.is_python() && may_call(&statement.kind) {
            true => self.goes_on_unless_raised(|this| this.statement_kind(statement)),
            false => self.cpp_statement(statement),
        };
        self.nesting -= 1;
        flow
    }

    /// A statement, and what the objects write that it makes.
    fn cpp_statement(&mut self, statement: &HostStatement) -> Flow {
        let holds_others = matches!(statement.kind, StatementKind::If { .. } | StatementKind::Loop { .. });
        if holds_others {
            self.expose_to_unseen_objects(statement);
        }
        let flow = self.statement_kind(statement);
        if !holds_others {
            self.expose_to_unseen_objects(statement);
        }
        flow
    }

    fn statement_kind(&mut self, statement: &HostStatement) -> Flow {
        match &statement.kind {
            StatementKind::Declare(declaration) => match self.declared_by_macros(declaration) {
                Some(flow) => return flow,
                None => self.declare(statement, declaration),
            },
            StatementKind::Assign { target, operator, value } => {
                self.assign(statement, target, *operator, value)
            }
            StatementKind::Expression(expr) if self.is_handed_on(expr) => {}
            StatementKind::Expression(expr) => {
                self.evaluate(expr);
                if self.is_python() && self.ends_program(expr) {
                    return self.leave_by_exception();
                }
                return self.left_by_macro(expr);
            }
            StatementKind::Assert(claim) => {
                self.tell_condition(claim);
                if self.condition(claim) == Some(false) {
                    self.fails_here(Some(claim));
                    self.fails_to_compile(claim);
                    if self.is_python() {
                        return self.leave_by_exception();
                    }
                }
                self.assume(claim, true);
            }
            StatementKind::Return(value) => return self.return_value(value.as_ref()),
            StatementKind::If { condition, is_constant, then, otherwise } => {
                let branches = |this: &mut Self| {
                    this.branches(condition, *is_constant, then, otherwise, statement.range.end)
                };
                return match is_constant {
                    true => self.branches_of_compiler(condition, branches),
                    false => branches(self),
                };
            }
            StatementKind::Try { body, handlers } => {
                return self.attempt(body, handlers, statement.range.end);
            }
            StatementKind::Label(_) => self.reach_label(),
            StatementKind::Loop { variables, counts, over, condition, body } => {
                let (over, condition) = (over.as_ref(), condition.as_ref());
                let head = LoopHead { variables, counts: *counts };
                return self.repetition(head, over, condition, body, statement.range.end);
            }
            StatementKind::Block(body) => return self.nested_block(body, statement.range.end),
            StatementKind::Finally(body) => return self.scoped_block(body, statement.range.end),
            StatementKind::Alternatives(branches) => return self.alternatives(branches),
            StatementKind::Function(function) => self.define_function(function),
            StatementKind::Class(class) => self.define_class(class),
            StatementKind::Jump(Jump::Break) => return self.jump(Flow::Breaks),
            StatementKind::Jump(Jump::Continue) => return self.jump(Flow::Continues),
            StatementKind::Jump(Jump::Raise) => {
                let flow = self.leave_by_exception();
                self.fails_here(None);
                return flow;
            }
            StatementKind::Jump(Jump::Goto) => return Flow::Leaves,
            // Instantiations are where an evaluation begins.
            StatementKind::Macro(_) | StatementKind::Instantiate { .. } | StatementKind::Unread(_) => {}
        }
        Flow::Goes
    }

    fn jump(&mut self, flow: Flow) -> Flow {
        let frame = self.frames.top_mut();
        frame.in_order.jump(frame.undecided);
        self.leave_round();
        flow
    }

    fn return_value(&mut self, value: Option<&Expr>) -> Flow {
        let value = match value {
            Some(value) => Some(self.returned(value)),
            None if self.is_python() => Some(HostValue::Nothing),
            None => None,
        };
        self.frames.top_mut().returns.extend(value);
        self.leave_function()
    }

    /// The branches of `#if`: each may be the one that the program holds. They open no scope.
    fn alternatives(&mut self, branches: &[Alternative]) -> Flow {
        let condition = Condition::of(branches);
        if let Some(chosen) = self.choices.get(&condition) {
            return match branches.get(*chosen) {
                Some(branch) => self.block(&branch.body),
                None => Flow::Goes,
            };
        }
        let bodies: Vec<&[HostStatement]> = branches.iter().map(|branch| branch.body.as_slice()).collect();
        let ends = self.ends_of(&bodies, condition.is_complete, Self::block);
        // Behind the last step nothing is run, whatever the branches hold.
        if choices::differ(&ends) && self.steps <= self.step_limit {
            self.conflicts.insert(condition);
        }
        self.merge(ends)
    }

    fn define_function(&mut self, function: &Function) {
        let scope = self.scope();
        let value = self.overloads(&[function], scope);
        let binds = self.binding_scope(&function.name.text);
        self.bind(binds, &function.name.text, Binding::variable(value, function.name.range.start));
        self.decorate(function, scope);
    }

    pub(crate) fn define_class(&mut self, class: &Class) {
        let scope = self.scope();
        let mut value = ClassValue::new(self.shared.class(class), self.scopes.captured(scope));
        if self.is_python() {
            value.annotations = self.annotations(class);
        }
        let value = match self.is_python() {
            true => HostValue::Callable(Arc::new(Callable::Class(value))),
            false => HostValue::Type(Arc::new(HostType::Class(value))),
        };
        let binds = self.binding_scope(&class.name.text);
        self.bind(binds, &class.name.text, Binding::variable(value, class.name.range.start));
    }
}

/// Whether a statement evaluates what is written in it and holds no other statements.
fn may_call(kind: &StatementKind) -> bool {
    matches!(
        kind,
        StatementKind::Declare(_)
            | StatementKind::Assign { .. }
            | StatementKind::Expression(_)
            | StatementKind::Return(_)
    )
}
