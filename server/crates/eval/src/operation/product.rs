//! Products: a layout repeated over another.

use layout_algebra::{
    Error, Layout, Tiler,
    explain::{self, Step},
    proof::{self, Answer},
};

use super::{Arguments, Operation, Refusal, answered, layout, steps, tiler};
use crate::Evaluated;

macro_rules! products {
    ($($name:ident($second:ident) by $operand:ident;)*) => {
        pub(super) const OPERATIONS: &[Operation] = &[$(
            Operation {
                name: stringify!($name),
                parameters: &[layout("A"), $second("B")],
                required: 2,
                compute: |arguments| $operand(arguments, proof::$name, explain::$name),
            },
        )*];
    };
}

products! {
    logical_product(tiler) by with_tiler;
    zipped_product(tiler) by with_tiler;
    tiled_product(tiler) by with_tiler;
    flat_product(tiler) by with_tiler;
    blocked_product(layout) by with_layout;
    raked_product(layout) by with_layout;
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
