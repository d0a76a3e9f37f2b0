//! MMA operations of the DSL of a thread, a warp and a warp group: `warp.MmaF16BF16Op`, `warpgroup.MmaF8Op`.

use layout_algebra::{atom::mma::MmaAtom, smem::Major};
use layoutlens_host_value::{
    call::{Call, Computed, Outcome, PlainFunction},
    library::unknown,
    open_number::is_open_type,
    value::HostValue,
};
use layoutlens_operation::{Hardware, Refusal, Value};

use crate::dsl::{
    atom::{Types, with_types},
    element::{NumberType, number_type},
    enumeration::{major, member_name},
    operand::{argument, modes, optional},
};

pub(super) const FUNCTIONS: &[(&str, PlainFunction)] = &[
    ("cutlass.cute.nvgpu.MmaUniversalOp", universal_mma),
    ("cutlass.cute.nvgpu.warp.MmaF16BF16Op", warp_mma),
    ("cutlass.cute.nvgpu.warp.MmaTF32Op", |call| {
        let [m, n, k] = shape_mnk(argument(call, "shape_mnk", 0)?)?;
        mma(&format!("SM80_{m}x{n}x{k}_F32TF32TF32F32_TN"), Types::Known)
    }),
    ("cutlass.cute.nvgpu.warp.MmaFP8Op", warp_float8),
    ("cutlass.cute.nvgpu.warp.MmaMXF4Op", |call| block_scaled_warp(call, 64, 32)),
    ("cutlass.cute.nvgpu.warp.MmaMXF4NVF4Op", |call| block_scaled_warp(call, 64, 16)),
    ("cutlass.cute.nvgpu.warp.MmaMXF8Op", |call| block_scaled_warp(call, 32, 32)),
    ("cutlass.cute.nvgpu.warpgroup.MmaF16BF16Op", warpgroup_half),
    ("cutlass.cute.nvgpu.warpgroup.MmaF8Op", |call| warpgroup_of_two(call, float8)),
    ("cutlass.cute.nvgpu.warpgroup.MmaI8Op", |call| warpgroup_of_two(call, integer8)),
];

/// An atom of this name of CUTLASS's.
pub(super) fn mma(name: &str, types: Types) -> Outcome {
    let atom = MmaAtom::find(name).map_err(|error| Refusal::Unknown(error.to_string()))?;
    Ok(Computed::plain(with_types(Value::from(Hardware::MmaAtom(atom)).into(), types)))
}

/// What is known when these are.
pub(super) fn types(knows_operand: bool, knows_accumulator: bool) -> Types {
    if knows_operand && knows_accumulator { Types::Known } else { Types::EnoughForLayouts }
}

/// A type of 16 bits, as MMA atoms name it; of one that is not known, its width is.
pub(super) fn half(value: Option<&HostValue>) -> Result<(&'static str, bool), Refusal> {
    match value.map(|value| (value, number_type(value))) {
        Some((_, Some(NumberType { name: "Float16", .. }))) => Ok(("F16", true)),
        Some((_, Some(NumberType { name: "BFloat16", .. }))) => Ok(("BF16", true)),
        Some((value, None)) if is_untold(value) => Ok(("F16", false)),
        _ => unknown("the operation takes another type of elements"),
    }
}

/// A floating-point type of 8 bits, as MMA atoms name it.
fn float8(value: &HostValue) -> Result<&'static str, Refusal> {
    match number_type(value).map(|number| number.name) {
        Some("Float8E4M3FN") => Ok("E4M3"),
        Some("Float8E5M2") => Ok("E5M2"),
        _ => unknown("the operation takes another type of elements"),
    }
}

fn integer8(value: &HostValue) -> Result<&'static str, Refusal> {
    match number_type(value).map(|number| number.name) {
        Some("Int8") => Ok("S8"),
        Some("Uint8") => Ok("U8"),
        _ => unknown("the operation takes another type of elements"),
    }
}

/// The type of accumulators, as MMA atoms name it. Their layouts are the same for all of them.
pub(super) fn accumulator(value: Option<&HostValue>) -> Result<(&'static str, bool), Refusal> {
    match value.map(|value| (value, number_type(value))) {
        Some((_, Some(NumberType { name: "Float32", .. }))) => Ok(("F32", true)),
        Some((_, Some(NumberType { name: "Float16", .. }))) => Ok(("F16", true)),
        Some((_, Some(NumberType { name: "Int32", .. }))) => Ok(("S32", true)),
        Some((value, None)) if is_untold(value) => Ok(("F32", false)),
        _ => unknown("the operation takes another type of accumulators"),
    }
}

/// The M, N and K of an instruction.
pub(super) fn shape_mnk(value: &HostValue) -> Result<[i64; 3], Refusal> {
    match modes(value)?.as_slice() {
        [m, n, k] => Ok([*m, *n, *k]),
        _ => unknown("an instruction has three extents"),
    }
}

/// Whether a type is known, or at least that the value is some type.
pub(super) fn is_known(value: Option<&HostValue>) -> bool {
    value.is_some_and(|value| !is_untold(value))
}

/// Whether it is not known which type a value is.
fn is_untold(value: &HostValue) -> bool {
    value.unknown_reason().is_some() || is_open_type(value)
}

fn warp_mma(call: &Call<'_>) -> Outcome {
    let (operand, knows_operand) = half(call.keyword_or("ab_dtype", 0))?;
    let (accumulator, knows_accumulator) = accumulator(call.keyword_or("acc_dtype", 1))?;
    let [m, n, k] = shape_mnk(argument(call, "shape_mnk", 2)?)?;
    let name = format!("SM80_{m}x{n}x{k}_{accumulator}{operand}{operand}{accumulator}_TN");
    mma(&name, types(knows_operand, knows_accumulator))
}

/// `warp.MmaFP8Op(ab_dtype, acc_dtype, shape_mnk)`.
fn warp_float8(call: &Call<'_>) -> Outcome {
    let operand = float8(argument(call, "ab_dtype", 0)?)?;
    let (accumulator, is_known) = accumulator(call.keyword_or("acc_dtype", 1))?;
    let [m, n, k] = shape_mnk(argument(call, "shape_mnk", 2)?)?;
    let name = format!("SM89_{m}x{n}x{k}_{accumulator}{operand}{operand}{accumulator}_TN");
    mma(&name, types(true, is_known))
}

/// `warp.MmaMXF8Op(ab_dtype, acc_dtype, sf_type)`: CUTLASS's atom has other types of values, which no layout depends on.
fn block_scaled_warp(call: &Call<'_>, k: i64, vector: i64) -> Outcome {
    let operand = argument(call, "ab_dtype", 0)?;
    let bits = if k == 64 { 4 } else { 8 };
    let Some(element) =
        number_type(operand).filter(|number| number.bits == bits).and_then(NumberType::element)
    else {
        return unknown("the operation takes another type of elements");
    };
    let name = element.name;
    let scale = if vector == 16 { "float_ue4m3_t" } else { "float_ue8m0_t" };
    mma(
        &format!("SM120::BLOCKSCALED::SM120_16x8x{k}_TN_VS<{name},{name},float,{scale},{vector}>"),
        Types::EnoughForLayouts,
    )
}

fn universal_mma(call: &Call<'_>) -> Outcome {
    match call.keyword_or("abacc_dtype", 0).map(number_type) {
        Some(Some(number)) => match number.element() {
            Some(element) => mma(&format!("UniversalFMA<{}>", element.name), Types::Known),
            None => unknown("the operation takes another type of elements"),
        },
        _ => mma("UniversalFMA<float>", Types::EnoughForLayouts),
    }
}

/// `warpgroup.MmaF16BF16Op(ab_dtype, acc_dtype, instruction_shape, a_src, a_major_mode, b_major_mode)`.
fn warpgroup_half(call: &Call<'_>) -> Outcome {
    let operand = half(call.keyword_or("ab_dtype", 0))?;
    let accumulator = accumulator(call.keyword_or("acc_dtype", 1))?;
    let shape = shape_mnk(argument(call, "instruction_shape", 2)?)?;
    let source = source(argument(call, "a_src", 3)?)?;
    let majors = [major(argument(call, "a_major_mode", 4)?)?, major(argument(call, "b_major_mode", 5)?)?];
    warpgroup_atom(operand.0, accumulator.0, shape, source, majors, types(operand.1, accumulator.1))
}

/// `warpgroup.MmaF8Op(a_dtype, b_dtype, acc_dtype, instruction_shape, a_src, a_major_mode, b_major_mode)`.
fn warpgroup_of_two(call: &Call<'_>, name: fn(&HostValue) -> Result<&'static str, Refusal>) -> Outcome {
    let (a, b) = (name(argument(call, "a_dtype", 0)?)?, name(argument(call, "b_dtype", 1)?)?);
    let (accumulator, is_known) = accumulator(call.keyword_or("acc_dtype", 2))?;
    let shape = shape_mnk(argument(call, "instruction_shape", 3)?)?;
    let source = source(argument(call, "a_src", 4)?)?;
    let majors = [major(argument(call, "a_major_mode", 5)?)?, major(argument(call, "b_major_mode", 6)?)?];
    warpgroup_bytes([a, b], (accumulator, is_known), shape, source, majors)
}

/// Where an instruction of a warp group takes A from, as CUTLASS names it.
fn source(value: &HostValue) -> Result<&'static str, Refusal> {
    Ok(if member_name(value, "warpgroup.OperandSource")? == "SMEM" { "SS" } else { "RS" })
}

fn warpgroup_atom(
    operand: &str,
    accumulator: &str,
    [m, n, k]: [i64; 3],
    source: &str,
    [a, b]: [Major; 2],
    types: Types,
) -> Outcome {
    let name = format!(
        "SM90_{m}x{n}x{k}_{accumulator}{operand}{operand}_{source}<GMMA::Major::{a},GMMA::Major::{b}>"
    );
    mma(&name, types)
}

/// Elements of 8 bits have K contiguous.
fn warpgroup_bytes(
    [a, b]: [&str; 2],
    (accumulator, is_known): (&str, bool),
    [m, n, k]: [i64; 3],
    source: &str,
    majors: [Major; 2],
) -> Outcome {
    if majors != [Major::K; 2] {
        return unknown("the operation takes operands in which K is contiguous");
    }
    // What accumulates integers is no float.
    let accumulator = if a.starts_with(['S', 'U']) { "S32" } else { accumulator };
    mma(&format!("SM90_{m}x{n}x{k}_{accumulator}{a}{b}_{source}_TN"), types(true, is_known))
}

/// The operation that `make_trivial_tiled_mma` of Hopper chooses. It depends on the types of the operands, the
/// accumulators do not.
pub(super) fn trivial_warpgroup_mma(call: &Call<'_>) -> Outcome {
    let (a, b) = (call.keyword_or("a_dtype", 0), call.keyword_or("b_dtype", 1));
    let accumulator = accumulator(call.keyword_or("acc_dtype", 4))?;
    let [m, n] = match modes(argument(call, "tiler_mn", 6)?)?.as_slice() {
        [m, n] => [*m, *n],
        _ => return unknown("a tile of an instruction has two extents"),
    };
    if !is_known(a) && !is_known(b) {
        let types = Types::EnoughForAccumulators;
        return warpgroup_atom(
            "F16",
            accumulator_of_floats(accumulator.0),
            [m, n, 16],
            "SS",
            [Major::K; 2],
            types,
        );
    }
    let majors = [major(argument(call, "a_leading_mode", 2)?)?, major(argument(call, "b_leading_mode", 3)?)?];
    let source = optional(call, "a_source", 7).map_or(Ok("SS"), source)?;
    let name = |value: Option<&HostValue>| match value.filter(|value| !is_untold(value)) {
        Some(value) => float8(value).or_else(|_| integer8(value)).ok(),
        None => None,
    };
    match (name(a), name(b)) {
        (Some(a), Some(b)) => warpgroup_bytes([a, b], accumulator, [m, n, 32], source, majors),
        (None, None) => {
            let operand = half(if is_known(a) { a } else { b })?;
            // The operation is that of A; B tells its width only.
            let types = types(operand.1 && is_known(a), accumulator.1);
            warpgroup_atom(operand.0, accumulator.0, [m, n, 16], source, majors, types)
        }
        _ => unknown("the element types of the operation are not known"),
    }
}

/// Accumulators of the same layouts.
fn accumulator_of_floats(accumulator: &str) -> &str {
    if accumulator == "S32" { "F32" } else { accumulator }
}
