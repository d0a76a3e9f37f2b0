//! Workers that misbehave, for the tests of the client: `fake_worker HOW`.
#![expect(clippy::print_stderr, reason = "standard error is not the wire")]

use std::{
    io::{self, Write as _},
    process::ExitCode,
    thread,
};

use layoutlens_run::{
    Device, ErrorCode, RunError,
    protocol::{self, BINARY_VERSION, FrameError, FromWorker, Hello, PROTOCOL_VERSION, State, ToWorker},
};

fn main() -> Result<ExitCode, FrameError> {
    let how = std::env::args().nth(1).unwrap_or_default();
    let mut wire = io::stdout().lock();
    match how.as_str() {
        "dies-at-start" => {
            eprintln!("no such symbol: cuMagic");
            return Ok(ExitCode::from(7));
        }
        "hangs-at-start" => hang(),
        "asks-for-a-password" => {
            eprintln!("me@gpu-box: Permission denied (publickey,password).");
            return Ok(ExitCode::from(255));
        }
        "unknown-host" => {
            eprintln!("ssh: Could not resolve hostname gpu-box: Name or service not known");
            return Ok(ExitCode::from(255));
        }
        "not-installed" => {
            eprintln!("bash: line 1: layoutlens: command not found");
            return Ok(ExitCode::from(127));
        }
        "no-free-node" => {
            eprintln!("srun: error: Unable to allocate resources: Requested nodes are busy");
            return Ok(ExitCode::FAILURE);
        }
        "waits-in-a-queue" => {
            eprintln!("srun: job 7 queued and waiting for resources");
            hang()
        }
        "is-allocated" => {
            eprintln!("srun: job 7 queued and waiting for resources");
            eprintln!("srun: job 7 has been allocated resources");
            hang()
        }
        "prints-at-start" => {
            writeln!(wire, "CUDA initialised, have fun")?;
            wire.flush()?;
            hang()
        }
        "another-version" => {
            say_hello(&mut wire, "0.0.1-other", ready())?;
            hang()
        }
        "another-protocol" => {
            let hello = serde_json::json!({ "hello": { "protocol": 99, "version": "9.9.9" } });
            protocol::write(&mut wire, &hello)?;
            hang()
        }
        "no-gpu" => {
            let error = RunError::new(ErrorCode::NoDriver, "no CUDA: libcuda.so.1 is not on this machine");
            say_hello(&mut wire, BINARY_VERSION, State::Unavailable(error))?;
            return Ok(ExitCode::SUCCESS);
        }
        _ => say_hello(&mut wire, BINARY_VERSION, ready())?,
    }
    let ToWorker::Run(_) = protocol::read(&mut io::stdin().lock())?;
    match how.as_str() {
        "dies" => {
            eprintln!("Segmentation fault, as it were");
            std::process::abort()
        }
        "loses-its-connection" => {
            eprintln!("client_loop: send disconnect: Broken pipe");
            return Ok(ExitCode::from(255));
        }
        "ends-quietly" => return Ok(ExitCode::SUCCESS),
        "prints" => writeln!(wire, "warning: deprecated")?,
        "sends-json-of-its-own" => protocol::write(&mut wire, &serde_json::json!({ "weather": "fine" }))?,
        "answers-another-question" => protocol::write(&mut wire, &of_another_question())?,
        "greets-twice" => say_hello(&mut wire, BINARY_VERSION, ready())?,
        "stops-inside-a-frame" => {
            wire.write_all(&[200, 0, 0, 0, b'{'])?;
            wire.flush()?;
            return Ok(ExitCode::SUCCESS);
        }
        "faults" => {
            let error = RunError::new(ErrorCode::DeviceFault, "the kernel faulted: an illegal address");
            protocol::write(&mut wire, &FromWorker::Error(error))?;
        }
        _ => {}
    }
    wire.flush()?;
    hang()
}

fn ready() -> State {
    let device = Device { name: "Fake GPU".into(), emulated: false, driver: Some("13.0".into()) };
    State::Ready { device, nvrtc: None }
}

/// A report of four elements, all right.
fn of_another_question() -> serde_json::Value {
    serde_json::json!({ "report": {
        "problem": { "copy": { "elements": 4 } }, "element": "f32",
        "device": { "name": "Fake GPU", "emulated": false, "driver": "13.0" },
        "elements": 4, "wrong": 0, "overwritten": 0, "compile_ms": 0.0, "run_ms": 1.0, "slowdown": 0.0,
        "finished": "2026-01-01T00:00:00Z",
    } })
}

fn say_hello(wire: &mut impl io::Write, version: &str, state: State) -> Result<(), FrameError> {
    let hello = Hello { protocol: PROTOCOL_VERSION, version: version.to_owned(), state };
    protocol::write(wire, &FromWorker::Hello(hello))
}

/// Waits until it is killed.
fn hang() -> ! {
    loop {
        thread::park();
    }
}
