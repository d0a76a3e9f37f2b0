//! The functions of a host file as regions in which names are visible.

use tree_sitter::{Node, Tree};

use crate::{Language, Scope};

/// The file as scope 0, then its functions in the order of the text.
pub(crate) fn scopes(language: Language, text: &str, tree: Option<&Tree>) -> Vec<Scope> {
    let mut scopes = vec![Scope { range: 0..text.len(), parent: None, name: None }];
    let Some(tree) = tree else { return scopes };
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
                return scopes;
            }
        }
    }
}

/// The innermost scope that holds `at`.
pub(crate) fn innermost(scopes: &[Scope], at: usize) -> usize {
    // Scopes are in the order of the text, and an inner one follows its outer one.
    scopes.iter().rposition(|scope| scope.range.start <= at && at < scope.range.end).unwrap_or(0)
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
                    "ERROR"
                        | "translation_unit"
                        | "namespace_definition"
                        | "linkage_specification"
                        | "declaration_list"
                        | "template_declaration"
                        | "class_specifier"
                        | "struct_specifier"
                        | "union_specifier"
                        | "field_declaration_list"
                        | "declaration"
                )
        }
        Language::Python => {
            kind.ends_with("_statement")
                || kind.ends_with("_clause")
                || matches!(
                    kind,
                    "ERROR"
                        | "module"
                        | "block"
                        | "class_definition"
                        | "decorated_definition"
                        | "function_definition"
                )
        }
        Language::Rust => matches!(
            kind,
            "ERROR"
                | "source_file"
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
    while let Some(inner) =
        part.child_by_field_name("declarator").or_else(|| part.child_by_field_name("name"))
    {
        part = inner;
    }
    Some(text.get(part.byte_range())?.to_owned())
}
