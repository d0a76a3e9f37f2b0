//! Which application of a copy this is, by the table that Cecka's paper on CuTe has of them (Table 2).

use layout_algebra::{Layout, analysis::is_bijective, coalesce};
use layoutlens_host_value::tensor::Tensor;
use layoutlens_operation::Value;

/// The name of the application; `None` where the layouts are none of the table, or not known.
pub(super) fn of_copy(source: &Tensor, destination: &Tensor) -> Option<&'static str> {
    let (Value::Layout(from), Value::Layout(to)) = (&source.layout, &destination.layout) else { return None };
    if from.size() != to.size() || from.size() < 2 {
        return None;
    }
    let is_constant =
        |layout: &Layout| layout.leaves().iter().all(|&(size, stride)| size == 1 || stride == 0);
    let (from, to) = (coalesce(from), coalesce(to));
    let is_array = |layout: &Layout| layout.rank() == 1 && is_bijective(layout).unwrap_or(false);
    let is_bijective = |layout: &Layout| is_bijective(layout).unwrap_or(false);
    let leads = |layout: &Layout| layout.leaves().first().is_some_and(|&(_, stride)| stride == 1);
    // The first mode goes along memory, and of the others a later one goes less far.
    let turns = |layout: &Layout| {
        let strides: Vec<i64> = layout.leaves().iter().map(|&(_, stride)| stride).collect();
        leads(layout) && !strides.is_sorted()
    };
    let rank = from.leaves().len().max(to.leaves().len());
    Some(match (is_constant(&from), is_constant(&to)) {
        (true, true) => "Constant",
        (true, false) => "Broadcast",
        (false, true) => return None,
        _ if is_array(&from) && is_array(&to) => "1D Arrays",
        _ if from == to => "ND Arrays",
        _ if is_bijective(&from) && is_bijective(&to) && rank == 2 => "Transpose",
        _ if leads(&from) && leads(&to) && !(is_array(&from) || is_array(&to)) => "Tensor Transpose",
        _ if is_array(&to) && turns(&from) || is_array(&from) && turns(&to) => "Tensor Transpose",
        _ if is_array(&to) => "Gather",
        _ if is_array(&from) => "Scatter",
        _ => "Tensor Transpose",
    })
}

/// The GEMM of Table 3 that has operands of these layouts; `None` where it is none of the first two.
pub(super) fn of_gemm(operands: &[&Value]) -> Option<&'static str> {
    let unit_mode = |operand: &&Value| {
        let layout = match operand {
            Value::Layout(layout) => layout.as_ref(),
            Value::Composed(composed) => composed.layout(),
            _ => return None,
        };
        let mut modes = layout.modes().into_iter().take(2);
        modes.position(|mode| mode.leaves().iter().any(|&(size, stride)| stride == 1 && size > 1))
    };
    match operands.iter().map(unit_mode).collect::<Vec<_>>().as_slice() {
        [Some(0), Some(0)] => Some("NT GEMM"),
        [Some(1), Some(1)] => Some("TN GEMM"),
        _ => None,
    }
}
