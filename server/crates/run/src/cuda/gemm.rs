//! A GEMM on the GPU.

use super::{
    Destination, Driver, Launch, Memory,
    cublas::{Cublas, Product},
    support::{
        Argument::{Double, Integer, Layout as Table, Pointer, Seed},
        Findings, Layout, Support,
    },
    timing::{Times, Work, timed},
};
use crate::{
    ErrorCode, Operand, Progress, RunError, Stage,
    accuracy::{Deviation, WrongAt, element_tolerance, rounding},
    data::{self, seed},
    findings,
    plan::Gemm,
    verdict::{all_compared, first_of, offset_of, overwritten},
};

/// Bytes of an element of the float64 reference.
const REFERENCE_WIDTH: u64 = 8;

/// Multiplies, checks every element on the device against a float64 reference, and times the kernel, which is asked for
/// when all that can be done without it is done.
pub(super) fn run(
    driver: &Driver,
    support: &Support,
    kernel: impl FnOnce() -> Result<Launch, RunError>,
    cublas: Option<&Cublas>,
    gemm: &Gemm,
    progress: &mut dyn FnMut(Progress),
) -> Result<(findings::Findings, Launch), RunError> {
    let factor = gemm.factor;
    driver.require_memory(bytes_needed(gemm)?)?;
    let fill = |cells: i64, seed: u64| -> Result<Memory<'_>, RunError> {
        let memory = driver.allocate(cells.unsigned_abs() * factor.width())?;
        let arguments = [Pointer(memory.address(0)), Integer(cells), Seed(seed)];
        // SAFETY: fill_values_T(cells, count, seed) writes the cells of the buffer, which is that large.
        unsafe { support.launch(driver, &format!("fill_values_{factor}"), cells, &arguments)? };
        Ok(memory)
    };
    let (a, b) = (fill(gemm.a_cells, seed::A)?, fill(gemm.b_cells, seed::B)?);
    let (address_a, address_b) = (a.address(0), b.address(0));
    let reference = reference(driver, support, gemm)?;
    let product = cublas.zip(Product::of(gemm));
    let vendor_bytes = gemm.c_cells.unsigned_abs() * factor.width();
    let both = vendor_bytes.saturating_add(Destination::bytes(gemm.c_cells, factor.width()));
    let room = product.is_some() && driver.require_memory(both).is_ok();
    let vendor_c = if room { Some(driver.allocate(vendor_bytes)?) } else { None };
    let vendor = product.zip(vendor_c.as_ref()).map(|((cublas, product), c)| {
        let operands = [address_a, address_b, c.address(0)];
        move || {
            // SAFETY: the operands are the buffers of these layouts, C's of as many cells as the layout has.
            unsafe { cublas.start(&product, operands) }
        }
    });
    // A product that cuBLAS does not take has nothing to be compared with.
    let vendor = vendor.filter(|start| start().is_ok());
    driver.wait()?;
    let vendor = vendor.as_ref().map(|start| -> Work<'_> { start });

    let kernel = kernel()?;
    progress(Progress::new(Stage::Preparing, 0));
    let mut c = Destination::allocate(driver, gemm.c_cells, factor.width())?;
    let addresses = [address_a, address_b, c.address()];
    let maps = match kernel.maps {
        Some([map_a, map_b]) => {
            Some([driver.tensor_map(address_a, map_a)?, driver.tensor_map(address_b, map_b)?])
        }
        None => None,
    };
    let launch = || {
        let mut arguments = addresses.each_ref().map(|address| std::ptr::from_ref(address).cast_mut().cast());
        if let (Some(maps), [first, second, _]) = (&maps, &mut arguments) {
            let [map_a, map_b] = maps.each_ref().map(|map| std::ptr::from_ref(map).cast_mut().cast());
            (*first, *second) = (map_a, map_b);
        }
        // SAFETY: gemm(a, b, c) takes three addresses, or two maps and an address; the check proved that every offset
        // that it computes for coordinates below M, N and K, which it predicates, lies in [0, cells) of its buffer,
        // and TMA reads nothing outside of the maps' dimensions.
        unsafe { driver.launch(&kernel.function, kernel.extent(), &mut arguments) }
    };
    let Times { run_ms, vendor_ms, slowdown } = timed(driver, &mut c, progress, &launch, vendor)?;
    drop(vendor_c);

    progress(Progress::new(Stage::Checking, 0));
    let (deviation, written) = compare(driver, support, gemm, &c, &reference)?;
    progress(Progress::new(Stage::Checking, 100));
    let elements = (gemm.m * gemm.n).unsigned_abs();
    all_compared(deviation.compared, elements)?;
    let overwritten = overwritten(deviation.wrong, written, elements)?;
    let findings = findings::Findings {
        elements,
        wrong: deviation.wrong,
        overwritten,
        first_wrong: deviation.first_wrong(gemm),
        accuracy: Some(deviation.accuracy(gemm)),
        run_ms,
        slowdown,
        vendor: vendor_ms.map(|run_ms| ("cuBLAS", run_ms)),
        counted: None,
    };
    Ok((findings, kernel))
}

/// Bytes of the operands and of the reference's three matrices.
fn bytes_needed(gemm: &Gemm) -> Result<u64, RunError> {
    let Gemm { factor, m, n, k, a_cells, b_cells, c_cells, .. } = gemm;
    // The check bounds sizes by 2^40 and their product by 2^42, cells by 2^40: nothing overflows.
    let matrices = (m * k + n * k + m * n).unsigned_abs() * REFERENCE_WIDTH;
    let operands = (a_cells + b_cells).unsigned_abs() * factor.width();
    (matrices + operands)
        .checked_add(Destination::bytes(*c_cells, factor.width()))
        .ok_or_else(|| RunError::new(ErrorCode::OutOfMemory, "the operands take more than 2^64 bytes"))
}

/// The product in float64, column after column, of what A and B hold by definition.
fn reference<'a>(driver: &'a Driver, support: &Support, gemm: &Gemm) -> Result<Memory<'a>, RunError> {
    let Gemm { factor, m, n, k, .. } = *gemm;
    let expect = |operand: &Operand, rows: i64, seed: u64| -> Result<Memory<'a>, RunError> {
        let matrix = driver.allocate((rows * k).unsigned_abs() * REFERENCE_WIDTH)?;
        let table = Layout::of(operand);
        let arguments = [Table(&table), Integer(rows), Integer(k), Seed(seed), Pointer(matrix.address(0))];
        // SAFETY: expect_values_T(operand, rows, columns, seed, matrix) writes rows * columns doubles.
        unsafe { support.launch(driver, &format!("expect_values_{factor}"), rows * k, &arguments)? };
        Ok(matrix)
    };
    let (a, b) = (expect(&gemm.a, m, seed::A)?, expect(&gemm.b, n, seed::B)?);
    let product = driver.allocate((m * n).unsigned_abs() * REFERENCE_WIDTH)?;
    let arguments = [
        Pointer(a.address(0)),
        Pointer(b.address(0)),
        Pointer(product.address(0)),
        Integer(m),
        Integer(n),
        Integer(k),
    ];
    // SAFETY: reference(a, b, c, m, n, k) reads m*k and n*k and writes m*n doubles.
    unsafe { support.launch(driver, "reference", m * n, &arguments)? };
    driver.wait()?;
    Ok(product)
}

/// Compares C with the reference; also counts C's cells that were written.
fn compare(
    driver: &Driver,
    support: &Support,
    gemm: &Gemm,
    c: &Destination<'_>,
    reference: &Memory<'_>,
) -> Result<(Deviation, u64), RunError> {
    let findings = Findings::empty(driver)?;
    let table = Layout::of(&gemm.c);
    let factor = gemm.factor;
    let (relative, step) = rounding(factor);
    let size = gemm.m * gemm.n;
    let arguments = [
        Table(&table),
        Integer(size),
        Pointer(c.address()),
        Pointer(reference.address(0)),
        Double(element_tolerance(gemm)),
        Double(relative),
        Double(step),
        Pointer(findings.address(0)),
    ];
    // SAFETY: check_gemm_T(c, size, cells, expected, tolerance, relative, step, findings) reads the cells at C's
    // offsets and `size` doubles.
    unsafe { support.launch(driver, &format!("check_gemm_{factor}"), size, &arguments)? };
    let (guards, cells) = c.with_guards();
    let arguments = [Pointer(guards), Integer(cells), Pointer(findings.address(0))];
    // SAFETY: count_written_T(cells, count, findings) reads the buffer with its guards.
    unsafe { support.launch(driver, &format!("count_written_{factor}"), cells, &arguments)? };
    let found = Findings::read(&findings)?;
    let first = first_of(found.wrong, i64::try_from(found.first).ok(), size)?.map(|index| {
        let offset = offset_of(&gemm.c, index)?;
        let mut expected = [0; 8];
        reference.read(index.unsigned_abs() * REFERENCE_WIDTH, &mut expected)?;
        let found = data::decode(c.read(offset)?, factor);
        Ok(WrongAt { index, offset, expected: f64::from_le_bytes(expected), found })
    });
    let first = first.transpose()?;
    let Findings { compared, wrong, written, max_error, squared_error, squared_reference, .. } = found;
    Ok((Deviation { compared, wrong, squared_error, squared_reference, max_error, first }, written))
}
