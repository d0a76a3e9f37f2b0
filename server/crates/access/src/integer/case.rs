//! Cases: what integers are where a condition of run time has the same answer for all lanes.

use std::rc::Rc;

use super::feasible::Inequalities;
use super::{Form, Integers, Node};
use crate::code::{Integer, Operator};
use crate::lanes::{Sum, Why};

/// Something that is held to be so: that a condition holds for all lanes, or for none; of a least or a greatest, that it is the
/// first of the two, or the second.
pub(crate) type Held = (Node, bool);

/// The most differences of which it is tried on which side of zero they are.
const MOST_DIFFERENT: usize = 4;

type Values<'v> = &'v dyn Fn(Node) -> Result<Rc<Sum>, Why>;

impl Integers {
    /// What decides an integer that is not known for this alone: a condition that is open where these are held.
    pub(crate) fn open_condition(&mut self, of: Node, held: &[Held]) -> Option<Node> {
        let nodes = self.reached(&[of]);
        let found = self.values_under(&nodes, &[], held);
        let values = |node: Node| match nodes.binary_search(&node) {
            Ok(at) => found[at].clone(),
            Err(_) => Err(Why::Data),
        };
        nodes.iter().find_map(|node| match &self.forms[*node as usize] {
            Form::Select(condition, ..) if values(*node).is_err() => self.open_part(*condition, &values),
            Form::Smaller(..) | Form::Larger(..) => self.is_open(*node, &values).then_some(*node),
            form if form.is_condition() => self.is_open(*node, &values).then_some(*node),
            _ => None,
        })
    }

    /// Whether an integer is not known though what it is made of is.
    fn is_open(&self, node: Node, values: Values<'_>) -> bool {
        let is_known = |node: &Node| values(*node).is_ok();
        matches!(values(node), Err(Why::Bound | Why::Symbol(_)))
            && match &self.forms[node as usize] {
                Form::Smaller(a, b) | Form::Larger(a, b) | Form::Binary(_, _, a, b) => {
                    is_known(a) && is_known(b)
                }
                Form::Convert(_, a) => is_known(a),
                _ => false,
            }
    }

    /// The first part of a condition that is no number, and no condition of others.
    fn open_part(&self, condition: Node, values: Values<'_>) -> Option<Node> {
        let is_open = |node: Node| match values(node) {
            Ok(sum) => sum.as_number().is_none(),
            Err(why) => matches!(why, Why::Bound | Why::Symbol(_)),
        };
        let mut node = condition;
        loop {
            if !is_open(node) {
                return None;
            }
            let is_condition = |node: Node| self.forms[node as usize].is_condition();
            let is_number = |node: Node| values(node).is_ok_and(|sum| sum.as_number().is_some());
            node = match self.forms[node as usize] {
                Form::Binary(Operator::LogicalAnd | Operator::LogicalOr, _, a, b) => {
                    // A part that hangs on data decides nothing.
                    if is_number(a) { b } else { a }
                }
                Form::Binary(Operator::Equal | Operator::NotEqual, _, a, b)
                    if is_number(b) && is_condition(a) =>
                {
                    a
                }
                Form::Convert(_, a) if is_condition(a) => a,
                Form::Supposed(a, _) => a,
                Form::Select(condition, a, b) => match values(condition).ok().and_then(|sum| sum.as_number())
                {
                    Some(0) => b,
                    Some(_) => a,
                    None => condition,
                },
                _ => {
                    // What differs from lane to lane and is no comparison has no answer that all have.
                    let is_of_symbols = values(node).is_ok_and(|sum| sum.is_uniform());
                    return (is_of_symbols || self.is_open(node, values)).then_some(node);
                }
            };
        }
    }

    /// Whether what is held may be so at once, with what the code asks around.
    pub(crate) fn may_hold(&mut self, held: &[Held], asked: &[Held]) -> bool {
        let mut all = Inequalities::default();
        let mut different: Vec<Sum> = Vec::new();
        let mut rest: Vec<Held> = held.iter().chain(asked).copied().collect();
        while let Some((node, holds)) = rest.pop() {
            let (operator, a, b) = match self.forms[node as usize] {
                Form::Binary(Operator::LogicalAnd, _, a, b) if holds => {
                    rest.extend([(a, true), (b, true)]);
                    continue;
                }
                Form::Binary(Operator::LogicalOr, _, a, b) if !holds => {
                    rest.extend([(a, false), (b, false)]);
                    continue;
                }
                Form::Convert(Integer { bits: 1, .. }, a) if self.forms[a as usize].is_condition() => {
                    rest.push((a, holds));
                    continue;
                }
                Form::Convert(Integer { bits: 1, .. }, a) => (Operator::NotEqual, a, None),
                Form::Binary(operator, _, a, b) if self.forms[a as usize].is_condition() => {
                    if let (Operator::Equal | Operator::NotEqual, Some(number)) =
                        (operator, self.as_number(b))
                    {
                        let is_same = (operator == Operator::Equal) == holds;
                        rest.push((a, is_same == (number != 0)));
                    }
                    continue;
                }
                Form::Binary(operator, _, a, b) if operator.is_condition() => (operator, a, Some(b)),
                Form::Smaller(a, b) => (Operator::LessEqual, a, Some(b)),
                Form::Larger(a, b) => (Operator::GreaterEqual, a, Some(b)),
                _ => continue,
            };
            let nodes: Vec<Node> = std::iter::once(a).chain(b).collect();
            let values = self.values_under(&nodes, &[], held);
            let difference = match values.as_slice() {
                [Ok(a)] => Some((**a).clone()),
                [Ok(a), Ok(b)] => a.plus(b, -1),
                _ => None,
            };
            let Some(difference) = difference else { continue };
            match (operator, holds) {
                (Operator::Less, true) | (Operator::GreaterEqual, false) => all.add(&difference, 1, -1),
                (Operator::Less, false) | (Operator::GreaterEqual, true) => all.add(&difference, -1, 0),
                (Operator::LessEqual, true) | (Operator::Greater, false) => all.add(&difference, 1, 0),
                (Operator::LessEqual, false) | (Operator::Greater, true) => all.add(&difference, -1, -1),
                (Operator::Equal, true) | (Operator::NotEqual, false) => {
                    all.add(&difference, 1, 0);
                    all.add(&difference, -1, 0);
                }
                _ => different.push(difference),
            }
        }
        // What is not zero is below it for all lanes, or above it.
        let sides = 1_usize << different.len().min(MOST_DIFFERENT);
        (0..sides).any(|side| {
            let mut all = all.clone();
            for (at, difference) in different.iter().enumerate() {
                let sign = if side >> at & 1 == 0 { 1 } else { -1 };
                all.add(difference, sign, -1);
            }
            all.can_hold(&self.symbols)
        })
    }

    /// What is held, as a user reads it.
    pub(crate) fn text_of_held(&self, (node, holds): Held) -> String {
        let facts = &self.symbols;
        if let Ok(sum) = self.value(node)
            && sum.is_uniform()
        {
            let text = sum.text(facts);
            let text = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')).unwrap_or(&text);
            return if holds { format!("if `{text}`") } else { format!("if not `{text}`") };
        }
        let text = |node: Node| self.value(node).as_ref().map_or("..".to_owned(), |sum| sum.text(facts));
        let (first, is, second) = match self.forms[node as usize] {
            Form::Smaller(a, b) => (text(a), "<=", text(b)),
            Form::Larger(a, b) => (text(a), ">=", text(b)),
            Form::Binary(operator, _, a, b) => (text(a), super::sign(operator), text(b)),
            Form::Convert(_, a) => (text(a), "!=", "0".to_owned()),
            _ => ("..".to_owned(), "!=", "0".to_owned()),
        };
        format!("where `{first} {is} {second}` for {}", if holds { "all lanes" } else { "no lane" })
    }

    /// The value of a node that is held to be something.
    pub(super) fn held_value(
        &self,
        node: Node,
        held: &[Held],
        value: Values<'_>,
    ) -> Option<Result<Sum, Why>> {
        let (_, holds) = held.iter().find(|(known, _)| *known == node)?;
        Some(match self.forms[node as usize] {
            Form::Smaller(a, b) | Form::Larger(a, b) => {
                value(if *holds { a } else { b }).map(|sum| (*sum).clone())
            }
            _ => Ok(Sum::number(i64::from(*holds))),
        })
    }
}

impl Form {
    /// Whether it comes to true or false.
    fn is_condition(&self) -> bool {
        match self {
            Self::Binary(operator, ..) => operator.is_condition(),
            Self::Convert(Integer { bits: 1, .. }, _) => true,
            _ => false,
        }
    }
}
