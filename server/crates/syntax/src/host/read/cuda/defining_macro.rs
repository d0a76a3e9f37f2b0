//! Macros that write whole functions and instantiations: `INSTANTIATE(128, 64)` outside of functions.

use tree_sitter::Node;

use super::kind::KindOf as _;
use super::{
    Place, Reader, children,
    field::{self, FieldOf as _},
    kept::Keeping,
    macro_head::{arguments, words},
    macro_writer::Writer,
};
use crate::host::parse_part;
use crate::moved::{Distance, Moves as _};
use crate::program::{HostStatement, Item, StatementKind};

/// How many bytes of code the macros of a file may write.
const MAX_WRITTEN: usize = 256 * 1024;

impl<'t> Reader<'t> {
    /// The functions, classes and instantiations that the macro which is called here writes: whether it is one that does.
    pub(super) fn definitions_of_macro(&mut self, node: Node<'_>, out: &mut Vec<HostStatement>) -> bool {
        if self.writers.is_empty() {
            return false;
        }
        let Some((name, text)) = self.written_by(node) else { return false };
        self.written_by_macros = self.written_by_macros.saturating_add(text.len());
        if self.written_by_macros > MAX_WRITTEN {
            return false;
        }
        let Some(tree) = parse_part(&text, 0..text.len()) else { return false };
        if tree.root_node().has_error() {
            return false;
        }
        let mut inner = Reader::of(&text, Keeping::default());
        inner.depth = self.depth;
        inner.namespaces.clone_from(&self.namespaces);
        inner.macro_names.clone_from(&self.macro_names);
        // Within its own text a macro is a name like others.
        inner.macro_heads.clone_from(&self.macro_heads);
        inner.macro_heads.remove(name);
        let others = self.writers.iter().filter(|(other, writer)| {
            *other != name
                && text.contains(other.as_str())
                && writer.holds_at(self.text, other, node.start_byte())
        });
        inner.writers =
            others.map(|(other, writer)| (other.clone(), Writer { end: None, ..writer.clone() })).collect();
        inner.macro_uses.clone_from(&self.macro_uses);
        inner.has_statement_macros = self.has_statement_macros;
        inner.has_open_macros = self.has_open_macros;
        inner.written_by_macros = self.written_by_macros;
        let mut written = Vec::new();
        inner.root(tree.root_node(), Place::Namespace, &mut written);
        written.append(&mut inner.outside);
        self.written_by_macros = inner.written_by_macros;
        let is_definition = |statement: &HostStatement| {
            matches!(
                statement.kind,
                StatementKind::Function(_)
                    | StatementKind::Class(_)
                    | StatementKind::Instantiate { .. }
                    | StatementKind::Declare(_)
            )
        };
        if written.is_empty() || !written.iter().all(is_definition) {
            return false;
        }
        // Functions are known by where they begin: each has a byte of the call for itself.
        if written.len() > node.byte_range().len() || written.iter().any(|written| functions_in(written) > 1)
        {
            return false;
        }
        self.reference_types.references.append(&mut inner.reference_types.references);
        self.reference_types.holders.append(&mut inner.reference_types.holders);
        self.reference_types.functions.append(&mut inner.reference_types.functions);
        let range = node.byte_range();
        for (index, mut statement) in written.into_iter().enumerate() {
            let start = range.start.saturating_add(index).min(range.end.saturating_sub(1));
            statement.move_by(Distance::To { start, end: range.end });
            self.push_at(out, start..range.end, statement.kind);
        }
        true
    }

    /// The macro's name, and what its text is with the arguments of the call, where it may be whole definitions.
    fn written_by(&self, node: Node<'_>) -> Option<(&'t str, String)> {
        let [call, ..] = children(node)[..] else { return None };
        let called = call.field(&field::FUNCTION).filter(|_| call.word() == "call_expression")?;
        let name = self.text(called);
        let writer = self.writers.get(name)?;
        if !writer.holds_at(self.text, name, node.start_byte()) {
            return None;
        }
        let Writer { parameters, text, .. } = writer;
        let list = call.field(&field::ARGUMENTS)?;
        let inside = self.text(list).strip_prefix('(')?.strip_suffix(')')?;
        let given = arguments(inside);
        let is_variadic = parameters.last().is_some_and(|last| last == "__VA_ARGS__");
        if given.len() < parameters.len() || !is_variadic && given.len() > parameters.len().max(1) {
            return None;
        }
        let mut written = String::new();
        for part in words(text) {
            match parameters.iter().position(|parameter| parameter == part) {
                Some(at) if part == "__VA_ARGS__" => written.push_str(&given.get(at..)?.join(",")),
                Some(at) => written.push_str(given.get(at)?),
                None => written.push_str(part),
            }
            if written.len() > MAX_WRITTEN {
                return None;
            }
        }
        Some((name, joined(&written)?))
    }
}

/// How many functions a statement has, methods among them.
fn functions_in(statement: &HostStatement) -> usize {
    match &statement.kind {
        StatementKind::Function(function) => 1 + function.body.iter().map(functions_in).sum::<usize>(),
        StatementKind::Class(class) => class.members.iter().map(functions_of).sum(),
        _ => 0,
    }
}

fn functions_of(item: &Item) -> usize {
    match item {
        Item::Function(function) => 1 + function.body.iter().map(functions_in).sum::<usize>(),
        Item::Class(class) => class.members.iter().map(functions_of).sum(),
        Item::Statement(statement) => functions_in(statement),
    }
}

/// The text with the words that `##` joins as one; `None` where a `#` makes a literal of an argument.
fn joined(text: &str) -> Option<String> {
    let mut parts = text.split("##");
    let mut all = parts.next()?.trim_end().to_owned();
    if !text.contains("##") {
        all = text.to_owned();
    }
    for part in parts {
        let kept = all.trim_end().len();
        all.truncate(kept);
        all.push_str(part.trim_start());
    }
    (!all.contains('#')).then_some(all)
}
