//! What a thread knows of itself: `cute.arch.thread_idx()`.

use layout_algebra::symbolic::{Expression, Integer, Name};
use layoutlens_host_value::{
    call::{Call, Computed, Outcome, PlainFunction},
    library::unknown,
    value::HostValue,
};

pub(super) const FUNCTIONS: &[(&str, PlainFunction)] = &[
    ("cutlass.cute.arch.thread_idx", |_| position("thread_idx", 0)),
    ("cutlass.cute.arch.block_idx", |_| position("block_idx", 0)),
    ("cutlass.cute.arch.block_idx_in_cluster", |_| number("block_idx_in_cluster()", 0)),
    ("cutlass.cute.arch.block_in_cluster_idx", |_| position("block_in_cluster_idx", 0)),
    ("cutlass.cute.arch.cluster_idx", |_| position("cluster_idx", 0)),
    ("cutlass.cute.arch.block_dim", |_| position("block_dim", 1)),
    ("cutlass.cute.arch.grid_dim", |_| position("grid_dim", 1)),
    ("cutlass.cute.arch.cluster_dim", |_| position("cluster_dim", 1)),
    ("cutlass.cute.arch.lane_idx", |_| number("lane_idx()", 0)),
    ("cutlass.cute.arch.warp_idx", |_| number("warp_idx()", 0)),
    ("cutlass.cute.arch.make_warp_uniform", same),
];

/// `cute.arch.WARP_SIZE`: a number of compile time.
pub(super) fn named(path: &str) -> Option<HostValue> {
    (path == "cutlass.cute.arch.WARP_SIZE").then(|| HostValue::static_int(32))
}

/// A run-time integer of at least `least`.
fn by_name(text: &str, least: i64) -> HostValue {
    let name = Name { least, ..Name::new(text) };
    HostValue::integer(&Integer::Dynamic(Expression::of_name(name)))
}

/// The number that a function gives; no variable of the program is spelt like it.
fn number(text: &str, least: i64) -> Outcome {
    Ok(Computed::plain(by_name(text, least)))
}

/// A place in three directions.
fn position(text: &str, least: i64) -> Outcome {
    let along = ["x", "y", "z"].map(|axis| by_name(&format!("{text}.{axis}"), least));
    Ok(Computed::plain(HostValue::tuple(along.to_vec())))
}

/// The same number, of which the compiler is told that all threads of a warp have it.
fn same(call: &Call<'_>) -> Outcome {
    match call.argument(0) {
        Some(value) => Ok(Computed::plain(value.clone())),
        None => unknown("no number is given"),
    }
}
