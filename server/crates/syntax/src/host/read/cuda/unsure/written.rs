//! The names that a function may write, by the form of its tokens.

use std::cell::Cell;
use std::collections::{HashMap, HashSet};

use super::directive::{defined_name, directive_word, is_pragma};
use super::macros::{Uses, is_assignment};
use super::places::Places;
use super::ranges;
use super::token::{Kind, Token};

/// How many names are told one by one that may be written; where there are more, nothing of the function is read.
const MAX_WRITTEN: usize = 512;

/// What is not known of a function.
#[derive(Debug)]
pub(in super::super) struct Unsure {
    /// The names that it may write.
    pub(super) written: HashSet<String>,
    /// Names behind which any of them may be written: macros.
    pub(super) macros: HashSet<String>,
    /// Whether which of its values it returns is not known.
    pub(super) returns: bool,
}

/// Types of numbers.
const NUMBERS: &[&str] = &[
    "int", "unsigned", "signed", "long", "short", "char", "bool", "float", "double", "size_t", "int32_t",
    "uint32_t", "int64_t", "uint64_t", "int16_t", "uint16_t", "int8_t", "uint8_t",
];

/// Words behind which a name is not declared.
pub(super) const NO_TYPES: &[&str] = &[
    "return",
    "else",
    "do",
    "case",
    "default",
    "goto",
    "throw",
    "co_return",
    "co_yield",
    "new",
    "delete",
    "sizeof",
    "operator",
    "and",
    "or",
    "not",
];

/// How many tokens are looked at around others in a function; with more, all that it names is open.
const MAX_LOOKED: usize = 4_000_000;

struct Search<'u, 't> {
    uses: &'u Uses<'u, 't>,
    written: HashSet<&'u str>,
    /// References, and what they are made of.
    references: Vec<(&'u str, &'u str)>,
    /// How often a name is declared with `=`.
    declared: HashMap<&'u str, usize>,
    numbers: HashSet<&'u str>,
    /// Whether a directive stands between an operator and what it writes.
    is_torn: bool,
    /// Where the statement ends whose numbers were looked for because a directive stands in it.
    torn_until: usize,
    /// How many tokens were looked at around others.
    looked: Cell<usize>,
}

/// What is not known of a function of which something is not.
pub(super) fn unsure<'u>(head: &'u [Token<'u>], uses: &'u Uses<'u, '_>, places: &Places) -> Unsure {
    let mut search = Search {
        uses,
        written: HashSet::new(),
        references: Vec::new(),
        declared: HashMap::new(),
        numbers: HashSet::new(),
        is_torn: false,
        torn_until: 0,
        looked: Cell::new(0),
    };
    numbers(head, &mut search.numbers);
    numbers(uses.tokens, &mut search.numbers);
    let jumps = |word: &str| matches!(word, "break" | "continue" | "goto");
    let is_doubtful = match places.is_everywhere {
        true => vec![true; uses.tokens.len()],
        false => ranges::around(uses.tokens, &places.spots, |token| {
            token.is_word()
                && (jumps(&token.text)
                    || uses.texts.words_of(std::iter::once(&*token.text)).into_iter().any(jumps))
        }),
    };
    let (mut macros, mut returns, mut may_return) = (HashSet::new(), 0, false);
    let mut in_code: HashSet<&str> = HashSet::new();
    for ((at, token), is_doubtful) in uses.tokens.iter().enumerate().zip(&is_doubtful) {
        let is_doubtful = *is_doubtful;
        match token.kind {
            Kind::Directive => {
                if places.torn.contains(&at) && search.may_look() {
                    search.torn(at);
                }
                if is_doubtful && directive_word(&token.text) == "define" {
                    let words = token.text.split(|character: char| !super::token::is_of_word(character));
                    let words: HashSet<&str> = words.skip(1).collect();
                    in_code.extend(uses.texts.words_of(words.iter().copied()));
                    in_code.extend(words);
                    macros.extend(defined_name(&token.text).map(str::to_owned));
                }
            }
            Kind::Sign if !search.may_look() => {}
            Kind::Sign if is_doubtful => search.sign(at),
            Kind::Sign => search.reference(at),
            Kind::Word if token.is("return") => {
                returns += 1;
                may_return |= is_doubtful;
            }
            Kind::Word => {
                if uses.texts.knows(&token.text)
                    && (places.has_own_macros
                        || uses.is_code(&token.text)
                        || uses.is_list(at)
                        || is_doubtful && uses.has_pieces(at))
                {
                    macros.insert(token.text.clone().into_owned());
                    let words = uses.texts.words_of(std::iter::once(&*token.text));
                    returns += 2 * usize::from(words.contains("return"));
                    if is_doubtful {
                        if search.may_look() && uses.may_write(at) {
                            search.macro_use(at);
                        }
                        may_return |= words.contains("return");
                        in_code.extend(words);
                    }
                }
                if is_doubtful && search.may_look() {
                    search.given(at);
                }
            }
            Kind::Literal => {}
        }
    }
    let is_cut_short = !search.may_look();
    let Search { mut written, references, declared, numbers, is_torn, .. } = search;
    if places.has_open_numbers {
        written.extend(numbers);
    }
    if places.has_open_blocks {
        written.extend(declared.into_iter().filter(|(_, count)| *count > 1).map(|(name, _)| name));
    }
    let of_macros = uses.texts.words_of(written.iter().copied());
    written.extend(of_macros);
    written.extend(in_code);
    let mut is_more = true;
    while is_more {
        let before = written.len();
        for (reference, of) in &references {
            if written.contains(reference) {
                written.insert(of);
            }
        }
        is_more = written.len() > before;
    }
    if is_torn || is_cut_short || places.includes || written.len() > MAX_WRITTEN {
        let named = uses
            .tokens
            .iter()
            .zip(&is_doubtful)
            .filter(|(token, is_doubtful)| (**is_doubtful || is_cut_short) && token.is_word());
        written.extend(named.map(|(token, _)| &*token.text));
    }
    let is_name = |word: &&str| {
        word.starts_with(|first: char| first.is_alphabetic() || first == '_') && !is_reserved(word)
    };
    Unsure {
        written: written.into_iter().filter(is_name).map(str::to_owned).collect(),
        macros,
        returns: may_return && returns > 1 || places.includes,
    }
}

/// Whether a word is, or begins, a type of numbers.
pub(super) fn is_number_type(word: &str) -> bool {
    NUMBERS.contains(&word)
}

/// Words of C++ that name nothing that can be written.
pub(super) fn is_reserved(word: &str) -> bool {
    NUMBERS.contains(&word)
        || NO_TYPES.contains(&word)
        || matches!(
            word,
            "if" | "for"
                | "while"
                | "switch"
                | "break"
                | "continue"
                | "auto"
                | "const"
                | "constexpr"
                | "static"
                | "void"
                | "true"
                | "false"
                | "nullptr"
                | "typename"
                | "template"
                | "struct"
                | "class"
                | "using"
                | "static_assert"
                | "decltype"
                | "define"
                | "likely"
                | "unlikely"
                | "__VA_ARGS__"
                | "try"
                | "catch"
        )
}

/// Names of numbers that are declared.
fn numbers<'u>(tokens: &'u [Token<'u>], into: &mut HashSet<&'u str>) {
    for (at, token) in tokens.iter().enumerate() {
        let is_number = NUMBERS.contains(&&*token.text)
            || token.is("auto")
                && tokens.get(at + 2).is_some_and(|sign| sign.is("="))
                && tokens.get(at + 3).is_some_and(|value| value.kind == Kind::Literal);
        if !is_number {
            continue;
        }
        let (mut depth, mut expects) = (0_usize, true);
        for token in tokens.iter().skip(at + 1) {
            match &*token.text {
                "(" | "{" | "[" => depth += 1,
                ")" | "}" | "]" if depth == 0 => break,
                ")" | "}" | "]" => depth -= 1,
                ";" => break,
                "," if depth == 0 => expects = true,
                _ if token.is_word()
                    && depth == 0
                    && expects
                    && !NUMBERS.contains(&&*token.text)
                    && !token.is("const") =>
                {
                    into.insert(&token.text);
                    expects = false;
                }
                _ => {}
            }
        }
    }
}

impl<'u> Search<'u, '_> {
    /// Whether more tokens may be looked at around others; where not, all that is named is open.
    fn may_look(&self) -> bool {
        self.looked.get() <= MAX_LOOKED
    }

    fn text(&self, at: usize) -> &'u str {
        self.looked.set(self.looked.get().saturating_add(1));
        self.uses.tokens.get(at).map_or("", |token| &*token.text)
    }

    fn is_word(&self, at: usize) -> bool {
        self.uses.tokens.get(at).is_some_and(Token::is_word)
    }

    /// The last token of code in front of one.
    fn before(&self, at: usize) -> Option<usize> {
        let mut before = (0..at).rev();
        before.find(|at| self.uses.tokens.get(*at).is_some_and(|token| token.kind != Kind::Directive))
    }

    /// Where the bracket opens that closes here.
    fn opened(&self, at: usize) -> usize {
        let mut depth = 0_usize;
        for from in (0..=at).rev() {
            match self.text(from) {
                ")" | "]" | "}" => depth += 1,
                "(" | "[" | "{" => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth == 0 {
                return from;
            }
        }
        0
    }

    /// The variable whose part ends here, and where its name stands; all names of what stands in parentheses.
    fn root(&mut self, mut at: usize) -> Option<usize> {
        loop {
            match self.text(at) {
                "]" => at = self.before(self.opened(at))?,
                ")" => {
                    let from = self.opened(at);
                    let is_call = self.before(from).is_some_and(|before| {
                        self.is_word(before) && !NO_TYPES.contains(&self.text(before))
                            || self.text(before) == ">"
                    });
                    // `(c ? a : b) = 3`, but also behind the head of an `if`: `if (c) a = 3` is none.
                    if !is_call {
                        for inside in from..at {
                            if self.is_word(inside) {
                                self.written.insert(self.text(inside));
                            }
                        }
                    }
                    return None;
                }
                _ if self.is_word(at) => {
                    let Some(before) = self.before(at) else { return Some(at) };
                    match self.text(before) {
                        "." | "->" | "::" => match self.before(before) {
                            Some(of) if self.is_word(of) || matches!(self.text(of), "]" | ")") => at = of,
                            _ => return Some(at),
                        },
                        _ => return Some(at),
                    }
                }
                _ => return None,
            }
        }
    }

    /// A sign of code of which nothing is in doubt.
    fn reference(&mut self, at: usize) {
        if self.text(at) == "&" {
            self.address(at, false);
        }
    }

    fn sign(&mut self, at: usize) {
        let sign = self.text(at);
        if sign == "&" {
            self.address(at, true);
        } else if sign == ">" && self.text(at + 1) == ">" && self.numbers.contains(self.text(at + 2)) {
            self.written.insert(self.text(at + 2));
        } else if is_assignment(sign) {
            let is_directive = |at: usize| {
                self.uses
                    .tokens
                    .get(at)
                    .is_some_and(|token| token.kind == Kind::Directive && !is_pragma(&token.text))
            };
            self.is_torn |= at.checked_sub(1).is_some_and(is_directive)
                || matches!(sign, "++" | "--") && is_directive(at + 1);
            if matches!(sign, "++" | "--") {
                let behind = (at + 1..self.uses.tokens.len()).find(|at| !matches!(self.text(*at), "*" | "("));
                self.written.extend(behind.filter(|at| self.is_word(*at)).map(|at| self.text(at)));
            }
            let Some(target) = self.before(at) else { return };
            let Some(root) = self.root(target) else { return };
            let name = self.text(root);
            if sign == "=" && self.declares(root) {
                *self.declared.entry(name).or_default() += 1;
            } else {
                self.written.insert(name);
            }
        }
    }

    /// Whether the name behind a type is declared here.
    fn declares(&self, root: usize) -> bool {
        let mut at = self.before(root);
        let mut is_pointer = false;
        while let Some(before) = at.filter(|at| matches!(self.text(*at), "*" | "&" | "&&")) {
            is_pointer = true;
            at = self.before(before);
        }
        let Some(before) = at else { return false };
        let word = self.text(before);
        let is_type = self.is_word(before) && !NO_TYPES.contains(&word) && !self.uses.texts.knows(word);
        // Behind a directive nobody knows what stands in front.
        let is_next = before + 1 == root || is_pointer;
        // Behind the `]` of an attribute a statement begins.
        is_next && (is_type || word == ">")
    }

    /// `&x`, or a reference that is made of it.
    fn address(&mut self, at: usize, is_doubtful: bool) {
        let before = at.checked_sub(1).map_or("", |before| self.text(before));
        let is_type = at.checked_sub(1).is_some_and(|before| self.is_word(before))
            && !NO_TYPES.contains(&before)
            || matches!(before, ">" | ")" | "]");
        if !is_type {
            if is_doubtful && self.is_word(at + 1) {
                self.written.insert(self.text(at + 1));
            }
            return;
        }
        let is_constant = (at.saturating_sub(3)..at).any(|before| self.text(before) == "const");
        if is_constant {
            return;
        }
        // `T&` / `#endif` / `r = x`: behind a directive nobody knows what is declared.
        self.is_torn |= self.uses.tokens.get(at + 1).is_some_and(|next| next.kind == Kind::Directive);
        // `T& r = x`, `auto& [a, b] = x`, `auto& e : x`, `T& r{x}`.
        let mut behind = at + 1;
        let mut names = Vec::new();
        let is_list = self.text(behind) == "[";
        while is_list && !matches!(self.text(behind), "]" | "") || behind == at + 1 {
            if self.is_word(behind) {
                names.push(self.text(behind));
            }
            behind += 1;
        }
        if is_list {
            behind += 1;
        }
        if !matches!(self.text(behind), "=" | ":" | "{" | "(") {
            return;
        }
        let mut of = behind + 1;
        while !matches!(self.text(of), ";" | "," | "" | "}" | "{") {
            if self.is_word(of) {
                for name in &names {
                    self.references.push((*name, self.text(of)));
                }
            }
            of += 1;
        }
    }

    /// A directive inside of a statement: the numbers that this names may be given to what it calls.
    fn torn(&mut self, at: usize) {
        if at < self.torn_until {
            return;
        }
        let tokens = self.uses.tokens;
        let is_end = |token: &&Token<'_>| matches!(&*token.text, ";" | "{" | "}");
        let before = tokens.get(..at).unwrap_or_default().iter().rev().take_while(|token| !is_end(token));
        let behind = tokens.get(at..).unwrap_or_default().iter().take_while(|token| !is_end(token));
        self.torn_until = at + behind.clone().count();
        for token in before.chain(behind) {
            if let Some(number) = self.numbers.get(&*token.text) {
                self.written.insert(number);
            }
        }
    }

    /// A number that is given to a function whose value nobody wants.
    fn given(&mut self, at: usize) {
        let name = self.text(at);
        if !self.numbers.contains(name) || !matches!(self.text(at + 1), "," | ")") {
            return;
        }
        let mut depth = 0_usize;
        for from in (0..at).rev() {
            match self.text(from) {
                ")" => depth += 1,
                "(" if depth > 0 => depth -= 1,
                "(" => {
                    let Some(callee) = from.checked_sub(1) else { return };
                    let is_called = self.is_word(callee)
                        && !matches!(
                            self.text(callee),
                            "if" | "while" | "for" | "switch" | "sizeof" | "return"
                        );
                    let is_begin = self.before(callee).is_none_or(|before| {
                        matches!(self.text(before), ";" | "{" | "}" | ")" | "else" | "do" | ":")
                    });
                    if is_called && is_begin {
                        self.written.insert(name);
                    }
                    return;
                }
                ";" | "{" | "}" => return,
                _ => {}
            }
        }
    }

    /// The names that begin or end with what a macro is given that joins words.
    fn joined(&mut self, at: usize) {
        let tokens = self.uses.tokens;
        let until = tokens.iter().skip(at).position(|token| token.is(")")).unwrap_or(0);
        let pieces: Vec<&str> =
            tokens.iter().skip(at + 2).take(until.saturating_sub(2)).map(|token| &*token.text).collect();
        let pieces: Vec<&str> = pieces.into_iter().filter(|piece| *piece != ",").collect();
        let is_joined =
            |word: &str| pieces.iter().any(|piece| word.starts_with(piece) || word.ends_with(piece));
        for token in tokens.iter().filter(|token| token.is_word() && is_joined(&token.text)) {
            self.looked.set(self.looked.get().saturating_add(1));
            self.written.insert(&token.text);
        }
    }

    /// All that is given to a macro of statements, and what stands beside it.
    fn macro_use(&mut self, at: usize) {
        if let Some(before) = self.before(at) {
            let root = self.root(before);
            self.written.extend(root.map(|root| self.text(root)));
        }
        let behind = (at + 1..self.uses.tokens.len()).find(|at| self.is_word(*at));
        self.written.extend(behind.map(|at| self.text(at)));
        if self.text(at + 1) != "(" {
            return;
        }
        if self.uses.joins(at) {
            self.joined(at);
        }
        let mut depth = 0_usize;
        for inside in at + 1..self.uses.tokens.len() {
            match self.text(inside) {
                "(" => depth += 1,
                ")" => depth = depth.saturating_sub(1),
                _ if self.is_word(inside) => {
                    self.written.insert(self.text(inside));
                }
                _ => {}
            }
            if depth == 0 {
                return;
            }
        }
    }
}
