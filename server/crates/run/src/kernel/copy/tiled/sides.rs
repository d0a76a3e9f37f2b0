//! Which axes a tile has along x and y, and how much of each.

use super::{COPY_THREADS, SECTOR};
use crate::{
    invariant::invariant,
    kernel::axes::{Axis, Joint},
};

/// Bytes of a tile at most: what every block has of shared memory.
const MOST_BYTES: i64 = 48 << 10;

/// Rows shorter than this go on along a further axis.
const SHORT: i64 = 32;

/// The sides of tiles that begin with the axis `x` of the source and the axis `y` of the destination, `vector` elements
/// an access.
pub(super) fn sides(joint: &Joint, (x, y): (usize, usize), vector: i64) -> (Pieces, Pieces) {
    let begins_anywhere = begins_anywhere(joint, x, |axis| axis.source, joint.source.offset)
        || begins_anywhere(joint, y, |axis| axis.destination, joint.destination.offset);
    let most = match (joint.width, vector) {
        (16, _) => (32, 32),
        (1 | 2, 8) => (128, 128),
        (1, 1) => (32, 128),
        // Long rows have few sectors that two blocks read or write.
        (4, 1) if begins_anywhere => (64, 128),
        (8, 1) => (32, 64),
        _ => (64, 64),
    };
    let pieces = grown(joint, (x, y), most, vector);
    if vector == 1 || keeps_threads_busy(&pieces, vector) {
        return pieces;
    }
    // Axes that are short, and no powers of two, may leave many threads of a block without work.
    let longer = grown(joint, (x, y), (most.0 * 4, most.1), vector);
    let bytes = size(&longer.0) * size(&longer.1) * joint.width.cast_signed();
    if keeps_threads_busy(&longer, vector) && bytes <= MOST_BYTES { longer } else { pieces }
}

/// Whether rows along the axis `along`, and those that go on from it, begin anywhere in a sector.
fn begins_anywhere(joint: &Joint, along: usize, stride: impl Fn(&Axis) -> i64, offset: i64) -> bool {
    // An element has 1 to 16 bytes.
    let sector = (SECTOR / joint.width.max(1)).max(1).cast_signed();
    let mut run = joint.axis(along).shape;
    let others = joint.axes.iter().enumerate().filter(|(at, axis)| *at != along && axis.shape > 1);
    let mut rest: Vec<&Axis> = others.map(|(_, axis)| axis).collect();
    // A short row of a tile goes on with the axis that follows in memory.
    while run < SHORT
        && let Some(next) = rest.iter().position(|axis| stride(axis) == run)
    {
        run *= rest.remove(next).shape;
    }
    offset % sector != 0 || rest.iter().any(|axis| stride(axis) % sector != 0)
}

fn size(pieces: &Pieces) -> i64 {
    pieces.iter().map(|(_, extent)| extent).product()
}

/// Whether nine of ten threads have a square in the rounds that a block takes to read a tile.
fn keeps_threads_busy((x, y): &(Pieces, Pieces), vector: i64) -> bool {
    let (squares, threads) = (size(x) * size(y) / (vector * vector), i64::from(COPY_THREADS));
    let rounds = (squares + threads - 1) / threads;
    squares * 10 >= rounds * threads * 9
}

/// The axes of a side of a tile with how much of each is in it.
pub(super) type Pieces = Vec<(usize, i64)>;

/// The axes of a tile: from the nearest on, until either side is as long as it may be.
fn grown(
    joint: &Joint,
    (x, y): (usize, usize),
    (most_x, most_y): (i64, i64),
    vector: i64,
) -> (Pieces, Pieces) {
    let shape = |position: usize| joint.axis(position).shape;
    let mut sides = [vec![(x, piece(shape(x), most_x, vector))], vec![(y, piece(shape(y), most_y, vector))]];
    let mut finished = [false, false];
    loop {
        let sizes = sides.each_ref().map(|pieces| pieces.iter().map(|(_, extent)| extent).product::<i64>());
        let [size_x, size_y] = sizes;
        let wanting = |number: usize, size: i64, most: i64| {
            !finished.get(number).is_none_or(|done| *done) && size * 2 <= most
        };
        let number = match (wanting(0, size_x, most_x), wanting(1, size_y, most_y)) {
            (true, true) => usize::from(size_y < size_x),
            (true, false) => 0,
            (false, true) => 1,
            (false, false) => {
                let [along_x, along_y] = sides;
                return (along_x, along_y);
            }
        };
        let taken: Vec<usize> = sides.iter().flatten().map(|(position, _)| *position).collect();
        let stride = |axis: &Axis| if number == 0 { axis.source } else { axis.destination };
        let free = joint
            .axes
            .iter()
            .enumerate()
            .filter(|(position, axis)| axis.shape > 1 && stride(axis) != 0 && !taken.contains(position));
        let next = free.min_by_key(|(_, axis)| stride(axis).unsigned_abs());
        let most = if number == 0 { most_x / size_x } else { most_y / size_y };
        match (next, sides.get_mut(number), finished.get_mut(number)) {
            (Some((position, axis)), Some(pieces), _) => pieces.push((position, further(axis.shape, most))),
            (_, _, Some(done)) => *done = true,
            _ => invariant!(false, "a tile has no side {number}"),
        }
    }
}

/// How much of a further axis is in a tile: all of it, or a power of two, so that a row of the tile ends with a sector.
fn further(shape: i64, most: i64) -> i64 {
    if shape <= most { shape } else { 1 << most.max(1).ilog2() }
}

/// How much of `shape` is in a tile of at most `most`: a multiple of `multiple`, even pieces where there are few.
fn piece(shape: i64, most: i64, multiple: i64) -> i64 {
    if shape <= most {
        return shape;
    }
    if shape % most == 0 || shape >= 4 * most {
        return most;
    }
    let tiles = (shape + most - 1) / most;
    let even = (shape + tiles - 1) / tiles;
    (even + multiple - 1) / multiple * multiple
}
