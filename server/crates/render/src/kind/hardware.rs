//! What instructions of the hardware own: the operands of an MMA, the two sides of a copy.

use layout_algebra::{IntTuple, Layout};

use super::KindError;
use crate::{ColourBy, Draw as _, Grid, Limits, Panel, Picture, ThreadValues};

/// The thread-value layouts of an MMA and its extents.
#[derive(Debug, Clone)]
pub struct Operands {
    /// (T,V) to (M,K).
    pub a: Layout,
    /// (T,V) to (N,K).
    pub b: Layout,
    /// (T,V) to (M,N).
    pub c: Layout,
    /// M, N and K.
    pub shape: [i64; 3],
}

fn grid(owners: &ThreadValues, thread: Option<i64>, colour: &ColourBy, limits: Limits) -> Grid {
    match thread {
        Some(thread) => owners.of_thread(thread, limits),
        None => owners.coloured(limits, colour),
    }
}

/// A on the left, B above, C in the corner, so that a row of A and a column of B meet in their element of C.
///
/// # Errors
/// A layout cannot be drawn over its tile.
pub fn mma(
    operands: &Operands,
    thread: Option<i64>,
    colour: &ColourBy,
    limits: Limits,
) -> Result<Picture, KindError> {
    let [m, n, k] = operands.shape;
    let tile = |rows, columns| [rows, columns].into_iter().collect::<IntTuple<i64>>();
    let a = ThreadValues::new(&operands.a, &tile(m, k))?;
    let b = ThreadValues::new(&operands.b, &tile(n, k))?.transposed();
    let c = ThreadValues::new(&operands.c, &tile(m, n))?;
    let panels = vec![
        Panel::new((0, 1), grid(&b, thread, colour, limits))
            .titled(format!("B {n}x{k}"))
            .with_sides("k", "n"),
        Panel::new((1, 0), grid(&a, thread, colour, limits))
            .titled(format!("A {m}x{k}"))
            .with_sides("m", "k"),
        Panel::new((1, 1), grid(&c, thread, colour, limits))
            .titled(format!("C {m}x{n}"))
            .with_sides("m", "n"),
    ];
    Ok(Picture { panels, legend: colour.legend().filter(|_| thread.is_none()), notes: Vec::new() })
}

/// Who reads what, and beside it who writes what.
///
/// # Errors
/// A layout cannot be drawn over the tile.
pub fn copy(
    [source, destination]: [&Layout; 2],
    tile: &IntTuple<i64>,
    thread: Option<i64>,
    colour: &ColourBy,
    limits: Limits,
) -> Result<Picture, KindError> {
    let source = ThreadValues::new(source, tile)?;
    let destination = ThreadValues::new(destination, tile)?;
    let panels = vec![
        Panel::new((0, 0), grid(&source, thread, colour, limits)).titled("source: who reads"),
        Panel::new((0, 1), grid(&destination, thread, colour, limits)).titled("destination: who writes"),
    ];
    Ok(Picture { panels, legend: colour.legend().filter(|_| thread.is_none()), notes: Vec::new() })
}

/// Who holds which columns of which lanes of tensor memory, of one warp.
///
/// # Errors
/// The layout cannot be drawn over the tile.
pub fn tensor_memory(
    owners: &Layout,
    tile: &IntTuple<i64>,
    thread: Option<i64>,
    colour: &ColourBy,
    limits: Limits,
) -> Result<Picture, KindError> {
    let owners = ThreadValues::new(owners, tile)?;
    let panel = Panel::new((0, 0), grid(&owners, thread, colour, limits))
        .titled("lanes of tensor memory down, columns of 32 bits across: one warp");
    Ok(Picture {
        panels: vec![panel],
        legend: colour.legend().filter(|_| thread.is_none()),
        notes: Vec::new(),
    })
}
