//! Which names of statements and of the code a comment beside a variable speaks of.

use std::ops::Range;

use layoutlens_syntax::{Pattern, PatternKind, ValueComment};

use super::{CommentCheck, Names};
use crate::{
    environment::Lookup,
    evaluator::{Evaluator, Position},
    node::Reference,
};

/// The names in a comment that was held against variables, each with where it is bound or declared: its label, and what it
/// is compared as.
pub(super) fn uses(
    comment: &ValueComment,
    checks: &[CommentCheck],
    names: &Names<'_>,
    declared: impl Fn(usize) -> Option<Range<usize>>,
) -> Vec<Reference> {
    let [first, ..] = checks else { return Vec::new() };
    let label = comment.label.as_ref().zip(declared(first.variable));
    let mut found: Vec<Reference> = label
        .map(|(label, definition)| Reference { range: label.range.clone(), definition })
        .into_iter()
        .collect();
    for value in &comment.values {
        for pattern in [Some(&value.shape), value.stride.as_ref()].into_iter().flatten() {
            push_uses(pattern, names, &mut found);
        }
    }
    found
}

fn push_uses(pattern: &Pattern, names: &Names<'_>, found: &mut Vec<Reference>) {
    match &pattern.kind {
        PatternKind::Tuple(elements) => {
            elements.iter().for_each(|element| push_uses(element, names, found));
        }
        PatternKind::Name(name) if names.bound(pattern).is_some() => {
            let range = pattern.range.clone();
            match names.environment.look_up(name, names.scope, range.start) {
                Lookup::Bound(binding) => {
                    found.push(Reference { range, definition: binding.definition.clone() });
                }
                Lookup::Host(Some(variable)) => {
                    found.push(Reference { range, definition: variable.range.clone() });
                }
                Lookup::Elsewhere(_) | Lookup::Host(None) | Lookup::Unbound => {}
            }
        }
        PatternKind::Expression(expr) if names.bound(pattern).is_some() => {
            let mut evaluator = Evaluator::new(names.environment, names.scope);
            evaluator.evaluate(expr, Position::Size);
            found.append(&mut evaluator.references);
        }
        _ => {}
    }
}
