//! Brackets of a statement, matched on the text before anything recurses into them.

use std::ops::Range;

use crate::{SyntaxError, operation::is_operation};

/// How deep brackets and operators of one statement may nest.
pub const MAX_DEPTH: usize = 128;

/// An opening bracket that was not closed yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Open {
    bracket: char,
    at: usize,
}

/// Reads a statement piece by piece (a statement may go on over several comment lines) and knows which
/// brackets are open.
///
/// `<` opens a bracket where an operand begins (a tiler) or directly behind a name that takes template
/// arguments; behind an operand it compares.
#[derive(Debug, Default)]
pub(crate) struct Brackets {
    open: Vec<Open>,
    /// The first bracket that nothing opened, or that closes another kind than the one that is open.
    misfit: Option<SyntaxError>,
    after_operand: bool,
}

impl Brackets {
    /// Reads `text[range]`; positions are those in `text`.
    pub(crate) fn read(&mut self, text: &str, range: Range<usize>) {
        let Some(piece) = text.get(range.clone()) else { return };
        let mut chars = piece.char_indices().peekable();
        while let Some((index, character)) = chars.next() {
            let at = range.start + index;
            match character {
                '(' | '[' | '{' => self.open(character, at),
                ')' | ']' | '}' => self.close(character, at),
                '<' if !self.after_operand => self.open(character, at),
                '>' if self.open.last().is_some_and(|open| open.bracket == '<') => self.close(character, at),
                '-' if chars.next_if(|&(_, next)| next == '>').is_some() => self.after_operand = false,
                '?' | '.' => self.after_operand = true,
                _ if character.is_whitespace() => {}
                _ if character.is_alphanumeric() || character == '_' => {
                    let mut end = at + character.len_utf8();
                    while let Some((_, next)) =
                        chars.next_if(|&(_, next)| next.is_alphanumeric() || next == '_')
                    {
                        end += next.len_utf8();
                    }
                    self.read_word(&text[at..end], &text[end..]);
                }
                _ => self.after_operand = false,
            }
        }
    }

    fn read_word(&mut self, word: &str, rest: &str) {
        let takes_template = matches!(word, "Int" | "C" | "E" | "Sw" | "S" | "Swizzle") || is_operation(word);
        let is_operator = word == "o" && self.after_operand;
        let is_keyword = matches!(word, "show" | "compare" | "assert" | "copy" | "gemm" | "run");
        self.after_operand = !(is_operator || is_keyword || takes_template && rest.starts_with('<'));
    }

    fn open(&mut self, bracket: char, at: usize) {
        if self.open.len() == MAX_DEPTH && self.misfit.is_none() {
            let message = format!("brackets nest deeper than {MAX_DEPTH}: name the inner part with a `let`");
            self.misfit = Some(SyntaxError { range: at..at + 1, message });
        }
        // Past the limit only the count matters; a long run of brackets must not take memory.
        if self.misfit.is_none() {
            self.open.push(Open { bracket, at });
        }
        self.after_operand = false;
    }

    fn close(&mut self, bracket: char, at: usize) {
        self.after_operand = true;
        if self.misfit.is_some() {
            return;
        }
        // A `<` that nothing closes was a comparison after all, or is reported when the statement is parsed.
        if bracket != '>' {
            while self.open.last().is_some_and(|open| open.bracket == '<') {
                self.open.pop();
            }
        }
        let range = at..at + 1;
        match self.open.pop() {
            None => {
                let message = format!("`{bracket}` closes nothing: remove it, or open a bracket before it");
                self.misfit = Some(SyntaxError { range, message });
            }
            Some(open) if closing(open.bracket) != bracket => {
                let wanted = closing(open.bracket);
                let message =
                    format!("`{bracket}` does not close `{}`: expected `{wanted}` here", open.bracket);
                self.misfit = Some(SyntaxError { range, message });
            }
            Some(_) => {}
        }
    }

    /// Whether the statement goes on behind what was read.
    pub(crate) fn is_open(&self) -> bool {
        !self.open.is_empty() && self.misfit.is_none()
    }

    /// What is wrong with the brackets of the whole statement, if anything.
    pub(crate) fn into_error(self) -> Option<SyntaxError> {
        if self.misfit.is_some() {
            return self.misfit;
        }
        let innermost = self.open.last()?;
        let message =
            format!("`{}` is never closed: add `{}`", innermost.bracket, closing(innermost.bracket));
        Some(SyntaxError { range: innermost.at..innermost.at + 1, message })
    }
}

fn closing(opening: char) -> char {
    match opening {
        '(' => ')',
        '[' => ']',
        '{' => '}',
        _ => '>',
    }
}
