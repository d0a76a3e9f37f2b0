//! Bodies of Python's classes are run in order, as those of functions are. Here each name has one value: this says where
//! that would be another one.

use layoutlens_host_value::object::ClassValue;
use layoutlens_syntax::{
    Expr, ExprKind,
    program::{HostStatement, Item, StatementKind},
};

use crate::{code::walk, python::staged};

/// What a class does with names, in the order of the text.
#[derive(Default)]
struct Body<'c> {
    /// Each name that a declaration, a function or a class binds, and behind which place.
    defined: Vec<(&'c str, usize)>,
    /// What declarations bind.
    declared: Vec<&'c str>,
    /// What statements assign.
    assigned: Vec<&'c str>,
    /// Which names values are made of, and where.
    read: Vec<(&'c str, usize)>,
    /// Whether a statement may assign any name.
    may_assign_any: bool,
}

/// Whether statements in a class assign what it declares besides, or may assign anything; or whether what it holds is made
/// of a name that means another thing there than behind the class.
pub(super) fn is_open(class: &ClassValue) -> bool {
    let mut body = Body::default();
    class.class.members.iter().for_each(|member| body.add(member));
    body.may_assign_any
        || body.assigned.iter().any(|name| body.declared.contains(name))
        || body.read.iter().any(|(name, at)| body.is_ambiguous(name, *at))
}

impl<'c> Body<'c> {
    fn add(&mut self, member: &'c Item) {
        match member {
            Item::Statement(statement) => self.statement(statement),
            Item::Function(function) => {
                self.defined.push((&function.name.text, function.range.end));
                let defaults = function.parameters.iter().filter_map(|parameter| parameter.default.as_ref());
                defaults.for_each(|default| self.reads(default));
            }
            Item::Class(inner) => self.defined.push((&inner.name.text, inner.name.range.end)),
        }
    }

    fn statement(&mut self, statement: &'c HostStatement) {
        match &statement.kind {
            StatementKind::Assign { target, .. } => match &target.kind {
                ExprKind::Name(name) => self.assigned.push(name),
                _ => self.may_assign_any = true,
            },
            // A method of a list.
            StatementKind::Expression(Expr { kind: ExprKind::Invoke { callee, .. }, .. }) => {
                self.may_assign_any |= matches!(callee.kind, ExprKind::Member { .. });
            }
            StatementKind::Declare(declaration) => {
                let names = declaration.names.iter().map(|name| name.text.as_str());
                self.declared.extend(names.clone());
                self.defined.extend(names.map(|name| (name, statement.range.end)));
                declaration.value.iter().for_each(|value| self.reads(value));
            }
            StatementKind::If { .. } | StatementKind::Loop { .. } | StatementKind::Block(_) => {
                staged::written_names(std::slice::from_ref(statement), &mut self.assigned);
            }
            _ => {}
        }
        walk::statements(std::slice::from_ref(statement), &mut |expr: &Expr| {
            self.may_assign_any |= matches!(&expr.kind, ExprKind::Invoke { callee, .. }
                if matches!(&callee.kind, ExprKind::Name(name) if ["exec", "locals", "vars"].contains(&name.as_str())));
        });
    }

    fn reads(&mut self, value: &'c Expr) {
        walk::expression(value, &mut |expr: &'c Expr| {
            if let ExprKind::Name(name) = &expr.kind {
                self.read.push((name, expr.range.start));
            }
        });
    }

    /// Whether a name that is read at a place is not, or not only, what the class binds before: what reads a name that is
    /// defined twice may mean the first one, and what reads it before it is defined means the module's.
    fn is_ambiguous(&self, name: &str, at: usize) -> bool {
        let mut defined = self.defined.iter().filter(|(own, _)| *own == name);
        let first = defined.next();
        defined.next().is_some()
            || first.is_some_and(|(_, bound)| *bound > at)
            || self.assigned.contains(&name)
    }
}
