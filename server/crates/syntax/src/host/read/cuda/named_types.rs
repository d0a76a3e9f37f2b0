//! `f<T, T, float, Shape<Int<M>, Int<N>, Int<K>>>()`: what `<` may be here is more than tree-sitter follows at once, and
//! `float` ends the readings that it keeps. With a name in the place of each such type it reads the statement.

use tree_sitter::Node;

use super::kind::KindOf as _;
use super::{MAX_DEPTH, Place, Reader, named_children};
use crate::host::parse_part_as;
use crate::program::HostStatement;

/// Types that are words of the language.
const TYPES: [&str; 8] = ["bool", "char", "double", "float", "int", "long", "short", "unsigned"];

/// The longest statement that is parsed again.
const MAX_LENGTH: usize = 4096;

impl Reader<'_> {
    /// Reads a statement with a syntax error that has none when names stand where types of the language are template
    /// arguments. Says whether it was such a one.
    pub(super) fn read_with_named_types(
        &mut self,
        node: Node<'_>,
        place: Place,
        out: &mut Vec<HostStatement>,
    ) -> bool {
        let is_statement = matches!(
            node.word(),
            "alias_declaration" | "declaration" | "field_declaration" | "expression_statement"
        );
        // Of a template, its parameters stand in front of the statement.
        let is_template = node.parent().is_some_and(|around| around.word() == "template_declaration");
        let range = self.in_part(node.byte_range());
        if !is_statement
            || is_template
            || range != node.byte_range()
            || range.len() > MAX_LENGTH
            || self.parts_left == 0
            || self.depth >= MAX_DEPTH
        {
            return false;
        }
        let Some(named) = self.text.get(range.clone()).and_then(named) else { return false };
        self.parts_left -= 1;
        let tree = parse_part_as(self.text, range, &named);
        let Some(tree) = tree.filter(|tree| {
            let root = tree.root_node();
            !root.has_error() && named_children(root).len() == 1
        }) else {
            return false;
        };
        self.go_deeper(1);
        self.keeping_nothing(|this| this.root(tree.root_node(), place, out));
        self.depth -= 1;
        true
    }
}

/// The text with a name of equal length for each template argument that is a type of the language; none where there is no
/// such argument. Whoever reads the tree reads the text as it was.
fn named(text: &str) -> Option<String> {
    let mut named = text.to_owned();
    let is_word = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let mut at = 0;
    for word in text.split_inclusive(|letter: char| !is_word(letter)) {
        let type_name = word.trim_end_matches(|letter: char| !is_word(letter));
        let range = at..at + type_name.len();
        at += word.len();
        let (before, behind) = (text.get(..range.start)?.trim_end(), text.get(range.end..)?.trim_start());
        if TYPES.contains(&type_name) && before.ends_with([',', '<']) && behind.starts_with([',', '>']) {
            named.replace_range(range.clone(), &"_".repeat(range.len()));
        }
    }
    (named != text).then_some(named)
}

#[cfg(test)]
mod tests {
    use super::named;

    #[test]
    fn types_of_the_language_between_template_arguments_become_names() {
        assert_eq!(named("f<T, float, S<int>>()").as_deref(), Some("f<T, _____, S<___>>()"));
        for text in ["f<T, my_float, S<T>>()", "float f(int a)", "f<unsigned int, T>()", "f<float*>()"] {
            assert_eq!(named(text), None, "{text}");
        }
    }
}
