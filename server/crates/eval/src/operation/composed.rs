//! Operations on composed layouts: most act on the layout that is applied first, and what comes after it stays (CuTe's
//! `layout_composed.hpp` and `swizzle_layout.hpp`).

use std::sync::Arc;

use layout_algebra::{self as algebra, AnyLayout, Error, FunctionChain, Swizzle, proof::Answer};

use super::{Arguments, Operation, Refusal, answered, layout, partition::tile_coordinate, tuple};
use crate::{Evaluated, Value};

pub(super) const OPERATIONS: &[Operation] = &[
    Operation {
        name: "get_swizzle_portion",
        parameters: &[layout("A")],
        required: 1,
        compute: |arguments| match arguments.value(0)? {
            Value::Composed(composed) => Ok(Value::Swizzle(composed.swizzle()).into()),
            Value::Chain(_) => Err(none("get_swizzle_portion")),
            _ => arguments.any_layout(0).map(|_| Value::Swizzle(Swizzle::IDENTITY).into()),
        },
    },
    Operation {
        name: "get_nonswizzle_portion",
        parameters: &[layout("A")],
        required: 1,
        compute: |arguments| match arguments.value(0)? {
            Value::Composed(composed) => Ok(Value::from(composed.layout().clone()).into()),
            Value::Chain(_) => Err(none("get_nonswizzle_portion")),
            plain => arguments.any_layout(0).map(|_| plain.clone().into()),
        },
    },
    Operation {
        name: "domain_offset",
        parameters: &[tuple("coordinate"), layout("A")],
        required: 2,
        compute: domain_offset,
    },
];

/// The operations that CuTe has on the layout that is applied first.
const ON_DOMAIN: [&str; 22] = [
    "coalesce",
    "filter_zeros",
    "flatten",
    "unflatten",
    "with_shape",
    "group",
    "take",
    "mode",
    "append_to_rank",
    "logical_divide",
    "zipped_divide",
    "tiled_divide",
    "flat_divide",
    "logical_product",
    "zipped_product",
    "tiled_product",
    "flat_product",
    "blocked_product",
    "raked_product",
    "tile_to_shape",
    "composition",
    "composed_composition",
];

/// The operations that give a tuple of layouts, or do not compile, on a composed layout in CuTe.
const NOT_IN_CUTE: [&str; 8] =
    ["select", "append", "prepend", "prepend_to_rank", "replace", "dice", "make_layout_like", "sort"];

/// What the operation does when an operand is composed or a swizzle; `None` where it does nothing else then.
pub(super) fn run(operation: &Operation, values: &[Value]) -> Option<Result<Evaluated, Refusal>> {
    let is_composed = |value: &Value| matches!(value, Value::Composed(_) | Value::Chain(_));
    let arguments = Arguments::new(operation.name, values);
    let result = match values {
        [Value::Swizzle(swizzle), rest @ ..] if !rest.iter().any(is_composed) => {
            of_swizzle(*swizzle, &arguments)
        }
        [first, rest @ ..] if is_composed(first) && !rest.iter().any(on_right) => {
            of_first(operation, &arguments)
        }
        _ if values.iter().any(is_composed) => of_both(&arguments),
        _ => return None,
    };
    Some(result?.map_err(|refusal| match refusal {
        // What CuTe C++ has no overload for may be in the DSL: no mistake, and no value.
        Refusal::Algebra(error @ Error::UnsupportedLayout { .. }) => Refusal::Unknown(error.to_string()),
        refusal => refusal,
    }))
}

fn on_right(value: &Value) -> bool {
    matches!(value, Value::Composed(_) | Value::Chain(_) | Value::Swizzle(_))
}

fn none(operation: &str) -> Refusal {
    Refusal::Unknown(format!("CuTe has no {operation} of this composed layout"))
}

/// The operand as a composed layout or a plain one.
pub(super) fn any(arguments: &Arguments<'_>, index: usize) -> Result<AnyLayout, Refusal> {
    Ok(match arguments.value(index)? {
        Value::Composed(composed) => AnyLayout::Composed(composed.as_ref().clone()),
        Value::Chain(chain) => AnyLayout::Chain(chain.clone()),
        Value::Swizzle(swizzle) => FunctionChain::new(vec![algebra::Function::Swizzle(*swizzle)])?.into(),
        _ => AnyLayout::Layout(arguments.layout(index)?),
    })
}

/// An operation whose first operand is composed, and no other.
fn of_first(operation: &Operation, arguments: &Arguments<'_>) -> Option<Result<Evaluated, Refusal>> {
    let name = operation.name;
    if ON_DOMAIN.contains(&name) || name == "filter" && arguments.len() == 2 {
        return Some(on_domain(operation, arguments));
    }
    if NOT_IN_CUTE.contains(&name) || name == "filter" {
        return Some(Err(none(name)));
    }
    let computed = match name {
        "nullspace" => layout_algebra::Layout::compact(1.into())
            .map(|one| Value::from(one).into())
            .map_err(Refusal::from),
        "complement" => complement(arguments),
        "right_inverse" => any(arguments, 0).and_then(|a| inverted(algebra::composed_right_inverse(&a)?)),
        "left_inverse" => any(arguments, 0).and_then(|a| inverted(algebra::composed_left_inverse(&a)?)),
        "upcast" | "downcast" | "recast" => cast(arguments),
        "max_alignment" => {
            any(arguments, 0).and_then(|a| Ok(Value::int(algebra::composed_max_alignment(&a)?).into()))
        }
        "make_fragment_like" => fragment(arguments),
        "inner_partition" | "outer_partition" | "local_tile" | "local_partition" => partition(arguments),
        "max_common_vector" | "max_common_layout" => return of_both(arguments),
        _ => return None,
    };
    Some(computed)
}

/// The operation on the layout that is applied first, with its verdict and steps.
fn on_domain(operation: &Operation, arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    let whole = any(arguments, 0)?;
    let Some(domain) = whole.domain() else { return Err(none(operation.name)) };
    let mut values = arguments.values().to_vec();
    if let Some(first) = values.first_mut() {
        *first = Value::from(domain.clone());
    }
    let inner = operation.run(&Arguments::new(operation.name, &values))?;
    let Value::Layout(changed) = inner.value else { return Err(none(operation.name)) };
    let on =
        format!("{} acts on {domain}, which is applied first; what comes after it stays", operation.name);
    let value = whole.map_domain(operation.name, |_| Ok(Arc::unwrap_or_clone(changed)))?;
    Ok(Evaluated { value: value.into(), steps: [vec![on], inner.steps].concat(), ..inner })
}

fn inverted(answer: Answer<AnyLayout>) -> Result<Evaluated, Refusal> {
    let step = match &answer.value {
        AnyLayout::Chain(_) => "the inverse of each function, in the opposite order",
        _ => "the inverse of the layout, and the swizzle carried through it",
    };
    Ok(answered(answer, vec![step.to_owned()]))
}

fn complement(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    let cotarget = if arguments.len() == 2 { Some(arguments.tuple(1)?) } else { None };
    Ok(Value::from(algebra::composed_complement(&any(arguments, 0)?, cotarget.as_ref())?).into())
}

fn cast(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    let (layout, by) = (any(arguments, 0)?, arguments.int(1)?);
    let cast = match arguments.operation() {
        "upcast" => algebra::composed_upcast(&layout, by)?,
        "downcast" => algebra::composed_downcast(&layout, by)?,
        _ => algebra::composed_recast(&layout, by, arguments.int(2)?)?,
    };
    let step = "swizzle, offset and layout are each cast".to_owned();
    Ok(Evaluated { steps: vec![step], ..Value::from(cast).into() })
}

/// CuTe's `make_fragment_like` of a swizzled layout: registers are not swizzled.
fn fragment(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    match arguments.value(0)? {
        Value::Composed(composed) => Ok(Value::from(algebra::make_fragment_like(composed.layout())?).into()),
        _ => Err(none("make_fragment_like")),
    }
}

fn partition(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    let whole = any(arguments, 0)?;
    let answer = match arguments.operation() {
        "local_partition" => {
            algebra::composed_local_partition(&whole, &arguments.layout(1)?, arguments.int(2)?)?
        }
        "outer_partition" => {
            let (tiler, coordinate) = tile_coordinate(arguments)?;
            algebra::composed_outer_partition(&whole, &tiler, &coordinate)?
        }
        _ => {
            let (tiler, coordinate) = tile_coordinate(arguments)?;
            algebra::composed_inner_partition(&whole, &tiler, &coordinate)?
        }
    };
    Ok(part(answer))
}

/// A part of a layout with the offset at which it begins.
pub(super) fn part(answer: Answer<(AnyLayout, i64)>) -> Evaluated {
    let (layout, offset) = answer.value;
    let (verdict, steps, offset) = (answer.verdict, vec![decay(&layout)], Some(offset.to_string()));
    Evaluated { verdict, steps, offset, ..Value::from(layout).into() }
}

/// Why a slice is a plain layout, or why it is not.
pub(super) fn decay(slice: &AnyLayout) -> String {
    match slice {
        AnyLayout::Layout(_) => {
            "no open mode moves a bit that the swizzle reads together with one that it changes: a plain layout"
        }
        AnyLayout::Composed(_) => {
            "open modes move bits that the swizzle reads and bits that it changes: what is fixed of them goes into its \
             offset"
        }
        AnyLayout::Chain(_) => "what is fixed of the coordinate goes into the offset between the functions",
    }
    .to_owned()
}

/// An operation whose second operand is composed, or where either may be.
fn of_both(arguments: &Arguments<'_>) -> Option<Result<Evaluated, Refusal>> {
    let both = || Ok::<_, Refusal>((any(arguments, 0)?, any(arguments, 1)?));
    Some(match arguments.operation() {
        "max_common_vector" => {
            both().and_then(|(a, b)| Ok(Value::int(algebra::composed_max_common_vector(&a, &b)?).into()))
        }
        "max_common_layout" => {
            both().and_then(|(a, b)| Ok(Value::from(algebra::composed_max_common_layout(&a, &b)?).into()))
        }
        "logical_product" => match (arguments.layout(0), arguments.value(1)) {
            (Ok(block), Ok(Value::Composed(grid))) => algebra::logical_product_by_composed(&block, grid)
                .map(|product| Value::from(product).into())
                .map_err(Refusal::from),
            _ => Err(none("logical_product")),
        },
        "domain_offset" => domain_offset(arguments),
        _ => return None,
    })
}

fn domain_offset(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    let coordinate = arguments.tuple(0)?;
    match any(arguments, 1)? {
        // The tensor's pointer moves, its layout stays.
        AnyLayout::Layout(layout) => {
            let offset = layout.eval(&coordinate)?.to_string();
            Ok(Evaluated { offset: Some(offset), ..Value::from(layout).into() })
        }
        composed => Ok(Value::from(algebra::composed_domain_offset(&coordinate, &composed)?).into()),
    }
}

/// An operation whose first operand is a swizzle.
fn of_swizzle(swizzle: Swizzle, arguments: &Arguments<'_>) -> Option<Result<Evaluated, Refusal>> {
    let factor = || arguments.int(1);
    Some(match arguments.operation() {
        // A swizzle undoes itself.
        "right_inverse" | "left_inverse" => Ok(Value::Swizzle(swizzle).into()),
        "upcast" => factor().and_then(|by| Ok(Value::Swizzle(swizzle.upcast(by)?).into())),
        "downcast" => factor().and_then(|by| Ok(Value::Swizzle(swizzle.downcast(by)?).into())),
        "recast" => match cast_of_swizzle(swizzle, arguments) {
            Ok(cast) => Ok(Value::Swizzle(cast).into()),
            Err(refusal) => Err(refusal),
        },
        "max_alignment" => Ok(Value::int(1 << swizzle.base()).into()),
        _ => return None,
    })
}

fn cast_of_swizzle(swizzle: Swizzle, arguments: &Arguments<'_>) -> Result<Swizzle, Refusal> {
    let chain = AnyLayout::from(FunctionChain::new(vec![algebra::Function::Swizzle(swizzle)])?);
    match algebra::composed_recast(&chain, arguments.int(1)?, arguments.int(2)?)? {
        AnyLayout::Chain(chain) => match chain.functions() {
            [algebra::Function::Swizzle(cast)] => Ok(*cast),
            _ => Err(none("recast")),
        },
        _ => Err(none("recast")),
    }
}
