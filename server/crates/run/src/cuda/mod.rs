//! The GPU: finds CUDA, compiles a plan's kernel, runs, checks and times it.
//!
//! The only room with `unsafe`: every call into the driver and NVRTC is here, behind functions that keep their
//! contracts.
#![expect(unsafe_code, reason = "the driver and NVRTC are C libraries")]

#[cfg(test)]
mod compile_tests;
mod copy;
mod device;
#[cfg(test)]
mod device_tests;
mod gemm;
mod library;
mod nvrtc;
mod search;
mod support;

use std::{collections::HashMap, time::Instant};

use cudarc::driver::CudaFunction;
use device::{Driver, Memory, environment};
use nvrtc::{Nvrtc, Target};
use support::Support;

use crate::{
    Device, Kernel, Plan, Problem, Progress, Report, RunError, Stage,
    check::Work,
    emulator::{Findings, milliseconds},
};

/// Cells before and after a destination that a wrong offset would hit first.
const GUARD: i64 = 64;

/// Kernels that stay loaded between runs; then all are dropped.
const MAX_LOADED_KERNELS: usize = 64;

/// Runs before the timed ones.
const WARM_UP_RUNS: usize = 2;

/// Timed runs, at least and at most, and the GPU time in ms that they may take together before there are fewer.
const TIMED_RUNS: (usize, usize) = (3, 21);
const TIMED_MS: f64 = 300.0;

/// The first GPU, and what was compiled for it.
pub(crate) struct Gpu {
    driver: Driver,
    nvrtc: Nvrtc,
    target: Target,
    support: Option<Support>,
    kernels: HashMap<String, CudaFunction>,
}

/// A compiled kernel and how to start it.
struct Launch {
    function: CudaFunction,
    blocks: u64,
    threads: u32,
}

impl Gpu {
    /// Finds the driver, its first GPU and NVRTC.
    ///
    /// # Errors
    /// [`crate::ErrorCode::NoDriver`], [`crate::ErrorCode::DriverTooOld`], [`crate::ErrorCode::NoDevice`],
    /// [`crate::ErrorCode::NvrtcMissing`], [`crate::ErrorCode::DeviceUnsupported`].
    pub(crate) fn open() -> Result<Self, RunError> {
        let driver = Driver::open(&environment())?;
        let nvrtc = Nvrtc::load(&environment(), Some(driver.version_major()))?;
        let target = nvrtc.target(driver.capability()?)?;
        Ok(Gpu { driver, nvrtc, target, support: None, kernels: HashMap::new() })
    }

    /// The GPU as reports show it.
    pub(crate) fn device(&self) -> Device {
        Device { name: self.driver.name(), emulated: false, driver: Some(self.driver.version_text()) }
    }

    /// The NVRTC as the hello shows it.
    pub(crate) fn nvrtc(&self) -> String {
        self.nvrtc.describe()
    }

    /// Compiles the plan's kernel, runs it, checks every element on the device, and times it.
    pub(crate) fn run(
        &mut self,
        plan: &Plan,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Report, RunError> {
        progress(Progress::new(Stage::Compiling, 0));
        let start = Instant::now();
        let known = self.kernels.len();
        let launch = self.kernel(plan.kernel())?;
        let compile_ms = if self.kernels.len() == known { 0.0 } else { milliseconds(start) };
        let support = match self.support.take() {
            Some(support) => support,
            None => self.compile_support()?,
        };
        progress(Progress::new(Stage::Preparing, 0));
        let findings = match &plan.work {
            Work::Copy(work) => {
                copy::run(&self.driver, &support, &launch, work, plan.element.width(), progress)
            }
            Work::Gemm(work) => gemm::run(&self.driver, &support, &launch, work, plan.element, progress),
        };
        self.support = Some(support);
        Ok(self.report(plan, findings?, compile_ms))
    }

    fn report(&self, plan: &Plan, findings: Findings, compile_ms: f64) -> Report {
        let seconds = findings.run_ms / 1e3;
        let (gb_per_s, tflops) = match plan.problem() {
            Problem::Copy { elements } => {
                (Some(float(2 * elements * plan.element.width()) / seconds / 1e9), None)
            }
            Problem::Gemm { m, n, k } => (None, Some(2.0 * float(m) * float(n) * float(k) / seconds / 1e12)),
        };
        Report {
            problem: plan.problem(),
            element: plan.element,
            device: self.device(),
            elements: findings.elements,
            wrong: findings.wrong,
            overwritten: findings.overwritten,
            first_wrong: findings.first_wrong,
            accuracy: findings.accuracy,
            gb_per_s,
            tflops,
            compile_ms,
            run_ms: findings.run_ms,
        }
    }

    /// The compiled kernel, from an earlier run where there was one.
    fn kernel(&mut self, kernel: Kernel) -> Result<Launch, RunError> {
        let Kernel { source, name, blocks, threads } = kernel;
        if let Some(function) = self.kernels.get(&source) {
            return Ok(Launch { function: function.clone(), blocks, threads });
        }
        let code = self.nvrtc.compile(&source, self.target)?;
        let module = self.driver.load(code, &self.nvrtc.version_text())?;
        let function = self.driver.function(&module, name)?;
        if self.kernels.len() >= MAX_LOADED_KERNELS {
            self.kernels.clear();
        }
        self.kernels.insert(source, function.clone());
        Ok(Launch { function, blocks, threads })
    }

    fn compile_support(&self) -> Result<Support, RunError> {
        let code = self.nvrtc.compile(support::SOURCE, self.target)?;
        Ok(Support::new(self.driver.load(code, &self.nvrtc.version_text())?))
    }
}

/// A destination: poisoned cells with guards before and after them.
struct Destination<'a> {
    memory: Memory<'a>,
    cells: i64,
    width: u64,
}

impl<'a> Destination<'a> {
    /// Bytes that [`Destination::allocate`] takes.
    fn bytes(cells: i64, width: u64) -> u64 {
        (cells + 2 * GUARD).unsigned_abs() * width
    }

    fn allocate(driver: &'a Driver, cells: i64, width: u64) -> Result<Self, RunError> {
        Ok(Destination { memory: driver.allocate(Self::bytes(cells, width))?, cells, width })
    }

    /// The address of the cell with offset 0.
    fn address(&self) -> u64 {
        self.memory.address(GUARD.unsigned_abs() * self.width)
    }

    /// The address of the first guard, and the cells from there to the end of the last.
    fn with_guards(&self) -> (u64, i64) {
        (self.memory.address(0), self.cells + 2 * GUARD)
    }

    /// The bits of the cell at `offset`.
    fn read(&self, offset: i64) -> Result<u128, RunError> {
        let mut bytes = [0; 16];
        let cell = bytes.get_mut(..usize::try_from(self.width).unwrap_or(16)).unwrap_or_default();
        self.memory.read((offset + GUARD).unsigned_abs() * self.width, cell)?;
        Ok(u128::from_le_bytes(bytes))
    }
}

/// Runs a kernel several times into a destination that is poisoned each time; the median of its times in ms.
///
/// The destination holds the last run's result.
fn median_time(
    driver: &Driver,
    destination: &mut Destination<'_>,
    progress: &mut dyn FnMut(Progress),
    launch: impl Fn() -> Result<(), RunError>,
) -> Result<f64, RunError> {
    let mut once = || {
        destination.memory.set(crate::data::POISON)?;
        driver.time(&launch)
    };
    let mut last = 0.0;
    for _ in 0..WARM_UP_RUNS {
        last = once()?;
    }
    let (least, most) = TIMED_RUNS;
    let mut times = Vec::new();
    while times.len() < most && (times.len() < least || times.iter().sum::<f64>() + last < TIMED_MS) {
        times.push(once()?);
        progress(Progress::new(Stage::Running, u8::try_from(times.len() * 100 / most).unwrap_or(100)));
    }
    times.sort_by(f64::total_cmp);
    Ok(times.get(times.len() / 2).copied().unwrap_or(last))
}

/// A count as a float; counts are below 2^53.
#[expect(clippy::cast_precision_loss, reason = "exact below 2^53")]
fn float(count: u64) -> f64 {
    count as f64
}
