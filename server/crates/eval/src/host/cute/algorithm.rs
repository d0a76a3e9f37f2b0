//! Algorithms and instructions, which work on tensors and give nothing: `copy`, `gemm`, `clear`, `print`.

use crate::host::{Call, Computed, HostValue, Interpreter, family::Family, library::Outcome};

use super::operand::bare;

/// The names of this family.
pub(super) const FAMILY: Family =
    Family { function: |name| GIVE_NOTHING.contains(&bare(name)).then_some(nothing), ..Family::NONE };

const GIVE_NOTHING: &[&str] = &[
    "copy",
    "copy_if",
    "copy_aligned",
    "copy_vec",
    "cooperative_copy",
    "cooperative_gemm",
    "gemm",
    "axpby",
    "clear",
    "fill",
    "prefetch",
    "print",
    "print_layout",
    "print_latex",
    "print_tensor",
    "printf",
    "cp_async_fence",
    "cp_async_wait",
    "warpgroup_arrive",
    "warpgroup_commit_batch",
    "warpgroup_wait",
    "warpgroup_fence_operand",
    "tma_store_fence",
    "tma_store_arrive",
    "tma_store_wait",
    "tma_desc_commit_group",
    "cluster_sync",
    "cluster_arrive",
    "cluster_arrive_relaxed",
    "cluster_wait",
    "initialize_barrier",
    "set_barrier_transaction_bytes",
    "wait_barrier",
    "arrive_barrier",
    "prefetch_tma_descriptor",
    "__syncthreads",
    "__syncwarp",
];

fn nothing(_: &mut Interpreter<'_>, _: &Call<'_>) -> Outcome {
    Ok(Computed::plain(HostValue::Nothing))
}
