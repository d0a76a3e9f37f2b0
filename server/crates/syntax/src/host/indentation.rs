//! Functions of Python by their indentation; they count where the syntax tree is broken or was not built.

use crate::{Scope, SourceScope};

/// Collects functions while the lexer reads.
#[derive(Debug)]
pub(super) struct Indentation<'a> {
    text: &'a str,
    functions: Vec<Scope>,
    /// Open functions, innermost last: index into `functions`, column of their first word.
    open: Vec<(usize, usize)>,
    /// First byte of the logical line.
    line: usize,
    /// Behind the last token of code, or the last comment inside a function.
    code_end: usize,
}

/// Columns beyond this count as this one, so that a long line is not looked through again and again.
const MAX_COLUMN: usize = 256;

impl<'a> Indentation<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, functions: Vec::new(), open: Vec::new(), line: 0, code_end: 0 }
    }

    fn column(&self, at: usize) -> usize {
        let before = self.text.as_bytes().get(..at).unwrap_or_default();
        before.iter().rev().take(MAX_COLUMN).take_while(|&&byte| byte != b'\n').count()
    }

    /// A logical line begins at `at`: functions that are not indented less than it end before it.
    pub(super) fn begin_line(&mut self, at: usize) {
        let column = self.column(at);
        self.line = at;
        while self.open.last().is_some_and(|&(_, indentation)| indentation >= column) {
            self.end_innermost();
        }
    }

    /// The logical line defines `name`.
    pub(super) fn define(&mut self, name: &str) {
        let parent = self.open.last().map_or(0, |&(index, _)| index + 1);
        let column = self.column(self.line);
        self.open.push((self.functions.len(), column));
        let range = self.line..self.text.len();
        self.functions.push(Scope { range, parent: Some(SourceScope(parent)), name: Some(name.to_owned()) });
    }

    pub(super) fn code(&mut self, end: usize) {
        self.code_end = end;
    }

    /// A comment belongs to the function into which it is indented.
    pub(super) fn comment(&mut self, start: usize, end: usize) {
        let column = self.column(start);
        if self.open.last().is_some_and(|&(_, indentation)| indentation < column) {
            self.code_end = end;
        }
    }

    /// The functions in the order of the text; their parents are counted with the file as scope 0.
    pub(super) fn into_functions(mut self) -> Vec<Scope> {
        while !self.open.is_empty() {
            self.end_innermost();
        }
        self.functions
    }

    fn end_innermost(&mut self) {
        if let Some((index, _)) = self.open.pop()
            && let Some(function) = self.functions.get_mut(index)
        {
            function.range.end = self.code_end.max(function.range.start);
        }
    }
}
