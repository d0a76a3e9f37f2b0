//! The user's side: `layoutlens run` in a terminal, and the lens in an editor.

use std::{
    error::Error,
    fs,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::Duration,
};

use serde_json::{Value, json};

use super::{
    Fact,
    daemon::{Folder, signal, wait_until},
    far_side::FarSide,
    not,
    processes::processor_time,
};
use crate::{editor::Editor, process};

const STATEMENT: &str = "copy (61,67):(1,61) -> (61,67):(67,1) : f32";

/// As many multiplications as the emulator takes: some seconds.
const LONG: &str = "gemm (1600,1600):(1,1600), (1600,1600):(1,1600) -> (1600,1600):(1,1600) : f32";

/// A worker that has used as much is in the middle of a long run: it starts in a tenth of this.
const IN_THE_MIDDLE: Duration = Duration::from_millis(500);

/// Codes of errors that say what a machine without a GPU lacks.
const NO_GPU: [&str; 5] = ["no-driver", "driver-too-old", "no-device", "device-unsupported", "nvrtc-missing"];

const LIMIT: Duration = Duration::from_secs(120);

pub(super) struct NearSide {
    binary: PathBuf,
    output: PathBuf,
    complaints: PathBuf,
}

impl NearSide {
    pub(super) fn new(folder: &Folder, binary: &Path) -> Self {
        let file = |name: &str| folder.path().join(name);
        Self { binary: binary.to_owned(), output: file("run.json"), complaints: file("run.complaints") }
    }

    fn command(&self, statement: &str, device: &str, worker: &str) -> Command {
        let mut command = Command::new(&self.binary);
        command.args(["run", statement, "--device", device, "--format", "json", "--worker", worker]);
        command
    }

    /// What a run comes to.
    fn run(&self, device: &str, worker: &str) -> Result<Value, Box<dyn Error>> {
        let mut command = self.command(STATEMENT, device, worker);
        process::run_to_files(&mut command, &self.output, &self.complaints, LIMIT)?;
        self.answer()
    }

    fn answer(&self) -> Result<Value, Box<dyn Error>> {
        let text = fs::read_to_string(&self.output)?;
        let complaints = || fs::read_to_string(&self.complaints).unwrap_or_default();
        serde_json::from_str(&text).map_err(|error| format!("{error} in {text:?}; {}", complaints()).into())
    }

    /// A run on the GPU there, or the error that says what is missing there.
    pub(super) fn reaches_the_gpu_or_says_what_is_missing(&self, worker: &str) -> Fact {
        is_of_a_gpu(&self.run("gpu", worker)?)
    }

    /// A run on an emulator there, every element right.
    pub(super) fn emulates_there(&self, worker: &str) -> Fact {
        let report = self.run("auto", &format!("{worker} --emulate"))?;
        match report["wrong"] == 0 && report["elements"] == 61 * 67 && report["device"]["emulated"] == true {
            true => Ok(()),
            false => not(report.to_string()),
        }
    }

    /// A run that is refused with a code, and with a text in its message.
    pub(super) fn is_refused(&self, worker: &str, code: &str, text: &str) -> Fact {
        let answer = self.run("gpu", worker)?;
        is_error(&answer, code, text)
    }

    /// Starts a long run on an emulator there, and waits until it is in its middle; gives the worker's process.
    pub(super) fn in_the_middle(
        &self,
        worker: &str,
        far: &FarSide,
    ) -> Result<(Running<'_>, u32), Box<dyn Error>> {
        far.forget();
        let running = self.start(LONG, "auto", &format!("{worker} --emulate"))?;
        let worker = far.worker()?;
        wait_until("the middle of a run", || processor_time(worker) >= IN_THE_MIDDLE)?;
        Ok((running, worker))
    }

    /// Starts a run on the GPU there.
    pub(super) fn starts(&self, worker: &str) -> Result<Running<'_>, Box<dyn Error>> {
        self.start(STATEMENT, "gpu", worker)
    }

    fn start(&self, statement: &str, device: &str, worker: &str) -> Result<Running<'_>, Box<dyn Error>> {
        let mut command = self.command(statement, device, worker);
        command.stdin(Stdio::null()).stdout(fs::File::create(&self.output)?);
        let child = command.stderr(fs::File::create(&self.complaints)?).spawn()?;
        Ok(Running { child, near: self })
    }

    /// An editor whose run lens starts workers by this command.
    pub(super) fn editor(&self, worker: &str) -> Result<Lens, Box<dyn Error>> {
        let words: Vec<&str> = worker.split_whitespace().collect();
        let capabilities = json!({"window": {"workDoneProgress": true}});
        let settings = json!({"run": {"command": words}});
        Ok(Lens { editor: Editor::start(&self.binary, &capabilities, None, &settings)? })
    }
}

/// `layoutlens run` that is still at it.
pub(super) struct Running<'a> {
    child: Child,
    near: &'a NearSide,
}

impl Running<'_> {
    pub(super) fn process(&self) -> u32 {
        self.child.id()
    }

    /// Waits for its end; it must be this error.
    pub(super) fn ends_with(mut self, code: &str, text: &str) -> Fact {
        self.child.wait()?;
        is_error(&self.near.answer()?, code, text)
    }

    /// As Ctrl-C in a terminal, or its end.
    pub(super) fn signal(mut self, name: &str) -> Fact {
        signal(name, self.child.id());
        self.child.wait()?;
        Ok(())
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        // It has ended unless the step failed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// An editor in which someone clicks the lens *run on GPU*.
pub(super) struct Lens {
    editor: Editor,
}

/// A run that was clicked, and the token of its progress.
pub(super) struct Clicked {
    request: i64,
    token: Value,
}

impl Lens {
    pub(super) fn click(&mut self) -> Result<Clicked, Box<dyn Error>> {
        let statement = json!({"uri": "file:///run.cu", "statement": format!("run {STATEMENT}")});
        let command = json!({"command": "layoutlens.runOnGpu", "arguments": [statement]});
        let request = self.editor.request("workspace/executeCommand", &command)?;
        let (_, create) =
            self.editor.wait(|message| message["method"] == "window/workDoneProgress/create")?;
        self.editor.agree(&create)?;
        Ok(Clicked { request, token: create["params"]["token"].clone() })
    }

    /// Waits until the progress shows this stage.
    pub(super) fn shows(&mut self, clicked: &Clicked, stage: &str) -> Fact {
        let is_shown = |message: &Value| {
            message["method"] == "$/progress"
                && message["params"]["token"] == clicked.token
                && message["params"]["value"]["message"] == stage
        };
        self.editor.wait(is_shown).map_err(|error| format!("the stage {stage} is not shown: {error}"))?;
        Ok(())
    }

    /// Cancels by the button of the progress, and waits for the answer.
    pub(super) fn cancel(&mut self, clicked: &Clicked) -> Fact {
        self.editor.notify("window/workDoneProgress/cancel", &json!({"token": clicked.token}))?;
        is_error(&self.answer(clicked)?, "cancelled", "")
    }

    /// Waits for a report of the GPU there, or for the error that says what is missing there.
    pub(super) fn is_answered(&mut self, clicked: &Clicked) -> Fact {
        is_of_a_gpu(&self.answer(clicked)?)
    }

    fn answer(&mut self, clicked: &Clicked) -> Result<Value, Box<dyn Error>> {
        Ok(self.editor.answer(clicked.request)?.1["result"].take())
    }

    pub(super) fn leave(self) -> Fact {
        self.editor.leave()
    }

    /// As an editor that crashed.
    pub(super) fn vanish(self) -> Fact {
        self.editor.vanish()
    }
}

fn is_of_a_gpu(answer: &Value) -> Fact {
    let is_report = answer["wrong"] == 0 && answer["device"]["emulated"] == false;
    let code = answer["error"]["code"].as_str().unwrap_or_default();
    if is_report || NO_GPU.contains(&code) { Ok(()) } else { not(answer.to_string()) }
}

fn is_error(answer: &Value, code: &str, text: &str) -> Fact {
    let error = &answer["error"];
    match error["code"] == code && error["message"].as_str().is_some_and(|message| message.contains(text)) {
        true => Ok(()),
        false => not(format!("not {code:?} with {text:?} but {answer}")),
    }
}
