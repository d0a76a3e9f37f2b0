//! A function or a variable that another file defines.

use fastrand::Rng;
use tree_sitter::Node;

use super::{
    Kept, Variant,
    source::{Source, above, declared, is_inside},
};

/// A file that nothing includes.
const ELSEWHERE: &str = "elsewhere.cu";

/// A function or a method is declared and not defined.
pub(super) fn elsewhere(source: &Source<'_>, random: &mut Rng) -> Option<Variant> {
    let functions: Vec<(Node<'_>, Node<'_>)> = source
        .nodes(&["function_definition"])
        .into_iter()
        .filter_map(|node| Some((node, node.child_by_field_name("body")?)))
        .filter(|(node, _)| may_be_elsewhere(source, *node))
        .collect();
    let (function, body) = random.choice(&functions)?;
    let initializers =
        function.children(&mut function.walk()).find(|child| child.kind() == "field_initializer_list");
    let start = initializers.unwrap_or(*body).start_byte();
    let text = source.with(vec![(start..body.end_byte(), ";".to_owned())]);
    let is_member = is_inside(*function, &["field_declaration_list"]);
    let mut variant = Variant::of(text, Kept::Values);
    variant.beside = (!is_member).then(|| (ELSEWHERE, source.of(*function).to_owned()));
    Some(variant)
}

fn may_be_elsewhere(source: &Source<'_>, function: Node<'_>) -> bool {
    let is_main = function
        .child_by_field_name("declarator")
        .and_then(declared)
        .is_some_and(|name| source.of(name) == "main");
    // Who calls such a function must see its body.
    let is_deduced = function.child_by_field_name("type").is_some_and(|kind| {
        matches!(kind.kind(), "placeholder_type_specifier" | "decltype" | "auto")
            || source.of(kind).starts_with("auto")
    });
    let is_local = above(function).any(|node| node.kind() == "function_definition");
    !is_main && !is_deduced && !is_local && !names_internal(source, function)
}

/// Whether code names a variable that only this file has: what another file defines cannot.
fn names_internal(source: &Source<'_>, code: Node<'_>) -> bool {
    let items = source.items();
    let internal: Vec<&str> = items
        .iter()
        .filter(|item| item.kind() == "declaration" && source.of(**item).starts_with("static "))
        .filter_map(|item| declared(item.child_by_field_name("declarator")?))
        .map(|name| source.of(name))
        .collect();
    let is_word = |character: char| character.is_ascii_alphanumeric() || character == '_';
    source.of(code).split(|character| !is_word(character)).any(|word| internal.contains(&word))
}

/// A variable outside of functions is declared and not defined.
pub(super) fn variable_elsewhere(source: &Source<'_>, random: &mut Rng) -> Option<Variant> {
    let is_plain = |node: &Node<'_>| {
        let text = source.of(*node);
        node.kind() == "declaration" && text.starts_with("int ") && text.matches('=').count() == 1
    };
    let variables: Vec<(Node<'_>, Node<'_>)> = source
        .items()
        .into_iter()
        .filter(is_plain)
        .filter_map(|node| Some((node, node.child_by_field_name("declarator")?)))
        .filter(|(_, declarator)| declarator.kind() == "init_declarator")
        .collect();
    let (variable, declarator) = random.choice(&variables)?;
    let name = declared(*declarator)?;
    let text = source.with(vec![(variable.byte_range(), format!("extern int {};", source.of(name)))]);
    let mut variant = Variant::of(text, Kept::Values);
    variant.beside = Some((ELSEWHERE, source.of(*variable).to_owned()));
    // Its value is a name of which nobody says when it is read.
    variant.open.insert(source.of(name).to_owned());
    Some(variant)
}
