//! What a text defines, by its names.

use tree_sitter::Node;

use crate::read::{children, compiled};

/// What is defined somewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Found {
    Function,
    Class,
    /// A constant or variable outside of functions, or one of an `enum`.
    Constant,
    Alias,
    Kernel,
    /// `k<<<1, 32>>>(..)`.
    Launch,
    /// `template void k<32>(..);`.
    Instantiation,
}

/// Tells all that is defined below a node by its name; what stands in functions only where `is_all`.
pub(crate) fn definitions<'t>(
    root: Node<'t>,
    text: &'t str,
    is_all: bool,
    tell: &mut dyn FnMut(Found, &'t str, Node<'t>),
) {
    let word = |node: Node<'_>| -> &'t str { text.get(node.byte_range()).unwrap_or_default() };
    let mut rest: Vec<(Node<'t>, bool)> = vec![(root, false)];
    while let Some((node, is_inside)) = rest.pop() {
        match node.kind() {
            "function_definition" => {
                if let Some(name) = node.child_by_field_name("declarator").and_then(|one| name_of(one, text))
                {
                    let mut cursor = node.walk();
                    let is_kernel = node.children(&mut cursor).any(|child| word(child) == "__global__");
                    if is_kernel {
                        tell(Found::Kernel, name, node);
                    } else if !is_inside {
                        tell(Found::Function, name, node);
                    }
                }
                if is_all {
                    rest.extend(children(node).into_iter().map(|child| (child, true)));
                }
                continue;
            }
            "struct_specifier" | "class_specifier" | "union_specifier"
                if node.child_by_field_name("body").is_some() =>
            {
                if let Some(name) = node.child_by_field_name("name") {
                    tell(Found::Class, word(name).split('<').next().unwrap_or_default().trim(), node);
                }
                // What stands in a class is known by the class's name, too.
                let body = node.child_by_field_name("body");
                rest.extend(body.map(children).unwrap_or_default().into_iter().map(|child| (child, true)));
                continue;
            }
            "declaration" if !is_inside => {
                let mut cursor = node.walk();
                let declarators: Vec<_> = node.children_by_field_name("declarator", &mut cursor).collect();
                for name in declarators.into_iter().filter_map(|one| name_of(one, text)) {
                    tell(Found::Constant, name, node);
                }
            }
            "enumerator" => {
                if let Some(name) = node.child_by_field_name("name") {
                    tell(Found::Constant, word(name), node);
                }
            }
            "alias_declaration" | "type_definition" if !is_inside => {
                let name =
                    node.child_by_field_name("name").or_else(|| node.child_by_field_name("declarator"));
                if let Some(name) = name.and_then(|name| name_of(name, text)) {
                    tell(Found::Alias, name, node);
                }
            }
            "call_expression" => {
                let mut cursor = node.walk();
                if node.children(&mut cursor).any(|child| child.kind() == "kernel_call_syntax") {
                    tell(Found::Launch, "", node);
                }
            }
            "template_instantiation" => tell(Found::Instantiation, "", node),
            _ => {}
        }
        rest.extend(compiled(node, text).into_iter().map(|child| (child, is_inside)));
    }
}

/// The name that a declarator declares.
pub(crate) fn name_of<'t>(node: Node<'_>, text: &'t str) -> Option<&'t str> {
    let mut node = node;
    loop {
        match node.kind() {
            "identifier" | "type_identifier" | "field_identifier" => return text.get(node.byte_range()),
            "template_function" | "template_type" | "qualified_identifier" => {
                node = node.child_by_field_name("name")?
            }
            "reference_declarator" | "parenthesized_declarator" => node = children(node).last().copied()?,
            _ => node = node.child_by_field_name("declarator")?,
        }
    }
}
