//! Macros that a file does not define: nobody can compile the code around them without. What they stand for is in no text
//! that is read here.

use super::macros::{MacroTexts, is_assignment};
use super::token::{Kind, Token, is_of_word};
use super::written::{is_number_type, is_reserved};
use crate::mask;

/// What macros of other files leave open of a function.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Foreign {
    /// Which statements stand in which block, and what its numbers hold: `BEGIN` / `a = 2;` / `END`, `STEP`.
    Numbers,
    /// All: what stands beside them is a part of a statement, `ADD_TO(x) 2;`, `WITH(+= 2;)`.
    Anything,
}

/// Whether a body may hold any: only then its tokens are looked at.
pub(super) fn may_hold(text: &str, has_error: bool) -> bool {
    has_error || text.split(|letter: char| !is_of_word(letter)).any(is_capital)
}

/// What macros of other files leave open.
pub(super) fn of(tokens: &[Token<'_>], texts: &MacroTexts) -> Option<Foreign> {
    let mut found = None;
    let mut before = "";
    // The brackets that are open, and whether those that closed last were of a head, `if (..)`.
    let mut open: Vec<Open> = Vec::new();
    let mut closed_head = false;
    for (at, token) in tokens.iter().enumerate().filter(|(_, token)| token.kind != Kind::Directive) {
        let next = |count: usize| tokens.get(at + count);
        let is_next = |count: usize, sign: &str| next(count).is_some_and(|next| next.is(sign));
        let around = open.last();
        // Behind the brace of `T{N}` no statement begins.
        let is_begin = match before {
            "" | ";" | "}" => around.is_none_or(|around| around.is_brace),
            "{" => around.is_some_and(|around| around.is_block),
            _ => false,
        };
        let is_open_word = token.is_word()
            && !is_reserved(&token.text)
            && !is_number_type(&token.text)
            && !texts.knows(&token.text);
        let is_body = matches!(before, "else" | "do") || before == ")" && closed_head;
        // No operator stands between what is read here and a number.
        let is_operand = |before: &str| {
            matches!(before, ")" | "]")
                || before.starts_with(is_of_word) && !is_reserved(before) && !is_number_type(before)
        };
        let is_number = |of: &Token<'_>| of.text.starts_with(|first: char| first.is_ascii_digit());
        let is_macro = is_open_word && is_capital(&token.text);
        if is_macro && next(1).is_some_and(is_number) && is_operand(before) {
            return Some(Foreign::Anything);
        }
        if is_macro && is_begin {
            let is_torn = next(1).is_some_and(|name| name.is_word() && !is_reserved(&name.text))
                && next(2).is_some_and(|behind| {
                    behind.kind == Kind::Sign && is_assignment(&behind.text) && !behind.is("=")
                });
            if is_torn {
                return Some(Foreign::Anything);
            }
        }
        let is_odd =
            is_macro && stands_oddly(tokens, at, before, is_begin, is_body) && !is_known(&token.text);
        if is_odd {
            found = Some(Foreign::Numbers);
        }
        if token.kind == Kind::Sign {
            match &*token.text {
                "(" | "[" | "{" => {
                    let callee = at.checked_sub(1).and_then(|of| tokens.get(of));
                    let is_call = callee.is_some_and(|callee| {
                        callee.is_word() && is_capital(&callee.text) && !texts.knows(&callee.text)
                    }) && token.is("(");
                    let begins_odd = next(1).is_some_and(|first| {
                        first.kind == Kind::Sign
                            && is_assignment(&first.text)
                            && !matches!(&*first.text, "++" | "--")
                    });
                    // `operator(=)` is nothing that is written, `[=](..)` a lambda.
                    if is_call && begins_odd && !is_next(2, "]") {
                        return Some(Foreign::Anything);
                    }
                    let is_head = matches!(before, "if" | "for" | "while" | "switch" | "constexpr");
                    let is_block = matches!(before, "" | ")" | ";" | "{" | "}" | "else" | "do" | "try");
                    let is_brace = token.is("{");
                    open.push(Open { is_brace, is_block: is_brace && is_block, is_call, is_head });
                }
                ")" | "]" | "}" => closed_head = open.pop().is_some_and(|opened| opened.is_head),
                ";" if open.last().is_some_and(|open| open.is_call) => return Some(Foreign::Anything),
                _ => {}
            }
        }
        before = &token.text;
    }
    found
}

/// A bracket that is open.
struct Open {
    is_brace: bool,
    /// Whether it is a brace that statements stand in, for all that stands in front.
    is_block: bool,
    /// Whether it holds what something is called with.
    is_call: bool,
    /// Whether it is of a head, `if (..)`.
    is_head: bool,
}

/// Whether a word stands where no name of a variable, type or function does. `is_begin`: whether a statement may begin with
/// it; `is_body`: whether it is the body of a head.
fn stands_oddly(tokens: &[Token<'_>], at: usize, before: &str, is_begin: bool, is_body: bool) -> bool {
    let text = |at: usize| tokens.get(at).map_or("", |token| &*token.text);
    let is_word = |at: usize| tokens.get(at).is_some_and(Token::is_word);
    let is_keyword = |word: &str| {
        is_number_type(word)
            || matches!(
                word,
                "auto" | "const" | "constexpr" | "static" | "return" | "else" | "break" | "continue"
            )
    };
    // `int AMP b = a;`
    let is_in_declaration = (is_number_type(before) || before == "auto")
        && is_word(at + 1)
        && matches!(text(at + 2), "=" | "{" | "(" | ";");
    if !(is_begin || is_body) {
        // The parameters of a lambda, `[](ARGUMENTS) {`.
        let is_list = before == "(" && at >= 2 && text(at - 2) == "]" && text(at + 1) == ")";
        return is_in_declaration || is_list;
    }
    if text(at + 1) == "(" {
        let mut depth = 0_usize;
        let end = (at + 1..tokens.len()).find(|at| {
            match text(*at) {
                "(" => depth += 1,
                ")" => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0
        });
        let Some(end) = end else { return true };
        let is_head = matches!(text(end + 1), "if" | "for" | "while" | "do" | "switch" | "try");
        return is_word(end + 1) && !is_head
            || matches!(text(end + 1), "}" | ":" | "++" | "--")
            || is_assignment(text(end + 1));
    }
    // A declaration under a head is of no use: `if (c) LIKELY a = 9;`.
    // `struct { .. } NAME;` declares one.
    text(at + 1) == ";" && before != "}"
        || text(at + 1) == "}"
        || is_keyword(text(at + 1))
        || is_body && is_word(at + 1)
        || is_capital(text(at + 1)) && matches!(text(at + 2), "}" | "auto")
}

/// Whether a text is one word that is spelled as macros are.
fn is_capital(word: &str) -> bool {
    let is_of_macro = |letter: char| letter.is_ascii_uppercase() || letter.is_ascii_digit() || letter == '_';
    word.len() > 1
        && word.chars().all(is_of_macro)
        && word.starts_with(|first: char| !first.is_ascii_digit())
        && word.contains(|letter: char| letter.is_ascii_uppercase())
}

/// Whether it is a macro of CUTLASS that is known to stand for nothing.
fn is_known(word: &str) -> bool {
    word.starts_with("CUT") && mask::masked(word).trim().is_empty()
}
