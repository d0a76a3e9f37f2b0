//! Syntax errors. What lies inside of one is never a value; what stands before and behind it stays.

use std::ops::Range;

use tree_sitter::Node;

use super::kind::KindOf as _;
use super::{MAX_DEPTH, Place, Reader};
use crate::annotation::Name;
use crate::expr::{Expr, ExprKind};
use crate::host::parse_part;
use crate::program::{Declaration, HostStatement, Jump, StatementKind};

/// Why a broken statement has no value.
const REASON: &str = "it has a syntax error";

/// How many names a broken statement may declare or write: each is looked for among the others. What no compiler takes
/// computes nothing, so a name that is left out is no wrong value of a program.
const MAX_BROKEN_NAMES: usize = 512;

impl Reader<'_> {
    /// Whether a statement has a syntax error outside of the bodies of its lambdas, whose statements have their own.
    pub(super) fn is_broken(&self, node: Node<'_>) -> bool {
        let mut rest = vec![node];
        while let Some(node) = rest.pop() {
            if node.is_error() || node.is_missing() {
                return true;
            }
            if node.has_error() && node.word() != "compound_statement" {
                let mut cursor = node.walk();
                rest.extend(node.children(&mut cursor));
            }
        }
        false
    }

    /// A statement with a syntax error. The names that it may set have no value behind it. A half-typed statement takes
    /// the next lines with it: they are read alone.
    pub(super) fn broken(&mut self, node: Node<'_>, place: Place, out: &mut Vec<HostStatement>) {
        if self.read_with_named_types(node, place, out) {
            return;
        }
        if node.is_error() && self.opens_definition(node) && self.depth < MAX_DEPTH {
            self.go_deeper(1);
            self.recovered(node, place, out);
            self.depth -= 1;
        } else {
            self.broken_text(node.byte_range(), place, out);
        }
    }

    /// Notes what an expression with a syntax error may write: `(n = 4, b < 4)` is one to the grammar.
    pub(super) fn broken_writes(&mut self, node: Node<'_>) {
        let range = self.in_part(node.byte_range());
        let mut writes = std::mem::take(&mut self.effects);
        self.written_names(range.clone(), &mut writes);
        self.written_otherwise(range, &mut writes);
        self.effects = writes;
    }

    /// Text with a syntax error, in the place of a statement.
    pub(super) fn broken_text(&mut self, range: Range<usize>, place: Place, out: &mut Vec<HostStatement>) {
        self.effects.clear();
        let range = self.in_part(range);
        let text = self.text.get(range.clone()).unwrap_or_default();
        // What closes a block that another error has closed.
        if text.bytes().all(|byte| matches!(byte, b'}' | b';' | b' ' | b'\n')) {
            return;
        }
        let next = self.next_statement(&range);
        self.push_at(out, range.clone(), StatementKind::Unread(REASON.to_owned()));
        self.broken_jumps(range.start..next.unwrap_or(range.end), place, out);
        let names = self.assigned_names(range.start..next.unwrap_or(range.end));
        self.written_names(range.start..next.unwrap_or(range.end), out);
        declare_unknown(names, &range, out);
        self.written_otherwise(range.start..next.unwrap_or(range.end), out);
        if let Some(next) = next {
            // The parser may have taken the semicolon for a statement of its own.
            let rest = self.text.get(range.end..).unwrap_or_default();
            let semicolon = rest.trim_start().starts_with(';').then(|| rest.find(';').map_or(0, |at| at + 1));
            self.read_again(next..range.end + semicolon.unwrap_or(0), place, out);
        }
    }

    /// Text that lies so deep in what is open that it is not read.
    pub(super) fn too_deep(&mut self, range: Range<usize>, place: Place, out: &mut Vec<HostStatement>) {
        let range = self.in_part(range);
        self.push_at(out, range.clone(), StatementKind::Unread("it is nested too deep".to_owned()));
        self.broken_jumps(range.clone(), place, out);
        self.written_names(range.clone(), out);
        declare_unknown(self.assigned_names(range.clone()), &range, out);
        self.written_otherwise(range, out);
    }

    /// `return (n = 4, b);`, which the grammar does not know: what leaves a function or a round may do so here.
    fn broken_jumps(&mut self, range: Range<usize>, place: Place, out: &mut Vec<HostStatement>) {
        if place != Place::Function {
            return;
        }
        let text = self.text.get(range.clone()).unwrap_or_default().trim();
        if text == "return" {
            // Half-typed: what is behind it is not gone.
            return;
        }
        let part = |kind| Expr { kind, range: range.clone() };
        let open = || part(ExprKind::Opaque(REASON.into()));
        let mut jumps = Vec::new();
        for (word, kind) in [
            ("return", StatementKind::Return(Some(open()))),
            ("break", StatementKind::Jump(Jump::Break)),
            ("continue", StatementKind::Jump(Jump::Continue)),
            ("goto", StatementKind::Jump(Jump::Goto)),
        ] {
            if words(text).iter().any(|(_, own)| *own == word) {
                jumps.push(HostStatement { kind, range: range.clone() });
            }
        }
        for jump in jumps {
            let kind = StatementKind::If {
                condition: open(),
                is_constant: false,
                then: vec![jump],
                otherwise: Vec::new(),
            };
            self.push_at(out, range.clone(), kind);
        }
    }

    /// `(p->*f)()` and `(a, b) = e`, which the grammar does not know: what the pointer points to and what stands between
    /// the parentheses may be written.
    fn written_otherwise(&mut self, range: Range<usize>, out: &mut Vec<HostStatement>) {
        let text = self.text.get(range.clone()).unwrap_or_default();
        let mut names = Vec::new();
        for (at, _) in text.match_indices("->*").take(MAX_BROKEN_NAMES) {
            let before = text[..at].trim_end();
            let start = before.trim_end_matches(is_word).len();
            add_name(&mut names, &before[start..], range.start + start);
        }
        for (at, _) in text.match_indices('=').take(MAX_BROKEN_NAMES) {
            let before = text[..at].trim_end_matches(['+', '-', '*', '/', '%', '&', '|', '^']).trim_end();
            let before = before.trim_end_matches(|character| is_word(character) || character == '.');
            let Some(inside) = before.strip_suffix(')') else { continue };
            let start = inside.rfind('(').map_or(0, |at| at + 1);
            for (at, word) in words(&inside[start..]) {
                add_name(&mut names, word, range.start + start + at);
            }
        }
        for name in names {
            let call = Self::unread_call(name);
            self.push_at(out, range.clone(), StatementKind::Expression(call));
        }
    }

    /// Part of a definition, with a syntax error.
    pub(super) fn spoiled(&mut self, node: Node<'_>, out: &mut Vec<HostStatement>) {
        self.effects.clear();
        let range = self.in_part(node.byte_range());
        self.push_at(out, range.clone(), StatementKind::Unread(REASON.to_owned()));
        self.written_names(range.clone(), out);
        declare_unknown(self.assigned_names(range.clone()), &range, out);
    }

    /// `a P (9)` among the initializers of a constructor: a macro, or something half-typed, may initialize each member that
    /// it names.
    pub(super) fn spoiled_initializer(&mut self, node: Node<'_>, out: &mut Vec<HostStatement>) {
        self.spoiled(node, out);
        let text = self.text.get(node.byte_range()).unwrap_or_default();
        let mut names = Vec::new();
        for (at, word) in words(text) {
            add_name(&mut names, word, node.start_byte() + at);
        }
        for name in names {
            let range = name.range.clone();
            let part = |kind| Expr { kind, range: range.clone() };
            let base = Box::new(part(ExprKind::Name("this".to_owned())));
            let target = part(ExprKind::Member { base, name });
            let value = part(ExprKind::Opaque(REASON.into()));
            self.push(out, node, StatementKind::Assign { target, operator: None, value });
        }
    }

    /// What is assigned, counted up or down, read into, given to a call, or has its address taken in code that is not read:
    /// variables from outside of the block in which it stands, too, `{ n = (m += 1, m); }`.
    fn written_names(&mut self, range: Range<usize>, out: &mut Vec<HostStatement>) {
        let text = self.text.get(range.clone()).unwrap_or_default();
        let mut names = Vec::new();
        let mut add = |part: Range<usize>| {
            for (at, word) in words(&text[part.clone()]) {
                add_name(&mut names, word, range.start + part.start + at);
            }
        };
        let mut given = 0;
        for (at, sign) in text.match_indices(['=', '+', '-', '>', '&', '(']) {
            let (before, behind) = (&text[..at], &text[at + 1..]);
            let target = || {
                let target = before.rfind([';', '{', '}', '=']).map_or(0, |end| end + 1);
                if declares(&text[target..at]) { at..at } else { target..at }
            };
            let operand = || {
                let start =
                    at + 1 + (behind.len() - behind.trim_start_matches([' ', '(', '*', '+', '-', '>']).len());
                let length = text[start..].find(|character| !is_word(character) && character != '.');
                start..start + length.unwrap_or(text.len() - start)
            };
            match sign {
                "=" if !behind.starts_with('=') && !before.ends_with(['=', '!']) => add(target()),
                "+" | "-" if behind.starts_with(sign) => {
                    add(target());
                    add(operand());
                }
                ">" if before.ends_with('>') => add(operand()),
                "&" if !behind.starts_with('&') && !before.ends_with('&') => add(operand()),
                // What is given to a call within is given to this one.
                "(" if at >= given && is_callee(before) => {
                    given = at + 1 + until_closed(behind);
                    add(at + 1..given);
                }
                _ => {}
            }
        }
        // What is called here is called with what nobody sees; a call that is being typed is none yet.
        let is_whole = text.matches('(').count() == text.matches(')').count();
        for (at, word) in if is_whole { words(text) } else { Vec::new() } {
            let is_member = text[..at].ends_with('.') || text[..at].ends_with("->");
            if !is_member && is_called(word, &text[at + word.len()..]) {
                add_name(&mut names, word, range.start + at);
            }
        }
        // A macro may be another name of what is given.
        let texts = std::sync::Arc::clone(&self.macro_texts);
        let known: Vec<String> = names.iter().map(|name| name.text.clone()).collect();
        let mut inner: Vec<&str> = texts.words_of(known.iter().map(String::as_str)).into_iter().collect();
        inner.sort_unstable();
        inner.into_iter().for_each(|word| add_name(&mut names, word, range.start));
        for name in names {
            let call = Self::unread_call(name);
            self.push_at(out, range.clone(), StatementKind::Expression(call));
        }
    }

    /// Parameters with a syntax error: names in front of `,`, `)` and `=`.
    pub(super) fn spoiled_parameters(&mut self, list: Node<'_>, out: &mut Vec<HostStatement>) {
        self.push(out, list, StatementKind::Unread(REASON.to_owned()));
        let names = self.names_before(list.byte_range(), &[',', ')', '=']);
        declare_unknown(names, &list.byte_range(), out);
    }

    /// Reads the lines behind a broken statement. What stands behind the `}` at the begin of a line is outside of the
    /// function.
    pub(super) fn read_again(&mut self, lines: Range<usize>, place: Place, out: &mut Vec<HostStatement>) {
        let text = self.text;
        if self.parts_left == 0 || self.depth >= MAX_DEPTH {
            declare_unknown(self.assigned_names(lines.clone()), &lines, out);
            return;
        }
        self.parts_left -= 1;
        let inside = text.get(lines.clone()).unwrap_or_default();
        let close = (place == Place::Function).then(|| line_start_with(inside, '}')).flatten();
        let end = close.map_or(lines.end, |close| lines.start + close);
        match parse_part(text, lines.start..end) {
            Some(tree) => {
                self.go_deeper(1);
                self.keeping_nothing(|this| this.root(tree.root_node(), place, out));
                self.depth -= 1;
            }
            None => declare_unknown(self.assigned_names(lines.start..end), &lines, out),
        }
        let behind = (end + 1).min(lines.end);
        if close.is_some()
            && self.parts_left > 0
            && !text.get(behind..lines.end).unwrap_or_default().trim().is_empty()
        {
            self.parts_left -= 1;
            if let Some(tree) = parse_part(text, behind..lines.end) {
                let mut outside = Vec::new();
                self.go_deeper(1);
                self.keeping_nothing(|this| this.root(tree.root_node(), Place::Namespace, &mut outside));
                self.depth -= 1;
                self.outside.append(&mut outside);
            }
        }
    }

    /// The begin of the first line that is not indented deeper than the first: the next statement, if it is not broken.
    fn next_statement(&self, range: &Range<usize>) -> Option<usize> {
        let before = self.text.get(..range.start)?;
        let line = before.rfind('\n').map_or(0, |newline| newline + 1);
        let indentation = blanks(self.text.get(line..)?);
        let mut at = range.start;
        loop {
            at += self.text.get(at..range.end)?.find('\n')? + 1;
            let rest = self.text.get(at..range.end)?;
            let is_blank = rest.trim_start_matches([' ', '\t']).starts_with(['\n', '\r', ')', ',', '/']);
            if !is_blank && blanks(rest) <= indentation && !rest.trim().is_empty() {
                return Some(at);
            }
        }
    }

    /// Names in front of `=`, and behind `auto`: what a broken statement may declare or assign.
    pub(super) fn assigned_names(&self, range: Range<usize>) -> Vec<Name> {
        let mut names = self.names_before(range.clone(), &['=']);
        let text = self.text.get(range.clone()).unwrap_or_default();
        for (at, word) in text.match_indices("auto") {
            let start = at + word.len();
            let line = text[start..].lines().next().unwrap_or_default();
            for (at, name) in words(line.split('=').next().unwrap_or_default()) {
                if name != "const" {
                    add_name(&mut names, name, range.start + start + at);
                }
            }
        }
        names
    }

    /// Names in front of one of the signs, but not of a comparison.
    fn names_before(&self, range: Range<usize>, signs: &[char]) -> Vec<Name> {
        let mut names = Vec::new();
        let text = self.text.get(range.clone()).unwrap_or_default();
        for (at, _) in text.match_indices(signs) {
            let before =
                text[..at].trim_end_matches(['+', '-', '*', '/', '%', '&', '|', '^', '<', '>']).trim_end();
            let is_comparison = text[at + 1..].starts_with('=') || text[..at].ends_with(['=', '!']);
            let start = before.trim_end_matches(is_word).len();
            if !is_comparison && let Some(word) = before.get(start..) {
                add_name(&mut names, word, range.start + start);
            }
        }
        names
    }
}

/// Adds a name once.
pub(super) fn add_name(names: &mut Vec<Name>, word: &str, start: usize) {
    let is_name = word.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_');
    if is_name && names.len() < MAX_BROKEN_NAMES && names.iter().all(|name| name.text != word) {
        names.push(Name { text: word.to_owned(), range: start..start + word.len() });
    }
}

/// Declares names without a value.
pub(super) fn declare_unknown(names: Vec<Name>, range: &Range<usize>, out: &mut Vec<HostStatement>) {
    declare_for(REASON, names, range, out);
}

/// Declares names that have no value for this reason.
pub(super) fn declare_for(
    reason: &str,
    names: Vec<Name>,
    range: &Range<usize>,
    out: &mut Vec<HostStatement>,
) {
    for name in names {
        let value = Expr { kind: ExprKind::Opaque(reason.into()), range: range.clone() };
        let declaration = Declaration { names: vec![name], value: Some(value), ..Declaration::default() };
        out.push(HostStatement { kind: StatementKind::Declare(declaration), range: range.clone() });
    }
}

/// Whether what stands in front of `=` declares a name: `auto x`, `T const& y`, `Tensor<int> z`.
fn declares(target: &str) -> bool {
    let with_gap = target.trim_end().trim_end_matches(is_word);
    let before = with_gap.trim_end().trim_end_matches(['*', '&', '>']).trim_end();
    let last = words(before).pop().filter(|(at, word)| at + word.len() == before.len());
    before.len() < with_gap.len()
        && last.is_some_and(|(_, word)| !matches!(word, "return" | "else" | "case" | "do"))
}

/// Whether a word is called, as far as the text behind it says: `f(..)`, `f<4>(..)`.
fn is_called(word: &str, behind: &str) -> bool {
    let is_template = behind.starts_with('<') && !behind[1..].starts_with(['=', ' ', '<']);
    (behind.starts_with('(') || is_template) && is_callee(word)
}

/// Whether what stands in front of `(` is called: a name, or what another call gives, and no word of the language.
fn is_callee(before: &str) -> bool {
    let before = before.trim_end();
    let word = &before[before.trim_end_matches(is_word).len()..];
    match word {
        "" => before.ends_with([')', ']', '>']),
        "if" | "while" | "for" | "switch" | "return" | "sizeof" | "alignof" | "decltype" | "constexpr" => {
            false
        }
        _ => true,
    }
}

/// Where the `)` stands that closes what is open at the begin of the text; its end where nothing does.
fn until_closed(text: &str) -> usize {
    let mut open = 1_usize;
    for (at, sign) in text.match_indices(['(', ')']) {
        open = if sign == "(" { open + 1 } else { open - 1 };
        if open == 0 {
            return at;
        }
    }
    text.len()
}

/// The words of a text, and where they begin.
pub(super) fn words(text: &str) -> Vec<(usize, &str)> {
    let mut words = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find(is_word) {
        let begins = text.len() - rest.len() + start;
        let word = &rest[start..];
        let length = word.find(|character| !is_word(character)).unwrap_or(word.len());
        words.push((begins, &word[..length]));
        rest = &word[length..];
    }
    words
}

fn is_word(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '_'
}

/// How deep a line is indented.
fn blanks(line: &str) -> usize {
    line.bytes().take_while(|byte| matches!(byte, b' ' | b'\t')).count()
}

/// The begin of the first line with this sign in its first column.
fn line_start_with(text: &str, sign: char) -> Option<usize> {
    if text.starts_with(sign) {
        return Some(0);
    }
    text.match_indices('\n').map(|(at, _)| at + 1).find(|&at| text[at..].starts_with(sign))
}
