//! Functions that know nothing of each other, in another order.

use std::ops::Range;

use fastrand::Rng;
use tree_sitter::Node;

use super::{
    Kept, Variant,
    source::{Source, declared},
};

/// Two neighbours change places: overloads, or functions that do not name each other.
pub(super) fn reordered(source: &Source<'_>, random: &mut Rng) -> Option<Variant> {
    let items = source.items();
    let pairs: Vec<(Range<usize>, Range<usize>)> = items
        .windows(2)
        .filter_map(|pair| match pair {
            [first, second] if are_independent(source, *first, *second) => {
                Some((rows(*first), rows(*second)))
            }
            _ => None,
        })
        // Both fill their lines.
        .filter(|(first, second)| first.end <= second.start)
        .collect();
    let (first, second) = random.choice(&pairs)?.clone();
    let lines: Vec<&str> = source.text.split_inclusive('\n').collect();
    let order: Vec<usize> = (0..first.start)
        .chain(second.clone())
        .chain(first.end..second.start)
        .chain(first.clone())
        .chain(second.end..lines.len())
        .collect();
    let text = order.iter().filter_map(|at| lines.get(*at)).copied().collect();
    let mut variant = Variant::of(text, Kept::All);
    variant.moved = order.iter().enumerate().map(|(now, before)| (now + 1, before + 1)).collect();
    Some(variant)
}

fn rows(node: Node<'_>) -> Range<usize> {
    node.start_position().row..node.end_position().row + 1
}

fn are_independent(source: &Source<'_>, first: Node<'_>, second: Node<'_>) -> bool {
    let (Some((name, is_template)), Some((other, other_is_template))) =
        (function(source, first), function(source, second))
    else {
        return false;
    };
    if name == other {
        // A specialisation stands behind its template; of overloads none calls the other.
        let mentions = |node: Node<'_>| {
            source.nodes_below(node, &["identifier"]).iter().filter(|node| source.of(**node) == name).count()
        };
        return !is_template && !other_is_template && mentions(first) == 1 && mentions(second) == 1;
    }
    !source.words(first).contains(other) && !source.words(second).contains(name)
}

/// The name of a function outside of classes, and whether it is a template.
fn function<'t>(source: &Source<'t>, node: Node<'_>) -> Option<(&'t str, bool)> {
    match node.kind() {
        "function_definition" => Some((source.of(declared(node)?), false)),
        "template_declaration" => {
            let inner =
                node.named_children(&mut node.walk()).find(|child| child.kind() == "function_definition")?;
            Some((source.of(declared(inner)?), true))
        }
        _ => None,
    }
}
