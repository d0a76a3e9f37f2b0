//! A copy on the GPU.

use super::{
    Destination, Driver, Launch, Memory,
    support::{
        Argument::{Integer, Layout as Table, Pointer},
        Findings, Layout, Support,
    },
    timing::{Times, Work, timed},
};
use crate::{
    Progress, RunError, Stage, findings,
    plan::Copy,
    verdict::{all_compared, first_of, overwritten, wrong_copy_element},
};

/// Copies, checks every element on the device, and times the kernel.
pub(super) fn run(
    driver: &Driver,
    support: &Support,
    kernel: &Launch,
    copy: &Copy,
    width: u64,
    progress: &mut dyn FnMut(Progress),
) -> Result<findings::Findings, RunError> {
    let source_bytes = copy.source_cells.unsigned_abs() * width;
    driver.require_memory(source_bytes + Destination::bytes(copy.destination_cells, width))?;
    let source = driver.allocate(source_bytes)?;
    let mut destination = Destination::allocate(driver, copy.destination_cells, width)?;
    let arguments = [Pointer(source.address(0)), Integer(copy.source_cells)];
    // SAFETY: fill_W(cells, count) writes the cells of the source's buffer, which is that large.
    unsafe { support.launch(driver, &format!("fill_{width}"), copy.source_cells, &arguments)? };
    driver.wait()?;

    let (from, to) = (source.address(0), destination.address());
    let launch = || {
        let mut arguments = [&raw const from, &raw const to].map(|argument| argument.cast_mut().cast());
        // SAFETY: copy(source, destination) takes two addresses; the check proved that every offset that it computes
        // lies in [0, cells) of its buffer.
        unsafe { driver.launch(&kernel.function, kernel.extent(), &mut arguments) }
    };
    let bytes = copy.size.unsigned_abs() * width;
    let buffers = vendor_buffers(driver, support, copy.size, width)?;
    let vendor = buffers.as_ref().map(|[from, to]| {
        let (from, to) = (from.address(0), to.address(0));
        move || {
            // SAFETY: both buffers have `bytes` bytes.
            unsafe { driver.copy(from, to, bytes) }
        }
    });
    let vendor = vendor.as_ref().map(|copy| -> Work<'_> { copy });
    let Times { run_ms, vendor_ms, slowdown } = timed(driver, &mut destination, progress, &launch, vendor)?;
    drop(buffers);

    progress(Progress::new(Stage::Checking, 0));
    let found = check(driver, support, copy, width, &destination)?;
    progress(Progress::new(Stage::Checking, 100));
    let elements = copy.size.unsigned_abs();
    all_compared(found.compared, elements)?;
    let overwritten = overwritten(found.wrong, found.written, elements)?;
    let first_wrong = first_of(found.wrong, i64::try_from(found.first).ok(), copy.size)?
        .map(|index| wrong_copy_element(copy, width, index, |offset| destination.read(offset)))
        .transpose()?;
    let vendor = vendor_ms.map(|run_ms| ("cudaMemcpy", run_ms));
    Ok(findings::Findings {
        elements,
        wrong: found.wrong,
        overwritten,
        first_wrong,
        accuracy: None,
        run_ms,
        slowdown,
        vendor,
        counted: None,
    })
}

/// Two buffers for the driver's own copy of as many elements, filled; `None` where there is no room for them.
fn vendor_buffers<'a>(
    driver: &'a Driver,
    support: &Support,
    elements: i64,
    width: u64,
) -> Result<Option<[Memory<'a>; 2]>, RunError> {
    let bytes = elements.unsigned_abs() * width;
    if driver.require_memory(bytes.saturating_mul(2)).is_err() {
        return Ok(None);
    }
    let (from, to) = (driver.allocate(bytes)?, driver.allocate(bytes)?);
    let arguments = [Pointer(from.address(0)), Integer(elements)];
    // SAFETY: fill_W(cells, count) writes `elements` cells of this width.
    unsafe { support.launch(driver, &format!("fill_{width}"), elements, &arguments)? };
    Ok(Some([from, to]))
}

fn check(
    driver: &Driver,
    support: &Support,
    copy: &Copy,
    width: u64,
    destination: &Destination<'_>,
) -> Result<Findings, RunError> {
    let findings = Findings::empty(driver)?;
    let (source_table, destination_table) = (Layout::of(&copy.source), Layout::of(&copy.destination));
    let arguments = [
        Table(&source_table),
        Table(&destination_table),
        Integer(copy.size),
        Pointer(destination.address()),
        Pointer(findings.address(0)),
    ];
    // SAFETY: check_copy_W(source, destination, size, cells, findings) reads the cells at the destination's offsets.
    unsafe { support.launch(driver, &format!("check_copy_{width}"), copy.size, &arguments)? };
    let (guards, cells) = destination.with_guards();
    let arguments = [Pointer(guards), Integer(cells), Pointer(findings.address(0))];
    // SAFETY: count_written_W(cells, count, findings) reads the buffer with its guards.
    unsafe { support.launch(driver, &format!("count_written_{width}"), cells, &arguments)? };
    Findings::read(&findings)
}
