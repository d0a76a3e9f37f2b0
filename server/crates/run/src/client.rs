//! Running requests in worker processes.

use std::{
    sync::{Mutex, MutexGuard, TryLockError},
    time::Duration,
};

use crate::{
    CancelFlag, DeviceChoice, ErrorCode, Plan, Problem, Progress, Report, Request, RunError, Stage,
    TimeLimits, WorkerCommand, WorkerKind, check, process::WorkerProcess,
};

/// How often a run that waits for another looks whether it may go on.
const BETWEEN_LOOKS: Duration = Duration::from_millis(10);

/// Runs requests, each kind in a worker process that is started with its first request and kept for the next.
///
/// A worker that dies, hangs, is cancelled or talks nonsense costs the run one error; it is ended, and the next
/// run gets a fresh one. Dropping the runner ends its workers.
///
/// Calls block: an asynchronous caller uses a blocking thread. Runs of one kind wait for each other, a GPU's and
/// the emulator's go side by side.
#[derive(Debug)]
pub struct Runner {
    command: WorkerCommand,
    emulator_command: WorkerCommand,
    limits: TimeLimits,
    gpu: Mutex<Option<WorkerProcess>>,
    emulator: Mutex<Option<WorkerProcess>>,
}

impl Runner {
    /// A runner without a worker; `command` starts one when it is needed.
    pub fn new(command: WorkerCommand) -> Self {
        let (gpu, emulator) = (Mutex::new(None), Mutex::new(None));
        Runner { emulator_command: command.clone(), command, limits: TimeLimits::default(), gpu, emulator }
    }

    /// The same with another command for emulators: what is emulated runs here, wherever the GPU is.
    pub fn with_emulator(self, emulator_command: WorkerCommand) -> Self {
        Runner { emulator_command, ..self }
    }

    /// The same with other time limits.
    pub fn with_limits(self, limits: TimeLimits) -> Self {
        Runner { limits, ..self }
    }

    /// Checks `request`, runs it on the device that it asks for, and reports.
    ///
    /// [`DeviceChoice::Auto`] means the GPU. Where there is none, the error says what is missing and
    /// [`RunError::gpu_is_missing`] is true; the caller decides whether to ask again with [`DeviceChoice::Cpu`].
    ///
    /// # Errors
    /// Those of [`check()`] before any process is started; then every other [`ErrorCode`].
    pub fn run(
        &self,
        request: &Request,
        mut on_progress: impl FnMut(Progress),
        cancel: &CancelFlag,
    ) -> Result<Report, RunError> {
        let plan = check(request)?;
        let (kind, slot, command) = match request.device {
            DeviceChoice::Auto | DeviceChoice::Gpu => (WorkerKind::Gpu, &self.gpu, &self.command),
            DeviceChoice::Cpu => (WorkerKind::Emulator, &self.emulator, &self.emulator_command),
        };
        let mut slot = wait_for(slot, cancel)?;
        on_progress(Progress::new(Stage::Starting, 0));
        let warm = slot.take().and_then(WorkerProcess::if_alive);
        let mut worker = match warm {
            Some(worker) => worker,
            None => WorkerProcess::start(command, kind, self.limits, &mut on_progress, cancel)
                .map_err(with_way_out)?,
        };
        on_progress(Progress::new(Stage::Starting, 100));
        let answer = worker.run(request, self.limits, &mut on_progress, cancel);
        let answer = answer.and_then(|report| of_question(report, &plan, request.device));
        if answer.as_ref().err().is_none_or(|error| error.code.leaves_worker_usable()) {
            *slot = Some(worker);
        }
        answer.map_err(with_way_out)
    }
}

/// Runs one request in a worker of its own; see [`Runner::run`].
///
/// # Errors
/// Those of [`Runner::run`].
pub fn run(
    request: &Request,
    command: &WorkerCommand,
    on_progress: impl FnMut(Progress),
    cancel: &CancelFlag,
) -> Result<Report, RunError> {
    Runner::new(command.clone()).run(request, on_progress, cancel)
}

/// The slot of a kind of worker, once no other run has it. The run before may sit in a queue for an hour, so that the flag
/// is looked at all the while.
fn wait_for<'s>(
    slot: &'s Mutex<Option<WorkerProcess>>,
    cancel: &CancelFlag,
) -> Result<MutexGuard<'s, Option<WorkerProcess>>, RunError> {
    loop {
        let taken = match slot.try_lock() {
            Ok(slot) => Some(slot),
            // A panic of `on_progress` leaves no worker in the slot, which is a state that we can go on from.
            Err(TryLockError::Poisoned(slot)) => Some(slot.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        };
        if cancel.is_cancelled() {
            return Err(RunError::new(ErrorCode::Cancelled, "the run was cancelled"));
        }
        match taken {
            Some(slot) => return Ok(slot),
            None => std::thread::sleep(BETWEEN_LOOKS),
        }
    }
}

/// The report, where it is one of this plan: each of its elements was checked, on such a device.
fn of_question(report: Report, plan: &Plan, device: DeviceChoice) -> Result<Report, RunError> {
    let elements = match plan.problem() {
        Problem::Copy { elements } => Some(elements),
        Problem::Gemm { m, n, .. } => m.checked_mul(n),
    };
    let is_there = match device {
        DeviceChoice::Auto => true,
        DeviceChoice::Gpu => !report.device.emulated,
        DeviceChoice::Cpu => report.device.emulated,
    };
    let is_of_plan = (report.problem, report.element) == (plan.problem(), plan.element);
    match is_there && is_of_plan && Some(report.elements) == elements {
        true => Ok(report),
        false => Err(RunError::new(
            ErrorCode::WorkerGarbage,
            format!(
                "the worker answered another question than {} {}, and was ended: {} {}, {} elements checked on {}",
                plan.problem(),
                plan.element,
                report.problem,
                report.element,
                report.elements,
                report.device.name
            ),
        )),
    }
}

/// Adds to an error about a missing GPU what can be done without one.
fn with_way_out(error: RunError) -> RunError {
    if !error.gpu_is_missing() {
        return error;
    }
    let message = format!(
        "{}\nWithout a GPU the emulator runs the kernel on the CPU: `--device cpu`, or the lens \
         \"emulate\".",
        error.message
    );
    RunError { message, ..error }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_runner_is_shared_between_threads() {
        fn shared<T: Send + Sync>() {}
        shared::<Runner>();
        shared::<CancelFlag>();
    }
}
