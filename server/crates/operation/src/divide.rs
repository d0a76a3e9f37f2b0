//! Divides: a layout split into tiles.

use layout_algebra::{self as algebra, explain, proof, symbolic as run_time};

use super::{
    Arguments, Refusal,
    answered::{answered, steps},
    arguments::OperandLayout,
    columns::{Columns, OnComposed, OnKeep, OnSmem, Parameter, layout, tiler},
    symbolic::judged,
    told::{Told, of_layout},
};
use crate::{Evaluated, Value};

const BY_TILER: &[Parameter] = &[layout("A"), tiler("tiler")];

/// A divide of this name in the algebra.
macro_rules! divide {
    ($name:ident) => {
        Columns::new(BY_TILER, |arguments| {
            let tiler = arguments.tiler(1)?;
            match arguments.any_layout(0)? {
                OperandLayout::Integer(left) => {
                    Ok(answered(proof::$name(&left, &tiler)?, steps(explain::$name(&left, &tiler))))
                }
                OperandLayout::Coordinate(left) => {
                    Ok(answered(proof::$name(&left, &tiler)?, steps(explain::$name(&left, &tiler))))
                }
                OperandLayout::Xor(left) => {
                    Ok(answered(proof::$name(&left, &tiler)?, steps(explain::$name(&left, &tiler))))
                }
                OperandLayout::Symbolic { .. } => Err(arguments.needs_numbers(0)),
            }
        })
        .dividing()
        .on_composed(OnComposed::OnDomain)
        .on_smem(OnSmem::Domain)
        .on_names(|operands| {
            let divide = run_time::proof::$name(&operands.layout(0)?, &operands.tiler(1)?)?;
            judged(operands, divide).map(Some)
        })
        .verdict(verdict)
    };
}

pub(super) static LOGICAL_DIVIDE: Columns = divide!(logical_divide).on_keep(OnKeep::Whole);

pub(super) static ZIPPED_DIVIDE: Columns = divide!(zipped_divide).on_keep(OnKeep::Whole);

pub(super) static TILED_DIVIDE: Columns = divide!(tiled_divide).on_keep(OnKeep::UnpackedRests);

pub(super) static FLAT_DIVIDE: Columns = divide!(flat_divide).on_keep(OnKeep::Unpacked);

pub(super) static COMPOSED_ZIPPED_DIVIDE: Columns = Columns::new(BY_TILER, composed_zipped_divide).dividing();

/// All of them have the elements of the logical one.
fn verdict(arguments: &Arguments<'_>) -> Told {
    let tiler = arguments.tiler(1).ok()?;
    Some(of_layout!(arguments, 0, a => explain::verdict::logical_divide(&a, &tiler)))
}

fn composed_zipped_divide(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    let Value::Composed(composed) = arguments.value(0)? else {
        return Err(arguments.kind(0, "a composed layout"));
    };
    let tiler = arguments.tiler(1)?;
    let value = algebra::composed_zipped_divide(composed, &tiler)?;
    let inner = proof::zipped_divide(composed.layout(), &tiler)?;
    Ok(Evaluated { verdict: inner.verdict, ..Value::from(value).into() })
}
