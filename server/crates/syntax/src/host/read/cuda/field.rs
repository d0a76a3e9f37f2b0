//! Fields of nodes by their numbers: to find one by its name, the names of all are compared each time.

use std::{num::NonZeroU16, sync::LazyLock};

use tree_sitter::Node;

/// A field of the grammar.
pub(super) struct Field(LazyLock<Option<NonZeroU16>>);

macro_rules! fields {
    ($($field:ident = $name:literal,)*) => {
        $(
            pub(super) static $field: Field = Field(LazyLock::new(|| number($name)));
        )*

        #[cfg(test)]
        const ALL: &[(&str, &Field)] = &[$(($name, &$field)),*];
    };
}

fields! {
    ALTERNATIVE = "alternative",
    ARGUMENT = "argument",
    ARGUMENTS = "arguments",
    BODY = "body",
    CAPTURES = "captures",
    CONDITION = "condition",
    CONSEQUENCE = "consequence",
    DECLARATOR = "declarator",
    DEFAULT_TYPE = "default_type",
    DEFAULT_VALUE = "default_value",
    FIELD = "field",
    FUNCTION = "function",
    INDICES = "indices",
    INITIALIZER = "initializer",
    INPUT_OPERANDS = "input_operands",
    LABEL = "label",
    LEFT = "left",
    NAME = "name",
    OPERATOR = "operator",
    OUTPUT_OPERANDS = "output_operands",
    PARAMETERS = "parameters",
    PATH = "path",
    RIGHT = "right",
    SCOPE = "scope",
    SIZE = "size",
    TEMPLATE_PARAMETERS = "template_parameters",
    TYPE = "type",
    UPDATE = "update",
    VALUE = "value",
}

fn number(name: &str) -> Option<NonZeroU16> {
    tree_sitter::Language::from(tree_sitter_cuda::LANGUAGE).field_id_for_name(name)
}

/// A node with fields.
pub(super) trait FieldOf<'t> {
    /// The first child in a field.
    fn field(&self, field: &Field) -> Option<Node<'t>>;
}

impl<'t> FieldOf<'t> for Node<'t> {
    fn field(&self, field: &Field) -> Option<Node<'t>> {
        self.child_by_field_id(field.0.as_ref()?.get())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_grammar_has_every_field() {
        let missing: Vec<&str> =
            ALL.iter().filter(|(_, field)| field.0.is_none()).map(|(name, _)| *name).collect();
        assert!(missing.is_empty(), "{missing:?}");
    }
}
