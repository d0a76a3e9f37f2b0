//! What the grammar calls a node, by its number: tree-sitter measures and checks the name each time it is asked for.

use std::sync::LazyLock;

use tree_sitter::Node;

/// The names of all kinds of nodes, by their numbers.
static NAMES: LazyLock<Vec<Box<str>>> = LazyLock::new(|| {
    let language = tree_sitter::Language::from(tree_sitter_cuda::LANGUAGE);
    let kinds = u16::try_from(language.node_kind_count()).unwrap_or(u16::MAX);
    (0..kinds).map(|kind| language.node_kind_for_id(kind).unwrap_or_default().into()).collect()
});

/// A node of the grammar of CUDA C++.
pub(super) trait KindOf {
    /// What the grammar calls it: [`Node::kind`], found sooner.
    fn word(&self) -> &'static str;
}

impl KindOf for Node<'_> {
    fn word(&self) -> &'static str {
        // An error's number is beyond all others.
        NAMES.get(usize::from(self.kind_id())).map_or("ERROR", |name| name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_has_the_name_that_tree_sitter_says() {
        let mut parser = tree_sitter::Parser::new();
        parser.set_language(&tree_sitter_cuda::LANGUAGE.into()).expect("the versions fit");
        let code = "#if A\nnamespace a { template <class T, int N = 3> struct S : T { int m[2] = {1}; S() : m{} {} \
                    operator int() const; T& r = x; }; }\n#endif\n__global__ void f(float (&a)[4], auto... b) { \
                    for (auto& x : y) x->z<1>(2)++; g<<<1, 2>>>(R\"(s)\", 'c', 1'0); [&](int) { return a.b; }; \
                    if constexpr (a < b) delete p; else asm(\"x\" : \"=r\"(q)); do {} while (!~-*&n); @ ) }\n";
        let tree = parser.parse(code, None).expect("no limit is set");
        let (mut rest, mut seen) = (vec![tree.root_node()], 0);
        while let Some(node) = rest.pop() {
            assert_eq!(node.word(), node.kind());
            seen += 1;
            rest.extend(node.children(&mut node.walk()));
        }
        assert!(seen > 200, "{seen} nodes");
    }
}
