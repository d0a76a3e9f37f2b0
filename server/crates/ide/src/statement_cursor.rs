//! The statement that a cursor is in, whole or half-typed, and what of it stands before the cursor.

use std::ops::Range;

use layoutlens_eval::Operation;
use layoutlens_syntax::{Token, TokenKind, leader_length, operation, statement_tokens};
use layoutlens_world::Analysis;

/// A cursor in a statement.
#[derive(Debug)]
pub(crate) struct StatementCursor<'a> {
    pub(crate) text: &'a str,
    /// Index of the statement among [`layoutlens_syntax::File::annotations`].
    pub(crate) annotation: usize,
    /// The tokens before the word that is being typed.
    pub(crate) before: Vec<Token>,
    /// The word that the cursor touches from behind; empty where it touches none.
    pub(crate) word: Range<usize>,
}

/// A bracket that is open at a cursor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct OpenBracket {
    /// `(`, `<`.
    pub(crate) sign: char,
    /// Bytes of the name directly before it.
    pub(crate) callee: Option<Range<usize>>,
    /// How many commas stand between it and the cursor.
    pub(crate) commas: usize,
}

/// The statement at `offset`. A cursor behind its last word, with nothing but blanks between, is in it; so is one on the
/// comment lines below it while a bracket is open.
pub(crate) fn statement_at(analysis: &Analysis, offset: usize) -> Option<StatementCursor<'_>> {
    let text: &str = &analysis.text;
    let annotations = &analysis.file.annotations;
    let last = annotations.partition_point(|annotation| annotation.range.start <= offset).checked_sub(1)?;
    let range = &annotations.get(last)?.range;
    let is_empty = text.get(range.clone())? == layoutlens_syntax::MARKER;
    let start = if is_empty { range.end } else { range.start };
    if offset < start || (offset > range.end && !goes_on(text, start, range.end, offset)) {
        return None;
    }
    let mut before = statement_tokens(text, start..offset);
    let is_word = |token: &Token| token.range.end == offset && token.kind == TokenKind::Name;
    let word = before.pop_if(|token| is_word(token)).map_or(offset..offset, |token| token.range);
    Some(StatementCursor { text, annotation: last, before, word })
}

/// Whether what stands between the end of a statement that was read and the cursor may belong to it.
fn goes_on(text: &str, start: usize, end: usize, offset: usize) -> bool {
    let Some(between) = text.get(end..offset) else { return false };
    let mut lines = between.split('\n');
    let first_is_blank = lines.next().is_some_and(|line| line.trim().is_empty());
    let mut is_comment = lines.map(|line| {
        let leader = leader_length(line);
        leader > 0 && !line.get(..leader).unwrap_or_default().trim().is_empty()
    });
    let has_lines = between.contains('\n');
    first_is_blank
        && is_comment.all(|is_comment| is_comment)
        && (!has_lines || !open_brackets(text, &statement_tokens(text, start..end)).is_empty())
}

impl StatementCursor<'_> {
    /// The text of a token before the cursor.
    pub(crate) fn word_at(&self, index: usize) -> Option<&str> {
        self.before.get(index).and_then(|token| self.text.get(token.range.clone()))
    }

    /// The text of the last token before the word that is typed.
    pub(crate) fn last(&self) -> Option<&str> {
        self.before.last().and_then(|token| self.text.get(token.range.clone()))
    }

    /// What is typed of the word.
    pub(crate) fn typed(&self) -> &str {
        self.text.get(self.word.clone()).unwrap_or_default()
    }

    /// The brackets that are open at the cursor, the outermost first.
    pub(crate) fn open_brackets(&self) -> Vec<OpenBracket> {
        open_brackets(self.text, &self.before)
    }

    /// Whether the last token ends an operand, so that no other can begin here.
    pub(crate) fn follows_operand(&self) -> bool {
        follows_operand(self.text, &self.before)
    }

    /// The innermost call of an operation around the cursor, and the index of the argument that the cursor is in.
    pub(crate) fn call(&self) -> Option<(Operation, usize)> {
        let open =
            self.open_brackets().into_iter().rev().find(|open| open.sign == '(' && open.callee.is_some())?;
        Some((operation_named(self.text.get(open.callee?)?)?, open.commas))
    }
}

/// The operation of this name or of one of its other names.
pub(crate) fn operation_named(name: &str) -> Option<Operation> {
    let plain = operation::plain_name(name);
    Operation::named(operation::canonical_name(plain).unwrap_or(plain))
}

/// The brackets that are open behind the last of some tokens, the outermost first.
pub(crate) fn open_brackets(text: &str, tokens: &[Token]) -> Vec<OpenBracket> {
    let mut open: Vec<OpenBracket> = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        let before = tokens.get(..index).unwrap_or_default();
        let adjacent = before.last().filter(|last| last.range.end == token.range.start);
        let callee = adjacent.filter(|last| last.kind == TokenKind::Name).map(|last| last.range.clone());
        match text.get(token.range.clone()).unwrap_or_default() {
            sign @ ("(" | "[" | "{") => {
                // Template arguments may stand between the name and its arguments.
                let sign = sign.chars().next().unwrap_or('(');
                let callee = callee.or_else(|| templated(text, before));
                open.push(OpenBracket { sign, callee, commas: 0 });
            }
            "<" if is_template(
                callee.as_ref().and_then(|name| text.get(name.clone())).unwrap_or_default(),
            ) || !follows_operand(text, before) =>
            {
                open.push(OpenBracket { sign: '<', callee, commas: 0 });
            }
            ")" | "]" | "}" => {
                while open.pop_if(|open| open.sign == '<').is_some() {}
                open.pop();
            }
            ">" => drop(open.pop_if(|open| open.sign == '<')),
            "," => {
                if let Some(open) = open.last_mut() {
                    open.commas += 1;
                }
            }
            _ => {}
        }
    }
    open
}

/// The name before template arguments that end where a bracket opens: `group` of `group<0,2>(`.
fn templated(text: &str, before: &[Token]) -> Option<Range<usize>> {
    let word = |token: &Token| text.get(token.range.clone()).unwrap_or_default().to_owned();
    before.last().filter(|last| word(last) == ">")?;
    let opening = before.iter().rposition(|token| word(token) == "<")?;
    let name = before.get(opening.checked_sub(1)?)?;
    (name.kind == TokenKind::Name).then(|| name.range.clone())
}

/// Whether `<` directly behind this name begins template arguments.
pub(crate) fn is_template(name: &str) -> bool {
    matches!(name, "Int" | "C" | "E" | "Sw" | "S" | "Swizzle") || operation::is_operation(name)
}

/// Whether the last of some tokens ends an operand.
pub(crate) fn follows_operand(text: &str, tokens: &[Token]) -> bool {
    let Some((last, before)) = tokens.split_last() else { return false };
    match last.kind {
        TokenKind::Literal | TokenKind::Type => true,
        TokenKind::Sign => matches!(text.get(last.range.clone()), Some(")" | "]" | "}" | ">")),
        TokenKind::Name => match text.get(last.range.clone()).unwrap_or_default() {
            "o" => before.is_empty() || !follows_operand_name(text, before),
            "show" | "compare" | "assert" => !before.is_empty(),
            "copy" | "gemm" => before.len() != 1,
            _ => true,
        },
    }
}

/// As [`follows_operand`], for the tokens before an `o`: two of them do not follow each other.
fn follows_operand_name(text: &str, tokens: &[Token]) -> bool {
    tokens.last().is_some_and(|last| match last.kind {
        TokenKind::Sign => matches!(text.get(last.range.clone()), Some(")" | "]" | "}" | ">")),
        _ => true,
    })
}
