//! `xs[start:stop:step]` of what has elements.

use std::sync::Arc;

use layoutlens_host_value::{
    call::{Call, Computed, Outcome},
    object::Object,
    value::{HostValue, SLICE},
};

/// `slice(start, stop, step)`.
pub(crate) fn slice(call: &Call<'_>) -> Outcome {
    let names = ["start", "stop", "step"];
    let fields = names.iter().zip(call.positional()).map(|(name, value)| ((*name).to_owned(), value.clone()));
    let fields = fields.collect();
    Ok(Computed::plain(HostValue::Object(Arc::new(Object { class: None, kind: SLICE.to_owned(), fields }))))
}

/// `elements[start:stop:step]`.
pub(crate) fn sliced(elements: &[HostValue], slice: &Object) -> HostValue {
    match indices(elements.len(), slice) {
        Some(indices) => {
            HostValue::tuple(indices.into_iter().filter_map(|at| elements.get(at).cloned()).collect())
        }
        None => HostValue::unknown("the bounds of the slice are not known"),
    }
}

/// The indices that a slice takes of so many elements, in its order. Bounds beyond the ends are taken for these, and a step
/// below zero goes from the last element to the first.
fn indices(count: usize, slice: &Object) -> Option<Vec<usize>> {
    let length = i64::try_from(count).ok()?;
    let given = |name: &str| match slice.fields.get(name) {
        None | Some(HostValue::Nothing) => Some(None),
        Some(value) => value.known_int().map(Some),
    };
    let step = given("step")?.unwrap_or(1);
    let (lowest, highest) = if step > 0 { (0, length) } else { (-1, length - 1) };
    let bound = |name: &str, default: i64| {
        given(name).map(|at| match at {
            None => default,
            Some(at) if at < 0 => at.saturating_add(length).max(lowest),
            Some(at) => at.min(highest),
        })
    };
    let (first, end) = if step > 0 { (lowest, highest) } else { (highest, lowest) };
    let (mut at, stop) = (bound("start", first)?, bound("stop", end)?);
    let mut indices = Vec::new();
    while step > 0 && at < stop || step < 0 && at > stop {
        indices.push(usize::try_from(at).ok()?);
        at = at.checked_add(step)?;
    }
    // Python refuses a step of zero.
    (step != 0).then_some(indices)
}
