//! Ranks of tensors that the library refuses in branches and loops of run time. What stands there is compiled whatever is run, so
//! the tensor has another rank. Whether that fits all that the code does with it is tried: the root is run again with all of
//! these ranks together, and as it was where the library then refuses no less.

use layoutlens_host_value::value::HostValue;
use layoutlens_operation::symbolic;

use crate::{
    state::interpreter::Interpreter,
    suppose::{picks::Aspect, slot::Slot, supposition::Suppositions},
};

/// How often a root is run for them, the run that takes them back included.
pub(super) const MOST_TRIES: usize = 4;

impl Suppositions {
    /// Takes the ranks that calls of the last attempt would have taken, all together. `false` where there are none.
    pub(super) fn takes_wanted_ranks(&mut self) -> bool {
        let mut picked = self.picks.all_picked().clone();
        picked.extend(self.refused_ranks.wanted.iter().map(|(slot, at)| ((*slot, Aspect::Rank), *at)));
        self.picks.pick_all(picked);
        !self.refused_ranks.wanted.is_empty()
    }
}

impl Interpreter<'_> {
    /// The library refuses these values where it is not certain that the program comes. `true` of what is compiled, be it run
    /// or not.
    pub(super) fn note_refused_rank(&mut self, values: &[HostValue]) {
        let is_compiled = self
            .frames
            .iter()
            .all(|frame| frame.undecided == frame.compiled_at_run_time && frame.returns.is_empty());
        let state = &self.suppositions;
        if !is_compiled || !state.is_supposing || !state.is_open {
            return;
        }
        let more = self.modes_missing(values);
        let state = &mut self.suppositions;
        state.refused_ranks.refused += 1;
        let Some(more) = more else { return };
        let names = values.iter().flat_map(|value| symbolic::names(&value.algebra()));
        let slots: Vec<Slot> = names.filter_map(|name| state.picks.sizes.get(&name).copied()).collect();
        for slot in slots {
            if state.refused_ranks.wanted.iter().all(|(known, _)| *known != slot)
                && let Some(at) = state.picks.place_of_rank(slot, more)
            {
                state.refused_ranks.wanted.push((slot, at));
            }
        }
    }

    /// The root was run, in so many `steps`: whether it is run again, with other ranks or as it was before they were tried.
    pub(super) fn tries_other_ranks(&mut self, steps: usize) -> bool {
        // What comes behind it has steps left.
        let has_steps = self.steps.saturating_add(steps.saturating_mul(2)) < self.step_limit / 4 * 3;
        let state = &mut self.suppositions;
        let ranks = &mut state.refused_ranks;
        if ranks.is_settled {
            return false;
        }
        let is_better = ranks.before.as_ref().is_none_or(|(_, refused)| ranks.refused < *refused);
        if !is_better {
            return self.gives_up_other_ranks();
        }
        ranks.tries += 1;
        if ranks.wanted.is_empty() || ranks.tries >= MOST_TRIES || !has_steps {
            ranks.before = None;
            ranks.is_settled = true;
            return false;
        }
        ranks.before = Some((state.picks.all_picked().clone(), ranks.refused));
        state.takes_wanted_ranks()
    }

    /// What was tried is no better: all is as it was. `false` where nothing was tried.
    pub(super) fn gives_up_other_ranks(&mut self) -> bool {
        let state = &mut self.suppositions;
        let Some((picked, _)) = state.refused_ranks.before.take() else { return false };
        state.refused_ranks.is_settled = true;
        state.picks.pick_all(picked);
        true
    }
}
