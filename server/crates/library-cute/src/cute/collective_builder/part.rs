//! The parts of a builder that programs ask for themselves: `sm90_cluster_shape_to_tma_atom(cluster)`,
//! `sm100_make_1sm_trivial_tiled_mma<..>()`.

use layoutlens_host_value::{
    call::{Call, Computed, Outcome, PlainFunction},
    library::{refuse_unknown, unknown},
    value::HostValue,
};
use layoutlens_operation::{Operation, Refusal, Value};

use super::{
    chosen::{named, specialized, tma_load_sm90},
    major_of_tag,
};
use crate::cute::{
    collective_builder::{chosen::Element, cluster_sizes, sizes},
    hardware,
    mma::made_by_cutlass,
    operand::{argument, bare, instance},
    operate::run,
    policy,
};

/// The function of this name, in whatever namespace of `cutlass::gemm::collective` it stands.
pub(super) fn function(name: &str) -> Option<PlainFunction> {
    let last = bare(name).rsplit("::").next()?;
    let all = FUNCTIONS.iter().chain(major_of_tag::FUNCTIONS);
    all.into_iter().find(|(known, _)| *known == last).map(|(_, function)| *function)
}

const FUNCTIONS: &[(&str, PlainFunction)] = &[
    ("sm90_cluster_shape_to_tma_atom", tma_atom_sm90),
    ("sm100_cluster_shape_to_tma_atom_A", tma_atom_sm100),
    ("sm100_cluster_shape_to_tma_atom_B", tma_atom_sm100),
    ("sm100_make_1sm_trivial_tiled_mma", trivial_mma),
    ("sm100_make_2sm_trivial_tiled_mma", trivial_mma),
    ("sm100_make_trivial_tiled_mma", trivial_mma),
];

fn tma_atom_sm90(call: &Call<'_>) -> Outcome {
    // CUTLASS compiles this for a size of compile time only.
    let Some(size) = run(Operation::Size, &[hardware::operand(argument(call, 0)?)?])?.value.as_int() else {
        return unknown("the size of the cluster is not known");
    };
    Ok(Computed::plain(instance(&tma_load_sm90(Some(size))).clone()))
}

/// A is shared by the blocks along N, B by those along M.
fn tma_atom_sm100(call: &Call<'_>) -> Outcome {
    let (cluster, threads) = (argument(call, 0)?, argument(call, 1)?);
    refuse_unknown([cluster, threads])?;
    let blocks = run(Operation::Size, &[hardware::operand(threads)?])?.value.as_int();
    let (blocks, has_two_sms) = match blocks {
        Some(1) => (1, false),
        Some(2) => (2, true),
        _ => return unknown("how many SMs the MMA has is not known"),
    };
    let (mode, alone) = if call.name.ends_with("_A") { (1, 1) } else { (0, blocks) };
    let shared_by = cluster_sizes(cluster)?.and_then(|cluster| cluster.get(mode).copied());
    Ok(Computed::plain(instance(&tma_load(has_two_sms, shared_by, alone)).clone()))
}

/// How an operand is loaded that so many blocks of a cluster share, where `alone` of them share nothing.
pub(super) fn tma_load(has_two_sms: bool, shared_by: Option<i64>, alone: i64) -> HostValue {
    match has_two_sms {
        false => tma_load_sm90(shared_by),
        true if shared_by == Some(alone) => named("SM100_TMA_2SM_LOAD"),
        true => named("SM100_TMA_2SM_LOAD_MULTICAST"),
    }
}

/// `sm100_make_trivial_tiled_mma<A, B, Accumulator, TileShape, ClusterShape, MajorA, MajorB[, Schedule]>()`.
fn trivial_mma(call: &Call<'_>) -> Outcome {
    let [a, b, accumulator, tile, cluster, major_a, major_b, rest @ ..] = call.template else {
        return unknown(format!("{} without its template arguments is not computed", call.name));
    };
    refuse_unknown(call.template)?;
    let (Some(a), Some(b)) = (Element::of(a), Element::of(b)) else {
        return unknown(format!("{} is not computed for these element types", call.name));
    };
    let [m, n, _] = sizes(tile)?;
    let is_chosen_by_schedule = call.name.ends_with("sm100_make_trivial_tiled_mma");
    let (has_two_sms, signs) = match (is_chosen_by_schedule, rest) {
        (false, signs) => (call.name.contains("2sm"), signs),
        (true, [schedule, signs @ ..]) => match policy::choice(schedule) {
            // Of a cluster whose shape a launch tells, CUTLASS takes one SM.
            Some("KernelScheduleAuto") => {
                (cluster_sizes(cluster)?.is_some_and(|[along_m, _]| along_m % 2 == 0) && m % 128 == 0, signs)
            }
            Some(schedule) if schedule.contains("2Sm") => (true, signs),
            Some(schedule) if schedule.contains("1Sm") => (false, signs),
            _ => return unknown(format!("{} with this schedule is not computed", call.name)),
        },
        (true, []) => return unknown(format!("{} without a schedule is not computed", call.name)),
    };
    if !signs.is_empty() {
        return unknown(format!("{} with negated operands is not computed", call.name));
    }
    let sizes = [m, n];
    made([a, b], accumulator, sizes, [major_a.clone(), major_b.clone()], has_two_sms).map(Computed::plain)
}

/// The tiled MMA of one operation of Blackwell that reads both operands from shared memory.
pub(super) fn made(
    [a, b]: [Element; 2],
    accumulator: &HostValue,
    [m, n]: [i64; 2],
    [major_a, major_b]: [HostValue; 2],
    has_two_sms: bool,
) -> Result<HostValue, Refusal> {
    if a.kind != b.kind || a.kind != "F8F6F4" && a != b {
        return unknown("CUTLASS has no MMA of operands of these types");
    }
    let legal = if has_two_sms { [128, 256] } else { [64, 128] };
    if !legal.contains(&m) || n % 8 != 0 || n > 256 {
        return unknown(format!(
            "CUTLASS has no MMA of {} SM for a tile of {m} x {n}",
            if has_two_sms { 2 } else { 1 }
        ));
    }
    let name = format!("SM100_MMA_{}_{}SS", a.kind, if has_two_sms { "2x1SM_" } else { "" });
    let arguments = [
        a.host_type(),
        b.host_type(),
        accumulator.clone(),
        Value::int(m).into(),
        Value::int(n).into(),
        major_a,
        major_b,
    ];
    let atom = instance(&specialized(&name, &arguments)?).clone();
    made_by_cutlass(&[&atom])
}
