//! What CUTLASS's collective builders choose for a kernel: copies to and from shared memory, element types of an operation
//! (`cutlass/gemm/collective/builders/{sm90,sm1xx,sm120}_common.inl`).

use layout_algebra::Layout;
use layoutlens_host_value::{
    call::{Call, Computed, Outcome, PlainFunction},
    library::{operate, unknown},
    value::HostValue,
};
use layoutlens_operation::{Operation, Value};

use crate::{
    cute::{
        contiguous_mode::is_major,
        copy,
        element::number_type,
        hardware::operand,
        operand::{instance, template_number, template_type},
        spelling,
    },
    family::{Family, find},
};

/// The names of this family.
pub(super) const FAMILY: Family =
    Family { function: |name| find(FUNCTIONS, last_part(name)), ..Family::NONE };

const FUNCTIONS: &[(&str, PlainFunction)] = &[
    ("make_simt_gmem_tiled_copy", simt_gmem_copy),
    ("sm1xx_kernel_input_element_to_mma_input_element", mma_input_element),
    ("sm120_rr_smem_copy_selector_A", |call| smem_copy(call, 0, None)),
    ("sm120_rr_smem_copy_selector_B", |call| smem_copy(call, 1, Some(3))),
];

/// CUTLASS has them in `cutlass::gemm::collective::detail`.
fn last_part(name: &str) -> &str {
    name.rsplit("::").next().unwrap_or(name)
}

/// `make_simt_gmem_tiled_copy<CopyAtom, threads, Alignment, StrideType, TileMN, TileK>()`: the threads lie along the contiguous
/// mode first.
fn simt_gmem_copy(call: &Call<'_>) -> Outcome {
    let [atom, threads, alignment, stride, mn, k] = call.template else {
        return unknown(format!("{} without its template arguments is not computed", call.name));
    };
    let (threads, alignment) = (template_number(threads)?, template_number(alignment)?);
    let size = |tile: &HostValue| match operate(Operation::Size, &[operand(tile)?])?.value.as_int() {
        Some(size) => Ok(size),
        None => unknown("the tile of the copy is not known"),
    };
    let is_k_major = is_major(1, stride)?;
    if !is_k_major && !is_major(0, stride)? {
        return unknown("neither mode of the operand is contiguous");
    }
    let along = if is_k_major { size(k)? } else { size(mn)? };
    let Some(along) = along.checked_div(alignment).filter(|along| *along > 0 && threads > 0) else {
        return unknown("the tile of the copy is smaller than what one thread copies");
    };
    let major = along.min(threads);
    let minor = threads / major;
    let (threads, values) = match is_k_major {
        true => (format!("({minor},{major}):({major},1)"), format!("(1,{alignment}):(0,1)")),
        false => (format!("({major},{minor}):(1,{major})"), format!("({alignment},1):(1,0)")),
    };
    let layout = |text: String| match text.parse::<Layout>() {
        Ok(layout) => Ok(Value::from(layout)),
        Err(error) => unknown(error.to_string()),
    };
    let operands = [operand(atom)?, layout(threads)?, layout(values)?];
    operate(Operation::MakeTiledCopy, &operands).map(Computed::of)
}

/// `sm1xx_kernel_input_element_to_mma_input_element<Element, IsF8F6F4>()`: elements of fewer than 8 bits lie unpacked in shared
/// memory for the operations that mix them.
fn mma_input_element(call: &Call<'_>) -> Outcome {
    let element = template_type(call, 0)?;
    let is_mixed = match call.template.get(1) {
        Some(given) => template_number(given)? != 0,
        None => false,
    };
    let Some(name) = spelling::type_name(element) else { return unknown("the element type is not known") };
    let name = match name.as_str() {
        "float" => "tfloat32_t".to_owned(),
        "float_e2m1_t" | "float_e3m2_t" | "float_e2m3_t" if is_mixed => {
            format!("detail::{}_unpacksmem_t", name.trim_end_matches("_t"))
        }
        _ => name,
    };
    Ok(Computed::plain(HostValue::typed(&name, "an element of shared memory")))
}

/// `sm120_rr_smem_copy_selector_A<ElementA, ElementB, UseF8f6f4>()`, and of B with the tile's N behind these: how matrices come
/// from shared memory.
fn smem_copy(call: &Call<'_>, element: usize, tile: Option<usize>) -> Outcome {
    let Some(is_mixed) = call.template.get(2) else {
        return unknown(format!("{} without its template arguments is not computed", call.name));
    };
    let is_mixed = template_number(is_mixed)? != 0;
    let matrices = match tile {
        None => 4,
        Some(at) => match call.template.get(at).map(template_number).transpose()? {
            Some(..16) => 1,
            Some(16..32) => 2,
            Some(_) => 4,
            None => return unknown("the tile of the copy is not known"),
        },
    };
    let bits = spelling::type_name(template_type(call, element)?)
        .and_then(|name| number_type(&name))
        .map(|element| element.bits);
    let name = match (is_mixed, bits) {
        (true, None) => return unknown("the element type is not known"),
        (true, Some(6)) => "SM100_SU6_DU8x16_x4_LDSM_N".to_owned(),
        (true, Some(4)) => format!("SM100_SU4_DU8x16_x{matrices}_LDSM_N"),
        _ => format!("SM75_U32x{matrices}_LDSM_N"),
    };
    match (copy::FAMILY.named)(&name) {
        Some(operation) => Ok(Computed::plain(instance(&operation).clone())),
        None => unknown(format!("the operation {name} is not known here")),
    }
}
