//! Variables that a round of a loop certainly changes: forgotten before the first one, they take no further round.

use layoutlens_host_value::{function::Callable, value::HostValue};
use layoutlens_syntax::{
    Expr, ExprKind,
    program::{Function, HostStatement, StatementKind},
};

use crate::{
    code::{
        each_statement::each_statement,
        member::{Member, each_member},
    },
    state::{interpreter::Interpreter, scope::Place},
};

impl Interpreter<'_> {
    /// Variables that a round certainly changes: those that it adds to, or that it hands to a function which adds to them.
    pub(crate) fn counted(&mut self, body: &[HostStatement]) -> Vec<Place> {
        let mut names = Vec::new();
        each_statement(body, &mut |statement| match &statement.kind {
            StatementKind::Assign { target, operator: Some(_), .. } => {
                if let ExprKind::Name(name) = &target.kind {
                    names.push(name.as_str());
                }
            }
            StatementKind::Expression(Expr { kind: ExprKind::Invoke { callee, arguments }, .. })
                if !self.is_python() =>
            {
                for (index, argument) in arguments.iter().enumerate() {
                    if let ExprKind::Name(name) = &argument.value.kind
                        && self.is_integer(name)
                        && self.counts(callee, index)
                    {
                        names.push(name);
                    }
                }
            }
            _ => {}
        });
        let mut places = Vec::new();
        for name in names {
            if let Some(place) = self.place_of_name(name)
                && !places.contains(&place)
            {
                places.push(place);
            }
        }
        places
    }

    /// Whether a variable of this name holds an integer.
    fn is_integer(&mut self, name: &str) -> bool {
        let held = self.place_of_name(name).and_then(|place| self.held(&place));
        held.is_some_and(|held| held.refers_to.is_none() && held.value.as_integer().is_some())
    }

    /// Whether one of the functions that an expression may name adds to what it is given there.
    fn counts(&mut self, callee: &Expr, index: usize) -> bool {
        match &callee.kind {
            ExprKind::Specialize { base, .. } => self.counts(base, index),
            ExprKind::Name(name) => {
                let held = self.place_of_name(name).and_then(|place| self.held(&place));
                match held.map(|held| held.value) {
                    Some(HostValue::Callable(callable)) => match &*callable {
                        Callable::Functions { overloads, .. } => {
                            overloads.iter().any(|function| adds_to(function, index))
                        }
                        _ => false,
                    },
                    _ => false,
                }
            }
            ExprKind::Member { base, name: method } => {
                let ExprKind::Name(object) = &base.kind else { return false };
                let held = self.place_of_name(object).and_then(|place| self.held(&place));
                let Some(HostValue::Instance(instance)) = held.map(|held| held.value) else { return false };
                let mut adds = false;
                each_member(&instance.class.class.members, &self.choices, &mut |member, _| {
                    adds |= matches!(member, Member::Function(function)
                        if function.name.text == method.text && adds_to(function, index));
                });
                adds
            }
            _ => false,
        }
    }
}

/// Whether a function adds to a parameter that is a reference.
fn adds_to(function: &Function, index: usize) -> bool {
    let Some(parameter) = function.parameters.get(index) else { return false };
    let Some(name) = parameter.name.as_ref().filter(|_| parameter.is_reference && !parameter.is_constant)
    else {
        return false;
    };
    let mut adds = false;
    each_statement(&function.body, &mut |statement| {
        adds |= matches!(&statement.kind, StatementKind::Assign { target, operator: Some(_), .. }
            if matches!(&target.kind, ExprKind::Name(own) if *own == name.text));
    });
    adds
}
