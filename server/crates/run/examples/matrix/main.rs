//! Runs a matrix of layouts on the GPU and prints what came of each:
//! `matrix [WORKER] [--only copy|gemm|banks] [--page FILE] [--conflicts FILE]`, or so many random statements:
//! `matrix [WORKER] --random COUNT [--seed NUMBER]`.
//!
//! `WORKER` is the program that has the subcommand `gpu-worker`; without it, the example `worker` beside this one. With
//! `--page` and `--conflicts`, the figures of the kernels and of bank conflicts are also written to files, with the
//! device, its driver and the date. The exit status is 0 only when everything ran, every element was right, and bank
//! conflicts cost what is predicted.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program of its own, with no wire")]

mod conflicts;
mod random;
mod statement;
mod trials;

use std::{
    fmt::Write as _,
    path::{Path, PathBuf},
    process::ExitCode,
    time::Instant,
};

use layoutlens_run::{
    CancelFlag, Conflicts, DeviceChoice, ElementType, MmaThreads, Operand, Operation, Report, Request,
    RunError, Runner, ThreadValues, WorkerCommand,
};
use statement::statement;

/// `copy SOURCE -> DESTINATION : TYPE`, on a GPU.
const COPIES: [(&str, &str, &str); 35] = [
    ("67108864:1", "67108864:1", "f32"),
    ("33554432:1", "33554432:1", "f64"),
    ("16777216:1", "16777216:1", "u128"),
    ("134217728:1", "134217728:1", "f16"),
    ("268435456:1", "268435456:1", "u8"),
    ("(8192,8192):(1,8192)", "(8192,8192):(8192,1)", "f32"),
    ("(8192,8192):(8192,1)", "(8192,8192):(1,8192)", "f32"),
    ("(8191,8193):(1,8191)", "(8191,8193):(8193,1)", "f32"),
    ("(8192,8192):(1,8192)", "(8192,8192):(1,8200)", "f32"),
    ("(8192,8192):(0,1)", "(8192,8192):(8192,1)", "bf16"),
    ("((64,128),(64,128)):((1,4096),(64,524288))", "(8192,8192):(1,8192)", "f32"),
    ("67108864:1", "Sw<3,4,3> o 0 o 67108864:1", "f32"),
    ("Sw<3,3,7> o 0 o (128,524288):(1,128)", "(128,524288):(524288,1)", "f16"),
    ("33554432:2", "33554432:1", "f32"),
    ("Sw<0,4,3> o 67108863 o 67108864:-1", "67108864:1", "f32"),
    ("(1024,1024):(1,1024)", "(1024,1024):(1,4194304)", "f32"),
    ("(61,67):(1,61)", "(61,67):(80,1)", "i16"),
    ("(4096,128,128):(1,8192,1048576)", "(4096,128,128):(1,8192,1048576)", "f32"),
    ("(512,256,512):(524288,1,1024)", "67108864:1", "f32"),
    ("67108864:1", "(512,256,512):(524288,1,1024)", "f32"),
    ("33554432:1", "33554432:2", "f32"),
    ("67108864:0", "67108864:1", "f32"),
    ("(8192,8192):(1,0)", "(8192,8192):(1,8192)", "f32"),
    ("(8192,8192):(0,1)", "(8192,8192):(1,8192)", "f32"),
    ("(64,(1000,1024)):(1,(65600,64))", "(64,1024000):(1,64)", "f32"),
    ("(16,32,64,2048):(1,16,512,32768)", "(16,32,64,2048):(4194304,131072,2048,1)", "f32"),
    ("(3,4096,4096):(16777216,4096,1)", "(3,4096,4096):(1,3,12288)", "f32"),
    ("(8192,16384):(1,8192)", "(8192,16384):(16384,1)", "f16"),
    ("(16384,16384):(1,16384)", "(16384,16384):(16384,1)", "u8"),
    ("(4096,8192):(1,4096)", "(4096,8192):(8192,1)", "f64"),
    ("(4096,4096):(1,4096)", "(4096,4096):(4096,1)", "u128"),
    ("(24,40,65536):(1,24,960)", "(24,40,65536):(2621440,65536,1)", "f32"),
    ("(2,4096,8192):(1,2,8192)", "(2,4096,8192):(1,16384,2)", "f16"),
    ("(4095,8193):(1,4095)", "(4095,8193):(8193,1)", "f64"),
    ("(8191,16383):(1,8191)", "(8191,16383):(16383,1)", "f16"),
];

/// `copy SOURCE -> DESTINATION : TYPE (tv=LAYOUT, tile=TILE)`, on a GPU.
const PARTITIONED: [(&str, &str, &str, &str, &[i64]); 5] = [
    ("(8192,8192):(1,8192)", "(8192,8192):(1,8192)", "f32", "(256,4):(4,1)", &[128, 8]),
    ("(8192,8192):(1,8192)", "(8192,8192):(1,8192)", "f32", "(256,4):(1,256)", &[128, 8]),
    ("(8191,8193):(1,8192)", "(8191,8193):(1,8192)", "f32", "((32,8),(4,4)):((4,512),(1,128))", &[128, 32]),
    ("(8192,8192):(8192,1)", "(8192,8192):(1,8192)", "f16", "((16,16),8):((128,1),16)", &[16, 128]),
    (
        "(8192,(64,128)):(1,(8192,524288))",
        "(8192,8192):(8192,1)",
        "u8",
        "((8,32),16):((16,128),1)",
        &[128, 32],
    ),
];

/// `gemm A, B -> C : TYPE`, on a GPU.
const GEMMS: [(&str, &str, &str, &str); 26] = [
    ("(4096,4096):(1,4096)", "(4096,4096):(1,4096)", "(4096,4096):(1,4096)", "f32"),
    ("(4096,4096):(4096,1)", "(4096,4096):(4096,1)", "(4096,4096):(1,4096)", "f32"),
    ("(4096,4096):(4096,1)", "(4096,4096):(4096,1)", "(4096,4096):(4096,1)", "f32"),
    ("(4096,4096):(1,4096)", "(4096,4096):(1,4096)", "(4096,4096):(1,4096)", "f16"),
    ("(4096,4096):(4096,1)", "(4096,4096):(4096,1)", "(4096,4096):(4096,1)", "f16"),
    ("(4096,4096):(1,4096)", "(4096,4096):(1,4096)", "(4096,4096):(1,4096)", "bf16"),
    ("(4096,4096):(4096,1)", "(4096,4096):(4096,1)", "(4096,4096):(4096,1)", "bf16"),
    ("(4096,4096):(1,4096)", "(4096,4096):(1,4096)", "(4096,4096):(1,4096)", "f64"),
    ("(8192,8192):(8192,1)", "(8192,8192):(8192,1)", "(8192,8192):(8192,1)", "f16"),
    ("(8192,8192):(1,8192)", "(8192,8192):(1,8192)", "(8192,8192):(1,8192)", "bf16"),
    ("(2048,2048):(2048,1)", "(2048,2048):(2048,1)", "(2048,2048):(2048,1)", "f16"),
    ("(1024,1024):(1024,1)", "(1024,1024):(1024,1)", "(1024,1024):(1024,1)", "f16"),
    ("(1024,1024):(1,1024)", "(1024,1024):(1,1024)", "(1024,1024):(1,1024)", "f32"),
    ("(4096,4096):(4096,1)", "(4096,4096):(1,4096)", "(4096,4096):(4096,1)", "f16"),
    ("(4097,8191):(8192,1)", "(1023,8191):(8192,1)", "(4097,1023):(1024,1)", "f16"),
    ("(4097,8191):(1,4104)", "(1023,8191):(1,1024)", "(4097,1023):(1,4097)", "bf16"),
    ("(4097,8191):(8191,1)", "(1023,8191):(1,1023)", "(4097,1023):(1023,1)", "f32"),
    ("(1023,511):(1,1023)", "(4097,511):(511,1)", "(1023,4097):(4097,1)", "f32"),
    ("(8191,1023):(1023,1)", "(4097,1023):(1023,1)", "(8191,4097):(1,8200)", "bf16"),
    (
        "((64,32),(8,128)):((8,65536),(1,512))",
        "(1024,1024):(1,1024)",
        "(2048,(32,32)):(1,(2048,65536))",
        "f16",
    ),
    (
        "Sw<3,4,3> o 0 o (2048,1024):(1024,1)",
        "(1024,1024):(1024,1)",
        "Sw<2,3,3> o 0 o (2048,1024):(1024,1)",
        "f32",
    ),
    ("(1024,1024):(0,1)", "(1024,1024):(1,1024)", "(1024,1024):(1,1024)", "f32"),
    // Convolutions of 3x3: 32 images of 56x56x64 in f16 and 8 of 28x28x32 in f32, channels last.
    (
        "((54,54,32),(64,3,3)):((64,3584,200704),(1,64,3584))",
        "(128,(64,3,3)):(576,(1,64,192))",
        "(93312,128):(128,1)",
        "f16",
    ),
    (
        "((26,26,8),(32,3,3)):((32,896,25088),(1,32,896))",
        "(64,(32,3,3)):(288,(1,32,96))",
        "(5408,64):(64,1)",
        "f32",
    ),
    ("(65,1):(1,65)", "(33,1):(1,33)", "(65,33):(1,65)", "f64"),
    ("(16,65536):(65536,1)", "(16,65536):(65536,1)", "(16,16):(1,16)", "f32"),
];

/// `gemm A, B -> C : TYPE (tiled_mma=.., tile=..)` of 2048^3 on a GPU: A and B, C, the type, the tiled MMA and its tile.
const BY_TILED_MMAS: [(&str, &str, &str, &[i64]); 6] = [
    (
        "(2048,2048):(2048,1)",
        "f16",
        "SM80_16x8x16_F32F16F16F32_TN, (2,2,1):(1,2,0), <_,_,_>",
        &[128, 128, 32],
    ),
    (
        "(2047,2047):(1,2047)",
        "bf16",
        "SM80_16x8x16_F32BF16BF16F32_TN, (2,4,1):(4,1,0), <32,64,16>",
        &[64, 128, 32],
    ),
    (
        "(2048,2048):(1,2048)",
        "f32",
        "UniversalFMA<float,float,float,float>, (16,16,1):(1,16,0), <_,_,_>",
        &[128, 128, 8],
    ),
    ("(2048,2048):(1,2048)", "f64", "SM80_8x8x4_F64F64F64F64_TN, (2,2,1):(1,2,0), <_,_,_>", &[64, 64, 16]),
    ("(2048,2048):(1,2048)", "f64", "SM80_8x8x4_F64F64F64F64_TN, (2,4,1):(1,2,0), <_,_,_>", &[64, 128, 16]),
    ("(2048,2048):(1,2048)", "f64", "SM90_16x8x8_F64F64F64F64_TN, (2,4,1):(1,2,0), <_,_,_>", &[128, 64, 16]),
];

/// A terabyte, which a GPU must refuse to copy.
const TOO_LARGE: &str = "274877906944:1";

/// What cannot be fetched by TMA on Hopper, or is made for an older GPU, runs by `mma.sync`: these, as on Ampere.
const BY_WARPS: [(&str, &str, &str, &str); 3] = [
    ("(4096,4096):(1,4096)", "(4096,4096):(1,4096)", "(4096,4096):(1,4096)", "f16"),
    ("(4096,4096):(4096,1)", "(4096,4096):(4096,1)", "(4096,4096):(4096,1)", "f16"),
    ("(4096,4096):(1,4096)", "(4096,4096):(1,4096)", "(4096,4096):(1,4096)", "bf16"),
];

fn main() -> Result<ExitCode, RunError> {
    let Some(Arguments { worker, only, page, conflicts, random, seed }) = Arguments::read() else {
        eprintln!(
            "usage: matrix [WORKER] [--only copy|gemm|banks] [--page FILE] [--conflicts FILE] or matrix [WORKER] --random \
             COUNT [--seed NUMBER]"
        );
        return Ok(ExitCode::FAILURE);
    };
    if let Some(count) = random {
        return Ok(if trials::run(&worker, count, seed) { ExitCode::SUCCESS } else { ExitCode::FAILURE });
    }
    let wanted = |kind: &str| only.as_deref().is_none_or(|only| only == kind);
    let runner = Runner::new(WorkerCommand { program: worker.clone(), arguments: vec!["gpu-worker".into()] });
    let mut results = Results::default();
    if wanted("copy") {
        results.first_answers(&worker)?;
        results.heading("Copies");
        for (source, destination, element) in COPIES {
            let operation = Operation::Copy { source: source.parse()?, destination: destination.parse()? };
            results.line(&runner, operation, element);
        }
    }
    if wanted("copy") {
        results.heading("Copies through a thread-value layout");
        for (source, destination, element, layout, tile) in PARTITIONED {
            let threads = ThreadValues { layout: layout.parse()?, tile: tile.to_vec() };
            let (source, destination) = (source.parse()?, destination.parse()?);
            results.line(&runner, Operation::PartitionedCopy { source, destination, threads }, element);
        }
    }
    if wanted("gemm") {
        results.heading("GEMMs");
        for (a, b, c, element) in GEMMS {
            let operation = Operation::Gemm { a: a.parse()?, b: b.parse()?, c: c.parse()? };
            results.line(&runner, operation, element);
        }
        results.heading("GEMMs by a tiled MMA");
        for (layout, element, mma, tile) in BY_TILED_MMAS {
            let threads = MmaThreads { tiled_mma: format!("make_tiled_mma({mma})"), tile: tile.to_vec() };
            let (a, b, c) = (layout.parse()?, layout.parse()?, layout.parse()?);
            results.line(&runner, Operation::PartitionedGemm { a, b, c, threads }, element);
        }
        let arguments = vec!["LAYOUTLENS_CAPABILITY=80".into(), worker.into_os_string(), "gpu-worker".into()];
        let older = Runner::new(WorkerCommand { program: "env".into(), arguments });
        results.heading("GEMMs by `mma.sync`, as for compute capability 8.0");
        for (a, b, c, element) in BY_WARPS {
            let operation = Operation::Gemm { a: a.parse()?, b: b.parse()?, c: c.parse()? };
            results.line(&older, operation, element);
        }
    }
    if wanted("banks") {
        results.failures += conflicts::measure(conflicts.as_deref())?;
    }
    let layout: Operand = TOO_LARGE.parse()?;
    let operation = Operation::Copy { source: layout.clone(), destination: layout };
    let refused = timed(&runner, operation, ElementType::F32).0;
    println!("{refused:?}");
    results.failures += i32::from(refused.is_ok());
    eprintln!("{} failures", results.failures);
    // Without a GPU there is nothing to tell, and the page of one stays.
    if let Some(page) = page.filter(|_| !results.device.is_empty())
        && let Err(error) = std::fs::write(&page, results.page())
    {
        eprintln!("{}: {error}", page.display());
        return Ok(ExitCode::FAILURE);
    }
    Ok(if results.failures == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The command line.
struct Arguments {
    worker: PathBuf,
    only: Option<String>,
    page: Option<PathBuf>,
    conflicts: Option<PathBuf>,
    random: Option<u64>,
    seed: u64,
}

impl Arguments {
    fn read() -> Option<Self> {
        let beside = std::env::current_exe().unwrap_or_default().with_file_name("worker");
        let mut read =
            Arguments { worker: beside, only: None, page: None, conflicts: None, random: None, seed: 1 };
        let mut arguments = std::env::args().skip(1);
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--only" => {
                    let kinds = ["copy", "gemm", "banks"];
                    read.only = Some(arguments.next().filter(|kind| kinds.contains(&kind.as_str()))?);
                }
                "--conflicts" => read.conflicts = Some(arguments.next()?.into()),
                "--random" => read.random = Some(arguments.next()?.parse().ok()?),
                "--seed" => read.seed = arguments.next()?.parse().ok()?,
                "--page" => read.page = Some(arguments.next()?.into()),
                option if option.starts_with('-') => return None,
                _ => read.worker = argument.into(),
            }
        }
        Some(read)
    }
}

/// What came of all requests.
#[derive(Default)]
struct Results {
    failures: i32,
    device: String,
    body: String,
}

impl Results {
    /// How long a small copy takes from the request to the answer: by a worker that starts where nothing is compiled, by
    /// the same again with other layouts and with those that it knows, and by a worker that starts where they are.
    fn first_answers(&mut self, worker: &Path) -> Result<(), RunError> {
        let command = WorkerCommand { program: worker.to_owned(), arguments: vec!["gpu-worker".into()] };
        let copy = |layout: &str| -> Result<Operation, RunError> {
            Ok(Operation::Copy { source: layout.parse()?, destination: "4096:1".parse()? })
        };
        let mut seconds = Vec::new();
        for layouts in [&["(64,64):(64,1)", "(32,128):(128,1)", "(32,128):(128,1)"][..], &["(64,64):(64,1)"]]
        {
            let runner = Runner::new(command.clone());
            for layout in layouts {
                let (answer, took) = timed(&runner, copy(layout)?, ElementType::F32);
                self.failures += i32::from(!answer.is_ok_and(|report| report.is_right()));
                seconds.push(took * 1e3);
            }
        }
        if let [cold, new, known, again] = seconds.as_slice() {
            let text = format!(
                "From the request to the answer, a copy of 4096 elements takes {cold:.0} ms when the worker starts for the first time \
                 on the machine and compiles, {new:.0} ms with layouts that are new to it, {known:.0} ms with those that it \
                 knows, and {again:.0} ms when a worker starts that finds its kernels on disk."
            );
            println!("{text}");
            let _ = writeln!(self.body, "{text}\n");
        }
        Ok(())
    }

    fn heading(&mut self, title: &str) {
        // Writing to a String cannot fail.
        let _ = writeln!(
            self.body,
            "## {title}\n\n| statement | speed | share of the vendor | by sectors | wrong | kernel | wavefronts predicted \
             / measured |\n|---|---|---|---|---|---|---|"
        );
    }

    /// Runs one request, prints what came of it and adds it to the page.
    fn line(&mut self, runner: &Runner, operation: Operation, element: &str) {
        let text = statement(&operation, element);
        let (answer, seconds) = match element.parse() {
            Ok(element) => timed(runner, operation, element),
            Err(error) => (Err(error), 0.0),
        };
        println!("{text}");
        let row = match &answer {
            Ok(report) => {
                let (compile, run) = (report.compile_ms, report.run_ms);
                println!("    {report} (compile {compile:.0} ms, run {run:.4} ms, in all {seconds:.3} s)");
                let driver = report.device.driver.as_deref().unwrap_or("unknown");
                self.device = format!("{}, driver for CUDA {driver}", report.device.name);
                row(report)
            }
            Err(error) => {
                println!("    {error:?}");
                format!("{} | | | | |", error.message.replace('|', "/"))
            }
        };
        let _ = writeln!(self.body, "| `{text}` | {row}");
        self.failures += i32::from(!answer.is_ok_and(|report| report.is_right()));
    }

    /// The page.
    fn page(&self) -> String {
        format!(
            "# What the kernels reach on a GPU\n\nWritten by the example `matrix` of `layoutlens-run`, which `cargo xtask gpu` runs, on {}, UTC, {}. A time is the median of up to \
             21 samples by CUDA events; samples of the kernel and of the vendor's routine (cudaMemcpy of as many bytes from \
             device to device, cuBLAS for the same layouts) alternate, each of 1 ms or of 50 runs. The result that is checked, \
             every element of it, comes of one more run into a poisoned destination. *By sectors* is the share that a copy would \
             have that moves its 32-byte sectors as fast as cudaMemcpy moves its own; one that hardly reads can be faster.\n\n{}",
            jiff::Timestamp::now().strftime("%F"),
            self.device,
            self.body.replace("|\n## ", "|\n\n## ")
        )
    }
}

/// The cells of a report.
fn row(report: &Report) -> String {
    let speed = match (report.gb_per_s, report.tflops) {
        (Some(speed), _) => format!("{speed:.0} GB/s"),
        (_, Some(speed)) => format!("{speed:.1} TFLOP/s"),
        _ => String::new(),
    };
    let share =
        report.vendor.as_ref().map_or_else(String::new, |vendor| format!("{:.1} %", vendor.share * 100.0));
    let limit =
        report.predicted.map_or_else(String::new, |predicted| format!("{:.0} %", predicted.limit * 100.0));
    let kernel = report.measured.map_or_else(String::new, |measured| {
        let accesses = report
            .predicted
            .map_or_else(String::new, |known| format!("{}-byte accesses, ", known.vector_bytes));
        let spilled = match measured.spilled_bytes {
            0 => String::new(),
            bytes => format!(", {bytes} bytes spilled"),
        };
        format!(
            "{accesses}{} registers{spilled}, {} bytes shared, occupancy {:.0} %",
            measured.registers,
            measured.shared_bytes,
            measured.occupancy * 100.0
        )
    });
    let side = |conflicts: Conflicts| format!("{:.1} written, {:.1} read", conflicts.writes, conflicts.reads);
    let predicted = report.predicted.and_then(|predicted| predicted.conflicts);
    let conflicts = predicted.zip(report.measured.and_then(|measured| measured.conflicts));
    let conflicts = conflicts.map_or_else(String::new, |(predicted, measured)| {
        format!("{} / {}", side(predicted), side(measured))
    });
    let wrong = report.wrong + report.overwritten;
    format!("{speed} | {share} | {limit} | {wrong} | {kernel} | {conflicts} |")
}

/// The answer, and the seconds from the request to it.
fn timed(runner: &Runner, operation: Operation, element: ElementType) -> (Result<Report, RunError>, f64) {
    let start = Instant::now();
    let answer =
        runner.run(&Request { operation, element, device: DeviceChoice::Gpu }, |_| {}, &CancelFlag::new());
    (answer, start.elapsed().as_secs_f64())
}
