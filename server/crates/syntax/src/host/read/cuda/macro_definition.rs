//! Macros that stand for an expression or a type.

use tree_sitter::Node;

use super::kind::KindOf as _;
use super::macro_writer::Writer;
use super::{
    Reader, children,
    field::{self, FieldOf as _},
    macro_kind::MacroUse,
    macro_use, named_children, opaque,
    without_comments::without_comments,
};
use crate::annotation::Name;
use crate::expr::{Expr, ExprKind};
use crate::host::parse_part;
use crate::program::{
    Declaration, HostStatement, Item, MacroDefinition, MacroParameter, SEVERAL_ARGUMENTS, StatementKind,
};

/// Bodies that say more are not read. The blanks by which the ends of their lines stand below each other say nothing.
const MAX_BODY: usize = 4096;

/// Words of C++ that the grammar may take for names, where they stand alone.
const STATEMENT_WORDS: &[&str] = &[
    "break", "case", "catch", "continue", "default", "do", "else", "for", "goto", "if", "return", "switch",
    "throw", "try", "while",
];

/// How many bodies of a file are read; each is parsed alone.
const MAX_MACROS: usize = 256;

/// Operators that bind tighter or looser than what may be given for a parameter.
const OPERATORS: &[u8] = b"+-*/%<>=!&|^?:~";

impl<'t> Reader<'t> {
    /// `#define F(a, b) e`.
    pub(super) fn macro_function(&mut self, node: Node<'_>, out: &mut Vec<HostStatement>) {
        let (Some(name), Some(list)) = (node.field(&field::NAME), node.field(&field::PARAMETERS)) else {
            return;
        };
        let parameters: Vec<String> = children(list)
            .into_iter()
            .filter(|child| child.is_named() || child.word() == "...")
            .map(|child| match child.word() {
                "..." => "__VA_ARGS__".to_owned(),
                _ => self.text(child).to_owned(),
            })
            .collect();
        let value = node.field(&field::VALUE).map(|value| self.text(value)).unwrap_or_default();
        self.macro_definition(node, name, Some(parameters), value, out);
    }

    /// `#undef F`: what `F` stands for is not followed from place to place.
    pub(super) fn macro_undefined(&mut self, node: Node<'_>, name: &str, out: &mut Vec<HostStatement>) {
        if !self.macro_names.contains(name) {
            return;
        }
        let body = opaque("the macro has several definitions", node);
        let name = Name { text: name.to_owned(), range: node.byte_range() };
        let definition = MacroDefinition {
            name,
            parameters: None,
            body,
            is_loose: false,
            written: Vec::new(),
            leaves: Vec::new(),
            taken_back: None,
        };
        self.push(out, node, StatementKind::Macro(definition));
    }

    /// What a macro stands for, as far as it can be read.
    pub(super) fn macro_definition(
        &mut self,
        node: Node<'_>,
        name: Node<'_>,
        parameters: Option<Vec<String>>,
        body: &str,
        out: &mut Vec<HostStatement>,
    ) {
        let name = self.name(name);
        let body = without_comments(body);
        let is_again = self.macro_names.contains(&name.text);
        let kind = if is_again {
            ExprKind::Opaque("the macro has several definitions".into())
        } else if self.macro_names.len() >= MAX_MACROS {
            ExprKind::Opaque("the file has too many macros".into())
        } else {
            body_of(&body)
        };
        let of = match &kind {
            ExprKind::Opaque(_) => self.use_of_macro(&body, node),
            _ => MacroUse::Value,
        };
        self.note_macro_text(&name.text, &body, parameters.is_some());
        let leaves = of.leaves();
        if of == MacroUse::Value && body.trim_end().ends_with('&') {
            self.reference_types.references.insert(name.text.clone());
        }
        self.note_macro(&name.text, of);
        if self.conditions == 0 || is_again {
            self.macro_names.insert(name.text.clone());
        }
        self.writers.remove(&name.text);
        if let Some(writer) =
            parameters.as_ref().and_then(|parameters| Writer::new(parameters, &body, node.end_byte()))
        {
            self.writers.insert(name.text.clone(), writer);
        }
        if let (ExprKind::Opaque(_), Some(parameters)) = (&kind, &parameters)
            && !is_again
        {
            let head = (parameters.clone(), body.clone());
            self.macro_heads.insert(name.text.clone(), head);
        }
        // What it stands for behind a definition that it replaces.
        let own = (is_again && self.inner_macros.is_inside).then(|| self.inner_body(&body));
        let own = own.as_ref().unwrap_or(&kind);
        let is_loose = is_loose(own, &body, parameters.as_deref().unwrap_or_default());
        let own = own.clone();
        let parameters = parameters.map(|parameters| {
            let parameter = |name: String| {
                let is_operand = is_operand(&body, &name);
                MacroParameter { name, is_operand }
            };
            parameters.into_iter().map(parameter).collect()
        });
        let written = match kind {
            ExprKind::Opaque(_) => written_names(&body),
            _ => Vec::new(),
        };
        let body = Expr { kind, range: node.byte_range() };
        let definition =
            MacroDefinition { name, parameters, body, is_loose, written, leaves, taken_back: None };
        let mut noted = definition.clone();
        noted.body.kind = own;
        self.note_inner_macro(&definition.name.text, node.byte_range(), Some(noted));
        self.push(out, node, StatementKind::Macro(definition));
    }
}

/// Whether a text has a comma outside of all brackets; those of templates are none here, as in the list of a call.
fn has_open_comma(text: &str) -> bool {
    let mut depth = 0_usize;
    let mut quoted = None;
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match (quoted, letter) {
            (Some(_), '\\') => {
                letters.next();
            }
            (Some(quote), _) if letter == quote => quoted = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quoted = Some(letter),
            (None, '(' | '[' | '{' | '<') => depth += 1,
            (None, ')' | ']' | '}' | '>') => depth = depth.saturating_sub(1),
            (None, ',') if depth == 0 => return true,
            (None, _) => {}
        }
    }
    false
}

impl Reader<'_> {
    /// What a macro of this text, without comments, is to the statements in which it stands.
    pub(super) fn use_of_macro(&self, text: &str, node: Node<'_>) -> MacroUse {
        // The text of one that is defined again was not read.
        let is_value = self.macro_uses.len() < MAX_MACROS && !matches!(body_of(text), ExprKind::Opaque(_));
        if is_value {
            MacroUse::Value
        } else {
            macro_use::use_of(text, written_names(text), &node.byte_range())
        }
    }
}

/// How many names that it may write are looked for in the text of a macro.
pub(super) const MAX_WRITTEN: usize = 512;

/// Names that a text may write: in front of `=`, beside `++`, behind `&` and `>>`, and those that it gives to functions.
fn written_names(text: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let declares_reference = text.match_indices('&').any(|(at, _)| {
        text[..at]
            .trim_end()
            .ends_with(|last: char| last == '>' || last == '_' || last.is_ascii_alphanumeric())
            && !text[at + 1..].starts_with('&')
    });
    let mut at = 0;
    while let Some(start) = text.get(at..).and_then(|rest| rest.find(is_word_start)).map(|found| at + found) {
        let rest = text.get(start..).unwrap_or_default();
        let end = start + rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(rest.len());
        let (name, before) =
            (text.get(start..end).unwrap_or_default(), text.get(..start).unwrap_or_default());
        let before = before.trim_end_matches([' ', '\t', '(']);
        let mut behind = text.get(end..).unwrap_or_default().trim_start_matches([' ', '\t', ')']);
        // A field or element of it.
        while let Some(rest) = behind.strip_prefix('.').or(behind.strip_prefix("->")) {
            behind = rest.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_').trim_start();
        }
        let is_compound = ["+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>"]
            .iter()
            .any(|sign| behind.strip_prefix(sign).is_some_and(|rest| rest.starts_with('=')));
        let is_assigned = is_compound || behind.starts_with('=') && !behind.starts_with("==");
        let is_counted = ["++", "--"].iter().any(|sign| behind.starts_with(sign) || before.ends_with(sign));
        let is_taken = before.ends_with('&') && !before.ends_with("&&") || before.ends_with(">>");
        // Behind `(` or `,` it may be what a function takes by reference.
        let head = text.get(..start).unwrap_or_default().trim_end();
        let is_given = matches!(behind.chars().next(), Some(',' | ';') | None) && is_argument(head);
        // What a reference or an object is made of, `int& r = x`, `Guard g{x}`.
        let is_given = is_given
            || head.ends_with('{') && behind.starts_with('}')
            || declares_reference && head.ends_with(['=', '{']);
        if (is_assigned || is_counted || is_taken || is_given)
            && names.len() < MAX_WRITTEN
            && names.iter().all(|known| known != name)
        {
            names.push(name.to_owned());
        }
        at = end.max(start + 1);
    }
    names
}

fn is_word_start(character: char) -> bool {
    character.is_ascii_alphabetic() || character == '_'
}

/// How functions are called that print, or parts of their names: `print_tensor`, `CUTE_PRINTF`, but not `fingerprint`.
const PRINTS: &[&str] = &["print", "printf", "fprintf", "println"];

/// Whether what follows a text is an argument of a function that may take it by reference: `f(a, `.
fn is_argument(head: &str) -> bool {
    if !head.ends_with(['(', ',']) {
        return false;
    }
    let mut depth = 0_usize;
    for (at, byte) in head.bytes().enumerate().rev() {
        match byte {
            b')' => depth += 1,
            b'(' if depth > 0 => depth -= 1,
            b'(' => {
                let callee = head.get(..at).unwrap_or_default().trim_end();
                let start =
                    callee.rfind(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).map_or(0, |at| at + 1);
                let callee = callee.get(start..).unwrap_or_default();
                let is_word = matches!(
                    callee,
                    "" | "if" | "while" | "for" | "switch" | "return" | "sizeof" | "defined"
                );
                // Functions that print are taken to write to nothing that they are given.
                return !is_word
                    && !callee.to_ascii_lowercase().split('_').any(|part| PRINTS.contains(&part));
            }
            _ => {}
        }
    }
    false
}

/// How many bytes of a text are no blanks.
fn bytes_said(text: &str) -> usize {
    text.split_whitespace().map(str::len).sum()
}

/// The expression or type that a text is.
pub(super) fn body_of(text: &str) -> ExprKind {
    let unread = |reason: &str| ExprKind::Opaque(reason.into());
    if text.trim().is_empty() || bytes_said(text) > MAX_BODY {
        return unread("a macro of this kind is not read");
    }
    // A word that begins a statement is no name.
    let word = text.trim_start();
    let end = word.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(word.len());
    if STATEMENT_WORDS.contains(&word.get(..end).unwrap_or_default()) {
        return unread("a macro of this kind is not read");
    }
    if text.contains('#') {
        return unread("a macro that joins words is not read");
    }
    if has_open_comma(text) {
        return unread(SEVERAL_ARGUMENTS);
    }
    let as_value = format!("auto v = {text};");
    let as_type = format!("using v = {text};");
    [as_value, as_type]
        .iter()
        .find_map(|text| declared_value(text))
        .unwrap_or_else(|| unread("a macro of this kind is not read"))
}

/// The value of the only declaration in a text.
fn declared_value(text: &str) -> Option<ExprKind> {
    let tree = parse_part(text, 0..text.len())?;
    if tree.root_node().has_error() || named_children(tree.root_node()).len() != 1 {
        return None;
    }
    let mut items = super::program(text, &tree).items;
    let (Some(Item::Statement(statement)), true) = (items.pop(), items.is_empty()) else {
        return None;
    };
    match statement.kind {
        StatementKind::Declare(Declaration { value: Some(value), .. }) => Some(value.kind),
        _ => None,
    }
}

/// Whether what stands around a macro's use may take a part of its text.
pub(super) fn is_loose(kind: &ExprKind, text: &str, parameters: &[String]) -> bool {
    // An argument without parentheses is as loose as an operator: `#define PAD(x) x`.
    let is_argument = matches!(kind, ExprKind::Name(name) if parameters.contains(name));
    (is_open(kind) || is_argument) && !is_enclosed(text)
}

/// Whether what stands around an expression may take a part of it.
fn is_open(kind: &ExprKind) -> bool {
    matches!(
        kind,
        ExprKind::Binary { .. }
            | ExprKind::Conditional { .. }
            | ExprKind::Negate(_)
            | ExprKind::Not(_)
            | ExprKind::Comma(_)
    )
}

/// Whether a text stands in one pair of parentheses.
fn is_enclosed(text: &str) -> bool {
    let text = text.trim();
    let Some(inside) = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')) else { return false };
    let mut depth = 0_usize;
    for byte in inside.bytes() {
        match byte {
            b'(' => depth += 1,
            b')' => match depth.checked_sub(1) {
                Some(less) => depth = less,
                None => return false,
            },
            _ => {}
        }
    }
    depth == 0
}

/// Whether a name stands beside an operator somewhere in a text.
fn is_operand(text: &str, name: &str) -> bool {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let bytes = text.as_bytes();
    text.match_indices(name).any(|(at, _)| {
        let before = bytes.get(..at).unwrap_or_default();
        let behind = bytes.get(at + name.len()..).unwrap_or_default();
        if before.last().is_some_and(|byte| is_word(*byte))
            || behind.first().is_some_and(|byte| is_word(*byte))
        {
            return false;
        }
        let last = before.iter().rev().find(|byte| !byte.is_ascii_whitespace()).copied();
        let next = behind.iter().find(|byte| !byte.is_ascii_whitespace()).copied();
        // `Int<N>` and `x = N` leave it alone; `a < N` does not, and nobody can tell it from the first.
        let is_delimiter =
            |byte: Option<u8>, delimiters: &[u8]| byte.is_none_or(|byte| delimiters.contains(&byte));
        let is_list = is_delimiter(last, b"(,{;<=[") && is_delimiter(next, b"),};>]");
        let is_operator = |byte: Option<u8>| byte.is_some_and(|byte| OPERATORS.contains(&byte));
        !is_list && (is_operator(last) || is_operator(next))
    })
}
