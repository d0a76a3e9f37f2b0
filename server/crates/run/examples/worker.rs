//! The worker process alone: `worker gpu-worker [--emulate]`.

use std::process::ExitCode;

use layoutlens_run::{WorkerKind, serve};

fn main() -> ExitCode {
    let emulate = std::env::args().any(|argument| argument == "--emulate");
    serve(if emulate { WorkerKind::Emulator } else { WorkerKind::Gpu })
}
