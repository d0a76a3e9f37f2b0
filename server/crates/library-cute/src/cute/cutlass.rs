//! Names of CUTLASS that layouts of kernels depend on: strides of its layout tags, sizes in bytes, threads of a warp,
//! launches of kernels that are classes.

use layoutlens_host_value::{
    call::{AskingFunction, Call, CallArgument, Computed, Outcome, PlainFunction, Runner},
    library::unknown,
    types::HostType,
    value::HostValue,
};

use crate::{
    cute::{
        integer::{named_type, type_with},
        operand::{argument, bare, type_of},
        tuple::of_run_time,
    },
    family::{Family, find},
};

/// The names of this family.
pub(super) const FAMILY: Family = Family {
    function: |name| find(FUNCTIONS, bare(name)).or_else(|| find(ASKING, bare(name))),
    named: |name| {
        let constant = CONSTANTS.iter().find(|(known, _)| *known == bare(name));
        let tag = TAGS.contains(&bare(name)).then(|| named_type(bare(name)));
        constant.map(|&(_, number)| HostValue::run_time_int(number)).or(tag)
    },
    specialized: |name, arguments| match arguments {
        [tag] => Some(Ok(stride_of_tag(bare(name), tag)?)),
        _ => None,
    },
    ..Family::NONE
};

const FUNCTIONS: &[(&str, PlainFunction)] = &[
    ("bits_to_bytes", |call| scaled(call, 8)),
    ("bytes_to_bits", bytes_to_bits),
    ("at::cuda::getCurrentCUDAStream", stream),
    ("c10::cuda::getCurrentCUDAStream", stream),
];

/// Functions that ask whoever runs the program.
const ASKING: &[(&str, AskingFunction)] = &[
    ("device_kernel", |runner, call| launched(runner, call, 0)),
    // Behind the grid, the block, the bytes of shared memory and the stream.
    ("kernel_launch", |runner, call| launched(runner, call, 4)),
];

const CONSTANTS: &[(&str, i64)] =
    &[("NumThreadsPerWarp", 32), ("NumThreadsPerWarpGroup", 128), ("NumWarpsPerWarpGroup", 4)];

const TAGS: &[&str] = &["layout::RowMajor", "layout::ColumnMajor"];

/// PyTorch's stream, which becomes CUDA's wherever it is handed on.
fn stream(call: &Call<'_>) -> Outcome {
    Ok(Computed::plain(HostValue::typed("cudaStream_t", format!("what {} gives", call.name))))
}

/// `bits_to_bytes(n)`: rounded up.
fn scaled(call: &Call<'_>, bits: i64) -> Outcome {
    match argument(call, 0)?.known_int() {
        Some(number) if number >= 0 => Ok(Computed::plain(HostValue::run_time_int(
            number.div_euclid(bits) + i64::from(number % bits != 0),
        ))),
        _ => unknown("the number of bits is not known"),
    }
}

/// `device_kernel<Kernel>(params)`: a `Kernel` is called with its parameters and its shared memory
/// (`cutlass/device_kernel.h`, `cutlass/kernel_launch.h`).
fn launched(runner: &mut dyn Runner, call: &Call<'_>, parameters: usize) -> Outcome {
    let (Some(kernel), Some(given)) = (call.template.first(), call.arguments.get(parameters)) else {
        return unknown("the kernel is not known");
    };
    let value = HostValue::unknown("the address of shared memory is not known");
    let smem = CallArgument { keyword: None, value, range: call.range.clone() };
    Ok(runner.launch_class(kernel, vec![given.clone(), smem], call.range.clone()))
}

fn bytes_to_bits(call: &Call<'_>) -> Outcome {
    match argument(call, 0)?.known_int().and_then(|number| number.checked_mul(8)) {
        Some(bits) => Ok(Computed::plain(HostValue::run_time_int(bits))),
        None => unknown("the number of bytes is not known"),
    }
}

/// The type of the strides of operand A, B or C, by a layout tag or by itself, `Stride<int64_t, _1, int64_t>`.
pub(super) fn stride_of_layout(operand: char, layout: &HostValue) -> Option<HostValue> {
    match type_of(layout)? {
        HostType::Named(_) => stride_of_tag(&format!("detail::TagToStride{operand}_t"), layout),
        HostType::Of(strides) if strides.elements().is_some() => Some(layout.clone()),
        HostType::Of(HostValue::Pointer(pointer)) => stride_of_layout(operand, &pointer.element),
        _ => None,
    }
}

/// `detail::TagToStrideA_t<layout::RowMajor>`: the type of the strides of a matrix and its batches.
fn stride_of_tag(name: &str, tag: &HostValue) -> Option<HostValue> {
    let operand = name.rsplit("::").next()?.strip_prefix("TagToStride")?.strip_suffix("_t")?;
    let Some(HostType::Named(tag)) = type_of(tag) else { return None };
    let is_row_major = match bare(tag) {
        "layout::RowMajor" => true,
        "layout::ColumnMajor" => false,
        _ => return None,
    };
    // B is written (N,K): where it is row-major, N is contiguous.
    let is_first_contiguous = match operand {
        "A" | "C" => !is_row_major,
        "B" => is_row_major,
        _ => return None,
    };
    let open = || of_run_time("int64_t");
    let one = || HostValue::static_int(1);
    let strides = if is_first_contiguous { [one(), open(), open()] } else { [open(), one(), open()] };
    Some(type_with(HostValue::tuple(strides.to_vec())))
}
