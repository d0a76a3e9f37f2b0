//! Types of CUTLASS that only choose: architectures, classes of operators, schedules, numbers of stages.

use layoutlens_host_value::{library::unknown, types::HostType, value::HostValue};

use crate::{
    cute::{
        integer::named_type,
        operand::{bare, template_number, type_of},
        schedule_names,
    },
    family::Family,
};

/// The names of this family.
pub(super) const FAMILY: Family = Family {
    named: |name| canonical(name).map(named_type),
    specialized: |name, arguments| {
        let last = bare(name).rsplit("::").next()?;
        if let ([element], true) = (arguments, factor(last).is_some()) {
            return Some(Ok(HostValue::specialized(last, std::slice::from_ref(element))));
        }
        WITH_NUMBERS.contains(&last).then(|| match arguments {
            [number] => template_number(number)
                .map(|number| HostValue::specialized(last, &[HostValue::static_int(number)])),
            _ => unknown(format!("`{last}` without its number is not computed")),
        })
    },
    member: |value, name| match name {
        "kMinComputeCapability" => capability(choice(value)?).map(HostValue::run_time_int),
        "value" | "DataType" | "ScaleFactorType" => part(value, name),
        _ => None,
    },
    ..Family::NONE
};

/// Element types with factors that scale blocks of them, the type of the factors (`cutlass/float8.h`,
/// `cutlass/float_subbyte.h`), and how many values have one in a dense product (`blockscaled_type` in
/// `cutlass/gemm/collective/builders/sm1xx_common.inl`).
const SCALED: [(&str, &str, i64); 4] = [
    ("mx_float8_t", "float_ue8m0_t", 32),
    ("mx_float6_t", "float_ue8m0_t", 32),
    ("mx_float4_t", "float_ue8m0_t", 32),
    ("nv_float4_t", "float_ue4m3_t", 16),
];

fn factor(name: &str) -> Option<&'static str> {
    SCALED.iter().find(|(known, ..)| *known == name).map(|(_, factor, _)| *factor)
}

/// How many values of an element type have one factor: 16 of `nv_float4_t<float_e2m1_t>`.
pub(super) fn values_of_a_factor(element: &HostValue) -> Option<i64> {
    let HostType::Specialized { name, .. } = type_of(element)? else { return None };
    SCALED.iter().find(|(known, ..)| *known == name).map(|(.., values)| *values)
}

/// `StageCount<4>::value`, `mx_float8_t<float_e4m3_t>::DataType`.
fn part(value: &HostValue, name: &str) -> Option<HostValue> {
    let HostType::Specialized { name: template, arguments } = type_of(value)? else { return None };
    match (name, template.as_str()) {
        ("value", "StageCount") => arguments.first()?.known_int().map(HostValue::run_time_int),
        ("DataType", scaled) if factor(scaled).is_some() => arguments.first().cloned(),
        ("ScaleFactorType", scaled) => factor(scaled).map(named_type),
        _ => None,
    }
}

/// The compute capability from which on an architecture's code runs, in tenths: 80 of `Sm80` (`cutlass/arch/arch.h`).
fn capability(architecture: &str) -> Option<i64> {
    architecture.strip_prefix("Sm")?.parse().ok()
}

/// What `cutlass::arch` chooses between.
const OF_ARCH: &[&str] = &[
    "Sm50",
    "Sm60",
    "Sm61",
    "Sm70",
    "Sm72",
    "Sm75",
    "Sm80",
    "Sm86",
    "Sm89",
    "Sm90",
    "Sm100",
    "Sm101",
    "Sm103",
    "Sm120",
    "OpClassSimt",
    "OpClassTensorOp",
    "OpClassWmmaTensorOp",
    "OpClassSparseTensorOp",
    "OpClassBlockScaledTensorOp",
    "OpClassBlockScaledSparseTensorOp",
];

/// What stands in `cutlass::gemm`, and in `cutlass::gemm::collective`.
const OF_GEMM: &[&str] = &[
    "KernelMultistage",
    "KernelCpAsyncWarpSpecialized",
    "KernelCpAsyncWarpSpecializedPingpong",
    "KernelCpAsyncWarpSpecializedCooperative",
    "KernelTma",
    "KernelTmaWarpSpecialized",
    "KernelTmaWarpSpecializedPingpong",
    "KernelTmaWarpSpecializedCooperative",
    "KernelPtrArrayTmaWarpSpecializedCooperative",
    "KernelPtrArrayTmaWarpSpecializedPingpong",
    "KernelTmaWarpSpecializedFP8FastAccum",
    "KernelTmaWarpSpecializedPingpongFP8FastAccum",
    "KernelTmaWarpSpecializedCooperativeFP8FastAccum",
    "KernelTmaWarpSpecialized1SmSm100",
    "KernelTmaWarpSpecialized2SmSm100",
    "KernelPtrArrayTmaWarpSpecialized1SmSm100",
    "KernelPtrArrayTmaWarpSpecialized2SmSm100",
    "KernelScheduleAuto",
    "collective::KernelScheduleAuto",
    "collective::StageCountAuto",
];

/// What stands in `cutlass::epilogue`.
const OF_EPILOGUE: &[&str] = &[
    "NoSmemWarpSpecialized",
    "NoSmemWarpSpecialized1Sm",
    "NoSmemWarpSpecialized2Sm",
    "PtrArrayNoSmemWarpSpecialized",
    "TmaWarpSpecialized",
    "TmaWarpSpecialized1Sm",
    "TmaWarpSpecialized2Sm",
    "TmaWarpSpecializedCooperative",
];

/// Those of [`OF_EPILOGUE`] that swap the rows and columns of C and D.
const TRANSPOSED: &str = "PtrArrayNoSmemWarpSpecializedTransposed";

/// Templates of types with one number.
const WITH_NUMBERS: [&str; 2] = ["StageCount", "StageCountAutoCarveout"];

/// The one name of such a type, whatever namespaces are written: `Sm90` of `cutlass::arch::Sm90`.
fn canonical(name: &str) -> Option<&'static str> {
    let name = bare(name);
    let of_arch = name.strip_prefix("arch::");
    let of_arch = of_arch.and_then(|name| OF_ARCH.iter().find(|known| **known == name));
    let of_gemm = OF_GEMM.iter().find(|known| {
        let last = known.strip_prefix("collective::").unwrap_or(known);
        name == last || name.strip_prefix("gemm::") == Some(**known) || name == **known
    });
    let of_epilogue = OF_EPILOGUE.iter().chain([&TRANSPOSED]);
    let of_epilogue = of_epilogue
        .into_iter()
        .find(|known| name == **known || name.strip_prefix("epilogue::") == Some(**known));
    let of_rest = |space: &str, names: &'static [&'static str]| {
        let last = name.strip_prefix(space).unwrap_or(name);
        names.iter().find(|known| **known == last)
    };
    let of_rest = || {
        of_rest("gemm::", schedule_names::OF_GEMM)
            .or_else(|| of_rest("epilogue::", schedule_names::OF_EPILOGUE))
    };
    let known = of_arch.or(of_gemm).or(of_epilogue).or_else(of_rest)?;
    Some(known.strip_prefix("collective::").unwrap_or(known))
}

/// The name of such a type; no two of them are one.
pub(super) fn choice(value: &HostValue) -> Option<&str> {
    let Some(HostType::Named(name)) = type_of(value) else { return None };
    let is_one = OF_ARCH.contains(&name.as_str())
        || OF_GEMM.iter().any(|known| known.strip_prefix("collective::").unwrap_or(known) == name);
    is_one.then_some(name)
}

/// Whether an epilogue swaps the rows and columns of C and D; none of types that are not known.
pub(super) fn is_transposed(schedule: &HostValue) -> Option<bool> {
    let Some(HostType::Named(name)) = type_of(schedule) else { return None };
    match name == TRANSPOSED {
        true => Some(true),
        false => OF_EPILOGUE.contains(&name.as_str()).then_some(false),
    }
}

/// The number of `StageCount<4>`, `Int<4>`; none of one that CUTLASS computes.
pub(super) fn stages(value: &HostValue) -> Option<i64> {
    match type_of(value)? {
        HostType::Specialized { name, arguments } if name == "StageCount" => arguments.first()?.known_int(),
        HostType::Of(number) => number.known_int(),
        _ => None,
    }
}
