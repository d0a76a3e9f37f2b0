//! The operands of a call with run-time integers, and what their results are worth.

use std::collections::BTreeSet;

use layout_algebra::{
    IntTuple, Layout, Tiler, TilerMode,
    proof::Verdict,
    symbolic::{Integer, SymbolicIndex, SymbolicLayout, SymbolicPart, SymbolicTiler, proof},
};

use super::nameless::in_words;
use super::value::{coordinate_of, layout_of, shape_of, tiler_of};
use crate::{Arguments, Evaluated, Operation, Refusal, Value, value::Leaf};

/// What computes an operation on operands with run-time integers; `None` where nothing does.
pub(crate) type OnNames = fn(&Operands<'_, '_>) -> Computed;

/// What that gives.
pub(crate) type Computed = Result<Option<Evaluated>, Refusal>;

/// The operands of one call, read with run-time integers.
pub(crate) struct Operands<'a, 'v>(&'a Arguments<'v>);

impl<'a, 'v> Operands<'a, 'v> {
    pub(crate) fn new(arguments: &'a Arguments<'v>) -> Self {
        Self(arguments)
    }

    /// The operands as they stand.
    pub(crate) fn given(&self) -> &'a Arguments<'v> {
        self.0
    }

    fn name(&self) -> &'static str {
        self.0.operation()
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    fn read<T>(&self, index: usize, wanted: &str, read: impl Fn(&Value) -> Option<T>) -> Result<T, Refusal> {
        let value = self.0.value(index)?;
        read(value).ok_or_else(|| match value {
            Value::Composed(_)
            | Value::Chain(_)
            | Value::CoordinateLayout(_)
            | Value::XorLayout(_)
            | Value::Smem(_)
            | Value::Swizzled(_) => Refusal::Unknown(format!(
                "{} of {} together with run-time integers is not computed yet",
                self.name(),
                value.kind()
            )),
            _ => self.0.kind(index, wanted),
        })
    }

    pub(crate) fn layout(&self, index: usize) -> Result<SymbolicLayout, Refusal> {
        self.read(index, "a layout", layout_of)
    }

    pub(crate) fn shape(&self, index: usize) -> Result<IntTuple<Integer>, Refusal> {
        self.read(index, "an integer or a tuple of integers", shape_of)
    }

    pub(crate) fn tiler(&self, index: usize) -> Result<SymbolicTiler, Refusal> {
        self.read(index, "a tiler", tiler_of)
    }

    /// In a product, a tuple is a layout and no tiler.
    pub(crate) fn product_tiler(&self, index: usize) -> Result<SymbolicTiler, Refusal> {
        match self.0.value(index)? {
            Value::Tiler(_) | Value::SymbolicTiler(_) => self.tiler(index),
            _ => self.layout(index).map(SymbolicTiler::Layout),
        }
    }

    pub(crate) fn coordinate(&self, index: usize) -> Result<IntTuple<SymbolicIndex>, Refusal> {
        self.read(index, "a coordinate", coordinate_of)
    }

    /// A coordinate without `_`, whose names may be 0.
    pub(crate) fn indices(&self, index: usize) -> Result<IntTuple<Integer>, Refusal> {
        self.coordinate(index)?.try_map(&mut |at| match at {
            SymbolicIndex::At(at) => Ok(at.clone()),
            SymbolicIndex::All => Err(self.0.kind(index, "a coordinate without `_`")),
        })
    }

    /// The index of a thread, which may be 0.
    pub(crate) fn thread(&self, index: usize) -> Result<Integer, Refusal> {
        match self.coordinate(index)?.as_int() {
            Some(SymbolicIndex::At(thread)) => Ok(thread.clone()),
            _ => Err(self.0.kind(index, "the index of a thread")),
        }
    }

    pub(crate) fn mode_index(&self, index: usize) -> Result<usize, Refusal> {
        self.0.mode_index(index)
    }
}

impl From<SymbolicLayout> for Evaluated {
    fn from(layout: SymbolicLayout) -> Self {
        Value::from(layout).into()
    }
}

pub(crate) fn tuple(tuple: IntTuple<Integer>) -> Evaluated {
    Value::Tuple(tuple.map(|integer| Leaf::Size(integer.clone().into()))).into()
}

pub(crate) fn integer(integer: Integer) -> Evaluated {
    tuple(IntTuple::Int(integer))
}

/// A value that is right for all values of its names; else its reason says which facts are lacking. A program holds it
/// in any case.
pub(crate) fn judged(
    operands: &Operands<'_, '_>,
    answer: proof::Answer<SymbolicLayout>,
) -> Result<Evaluated, Refusal> {
    let (operation, proof::Answer { value, verdict }) = (operands.name(), answer);
    if !verdict.is_right() {
        if operands.0.is_of_program() {
            if let Some(verdict) = of_numbers(operands, &value) {
                return Ok(Evaluated { verdict, ..value.into() });
            }
            return Ok(Evaluated { notes: vec![not_right(operation, &verdict)], ..value.into() });
        }
        return Err(Refusal::Unknown(format!("{operation} gives {value}, {verdict}")));
    }
    let mut rounds_up_unless: Vec<String> = verdict.rounds_up_unless.iter().map(condition).collect();
    rounds_up_unless.dedup();
    let names: BTreeSet<String> = value.names().iter().map(|name| name.text.to_string()).collect();
    let names: Vec<String> = names.into_iter().collect();
    let steps = match names.is_empty() {
        true => Vec::new(),
        false => vec![without_marks(&format!("right for all values of {} from 1 on", names.join(", ")))],
    };
    let is_of_numbers = verdict.rounds_up_unless.iter().any(|fact| matches!(fact, proof::Fact::Beyond(_)));
    match is_of_numbers.then(|| rounding(operands)).flatten() {
        Some(verdict) => Ok(Evaluated { verdict, steps, ..value.into() }),
        None => Ok(Evaluated { rounds_up_unless, steps, ..value.into() }),
    }
}

/// What is said of a result of which it is not proved that it is right for all run-time sizes.
pub fn not_right(operation: &str, verdict: &proof::Verdict) -> String {
    let verdict = verdict.to_string();
    match verdict.strip_prefix("not proved: ") {
        Some(reason) => format!("that {operation} is right for all run-time sizes is not proved: {reason}"),
        None => format!("{operation} is {verdict}"),
    }
}

/// By how much a divide rounds up whose numbers are known, be they static or of run time.
fn rounding(operands: &Operands<'_, '_>) -> Option<Verdict> {
    const BY_TILES: [&str; 7] = [
        "logical_divide",
        "zipped_divide",
        "tiled_divide",
        "flat_divide",
        "local_tile",
        "inner_partition",
        "outer_partition",
    ];
    if !BY_TILES.contains(&operands.name()) {
        return None;
    }
    let layout = operands.layout(0).ok()?.known()?;
    let TilerMode::ByMode(modes) = known_tiler(&operands.tiler(1).ok()?)? else { return None };
    let verdict = layout_algebra::proof::zipped_divide(&layout, &Tiler::ByMode(modes)).ok()?.verdict;
    matches!(verdict, Verdict::NeedsPredicate { .. }).then_some(verdict)
}

/// Whether what CuTe computes at run time, where it checks nothing, is what a composition or divide of these numbers means: when
/// it is, or certainly is not, and all of them are known.
fn of_numbers(operands: &Operands<'_, '_>, value: &SymbolicLayout) -> Option<Verdict> {
    let (layout, value) = (operands.layout(0).ok()?.known()?, value.known()?);
    let tiler = known_tiler(&operands.tiler(1).ok()?)?;
    let verdict = match (Operation::named(operands.name())?, tiler) {
        (Operation::Composition, TilerMode::ByMode(modes)) => {
            layout_algebra::proof::unchecked_composition(&layout, &Tiler::ByMode(modes), &value)
        }
        (Operation::Composition, TilerMode::Layout(tile)) => {
            layout_algebra::proof::unchecked_composition(&layout, &Tiler::Layout(tile), &value)
        }
        (divide, tiler) if divide.is_divide() => {
            let tile = match tiler {
                TilerMode::Size(size) => Layout::new(IntTuple::Int(size), IntTuple::Int(1)).ok()?,
                TilerMode::Layout(tile) => tile,
                TilerMode::Keep | TilerMode::ByMode(_) => return None,
            };
            layout_algebra::proof::unchecked_divide(&layout, &tile, &value)
        }
        _ => return None,
    };
    verdict.ok().filter(|verdict| matches!(verdict, Verdict::Proved | Verdict::Wrong { .. }))
}

/// The tiler of the numbers, when all of them are known.
fn known_tiler(tiler: &SymbolicTiler) -> Option<TilerMode> {
    Some(match tiler {
        SymbolicTiler::Keep => TilerMode::Keep,
        SymbolicTiler::Size(size) => TilerMode::Size(size.known()?),
        SymbolicTiler::Layout(layout) => TilerMode::Layout(layout.known()?),
        SymbolicTiler::ByMode(modes) => {
            TilerMode::ByMode(modes.iter().map(known_tiler).collect::<Option<_>>()?)
        }
    })
}

/// A condition in words where it hangs on a size that has no name.
fn condition(fact: &proof::Fact) -> String {
    without_marks(&fact.to_string())
}

/// A program spells its own names later, where they are true; a size that is shown as `?` never gets one.
fn without_marks(text: &str) -> String {
    in_words(text, |name| (name != "?").then(|| name.to_owned()))
}

/// A part, which is worth what the divide is worth that it was cut from.
pub(crate) fn judged_part(
    operands: &Operands<'_, '_>,
    part: SymbolicPart,
    verdict: proof::Verdict,
) -> Result<Evaluated, Refusal> {
    let judged = judged(operands, proof::Answer { value: part.layout, verdict })?;
    Ok(Evaluated { offset: Some(part.offset.to_string()), ..judged })
}
