//! The reader of Rust: layouts of this project's own crate, and types that are layouts.
//!
//! References, `*` and `?` are left out: a layout is the same value behind all of them.

mod broken;
mod expression;
mod function;
mod item;
mod macro_call;
mod pattern;
mod statement;
mod type_name;
mod use_declaration;

use tree_sitter::{Node, Tree};

use crate::annotation::Name;
use crate::expr::{Expr, ExprKind};
use crate::opaque::Opaque;
use crate::program::{Declaration, HostStatement, Import, Program, StatementKind};
use crate::statement::Reader as NotationReader;

/// How deep items, statements and expressions together may nest; what lies deeper is unread.
const MAX_DEPTH: usize = 128;

/// The code of a Rust file.
pub(super) fn program(text: &str, tree: &Tree) -> Program {
    let mut reader = Reader {
        text,
        imports: Vec::new(),
        path: Vec::new(),
        assigned: Vec::new(),
        notation: None,
        written: None,
        depth: 0,
    };
    let mut items = Vec::new();
    reader.items(tree.root_node(), &mut items);
    Program { items, imports: reader.imports, ..Program::default() }
}

/// The text and what is met on the way through its tree.
struct Reader<'text> {
    text: &'text str,
    /// `use` declarations anywhere in the file.
    imports: Vec<Import>,
    /// The modules around the node at hand, and the type of its `impl`.
    path: Vec<String>,
    /// Names that blocks inside of the expression at hand assign.
    assigned: Vec<Name>,
    /// The reader of what `layout!` holds; made when there is one.
    notation: Option<NotationReader>,
    /// What the file says of its names; looked up when a macro is given some.
    written: Option<macro_call::Written<'text>>,
    /// How deep the node at hand is nested.
    depth: usize,
}

impl<'text> Reader<'text> {
    fn slice(&self, node: Node<'_>) -> &'text str {
        self.text.get(node.byte_range()).unwrap_or_default()
    }

    fn name(&self, node: Node<'_>) -> Name {
        Name { text: self.slice(node).to_owned(), range: node.byte_range() }
    }

    /// What `read` gives one level further down; `None` where that is too deep.
    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.depth == MAX_DEPTH {
            return None;
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        Some(result)
    }

    /// A path without the blanks that may stand between its parts.
    fn path_text(&self, node: Node<'_>) -> String {
        self.slice(node).split_whitespace().collect()
    }
}

/// The children of a node that are code.
fn children<'tree>(node: Node<'tree>) -> Vec<Node<'tree>> {
    let mut cursor = node.walk();
    let is_code = |child: &Node<'_>| {
        !matches!(
            child.kind(),
            "line_comment" | "block_comment" | "attribute_item" | "inner_attribute_item" | "label"
        )
    };
    node.named_children(&mut cursor).filter(is_code).collect()
}

fn opaque(node: Node<'_>, reason: impl Into<Opaque>) -> Expr {
    Expr { kind: ExprKind::Opaque(reason.into()), range: node.byte_range() }
}

/// The statement that a name declared before has a value of which nothing is known any longer.
fn unknown_assignment(name: Name, reason: impl Into<Opaque>) -> HostStatement {
    let range = name.range;
    let value = Expr { kind: ExprKind::Opaque(reason.into()), range: range.clone() };
    let target = Expr { kind: ExprKind::Name(name.text), range: range.clone() };
    HostStatement { kind: StatementKind::Assign { target, operator: None, value }, range }
}

/// The declaration of a name with a value of which nothing is known.
fn unknown_value(name: Name, reason: impl Into<Opaque>) -> HostStatement {
    let range = name.range.clone();
    let value = Some(Expr { kind: ExprKind::Opaque(reason.into()), range: range.clone() });
    let declaration = Declaration { names: vec![name], value, ..Declaration::default() };
    HostStatement { kind: StatementKind::Declare(declaration), range }
}
