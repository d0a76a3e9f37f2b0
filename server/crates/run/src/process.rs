//! One worker process: started, greeted, asked, and killed when it is dropped.

use std::{
    io::{self, BufReader},
    process::{Child, ChildStdin, Command, ExitStatus, Stdio},
    sync::mpsc,
    thread,
    time::{Duration, Instant},
};

use rustix::process::{Pid, Signal, kill_process};

use crate::{
    CancelFlag, ErrorCode, Progress, Report, Request, RunError, Stage, WorkerCommand, WorkerKind,
    last_words::LastWords,
    launcher::{Word, last_word, loss, refusal},
    protocol::{self, BINARY_VERSION, FrameError, FromWorker, Greeting, PROTOCOL_VERSION, State, ToWorker},
};

/// How long a worker that closed its output, or a launcher that was asked to end, may take before it is killed.
const TIME_TO_END: Duration = Duration::from_secs(5);

/// How long a worker may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimeLimits {
    /// Until it said hello. Starting CUDA takes some hundred milliseconds, on a machine with many GPUs seconds.
    pub start: Duration,
    /// The same for a worker that has to wait for a free machine; the user sees it wait, and can cancel.
    pub queue: Duration,
    /// For one run, from the request, or the last progress that it told, to the report: an emulated product takes minutes.
    pub run: Duration,
}

impl Default for TimeLimits {
    /// 30 s to start, an hour in a queue, 120 s to run.
    fn default() -> Self {
        TimeLimits {
            start: Duration::from_secs(30),
            queue: Duration::from_secs(3600),
            run: Duration::from_secs(120),
        }
    }
}

/// A greeted worker.
#[derive(Debug)]
pub(crate) struct WorkerProcess {
    child: Child,
    is_launcher: bool,
    stdin: ChildStdin,
    events: mpsc::Receiver<Event>,
    wake: mpsc::Sender<Event>,
    last_words: LastWords,
}

/// What wakes a client that waits for its worker.
#[derive(Debug)]
enum Event {
    Greeting(Greeting),
    Message(FromWorker),
    Broken(FrameError),
    /// Something stands on standard error.
    Said,
    /// The cancel flag may have been set.
    LookAtFlag,
}

impl WorkerProcess {
    /// Starts a worker and waits for its hello.
    pub(crate) fn start(
        command: &WorkerCommand,
        kind: WorkerKind,
        limits: TimeLimits,
        on_progress: &mut dyn FnMut(Progress),
        cancel: &CancelFlag,
    ) -> Result<Self, RunError> {
        let (wake, events) = mpsc::channel();
        let (child, stdin, stdout, last_words) = spawn(command, kind, &wake).map_err(|error| {
            let program = command.program.display();
            RunError::new(ErrorCode::WorkerStart, format!("cannot start the worker {program}: {error}"))
        })?;
        read_events(stdout, wake.clone());
        let is_launcher = command.is_launcher();
        let mut worker = WorkerProcess { child, is_launcher, stdin, events, wake, last_words };
        if is_launcher {
            on_progress(Progress::new(Stage::Connecting, 0));
        }
        let patience = if command.queues_silently() { limits.queue } else { limits.start };
        match worker.greeting(patience, limits, on_progress, cancel)? {
            Event::Greeting(Greeting::Same(State::Ready { .. })) => Ok(worker),
            Event::Greeting(Greeting::Same(State::Unavailable(error))) => Err(error),
            Event::Greeting(Greeting::Other { protocol, version }) => Err(RunError::new(
                ErrorCode::WorkerVersion,
                format!(
                    "the worker is version {version} (protocol {protocol}), this is version {BINARY_VERSION} \
                     (protocol {PROTOCOL_VERSION}); the worker's command must start the same version"
                ),
            )),
            Event::Broken(error) => Err(worker.end(error, false)),
            event @ (Event::Message(_) | Event::LookAtFlag | Event::Said) => Err(unexpected(&event)),
        }
    }

    /// Waits for the hello, `patience` long; what a launcher says of a queue is shown, and gives it more time.
    fn greeting(
        &mut self,
        patience: Duration,
        limits: TimeLimits,
        on_progress: &mut dyn FnMut(Progress),
        cancel: &CancelFlag,
    ) -> Result<Event, RunError> {
        let (mut begun, mut limit, mut word) = (Instant::now(), patience, None);
        loop {
            let event = self.next_event(begun + limit, "start", limit, cancel)?;
            if !matches!(event, Event::Said) {
                return Ok(event);
            }
            let now = last_word(&self.last_words.so_far());
            if now == word {
                continue;
            }
            word = now;
            (begun, limit) = match word {
                Some(Word::Queued) => (begun, limits.queue),
                Some(Word::Allocated) | None => (Instant::now(), limits.start),
            };
            let stage = if word == Some(Word::Queued) { Stage::Queued } else { Stage::Connecting };
            on_progress(Progress::new(stage, 0));
        }
    }

    /// This worker, unless its process ended since the last run.
    pub(crate) fn if_alive(mut self) -> Option<Self> {
        matches!(self.child.try_wait(), Ok(None)).then_some(self)
    }

    /// Sends a request and waits for the answer.
    pub(crate) fn run(
        &mut self,
        request: &Request,
        limits: TimeLimits,
        on_progress: &mut dyn FnMut(Progress),
        cancel: &CancelFlag,
    ) -> Result<Report, RunError> {
        let mut deadline = Instant::now() + limits.run;
        if let Err(error) = protocol::write(&mut self.stdin, &ToWorker::Run(request.clone())) {
            return Err(self.end(error, true));
        }
        loop {
            match self.next_event(deadline, "finish", limits.run, cancel)? {
                Event::Message(FromWorker::Progress(progress)) => {
                    deadline = Instant::now() + limits.run;
                    on_progress(progress);
                }
                Event::Message(FromWorker::Report(report)) => return Ok(*report),
                Event::Message(FromWorker::Error(error)) => return Err(error),
                Event::Broken(error) => return Err(self.end(error, true)),
                Event::Said => {}
                event => return Err(unexpected(&event)),
            }
        }
    }

    /// Waits for the worker, the cancel flag or the deadline, whichever comes first.
    fn next_event(
        &mut self,
        deadline: Instant,
        verb: &str,
        limit: Duration,
        cancel: &CancelFlag,
    ) -> Result<Event, RunError> {
        let wake = self.wake.clone();
        cancel.on_cancel(move || {
            // A client that is gone needs no waking.
            let _ = wake.send(Event::LookAtFlag);
        });
        loop {
            let event = self.events.recv_timeout(deadline.saturating_duration_since(Instant::now()));
            if cancel.is_cancelled() {
                return Err(RunError::new(ErrorCode::Cancelled, "the run was cancelled"));
            }
            match event {
                Ok(Event::LookAtFlag) => {}
                Ok(event) => return Ok(event),
                Err(_) => {
                    let seconds = limit.as_secs_f64();
                    let message = format!("the worker did not {verb} within {seconds} s and was ended");
                    return Err(RunError::new(ErrorCode::WorkerTimeout, message));
                }
            }
        }
    }

    /// Says why the stream broke, after the process has ended; `greeted` is whether it said hello before.
    fn end(&mut self, error: FrameError, greeted: bool) -> RunError {
        match error {
            FrameError::Closed | FrameError::Truncated | FrameError::Io(_) => {
                let status = self.wait_for_end();
                let number = status.as_ref().ok().and_then(|status| status.code());
                let status = status.map_or_else(|error| error.to_string(), |status| status.to_string());
                let words = self.last_words.text();
                if let Some(error) = refusal(&words, number).filter(|_| !greeted) {
                    return error;
                }
                let said = if words.is_empty() { String::new() } else { format!("; it said: {words}") };
                let (code, what) = match loss(&words, number).filter(|_| greeted) {
                    Some(lost) => (ErrorCode::WorkerLost, lost),
                    None => (ErrorCode::WorkerDied, "the worker ended unexpectedly"),
                };
                RunError::new(code, format!("{what} ({status}){said}"))
            }
            FrameError::TooLong { .. } | FrameError::Malformed(_) => RunError::new(
                ErrorCode::WorkerGarbage,
                format!("the worker wrote something that is not the protocol, and was ended: {error}"),
            ),
        }
    }

    fn wait_for_end(&mut self) -> io::Result<ExitStatus> {
        let deadline = Instant::now() + TIME_TO_END;
        while Instant::now() < deadline {
            if let Some(status) = self.child.try_wait()? {
                return Ok(status);
            }
            thread::sleep(Duration::from_millis(2));
        }
        self.child.kill()?;
        self.child.wait()
    }

    /// Asks the process to end itself, as someone who types `kill` does.
    fn ask_to_end(&self) {
        // It may be gone already.
        let _ = kill_process(Pid::from_child(&self.child), Signal::TERM);
    }
}

impl Drop for WorkerProcess {
    fn drop(&mut self) {
        if self.is_launcher && matches!(self.child.try_wait(), Ok(None)) {
            // A killed `srun` leaves its job in the queue, where it later takes a machine for nobody; one that is
            // asked to end takes it out.
            self.ask_to_end();
            let _ = self.wait_for_end();
        }
        // It may be gone already; nothing is left to be done about another failure.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn unexpected(event: &Event) -> RunError {
    RunError::new(
        ErrorCode::WorkerGarbage,
        format!("the worker answered out of turn, and was ended: {event:?}"),
    )
}

type Spawned = (Child, ChildStdin, std::process::ChildStdout, LastWords);

fn spawn(command: &WorkerCommand, kind: WorkerKind, wake: &mpsc::Sender<Event>) -> io::Result<Spawned> {
    let mut process = Command::new(&command.program);
    if command.is_launcher() {
        // Nobody is there to type a password, and the terminal, if there is one, belongs to the editor.
        process.env("SSH_ASKPASS_REQUIRE", "force");
        // The user's own program would open a window.
        process.env("SSH_ASKPASS", "/bin/false");
    }
    process.args(&command.arguments).args((kind == WorkerKind::Emulator).then_some("--emulate"));
    let mut child = process.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    match (child.stdin.take(), child.stdout.take(), child.stderr.take()) {
        (Some(stdin), Some(stdout), Some(stderr)) => {
            let wake = wake.clone();
            // A client that is gone needs no waking.
            let on_words = move || wake.send(Event::Said).unwrap_or_default();
            Ok((child, stdin, stdout, LastWords::of(stderr, on_words)))
        }
        _ => {
            child.kill()?;
            child.wait()?;
            Err(io::Error::other("its standard streams are missing"))
        }
    }
}

/// Reads the hello and then messages, until the stream breaks or nobody listens.
fn read_events(stdout: std::process::ChildStdout, events: mpsc::Sender<Event>) {
    thread::spawn(move || {
        let mut stream = BufReader::new(stdout);
        let mut event = protocol::read_greeting(&mut stream).map_or_else(Event::Broken, Event::Greeting);
        loop {
            let broken = matches!(event, Event::Broken(_));
            if events.send(event).is_err() || broken {
                return;
            }
            event = protocol::read(&mut stream).map_or_else(Event::Broken, Event::Message);
        }
    });
}
