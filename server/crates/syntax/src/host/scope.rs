//! The functions of a host file as regions in which names are visible.

use tree_sitter::Node;

use super::HostTree;
use crate::{Language, Scope};

/// The file as scope 0, then the functions that `tree` defines in the order of the text. `None` if the tree is
/// broken: what an incremental parse and a full one make of broken code may differ.
pub(crate) fn scopes(language: Language, text: &str, tree: &HostTree) -> Option<Vec<Scope>> {
    let tree = tree.tree().filter(|tree| !tree.root_node().has_error())?;
    let mut scopes = vec![file_scope(text)];
    let mut cursor = tree.walk();
    // Indices of the scopes that hold the current node, innermost last, with the node's depth.
    let mut open: Vec<(usize, u32)> = vec![(0, 0)];
    loop {
        let node = cursor.node();
        while open.len() > 1 && open.last().is_some_and(|&(_, depth)| cursor.depth() <= depth) {
            open.pop();
        }
        if is_function(language, node) {
            let parent = open.last().map(|&(index, _)| index);
            scopes.push(Scope { range: node.byte_range(), parent, name: function_name(node, text) });
            open.push((scopes.len() - 1, cursor.depth()));
        }
        if may_hold_functions(language, node) && cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return Some(scopes);
            }
        }
    }
}

/// Scope 0.
pub(crate) fn file_scope(text: &str) -> Scope {
    Scope { range: 0..text.len(), parent: None, name: None }
}

/// The innermost scope that holds `at`.
pub(crate) fn innermost(scopes: &[Scope], at: usize) -> usize {
    // Scopes are in the order of the text: what holds `at` is the last one that begins before it, or around that.
    let mut index = scopes.partition_point(|scope| scope.range.start <= at).saturating_sub(1);
    while let Some(scope) = scopes.get(index)
        && at >= scope.range.end
        && let Some(parent) = scope.parent
    {
        index = parent;
    }
    index
}

fn is_function(language: Language, node: Node<'_>) -> bool {
    match language {
        Language::Cuda | Language::Python => node.kind() == "function_definition",
        Language::Rust => node.kind() == "function_item",
    }
}

/// Whether functions may be defined inside `node`: expressions and statements are passed over.
fn may_hold_functions(language: Language, node: Node<'_>) -> bool {
    if node.child_count() == 0 {
        return false;
    }
    let kind = node.kind();
    match language {
        Language::Cuda => {
            kind.starts_with("preproc_if")
                || kind.starts_with("preproc_el")
                || matches!(
                    kind,
                    "translation_unit"
                        | "namespace_definition"
                        | "linkage_specification"
                        | "declaration_list"
                        | "template_declaration"
                        | "class_specifier"
                        | "struct_specifier"
                        | "union_specifier"
                        | "field_declaration_list"
                        | "field_declaration"
                        | "friend_declaration"
                        | "type_definition"
                        | "declaration"
                )
        }
        Language::Python => {
            kind.ends_with("_statement")
                || kind.ends_with("_clause")
                || matches!(
                    kind,
                    "module" | "block" | "class_definition" | "decorated_definition" | "function_definition"
                )
        }
        Language::Rust => matches!(
            kind,
            "source_file"
                | "mod_item"
                | "impl_item"
                | "trait_item"
                | "declaration_list"
                | "function_item"
                | "block"
        ),
    }
}

/// The name in a function's declarator, without qualifiers.
fn function_name(node: Node<'_>, text: &str) -> Option<String> {
    let mut part = node.child_by_field_name("name").or_else(|| node.child_by_field_name("declarator"))?;
    loop {
        let named = part.child_by_field_name("declarator").or_else(|| part.child_by_field_name("name"));
        part = match named {
            Some(inner) => inner,
            // `T& f()`: a reference's declarator has no field.
            None if part.kind() == "reference_declarator" => {
                part.named_child(u32::try_from(part.named_child_count()).ok()?.checked_sub(1)?)?
            }
            None => break,
        };
    }
    Some(text.get(part.byte_range())?.to_owned())
}
