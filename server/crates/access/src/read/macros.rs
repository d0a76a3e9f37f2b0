//! Macros of a file, and what stands where one is used.

use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use tree_sitter::Node;

use super::{MAX_EXPANDED, MAX_EXPANSIONS, Reader, children, compiled, parse};
use crate::code::{Expr, Kind, Loop, Statement};
use crate::definitions::holds_one;
use crate::mask::{is_word, word_end};

/// What a file, and those that it includes, define by `#define`.
#[derive(Debug, Default, Clone, PartialEq)]
pub(crate) struct Macros {
    all: FxHashMap<Arc<str>, Arc<Macro>>,
}

#[derive(Debug, Clone, PartialEq)]
struct Macro {
    parameters: Option<Vec<String>>,
    body: String,
    /// Defined once, or always with the same text.
    is_one: bool,
}

impl Macros {
    /// Those of all directives below these nodes, of one text in its order.
    pub(crate) fn of<'n>(roots: impl Iterator<Item = Node<'n>>, text: &str) -> Self {
        let mut found = Self::default();
        let mut rest: Vec<_> = roots.collect();
        rest.reverse();
        while let Some(node) = rest.pop() {
            let kind = node.kind();
            if kind == "preproc_def" || kind == "preproc_function_def" {
                found.define(node, text);
            } else if (kind.starts_with("preproc") || !kind.ends_with("expression"))
                && holds_one(text.get(node.byte_range()).unwrap_or_default(), &["define"])
            {
                rest.extend(compiled(node, text));
            }
        }
        found
    }

    /// Those of another file, too.
    pub(crate) fn add(&mut self, others: &Self) {
        for (name, one) in &others.all {
            self.insert(Arc::clone(name), Arc::clone(one));
        }
    }

    fn insert(&mut self, name: Arc<str>, new: Arc<Macro>) {
        match self.all.get_mut(&name) {
            Some(known) if *known != new => {
                let several = Macro { is_one: false, ..(**known).clone() };
                *known = Arc::new(several);
            }
            Some(_) => {}
            None => {
                self.all.insert(name, new);
            }
        }
    }

    fn define(&mut self, node: Node<'_>, text: &str) {
        let word = |node: Node<'_>| text.get(node.byte_range()).unwrap_or_default();
        let Some(name) = node.child_by_field_name("name").map(word) else { return };
        let body = node.child_by_field_name("value").map(word).unwrap_or_default();
        let body = without_comments(&body.replace("\\\n", " ").replace("\\\r\n", " "));
        let parameters = node.child_by_field_name("parameters").map(|parameters| {
            let words = word(parameters).trim_matches(['(', ')']).split(',');
            words.map(|word| word.trim().to_owned()).filter(|word| !word.is_empty()).collect()
        });
        let new = Macro { parameters, body: body.trim().to_owned(), is_one: true };
        self.insert(name.into(), Arc::new(new));
    }

    pub(crate) fn defines(&self, name: &str) -> bool {
        self.all.contains_key(name)
    }

    pub(crate) fn is_of_calls(&self, name: &str) -> bool {
        self.all.get(name).is_some_and(|one| one.parameters.is_some())
    }
}

fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('/') {
        let (before, from) = rest.split_at(at);
        out.push_str(before);
        if from.starts_with("//") {
            return out;
        }
        if let Some(inside) = from.strip_prefix("/*") {
            out.push(' ');
            rest = inside.find("*/").and_then(|end| inside.get(end + 2..)).unwrap_or_default();
        } else {
            out.push('/');
            rest = &from[1..];
        }
    }
    out + rest
}

/// What may stand beside an operator as it is.
fn is_closed(kind: &str) -> bool {
    !matches!(
        kind,
        "binary_expression"
            | "conditional_expression"
            | "assignment_expression"
            | "comma_expression"
            | "cast_expression"
            | "unary_expression"
            | "pointer_expression"
    )
}

impl Reader<'_> {
    /// What the macro stands for that is used here, with these arguments; `None` where the name is none.
    pub(super) fn written_out(
        &self,
        name: &str,
        arguments: Option<&[String]>,
    ) -> Option<Result<String, &'static str>> {
        let one = self.macros.all.get(name)?;
        if self.hidden.iter().any(|hidden| hidden == name) {
            return None;
        }
        let body = match (&one.parameters, arguments) {
            (None, _) => one.body.clone(),
            (Some(_), None) => return None,
            (Some(parameters), Some(arguments)) => {
                if !one.is_one {
                    return Some(Err("its macro is defined more than once"));
                }
                match substituted(&one.body, parameters, arguments) {
                    Some(body) => body,
                    None => return Some(Err("its macro is not read")),
                }
            }
        };
        if !one.is_one {
            return Some(Err("its macro is defined more than once"));
        }
        let expanded = self.expanded.get() + body.len();
        self.expanded.set(expanded);
        if self.hidden.len() >= MAX_EXPANSIONS || expanded > MAX_EXPANDED {
            return Some(Err("macros are nested too deep"));
        }
        Some(Ok(body))
    }

    /// The expression for which a macro stands that is used at this node.
    pub(super) fn macro_expression(
        &self,
        node: Node<'_>,
        name: &str,
        arguments: Option<&[String]>,
    ) -> Option<Expr> {
        let range = self.range(node);
        let unread = |why| Some(Expr { kind: Kind::Unread(why, Vec::new()), range: range.clone() });
        let body = match self.written_out(name, arguments)? {
            Ok(body) => body,
            Err(why) => return unread(why),
        };
        let whole = format!("void f() {{ auto x = {body}; }}");
        let Some((parsed, tree)) = parse(&whole).filter(|(_, tree)| !tree.root_node().has_error()) else {
            return unread("its macro is no expression");
        };
        let Some(value) =
            find(tree.root_node(), "init_declarator").and_then(|one| one.child_by_field_name("value"))
        else {
            return unread("its macro is no expression");
        };
        if parsed.get(value.byte_range()).map(str::len) != Some(masked_length(&whole)) {
            return unread("its macro is no expression");
        }
        let is_operand = node.parent().is_some_and(|parent| {
            matches!(
                parent.kind(),
                "binary_expression"
                    | "unary_expression"
                    | "cast_expression"
                    | "pointer_expression"
                    | "field_expression"
                    | "update_expression"
                    | "conditional_expression"
            ) || (parent.kind() == "subscript_expression"
                && parent.child_by_field_name("argument") == Some(node))
        });
        if is_operand && !is_closed(value.kind()) {
            return unread("an operator of its macro is open to what stands around it");
        }
        Some(self.of_macro(&whole, name, range.clone()).expression(value))
    }

    /// The statements for which a macro stands that is used at this node.
    pub(super) fn macro_statements(
        &self,
        node: Node<'_>,
        name: &str,
        arguments: Option<&[String]>,
    ) -> Option<Vec<Statement>> {
        let body = self.written_out(name, arguments)?.ok()?;
        let whole = format!("void f() {{ {body}; }}");
        let (_, tree) = parse(&whole).filter(|(_, tree)| !tree.root_node().has_error())?;
        let body = find(tree.root_node(), "compound_statement")?;
        Some(self.of_macro(&whole, name, self.range(node)).statements(body))
    }

    /// The loop for whose head a macro stands; that may be the heads of several.
    pub(super) fn macro_loop(
        &self,
        node: Node<'_>,
        name: &str,
        arguments: &[String],
        body: Node<'_>,
    ) -> Option<Statement> {
        let written = self.written_out(name, Some(arguments))?.ok()?;
        let whole = format!("void f() {{ {written} {{}} }}");
        let (_, tree) = parse(&whole).filter(|(_, tree)| !tree.root_node().has_error())?;
        let head = find(tree.root_node(), "for_statement")?;
        let read = self.of_macro(&whole, name, self.range(node)).statement(head).pop()?;
        let Statement::Loop(one) = read else { return None };
        Some(Statement::Loop(with_body(&one, self.statements_of(body).into())?))
    }

    /// The texts between the parentheses of a call.
    pub(super) fn argument_texts(&self, arguments: Node<'_>) -> Vec<String> {
        let text = self.word(arguments);
        let inner = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')).unwrap_or_default();
        split(inner)
    }
}

/// The loop with these statements in the innermost of the loops that hold nothing else.
fn with_body(one: &Loop, body: Rc<[Statement]>) -> Option<Rc<Loop>> {
    let body = match &*one.body {
        [] => body,
        [Statement::Loop(inner)] => Rc::from([Statement::Loop(with_body(inner, body)?)]),
        _ => return None,
    };
    let (before, condition, update) = (Rc::clone(&one.before), one.condition.clone(), one.update.clone());
    Some(Rc::new(Loop { before, condition, update, body, is_body_first: false }))
}

/// The length of `BODY` in `void f() { auto x = BODY; }`.
fn masked_length(whole: &str) -> usize {
    let inner = whole.strip_prefix("void f() { auto x = ").and_then(|rest| rest.strip_suffix("; }"));
    inner.map_or(0, |inner| inner.trim().len())
}

fn find<'n>(root: Node<'n>, kind: &str) -> Option<Node<'n>> {
    let mut rest = vec![root];
    while let Some(node) = rest.pop() {
        if node.kind() == kind {
            return Some(node);
        }
        rest.extend(children(node).into_iter().rev());
    }
    None
}

/// At the commas outside of parentheses.
fn split(text: &str) -> Vec<String> {
    let (mut depth, mut start, mut out) = (0_i32, 0, Vec::new());
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth -= 1,
            b',' if depth == 0 => {
                out.push(text[start..at].trim().to_owned());
                start = at + 1;
            }
            _ => {}
        }
    }
    if !text.trim().is_empty() {
        out.push(text[start..].trim().to_owned());
    }
    out
}

fn substituted(body: &str, parameters: &[String], arguments: &[String]) -> Option<String> {
    if body.contains('#') || parameters.iter().any(|one| one.contains("...")) {
        return None;
    }
    if parameters.len() != arguments.len() {
        return None;
    }
    let bytes = body.as_bytes();
    let (mut out, mut at) = (String::new(), 0);
    while at < bytes.len() {
        if is_word(bytes[at]) {
            let end = word_end(bytes, at);
            let word = body.get(at..end)?;
            match parameters.iter().position(|name| name == word) {
                Some(place) => out.push_str(&arguments[place]),
                None => out.push_str(word),
            }
            at = end;
        } else {
            out.push(char::from(bytes[at]));
            at += 1;
        }
    }
    Some(out)
}
