//! Calls that no name stands for: operators, conversions and destructors of the program's classes.
//!
//! They are not run; what they may write is unknown behind them.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use layoutlens_host_value::{call::CallArgument, function::Callable, object::ClassValue, value::HostValue};
use layoutlens_syntax::{BinaryOperator, Expr, program::Function};

use crate::{
    code::{
        member::{Member, each_member},
        path::is_path,
    },
    run::unseen_write::Writes,
    state::{given::Given, interpreter::Interpreter, scope::ScopeKind},
    value::overloads::functions_of,
};

impl Interpreter<'_> {
    /// `left operator right` is a call where an operand is no number: `stream >> x` writes x, and operators that the
    /// program defines write as their parameters say.
    pub(crate) fn forget_after_operator(
        &mut self,
        operator: BinaryOperator,
        (left, of_left): (&Expr, &HostValue),
        (right, of_right): (&Expr, &HostValue),
    ) {
        let is_plain =
            |value: &HostValue| matches!(value, HostValue::Value(_)) && value.unknown_reason().is_none();
        if self.is_python() || is_plain(of_left) && is_plain(of_right) {
            return;
        }
        let name = format!("operator{}", spelled(operator));
        let of_program = self.look_up(self.scope(), &name);
        let of_class = match of_left {
            HostValue::Instance(instance) => self.class_member(&instance.class.clone(), &name),
            _ => None,
        };
        let is_defined = of_program.is_some() || of_class.is_some();
        if of_class.is_none() {
            self.forget_after_conversion(of_left);
        }
        self.forget_after_conversion(of_right);
        if !is_defined && operator != BinaryOperator::ShiftRight {
            return;
        }
        let operands = [(left, of_left), (right, of_right)].map(|(expr, value)| {
            let argument = CallArgument { keyword: None, value: value.clone(), range: expr.range.clone() };
            Given { written: self.written_through(expr), ..Given::of(argument) }
        });
        if let Some(functions) = of_class.as_ref().and_then(functions_of) {
            self.forget_after_unrun(&functions, Some(of_left), &operands[1..]);
            return;
        }
        match of_program.as_ref().and_then(functions_of) {
            Some(functions) => self.forget_after_unrun(&functions, None, &operands),
            // Streams read so; a number that is not known is shifted so, which writes nothing.
            None if operator == BinaryOperator::ShiftRight && of_left.as_integer().is_none() => {
                let [_, right] = operands;
                right.written.iter().for_each(|place| self.forget(place));
            }
            None => {}
        }
    }

    /// `operator operand`, where the operand may be an object.
    pub(crate) fn forget_after_unary(&mut self, name: &str, operand: &Expr, value: &HostValue) {
        if self.is_python() || !matches!(value, HostValue::Instance(_)) {
            return;
        }
        if self.forget_after_member(value, name, &[]) {
            return;
        }
        match self.look_up(self.scope(), name).as_ref().and_then(functions_of) {
            Some(functions) => {
                let argument =
                    CallArgument { keyword: None, value: value.clone(), range: operand.range.clone() };
                let given = Given { written: self.written_through(operand), ..Given::of(argument) };
                self.forget_after_unrun(&functions, None, &[given]);
            }
            None => self.forget_after_conversion(value),
        }
    }

    /// Whether a name or a field stands for an object of a class.
    pub(crate) fn is_object(&mut self, expr: &Expr) -> bool {
        !self.is_python() && is_path(expr) && matches!(self.value(expr), HostValue::Instance(_))
    }

    /// `one, other` where a class has a comma of its own.
    pub(crate) fn forget_after_comma(&mut self, one: &Expr, of_one: &HostValue, other: &HostValue) {
        if matches!(of_one, HostValue::Instance(_)) {
            let given = Given::of(CallArgument { keyword: None, value: other.clone(), range: 0..0 });
            if !self.forget_after_member(of_one, "operator,", &[given]) {
                self.forget_after_unary("operator,", one, of_one);
            }
        }
    }

    /// An operator or conversion of an object is used, which is a call: what its class defines may write.
    pub(crate) fn forget_after_member(&mut self, object: &HostValue, member: &str, given: &[Given]) -> bool {
        let HostValue::Instance(instance) = object else { return false };
        if self.is_python() {
            return false;
        }
        let member = self.class_member(&instance.class.clone(), member);
        let Some(functions) = member.as_ref().and_then(functions_of) else { return false };
        self.forget_after_unrun(&functions, Some(object), given);
        true
    }

    /// An object is taken for a number or a truth value: a conversion of its class may write.
    pub(crate) fn forget_after_conversion(&mut self, object: &HostValue) {
        let HostValue::Instance(instance) = object else { return };
        if self.is_python() {
            return;
        }
        let mut conversions: Vec<String> = Vec::new();
        each_member(&instance.class.class.members, &self.choices, &mut |member, _| {
            if let Member::Function(function) = member
                && function.name.text.starts_with("operator ")
            {
                conversions.push(function.name.text.clone());
            }
        });
        for conversion in conversions {
            self.forget_after_member(object, &conversion, &[]);
        }
    }

    /// Whether an assignment is an operator of the class of its target, which does what it does: it may write all that the
    /// object holds or refers to.
    pub(crate) fn is_assigned_by_class(
        &mut self,
        target: &Expr,
        operator: Option<BinaryOperator>,
        value: &Expr,
        assigned: &HostValue,
    ) -> bool {
        if self.is_python() || !is_path(target) {
            return false;
        }
        let Some(object @ HostValue::Instance(_)) =
            self.place_of(target).and_then(|place| self.held(&place)).map(|binding| binding.value)
        else {
            return false;
        };
        let argument = CallArgument { keyword: None, value: assigned.clone(), range: value.range.clone() };
        let given = Given { written: self.written_through(value), ..Given::of(argument) };
        let name = format!("operator{}=", operator.map_or("", spelled));
        if self.forget_after_member(&object, &name, std::slice::from_ref(&given)) {
            return true;
        }
        if operator.is_some() || self.is_assigned_within(&object) {
            self.forget_after_unrun(&[], Some(&object), &[given]);
        }
        operator.is_none() && self.is_assigned_within(&object)
    }

    /// Whether an object holds others whose classes say what an assignment does to them.
    fn is_assigned_within(&mut self, object: &HostValue) -> bool {
        let within = self.objects_behind(object, |_, _, _| true);
        within.iter().any(|instance| {
            let member = self.class_member(&instance.class.clone(), "operator=");
            let functions = member.as_ref().and_then(functions_of).unwrap_or_default();
            functions.iter().any(|function| function.is_only_declared || !function.body.is_empty())
        })
    }

    /// An object with a destructor is made: what that may write, it writes at any time from here on.
    pub(crate) fn forget_before_destructor(&mut self, class: &ClassValue, object: &HostValue) {
        for name in self.called_unseen(class) {
            let Some(member) = self.class_member(&class.clone(), &name) else { continue };
            let HostValue::Callable(callable) = &member else { continue };
            let Callable::Functions { overloads, scope, .. } = &**callable else { continue };
            let writes = |function: &Arc<Function>| {
                let mut writes = Writes::new(self.outside.libraries.effects);
                writes.statements(&function.body);
                function.is_only_declared || !writes.targets.is_empty()
            };
            if !name.starts_with('~') && !overloads.iter().any(writes) {
                continue;
            }
            self.let_out(object);
            let file = self.scopes.file_of(scope.id);
            let inner = self.scopes.open(Some(scope.id), ScopeKind::Object(object.clone()), file);
            let mut seen = FxHashSet::default();
            for function in overloads {
                self.let_out_function(function, inner, &mut seen);
            }
        }
    }

    /// The members of a class and its bases that are called without a name: destructors, conversions, and operators
    /// that are not looked for where they are used. A `const` one of an object without references writes nothing of it.
    fn called_unseen(&mut self, class: &ClassValue) -> Vec<String> {
        let mut names = Vec::new();
        let collect = |this: &mut Self, class: &ClassValue| -> Option<()> {
            let mut refers = false;
            let mut found = Vec::new();
            each_member(&class.class.members, &this.choices, &mut |member, _| match member {
                Member::Function(function) if is_called_unseen(&function.name.text) => {
                    found.push((function.name.text.clone(), function.is_constant));
                }
                Member::Declaration(_, declaration) => {
                    refers |= this.is_declared_to_refer(declaration);
                }
                _ => {}
            });
            let writing = found.into_iter().filter(|(_, is_constant)| !is_constant || refers);
            names.extend(writing.map(|(name, _)| name));
            None
        };
        self.find_in_bases(class, collect);
        names
    }
}

/// Whether a member is called where no name of it stands, and not looked for there.
fn is_called_unseen(name: &str) -> bool {
    name.starts_with('~')
        || name.starts_with("operator ")
        || matches!(name, "operator->" | "operator~" | "operator!" | "operator," | "operator&")
}

/// An operator as C++ names the function that it is.
fn spelled(operator: BinaryOperator) -> &'static str {
    use BinaryOperator as Op;
    match operator {
        Op::Multiply => "*",
        Op::Divide | Op::DivideDown => "/",
        Op::Remainder => "%",
        Op::Add => "+",
        Op::Subtract => "-",
        Op::Equal => "==",
        Op::NotEqual => "!=",
        Op::Less => "<",
        Op::LessEqual => "<=",
        Op::Greater => ">",
        Op::GreaterEqual => ">=",
        Op::And => "&&",
        Op::Or => "||",
        Op::ShiftLeft => "<<",
        Op::ShiftRight => ">>",
        Op::BitAnd => "&",
        Op::BitOr => "|",
        Op::BitXor => "^",
        // No operator of C++, so no function is named by it.
        Op::Power | Op::LogicalDivide | Op::LogicalProduct | Op::Compose => "",
    }
}
