//! The syntax tree of C++ for whoever reads it otherwise than [`Program`](crate::program::Program) does.

use tree_sitter::{Node, Tree};

use super::{HostTree, comments};
use crate::Language;

/// The syntax tree of a text of C++ from which its reader has taken what the parser does not know. Kept to parse the next
/// revision: the same text has the same tree, whatever it was parsed after.
///
/// Of code that the parser cannot read as a whole, parts between functions, in namespaces too, have a tree each; a class
/// stands in one as a whole.
///
/// ```
/// use layoutlens_syntax::CodeTree;
///
/// let before = CodeTree::parse("int a;", None);
/// let tree = CodeTree::parse("int a; int b;", Some(&before));
/// assert_eq!(tree.roots().map(|root| root.named_child_count()).sum::<usize>(), 2);
/// ```
#[derive(Debug, Clone, Default)]
pub struct CodeTree {
    tree: HostTree,
}

impl CodeTree {
    /// Parses `text`, using again what `previous` has in common with it. Without roots where the limits of a document's
    /// tree do not suffice.
    pub fn parse(text: &str, previous: Option<&Self>) -> Self {
        let mut comments = comments(Language::Cuda, text);
        comments.boundaries = std::mem::take(&mut comments.boundaries).outside_of_classes();
        let previous = previous.map(|previous| &previous.tree);
        Self { tree: HostTree::parse_as_it_is(text, &comments, previous) }
    }

    /// The roots of its trees in the order of the text. Byte ranges are those of the text.
    pub fn roots(&self) -> impl Iterator<Item = Node<'_>> {
        self.tree.trees().map(|(tree, _): (&Tree, _)| tree.root_node())
    }
}

#[cfg(test)]
mod tests {
    use super::CodeTree;

    #[test]
    fn a_class_of_broken_code_stands_in_one_tree() {
        let text = "struct S {\n  int a() {\n    return 1;\n  }\n\n  int b() {\n    return 1;\n  }\n};\n\n\
                    namespace n {\nint f() {\n  return 1;\n}\n\nint g() {\n  return if 1;\n}\n}\n";
        let tree = CodeTree::parse(text, None);
        let classes = |root: tree_sitter::Node<'_>| root.to_sexp().matches("struct_specifier").count();
        assert_eq!(tree.roots().map(classes).collect::<Vec<_>>(), [1, 0]);
    }
}
