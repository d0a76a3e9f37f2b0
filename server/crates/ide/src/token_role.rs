//! What each word and sign of a statement does in it, broken statements included: for colours and for the blanks between them.

use std::{collections::HashSet, ops::Range, sync::OnceLock};

use layoutlens_eval::{element_type, hardware_names};
use layoutlens_syntax::{STATEMENTS, Token, TokenKind, statement_tokens};

use crate::statement_cursor::{follows_operand, is_template, operation_named};

/// What a token does in its statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// `let`, `show`, `run`, `copy`.
    Keyword,
    /// An operation that is called.
    Operation,
    /// A name that `let` or `with` binds.
    Binding,
    /// Any other name.
    Name,
    /// An element type, an atom, the word before `<8>` in `Int<8>`, a pointer.
    Type,
    /// `8`, `_8`, `1/2@0`.
    Number,
    /// `_`, `?`, `...`.
    Wildcard,
    /// An option of a `run`.
    Option,
    /// A part of a diagnostic's code.
    Code,
    /// `=`, `->`, a comparison, a composition, a divide: blanks stand around it.
    Wide,
    /// `+ - * / %` between two operands.
    Arithmetic,
    /// `@`.
    Basis,
    /// `=` of an option.
    OptionEquals,
    /// `-` before an operand.
    Sign,
    /// `:` between shape and stride.
    LayoutColon,
    /// `:` before the element type of a `run`.
    TypeColon,
    /// `,`.
    Comma,
    /// A bracket that opens.
    Open(Bracket),
    /// A bracket that closes.
    Close,
    /// `<` or `>` directly behind a name that is no operation: what it is shows only behind the list.
    Angle,
    /// What no statement has.
    Other,
}

/// What a bracket holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Bracket {
    /// The operands of an operation, or codes.
    Call,
    /// A coordinate.
    Application,
    /// Template arguments, the numbers of a swizzle.
    Template,
    /// A tiler by mode.
    Tiler,
    /// A tuple, or grouping.
    Tuple,
    /// The options of a `run`.
    Options,
}

/// A token and what it does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RoleToken {
    pub(crate) role: Role,
    /// Bytes in the document.
    pub(crate) range: Range<usize>,
}

/// The tokens of the statement whose text is `text[range]`, each with its role.
pub(crate) fn token_roles(text: &str, range: Range<usize>) -> Vec<RoleToken> {
    let tokens = statement_tokens(text, range);
    let mut reader = RoleReader {
        text,
        tokens: &tokens,
        open: Vec::new(),
        type_colon: None,
        last_angle: 0,
        has_angle: false,
    };
    reader.type_colon = reader.find_type_colon();
    reader.last_angle = (0..tokens.len()).rev().find(|&index| reader.word(index) == ">").unwrap_or_default();
    let roles: Vec<Role> = (0..tokens.len()).map(|index| reader.role(index)).collect();
    let with_role = |(role, token): (Role, Token)| RoleToken { role, range: token.range };
    roles.into_iter().zip(tokens).map(with_role).collect()
}

struct RoleReader<'a> {
    text: &'a str,
    tokens: &'a [Token],
    /// The signs of the brackets that are open, with what they hold.
    open: Vec<(char, Bracket)>,
    /// Which token is the colon before a `run`'s element type.
    type_colon: Option<usize>,
    /// The last `>`; 0 where there is none.
    last_angle: usize,
    /// Whether a `<` before this may be one of template arguments, or may compare.
    has_angle: bool,
}

impl RoleReader<'_> {
    fn word(&self, index: usize) -> &str {
        self.tokens.get(index).and_then(|token| self.text.get(token.range.clone())).unwrap_or_default()
    }

    fn before(&self, index: usize) -> &[Token] {
        self.tokens.get(..index).unwrap_or_default()
    }

    fn is_statement(&self, keyword: &str) -> bool {
        self.word(0) == keyword
    }

    /// The last colon of a `run` outside of brackets, behind its arrow.
    fn find_type_colon(&self) -> Option<usize> {
        if !self.is_statement("run") {
            return None;
        }
        let mut depth = 0_usize;
        let mut is_behind_arrow = false;
        let mut colon = None;
        for index in 0..self.tokens.len() {
            match self.word(index) {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth = depth.saturating_sub(1),
                "->" => is_behind_arrow = true,
                ":" if depth == 0 && is_behind_arrow => colon = Some(index),
                _ => {}
            }
        }
        colon
    }

    fn role(&mut self, index: usize) -> Role {
        let Some(token) = self.tokens.get(index) else { return Role::Other };
        if self.is_statement("allow") && !self.open.is_empty() && !matches!(self.word(index), "," | ")") {
            return Role::Code;
        }
        match token.kind {
            TokenKind::Literal => match self.word(index) {
                "_" | "..." => Role::Wildcard,
                word if word.starts_with('?') => Role::Wildcard,
                word if word.contains(['(', '[']) || word.ends_with("Iterator") => Role::Type,
                _ => Role::Number,
            },
            TokenKind::Type => Role::Type,
            TokenKind::Name => self.role_of_name(index),
            TokenKind::Sign => self.role_of_sign(index),
        }
    }

    fn role_of_name(&self, index: usize) -> Role {
        let word = self.word(index);
        let next = self.word(index + 1);
        match index {
            0 if STATEMENTS.contains(&word) => return Role::Keyword,
            1 if self.is_statement("run") && matches!(word, "copy" | "gemm") => return Role::Keyword,
            1 if self.is_statement("let") => return Role::Binding,
            _ => {}
        }
        if next == "=" && self.open.is_empty() && self.is_statement("with") {
            return Role::Binding;
        }
        if next == "=" && self.open.last().is_some_and(|&(_, bracket)| bracket == Bracket::Options) {
            return Role::Option;
        }
        if word == "o" && follows_operand(self.text, self.before(index)) {
            return Role::Wide;
        }
        let opens_template = next == "<" && self.is_adjacent(index + 1) && is_template(word);
        match operation_named(word) {
            Some(_) if next == "(" || opens_template => Role::Operation,
            _ if opens_template => Role::Type,
            _ if self.type_colon.is_some_and(|colon| colon + 1 == index) => Role::Type,
            _ if element_type::find(word).is_some() || is_hardware(word) => Role::Type,
            _ => Role::Name,
        }
    }

    fn role_of_sign(&mut self, index: usize) -> Role {
        let is_behind_operand = follows_operand(self.text, self.before(index));
        match self.word(index) {
            "(" => self.opened('(', self.parenthesis(index, is_behind_operand)),
            "<" => {
                let is_adjacent = self.is_adjacent(index);
                let callee = index.checked_sub(1).and_then(|before| self.tokens.get(before));
                let is_name = callee.is_some_and(|callee| callee.kind == TokenKind::Name) && is_adjacent;
                let callee = index.checked_sub(1).map(|before| self.word(before)).unwrap_or_default();
                match is_behind_operand {
                    _ if is_name && is_template(callee) => self.opened('<', Bracket::Template),
                    false => self.opened('<', Bracket::Tiler),
                    true if is_name && index < self.last_angle => {
                        self.has_angle = true;
                        Role::Angle
                    }
                    true => Role::Wide,
                }
            }
            ">" if self.open.last().is_some_and(|&(sign, _)| sign == '<') => {
                self.open.pop();
                Role::Close
            }
            ">" if self.has_angle => Role::Angle,
            ")" => {
                while self.open.pop_if(|(sign, _)| *sign == '<').is_some() {}
                self.open.pop();
                Role::Close
            }
            "," => Role::Comma,
            ":" if self.type_colon == Some(index) => Role::TypeColon,
            ":" => Role::LayoutColon,
            "@" => Role::Basis,
            "=" if self.open.is_empty() => Role::Wide,
            "=" => Role::OptionEquals,
            "==" | "!=" | "<=" | ">=" | ">" | "->" | "∘" | "⊘" | "⊗" => Role::Wide,
            "-" if !is_behind_operand => Role::Sign,
            "+" | "-" | "*" | "/" | "%" => Role::Arithmetic,
            _ => Role::Other,
        }
    }

    fn opened(&mut self, sign: char, bracket: Bracket) -> Role {
        self.open.push((sign, bracket));
        Role::Open(bracket)
    }

    /// What a parenthesis holds.
    fn parenthesis(&self, index: usize, is_behind_operand: bool) -> Bracket {
        let Some(before) = index.checked_sub(1) else { return Bracket::Tuple };
        if self.is_statement("allow") && before == 0 {
            return Bracket::Call;
        }
        if self.type_colon.is_some_and(|colon| colon + 1 == before) {
            return Bracket::Options;
        }
        if !is_behind_operand || (before == 0 && STATEMENTS.contains(&self.word(before))) {
            return Bracket::Tuple;
        }
        let callee = match self.word(before) {
            // Template arguments may stand between the name and its arguments.
            ">" => {
                self.before(before).iter().rposition(|token| self.text.get(token.range.clone()) == Some("<"))
            }
            _ => Some(before + 1),
        };
        let name = callee.and_then(|behind| behind.checked_sub(1)).map(|name| self.word(name));
        match name.and_then(operation_named) {
            Some(_) => Bracket::Call,
            None => Bracket::Application,
        }
    }

    /// Whether no blank stands before the token.
    fn is_adjacent(&self, index: usize) -> bool {
        let before = index.checked_sub(1).and_then(|before| self.tokens.get(before));
        before
            .zip(self.tokens.get(index))
            .is_some_and(|(before, token)| before.range.end == token.range.start)
    }
}

/// Whether the word names an atom or another thing of the hardware.
fn is_hardware(word: &str) -> bool {
    static NAMES: OnceLock<HashSet<&'static str>> = OnceLock::new();
    NAMES.get_or_init(|| hardware_names().iter().map(String::as_str).collect()).contains(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[(&str, Role)]) {
        let roles = token_roles(text, 0..text.len());
        let found: Vec<_> = roles.iter().map(|token| (&text[token.range.clone()], token.role)).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn an_o_is_an_operator_behind_an_operand_only() {
        check(
            "let o = o o o",
            &[
                ("let", Role::Keyword),
                ("o", Role::Binding),
                ("=", Role::Wide),
                ("o", Role::Name),
                ("o", Role::Wide),
                ("o", Role::Name),
            ],
        );
    }

    #[test]
    fn angles_are_brackets_or_compare() {
        check(
            "assert size<0>(A) < A<8>(B)",
            &[
                ("assert", Role::Keyword),
                ("size", Role::Operation),
                ("<", Role::Open(Bracket::Template)),
                ("0", Role::Number),
                (">", Role::Close),
                ("(", Role::Open(Bracket::Call)),
                ("A", Role::Name),
                (")", Role::Close),
                ("<", Role::Wide),
                ("A", Role::Name),
                ("<", Role::Angle),
                ("8", Role::Number),
                (">", Role::Angle),
                ("(", Role::Open(Bracket::Application)),
                ("B", Role::Name),
                (")", Role::Close),
            ],
        );
        check(
            "assert A<8",
            &[("assert", Role::Keyword), ("A", Role::Name), ("<", Role::Wide), ("8", Role::Number)],
        );
    }

    #[test]
    fn the_last_colon_of_a_run_is_before_its_type() {
        check(
            "run copy 8:1 -> A : f32 (tv=B)",
            &[
                ("run", Role::Keyword),
                ("copy", Role::Keyword),
                ("8", Role::Number),
                (":", Role::LayoutColon),
                ("1", Role::Number),
                ("->", Role::Wide),
                ("A", Role::Name),
                (":", Role::TypeColon),
                ("f32", Role::Type),
                ("(", Role::Open(Bracket::Options)),
                ("tv", Role::Option),
                ("=", Role::OptionEquals),
                ("B", Role::Name),
                (")", Role::Close),
            ],
        );
    }
}
