//! Products: a layout repeated over another.

use layout_algebra::{
    Error, Layout, Tiler,
    explain::{self, Step},
    logical_product_by_composed,
    proof::{self, Answer},
    symbolic as run_time,
};

use super::{
    Arguments, Refusal,
    answered::{answered, steps},
    columns::{Columns, OnComposed, OnKeep, OnSmem, layout, tiler},
    composed,
    symbolic::judged,
    told::Told,
};
use crate::{Evaluated, Value};

/// A product of this name in the algebra, by a tiler or by a layout.
macro_rules! product {
    ($name:ident by $second:ident with $operands:ident, $on_names:ident, $verdict:ident) => {
        Columns::new(&[layout("A"), $second("B")], |arguments| {
            $operands(arguments, proof::$name, explain::$name)
        })
        .on_composed(OnComposed::OnDomain)
        .on_names(|operands| {
            let product = run_time::proof::$name(&operands.layout(0)?, &operands.$on_names(1)?)?;
            judged(operands, product).map(Some)
        })
        .verdict($verdict)
    };
}

/// Of products.
const A_PRODUCT_EXISTS: &[&str] =
    &["A does not map two coordinates to one offset", "tiler is a layout of the repetitions"];

/// Of the products that put the modes of both side by side.
const A_RANKED_PRODUCT_EXISTS: &[&str] = &[
    "A does not map two coordinates to one offset",
    "the lower rank of both is filled up with modes of size 1",
];

pub(super) static LOGICAL_PRODUCT: Columns =
    product!(logical_product by tiler with with_tiler, product_tiler, of_logical)
        .by_composed(by_composed)
        .on_smem(OnSmem::Domain)
        .on_keep(OnKeep::Whole)
        .says(
            "A, repeated as a layout says",
            A_PRODUCT_EXISTS,
            &[
                "mode 0 of R is A",
                "mode 1 is compatible with tiler, and numbers copies of A that do not overlap",
            ],
        );

pub(super) static ZIPPED_PRODUCT: Columns =
    product!(zipped_product by tiler with with_tiler, product_tiler, of_logical)
        .on_smem(OnSmem::Domain)
        .on_keep(OnKeep::Whole)
        .says(
            "A, repeated: its modes first, those of the repetitions second",
            A_PRODUCT_EXISTS,
            &["R = ((A_0,A_1,..),(tiler_0,tiler_1,..))"],
        );

pub(super) static TILED_PRODUCT: Columns =
    product!(tiled_product by tiler with with_tiler, product_tiler, of_logical)
        .on_keep(OnKeep::UnpackedRests)
        .says("A, repeated: A as one mode", A_PRODUCT_EXISTS, &["R = ((A_0,A_1,..),tiler_0,tiler_1,..)"]);

pub(super) static FLAT_PRODUCT: Columns =
    product!(flat_product by tiler with with_tiler, product_tiler, of_logical)
        .on_keep(OnKeep::Unpacked)
        .says(
            "A, repeated: each mode of its own",
            A_PRODUCT_EXISTS,
            &["R = (A_0,A_1,..,tiler_0,tiler_1,..)"],
        );

pub(super) static BLOCKED_PRODUCT: Columns =
    product!(blocked_product by layout with with_layout, layout, of_blocked).on_smem(OnSmem::Domain).says(
        "A as a block, repeated in the arrangement of another layout",
        A_RANKED_PRODUCT_EXISTS,
        &["mode i of R is (A_i, tiler_i), coalesced: blocks lie side by side"],
    );

pub(super) static RAKED_PRODUCT: Columns =
    product!(raked_product by layout with with_layout, layout, of_blocked).says(
        "A, repeated in the arrangement of another layout, interleaved",
        A_RANKED_PRODUCT_EXISTS,
        &["mode i of R is (tiler_i, A_i), coalesced: elements of one A lie apart"],
    );

/// Those by a tiler have the elements of the logical one.
fn of_logical(arguments: &Arguments<'_>) -> Told {
    Some(explain::verdict::logical_product(&arguments.layout(0).ok()?, &arguments.product_tiler(1).ok()?))
}

fn of_blocked(arguments: &Arguments<'_>) -> Told {
    Some(explain::verdict::blocked_product(&arguments.layout(0).ok()?, &arguments.layout(1).ok()?))
}

/// A plain layout over a composed one.
fn by_composed(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    match (arguments.layout(0), arguments.value(1)) {
        (Ok(block), Ok(Value::Composed(grid))) => {
            Ok(Value::from(logical_product_by_composed(&block, grid)?).into())
        }
        _ => Err(composed::none(arguments.operation())),
    }
}

fn with_tiler(
    arguments: &Arguments<'_>,
    prove: fn(&Layout, &Tiler) -> Result<Answer<Layout>, Error>,
    explain: fn(&Layout, &Tiler) -> Result<Vec<Step>, Error>,
) -> Result<Evaluated, Refusal> {
    let (block, tiler) = (arguments.layout(0)?, arguments.product_tiler(1)?);
    Ok(answered(prove(&block, &tiler)?, steps(explain(&block, &tiler))))
}

fn with_layout(
    arguments: &Arguments<'_>,
    prove: fn(&Layout, &Layout) -> Result<Answer<Layout>, Error>,
    explain: fn(&Layout, &Layout) -> Result<Vec<Step>, Error>,
) -> Result<Evaluated, Refusal> {
    let (block, grid) = (arguments.layout(0)?, arguments.layout(1)?);
    Ok(answered(prove(&block, &grid)?, steps(explain(&block, &grid))))
}
