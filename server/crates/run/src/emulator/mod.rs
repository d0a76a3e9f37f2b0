//! The emulator: runs the generated kernel on the CPU, and checks every element.
//!
//! It reads the kernel's own source (`source`), lowers it to steps over lanes (`lower`) and runs blocks of warps with them
//! (`machine`), which count what their accesses move and cost. It says nothing about a GPU's speed.

mod arithmetic;
mod buffer;
mod copy;
mod gemm;
mod invariant;
mod lower;
mod machine;
mod program;
mod source;

use buffer::Buffer;
use lower::lower;
use machine::Launch;
use source::parse;

use crate::{
    Counted, Device, ErrorCode, Kernel, Plan, Report, RunError,
    cuda::device_without_gpu,
    plan::Work,
    progress::{Progress, Stage},
    report::grouped,
};

/// Elements of one operand of an emulated run at most: 2^27, a copy of some seconds on two cores.
pub const MAX_EMULATED_ELEMENTS: i64 = 1 << 27;

/// Bytes of all buffers of an emulated run at most: 2 GiB.
pub const MAX_EMULATED_BYTES: i64 = 1 << 31;

/// Multiplications of an emulated GEMM at most: 2^32, a 1625^3 problem; up to a minute on two cores, for f32 on the CUDA
/// cores.
///
/// A larger one is refused, not sampled: a report means that every element was checked.
pub const MAX_EMULATED_MULTIPLICATIONS: i64 = 1 << 32;

/// The emulator's name and thread count, as reports show it.
pub(crate) fn device() -> Device {
    let threads = rayon::current_num_threads();
    let name = format!("the CPU emulator, {threads} thread{}", if threads == 1 { "" } else { "s" });
    Device { name, emulated: true, driver: None }
}

/// Runs `plan` and checks every element.
///
/// # Errors
/// [`ErrorCode::TooLarge`] beyond the limits above, [`ErrorCode::OutOfMemory`], [`ErrorCode::DeviceUnsupported`] where
/// `LAYOUTLENS_CAPABILITY` names a device without what the statement asks for, [`ErrorCode::BadOption`] where it names none.
pub(crate) fn run(plan: &Plan, progress: &mut dyn FnMut(Progress)) -> Result<Report, RunError> {
    let device = device_without_gpu()?;
    plan.suits(device.capability)?;
    refuse_beyond_limits(plan)?;
    run_kernel(plan, &plan.kernel_for(device), progress)
}

/// Runs a kernel of this plan.
fn run_kernel(plan: &Plan, kernel: &Kernel, progress: &mut dyn FnMut(Progress)) -> Result<Report, RunError> {
    progress(Progress::new(Stage::Preparing, 0));
    let findings = match &plan.work {
        Work::Copy(work) => copy::run(work, kernel, plan.element.width(), progress)?,
        Work::Gemm(work) => gemm::run(work, kernel, progress)?,
    };
    invariant::held()?;
    Ok(Report {
        problem: plan.problem(),
        element: plan.element,
        device: device(),
        elements: findings.elements,
        wrong: findings.wrong,
        overwritten: findings.overwritten,
        first_wrong: findings.first_wrong,
        accuracy: findings.accuracy,
        gb_per_s: None,
        tflops: None,
        vendor: None,
        predicted: plan.predicted(),
        measured: None,
        counted: findings.counted,
        compile_ms: 0.0,
        run_ms: findings.run_ms,
        slowdown: findings.slowdown,
        finished: jiff::Timestamp::now(),
    })
}

/// Runs a kernel on these buffers, which are its parameters.
fn launch(
    kernel: &Kernel,
    buffers: &[&Buffer],
    width: u64,
    progress: &mut dyn FnMut(Progress),
) -> Result<Counted, RunError> {
    let (blocks, threads) = (kernel.blocks, u64::from(kernel.threads));
    let program = lower(&parse(&kernel.source)?, blocks, threads)?;
    let launch = Launch {
        program: &program,
        buffers,
        maps: kernel.maps,
        blocks,
        threads,
        shared_bytes: kernel.shared_bytes.into(),
        width,
    };
    launch.run(progress)
}

/// Reads a kernel's source and lowers it to steps, and runs nothing. For the fuzzer: the emulator itself reads what the
/// generators print only.
///
/// # Errors
/// [`ErrorCode::Internal`] for what no generator writes.
#[doc(hidden)]
pub fn read_kernel_source(source: &str) -> Result<(), RunError> {
    lower(&parse(source)?, 2, 128).map(drop)
}

fn refuse_beyond_limits(plan: &Plan) -> Result<(), RunError> {
    // The checks bound sizes and cells by 2^40, and a GEMM's products of two or three sizes far below 2^63.
    let (elements, multiplications, cells) = match &plan.work {
        Work::Copy(copy) => (copy.size, 0, copy.source_cells + copy.destination_cells),
        Work::Gemm(gemm) => {
            let (m, n, k) = (gemm.m, gemm.n, gemm.k);
            ((m * k).max(n * k).max(m * n), m * n * k, gemm.a_cells + gemm.b_cells + gemm.c_cells)
        }
    };
    let bytes = cells * plan.element.width().cast_signed();
    for (is, limit, unit) in [
        (elements, MAX_EMULATED_ELEMENTS, "elements in an operand"),
        (multiplications, MAX_EMULATED_MULTIPLICATIONS, "multiplications"),
        (bytes, MAX_EMULATED_BYTES, "bytes of buffers"),
    ] {
        if is > limit {
            let message = format!(
                "{} has {} {unit}; the emulator, which checks every element, takes up to {}: use smaller sizes, or a \
                 GPU",
                plan.problem(),
                grouped(is.unsigned_abs()),
                grouped(limit.unsigned_abs())
            );
            return Err(RunError::new(ErrorCode::TooLarge, message));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
