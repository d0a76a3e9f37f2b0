//! Integers of a run: each is made of others, and is known for each lane as soon as it is made.

mod case;
mod feasible;
mod guard;
mod multiple;

use std::rc::Rc;

pub(crate) use case::Held;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::code::{Integer, Operator};
use crate::lanes::{Sum, Symbol, SymbolFacts, Why, both, converted, each, operated};

/// An integer, by its place among all of a run.
pub(crate) type Node = u32;

/// What an integer is made of.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Form {
    Number(i64),
    Symbol(Symbol),
    /// What the threads along an axis have.
    Thread(usize),
    /// Its place in its warp.
    Lane,
    /// A number for each lane.
    Lanes(Rc<[i64]>),
    Unknown(Why),
    Binary(Operator, Integer, Node, Node),
    Convert(Integer, Node),
    /// The same, if something holds: by its place among all suppositions.
    Supposed(Node, u32),
    /// `c ? a : b`.
    Select(Node, Node, Node),
    Smaller(Node, Node),
    Larger(Node, Node),
}

/// All integers of a run.
#[derive(Debug)]
pub(crate) struct Integers {
    forms: Vec<Form>,
    values: Vec<Result<Rc<Sum>, Why>>,
    known: FxHashMap<Form, Node>,
    symbols: Vec<SymbolFacts>,
    by_name: FxHashMap<String, Symbol>,
    /// Those that are made of others, by what they are made of.
    made: FxHashMap<Vec<i64>, Symbol>,
    threads: [Result<Sum, Why>; 3],
    suppositions: Vec<String>,
    /// What asks how an address is aligned, or which lanes take part.
    guards: FxHashSet<Symbol>,
    /// How many integers were worked out again.
    worked_out: usize,
}

/// The most letters of a symbol's name that are shown.
const MOST_LETTERS: usize = 100;

/// The most integers of a run.
pub(crate) const MOST_INTEGERS: usize = 60_000;

/// The most values of loops' rounds for which an access is looked at.
pub(crate) const MOST_ROUNDS: i64 = 256;

impl Integers {
    pub(crate) fn new() -> Self {
        Self {
            forms: Vec::new(),
            values: Vec::new(),
            known: FxHashMap::default(),
            symbols: Vec::new(),
            by_name: FxHashMap::default(),
            made: FxHashMap::default(),
            threads: [Err(Why::Block), Err(Why::Block), Err(Why::Block)],
            suppositions: Vec::new(),
            guards: FxHashSet::default(),
            worked_out: 0,
        }
    }

    /// Says what the threads of a warp are.
    pub(crate) fn set_threads(&mut self, threads: [Result<Sum, Why>; 3]) {
        self.threads = threads;
    }

    pub(crate) fn facts(&self) -> &[SymbolFacts] {
        &self.symbols
    }

    /// How many integers were worked out again for rounds and cases.
    pub(crate) fn worked_out(&self) -> usize {
        self.worked_out
    }

    pub(crate) fn is_full(&self) -> bool {
        self.forms.len() >= MOST_INTEGERS
    }

    /// Whether a symbol is the same from round to round of a loop that began when there were so many.
    pub(crate) fn is_older(&self, symbol: Symbol, than: Symbol) -> bool {
        self.symbols.get(symbol as usize).is_some_and(|facts| facts.origin < than)
    }

    /// How many symbols there are by now.
    pub(crate) fn symbol_count(&self) -> Symbol {
        self.symbols.len() as Symbol
    }

    pub(crate) fn new_symbol(&mut self, name: &str, is_natural: bool, count: Option<i64>) -> Symbol {
        let symbol = self.symbols.len() as Symbol;
        // Names are made of names: those of what is nested deep would be as long as all of it written out.
        let name = match name.char_indices().nth(MOST_LETTERS) {
            Some((end, _)) => format!("{}..)", &name[..end]),
            None => name.to_owned(),
        };
        self.symbols.push(SymbolFacts {
            name,
            is_natural,
            count,
            is_round: false,
            below: None,
            is_truth: false,
            origin: symbol,
        });
        symbol
    }

    /// Says that it counts the rounds of a loop, and below what it stays.
    pub(crate) fn set_round(&mut self, symbol: Symbol, below: Option<Rc<Sum>>) {
        if let Some(facts) = self.symbols.get_mut(symbol as usize) {
            facts.is_round = true;
            facts.below = below;
        }
    }

    /// Says that a symbol is one or zero.
    pub(crate) fn set_truth(&mut self, symbol: Symbol) {
        if let Some(facts) = self.symbols.get_mut(symbol as usize) {
            facts.is_truth = true;
        }
    }

    pub(crate) fn set_count(&mut self, symbol: Symbol, count: Option<i64>) {
        if let Some(facts) = self.symbols.get_mut(symbol as usize) {
            facts.count = count;
        }
    }

    /// A symbol that is made of others, which is the same wherever it is asked for by this key.
    fn made(&mut self, key: Vec<i64>, name: &str, is_natural: bool, of: &[&Sum]) -> Symbol {
        let symbol = self.new_symbol(name, is_natural, None);
        let origins = of.iter().flat_map(|sum| sum.symbols()).map(|one| self.symbols[one as usize].origin);
        let origin = origins.max().unwrap_or(0);
        self.symbols[symbol as usize].origin = origin;
        self.made.insert(key, symbol);
        symbol
    }

    /// The symbol of this name, which is the same wherever it is asked for.
    pub(crate) fn named(&mut self, name: &str, is_natural: bool) -> Symbol {
        if let Some(symbol) = self.by_name.get(name) {
            return *symbol;
        }
        let symbol = self.new_symbol(name, is_natural, None);
        self.symbols[symbol as usize].origin = 0;
        self.by_name.insert(name.to_owned(), symbol);
        symbol
    }

    pub(crate) fn number(&mut self, value: i64) -> Node {
        self.make(Form::Number(value))
    }

    pub(crate) fn symbol(&mut self, symbol: Symbol) -> Node {
        self.make(Form::Symbol(symbol))
    }

    pub(crate) fn thread(&mut self, axis: usize) -> Node {
        self.make(Form::Thread(axis))
    }

    pub(crate) fn lane(&mut self) -> Node {
        self.make(Form::Lane)
    }

    pub(crate) fn unknown(&mut self, why: Why) -> Node {
        self.make(Form::Unknown(why))
    }

    pub(crate) fn binary(&mut self, operator: Operator, of: Integer, a: Node, b: Node) -> Node {
        self.make(Form::Binary(operator, of, a, b))
    }

    pub(crate) fn convert(&mut self, to: Integer, value: Node) -> Node {
        self.make(Form::Convert(to, value))
    }

    /// The same integer, if this holds.
    pub(crate) fn supposed(&mut self, node: Node, text: &str) -> Node {
        let known = self.suppositions.iter().position(|known| known == text);
        let at = known.unwrap_or_else(|| {
            self.suppositions.push(text.to_owned());
            self.suppositions.len() - 1
        });
        self.supposed_again(node, at as u32)
    }

    pub(crate) fn supposed_again(&mut self, node: Node, supposition: u32) -> Node {
        if self.value(node).is_err() {
            return node;
        }
        self.make(Form::Supposed(node, supposition))
    }

    /// What some integers rest on.
    pub(crate) fn suppositions(&self, nodes: &[Node]) -> Vec<u32> {
        if self.suppositions.is_empty() {
            return Vec::new();
        }
        let of = |node: Node| match self.forms[node as usize] {
            Form::Supposed(_, supposition) => Some(supposition),
            _ => None,
        };
        let mut all: Vec<u32> = self.reached(nodes).into_iter().filter_map(of).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    pub(crate) fn supposition(&self, at: u32) -> &str {
        self.suppositions.get(at as usize).map_or("", String::as_str)
    }

    pub(crate) fn select(&mut self, condition: Node, then: Node, otherwise: Node) -> Node {
        if then == otherwise {
            return then;
        }
        self.make(Form::Select(condition, then, otherwise))
    }

    pub(crate) fn smaller(&mut self, a: Node, b: Node) -> Node {
        self.make(Form::Smaller(a, b))
    }

    pub(crate) fn larger(&mut self, a: Node, b: Node) -> Node {
        self.make(Form::Larger(a, b))
    }

    /// The integer that a sum is.
    pub(crate) fn of_sum(&mut self, sum: &Sum) -> Node {
        let mut all = self.number(0);
        for (symbols, lanes) in sum.terms() {
            let mut product = match crate::lanes::is_same(lanes) {
                true => self.number(lanes[0]),
                false => self.make(Form::Lanes(Rc::from(lanes.as_slice()))),
            };
            for symbol in symbols {
                let symbol = self.symbol(*symbol);
                product = self.binary(Operator::Multiply, Integer::LONG, product, symbol);
            }
            all = self.binary(Operator::Add, Integer::LONG, all, product);
        }
        all
    }

    pub(crate) fn value(&self, node: Node) -> &Result<Rc<Sum>, Why> {
        &self.values[node as usize]
    }

    pub(crate) fn is_uniform(&self, node: Node) -> bool {
        self.value(node).as_ref().is_ok_and(|sum| sum.is_uniform())
    }

    pub(crate) fn as_number(&self, node: Node) -> Option<i64> {
        self.value(node).as_ref().ok()?.as_number()
    }

    fn make(&mut self, form: Form) -> Node {
        if let Some(node) = self.known.get(&form) {
            return *node;
        }
        let values = std::mem::take(&mut self.values);
        let value = self.valued(&form, &|node: Node| values[node as usize].clone());
        self.values = values;
        self.values.push(value.map(Rc::new));
        self.forms.push(form.clone());
        let node = self.forms.len() as Node - 1;
        self.known.insert(form, node);
        node
    }

    /// The rounds of loops on which an integer hangs, with how many there are.
    pub(crate) fn rounds(&self, nodes: &[Node]) -> Vec<(Symbol, i64)> {
        let mut found = Vec::new();
        for node in self.reached(nodes) {
            if let Form::Symbol(symbol) = self.forms[node as usize]
                && let Some(count) = self.symbols[symbol as usize].count
            {
                found.push((symbol, count));
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The integers of which these are made, in the order in which they were made.
    fn reached(&self, nodes: &[Node]) -> Vec<Node> {
        let (mut seen, mut rest) = (FxHashSet::default(), nodes.to_vec());
        while let Some(node) = rest.pop() {
            if !seen.insert(node) {
                continue;
            }
            match self.forms[node as usize] {
                Form::Binary(_, _, a, b) | Form::Smaller(a, b) | Form::Larger(a, b) => rest.extend([a, b]),
                Form::Convert(_, a) | Form::Supposed(a, _) => rest.push(a),
                Form::Select(a, b, c) => rest.extend([a, b, c]),
                Form::Number(_)
                | Form::Symbol(_)
                | Form::Thread(_)
                | Form::Lane
                | Form::Lanes(_)
                | Form::Unknown(_) => {}
            }
        }
        let mut all: Vec<Node> = seen.into_iter().collect();
        all.sort_unstable();
        all
    }

    /// The values of some integers when rounds of loops are these.
    pub(crate) fn values_at(
        &mut self,
        nodes: &[Node],
        rounds: &[(Symbol, i64)],
    ) -> Vec<Result<Rc<Sum>, Why>> {
        self.values_under(nodes, rounds, &[])
    }

    /// The same where something is held, besides.
    pub(crate) fn values_under(
        &mut self,
        nodes: &[Node],
        rounds: &[(Symbol, i64)],
        held: &[Held],
    ) -> Vec<Result<Rc<Sum>, Why>> {
        let mut values: FxHashMap<Node, Result<Rc<Sum>, Why>> = FxHashMap::default();
        let reached = self.reached(nodes);
        self.worked_out += reached.len();
        for node in reached {
            let of = |node: Node| {
                values.get(&node).cloned().unwrap_or_else(|| Err(Why::Code("it is not known".to_owned())))
            };
            if let Some(value) = self.held_value(node, held, &of) {
                values.insert(node, value.map(Rc::new));
                continue;
            }
            let form = self.forms[node as usize].clone();
            let value = match form {
                Form::Symbol(symbol) if rounds.iter().any(|(known, _)| *known == symbol) => {
                    let value =
                        rounds.iter().find(|(known, _)| *known == symbol).map_or(0, |(_, value)| *value);
                    Ok(Sum::number(value))
                }
                Form::Thread(axis) => self.threads[axis].clone().and_then(|sum| {
                    let at =
                        |symbol| rounds.iter().find(|(known, _)| *known == symbol).map(|(_, value)| *value);
                    sum.with(&at).ok_or_else(|| Why::Code("it is too large".to_owned()))
                }),
                form => self.valued(&form, &|node| {
                    values.get(&node).cloned().unwrap_or_else(|| Err(Why::Code("it is not known".to_owned())))
                }),
            };
            values.insert(node, value.map(Rc::new));
        }
        let unknown = || Err(Why::Code("it is not known".to_owned()));
        nodes.iter().map(|node| values.get(node).cloned().unwrap_or_else(unknown)).collect()
    }

    fn valued(&mut self, form: &Form, value: &dyn Fn(Node) -> Result<Rc<Sum>, Why>) -> Result<Sum, Why> {
        match form {
            Form::Number(number) => Ok(Sum::number(*number)),
            Form::Symbol(symbol) => Ok(Sum::symbol(*symbol)),
            Form::Thread(axis) => self.threads[*axis].clone(),
            Form::Lane => {
                let mut lanes = [0; crate::lanes::LANES];
                for (to, lane) in lanes.iter_mut().zip(0..) {
                    *to = lane;
                }
                Ok(Sum::of_lanes(lanes))
            }
            Form::Lanes(lanes) => {
                let mut all = [0; crate::lanes::LANES];
                all.copy_from_slice(lanes);
                Ok(Sum::of_lanes(all))
            }
            Form::Unknown(why) => Err(why.clone()),
            Form::Binary(operator, of, a, b) => self.operated(*operator, *of, value(*a), value(*b)),
            Form::Convert(to, a) => self.converted(*to, &*value(*a)?),
            Form::Supposed(a, _) => value(*a).map(|sum| (*sum).clone()),
            Form::Select(condition, then, otherwise) => {
                self.selected(value(*condition), value(*then), value(*otherwise))
            }
            Form::Smaller(a, b) => self.extreme("min", &*value(*a)?, &*value(*b)?),
            Form::Larger(a, b) => self.extreme("max", &*value(*a)?, &*value(*b)?),
        }
    }

    fn selected(
        &mut self,
        condition: Result<Rc<Sum>, Why>,
        then: Result<Rc<Sum>, Why>,
        otherwise: Result<Rc<Sum>, Why>,
    ) -> Result<Sum, Why> {
        let condition = condition?;
        if let Some(lanes) = condition.lanes() {
            if lanes.iter().all(|lane| *lane != 0) {
                return then.map(|sum| (*sum).clone());
            }
            if lanes.iter().all(|lane| *lane == 0) {
                return otherwise.map(|sum| (*sum).clone());
            }
            let is = Sum::of_lanes(lanes.map(|lane| i64::from(lane != 0)));
            let is_not = Sum::of_lanes(lanes.map(|lane| i64::from(lane == 0)));
            let both = then?.times(&is).zip(otherwise?.times(&is_not));
            return both.and_then(|(a, b)| a.plus(&b, 1)).ok_or_else(too_large);
        }
        if !condition.is_uniform() {
            return Err(Why::Bound);
        }
        let (then, otherwise) = (then?, otherwise?);
        // What differs by what all lanes have in common is one of two such values.
        let difference = then.plus(&otherwise, -1).ok_or_else(too_large)?;
        if !difference.is_uniform() {
            return Err(Why::Symbol(condition.text(&self.symbols)));
        }
        let (shared, rest) = then.apart();
        let key = key("?", &[&*condition, &shared, &otherwise.apart().0]);
        let symbol = match self.made.get(&key) {
            Some(symbol) => *symbol,
            None => {
                let is_natural = then.is_natural(&self.symbols) && otherwise.is_natural(&self.symbols);
                let name = format!(
                    "({} ? {} : {})",
                    condition.text(&self.symbols),
                    then.text(&self.symbols),
                    otherwise.text(&self.symbols)
                );
                self.made(key, &name, is_natural, &[&*condition, &*then, &*otherwise])
            }
        };
        if then.is_uniform() {
            return Ok(Sum::symbol(symbol));
        }
        rest.plus(&Sum::symbol(symbol), 1).ok_or_else(too_large)
    }

    fn extreme(&mut self, name: &str, a: &Sum, b: &Sum) -> Result<Sum, Why> {
        let is_first = |lane: i64| if name == "min" { lane <= 0 } else { lane >= 0 };
        if let Some(difference) = a.plus(b, -1).and_then(|sum| sum.lanes()) {
            let first = Sum::of_lanes(difference.map(|lane| i64::from(is_first(lane))));
            let second = Sum::of_lanes(difference.map(|lane| i64::from(!is_first(lane))));
            let both = a.times(&first).zip(b.times(&second));
            return both.and_then(|(a, b)| a.plus(&b, 1)).ok_or_else(too_large);
        }
        if a.is_uniform() && b.is_uniform() {
            return Ok(self.function(name, a, b));
        }
        Err(Why::Bound)
    }

    /// A function of two values that all lanes have in common.
    fn function(&mut self, name: &str, a: &Sum, b: &Sum) -> Sum {
        let key = key(name, &[a, b]);
        if let Some(symbol) = self.made.get(&key) {
            return Sum::symbol(*symbol);
        }
        let is_natural = a.is_natural(&self.symbols) && b.is_natural(&self.symbols);
        let (first, second) = (a.text(&self.symbols), b.text(&self.symbols));
        let is_opposite = name == "==" && *b == Sum::default() && a.is_truth(&self.symbols);
        let text = match name {
            _ if is_opposite => format!("!{first}"),
            "min" | "max" => format!("{name}({first}, {second})"),
            "!= 0" => format!("({}!=0)", bracketed(&first)),
            "narrowed" => format!("narrowed({first})"),
            _ if name.len() > 1
                && let Some(width) = name.strip_prefix(['%', '&']).filter(|width| *width != "&") =>
            {
                format!("({}{}{}/{width})", bracketed(&first), &name[..1], bracketed(&second))
            }
            _ => format!("({}{name}{})", bracketed(&first), bracketed(&second)),
        };
        let symbol = self.made(key, &text, is_natural && name != "-", &[a, b]);
        if ["!= 0", "<", "<=", ">", ">=", "==", "!=", "&&", "||"].contains(&name) {
            self.set_truth(symbol);
        }
        Sum::symbol(symbol)
    }

    fn converted(&mut self, to: Integer, value: &Sum) -> Result<Sum, Why> {
        if let Some(lanes) = value.lanes() {
            return Ok(Sum::of_lanes(lanes.map(|lane| converted(lane, to))));
        }
        if to.bits >= 32 || (to.bits == 1 && value.is_truth(&self.symbols)) {
            return Ok(value.clone());
        }
        if value.is_uniform() {
            let name = if to.bits == 1 { "!= 0" } else { "narrowed" };
            return Ok(self.function(name, value, &Sum::default()));
        }
        Err(if to.bits == 1 { Why::Bound } else { Why::Symbol(value.text(&self.symbols)) })
    }

    fn operated(
        &mut self,
        operator: Operator,
        of: Integer,
        a: Result<Rc<Sum>, Why>,
        b: Result<Rc<Sum>, Why>,
    ) -> Result<Sum, Why> {
        // Zero makes what is not known zero.
        if matches!(operator, Operator::Multiply | Operator::And | Operator::LogicalAnd) {
            let is_zero =
                |sum: &Result<Rc<Sum>, Why>| sum.as_ref().is_ok_and(|sum| sum.as_number() == Some(0));
            if is_zero(&a) || is_zero(&b) {
                return Ok(Sum::default());
            }
        }
        if operator == Operator::LogicalAnd || operator == Operator::LogicalOr {
            let neutral = i64::from(operator == Operator::LogicalAnd);
            let is = |sum: &Result<Rc<Sum>, Why>, wanted: i64| {
                sum.as_ref()
                    .is_ok_and(|sum| sum.as_number().is_some_and(|number| i64::from(number != 0) == wanted))
            };
            if is(&a, 1 - neutral) || is(&b, 1 - neutral) {
                return Ok(Sum::number(1 - neutral));
            }
            if is(&a, neutral) {
                return self.truth(b);
            }
            if is(&b, neutral) {
                return self.truth(a);
            }
        }
        let (a, b) = (a?, b?);
        if let (Some(x), Some(y)) = (a.lanes(), b.lanes()) {
            let lanes = both(&x, &y, |x, y| operated(operator, of, x, y)).ok_or_else(too_large)?;
            return Ok(Sum::of_lanes(lanes));
        }
        let exact = match operator {
            Operator::Add => Some(a.plus(&b, 1)),
            Operator::Subtract => Some(a.plus(&b, -1)),
            Operator::Multiply => Some(a.times(&b)),
            Operator::ShiftLeft => {
                let factor = b.as_number().filter(|shift| (0..of.bits.into()).contains(shift) && *shift < 62);
                factor.map(|shift| a.times(&Sum::number(1 << shift)))
            }
            _ => None,
        };
        match exact {
            // That no index wraps around is taken for granted only where it may be so.
            Some(Some(sum)) if sum.certainly_leaves(of) => return Err(too_large()),
            Some(Some(sum)) => return Ok(sum.centred(of)),
            Some(None) if a.is_uniform() && b.is_uniform() => {}
            Some(None) => return Err(too_large()),
            None => {
                if let Some(sum) = self.split(operator, of, &a, &b) {
                    return Ok(sum);
                }
            }
        }
        if a.is_uniform() && b.is_uniform() {
            return Ok(self.function(sign(operator), &a, &b));
        }
        Err(match operator {
            Operator::Less
            | Operator::LessEqual
            | Operator::Greater
            | Operator::GreaterEqual
            | Operator::Equal
            | Operator::NotEqual
            | Operator::LogicalAnd
            | Operator::LogicalOr => Why::Bound,
            _ => Why::Symbol(self.odd_part(&a, &b)),
        })
    }

    fn truth(&mut self, of: Result<Rc<Sum>, Why>) -> Result<Sum, Why> {
        self.converted(Integer::BOOL, &*of?)
    }

    /// What of two operands is of run time.
    fn odd_part(&self, a: &Sum, b: &Sum) -> String {
        let symbolic = if b.lanes().is_none() { b } else { a };
        symbolic.apart().0.text(&self.symbols)
    }

    /// Operations of which the symbols are left alone, for they are multiples of what matters.
    fn split(&self, operator: Operator, of: Integer, a: &Sum, b: &Sum) -> Option<Sum> {
        let shift =
            |b: &Sum| b.as_number().filter(|shift| (0..of.bits.into()).contains(shift) && *shift < 62);
        match operator {
            Operator::Divide | Operator::Remainder | Operator::ShiftRight => {
                let by = match operator {
                    Operator::ShiftRight => 1_i64 << shift(b)?,
                    _ => b.as_number().filter(|by| *by > 0)?,
                };
                let (multiple, rest) = a.split(by);
                // Division rounds towards zero: of what may be negative, the parts do not add up. A shift rounds down.
                if operator != Operator::ShiftRight && !a.is_natural(&self.symbols) && by > 1 {
                    return None;
                }
                let rest = rest.lanes()?;
                match operator {
                    Operator::Remainder => Some(Sum::of_lanes(rest.map(|lane| lane.rem_euclid(by)))),
                    _ => multiple.divided(by).plus(&Sum::of_lanes(rest.map(|lane| lane.div_euclid(by))), 1),
                }
            }
            Operator::And => {
                let (value, mask) = if b.as_number().is_some() { (a, b) } else { (b, a) };
                let mask = mask.as_number()?;
                // What is cleared at the bottom: `x & ~3`; what is kept there: `x & 3`.
                let kept = if mask >= 0 && !(of.bits == 32 && mask >= 1 << 31) {
                    mask
                } else {
                    !converted(mask, Integer { bits: of.bits, is_signed: true })
                };
                let by = power_above(kept)?;
                let (_, rest) = value.split(by);
                let low = Sum::of_lanes(rest.lanes()?.map(|lane| lane.rem_euclid(by) & kept));
                if kept == mask { Some(low) } else { value.plus(&low, -1) }
            }
            Operator::Or | Operator::Xor => {
                let (value, bits) = if b.lanes().is_some() { (a, b) } else { (b, a) };
                let bits = bits.lanes()?;
                let most = bits.iter().copied().max()?;
                if bits.iter().any(|lane| *lane < 0) {
                    return None;
                }
                let by = power_above(most)?;
                let (multiple, rest) = value.split(by);
                let rest = rest.lanes()?;
                if rest.iter().any(|lane| *lane < 0) {
                    return None;
                }
                let mixed = both(&rest, &bits, |x, y| operated(operator, Integer::LONG, x, y))?;
                multiple.plus(&Sum::of_lanes(mixed), 1)
            }
            Operator::Less
            | Operator::LessEqual
            | Operator::Greater
            | Operator::GreaterEqual
            | Operator::Equal
            | Operator::NotEqual => {
                let difference = a.plus(b, -1)?.lanes()?;
                let lanes = each(&difference, |lane| operated(operator, Integer::LONG, lane, 0))?;
                Some(Sum::of_lanes(lanes))
            }
            Operator::Add
            | Operator::Subtract
            | Operator::Multiply
            | Operator::ShiftLeft
            | Operator::LogicalAnd
            | Operator::LogicalOr => None,
        }
    }
}

/// By what a symbol is known that is made of values which all lanes have in common.
fn key(name: &str, of: &[&Sum]) -> Vec<i64> {
    let mut key: Vec<i64> = name.bytes().map(i64::from).collect();
    of.iter().for_each(|sum| sum.add_to_key(&mut key));
    key
}

/// The least power of two above a number that is not negative.
fn power_above(number: i64) -> Option<i64> {
    let power = u64::try_from(number).ok()?.checked_add(1)?.checked_next_power_of_two()?;
    i64::try_from(power).ok()
}

fn bracketed(text: &str) -> String {
    if text.contains(' ') { format!("({text})") } else { text.to_owned() }
}

fn too_large() -> Why {
    Why::Code("the index is too large to be followed".to_owned())
}

fn sign(operator: Operator) -> &'static str {
    match operator {
        Operator::Add => "+",
        Operator::Subtract => "-",
        Operator::Multiply => "*",
        Operator::Divide => "/",
        Operator::Remainder => "%",
        Operator::ShiftLeft => "<<",
        Operator::ShiftRight => ">>",
        Operator::And => "&",
        Operator::Or => "|",
        Operator::Xor => "^",
        Operator::Less => "<",
        Operator::LessEqual => "<=",
        Operator::Greater => ">",
        Operator::GreaterEqual => ">=",
        Operator::Equal => "==",
        Operator::NotEqual => "!=",
        Operator::LogicalAnd => "&&",
        Operator::LogicalOr => "||",
    }
}
