//! Which of several values is supposed, and which is tried next where one contradicts the code.

use std::collections::BTreeMap;

use layoutlens_syntax::{Expr, ExprKind};

use super::{super::Interpreter, super::walk, Slot};

/// What of a parameter is chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Aspect {
    Rank,
    Type,
    /// Its number, or that of one of its elements.
    Number(usize),
    Truth,
    /// Something outside of the program.
    World,
}

/// A choice that was made in the root at hand.
#[derive(Debug, Clone)]
struct Asked {
    aspect: (Slot, Aspect),
    name: String,
    /// How many values there are.
    count: usize,
}

/// The choices of a root.
#[derive(Debug, Default)]
pub(super) struct Picks {
    /// Which value is taken, where that is not the first.
    picked: BTreeMap<(Slot, Aspect), usize>,
    asked: Vec<Asked>,
    /// The names in the conditions around the place at hand, from the outermost.
    conditions: Vec<Vec<String>>,
    /// The names in what did not hold.
    blamed: Vec<String>,
}

impl Picks {
    /// Begins an attempt.
    pub(super) fn begin(&mut self) {
        self.asked.clear();
        self.conditions.clear();
        self.blamed.clear();
    }

    /// Of what the code names, the one for the attempt at hand.
    pub(super) fn choice<T: Clone>(
        &mut self,
        slot: Slot,
        aspect: Aspect,
        name: &str,
        all: &[T],
    ) -> Option<T> {
        let aspect = (slot, aspect);
        let picked = self.picked.get(&aspect).copied().unwrap_or(0);
        if all.len() > 1 && self.asked.iter().all(|asked| asked.aspect != aspect) {
            self.asked.push(Asked { aspect, name: name.to_owned(), count: all.len() });
        }
        all.get(picked).or(all.last()).cloned()
    }

    /// Takes other values where something did not hold: of what that names, else of everything. `false` when there are
    /// no others.
    pub(super) fn go_on(&mut self) -> bool {
        let is_left = |picks: &Self, asked: &Asked| {
            picks.picked.get(&asked.aspect).copied().unwrap_or(0) + 1 < asked.count
        };
        let left: Vec<Asked> = self.asked.iter().filter(|asked| is_left(self, asked)).cloned().collect();
        let is_blamed = |asked: &&Asked| self.blamed.contains(&asked.name);
        let mut next: Vec<&Asked> = left.iter().filter(is_blamed).collect();
        if next.iter().any(|asked| asked.aspect.1 == Aspect::Type) {
            // The operands of one kernel are mostly of one type.
            let types = left.iter().filter(|asked| asked.aspect.1 == Aspect::Type);
            next.extend(types.filter(|asked| !self.blamed.contains(&asked.name)));
        }
        if next.is_empty() {
            next = left
                .iter()
                .filter(|asked| !matches!(asked.aspect.1, Aspect::Truth | Aspect::World))
                .collect();
        }
        for asked in &next {
            *self.picked.entry(asked.aspect).or_default() += 1;
        }
        !next.is_empty()
    }

    /// Begins another root.
    pub(super) fn forget(&mut self) {
        self.picked.clear();
        self.begin();
    }
}

impl Interpreter<'_> {
    /// Comes to code that is run under this condition, which was decided.
    pub(in super::super) fn enter_condition(&mut self, condition: &Expr) {
        if self.suppositions.is_open {
            let names = names_in(condition);
            self.suppositions.picks.conditions.push(names);
        }
    }

    pub(in super::super) fn leave_condition(&mut self) {
        if self.suppositions.is_open {
            self.suppositions.picks.conditions.pop();
        }
    }

    /// The program does not go on here: `claim` does not hold, or it raises under the conditions around it.
    pub(super) fn blame(&mut self, claim: Option<&Expr>) {
        let picks = &mut self.suppositions.picks;
        let mut names = claim.map(names_in).unwrap_or_default();
        names.extend(picks.conditions.last().cloned().unwrap_or_default());
        picks.blamed = names;
    }
}

/// The names in an expression, those of members included: `self.pack_gqa` is what `pack_gqa` was given.
fn names_in(expr: &Expr) -> Vec<String> {
    let mut names = Vec::new();
    walk::expression(expr, &mut |expr: &Expr| match &expr.kind {
        ExprKind::Name(name) => names.push(name.clone()),
        ExprKind::Member { name, .. } => names.push(name.text.clone()),
        _ => {}
    });
    names
}
