//! Macros that a function defines itself, where each of their uses stands where they certainly hold.

use std::collections::{HashMap, HashSet};

use tree_sitter::Node;

use super::super::kind::KindOf as _;
use super::directive::{defined_name, directive_word};
use super::macros::MacroTexts;
use super::token::{Kind, Token, is_of_word};

/// How many macros of a function are followed; with more, none is.
const MAX_OWN: usize = 64;

/// What a function says of macros.
#[derive(Debug, Default)]
pub(super) struct OwnMacros<'t> {
    /// Those that are defined once, and used nowhere but behind that.
    pub(super) certain: Vec<OwnMacro<'t>>,
    /// Whether it uses one otherwise.
    pub(super) is_any_open: bool,
}

/// A definition.
#[derive(Debug)]
pub(super) struct OwnMacro<'t> {
    /// Which token it is.
    pub(super) at: usize,
    pub(super) name: &'t str,
    pub(super) text: &'t str,
    pub(super) has_parameters: bool,
}

impl<'t> OwnMacros<'t> {
    /// What the tokens of a function's body say, which begins at `start`, and of which the parser made `of`.
    pub(super) fn of(tokens: &'t [Token<'_>], of: Node<'_>, start: usize, texts: &MacroTexts) -> Self {
        let mut says: HashMap<&str, Vec<usize>> = HashMap::new();
        for (at, token) in tokens.iter().enumerate().filter(|(_, token)| token.kind == Kind::Directive) {
            if matches!(directive_word(&token.text), "define" | "undef")
                && let Some(name) = defined_name(&token.text)
            {
                says.entry(name).or_default().push(at);
            }
        }
        let mut found = Self::default();
        if says.is_empty() {
            return found;
        }
        let ends = ends_of_branches(tokens);
        // Where each is named first and last, in code and in what decides conditions.
        let mut named: HashMap<&str, (usize, usize)> = HashMap::new();
        let mut in_conditions: HashSet<&str> = HashSet::new();
        let bodies: Vec<OwnMacro<'t>> =
            says.values().flatten().filter_map(|at| definition(tokens.get(*at)?, *at)).collect();
        let is_own = |word: &str| says.contains_key(word);
        // What the texts of its own macros name, directly or through others of them.
        let mut inner: HashMap<&str, HashSet<&str>> = HashMap::new();
        for name in says.keys() {
            inner.insert(name, HashSet::new());
        }
        for body in &bodies {
            inner.entry(body.name).or_default().extend(words(body.text).filter(|word| is_own(word)));
        }
        let mut through: HashMap<&str, HashSet<&str>> = HashMap::new();
        for (at, token) in tokens.iter().enumerate() {
            let word = &*token.text;
            if token.kind == Kind::Directive {
                if matches!(directive_word(word), "if" | "ifdef" | "ifndef" | "elif" | "elifdef" | "elifndef")
                {
                    in_conditions.extend(words(word).filter(|word| is_own(word)));
                }
                continue;
            }
            if !token.is_word() || !is_own(word) && !texts.knows(word) {
                continue;
            }
            let reached = through.entry(word).or_insert_with(|| reached(word, &inner, texts, &is_own));
            for name in reached.iter().copied().chain([word]) {
                let (_, last) = named.entry(name).or_insert((at, at));
                *last = at;
            }
        }
        for (name, places) in &says {
            let Some((first, last)) = named.get(name).copied() else { continue };
            let body = bodies.iter().find(|body| body.name == *name);
            let is_certain = body.is_some_and(|body| {
                let others = places.iter().filter(|at| **at != body.at);
                let defined_once = bodies.iter().filter(|other| other.name == *name).count() == 1;
                defined_once
                    && !in_conditions.contains(name)
                    && body.at < first
                    && ends.get(&body.at).is_some_and(|end| last < *end)
                    && others.into_iter().all(|back| *back > last)
                    && tokens
                        .get(body.at)
                        .is_some_and(|token| !token.is_odd && is_read(of, start + token.end))
            });
            found.is_any_open |= !is_certain;
        }
        if !found.is_any_open && bodies.len() > MAX_OWN {
            found.is_any_open = says.keys().any(|name| named.contains_key(name));
        } else if !found.is_any_open {
            found.certain = bodies.into_iter().filter(|body| named.contains_key(body.name)).collect();
        }
        found
    }
}

/// The function's own macros that the text of a macro names, or that of one of those.
fn reached<'t>(
    word: &str,
    inner: &HashMap<&'t str, HashSet<&'t str>>,
    texts: &MacroTexts,
    is_own: &dyn Fn(&str) -> bool,
) -> HashSet<&'t str> {
    let mut found: HashSet<&'t str> = HashSet::new();
    let of_file = texts.words_of(std::iter::once(word));
    let own_name = |word: &str| inner.keys().copied().find(|name| is_own(word) && *name == word);
    let mut rest: Vec<&'t str> = of_file.into_iter().chain([word]).filter_map(own_name).collect();
    while let Some(name) = rest.pop() {
        for next in inner.get(name).into_iter().flatten() {
            if found.insert(next) {
                rest.push(next);
            }
        }
        found.insert(name);
    }
    found
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|character: char| !is_of_word(character)).filter(|word| !word.is_empty())
}

/// For each directive that says something of a macro, where the branch of the `#if` ends in which it stands.
fn ends_of_branches(tokens: &[Token<'_>]) -> HashMap<usize, usize> {
    let mut open: Vec<Vec<usize>> = vec![Vec::new()];
    let mut ends = HashMap::new();
    for (at, token) in tokens.iter().enumerate().filter(|(_, token)| token.kind == Kind::Directive) {
        let word = directive_word(&token.text);
        if matches!(word, "else" | "elif" | "elifdef" | "elifndef" | "endif") {
            let closed = open.last_mut().map(std::mem::take).unwrap_or_default();
            ends.extend(closed.into_iter().map(|define| (define, at)));
        }
        match word {
            "if" | "ifdef" | "ifndef" => open.push(Vec::new()),
            "endif" if open.len() > 1 => drop(open.pop()),
            "define" => open.last_mut().into_iter().for_each(|open| open.push(at)),
            _ => {}
        }
    }
    ends.extend(open.into_iter().flatten().map(|define| (define, tokens.len())));
    ends
}

/// `#define N 1`, `#define F(x) x`.
fn definition<'t>(token: &'t Token<'_>, at: usize) -> Option<OwnMacro<'t>> {
    if directive_word(&token.text) != "define" {
        return None;
    }
    let name = defined_name(&token.text)?;
    let behind = token.text.split_once("define")?.1.trim_start().strip_prefix(name)?;
    let has_parameters = behind.starts_with('(');
    let text = if has_parameters { behind.split_once(')')?.1 } else { behind };
    Some(OwnMacro { at, name, text: text.trim(), has_parameters })
}

/// Whether the parser sees a definition, which ends here, as one among the statements of a block.
fn is_read(of: Node<'_>, end: usize) -> bool {
    let Some(last) = end.checked_sub(1) else { return false };
    let mut cursor = of.walk();
    let mut is_in_block = of.word() == "compound_statement";
    while cursor.goto_first_child_for_byte(last).is_some() {
        let node = cursor.node();
        match node.word() {
            "preproc_def" | "preproc_function_def" => return is_in_block && !node.has_error(),
            "ERROR" => return false,
            "compound_statement" => is_in_block = true,
            word => {
                is_in_block &= matches!(
                    word,
                    "preproc_if" | "preproc_ifdef" | "preproc_else" | "preproc_elif" | "preproc_elifdef"
                )
            }
        }
    }
    false
}
