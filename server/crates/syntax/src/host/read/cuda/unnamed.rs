//! Types without a name: what they are called.

use rustc_hash::FxHashMap;
use tree_sitter::Node;

use super::{
    field::{self, FieldOf as _},
    kind::KindOf as _,
};

/// The types without a name that were met.
#[derive(Debug, Default)]
pub(super) struct UnnamedTypes {
    /// What each is called, by where its definition begins.
    names: FxHashMap<usize, String>,
    /// How many there are in each outer definition, by where that begins; and outside of these.
    count: FxHashMap<Option<usize>, usize>,
    /// What the call of the macro is called that writes them.
    within: Option<String>,
}

impl UnnamedTypes {
    /// How many were met.
    pub(super) fn len(&self) -> usize {
        self.names.len()
    }

    /// Those that the macro writes which is called here, in a file of this text: no other text has types of their names.
    pub(super) fn written(&mut self, call: Node<'_>, text: &str) -> Self {
        Self { within: Some(self.name(call, text)), ..Self::default() }
    }

    /// The name by which a type without one is known, in a file of this text: no name that code can hold. It says the
    /// how-many-th it is in the outermost function or class around, not where it stands: what is read of these is kept
    /// while code in front of them changes, and what rests on such a type shows its name.
    pub(super) fn name(&mut self, definition: Node<'_>, text: &str) -> String {
        let start = definition.start_byte();
        if let Some(name) = self.names.get(&start) {
            return name.clone();
        }
        let owner = outer_definition(definition);
        let count = self.count.entry(owner.map(|(start, _)| start)).or_default();
        *count += 1;
        let of_owner = match owner.and_then(|(_, name)| text.get(name.byte_range())) {
            Some(owner) => format!("{count} of {owner}"),
            None => count.to_string(),
        };
        let name = match &self.within {
            Some(within) => format!("(unnamed {of_owner} in {within})"),
            None => format!("(unnamed {of_owner})"),
        };
        self.names.insert(start, name.clone());
        name
    }
}

/// Where the outermost function or class with a name around begins, and its name.
fn outer_definition(definition: Node<'_>) -> Option<(usize, Node<'_>)> {
    let around = std::iter::successors(definition.parent(), Node::parent);
    let named = around.filter_map(|node| {
        let name = match node.word() {
            "function_definition" => called(node)?,
            "struct_specifier" | "class_specifier" | "union_specifier" => node.field(&field::NAME)?,
            _ => return None,
        };
        Some((node.start_byte(), name))
    });
    named.last()
}

/// The last part of what a function is called.
fn called(function: Node<'_>) -> Option<Node<'_>> {
    let mut name = function.field(&field::DECLARATOR)?;
    while let Some(inner) = name.field(&field::DECLARATOR).or_else(|| name.field(&field::NAME)) {
        name = inner;
    }
    Some(name)
}
