//! A number that another file has.

use fastrand::Rng;
use tree_sitter::Node;

use super::{
    Kept, Variant,
    source::{Source, above, is_inside},
};

const NAME: &str = "HIDDEN_NUMBER";

/// Where C++ wants a number that the compiler knows.
const FOR_THE_COMPILER: &[&str] = &[
    "template_argument_list",
    "template_parameter_list",
    "array_declarator",
    "abstract_array_declarator",
    "new_declarator",
    "enumerator",
    "static_assert_declaration",
    "bitfield_clause",
    "alias_declaration",
    "decltype",
    "noexcept",
    "requires_clause",
    "concept_definition",
    "preproc_def",
    "preproc_function_def",
    "preproc_if",
    "preproc_elif",
    "preproc_call",
    "attribute_declaration",
    "alignas_qualifier",
    "launch_bounds",
];

/// A literal becomes an `int` that is declared and not defined.
pub(super) fn hidden(source: &Source<'_>, random: &mut Rng) -> Option<Variant> {
    let all = source.nodes(&["number_literal"]);
    let places: Vec<Node<'_>> = all.into_iter().filter(|node| may_be_hidden(source, *node)).collect();
    let place = random.choice(&places)?;
    let value: i64 = source.of(*place).parse().ok()?;
    let declaration = format!("extern const int {NAME}; ");
    let at = source.first_code()?;
    let text = source.with(vec![(at..at, declaration), (place.byte_range(), NAME.to_owned())]);
    let mut variant = Variant::of(text, Kept::Values);
    variant.given.insert(NAME.to_owned(), value);
    Some(variant)
}

fn may_be_hidden(source: &Source<'_>, node: Node<'_>) -> bool {
    // 0 may be a null pointer; what has a suffix is no `int`.
    let is_plain = source.of(node).bytes().all(|byte| byte.is_ascii_digit()) && source.of(node).len() < 9;
    let is_case = above(node)
        .any(|above| above.kind() == "case_statement" && above.child_by_field_name("value") == Some(node));
    let is_constant = above(node).any(|above| {
        let of_kind = |kind: &str| above.children(&mut above.walk()).any(|child| child.kind() == kind);
        let is_constexpr = above.children(&mut above.walk()).any(|child| {
            child.kind() == "type_qualifier"
                && matches!(source.of(child), "constexpr" | "consteval" | "constinit")
        });
        is_constexpr || above.kind() == "if_statement" && of_kind("constexpr")
    });
    is_plain
        && !source.of(node).starts_with('0')
        && !is_case
        && !is_constant
        && !is_inside(node, FOR_THE_COMPILER)
}
