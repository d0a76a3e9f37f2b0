//! In a program around a header, and where it is the first file's variables that something is supposed for: kernels that
//! have nothing to do with that file are not run, for what they leave behind the host does not see.

use std::rc::Rc;

use rustc_hash::FxHashSet;

use layoutlens_host_value::{function::Callable, object::ClassValue, types::HostType, value::HostValue};
use layoutlens_syntax::{Expr, ExprKind, Opaque, program::Function};

use crate::{
    code::walk,
    state::{definitions::DefinitionKind, interpreter::Interpreter},
};

/// How deep template arguments in template arguments are looked into.
const MAX_DEPTH: usize = 8;

/// Stands for what code names that is not read: it may be anything.
const UNREAD: &str = "?";

/// Stands for an operator of the first file: `a + b` anywhere may be that.
const OPERATOR: &str = "operator";

impl Interpreter<'_> {
    /// Whether a kernel, a function or a class that is called as one, may come to something that the first file defines,
    /// as far as its name and those of its template arguments say, and the classes of what it is given.
    /// Every kernel may where all files count.
    pub(crate) fn comes_to_main<'v>(
        &mut self,
        kernel: &'v HostValue,
        given: impl IntoIterator<Item = &'v HostValue>,
    ) -> bool {
        let mut all = std::iter::once(kernel).chain(given);
        let names = self.come_to_main();
        names.is_none_or(|names| {
            names.contains(OPERATOR) || all.any(|value| names_one(value, names, MAX_DEPTH))
        })
    }

    /// The same of a function with these arguments for its template.
    pub(crate) fn function_comes_to_main(&mut self, function: &Function, template: &[HostValue]) -> bool {
        let names = self.come_to_main();
        names.is_none_or(|names| {
            names.contains(OPERATOR)
                || names.contains(function.name.text.as_str())
                || template.iter().any(|argument| names_one(argument, names, MAX_DEPTH))
        })
    }

    /// The names of all that may come to something of the first file; `None` where all files count.
    fn come_to_main(&mut self) -> Option<&FxHashSet<String>> {
        let is_supposing = self.suppositions.is_supposing && !self.is_python();
        if self.launches.is_none() && !is_supposing {
            return None;
        }
        if self.come_to_main.is_none() {
            // What code that is not read may be is a call of the first file, for whoever asks what all its calls give. What is
            // supposed is found without it, of a root of its own.
            let first = if is_supposing { None } else { Some(UNREAD) };
            self.come_to_main = Some(self.names_that_come_to_main(first));
        }
        self.come_to_main.as_ref()
    }

    /// The names of the first file and these, and of all that names one of them.
    fn names_that_come_to_main<'n>(&'n self, first: Option<&'n str>) -> FxHashSet<String> {
        let mut names: FxHashSet<&str> = first.into_iter().collect();
        let mut others: Vec<(&str, Rc<[&str]>)> = Vec::new();
        for definition in self.definitions.all() {
            let own = match definition.kind {
                // Of one that is not read nobody knows what it names.
                DefinitionKind::Macro(defined) if matches!(defined.body.kind, ExprKind::Opaque(_)) => {
                    names.insert(defined.name.text.as_str());
                    continue;
                }
                DefinitionKind::Function(function) => vec![function.name.text.as_str()],
                DefinitionKind::Class(class) => vec![class.name.text.as_str()],
                DefinitionKind::Declaration(_, declaration) => {
                    declaration.names.iter().map(|name| name.text.as_str()).collect()
                }
                DefinitionKind::Macro(defined) => vec![defined.name.text.as_str()],
            };
            match definition.file.is_main() {
                // All of it counts, whatever it names.
                true => {
                    names.extend(own.into_iter().map(|own| match own.starts_with(OPERATOR) {
                        true => OPERATOR,
                        false => own,
                    }));
                }
                false => {
                    let named: Rc<[&str]> = names_in(definition.kind).into();
                    others.extend(own.into_iter().map(|own| (own, Rc::clone(&named))));
                }
            }
        }
        loop {
            let before = others.len();
            others.retain(|(own, named)| {
                let comes = named.iter().any(|name| names.contains(name));
                if comes {
                    names.insert(own);
                }
                !comes
            });
            if others.len() == before {
                break;
            }
        }
        names.into_iter().map(str::to_owned).collect()
    }
}

/// What a definition names.
fn names_in(definition: DefinitionKind<'_>) -> Vec<&str> {
    let mut named = Vec::new();
    let add = &mut |expr| add_names(expr, &mut named);
    match definition {
        DefinitionKind::Function(function) => walk::function(function, add),
        DefinitionKind::Class(class) => {
            let defaults = class.template.iter().filter_map(|parameter| parameter.default.as_ref());
            let parts = defaults.chain(&class.bases).chain(&class.specialization);
            parts.for_each(|part| walk::expression(part, add));
            walk::items(&class.members, add);
        }
        DefinitionKind::Declaration(_, declaration) => {
            let parts = declaration.declared_type.iter().chain(&declaration.value);
            parts.for_each(|part| walk::expression(part, add));
        }
        DefinitionKind::Macro(defined) => walk::expression(&defined.body, add),
    }
    named
}

/// All parts of the paths in an expression, and its members.
fn add_names<'e>(expr: &'e Expr, names: &mut Vec<&'e str>) {
    match &expr.kind {
        // Most names are no paths, and one character is found sooner than two.
        ExprKind::Name(name) if !name.contains(':') => {
            names.extend(Some(name.as_str()).filter(|name| !name.is_empty()))
        }
        ExprKind::Name(name) => names.extend(name.split("::").filter(|part| !part.is_empty())),
        ExprKind::Member { name, .. } => names.push(&name.text),
        ExprKind::Opaque(Opaque::FloatingPoint) => {}
        ExprKind::Opaque(_) => names.push(UNREAD),
        _ => {}
    }
}

/// Whether a function or class goes by one of these names, or one of its template arguments does.
fn names_one(value: &HostValue, names: &FxHashSet<String>, depth: usize) -> bool {
    let Some(depth) = depth.checked_sub(1) else { return true };
    let of_class = |class: &ClassValue| {
        names.contains(class.class.name.text.as_str())
            || class.arguments.iter().any(|argument| names_one(argument, names, depth))
    };
    match value {
        HostValue::Callable(callable) => match &**callable {
            Callable::Functions { overloads, template, .. } => {
                overloads.iter().any(|function| names.contains(function.name.text.as_str()))
                    || template.iter().any(|argument| names_one(argument, names, depth))
            }
            Callable::Class(class) => of_class(class),
            _ => true,
        },
        HostValue::Instance(instance) => of_class(&instance.class),
        HostValue::Type(of) => match &**of {
            HostType::Class(class) => of_class(class),
            HostType::Of(value) => names_one(value, names, depth),
            HostType::Specialized { arguments, .. } => {
                arguments.iter().any(|argument| names_one(argument, names, depth))
            }
            HostType::Named(_) => false,
        },
        HostValue::Tuple(elements) => elements.iter().any(|element| names_one(element, names, depth)),
        _ => false,
    }
}
