//! The kernels of random statements, emulated: the same statements that the example `matrix` runs on a GPU.

#[path = "../../examples/matrix/random.rs"]
mod random;
#[path = "../../examples/matrix/statement.rs"]
mod statement;

use std::path::PathBuf;

use layoutlens_run::{CancelFlag, DeviceChoice, Request, Runner, WorkerCommand, check};
use random::{Random, Sizes};
use statement::statement;

/// Problems that are emulated in no time.
const SIZES: Sizes = Sizes { copy: 3000, gemm: 40 };

/// Statements of so many seeds.
const SEEDS: u64 = 150;

#[test]
fn kernels_of_random_statements_are_right() {
    let test: PathBuf = std::env::current_exe().unwrap();
    let program = test.parent().unwrap().parent().unwrap().join("examples").join("worker");
    let runner = Runner::new(WorkerCommand { program, arguments: vec!["gpu-worker".into()] });
    let mut ran = 0;
    for seed in 0..SEEDS {
        let (operation, element) = Random::new(seed).statement(SIZES).unwrap();
        let request = Request { operation, element, device: DeviceChoice::Cpu };
        if check(&request).is_err() {
            continue;
        }
        let answer = runner.run(&request, |_| {}, &CancelFlag::new());
        let text = statement(&request.operation, request.element.name());
        let report = answer.unwrap_or_else(|error| panic!("seed {seed}: {text}\n{error}"));
        assert!(report.is_right(), "seed {seed}: {text}\n{report}");
        ran += 1;
    }
    assert!(ran * 2 > SEEDS, "most pass the checks: {ran}");
}
