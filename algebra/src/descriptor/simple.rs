//! The text of a descriptor as simple candidates: what was written, before it means anything.
//!
//! ```text
//! layout ::= group
//! group  ::= "(" [ entry { "," entry } ] ")"
//! entry  ::= group | basis
//! basis  ::= count "@" mode { "@" mode }
//! count  ::= int | int "/" int
//! ```
//! Blanks and tabs may stand between tokens, but not inside a count. A trailing comma is an error.

use super::MAX_DESCRIPTOR_MODE;
use crate::{Error, ErrorKind, MAX_DEPTH, MAX_LEAVES};

/// How a group or a basis of the text is nested.
#[derive(Debug)]
pub(super) enum SimpleEntry {
    /// `(..)`.
    Group(Vec<SimpleEntry>),
    /// `1/2@0@1`.
    Basis(SimpleCandidate),
}

/// One basis as written. It never leaves the reading of a descriptor.
#[derive(Debug)]
pub(super) struct SimpleCandidate {
    /// The number before `/`.
    pub(super) count: i64,
    /// The number behind `/`, 1 without one; never 0.
    pub(super) denominator: i64,
    /// The modes behind `@`, as written: innermost first.
    pub(super) modes: Vec<usize>,
    /// Where it begins, in characters from 1.
    pub(super) column: usize,
}

/// Reads a whole text.
pub(super) fn read(text: &str) -> Result<Vec<SimpleEntry>, Error> {
    let mut reader = Reader { text, at: 0, entries: 0 };
    reader.skip_blanks();
    let group = reader.group(0)?;
    if reader.rest().is_empty() { Ok(group) } else { Err(reader.error("the end of the descriptor")) }
}

/// A position in the text; each method reads one thing, and what stands for a token also the blanks behind it.
struct Reader<'t> {
    text: &'t str,
    at: usize,
    /// Bases and empty groups so far.
    entries: usize,
}

impl<'t> Reader<'t> {
    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn skip_blanks(&mut self) {
        self.at = self.text.len() - self.rest().trim_start_matches([' ', '\t']).len();
    }

    fn column(&self) -> usize {
        self.text.get(..self.at).unwrap_or(self.text).chars().count() + 1
    }

    fn error(&self, expected: &str) -> Error {
        const SHOWN: usize = 12;
        let found = match self.rest() {
            "" => "the end".to_owned(),
            rest => format!("'{}'", rest.chars().take(SHOWN).collect::<String>()),
        };
        Error::of_value(ErrorKind::Parse { column: self.column(), expected: expected.to_owned(), found })
    }

    fn eat(&mut self, token: char) -> bool {
        let found = self.rest().starts_with(token);
        if found {
            self.at += token.len_utf8();
        }
        found
    }

    fn eat_token(&mut self, token: char) -> bool {
        let found = self.eat(token);
        if found {
            self.skip_blanks();
        }
        found
    }

    fn too_large(what: &'static str, found: usize, limit: usize) -> Error {
        let number = |value| i64::try_from(value).unwrap_or(i64::MAX);
        Error::new("descriptor", ErrorKind::TooLarge { what, found: number(found), limit: number(limit) })
    }

    fn count_entry(&mut self) -> Result<(), Error> {
        self.entries += 1;
        if self.entries > MAX_LEAVES {
            return Err(Self::too_large("number of bases", self.entries, MAX_LEAVES));
        }
        Ok(())
    }

    fn group(&mut self, depth: usize) -> Result<Vec<SimpleEntry>, Error> {
        if !self.eat_token('(') {
            return Err(self.error("'('"));
        }
        if depth >= MAX_DEPTH {
            return Err(Self::too_large("nesting depth", depth + 1, MAX_DEPTH));
        }
        if self.eat_token(')') {
            self.count_entry()?;
            return Ok(Vec::new());
        }
        let mut entries = Vec::new();
        loop {
            entries.push(self.entry(depth)?);
            if self.eat_token(')') {
                return Ok(entries);
            }
            if !self.eat_token(',') {
                return Err(self.error("',' or ')'"));
            }
        }
    }

    fn entry(&mut self, depth: usize) -> Result<SimpleEntry, Error> {
        if self.rest().starts_with('(') {
            return Ok(SimpleEntry::Group(self.group(depth + 1)?));
        }
        self.count_entry()?;
        Ok(SimpleEntry::Basis(self.basis()?))
    }

    fn basis(&mut self) -> Result<SimpleCandidate, Error> {
        let column = self.column();
        let count = self.integer("a basis such as 1@0, or '('")?;
        let denominator = if self.eat('/') { self.denominator()? } else { 1 };
        self.skip_blanks();
        let mut modes = Vec::new();
        while self.eat_token('@') {
            if modes.len() >= MAX_DEPTH {
                return Err(Self::too_large("number of '@'", modes.len() + 1, MAX_DEPTH));
            }
            modes.push(self.mode()?);
            self.skip_blanks();
        }
        match modes.is_empty() {
            true => Err(self.error("'@' and the mode that the count goes along")),
            false => Ok(SimpleCandidate { count, denominator, modes, column }),
        }
    }

    fn denominator(&mut self) -> Result<i64, Error> {
        const EXPECTED: &str = "a denominator other than 0";
        let start = self.at;
        match self.integer(EXPECTED)? {
            0 => {
                self.at = start;
                Err(self.error(EXPECTED))
            }
            denominator => Ok(denominator),
        }
    }

    fn mode(&mut self) -> Result<usize, Error> {
        let start = self.at;
        let digits = self.digits();
        let mode = match digits {
            "" => return Err(self.error("the number of a mode")),
            digits => digits.parse().unwrap_or(usize::MAX),
        };
        if mode > MAX_DESCRIPTOR_MODE {
            self.at = start;
            return Err(Self::too_large("number of a mode", mode, MAX_DESCRIPTOR_MODE));
        }
        Ok(mode)
    }

    fn integer(&mut self, expected: &str) -> Result<i64, Error> {
        let start = self.at;
        self.eat('-');
        let is_number = !self.digits().is_empty();
        let text = self.text.get(start..self.at).unwrap_or("");
        match text.parse() {
            Ok(value) => Ok(value),
            Err(_) => {
                self.at = start;
                Err(self.error(if is_number { "a number of 64 bits" } else { expected }))
            }
        }
    }

    fn digits(&mut self) -> &'t str {
        let rest = self.rest();
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        self.at += end;
        rest.get(..end).unwrap_or("")
    }
}
