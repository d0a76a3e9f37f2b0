//! The layout of what a function of the program makes of modes.

use layoutlens_host_value::{
    call::{AskingFunction, Call, Outcome, Runner},
    library::{refuse_unknown, unknown},
    value::HostValue,
};
use layoutlens_operation::{Operation, Refusal, Value};

use crate::{
    cute::{
        layout::make::of_operands,
        operand::{bare, operand},
        operate::run,
        tuple::transform::{called, parts},
    },
    family::{Family, find, names},
};

/// The names of this family.
pub(super) const FAMILY: Family = Family {
    function: |name| find(ASKING, bare(name)),
    function_names: || names(ASKING).collect(),
    ..Family::NONE
};

const ASKING: &[(&str, AskingFunction)] = &[("transform_layout", transform_layout)];

/// `transform_layout(t, f)`, `transform_layout(t, u, f)`: the layout of what f gives of the modes. Where one of two has more
/// modes, f is not asked about these.
fn transform_layout(runner: &mut dyn Runner, call: &Call<'_>) -> Outcome {
    let (wholes, function) = parts(call)?;
    let modes: Vec<Vec<HostValue>> = wholes.iter().map(|whole| modes_of(whole)).collect::<Result<_, _>>()?;
    let common = modes.iter().map(Vec::len).min().unwrap_or_default();
    let at = |index: usize| modes.iter().filter_map(|modes| modes.get(index).cloned()).collect();
    let mut made: Vec<HostValue> =
        (0..common).map(|index| called(runner, call, function, at(index))).collect();
    made.extend(modes.iter().flat_map(|modes| modes.iter().skip(common).cloned()));
    refuse_unknown(&made)?;
    let operands: Vec<Value> = made.iter().map(operand).collect::<Result<_, _>>()?;
    of_operands(&operands)
}

/// The modes of a layout, or the elements of a tuple.
fn modes_of(whole: &HostValue) -> Result<Vec<HostValue>, Refusal> {
    if let Some(elements) = whole.elements() {
        return Ok(elements);
    }
    let layout = operand(whole)?;
    let Some(rank) = run(Operation::Rank, std::slice::from_ref(&layout))?.value.as_int() else {
        return unknown("how many modes the layout has is not known");
    };
    let mode = |index| run(Operation::Mode, &[layout.clone(), Value::int(index)]);
    (0..rank).map(|index| Ok(HostValue::Value(mode(index)?.value))).collect()
}
