//! Conditional compilation by the GPU: `#if __CUDA_ARCH__ >= 800`.

use layoutlens_host_value::{evaluation::HostFile, suggestions::Generation};
use layoutlens_syntax::{
    preprocessor::{self, Macro},
    program::{Alternative, Class, Function, HostStatement, Item, StatementKind},
};

use crate::state::choices::{Choices, Condition};

/// The macro that says for which GPU the compiler runs (CUDA C++ Programming Guide, "Application Compatibility").
pub(crate) const ARCHITECTURE: &str = "__CUDA_ARCH__";

/// Its value where the code is written for these GPUs.
pub(crate) fn architecture_of(generation: Generation) -> i64 {
    match generation {
        Generation::Ampere => 800,
        Generation::Hopper => 900,
        Generation::Blackwell => 1000,
    }
}

/// The branches that a compiler takes for these GPUs, for all conditions that nothing else has a say in.
pub(crate) fn choices<'a>(files: impl Iterator<Item = &'a HostFile> + Clone, architecture: i64) -> Choices {
    let mut choices = Choices::new();
    let known = |name: &str| match name == ARCHITECTURE {
        true => Macro::Number(architecture),
        false => Macro::Unknown,
    };
    let defines = |file: &HostFile| file.program.macros.iter().any(|name| name == ARCHITECTURE);
    if files.clone().any(defines) {
        return choices;
    }
    for file in files {
        in_items(&file.program.items, &mut |branches| {
            let is_asked =
                |branch: &Alternative| preprocessor::macros(&branch.condition).contains(&ARCHITECTURE);
            if branches.iter().any(is_asked) {
                let condition = Condition::of(branches);
                if let Some(chosen) = condition.decided(known) {
                    choices.insert(condition, chosen);
                }
            }
        });
    }
    choices
}

fn in_items<'a>(items: &'a [Item], visit: &mut impl FnMut(&'a [Alternative])) {
    for item in items {
        match item {
            Item::Function(function) => in_function(function, visit),
            Item::Class(class) => in_class(class, visit),
            Item::Statement(statement) => in_body(std::slice::from_ref(statement), visit),
        }
    }
}

fn in_function<'a>(function: &'a Function, visit: &mut impl FnMut(&'a [Alternative])) {
    in_body(&function.body, visit);
}

fn in_class<'a>(class: &'a Class, visit: &mut impl FnMut(&'a [Alternative])) {
    in_items(&class.members, visit);
}

fn in_body<'a>(body: &'a [HostStatement], visit: &mut impl FnMut(&'a [Alternative])) {
    for statement in body {
        match &statement.kind {
            StatementKind::Alternatives(branches) => {
                visit(branches);
                branches.iter().for_each(|branch| in_body(&branch.body, visit));
            }
            StatementKind::If { then, otherwise, .. } => {
                in_body(then, visit);
                in_body(otherwise, visit);
            }
            StatementKind::Loop { body, .. } | StatementKind::Block(body) => in_body(body, visit),
            StatementKind::Function(function) => in_function(function, visit),
            StatementKind::Class(class) => in_class(class, visit),
            _ => {}
        }
    }
}
