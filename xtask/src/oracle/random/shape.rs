//! Random shapes, and what goes with a shape: profiles, coordinates, orders, coarser shapes.

use super::{
    choice::{Bias, Choice},
    term::Term,
};

const MAX_DEPTH: usize = 3;
const MAX_LEAVES: usize = 9;

/// A shape of at most `limit` elements, an integer or a tuple.
pub(super) fn shape(choice: &mut Choice, limit: i64) -> Term {
    let is_tuple = choice.chance(0.75);
    within(choice, limit, |choice| nested(choice, 0, MAX_DEPTH, is_tuple))
}

/// A tuple of at most `limit` elements.
pub(super) fn tuple(choice: &mut Choice, limit: i64) -> Term {
    within(choice, limit, |choice| nested(choice, 0, MAX_DEPTH, true))
}

/// A tuple of `rank` modes, most of them integers.
pub(super) fn flat_tuple(choice: &mut Choice, rank: usize, limit: i64) -> Term {
    within(choice, limit, |choice| {
        Term::Tuple((0..rank).map(|_| nested(choice, 2, MAX_DEPTH, false)).collect())
    })
}

/// Draws until a shape has at most `limit` elements and few enough modes.
fn within(choice: &mut Choice, limit: i64, draw: impl Fn(&mut Choice) -> Term) -> Term {
    // Large powers of two may have more elements: nothing enumerates them.
    let limit = if choice.bias() == Bias::Large { limit * 64 } else { limit };
    loop {
        let shape = draw(choice);
        let leaves = shape.integer_leaves();
        let size = leaves.iter().try_fold(1_i64, |size, &leaf| size.checked_mul(leaf));
        if leaves.len() <= MAX_LEAVES && size.is_some_and(|size| size <= limit) {
            return shape;
        }
    }
}

fn nested(choice: &mut Choice, depth: usize, max_depth: usize, must_be_tuple: bool) -> Term {
    let is_size = depth >= max_depth || choice.chance(if depth == 0 { 0.15 } else { 0.72 });
    if is_size && !must_be_tuple {
        return Term::Int(choice.size());
    }
    let least = if choice.chance(0.1) { 1 } else { 2 };
    let rank = choice.count(least, if depth == 0 { 4 } else { 3 });
    Term::Tuple((0..rank).map(|_| nested(choice, depth + 1, max_depth, false)).collect())
}

/// A target profile for `coalesce`, `filter`.
pub(super) fn profile(choice: &mut Choice, shape: &Term) -> Term {
    match shape {
        Term::Tuple(modes) if choice.chance(0.55) => {
            let rank = choice.count(1, modes.len());
            Term::Tuple(modes[..rank].iter().map(|mode| profile(choice, mode)).collect())
        }
        _ => Term::Int(choice.of(&[1, 1, 2, 0])),
    }
}

/// A coordinate of `shape`: integral, nested or mixed; outside of the shape this often.
pub(super) fn coordinate(choice: &mut Choice, shape: &Term, outside: f64) -> Term {
    match shape {
        Term::Tuple(modes) if choice.chance(0.7) => {
            Term::Tuple(modes.iter().map(|mode| coordinate(choice, mode, outside)).collect())
        }
        _ => {
            let size = shape.product();
            let most = if choice.chance(outside) { 3 * size + 5 } else { size - 1 };
            Term::Int(choice.between(0, most))
        }
    }
}

/// A coordinate with `_` for modes to keep; at least one unless `may_fix_all`.
pub(super) fn slice(choice: &mut Choice, shape: &Term, may_fix_all: bool) -> Term {
    loop {
        let slice = partly_fixed(choice, shape);
        if may_fix_all || has_underscore(&slice) {
            return slice;
        }
    }
}

fn partly_fixed(choice: &mut Choice, shape: &Term) -> Term {
    match shape {
        _ if choice.chance(0.35) => Term::Underscore,
        Term::Tuple(modes) if choice.chance(0.65) => {
            Term::Tuple(modes.iter().map(|mode| partly_fixed(choice, mode)).collect())
        }
        _ => Term::Int(choice.between(0, shape.product() - 1)),
    }
}

fn has_underscore(slice: &Term) -> bool {
    match slice {
        Term::Underscore => true,
        Term::Tuple(modes) => modes.iter().any(has_underscore),
        _ => false,
    }
}

/// An order of the leaves for `make_ordered_layout`, sometimes with ties, gaps or negative numbers.
pub(super) fn order(choice: &mut Choice, shape: &Term) -> Term {
    let rank = shape.integer_leaves().len();
    let mut order: Vec<i64> = (0..).take(rank).collect();
    choice.shuffle(&mut order);
    match choice.between(0, 19) {
        0..=2 => order.iter_mut().for_each(|place| *place = choice.between(0, 3)),
        3..=5 => order.iter_mut().for_each(|place| *place = *place * 2 + 1),
        6 => order.iter_mut().for_each(|place| *place -= 2),
        _ => {}
    }
    shape.with_leaves(&mut order.into_iter().map(Term::Int))
}

/// An order that says one number for whole modes.
pub(super) fn coarse_order(choice: &mut Choice, shape: &Term) -> Term {
    match shape {
        Term::Tuple(modes) if choice.chance(0.8) => {
            Term::Tuple(modes.iter().map(|mode| coarse_order(choice, mode)).collect())
        }
        _ => Term::Int(choice.between(0, 4)),
    }
}

/// The shape with some modes melted into their sizes.
pub(super) fn coarser(choice: &mut Choice, shape: &Term) -> Term {
    match shape {
        Term::Tuple(modes) if choice.chance(0.7) => {
            Term::Tuple(modes.iter().map(|mode| coarser(choice, mode)).collect())
        }
        Term::Tuple(_) => Term::Int(shape.product()),
        other => other.clone(),
    }
}

/// A shape of divisors of `shape`, most of the time.
pub(super) fn divisors(choice: &mut Choice, shape: &Term) -> Term {
    match shape {
        Term::Tuple(modes) if choice.chance(0.6) => {
            Term::Tuple(modes.iter().map(|mode| divisors(choice, mode)).collect())
        }
        _ if choice.chance(0.15) => Term::Int(choice.size()),
        _ => Term::Int(choice.divisor(shape.product())),
    }
}
