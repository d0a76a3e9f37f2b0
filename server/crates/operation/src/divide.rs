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

/// Of divides.
pub(super) const A_TILE_DIVIDES: &[&str] = &[
    "a tiler by mode: each tile divides its mode of A; one that does not is rounded up and needs a predicate",
    "a layout as the tiler: its offsets lie in A, and composition(A, tiler) exists: its strides divide the modes of A, or these divide them",
];

pub(super) static LOGICAL_DIVIDE: Columns = divide!(logical_divide).on_keep(OnKeep::Whole).says(
    "A in tiles: each mode as (tile, rest)",
    A_TILE_DIVIDES,
    &[
        "by mode: mode i of R is (tile, rest)",
        "R(t, r) = A(tiler(t) + rest(r))",
        "size(R) = size(A) where the tile divides A",
    ],
);

pub(super) static ZIPPED_DIVIDE: Columns = divide!(zipped_divide).on_keep(OnKeep::Whole).says(
    "A in tiles: all tiles' modes first, all rests second",
    A_TILE_DIVIDES,
    &["R = ((tile_0,tile_1,..),(rest_0,rest_1,..))", "size<0>(R) = size(tiler)", "R(_,i) is tile i"],
);

pub(super) static TILED_DIVIDE: Columns = divide!(tiled_divide).on_keep(OnKeep::UnpackedRests).says(
    "A in tiles: the tile as one mode, each rest as one of its own",
    A_TILE_DIVIDES,
    &["R = ((tile_0,tile_1,..),rest_0,rest_1,..)", "R(_,i,j) is tile (i,j)"],
);

pub(super) static FLAT_DIVIDE: Columns = divide!(flat_divide).on_keep(OnKeep::Unpacked).says(
    "A in tiles: each tile's and each rest's mode of its own",
    A_TILE_DIVIDES,
    &["R = (tile_0,tile_1,..,rest_0,rest_1,..)"],
);

pub(super) static COMPOSED_ZIPPED_DIVIDE: Columns =
    Columns::new(BY_TILER, composed_zipped_divide).dividing().says_as(&ZIPPED_DIVIDE);

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
