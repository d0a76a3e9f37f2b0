//! An emulated GEMM beside a float64 reference.

use std::time::Instant;

use rayon::prelude::*;

use super::{
    Buffer,
    copy::Walked,
    invariant::{count, invariant},
    launch,
};
use crate::{
    Factor, Kernel, Operand, RunError,
    accuracy::{Deviation, element_tolerance},
    data::{self, seed},
    findings::{Findings, milliseconds},
    plan::Gemm,
    progress::{Progress, Stage},
    verdict::{all_compared, first_of, overwritten},
};

/// Runs the product's kernel, then compares with the definition in float64.
pub(super) fn run(
    gemm: &Gemm,
    kernel: &Kernel,
    progress: &mut dyn FnMut(Progress),
) -> Result<Findings, RunError> {
    let factor = gemm.factor;
    let filled = |cells, seed| {
        Buffer::filled(cells, factor.width(), |offset| {
            data::encode(data::value(offset, seed, factor), factor)
        })
    };
    let (a, b) = (filled(gemm.a_cells, seed::A)?, filled(gemm.b_cells, seed::B)?);
    let c = Buffer::poisoned(gemm.c_cells, factor.width())?;

    let start = Instant::now();
    let counted = launch(kernel, &[&a, &b, &c], factor.width(), progress)?;
    let run_ms = milliseconds(start);

    let deviation = compare(gemm, &c, progress);
    let elements = gemm.m * gemm.n;
    first_of(deviation.wrong, deviation.first.map(|first| first.index), elements)?;
    let elements = elements.unsigned_abs();
    all_compared(deviation.compared, elements)?;
    let overwritten = overwritten(deviation.wrong, c.written(), elements)?;
    let first_wrong = deviation.first_wrong(gemm);
    let accuracy = Some(deviation.accuracy(gemm));
    Ok(Findings {
        elements,
        wrong: deviation.wrong,
        overwritten,
        first_wrong,
        accuracy,
        run_ms,
        slowdown: 0.0,
        vendor: None,
        counted: Some(counted),
    })
}

/// Compares C with the sums of products of what A and B hold by definition.
fn compare(gemm: &Gemm, c: &Buffer, progress: &mut dyn FnMut(Progress)) -> Deviation {
    let factor = gemm.factor;
    let rows_of =
        |operand: &Operand, seed, rows: i64, columns: i64| matrix(operand, seed, factor, rows, columns);
    let a = rows_of(&gemm.a, seed::A, gemm.m, gemm.k);
    let b = rows_of(&gemm.b, seed::B, gemm.n, gemm.k);
    let tolerance = element_tolerance(gemm);
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
                        data::decode(c.load(offset), factor),
                        tolerance,
                        factor,
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
    let row = matrix.chunks_exact(count(columns).max(1)).nth(count(number));
    invariant!(row.is_some(), "a matrix of {} elements has no row {number} of {columns}", matrix.len());
    row.unwrap_or(&[])
}

/// An operand as a compact matrix, row after row.
fn matrix(operand: &Operand, seed: u64, factor: Factor, rows: i64, columns: i64) -> Vec<f64> {
    let (height, width) = (count(rows), count(columns));
    // What is not set is not a number, and right beside nothing.
    let mut matrix = vec![f64::NAN; height * width];
    for (index, offset) in (0_usize..).zip(Walked::of(operand).offsets(0)) {
        let place = index % height * width + index / height;
        match matrix.get_mut(place) {
            Some(cell) => *cell = data::value(offset, seed, factor),
            None => invariant!(false, "a matrix of {height} rows of {width} has no element {place}"),
        }
    }
    matrix
}
