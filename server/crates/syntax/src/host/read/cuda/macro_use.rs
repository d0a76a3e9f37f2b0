//! Statements that a macro of the program is a part of. How often such a statement is run, what else is run and what is
//! written is the macro's to say: `REPEAT(3) { .. }`, `MY_UNROLL for (..)`, `STEP` without a semicolon.

use std::collections::HashSet;
use std::ops::Range;

use tree_sitter::Node;

use super::kind::KindOf as _;
use super::{
    MAX_STATEMENTS, Place, Reader,
    broken::{add_name, declare_for, declare_unknown, words},
    children,
    field::{self, FieldOf as _},
    jumps_inside::jumps_inside,
    macro_definition::MAX_WRITTEN,
    macro_head::arguments,
    macro_kind::{MacroCode, MacroUse},
    opaque,
};
use crate::annotation::Name;
use crate::expr::{Expr, ExprKind};
use crate::mask;
use crate::program::{Declaration, HostStatement, Jump, StatementKind};

/// Longer arguments of a macro in front of a block are not looked through.
const MAX_ARGUMENTS: usize = 4096;

/// Why what a macro has a say in is not known.
const REASON: &str = "what a macro stands for here is not read";

impl Reader<'_> {
    /// Remembers what a macro may be.
    pub(super) fn note_macro(&mut self, name: &str, of: MacroUse) {
        let of = match self.macro_uses.remove(name) {
            Some(known) => known.or(of),
            None => of,
        };
        if let MacroUse::Code(code) = &of {
            self.has_statement_macros = true;
            self.has_open_macros |= code.is_open;
        }
        self.macro_uses.insert(name.to_owned(), of);
    }

    /// A statement of a function, or of what the parser takes for one.
    pub(super) fn statement_of_function(&mut self, node: Node<'_>, out: &mut Vec<HostStatement>) {
        let is_behind_macro = self.is_behind_unfinished(node);
        let is_uncertain = self.macros_before(node, out) || is_behind_macro;
        if !is_uncertain && self.statements_of_macro(node, out) {
            self.unsure_behind(node, out);
            return;
        }
        if self.has_statement_macros && self.is_spoiled_by_macro(node) {
            self.spoiled_by_macro(node, out);
        } else if is_uncertain {
            let given = if is_behind_macro { self.names_given_before(node) } else { Vec::new() };
            self.uncertain(node, given.clone(), out);
            self.given_to_block(given, node, out);
        } else {
            self.dispatch(node, Place::Function, out);
        }
        self.unsure_behind(node, out);
    }

    /// The names that are whole arguments of the macro in front of a block: it may declare them anew there, as
    /// `SWITCH(flag, FLAG) { run<FLAG>(); }` does.
    pub(super) fn names_given_before(&self, node: Node<'_>) -> Vec<Name> {
        let before = self.text.get(..node.start_byte()).unwrap_or_default().trim_end();
        // A comma where the block is its last argument.
        let Some(inside) = before.strip_suffix([')', ',']) else { return Vec::new() };
        let first = inside.floor_char_boundary(inside.len().saturating_sub(MAX_ARGUMENTS));
        let mut depth = 0_usize;
        let open = inside[first..].rfind(|character| match character {
            ')' => {
                depth += 1;
                false
            }
            '(' if depth > 0 => {
                depth -= 1;
                false
            }
            character => character == '(',
        });
        let Some(open) = open.map(|open| first + open) else { return Vec::new() };
        let mut names = Vec::new();
        for argument in arguments(&inside[open + 1..]) {
            if argument.chars().all(is_word) {
                // A part of the same text.
                let start = argument.as_ptr().addr() - before.as_ptr().addr();
                add_name(&mut names, argument, start);
            }
        }
        names
    }

    /// Declares the names in the block, which the macro may do.
    pub(super) fn declare_given(given: Vec<Name>, node: Node<'_>, out: &mut Vec<HostStatement>) {
        declare_for(REASON, given, &node.byte_range(), out);
    }

    /// What is written to the names in the block may be written to those around it.
    pub(super) fn given_to_block(&mut self, given: Vec<Name>, node: Node<'_>, out: &mut Vec<HostStatement>) {
        for name in given {
            self.push_at(out, node.byte_range(), StatementKind::Expression(Self::unread_call(name)));
        }
    }

    /// A statement that is run as often as a macro says, or never; what these names are in it is the macro's to say, too.
    fn uncertain(&mut self, node: Node<'_>, declared: Vec<Name>, out: &mut Vec<HostStatement>) {
        let mut inner = Vec::new();
        Self::declare_given(declared, node, &mut inner);
        self.dispatch(node, Place::Function, &mut inner);
        let jumps: Vec<Jump> = [Jump::Break, Jump::Continue]
            .into_iter()
            .filter(|jump| is_in_loop(node) && jumps_inside(&inner, *jump))
            .collect();
        let perhaps = |then: Vec<HostStatement>| StatementKind::If {
            condition: opaque(REASON, node),
            is_constant: false,
            then,
            otherwise: Vec::new(),
        };
        let range = node.byte_range();
        let body = vec![HostStatement { kind: perhaps(inner), range: range.clone() }];
        self.push(
            out,
            node,
            StatementKind::Loop { variables: Vec::new(), counts: false, over: None, condition: None, body },
        );
        for jump in jumps {
            let then = vec![HostStatement { kind: StatementKind::Jump(jump), range: range.clone() }];
            self.push(out, node, perhaps(then));
        }
    }

    /// Whether macros stand in front of a statement's keyword that say how often it is run; they are noted.
    fn macros_before(&mut self, node: Node<'_>, out: &mut Vec<HostStatement>) -> bool {
        if !matches!(
            node.word(),
            "for_statement"
                | "for_range_loop"
                | "while_statement"
                | "do_statement"
                | "if_statement"
                | "switch_statement"
                | "try_statement"
        ) {
            return false;
        }
        let before = self.end_before(node);
        let before = before.or_else(|| Some(node.parent()?.start_byte())).unwrap_or(node.start_byte());
        let range = before.min(node.start_byte())..node.start_byte();
        let gap = self.text.get(range.clone()).unwrap_or_default();
        if gap.trim().is_empty() || mask::masked(gap).trim().is_empty() {
            return false;
        }
        let mut is_uncertain = false;
        for (at, word) in words(gap) {
            if self.macro_uses.get(word) == Some(&MacroUse::Nothing) {
                continue;
            }
            is_uncertain = true;
            let start = range.start + at;
            let range = start..start + word.len();
            let name = Expr { kind: ExprKind::Name(word.to_owned()), range: range.clone() };
            self.push_at(out, range, StatementKind::Expression(name));
        }
        is_uncertain
    }

    /// Whether what stands in front of a statement has no end: it is a macro then, and the statement a part of it.
    fn is_behind_unfinished(&self, node: Node<'_>) -> bool {
        if !is_run(node.word()) || node.word() == "expression_statement" && self.text(node) == ";" {
            return false;
        }
        let Some((kind, last)) = self.code_before(node) else { return false };
        let may_be_head = match kind {
            "declaration" => node.word() == "compound_statement",
            kind => is_run(kind) || kind == "ERROR",
        };
        may_be_head && last.is_some_and(|last| last == ')' || is_word(last))
    }

    /// The last character of a node that is none of a comment.
    pub(super) fn last_of(&self, node: Node<'_>) -> Option<char> {
        let mut node = node;
        while let Some(last) = children(node).into_iter().rfind(|child| !child.is_missing()) {
            node = last;
        }
        self.text(node).trim_end().chars().last()
    }

    /// Whether a macro that is no value stands where the statement cannot be read with it.
    fn is_spoiled_by_macro(&self, node: Node<'_>) -> bool {
        let is_statement = is_run(node.word()) || matches!(node.word(), "declaration" | "ERROR");
        if !is_statement || self.call_without_end(node).is_some() {
            return false;
        }
        let (mut is_broken, mut is_named, mut is_type) = (node.is_error(), false, false);
        self.each_of_head(node, &mut |leaf| {
            is_broken |= leaf.is_error() || leaf.is_missing();
            if leaf.child_count() == 0 && self.statement_macro(self.text(leaf)) {
                is_named = true;
                is_type |= leaf.word() != "identifier";
            }
        });
        is_type || is_named && is_broken
    }

    /// Whether a macro that is no value stands in a node.
    pub(super) fn names_statement_macro(&self, node: Node<'_>) -> bool {
        self.has_statement_macros
            && words(self.text(node)).into_iter().any(|(_, word)| self.statement_macro(word))
    }

    fn code_of(&self, word: &str) -> Option<&MacroCode> {
        match self.macro_uses.get(word)? {
            MacroUse::Code(code) => Some(code),
            MacroUse::Nothing | MacroUse::Value => None,
        }
    }

    /// Whether a macro is whole statements, as far as its brackets go.
    pub(super) fn is_closed_code(&self, name: &str) -> bool {
        self.code_of(name).is_some_and(|code| !code.is_open)
    }

    fn statement_macro(&self, word: &str) -> bool {
        self.code_of(word).is_some()
    }

    /// A statement of which a macro leaves nothing certain: all that it names may be written, and the statements in it
    /// may be run.
    fn spoiled_by_macro(&mut self, node: Node<'_>, out: &mut Vec<HostStatement>) {
        if let Some(end) = self.end_of_whole_macro(node) {
            self.push(out, node, StatementKind::Unread(REASON.to_owned()));
            let head = node.start_byte()..end;
            self.macro_effects(std::slice::from_ref(&head), out);
            self.read_again(end..node.end_byte(), Place::Function, out);
            return;
        }
        self.push(out, node, StatementKind::Unread(REASON.to_owned()));
        let mut parts: Vec<Range<usize>> = Vec::new();
        self.each_of_head(node, &mut |leaf| {
            if leaf.child_count() == 0 {
                parts.push(leaf.byte_range());
            }
        });
        self.macro_effects(&parts, out);
        let mut declared = match node.word() {
            "declaration" => self.declared_names(node),
            _ => Vec::new(),
        };
        declared.extend(self.assigned_names(node.byte_range()));
        declare_unknown(declared, &node.byte_range(), out);
        let mut nested = Vec::new();
        statements_in(node, &mut nested);
        for statement in nested {
            self.uncertain(statement, Vec::new(), out);
        }
    }

    /// Where the macro ends that a statement begins with, if what stands behind it is a statement of its own:
    /// `CHECK(x) f();`.
    fn end_of_whole_macro(&self, node: Node<'_>) -> Option<usize> {
        let text = self.text(node);
        let length = text.find(|character| !is_word(character)).unwrap_or(text.len());
        self.code_of(text.get(..length)?).filter(|code| code.is_whole && !code.is_open)?;
        let behind = text.get(length..)?;
        let inside = behind.trim_start();
        let arguments = if inside.starts_with('(') { end_of_parentheses(inside)? } else { 0 };
        let blanks = behind.len() - inside.len();
        Some(node.start_byte() + length + if arguments == 0 { 0 } else { blanks + arguments })
    }

    /// What code that is not read may do: all names in it may be written, with those that its macros write.
    fn macro_effects(&mut self, parts: &[Range<usize>], out: &mut Vec<HostStatement>) {
        // Nothing is added any more to a file of so many statements.
        if self.statements > MAX_STATEMENTS {
            return;
        }
        let mut names: Vec<Name> = Vec::new();
        let mut known: HashSet<String> = HashSet::new();
        let mut leaves = Vec::new();
        for part in parts {
            for (at, word) in words(self.text.get(part.clone()).unwrap_or_default()) {
                let start = part.start + at;
                let range = start..start + word.len();
                let mut add = |text: String| {
                    if known.insert(text.clone()) {
                        names.push(Name { text, range: range.clone() });
                    }
                };
                match self.code_of(word) {
                    Some(code) => {
                        code.written.iter().for_each(|name| add(name.clone()));
                        // What the macros in its text write.
                        let inner = self.macro_texts.code_in(word, &self.macro_uses);
                        let mut inner: Vec<&str> = inner.into_iter().collect();
                        inner.sort_unstable();
                        inner.into_iter().for_each(|name| add(name.to_owned()));
                        leaves.extend(code.leaves.iter().cloned());
                    }
                    _ if word.starts_with(|first: char| !first.is_ascii_digit()) => add(word.to_owned()),
                    // A number.
                    _ => {}
                }
            }
        }
        for name in names {
            let range = name.range.clone();
            let call = Self::unread_call(name);
            self.push_at(out, range, StatementKind::Expression(call));
        }
        out.append(&mut leaves);
    }

    /// Whether a macro opens or closes blocks in the body of a function. Nothing in it is read then.
    pub(super) fn is_open_body(&mut self, block: Node<'_>, out: &mut Vec<HostStatement>) -> bool {
        let text = self.text(block);
        let is_open = |(_, word): &(usize, &str)| self.code_of(word).is_some_and(|code| code.is_open);
        if !self.has_open_macros || !words(text).iter().any(is_open) {
            return false;
        }
        self.push(out, block, StatementKind::Unread(REASON.to_owned()));
        let range = block.byte_range();
        self.macro_effects(std::slice::from_ref(&range), out);
        declare_unknown(self.assigned_names(range.clone()), &range, out);
        let returned = HostStatement { kind: StatementKind::Return(Some(opaque(REASON, block))), range };
        self.push(
            out,
            block,
            StatementKind::If {
                condition: opaque(REASON, block),
                is_constant: false,
                then: vec![returned],
                otherwise: Vec::new(),
            },
        );
        true
    }

    /// Whether a macro writes functions of a class: constructors and operators may be among them.
    pub(super) fn has_methods_of_macros(&self, body: Node<'_>) -> bool {
        if !self.has_statement_macros {
            return false;
        }
        let mut rest = children(body);
        while let Some(of) = rest.pop() {
            let code = self.code_of(self.text(of)).filter(|_| of.child_count() == 0);
            if code.is_some_and(|code| code.has_block) {
                return true;
            }
            let is_body = matches!(of.word(), "compound_statement" | "field_declaration_list");
            rest.extend(children(of).into_iter().filter(|_| !is_body));
        }
        false
    }

    /// A class that is in part a macro's: nothing is known of its objects.
    pub(super) fn class_of_macros(&mut self, node: Node<'_>, name: Name, out: &mut Vec<HostStatement>) {
        let declaration = Declaration {
            names: vec![name],
            path: self.namespaces.as_slice().into(),
            value: Some(opaque(REASON, node)),
            ..Declaration::default()
        };
        self.push(out, node, StatementKind::Declare(declaration));
    }

    /// The call of `CHECK(x)` without a semicolon.
    pub(super) fn call_without_end<'n>(&self, node: Node<'n>) -> Option<Node<'n>> {
        let all = children(node);
        let [call, end] = all.as_slice() else { return None };
        let is_call = node.word() == "expression_statement" && call.word() == "call_expression";
        let is_named = || call.field(&field::FUNCTION).is_some_and(|of| of.word() == "identifier");
        (is_call && end.is_missing() && !call.has_error() && is_named()).then_some(*call)
    }

    /// Visits the nodes of a statement, without the statements in it.
    fn each_of_head(&self, node: Node<'_>, visit: &mut impl FnMut(Node<'_>)) {
        let mut rest = vec![node];
        while let Some(of) = rest.pop() {
            visit(of);
            rest.extend(children(of).into_iter().filter(|child| !is_run(child.word())));
        }
    }
}

/// The statements that stand in a statement, but in none of these.
fn statements_in<'n>(node: Node<'n>, into: &mut Vec<Node<'n>>) {
    for child in children(node) {
        if is_run(child.word()) {
            into.push(child);
        } else if child.word() != "lambda_expression" {
            statements_in(child, into);
        }
    }
}

/// What is run, and is no declaration.
fn is_run(kind: &str) -> bool {
    kind.ends_with("_statement") && kind != "init_statement" || kind == "for_range_loop"
}

/// Whether a `break` or `continue` in the place of this node would be of a loop or of a `switch`.
fn is_in_loop(node: Node<'_>) -> bool {
    std::iter::successors(node.parent(), Node::parent)
        .take_while(|above| !matches!(above.word(), "function_definition" | "lambda_expression"))
        .any(|above| {
            matches!(
                above.word(),
                "for_statement" | "for_range_loop" | "while_statement" | "do_statement" | "switch_statement"
            )
        })
}

fn is_word(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '_'
}

/// What a macro is whose text is no expression and no type.
pub(super) fn use_of(text: &str, written: Vec<String>, range: &Range<usize>) -> MacroUse {
    if is_nothing(text) {
        return MacroUse::Nothing;
    }
    MacroUse::Code(MacroCode {
        leaves: leaves(text, range),
        // Where more may be written than is noted, nothing of a function in which it stands is certain.
        is_open: is_open(text) || written.len() >= MAX_WRITTEN,
        has_block: text.contains('{'),
        is_whole: text.trim_end().ends_with(['}', ';']),
        written,
    })
}

/// Whether a text says nothing of what is run: attributes, pragmas, words in front of a declaration.
fn is_nothing(text: &str) -> bool {
    const WORDS: &[&str] = &[
        "inline",
        "static",
        "extern",
        "constexpr",
        "const",
        "volatile",
        "noexcept",
        "override",
        "final",
        "virtual",
        "explicit",
        "mutable",
        "register",
        "thread_local",
        "__host__",
        "__device__",
        "__global__",
        "__forceinline__",
        "__noinline__",
        "__inline__",
        "__restrict__",
        "__restrict",
        "__extension__",
        "__constant__",
        "__shared__",
        "__grid_constant__",
        "__managed__",
        "__inline",
        "__forceinline",
    ];
    const WITH_ARGUMENTS: &[&str] =
        &["_Pragma", "__pragma", "__attribute__", "__declspec", "__launch_bounds__", "alignas", "__align__"];
    let mut rest = text.trim();
    while !rest.is_empty() {
        let length = rest.find(|character| !is_word(character)).unwrap_or(rest.len());
        let (word, behind) = rest.split_at(length);
        let inside = behind.trim_start();
        let end = match word {
            "" if inside.starts_with("[[") => inside.find("]]").map(|at| at + 2),
            word if WITH_ARGUMENTS.contains(&word) && inside.starts_with('(') => end_of_parentheses(inside),
            word if WORDS.contains(&word) => Some(0),
            _ => None,
        };
        let Some(end) = end else { return false };
        rest = inside.get(end..).unwrap_or_default().trim_start();
    }
    true
}

fn end_of_parentheses(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' => depth += 1,
            b')' => depth = depth.checked_sub(1)?,
            _ => {}
        }
        if depth == 0 {
            return Some(at + 1);
        }
    }
    None
}

/// Where a text may leave the code around it.
fn leaves(text: &str, range: &Range<usize>) -> Vec<HostStatement> {
    let unread = || Expr { kind: ExprKind::Opaque(REASON.into()), range: range.clone() };
    let mut is_loop = false;
    let mut found: Vec<HostStatement> = Vec::new();
    for (_, word) in words(text) {
        is_loop |= matches!(word, "for" | "while" | "do" | "switch");
        let kind = match word {
            "return" | "co_return" => StatementKind::Return(Some(unread())),
            "throw" => StatementKind::Jump(Jump::Raise),
            "goto" => StatementKind::Jump(Jump::Goto),
            "break" if !is_loop => StatementKind::Jump(Jump::Break),
            "continue" if !is_loop => StatementKind::Jump(Jump::Continue),
            _ => continue,
        };
        if found.iter().any(|known| known.kind == kind) {
            continue;
        }
        found.push(HostStatement { kind, range: range.clone() });
    }
    let perhaps = |jump: HostStatement| StatementKind::If {
        condition: unread(),
        is_constant: false,
        then: vec![jump],
        otherwise: Vec::new(),
    };
    found.into_iter().map(|jump| HostStatement { kind: perhaps(jump), range: range.clone() }).collect()
}

/// Whether a text opens or closes a block or a case that it does not close or open.
fn is_open(text: &str) -> bool {
    let mut open: Vec<char> = Vec::new();
    for character in text.chars() {
        let opened = match character {
            '(' | '{' | '[' => {
                open.push(character);
                continue;
            }
            ')' => '(',
            '}' => '{',
            ']' => '[',
            _ => continue,
        };
        if open.pop() != Some(opened) {
            return true;
        }
    }
    let words = words(text);
    !open.is_empty()
        || words.first().is_some_and(|(_, word)| *word == "else")
        || words.iter().any(|(_, word)| matches!(*word, "case" | "default"))
            && !words.iter().any(|(_, word)| *word == "switch")
        || text.trim_end().ends_with(':')
}
