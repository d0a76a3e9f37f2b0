//! Which of several values is supposed, and which is tried next where one contradicts the code.

use layoutlens_host_value::value::HostValue;
use layoutlens_operation::symbolic;
use layoutlens_syntax::{Expr, ExprKind};

use crate::{
    code::walk,
    state::interpreter::Interpreter,
    suppose::{picks::Aspect, slot::Slot},
};

impl Interpreter<'_> {
    /// Comes to code that is run under this condition, which was decided.
    pub(crate) fn enter_condition(&mut self, condition: &Expr) {
        if self.suppositions.is_open {
            let place = (self.file(), condition.range.start);
            self.suppositions.picks.conditions.push((place, names_in(condition)));
        }
    }

    pub(crate) fn leave_condition(&mut self) {
        if self.suppositions.is_open {
            self.suppositions.picks.conditions.pop();
        }
    }

    /// The program does not go on with these values, for they have too few modes or too many. `false` when they come from
    /// nothing that may have another rank.
    pub(crate) fn blame_rank(&mut self, values: &[HostValue]) -> bool {
        let picks = &mut self.suppositions.picks;
        let names = values.iter().flat_map(|value| symbolic::names(&value.algebra()));
        let slots: Vec<Slot> = names.filter_map(|name| picks.sizes.get(&name).copied()).collect();
        let may_differ = picks.asked.iter().any(|asked| {
            asked.aspect.1 == Aspect::Rank && slots.contains(&asked.aspect.0) && picks.is_left(asked)
        });
        picks.is_of_rank = may_differ;
        picks.slots = slots;
        picks.blamed.clear();
        may_differ
    }

    /// The program does not go on here: `claim` does not hold, or it raises under the conditions around it.
    pub(crate) fn blame(&mut self, claim: Option<&Expr>) {
        let file = self.file();
        let state = &mut self.suppositions;
        let claimed = claim.map(|claim| ((file, claim.range.start), names_in(claim)));
        let around = state.picks.conditions.last().cloned();
        let mut slots = Vec::new();
        let mut names = Vec::new();
        for (place, of_condition) in claimed.into_iter().chain(around) {
            slots.extend_from_slice(state.told.of_condition(place));
            names.extend(of_condition);
        }
        state.picks.slots = slots;
        state.picks.blamed = names;
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
