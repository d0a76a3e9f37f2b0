//! Pipelines between warps: no layout depends on them but for the stage at hand, which is a run-time integer.

use std::{collections::BTreeMap, sync::Arc};

use layout_algebra::symbolic::{Expression, Integer, Name};
use layoutlens_host_value::{
    call::{Call, Computed, LibraryFunction, Outcome, PlainFunction},
    library::unknown,
    object::Object,
    value::HostValue,
};

use crate::dsl::operand::receiver;
use layoutlens_library_cute::family::{Family, find};

/// The names of this family.
pub(super) const FAMILY: Family = Family { method, member, ..Family::NONE };

pub(super) const FUNCTIONS: &[(&str, PlainFunction)] = &[
    ("cutlass.pipeline.PipelineAsync.create", pipeline),
    ("cutlass.pipeline.PipelineCpAsync.create", pipeline),
    ("cutlass.pipeline.PipelineTmaAsync.create", pipeline),
    ("cutlass.pipeline.PipelineTmaUmma.create", pipeline),
    ("cutlass.pipeline.PipelineAsyncUmma.create", pipeline),
    ("cutlass.pipeline.PipelineUmmaAsync.create", pipeline),
    ("cutlass.pipeline.make_pipeline_state", stage),
];

/// What synchronises two groups of warps.
const PIPELINE: &str = "a pipeline";

/// One side of it.
const PARTICIPANT: &str = "a side of a pipeline";

/// A stage of it: a state, or what a side has acquired.
const STAGE: &str = "a stage of a pipeline";

const OF_PIPELINE: &[(&str, PlainFunction)] = &[
    ("make_participants", |_| {
        Ok(Computed::plain(HostValue::tuple(vec![object(PARTICIPANT), object(PARTICIPANT)])))
    }),
    ("make_producer", participant),
    ("make_consumer", participant),
];

const OF_PARTICIPANT: &[(&str, PlainFunction)] = &[
    ("clone", same),
    ("acquire", stage),
    ("acquire_and_advance", stage),
    ("current_handle", stage),
    ("wait", stage),
    ("wait_and_advance", stage),
];

const OF_STAGE: &[(&str, PlainFunction)] = &[("clone", same)];

fn object(kind: &str) -> HostValue {
    HostValue::Object(Arc::new(Object { class: None, kind: kind.to_owned(), fields: BTreeMap::new() }))
}

fn pipeline(_: &Call<'_>) -> Outcome {
    Ok(Computed::plain(object(PIPELINE)))
}

fn participant(_: &Call<'_>) -> Outcome {
    Ok(Computed::plain(object(PARTICIPANT)))
}

fn stage(_: &Call<'_>) -> Outcome {
    Ok(Computed::plain(object(STAGE)))
}

fn same(call: &Call<'_>) -> Outcome {
    Ok(Computed::plain(receiver(call)?.clone()))
}

fn method(receiver: &HostValue, name: &str) -> Option<LibraryFunction> {
    let HostValue::Object(object) = receiver else { return None };
    let table = match object.kind.as_str() {
        PIPELINE => OF_PIPELINE,
        PARTICIPANT => OF_PARTICIPANT,
        STAGE => OF_STAGE,
        _ => return None,
    };
    // What else they have waits or signals.
    let waits = LibraryFunction::Plain(|call| unknown(format!("what `{}` gives is not known", call.name)));
    Some(find(table, name).unwrap_or(waits))
}

/// `state.index`: another number each time that it is asked for, as stages go on.
fn member(receiver: &HostValue, name: &str) -> Option<HostValue> {
    match receiver {
        HostValue::Object(object) if object.kind == STAGE && matches!(name, "index" | "count" | "phase") => {
            let some = Name { least: 0, ..Name::new("?") };
            Some(HostValue::integer(&Integer::Dynamic(Expression::of_name(some))))
        }
        _ => None,
    }
}
