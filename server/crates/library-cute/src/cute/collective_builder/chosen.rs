//! What a builder is asked, and parts of its answers that architectures share.

use layoutlens_host_value::{library::unknown, value::HostValue};
use layoutlens_operation::Refusal;

use crate::cute::{
    self,
    called::called_in,
    integer::{named_type, type_with},
    spelling,
};

/// The arguments of a builder.
pub(super) struct Problem {
    pub(super) a: Operand,
    pub(super) b: Operand,
    pub(super) accumulator: HostValue,
    pub(super) tile: HostValue,
    /// M, N and K of the tile.
    pub(super) sizes: [i64; 3],
    /// M and N of the cluster; none where they are of run time.
    pub(super) cluster: Option<[i64; 2]>,
    /// How many stages, if that is said.
    pub(super) stages: Option<i64>,
    pub(super) schedule: String,
}

/// A or B.
pub(super) struct Operand {
    pub(super) element: Element,
    /// The type of its strides in global memory.
    pub(super) stride: HostValue,
    pub(super) is_mn_major: bool,
    /// In elements.
    pub(super) alignment: Option<i64>,
}

impl Operand {
    /// Whether TMA can load it; none where its alignment is not known.
    pub(super) fn is_aligned(&self) -> Option<bool> {
        Some(self.alignment?.checked_mul(self.element.bits)? % 128 == 0)
    }
}

/// An element type as MMAs take it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Element {
    /// CUTLASS's name; of `float` that of the type that it is rounded to.
    pub(super) name: &'static str,
    pub(super) bits: i64,
    /// Operations of tensor memory for it: `SM100_MMA_F16BF16_SS`.
    pub(super) kind: &'static str,
}

const ELEMENTS: &[(&str, Element)] = &[
    ("float", Element { name: "tfloat32_t", bits: 32, kind: "TF32" }),
    ("tfloat32_t", Element { name: "tfloat32_t", bits: 32, kind: "TF32" }),
    ("half_t", Element { name: "half_t", bits: 16, kind: "F16BF16" }),
    ("bfloat16_t", Element { name: "bfloat16_t", bits: 16, kind: "F16BF16" }),
    ("int8_t", Element { name: "int8_t", bits: 8, kind: "S8" }),
    ("uint8_t", Element { name: "uint8_t", bits: 8, kind: "S8" }),
    ("float_e4m3_t", Element { name: "float_e4m3_t", bits: 8, kind: "F8F6F4" }),
    ("float_e5m2_t", Element { name: "float_e5m2_t", bits: 8, kind: "F8F6F4" }),
];

impl Element {
    pub(super) fn of(value: &HostValue) -> Option<Self> {
        let name = spelling::type_name(value)?;
        ELEMENTS.iter().find(|(known, _)| *known == name).map(|(_, element)| *element)
    }

    pub(super) fn host_type(self) -> HostValue {
        named_type(self.name)
    }
}

/// What a function of CuTe gives with these template arguments and arguments.
pub(super) fn called(
    name: &str,
    template: &[HostValue],
    arguments: &[HostValue],
) -> Result<HostValue, Refusal> {
    called_in(cute::FAMILIES, name, template, arguments)
}

/// The type that a template of CuTe is with these arguments.
pub(super) fn specialized(name: &str, arguments: &[HostValue]) -> Result<HostValue, Refusal> {
    let found = cute::FAMILIES.iter().find_map(|family| (family.specialized)(name, arguments));
    found.unwrap_or_else(|| unknown(format!("`{name}` is not known here")))
}

/// The type of this name.
pub(super) fn named(name: &str) -> HostValue {
    let found = cute::FAMILIES.iter().find_map(|family| (family.named)(name));
    found.unwrap_or_else(|| HostValue::unknown(format!("`{name}` is not known here")))
}

/// `Int<N>`.
pub(super) fn int(number: i64) -> HostValue {
    type_with(HostValue::static_int(number))
}

/// A shape of static integers.
pub(super) fn shape(sizes: &[i64]) -> HostValue {
    HostValue::tuple(sizes.iter().map(|size| HostValue::static_int(*size)).collect())
}

/// The order in which modes of shared memory are laid out: that which is contiguous in global memory comes first.
pub(super) fn order(is_mn_major: bool) -> HostValue {
    shape(if is_mn_major { &[2, 1, 3] } else { &[1, 2, 3] })
}

/// `SM90_TMA_LOAD`, or the multicast of it where several blocks of a cluster share what is loaded.
pub(super) fn tma_load_sm90(shared_by: Option<i64>) -> HostValue {
    named(if shared_by == Some(1) { "SM90_TMA_LOAD" } else { "SM90_TMA_LOAD_MULTICAST" })
}
