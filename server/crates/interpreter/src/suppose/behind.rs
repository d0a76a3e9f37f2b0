//! Which expressions and variables stand for a parameter that nothing gives, so that what the code says of them, it says of the
//! parameter: `t = from_dlpack(x).mark_layout_dynamic()` has as many modes as `x`, and so has what a function is given that is
//! called with `t`.

use layoutlens_host_value::{call::CallArgument, value::HostValue};
use layoutlens_syntax::{
    Expr, ExprKind, Name,
    program::{Argument, Declaration},
};

use crate::{
    state::{file::FileId, given::Given, interpreter::Interpreter},
    suppose::told::last_name,
};

/// How many names that stand for parameters are remembered.
const MAX_ALIASES: usize = 4_096;

/// How many calls are looked through.
const MAX_CALLS: usize = 8;

impl Interpreter<'_> {
    /// Whether an expression names the parameter for which its value is unknown: what is computed of a parameter is unknown
    /// for the same reason and has modes of its own.
    pub(crate) fn is_parameter_itself(&self, expr: &Expr, value: &HostValue) -> bool {
        match (&expr.kind, value.unknown_reason()) {
            (ExprKind::Name(name), Some(reason)) => {
                let told = &self.suppositions.told;
                told.unknown.get(reason).is_some_and(|parameter| parameter == name)
                    || told.aliases.get(reason).is_some_and(|aliases| aliases.contains(name))
            }
            _ => false,
        }
    }

    /// The same, or what calls make of it that have as many modes.
    pub(crate) fn has_modes_of_parameter(&self, expr: &Expr, value: &HostValue) -> bool {
        let mut expr = expr;
        for _ in 0..MAX_CALLS {
            match &expr.kind {
                ExprKind::Invoke { callee, arguments } => match self.with_the_same_modes(callee, arguments) {
                    Some(inner) => expr = inner,
                    None => return false,
                },
                _ => return self.is_parameter_itself(expr, value),
            }
        }
        false
    }

    /// What has as many modes as the result of a call.
    fn with_the_same_modes<'e>(&self, callee: &'e Expr, arguments: &'e [Argument]) -> Option<&'e Expr> {
        let name = last_name(callee)?;
        let convention = self.outside.libraries.convention;
        match &callee.kind {
            ExprKind::Member { base, .. } if convention.methods_keeping_modes.contains(&name) => Some(base),
            _ if convention.functions_keeping_modes.contains(&name) => Some(&arguments.first()?.value),
            _ => None,
        }
    }

    /// A variable is given a value that stands for a parameter.
    pub(crate) fn tell_variable(&mut self, declaration: &Declaration, value: &HostValue) {
        if let ([name], Some(given)) = (declaration.names.as_slice(), &declaration.value)
            && self.listens()
            && self.has_modes_of_parameter(given, value)
        {
            self.add_alias(name, value);
        }
    }

    /// A parameter is given a value that stands for another one.
    pub(crate) fn tell_handed(&mut self, name: &Name, given: &CallArgument) {
        if !self.listens() || given.value.unknown_reason().is_none() {
            return;
        }
        let told = &self.suppositions.told;
        let is_itself =
            [FileId::MAIN, self.file()].map(|file| told.themselves.contains(&(file, given.range.start)));
        if is_itself.contains(&true) {
            self.add_alias(name, &given.value);
        }
    }

    fn add_alias(&mut self, name: &Name, value: &HostValue) {
        let told = &mut self.suppositions.told;
        if let Some(reason) = value.unknown_reason()
            && told.aliases.len() < MAX_ALIASES
        {
            told.aliases.entry(reason.to_owned()).or_default().insert(name.text.clone());
        }
    }

    /// A method of what is not known is called: `x.permute(0, 2, 1)`.
    pub(crate) fn tell_method(&mut self, base: &Expr, receiver: &HostValue, name: &str, given: &[Given]) {
        if !self.listens() || !self.has_modes_of_parameter(base, receiver) {
            return;
        }
        let arguments: Vec<&CallArgument> = given.iter().map(|given| &given.argument).collect();
        let convention = self.outside.libraries.convention;
        let told = &mut self.suppositions.told;
        if let Some(rank) = (convention.rank_in_method)(name, &arguments) {
            told.tell_rank(receiver, rank);
        }
        if let Some(least) = (convention.least_rank_in_method)(name, &arguments) {
            told.tell(receiver, |parameter, _| parameter.least_rank = parameter.least_rank.max(least));
        }
    }
}
