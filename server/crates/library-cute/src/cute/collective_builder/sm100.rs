//! Warp-specialised kernels of Blackwell that load both operands by TMA.

use layoutlens_host_value::{library::unknown, value::HostValue};
use layoutlens_operation::Refusal;

use super::{
    chosen::{Operand, Problem, called, int, named, order, shape},
    loads::{Load, params},
    members::{COLLECTIVE, Members},
    part::{made, tma_load},
};
use crate::cute::{integer::type_with, operand::instance};

/// What the collective declares.
pub(super) fn members(problem: &Problem) -> Result<Members, Refusal> {
    let (a, b) = (&problem.a, &problem.b);
    let has_two_sms = has_two_sms(problem)?;
    let blocks = if has_two_sms { 2 } else { 1 };
    let [m, n, k] = problem.sizes;
    let majors = [major(a), major(b)];
    let mma = made([a.element, b.element], &problem.accumulator, [m, n], majors, has_two_sms)?;
    let mut members = Members::new();
    let mut loads = Vec::new();
    let mut add = |name: &str, value: HostValue| members.insert(name.to_owned(), value);
    add("AtomThrShapeMNK", type_with(shape(&[blocks, 1, 1])));
    add("CtaShape_MNK", type_with(shape(&[m / blocks, n, k])));
    let [along_m, along_n] = problem.cluster.map_or([None, None], |cluster| cluster.map(Some));
    let operations = [tma_load(has_two_sms, along_n, 1), tma_load(has_two_sms, along_m, blocks)];
    add("GmemTiledCopyA", operations[0].clone());
    add("GmemTiledCopyB", operations[1].clone());
    let functions = [("make_tma_atom_A_sm100", "TMA_A"), ("make_tma_atom_B_sm100", "TMA_B")];
    for ((operand, size, partition, atom_name, layout_name), (operation, (function, member))) in [
        (a, m, "partition_shape_A", "SmemLayoutAtomA", "SmemLayoutA"),
        (b, n, "partition_shape_B", "SmemLayoutAtomB", "SmemLayoutB"),
    ]
    .into_iter()
    .zip(operations.into_iter().zip(functions))
    {
        let template = [major(operand), operand.element.host_type(), int(size / blocks), int(k)];
        let atom = instance(&called("sm100_smem_selector", &template, &[])?).clone();
        let part = called(partition, &[], &[mma.clone(), shape(&[size, k])])?;
        let of_stages = |stages: i64| {
            let whole = called("append", &[], &[part.clone(), HostValue::static_int(stages)])?;
            called("UMMA::tile_to_mma_shape", &[], &[atom.clone(), whole, order(operand.is_mn_major)])
        };
        loads.push(Load {
            function,
            member,
            element: operand.element.host_type(),
            stride: &operand.stride,
            operation,
            smem: of_stages(1),
            given: vec![instance(&problem.tile).clone(), mma.clone()],
        });
        let layout = match problem.stages {
            Some(stages) => type_with(of_stages(stages)?),
            None => HostValue::unknown(
                "CUTLASS computes the number of stages from the shared memory that is left; say `StageCount<N>` to see this",
            ),
        };
        add(atom_name, type_with(atom));
        add(layout_name, layout);
    }
    add("Params", params(COLLECTIVE, loads, called));
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
                // Of a cluster whose shape a launch tells, CUTLASS takes one SM.
                Ok(problem.cluster.is_some_and(|[m, _]| m % 2 == 0) && problem.sizes[0] % 128 == 0)
            }
            _ => unknown("CollectiveBuilder without TMA is not computed"),
        },
        schedule => unknown(format!("CollectiveBuilder with {schedule} on Sm100 is not computed")),
    }
}

fn major(operand: &Operand) -> HostValue {
    named(if operand.is_mn_major { "UMMA::Major::MN" } else { "UMMA::Major::K" })
}
