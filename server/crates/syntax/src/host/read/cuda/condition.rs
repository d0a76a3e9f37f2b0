//! Conditional compilation, and macros that name a number.

use std::ops::Range;

use tree_sitter::Node;

use super::kind::KindOf as _;
use super::{
    Place, Reader, children,
    field::{self, FieldOf as _},
    fields, literal,
    macro_kind::MacroUse,
    opaque,
    without_comments::without_comments,
};
use crate::expr::Expr;
use crate::preprocessor::Macro;
use crate::program::{Alternative, Declaration, DeclarationKind, HostStatement, StatementKind};

/// Stands for a condition that is not written yet: nothing decides it.
pub(super) const MISSING: &str = "?";

/// A branch: what is read when its condition holds.
struct Branch<'t> {
    /// Empty for `#else`.
    condition: String,
    body: Vec<Node<'t>>,
}

impl<'t> Reader<'t> {
    /// `#if .. #elif .. #else .. #endif`. Branches that are `0` are left out; one that is `1` is the last. A branch
    /// that is certain stands in the text like code without condition; so do a header's include guard and the default
    /// of a macro.
    pub(super) fn conditional_compilation(
        &mut self,
        node: Node<'_>,
        place: Place,
        out: &mut Vec<HostStatement>,
    ) {
        let default = self.default(node);
        if let Some(name) = default {
            self.macros.note_default(name);
        }
        if self.is_include_guard(node) || default.is_some() && !self.macros.is_open {
            let branch = self.branches(node).into_iter().next();
            let nodes = branch.into_iter().flat_map(|branch| branch.body);
            nodes.for_each(|child| self.member_statement(child, place, out));
            return;
        }
        let mut alternatives = Vec::new();
        let around = self.inner_macros.branch;
        for (at, Branch { condition, body: nodes }) in self.branches(node).into_iter().enumerate() {
            let condition = self.decided(condition);
            let is_first = alternatives.iter().all(|other: &Alternative| is_false(&other.condition));
            let is_certain = is_first && is_true(&condition);
            let mut body = Vec::new();
            self.conditions += usize::from(!is_certain);
            if !is_certain {
                self.inner_macros.branch = Some((node.start_byte(), at));
            }
            if !is_false(&condition) {
                nodes.into_iter().for_each(|child| self.member_statement(child, place, &mut body));
            }
            self.conditions -= usize::from(!is_certain);
            self.inner_macros.branch = around;
            let is_last = is_true(&condition);
            alternatives.push(Alternative { condition, body });
            if is_last {
                break;
            }
        }
        match settled(alternatives) {
            Ok(mut certain) => out.append(&mut certain),
            Err(alternatives) => self.push(out, node, StatementKind::Alternatives(alternatives)),
        }
    }

    /// A condition, or `0` or `1` where the file's own macros decide it.
    pub(super) fn decided(&self, condition: String) -> String {
        match self.macros.holds(&condition) {
            Some(holds) => i64::from(holds).to_string(),
            None => condition,
        }
    }

    /// What conditional compilation leaves to the compiler; `None` where the file's own macros do not decide it.
    pub(super) fn compiled<'n>(&self, node: Node<'n>) -> Option<Vec<Node<'n>>> {
        for Branch { condition, body } in self.branches(node) {
            let condition = self.decided(condition);
            if is_true(&condition) {
                return Some(body);
            }
            if !is_false(&condition) {
                return None;
            }
        }
        Some(Vec::new())
    }

    /// The branches that are not known to be left out.
    pub(super) fn possibly_compiled<'n>(&self, node: Node<'n>) -> Vec<Vec<Node<'n>>> {
        let branches = self.branches(node).into_iter();
        branches
            .filter(|branch| !is_false(&self.decided(branch.condition.clone())))
            .map(|branch| branch.body)
            .collect()
    }

    fn branches<'n>(&self, node: Node<'n>) -> Vec<Branch<'n>> {
        let mut branches = Vec::new();
        let mut rest = Some(node);
        while let Some(node) = rest.take() {
            let mut condition = String::new();
            let mut body = Vec::new();
            for (field, child) in fields(node) {
                match (field, child.word()) {
                    (Some("alternative"), _) => rest = Some(child),
                    (Some("condition"), _) => condition = self.condition_of(node, child),
                    (Some("name"), _) => condition = self.defined(node, child),
                    _ => body.push(child),
                }
            }
            // A half-typed `#if` is no `#else`.
            if condition.is_empty() && node.word() != "preproc_else" {
                condition = MISSING.to_owned();
            }
            branches.push(Branch { condition, body });
        }
        branches
    }

    /// The condition of `#if`. The grammar does not know all operators: what it reads of `A ? 0 : 1` is `1`.
    fn condition_of(&self, directive: Node<'_>, condition: Node<'_>) -> String {
        let read = self.text(condition);
        let begins = children(directive).first().map_or(condition.start_byte(), Node::end_byte);
        let line = self.text.get(begins..).map_or(read, logical_line);
        let whole = without_comments(line);
        match whole.trim() {
            whole if whole.len() > without_comments(read).trim().len() => whole.to_owned(),
            _ => read.to_owned(),
        }
    }

    /// The condition of `#ifdef X` and `#ifndef X`.
    fn defined(&self, node: Node<'_>, name: Node<'_>) -> String {
        let is_not = children(node).first().is_some_and(|word| self.text(*word).contains("ndef"));
        format!("{}defined({})", if is_not { "!" } else { "" }, self.text(name))
    }

    /// `#ifndef X` before `#define X` without a value.
    fn is_include_guard(&self, node: Node<'_>) -> bool {
        let Some(branch) = self.branches(node).into_iter().next() else { return false };
        let name = branch.condition.strip_prefix("!defined(").and_then(|rest| rest.strip_suffix(')'));
        let first = branch.body.into_iter().find(Node::is_named);
        let is_empty = |defined: &Node<'_>| self.macro_text(*defined).is_none();
        let defined = first.filter(|first| first.word() == "preproc_def").filter(is_empty);
        let defined = defined.and_then(|defined| defined.field(&field::NAME));
        name.is_some() && defined.is_some_and(|defined| Some(self.text(defined)) == name)
    }

    /// What stands behind the name of a macro; none where that is a comment, or blank.
    fn macro_text<'n>(&self, defined: Node<'n>) -> Option<Node<'n>> {
        let value = defined.field(&field::VALUE)?;
        (!without_comments(self.text(value)).trim().is_empty()).then_some(value)
    }

    /// `#ifndef X` around nothing but `#define X 2`: what holds when the build says nothing else. A macro that the file
    /// or one of its project's headers may have defined is not meant.
    fn default(&self, node: Node<'_>) -> Option<&'t str> {
        let branches = self.branches(node);
        let [branch] = branches.as_slice() else { return None };
        let name = branch.condition.strip_prefix("!defined(").and_then(|rest| rest.strip_suffix(')'));
        let name = name.filter(|name| self.macros.is_new(name))?;
        let defines = |node: &&Node<'_>| {
            let defined = node.field(&field::NAME).filter(|_| node.word() == "preproc_def");
            defined.is_some_and(|defined| self.text(defined) == name)
        };
        let mut defined = branch.body.iter().filter(|node| node.is_named());
        let only = defined.next().filter(defines)?;
        let name = only.field(&field::NAME).map(|name| self.text(name));
        name.filter(|_| defined.next().is_none())
    }

    /// `#undef N`.
    pub(super) fn directive(&mut self, node: Node<'_>, out: &mut Vec<HostStatement>) {
        let text = self.text;
        let field = |name| {
            let field = node.child_by_field_name(name)?;
            text.get(field.byte_range()).map(str::trim)
        };
        let word = field("directive").map(|word| word.trim_start_matches('#').trim_start());
        let (Some(word), Some(name)) = (word, field("argument")) else { return };
        let name = match word {
            "undef" => name,
            // What it stood for where that was pushed is not followed.
            "pragma" if name.starts_with("pop_macro") => {
                let quoted = name.split('"').nth(1).unwrap_or_default();
                return self.macros.set(quoted, Macro::Unknown, node.byte_range());
            }
            _ => return,
        };
        let name =
            name.split(|letter: char| !letter.is_alphanumeric() && letter != '_').next().unwrap_or(name);
        self.note_inner_macro(name, node.byte_range(), None);
        self.set_macro(name, Macro::Undefined, node.byte_range());
        self.macro_undefined(node, name, out);
    }

    /// Notes what a macro stands for from here on, unless it is not known whether the program comes here.
    fn set_macro(&mut self, name: &'t str, value: Macro, at: Range<usize>) {
        self.macros.set(name, if self.conditions == 0 { value } else { Macro::Unknown }, at);
    }

    /// `#define N 128` is a constant, until it is defined again; what other macros stand for is not read.
    pub(super) fn macro_constant(&mut self, node: Node<'_>, out: &mut Vec<HostStatement>) {
        let Some(name) = node.field(&field::NAME) else { return };
        let is_defined = matches!(self.macros.known(self.text(name)), Macro::Number(_) | Macro::Defined);
        let Some(value) = self.macro_text(node) else {
            self.set_macro(self.text(name), Macro::Defined, name.byte_range());
            self.note_macro(self.text(name), MacroUse::Nothing);
            self.note_macro_text(self.text(name), "", false);
            self.note_inner_macro(self.text(name), node.byte_range(), None);
            return;
        };
        let text = self.text(value);
        let text = without_comments(text);
        let text = text.trim();
        let inside = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')).unwrap_or(text).trim();
        let number = literal::integer(inside);
        let known = number.map_or(Macro::Defined, Macro::Number);
        self.set_macro(self.text(name), known, name.byte_range());
        if number.is_none() && !is_defined {
            self.macro_definition(node, name, None, text, out);
            return;
        }
        self.note_inner_constant(
            self.name(name),
            if number.is_some() { inside } else { text },
            node.byte_range(),
        );
        let of = match number {
            Some(_) => MacroUse::Value,
            None => self.use_of_macro(text, node),
        };
        self.note_macro(self.text(name), of);
        if number.is_none() || self.macro_texts.knows(self.text(name)) {
            self.note_macro_text(self.text(name), text, false);
        }
        // It holds behind the block in which it stands, too.
        if self.inner_macros.is_told(self.conditions) {
            return;
        }
        let value = match number {
            _ if is_defined => opaque("the macro has several definitions", value),
            _ => {
                let range = value.byte_range();
                Expr { kind: literal::number(inside, range.clone()), range }
            }
        };
        let declaration = Declaration {
            names: vec![self.name(name)],
            kind: DeclarationKind::Constant,
            value: Some(value),
            ..Declaration::default()
        };
        self.push(out, node, StatementKind::Declare(declaration));
    }
}

/// A line with those that a backslash joins to it.
fn logical_line(text: &str) -> &str {
    let mut ends = text.match_indices('\n').map(|(at, _)| at);
    let is_end = |at: &usize| {
        let line = text.get(..*at).unwrap_or_default();
        !line.strip_suffix('\r').unwrap_or(line).ends_with('\\')
    };
    ends.find(is_end).and_then(|at| text.get(..at)).unwrap_or(text)
}

fn is_true(condition: &str) -> bool {
    matches!(condition, "1" | "true" | "")
}

fn is_false(condition: &str) -> bool {
    matches!(condition, "0" | "false")
}

/// The branch that is certain, if one is, or those that may be.
pub(super) fn settled(alternatives: Vec<Alternative>) -> Result<Vec<HostStatement>, Vec<Alternative>> {
    let mut possible: Vec<Alternative> = Vec::new();
    for mut alternative in alternatives {
        if is_false(&alternative.condition) {
            continue;
        }
        let is_last = is_true(&alternative.condition);
        if is_last && possible.is_empty() {
            return Ok(alternative.body);
        }
        if is_last {
            alternative.condition.clear();
        }
        possible.push(alternative);
        if is_last {
            break;
        }
    }
    if possible.iter().all(|alternative| alternative.body.is_empty()) {
        Ok(Vec::new())
    } else {
        Err(possible)
    }
}
