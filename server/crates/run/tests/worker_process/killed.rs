//! Workers that end, or are ended, while they are needed, and those whose client is gone.

use layoutlens_run::{ErrorCode, Runner, WorkerCommand};

use crate::{emulate, example};

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
