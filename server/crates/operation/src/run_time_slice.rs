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
            let index = index_of(size)?;
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

/// A run-time integer stands for its value; a name for 0.
///
/// # Errors
/// It is not known for the first thread.
pub fn index_of(size: &Size) -> Result<RunTimeIndex, Refusal> {
    Ok(match size {
        Size::Known(value) => RunTimeIndex::Static(*value),
        Size::Symbolic(expression) => {
            let at_zero = expression.substitute(&|_| Some(0.into()))?;
            let value = at_zero.as_constant().or_else(|| expression.as_constant());
            let value = value.filter(|value| *value >= 0);
            RunTimeIndex::RunTime(
                value.ok_or_else(|| {
                    Refusal::Unknown(format!("{expression} is not known for the first thread"))
                })?,
            )
        }
    })
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
