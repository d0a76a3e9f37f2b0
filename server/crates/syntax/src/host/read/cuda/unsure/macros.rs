//! What the text of a macro is to the statements around it.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::super::macro_kind::MacroUse;
use super::places::Places;
use super::token::{Kind, Lexer, Token};
use super::written::NO_TYPES;

/// How many definitions of a macro are kept; one that is defined more often is open.
const MAX_TEXTS: usize = 8;

/// How many words of macros in macros are looked at.
const MAX_WORDS: usize = 4096;

/// How deep macros in the texts of others are followed.
const MAX_DEPTH: usize = 8;

/// What the macros of a file say.
#[derive(Debug, Clone, Default)]
pub(in super::super) struct MacroTexts(HashMap<String, MacroText>);

#[derive(Debug, Clone)]
pub(super) struct MacroText {
    /// Of several definitions, what each says.
    texts: Vec<String>,
    has_parameters: bool,
    shape: Shape,
}

/// What macros are as statements, of several definitions the least.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Shape {
    /// Statements as a whole, the last of which may lack its semicolon.
    is_whole: bool,
    /// One statement.
    is_single: bool,
    /// Whether the last one has its semicolon.
    is_ended: bool,
    /// Whether it assigns to something.
    assigns: bool,
    /// Whether it may write what it is given, or what stands beside it.
    may_write: bool,
    /// Whether it joins words.
    joins: bool,
    /// Whether it has to do with no statement but the one in which it stands.
    is_local: bool,
}

impl MacroTexts {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(in super::super) fn knows(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    /// Remembers a definition, without comments.
    pub(in super::super) fn add(&mut self, name: &str, text: &str, has_parameters: bool) {
        let shape = shape(text);
        let known = self.0.entry(name.to_owned()).or_insert_with(|| MacroText {
            texts: Vec::new(),
            has_parameters,
            shape,
        });
        let all = &mut known.shape;
        all.is_whole &= shape.is_whole && known.has_parameters == has_parameters;
        all.is_single &= shape.is_single;
        all.is_ended &= shape.is_ended;
        all.assigns |= shape.assigns;
        all.may_write |= shape.may_write;
        all.joins |= shape.joins;
        all.is_local &= shape.is_local;
        known.has_parameters &= has_parameters;
        if known.texts.len() < MAX_TEXTS {
            known.texts.push(text.to_owned());
        } else {
            all.is_whole = false;
        }
    }

    /// Whether the text of a macro begins with a bracket, a round one if it must be one.
    fn begins_list(&self, name: &str, is_round: bool, depth: usize) -> bool {
        let texts = self.0.get(name).map(|known| known.texts.as_slice()).unwrap_or_default();
        texts.iter().filter_map(|text| Lexer::new(text).next()).any(|first| {
            first.is("(")
                || !is_round && first.is("{")
                || depth < MAX_DEPTH && first.is_word() && self.begins_list(&first.text, is_round, depth + 1)
        })
    }

    /// What is known of a macro.
    pub(super) fn text_of(&self, name: &str) -> Option<MacroText> {
        self.0.get(name).cloned()
    }

    /// Has a macro be what it was before.
    pub(super) fn set_text(&mut self, name: &str, text: Option<MacroText>) {
        match text {
            Some(text) => drop(self.0.insert(name.to_owned(), text)),
            None => drop(self.0.remove(name)),
        }
    }

    /// The words of the macros, of those that they name, and so on.
    pub(in super::super) fn words_of<'n>(&'n self, names: impl Iterator<Item = &'n str>) -> HashSet<&'n str> {
        let mut rest: Vec<&str> = names.collect();
        let mut found = HashSet::new();
        while let Some(name) = rest.pop() {
            for text in self.0.get(name).into_iter().flat_map(|known| &known.texts) {
                let words = text.split(|character: char| !super::token::is_of_word(character));
                let is_name = |word: &&str| word.starts_with(|first: char| !first.is_ascii_digit());
                for word in words.filter(is_name) {
                    if found.len() < MAX_WORDS && found.insert(word) {
                        rest.push(word);
                    }
                }
            }
        }
        found
    }
}

impl MacroTexts {
    /// The words of the macros in a macro's text that are no values.
    pub(in super::super) fn code_in<'m>(
        &'m self,
        name: &'m str,
        known: &HashMap<String, MacroUse>,
    ) -> HashSet<&'m str> {
        let inner = self.words_of(std::iter::once(name)).into_iter();
        self.words_of(inner.filter(|word| known.get(*word).is_some_and(|of| matches!(of, MacroUse::Code(_)))))
    }
}

fn shape(text: &str) -> Shape {
    let tokens: Vec<Token<'_>> = Lexer::new(text).collect();
    let mut open: Vec<usize> = Vec::new();
    let (mut is_balanced, mut ends) = (true, 0);
    let mut closed = None;
    for (at, token) in tokens.iter().enumerate() {
        if token.kind != Kind::Sign {
            continue;
        }
        match &*token.text {
            "(" | "{" | "[" => open.push(at),
            ")" | "}" | "]" => {
                closed = open.pop();
                let pair = closed.and_then(|from| tokens.get(from)).map(|opened| &*opened.text);
                is_balanced &=
                    matches!((pair, &*token.text), (Some("("), ")") | (Some("{"), "}") | (Some("["), "]"));
            }
            ";" if open.is_empty() => ends += 1,
            _ => {}
        }
    }
    is_balanced &= open.is_empty();
    let word_at = |at: Option<usize>| at.and_then(|at| tokens.get(at)).map_or("", |token| &*token.text);
    let (first, last) = (word_at(Some(0)), word_at(tokens.len().checked_sub(1)));
    // `if (..)`, `for (..)`, `else`: the statement is missing.
    let before = closed.and_then(|from| from.checked_sub(1));
    let head = match word_at(before) {
        "constexpr" => word_at(before.and_then(|at| at.checked_sub(1))),
        word => word,
    };
    let is_head = matches!(last, "else" | "do")
        || last == ")" && matches!(head, "if" | "for" | "while" | "switch" | "catch") && first != "do";
    let opens_alone = matches!(first, "else" | "case" | "default" | "catch" | ")" | "," | ".")
        || last == ":"
        || tokens.iter().any(|token| token.is("case") || token.is("default"))
            && !tokens.iter().any(|token| token.is("switch"));
    let is_block = first == "{" && closed == Some(0) && last == "}";
    let is_do = first == "do" && ends <= usize::from(last == ";");
    let has_control = tokens
        .iter()
        .any(|token| matches!(&*token.text, "if" | "for" | "while" | "switch" | "do" | "else" | "try"));
    let assigns = tokens.iter().any(|token| token.kind == Kind::Sign && is_assignment(&token.text));
    // `+= 3`, `a =`: a part of a statement.
    let is_part = |sign: &str, kinds: &[&str]| {
        !sign.is_empty()
            && !sign.starts_with(super::token::is_of_word)
            && !sign.starts_with(['"', '\''])
            && !kinds.contains(&sign)
    };
    let is_part = is_part(first, &["{", "(", "*", "++", "--", "&", "[", "~", "!", "::", "-", "+", ";"])
        || is_part(last, &[";", "}", ")", "]", "++", "--", ">"]);
    let calls = tokens.windows(2).any(|pair| {
        matches!(pair, [callee, open] if open.is("(") && callee.is_word()
            && !matches!(&*callee.text, "if" | "for" | "while" | "switch" | "constexpr" | "return" | "sizeof" | "catch"))
    });
    let is_whole = is_balanced && !is_head && !opens_alone && !is_part && !tokens.is_empty();
    Shape {
        is_whole,
        is_single: is_whole && (is_block || is_do || !has_control && ends <= usize::from(last == ";")),
        is_ended: matches!(last, ";" | "}"),
        assigns,
        may_write: assigns || calls || is_part || text.contains(['#', '&']),
        joins: text.contains('#'),
        is_local: is_balanced && !opens_alone,
    }
}

/// Whether an operator writes what stands before or behind it.
pub(super) fn is_assignment(sign: &str) -> bool {
    matches!(sign, "++" | "--" | "=" | "<<=" | ">>=")
        || sign.len() == 2 && sign.ends_with('=') && !matches!(sign, "==" | "!=" | "<=" | ">=")
}

/// What a macro leaves open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MacroDoubt {
    None,
    /// What the statement is in which it stands.
    Here,
    /// What other statements are, too.
    Everywhere,
}

/// The macros in the tokens of a function.
pub(super) struct Uses<'u, 't> {
    pub(super) tokens: &'u [Token<'t>],
    pub(super) texts: &'u MacroTexts,
    pub(super) known: &'u HashMap<String, MacroUse>,
    /// Whether the texts of macros are in doubt themselves, as far as that was asked.
    pub(super) inside: &'u RefCell<HashMap<String, bool>>,
    /// In how many macros these tokens stand.
    pub(super) depth: usize,
}

impl Uses<'_, '_> {
    fn token(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |token| &*token.text)
    }

    /// Whether a macro stands at one of these places.
    pub(super) fn any_doubtful(&self, places: &Places) -> bool {
        places.has_bare_switch
            || places.is_everywhere
                && self.tokens.iter().any(|token| token.is_word() && self.texts.knows(&token.text))
            || places.spots.iter().any(|at| self.texts.knows(self.token(*at)))
            || self.tokens.iter().any(|token| token.is_odd)
    }

    /// Whether a macro is more than a value, or names one that is.
    pub(super) fn is_code(&self, name: &str) -> bool {
        self.is_code_itself(name)
            || self.texts.knows(name)
                && self
                    .texts
                    .words_of(std::iter::once(name))
                    .into_iter()
                    .any(|word| self.is_code_itself(word))
    }

    fn is_code_itself(&self, name: &str) -> bool {
        let assigns = self.texts.0.get(name).is_some_and(|known| known.shape.assigns || known.shape.joins);
        assigns || self.known.get(name).is_some_and(|known| *known != MacroUse::Value)
    }

    /// Where the use of a macro ends, behind its arguments; `None` where it is none.
    fn end(&self, at: usize) -> Option<usize> {
        let known = self.texts.0.get(self.token(at))?;
        if !known.has_parameters {
            return Some(at + 1);
        }
        let mut depth = 0_usize;
        for next in at + 1..self.tokens.len() {
            match self.token(next) {
                "(" => depth += 1,
                ")" => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth == 0 {
                return (next > at + 1).then_some(next + 1);
            }
        }
        Some(self.tokens.len())
    }

    /// Whether a macro may be the list of what a function in front of it is given: `#define LIST (a, 2)`, `set LIST`.
    pub(super) fn is_list(&self, at: usize) -> bool {
        let before = at.checked_sub(1).and_then(|before| self.tokens.get(before));
        // Behind a block that is none of a lambda, a macro with parameters is a statement: `} CHECK(x);`.
        let is_plain = || self.texts.0.get(self.token(at)).is_some_and(|known| !known.has_parameters);
        let is_callee = before.is_some_and(|before| {
            before.is_word() && !NO_TYPES.contains(&&*before.text)
                || before.is(">")
                || (before.is("}") || before.is("]")) && is_plain()
        });
        let is_behind_block = before.is_some_and(|before| before.is("}"));
        is_callee && self.texts.begins_list(self.token(at), is_behind_block, 0)
    }

    /// Whether a macro that is used here may be something else than the parser takes it for. `begins`: whether a statement may
    /// begin here; `is_body`: whether it is the body of a head.
    pub(super) fn doubt(&self, at: usize, begins: bool, is_body: bool) -> MacroDoubt {
        let Some(known) = self.texts.0.get(self.token(at)) else { return MacroDoubt::None };
        let Some(end) = self.end(at) else { return MacroDoubt::None };
        let (name, next) = (self.token(at), self.token(end));
        let before = at.checked_sub(1).map_or("", |before| self.token(before));
        let (shape, is_statement) = (known.shape, (begins || is_body) && next == ";");
        let is_doubtful = match self.known.get(name) {
            None | Some(MacroUse::Value) => {
                let is_written = matches!(before, "++" | "--") || is_assignment(next);
                is_written
                    || self.is_list(at)
                    || self.has_odd_arguments(at + 1..end)
                    || self.is_code(name) && (shape.joins || !shape.assigns || !is_statement)
            }
            Some(MacroUse::Nothing) => {
                !is_statement && !matches!(next, "for" | "while" | "do" | "if" | "switch" | "try")
            }
            Some(MacroUse::Code(_)) => {
                let behind = if next == ";" { self.token(end + 1) } else { next };
                let fits = begins && shape.is_whole || is_body && shape.is_single && next == ";";
                let is_ended = next == ";" || shape.is_ended;
                // The parser takes a name beside a string for one, too.
                shape.joins
                    || self.is_list(at)
                    || self.token(end).ends_with('"')
                    || self.has_odd_arguments(at + 1..end)
                    || !fits
                    || !is_ended
                    || behind == "else" && !shape.is_single
                    || self.is_doubtful_inside(name)
            }
        };
        // What is called is the block in front.
        let is_called = before == "}" && self.is_list(at);
        let is_local = !is_called && shape.is_local && self.shapes_in(name).all(|inner| inner.is_local);
        match (is_doubtful, is_local) {
            (false, _) => MacroDoubt::None,
            (true, true) => MacroDoubt::Here,
            (true, false) => MacroDoubt::Everywhere,
        }
    }

    /// Where the use of a macro ends that is whole statements, the last of which has its end: another begins there.
    pub(super) fn end_of_statements(&self, at: usize) -> Option<usize> {
        let name = self.token(at);
        let is_ended =
            self.texts.0.get(name).is_some_and(|known| known.shape.is_whole && known.shape.is_ended);
        let is_code = matches!(self.known.get(name), Some(MacroUse::Code(_)));
        if is_ended && is_code { self.end(at) } else { None }
    }

    /// Whether the macros in a macro's text may be something else there.
    fn is_doubtful_inside(&self, name: &str) -> bool {
        if let Some(known) = self.inside.borrow().get(name) {
            return *known;
        }
        // A macro within its own text is a name like others; what is asked of it meanwhile is in doubt.
        self.inside.borrow_mut().insert(name.to_owned(), true);
        let texts = self.texts.0.get(name).map(|known| known.texts.as_slice()).unwrap_or_default();
        let is_doubtful = self.depth >= MAX_DEPTH
            || self.shapes_in(name).next().is_some()
                && texts.iter().any(|text| {
                    let tokens: Vec<Token<'_>> = Lexer::new(text).collect();
                    let inner = Uses { tokens: &tokens, depth: self.depth + 1, ..*self };
                    let places = super::places::doubtful(&inner);
                    places.is_everywhere || !places.spots.is_empty()
                });
        self.inside.borrow_mut().insert(name.to_owned(), is_doubtful);
        is_doubtful
    }

    /// Whether what a macro is given is no value, type or lambda.
    pub(super) fn has_pieces(&self, at: usize) -> bool {
        self.end(at).is_some_and(|end| self.has_odd_arguments(at + 1..end))
    }

    /// Whether a macro joins words.
    pub(super) fn joins(&self, at: usize) -> bool {
        let name = self.token(at);
        self.texts.0.get(name).is_some_and(|known| known.shape.joins)
            || self.shapes_in(name).any(|inner| inner.joins)
    }

    /// Whether arguments are no values, types or lambdas: `APPLY(+=)`.
    fn has_odd_arguments(&self, arguments: Range<usize>) -> bool {
        let (mut depth, mut is_lambda, mut before) = (0_usize, false, "(");
        for at in arguments {
            let Some(token) = self.tokens.get(at) else { break };
            let text = &*token.text;
            let is_sign = token.kind == Kind::Sign;
            match text {
                "(" | "[" | "{" => {
                    is_lambda |= depth == 1 && text == "[" && matches!(before, "(" | ",");
                    depth += 1;
                }
                ")" | "]" | "}" => depth = depth.saturating_sub(1),
                "," if depth == 1 => is_lambda = false,
                ";" => return !is_lambda,
                "if" | "for" | "while" | "do" | "else" | "switch" | "case" | "return" if !is_lambda => {
                    return true;
                }
                _ if is_sign && is_assignment(text) && !is_lambda => return true,
                _ => {}
            }
            let is_edge = |sign: &str| matches!(sign, "(" | "," | ")");
            let is_operator = |sign: &str| {
                matches!(
                    sign,
                    "+" | "-"
                        | "*"
                        | "/"
                        | "%"
                        | "<"
                        | ">"
                        | "=="
                        | "!="
                        | "<="
                        | ">="
                        | "&&"
                        | "||"
                        | "|"
                        | "^"
                        | "."
                        | "->"
                        | ":"
                        | "?"
                )
            };
            if depth <= 1
                && (is_sign && is_edge(text) && is_operator(before)
                    || is_operator(text)
                        && matches!(before, "(" | ",")
                        && !matches!(text, "-" | "+" | "*" | "&"))
            {
                return true;
            }
            before = text;
        }
        false
    }

    /// Whether a macro that is used here may write what it is given, or what stands beside it.
    pub(super) fn may_write(&self, at: usize) -> bool {
        let Some(known) = self.texts.0.get(self.token(at)) else { return true };
        known.shape.may_write
            || self.shapes_in(self.token(at)).any(|inner| inner.may_write)
            || self.has_pieces(at)
    }

    /// What the macros that a macro names are as statements, of those that are no values.
    fn shapes_in(&self, name: &str) -> impl Iterator<Item = Shape> {
        let inner = self.texts.words_of(std::iter::once(name)).into_iter();
        let codes = inner.filter(|word| self.is_code_itself(word));
        let shapes: Vec<Shape> =
            codes.filter_map(|word| self.texts.0.get(word)).map(|known| known.shape).collect();
        shapes.into_iter()
    }
}
