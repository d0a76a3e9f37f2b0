//! Says why a statement cannot be read.
//!
//! Tree-sitter recovers from an error but does not say what it expected. This walks the text by the rules of
//! `grammar.js`, without building anything, and stops at the first word that cannot follow. A property test
//! holds the two together: this finds an error exactly where the grammar does.

use std::ops::Range;

use crate::SyntaxError;
use crate::operation;
use crate::word_length::{
    code_length, integer_length, is_word_byte, literal_length, plain_name_length, pointer_length,
    type_name_length,
};

/// What to read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Entry {
    /// `let`, `show`, ...
    Statement,
    /// An expression alone.
    Expression,
}

/// The keywords that begin a statement.
pub const STATEMENTS: [&str; 7] = ["let", "show", "compare", "assert", "with", "run", "allow"];

/// The first error of `text`, with its range in `text`; `None` if there is none. The brackets of `text` must
/// be matched and at most [`crate::MAX_DEPTH`] deep.
pub(crate) fn explain(text: &str, entry: Entry) -> Option<SyntaxError> {
    let mut walk = Walk { text, at: 0, previous: 0..0, type_colon: None, template: None };
    walk.skip_blanks();
    let error = match entry {
        Entry::Statement => walk.statement(),
        Entry::Expression => walk.whole_expression(),
    }
    .err()?;
    Some(walk.template.unwrap_or(error))
}

type Step = Result<(), SyntaxError>;

struct Walk<'a> {
    text: &'a str,
    at: usize,
    /// The word before `at`.
    previous: Range<usize>,
    /// The colon that precedes the element type of a `run`: no layout may take it.
    type_colon: Option<usize>,
    /// Why what looks like an operation's template arguments is none, so that its `<` compares: where the statement
    /// cannot be read so either, this is what is wrong with it.
    template: Option<SyntaxError>,
}

impl Walk<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn skip_blanks(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    fn take(&mut self, length: usize) {
        self.previous = self.at..self.at + length;
        self.at += length;
        self.skip_blanks();
    }

    /// The length of the plain or qualified name that stands here.
    fn name_length(&self) -> usize {
        let mut end = plain_name_length(self.rest());
        while end > 0 {
            let rest = &self.rest()[end..];
            let separator = if rest.starts_with("::") { 2 } else { usize::from(rest.starts_with('.')) };
            let part = rest[separator..].bytes().take_while(|&b| is_word_byte(b)).count();
            if separator == 0 || part == 0 || rest.as_bytes()[separator].is_ascii_digit() {
                break;
            }
            end += separator + part;
        }
        // An address, `UMMA::DescriptorIterator`, is no name that something could be bound to.
        if pointer_length(self.rest()) == Some(end) { 0 } else { end }
    }

    fn name(&self) -> Option<&str> {
        let length = self.name_length();
        (length > 0).then(|| &self.rest()[..length])
    }

    /// Takes `word` when exactly this name stands here.
    fn accept_word(&mut self, word: &str) -> bool {
        let found = self.name() == Some(word);
        if found {
            self.take(word.len());
        }
        found
    }

    fn accept(&mut self, symbol: &str) -> bool {
        let found = self.rest().starts_with(symbol);
        if found {
            self.take(symbol.len());
        }
        found
    }

    /// The word or sign that stands here; at the end, the last one before it.
    fn found(&self) -> (Range<usize>, String) {
        let rest = self.rest();
        let Some(first) = rest.chars().next() else {
            return (self.previous.clone(), "the end".to_owned());
        };
        let sign = ["==", "!=", "<=", ">=", "->", "::"].into_iter().find(|sign| rest.starts_with(sign));
        if let Some(sign) = sign {
            return (self.at..self.at + sign.len(), format!("`{sign}`"));
        }
        let length = match rest.char_indices().find(|&(_, c)| !(c.is_alphanumeric() || c == '_')) {
            Some((0, _)) => first.len_utf8(),
            Some((end, _)) => end,
            None => rest.len(),
        };
        (self.at..self.at + length, format!("`{}`", &rest[..length]))
    }

    fn expected(&self, what: &str) -> SyntaxError {
        let (range, found) = self.found();
        SyntaxError { range, message: format!("expected {what}, found {found}") }
    }

    fn require(&mut self, symbol: &str, what: &str) -> Step {
        if self.accept(symbol) { Ok(()) } else { Err(self.expected(what)) }
    }

    fn new_name(&mut self, what: &str) -> Step {
        match self.name_length() {
            0 => Err(self.expected(what)),
            length => {
                self.take(length);
                Ok(())
            }
        }
    }

    // Statements.

    fn statement(&mut self) -> Step {
        let keyword = self.name().unwrap_or_default().to_owned();
        if !STATEMENTS.contains(&keyword.as_str()) {
            return Err(self.unknown_statement(&keyword));
        }
        self.take(keyword.len());
        match keyword.as_str() {
            "let" => self.let_statement(),
            "compare" => self.compare_statement(),
            "with" => self.with_statement(),
            "run" => self.run_statement(),
            "allow" => self.allow_statement(),
            // `show` and `assert`; other keywords are refused above.
            _ => self.expression(),
        }?;
        self.end()
    }

    fn unknown_statement(&self, keyword: &str) -> SyntaxError {
        let (range, _) = self.found();
        let all = "`let`, `show`, `compare`, `assert`, `with`, `run` or `allow`";
        if explain(self.text, Entry::Expression).is_none() {
            let message =
                "expected a statement, found an expression: write `show` in front of it to see its value"
                    .into();
            return SyntaxError { range, message };
        }
        if keyword.is_empty() {
            return self.expected(&format!("a statement: {all}"));
        }
        let message = match crate::nearest(keyword, STATEMENTS) {
            Some(near) => format!("unknown statement `{keyword}`: did you mean `{near}`?"),
            None => format!("unknown statement `{keyword}`: expected {all}"),
        };
        SyntaxError { range: self.at..self.at + keyword.len(), message }
    }

    fn let_statement(&mut self) -> Step {
        self.new_name("a name behind `let`, as in `let A = (4,8):(1,4)`")?;
        self.require("=", "`=` and a value, as in `let A = (4,8):(1,4)`")?;
        self.expression()
    }

    fn compare_statement(&mut self) -> Step {
        self.composition()?;
        self.require(",", "`,` and the second layout, as in `compare A, B`")?;
        self.composition()
    }

    fn with_statement(&mut self) -> Step {
        loop {
            let start = (self.at, self.previous.clone());
            let length = self.name_length();
            if length > 0 {
                self.take(length);
            }
            if length > 0 && !self.rest().starts_with("==") && self.accept("=") {
                self.composition()?;
            } else {
                (self.at, self.previous) = start;
                self.composition()?;
                if !self.accept_comparison() {
                    return Err(self.expected("`=` or `==`, as in `M = 5120` or `K % 64 == 0`"));
                }
                self.composition()?;
            }
            if !self.accept(",") {
                return Ok(());
            }
        }
    }

    fn run_statement(&mut self) -> Step {
        if self.accept_word("copy") {
            self.composition()?;
        } else if self.accept_word("gemm") {
            self.composition()?;
            self.require(",", "`,` and the second operand, as in `run gemm A, B -> C : f16`")?;
            self.composition()?;
        } else {
            return Err(self.expected("`copy` or `gemm`"));
        }
        self.require("->", "`->` and the destination")?;
        self.type_colon = last_colon_outside_brackets(self.text, self.at);
        self.composition()?;
        self.require(":", "`:` and the element type, as in `: f32`")?;
        self.new_name("an element type, for example `f32`")?;
        if self.accept("(") {
            self.list(")", |walk| {
                walk.new_name("an option, as in `(stages=3)`")?;
                walk.require("=", "`=` and the option's value")?;
                walk.composition()
            })?;
        }
        Ok(())
    }

    fn allow_statement(&mut self) -> Step {
        self.require("(", "`(` and a diagnostic's code, as in `allow(wrong-comment)`")?;
        if self.rest().starts_with(')') {
            return Err(self.expected("a diagnostic's code, for example `wrong-comment`"));
        }
        self.list(")", |walk| {
            let length = code_length(walk.rest());
            if length == 0 {
                return Err(walk.expected("a diagnostic's code, for example `wrong-comment`"));
            }
            walk.take(length);
            Ok(())
        })
    }

    fn end(&self) -> Step {
        if self.rest().is_empty() {
            return Ok(());
        }
        let (range, found) = self.found();
        let message = match self.rest().chars().next() {
            Some('=') if !self.accepts_comparison() => {
                "`=` binds a name and stands only behind `let NAME`: write `==` to compare".to_owned()
            }
            Some(':') => {
                "a second `:`: a layout has one shape and one stride, each one tuple or one number".to_owned()
            }
            Some('(') => {
                "only a name, a call or a layout in parentheses can be evaluated or sliced".to_owned()
            }
            _ if self.accepts_comparison() => {
                format!("comparisons do not follow each other: {found} begins a second one")
            }
            _ => format!("expected an operator or the end of the line, found {found}"),
        };
        Err(SyntaxError { range, message })
    }

    // Expressions: a function a level of precedence, loosest first.

    fn whole_expression(&mut self) -> Step {
        if let Some(keyword) = self.name().filter(|name| STATEMENTS.contains(name)) {
            let message = format!("`{keyword}` begins a statement: an expression stands here");
            return Err(SyntaxError { range: self.at..self.at + keyword.len(), message });
        }
        self.expression()?;
        self.end()
    }

    fn expression(&mut self) -> Step {
        self.composition()?;
        if self.accept_comparison() { self.composition() } else { Ok(()) }
    }

    fn accepts_comparison(&self) -> bool {
        ["==", "!=", "<", ">"].iter().any(|sign| self.rest().starts_with(sign))
    }

    fn accept_comparison(&mut self) -> bool {
        ["==", "!=", "<=", ">=", "<", ">"].iter().any(|sign| self.accept(sign))
    }

    fn composition(&mut self) -> Step {
        self.division()?;
        while self.accept_word("o") || self.accept("∘") {
            self.division()?;
        }
        Ok(())
    }

    fn division(&mut self) -> Step {
        self.layout()?;
        while self.accept("⊘") || self.accept("⊗") {
            self.layout()?;
        }
        Ok(())
    }

    fn layout(&mut self) -> Step {
        self.sum()?;
        if self.type_colon != Some(self.at) && self.accept(":") { self.sum() } else { Ok(()) }
    }

    fn sum(&mut self) -> Step {
        self.product()?;
        while !self.rest().starts_with("->") && (self.accept("+") || self.accept("-")) {
            self.product()?;
        }
        Ok(())
    }

    fn product(&mut self) -> Step {
        self.negation()?;
        while self.accept("*") || self.accept("/") || self.accept("%") {
            self.negation()?;
        }
        Ok(())
    }

    fn negation(&mut self) -> Step {
        while !self.rest().starts_with("->") && self.accept("-") {}
        self.primary()?;
        while self.accept("@") {
            self.integer("the number of a mode behind `@`, as in `1@0`")?;
        }
        Ok(())
    }

    fn integer(&mut self, what: &str) -> Step {
        match integer_length(self.rest()) {
            0 => Err(self.expected(what)),
            length => {
                self.take(length);
                Ok(())
            }
        }
    }

    fn primary(&mut self) -> Step {
        if let Some(length) = type_name_length(self.rest()).or_else(|| literal_length(self.rest())) {
            self.take(length);
            return Ok(());
        }
        if self.accept("(") {
            self.list(")", Self::composition)?;
            return self.coordinates();
        }
        if self.accept("<") {
            return self.list(">", Self::composition);
        }
        if ["Int<", "C<"].iter().any(|opening| self.accept(opening)) {
            self.sum()?;
            return self.require(">", "`>`");
        }
        if self.accept("E<") {
            self.integer("the number of a mode, as in `E<0>`")?;
            while self.accept(",") {
                self.integer("the number of a mode")?;
            }
            return self.require(">", "`,` or `>`");
        }
        if ["Swizzle<", "Sw<", "S<"].iter().any(|opening| self.accept(opening)) {
            self.swizzle()?;
            return self.coordinates();
        }
        self.named()
    }

    fn swizzle(&mut self) -> Step {
        for (index, what) in ["bits", "base", "shift"].iter().enumerate() {
            if index > 0 {
                self.require(",", "`,`: a swizzle has three parameters, as in `Sw<3,4,3>`")?;
            }
            self.accept("-");
            self.integer(&format!("the swizzle's {what}, a number as in `Sw<3,4,3>`"))?;
        }
        self.require(">", "`>`: a swizzle has three parameters, as in `Sw<3,4,3>`")
    }

    /// A name, or a call of an operation, and the coordinates behind it.
    fn named(&mut self) -> Step {
        let Some(name) = self.name().map(str::to_owned) else {
            return Err(self.operand_expected());
        };
        let start = self.at;
        self.take(name.len());
        let takes_template =
            operation::is_operation(&name) || ["layout", "shape", "stride"].contains(&name.as_str());
        let behind = (self.at, self.previous.clone());
        // The grammar takes `NAME<..>(..)` of every name for a call; behind what is no operation, `<` compares else.
        if self.at == start + name.len()
            && self.rest().starts_with('<')
            && let Err(error) = self.template_call(&name)
        {
            if takes_template {
                self.template.get_or_insert(error);
            }
            (self.at, self.previous) = behind;
        }
        self.coordinates()
    }

    /// `<0>(A)`.
    fn template_call(&mut self, name: &str) -> Step {
        self.take(1);
        self.list(">", Self::composition)?;
        self.require("(", &format!("`(` and arguments, as in `{name}<0>(A)`"))?;
        self.list(")", Self::composition)
    }

    fn coordinates(&mut self) -> Step {
        // Behind the type of a `run` the bracket holds options; a name there is not read by this.
        while self.accept("(") {
            self.list(")", Self::composition)?;
        }
        Ok(())
    }

    /// Elements up to `closing`; the opening bracket is taken. One comma may trail.
    fn list(&mut self, closing: &str, mut element: impl FnMut(&mut Self) -> Step) -> Step {
        loop {
            if self.accept(closing) {
                return Ok(());
            }
            element(self)?;
            if !self.accept(",") {
                return self.require(closing, &format!("`,` or `{closing}`"));
            }
        }
    }

    fn operand_expected(&self) -> SyntaxError {
        let previous = &self.text[self.previous.clone()];
        let what = match previous {
            ":" => "a stride after `:`, for example `(4,8):(1,4)`".to_owned(),
            "=" => "a value after `=`, for example `(4,8):(1,4)`".to_owned(),
            "show" | "compare" | "assert" => format!("an expression after `{previous}`"),
            "" => "an expression, for example `(4,8):(1,4)`".to_owned(),
            "," | "(" | "<" => format!("a value after `{previous}`"),
            _ => format!("an operand after `{previous}`"),
        };
        let mut error = self.expected(&what);
        if self.rest().starts_with('[') {
            error.message =
                "`[` begins no layout: shapes and strides stand in parentheses, `(4,8):(1,4)`".into();
        }
        error
    }
}

/// The colon in front of a `run`'s element type: the last one outside brackets from `from` on.
fn last_colon_outside_brackets(text: &str, from: usize) -> Option<usize> {
    let mut depth = 0_usize;
    let mut last = None;
    for (index, byte) in text.bytes().enumerate().skip(from) {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            b':' if depth == 0 && !text[index..].starts_with("::") && !text[..index].ends_with(':') => {
                last = Some(index);
            }
            _ => {}
        }
    }
    last
}
