//! Layouts made from shapes and orders, and shapes divided.

use layout_algebra::{self as algebra, explain, proof};

use super::{Arguments, Operation, Refusal, answered, layout, steps, tuple};
use crate::{Evaluated, Value};

pub(super) const OPERATIONS: &[Operation] = &[
    Operation {
        name: "make_layout",
        parameters: &[
            tuple("shape"),
            tuple("stride"),
            layout("C"),
            layout("D"),
            layout("E"),
            layout("F"),
            layout("G"),
            layout("H"),
        ],
        required: 1,
        compute: make_layout,
    },
    Operation {
        name: "make_ordered_layout",
        parameters: &[tuple("shape"), tuple("order")],
        required: 2,
        compute: make_ordered_layout,
    },
    Operation {
        name: "compact_col_major",
        parameters: &[tuple("shape")],
        required: 1,
        compute: compact_col_major,
    },
    Operation {
        name: "compact_row_major",
        parameters: &[tuple("shape")],
        required: 1,
        compute: compact_row_major,
    },
    Operation {
        name: "make_identity_layout",
        parameters: &[tuple("shape")],
        required: 1,
        compute: make_identity_layout,
    },
    Operation {
        name: "make_layout_like",
        parameters: &[layout("A")],
        required: 1,
        compute: make_layout_like,
    },
    Operation {
        name: "make_fragment_like",
        parameters: &[layout("A")],
        required: 1,
        compute: make_fragment_like,
    },
    Operation {
        name: "tile_to_shape",
        parameters: &[layout("block"), tuple("shape"), tuple("order")],
        required: 2,
        compute: tile_to_shape,
    },
    Operation {
        name: "composed_tile_to_shape",
        parameters: &[layout("block"), tuple("shape"), tuple("order")],
        required: 2,
        compute: tile_to_shape,
    },
    Operation { name: "upcast", parameters: &[layout("A"), tuple("n")], required: 2, compute: upcast },
    Operation {
        name: "composed_upcast",
        parameters: &[layout("A"), tuple("n")],
        required: 2,
        compute: upcast,
    },
    Operation { name: "downcast", parameters: &[layout("A"), tuple("n")], required: 2, compute: downcast },
    Operation {
        name: "recast",
        parameters: &[layout("A"), tuple("old bits"), tuple("new bits")],
        required: 3,
        compute: recast,
    },
    Operation {
        name: "max_common_vector",
        parameters: &[layout("A"), layout("B")],
        required: 2,
        compute: max_common_vector,
    },
    Operation {
        name: "max_common_layout",
        parameters: &[layout("A"), layout("B")],
        required: 2,
        compute: max_common_layout,
    },
    Operation { name: "max_alignment", parameters: &[layout("A")], required: 1, compute: max_alignment },
    Operation {
        name: "domain_distribute",
        parameters: &[tuple("shape"), tuple("count")],
        required: 2,
        compute: domain_distribute,
    },
    Operation {
        name: "shape_div",
        parameters: &[tuple("shape"), tuple("divisor")],
        required: 2,
        compute: shape_div,
    },
    Operation {
        name: "ceil_div",
        parameters: &[tuple("shape"), tuple("divisor")],
        required: 2,
        compute: ceil_div,
    },
];

/// `make_layout(shape)`, `make_layout(shape, stride)`, `make_layout(A, B, ..)`.
fn make_layout(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    let values = arguments.values();
    if let [Value::Swizzle(swizzle)] = values {
        // As in CuTe, of as many elements as the swizzle has bits.
        let bits = swizzle.base() + swizzle.bits() + swizzle.shift().unsigned_abs();
        let bits = algebra::Layout::new(algebra::IntTuple::Int(i64::from(bits)), algebra::IntTuple::Int(1))?;
        return Ok(Value::from(algebra::ComposedLayout::new(*swizzle, 0, bits).simplified()).into());
    }
    if values.iter().all(Value::is_layout) {
        return Ok(crate::literal::concatenation(values.to_vec())?.into());
    }
    match values {
        [_] => Ok(Value::from(arguments.layout(0)?).into()),
        [_, stride] => Ok(crate::literal::layout(arguments.value(0)?, stride)?.into()),
        _ => Err(arguments.kind(values.iter().position(|value| !value.is_layout()).unwrap_or(0), "a layout")),
    }
}

fn make_ordered_layout(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    let layout = algebra::make_ordered_layout(&arguments.tuple(0)?, &arguments.tuple(1)?)?;
    Ok(Value::from(layout).into())
}

fn compact_col_major(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    Ok(Value::ints(&algebra::compact_col_major(&arguments.tuple(0)?)?).into())
}

fn compact_row_major(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    Ok(Value::ints(&algebra::compact_row_major(&arguments.tuple(0)?)?).into())
}

fn make_identity_layout(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    Ok(Value::from(algebra::make_identity_layout(&arguments.tuple(0)?)?).into())
}

fn make_layout_like(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    Ok(Value::from(algebra::make_layout_like(&arguments.layout(0)?)?).into())
}

fn make_fragment_like(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    Ok(Value::from(algebra::make_fragment_like(&arguments.layout(0)?)?).into())
}

fn tile_to_shape(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    let target = arguments.tuple(1)?;
    let order = if arguments.len() == 3 { Some(arguments.tuple(2)?) } else { None };
    if let Value::Composed(block) = arguments.value(0)? {
        let tiled = algebra::composed_tile_to_shape(block, &target, order.as_ref())?;
        let inner = proof::tile_to_shape(block.layout(), &target, order.as_ref())?;
        return Ok(Evaluated { verdict: inner.verdict, ..Value::from(tiled).into() });
    }
    let block = arguments.layout(0)?;
    let answer = proof::tile_to_shape(&block, &target, order.as_ref())?;
    Ok(answered(answer, steps(explain::tile_to_shape(&block, &target, order.as_ref()))))
}

fn upcast(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    let factor = arguments.int(1)?;
    if let Value::Composed(composed) = arguments.value(0)? {
        return Ok(Value::from(algebra::composed_upcast(&composed.as_ref().clone().into(), factor)?).into());
    }
    Ok(Value::from(algebra::upcast(&arguments.layout(0)?, factor)?).into())
}

fn downcast(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    Ok(Value::from(algebra::downcast(&arguments.layout(0)?, arguments.int(1)?)?).into())
}

fn recast(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    let layout = algebra::recast(&arguments.layout(0)?, arguments.int(1)?, arguments.int(2)?)?;
    Ok(Value::from(layout).into())
}

fn max_common_vector(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    Ok(Value::int(algebra::max_common_vector(&arguments.layout(0)?, &arguments.layout(1)?)?).into())
}

fn max_common_layout(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    Ok(Value::from(algebra::max_common_layout(&arguments.layout(0)?, &arguments.layout(1)?)?).into())
}

fn max_alignment(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    Ok(Value::int(algebra::max_alignment(&arguments.layout(0)?)?).into())
}

fn domain_distribute(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    Ok(Value::from(algebra::domain_distribute(&arguments.tuple(0)?, arguments.int(1)?)?).into())
}

fn shape_div(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    Ok(Value::ints(&algebra::shape_div(&arguments.tuple(0)?, &arguments.tuple(1)?)?).into())
}

fn ceil_div(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    Ok(Value::ints(&algebra::ceil_div(&arguments.tuple(0)?, &arguments.tuple(1)?)?).into())
}
