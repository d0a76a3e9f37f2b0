//! The client against real and misbehaving worker processes.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod killed;
mod launchers;
mod machines;
mod misbehaving;

use std::path::PathBuf;

use layoutlens_run::{
    CancelFlag, DeviceChoice, ElementType, ErrorCode, Operation, Progress, Report, Request, RunError, Runner,
    Stage, TimeLimits, WorkerCommand,
};

/// An example of this crate, which `cargo test` builds beside the tests.
#[track_caller]
fn example(name: &str, arguments: &[&str]) -> WorkerCommand {
    let test: PathBuf = std::env::current_exe().unwrap();
    let program = test.parent().unwrap().parent().unwrap().join("examples").join(name);
    assert!(program.exists(), "{} is not built: run the tests with examples", program.display());
    WorkerCommand { program, arguments: arguments.iter().map(Into::into).collect() }
}

fn request(device: DeviceChoice) -> Request {
    let operation = Operation::Copy {
        source: "(61,67):(1,61)".parse().unwrap(),
        destination: "(61,67):(67,1)".parse().unwrap(),
    };
    Request { operation, element: ElementType::F32, device }
}

fn emulate(runner: &Runner) -> Result<Report, RunError> {
    runner.run(&request(DeviceChoice::Cpu), |_| {}, &CancelFlag::new())
}

/// The error of a run with the fake worker `how`; its time limit is short only where the worker hangs.
#[track_caller]
fn error_of(how: &str, limits: TimeLimits) -> RunError {
    let runner = Runner::new(example("fake_worker", &[how])).with_limits(limits);
    runner.run(&request(DeviceChoice::Gpu), |_| {}, &CancelFlag::new()).unwrap_err()
}

#[test]
fn the_emulator_checks_every_element_in_its_own_process() {
    let runner = Runner::new(example("worker", &["gpu-worker"]));
    let mut stages = Vec::new();
    let report = runner.run(
        &request(DeviceChoice::Cpu),
        |progress: Progress| stages.push(progress),
        &CancelFlag::new(),
    );
    let report = report.unwrap();
    assert_eq!((report.elements, report.wrong, report.is_right()), (61 * 67, 0, true));
    assert!(report.device.emulated && report.to_string().starts_with("emulated: copy 4,087 f32"), "{report}");
    assert_eq!(stages.first(), Some(&Progress { stage: Stage::Starting, percent: 0 }));
    assert_eq!(stages.last(), Some(&Progress { stage: Stage::Checking, percent: 100 }));
    assert!(stages.is_sorted_by_key(|progress| progress.percent), "{stages:?}");
    assert!(emulate(&runner).unwrap().is_right(), "a warm worker answers again");
}

#[test]
fn a_gemm_is_emulated_in_the_worker() {
    let runner = Runner::new(example("worker", &["gpu-worker"]));
    let operation = Operation::Gemm {
        a: "(65,33):(1,65)".parse().unwrap(),
        b: "(47,33):(33,1)".parse().unwrap(),
        c: "(65,47):(50,1)".parse().unwrap(),
    };
    let request = Request { operation, element: ElementType::F16, device: DeviceChoice::Cpu };
    let report = runner.run(&request, |_| {}, &CancelFlag::new()).unwrap();
    assert!(report.is_right() && report.tflops.is_none(), "{report}");
}

#[test]
fn a_refused_request_starts_no_process() {
    let command = WorkerCommand { program: "/no/such/layoutlens".into(), arguments: Vec::new() };
    let operation =
        Operation::Copy { source: "8:1".parse().unwrap(), destination: "(4,2):(1,3)".parse().unwrap() };
    let request = Request { operation, element: ElementType::F32, device: DeviceChoice::Auto };
    let error = Runner::new(command).run(&request, |_| {}, &CancelFlag::new()).unwrap_err();
    assert_eq!(error.code, ErrorCode::DestinationCollides);
}

#[test]
fn without_a_gpu_the_error_says_what_is_missing_and_offers_the_emulator() {
    let runner = Runner::new(example("worker", &["gpu-worker"]));
    match runner.run(&request(DeviceChoice::Auto), |_| {}, &CancelFlag::new()) {
        Ok(report) => assert!(report.is_right() && !report.device.emulated, "{report}"),
        Err(error) => {
            assert!(error.gpu_is_missing(), "{error:?}");
            assert!(error.message.contains("--device cpu"), "{error}");
        }
    }
}
