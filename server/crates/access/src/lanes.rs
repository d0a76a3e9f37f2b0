//! An integer for each lane of a warp: numbers, and symbols that are the same for all lanes.

use std::fmt::Write as _;
use std::rc::Rc;

use crate::code::{Integer, Operator};

/// Lanes of a warp.
pub(crate) const LANES: usize = 32;

/// A number for each lane.
pub(crate) type Lanes = [i64; LANES];

/// A symbol, by its place among all of a run.
pub(crate) type Symbol = u32;

/// What is known of a symbol: a value that all lanes of a warp have in common.
#[derive(Debug, Clone)]
pub(crate) struct SymbolFacts {
    /// As a user reads it.
    pub(crate) name: String,
    /// Whether it is never below zero.
    pub(crate) is_natural: bool,
    /// It is one of `0..count`: the round of a loop.
    pub(crate) count: Option<i64>,
    /// Whether it counts the rounds of a loop.
    pub(crate) is_round: bool,
    /// It is below this, where that is no number: the round of a loop up to `n`.
    pub(crate) below: Option<Rc<Sum>>,
    /// Whether it is one or zero: what a condition comes to.
    pub(crate) is_truth: bool,
    /// The youngest symbol of which it is made: it is the same as long as that one is.
    pub(crate) origin: Symbol,
}

/// The most products of symbols in one sum.
const MAX_TERMS: usize = 24;

/// The most symbols in one product.
const MAX_FACTORS: usize = 6;

/// Why an integer of lanes is not known.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Why {
    /// It hangs on data.
    Data,
    /// Each lane compares with something of run time: some lanes.
    Bound,
    /// What each lane has is put into an operation with something of run time.
    Symbol(String),
    /// The block's shape must be known.
    Block,
    /// Something else.
    Code(String),
}

/// A sum of products of symbols, with a factor for each lane.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Sum {
    /// In the order of the products; that of no symbols is the number.
    terms: Vec<(Vec<Symbol>, Lanes)>,
}

impl Sum {
    pub(crate) fn number(value: i64) -> Self {
        Self::of_lanes([value; LANES])
    }

    pub(crate) fn of_lanes(lanes: Lanes) -> Self {
        let mut sum = Self { terms: vec![(Vec::new(), lanes)] };
        sum.tidy();
        sum
    }

    pub(crate) fn symbol(symbol: Symbol) -> Self {
        Self { terms: vec![(vec![symbol], [1; LANES])] }
    }

    fn tidy(&mut self) {
        self.terms.retain(|(_, lanes)| lanes.iter().any(|lane| *lane != 0));
    }

    pub(crate) fn terms(&self) -> &[(Vec<Symbol>, Lanes)] {
        &self.terms
    }

    /// Whether all lanes have the same.
    pub(crate) fn is_uniform(&self) -> bool {
        self.terms.iter().all(|(_, lanes)| is_same(lanes))
    }

    /// The numbers, where no symbol is in it.
    pub(crate) fn lanes(&self) -> Option<Lanes> {
        match self.terms.as_slice() {
            [] => Some([0; LANES]),
            [(symbols, lanes)] if symbols.is_empty() => Some(*lanes),
            _ => None,
        }
    }

    /// The one number that it is.
    pub(crate) fn as_number(&self) -> Option<i64> {
        self.lanes().filter(is_same).map(|lanes| lanes[0])
    }

    /// What is in it besides symbols.
    pub(crate) fn constant(&self) -> Lanes {
        self.terms.iter().find(|(symbols, _)| symbols.is_empty()).map_or([0; LANES], |(_, lanes)| *lanes)
    }

    /// The symbols in it.
    pub(crate) fn symbols(&self) -> impl Iterator<Item = Symbol> {
        self.terms.iter().flat_map(|(symbols, _)| symbols.iter().copied())
    }

    pub(crate) fn plus(&self, other: &Self, sign: i64) -> Option<Self> {
        let mut out = Self { terms: Vec::with_capacity(self.terms.len() + other.terms.len()) };
        let (mut a, mut b) = (self.terms.iter().peekable(), other.terms.iter().peekable());
        loop {
            let order = match (a.peek(), b.peek()) {
                (None, None) => break,
                (Some(_), None) => std::cmp::Ordering::Less,
                (None, Some(_)) => std::cmp::Ordering::Greater,
                (Some(x), Some(y)) => x.0.cmp(&y.0),
            };
            match order {
                std::cmp::Ordering::Less => out.terms.extend(a.next().cloned()),
                std::cmp::Ordering::Greater => {
                    if let Some((symbols, lanes)) = b.next() {
                        out.terms.push((symbols.clone(), each(lanes, |lane| lane.checked_mul(sign))?));
                    }
                }
                std::cmp::Ordering::Equal => {
                    if let (Some(x), Some(y)) = (a.next(), b.next()) {
                        let both = both(&x.1, &y.1, |x, y| x.checked_add(y.checked_mul(sign)?))?;
                        out.terms.push((x.0.clone(), both));
                    }
                }
            }
        }
        out.tidy();
        (out.terms.len() <= MAX_TERMS).then_some(out)
    }

    pub(crate) fn times(&self, other: &Self) -> Option<Self> {
        let mut out = Self::default();
        for (symbols, lanes) in &self.terms {
            for (more, factors) in &other.terms {
                let mut all: Vec<Symbol> = symbols.iter().chain(more).copied().collect();
                if all.len() > MAX_FACTORS {
                    return None;
                }
                all.sort_unstable();
                let lanes = both(lanes, factors, i64::checked_mul)?;
                out = out.plus(&Self { terms: vec![(all, lanes)] }, 1)?;
            }
        }
        Some(out)
    }

    /// The terms of which all factors are multiples of `by`, and the others.
    pub(crate) fn split(&self, by: i64) -> (Self, Self) {
        let (multiple, rest) = self
            .terms
            .iter()
            .cloned()
            .partition(|(symbols, lanes)| !symbols.is_empty() && lanes.iter().all(|lane| lane % by == 0));
        (Self { terms: multiple }, Self { terms: rest })
    }

    /// All factors divided by what divides them.
    pub(crate) fn divided(&self, by: i64) -> Self {
        let terms = self.terms.iter().map(|(symbols, lanes)| (symbols.clone(), lanes.map(|lane| lane / by)));
        Self { terms: terms.collect() }
    }

    /// The part that all lanes have in common, that of the first lane, and what is left for each.
    pub(crate) fn apart(&self) -> (Self, Self) {
        let mut shared = Self::default();
        let mut rest = Self::default();
        for (symbols, lanes) in &self.terms {
            shared.terms.push((symbols.clone(), [lanes[0]; LANES]));
            rest.terms.push((symbols.clone(), lanes.map(|lane| lane.wrapping_sub(lanes[0]))));
        }
        shared.tidy();
        rest.tidy();
        (shared, rest)
    }

    /// Whether no lane can be below zero.
    pub(crate) fn is_natural(&self, facts: &[SymbolFacts]) -> bool {
        self.terms.iter().all(|(symbols, lanes)| {
            let is_of_natural = symbols
                .iter()
                .all(|symbol| facts.get(*symbol as usize).is_some_and(|facts| facts.is_natural));
            let is_square = symbols.len() == 2 && symbols[0] == symbols[1];
            (is_of_natural || is_square) && lanes.iter().all(|lane| *lane >= 0)
        })
    }

    /// Whether it is one or zero, whatever the symbols are.
    pub(crate) fn is_truth(&self, facts: &[SymbolFacts]) -> bool {
        match self.terms.as_slice() {
            [(symbols, lanes)] => match symbols.as_slice() {
                [symbol] => {
                    *lanes == [1; LANES] && facts.get(*symbol as usize).is_some_and(|facts| facts.is_truth)
                }
                _ => false,
            },
            _ => false,
        }
    }

    /// As a user reads it, where all lanes have the same; `..` stands for what differs.
    pub(crate) fn text(&self, facts: &[SymbolFacts]) -> String {
        let mut out = String::new();
        for (symbols, lanes) in self.terms.iter().rev() {
            let names: Vec<&str> = symbols
                .iter()
                .map(|symbol| facts.get(*symbol as usize).map_or("?", |facts| facts.name.as_str()))
                .collect();
            let factor = if is_same(lanes) { lanes[0].to_string() } else { "..".to_owned() };
            let (sign, factor) = match factor.strip_prefix('-') {
                Some(positive) => ("-", positive),
                None => ("+", factor.as_str()),
            };
            match (out.is_empty(), sign) {
                (true, "-") => out.push('-'),
                (true, _) => {}
                (false, sign) => {
                    let _ = write!(out, " {sign} ");
                }
            }
            let mut parts: Vec<&str> = Vec::new();
            if factor != "1" || names.is_empty() {
                parts.push(factor);
            }
            parts.extend(names);
            out.push_str(&parts.join("*"));
        }
        if out.is_empty() { "0".to_owned() } else { out }
    }

    /// A sum of these.
    pub(crate) fn of_terms(terms: impl Iterator<Item = (Vec<Symbol>, Lanes)>) -> Self {
        let mut sum = Self { terms: terms.collect() };
        sum.terms.sort_by(|a, b| a.0.cmp(&b.0));
        sum.tidy();
        sum
    }

    /// What one lane has.
    pub(crate) fn at(&self, lane: usize) -> Self {
        let lane_of = |lanes: &Lanes| [lanes.get(lane).copied().unwrap_or(0); LANES];
        let mut sum = Self {
            terms: self.terms.iter().map(|(symbols, lanes)| (symbols.clone(), lane_of(lanes))).collect(),
        };
        sum.tidy();
        sum
    }

    /// Divided by a symbol that is in all of its products once.
    pub(crate) fn without(&self, symbol: Symbol) -> Option<Self> {
        let mut out = Self::default();
        for (symbols, lanes) in &self.terms {
            let at = symbols.iter().position(|known| *known == symbol)?;
            let mut left = symbols.clone();
            left.remove(at);
            out = out.plus(&Self { terms: vec![(left, *lanes)] }, 1)?;
        }
        Some(out)
    }

    /// Adds to a key by what equal values that all lanes have in common are known: how many products there are, and of each its
    /// factor, how many symbols it has, and these.
    pub(crate) fn add_to_key(&self, key: &mut Vec<i64>) {
        // No sign of a name is negative: it ends in front of this.
        key.push(-1 - self.terms.len() as i64);
        for (symbols, lanes) in &self.terms {
            key.extend([lanes[0], symbols.len() as i64]);
            key.extend(symbols.iter().map(|symbol| i64::from(*symbol)));
        }
    }

    /// The same with numbers for some symbols.
    pub(crate) fn with(&self, value: &dyn Fn(Symbol) -> Option<i64>) -> Option<Self> {
        let mut out = Self::default();
        for (symbols, lanes) in &self.terms {
            let mut left = Vec::new();
            let mut factor = 1_i64;
            for symbol in symbols {
                match value(*symbol) {
                    Some(value) => factor = factor.checked_mul(value)?,
                    None => left.push(*symbol),
                }
            }
            let lanes = each(lanes, |lane| lane.checked_mul(factor))?;
            out = out.plus(&Self { terms: vec![(left, lanes)] }, 1)?;
        }
        Some(out)
    }

    /// Whether a lane's part, of whatever symbols, is more than a type of 32 bits can hold.
    pub(crate) fn certainly_leaves(&self, of: Integer) -> bool {
        let most = u64::from(u32::MAX);
        of.bits <= 32
            && self.terms.iter().any(|(_, lanes)| lanes.iter().any(|lane| lane.unsigned_abs() > most))
    }

    /// A value of an unsigned type that may have gone below zero in between: the number in it is the one nearest to zero.
    pub(crate) fn centred(mut self, of: Integer) -> Self {
        if of.is_signed || of.bits != 32 {
            return self;
        }
        for (symbols, lanes) in &mut self.terms {
            if symbols.is_empty() && lanes.iter().any(|lane| *lane >= 1 << 31) {
                *lanes = lanes.map(|lane| if lane >= 1 << 31 { lane - (1 << 32) } else { lane });
            }
        }
        self.tidy();
        self
    }
}

pub(crate) fn is_same(lanes: &Lanes) -> bool {
    lanes.iter().all(|lane| *lane == lanes[0])
}

pub(crate) fn each(lanes: &Lanes, of: impl Fn(i64) -> Option<i64>) -> Option<Lanes> {
    let mut out = [0; LANES];
    for (to, lane) in out.iter_mut().zip(lanes) {
        *to = of(*lane)?;
    }
    Some(out)
}

pub(crate) fn both(a: &Lanes, b: &Lanes, of: impl Fn(i64, i64) -> Option<i64>) -> Option<Lanes> {
    let mut out = [0; LANES];
    for (to, (x, y)) in out.iter_mut().zip(a.iter().zip(b)) {
        *to = of(*x, *y)?;
    }
    Some(out)
}

/// What a type makes of a number.
pub(crate) fn converted(value: i64, to: Integer) -> i64 {
    match (to.bits, to.is_signed) {
        (1, _) => i64::from(value != 0),
        (64.., _) => value,
        (bits, false) => value & ((1 << bits) - 1),
        (bits, true) => value << (64 - bits) >> (64 - bits),
    }
}

/// An operation of C++ on two numbers of one type; `None` where C++ does not say what comes of it.
pub(crate) fn operated(operator: Operator, of: Integer, a: i64, b: i64) -> Option<i64> {
    let wrapped = |value: Option<i64>| {
        let value = value?;
        let fits = converted(value, of) == value;
        (fits || !of.is_signed).then(|| converted(value, of))
    };
    // Numbers of 64 bits without a sign that look negative here are beyond what is followed.
    if of.bits == 64
        && !of.is_signed
        && (a < 0 || b < 0)
        && !matches!(operator, Operator::Add | Operator::Subtract | Operator::Multiply | Operator::And)
    {
        return None;
    }
    match operator {
        Operator::Add => wrapped(a.checked_add(b)),
        Operator::Subtract => wrapped(a.checked_sub(b)),
        Operator::Multiply => wrapped(a.checked_mul(b)),
        Operator::Divide => wrapped(a.checked_div(b)),
        Operator::Remainder => a.checked_rem(b),
        Operator::ShiftLeft if (0..i64::from(of.bits)).contains(&b) && b < 63 => {
            wrapped(a.checked_mul(1_i64.checked_shl(u32::try_from(b).ok()?)?))
        }
        Operator::ShiftRight if (0..i64::from(of.bits)).contains(&b) => Some(a >> b),
        Operator::ShiftLeft | Operator::ShiftRight => None,
        Operator::And => Some(a & b),
        Operator::Or => Some(a | b),
        Operator::Xor => Some(a ^ b),
        Operator::Less => Some(i64::from(a < b)),
        Operator::LessEqual => Some(i64::from(a <= b)),
        Operator::Greater => Some(i64::from(a > b)),
        Operator::GreaterEqual => Some(i64::from(a >= b)),
        Operator::Equal => Some(i64::from(a == b)),
        Operator::NotEqual => Some(i64::from(a != b)),
        Operator::LogicalAnd => Some(i64::from(a != 0 && b != 0)),
        Operator::LogicalOr => Some(i64::from(a != 0 || b != 0)),
    }
}

/// The numbers that symbols have in one of the rounds in which each takes as many numbers as it has, from 0 on: the first symbol
/// runs fastest.
pub(crate) fn numbers_at(round: i64, counts: &[(Symbol, i64)]) -> Vec<(Symbol, i64)> {
    let mut rest = round;
    let number = |(symbol, count): &(Symbol, i64)| {
        let number = rest % count;
        rest /= count;
        (*symbol, number)
    };
    counts.iter().map(number).collect()
}
