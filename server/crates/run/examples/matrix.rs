//! Runs a matrix of layouts on the GPU and prints what came of each: `matrix [WORKER [copy|gemm]]`.
//!
//! `WORKER` is the program that has the subcommand `gpu-worker`; without it, the example `worker` beside this one.
//! The exit status is 0 only when everything ran and every element was right.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program of its own, with no wire")]

use std::{path::PathBuf, process::ExitCode, time::Instant};

use layoutlens_run::{
    CancelFlag, DeviceChoice, ElementType, Operand, Operation, Report, Request, RunError, Runner,
    WorkerCommand,
};

/// `copy SOURCE -> DESTINATION : TYPE`, on a GPU.
const COPIES: [(&str, &str, &str); 32] = [
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
];

/// `gemm A, B -> C : TYPE`, on a GPU.
const GEMMS: [(&str, &str, &str, &str); 24] = [
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
    ("(65,1):(1,65)", "(33,1):(1,33)", "(65,33):(1,65)", "f64"),
    ("(16,65536):(65536,1)", "(16,65536):(65536,1)", "(16,16):(1,16)", "f32"),
];

/// A terabyte, which a GPU must refuse to copy.
const TOO_LARGE: &str = "274877906944:1";

fn main() -> Result<ExitCode, RunError> {
    let mut arguments = std::env::args().skip(1);
    let beside = std::env::current_exe().unwrap_or_default().with_file_name("worker");
    let program = arguments.next().map_or(beside, PathBuf::from);
    let only = arguments.next();
    let wanted = |kind: &str| only.as_deref().is_none_or(|only| only == kind);
    let runner = Runner::new(WorkerCommand { program, arguments: vec!["gpu-worker".into()] });
    let mut failures = 0;
    for (source, destination, element) in COPIES.into_iter().filter(|_| wanted("copy")) {
        let operation = Operation::Copy { source: source.parse()?, destination: destination.parse()? };
        failures += i32::from(!line(&runner, operation, element));
    }
    for (a, b, c, element) in GEMMS.into_iter().filter(|_| wanted("gemm")) {
        let operation = Operation::Gemm { a: a.parse()?, b: b.parse()?, c: c.parse()? };
        failures += i32::from(!line(&runner, operation, element));
    }
    let layout: Operand = TOO_LARGE.parse()?;
    let operation = Operation::Copy { source: layout.clone(), destination: layout };
    let refused = timed(&runner, operation, ElementType::F32).0;
    println!("{refused:?}");
    failures += i32::from(refused.is_ok());
    eprintln!("{failures} failures");
    Ok(if failures == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Prints what came of one request; whether it was right.
fn line(runner: &Runner, operation: Operation, element: &str) -> bool {
    let text = match &operation {
        Operation::Copy { source, destination } => format!("copy {source} -> {destination} : {element}"),
        Operation::Gemm { a, b, c } => format!("gemm {a}, {b} -> {c} : {element}"),
    };
    let (answer, seconds) = match element.parse() {
        Ok(element) => timed(runner, operation, element),
        Err(error) => (Err(error), 0.0),
    };
    println!("{text}");
    match &answer {
        Ok(report) => {
            let (compile, run) = (report.compile_ms, report.run_ms);
            println!("    {report} (compile {compile:.0} ms, run {run:.4} ms, in all {seconds:.3} s)");
            if let Some(measured) = report.measured {
                let vector = report.predicted.map_or(0, |predicted| predicted.vector_bytes);
                let shared = measured.shared_bytes;
                let (registers, spilled) = (measured.registers, measured.spilled_bytes);
                let occupancy = measured.occupancy * 100.0;
                println!(
                    "    {vector}-byte accesses, {registers} registers, {spilled} bytes spilled, {shared} bytes of \
                     shared memory, occupancy {occupancy:.0} %"
                );
            }
        }
        Err(error) => println!("    {error:?}"),
    }
    answer.is_ok_and(|report| report.is_right())
}

/// The answer, and the seconds from the request to it.
fn timed(runner: &Runner, operation: Operation, element: ElementType) -> (Result<Report, RunError>, f64) {
    let start = Instant::now();
    let answer =
        runner.run(&Request { operation, element, device: DeviceChoice::Gpu }, |_| {}, &CancelFlag::new());
    (answer, start.elapsed().as_secs_f64())
}
