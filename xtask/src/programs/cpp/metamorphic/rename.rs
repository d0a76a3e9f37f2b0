//! Other names for what a file declares.

use std::collections::{BTreeMap, BTreeSet};

use fastrand::Rng;

use super::{
    Kept, Variant,
    source::{Source, declared, is_inside},
};

/// Variables, parameters and functions get other names; all of them, or half.
pub(super) fn renamed(source: &Source<'_>, random: &mut Rng) -> Option<Variant> {
    let candidates = candidates(source);
    let is_all = random.bool();
    let chosen: BTreeSet<&str> = candidates.into_iter().filter(|_| is_all || random.bool()).collect();
    let changes: Vec<_> = source
        .nodes(&["identifier"])
        .into_iter()
        .filter(|node| chosen.contains(source.of(*node)))
        .map(|node| (node.byte_range(), other(source.of(node))))
        .collect();
    if changes.is_empty() {
        return None;
    }
    let mut variant = Variant::of(source.with(changes), Kept::All);
    variant.names = chosen.iter().map(|name| (other(name), (*name).to_owned())).collect::<BTreeMap<_, _>>();
    Some(variant)
}

fn other(name: &str) -> String {
    format!("{name}Other")
}

/// Names that stand for one kind of thing in the whole file, and for nothing outside of it.
fn candidates<'t>(source: &Source<'t>) -> BTreeSet<&'t str> {
    let mut names: BTreeSet<&str> = BTreeSet::new();
    for node in
        source.nodes(&["declaration", "parameter_declaration", "for_range_loop", "function_definition"])
    {
        for declarator in node.children_by_field_name("declarator", &mut node.walk()) {
            names.extend(declared(declarator).map(|name| source.of(name)));
        }
    }
    // What is also a member, a type, a macro or a word that the parser did not understand stays.
    let other_kinds = ["field_identifier", "type_identifier", "namespace_identifier", "statement_identifier"];
    for node in source.nodes(&other_kinds) {
        names.remove(source.of(node));
    }
    for node in source.nodes(&["preproc_def", "preproc_function_def", "preproc_if", "preproc_ifdef", "ERROR"])
    {
        for word in source.words(node) {
            names.remove(word);
        }
    }
    // Methods and constructors are called by a class's names; what a qualifier names is another's.
    for node in source.nodes(&["identifier"]) {
        let is_qualified = node.parent().is_some_and(|parent| parent.kind() == "qualified_identifier");
        let is_of_class = is_inside(node, &["friend_declaration"]);
        if is_qualified || is_of_class {
            names.remove(source.of(node));
        }
    }
    // A word of a comment or a string says what it says.
    for node in source.nodes(&["string_literal", "raw_string_literal", "system_lib_string"]) {
        let text = source.of(node);
        names.retain(|name| !text.contains(*name));
    }
    // Called and not defined here: it is a name of CuTe's as well.
    let defined: BTreeSet<&str> = source
        .nodes(&["function_definition", "function_declarator"])
        .into_iter()
        .filter_map(|node| declared(node.child_by_field_name("declarator")?).map(|name| source.of(name)))
        .collect();
    for node in source.nodes(&["call_expression"]) {
        let called = node.child_by_field_name("function").map(|function| source.of(function));
        if let Some(called) = called.map(|called| called.split('<').next().unwrap_or(called)) {
            let is_variable = names.contains(called) && !defined.contains(called);
            if is_variable {
                names.remove(called);
            }
        }
    }
    // Behind a macro without a semicolon, the parser takes a keyword for a name.
    for word in ["main", "for", "while", "if", "do", "switch", "return", "else", "operator"] {
        names.remove(word);
    }
    names
}
