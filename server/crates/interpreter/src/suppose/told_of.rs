//! What the code says of its parameters.

use std::{collections::BTreeMap, sync::Arc};

use rustc_hash::{FxHashMap, FxHashSet};

use layout_algebra::symbolic::{Expression, Integer};
use layoutlens_host_value::{
    convention::Taken, open_number::is_open_type, types::HostType, value::HostValue,
};

use crate::suppose::slot::{At, Slot, Source, Within};

/// Up to which number it is tried whether it is the one that something is computed from.
const MAX_INVERSE: i64 = 256;

/// Of several numbers from which the same is computed, these are the commonest.
const COMMON_SIZES: [i64; 2] = [128, 64];

/// How many different values are remembered of a parameter.
const MAX_VALUES: usize = 16;

/// How many pairs of parameters are remembered that are compared with each other.
const MAX_ALIKE: usize = 128;

/// How many bytes around a parameter others are parameters of the same function, mostly.
const BESIDE: usize = 400;

/// The same of long lists with comments between.
const FURTHER: usize = 1_600;

/// Ranks of which tensors are, when nothing tells.
const MATRICES: [usize; 2] = [2, 3];

/// What was found for all parameters.
#[derive(Debug, Default)]
pub(crate) struct Told {
    /// Which parameter an unknown value or an open number comes from: by its reason or name.
    pub(crate) sources: FxHashMap<String, (Slot, usize)>,
    /// Names that stand for such a parameter, by the reason.
    pub(crate) aliases: FxHashMap<String, FxHashSet<String>>,
    /// Which parameter of those that are unknown is unknown for which reason: by the reason its name.
    pub(crate) unknown: FxHashMap<String, String>,
    pub(crate) parameters: BTreeMap<Slot, OfParameter>,
    /// Arguments of calls that are parameters themselves, by the file and the byte where each begins.
    pub(crate) themselves: FxHashSet<At>,
    /// The parameters whose product an argument of a call is, or the one that it is, by its file and the byte where it begins.
    pub(crate) factors: FxHashMap<At, Vec<Slot>>,
    /// Parameters of which the code compares whether they are alike: `a.element_type == b.element_type`.
    alike: Vec<(Slot, Slot)>,
    /// Which parameters a condition depends on, or a part of one that may decide it; those of the numbers of a call stand where
    /// it begins.
    pub(crate) conditions: FxHashMap<Within, Vec<Source>>,
    /// The same of conditions that decide between two arms, of parameters with defaults, too.
    pub(crate) arms: FxHashMap<At, Vec<Slot>>,
    /// Which parameter that has a default is unknown for which reason, as its callers may give something else.
    pub(crate) defaults: FxHashMap<String, Slot>,
    /// Numbers that parameters with defaults are compared with.
    pub(crate) beside_defaults: BTreeMap<Slot, Vec<i64>>,
    /// The same of types.
    pub(crate) types_beside_defaults: BTreeMap<Slot, Vec<String>>,
    /// The same of texts.
    pub(crate) texts_beside_defaults: BTreeMap<Slot, Vec<Arc<str>>>,
    /// What files that import the one at hand give parameters, in calls of which something else is not known.
    pub(crate) given: FxHashMap<Slot, Vec<HostValue>>,
    /// Whether the code asks for something outside of it: which GPU there is.
    pub(crate) asks_outside: bool,
}

/// What was found for a parameter.
#[derive(Debug, Default)]
pub(crate) struct OfParameter {
    /// Types that it, or its element type, is compared with.
    pub(crate) types: Vec<String>,
    /// Texts that it is compared with.
    pub(crate) texts: Vec<Arc<str>>,
    /// How many modes are read of it.
    pub(crate) ranks: Vec<usize>,
    /// With which numbers it is compared how many modes it, or what is made of it, has.
    pub(crate) compared_ranks: Vec<usize>,
    /// How many modes it has at least.
    pub(crate) least_rank: usize,
    /// Numbers that it, or an element of it, is compared with.
    pub(crate) numbers: Vec<(usize, i64)>,
    /// Those among which the code looks for it.
    pub(crate) listed: Vec<(usize, i64)>,
    /// Types that functions of the library take in its place, or in that of its element type.
    pub(crate) taken_types: Vec<String>,
    /// Numbers that they take in its place, or in that of an element of it.
    pub(crate) taken_numbers: Vec<(usize, i64)>,
    /// The member of an enumeration of the library that they likely take in its place, or with which it is compared.
    pub(crate) taken_member: Option<(String, String)>,
    /// Whether an element of it is asked for by one number.
    pub(crate) is_counted_through: bool,
    /// Whether it has what only tensors have.
    pub(crate) is_tensor: bool,
    /// Whether it is taken for a copy of the TMA unit.
    pub(crate) is_tma_copy: bool,
    /// Whether it is taken for a tensor of another library, of which the kernel's are made.
    pub(crate) is_foreign: bool,
    /// Whether it is counted with as only integers are.
    pub(crate) is_number: bool,
    /// Whether a function of the library needs its number and computes nothing without.
    pub(crate) is_needed: bool,
    /// Whether it is taken apart, or asked for attributes or elements, which integers do not have.
    pub(crate) has_parts: bool,
    /// The names into which it is taken apart first: `a, b = x`.
    pub(crate) taken_apart: Vec<String>,
    /// Whether it is asked what only MMAs of warp groups and of Blackwell have.
    pub(crate) is_of_warp_groups: bool,
}

impl Told {
    /// Whether nothing was met that nothing gives.
    pub(crate) fn is_empty(&self) -> bool {
        self.parameters.is_empty() && !self.asks_outside
    }

    /// The parameters that a condition depends on.
    pub(crate) fn of_condition(&self, condition: Within) -> &[Source] {
        self.conditions.get(&condition).map_or(&[], Vec::as_slice)
    }

    /// The parameters on which it depends which arm is taken.
    pub(crate) fn of_arm(&self, condition: At) -> &[Slot] {
        self.arms.get(&condition).map_or(&[], Vec::as_slice)
    }

    /// The types that a parameter is compared with, else the one that all name which are compared with it, or with those.
    pub(crate) fn types_of(&self, slot: Slot) -> Vec<String> {
        let own = self.of(slot).map_or(&[] as &[String], |told| &told.types);
        if !own.is_empty() {
            return own.to_vec();
        }
        let (mut reached, mut at, mut types) = (vec![slot], 0, Vec::new());
        while let Some(&slot) = reached.get(at) {
            for name in self.of(slot).into_iter().flat_map(|told| &told.types) {
                add(&mut types, name.clone());
            }
            for (one, other) in &self.alike {
                match slot {
                    _ if slot == *one => add(&mut reached, *other),
                    _ if slot == *other => add(&mut reached, *one),
                    _ => {}
                }
            }
            at += 1;
        }
        // Of several, which are those of one branch is not known.
        types.truncate(if types.len() == 1 { 1 } else { 0 });
        types
    }

    pub(crate) fn of(&self, slot: Slot) -> Option<&OfParameter> {
        self.parameters.get(&slot)
    }

    /// The ranks of tensors that are declared around a parameter, the commonest first; else those of matrices and of
    /// batches of them.
    pub(crate) fn ranks_beside(&self, slot: Slot) -> Vec<usize> {
        // Of what stands nowhere none is declared around it.
        let Slot::Parameter(file, byte) = slot else { return MATRICES.to_vec() };
        let counted = |beside: usize| {
            let (from, to) = (byte.saturating_sub(beside), byte.saturating_add(beside));
            let around = Slot::Parameter(file, from)..Slot::Parameter(file, to);
            let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
            for (_, parameter) in self.parameters.range(around) {
                if let [rank] = parameter.ranks.as_slice() {
                    *counts.entry(*rank).or_default() += 1;
                }
            }
            counts
        };
        let mut counts = counted(BESIDE);
        if counts.is_empty() {
            counts = counted(FURTHER);
        }
        let mut ranks: Vec<usize> = counts.keys().copied().collect();
        ranks.sort_by_key(|rank| std::cmp::Reverse(counts.get(rank).copied()));
        if ranks.is_empty() { MATRICES.to_vec() } else { ranks }
    }

    /// The parameters that a value comes from, and which element of each.
    pub(crate) fn sources(&self, value: &HostValue) -> Vec<(Slot, usize)> {
        if let Some(reason) = value.unknown_reason() {
            return self.sources.get(reason).copied().into_iter().collect();
        }
        match value {
            HostValue::Object(object) if is_open_type(value) => {
                object.fields.get("width").map(|width| self.sources(width)).unwrap_or_default()
            }
            _ => {
                let names =
                    value.as_integer().map(|integer| integer.expression().names()).unwrap_or_default();
                names.iter().filter_map(|name| self.sources.get(&*name.text).copied()).collect()
            }
        }
    }

    /// The same of what a condition names: of an integer the element that it is made of, of what is unknown the whole.
    pub(crate) fn sources_of_part(&self, part: &HostValue) -> impl Iterator<Item = Source> {
        let is_whole = part.unknown_reason().is_some();
        let sources = self.sources(part).into_iter();
        sources.map(move |(slot, element)| Source { slot, element: Some(element).filter(|_| !is_whole) })
    }

    pub(crate) fn tell(&mut self, value: &HostValue, tell: impl Fn(&mut OfParameter, usize)) {
        for (slot, element) in self.sources(value) {
            tell(self.parameters.entry(slot).or_default(), element);
        }
    }

    /// A function of the library takes this in the place of `value`.
    pub(crate) fn tell_taken(&mut self, value: &HostValue, taken: Taken) {
        match taken {
            Taken::Tensor => self.tell(value, |parameter, _| parameter.is_tensor = true),
            Taken::TmaCopy => self.tell(value, |parameter, _| parameter.is_tma_copy = true),
            Taken::ForeignTensor => self.tell(value, |parameter, _| parameter.is_foreign = true),
            Taken::Member(of, member) => {
                self.tell(value, |parameter, _| {
                    parameter.taken_member.get_or_insert_with(|| (of.to_owned(), member.to_owned()));
                });
            }
            Taken::Types(types) => self.tell(value, |parameter, _| {
                types.iter().for_each(|name| add(&mut parameter.taken_types, (*name).to_owned()));
            }),
            Taken::Numbers(numbers) => {
                let parts = value.elements().unwrap_or_else(|| vec![value.clone()]);
                for (place, part) in parts.iter().enumerate() {
                    // Of what is unknown as a whole each element is.
                    let is_whole = value.unknown_reason().is_some();
                    for (element, likely) in
                        numbers.iter().enumerate().filter(|(element, _)| is_whole || *element == place)
                    {
                        for number in likely.iter().filter_map(|number| number_behind(part, *number)) {
                            self.tell(part, |parameter, of| {
                                let of = if is_whole { element } else { of };
                                add(&mut parameter.taken_numbers, (of, number));
                            });
                        }
                    }
                }
            }
        }
    }

    /// Of a part of a tuple, its number is needed.
    pub(crate) fn tell_needed_number(&mut self, part: &HostValue, depth: usize) {
        let Some(depth) = depth.checked_sub(1) else { return };
        if let Some(elements) = part.elements() {
            // Of integers beside something that is not known nothing tells that their names are not enough.
            let is_known = elements.iter().all(|element| element.unknown_reason().is_none());
            let all = elements.iter().filter(|element| is_known || element.as_integer().is_none());
            return all.for_each(|element| self.tell_needed_number(element, depth));
        }
        if part.as_integer().is_some() || part.unknown_reason().is_some() {
            self.tell(part, |parameter, _| {
                parameter.is_needed = true;
                parameter.is_number = true;
            });
        }
    }

    pub(crate) fn tell_rank(&mut self, value: &HostValue, rank: usize) {
        self.tell(value, |parameter, _| add(&mut parameter.ranks, rank));
    }

    /// `value`, or each of its elements, is looked for among others, of which this is one.
    pub(crate) fn tell_listed(&mut self, value: &HostValue, other: &HostValue) {
        match (value.elements(), other.elements()) {
            (Some(parts), Some(others)) if parts.len() == others.len() => {
                let numbers =
                    parts.iter().zip(&others).filter_map(|(part, other)| Some((part, other.known_int()?)));
                numbers.for_each(|(part, number)| self.tell_listed_number(part, number));
            }
            (None, None) => {
                if let Some(number) = other.known_int() {
                    self.tell_listed_number(value, number);
                }
            }
            _ => {}
        }
    }

    fn tell_listed_number(&mut self, value: &HostValue, number: i64) {
        if value.unknown_reason().is_none()
            && let Some(number) = value.as_integer().and_then(|integer| inverse(&integer, number))
        {
            self.tell(value, |parameter, element| add(&mut parameter.listed, (element, number)));
        }
    }

    /// `one == other` of what nothing gives.
    pub(crate) fn tell_alike(&mut self, one: &HostValue, other: &HostValue) {
        if one.unknown_reason().is_none() || other.unknown_reason().is_none() {
            return;
        }
        if let (&[(one, _)], &[(other, _)]) = (&*self.sources(one), &*self.sources(other))
            && one != other
            && self.alike.len() < MAX_ALIKE
            && !self.alike.contains(&(one, other))
        {
            self.alike.push((one, other));
        }
    }

    /// `value` is compared with `other`.
    pub(crate) fn tell_compared(&mut self, value: &HostValue, other: &HostValue) {
        if let HostValue::Type(other) = other
            && let HostType::Named(name) = &**other
            && !name.contains('.')
        {
            self.tell(value, |parameter, _| add(&mut parameter.types, name.clone()));
            if let Some(slot) = value.unknown_reason().and_then(|reason| self.defaults.get(reason)) {
                add(self.types_beside_defaults.entry(*slot).or_default(), name.clone());
            }
        }
        if let HostValue::Text(text) = other
            && value.unknown_reason().is_some()
        {
            self.tell(value, |parameter, _| add(&mut parameter.texts, text.clone()));
        }
        if value.unknown_reason().is_some()
            && let HostValue::Object(object) = other
            && let Some(HostValue::Text(member)) =
                object.fields.get("name").filter(|_| object.fields.len() == 1)
        {
            self.tell(value, |parameter, _| {
                parameter.taken_member.get_or_insert_with(|| (object.kind.clone(), member.to_string()));
            });
        }
        if let HostValue::Text(text) = other
            && let Some(slot) = value.unknown_reason().and_then(|reason| self.defaults.get(reason))
        {
            add(self.texts_beside_defaults.entry(*slot).or_default(), Arc::clone(text));
        }
        if let Some(slot) = value.unknown_reason().and_then(|reason| self.defaults.get(reason))
            && let Some(number) = other.known_int()
        {
            let numbers = self.beside_defaults.entry(*slot).or_default();
            if numbers.len() < MAX_VALUES {
                add(numbers, number);
            }
        }
        if value.unknown_reason().is_none()
            && let Some(number) =
                other.as_integer().filter(Integer::is_static).and_then(|number| number.known())
            && let Some(number) = value.as_integer().and_then(|integer| inverse(&integer, number))
        {
            self.tell(value, |parameter, element| add(&mut parameter.numbers, (element, number)));
        }
        if let (Some(parts), Some(others)) = (value.elements(), other.elements())
            && parts.len() == others.len()
        {
            parts.iter().zip(&others).for_each(|(part, other)| self.tell_compared(part, other));
        }
    }
}

/// The number that a parameter is for a value that is computed from it to be `wanted`.
fn number_behind(value: &HostValue, wanted: i64) -> Option<i64> {
    match value.unknown_reason() {
        Some(_) => Some(wanted),
        None => inverse(&value.as_integer()?, wanted),
    }
}

/// The number for which an integer that is computed from one parameter is `wanted`.
fn inverse(integer: &Integer, wanted: i64) -> Option<i64> {
    let expression = integer.expression();
    let names = expression.names();
    let [name] = names.iter().collect::<Vec<_>>()[..] else { return Some(wanted) };
    let is_wanted = |number: &i64| {
        let value =
            expression.substitute(&|own| (own.text == name.text).then(|| Expression::constant(*number)));
        value.is_ok_and(|value| value.as_constant() == Some(wanted))
    };
    // Sizes are powers of two and their multiples, versions are written in tens.
    let sizes = [wanted, wanted.saturating_mul(10)]
        .into_iter()
        .chain(COMMON_SIZES)
        .chain((0..13).map(|power| 1 << power))
        .chain((1..64).map(|count| 32 * count));
    let all = || sizes.clone().chain(1..=MAX_INVERSE);
    // What divides is no zero, and `256 % n == 0` says nothing of most numbers.
    all().find(|number| *number > 0 && is_wanted(number)).or_else(|| all().find(is_wanted))
}

pub(crate) fn add<T: PartialEq>(all: &mut Vec<T>, value: T) {
    if all.len() < MAX_VALUES && !all.contains(&value) {
        all.push(value);
    }
}
