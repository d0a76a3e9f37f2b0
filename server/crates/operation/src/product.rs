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

pub(super) static LOGICAL_PRODUCT: Columns =
    product!(logical_product by tiler with with_tiler, product_tiler, of_logical)
        .by_composed(by_composed)
        .on_smem(OnSmem::Domain)
        .on_keep(OnKeep::Whole);

pub(super) static ZIPPED_PRODUCT: Columns =
    product!(zipped_product by tiler with with_tiler, product_tiler, of_logical)
        .on_smem(OnSmem::Domain)
        .on_keep(OnKeep::Whole);

pub(super) static TILED_PRODUCT: Columns =
    product!(tiled_product by tiler with with_tiler, product_tiler, of_logical)
        .on_keep(OnKeep::UnpackedRests);

pub(super) static FLAT_PRODUCT: Columns =
    product!(flat_product by tiler with with_tiler, product_tiler, of_logical).on_keep(OnKeep::Unpacked);

pub(super) static BLOCKED_PRODUCT: Columns =
    product!(blocked_product by layout with with_layout, layout, of_blocked).on_smem(OnSmem::Domain);

pub(super) static RAKED_PRODUCT: Columns =
    product!(raked_product by layout with with_layout, layout, of_blocked);

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
