//! The elements of one thread.

use layout_algebra::{IntTuple, Layout};
use layoutlens_eval::{Evaluated, Hardware, Value};

use crate::picture::{self, Wanted};

/// The most cells of one thread that are told.
const MOST_CELLS_OF_THREAD: i64 = 1024;

/// What one thread has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ThreadCells {
    /// The thread.
    pub thread: i64,
    /// How many there are.
    pub threads: i64,
    /// Of which operand: `C`.
    pub operand: &'static str,
    /// Value, row, column and offset of each element.
    pub cells: Vec<[i64; 4]>,
    /// How many more there are.
    pub more: i64,
}

/// The elements of one thread: of a thread-value layout over its tile, of the C of an MMA, of the source of a tiled copy.
pub(super) fn thread_cells(evaluated: &Evaluated, wanted: &Wanted, thread: i64) -> Option<ThreadCells> {
    let (operand, layout, tile) = thread_values(evaluated, wanted)?;
    let shape = layout.shape();
    let threads = shape.modes().first()?.product().ok()?;
    if !(0..threads).contains(&thread) {
        return None;
    }
    let values = layout.size() / threads;
    let rows = tile.modes().first().and_then(|mode| mode.product().ok())?.max(1);
    let cell = |value: i64| {
        let offset = layout.at(thread + value * threads).ok()?;
        Some([value, offset.rem_euclid(rows), offset.div_euclid(rows), offset])
    };
    let cells = (0..values.min(MOST_CELLS_OF_THREAD)).map(cell).collect::<Option<Vec<_>>>()?;
    Some(ThreadCells { thread, threads, operand, cells, more: (values - MOST_CELLS_OF_THREAD).max(0) })
}

fn thread_values(evaluated: &Evaluated, wanted: &Wanted) -> Option<(&'static str, Layout, IntTuple<i64>)> {
    match &evaluated.value {
        Value::Hardware(hardware) => match hardware.as_ref() {
            Hardware::MmaAtom(atom) => {
                let [m, n, _] = atom.shape_mnk();
                Some(("C", atom.layout_c().clone(), [m, n].into_iter().collect()))
            }
            Hardware::TiledMma(mma) => {
                let [m, n, _] = mma.tile_shape().ok()?;
                Some(("C", mma.layout_c_tv().ok()?, [m, n].into_iter().collect()))
            }
            Hardware::TiledCopy(copy) => Some(("S", copy.layout_s_tv().ok()?, copy.tile_shape())),
            Hardware::TmemInstruction(instruction) => {
                let (layout, tile) = instruction.warp_layout().ok()?;
                Some(("TMEM", layout, tile.into_iter().collect()))
            }
            _ => None,
        },
        value => {
            let layout = picture::layout(value).ok().filter(|layout| layout.rank() >= 2)?;
            let tile = wanted.tile.clone().or_else(|| evaluated.tile.clone());
            let tile = tile.or_else(|| layout.cosize().ok().map(IntTuple::Int))?;
            Some(("tile", layout, tile))
        }
    }
}
