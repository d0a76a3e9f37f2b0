//! A file's first definitions in a file that it includes.

use fastrand::Rng;
use tree_sitter::Node;

use super::{Kept, Variant, source::Source};

const HEADER: &str = "part.hpp";

/// The first definitions stand in a header.
pub(super) fn split(source: &Source<'_>, random: &mut Rng) -> Option<Variant> {
    let is_head = |node: &Node<'_>| {
        node.kind() == "preproc_include" || node.kind() == "using_declaration" || node.kind() == "comment"
    };
    let items = source.items();
    let code: Vec<&Node<'_>> = items.iter().skip_while(|node| is_head(node)).collect();
    let start = line_start(source.text, code.first()?.start_byte());
    // One item stays at least.
    let ends: Vec<usize> = code
        .iter()
        .skip(1)
        .map(|node| line_start(source.text, node.start_byte()))
        .filter(|end| *end > start)
        .collect();
    let end = *random.choice(&ends)?;
    let header = source.text.get(start..end)?.to_owned();
    let text = source.with(vec![(start..end, format!("#include \"{HEADER}\"\n"))]);
    let mut variant = Variant::of(text, Kept::Values);
    variant.beside = Some((HEADER, header));
    Some(variant)
}

fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |newline| newline + 1)
}
