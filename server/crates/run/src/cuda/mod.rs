//! The GPU: finds CUDA, compiles a plan's kernel, runs, checks and times it.
//!
//! The only room with `unsafe`: every call into the driver and NVRTC is here, behind functions that keep their
//! contracts.
#![expect(unsafe_code, reason = "the driver and NVRTC are C libraries")]

mod banks;
mod cache;
#[cfg(test)]
mod compile_tests;
mod compiler;
mod copy;
mod cublas;
mod device;
#[cfg(test)]
mod device_tests;
mod gemm;
mod library;
mod management;
mod nvrtc;
#[cfg(test)]
mod resources;
mod search;
mod start;
mod support;
mod timing;

use std::{
    collections::HashMap,
    panic::resume_unwind,
    thread::{self, ScopedJoinHandle},
};

pub use banks::SharedMemory;
use cache::Cache;
use compiler::{Code, Compiler};
use cublas::Cublas;
use cudarc::driver::CudaFunction;
use device::{Driver, Memory, environment};
use library::open_cublas;
use nvrtc::Nvrtc;
use search::Environment;
use start::{Context, FoundDevice, LoadedDriver};
use support::{Part, Support};

use crate::{
    Conflicts, Device, ErrorCode, Kernel, KernelDevice, Measured, Plan, Problem, Progress, Report, RunError,
    Stage, TensorMap,
    findings::Findings,
    invariant::held,
    kernel::{CopyKernel, SharedAccesses},
    plan::Work,
    report::float,
};

/// Cells before and after a destination that a wrong offset would hit first.
///
/// They also keep the first cell as aligned as the memory is.
const GUARD: i64 = 256;

/// Names a compute capability, `80` for 8.0: kernels are then made as for such a GPU, to see them on a newer one.
const CAPABILITY_VARIABLE: &str = "LAYOUTLENS_CAPABILITY";

/// What a capability in the variable may be: 5.0 is the oldest that CUDA 12 compiles for, and what comes has two digits
/// before the last.
const LEAST_CAPABILITY: i32 = 50;
const MOST_CAPABILITY: i32 = 1000;

/// Kernels that stay loaded between runs; then all are dropped.
const MAX_LOADED_KERNELS: usize = 64;

/// The first GPU, and what was compiled for it.
pub(crate) struct Gpu {
    loaded: LoadedDriver,
    found: FoundDevice,
    context: Context,
    compiler: Compiler,
    support: HashMap<Part, Support>,
    kernels: HashMap<String, CudaFunction>,
    facts: KernelDevice,
    cublas: Vendor<Cublas>,
}

/// A vendor's library, opened when it is first needed.
enum Vendor<L> {
    NotAsked,
    Missing,
    Open(L),
}

/// A compiled kernel and how to start it.
struct Launch {
    function: CudaFunction,
    blocks: u64,
    threads: u32,
    shared_bytes: u32,
    maps: Option<[TensorMap; 2]>,
}

impl Launch {
    fn of(kernel: &Kernel, function: CudaFunction) -> Self {
        let Kernel { blocks, threads, shared_bytes, maps, .. } = *kernel;
        Launch { function, blocks, threads, shared_bytes, maps }
    }

    /// Blocks, threads of a block and bytes of shared memory beside the kernel's own.
    fn extent(&self) -> (u64, u32, u32) {
        (self.blocks, self.threads, self.shared_bytes)
    }
}

impl Gpu {
    /// Finds the driver, its first GPU and NVRTC.
    ///
    /// # Errors
    /// [`crate::ErrorCode::NoDriver`], [`crate::ErrorCode::DriverTooOld`], [`crate::ErrorCode::NoDevice`],
    /// [`crate::ErrorCode::NvrtcMissing`], [`crate::ErrorCode::DeviceUnsupported`].
    pub(crate) fn open() -> Result<Self, RunError> {
        let loaded = LoadedDriver::open(&environment())?;
        let nvrtc = thread::spawn(move || Nvrtc::load(&environment(), Some(loaded.version_major())));
        let found = loaded.first_device(&environment())?;
        let mut context = loaded.context();
        let nvrtc = nvrtc.join().unwrap_or_else(|panic| resume_unwind(panic));
        let compiler = nvrtc.and_then(|nvrtc| {
            let target = nvrtc.target(found.facts.capability)?;
            Ok(Compiler { nvrtc, target, cache: Cache::of(&environment()) })
        });
        let compiler = compiler.inspect_err(|_| {
            // The process ends now, and the driver's threads want to be done before.
            let _ = context.driver();
        })?;
        // PTX for an older architecture has none of the newer instructions.
        let capability = compiler.target.capability().min(found.facts.capability);
        let capability = asked_capability(&environment())?.map_or(capability, |asked| asked.min(capability));
        let facts = KernelDevice { capability, ..found.facts };
        let (support, kernels, cublas) = (HashMap::new(), HashMap::new(), Vendor::NotAsked);
        Ok(Gpu { loaded, found, context, compiler, support, kernels, facts, cublas })
    }

    /// The GPU as reports show it.
    pub(crate) fn device(&self) -> Device {
        let driver = Some(self.loaded.version_text());
        Device { name: self.found.name.clone(), emulated: false, driver }
    }

    /// The NVRTC as the hello shows it.
    pub(crate) fn nvrtc(&self) -> String {
        self.compiler.nvrtc.describe()
    }

    /// Compiles the plan's kernel, runs it, checks every element on the device, and times it.
    pub(crate) fn run(
        &mut self,
        plan: &Plan,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Report, RunError> {
        progress(Progress::new(Stage::Compiling, 0));
        plan.suits(self.facts.capability)?;
        let kernel = plan.kernel_for(self.facts);
        let parts = parts(plan);
        let driver_major = self.loaded.version_major();
        let Gpu { context, compiler, support, kernels, cublas, .. } = self;
        let compiler = &*compiler;
        let code_of = |source: &str| compiler.code(source);
        // Everything is compiled at the same time, while the context is made, cuBLAS is read and, for a product, the
        // reference is computed.
        let (findings, launch, compile_ms) = thread::scope(|scope| {
            let code = match kernels.get(&kernel.source) {
                Some(function) => Err(function.clone()),
                None => Ok(scope.spawn(|| code_of(&kernel.source))),
            };
            let missing = parts.iter().filter(|part| !support.contains_key(part)).map(|part| {
                let source = part.source();
                (*part, scope.spawn(move || code_of(&source).map(|code| (source, code))))
            });
            let missing: Vec<_> = missing.collect();
            let library = match (&plan.work, &*cublas) {
                (Work::Gemm(_), Vendor::NotAsked) => {
                    Some(scope.spawn(move || open_cublas(&environment(), driver_major)))
                }
                _ => None,
            };
            let driver = context.driver()?;
            for (part, thread) in missing {
                let (source, code) = joined(thread)?;
                support.insert(part, Support::new(compiler.load(driver, &source, code)?));
            }
            if let Some(library) = library {
                let started =
                    joined(library).and_then(|library| Cublas::start_with(library, driver.stream()));
                *cublas = started.map_or(Vendor::Missing, Vendor::Open);
            }
            let mut compile_ms = 0.0;
            let launch = || -> Result<Launch, RunError> {
                let function = match code {
                    Err(function) => function,
                    Ok(thread) => {
                        let code = joined(thread)?;
                        compile_ms = code.milliseconds;
                        loaded(driver, compiler, kernels, &kernel, code)?
                    }
                };
                Ok(Launch::of(&kernel, function))
            };
            let element = plan.element;
            let (findings, launch) = match &plan.work {
                Work::Copy(work) => {
                    let support = part_of(support, Part::Copy(element.width()))?;
                    let launch = launch()?;
                    progress(Progress::new(Stage::Preparing, 0));
                    (copy::run(driver, support, &launch, work, element.width(), progress)?, launch)
                }
                Work::Gemm(work) => {
                    let support = part_of(support, Part::Gemm(work.factor))?;
                    let cublas = match &*cublas {
                        Vendor::Open(cublas) => Some(cublas),
                        Vendor::NotAsked | Vendor::Missing => None,
                    };
                    gemm::run(driver, support, launch, cublas, work, progress)?
                }
            };
            Ok((findings, launch, compile_ms))
        })?;
        let report = self.report(plan, findings, compile_ms);
        let measured = Some(self.measured(plan, &launch)?);
        held()?;
        Ok(Report { measured, ..report })
    }

    /// What the kernel takes, and what its accesses to shared memory cost.
    fn measured(&mut self, plan: &Plan, launch: &Launch) -> Result<Measured, RunError> {
        let driver = self.context.driver()?;
        let measured = driver.measured(&launch.function, launch.threads, launch.shared_bytes)?;
        let Some([writes, reads]) = shared_accesses(plan) else { return Ok(measured) };
        let support = part_of(&self.support, Part::Shared(reads.bytes))?;
        let conflicts = Conflicts {
            writes: banks::wavefronts(driver, support, &writes, true)?,
            reads: banks::wavefronts(driver, support, &reads, false)?,
            least: reads.least(),
        };
        Ok(Measured { conflicts: Some(conflicts), ..measured })
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
            vendor: findings.vendor.map(|(name, run_ms)| crate::Vendor {
                name: name.to_owned(),
                run_ms,
                share: run_ms / findings.run_ms,
            }),
            predicted: plan.predicted(),
            measured: None,
            counted: None,
            compile_ms,
            run_ms: findings.run_ms,
            slowdown: findings.slowdown,
            finished: jiff::Timestamp::now(),
        }
    }

    /// The kernels beside those of plans, from an earlier run where there was one.
    fn support(&mut self, part: Part) -> Result<Support, RunError> {
        if let Some(support) = self.support.get(&part) {
            return Ok(support.clone());
        }
        let source = part.source();
        let code = self.compiler.code(&source)?;
        let support = Support::new(self.compiler.load(self.context.driver()?, &source, code)?);
        self.support.insert(part, support.clone());
        Ok(support)
    }
}

/// The kernels that a run needs beside that of its plan.
fn parts(plan: &Plan) -> Vec<Part> {
    let first = match &plan.work {
        Work::Copy(_) => Part::Copy(plan.element.width()),
        Work::Gemm(gemm) => Part::Gemm(gemm.factor),
    };
    let accesses = shared_accesses(plan).map(|[_, reads]| Part::Shared(reads.bytes));
    std::iter::once(first).chain(accesses).collect()
}

/// Writes to shared memory and reads from it whose conflicts are measured.
fn shared_accesses(plan: &Plan) -> Option<[SharedAccesses; 2]> {
    let Work::Copy(copy) = &plan.work else { return None };
    let CopyKernel::Tiled(tiled) = CopyKernel::of(copy, plan.element.width()) else { return None };
    let accesses = tiled.shared_accesses();
    accesses.iter().all(|accesses| !accesses.warps.is_empty()).then_some(accesses)
}

/// A part that was loaded before.
fn part_of(support: &HashMap<Part, Support>, part: Part) -> Result<&Support, RunError> {
    let missing = || RunError::new(ErrorCode::Internal, format!("the kernels of {part:?} were not loaded"));
    support.get(&part).ok_or_else(missing)
}

/// Loads the code of a plan's kernel, and keeps it for further runs.
fn loaded(
    driver: &Driver,
    compiler: &Compiler,
    kernels: &mut HashMap<String, CudaFunction>,
    kernel: &Kernel,
    code: Code,
) -> Result<CudaFunction, RunError> {
    let module = compiler.load(driver, &kernel.source, code)?;
    let function = driver.function(&module, kernel.name)?;
    driver.allow_shared(&function, kernel.shared_bytes)?;
    if kernels.len() >= MAX_LOADED_KERNELS {
        kernels.clear();
    }
    kernels.insert(kernel.source.clone(), function.clone());
    Ok(function)
}

/// What a thread came to; its panic is one of this thread.
fn joined<T>(thread: ScopedJoinHandle<'_, T>) -> T {
    thread.join().unwrap_or_else(|panic| resume_unwind(panic))
}

/// The compute capability in [`CAPABILITY_VARIABLE`]; `None` where the variable is not there or empty.
///
/// # Errors
/// [`ErrorCode::BadOption`] for what is none: another kernel than the one asked for would run.
fn asked_capability(environment: &Environment<'_>) -> Result<Option<i32>, RunError> {
    let Some(asked) = (environment.variable)(CAPABILITY_VARIABLE).filter(|asked| !asked.is_empty()) else {
        return Ok(None);
    };
    let capability = asked.to_str().and_then(|asked| asked.parse().ok());
    let capability = capability.filter(|capability| (LEAST_CAPABILITY..MOST_CAPABILITY).contains(capability));
    capability.map(Some).ok_or_else(|| {
        let message = format!(
            "{CAPABILITY_VARIABLE} is {asked:?}, which is no compute capability; it takes `80` for 8.0, or leave it out"
        );
        RunError::new(ErrorCode::BadOption, message)
    })
}

/// The device that kernels are made for where there is none: an H200, or such a one with the capability asked for.
///
/// # Errors
/// [`ErrorCode::BadOption`] where what is asked for is no capability.
pub(crate) fn device_without_gpu() -> Result<KernelDevice, RunError> {
    let device = KernelDevice::default();
    let capability = asked_capability(&environment())?;
    Ok(capability.map_or(device, |capability| KernelDevice { capability, ..device }))
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

    /// Sets every byte of the cells and the guards.
    fn poison(&mut self) -> Result<(), RunError> {
        self.memory.set(crate::data::POISON)
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
        let cell = usize::try_from(self.width).ok().and_then(|width| bytes.get_mut(..width));
        let too_wide = || RunError::new(ErrorCode::Internal, format!("an element of {} bytes", self.width));
        let cell = cell.ok_or_else(too_wide)?;
        self.memory.read((offset + GUARD).unsigned_abs() * self.width, cell)?;
        Ok(u128::from_le_bytes(bytes))
    }
}
