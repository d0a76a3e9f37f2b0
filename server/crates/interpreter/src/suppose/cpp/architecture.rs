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

/// What part of what a GPU of the file's generation leaves out it may take, and another one leave out, for that to be supposed.
const PART_OF_OWN: usize = 4;

/// The value with which a compiler leaves out the least of what is wanted of a file, of the first of `values` and those that
/// its conditions compare the macro with. One that is none of `values` only where each of these leaves out most, which it does
/// not: `#if __CUDA_ARCH__ >= 1200` around all of a kernel. `wanted` are places, in order.
pub(crate) fn asked_most(
    main: &HostFile,
    (architecture, values): (&str, Range<i64>),
    wanted: &[usize],
) -> i64 {
    let mut tried = vec![values.start];
    let mut others = Vec::new();
    in_items(&main.program.items, &mut |branches| {
        let asked = branches.iter().map(|branch| &*branch.condition);
        let asked = asked.filter(|condition| preprocessor::macros(condition).contains(&architecture));
        for number in asked.flat_map(preprocessor::numbers) {
            let known = if values.contains(&number) { &mut tried } else { &mut others };
            if !known.contains(&number) && known.len() < MAX_TRIED {
                known.push(number);
            }
        }
    });
    if tried.len() == 1 && others.is_empty() {
        return values.start;
    }
    // Of several that are as good, the first GPU.
    let best = |tried: Vec<i64>| {
        let counted = tried.into_iter().map(|value| (counted(main, (architecture, value), wanted), value));
        counted.min_by_key(|(counted, _)| counted.left_out)
    };
    let Some((by_own, own)) = best(tried) else { return values.start };
    let is_little =
        |count: usize| by_own.left_out > 0 && count.saturating_mul(PART_OF_OWN) <= by_own.left_out;
    match best(others) {
        Some((by_other, other)) if is_little(by_own.taken) && is_little(by_other.left_out) => other,
        _ => own,
    }
}

/// How many places lie in branches that a GPU decides.
#[derive(Debug, Default)]
struct Counted {
    taken: usize,
    left_out: usize,
}

/// How many of these places lie in branches that are taken, and in others.
fn counted(main: &HostFile, (architecture, value): (&str, i64), wanted: &[usize]) -> Counted {
    let chosen = choices(std::iter::once(main), (architecture, value));
    let mut counted = Counted::default();
    in_items(&main.program.items, &mut |branches| {
        let Some(taken) = chosen.get(&Condition::of(branches)) else { return };
        for (index, branch) in branches.iter().enumerate() {
            let (Some(first), Some(last)) = (branch.body.first(), branch.body.last()) else { continue };
            let behind = |place: usize| wanted.partition_point(|at| *at < place);
            let within = behind(last.range.end).saturating_sub(behind(first.range.start));
            match index == *taken {
                true => counted.taken += within,
                false => counted.left_out += within,
            }
        }
    });
    counted
}

/// Calls `visit` with the branches of every conditional compilation.
pub(crate) fn in_items<'a>(items: &'a [Item], visit: &mut impl FnMut(&'a [Alternative])) {
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
