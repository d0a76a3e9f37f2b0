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
    ElementType, Kernel, Operand, RunError,
    accuracy::{Deviation, element_tolerance},
    data::{self, seed},
    findings::{Findings, milliseconds},
    plan::Gemm,
    progress::{Progress, Stage},
};

/// Runs the product's kernel, then compares with the definition in float64.
pub(super) fn run(
    gemm: &Gemm,
    kernel: &Kernel,
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
    let counted = launch(kernel, &[&a, &b, &c], element.width(), progress)?;
    let run_ms = milliseconds(start);

    let deviation = compare(gemm, element, &c, progress);
    let elements = (gemm.m * gemm.n).unsigned_abs();
    let overwritten = if deviation.wrong == 0 { c.written().saturating_sub(elements) } else { 0 };
    let first_wrong = deviation.first_wrong(gemm, element);
    let accuracy = Some(deviation.accuracy(gemm, element));
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
fn compare(gemm: &Gemm, element: ElementType, c: &Buffer, progress: &mut dyn FnMut(Progress)) -> Deviation {
    let rows_of =
        |operand: &Operand, seed, rows: i64, columns: i64| matrix(operand, seed, element, rows, columns);
    let a = rows_of(&gemm.a, seed::A, gemm.m, gemm.k);
    let b = rows_of(&gemm.b, seed::B, gemm.n, gemm.k);
    let tolerance = element_tolerance(gemm, element);
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
    let row = matrix.chunks_exact(count(columns).max(1)).nth(count(number));
    invariant!(row.is_some(), "a matrix of {} elements has no row {number} of {columns}", matrix.len());
    row.unwrap_or(&[])
}

/// An operand as a compact matrix, row after row.
fn matrix(operand: &Operand, seed: u64, element: ElementType, rows: i64, columns: i64) -> Vec<f64> {
    let (height, width) = (count(rows), count(columns));
    let mut matrix = vec![0.0; height * width];
    for (index, offset) in (0_usize..).zip(Walked::of(operand).offsets(0)) {
        let place = index % height * width + index / height;
        match matrix.get_mut(place) {
            Some(cell) => *cell = data::value(offset, seed, element),
            None => invariant!(false, "a matrix of {height} rows of {width} has no element {place}"),
        }
    }
    matrix
}
