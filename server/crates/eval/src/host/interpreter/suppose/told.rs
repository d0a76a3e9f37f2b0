//! What code says of a parameter that nothing gives: the types and numbers that it is compared with, and how many modes
//! are read of it.
//!
//! A value that is not known says why, and that reason is how what is computed from a parameter is traced back to it.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use layout_algebra::symbolic::{Expression, Integer};
use layoutlens_syntax::{BinaryOperator as Op, Expr, ExprKind, program::Declaration};

use super::{
    super::{
        super::{Call, HostType, HostValue, open_number::is_open_type},
        Interpreter,
        narrow::is_plain,
        walk,
    },
    At, Slot,
};

/// Up to which number it is tried whether it is the one that something is computed from.
const MAX_INVERSE: i64 = 256;

/// How many different values are remembered of a parameter.
const MAX_VALUES: usize = 16;

/// How many bytes around a parameter others are parameters of the same function, mostly.
const BESIDE: usize = 400;

/// What tensors have, and nothing else of the DSL.
const TENSOR_ATTRIBUTES: [&str; 3] = ["element_type", "iterator", "memspace"];

/// What MMAs of warps do not have.
const MAJOR_MODES: [&str; 2] = ["a_major_mode", "b_major_mode"];

/// Ranks of which tensors are, when nothing tells.
const MATRICES: [usize; 2] = [2, 3];

/// What was found for all parameters.
#[derive(Debug, Default)]
pub(in super::super) struct Told {
    /// Which parameter an unknown value or an open number comes from: by its reason or name.
    sources: FxHashMap<String, (Slot, usize)>,
    parameters: BTreeMap<Slot, OfParameter>,
    /// Which parameters a condition depends on, by the file and the byte where it begins.
    conditions: FxHashMap<At, Vec<Slot>>,
    /// Whether the code asks for something outside of it: which GPU there is.
    pub(super) asks_outside: bool,
}

/// What was found for a parameter.
#[derive(Debug, Default)]
pub(super) struct OfParameter {
    /// Types that it, or its element type, is compared with.
    pub(super) types: Vec<String>,
    /// How many modes are read of it.
    pub(super) ranks: Vec<usize>,
    /// How many modes it has at least.
    pub(super) least_rank: usize,
    /// Numbers that it, or an element of it, is compared with.
    pub(super) numbers: Vec<(usize, i64)>,
    /// Whether it has what only tensors have.
    pub(super) is_tensor: bool,
    /// Whether it is asked what only MMAs of warp groups and of Blackwell have.
    pub(super) is_of_warp_groups: bool,
}

impl Told {
    /// Whether nothing was met that nothing gives.
    pub(super) fn is_empty(&self) -> bool {
        self.parameters.is_empty() && !self.asks_outside
    }

    /// The parameters that a condition depends on.
    pub(super) fn of_condition(&self, condition: At) -> &[Slot] {
        self.conditions.get(&condition).map_or(&[], Vec::as_slice)
    }

    pub(super) fn of(&self, slot: Slot) -> Option<&OfParameter> {
        self.parameters.get(&slot)
    }

    /// The ranks of tensors that are declared around a parameter, the commonest first; else those of matrices and of
    /// batches of them.
    pub(super) fn ranks_beside(&self, slot: Slot) -> Vec<usize> {
        // Of what stands nowhere none is declared around it.
        let Slot::Parameter(file, byte) = slot else { return MATRICES.to_vec() };
        let (from, to) = (byte.saturating_sub(BESIDE), byte.saturating_add(BESIDE));
        let around = Slot::Parameter(file, from)..Slot::Parameter(file, to);
        let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
        for (_, parameter) in self.parameters.range(around) {
            if let [rank] = parameter.ranks.as_slice() {
                *counts.entry(*rank).or_default() += 1;
            }
        }
        let mut ranks: Vec<usize> = counts.keys().copied().collect();
        ranks.sort_by_key(|rank| std::cmp::Reverse(counts.get(rank).copied()));
        if ranks.is_empty() { MATRICES.to_vec() } else { ranks }
    }

    /// The parameters that a value comes from, and which element of each.
    fn sources(&self, value: &HostValue) -> Vec<(Slot, usize)> {
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

    fn tell(&mut self, value: &HostValue, tell: impl Fn(&mut OfParameter, usize)) {
        for (slot, element) in self.sources(value) {
            tell(self.parameters.entry(slot).or_default(), element);
        }
    }

    fn tell_rank(&mut self, value: &HostValue, rank: usize) {
        self.tell(value, |parameter, _| add(&mut parameter.ranks, rank));
    }

    /// `value` is compared with `other`.
    fn tell_compared(&mut self, value: &HostValue, other: &HostValue) {
        if let HostValue::Type(other) = other
            && let HostType::Named(name) = &**other
            && !name.contains('.')
        {
            self.tell(value, |parameter, _| add(&mut parameter.types, name.clone()));
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
        .chain((0..13).map(|power| 1 << power))
        .chain((1..64).map(|count| 32 * count));
    sizes.into_iter().chain(1..=MAX_INVERSE).find(is_wanted)
}

fn add<T: PartialEq>(all: &mut Vec<T>, value: T) {
    if all.len() < MAX_VALUES && !all.contains(&value) {
        all.push(value);
    }
}

impl Interpreter<'_> {
    /// A parameter, or a part of it, that nothing gives has this value.
    pub(in super::super) fn met_parameter(&mut self, slot: Slot, value: &HostValue) {
        if self.suppositions.is_supposing || !self.is_python() {
            return;
        }
        let told = &mut self.suppositions.told;
        told.parameters.entry(slot).or_default();
        let parts = value.elements().unwrap_or_else(|| vec![value.clone()]);
        for (index, part) in parts.iter().enumerate() {
            if let Some(reason) = part.unknown_reason() {
                told.sources.insert(reason.to_owned(), (slot, index));
            }
            let width = match part {
                HostValue::Object(object) if is_open_type(part) => object.fields.get("width"),
                _ => None,
            };
            let names = width.unwrap_or(part).as_integer().map(|integer| integer.expression().names());
            for name in names.into_iter().flatten() {
                told.sources.insert(name.text.to_string(), (slot, index));
            }
        }
    }

    /// Two values are compared.
    pub(in super::super) fn tell_comparison(&mut self, operator: Op, left: &HostValue, right: &HostValue) {
        if operator.is_comparison() && self.listens() {
            self.suppositions.told.tell_compared(left, right);
            self.suppositions.told.tell_compared(right, left);
        }
    }

    /// The program goes on only where a condition holds, or where it does not.
    pub(in super::super) fn tell_condition(&mut self, condition: &Expr) {
        if !self.listens() {
            return;
        }
        let mut parts = Vec::new();
        walk::expression(condition, &mut |expr: &Expr| {
            if matches!(expr.kind, ExprKind::Name(_) | ExprKind::Member { .. }) && is_plain(expr) {
                parts.push(expr);
            }
        });
        let mut slots: Vec<Slot> = Vec::new();
        for part in parts {
            let value = self.value(part);
            let sources = self.suppositions.told.sources(&value);
            sources.into_iter().for_each(|(slot, _)| add(&mut slots, slot));
        }
        let place = (self.file(), condition.range.start);
        let known = self.suppositions.told.conditions.entry(place).or_default();
        slots.into_iter().for_each(|slot| add(known, slot));
    }

    /// `a, b, c = x.shape`.
    pub(in super::super) fn tell_taken_apart(&mut self, declaration: &Declaration, value: &HostValue) {
        let is_shape = declaration.value.as_ref().is_some_and(|expr| match &expr.kind {
            ExprKind::Member { base, name, .. } => name.text == "shape" && is_parameter_itself(base, value),
            _ => false,
        });
        if is_shape && self.listens() {
            self.suppositions.told.tell_rank(value, declaration.names.len());
        }
    }

    /// `x[None, None, i]`.
    pub(in super::super) fn tell_index(&mut self, indexed: &Expr, base: &HostValue, indices: &[HostValue]) {
        if !self.listens() {
            return;
        }
        self.tell_least_rank(indexed, base, indices);
        if !is_parameter_itself(indexed, base) {
            return;
        }
        let inner = match indices {
            [one] => one.elements(),
            _ => None,
        };
        let indices = inner.as_deref().unwrap_or(indices);
        let is_slice = indices.contains(&HostValue::Nothing);
        if indices.len() > 1 || is_slice {
            self.suppositions.told.tell_rank(base, indices.len());
        }
    }

    /// `x.element_type`, where `x` is a parameter; `x.op.a_major_mode`.
    pub(super) fn tell_attribute(&mut self, object: &Expr, value: &HostValue, name: &str) {
        if !self.listens() {
            return;
        }
        if TENSOR_ATTRIBUTES.contains(&name) && is_parameter_itself(object, value) {
            self.suppositions.told.tell(value, |parameter, _| parameter.is_tensor = true);
        }
        if MAJOR_MODES.contains(&name) {
            self.suppositions.told.tell(value, |parameter, _| parameter.is_of_warp_groups = true);
        }
    }

    /// `x.shape[3]`, `x.stride[3]`.
    fn tell_least_rank(&mut self, indexed: &Expr, shape: &HostValue, indices: &[HostValue]) {
        let ExprKind::Member { base, name } = &indexed.kind else { return };
        let [index] = indices else { return };
        if matches!(name.text.as_str(), "shape" | "stride")
            && is_parameter_itself(base, shape)
            && let Some(least) = index.known_int().and_then(|index| usize::try_from(index + 1).ok())
        {
            self.suppositions.told.tell(shape, |parameter, _| {
                parameter.least_rank = parameter.least_rank.max(least);
            });
        }
    }

    /// A call of a function of the library whose first argument is not known.
    pub(in super::super) fn tell_call(&mut self, call: &Call<'_>) {
        if !self.listens() {
            return;
        }
        let Some(source) = call.argument(0).filter(|source| source.unknown_reason().is_some()) else {
            return;
        };
        let count = |value: &HostValue| value.elements().map(|elements| elements.len());
        let name = call.name.rsplit('.').next().unwrap_or_default();
        let rank = match name {
            "select" => call.keyword_or("mode", 1).and_then(permuted),
            "local_tile" => call.keyword_or("coord", 2).and_then(count),
            _ => None,
        };
        if let Some(rank) = rank {
            self.suppositions.told.tell_rank(source, rank);
        }
    }

    fn listens(&self) -> bool {
        self.is_python() && !self.suppositions.is_supposing && !self.suppositions.told.sources.is_empty()
    }
}

/// Whether an expression names the parameter for which its value is unknown: what is computed of a parameter is unknown
/// for the same reason and has modes of its own.
pub(super) fn is_parameter_itself(expr: &Expr, value: &HostValue) -> bool {
    match (&expr.kind, value.unknown_reason()) {
        (ExprKind::Name(name), Some(reason)) => reason.contains(&format!("`{name}`")),
        _ => false,
    }
}

/// How many modes there are, when these are all of them in some order.
fn permuted(modes: &HostValue) -> Option<usize> {
    let mut numbers: Vec<i64> = modes.elements()?.iter().map(HostValue::known_int).collect::<Option<_>>()?;
    numbers.sort_unstable();
    let count = numbers.len();
    numbers.into_iter().eq((0..).take(count)).then_some(count)
}

/// The last part of a name: `Tensor` of `cute.Tensor`.
pub(super) fn last_name(expr: &Expr) -> Option<&str> {
    match &expr.kind {
        ExprKind::Name(name) => Some(name),
        ExprKind::Member { name, .. } => Some(&name.text),
        _ => None,
    }
}
