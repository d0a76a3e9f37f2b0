//! How long an editor waits: for a hover, a completion, hints, and from an edit to its diagnostics.
#![expect(clippy::print_stdout, reason = "a bench prints its figures")]

use std::{
    error::Error,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use super::{
    percentile::Times,
    source::{cuda_source, hover_lines},
    typing::{Random, Typing},
};
use crate::{editor::Editor, release};

const SOURCE_BYTES: usize = 64 << 10;
/// Edits of one character, each followed by its questions; every second one takes the one before back.
const EDITS: usize = 1000;
/// Completions that are asked for.
const COMPLETIONS: usize = 250;
const HOVER_BUDGET: Duration = Duration::from_millis(20);
const COMPLETION_BUDGET: Duration = Duration::from_millis(50);
const HINTS_BUDGET: Duration = Duration::from_millis(50);
const DIAGNOSTICS_BUDGET: Duration = Duration::from_millis(50);
/// What is typed for a completion, behind a statement's marker.
const COMPLETED: &str = "// cute: show co\n";
const URI: &str = "file:///bench/kernels.cu";

/// How a client gets diagnostics.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mode {
    Push,
    Pull,
}

/// What one session measured.
struct Measured {
    /// From a change to the diagnostics of its version.
    diagnostics: Times,
    /// Hovers on a revision that the diagnostics have already been computed for.
    hover: Times,
    /// Hovers sent right behind a change: parsing and evaluating are part of the answer.
    hover_after_edit: Times,
    /// Completions of an operation, sent right behind the line that asks for them.
    completion: Times,
    /// Hints of the whole file, sent right behind a change.
    hints: Times,
    resident_kib: Option<u64>,
}

/// Builds the release binary, drives it over standard input and output, and prints p50, p99 and resident
/// memory beside the budget.
///
/// # Errors
/// When the binary cannot be built or does not answer. Being over the budget is a figure, not an error.
pub(crate) fn latency(binary: Option<PathBuf>) -> Result<(), Box<dyn Error>> {
    let binary = binary.map_or_else(release::build, Ok)?;
    let source = cuda_source(SOURCE_BYTES);
    let statements = hover_lines(&source).len();
    println!(
        "{} bytes of CUDA, {statements} cute: statements, {EDITS} edits of one character a mode",
        source.len()
    );
    println!("{:<34} {:>7} {:>9} {:>9} {:>9} {:>12}", "", "count", "p50", "p99", "budget", "p99/budget");
    for mode in [Mode::Push, Mode::Pull] {
        let measured = session(&binary, &source, mode)?;
        let name = if mode == Mode::Push { "push" } else { "pull" };
        print_row(&format!("{name}: edit to diagnostics"), &measured.diagnostics, DIAGNOSTICS_BUDGET);
        print_row(&format!("{name}: hover"), &measured.hover, HOVER_BUDGET);
        print_row(&format!("{name}: hover right behind an edit"), &measured.hover_after_edit, HOVER_BUDGET);
        print_row(&format!("{name}: completion behind an edit"), &measured.completion, COMPLETION_BUDGET);
        print_row(&format!("{name}: hints behind an edit"), &measured.hints, HINTS_BUDGET);
        match measured.resident_kib {
            Some(kib) => {
                println!("{:<34} {:.1} MiB", format!("{name}: resident memory"), kib as f64 / 1024.0)
            }
            None => println!("{:<34} unknown on this system", format!("{name}: resident memory")),
        }
    }
    Ok(())
}

/// A line of the table.
pub(super) fn print_row(name: &str, times: &Times, budget: Duration) {
    let milliseconds = |time: Duration| format!("{:.2} ms", time.as_secs_f64() * 1e3);
    let (p50, p99) = (times.percentile(50), times.percentile(99));
    let ratio = p99.as_secs_f64() / budget.as_secs_f64();
    println!(
        "{name:<34} {:>7} {:>9} {:>9} {:>9} {ratio:>12.3}",
        times.count(),
        milliseconds(p50),
        milliseconds(p99),
        milliseconds(budget)
    );
}

fn session(binary: &Path, source: &str, mode: Mode) -> Result<Measured, Box<dyn Error>> {
    let capabilities = match mode {
        Mode::Push => json!({"textDocument": {"hover": {"contentFormat": ["markdown"]}}}),
        Mode::Pull => json!({"textDocument": {"hover": {"contentFormat": ["markdown"]}, "diagnostic": {}}}),
    };
    let mut editor = Editor::start(binary, &capabilities, None, &Value::Null)?;
    let item = json!({"uri": URI, "languageId": "cuda-cpp", "version": 0, "text": source});
    editor.notify("textDocument/didOpen", &json!({"textDocument": item}))?;
    diagnostics_of(&mut editor, mode, 0)?;

    let lines = hover_lines(source);
    for &line in &lines {
        let (_, hover) = hover_at(&mut editor, line)?;
        if hover.is_null() {
            return Err(format!("line {line} has an empty hover, so its time says nothing").into());
        }
    }
    let mut random = Random::default();
    let mut typing = Typing::new(source);
    let mut version = 0;
    let (mut diagnostics, mut hover, mut hover_after_edit) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..EDITS {
        version += 1;
        let line = lines.get(random.below(lines.len())).copied().unwrap_or_default();
        let change = typing.next(&mut random);
        let start = Instant::now();
        change_document(&mut editor, version, change)?;
        // Two edits of each kind in turn, so that neither question profits from the work of the other.
        if version % 4 < 2 {
            diagnostics.push(diagnostics_of(&mut editor, mode, version)?.duration_since(start));
            hover.push(hover_at(&mut editor, line)?.0);
        } else {
            hover_after_edit.push(hover_at(&mut editor, line)?.0);
            diagnostics_of(&mut editor, mode, version)?;
        }
    }
    let mut completion = Vec::new();
    for _ in 0..COMPLETIONS {
        let line = lines.get(random.below(lines.len())).copied().unwrap_or_default();
        version += 1;
        change_document(&mut editor, version, insertion(line))?;
        completion.push(completion_at(&mut editor, line)?);
        version += 1;
        change_document(&mut editor, version, removal(line))?;
    }
    let mut hints = Vec::new();
    for _ in 0..EDITS / 2 {
        version += 1;
        let change = typing.next(&mut random);
        change_document(&mut editor, version, change)?;
        hints.push(hints_of(&mut editor, source)?);
    }
    let resident_kib = editor.resident_kib();
    editor.leave()?;
    Ok(Measured {
        diagnostics: Times::new(diagnostics),
        hover: Times::new(hover),
        hover_after_edit: Times::new(hover_after_edit),
        completion: Times::new(completion),
        hints: Times::new(hints),
        resident_kib,
    })
}

/// The line that asks for a completion, above `line`.
fn insertion(line: u32) -> Value {
    let at = json!({"line": line, "character": 0});
    json!({"range": {"start": at, "end": at}, "text": COMPLETED})
}

/// Takes it away again.
fn removal(line: u32) -> Value {
    let (start, end) = (json!({"line": line, "character": 0}), json!({"line": line + 1, "character": 0}));
    json!({"range": {"start": start, "end": end}, "text": ""})
}

fn completion_at(editor: &mut Editor, line: u32) -> Result<Duration, Box<dyn Error>> {
    let position = json!({"line": line, "character": COMPLETED.trim_end().len()});
    let start = Instant::now();
    let id = editor
        .request("textDocument/completion", &json!({"textDocument": {"uri": URI}, "position": position}))?;
    let (at, message) = editor.answer(id)?;
    if !message["result"].to_string().contains("composition") {
        return Err(format!("line {line} has no completion, so its time says nothing").into());
    }
    Ok(at.duration_since(start))
}

fn hints_of(editor: &mut Editor, source: &str) -> Result<Duration, Box<dyn Error>> {
    let end = json!({"line": source.lines().count() + 1, "character": 0});
    let range = json!({"start": {"line": 0, "character": 0}, "end": end});
    let start = Instant::now();
    let id =
        editor.request("textDocument/inlayHint", &json!({"textDocument": {"uri": URI}, "range": range}))?;
    Ok(editor.answer(id)?.0.duration_since(start))
}

fn change_document(editor: &mut Editor, version: usize, change: Value) -> Result<(), Box<dyn Error>> {
    let document = json!({"uri": URI, "version": version});
    editor.notify("textDocument/didChange", &json!({"textDocument": document, "contentChanges": [change]}))
}

fn diagnostics_of(editor: &mut Editor, mode: Mode, version: usize) -> Result<Instant, Box<dyn Error>> {
    let (at, _) = match mode {
        Mode::Push => editor.wait(|message| {
            message["method"] == "textDocument/publishDiagnostics" && message["params"]["version"] == version
        })?,
        Mode::Pull => {
            let id = editor.request("textDocument/diagnostic", &json!({"textDocument": {"uri": URI}}))?;
            editor.answer(id)?
        }
    };
    Ok(at)
}

fn hover_at(editor: &mut Editor, line: u32) -> Result<(Duration, Value), Box<dyn Error>> {
    // Behind `// cute: show `, where the expressions begin.
    let position = json!({"line": line, "character": 18});
    let start = Instant::now();
    let id =
        editor.request("textDocument/hover", &json!({"textDocument": {"uri": URI}, "position": position}))?;
    let (at, mut message) = editor.answer(id)?;
    Ok((at.duration_since(start), message["result"].take()))
}
