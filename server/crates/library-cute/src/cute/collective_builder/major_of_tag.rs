//! Which mode of an operand an MMA reads contiguously, by the operand's layout in global memory: `gmma_ss_tag_to_major_A<E, L>()`,
//! `tag_to_umma_major_B<L>()` (`builders/sm90_common.inl`, `builders/sm1xx_common.inl`), `is_mn_major_A<L>()`
//! (`cutlass/gemm/gemm.h`).

use layout_algebra::smem::Major;
use layoutlens_host_value::{
    call::{Call, Computed, Outcome, PlainFunction},
    library::{refuse_unknown, unknown},
    value::HostValue,
};
use layoutlens_operation::{Hardware, Refusal, Value};

use crate::cute::{contiguous_mode::is_major, cutlass::stride_of_layout, element::bits_of, spelling};

pub(super) const FUNCTIONS: &[(&str, PlainFunction)] = &[
    ("gmma_ss_tag_to_major_A", |call| of_element_and_tag(call, 'A')),
    ("gmma_ss_tag_to_major_B", |call| of_element_and_tag(call, 'B')),
    ("gmma_rs_tag_to_major_A", |call| of_tag(call, 'A')),
    ("gmma_rs_tag_to_major_B", |call| of_tag(call, 'B')),
    ("tag_to_umma_major_A", |call| of_tag(call, 'A')),
    ("tag_to_umma_major_B", |call| of_tag(call, 'B')),
    ("is_mn_major_A", |call| is_contiguous(call, 'A', 0)),
    ("is_mn_major_B", |call| is_contiguous(call, 'B', 0)),
    ("is_k_major_A", |call| is_contiguous(call, 'A', 1)),
    ("is_k_major_B", |call| is_contiguous(call, 'B', 1)),
    ("is_m_major_C", |call| is_contiguous(call, 'C', 0)),
    ("is_n_major_C", |call| is_contiguous(call, 'C', 1)),
];

/// Hopper reads TF32 and bytes from shared memory along K only, however they lie in global memory.
fn of_element_and_tag(call: &Call<'_>, operand: char) -> Outcome {
    let [element, layout, ..] = call.template else {
        return unknown(format!("{} without its template arguments is not computed", call.name));
    };
    refuse_unknown([element])?;
    let is_along_k_only =
        spelling::type_name(element).as_deref() == Some("tfloat32_t") || bits_of(element)? == 8;
    let is_mn = is_mode_contiguous(operand, layout, 0)? && !is_along_k_only;
    Ok(Computed::plain(major(is_mn)))
}

fn of_tag(call: &Call<'_>, operand: char) -> Outcome {
    let layout = layout_of(call)?;
    let is_mn = is_mode_contiguous(operand, layout, 0)?;
    if !is_mn && !is_mode_contiguous(operand, layout, 1)? {
        return unknown(format!("which mode of {operand} is contiguous is not known"));
    }
    Ok(Computed::plain(major(is_mn)))
}

fn is_contiguous(call: &Call<'_>, operand: char, mode: usize) -> Outcome {
    Ok(Computed::plain(Value::Bool(is_mode_contiguous(operand, layout_of(call)?, mode)?)))
}

fn layout_of<'a>(call: &Call<'a>) -> Result<&'a HostValue, Refusal> {
    match call.template {
        [layout, ..] => Ok(layout),
        [] => unknown(format!("{} without its template arguments is not computed", call.name)),
    }
}

fn is_mode_contiguous(operand: char, layout: &HostValue, mode: usize) -> Result<bool, Refusal> {
    refuse_unknown([layout])?;
    match stride_of_layout(operand, layout) {
        Some(stride) => is_major(mode, &stride),
        None => unknown(format!("the layout of {operand} in global memory is not known")),
    }
}

/// `GMMA::Major` and `UMMA::Major` are of one meaning here.
fn major(is_mn: bool) -> HostValue {
    Value::from(Hardware::Major(if is_mn { Major::MN } else { Major::K })).into()
}
