//! How long the hints of real kernels take, from an edit to the hints of its revision.
#![expect(clippy::print_stdout, reason = "a bench prints its figures")]

use std::{
    error::Error,
    fs,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use super::{
    latency::print_row,
    percentile::Times,
    typing::{Random, Typing},
};
use crate::{corpora, editor::Editor, release};

/// Edits of one character in each file; every second one takes the one before back.
const EDITS: usize = 500;

/// A kernel that people wrote, and how long its hints may take.
struct Kernel {
    corpus: &'static str,
    path: &'static str,
    budget: Duration,
}

const KERNELS: &[Kernel] = &[
    // The largest tutorial file.
    Kernel {
        corpus: "nvidia-cutlass",
        path: "cutlass_library/source/examples/cute/tutorial/blackwell/05_mma_tma_epi_sm100.cu",
        budget: Duration::from_millis(50),
    },
    Kernel {
        corpus: "nvidia-cutlass",
        path: "cutlass_library/source/examples/cute/tutorial/sgemm_sm80.cu",
        budget: Duration::from_millis(50),
    },
    Kernel {
        corpus: "flash-attn",
        path: "csrc/flash_attn/src/flash_fwd_kernel.h",
        budget: Duration::from_millis(100),
    },
    Kernel {
        corpus: "xformers",
        path: "third_party/flash-attention/hopper/mainloop_fwd_sm90_tma_gmma_ws.hpp",
        budget: Duration::from_millis(100),
    },
    Kernel {
        corpus: "flashinfer-python",
        path: "flashinfer/data/include/flashinfer/attention/hopper/mainloop_mma.cuh",
        budget: Duration::from_millis(100),
    },
    // The largest file of plain kernels, and one of the longest with many kernels.
    Kernel {
        corpus: "llama-cpp-python",
        path: "vendor/llama.cpp/ggml/src/ggml-cuda/ggml-cuda.cu",
        budget: Duration::from_millis(50),
    },
    Kernel {
        corpus: "llama-cpp-python",
        path: "vendor/llama.cpp/ggml/src/ggml-cuda/mmvq.cu",
        budget: Duration::from_millis(50),
    },
];

/// Types into kernels of the code bases, or into those whose paths contain `only`, and prints how long each edit's hints
/// took, beside the budget.
///
/// # Errors
/// When the binary or a code base cannot be had, or the server does not answer.
pub(crate) fn hints(binary: Option<PathBuf>, only: Option<&str>) -> Result<(), Box<dyn Error>> {
    let binary = binary.map_or_else(release::build, Ok)?;
    println!("{EDITS} edits of one character in each file");
    println!("{:<34} {:>7} {:>9} {:>9} {:>9} {:>12}", "", "count", "p50", "p99", "budget", "p99/budget");
    for kernel in KERNELS.iter().filter(|kernel| only.is_none_or(|only| kernel.path.contains(only))) {
        let path = corpora::fetch(kernel.corpus)?.join(kernel.path);
        let (times, shown) = session(&binary, &path)?;
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        print_row(&format!("{name} ({shown} hints)"), &times, kernel.budget);
    }
    Ok(())
}

/// The times of all edits in the file's folder, and how many hints the file as it is has.
fn session(binary: &Path, path: &Path) -> Result<(Times, usize), Box<dyn Error>> {
    let source = fs::read_to_string(path)?;
    let uri = format!("file://{}", path.display());
    let mut editor = Editor::start(binary, &json!({}), path.parent(), &Value::Null)?;
    let item = json!({"uri": uri, "languageId": "cuda-cpp", "version": 0, "text": source});
    editor.notify("textDocument/didOpen", &json!({"textDocument": item}))?;
    let end = json!({"line": source.lines().count() + 1, "character": 0});
    let whole =
        json!({"textDocument": {"uri": uri}, "range": {"start": {"line": 0, "character": 0}, "end": end}});
    let id = editor.request("textDocument/inlayHint", &whole)?;
    let (_, answer) = editor.answer(id)?;
    let shown = answer["result"].as_array().map_or(0, Vec::len);
    let mut random = Random::default();
    let mut typing = Typing::new(&source);
    let mut times = Vec::with_capacity(EDITS);
    for version in 1..=EDITS {
        let change = typing.next(&mut random);
        let document = json!({"uri": uri, "version": version});
        let start = Instant::now();
        editor.notify(
            "textDocument/didChange",
            &json!({"textDocument": document, "contentChanges": [change]}),
        )?;
        let id = editor.request("textDocument/inlayHint", &whole)?;
        times.push(editor.answer(id)?.0.duration_since(start));
    }
    editor.leave()?;
    Ok((Times::new(times), shown))
}
