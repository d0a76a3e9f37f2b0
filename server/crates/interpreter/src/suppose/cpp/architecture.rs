//! Conditional compilation by the GPU: `#if __CUDA_ARCH__ >= 800`.

use layoutlens_host_value::evaluation::HostFile;
use layoutlens_syntax::{
    preprocessor::{self, Macro},
    program::{Alternative, HostStatement, Item, StatementKind},
};

use crate::state::choices::{Choices, Condition};

/// The branches that a compiler takes where this macro has this value, for all conditions that nothing else has a say in.
pub(crate) fn choices<'a>(
    files: impl Iterator<Item = &'a HostFile> + Clone,
    (architecture, value): (&str, i64),
) -> Choices {
    let mut choices = Choices::new();
    let known = |name: &str| match name == architecture {
        true => Macro::Number(value),
        false => Macro::Unknown,
    };
    let defines = |file: &HostFile| file.program.macros.iter().any(|name| name == architecture);
    if files.clone().any(defines) {
        return choices;
    }
    for file in files {
        in_items(&file.program.items, &mut |branches| {
            let is_asked =
                |branch: &Alternative| preprocessor::macros(&branch.condition).contains(&architecture);
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
            Item::Function(function) => in_body(&function.body, visit),
            Item::Class(class) => in_items(&class.members, visit),
            Item::Statement(statement) => in_body(std::slice::from_ref(statement), visit),
        }
    }
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
            StatementKind::Function(function) => in_body(&function.body, visit),
            StatementKind::Class(class) => in_items(&class.members, visit),
            _ => {}
        }
    }
}
