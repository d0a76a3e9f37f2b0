//! `CollectiveMma::Params`: the types of the copies by which TMA loads the operands (`sm90_mma_tma_gmma_ss_warpspecialized.hpp`,
//! `sm100_mma_warpspecialized.hpp`).

use std::collections::BTreeMap;

use layout_algebra::symbolic::Integer;
use layoutlens_host_value::{library::unknown, types, value::HostValue};
use layoutlens_operation::{Refusal, apply};

use super::members::{Members, REST, type_with_members};
use crate::cute::{
    element::pointer_to,
    operand::{instance, operand},
};

/// TMA takes tensors of five modes; those that are flat in memory may be more.
const MAX_MODES: usize = 16;

/// Calls a function of CuTe with these template arguments and arguments.
pub(super) type Called = fn(&str, &[HostValue], &[HostValue]) -> Result<HostValue, Refusal>;

/// What loads an operand, and into what.
pub(super) struct Load<'p> {
    /// CuTe's function that makes the copy, and the member that is its type.
    pub(super) function: &'static str,
    pub(super) member: &'static str,
    /// The types of the operand's elements and of its strides in global memory.
    pub(super) element: HostValue,
    pub(super) stride: &'p HostValue,
    /// The type of TMA's operation.
    pub(super) operation: HostValue,
    /// The layout in shared memory of one stage, which is its last mode.
    pub(super) smem: Result<HostValue, Refusal>,
    /// What else the function is given: a tile, an MMA or a cluster.
    pub(super) given: Vec<HostValue>,
}

/// The type `Params` with the types of these copies.
pub(super) fn params(kind: &str, loads: Vec<Load<'_>>, called: Called) -> HostValue {
    let mut members: Members = BTreeMap::new();
    for load in loads {
        let copy = match made(&load, called) {
            Ok(copy) => types::type_of(&copy),
            Err(Refusal::Unknown(reason)) => HostValue::unknown(reason),
            Err(_) => HostValue::unknown("TMA cannot load this operand into its shared memory"),
        };
        members.insert(load.member.to_owned(), copy);
    }
    members.insert(
        REST.to_owned(),
        HostValue::unknown("of the parameters of a collective the TMA copies are computed"),
    );
    type_with_members(kind, members)
}

fn made(load: &Load<'_>, called: Called) -> Result<HostValue, Refusal> {
    let strides = instance(load.stride);
    let shape = of_run_time(strides, "extent", true, &mut 0)?;
    let strides = of_run_time(strides, "stride", false, &mut 0)?;
    let pointer = called("make_gmem_ptr", &[], &[pointer_to(load.element.clone())])?;
    let layout = called("make_layout", &[], &[shape, strides])?;
    let tensor = called("make_tensor", &[], &[pointer, layout])?;
    let smem = load.smem.clone()?;
    let modes = called("rank", &[], std::slice::from_ref(&smem))?.known_int().unwrap_or(1);
    let mut stage = vec![HostValue::keep(); usize::try_from(modes - 1).unwrap_or(0)];
    stage.push(HostValue::static_int(0));
    let smem = apply(&operand(&smem)?, &operand(&HostValue::tuple(stage))?)?.value.into();
    let mut given = vec![instance(&load.operation).clone(), tensor, smem];
    given.extend(load.given.iter().cloned());
    called(load.function, &[], &given)
}

/// A tuple like this one, whose numbers are of run time but for those that its type says.
fn of_run_time(like: &HostValue, name: &str, is_all: bool, next: &mut usize) -> Result<HostValue, Refusal> {
    if let Some(elements) = like.elements() {
        let elements = elements.iter().map(|element| of_run_time(element, name, is_all, next));
        return Ok(HostValue::tuple(elements.collect::<Result<Vec<_>, _>>()?));
    }
    match like.as_integer() {
        Some(integer) if integer.is_static() && !is_all => Ok(like.clone()),
        _ if *next >= MAX_MODES => unknown("a tensor of more modes than TMA takes"),
        _ => {
            *next += 1;
            Ok(HostValue::integer(&Integer::name(&format!("{name}{next}"))))
        }
    }
}
