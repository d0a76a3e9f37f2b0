//! An emulated GEMM: the plain kernel's blocks and tiles, the index arithmetic of every kernel, and a float64 reference.

use std::time::Instant;

use rayon::prelude::*;

use super::{Buffer, Findings, copy::Walked, milliseconds, mma::MmaKernel};
use crate::{
    ElementType, Operand, RunError,
    accuracy::{Deviation, element_tolerance},
    check::Gemm,
    data::{self, seed},
    kernel::{Offset, TILE_K, TILE_MN},
    progress::{Progress, Stage},
};

/// Multiplies with the index arithmetic that every kernel for these layouts has, then compares with the definition in float64.
pub(super) fn run(
    gemm: &Gemm,
    element: ElementType,
    progress: &mut dyn FnMut(Progress),
) -> Result<Findings, RunError> {
    let filled = |cells, seed| {
        Buffer::filled(cells, element.width(), |offset| {
            data::encode(data::value(offset, seed, element), element)
        })
    };
    let (a, b) = (filled(gemm.a_cells, seed::A)?, filled(gemm.b_cells, seed::B)?);
    let c = Buffer::poisoned(gemm.c_cells, element.width())?;

    let start = Instant::now();
    let kernel = TiledKernel {
        gemm,
        element,
        buffers: [&a, &b, &c],
        offset_a: Offset::of_mode_coordinates(&gemm.a),
        offset_b: Offset::of_mode_coordinates(&gemm.b),
        offset_c: Offset::of_mode_coordinates(&gemm.c),
    };
    match (&gemm.threads, element) {
        (None, ElementType::F64) => kernel.launch::<f64>(progress),
        (None, _) => kernel.launch::<f32>(progress),
        (Some(mma), ElementType::F64) => MmaKernel::new(&kernel, mma).launch::<f64>(progress),
        (Some(mma), _) => MmaKernel::new(&kernel, mma).launch::<f32>(progress),
    }
    let run_ms = milliseconds(start);

    let deviation = compare(gemm, element, &c, progress);
    let elements = (gemm.m * gemm.n).unsigned_abs();
    let overwritten = if deviation.wrong == 0 { c.written().saturating_sub(elements) } else { 0 };
    let first_wrong = deviation.first_wrong(gemm, element);
    let accuracy = Some(deviation.accuracy(gemm.k, element));
    Ok(Findings {
        elements,
        wrong: deviation.wrong,
        overwritten,
        first_wrong,
        accuracy,
        run_ms,
        slowdown: 0.0,
        vendor: None,
    })
}

/// The plain kernel, block by block.
pub(super) struct TiledKernel<'a> {
    pub(super) gemm: &'a Gemm,
    element: ElementType,
    pub(super) buffers: [&'a Buffer; 3],
    pub(super) offset_a: Offset,
    pub(super) offset_b: Offset,
    pub(super) offset_c: Offset,
}

impl TiledKernel<'_> {
    fn launch<T: Accumulator>(&self, progress: &mut dyn FnMut(Progress)) {
        let tiles = |size: i64| (size + TILE_MN - 1) / TILE_MN;
        let (tiles_m, tiles_n) = (tiles(self.gemm.m), tiles(self.gemm.n));
        let blocks = tiles_m * tiles_n;
        // A wave as wide as the machine, and at least a hundredth of all blocks.
        let wave = (blocks / 100).max(i64::try_from(rayon::current_num_threads()).unwrap_or(1));
        let mut begin = 0;
        while begin < blocks {
            let end = blocks.min(begin + wave);
            (begin..end).into_par_iter().for_each(|block| {
                self.block::<T>(block % tiles_m * TILE_MN, block / tiles_m * TILE_MN);
            });
            progress(Progress::of(Stage::Running, end, blocks));
            begin = end;
        }
    }

    /// The tile of C that begins at (`m0`, `n0`).
    fn block<T: Accumulator>(&self, m0: i64, n0: i64) {
        let Gemm { m, n, k, .. } = *self.gemm;
        let [a, b, c] = self.buffers;
        let mut sums = vec![[T::default(); TILE_MN as usize]; TILE_MN as usize];
        let mut k0 = 0;
        while k0 < k {
            let tile_a = self.stage::<T>(a, &self.offset_a, (m0, m), (k0, k));
            let tile_b = self.stage::<T>(b, &self.offset_b, (n0, n), (k0, k));
            for (column_a, column_b) in tile_a.iter().zip(&tile_b) {
                for (row, &factor) in sums.iter_mut().zip(column_a) {
                    for (sum, &other) in row.iter_mut().zip(column_b) {
                        *sum = T::multiply_add(*sum, factor, other);
                    }
                }
            }
            k0 += TILE_K;
        }
        for (row, at_m) in sums.iter().zip(m0..m) {
            for (sum, at_n) in row.iter().zip(n0..n) {
                self.store(c, self.offset_c.at(&[at_m, at_n]), *sum);
            }
        }
    }

    /// An element of an operand, in the type in which the kernel adds.
    pub(super) fn load<T: Accumulator>(&self, buffer: &Buffer, offset: i64) -> T {
        T::of(data::decode(buffer.load(offset), self.element))
    }

    /// Rounds a sum into an element of C.
    pub(super) fn store<T: Accumulator>(&self, c: &Buffer, offset: i64, sum: T) {
        c.store(offset, data::encode(sum.wide(), self.element));
    }

    /// A tile of A or B, column by column; coordinates beyond the sizes read as 0.
    fn stage<T: Accumulator>(
        &self,
        buffer: &Buffer,
        offset: &Offset,
        (row0, rows): (i64, i64),
        (column0, columns): (i64, i64),
    ) -> [[T; TILE_MN as usize]; TILE_K as usize] {
        let mut tile = [[T::default(); TILE_MN as usize]; TILE_K as usize];
        for (column, at_column) in tile.iter_mut().zip(column0..columns) {
            for (cell, at_row) in column.iter_mut().zip(row0..rows) {
                *cell = self.load(buffer, offset.at(&[at_row, at_column]));
            }
        }
        tile
    }
}

/// The type in which a kernel adds.
pub(super) trait Accumulator: Copy + Default + Send + Sync {
    fn of(value: f64) -> Self;
    fn wide(self) -> f64;
    fn multiply_add(sum: Self, factor: Self, other: Self) -> Self;
}

impl Accumulator for f64 {
    fn of(value: f64) -> Self {
        value
    }
    fn wide(self) -> f64 {
        self
    }
    fn multiply_add(sum: f64, factor: f64, other: f64) -> f64 {
        sum + factor * other
    }
}

impl Accumulator for f32 {
    #[expect(clippy::cast_possible_truncation, reason = "every element but f64 is exact in f32")]
    fn of(value: f64) -> Self {
        value as f32
    }
    fn wide(self) -> f64 {
        self.into()
    }
    fn multiply_add(sum: f32, factor: f32, other: f32) -> f32 {
        sum + factor * other
    }
}

/// Compares C with the sums of products of what A and B hold by definition.
fn compare(gemm: &Gemm, element: ElementType, c: &Buffer, progress: &mut dyn FnMut(Progress)) -> Deviation {
    let rows_of =
        |operand: &Operand, seed, rows: i64, columns: i64| matrix(operand, seed, element, rows, columns);
    let a = rows_of(&gemm.a, seed::A, gemm.m, gemm.k);
    let b = rows_of(&gemm.b, seed::B, gemm.n, gemm.k);
    let tolerance = element_tolerance(gemm.k, element);
    let walked = Walked::of(&gemm.c);
    let mut total = Deviation::default();
    // C is compared column by column: a column's 1-D coordinates follow each other.
    let wave = (gemm.n / 50).max(16);
    let mut begin = 0;
    while begin < gemm.n {
        let end = gemm.n.min(begin + wave);
        let parts: Vec<_> = (begin..end)
            .into_par_iter()
            .map(|n| {
                let mut part = Deviation::default();
                let row_b = row(&b, n, gemm.k);
                for (m, offset) in (0..gemm.m).zip(walked.offsets(n * gemm.m)) {
                    let expected = row(&a, m, gemm.k).iter().zip(row_b).map(|(x, y)| x * y).sum();
                    part.add(
                        n * gemm.m + m,
                        offset,
                        expected,
                        data::decode(c.load(offset), element),
                        tolerance,
                        element,
                    );
                }
                part
            })
            .collect();
        parts.into_iter().for_each(|part| total.merge(part));
        progress(Progress::of(Stage::Checking, end, gemm.n));
        begin = end;
    }
    total
}

fn row(matrix: &[f64], number: i64, columns: i64) -> &[f64] {
    let columns = usize::try_from(columns).unwrap_or(1).max(1);
    matrix.chunks_exact(columns).nth(usize::try_from(number).unwrap_or(0)).unwrap_or(&[])
}

/// An operand as a compact matrix, row after row.
fn matrix(operand: &Operand, seed: u64, element: ElementType, rows: i64, columns: i64) -> Vec<f64> {
    let (height, width) = (usize::try_from(rows).unwrap_or(0), usize::try_from(columns).unwrap_or(0));
    let mut matrix = vec![0.0; height * width];
    for (index, offset) in (0_usize..).zip(Walked::of(operand).offsets(0)) {
        if let Some(cell) = matrix.get_mut(index % height * width + index / height) {
            *cell = data::value(offset, seed, element);
        }
    }
    matrix
}
