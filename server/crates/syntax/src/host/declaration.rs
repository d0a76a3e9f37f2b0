//! What stands before a `{`: enough of a declaration to tell a function from a type, a namespace or a list.

use crate::Language;

/// The tokens since the last `;`, `{` or `}`.
#[derive(Debug, Clone, Default)]
pub(super) struct Declaration {
    /// First byte of all, that of `template` among them.
    pub(super) first: Option<usize>,
    /// First byte, behind `template <...>`.
    pub(super) start: Option<usize>,
    /// Column of the first token on the line of `start`.
    pub(super) indentation: usize,
    /// Open `(` and `[`.
    pub(super) parentheses: usize,
    /// `template` was read, and so many of its `<` are open.
    template: Option<usize>,
    /// Open `<` of template arguments.
    arguments: usize,
    keyword: Keyword,
    is_assignment: bool,
    /// A constructor's initializers are being read, `: a(x), b{y}`.
    has_initializers: bool,
    has_parameters: bool,
    last_word: Option<Place>,
    name: Option<Place>,
}

/// First byte of a word, and the byte behind it.
type Place = (usize, usize);

/// The word that says what is declared.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Keyword {
    #[default]
    None,
    Namespace,
    Type,
    Operator,
    /// Rust's `fn`.
    Function,
}

/// What a `{` opens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Opens {
    /// A function's body.
    Function,
    /// A namespace or a type.
    Container,
    /// A statement's block, or values.
    Other,
}

/// Words in front of brackets that are not a function's name.
const NO_NAMES: [&str; 12] = [
    "__launch_bounds__",
    "__attribute__",
    "__declspec",
    "__align__",
    "alignas",
    "decltype",
    "noexcept",
    "requires",
    "explicit",
    "if",
    "while",
    "switch",
];

/// A token with what stands around it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Token<'a> {
    pub(super) language: Language,
    pub(super) text: &'a str,
    /// Where the token begins in `text`.
    pub(super) at: usize,
    /// The sign before it; `a` stands for a word, `"` for a literal.
    pub(super) previous: u8,
}

impl Token<'_> {
    fn is_followed_by(self, byte: u8) -> bool {
        self.text.as_bytes().get(self.at + 1) == Some(&byte)
    }

    /// Whether a `{` inside brackets begins a body all the same, as in the half-typed `void f(int a, {`: behind a
    /// name, a comma or the bracket, and last on its line.
    fn ends_unclosed_parameters(self) -> bool {
        let behind =
            self.text.get(self.at + 1..).and_then(|behind| behind.lines().next()).unwrap_or_default();
        let is_last = behind.trim().is_empty() || behind.trim_start().starts_with('/');
        is_last && matches!(self.previous, b'a' | b',' | b'(')
    }

    fn slice(self, place: Place) -> &'static str {
        // Only compared with the words below, so that no text is kept.
        let word = self.text.get(place.0..place.1).unwrap_or_default();
        let known = NO_NAMES.iter().chain(&["public", "private", "protected"]);
        known.copied().find(|known| *known == word).unwrap_or_default()
    }
}

impl Declaration {
    pub(super) fn name<'a>(&self, text: &'a str) -> Option<&'a str> {
        text.get(self.name?.0..self.name?.1).map(str::trim_end)
    }

    /// Whether it declares a class or an enumeration.
    pub(super) fn is_type(&self) -> bool {
        self.keyword == Keyword::Type
    }

    fn begins(&mut self, at: usize) {
        self.first.get_or_insert(at);
        self.start.get_or_insert(at);
    }

    pub(super) fn literal(&mut self, at: usize) {
        self.begins(at);
    }

    pub(super) fn word(&mut self, word: &str, token: Token<'_>) {
        self.begins(token.at);
        if self.parentheses > 0 || self.template.is_some_and(|open| open > 0) || self.arguments > 0 {
            return;
        }
        let is_destructor = token.previous == b'~';
        let place = (token.at - usize::from(is_destructor), token.at + word.len());
        self.last_word = Some(place);
        if token.language == Language::Rust {
            if word == "fn" {
                self.keyword = Keyword::Function;
            } else if self.keyword == Keyword::Function {
                self.name.get_or_insert(place);
            }
            return;
        }
        match word {
            "template" => self.template = Some(0),
            "namespace" | "extern" => self.keyword = Keyword::Namespace,
            "class" | "struct" | "union" | "enum" if !self.has_parameters => self.keyword = Keyword::Type,
            "operator" if !self.has_parameters => {
                self.keyword = Keyword::Operator;
                self.name = Some(place);
            }
            // The type, a specifier or a name of what is declared: `last_word` has it.
            _ => {}
        }
    }

    pub(super) fn symbol(&mut self, symbol: u8, token: Token<'_>) {
        self.begins(token.at);
        if self.parentheses == 0 && self.angle(symbol, token) {
            return;
        }
        let is_operator_sign = self.keyword == Keyword::Operator && !self.has_parameters;
        match symbol {
            b'(' => {
                if self.parentheses == 0 && self.arguments == 0 && token.language == Language::Cuda {
                    self.parameters(is_operator_sign, token);
                }
                self.parentheses += 1;
            }
            b'[' if !is_operator_sign => self.parentheses += 1,
            b']' if is_operator_sign => {}
            b')' | b']' => self.parentheses = self.parentheses.saturating_sub(1),
            b'=' if self.parentheses == 0 && !self.has_parameters && !is_operator_sign => {
                let is_comparison =
                    matches!(token.previous, b'=' | b'!' | b'<' | b'>') || token.is_followed_by(b'=');
                self.is_assignment |= !is_comparison;
            }
            b':' if self.parentheses == 0 && self.arguments == 0 => self.colon(token),
            // Says nothing of where a declaration begins or what it names.
            _ => {}
        }
    }

    /// The angles of `template <...>` and of template arguments; whether `symbol` is taken by them.
    fn angle(&mut self, symbol: u8, token: Token<'_>) -> bool {
        if token.language == Language::Rust || self.keyword == Keyword::Operator && !self.has_parameters {
            return false;
        }
        match (symbol, self.template) {
            (b'<', Some(open)) => self.template = Some(open + 1),
            (b'>', Some(1)) => {
                // The declaration proper begins behind `template <...>`.
                self.template = None;
                self.start = None;
            }
            (b'>', Some(open)) if open > 1 => self.template = Some(open - 1),
            (b'(' | b')' | b'[' | b']', _) => return false,
            (_, Some(open)) if open > 0 => {}
            (b'<', _) if token.previous == b'a' => self.arguments += 1,
            (b'>', _) if self.arguments > 0 && token.previous != b'-' => self.arguments -= 1,
            _ => return false,
        }
        true
    }

    /// The `(` of the parameters, if it is one.
    fn parameters(&mut self, is_operator_sign: bool, token: Token<'_>) {
        if self.has_parameters || self.template.is_some_and(|open| open > 0) {
            return;
        }
        if is_operator_sign && let Some((start, _)) = self.name {
            // In `operator()(...)` the first brackets are the name.
            let sign = token.text.get(start..token.at).unwrap_or_default();
            let is_call = sign.trim_end() == "operator" && token.is_followed_by(b')');
            self.name = Some((start, token.at + if is_call { 2 } else { 0 }));
            self.has_parameters = !is_call;
        } else if let Some(word) = self.last_word
            && matches!(token.previous, b'a' | b'>')
            && token.slice(word).is_empty()
        {
            self.name = Some(word);
            self.has_parameters = true;
        }
    }

    fn colon(&mut self, token: Token<'_>) {
        let is_qualifier = token.previous == b':' || token.is_followed_by(b':');
        let is_access = self
            .last_word
            .is_some_and(|word| matches!(token.slice(word), "public" | "private" | "protected"));
        if self.has_parameters && !is_qualifier {
            self.has_initializers = true;
        } else if is_access && self.keyword != Keyword::Type {
            *self = Self::default();
        }
    }

    /// What a `{` behind this opens, where functions may be defined.
    pub(super) fn opens(&self, token: Token<'_>) -> Opens {
        if token.language == Language::Rust {
            let is_function =
                self.keyword == Keyword::Function && self.name.is_some() && self.parentheses == 0;
            return if is_function { Opens::Function } else { Opens::Container };
        }
        if self.parentheses > 0
            && self.has_parameters
            && !self.is_assignment
            && token.ends_unclosed_parameters()
        {
            return Opens::Function;
        }
        let is_member = self.has_initializers && matches!(token.previous, b'a' | b'>');
        if self.parentheses > 0 || self.is_assignment || is_member {
            return Opens::Other;
        }
        match self.keyword {
            Keyword::Namespace => Opens::Container,
            // `struct S f() {` returns one.
            Keyword::Type if token.previous != b')' => Opens::Container,
            _ if self.has_parameters => Opens::Function,
            _ => Opens::Other,
        }
    }
}
