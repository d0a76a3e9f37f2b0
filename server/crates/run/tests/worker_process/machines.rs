//! The real worker on machines that lack something: it loads a driver and an NVRTC that answer as a test says.

use std::{fs, path::Path, process::Command};

use layoutlens_run::{CancelFlag, DeviceChoice, ErrorCode, Report, RunError, Runner, WorkerCommand};
use tempfile::TempDir;

use crate::{example, request};

/// A folder with the fake libraries, under the names that the real ones have.
pub(crate) fn libraries() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/worker_process/fake_cuda.c");
    let first = folder.path().join("libcuda.so.1");
    // Rust links with it, so it is here.
    let compiled = Command::new("cc").args(["-shared", "-fPIC", "-w", "-o"]).arg(&first).arg(source).status();
    assert!(compiled.unwrap().success());
    for name in ["libcuda.so", "libnvidia-ml.so.1", "libnvrtc.so.13"] {
        fs::copy(&first, folder.path().join(name)).unwrap();
    }
    folder
}

/// Workers on a machine with these libraries and these variables.
fn machine(libraries: &Path, variables: &[(&str, &str)]) -> Runner {
    // What the test itself was started with is not what the machine has.
    let mut arguments =
        ["-u", "CUDA_VISIBLE_DEVICES", "LAYOUTLENS_KERNEL_CACHE=off"].map(str::to_owned).to_vec();
    arguments.push(format!("LD_LIBRARY_PATH={}", libraries.display()));
    arguments.push(format!("LAYOUTLENS_NVRTC={}", libraries.display()));
    arguments.extend(variables.iter().map(|(name, value)| format!("{name}={value}")));
    let worker = example("worker", &[]).program.display().to_string();
    arguments.extend([worker, "gpu-worker".to_owned()]);
    let program = "env".into();
    Runner::new(WorkerCommand { program, arguments: arguments.into_iter().map(Into::into).collect() })
}

fn run(runner: &Runner) -> Result<Report, RunError> {
    runner.run(&request(DeviceChoice::Gpu), |_| {}, &CancelFlag::new())
}

#[test]
fn what_a_machine_lacks_is_named_with_a_way_out() {
    let libraries = libraries();
    let empty = tempfile::tempdir().unwrap();
    let nowhere = empty.path().display().to_string();
    let mut table = String::new();
    for (what, variables) in [
        ("an old driver", &[("FAKE_DRIVER", "11080")][..]),
        ("no GPU", &[("FAKE_INIT", "100"), ("FAKE_GPUS", "0")]),
        ("hidden GPUs", &[("FAKE_INIT", "100"), ("FAKE_GPUS", "2"), ("CUDA_VISIBLE_DEVICES", "7")]),
        ("MIG without slices", &[("FAKE_INIT", "100"), ("FAKE_MIG", "1")]),
        (
            "hidden slices",
            &[
                ("FAKE_INIT", "100"),
                ("FAKE_MIG", "1"),
                ("FAKE_SLICES", "3"),
                ("CUDA_VISIBLE_DEVICES", "MIG-7"),
            ],
        ),
        ("a stub of libcuda", &[("FAKE_INIT", "34")]),
        ("a driver in two versions", &[("FAKE_INIT", "803")]),
        ("a GPU of another process", &[("FAKE_CONTEXT", "46")]),
        ("a full GPU", &[("FAKE_CONTEXT", "2")]),
        ("sm_70", &[("FAKE_CAPABILITY", "70")]),
        ("no NVRTC", &[("LAYOUTLENS_NVRTC", &nowhere)]),
        ("a kernel that NVRTC refuses", &[("FAKE_COMPILE", "6")]),
        ("a kernel that the driver refuses", &[("FAKE_LOAD", "209")]),
        ("little free memory", &[("FAKE_FREE", "4096")]),
        ("a launch that is refused", &[("FAKE_LAUNCH", "701")]),
        ("a kernel that faults", &[("FAKE_WAIT", "700")]),
        ("a GPU on which nothing is compared", &[("FAKE_IDLE", "1")]),
        ("a capability that is none", &[("LAYOUTLENS_CAPABILITY", "9.0")]),
    ] {
        let error = run(&machine(libraries.path(), variables)).unwrap_err();
        table += &format!("{what}: {}: {error}\n", serde_json::to_value(error.code).unwrap());
    }
    let table = table.replace(&nowhere, "EMPTY").replace(&libraries.path().display().to_string(), "FOLDER");
    insta::assert_snapshot!("what_a_machine_lacks", table);
}

#[test]
fn a_slice_of_a_gpu_says_that_its_figures_are_its_own() {
    let libraries = libraries();
    let report = run(&machine(libraries.path(), &[("FAKE_NAME", "Fake GPU MIG 1g.10gb")])).unwrap();
    assert!(report.device.is_slice());
    let text = report.to_string();
    assert!(text.contains("on Fake GPU MIG 1g.10gb (speeds and shares are those of this slice)"), "{text}");
    let whole = run(&machine(libraries.path(), &[])).unwrap();
    assert!(!whole.device.is_slice() && !whole.to_string().contains("slice"), "{whole}");
}

#[test]
fn too_little_memory_costs_one_run_and_a_fault_costs_the_worker() {
    let libraries = libraries();
    let processes = libraries.path().join("processes");
    for (variables, code, workers) in [
        (("FAKE_FREE", "4096"), ErrorCode::OutOfMemory, 1),
        (("FAKE_WAIT", "700"), ErrorCode::DeviceFault, 2),
    ] {
        let worker = example("worker", &[]).program;
        let folder = libraries.path().display();
        let script = format!(
            "echo $$ >> {}; {}={} LD_LIBRARY_PATH={folder} LAYOUTLENS_NVRTC={folder} exec {} gpu-worker",
            processes.display(),
            variables.0,
            variables.1,
            worker.display()
        );
        let runner = Runner::new(WorkerCommand {
            program: "/bin/sh".into(),
            arguments: vec!["-c".into(), script.into()],
        });
        for _ in 0..2 {
            assert_eq!(run(&runner).unwrap_err().code, code);
        }
        assert_eq!(fs::read_to_string(&processes).unwrap().lines().count(), workers, "{code:?}");
        fs::remove_file(&processes).unwrap();
    }
}
