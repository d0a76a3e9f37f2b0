//! An emulated GEMM by a tiled MMA: each thread holds what the thread-value layouts give it, and each atom multiplies what
//! its lanes hold, where the instruction has it.

use rayon::prelude::*;

use super::{
    Buffer,
    gemm::{Accumulator, TiledKernel},
};
use crate::{
    Mma, Operand,
    kernel::{Offset, PartOffsets},
    progress::{Progress, Stage},
};

/// The kernel by a tiled MMA, block by block.
pub(super) struct MmaKernel<'a> {
    kernel: &'a TiledKernel<'a>,
    mma: &'a Mma,
    /// (thread, value) to an element of the unit.
    parts: [Vec<Vec<usize>>; 3],
    /// (lane, value) to an element of the atom.
    atom: [Vec<Vec<usize>>; 3],
}

/// Tiles of A and B, column after column.
struct Tiles<T> {
    a: Vec<T>,
    b: Vec<T>,
}

impl<'a> MmaKernel<'a> {
    pub(super) fn new(kernel: &'a TiledKernel<'a>, mma: &'a Mma) -> Self {
        let PartOffsets(offsets) = PartOffsets::of(mma);
        let [a, b, c] = &mma.parts;
        let [of_a, of_b, of_c] = &offsets;
        let parts =
            [(of_a, a), (of_b, b), (of_c, c)].map(|(offset, part)| table(offset, mma.threads, part.values));
        let atom = &mma.atom.layouts;
        let [atom_a, atom_b, atom_c] = atom;
        let atom = [(atom_a, a), (atom_b, b), (atom_c, c)].map(|(layout, part): (&Operand, _)| {
            table(&Offset::of_mode_coordinates(layout), mma.atom.threads, part.of_atom)
        });
        MmaKernel { kernel, mma, parts, atom }
    }

    pub(super) fn launch<T: Accumulator>(&self, progress: &mut dyn FnMut(Progress)) {
        let gemm = self.kernel.gemm;
        let [tile_m, tile_n, _] = self.mma.tile;
        let tiles = |size: i64, tile: i64| (size + tile - 1) / tile;
        let tiles_m = tiles(gemm.m, tile_m);
        let blocks = tiles_m * tiles(gemm.n, tile_n);
        let wave = (blocks / 100).max(i64::try_from(rayon::current_num_threads()).unwrap_or(1));
        let mut begin = 0;
        while begin < blocks {
            let end = blocks.min(begin + wave);
            (begin..end).into_par_iter().for_each(|block| {
                self.block::<T>(block % tiles_m * tile_m, block / tiles_m * tile_n);
            });
            progress(Progress::of(Stage::Running, end, blocks));
            begin = end;
        }
    }

    fn block<T: Accumulator>(&self, m0: i64, n0: i64) {
        let [tile_m, tile_n, tile_k] = self.mma.tile;
        let gemm = self.kernel.gemm;
        let [buffer_a, buffer_b, buffer_c] = self.kernel.buffers;
        let units = (tile_m / self.mma.unit[0] * (tile_n / self.mma.unit[1])).unsigned_abs();
        // A thread's sums: unit after unit, along M first, and in each the values.
        let values = index(self.mma.parts[2].values);
        let held = index(units.cast_signed()) * values;
        let mut sums = vec![vec![T::default(); held]; index(self.mma.threads)];
        let mut k0 = 0;
        while k0 < gemm.k {
            let stage = |buffer: &Buffer, offset: &Offset, (row0, rows): (i64, i64), tile: i64| -> Vec<T> {
                let cells =
                    (0..tile_k).flat_map(|column| (0..tile).map(move |row| (row0 + row, k0 + column)));
                cells
                    .map(|(row, k)| match row < rows && k < gemm.k {
                        true => self.kernel.load(buffer, offset.at(&[row, k])),
                        false => T::default(),
                    })
                    .collect()
            };
            let tiles = Tiles {
                a: stage(buffer_a, &self.kernel.offset_a, (m0, gemm.m), tile_m),
                b: stage(buffer_b, &self.kernel.offset_b, (n0, gemm.n), tile_n),
            };
            self.multiply(&tiles, &mut sums);
            k0 += tile_k;
        }
        let [unit_m, unit_n, _] = self.mma.unit;
        for (sums, elements) in sums.iter().zip(&self.parts[2]) {
            for (number, sum) in (0..).zip(sums) {
                let (unit, value) = (number / values, number % values);
                let at = elements.get(value).copied().unwrap_or(0);
                let units_m = index(tile_m / unit_m);
                let (at, unit) = (int(at), int(unit));
                let m = m0 + unit % int(units_m) * unit_m + at % unit_m;
                let n = n0 + unit / int(units_m) * unit_n + at / unit_m;
                if m < gemm.m && n < gemm.n {
                    self.kernel.store(buffer_c, self.kernel.offset_c.at(&[m, n]), *sum);
                }
            }
        }
    }

    /// All atoms of all warps over a tile of K.
    fn multiply<T: Accumulator>(&self, tiles: &Tiles<T>, sums: &mut [Vec<T>]) {
        let [tile_m, tile_n, tile_k] = self.mma.tile.map(index);
        let [unit_m, unit_n, unit_k] = self.mma.unit.map(index);
        let [atoms_m, atoms_n, atoms_k] = self.mma.atoms.map(index);
        let [of_a, of_b, of_c] = self.mma.parts.each_ref().map(|part| index(part.of_atom));
        let values_c = index(self.mma.parts[2].values);
        let [m, n, k] = self.mma.atom.shape.map(index);
        let lanes = index(self.mma.atom.threads);
        let [parts_a, parts_b, _] = &self.parts;
        let [atom_a, atom_b, atom_c] = &self.atom;
        let units_m = tile_m / unit_m;
        let rounds = (0..tile_k / unit_k)
            .flat_map(|step| (0..tile_n / unit_n).flat_map(move |j| (0..units_m).map(move |i| (step, i, j))));
        for (step, i, j) in rounds {
            let atoms = (0..atoms_k).flat_map(|along_k| {
                (0..atoms_n)
                    .flat_map(move |along_n| (0..atoms_m).map(move |along_m| (along_m, along_n, along_k)))
            });
            for (along_m, along_n, along_k) in atoms {
                for warp in 0..sums.len() / lanes {
                    let (first_a, first_b) =
                        ((along_m + along_k * atoms_m) * of_a, (along_n + along_k * atoms_n) * of_b);
                    let held = |parts: &'_ [Vec<usize>], first: usize, lane: usize| -> Vec<usize> {
                        parts
                            .get(warp * lanes + lane)
                            .map_or_else(Vec::new, |held| held.iter().skip(first).copied().collect())
                    };
                    let a = gathered(
                        atom_a,
                        m * k,
                        |lane| held(parts_a, first_a, lane),
                        |at| tiles.a.get((step * unit_k + at / unit_m) * tile_m + i * unit_m + at % unit_m),
                    );
                    let b = gathered(
                        atom_b,
                        n * k,
                        |lane| held(parts_b, first_b, lane),
                        |at| tiles.b.get((step * unit_k + at / unit_n) * tile_n + j * unit_n + at % unit_n),
                    );
                    let first = (i + j * units_m) * values_c + (along_m + along_n * atoms_m) * of_c;
                    for lane in 0..lanes {
                        let Some(held) = sums.get_mut(warp * lanes + lane) else { continue };
                        for (value, place) in atom_c.get(lane).into_iter().flatten().enumerate() {
                            let Some(sum) = held.get_mut(first + value) else { continue };
                            let (row, column) = (place % m, place / m);
                            for step in 0..k {
                                if let (Some(x), Some(y)) = (a.get(row + step * m), b.get(column + step * n))
                                {
                                    *sum = T::multiply_add(*sum, *x, *y);
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// An operand of an atom: what its lanes hold goes where the instruction has it.
fn gathered<'t, T: Accumulator + 't>(
    places: &[Vec<usize>],
    size: usize,
    held: impl Fn(usize) -> Vec<usize>,
    cell: impl Fn(usize) -> Option<&'t T>,
) -> Vec<T> {
    let mut operand = vec![T::default(); size];
    for (lane, places) in places.iter().enumerate() {
        for (place, at) in places.iter().zip(held(lane)) {
            if let (Some(to), Some(from)) = (operand.get_mut(*place), cell(at)) {
                *to = *from;
            }
        }
    }
    operand
}

/// A layout of (thread, value) as a table.
fn table(offset: &Offset, threads: i64, values: i64) -> Vec<Vec<usize>> {
    let row = |thread: i64| (0..values).map(|value| index(offset.at(&[thread, value]))).collect();
    (0..threads).map(row).collect()
}

/// Sizes and elements are neither negative nor beyond memory: the checks bound them.
fn index(number: i64) -> usize {
    usize::try_from(number).unwrap_or(0)
}

fn int(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(0)
}
