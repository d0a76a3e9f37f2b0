//! `cutlass::gemm::collective::CollectiveBuilder`: the MMA, the copies and the shared memory that it chooses for a tile, as
//! far as that is decided by its arguments (`collective/builders/sm90_gmma_builder.inl`, `sm100_umma_builder.inl`).

mod chosen;
mod kernel;
mod loads;
mod major_of_tag;
mod members;
mod part;
mod scaled;
mod sm100;
mod sm90;

use std::collections::BTreeMap;

use layoutlens_host_value::{
    library::{refuse_unknown, unknown},
    value::HostValue,
};
use layoutlens_operation::{Operation, Refusal, Value};

use self::{
    chosen::{Element, Operand, Problem},
    kernel::{ADAPTER, KERNEL},
    members::{COLLECTIVE, Members, REST, type_with_members},
};

use crate::{
    cute::{
        contiguous_mode::is_major,
        cutlass::stride_of_layout,
        hardware,
        operand::{bare, instance, of_type},
        operate::run,
        policy,
        tuple::is_of_run_time,
    },
    family::Family,
};

/// The names of this family.
pub(super) const FAMILY: Family = Family {
    function: |name| part::function(name).map(Into::into),
    method: kernel::method,
    construct: kernel::construct,
    specialized,
    member,
    ..Family::NONE
};

/// What the library calls a builder.
const BUILDER: &str = "CollectiveBuilder";

fn specialized(name: &str, arguments: &[HostValue]) -> Option<Result<HostValue, Refusal>> {
    let path = bare(name);
    if path.rsplit("::").next() != Some(BUILDER) {
        return kernel::specialized(path, arguments).map(Ok);
    }
    let (built, strides) = match path.contains("epilogue") {
        true => (unknown("CollectiveBuilder of an epilogue is not computed"), kernel::epilogue(arguments)),
        false => (built(arguments), strides_of_mainloop(arguments)),
    };
    Some(match (built, strides) {
        // What only the strides in global memory depend on is known without the rest.
        (Err(Refusal::Unknown(reason)), Some(mut members)) => {
            members.insert(REST.to_owned(), HostValue::unknown(reason));
            Ok(with_operation(members))
        }
        (built, _) => built,
    })
}

/// `StrideA`, `StrideB` and what they are made of, of any architecture and schedule.
fn strides_of_mainloop(arguments: &[HostValue]) -> Option<Members> {
    let [arch, class, element_a, layout_a, _, element_b, layout_b, ..] = arguments else { return None };
    if !kernel::is_of_nvidia(arch)
        || !matches!(policy::choice(class), Some("OpClassTensorOp" | "OpClassBlockScaledTensorOp"))
    {
        return None;
    }
    let mut members = kernel::strides('A', layout_a)?;
    members.extend(kernel::strides('B', layout_b)?);
    if policy::choice(class) == Some("OpClassBlockScaledTensorOp") {
        members.extend(scaled::factors(arch, [(element_a, layout_a), (element_b, layout_b)]));
    }
    Some(members)
}

/// The type of a builder that builds a collective with these members.
fn with_operation(members: Members) -> HostValue {
    let operation = type_with_members(COLLECTIVE, members);
    type_with_members(BUILDER, BTreeMap::from([("CollectiveOp".to_owned(), operation)]))
}

/// `CollectiveBuilder<..>::CollectiveOp`, and what that declares.
fn member(receiver: &HostValue, name: &str) -> Option<HostValue> {
    let HostValue::Object(object) = of_type(receiver)? else { return None };
    match object.kind.as_str() {
        BUILDER | COLLECTIVE | KERNEL | ADAPTER => {
            let rest = || Some(HostValue::unknown(object.fields.get(REST)?.unknown_reason()?));
            object.fields.get(name).cloned().or_else(rest)
        }
        _ => None,
    }
}

fn built(arguments: &[HostValue]) -> Result<HostValue, Refusal> {
    let [
        arch,
        class,
        element_a,
        layout_a,
        alignment_a,
        element_b,
        layout_b,
        alignment_b,
        accumulator,
        tile,
        cluster,
        stages,
        schedule,
        ..,
    ] = arguments
    else {
        return unknown("CollectiveBuilder has fewer template arguments than are understood");
    };
    // What only the number of stages depends on is known without it.
    refuse_unknown([
        arch,
        class,
        element_a,
        layout_a,
        element_b,
        layout_b,
        accumulator,
        tile,
        cluster,
        schedule,
    ])?;
    if policy::choice(class) != Some("OpClassTensorOp") {
        return unknown("CollectiveBuilder is computed for arch::OpClassTensorOp only");
    }
    let problem = Problem {
        a: operand('A', element_a, layout_a, alignment_a)?,
        b: operand('B', element_b, layout_b, alignment_b)?,
        accumulator: accumulator.clone(),
        tile: tile.clone(),
        sizes: sizes(tile)?,
        cluster: cluster_sizes(cluster)?,
        // `StageCountAuto` says no number.
        stages: policy::stages(stages),
        schedule: match policy::choice(schedule) {
            Some(schedule) => schedule.to_owned(),
            None => return unknown("this schedule of CollectiveBuilder is not computed"),
        },
    };
    let mut members = match policy::choice(arch) {
        Some("Sm90") => sm90::members(&problem)?,
        Some("Sm100") => sm100::members(&problem)?,
        _ => return unknown("CollectiveBuilder is computed for arch::Sm90 and arch::Sm100 only"),
    };
    for (name, value) in [
        ("ElementA", element_a),
        ("ElementB", element_b),
        ("ElementAccumulator", accumulator),
        ("StrideA", &problem.a.stride),
        ("StrideB", &problem.b.stride),
        ("TileShape", tile),
        ("ArchTag", arch),
    ] {
        members.insert(name.to_owned(), value.clone());
    }
    let mut policy = BTreeMap::from([("ClusterShape".to_owned(), cluster.clone())]);
    if let Some(stages) = problem.stages {
        policy.insert("Stages".to_owned(), HostValue::run_time_int(stages));
    }
    members.insert("DispatchPolicy".to_owned(), type_with_members(COLLECTIVE, policy));
    members.extend(strides_of_mainloop(arguments).into_iter().flatten());
    Ok(with_operation(members))
}

fn operand(
    name: char,
    element: &HostValue,
    layout: &HostValue,
    alignment: &HostValue,
) -> Result<Operand, Refusal> {
    let Some(stride) = stride_of_layout(name, layout) else {
        return unknown(format!("the layout of {name} in global memory is not known"));
    };
    let Some(kind) = Element::of(element) else {
        return unknown(format!("CollectiveBuilder is not computed for the element type of {name}"));
    };
    let is_mn_major = is_major(0, &stride)?;
    if !is_mn_major && !is_major(1, &stride)? {
        return unknown(format!("which mode of {name} is contiguous is not known"));
    }
    Ok(Operand { element: kind, stride, is_mn_major, alignment: instance(alignment).known_int() })
}

/// M, N and K of a tile.
fn sizes(tile: &HostValue) -> Result<[i64; 3], Refusal> {
    let tile = hardware::operand(tile)?;
    let size = |mode: i64| match run(Operation::Size, &[tile.clone(), Value::int(mode)])?.value.as_int() {
        Some(size) if size > 0 => Ok(size),
        _ => unknown("the tile of CollectiveBuilder is not known in numbers"),
    };
    Ok([size(0)?, size(1)?, size(2)?])
}

/// M and N of a cluster; none where they are of run time.
fn cluster_sizes(cluster: &HostValue) -> Result<Option<[i64; 2]>, Refusal> {
    let Some(modes) = instance(cluster).elements().filter(|modes| modes.len() == 3) else {
        return unknown("the shape of the cluster is not known");
    };
    let is_open = |mode: &&HostValue| mode.unknown_reason().is_some() && !is_of_run_time(mode);
    refuse_unknown(modes.iter().filter(is_open))?;
    let size = |mode: &HostValue| mode.as_integer().filter(|size| size.is_static())?.known();
    match modes.as_slice() {
        [m, n, k] if size(k).is_some() => Ok(size(m).zip(size(n)).map(|(m, n)| [m, n])),
        _ => Ok(None),
    }
}
