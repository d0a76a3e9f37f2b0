//! Warp-specialised kernels of Hopper that load both operands by TMA.

use layoutlens_host_value::{library::unknown, value::HostValue};
use layoutlens_operation::Refusal;

use super::{
    chosen::{Operand, Problem, called, int, named, order, shape, tma_load_sm90},
    loads::{Load, params},
    members::{COLLECTIVE, Members},
};
use crate::cute::{integer::type_with, mma::made_by_cutlass, operand::instance};

/// What the collective declares.
pub(super) fn members(problem: &Problem) -> Result<Members, Refusal> {
    let is_cooperative = is_cooperative(problem)?;
    let (a, b) = (&problem.a, &problem.b);
    let has_two_bytes = a.element.bits == 16 && b.element.bits == 16;
    if a.element.bits != b.element.bits || !has_two_bytes && (a.is_mn_major || b.is_mn_major) {
        return unknown("CollectiveBuilder with A in registers is not computed");
    }
    let Some([cluster_m, cluster_n]) = problem.cluster else {
        return unknown("the cluster of CollectiveBuilder is not known in numbers");
    };
    let [m, n, k] = problem.sizes;
    let atom = called(
        "GMMA::ss_op_selector",
        &[
            a.element.host_type(),
            b.element.host_type(),
            problem.accumulator.clone(),
            problem.tile.clone(),
            major(a),
            major(b),
        ],
        &[],
    )?;
    let warpgroups = called("make_layout", &[], &[shape(&[if is_cooperative { 2 } else { 1 }, 1, 1])])?;
    let mma = made_by_cutlass(&[&atom, &warpgroups])?;
    let mut members = Members::new();
    let mut loads = Vec::new();
    let mut add = |name: &str, value: HostValue| members.insert(name.to_owned(), value);
    add("TiledMma", type_with(mma));
    add("CtaShape_MNK", problem.tile.clone());
    let operations = [tma_load_sm90(Some(cluster_n)), tma_load_sm90(Some(cluster_m))];
    add("GmemTiledCopyA", operations[0].clone());
    add("GmemTiledCopyB", operations[1].clone());
    let cluster = shape(&[cluster_m, cluster_n, 1]);
    let functions = [("make_tma_copy_A_sm90", "TMA_A"), ("make_tma_copy_B_sm90", "TMA_B")];
    for ((operand, size, atom_name, layout_name), (operation, (function, member))) in
        [(a, m, "SmemLayoutAtomA", "SmemLayoutA"), (b, n, "SmemLayoutAtomB", "SmemLayoutB")]
            .into_iter()
            .zip(operations.into_iter().zip(functions))
    {
        let template = [major(operand), operand.element.host_type(), int(size), int(k)];
        let atom = called("ss_smem_selector", &template, &[])?;
        let of_stages = |stages: i64| {
            let whole = shape(&[size, k, stages]);
            called("tile_to_shape", &[], &[instance(&atom).clone(), whole, order(operand.is_mn_major)])
        };
        loads.push(Load {
            function,
            member,
            element: operand.element.host_type(),
            stride: &operand.stride,
            operation,
            smem: of_stages(1),
            given: vec![instance(&problem.tile).clone(), cluster.clone()],
        });
        let layout = match problem.stages {
            Some(stages) => type_with(of_stages(stages)?),
            None => HostValue::unknown(
                "CUTLASS computes the number of stages from the shared memory that is left; say `StageCount<N>` to see this",
            ),
        };
        add(atom_name, type_with(instance(&atom).clone()));
        add(layout_name, layout);
    }
    add("Params", params(COLLECTIVE, loads, called));
    Ok(members)
}

/// Whether two warpgroups share a tile.
fn is_cooperative(problem: &Problem) -> Result<bool, Refusal> {
    match problem.schedule.as_str() {
        "KernelTmaWarpSpecialized"
        | "KernelTmaWarpSpecializedPingpong"
        | "KernelPtrArrayTmaWarpSpecializedPingpong"
        | "KernelTmaWarpSpecializedFP8FastAccum"
        | "KernelTmaWarpSpecializedPingpongFP8FastAccum" => Ok(false),
        "KernelTmaWarpSpecializedCooperative"
        | "KernelPtrArrayTmaWarpSpecializedCooperative"
        | "KernelTmaWarpSpecializedCooperativeFP8FastAccum" => Ok(true),
        "KernelScheduleAuto" => match (problem.a.is_aligned(), problem.b.is_aligned()) {
            (Some(true), Some(true)) => Ok(problem.sizes[0] != 64),
            _ => unknown("CollectiveBuilder without TMA is not computed"),
        },
        schedule => unknown(format!("CollectiveBuilder with {schedule} on Sm90 is not computed")),
    }
}

/// The major of an operand as GMMA reads it.
fn major(operand: &Operand) -> HostValue {
    let is_mn = operand.is_mn_major && operand.element.bits == 16;
    named(if is_mn { "GMMA::Major::MN" } else { "GMMA::Major::K" })
}
