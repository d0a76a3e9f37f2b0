//! The steps of operations that do not tell their own, for the hover.

use layout_algebra::{Error, MmaOperand, explain, explain::Step};

use super::{Arguments, arguments::OperandLayout};
use crate::{Evaluated, Value};

/// The most steps that a value keeps: layouts of thousands of modes have thousands, and nobody reads them.
const MOST_STEPS: usize = 128;

/// The value with the steps that lead to it, where the operation has not told them, and with what decided its verdict.
pub(super) fn explained(mut evaluated: Evaluated, arguments: &Arguments<'_>) -> Evaluated {
    if evaluated.value.unknown_reason().is_some() {
        return evaluated;
    }
    let told = match evaluated.steps.is_empty() {
        true => steps_of(arguments),
        false => verdict_of(arguments).and_then(Result::ok),
    };
    evaluated.steps.extend(told.unwrap_or_default().into_iter().map(|step| step.text));
    if evaluated.steps.len() > MOST_STEPS {
        // The last step holds the result.
        evaluated.steps.drain(MOST_STEPS - 1..evaluated.steps.len() - 1);
    }
    evaluated
}

/// Runs `body` on a layout of any stride kind that has steps.
macro_rules! of_layout {
    ($arguments:expr, $index:expr, $layout:ident => $body:expr) => {
        match $arguments.any_layout($index).ok()? {
            OperandLayout::Integer($layout) => $body,
            OperandLayout::Coordinate($layout) => $body,
            _ => return None,
        }
    };
}

/// What decided the verdict of an operation that has one.
fn verdict_of(arguments: &Arguments<'_>) -> Told {
    use explain::verdict;
    let by_tiler = || arguments.tiler(1).ok();
    Some(match arguments.operation() {
        "composition" => match arguments.value(1).ok()? {
            Value::CoordinateLayout(b) => of_layout!(arguments, 0, a => verdict::composition(&a, b)),
            _ => {
                let tiler = by_tiler()?;
                of_layout!(arguments, 0, a => verdict::composition_tiler(&a, &tiler))
            }
        },
        "logical_divide" | "zipped_divide" | "tiled_divide" | "flat_divide" => {
            let tiler = by_tiler()?;
            of_layout!(arguments, 0, a => verdict::logical_divide(&a, &tiler))
        }
        "logical_product" | "zipped_product" | "tiled_product" | "flat_product" => {
            verdict::logical_product(&arguments.layout(0).ok()?, &arguments.product_tiler(1).ok()?)
        }
        "blocked_product" | "raked_product" => {
            verdict::blocked_product(&arguments.layout(0).ok()?, &arguments.layout(1).ok()?)
        }
        "tile_to_shape" => {
            let (block, target) = (arguments.layout(0).ok()?, arguments.tuple(1).ok()?);
            verdict::tile_to_shape(&block, &target, arguments.tuple(2).ok().as_ref())
        }
        "left_inverse" => of_layout!(arguments, 0, a => verdict::left_inverse(&a)),
        "right_inverse" => of_layout!(arguments, 0, a => verdict::right_inverse(&a)),
        "complement" => {
            let cotarget = arguments.tuple(1).ok()?;
            of_layout!(arguments, 0, a => verdict::complement(&a, &cotarget))
        }
        _ => return None,
    })
}

/// The steps, where this kind of operand has some. Operands are read as the operation reads them, which has succeeded.
fn steps_of(arguments: &Arguments<'_>) -> Option<Vec<Step>> {
    let told = match arguments.operation() {
        "coalesce" | "filter" | "filter_zeros" | "flatten" | "nullspace" => simplification(arguments)?,
        "eval" | "cosize" | "idx2crd" | "crd2idx" | "swizzle_apply" => evaluation(arguments)?,
        "slice" | "dice" | "slice_offset" => slice(arguments)?,
        "inner_partition" | "outer_partition" | "local_tile" | "local_partition" => partition(arguments)?,
        "shape_div" | "ceil_div" | "round_up" | "domain_distribute" => division(arguments)?,
        "group" | "take" | "append" | "prepend" | "append_to_rank" | "replace" => modes(arguments)?,
        "upcast" | "downcast" | "recast" => cast(arguments)?,
        "max_common_vector" | "max_common_layout" | "max_alignment" => common(arguments)?,
        _ => match made(arguments) {
            Some(told) => told,
            None => tiled_mma(arguments).or_else(|| tiled_copy(arguments))?,
        },
    };
    told.ok()
}

type Told = Option<Result<Vec<Step>, Error>>;

fn simplification(arguments: &Arguments<'_>) -> Told {
    let profile = arguments.tuple(1).ok();
    Some(of_layout!(arguments, 0, layout => match (arguments.operation(), profile) {
        ("coalesce", None) => explain::coalesce(&layout),
        ("coalesce", Some(profile)) => explain::coalesce_by_profile(&layout, &profile),
        ("filter", None) => explain::filter(&layout),
        ("filter", Some(profile)) => explain::filter_by_profile(&layout, &profile),
        ("filter_zeros", _) => explain::filter_zeros(&layout),
        ("flatten", _) => explain::flatten(&layout),
        _ => explain::nullspace(&layout),
    }))
}

fn evaluation(arguments: &Arguments<'_>) -> Told {
    Some(match arguments.operation() {
        "eval" => {
            let coordinate = arguments.tuple(1).ok()?;
            if let Value::Composed(composed) = arguments.value(0).ok()? {
                return Some(explain::composed_eval(composed, &coordinate));
            }
            of_layout!(arguments, 0, layout => explain::eval(&layout, &coordinate))
        }
        "cosize" if arguments.len() == 1 => explain::cosize(&arguments.layout(0).ok()?),
        "idx2crd" => explain::idx2crd(arguments.int(0).ok()?, &arguments.tuple(1).ok()?),
        "crd2idx" if arguments.len() == 2 => {
            explain::crd2idx(&arguments.tuple(0).ok()?, &arguments.tuple(1).ok()?)
        }
        "swizzle_apply" => explain::swizzle_apply(&arguments.swizzle(0).ok()?, arguments.int(1).ok()?),
        _ => return None,
    })
}

fn slice(arguments: &Arguments<'_>) -> Told {
    let coordinate = arguments.slice_pattern(0).ok()?;
    Some(of_layout!(arguments, 1, layout => match arguments.operation() {
        "slice" => explain::slice(&coordinate, &layout),
        "dice" => explain::dice(&coordinate, &layout),
        _ => explain::slice_offset(&coordinate, &layout),
    }))
}

fn partition(arguments: &Arguments<'_>) -> Told {
    if arguments.operation() == "local_partition" {
        let (threads, index) = (arguments.layout(1).ok()?, arguments.int(2).ok()?);
        return Some(of_layout!(arguments, 0, layout => explain::local_partition(&layout, &threads, index)));
    }
    let (tiler, coordinate) = (arguments.tiler(1).ok()?, arguments.slice_pattern(2).ok()?);
    Some(of_layout!(arguments, 0, layout => match arguments.operation() {
        "inner_partition" => explain::inner_partition(&layout, &tiler, &coordinate),
        "outer_partition" => explain::outer_partition(&layout, &tiler, &coordinate),
        _ => explain::local_tile(&layout, &tiler, &coordinate),
    }))
}

/// `thrfrg_A(mma, tensor)`, `partition_A(mma, thread, tensor)` and their kin.
fn tiled_mma(arguments: &Arguments<'_>) -> Told {
    let (name, operand) = arguments.operation().rsplit_once('_')?;
    let operand = match operand {
        "A" => MmaOperand::A,
        "B" => MmaOperand::B,
        "C" => MmaOperand::C,
        _ => return None,
    };
    let mma = super::mma::tiled_mma(arguments).ok()?;
    Some(match name {
        "thrfrg" => of_layout!(arguments, 1, tensor => explain::thrfrg(&mma, operand, &tensor)),
        "partition" => {
            let thread = arguments.int(1).ok()?;
            of_layout!(arguments, 2, tensor => explain::partition(&mma, operand, &tensor, thread))
        }
        _ => return None,
    })
}

/// `tidfrg_S(copy, tensor)`, `partition_S(copy, thread, tensor)` and their kin.
fn tiled_copy(arguments: &Arguments<'_>) -> Told {
    let copy = super::copy::tiled_copy(arguments, 0).ok()?;
    let thread = || arguments.int(1).ok();
    Some(match arguments.operation() {
        "tidfrg_S" => of_layout!(arguments, 1, tensor => explain::tidfrg_s(copy, &tensor)),
        "tidfrg_D" => of_layout!(arguments, 1, tensor => explain::tidfrg_d(copy, &tensor)),
        "partition_S" => of_layout!(arguments, 2, tensor => explain::partition_s(copy, &tensor, thread()?)),
        "partition_D" => of_layout!(arguments, 2, tensor => explain::partition_d(copy, &tensor, thread()?)),
        _ => return None,
    })
}

fn division(arguments: &Arguments<'_>) -> Told {
    let shape = arguments.tuple(0).ok()?;
    Some(match arguments.operation() {
        "shape_div" => explain::shape_div(&shape, &arguments.tuple(1).ok()?),
        "ceil_div" => explain::ceil_div(&shape, &arguments.tuple(1).ok()?),
        "round_up" => explain::round_up(&shape, &arguments.tuple(1).ok()?),
        _ => explain::domain_distribute(&shape, arguments.int(1).ok()?),
    })
}

fn modes(arguments: &Arguments<'_>) -> Told {
    let layout = arguments.layout(0).ok()?;
    let index = |argument| arguments.mode_index(argument).ok();
    Some(match arguments.operation() {
        "group" => explain::group(&layout, index(1)?, index(2)?),
        "take" => explain::take(&layout, index(1)?, index(2)?),
        "append" => explain::append(&layout, &arguments.layout(1).ok()?),
        "prepend" => explain::prepend(&layout, &arguments.layout(1).ok()?),
        "append_to_rank" => explain::append_to_rank(&layout, index(1)?, &arguments.layout(2).ok()?),
        _ => explain::replace(&layout, index(1)?, &arguments.layout(2).ok()?),
    })
}

fn cast(arguments: &Arguments<'_>) -> Told {
    let (layout, by) = (arguments.layout(0).ok()?, arguments.int(1).ok()?);
    Some(match arguments.operation() {
        "upcast" => explain::upcast(&layout, by),
        "downcast" => explain::downcast(&layout, by),
        _ => explain::recast(&layout, by, arguments.int(2).ok()?),
    })
}

fn common(arguments: &Arguments<'_>) -> Told {
    let layout = arguments.layout(0).ok()?;
    Some(match arguments.operation() {
        "max_common_vector" => explain::max_common_vector(&layout, &arguments.layout(1).ok()?),
        "max_common_layout" => explain::max_common_layout(&layout, &arguments.layout(1).ok()?),
        _ => explain::max_alignment(&layout),
    })
}

fn made(arguments: &Arguments<'_>) -> Told {
    Some(match arguments.operation() {
        "compact_col_major" => explain::compact_col_major(&arguments.tuple(0).ok()?),
        "compact_row_major" => explain::compact_row_major(&arguments.tuple(0).ok()?),
        "make_identity_layout" => explain::make_identity_layout(&arguments.tuple(0).ok()?),
        "make_ordered_layout" => {
            explain::make_ordered_layout(&arguments.tuple(0).ok()?, &arguments.tuple(1).ok()?)
        }
        "make_layout_like" => explain::make_layout_like(&arguments.layout(0).ok()?),
        "make_fragment_like" => explain::make_fragment_like(&arguments.layout(0).ok()?),
        _ => return None,
    })
}
