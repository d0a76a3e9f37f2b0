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
    let rank = from.leaves().len().max(to.leaves().len());
    Some(match (is_constant(&from), is_constant(&to)) {
        (true, true) => "Constant",
        (true, false) => "Broadcast",
        (false, true) => return None,
        _ if is_array(&from) && is_array(&to) => "1D Arrays",
        _ if from == to => "ND Arrays",
        _ if is_bijective(&from) && is_bijective(&to) && rank == 2 => "Transpose",
        _ if leads(&from) && leads(&to) && !(is_array(&from) || is_array(&to)) => "Tensor Transpose",
        _ if is_array(&to) => "Gather",
        _ if is_array(&from) => "Scatter",
        _ => "Tensor Transpose",
    })
}
