//! The client against real and misbehaving worker processes.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::{path::PathBuf, time::Duration};

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
fn a_misbehaving_worker_costs_one_clear_message() {
    let patient = TimeLimits::default();
    let mut table = String::new();
    for how in [
        "dies-at-start",
        "prints-at-start",
        "another-version",
        "another-protocol",
        "no-gpu",
        "dies",
        "ends-quietly",
        "prints",
        "sends-json-of-its-own",
        "greets-twice",
        "stops-inside-a-frame",
        "faults",
    ] {
        let error = error_of(how, patient);
        table += &format!("{how}: {}: {error}\n", serde_json::to_value(error.code).unwrap());
    }
    insta::assert_snapshot!(table, @r#"
    dies-at-start: "worker-died": the worker ended unexpectedly (exit status: 7); it said: no such symbol: cuMagic
    prints-at-start: "worker-garbage": the worker wrote something that is not the protocol, and was ended: a frame of 1094997315 bytes was announced (the limit is 1048576); it begins with "CUDA"
    another-version: "worker-version": the worker is version 0.0.1-other (protocol 2), this is version 0.1.0 (protocol 2); the worker's command must start the same version
    another-protocol: "worker-version": the worker is version 9.9.9 (protocol 99), this is version 0.1.0 (protocol 2); the worker's command must start the same version
    no-gpu: "no-driver": no CUDA: libcuda.so.1 is not on this machine
    Without a GPU the emulator runs the same index arithmetic on the CPU: `--device cpu`, or the lens "emulate".
    dies: "worker-died": the worker ended unexpectedly (signal: 6 (SIGABRT)); it said: Segmentation fault, as it were
    ends-quietly: "worker-died": the worker ended unexpectedly (exit status: 0)
    prints: "worker-garbage": the worker wrote something that is not the protocol, and was ended: a frame of 1852989815 bytes was announced (the limit is 1048576); it begins with "warn"
    sends-json-of-its-own: "worker-garbage": the worker wrote something that is not the protocol, and was ended: a frame is not a message: unknown variant `weather`, expected one of `hello`, `progress`, `report`, `error` at line 1 column 10
    greets-twice: "worker-garbage": the worker answered out of turn, and was ended: Message(Hello(Hello { protocol: 2, version: "0.1.0", state: Ready { device: Device { name: "Fake GPU", emulated: false, driver: Some("13.0") }, nvrtc: None } }))
    stops-inside-a-frame: "worker-died": the worker ended unexpectedly (exit status: 0)
    faults: "device-fault": the kernel faulted: an illegal address
    "#);
}

#[test]
fn a_launcher_that_fails_says_what_to_do() {
    let mut table = String::new();
    for how in
        ["asks-for-a-password", "unknown-host", "not-installed", "no-free-node", "loses-its-connection"]
    {
        let error = error_of(how, TimeLimits::default());
        table += &format!("{how}: {}: {error}\n", serde_json::to_value(error.code).unwrap());
    }
    insta::assert_snapshot!("a_launcher_that_fails", table);
}

#[test]
fn a_launcher_that_waits_is_seen_waiting_and_can_be_cancelled() {
    let runner = Runner::new(example("fake_worker", &["waits-in-a-queue"]));
    let cancel = CancelFlag::new();
    let mut stages = Vec::new();
    let error = runner.run(
        &request(DeviceChoice::Gpu),
        |progress| {
            stages.push(progress.stage);
            if progress.stage == Stage::Queued {
                cancel.cancel();
            }
        },
        &cancel,
    );
    assert_eq!(error.unwrap_err().code, ErrorCode::Cancelled);
    assert_eq!(stages, [Stage::Starting, Stage::Connecting, Stage::Queued]);
}

#[test]
fn a_queue_gives_a_worker_more_time_and_a_machine_takes_it_away() {
    let short = Duration::from_millis(50);
    let patient = TimeLimits::default();
    let error = error_of("waits-in-a-queue", TimeLimits { queue: short, ..patient });
    insta::assert_snapshot!(error, @"the worker did not start within 0.05 s and was ended");
    let error = error_of("is-allocated", TimeLimits { start: Duration::from_millis(500), ..patient });
    insta::assert_snapshot!(error, @"the worker did not start within 0.5 s and was ended");
}

#[test]
fn what_is_emulated_runs_here_wherever_the_gpu_is() {
    let elsewhere = WorkerCommand { program: "/no/such/ssh".into(), arguments: vec!["gpu-box".into()] };
    let runner = Runner::new(elsewhere).with_emulator(example("worker", &["gpu-worker"]));
    assert!(emulate(&runner).unwrap().is_right());
}

#[test]
fn a_hanging_worker_is_ended_in_time() {
    let short = Duration::from_millis(50);
    let patient = TimeLimits::default();
    let error = error_of("hangs-at-start", TimeLimits { start: short, ..patient });
    assert_eq!(error.code, ErrorCode::WorkerTimeout);
    insta::assert_snapshot!(error, @"the worker did not start within 0.05 s and was ended");
    let error = error_of("hangs", TimeLimits { run: short, ..patient });
    insta::assert_snapshot!(error, @"the worker did not finish within 0.05 s and was ended");
}

#[test]
fn a_program_that_is_not_there_is_named() {
    let command = WorkerCommand { program: "/no/such/layoutlens".into(), arguments: Vec::new() };
    let error = emulate(&Runner::new(command)).unwrap_err();
    insta::assert_snapshot!(error, @"cannot start the worker /no/such/layoutlens: No such file or directory (os error 2)");
}

#[test]
fn cancelling_ends_a_run_that_hangs() {
    let runner = Runner::new(example("fake_worker", &["hangs"]));
    let cancel = CancelFlag::new();
    let from_elsewhere = cancel.clone();
    let error = runner.run(
        &request(DeviceChoice::Gpu),
        |progress| {
            // The hello has come: from here on the worker hangs.
            if progress.percent == 10 {
                let flag = from_elsewhere.clone();
                std::thread::spawn(move || flag.cancel());
            }
        },
        &cancel,
    );
    assert_eq!(error.unwrap_err().code, ErrorCode::Cancelled);
}

#[test]
fn cancelling_ends_a_worker_that_does_not_start() {
    let cancel = CancelFlag::new();
    cancel.cancel();
    let runner = Runner::new(example("fake_worker", &["hangs-at-start"]));
    let error = runner.run(&request(DeviceChoice::Gpu), |_| {}, &cancel).unwrap_err();
    assert_eq!(error.code, ErrorCode::Cancelled);
}

#[test]
fn the_run_after_a_failure_gets_a_fresh_worker() {
    // Dies in the first run, and is the real worker after that.
    let folder = tempfile::tempdir().unwrap();
    let mark = folder.path().join("ran");
    let script = format!(
        "if test -e '{0}'; then exec '{1}' gpu-worker --emulate; fi; : > '{0}'; exec '{2}' dies",
        mark.display(),
        example("worker", &[]).program.display(),
        example("fake_worker", &[]).program.display()
    );
    let runner =
        Runner::new(WorkerCommand { program: "/bin/sh".into(), arguments: vec!["-c".into(), script.into()] });
    assert_eq!(emulate(&runner).unwrap_err().code, ErrorCode::WorkerDied);
    assert!(emulate(&runner).unwrap().is_right());
}

#[test]
fn a_warm_worker_that_was_killed_is_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let program = example("worker", &[]).program;
    let (pid, script) = (folder.path().join("pid"), folder.path().join("worker.sh"));
    std::fs::write(
        &script,
        format!("echo $$ >> '{}'\nexec '{}' gpu-worker --emulate\n", pid.display(), program.display()),
    )
    .unwrap();
    let runner = Runner::new(WorkerCommand { program: "/bin/sh".into(), arguments: vec![script.into()] });
    assert!(emulate(&runner).unwrap().is_right());
    let first = std::fs::read_to_string(&pid).unwrap();
    let killed = std::process::Command::new("kill").args(["-9", first.trim()]).status().unwrap();
    assert!(killed.success());
    // Until the system has told the parent, the run may meet the dying worker; then it costs one message.
    match emulate(&runner) {
        Ok(report) => assert!(report.is_right()),
        Err(error) => assert_eq!(error.code, ErrorCode::WorkerDied),
    }
    assert!(emulate(&runner).unwrap().is_right());
    assert_eq!(std::fs::read_to_string(&pid).unwrap().lines().count(), 2, "one fresh worker");
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

#[test]
fn a_worker_whose_client_is_gone_ends() {
    let WorkerCommand { program, .. } = example("worker", &[]);
    let mut child = std::process::Command::new(program)
        .args(["gpu-worker", "--emulate"])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdin.take());
    assert!(child.wait().unwrap().success());
}
