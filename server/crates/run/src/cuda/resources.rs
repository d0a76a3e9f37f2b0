//! What compiled kernels take, held against what they took when it was recorded.
//!
//! A change of a kernel changes the snapshots; `INSTA_UPDATE=always cargo nextest run -p layoutlens-run compile_tests`
//! records them anew.

use std::fmt;

use super::nvrtc::{Nvrtc, Target};
use crate::Kernel;

/// The compiler that the snapshots are of: the wheel `nvidia-cuda-nvrtc==13.0.88`, which `cargo xtask test` installs.
/// Another one gives other registers.
///
/// Even this one does not always give the same: a kernel of 115 registers was once compiled to 113, by this wheel from
/// this source. So what is recorded is what registers decide, how many blocks a multiprocessor holds.
const RECORDED_WITH: &str = "NVRTC 13.0 of 109338064 bytes ";

/// What ptxas says of the one kernel in a source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Resources {
    pub(super) registers: u32,
    /// Bytes stored and loaded, or the bytes of the stack where they are more.
    pub(super) spilled: u32,
    /// Bytes of shared memory that the kernel declares.
    pub(super) shared: u32,
}

impl Resources {
    pub(super) fn of(log: &str) -> Self {
        let number_before = |what: &str| -> u32 {
            let before = log.split(what).next().filter(|before| before.len() < log.len());
            let word = before.and_then(|before| before.split_whitespace().last());
            word.and_then(|word| word.parse().ok()).unwrap_or(0)
        };
        let spilled = number_before("bytes spill stores") + number_before("bytes spill loads");
        Self {
            registers: number_before("registers"),
            spilled: spilled.max(number_before("bytes stack frame")),
            shared: number_before("bytes smem"),
        }
    }
}

impl Resources {
    /// How many blocks of so many threads a multiprocessor's registers hold, of the 2,048 threads that it may have:
    /// 65,536 registers, which a warp is given in eights for each of its threads (CUDA C++ Programming Guide,
    /// "Technical Specifications per Compute Capability", 8.0 and 9.0).
    fn blocks(&self, threads: u32) -> u32 {
        const REGISTERS: u32 = 65_536;
        const THREADS: u32 = 2_048;
        let of_a_block = self.registers.next_multiple_of(8) * threads.next_multiple_of(32);
        (REGISTERS / of_a_block).min(THREADS / threads)
    }
}

impl fmt::Display for Resources {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Resources { registers, spilled, shared } = self;
        write!(f, "{registers} registers, {spilled} bytes spilled, {shared} bytes shared")
    }
}

/// A line for each kernel that was compiled.
#[derive(Debug, Default)]
pub(super) struct Recorded {
    lines: String,
}

impl Recorded {
    /// Compiles a kernel to machine code and notes what it takes.
    #[track_caller]
    pub(super) fn compile(
        &mut self,
        nvrtc: &Nvrtc,
        name: &str,
        kernel: &Kernel,
        target: Target,
    ) -> Resources {
        let compiled = nvrtc.compile_with(&kernel.source, target, &["--ptxas-options=-v"]);
        let (code, log) = compiled.unwrap_or_else(|error| panic!("{name}: {error}\n{}", kernel.source));
        let resources = Resources::of(&log);
        assert!(!code.is_empty() && resources.registers > 0, "{name}: {log}");
        let Kernel { threads, shared_bytes, .. } = kernel;
        let Resources { spilled, shared, .. } = resources;
        let blocks = resources.blocks(*threads);
        assert!(blocks > 0, "{name}: no multiprocessor has {resources} for {threads} threads");
        self.lines += &format!(
            "{name}, {target}: {threads} threads, registers for {blocks} blocks, {spilled} bytes spilled, \
             {shared}+{shared_bytes} bytes shared\n"
        );
        resources
    }

    /// Holds the lines against the snapshot of this name, where the compiler is the recorded one.
    #[track_caller]
    pub(super) fn hold_against(self, nvrtc: &Nvrtc, snapshot: &str) {
        let compiler = nvrtc.compiler(Target::Cubin(90));
        if compiler.starts_with(RECORDED_WITH) {
            insta::assert_snapshot!(snapshot, self.lines);
        } else {
            eprintln!("NOT COMPARED, registers were recorded with {RECORDED_WITH}and this is {compiler}");
        }
    }
}

#[test]
fn what_ptxas_says_is_read() {
    let log = "ptxas info    : 0 bytes gmem\nptxas info    : Compiling entry function 'gemm' for 'sm_90a'\n\
               ptxas info    : Function properties for gemm\n    16 bytes stack frame, 12 bytes spill stores, 20 bytes \
               spill loads\nptxas info    : Used 128 registers, used 1 barriers, 50688 bytes smem\n";
    let taken = Resources::of(log);
    assert_eq!(taken, Resources { registers: 128, spilled: 32, shared: 50_688 });
    assert_eq!([1_024, 256, 250, 32].map(|threads| taken.blocks(threads)), [0, 2, 2, 16]);
}
