//! The worker process: takes requests on standard input, answers on standard output, ends with its input.

use std::{
    fs::File,
    io::{self, Write as _},
    os::fd::AsFd as _,
    panic::{AssertUnwindSafe, catch_unwind},
    process::ExitCode,
    sync::mpsc,
    thread,
};

use crate::{
    DeviceChoice, ErrorCode, Plan, Progress, Report, Request, RunError, check, cuda, emulator,
    protocol::{self, BINARY_VERSION, FrameError, FromWorker, Hello, PROTOCOL_VERSION, State, ToWorker},
};

/// What a worker runs on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum WorkerKind {
    /// `layoutlens gpu-worker`: the GPU.
    Gpu,
    /// `layoutlens gpu-worker --emulate`: the CPU.
    Emulator,
}

/// Serves requests until standard input ends: the whole of the hidden subcommand.
///
/// Call it before anything was written to standard output, which is the wire. From then on what libraries print
/// there goes to standard error instead.
///
/// The exit status is 0 when the client closed the stream, and 1 when the wire broke.
pub fn serve(kind: WorkerKind) -> ExitCode {
    let served = take_stdout().map_err(FrameError::Io).and_then(|wire| serve_on(wire, kind));
    match served {
        Ok(()) | Err(FrameError::Closed) => ExitCode::SUCCESS,
        Err(error) => {
            // Standard error is all that is left to tell.
            let _ = writeln!(io::stderr(), "layoutlens gpu-worker: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Standard output as a private file; file descriptor 1 becomes standard error.
fn take_stdout() -> io::Result<File> {
    let wire = File::from(io::stdout().as_fd().try_clone_to_owned()?);
    rustix::stdio::dup2_stdout(io::stderr())?;
    Ok(wire)
}

fn serve_on(mut wire: File, kind: WorkerKind) -> Result<(), FrameError> {
    let requests = read_requests();
    let mut engine = match Engine::start(kind) {
        Ok(engine) => engine,
        Err(error) => return say_hello(&mut wire, State::Unavailable(error)),
    };
    say_hello(&mut wire, engine.state())?;
    // The channel closes when standard input ends or breaks.
    while let Ok(ToWorker::Run(request)) = requests.recv() {
        let answer = answer(&mut engine, &request, &mut wire);
        let usable = answer.as_ref().err().is_none_or(|error| error.code.leaves_worker_usable());
        let message = match answer {
            Ok(report) => FromWorker::Report(Box::new(report)),
            Err(error) => FromWorker::Error(error),
        };
        protocol::write(&mut wire, &message)?;
        if !usable {
            return Ok(());
        }
    }
    Ok(())
}

/// Reads requests on a thread of its own, and ends the process when standard input ends: the client is gone, and
/// whatever runs has nobody to answer to.
fn read_requests() -> mpsc::Receiver<ToWorker> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut stdin = io::stdin().lock();
        loop {
            match protocol::read(&mut stdin) {
                Ok(request) => {
                    if sender.send(request).is_err() {
                        return;
                    }
                }
                Err(FrameError::Closed) => std::process::exit(0),
                Err(error) => {
                    let _ = writeln!(io::stderr(), "layoutlens gpu-worker: {error}");
                    std::process::exit(1);
                }
            }
        }
    });
    receiver
}

fn say_hello(wire: &mut File, state: State) -> Result<(), FrameError> {
    let hello = Hello { protocol: PROTOCOL_VERSION, version: BINARY_VERSION.to_owned(), state };
    protocol::write(wire, &FromWorker::Hello(hello))
}

/// Checks and runs a request; a panic becomes an error.
fn answer(engine: &mut Engine, request: &Request, wire: &mut File) -> Result<Report, RunError> {
    let mut last = None;
    let mut progress = |now: Progress| {
        // A client that does not read its progress is noticed when the answer is written.
        if last.replace(now) != Some(now) {
            let _ = protocol::write(wire, &FromWorker::Progress(now));
        }
    };
    let run = AssertUnwindSafe(|| engine.run(&check(request)?, request.device, &mut progress));
    catch_unwind(run).unwrap_or_else(|panic| {
        let what =
            panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
        let message =
            format!("a defect of LayoutLens: the worker panicked: {}", what.unwrap_or("no message"));
        Err(RunError::new(ErrorCode::Internal, message))
    })
}

/// What runs plans.
enum Engine {
    Gpu(Box<cuda::Gpu>),
    Emulator,
}

impl Engine {
    fn start(kind: WorkerKind) -> Result<Self, RunError> {
        match kind {
            WorkerKind::Gpu => Ok(Engine::Gpu(Box::new(cuda::Gpu::open()?))),
            WorkerKind::Emulator => Ok(Engine::Emulator),
        }
    }

    fn state(&self) -> State {
        match self {
            Engine::Gpu(gpu) => State::Ready { device: gpu.device(), nvrtc: Some(gpu.nvrtc()) },
            Engine::Emulator => State::Ready { device: emulator::device(), nvrtc: None },
        }
    }

    fn run(
        &mut self,
        plan: &Plan,
        asked: DeviceChoice,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Report, RunError> {
        match (self, asked) {
            (Engine::Emulator, DeviceChoice::Gpu) => Err(RunError::new(
                ErrorCode::NoDevice,
                "the command that starts the worker has --emulate, so it runs on no GPU; leave that word out",
            )),
            (Engine::Gpu(_), DeviceChoice::Cpu) => {
                Err(RunError::new(ErrorCode::Internal, "the request is for the other kind of worker"))
            }
            (Engine::Gpu(gpu), _) => gpu.run(plan, progress),
            (Engine::Emulator, _) => emulator::run(plan, progress),
        }
    }
}
