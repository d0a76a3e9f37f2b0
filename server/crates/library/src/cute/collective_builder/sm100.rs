//! Warp-specialised kernels of Blackwell that load both operands by TMA.

use layoutlens_host_value::{library::unknown, value::HostValue};
use layoutlens_operation::Refusal;

use super::chosen::{
    Members, Operand, Problem, called, int, named, order, shape, specialized, tma_load_sm90,
};
use crate::cute::{integer::type_with, operand::instance};

/// What the collective declares.
pub(super) fn members(problem: &Problem) -> Result<Members, Refusal> {
    let (a, b) = (&problem.a, &problem.b);
    if a.element.kind != b.element.kind || a.element.kind != "F8F6F4" && a.element != b.element {
        return unknown("CollectiveBuilder for operands of different types is not computed");
    }
    let has_two_sms = has_two_sms(problem)?;
    let blocks = if has_two_sms { 2 } else { 1 };
    let [m, n, k] = problem.sizes;
    let legal = if has_two_sms { [128, 256] } else { [64, 128] };
    if !legal.contains(&m) || n % 8 != 0 || n > 256 {
        return unknown(format!("CUTLASS has no MMA of {blocks} SM for a tile of {m} x {n}"));
    }
    let name = format!("SM100_MMA_{}_{}SS", a.element.kind, if has_two_sms { "2x1SM_" } else { "" });
    let arguments = [
        a.element.host_type(),
        b.element.host_type(),
        problem.accumulator.clone(),
        HostValue::static_int(m),
        HostValue::static_int(n),
        major(a),
        major(b),
    ];
    let atom = instance(&specialized(&name, &arguments)?).clone();
    let mma = called("make_tiled_mma", &[], &[atom])?;
    let mut members = Members::new();
    let mut add = |name: &str, value: HostValue| members.insert(name.to_owned(), value);
    add("AtomThrShapeMNK", type_with(shape(&[blocks, 1, 1])));
    add("CtaShape_MNK", type_with(shape(&[m / blocks, n, k])));
    add("GmemTiledCopyA", tma_load(problem, has_two_sms, 1, 1));
    add("GmemTiledCopyB", tma_load(problem, has_two_sms, 0, blocks));
    for (operand, size, partition, atom_name, layout_name) in [
        (a, m, "partition_shape_A", "SmemLayoutAtomA", "SmemLayoutA"),
        (b, n, "partition_shape_B", "SmemLayoutAtomB", "SmemLayoutB"),
    ] {
        let template = [major(operand), operand.element.host_type(), int(size / blocks), int(k)];
        let atom = instance(&called("sm100_smem_selector", &template, &[])?).clone();
        let part = called(partition, &[], &[mma.clone(), shape(&[size, k])])?;
        let layout = match problem.stages {
            Some(stages) => {
                let whole = called("append", &[], &[part, HostValue::static_int(stages)])?;
                let arguments = [atom.clone(), whole, order(operand.is_mn_major)];
                type_with(called("UMMA::tile_to_mma_shape", &[], &arguments)?)
            }
            None => HostValue::unknown(
                "CUTLASS computes the number of stages from the shared memory that is left; say `StageCount<N>` to see this",
            ),
        };
        add(atom_name, type_with(atom));
        add(layout_name, layout);
    }
    add("TiledMma", type_with(mma));
    Ok(members)
}

/// Whether two blocks compute a tile together.
fn has_two_sms(problem: &Problem) -> Result<bool, Refusal> {
    match problem.schedule.as_str() {
        "KernelTmaWarpSpecialized1SmSm100" | "KernelPtrArrayTmaWarpSpecialized1SmSm100" => Ok(false),
        "KernelTmaWarpSpecialized2SmSm100" | "KernelPtrArrayTmaWarpSpecialized2SmSm100" => Ok(true),
        "KernelScheduleAuto" => match (problem.a.is_aligned(), problem.b.is_aligned()) {
            (Some(true), Some(true)) => {
                Ok(problem.cluster.is_some_and(|[m, _]| m % 2 == 0) && problem.sizes[0] % 128 == 0)
            }
            _ => unknown("CollectiveBuilder without TMA is not computed"),
        },
        schedule => unknown(format!("CollectiveBuilder with {schedule} on Sm100 is not computed")),
    }
}

/// How an operand is loaded that the blocks along a mode of the cluster share, where `alone` of them share nothing.
fn tma_load(problem: &Problem, has_two_sms: bool, mode: usize, alone: i64) -> HostValue {
    let shared_by = problem.cluster.and_then(|cluster| cluster.get(mode).copied());
    match has_two_sms {
        false => tma_load_sm90(shared_by),
        true if shared_by == Some(alone) => named("SM100_TMA_2SM_LOAD"),
        true => named("SM100_TMA_2SM_LOAD_MULTICAST"),
    }
}

fn major(operand: &Operand) -> HostValue {
    named(if operand.is_mn_major { "UMMA::Major::MN" } else { "UMMA::Major::K" })
}
