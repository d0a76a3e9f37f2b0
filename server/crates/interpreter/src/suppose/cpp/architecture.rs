//! Conditional compilation by the GPU: `#if __CUDA_ARCH__ >= 800`.

use std::ops::Range;

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

/// How many values of the macro are tried.
const MAX_TRIED: usize = 8;

/// The value with which a compiler leaves out the least of what is wanted of a file, of the first of `values` and those that
/// its conditions compare the macro with. `wanted` are places, in order.
pub(crate) fn asked_most(
    main: &HostFile,
    (architecture, values): (&str, Range<i64>),
    wanted: &[usize],
) -> i64 {
    let mut tried = vec![values.start];
    in_items(&main.program.items, &mut |branches| {
        let asked = branches.iter().map(|branch| &*branch.condition);
        let asked = asked.filter(|condition| preprocessor::macros(condition).contains(&architecture));
        for number in asked.flat_map(preprocessor::numbers) {
            if values.contains(&number) && !tried.contains(&number) && tried.len() < MAX_TRIED {
                tried.push(number);
            }
        }
    });
    // Of several that are as good, the first GPU.
    let missed = |value: &i64| left_out(main, (architecture, *value), wanted);
    if tried.len() == 1 {
        values.start
    } else {
        tried.iter().copied().min_by_key(missed).unwrap_or(values.start)
    }
}

/// How many of these places lie in branches that are not taken.
fn left_out(main: &HostFile, (architecture, value): (&str, i64), wanted: &[usize]) -> usize {
    let chosen = choices(std::iter::once(main), (architecture, value));
    let mut count = 0;
    in_items(&main.program.items, &mut |branches| {
        let Some(taken) = chosen.get(&Condition::of(branches)) else { return };
        for (index, branch) in branches.iter().enumerate() {
            let (Some(first), Some(last)) = (branch.body.first(), branch.body.last()) else { continue };
            if index != *taken {
                let behind = |place: usize| wanted.partition_point(|at| *at < place);
                count += behind(last.range.end).saturating_sub(behind(first.range.start));
            }
        }
    });
    count
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
