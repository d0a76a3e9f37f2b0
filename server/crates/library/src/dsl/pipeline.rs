//! Pipelines between warps: no layout depends on them but for the stage at hand, which is a run-time integer.

use std::sync::Arc;

use layout_algebra::symbolic::{Expression, Integer, Name};
use layoutlens_host_value::{
    call::{Call, Computed, LibraryFunction, Outcome, PlainFunction, Runner},
    library::unknown,
    object::Object,
    value::HostValue,
};

use crate::dsl::operand::{argument, receiver};
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
    ("cutlass.cute.experimental.GenericPipeline.create", with_states),
    ("cutlass.cute.experimental.TMAToUMMAPipeline.create", with_states),
    ("cutlass.cute.experimental.TMAToUMMAPipeline.create_with_mask", with_states),
    ("cutlass.cute.experimental.TMAToAsyncPipeline.create", with_states),
    ("cutlass.cute.experimental.AsyncToUMMAPipeline.create", with_states),
    ("cutlass.cute.experimental.UMMAtoAsyncPipeline.create", with_states),
    ("cutlass.cute.experimental.UMMAtoAsyncPipeline.create_with_mask", with_states),
    ("cutlass.cute.experimental.TMAStorePipeline", |call| {
        let stages = argument(call, "stages", 0)?.clone();
        Ok(Computed::plain(object(OF_STORES, [("stages", stages)])))
    }),
];

/// What synchronises two groups of warps.
const PIPELINE: &str = "a pipeline";

/// A pipeline that keeps the states of both sides.
const WITH_STATES: &str = "a pipeline with its states";

/// A pipeline of stores that one warp issues.
const OF_STORES: &str = "a pipeline of stores";

/// One side of it.
const PARTICIPANT: &str = "a side of a pipeline";

/// A stage of it: a state, or what a side has acquired.
const STAGE: &str = "a stage of a pipeline";

const OF_PIPELINE: &[(&str, PlainFunction)] = &[
    ("make_participants", |_| {
        Ok(Computed::plain(HostValue::tuple(vec![object(PARTICIPANT, []), object(PARTICIPANT, [])])))
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

const OF_PIPELINE_WITH_STATES: &[(&str, PlainFunction)] = &[
    ("producer_acquire_and_get_stage", token_and_stage),
    ("consumer_wait_and_get_stage", token_and_stage),
    ("get_producer_stage", token_and_stage),
    ("get_consumer_stage", token_and_stage),
    ("producer_acquire_and_get_phase", some_number),
    ("consumer_wait_and_get_phase", some_number),
    ("get_producer_phase", some_number),
    ("get_consumer_phase", some_number),
    ("producer_acquire", same),
    ("producer_commit", same),
    ("producer_commit_and_advance", same),
    ("consumer_wait", same),
    ("consumer_release", same),
    ("consumer_release_and_advance", same),
    ("producer_tail", same),
    ("consumer_tail", same),
];

fn object<const N: usize>(kind: &str, fields: [(&str, HostValue); N]) -> HostValue {
    let fields = fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    HostValue::Object(Arc::new(Object { class: None, kind: kind.to_owned(), fields }))
}

fn pipeline(_: &Call<'_>) -> Outcome {
    Ok(Computed::plain(object(PIPELINE, [])))
}

fn with_states(_: &Call<'_>) -> Outcome {
    Ok(Computed::plain(object(WITH_STATES, [])))
}

fn participant(_: &Call<'_>) -> Outcome {
    Ok(Computed::plain(object(PARTICIPANT, [])))
}

fn stage(_: &Call<'_>) -> Outcome {
    Ok(Computed::plain(object(STAGE, [])))
}

/// A token of the stage, and its index.
fn token_and_stage(_: &Call<'_>) -> Outcome {
    let token = HostValue::unknown("what a stage is waited for with is not known");
    Ok(Computed::plain(HostValue::tuple(vec![token, run_time_number()])))
}

fn some_number(_: &Call<'_>) -> Outcome {
    Ok(Computed::plain(run_time_number()))
}

/// Another number each time.
fn run_time_number() -> HostValue {
    let some = Name { least: 0, ..Name::new("?") };
    HostValue::integer(&Integer::Dynamic(Expression::of_name(some)))
}

/// `pipeline.get_index()` of stores: a number of Python's, until a loop of run time changes it.
fn index_of_store(runner: &mut dyn Runner, _: &Call<'_>) -> Outcome {
    Ok(Computed::plain(runner.open_number("which stage of the pipeline is at hand", 0)))
}

/// `pipeline.get_num_stages()` of stores.
fn stages_of_stores(call: &Call<'_>) -> Outcome {
    match receiver(call)? {
        HostValue::Object(object) => match object.fields.get("stages") {
            Some(stages) => Ok(Computed::plain(stages.clone())),
            None => unknown("how many stages the pipeline has is not known"),
        },
        _ => unknown("how many stages the pipeline has is not known"),
    }
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
        WITH_STATES => OF_PIPELINE_WITH_STATES,
        OF_STORES => {
            return match name {
                "get_index" => Some(LibraryFunction::Asking(index_of_store)),
                "get_num_stages" => Some(LibraryFunction::Plain(stages_of_stores)),
                "acquire_sync" | "commit_sync" | "release_advance" | "tail" => {
                    Some(LibraryFunction::Plain(same))
                }
                _ => None,
            };
        }
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
            Some(run_time_number())
        }
        HostValue::Object(object) if object.kind == OF_STORES => object.fields.get(name).cloned(),
        _ => None,
    }
}
