//! Enumerations of the DSL: `LayoutEnum.ROW_MAJOR`, `OperandMajorMode.K`, `SmemLayoutAtomKind.K_SW128`.

use std::{collections::BTreeMap, sync::Arc};

use layout_algebra::smem::Major;
use layoutlens_host_value::{
    call::{Call, Computed, LibraryFunction, Outcome, PlainFunction, Runner},
    library::unknown,
    object::Object,
    types::HostType,
    value::HostValue,
};
use layoutlens_operation::{Refusal, Value};

use crate::dsl::{
    operand::{self, argument, receiver},
    shape_and_stride::{shape_of, stride_of},
};
use layoutlens_library_cute::family::{Family, find};

/// The names of this family.
pub(super) const FAMILY: Family = Family { member, method, construct, ..Family::NONE };

/// Paths of enumerations, and their members. Modules that show the same one have equal names.
const ENUMERATIONS: &[(&str, &str, &[&str])] = &[
    ("cutlass.cute.AddressSpace", "AddressSpace", SPACES),
    ("cutlass.utils.LayoutEnum", "LayoutEnum", &["ROW_MAJOR", "COL_MAJOR"]),
    ("cutlass.cute.nvgpu.OperandMajorMode", "OperandMajorMode", &["K", "MN"]),
    ("cutlass.cute.nvgpu.warpgroup.OperandMajorMode", "OperandMajorMode", &["K", "MN"]),
    ("cutlass.cute.nvgpu.tcgen05.OperandMajorMode", "OperandMajorMode", &["K", "MN"]),
    ("cutlass.cute.nvgpu.warpgroup.OperandSource", "warpgroup.OperandSource", &["RMEM", "SMEM"]),
    ("cutlass.cute.nvgpu.tcgen05.OperandSource", "tcgen05.OperandSource", &["TMEM", "SMEM"]),
    ("cutlass.cute.nvgpu.LoadCacheMode", "LoadCacheMode", CACHE_MODES),
    ("cutlass.cute.nvgpu.cpasync.LoadCacheMode", "LoadCacheMode", CACHE_MODES),
    ("cutlass.utils.mixed_input_helpers.TransformMode", "TransformMode", &["ConvertOnly", "ConvertScale"]),
    ("cutlass.cute.nvgpu.tcgen05.CtaGroup", "CtaGroup", &["ONE", "TWO"]),
    ("cutlass.cute.nvgpu.tcgen05.CollectorOp", "CollectorOp", &["DISCARD", "LASTUSE", "FILL", "USE"]),
    ("cutlass.cute.nvgpu.tcgen05.Unpack", "Unpack", &["NONE", "UNPACK_32b_IN_16b"]),
    ("cutlass.cute.nvgpu.tcgen05.Pack", "Pack", &["NONE", "PACK_16b_IN_32b"]),
    ("cutlass.cute.nvgpu.warpgroup.SmemLayoutAtomKind", "SmemLayoutAtomKind", ATOM_KINDS),
    ("cutlass.cute.nvgpu.tcgen05.SmemLayoutAtomKind", "SmemLayoutAtomKind", ATOM_KINDS),
];

/// Which caches a load goes through.
const CACHE_MODES: &[&str] = &["ALWAYS", "GLOBAL", "STREAMING", "LAST_USE", "NONE"];

/// Kinds of memory that a pointer may point into.
const SPACES: &[&str] = &["generic", "gmem", "smem", "rmem", "tmem", "dsmem", "cmem"];

/// Kinds of shared-memory atoms that the DSL and C++ make alike.
const ATOM_KINDS: &[&str] =
    &["MN_INTER", "MN_SW32", "MN_SW64", "MN_SW128", "K_INTER", "K_SW32", "K_SW64", "K_SW128"];

/// The enumeration of this path.
pub(super) fn named(path: &str) -> Option<HostValue> {
    let (_, kind, _) = ENUMERATIONS.iter().find(|(known, ..)| *known == path)?;
    Some(HostValue::Type(Arc::new(HostType::Named((*kind).to_owned()))))
}

/// The members of an enumeration of this name.
pub(super) fn members_of(kind: &str) -> &'static [&'static str] {
    ENUMERATIONS.iter().find(|(_, known, _)| *known == kind).map_or(&[], |(.., members)| members)
}

/// A member of an enumeration.
pub(super) fn value(kind: &str, name: &str) -> HostValue {
    let fields = BTreeMap::from([("name".to_owned(), HostValue::Text(name.into()))]);
    HostValue::Object(Arc::new(Object { class: None, kind: kind.to_owned(), fields }))
}

/// The name of a member of this enumeration.
pub(super) fn member_name<'a>(value: &'a HostValue, kind: &str) -> Result<&'a str, Refusal> {
    if let Some(reason) = value.unknown_reason() {
        return unknown(reason);
    }
    match value {
        HostValue::Object(object) if object.kind == kind => match object.fields.get("name") {
            Some(HostValue::Text(name)) => Ok(name),
            _ => unknown(format!("which {kind} is not known")),
        },
        _ => unknown(format!("this is no {kind}")),
    }
}

/// The major mode that an `OperandMajorMode` is.
pub(super) fn major(value: &HostValue) -> Result<Major, Refusal> {
    match member_name(value, "OperandMajorMode")? {
        "K" => Ok(Major::K),
        "MN" => Ok(Major::MN),
        other => unknown(format!("`OperandMajorMode` has no `{other}`")),
    }
}

fn member(receiver: &HostValue, name: &str) -> Option<HostValue> {
    match receiver {
        HostValue::Type(host_type) => {
            let HostType::Named(kind) = host_type.as_ref() else { return None };
            let (_, kind, members) = ENUMERATIONS.iter().find(|(_, known, _)| known == kind)?;
            members.contains(&name).then(|| value(kind, name))
        }
        HostValue::Object(object) if ENUMERATIONS.iter().any(|(_, kind, _)| *kind == object.kind) => {
            object.fields.get(name).cloned()
        }
        _ => None,
    }
}

/// `OperandMajorMode("mn")`: the member of this name, whatever its letters' case; of `CtaGroup` it is a number.
fn construct(constructed: &HostType, call: &Call<'_>) -> Option<Outcome> {
    let HostType::Named(kind) = constructed else { return None };
    let by_value: &[(&str, HostValue)] = match kind.as_str() {
        "OperandMajorMode" => &[],
        "CtaGroup" => &[("ONE", HostValue::static_int(1)), ("TWO", HostValue::static_int(2))],
        _ => return None,
    };
    let (_, kind, members) = ENUMERATIONS.iter().find(|(_, known, _)| known == kind)?;
    let given = call.argument(0)?;
    let name = match given {
        // A member is the member.
        HostValue::Object(object) if object.kind == **kind => {
            return Some(Ok(Computed::plain(given.clone())));
        }
        HostValue::Text(text) if by_value.is_empty() => {
            members.iter().find(|member| member.eq_ignore_ascii_case(text)).copied()
        }
        given => by_value.iter().find(|(_, value)| value == given).map(|(name, _)| *name),
    };
    Some(match name {
        Some(name) => Ok(Computed::plain(value(kind, name))),
        None => {
            unknown(given.unknown_reason().map_or_else(|| format!("which {kind} this is"), str::to_owned))
        }
    })
}

/// What a layout of two modes says of its major mode.
const OF_LAYOUT: &[(&str, PlainFunction)] = &[
    ("sm90_mma_major_mode", major_mode),
    ("mma_major_mode", major_mode),
    ("is_k_major_a", |call| is(call, "ROW_MAJOR")),
    ("is_m_major_a", |call| is(call, "COL_MAJOR")),
    ("is_k_major_b", |call| is(call, "ROW_MAJOR")),
    ("is_n_major_b", |call| is(call, "COL_MAJOR")),
    ("is_n_major_c", |call| is(call, "ROW_MAJOR")),
    ("is_m_major_c", |call| is(call, "COL_MAJOR")),
];

fn method(receiver: &HostValue, name: &str) -> Option<LibraryFunction> {
    match receiver {
        HostValue::Object(object) if object.kind == "LayoutEnum" => find(OF_LAYOUT, name),
        HostValue::Type(host_type) => match host_type.as_ref() {
            HostType::Named(kind) if kind == "LayoutEnum" && name == "from_tensor" => {
                Some(LibraryFunction::Asking(from_tensor))
            }
            _ => None,
        },
        _ => None,
    }
}

fn is(call: &Call<'_>, wanted: &str) -> Outcome {
    let name = member_name(receiver(call)?, "LayoutEnum")?;
    Ok(Computed::plain(Value::Bool(name == wanted)))
}

fn major_mode(call: &Call<'_>) -> Outcome {
    let name = match member_name(receiver(call)?, "LayoutEnum")? {
        "ROW_MAJOR" => "K",
        "COL_MAJOR" => "MN",
        other => return unknown(format!("`LayoutEnum` has no `{other}`")),
    };
    Ok(Computed::plain(value("OperandMajorMode", name)))
}

/// Whether the first two strides are those of run time, and no other is that of neighbours.
fn leading_is_open(strides: &[HostValue]) -> bool {
    let is_open = |stride: &HostValue| stride.as_integer().is_some_and(|stride| !stride.is_static());
    let one = HostValue::static_int(1);
    strides.iter().take(2).all(is_open) && strides.iter().all(|stride| *stride != one)
}

/// `LayoutEnum.from_tensor(t)`: which of the first two modes has stride 1.
fn from_tensor(runner: &mut dyn Runner, call: &Call<'_>) -> Outcome {
    let layout = operand::operand(argument(call, "tensor", 0)?)?;
    let modes = (stride_of(&layout)?.elements(), shape_of(&layout)?.elements());
    let (Some(strides), Some(sizes)) = modes else {
        return unknown("a tensor of one mode has no major mode");
    };
    let one = HostValue::static_int(1);
    let mut leading = strides.iter().zip(&sizes);
    match leading.position(|(stride, size)| *stride == one && *size != one) {
        Some(0) => Ok(Computed::plain(value("LayoutEnum", "COL_MAJOR"))),
        Some(1) => Ok(Computed::plain(value("LayoutEnum", "ROW_MAJOR"))),
        // Of a tensor that is supposed, no stride is known.
        _ => {
            let what = "LayoutEnum.from_tensor";
            let two = strides.get(..2).filter(|_| leading_is_open(&strides));
            match two.and_then(|two| runner.choice_of_tensor(what, two, &["ROW_MAJOR", "COL_MAJOR"])) {
                Some(major) => Ok(Computed::plain(value("LayoutEnum", major))),
                None => unknown("which mode of the tensor is contiguous is not known"),
            }
        }
    }
}
