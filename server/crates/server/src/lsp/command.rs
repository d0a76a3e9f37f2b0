//! The names of commands, and what they are told.

use lsp_types::{Uri, WorkspaceEdit};
use serde::{Deserialize, Serialize};

/// Draws a layout and shows it in a document. Argument: [`GridRequest`](super::grid::GridRequest).
pub(super) const OPEN_GRID: &str = "layoutlens.openGrid";
/// A command of the client that shows a drawn grid in its panel. Argument: [`grid::Picture`](super::grid::Picture).
pub(super) const SHOW_GRID: &str = "layoutlens.showGrid";
/// Runs a statement on the GPU. Argument: [`RunRequest`].
pub(super) const RUN_ON_GPU: &str = "layoutlens.runOnGpu";
/// Runs a statement on the emulator. Argument: [`RunRequest`].
pub(super) const EMULATE: &str = "layoutlens.emulate";

/// Shows the kernel of a statement in a document. Argument: [`RunRequest`].
pub(super) const SHOW_KERNEL: &str = "layoutlens.showKernel";

/// Gives all statements of a document their form. Argument: [`FormatRequest`](super::format::FormatRequest).
pub(super) const FORMAT: &str = "layoutlens.format";

/// Says what a compiler's message about layouts means. Argument: [`ExplainRequest`](super::explain::ExplainRequest).
pub(super) const EXPLAIN: &str = "layoutlens.explain";

/// Inserts statements that bind what a function's values rest on. Argument: [`BindRequest`].
pub(super) const BIND: &str = "layoutlens.bind";

/// Serves the bench for a browser. Argument: [`ViewRequest`](super::view::ViewRequest).
pub(super) const VIEW: &str = "layoutlens.view";

/// What to insert, and into which revision.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct BindRequest {
    pub(super) edit: WorkspaceEdit,
}

/// Which statement to run, and where its result is to be shown.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct RunRequest {
    pub(super) uri: Uri,
    /// The statement with its names replaced by their values: what runs is what the lens stood over.
    pub(super) statement: String,
}

/// The commands that the server carries out. A client with a panel has an [`OPEN_GRID`] of its own.
pub(super) fn offered(panel: bool) -> impl Iterator<Item = &'static str> {
    [OPEN_GRID, RUN_ON_GPU, EMULATE, SHOW_KERNEL, FORMAT, BIND, EXPLAIN, VIEW]
        .into_iter()
        .filter(move |&command| !(panel && command == OPEN_GRID))
}

/// Where a statement runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) enum Device {
    Gpu,
    Emulator,
}
