//! Numbers that are supposed and that code refuses: others with which it goes on. What a class calls such a number, and what it
//! computes of it, `static constexpr int Threads = Traits::Warps * 32;`, is followed to the number itself.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use layoutlens_syntax::{
    Expr, ExprKind,
    program::{Class, DeclarationKind},
};

use crate::{
    code::{
        member::{Member, each_member},
        rewrite::Rewrite,
        walk,
    },
    state::{choices::Choices, interpreter::Interpreter, scope::ScopeKind},
};

/// Through how many constants a number is followed.
const MAX_DEPTH: usize = 6;

/// How many numbers are tried, those that are named last before the others.
const MAX_NUMBERS: usize = 4;

/// How many expressions a claim may be of that is asked so often.
const MAX_PARTS: usize = 48;

impl Interpreter<'_> {
    /// A claim of numbers does not hold: one that is supposed is another one, if it holds with that.
    pub(crate) fn require_for_claim(&mut self, claim: &Expr) {
        let Some(claim) = self.of_numbers(claim, MAX_DEPTH).filter(|claim| parts_of(claim) <= MAX_PARTS)
        else {
            return;
        };
        for (number, tried) in self.numbers_tried(&claim) {
            for other in tried {
                let with = replaced(&claim, &number, other);
                if self.without_changes(|this| this.condition(&with)) == Some(true)
                    && self.require_number(&number, other)
                {
                    return;
                }
            }
        }
    }

    /// The library refuses a call: a number that is supposed, of which an argument is made, is another one if it takes that.
    pub(crate) fn require_for_call(&mut self, call: &Expr) {
        let Some(class) = self.class_at_hand() else { return };
        let mut constants: Vec<(&str, Expr)> = Vec::new();
        walk::expression(call, &mut |expr: &Expr| {
            if let ExprKind::Name(name) = &expr.kind
                && !constants.iter().any(|(known, _)| known == name)
                && let Some(value) = constant_of(&class, name, &self.choices)
            {
                constants.push((name, value));
            }
        });
        let constants: Vec<(&str, Expr)> = constants
            .into_iter()
            .filter_map(|(name, value)| Some((name, self.of_numbers(&value, MAX_DEPTH)?)))
            .filter(|(_, value)| parts_of(value) <= MAX_PARTS)
            .collect();
        let all = Expr {
            kind: ExprKind::Comma(constants.iter().map(|(_, value)| value.clone()).collect()),
            range: call.range.clone(),
        };
        for (number, tried) in self.numbers_tried(&all) {
            for other in tried {
                let given =
                    constants.iter().map(|(name, value)| (*name, vec![replaced(value, &number, other)]));
                let given: FxHashMap<&str, Vec<Expr>> = given.collect();
                let mut with = call.clone();
                Rewrite { given, at: call.range.clone(), path: Arc::default() }.expression(&mut with);
                let recorded = self.records.mark();
                let value = self.without_changes(|this| this.value(&with));
                self.take_records_back(recorded);
                if value.unknown_reason().is_none() && self.require_number(&number, other) {
                    self.suppositions.is_contradicted = true;
                    return;
                }
            }
        }
    }

    /// Whether the number that a name stands for is one that may be another.
    fn require_number(&mut self, name: &str, number: i64) -> bool {
        let picks = &mut self.suppositions.picks;
        picks.require(name.rsplit("::").next().unwrap_or(name), number);
        picks.is_required_newly
    }

    /// An expression of numbers alone, with what constants of the class at hand are in their place; nothing of others.
    fn of_numbers(&mut self, expr: &Expr, depth: usize) -> Option<Expr> {
        let depth = depth.checked_sub(1)?;
        let kind = match &expr.kind {
            ExprKind::Int(_) | ExprKind::Bool(_) => expr.kind.clone(),
            ExprKind::Name(name) => {
                let constant = match self.suppositions.picks.asks_number(name) {
                    true => None,
                    false => self.class_at_hand().and_then(|class| constant_of(&class, name, &self.choices)),
                };
                match constant.and_then(|value| self.of_numbers(&value, depth)) {
                    Some(value) => return Some(value),
                    None => expr.kind.clone(),
                }
            }
            ExprKind::Not(inner) => ExprKind::Not(Box::new(self.of_numbers(inner, depth)?)),
            ExprKind::Binary { operator, left, right } => ExprKind::Binary {
                operator: *operator,
                left: Box::new(self.of_numbers(left, depth)?),
                right: Box::new(self.of_numbers(right, depth)?),
            },
            _ => return None,
        };
        Some(Expr { kind, range: expr.range.clone() })
    }

    /// The names of numbers in an expression that may be others, and which.
    fn numbers_tried(&mut self, expr: &Expr) -> Vec<(String, Vec<i64>)> {
        let mut names: Vec<String> = Vec::new();
        // `N >= 768 && N <= 1024` names numbers itself.
        let mut named: Vec<i64> = Vec::new();
        walk::expression(expr, &mut |expr: &Expr| match &expr.kind {
            ExprKind::Name(name) if self.suppositions.picks.asks_number(name) && !names.contains(name) => {
                names.push(name.clone());
            }
            ExprKind::Int(number) if named.len() < MAX_NUMBERS => named.push(*number),
            _ => {}
        });
        let mut tried = Vec::new();
        for name in names.into_iter().rev().take(MAX_NUMBERS) {
            let value = self.without_changes(|this| this.name(&name));
            if let Some(number @ 1..) = value.known_int() {
                let near = [number.checked_mul(2), Some(number / 2), number.checked_mul(4), Some(number / 4)];
                let others = [number.checked_mul(3), number.checked_add(1), Some(1), Some(0)];
                // `N > 256` is none of 256.
                let named = named.iter().flat_map(|named| [Some(*named), named.checked_mul(2)]);
                let mut all: Vec<i64> = Vec::new();
                for other in near.into_iter().chain(others).chain(named).flatten() {
                    if other != number && !all.contains(&other) {
                        all.push(other);
                    }
                }
                tried.push((name, all));
            }
        }
        tried
    }

    /// The class whose code is run.
    fn class_at_hand(&self) -> Option<Arc<Class>> {
        self.scopes.around(self.scope()).find_map(|scope| match &self.scopes.get(scope)?.kind {
            ScopeKind::Class(class) => Some(Arc::clone(&class.class)),
            _ => None,
        })
    }
}

/// What a class says that a constant of its own is.
fn constant_of(class: &Class, name: &str, choices: &Choices) -> Option<Expr> {
    let mut found = None;
    each_member(&class.members, choices, &mut |member, _| {
        if let Member::Declaration(_, declaration) = member
            && declaration.kind == DeclarationKind::Constant
            && declaration.names.iter().any(|own| own.text == name)
            && found.is_none()
        {
            found.clone_from(&declaration.value);
        }
    });
    found
}

/// An expression with a number in the place of a name.
fn replaced(expr: &Expr, name: &str, number: i64) -> Expr {
    let kind = match &expr.kind {
        ExprKind::Name(own) if own == name => ExprKind::Int(number),
        ExprKind::Not(inner) => ExprKind::Not(Box::new(replaced(inner, name, number))),
        ExprKind::Binary { operator, left, right } => ExprKind::Binary {
            operator: *operator,
            left: Box::new(replaced(left, name, number)),
            right: Box::new(replaced(right, name, number)),
        },
        other => other.clone(),
    };
    Expr { kind, range: expr.range.clone() }
}

fn parts_of(expr: &Expr) -> usize {
    let mut count = 0usize;
    walk::expression(expr, &mut |_: &Expr| count = count.saturating_add(1));
    count
}
