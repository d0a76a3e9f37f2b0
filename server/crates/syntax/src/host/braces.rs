//! Functions of C++ and Rust by their braces; they count where the syntax tree is broken or was not built.
//!
//! Half-typed code has brackets that do not match. A line that begins with `}` closes the block that was opened
//! at the same indentation, if there is one; what is missing in between is taken as closed there.

use std::ops::Range;

use super::balance::Balance;
use super::boundaries::{Boundaries, ContainerId};
use super::declaration::{Declaration, Opens, Token};
use crate::{Language, Scope, SourceScope};

/// Among how many open blocks the one is looked for that a `}` closes.
const MAX_LOOKED_AT: usize = 256;

/// Reads tokens in the order of the text and collects functions.
#[derive(Debug)]
pub(crate) struct Braces<'a> {
    text: &'a str,
    language: Language,
    /// In the order of their beginning; a parent is an index into this and the file before it.
    functions: Vec<Scope>,
    /// Indices of the functions that are open, innermost last.
    open: Vec<usize>,
    /// Functions and classes, each from its `template` on, in the order of their beginning.
    definitions: Vec<Range<usize>>,
    blocks: Vec<Block>,
    declaration: Declaration,
    /// Tokens before this belong to a preprocessor directive.
    directive_end: usize,
    /// How many blocks were open at each `#if` that is open.
    conditionals: Vec<usize>,
    /// The sign before the current token; `a` stands for a word, `"` for a literal.
    previous: u8,
    /// The line of the current token.
    line: Line,
    /// Where a function ended whose `}` begins a line in the column of the function, with only namespaces and classes
    /// open around it; and that column.
    end_of_function: Option<(usize, usize)>,
    /// Where parts of the file begin.
    boundaries: Boundaries,
    balance: Balance,
}

#[derive(Debug, Clone, Copy, Default)]
struct Line {
    start: usize,
    /// First byte of its first token of code.
    first_token: usize,
    /// Text before this was looked through for line ends.
    seen: usize,
}

#[derive(Debug)]
struct Block {
    /// Columns of the line on which the block's declaration begins, and of the line of its `{`.
    indentations: [usize; 2],
    opens: Opens,
    /// What stood before the block, where it goes on behind it.
    declaration: Option<Declaration>,
    /// A namespace or class in which parts may begin.
    container: Option<ContainerId>,
    /// Whether nothing is declared in front of its `{`, in a place where declarations stand. Its container is the one
    /// around it.
    is_stray: bool,
    /// Whether it is a class, whose end is a `;`.
    is_type: bool,
    /// Its index among the definitions, where it is a function or a class.
    definition: Option<usize>,
}

impl<'a> Braces<'a> {
    pub(crate) fn new(language: Language, text: &'a str) -> Self {
        Self {
            text,
            language,
            functions: Vec::new(),
            open: Vec::new(),
            definitions: Vec::new(),
            blocks: Vec::new(),
            declaration: Declaration::default(),
            directive_end: 0,
            conditionals: Vec::new(),
            previous: b';',
            line: Line::default(),
            end_of_function: None,
            boundaries: Boundaries::default(),
            balance: Balance::default(),
        }
    }

    /// Where parts of the file begin, but for the first: behind a function whose `}` stands alone in the column of the
    /// function, where nothing but namespaces and classes is open and a blank line follows. What stands in one says nothing
    /// of what stands in another, however broken it is.
    pub(crate) fn boundaries(&mut self) -> Boundaries {
        std::mem::take(&mut self.boundaries).finish()
    }

    /// Whether the brackets of the text do not match.
    pub(crate) fn are_unbalanced(&self) -> bool {
        self.balance.is_broken()
    }

    /// Functions and classes in the order of the text, each from its `template` on; one that is still open reaches to the
    /// end of the file.
    pub(crate) fn definitions(&mut self) -> Vec<Range<usize>> {
        std::mem::take(&mut self.definitions)
    }

    /// The functions in the order of the text; one that is still open reaches to the end of the file. Their
    /// parents are counted with the file as scope 0.
    pub(crate) fn into_functions(self) -> Vec<Scope> {
        self.functions
    }

    pub(crate) fn literal(&mut self, at: usize) {
        if self.begins(at) {
            self.declaration.literal(at);
            self.ends(at, b'"');
        }
    }

    pub(crate) fn word(&mut self, word: &str, at: usize) {
        if self.begins(at) {
            let token = self.token(at);
            self.declaration.word(word, token);
            self.ends(at, b'a');
        }
    }

    pub(crate) fn symbol(&mut self, symbol: u8, at: usize) {
        if !self.begins(at) {
            return;
        }
        if symbol == b'#' && self.language == Language::Cuda && self.starts_line(at) {
            self.directive(at);
            return;
        }
        self.balance.symbol(symbol);
        match symbol {
            b'{' => self.open_block(at),
            b'}' => self.close_block(at),
            b';' if self.declaration.parentheses == 0 => self.declaration = Declaration::default(),
            _ => {
                let token = self.token(at);
                self.declaration.symbol(symbol, token);
            }
        }
        self.ends(at, symbol);
    }

    /// A token begins at `at`; whether it counts.
    fn begins(&mut self, at: usize) -> bool {
        let passed = self.text.get(self.line.seen..at).unwrap_or_default();
        if let Some(newline) = passed.rfind('\n') {
            self.line.start = self.line.seen + newline + 1;
            self.line.first_token = at;
        }
        self.line.seen = at;
        if at < self.directive_end {
            return false;
        }
        if let Some((end, column)) = self.end_of_function.take()
            && let Some(begin) = self.next_part(end, column, at)
        {
            self.boundaries.begin(begin, self.blocks.last().and_then(|block| block.container));
        }
        // `foo(((;` does not take the rest of the file into its brackets.
        if self.declaration.parentheses > 0 && matches!(self.previous, b';' | b'}') && self.starts_line(at) {
            let limit = self.blocks.last().map_or(0, |block| block.indentations[0] + 1);
            if self.indentation() <= limit {
                self.declaration = Declaration::default();
            }
        }
        true
    }

    /// Where the next part begins, if one does between the function in `column` that ends at `end` and the token at `at`.
    fn next_part(&self, end: usize, column: usize, at: usize) -> Option<usize> {
        let mut lines = self.text.get(end..at)?.split_inclusive('\n');
        let (rest, next) = (lines.next()?, lines.next()?);
        let is_apart = rest.trim().is_empty() && next.trim().is_empty() && next.ends_with('\n');
        let begins = self.starts_line(at) && self.indentation() == column;
        (is_apart && begins && !self.text[at..].starts_with(['}', ';'])).then_some(end + rest.len())
    }

    /// The token at `at` was read; `sign` stands for it.
    fn ends(&mut self, at: usize, sign: u8) {
        if self.declaration.start == Some(at) {
            self.declaration.indentation = self.indentation();
        }
        self.previous = sign;
    }

    fn token(&self, at: usize) -> Token<'a> {
        Token { language: self.language, text: self.text, at, previous: self.previous }
    }

    /// The column of the first token on the current line.
    fn indentation(&self) -> usize {
        self.line.first_token - self.line.start
    }

    fn starts_line(&self, at: usize) -> bool {
        self.line.first_token == at
    }

    fn open_block(&mut self, at: usize) {
        let is_inside_function = self.blocks.last().is_some_and(|block| block.opens != Opens::Container);
        let is_stray = !is_inside_function && self.declaration.start.is_none();
        let opens = match self.declaration.opens(self.token(at)) {
            // Of C++ nothing but a body begins so: what is behind it is taken to stand where it would without it.
            _ if is_stray && self.language == Language::Cuda => Opens::Container,
            // C++ defines no function in a function, but by a lambda.
            _ if is_inside_function && self.language == Language::Cuda => Opens::Other,
            opens => opens,
        };
        let declaration = std::mem::take(&mut self.declaration);
        let start = declaration.start.unwrap_or(at);
        let indentation = if start == at { self.indentation() } else { declaration.indentation };
        if opens == Opens::Function {
            let parent = self.open.last().map_or(0, |index| index + 1);
            let name = declaration.name(self.text).map(str::to_owned);
            self.open.push(self.functions.len());
            self.functions.push(Scope {
                range: start..self.text.len(),
                parent: Some(SourceScope(parent)),
                name,
            });
        }
        // In Rust any block may hold functions; a `fn` in it begins a declaration of its own.
        let opens =
            if self.language == Language::Rust && opens == Opens::Other { Opens::Container } else { opens };
        let container = match opens {
            Opens::Container if is_stray => self.blocks.last().and_then(|outer| outer.container),
            Opens::Container => self.container(&declaration, at),
            _ => None,
        };
        let is_class = opens == Opens::Container && declaration.is_type();
        let definition = (opens == Opens::Function || is_class).then(|| {
            self.definitions.push(declaration.first.unwrap_or(start)..self.text.len());
            self.definitions.len() - 1
        });
        self.blocks.push(Block {
            is_stray,
            indentations: [indentation, self.indentation()],
            opens,
            is_type: declaration.is_type(),
            definition,
            declaration: (opens == Opens::Other).then_some(declaration),
            container,
        });
    }

    /// The namespace or class of C++ that the `{` at `at` opens, where parts may begin in it.
    fn container(&mut self, declaration: &Declaration, at: usize) -> Option<ContainerId> {
        let outer = match self.blocks.iter().rfind(|block| !block.is_stray) {
            Some(outer) => Some(outer.container?),
            None => None,
        };
        let may_be = self.language == Language::Cuda && self.conditionals.is_empty();
        let head = declaration.first.unwrap_or(at)..at + 1;
        if may_be { self.boundaries.open(self.text, head, outer) } else { None }
    }

    fn close_block(&mut self, at: usize) {
        let column = self.starts_line(at).then(|| self.indentation());
        let opened_here = |block: &Block| column.is_some_and(|column| block.indentations.contains(&column));
        let near = self.blocks.len().saturating_sub(MAX_LOOKED_AT);
        let closes = |block: &Block| opened_here(block) && !block.is_stray;
        let near_blocks = || self.blocks.iter().skip(near);
        let found = near_blocks().rposition(closes).or_else(|| near_blocks().rposition(opened_here));
        let keep = found.map_or(self.blocks.len().saturating_sub(1), |found| near + found);
        let closed = self.blocks.get(keep);
        let is_function = closed.is_some_and(|block| block.opens == Opens::Function && opened_here(block));
        if let Some(block) = closed.filter(|block| !block.is_stray)
            && let Some(container) = block.container
            && let Some(end) = self.end_of_container(block.is_type, at)
        {
            self.boundaries.close(container, at..end, block.is_type);
        }
        self.close_blocks(keep, at + 1);
        let around = self.blocks.iter().rfind(|block| !block.is_stray);
        let is_outside = around.is_none_or(|block| block.container.is_some());
        if let Some(column) = column.filter(|_| is_function && is_outside && self.conditionals.is_empty()) {
            self.end_of_function = Some((at + 1, column));
        }
    }

    /// Where a namespace or class ends whose `}` is at `at`. None for a class behind which objects are declared.
    fn end_of_container(&self, is_type: bool, at: usize) -> Option<usize> {
        if !is_type {
            return Some(at + 1);
        }
        let behind = self.text.get(at + 1..)?;
        let blanks = behind.len() - behind.trim_start().len();
        behind[blanks..].starts_with(';').then_some(at + 1 + blanks + 1)
    }

    fn close_blocks(&mut self, keep: usize, at: usize) {
        while self.blocks.len() > keep
            && let Some(block) = self.blocks.pop()
        {
            if let Some(definition) = block.definition.and_then(|index| self.definitions.get_mut(index)) {
                definition.end = at;
            }
            if block.opens == Opens::Function
                && let Some(function) = self.open.pop().and_then(|index| self.functions.get_mut(index))
            {
                function.range.end = at;
            }
            self.declaration = block.declaration.unwrap_or_default();
        }
    }

    /// A preprocessor directive declares nothing; the branches of a conditional begin with the same blocks open.
    fn directive(&mut self, at: usize) {
        let mut end = super::line_end(self.text, at);
        while end < self.text.len() && self.text[at..end].trim_end_matches('\r').ends_with('\\') {
            end = super::line_end(self.text, end + 1);
        }
        self.directive_end = end;
        let name = self.text[at + 1..end].trim_start();
        self.balance.directive(name);
        if name.starts_with("if") {
            self.conditionals.push(self.blocks.len());
        } else if name.starts_with("el") {
            if let Some(&open) = self.conditionals.last() {
                self.close_blocks(open, at);
            }
        } else if name.starts_with("endif") {
            self.conditionals.pop();
        }
    }
}
