//! Predicates for `assert`: true or false, with what shows it as the first step.

use layout_algebra::{Layout, Stride, analysis};

use super::{
    Arguments, Refusal,
    analysis::{A_WARP_ACCESSES, ACCESS},
    columns::{Columns, OnSmem, layout},
};
use crate::{Evaluated, Value};

pub(super) static INJECTIVE: Columns = Columns::new(&[layout("A")], injective).on_smem(OnSmem::Offsets).says(
    "whether no two coordinates share an offset",
    &["every number is known"],
    &["true or false, or unknown beyond the limit"],
);

pub(super) static SURJECTIVE: Columns =
    Columns::new(&[layout("A")], surjective).on_smem(OnSmem::Offsets).says(
        "whether each offset below cosize(A) is reached",
        &["every number is known"],
        &["true or false, or unknown beyond the limit"],
    );

pub(super) static BIJECTIVE: Columns = Columns::new(&[layout("A")], bijective).on_smem(OnSmem::Offsets).says(
    "whether A is injective and surjective",
    &["every number is known"],
    &["true or false, or unknown beyond the limit"],
);

pub(super) static COMPACT: Columns = Columns::new(&[layout("A")], compact).says(
    "whether A is bijective on 0 .. size(A)-1",
    &["every number is known"],
    &["true where size(A) = cosize(A) and A is injective"],
);

pub(super) static EQUIVALENT: Columns =
    Columns::new(&[layout("A"), layout("B")], equivalent).on_smem(OnSmem::Offsets).says(
        "whether two layouts are the same function",
        &["every number is known"],
        &["true where A(i) = B(i) for every index i"],
    );

pub(super) static COVERS: Columns =
    Columns::new(&[layout("T"), layout("A")], covers).on_smem(OnSmem::Offsets).says(
        "whether T hits every offset of A, none twice",
        &["every number is known"],
        &["true where both reach the same offsets, T each once"],
    );

pub(super) static CONFLICT_FREE: Columns =
    Columns::new(ACCESS, conflict_free).required(2).about_lanes().on_smem(OnSmem::Offsets).says(
        "whether shared memory serves each access of a warp at once",
        A_WARP_ACCESSES,
        &["true where bank_conflicts is 1", "a claim that fails offers a swizzle and a padded stride"],
    );

fn answer(holds: bool, reason: String) -> Evaluated {
    Evaluated { steps: vec![reason], ..Value::Bool(holds).into() }
}

/// The layout, or the inner layout of a composed one: a swizzle permutes offsets, so it neither makes nor removes a
/// collision.
fn unswizzled(arguments: &Arguments<'_>, index: usize) -> Result<Layout, Refusal> {
    match arguments.value(index)? {
        Value::Composed(composed) => Ok(composed.layout().clone()),
        _ => arguments.layout(index),
    }
}

fn injective(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    match arguments.value(0)? {
        Value::CoordinateLayout(layout) => injective_layout(layout),
        Value::XorLayout(layout) => injective_layout(layout),
        _ => injective_layout(&unswizzled(arguments, 0)?),
    }
}

fn injective_layout<D: Stride>(layout: &Layout<D>) -> Result<Evaluated, Refusal> {
    Ok(match analysis::first_collision(layout)? {
        None => answer(true, "no two coordinates share an offset".to_owned()),
        Some((first, second)) => {
            let offset = layout.at(first)?;
            answer(false, format!("not injective: coordinates {first} and {second} share offset {offset}"))
        }
    })
}

fn surjective(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    let function = super::analysis::function(arguments, 0)?;
    if analysis::is_surjective(function.as_ref())? {
        return Ok(answer(true, "every offset from 0 to the largest is reached".to_owned()));
    }
    let image = analysis::image(function.as_ref()).map(|image| format!(": {image}")).unwrap_or_default();
    Ok(answer(false, format!("not surjective: not every offset from 0 to the largest is reached{image}")))
}

fn bijective(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    onto_its_size(arguments, arguments.operation())
}

fn compact(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    onto_its_size(arguments, arguments.operation())
}

/// Whether each offset below the size is reached, none twice.
fn onto_its_size(arguments: &Arguments<'_>, name: &str) -> Result<Evaluated, Refusal> {
    let function = super::analysis::function(arguments, 0)?;
    if analysis::is_bijective(function.as_ref())? {
        return Ok(answer(true, name.to_owned()));
    }
    let size = function.size();
    let why = match function.as_layout() {
        Some(layout) => format!("cosize {}", layout.cosize()?),
        None => format!("offsets {}", analysis::image(function.as_ref())?),
    };
    Ok(answer(false, format!("not {name}: size {size}, {why}")))
}

/// Offsets of all 1-D coordinates, swizzled where the layout is.
fn offsets(arguments: &Arguments<'_>, index: usize) -> Result<Vec<i64>, Refusal> {
    Ok(super::analysis::function(arguments, index)?.offset_table(analysis::ENUMERATION_LIMIT)?)
}

/// Equal as functions of the 1-D coordinate.
fn equivalent(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    let size = |index| super::analysis::function(arguments, index).map(|function| function.size());
    let (left_size, right_size) = (size(0)?, size(1)?);
    if left_size != right_size {
        return Ok(answer(false, format!("not equivalent: sizes {left_size} and {right_size}")));
    }
    let (left, right) = (offsets(arguments, 0)?, offsets(arguments, 1)?);
    Ok(match left.iter().zip(&right).enumerate().find(|(_, (left, right))| left != right) {
        None => answer(true, "equal at every 1-D coordinate".to_owned()),
        Some((at, (left, right))) => {
            answer(false, format!("not equivalent: at {at} the offsets are {left} and {right}"))
        }
    })
}

/// Every offset of A is hit by T, none twice.
fn covers(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    let (tiles, layout) = (offsets(arguments, 0)?, offsets(arguments, 1)?);
    let mut hit = std::collections::HashMap::with_capacity(tiles.len());
    for (coordinate, offset) in tiles.iter().enumerate() {
        if let Some(first) = hit.insert(offset, coordinate) {
            return Ok(answer(false, format!("offset {offset} is hit twice, at {first} and {coordinate}")));
        }
    }
    Ok(match layout.iter().enumerate().find(|(_, offset)| !hit.contains_key(offset)) {
        None => answer(true, "every offset is hit once".to_owned()),
        Some((coordinate, offset)) => answer(false, format!("offset {offset}, at {coordinate}, is not hit")),
    })
}

/// Whether no phase of a warp hits two words of one bank: coordinate t is thread t.
fn conflict_free(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    let access = super::analysis::access(arguments)?;
    let threads = super::analysis::function(arguments, 0)?;
    let conflict = analysis::first_bank_conflict(threads.as_ref(), access)?;
    let Some(phase) = conflict else {
        let together = access.threads_a_phase();
        return Ok(answer(true, format!("no two of {together} threads hit different words of a bank")));
    };
    match phase.worst_conflict() {
        Some(conflict) => Ok(answer(false, super::analysis::conflict_text(&phase, conflict))),
        None => Err(Refusal::Unknown("which bank has the conflict is not known".to_owned())),
    }
}
