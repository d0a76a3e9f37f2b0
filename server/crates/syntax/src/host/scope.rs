//! The functions of a host file as regions in which names are visible.

use tree_sitter::Node;

use super::HostTree;
use crate::{Language, Scope, SourceScope};

/// The file as scope 0, then the functions that `tree` defines in the order of the text. `None` if the tree is
/// broken: what an incremental parse and a full one make of broken code may differ.
pub(crate) fn scopes(language: Language, text: &str, tree: &HostTree) -> Option<Vec<Scope>> {
    let tree = tree.tree().filter(|tree| !tree.root_node().has_error())?;
    let mut scopes = vec![file_scope(text)];
    let mut cursor = tree.walk();
    // The scopes that hold the current node, innermost last, with the node's depth.
    let mut open: Vec<(SourceScope, u32)> = vec![(SourceScope::FILE, 0)];
    loop {
        let node = cursor.node();
        while open.len() > 1 && open.last().is_some_and(|&(_, depth)| cursor.depth() <= depth) {
            open.pop();
        }
        if is_function(language, node) {
            let parent = open.last().map(|&(scope, _)| scope);
            scopes.push(Scope { range: node.byte_range(), parent, name: function_name(node, text) });
            open.push((SourceScope(scopes.len() - 1), cursor.depth()));
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
            _ if part.kind() == "operator_cast" => break,
            Some(inner) => inner,
            // `T& f()`: a reference's declarator has no field.
            None if part.kind() == "reference_declarator" => {
                part.named_child(u32::try_from(part.named_child_count()).ok()?.checked_sub(1)?)?
            }
            None => break,
        };
    }
    let name = text.get(part.byte_range())?;
    // `operator float() const` is one node, parameters and all.
    let end = if part.kind() == "operator_cast" { name.find('(') } else { None };
    Some(name[..end.unwrap_or(name.len())].trim_end().to_owned())
}

#[cfg(test)]
mod tests {
    use super::{HostTree, Language, scopes};
    use crate::comment::CommentLine;
    use crate::host;

    const CUDA: &str = r#"
#include <cute/tensor.hpp>
namespace a { namespace b {
template <class T, class U = X<int>, int N = 3>
struct S<T, enable_if_t<(N > 1)>> : public Base<T>, Other {
 public:
  S(int x) : a{x}, b(x) { f([&](int y) { return y; }); }
  ~S() { g(); }
  S(S const&) { }
  CUTE_HOST_DEVICE friend auto operator<(S const& s, S t) -> decltype(s.x) { return 1; }
  T operator()(T x, int[]) const& noexcept(true) { if (x) { return {1, 2}; } else if (y ||
      z) { return x; } }
  operator float() const { return 1.f; }
  enum class E { A, B };
  struct Inner { void f() { int a[] = {1, 2}; } };
  int table[2] = {1, 2};
};
}}
template <class T>
__global__ void __launch_bounds__(256, 1) kernel(T const* a, int (&b)[4]) {
  auto f = [](int x) { return x; };
  for (int i = 0; i < 4; ++i) { }
}
extern "C" { int c(void) { return 0; } }
#if defined(X)
static T& reference(int a) { return *p; }
#endif
int main() { kernel<<<1, 2>>>(p); }
"#;

    const PYTHON: &str = r#"
import cutlass
class A:
    x = {"def": 1}
    @cute.jit
    def f(
        self, a=(1,
        2),
    ) -> int:
        """Prose."""
        def g(): return 1
        if a:
            async def h(x):
                return x
        return g
    y = 1
def k(): pass
"#;

    const RUST: [&str; 3] =
        [include_str!("braces.rs"), include_str!("../explain.rs"), include_str!("../statement.rs")];

    /// End and name: beginnings differ by attributes.
    #[track_caller]
    fn check_functions(language: Language, text: &str) {
        let mut comments = host::comments(language, text);
        let tree = HostTree::parse(language, text, &comments, None);
        let by_tree = scopes(language, text, &tree).expect("the code is whole");
        let ends = |scopes: &[crate::Scope]| -> Vec<(usize, Option<String>)> {
            let mut ends: Vec<_> = scopes.iter().map(|scope| (scope.range.end, scope.name.clone())).collect();
            ends.sort();
            ends
        };
        assert_eq!(ends(&std::mem::take(&mut comments.functions)), ends(&by_tree[1..]));
    }

    /// Every comment of the tree, and nothing else, is a comment of the lexer.
    #[track_caller]
    fn check_comments(language: Language, text: &str) {
        let comments = host::comments(language, text);
        let tree = HostTree::parse(language, text, &comments, None);
        let mut cursor = tree.tree().expect("a small file").walk();
        let mut expected = Vec::new();
        loop {
            let node = cursor.node();
            let is_comment = node.kind().ends_with("comment");
            if is_comment {
                expected.push(node.byte_range());
            }
            if !is_comment && cursor.goto_first_child() {
                continue;
            }
            while !cursor.goto_next_sibling() {
                if !cursor.goto_parent() {
                    let holds = |line: &CommentLine| {
                        expected
                            .iter()
                            .position(|range| range.start <= line.text.start && line.text.end <= range.end)
                    };
                    let mut found: Vec<Option<usize>> = comments.lines.iter().map(holds).collect();
                    found.dedup();
                    assert_eq!(found, (0..expected.len()).map(Some).collect::<Vec<_>>());
                    return;
                }
            }
        }
    }

    #[test]
    fn braces_and_indentation_tell_the_functions_that_the_tree_tells() {
        check_functions(Language::Cuda, CUDA);
        check_functions(Language::Python, PYTHON);
        for text in RUST {
            check_functions(Language::Rust, text);
        }
    }

    #[test]
    fn lexers_find_the_comments_that_the_tree_holds() {
        for text in RUST {
            check_comments(Language::Rust, text);
        }
        let quotes = "'\\'' // a\n\"/*\" /* b */ 1'000 // c\nint y; // e \\\n f\n";
        check_comments(Language::Cuda, &format!("{CUDA}auto x = {quotes}"));
        check_comments(Language::Python, "x = '#' # a\ny = f'{1}#' # b\n\nz = 1 # c\n");
    }
}
