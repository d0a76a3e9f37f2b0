//! A place in a text, and what every reader of CuTe notation does there.

use crate::{Error, ErrorKind};

/// A place in a text; what is taken takes the white space behind it along.
#[derive(Clone, Copy)]
pub(crate) struct Scanner<'a> {
    text: &'a str,
    /// Bytes before the place.
    pub(crate) at: usize,
}

impl<'a> Scanner<'a> {
    /// The first place of `text` that holds no white space.
    pub(crate) fn new(text: &'a str) -> Self {
        let mut scanner = Scanner { text, at: 0 };
        scanner.skip_space();
        scanner
    }

    pub(crate) fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or("")
    }

    pub(crate) fn skip_space(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    /// That something else was expected here.
    pub(crate) fn error(&self, expected: impl Into<String>) -> Error {
        const SHOWN: usize = 12;
        let column = self.text.get(..self.at).unwrap_or(self.text).chars().count() + 1;
        let found = match self.rest() {
            "" => "the end".to_owned(),
            rest => format!("'{}'", rest.chars().take(SHOWN).collect::<String>()),
        };
        Error::of_value(ErrorKind::Parse { column, expected: expected.into(), found })
    }

    /// Takes `token` where it stands.
    pub(crate) fn eat(&mut self, token: &str) -> bool {
        let found = self.rest().starts_with(token);
        if found {
            self.at += token.len();
            self.skip_space();
        }
        found
    }

    pub(crate) fn expect(&mut self, token: &str) -> Result<(), Error> {
        if self.eat(token) { Ok(()) } else { Err(self.error(format!("'{token}'"))) }
    }

    /// That the text holds more of something than this crate reads.
    pub(crate) fn too_large(&self, what: &'static str, limit: usize) -> Error {
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        Error::new("parse", ErrorKind::TooLarge { what, found: limit + 1, limit })
    }
}
