//! Macros that write whole functions and instantiations, `INSTANTIATE(128, 64)` outside of functions, and those that write
//! whole statements, `LAUNCH(64);` in one.

use std::sync::Arc;

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
use crate::program::{HostStatement, Item, ReferenceTypes, StatementKind};

/// How many bytes of code the macros of a file may write.
const MAX_WRITTEN: usize = 256 * 1024;

/// What the text of a macro says.
struct Written {
    statements: Vec<HostStatement>,
    reference_types: ReferenceTypes,
}

/// What the definitions of types begin with that may have no name.
const TYPE_WORDS: [&str; 4] = ["struct", "class", "union", "enum"];

impl<'t> Reader<'t> {
    /// The functions, classes and instantiations that the macro which is called here writes: whether it is one that does.
    pub(super) fn definitions_of_macro(&mut self, node: Node<'_>, out: &mut Vec<HostStatement>) -> bool {
        if self.writers.is_empty() {
            return false;
        }
        let Some((name, mut text)) = self.written_by(node) else { return false };
        // The semicolon of an instantiation or a declaration may stand behind the call.
        if self.text(node).ends_with(';') && !text.trim_end().ends_with([';', '}']) {
            text.push(';');
        }
        self.written_by_macros = self.written_by_macros.saturating_add(text.len());
        if self.written_by_macros > MAX_WRITTEN {
            return false;
        }
        let Some(mut written) = self.read_written(name, &text, node) else { return false };
        let is_definition = |statement: &HostStatement| {
            matches!(
                statement.kind,
                StatementKind::Function(_)
                    | StatementKind::Class(_)
                    | StatementKind::Instantiate { .. }
                    | StatementKind::Declare(_)
            )
        };
        if written.statements.is_empty() || !written.statements.iter().all(is_definition) {
            return false;
        }
        // Functions are known by where they begin: each has a byte of the call for itself.
        if written.statements.len() > node.byte_range().len()
            || written.statements.iter().any(|written| functions_in(written) > 1)
        {
            return false;
        }
        self.reference_types.append(&mut written.reference_types);
        let range = node.byte_range();
        for (index, mut statement) in written.statements.into_iter().enumerate() {
            let start = range.start.saturating_add(index).min(range.end.saturating_sub(1));
            statement.move_by(Distance::To { start, end: range.end });
            self.push_at(out, start..range.end, statement.kind);
        }
        true
    }

    /// The statements that the macro which is called here writes in a function: whether it is one that does. What it declares
    /// for the statements behind it has no place there, so one that does is left alone.
    pub(super) fn statements_of_macro(&mut self, node: Node<'_>, out: &mut Vec<HostStatement>) -> bool {
        if self.writers.is_empty() || node.word() != "expression_statement" {
            return false;
        }
        let Some((name, text)) = self.written_by(node) else { return false };
        // Statements that are given to a macro are read where they stand.
        if !self.is_closed_code(name) || self.text(node).trim_end_matches(';').contains(';') {
            return false;
        }
        self.written_by_macros = self.written_by_macros.saturating_add(text.len());
        if self.written_by_macros > MAX_WRITTEN {
            return false;
        }
        let end = if text.trim_end().ends_with([';', '}']) { "" } else { ";" };
        let text = format!("void written() {{{text}{end}}}");
        let Some(mut written) = self.read_written(name, &text, node) else { return false };
        let (mut body, passed_over) =
            match (written.statements.pop().map(|statement| statement.kind), written.statements.len()) {
                (Some(StatementKind::Function(function)), 0) => {
                    (function.body.to_vec(), function.passed_over)
                }
                _ => return false,
            };
        let stays_inside = |statement: &HostStatement| {
            matches!(
                statement.kind,
                StatementKind::Assign { .. }
                    | StatementKind::Expression(_)
                    | StatementKind::Return(_)
                    | StatementKind::If { .. }
                    | StatementKind::Loop { .. }
                    | StatementKind::Block(_)
                    | StatementKind::Try { .. }
                    | StatementKind::Assert(_)
                    | StatementKind::Jump(_)
            )
        };
        let is_one_of_many = node.parent().is_some_and(|parent| {
            matches!(parent.word(), "compound_statement" | "case_statement" | "translation_unit")
        });
        // Behind a branch without braces stands one statement, and an `if` would take the `else` that follows.
        let is_one = matches!(body.as_slice(), [one] if !matches!(one.kind, StatementKind::If { .. }));
        let is_whole = body.iter().all(stays_inside) && (is_one_of_many || is_one);
        if !is_whole || body.iter().any(|written| functions_in(written) > 0) {
            return false;
        }
        self.reference_types.append(&mut written.reference_types);
        let range = node.byte_range();
        body.iter_mut().for_each(|s| s.move_by(Distance::To { start: range.start, end: range.end }));
        for statement in body {
            self.push_at(out, range.clone(), statement.kind);
        }
        self.written_out.insert(range, passed_over);
        true
    }

    /// What a macro's text says with the arguments of the call at `node` in it; `None` where that is no code.
    fn read_written(&mut self, name: &str, text: &str, node: Node<'_>) -> Option<Written> {
        let tree = parse_part(text, 0..text.len())?;
        if tree.root_node().has_error() {
            return None;
        }
        let mut inner = Reader::of(text, Keeping::default());
        (inner.depth, inner.deepest) = (self.depth, self.depth);
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
        inner.macro_texts = Arc::clone(&self.macro_texts);
        inner.has_statement_macros = self.has_statement_macros;
        inner.has_open_macros = self.has_open_macros;
        inner.written_by_macros = self.written_by_macros;
        if TYPE_WORDS.iter().any(|word| text.contains(word)) {
            inner.unnamed = self.unnamed.written(node, self.text);
        }
        let mut statements = Vec::new();
        inner.root(tree.root_node(), Place::Namespace, &mut statements);
        self.deepest = self.deepest.max(inner.deepest);
        statements.append(&mut inner.outside);
        self.written_by_macros = inner.written_by_macros;
        Some(Written { statements, reference_types: inner.reference_types })
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
