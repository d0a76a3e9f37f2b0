//! Workers that hang, die, or say something that is not the protocol.

use std::time::Duration;

use layoutlens_run::{CancelFlag, DeviceChoice, ErrorCode, Runner, TimeLimits, WorkerCommand};

use crate::{emulate, error_of, example, request};

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
        "answers-another-question",
        "stops-inside-a-frame",
        "faults",
    ] {
        let error = error_of(how, patient);
        table += &format!("{how}: {}: {error}\n", serde_json::to_value(error.code).unwrap());
    }
    insta::assert_snapshot!(table, @r#"
    dies-at-start: "worker-died": the worker ended unexpectedly (exit status: 7); it said: no such symbol: cuMagic
    prints-at-start: "worker-garbage": the worker wrote something that is not the protocol, and was ended: a frame of 1094997315 bytes was announced (the limit is 1048576); it begins with "CUDA"
    another-version: "worker-version": the worker is version 0.0.1-other (protocol 3), this is version 0.1.0 (protocol 3); the worker's command must start the same version
    another-protocol: "worker-version": the worker is version 9.9.9 (protocol 99), this is version 0.1.0 (protocol 3); the worker's command must start the same version
    no-gpu: "no-driver": no CUDA: libcuda.so.1 is not on this machine
    Without a GPU the emulator runs the kernel on the CPU: `--device cpu`, or the lens "emulate".
    dies: "worker-died": the worker ended unexpectedly (signal: 6 (SIGABRT)); it said: Segmentation fault, as it were
    ends-quietly: "worker-died": the worker ended unexpectedly (exit status: 0)
    prints: "worker-garbage": the worker wrote something that is not the protocol, and was ended: a frame of 1852989815 bytes was announced (the limit is 1048576); it begins with "warn"
    sends-json-of-its-own: "worker-garbage": the worker wrote something that is not the protocol, and was ended: a frame is not a message: unknown variant `weather`, expected one of `hello`, `progress`, `report`, `error` at line 1 column 10
    greets-twice: "worker-garbage": the worker answered out of turn, and was ended: Message(Hello(Hello { protocol: 3, version: "0.1.0", state: Ready { device: Device { name: "Fake GPU", emulated: false, driver: Some("13.0") }, nvrtc: None } }))
    answers-another-question: "worker-garbage": the worker answered another question than copy 4,087 f32, and was ended: copy 4 f32, 4 elements checked on Fake GPU
    stops-inside-a-frame: "worker-died": the worker ended unexpectedly (exit status: 0)
    faults: "device-fault": the kernel faulted: an illegal address
    "#);
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
