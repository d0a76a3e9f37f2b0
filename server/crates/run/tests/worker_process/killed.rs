//! Workers that end, or are ended, while they are needed, and those whose client is gone.

use std::{
    io::{Read as _, Write as _},
    process::Stdio,
};

use layoutlens_run::{CancelFlag, DeviceChoice, ErrorCode, Runner, Stage, WorkerCommand};

use crate::{emulate, example, machines::libraries, request};

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

#[test]
fn a_worker_that_is_killed_at_any_stage_costs_one_message_and_the_next_run_is_right() {
    let libraries = libraries();
    let folder = libraries.path().display();
    for (place, stage) in [
        ("init", Stage::Connecting),
        ("compile", Stage::Compiling),
        ("load", Stage::Compiling),
        ("allocate", Stage::Preparing),
        ("time", Stage::Running),
        ("read", Stage::Checking),
        ("report", Stage::Checking),
    ] {
        let mark = libraries.path().join(place);
        // The first worker is killed there, the second is not.
        let script = format!(
            "if test ! -e '{0}'; then : > '{0}'; export FAKE_KILL={place}; fi; LAYOUTLENS_KERNEL_CACHE=off \
             LD_LIBRARY_PATH={folder} LAYOUTLENS_NVRTC={folder} exec '{1}' gpu-worker",
            mark.display(),
            example("worker", &[]).program.display()
        );
        let runner = Runner::new(WorkerCommand {
            program: "/bin/sh".into(),
            arguments: vec!["-c".into(), script.into()],
        });
        let mut last = None;
        let error = runner.run(
            &request(DeviceChoice::Gpu),
            |progress| last = Some(progress.stage),
            &CancelFlag::new(),
        );
        let error = error.unwrap_err();
        assert_eq!((error.code, last), (ErrorCode::WorkerDied, Some(stage)), "{place}: {error}");
        assert!(error.message.contains("SIGKILL"), "{place}: {error}");
        let next = runner.run(&request(DeviceChoice::Gpu), |_| {}, &CancelFlag::new());
        assert!(next.is_ok_and(|report| report.is_right()), "after {place}");
    }
}

/// What a worker with such an input comes to: its exit status and what it says.
fn worker_fed_with(input: &[u8]) -> (Option<i32>, String) {
    let mut child = std::process::Command::new(example("worker", &[]).program)
        .args(["gpu-worker", "--emulate"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A worker that has seen enough closes its end.
    let _ = child.stdin.take().unwrap().write_all(input);
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    (child.wait().unwrap().code(), said)
}

#[test]
fn a_worker_that_is_fed_nonsense_says_so_and_ends() {
    let frame = |text: &str| [&u32::try_from(text.len()).unwrap().to_le_bytes(), text.as_bytes()].concat();
    let mut table = String::new();
    for (what, input) in [
        ("text", b"run copy 4:1 -> 4:1 : f32".to_vec()),
        ("half a header", vec![3, 0]),
        ("half a frame", frame("{}")[..5].to_vec()),
        ("no JSON", frame("run")),
        ("another message", frame(r#"{"walk":"home"}"#)),
        ("a layout that is none", frame(r#"{"run":{"operation":{"copy":{"source":"(4:1"}}}}"#)),
        ("deep JSON", frame(&format!("{{\"run\":{{\"mood\":{}", "[".repeat(1 << 19)))),
        ("the longest frame", u32::MAX.to_le_bytes().to_vec()),
        ("bytes", (0..=255).rev().cycle().take(1 << 16).collect()),
    ] {
        let (status, said) = worker_fed_with(&input);
        assert!(!said.contains("panicked"), "{what}: {said}");
        table += &format!("{what}: {status:?} {said}");
    }
    insta::assert_snapshot!("a_worker_fed_with_nonsense", table);
}
