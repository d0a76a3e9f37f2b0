//! How long a bench waits for what it shows: from an edit to the answer, of which a page draws what is seen.
#![expect(clippy::print_stdout, reason = "a bench prints its figures")]

use std::{
    error::Error,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use super::{latency::print_row, percentile::Times};
use crate::{editor::Editor, release};

const EDITS: usize = 200;
/// From a key to the picture. The page's own part of it is printed by the test of the extension that counts it, `VS Code`.
const BUDGET: Duration = Duration::from_millis(100);
const URI: &str = "file:///bench/page.cu";

/// What is edited: the line that the bench shows, with a number for `{}`.
const SHOWN: &[(&str, &str)] = &[
    ("(8,4):(4,N)", "(8,4):(4,{})"),
    ("32x32", "(32,32):(32,{})"),
    ("128x128 of 256 threads", "thread_values(((16,16),(4,2,4,2)):((4,512),({},64,128,8192)), (128,128))"),
    ("512x512", "(512,512):(512,{})"),
    ("an MMA, 128x128x32", "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (4,2,1), <128,128,{}>)"),
    ("conflicts of 1024 threads", "bank_conflicts(1024:{}, f32)"),
];

/// The numbers that are typed one after the other.
const NUMBERS: [usize; 2] = [16, 32];

/// Edits a line, asks for what a bench shows of it, and prints how long that took, beside the budget.
///
/// # Errors
/// When the binary cannot be built or does not answer. Being over the budget is a figure, not an error.
pub(crate) fn page(binary: Option<PathBuf>) -> Result<(), Box<dyn Error>> {
    let binary = binary.map_or_else(release::build, Ok)?;
    println!("{EDITS} edits of each line, each followed by the question of a bench");
    println!("{:<34} {:>7} {:>9} {:>9} {:>9} {:>12}", "", "count", "p50", "p99", "budget", "p99/budget");
    for (name, line) in SHOWN {
        print_row(name, &session(&binary, line)?, BUDGET);
    }
    Ok(())
}

fn session(binary: &Path, line: &str) -> Result<Times, Box<dyn Error>> {
    let text = |edit: usize| {
        let number = NUMBERS.get(edit % NUMBERS.len()).copied().unwrap_or(1);
        format!("// cute: let shown = {}\n", line.replace("{}", &number.to_string()))
    };
    let mut editor = Editor::start(binary, &json!({}), None, &Value::Null)?;
    let item = json!({"uri": URI, "languageId": "cuda-cpp", "version": 0, "text": text(0)});
    editor.notify("textDocument/didOpen", &json!({"textDocument": item}))?;
    let asked = json!({
        "textDocument": {"uri": URI},
        "position": {"line": 0, "character": 0},
        "name": "shown",
        "view": {"theme": "dark", "table": {"from": 0, "count": 32}},
    });
    let mut times = Vec::with_capacity(EDITS);
    for version in 1..=EDITS {
        let document = json!({"uri": URI, "version": version});
        let change = json!({"textDocument": document, "contentChanges": [{"text": text(version)}]});
        let start = Instant::now();
        editor.notify("textDocument/didChange", &change)?;
        let id = editor.request("layoutlens/bench", &asked)?;
        let (at, answer) = editor.answer(id)?;
        if !answer["result"]["picture"].is_object() {
            return Err(
                format!("{line} has no picture, so its time says nothing: {}", answer["result"]).into()
            );
        }
        times.push(at.duration_since(start));
    }
    editor.leave()?;
    Ok(Times::new(times))
}
