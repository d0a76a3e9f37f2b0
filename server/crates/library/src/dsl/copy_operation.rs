//! Copy operations of the DSL, and their atoms: `warp.LdMatrix8x8x16bOp`, `tcgen05.Ld32x32bOp`, `cute.make_copy_atom`.

use std::{collections::BTreeMap, sync::Arc};

use layout_algebra::atom::{
    copy::{CopyAtom, CopyTraits},
    element::ElementType,
    tmem::TmemInstruction,
};
use layoutlens_host_value::{
    call::{Call, CallArgument, Computed, Outcome, PlainFunction},
    library::unknown,
    object::Object,
    types::HostType,
    value::HostValue,
};
use layoutlens_operation::{Hardware, Refusal, Value};

use crate::dsl::{
    element::{as_type, number_type},
    enumeration::{self, member_name},
    number,
    operand::{argument, optional},
};
use layoutlens_library_cute::family::Family;

/// The names of this family.
pub(super) const FAMILY: Family = Family { member, construct, ..Family::NONE };

pub(super) const FUNCTIONS: &[(&str, PlainFunction)] = &[
    ("cutlass.cute.nvgpu.CopyUniversalOp", copy_operation),
    ("cutlass.cute.nvgpu.CopyG2ROp", copy_operation),
    ("cutlass.cute.nvgpu.CopyR2GOp", copy_operation),
    ("cutlass.cute.nvgpu.CopyS2ROp", copy_operation),
    ("cutlass.cute.nvgpu.CopyR2SOp", copy_operation),
    ("cutlass.cute.nvgpu.cpasync.CopyG2SOp", asynchronous_copy),
    ("cutlass.cute.nvgpu.warp.LdMatrix8x8x16bOp", matrix_copy),
    ("cutlass.cute.nvgpu.warp.LdMatrix8x16x8bOp", matrix_copy),
    ("cutlass.cute.nvgpu.warp.LdMatrix16x8x8bOp", matrix_copy),
    ("cutlass.cute.nvgpu.warp.LdMatrix16x16x8bOp", matrix_copy),
    ("cutlass.cute.nvgpu.warp.StMatrix8x8x16bOp", matrix_copy),
    ("cutlass.cute.nvgpu.warp.StMatrix16x8x8bOp", matrix_copy),
    ("cutlass.cute.nvgpu.tcgen05.Ld16x64bOp", tensor_memory_copy),
    ("cutlass.cute.nvgpu.tcgen05.Ld16x128bOp", tensor_memory_copy),
    ("cutlass.cute.nvgpu.tcgen05.Ld16x256bOp", tensor_memory_copy),
    ("cutlass.cute.nvgpu.tcgen05.Ld16x32bx2Op", tensor_memory_copy),
    ("cutlass.cute.nvgpu.tcgen05.Ld32x32bOp", tensor_memory_copy),
    ("cutlass.cute.nvgpu.tcgen05.LdRed32x32bOp", tensor_memory_copy),
    ("cutlass.cute.nvgpu.tcgen05.St16x64bOp", tensor_memory_copy),
    ("cutlass.cute.nvgpu.tcgen05.St16x128bOp", tensor_memory_copy),
    ("cutlass.cute.nvgpu.tcgen05.St16x256bOp", tensor_memory_copy),
    ("cutlass.cute.nvgpu.tcgen05.St16x32bx2Op", tensor_memory_copy),
    ("cutlass.cute.nvgpu.tcgen05.St32x32bOp", tensor_memory_copy),
    ("cutlass.cute.nvgpu.tcgen05.Cp4x32x128bOp", copy_to_tensor_memory),
    ("cutlass.cute.make_copy_atom", make_copy_atom),
];

/// What caches a copy to shared memory goes through: `LoadCacheMode.GLOBAL`.
const CACHE_MODE: &str = "cache_mode";

/// How many thread blocks copy together: `CtaGroup.TWO`.
const CTA_GROUP: &str = "cta_group";

/// How often an instruction on tensor memory repeats its form: `Repetition(32)`, `Repetition.x32`.
const REPETITION: &str = "Repetition";

/// The enumeration of repetitions.
pub(super) fn named(path: &str) -> Option<HostValue> {
    (path == "cutlass.cute.nvgpu.tcgen05.Repetition").then(|| as_type(REPETITION))
}

fn is_repetition(host_type: &HostType) -> bool {
    matches!(host_type, HostType::Named(name) if name == REPETITION)
}

/// `Repetition(32)`.
fn construct(constructed: &HostType, call: &Call<'_>) -> Option<Outcome> {
    is_repetition(constructed).then(|| Ok(Computed::plain(argument(call, "value", 0)?.clone())))
}

fn operation(name: &str, fields: BTreeMap<String, HostValue>) -> HostValue {
    HostValue::Object(Arc::new(Object { class: None, kind: name.to_owned(), fields }))
}

/// The operation's own name.
fn own_name<'a>(call: &Call<'a>) -> &'a str {
    call.name.rsplit('.').next().unwrap_or(call.name)
}

/// An operation that copies as many bits as its atom says.
fn copy_operation(call: &Call<'_>) -> Outcome {
    Ok(Computed::plain(operation(own_name(call), BTreeMap::new())))
}

/// `CopyG2SOp(cache_mode=..)`.
fn asynchronous_copy(call: &Call<'_>) -> Outcome {
    let mode = call.keyword_or(CACHE_MODE, 0).cloned();
    // The DSL's default.
    let mode = mode.unwrap_or_else(|| enumeration::value("LoadCacheMode", "ALWAYS"));
    Ok(Computed::plain(operation(own_name(call), BTreeMap::from([(CACHE_MODE.to_owned(), mode)]))))
}

/// `LdMatrix8x8x16bOp(transpose, num_matrices)`, `StMatrix16x8x8bOp(..)`.
fn matrix_copy(call: &Call<'_>) -> Outcome {
    let name = own_name(call);
    // Elements that are widened on their way come from the same bytes.
    if optional(call, "unpack_bits", 2).is_some() && name.ends_with("16bOp") {
        return unknown("a copy that unpacks is not computed");
    }
    // The DSL's own defaults.
    let transpose = call.keyword_or("transpose", 0).cloned().unwrap_or(Value::Bool(false).into());
    let count = call.keyword_or("num_matrices", 1).cloned().unwrap_or(HostValue::static_int(1));
    let fields = BTreeMap::from([("transpose".to_owned(), transpose), ("num_matrices".to_owned(), count)]);
    Ok(Computed::plain(operation(name, fields)))
}

/// `Repetition.x32`, and `op.repeat`.
fn member(receiver: &HostValue, name: &str) -> Option<HostValue> {
    match receiver {
        HostValue::Type(host_type) if is_repetition(host_type) => {
            Some(HostValue::static_int(name.strip_prefix('x')?.parse().ok()?))
        }
        HostValue::Object(object) if object.kind.ends_with("Op") => object.fields.get(name).cloned(),
        _ => None,
    }
}

/// `tcgen05.Ld32x32bOp(repetition, pack)`: an instruction on tensor memory, by CUTLASS's name.
fn tensor_memory_copy(call: &Call<'_>) -> Outcome {
    let operation = own_name(call).trim_end_matches("Op");
    let is_load = operation.starts_with("Ld");
    let is_packed = match optional(call, if is_load { "pack" } else { "unpack" }, 1) {
        Some(packing) => member_name(packing, if is_load { "Pack" } else { "Unpack" })? != "NONE",
        None => false,
    };
    let repetition = match call.keyword_or("repeat", 0) {
        Some(_) => argument(call, "repeat", 0)?.known_int(),
        // The DSL's default.
        None => Some(1),
    };
    let Some(repetition) = repetition else {
        return unknown("how often the instruction repeats its form is not known");
    };
    // What is reduced on its way comes to the same registers.
    let form = operation.trim_start_matches("LdRed").trim_start_matches("Ld").trim_start_matches("St");
    let form = form.trim_end_matches("x2").replacen('x', "dp", 1);
    let direction = if is_load { "LOAD" } else { "STORE" };
    let packed = if is_packed { "_16b" } else { "" };
    let name = format!("SM100_TMEM_{direction}_{form}{repetition}x{packed}");
    let instruction = TmemInstruction::find(&name).map_err(not_found)?;
    Ok(Computed::plain(Value::from(Hardware::TmemInstruction(instruction))))
}

/// `tcgen05.Cp4x32x128bOp(cta_group)`.
fn copy_to_tensor_memory(call: &Call<'_>) -> Outcome {
    let group = argument(call, CTA_GROUP, 0)?.clone();
    Ok(Computed::plain(operation(own_name(call), BTreeMap::from([(CTA_GROUP.to_owned(), group)]))))
}

/// `make_copy_atom(op, dtype, num_bits_per_copy=..)`.
fn make_copy_atom(call: &Call<'_>) -> Outcome {
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
        // The DSL's default, 0, is one element.
        None => number.bits,
    };
    copy_atom(operation, element, bits)
}

/// The atom that `make_copy_atom` makes of the operation of this path, given these arguments, and a type of elements.
pub(super) fn atom_of(call: &Call<'_>, path: &str, arguments: &[HostValue], element: &HostValue) -> Outcome {
    let Some((_, operation)) = FUNCTIONS.iter().find(|(known, _)| *known == path) else {
        return unknown(format!("{path} is not known"));
    };
    let given =
        |value: &HostValue| CallArgument { keyword: None, value: value.clone(), range: call.range.clone() };
    let called =
        |name, arguments| Call { name, receiver: None, template: &[], arguments, range: call.range.clone() };
    let arguments: Vec<CallArgument> = arguments.iter().map(given).collect();
    let operation = operation(&called(path, &arguments))?.value;
    make_copy_atom(&called("make_copy_atom", &[given(&operation), given(element)]))
}

fn copy_atom(operation: &Object, element: ElementType, bits: i64) -> Outcome {
    let name = match operation.kind.as_str() {
        "CopyUniversalOp" | "CopyG2ROp" | "CopyR2GOp" | "CopyS2ROp" | "CopyR2SOp" => {
            format!("UniversalCopy<uint{bits}{}>", if bits < 8 { "b_t" } else { "_t" })
        }
        "CopyG2SOp" => {
            let mode = operation.fields.get(CACHE_MODE);
            let is_always = mode.is_some_and(|mode| member_name(mode, "LoadCacheMode") == Ok("ALWAYS"));
            // Fewer bits than 128 never leave out the L1 cache.
            let mode = if is_always || bits != 128 { "ALWAYS" } else { "GLOBAL" };
            format!("SM80_CP_ASYNC_CACHE{mode}<uint{bits}_t>")
        }
        "Cp4x32x128bOp" => {
            let group =
                operation.fields.get(CTA_GROUP).map(|group| member_name(group, "CtaGroup")).transpose()?;
            format!("SM100_UTCCP_4x32dp128bit_{}cta", if group == Some("TWO") { 2 } else { 1 })
        }
        kind if kind.contains("Matrix") => matrix_copy_name(kind, operation, element)?,
        _ => return unknown("this copy operation is not computed"),
    };
    let traits: CopyTraits = name.parse().map_err(not_found)?;
    let atom = CopyAtom::new(traits, element).map_err(not_found)?;
    Ok(Computed::plain(Value::from(Hardware::CopyAtom(atom))))
}

/// CUTLASS's name of a copy of matrices: of 32 bits a register, or transposed of 16 or 8.
fn matrix_copy_name(kind: &str, operation: &Object, element: ElementType) -> Result<String, Refusal> {
    let count = operation.fields.get("num_matrices").and_then(HostValue::known_int);
    let transposed = operation.fields.get("transpose").and_then(number::truth);
    let (Some(count), Some(transposed)) = (count, transposed) else {
        return unknown("how the matrices are copied is not known");
    };
    if kind.ends_with("8bOp") && element.bits != 8 {
        return unknown("a copy of matrices of bytes of another type is not computed");
    }
    Ok(match (kind, transposed) {
        ("LdMatrix8x8x16bOp" | "LdMatrix8x16x8bOp", false) => format!("SM75_U32x{count}_LDSM_N"),
        ("LdMatrix8x8x16bOp", true) => format!("SM75_U16x{}_LDSM_T", 2 * count),
        ("LdMatrix16x8x8bOp", true) => format!("SM100_U8x{}_LDSM_T", 4 * count),
        ("LdMatrix16x16x8bOp", true) => format!("SM100_U8x{}_LDSM_T", 8 * count),
        ("StMatrix8x8x16bOp", false) => format!("SM90_U32x{count}_STSM_N"),
        ("StMatrix8x8x16bOp", true) => format!("SM90_U16x{}_STSM_T", 2 * count),
        ("StMatrix16x8x8bOp", true) => format!("SM100_U8x{}_STSM_T", 4 * count),
        _ => return unknown("this copy of matrices is not computed"),
    })
}

fn not_found(error: layout_algebra::Error) -> Refusal {
    Refusal::Unknown(error.to_string())
}
