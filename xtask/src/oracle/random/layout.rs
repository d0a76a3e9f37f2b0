//! Random layouts: compact and permuted, padded, broadcast, of any strides, with coordinate strides, swizzled.

use super::{
    choice::{Bias, Choice},
    shape,
    term::Term,
};

/// Elements of a layout that an operation must be able to enumerate.
pub(super) const SMALL: i64 = 100;
pub(super) const USUAL: i64 = 2000;

/// A layout of at most `limit` elements.
pub(super) fn layout(choice: &mut Choice, limit: i64) -> Term {
    let shape = shape::shape(choice, limit);
    of_shape(choice, &shape)
}

/// A layout of this shape.
pub(super) fn of_shape(choice: &mut Choice, shape: &Term) -> Term {
    let strides = strides(choice, &shape.integer_leaves());
    Term::layout(shape.clone(), shape.with_leaves(&mut strides.into_iter().map(Term::Int)))
}

/// A layout of this shape whose offsets are 0, 1, 2, .. in some order of the modes.
pub(super) fn compact_of_shape(choice: &mut Choice, shape: &Term) -> Term {
    let sizes = shape.integer_leaves();
    let mut strides = vec![0; sizes.len()];
    let mut next = 1;
    for mode in mode_order(choice, sizes.len()) {
        strides[mode] = next;
        next *= sizes[mode];
    }
    Term::layout(shape.clone(), shape.with_leaves(&mut strides.into_iter().map(Term::Int)))
}

fn strides(choice: &mut Choice, sizes: &[i64]) -> Vec<i64> {
    if choice.bias() == Bias::Ties && choice.chance(0.65) {
        let few: Vec<i64> =
            (0..2 + sizes.len() / 2).map(|_| choice.of(&[0, 1, 1, 2, 3, 4, 6, 8, 12, 24])).collect();
        return sizes.iter().map(|_| choice.of(&few)).collect();
    }
    if choice.chance(0.15) {
        return sizes.iter().map(|_| choice.any_stride()).collect();
    }
    let mut strides = vec![0; sizes.len()];
    let mut next = choice.of(&[1, 1, 1, 1, 1, 2, 3, 4]);
    let is_padded = choice.chance(0.25);
    for mode in mode_order(choice, sizes.len()) {
        strides[mode] = next;
        next *= sizes[mode];
        if is_padded && choice.chance(0.5) {
            next =
                choice.of(&[next + 1, next + 2, next + 4, next + 8, next * 2, next * 3, next + sizes[mode]]);
        }
    }
    with_exceptions(choice, sizes, &mut strides, next);
    strides
}

/// Some strides broadcast, coincide or have nothing to do with the others; those of size 1 often.
fn with_exceptions(choice: &mut Choice, sizes: &[i64], strides: &mut [i64], next: i64) {
    let is_spoilt = choice.chance(0.25);
    for mode in 0..sizes.len() {
        if is_spoilt && choice.chance(0.3) {
            let (other, any) = (choice.of(strides), choice.any_stride());
            strides[mode] = choice.of(&[0, 0, 1, other, any]);
        }
        if sizes[mode] == 1 && choice.chance(0.6) {
            let any = choice.any_stride();
            strides[mode] = choice.of(&[0, 0, 1, next, any]);
        }
    }
}

/// The order in which modes get their strides: often from the left, sometimes from the right, else any.
fn mode_order(choice: &mut Choice, rank: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..rank).collect();
    match choice.between(0, 19) {
        0..=5 => {}
        6..=8 => order.reverse(),
        _ => choice.shuffle(&mut order),
    }
    order
}

/// A layout made of divisors of the size of `shape`: something that composition and divides often accept.
pub(super) fn related(choice: &mut Choice, shape: &Term) -> Term {
    let size = shape.product();
    let mut modes: Vec<(i64, i64)> = Vec::new();
    let mut next = 1;
    for _ in 0..choice.count(1, 3) {
        let mut mode = (choice.divisor((size / next).max(1)), next);
        next *= mode.0;
        if choice.chance(0.3) {
            next *= choice.of(&[2, 2, 3, 4]);
        }
        match choice.between(0, 49) {
            0..=3 => mode.1 = 0,
            4..=7 => mode.0 = choice.size(),
            8..=10 => mode.1 = choice.any_stride(),
            11..=15 => modes.push((1, choice.any_stride())),
            _ => {}
        }
        modes.push(mode);
    }
    if choice.chance(0.5) {
        choice.shuffle(&mut modes);
    }
    let is_nested = modes.len() >= 3 && choice.chance(0.4);
    match modes[..] {
        [(size, stride)] if choice.chance(0.6) => Term::layout(Term::Int(size), Term::Int(stride)),
        [first, ref rest @ ..] if is_nested => {
            let nested =
                |first: i64, rest: Vec<i64>| Term::Tuple(vec![Term::Int(first), Term::integers(rest)]);
            Term::layout(
                nested(first.0, rest.iter().map(|mode| mode.0).collect()),
                nested(first.1, rest.iter().map(|mode| mode.1).collect()),
            )
        }
        _ => Term::layout(
            Term::integers(modes.iter().map(|mode| mode.0)),
            Term::integers(modes.iter().map(|mode| mode.1)),
        ),
    }
}

/// A layout with coordinate strides and its shape: an identity layout with some modes scaled, or sizes dealt out
/// to one to three modes of the codomain.
pub(super) fn with_coordinate_strides(choice: &mut Choice) -> (Term, Term) {
    if choice.chance(0.35) {
        let shape = shape::tuple(choice, USUAL);
        let stride = identity(choice, &shape, &mut Vec::new());
        return (shape.clone(), Term::layout(shape, stride));
    }
    let rank = choice.count(2, 4);
    let shape = shape::flat_tuple(choice, rank, USUAL);
    let mut next = vec![1; choice.count(1, 3)];
    let mut strides: Vec<Term> = Vec::new();
    for size in shape.integer_leaves() {
        let axis = choice.count(0, next.len() - 1);
        let value = if choice.chance(0.85) { next[axis] } else { choice.of(&[1, 2, 3, 4]) };
        strides.push(Term::Basis(value, vec![axis]));
        next[axis] *= size;
    }
    if choice.chance(0.15) {
        let last = strides.len() - 1;
        strides[choice.count(0, last)] = Term::Int(0);
    }
    let stride = shape.with_leaves(&mut strides.into_iter());
    (shape.clone(), Term::layout(shape, stride))
}

/// `1@path` for every leaf, some scaled. `path` goes from the outermost mode inwards.
fn identity(choice: &mut Choice, shape: &Term, path: &mut Vec<usize>) -> Term {
    let Term::Tuple(modes) = shape else {
        let value = if choice.chance(0.7) { 1 } else { choice.of(&[2, 3, 4, 8]) };
        return Term::Basis(value, path.iter().rev().copied().collect());
    };
    let mut strides = Vec::new();
    for (index, mode) in modes.iter().enumerate() {
        path.push(index);
        strides.push(identity(choice, mode, path));
        path.pop();
    }
    Term::Tuple(strides)
}

/// A layout of coordinates of `shape`, to compose a layout of that shape with.
pub(super) fn into_coordinates_of(choice: &mut Choice, shape: &Term) -> Term {
    let modes: Vec<(i64, Term)> = (0..choice.count(1, 4))
        .map(|_| {
            let axis = choice.count(0, shape.modes().len() - 1);
            let size = shape.modes()[axis].product();
            let (extent, step) = (choice.divisor(size), choice.divisor(size));
            let step = choice.of(&[1, 1, 1, 2, step]);
            (extent, Term::Basis(step, vec![axis]))
        })
        .collect();
    Term::layout(
        Term::integers(modes.iter().map(|mode| mode.0)),
        Term::Tuple(modes.into_iter().map(|mode| mode.1).collect()),
    )
}

pub(super) fn swizzle(choice: &mut Choice) -> Term {
    let bits = choice.between(0, 3);
    loop {
        let shift = choice.between(-4, 5);
        if shift.abs() >= bits {
            return Term::Swizzle(bits, choice.between(0, 5), shift);
        }
    }
}

/// A swizzled layout and its shape: sizes as tiles of shared memory have them.
pub(super) fn composed(choice: &mut Choice) -> (Term, Term) {
    let shape = if choice.chance(0.2) {
        shape::tuple(choice, USUAL)
    } else {
        let rank = choice.count(1, 3);
        Term::integers((0..rank).map(|_| choice.of(&[1, 2, 4, 8, 16, 32, 3])).collect::<Vec<_>>())
    };
    let offset = choice.of(&[0, 0, 0, 4, 16, 64]);
    let layout = of_shape(choice, &shape);
    (shape, Term::Composed(Box::new(swizzle(choice)), offset, Box::new(layout)))
}
