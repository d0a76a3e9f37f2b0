//! What is tried next where what is supposed contradicts the code.

use std::collections::VecDeque;

use crate::suppose::{
    picks::{Asked, Aspect, Picked, Picks, is_of_ranks},
    slot::Slot,
};

/// How many numbers are tried one by one.
const MAX_ONE_BY_ONE: usize = 12;

/// How much of a root is not supposed after all.
const MAX_LEFT_OUT: usize = 3;

/// Only where the attempts before took no more steps than these.
const MAX_STEPS_BEFORE: usize = 40_000;

/// Other numbers of single things, each beside what was taken before all of them were tried together.
#[derive(Debug)]
pub(super) struct OneByOne {
    before: Picked,
    /// What was taken when they began.
    after: Option<Picked>,
    left: VecDeque<((Slot, Aspect), usize)>,
}

impl OneByOne {
    /// The next number of each thing comes before the one behind it.
    fn of(picked: &Picked, asked: &[Asked]) -> Self {
        let is_number = |asked: &&Asked| matches!(asked.aspect.1, Aspect::Number(_) | Aspect::Extent(_));
        let numbers: Vec<&Asked> = asked.iter().filter(is_number).collect();
        let most = numbers.iter().map(|asked| asked.with_others).max().unwrap_or(0);
        let first = |asked: &Asked| picked.get(&asked.aspect).copied().unwrap_or(0);
        let all = (1..most).flat_map(|next| numbers.iter().map(move |asked| (*asked, next)));
        let left = all
            .map(|(asked, next)| (asked, first(asked) + next))
            .filter(|(asked, at)| *at < asked.with_others)
            .map(|(asked, at)| (asked.aspect, at))
            .take(MAX_ONE_BY_ONE);
        Self { before: picked.clone(), after: None, left: left.collect() }
    }
}

impl Picks {
    /// Which of its values is taken next; of ranks the one that has as many modes more as the code asked for, of types one
    /// of those that what did not hold names.
    fn next_of(&self, asked: &Asked) -> usize {
        let picked = self.picked(asked.aspect);
        let later = asked.types.iter().enumerate().skip(picked + 1);
        if let Some((at, _)) = later.into_iter().find(|(_, of)| self.allowed.contains(of)) {
            return at;
        }
        let wanted = asked
            .ranks
            .get(picked)
            .zip(self.more_modes)
            .and_then(|(rank, more)| rank.checked_add_signed(more));
        let at = wanted.and_then(|wanted| asked.ranks.iter().position(|rank| *rank == wanted));
        at.filter(|at| *at > picked).unwrap_or(picked + 1)
    }

    /// Whether what did not hold depends on it.
    fn is_behind(&self, asked: &Asked) -> bool {
        self.sources.iter().any(|source| asked.is_of(*source))
    }

    /// Takes other values where something did not hold: of what that names, else of one kind. `false` when there are no
    /// others. So many `steps` the attempts took, where one number may be tried after the other.
    pub(crate) fn go_on(&mut self, steps: usize) -> bool {
        if std::mem::take(&mut self.is_required_newly) {
            return true;
        }
        if !self.is_of_rank && self.take_other_majors() {
            return true;
        }
        if !self.is_exact && !self.is_of_rank && self.take_types_of_condition() {
            return true;
        }
        let is_left = |asked: &&Asked| self.is_left(asked) && asked.aspect.1 != Aspect::Major;
        let left: Vec<Asked> = self.asked.iter().filter(is_left).cloned().collect();
        let is_of_aspect = |asked: &&Asked| !self.is_of_rank || asked.aspect.1 == Aspect::Rank;
        let left: Vec<Asked> = left.iter().filter(is_of_aspect).cloned().collect();
        let is_exactly_named = left.iter().any(|asked| self.blamed.contains(&asked.name));
        // An alias has the name of its parameter without the underscore.
        let is_named = |asked: &&Asked| match is_exactly_named {
            true => self.blamed.contains(&asked.name),
            false => self.blamed.iter().any(|name| name == asked.name.trim_end_matches('_')),
        };
        // Of the truths that decide it one is enough, the condition around before the claim in it.
        let truth = left.iter().filter(is_named).filter(|asked| asked.aspect.1 == Aspect::Truth);
        let mut next: Vec<&Asked> = truth
            .max_by_key(|asked| self.blamed.iter().position(|name| *name == asked.name))
            .into_iter()
            .collect();
        if next.is_empty() {
            let asks_rank = self.is_of_rank || self.blamed.iter().any(|name| is_of_ranks(name));
            let of_slots = left.iter().filter(|asked| self.is_behind(asked));
            let (of_rank, others): (Vec<&Asked>, Vec<&Asked>) =
                of_slots.partition(|asked| asked.aspect.1 == Aspect::Rank);
            next = if asks_rank || others.is_empty() { of_rank } else { others };
        }
        if next.is_empty() {
            next = left.iter().filter(is_named).collect();
        }
        if next.is_empty() && !self.is_exact {
            if !self.is_of_rank && self.one_by_one.is_none() {
                self.keep_asked();
                self.one_by_one = Some(OneByOne::of(&self.picked, &self.known));
            }
            let is_number = |asked: &&Asked| matches!(asked.aspect.1, Aspect::Number(_));
            let is_type = |asked: &&Asked| asked.aspect.1 == Aspect::Type && !asked.is_default;
            let is_rank = |asked: &&Asked| asked.aspect.1 == Aspect::Rank;
            let is_begun = self.is_one_by_one();
            next = left.iter().filter(is_number).filter(|_| !is_begun).collect();
            let is_cheap = steps <= MAX_STEPS_BEFORE;
            if next.is_empty() && !self.is_of_rank && is_cheap && self.take_one_other() {
                return true;
            }
            if next.is_empty() {
                next = left.iter().filter(is_type).collect();
            }
            if next.is_empty() {
                next = left.iter().filter(is_rank).collect();
            }
        }
        let next: Vec<((Slot, Aspect), usize)> =
            next.iter().map(|asked| (asked.aspect, self.next_of(asked))).collect();
        let is_any = !next.is_empty();
        self.picked.extend(next);
        is_any
    }

    /// Where nothing says what has to be another one: what was supposed last is not, and what rests on the others alone stays.
    /// `false` where there is nothing of that kind, or too much was left out.
    pub(crate) fn leave_out_last(&mut self) -> bool {
        let may_be = |asked: &&Asked| asked.may_be_left_out && self.is_left(asked);
        let Some(last) = self.asked.iter().rev().find(may_be) else { return false };
        let (aspect, nothing) = (last.aspect, last.count.saturating_sub(1));
        self.left_out += 1;
        self.picked.insert(aspect, nothing);
        self.left_out <= MAX_LEFT_OUT
    }

    /// Whether numbers are tried one by one.
    pub(super) fn is_one_by_one(&self) -> bool {
        self.one_by_one.as_ref().is_some_and(|one_by_one| one_by_one.after.is_some())
    }

    /// Takes another number of one thing alone, where others of all together did not hold either. `false` when there are no others.
    fn take_one_other(&mut self) -> bool {
        let Some(one_by_one) = &mut self.one_by_one else { return false };
        let Some((aspect, at)) = one_by_one.left.pop_front() else {
            if let Some(after) = one_by_one.after.take() {
                self.picked = after;
            }
            return false;
        };
        one_by_one.after.get_or_insert_with(|| self.picked.clone());
        self.picked = one_by_one.before.clone();
        self.picked.insert(aspect, at);
        self.required.remove(&aspect);
        true
    }

    /// Where what did not hold names a major mode or a layout, another mode is contiguous: of the tensor with that name, else of
    /// those that it depends on. `false` where there is none.
    fn take_other_majors(&mut self) -> bool {
        let is_about_major = |name: &&String| name.contains("major") || name.contains("layout");
        let blamed: Vec<String> =
            self.blamed.iter().filter(is_about_major).map(|name| operand_name(name)).collect();
        if blamed.is_empty() {
            return false;
        }
        let majors = self.asked.iter().filter(|asked| asked.aspect.1 == Aspect::Major);
        let majors: Vec<&Asked> = majors.filter(|asked| self.is_left(asked)).collect();
        let is_named = |asked: &&&Asked| blamed.contains(&operand_name(&asked.name));
        let mut next: Vec<&Asked> = majors.iter().filter(is_named).copied().collect();
        if next.is_empty() {
            next = majors.into_iter().filter(|asked| self.is_behind(asked)).collect();
        }
        let next: Vec<((Slot, Aspect), usize)> =
            next.iter().map(|asked| (asked.aspect, self.picked(asked.aspect) + 1)).collect();
        let is_any = !next.is_empty();
        self.picked.extend(next);
        is_any
    }

    /// Where what did not hold compares types, `mK_type == mQ_type` or `mQ_type in [Float16, BFloat16]`, takes one that it
    /// names, or one that most of the others have. `false` where that changes nothing.
    fn take_types_of_condition(&mut self) -> bool {
        let compared: Vec<&Asked> =
            self.asked.iter().filter(|asked| !asked.types.is_empty() && self.is_behind(asked)).collect();
        let current: Vec<usize> = compared.iter().map(|asked| self.picked(asked.aspect)).collect();
        let names: Vec<&String> =
            compared.iter().zip(&current).filter_map(|(asked, picked)| asked.types.get(*picked)).collect();
        let are_named = names.iter().any(|name| self.blamed.contains(name));
        let named = compared.first().and_then(|first| first.types.iter().find(|of| self.blamed.contains(of)));
        let is_taken = |name: &String| {
            let of_name = compared.iter().zip(&names).filter(|(_, own)| **own == name);
            of_name.into_iter().any(|(asked, _)| asked.is_taken)
        };
        // What a function of the library takes is one of those that it takes.
        let most = names
            .iter()
            .max_by_key(|name| (is_taken(name), names.iter().filter(|other| other == name).count()));
        let wanted = match named.or(self.beside.as_ref()).filter(|_| !are_named) {
            Some(named) => named,
            None if names.len() > 1 => match most {
                Some(most) => *most,
                None => return false,
            },
            None => return false,
        };
        let mut changed = Vec::new();
        for (asked, picked) in compared.iter().zip(&current) {
            match asked.types.iter().position(|of| of == wanted) {
                Some(at) if at != *picked => changed.push((asked.aspect, at)),
                _ => {}
            }
        }
        let is_changed = !changed.is_empty();
        self.picked.extend(changed);
        is_changed
    }
}

/// The operand of which a name is: `v` of `v_major_mode`, `mV` and `v_tensor`.
fn operand_name(name: &str) -> String {
    let begins_tensor = |rest: &&str| rest.starts_with(char::is_uppercase);
    let bare = name.strip_prefix(['m', 'g']).filter(begins_tensor).unwrap_or(name);
    bare.split('_').next().unwrap_or(bare).to_ascii_lowercase()
}
