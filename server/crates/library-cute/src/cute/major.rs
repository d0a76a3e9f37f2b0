//! What CUTLASS asks of strides and clusters while it compiles: `cutlass::gemm::detail::is_mn_major<StrideA>()`,
//! `cutlass::detail::select_cluster_shape(shape)` (`cutlass/gemm/gemm.h`, `cutlass/detail/cluster.hpp`).

use layoutlens_host_value::{
    call::{Call, Computed, Outcome, PlainFunction},
    library::unknown,
    types::HostType,
    value::HostValue,
};
use layoutlens_operation::{Operation, Refusal, Value};

use crate::{
    cute::{
        contiguous_mode::is_major,
        operand::{argument, bare, instance, template_number, type_of},
    },
    family::Family,
};

/// The names of this family.
pub(super) const FAMILY: Family = Family {
    function: |name| {
        let last = bare(name).rsplit("::").next()?;
        FUNCTIONS.iter().find(|(known, _)| *known == last).map(|(_, function)| (*function).into())
    },
    ..Family::NONE
};

const FUNCTIONS: &[(&str, PlainFunction)] = &[
    ("is_major", |call| match call.template {
        [mode, of, ..] => of_mode(index(mode)?, of),
        [mode] => of_mode(index(mode)?, argument(call, 0)?),
        [] => unknown("which mode is asked for is not known"),
    }),
    ("is_mn_major", |call| of_only(call, 0)),
    ("is_m_major", |call| of_only(call, 0)),
    ("is_k_major", |call| of_only(call, 1)),
    ("is_n_major", |call| of_only(call, 1)),
    ("select_cluster_shape", cluster_shape),
];

fn index(mode: &HostValue) -> Result<usize, Refusal> {
    let number = template_number(mode)?;
    usize::try_from(number).or_else(|_| unknown(format!("there is no mode {number}")))
}

fn of_only(call: &Call<'_>, mode: usize) -> Outcome {
    match call.template {
        [of, ..] => of_mode(mode, of),
        [] => unknown("of which strides is asked is not known"),
    }
}

/// Whether a mode is contiguous: of strides, of a layout, or of what a pointer to either points to.
fn of_mode(mode: usize, of: &HostValue) -> Outcome {
    if let Some(HostType::Of(HostValue::Pointer(pointer))) = type_of(of) {
        return of_mode(mode, &pointer.element);
    }
    if let Some(HostType::Of(HostValue::Value(layout))) = type_of(of)
        && layout.is_layout()
    {
        let stride = Operation::Stride.run(std::slice::from_ref(layout))?.value;
        return Ok(Computed::plain(Value::Bool(is_major(mode, &HostValue::Value(stride))?)));
    }
    Ok(Computed::plain(Value::Bool(is_major(mode, of)?)))
}

/// One that is static is itself; of any other the hardware tells.
fn cluster_shape(call: &Call<'_>) -> Outcome {
    let shape = argument(call, 0)?;
    let is_static = instance(shape)
        .elements()
        .is_some_and(|sizes| sizes.iter().all(|size| size.as_integer().is_some_and(|size| size.is_static())));
    match is_static {
        true => Ok(Computed::plain(shape.clone())),
        false => unknown("the shape of the cluster is known when the kernel is launched"),
    }
}
