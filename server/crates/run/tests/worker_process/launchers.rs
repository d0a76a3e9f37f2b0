//! Workers that another command starts, on another machine perhaps.

use std::{fs, time::Duration};

use layoutlens_run::{CancelFlag, DeviceChoice, ErrorCode, Runner, Stage, TimeLimits, WorkerCommand};

use crate::{emulate, error_of, example, request};

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

/// A shell that waits in a queue as `srun` does and, when it is asked to end, does `when_asked`.
fn queued(when_asked: &str) -> WorkerCommand {
    let script = format!(
        "sleep 1000 & waited=$!; trap '{when_asked}' TERM; echo 'srun: job 7 queued and waiting for resources' >&2; \
         while :; do wait $waited; sleep 1; done"
    );
    WorkerCommand { program: "/bin/sh".into(), arguments: vec!["-c".into(), script.into()] }
}

/// Starts the command, and cancels when it is queued.
fn cancel_in_the_queue(command: WorkerCommand) {
    let cancel = CancelFlag::new();
    let cancel_when_queued = |stage| {
        if stage == Stage::Queued {
            cancel.cancel();
        }
    };
    let error = Runner::new(command).run(
        &request(DeviceChoice::Gpu),
        |progress| cancel_when_queued(progress.stage),
        &cancel,
    );
    assert_eq!(error.unwrap_err().code, ErrorCode::Cancelled);
}

#[test]
fn a_cancelled_launcher_is_asked_to_end_so_that_it_can_give_its_place_back() {
    let folder = tempfile::tempdir().unwrap();
    let mark = folder.path().join("given-back");
    cancel_in_the_queue(queued(&format!("kill $waited; echo yes > {}; exit 1", mark.display())));
    assert_eq!(fs::read_to_string(mark).unwrap(), "yes\n");
}

#[test]
fn a_launcher_that_does_not_listen_is_killed() {
    let folder = tempfile::tempdir().unwrap();
    let mark = folder.path().join("asked");
    // The child goes, the shell stays.
    cancel_in_the_queue(queued(&format!("kill $waited; echo $$ > {}", mark.display())));
    let pid = fs::read_to_string(mark).unwrap();
    assert!(!std::path::Path::new("/proc").join(pid.trim()).exists());
}

#[test]
fn an_emulator_elsewhere_runs_what_may_run_anywhere_and_says_that_it_is_no_gpu() {
    let elsewhere = example("worker", &["gpu-worker", "--emulate"]);
    let runner = Runner::new(elsewhere);
    let report = runner.run(&request(DeviceChoice::Auto), |_| {}, &CancelFlag::new()).unwrap();
    assert!(report.is_right() && report.device.emulated, "{report}");
    let error = runner.run(&request(DeviceChoice::Gpu), |_| {}, &CancelFlag::new()).unwrap_err();
    assert_eq!(error.code, ErrorCode::NoDevice);
    assert!(error.message.contains("has --emulate"), "{error}");
}

#[test]
fn a_queue_that_says_nothing_is_waited_for_as_well() {
    let folder = tempfile::tempdir().unwrap();
    let srun = folder.path().join("srun");
    let worker = example("worker", &[]).program;
    fs::write(&srun, format!("shift; exec '{}' \"$@\"\n", worker.display())).unwrap();
    let of = |option: &str| {
        let words =
            ["/bin/sh", &srun.display().to_string(), option, "gpu-worker", "--emulate"].map(str::to_owned);
        let at_once = TimeLimits { start: Duration::ZERO, ..TimeLimits::default() };
        Runner::new(WorkerCommand::of_words(words).unwrap()).with_limits(at_once)
    };
    let run = |runner: Runner| runner.run(&request(DeviceChoice::Auto), |_| {}, &CancelFlag::new());
    assert!(run(of("--quiet")).is_ok_and(|report| report.is_right()));
    assert!(run(of("-Q")).is_ok_and(|report| report.is_right()));
    assert_eq!(run(of("--verbose")).unwrap_err().code, ErrorCode::WorkerTimeout);
}
