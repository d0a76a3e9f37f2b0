//! What a text defines, by its names and where these stand.

use std::rc::Rc;

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

/// How what a function may hold is spelled: launches, classes, and constants of an `enum`.
const IN_FUNCTIONS: [&str; 5] = ["<<<", "struct", "class", "union", "enum"];

/// Whether a text holds one of these marks: most functions are searched for them and not walked through.
pub(crate) fn holds_one(text: &str, marks: &[&str]) -> bool {
    marks.iter().any(|mark| memchr::memmem::find(text.as_bytes(), mark.as_bytes()).is_some())
}

/// What a file defines by a name.
pub(crate) type Asked = (Found, String);

/// In what a definition stands.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Scoped {
    /// Namespaces and classes, from the outermost.
    path: Vec<String>,
    /// The `enum` of a constant.
    enumeration: Option<String>,
    /// `int S::f(int i) { .. }`: no name alone means it.
    is_from_outside: bool,
}

impl Scoped {
    /// Whether a name, `a::b::c`, may mean what is defined there: what it names in front of its last part is what the
    /// definition stands in.
    pub(crate) fn fits(&self, name: &str) -> bool {
        let mut wanted: Vec<&str> = name.split("::").collect();
        wanted.pop();
        wanted.retain(|part| !part.is_empty());
        let within = |wanted: &[&str]| {
            let from = self.path.len().checked_sub(wanted.len());
            from.and_then(|from| self.path.get(from..)).is_some_and(|path| path == wanted)
        };
        match wanted.split_last() {
            None => !self.is_from_outside,
            Some((last, rest)) if self.enumeration.as_deref() == Some(last) => within(rest),
            Some(_) => within(&wanted),
        }
    }
}

/// Where the walk through a text is.
#[derive(Debug, Clone, Default)]
struct Within {
    path: Vec<String>,
    enumeration: Option<String>,
}

impl Within {
    fn and<'n>(&self, names: impl Iterator<Item = &'n str>) -> Rc<Self> {
        let path = self.path.iter().cloned().chain(names.map(|name| name.trim().to_owned())).collect();
        Rc::new(Self { path, enumeration: None })
    }

    fn scoped(&self, of: Found, node: Node<'_>, text: &str) -> Scoped {
        let Self { mut path, enumeration } = self.clone();
        let before = match of {
            Found::Function => node.child_by_field_name("declarator").and_then(|one| qualifier_of(one, text)),
            _ => None,
        };
        let is_from_outside = before.is_some();
        path.extend(before.into_iter().flatten());
        Scoped { path, enumeration, is_from_outside }
    }
}

/// What stands in front of the name that a declarator declares, `S` of `S::f`; none where nothing does.
fn qualifier_of(node: Node<'_>, text: &str) -> Option<Vec<String>> {
    let mut node = node;
    while node.kind() != "qualified_identifier" {
        node = node.child_by_field_name("declarator").or_else(|| match node.kind() {
            "reference_declarator" | "parenthesized_declarator" => children(node).last().copied(),
            _ => None,
        })?;
    }
    let mut path = Vec::new();
    while node.kind() == "qualified_identifier" {
        let scope = node.child_by_field_name("scope").and_then(|scope| text.get(scope.byte_range()));
        path.extend(scope.map(|scope| scope.split('<').next().unwrap_or_default().trim().to_owned()));
        node = node.child_by_field_name("name")?;
    }
    Some(path)
}

/// Tells all that is defined below a node by its name; what stands in functions only where `is_all`.
pub(crate) fn definitions<'t>(
    root: Node<'t>,
    text: &'t str,
    is_all: bool,
    tell: &mut dyn FnMut(Found, Scoped, &'t str, Node<'t>),
) {
    let word = |node: Node<'_>| -> &'t str { text.get(node.byte_range()).unwrap_or_default() };
    let mut rest: Vec<(Node<'t>, bool, Rc<Within>)> = vec![(root, false, Rc::default())];
    while let Some((node, is_inside, within)) = rest.pop() {
        let mut tell =
            |of: Found, name: &'t str, node: Node<'t>| tell(of, within.scoped(of, node, text), name, node);
        let mut inner = Rc::clone(&within);
        match node.kind() {
            "namespace_definition" => {
                if let Some(name) = node.child_by_field_name("name") {
                    inner = within.and(word(name).split("::"));
                }
            }
            "enum_specifier" => {
                inner = Rc::new(Within {
                    enumeration: node.child_by_field_name("name").map(|name| word(name).to_owned()),
                    ..(*within).clone()
                });
            }
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
                if is_all && holds_one(word(node), &IN_FUNCTIONS) {
                    rest.extend(children(node).into_iter().map(|child| (child, true, Rc::clone(&within))));
                }
                continue;
            }
            "struct_specifier" | "class_specifier" | "union_specifier"
                if node.child_by_field_name("body").is_some() =>
            {
                if let Some(name) = node.child_by_field_name("name") {
                    let name = word(name).split('<').next().unwrap_or_default().trim();
                    tell(Found::Class, name, node);
                    inner = within.and(std::iter::once(name));
                }
                // What stands in a class is known by the class's name, too.
                let body = node.child_by_field_name("body").map(children).unwrap_or_default();
                rest.extend(body.into_iter().map(|child| (child, true, Rc::clone(&inner))));
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
        rest.extend(compiled(node, text).into_iter().map(|child| (child, is_inside, Rc::clone(&inner))));
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
