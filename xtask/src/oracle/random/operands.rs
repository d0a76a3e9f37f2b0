//! Operands of each kind of operation, drawn so that the operation often accepts them and often has work to do.

use super::{
    choice::Choice,
    layout::{self, SMALL, USUAL},
    shape,
    term::Term,
    tiler,
};

pub(super) fn one(choice: &mut Choice) -> Vec<Term> {
    vec![layout::layout(choice, USUAL)]
}

pub(super) fn one_small(choice: &mut Choice) -> Vec<Term> {
    vec![layout::layout(choice, SMALL)]
}

pub(super) fn one_shape(choice: &mut Choice) -> Vec<Term> {
    vec![shape::shape(choice, USUAL)]
}

pub(super) fn one_and_small(choice: &mut Choice) -> Vec<Term> {
    vec![layout::layout(choice, USUAL), layout::layout(choice, SMALL)]
}

pub(super) fn two_alike(choice: &mut Choice) -> Vec<Term> {
    let shape = shape::shape(choice, USUAL);
    let other = if choice.chance(0.55) { shape.clone() } else { shape::shape(choice, USUAL) };
    let first = layout::of_shape(choice, &shape);
    let second = if choice.chance(0.1) { first.clone() } else { layout::of_shape(choice, &other) };
    vec![first, second]
}

pub(super) fn maybe_with_profile(choice: &mut Choice) -> Vec<Term> {
    let shape = shape::shape(choice, USUAL);
    let mut operands = vec![layout::of_shape(choice, &shape)];
    if choice.chance(0.5) {
        operands.push(shape::profile(choice, &shape));
    }
    operands
}

pub(super) fn coordinates(choice: &mut Choice) -> Vec<Term> {
    vec![layout::with_coordinate_strides(choice).1]
}

pub(super) fn coordinates_maybe_with_profile(choice: &mut Choice) -> Vec<Term> {
    let (shape, layout) = layout::with_coordinate_strides(choice);
    let mut operands = vec![layout];
    if choice.chance(0.4) {
        operands.push(shape::profile(choice, &shape));
    }
    operands
}

pub(super) fn composition(choice: &mut Choice) -> Vec<Term> {
    let shape = shape::shape(choice, USUAL);
    let second = if choice.chance(0.05) {
        Term::layout(Term::Int(choice.divisor(shape.product())), Term::Int(choice.any_stride()))
    } else {
        tiler::tiler(choice, &shape)
    };
    vec![layout::of_shape(choice, &shape), second]
}

pub(super) fn composition_of_coordinates(choice: &mut Choice) -> Vec<Term> {
    if choice.chance(0.5) {
        return coordinates_and_tiler(choice);
    }
    let shape = shape::tuple(choice, USUAL);
    vec![layout::of_shape(choice, &shape), layout::into_coordinates_of(choice, &shape)]
}

pub(super) fn layout_and_tiler(choice: &mut Choice) -> Vec<Term> {
    let shape = shape::shape(choice, USUAL);
    vec![layout::of_shape(choice, &shape), tiler::tiler(choice, &shape)]
}

pub(super) fn coordinates_and_tiler(choice: &mut Choice) -> Vec<Term> {
    let (shape, layout) = layout::with_coordinate_strides(choice);
    vec![layout, tiler::tiler(choice, &shape)]
}

pub(super) fn complement(choice: &mut Choice) -> Vec<Term> {
    let shape = shape::shape(choice, USUAL);
    let mut operands = vec![layout::of_shape(choice, &shape)];
    match choice.between(0, 19) {
        0..=6 => {}
        7..=11 => {
            operands.push(Term::Int(choice.of(&[1, 8, 24, 48, 60, 64, 100, 128, 240, 243, 256, 512, 1000])))
        }
        12..=15 => operands.push(Term::Int(shape.product() * choice.of(&[1, 2, 3, 4, 6]))),
        _ => operands.push(shape::tuple(choice, USUAL)),
    }
    operands
}

pub(super) fn product(choice: &mut Choice) -> Vec<Term> {
    let shape = shape::shape(choice, SMALL);
    vec![layout::of_shape(choice, &shape), tiler::of_product(choice, &shape)]
}

pub(super) fn composed_product(choice: &mut Choice) -> Vec<Term> {
    let (shape, composed) = layout::composed(choice);
    vec![composed, tiler::of_product(choice, &shape)]
}

pub(super) fn block_and_grid(choice: &mut Choice) -> Vec<Term> {
    vec![layout::layout(choice, SMALL), layout::layout(choice, SMALL)]
}

pub(super) fn composed_block_and_grid(choice: &mut Choice) -> Vec<Term> {
    vec![layout::composed(choice).1, layout::layout(choice, SMALL)]
}

pub(super) fn tile_to_shape(choice: &mut Choice) -> Vec<Term> {
    let rank = choice.count(1, 4);
    let block = match choice.chance(0.08) {
        true => Term::Int(choice.size()),
        false => shape::flat_tuple(choice, rank, SMALL),
    };
    let more = choice.of(&[0, 0, 0, 0, 0, 1, 1, 2]);
    let mut target: Vec<i64> = Vec::new();
    for index in 0..block.modes().len() + more {
        let size = block.modes().get(index).map_or(1, Term::product);
        let any = choice.size();
        target.push(if choice.chance(0.93) { size * choice.of(&[1, 1, 2, 3, 4]) } else { any });
    }
    let mut operands = vec![layout::of_shape(choice, &block)];
    add_target_and_order(choice, target, &mut operands);
    operands
}

pub(super) fn composed_tile_to_shape(choice: &mut Choice) -> Vec<Term> {
    let (shape, composed) = layout::composed(choice);
    let target = shape.modes().iter().map(|mode| mode.product() * choice.of(&[1, 2, 3, 4])).collect();
    let mut operands = vec![composed];
    add_target_and_order(choice, target, &mut operands);
    operands
}

fn add_target_and_order(choice: &mut Choice, target: Vec<i64>, operands: &mut Vec<Term>) {
    let rank = target.len();
    operands.push(match target[..] {
        [only] if choice.chance(0.05) => Term::Int(only),
        _ => Term::integers(target),
    });
    if choice.chance(0.6) {
        let mut order: Vec<i64> = (0..).take(rank).collect();
        choice.shuffle(&mut order);
        let ties = choice.chance(0.1);
        let highest = order.len();
        operands.push(Term::integers(order.into_iter().map(|place| match ties {
            true => choice.between(0, i64::try_from(highest).unwrap_or(1)),
            false => place,
        })));
    }
}

pub(super) fn shape_and_count(choice: &mut Choice) -> Vec<Term> {
    vec![shape::shape(choice, USUAL), Term::Int(choice.of(&[1, 2, 3, 4, 6, 8, 12, 16, 32, 64, 128]))]
}

pub(super) fn shape_and_divisors(choice: &mut Choice) -> Vec<Term> {
    let shape = shape::shape(choice, USUAL);
    match choice.between(0, 9) {
        0..=3 => vec![shape, Term::Int(choice.of(&[1, 2, 3, 4, 6, 8, 12, 16, 24]))],
        4 | 5 => vec![Term::Int(shape.product()), shape],
        _ => {
            let divisors = shape::divisors(choice, &shape);
            vec![shape, divisors]
        }
    }
}

pub(super) fn coarse_and_fine(choice: &mut Choice) -> Vec<Term> {
    let fine = shape::shape(choice, USUAL);
    let coarse = if choice.chance(0.2) { shape::shape(choice, USUAL) } else { shape::coarser(choice, &fine) };
    if choice.chance(0.15) { vec![fine, coarse] } else { vec![coarse, fine] }
}

pub(super) fn index_and_shape(choice: &mut Choice) -> Vec<Term> {
    let shape = shape::shape(choice, USUAL);
    vec![Term::Int(choice.between(0, shape.product() * 2 + 3)), shape]
}

pub(super) fn coordinate_and_shape(choice: &mut Choice) -> Vec<Term> {
    let shape = shape::shape(choice, USUAL);
    let mut operands = vec![shape::coordinate(choice, &shape, 0.2), shape.clone()];
    if let Term::Layout(_, stride) = layout::of_shape(choice, &shape) {
        operands.extend(choice.chance(0.5).then_some(*stride));
    }
    operands
}

pub(super) fn coordinate_and_two_shapes(choice: &mut Choice) -> Vec<Term> {
    let shape = shape::shape(choice, USUAL);
    let other = shape::coarser(choice, &shape);
    let coordinate = shape::coordinate(choice, &shape, 0.0);
    if choice.chance(0.5) { vec![coordinate, shape, other] } else { vec![coordinate, shape.clone(), shape] }
}

pub(super) fn layout_and_shape(choice: &mut Choice) -> Vec<Term> {
    let shape = shape::shape(choice, USUAL);
    let other =
        if choice.chance(0.7) { shape::coarser(choice, &shape) } else { shape::divisors(choice, &shape) };
    vec![layout::of_shape(choice, &shape), other]
}

pub(super) fn flat_layout_and_profile(choice: &mut Choice) -> Vec<Term> {
    let shape = shape::tuple(choice, USUAL);
    let flat = Term::integers(shape.integer_leaves());
    vec![layout::of_shape(choice, &flat), shape]
}

pub(super) fn layout_and_coordinate(choice: &mut Choice) -> Vec<Term> {
    let shape = shape::shape(choice, USUAL);
    vec![layout::of_shape(choice, &shape), shape::coordinate(choice, &shape, 0.2)]
}

pub(super) fn coordinates_and_coordinate(choice: &mut Choice) -> Vec<Term> {
    let (shape, layout) = layout::with_coordinate_strides(choice);
    vec![layout, shape::coordinate(choice, &shape, 0.1)]
}

pub(super) fn shape_and_order(choice: &mut Choice) -> Vec<Term> {
    let shape = shape::shape(choice, USUAL);
    let order =
        if choice.chance(0.7) { shape::order(choice, &shape) } else { shape::coarse_order(choice, &shape) };
    vec![shape, order]
}

pub(super) fn layout_and_factor(choice: &mut Choice) -> Vec<Term> {
    vec![layout::layout(choice, USUAL), Term::Int(choice.of(&[1, 2, 2, 2, 3, 4, 4, 8]))]
}

pub(super) fn layout_and_bits(choice: &mut Choice) -> Vec<Term> {
    let old = Term::Int(choice.of(&[4, 8, 16, 32, 64]));
    vec![layout::layout(choice, USUAL), old, Term::Int(choice.of(&[1, 4, 8, 16, 32, 64, 128]))]
}

/// A tuple layout and its rank.
fn layout_of_rank(choice: &mut Choice) -> (Term, usize) {
    let shape = shape::tuple(choice, USUAL);
    (layout::of_shape(choice, &shape), shape.modes().len())
}

pub(super) fn mode_range(choice: &mut Choice) -> Vec<Term> {
    let (layout, rank) = layout_of_rank(choice);
    let begin = choice.count(0, rank - 1);
    vec![layout, Term::index(begin), Term::index(choice.count(begin + 1, rank))]
}

pub(super) fn composed_and_mode_range(choice: &mut Choice) -> Vec<Term> {
    let (shape, composed) = layout::composed(choice);
    let rank = shape.modes().len();
    let begin = choice.count(0, rank - 1);
    vec![composed, Term::index(begin), Term::index(choice.count(begin + 1, rank))]
}

pub(super) fn layout_and_mode(choice: &mut Choice) -> Vec<Term> {
    let (layout, rank) = layout_of_rank(choice);
    vec![layout, Term::index(choice.count(0, rank - 1))]
}

pub(super) fn layout_and_modes(choice: &mut Choice) -> Vec<Term> {
    let (layout, rank) = layout_of_rank(choice);
    let modes = (0..choice.count(1, rank)).map(|_| Term::index(choice.count(0, rank - 1))).collect();
    vec![layout, Term::Tuple(modes)]
}

pub(super) fn layout_mode_and_layout(choice: &mut Choice) -> Vec<Term> {
    let mut operands = layout_and_mode(choice);
    operands.push(layout::layout(choice, SMALL));
    operands
}

pub(super) fn layout_rank_and_layout(choice: &mut Choice) -> Vec<Term> {
    let shape = shape::shape(choice, USUAL);
    let rank = shape.modes().len() + choice.count(0, 3);
    vec![layout::of_shape(choice, &shape), Term::index(rank), layout::layout(choice, SMALL)]
}

pub(super) fn slice_and_layout(choice: &mut Choice) -> Vec<Term> {
    let shape = shape::tuple(choice, USUAL);
    vec![shape::slice(choice, &shape, false), layout::of_shape(choice, &shape)]
}

pub(super) fn slice_and_coordinates(choice: &mut Choice) -> Vec<Term> {
    let (shape, layout) = layout::with_coordinate_strides(choice);
    vec![shape::slice(choice, &shape, false), layout]
}

pub(super) fn slice_and_composed(choice: &mut Choice) -> Vec<Term> {
    let (shape, composed) = layout::composed(choice);
    vec![shape::slice(choice, &shape, false), composed]
}

pub(super) fn any_slice_and_layout(choice: &mut Choice) -> Vec<Term> {
    let shape = shape::tuple(choice, USUAL);
    vec![shape::slice(choice, &shape, true), layout::of_shape(choice, &shape)]
}

pub(super) fn swizzle_and_offset(choice: &mut Choice) -> Vec<Term> {
    vec![layout::swizzle(choice), Term::Int(choice.between(0, 8191))]
}

pub(super) fn parts_of_composed(choice: &mut Choice) -> Vec<Term> {
    match layout::composed(choice).1 {
        Term::Composed(swizzle, offset, layout) => vec![*swizzle, Term::Int(offset), *layout],
        other => vec![other],
    }
}

pub(super) fn composed(choice: &mut Choice) -> Vec<Term> {
    vec![layout::composed(choice).1]
}

pub(super) fn composed_small(choice: &mut Choice) -> Vec<Term> {
    loop {
        let (shape, composed) = layout::composed(choice);
        if shape.product() <= SMALL {
            return vec![composed];
        }
    }
}

pub(super) fn composed_and_tiler(choice: &mut Choice) -> Vec<Term> {
    let (shape, composed) = layout::composed(choice);
    vec![composed, tiler::tiler(choice, &shape)]
}

pub(super) fn composed_and_factor(choice: &mut Choice) -> Vec<Term> {
    vec![layout::composed(choice).1, Term::Int(choice.of(&[1, 2, 4, 8]))]
}

pub(super) fn composed_and_bits(choice: &mut Choice) -> Vec<Term> {
    let old = Term::Int(choice.of(&[4, 8, 16, 32, 64]));
    vec![layout::composed(choice).1, old, Term::Int(choice.of(&[8, 16, 32, 64]))]
}

/// A tile, and which of the tiles.
pub(super) fn tile_and_coordinate(choice: &mut Choice) -> Vec<Term> {
    tensor_tile_and(choice, |size, extent| size / extent)
}

/// A tile, and which of its elements.
pub(super) fn tile_and_element(choice: &mut Choice) -> Vec<Term> {
    tensor_tile_and(choice, |_, extent| extent)
}

fn tensor_tile_and(choice: &mut Choice, counted: fn(i64, i64) -> i64) -> Vec<Term> {
    let rank = choice.count(1, 3);
    let shape = shape::flat_tuple(choice, rank, USUAL);
    let (tile, coordinate) = tiler::with_coordinate(choice, &shape, counted);
    vec![layout::of_shape(choice, &shape), tile, coordinate]
}

pub(super) fn partition(choice: &mut Choice) -> Vec<Term> {
    let (shape, threads) = tiler::shape_and_threads(choice);
    let index = Term::Int(choice.between(0, threads.product() - 1));
    vec![layout::of_shape(choice, &shape), layout::compact_of_shape(choice, &threads), index]
}

pub(super) fn partition_by_shape(choice: &mut Choice) -> Vec<Term> {
    let (shape, threads) = tiler::shape_and_threads(choice);
    let index = Term::Int(choice.between(0, threads.product() - 1));
    vec![layout::of_shape(choice, &shape), threads, index]
}
