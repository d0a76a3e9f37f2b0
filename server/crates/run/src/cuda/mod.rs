//! The GPU: finds CUDA, compiles a plan's kernel, runs, checks and times it.
//!
//! The only room with `unsafe`: every call into the driver and NVRTC is here, behind functions that keep their
//! contracts.
#![expect(unsafe_code, reason = "the driver and NVRTC are C libraries")]

mod banks;
mod cache;
#[cfg(test)]
mod compile_tests;
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
mod support;
mod timing;

use std::{collections::HashMap, sync::Arc, thread, time::Instant};

pub use banks::SharedMemory;
use cache::{Cache, Key};
use cublas::Cublas;
use cudarc::driver::{CudaFunction, CudaModule};
use device::{Driver, Memory, environment};
use library::open_cublas;
use nvrtc::{Nvrtc, Target};
use search::Environment;
use support::{Part, Support};

use crate::{
    Conflicts, Device, Kernel, KernelDevice, Measured, Plan, Problem, Progress, Report, RunError, Stage,
    TensorMap,
    check::Work,
    emulator::{Findings, milliseconds},
    kernel::CopyKernel,
    report::float,
};

/// Cells before and after a destination that a wrong offset would hit first.
///
/// They also keep the first cell as aligned as the memory is.
const GUARD: i64 = 256;

/// Names a compute capability, `80` for 8.0: kernels are then made as for such a GPU, to see them on a newer one.
const CAPABILITY_VARIABLE: &str = "LAYOUTLENS_CAPABILITY";

/// Kernels that stay loaded between runs; then all are dropped.
const MAX_LOADED_KERNELS: usize = 64;

/// The first GPU, and what was compiled for it.
pub(crate) struct Gpu {
    driver: Driver,
    nvrtc: Nvrtc,
    target: Target,
    cache: Cache,
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
        let driver = Driver::open(&environment())?;
        let nvrtc = Nvrtc::load(&environment(), Some(driver.version_major()))?;
        let capability = driver.capability()?;
        let target = nvrtc.target(capability)?;
        // PTX for an older architecture has none of the newer instructions.
        let capability = target.capability().min(capability);
        let capability = asked_capability(&environment()).map_or(capability, |asked| asked.min(capability));
        let facts = KernelDevice { capability, multiprocessors: driver.multiprocessors()? };
        let cublas = Vendor::NotAsked;
        let (cache, support, kernels) = (Cache::of(&environment()), HashMap::new(), HashMap::new());
        Ok(Gpu { driver, nvrtc, target, cache, support, kernels, facts, cublas })
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
        plan.suits(self.facts.capability)?;
        let known = self.kernels.len();
        let kernel = plan.kernel_for(self.facts);
        let launch = match &plan.work {
            Work::Gemm(_) if matches!(self.cublas, Vendor::NotAsked) => self.kernel_and_cublas(kernel)?,
            _ => self.kernel(kernel)?,
        };
        let compile_ms = if self.kernels.len() == known { 0.0 } else { milliseconds(start) };
        let support = self.support(match &plan.work {
            Work::Copy(_) => Part::Copy(plan.element.width()),
            Work::Gemm(_) => Part::Gemm(plan.element),
        })?;
        progress(Progress::new(Stage::Preparing, 0));
        let findings = match &plan.work {
            Work::Copy(work) => {
                copy::run(&self.driver, &support, &launch, work, plan.element.width(), progress)
            }
            Work::Gemm(work) => {
                let cublas = match &self.cublas {
                    Vendor::Open(cublas) => Some(cublas),
                    Vendor::NotAsked | Vendor::Missing => None,
                };
                gemm::run(&self.driver, &support, &launch, cublas, work, plan.element, progress)
            }
        };
        let report = self.report(plan, findings?, compile_ms);
        Ok(Report { measured: Some(self.measured(plan, &launch)?), ..report })
    }

    /// What the kernel takes, and what its accesses to shared memory cost.
    fn measured(&mut self, plan: &Plan, launch: &Launch) -> Result<Measured, RunError> {
        let measured = self.driver.measured(&launch.function, launch.threads, launch.shared_bytes)?;
        let Work::Copy(copy) = &plan.work else { return Ok(measured) };
        let CopyKernel::Tiled(tiled) = CopyKernel::of(copy, plan.element.width()) else {
            return Ok(measured);
        };
        let [writes, reads] = tiled.shared_accesses();
        if reads.warps.is_empty() {
            return Ok(measured);
        }
        let support = self.support(Part::Shared(reads.bytes))?;
        let conflicts = Conflicts {
            writes: banks::wavefronts(&self.driver, &support, &writes, true)?,
            reads: banks::wavefronts(&self.driver, &support, &reads, false)?,
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

    /// The compiled kernel, from an earlier run where there was one.
    fn kernel(&mut self, kernel: Kernel) -> Result<Launch, RunError> {
        let Kernel { source, name, blocks, threads, shared_bytes, maps } = kernel;
        if let Some(function) = self.kernels.get(&source) {
            return Ok(Launch { function: function.clone(), blocks, threads, shared_bytes, maps });
        }
        let module = self.module(&source)?;
        let function = self.driver.function(&module, name)?;
        if self.kernels.len() >= MAX_LOADED_KERNELS {
            self.kernels.clear();
        }
        self.kernels.insert(source, function.clone());
        self.driver.allow_shared(&function, shared_bytes)?;
        Ok(Launch { function, blocks, threads, shared_bytes, maps })
    }

    /// The same, while cuBLAS is opened beside it: reading that library takes as long as a compilation.
    fn kernel_and_cublas(&mut self, kernel: Kernel) -> Result<Launch, RunError> {
        let driver_major = self.driver.version_major();
        let (launch, library) = thread::scope(|scope| {
            let library = scope.spawn(|| open_cublas(&environment(), driver_major));
            // A panic there is one library less.
            (self.kernel(kernel), library.join().ok().flatten())
        });
        let cublas = library.and_then(|library| Cublas::start_with(library, self.driver.stream()));
        self.cublas = cublas.map_or(Vendor::Missing, Vendor::Open);
        launch
    }

    /// The kernels beside those of plans, from an earlier run where there was one.
    fn support(&mut self, part: Part) -> Result<Support, RunError> {
        if let Some(support) = self.support.get(&part) {
            return Ok(support.clone());
        }
        let support = Support::new(self.module(&part.source())?);
        self.support.insert(part, support.clone());
        Ok(support)
    }

    /// The loaded code of a source: from the cache where it is there and the driver takes it, else compiled.
    fn module(&self, source: &str) -> Result<Arc<CudaModule>, RunError> {
        let version = self.nvrtc.version_text();
        let key = Key::of(source, &self.nvrtc.compiler(self.target));
        if let Some(code) = self.cache.get(&key) {
            match self.driver.load(code, &version) {
                Ok(module) => return Ok(module),
                Err(_) => self.cache.forget(&key),
            }
        }
        let code = self.nvrtc.compile(source, self.target)?;
        let module = self.driver.load(code.clone(), &version)?;
        self.cache.put(&key, &code);
        Ok(module)
    }
}

/// The compute capability in [`CAPABILITY_VARIABLE`].
fn asked_capability(environment: &Environment<'_>) -> Option<i32> {
    (environment.variable)(CAPABILITY_VARIABLE)?.to_str()?.parse().ok()
}

/// The device that kernels are made for where there is none: an H200, or such a one with the capability asked for.
pub(crate) fn device_without_gpu() -> KernelDevice {
    let device = KernelDevice::default();
    let capability = asked_capability(&environment());
    capability.map_or(device, |capability| KernelDevice { capability, ..device })
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
        let cell = bytes.get_mut(..usize::try_from(self.width).unwrap_or(16)).unwrap_or_default();
        self.memory.read((offset + GUARD).unsigned_abs() * self.width, cell)?;
        Ok(u128::from_le_bytes(bytes))
    }
}
