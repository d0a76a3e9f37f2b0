//! MMA and copy operations of the DSL as atoms: `warp.MmaF16BF16Op`, `cute.make_copy_atom`.

use std::{collections::BTreeMap, sync::Arc};

use layout_algebra::{
    Layout,
    atom::{
        copy::{CopyAtom, CopyTraits},
        element::ElementType,
        mma::MmaAtom,
        tmem::TmemInstruction,
    },
    smem::Major,
};

use super::{
    element::{NumberType, number_type},
    enumeration::{major, member_name},
    operand::{argument, optional},
};
use crate::{
    Hardware, Value,
    host::{
        Call, Computed, HostValue, Interpreter, LibraryFunction, Object,
        family::Family,
        library::{Outcome, unknown},
        open_number::is_open_type,
    },
    operation::Refusal,
};

/// The names of this family.
pub(super) const FAMILY: Family = Family { member, ..Family::NONE };

pub(super) const FUNCTIONS: &[(&str, LibraryFunction)] = &[
    ("cutlass.cute.nvgpu.warp.MmaF16BF16Op", warp_mma),
    ("cutlass.cute.nvgpu.MmaUniversalOp", universal_mma),
    ("cutlass.cute.nvgpu.warpgroup.MmaF16BF16Op", |_, call| warpgroup_mma_of(call)),
    ("cutlass.cute.nvgpu.tcgen05.MmaF16BF16Op", |_, call| tcgen05_mma(call)),
    ("cutlass.cute.nvgpu.CopyUniversalOp", copy_operation),
    ("cutlass.cute.nvgpu.CopyG2ROp", copy_operation),
    ("cutlass.cute.nvgpu.CopyR2GOp", copy_operation),
    ("cutlass.cute.nvgpu.CopyS2ROp", copy_operation),
    ("cutlass.cute.nvgpu.CopyR2SOp", copy_operation),
    ("cutlass.cute.nvgpu.cpasync.CopyG2SOp", copy_operation),
    ("cutlass.cute.nvgpu.warp.LdMatrix8x8x16bOp", |_, call| matrix_copy(call, "LdMatrix8x8x16bOp")),
    ("cutlass.cute.nvgpu.warp.StMatrix8x8x16bOp", |_, call| matrix_copy(call, "StMatrix8x8x16bOp")),
    ("cutlass.cute.nvgpu.tcgen05.Repetition", repetition),
    ("cutlass.cute.nvgpu.tcgen05.Ld16x64bOp", tensor_memory_copy),
    ("cutlass.cute.nvgpu.tcgen05.Ld16x128bOp", tensor_memory_copy),
    ("cutlass.cute.nvgpu.tcgen05.Ld16x256bOp", tensor_memory_copy),
    ("cutlass.cute.nvgpu.tcgen05.Ld32x32bOp", tensor_memory_copy),
    ("cutlass.cute.nvgpu.tcgen05.St16x64bOp", tensor_memory_copy),
    ("cutlass.cute.nvgpu.tcgen05.St16x128bOp", tensor_memory_copy),
    ("cutlass.cute.nvgpu.tcgen05.St16x256bOp", tensor_memory_copy),
    ("cutlass.cute.nvgpu.tcgen05.St32x32bOp", tensor_memory_copy),
    ("cutlass.cute.make_mma_atom", make_mma_atom),
    ("cutlass.cute.make_copy_atom", make_copy_atom),
];

/// What is known of the element types of an atom, or of what is made of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Types {
    /// All of them.
    Known,
    /// Enough for all layouts.
    EnoughForLayouts,
    /// Enough for the layouts of the accumulators.
    EnoughForAccumulators,
}

/// Objects of the library that stand for an atom whose element types are not all known. The atom in their field `like`
/// has the same layouts, as far as those depend on what is known.
const UNTYPED: &[(&str, Types)] = &[
    ("an atom whose element types are not known", Types::EnoughForLayouts),
    ("an MMA whose operands' types are not known", Types::EnoughForAccumulators),
];

/// The value with what stands for an atom of unknown types replaced by the atom that has its layouts.
pub(super) fn typed(value: &HostValue) -> (HostValue, Types) {
    match value {
        HostValue::Object(object) => {
            let known = UNTYPED.iter().find(|(kind, _)| *kind == object.kind);
            match (known, object.fields.get("like")) {
                (Some((_, types)), Some(atom)) => (atom.clone(), *types),
                _ => (value.clone(), Types::Known),
            }
        }
        HostValue::ThreadSlice(slice) => match typed(&slice.tiled) {
            (_, Types::Known) => (value.clone(), Types::Known),
            (tiled, types) => {
                let slice = crate::host::ThreadSlice { tiled, thread: slice.thread.clone() };
                (HostValue::ThreadSlice(Arc::new(slice)), types)
            }
        },
        _ => (value.clone(), Types::Known),
    }
}

/// An atom or what is made of one, of which so much is known.
pub(super) fn with_types(atom: HostValue, types: Types) -> HostValue {
    let Some((kind, _)) = UNTYPED.iter().find(|(_, known)| *known == types) else { return atom };
    let fields = BTreeMap::from([("like".to_owned(), atom)]);
    HostValue::Object(Arc::new(Object { class: None, kind: (*kind).to_owned(), fields }))
}

/// An atom of this name of CUTLASS's.
fn mma(name: &str, types: Types) -> Outcome {
    let atom = MmaAtom::find(name).map_err(|error| Refusal::Unknown(error.to_string()))?;
    Ok(Computed::plain(with_types(Value::from(Hardware::MmaAtom(atom)).into(), types)))
}

/// What is known when these are.
fn types(knows_operand: bool, knows_accumulator: bool) -> Types {
    if knows_operand && knows_accumulator { Types::Known } else { Types::EnoughForLayouts }
}

/// A type of 16 bits, as MMA atoms name it; of one that is not known, its width is.
fn half(value: Option<&HostValue>) -> Result<(&'static str, bool), Refusal> {
    match value.map(|value| (value, number_type(value))) {
        Some((_, Some(NumberType { name: "Float16", .. }))) => Ok(("F16", true)),
        Some((_, Some(NumberType { name: "BFloat16", .. }))) => Ok(("BF16", true)),
        Some((value, None)) if is_untold(value) => Ok(("F16", false)),
        _ => unknown("the operation takes another type of elements"),
    }
}

/// The type of accumulators, as MMA atoms name it. Their layouts are the same for all of them.
fn accumulator(value: Option<&HostValue>) -> Result<(&'static str, bool), Refusal> {
    match value.map(|value| (value, number_type(value))) {
        Some((_, Some(NumberType { name: "Float32", .. }))) => Ok(("F32", true)),
        Some((_, Some(NumberType { name: "Float16", .. }))) => Ok(("F16", true)),
        Some((value, None)) if is_untold(value) => Ok(("F32", false)),
        _ => unknown("the operation takes another type of accumulators"),
    }
}

/// The M, N and K of an instruction.
fn shape_mnk(value: &HostValue) -> Result<[i64; 3], Refusal> {
    match super::operand::modes(value)?.as_slice() {
        [m, n, k] => Ok([*m, *n, *k]),
        _ => unknown("an instruction has three extents"),
    }
}

fn warp_mma(_: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let (operand, knows_operand) = half(call.keyword_or("ab_dtype", 0))?;
    let (accumulator, knows_accumulator) = accumulator(call.keyword_or("acc_dtype", 1))?;
    let [m, n, k] = shape_mnk(argument(call, "shape_mnk", 2)?)?;
    let name = format!("SM80_{m}x{n}x{k}_{accumulator}{operand}{operand}{accumulator}_TN");
    mma(&name, types(knows_operand, knows_accumulator))
}

fn universal_mma(_: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    match call.keyword_or("abacc_dtype", 0).map(number_type) {
        Some(Some(number)) => match number.element() {
            Some(element) => mma(&format!("UniversalFMA<{}>", element.name), Types::Known),
            None => unknown("the operation takes another type of elements"),
        },
        _ => mma("UniversalFMA<float>", Types::EnoughForLayouts),
    }
}

/// `warpgroup.MmaF16BF16Op(ab_dtype, acc_dtype, instruction_shape, a_src, a_major_mode, b_major_mode)`.
fn warpgroup_mma_of(call: &Call<'_>) -> Outcome {
    let operand = half(call.keyword_or("ab_dtype", 0))?;
    let accumulator = accumulator(call.keyword_or("acc_dtype", 1))?;
    let shape = shape_mnk(argument(call, "instruction_shape", 2)?)?;
    let source = source(argument(call, "a_src", 3)?)?;
    let majors = [major(argument(call, "a_major_mode", 4)?)?, major(argument(call, "b_major_mode", 5)?)?];
    warpgroup_atom(operand.0, accumulator, shape, source, majors, types(operand.1, accumulator.1))
}

/// Where an instruction of a warp group takes A from, as CUTLASS names it.
fn source(value: &HostValue) -> Result<&'static str, Refusal> {
    Ok(if member_name(value, "warpgroup.OperandSource")? == "SMEM" { "SS" } else { "RS" })
}

fn warpgroup_atom(
    operand: &str,
    (accumulator, _): (&str, bool),
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

/// The operation that `make_trivial_tiled_mma` of Hopper chooses. It depends on the types of the operands, the
/// accumulators do not.
pub(super) fn trivial_warpgroup_mma(call: &Call<'_>) -> Outcome {
    let (a, b) = (call.keyword_or("a_dtype", 0), call.keyword_or("b_dtype", 1));
    let accumulator = accumulator(call.keyword_or("acc_dtype", 4))?;
    let [m, n] = match super::operand::modes(argument(call, "tiler_mn", 6)?)?.as_slice() {
        [m, n] => [*m, *n],
        _ => return unknown("a tile of an instruction has two extents"),
    };
    if !is_known(a) && !is_known(b) {
        let types = Types::EnoughForAccumulators;
        return warpgroup_atom("F16", accumulator, [m, n, 16], "SS", [Major::K; 2], types);
    }
    let operand = half(if is_known(a) { a } else { b })?;
    let majors = [major(argument(call, "a_leading_mode", 2)?)?, major(argument(call, "b_leading_mode", 3)?)?];
    let source = optional(call, "a_source", 7).map_or(Ok("SS"), source)?;
    warpgroup_atom(operand.0, accumulator, [m, n, 16], source, majors, types(operand.1, accumulator.1))
}

fn is_known(value: Option<&HostValue>) -> bool {
    value.is_some_and(|value| !is_untold(value))
}

/// Whether it is not known which type a value is.
fn is_untold(value: &HostValue) -> bool {
    value.unknown_reason().is_some() || is_open_type(value)
}

/// An operation of Blackwell: its types, its tile, and where its operands lie. Accumulators in tensor memory depend on
/// their type.
fn tcgen05_atom(
    operand: &str,
    accumulator: Option<&HostValue>,
    [m, n]: [i64; 2],
    (group, source): (&HostValue, Option<&HostValue>),
    [a, b]: [Major; 2],
    types: Types,
) -> Outcome {
    let (accumulator, true) = self::accumulator(accumulator)? else {
        return unknown("the type of the accumulators is not known");
    };
    let group = if member_name(group, "CtaGroup")? == "TWO" { "_2x1SM" } else { "" };
    let source = match source {
        Some(source) if member_name(source, "tcgen05.OperandSource")? == "TMEM" => "TS",
        _ => "SS",
    };
    let element = if operand == "BF16" { "bfloat16_t" } else { "half_t" };
    let accumulator = if accumulator == "F16" { "half_t" } else { "float" };
    let name = format!(
        "SM100_MMA_F16BF16{group}_{source}<{element},{element},{accumulator},{m},{n},UMMA::Major::{a},UMMA::Major::{b}>"
    );
    mma(&name, types)
}

/// `tcgen05.MmaF16BF16Op(ab_dtype, acc_dtype, instruction_shape, cta_group, a_src, a_major_mode, b_major_mode)`.
fn tcgen05_mma(call: &Call<'_>) -> Outcome {
    let (operand, knows_operand) = half(call.keyword_or("ab_dtype", 0))?;
    let [m, n, _] = shape_mnk(argument(call, "instruction_shape", 2)?)?;
    let majors = [major(argument(call, "a_major_mode", 5)?)?, major(argument(call, "b_major_mode", 6)?)?];
    let place = (argument(call, "cta_group", 3)?, Some(argument(call, "a_src", 4)?));
    let types = types(knows_operand, true);
    tcgen05_atom(operand, call.keyword_or("acc_dtype", 1), [m, n], place, majors, types)
}

/// The operation that `make_trivial_tiled_mma` of Blackwell chooses, called with one element type or with two. It
/// depends on the types of the operands, the accumulators do not.
pub(super) fn trivial_tcgen05_mma(call: &Call<'_>) -> Outcome {
    let has_keyword = |name: &str| call.arguments.iter().any(|given| given.keyword.as_deref() == Some(name));
    let group_at = call.positional().iter().position(|value| member_name(value, "CtaGroup").is_ok());
    let later = match group_at {
        Some(4) => 0,
        Some(_) => 1,
        None => usize::from(!has_keyword("ab_dtype")),
    };
    let dtype = call.keyword_or(if later == 0 { "ab_dtype" } else { "a_dtype" }, 0);
    let accumulator = call.keyword_or("acc_dtype", 3 + later);
    let tile = match super::operand::modes(argument(call, "mma_tiler_mn", 5 + later)?)?.as_slice() {
        [m, n] => [*m, *n],
        _ => return unknown("a tile of an instruction has two extents"),
    };
    let group = argument(call, "cta_group", 4 + later)?;
    if !is_known(dtype) {
        let types = Types::EnoughForAccumulators;
        return tcgen05_atom("F16", accumulator, tile, (group, None), [Major::K; 2], types);
    }
    let (operand, knows_operand) = half(dtype)?;
    let majors = [
        major(argument(call, "a_leading_mode", 1 + later)?)?,
        major(argument(call, "b_leading_mode", 2 + later)?)?,
    ];
    let place = (group, optional(call, "a_source", 6 + later));
    tcgen05_atom(operand, accumulator, tile, place, majors, types(knows_operand, true))
}

/// An operation that copies as many bits as its atom says.
fn copy_operation(_: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let name = call.name.rsplit('.').next().unwrap_or(call.name);
    Ok(Computed::plain(operation(name, BTreeMap::new())))
}

fn operation(name: &str, fields: BTreeMap<String, HostValue>) -> HostValue {
    HostValue::Object(Arc::new(Object { class: None, kind: name.to_owned(), fields }))
}

/// `LdMatrix8x8x16bOp(transpose, num_matrices)`, `StMatrix8x8x16bOp(..)`.
fn matrix_copy(call: &Call<'_>, name: &str) -> Outcome {
    if optional(call, "unpack_bits", 2).is_some() {
        return unknown("a copy that unpacks is not computed");
    }
    let transpose = call.keyword_or("transpose", 0).cloned().unwrap_or(Value::Bool(false).into());
    let count = call.keyword_or("num_matrices", 1).cloned().unwrap_or(HostValue::static_int(1));
    let fields = BTreeMap::from([("transpose".to_owned(), transpose), ("num_matrices".to_owned(), count)]);
    Ok(Computed::plain(operation(name, fields)))
}

/// `tcgen05.Repetition(32)`: how often an instruction on tensor memory repeats its form.
fn repetition(_: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    Ok(Computed::plain(argument(call, "value", 0)?.clone()))
}

/// `tcgen05.Ld32x32bOp(repetition)`: an instruction on tensor memory, by CUTLASS's name.
fn tensor_memory_copy(_: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    if call.arguments.len() > 1 {
        return unknown("an instruction that packs or unpacks is not computed");
    }
    let Some(repetition) = argument(call, "repeat", 0)?.known_int() else {
        return unknown("how often the instruction repeats its form is not known");
    };
    let operation = call.name.rsplit('.').next().unwrap_or(call.name).trim_end_matches("Op");
    let (direction, form) = operation.split_at(2);
    let direction = if direction == "Ld" { "LOAD" } else { "STORE" };
    let name = format!("SM100_TMEM_{direction}_{}{repetition}x", form.replacen('x', "dp", 1));
    let instruction = TmemInstruction::find(&name).map_err(not_found)?;
    Ok(Computed::plain(Value::from(Hardware::TmemInstruction(instruction))))
}

fn make_mma_atom(_: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let operation = argument(call, "op", 0)?;
    match typed(operation).0 {
        HostValue::Value(Value::Hardware(_)) => Ok(Computed::plain(operation.clone())),
        _ => unknown("this MMA operation is not computed"),
    }
}

/// `make_copy_atom(op, dtype, num_bits_per_copy=..)`.
fn make_copy_atom(_: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let operation = argument(call, "op", 0)?;
    let dtype = argument(call, "copy_internal_type", 1)?;
    let Some(number) = number_type(dtype) else {
        return unknown("the element type of the copy is not known");
    };
    let Some(element) = number.element() else { return unknown("copies of this type are not computed") };
    if let HostValue::Value(Value::Hardware(instruction)) = operation
        && let Hardware::TmemInstruction(instruction) = instruction.as_ref()
    {
        let traits = CopyTraits::of_tmem(instruction).map_err(not_found)?;
        let atom = CopyAtom::new(traits, element).map_err(not_found)?;
        return Ok(Computed::plain(Value::from(Hardware::CopyAtom(atom))));
    }
    let HostValue::Object(operation) = operation else {
        return unknown("this copy operation is not computed");
    };
    let bits = match call.arguments.iter().find(|given| given.keyword.as_deref() == Some("num_bits_per_copy"))
    {
        Some(given) => match given.value.known_int() {
            Some(0) => number.bits,
            Some(bits) => bits,
            None => return unknown("how many bits are copied is not known"),
        },
        None => number.bits,
    };
    copy_atom(operation, element, bits)
}

fn copy_atom(operation: &Object, element: ElementType, bits: i64) -> Outcome {
    let name = match operation.kind.as_str() {
        "CopyUniversalOp" | "CopyG2ROp" | "CopyR2GOp" | "CopyS2ROp" | "CopyR2SOp" => {
            format!("UniversalCopy<uint{bits}{}>", if bits < 8 { "b_t" } else { "_t" })
        }
        "CopyG2SOp" => format!("SM80_CP_ASYNC_CACHEALWAYS<uint{bits}_t>"),
        kind @ ("LdMatrix8x8x16bOp" | "StMatrix8x8x16bOp") => matrix_copy_name(kind, operation)?,
        _ => return unknown("this copy operation is not computed"),
    };
    let traits: CopyTraits = name.parse().map_err(not_found)?;
    let atom = CopyAtom::new(traits, element).map_err(not_found)?;
    Ok(Computed::plain(Value::from(Hardware::CopyAtom(atom))))
}

/// CUTLASS's name of a copy of 8x8 matrices: of 32 bits a register, or transposed of 16.
fn matrix_copy_name(kind: &str, operation: &Object) -> Result<String, Refusal> {
    let count = operation.fields.get("num_matrices").and_then(HostValue::known_int);
    let transposed = operation.fields.get("transpose").and_then(super::number::truth);
    let (Some(count), Some(transposed)) = (count, transposed) else {
        return unknown("how the matrices are copied is not known");
    };
    let (architecture, word) = if kind.starts_with("Ld") { ("SM75", "LDSM") } else { ("SM90", "STSM") };
    Ok(match transposed {
        false => format!("{architecture}_U32x{count}_{word}_N"),
        true => format!("{architecture}_U16x{}_{word}_T", 2 * count),
    })
}

/// The DSL gives a single value the stride 0.
fn thread_values(layout: &Layout) -> HostValue {
    match layout.size() {
        1 => HostValue::unknown("the layout of a single value is printed otherwise by the DSL"),
        _ => Value::from(layout.clone()).into(),
    }
}

fn not_found(error: layout_algebra::Error) -> Refusal {
    Refusal::Unknown(error.to_string())
}

/// `op.transpose`, `atom.layout_src_tv`, `tiled_mma.shape_mnk`.
fn member(receiver: &HostValue, name: &str) -> Option<HostValue> {
    let (value, types) = typed(receiver);
    let HostValue::Value(Value::Hardware(hardware)) = &value else { return None };
    if types == Types::EnoughForAccumulators && !matches!(name, "thr_id" | "tv_layout_C") {
        return None;
    }
    match hardware.as_ref() {
        Hardware::MmaAtom(atom) => of_mma(atom, name),
        Hardware::TiledMma(mma) => of_mma(mma.atom(), name),
        Hardware::CopyAtom(atom) => of_copy(atom, name),
        Hardware::TiledCopy(copy) => of_copy(copy.atom(), name),
        _ => None,
    }
}

fn of_mma(atom: &MmaAtom, name: &str) -> Option<HostValue> {
    Some(match name {
        "shape_mnk" => Value::ints(&atom.shape_mnk().into_iter().collect()).into(),
        "thr_id" => Value::from(atom.thr_id().clone()).into(),
        "tv_layout_A" => Value::from(atom.layout_a().clone()).into(),
        "tv_layout_B" => Value::from(atom.layout_b().clone()).into(),
        "tv_layout_C" => Value::from(atom.layout_c().clone()).into(),
        _ => return None,
    })
}

fn of_copy(atom: &CopyAtom, name: &str) -> Option<HostValue> {
    Some(match name {
        "thr_id" => Value::from(atom.traits().thr_id().clone()).into(),
        "layout_src_tv" => thread_values(atom.src_layout()),
        "layout_dst_tv" => thread_values(atom.dst_layout()),
        _ => return None,
    })
}
