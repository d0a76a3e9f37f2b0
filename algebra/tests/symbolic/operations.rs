//! Runs one operation of a recorded case on run-time integers.

use layout_algebra::symbolic::proof::Answer;
use layout_algebra::symbolic::{self as algebra, Integer, SymbolicLayout, SymbolicPart, SymbolicTiler};
use layout_algebra::{Error, IntTuple, MmaOperand, TiledCopy, TiledMma};

/// What the operation gives, as C++ prints it; `error WHY` when it has no result, `None` when it is not known here.
///
/// In `args`, `_4` is a static integer and `4` a run-time one.
pub(crate) fn run(operation: &str, args: &[&str]) -> Option<String> {
    compute(operation, args).map(|result| result.unwrap_or_else(|error| format!("error {}", error.why())))
}

fn compute(operation: &str, args: &[&str]) -> Option<Result<String, Error>> {
    let arg = |index: usize| args.get(index).copied().unwrap_or("");
    let layout = |index: usize| SymbolicLayout::from_cpp(arg(index));
    let tiler = |index: usize| SymbolicTiler::from_cpp(arg(index));
    let shape = |index: usize| algebra::shape_from_cpp(arg(index));
    let number = |index: usize| arg(index).trim_start_matches('_').parse::<i64>().unwrap_or(0);
    let index = |at: usize| usize::try_from(number(at)).unwrap_or(0);
    let result = match operation {
        "size" => layout(0).and_then(|a| a.size()).map(|size| size.cpp()),
        "cosize" => layout(0).and_then(|a| algebra::cosize(&a)).map(|size| size.cpp()),
        "coalesce" if args.len() == 1 => of(layout(0), algebra::coalesce),
        "coalesce" => pair(layout(0), shape(1), algebra::coalesce_by_profile),
        "filter" => of(layout(0), algebra::filter),
        "filter_zeros" => of(layout(0), algebra::filter_zeros),
        "flatten" => of(layout(0), algebra::flatten),
        "nullspace" => of(layout(0), algebra::nullspace),
        "right_inverse" => of(layout(0), algebra::right_inverse),
        "left_inverse" => of(layout(0), algebra::left_inverse),
        "complement" if args.len() == 1 => of(layout(0), algebra::complement_in_cosize),
        "complement" => pair(layout(0), shape(1), algebra::complement),
        "composition" => pair(layout(0), tiler(1), algebra::composition_tiler),
        "logical_divide" => pair(layout(0), tiler(1), algebra::logical_divide),
        "zipped_divide" => pair(layout(0), tiler(1), algebra::zipped_divide),
        "tiled_divide" => pair(layout(0), tiler(1), algebra::tiled_divide),
        "flat_divide" => pair(layout(0), tiler(1), algebra::flat_divide),
        "logical_product" => pair(layout(0), tiler(1), algebra::logical_product),
        "zipped_product" => pair(layout(0), tiler(1), algebra::zipped_product),
        "tiled_product" => pair(layout(0), tiler(1), algebra::tiled_product),
        "flat_product" => pair(layout(0), tiler(1), algebra::flat_product),
        "blocked_product" => pair(layout(0), layout(1), algebra::blocked_product),
        "raked_product" => pair(layout(0), layout(1), algebra::raked_product),
        "max_common_layout" => pair(layout(0), layout(1), algebra::max_common_layout),
        "max_common_vector" => {
            layout(0).and_then(|a| algebra::max_common_vector(&a, &layout(1)?)).map(|n| format!("_{n}"))
        }
        "max_alignment" => layout(0).and_then(|a| algebra::max_alignment(&a)).map(|n| format!("_{n}")),
        "make_layout" => of(shape(0), SymbolicLayout::compact),
        "make_ordered_layout" => pair(shape(0), shape(1), algebra::make_ordered_layout),
        "make_layout_like" => of(layout(0), algebra::make_layout_like),
        "make_fragment_like" => of(layout(0), algebra::make_fragment_like),
        "make_identity_layout" => of(shape(0), algebra::make_identity_layout),
        "compact_row_major" => shape(0).and_then(|a| algebra::compact_row_major(&a)).map(|a| cpp(&a)),
        "ceil_div" => shape(0).and_then(|a| algebra::ceil_div(&a, &shape(1)?)).map(|a| cpp(&a)),
        "shape_div" => shape(0).and_then(|a| algebra::shape_div(&a, &shape(1)?)).map(|a| cpp(&a)),
        "tile_to_shape" if args.len() == 2 => {
            pair(layout(0), shape(1), |block, target| algebra::tile_to_shape(block, target, None))
        }
        "tile_to_shape" => {
            pair(layout(0), shape(1), |block, target| algebra::tile_to_shape(block, target, Some(&shape(2)?)))
        }
        "upcast" => of(layout(0), |a| algebra::upcast(a, number(1))),
        "downcast" => of(layout(0), |a| algebra::downcast(a, number(1))),
        "recast" => of(layout(0), |a| algebra::recast(a, number(1), number(2))),
        "group" => of(layout(0), |a| algebra::group(a, index(1), index(2))),
        "take" => of(layout(0), |a| algebra::take(a, index(1), index(2))),
        "append" => pair(layout(0), layout(1), algebra::append),
        "prepend" => pair(layout(0), layout(1), algebra::prepend),
        "crd2idx" => shape(1).and_then(|shape| algebra::eval(&layout(0)?, &shape)).map(|offset| cpp(&offset)),
        "slice" => layout(0)
            .and_then(|a| algebra::slice(&algebra::coordinate_from_cpp(arg(1))?, &a))
            .map(|a| a.cpp()),
        "slice_offset" => layout(0)
            .and_then(|a| algebra::slice_offset(&algebra::coordinate_from_cpp(arg(1))?, &a))
            .map(|offset| cpp(&offset)),
        "local_tile" => part(
            layout(0)
                .and_then(|a| algebra::local_tile(&a, &tiler(1)?, &algebra::coordinate_from_cpp(arg(2))?)),
        ),
        "inner_partition" => {
            part(layout(0).and_then(|a| {
                algebra::inner_partition(&a, &tiler(1)?, &algebra::coordinate_from_cpp(arg(2))?)
            }))
        }
        "outer_partition" => {
            part(layout(0).and_then(|a| {
                algebra::outer_partition(&a, &tiler(1)?, &algebra::coordinate_from_cpp(arg(2))?)
            }))
        }
        "local_partition" => part(layout(0).and_then(|a| {
            let thread = shape(2)?;
            algebra::local_partition(&a, &layout(1)?, thread.as_int().unwrap_or(&Integer::Static(0)))
        })),
        "partition_A" => of_mma(args, MmaOperand::A),
        "partition_B" => of_mma(args, MmaOperand::B),
        "partition_C" => of_mma(args, MmaOperand::C),
        "partition_S" => of_copy(args, algebra::partition_source),
        "partition_D" => of_copy(args, algebra::partition_destination),
        _ => return None,
    };
    Some(result)
}

fn of<A>(
    operand: Result<A, Error>,
    operation: impl Fn(&A) -> Result<SymbolicLayout, Error>,
) -> Result<String, Error> {
    operand.and_then(|operand| operation(&operand)).map(|layout| layout.cpp())
}

fn pair<A, B>(
    left: Result<A, Error>,
    right: Result<B, Error>,
    operation: impl Fn(&A, &B) -> Result<SymbolicLayout, Error>,
) -> Result<String, Error> {
    operation(&left?, &right?).map(|layout| layout.cpp())
}

fn part(part: Result<SymbolicPart, Error>) -> Result<String, Error> {
    part.map(|part| format!("{} at {}", part.layout.cpp(), part.offset))
}

fn cpp(tuple: &IntTuple<Integer>) -> String {
    tuple.map(Integer::cpp).to_string()
}

type OfCopy = fn(&TiledCopy, &SymbolicLayout, &Integer) -> Result<Answer<SymbolicPart>, Error>;

/// `[description, thread, tensor]`.
fn of_mma(args: &[&str], operand: MmaOperand) -> Result<String, Error> {
    let [description, thread, tensor] = args else { return Ok("three arguments".to_owned()) };
    let mma = TiledMma::from_description(description)?;
    let (thread, tensor) = (algebra::shape_from_cpp(thread)?, SymbolicLayout::from_cpp(tensor)?);
    let thread = thread.as_int().cloned().unwrap_or(Integer::Static(0));
    part(algebra::partition_mma(&mma, operand, &tensor, &thread).map(|answer| answer.value))
}

/// `[description, thread, tensor]`.
fn of_copy(args: &[&str], partition: OfCopy) -> Result<String, Error> {
    let [description, thread, tensor] = args else { return Ok("three arguments".to_owned()) };
    let copy: TiledCopy = description.parse()?;
    let (thread, tensor) = (algebra::shape_from_cpp(thread)?, SymbolicLayout::from_cpp(tensor)?);
    let thread = thread.as_int().cloned().unwrap_or(Integer::Static(0));
    part(partition(&copy, &tensor, &thread).map(|answer| answer.value))
}
