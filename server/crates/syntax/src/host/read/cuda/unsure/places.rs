//! Where directives and macros stand in a function, and whether the statements around them are whole.

use std::collections::HashSet;

use super::directive::{directive_word, is_pragma};
use super::foreign::Foreign;
use super::macros::{MacroDoubt, Uses};
use super::token::{Kind, Token};

/// A bracket that is open.
struct Open {
    sign: &'static str,
    /// The word in front of it, `if` of `if (`; that of the parentheses in front of a brace.
    of: &'static str,
}

/// Where the block ends that a text begins with.
pub(super) fn block_end(tokens: &[Token<'_>]) -> Option<usize> {
    let mut depth = 0_usize;
    for token in tokens.iter().filter(|token| token.kind == Kind::Sign) {
        match &*token.text {
            "{" => depth += 1,
            "}" => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(token.end);
                }
            }
            _ => {}
        }
    }
    None
}

/// The places at which statements may be others than the parser reads.
#[derive(Default)]
pub(super) struct Places {
    /// Tokens.
    pub(super) spots: Vec<usize>,
    /// Directives inside of a statement.
    pub(super) torn: HashSet<usize>,
    /// Whether any statement may be another.
    pub(super) is_everywhere: bool,
    /// Whether it uses macros that it defines itself.
    pub(super) has_own_macros: bool,
    /// Whether a `switch` has no braces.
    pub(super) has_bare_switch: bool,
    /// Whether it includes code, or macros of other files are parts of its statements.
    pub(super) includes: bool,
    /// Whether any number may be written.
    pub(super) has_open_numbers: bool,
    /// Whether nothing is known of blocks.
    pub(super) has_open_blocks: bool,
}

impl Places {
    /// Notes what macros of other files leave open.
    pub(super) fn leave_open(&mut self, foreign: Option<Foreign>) {
        let Some(foreign) = foreign else { return };
        self.is_everywhere = true;
        self.has_open_blocks |= foreign == Foreign::Numbers;
        self.has_open_numbers |= foreign == Foreign::Numbers;
        self.includes |= foreign == Foreign::Anything;
    }
}

/// What is not known of the statements between these tokens.
pub(super) fn doubtful(uses: &Uses<'_, '_>) -> Places {
    let tokens = uses.tokens;
    let mut places = Places::default();
    let mut open: Vec<Open> = Vec::new();
    // How many brackets were open where an `#if` began.
    let mut conditions: Vec<usize> = Vec::new();
    // What the brackets were of that closed last, and what the last token was.
    let (mut closed, mut before) = ("", "");
    // Where the macro ends that stands for whole statements in front.
    let mut behind_macro = None;
    for (at, token) in tokens.iter().enumerate() {
        places.is_everywhere |= token.is_odd;
        let text = &*token.text;
        if token.kind == Kind::Directive {
            if is_pragma(text) {
                continue;
            }
            let next = tokens.iter().skip(at + 1).find(|token| token.kind != Kind::Directive);
            if !stands_between(before, closed, &open, next.map(|next| &*next.text)) {
                places.torn.insert(at);
                places.spots.push(at);
            }
            match directive_word(text) {
                "if" | "ifdef" | "ifndef" => conditions.push(open.len()),
                "else" | "elif" | "elifdef" | "elifndef" | "endif" => {
                    places.has_open_blocks |= conditions.last() != Some(&open.len());
                    if directive_word(text) == "endif" {
                        conditions.pop();
                    }
                }
                "include" => {
                    places.includes = true;
                    places.is_everywhere = true;
                }
                _ => {}
            }
        } else {
            let begins = is_begin(before, closed, &open) || behind_macro == Some(at);
            let is_body = before == "else" || before == "do" || before == ")" && is_head(closed);
            if token.is_word() {
                match uses.doubt(at, begins, is_body) {
                    MacroDoubt::None if begins => {
                        behind_macro = uses.end_of_statements(at).or(behind_macro);
                    }
                    MacroDoubt::None => {}
                    MacroDoubt::Here => places.spots.push(at),
                    MacroDoubt::Everywhere => places.is_everywhere = true,
                }
            }
            if before == ")" && closed == "switch" && text != "{" {
                places.spots.push(at);
                places.has_bare_switch = true;
            }
            places.is_everywhere |= matches!(text, "case" | "default")
                && before != "="
                && !open.last().is_some_and(|open| open.sign == "{" && open.of == "switch");
            match text {
                "(" | "[" | "{" if token.kind == Kind::Sign => {
                    let of = match (text, before) {
                        ("{", ")") => closed,
                        (_, "constexpr") => "if",
                        (_, word) => head_word(word),
                    };
                    open.push(Open { sign: opening(text), of });
                }
                ")" | "]" | "}" if token.kind == Kind::Sign => {
                    match open.pop() {
                        Some(opened) if pairs(opened.sign, text) => closed = opened.of,
                        _ => places.has_open_blocks = true,
                    }
                    places.has_open_blocks |= conditions.last().is_some_and(|floor| open.len() < *floor);
                }
                _ => {}
            }
            before = match token.kind {
                Kind::Sign => sign_word(text),
                Kind::Word if text == "constexpr" => "constexpr",
                _ => head_word(text),
            };
        }
        if places.has_open_blocks {
            break;
        }
    }
    places.has_open_blocks |= !conditions.is_empty();
    places.is_everywhere |= places.has_open_blocks;
    places
}

/// Whether a statement ends in front of a directive, and another begins behind it.
fn stands_between(before: &str, closed: &str, open: &[Open], next: Option<&str>) -> bool {
    if !is_begin(before, closed, open) || matches!(next, Some("else" | "catch")) {
        return false;
    }
    // What goes on behind a `}` was no block.
    let goes_on = |next: &str| {
        !next.starts_with(|first: char| super::token::is_of_word(first) || matches!(first, '"' | '\''))
            && !matches!(next, "{" | "}" | "*" | "++" | "--" | "~" | "::")
    };
    before != "}" || !next.is_some_and(goes_on)
}

/// Whether a statement may begin behind a token.
fn is_begin(before: &str, closed: &str, open: &[Open]) -> bool {
    let is_in_block = open.last().is_none_or(|open| open.sign == "{");
    is_in_block && (matches!(before, "" | ";" | "{") || before == "}" && closed != "do")
}

fn is_head(word: &str) -> bool {
    matches!(word, "if" | "for" | "while" | "switch")
}

/// The words of heads, with a lifetime of their own.
fn head_word(word: &str) -> &'static str {
    match word {
        "if" => "if",
        "for" => "for",
        "while" => "while",
        "switch" => "switch",
        "do" => "do",
        "else" => "else",
        _ => "x",
    }
}

fn opening(sign: &str) -> &'static str {
    match sign {
        "(" => "(",
        "[" => "[",
        _ => "{",
    }
}

/// Signs that say where a statement ends, with a lifetime of their own.
fn sign_word(sign: &str) -> &'static str {
    match sign {
        ";" => ";",
        "{" => "{",
        "}" => "}",
        ")" => ")",
        "=" => "=",
        _ => "x",
    }
}

fn pairs(open: &str, close: &str) -> bool {
    matches!((open, close), ("(", ")") | ("[", "]") | ("{", "}"))
}
