//! The reader of Python: CuTe DSL and pycute, like any other Python code.
//!
//! What Python says in several ways is read into one form: `x in (a, b)` as comparisons, `t[(a, b)]` as `t[a, b]`,
//! `t[1:]` as `t[slice(1, None, None)]`, `try` and `match` as branches of which nothing is known.

mod assigned;
mod assignment;
mod branch;
mod call;
mod class;
mod comparison;
mod expression;
mod function;
mod import;
mod lazy;
mod line;
mod literal;
mod recovery;
mod statement;
mod unread;

use tree_sitter::{Node, Tree};

use self::recovery::Recovery;
use crate::annotation::Name;
use crate::expr::{Expr, ExprKind};
use crate::opaque::Opaque;
use crate::program::{Declaration, HostStatement, Import, Item, Program, StatementKind};

/// How deep statements and expressions together may nest; what lies deeper is unread.
const MAX_DEPTH: usize = 128;

/// The code of a Python file.
pub(super) fn program<'tree>(text: &'tree str, tree: &'tree Tree) -> Program {
    let mut reader = Reader { text, ..Reader::default() };
    let mut statements = Vec::new();
    if tree.root_node().has_error() {
        reader.recover(tree, &mut statements);
    } else {
        reader.statements(tree.root_node(), &mut statements);
    }
    // A function may assign such a name at any time: no value of the module's is certain.
    for name in reader.globals.drain(..) {
        let reason = format!("a function assigns it: `global {}`", name.text);
        statements.push(unknown_value(name, reason));
    }
    let imports_in_place = import::settle(&reader.imports, &mut statements);
    Program {
        items: statements.into_iter().map(item).collect(),
        imports: reader.imports,
        imports_in_place,
        ..Program::default()
    }
}

/// The text and what is met on the way through its tree.
#[derive(Default)]
struct Reader<'tree> {
    text: &'tree str,
    /// Imports anywhere in the file.
    imports: Vec<Import>,
    /// Names of the module that functions assign (`global x`).
    globals: Vec<Name>,
    /// Names of the functions around it that a function assigns (`nonlocal x`).
    nonlocals: Vec<Name>,
    /// Those of functions inside the function at hand.
    inner_nonlocals: Vec<Name>,
    /// The same of the function at hand alone, with whether the name is the module's.
    outer_names: Vec<(String, bool)>,
    /// Names of the module that the body of the class assigns that was read last (`global x`).
    globals_of_class: Vec<(String, bool)>,
    /// Names that `:=` bound in the statement at hand.
    bound: Vec<Name>,
    /// Whether the statement at hand stands in the body of a class.
    in_class: bool,
    /// How deep the node at hand is nested.
    depth: usize,
    /// What helps to read code with syntax errors.
    recovery: Recovery<'tree>,
}

impl<'tree> Reader<'tree> {
    fn slice(&self, node: Node<'_>) -> &'tree str {
        self.text.get(node.byte_range()).unwrap_or_default()
    }

    fn name(&self, node: Node<'_>) -> Name {
        Name { text: self.slice(node).to_owned(), range: node.byte_range() }
    }

    /// The body of a function or class.
    fn body(&mut self, node: Node<'_>, in_class: bool) -> Vec<HostStatement> {
        // `:=` in a decorator or a default is none of the body's: it binds where the definition stands.
        let bound_by_head = std::mem::take(&mut self.bound);
        let outer = std::mem::replace(&mut self.in_class, in_class);
        let body = self.block(node, "body");
        self.in_class = outer;
        self.bound = bound_by_head;
        body
    }

    /// What `read` gives of a node one level further down; `None` where that is too deep.
    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.depth == MAX_DEPTH {
            return None;
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        Some(result)
    }
}

/// A statement of a module or class as one of its items.
fn item(statement: HostStatement) -> Item {
    match statement.kind {
        StatementKind::Function(function) => Item::Function(function),
        StatementKind::Class(class) => Item::Class(class),
        _ => Item::Statement(statement),
    }
}

/// The children of a node that are code.
fn children<'tree>(node: Node<'tree>) -> Vec<Node<'tree>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor)
        .filter(|child| !matches!(child.kind(), "comment" | "line_continuation"))
        .collect()
}

fn opaque(node: Node<'_>, reason: impl Into<Opaque>) -> Expr {
    Expr { kind: ExprKind::Opaque(reason.into()), range: node.byte_range() }
}

/// The declaration of one name.
fn declaration(name: Name, declared_type: Option<Expr>, value: Option<Expr>) -> StatementKind {
    let names = vec![name];
    StatementKind::Declare(Declaration { names, declared_type, value, ..Declaration::default() })
}

/// The statement that a name has a value of which nothing is known.
fn unknown_value(name: Name, reason: impl Into<Opaque>) -> HostStatement {
    let range = name.range.clone();
    let value = Expr { kind: ExprKind::Opaque(reason.into()), range: range.clone() };
    HostStatement { kind: declaration(name, None, Some(value)), range }
}
