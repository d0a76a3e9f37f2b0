//! The same function in fewer modes.

use layout_algebra::{self as algebra, explain, symbolic as run_time};

use super::{
    Arguments, Refusal,
    answered::steps,
    columns::{Columns, OnComposed, OnSmem, Parameter, layout, tuple},
    stride_kind::for_each_stride,
    told::of_layout,
};
use crate::{Evaluated, Value};

pub(super) static COALESCE: Columns = Columns::new(BY_PROFILE, coalesce)
    .required(1)
    .on_composed(OnComposed::OnDomain)
    .on_smem(OnSmem::Domain)
    .on_names(|operands| {
        Ok(Some(match operands.len() {
            2 => run_time::coalesce_by_profile(&operands.layout(0)?, &operands.shape(1)?)?.into(),
            _ => run_time::coalesce(&operands.layout(0)?)?.into(),
        }))
    })
    .steps(|arguments| {
        let profile = arguments.tuple(1).ok();
        Some(of_layout!(arguments, 0, layout => match profile {
            None => explain::coalesce(&layout),
            Some(profile) => explain::coalesce_by_profile(&layout, &profile),
        }))
    })
    .says(
        "the simplest layout that is the same function of an index",
        &["a profile, where one is given, keeps its modes apart"],
        &["size(R) = size(A)", "depth(R) <= 1", "R(i) = A(i) for every index i"],
    );

pub(super) static FILTER: Columns = Columns::new(BY_PROFILE, filter)
    .required(1)
    .on_composed(OnComposed::OnDomainByProfile)
    .on_names(|operands| {
        Ok(Some(match operands.len() {
            2 => run_time::filter_by_profile(&operands.layout(0)?, &operands.shape(1)?)?.into(),
            _ => run_time::filter(&operands.layout(0)?)?.into(),
        }))
    })
    .steps(|arguments| {
        let profile = arguments.tuple(1).ok();
        Some(of_layout!(arguments, 0, layout => match profile {
            None => explain::filter(&layout),
            Some(profile) => explain::filter_by_profile(&layout, &profile),
        }))
    })
    .says(
        "A without modes of stride 0 and size 1",
        &["A is a layout"],
        &["R has the offsets of A, each once where A is injective elsewhere"],
    );

pub(super) static FILTER_ZEROS: Columns = Columns::new(BY_PROFILE, filter_zeros)
    .required(1)
    .on_composed(OnComposed::OnDomain)
    .on_names(|operands| {
        Ok(Some(match operands.len() {
            2 => run_time::filter_zeros_by_profile(&operands.layout(0)?, &operands.shape(1)?)?.into(),
            _ => run_time::filter_zeros(&operands.layout(0)?)?.into(),
        }))
    })
    .steps(|arguments| {
        let profile = arguments.tuple(1).ok();
        Some(of_layout!(arguments, 0, layout => match profile {
            None => explain::filter_zeros(&layout),
            Some(profile) => explain::filter_zeros_by_profile(&layout, &profile),
        }))
    })
    .says(
        "A with size 1 where its stride is 0",
        &["A is a layout"],
        &["R is congruent with A", "R has the offsets of A"],
    );

pub(super) static FLATTEN: Columns = Columns::new(&[layout("A")], flatten)
    .on_composed(OnComposed::OnDomain)
    .on_smem(OnSmem::Domain)
    .on_names(|operands| Ok(Some(run_time::flatten(&operands.layout(0)?)?.into())))
    .steps(|arguments| Some(of_layout!(arguments, 0, layout => explain::flatten(&layout))))
    .says(
        "A without nesting",
        &["A is a layout or a tuple"],
        &["depth(R) <= 1", "R(i) = A(i) for every index i"],
    );

pub(super) static NULLSPACE: Columns = Columns::new(&[layout("A")], nullspace)
    .on_composed(OnComposed::Computed(|_| Ok(Value::from(algebra::Layout::compact(1.into())?).into())))
    .on_names(|operands| Ok(Some(run_time::nullspace(&operands.layout(0)?)?.into())))
    .steps(|arguments| Some(of_layout!(arguments, 0, layout => explain::nullspace(&layout))))
    .says(
        "the coordinates that A maps to 0",
        &["strides are known"],
        &["A(R(i)) = 0 for every i", "size(R) is the product of the sizes of stride 0"],
    );

const BY_PROFILE: &[Parameter] = &[layout("A"), tuple("profile")];

fn coalesce(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    if arguments.len() == 1 {
        let explained;
        let value = for_each_stride!(arguments, 0, layout => {
            explained = steps(explain::coalesce(&layout));
            algebra::coalesce(&layout)
        });
        return Ok(Evaluated { steps: explained, ..value.into() });
    }
    let profile = arguments.tuple(1)?;
    let value = for_each_stride!(arguments, 0, layout => algebra::coalesce_by_profile(&layout, &profile)?);
    Ok(value.into())
}

fn filter(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    if arguments.len() == 1 {
        let value = for_each_stride!(arguments, 0, layout => algebra::filter(&layout));
        return Ok(value.into());
    }
    let profile = arguments.tuple(1)?;
    let value = for_each_stride!(arguments, 0, layout => algebra::filter_by_profile(&layout, &profile)?);
    Ok(value.into())
}

fn filter_zeros(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    if arguments.len() == 2 {
        let profile = arguments.tuple(1)?;
        let value =
            for_each_stride!(arguments, 0, layout => algebra::filter_zeros_by_profile(&layout, &profile)?);
        return Ok(value.into());
    }
    let value = for_each_stride!(arguments, 0, layout => algebra::filter_zeros(&layout));
    Ok(value.into())
}

fn flatten(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    let value = for_each_stride!(arguments, 0, layout => algebra::flatten(&layout));
    Ok(value.into())
}

fn nullspace(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    let value = for_each_stride!(arguments, 0, layout => algebra::nullspace(&layout));
    Ok(value.into())
}
