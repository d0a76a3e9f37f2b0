//! The same function in fewer modes.

use layout_algebra as algebra;

use super::{Arguments, Operation, Refusal, arguments::OperandLayout, layout, tuple};
use crate::{Evaluated, Value};

pub(super) const OPERATIONS: &[Operation] = &[
    Operation {
        name: "coalesce",
        parameters: &[layout("A"), tuple("profile")],
        required: 1,
        compute: coalesce,
    },
    Operation { name: "filter", parameters: &[layout("A"), tuple("profile")], required: 1, compute: filter },
    Operation {
        name: "filter_zeros",
        parameters: &[layout("A"), tuple("profile")],
        required: 1,
        compute: filter_zeros,
    },
    Operation { name: "flatten", parameters: &[layout("A")], required: 1, compute: flatten },
    Operation { name: "nullspace", parameters: &[layout("A")], required: 1, compute: nullspace },
];

/// Runs a function that is the same code for every stride kind.
macro_rules! for_each_stride {
    ($arguments:expr, $index:expr, $layout:ident => $body:expr) => {
        match $arguments.any_layout($index)? {
            OperandLayout::Integer($layout) => Value::from($body),
            OperandLayout::Coordinate($layout) => Value::from($body),
            OperandLayout::Xor($layout) => Value::from($body),
            OperandLayout::Symbolic { shape, stride } => {
                let both = algebra::IntTuple::Tuple(vec![shape, stride]);
                return Err(crate::literal::needs_numbers($arguments.operation(), &both));
            }
        }
    };
}
pub(super) use for_each_stride;

fn coalesce(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    if arguments.len() == 1 {
        let explained;
        let value = for_each_stride!(arguments, 0, layout => {
            explained = super::steps(algebra::explain::coalesce(&layout));
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
