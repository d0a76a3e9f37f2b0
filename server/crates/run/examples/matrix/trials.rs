//! Random statements on the GPU, by several workers at a time.

use std::{
    ffi::OsString,
    path::Path,
    sync::atomic::{AtomicU64, Ordering},
    thread,
    time::Instant,
};

use layoutlens_run::{CancelFlag, DeviceChoice, Report, Request, RunError, Runner, WorkerCommand, check};

use super::{
    random::{Random, Sizes},
    statement::statement,
};

/// Workers at a time; most of a trial is compiling.
const THREADS: u64 = 12;

/// Problems that fill no GPU, of many tiles.
const SIZES: Sizes = Sizes { copy: 400_000, gemm: 400 };

/// Compute capabilities for which products are made: each has kernels of its own.
const CAPABILITIES: [i32; 4] = [90, 90, 80, 75];

/// Runs statements of the seeds from `seed` on until so many of them passed the checks, and prints how many, which of
/// them were wrong, and how long it took. Gives whether all were right.
pub(super) fn run(worker: &Path, count: u64, seed: u64) -> bool {
    let start = Instant::now();
    let (ran, refused, wrong) = (AtomicU64::new(0), AtomicU64::new(0), AtomicU64::new(0));
    let next = AtomicU64::new(seed);
    thread::scope(|scope| {
        for _ in 0..THREADS.min(count) {
            scope.spawn(|| {
                let runners = CAPABILITIES.map(|capability| runner(worker, capability));
                while ran.load(Ordering::Relaxed) < count {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    let which = usize::try_from(seed % 4).unwrap_or(0);
                    let Some((runner, &capability)) = runners.get(which).zip(CAPABILITIES.get(which)) else {
                        continue;
                    };
                    let Ok(request) = request(seed, capability) else {
                        refused.fetch_add(1, Ordering::Relaxed);
                        continue;
                    };
                    ran.fetch_add(1, Ordering::Relaxed);
                    let answer = runner.run(&request, |_| {}, &CancelFlag::new());
                    if !answer.as_ref().is_ok_and(Report::is_right) {
                        wrong.fetch_add(1, Ordering::Relaxed);
                        println!(
                            "seed {seed}, for {capability}: {}\n    {}",
                            statement(&request.operation, request.element.name()),
                            answer.map_or_else(|error| error.to_string(), |report| report.to_string())
                        );
                    }
                }
            });
        }
    });
    let (ran, wrong) = (ran.into_inner(), wrong.into_inner());
    println!(
        "{ran} random statements from seed {seed} on ran, {wrong} of them wrong; {} others were refused by the checks; {:.0} s",
        refused.into_inner(),
        start.elapsed().as_secs_f64()
    );
    wrong == 0
}

/// The statement of a seed, where the checks let it pass.
fn request(seed: u64, capability: i32) -> Result<Request, RunError> {
    let (operation, element) = Random::new(seed).statement(SIZES)?;
    let request = Request { operation, element, device: DeviceChoice::Gpu };
    check(&request)?.suits(capability)?;
    Ok(request)
}

/// A worker that makes kernels as for this compute capability, and keeps none.
fn runner(worker: &Path, capability: i32) -> Runner {
    let arguments: Vec<OsString> = vec![
        format!("LAYOUTLENS_CAPABILITY={capability}").into(),
        "LAYOUTLENS_KERNEL_CACHE=off".into(),
        worker.as_os_str().to_owned(),
        "gpu-worker".into(),
    ];
    Runner::new(WorkerCommand { program: "env".into(), arguments })
}
