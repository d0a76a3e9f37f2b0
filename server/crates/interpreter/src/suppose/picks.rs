//! Which of several is supposed, and what was asked for it.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;

use layoutlens_host_value::{suggestions::Spelled, types::HostType, value::HostValue};
use layoutlens_operation::Value;

use crate::suppose::{
    go_on::OneByOne,
    part_of::{is_of, is_part},
    slot::{Slot, Source, Within},
};

/// What of a parameter is chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Aspect {
    Rank,
    Type,
    /// Its number, or that of one of its elements.
    Number(usize),
    /// An extent of a tile of which nothing but its name tells: another one is taken only where that is named.
    Extent(usize),
    Truth,
    /// Its member, of an enumeration.
    Member,
    /// What another file gives it.
    Given,
    /// Its number, where it has a default: another one is taken only where that is named.
    Default,
    /// Which of its modes is contiguous.
    Major,
    /// Whether it is something else than what calls give it: only for arms that were not taken.
    Call,
    /// Something outside of the program.
    World,
}

/// How many things an object is, one behind the other, by methods that refused what it was before.
const MAX_REQUIRED: usize = 3;

/// Numbers that are tried where the code refuses each that it names.
const OTHER_NUMBERS: [i64; 7] = [64, 256, 512, 1024, 2048, 4096, 32];

/// Names of how many modes a tensor has.
const RANK_NAMES: [&str; 3] = ["rank", "len", "ndim"];

/// Names of what has an element for each mode of a tensor.
const BY_MODE: [&str; 2] = ["shape", "stride"];

/// Whether a name is one of how many modes a tensor has: `q_rank`.
pub(crate) fn counts_ranks(name: &str) -> bool {
    RANK_NAMES.contains(&name) || name.ends_with("_rank") || name.ends_with("_ndim")
}

/// Whether conditions with this name are, mostly, on how many modes a tensor has.
pub(crate) fn is_of_ranks(name: &str) -> bool {
    counts_ranks(name) || BY_MODE.contains(&name)
}

/// A choice that was made in the root at hand.
#[derive(Debug, Clone)]
pub(crate) struct Asked {
    pub(crate) aspect: (Slot, Aspect),
    pub(crate) name: String,
    /// How many values there are.
    pub(crate) count: usize,
    /// How many with those that are tried one by one only.
    pub(super) with_others: usize,
    /// These values, where they are types.
    pub(super) types: Vec<String>,
    /// Whether a function of the library takes the first of them.
    pub(super) is_taken: bool,
    /// The same, where they are ranks.
    pub(super) ranks: Vec<usize>,
    /// Whether the first is what is given by default: another one is taken only where that is named.
    pub(super) is_default: bool,
    /// Whether with the last of them nothing is supposed.
    pub(super) may_be_left_out: bool,
}

impl Asked {
    /// Whether it is chosen for this.
    pub(crate) fn is_of(&self, source: Source) -> bool {
        let (slot, aspect) = self.aspect;
        let is_of_element = match (source.element, aspect) {
            (Some(element), Aspect::Number(own) | Aspect::Extent(own)) => own == element,
            _ => true,
        };
        source.slot == slot && is_of_element
    }
}

/// A condition around the place at hand, which was decided.
#[derive(Debug, Clone)]
pub(crate) struct Around {
    /// Where it stands.
    pub(crate) at: Within,
    /// The names in it.
    pub(crate) names: Vec<String>,
    /// How many modes more something would need for it to hold: `rank == 4` of something with three.
    pub(crate) more_modes: Option<isize>,
    /// What numbers in it would have to be for something to divide them.
    pub(crate) multiples: Vec<Multiple>,
}

/// A number by its name, and the least multiple from it on that the code goes on with.
pub(crate) type Multiple = (String, i64);

/// Which values are taken, where these are not the first.
pub(crate) type Picked = BTreeMap<(Slot, Aspect), usize>;

/// The choices of a root.
#[derive(Debug, Default)]
pub(crate) struct Picks {
    /// Which value is taken, where that is not the first.
    pub(super) picked: Picked,
    pub(crate) asked: Vec<Asked>,
    /// What is tried one after the other where nothing says what has to be another one.
    pub(super) one_by_one: Option<OneByOne>,
    /// How much is not supposed that contradicted the rest.
    pub(super) left_out: usize,
    /// What keeps its value in the attempts at hand, whatever does not hold.
    pub(crate) pinned: Vec<(Slot, Aspect)>,
    /// All that were made in the root, in the attempt at hand and those before.
    pub(crate) known: Vec<Asked>,
    /// What numbers are by an equation that did not hold with the ones before.
    pub(super) required: BTreeMap<(Slot, Aspect), i64>,
    /// The same of parameters in other files, by roots before: they go by one choice in all of a file.
    required_before: BTreeMap<(Slot, Aspect), i64>,
    /// How many modes tensors have by a call that refused them.
    required_ranks: BTreeMap<Slot, usize>,
    /// What objects are by a method that refused what they were before.
    required_spelled: BTreeMap<Slot, Vec<Spelled>>,
    /// Whether the attempt at hand found one.
    pub(crate) wants_again: bool,
    /// Whether the attempt that ended said so of one.
    pub(super) is_required_newly: bool,
    /// The conditions around the place at hand, from the outermost.
    pub(crate) conditions: Vec<Around>,
    /// The parameters on which it depends what did not hold.
    pub(crate) sources: Vec<Source>,
    /// Whether it is the rank of a tensor that cannot be.
    pub(crate) is_of_rank: bool,
    /// How many modes more it would need, where that is known.
    pub(crate) more_modes: Option<isize>,
    /// Whether only what is named is taken otherwise.
    pub(crate) is_exact: bool,
    /// The sizes and strides of the tensors that are supposed, by their names.
    pub(crate) sizes: FxHashMap<String, Slot>,
    /// The truths that parameters have, whatever calls give them.
    otherwise: FxHashMap<Slot, bool>,
    /// The values that are supposed whole.
    whole: Vec<(Slot, HostValue)>,
    /// The names in it.
    pub(crate) blamed: Vec<String>,
    /// The types in what these names hold.
    pub(crate) allowed: Vec<String>,
    /// The type that a variable among these names is, which is none of what is chosen.
    pub(crate) beside: Option<String>,
    /// What attributes are that nothing gives, by their paths: `gemm.acc_dtype`.
    attributes: FxHashMap<String, HostValue>,
    /// Their paths, in the order in which they were met in the root.
    paths: Vec<String>,
}

impl Picks {
    /// Begins an attempt.
    pub(crate) fn begin(&mut self) {
        self.keep_asked();
        self.asked.clear();
        self.conditions.clear();
        self.sources.clear();
        self.allowed.clear();
        self.beside = None;
        self.is_of_rank = false;
        self.more_modes = None;
        self.sizes.clear();
        self.otherwise.clear();
        self.whole.clear();
        self.blamed.clear();
        self.attributes.clear();
    }

    /// What was asked for is known to the attempts that follow.
    pub(crate) fn keep_asked(&mut self) {
        for asked in &self.asked {
            match self.known.iter_mut().find(|known| known.aspect == asked.aspect) {
                Some(known) => known.count = asked.count,
                None => self.known.push(asked.clone()),
            }
        }
    }

    pub(crate) fn all_picked(&self) -> &Picked {
        &self.picked
    }

    pub(crate) fn pick_all(&mut self, picked: Picked) {
        self.picked = picked;
    }

    /// What an attribute is in the attempt at hand.
    pub(crate) fn attribute(&self, path: &str) -> Option<HostValue> {
        self.attributes.get(path).cloned()
    }

    pub(crate) fn keep_attribute(&mut self, path: String, value: &HostValue) {
        self.attributes.insert(path, value.clone());
    }

    /// The truth that a parameter has in all calls of the attempt at hand: the first that is said.
    pub(super) fn otherwise(&mut self, slot: Slot, truth: bool) -> HostValue {
        HostValue::Value(Value::Bool(*self.otherwise.entry(slot).or_insert(truth)))
    }

    /// Where the choices of an attribute are remembered.
    pub(crate) fn slot_of_attribute(&mut self, path: &str) -> Slot {
        let known = self.paths.iter().position(|known| known == path);
        Slot::Attribute(known.unwrap_or_else(|| {
            self.paths.push(path.to_owned());
            self.paths.len() - 1
        }))
    }

    /// Of what the code names, the one for the attempt at hand.
    pub(crate) fn choice<T: Clone>(
        &mut self,
        slot: Slot,
        aspect: Aspect,
        name: &str,
        all: &[T],
    ) -> Option<T> {
        let aspect = (slot, aspect);
        let picked = self.picked(aspect);
        if (all.len() > 1 || matches!(aspect.1, Aspect::Number(_)))
            && self.asked.iter().all(|asked| asked.aspect != aspect)
        {
            self.asked.push(Asked {
                aspect,
                name: name.to_owned(),
                count: all.len(),
                with_others: all.len(),
                types: Vec::new(),
                is_taken: false,
                ranks: Vec::new(),
                is_default: false,
                may_be_left_out: false,
            });
        }
        all.get(picked).or(all.last()).cloned()
    }

    /// Of several, the one for the attempt at hand; none where the code refuses all of them.
    pub(crate) fn choice_or_none<T: Clone>(
        &mut self,
        (slot, aspect): (Slot, Aspect),
        name: &str,
        all: Vec<T>,
    ) -> Option<T> {
        let all: Vec<Option<T>> = all.into_iter().map(Some).chain([None]).collect();
        let picked = self.choice(slot, aspect, name, &all)?;
        if let Some(asked) = self.asked.iter_mut().find(|asked| asked.aspect == (slot, aspect)) {
            asked.may_be_left_out = true;
        }
        picked
    }

    /// Of types, the one for the attempt at hand.
    pub(crate) fn type_of(
        &mut self,
        slot: Slot,
        name: &str,
        all: &[String],
        is_taken: bool,
    ) -> Option<String> {
        let picked = self.choice(slot, Aspect::Type, name, all);
        if let Some(asked) = self.asked.iter_mut().find(|asked| asked.aspect == (slot, Aspect::Type)) {
            asked.types = all.to_vec();
            asked.is_taken = is_taken;
        }
        picked
    }

    /// The same, where the first is what is given by default.
    pub(crate) fn type_by_default(&mut self, slot: Slot, name: &str, all: &[String]) -> Option<String> {
        let picked = self.type_of(slot, name, all, false);
        if let Some(asked) = self.asked.iter_mut().find(|asked| asked.aspect == (slot, Aspect::Type)) {
            asked.is_default = true;
        }
        picked
    }

    /// Of ranks, with whether sizes are those of a tile, the one for the attempt at hand.
    pub(crate) fn rank_of(&mut self, slot: Slot, name: &str, all: &[(usize, bool)]) -> Option<(usize, bool)> {
        let picked = self.choice(slot, Aspect::Rank, name, all);
        if let Some(asked) = self.asked.iter_mut().find(|asked| asked.aspect == (slot, Aspect::Rank)) {
            asked.ranks = all.iter().map(|(rank, _)| *rank).collect();
        }
        picked
    }

    /// Of numbers, the one for the attempt at hand.
    pub(crate) fn number(&mut self, slot: Slot, element: usize, name: &str, all: &[i64]) -> Option<i64> {
        let aspect = Aspect::Number(element);
        let required =
            self.required.get(&(slot, aspect)).or_else(|| self.required_before.get(&(slot, aspect)));
        if let Some(required) = required.copied() {
            return Some(required);
        }
        if self.is_exact || all.is_empty() {
            return self.choice(slot, aspect, name, all);
        }
        let others = OTHER_NUMBERS.into_iter().filter(|other| !all.contains(other));
        let with_others: Vec<i64> = all.iter().copied().chain(others).collect();
        let number = self.choice(slot, aspect, name, &with_others);
        if let Some(asked) = self.asked.iter_mut().find(|asked| asked.aspect == (slot, aspect)) {
            asked.count = all.len();
        }
        number
    }

    /// Whether a number of this name, and of no other, was chosen: `Traits::kBlockM` goes by its last part.
    pub(crate) fn asks_number(&self, name: &str) -> bool {
        let name = name.rsplit("::").next().unwrap_or(name).trim_end_matches('_');
        let is_it = |asked: &&Asked| {
            matches!(asked.aspect.1, Aspect::Number(_)) && asked.name.trim_end_matches('_') == name
        };
        self.asked.iter().filter(is_it).count() == 1
    }

    /// An equation says what the number of this name is that was chosen. That counts once.
    pub(crate) fn require(&mut self, name: &str, number: i64) {
        // `static constexpr int kBlockM = kBlockM_;`
        let is_it = |asked: &Asked| asked.name.trim_end_matches('_') == name.trim_end_matches('_');
        let of_name =
            |asked: &&Asked| matches!(asked.aspect.1, Aspect::Number(_)) && is_it(asked) && number >= 0;
        let mut named = self.asked.iter().filter(of_name);
        let (Some(only), None) = (named.next(), named.next()) else { return };
        self.is_required_newly |= self.required.insert(only.aspect, number).is_none();
    }

    /// A call takes a tensor with so many modes more only, whose sizes and strides all of these names are: all that is supposed
    /// of one parameter. What code puts beside them stays beside them. That counts once.
    pub(crate) fn require_modes(&mut self, names: &BTreeSet<String>, more: isize) -> bool {
        let Some(slot) = names.first().and_then(|name| self.sizes.get(name)).copied() else { return false };
        let of_slot = self.sizes.iter().filter(|(_, of)| **of == slot);
        let is_whole = of_slot.clone().all(|(name, _)| names.contains(name))
            && names.iter().all(|name| self.sizes.get(name) == Some(&slot));
        let Some(rank) = self.rank_at_hand(slot).and_then(|rank| rank.checked_add_signed(more)) else {
            return false;
        };
        let is_new = is_whole && rank > 0 && self.required_ranks.insert(slot, rank) != Some(rank);
        self.is_required_newly |= is_new;
        is_new
    }

    /// All that is supposed whole and is this value, or its type, is what is spelled. That counts once for each
    /// thing that is spelled.
    pub(crate) fn require_spelled(&mut self, value: &HostValue, spelled: &Spelled) -> bool {
        let is_it = |whole: &HostValue| match whole {
            HostValue::Type(of) => is_of(of, value),
            whole => is_part(whole, value),
        };
        let slots: Vec<Slot> =
            self.whole.iter().filter(|(_, whole)| is_it(whole)).map(|(slot, _)| *slot).collect();
        let mut is_new = false;
        for slot in slots {
            let known = self.required_spelled.entry(slot).or_default();
            if known.len() < MAX_REQUIRED && !known.contains(spelled) {
                known.push(spelled.clone());
                is_new = true;
            }
        }
        self.wants_again |= is_new;
        is_new
    }

    /// What a method wants an object to be.
    pub(crate) fn required_spelled(&self, slot: Slot) -> Option<Spelled> {
        self.required_spelled.get(&slot)?.last().cloned()
    }

    /// How many modes the tensor has that is supposed of a parameter.
    fn rank_at_hand(&self, slot: Slot) -> Option<usize> {
        let picked = || {
            let asked = self.asked.iter().find(|asked| asked.aspect == (slot, Aspect::Rank))?;
            asked.ranks.get(self.picked(asked.aspect)).or(asked.ranks.last()).copied()
        };
        self.required_rank(slot).or_else(picked)
    }

    /// The place, among the ranks that are tried of a tensor, of the one with so many modes more than it has.
    pub(super) fn place_of_rank(&self, slot: Slot, more: isize) -> Option<usize> {
        let asked = self.asked.iter().find(|asked| asked.aspect == (slot, Aspect::Rank))?;
        let is_free = self.required_rank(slot).is_none() && !self.pinned.contains(&asked.aspect);
        let rank = asked.ranks.get(self.picked(asked.aspect)).filter(|_| is_free)?;
        let wanted = rank.checked_add_signed(more)?;
        asked.ranks.iter().position(|rank| *rank == wanted)
    }

    /// How many modes a call wants of a tensor.
    pub(crate) fn required_rank(&self, slot: Slot) -> Option<usize> {
        self.required_ranks.get(&slot).copied()
    }

    /// A value that is supposed whole.
    pub(crate) fn made_whole(&mut self, slot: Slot, value: &HostValue) {
        self.whole.push((slot, value.clone()));
    }

    /// Of what these values are supposed that may be something else.
    pub(crate) fn behind(&self, values: &[HostValue]) -> Vec<Slot> {
        let is_behind = |whole: &HostValue| {
            values.iter().any(|value| match (whole, value) {
                (HostValue::Type(_), HostValue::Type(_)) => whole == value,
                (HostValue::Type(of), value) => is_of(of, value),
                (whole, value) => is_part(whole, value),
            })
        };
        let is_left =
            |slot: &Slot| self.asked.iter().any(|asked| asked.aspect.0 == *slot && self.is_left(asked));
        let behind = self.whole.iter().filter(|(slot, whole)| is_left(slot) && is_behind(whole));
        behind.map(|(slot, _)| *slot).collect()
    }

    /// A size or stride of a tensor that is supposed.
    pub(crate) fn made(&mut self, slot: Slot, size: &HostValue) {
        let names = size.as_integer().map(|size| size.expression().names()).unwrap_or_default();
        self.sizes.extend(names.into_iter().map(|name| (name.text.to_string(), slot)));
    }

    /// Whether there is another value.
    pub(crate) fn is_left(&self, asked: &Asked) -> bool {
        asked.aspect.1 != Aspect::Call
            && !self.pinned.contains(&asked.aspect)
            && self.picked(asked.aspect) + 1 < asked.count
    }

    pub(super) fn picked(&self, aspect: (Slot, Aspect)) -> usize {
        self.picked.get(&aspect).copied().unwrap_or(0)
    }

    /// A root does not contradict itself: what it required of what stands in other files is required in those behind it.
    /// Whether that is something new.
    pub(crate) fn keep_required(&mut self) -> bool {
        let is_elsewhere = |slot: &Slot| matches!(slot, Slot::Parameter(file, _) if !file.is_main());
        let mut is_new = false;
        for ((slot, aspect), number) in self.required.iter().filter(|((slot, _), _)| is_elsewhere(slot)) {
            is_new |= self.required_before.insert((*slot, *aspect), *number) != Some(*number);
        }
        is_new
    }

    /// Begins another root.
    pub(crate) fn forget(&mut self) {
        self.picked.clear();
        self.required.clear();
        self.required_ranks.clear();
        self.required_spelled.clear();
        self.wants_again = false;
        self.is_required_newly = false;
        self.one_by_one = None;
        self.left_out = 0;
        self.paths.clear();
        self.begin();
        self.known.clear();
    }
}

/// The name of a type that is known by its name.
pub(crate) fn name_of_type(value: &HostValue) -> Option<&str> {
    match value {
        HostValue::Type(of) => match &**of {
            HostType::Named(name) => Some(name),
            _ => None,
        },
        _ => None,
    }
}
