//! Conditions of C++'s preprocessor: `defined(X) && STAGES > 2`.

/// How deep brackets and signs of a condition may be nested; a deeper one is not decided.
const MAX_DEPTH: usize = 64;

/// What is known of a macro.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Macro {
    /// Nothing defines it.
    Undefined,
    /// It stands for this integer.
    Number(i64),
    /// It is defined, as something else or as nothing.
    Defined,
    /// Not known.
    Unknown,
}

/// Whether a condition holds, if what is known of its macros says so.
///
/// ```
/// use layoutlens_syntax::preprocessor::{Macro, holds};
///
/// let stages = |name: &str| if name == "STAGES" { Macro::Number(2) } else { Macro::Unknown };
/// assert_eq!(holds("STAGES > 2", stages), Some(false));
/// assert_eq!(holds("defined(STAGES) || FAST", stages), Some(true));
/// assert_eq!(holds("FAST", stages), None);
/// // What is unsigned is not computed: `-1 > 0u` holds in C++.
/// assert_eq!(holds("STAGES > 0u", stages), None);
/// ```
pub fn holds(condition: &str, known: impl Fn(&str) -> Macro) -> Option<bool> {
    let tokens = tokens(condition)?;
    let mut reader = Reader { tokens: &tokens, known: &known, depth: 0 };
    let value = reader.binary(0)?;
    if reader.tokens.is_empty() { Some(value? != 0) } else { None }
}

/// The macros that a condition names.
pub fn macros(condition: &str) -> Vec<&str> {
    let words = condition.split(|character: char| !is_of_word(character));
    let is_name = |word: &&str| word.starts_with(|first: char| !first.is_ascii_digit()) && *word != "defined";
    words.filter(is_name).collect()
}

/// The numbers in a condition.
///
/// ```
/// assert_eq!(layoutlens_syntax::preprocessor::numbers("defined(X1) && __CUDA_ARCH__ >= 890"), [890]);
/// ```
pub fn numbers(condition: &str) -> Vec<i64> {
    condition.split(|character: char| !is_of_word(character)).filter_map(number).collect()
}

/// Operators with two operands, from the loosest to the tightest.
const OPERATORS: &[&[&str]] =
    &[&["||"], &["&&"], &["==", "!="], &["<=", ">=", "<", ">"], &["+", "-"], &["*", "/", "%"]];

fn is_of_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

/// Words, numbers, operators and brackets; `None` when the text holds anything else.
fn tokens(condition: &str) -> Option<Vec<&str>> {
    let mut tokens = Vec::new();
    let mut rest = condition.trim();
    while !rest.is_empty() {
        let word = rest.find(|character: char| !is_of_word(character)).unwrap_or(rest.len());
        let marks = || OPERATORS.iter().copied().flatten().chain(&["!", "(", ")"]);
        let length = match word {
            0 => marks().filter(|mark| rest.starts_with(**mark)).map(|mark| mark.len()).max()?,
            length => length,
        };
        let (token, behind) = rest.split_at_checked(length)?;
        tokens.push(token);
        rest = behind.trim_start();
    }
    Some(tokens)
}

/// A value of the preprocessor; `None` when it is not known.
type Known = Option<i64>;

/// Reads an expression; every method gives `None` for what is no expression.
struct Reader<'t, F> {
    tokens: &'t [&'t str],
    known: &'t F,
    depth: usize,
}

impl<'t, F: Fn(&str) -> Macro> Reader<'t, F> {
    fn next(&mut self) -> Option<&'t str> {
        let (first, rest) = self.tokens.split_first()?;
        self.tokens = rest;
        Some(first)
    }

    fn takes(&mut self, token: &str) -> Option<()> {
        (self.next()? == token).then_some(())
    }

    fn binary(&mut self, level: usize) -> Option<Known> {
        let Some(operators) = OPERATORS.get(level) else { return self.unary() };
        let mut left = self.binary(level + 1)?;
        while let Some(operator) = self.tokens.first().filter(|token| operators.contains(token)) {
            self.next();
            let right = self.binary(level + 1)?;
            left = applied(operator, left, right);
        }
        Some(left)
    }

    fn unary(&mut self) -> Option<Known> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return None;
        }
        let value = match self.next()? {
            "!" => self.unary()?.map(|value| i64::from(value == 0)),
            "-" => self.unary()?.and_then(i64::checked_neg),
            "(" => {
                let inner = self.binary(0)?;
                self.takes(")")?;
                inner
            }
            "defined" => self.defined()?,
            word if word.starts_with(|first: char| first.is_ascii_digit()) => Some(number(word)?),
            word if word.starts_with(is_of_word) && self.tokens.first() != Some(&"(") => self.value(word),
            _ => return None,
        };
        self.depth -= 1;
        Some(value)
    }

    fn defined(&mut self) -> Option<Known> {
        let name = match self.next()? {
            "(" => {
                let name = self.next()?;
                self.takes(")")?;
                name
            }
            name => name,
        };
        Some(match (self.known)(name) {
            Macro::Undefined => Some(0),
            Macro::Number(_) | Macro::Defined => Some(1),
            Macro::Unknown => None,
        })
    }

    fn value(&self, name: &str) -> Known {
        match (self.known)(name) {
            Macro::Undefined => Some(i64::from(name == "true")),
            Macro::Number(value) => Some(value),
            Macro::Unknown if name == "true" || name == "false" => Some(i64::from(name == "true")),
            Macro::Defined | Macro::Unknown => None,
        }
    }
}

fn number(word: &str) -> Option<i64> {
    let digits = word.trim_end_matches(['u', 'U', 'l', 'L']);
    // What is unsigned makes the other operand unsigned, too: `-1 > 0u`.
    if word.get(digits.len()..).is_some_and(|suffix| suffix.contains(['u', 'U'])) {
        return None;
    }
    match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(digits) => i64::from_str_radix(digits, 16).ok(),
        None if digits.len() > 1 && digits.starts_with('0') => i64::from_str_radix(digits, 8).ok(),
        None => digits.parse().ok(),
    }
}

fn applied(operator: &str, left: Known, right: Known) -> Known {
    match (operator, left, right) {
        ("&&", Some(0), _) | ("&&", _, Some(0)) => return Some(0),
        ("||", Some(known), _) | ("||", _, Some(known)) if known != 0 => return Some(1),
        _ => {}
    }
    let (left, right) = (left?, right?);
    match operator {
        "+" => left.checked_add(right),
        "-" => left.checked_sub(right),
        "*" => left.checked_mul(right),
        "/" => left.checked_div(right),
        "%" => left.checked_rem(right),
        _ => Some(i64::from(match operator {
            "&&" => left != 0 && right != 0,
            "||" => left != 0 || right != 0,
            "==" => left == right,
            "!=" => left != right,
            "<=" => left <= right,
            ">=" => left >= right,
            "<" => left < right,
            ">" => left > right,
            _ => return None,
        })),
    }
}
