//! Random tilers, by mode and as tuples of sizes.

use super::{choice::Choice, layout, shape, term::Term};

/// A tiler for a layout of `shape`: a layout, a by-mode tiler or a tuple of sizes.
pub(super) fn tiler(choice: &mut Choice, shape: &Term) -> Term {
    match choice.between(0, 19) {
        0..=6 => layout::related(choice, shape),
        7..=8 => layout::layout(choice, layout::SMALL),
        _ if !shape.is_tuple() => layout::related(choice, shape),
        9..=16 => by_mode(choice, shape),
        _ => sizes(choice, shape),
    }
}

/// `<..>` with an entry for the first modes of a tuple.
pub(super) fn by_mode(choice: &mut Choice, shape: &Term) -> Term {
    let modes = shape.modes();
    let rank = choice.count(1, modes.len());
    Term::Tile(modes[..rank].iter().map(|mode| entry(choice, mode)).collect())
}

fn entry(choice: &mut Choice, mode: &Term) -> Term {
    match choice.between(0, 19) {
        0 | 1 => Term::Underscore,
        2..=9 => size(choice, mode),
        10..=17 => layout::related(choice, mode),
        _ if mode.is_tuple() => by_mode(choice, mode),
        _ => layout::related(choice, mode),
    }
}

/// A tuple of sizes for the first modes of a tuple.
pub(super) fn sizes(choice: &mut Choice, shape: &Term) -> Term {
    let modes = shape.modes();
    let rank = choice.count(1, modes.len());
    Term::Tuple(modes[..rank].iter().map(|mode| size(choice, mode)).collect())
}

/// A divisor of the mode's size, most of the time.
fn size(choice: &mut Choice, mode: &Term) -> Term {
    Term::Int(if choice.chance(0.8) { choice.divisor(mode.product()) } else { choice.size() })
}

/// A tiler of a product: layouts of any size.
pub(super) fn of_product(choice: &mut Choice, shape: &Term) -> Term {
    if !shape.is_tuple() || choice.chance(0.6) {
        return layout::layout(choice, layout::SMALL);
    }
    let rank = choice.count(1, shape.modes().len());
    let entry = |choice: &mut Choice| match choice.between(0, 9) {
        0 => Term::Underscore,
        1..=4 => Term::Int(choice.size()),
        _ => layout::layout(choice, 20),
    };
    Term::Tile((0..rank).map(|_| entry(choice)).collect())
}

/// Sizes of a tile that divide the shape, as a tiler or a tuple, and a coordinate among what `counted` counts for
/// each mode from its size and its tile.
pub(super) fn with_coordinate(
    choice: &mut Choice,
    shape: &Term,
    counted: impl Fn(i64, i64) -> i64,
) -> (Term, Term) {
    let modes = shape.modes();
    let rank = choice.count(1, modes.len());
    let mut tile = Vec::new();
    let mut coordinate = Vec::new();
    for mode in &modes[..rank] {
        let size = mode.product();
        let extent = choice.divisor(size);
        tile.push(Term::Int(extent));
        coordinate.push(match choice.chance(0.3) {
            true => Term::Underscore,
            false => Term::Int(choice.between(0, counted(size, extent) - 1)),
        });
    }
    let tiler = if choice.chance(0.8) { Term::Tile(tile) } else { Term::Tuple(tile) };
    (tiler, Term::Tuple(coordinate))
}

/// A tensor's shape and a smaller one of divisors: the threads that share it.
pub(super) fn shape_and_threads(choice: &mut Choice) -> (Term, Term) {
    let rank = choice.count(1, 3);
    let shape = shape::flat_tuple(choice, rank, 5000);
    let taken = choice.count(1, rank);
    let threads: Vec<i64> =
        shape.modes()[..taken].iter().map(|mode| choice.divisor(mode.product())).collect();
    (shape, Term::integers(threads))
}
