//! The lenses of a `run` statement: run it in a worker process, show how far it is, say what came out.

use std::{
    collections::HashMap,
    ops::Range,
    path::Path,
    sync::{
        Arc, Mutex, MutexGuard,
        atomic::{AtomicU32, Ordering},
    },
};

use futures::{FutureExt, future::BoxFuture};
use layoutlens_ide as ide;
use layoutlens_run::{
    CancelFlag, DeviceChoice, ErrorCode, Progress, Report, RunError, Runner, WorkerCommand,
};
use layoutlens_world::Analysis;
use lsp_types::{LspAny, MessageActionItem, MessageType, ProgressToken, Uri};
use serde_json::json;
use tokio::sync::watch;
use tower_lsp::{Client, jsonrpc::Result};

use super::{
    command::{Device, RunRequest},
    lock::lock,
    ordered::internal_error,
    pool::Pool,
    run_history::{PastRun, Place, RunHistory},
    session::{DocumentView, Session},
};
use crate::run_request::{run_request, unused_options};

/// Runs of a device that are begun; they wait for each other, and look at their cancel flags meanwhile. A GPU's and the
/// emulator's go side by side.
const BEGUN_RUNS: usize = 16;

/// The button under the message that there is no GPU.
const OFFER_TO_EMULATE: &str = "Emulate";

/// What runs, and what came out of what ran.
#[derive(Debug)]
pub(super) struct Runs {
    worker: Option<WorkerCommand>,
    workers: Mutex<Workers>,
    gpu: Pool,
    emulator: Pool,
    history: Mutex<RunHistory>,
    running: Mutex<HashMap<ProgressToken, CancelFlag>>,
    next_token: AtomicU32,
}

/// What starts the workers, and those that it started.
#[derive(Debug, Default)]
struct Workers {
    launcher: Option<WorkerCommand>,
    runner: Option<Arc<Runner>>,
}

impl Runs {
    /// `worker` starts a worker process; without it this very binary does. Results are kept below `cache_folder`.
    pub(super) fn new(worker: Option<WorkerCommand>, cache_folder: Option<&Path>) -> Self {
        Self {
            worker,
            workers: Mutex::default(),
            gpu: Pool::of(BEGUN_RUNS),
            emulator: Pool::of(BEGUN_RUNS),
            history: Mutex::new(RunHistory::new(cache_folder)),
            running: Mutex::default(),
            next_token: AtomicU32::new(0),
        }
    }

    /// From now on workers with a GPU are started by these words; without any, here. A run that is under way
    /// keeps its worker.
    pub(super) fn start_workers_with(&self, words: Vec<String>) {
        let command = WorkerCommand::of_words(words);
        let old = {
            let mut workers = lock(&self.workers);
            if workers.launcher == command {
                return;
            }
            workers.launcher = command;
            workers.runner.take()
        };
        // A launcher may take its time to end, and this thread moves messages.
        std::thread::spawn(move || drop(old));
    }

    /// What is remembered, that of this document at least.
    pub(super) fn history(&self, uri: &Uri) -> MutexGuard<'_, RunHistory> {
        let mut history = lock(&self.history);
        history.load(uri);
        history
    }

    /// Ends the run that shows its progress under `token`.
    pub(super) fn cancel(&self, token: &ProgressToken) {
        if let Some(cancel) = lock(&self.running).get(token) {
            cancel.cancel();
        }
    }

    /// Ends all runs and with them their workers.
    pub(super) fn cancel_all(&self) {
        lock(&self.running).values().for_each(CancelFlag::cancel);
    }

    fn runner(&self) -> std::result::Result<Arc<Runner>, RunError> {
        let mut workers = lock(&self.workers);
        if let Some(runner) = &workers.runner {
            return Ok(Arc::clone(runner));
        }
        let here = self.worker.clone().map_or_else(WorkerCommand::this_binary, Ok)?;
        let command = workers.launcher.clone().unwrap_or_else(|| here.clone());
        let runner = Arc::new(Runner::new(command).with_emulator(here));
        workers.runner = Some(Arc::clone(&runner));
        Ok(runner)
    }

    fn token(&self) -> ProgressToken {
        ProgressToken::String(format!("layoutlens/run/{}", self.next_token.fetch_add(1, Ordering::Relaxed)))
    }
}

/// Runs a statement, tells the user what came out, and answers with what `layoutlens run --format json`
/// prints. Cancelling the request or its progress ends the run.
pub(super) async fn run(
    session: &Arc<Session>,
    request: RunRequest,
    device: Device,
) -> Result<Option<LspAny>> {
    let place = place_of(session, &request).await?;
    let token = session.runs.token();
    let running = Running::start(session, token.clone());
    let (progress, shown) = watch::channel(None);
    if session.support().work_done_progress {
        tokio::spawn(show_progress(session.client.clone(), token, request.statement.clone(), shown));
    }
    let runs = Arc::clone(session);
    let (statement, cancel) = (request.statement.clone(), running.cancel.clone());
    let work = move || run_blocking(&runs.runs, &statement, device, &progress, &cancel);
    let pool = match device {
        Device::Gpu => &session.runs.gpu,
        Device::Emulator => &session.runs.emulator,
    };
    let outcome = pool.run(work).await.map_err(|panic| internal_error(&*panic))?;
    drop(running);

    match outcome {
        Ok((report, unused)) => {
            let answer = report.to_json();
            tell_report(session, request, PastRunAt { device, place }, report, &unused).await;
            Ok(Some(answer))
        }
        Err(Failure::Run(error)) => {
            let answer = error.to_json();
            tell_error(session, request, device, error).await;
            Ok(Some(answer))
        }
        Err(Failure::Statement(diagnostic)) => {
            session
                .client
                .show_message(MessageType::Error, format!("layoutlens: {}", diagnostic.message))
                .await;
            Ok(Some(json!({"error": {"code": diagnostic.code, "message": diagnostic.message}})))
        }
    }
}

/// Why there is no report.
#[derive(Debug)]
enum Failure {
    /// The statement cannot run; this is the first reason.
    Statement(Box<ide::Diagnostic>),
    /// Running it failed.
    Run(RunError),
}

impl From<RunError> for Failure {
    fn from(error: RunError) -> Self {
        Self::Run(error)
    }
}

/// The report, and what is to be said of options that changed nothing.
fn run_blocking(
    runs: &Runs,
    statement: &str,
    device: Device,
    progress: &watch::Sender<Option<Progress>>,
    cancel: &CancelFlag,
) -> std::result::Result<(Report, String), Failure> {
    let job = ide::run_job(statement).map_err(|diagnostics| match diagnostics.into_iter().next() {
        Some(first) => Failure::Statement(Box::new(first)),
        None => RunError::new(ErrorCode::Internal, "the statement was refused without a reason").into(),
    })?;
    let choice = match device {
        Device::Gpu => DeviceChoice::Gpu,
        Device::Emulator => DeviceChoice::Cpu,
    };
    let request = run_request(&job, choice)?;
    // Nobody may be looking: a client need not show progress.
    let report_progress = |now| {
        let _ = progress.send(Some(now));
    };
    let report = runs.runner()?.run(&request, report_progress, cancel)?;
    let unused = unused_options(&job);
    let unused = match unused.is_empty() {
        true => String::new(),
        false => format!("; the kernels have no use for the options {}", unused.join(", ")),
    };
    Ok((report, unused))
}

/// A run that can be cancelled by its token, and is when its future is dropped.
struct Running {
    session: Arc<Session>,
    token: ProgressToken,
    cancel: CancelFlag,
}

impl Running {
    fn start(session: &Arc<Session>, token: ProgressToken) -> Self {
        let cancel = CancelFlag::new();
        lock(&session.runs.running).insert(token.clone(), cancel.clone());
        Self { session: Arc::clone(session), token, cancel }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.cancel.cancel();
        lock(&self.session.runs.running).remove(&self.token);
    }
}

/// Shows the newest progress until the run has dropped its end of the channel.
async fn show_progress(
    client: Client,
    token: ProgressToken,
    statement: String,
    mut progress: watch::Receiver<Option<Progress>>,
) {
    if client.create_work_done_progress(token.clone()).await.is_err() {
        return;
    }
    let shown = client.progress(token, statement).with_percentage(0).with_cancel_button().begin().await;
    while progress.changed().await.is_ok() {
        let now = *progress.borrow_and_update();
        if let Some(Progress { stage, percent }) = now {
            shown.report_with_message(stage.name(), u32::from(percent), None).await;
        }
    }
    shown.finish().await;
}

/// Where a run was made, and of which statement of its document.
struct PastRunAt {
    device: Device,
    place: Option<Place>,
}

async fn tell_report(
    session: &Arc<Session>,
    request: RunRequest,
    PastRunAt { device, place }: PastRunAt,
    report: Report,
    unused: &str,
) {
    // The result is that of what ran: it stands behind the edited statement as stale, and the message says why.
    let edited = match place {
        Some(_) if is_gone(session, &request).await => {
            "; the statement was edited during the run: this is what it said before"
        }
        _ => "",
    };
    let kind = if report.is_right() { MessageType::Info } else { MessageType::Error };
    let message = format!("layoutlens: {report}{unused}{edited}");
    let run = PastRun { device, statement: request.statement, place, report };
    let keeping = Arc::clone(session);
    // It is written to disk. A panic there costs the history of this run.
    let _ = session.pool.run(move || lock(&keeping.runs.history).keep(request.uri, run)).await;
    session.client.show_message(kind, message).await;
    refresh_lenses(session);
}

/// Whether its document is open and has the statement no more.
async fn is_gone(session: &Arc<Session>, request: &RunRequest) -> bool {
    let statement = request.statement.clone();
    let is_gone = move |view: &DocumentView<'_>| !Statements::of(view.analysis).texts.contains(&statement);
    matches!(session.read_document(&request.uri, is_gone).await, Ok(Some(true)))
}

/// Which of its document's statements this is; `None` where that is not open or has no such statement.
async fn place_of(session: &Arc<Session>, request: &RunRequest) -> Result<Option<Place>> {
    let statement = request.statement.clone();
    let find = move |view: &DocumentView<'_>| {
        let statements = Statements::of(view.analysis).texts;
        let index = statements.iter().position(|text| *text == statement)?;
        Some(Place { index, of: statements.len() })
    };
    Ok(session.read_document(&request.uri, find).await?.flatten())
}

/// The `run` statements of a document that can run, in the order of the text, with their names replaced by their values.
#[derive(Debug, Default)]
pub(super) struct Statements {
    /// Bytes of each.
    pub(super) ranges: Vec<Range<usize>>,
    pub(super) texts: Vec<String>,
}

impl Statements {
    pub(super) fn of(analysis: &Analysis) -> Self {
        Self::among(&ide::code_lenses(analysis, ide::LensKinds::default()))
    }

    /// The statements over which these lenses stand.
    pub(super) fn among(lenses: &[ide::CodeLens]) -> Self {
        let mut statements = Self::default();
        for lens in lenses {
            if let ide::LensKind::RunOnGpu { statement } = &lens.kind {
                statements.ranges.push(lens.range.clone());
                statements.texts.push(statement.clone());
            }
        }
        statements
    }

    /// The number of the statement around a byte.
    pub(super) fn at(&self, offset: usize) -> Option<usize> {
        self.ranges.iter().position(|range| range.start <= offset && offset <= range.end)
    }
}

async fn tell_error(session: &Arc<Session>, request: RunRequest, device: Device, error: RunError) {
    let message = format!("layoutlens: {error}");
    if device == Device::Gpu && error.gpu_is_missing() {
        // The answer may never come; nothing waits for it.
        tokio::spawn(offer_to_emulate(Arc::clone(session), request, message));
    } else if error.code == ErrorCode::Cancelled {
        session.client.log_message(MessageType::Info, message).await;
    } else {
        session.client.show_message(MessageType::Error, message).await;
    }
}

/// Boxed, for the compiler: the emulator's run could in turn offer, though it never does.
fn offer_to_emulate(session: Arc<Session>, request: RunRequest, message: String) -> BoxFuture<'static, ()> {
    let offer = async move {
        let emulate = MessageActionItem { title: OFFER_TO_EMULATE.into(), properties: HashMap::new() };
        let choice =
            session.client.show_message_request(MessageType::Warning, message, Some(vec![emulate])).await;
        if choice.ok().flatten().is_some_and(|item| item.title == OFFER_TO_EMULATE) {
            // The outcome was told; there is no request to answer.
            let _ = run(&session, request, Device::Emulator).await;
        }
    };
    offer.boxed()
}

/// `0 of 64 wrong, 3.91 TB/s (96 % of cudaMemcpy) on NVIDIA H200`.
pub(super) fn in_few_words(report: &Report) -> String {
    let wrong = report.wrong + report.overwritten;
    let speed = match (report.gb_per_s, report.tflops) {
        (Some(gb_per_s), _) if gb_per_s >= 1e3 => format!(", {:.2} TB/s", gb_per_s / 1e3),
        (Some(gb_per_s), _) => format!(", {gb_per_s:.1} GB/s"),
        (None, Some(tflops)) => format!(", {tflops:.1} TFLOP/s"),
        (None, None) => String::new(),
    };
    let share = report.vendor.as_ref();
    let share = share
        .map_or_else(String::new, |vendor| format!(" ({:.0} % of {})", vendor.share * 100.0, vendor.name));
    // What is wrong besides wrong elements.
    let races = report.counted.as_ref().map_or(0, |counted| counted.races);
    let verdict = match (report.is_right() || wrong > 0, races) {
        (true, 0) => String::new(),
        (false, 0) => ", not exact enough".to_owned(),
        (_, 1) => ", 1 race".to_owned(),
        (_, races) => format!(", {races} races"),
    };
    format!("{wrong} of {} wrong{verdict}{speed}{share} on {}", report.elements, report.device.name)
}

/// Has the client ask for lenses again.
pub(super) fn refresh_lenses(session: &Arc<Session>) {
    if session.support().refresh_lenses {
        let session = Arc::clone(session);
        tokio::spawn(async move { session.client.code_lens_refresh().await });
    }
}

#[cfg(test)]
mod tests {
    use serde_json::from_value;

    use super::*;

    /// A product without a wrong element, by its relative error and its races.
    fn product(relative_error: f64, races: u64) -> Report {
        let access = json!({ "block": 0, "thread": 0, "writes": true });
        let counted = json!({
            "blocks": 1, "of_blocks": 1, "sectors_read": 0, "sectors_written": 0,
            "shared_reads": { "accesses": 0, "wavefronts": 0, "least": 0 },
            "shared_writes": { "accesses": 0, "wavefronts": 0, "least": 0 },
            "races": races,
            "first_race": { "memory": "shared", "offset": 0, "first": access, "second": access },
        });
        from_value(json!({
            "problem": { "gemm": { "m": 8, "n": 8, "k": 8 } }, "element": "f16",
            "device": { "name": "the CPU emulator", "emulated": true, "driver": null },
            "elements": 64, "wrong": 0, "overwritten": 0, "compile_ms": 0.0, "run_ms": 1.0, "slowdown": 0.0,
            "accuracy": { "relative_error": relative_error, "tolerance": 0.01, "max_error": 0.0, "element_tolerance": 0.1 },
            "counted": counted, "finished": "2026-01-01T00:00:00Z",
        }))
        .unwrap()
    }

    #[test]
    fn a_few_words_say_what_is_wrong_where_no_element_is() {
        assert_eq!(in_few_words(&product(0.0, 0)), "0 of 64 wrong on the CPU emulator");
        assert_eq!(in_few_words(&product(0.02, 0)), "0 of 64 wrong, not exact enough on the CPU emulator");
        assert_eq!(in_few_words(&product(0.0, 1)), "0 of 64 wrong, 1 race on the CPU emulator");
        assert_eq!(in_few_words(&product(0.0, 7)), "0 of 64 wrong, 7 races on the CPU emulator");
    }
}
