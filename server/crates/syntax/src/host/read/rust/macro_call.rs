//! Macros: `layout!` holds CuTe notation, all others are unread.

use std::collections::HashSet;

use tree_sitter::Node;

use super::{NotationReader, Reader, children, opaque};
use crate::annotation::Name;
use crate::expr::{Expr, ExprKind};
use crate::program::Argument;

/// What the macro takes: it knows none of the program's names, and computes nothing.
fn is_layout_of_numbers(value: &Expr) -> bool {
    match &value.kind {
        ExprKind::Layout { shape, stride } => is_tuple_of_numbers(shape) && is_tuple_of_numbers(stride),
        _ => false,
    }
}

fn is_tuple_of_numbers(value: &Expr) -> bool {
    match &value.kind {
        ExprKind::Int(_) => true,
        ExprKind::Negate(number) => matches!(number.kind, ExprKind::Int(_)),
        ExprKind::Tuple(elements) => elements.iter().all(is_tuple_of_numbers),
        _ => false,
    }
}

/// Macros that change nothing but what they are given by `&mut`, of Rust's library and of those that log.
const READS: &[&str] = &[
    "assert",
    "assert_eq",
    "assert_ne",
    "concat",
    "dbg",
    "debug",
    "debug_assert",
    "debug_assert_eq",
    "debug_assert_ne",
    "env",
    "eprint",
    "eprintln",
    "error",
    "format",
    "format_args",
    "info",
    "layout",
    "matches",
    "panic",
    "print",
    "println",
    "stringify",
    "todo",
    "trace",
    "unimplemented",
    "unreachable",
    "vec",
    "warn",
];

/// What a file says of its names as a whole.
pub(super) struct Written<'text> {
    /// Names behind `mut`.
    mutable: HashSet<&'text str>,
    /// Macros that are defined in it.
    macros: HashSet<&'text str>,
}

impl<'text> Written<'text> {
    fn of(text: &'text str) -> Self {
        let behind = |sign: &str| {
            let word = |rest: &'text str| {
                let rest = rest.trim_start();
                let end =
                    rest.find(|sign: char| !sign.is_alphanumeric() && sign != '_').unwrap_or(rest.len());
                &rest[..end]
            };
            text.split(sign).skip(1).map(word).collect()
        };
        Written { mutable: behind("mut "), macros: behind("macro_rules!") }
    }
}

impl Reader<'_> {
    /// What a macro that is not read is given: it may assign what is written with `mut` somewhere in the file, and bind
    /// anew what else it names if the file defines it. A macro of another file that binds names it is given is not met.
    fn note_given(&mut self, name: &str, node: Node<'_>) {
        let range = node.byte_range();
        self.assigned.extend(super::broken::names(self.text, range).assigned);
        let is_read = |name: &str| READS.contains(&name.rsplit("::").next().unwrap_or(name));
        let text = self.text;
        let written = &*self.written.get_or_insert_with(|| Written::of(text));
        let is_defined_here = written.macros.contains(name);
        let mut pending: Vec<_> = children(node).into_iter().filter(|_| !is_read(name)).collect();
        // A macro inside of one that reads: `println!("{}", next!(n))`.
        let mut inner = children(node);
        while let Some(part) = inner.pop() {
            let is_macro = part.next_sibling().is_some_and(|sign| sign.kind() == "!");
            if part.kind() == "identifier"
                && is_macro
                && !is_read(text.get(part.byte_range()).unwrap_or_default())
            {
                pending.extend(part.parent());
            }
            inner.extend(children(part).into_iter().filter(|part| part.kind() != "macro_invocation"));
        }
        while let Some(part) = pending.pop() {
            pending.extend(children(part));
            if part.kind() == "identifier"
                && part.next_sibling().is_none_or(|sign| sign.kind() != "!")
                && let text = text.get(part.byte_range()).unwrap_or_default()
                && (is_defined_here || written.mutable.contains(text))
            {
                self.assigned.push(Name { text: text.to_owned(), range: part.byte_range() });
            }
        }
    }

    /// `layout!((4,8):(8,1))`: the call of `layout!` with what its brackets hold, read as an annotation is.
    pub(super) fn macro_call(&mut self, node: Node<'_>) -> Expr {
        let name = node.child_by_field_name("macro").map(|name| self.path_text(name)).unwrap_or_default();
        let tokens = children(node).into_iter().find(|child| child.kind() == "token_tree");
        let is_layout = name.rsplit("::").next() == Some("layout");
        let (true, Some(tokens)) = (is_layout, tokens) else {
            self.note_given(&name, node);
            return opaque(node, format!("the macro `{name}!` is not read"));
        };
        let inside = tokens.start_byte() + 1..tokens.end_byte().saturating_sub(1);
        let text = self.text.get(inside.clone()).unwrap_or_default();
        let start = inside.start + (text.len() - text.trim_start().len());
        let notation = self.notation.get_or_insert_with(NotationReader::new);
        let (value, errors) = notation.expression(text.trim(), start);
        if let Some(error) = errors.first() {
            return opaque(tokens, error.message.clone());
        }
        if !is_layout_of_numbers(&value) {
            return opaque(tokens, "`layout!` holds one layout, written with numbers alone");
        }
        let callee =
            Expr { kind: ExprKind::Name(format!("{name}!")), range: node.start_byte()..tokens.start_byte() };
        let arguments = vec![Argument { keyword: None, value }];
        Expr { kind: ExprKind::Invoke { callee: Box::new(callee), arguments }, range: node.byte_range() }
    }
}
