//! Slices of swizzled layouts at coordinates of run time: `sA(_,_,stage)`.

use layout_algebra::{
    ComposedLayout, IntTuple, RunTimeIndex, RunTimePart, RunTimeSlice, composed_slice_at_run_time,
    proof::Answer,
};

use super::Refusal;
use crate::{Evaluated, Size, Value, value::Leaf};

/// The slice, when the layout is swizzled and the coordinate holds `_` beside integers of run time, or the layout waits
/// for its pointer.
///
/// A slice that is another one for other values of names is unknown.
pub(super) fn sliced(layout: &Value, coordinate: &Value) -> Option<Result<Evaluated, Refusal>> {
    let Value::Tuple(at) = coordinate else { return None };
    if !at.leaves().contains(&&Leaf::Keep) {
        return None;
    }
    match layout {
        Value::Composed(composed) if super::symbolic::has_names(coordinate) => {
            Some(of_composed(composed, at))
        }
        Value::Smem(smem) => {
            let composed = ComposedLayout::new(smem.swizzle(), 0, smem.layout().clone());
            let slice = of_composed(&composed, at);
            Some(slice.map(|slice| Evaluated { notes: vec![FORGETS_BYTES.to_owned()], ..slice }))
        }
        _ => None,
    }
}

/// What a slice of a layout that waits for its pointer is worth.
const FORGETS_BYTES: &str = "CuTe's slice of a layout whose pointer is not set takes the swizzle, which is on bytes, \
                             as one on elements";

fn of_composed(composed: &ComposedLayout, coordinate: &IntTuple<Leaf>) -> Result<Evaluated, Refusal> {
    let mut has_names = false;
    let indices = coordinate.try_map(&mut |leaf| match leaf {
        Leaf::Keep => Ok(RunTimeIndex::All),
        Leaf::Size(size) => {
            let index = first_index(size)?.index;
            has_names |= size.integer().known().is_none();
            Ok(index)
        }
        _ => Err(Refusal::Unknown("this is no coordinate of a slice".to_owned())),
    })?;
    let answer = composed_slice_at_run_time(&indices, composed)?;
    if has_names && answer.value.depends_on_values {
        let reason = "the swizzle makes this slice another layout for other values of the coordinate";
        return Err(Refusal::Unknown(reason.to_owned()));
    }
    let mut part = evaluated(answer);
    if has_names {
        part.offset = None;
    }
    Ok(part)
}

/// An index of run time at the first values of its names for which it is an index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FirstIndex {
    /// The index there.
    pub index: RunTimeIndex,
    /// What each of its names is there: 0, or, of a difference such as `threadIdx.x - 32`, what makes it 0.
    pub names: i64,
}

/// A run-time integer stands for its value, a name for 0; the only name of a difference for what makes that 0.
///
/// # Errors
/// There is none: the index is below 0 where its names are 0, and it has several.
pub fn first_index(size: &Size) -> Result<FirstIndex, Refusal> {
    let expression = match size {
        Size::Known(value) => return Ok(FirstIndex { index: RunTimeIndex::Static(*value), names: 0 }),
        Size::Symbolic(expression) => expression,
    };
    let value_at = |names: i64| -> Result<Option<i64>, Refusal> {
        Ok(expression.substitute(&|_| Some(names.into()))?.as_constant())
    };
    let at_zero = match value_at(0)? {
        Some(value) => Some(value),
        None => expression.as_constant(),
    };
    let found = match at_zero {
        Some(value) if value >= 0 => Some((value, 0)),
        Some(value) if has_one_name(size) => match value.checked_neg() {
            Some(names) => value_at(names)?.filter(|value| *value == 0).map(|value| (value, names)),
            None => None,
        },
        _ => None,
    };
    match found {
        Some((value, names)) => Ok(FirstIndex { index: RunTimeIndex::RunTime(value), names }),
        None => Err(Refusal::Unknown(format!("{expression} is not known for the first thread"))),
    }
}

/// Whether it goes by one name that a reader of the source can look up.
fn has_one_name(size: &Size) -> bool {
    let names = size.names();
    names.len() == 1 && !names.iter().any(|name| name.starts_with('?'))
}

/// The slice as a value.
pub fn evaluated(Answer { value, verdict }: Answer<RunTimeSlice>) -> Evaluated {
    let RunTimeSlice { layout, offset, .. } = value;
    let layout = match layout {
        RunTimePart::Plain(layout) => Value::from(layout),
        RunTimePart::Composed(layout) => Value::from(layout),
    };
    Evaluated { verdict, offset: Some(offset.to_string()).filter(|offset| offset != "0"), ..layout.into() }
}
