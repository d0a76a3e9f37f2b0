//! A statement that may not run.

use fastrand::Rng;
use tree_sitter::Node;

use super::{Kept, Variant, source::Source};

const FLAG: &str = "HIDDEN_FLAG";
const STATEMENTS: &[&str] = &[
    "expression_statement",
    "if_statement",
    "for_statement",
    "for_range_loop",
    "while_statement",
    "do_statement",
    "switch_statement",
    "try_statement",
    "compound_statement",
];

/// A statement stands behind an `if` of which nothing is known. What is certain then is so too where it runs, as it
/// does in the program.
pub(super) fn behind_if(source: &Source<'_>, random: &mut Rng) -> Option<Variant> {
    let statements: Vec<Node<'_>> = source
        .nodes(STATEMENTS)
        .into_iter()
        .filter(|node| node.parent().is_some_and(|parent| parent.kind() == "compound_statement"))
        // What stands beside code that the parser does not understand may be a part of it: the condition of a `for`.
        .filter(|node| {
            [node.prev_sibling(), node.next_sibling()].iter().flatten().all(|beside| !beside.has_error())
        })
        // A jump to a label in a block is another program in some cases.
        .filter(|node| {
            !source.of(*node).contains("goto ")
                && source.nodes_below(*node, &["labeled_statement"]).is_empty()
        })
        .collect();
    let statement = random.choice(&statements)?;
    let at = source.first_code()?;
    let range = statement.byte_range();
    let text = source.with(vec![
        (at..at, format!("extern bool {FLAG}; ")),
        (range.start..range.start, format!("if ({FLAG}) {{ ")),
        (range.end..range.end, " }".to_owned()),
    ]);
    Some(Variant::of(text, Kept::Values))
}
