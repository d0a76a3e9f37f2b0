//! Which of several values is supposed, and which is tried next where one contradicts the code.

use layoutlens_host_value::{call::Call, library::operate, value::HostValue};
use layoutlens_operation::{Operation, symbolic};
use layoutlens_syntax::{BinaryOperator, Expr, ExprKind};

use crate::{
    code::walk,
    state::interpreter::Interpreter,
    suppose::{
        picks::{Around, Aspect, is_of_ranks, name_of_type},
        slot::{Slot, Source},
        told_of::add,
    },
    value::plain::is_plain,
};

impl Interpreter<'_> {
    /// Comes to code that is run where this condition, which was decided, `holds`, or where it does not.
    pub(crate) fn enter_condition(&mut self, condition: &Expr, holds: bool) {
        if self.suppositions.is_open {
            let condition = self.deciding_part(condition, holds);
            let at = (self.file(), condition.range.start, condition.range.end);
            let names = names_in(condition);
            let more_modes = self.modes_wanted(condition, &names);
            let multiples = self.multiples_wanted(condition);
            self.suppositions.picks.conditions.push(Around { at, names, more_modes, multiples });
        }
    }

    pub(crate) fn leave_condition(&mut self) {
        if self.suppositions.is_open {
            self.suppositions.picks.conditions.pop();
        }
    }

    /// The program does not go on with these values, for they have too few modes or too many. `false` when they come from
    /// nothing that may have another rank.
    pub(crate) fn blame_rank(&mut self, values: &[HostValue], rank: Option<usize>) -> bool {
        let more_modes = self.modes_missing(values);
        let picks = &mut self.suppositions.picks;
        if let (Some(rank), Some(first)) = (rank, values.first())
            && let Some(more) = modes_of(first).and_then(|modes| rank.checked_signed_diff(modes))
            && picks.require_modes(&symbolic::names(&first.algebra()), more)
        {
            picks.is_of_rank = true;
            picks.blamed.clear();
            return true;
        }
        let names = values.iter().flat_map(|value| symbolic::names(&value.algebra()));
        let slots: Vec<Slot> = names.filter_map(|name| picks.sizes.get(&name).copied()).collect();
        let may_differ = picks.asked.iter().any(|asked| {
            asked.aspect.1 == Aspect::Rank && slots.contains(&asked.aspect.0) && picks.is_left(asked)
        });
        picks.is_of_rank = may_differ;
        picks.more_modes = more_modes;
        picks.sources = slots.into_iter().map(Source::from).collect();
        picks.blamed.clear();
        may_differ
    }

    /// How many modes more a layout or tensor among these values would need for the tuple beside it: that of an index, of a
    /// tiler.
    pub(super) fn modes_missing(&self, values: &[HostValue]) -> Option<isize> {
        let rank = values.iter().find_map(modes_of)?;
        let count = match values.iter().find_map(HostValue::elements) {
            Some(elements) => elements.len(),
            // `x[i, j, k]`.
            None => values.len().checked_sub(1).filter(|count| *count > 1)?,
        };
        count.checked_signed_diff(rank)
    }

    /// The library refuses values in a template of C++. That counts where something they are supposed to be may be something
    /// else; else it is the call alone of which nothing is known.
    pub(crate) fn refuses_template(&mut self, values: &[HostValue]) {
        let slots = self.suppositions.picks.behind(values);
        if slots.is_empty() || !self.goes_on_for_certain() || self.suppositions.is_last {
            return;
        }
        self.suppositions.is_contradicted = true;
        let picks = &mut self.suppositions.picks;
        picks.is_of_rank = false;
        picks.sources = slots.into_iter().map(Source::from).collect();
        picks.blamed.clear();
    }

    /// A method of an object that is supposed in a template of C++ refuses what the code gives it, and another object does
    /// not, which is supposed when the root runs again. That counts once for each.
    pub(crate) fn supposes_instead(&mut self, call: &Call<'_>) -> bool {
        let Some(receiver) = call.receiver.filter(|_| self.supposes_templates()) else { return false };
        let generation = self.generation();
        let Some(spelled) = (self.outside.libraries.suggestions.instead)(call, generation) else {
            return false;
        };
        self.suppositions.picks.require_spelled(receiver, &spelled)
    }

    /// The program does not go on here: `claim` does not hold, or it raises under the conditions around it.
    pub(crate) fn blame(&mut self, claim: Option<&Expr>) {
        let file = self.file();
        let claim = claim.map(|claim| self.deciding_part(claim, false));
        let claimed_at = claim.map(|claim| (file, claim.range.start, claim.range.end));
        let claimed = claim.zip(claimed_at).map(|(claim, at)| {
            let names = names_in(claim);
            let more_modes = self.modes_wanted(claim, &names);
            let multiples = self.multiples_wanted(claim);
            Around { at, names, more_modes, multiples }
        });
        let of_tensors = claim.map(|claim| self.tensors_in(claim)).unwrap_or_default();
        let around = self.suppositions.picks.conditions.last().cloned();
        let state = &self.suppositions;
        let parameters =
            self.frames.top().function.as_ref().filter(|_| state.wanted.is_some() && !self.is_python());
        let parameters: Vec<(String, Vec<String>)> = parameters
            .iter()
            .flat_map(|function| &function.parameters)
            .filter_map(|parameter| {
                Some((parameter.name.as_ref()?.text.clone(), names_in(parameter.declared_type.as_ref()?)))
            })
            .collect();
        let mut sources = Vec::new();
        let mut names = Vec::new();
        let mut more_modes = None;
        let mut wanted = Vec::new();
        for Around { at, names: of_condition, more_modes: of_it, multiples } in
            claimed.into_iter().chain(around)
        {
            more_modes = more_modes.or(of_it);
            wanted.extend(multiples);
            // A function that is called for several tensors is told of all, and fails for one.
            match of_tensors.is_empty() || Some(at) != claimed_at {
                true => sources.extend_from_slice(state.told.of_condition(at)),
                false => sources.extend(of_tensors.iter().copied().map(Source::from)),
            }
            // A template argument is what the parameter of its type is.
            let is_named = |(_, types): &&(String, Vec<String>)| {
                types.iter().any(|name| of_condition.iter().any(|own| is_path_of(own, name)))
            };
            names.extend(parameters.iter().filter(is_named).map(|(name, _)| name.clone()));
            names.extend(of_condition);
        }
        let (allowed, beside) = self.types_that_are_named(&names);
        let picks = &mut self.suppositions.picks;
        wanted.iter().for_each(|(name, number)| picks.require(name, *number));
        picks.sources = sources;
        picks.allowed = allowed;
        picks.beside = beside;
        picks.blamed = names;
        picks.more_modes = more_modes;
    }

    /// The parameters whose tensors a claim on how many modes something has is about.
    fn tensors_in(&mut self, claim: &Expr) -> Vec<Slot> {
        if !self.is_python() || !names_in(claim).iter().any(|name| is_of_ranks(name)) {
            return Vec::new();
        }
        let mut parts = Vec::new();
        walk::expression(claim, &mut |expr: &Expr| {
            if matches!(expr.kind, ExprKind::Name(_) | ExprKind::Member { .. }) && is_plain(expr) {
                parts.push(expr);
            }
        });
        let mut slots = Vec::new();
        for part in parts {
            let value = self.value(part);
            let names = symbolic::names(&value.algebra());
            let sizes = &self.suppositions.picks.sizes;
            names.iter().filter_map(|name| sizes.get(name)).for_each(|slot| add(&mut slots, *slot));
        }
        slots
    }

    /// How many modes more something would need for `rank == 4` or `len(x.shape) == 4` to hold.
    fn modes_wanted(&mut self, condition: &Expr, names: &[String]) -> Option<isize> {
        let ExprKind::Binary { operator: BinaryOperator::Equal | BinaryOperator::NotEqual, left, right } =
            &condition.kind
        else {
            return None;
        };
        if !self.is_python() || !names.iter().any(|name| is_of_ranks(name)) {
            return None;
        }
        let ExprKind::Int(wanted) = right.kind else { return None };
        let modes = self.pure_value(left).known_int()?;
        isize::try_from(wanted.checked_sub(modes)?).ok().filter(|more| *more != 0)
    }

    /// The types in what these names hold: where `dtype not in valid` does not hold, those that `valid` has; and the one that
    /// a variable among them is: where `x.dtype == acc_dtype` does not hold, what `acc_dtype` is.
    fn types_that_are_named(&mut self, names: &[String]) -> (Vec<String>, Option<String>) {
        if !self.is_python() {
            return (Vec::new(), None);
        }
        let scope = self.scope();
        let named = |of: &HostValue| name_of_type(of).map(str::to_owned);
        let (mut within, mut beside) = (Vec::new(), None);
        for name in names {
            let Some(value) = self.look_up(scope, name) else { continue };
            within.extend(value.elements().into_iter().flatten().filter_map(|of| named(&of)));
            let is_asked = self.suppositions.picks.asked.iter().any(|asked| asked.name == *name);
            beside = beside.or_else(|| named(&value).filter(|of| of != name && !is_asked));
        }
        (within, beside)
    }

    /// `size(x) == N` does not hold with the number that `N` is supposed to be: it says which one is meant.
    pub(crate) fn require_equal(&mut self, claim: Option<&Expr>) {
        let Some(ExprKind::Binary { operator: BinaryOperator::Equal, left, right }) =
            claim.map(|claim| &claim.kind)
        else {
            return;
        };
        for (named, other) in [(left, right), (right, left)] {
            if let ExprKind::Name(name) = &named.kind
                && let Some(number) = self.value(other).known_int()
                // Nothing has the size 0 that another size turns out to be; `Stages == 0` is said on purpose.
                && (number > 0 || matches!(other.kind, ExprKind::Int(0)))
            {
                self.suppositions.picks.require(name, number);
            }
        }
    }
}

/// How many modes a layout or tensor has.
fn modes_of(value: &HostValue) -> Option<usize> {
    let whole = value.elements().is_none().then(|| value.algebra())?;
    let rank = HostValue::Value(operate(Operation::Rank, &[whole]).ok()?.value).known_int()?;
    usize::try_from(rank).ok()
}

/// The names in an expression, those of members included: `self.pack_gqa` is what `pack_gqa` was given.
pub(crate) fn names_in(expr: &Expr) -> Vec<String> {
    let mut names = Vec::new();
    walk::expression(expr, &mut |expr: &Expr| match &expr.kind {
        ExprKind::Name(name) => names.extend(parts_of(name)),
        ExprKind::Member { name, .. } => names.push(name.text.clone()),
        _ => {}
    });
    names
}

/// Whether a name begins with another one: `Layout::rank` with `Layout`.
fn is_path_of(name: &str, first: &str) -> bool {
    name.strip_prefix(first).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}

/// A name, and where it is a path the last part of it: `Traits::kBlockM` is what `kBlockM` was supposed to be.
fn parts_of(name: &str) -> impl Iterator<Item = String> {
    let last = name.rsplit_once("::").map(|(_, last)| last.to_owned());
    std::iter::once(name.to_owned()).chain(last)
}
