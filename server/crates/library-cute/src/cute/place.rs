//! Where a thread runs: its warp, and its thread block's place in the cluster. Only the hardware knows, so these go by
//! the names of the functions that tell.

use std::{collections::BTreeMap, sync::Arc};

use layout_algebra::symbolic::{Expression, Integer, Name};
use layoutlens_host_value::{
    call::{Call, Computed, Outcome, PlainFunction},
    object::Object,
    value::HostValue,
};

use crate::{
    cute::operand::bare,
    family::{Family, find},
};

/// The names of this family.
pub(super) const FAMILY: Family = Family { function: |name| find(FUNCTIONS, bare(name)), ..Family::NONE };

const FUNCTIONS: &[(&str, PlainFunction)] = &[
    ("block_rank_in_cluster", index),
    ("canonical_warp_idx", index),
    ("canonical_warp_idx_sync", index),
    ("canonical_warp_group_idx", index),
    ("canonical_lane_idx", index),
    ("block_id_in_cluster", indices),
    ("cluster_id_in_grid", indices),
    ("cluster_shape", sizes),
    ("cluster_grid_dims", sizes),
];

fn named(text: &str, least: i64) -> HostValue {
    let name = Name { least, ..Name::new(text) };
    HostValue::integer(&Integer::Dynamic(Expression::of_name(name)))
}

fn index(call: &Call<'_>) -> Outcome {
    Ok(Computed::plain(named(&format!("{}()", bare(call.name)), 0)))
}

fn indices(call: &Call<'_>) -> Outcome {
    axes(call, 0)
}

fn sizes(call: &Call<'_>) -> Outcome {
    axes(call, 1)
}

fn axes(call: &Call<'_>, least: i64) -> Outcome {
    let of = |axis: &str| (axis.to_owned(), named(&format!("{}().{axis}", bare(call.name)), least));
    let fields: BTreeMap<String, HostValue> = ["x", "y", "z"].into_iter().map(of).collect();
    let object = Object { class: None, kind: "dim3".to_owned(), fields };
    Ok(Computed::plain(HostValue::Object(Arc::new(object))))
}
